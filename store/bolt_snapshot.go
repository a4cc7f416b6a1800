package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// bucketSnapshots has a bucket for each event: the parts of its snapshot, and
// the mark. Programs that know no snapshots leave it alone.
var bucketSnapshots = []byte("snapshots")

// aside runs one transaction that is none of the journal's: when it fails,
// nobody has to be told.
func (b *Bolt) aside(fn func(*bbolt.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bbolt: %v", p)
		}
	}()
	return b.db.Load().Update(fn)
}

// current is also the moment to say that the disk has no room for what can be
// done without: the reports need it.
func (b *Bolt) current(_ context.Context, id event.ID) (s snapshot, err error) {
	folder := filepath.Dir(b.path)
	if free, known := freeSpace(folder); known && free < 2*spare {
		return s, ErrNoRoom.at(folder)
	}
	err = b.view(func(tx *bbolt.Tx) error {
		if bucket := snapshotsOf(tx, id); bucket != nil {
			s, _ = decodeSnapshot(bucket.Get(keyMark)) // A damaged one is none.
		}
		return nil
	})
	return s, err
}

func (b *Bolt) put(_ context.Context, id event.ID, parts []part) error {
	return b.aside(func(tx *bbolt.Tx) error {
		all, err := tx.CreateBucketIfNotExists(bucketSnapshots)
		if err != nil {
			return err
		}
		bucket, err := all.CreateBucketIfNotExists([]byte(id))
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := bucket.Put(part.key, part.value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (b *Bolt) mark(_ context.Context, id event.ID, s snapshot) error {
	return b.aside(func(tx *bbolt.Tx) error {
		p, err := openParts(tx, id)
		if err != nil {
			return err
		}
		if event.HashOf(p.entries.Get(number(s.entries))) != s.hash {
			return errOtherChain
		}
		return snapshotsOf(tx, id).Put(keyMark, s.encode())
	})
}

func (b *Bolt) forget(_ context.Context, id event.ID) error {
	return b.aside(func(tx *bbolt.Tx) error {
		if bucket := snapshotsOf(tx, id); bucket != nil {
			return bucket.Delete(keyMark)
		}
		return nil
	})
}

func (b *Bolt) sweep(_ context.Context, id event.ID, s snapshot) error {
	return b.aside(func(tx *bbolt.Tx) error {
		bucket := snapshotsOf(tx, id)
		var old [][]byte
		cursor := bucket.Cursor()
		for key, _ := cursor.First(); key != nil; key, _ = cursor.Next() {
			if !s.belongs(key) && !bytes.Equal(key, keyMark) {
				old = append(old, slices.Clone(key))
			}
		}
		for _, key := range old {
			if err := bucket.Delete(key); err != nil {
				return err
			}
		}
		return nil
	})
}

// snapshotsOf is the bucket of an event, nil if it has none.
func snapshotsOf(tx *bbolt.Tx, id event.ID) *bbolt.Bucket {
	all := tx.Bucket(bucketSnapshots)
	if all == nil {
		return nil
	}
	return all.Bucket([]byte(id))
}

// thawed is the state of an event's snapshot, if there is one that is as it was
// written, for a journal that is whole up to it.
func thawed(tx *bbolt.Tx, id event.ID, p parts) (taken, error) {
	bucket := snapshotsOf(tx, id)
	if bucket == nil {
		return taken{}, errNoMark
	}
	s, err := decodeSnapshot(bucket.Get(keyMark))
	if err != nil {
		return taken{}, err
	}
	if err := s.fits(p.head); err != nil {
		return taken{}, err
	}
	if !linked(p.entries, s.entries, s.hash) {
		return taken{}, errOtherChain
	}
	state, err := s.thaw(bucket.Get)
	return taken{snapshot: s, state: state}, err
}

// linked reports whether the entries up to a number follow on each other, to
// the hash of the last. Each carries the hash of the one before, so none of
// them can be another than the one that was evolved: reading them all is not
// needed to know that they are whole.
func linked(entries *bbolt.Bucket, upTo uint64, last event.Hash) bool {
	var before event.Hash
	n := uint64(0)
	for chunk := range chunks(entries, 1) {
		hashes := make([]event.Hash, len(chunk))
		atOnce(len(chunk), func(i int) { hashes[i] = event.HashOf(chunk[i].value) })
		for i, kv := range chunk {
			n++
			if key, err := readNumber(kv.key); err != nil || key != n {
				return false
			}
			if prev, ok := event.PrevOf(kv.value); !ok || prev != before {
				return false
			}
			if before = hashes[i]; n == upTo {
				return before == last
			}
		}
	}
	return false
}

// atOnce does something for each of n, on all processors.
func atOnce(n int, do func(i int)) {
	const share = 256
	var wg sync.WaitGroup
	size := max(share, (n-1)/runtime.GOMAXPROCS(0)+1)
	for from := 0; from < n; from += size {
		wg.Go(func() {
			for i := from; i < min(from+size, n); i++ {
				do(i)
			}
		})
	}
	wg.Wait()
}

// passedOver tells why a snapshot was not used, where that is worth a word.
func (d *desk) passedOver(id event.ID, err error) {
	if !errors.Is(err, errNoMark) {
		d.options.Logger.Info("the snapshot is passed over; reading the journal", "event", id, "why", err)
	}
}

// renewSnapshots takes new snapshots of what was read back from a file that
// comes from elsewhere, in place of those that it brought: what is not in the
// journal is not believed.
func renewSnapshots(path string, report Report) (err error) {
	options := Options{}.withDefaults()
	db, err := openFile(path, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	brought := false
	err = db.View(func(tx *bbolt.Tx) error {
		brought = tx.Bucket(bucketSnapshots) != nil
		return nil
	})
	if err != nil || !brought {
		return err
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket(bucketSnapshots) }); err != nil {
		return err
	}
	b := &Bolt{}
	b.prepare(b, path, options)
	b.db.Store(db)
	var read []*journal
	for _, r := range report.Events {
		j := &journal{id: r.ID, answers: newAnswerBook()}
		j.state.Store(r.State)
		read = append(read, j)
	}
	b.directory.Store(b.directory.Load().with(read))
	newPhotographer(&b.desk, b).finish(context.Background())
	return nil
}
