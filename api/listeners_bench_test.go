package api_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// listening pages, and hands that are reported meanwhile.
const (
	manyPages  = 2_000
	handsASec  = 200
	handsTaken = 6 * time.Second
)

// BenchmarkListeners runs the program itself, has 200 hands a second reported
// by 64 phones, first with nobody else and then with 2,000 pages that listen,
// and again. "slowed" is the time that the same hands took with the pages to
// that without; "MiB" is the most memory that the program had resident;
// "updates/s" is what one page got. Aims: at most 1.2, 150 MiB, 4.
//
//	go test -run '^$' -bench Listeners -benchtime 1x ./api
func BenchmarkListeners(b *testing.B) {
	for b.Loop() {
		hall := startBusyHall(b)
		var alone, crowded paced
		for range 2 {
			alone.add(hall.paced(b))
			pages := hall.open(b, manyPages)
			began := time.Now()
			crowded.add(hall.paced(b))
			perPage := float64(pages.changes.Load()) / manyPages / time.Since(began).Seconds()
			b.ReportMetric(perPage, "updates/s")
			b.ReportMetric(float64(pages.bytes.Load())/manyPages/time.Since(began).Seconds(), "B/s/page")
			hall.note(b)
			pages.close()
		}
		b.ReportMetric(float64(hall.resident)/(1<<20), "MiB")
		b.ReportMetric(alone.rate(), "alone-hands/s")
		b.ReportMetric(crowded.rate(), "hands/s")
		b.ReportMetric(alone.median(), "alone-p50-ms")
		b.ReportMetric(crowded.median(), "p50-ms")
		b.ReportMetric(crowded.took.Seconds()/alone.took.Seconds(), "slowed")
		b.ReportMetric(0, "ns/op")
	}
}

// busyHall is a kiosk that runs as a program of its own, with an event in
// mid-round.
type busyHall struct {
	addr     string
	pid      int
	phones   []*caller
	resident int64
}

var localPort = regexp.MustCompile(`http://localhost:(\d+)/`)

// startBusyHall builds and starts the program on an event with 500 matches.
func startBusyHall(b *testing.B) *busyHall {
	b.Helper()
	data := b.TempDir()
	program := filepath.Join(data, "kiosk")
	if out, err := exec.Command("go", "build", "-o", program, "kiosk/cmd/kiosk").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	h := &busyHall{phones: bigPhones(b, filepath.Join(data, "kiosk.db"))}
	cmd := exec.Command(program, "serve", "--data", data, "--addr", "127.0.0.1:0", "--lang", "en", "--open-browser", "false", "--log", "error")
	cmd.Dir, cmd.Stderr = data, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	h.pid = cmd.Process.Pid
	lines := bufio.NewReader(out)
	for h.addr == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			b.Fatalf("the kiosk did not start: %v", err)
		}
		if found := localPort.FindStringSubmatch(line); found != nil {
			h.addr = "127.0.0.1:" + found[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	h.sitDown(b)
	return h
}

// bigPhones makes a big event with a round that is drawn, and a phone for each
// side of its matches.
func bigPhones(b *testing.B, path string) []*caller {
	b.Helper()
	s, err := store.Open(path, store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	e := bigEvent{b, s}
	e.make()
	state := e.do(event.DrawRound{Seed: "busy"}, organiser)
	server, err := api.New(context.Background(), api.Config{Store: s, Rulebooks: config.BuiltIn(), PublicURL: address, Now: time.Now, Random: rand.Reader})
	if err != nil {
		b.Fatal(err)
	}
	var phones []*caller
	for _, m := range state.RoundMatches(1) {
		for _, side := range scoresheet.Sides {
			phones = append(phones, &caller{path: "/api/v1/t/" + server.Token("big", m.Table, side) + "/", device: fmt.Sprintf("busy-%d-%s", m.Number, side), side: side})
		}
	}
	if err := server.Close(); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return phones
}

func (h *busyHall) sitDown(b *testing.B) {
	phonesAsk(b, h.addr, hallConnections, len(h.phones), func(at, i int, c *fasthttp.HostClient) {
		p := h.phones[i*hallConnections+at]
		post(b, c, p.path+"hold", "hold-"+p.device, []byte(`{"device":"`+p.device+`"}`), http.StatusOK)
	})
}

// paced is how long paced hands took.
type paced struct {
	hands int
	took  time.Duration
	each  []time.Duration
}

func (p *paced) add(more paced) {
	p.hands, p.took, p.each = p.hands+more.hands, p.took+more.took, append(p.each, more.each...)
}

func (p *paced) rate() float64 { return float64(p.hands) / p.took.Seconds() }

func (p *paced) median() float64 {
	slices.Sort(p.each)
	return float64(p.each[len(p.each)/2].Microseconds()) / 1000
}

// paced has hands reported at an even pace from 64 connections, each of which
// waits for its answer.
func (h *busyHall) paced(b *testing.B) paced {
	b.Helper()
	each := hallConnections * time.Second / handsASec
	rounds := int(handsTaken / each)
	var mu sync.Mutex
	var p paced
	p.took = phonesAsk(b, h.addr, hallConnections, rounds*hallConnections, func(at, i int, c *fasthttp.HostClient) {
		if i == 0 {
			time.Sleep(each * time.Duration(at) / hallConnections)
		}
		began := time.Now()
		h.next(b, at).report(b, c)
		took := time.Since(began)
		mu.Lock()
		p.each = append(p.each, took)
		mu.Unlock()
		time.Sleep(max(0, each-took))
	})
	p.hands = len(p.each)
	return p
}

// next is the next phone at a connection that has hands left to report.
func (h *busyHall) next(b *testing.B, at int) *caller {
	for i := at; i < len(h.phones); i += hallConnections {
		if h.phones[i].hand < handsAMatch {
			return h.phones[i]
		}
	}
	b.Error("the matches are used up")
	return h.phones[at]
}

// note notes the memory of the program.
func (h *busyHall) note(b *testing.B) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.pid))
	if err != nil {
		b.Log("memory is not measured here:", err)
		return
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); err == nil {
			h.resident = max(h.resident, kib<<10)
		}
	}
}

// pages are streams that are open.
type pages struct {
	conns   []net.Conn
	wg      sync.WaitGroup
	hello   sync.WaitGroup
	changes atomic.Int64
	bytes   atomic.Int64
}

// open opens so many streams of the event, and waits until each was greeted.
func (h *busyHall) open(b *testing.B, n int) *pages {
	b.Helper()
	p := &pages{}
	for range n {
		conn, err := net.Dial("tcp", h.addr)
		if err != nil {
			b.Fatal(err)
		}
		p.conns = append(p.conns, conn)
		p.hello.Add(1)
		p.wg.Go(func() { p.read(conn) })
		if _, err := fmt.Fprintf(conn, "GET /api/v1/events/big/stream?after=1000000 HTTP/1.1\r\nHost: %s\r\n\r\n", h.addr); err != nil {
			b.Fatal(err)
		}
	}
	p.hello.Wait()
	return p
}

func (p *pages) read(conn net.Conn) {
	greeted := sync.OnceFunc(p.hello.Done)
	defer greeted()
	buffer := make([]byte, 2048)
	for {
		n, err := conn.Read(buffer)
		if err != nil {
			return
		}
		p.bytes.Add(int64(n))
		p.changes.Add(int64(bytes.Count(buffer[:n], []byte("event: change"))))
		if bytes.Contains(buffer[:n], []byte("event: hello")) {
			greeted()
		}
	}
}

func (p *pages) close() {
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.wg.Wait()
}
