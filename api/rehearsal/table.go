package rehearsal

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"sync"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// table is a table in a match: what its two sides do with their phones.
type table struct {
	*hall
	event  string
	number int
	match  string
	phones *scoresheet.PerSide[*phone]
	random *rand.Rand
	// strong is the side that wins in the end.
	strong scoresheet.Side
	// told are the hands that were reported; answered is the open one that was
	// left for the next report to answer.
	told     int
	answered place
	// refused counts the refusals since anything was had.
	refused int
}

// maxRefused is how often in a row a table may be told that things have moved
// on before that is a fault.
const maxRefused = 200

// staleAfter is after how many of them, or of old views, the table looks at
// another kiosk.
const staleAfter = 10

// Shares of what happens now and then at a table.
const (
	takenOver   = 0.02
	withdrawn   = 0.03
	disputed    = 0.05
	bothReport  = 0.10
	bothAtOnce  = 0.10
	leftForNext = 0.10
)

// play plays the match to its end: both sides hold their phones, take their
// seats, report and confirm, and agree at the end.
func (t *table) play(ctx context.Context) error {
	for _, side := range scoresheet.Sides {
		if err := t.sitDown(ctx, side); err != nil {
			return err
		}
		t.phones.Of(side).listen(ctx)
	}
	defer func() {
		for _, side := range scoresheet.Sides {
			t.phones.Of(side).rest()
		}
	}()
	for {
		view, err := t.view(ctx)
		if err != nil {
			return err
		}
		if over, err := t.step(ctx, view); over || err != nil {
			return err
		}
	}
}

// view is what phone A shows. One that knows of no match asks the other kiosks
// too: its own may be cut off, and not know of it.
func (t *table) view(ctx context.Context) (view sideView, err error) {
	for range t.doors {
		if view, err = t.phones.A.look(ctx); err != nil || view.Match != nil && view.Match.ID == t.match {
			return view, err
		}
		t.phones.A.leave(t.phones.A.at.Load())
	}
	return view, nil
}

// sitDown has a phone hold its side and say who sits where.
func (t *table) sitDown(ctx context.Context, side scoresheet.Side) error {
	p := t.phones.Of(side)
	if _, err := t.have(ctx, side, "hold", map[string]any{"take_over": true}); err != nil {
		return err
	}
	view, err := p.look(ctx)
	if err != nil || view.Match == nil {
		return err
	}
	players := view.Match.Sides.Of(side).Players
	if view.Meeting != nil {
		players = view.Meeting.Players
	}
	if len(players) < len(view.Seats) || len(view.Match.Sides.Of(side).Seats) > 0 {
		return nil
	}
	seats := map[string]string{}
	for i, seat := range view.Seats {
		seats[fmt.Sprint(int(seat))] = players[i]
	}
	_, err = t.have(ctx, side, "seats", map[string]any{"seats": seats})
	return err
}

// step does what the table has to do next, and says whether its match is over.
func (t *table) step(ctx context.Context, view sideView) (over bool, err error) {
	m := view.Match
	switch {
	case m == nil || m.ID != t.match || closed(m.State):
		return true, nil
	case m.Open.State == "disputed":
		return false, t.settle(ctx, m)
	case m.Open.State == "reported" && (m.Open.place != t.answered || !m.goesOn(m.Open.Game)):
		return false, t.answer(ctx, m)
	case m.State == event.Over:
		return t.agree(ctx, m)
	case m.Next == nil:
		// A squad waits for the other table.
		if !sleep(ctx, firstPause) {
			return false, ctx.Err()
		}
		return false, nil
	}
	if t.random.Float64() < takenOver {
		if err := t.takeOver(ctx, scoresheet.Sides[t.random.IntN(2)]); err != nil {
			return false, err
		}
	}
	return false, t.report(ctx, view)
}

// goesOn reports whether a hand of the game can follow.
func (m *sideMatch) goesOn(game int) bool {
	return m.Next != nil && m.Next.Game == game && game <= len(m.Games) && m.Games[game-1].State != scoresheet.GameOver
}

// have is what a side says and must be had. Where things have moved on it is
// false: then the table looks again.
func (t *table) have(ctx context.Context, side scoresheet.Side, what string, body map[string]any) (bool, error) {
	p := t.phones.Of(side)
	got, err := p.say(ctx, what, body)
	if err != nil {
		return false, err
	}
	switch {
	case got.status < 300:
		t.refused = 0
		if what == "hands" {
			t.count.reported(got)
		}
		return true, nil
	case (got.status == http.StatusConflict || got.status == http.StatusUnprocessableEntity && len(t.doors) > 1) && t.refused < maxRefused:
		// At several kiosks a table may also act on a view that is old.
		t.count.conflicts.Add(1)
		return false, t.stale(ctx)
	}
	return false, t.refusal(side, what, body, got)
}

