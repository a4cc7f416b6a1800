package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
)

// Backup writes everything that the cluster has under the prefix, as it stood
// at one revision, as a data file: what Restore and Inspect take.
func (e *Etcd) Backup(w io.Writer) (int64, error) { return streamCopy(e, w) }

// Verify reads everything back that the cluster has under the prefix.
func (e *Etcd) Verify() (Report, error) { return inspectCopy(e, e.path) }

// Export writes an event as its journal, as (*Bolt).Export does.
func (e *Etcd) Export(w io.Writer, id event.ID) error { return export(w, e, id) }

// Read is an event as its export would be read, up to the state it has now.
func (e *Etcd) Read(id event.ID) (*Exported, error) { return readAll(e, id) }

// etcdCopyPrefix begins the names of copies.
const etcdCopyPrefix = ".kiosk-etcd.copy-"

// copy makes a data file of what the cluster has, and gives its path.
func (e *Etcd) copy() (path string, err error) {
	e.removeOldCopies()
	name, err := os.CreateTemp(e.folder(), etcdCopyPrefix+"*")
	if err != nil {
		return "", err
	}
	path = name.Name()
	if err := errors.Join(name.Close(), os.Remove(path)); err != nil { // An empty file is none.
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(path)))
		}
	}()
	for range 3 {
		if err = e.copyInto(path); !errors.Is(rpctypes.Error(err), rpctypes.ErrCompacted) {
			break // Else the cluster forgot the revision meanwhile.
		}
		if err := ignoreMissing(os.Remove(path)); err != nil {
			return "", err
		}
	}
	if err != nil {
		return "", fmt.Errorf("copy %s: %w", e.path, e.wrong(err))
	}
	return path, nil
}

// removeOldCopies removes what a killed process left.
func (e *Etcd) removeOldCopies() {
	names, err := os.ReadDir(e.folder())
	if err != nil {
		return
	}
	for _, name := range names {
		if !strings.HasPrefix(name.Name(), etcdCopyPrefix) {
			continue
		}
		if info, err := name.Info(); err == nil && time.Since(info.ModTime()) > halfWritten {
			_ = os.Remove(filepath.Join(e.folder(), name.Name()))
		}
	}
}

