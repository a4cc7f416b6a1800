package api

import (
	"net/netip"
	"sync"

	"kiosk/scoresheet/event"
)

// phone is a phone that holds a side in an event, by its fingerprint.
type phone struct {
	event  event.ID
	device string
}

// maxSpeakers bounds how many phones are remembered.
const maxSpeakers = 8 << 10

// speakers are the addresses from which phones that hold a side spoke last. A
// client that does not name its phone speaks as the one that holds the side, if
// it speaks from there: whoever has a picture of a table card does not, and has
// to take the side over, in sight of both sides. It is kept in memory only.
type speakers struct {
	mu   sync.RWMutex
	last map[phone]netip.Addr
}

func newSpeakers() *speakers { return &speakers{last: map[phone]netip.Addr{}} }

// spoke notes where a phone that holds a side spoke from.
func (s *speakers) spoke(who phone, from netip.Addr) {
	s.mu.RLock()
	last, known := s.last[who]
	s.mu.RUnlock()
	if known && last == from {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.last) >= maxSpeakers {
		clear(s.last)
	}
	s.last[who] = from
}

// from reports whether a phone spoke from the address last. The laptop itself
// speaks for every phone.
func (s *speakers) from(who phone, from netip.Addr) bool {
	if from.IsLoopback() {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	last, known := s.last[who]
	return known && last == from
}
