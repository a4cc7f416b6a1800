// Package api serves the kiosk over HTTP: the JSON interface that openapi.json
// describes, server-sent events, documents, and the pages.
//
// Handlers translate: a request into a command of the event package, what
// follows into JSON, and what is refused into words. No rule of a game, and no
// right, is written here; rights come from event.May.
package api

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/recover"

	"kiosk/config"
	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Config is what a server is made of. Store and Rulebooks must be there; the
// rest has defaults or may be missing.
type Config struct {
	Store     store.Store
	Rulebooks *config.Rulebooks
	// Pages holds the built pages; nil answers pages with a hint.
	Pages fs.FS
	// Printer makes documents; nil answers them with a hint.
	Printer *print.Printer
	// Lang is the language of those who ask for none.
	Lang scoresheet.Lang
	// PublicURL, if set, is the address that phones use, whatever is chosen at
	// the kiosk.
	PublicURL string
	// Port is the port that the kiosk listens on, for the list of addresses.
	Port int
	// Secure says that the listener encrypts: then addresses are https.
	Secure bool
	// Backups are shown and steered at the kiosk; nil where none are made.
	Backups *store.Backups
	// Limits bound what clients may hold.
	Limits Limits
	// Version is the program's.
	Version string
	// Now and Random are the clock and the source of secrets.
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
}

// Limits on requests, in bytes. A body is refused by its length before memory is
// made for it: what strangers send is short, and only who is signed in may send
// a list.
const (
	maxBody         = 3 << 20
	maxJSONBody     = 256 << 10
	maxStrangerBody = 64 << 10
	maxHeader       = 16 << 10
)

// Server is the kiosk's HTTP server.
type Server struct {
	Config
	app     *fiber.App
	log     *slog.Logger
	started time.Time

	sessions    *sessions
	gate        *gate
	repeats     *repeats
	venue       *venue
	codes       *codes
	hub         *hub
	boards      *boards
	newcomer    newcomer
	listeners   *listeners
	speakers    *speakers
	pace        *pace
	callReasons []reasonView

	stop context.CancelFunc
	done sync.WaitGroup
}

//go:embed openapi.json
var openAPI []byte

// New makes a server. The context ends what it does in the background; Close
// waits for that.
func New(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{Config: cfg, log: cfg.Log, started: cfg.Now(), hub: newHub(cfg.Store), listeners: newListeners(streamsEach, streamsPublic), speakers: newSpeakers(), pace: newPace(cfg.Now), callReasons: callReasons()}
	var err error
	if s.codes, err = newCodes(ctx, cfg.Store, cfg.Random); err != nil {
		return nil, err
	}
	if s.boards, err = newBoards(cfg.Random); err != nil {
		return nil, err
	}
	s.sessions = newSessions(cfg.Store, cfg.Now, cfg.Random)
	s.repeats = newRepeats(cfg.Now)
	s.gate = newGate(cfg.Now, s.codes.typed)
	s.venue = newVenue(cfg.Store, cfg.Now, systemLinks, door{port: cfg.Port, secure: cfg.Secure}, cfg.PublicURL)
	s.Limits = s.Limits.withDefaults()
	s.app = fiber.New(fiber.Config{
		AppName: "kiosk", DisableStartupMessage: true, Immutable: true, ErrorHandler: s.fail,
		BodyLimit: maxBody, ReadBufferSize: maxHeader, ReadTimeout: s.Limits.Read, IdleTimeout: s.Limits.Idle,
		Concurrency: s.Limits.Connections + ownConnections, StrictRouting: false, CaseSensitive: false, ServerHeader: "kiosk",
		// Nothing takes forms: nobody unpacks them.
		DisablePreParseMultipartForm: true,
	})
	s.app.Server().HeaderReceived = s.expect
	s.app.Server().KeepHijackedConns = true // streams close theirs
	s.routes()
	ctx, s.stop = context.WithCancel(ctx)
	s.background(ctx)
	return s, nil
}

// routes are all of the interface, and the pages.
func (s *Server) routes() {
	s.app.Use(recover.New(recover.Config{EnableStackTrace: false, StackTraceHandler: s.panicked}), secureHeaders, s.ownHost, plainBodies)
	s.app.Get("/healthz", s.health)
	v1 := s.app.Group("/api/v1")
	v1.Get("/openapi.json", func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSONCharsetUTF8)
		return c.Send(openAPI)
	})
	v1.Get("/locales/:lang", s.getLocale)
	v1.Get("/rulebooks", s.listRulebooks)
	v1.Get("/rulebooks/:rulebook", s.getRulebook)
	v1.Post("/rulebooks/:rulebook/play", s.askPlay)
	v1.Post("/rulebooks/:rulebook/compare", s.askCompare)
	v1.Get("/articles", s.listArticles)
	v1.Get("/qr.svg", s.qr)
	v1.Get("/kiosks", s.listKiosks)
	s.staffRoutes(s.app)
	s.eventRoutes(v1)
	s.sideRoutes(v1)
	s.matchRoutes(v1)
	v1.Use(func(*fiber.Ctx) error { return fiber.ErrNotFound })
	s.app.Get("/*", s.page)
}

func (s *Server) panicked(c *fiber.Ctx, cause any) {
	s.log.Error("handler panicked", routeOf(c), slog.Any("cause", cause))
}

// Address is the address that phones use at the moment.
func (s *Server) Address() string { return s.baseURL() }

func (s *Server) baseURL() string { return s.venue.BaseURL() }

// background runs what the server does by itself until ctx ends: it watches
// the laptop's addresses and lets clocks ring.
func (s *Server) background(ctx context.Context) {
	s.done.Go(func() { s.venue.watch(ctx) })
	s.done.Go(func() { s.ring(ctx) })
	s.done.Go(func() { s.announce(ctx) })
}

// ringEvery is how often clocks are looked at; a bell is late by no more.
const ringEvery = 200 * time.Millisecond

// ring lets the clocks of all events do what is due.
func (s *Server) ring(ctx context.Context) {
	tick := time.NewTicker(ringEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.ringDue(ctx)
		}
	}
}

// ringDue rings what is due. A kiosk that cannot write leaves it to the others,
// or rings late.
func (s *Server) ringDue(ctx context.Context) {
	if s.Store.Writable() != nil {
		return
	}
	now := s.Now()
	for _, id := range s.Store.Events() {
		state, ok := s.Store.State(id)
		if !ok {
			continue
		}
		if due, has := state.DueAt(); !has || now.Before(due) {
			continue
		}
		_, err := s.Store.Submit(ctx, store.Request{Event: id, Command: event.Tick{}, By: event.Author{Role: event.Kiosk}})
		if err != nil && ctx.Err() == nil {
			s.log.Error("the clock could not ring", slog.String("event", string(id)), slog.Any("error", err))
		}
	}
}

// Serve answers on the listener until Close.
func (s *Server) Serve(ln net.Listener) error {
	if err := s.app.Listener(guard(ln, s.Limits)); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Close ends streams and what runs in the background, and waits for requests
// that are being answered.
func (s *Server) Close() error {
	s.hub.stop()
	s.stop()
	err := s.app.ShutdownWithTimeout(5 * time.Second)
	s.done.Wait()
	return err
}

// App is the server as a Fiber application, to answer requests without a
// network in tests.
func (s *Server) App() *fiber.App { return s.app }
