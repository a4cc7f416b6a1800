package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// demoID is the event of the demonstration.
const demoID event.ID = "demo"

// demo puts the demonstration into a data folder that has no data yet.
func (f *folder) demo(ctx context.Context) error {
	if _, err := os.Stat(f.file()); !errors.Is(err, fs.ErrNotExist) {
		return f.fail(exitFailed, "demo.used", map[string]any{"Path": f.settings.Data})
	}
	if err := os.MkdirAll(f.settings.Data, 0o700); err != nil {
		return f.refuse(exitFailed, err)
	}
	if err := makeDemo(ctx, f.file(), config.BuiltIn(), f.words, f.now()); err != nil {
		return f.refuse(exitFailed, err)
	}
	return nil
}

// makeDemo makes a data file with the demonstration; there is none when it
// fails.
func makeDemo(ctx context.Context, path string, books *config.Rulebooks, words *config.Words, now time.Time) (err error) {
	fresh := filepath.Join(filepath.Dir(path), ".demo-"+filepath.Base(path))
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	clock := &demoClock{at: now}
	s, err := store.Open(fresh, store.Options{Now: clock.now})
	if err != nil {
		return err
	}
	err = fillDemo(ctx, s, books, words, clock, now)
	if err = errors.Join(err, s.Close()); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return os.Rename(fresh, path)
}

// demoClock is the clock of the store while its history is written.
type demoClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *demoClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *demoClock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// demoBranches are the units of the demonstration, each with a pair in group A
// and one in group B. The people are made up.
var demoBranches = []struct {
	unit string
	a, b [2]string
}{
	{"机电工程学院分会", [2]string{"陈志远", "李春燕"}, [2]string{"王建平", "赵玉梅"}},
	{"信息工程学院分会", [2]string{"周海涛", "孙晓琳"}, [2]string{"吴俊杰", "郑雅文"}},
	{"经济管理学院分会", [2]string{"冯国庆", "蒋丽华"}, [2]string{"沈卫东", "韩冬梅"}},
	{"建筑工程学院分会", [2]string{"杨振宇", "朱秀英"}, [2]string{"秦志刚", "许文静"}},
	{"艺术设计学院分会", [2]string{"何嘉欣", "吕一鸣"}, [2]string{"施慧敏", "张立诚"}},
	{"后勤服务中心分会", [2]string{"曹永福", "严素珍"}, [2]string{"欧阳明", "魏红霞"}},
}

var (
	demoOrganiser = event.Author{Role: event.Organiser, Name: "刘工会"}
	demoReferee   = event.Author{Role: event.Referee, Name: "周裁判"}
	demoProgram   = event.Author{Role: event.Kiosk}
)

// demoRun writes the history of the demonstration. What is to happen waits in
// moments and is carried out in the order of time; what happens may lead to
// more.
type demoRun struct {
	ctx     context.Context
	store   store.Store
	clock   *demoClock
	random  *rand.Rand
	moments []moment
	// force is how well each entrant plays.
	force map[contest.EntrantID]float64
}

type moment struct {
	at  time.Time
	act func() error
}

// demoBook is the first rulebook that takes the entries of the demonstration:
// of Guandan, with a pair of each unit in each of the groups A and B.
func demoBook(books *config.Rulebooks) (config.Entry, error) {
	entries, err := books.List()
	if err != nil {
		return config.Entry{}, err
	}
	for _, entry := range entries {
		if entry.Book.Discipline == scoresheet.Guandan && slices.Equal(entry.Book.Entry.Groups, []string{"A", "B"}) {
			return entry, nil
		}
	}
	return config.Entry{}, errors.New("no rulebook has the groups A and B")
}

