package event_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

var update = flag.Bool("update", false, "write the golden journal of the present format anew")

// goldenJournal is a journal with an entry of each kind, one a line, in the
// first format. It is never written anew once a program has been given out:
// every later one must still read it.
const goldenJournal = "testdata/journal.1.jsonl"

// everyKind makes an entry of each kind.
func everyKind(t tester) *hall {
	t.Helper()
	h := newHall(t, "test-league", map[string]any{"minutes": 20})
	h.do(organiser, event.Rename{EventName: ptr("教职工掼蛋赛 & 友谊赛"), Dates: []string{"2026-05-09", "2026-05-10"}})
	h.do(organiser, event.ChangeSettings{Settings: map[string]any{"bell": "finish"}})
	h.do(organiser, event.ReadEntrants{Entrants: pairs(3)})
	h.do(chief, event.CorrectEntrant{Entrant: "e2", Unit: ptr("图书馆"), Players: []string{"𠮷野", "Ann 🂡"}, Reason: "写错字"})
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e2", "e3", "e4", "e5", "e6"}, Presence: event.Present})
	h.do(organiser, event.DrawRound{Seed: "20260509"})
	h.do(chief, clock("start", 0, 0))
	for _, side := range scoresheet.Sides {
		h.hold(1, side)
		e, _ := h.state.Entrant(h.match(1).Entrants.Of(side))
		h.do(phone(side), event.TakeSeats{Speaker: speaker(1, side), Seats: seatsOf(side, e.Players)})
	}
	h.do(phone(sideA), event.CallReferee{Match: 1, Side: sideA, ReasonCode: "other", Reason: "灯坏了"})
	h.do(referee, event.AnswerCall{Call: 1, State: event.CallOnTheWay})
	h.both(1, 1, 1, 3)
	tribute := scoresheet.Hand{Finish: []scoresheet.Seat{2, 1, 4, 3}, Tribute: &scoresheet.Tribute{Refused: []scoresheet.Seat{2, 4}}}
	h.do(phone(sideB), report(1, sideB, 1, 2, tribute))
	h.do(phone(sideA), event.Object{Speaker: speaker(1, sideA), Reason: "不是抗贡"})
	h.do(referee, settle(h, at(1, 2), &tribute))
	h.say(sideA, 1, 3, 1, 3)
	h.do(phone(sideA), event.Withdraw{Speaker: speaker(1, sideA)})
	h.do(referee, penalty("talk", sideB, 1, 2))
	h.do(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "认错人"})
	h.do(referee, event.NoteRuling{Match: 1, Ruling: event.CardRuling{
		Question: card.Question{Left: "SA", Right: "S5", Level: 5}, Beats: ptr(true), Codes: []string{"compare.higher-level"},
	}})
	h.after(10)
	h.after(10)
	h.say(sideA, 1, 3, 1, 3)
	h.confirm(sideB)
	h.confirm(sideA)
	h.confirm(sideB)
	h.do(referee, event.SignOff{Match: 1, Version: h.match(1).Version})
	h.do(phone(sideA), event.HoldSide{Speaker: speaker(2, sideA), Label: "小米"})
	h.do(phone(sideA), event.ReleaseSide{Speaker: speaker(2, sideA)})
	h.do(referee, event.RecordSheet{Match: 2, Games: []scoresheet.Game{ended(doubleB, doubleA)}, Version: h.match(2).Version})
	h.do(referee, event.SwapSides{Match: 2, Reason: "坐反了", Version: h.match(2).Version})
	h.do(chief, event.RevokeTable{TablePlace: event.TablePlace{Table: 1, Side: sideA}})
	h.do(chief, event.RevokeTable{})
	for range 2 {
		h.do(organiser, event.DrawRound{Seed: "2"})
		round, _ := h.state.CurrentRound()
		for n := round.First; n <= round.Last; n++ {
			h.do(referee, event.ForfeitMatch{Match: n, Forfeit: scoresheet.ForfeitBoth, Reason: "都没来"})
		}
	}
	for _, n := range []int{1, 2} {
		h.do(referee, event.RecordSheet{Match: n, Games: []scoresheet.Game{ended(doubleA)}, Reason: "重打", Version: h.match(n).Version})
		h.do(referee, event.ForfeitMatch{Match: n, Forfeit: scoresheet.ForfeitBoth, Reason: "都没来"})
	}
	h.do(chief, event.DrawLots{Seed: "抽签"})
	h.do(organiser, event.DrawRound{Seed: "final"})
	return h
}

