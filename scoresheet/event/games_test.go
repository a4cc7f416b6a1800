package event_test

import (
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

var threeGames = map[string]any{"best_of": 3, "start": "A"}

// winGame has a side win a game that begins at A: the first hand takes the
// stage, the second passes.
func (h *hall) winGame(game int, side scoresheet.Side) {
	h.Helper()
	h.passA(game, 1, side)
}

func TestBestOfThree(t *testing.T) {
	h := played(t, college, threeGames)
	h.winGame(1, sideA)
	if next := h.match(1).Next(); next != at(2, 1) {
		t.Fatalf("next %v", next)
	}
	h.refused(phone(sideA), report(1, sideA, 1, 3, finish(1, 3)), "hand.not-next")
	h.winGame(2, sideB)
	h.wantState(event.Playing)
	h.winGame(3, sideB)
	h.wantState(event.Over)
	if games := h.match(1).Verdict.Match.Games; games.A != scoresheet.Point || games.B != 2*scoresheet.Point {
		t.Errorf("games %+v", games)
	}
	h.survives()
}

// The next game begins only when both sides stand by the one before.
func TestTheNextGameWaitsForTheLastHand(t *testing.T) {
	h := played(t, college, threeGames)
	h.both(1, 1, 1, 3)
	h.say(sideA, 1, 2, 1, 3)
	h.refused(phone(sideB), report(1, sideB, 2, 1, finish(1, 3)), "hand.not-next")
	h.confirm(sideB)
	h.say(sideB, 2, 1, 1, 3)
	h.survives()
}

// A correction that leaves an earlier game undecided: nothing breaks, and that
// game is played to its end.
func TestAnEarlierGameIsOpenAgain(t *testing.T) {
	for _, games := range []int{1, 2} {
		h := played(t, college, threeGames)
		h.winGame(1, sideA)
		if games == 2 {
			h.winGame(2, sideB)
		}
		h.both(games+1, 1, 1, 3)
		h.do(referee, correct(h, at(1, 2), ptr(finish(1, 2, 4))))
		m := h.match(1)
		if m.Next() != at(1, 3) || m.State != event.Playing {
			t.Errorf("next %v of a match that is %s", m.Next(), m.State)
		}
		h.refused(phone(sideA), report(1, sideA, games+1, 2, finish(1, 3)), "hand.not-next")
		h.refused(referee, correct(h, at(games+1, 1), ptr(finish(2, 4))), "game.undecided")
		h.both(1, 3, 1, 3)
		if m := h.match(1); !m.Verdict.Valid || m.Next() != at(games+1, 2) {
			t.Errorf("next %v, verdict %+v", m.Next(), m.Verdict)
		}
		h.survives()
	}
}

// A match that a penalty has ended in its first game has no third one.
func TestAMatchLostByPenaltyInTheFirstOfThreeGames(t *testing.T) {
	h := played(t, college, threeGames)
	h.winGame(1, sideA)
	h.winGame(2, sideB)
	h.both(3, 1, 1, 3)
	h.do(referee, penalty("substitution", sideA, 1, 0))
	h.wantState(event.Over)
	h.refused(referee, correct(h, at(3, 1), ptr(finish(2, 4))), "game.after-end")
	h.do(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "认错人"})
	h.wantState(event.Playing)
	h.survives()
}

// A penalty without a game is one of the game that was being played, and does
// not wander on.
func TestAPenaltyStaysInItsGame(t *testing.T) {
	h := played(t, "test-league", map[string]any{"best_of": 3, "start": "K"})
	h.both(1, 1, 1, 3)
	h.do(referee, penalty("gift", sideA, 0, 0))
	h.wantLevels(1, "A:A")
	h.both(1, 2, 1, 3)
	h.both(2, 1, 1, 3)
	h.wantLevels(2, "A:K")
	h.survives()
}

