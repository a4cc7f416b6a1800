// Package api serves the kiosk over HTTP: the JSON interface that openapi.json
// describes, server-sent events, documents, and the pages.
//
// Handlers translate: a request into a command of the event package, what
// follows into JSON, and what is refused into words. No rule of a game, and no
// right, is written here; rights come from event.May.
package api

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/recover"

	"kiosk/config"
	"kiosk/store"
)

// Config is what a server is made of. Store, Rulebooks, Words and Pages must
// be there; the rest has defaults.
type Config struct {
	Store     store.Store
	Rulebooks *config.Rulebooks
	// Pages holds the built pages; nil answers pages with a hint.
	Pages fs.FS
	// Lang is the language of those who ask for none.
	Lang string
	// PublicURL, if set, is the address that phones use, whatever the store
	// says.
	PublicURL string
	// Port is the port that the kiosk listens on, for the list of addresses.
	Port int
	// Version is the program's.
	Version string
	// Now and Random are the clock and the source of secrets.
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
}

// Limits on requests.
const (
	maxBody        = 3 << 20
	maxJSONBody    = 256 << 10
	readTimeout    = 20 * time.Second
	idleTimeout    = 75 * time.Second
	maxHeaderBytes = 16 << 10
)

// Server is the kiosk's HTTP server.
type Server struct {
	Config
	app     *fiber.App
	log     *slog.Logger
	started time.Time

	sessions *sessions
	venue    *venue
	codes    *codes
	hub      *hub

	stop context.CancelFunc
	done sync.WaitGroup
}
