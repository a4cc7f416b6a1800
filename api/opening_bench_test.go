package api_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// BenchmarkOpening starts a kiosk on the data of an event with 10,000 matches,
// in which both sides told every one of ten hands: until it can answer. Aim:
// under a second.
//
//	go test -run '^$' -bench Opening -benchtime 5x ./api
func BenchmarkOpening(b *testing.B) {
	path := filepath.Join(b.TempDir(), "kiosk.db")
	matches, entries := playedEvent(b, path, 20)
	b.ResetTimer()
	for b.Loop() {
		s, err := store.Open(path, store.Options{Now: time.Now})
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		server, err := api.New(ctx, api.Config{Store: s, Rulebooks: config.BuiltIn(), Lang: scoresheet.ZhHans, PublicURL: address, Now: time.Now, Random: rand.Reader})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if state, ok := s.State("big"); !ok || state.Matches() != matches || state.Version != entries {
			b.Fatal("it is not all there")
		}
		_ = server.Close()
		cancel()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(matches), "matches")
	b.ReportMetric(float64(entries), "entries")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/start")
	b.ReportMetric(0, "ns/op")
}

// bigGroups are the groups of 50 pairs in a big event: 500 matches a round.
const (
	bigGroups = 20
	groupSize = 50
)

// playedEvent writes an event with so many rounds that were played and signed
// off, and gives how many matches and entries it has.
func playedEvent(b *testing.B, path string, rounds int) (matches, entries int) {
	b.Helper()
	s, err := store.Open(path, store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	e := bigEvent{b, s}
	e.make()
	for round := range rounds {
		e.do(event.DrawRound{Seed: "big"}, organiser)
		state := e.state()
		var wg sync.WaitGroup
		for _, m := range state.RoundMatches(round + 1) {
			wg.Go(func() { e.play(m.Number, m.Table) })
		}
		wg.Wait()
		e.do(event.SignOffRound{Round: round + 1}, organiser)
	}
	matches, entries = e.state().Matches(), e.state().Version
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return matches, entries
}

var organiser = event.Author{Role: event.Organiser, Name: "bench"}

// bigEvent is an event that is filled through its store.
type bigEvent struct {
	testing.TB
	store *store.Bolt
}

// make makes the event with all its pairs in groups.
func (e bigEvent) make() {
	entry, _ := config.BuiltIn().Get("guandan-college")
	book := *entry.Book
	book.Entry.Groups, book.Entry.Min, book.Entry.Max = nil, 2, 64
	var entrants []event.Entrant
	for g := range bigGroups {
		group := fmt.Sprintf("G%d", g)
		book.Entry.Groups = append(book.Entry.Groups, group)
		entrants = append(entrants, pairsIn(group, groupSize)...)
	}
	e.makeOf(&book, entrants)
}

// pairsIn are n pairs of different units.
func pairsIn(group string, n int) []event.Entrant {
	pairs := make([]event.Entrant, n)
	for i := range pairs {
		name := fmt.Sprintf("%s-%d", group, i)
		pairs[i] = event.Entrant{Unit: "单位" + name, Group: group, Players: []string{"甲" + name, "乙" + name}}
	}
	return pairs
}

func (e bigEvent) makeOf(book *scoresheet.Rulebook, entrants []event.Entrant) {
	e.do(event.CreateEvent{ID: "big", EventName: "big", Rulebook: book, Text: "big", Hash: strings.Repeat("0", 64)}, organiser)
	e.do(event.ReadEntrants{Entrants: entrants}, organiser)
}

func (e bigEvent) state() *event.State {
	state, _ := e.store.State("big")
	return state
}

func (e bigEvent) do(cmd event.Command, by event.Author) *event.State {
	receipt, err := e.store.Submit(context.Background(), store.Request{Event: "big", Command: cmd, By: by})
	if err != nil {
		e.Errorf("%T: %v", cmd, err)
		return e.state()
	}
	return receipt.State
}

// play plays a match to its end.
func (e bigEvent) play(match, table int) {
	for e.step(match, table) {
	}
}

// step is what a table does next: the phones hold their sides, A reports, B
// confirms, and both agree in the end. Six hands are won in turns, four by side A
// with both its players first. False when there is no more to do.
func (e bigEvent) step(match, table int) bool {
	m := e.state().Match(match)
	for _, side := range scoresheet.Sides {
		if m.Holds.Of(side) == nil {
			e.say(match, table, side, func(sp event.Speaker) event.Command { return event.HoldSide{Speaker: sp, Label: "AB12"} })
			return true
		}
	}
	confirm := func(sp event.Speaker) event.Command { return event.Confirm{Speaker: sp, Version: m.Version} }
	if len(m.Open()) > 0 {
		e.say(match, table, scoresheet.SideB, confirm)
		return true
	}
	if m.State == event.Over {
		for _, side := range scoresheet.Sides {
			if !m.Agreed.Of(side) {
				e.say(match, table, side, confirm)
				return true
			}
		}
		return false
	}
	next := m.Next()
	e.say(match, table, scoresheet.SideA, func(sp event.Speaker) event.Command {
		return event.ReportHand{Speaker: sp, Place: next, Hand: scoresheet.Hand{Finish: orderOf(next.Number)}}
	})
	return true
}

func orderOf(hand int) []scoresheet.Seat {
	switch {
	case hand > 6:
		return []scoresheet.Seat{1, 3, 2, 4}
	case hand%2 == 0:
		return []scoresheet.Seat{2, 1, 3, 4}
	}
	return []scoresheet.Seat{1, 2, 4, 3}
}

func (e bigEvent) say(match, table int, side scoresheet.Side, cmd func(event.Speaker) event.Command) {
	device := fmt.Sprintf("phone-%d-%s", table, side)
	by := event.Author{Role: event.SideRole, Name: fmt.Sprintf("%d%s", table, side), Device: device}
	e.do(cmd(event.Speaker{Match: match, Side: side, Device: device}), by)
}
