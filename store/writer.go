package store

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

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
func (d *desk) Submit(ctx context.Context, req Request) (Receipt, error) {
	if len(req.Key) > MaxKey || !validID(req.Event) {
		return Receipt{}, ErrLimit
	}
	j := &job{submit: &req, done: make(chan outcome, 1)}
	if req.Key != "" {
		j.print, j.digest = fingerprint(&req), digestOf(req.Key)
	}
	return d.do(ctx, j)
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

func (d *desk) do(ctx context.Context, j *job) (Receipt, error) {
	if err := d.enqueue(ctx, j); err != nil {
		return Receipt{}, err
	}
	select {
	case out := <-j.done:
		return out.receipt, out.err
	case <-ctx.Done():
		if j.drop() {
			return Receipt{}, ctx.Err()
		}
	case <-d.stopped:
		if j.drop() {
			return Receipt{}, ErrClosed.at(d.path)
		}
	}
	out := <-j.done
	return out.receipt, out.err
}

func (d *desk) enqueue(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-d.closing:
		return ErrClosed.at(d.path)
	default:
	}
	select {
	case d.queue <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-d.closing:
		return ErrClosed.at(d.path)
	}
}

// writer is the state of the one goroutine that decides and publishes. While a
// batch is on its way to the disk the next one is decided on top of it, so
// that deciding and syncing overlap; a command that comes alone does not wait
// for company.
type writer struct {
	*desk
	// open is the batch that is being decided, flight the one that is being
	// written, nil for none.
	open, flight *batch
	// backlog are jobs that were taken and have to be decided before what waits
	// in the queue: those that did not fit any more, or whose batch was raced.
	backlog []*job
	// landed carries what became of the flight.
	landed chan error
	// company is how many the open batch waits for, at most until the patience
	// ends: those who were just answered come again, and had better share one
	// transaction than make three.
	company  int
	patience *time.Timer
	// left is when the flight left.
	left time.Time
	// attempt is when it was last tried to write again after a failure.
	attempt time.Time
}

// run is the writer. It ends with closing, after the batches in hand.
func (d *desk) run() {
	defer close(d.stopped)
	retry := time.NewTicker(d.options.Retry)
	defer retry.Stop()
	w := &writer{desk: d, landed: make(chan error, 1), patience: time.NewTimer(0)}
	defer w.patience.Stop()
	w.open = newBatch(d, nil)
	for {
		w.launch()
		queue := d.queue
		if w.full() {
			queue = nil
		}
		// The flight is decided on what was known when it left; what others
		// have written since then, it finds out by itself.
		news := d.home.news()
		if w.flight != nil {
			news = nil
		}
		// What waits is not preferred to the end: it is refused.
		select {
		case <-d.closing:
			w.finish()
			return
		default:
		}
		select {
		case <-d.closing:
			w.finish()
			return
		case err := <-w.landed:
			w.settle(err)
		case <-w.patience.C:
			w.company = 0
		case <-news:
			w.follow()
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
	if !w.open.take(j) {
		w.backlog = append(w.backlog, j)
	}
	w.decided.Store(int64(len(w.open.jobs)))
}

// full says that the open batch takes nobody more.
func (w *writer) full() bool { return len(w.open.jobs) >= maxBatch || len(w.backlog) > 0 }

// start opens a batch on top of the one before, and takes of the backlog what
// it holds.
func (w *writer) start(before *batch) {
	w.open = newBatch(w.desk, before)
	for len(w.backlog) > 0 && len(w.open.jobs) < maxBatch && w.open.take(w.backlog[0]) {
		w.backlog = w.backlog[1:]
	}
	w.decided.Store(int64(len(w.open.jobs)))
}

// launch sends the open batch to the disk, once the one before has landed and
// nobody else comes along.
func (w *writer) launch() {
	if w.flight != nil || len(w.open.jobs) == 0 {
		return
	}
	if (len(w.queue) > 0 || len(w.open.jobs) < w.company) && !w.full() {
		return
	}
	w.flight = w.open
	w.flight.before = nil
	w.left = time.Now()
	w.start(w.flight)
	if w.flight.idle() {
		w.settle(nil)
		return
	}
	go func(t *batch) { w.landed <- w.home.keep(t) }(w.flight)
}

// settle publishes the batch that landed and answers its senders. If it
// failed, what was decided on top of it is void too.
func (w *writer) settle(err error) {
	flight := w.flight
	w.flight = nil
	switch {
	case errors.Is(err, errRaced):
		w.backlog = slices.Concat(flight.jobs, w.open.jobs, w.backlog)
		w.open = newBatch(w.desk, nil)
		w.follow()
		w.start(nil)
		return
	case err != nil:
		w.give(err, flight)
		return
	}
	flight.publish()
	flight.announce()
	w.open.before = nil
	flight.answer()
	w.expect(len(flight.jobs), time.Since(w.left))
	w.follow()
}

// maxPatience bounds how long a batch waits for company.
const maxPatience = 10 * time.Millisecond

// expect has the next batch wait for half as many as were just answered, for a
// quarter of the time that their transaction took. Who comes alone finds nobody to
// wait for.
func (w *writer) expect(answered int, took time.Duration) {
	w.company = answered / 2
	if w.company > 1 {
		w.patience.Reset(min(took/4, maxPatience))
	}
}

// follow brings memory up to what others have written, and decides anew what
// was decided on what they changed.
func (w *writer) follow() {
	changed, err := w.home.follow()
	if err != nil {
		w.give(err, nil)
		return
	}
	if slices.ContainsFunc(changed, w.open.uses) {
		w.backlog = slices.Concat(w.open.jobs, w.backlog)
		w.start(nil)
	}
}

// give gives up what is in hand: nothing can be written.
func (w *writer) give(err error, flight *batch) {
	w.fail(err)
	refused := w.trouble.Load().error(w.path)
	if flight != nil {
		flight.refuse(refused)
	}
	w.open.refuse(refused)
	for _, j := range w.backlog {
		j.done <- outcome{err: refused}
	}
	w.backlog = nil
	w.start(nil)
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
			w.flight = w.open
			w.flight.before = nil
			w.start(w.flight)
			w.settle(w.home.keep(w.flight))
			continue
		}
		w.settle(<-w.landed)
	}
}

// fail notes that nothing can be written. Whether the transaction was kept is
// open until resume has looked.
func (d *desk) fail(err error) {
	d.options.Logger.Error("cannot write", "path", d.path, "err", err)
	d.trouble.Store(&trouble{since: d.options.Now(), err: err})
}

// resume ends the trouble if it can be written again.
func (d *desk) resume() {
	since := d.trouble.Load().since
	if err := d.home.resume(); err != nil {
		d.trouble.Store(&trouble{since: since, err: err})
		return
	}
	d.options.Logger.Info("can write again", "path", d.path, "since", since)
	d.trouble.Store(nil)
}
