package store

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// advance is how far a journal in the file is ahead of the one in memory.
type advance struct {
	journal *journal
	state   *event.State
	entries []event.Entry
	keys    []digest
	// taken is the snapshot that the state rests on, if any.
	taken taken
}

// catchUp brings memory up to the file: at the start from nothing, and after a
// failed commit, of which nobody knows whether it reached the file, from the
// last state that was published. It changes nothing unless all of it fits.
func (b *Bolt) catchUp() error {
	known := b.directory.Load()
	var (
		advances  []advance
		added     []*journal
		creations []digest
		values    map[string][]byte
	)
	err := b.db.Load().View(func(tx *bbolt.Tx) error {
		ids, err := readEvents(tx)
		if err != nil {
			return err
		}
		if len(ids) < len(known.order) || !slices.Equal(ids[:len(known.order)], known.order) {
			return ErrDamaged.because(errors.New("events that were there are gone"))
		}
		for _, id := range ids {
			j, ok := known.byID[id]
			if !ok {
				j = &journal{id: id, answers: newAnswerBook()}
				added = append(added, j)
			}
			a, err := b.replay(tx, j)
			if err != nil {
				return err
			}
			advances = append(advances, a)
		}
		if creations, err = readKeys(tx.Bucket(bucketAnswers), b.creations.count); err != nil {
			return err
		}
		if values, err = readSecrets(tx); err != nil {
			return err
		}
		return checkTally(tx, b.creations.count+uint64(len(creations)), len(values))
	})
	if err != nil {
		return placed(err, b.path)
	}
	b.creations.addAll(creations)
	b.secrets.replace(values)
	for _, a := range advances {
		a.journal.answers.addAll(a.keys)
		a.journal.state.Store(a.state)
		if a.taken.state != nil {
			b.photos.last[a.journal.id] = a.taken
		}
	}
	if len(added) > 0 {
		b.directory.Store(known.with(added))
	}
	for _, a := range advances {
		if len(a.entries) > 0 {
			b.subs.publish(Commit{Event: a.journal.id, State: a.state, Entries: a.entries})
		}
	}
	return nil
}

