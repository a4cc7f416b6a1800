package api

import (
	"sync"
	"time"
)

// A side may take things back, change seats, call and hold as often as people
// do, not as often as programs can: each is an entry for ever. Reports and
// confirmations that bring the match further are bounded by the match, and cost
// nothing; so a table that plays fast never waits.
const (
	paceFree  = 60
	paceEvery = 3 * time.Second
)

// pace counts, for each place and the match there, what brings nothing further.
type pace struct {
	now func() time.Time

	mu    sync.Mutex
	spent map[place]spending
}

type spending struct {
	match int
	// count is how much was said, at the time; it falls by one in each paceEvery.
	count int
	at    time.Time
}

// maxPaces bounds how many places are counted.
const maxPaces = 8 << 10

func newPace(now func() time.Time) *pace { return &pace{now: now, spent: map[place]spending{}} }

// wait is how long the side has to wait before it may say more of it.
func (p *pace) wait(at place, match int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if spent := p.present(at, match, now); spent.count >= paceFree {
		return spent.at.Add(paceEvery).Sub(now)
	}
	return 0
}

// charge counts something that was taken.
func (p *pace) charge(at place, match int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	spent := p.present(at, match, p.now())
	spent.count++
	if len(p.spent) >= maxPaces {
		clear(p.spent)
	}
	p.spent[at] = spent
}

// present is what counts now. The lock is held.
func (p *pace) present(at place, match int, now time.Time) spending {
	spent := p.spent[at]
	if spent.match != match || now.Before(spent.at) {
		return spending{match: match, at: now}
	}
	if old := int(now.Sub(spent.at) / paceEvery); old > 0 {
		spent.count = max(0, spent.count-old)
		spent.at = spent.at.Add(time.Duration(old) * paceEvery)
	}
	return spent
}
