package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// snapped is a closed file with an event of every kind of entry, and another
// one, both with a snapshot.
func snapped(t *testing.T) (path string, id event.ID) {
	t.Helper()
	path = newPath(t)
	b, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := exportedFrom(t, journalEvent)
	if err := b.Import(context.Background(), x); err != nil {
		t.Fatal(err)
	}
	submit(t, b, creation("a"))
	for i := range 20 {
		submit(t, b, rename("a", fmt.Sprintf("name %d", i), fmt.Sprintf("key-%05d", i)))
	}
	b.photos.tail = 1
	closeWhole(t, b)
	return path, x.State.ID
}

// ice is a state as it freezes.
func ice(t testing.TB, s *event.State) []byte {
	t.Helper()
	all, err := s.FreezeHead()
	if err != nil {
		t.Fatal(err)
	}
	for n := range s.Sheaves() {
		b, err := s.FreezeSheaf(n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// replayed is the state that the journal alone adds up to.
func replayed(t testing.TB, b *Bolt, id event.ID) *event.State {
	t.Helper()
	now, _ := b.State(id)
	encoded, err := b.encoded(id, 0, MaxEntries)
	if err != nil || len(encoded) != now.Version {
		t.Fatalf("%d entries, %v", len(encoded), err)
	}
	var s *event.State
	for _, one := range encoded {
		e, err := event.DecodeEntry(one)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = event.Evolve(s, e, one); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// opened opens a file and says at which entry the snapshot of the event stood,
// 0 for none; what is there has to be what the journal says.
func opened(t testing.TB, path string, id event.ID) (*Bolt, uint64) {
	t.Helper()
	b := open(t, path)
	for _, id := range b.Events() {
		now, _ := b.State(id)
		if !bytes.Equal(ice(t, now), ice(t, replayed(t, b, id))) {
			t.Errorf("event %s: the state is not what the journal says", id)
		}
	}
	return b, b.photos.last[id].entries
}

func TestOpeningFromASnapshot(t *testing.T) {
	path, id := snapped(t)
	b, at := opened(t, path, id)
	now, _ := b.State(id)
	if at == 0 || at != version(now) || now.Matches() == 0 {
		t.Fatalf("it was opened from a snapshot at %d of %d", at, now.Version)
	}
	// What comes after it is evolved, and the answers are known.
	for i := range 5 {
		submit(t, b, rename("a", fmt.Sprintf("later %d", i), fmt.Sprintf("later-%d", i)))
	}
	killed := newPath(t)
	copyOpen(t, b, killed)
	c, at := opened(t, killed, "a")
	now, _ = c.State("a")
	if at != 21 || now.Version != 26 || now.Name != "later 4" {
		t.Errorf("opened from a snapshot at %d of %d: %s", at, now.Version, now.Name)
	}
	for _, key := range []string{"key-00003", "later-3"} {
		req := rename("a", "name 3", key)
		if key == "later-3" {
			req = rename("a", "later 3", key)
		}
		if receipt := submit(t, c, req); !receipt.Replayed {
			t.Errorf("%s was carried out twice", key)
		}
	}
}

// copyOpen copies what is on the disk while the store is open, as a kill leaves
// it.
func copyOpen(t testing.TB, b *Bolt, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Backup(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// A snapshot that does not fit is passed over, and the next one replaces it.
func TestSnapshotsThatAreNoGood(t *testing.T) {
	markOf := func(change func(*snapshot)) func(*testing.T, *bbolt.Bucket) error {
		return func(t *testing.T, bucket *bbolt.Bucket) error {
			s, err := decodeSnapshot(bucket.Get(keyMark))
			if err != nil {
				t.Fatal(err)
			}
			change(&s)
			return bucket.Put(keyMark, s.encode())
		}
	}
	piece := func(index int, change func(key, value []byte) []byte) func(*testing.T, *bbolt.Bucket) error {
		return func(t *testing.T, bucket *bbolt.Bucket) error {
			s, _ := decodeSnapshot(bucket.Get(keyMark))
			key := partKey(s.pieces[index].at, index, 0)
			return bucket.Put(key, change(key, slices.Clone(bucket.Get(key))))
		}
	}
	for name, edited := range map[string]func(*testing.T, *bbolt.Bucket) error{
		"of another program":        markOf(func(s *snapshot) { s.form = "1.0 other" }),
		"of another journal":        markOf(func(s *snapshot) { s.hash[0] ^= 1 }),
		"of an earlier entry":       markOf(func(s *snapshot) { s.entries-- }),
		"of a later entry":          markOf(func(s *snapshot) { s.entries++ }),
		"of no entry":               markOf(func(s *snapshot) { s.entries = 0 }),
		"without a sheaf":           markOf(func(s *snapshot) { s.pieces = s.pieces[:1] }),
		"with a sheaf too many":     markOf(func(s *snapshot) { s.pieces = append(s.pieces, s.pieces[1]) }),
		"with a head of no parts":   markOf(func(s *snapshot) { s.pieces[0].parts = 0 }),
		"without a mark":            func(_ *testing.T, bucket *bbolt.Bucket) error { return bucket.Delete(keyMark) },
		"with a damaged mark":       func(_ *testing.T, bucket *bbolt.Bucket) error { return bucket.Put(keyMark, []byte("mark!")) },
		"with a damaged head":       piece(0, func(_, value []byte) []byte { value[len(value)/2] ^= 4; return value }),
		"with a damaged sheaf":      piece(1, func(_, value []byte) []byte { value[len(value)/2] ^= 4; return value }),
		"with a head cut short":     piece(0, func(key, value []byte) []byte { return seal(key, value[checksumSize:len(value)/2]) }),
		"with a sheaf cut short":    piece(1, func(key, value []byte) []byte { return seal(key, value[checksumSize:len(value)/2]) }),
		"with a sheaf that is none": piece(1, func(key, value []byte) []byte { return seal(key, bytes.Repeat([]byte{0xC1}, len(value))) }),
	} {
		t.Run(name, func(t *testing.T) {
			path, id := snapped(t)
			edit(t, path, func(tx *bbolt.Tx) error { return edited(t, snapshotsOf(tx, id)) })
			b, at := opened(t, path, id)
			if at != 0 {
				t.Errorf("it was used, at %d", at)
			}
			b.photos.tail = 1
			closeWhole(t, b)
			if _, at := opened(t, path, id); at == 0 {
				t.Error("no new one was taken")
			}
		})
	}
}

// The journal may have been cut back behind the snapshot, by somebody with a
// tool: it is refused as it is without one.
func TestASnapshotIsNoJournal(t *testing.T) {
	path, id := snapped(t)
	edit(t, path, func(tx *bbolt.Tx) error {
		entries := entriesOf(tx, string(id))
		last, _ := entries.Cursor().Last()
		return entries.Delete(last)
	})
	if _, err := Open(path, Options{}); !errors.Is(err, ErrDamaged) {
		t.Errorf("it was opened: %v", err)
	}
}

// brittle is a shelf that breaks after some calls.
type brittle struct {
	shelf
	left int
}

func (s *brittle) do(call func() error) error {
	if s.left--; s.left < 0 {
		return errors.New("the shelf broke")
	}
	return call()
}

func (s *brittle) put(ctx context.Context, id event.ID, parts []part) error {
	return s.do(func() error { return s.shelf.put(ctx, id, parts) })
}

func (s *brittle) mark(ctx context.Context, id event.ID, made snapshot) error {
	return s.do(func() error { return s.shelf.mark(ctx, id, made) })
}

func (s *brittle) forget(ctx context.Context, id event.ID) error { return s.shelf.forget(ctx, id) }

func (s *brittle) sweep(ctx context.Context, id event.ID, made snapshot) error {
	return s.do(func() error { return s.shelf.sweep(ctx, id, made) })
}

// Whenever the taking of a snapshot breaks off, the one before it or it itself
// is good, and nothing of the other stays behind for long.
func TestASnapshotThatBrokeOff(t *testing.T) {
	for calls := range 4 {
		path, id := snapped(t)
		b := open(t, path)
		submit(t, b, rename(id, "one more", ""))
		b.photos.tail, b.photos.shelf = 1, &brittle{b.photos.shelf, calls}
		closeWhole(t, b)
		b, at := opened(t, path, id)
		now, _ := b.State(id)
		if want := version(now); at != want && at != want-1 || calls < 2 && at == want {
			t.Errorf("after %d calls it is opened from a snapshot at %d of %d", calls, at, want)
		}
		submit(t, b, rename(id, "two more", ""))
		b.photos.tail = 1
		closeWhole(t, b)
		b, at = opened(t, path, id)
		if at != version(now)+1 {
			t.Errorf("then from one at %d", at)
		}
		_ = b.view(func(tx *bbolt.Tx) error {
			s := b.photos.last[id].snapshot
			keys := 1
			for range s.keys {
				keys++
			}
			if n := snapshotsOf(tx, id).Stats().KeyN; n != keys {
				t.Errorf("%d keys are there, the snapshot has %d", n, keys)
			}
			return nil
		})
	}
}

// While the kiosk runs, snapshots are taken as the event grows, of what is new.
func TestSnapshotsInBetween(t *testing.T) {
	path, id := snapped(t)
	b, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b.stop()
	b.done.Wait()
	ctx, stop := context.WithCancel(context.Background())
	b.photos.every, b.photos.look = 3, time.Millisecond
	b.stop = stop
	b.done.Go(func() { b.photos.run(ctx) })
	at := func() (n uint64) {
		_ = b.view(func(tx *bbolt.Tx) error {
			s, err := decodeSnapshot(snapshotsOf(tx, id).Get(keyMark))
			if err != nil {
				t.Error(err)
			}
			n = s.entries
			if len(s.pieces) < 2 || s.pieces[1].at == n && s.pieces[0].at != n {
				t.Errorf("the pieces are %v", s.pieces)
			}
			return nil
		})
		return n
	}
	for i := range 3 {
		before := at()
		for range 3 {
			submit(t, b, rename(id, fmt.Sprintf("name %d", i), ""))
		}
		until(t, func() bool { return at() > before })
	}
	first := b.photos
	closeWhole(t, b)
	if s := first.last[id]; s.pieces[1].at == s.entries {
		t.Error("a sheaf was written again that had not changed")
	}
	if _, at := opened(t, path, id); at == 0 {
		t.Error("none is good")
	}
}

func TestPiecesOfAnySize(t *testing.T) {
	for _, size := range []int{0, 1, maxPart, maxPart + 1, 3*maxPart + 7} {
		b := bytes.Repeat([]byte{7}, size)
		parts := cut(9, 2, b)
		s := snapshot{entries: 9, pieces: []piece{{at: 9, parts: 1}, {at: 9, parts: 1}, {at: 9, parts: uint64(len(parts))}}}
		var again []byte
		for _, part := range parts {
			value, err := unseal(part.key, part.value)
			if err != nil || !s.belongs(part.key) {
				t.Fatal(err)
			}
			again = append(again, value...)
		}
		if !bytes.Equal(again, b) {
			t.Errorf("%d bytes come back as %d", size, len(again))
		}
		if s.belongs(partKey(8, 2, 0)) || s.belongs(partKey(9, 3, 0)) || s.belongs(partKey(9, 2, len(parts))) {
			t.Error("a part of another snapshot belongs to this")
		}
	}
}

// A backup may come from anywhere, and say in its snapshot what its journal
// does not: what was restored is what the journal says.
func TestRestoringBelievesTheJournalAlone(t *testing.T) {
	path, id := snapped(t)
	lie := func(tx *bbolt.Tx) error {
		bucket := snapshotsOf(tx, id)
		s, err := decodeSnapshot(bucket.Get(keyMark))
		if err != nil {
			return err
		}
		state, err := s.thaw(bucket.Get)
		if err != nil {
			return err
		}
		other := *state
		other.Name = "something else"
		head, err := other.FreezeHead()
		if err != nil {
			return err
		}
		key := partKey(s.pieces[0].at, 0, 0)
		return bucket.Put(key, seal(key, head))
	}
	edit(t, path, lie)
	restored := newPath(t)
	if _, err := Restore(path, restored, "kept.db"); err != nil {
		t.Fatal(err)
	}
	b, at := opened(t, restored, id)
	now, _ := b.State(id)
	if now.Name == "something else" || at != 0 && at != version(now) {
		t.Errorf("%q, opened at %d", now.Name, at)
	}
	closeWhole(t, b)
	_ = os.Remove(restored)
	// A long one starts as fast there as here.
	path = newPath(t)
	long := open(t, path)
	submit(t, long, creation("a"))
	for i := range snapshotTail {
		submit(t, long, rename("a", fmt.Sprint(i), ""))
	}
	closeWhole(t, long)
	if _, err := Restore(path, restored, "kept.db"); err != nil {
		t.Fatal(err)
	}
	if _, at := opened(t, restored, "a"); at != snapshotTail+1 {
		t.Errorf("opened at %d", at)
	}
}

// A snapshot whose matches do not thaw is a defect. It is not opened from twice.
func TestASnapshotThatDoesNotThaw(t *testing.T) {
	path, id := snapped(t)
	edit(t, path, func(tx *bbolt.Tx) error {
		bucket := snapshotsOf(tx, id)
		s, err := decodeSnapshot(bucket.Get(keyMark))
		if err != nil {
			return err
		}
		key := partKey(s.pieces[1].at, 1, 0)
		sheaf := slices.Clone(bucket.Get(key))[checksumSize:]
		size, width := binary.Uvarint(sheaf)
		for i := range size {
			sheaf[width+int(i)] = 0xC1
		}
		return bucket.Put(key, seal(key, sheaf))
	})
	b := openWith(t, path, Options{})
	if b.photos.last[id].entries == 0 {
		t.Fatal("it was not opened from the snapshot")
	}
	until(t, func() bool {
		gone := false
		_ = b.view(func(tx *bbolt.Tx) error {
			gone = snapshotsOf(tx, id).Get(keyMark) == nil
			return nil
		})
		return gone
	})
	if b.Writable() != nil {
		t.Error("nothing else works")
	}
	closeWhole(t, b)
	if _, at := opened(t, path, id); at != 0 {
		t.Error("it was opened from again")
	}
}
