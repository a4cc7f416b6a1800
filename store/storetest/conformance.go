package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Place is where a test keeps journals: empty at first, and opened anew as
// often as the test wants.
type Place struct {
	// Open opens a store there. One that is not Shared is opened only after the
	// one before was closed.
	Open func(t testing.TB, options store.Options) store.Kept
	// Shared says that several kiosks may have it open at once.
	Shared bool
}

// open opens a store that is closed with the test.
func (p Place) open(t testing.TB) store.Kept {
	t.Helper()
	s := p.Open(t, store.Options{Retry: 20 * time.Millisecond})
	t.Cleanup(func() { whole(t, s) })
	return s
}

// reopen closes a store and opens it again.
func (p Place) reopen(t testing.TB, s store.Kept) store.Kept {
	t.Helper()
	whole(t, s)
	return p.open(t)
}

// whole reads everything back, compares it with what the store shows, and
// closes the store.
func whole(t testing.TB, s store.Kept) {
	t.Helper()
	if errors.Is(s.Writable(), store.ErrClosed) {
		return // It was checked when it was closed.
	}
	report, err := s.Verify()
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		t.Errorf("verify: %v", err)
	}
	if !slices.Equal(s.Events(), reported(report)) {
		t.Errorf("events %v, kept are %v", s.Events(), reported(report))
	}
	for _, e := range report.Events {
		// What another kiosk wrote a moment ago may still be on its way here.
		Until(t, "everything has come", func() bool {
			state, ok := s.State(e.ID)
			return !ok || e.Bad != nil || state.Version >= e.Entries
		})
		if state, ok := s.State(e.ID); !ok || e.Bad == nil && (state.Version != e.Entries || state.Head != e.Head) {
			t.Errorf("event %s: the state shown is not what the journal adds up to", e.ID)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func reported(r store.Report) []event.ID {
	var ids []event.ID
	for _, e := range r.Events {
		ids = append(ids, e.ID)
	}
	return ids
}

// Run checks everything that store.Store promises at places that the function
// makes.
func Run(t *testing.T, place func(t testing.TB) Place) {
	for _, each := range []struct {
		name  string
		check func(t *testing.T, p Place)
	}{
		{"reopened", reopened}, {"entries in parts", entriesInParts}, {"a refusal leaves nothing", refusalLeavesNothing},
		{"limits", limits}, {"group commit", groupCommit}, {"the same key again", sameKeyAgain}, {"the same key at once", sameKeyAtOnce},
		{"an answer without entries", answerWithoutEntries}, {"failures leave neighbours alone", failuresLeaveNeighbours},
		{"impatience", impatience}, {"secrets", secrets}, {"subscriptions", subscriptions}, {"a slow subscriber", slowSubscriber},
		{"a clock set back", clockSetBack}, {"a large answer and many", largeAnswers}, {"backup", backup}, {"export and import", exportAndImport},
		{"closing", closing}, {"a random day", randomDay},
	} {
		t.Run(each.name, func(t *testing.T) { each.check(t, place(t)) })
	}
	for _, each := range []struct {
		name  string
		check func(t *testing.T, p Place)
	}{
		{"two kiosks", twoKiosks}, {"one key at two kiosks", oneKeyAtTwoKiosks}, {"events made at two kiosks", eventsAtTwoKiosks},
		{"decided on the newest", decidedOnTheNewest}, {"secrets of two kiosks", secretsOfTwoKiosks}, {"clocks apart", clocksApart}, {"imported beside a running kiosk", importedBeside},
		{"a random day of two kiosks", randomDayOfTwo},
	} {
		if p := place(t); p.Shared {
			t.Run(each.name, func(t *testing.T) { each.check(t, p) })
		}
	}
}

func reopened(t *testing.T, p Place) {
	s := p.open(t)
	if receipt := Submit(t, s, Creation("b", "")); receipt.State.ID != "b" || len(receipt.Entries) != 1 || receipt.Entries[0].N != 1 {
		t.Errorf("creating: %+v", receipt)
	}
	Submit(t, s, Creation("a", ""))
	for i := range 5 {
		receipt := Submit(t, s, Rename("a", fmt.Sprintf("name %d", i), ""))
		if want := fmt.Sprintf("name %d at %d with 1", i, i+2); string(receipt.Answer) != want {
			t.Errorf("answer %q, want %q", receipt.Answer, want)
		}
		if state, _ := s.State("a"); state != receipt.State {
			t.Error("the state after the answer is not the one of the receipt")
		}
	}
	if _, ok := s.State("c"); ok {
		t.Error("an event that was never made has a state")
	}
	before, _ := s.State("a")
	s = p.reopen(t, s)
	after, _ := s.State("a")
	if after.Name != "name 4" || after.Head != before.Head || after.Version != 6 {
		t.Errorf("after reopening: %s, version %d", after.Name, after.Version)
	}
	if got := s.Events(); !slices.Equal(got, []event.ID{"b", "a"}) {
		t.Errorf("events %v, not in the order of making", got)
	}
	if receipt := Submit(t, s, Rename("a", "on", "")); receipt.State.Version != 7 {
		t.Errorf("version %d after reopening", receipt.State.Version)
	}
}

func entriesInParts(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	for i := range 9 {
		Submit(t, s, Rename("a", strconv.Itoa(i), ""))
	}
	for _, c := range []struct{ after, limit, first, count int }{
		{0, 3, 1, 3}, {3, 3, 4, 3}, {8, 5, 9, 2}, {10, 5, 0, 0}, {99, 1, 0, 0}, {-1, 0, 1, 10}, {5, 0, 6, 5},
	} {
		entries, err := s.Entries("a", c.after, c.limit)
		if err != nil || len(entries) != c.count || c.count > 0 && entries[0].N != c.first {
			t.Errorf("after %d, limit %d: %d entries, %v", c.after, c.limit, len(entries), err)
		}
	}
	if entries, err := s.Entries("unknown", 0, 10); err != nil || entries != nil {
		t.Errorf("unknown event: %v, %v", entries, err)
	}
}

func refusalLeavesNothing(t *testing.T, p Place) {
	s := p.open(t)
	if _, err := s.Submit(t.Context(), Rename("a", "x", "key-0000")); !refused(err) {
		t.Fatalf("unknown event: %v", err)
	}
	Submit(t, s, Creation("a", ""))
	if _, err := s.Submit(t.Context(), Rename("a", "", "key-0000")); !refused(err) {
		t.Fatalf("empty name: %v", err)
	}
	if _, err := s.Submit(t.Context(), Creation("a", "")); !refused(err) {
		t.Fatalf("made twice: %v", err)
	}
	// The key of a refused request is free for a better one.
	if receipt := Submit(t, s, Rename("a", "x", "key-0000")); receipt.Replayed || receipt.State.Version != 2 {
		t.Errorf("after the refusal: %+v", receipt)
	}
	if len(s.Events()) != 1 {
		t.Errorf("events %v", s.Events())
	}
}

func limits(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	huge := Rename("a", "x", "key-0000")
	huge.Answer = func(*event.State, []event.Entry) ([]byte, error) { return make([]byte, store.MaxAnswer+1), nil }
	for name, req := range map[string]store.Request{
		"no event": Creation("", ""), "capital": Creation("A", ""), "path": Creation("../a", ""), "long event": Creation(event.ID(make([]byte, 65)), ""),
		"long key": Rename("a", "x", string(make([]byte, store.MaxKey+1))), "huge answer": huge,
	} {
		if _, err := s.Submit(t.Context(), req); !errors.Is(err, store.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.SetSecret(t.Context(), "", nil); !errors.Is(err, store.ErrLimit) {
		t.Errorf("secret without a name: %v", err)
	}
}

// groupCommit: many at once, each answered once, and each there once.
func groupCommit(t *testing.T, p Place) {
	const senders, each = 64, 20
	s := p.open(t)
	ids := []event.ID{"a", "b"}
	for _, id := range ids {
		Submit(t, s, Creation(id, ""))
	}
	var wg sync.WaitGroup
	for g := range senders {
		id := ids[g%2]
		wg.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d-%d", g, i)
				receipt, err := s.Submit(context.Background(), Rename(id, name, "key-"+name))
				if err != nil {
					t.Error(err)
					return
				}
				if receipt.State.Name != name || version(s, id) < receipt.State.Version {
					t.Errorf("%s: receipt has %s, version %d; the state has %d", name, receipt.State.Name, receipt.State.Version, version(s, id))
				}
			}
		})
	}
	wg.Wait()
	s = p.reopen(t, s)
	for i, id := range ids {
		found := Names(t, s, id)
		for g := i; g < senders; g += 2 {
			for i := range each {
				if n := found[fmt.Sprintf("%d-%d", g, i)]; n != 1 {
					t.Errorf("event %s has %d-%d %d times", id, g, i, n)
				}
			}
		}
	}
}

func sameKeyAgain(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", "create-1"))
	made := Submit(t, s, Rename("a", "x", "key-0001"))
	Submit(t, s, Rename("a", "y", "key-0002"))
	check := func(s store.Kept) {
		t.Helper()
		again := Submit(t, s, Rename("a", "x", "key-0001"))
		if !again.Replayed || string(again.Answer) != string(made.Answer) || again.State.Version != 3 || len(again.Entries) != 1 || again.Entries[0].N != 2 {
			t.Errorf("again: %+v", again)
		}
		if _, err := s.Submit(t.Context(), Rename("a", "z", "key-0001")); !errors.Is(err, store.ErrKeyReused) {
			t.Errorf("with another body: %v", err)
		}
		other := Rename("a", "x", "key-0001")
		other.By.Name = "Somebody"
		if _, err := s.Submit(t.Context(), other); !errors.Is(err, store.ErrKeyReused) {
			t.Errorf("by another author: %v", err)
		}
		// The second attempt to make an event was given another ID.
		if receipt := Submit(t, s, Creation("b", "create-1")); !receipt.Replayed || receipt.State.ID != "a" || string(receipt.Answer) != "made at 1 with 1" {
			t.Errorf("made again: %+v", receipt)
		}
		if version(s, "a") != 3 || len(s.Events()) != 1 {
			t.Errorf("version %d, events %v", version(s, "a"), s.Events())
		}
	}
	check(s)
	s = p.reopen(t, s)
	check(s)
	// A key belongs to its event.
	Submit(t, s, Creation("c", ""))
	if receipt := Submit(t, s, Rename("c", "z", "key-0001")); receipt.Replayed {
		t.Error("a key of another event was taken for this one's")
	}
}

func sameKeyAtOnce(t *testing.T, p Place) {
	const senders = 100
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	checkOnce(t, senders, func(int) store.Kept { return s })
	if version(s, "a") != 2 {
		t.Errorf("version %d", version(s, "a"))
	}
}

// checkOnce sends one request many times at once: it is carried out once, and
// everybody hears the same.
func checkOnce(t *testing.T, senders int, to func(n int) store.Kept) {
	t.Helper()
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		answers = map[string]int{}
		fresh   int
	)
	for n := range senders {
		wg.Go(func() {
			receipt, err := to(n).Submit(context.Background(), Rename("a", "x", "key-0001"))
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			answers[string(receipt.Answer)]++
			if !receipt.Replayed {
				fresh++
			}
		})
	}
	wg.Wait()
	if fresh != 1 || answers["x at 2 with 1"] != senders {
		t.Errorf("%d carried out, answers %v", fresh, answers)
	}
}

