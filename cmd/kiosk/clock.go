package main

import (
	"time"

	"kiosk/store"
)

// steadyClock is the laptop's clock as it stood at the start, counted on by
// what no setting of the clock changes and no sleep stops: a round must not end
// early because the laptop has just learnt the right time.
type steadyClock struct {
	start   time.Time
	elapsed func() time.Duration
}

// newSteadyClock starts at a time. since gives the time since some fixed
// moment.
func newSteadyClock(start time.Time, since func() time.Duration) *steadyClock {
	begun := since()
	return &steadyClock{start: start.Round(0), elapsed: func() time.Duration { return since() - begun }}
}

func (c *steadyClock) now() time.Time { return c.start.Add(c.elapsed()) }

// catchUp sets the clock on to the newest entry of the record where it is
// behind, so that what comes later never stands before what came earlier. It
// gives how far it was behind. It is for the start, before anybody else asks.
func (c *steadyClock) catchUp(s store.Store) time.Duration {
	var newest time.Time
	for _, id := range s.Events() {
		if state, ok := s.State(id); ok && state.ChangedAt.After(newest) {
			newest = state.ChangedAt
		}
	}
	behind := newest.Sub(c.now())
	if newest.IsZero() || behind <= 0 {
		return 0
	}
	c.start = c.start.Add(behind)
	return behind
}
