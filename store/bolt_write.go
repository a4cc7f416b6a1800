package store

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// commit runs one transaction; a panic inside bbolt is an error like another.
func (b *Bolt) commit(fn func(*bbolt.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bbolt: %v", p)
		}
	}()
	return b.write(fn)
}

// keep writes a batch.
func (b *Bolt) keep(t *batch) error { return b.commit(t.write) }

// A file takes a transaction of any size, and has one kiosk.
func (b *Bolt) room() room                  { return room{} }
func (b *Bolt) shared() bool                { return false }
func (b *Bolt) news() <-chan struct{}       { return nil }
func (b *Bolt) follow() ([]event.ID, error) { return nil, nil }

// resume tries whether the file can be written again, and then reads what of
// the failed transaction is in it.
func (b *Bolt) resume() error {
	err := b.commit(probe)
	if isLost(err) {
		if err = b.reopen(); err == nil {
			err = b.commit(probe)
		}
	}
	if err != nil {
		return err
	}
	return b.catchUp()
}

// reopen replaces a database that lost its file or its mapping.
func (b *Bolt) reopen() error {
	_ = b.db.Load().Close()
	// A file that is gone is not made anew: it would be empty.
	if _, err := os.Stat(b.path); err != nil {
		return err
	}
	db, err := openFile(b.path, b.options)
	if err != nil {
		return err
	}
	b.db.Store(db)
	return nil
}

func probe(tx *bbolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	var n uint64
	if value, err := unseal(keyProbe, meta.Get(keyProbe)); err == nil {
		if n, err = readNumber(value); err != nil {
			return err
		}
	}
	return meta.Put(keyProbe, seal(keyProbe, number(n+1)))
}

// write puts the batch into a transaction.
func (t *batch) write(tx *bbolt.Tx) error {
	journals := tx.Bucket(bucketJournal)
	for _, d := range t.order {
		if err := d.write(tx, journals); err != nil {
			return fmt.Errorf("event %s: %w", d.journal.id, err)
		}
	}
	if err := t.creations.write(tx.Bucket(bucketAnswers)); err != nil {
		return err
	}
	secrets := tx.Bucket(bucketSecrets)
	for _, s := range t.secrets {
		if err := s.write(secrets); err != nil {
			return err
		}
	}
	if len(t.creations.encoded) == 0 && len(t.secrets) == 0 {
		return nil
	}
	return tx.Bucket(bucketMeta).Put(keyTally, tally{
		answers: t.creations.total(),
		secrets: uint64(len(t.desk.secrets.with(t.secrets))),
	}.encode())
}

func (d *draft) write(tx *bbolt.Tx, journals *bbolt.Bucket) error {
	bucket := journals.Bucket([]byte(d.journal.id))
	if d.created {
		var err error
		if bucket, err = createJournal(tx, journals, d.journal.id); err != nil {
			return err
		}
	}
	n := version(d.state) - uint64(len(d.encoded))
	if err := appendTo(bucket.Bucket(bucketEntries), n, d.encoded); err != nil {
		return err
	}
	if err := d.answers.write(bucket.Bucket(bucketAnswers)); err != nil {
		return err
	}
	return bucket.Put(keyHead, d.head().encode())
}

func createJournal(tx *bbolt.Tx, journals *bbolt.Bucket, id event.ID) (*bbolt.Bucket, error) {
	events := tx.Bucket(bucketEvents)
	var n uint64
	if last, _ := events.Cursor().Last(); last != nil {
		var err error
		if n, err = readNumber(last); err != nil {
			return nil, err
		}
	}
	key := number(n + 1)
	if err := events.Put(key, seal(key, []byte(id))); err != nil {
		return nil, err
	}
	bucket, err := journals.CreateBucket([]byte(id))
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{bucketEntries, bucketAnswers} {
		if _, err := bucket.CreateBucket(name); err != nil {
			return nil, err
		}
	}
	return bucket, nil
}

func (p *pendingAnswers) write(bucket *bbolt.Bucket) error {
	return appendTo(bucket, p.after, p.encoded)
}

// appendTo puts values after the first n of a bucket.
func appendTo(bucket *bbolt.Bucket, n uint64, values [][]byte) error {
	bucket.FillPercent = appendFill
	key := make([]byte, 8) // bbolt copies it.
	for _, value := range values {
		n++
		binary.BigEndian.PutUint64(key, n)
		if err := bucket.Put(key, value); err != nil {
			return err
		}
	}
	return nil
}

// stored finds the answer that is on disk under a request's key.
func (b *Bolt) stored(j *job, book *answerBook) (pendingAnswer, bool, error) {
	n, ok := book.index[j.digest]
	if !ok {
		return pendingAnswer{}, false, nil
	}
	id := j.submit.Event
	var (
		found   answer
		encoded [][]byte
	)
	err := b.view(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketAnswers)
		if book != b.creations {
			bucket = tx.Bucket(bucketJournal).Bucket([]byte(id)).Bucket(bucketAnswers)
		}
		var err error
		if found, err = decodeAnswer(number(n), slices.Clone(bucket.Get(number(n)))); err != nil {
			return err
		}
		entries := tx.Bucket(bucketJournal).Bucket([]byte(found.event)).Bucket(bucketEntries)
		for i := range found.count {
			encoded = append(encoded, slices.Clone(entries.Get(number(found.first+i))))
		}
		return nil
	})
	if err != nil {
		return pendingAnswer{}, false, ErrDamaged.at(b.path).in(id, 0).because(err)
	}
	entries := make([]event.Entry, len(encoded))
	for i, bytes := range encoded {
		if entries[i], err = event.DecodeEntry(bytes); err != nil {
			return pendingAnswer{}, false, entryError(found.event, int(found.first)+i, err)
		}
	}
	return pendingAnswer{answer: found, entries: entries}, true, nil
}
