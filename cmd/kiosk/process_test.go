package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"kiosk/config"
)

// process is a kiosk that runs as a program of its own, and the organiser's
// browser.
type process struct {
	*testing.T
	cmd      *exec.Cmd
	out, err said
	ended    chan struct{}
	// address is where it listens, with the scheme.
	address string
	client  *http.Client
	token   string
	keys    int
}

// freeAddress is an address on this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

// launch starts a kiosk on an address and waits until it answers.
func launch(t *testing.T, addr string, args ...string) *process {
	t.Helper()
	return launchFor(t, "http://", addr, &http.Client{Timeout: 20 * time.Second}, args...)
}

// launchFor is launch for a browser of the test's own.
func launchFor(t *testing.T, scheme, addr string, client *http.Client, args ...string) *process {
	t.Helper()
	p := &process{T: t, address: scheme + addr, client: client, ended: make(chan struct{})}
	p.cmd = exec.Command("kiosk", append([]string{"serve", "--addr", addr, "--lang", "en", "--open-browser", "false"}, args...)...)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = t.TempDir(), &p.out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // how it ended is for the tests to see
	}()
	t.Cleanup(func() { p.kill() })
	wait(t, func() bool {
		select {
		case <-p.ended:
			t.Fatalf("it ended: %s%s", p.out.String(), p.err.String())
		default:
		}
		res, err := p.client.Get(p.address + "/healthz")
		if err != nil {
			return false
		}
		return errNone(res.Body.Close()) && res.StatusCode == http.StatusOK
	}, &p.err)
	return p
}

func errNone(err error) bool { return err == nil }

// kill ends the process at once, as a power cut does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.ended
	p.client.CloseIdleConnections()
}

// stop ends the process in good order.
func (p *process) stop() {
	p.Helper()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		p.Fatal(err)
	}
	select {
	case <-p.ended:
	case <-time.After(40 * time.Second):
		p.Fatal("it does not end")
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		p.Errorf("exit %d: %s", code, p.err.String())
	}
}

var pinShown = regexp.MustCompile(`PIN: (\d{8})\b`)

// pin is the PIN that the first start shows.
func (p *process) pin() string {
	p.Helper()
	wait(p.T, func() bool { return pinShown.MatchString(p.out.String()) }, &p.err)
	return pinShown.FindStringSubmatch(p.out.String())[1]
}

// signIn signs the organiser in with the PIN that was shown at the first start.
func (p *process) signIn(pin string) {
	p.Helper()
	p.token = p.want(http.StatusOK, http.MethodPost, "/api/v1/session", "", map[string]any{"pin": pin, "name": "Organiser"})["token"].(string)
}

// ask sends a request; an empty key is a new one.
func (p *process) ask(method, path, key string, body any) (int, []byte, error) {
	p.Helper()
	var content io.Reader
	kind := "application/json"
	switch b := body.(type) {
	case nil:
	case string:
		content, kind = strings.NewReader(b), "text/csv"
	default:
		data, err := json.Marshal(body)
		if err != nil {
			p.Fatal(err)
		}
		content = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, p.address+path, content)
	if err != nil {
		p.Fatal(err)
	}
	if key == "" {
		p.keys++
		key = fmt.Sprintf("%d-%06d", p.cmd.Process.Pid, p.keys)
	}
	req.Header.Set("Idempotency-Key", "test-key-"+key)
	req.Header.Set("Accept-Language", "zh-Hant")
	if content != nil {
		req.Header.Set("Content-Type", kind)
	}
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	res, err := p.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, data, err
}

// want is ask for an answer that must come with the status.
func (p *process) want(status int, method, path, key string, body any) map[string]any {
	p.Helper()
	got, data, err := p.ask(method, path, key, body)
	if err != nil || got != status {
		p.Fatalf("%s %s: status %d, want %d: %s, %v", method, path, got, status, data, err)
	}
	var answer map[string]any
	if len(data) > 0 && data[0] == '{' {
		if err := json.Unmarshal(data, &answer); err != nil {
			p.Fatal(err)
		}
	}
	return answer
}

func (p *process) get(path string) map[string]any {
	p.Helper()
	return p.want(http.StatusOK, http.MethodGet, path, "", nil)
}

// pairsOf is a list of n pairs of different units.
func pairsOf(n int) string {
	var b strings.Builder
	b.WriteString("编号,单位,组别,选手1,选手2\n")
	for i := 1; i <= n; i++ {
		for _, group := range []string{"A", "B"} {
			fmt.Fprintf(&b, "%s%02d,分会%02d,%s,甲%s%02d,乙%s%02d\n", group, i, i, group, group, i, group, i)
		}
	}
	return b.String()
}

// drawn makes an event whose first round is drawn, and gives its id.
func (p *process) drawn(units int) string {
	p.Helper()
	book, err := demoBook(config.BuiltIn())
	if err != nil {
		p.Fatal(err)
	}
	id := p.want(http.StatusCreated, http.MethodPost, "/api/v1/events", "", map[string]any{"name": "掼蛋赛", "rulebook": book.Book.ID})["id"].(string)
	p.want(http.StatusOK, http.MethodPut, "/api/v1/events/"+id+"/entrants", "", pairsOf(units))
	p.want(http.StatusCreated, http.MethodPost, "/api/v1/events/"+id+"/rounds", "", map[string]any{"seed": "7"})
	return id
}

// tokens are the links of a table's two sides, as its cards have them.
func (p *process) tokens(id string, table int) (a, b string) {
	p.Helper()
	_, data, err := p.ask(http.MethodGet, "/api/v1/events/"+id+"/tables", "", nil)
	if err != nil {
		p.Fatal(err)
	}
	var tables []struct{ Links map[string]string }
	if err := json.Unmarshal(data, &tables); err != nil {
		p.Fatalf("%v: %s", err, data)
	}
	path := func(side string) string {
		_, token, _ := strings.Cut(strings.ToLower(tables[table-1].Links[side]), "/t/")
		return "/api/v1/t/" + strings.ToUpper(token)
	}
	return path("A"), path("B")
}

func (p *process) hold(side, device string) {
	p.Helper()
	p.want(http.StatusOK, http.MethodPost, side+"/hold", "", map[string]any{"device": device})
}

func hand(device string, number int, finish ...int) map[string]any {
	return map[string]any{"device": device, "game": 1, "number": number, "version": 0, "hand": map[string]any{"finish": finish}}
}

// backedUp waits until a backup holds everything, and gives its path.
func (p *process) backedUp() string {
	p.Helper()
	var path string
	wait(p.T, func() bool {
		backup, _ := p.get("/api/v1/kiosk")["backup"].(map[string]any)
		last, ok := backup["last"].(map[string]any)
		if ok {
			path = last["file"].(string)
		}
		return ok && backup["current"] == true && backup["running"] == false
	}, &p.err)
	return path
}
