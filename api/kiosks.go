package api

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/store"
)

// peers are the kiosks that share the store, nil where it is this one's alone.
func (s *Server) peers() store.Peers {
	peers, _ := s.Store.(store.Peers)
	return peers
}

// announce tells the other kiosks where this one is, again and again until the
// context ends.
func (s *Server) announce(ctx context.Context) {
	peers := s.peers()
	if peers == nil {
		return
	}
	self, told := peers.Self(s.Port), ""
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		if at := s.baseURL(); at != told {
			told = at
			peers.Announce(store.Kiosk{ID: self, Name: kioskName(), Address: at, Version: s.Version, Started: s.started.UTC()})
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// newcomer has this kiosk catch up with the others before it says that there is no
// such thing: what was made at another one a moment ago may be on its way. Those
// who wait at the same time share one look.
type newcomer struct {
	mu sync.Mutex
	// looked is when the last look began, and knows whether it succeeded.
	looked time.Time
	knows  bool
}

// catchUp reports whether the kiosk knows now what all kiosks knew when it was
// asked; false where it is alone and always does, or cannot find out.
func (s *Server) catchUp(ctx context.Context) bool {
	peers := s.peers()
	if peers == nil || s.Store.Writable() != nil {
		return false
	}
	asked := time.Now()
	n := &s.newcomer
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.looked.After(asked) {
		n.looked = time.Now()
		n.knows = peers.CatchUp(ctx) == nil
	}
	return n.knows
}

// others are the addresses of the other kiosks that are there.
func (s *Server) others() []string {
	addresses := []string{}
	peers := s.peers()
	if peers == nil {
		return addresses
	}
	self := peers.Self(s.Port)
	for _, k := range peers.Kiosks() {
		if k.ID != self && k.Gone.IsZero() && !k.Left {
			addresses = append(addresses, k.Address)
		}
	}
	return addresses
}

// listKiosks tells a page where it may go on when this kiosk is gone. The codes
// on table cards, and so the paths of pages, are the same at all of them.
func (s *Server) listKiosks(c *fiber.Ctx) error {
	return c.JSON(map[string][]string{"kiosks": s.others()})
}

// maxKiosks bounds how many a page may ask.
const maxKiosks = 64

// reachOthers lets a page ask the other kiosks whether they are well, and
// nobody else. Those that are gone now may be back when it has to know.
func (s *Server) reachOthers(c *fiber.Ctx) {
	peers := s.peers()
	if peers == nil {
		return
	}
	var more strings.Builder
	kiosks := peers.Kiosks()
	for _, k := range kiosks[:min(len(kiosks), maxKiosks)] {
		if !strings.ContainsAny(k.Address, " ;,'\"\r\n") {
			more.WriteString(" " + k.Address)
		}
	}
	c.Set(fiber.HeaderContentSecurityPolicy, strings.Replace(pageRules, "connect-src 'self'", "connect-src 'self'"+more.String(), 1))
}

// unknown refuses what this kiosk knows nothing of. One that others have gone on
// without cannot tell: they may know it.
func (s *Server) unknown(code string) error {
	if s.peers() != nil {
		if err := s.Store.Writable(); err != nil {
			return err
		}
	}
	return newProblem(http.StatusNotFound, code)
}

// The states of a kiosk in its health.
const (
	stateWrites = "writes"
	stateReads  = "reads"
	stateBehind = "behind"
)

// healthView is how the kiosk is.
type healthView struct {
	OK bool `json:"ok"`
	// State is "writes", "reads" when nothing can be written now, or "behind"
	// when others have written what is not here yet: Behind entries.
	State  string `json:"state"`
	Behind int    `json:"behind"`
	// Why is the cause in a word, and Detail in a sentence.
	Why        string    `json:"why,omitempty"`
	Detail     string    `json:"detail,omitempty"`
	ServerTime time.Time `json:"server_time"`
}

// health answers 200 when a report could be written now. Pages of the other
// kiosks may ask: the answer is nobody's secret, and carries no cookie.
func (s *Server) health(c *fiber.Ctx) error {
	view := healthView{OK: true, State: stateWrites, ServerTime: s.Now().UTC().Truncate(time.Second)}
	peers := s.peers()
	if peers != nil {
		c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
		c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	err := s.Store.Writable()
	if err == nil {
		return c.JSON(view)
	}
	view.OK, view.State, view.Why = false, stateReads, store.Why(err)
	view.Detail = s.words(c).T("trouble."+view.Why, nil)
	if peers != nil && view.Why == stateBehind {
		view.State, view.Behind = stateBehind, peers.Behind()
	}
	return c.Status(http.StatusServiceUnavailable).JSON(view)
}

// peerView is a kiosk as staff see it.
type peerView struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Version string `json:"version"`
	// Here says that it is the kiosk that answers.
	Here      bool      `json:"here"`
	Well      bool      `json:"well"`
	StartedAt time.Time `json:"started_at"`
	// GoneSince is since when nothing was heard of it.
	GoneSince *time.Time `json:"gone_since"`
	// ClockAhead is how many seconds its clock is before this one's.
	ClockAhead int `json:"clock_ahead"`
	// Trouble says what is not well, and what to do.
	Trouble string `json:"trouble,omitempty"`
}

// clocksApart is how far clocks may be apart before somebody has to set one:
// the bell rings by them.
const clocksApart = 2 * time.Second

// peerViews are all kiosks; none where there is one only.
func (s *Server) peerViews(w words) []peerView {
	views := []peerView{}
	peers := s.peers()
	if peers == nil {
		return views
	}
	self := peers.Self(s.Port)
	for _, k := range peers.Kiosks() {
		view := peerView{
			Name: k.Name, Address: k.Address, Version: k.Version, Here: k.ID == self, StartedAt: k.Started,
			ClockAhead: int(k.Ahead.Round(time.Second) / time.Second),
		}
		if view.Here {
			view.ClockAhead = 0
			k.Trouble, k.Gone = "", time.Time{}
			if err := s.Store.Writable(); err != nil {
				k.Trouble = store.Why(err)
			}
		}
		switch {
		case !k.Gone.IsZero():
			gone := k.Gone.UTC().Truncate(time.Second)
			view.GoneSince, view.Trouble = &gone, w.T("kiosks.gone", nil)
		case k.Trouble != "" && w.Has("trouble."+k.Trouble):
			view.Trouble = w.T("trouble."+k.Trouble, nil)
		case k.Trouble != "":
			view.Trouble = w.T("trouble.other", nil)
		case !view.Here && k.Ahead.Abs() > clocksApart:
			view.Trouble = w.T("kiosks.clock", map[string]any{"Seconds": max(view.ClockAhead, -view.ClockAhead), "Fast": k.Ahead > 0})
		}
		view.Well = view.Trouble == ""
		views = append(views, view)
	}
	return views
}
