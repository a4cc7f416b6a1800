package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestEmptyFile: a file without a byte is what a power cut or a broken-off copy
// leaves. It is no new one.
func TestEmptyFile(t *testing.T) {
	path := newPath(t)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("open: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Error("it was touched")
	}
	// It is what restoring is for.
	whole := filled(t)
	if _, err := Restore(whole, path, "kept.db"); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

func TestNewFileThatCannotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nowhere", "kiosk.db")
	if _, err := Open(path, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("open: %v", err)
	}
}

// TestTwoStartAtOnce: of many programs that start in the same moment on a new
// folder one gets the file.
func TestTwoStartAtOnce(t *testing.T) {
	path := newPath(t)
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		open []*Bolt
	)
	for range 8 {
		wg.Go(func() {
			b, err := Open(path, Options{Timeout: time.Millisecond})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				open = append(open, b)
			case !errors.Is(err, ErrInUse) && !errors.Is(err, ErrEmpty):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, b := range open {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(open) != 1 {
		t.Fatalf("%d got the file", len(open))
	}
	b, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	closeWhole(t, b)
}

// TestClockThatJumps: entries never stand before the one before them, however
// the laptop's clock is set.
func TestClockThatJumps(t *testing.T) {
	clock := &backupClock{}
	path := newPath(t)
	b := openWith(t, path, Options{Now: clock.now})
	submit(t, b, creation("a"))
	for _, jump := range []time.Duration{time.Second, time.Hour, -time.Hour, time.Second, -26 * time.Hour, 27 * time.Hour} {
		clock.add(jump)
		submit(t, b, rename("a", jump.String(), ""))
	}
	b = reopen(t, b)
	clock.add(-time.Hour)
	submit(t, b, rename("a", "reopened", ""))
	entries, err := b.Entries("a", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(entries); i++ {
		if entries[i].At.Before(entries[i-1].At) {
			t.Errorf("entry %d is of %v, the one before of %v", i+1, entries[i].At, entries[i-1].At)
		}
	}
	if last := entries[5]; !last.At.Equal(entries[2].At) {
		t.Errorf("entry 6 is of %v", last.At)
	}
	if _, err := b.Submit(context.Background(), rename("a", "x", "key-000001")); err != nil {
		t.Error(err)
	}
}
