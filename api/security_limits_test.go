package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kiosk/api"
)

// network is a listener without a machine's network: connections hold nothing
// that was written and not read, and come from whatever address a test says.
type network struct {
	coming chan net.Conn
	closed chan struct{}
	once   sync.Once
	// trouble is what Accept answers first.
	mu      sync.Mutex
	trouble []error
}

func newNetwork() *network { return &network{coming: make(chan net.Conn), closed: make(chan struct{})} }

func (n *network) Accept() (net.Conn, error) {
	n.mu.Lock()
	if len(n.trouble) > 0 {
		err := n.trouble[0]
		n.trouble = n.trouble[1:]
		n.mu.Unlock()
		return nil, err
	}
	n.mu.Unlock()
	select {
	case conn := <-n.coming:
		return conn, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error { n.once.Do(func() { close(n.closed) }); return nil }

func (n *network) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 168, 1, 10), Port: 8080} }

// from is the kiosk's end of a connection, which comes from an address. Closed is
// closed with it.
type from struct {
	net.Conn
	remote net.Addr
	closed chan struct{}
	once   *sync.Once
}

func (c from) RemoteAddr() net.Addr { return c.remote }

func (c from) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// dial connects from an address. The channel is closed when the kiosk closes the
// connection.
func (n *network) dial(address string) (net.Conn, <-chan struct{}, error) {
	ours, theirs := net.Pipe()
	end := from{theirs, &net.TCPAddr{IP: net.ParseIP(address), Port: 40000}, make(chan struct{}), new(sync.Once)}
	select {
	case n.coming <- end:
		return ours, end.closed, nil
	case <-n.closed:
		return nil, nil, net.ErrClosed
	}
}

// serve serves the kiosk on a network.
func (k *kiosk) serve() *network {
	n := newNetwork()
	// It ends with the kiosk.
	go func() { _ = k.server.Serve(n) }()
	return n
}

// conn is a raw connection.
type conn struct {
	net.Conn
	t      *testing.T
	r      *bufio.Reader
	closed <-chan struct{}
}

func (n *network) open(t *testing.T, address string) *conn {
	t.Helper()
	c, closed, err := n.dial(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return &conn{c, t, bufio.NewReader(c), closed}
}

// ask sends a whole request and reads its answer.
func (c *conn) ask(text string) (int, string) {
	c.t.Helper()
	c.say(text)
	return c.answer()
}

func (c *conn) say(text string) {
	c.t.Helper()
	if err := c.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
		c.t.Fatal(err)
	}
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conn) answer() (int, string) {
	c.t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		c.t.Fatal(err)
	}
	res, err := http.ReadResponse(c.r, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return res.StatusCode, string(data)
}

// cut waits until the kiosk has closed the connection.
func (c *conn) cut(within time.Duration) {
	c.t.Helper()
	select {
	case <-c.closed:
	case <-time.After(within):
		c.t.Fatalf("the connection is open after %v", within)
	}
}