// readEvents are the events in order; each has a journal and each journal is
// one of them.
func readEvents(tx *bbolt.Tx) ([]event.ID, error) {
	var ids []event.ID
	journals := tx.Bucket(bucketJournal)
	seen := map[event.ID]bool{}
	err := tx.Bucket(bucketEvents).ForEach(func(key, sealed []byte) error {
		n, err := readNumber(key)
		if err != nil || n != uint64(len(ids)+1) {
			return ErrDamaged.because(fmt.Errorf("event number %d is missing from the list", len(ids)+1))
		}
		name, err := unseal(key, sealed)
		if err != nil {
			return ErrDamaged.because(fmt.Errorf("event number %d: %w", n, err))
		}
		id := event.ID(name)
		if journals.Bucket(name) == nil {
			return ErrDamaged.in(id, 0).because(errors.New("its journal is missing"))
		}
		ids = append(ids, id)
		seen[id] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = journals.ForEachBucket(func(name []byte) error {
		if !seen[event.ID(name)] {
			return ErrDamaged.in(event.ID(name), 0).because(errors.New("it is not in the list of events"))
		}
		return nil
	})
	return ids, err
}

// parts are the pieces of an event's bucket.
type parts struct {
	head    head
	entries *bbolt.Bucket
	answers *bbolt.Bucket
}

// openParts gives entries and answers even when only the head is damaged.
func openParts(tx *bbolt.Tx, id event.ID) (parts, error) {
	bucket := tx.Bucket(bucketJournal).Bucket([]byte(id))
	p := parts{entries: bucket.Bucket(bucketEntries), answers: bucket.Bucket(bucketAnswers)}
	if p.entries == nil || p.answers == nil {
		return parts{}, ErrDamaged.in(id, 0).because(errors.New("a part of its journal is missing"))
	}
	var err error
	if p.head, err = decodeHead(bucket.Get(keyHead)); err != nil {
		return p, ErrDamaged.in(id, 0).because(err)
	}
	return p, nil
}

// replay evolves a journal's state through the entries that it lacks. At the
// start it goes on from the snapshot, if there is one that is good.
func (b *Bolt) replay(tx *bbolt.Tx, j *journal) (advance, error) {
	p, err := openParts(tx, j.id)
	if err != nil {
		return advance{}, err
	}
	a := advance{journal: j, state: j.state.Load()}
	// Entries are kept for subscribers, whom there are none of at the start.
	keep := a.state != nil
	if a.state == nil {
		if a.taken, err = thawed(tx, j.id, p); err != nil {
			b.passedOver(j.id, err)
		}
		a.state = a.taken.state
	}
	from := version(a.state)
	for r := range records(p.entries, from+1) {
		next, err := follow(a.state, r)
		if err != nil {
			return advance{}, entryError(j.id, int(version(a.state))+1, err)
		}
		a.state = next
		if keep {
			a.entries = append(a.entries, r.entry)
		}
	}
	if err := checkHead(p.head, a.state); err != nil {
		return advance{}, entryError(j.id, int(version(a.state)), err)
	}
	if a.keys, err = readKeys(p.answers, j.answers.count); err != nil {
		return advance{}, entryError(j.id, 0, err)
	}
	if have := j.answers.count + uint64(len(a.keys)); have != p.head.answers {
		return advance{}, ErrDamaged.in(j.id, 0).because(fmt.Errorf("it has %d answers, its head says %d", have, p.head.answers))
	}
	return a, nil
}

func version(s *event.State) uint64 {
	if s == nil {
		return 0
	}
	return uint64(s.Version)
}

// record is an entry as it was read; err is why it could not be decoded.
type record struct {
	key     []byte
	encoded []byte
	entry   event.Entry
	err     error
}

// readAhead is how many entries are decoded at a time.
const readAhead = 4096

// records are the entries from a number on. Decoding is most of the work of a
// start, so all processors take part in it.
func records(entries *bbolt.Bucket, from uint64) iter.Seq[record] {
	return func(yield func(record) bool) {
		for raw := range chunks(entries, from) {
			chunk := make([]record, len(raw))
			for i, kv := range raw {
				chunk[i].key, chunk[i].encoded = kv.key, kv.value
			}
			decode(chunk)
			for _, r := range chunk {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// pair is a key of a bucket with its value.
type pair struct{ key, value []byte }

// chunks are what a bucket has from a number on, some at a time. A chunk is
// good until the next.
func chunks(bucket *bbolt.Bucket, from uint64) iter.Seq[[]pair] {
	return func(yield func([]pair) bool) {
		cursor := bucket.Cursor()
		key, value := cursor.Seek(number(from))
		var chunk []pair
		for key != nil {
			chunk = chunk[:0]
			for ; key != nil && len(chunk) < readAhead; key, value = cursor.Next() {
				chunk = append(chunk, pair{key, value})
			}
			if !yield(chunk) {
				return
			}
		}
	}
}

func decode(chunk []record) {
	atOnce(len(chunk), func(i int) { chunk[i].entry, chunk[i].err = event.DecodeEntry(chunk[i].encoded) })
}

// follow checks that an entry is the next of a state, and evolves it.
func follow(s *event.State, r record) (*event.State, error) {
	want := int(version(s)) + 1
	if n, err := readNumber(r.key); err != nil || n != uint64(want) {
		return nil, &event.ChainError{Entry: want, Why: "it is missing"}
	}
	if r.err != nil {
		return nil, r.err
	}
	var prev event.Hash
	if s != nil {
		prev = s.Head
	}
	if r.entry.N != want {
		return nil, &event.ChainError{Entry: want, Why: fmt.Sprintf("it says it is number %d", r.entry.N)}
	}
	if r.entry.Prev != prev {
		return nil, &event.ChainError{Entry: want, Why: "the hash of the entry before is another"}
	}
	return event.Evolve(s, r.entry, r.encoded)
}

func checkHead(h head, s *event.State) error {
	if s == nil {
		return &event.ChainError{Entry: 1, Why: "it is missing"}
	}
	if h.entries != uint64(s.Version) {
		return &event.ChainError{Entry: s.Version + 1, Why: fmt.Sprintf("the journal has %d entries, its head says %d", s.Version, h.entries)}
	}
	if h.hash != s.Head {
		return &event.ChainError{Entry: s.Version, Why: "its hash is not the one at the journal's head"}
	}
	return nil
}

// entryError names the place of what does not fit.
func entryError(id event.ID, entry int, err error) error {
	var (
		chain  *event.ChainError
		format *event.FormatError
		own    *Error
	)
	switch {
	case errors.As(err, &chain):
		return ErrDamaged.in(id, chain.Entry).because(err)
	case errors.As(err, &format):
		return ErrNewer.in(id, entry).because(err)
	case errors.As(err, &own):
		return own.in(id, entry)
	}
	return ErrDamaged.in(id, entry).because(err)
}

func checkTally(tx *bbolt.Tx, answers uint64, secrets int) error {
	t, err := readTally(tx)
	if err != nil {
		return err
	}
	if t.answers != answers || t.secrets != uint64(secrets) {
		return ErrDamaged.because(fmt.Errorf("it has %d answers and %d secrets, not %d and %d", answers, secrets, t.answers, t.secrets))
	}
	return nil
}

// readKeys are the digests of the keys of the answers with numbers above after, in order.
func readKeys(bucket *bbolt.Bucket, after uint64) ([]digest, error) {
	var keys []digest
	for chunk := range chunks(bucket, after+1) {
		digests, errs := make([]digest, len(chunk)), make([]error, len(chunk))
		atOnce(len(chunk), func(i int) {
			key, err := answerKey(chunk[i].key, chunk[i].value)
			digests[i], errs[i] = digestOf(key), err
		})
		for i, r := range chunk {
			want := after + uint64(len(keys)) + 1
			if n, err := readNumber(r.key); err != nil || n != want {
				return nil, ErrDamaged.because(fmt.Errorf("answer %d is missing", want))
			}
			if err := errs[i]; errors.Is(err, ErrNewer) {
				return nil, err
			} else if err != nil {
				return nil, ErrDamaged.because(fmt.Errorf("answer %d: %w", want, err))
			}
			keys = append(keys, digests[i])
		}
	}
	return keys, nil
}

// addAll adds keys in order.
func (b *answerBook) addAll(keys []digest) {
	if len(b.index) == 0 && len(keys) > 0 {
		b.index = make(map[digest]uint64, len(keys)+len(keys)/4)
	}
	for _, key := range keys {
		b.add(key)
	}
}
