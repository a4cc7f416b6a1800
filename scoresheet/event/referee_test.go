package event_test

import (
	"fmt"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func at(game, number int) event.Place { return event.Place{Game: game, Number: number} }

func settle(h *hall, place event.Place, hand *scoresheet.Hand) event.Settle {
	return event.Settle{Match: 1, Place: place, Hand: hand, Reason: "看了牌", Version: h.match(1).Version}
}

func correct(h *hall, place event.Place, hand *scoresheet.Hand) event.Correct {
	return event.Correct{Match: 1, Place: place, Hand: hand, Reason: "记错", Version: h.match(1).Version}
}

func sheet(h *hall, games ...scoresheet.Game) event.RecordSheet {
	return event.RecordSheet{Match: 1, Games: games, Reason: "纸", Version: h.match(1).Version}
}

func ended(orders ...[]scoresheet.Seat) scoresheet.Game {
	game := going(orders...)
	game.End = scoresheet.EndedByClock
	return game
}

func going(orders ...[]scoresheet.Seat) scoresheet.Game {
	game := scoresheet.Game{Hands: []scoresheet.Hand{}}
	for _, order := range orders {
		game.Hands = append(game.Hands, finish(order...))
	}
	return game
}

var doubleA, doubleB = []scoresheet.Seat{1, 3}, []scoresheet.Seat{2, 4}

func TestSettling(t *testing.T) {
	h := played(t, college, nil)
	h.refused(referee, settle(h, at(1, 1), ptr(finish(1, 3))), "settle.nothing")
	h.say(sideA, 1, 1, 1, 3)
	h.say(sideB, 1, 1, 2, 4)
	h.refused(referee, event.Settle{Match: 9}, "match.unknown")
	h.refused(referee, event.Settle{Match: 1, Place: at(1, 1), Hand: ptr(finish(1, 3)), Version: h.match(1).Version}, "text.empty")
	h.refused(referee, event.Settle{Match: 1, Place: at(1, 1), Hand: ptr(finish(1, 3)), Reason: "x", Version: h.match(1).Version - 1}, "match.changed")
	h.refused(referee, settle(h, at(1, 1), ptr(finish(1, 1))), "finish.duplicate")
	h.refused(referee, settle(h, at(1, 2), ptr(finish(1, 3))), "settle.nothing")
	h.makes(referee, settle(h, at(1, 1), ptr(finish(2, 1, 4, 3))), "hand.settled")
	h.wantHand(1, 1, event.Settled)
	h.wantLevels(1, "2:4")
	h.refused(referee, settle(h, at(1, 1), ptr(finish(1, 3))), "settle.nothing")
	h.say(sideA, 1, 2, 1, 3)
	h.makes(referee, settle(h, at(1, 2), nil), "hand.withdrawn")
	h.refused(referee, settle(h, at(1, 2), nil), "settle.nothing")
	h.survives()
}

func TestCorrecting(t *testing.T) {
	h := played(t, college, nil)
	h.both(1, 1, 1, 3)
	h.both(1, 2, 1, 3)
	h.refused(referee, correct(h, at(1, 4), ptr(finish(2, 4))), "hand.not-next")
	h.refused(referee, correct(h, at(1, 3), nil), "settle.nothing")
	h.refused(referee, event.Correct{Match: 0, Place: at(1, 1)}, "match.unknown")
	h.refused(referee, event.Correct{Match: 1, Place: at(1, 1), Hand: ptr(finish(2, 4)), Reason: "x", Version: 2}, "match.changed")
	h.makes(referee, correct(h, at(1, 1), ptr(finish(2, 4))), "hand.settled")
	h.wantHand(1, 1, event.Corrected)
	h.wantLevels(1, "5:5")
	h.makes(referee, correct(h, at(1, 1), nil), "hand.withdrawn")
	h.wantLevels(1, "5:2")
	h.makes(referee, correct(h, at(1, 1), ptr(finish(1, 3))), "hand.settled")
	h.makes(referee, correct(h, at(1, 3), ptr(finish(1, 3))), "hand.settled")
	h.wantLevels(1, "J:2")
	h.survives()
}

// Whatever changes a signed result opens it again, and takes back what the
// sides have agreed to.
func TestASignedResultOpensAgain(t *testing.T) {
	for _, row := range []struct {
		name string
		cmd  func(h *hall) event.Command
	}{
		{"by another hand", func(h *hall) event.Command { return correct(h, at(1, 1), ptr(finish(2, 4))) }},
		{"by a hand taken off", func(h *hall) event.Command { return correct(h, at(1, 1), nil) }},
		{"by a sheet", func(h *hall) event.Command { return sheet(h, ended(doubleB)) }},
		{"by a penalty", func(h *hall) event.Command {
			return event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "substitution", Side: sideA}}
		}},
		{"by a penalty taken back", func(h *hall) event.Command { return event.CancelPenalty{Match: 1, Penalty: 1, Reason: "认错人"} }},
		{"by swapped sides", func(h *hall) event.Command {
			return event.SwapSides{Match: 1, Reason: "坐反了", Version: h.match(1).Version}
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := played(t, college, nil)
			h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "slow-play", Seat: 1}})
			h.passA(1, 1, sideA)
			h.confirm(sideA)
			h.confirm(sideB)
			h.makes(referee, event.SignOff{Match: 1, Version: h.match(1).Version}, "match.signed-off")
			h.do(referee, row.cmd(h))
			if m := h.match(1); m.State == event.SignedOff || m.SignedOff != nil || m.Agreed.A || m.Agreed.B {
				t.Errorf("match is %s, signed off %v, agreed %v", m.State, m.SignedOff, m.Agreed)
			}
			h.survives()
		})
	}
}

