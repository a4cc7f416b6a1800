package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// change is what happened, for pages to know what to load anew.
type change struct {
	Version int       `json:"version"`
	Matches []string  `json:"matches"`
	What    []string  `json:"what"`
	Tables  []int     `json:"tables"`
	View    *sideView `json:"view,omitempty"`
	// everybody: it bears on all tables.
	everybody bool
}

func newChange() change { return change{Matches: []string{}, What: []string{}, Tables: []int{}} }

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
		c.everybody = c.everybody || e.Match == 0 || !staysAtTable(e.Kind)
	}
}

// staysAtTable reports whether an entry of the kind bears on the tables of its
// match alone.
func staysAtTable(kind event.Kind) bool {
	topic, _, _ := strings.Cut(string(kind), ".")
	switch topic {
	case "hand", "side", "call", "penalty", "ruling", "sheet":
		return true
	}
	return kind == "match.agreed" || kind == "match.signed-off"
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
	s.stream(c, s.listener(c), state.ID, nil)
	return nil
}

// sideStream sends every change that a side's match has part in, with the whole
// view.
func (s *Server) sideStream(c *fiber.Ctx) error {
	at, err := s.at(c, "")
	if err != nil {
		return err
	}
	w, token := s.words(c), c.Params("token")
	who := s.listeners.join(at.place.String(), addressFrom(c.Context().RemoteIP()), false)
	s.stream(c, who, at.Event, func(news news) (*change, bool) {
		if p, ok := s.codes.find(token); !ok || p != at.place {
			return nil, false
		}
		// A table without a match waits for others.
		if !news.concerns(at.Table) && news.state.AtTable(at.Table) != nil {
			return nil, true
		}
		view, change := s.sideView(news.state, at, w), news.change
		change.View = &view
		return &change, true
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
// listener's place is needed. Own, if there, makes of news what this reader is
// told of it, nil for nothing, and says whether the reader may still read.
//
// The connection is taken from the server: a page that listens costs what is
// here and no more. The reader joins before the state is looked at, so nothing
// falls between.
func (s *Server) stream(c *fiber.Ctx, who *listener, id event.ID, own func(news) (*change, bool)) {
	c.Set(fiber.HeaderContentType, "text/event-stream; charset=utf-8")
	c.Set(fiber.HeaderCacheControl, "no-cache, no-transform")
	c.Set("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	seen, head := lastSeen(c), &c.Response().Header
	if c.Method() == fiber.MethodHead {
		s.listeners.leave(who)
		return
	}
	head.SetContentLength(-1) // in chunks
	begin := bytes.Clone(head.Header())
	c.Context().HijackSetNoResponse(true)
	c.Context().Hijack(func(conn net.Conn) {
		r := &reader{server: s, conn: unwrapped(conn), event: id, own: own, who: who}
		if !s.hub.open(r, func(mine *ear) { r.read(mine, begin, seen) }) {
			s.listeners.leave(who)
			_ = r.conn.Close()
		}
	})
}

// unwrapped is the connection without what the server has read of it: nobody
// sends anything on a stream.
func unwrapped(conn net.Conn) net.Conn {
	if wrapper, ok := conn.(interface{ UnsafeConn() net.Conn }); ok {
		return wrapper.UnsafeConn()
	}
	return conn
}

// reader is one open stream.
type reader struct {
	server *Server
	conn   net.Conn
	event  event.ID
	own    func(news) (*change, bool)
	who    *listener
}

// read writes the stream to its end.
func (r *reader) read(mine *ear, head []byte, seen int) {
	defer r.server.listeners.leave(r.who)
	defer r.conn.Close()
	if !r.begin(head, seen) {
		return
	}
	for {
		select {
		case <-r.server.hub.stopped:
			r.end()
			return
		case <-r.who.left:
			r.end()
			return
		case told, open := <-mine.news:
			if !open || !r.pass(told, mine.missed()) {
				r.end()
				return
			}
		}
	}
}

// begin greets, and sends what the page has missed as one change.
func (r *reader) begin(head []byte, seen int) bool {
	state, ok := r.server.Store.State(r.event)
	if !ok {
		return false
	}
	hello := map[string]any{"version": state.Version, "server_time": r.server.Now().UTC()}
	if !r.write(append(head, encoded("hello", state.Version, hello)...)) {
		return false
	}
	return seen >= state.Version || r.pass(allNews(state), false)
}

// pass sends news on, or all that may be new if some was missed.
func (r *reader) pass(told news, missed bool) bool {
	if missed {
		state, ok := r.server.Store.State(r.event)
		if !ok {
			return false
		}
		told = allNews(state)
	}
	if r.own == nil || told.state == nil {
		return r.write(told.encoded)
	}
	change, may := r.own(told)
	switch {
	case !may:
		r.write(encoded("reload", told.change.Version, struct{}{}))
		return false
	case change == nil:
		return true
	}
	return r.write(encoded("change", change.Version, change))
}

// write sends bytes. False when the client is gone, or does not take them.
func (r *reader) write(data []byte) bool {
	_, err := r.conn.Write(data)
	return err == nil
}

// end tells the client that the stream is over. It may be gone.
func (r *reader) end() { r.write([]byte("0\r\n\r\n")) }

// encoded is a server-sent event as a chunk of a stream; an id of 0 is none.
func encoded(name string, id int, data any) []byte {
	body, err := json.Marshal(data)
	if err != nil {
		body = []byte("{}") // none of what is sent here fails
	}
	var text []byte
	if id > 0 {
		text = fmt.Appendf(text, "id: %d\n", id)
	}
	text = fmt.Appendf(text, "event: %s\ndata: %s\n\n", name, body)
	return fmt.Appendf(nil, "%x\r\n%s\r\n", len(text), text)
}
