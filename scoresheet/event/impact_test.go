package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// cup is a knockout of four pairs that is drawn anew each round: both matches
// of the first round are won by side A, and the final is drawn.
func cup(t tester) *hall {
	t.Helper()
	h := newHall(t, "guandan-five", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
	h.do(organiser, event.DrawRound{Seed: "7"})
	h.passes(1, sideA)
	h.passes(2, sideA)
	h.do(organiser, event.DrawRound{Seed: "8"})
	return h
}

// passes has a side pass A in a match: three double-downs take it to J, one
// more to A, and the last one passes.
func (h *hall) passes(n int, side scoresheet.Side) {
	h.Helper()
	order := doubleA
	if side == sideB {
		order = doubleB
	}
	game := scoresheet.Game{}
	for range 5 {
		game.Hands = append(game.Hands, scoresheet.Hand{Finish: slices.Clone(order)})
		h.do(referee, event.RecordSheet{Match: n, Games: []scoresheet.Game{game}, Version: h.match(n).Version, Reason: "纸质记分表"})
		if h.match(n).Done() {
			return
		}
	}
	h.Fatalf("match %d is %s", n, h.match(n).State)
}

// turned is the first match, won by side B after all.
func turned(h *hall) event.RecordSheet {
	h.Helper()
	game := scoresheet.Game{}
	for range len(h.match(1).Games[0].Hands) {
		game.Hands = append(game.Hands, scoresheet.Hand{Finish: slices.Clone(doubleB)})
	}
	return event.RecordSheet{Match: 1, Games: []scoresheet.Game{game}, Version: h.match(1).Version, Reason: "登记错误"}
}

func TestACorrectionAsksWhatBecomesOfLaterRounds(t *testing.T) {
	h := cup(t)
	loser, winner := h.match(1).Entrants.A, h.match(1).Entrants.B
	_, err := h.decide(referee, turned(h))
	var refusal *event.Refusal
	if err == nil || !asRefusal(err, &refusal) || refusal.Code != "later.choose" {
		t.Fatalf("got %v", err)
	}
	impact := refusal.Args["impact"].(event.Impact)
	want := []event.PairingShift{{Match: 3, Round: 2, Table: h.match(3).Table, Out: loser, In: winner}}
	if !slices.Equal(impact.Pairings, want) {
		t.Errorf("impact %+v", impact)
	}
	if !slices.Equal(impact.Choices, []event.Later{event.LaterKeep, event.LaterRedraw, event.LaterReplay}) {
		t.Errorf("choices %v", impact.Choices)
	}
	h.refused(referee, event.Following{Command: turned(h), Later: "anyhow"}, "later.choose")
}

func TestWhatBecomesOfLaterRounds(t *testing.T) {
	for _, test := range []struct {
		later  event.Later
		rounds int
		// finalist says whether the right one plays the final.
		finalist bool
	}{
		{event.LaterKeep, 2, false},
		{event.LaterRedraw, 1, false},
		{event.LaterReplay, 2, true},
	} {
		t.Run(string(test.later), func(t *testing.T) {
			h := cup(t)
			h.passes(3, sideA)
			winner := h.match(1).Entrants.B
			h.do(referee, event.Following{Command: turned(h), Later: test.later, Reason: "登记错误"})
			if len(h.state.Rounds) != test.rounds {
				t.Fatalf("%d rounds", len(h.state.Rounds))
			}
			final := h.match(3)
			if got := final.SideOf(winner) != scoresheet.NoSide; got != test.finalist {
				t.Errorf("the right one plays the final: %v", got)
			}
			switch test.later {
			case event.LaterKeep:
				if final.State != event.Over {
					t.Errorf("the final is %s", final.State)
				}
			case event.LaterRedraw:
				if !final.Undone {
					t.Error("the final counts")
				}
				h.do(organiser, event.DrawRound{Seed: "9"})
			case event.LaterReplay:
				if final.Done() || len(final.Attempts) != 1 {
					t.Errorf("the final is %s, with %d attempts", final.State, len(final.Attempts))
				}
			}
			last := h.state.Matches()
			if !h.match(last).Done() {
				h.passes(last, sideB)
			}
			h.wantPlaces(4)
			h.survives()
		})
	}
}

// wantPlaces wants everybody to have one place.
func (h *hall) wantPlaces(n int) {
	h.Helper()
	places, err := h.state.Places()
	if err != nil {
		h.Fatalf("places: %v", err)
	}
	seen := map[contest.EntrantID]bool{}
	for _, p := range places {
		if p.Place < 1 || p.Place > n || seen[p.Entrant.ID] {
			h.Errorf("place %d of %s", p.Place, p.Entrant.ID)
		}
		seen[p.Entrant.ID] = true
	}
	if len(seen) != n {
		h.Errorf("%d places for %d", len(seen), n)
	}
}

// A correction that moves nobody on asks nothing.
func TestACorrectionThatTouchesNothing(t *testing.T) {
	h := cup(t)
	game := h.match(2).Games[0].Hands[0]
	correction := event.Correct{Match: 2, Place: event.Place{Game: 1, Number: 1}, Hand: &game.Hand, Reason: "写清楚", Version: h.match(2).Version}
	h.do(referee, correction)
	h.survives()
}

func TestARoundTakenBack(t *testing.T) {
	h := cup(t)
	h.refused(chief, event.UndoRound{Number: 1, Reason: "错"}, "undo.not-last")
	h.refused(chief, event.UndoRound{Number: 2}, "text.empty")
	h.refused(referee, event.UndoRound{Number: 2, Reason: "错"}, "forbidden")
	h.do(chief, event.UndoRound{Number: 2, Reason: "抽错了"})
	if !h.match(3).Undone || len(h.state.Rounds) != 1 {
		t.Errorf("match 3 undone %v, %d rounds", h.match(3).Undone, len(h.state.Rounds))
	}
	if m := h.state.AtTable(h.match(1).Table); m == nil || m.Number != 1 {
		t.Error("the first round does not sit at its tables again")
	}
	h.do(organiser, event.DrawRound{Seed: "10"})
	if h.match(4).Round != 2 {
		t.Errorf("match 4 is of round %d", h.match(4).Round)
	}
	h.passes(4, sideA)
	h.refused(chief, event.UndoRound{Number: 2, Reason: "错"}, "undo.begun")
	h.do(chief, event.UndoRound{Number: 2, Reason: "错", Begun: true})
	h.survives()
}

func TestMissingResultsAreSettledByName(t *testing.T) {
	h := newHall(t, "guandan-jiangsu", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(6)})
	h.do(organiser, event.DrawRound{Seed: "7"})
	h.refused(organiser, event.DrawRound{Seed: "8"}, "draw.missing")
	h.refused(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{1: event.OutcomePostponed, 2: event.OutcomeVoid}}, "draw.missing")
	h.refused(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{9: event.OutcomeVoid}}, "draw.not-missing")
	h.refused(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{1: "lost"}}, "draw.outcome")
	h.do(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{1: event.OutcomePostponed, 2: event.OutcomeVoid, 3: event.OutcomeForfeitB}})
	if !h.match(1).Postponed || h.match(2).State != event.Void || h.match(3).Forfeit != scoresheet.ForfeitB {
		t.Errorf("match 1 postponed %v, match 2 %s, match 3 %q", h.match(1).Postponed, h.match(2).State, h.match(3).Forfeit)
	}
	h.survives()
}

