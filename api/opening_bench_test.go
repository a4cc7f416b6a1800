package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// BenchmarkOpening starts a kiosk on the data of an event with 10,000 matches,
// in which both sides told every one of seven hands: until it can answer. Aim:
// under a second. It has a snapshot that was taken at the end of the last run;
// or was killed when the next one was nearly due; or has none.
//
//	go test -run '^$' -bench Opening -benchtime 5x ./api
func BenchmarkOpening(b *testing.B) {
	whole, killed := filepath.Join(b.TempDir(), "kiosk.db"), filepath.Join(b.TempDir(), "kiosk.db")
	matches, entries := playedAndKilled(b, whole, killed, groupSize, 20)
	for _, row := range []struct{ name, path string }{{"snapshot", whole}, {"snapshot and 4000 entries", killed}, {"no snapshot", whole}} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				path := filepath.Join(b.TempDir(), "kiosk.db")
				copyFile(b, row.path, path)
				if row.name == "no snapshot" {
					withoutSnapshots(b, path)
				}
				b.StartTimer()
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
				if state, ok := s.State("big"); !ok || state.Matches() != matches || row.path == whole && state.Version != entries {
					b.Fatal("it is not all there")
				}
				_ = server.Close()
				cancel()
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				_ = os.Remove(path)
				b.StartTimer()
			}
			b.ReportMetric(float64(matches), "matches")
			b.ReportMetric(float64(entries), "entries")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/start")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkOpeningFromCluster is the same with 100,000 entries in a cluster of
// three servers, which run on this machine. Aim: under three seconds with a
// snapshot.
//
//	go test -run '^$' -bench OpeningFromCluster -benchtime 3x ./api
func BenchmarkOpeningFromCluster(b *testing.B) {
	path := filepath.Join(b.TempDir(), "kiosk.db")
	// The draw of smaller groups is short enough for one request to etcd.
	_, entries := playedAndKilled(b, path, filepath.Join(b.TempDir(), "killed.db"), 10, 8)
	cluster := storetest.NewCluster(b, 3)
	address, client := cluster.Address("/kiosk"), cluster.Client()
	join := func(b *testing.B) *store.Etcd {
		s, err := store.OpenEtcd(b.Context(), address, store.EtcdOptions{Folder: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s, from := join(b), openBig(b, path)
	if _, err := store.Move(b.Context(), from, s, "big"); err != nil {
		b.Fatal(err)
	}
	storetest.Until(b, "a snapshot", func() bool {
		got, err := client.Get(b.Context(), "/kiosk/snapshots/big/mark")
		return err == nil && len(got.Kvs) == 1
	})
	_, _ = from.Close(), s.Close()
	for _, name := range []string{"snapshot", "no snapshot"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				if name == "no snapshot" {
					if _, err := client.Delete(b.Context(), "/kiosk/snapshots/", clientv3.WithPrefix()); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				s := join(b)
				b.StopTimer()
				if state, ok := s.State("big"); !ok || state.Version != entries {
					b.Fatal("it is not all there")
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(entries), "entries")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/start")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkSnapshot plays four more rounds of an event with 10,000 matches, at 64
// tables at a time, and tells how long requests took while a snapshot was being
// taken, and how long else; and what a snapshot wrote.
//
//	go test -run '^$' -bench 'Snapshot$' -benchtime 1x ./api
func BenchmarkSnapshot(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		path, killed := filepath.Join(b.TempDir(), "kiosk.db"), filepath.Join(b.TempDir(), "killed.db")
		playedAndKilled(b, path, killed, groupSize, 20)
		log := &snapshotLog{}
		s, err := store.Open(killed, store.Options{Logger: slog.New(log)})
		if err != nil {
			b.Fatal(err)
		}
		e := bigEvent{b, s}
		b.StartTimer()
		type request struct {
			at   time.Time
			took time.Duration
		}
		var (
			mu       sync.Mutex
			requests []request
			wg       sync.WaitGroup
		)
		for round := 20; round <= 23; round++ {
			tables := make(chan *event.Match)
			for range 64 {
				wg.Go(func() {
					for m := range tables {
						for again := true; again; {
							began := time.Now()
							again = e.step(m.Number, m.Table)
							mu.Lock()
							requests = append(requests, request{began, time.Since(began)})
							mu.Unlock()
						}
					}
				})
			}
			for _, m := range e.state().RoundMatches(round) {
				tables <- m
			}
			close(tables)
			wg.Wait()
			e.do(event.SignOffRound{Round: round}, organiser)
			e.do(event.DrawRound{Seed: "big"}, organiser)
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		var during, other []time.Duration
		for _, r := range requests {
			if log.taking(r.at, r.at.Add(r.took)) {
				during = append(during, r.took)
			} else {
				other = append(other, r.took)
			}
		}
		for name, list := range map[string][]time.Duration{"during": during, "else": other} {
			slices.Sort(list)
			if len(list) > 0 {
				b.ReportMetric(float64(list[len(list)/2].Microseconds())/1000, name+"-p50-ms")
				b.ReportMetric(float64(list[len(list)*99/100].Microseconds())/1000, name+"-p99-ms")
			}
			b.ReportMetric(float64(len(list)), name)
		}
		b.ReportMetric(float64(len(log.spans)), "snapshots")
		b.ReportMetric(float64(log.bytes)/float64(max(len(log.spans), 1)), "B/snapshot")
		b.ReportMetric(0, "ns/op")
		b.StartTimer()
	}
}

// snapshotLog hears when snapshots were taken.
type snapshotLog struct {
	slog.Handler
	mu    sync.Mutex
	spans [][2]time.Time
	bytes int64
}

func (*snapshotLog) Enabled(context.Context, slog.Level) bool { return true }

func (l *snapshotLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message != "snapshot" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "took":
			l.spans = append(l.spans, [2]time.Time{r.Time.Add(-a.Value.Duration()), r.Time})
		case "bytes":
			l.bytes += a.Value.Int64()
		}
		return true
	})
	return nil
}

func (l *snapshotLog) taking(from, to time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.spans, func(s [2]time.Time) bool { return from.Before(s[1]) && to.After(s[0]) })
}

func copyFile(b *testing.B, from, to string) {
	b.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		b.Fatal(err)
	}
}

func withoutSnapshots(b *testing.B, path string) {
	b.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("snapshots")) })
	if err := errors.Join(err, db.Close()); err != nil {
		b.Fatal(err)
	}
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
	e := bigEvent{b, openBig(b, path)}
	e.makeIn(groupSize)
	e.playRounds(rounds)
	return e.end()
}