// fillDemo makes a college event whose third round has been on for demoPlayed
// at the time now: two rounds played and signed off, and in the third each table
// in another situation. Everything goes through commands, dated by the clock,
// which must be the store's.
func fillDemo(ctx context.Context, s store.Store, books *config.Rulebooks, words *config.Words, clock *demoClock, now time.Time) error {
	book, err := demoBook(books)
	if err != nil {
		return err
	}
	d := &demoRun{ctx: ctx, store: s, clock: clock, random: rand.New(rand.NewPCG(2026, 12)), force: map[contest.EntrantID]float64{}}
	before := func(minutes int) time.Time { return now.Add(-time.Duration(minutes) * time.Minute) }
	create := event.CreateEvent{
		ID: demoID, EventName: words.T("command.demo.event", nil), Dates: []string{now.Local().Format(time.DateOnly)},
		Rulebook: book.Book, Text: book.Text, Hash: book.Hash,
	}
	d.plan(before(26*60), func() error { return d.do(create, demoOrganiser) })
	d.plan(before(26*60-9), func() error { return d.do(event.ReadEntrants{Entrants: demoEntrants()}, demoOrganiser) })
	d.plan(before(178), d.checkIn)
	d.plan(before(168), func() error { return d.draw(before(160), d.playWhole) })
	d.plan(before(110), func() error { return d.do(event.SignOffRound{Round: 1}, demoReferee) })
	d.plan(before(100), func() error { return d.draw(before(92), d.playWhole) })
	d.plan(before(42), func() error { return d.do(event.SignOffRound{Round: 2}, demoReferee) })
	d.plan(before(34), func() error { return d.draw(now.Add(-demoPlayed), d.playPart) })
	return d.run(now)
}

// demoPlayed is how long the third round has been on.
const demoPlayed = 25 * time.Minute

func demoEntrants() []event.Entrant {
	var entrants []event.Entrant
	for i, branch := range demoBranches {
		for _, pair := range []struct {
			group   string
			players [2]string
		}{{"A", branch.a}, {"B", branch.b}} {
			entrants = append(entrants, event.Entrant{
				Number: fmt.Sprintf("%s%02d", pair.group, i+1), Unit: branch.unit, Group: pair.group, Players: pair.players[:],
			})
		}
	}
	return entrants
}

func (d *demoRun) plan(at time.Time, act func() error) {
	d.moments = append(d.moments, moment{at, act})
}

// run carries out what is planned up to the time.
func (d *demoRun) run(until time.Time) error {
	for len(d.moments) > 0 {
		slices.SortStableFunc(d.moments, func(a, b moment) int { return a.at.Compare(b.at) })
		next := d.moments[0]
		if next.at.After(until) {
			return nil
		}
		d.moments = d.moments[1:]
		d.clock.set(next.at)
		if err := next.act(); err != nil {
			return fmt.Errorf("demonstration: %w", err)
		}
	}
	return nil
}

func (d *demoRun) do(cmd event.Command, by event.Author) error {
	_, err := d.store.Submit(d.ctx, store.Request{Event: demoID, Command: cmd, By: by})
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Name(), err)
	}
	return nil
}

func (d *demoRun) state() *event.State {
	state, _ := d.store.State(demoID)
	return state
}

func (d *demoRun) now() time.Time { return d.clock.now() }

// seconds is a time from now on, at random within the bounds.
func (d *demoRun) seconds(least, most int) time.Time {
	return d.now().Add(time.Duration(least+d.random.IntN(most-least+1)) * time.Second)
}

func (d *demoRun) checkIn() error {
	var all []contest.EntrantID
	for _, e := range d.state().Entrants {
		all = append(all, e.ID)
		d.force[e.ID] = 0.6 + 0.8*d.random.Float64()
	}
	return d.do(event.CheckIn{Entrants: all, Presence: event.Present}, demoReferee)
}

