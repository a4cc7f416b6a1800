package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/store"
	"kiosk/store/storetest"
)

// TestKiosksShareAFolder: of kiosks that back up into one folder one makes the
// backup, and the others find it done; it is made by another one when the one
// whose turn it is has died. In folders of their own each makes one.
func TestKiosksShareAFolder(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	shared, apart := t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	keep := func(n int, folder string) (*store.Etcd, *store.Backups) {
		s := join(t, cluster.Address("/kiosk"), store.Options{})
		s.Announce(store.Kiosk{ID: fmt.Sprintf("kiosk%d", n), Address: fmt.Sprintf("http://10.0.0.%d:8080", n)})
		k := store.NewBackups(s, store.BackupPlan{Folder: folder, Every: time.Millisecond, Keep: 50}, store.BackupOptions{Look: 20 * time.Millisecond, Turn: 2 * time.Second})
		wg.Go(func() { k.Run(ctx) })
		return s, k
	}
	first, one := keep(1, shared)
	second, two := keep(2, shared)
	third, three := keep(3, apart)
	defer func() { _, _ = second.Close(), third.Close() }()
	for _, s := range []*store.Etcd{first, second, third} {
		storetest.Until(t, "the kiosks know of each other", func() bool { return len(s.Kiosks()) == 3 })
	}
	backups := func(folder string) int {
		names, err := filepath.Glob(filepath.Join(folder, "kiosk-*.db"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	storetest.Submit(t, first, storetest.Creation("a", ""))
	for _, k := range []*store.Backups{one, two, three} {
		storetest.Until(t, "everything is backed up", func() bool { return k.State().Current })
	}
	if a, b := one.State().Last.Path, two.State().Last.Path; a != b || filepath.Dir(a) != shared {
		t.Errorf("one has %s, two %s", a, b)
	}
	// The series of backups is a secret, whose making may have been worth one more.
	if n := backups(shared); n < 1 || n > 2 {
		t.Errorf("%d backups in the shared folder", n)
	}
	if path := three.State().Last.Path; filepath.Dir(path) != apart {
		t.Errorf("three has %s", path)
	}
	before := backups(shared)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	storetest.Submit(t, second, storetest.Rename("a", "x", ""))
	storetest.Until(t, "the next one makes it", func() bool { return two.State().Current && backups(shared) > before })
	storetest.Until(t, "three too", func() bool { return three.State().Current })
	files, err := os.ReadDir(shared)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasPrefix(file.Name(), ".") {
			continue
		}
		report, err := store.Inspect(filepath.Join(shared, file.Name()))
		if err != nil || report.Err() != nil || len(report.Events) != 1 {
			t.Errorf("%s: %v, %v", file.Name(), err, report.Err())
		}
	}
}
