package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

var organiser = event.Author{Role: event.Organiser, Name: "Organiser"}

func creation(id event.ID) Request {
	return Request{Event: id, By: organiser, Command: event.CreateEvent{ID: id, EventName: "Event " + string(id), Zone: "Asia/Shanghai", Rulebook: &scoresheet.Rulebook{ID: "test"}, Text: "text", Hash: "hash"}}
}

// rename is the smallest command: one entry, which any event takes. The empty
// name is refused.
func rename(id event.ID, name, key string) Request {
	return Request{Event: id, By: organiser, Command: event.Rename{EventName: &name}, Key: key, Body: sha256.Sum256([]byte(name)), Answer: answerWith(name)}
}

func answerWith(name string) func(*event.State, []event.Entry) ([]byte, error) {
	return func(s *event.State, entries []event.Entry) ([]byte, error) {
		return fmt.Appendf(nil, "%s at %d with %d", name, s.Version, len(entries)), nil
	}
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "kiosk.db") }

// open opens a store and, at the end of the test, checks that everything in it
// is whole and adds up to the states that it shows.
func open(t testing.TB, path string) *Bolt {
	t.Helper()
	return openWith(t, path, Options{Retry: 5 * time.Millisecond})
}

func openWith(t testing.TB, path string, options Options) *Bolt {
	t.Helper()
	b, err := Open(path, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeWhole(t, b) })
	return b
}

func closeWhole(t testing.TB, b *Bolt) {
	t.Helper()
	select {
	case <-b.stopped:
		return // It was checked when it was closed.
	default:
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	report, err := inspectWhole(b.path)
	if err != nil {
		t.Errorf("after the test: %v", err)
		return
	}
	var ids []event.ID
	for _, e := range report.Events {
		ids = append(ids, e.ID)
		state, ok := b.State(e.ID)
		if !ok || state.Version != e.Entries || state.Head != e.Head || state.Name != e.State.Name {
			t.Errorf("event %s: the state shown is not what the journal adds up to", e.ID)
		}
	}
	if !slices.Equal(ids, b.Events()) {
		t.Errorf("events %v, in the file %v", b.Events(), ids)
	}
	for name, value := range b.secrets.all() {
		if len(value) > MaxAnswer || name == "" {
			t.Errorf("secret %q", name)
		}
	}
}

func reopen(t testing.TB, b *Bolt) *Bolt {
	t.Helper()
	closeWhole(t, b)
	return open(t, b.path)
}

func submit(t testing.TB, b *Bolt, req Request) Receipt {
	t.Helper()
	receipt, err := b.Submit(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// names are what the entries of an event renamed it to, and how often.
func names(t testing.TB, s Store, id event.ID) map[string]int {
	t.Helper()
	found := map[string]int{}
	var state *event.State
	for after := 0; ; {
		entries, err := s.Entries(id, after, 1000)
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
			if state, err = event.Evolve(state, e, encoded); err != nil {
				t.Fatal(err)
			}
			found[state.Name]++
			after = e.N
		}
	}
}

// gate stops the writer in front of its next transactions, so that a test can
// say which requests share one.
type gate struct {
	b       *Bolt
	plain   func(func(*bbolt.Tx) error) error
	entered chan struct{}
	release chan struct{}
	commits int
}

func newGate(b *Bolt) *gate {
	g := &gate{b: b, plain: b.write, entered: make(chan struct{}), release: make(chan struct{})}
	b.write = func(fn func(*bbolt.Tx) error) error {
		g.entered <- struct{}{}
		<-g.release
		g.commits++
		return g.plain(fn)
	}
	return g
}

// together submits the requests so that they are decided in one batch, in this
// order, and gives what became of them.
func (g *gate) together(t *testing.T, requests ...Request) []outcome {
	t.Helper()
	plug := make(chan struct{})
	go func() {
		defer close(plug)
		_ = g.b.SetSecret(context.Background(), "plug", []byte{1})
	}()
	<-g.entered
	outcomes := make([]outcome, len(requests))
	var wg sync.WaitGroup
	for i, req := range requests {
		wg.Go(func() {
			outcomes[i].receipt, outcomes[i].err = g.b.Submit(context.Background(), req)
		})
		until(t, func() bool { return g.b.decided.Load() == int64(i+1) })
	}
	g.release <- struct{}{}
	<-plug
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for {
		select {
		case <-g.entered:
			g.release <- struct{}{}
		case <-done:
			return outcomes
		}
	}
}

// until waits for a condition that another goroutine brings about.
func until(t testing.TB, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatal("waited 20 s in vain")
		}
		time.Sleep(100 * time.Microsecond)
	}
}

