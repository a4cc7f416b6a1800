package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"kiosk/scoresheet/event"
)

// shelf is where a home keeps snapshots. Each call is one small transaction.
type shelf interface {
	// shared says that other kiosks take snapshots too.
	shared() bool
	// current is the snapshot that is there, the zero value for none.
	current(ctx context.Context, id event.ID) (snapshot, error)
	// put keeps parts.
	put(ctx context.Context, id event.ID, parts []part) error
	// mark makes a snapshot the one of the event, if the event has the entry
	// that it stands for.
	mark(ctx context.Context, id event.ID, s snapshot) error
	// forget removes the mark, so that nobody opens from the snapshot again.
	forget(ctx context.Context, id event.ID) error
	// sweep removes the parts of earlier snapshots.
	sweep(ctx context.Context, id event.ID, s snapshot) error
}

// When snapshots are taken.
const (
	// snapshotEvery is after how many entries a new one is taken, snapshotTail
	// for how many at least one is taken at the end.
	snapshotEvery = 4096
	snapshotTail  = 256
	// snapshotLook is how often it is looked at where the events stand.
	snapshotLook = time.Second
)

// taken is a snapshot with the state that it was taken of; that is nil where it
// is not known.
type taken struct {
	snapshot
	state *event.State
	// own: this kiosk took it.
	own bool
}

// photographer takes snapshots. One goroutine at a time uses it.
type photographer struct {
	desk  *desk
	shelf shelf
	last  map[event.ID]taken
	// every, tail and look are snapshotEvery, snapshotTail and snapshotLook.
	every, tail int
	look        time.Duration
}

func newPhotographer(d *desk, s shelf) *photographer {
	p := &photographer{desk: d, shelf: s, last: map[event.ID]taken{}, every: snapshotEvery, tail: snapshotTail, look: snapshotLook}
	if s.shared() {
		p.every *= 2 // What is written over stays in a cluster until it is compacted.
	}
	if every := d.options.snapshotEvery; every > 0 {
		p.every, p.tail, p.look = every, min(p.tail, every), time.Millisecond
	}
	return p
}

// run takes snapshots as events grow, until the context ends. Before that, it
// thaws what the start has left frozen.
func (p *photographer) run(ctx context.Context) {
	p.thaw(ctx)
	for pause(ctx, p.look) {
		p.takeAll(ctx, p.every, func(spent time.Duration) bool { return pause(ctx, spent) })
	}
}

// thaw thaws all matches, so that the first page that needs them is not slow.
func (p *photographer) thaw(ctx context.Context) {
	for _, id := range p.desk.Events() {
		if _, frozen := p.last[id]; !frozen {
			continue
		}
		if state, ok := p.desk.State(id); ok {
			p.thawOne(ctx, id, state)
		}
	}
}

// thawOne thaws the matches of a state. That one cannot be thawed is a defect of
// the program, or of the machine's memory: its snapshot must not be opened from
// again.
func (p *photographer) thawOne(ctx context.Context, id event.ID, state *event.State) {
	defer func() {
		if r := recover(); r != nil {
			p.desk.options.Logger.Error("the snapshot is no good; start the kiosk again, and it reads the journal", "event", id, "panic", r, "err", p.shelf.forget(ctx, id))
		}
	}()
	for n := 1; n <= state.Matches() && ctx.Err() == nil; n++ {
		state.Match(n)
	}
}

// finish takes the last snapshots.
func (p *photographer) finish(ctx context.Context) {
	maps.DeleteFunc(p.last, func(_ event.ID, t taken) bool { return t.form == "" }) // Those that failed.
	p.takeAll(ctx, p.tail, func(time.Duration) bool { return ctx.Err() == nil })
}