// answerWithoutEntries: a command that changes nothing is answered once too.
func answerWithoutEntries(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	tick := store.Request{Event: "a", Command: event.Tick{}, By: event.Author{Role: event.Kiosk}, Key: "tick-0001", Answer: AnswerWith("tick")}
	if receipt := Submit(t, s, tick); receipt.Replayed || len(receipt.Entries) != 0 || string(receipt.Answer) != "tick at 1 with 0" {
		t.Errorf("first: %+v", receipt)
	}
	Submit(t, s, Rename("a", "x", ""))
	s = p.reopen(t, s)
	if receipt := Submit(t, s, tick); !receipt.Replayed || string(receipt.Answer) != "tick at 1 with 0" || receipt.State.Version != 2 {
		t.Errorf("again: %+v", receipt)
	}
	tick.Key = ""
	if receipt := Submit(t, s, tick); receipt.Replayed || string(receipt.Answer) != "tick at 2 with 0" {
		t.Errorf("without a key: %+v", receipt)
	}
}

// panics is a command that is broken: its interface is nil.
type panics struct{ event.Command }

func (panics) Name() event.CommandName { return event.CmdRename }

func failuresLeaveNeighbours(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	errAnswer := errors.New("no answer")
	answerPanics := Rename("a", "p", "key-0002")
	answerPanics.Answer = func(*event.State, []event.Entry) ([]byte, error) { panic("answer") }
	answerFails := Rename("a", "f", "key-0003")
	answerFails.Answer = func(*event.State, []event.Entry) ([]byte, error) { return nil, errAnswer }
	newFails := Creation("n", "key-0004")
	newFails.Answer = answerFails.Answer
	cases := []struct {
		req  store.Request
		want error
	}{
		{Rename("a", "x", "key-0005"), nil},
		{store.Request{Event: "a", By: Organiser, Command: panics{}, Key: "key-0001"}, store.ErrDefect},
		{Rename("a", "", ""), &event.Refusal{}},
		{answerPanics, store.ErrDefect},
		{Rename("unknown", "x", ""), &event.Refusal{}},
		{answerFails, errAnswer},
		{newFails, errAnswer},
		{Rename("a", "z", "key-0007"), nil},
	}
	var wg sync.WaitGroup
	for i, c := range cases {
		wg.Go(func() {
			_, err := s.Submit(context.Background(), c.req)
			if _, want := c.want.(*event.Refusal); want && !refused(err) || !want && !errors.Is(err, c.want) {
				t.Errorf("%d: %v, want %v", i, err, c.want)
			}
		})
	}
	wg.Wait()
	if got := Names(t, s, "a"); got["x"] != 1 || got["z"] != 1 || got["p"]+got["f"] != 0 || len(got) != 3 {
		t.Errorf("a: %v", got)
	}
	if !slices.Equal(s.Events(), []event.ID{"a"}) {
		t.Errorf("events %v", s.Events())
	}
	if receipt := Submit(t, s, Rename("a", "p", "key-0002")); receipt.Replayed {
		t.Error("a request that failed is taken for done")
	}
}

