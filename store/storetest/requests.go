package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Organiser is the author of the requests of the tests.
var Organiser = event.Author{Role: event.Organiser, Name: "Organiser"}

// Creation makes an event.
func Creation(id event.ID, key string) store.Request {
	return store.Request{
		Event: id, By: Organiser, Key: key, Body: sha256.Sum256([]byte("create")), Answer: AnswerWith("made"),
		Command: event.CreateEvent{ID: id, EventName: "Event " + string(id), Zone: "Asia/Shanghai", Rulebook: &scoresheet.Rulebook{ID: "test"}, Text: "text", Hash: "hash"},
	}
}

// Rename is the smallest command: one entry, which any event takes. The empty
// name is refused.
func Rename(id event.ID, name, key string) store.Request {
	return store.Request{Event: id, By: Organiser, Command: event.Rename{EventName: &name}, Key: key, Body: sha256.Sum256([]byte(name)), Answer: AnswerWith(name)}
}

// AnswerWith makes answers that tell what they were made from.
func AnswerWith(name string) func(*event.State, []event.Entry) ([]byte, error) {
	return func(s *event.State, entries []event.Entry) ([]byte, error) {
		return fmt.Appendf(nil, "%s at %d with %d", name, s.Version, len(entries)), nil
	}
}

// Submit wants a request to be carried out.
func Submit(t testing.TB, s store.Store, req store.Request) store.Receipt {
	t.Helper()
	receipt, err := s.Submit(context.Background(), req)
	if err != nil {
		t.Fatalf("submit %s: %v", req.Key, err)
	}
	return receipt
}

// Names are what the entries of an event renamed it to, and how often; the
// entries are read back through their chain.
func Names(t testing.TB, s store.Store, id event.ID) map[string]int {
	t.Helper()
	found := map[string]int{}
	var (
		state *event.State
		chain event.Chain
	)
	for {
		entries, err := s.Entries(id, chain.Len(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			return found
		}
		for _, e := range entries {
			encoded, err := e.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := chain.Add(encoded); err != nil {
				t.Fatal(err)
			}
			if state, err = event.Evolve(state, e, encoded); err != nil {
				t.Fatal(err)
			}
			found[state.Name]++
		}
	}
}

// Until waits for a condition that another goroutine brings about.
func Until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatal("waited 30 s in vain: " + what)
		}
		time.Sleep(time.Millisecond)
	}
}

// version is how many entries a store shows of an event.
func version(s store.Store, id event.ID) int {
	state, ok := s.State(id)
	if !ok {
		return 0
	}
	return state.Version
}

func refused(err error) bool {
	var refusal *event.Refusal
	return errors.As(err, &refusal)
}
