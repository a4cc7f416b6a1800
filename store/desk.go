package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kiosk/scoresheet/event"
)

// desk is what every home of the journals has in common. Requests wait at it,
// are decided in batches, and are answered when their batch is kept. One
// goroutine of its own, the writer, decides and publishes; readers of states
// never wait for it.
type desk struct {
	home    home
	options Options
	// path is the file or the address, for errors.
	path string

	directory atomic.Pointer[directory]
	secrets   secrets
	subs      subscribers
	trouble   atomic.Pointer[trouble]

	// creations are the answers of the kiosk; only the writer uses them.
	creations *answerBook

	queue chan *job
	// decided counts the jobs that are decided and not on their way yet.
	decided atomic.Int64
	closing chan struct{}
	stopped chan struct{}
	once    sync.Once
	closed  error
}

// home is where the journals of a desk are kept. Only the writer calls it, and
// keep the one goroutine at a time that the writer starts.
type home interface {
	// keep writes a batch in one transaction. errRaced says that nothing was
	// written, because another kiosk had written before; after any other error
	// it is open whether the batch was written.
	keep(t *batch) error
	// room is what fits into one transaction.
	room() room
	// shared says that other kiosks write here too.
	shared() bool
	// stored finds the answer that is kept under a request's key.
	stored(j *job, book *answerBook) (pendingAnswer, bool, error)
	// resume tries whether it can be written again after a failure, and brings
	// memory up to what is kept.
	resume() error
	// news tells that others have written. A home of one kiosk has none.
	news() <-chan struct{}
	// follow brings memory up to the news, and gives the events that changed.
	follow() ([]event.ID, error)
}

// errRaced: another kiosk wrote first, so the batch has to be decided again.
var errRaced = errors.New("another kiosk wrote first")

// room bounds a transaction: how many keys it writes, and how many bytes. The
// zero value is no bound.
type room struct{ keys, bytes int }

func (r room) plus(other room) room { return room{r.keys + other.keys, r.bytes + other.bytes} }

func (r room) holds(other room) bool {
	return r == room{} || other.keys <= r.keys && other.bytes <= r.bytes
}

// prepare makes an empty desk.
func (d *desk) prepare(home home, path string, options Options) {
	d.home, d.path, d.options = home, path, options
	d.creations = newAnswerBook()
	d.subs.byEvent = map[event.ID]map[*Subscription]struct{}{}
	d.queue = make(chan *job, maxBatch)
	d.closing, d.stopped = make(chan struct{}), make(chan struct{})
	d.directory.Store(&directory{byID: map[event.ID]*journal{}})
}

// directory is what events there are. It is replaced, never changed.
type directory struct {
	order []event.ID
	byID  map[event.ID]*journal
}

// with is the directory with further journals.
func (d *directory) with(added []*journal) *directory {
	next := &directory{order: slices.Clone(d.order), byID: make(map[event.ID]*journal, len(d.byID)+len(added))}
	for id, j := range d.byID {
		next.byID[id] = j
	}
	for _, j := range added {
		next.order = append(next.order, j.id)
		next.byID[j.id] = j
	}
	slices.SortStableFunc(next.order, func(a, b event.ID) int {
		return byMaking(next.byID[a].made, a, next.byID[b].made, b)
	})
	return next
}

// byMaking orders events by when they were made. Those that one transaction of
// a cluster made are in the order of their IDs.
func byMaking(madeA int64, a event.ID, madeB int64, b event.ID) int {
	if madeA == madeB && madeA > 0 {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(madeA, madeB)
}

// journal is an event as the store knows it.
type journal struct {
	id event.ID
	// made tells which event was made before which, where several kiosks make
	// them; 0 is the order in which they became known.
	made int64
	// state is the last committed one.
	state atomic.Pointer[event.State]
	// answers is the writer's.
	answers *answerBook
}

// trouble is why, and since when, nothing can be written.
type trouble struct {
	since time.Time
	err   error
}

func (t *trouble) error(path string) error {
	return ErrUnwritable.at(path).because(fmt.Errorf("since %s: %w", t.since.UTC().Format(time.RFC3339), t.err))
}

// Path is the file, or the address of the cluster without its secrets.
func (d *desk) Path() string { return d.path }

// State is the last committed state of the event.
func (d *desk) State(id event.ID) (*event.State, bool) {
	j, ok := d.directory.Load().byID[id]
	if !ok {
		return nil, false
	}
	return j.state.Load(), true
}

// Events are the events in the order in which they were made.
func (d *desk) Events() []event.ID { return slices.Clone(d.directory.Load().order) }

// Subscribe reports every commit to the event from now on.
func (d *desk) Subscribe(id event.ID) *Subscription { return d.subs.add(id, subscriptionQueue) }

// Writable is nil when a command can be written.
func (d *desk) Writable() error {
	select {
	case <-d.closing:
		return ErrClosed.at(d.path)
	default:
	}
	if t := d.trouble.Load(); t != nil {
		return t.error(d.path)
	}
	return nil
}

// SetSecret keeps a value under the name.
func (d *desk) SetSecret(ctx context.Context, name string, value []byte) error {
	if name == "" || len(name) > MaxKey || len(value) > MaxAnswer {
		return ErrLimit
	}
	_, err := d.do(ctx, &job{secret: &secret{name: name, value: slices.Clone(value)}, done: make(chan outcome, 1)})
	return err
}

// KeepSecret keeps a value under the name unless there is one.
func (d *desk) KeepSecret(ctx context.Context, name string, value []byte) ([]byte, error) {
	if name == "" || len(name) > MaxKey || len(value) > MaxAnswer {
		return nil, ErrLimit
	}
	receipt, err := d.do(ctx, &job{secret: &secret{name: name, value: slices.Clone(value), once: true}, done: make(chan outcome, 1)})
	return receipt.Answer, err
}

// DeleteSecret forgets the name.
func (d *desk) DeleteSecret(ctx context.Context, name string) error {
	if name == "" || len(name) > MaxKey {
		return ErrLimit
	}
	_, err := d.do(ctx, &job{secret: &secret{name: name, deleted: true}, done: make(chan outcome, 1)})
	return err
}

// Secret is the value kept under the name.
func (d *desk) Secret(name string) ([]byte, bool) { return d.secrets.get(name) }

// Secrets are the names in use that begin with the prefix, sorted.
func (d *desk) Secrets(prefix string) []string { return d.secrets.names(prefix) }