// impatience: whoever was dropped is not carried out, and whoever was taken
// hears the truth.
func impatience(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Submit(over, Rename("a", "late", "")); !errors.Is(err, context.Canceled) {
		t.Errorf("late: %v", err)
	}
	var wg sync.WaitGroup
	answered := make([]bool, 40)
	for i := range answered {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*100*time.Microsecond)
			defer cancel()
			_, err := s.Submit(ctx, Rename("a", strconv.Itoa(i), ""))
			answered[i] = err == nil
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	found := Names(t, s, "a")
	for i, ok := range answered {
		if got := found[strconv.Itoa(i)]; ok != (got == 1) || got > 1 {
			t.Errorf("%d: answered %v, %d times there", i, ok, got)
		}
	}
	if found["late"] > 0 {
		t.Error("a request that came too late was carried out")
	}
}

func secrets(t *testing.T, p Place) {
	s := p.open(t)
	set := func(name, value string) {
		t.Helper()
		if err := s.SetSecret(t.Context(), name, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	set("session/2", "two")
	set("session/1", "one")
	set("key", "k")
	set("key", "k2")
	set("empty", "")
	for _, value := range []string{"first", "second"} {
		kept, err := s.KeepSecret(t.Context(), "once", []byte(value))
		if err != nil || string(kept) != "first" {
			t.Errorf("kept once: %q, %v", kept, err)
		}
	}
	if err := s.DeleteSecret(t.Context(), "once"); err != nil {
		t.Fatal(err)
	}
	if kept, err := s.KeepSecret(t.Context(), "once", []byte("third")); err != nil || string(kept) != "third" {
		t.Errorf("kept after it was deleted: %q, %v", kept, err)
	}
	set("with\x00 all kinds /%é", "odd")
	if err := errors.Join(s.DeleteSecret(t.Context(), "session/2"), s.DeleteSecret(t.Context(), "never")); err != nil {
		t.Fatal(err)
	}
	check := func() {
		t.Helper()
		value, ok := s.Secret("key")
		if !ok || string(value) != "k2" {
			t.Errorf("key: %q, %v", value, ok)
		}
		clear(value)
		if _, ok := s.Secret("session/2"); ok {
			t.Error("a deleted secret is there")
		}
		if value, ok := s.Secret("empty"); !ok || len(value) != 0 {
			t.Error("the empty secret is missing")
		}
		if got := s.Secrets("session/"); !slices.Equal(got, []string{"session/1"}) {
			t.Errorf("sessions %v", got)
		}
		if got := s.Secrets(""); !slices.Equal(got, []string{"empty", "key", "once", "session/1", "with\x00 all kinds /%é"}) {
			t.Errorf("all %q", got)
		}
	}
	check()
	check()
	s = p.reopen(t, s)
	check()
}

func subscriptions(t *testing.T, p Place) {
	s := p.open(t)
	all, one, other := s.Subscribe(store.AllEvents), s.Subscribe("a"), s.Subscribe("b")
	defer all.Close()
	Submit(t, s, Creation("a", ""))
	Submit(t, s, Rename("a", "x", ""))
	Submit(t, s, Creation("b", ""))
	for _, want := range []event.ID{"a", "a", "b"} {
		if got := <-all.C; got.Event != want || len(got.Entries) != 1 || got.State.Version != got.Entries[0].N {
			t.Errorf("all: %+v", got)
		}
	}
	if first, second := <-one.C, <-one.C; first.State.Version != 1 || second.State.Name != "x" {
		t.Errorf("one: %+v, %+v", first, second)
	}
	one.Close()
	one.Close()
	if _, open := <-one.C; open {
		t.Error("closed, and still open")
	}
	if got := <-other.C; got.Event != "b" || other.Lagged() {
		t.Errorf("other: %+v", got)
	}
	other.Close()
}

// slowSubscriber: one that never reads holds up nobody, and learns that it
// missed something; one that reads gets everything in order.
func slowSubscriber(t *testing.T, p Place) {
	const count, senders = 1000, 20
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	slow, keen := s.Subscribe("a"), s.Subscribe("a")
	last := make(chan int)
	go func() {
		seen := 1
		for commit := range keen.C {
			if keen.Lagged() {
				seen = max(seen, version(s, "a"))
			}
			for _, e := range commit.Entries {
				if e.N > seen+1 {
					t.Errorf("entry %d after %d, and no word of lagging", e.N, seen)
				}
				seen = max(seen, e.N)
			}
			if seen == count+1 {
				break
			}
		}
		last <- seen
	}()
	var wg sync.WaitGroup
	for g := range senders {
		wg.Go(func() {
			for i := range count / senders {
				if _, err := s.Submit(context.Background(), Rename("a", strconv.Itoa(g*count+i), "")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if seen := <-last; seen != count+1 {
		t.Errorf("the keen one saw %d", seen)
	}
	seen := 1
	for seen < count+1 && !slow.Lagged() {
		seen = (<-slow.C).State.Version
	}
	slow.Close()
	keen.Close()
}

// clockSetBack: the record's times go on, whatever the clock does.
func clockSetBack(t *testing.T, p Place) {
	now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	s := p.Open(t, store.Options{Now: func() time.Time { return now }})
	defer whole(t, s)
	Submit(t, s, Creation("a", ""))
	now = now.Add(-time.Hour)
	receipt := Submit(t, s, Rename("a", "x", ""))
	if at := receipt.Entries[0].At; !at.Equal(now.Add(time.Hour)) {
		t.Errorf("the entry is of %v", at)
	}
}

// largeAnswers: what does not fit into one transaction goes into several.
func largeAnswers(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	body := bytes.Repeat([]byte("0123456789abcdef"), 400<<10/16)
	request := func(i int) store.Request {
		req := Rename("a", strconv.Itoa(i), fmt.Sprintf("key-%04d", i))
		req.Answer = func(*event.State, []event.Entry) ([]byte, error) { return body, nil }
		return req
	}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if _, err := s.Submit(context.Background(), request(i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s = p.reopen(t, s)
	for i := range 12 {
		if receipt := Submit(t, s, request(i)); !receipt.Replayed || !bytes.Equal(receipt.Answer, body) {
			t.Errorf("%d: replayed %v, %d bytes", i, receipt.Replayed, len(receipt.Answer))
		}
	}
}

// backup: a backup is a data file with everything in it.
func backup(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("b", "create-1"))
	Submit(t, s, Creation("a", ""))
	for i := range 200 {
		Submit(t, s, Rename("a", strconv.Itoa(i), fmt.Sprintf("key-%04d", i)))
	}
	if err := s.SetSecret(t.Context(), "table-key", []byte("hidden")); err != nil {
		t.Fatal(err)
	}
	var copied bytes.Buffer
	if _, err := s.Backup(&copied); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	if err := os.WriteFile(path, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := store.Inspect(path)
	if err != nil || report.Err() != nil {
		t.Fatal(err, report.Err())
	}
	if got := report.Events; len(got) != 2 || got[0].ID != "b" || got[1].Answers != 200 || got[1].Entries != 201 {
		t.Errorf("in the backup: %+v", got)
	}
	own, err := s.Verify()
	if err != nil || own.Err() != nil || len(own.Events) != 2 || own.Events[1].Head != report.Events[1].Head {
		t.Errorf("verified: %+v, %v", own, err)
	}
	restored, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if receipt := Submit(t, restored, Rename("a", "7", "key-0007")); !receipt.Replayed || string(receipt.Answer) != "7 at 9 with 1" {
		t.Errorf("a request sent again after restoring: %+v", receipt)
	}
	if receipt := Submit(t, restored, Creation("c", "create-1")); !receipt.Replayed || receipt.State.ID != "b" {
		t.Errorf("an event made again after restoring: %+v", receipt)
	}
	if value, ok := restored.Secret("table-key"); !ok || string(value) != "hidden" {
		t.Errorf("secret %q", value)
	}
}

func exportAndImport(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("one", ""))
	for i := range 300 {
		Submit(t, s, Rename("one", fmt.Sprintf("甲 <%d>", i), ""))
	}
	var out bytes.Buffer
	if err := s.Export(&out, "one"); err != nil {
		t.Fatal(err)
	}
	read, err := store.ReadExport(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Import(t.Context(), read); !errors.Is(err, store.ErrExists) {
		t.Errorf("imported where it is: %v", err)
	}
	if err := s.Export(&out, "two"); !refused(err) {
		t.Errorf("an unknown event: %v", err)
	}
	other, err := store.Open(filepath.Join(t.TempDir(), "other.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	Submit(t, other, Creation("two", ""))
	Submit(t, other, Rename("two", "x", "key-0001"))
	out.Reset()
	if err := other.Export(&out, "two"); err != nil {
		t.Fatal(err)
	}
	if read, err = store.ReadExport(&out); err != nil {
		t.Fatal(err)
	}
	if err := s.Import(t.Context(), read); err != nil {
		t.Fatal(err)
	}
	if receipt := Submit(t, s, Rename("two", "y", "key-0001")); receipt.Replayed || receipt.State.Version != 3 {
		t.Errorf("the imported event goes on: %+v", receipt)
	}
	s = p.reopen(t, s)
	if version(s, "two") != 3 || version(s, "one") != 301 {
		t.Errorf("versions %d, %d", version(s, "two"), version(s, "one"))
	}
}

func closing(t *testing.T, p Place) {
	s := p.open(t)
	Submit(t, s, Creation("a", ""))
	sub := s.Subscribe("a")
	var wg sync.WaitGroup
	answered := make([]bool, 100)
	for i := range answered {
		wg.Go(func() {
			_, err := s.Submit(context.Background(), Rename("a", strconv.Itoa(i), ""))
			answered[i] = err == nil
			if err != nil && !errors.Is(err, store.ErrClosed) {
				t.Error(err)
			}
		})
	}
	Until(t, "something is written", func() bool { return version(s, "a") > 1 })
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if _, err := s.Submit(t.Context(), Rename("a", "late", "")); !errors.Is(err, store.ErrClosed) || !errors.Is(s.Writable(), store.ErrClosed) {
		t.Errorf("late: %v", err)
	}
	for range sub.C { // It ends.
	}
	if _, open := <-s.Subscribe("a").C; open {
		t.Error("a subscription to a closed store is open")
	}
	s = p.open(t)
	found := Names(t, s, "a")
	for i, ok := range answered {
		if got := found[strconv.Itoa(i)]; ok != (got == 1) {
			t.Errorf("%d: answered %v, %d times there", i, ok, got)
		}
	}
}

// model is what must be there after a random day.
type model struct {
	events   []event.ID
	journals map[event.ID][]string
	answers  map[string]string // by event and key
}

func newModel() *model {
	return &model{journals: map[event.ID][]string{}, answers: map[string]string{}}
}

// step sends something at random and compares what comes of it.
func (m *model) step(t *testing.T, s store.Kept, r *rand.Rand) {
	t.Helper()
	if len(m.events) == 0 || r.IntN(60) == 0 {
		id := event.ID(fmt.Sprintf("e%d", len(m.events)))
		Submit(t, s, Creation(id, ""))
		m.events = append(m.events, id)
		m.journals[id] = []string{"Event " + string(id)}
		return
	}
	id := m.events[r.IntN(len(m.events))]
	name := fmt.Sprintf("n%d", r.IntN(50))
	key := fmt.Sprintf("key-%s-%d", name, r.IntN(3))
	scope := string(id) + "/" + key
	known := m.answers[scope]
	if r.IntN(15) == 0 {
		if _, err := s.Submit(t.Context(), Rename(id, "", key)); known == "" && !refused(err) || known != "" && !errors.Is(err, store.ErrKeyReused) {
			t.Fatalf("the empty name: %v", err)
		}
		return
	}
	receipt := Submit(t, s, Rename(id, name, key))
	if receipt.Replayed != (known != "") || receipt.Replayed && string(receipt.Answer) != known {
		t.Fatalf("%s: %q, replayed %v, known %q", scope, receipt.Answer, receipt.Replayed, known)
	}
	if known != "" {
		return
	}
	m.journals[id] = append(m.journals[id], name)
	m.answers[scope] = string(receipt.Answer)
	if want := m.journals[id]; version(s, id) != len(want) {
		t.Fatalf("%s is at %d, want %d", id, version(s, id), len(want))
	}
}

func (m *model) check(t *testing.T, s store.Kept) {
	t.Helper()
	if !slices.Equal(s.Events(), m.events) {
		t.Errorf("events %v, want %v", s.Events(), m.events)
	}
	for _, id := range m.events {
		count := map[string]int{}
		for _, name := range m.journals[id] {
			count[name]++
		}
		for name, n := range Names(t, s, id) {
			if count[name] != n {
				t.Errorf("%s: %s is there %d times, want %d", id, name, n, count[name])
			}
		}
		if version(s, id) != len(m.journals[id]) {
			t.Errorf("%s is at %d, want %d", id, version(s, id), len(m.journals[id]))
		}
	}
}

func randomDay(t *testing.T, p Place) {
	r := newRandom(t)
	s, m := p.open(t), newModel()
	for range 300 {
		if r.IntN(40) == 0 {
			s = p.reopen(t, s)
		}
		m.step(t, s, r)
	}
	m.check(t, s)
}

func newRandom(t *testing.T) *rand.Rand {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
