package api

import (
	"net/netip"
	"slices"
	"sync"

	"github.com/gofiber/fiber/v2"
)

// listener is one open stream. Left is closed when others need its place; its
// page then comes back by itself.
type listener struct {
	// who is the table's side, the session or the browser that listens; "" is
	// somebody of whom no more is known than the address.
	who  string
	from netip.Addr
	// public listeners share a bound; staff and sides are never put out by them.
	public bool
	left   chan struct{}
}

// listeners bounds open streams: few for each who listens, whatever their
// address, and many for the public together. The oldest makes room: a browser
// that got a refusal would not come back.
type listeners struct {
	each, public int

	mu sync.Mutex
	// open are the streams of each who listens, and of each address of the
	// public, oldest first.
	open      map[string][]*listener
	byAddress map[netip.Addr][]*listener
	count     int
}

// Bounds on open streams: a side's players, and pages that were opened anew
// before the kiosk knew that the old one is gone.
const (
	streamsEach   = 16
	streamsPublic = 4 << 10
)

func newListeners(each, public int) *listeners {
	return &listeners{each: each, public: public, open: map[string][]*listener{}, byAddress: map[netip.Addr][]*listener{}}
}

// join takes a listener in, and puts the oldest out where there are too many:
// of the same who listens, or else of the address with the most, so that a flood
// from one address puts out itself.
func (l *listeners) join(who string, from netip.Addr, public bool) *listener {
	joined := &listener{who: who, from: from, public: public, left: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	if who != "" && len(l.open[who]) >= l.each {
		l.remove(l.open[who][0])
	}
	if public && l.count >= l.public {
		l.remove(l.crowded()[0])
	}
	if who != "" {
		l.open[who] = append(l.open[who], joined)
	}
	if public {
		l.byAddress[from] = append(l.byAddress[from], joined)
		l.count++
	}
	return joined
}

// crowded are the public's streams from the address with the most. The lock is
// held, and there are some.
func (l *listeners) crowded() []*listener {
	var most []*listener
	for _, here := range l.byAddress {
		if len(here) > len(most) {
			most = here
		}
	}
	return most
}

// leave forgets a listener. It may be put out before.
func (l *listeners) leave(gone *listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(gone)
}

// remove puts a listener out, once. The lock is held.
func (l *listeners) remove(gone *listener) {
	select {
	case <-gone.left:
		return
	default:
		close(gone.left)
	}
	if gone.who != "" {
		without(l.open, gone.who, gone)
	}
	if gone.public {
		without(l.byAddress, gone.from, gone)
		l.count--
	}
}

func without[K comparable](lists map[K][]*listener, key K, gone *listener) {
	list := slices.DeleteFunc(lists[key], func(one *listener) bool { return one == gone })
	if len(list) == 0 {
		delete(lists, key)
		return
	}
	lists[key] = list
}

// listener takes in who asks for an event's stream: a session, or the public.
func (s *Server) listener(c *fiber.Ctx) *listener {
	from := addressFrom(c.Context().RemoteIP())
	if p, ok := s.person(c); ok {
		return s.listeners.join("session "+p.key.String(), from, false)
	}
	who := ""
	if device := c.Cookies(deviceCookie); isDevice(device) {
		who = "device " + sumOf(device).String()
	}
	return s.listeners.join(who, from, true)
}
