package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// hall is two kiosks of one event, at a cluster of three servers.
type hall struct {
	t       *testing.T
	cluster *storetest.Cluster
	address store.EtcdAddress
	kiosks  []*store.Etcd
	// answered is what was answered, and must be there once.
	mu       sync.Mutex
	answered map[string]bool
}

func newHall(t *testing.T, cluster *storetest.Cluster, prefix string, patience time.Duration) *hall {
	t.Helper()
	h := &hall{t: t, cluster: cluster, address: cluster.Address(prefix), answered: map[string]bool{}}
	for range 2 {
		h.kiosks = append(h.kiosks, h.join(h.address, patience))
	}
	storetest.Submit(t, h.kiosks[0], storetest.Creation("a", ""))
	return h
}

func (h *hall) join(address store.EtcdAddress, patience time.Duration) *store.Etcd {
	h.t.Helper()
	s, err := store.OpenEtcd(h.t.Context(), address, store.EtcdOptions{
		Options: store.Options{Retry: 50 * time.Millisecond}, Patience: patience, Folder: h.t.TempDir(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return s
}

// report sends a report as a phone does: again under its key, to whichever
// kiosk answers, until it was answered.
func (h *hall) report(ctx context.Context, first int, name string) bool {
	for n := first; ; n++ {
		_, err := h.kiosks[n%len(h.kiosks)].Submit(ctx, storetest.Rename("a", name, "key-"+name))
		switch {
		case err == nil:
			h.mu.Lock()
			defer h.mu.Unlock()
			h.answered[name] = true
			return true
		case ctx.Err() != nil:
			return false
		case !errors.Is(err, store.ErrUnwritable):
			h.t.Errorf("%s: %v", name, err)
			return false
		}
	}
}

// play reports from many tables until it is told to stop, and then counts.
func (h *hall) play(tables int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for table := range tables {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				h.report(ctx, table, fmt.Sprintf("%d-%d", table, i))
			}
		})
	}
	return func() {
		cancel()
		wg.Wait()
	}
}

func (h *hall) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.answered)
}

// goOn waits until so many more were answered.
func (h *hall) goOn(more int) {
	h.t.Helper()
	want := h.count() + more
	storetest.Until(h.t, fmt.Sprintf("%d more reports", more), func() bool { return h.count() >= want })
}

// check wants every answered report once, at every kiosk, and the same at all.
func (h *hall) check() {
	h.t.Helper()
	for _, s := range h.kiosks {
		storetest.Until(h.t, "the kiosk can write", func() bool { return s.Writable() == nil })
	}
	if !h.report(h.t.Context(), 0, "last") {
		h.t.Fatal("the last report was not answered")
	}
	last, _ := h.kiosks[0].State("a")
	for n, s := range h.kiosks {
		storetest.Until(h.t, "a kiosk follows", func() bool {
			state, _ := s.State("a")
			return state.Version >= last.Version
		})
		if state, _ := s.State("a"); state.Head != last.Head {
			h.t.Errorf("kiosk %d has the head %s, not %s", n, state.Head.Short(), last.Head.Short())
		}
	}
	found := storetest.Names(h.t, h.kiosks[0], "a")
	for name := range h.answered {
		if found[name] != 1 {
			h.t.Errorf("%s was answered and is there %d times", name, found[name])
		}
	}
	for name, n := range found {
		if n != 1 {
			h.t.Errorf("%s is there %d times", name, n)
		}
	}
	report, err := h.kiosks[1].Verify()
	if err != nil || report.Err() != nil {
		h.t.Errorf("verify: %v, %v", err, report.Err())
	}
}

func TestClusterFails(t *testing.T) {
	cluster := storetest.NewCluster(t, 3)
	for n, each := range []struct {
		name  string
		check func(t *testing.T, c *storetest.Cluster, prefix string)
	}{
		{"the leader is killed", leaderKilled}, {"a follower is killed", followerKilled}, {"the leader is frozen", leaderFrozen},
		{"a kiosk is cut off", kioskCutOff}, {"the answer is lost", answerLost}, {"the majority is gone", majorityGone},
		{"the watch was compacted away", watchCompacted}, {"entries are deleted", entriesDeleted},
	} {
		t.Run(each.name, func(t *testing.T) {
			each.check(t, cluster, fmt.Sprintf("/fails/%d", n))
			cluster.Leader()
		})
	}
}