func TestSubmitAndReopen(t *testing.T) {
	b := open(t, newPath(t))
	if receipt := submit(t, b, creation("b")); receipt.State.ID != "b" || len(receipt.Entries) != 1 || receipt.Entries[0].N != 1 {
		t.Errorf("creating: %+v", receipt)
	}
	submit(t, b, creation("a"))
	for i := range 5 {
		receipt := submit(t, b, rename("a", fmt.Sprintf("name %d", i), ""))
		if want := fmt.Sprintf("name %d at %d with 1", i, i+2); string(receipt.Answer) != want {
			t.Errorf("answer %q, want %q", receipt.Answer, want)
		}
		if state, _ := b.State("a"); state != receipt.State {
			t.Error("the state after the answer is not the one of the receipt")
		}
	}
	if _, ok := b.State("c"); ok {
		t.Error("an event that was never made has a state")
	}
	before, _ := b.State("a")

	b = reopen(t, b)
	after, _ := b.State("a")
	if after.Name != "name 4" || after.Head != before.Head || after.Version != 6 {
		t.Errorf("after reopening: %s, version %d", after.Name, after.Version)
	}
	if got := b.Events(); !slices.Equal(got, []event.ID{"b", "a"}) {
		t.Errorf("events %v, not in the order of making", got)
	}
	info, err := os.Stat(b.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestGroupCommit(t *testing.T) {
	const senders, each = 64, 30
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	submit(t, b, creation("b"))
	commits := 0
	write := b.write
	b.write = func(fn func(*bbolt.Tx) error) error { commits++; return write(fn) }
	var wg sync.WaitGroup
	for g := range senders {
		id := event.ID([]string{"a", "b"}[g%2])
		wg.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d-%d", g, i)
				receipt, err := b.Submit(context.Background(), rename(id, name, "key-"+name))
				if err != nil {
					t.Error(err)
					return
				}
				state, _ := b.State(id)
				if receipt.State.Name != name || state.Version < receipt.State.Version {
					t.Errorf("%s: receipt has %s, version %d; the state has %d", name, receipt.State.Name, receipt.State.Version, state.Version)
				}
			}
		})
	}
	wg.Wait()
	b = reopen(t, b)
	for i, id := range []event.ID{"a", "b"} {
		found := names(t, b, id)
		for g := i; g < senders; g += 2 {
			for i := range each {
				if n := found[fmt.Sprintf("%d-%d", g, i)]; n != 1 {
					t.Errorf("event %s has %d-%d %d times", id, g, i, n)
				}
			}
		}
	}
	if commits >= senders*each {
		t.Errorf("%d commits for %d requests", commits, senders*each)
	}
	t.Logf("%d requests in %d commits", senders*each, commits)
}

func TestSameKeyAgain(t *testing.T) {
	b := open(t, newPath(t))
	first := creation("a")
	first.Key, first.Answer = "create-1", answerWith("made")
	submit(t, b, first)
	made := submit(t, b, rename("a", "x", "key-0001"))
	submit(t, b, rename("a", "y", "key-0002"))
	check := func(b *Bolt) {
		t.Helper()
		again := submit(t, b, rename("a", "x", "key-0001"))
		if !again.Replayed || string(again.Answer) != string(made.Answer) || again.State.Version != 3 || len(again.Entries) != 1 || again.Entries[0].N != 2 {
			t.Errorf("again: %+v", again)
		}
		if _, err := b.Submit(t.Context(), rename("a", "z", "key-0001")); !errors.Is(err, ErrKeyReused) {
			t.Errorf("with another body: %v", err)
		}
		other := rename("a", "x", "key-0001")
		other.By.Name = "Somebody"
		if _, err := b.Submit(t.Context(), other); !errors.Is(err, ErrKeyReused) {
			t.Errorf("by another author: %v", err)
		}
		// The second attempt to make an event was given another ID.
		second := creation("b")
		second.Key = "create-1"
		if receipt := submit(t, b, second); !receipt.Replayed || receipt.State.ID != "a" || string(receipt.Answer) != "made at 1 with 1" {
			t.Errorf("made again: %+v", receipt)
		}
		if state, _ := b.State("a"); state.Version != 3 || len(b.Events()) != 1 {
			t.Errorf("version %d, events %v", state.Version, b.Events())
		}
	}
	check(b)
	b = reopen(t, b)
	check(b)
	// A key belongs to its event.
	submit(t, b, creation("c"))
	if receipt := submit(t, b, rename("c", "z", "key-0001")); receipt.Replayed {
		t.Error("a key of another event was taken for this one's")
	}
}

