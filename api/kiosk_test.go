package api_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/print"
	"kiosk/print/fonts"
	"kiosk/scoresheet"
	"kiosk/store"
)

// clock is a clock that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// kiosk is a whole kiosk without a network.
type kiosk struct {
	*testing.T
	server *api.Server
	store  *store.Bolt
	clock  *clock
	pin    string
	token  string
	keys   int
}

const address = "http://192.168.1.10:8080"

var printer = sync.OnceValues(func() (*print.Printer, error) {
	font, err := fonts.Find()
	if err != nil {
		return nil, err
	}
	return print.New(font.Data)
})

// newKiosk starts a kiosk with an empty store and signs the organiser in.
func newKiosk(t *testing.T) *kiosk {
	t.Helper()
	return newKioskWith(t, api.Config{})
}

// newKioskWith is newKiosk with what the configuration sets of limits and log.
func newKioskWith(t *testing.T, cfg api.Config) *kiosk {
	t.Helper()
	k := &kiosk{T: t, clock: &clock{at: time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC)}}
	var err error
	k.store, err = store.Open(filepath.Join(t.TempDir(), "kiosk.db"), store.Options{Now: k.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	pin, made, err := api.NewPINs(k.store, k.clock.now, rand.Reader).EnsureOrganiser(ctx)
	if err != nil || !made {
		t.Fatalf("PIN: %v, made %v", err, made)
	}
	p, err := printer()
	if err != nil {
		t.Fatal(err)
	}
	k.pin = pin
	k.server, err = api.New(ctx, api.Config{
		Store: k.store, Rulebooks: config.BuiltIn(), Printer: p, Lang: scoresheet.ZhHans, PublicURL: cmp.Or(cfg.PublicURL, address),
		Version: "test", Now: k.clock.now, Random: rand.Reader, Limits: cfg.Limits, Log: cfg.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.server.Close(); err != nil {
			t.Error(err)
		}
		cancel()
		report, err := k.store.Verify()
		if err != nil {
			t.Errorf("verify: %v", err)
		}
		_ = report
		if err := k.store.Close(); err != nil {
			t.Error(err)
		}
	})
	k.token = k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": pin, "name": "王组织"})["token"].(string)
	return k
}

// answer is a decoded JSON answer.
type answer = map[string]any

// request asks as the organiser, unless options say otherwise.
type request struct {
	method, path string
	body         any
	raw          []byte
	contentType  string
	key          string
	token        string
	lang         string
}

func (k *kiosk) send(r request) (int, []byte) {
	k.Helper()
	body := r.raw
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			k.Fatal(err)
		}
	}
	req := httptest.NewRequest(r.method, r.path, bytes.NewReader(body))
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.token != "-" {
		req.Header.Set("Authorization", "Bearer "+k.token)
	}
	if r.method != http.MethodGet {
		if r.key == "" {
			k.keys++
			r.key = fmt.Sprintf("test-key-%06d", k.keys)
		}
		req.Header.Set("Idempotency-Key", r.key)
	}
	if r.lang != "" {
		req.Header.Set("Accept-Language", r.lang)
	}
	res, err := k.server.App().Test(req, 60_000)
	if err != nil {
		k.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		k.Fatal(err)
	}
	return res.StatusCode, data
}

func (k *kiosk) want(status int, r request) answer {
	k.Helper()
	got, data := k.send(r)
	if got != status {
		k.Fatalf("%s %s: status %d, want %d: %s", r.method, r.path, got, status, data)
	}
	var a answer
	if len(data) > 0 && data[0] == '{' {
		if err := json.Unmarshal(data, &a); err != nil {
			k.Fatalf("%s %s: %v: %s", r.method, r.path, err, data)
		}
	}
	return a
}

func (k *kiosk) post(status int, path string, body any) answer {
	k.Helper()
	return k.want(status, request{method: http.MethodPost, path: path, body: body})
}

func (k *kiosk) get(path string) answer {
	k.Helper()
	return k.want(http.StatusOK, request{method: http.MethodGet, path: path})
}

func (k *kiosk) list(path string) []answer {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: path})
	if status != http.StatusOK {
		k.Fatalf("GET %s: status %d: %s", path, status, data)
	}
	var list []answer
	if err := json.Unmarshal(data, &list); err != nil {
		k.Fatalf("GET %s: %v", path, err)
	}
	return list
}

// field walks into an answer by keys and indexes.
func field(v any, path ...any) any {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok {
				return nil
			}
			v = m[s]
		case int:
			l, ok := v.([]any)
			if !ok || s >= len(l) {
				return nil
			}
			v = l[s]
		}
	}
	return v
}

// branches is a list of n branches with a pair in each group.
func branches(n int) string {
	var b strings.Builder
	b.WriteString("编号,单位,组别,选手1,选手2\n")
	for i := 1; i <= n; i++ {
		for _, group := range []string{"A", "B"} {
			fmt.Fprintf(&b, "%s%02d,分会%02d,%s,甲%s%02d,乙%s%02d\n", group, i, i, group, group, i, group, i)
		}
	}
	return b.String()
}

// college makes an event with n branches.
func (k *kiosk) college(n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "教职工掼蛋赛", "rulebook": "guandan-college"})["id"].(string)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(branches(n)), contentType: "text/csv"})
	return id
}

// phone is a captain's phone.
type phone struct {
	*kiosk
	path, device string
}

func (p phone) say(status int, what string, body map[string]any) answer {
	p.Helper()
	all := map[string]any{"device": p.device}
	for key, value := range body {
		all[key] = value
	}
	return p.want(status, request{method: http.MethodPost, path: p.path + "/" + what, body: all, token: "-"})
}

func (p phone) view() answer {
	p.Helper()
	return p.want(http.StatusOK, request{method: http.MethodGet, path: p.path + "?device=" + p.device, token: "-"})
}

// phones are the two captains of a table, each holding its side.
func (k *kiosk) phones(event string, table int) (a, b phone) {
	k.Helper()
	tables := k.list("/api/v1/events/" + event + "/tables")
	links := tables[table-1]["links"].(map[string]any)
	open := func(side string) phone {
		link := links[side].(string)
		p := phone{k, "/api/v1" + strings.TrimPrefix(link, address), "phone-" + side + fmt.Sprint(table)}
		p.say(http.StatusOK, "hold", nil)
		return p
	}
	return open("A"), open("B")
}

// report reports a hand of the first game by one phone.
func (p phone) report(status, number int, finish ...int) answer {
	p.Helper()
	return p.say(status, "hands", map[string]any{"game": 1, "number": number, "version": 0, "hand": map[string]any{"finish": finish}})
}

// version is the match's version as the phone sees it.
func (p phone) version() int {
	p.Helper()
	return int(field(p.view(), "match", "version").(float64))
}
