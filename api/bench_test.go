package api_test

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
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
// once, beside the floor: a bare Fiber handler that writes the bytes of an
// entry to bbolt with group commit. Both are measured in turns in one run;
// "ratio" is ours to the floor (for one phone alone: its time to the time of
// one synced transaction).
//
//	go test -run '^$' -bench Reports -benchtime 20000x ./api
func BenchmarkReports(b *testing.B) {
	for _, phones := range []int{1, 64, 512} {
		b.Run(fmt.Sprintf("phones=%d", phones), func(b *testing.B) {
			floor := newFloor(b)
			hall := newHall(b, max(2, phones))
			const turns = 6
			n := max(b.N/turns, phones)
			var floorTime, ourTime, syncTime time.Duration
			b.ResetTimer()
			for range turns {
				floorTime += floor.load(b, phones, n)
				ourTime += hall.load(b, phones, n)
				if phones == 1 {
					syncTime += floor.transactions(b, n)
				}
			}
			b.StopTimer()
			total := float64(turns * n)
			b.ReportMetric(total/floorTime.Seconds(), "floor-hands/s")
			b.ReportMetric(total/ourTime.Seconds(), "hands/s")
			b.ReportMetric(floorTime.Seconds()/ourTime.Seconds(), "ratio")
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

func post(b *testing.B, c *fasthttp.HostClient, path, key string, body []byte, want int) {
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

// floor is a bare Fiber handler with group commit.
type floor struct {
	addr  string
	db    *bbolt.DB
	queue chan chan error
	entry []byte
	n     uint64
}

func newFloor(b *testing.B) *floor {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "floor.db"), 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	f := &floor{db: db, queue: make(chan chan error, 512), entry: []byte(strings.Repeat("x", 430))}
	app := fiber.New(fiber.Config{DisableStartupMessage: true})
	app.Post("/", func(c *fiber.Ctx) error {
		done := make(chan error, 1)
		f.queue <- done
		if err := <-done; err != nil {
			return err
		}
		return c.Status(http.StatusCreated).SendString(`{"state":"reported"}`)
	})
	ln := listen(b)
	f.addr = ln.Addr().String()
	var wg sync.WaitGroup
	wg.Go(f.write)
	wg.Go(func() { _ = app.Listener(ln) })
	b.Cleanup(func() {
		_ = app.Shutdown()
		close(f.queue)
		wg.Wait()
		_ = db.Close()
	})
	return f
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
			if err := bucket.Put(binary.BigEndian.AppendUint64(nil, f.n), f.entry); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *floor) load(b *testing.B, phones, n int) time.Duration {
	return phonesAsk(b, f.addr, phones, n, func(_, _ int, c *fasthttp.HostClient) {
		post(b, c, "/", "floor-key", []byte(`{"game":1,"number":1,"version":1,"hand":{"finish":[1,3]}}`), http.StatusCreated)
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

func listen(b *testing.B) net.Listener {
	b.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	return ln
}

// hall is a kiosk with an event of so many phones, and more rounds of matches
// than a measurement uses up.
type hall struct {
	addr   string
	server *api.Server
	store  *store.Bolt
	book   *scoresheet.Rulebook
	phones []*caller
	events int
}

// caller is a phone that reports the hands of one match after the other.
type caller struct {
	path, device string
	side         scoresheet.Side
	hand         int
	sent         int
}

const handsAMatch = 20

func newHall(b *testing.B, phones int) *hall {
	b.Helper()
	h := &hall{}
	var err error
	if h.store, err = store.Open(filepath.Join(b.TempDir(), "kiosk.db"), store.Options{Now: time.Now}); err != nil {
		b.Fatal(err)
	}
	entry, _ := config.BuiltIn().Get("guandan-college")
	book := *entry.Book
	book.Entry.Groups, book.Entry.Min = nil, 2
	for g := range (phones + 63) / 64 {
		book.Entry.Groups = append(book.Entry.Groups, fmt.Sprintf("G%d", g))
	}
	book.Entry.Max = 64
	h.book = &book
	ctx, cancel := context.WithCancel(context.Background())
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
	h.renew(b, phones)
	return h
}

// renew makes an event with fresh matches for all phones.
func (h *hall) renew(b *testing.B, phones int) {
	b.Helper()
	h.events++
	id := event.ID(fmt.Sprintf("bench%d", h.events))
	by := event.Author{Role: event.Organiser, Name: "bench"}
	submit := func(cmd event.Command) {
		if _, err := h.store.Submit(context.Background(), store.Request{Event: id, Command: cmd, By: by}); err != nil {
			b.Fatal(err)
		}
	}
	submit(event.CreateEvent{ID: id, EventName: "bench", Rulebook: h.book, Text: "bench", Hash: strings.Repeat("0", 64)})
	var entrants []event.Entrant
	for i := range phones {
		group := h.book.Entry.Groups[i*len(h.book.Entry.Groups)/phones]
		entrants = append(entrants, event.Entrant{Unit: fmt.Sprintf("U%d", i), Group: group, Players: []string{fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)}})
	}
	submit(event.ReadEntrants{Entrants: entrants})
	submit(event.DrawRound{Seed: "bench"})
	state, _ := h.store.State(id)
	h.phones = h.phones[:0]
	for _, m := range state.RoundMatches(1) {
		for _, side := range scoresheet.Sides {
			p := &caller{path: "/api/v1/t/" + h.server.Token(id, m.Table, side) + "/", device: fmt.Sprintf("%s-%d-%s", id, m.Table, side), side: side}
			h.phones = append(h.phones, p)
			c := &fasthttp.HostClient{Addr: h.addr}
			post(b, c, p.path+"hold", "hold-"+p.device, []byte(`{"device":"`+p.device+`"}`), http.StatusOK)
		}
	}
}

// load lets every phone report in turn. Odd hands are won by A and even ones
// by B, which never ends a game; both sides say the same, so the second one
// confirms.
func (h *hall) load(b *testing.B, phones, n int) time.Duration {
	b.Helper()
	var total time.Duration
	for left := n; left > 0; {
		h.renew(b, max(2, phones))
		step := min(left, phones*handsAMatch)
		total += phonesAsk(b, h.addr, phones, step, func(phone, _ int, c *fasthttp.HostClient) {
			h.phones[phone].report(b, c)
		})
		left -= step
	}
	return total
}

func (p *caller) report(b *testing.B, c *fasthttp.HostClient) {
	p.hand++
	p.sent++
	finish := []int{1, 2, 4, 3}
	if p.hand%2 == 0 {
		finish = []int{2, 1, 3, 4}
	}
	body, err := json.Marshal(map[string]any{"device": p.device, "game": 1, "number": p.hand, "version": 0, "hand": map[string]any{"finish": finish}})
	if err != nil {
		b.Error(err)
		return
	}
	post(b, c, p.path+"hands", fmt.Sprintf("%s-%d", p.device, p.sent), body, http.StatusCreated)
}