func TestSameKeyInOneBatch(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	g := newGate(b)
	out := g.together(t, rename("a", "", "key-0001"), rename("a", "x", "key-0001"), rename("a", "x", "key-0001"), rename("a", "y", "key-0001"), rename("a", "y", "key-0002"))
	if g.commits != 2 {
		t.Fatalf("%d commits", g.commits)
	}
	var refusal *event.Refusal
	if !errors.As(out[0].err, &refusal) {
		t.Errorf("first: %v", out[0].err)
	}
	if out[1].err != nil || out[1].receipt.Replayed || string(out[1].receipt.Answer) != "x at 2 with 1" {
		t.Errorf("second: %+v", out[1])
	}
	if out[2].err != nil || !out[2].receipt.Replayed || string(out[2].receipt.Answer) != "x at 2 with 1" {
		t.Errorf("third: %+v", out[2])
	}
	if !errors.Is(out[3].err, ErrKeyReused) {
		t.Errorf("fourth: %v", out[3].err)
	}
	if out[4].err != nil || out[4].receipt.State.Version != 3 {
		t.Errorf("fifth: %+v", out[4])
	}
}

// panics is a command that is broken: its interface is nil.
type panics struct{ event.Command }

func (panics) Name() event.CommandName { return event.CmdRename }

