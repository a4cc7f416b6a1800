package api_test

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
	"go.etcd.io/bbolt"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// BenchmarkReports measures accepted reports over HTTP, from so many phones at
// once, beside two floors: bare handlers, of Fiber and of net/http, that write
// the bytes of the same entries to bbolt with group commit. Phones send the same
// bytes to all three, which are measured in turns in one run; "ratio" is ours to
// the floor of Fiber. For one phone alone "times-one-sync" is its time to that of
// one synced transaction.
//
//	go test -run '^$' -bench Reports -benchtime 20000x ./api
func BenchmarkReports(b *testing.B) {
	for _, phones := range []int{1, 64, 512} {
		b.Run(fmt.Sprintf("phones=%d", phones), func(b *testing.B) {
			hall := newHall(b, phones)
			entries := hall.sample(b)
			bare := newFloor(b, entries, serveFiber)
			plain := newFloor(b, entries, serveHTTP)
			const turns = 6
			n := max(b.N/turns, phones)
			var bareTime, plainTime, ourTime, syncTime time.Duration
			b.ResetTimer()
			for range turns {
				bareTime += hall.load(b, bare.addr, phones, n)
				plainTime += hall.load(b, plain.addr, phones, n)
				ourTime += hall.load(b, hall.addr, phones, n)
				if phones == 1 {
					syncTime += bare.transactions(b, n)
				}
			}
			b.StopTimer()
			total := float64(turns * n)
			b.ReportMetric(total/bareTime.Seconds(), "fiber-floor/s")
			b.ReportMetric(total/plainTime.Seconds(), "http-floor/s")
			b.ReportMetric(total/ourTime.Seconds(), "hands/s")
			b.ReportMetric(bareTime.Seconds()/ourTime.Seconds(), "ratio")
			b.ReportMetric(plainTime.Seconds()/ourTime.Seconds(), "ratio-http")
			if phones == 1 {
				b.ReportMetric(ourTime.Seconds()/syncTime.Seconds(), "times-one-sync")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// phonesAsk shares n requests out among so many connections and waits for all.
func phonesAsk(b *testing.B, addr string, phones, n int, ask func(phone, i int, c *fasthttp.HostClient)) time.Duration {
	b.Helper()
	start := time.Now()
	var wg sync.WaitGroup
	for phone := range phones {
		share := n / phones
		if phone < n%phones {
			share++
		}
		wg.Go(func() {
			c := &fasthttp.HostClient{Addr: addr, MaxConns: 1}
			defer c.CloseIdleConnections()
			for i := range share {
				ask(phone, i, c)
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

func post(b testing.TB, c *fasthttp.HostClient, path, key string, body []byte, want int) {
	req, res := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(res)
	req.Header.SetMethod(http.MethodPost)
	req.SetRequestURI("http://" + c.Addr + path)
	req.Header.SetContentType("application/json")
	req.Header.Set("Idempotency-Key", key)
	req.SetBodyRaw(body)
	if err := c.Do(req, res); err != nil {
		b.Errorf("%s: %v", path, err)
		return
	}
	if res.StatusCode() != want {
		b.Errorf("%s: status %d: %s", path, res.StatusCode(), res.Body())
	}
}

// floor is a bare handler with group commit.
type floor struct {
	addr    string
	db      *bbolt.DB
	queue   chan chan error
	entries [][]byte
	n       uint64
}

// newFloor serves a floor that writes the entries in turn.
func newFloor(b *testing.B, entries [][]byte, serve func(*floor, net.Listener) (stop func())) *floor {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "floor.db"), 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	ln := listen(b)
	f := &floor{addr: ln.Addr().String(), db: db, queue: make(chan chan error, 512), entries: entries}
	stop := serve(f, ln)
	var wg sync.WaitGroup
	wg.Go(f.write)
	b.Cleanup(func() {
		stop()
		close(f.queue)
		wg.Wait()
		_ = db.Close()
	})
	return f
}

const floorAnswer = `{"state":"reported"}`

func serveFiber(f *floor, ln net.Listener) (stop func()) {
	app := fiber.New(fiber.Config{DisableStartupMessage: true})
	app.Post("/*", func(c *fiber.Ctx) error {
		if err := f.submit(); err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Status(http.StatusCreated).SendString(floorAnswer)
	})
	go func() { _ = app.Listener(ln) }()
	return func() { _ = app.Shutdown() }
}

func serveHTTP(f *floor, ln net.Listener) (stop func()) {
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := f.submit(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, floorAnswer)
	})}
	go func() { _ = server.Serve(ln) }()
	return func() { _ = server.Close() }
}

func (f *floor) submit() error {
	done := make(chan error, 1)
	f.queue <- done
	return <-done
}

func (f *floor) write() {
	for first := range f.queue {
		batch := []chan error{first}
		for len(batch) < 512 && len(f.queue) > 0 {
			batch = append(batch, <-f.queue)
		}
		err := f.put(len(batch))
		for _, done := range batch {
			done <- err
		}
	}
}

func (f *floor) put(entries int) error {
	return f.db.Update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists([]byte("entries"))
		if err != nil {
			return err
		}
		for range entries {
			f.n++
			if err := bucket.Put(binary.BigEndian.AppendUint64(nil, f.n), f.entries[f.n%uint64(len(f.entries))]); err != nil {
				return err
			}
		}
		return nil
	})
}

// transactions is the time of n synced transactions of one entry.
func (f *floor) transactions(b *testing.B, n int) time.Duration {
	start := time.Now()
	for range n {
		if err := f.put(1); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start)
}

func listen(b testing.TB) net.Listener {
	b.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	return ln
}

// hall is a kiosk with an event that has matches for so many phones.
type hall struct {
	addr    string
	server  *api.Server
	store   store.Store
	book    *scoresheet.Rulebook
	event   event.ID
	callers []*caller
	events  int
}

// caller is a side of a match that reports its hands one after the other.
type caller struct {
	path, device string
	side         scoresheet.Side
	hand         int
	sent         int
}

const handsAMatch = 20

func newHall(b *testing.B, phones int) *hall {
	b.Helper()
	kept, err := store.Open(filepath.Join(b.TempDir(), "kiosk.db"), store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return newHallOn(b, kept, phones)
}

// newHallOn is a hall whose record is kept there; it closes it.
func newHallOn(b *testing.B, kept store.Store, phones int) *hall {
	b.Helper()
	h := &hall{store: kept}
	entry, _ := config.BuiltIn().Get("guandan-college")
	book := *entry.Book
	book.Entry.Groups, book.Entry.Min = nil, 2
	for g := range (phones + 63) / 64 {
		book.Entry.Groups = append(book.Entry.Groups, fmt.Sprintf("G%d", g))
	}
	book.Entry.Max = 64
	h.book = &book
	h.serve(b)
	h.renew(b, h.places(phones))
	return h
}

// serve answers on an address, and closes the store in the end.
func (h *hall) serve(b *testing.B) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var err error
	h.server, err = api.New(ctx, api.Config{Store: h.store, Rulebooks: config.BuiltIn(), Lang: scoresheet.ZhHans, PublicURL: address, Now: time.Now, Random: rand.Reader})
	if err != nil {
		b.Fatal(err)
	}
	ln := listen(b)
	h.addr = ln.Addr().String()
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.server.Serve(ln) })
	b.Cleanup(func() {
		_ = h.server.Close()
		cancel()
		wg.Wait()
		_ = h.store.Close()
	})
}

// places is how many sides a hall has for so many phones.
func (h *hall) places(phones int) int { return max(64, phones+phones%2) }

// renew makes an event with fresh matches.
func (h *hall) renew(b *testing.B, places int) {
	b.Helper()
	h.events++
	h.event = event.ID(fmt.Sprintf("bench%d", h.events))
	by := event.Author{Role: event.Organiser, Name: "bench"}
	submit := func(cmd event.Command) {
		if _, err := h.store.Submit(context.Background(), store.Request{Event: h.event, Command: cmd, By: by}); err != nil {
			b.Fatal(err)
		}
	}
	submit(event.CreateEvent{ID: h.event, EventName: "bench", Rulebook: h.book, Text: "bench", Hash: strings.Repeat("0", 64)})
	var entrants []event.Entrant
	for i := range places {
		group := h.book.Entry.Groups[i*len(h.book.Entry.Groups)/places]
		entrants = append(entrants, event.Entrant{Unit: fmt.Sprintf("U%d", i), Group: group, Players: []string{fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)}})
	}
	submit(event.ReadEntrants{Entrants: entrants})
	submit(event.DrawRound{Seed: "bench"})
	state, _ := h.store.State(h.event)
	h.callers = h.callers[:0]
	for _, m := range state.RoundMatches(1) {
		for _, side := range scoresheet.Sides {
			p := &caller{path: "/api/v1/t/" + h.server.Token(h.event, m.Table, side) + "/", device: fmt.Sprintf("%s-%d-%s", h.event, m.Table, side), side: side}
			h.callers = append(h.callers, p)
		}
	}
	phonesAsk(b, h.addr, len(h.callers), len(h.callers), func(phone, _ int, c *fasthttp.HostClient) {
		p := h.callers[phone]
		post(b, c, p.path+"hold", "hold-"+p.device, []byte(`{"device":"`+p.device+`"}`), http.StatusOK)
	})
}

// load lets every phone report in turn to an address: to the hall itself or to a
// floor. A phone has told a match when it goes on to the next. Odd hands are won
// by A and even ones by B, which never ends a game; both sides say the same, so
// the second one confirms.
func (h *hall) load(b *testing.B, addr string, phones, n int) time.Duration {
	b.Helper()
	var total time.Duration
	for left := n; left > 0; {
		if addr == h.addr {
			h.renew(b, h.places(phones))
		}
		each := len(h.callers) / phones * handsAMatch
		step := min(left, phones*each)
		total += phonesAsk(b, addr, phones, step, func(phone, i int, c *fasthttp.HostClient) {
			h.callers[phone+i/handsAMatch*phones].report(b, c)
		})
		left -= step
	}
	return total
}

// sample are the entries of reports as the hall writes them.
func (h *hall) sample(b *testing.B) [][]byte {
	b.Helper()
	c := &fasthttp.HostClient{Addr: h.addr}
	defer c.CloseIdleConnections()
	before, _ := h.store.State(h.event)
	for range handsAMatch {
		h.callers[0].report(b, c)
		h.callers[1].report(b, c)
	}
	entries, err := h.store.Entries(h.event, before.Version, 0)
	if err != nil {
		b.Fatal(err)
	}
	sample := make([][]byte, len(entries))
	for i, e := range entries {
		if sample[i], err = e.Encode(); err != nil {
			b.Fatal(err)
		}
	}
	return sample
}

func (p *caller) report(b *testing.B, c *fasthttp.HostClient) {
	p.hand++
	p.sent++
	finish := "1,2,4,3"
	if p.hand%2 == 0 {
		finish = "2,1,3,4"
	}
	body := fmt.Appendf(nil, `{"device":"%s","game":1,"number":%d,"version":0,"hand":{"finish":[%s]}}`, p.device, p.hand, finish)
	post(b, c, p.path+"hands", fmt.Sprintf("%s-%d", p.device, p.sent), body, http.StatusCreated)
}