// drip writes a text again and again, slowly, until the connection is closed.
func (c *conn) drip(text string) {
	for text != "" {
		if _, err := io.WriteString(c, text); err != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

const healthy = "GET /healthz HTTP/1.1\r\nHost: 192.168.1.10:8080\r\n\r\n"

// A request that comes in drop by drop does not hold a connection, and nobody
// else waits for it.
func TestSlowRequestsAreCut(t *testing.T) {
	k := newKioskWith(t, api.Config{Limits: api.Limits{Read: 300 * time.Millisecond}})
	n := k.serve()
	for _, c := range []struct{ name, begun, drop string }{
		{"nothing", "", ""},
		{"a slow head", "GET /api/v1/events HTTP/1.1\r\n", "X-Slow: 1\r\n"},
		{"a slow body", "POST /api/v1/session HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nContent-Length: 60000\r\n\r\n", " "},
		{"a slow body in chunks", "POST /api/v1/session HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			slow := n.open(t, "192.168.1.66")
			if c.begun != "" {
				slow.say(c.begun)
			}
			go slow.drip(c.drop)
			go func() { _, _ = io.Copy(io.Discard, slow.r) }()
			if status, _ := n.open(t, "192.168.1.20").ask(healthy); status != http.StatusOK {
				t.Fatalf("others are answered %d", status)
			}
			slow.cut(5 * time.Second)
		})
	}
}

// A client that asks and does not read holds neither memory nor a stream.
func TestSlowReadersAreCut(t *testing.T) {
	k := newKioskWith(t, api.Config{Limits: api.Limits{Write: 200 * time.Millisecond}})
	n := k.serve()
	id := k.college(3)
	for _, path := range []string{"/api/v1/openapi.json", "/api/v1/events/" + id + "/stream"} {
		slow := n.open(t, "192.168.1.66")
		slow.say("GET " + path + " HTTP/1.1\r\nHost: 192.168.1.10:8080\r\n\r\n")
		slow.cut(5 * time.Second)
	}
	if status, _ := n.open(t, "192.168.1.20").ask(healthy); status != http.StatusOK {
		t.Errorf("others are answered %d", status)
	}
}

// One who reads slowly but steadily is served whatever that takes in all: an
// answer is more than one part, each part may take as long as the limit.
func TestSteadyReadersAreServed(t *testing.T) {
	const limit = 300 * time.Millisecond
	k := newKioskWith(t, api.Config{Limits: api.Limits{Write: limit}})
	c := k.serve().open(t, "192.168.1.66")
	began := time.Now()
	c.say("GET /api/v1/openapi.json HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nConnection: close\r\n\r\n")
	all := 0
	for buffer := make([]byte, 16<<10); ; {
		m, err := c.Read(buffer)
		all += m
		if err != nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if took := time.Since(began); all < 300_000 || took < limit {
		t.Errorf("%d bytes in %v", all, took)
	}
}

// Nothing that clients do ends the listener: not even so many connections that
// the machine can open no more files.
func TestTheListenerOutlivesTrouble(t *testing.T) {
	k := newKiosk(t)
	n := newNetwork()
	n.trouble = []error{syscall.EMFILE, &net.OpError{Op: "accept", Err: syscall.ENFILE}, syscall.ECONNABORTED}
	go func() { _ = k.server.Serve(n) }()
	if status, _ := n.open(t, "192.168.1.20").ask(healthy); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	k := newKioskWith(t, api.Config{Limits: api.Limits{Connections: 6, PerAddress: 3}})
	n := k.serve()
	open := func(address string) *conn {
		c := n.open(t, address)
		if status, _ := c.ask(healthy); status != http.StatusOK {
			t.Fatalf("%s: status %d", address, status)
		}
		return c
	}
	first := open("192.168.1.66")
	for range 2 {
		open("192.168.1.66")
	}
	n.open(t, "192.168.1.66").cut(5 * time.Second)
	for range 3 {
		open("192.168.1.20")
	}
	n.open(t, "192.168.1.30").cut(5 * time.Second)
	for range 4 {
		open("127.0.0.1") // the laptop itself
	}
	_ = first.Close()
	k.until("a place is free again", func() bool {
		c, closed, err := n.dial("192.168.1.66")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		select {
		case <-closed:
			return false
		case <-time.After(50 * time.Millisecond):
			return true
		}
	})
}

// Bodies are refused by their announced length, before anything is set aside for
// them: long ones are for those who are signed in.
func TestLengthsAreJudgedByTheHead(t *testing.T) {
	k := newKiosk(t)
	n := k.serve()
	id := k.college(3)
	head := func(method, path, token string, length int) string {
		return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n", method, path, token, length)
	}
	for _, c := range []struct {
		name, method, path, token string
		length, status            int
	}{
		{"a stranger's", "POST", "/api/v1/session", "", 100_000, http.StatusRequestEntityTooLarge},
		{"a stranger's list", "PUT", "/api/v1/events/" + id + "/entrants", "", 1 << 20, http.StatusRequestEntityTooLarge},
		{"a list with a false token", "PUT", "/api/v1/events/" + id + "/entrants", strings.Repeat("A", 43), 1 << 20, http.StatusRequestEntityTooLarge},
		{"an organiser's order", "POST", "/api/v1/events", k.token, 1 << 20, http.StatusRequestEntityTooLarge},
		{"an organiser's list, far too long", "PUT", "/api/v1/events/" + id + "/entrants", k.token, 4 << 20, http.StatusRequestEntityTooLarge},
		{"beyond numbers", "POST", "/api/v1/session", "", 1 << 62, http.StatusRequestEntityTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Only the head is sent.
			status, body := n.open(t, "192.168.1.66").ask(head(c.method, c.path, c.token, c.length))
			if status != c.status || !strings.Contains(body, `"too-large"`) {
				t.Errorf("status %d: %s", status, body)
			}
		})
	}
	// A long list of somebody who may is read, whatever is in it.
	c := n.open(t, "192.168.1.20")
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c, head("PUT", "/api/v1/events/"+id+"/entrants", k.token, 2<<20)+strings.Repeat("x", 2<<20))
		sent <- err
	}()
	if status, body := c.answer(); status != http.StatusUnprocessableEntity {
		t.Errorf("the organiser's list: %d %s", status, body)
	}
	if err := <-sent; err != nil {
		t.Errorf("the organiser's list was not sent: %v", err)
	}
	// In chunks no length is announced: what comes is counted.
	flood := n.open(t, "192.168.1.66")
	go func() {
		_, _ = io.WriteString(flood, "POST /api/v1/session HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nTransfer-Encoding: chunked\r\n\r\n")
		flood.drip("4000\r\n" + strings.Repeat(" ", 0x4000) + "\r\n")
	}()
	if status, body := flood.answer(); status != http.StatusRequestEntityTooLarge {
		t.Errorf("chunks: %d %s", status, body)
	}
}

