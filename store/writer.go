package store

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// maxBatch bounds how many requests share one transaction.
const maxBatch = 512

// job is a request, or a change of a secret, on its way through the writer.
type job struct {
	submit *Request
	// print and digest stand for the request and its key; their sums are taken
	// by the sender, since the writer has enough to do.
	print  event.Hash
	digest digest
	secret *secret
	// adopted is an event of an export.
	adopted *Exported

	// fate is decided once: taken by the writer, or dropped by its sender.
	fate atomic.Int32
	done chan outcome
}

const (
	fateOpen = iota
	fateTaken
	fateDropped
)

func (j *job) take() bool { return j.fate.CompareAndSwap(fateOpen, fateTaken) }
func (j *job) drop() bool { return j.fate.CompareAndSwap(fateOpen, fateDropped) }

type outcome struct {
	receipt Receipt
	err     error
}

// Submit has a command decided and written.
func (b *Bolt) Submit(ctx context.Context, req Request) (Receipt, error) {
	if len(req.Key) > MaxKey || !validID(req.Event) {
		return Receipt{}, ErrLimit
	}
	j := &job{submit: &req, done: make(chan outcome, 1)}
	if req.Key != "" {
		j.print, j.digest = fingerprint(&req), digestOf(req.Key)
	}
	return b.do(ctx, j)
}

// validID reports whether an event ID is of the form that event.ID promises.
func validID(id event.ID) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

func (b *Bolt) do(ctx context.Context, j *job) (Receipt, error) {
	if err := b.enqueue(ctx, j); err != nil {
		return Receipt{}, err
	}
	select {
	case out := <-j.done:
		return out.receipt, out.err
	case <-ctx.Done():
		if j.drop() {
			return Receipt{}, ctx.Err()
		}
	case <-b.stopped:
		if j.drop() {
			return Receipt{}, ErrClosed.at(b.path)
		}
	}
	out := <-j.done
	return out.receipt, out.err
}

func (b *Bolt) enqueue(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-b.closing:
		return ErrClosed.at(b.path)
	default:
	}
	select {
	case b.queue <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-b.closing:
		return ErrClosed.at(b.path)
	}
}

// run is the writer. It ends with closing, after the batch in hand.
func (b *Bolt) run() {
	defer close(b.stopped)
	retry := time.NewTicker(b.options.Retry)
	defer retry.Stop()
	var (
		jobs    = make([]*job, 0, maxBatch)
		attempt time.Time
	)
	for {
		// What waits is not preferred to the end: it is refused.
		select {
		case <-b.closing:
			return
		default:
		}
		select {
		case <-b.closing:
			return
		case <-retry.C:
			if b.trouble.Load() != nil {
				attempt = time.Now()
				b.resume()
			}
		case first := <-b.queue:
			jobs = b.drain(append(jobs[:0], first))
			if b.trouble.Load() != nil && time.Since(attempt) > b.options.Retry/8 {
				attempt = time.Now()
				b.resume()
			}
			b.process(jobs)
			clear(jobs)
		}
	}
}

// drain takes what else waits, without waiting for more.
func (b *Bolt) drain(jobs []*job) []*job {
	taken := jobs[:0]
	if jobs[0].take() {
		taken = append(taken, jobs[0])
	}
	for len(taken) < maxBatch {
		select {
		case j := <-b.queue:
			if j.take() {
				taken = append(taken, j)
			}
		default:
			return taken
		}
	}
	return taken
}

// process carries the jobs through one transaction and answers them all.
func (b *Bolt) process(jobs []*job) {
	if t := b.trouble.Load(); t != nil {
		for _, j := range jobs {
			j.done <- outcome{err: t.error(b.path)}
		}
		return
	}
	batch := newBatch(b)
	outcomes := make([]outcome, len(jobs))
	for i, j := range jobs {
		outcomes[i] = batch.decide(j)
	}
	if batch.writes() {
		if err := b.commit(batch.write); err != nil {
			b.fail(err)
			refused := b.trouble.Load().error(b.path)
			for _, j := range jobs {
				j.done <- outcome{err: refused}
			}
			return
		}
	}
	batch.publish()
	batch.announce()
	for i, j := range jobs {
		j.done <- outcomes[i]
	}
}

// commit runs one transaction; a panic inside bbolt is an error like another.
func (b *Bolt) commit(fn func(*bbolt.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bbolt: %v", p)
		}
	}()
	return b.write(fn)
}

// fail notes that nothing can be written. Whether the transaction reached the
// file is open until resume has looked.
func (b *Bolt) fail(err error) {
	b.options.Logger.Error("cannot write", "path", b.path, "err", err)
	b.trouble.Store(&trouble{since: b.options.Now(), err: err})
}

// resume tries whether the file can be written again, and then reads what of
// the failed transaction is in it.
func (b *Bolt) resume() {
	err := b.commit(probe)
	if isLost(err) {
		if err = b.reopen(); err == nil {
			err = b.commit(probe)
		}
	}
	if err == nil {
		err = b.catchUp()
	}
	if err != nil {
		b.trouble.Store(&trouble{since: b.trouble.Load().since, err: err})
		return
	}
	b.options.Logger.Info("can write again", "path", b.path, "since", b.trouble.Load().since)
	b.trouble.Store(nil)
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
