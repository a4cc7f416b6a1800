package store

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
)

// etcdShelf keeps snapshots under the prefix of a cluster. Any kiosk may take
// one: two that do so at once write different parts, or the same, and the mark
// of one of them is taken.
type etcdShelf struct {
	e *Etcd
	// marked are the revisions of the marks as they were last seen.
	marked map[event.ID]int64
}

// etcdSweep is how many keys are removed at once.
const etcdSweep = 100

// snapshotPage is how many parts of a snapshot are read at once.
const snapshotPage = 16

func (s *etcdShelf) shared() bool { return true }

func (s *etcdShelf) current(ctx context.Context, id event.ID) (snapshot, error) {
	got, err := s.e.get(ctx, etcdAttempt, s.e.keys.mark(id))
	if err != nil {
		return snapshot{}, err
	}
	s.marked[id] = 0
	if len(got.Kvs) == 0 {
		return snapshot{}, nil
	}
	s.marked[id] = got.Kvs[0].ModRevision
	if made, err := decodeSnapshot(got.Kvs[0].Value); err == nil {
		return made, nil
	}
	return snapshot{}, nil // It is one that nobody can use.
}

func (s *etcdShelf) put(ctx context.Context, id event.ID, parts []part) error {
	puts := make([]clientv3.Op, len(parts))
	for i, part := range parts {
		puts[i] = clientv3.OpPut(s.e.keys.part(id, part.key), string(part.value))
	}
	return s.do(ctx, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Txn(ctx).Then(puts...).Commit()
		return err
	})
}

// do carries out what may be repeated.
func (s *etcdShelf) do(ctx context.Context, do func(context.Context, *clientv3.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, 2*etcdPage)
	defer cancel()
	return s.e.again(ctx, etcdPage, do)
}

// errOtherFirst: another kiosk took a snapshot at the same time.
var errOtherFirst = errors.New("another kiosk took one")

func (s *etcdShelf) mark(ctx context.Context, id event.ID, made snapshot) error {
	key, value := s.e.keys.mark(id), string(made.encode())
	if err := s.e.stands(ctx, id, made, 0); err != nil {
		return err
	}
	var got *clientv3.TxnResponse
	err := s.do(ctx, func(ctx context.Context, c *clientv3.Client) (err error) {
		got, err = c.Txn(ctx).
			If(clientv3.Compare(clientv3.ModRevision(key), "=", s.marked[id])).
			Then(clientv3.OpPut(key, value)).
			Else(clientv3.OpGet(key)).
			Commit()
		return err
	})
	if err != nil {
		return err
	}
	if got.Succeeded {
		s.marked[id] = got.Header.Revision
		return nil
	}
	// It may have been carried out before, and its answer lost.
	if kvs := got.Responses[0].GetResponseRange().GetKvs(); len(kvs) == 1 && string(kvs[0].Value) == value {
		s.marked[id] = kvs[0].ModRevision
		return nil
	}
	return errOtherFirst
}

func (s *etcdShelf) forget(ctx context.Context, id event.ID) error {
	return s.do(ctx, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Delete(ctx, s.e.keys.mark(id))
		return err
	})
}

// stands checks that the journal has the entry that a snapshot stands for.
func (e *Etcd) stands(ctx context.Context, id event.ID, s snapshot, revision int64) error {
	got, err := e.get(ctx, etcdAttempt, e.keys.entry(id, s.entries), clientv3.WithRev(revision))
	if err != nil {
		return err
	}
	if len(got.Kvs) != 1 || event.HashOf(got.Kvs[0].Value) != s.hash {
		return errOtherChain
	}
	return nil
}

// sweep removes what is older than the snapshot and none of it. What is newer
// is of one that another kiosk is taking.
func (s *etcdShelf) sweep(ctx context.Context, id event.ID, made snapshot) error {
	prefix := s.e.keys.snapshots(id)
	var old []clientv3.Op
	for kvs, err := range s.e.pages(ctx, prefix, clientv3.GetPrefixRangeEnd(prefix), 0, keyPage, clientv3.WithKeysOnly()) {
		if err != nil {
			return err
		}
		for _, kv := range kvs {
			key, ok := s.e.keys.readPart(id, string(kv.Key))
			if ok && !made.belongs(key) && made.after(key) {
				old = append(old, clientv3.OpDelete(string(kv.Key)))
			}
		}
	}
	for len(old) > 0 {
		n := min(len(old), etcdSweep)
		err := s.do(ctx, func(ctx context.Context, c *clientv3.Client) error {
			_, err := c.Txn(ctx).Then(old[:n]...).Commit()
			return err
		})
		if err != nil {
			return err
		}
		old = old[n:]
	}
	return nil
}