func leaderKilled(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, 0)
	stop := h.play(12)
	defer stop()
	h.goOn(200)
	leader := c.Leader()
	c.Kill(leader)
	at := time.Now()
	h.goOn(24)
	t.Logf("%v until reports of all tables were accepted again", time.Since(at).Round(10*time.Millisecond))
	c.Revive(leader)
	h.goOn(200)
	stop()
	h.check()
}

func followerKilled(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, 0)
	stop := h.play(12)
	defer stop()
	h.goOn(100)
	follower := c.Follower()
	c.Kill(follower)
	h.goOn(200)
	c.Revive(follower)
	h.goOn(100)
	stop()
	h.check()
}

// leaderFrozen: the old leader wakes up with what it had not carried out.
func leaderFrozen(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, 0)
	stop := h.play(12)
	defer stop()
	h.goOn(100)
	leader := c.Leader()
	c.Freeze(leader)
	h.goOn(100)
	c.Thaw(leader)
	h.goOn(100)
	stop()
	h.check()
}

// kioskCutOff: it says so, shows what it has, takes nothing, and comes back.
func kioskCutOff(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, time.Second)
	line := storetest.NewLine(t, h.address)
	alone := h.join(line.Through(h.address), time.Second)
	storetest.Submit(t, alone, storetest.Rename("a", "before", "key-before"))
	line.Cut()
	_, err := alone.Submit(t.Context(), storetest.Rename("a", "cut off", "key-cut"))
	if !errors.Is(err, store.ErrUnwritable) || !errors.Is(err, store.ErrUnreachable) {
		t.Errorf("while it is cut off: %v", err)
	}
	storetest.Until(t, "the kiosk says that it is cut off", func() bool {
		return errors.Is(alone.Writable(), store.ErrUnreachable)
	})
	if why := store.Why(alone.Writable()); why != "unreachable" {
		t.Errorf("why: %q", why)
	}
	if state, ok := alone.State("a"); !ok || state.Name != "before" {
		t.Error("it no longer shows what it had")
	}
	for i := range 50 {
		h.report(t.Context(), i, fmt.Sprintf("others-%d", i))
	}
	line.Mend()
	h.kiosks = append(h.kiosks, alone)
	h.check()
	if receipt := storetest.Submit(t, alone, storetest.Rename("a", "cut off", "key-cut")); receipt.State.Version < 52 {
		t.Errorf("after it was mended: %+v", receipt)
	}
}

// answerLost: the cluster hears the kiosk, and the kiosk hears nothing, until
// the line is mended. With a key or without one, nothing happens twice.
func answerLost(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, 0)
	line := storetest.NewLine(t, h.address)
	alone := h.join(line.Through(h.address), 20*time.Second)
	for i, key := range []string{"", "key-0001"} {
		storetest.Until(t, "the kiosk follows", func() bool {
			state, _ := alone.State("a")
			return state.Version == 2*i+1
		})
		line.CutBack()
		answered := make(chan error)
		name := fmt.Sprintf("lost %d", i)
		go func() {
			_, err := alone.Submit(context.Background(), storetest.Rename("a", name, key))
			answered <- err
		}()
		storetest.Until(t, "the cluster has it", func() bool {
			state, _ := h.kiosks[0].State("a")
			return state.Name == name
		})
		// Others go on meanwhile, so that its place in the journal is gone.
		storetest.Submit(t, h.kiosks[0], storetest.Rename("a", "after "+name, ""))
		line.HangUp()
		line.Mend()
		if err := <-answered; err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.kiosks = append(h.kiosks, alone)
	h.check()
	if got := storetest.Names(t, alone, "a"); got["lost 0"] != 1 || got["lost 1"] != 1 {
		t.Errorf("there are %v", got)
	}
}

