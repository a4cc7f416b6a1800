package event_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func exchange(h *hall, a int, sideOfA scoresheet.Side, b int, sideOfB scoresheet.Side) event.Exchange {
	return event.Exchange{
		A: event.MatchSide{Match: a, Side: sideOfA}, B: event.MatchSide{Match: b, Side: sideOfB},
		Reason: "坐错桌", Version: h.state.Version,
	}
}

func whole(h *hall, a, b int) event.Exchange {
	cmd := exchange(h, a, scoresheet.NoSide, b, scoresheet.NoSide)
	cmd.Whole = true
	return cmd
}

func TestExchangesThatCannotBe(t *testing.T) {
	h := drawn(t, college, nil)
	h.sheet(1, sideA)
	h.sheet(2, sideB)
	other := 0
	for _, m := range h.state.RoundMatches(1) {
		if m.Group != h.match(1).Group {
			other = m.Number
		}
	}
	with := func(cmd event.Exchange, change func(*event.Exchange)) event.Exchange {
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.Exchange
		code string
	}{
		{"with itself", whole(h, 1, 1), "exchange.same"},
		{"a side with itself", exchange(h, 1, sideA, 1, sideA), "exchange.same"},
		{"no match", whole(h, 1, 99), "match.unknown"},
		{"neither match", whole(h, 98, 99), "match.unknown"},
		{"no reason", with(whole(h, 1, 2), func(c *event.Exchange) { c.Reason = "" }), "text.empty"},
		{"an old version", with(whole(h, 1, 2), func(c *event.Exchange) { c.Version = 1 }), "match.changed"},
		{"no side", exchange(h, 1, sideA, 2, scoresheet.NoSide), "exchange.side"},
		{"sides of two groups", exchange(h, 1, sideA, other, sideA), "exchange.groups"},
		{"a choice that there is not", with(whole(h, 1, 2), func(c *event.Exchange) { c.Later = "burn" }), "later.unknown"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(referee, row.cmd, row.code) })
	}
	forfeited := h.fork(t)
	forfeited.do(referee, event.ForfeitMatch{Match: 2, Forfeit: scoresheet.ForfeitA, Reason: "没来"})
	forfeited.refused(referee, whole(forfeited, 1, 2), "exchange.closed")
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	round, _ := h.state.CurrentRound()
	h.refused(referee, whole(h, 1, round.First), "exchange.rounds")
	h.survives()
}

// Two pairs of matches sat at each other's tables: what was played stays at its
// table, and counts for those who sat there.
func TestTablesExchanged(t *testing.T) {
	h := drawn(t, college, nil)
	other := 0
	for _, m := range h.state.RoundMatches(1) {
		if m.Group != h.match(1).Group {
			other = m.Number
		}
	}
	a, b := *h.match(1), *h.match(other)
	e, _ := h.state.Entrant(a.Entrants.A)
	h.do(phone(sideA), event.TakeSeats{Speaker: speaker(1, sideA), Seats: seatsOf(sideA, e.Players)})
	h.sheet(1, sideA)
	h.do(referee, event.SignOff{Match: 1, Version: h.match(1).Version})
	h.makes(referee, whole(h, 1, other), "match.reseated", "match.reseated")
	now, there := h.match(1), h.match(other)
	if now.Entrants != b.Entrants || now.Group != b.Group || now.Table != a.Table || there.Entrants != a.Entrants || there.Group != a.Group || there.Table != b.Table {
		t.Errorf("match 1 %+v, match %d %+v", now.Entrants, other, there.Entrants)
	}
	if now.State != event.Over || now.SignedOff != nil || len(now.Games) != 1 || there.State != event.Drawn {
		t.Errorf("%s and %s", now.State, there.State)
	}
	if now.Holds.A != nil || slices.Contains(now.Seats, e.Players[0]) {
		t.Errorf("holds %+v, seats %v", now.Holds, now.Seats)
	}
	standings := standingsOf(t, h.state)
	for _, group := range standings {
		for _, row := range group.Rows {
			if row.Entrant.ID == b.Entrants.A && row.Totals.Won != 1 || row.Entrant.ID == a.Entrants.A && row.Totals.Played != 0 {
				t.Errorf("%s has %+v", row.Entrant.ID, row.Totals)
			}
		}
	}
	h.settleRound(byNumber)
	h.playOn()
	h.wholeRoundRobin("group")
	h.survives()
}

// Where the two meetings that did not take place are scheduled for one later
// round, those who have met already make way for them.
func TestSidesExchangedInARoundRobin(t *testing.T) {
	h := open(t, 4)
	h.sheet(1, sideA)
	h.sheet(2, sideA)
	a, b := *h.match(1), *h.match(2)
	h.makes(referee, exchange(h, 1, sideA, 2, sideB), "match.reseated", "match.reseated", "schedule.changed")
	if m := h.match(1); m.Entrants.A != b.Entrants.B || m.Entrants.B != a.Entrants.B || m.State != event.Over {
		t.Errorf("match 1: %+v", m.Entrants)
	}
	h.playOn()
	h.wholeRoundRobin("group")
	h.survives()
}

