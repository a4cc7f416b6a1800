package event_test

import (
	"fmt"
	"testing"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// An entrant is found by its id wherever it stands: where the id says, and in
// lists with gaps, with late entries, out of order, and with ids of another kind.
func TestEntrantByID(t *testing.T) {
	lists := map[string][]contest.EntrantID{
		"as read":    {"e1", "e2", "e3", "e4"},
		"gaps":       {"e5", "e7", "e9", "e10"},
		"left out":   {"e1", "e3", "e4", "e12"},
		"disorder":   {"e3", "e1", "e2"},
		"other ids":  {"x", "e", "e01", "e-1", "e99999999999999999999", "2"},
		"none":       {},
		"also alike": {"e2", "e1", "e01"},
	}
	for name, ids := range lists {
		state := event.State{}
		for i, id := range ids {
			state.Entrants = append(state.Entrants, event.Entrant{ID: id, Number: fmt.Sprint(i)})
		}
		known := map[contest.EntrantID]bool{}
		for i, id := range ids {
			known[id] = true
			if e, ok := state.Entrant(id); !ok || e.ID != id || e.Number != fmt.Sprint(i) {
				t.Errorf("%s: %s is %+v, %v", name, id, e, ok)
			}
		}
		for _, id := range []contest.EntrantID{"", "e", "e0", "e1", "e2", "e3", "e6", "e11", "e+1", "E1", " e1"} {
			if e, ok := state.Entrant(id); ok != known[id] || ok && e.ID != id {
				t.Errorf("%s: %q is %+v, %v", name, id, e, ok)
			}
		}
	}
}

// A lookup does not go through the list.
func BenchmarkEntrant(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		state := event.State{}
		for i := range n {
			state.Entrants = append(state.Entrants, event.Entrant{ID: contest.EntrantID(fmt.Sprintf("e%d", i+1))})
		}
		last := state.Entrants[n-1].ID
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, ok := state.Entrant(last); !ok {
					b.Fatal("not found")
				}
			}
		})
	}
}
