package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// TestRandomDay drives a store through a random day, with commands sent twice,
// refused, failing to be written and restarts, beside a model of what must be
// there.
func TestRandomDay(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	steps := 600
	if testing.Short() {
		steps = 150
	}

	b := open(t, newPath(t))
	var events []event.ID
	journals := map[event.ID][]string{}
	answers := map[string]string{} // by event and key
	// The next write fails, having reached the disk or not.
	fail, landed := false, false
	arm := func() {
		plain := func(fn func(*bbolt.Tx) error) error { return b.db.Load().Update(fn) }
		b.write = func(fn func(*bbolt.Tx) error) error {
			if !fail {
				return plain(fn)
			}
			fail = false
			if landed {
				return errors.Join(plain(fn), errDisk)
			}
			return errDisk
		}
	}
	arm()
	for step := range steps {
		if len(events) == 0 || r.IntN(60) == 0 {
			id := event.ID(fmt.Sprintf("e%d", len(events)))
			submit(t, b, creation(id))
			events = append(events, id)
			journals[id] = []string{"Event " + string(id)}
			continue
		}
		id := events[r.IntN(len(events))]
		name := fmt.Sprintf("n%d", r.IntN(50))
		key := fmt.Sprintf("key-%s-%d", name, r.IntN(3))
		scope := string(id) + "/" + key
		switch r.IntN(20) {
		case 0:
			b = reopen(t, b)
			arm()
		case 1:
			var refusal *event.Refusal
			if _, err := b.Submit(t.Context(), rename(id, "", key)); answers[scope] == "" && !errors.As(err, &refusal) || answers[scope] != "" && !errors.Is(err, ErrKeyReused) {
				t.Fatalf("step %d: %v", step, err)
			}
		case 2:
			if answers[scope] != "" {
				continue
			}
			fail, landed = true, r.IntN(2) == 0
			if _, err := b.Submit(t.Context(), rename(id, name, key)); !errors.Is(err, ErrUnwritable) {
				t.Fatalf("step %d: %v", step, err)
			}
			until(t, func() bool { return b.Writable() == nil })
			if landed {
				journals[id] = append(journals[id], name)
				answers[scope] = fmt.Sprintf("%s at %d with 1", name, len(journals[id]))
			}
		default:
			receipt := submit(t, b, rename(id, name, key))
			known := answers[scope]
			if receipt.Replayed != (known != "") || receipt.Replayed && string(receipt.Answer) != known {
				t.Fatalf("step %d: %s: %q, replayed %v, known %q", step, scope, receipt.Answer, receipt.Replayed, known)
			}
			if known == "" {
				journals[id] = append(journals[id], name)
				answers[scope] = string(receipt.Answer)
			}
		}
		state, ok := b.State(id)
		if want := journals[id]; !ok || state.Version != len(want) || state.Name != want[len(want)-1] {
			t.Fatalf("step %d: %s is at %d with %q, want %d with %q", step, id, state.Version, state.Name, len(want), want[len(want)-1])
		}
	}
	if !slices.Equal(b.Events(), events) {
		t.Errorf("events %v, want %v", b.Events(), events)
	}
	for _, id := range events {
		count := map[string]int{}
		for _, name := range journals[id] {
			count[name]++
		}
		for name, n := range names(t, b, id) {
			if count[name] != n {
				t.Errorf("%s: %s is there %d times, want %d", id, name, n, count[name])
			}
		}
	}
}
