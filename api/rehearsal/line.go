package rehearsal

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// door is where a kiosk answers.
type door struct {
	addr   string
	secure bool
}

func parseDoor(text string) (door, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return door{}, err
	}
	d := door{addr: u.Host, secure: u.Scheme == "https"}
	if u.Port() == "" {
		d.addr = net.JoinHostPort(u.Hostname(), map[bool]string{false: "80", true: "443"}[d.secure])
	}
	return d, nil
}

func (d door) url() string {
	if d.secure {
		return "https://" + d.addr
	}
	return "http://" + d.addr
}

// answerTime is how long an answer, or a part of one, may take.
const answerTime = 20 * time.Second

// dial opens a connection of its own. A certificate is not looked at: the hall
// does not know the organiser's, and nothing secret is said in a rehearsal.
func (d door) dial() (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", d.addr, answerTime)
	if err != nil || !d.secure {
		return conn, err
	}
	return tls.Client(conn, &tls.Config{InsecureSkipVerify: true}), nil
}

// line is the connection of a device to the kiosk, or to one of them.
type line struct {
	doors   []door
	clients []*fasthttp.HostClient
	// at is the number of the kiosk that the device is at.
	at    *atomic.Int64
	count *counts
	// patience is how long the kiosk may be away.
	patience time.Duration
}

// newLine does not connect yet. The first line, the desk's, is to the first
// kiosk.
func (h *hall) newLine() line {
	l := line{doors: h.doors, at: &atomic.Int64{}, count: h.count, patience: h.plan.Patience}
	l.at.Store((h.lines.Add(1) - 1) % int64(len(h.doors)))
	for _, d := range h.doors {
		l.clients = append(l.clients, &fasthttp.HostClient{
			Addr: d.addr, MaxConns: 4, ReadTimeout: answerTime, WriteTimeout: answerTime,
			MaxIdleConnDuration: time.Minute, MaxIdemponentCallAttempts: 1, NoDefaultUserAgentHeader: true,
			Dial: func(string) (net.Conn, error) { return d.dial() },
		})
	}
	return l
}

// leave goes on at the next kiosk, unless that was done already.
func (l *line) leave(at int64) {
	if len(l.doors) > 1 && l.at.CompareAndSwap(at, (at+1)%int64(len(l.doors))) {
		l.count.moved.Add(1)
	}
}

// closeIdle closes the connections that nothing is asked on.
func (l *line) closeIdle() {
	for _, client := range l.clients {
		client.CloseIdleConnections()
	}
}

// message is what a device asks. The key makes it safe to be sent again.
type message struct {
	method, path string
	body         []byte
	kind         string
	key, token   string
}

// reply is what the kiosk answered, and how long that took from the first byte
// sent.
type reply struct {
	status int
	body   []byte
	took   time.Duration
	// first: it came at the first attempt.
	first bool
}

func (d door) request(m message) *fasthttp.Request {
	req := fasthttp.AcquireRequest()
	req.Header.SetMethod(m.method)
	req.SetRequestURI(d.url() + m.path)
	if m.body != nil {
		req.Header.SetContentType(m.kind)
		req.SetBodyRaw(m.body)
	}
	if m.key != "" {
		req.Header.Set("Idempotency-Key", m.key)
	}
	if m.token != "" {
		req.Header.Set("Authorization", "Bearer "+m.token)
	}
	return req
}

// once sends a message to a kiosk and waits for the answer.
func (l *line) once(m message, at int64) (reply, error) {
	req, res := l.doors[at].request(m), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(res)
	began := time.Now()
	l.count.sent.Add(1)
	if err := l.clients[at].Do(req, res); err != nil {
		return reply{}, err
	}
	return reply{status: res.StatusCode(), body: append([]byte(nil), res.Body()...), took: time.Since(began)}, nil
}

// Pauses between attempts, as the pages make them.
const (
	firstPause = 30 * time.Millisecond
	maxPause   = time.Second
)

// ask sends a message until it is answered. A kiosk that is away, has no room
// or cannot write at the moment is asked again.
func (l *line) ask(ctx context.Context, m message) (reply, error) {
	began, pause := time.Now(), firstPause
	for first := true; ; first = false {
		at := l.at.Load()
		got, err := l.once(m, at)
		// A kiosk that was just cut off may not know yet what others have begun.
		unknown := got.status == http.StatusNotFound && len(l.doors) > 1 && time.Since(began) < levelTime*3
		if err == nil && got.status < http.StatusInternalServerError && got.status != http.StatusTooManyRequests && !unknown {
			got.first = first
			return got, nil
		}
		if err == nil {
			err = fmt.Errorf("status %d: %s", got.status, got.body)
		}
		if time.Since(began) > l.patience {
			return reply{}, &GoneError{l.doors[at].url(), err}
		}
		l.count.again.Add(1)
		l.leave(at)
		if !sleep(ctx, pause) {
			return reply{}, ctx.Err()
		}
		pause = min(2*pause, maxPause)
	}
}

// hangUp sends a message and closes the connection before the answer; abruptly
// also resets it, so that the kiosk may not even see all of it.
func (l *line) hangUp(m message, abruptly bool) {
	to := l.doors[l.at.Load()]
	conn, err := to.dial()
	if err != nil {
		return // The kiosk is away: then nothing was sent, which is as well.
	}
	req := to.request(m)
	defer fasthttp.ReleaseRequest(req)
	out := bufio.NewWriter(conn)
	if req.Write(out) == nil {
		_ = out.Flush() // it is meant to fail now and then
	}
	if tcp, ok := conn.(*net.TCPConn); ok && abruptly {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
	l.count.sent.Add(1)
	l.count.hungUp.Add(1)
}

// sleep waits, and says whether the context lasted.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
