package store_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"kiosk/store"
	"kiosk/store/storetest"
)

func TestBoltConforms(t *testing.T) { boltConforms(t, 0) }

// TestBoltConformsWithSnapshots is the same with one after every other entry.
func TestBoltConformsWithSnapshots(t *testing.T) { boltConforms(t, 2) }

func boltConforms(t *testing.T, snapshotEvery int) {
	storetest.Run(t, func(t testing.TB) storetest.Place {
		path := filepath.Join(t.TempDir(), "kiosk.db")
		return storetest.Place{Open: func(t testing.TB, options store.Options) store.Kept {
			t.Helper()
			s, err := store.Open(path, store.Snapping(options, snapshotEvery))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}}
	})
}

func TestEtcdConforms(t *testing.T) { etcdConforms(t) }

// TestNewerEtcdConforms is the same with a later release than the system's.
func TestNewerEtcdConforms(t *testing.T) {
	storetest.UseNewer(t)
	etcdConforms(t)
}

func etcdConforms(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	var n atomic.Int32
	storetest.Run(t, func(testing.TB) storetest.Place {
		address := cluster.Address(fmt.Sprintf("/event%d", n.Add(1)))
		return storetest.Place{Shared: true, Open: func(t testing.TB, options store.Options) store.Kept { return join(t, address, options) }}
	})
}

func join(t testing.TB, address store.EtcdAddress, options store.Options) *store.Etcd {
	t.Helper()
	s, err := store.OpenEtcd(t.Context(), address, store.EtcdOptions{Options: options, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
