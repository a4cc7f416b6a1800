package event_test

import (
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func clock(do string, minutes, table int) event.SetClock {
	return event.SetClock{Do: do, Minutes: minutes, Table: table}
}

func (h *hall) clock() event.Clock {
	round, _ := h.state.CurrentRound()
	return round.Clock
}

// after lets so many minutes go by, and the kiosk look at the clock.
func (h *hall) after(minutes int) {
	h.Helper()
	h.now = h.now.Add(time.Duration(minutes) * time.Minute)
	h.do(kiosk, event.Tick{})
}

func TestTheClock(t *testing.T) {
	empty := newHall(t, college, nil)
	empty.refused(chief, clock("start", 0, 0), "clock.no-round")
	h := drawn(t, college, nil)
	h.refused(chief, event.SetClock{Round: 2, Do: "start"}, "clock.no-round")
	for _, do := range []string{"pause", "resume", "add", "stop"} {
		h.refused(chief, clock(do, 5, 0), "clock.state")
	}
	h.refused(chief, clock("wind", 5, 0), "clock.do")
	h.refused(chief, clock("start", -1, 0), "clock.minutes")
	h.refused(chief, clock("start", event.MaxClockMinutes+1, 0), "clock.minutes")
	if left := h.clock().Remaining(1, h.now); left != 0 {
		t.Errorf("before the start %v are left", left)
	}
	h.makes(chief, clock("start", 0, 0), "clock.set")
	h.wantState(event.Playing)
	h.refused(chief, clock("start", 0, 0), "clock.state")
	h.refused(chief, clock("add", 0, 0), "clock.state")
	h.refused(chief, clock("add", 5, 99), "table.unknown")
	h.refused(chief, clock("resume", 0, 0), "clock.state")
	if left := h.clock().Remaining(1, h.now); left != 45*time.Minute {
		t.Errorf("%v are left", left)
	}
	h.after(10)
	h.makes(chief, clock("pause", 0, 0), "clock.set")
	h.after(30)
	h.refused(chief, clock("pause", 0, 0), "clock.state")
	h.makes(chief, clock("add", 5, 0), "clock.set")
	h.makes(chief, clock("add", 3, 1), "clock.set")
	h.makes(chief, clock("resume", 0, 0), "clock.set")
	if one, two := h.clock().Remaining(1, h.now), h.clock().Remaining(2, h.now); one != 43*time.Minute || two != 40*time.Minute {
		t.Errorf("%v and %v are left", one, two)
	}
	if ends := h.clock().EndsAt(1); !ends.Equal(h.now.Add(43 * time.Minute)) {
		t.Errorf("ends at %v", ends)
	}
	h.survives()
}

func TestReminders(t *testing.T) {
	h := played(t, college, nil)
	h.makes(kiosk, event.Tick{})
	h.now = h.now.Add(22*time.Minute + 30*time.Second)
	if due, ok := h.state.DueAt(); !ok || !due.Equal(h.now) {
		t.Errorf("due at %v", due)
	}
	h.makes(kiosk, event.Tick{}, "clock.reminded")
	h.makes(kiosk, event.Tick{})
	h.now = opening.Add(40 * time.Minute)
	h.makes(kiosk, event.Tick{}, "clock.reminded")
	h.now = opening.Add(45 * time.Minute)
	h.makes(kiosk, event.Tick{}, "clock.rung")
	h.makes(kiosk, event.Tick{})
	if _, running := h.state.DueAt(); running || h.clock().State != event.ClockOver {
		t.Errorf("the clock is %s", h.clock().State)
	}
	h.survives()
}

// A laptop that slept wakes up after the bell: everything is made up for.
func TestALaptopThatSlept(t *testing.T) {
	h := played(t, college, nil)
	h.both(1, 1, 1, 3)
	h.after(300)
	h.wantState(event.Over)
	h.makes(kiosk, event.Tick{})
	h.survives()
}

func TestStoppingRingsAtOnce(t *testing.T) {
	h := played(t, college, nil)
	h.both(1, 1, 1, 3)
	h.makes(chief, clock("stop", 0, 0), "clock.set", "clock.rung")
	h.wantState(event.Over)
	for _, do := range []string{"start", "pause", "resume", "add", "stop"} {
		h.refused(chief, clock(do, 5, 0), "clock.state")
	}
	h.survives()
}

// Extra time for a table after its bell, while others play, is an error of the
// organiser's; pausing while only tables with extra time play gives no time
// away.
func TestExtraTime(t *testing.T) {
	h := played(t, college, nil)
	h.do(chief, clock("add", 5, 2))
	h.after(45)
	if !h.clock().Rung[1] || h.clock().Rung[2] || h.clock().State != event.ClockRunning {
		t.Fatalf("clock %+v", h.clock())
	}
	h.refused(chief, clock("add", 5, 1), "clock.rung")
	if left := h.clock().Remaining(1, h.now); left != 0 {
		t.Errorf("table 1 has %v", left)
	}
	h.after(2)
	h.do(chief, clock("pause", 0, 0))
	if one, two := h.clock().Remaining(1, h.now), h.clock().Remaining(2, h.now); one != 0 || two != 3*time.Minute {
		t.Errorf("in the pause %v and %v are left", one, two)
	}
	h.after(60)
	h.do(chief, clock("resume", 0, 0))
	if left := h.clock().Remaining(2, h.now); left != 3*time.Minute {
		t.Errorf("after the pause %v are left", left)
	}
	h.survives()
	h.after(3)
	if h.clock().State != event.ClockOver {
		t.Errorf("clock %+v", h.clock())
	}
}

func TestWithoutTimeTheClockEndsNothing(t *testing.T) {
	h := drawn(t, "test-points", nil)
	h.refused(chief, clock("start", 0, 0), "clock.none")
	h.do(chief, clock("start", 30, 0))
	h.both(1, 1, 1, 3)
	h.after(30)
	if m := h.match(1); m.State != event.Playing || m.Games[0].Ended || !m.Verdict.Valid {
		t.Errorf("match %+v", m)
	}
	for n := 2; n <= 4; n++ {
		h.both(1, n, 1, 3)
	}
	h.wantState(event.Over)
	h.survives()
}

func TestALateReport(t *testing.T) {
	late := func(t *testing.T) *hall {
		h := played(t, college, nil)
		h.both(1, 1, 1, 3)
		h.after(45)
		h.wantState(event.Over)
		h.say(sideB, 1, 2, 2, 4)
		h.wantState(event.Playing)
		h.wantLevels(1, "5:2")
		return h
	}
	t.Run("counts when the other side agrees", func(t *testing.T) {
		h := late(t)
		h.confirm(sideA)
		h.wantLevels(1, "5:5")
		if game := h.match(1).Verdict.Games[0]; game.By != scoresheet.ByTimeFirstReached || game.Winner != sideA {
			t.Errorf("game %+v", game)
		}
		h.survives()
	})
	t.Run("or says the same", func(t *testing.T) {
		h := late(t)
		h.say(sideA, 1, 2, 2, 4, 1, 3)
		h.wantHand(1, 2, event.Confirmed)
		h.wantLevels(1, "5:5")
	})
	t.Run("not because its author says it again", func(t *testing.T) {
		h := late(t)
		h.say(sideB, 1, 2, 2, 1, 4)
		h.say(sideB, 1, 3, 2, 4)
		h.wantHand(1, 2, event.Reported)
		h.wantLevels(1, "5:2")
	})
	t.Run("or when a referee says so", func(t *testing.T) {
		h := late(t)
		h.do(referee, settle(h, at(1, 2), ptr(finish(2, 4))))
		h.wantLevels(1, "5:5")
		h.wantState(event.Over)
	})
	t.Run("or does not", func(t *testing.T) {
		h := late(t)
		h.do(referee, settle(h, at(1, 2), nil))
		h.wantLevels(1, "5:2")
		h.wantState(event.Over)
		h.survives()
	})
	t.Run("taken back in time, told again after the bell", func(t *testing.T) {
		h := played(t, college, nil)
		h.both(1, 1, 1, 3)
		h.say(sideA, 1, 2, 2, 4)
		h.after(45)
		h.wantState(event.Playing)
		h.do(phone(sideA), event.Withdraw{Speaker: speaker(1, sideA)})
		h.wantState(event.Over)
		h.say(sideB, 1, 2, 2, 4)
		if hand, _ := h.match(1).Hand(at(1, 2)); !hand.Late || hand.Counts() {
			t.Errorf("hand %+v", hand)
		}
		h.survives()
	})
	t.Run("waits, so no extra hand is due yet", func(t *testing.T) {
		h := played(t, college, nil)
		h.after(45)
		h.say(sideA, 1, 1, 1, 3)
		extra := scoresheet.Hand{Finish: doubleB, Extra: true}
		for _, side := range scoresheet.Sides {
			h.refused(phone(side), report(1, side, 1, 2, extra), "hand.after-end")
		}
		h.do(referee, settle(h, at(1, 1), nil))
		h.do(phone(sideB), report(1, sideB, 1, 1, extra))
		h.confirm(sideA)
		if m := h.match(1); m.State != event.Over || m.Verdict.Games[0].By != scoresheet.ByExtraHand {
			t.Errorf("match %+v", m.Verdict)
		}
		h.survives()
	})
}

// The bell of the rulebook that lets the hand in play be finished.
func TestTheHandInPlayIsFinished(t *testing.T) {
	finishing := func(t *testing.T) *hall {
		h := played(t, college, map[string]any{"bell": "finish"})
		h.both(1, 1, 1, 3)
		return h
	}
	isOver := func(h *hall, want bool) {
		h.Helper()
		if got := h.match(1).Games[0].Ended; got != want {
			h.Errorf("the game has ended: %v, want %v", got, want)
		}
	}
	t.Run("and then it is over", func(t *testing.T) {
		h := finishing(t)
		h.after(45)
		isOver(h, false)
		h.both(1, 2, 2, 4)
		isOver(h, true)
		h.wantState(event.Over)
		h.wantLevels(1, "5:5")
		h.survives()
	})
	t.Run("an answer to an older hand is not that hand", func(t *testing.T) {
		h := finishing(t)
		h.say(sideA, 1, 2, 1, 3)
		h.after(45)
		h.say(sideB, 1, 2, 2, 4)
		isOver(h, false)
		h.do(referee, settle(h, at(1, 2), ptr(finish(2, 4))))
		isOver(h, false)
		h.say(sideA, 1, 3, 1, 3)
		isOver(h, true)
		if hand, _ := h.match(1).Hand(at(1, 3)); hand.Late {
			t.Error("the hand in play is late")
		}
		h.survives()
	})
	t.Run("a slip in it can be taken back", func(t *testing.T) {
		h := finishing(t)
		h.after(45)
		h.say(sideA, 1, 2, 1, 3)
		h.do(phone(sideA), event.Withdraw{Speaker: speaker(1, sideA)})
		isOver(h, false)
		h.say(sideA, 1, 2, 2, 4)
		if hand, _ := h.match(1).Hand(at(1, 2)); hand.Late {
			t.Error("the hand in play is late")
		}
		isOver(h, true)
		h.say(sideA, 1, 3, 2, 4)
		if hand, _ := h.match(1).Hand(at(1, 3)); !hand.Late {
			t.Error("the hand after it is not late")
		}
		h.survives()
	})
	t.Run("or there was none, both say", func(t *testing.T) {
		h := finishing(t)
		h.after(45)
		h.confirm(sideA)
		isOver(h, false)
		h.confirm(sideB)
		isOver(h, true)
		h.wantState(event.Over)
		h.say(sideB, 1, 2, 2, 4)
		if hand, _ := h.match(1).Hand(at(1, 2)); !hand.Late {
			t.Error("a hand that nobody spoke of is not late")
		}
		h.survives()
	})
	t.Run("or a referee enters it", func(t *testing.T) {
		h := finishing(t)
		h.after(45)
		h.do(referee, correct(h, at(1, 2), ptr(finish(2, 4))))
		isOver(h, true)
		h.wantState(event.Over)
		h.do(referee, correct(h, at(1, 2), nil))
		h.wantState(event.Over)
		h.survives()
	})
}

// A match that was over at the bell and is opened by a correction has no time
// left.
func TestTheBellOfAMatchThatWasOver(t *testing.T) {
	h := played(t, college, nil)
	last := h.passA(1, 1, sideA)
	h.confirm(sideA)
	seen := h.match(1).Record
	h.after(45)
	if m := h.match(1); !m.Agreed.A || m.Record != seen {
		t.Errorf("the bell has changed a match that was over: %+v", m)
	}
	h.do(referee, correct(h, at(1, last), ptr(finish(1, 2, 4))))
	if m := h.match(1); m.State != event.Over || m.Verdict.Games[0].By != scoresheet.ByTimeLevel {
		t.Errorf("match is %s: %+v", m.State, m.Verdict.Games)
	}
	h.survives()
}