// takeAll takes snapshots of the events that have grown so far. Between two
// transactions it rests as it is told.
func (p *photographer) takeAll(ctx context.Context, grown int, rest func(time.Duration) bool) {
	if p.desk.trouble.Load() != nil {
		return
	}
	for _, id := range p.desk.Events() {
		state, ok := p.desk.State(id)
		if !ok || !p.due(id, state, grown) {
			continue
		}
		began := time.Now()
		size, err := p.take(ctx, id, state, grown, rest)
		switch {
		case err != nil && ctx.Err() != nil:
			return
		case errors.Is(err, errOtherFirst):
			delete(p.last, id)
		case err != nil:
			// It is tried again when there is more of the event.
			p.desk.options.Logger.Warn("no snapshot was taken", "event", id, "err", err)
			p.last[id] = taken{snapshot: snapshot{entries: uint64(state.Version)}}
		case size > 0:
			p.desk.options.Logger.Debug("snapshot", "event", id, "entry", state.Version, "bytes", size, "took", time.Since(began))
		}
	}
}

// due says whether the event has grown enough since the last snapshot. The
// kiosk that took it goes on doing so, since it knows what has changed since;
// another one steps in when it does not.
func (p *photographer) due(id event.ID, state *event.State, grown int) bool {
	last := p.last[id]
	if p.shelf.shared() && !last.own {
		grown *= 2
	}
	return state.Version >= int(last.entries)+grown
}

// take takes a snapshot of a state, unless another kiosk has, and gives how many
// bytes were written.
func (p *photographer) take(ctx context.Context, id event.ID, state *event.State, grown int, rest func(time.Duration) bool) (size int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	current, err := p.shelf.current(ctx, id)
	if err != nil {
		return 0, err
	}
	before := p.last[id]
	if current.entries != before.entries || current.hash != before.hash || current.form != before.form {
		before = taken{}
		if p.shelf.shared() && (current.form == snapshotForm() || p.last[id].entries > 0) {
			if p.last[id] = (taken{snapshot: current}); !p.due(id, state, grown) {
				return 0, nil
			}
		}
	}
	next := snapshot{form: snapshotForm(), entries: version(state), hash: state.Head, pieces: make([]piece, 1+state.Sheaves())}
	load := &load{rest: rest, put: func(parts []part) error { return p.shelf.put(ctx, id, parts) }}
	head, err := state.FreezeHead()
	if err == nil {
		err = event.CheckHead(head)
	}
	if err != nil {
		return 0, err
	}
	if next.pieces[0], err = load.add(next.entries, 0, head); err != nil {
		return 0, err
	}
	for n := range state.Sheaves() {
		if before.state != nil && n < before.state.Sheaves() && state.SameSheaf(before.state, n) {
			next.pieces[n+1] = before.pieces[n+1]
			continue
		}
		b, err := state.FreezeSheaf(n)
		if err == nil {
			err = event.CheckSheaf(b)
		}
		if err != nil {
			return 0, err
		}
		if next.pieces[n+1], err = load.add(next.entries, n+1, b); err != nil {
			return 0, err
		}
	}
	if err := load.flush(); err != nil {
		return 0, err
	}
	if err := p.shelf.mark(ctx, id, next); err != nil {
		return 0, err
	}
	p.last[id] = taken{snapshot: next, state: state, own: true}
	return load.size, p.shelf.sweep(ctx, id, next)
}

// load gathers parts to transactions of some size.
type load struct {
	put   func([]part) error
	rest  func(time.Duration) bool
	parts []part
	bytes int
	size  int
}

func (l *load) add(at uint64, index int, b []byte) (piece, error) {
	parts := cut(at, index, b)
	for _, part := range parts {
		if l.bytes+len(part.value) > maxPart+maxPart/4 || len(l.parts) >= 32 {
			if err := l.flush(); err != nil {
				return piece{}, err
			}
		}
		l.parts = append(l.parts, part)
		l.bytes += len(part.value)
	}
	return piece{at: at, parts: uint64(len(parts))}, nil
}

// flush writes what was gathered, and then leaves the others as much time as
// that took.
func (l *load) flush() error {
	if len(l.parts) == 0 {
		return nil
	}
	began := time.Now()
	if err := l.put(l.parts); err != nil {
		return err
	}
	l.size += l.bytes
	l.parts, l.bytes = nil, 0
	if !l.rest(time.Since(began)) {
		return context.Canceled
	}
	return nil
}
