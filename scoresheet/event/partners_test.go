package event_test

import (
	"fmt"
	"slices"
	"testing"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// persons are n persons of units of two.
func persons(n int) []event.Entrant {
	list := make([]event.Entrant, n)
	for i := range list {
		list[i] = event.Entrant{Unit: fmt.Sprintf("车间%d", i/2+1), Players: []string{fmt.Sprintf("工友%d", i+1)}}
	}
	return list
}

// alone is an event to which n persons have entered, and one pair.
func alone(t tester, n int) *hall {
	t.Helper()
	h := newHall(t, "guandan-national-day", nil)
	h.do(organiser, event.ReadEntrants{Entrants: append(persons(n), event.Entrant{Number: "1", Unit: "车间1", Players: []string{"老张", "老李"}})})
	return h
}

func together(ids ...contest.EntrantID) [][]contest.EntrantID { return [][]contest.EntrantID{ids} }

func TestPartnersByLot(t *testing.T) {
	h := alone(t, 6)
	h.makes(chief, event.DrawPartners{Seed: "9"}, "partners.drawn")
	if n := len(h.state.Singles()); n != 0 || len(h.state.Entrants) != 4 || len(h.state.Partners) != 3 {
		t.Fatalf("%d singles, %d entrants, %d lots", n, len(h.state.Entrants), len(h.state.Partners))
	}
	seen := map[string]bool{}
	for i, lot := range h.state.Partners {
		e, ok := h.state.Entrant(lot.Entrant)
		if !ok || lot.Lot != i+1 || lot.Seed != "9" || len(lot.Persons) != 2 || len(e.Players) != 2 {
			t.Fatalf("lot %+v made %+v", lot, e)
		}
		for k, person := range lot.Persons {
			if e.Players[k] != person.Players[0] || seen[person.Players[0]] {
				t.Errorf("lot %+v made %+v", lot, e)
			}
			seen[person.Players[0]] = true
		}
		if e.Name() != e.Players[0]+" / "+e.Players[1] {
			t.Errorf("the pair is called %s", e.Name())
		}
		want := fmt.Sprint(i + 1)
		if want == "1" {
			want = "" // the pair that entered as one has it
		}
		if e.Number != want {
			t.Errorf("lot %d made number %q", i+1, e.Number)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d persons have a partner", len(seen))
	}
	h.refused(chief, event.DrawPartners{Seed: "9"}, "partners.none")
	again := alone(t, 6)
	again.do(chief, event.DrawPartners{Seed: "9"})
	if again.state.Head != h.state.Head {
		t.Error("one seed draws two partners")
	}
	h.survives()
}

func TestUnitsOfPairs(t *testing.T) {
	h := newHall(t, "guandan-national-day", nil)
	h.do(organiser, event.ReadEntrants{Entrants: []event.Entrant{
		{Unit: "甲", Players: []string{"一"}, Seed: 3}, {Unit: "甲", Players: []string{"二"}}, {Unit: "乙", Players: []string{"三"}, Seed: 2},
		{Players: []string{"四"}}, {Unit: "甲", Players: []string{"五"}, Seed: 5}, {Unit: "乙", Players: []string{"六"}, Seed: 4},
		{Players: []string{"七"}}, {Players: []string{"八"}},
	}})
	h.do(chief, event.DrawPartners{Together: [][]contest.EntrantID{{"e1", "e2"}, {"e3", "e4"}, {"e5", "e6"}, {"e7", "e8"}}})
	for i, want := range []struct {
		unit, name string
		seed       int
	}{{"甲", "一 / 二", 3}, {"乙", "三 / 四", 2}, {"甲 / 乙", "五 / 六", 4}, {"", "七 / 八", 0}} {
		e := h.state.Entrants[i]
		if e.Unit != want.unit || e.Name() != want.name || e.Seed != want.seed {
			t.Errorf("pair %d: %+v", i+1, e)
		}
	}
	if h.state.Partners[0].Seed != "" {
		t.Error("who was named together was not drawn")
	}
	h.survives()
}

func TestPartnersThatCannotBeDrawn(t *testing.T) {
	h := alone(t, 5)
	for _, row := range []struct {
		name string
		cmd  event.DrawPartners
		code string
	}{
		{"without a seed", event.DrawPartners{}, "draw.seed"},
		{"one too many", event.DrawPartners{Seed: "1"}, "partners.odd"},
		{"three together", event.DrawPartners{Together: together("e1", "e2", "e3")}, "partners.size"},
		{"with nobody", event.DrawPartners{Together: together("e1", "e99")}, "entrant.unknown"},
		{"with oneself", event.DrawPartners{Together: together("e1", "e1")}, "partners.not-single"},
		{"with one of a pair", event.DrawPartners{Together: together("e1", "e6")}, "partners.not-single"},
		{"with two others", event.DrawPartners{Together: [][]contest.EntrantID{{"e1", "e2"}, {"e2", "e3"}}}, "partners.not-single"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(chief, row.cmd, row.code) })
	}
	_, err := h.decide(chief, event.DrawPartners{Seed: "1"})
	var refusal *event.Refusal
	if !asRefusal(err, &refusal) || refusal.Args["over"] != 1 || !slices.Equal(refusal.Args["entrants"].([]string), []string{"工友1", "工友2", "工友3", "工友4", "工友5"}) {
		t.Errorf("refused with %+v", refusal)
	}
	// One is missing, or two are put together by hand: then it can be had.
	missing := h.fork(t)
	missing.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e5"}, Presence: event.Missing})
	missing.refused(chief, event.DrawPartners{Seed: "1"}, "draw.unchecked")
	missing.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e2", "e3", "e4", "e6"}, Presence: event.Present})
	missing.makes(chief, event.DrawPartners{Seed: "1"}, "partners.drawn")
	for _, lot := range missing.state.Partners {
		if e, _ := missing.state.Entrant(lot.Entrant); e.Presence != event.Present {
			t.Errorf("%+v is not there", e)
		}
	}
	missing.survives()
	left := h.fork(t)
	left.do(chief, withdraw("e3"))
	left.makes(chief, event.DrawPartners{Together: together("e4", "e1"), Seed: "1"}, "partners.drawn")
	if first := left.state.Partners[0]; first.Seed != "" || first.Persons[0].ID != "e4" || left.state.Partners[1].Seed != "1" {
		t.Errorf("lots %+v", left.state.Partners)
	}
	left.survives()
	college := newHall(t, college, nil)
	college.do(organiser, event.ReadEntrants{Entrants: pairs(2)})
	college.refused(chief, event.DrawPartners{Seed: "1"}, "partners.pairs")
}

func TestPartnersDrawnAnew(t *testing.T) {
	h := alone(t, 4)
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e2", "e3", "e4", "e5"}, Presence: event.Present})
	h.do(chief, event.DrawPartners{Seed: "1"})
	first := h.state.Partners[0].Entrant
	h.makes(chief, event.DrawPartners{Together: [][]contest.EntrantID{{"e1", "e2"}, {"e3", "e4"}}, Anew: true}, "partners.drawn")
	if _, still := h.state.Entrant(first); still || len(h.state.Entrants) != 3 || len(h.state.Partners) != 2 || h.state.Partners[0].Lot != 1 {
		t.Errorf("entrants %+v", h.state.Entrants)
	}
	if e := h.state.Entrants[len(h.state.Entrants)-1]; e.ID != "e9" || e.Presence != event.Present {
		t.Errorf("entrant %+v", e)
	}
	// One more comes, and then another.
	single := event.AddEntrant{Entrant: event.Entrant{Players: []string{"后来"}}}
	h.do(organiser, single)
	h.refused(chief, event.DrawPartners{Seed: "2"}, "draw.unchecked")
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e10"}, Presence: event.Present})
	h.refused(chief, event.DrawPartners{Seed: "2"}, "partners.odd")
	single.Entrant.Players = []string{"又来"}
	h.do(organiser, single)
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e11"}, Presence: event.Present})
	h.makes(chief, event.DrawPartners{Seed: "2"}, "partners.drawn")
	if lots := h.state.Partners; len(lots) != 3 || lots[2].Lot != 3 {
		t.Errorf("lots %+v", lots)
	}
	// A list read anew is drawn anew.
	h.do(organiser, event.ReadEntrants{Entrants: persons(2)})
	if len(h.state.Partners) != 0 || len(h.state.Singles()) != 2 {
		t.Errorf("lots %+v", h.state.Partners)
	}
	h.survives()
}

// Partners come from one group.
func TestPartnersOfGroups(t *testing.T) {
	h := newHall(t, "test-open", nil)
	list := persons(8)
	for i := range list {
		list[i].Group = string("AB"[i%2])
	}
	h.do(organiser, event.ReadEntrants{Entrants: list})
	h.refused(chief, event.DrawPartners{Together: together("e1", "e2")}, "partners.groups")
	h.do(chief, event.DrawPartners{Seed: "5"})
	for _, lot := range h.state.Partners {
		e, _ := h.state.Entrant(lot.Entrant)
		if lot.Persons[0].Group != lot.Persons[1].Group || e.Group != lot.Persons[0].Group {
			t.Errorf("lot %+v", lot)
		}
	}
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.refused(chief, event.DrawPartners{Seed: "1"}, "partners.drawn")
	h.survives()
}
