// Package rehearsal plays whole events against a kiosk over HTTP, as a full
// hall does: an organiser who draws and signs off, two phones at each table
// that report and confirm over a bad network, and pages that listen. It keeps
// what was answered, and compares it with what the kiosk says in the end.
package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// Plan is what is rehearsed.
type Plan struct {
	// Book is the rulebook of the events; the kiosk must have it too.
	Book *scoresheet.Rulebook
	// Tables is how many tables the first round has, as far as the rulebook
	// can; later rounds of a knockout have fewer.
	Tables int
	// Rounds is how many rounds are played. An event that is over before is
	// followed by another one. 0 goes on until Enough is closed.
	Rounds int
	Enough <-chan struct{}
	// Hands is how many hands of a match come as they may; after them one side
	// plays to win, so that matches end.
	Hands int
	// Think is how long a table plays between two reports, give or take a half.
	Think time.Duration
	// Listeners are pages of the hall that listen to the event's stream.
	Listeners int
	// Follow has each phone listen to its own side's stream, as its page does.
	Follow bool
	// Trouble is the share of the phones' messages that the network spoils: hung
	// up before the answer, sent twice, sent twice at once, on a new connection.
	Trouble float64
	// Patience is how long a message is sent again and again before the kiosk
	// counts as gone for good; 0 is a minute.
	Patience time.Duration
	// Seed makes the same hands again.
	Seed uint64
}

// Address is where the kiosk is, and its organiser's PIN.
type Address struct {
	URL, PIN string
	// Others are further kiosks that serve the same events. Devices spread over
	// all of them, and go on at the next one when theirs does not answer, or
	// says that it cannot write.
	Others []string
}

// TooFewError says that a rulebook does not take so many entrants.
type TooFewError struct {
	// Most is how many tables it can fill.
	Most int
}

// Error names the number.
func (e *TooFewError) Error() string {
	return fmt.Sprintf("the rulebook fills at most %d tables", e.Most)
}

// GoneError says that the kiosk has not answered for so long that it counts as
// gone; Why is what the network said last.
type GoneError struct {
	URL string
	Why error
}

// Error names the address.
func (e *GoneError) Error() string { return fmt.Sprintf("%s does not answer: %v", e.URL, e.Why) }

// Unwrap is what the network said last.
func (e *GoneError) Unwrap() error { return e.Why }

// RefusedError is an answer that nobody in a rehearsal should get.
type RefusedError struct {
	Asked, Code string
	Status      int
	Text        string
}

// Error names what was asked, and the refusal.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s: status %d, %s: %s", e.Asked, e.Status, e.Code, e.Text)
}

// ErrNoRounds says that the rulebook draws no round of the entrants.
var ErrNoRounds = errors.New("no round can be drawn")

// Play rehearses, and tells about every second how far it is; tell may be nil.
// What was lost or doubled is in the result. The error is a *TooFewError, a
// *GoneError, a *RefusedError, ErrNoRounds or the context's; the result then
// has what was found up to it.
func Play(ctx context.Context, at Address, plan Plan, tell func(Progress)) (Result, error) {
	if plan.Patience == 0 {
		plan.Patience = time.Minute
	}
	rows, err := entrantsFor(plan.Book, plan.Tables)
	if err != nil {
		return Result{}, err
	}
	var doors []door
	for _, text := range append([]string{at.URL}, at.Others...) {
		d, err := parseDoor(text)
		if err != nil {
			return Result{}, err
		}
		doors = append(doors, d)
	}
	h := &hall{plan: plan, doors: doors, entries: rows, count: &counts{}, ledger: newLedger()}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var telling sync.WaitGroup
	done := make(chan struct{})
	telling.Go(func() { h.report(done, tell) })
	err = h.run(ctx, at.PIN)
	close(done)
	telling.Wait()
	return h.result(), err
}

// hall is a rehearsal that is under way.
type hall struct {
	plan    Plan
	doors   []door
	entries []byte
	// lines counts those that were given out.
	lines  atomic.Int64
	count  *counts
	ledger *ledger
	desk   *desk
	// events counts those that were made.
	events int
	phones map[int]*scoresheet.PerSide[*phone]
}

// firstPatience is how long the kiosk may be away before it has answered at
// all: a wrong address should be told soon.
const firstPatience = 3 * time.Second