// stale waits a moment after what was seen turned out to be old. When that goes on,
// the table looks at another kiosk: its own may be cut off, which its page would
// notice.
func (t *table) stale(ctx context.Context) error {
	t.refused++
	if a := t.phones.A; t.refused%staleAfter == 0 {
		a.leave(a.at.Load())
	}
	if !sleep(ctx, firstPause) {
		return ctx.Err()
	}
	return nil
}

// refusal is an answer to what a side said that it should not have got.
func (t *table) refusal(side scoresheet.Side, what string, body map[string]any, got reply) error {
	m, err := t.phones.Of(side).message(what, body)
	if err != nil {
		return err
	}
	return refusal(m, got)
}

// think is the time in which a hand is played.
func (t *table) think(ctx context.Context) error {
	if t.plan.Think <= 0 {
		return ctx.Err()
	}
	if !sleep(ctx, time.Duration((0.5+t.random.Float64())*float64(t.plan.Think))) {
		return ctx.Err()
	}
	return nil
}

// report plays the next hand and reports it.
func (t *table) report(ctx context.Context, view sideView) error {
	if err := t.think(ctx); err != nil {
		return err
	}
	at, hand := view.Match.Next.place, t.nextHand(view)
	side := scoresheet.Sides[t.random.IntN(2)]
	if t.answered != (place{}) {
		// The side that has not said anything yet answers by going on.
		by := firstOf(view.Match, t.answered)
		if by == scoresheet.NoSide {
			return t.stale(ctx) // It was said at another kiosk, and has not come here yet.
		}
		side = by.Other()
	}
	t.told++
	if t.random.Float64() < bothAtOnce {
		return t.reportBoth(ctx, at, hand)
	}
	if err := t.tell(ctx, side, at, hand); err != nil {
		return err
	}
	chance := t.random.Float64()
	switch {
	case chance < withdrawn:
		if had, err := t.have(ctx, side, "withdraw", nil); !had || err != nil {
			return err
		}
		t.ledger.withdraw(t.match, at)
		return t.tell(ctx, side, at, hand)
	case chance < withdrawn+disputed:
		return t.tell(ctx, side.Other(), at, t.nextHand(view))
	case chance < withdrawn+disputed+leftForNext:
		t.answered = at
	}
	return nil
}

// nextHand is a hand as it may come, or, late in a match, one that brings its
// end nearer.
func (t *table) nextHand(view sideView) scoresheet.Hand {
	m, next := view.Match, view.Match.Next
	strong := t.strong
	if t.told < t.plan.Hands {
		strong = scoresheet.NoSide
	}
	onStage := scoresheet.NoSide
	if next.Number > 1 && next.Game <= len(m.Games) {
		onStage = m.Games[next.Game-1].OnStage
	}
	hand := dealer{t.plan.Book.Discipline, t.random}.deal(strong, t.seats(view), onStage)
	hand.Extra = next.Extra
	return hand
}

// seats are those of both sides, as phone A sees its own.
func (t *table) seats(view sideView) scoresheet.PerSide[[]scoresheet.Seat] {
	var seats scoresheet.PerSide[[]scoresheet.Seat]
	seats.A = view.Seats
	for seat := range t.plan.Book.Discipline.Seats() {
		if seat := scoresheet.Seat(seat + 1); !contains(view.Seats, seat) {
			seats.B = append(seats.B, seat)
		}
	}
	return seats
}

func contains(seats []scoresheet.Seat, seat scoresheet.Seat) bool {
	for _, s := range seats {
		if s == seat {
			return true
		}
	}
	return false
}

// tell reports a hand for a side, and notes that it was answered.
func (t *table) tell(ctx context.Context, side scoresheet.Side, at place, hand scoresheet.Hand) error {
	if t.ledger.stands(t.match, at, side, hand) {
		return t.stale(ctx) // It was said at another kiosk, and has not come to the one that was looked at.
	}
	had, err := t.have(ctx, side, "hands", map[string]any{"game": at.Game, "number": at.Number, "version": 0, "hand": hand})
	if had {
		t.ledger.note(t.match, at, side, hand)
		t.answered = place{}
	}
	return err
}

