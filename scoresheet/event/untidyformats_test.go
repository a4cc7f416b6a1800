package event_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// formats are rulebooks with each kind of phase, and what they need to begin.
var formats = []struct {
	book     string
	entrants int
}{
	{"guandan-jiangsu", 6}, {"guandan-jiangsu", 7}, {"guandan-five", 5}, {"guandan-five", 8}, {"guandan-factory", 7},
	{"guandan-best-of-three", 6}, {"guandan-repechage", 12}, {"guandan-institute", 16}, {"guandan-office", 6}, {"guandan-community", 6}, {"test-open", 5},
}

// begun is an event of the format whose first round is drawn.
func begun(t tester, book string, n int) *hall {
	t.Helper()
	h := newHall(t, book, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(n)})
	h.do(organiser, event.DrawRound{Seed: "7"})
	return h
}

// endAll has staff bring every match to its end, and sign it off.
func (h *hall) endAll() {
	h.Helper()
	for n := 1; n <= h.state.Matches(); n++ {
		end(h, n)
	}
}

// toTheEnd draws and plays until the event is over; a tie for a place that is
// played off needs a round more.
func (h *hall) toTheEnd() {
	h.Helper()
	for range 60 {
		h.endAll()
		if h.state.Stage() == event.StageOver {
			return
		}
		h.do(organiser, event.DrawRound{Seed: "next"})
	}
	_, err := h.state.NextRound()
	h.Fatalf("the event is %s: %v", h.state.Stage(), codeAndArgs(err))
}

// Whatever happens to entrants in whatever format, the event comes to its end,
// everybody has one place, and nobody plays who has left.
func TestUntidyFormatsComeToTheirEnd(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		format := formats[rapid.IntRange(0, len(formats)-1).Draw(r, "format")]
		seed := rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(r, "seed")
		d := &day{hall: begun(r, format.book, format.entrants), r: r, dice: rand.New(rand.NewPCG(seed[0]^seed[1]<<7, seed[2]^seed[3]<<9))}
		for range 60 {
			for range d.number(0, 3) {
				d.untidyCommand()
			}
			d.endAll()
			if d.state.Stage() == event.StageOver {
				break
			}
			d.do(organiser, event.DrawRound{Seed: "next"})
			round, _ := d.state.CurrentRound()
			for _, m := range d.state.RoundMatches(round.Number) {
				for _, side := range scoresheet.Sides {
					if e, _ := d.state.Entrant(m.Entrants.Of(side)); e.Left != nil && m.State != event.Forfeited {
						r.Fatalf("%s has left and plays match %d (%s)", e.ID, m.Number, m.State)
					}
				}
			}
			d.checkUntidy()
		}
		if d.state.Stage() != event.StageOver {
			_, err := d.state.NextRound()
			r.Fatalf("%s of %d is %s: %s", format.book, format.entrants, d.state.Stage(), codeAndArgs(err))
		}
		places, err := d.state.Places()
		if err != nil {
			r.Fatalf("places: %v", err)
		}
		wantPlaces(r, d.state, places)
		if diff := difference(projection(r, d.state), projection(r, replay(r, d.log))); diff != "" {
			r.Fatalf("replayed otherwise: %s", diff)
		}
	})
}

// untidyCommand has an entrant come or go, or a match of the round be put right.
func (d *day) untidyCommand() {
	d.Helper()
	// Corrections of earlier rounds ask what becomes of later ones.
	round, _ := d.state.CurrentRound()
	n := d.number(round.First, round.Last)
	var cmd event.Command
	switch d.number(0, 6) {
	case 0, 1:
		cmd = withdraw(d.entrant())
	case 2:
		cmd = reinstate(d.entrant())
	case 3:
		if len(d.state.Entrants) > 18 || d.chance(70) {
			return // each one makes a round robin longer
		}
		cmd = late(fmt.Sprint("新甲", len(d.state.Entrants)), fmt.Sprint("新乙", len(d.state.Entrants)))
		add := cmd.(event.AddEntrant)
		add.Entrant.Number, add.Entrant.Unit = "", fmt.Sprint("新单位", len(d.state.Entrants))
		cmd = add
	case 4:
		cmd = event.Exchange{A: event.MatchSide{Match: n, Side: d.side()}, B: event.MatchSide{Match: d.number(round.First, round.Last), Side: d.side()}, Whole: d.chance(40), Reason: "坐错", Version: d.state.Version}
	case 5:
		cmd = event.ReplayMatch{Replay: event.Replay{Match: n}, Reason: "重赛", Version: d.state.Version}
	default:
		cmd = event.GivePenalty{Match: n, Penalty: scoresheet.Penalty{Violation: d.violation(), Side: d.side(), Game: 1, Actions: []string{"disqualify"}, Reason: "动手"}}
	}
	decided, err := d.decide(organiser, cmd)
	if err != nil {
		if code := codeOf(err); len(code) > 7 && code[:7] == "defect:" {
			d.Fatalf("%s %+v: %s", cmd.Name(), cmd, code)
		}
		return
	}
	d.r.Logf("%T %+v: %v", cmd, cmd, kinds(decided))
	d.take(decided)
}

// Who comes late to a Swiss is drawn from the next round on.
func TestALateEntryIntoASwiss(t *testing.T) {
	h := begun(t, "guandan-jiangsu", 6)
	h.makes(chief, late("新甲", "新乙"), "entrants.added")
	h.endAll()
	h.do(organiser, event.DrawRound{Seed: "2"})
	named := map[contest.EntrantID]int{}
	round, _ := h.state.CurrentRound()
	for _, m := range h.state.RoundMatches(2) {
		named[m.Entrants.A]++
		named[m.Entrants.B]++
	}
	for _, bye := range round.Byes {
		named[bye.Entrant]++
	}
	for _, e := range h.state.Entrants {
		if named[e.ID] != 1 {
			t.Errorf("%s stands in round 2 %d times", e.ID, named[e.ID])
		}
	}
	h.toTheEnd()
	h.refused(chief, event.AddEntrant{Entrant: event.Entrant{Unit: "再新", Players: []string{"再新甲", "再新乙"}}, Reason: "补报"}, "add.over")
	h.survives()
}

// Everybody leaves: the event is over, or soon is.
func TestEverybodyLeaves(t *testing.T) {
	for _, format := range formats {
		t.Run(fmt.Sprint(format.book, format.entrants), func(t *testing.T) {
			h := begun(t, format.book, format.entrants)
			for _, e := range h.state.Entrants {
				h.do(chief, withdraw(e.ID))
			}
			h.toTheEnd()
			places, err := h.state.Places()
			if err != nil {
				t.Fatal(err)
			}
			wantPlaces(t, h.state, places)
			h.survives()
		})
	}
}