// Heads, names and questions that are too large, too deep or packed are refused
// at once, and in a sentence.
func TestWhatIsTooMuchIsRefused(t *testing.T) {
	k, id, a, _ := table(t)
	n := k.serve()
	c := n.open(t, "192.168.1.66")
	go func() {
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nX-Long: "+strings.Repeat("x", 20_000)+"\r\n\r\n")
	}()
	if status, body := c.answer(); status != http.StatusRequestHeaderFieldsTooLarge || !strings.Contains(body, `"too-large"`) {
		t.Errorf("a long head: %d %s", status, body)
	}
	deep := []byte(strings.Repeat("[", 30_000))
	for _, r := range []request{
		{method: http.MethodPost, path: "/api/v1/session", raw: deep, token: "-"},
		{method: http.MethodPost, path: a.path + "/hands", raw: []byte(`{"hand":` + string(deep)), token: "-"},
		{method: http.MethodPost, path: "/api/v1/events", raw: []byte(`{"name":"x","rulebook":"guandan-college","settings":{"minutes":` + string(deep))},
		{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: deep, contentType: "application/json"},
		{method: http.MethodPost, path: "/api/v1/rulebooks/guandan-college/play", raw: []byte(`{"cards":` + string(deep)), token: "-"},
	} {
		began := time.Now()
		if refused := k.want(http.StatusUnprocessableEntity, r); len(refused["detail"].(string)) > 600 {
			t.Errorf("%s: %d bytes told", r.path, len(refused["detail"].(string)))
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: %v", r.path, took)
		}
	}
	long := strings.Repeat("名", 10_000)
	for _, r := range []request{
		{method: http.MethodPost, path: "/api/v1/session", body: map[string]any{"pin": "1", "name": long}, token: "-"},
		{method: http.MethodPost, path: "/api/v1/events", body: map[string]any{"name": long, "rulebook": "guandan-college"}},
		{method: http.MethodPost, path: a.path + "/calls", body: map[string]any{"device": a.device, "reason": long}, token: "-"},
		{method: http.MethodPost, path: a.path + "/hold", body: map[string]any{"device": strings.Repeat("d", 65)}, token: "-"},
	} {
		k.want(http.StatusUnprocessableEntity, r)
	}
}

// A hall behind one address: five hundred phones hold their sides and report at
// once, and none is told to wait.
func TestAHallBehindOneAddress(t *testing.T) {
	if testing.Short() {
		t.Skip("five hundred phones")
	}
	k := newKiosk(t)
	n := k.serve()
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			c, _, err := n.dial("192.168.1.1")
			return c, err
		},
		MaxIdleConnsPerHost: 1000,
	}}
	t.Cleanup(client.CloseIdleConnections)
	var events, links []string
	for range 4 {
		id := k.college(64)
		events = append(events, id)
		k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
		for _, table := range k.list("/api/v1/events/" + id + "/tables") {
			for _, side := range []string{"A", "B"} {
				links = append(links, "http://192.168.1.10:8080/api/v1"+strings.TrimPrefix(field(table, "links", side).(string), address))
			}
		}
	}
	if len(links) < 500 {
		t.Fatalf("%d phones", len(links))
	}
	say := func(phone int, what string, body map[string]any) error {
		body["device"] = fmt.Sprintf("phone-%04d", phone)
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		res, err := client.Post(links[phone]+"/"+what, "application/json", bytes.NewReader(data))
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if res.StatusCode >= 300 {
			told, _ := io.ReadAll(res.Body)
			return fmt.Errorf("phone %d, %s: %d %s", phone, what, res.StatusCode, told)
		}
		_, err = io.Copy(io.Discard, res.Body)
		return err
	}
	all := func(what string, body func(phone int) map[string]any) {
		t.Helper()
		var wait sync.WaitGroup
		for phone := range links {
			wait.Go(func() {
				if err := say(phone, what, body(phone)); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	all("hold", func(int) map[string]any { return map[string]any{} })
	for hand := 1; hand <= 3; hand++ {
		all("hands", func(int) map[string]any {
			return map[string]any{"game": 1, "number": hand, "hand": map[string]any{"finish": []int{1, 2, 3, 4}}}
		})
	}
	for _, id := range events {
		for _, match := range k.list("/api/v1/events/" + id + "/matches") {
			if got := field(match, "games", 0, "hands", 2, "state"); got != "confirmed" {
				t.Fatalf("table %v: third hand is %v", match["table"], got)
			}
		}
	}
}
