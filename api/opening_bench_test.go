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

// BenchmarkOpening starts a kiosk on the data of an event with 10,080 matches,
// in which both sides told every one of ten hands: until it can answer. Aim:
// under a second.
//
//	go test -run '^$' -bench Opening -benchtime 5x ./api
func BenchmarkOpening(b *testing.B) {
	path := filepath.Join(b.TempDir(), "kiosk.db")
	matches, entries := playedEvent(b, path, 21)
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

// bigGroups are the groups of 64 pairs in a big event: 480 matches a round.
const bigGroups = 15

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
	*testing.B
	store *store.Bolt
}

func (e bigEvent) make() {
	entry, _ := config.BuiltIn().Get("guandan-college")
	book := *entry.Book
	book.Entry.Groups, book.Entry.Min, book.Entry.Max = nil, 2, 64
	var entrants []event.Entrant
	for g := range bigGroups {
		group := fmt.Sprintf("G%d", g)
		book.Entry.Groups = append(book.Entry.Groups, group)
		for i := range 64 {
			name := fmt.Sprintf("%s-%d", group, i)
			entrants = append(entrants, event.Entrant{Unit: "单位" + name, Group: group, Players: []string{"甲" + name, "乙" + name}})
		}
	}
	e.do(event.CreateEvent{ID: "big", EventName: "big", Rulebook: &book, Text: "big", Hash: strings.Repeat("0", 64)}, organiser)
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

// play plays ten hands: six in turns, and four that side A wins with both its
// players first. Then both agree.
func (e bigEvent) play(match, table int) {
	say := func(side scoresheet.Side, cmd func(event.Speaker) event.Command) *event.State {
		device := fmt.Sprintf("phone-%d-%s", table, side)
		return e.do(cmd(event.Speaker{Match: match, Side: side, Device: device}), event.Author{Role: event.SideRole, Name: fmt.Sprintf("%d%s", table, side), Device: device})
	}
	var state *event.State
	for _, side := range scoresheet.Sides {
		state = say(side, func(sp event.Speaker) event.Command { return event.HoldSide{Speaker: sp, Label: "AB12"} })
	}
	for n := 1; state.Match(match).State != event.Over; n++ {
		finish := []scoresheet.Seat{1, 2, 4, 3}
		if n%2 == 0 {
			finish = []scoresheet.Seat{2, 1, 3, 4}
		}
		if n > 6 {
			finish = []scoresheet.Seat{1, 3, 2, 4}
		}
		say(scoresheet.SideA, func(sp event.Speaker) event.Command {
			return event.ReportHand{Speaker: sp, Place: event.Place{Game: 1, Number: n}, Hand: scoresheet.Hand{Finish: finish}}
		})
		state = say(scoresheet.SideB, func(sp event.Speaker) event.Command {
			return event.Confirm{Speaker: sp, Version: e.state().Match(match).Version}
		})
	}
	for _, side := range scoresheet.Sides {
		say(side, func(sp event.Speaker) event.Command {
			return event.Confirm{Speaker: sp, Version: e.state().Match(match).Version}
		})
	}
}