func TestFailuresLeaveNeighboursAlone(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	g := newGate(b)
	broken := Request{Event: "a", By: organiser, Command: panics{}, Key: "key-0001"}
	answerPanics := rename("a", "p", "key-0002")
	answerPanics.Answer = func(*event.State, []event.Entry) ([]byte, error) { panic("answer") }
	errAnswer := errors.New("no answer")
	answerFails := rename("a", "f", "key-0003")
	answerFails.Answer = func(*event.State, []event.Entry) ([]byte, error) { return nil, errAnswer }
	newFails := creation("n")
	newFails.Key, newFails.Answer = "key-0004", answerFails.Answer
	out := g.together(t, rename("a", "x", "key-0005"), broken, rename("a", "", ""), answerPanics, rename("unknown", "x", ""), answerFails, newFails, creation("m"), rename("m", "y", "key-0006"), rename("a", "z", "key-0007"))
	if g.commits != 2 {
		t.Fatalf("%d commits", g.commits)
	}
	for i, want := range []error{nil, ErrDefect, &event.Refusal{}, ErrDefect, &event.Refusal{}, errAnswer, errAnswer, nil, nil, nil} {
		var refusal *event.Refusal
		if _, refused := want.(*event.Refusal); refused {
			if !errors.As(out[i].err, &refusal) {
				t.Errorf("%d: %v", i, out[i].err)
			}
		} else if !errors.Is(out[i].err, want) {
			t.Errorf("%d: %v, want %v", i, out[i].err, want)
		}
	}
	if got := names(t, b, "a"); got["x"] != 1 || got["z"] != 1 || got["p"]+got["f"] != 0 || len(got) != 3 {
		t.Errorf("a: %v", got)
	}
	if !slices.Equal(b.Events(), []event.ID{"a", "m"}) {
		t.Errorf("events %v", b.Events())
	}
	go func() { <-g.entered; g.release <- struct{}{} }()
	if receipt := submit(t, b, rename("a", "p", "key-0002")); receipt.Replayed {
		t.Error("a request that failed is taken for done")
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	g := newGate(b)
	taken, cancelTaken := context.WithCancel(t.Context())
	results := make(chan error)
	go func() { _, err := b.Submit(taken, rename("a", "taken", "key-0001")); results <- err }()
	<-g.entered
	// Whoever is decided already hears the truth, however impatient it was.
	decided, cancelDecided := context.WithCancel(t.Context())
	go func() { _, err := b.Submit(decided, rename("a", "decided", "key-0002")); results <- err }()
	until(t, func() bool { return b.decided.Load() == 1 })
	cancelDecided()
	cancelTaken()
	g.release <- struct{}{}
	first := <-results
	<-g.entered
	g.release <- struct{}{}
	if err := errors.Join(first, <-results); err != nil {
		t.Errorf("taken: %v", err)
	}
	if _, err := b.Submit(taken, rename("a", "late", "")); !errors.Is(err, context.Canceled) {
		t.Errorf("late: %v", err)
	}
	// One that was dropped in the queue is passed over: the next is decided
	// without it.
	late := rename("a", "dropped", "")
	dropped := &job{submit: &late, done: make(chan outcome, 1)}
	dropped.drop()
	b.queue <- dropped
	go func() { <-g.entered; g.release <- struct{}{} }()
	submit(t, b, rename("a", "next", ""))
	if got := names(t, b, "a"); got["taken"] != 1 || got["decided"] != 1 || got["next"] != 1 || got["dropped"]+got["late"] != 0 {
		t.Errorf("%v", got)
	}
}

// A batch that fails takes with it what was decided on top of it: nobody hears
// that it was saved, and the state goes on from what is on disk.
func TestAFailedBatchVoidsTheOneAfterIt(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	g := newGate(b)
	gated := b.write
	var whole atomic.Bool
	plain := g.plain
	g.plain = func(func(*bbolt.Tx) error) error { return errors.New("broken") }
	b.write = func(fn func(*bbolt.Tx) error) error {
		if whole.Load() {
			return plain(fn)
		}
		return gated(fn)
	}
	results := make(chan error)
	send := func(name, key string) {
		_, err := b.Submit(context.Background(), rename("a", name, key))
		results <- err
	}
	go send("first", "key-0001")
	<-g.entered
	go send("second", "key-0002")
	until(t, func() bool { return b.decided.Load() == 1 })
	whole.Store(true)
	g.release <- struct{}{}
	for range 2 {
		if err := <-results; !errors.Is(err, ErrUnwritable) {
			t.Errorf("got %v", err)
		}
	}
	if state, _ := b.State("a"); state.Version != 1 {
		t.Errorf("version %d after nothing was written", state.Version)
	}
	until(t, func() bool { return b.Writable() == nil })
	if receipt := submit(t, b, rename("a", "second", "key-0002")); receipt.Replayed || receipt.State.Version != 2 {
		t.Errorf("replayed %v, version %d", receipt.Replayed, receipt.State.Version)
	}
}

func TestCloseWritesWhatIsDecided(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	sub := b.Subscribe("a")
	g := newGate(b)
	taken, decided := make(chan error), make(chan error)
	go func() { _, err := b.Submit(context.Background(), rename("a", "taken", "")); taken <- err }()
	<-g.entered
	go func() { _, err := b.Submit(context.Background(), rename("a", "decided", "")); decided <- err }()
	until(t, func() bool { return b.decided.Load() == 1 })
	closed := make(chan struct{})
	go func() { closeWhole(t, b); close(closed) }()
	<-b.closing
	g.release <- struct{}{}
	if err := <-taken; err != nil {
		t.Error(err)
	}
	// What is decided is written before the end.
	<-g.entered
	g.release <- struct{}{}
	if err := <-decided; err != nil {
		t.Errorf("decided: %v", err)
	}
	<-closed
	if _, err := b.Submit(t.Context(), rename("a", "late", "")); !errors.Is(err, ErrClosed) || !errors.Is(b.Writable(), ErrClosed) {
		t.Errorf("late: %v", err)
	}
	commits := 0
	for range sub.C {
		commits++
	}
	if commits != 2 {
		t.Errorf("%d commits", commits)
	}
	if _, open := <-b.Subscribe("a").C; open {
		t.Error("a subscription to a closed store is open")
	}
}
