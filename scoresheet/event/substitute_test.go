package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func (h *hall) players(id string) []string {
	for _, e := range h.state.Entrants {
		if string(e.ID) == id {
			return e.Players
		}
	}
	return nil
}

func TestReplacingPlayers(t *testing.T) {
	h := open(t, 4)
	with := func(change func(*event.ReplacePlayer)) event.ReplacePlayer {
		cmd := event.ReplacePlayer{Entrant: "e1", Out: "甲1", In: "替补", Reason: "出差"}
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.ReplacePlayer
		code string
	}{
		{"of nobody", with(func(c *event.ReplacePlayer) { c.Entrant = "e9" }), "entrant.unknown"},
		{"without a reason", with(func(c *event.ReplacePlayer) { c.Reason = "" }), "text.empty"},
		{"who does not play for it", with(func(c *event.ReplacePlayer) { c.Out = "甲2" }), "replace.out"},
		{"by nobody", with(func(c *event.ReplacePlayer) { c.In = "" }), "text.empty"},
		{"by the partner", with(func(c *event.ReplacePlayer) { c.In = "乙1" }), "entrant.player-twice"},
		{"by another's player", with(func(c *event.ReplacePlayer) { c.In = "乙2" }), "entrant.player-taken"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(referee, row.cmd, row.code) })
	}
	h.makes(referee, with(func(c *event.ReplacePlayer) { c.In, c.Namesake = "乙2", true }), "entrants.player-replaced")
	if got := h.players("e1"); !slices.Equal(got, []string{"乙2", "乙1"}) {
		t.Errorf("players %v", got)
	}
	gone := h.fork(t)
	gone.do(chief, withdraw("e2"))
	gone.refused(referee, event.ReplacePlayer{Entrant: "e2", Out: "甲2", In: "替补", Reason: "出差"}, "entrant.gone")
	h.survives()
}

// Where the rulebook fixes players, only those who may override it replace one,
// and the record says so; before the draw nobody is fixed.
func TestFixedPlayers(t *testing.T) {
	cmd := event.ReplacePlayer{Entrant: "e1", Out: "甲A1", In: "替补", Reason: "出差"}
	over := cmd
	over.Override = true
	before := newHall(t, college, nil)
	before.do(organiser, event.ReadEntrants{Entrants: pairs(4)})
	before.makes(referee, cmd, "entrants.player-replaced")
	if e, _ := before.state.Entrant("e1"); e.Replaced[0].Override || e.Replaced[0].Round != 1 {
		t.Errorf("replaced %+v", e.Replaced)
	}
	before.survives()

	h := drawn(t, college, nil)
	_, err := h.decide(chief, cmd)
	var refusal *event.Refusal
	if !asRefusal(err, &refusal) || refusal.Code != "replace.fixed" || refusal.Args["article"] != "通知一" {
		t.Errorf("refused with %v", err)
	}
	h.refused(referee, cmd, "replace.fixed")
	h.refused(referee, over, "replace.override")
	h.makes(chief, over, "entrants.player-replaced")
	e, _ := h.state.Entrant("e1")
	if r := e.Replaced[0]; !r.Override || r.Out != "甲A1" || r.In != "替补" || r.Stamp.By.Name != "李" || r.Reason != "出差" {
		t.Errorf("replaced %+v", r)
	}
	h.survives()
}

// Earlier matches keep the names of those who played them, the match that is
// being played has the new one.
func TestWhoPlayedWhen(t *testing.T) {
	h := open(t, 4)
	id := h.match(1).Entrants.A
	e, _ := h.state.Entrant(id)
	out := e.Players[0]
	h.hold(1, sideA)
	h.do(phone(sideA), event.TakeSeats{Speaker: speaker(1, sideA), Seats: seatsOf(sideA, e.Players)})
	h.sheet(1, sideA)
	h.sheet(2, sideA)
	replace := func(out, in string) event.ReplacePlayer {
		return event.ReplacePlayer{Entrant: id, Out: out, In: in, Reason: "换人"}
	}
	h.do(referee, replace(out, "新一"))
	h.do(organiser, event.DrawRound{Seed: "2"})
	now := 0
	for _, m := range h.state.RoundMatches(2) {
		if m.SideOf(id) != scoresheet.NoSide {
			now = m.Number
		}
	}
	side := h.match(now).SideOf(id)
	h.hold(now, side)
	h.do(phone(side), event.TakeSeats{Speaker: speaker(now, side), Seats: seatsOf(side, []string{"新一", e.Players[1]})})
	h.do(referee, replace("新一", "新二"))
	after, _ := h.state.Entrant(id)
	if got := [][]string{after.PlayersIn(1), after.PlayersIn(2), after.Players}; got[0][0] != out || got[1][0] != "新二" || got[2][0] != "新二" {
		t.Errorf("players %v", got)
	}
	if got := h.match(1).Seats[0]; got != out {
		t.Errorf("%s sits on seat 1 of the match before", got)
	}
	if seat := side.Seats(4)[0]; h.match(now).Seats[seat-1] != "新二" {
		t.Errorf("seats %v", h.match(now).Seats)
	}
	// Staff may still put on record who sat where in the match before.
	h.makes(referee, event.MoveSeats{Match: 1, Side: sideA, Seats: seatsOf(sideA, []string{e.Players[1], out}), Reason: "坐反了"}, "side.seats")
	// Who was replaced may come back.
	h.makes(referee, replace("新二", out), "entrants.player-replaced")
	h.survives()
}
