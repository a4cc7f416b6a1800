package api_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// BenchmarkGrowth measures what a reported hand costs in an event that has about
// 1,000 entries, and in one that has about 100,000, in turns in one run. "ratio"
// is the time in the long one to that in the short one. Aim: about 1.
//
//	go test -run '^$' -bench Growth -benchtime 9600x ./api
func BenchmarkGrowth(b *testing.B) {
	short, long := grownHall(b, 0, 40), grownHall(b, 8, 0)
	const turns = 6
	n := b.N / turns
	var times [2]time.Duration
	b.ResetTimer()
	for range turns {
		for i, hall := range []*bigHall{short, long} {
			times[i] += hall.report(b, n)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(short.entries), "short-entries")
	b.ReportMetric(float64(long.entries), "long-entries")
	b.ReportMetric(float64(times[0].Microseconds())/float64(n*turns), "short-µs/hand")
	b.ReportMetric(float64(times[1].Microseconds())/float64(n*turns), "long-µs/hand")
	b.ReportMetric(times[1].Seconds()/times[0].Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

// bigHall is a kiosk with a big event that is in mid-round, and its phones.
type bigHall struct {
	bigEvent
	addr    string
	server  *api.Server
	entries int
	// waiting are the phones of each connection whose match is not used up;
	// both sides of a match are at neighbouring connections.
	waiting [hallConnections][]*caller
}

const hallConnections = 64

// grownHall has so many rounds behind it, and so many matches of the round that
// is played.
func grownHall(b *testing.B, rounds, matches int) *bigHall {
	b.Helper()
	path := filepath.Join(b.TempDir(), "kiosk.db")
	playedEvent(b, path, rounds)
	s, err := store.Open(path, store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	h := serveBig(b, s)
	h.do(event.DrawRound{Seed: "now"}, organiser)
	now := h.state().RoundMatches(rounds + 1)
	var wg sync.WaitGroup
	for _, m := range now[:matches] {
		wg.Go(func() { h.play(m.Number, m.Table) })
	}
	wg.Wait()
	h.entries = h.state().Version
	h.sitDown(now[matches:])
	return h
}

// serveBig serves a store over HTTP.
func serveBig(b testing.TB, s *store.Bolt) *bigHall {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	h := &bigHall{bigEvent: bigEvent{b, s}}
	var err error
	h.server, err = api.New(ctx, api.Config{Store: s, Rulebooks: config.BuiltIn(), Lang: scoresheet.ZhHans, PublicURL: address, Now: time.Now, Random: rand.Reader})
	if err != nil {
		b.Fatal(err)
	}
	ln := listen(b)
	h.addr = ln.Addr().String()
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.server.Serve(ln) })
	b.Cleanup(func() {
		_ = h.server.Close()
		cancel()
		wg.Wait()
		_ = s.Close()
	})
	return h
}

// sitDown has a phone hold each side of the matches.
func (h *bigHall) sitDown(matches []*event.Match) {
	c := &fasthttp.HostClient{Addr: h.addr}
	defer c.CloseIdleConnections()
	for i, m := range matches {
		for k, side := range scoresheet.Sides {
			p := &caller{path: "/api/v1/t/" + h.server.Token("big", m.Table, side) + "/", device: fmt.Sprintf("growth-%d-%s", m.Number, side), side: side}
			post(h, c, p.path+"hold", "hold-"+p.device, []byte(`{"device":"`+p.device+`"}`), http.StatusOK)
			at := (2*i + k) % hallConnections
			h.waiting[at] = append(h.waiting[at], p)
		}
	}
}

// report has the phones report n hands, and gives the time that it took.
func (h *bigHall) report(b *testing.B, n int) time.Duration {
	b.Helper()
	return phonesAsk(b, h.addr, hallConnections, n, func(at, _ int, c *fasthttp.HostClient) {
		h.next(b, at).report(b, c)
	})
}

// next is the phone at a connection that still has hands to report.
func (h *bigHall) next(b *testing.B, at int) *caller {
	phones := h.waiting[at]
	for len(phones) > 1 && phones[0].hand >= handsAMatch {
		phones = phones[1:]
	}
	h.waiting[at] = phones
	if phones[0].hand >= handsAMatch {
		b.Error("the matches are used up: lower -benchtime")
	}
	return phones[0]
}
