package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func late(players ...string) event.AddEntrant {
	return event.AddEntrant{Entrant: event.Entrant{Number: "99", Unit: "新单位", Players: players}, Seed: "late", Reason: "补报"}
}

func TestLateEntriesAreCheckedAsAtEntry(t *testing.T) {
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: append(pairsOf(4), event.Entrant{Unit: "单位1", Players: []string{"丙", "丁"}})})
	h.do(organiser, event.DrawRound{Seed: "7"})
	with := func(change func(*event.AddEntrant)) event.AddEntrant {
		cmd := late("新甲", "新乙")
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.AddEntrant
		code string
	}{
		{"without a reason", with(func(c *event.AddEntrant) { c.Reason = "" }), "text.empty"},
		{"without a seed", with(func(c *event.AddEntrant) { c.Seed = "" }), "draw.seed"},
		{"one player", with(func(c *event.AddEntrant) { c.Entrant.Players = []string{"新甲"} }), "entrant.players"},
		{"a player without a name", with(func(c *event.AddEntrant) { c.Entrant.Players = []string{"新甲", " "} }), "text.empty"},
		{"a player twice", with(func(c *event.AddEntrant) { c.Entrant.Players = []string{"新甲", "新甲"} }), "entrant.player-twice"},
		{"somebody's player", with(func(c *event.AddEntrant) { c.Entrant.Players = []string{"甲1", "新乙"} }), "entrant.player-taken"},
		{"a number that is taken", with(func(c *event.AddEntrant) { c.Entrant.Number = "2" }), "entrant.number-taken"},
		{"a seed below nothing", with(func(c *event.AddEntrant) { c.Entrant.Seed = -1 }), "add.seed"},
		{"a unit that is full", with(func(c *event.AddEntrant) { c.Entrant.Unit = "单位1" }), "add.unit"},
		{"a unit too long", with(func(c *event.AddEntrant) { c.Entrant.Unit = string(make([]rune, event.MaxUnit+1)) }), "text.characters"},
		{"one that plays", with(func(c *event.AddEntrant) { c.Entrant = event.Entrant{ID: "e1"} }), "add.there"},
		{"one that there is not", with(func(c *event.AddEntrant) { c.Entrant = event.Entrant{ID: "e77"} }), "entrant.unknown"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(chief, row.cmd, row.code) })
	}
	h.makes(chief, with(func(c *event.AddEntrant) { c.Entrant.Players[0], c.Namesake = "甲1", true }), "entrants.added", "schedule.changed")
	h.survives()
}

func TestGroupsAndUnitsOfLateEntries(t *testing.T) {
	h := drawn(t, college, nil)
	with := func(unit, group string) event.AddEntrant {
		cmd := late("新甲", "新乙")
		cmd.Entrant.Unit, cmd.Entrant.Group = unit, group
		return cmd
	}
	h.refused(chief, with("新单位", "C"), "add.group")
	h.refused(chief, with("新单位", ""), "add.group")
	h.refused(chief, with("", "A"), "text.empty")
	h.refused(chief, with("分会1", "A"), "add.unit-group")
	h.makes(chief, with("新单位", "A"), "entrants.added", "schedule.changed")
	draw, _ := h.state.Draw("group")
	if got := []int{len(draw.Groups[0].Order), len(draw.Groups[1].Order)}; !slices.Equal(got, []int{5, 4}) {
		t.Errorf("groups of %v", got)
	}
	h.survives()
}

// Before the draw an entrant is added to the list, with or without a reason.
func TestAddingBeforeTheDraw(t *testing.T) {
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(3)})
	cmd := late("新甲", "新乙")
	cmd.Reason = ""
	h.makes(organiser, cmd, "entrants.added")
	e, ok := h.state.Entrant("e4")
	if !ok || e.Joined != 0 || e.Presence != event.PresenceUnknown {
		t.Errorf("entrant %+v", e)
	}
	h.refused(organiser, event.AddEntrant{Entrant: event.Entrant{ID: "e1"}, Reason: "x"}, "add.there")
	h.do(organiser, event.DrawRound{Seed: "7"})
	if h.state.Matches() != 2 {
		t.Errorf("%d matches", h.state.Matches())
	}
	h.survives()
}

