package store

import (
	"sync"
	"sync/atomic"

	"kiosk/scoresheet/event"
)

// subscriptionQueue is how many commits wait for a subscriber before it lags.
const subscriptionQueue = 256

// Subscription is a bounded queue of commits in the order in which they were
// made.
type Subscription struct {
	// C gives the commits. It is closed by Close and with the store.
	C <-chan Commit

	queue  chan Commit
	lagged atomic.Bool
	event  event.ID
	owner  *subscribers
}

// Lagged says whether commits were dropped since it was last asked, because
// the subscriber was slow. Ask after each commit received: then nothing is
// missed, for a commit is only dropped while others wait in C. After a true
// one, load the state anew; commits that still come may be older than it.
func (s *Subscription) Lagged() bool { return s.lagged.Swap(false) }

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() { s.owner.remove(s) }

// offer never waits. The second attempt makes sure that a subscriber which
// emptied the queue just before the flag was raised still gets something to
// wake up to.
func (s *Subscription) offer(c Commit) {
	select {
	case s.queue <- c:
		return
	default:
	}
	s.lagged.Store(true)
	select {
	case s.queue <- c:
	default:
	}
}

// subscribers are the open subscriptions of a store.
type subscribers struct {
	mu      sync.RWMutex
	byEvent map[event.ID]map[*Subscription]struct{}
	closed  bool
}

func (s *subscribers) add(id event.ID, size int) *Subscription {
	queue := make(chan Commit, size)
	sub := &Subscription{C: queue, queue: queue, event: id, owner: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(queue)
		return sub
	}
	if s.byEvent[id] == nil {
		s.byEvent[id] = map[*Subscription]struct{}{}
	}
	s.byEvent[id][sub] = struct{}{}
	return sub
}

func (s *subscribers) remove(sub *Subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.byEvent[sub.event][sub]; !open {
		return
	}
	delete(s.byEvent[sub.event], sub)
	if len(s.byEvent[sub.event]) == 0 {
		delete(s.byEvent, sub.event)
	}
	close(sub.queue)
}

func (s *subscribers) publish(c Commit) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for sub := range s.byEvent[c.Event] {
		sub.offer(c)
	}
	for sub := range s.byEvent[AllEvents] {
		sub.offer(c)
	}
}

func (s *subscribers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, subs := range s.byEvent {
		for sub := range subs {
			close(sub.queue)
		}
	}
	s.byEvent = nil
}
