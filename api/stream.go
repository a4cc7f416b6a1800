package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Times of a stream. A client that is gone shows only when something is
// written, so a beat is due even when nothing happens; and changes are merged
// to at most four a second, so that a busy hall does not flood its pages.
const (
	beatEvery  = 12 * time.Second
	mergeEvery = 250 * time.Millisecond
)

// hub ends all streams when the server stops: a shutdown waits for open ones.
type hub struct {
	stopped chan struct{}
	once    sync.Once
}

func newHub() *hub { return &hub{stopped: make(chan struct{})} }

func (h *hub) stop() { h.once.Do(func() { close(h.stopped) }) }

// change is what happened, for pages to know what to load anew.
type change struct {
	Version int       `json:"version"`
	Matches []string  `json:"matches"`
	What    []string  `json:"what"`
	Tables  []int     `json:"tables"`
	View    *sideView `json:"view,omitempty"`
}

// merge adds the entries of a commit.
func (c *change) merge(commit store.Commit) {
	for _, e := range commit.Entries {
		c.Version = e.N
		if m := commit.State.Match(e.Match); m != nil {
			c.Matches = addNew(c.Matches, matchID(commit.Event, e.Match))
			for _, table := range m.Tables() {
				c.Tables = addNew(c.Tables, table)
			}
		}
		for _, what := range touches(e.Kind) {
			c.What = addNew(c.What, what)
		}
	}
}

func addNew[T comparable](list []T, item T) []T {
	for _, known := range list {
		if known == item {
			return list
		}
	}
	return append(list, item)
}

// touches says which parts of pages an entry of the kind bears on.
func touches(kind event.Kind) []string {
	topic, _, _ := strings.Cut(string(kind), ".")
	switch topic {
	case "clock":
		return []string{"clock", "queue"}
	case "hand", "sheet", "match", "penalty", "ruling", "sides":
		return []string{"standings", "queue"}
	case "call":
		return []string{"calls", "queue"}
	case "round", "phase", "lots":
		return []string{"rounds", "standings", "clock", "queue"}
	case "entrants":
		return []string{"entrants", "standings"}
	case "settings", "event":
		return []string{"settings"}
	}
	return []string{"tables"}
}

// eventStream sends every change of an event.
func (s *Server) eventStream(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	s.stream(c, s.listener(c), state.ID, lastSeen(c), nil)
	return nil
}

// sideStream sends every change of a side's match, with the whole view.
func (s *Server) sideStream(c *fiber.Ctx) error {
	at, err := s.at(c, "")
	if err != nil {
		return err
	}
	w, token := s.words(c), c.Params("token")
	s.stream(c, s.listeners.join(at.place.String(), addressFrom(c.Context().RemoteIP()), false), at.Event, lastSeen(c), func(state *event.State, ch *change) bool {
		if p, ok := s.codes.find(token); !ok || p != at.place {
			return false
		}
		view := s.sideView(state, at, w)
		ch.View = &view
		return true
	})
	return nil
}

// lastSeen is the version that a page already knows.
func lastSeen(c *fiber.Ctx) int {
	seen, err := strconv.Atoi(c.Get("Last-Event-ID", c.Query("after")))
	if err != nil {
		return 0
	}
	return seen
}

// stream writes server-sent events until the client or the server ends, or the
// listener's place is needed. Fill
// completes a change for its reader, and says whether the reader may still
// read. The subscription begins before the state is looked at, so nothing
// falls between.
func (s *Server) stream(c *fiber.Ctx, who *listener, id event.ID, seen int, fill func(*event.State, *change) bool) {
	c.Set(fiber.HeaderContentType, "text/event-stream; charset=utf-8")
	c.Set(fiber.HeaderCacheControl, "no-cache, no-transform")
	c.Set("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	sub := s.Store.Subscribe(id)
	c.Context().SetBodyStreamWriter(fasthttp.StreamWriter(func(w *bufio.Writer) {
		defer sub.Close()
		defer s.listeners.leave(who)
		out := &streamWriter{w: w, server: s, event: id, fill: fill, left: who.left}
		if !out.begin(seen) {
			return
		}
		out.run(sub)
	}))
}

type streamWriter struct {
	w      *bufio.Writer
	server *Server
	event  event.ID
	fill   func(*event.State, *change) bool
	left   <-chan struct{}
}

// begin greets, and sends what the page has missed as one change.
func (o *streamWriter) begin(seen int) bool {
	state, ok := o.server.Store.State(o.event)
	if !ok {
		return false
	}
	hello := map[string]any{"version": state.Version, "server_time": o.server.Now().UTC()}
	if !o.send("hello", state.Version, hello) {
		return false
	}
	if seen >= state.Version {
		return true
	}
	return o.change(state, change{Version: state.Version, Matches: []string{}, What: everything, Tables: []int{}})
}

// everything is what a page loads that does not know what it missed.
var everything = []string{"clock", "standings", "entrants", "queue", "calls", "rounds", "settings", "tables"}

func (o *streamWriter) run(sub *store.Subscription) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		select {
		case <-o.server.hub.stopped:
			return
		case <-o.left:
			return
		case <-beat.C:
			if !o.send("beat", 0, struct{}{}) {
				return
			}
		case commit, open := <-sub.C:
			if !open || !o.gather(sub, commit) {
				return
			}
		}
	}
}

// gather sends a change at once, and those that follow within a moment
// together at its end.
func (o *streamWriter) gather(sub *store.Subscription, first store.Commit) bool {
	ch := change{Matches: []string{}, What: []string{}, Tables: []int{}}
	ch.merge(first)
	if !o.flush(&ch, sub) {
		return false
	}
	moment := time.NewTimer(mergeEvery)
	defer moment.Stop()
	for {
		select {
		case <-o.server.hub.stopped:
			return false
		case <-o.left:
			return false
		case commit, open := <-sub.C:
			if !open {
				return false
			}
			ch.merge(commit)
		case <-moment.C:
			return ch.Version == 0 || o.flush(&ch, sub)
		}
	}
}

func (o *streamWriter) flush(ch *change, sub *store.Subscription) bool {
	state, ok := o.server.Store.State(o.event)
	if !ok {
		return false
	}
	if sub.Lagged() {
		ch.What = everything
	}
	full := *ch
	full.Version = max(full.Version, state.Version)
	*ch = change{Matches: []string{}, What: []string{}, Tables: []int{}}
	return o.change(state, full)
}

func (o *streamWriter) change(state *event.State, ch change) bool {
	if o.fill != nil && !o.fill(state, &ch) {
		o.send("reload", ch.Version, struct{}{})
		return false
	}
	return o.send("change", ch.Version, ch)
}

// send writes one event. False when the client is gone.
func (o *streamWriter) send(name string, id int, data any) bool {
	body, err := json.Marshal(data)
	if err != nil {
		return false
	}
	if id > 0 {
		fmt.Fprintf(o.w, "id: %d\n", id)
	}
	fmt.Fprintf(o.w, "event: %s\ndata: %s\n\n", name, body)
	return o.w.Flush() == nil
}