// allKinds are all kinds of entries of format 1, as journals name them.
var allKinds = []string{
	"call.answered", "call.made", "clock.reminded", "clock.rung", "clock.set", "entrants.checked-in", "entrants.corrected", "entrants.read",
	"event.created", "event.renamed", "hand.confirmed", "hand.objected", "hand.reported", "hand.settled", "hand.withdrawn", "lots.drawn",
	"match.agreed", "match.forfeited", "match.signed-off", "penalty.cancelled", "penalty.given", "phase.drawn", "round.drawn", "ruling.noted",
	"settings.changed", "sheet.recorded", "side.held", "side.released", "side.seats", "sides.swapped", "table.revoked",
}

func TestTheGoldenJournalIsStillRead(t *testing.T) {
	if *update {
		if err := os.WriteFile(goldenJournal, append(bytes.Join(everyKind(t).log, []byte("\n")), '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(goldenJournal)
	if err != nil {
		t.Fatal(err)
	}
	log := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	var met []string
	for _, encoded := range log {
		e, err := event.DecodeEntry(encoded)
		if err != nil {
			t.Fatal(err)
		}
		met = append(met, string(e.Kind))
	}
	slices.Sort(met)
	if met = slices.Compact(met); !slices.Equal(met, allKinds) {
		t.Errorf("the golden journal has the kinds %v, want %v", met, allKinds)
	}
	s := replay(t, log)
	if s.Name != "教职工掼蛋赛 & 友谊赛" || s.Stage() != event.StageRunning || len(s.Rounds) != 4 || s.Generations() != 2 {
		t.Errorf("%s, %s, %d rounds, %d revocations", s.Name, s.Stage(), len(s.Rounds), s.Generations())
	}
	if e, _ := s.Entrant("e2"); e.Players[1] != "Ann 🂡" || e.Unit != "图书馆" || e.Presence != event.Present {
		t.Errorf("entrant %+v", e)
	}
	if lots := s.Lots; len(lots) == 0 || lots[0].Seed != "抽签" {
		t.Errorf("lots %+v", lots)
	}
	hand, _ := replay(t, log[:slices.IndexFunc(log, func(e []byte) bool { return bytes.Contains(e, []byte(`"kind":"sheet.recorded"`)) })]).Match(1).Hand(at(1, 2))
	if hand.State != event.Settled || hand.Objection == nil || hand.Author.Name != "张" || hand.Hand.Tribute == nil {
		t.Errorf("hand %+v", hand)
	}
}

// The entries that are written today survive too, whatever the golden file has.
func TestEveryKindSurvives(t *testing.T) {
	h := everyKind(t)
	h.survives()
}

func TestEntriesThatAreNotTaken(t *testing.T) {
	h := everyKind(t)
	change := func(old, new string) []byte {
		changed := bytes.Replace(h.log[0], []byte(old), []byte(new), 1)
		if bytes.Equal(changed, h.log[0]) {
			t.Fatalf("%q is not in the entry", old)
		}
		return changed
	}
	var format *event.FormatError
	if _, err := event.DecodeEntry(change(`"v":1`, `"v":2`)); !errors.As(err, &format) || format.Format != 2 || format.Error() == "" {
		t.Errorf("a newer format: %v", err)
	}
	for name, encoded := range map[string][]byte{
		"an unknown kind":          change(`"kind":"event.created"`, `"kind":"event.imagined"`),
		"broken":                   h.log[0][:100],
		"a hash that is too short": change(`"prev":"00`, `"prev":"`),
		"a hash of other signs":    change(`"prev":"00`, `"prev":"zz`),
		"data of another type":     change(`"id":"e1"`, `"id":1`),
	} {
		if _, err := event.DecodeEntry(encoded); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// The chain shows an entry that was edited, left out, put in or moved.
func TestTheChain(t *testing.T) {
	log := everyKind(t).log
	edit := func(i int) []byte { return bytes.Replace(log[i], []byte("2026-"), []byte("2025-"), 1) }
	for _, row := range []struct {
		name  string
		log   [][]byte
		entry int
	}{
		{"edited", append(append(slices.Clone(log[:5]), edit(5)), log[6:]...), 7},
		{"left out", append(slices.Clone(log[:5]), log[6:]...), 6},
		{"twice", append(append(slices.Clone(log[:6]), log[5]), log[6:]...), 7},
		{"moved", append(append(slices.Clone(log[:5]), log[6], log[5]), log[7:]...), 6},
		{"without its beginning", log[1:], 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			var chain event.Chain
			for _, encoded := range row.log {
				_, err := chain.Add(encoded)
				var broken *event.ChainError
				if errors.As(err, &broken) {
					if broken.Entry != row.entry || broken.Error() == "" || chain.Len() != row.entry-1 {
						t.Errorf("%v after %d, want it at %d", broken, chain.Len(), row.entry)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Error("nobody noticed")
		})
	}
}

func TestHashes(t *testing.T) {
	hash := event.HashOf([]byte("掼蛋"))
	var again event.Hash
	if err := again.UnmarshalText([]byte(hash.String())); err != nil || again != hash || len(hash.Short()) != 16 || !strings.HasPrefix(hash.String(), hash.Short()) {
		t.Errorf("%s %s %v", hash, hash.Short(), err)
	}
}

// An entry that no command can have made is refused, and never breaks the
// program: the last one of a journal is covered by no hash.
func FuzzDamagedEntries(f *testing.F) {
	h := everyKind(f)
	for i, encoded := range h.log {
		if i > 0 && i%3 == 0 {
			f.Add(uint8(i), encoded)
		}
	}
	states := []*event.State{nil}
	for i, encoded := range h.log {
		e, err := event.DecodeEntry(encoded)
		if err != nil {
			f.Fatal(err)
		}
		s, err := event.Evolve(states[i], e, encoded)
		if err != nil {
			f.Fatal(err)
		}
		states = append(states, s)
	}
	f.Fuzz(func(t *testing.T, i uint8, encoded []byte) {
		e, err := event.DecodeEntry(encoded)
		if err != nil {
			return
		}
		s := states[int(i)%len(states)]
		before := s
		if _, err := event.Evolve(s, e, encoded); err == nil && s != before {
			t.Error("the old state changed")
		}
	})
}

// Each entry of a journal is offered to every state of it, and with other
// numbers in it.
func TestEntriesOutOfPlaceBreakNothing(t *testing.T) {
	h := everyKind(t)
	states := []*event.State{nil}
	for i, encoded := range h.log {
		states = append(states, evolved(t, states[i], encoded))
	}
	fields := []string{"match", "round", "number", "game", "call", "penalty", "table", "phase_round"}
	for _, encoded := range h.log {
		for _, odd := range oddities(t, encoded, fields) {
			e, err := event.DecodeEntry(odd)
			if err != nil {
				continue
			}
			for _, s := range states {
				if next, err := event.Evolve(s, e, odd); err == nil {
					matchesOf(next)
				}
			}
		}
	}
	if _, err := event.Evolve(nil, event.Entry{N: 1, At: time.Now()}, nil); err == nil {
		t.Error("an entry that was not decoded was taken")
	}
}

func evolved(t tester, s *event.State, encoded []byte) *event.State {
	t.Helper()
	e, err := event.DecodeEntry(encoded)
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	next, err := event.Evolve(s, e, encoded)
	if err != nil {
		t.Fatalf("evolve: %v", err)
	}
	return next
}

// oddities are the entry, and the entry with each of the fields set to numbers
// that are wrong.
func oddities(t *testing.T, encoded []byte, fields []string) [][]byte {
	t.Helper()
	list := [][]byte{encoded}
	for _, field := range fields {
		for _, wrong := range []int{-1, 0, 2, 7, 1 << 40} {
			var entry map[string]any
			if err := json.Unmarshal(encoded, &entry); err != nil {
				t.Fatal(err)
			}
			data, _ := entry["data"].(map[string]any)
			_, inEntry := entry[field]
			_, inData := data[field]
			if inEntry {
				entry[field] = wrong
			}
			if inData {
				data[field] = wrong
			}
			if !inEntry && !inData {
				continue
			}
			odd, err := json.Marshal(entry)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, odd)
		}
	}
	return list
}

// TestEncodeIsWhatJSONWrites holds the quick encoding against the plain one.
func TestEncodeIsWhatJSONWrites(t *testing.T) {
	data, err := os.ReadFile("testdata/journal.1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var e event.Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		quick, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(quick, plain) {
			t.Errorf("entry %d: %s, want %s", e.N, quick, plain)
		}
	}
}
