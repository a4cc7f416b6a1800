package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// season fills a store with events that are played hand by hand, each report
// under a key and with an answer of the usual size, until there are so many
// entries.
func season(b *testing.B, s *store.Bolt, entries int) {
	b.Helper()
	book, err := demoBook(config.BuiltIn())
	if err != nil {
		b.Fatal(err)
	}
	var wg sync.WaitGroup
	const atOnce = 16
	for n := range atOnce {
		wg.Go(func() {
			for id, made := n, 0; made < entries/atOnce; id += atOnce {
				p := &player{B: b, s: s, id: event.ID(fmt.Sprintf("event%d", id))}
				p.play(book, entries/atOnce-made)
				state, _ := s.State(p.id)
				made += state.Version
			}
		})
	}
	wg.Wait()
}

type player struct {
	*testing.B
	s    *store.Bolt
	id   event.ID
	keys int
}

func (p *player) do(cmd event.Command, by event.Author) *event.State {
	p.keys++
	got, err := p.s.Submit(context.Background(), store.Request{
		Event: p.id, Command: cmd, By: by, Key: fmt.Sprintf("%s-key-%08d", p.id, p.keys),
		Answer: func(*event.State, []event.Entry) ([]byte, error) { return bytes.Repeat([]byte("x"), 700), nil },
	})
	if err != nil {
		p.Fatalf("%s: %v", cmd.Name(), err)
	}
	return got.State
}

// play plays rounds of an event until it has so many entries or is over.
func (p *player) play(book config.Entry, entries int) {
	p.do(event.CreateEvent{ID: p.id, EventName: "掼蛋赛", Rulebook: book.Book, Text: book.Text, Hash: book.Hash}, demoOrganiser)
	var entrants []event.Entrant
	for i := range 32 {
		group := []string{"A", "B"}[i%2]
		entrants = append(entrants, event.Entrant{Number: fmt.Sprint(i + 1), Unit: fmt.Sprintf("分会%d", i/2), Group: group, Players: []string{fmt.Sprintf("甲%d", i), fmt.Sprintf("乙%d", i)}})
	}
	state := p.do(event.ReadEntrants{Entrants: entrants}, demoOrganiser)
	for state.Version < entries {
		if _, err := state.NextRound(); err != nil {
			return
		}
		state = p.do(event.DrawRound{Seed: "7"}, demoOrganiser)
		round, _ := state.CurrentRound()
		for n := round.First; n <= round.Last; n++ {
			p.match(n)
		}
		state, _ = p.s.State(p.id)
	}
}

func (p *player) match(n int) {
	by := map[scoresheet.Side]event.Author{}
	speaker := func(side scoresheet.Side) event.Speaker {
		return event.Speaker{Match: n, Side: side, Device: fmt.Sprintf("phone-%d-%s", n, side)}
	}
	for _, side := range scoresheet.Sides {
		by[side] = event.Author{Role: event.SideRole, Name: fmt.Sprint(n, side), Device: "D"}
		p.do(event.HoldSide{Speaker: speaker(side)}, by[side])
	}
	for hand := 0; ; hand++ {
		state, _ := p.s.State(p.id)
		m := state.Match(n)
		if m.Done() {
			break
		}
		finish := []scoresheet.Seat{1, 2, 3, 4}
		if hand%3 == 2 {
			finish = []scoresheet.Seat{2, 1, 3, 4}
		}
		report := func(side scoresheet.Side) {
			p.do(event.ReportHand{Speaker: speaker(side), Place: m.Next(), Hand: scoresheet.Hand{Finish: finish}}, by[side])
		}
		report(scoresheet.SideA)
		p.do(event.Confirm{Speaker: speaker(scoresheet.SideB), Version: matchVersion(p.s, p.id, n)}, by[scoresheet.SideB])
	}
	for _, side := range scoresheet.Sides {
		p.do(event.Confirm{Speaker: speaker(side), Version: matchVersion(p.s, p.id, n)}, by[side])
	}
}

func matchVersion(s *store.Bolt, id event.ID, match int) int {
	state, _ := s.State(id)
	return state.Match(match).Version
}

// BenchmarkBackup measures, for data of 100,000 entries, a backup as the kiosk
// makes it (copied, synced, read back to the last entry), how long the file is
// held open for the copy, a restore, and a start.
//
//	go test -run '^$' -bench Backup -benchtime 5x ./cmd/kiosk
func BenchmarkBackup(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, dataFile)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	season(b, s, 100_000)
	entries := 0
	for _, id := range s.Events() {
		state, _ := s.State(id)
		entries += state.Version
	}
	var backup, restore, start time.Duration
	stick := b.TempDir()
	backups := store.NewBackups(s, store.BackupPlan{Folder: stick, Keep: 3}, store.BackupOptions{Look: time.Millisecond})
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		backups.Run(ctx)
	}()
	b.ResetTimer()
	for i := range b.N {
		if err := s.SetSecret(b.Context(), "turn", fmt.Append(nil, i)); err != nil {
			b.Fatal(err)
		}
		backups.Ask()
		for !backups.State().Current || backups.State().Running {
			time.Sleep(time.Millisecond)
		}
		if err := backups.State().Trouble; err != nil {
			b.Fatal(err)
		}
		backup += backups.State().Last.Took
	}
	b.StopTimer()
	stop()
	<-ended
	last := backups.State().Last
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		began := time.Now()
		if _, err := store.Restore(last.Path, path, fmt.Sprintf("kept-%d.db", i)); err != nil {
			b.Fatal(err)
		}
		restore += time.Since(began)
		began = time.Now()
		opened, err := store.Open(path, store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		start += time.Since(began)
		if err := opened.Close(); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(last.Path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(entries), "entries")
	b.ReportMetric(float64(info.Size())/(1<<20), "MiB")
	for name, took := range map[string]time.Duration{"backup-s": backup, "restore-s": restore, "start-s": start} {
		b.ReportMetric(took.Seconds()/float64(b.N), name)
	}
	b.ReportMetric(0, "ns/op")
}
