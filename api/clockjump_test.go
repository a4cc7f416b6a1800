package api_test

import (
	"net/http"
	"testing"
	"time"

	"kiosk/scoresheet/event"
)

// bells counts how often the clocks of an event have rung, and wants its entries
// in the order of time.
func (k *kiosk) bells(id string) (n int) {
	k.Helper()
	entries, err := k.store.Entries(event.ID(id), 0, 0)
	if err != nil {
		k.Fatal(err)
	}
	for i, e := range entries {
		if i > 0 && e.At.Before(entries[i-1].At) {
			k.Errorf("entry %d is of %v, the one before of %v", e.N, e.At, entries[i-1].At)
		}
		if e.Kind == "clock.rung" {
			n++
		}
	}
	return n
}

func (k *kiosk) waitForBell(id string) {
	k.Helper()
	for end := time.Now().Add(10 * time.Second); k.bells(id) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			k.Fatal("the bell does not ring")
		}
	}
}

// TestClockSetForth: a clock that jumps over the end of the round rings the bell,
// once; what is reported after it is late and lost to nobody.
func TestClockSetForth(t *testing.T) {
	k, id, a, b := table(t)
	clock := "/api/v1/events/" + id + "/clock"
	k.post(http.StatusOK, clock, map[string]any{"do": "start", "minutes": 45})
	a.report(http.StatusCreated, 1, 1, 3)
	b.report(http.StatusCreated, 1, 1, 3)
	k.clock.add(time.Hour)
	k.waitForBell(id)
	a.report(http.StatusCreated, 2, 1, 3)
	if field(a.view(), "match", "games", 0, "hands", 1, "late") != true {
		t.Error("a report after the bell is not marked")
	}
	k.clock.add(-time.Hour)
	b.report(http.StatusCreated, 2, 1, 3)
	if n := k.bells(id); n != 1 {
		t.Errorf("%d bells", n)
	}
	if state := field(k.get("/api/v1/events/"+id), "rounds", 0, "clock", "state"); state != "over" {
		t.Errorf("a round whose bell has rung is %v", state)
	}
}

// TestClockSetBack: the entries stay in order, and the round goes on to a bell
// that the organiser can ring.
func TestClockSetBack(t *testing.T) {
	k, id, a, b := table(t)
	clock := "/api/v1/events/" + id + "/clock"
	k.post(http.StatusOK, clock, map[string]any{"do": "start", "minutes": 45})
	a.report(http.StatusCreated, 1, 1, 3)
	k.clock.add(-time.Hour)
	b.report(http.StatusCreated, 1, 1, 3)
	// What remains when the clock is held is counted from the last entry, not
	// from the hour that was.
	k.post(http.StatusOK, clock, map[string]any{"do": "pause"})
	if left := field(k.get("/api/v1/events/"+id), "rounds", 0, "clock", "remaining_s"); left != float64(45*60) {
		t.Errorf("%v s are left", left)
	}
	k.post(http.StatusOK, clock, map[string]any{"do": "resume"})
	if n := k.bells(id); n != 0 {
		t.Errorf("%d bells", n)
	}
	k.clock.add(2 * time.Hour)
	k.waitForBell(id)
}