// majorityGone: nothing is accepted, nothing is lost, and it comes back.
func majorityGone(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, time.Second)
	for i := range 50 {
		h.report(t.Context(), i, fmt.Sprintf("before-%d", i))
	}
	leader := c.Leader()
	gone := []int{leader, (leader + 1) % 3}
	for _, i := range gone {
		c.Kill(i)
	}
	var accepted atomic.Int32
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			_, err := h.kiosks[i%2].Submit(context.Background(), storetest.Rename("a", fmt.Sprintf("gone-%d", i), fmt.Sprintf("key-gone-%d", i)))
			if err == nil {
				accepted.Add(1)
			} else if !errors.Is(err, store.ErrUnwritable) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := accepted.Load(); n != 0 {
		t.Errorf("%d reports were accepted without a majority", n)
	}
	for _, s := range h.kiosks {
		storetest.Until(t, "the kiosk says that it only reads", func() bool { return errors.Is(s.Writable(), store.ErrUnwritable) })
		if state, ok := s.State("a"); !ok || state.Version < 51 {
			t.Error("it no longer shows what it had")
		}
		// The one server that is left may not have heard yet that the last was
		// carried out.
		if entries, err := s.Entries("a", 0, 40); err != nil || len(entries) != 40 {
			t.Errorf("it no longer reads the journal: %d entries, %v", len(entries), err)
		}
	}
	for _, i := range gone {
		c.Revive(i)
	}
	for i := range 20 {
		h.report(t.Context(), i, fmt.Sprintf("gone-%d", i))
	}
	h.check()
}

// watchCompacted: what a kiosk missed while it was cut off is no longer in the
// memory of the cluster's watches; it reads the journals.
func watchCompacted(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, time.Second)
	line := storetest.NewLine(t, h.address)
	alone := h.join(line.Through(h.address), time.Second)
	if err := h.kiosks[0].SetSecret(t.Context(), "old", []byte("1")); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the secret is known", func() bool { _, ok := alone.Secret("old"); return ok })
	line.Cut()
	for i := range 100 {
		h.report(t.Context(), i, fmt.Sprintf("missed-%d", i))
	}
	storetest.Submit(t, h.kiosks[1], storetest.Creation("b", ""))
	if err := errors.Join(h.kiosks[0].DeleteSecret(t.Context(), "old"), h.kiosks[0].SetSecret(t.Context(), "new", []byte("2"))); err != nil {
		t.Fatal(err)
	}
	client := c.Client()
	got, err := client.Get(t.Context(), "any")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Compact(t.Context(), got.Header.Revision); err != nil {
		t.Fatal(err)
	}
	line.Mend()
	h.kiosks = append(h.kiosks, alone)
	h.check()
	storetest.Until(t, "the other event is known", func() bool { return slices.Equal(alone.Events(), []event.ID{"a", "b"}) })
	if _, ok := alone.Secret("old"); ok {
		t.Error("a secret that was forgotten meanwhile is there")
	}
	if value, _ := alone.Secret("new"); string(value) != "2" {
		t.Errorf("the new secret is %q", value)
	}
	if receipt := storetest.Submit(t, alone, storetest.Rename("a", "missed-7", "key-missed-7")); !receipt.Replayed {
		t.Error("a key that came while it was cut off is not known")
	}
}

// entriesDeleted: somebody who deletes what must not be deleted stops the
// writing, and what is missing is named.
func entriesDeleted(t *testing.T, c *storetest.Cluster, prefix string) {
	h := newHall(t, c, prefix, time.Second)
	for i := range 10 {
		h.report(t.Context(), i, fmt.Sprint(i))
	}
	if _, err := c.Client().Delete(t.Context(), prefix+"/events/a/entries/000000000004"); err != nil {
		t.Fatal(err)
	}
	for _, s := range h.kiosks {
		storetest.Until(t, "the kiosk says so", func() bool { return errors.Is(s.Writable(), store.ErrDamaged) })
	}
	if _, err := h.kiosks[0].Submit(t.Context(), storetest.Rename("a", "x", "")); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("written all the same: %v", err)
	}
	if state, ok := h.kiosks[0].State("a"); !ok || state.Version != 11 {
		t.Error("it no longer shows what it had")
	}
	_, err := store.OpenEtcd(t.Context(), h.address, store.EtcdOptions{})
	var damage *store.Error
	if !errors.As(err, &damage) || damage.Code != store.ErrDamaged.Code || damage.Event != "a" || damage.Entry != 4 {
		t.Errorf("opened: %v", err)
	}
}
