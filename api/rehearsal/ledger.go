package rehearsal

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// maxFindings is how many findings are told in words.
const maxFindings = 20

// spot is a hand of a match.
type spot struct {
	match string
	place
}

// report is what a side has said of a hand; the same again is told apart by
// its count.
type report struct {
	spot
	side scoresheet.Side
	hand string
}

func (r report) String() string {
	return fmt.Sprintf("match %s, game %d, hand %d, side %s: %s", r.match, r.Game, r.Number, r.side, r.hand)
}

// ledger is what the kiosk has answered, and what was found to be wrong with
// it. Many goroutines write into it.
type ledger struct {
	mu      sync.Mutex
	reports map[report]int
	// last is what each side said last of a hand.
	last map[spot]scoresheet.PerSide[string]

	found Findings
}

// Findings are what a rehearsal found to be wrong. All of it must be 0.
type Findings struct {
	// Lost are reports that were answered and are not in the record, or hands
	// that do not stand as they were agreed; Doubled are reports that stand in
	// the record more often than they were made.
	Lost    int `json:"lost"`
	Doubled int `json:"doubled"`
	// Contradicted are messages that got two different answers.
	Contradicted int `json:"contradicted"`
	// Behind are listeners that did not hear of the last change.
	Behind int `json:"behind"`
	// Told are the first findings in words.
	Told []string `json:"findings"`
}

// None reports whether nothing is wrong.
func (f Findings) None() bool {
	return f.Lost == 0 && f.Doubled == 0 && f.Contradicted == 0 && f.Behind == 0
}

func newLedger() *ledger {
	return &ledger{reports: map[report]int{}, last: map[spot]scoresheet.PerSide[string]{}, found: Findings{Told: []string{}}}
}

// written is a hand as the ledger compares it.
func written(hand scoresheet.Hand) string {
	data, err := json.Marshal(plain(hand))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// note keeps a report that was answered.
func (l *ledger) note(match string, at place, side scoresheet.Side, hand scoresheet.Hand) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := written(hand)
	l.reports[report{spot{match, at}, side, text}]++
	l.last[spot{match, at}] = l.last[spot{match, at}].With(side, text)
}

// stands reports whether it is what a side said last of a hand.
func (l *ledger) stands(match string, at place, side scoresheet.Side, hand scoresheet.Hand) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[spot{match, at}].Of(side) == written(hand)
}

// withdraw forgets what was said last of a hand; that it was said stays in the
// record.
func (l *ledger) withdraw(match string, at place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.last, spot{match, at})
}

func (l *ledger) contradiction(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found.Contradicted++
	l.tell(text)
}

func (l *ledger) behind(pages int, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found.Behind += pages
	l.tell(text)
}

func (l *ledger) tell(text string) {
	if len(l.found.Told) < maxFindings {
		l.found.Told = append(l.found.Told, text)
	}
}

// compare compares the record and the matches of an event with the ledger, and
// begins a new page of it.
func (h *hall) compare(ctx context.Context, id string) error {
	recorded, rounds := map[report]int{}, 0
	err := h.desk.journal(ctx, id, func(e journalEntry) {
		h.count.entries.Add(1)
		if e.Kind == "round.drawn" {
			rounds++
		}
		if r, ok := e.reported(); ok {
			recorded[r]++
		}
	})
	if err != nil {
		return err
	}
	standing := map[spot]string{}
	for round := 1; round <= rounds; round++ {
		matches, err := h.desk.matches(ctx, id, round)
		if err != nil {
			return err
		}
		h.count.matches.Add(int64(len(matches)))
		for _, m := range matches {
			standIn(standing, m)
		}
	}
	h.count.hands.Add(int64(len(standing)))
	h.ledger.compare(recorded, standing)
	return nil
}

// reported is the report that an entry of the journal holds.
func (e journalEntry) reported() (report, bool) {
	at, hand := place{e.Data.Game, e.Data.Number}, e.Data.Hand
	if e.Kind == "hand.confirmed" && len(e.Data.Hands) > 0 {
		at, hand = e.Data.Hands[0], e.Data.Report
	}
	if hand == nil || e.Kind != "hand.reported" && e.Kind != "hand.confirmed" {
		return report{}, false
	}
	return report{spot{e.Match, at}, e.Data.Side, written(*hand)}, true
}

// standIn adds the hands that are agreed in a match.
func standIn(standing map[spot]string, m shownMatch) {
	for _, game := range m.Games {
		for _, hand := range game.Hands {
			if hand.State == event.Withdrawn || hand.Hand == nil {
				continue
			}
			text := written(*hand.Hand)
			if !hand.State.Final() {
				text = string(hand.State) + " " + text
			}
			standing[spot{m.ID, place{hand.Game, hand.Number}}] = text
		}
	}
}

// compare tells what is lost and doubled, and begins anew.
func (l *ledger) compare(recorded map[report]int, standing map[spot]string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range sorted(l.reports, recorded) {
		switch said, kept := l.reports[r], recorded[r]; {
		case kept < said:
			l.found.Lost += said - kept
			l.tell(fmt.Sprintf("lost: %s: answered %d times, %d times in the record", r, said, kept))
		case kept > said:
			l.found.Doubled += kept - said
			l.tell(fmt.Sprintf("doubled: %s: answered %d times, %d times in the record", r, said, kept))
		}
	}
	for at, said := range l.last {
		if stands := standing[at]; stands == "" || stands != said.A && stands != said.B {
			l.found.Lost++
			l.tell(fmt.Sprintf("lost: match %s, game %d, hand %d stands as %q; the sides said %q and %q", at.match, at.Game, at.Number, stands, said.A, said.B))
		}
	}
	for at, stands := range standing {
		if _, known := l.last[at]; !known {
			l.found.Doubled++
			l.tell(fmt.Sprintf("doubled: match %s, game %d, hand %d stands as %q; nobody said so", at.match, at.Game, at.Number, stands))
		}
	}
	clear(l.reports)
	clear(l.last)
}

// sorted are the reports of both, in an order that is always the same.
func sorted(a, b map[report]int) []report {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.SortedFunc(maps.Keys(all), func(x, y report) int {
		return cmp.Or(cmp.Compare(x.match, y.match), cmp.Compare(x.Game, y.Game), cmp.Compare(x.Number, y.Number),
			cmp.Compare(x.side, y.side), cmp.Compare(x.hand, y.hand))
	})
}
