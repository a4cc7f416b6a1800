package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// twoKiosks: many report at both at once, every answered report is there once,
// and both come to the same.
func twoKiosks(t *testing.T, p Place) {
	const senders, each = 32, 12
	kiosks := []store.Kept{p.open(t), p.open(t)}
	Submit(t, kiosks[0], Creation("a", ""))
	subs := []*store.Subscription{kiosks[0].Subscribe("a"), kiosks[1].Subscribe("a")}
	var wg sync.WaitGroup
	for g := range senders {
		wg.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d-%d", g, i)
				receipt, err := kiosks[(g+i)%2].Submit(context.Background(), Rename("a", name, "key-"+name))
				if err != nil {
					t.Error(err)
					return
				}
				if receipt.State.Name != name || receipt.Replayed {
					t.Errorf("%s: %s, replayed %v", name, receipt.State.Name, receipt.Replayed)
				}
			}
		})
	}
	wg.Wait()
	converge(t, kiosks, "a")
	for i, s := range kiosks {
		found := Names(t, s, "a")
		for g := range senders {
			for i := range each {
				if n := found[fmt.Sprintf("%d-%d", g, i)]; n != 1 {
					t.Errorf("%d-%d is there %d times", g, i, n)
				}
			}
		}
		if version(s, "a") != senders*each+1 {
			t.Errorf("kiosk %d is at %d", i, version(s, "a"))
		}
		inOrder(t, subs[i], senders*each+1)
	}
}

// inOrder reads what a subscription got: without gaps, unless it says so.
func inOrder(t *testing.T, sub *store.Subscription, last int) {
	t.Helper()
	defer sub.Close()
	seen := 0
	for seen < last {
		commit := <-sub.C
		lagged := sub.Lagged()
		for _, e := range commit.Entries {
			if e.N != seen+1 && !lagged && seen > 0 {
				t.Errorf("entry %d after %d", e.N, seen)
			}
			seen, lagged = e.N, false
		}
	}
}

// converge waits until all kiosks show the same, whatever they have.
func converge(t *testing.T, kiosks []store.Kept, id event.ID) {
	t.Helper()
	newest := 0
	for _, s := range kiosks {
		newest = max(newest, version(s, id))
	}
	for _, s := range kiosks {
		Until(t, "a kiosk follows", func() bool { return version(s, id) >= newest })
	}
	first, _ := kiosks[0].State(id)
	for i, s := range kiosks {
		if state, _ := s.State(id); state.Head != first.Head {
			t.Errorf("kiosk %d has the head %s, kiosk 0 %s", i, state.Head.Short(), first.Head.Short())
		}
	}
}

func oneKeyAtTwoKiosks(t *testing.T, p Place) {
	kiosks := []store.Kept{p.open(t), p.open(t)}
	Submit(t, kiosks[0], Creation("a", ""))
	checkOnce(t, 60, func(n int) store.Kept { return kiosks[n%2] })
	converge(t, kiosks, "a")
	// What one kiosk answered, the other answers alike, at once.
	for i := range 20 {
		first := Submit(t, kiosks[i%2], Rename("a", fmt.Sprint(i), fmt.Sprintf("more-%04d", i)))
		again := Submit(t, kiosks[(i+1)%2], Rename("a", fmt.Sprint(i), fmt.Sprintf("more-%04d", i)))
		if !again.Replayed || string(again.Answer) != string(first.Answer) || len(again.Entries) != 1 || again.Entries[0].N != first.Entries[0].N {
			t.Errorf("%d: %+v, first %+v", i, again, first)
		}
	}
}