// wholeRoundRobin: everybody of the phase has met everybody once when it is
// over, and its standings are complete.
func (h *hall) wholeRoundRobin(phase string, names ...string) {
	h.Helper()
	met := map[[2]contest.EntrantID]int{}
	for n := 1; n <= h.state.Matches(); n++ {
		m := h.match(n)
		if m.Phase == phase && !m.Undone {
			met[[2]contest.EntrantID{min(m.Entrants.A, m.Entrants.B), max(m.Entrants.A, m.Entrants.B)}]++
		}
	}
	draw, _ := h.state.Draw(phase)
	want := 0
	for _, group := range draw.Groups {
		want += len(group.Order) * (len(group.Order) - 1) / 2
		for i, a := range group.Order {
			for _, b := range group.Order[:i] {
				if met[[2]contest.EntrantID{min(a, b), max(a, b)}] != 1 {
					h.Errorf("%s and %s have met %d times", a, b, met[[2]contest.EntrantID{min(a, b), max(a, b)}])
				}
			}
		}
	}
	sum := 0
	for _, n := range met {
		sum += n
	}
	if sum != want {
		h.Errorf("%d matches, want %d", sum, want)
	}
	standings, err := h.state.Standings(phase)
	if err != nil {
		h.Fatalf("standings: %v", err)
	}
	for _, group := range standings {
		if !group.Complete {
			h.Errorf("the standings of %s are not complete", group.Group)
		}
	}
}

func TestALateEntryIntoARoundRobin(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 6} {
		for _, keep := range []bool{false, true} {
			h := open(t, n)
			cmd := late("新甲", "新乙")
			cmd.KeepDrawn = keep
			h.settleRound(byNumber)
			if _, err := h.state.NextRound(); err != nil {
				h.refused(chief, cmd, "add.over")
				continue
			}
			h.makes(chief, cmd, "entrants.added", "schedule.changed")
			e := h.state.Entrants[n]
			if e.Joined != 2 || e.Presence != event.Present {
				t.Errorf("entrant %+v", e)
			}
			h.playOn()
			h.wholeRoundRobin("group")
			h.survives()
		}
	}
}

// Who was missing when the draw was made may join with what the list says.
func TestAMissingEntrantComesLate(t *testing.T) {
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(5)})
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e2", "e3", "e4"}, Presence: event.Present})
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e5"}, Presence: event.Missing})
	h.do(organiser, event.DrawRound{Seed: "7"})
	cmd := event.AddEntrant{Entrant: event.Entrant{ID: "e5"}, Seed: "late", Reason: "路上堵车"}
	gone := h.fork(t)
	gone.do(chief, withdraw("e5"))
	gone.refused(chief, cmd, "entrant.gone")
	h.makes(chief, cmd, "entrants.added", "schedule.changed")
	if e, _ := h.state.Entrant("e5"); e.Number != "5" || e.Unit != "单位5" || e.Joined != 2 || len(h.state.Entrants) != 5 {
		t.Errorf("entrant %+v of %d", e, len(h.state.Entrants))
	}
	h.settleRound(byNumber)
	h.playOn()
	h.wholeRoundRobin("group")
	h.survives()
}

func TestNobodyJoinsALaterPhase(t *testing.T) {
	h := drawn(t, college, nil)
	for range 3 {
		h.settleRound(byNumber)
		h.do(organiser, event.DrawRound{Seed: "s"})
	}
	cmd := late("新甲", "新乙")
	cmd.Entrant.Group = "A"
	h.refused(chief, cmd, "add.phase")
}

// A knockout that is drawn has no place.
func TestNobodyJoinsAKnockout(t *testing.T) {
	h := newHall(t, "guandan-five", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
	h.state = evolved(t, h.state, h.raw(`{"phase":"knockout","seed":"1","groups":[{"name":"","order":["e1","e2","e3","e4"]}],"rounds":null}`, "phase.drawn"))
	h.refused(chief, late("新甲", "新乙"), "add.knockout")
}

// A late entry into a group whose last round has begun has no round to come.
func TestWhoComesTooLate(t *testing.T) {
	h := open(t, 2)
	h.refused(chief, late("新甲", "新乙"), "add.over")
}

// The group that a newcomer joins has the fewest who still play.
func TestALateEntryJoinsTheSmallestGroup(t *testing.T) {
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(8)})
	pool := func(name string, ids ...contest.EntrantID) contest.Group {
		g := contest.Group{Name: name}
		for _, id := range ids {
			g.Entrants = append(g.Entrants, contest.Entrant{ID: id})
		}
		return g
	}
	draw, err := contest.DrawRoundRobin(contest.RoundRobinInput{Seed: "1", Groups: []contest.Group{
		pool("1", "e1", "e2", "e3", "e4"), pool("2", "e5", "e6", "e7", "e8")}})
	if err != nil {
		t.Fatal(err)
	}
	groups := []event.GroupDraw{{Name: "1", Order: draw.Orders[0]}, {Name: "2", Order: draw.Orders[1]}}
	data := encode(t, map[string]any{"phase": "group", "seed": "1", "groups": groups, "rounds": draw.Rounds})
	h.take(event.Decided{State: evolved(t, h.state, h.raw(data, "phase.drawn")), Encoded: [][]byte{h.raw(data, "phase.drawn")}})
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.do(chief, withdraw("e6"))
	h.do(chief, late("新甲", "新乙"))
	phase, _ := h.state.Draw("group")
	if len(phase.Groups[0].Order) != 4 || !slices.Contains(phase.Groups[1].Order, "e9") {
		t.Errorf("groups %+v", phase.Groups)
	}
	h.survives()
}