func TestSigningOff(t *testing.T) {
	h := played(t, college, nil)
	sign := func() event.SignOff { return event.SignOff{Match: 1, Version: h.match(1).Version} }
	h.refused(referee, event.SignOff{Match: 9}, "match.unknown")
	h.refused(referee, sign(), "sign-off.not-over")
	h.refused(referee, event.SignOffRound{Round: 2}, "round.unknown")
	h.makes(referee, event.SignOffRound{Round: 1})
	h.passA(1, 1, sideA)
	h.makes(referee, event.SignOffRound{Round: 1})
	h.refused(referee, event.SignOff{Match: 1, Version: 1}, "match.changed")
	fork := h.fork(t)
	h.makes(referee, sign(), "match.signed-off")
	h.makes(referee, sign())
	for _, cmd := range []event.Command{report(1, sideA, 1, 7, finish(1, 3)), event.Withdraw{Speaker: speaker(1, sideA)}, event.Confirm{Speaker: speaker(1, sideA)},
		event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Device: "new"}, TakeOver: true}} {
		h.refused(phone(sideA), cmd, "match.closed")
	}
	h.refused(referee, event.ForfeitMatch{Match: 1, Forfeit: scoresheet.ForfeitA, Reason: "x"}, "match.closed")
	fork.confirm(sideA)
	fork.confirm(sideB)
	fork.makes(referee, event.SignOffRound{Round: 1}, "match.signed-off")
	h.survives()
	fork.survives()
}