// draw draws the next round, starts its clock at the time, and has its matches
// played.
func (d *demoRun) draw(start time.Time, play func(t table, start time.Time)) error {
	seed := "demo-" + strconv.Itoa(len(d.state().Rounds)+1)
	if err := d.do(event.DrawRound{Seed: seed}, demoOrganiser); err != nil {
		return err
	}
	d.plan(start, func() error { return d.do(event.SetClock{Do: "start"}, demoOrganiser) })
	round, _ := d.state().CurrentRound()
	length := time.Duration(round.Terms().Minutes) * time.Minute
	for _, at := range []time.Duration{length / 2, length - 5*time.Minute, length} {
		d.plan(start.Add(at), func() error { return d.do(event.Tick{}, demoProgram) })
	}
	for _, m := range d.state().RoundMatches(round.Number) {
		play(table{d, m.Number}, start)
	}
	return nil
}

// playWhole has a match played to its end, by the clock if need be.
func (d *demoRun) playWhole(t table, start time.Time) {
	t.sitDown(start.Add(time.Duration(10+d.random.IntN(50)) * time.Second))
	d.plan(start.Add(time.Duration(170+d.random.IntN(90))*time.Second), func() error { return t.play(time.Time{}) })
}

// playPart has a match of the third round played up to now; the tables, in
// their order, end in different situations.
func (d *demoRun) playPart(t table, start time.Time) {
	now := start.Add(demoPlayed)
	first := start.Add(3 * time.Minute)
	at := func(before time.Duration) time.Time { return now.Add(-before) }
	round, _ := d.state().CurrentRound()
	situation := t.match - round.First
	if situation == 3 { // They came late and have only sat down.
		t.sitDown(at(2 * time.Minute))
		return
	}
	t.sitDown(start.Add(time.Duration(10+d.random.IntN(50)) * time.Second))
	switch situation {
	case 0: // One side wins hand after hand: the match is over and agreed.
		d.plan(first, t.sweep)
	case 1: // The two sides report the last hand differently.
		d.plan(first, func() error { return t.play(at(4 * time.Minute)) })
		d.plan(at(100*time.Second), t.dispute)
	case 2: // The last report waits for the other side.
		d.plan(first, func() error { return t.play(at(4 * time.Minute)) })
		d.plan(at(35*time.Second), func() error { return t.report(scoresheet.SideA, t.order()) })
	case 4: // A side calls the referee.
		d.plan(first, func() error { return t.play(at(2 * time.Minute)) })
		d.plan(at(50*time.Second), t.call)
	default: // A penalty was given, and play goes on.
		d.plan(first, func() error { return t.play(at(time.Minute)) })
		d.plan(at(9*time.Minute), t.penalty)
	}
}

// table is a match and the two phones at it.
type table struct {
	*demoRun
	match int
}

// record is the match as it stands.
func (t table) record() *event.Match { return t.state().Match(t.match) }

func (t table) speaker(side scoresheet.Side) event.Speaker {
	return event.Speaker{Match: t.match, Side: side, Device: fmt.Sprintf("demo-phone-%d%s", t.record().Table, side)}
}

// author is who speaks for the side, as the interface names them.
func (t table) author(side scoresheet.Side) event.Author {
	table := t.record().Table
	return event.Author{Role: event.SideRole, Name: strconv.Itoa(table) + side.String(), Device: fmt.Sprintf("D%d%s", table, side)}
}

// sitDown has both captains take their side and say who sits where.
func (t table) sitDown(at time.Time) {
	for i, side := range scoresheet.Sides {
		t.plan(at.Add(time.Duration(i*23)*time.Second), func() error {
			by := t.author(side)
			if err := t.do(event.HoldSide{Speaker: t.speaker(side), Label: by.Device}, by); err != nil {
				return err
			}
			state := t.state()
			entrant, _ := state.Entrant(t.record().Entrants.Of(side))
			seats := map[scoresheet.Seat]string{}
			for k, seat := range side.Seats(state.Rulebook.Discipline.Seats()) {
				seats[seat] = entrant.Players[k]
			}
			return t.do(event.TakeSeats{Speaker: t.speaker(side), Seats: seats}, by)
		})
	}
}