func (k etcdKeys) snapshots(id event.ID) string { return string(k) + "/snapshots/" + string(id) + "/" }
func (k etcdKeys) mark(id event.ID) string      { return k.snapshots(id) + string(keyMark) }
func (k etcdKeys) part(id event.ID, key []byte) string {
	return k.snapshots(id) + hex.EncodeToString(key)
}

// readPart is the key of a part.
func (k etcdKeys) readPart(id event.ID, key string) ([]byte, bool) {
	digits, ok := strings.CutPrefix(key, k.snapshots(id))
	part, err := hex.DecodeString(digits)
	return part, ok && err == nil && len(part) == partKeySize
}

// thawed is the state of an event's snapshot at a revision, if there is one
// that is good for a journal with that head.
func (e *Etcd) thawed(ctx context.Context, id event.ID, h head, revision int64) (taken, error) {
	got, err := e.get(ctx, etcdAttempt, e.keys.mark(id), clientv3.WithRev(revision))
	if err != nil {
		return taken{}, err
	}
	if len(got.Kvs) == 0 {
		return taken{}, errNoMark
	}
	s, err := decodeSnapshot(got.Kvs[0].Value)
	if err == nil {
		err = s.fits(h)
	}
	if err == nil {
		err = e.stands(ctx, id, s, revision)
	}
	if err != nil {
		return taken{}, err
	}
	values := map[string][]byte{}
	prefix := e.keys.snapshots(id)
	for kvs, err := range e.pages(ctx, prefix, e.keys.mark(id), revision, snapshotPage) {
		if err != nil {
			return taken{}, err
		}
		for _, kv := range kvs {
			if key, ok := e.keys.readPart(id, string(kv.Key)); ok && s.belongs(key) {
				values[string(key)] = kv.Value
			}
		}
	}
	state, err := s.thaw(func(key []byte) []byte { return values[string(key)] })
	return taken{snapshot: s, state: state}, err
}

// unread is a part of a journal that a start from a snapshot has not read.
type unread struct {
	id   event.ID
	upTo uint64
	hash event.Hash
}

// check reads the parts of journals that were not read at the start. Damage
// there is as bad as one that is found at a start: nothing is written any more.
func (e *Etcd) check(ctx context.Context, left []unread) {
	for _, u := range left {
		err := e.checkOne(ctx, u)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			e.options.Logger.Debug("the journal was read back", "event", u.id, "entries", u.upTo)
		default:
			err = placed(err, e.path)
			e.fault.Store(&err)
			e.follower.fail(err)
		}
	}
}

// checkOne goes through a journal up to the entry that a snapshot stands for. It
// takes no more than half of a processor.
func (e *Etcd) checkOne(ctx context.Context, u unread) error {
	var before event.Hash
	n := uint64(0)
	for n < u.upTo {
		began := time.Now()
		got, err := e.get(ctx, etcdPage, e.keys.entry(u.id, n+1), clientv3.WithRange(e.keys.entry(u.id, min(n+entryPage, u.upTo)+1)), clientv3.WithSerializable())
		if err != nil {
			if passing(err) && pause(ctx, healthEvery) {
				continue
			}
			return err
		}
		if len(got.Kvs) == 0 {
			// A server that is behind the others may not have it yet.
			if got, err = e.get(ctx, etcdPage, e.keys.entry(u.id, n+1)); err != nil {
				if passing(err) && pause(ctx, healthEvery) {
					continue
				}
				return err
			}
			if len(got.Kvs) == 0 {
				return entryError(u.id, int(n)+1, &event.ChainError{Entry: int(n) + 1, Why: "it is missing"})
			}
		}
		for _, kv := range got.Kvs {
			n++
			if err := followsOn(n, before, record{key: number(e.keys.read(string(kv.Key)).n), encoded: kv.Value}); err != nil {
				return entryError(u.id, int(n), err)
			}
			before = event.HashOf(kv.Value)
		}
		if !pause(ctx, time.Since(began)) {
			return ctx.Err()
		}
	}
	if before != u.hash {
		return entryError(u.id, int(n), &event.ChainError{Entry: int(n), Why: "its hash is not the one of the snapshot"})
	}
	return nil
}

// followsOn checks an entry as follow does, without evolving it.
func followsOn(n uint64, before event.Hash, r record) error {
	if key, err := readNumber(r.key); err != nil || key != n {
		return &event.ChainError{Entry: int(n), Why: "it is missing"}
	}
	if prev, ok := event.PrevOf(r.encoded); ok && prev == before {
		return nil
	}
	if _, err := event.DecodeEntry(r.encoded); err != nil {
		return err
	}
	return &event.ChainError{Entry: int(n), Why: "the hash of the entry before is another"}
}
