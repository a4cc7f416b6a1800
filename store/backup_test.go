package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.etcd.io/bbolt"
)

// TestBackupUnderLoad: a copy made while others write is whole, and holds what
// was acknowledged before it was begun.
func TestBackupUnderLoad(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	if err := b.SetSecret(t.Context(), "key", []byte("k")); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				name := fmt.Sprintf("%d-%d", g, i)
				if _, err := b.Submit(context.Background(), rename("a", name, "key-"+name)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 5 {
		before, _ := b.State("a")
		path := filepath.Join(t.TempDir(), "backup.db")
		report, err := BackupFile(b, path)
		if err != nil {
			t.Fatal(err)
		}
		if report.Events[0].Entries < before.Version || report.Path != path {
			t.Errorf("backup %d: %d entries of %d", i, report.Events[0].Entries, before.Version)
		}
		verified, err := b.Verify()
		if err != nil || verified.Err() != nil || verified.Events[0].Entries < report.Events[0].Entries || verified.Path != b.path {
			t.Errorf("verify %d: %+v, %v", i, verified, err)
		}
	}
	close(stop)
	wg.Wait()
	noLeftovers(t, b.path)

	var buffer bytes.Buffer
	n, err := b.Backup(&buffer)
	if err != nil || n != int64(buffer.Len()) {
		t.Fatalf("%d of %d bytes, %v", n, buffer.Len(), err)
	}
	path := newPath(t)
	if err := os.WriteFile(path, buffer.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	copied := open(t, path)
	if value, _ := copied.Secret("key"); string(value) != "k" {
		t.Error("the copy has not the keys")
	}
	was, _ := b.State("a")
	if state, _ := copied.State("a"); state.Head != was.Head {
		t.Error("the copy stands elsewhere")
	}
}

func noLeftovers(t *testing.T, path string) {
	t.Helper()
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", name.Name())
		}
	}
}

// pulled is a stick that is pulled out after some bytes.
type pulled struct{ left int }

var errPulled = errors.New("the stick is gone")

func (p *pulled) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		return 0, errPulled
	}
	return len(b), nil
}

func TestBackupThatFails(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	if _, err := b.Backup(&pulled{left: 1000}); !errors.Is(err, errPulled) {
		t.Errorf("%v", err)
	}
	noLeftovers(t, b.path)
	path := filepath.Join(t.TempDir(), "backup.db")
	if err := os.WriteFile(path, []byte("the one before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := BackupFile(failing{b}, path); !errors.Is(err, errPulled) {
		t.Errorf("%v", err)
	}
	if got := read(t, path); string(got) != "the one before" {
		t.Error("a failed backup took the place of the one before")
	}
	noLeftovers(t, path)
	if _, err := BackupFile(b, filepath.Join(t.TempDir(), "missing", "backup.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
}

type failing struct{ Store }

func (failing) Backup(w io.Writer) (int64, error) { return 0, errPulled }

func TestRestore(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	submit(t, b, rename("a", "before", "key-0001"))
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, err := BackupFile(b, backup); err != nil {
		t.Fatal(err)
	}
	submit(t, b, rename("a", "after", "key-0002"))
	closeWhole(t, b)

	report, err := Restore(backup, b.path, "kiosk-20260101.db")
	if err != nil || report.Events[0].State.Name != "before" {
		t.Fatalf("%+v, %v", report, err)
	}
	kept, err := inspectWhole(filepath.Join(filepath.Dir(b.path), "kiosk-20260101.db"))
	if err != nil || kept.Events[0].State.Name != "after" {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	if _, err := Restore(backup, b.path, "kiosk-20260101.db"); !errors.Is(err, ErrExists) {
		t.Errorf("the kept one would be overwritten: %v", err)
	}
	restored := open(t, b.path)
	if receipt := submit(t, restored, rename("a", "before", "key-0001")); !receipt.Replayed {
		t.Error("the restored store has forgotten a key")
	}
	submit(t, restored, rename("a", "later", "key-0002"))

	// Onto another laptop, where there is nothing yet.
	elsewhere := newPath(t)
	if _, err := Restore(backup, elsewhere, "kept.db"); err != nil {
		t.Fatal(err)
	}
	noLeftovers(t, elsewhere)
	if other := open(t, elsewhere); other.Writable() != nil {
		t.Error("the restored store cannot write")
	}
}

func TestRestoreRefusesWhatIsNotWhole(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("mine"))
	closeWhole(t, b)
	before := read(t, b.path)
	edited := filled(t)
	edit(t, edited, func(tx *bbolt.Tx) error { return entriesOf(tx, "b").Delete(number(151)) })
	cut := newPath(t)
	if err := os.WriteFile(cut, read(t, filled(t))[:40_000], 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"edited": edited, "cut": cut} {
		if _, err := Restore(path, b.path, "kept.db"); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	noLeftovers(t, b.path)
	if !bytes.Equal(before, read(t, b.path)) {
		t.Error("the file in place was touched")
	}
	// A damaged file in place is what restoring is for.
	if err := os.WriteFile(b.path, before[:20_000], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(filled(t), b.path, "kept.db"); err != nil {
		t.Error(err)
	}
}

func TestLeftoversOfAKilledProcessGo(t *testing.T) {
	b := open(t, newPath(t))
	left, err := b.copy()
	if err != nil {
		t.Fatal(err)
	}
	reopen(t, b)
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", left, err)
	}
}
