package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// forfeits ends every open match of the current round: the entrant loses who
// comes later in the list.
func (h *hall) forfeits() {
	h.Helper()
	round, _ := h.state.CurrentRound()
	for n := round.First; n <= round.Last; n++ {
		if m := h.match(n); !m.Done() {
			h.do(referee, forfeited(h, n, byNumber(m)))
		}
	}
}

// forfeited is a match that the side wins because the other forfeits it.
func forfeited(h *hall, n int, winner scoresheet.Side) event.ForfeitMatch {
	h.Helper()
	loser := scoresheet.ForfeitB
	if winner == sideB {
		loser = scoresheet.ForfeitA
	}
	return event.ForfeitMatch{Match: n, Forfeit: loser, Reason: "没来"}
}

// finals is an event of two groups of four whose groups are played to the end:
// the first of the list is first. The first round of the finals is drawn.
func finals(t tester, rulebook string) *hall {
	t.Helper()
	h := newHall(t, rulebook, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(4)})
	for range 3 {
		h.do(organiser, event.DrawRound{Seed: "7"})
		h.forfeits()
	}
	h.do(organiser, event.DrawRound{Seed: "8"})
	return h
}

// between is the match of two entrants.
func (h *hall) between(a, b contest.EntrantID) *event.Match {
	h.Helper()
	for n := 1; n <= h.state.Matches(); n++ {
		m := h.match(n)
		if m.SideOf(a) != scoresheet.NoSide && m.SideOf(b) != scoresheet.NoSide {
			return m
		}
	}
	h.Fatalf("%s and %s do not meet", a, b)
	return nil
}

// wins is the match of two entrants as the first of them wins it.
func (h *hall) wins(winner, loser contest.EntrantID) event.ForfeitMatch {
	h.Helper()
	m := h.between(winner, loser)
	return forfeited(h, m.Number, m.SideOf(winner))
}

// asked is what the command is asked about.
func (h *hall) asked(cmd event.Command) event.Impact {
	h.Helper()
	_, err := h.decide(chief, cmd)
	var refusal *event.Refusal
	if !asRefusal(err, &refusal) || refusal.Code != "later.choose" {
		h.Fatalf("got %v, want a question", err)
	}
	return refusal.Args["impact"].(event.Impact)
}

// moved are the entrants that would not stand where they do, in order.
func moved(impact event.Impact) []contest.EntrantID {
	var out []contest.EntrantID
	for _, shift := range impact.Pairings {
		if shift.Out != "" {
			out = append(out, shift.Out)
		}
	}
	slices.Sort(out)
	return out
}

// Who loses a semi-final plays for third place: nobody is missing from the next
// round, and yet two play the wrong match.
func TestASemiFinalTurnedRound(t *testing.T) {
	h := finals(t, "test-cross")
	h.forfeits()
	h.do(organiser, event.DrawRound{Seed: "9"})
	// Of two groups the lower numbers win: e1 and e2 meet twice.
	var semi, final *event.Match
	for _, m := range h.state.RoundMatches(4) {
		if m.SideOf("e1") != scoresheet.NoSide {
			semi = m
		}
	}
	for _, m := range h.state.RoundMatches(5) {
		if m.SideOf("e1") != scoresheet.NoSide {
			final = m
		}
	}
	loser := semi.Entrants.Of(semi.SideOf("e1").Other())
	turned := forfeited(h, semi.Number, semi.SideOf(loser))
	impact := h.asked(turned)
	want := []contest.EntrantID{"e1", loser}
	slices.Sort(want)
	if got := moved(impact); !slices.Equal(got, want) {
		t.Errorf("%v stand elsewhere, want %v", got, want)
	}
	if !slices.Contains(impact.Choices, event.LaterReplay) {
		t.Errorf("choices %v", impact.Choices)
	}
	h.do(referee, event.Following{Command: turned, Later: event.LaterReplay, Reason: "记反了"})
	if m := h.match(final.Number); m.SideOf(loser) == scoresheet.NoSide || m.SideOf("e1") != scoresheet.NoSide {
		t.Errorf("the final is played by %v", m.Entrants)
	}
	h.forfeits()
	h.wantPlaces(8)
	h.survives()
}

// Second and third of a group play for other places, though both play on.
func TestRanksTurnedRoundBetweenPlacingGroups(t *testing.T) {
	h := finals(t, "guandan-college")
	impact := h.asked(h.wins("e3", "e2"))
	if got := moved(impact); !slices.Equal(got, []contest.EntrantID{"e2", "e3"}) {
		t.Errorf("%v stand elsewhere", got)
	}
	if !slices.Equal(impact.Choices, []event.Later{event.LaterKeep, event.LaterRedraw}) {
		t.Errorf("choices %v", impact.Choices)
	}
	h.do(referee, event.Following{Command: h.wins("e3", "e2"), Later: event.LaterRedraw, Reason: "记反了"})
	h.do(organiser, event.DrawRound{Seed: "9"})
	group := ""
	for _, m := range h.state.RoundMatches(len(h.state.Rounds)) {
		if m.SideOf("e3") != scoresheet.NoSide {
			group = m.Group
		}
	}
	if group != "1-4" {
		t.Errorf("the new second plays in %q", group)
	}
	h.survives()
}

// First and second of a group come to the semi-finals either way, but not to the
// same ones.
func TestRanksTurnedRoundAcrossABracket(t *testing.T) {
	h := finals(t, "test-cross")
	impact := h.asked(h.wins("e2", "e1"))
	if got := moved(impact); len(got) != 0 {
		t.Errorf("%v would not be there", got)
	}
	if len(impact.Pairings) != 2 {
		t.Errorf("%d of two semi-finals touched: %+v", len(impact.Pairings), impact.Pairings)
	}
	if slices.Contains(impact.Choices, event.LaterReplay) {
		t.Errorf("choices %v", impact.Choices)
	}
	// Third and fourth do not come to them at all.
	h.do(referee, h.wins("e4", "e3"))
	h.survives()
}

// A match that is to be played again leaves open who should have gone on.
func TestPlayingAgainWhatLaterRoundsRestOn(t *testing.T) {
	for _, test := range []struct {
		name    string
		hall    func(tester) *hall
		match   func(*hall) *event.Match
		touched int
	}{
		{"a match of a group", func(t tester) *hall { return finals(t, "guandan-college") }, func(h *hall) *event.Match { return h.between("e1", "e2") }, 4},
		{"a match of a knockout", cup, func(h *hall) *event.Match { return h.match(1) }, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := test.hall(t)
			m := test.match(h)
			replay := event.ReplayMatch{Replay: event.Replay{Match: m.Number}, Reason: "发错牌", Later: event.LaterKeep, Version: h.state.Version}
			impact := h.asked(event.Following{Command: replay})
			if len(impact.Pairings) != test.touched || slices.Contains(impact.Choices, event.LaterReplay) {
				t.Errorf("touched %+v, choices %v", impact.Pairings, impact.Choices)
			}
			h.do(chief, event.Following{Command: replay, Later: event.LaterKeep, Reason: "发错牌"})
			if len(h.state.Rounds) == 0 || h.match(m.Number).Done() {
				t.Errorf("match %d is %s", m.Number, h.match(m.Number).State)
			}
			h.survives()
		})
	}
}
