package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"go.etcd.io/bbolt"
)

var errDisk = errors.New("no space left on device")

// TestCommitFails: all in the batch get an error, readers keep the last
// committed state, and the store comes back by itself and loses or doubles
// nothing, whether or not the failed transaction reached the disk.
func TestCommitFails(t *testing.T) {
	for name, fail := range map[string]struct {
		write  func(write func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error
		landed bool
	}{
		"nothing written": {write: func(_ func(func(*bbolt.Tx) error) error, _ func(*bbolt.Tx) error) error { return errDisk }},
		"cut off inside": {write: func(write func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error {
			return write(func(tx *bbolt.Tx) error { return errors.Join(fn(tx), errDisk) })
		}},
		"panic inside": {write: func(write func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error {
			return write(func(tx *bbolt.Tx) error { _ = fn(tx); panic(errDisk.Error()) })
		}},
		"written, and yet an error": {landed: true, write: func(write func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error {
			return errors.Join(write(fn), errDisk)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, newPath(t))
			submit(t, b, creation("a"))
			sub := b.Subscribe("a")
			defer sub.Close()
			g := newGate(b)
			gated := b.write
			var (
				mu     sync.Mutex
				broken = true
			)
			calls := 0
			b.write = func(fn func(*bbolt.Tx) error) error {
				mu.Lock()
				defer mu.Unlock()
				if calls++; calls == 1 {
					return gated(fn) // The plug of the batch.
				}
				if !broken {
					return g.plain(fn)
				}
				if calls == 2 {
					return fail.write(g.plain, fn)
				}
				return errDisk
			}
			out := g.together(t, rename("a", "x", "key-0001"), rename("a", "", ""), rename("a", "y", "key-0002"), creation("b"))
			for i, o := range out {
				if !errors.Is(o.err, ErrUnwritable) {
					t.Errorf("%d: %v", i, o.err)
				}
			}
			if state, _ := b.State("a"); state.Version != 1 || len(b.Events()) != 1 {
				t.Errorf("readers see version %d, events %v", state.Version, b.Events())
			}
			if entries, err := b.Entries("a", 0, 0); err != nil || len(entries) != 1 {
				t.Errorf("readers see %d entries, %v", len(entries), err)
			}
			if err := b.Writable(); !errors.Is(err, ErrUnwritable) {
				t.Errorf("writable: %v", err)
			}
			if _, err := b.Submit(t.Context(), rename("a", "x", "key-0001")); !errors.Is(err, ErrUnwritable) {
				t.Errorf("while nothing can be written: %v", err)
			}
			mu.Lock()
			broken = false
			mu.Unlock()
			until(t, func() bool { return b.Writable() == nil })

			for i, req := range []Request{rename("a", "x", "key-0001"), rename("a", "y", "key-0002")} {
				receipt := submit(t, b, req)
				if want := fmt.Sprintf("%s at %d with 1", []string{"x", "y"}[i], i+2); receipt.Replayed != fail.landed || string(receipt.Answer) != want {
					t.Errorf("again: %+v", receipt)
				}
			}
			if found := names(t, b, "a"); found["x"] != 1 || found["y"] != 1 {
				t.Errorf("entries: %v", found)
			}
			seen := 1
			for seen < 3 {
				for _, e := range (<-sub.C).Entries {
					if e.N != seen+1 {
						t.Errorf("subscriber: entry %d after %d", e.N, seen)
					}
					seen = e.N
				}
			}
			if _, ok := b.State("b"); ok != fail.landed {
				t.Errorf("event b: %v", ok)
			}
			b = reopen(t, b)
			if receipt := submit(t, b, rename("a", "y", "key-0002")); !receipt.Replayed {
				t.Error("the key is forgotten after reopening")
			}
		})
	}
}

// TestMissingFile: a file that was moved away is not replaced by an empty one.
func TestMissingFile(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	away := b.path + ".away"
	if err := errors.Join(os.Rename(b.path, away), b.db.Load().Close()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := b.Submit(t.Context(), rename("a", "x", "key-0001")); !errors.Is(err, ErrUnwritable) {
			t.Errorf("without a file: %v", err)
		}
	}
	if _, err := os.Stat(b.path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a new file: %v", err)
	}
	if state, ok := b.State("a"); !ok || state.Version != 1 {
		t.Error("readers lost the event")
	}
	if err := os.Rename(away, b.path); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return b.Writable() == nil })
	submit(t, b, rename("a", "x", "key-0001"))
}

// TestLostFile: the database under the store is closed, as it is after bbolt
// failed to map a grown file.
func TestLostFile(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	if err := b.db.Load().Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Submit(context.Background(), rename("a", "x", "key-0001")); !errors.Is(err, ErrUnwritable) {
		t.Errorf("without a file: %v", err)
	}
	until(t, func() bool { return b.Writable() == nil })
	if receipt := submit(t, b, rename("a", "x", "key-0001")); receipt.State.Version != 2 {
		t.Errorf("afterwards: %+v", receipt)
	}
}
