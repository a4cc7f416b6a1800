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

// writer is the state of the one goroutine that decides and publishes. While a
// batch is on its way to the disk the next one is decided on top of it, so
// that deciding and syncing overlap; a command that comes alone does not wait
// for company.
type writer struct {
	*Bolt
	// open is the batch that is being decided, flight the one that is being
	// written, nil for none.
	open, flight *batch
	// landed carries what became of the flight.
	landed chan error
	// attempt is when it was last tried to write again after a failure.
	attempt time.Time
}

// run is the writer. It ends with closing, after the batches in hand.
func (b *Bolt) run() {
	defer close(b.stopped)
	retry := time.NewTicker(b.options.Retry)
	defer retry.Stop()
	w := &writer{Bolt: b, landed: make(chan error, 1)}
	w.open = newBatch(b, nil)
	for {
		w.launch()
		queue := b.queue
		if len(w.open.jobs) >= maxBatch {
			queue = nil
		}
		// What waits is not preferred to the end: it is refused.
		select {
		case <-b.closing:
			w.finish()
			return
		default:
		}
		select {
		case <-b.closing:
			w.finish()
			return
		case err := <-w.landed:
			w.settle(err)
		case <-retry.C:
			w.retry(0)
		case j := <-queue:
			w.receive(j)
		}
	}
}

// receive decides a job, or refuses it while nothing can be written.
func (w *writer) receive(j *job) {
	if !j.take() {
		return
	}
	w.retry(w.options.Retry / 8)
	if t := w.trouble.Load(); t != nil {
		j.done <- outcome{err: t.error(w.path)}
		return
	}
	w.open.take(j)
	w.decided.Store(int64(len(w.open.jobs)))
}

// launch sends the open batch to the disk, once the one before has landed and
// nobody else waits to come along.
func (w *writer) launch() {
	if w.flight != nil || len(w.open.jobs) == 0 || len(w.queue) > 0 && len(w.open.jobs) < maxBatch {
		return
	}
	w.flight = w.open
	w.flight.before = nil
	w.open = newBatch(w.Bolt, w.flight)
	w.decided.Store(0)
	if !w.flight.writes() {
		w.settle(nil)
		return
	}
	go func(batch *batch) { w.landed <- w.commit(batch.write) }(w.flight)
}

// settle publishes the batch that landed and answers its senders. If it
// failed, what was decided on top of it is void too.
func (w *writer) settle(err error) {
	flight := w.flight
	w.flight = nil
	if err != nil {
		w.fail(err)
		refused := w.trouble.Load().error(w.path)
		flight.refuse(refused)
		w.open.refuse(refused)
		w.open = newBatch(w.Bolt, nil)
		w.decided.Store(0)
		return
	}
	flight.publish()
	flight.announce()
	w.open.before = nil
	flight.answer()
}

// retry tries to write again if it could not be done, and the last attempt is
// so long ago.
func (w *writer) retry(after time.Duration) {
	if w.trouble.Load() == nil || w.flight != nil || time.Since(w.attempt) <= after {
		return
	}
	w.attempt = time.Now()
	w.resume()
}

// finish waits for what is on its way and writes what was decided.
func (w *writer) finish() {
	for w.flight != nil || len(w.open.jobs) > 0 {
		if w.flight == nil {
			w.flight, w.open = w.open, newBatch(w.Bolt, nil)
			w.flight.before = nil
			w.settle(w.commit(w.flight.write))
			continue
		}
		w.settle(<-w.landed)
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