func TestSheets(t *testing.T) {
	h := played(t, college, nil)
	h.refused(referee, event.RecordSheet{Match: 9}, "match.unknown")
	h.refused(referee, sheet(h, going([]scoresheet.Seat{1, 1})), "finish.duplicate")
	h.refused(referee, sheet(h, ended(doubleA), ended(doubleA)), "game.after-end")
	h.refused(referee, sheet(h, scoresheet.Game{Hands: []scoresheet.Hand{{Finish: doubleA, Table: 2}}}), "hand.field")
	h.makes(referee, event.RecordSheet{Match: 1, Games: []scoresheet.Game{ended(doubleA, doubleB)}, Version: h.match(1).Version}, "sheet.recorded")
	h.wantState(event.Over)
	h.refused(referee, event.RecordSheet{Match: 1, Games: []scoresheet.Game{ended(doubleB)}, Version: h.match(1).Version}, "text.empty")
	h.refused(referee, event.RecordSheet{Match: 1, Games: []scoresheet.Game{ended(doubleB)}, Reason: "x", Version: 1}, "match.changed")
	h.makes(referee, sheet(h, ended(doubleB)), "sheet.recorded")
	if m := h.match(1); m.Verdict.Match.Winner != sideB || len(m.Games[0].Hands) != 1 {
		t.Errorf("match %+v", m.Verdict)
	}
	if v := h.state.JudgeSheet(h.match(1), []scoresheet.Game{ended(doubleA)}); v.Match.Winner != sideA {
		t.Errorf("what a sheet would give: %+v", v.Match)
	}
	h.do(referee, event.ForfeitMatch{Match: 1, Forfeit: scoresheet.ForfeitA, Reason: "走了"})
	h.refused(referee, sheet(h, ended(doubleB)), "match.closed")
	h.survives()
}

// Paper that goes on where the phones ended needs no reason; paper that says
// something else about a hand does, and so does one that ends a dispute.
func TestPaperThatGoesOn(t *testing.T) {
	typed := func(h *hall, hands ...[]scoresheet.Seat) event.RecordSheet {
		return event.RecordSheet{Match: 1, Games: []scoresheet.Game{going(hands...)}, Version: h.match(1).Version}
	}
	h := played(t, college, nil)
	h.both(1, 1, 1, 3)
	h.say(sideA, 1, 2, 1, 2, 3)
	for _, tt := range []struct {
		name string
		cmd  event.RecordSheet
	}{
		{"another first hand", typed(h, doubleB, []scoresheet.Seat{1, 2, 3, 4})},
		{"another second hand", typed(h, doubleA, doubleB)},
		{"one left out", typed(h, doubleA)},
		{"all left out", event.RecordSheet{Match: 1, Version: h.match(1).Version}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.refused(referee, tt.cmd, "text.empty") })
	}
	h.makes(referee, typed(h, []scoresheet.Seat{1, 3, 2, 4}, []scoresheet.Seat{1, 2, 3}, doubleB), "sheet.recorded")
	h.say(sideA, 1, 4, 1, 3)
	h.say(sideB, 1, 4, 2, 4)
	h.refused(referee, typed(h, doubleA, []scoresheet.Seat{1, 2, 3}, doubleB, doubleB), "text.empty")
	h.survives()
}

func TestForfeiting(t *testing.T) {
	h := played(t, college, nil)
	forfeit := func(who scoresheet.Forfeit) event.ForfeitMatch {
		return event.ForfeitMatch{Match: 1, Forfeit: who, Reason: "没来"}
	}
	h.refused(referee, event.ForfeitMatch{Match: 9}, "match.unknown")
	h.refused(referee, forfeit(scoresheet.NoForfeit), "forfeit.same")
	h.refused(referee, forfeit("C"), "forfeit.side")
	h.refused(referee, event.ForfeitMatch{Match: 1, Forfeit: "A", Reason: " "}, "text.empty")
	h.both(1, 1, 1, 3)
	h.makes(referee, forfeit(scoresheet.ForfeitB), "match.forfeited")
	h.wantState(event.Forfeited)
	h.refused(referee, forfeit(scoresheet.ForfeitB), "forfeit.same")
	h.refused(phone(sideA), report(1, sideA, 1, 2, finish(1, 3)), "match.closed")
	h.refused(referee, correct(h, at(1, 1), nil), "match.closed")
	h.refused(referee, event.SignOff{Match: 1, Version: h.match(1).Version}, "sign-off.not-over")
	h.makes(referee, forfeit(scoresheet.ForfeitBoth), "match.forfeited")
	h.makes(referee, forfeit(scoresheet.NoForfeit), "match.forfeited")
	h.wantState(event.Playing)
	h.say(sideA, 1, 2, 1, 3)
	h.wantLevels(1, "8:2")
	h.survives()
}

