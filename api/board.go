package api

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// boards are what a hall looks at: the public view of each event in each
// language, made once for however many pages ask.
type boards struct {
	// run tells this kiosk's editions from those of another one and from those
	// before it was started anew.
	run string

	mu   sync.Mutex
	all  map[boardName]*board
	made int
}

type boardName struct {
	event event.ID
	lang  scoresheet.Lang
}

// maxBoards bounds how many are kept; the one that nobody asked for for longest
// goes first.
const maxBoards = 6

// newBoards takes what names its run from random.
func newBoards(random io.Reader) (*boards, error) {
	run := make([]byte, 6)
	if _, err := io.ReadFull(random, run); err != nil {
		return nil, fmt.Errorf("public views: %w", err)
	}
	return &boards{run: hex.EncodeToString(run), all: map[boardName]*board{}}, nil
}

// find is the board of that name, made if there is none yet.
func (b *boards) find(name boardName) *board {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := b.all[name]
	if found == nil {
		if len(b.all) >= maxBoards {
			b.forget()
		}
		b.made++
		found = &board{mark: fmt.Sprintf("%s-%d-", b.run, b.made)}
		b.all[name] = found
	}
	found.asked = time.Now()
	return found
}

// forget drops the board that was asked for longest ago. The lock is held.
func (b *boards) forget() {
	var oldest boardName
	for name, each := range b.all {
		if kept := b.all[oldest]; kept == nil || each.asked.Before(kept.asked) {
			oldest = name
		}
	}
	delete(b.all, oldest)
}

// board is a public view with its newest edition.
type board struct {
	asked time.Time
	// mark is what the names of its editions begin with. No other board has it.
	mark string

	mu     sync.Mutex
	newest *edition
	// next is when another edition may be made.
	next time.Time
}

// An edition shows a time, so it is not given out for long; and making editions
// takes no more than one part in boardShare of one processor, however fast a
// large event moves on.
const (
	editionAge = 250 * time.Millisecond
	boardShare = 5
	// longestWait bounds how long who asks waits for the next edition.
	longestWait = time.Second
)

// edition is one that shows at least the version. Make makes the next one after
// the newest, nil for none.
func (b *board) edition(version int, now func() time.Time, make func(before *edition) (*edition, error)) (*edition, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.newest; e != nil && e.state.Version >= version {
		if age := now().Sub(e.at); age >= 0 && age < editionAge {
			return e, nil
		}
	}
	time.Sleep(min(time.Until(b.next), longestWait))
	began := time.Now()
	made, err := make(b.newest)
	if err != nil {
		return nil, err
	}
	b.newest, b.next = made, time.Now().Add((boardShare-1)*time.Since(began))
	return made, nil
}

// edition is a public view of a state at a time, with the editions in which each
// part of it last changed. A board's editions are numbered from 1 whatever
// happens to the event's versions, which may even go back where data is
// restored, and although some of a view changes with time alone.
type edition struct {
	number int
	state  *event.State
	at     time.Time
	head   []byte
	// rounds, standings, places.
	lists [3]*list

	mu      sync.Mutex
	written map[form][]byte
	size    int
}

// form is how an edition is sent: since which other one, 0 for all of it, and
// whether gzipped.
type form struct {
	since   int
	gzipped bool
}

// maxWritten bounds the bytes of the forms of an edition that are kept beside the
// last one.
const maxWritten = 4 << 20

// since is the number of the edition whose changes are told to a page that has
// the named one, 0 if nothing is known of that. Those that keep up get exactly
// what they lack; those far behind share what was told a little before, which
// is as right.
func (e *edition) since(mark, name string) int {
	digits, ours := strings.CutPrefix(name, mark)
	number, err := strconv.Atoi(digits)
	if !ours || err != nil || number < 1 || number > e.number {
		return 0
	}
	step := 1
	for (e.number-number)/step >= exactlyTold {
		step *= 2
	}
	return max(1, number/step*step)
}

// exactlyTold is how many editions back each has a form of its own.
const exactlyTold = 8

// body is the edition in a form, with names that begin with mark. Whoever asks
// for the same one shares it.
func (e *edition) body(mark string, as form) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if known, ok := e.written[as]; ok {
		return known
	}
	body := e.write(mark, as.since)
	if as.gzipped {
		body = fasthttp.AppendGzipBytes(nil, body)
	}
	if e.size+len(body) > maxWritten {
		clear(e.written)
		e.size = 0
	}
	e.written[as] = body
	e.size += len(body)
	return body
}

// write writes the edition: the members of its head, its name, and its lists.
func (e *edition) write(mark string, since int) []byte {
	var out bytes.Buffer
	out.Write(e.head[:len(e.head)-1])
	fmt.Fprintf(&out, `,"edition":"%s%d"`, mark, e.number)
	if since > 0 {
		fmt.Fprintf(&out, `,"since":"%s%d"`, mark, since)
	}
	for _, each := range e.lists {
		out.WriteByte(',')
		each.write(&out, since)
	}
	out.WriteByte('}')
	return out.Bytes()
}

// getPublic gives what spectators and the hall see; since an edition that the
// page has, only what changed.
func (s *Server) getPublic(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	board := s.boards.find(boardName{state.ID, w.Lang()})
	e, err := board.edition(state.Version, s.Now, func(before *edition) (*edition, error) {
		newest, ok := s.Store.State(state.ID)
		if !ok {
			newest = state
		}
		return s.viewer(newest, w).publicEdition(before)
	})
	if err != nil {
		return err
	}
	as := form{since: e.since(board.mark, c.Query("since")), gzipped: unpacks(c)}
	return sendView(c, e.body(board.mark, as), as.gzipped)
}