// order is an order in which the seats might finish, the better side ahead
// more often.
func (t table) order() []scoresheet.Seat {
	m := t.record()
	seats := make([]scoresheet.Seat, t.state().Rulebook.Discipline.Seats())
	luck := map[scoresheet.Seat]float64{}
	for i := range seats {
		seats[i] = scoresheet.Seat(i + 1)
		luck[seats[i]] = t.random.ExpFloat64() / t.force[m.Entrants.Of(seats[i].Side())]
	}
	slices.SortFunc(seats, func(a, b scoresheet.Seat) int { return cmp.Compare(luck[a], luck[b]) })
	return seats
}

// report reports the next hand.
func (t table) report(side scoresheet.Side, finish []scoresheet.Seat) error {
	m := t.record()
	due := m.Due(m.Next())
	hand := scoresheet.Hand{Finish: finish, Extra: due != nil && due.Extra}
	return t.do(event.ReportHand{Speaker: t.speaker(side), Place: m.Next(), Hand: hand}, t.author(side))
}

// confirm has a side agree to what the other says or, when the match is over,
// to the match.
func (t table) confirm(side scoresheet.Side) error {
	return t.do(event.Confirm{Speaker: t.speaker(side), Version: t.record().Version}, t.author(side))
}

// play reports a hand, has it confirmed, and goes on with the next one, until
// the match is over or no hand can be finished before the time.
func (t table) play(until time.Time) error {
	if over, err := t.over(); over || err != nil {
		return err
	}
	if !until.IsZero() && t.now().After(until) {
		return nil
	}
	winners := t.order()
	side := winners[0].Side()
	if err := t.report(side, winners); err != nil {
		return err
	}
	t.plan(t.seconds(12, 45), func() error { return t.answer(side.Other()) })
	t.plan(t.seconds(150, 280), func() error { return t.play(until) })
	return nil
}

// answer confirms the report that waits for the side, if it still does.
func (t table) answer(side scoresheet.Side) error {
	if len(t.record().Answerable(side)) == 0 {
		return nil
	}
	return t.confirm(side)
}

// over has both sides agree to a match that is over.
func (t table) over() (bool, error) {
	m := t.record()
	if m.State != event.Over {
		return false, nil
	}
	for _, side := range scoresheet.Sides {
		if m.Agreed.Of(side) {
			continue
		}
		if err := t.confirm(side); err != nil {
			return true, err
		}
	}
	return true, nil
}

// sweep is a hand that side A wins with both its players first, and so on
// until the match is over.
func (t table) sweep() error {
	if over, err := t.over(); over || err != nil {
		return err
	}
	if err := t.report(scoresheet.SideA, scoresheet.SideA.Seats(t.state().Rulebook.Discipline.Seats())); err != nil {
		return err
	}
	t.plan(t.seconds(12, 30), func() error { return t.answer(scoresheet.SideB) })
	t.plan(t.seconds(170, 210), t.sweep)
	return nil
}

// dispute has the sides report the next hand each to its own advantage.
func (t table) dispute() error {
	if err := t.report(scoresheet.SideA, []scoresheet.Seat{1, 2, 3, 4}); err != nil {
		return err
	}
	p := t.record().Open()[0]
	t.plan(t.seconds(20, 30), func() error {
		hand := scoresheet.Hand{Finish: []scoresheet.Seat{2, 1, 4, 3}}
		return t.do(event.ReportHand{Speaker: t.speaker(scoresheet.SideB), Place: p, Hand: hand}, t.author(scoresheet.SideB))
	})
	return nil
}

func (t table) call() error {
	return t.do(event.CallReferee{Match: t.match, Side: scoresheet.SideB, ReasonCode: "rule", Reason: "逢人配带两对时没有说明，怎么算？"}, t.author(scoresheet.SideB))
}

func (t table) penalty() error {
	m := t.record()
	p := scoresheet.Penalty{Violation: "slow-play", Seat: 2, Game: 1, Hand: m.Next().Number - 1}
	return t.do(event.GivePenalty{Match: t.match, Penalty: p}, demoReferee)
}