func penalty(violation string, side scoresheet.Side, game, hand int) event.GivePenalty {
	return event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: violation, Side: side, Game: game, Hand: hand}}
}

func TestPenalties(t *testing.T) {
	h := played(t, "test-league", nil)
	h.refused(referee, event.GivePenalty{Match: 9}, "match.unknown")
	h.refused(referee, penalty("whistling", sideA, 1, 0), "penalty.violation")
	h.refused(referee, penalty("talk", scoresheet.NoSide, 1, 0), "penalty.seat")
	h.refused(referee, penalty("talk", sideA, 2, 0), "penalty.seat")
	h.refused(referee, penalty("talk", sideA, 1, 2), "penalty.seat")
	h.refused(referee, penalty("talk", sideA, -1, 1), "penalty.seat")
	h.refused(referee, penalty("talk", sideA, 1, -1), "penalty.seat")
	long := penalty("talk", sideA, 1, 0)
	long.Penalty.Reason = strings.Repeat("x", event.MaxReason+1)
	h.refused(referee, long, "text.too-long")
	deviating := penalty("talk", sideA, 1, 0)
	deviating.Penalty.Actions = []string{"lose-match"}
	h.refused(referee, deviating, "penalty.step")
	h.both(1, 1, 1, 3)
	for i, due := range []string{"[warn]", "[lose-hand opponents-up:1]", "[lose-game]", "[lose-game]"} {
		h.makes(referee, penalty("talk", sideA, 1, 1), "penalty.given")
		if got := fmt.Sprint(h.match(1).Penalties[i].Penalty.Actions); got != due {
			t.Errorf("step %d: %s, want %s", i+1, got, due)
		}
	}
	if m := h.match(1); m.State != event.Over || m.Verdict.Match.Winner != sideB {
		t.Errorf("after a lost game: %s %+v", m.State, m.Verdict.Match)
	}
	cancel := func(n int) event.CancelPenalty {
		return event.CancelPenalty{Match: 1, Penalty: n, Reason: "认错人"}
	}
	h.refused(referee, cancel(0), "penalty.unknown")
	h.refused(referee, cancel(5), "penalty.unknown")
	h.refused(referee, event.CancelPenalty{Match: 1, Penalty: 1}, "text.empty")
	for n := 4; n >= 1; n-- {
		h.makes(referee, cancel(n), "penalty.cancelled")
	}
	h.refused(referee, cancel(1), "penalty.cancelled")
	h.wantState(event.Playing)
	h.wantLevels(1, "5:2")
	h.survives()
}

// A ladder over the whole event counts for the entrant, wherever it sits.
func TestALadderOverTheEvent(t *testing.T) {
	h := drawn(t, "test-league", nil)
	offender := h.match(1).Entrants.A
	h.do(referee, penalty("away", sideA, 0, 0))
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	for _, m := range h.state.RoundMatches(2) {
		side := m.SideOf(offender)
		if side == scoresheet.NoSide {
			continue
		}
		other, err := h.state.DuePenalty(m, scoresheet.Penalty{Violation: "away", Side: side.Other()})
		if err != nil || fmt.Sprint(other.Due) != "[warn]" {
			t.Errorf("the opponent: %+v %v", other, err)
		}
		h.do(referee, event.GivePenalty{Match: m.Number, Penalty: scoresheet.Penalty{Violation: "away", Side: side}})
		if now := h.match(m.Number); now.Verdict.Match.Winner != side.Other() || now.State != event.Over {
			t.Errorf("the second time: %+v", now.Verdict)
		}
	}
	h.survives()
}

