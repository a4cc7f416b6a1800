package rehearsal

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// counts is what happens in a rehearsal, counted while it happens.
type counts struct {
	rounds, tables, done, matches, hands, entries, phones atomic.Int64
	reports, confirmed, conflicts                         atomic.Int64
	sent, again, hungUp, repeated, atOnce, reconnected    atomic.Int64
	takeOvers, moved                                      atomic.Int64
	listening, changes, heard, rejoined, crowded          atomic.Int64
	// playing is the time in which tables played, in all rounds.
	playing atomic.Int64

	mu    sync.Mutex
	round int
	began time.Time
	// took are the times of reports that nothing came in the way of.
	took []time.Duration
}

func (c *counts) begin(round int) {
	c.tables.Store(0)
	c.done.Store(0)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.round, c.began = round, time.Now()
}

func (c *counts) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.began = time.Time{}
}

// reported counts a report that was had.
func (c *counts) reported(got reply) {
	c.reports.Add(1)
	if !got.first {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, got.took)
}

// Progress is how far a rehearsal is.
type Progress struct {
	// Round is the one that is played; Done of its Tables are over.
	Round, Done, Tables int
	// Reports were had until now, PerSecond in the last second.
	Reports   int
	PerSecond float64
	// Listening are the streams that are open.
	Listening int
}

// tellEvery is how often progress is told.
const tellEvery = time.Second

// report tells the progress until done is closed.
func (h *hall) report(done <-chan struct{}, tell func(Progress)) {
	if tell == nil {
		return
	}
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	before, last := int64(0), time.Now()
	for {
		select {
		case <-done:
			return
		case now := <-tick.C:
			reports := h.count.reports.Load()
			h.count.mu.Lock()
			round := h.count.round
			h.count.mu.Unlock()
			tell(Progress{
				Round: round, Done: int(h.count.done.Load()), Tables: int(h.count.tables.Load()), Reports: int(reports),
				PerSecond: float64(reports-before) / now.Sub(last).Seconds(), Listening: int(h.count.listening.Load()),
			})
			before, last = reports, now
		}
	}
}

// Latency is how long answers took, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
}

// latency of the times, which it sorts.
func latency(took []time.Duration) Latency {
	if len(took) == 0 {
		return Latency{}
	}
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[min(int(share*float64(len(took))), len(took)-1)]) / float64(time.Millisecond)
	}
	return Latency{at(0.5), at(0.95), at(0.99), at(1)}
}

// Result is what came of a rehearsal.
type Result struct {
	Rulebook string `json:"rulebook"`
	Events   int    `json:"events"`
	Rounds   int    `json:"rounds"`
	Matches  int    `json:"matches"`
	Phones   int    `json:"phones"`
	// Reports are accepted hands: reports of a hand by a side that were had.
	// Hands are those that stand in the matches, Entries all of the record.
	Reports       int `json:"accepted_hands"`
	Hands         int `json:"hands"`
	Confirmations int `json:"confirmations"`
	Entries       int `json:"entries"`
	// Seconds are those in which tables played; PerSecond are accepted hands.
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"accepted_hands_per_second"`
	// Latency is that of accepted hands that nothing came in the way of.
	Latency   Latency   `json:"latency"`
	Network   Network   `json:"network"`
	Listening Listening `json:"listening"`
	Findings
}

// Network is what was sent, and what came in its way.
type Network struct {
	Messages int `json:"messages"`
	// HungUp were cut off before the answer and sent again; Repeated were sent
	// twice after another, AtOnce at the same time.
	HungUp      int `json:"hung_up"`
	Repeated    int `json:"repeated"`
	AtOnce      int `json:"at_once"`
	Reconnected int `json:"reconnected"`
	// Again were sent again because the kiosk was away; Moved are devices that
	// went on at another kiosk then.
	Again     int `json:"sent_again"`
	Moved     int `json:"moved"`
	TakeOvers int `json:"take_overs"`
	// Conflicts were told that things had moved on.
	Conflicts int `json:"conflicts"`
}

// Listening is what was heard on streams.
type Listening struct {
	Listeners int   `json:"listeners"`
	Changes   int   `json:"changes"`
	Bytes     int64 `json:"bytes"`
	Rejoined  int   `json:"rejoined"`
	// Crowded are changes that came too soon after the ones before.
	Crowded int `json:"crowded"`
}

func (h *hall) result() Result {
	c := h.count
	number := func(n *atomic.Int64) int { return int(n.Load()) }
	seconds := time.Duration(c.playing.Load()).Seconds()
	r := Result{
		Rulebook: h.plan.Book.ID, Events: h.events, Rounds: number(&c.rounds), Matches: number(&c.matches), Phones: number(&c.phones),
		Reports: number(&c.reports), Hands: number(&c.hands), Confirmations: number(&c.confirmed), Entries: number(&c.entries),
		Seconds: seconds, Findings: h.ledger.found,
		Network: Network{
			Messages: number(&c.sent), HungUp: number(&c.hungUp), Repeated: number(&c.repeated), AtOnce: number(&c.atOnce),
			Reconnected: number(&c.reconnected), Again: number(&c.again), Moved: number(&c.moved), TakeOvers: number(&c.takeOvers), Conflicts: number(&c.conflicts),
		},
		Listening: Listening{
			Listeners: h.plan.Listeners, Changes: number(&c.changes), Bytes: c.heard.Load(), Rejoined: number(&c.rejoined), Crowded: number(&c.crowded),
		},
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r.Latency = latency(c.took)
	if seconds > 0 {
		r.PerSecond = float64(r.Reports) / seconds
	}
	return r
}
