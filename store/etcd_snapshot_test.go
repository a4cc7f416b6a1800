package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// grown is a prefix with an event that two kiosks have written, so long that
// there is a snapshot, and gives how many entries it has.
func grown(t *testing.T, cluster *storetest.Cluster, prefix string) (address store.EtcdAddress, entries int) {
	t.Helper()
	address = cluster.Address(prefix)
	kiosks := []*store.Etcd{join(t, address, store.Snapping(store.Options{}, 4)), join(t, address, store.Snapping(store.Options{}, 4))}
	storetest.Submit(t, kiosks[0], storetest.Creation("a", ""))
	for i := range 40 {
		storetest.Submit(t, kiosks[i%2], storetest.Rename("a", fmt.Sprintf("name %d", i), fmt.Sprintf("key-%d", i)))
	}
	storetest.Until(t, "a snapshot", func() bool { return opensAt(t, address) > 30 })
	for _, s := range kiosks {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return address, 41
}

// opensAt is the entry of the snapshot from which a kiosk opens.
func opensAt(t *testing.T, address store.EtcdAddress) int {
	t.Helper()
	s := join(t, address, store.Options{})
	defer s.Close()
	return s.OpenedAt("a")
}

func TestEtcdSnapshots(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	address, entries := grown(t, cluster, "/snapshots")
	s := join(t, address, store.Options{})
	state, _ := s.State("a")
	if state.Version != entries || state.Name != "name 39" || s.OpenedAt("a") == 0 {
		t.Errorf("%q after %d entries, opened at %d", state.Name, state.Version, s.OpenedAt("a"))
	}
	for _, i := range []int{0, 39} {
		if receipt := storetest.Submit(t, s, storetest.Rename("a", fmt.Sprintf("name %d", i), fmt.Sprintf("key-%d", i))); !receipt.Replayed {
			t.Errorf("key-%d was carried out twice", i)
		}
	}
	storetest.Submit(t, s, storetest.Rename("a", "on it goes", ""))
	if report, err := s.Verify(); err != nil || report.Err() != nil || report.Events[0].Entries != entries+1 {
		t.Errorf("%v, %v", report, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// Of former snapshots, and of those that lost a race, nothing stays but for a
	// while: in the end a mark, a head, and no matches.
	last := join(t, address, store.Snapping(store.Options{}, 4))
	for i := range 12 {
		storetest.Submit(t, last, storetest.Rename("a", fmt.Sprintf("last %d", i), ""))
	}
	storetest.Until(t, "former snapshots are gone", func() bool {
		got, err := cluster.Client().Get(t.Context(), "/snapshots/snapshots/", clientv3.WithPrefix(), clientv3.WithKeysOnly())
		return err == nil && got.Count == 2
	})
	if err := last.Close(); err != nil {
		t.Error(err)
	}
}

func TestEtcdSnapshotsThatAreNoGood(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	client := cluster.Client()
	for i, spoil := range []func(ctx context.Context, key string, value []byte) error{
		func(ctx context.Context, key string, _ []byte) error { // All of it is damaged.
			_, err := client.Put(ctx, key, "damaged")
			return err
		},
		func(ctx context.Context, key string, value []byte) error { // Each value has a changed byte.
			value[len(value)/2] ^= 1
			_, err := client.Put(ctx, key, string(value))
			return err
		},
		func(ctx context.Context, key string, _ []byte) error { // Only the mark is there.
			if strings.HasSuffix(key, "/mark") {
				return nil
			}
			_, err := client.Delete(ctx, key)
			return err
		},
		func(ctx context.Context, key string, _ []byte) error { // Only the mark is gone.
			if !strings.HasSuffix(key, "/mark") {
				return nil
			}
			_, err := client.Delete(ctx, key)
			return err
		},
	} {
		prefix := fmt.Sprintf("/spoilt%d", i)
		address, entries := grown(t, cluster, prefix)
		got, err := client.Get(t.Context(), prefix+"/snapshots/", clientv3.WithPrefix())
		if err != nil || len(got.Kvs) < 2 {
			t.Fatalf("%d keys, %v", len(got.Kvs), err)
		}
		for _, kv := range got.Kvs {
			if err := spoil(t.Context(), string(kv.Key), kv.Value); err != nil {
				t.Fatal(err)
			}
		}
		s := join(t, address, store.Options{})
		if state, _ := s.State("a"); state.Version != entries || state.Name != "name 39" || s.OpenedAt("a") != 0 {
			t.Errorf("case %d: %q after %d entries, opened at %d", i, state.Name, state.Version, s.OpenedAt("a"))
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What was damaged in the journal before the snapshot is found soon after the
// start, and is as bad as if the start had found it.
func TestEtcdDamageBehindASnapshot(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	client := cluster.Client()
	key := func(prefix string, n int) string { return fmt.Sprintf("%s/events/a/entries/%012d", prefix, n) }
	for i, row := range []struct {
		damage func(prefix string) error
		entry  int
	}{
		{func(prefix string) error {
			got, err := client.Get(t.Context(), key(prefix, 7))
			if err != nil {
				return err
			}
			_, err = client.Put(t.Context(), key(prefix, 7), strings.Replace(string(got.Kvs[0].Value), "name 5", "name 6", 1))
			return err
		}, 8},
		{func(prefix string) error {
			_, err := client.Delete(t.Context(), key(prefix, 9))
			return err
		}, 9},
		{func(prefix string) error {
			_, err := client.Put(t.Context(), key(prefix, 5), "{")
			return err
		}, 5},
	} {
		prefix := fmt.Sprintf("/damaged%d", i)
		address, _ := grown(t, cluster, prefix)
		if err := row.damage(prefix); err != nil {
			t.Fatal(err)
		}
		s := join(t, address, store.Options{})
		if s.OpenedAt("a") == 0 {
			t.Fatal("it was not opened from a snapshot")
		}
		storetest.Until(t, "the damage is found", func() bool { return errors.Is(s.Writable(), store.ErrDamaged) })
		var found *store.Error
		if err := s.Writable(); !errors.As(errors.Unwrap(err), &found) && !errors.As(err, &found) {
			t.Errorf("it says %v", err)
		}
		if !strings.Contains(fmt.Sprint(s.Writable()), fmt.Sprint(row.entry)) {
			t.Errorf("case %d: it says %v, not entry %d", i, s.Writable(), row.entry)
		}
		if _, err := s.Submit(t.Context(), storetest.Rename("a", "more", "")); !errors.Is(err, store.ErrUnwritable) {
			t.Errorf("it writes on: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Any number of kiosks take snapshots at the same time; whichever is there is
// good.
func TestEtcdSnapshotsOfManyKiosks(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	address := cluster.Address("/many")
	var kiosks []*store.Etcd
	for i := range 4 {
		kiosks = append(kiosks, join(t, address, store.Snapping(store.Options{}, 1+i%2)))
	}
	storetest.Submit(t, kiosks[0], storetest.Creation("a", ""))
	names := map[int]string{}
	for i := range 60 {
		names[i] = fmt.Sprintf("name %d", i)
		storetest.Submit(t, kiosks[i%4], storetest.Rename("a", names[i], ""))
		if i%10 != 9 {
			continue
		}
		s := join(t, address, store.Options{})
		if state, _ := s.State(event.ID("a")); state.Version != i+2 || state.Name != names[i] {
			t.Errorf("%q after %d entries, want %q", state.Name, state.Version, names[i])
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	storetest.Until(t, "a snapshot", func() bool { return opensAt(t, address) > 0 })
	for _, s := range kiosks {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
