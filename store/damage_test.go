package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// filled is a closed file with two events, answers and secrets.
func filled(t testing.TB) string {
	t.Helper()
	path := newPath(t)
	fillOnce.Do(func() { fillFile(t, path); fill = read(t, path) })
	if err := os.WriteFile(path, fill, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	fillOnce sync.Once
	fill     []byte
)

func fillFile(t testing.TB, path string) {
	t.Helper()
	b, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []event.ID{"a", "b"} {
		req := creation(id)
		req.Key = "create-" + string(id)
		submit(t, b, req)
		for i := range 150 {
			submit(t, b, rename(id, fmt.Sprintf("name %d", i), fmt.Sprintf("key-%05d", i)))
		}
	}
	for i := range 20 {
		if err := b.SetSecret(context.Background(), fmt.Sprintf("session/%d", i), bytes.Repeat([]byte{byte(i)}, 40)); err != nil {
			t.Fatal(err)
		}
	}
	// Damage is noticed all the same when a start could go by snapshots.
	b.photos.tail = 1
	closeWhole(t, b)
}

// edit changes a closed file as somebody with a tool would.
func edit(t *testing.T, path string, fn func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fn), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func entriesOf(tx *bbolt.Tx, id string) *bbolt.Bucket {
	return tx.Bucket(bucketJournal).Bucket([]byte(id)).Bucket(bucketEntries)
}

// TestEditedRecord: verify and opening both name the event and the first entry
// that does not fit, and the other event is read all the same.
func TestEditedRecord(t *testing.T) {
	replace := func(b *bbolt.Bucket, n uint64, old, with string) error {
		return b.Put(number(n), bytes.Replace(b.Get(number(n)), []byte(old), []byte(with), 1))
	}
	for name, c := range map[string]struct {
		edit  func(tx *bbolt.Tx) error
		entry int
		want  *Error
	}{
		"an entry changed":        {func(tx *bbolt.Tx) error { return replace(entriesOf(tx, "a"), 40, "name 38", "name 99") }, 41, ErrDamaged},
		"the last entry changed":  {func(tx *bbolt.Tx) error { return replace(entriesOf(tx, "a"), 151, "name 149", "name 999") }, 151, ErrDamaged},
		"an entry removed":        {func(tx *bbolt.Tx) error { return entriesOf(tx, "a").Delete(number(70)) }, 70, ErrDamaged},
		"the last entry removed":  {func(tx *bbolt.Tx) error { return entriesOf(tx, "a").Delete(number(151)) }, 151, ErrDamaged},
		"the first entry removed": {func(tx *bbolt.Tx) error { return entriesOf(tx, "a").Delete(number(1)) }, 1, ErrDamaged},
		"two entries swapped": {func(tx *bbolt.Tx) error {
			b := entriesOf(tx, "a")
			five, six := slices.Clone(b.Get(number(5))), slices.Clone(b.Get(number(6)))
			return errors.Join(b.Put(number(5), six), b.Put(number(6), five))
		}, 5, ErrDamaged},
		"an entry that is no JSON": {func(tx *bbolt.Tx) error { return entriesOf(tx, "a").Put(number(9), []byte("{")) }, 9, ErrDamaged},
		"an entry of a newer program": {func(tx *bbolt.Tx) error {
			return replace(entriesOf(tx, "a"), 151, fmt.Sprintf(`"v":%d`, event.Format), fmt.Sprintf(`"v":%d`, event.Format+1))
		}, 151, ErrNewer},
		"an answer changed": {func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucketJournal).Bucket([]byte("a")).Bucket(bucketAnswers)
			return replace(b, 5, "name", "game")
		}, 0, ErrDamaged},
		"the head removed": {func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketJournal).Bucket([]byte("a")).Delete(keyHead)
		}, 0, ErrDamaged},
		"the answers removed": {func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketJournal).Bucket([]byte("a")).DeleteBucket(bucketAnswers)
		}, 0, ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t)
			edit(t, path, c.edit)
			report, err := Inspect(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Events) != 2 || report.Events[1].Bad != nil || report.Events[1].Entries != 151 {
				t.Errorf("the event that is whole: %+v", report.Events)
			}
			opened, openErr := Open(path, Options{})
			if openErr == nil {
				_ = opened.Close()
			}
			for where, err := range map[string]error{"inspect": report.Err(), "open": openErr} {
				var place *Error
				if !errors.Is(err, c.want) || !errors.As(err, &place) || place.Event != "a" || place.Entry != c.entry {
					t.Errorf("%s: %v", where, err)
				}
			}
			if c.entry > 0 {
				if r := report.Events[0]; r.Entries < c.entry-2 || r.Entries > c.entry {
					t.Errorf("%d entries fit before entry %d", r.Entries, c.entry)
				}
			}
		})
	}
}

func TestEditedBesideTheRecord(t *testing.T) {
	for name, fn := range map[string]func(tx *bbolt.Tx) error{
		"an event off the list": func(tx *bbolt.Tx) error { return tx.Bucket(bucketEvents).Delete(number(2)) },
		"a journal removed":     func(tx *bbolt.Tx) error { return tx.Bucket(bucketJournal).DeleteBucket([]byte("b")) },
		"a secret removed":      func(tx *bbolt.Tx) error { return tx.Bucket(bucketSecrets).Delete([]byte("session/3")) },
		"a secret changed":      func(tx *bbolt.Tx) error { return tx.Bucket(bucketSecrets).Put([]byte("session/3"), []byte("12345")) },
		"a creation removed":    func(tx *bbolt.Tx) error { return tx.Bucket(bucketAnswers).Delete(number(2)) },
		"no layout":             func(tx *bbolt.Tx) error { return tx.Bucket(bucketMeta).Delete(keyLayout) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t)
			edit(t, path, fn)
			if report, err := Inspect(path); err != nil || !errors.Is(report.Err(), ErrDamaged) {
				t.Errorf("inspect: %v, %v", err, report.Err())
			}
			if _, err := Open(path, Options{}); !errors.Is(err, ErrDamaged) {
				t.Errorf("open: %v", err)
			}
		})
	}
}