// Hands that do not count are not on the sheet; a penalty stays with its hand
// all the same, and cannot be shaken off by taking the report back.
func TestAPenaltyStaysWithItsHand(t *testing.T) {
	t.Run("after a gap", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.both(1, 1, 1, 3)
		h.both(1, 2, 2, 4)
		h.both(1, 3, 1, 3)
		h.do(referee, correct(h, at(1, 2), nil))
		h.makes(referee, penalty("talk", sideB, 1, 3), "penalty.given")
		h.do(referee, penalty("talk", sideA, 1, 3))
		h.do(referee, penalty("talk", sideA, 1, 3))
		h.wantLevels(1, "5:3") // hand 3 is lost for A, B goes up one
		h.refused(referee, penalty("talk", sideA, 1, 2), "penalty.seat")
		h.do(referee, correct(h, at(1, 2), ptr(finish(2, 4))))
		h.wantLevels(1, "5:6")
		h.survives()
	})
	t.Run("while it is disputed", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.say(sideA, 1, 1, 1, 3)
		h.say(sideB, 1, 1, 2, 4)
		h.makes(referee, penalty("gift", sideA, 1, 1), "penalty.given")
		h.wantLevels(1, "2:4")
		h.do(referee, settle(h, at(1, 1), ptr(finish(1, 3))))
		h.wantLevels(1, "5:4")
		h.survives()
	})
	t.Run("and keeps its author from taking it back", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.say(sideA, 1, 1, 1, 3)
		h.do(referee, penalty("gift", sideA, 1, 1))
		h.refused(phone(sideA), event.Withdraw{Speaker: speaker(1, sideA)}, "withdraw.nothing")
	})
	t.Run("that is being played", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.do(referee, penalty("talk", sideA, 1, 1))
		h.do(referee, penalty("talk", sideA, 1, 1))
		h.wantLevels(1, "2:3")
		h.both(1, 1, 1, 3)
		h.wantLevels(1, "2:3") // lost for A, whose double-down brings nothing
		h.both(1, 2, 1, 3)
		h.wantLevels(1, "5:3")
		h.survives()
	})
	t.Run("that the bell has cut short", func(t *testing.T) {
		h := played(t, "test-league", map[string]any{"equal": "extra-hand"})
		h.both(1, 1, 1, 2, 4)
		h.wantLevels(1, "3:2")
		h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "gift", Side: sideA, Game: 1, Hand: 2, Actions: []string{"opponents-up:1"}, Reason: "轻微"}})
		h.after(45)
		extra := scoresheet.Hand{Finish: doubleA, Extra: true}
		for _, side := range scoresheet.Sides {
			h.do(phone(side), report(1, side, 1, 2, extra))
		}
		if v := h.match(1).Verdict; !v.Valid || v.Games[0].By != scoresheet.ByExtraHand {
			t.Errorf("verdict %+v", v)
		}
		h.survives()
	})
	t.Run("when a referee takes the hand off", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.both(1, 1, 1, 3)
		h.do(referee, penalty("gift", sideA, 1, 1))
		h.do(referee, correct(h, at(1, 1), nil))
		h.wantLevels(1, "2:4")
		h.both(1, 1, 1, 3)
		h.wantLevels(1, "5:4")
		h.survives()
	})
	t.Run("when a shorter sheet takes its place", func(t *testing.T) {
		h := played(t, "test-league", nil)
		h.both(1, 1, 1, 3)
		h.both(1, 2, 1, 3)
		h.do(referee, penalty("gift", sideA, 1, 2))
		h.do(referee, sheet(h, going(doubleA)))
		h.wantLevels(1, "5:4")
		if len(h.match(1).Verdict.Penalties) != 1 {
			t.Errorf("penalties %+v", h.match(1).Verdict.Penalties)
		}
		h.survives()
	})
}
