package store

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"kiosk/scoresheet/event"
)

// shelf is where a home keeps snapshots. Each call is one small transaction.
type shelf interface {
	// put keeps parts.
	put(ctx context.Context, id event.ID, parts []part) error
	// mark makes a snapshot the one of the event, if the event has the entry
	// that it stands for.
	mark(ctx context.Context, id event.ID, s snapshot) error
	// sweep removes all parts but those of the snapshot.
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

// taken is a snapshot with the state that it was taken of.
type taken struct {
	snapshot
	state *event.State
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
	return &photographer{desk: d, shelf: s, last: map[event.ID]taken{}, every: snapshotEvery, tail: snapshotTail, look: snapshotLook}
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
		state, ok := p.desk.State(id)
		for n := 1; ok && n <= state.Matches() && ctx.Err() == nil; n++ {
			state.Match(n)
		}
	}
}

// finish takes the last snapshots.
func (p *photographer) finish(ctx context.Context) {
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
		if !ok || state.Version < int(p.last[id].entries)+grown {
			continue
		}
		began := time.Now()
		size, err := p.take(ctx, id, state, rest)
		if err != nil {
			// It is tried again when there is more of the event.
			p.desk.options.Logger.Warn("no snapshot was taken", "event", id, "err", err)
			p.last[id] = taken{snapshot: snapshot{entries: uint64(state.Version)}}
			continue
		}
		p.desk.options.Logger.Debug("snapshot", "event", id, "entry", state.Version, "bytes", size, "took", time.Since(began))
	}
}

// take takes a snapshot of a state and gives how many bytes were written.
func (p *photographer) take(ctx context.Context, id event.ID, state *event.State, rest func(time.Duration) bool) (size int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	before := p.last[id]
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
	p.last[id] = taken{snapshot: next, state: state}
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

// belongs reports whether a key is one of the snapshot's parts.
func (s snapshot) belongs(key []byte) bool {
	if bytes.Equal(key, keyMark) {
		return true
	}
	if len(key) != 14 {
		return false
	}
	at, _ := readNumber(key[:8])
	index := int(uint32(key[8])<<24 | uint32(key[9])<<16 | uint32(key[10])<<8 | uint32(key[11]))
	part := uint64(key[12])<<8 | uint64(key[13])
	return index < len(s.pieces) && s.pieces[index].at == at && part < s.pieces[index].parts
}