// run plays the rounds, each event up to its end, and compares.
func (h *hall) run(ctx context.Context, pin string) error {
	h.desk = newDesk(h)
	h.desk.patience = min(h.plan.Patience, firstPatience)
	if err := h.desk.signIn(ctx, pin); err != nil {
		return err
	}
	h.desk.patience = h.plan.Patience
	for left := h.plan.Rounds; !h.enough(left); {
		played, err := h.day(ctx, left)
		if err != nil {
			return err
		}
		if played == 0 {
			return ErrNoRounds
		}
		left -= played
	}
	return nil
}

// enough reports whether no round is to follow; left are the planned ones.
func (h *hall) enough(left int) bool {
	if h.plan.Rounds > 0 {
		return left <= 0
	}
	select {
	case <-h.plan.Enough:
		return true
	default:
		return false
	}
}

// day makes an event and plays at most so many of its rounds.
func (h *hall) day(ctx context.Context, left int) (played int, err error) {
	id, err := h.desk.begin(ctx)
	if err != nil {
		return 0, err
	}
	h.events++
	h.phones = map[int]*scoresheet.PerSide[*phone]{}
	audience := h.seat(ctx, id)
	defer audience.leave()
	for !h.enough(left - played) {
		round, over, err := h.desk.draw(ctx, id)
		if err != nil {
			return played, err
		}
		if over {
			break
		}
		if err := h.round(ctx, id, round); err != nil {
			return played, err
		}
		played++
		h.count.rounds.Add(1)
		if err := h.desk.signOff(ctx, id, round); err != nil {
			return played, err
		}
	}
	if err := h.level(ctx, id); err != nil {
		return played, err
	}
	if err := audience.caughtUp(ctx, h.desk, id); err != nil {
		return played, err
	}
	return played, h.compare(ctx, id)
}

// levelTime is how long a kiosk may take to know what another one has answered.
const levelTime = 2 * time.Second

// level waits until all kiosks that answer know the same of an event. One that is
// cut off is not waited for longer than levelTime, and is none that the desk goes
// on with.
func (h *hall) level(ctx context.Context, id string) error {
	for until := time.Now().Add(levelTime); len(h.doors) > 1; {
		newest, all, best := 0, true, 0
		for i, d := range h.doors {
			version, err := h.desk.versionAt(ctx, d, id)
			if err != nil {
				continue // It is away.
			}
			if newest > 0 && version != newest {
				all = false
			}
			if version > newest {
				newest, best = version, i
			}
		}
		if all && newest > 0 || time.Now().After(until) {
			h.desk.at.Store(int64(best))
			return nil
		}
		if !sleep(ctx, firstPause) {
			return ctx.Err()
		}
	}
	return nil
}

// round has every table of a round played, all at once.
func (h *hall) round(ctx context.Context, id string, round int) error {
	tables, err := h.desk.tables(ctx, id)
	if err != nil {
		return err
	}
	if err := h.level(ctx, id); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	h.count.begin(round)
	began := time.Now()
	var wg sync.WaitGroup
	for _, seat := range tables {
		if seat.Match == nil || seat.Match.Round != round || closed(seat.Match.State) {
			continue
		}
		t := h.table(id, seat)
		h.count.tables.Add(1)
		wg.Go(func() {
			if err := t.play(ctx); err != nil {
				cancel(err)
			}
			h.count.done.Add(1)
		})
	}
	wg.Wait()
	h.count.playing.Add(int64(time.Since(began)))
	h.count.end()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// table is a table of the event with its phones, which are the same all day.
func (h *hall) table(id string, seat tableSeat) *table {
	phones, known := h.phones[seat.Table]
	if !known {
		phones = &scoresheet.PerSide[*phone]{A: h.newPhone(id, seat, scoresheet.SideA), B: h.newPhone(id, seat, scoresheet.SideB)}
		h.phones[seat.Table] = phones
	}
	random := rand.New(rand.NewPCG(h.plan.Seed, uint64(seat.Table)<<32|uint64(seat.Match.Round)))
	return &table{
		hall: h, event: id, number: seat.Table, match: seat.Match.ID, phones: phones, random: random,
		strong: scoresheet.Sides[random.IntN(2)],
	}
}

// closed reports whether nothing is reported in a match any more.
func closed(state event.MatchState) bool {
	return state == event.SignedOff || state == event.Forfeited || state == event.Void
}