func TestAKnockoutCannotPostpone(t *testing.T) {
	h := newHall(t, "guandan-five", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
	h.do(organiser, event.DrawRound{Seed: "7"})
	for _, outcome := range []event.Outcome{event.OutcomePostponed, event.OutcomeVoid} {
		h.refused(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{1: outcome, 2: event.OutcomeForfeitA}}, "draw.outcome-knockout")
	}
	h.do(organiser, event.DrawRound{Seed: "8", Missing: map[int]event.Outcome{1: event.OutcomeForfeitBoth, 2: event.OutcomeForfeitA}})
	if h.state.Stage() != event.StageOver {
		t.Errorf("the event is %s with one pair left", h.state.Stage())
	}
	h.wantPlaces(4)
}

func TestPaperLots(t *testing.T) {
	begin := func(t *testing.T, book string) *hall {
		h := newHall(t, book, nil)
		h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
		return h
	}
	pair := func(home, away contest.EntrantID) event.PaperPair { return event.PaperPair{Home: home, Away: away} }
	draw := func(pairs ...event.PaperPair) event.DrawRound {
		return event.DrawRound{Seed: "7", Paper: &event.PaperDraw{Pairs: pairs}}
	}
	t.Run("pairs", func(t *testing.T) {
		h := begin(t, "guandan-five")
		h.refused(organiser, draw(pair("e1", "e2"), pair("e3", "e1")), "knockout.double")
		h.refused(organiser, draw(pair("e1", "e2"), pair("e3", "e9")), "knockout.stranger")
		h.do(organiser, draw(pair("e4", "e1"), pair("e3", "e2")))
		round, _ := h.state.CurrentRound()
		if m := h.match(1); m.Entrants.A != "e4" || m.Entrants.B != "e1" || !round.Paper || round.Seed != "" {
			t.Errorf("match 1 %v, paper %v, seed %q", m.Entrants, round.Paper, round.Seed)
		}
		h.survives()
	})
	t.Run("a rematch", func(t *testing.T) {
		h := begin(t, "guandan-jiangsu")
		h.do(organiser, draw(pair("e1", "e2"), pair("e3", "e4")))
		h.endAll()
		h.refused(organiser, draw(pair("e2", "e1"), pair("e3", "e4")), "swiss.again")
		h.do(organiser, draw(pair("e1", "e3"), pair("e4", "e2")))
		h.survives()
	})
	t.Run("numbers", func(t *testing.T) {
		h := newHall(t, "test-open", nil)
		h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
		orders := func(ids ...contest.EntrantID) event.DrawRound {
			return event.DrawRound{Seed: "7", Paper: &event.PaperDraw{Orders: map[string][]contest.EntrantID{"": ids}}}
		}
		h.refused(organiser, orders("e1", "e2", "e3"), "draw.paper-missing")
		h.refused(organiser, orders("e1", "e2", "e3", "e3"), "draw.paper-order")
		h.do(organiser, orders("e4", "e2", "e3", "e1"))
		if got := h.state.Draws[0].Groups[0].Order; !slices.Equal(got, []contest.EntrantID{"e4", "e2", "e3", "e1"}) {
			t.Errorf("order %v", got)
		}
		h.survives()
	})
}