// unpacks reports whether the client takes what is gzipped.
func unpacks(c *fiber.Ctx) bool { return c.Context().Request.Header.HasAcceptEncoding("gzip") }

// zipped answers with JSON that may be large: gzipped for those who unpack.
func zipped(c *fiber.Ctx, view any) error {
	body, err := json.Marshal(view)
	if err != nil {
		return err
	}
	gzipped := unpacks(c)
	if gzipped {
		body = fasthttp.AppendGzipBytes(nil, body)
	}
	return sendView(c, body, gzipped)
}

func sendView(c *fiber.Ctx, body []byte, gzipped bool) error {
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSONCharsetUTF8)
	c.Vary(fiber.HeaderAcceptEncoding)
	if gzipped {
		c.Set(fiber.HeaderContentEncoding, "gzip")
	}
	return c.Send(body)
}

// publicHead is a public view without its lists.
type publicHead struct {
	ServerTime time.Time    `json:"server_time"`
	Version    int          `json:"version"`
	Event      eventSummary `json:"event"`
	Clock      clockView    `json:"clock"`
}

// publicEdition makes the edition after another one, nil for the first.
func (v viewer) publicEdition(before *edition) (*edition, error) {
	if before == nil {
		before = &edition{}
	}
	e := &edition{number: before.number + 1, state: v.State, at: v.now, written: map[form][]byte{}}
	head := publicHead{ServerTime: v.now.UTC(), Version: v.Version, Event: summary(v.State), Clock: v.clock(event.Clock{State: event.ClockIdle}, 0, 0)}
	if n := len(v.Rounds); n > 0 {
		head.Clock = v.round(v.Rounds[n-1]).Clock
	}
	var err error
	if e.head, err = json.Marshal(head); err != nil {
		return nil, fmt.Errorf("public view: %w", err)
	}
	for i, part := range []struct {
		outline func(before *list) (*list, error)
		// timeless: nothing of it changes with time alone.
		timeless bool
	}{{v.roundsOutline, false}, {v.standingsOutline, true}, {v.placesOutline, true}} {
		if part.timeless && before.state == v.State {
			e.lists[i] = before.lists[i]
			continue
		}
		if e.lists[i], err = part.outline(before.lists[i]); err != nil {
			return nil, fmt.Errorf("public view: %w", err)
		}
		e.lists[i].dated(before.lists[i], e.number)
	}
	return e, nil
}

// roundsOutline are the rounds with their matches.
func (v viewer) roundsOutline(before *list) (*list, error) {
	rounds := &list{name: "rounds"}
	for i, round := range v.Rounds {
		key := strconv.Itoa(round.Number)
		var known *list
		if old := before.at(i, key); old != nil {
			known = old.list
		}
		matches, err := v.matchesOutline(round, known)
		if err != nil {
			return nil, err
		}
		if err := rounds.add(key, v.publicRound(round), matches); err != nil {
			return nil, err
		}
	}
	return rounds, nil
}

// matchSource is what the public view of a match is made of. All of it is
// replaced when it changes.
type matchSource struct {
	match    *event.Match
	entrants *event.Entrant
	extra    time.Duration
}

// matchesOutline are the matches of a round. Those that have not changed are not
// looked at again.
func (v viewer) matchesOutline(round event.Round, before *list) (*list, error) {
	matches := &list{name: "matches", items: make([]item, 0, round.Last-round.First+1)}
	for i, m := range v.RoundMatches(round.Number) {
		key := matchID(v.ID, m.Number)
		source := matchSource{match: m, extra: round.Clock.Extra[m.Table]}
		if len(v.Entrants) > 0 {
			source.entrants = &v.Entrants[0]
		}
		if old := before.at(i, key); old != nil && old.source == any(source) {
			matches.items = append(matches.items, *old)
			continue
		}
		if err := matches.add(key, v.publicMatch(m, round), nil); err != nil {
			return nil, err
		}
		matches.items[i].source = source
	}
	return matches, nil
}

// standingsOutline are the standings of every phase by group and row.
func (v viewer) standingsOutline(*list) (*list, error) {
	views, err := v.standings("")
	if err != nil {
		return nil, err
	}
	phases := &list{name: "standings"}
	for _, view := range views {
		groups := &list{name: "groups"}
		for _, group := range view.Groups {
			rows := &list{name: "rows", items: make([]item, 0, len(group.Rows))}
			for _, row := range group.Rows {
				if err := rows.add(string(row.Entrant), row, nil); err != nil {
					return nil, err
				}
			}
			if err := groups.add(group.Name, group.head(), rows); err != nil {
				return nil, err
			}
		}
		if err := phases.add(view.Phase, view.head(), groups); err != nil {
			return nil, err
		}
	}
	return phases, nil
}

// placesOutline are the places of the event.
func (v viewer) placesOutline(*list) (*list, error) {
	views, err := v.places()
	if err != nil {
		return nil, err
	}
	places := &list{name: "places", items: make([]item, 0, len(views))}
	for _, view := range views {
		if err := places.add(string(view.Entrant), view, nil); err != nil {
			return nil, err
		}
	}
	return places, nil
}