// reportBoth has both sides report the same hand in the same moment.
func (t *table) reportBoth(ctx context.Context, at place, hand scoresheet.Hand) error {
	if t.ledger.stands(t.match, at, scoresheet.SideA, hand) || t.ledger.stands(t.match, at, scoresheet.SideB, hand) {
		return t.stale(ctx) // By chance it is what was said already, at another kiosk.
	}
	var errs [2]error
	var had [2]bool
	var wg sync.WaitGroup
	body := map[string]any{"game": at.Game, "number": at.Number, "version": 0, "hand": hand}
	for i, side := range scoresheet.Sides {
		wg.Go(func() {
			var got reply
			if got, errs[i] = t.phones.Of(side).say(ctx, "hands", body); errs[i] != nil {
				return
			}
			if had[i] = got.status < 300; had[i] {
				t.count.reported(got)
				t.ledger.note(t.match, at, side, hand)
				return
			}
			t.count.conflicts.Add(1)
			if got.status != http.StatusConflict {
				errs[i] = t.refusal(side, "hands", body, got)
			}
		})
	}
	wg.Wait()
	if had[0] || had[1] {
		t.answered = place{}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// said are the reports of a hand.
func said(m *sideMatch, at place) (by scoresheet.Side, reports scoresheet.PerSide[*scoresheet.Hand]) {
	if at.Game < 1 || at.Game > len(m.Games) {
		return by, reports
	}
	for _, hand := range m.Games[at.Game-1].Hands {
		if hand.Number != at.Number {
			continue
		}
		for _, side := range scoresheet.Sides {
			if report := hand.Reports[side.String()]; report != nil {
				said := plain(report.Hand)
				reports = reports.With(side, &said)
			}
		}
		return hand.By, reports
	}
	return by, reports
}

func firstOf(m *sideMatch, at place) scoresheet.Side {
	by, _ := said(m, at)
	return by
}

// plain is a hand without what the kiosk fills in.
func plain(hand scoresheet.Hand) scoresheet.Hand {
	hand.Table, hand.Sitting = 0, 0
	return hand
}

// answer has the other side answer a report: by a look and a tap, by reporting
// the same, or by going on.
func (t *table) answer(ctx context.Context, m *sideMatch) error {
	by, reports := said(m, m.Open.place)
	if by == scoresheet.NoSide {
		return nil // It was answered meanwhile.
	}
	if report := reports.Of(by); report != nil && t.random.Float64() < bothReport {
		return t.tell(ctx, by.Other(), m.Open.place, *report)
	}
	return t.confirm(ctx, by.Other())
}

// confirm has a side look, and agree to what it sees.
func (t *table) confirm(ctx context.Context, side scoresheet.Side) error {
	view, err := t.phones.Of(side).look(ctx)
	if err != nil || view.Match == nil {
		return err
	}
	had, err := t.have(ctx, side, "confirm", map[string]any{"version": view.Match.Version})
	if had {
		t.answered = place{}
		t.count.confirmed.Add(1)
	}
	return err
}

// settle has one side give in.
func (t *table) settle(ctx context.Context, m *sideMatch) error {
	_, reports := said(m, m.Open.place)
	side := scoresheet.Sides[t.random.IntN(2)]
	theirs := reports.Of(side.Other())
	if theirs == nil || reflect.DeepEqual(theirs, reports.Of(side)) || t.random.IntN(2) == 0 {
		return t.confirm(ctx, side)
	}
	return t.tell(ctx, side, m.Open.place, *theirs)
}

// agree has both sides stand by the match.
func (t *table) agree(ctx context.Context, m *sideMatch) (over bool, err error) {
	for _, side := range scoresheet.Sides {
		if m.Agreed.Of(side) {
			continue
		}
		return false, t.confirm(ctx, side)
	}
	return true, nil
}

// takeOver has another phone of a side go on; the one before may speak no more.
func (t *table) takeOver(ctx context.Context, side scoresheet.Side) error {
	before := t.phones.Of(side)
	if len(before.device) > 60 {
		return nil
	}
	next := before.other()
	*t.phones = t.phones.With(side, next)
	if had, err := t.have(ctx, side, "hold", map[string]any{"take_over": true}); !had || err != nil {
		// Refused on a view that is old: the phone before still speaks.
		*t.phones = t.phones.With(side, before)
		return err
	}
	t.count.takeOvers.Add(1)
	next.listen(ctx)
	defer before.rest()
	m, err := before.message("confirm", map[string]any{"version": 0})
	if err != nil {
		return err
	}
	got, err := before.ask(ctx, m)
	if err != nil {
		return err
	}
	var p problem
	if json.Unmarshal(got.body, &p) != nil || got.status != http.StatusConflict || p.Code != "hold.other" {
		t.ledger.contradiction(fmt.Sprintf("a phone that holds nothing any more was answered %d %.200s", got.status, got.body))
	}
	return nil
}