// playedAndKilled is playedEvent in groups of another size. What was on the disk
// in the last round, before there was a new snapshot, is at killed.
func playedAndKilled(b *testing.B, path, killed string, size, rounds int) (matches, entries int) {
	b.Helper()
	e := bigEvent{b, openBig(b, path)}
	e.makeIn(size)
	e.playRounds(rounds - 1)
	e.end()
	e.store = openBig(b, path)
	before := e.state().Version
	e.do(event.DrawRound{Seed: "big"}, organiser)
	left := e.state().RoundMatches(rounds)
	for e.state().Version < before+3900 {
		e.playAll(left[:4])
		left = left[4:]
	}
	file, err := os.Create(killed)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := e.store.Backup(file); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
	e.playAll(left)
	e.do(event.SignOffRound{Round: rounds}, organiser)
	return e.end()
}

// playRounds draws, plays and signs off the first rounds.
func (e bigEvent) playRounds(rounds int) {
	for round := 1; round <= rounds; round++ {
		e.do(event.DrawRound{Seed: "big"}, organiser)
		e.playAll(e.state().RoundMatches(round))
		e.do(event.SignOffRound{Round: round}, organiser)
	}
}

// end closes the store and gives what is in it.
func (e bigEvent) end() (matches, entries int) {
	matches, entries = e.state().Matches(), e.state().Version
	if err := e.store.Close(); err != nil {
		e.Fatal(err)
	}
	return matches, entries
}

func openBig(b *testing.B, path string) *store.Bolt {
	b.Helper()
	s, err := store.Open(path, store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// playAll plays matches at the same time.
func (e bigEvent) playAll(matches []*event.Match) {
	var wg sync.WaitGroup
	for _, m := range matches {
		wg.Go(func() { e.play(m.Number, m.Table) })
	}
	wg.Wait()
}

var organiser = event.Author{Role: event.Organiser, Name: "bench"}

// bigEvent is an event that is filled through its store.
type bigEvent struct {
	testing.TB
	store *store.Bolt
}

// make makes the event with all its pairs in groups.
func (e bigEvent) make() { e.makeIn(groupSize) }

// makeIn makes it with groups of some size.
func (e bigEvent) makeIn(size int) {
	entry, _ := config.BuiltIn().Get("guandan-college")
	book := *entry.Book
	book.Entry.Groups, book.Entry.Min, book.Entry.Max = nil, 2, 64
	var entrants []event.Entrant
	for g := range bigGroups * groupSize / size {
		group := fmt.Sprintf("G%d", g)
		book.Entry.Groups = append(book.Entry.Groups, group)
		entrants = append(entrants, pairsIn(group, size)...)
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
	receipt, err := e.store.Submit(context.Background(), store.Request{
		Event: "big", Command: cmd, By: by, Key: rand.Text(),
		Answer: func(*event.State, []event.Entry) ([]byte, error) { return bytes.Repeat([]byte("answer "), 40), nil },
	})
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