func (e *Etcd) copyInto(path string) (err error) {
	db, err := openFile(path, e.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s, err := e.stand(e.ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(s.changes, func(a, b change) int { return byMaking(a.made, a.event, b.made, b.event) })
	err = db.Update(func(tx *bbolt.Tx) error {
		secrets := tx.Bucket(bucketSecrets)
		for name, value := range s.secrets {
			if err := (secret{name: name, value: value}).write(secrets); err != nil {
				return err
			}
		}
		for _, c := range s.changes {
			bucket, err := createJournal(tx, tx.Bucket(bucketJournal), c.event)
			if err != nil {
				return err
			}
			if err := bucket.Put(keyHead, c.head.encode()); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyTally, tally{answers: s.made, secrets: uint64(len(s.secrets))}.encode())
	})
	if err != nil {
		return err
	}
	for _, c := range s.changes {
		if err := e.copyEntries(db, c, s.revision); err != nil {
			return err
		}
		if err := e.copyAnswers(db, c.event, s.revision); err != nil {
			return err
		}
	}
	return e.copyAnswers(db, "", s.revision)
}

func (e *Etcd) copyEntries(db *bbolt.DB, c change, revision int64) error {
	from, end := e.keys.entry(c.event, 1), clientv3.GetPrefixRangeEnd(e.keys.entries(c.event))
	n := uint64(0)
	for kvs, err := range e.pages(e.ctx, from, end, revision, entryPage) {
		if err != nil {
			return err
		}
		encoded := make([][]byte, len(kvs))
		for i, kv := range kvs {
			if at := e.keys.read(string(kv.Key)).n; at != n+uint64(i)+1 {
				return ErrDamaged.at(e.path).in(c.event, int(n)+i+1).because(errors.New("it is missing"))
			}
			encoded[i] = kv.Value
		}
		err := db.Update(func(tx *bbolt.Tx) error {
			return appendTo(tx.Bucket(bucketJournal).Bucket([]byte(c.event)).Bucket(bucketEntries), n, encoded)
		})
		if err != nil {
			return err
		}
		n += uint64(len(kvs))
	}
	return nil
}

func (e *Etcd) copyAnswers(db *bbolt.DB, id event.ID, revision int64) error {
	for kvs, err := range e.pages(e.ctx, e.keys.answers(id), clientv3.GetPrefixRangeEnd(e.keys.answers(id)), revision, answerPage) {
		if err != nil {
			return err
		}
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket(bucketAnswers)
			if id != "" {
				bucket = tx.Bucket(bucketJournal).Bucket([]byte(id)).Bucket(bucketAnswers)
			}
			for _, kv := range kvs {
				n, _, err := readNumbered(kv.Value)
				if err != nil {
					return ErrDamaged.at(e.path).in(id, 0).because(fmt.Errorf("%s: %w", kv.Key, err))
				}
				if err := bucket.Put(number(n), kv.Value[8:]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// parcel is an event with its answers, read back to the last entry.
func (e *Etcd) parcel(ctx context.Context, id event.ID) (*Exported, error) {
	s, err := e.stand(ctx)
	if err != nil {
		return nil, e.wrong(err)
	}
	at := slices.IndexFunc(s.changes, func(c change) bool { return c.event == id })
	if at < 0 {
		return nil, &event.Refusal{Code: "event.unknown"}
	}
	h := s.changes[at].head
	x := &Exported{}
	var chain event.Chain
	for chunk, err := range e.entries(ctx, id, 0, s.revision) {
		if err != nil {
			return nil, e.wrong(err)
		}
		for _, r := range chunk {
			if err := x.follow(&chain, r.encoded); err != nil {
				return nil, placed(entryError(id, chain.Len()+1, err), e.path)
			}
		}
	}
	sealed := make([][]byte, h.answers)
	for kvs, err := range e.pages(ctx, e.keys.answers(id), clientv3.GetPrefixRangeEnd(e.keys.answers(id)), s.revision, answerPage) {
		if err != nil {
			return nil, e.wrong(err)
		}
		for _, kv := range kvs {
			if n, err := readNumber(kv.Value[:min(8, len(kv.Value))]); err == nil && n >= 1 && n <= h.answers {
				sealed[n-1] = kv.Value[8:]
			}
		}
	}
	return x, placed(x.complete(id, h, sealed), e.path)
}

// arrivalPart is how many keys of an event are brought at a time.
const arrivalPart = 100

// Import adds an exported event with its journal as it is, under its own ID;
// one that is there already is ErrExists, and stays as it is. An event may be
// more than a transaction holds: its entries come in parts, and nobody sees it
// before all of it is there. One that somebody else is bringing just now is
// taken over from him, who gets an ErrInUse.
func (e *Etcd) Import(ctx context.Context, x *Exported) error {
	id := x.State.ID
	sub := e.Subscribe(id)
	defer sub.Close()
	arriving := etcdMark{key: e.keys.arriving(id), value: seal([]byte("arriving"), []byte(newSeries()+newSeries()))}
	absent := etcdMark{key: e.keys.head(id)}
	if err := e.arrive(ctx, x, absent, arriving); err != nil {
		return err
	}
	for {
		if _, ok := e.State(id); ok {
			return nil
		}
		select {
		case _, open := <-sub.C:
			if !open {
				return ErrClosed.at(e.path)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (e *Etcd) arrive(ctx context.Context, x *Exported, absent, arriving etcdMark) error {
	id := x.State.ID
	done, err := e.step(ctx, []etcdMark{absent},
		clientv3.OpDelete(e.keys.entries(id), clientv3.WithPrefix()),
		clientv3.OpDelete(e.keys.answers(id), clientv3.WithPrefix()),
		clientv3.OpPut(arriving.key, string(arriving.value)))
	if err != nil || !done {
		return cmp.Or(err, error(ErrExists.in(id, 0)))
	}
	var (
		part []clientv3.Op
		size int
	)
	bring := func() error {
		done, err := e.step(ctx, []etcdMark{absent, arriving}, part...)
		part, size = nil, 0
		if err == nil && !done {
			err = ErrInUse.at(e.path).in(id, 0)
		}
		return err
	}
	put := func(key string, value []byte) error {
		need := len(key) + len(value) + keyRoom
		if len(part) >= arrivalPart || len(part) > 0 && size+need > e.room().bytes {
			if err := bring(); err != nil {
				return err
			}
		}
		part, size = append(part, clientv3.OpPut(key, string(value))), size+need
		return nil
	}
	for i, encoded := range x.decided.Encoded {
		if err := put(e.keys.entry(id, uint64(i+1)), encoded); err != nil {
			return err
		}
	}
	for i, a := range x.answers {
		n := uint64(i + 1)
		if err := put(e.keys.answer(id, digestOf(a.key)), numbered(n, a.encode(n))); err != nil {
			return err
		}
	}
	if err := bring(); err != nil {
		return err
	}
	h := head{entries: uint64(x.State.Version), hash: x.State.Head, answers: uint64(len(x.answers))}
	done, err = e.step(ctx, []etcdMark{absent, arriving}, clientv3.OpPut(absent.key, string(h.encode())), clientv3.OpDelete(arriving.key))
	if err != nil || done {
		return err
	}
	// It may have been done by an attempt whose answer was lost.
	got, err := e.get(ctx, etcdAttempt, absent.key)
	if err == nil && (len(got.Kvs) == 0 || string(got.Kvs[0].Value) != string(h.encode())) {
		err = ErrInUse.in(id, 0)
	}
	return e.wrong(err)
}

// step writes what may be written several times, as long as the marks are as
// they were. It reports whether they were.
func (e *Etcd) step(ctx context.Context, marks []etcdMark, writes ...clientv3.Op) (done bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.etcd.Patience)
	defer cancel()
	compares := make([]clientv3.Cmp, len(marks))
	for i, m := range marks {
		compares[i] = m.unmoved()
	}
	err = e.again(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		got, err := c.Txn(ctx).If(compares...).Then(writes...).Commit()
		done = err == nil && got.Succeeded
		return err
	})
	return done, e.wrong(err)
}