func TestNewerLayoutStaysUntouched(t *testing.T) {
	path := filled(t)
	edit(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketMeta).Put(keyLayout, seal(keyLayout, number(Layout+1)))
	})
	before := read(t, path)
	if _, err := Open(path, Options{}); !errors.Is(err, ErrNewer) {
		t.Errorf("open: %v", err)
	}
	if report, err := Inspect(path); err != nil || !errors.Is(report.Err(), ErrNewer) {
		t.Errorf("inspect: %v, %v", err, report.Err())
	}
	target := newPath(t)
	if _, err := Restore(path, target, "kept.db"); !errors.Is(err, ErrNewer) {
		t.Errorf("restore: %v", err)
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("a refused restore left a file")
	}
	if !bytes.Equal(before, read(t, path)) {
		t.Error("the file was changed")
	}
}

func TestForeignFiles(t *testing.T) {
	for name, content := range map[string]string{"text": "编号,单位\n1,学院\n", "zeros": string(make([]byte, 1<<16)), "one byte": "x"} {
		path := newPath(t)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, Options{}); !errors.Is(err, ErrForeign) && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: open: %v", name, err)
		}
		if _, err := Inspect(path); !errors.Is(err, ErrForeign) && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: inspect: %v", name, err)
		}
		if got := read(t, path); string(got) != content {
			t.Errorf("%s: the file was changed", name)
		}
	}
	path := newPath(t)
	edit(t, path, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("others")); return err })
	if _, err := Open(path, Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("another program's file: %v", err)
	}
	if _, err := Inspect(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := Open(t.TempDir(), Options{}); err == nil {
		t.Error("a folder was opened")
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestCutShort: a file that lost its end is refused with a clear error.
func TestCutShort(t *testing.T) {
	whole := read(t, filled(t))
	used := 0
	for n := len(whole); n > 0; n = n * 9 / 10 {
		path := newPath(t)
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := Inspect(path)
		if err == nil {
			err = report.Err()
		}
		b, openErr := Open(path, Options{})
		if openErr == nil {
			_ = b.Close()
		}
		if err == nil && openErr == nil {
			// Only what bbolt holds in reserve was cut.
			if report.Events[0].Entries != 151 || report.Events[1].Entries != 151 {
				t.Errorf("%d of %d bytes: %+v", n, len(whole), report.Events)
			}
			continue
		}
		used++
		if n < 8192 && errors.Is(err, ErrForeign) && errors.Is(openErr, ErrForeign) {
			continue // Not even the headers are left.
		}
		if !errors.Is(err, ErrDamaged) || !errors.Is(openErr, ErrDamaged) {
			t.Errorf("%d of %d bytes: inspect %v, open %v", n, len(whole), err, openErr)
		}
	}
	if used < 10 {
		t.Errorf("only %d cuts mattered", used)
	}
}

// TestFlippedBits: wherever a bit flips, the file is refused with a place or
// nothing of it is lost; never does the program end.
func TestFlippedBits(t *testing.T) {
	flips := 300
	if testing.Short() {
		flips = 100
	}
	original := filled(t)
	whole := read(t, original)
	want, err := inspectWhole(original)
	if err != nil {
		t.Fatal(err)
	}
	path := newPath(t)
	found, torn := 0, 0
	for i := range flips {
		at, bit := rand.IntN(len(whole)), byte(1)<<rand.IntN(8)
		if i%10 == 0 {
			at = i/10%2*os.Getpagesize() + rand.IntN(pageHeaderSize+metaSize)
		}
		damaged := slices.Clone(whole)
		damaged[at] ^= bit
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := Inspect(path)
		if err == nil {
			err = report.Err()
		}
		b, openErr := Open(path, Options{})
		var secrets int
		if openErr == nil {
			secrets = len(b.Secrets(""))
			_ = b.Close()
		}
		switch {
		case report.Torn && err == nil:
			// The last transaction may be gone with its header; the report says so.
			torn++
			if openErr != nil {
				t.Errorf("byte %d bit %08b: open says %v", at, bit, openErr)
			}
		case (err == nil) != (openErr == nil):
			t.Errorf("byte %d bit %08b: inspect says %v, open says %v", at, bit, err, openErr)
		case err != nil:
			found++
			for _, err := range []error{err, openErr} {
				if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrForeign) {
					t.Errorf("byte %d bit %08b: %v", at, bit, err)
				}
			}
		case !sameHeads(report, want) || secrets != 20:
			t.Errorf("byte %d bit %08b: something is lost, and nothing said", at, bit)
		}
	}
	t.Logf("%d flips: %d found, %d in a header page, the rest in unused space of %d bytes", flips, found, torn, len(whole))
}

func sameHeads(a, b Report) bool {
	return slices.EqualFunc(a.Events, b.Events, func(a, b EventReport) bool { return a.ID == b.ID && a.Head == b.Head })
}