// Each game has its own bell: the clock is started again for the next one.
func TestABellForEachGame(t *testing.T) {
	h := played(t, college, map[string]any{"best_of": 3})
	h.both(1, 1, 1, 3)
	h.after(45)
	if next := h.match(1).Next(); next != at(2, 1) {
		t.Fatalf("next %v", next)
	}
	t.Run("a late hand of the first", func(t *testing.T) {
		h := h.fork(t)
		h.say(sideB, 1, 2, 2, 4)
		if hand, _ := h.match(1).Hand(at(1, 2)); !hand.Late || hand.Counts() {
			t.Errorf("hand %+v", hand)
		}
		h.refused(phone(sideA), report(1, sideA, 2, 1, finish(1, 3)), "hand.not-next")
		h.confirm(sideA)
		h.wantLevels(1, "5:5")
		h.say(sideA, 2, 1, 1, 3)
		h.refused(phone(sideA), report(1, sideA, 1, 3, finish(1, 3)), "hand.not-next")
		h.survives()
	})
	t.Run("the second is rung", func(t *testing.T) {
		h := h.fork(t)
		h.do(chief, clock("start", 0, 0))
		h.both(2, 1, 1, 3)
		h.after(45)
		h.wantState(event.Over)
		h.survives()
	})
	t.Run("also where nobody has reported a hand", func(t *testing.T) {
		h := h.fork(t)
		h.do(chief, clock("start", 0, 0))
		h.after(45)
		m := h.match(1)
		if len(m.Games) != 2 || !m.Games[1].Ended || m.Verdict.Games[1].State != scoresheet.GameExtraHand {
			t.Errorf("games %+v", m.Games)
		}
		h.survives()
	})
	t.Run("a game that was over and is opened has no time left", func(t *testing.T) {
		h := played(t, college, threeGames)
		h.winGame(1, sideA)
		h.after(45)
		h.do(chief, clock("start", 0, 0))
		h.winGame(2, sideB)
		h.do(referee, correct(h, at(1, 2), ptr(finish(1, 2, 4))))
		// Nobody has climbed from A, so the one hand that is left to it decides.
		if m := h.match(1); m.Verdict.Games[0].State != scoresheet.GameExtraHand || m.Next() != at(1, 3) || !m.Due(m.Next()).Extra {
			t.Errorf("next %v, verdict %+v", m.Next(), m.Verdict)
		}
		for _, side := range scoresheet.Sides {
			h.do(phone(side), report(1, side, 1, 3, scoresheet.Hand{Finish: doubleA, Extra: true}))
		}
		if m := h.match(1); !m.Verdict.Valid || m.Next() != at(3, 1) {
			t.Errorf("next %v, verdict %+v", m.Next(), m.Verdict)
		}
		h.survives()
	})
}

func TestPointsGames(t *testing.T) {
	h := played(t, "test-points", nil)
	h.both(1, 1, 1, 3)
	h.both(1, 2, 2, 4)
	h.both(1, 3, 1, 3)
	h.both(1, 4, 2, 4)
	h.wantState(event.Playing)
	if v := h.match(1).Verdict.Games[0]; v.State != scoresheet.GameExtraHand || v.Points.A != 6*scoresheet.Point {
		t.Errorf("game %+v", v)
	}
	h.both(1, 5, 2, 4)
	h.wantState(event.Over)
	if v := h.match(1).Verdict; v.Match.Winner != sideB || v.Match.Small.B != 9*scoresheet.Point {
		t.Errorf("verdict %+v", v.Match)
	}
	// A point less, and no extra hand was due: A has won before it.
	h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "fine", Side: sideB, Hand: 1}})
	if v := h.match(1).Verdict; v.Match.Winner != sideA || v.Match.Small.B != 5*scoresheet.Point {
		t.Errorf("after a penalty %+v", v.Match)
	}
	h.refused(referee, sheet(h, ended(doubleA)), "end.time")
	h.survives()
}