func eventsAtTwoKiosks(t *testing.T, p Place) {
	kiosks := []store.Kept{p.open(t), p.open(t)}
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			if _, err := kiosks[i%2].Submit(context.Background(), Creation(event.ID(fmt.Sprintf("e%d", i)), fmt.Sprintf("create-%d", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range kiosks {
		Until(t, "all events are known", func() bool { return len(s.Events()) == 10 })
	}
	if a, b := kiosks[0].Events(), kiosks[1].Events(); !slices.Equal(a, b) {
		t.Errorf("one kiosk has the events in the order %v, the other %v", a, b)
	}
	if receipt := Submit(t, kiosks[0], Creation("other", "create-1")); !receipt.Replayed || receipt.State.ID != "e1" {
		t.Errorf("made again at the other kiosk: %+v", receipt)
	}
}

// decidedOnTheNewest: a kiosk refuses nothing for not knowing yet what another
// one has just answered.
func decidedOnTheNewest(t *testing.T, p Place) {
	kiosks := []store.Kept{p.open(t), p.open(t)}
	for i := range 30 {
		id := event.ID(fmt.Sprintf("e%d", i))
		Submit(t, kiosks[i%2], Creation(id, ""))
		if receipt := Submit(t, kiosks[(i+1)%2], Rename(id, "x", "")); receipt.State.Version != 2 {
			t.Errorf("version %d", receipt.State.Version)
		}
	}
}

func secretsOfTwoKiosks(t *testing.T, p Place) {
	kiosks := []store.Kept{p.open(t), p.open(t)}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			s := kiosks[i%2]
			if err := s.SetSecret(context.Background(), "shared", fmt.Append(nil, i)); err != nil {
				t.Error(err)
			}
			if err := s.SetSecret(context.Background(), fmt.Sprintf("own/%02d", i), fmt.Append(nil, i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var kept [20]string
	for i := range kept {
		wg.Go(func() {
			value, err := kiosks[i%2].KeepSecret(context.Background(), "once", fmt.Append(nil, i))
			if kept[i] = string(value); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range kept {
		if kept[i] != kept[0] {
			t.Errorf("one was given %q, another %q", kept[i], kept[0])
		}
	}
	for _, s := range kiosks {
		Until(t, "all secrets are known", func() bool { return len(s.Secrets("own/")) == 20 })
	}
	Until(t, "both have the same", func() bool {
		a, _ := kiosks[0].Secret("shared")
		b, _ := kiosks[1].Secret("shared")
		return string(a) == string(b)
	})
	if err := kiosks[0].DeleteSecret(t.Context(), "shared"); err != nil {
		t.Fatal(err)
	}
	Until(t, "it is forgotten", func() bool { _, ok := kiosks[1].Secret("shared"); return !ok })
}

// clocksApart: the record's times go on, however far the clocks of two kiosks
// are apart.
func clocksApart(t *testing.T, p Place) {
	start := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	var kiosks []store.Kept
	for _, ahead := range []time.Duration{0, time.Hour} {
		s := p.Open(t, store.Options{Now: func() time.Time { return start.Add(ahead) }})
		defer whole(t, s)
		kiosks = append(kiosks, s)
	}
	Submit(t, kiosks[0], Creation("a", ""))
	for i := range 10 {
		Submit(t, kiosks[i%2], Rename("a", fmt.Sprint(i), ""))
	}
	converge(t, kiosks, "a")
	entries, err := kiosks[0].Entries("a", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range entries[1:] {
		if entries[i+1].At.Before(entries[i].At) {
			t.Errorf("entry %d is of %v, the one before of %v", i+2, entries[i+1].At, entries[i].At)
		}
	}
}

// importedBeside: an event that is larger than a transaction arrives whole, at
// every kiosk.
func importedBeside(t *testing.T, p Place) {
	kiosks := []store.Kept{p.open(t), p.open(t)}
	from, err := store.Open(filepath.Join(t.TempDir(), "from.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	Submit(t, from, Creation("a", ""))
	for i := range 500 {
		Submit(t, from, Rename("a", fmt.Sprint(i), fmt.Sprintf("key-%04d", i)))
	}
	if err := from.SetSecret(t.Context(), "table-key", []byte("of the laptop")); err != nil {
		t.Fatal(err)
	}
	sub := kiosks[1].Subscribe("a")
	defer sub.Close()
	moved, err := store.Move(t.Context(), from, kiosks[0], "a")
	if err != nil || moved.Event.Entries != 501 || moved.Event.Answers != 500 || !moved.Keys {
		t.Fatalf("%+v, %v", moved, err)
	}
	if commit := <-sub.C; commit.State.Version != 501 {
		t.Errorf("the other kiosk sees it at %d first", commit.State.Version)
	}
	if receipt := Submit(t, kiosks[1], Rename("a", "7", "key-0007")); !receipt.Replayed || string(receipt.Answer) != "7 at 9 with 1" {
		t.Errorf("a request sent again at the new place: %+v", receipt)
	}
	if value, _ := kiosks[0].Secret("table-key"); string(value) != "of the laptop" {
		t.Errorf("the key is %q", value)
	}
	Submit(t, kiosks[1], Rename("a", "on", "key-on"))

	// And back, to a laptop that has an event already, and so keeps its keys.
	back, err := store.Open(filepath.Join(t.TempDir(), "back.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	Submit(t, back, Creation("other", ""))
	if moved, err = store.Move(t.Context(), kiosks[0], back, "a"); err != nil || moved.Event.Entries != 502 || moved.Keys {
		t.Fatalf("%+v, %v", moved, err)
	}
	if receipt := Submit(t, back, Rename("a", "on", "key-on")); !receipt.Replayed || string(receipt.Answer) != "on at 502 with 1" {
		t.Errorf("a request sent again on the laptop: %+v", receipt)
	}
	if _, err := store.Move(t.Context(), from, kiosks[0], "a"); err == nil {
		t.Error("an event was moved onto itself")
	}
}

func randomDayOfTwo(t *testing.T, p Place) {
	r := newRandom(t)
	kiosks, m := []store.Kept{p.open(t), p.open(t)}, newModel()
	for range 300 {
		n := r.IntN(2)
		if r.IntN(60) == 0 {
			kiosks[n] = p.reopen(t, kiosks[n])
		}
		m.step(t, kiosks[n], r)
	}
	for _, id := range m.events {
		converge(t, kiosks, id)
	}
	for _, s := range kiosks {
		m.check(t, s)
	}
}
