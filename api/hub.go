package api

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

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

// hub passes on what happens to all who listen. However many they are, each
// event is followed, and what is said of it is made, once.
type hub struct {
	store   store.Store
	stopped chan struct{}

	mu      sync.Mutex
	ended   bool
	relays  map[event.ID]*relay
	readers map[*reader]struct{}
	running sync.WaitGroup
}

func newHub(s store.Store) *hub {
	return &hub{store: s, stopped: make(chan struct{}), relays: map[event.ID]*relay{}, readers: map[*reader]struct{}{}}
}

// lastWrite is how long a stream may take to end.
const lastWrite = 2 * time.Second

// stop ends all streams, and waits until they are.
func (h *hub) stop() {
	h.mu.Lock()
	first := !h.ended
	h.ended = true
	h.mu.Unlock()
	if first {
		close(h.stopped)
	}
	// Who takes nothing any more would be waited for.
	cut := time.AfterFunc(lastWrite, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for r := range h.readers {
			_ = r.conn.Close()
		}
	})
	h.running.Wait()
	cut.Stop()
}

// open has a reader hear of its event while it reads, in a goroutine of its own.
// False when the hub is stopped.
func (h *hub) open(r *reader, read func(*ear)) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return false
	}
	mine := h.join(r.event)
	h.readers[r] = struct{}{}
	h.running.Go(func() {
		defer h.leave(r, mine)
		read(mine)
	})
	return true
}

// join adds an ear to the relay of an event. The lock is held.
func (h *hub) join(id event.ID) *ear {
	told := h.relays[id]
	if told == nil {
		told = &relay{hub: h, event: id, sub: h.store.Subscribe(id)}
		h.relays[id] = told
		h.running.Go(told.run)
	}
	mine := &ear{relay: told, news: make(chan news, waitingNews)}
	told.mu.Lock()
	defer told.mu.Unlock()
	told.ears = append(told.ears, mine)
	return mine
}

// leave takes an ear from its relay, which ends with the last one.
func (h *hub) leave(r *reader, mine *ear) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.readers, r)
	from := mine.relay
	from.mu.Lock()
	defer from.mu.Unlock()
	from.ears = slices.DeleteFunc(from.ears, func(e *ear) bool { return e == mine })
	if len(from.ears) == 0 && h.relays[from.event] == from {
		delete(h.relays, from.event)
		from.sub.Close()
	}
}

// news is what is passed on: changes up to a state. A beat has no state.
type news struct {
	state  *event.State
	change change
	// encoded is the news as a stream of the whole event has it.
	encoded []byte
}

// concerns reports whether the news bears on what is shown at a table.
func (n news) concerns(table int) bool {
	return n.change.everybody || slices.Contains(n.change.Tables, table)
}

// everything is what a page loads that does not know what it missed.
var everything = []string{"clock", "standings", "entrants", "queue", "calls", "rounds", "settings", "tables"}

// allNews says that anything may have changed up to the state.
func allNews(state *event.State) news {
	all := newChange()
	all.Version, all.What, all.everybody = state.Version, everything, true
	return news{state, all, encoded("change", all.Version, all)}
}

// waitingNews is how many wait for a reader before it misses some.
const waitingNews = 2

// ear is where a reader hears of news.
type ear struct {
	relay *relay
	// news is closed when the relay ends.
	news   chan news
	lagged atomic.Bool
}

// missed says whether news was dropped since it was last asked, because the
// reader was slow.
func (e *ear) missed() bool { return e.lagged.Swap(false) }

// tell never waits. The second attempt makes sure that a reader which took the
// last news just before the flag was raised still gets something to wake up to.
func (e *ear) tell(n news) {
	select {
	case e.news <- n:
		return
	default:
	}
	e.lagged.Store(true)
	select {
	case e.news <- n:
	default:
	}
}

// relay follows one event for all who listen to it.
type relay struct {
	hub   *hub
	event event.ID
	sub   *store.Subscription

	mu   sync.Mutex
	ears []*ear
}

// run tells of a change at once, and of those that follow within a moment
// together at its end, until nobody listens any more or the store is closed.
func (r *relay) run() {
	defer r.end()
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	gathered, moment := newChange(), (<-chan time.Time)(nil)
	for {
		select {
		case <-r.hub.stopped:
			return
		case <-beat.C:
			r.tell(news{encoded: encoded("beat", 0, struct{}{})})
			continue
		case commit, open := <-r.sub.C:
			if !open {
				return
			}
			gathered.merge(commit)
			if moment != nil {
				continue
			}
		case <-moment:
			if gathered.Version == 0 {
				moment = nil
				continue
			}
		}
		r.flush(gathered)
		gathered, moment = newChange(), time.After(mergeEvery)
	}
}

// flush tells of what was gathered, up to the newest state.
func (r *relay) flush(gathered change) {
	state, ok := r.hub.store.State(r.event)
	if !ok {
		return
	}
	if r.sub.Lagged() {
		gathered.What, gathered.everybody = everything, true
	}
	gathered.Version = max(gathered.Version, state.Version)
	r.tell(news{state, gathered, encoded("change", gathered.Version, gathered)})
}

func (r *relay) tell(n news) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.ears {
		e.tell(n)
	}
}

// end lets go of those who still listen.
func (r *relay) end() {
	r.hub.mu.Lock()
	if r.hub.relays[r.event] == r {
		delete(r.hub.relays, r.event)
		r.sub.Close()
	}
	r.hub.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.ears {
		close(e.news)
	}
}