// Otherwise the schedule cannot be mended.
func TestSidesThatCannotBeExchangedInARoundRobin(t *testing.T) {
	h := open(t, 6)
	fits := 0
	for _, sides := range [][2]scoresheet.Side{{sideA, sideA}, {sideA, sideB}, {sideB, sideA}, {sideB, sideB}} {
		fork := h.fork(t)
		cmd := exchange(fork, 1, sides[0], 2, sides[1])
		if _, err := fork.decide(referee, cmd); err != nil {
			fork.refused(referee, cmd, "exchange.schedule")
			continue
		}
		fits++
		fork.do(referee, cmd)
		fork.settleRound(byNumber)
		fork.playOn()
		fork.wholeRoundRobin("group")
		fork.survives()
	}
	if fits == 4 {
		t.Error("every exchange was had")
	}
}

func TestSidesOfOneMatchExchanged(t *testing.T) {
	h := open(t, 4)
	a := h.match(1).Entrants
	h.sheet(1, sideA)
	h.makes(referee, exchange(h, 1, sideA, 1, sideB), "sides.swapped")
	if m := h.match(1); m.Entrants.A != a.B || m.Entrants.B != a.A {
		t.Errorf("entrants %+v", m.Entrants)
	}
	h.survives()
}

// In a knockout, whole matches change places with their slots, sides leave the
// slots where they are.
func TestExchangesInAKnockout(t *testing.T) {
	h := knocked(t)
	tables := h.fork(t)
	tables.do(referee, whole(tables, 1, 2))
	if m := tables.match(1); m.Slot != 2 || m.Reason != "cross" || m.Entrants.A != "e3" || m.Table != 1 {
		t.Errorf("match %+v", m)
	}
	h.do(referee, exchange(h, 1, sideB, 2, sideA))
	want := []scoresheet.PerSide[contest.EntrantID]{{A: "e1", B: "e3"}, {A: "e2", B: "e4"}}
	if h.match(1).Entrants != want[0] || h.match(2).Entrants != want[1] || h.match(1).Slot != 1 {
		t.Errorf("%+v, %+v", h.match(1).Entrants, h.match(2).Entrants)
	}
}

func TestMovingTables(t *testing.T) {
	h := open(t, 4)
	h.do(chief, event.SetClock{Do: "start"})
	h.do(chief, event.SetClock{Do: "add", Minutes: 5, Table: 1})
	move := func(n, table int) event.MoveTable {
		return event.MoveTable{Match: n, Table: table, Reason: "桌子坏了"}
	}
	for _, row := range []struct {
		name string
		cmd  event.MoveTable
		code string
	}{
		{"no match", move(9, 5), "match.unknown"},
		{"no reason", event.MoveTable{Match: 1, Table: 5}, "text.empty"},
		{"where it is", move(1, 1), "move.same"},
		{"below the first", move(1, 0), "move.table"},
		{"beyond the last", move(1, event.MaxTable+1), "move.table"},
		{"where another is", move(1, 2), "move.taken"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(referee, row.cmd, row.code) })
	}
	ends := func(table int) time.Time {
		round, _ := h.state.CurrentRound()
		return round.Clock.EndsAt(table)
	}
	at1, at2 := ends(1), ends(2)
	h.makes(referee, move(1, 7), "match.moved")
	if m := h.state.AtTable(7); m == nil || m.Number != 1 || m.Table != 7 || h.state.AtTable(1) != nil || h.state.HighestTable() != 7 {
		t.Errorf("at table 7 sits %+v", m)
	}
	if ends(7) != at1 || ends(1) != at2 {
		t.Errorf("the clock ends at %v and %v, before at %v", ends(7), ends(1), at1)
	}
	h.makes(referee, move(2, 1), "match.moved")
	h.ring()
	if round, _ := h.state.CurrentRound(); round.Clock.State != event.ClockOver || !round.Clock.Rung[7] || !round.Clock.Rung[1] {
		t.Errorf("clock %+v", round.Clock)
	}
	h.makes(referee, move(1, 8), "match.moved")
	if round, _ := h.state.CurrentRound(); round.Clock.Rung[7] || !round.Clock.Rung[8] {
		t.Errorf("clock %+v", round.Clock)
	}
	h.survives()
	h.do(chief, event.UndoRound{Number: 1, Reason: "抽错", Begun: true})
	h.refused(referee, move(1, 9), "match.closed")
}

// A match of an earlier round that is played again finds its codes at a free
// table.
func TestAnEarlierMatchAtAFreeTable(t *testing.T) {
	h := open(t, 4)
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	h.do(chief, replayOf(h, 1))
	h.refused(referee, event.MoveTable{Match: 1, Table: 2, Reason: "重赛"}, "move.taken")
	h.do(referee, event.MoveTable{Match: 1, Table: 3, Reason: "重赛"})
	if m := h.state.AtTable(3); m == nil || m.Number != 1 {
		t.Errorf("at table 3 sits %+v", m)
	}
	if m := h.state.AtTable(1); m == nil || m.Round != 2 {
		t.Errorf("at table 1 sits %+v", m)
	}
	h.survives()
}

// An exchange of what a later phase rests on needs a word on that.
func TestExchangingWhatLaterRoundsRestOn(t *testing.T) {
	h := drawn(t, college, nil)
	for round := range 3 {
		h.settleRound(byNumber)
		h.do(organiser, event.DrawRound{Seed: fmt.Sprint(round)})
	}
	h.refused(referee, whole(h, 1, 2), "later.rests")
	cmd := whole(h, 1, 2)
	cmd.Later = event.LaterKeep
	h.makes(referee, cmd, "match.reseated", "match.reseated")
	h.survives()
}
