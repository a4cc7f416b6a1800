package event_test

import (
	"reflect"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func TestLateTables(t *testing.T) {
	h := open(t, 4)
	if late := h.state.LateTables(h.now.Add(time.Hour)); late != nil {
		t.Errorf("late before the clock was started: %+v", late)
	}
	h.do(chief, event.SetClock{Do: "start"})
	begun := h.now
	h.hold(1, sideA)
	for _, row := range []struct {
		name   string
		change func(h *hall)
		after  time.Duration
		want   []event.LateTable
	}{
		{"too early", func(*hall) {}, 10*time.Minute - time.Second, nil},
		{"one side, and both", func(*hall) {}, 10 * time.Minute, []event.LateTable{
			{Match: 1, Table: 1, Missing: []scoresheet.Side{sideB}, Since: begun, Late: 10 * time.Minute, Article: "通知一", Violation: "late", Forfeit: scoresheet.ForfeitB},
			{Match: 2, Table: 2, Missing: []scoresheet.Side{sideA, sideB}, Since: begun, Late: 10 * time.Minute, Article: "通知一", Violation: "late", Forfeit: scoresheet.ForfeitBoth},
		}},
		{"a sheet is seen", func(h *hall) {
			h.do(referee, event.Correct{Match: 2, Place: at(1, 1), Hand: ptr(finish(1, 3)), Reason: "纸", Version: h.match(2).Version})
		},
			10 * time.Minute, []event.LateTable{
				{Match: 1, Table: 1, Missing: []scoresheet.Side{sideB}, Since: begun, Late: 10 * time.Minute, Article: "通知一", Violation: "late", Forfeit: scoresheet.ForfeitB},
			}},
		{"a phone, and seats", func(h *hall) {
			h.hold(1, sideB)
			for _, side := range scoresheet.Sides {
				e, _ := h.state.Entrant(h.match(2).Entrants.Of(side))
				h.do(referee, event.MoveSeats{Match: 2, Side: side, Seats: seatsOf(side, e.Players), Reason: "到了"})
			}
		}, 20 * time.Minute, nil},
		{"a report whose phone has gone", func(h *hall) {
			h.hold(1, sideB)
			h.both(1, 1, 1, 3)
			h.do(phone(sideB), event.ReleaseSide{Speaker: speaker(1, sideB)})
			h.do(referee, event.ForfeitMatch{Match: 2, Forfeit: scoresheet.ForfeitBoth, Reason: "没来"})
		}, 20 * time.Minute, nil},
		{"a pause", func(h *hall) {
			h.after(5)
			h.do(chief, event.SetClock{Do: "pause"})
			h.after(30)
		}, 35 * time.Minute, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := h.fork(t)
			row.change(h)
			if got := h.state.LateTables(begun.Add(row.after)); !reflect.DeepEqual(got, row.want) {
				t.Errorf("late are %+v, want %+v", got, row.want)
			}
		})
	}
	if late := played(t, college, nil).state.LateTables(h.now.Add(time.Hour)); late != nil {
		t.Errorf("late where the rulebook says nothing: %+v", late)
	}
}

// Where each stretch of being late gives the opponents a level, the penalties
// that were not given yet are proposed.
func TestLateLevels(t *testing.T) {
	h := drawn(t, "test-late-levels", nil)
	h.do(chief, event.SetClock{Do: "start"})
	h.hold(2, sideA)
	due := func(minutes float64) []scoresheet.Penalty {
		for _, late := range h.state.LateTables(opening.Add(time.Duration(minutes * float64(time.Minute)))) {
			if late.Forfeit != scoresheet.NoForfeit {
				t.Errorf("a forfeit is proposed: %+v", late)
			}
			if late.Violation != "late" {
				t.Errorf("late by %q", late.Violation)
			}
			if late.Match == 2 {
				return late.Penalties
			}
		}
		return nil
	}
	one := scoresheet.Penalty{Violation: "late", Side: sideB, Game: 1}
	for _, row := range []struct {
		minutes float64
		want    int
	}{{4.9, 0}, {5, 1}, {5.1, 2}, {10, 2}, {11, 3}} {
		if got := due(row.minutes); len(got) != row.want || row.want > 0 && !reflect.DeepEqual(got[0], one) {
			t.Errorf("after %v minutes %+v are due, want %d", row.minutes, got, row.want)
		}
	}
	for _, penalty := range due(5.1) {
		h.do(referee, event.GivePenalty{Match: 2, Penalty: penalty})
	}
	if got := due(10); len(got) != 0 {
		t.Errorf("%+v are due again", got)
	}
	if got := due(11); len(got) != 1 {
		t.Errorf("%+v are due", got)
	}
	h.do(phone(sideB), event.HoldSide{Speaker: speaker(2, sideB)})
	if got := due(30); got != nil {
		t.Errorf("%+v are due from who is there", got)
	}
	if levels := h.match(2).Verdict.Games[0].Levels; levels == nil || levels.A != 4 {
		t.Errorf("levels %+v", levels)
	}
	h.survives()
}

func TestTheTimeThatAMatchTakes(t *testing.T) {
	h := open(t, 4)
	h.do(chief, event.SetClock{Do: "start", Minutes: 60})
	h.hold(1, sideA)
	h.hold(1, sideB)
	h.after(10)
	h.do(chief, event.SetClock{Do: "pause"})
	h.after(20)
	h.do(chief, event.SetClock{Do: "resume"})
	if got := h.state.Seconds(1); got != 0 {
		t.Errorf("a match that is being played took %d s", got)
	}
	h.after(5)
	h.passA(1, 1, sideA)
	h.wantState(event.Over)
	if got, want := h.state.Seconds(1), 15*60; got != want {
		t.Errorf("the match took %d s, want %d", got, want)
	}
	// What staff write down from paper is measured only if they say so.
	h.after(7)
	h.sheet(2, sideB)
	if got := h.state.Seconds(2); got != 0 {
		t.Errorf("a typed match took %d s", got)
	}
	typed := event.RecordSheet{Match: 2, Games: []scoresheet.Game{ended(doubleB)}, Version: h.match(2).Version, Reason: "补用时"}
	for _, wrong := range []int{-1, event.MaxSeconds + 1} {
		typed.Seconds = wrong
		h.refused(referee, typed, "sheet.seconds")
	}
	typed.Seconds = 1234
	h.do(referee, typed)
	if got := h.state.Seconds(2); got != 1234 {
		t.Errorf("the match took %d s", got)
	}
	h.do(referee, event.ForfeitMatch{Match: 2, Forfeit: scoresheet.ForfeitA, Reason: "弃权"})
	if got := h.state.Seconds(2); got != 0 {
		t.Errorf("a forfeited match took %d s", got)
	}
	h.survives()
}
