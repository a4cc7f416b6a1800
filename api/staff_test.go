package api

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// desk is a kiosk with its staff's routes, and a clock that tests move.
type desk struct {
	t      *testing.T
	clock  *fakeClock
	server *Server
	app    *fiber.App
	pins   map[event.Role]string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	clock := newClock()
	kept, err := store.Open(filepath.Join(t.TempDir(), "kiosk.db"), store.Options{Now: clock.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &hall{links: []networkLink{onLink("wlan0", "192.168.1.5"), onLink("docker0", "172.17.0.1")}}
	s := &Server{started: clock.at, log: slog.New(slog.DiscardHandler)}
	s.Store, s.Now, s.Random, s.Version = kept, clock.now, rand.Reader, "1.2.3"
	s.sessions = quickSessions(kept, clock)
	s.venue = h.venue(kept, "")
	s.gate = newGate(clock.now, func(code string) (string, bool) { return "TOKEN", code == "ABCDEF" })
	s.repeats = newRepeats(clock.now)
	d := &desk{t: t, clock: clock, server: s, pins: map[event.Role]string{}}
	d.app = fiber.New(fiber.Config{Immutable: true, ErrorHandler: s.fail})
	d.app.Use(secureHeaders)
	s.staffRoutes(d.app)
	for _, row := range staffRoles {
		if d.pins[row.role], err = s.sessions.Reset(ctx, row.role); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// browser keeps cookies and says where its page came from.
type browser struct {
	*desk
	cookies map[string]string
	bearer  string
	header  map[string]string
}

func (d *desk) browser() *browser {
	return &browser{desk: d, cookies: map[string]string{}, header: map[string]string{"X-Kiosk": "1", "Accept-Language": "en"}}
}

// reply is what a request got.
type reply struct {
	status int
	header http.Header
	body   map[string]any
	set    map[string]*http.Cookie
}

// code is that of a refusal.
func (r reply) code() string {
	if r.status < 400 {
		return ""
	}
	code, _ := r.body["code"].(string)
	return code
}

func (b *browser) send(method, path, body string) reply {
	b.t.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Host = "192.168.1.5:8080"
	for name, value := range b.header {
		req.Header.Set(name, value)
	}
	if b.bearer != "" {
		req.Header.Set("Authorization", "Bearer "+b.bearer)
	}
	for name, value := range b.cookies {
		req.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	res, err := b.app.Test(req, -1)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	got := reply{status: res.StatusCode, header: res.Header, set: map[string]*http.Cookie{}}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &got.body); err != nil {
			b.t.Fatalf("%s %s: %s: %v", method, path, data, err)
		}
	}
	for _, cookie := range res.Cookies() {
		got.set[cookie.Name] = cookie
		b.cookies[cookie.Name] = cookie.Value
		if cookie.MaxAge < 0 || (!cookie.Expires.IsZero() && cookie.Expires.Before(b.clock.at)) {
			delete(b.cookies, cookie.Name)
		}
	}
	return got
}

// expect sends, and fails unless the status, and the code of a refusal, are as
// told.
func (b *browser) expect(status int, code, method, path, body string) reply {
	b.t.Helper()
	got := b.send(method, path, body)
	if got.status != status || got.code() != code {
		b.t.Fatalf("%s %s %s: %d %q, want %d %q (%v)", method, path, body, got.status, got.code(), status, code, got.body)
	}
	return got
}

func (b *browser) signIn(role event.Role, name string) reply {
	b.t.Helper()
	return b.expect(200, "", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":%q}`, b.pins[role], name))
}

func TestSignInAndOut(t *testing.T) {
	for _, row := range staffRoles {
		t.Run(string(row.role), func(t *testing.T) {
			b := newDesk(t).browser()
			b.expect(401, "unauthorized", "GET", "/api/v1/session", "")
			got := b.signIn(row.role, " 王 芳 ")
			if got.body["role"] != string(row.role) || got.body["name"] != "王 芳" {
				t.Errorf("%v", got.body)
			}
			cookie := got.set[sessionCookie]
			if cookie == nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.Secure || cookie.MaxAge != int(sessionLife/time.Second) {
				t.Errorf("cookie %v", cookie)
			}
			if cookie.Value != got.body["token"] {
				t.Error("cookie and token are not the same")
			}
			if who := b.expect(200, "", "GET", "/api/v1/session", ""); who.body["role"] != string(row.role) || len(who.body) != 2 {
				t.Errorf("%v", who.body)
			}
			b.expect(204, "", "DELETE", "/api/v1/session", "")
			if _, still := b.cookies[sessionCookie]; still {
				t.Error("the cookie stays")
			}
			b.cookies[sessionCookie] = cookie.Value
			b.expect(401, "unauthorized", "GET", "/api/v1/session", "")
		})
	}
}

func TestSignInRefused(t *testing.T) {
	b := newDesk(t).browser()
	pin := b.pins[event.Referee]
	cases := []struct {
		name, body string
		status     int
		code       string
	}{
		{"wrong PIN", `{"pin":"0","name":"x"}`, 401, "pin.wrong"},
		{"no PIN", `{"name":"x"}`, 401, "pin.wrong"},
		{"no name", fmt.Sprintf(`{"pin":%q}`, pin), 422, "name.empty"},
		{"long name", fmt.Sprintf(`{"pin":%q,"name":"123456789012345678901"}`, pin), 422, "name.long"},
		{"unknown key", fmt.Sprintf(`{"pin":%q,"nom":"x"}`, pin), 422, "body"},
		{"number for a PIN", `{"pin":123456,"name":"x"}`, 422, "body"},
		{"broken", `{"pin":`, 422, "body"},
		{"large", `{"pin":"` + strings.Repeat("1", maxJSONBody) + `"}`, 413, "too-large"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := b.expect(c.status, c.code, "POST", "/api/v1/session", c.body)
			if got.header.Get("Content-Type") != "application/problem+json; charset=utf-8" {
				t.Errorf("%s", got.header.Get("Content-Type"))
			}
			if detail, _ := got.body["detail"].(string); detail == "" || strings.HasPrefix(detail, "problem.") {
				t.Errorf("no sentence: %q", detail)
			}
			if got.set[sessionCookie] != nil {
				t.Error("signed in")
			}
		})
	}
	b.header["Content-Encoding"] = "gzip"
	b.expect(415, "media-type", "POST", "/api/v1/session", "{}")
}

func TestGuessingIsSlowed(t *testing.T) {
	d := newDesk(t)
	guess := func(b *browser) reply { return b.send("POST", "/api/v1/session", `{"pin":"0","name":"x"}`) }

	// A referee who was signed in before; their session has ended.
	known := d.browser()
	known.signIn(event.Referee, "李")
	known.expect(204, "", "DELETE", "/api/v1/session", "")

	// One browser, then a new one for each guess.
	guest := d.browser()
	var got reply
	for n := 0; ; n++ {
		if got = guess(guest); got.status == 429 {
			break
		}
		if n > slowPINs.free+1 { // the first guess had no cookie yet
			t.Fatal("one browser guesses without end")
		}
	}
	if got.code() != "pin.slow" || got.header.Get("Retry-After") != "10" {
		t.Errorf("%q after %q", got.code(), got.header.Get("Retry-After"))
	}
	for n := 0; ; n++ {
		d.clock.pass(500 * time.Millisecond)
		stranger := d.browser()
		stranger.send("GET", "/api/v1/kiosk", "")
		if got = guess(stranger); got.status == 429 {
			break
		}
		if n > slowAll.free {
			t.Fatal("new browsers guess without end")
		}
	}
	stranger := d.browser()
	stranger.expect(429, "pin.slow", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"x"}`, d.pins[event.Organiser]))

	// None of that concerns who is known, or comes by a link.
	known.signIn(event.Referee, "李")
	code, _, err := d.server.sessions.newLink(event.Referee)
	if err != nil {
		t.Fatal(err)
	}
	stranger.expect(200, "", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"赵"}`, code))
}

func TestWhoAVisitorIs(t *testing.T) {
	d := newDesk(t)
	s := d.server
	device, _ := s.sessions.newDevice()
	known, _ := s.sessions.newDevice()
	if err := s.sessions.introduce(ctx, known); err != nil {
		t.Fatal(err)
	}
	hall, other := net.ParseIP("192.168.1.9"), net.ParseIP("192.168.1.10")
	cases := []struct {
		name    string
		ip      net.IP
		cookie  string
		same    visitor
		trusted bool
	}{
		{"kiosk", net.ParseIP("127.0.0.1"), "", visitor{key: "kiosk", trusted: true}, true},
		{"kiosk over IPv6", net.IPv6loopback, device, visitor{key: "kiosk", trusted: true}, true},
		{"no cookie", hall, "", s.visitorFrom(hall.To4(), ""), false},
		{"nonsense for a cookie", hall, "x", s.visitorFrom(hall, ""), false},
		{"unknown device", hall, device, s.visitorFrom(other, device), false},
		{"known device", hall, known, s.visitorFrom(other, known), true},
	}
	seen := map[string]string{}
	for _, c := range cases {
		got := s.visitorFrom(c.ip, c.cookie)
		if got.key != c.same.key || got.trusted != c.trusted || (got.address == "") != (got.key == "kiosk") {
			t.Errorf("%s: %v", c.name, got)
		}
		seen[got.key] = c.name
	}
	if len(seen) != 4 {
		t.Errorf("visitors are mixed up: %v", seen)
	}
}

func TestSigningInGivesANewDevice(t *testing.T) {
	d := newDesk(t)
	b := d.browser()
	b.send("GET", "/api/v1/kiosk", "")
	planted := b.cookies[deviceCookie]
	if !isDevice(planted) {
		t.Fatalf("device %q", planted)
	}
	b.signIn(event.Referee, "李")
	mine := b.cookies[deviceCookie]
	if mine == planted || !d.server.sessions.knows(mine) || d.server.sessions.knows(planted) {
		t.Error("somebody who planted a name would be known now")
	}
	b.signIn(event.Referee, "李")
	if b.cookies[deviceCookie] != mine {
		t.Error("a known device got another name")
	}
	if all := d.server.sessions.list(); len(all) != 1 {
		t.Errorf("the same browser has %d sessions", len(all))
	}
}

func TestBearerAndCookie(t *testing.T) {
	d := newDesk(t)
	b := d.browser()
	token, _ := b.signIn(event.Organiser, "张").body["token"].(string)
	const path, body = "/api/v1/session/qr", `{"role":"referee"}`
	cases := []struct {
		name    string
		prepare func(*browser)
		status  int
		code    string
	}{
		{"cookie", func(b *browser) {}, 201, ""},
		{"cookie, own page", func(b *browser) { b.header["Origin"] = "http://192.168.1.5:8080" }, 201, ""},
		{"cookie without the header", func(b *browser) { delete(b.header, "X-Kiosk") }, 403, "csrf"},
		{"cookie, header of another value", func(b *browser) { b.header["X-Kiosk"] = "yes" }, 403, "csrf"},
		{"cookie, another page", func(b *browser) { b.header["Origin"] = "http://evil.example" }, 403, "csrf"},
		{"cookie, another port", func(b *browser) { b.header["Origin"] = "http://192.168.1.5:9090" }, 403, "csrf"},
		{"cookie, a page from a file", func(b *browser) { b.header["Origin"] = "null" }, 403, "csrf"},
		{"cookie, forwarded host", func(b *browser) {
			b.header["Origin"], b.header["X-Forwarded-Host"] = "http://evil.example", "evil.example"
		}, 403, "csrf"},
		{"bearer", func(b *browser) { b.cookies, b.bearer, b.header = nil, token, nil }, 201, ""},
		{"bearer, another page", func(b *browser) {
			b.cookies, b.bearer, b.header = nil, token, map[string]string{"Origin": "http://evil.example"}
		}, 201, ""},
		{"wrong bearer beside the cookie", func(b *browser) { b.bearer = "x" }, 401, "unauthorized"},
		{"no bearer", func(b *browser) { b.header["Authorization"] = "Basic eDp5" }, 401, "unauthorized"},
		{"nothing", func(b *browser) { b.cookies = map[string]string{} }, 401, "unauthorized"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			other := d.browser()
			other.t = t
			for name, value := range b.cookies {
				other.cookies[name] = value
			}
			c.prepare(other)
			other.expect(c.status, c.code, "POST", path, body)
		})
	}
}

func TestAnotherPageSignsNobodyIn(t *testing.T) {
	b := newDesk(t).browser()
	b.header["Origin"] = "http://evil.example"
	b.expect(403, "csrf", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"x"}`, b.pins[event.Referee]))
	b.expect(403, "csrf", "POST", "/api/v1/session/redeem", `{"code":"x","name":"x"}`)
}

// Every route of the staff, for every role, as the table of rights says.
func TestRightsOfStaffRoutes(t *testing.T) {
	routes := []struct {
		command            event.CommandName
		method, path, body string
	}{
		{event.CmdKioskSetting, "PUT", "/api/v1/kiosk", `{}`},
		{event.CmdStaff, "GET", "/api/v1/staff", ``},
		{event.CmdStaff, "POST", "/api/v1/staff/pins", `{"role":"referee"}`},
		{event.CmdStaff, "DELETE", "/api/v1/staff/sessions/none", ``},
		{event.CmdStaff, "POST", "/api/v1/session/qr", `{"role":"referee"}`},
	}
	d := newDesk(t)
	browsers := map[event.Role]*browser{event.Public: d.browser()}
	for _, row := range staffRoles {
		browsers[row.role] = d.browser()
		browsers[row.role].signIn(row.role, "王")
	}
	for _, route := range routes {
		for role, b := range browsers {
			t.Run(fmt.Sprintf("%s %s by %s", route.method, route.path, role), func(t *testing.T) {
				got := b.send(route.method, route.path, route.body)
				refused := got.status == 401 || got.status == 403
				if may := event.May(role, route.command); may == refused {
					t.Errorf("%d %s, though May says %v", got.status, got.code(), may)
				}
				if refused && (got.status == 401) != (role == event.Public) {
					t.Errorf("refused by %d", got.status)
				}
			})
		}
	}
}

// require follows the table for every command and every role that can sign in.
func TestRequireFollowsTheTable(t *testing.T) {
	d := newDesk(t)
	var author event.Author
	for command := range event.Rights() {
		d.app.Post("/try/"+string(command), func(c *fiber.Ctx) error {
			var err error
			if author, err = d.server.require(c, command); err != nil {
				return err
			}
			return c.SendStatus(http.StatusNoContent)
		})
	}
	browsers := map[event.Role]*browser{event.Public: d.browser()}
	for _, row := range staffRoles {
		browsers[row.role] = d.browser()
		browsers[row.role].signIn(row.role, "王芳")
	}
	for command, roles := range event.Rights() {
		for role, b := range browsers {
			may := false
			for _, one := range roles {
				may = may || one == role
			}
			got := b.send("POST", "/try/"+string(command), "")
			switch {
			case may && (got.status != 204 || author.Role != role):
				t.Errorf("%s by %s: %d %s as %v", command, role, got.status, got.code(), author)
			case may && role != event.Public && (author.Name != "王芳" || author.Device == ""):
				t.Errorf("%s by %s is written as %v", command, role, author)
			case !may && role == event.Public && got.status != 401, !may && role != event.Public && got.status != 403:
				t.Errorf("%s by %s: %d %s", command, role, got.status, got.code())
			}
		}
	}
}

func TestStaff(t *testing.T) {
	d := newDesk(t)
	b := d.browser()
	b.signIn(event.Organiser, "张")
	d.clock.pass(time.Minute)
	phone := d.browser()
	phone.signIn(event.Referee, "李")

	got := b.expect(200, "", "GET", "/api/v1/staff", "")
	open, _ := got.body["sessions"].([]any)
	if len(open) != 2 {
		t.Fatalf("%v", got.body)
	}
	mine, theirs := open[0].(map[string]any), open[1].(map[string]any)
	if mine["name"] != "张" || mine["current"] != true || theirs["name"] != "李" || theirs["current"] != false || theirs["since"] != "2026-12-05T08:01:00Z" {
		t.Errorf("%v", open)
	}
	text := fmt.Sprint(got.body)
	for _, secret := range []string{d.pins[event.Organiser], d.pins[event.Referee], phone.cookies[sessionCookie]} {
		if strings.Contains(text, secret) {
			t.Error("a secret is told")
		}
	}

	b.expect(204, "", "DELETE", fmt.Sprint("/api/v1/staff/sessions/", theirs["id"]), "")
	phone.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	b.expect(404, "session.unknown", "DELETE", fmt.Sprint("/api/v1/staff/sessions/", theirs["id"]), "")
	b.expect(404, "session.unknown", "DELETE", "/api/v1/staff/sessions/%00", "")

	made := b.expect(201, "", "POST", "/api/v1/staff/pins", `{"role":"referee"}`)
	phone.expect(401, "pin.wrong", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"李"}`, d.pins[event.Referee]))
	phone.expect(200, "", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"李"}`, made.body["pin"]))
	b.expect(422, "role.unknown", "POST", "/api/v1/staff/pins", `{"role":"side"}`)
	b.expect(422, "role.unknown", "POST", "/api/v1/staff/pins", ``)
}

func TestSignInByLink(t *testing.T) {
	d := newDesk(t)
	b := d.browser()
	b.signIn(event.Organiser, "张")
	made := b.expect(201, "", "POST", "/api/v1/session/qr", `{"role":"chief"}`)
	code := made.body["code"].(string)
	if made.body["url"] != "http://192.168.1.5:8080/s/"+code || made.body["expires_at"] != "2026-12-05T08:10:00Z" {
		t.Errorf("%v", made.body)
	}
	b.expect(422, "role.link", "POST", "/api/v1/session/qr", `{"role":"organiser"}`)

	phone := d.browser()
	phone.expect(422, "name.empty", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":""}`, code))
	got := phone.expect(200, "", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"李"}`, code))
	if got.body["role"] != "chief" || !d.server.sessions.knows(phone.cookies[deviceCookie]) {
		t.Errorf("%v", got.body)
	}
	d.browser().expect(401, "link.spent", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"李"}`, code))
}

// The answer was lost on its way: the phone asks again with the same key.
func TestARepeatedRequestHappensOnce(t *testing.T) {
	d := newDesk(t)
	code, _, _ := d.server.sessions.newLink(event.Referee)
	body := fmt.Sprintf(`{"code":%q,"name":"李"}`, code)
	phone := d.browser()
	phone.header["Idempotency-Key"] = "ABCDEFGH-1"
	first := phone.expect(200, "", "POST", "/api/v1/session/redeem", body)
	again := d.browser()
	again.header["Idempotency-Key"] = "ABCDEFGH-1"
	second := again.expect(200, "", "POST", "/api/v1/session/redeem", body)
	if first.body["token"] != second.body["token"] || second.set[sessionCookie].Value != first.set[sessionCookie].Value || second.set[deviceCookie] == nil {
		t.Error("the second answer is another one")
	}
	if len(d.server.sessions.list()) != 1 {
		t.Error("two sessions were opened")
	}
	again.expect(422, "key-reused", "POST", "/api/v1/session/redeem", strings.Replace(body, "李", "王", 1))
	again.header["Idempotency-Key"] = "short"
	again.expect(422, "key.length", "POST", "/api/v1/session/redeem", body)

	// A refusal is not kept: the PIN may be set meanwhile.
	again.header["Idempotency-Key"] = "ABCDEFGH-2"
	wrong := `{"pin":"0","name":"李"}`
	again.expect(401, "pin.wrong", "POST", "/api/v1/session", wrong)
	again.expect(401, "pin.wrong", "POST", "/api/v1/session", wrong)
	d.clock.pass(repeatFor + time.Second)
	d.browser().expect(401, "link.spent", "POST", "/api/v1/session/redeem", body)
}

func TestRepeatsAreBounded(t *testing.T) {
	clock := newClock()
	r := newRepeats(clock.now)
	for n := range 3 * maxRepeats {
		name := event.HashOf(fmt.Append(nil, n))
		mine, first := r.begin(name, event.Hash{})
		if !first {
			t.Fatal("a new key is known")
		}
		if n%3 == 0 {
			mine.err = errHash
		}
		r.finish(name, mine)
	}
	if len(r.kept) > maxRepeats || len(r.order) > maxRepeats {
		t.Errorf("%d kept, %d in order", len(r.kept), len(r.order))
	}
}

func TestTheKiosk(t *testing.T) {
	d := newDesk(t)
	public := d.browser().expect(200, "", "GET", "/api/v1/kiosk", "")
	if public.body["signed_in"] != nil || public.body["public_url"] != "" || len(public.body["addresses"].([]any)) != 0 || public.body["lang"] != "zh-Hans" {
		t.Errorf("%v", public.body)
	}
	for _, name := range []string{"name", "lang", "addresses", "public_url", "started_at", "version", "server_time", "signed_in", "check"} {
		if _, ok := public.body[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	d.browser().expect(200, "", "POST", "/api/v1/check", `{"device":"PHONE-OF-SOMEBODY"}`)
	d.browser().expect(400, "device.missing", "POST", "/api/v1/check", `{}`)
	d.browser().expect(400, "device.missing", "POST", "/api/v1/check", `{"device":"`+strings.Repeat("x", maxDevice+1)+`"}`)

	b := d.browser()
	b.signIn(event.Organiser, "张")
	got := b.expect(200, "", "GET", "/api/v1/kiosk", "")
	addresses := got.body["addresses"].([]any)
	best, docker := addresses[0].(map[string]any), addresses[1].(map[string]any)
	if got.body["public_url"] != "http://192.168.1.5:8080" || best["chosen"] != true || best["interface"] != "wlan0" || best["warning"] != nil {
		t.Errorf("%v", got.body)
	}
	if warning, _ := docker["warning"].(string); docker["chosen"] != false || warning == "" || strings.HasPrefix(warning, "address.") {
		t.Errorf("%v", docker)
	}
	check := got.body["check"].(map[string]any)
	if seen := check["seen"].([]any); check["url"] != "http://192.168.1.5:8080/check" || len(seen) != 1 || strings.Contains(fmt.Sprint(seen), "SOMEBODY") {
		t.Errorf("%v", check)
	}

	got = b.expect(200, "", "PUT", "/api/v1/kiosk", `{"public_url":"http://192.168.1.77:8080/","lang":"en"}`)
	best = got.body["addresses"].([]any)[0].(map[string]any)
	if got.body["public_url"] != "http://192.168.1.77:8080" || got.body["lang"] != "en" || best["chosen"] != true || !strings.Contains(best["warning"].(string), "192.168.1.77") {
		t.Errorf("%v", got.body)
	}
	b.expect(422, "address.shape", "PUT", "/api/v1/kiosk", `{"public_url":"javascript:alert(1)"}`)
	b.expect(422, "lang.unknown", "PUT", "/api/v1/kiosk", `{"lang":"fr"}`)
	b.expect(422, "body", "PUT", "/api/v1/kiosk", `{"language":"en"}`)
}

func TestALanguageGivenAtTheStart(t *testing.T) {
	d := newDesk(t)
	d.server.Lang = "zh-Hant"
	b := d.browser()
	b.signIn(event.Organiser, "张")
	b.expect(409, "lang.fixed", "PUT", "/api/v1/kiosk", `{"lang":"en"}`)
	if got := b.expect(200, "", "PUT", "/api/v1/kiosk", `{"lang":"zh-Hant"}`); got.body["lang"] != "zh-Hant" {
		t.Errorf("%v", got.body["lang"])
	}
}

func TestTypedCodes(t *testing.T) {
	d := newDesk(t)
	for _, typed := range []string{"ABCDEF", "abc def", "ＡＢＣＤＥＦ", " abc-def "} {
		got := d.browser().expect(200, "", "POST", "/api/v1/codes", fmt.Sprintf(`{"code":%q,"device":"PHONE-1234"}`, typed))
		if got.body["token"] != "TOKEN" {
			t.Errorf("%q: %v", typed, got.body)
		}
	}
	b := d.browser()
	b.send("GET", "/api/v1/kiosk", "")
	for range 100 {
		b.expect(404, "code.unknown", "POST", "/api/v1/codes", `{"code":"ABC","device":"PHONE-1234"}`)
	}
	for range slowCodes.free + 1 {
		b.expect(404, "code.unknown", "POST", "/api/v1/codes", `{"code":"XXXXXX","device":"PHONE-1234"}`)
	}
	if got := b.expect(429, "code.slow", "POST", "/api/v1/codes", `{"code":"ABCDEF","device":"PHONE-1234"}`); got.header.Get("Retry-After") != "5" {
		t.Errorf("Retry-After %q", got.header.Get("Retry-After"))
	}
	d.clock.pass(5 * time.Second)
	b.expect(200, "", "POST", "/api/v1/codes", `{"code":"ABCDEF","device":"PHONE-1234"}`)
}

func TestSecureHeaders(t *testing.T) {
	d := newDesk(t)
	d.app.Get("/page", func(c *fiber.Ctx) error { return c.SendString("page") })
	for _, path := range []string{"/api/v1/kiosk", "/API/v1/kiosk", "/api/v1/session", "/page", "/none"} {
		req := httptest.NewRequest("GET", path, nil)
		res, err := d.app.Test(req, -1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&bytes.Buffer{}, res.Body); err != nil {
			t.Fatal(err)
		}
		for _, header := range securityHeaders {
			if res.Header.Get(header.name) != header.value {
				t.Errorf("%s: %s is %q", path, header.name, res.Header.Get(header.name))
			}
		}
		if kept := res.Header.Get("Cache-Control"); (kept == "no-store") != strings.HasPrefix(strings.ToLower(path), "/api/") {
			t.Errorf("%s: Cache-Control is %q", path, kept)
		}
	}
}

func TestPackedBodiesAreRefused(t *testing.T) {
	d := newDesk(t)
	d.app.Use(plainBodies)
	d.app.Post("/read", func(c *fiber.Ctx) error { return c.SendString(fmt.Sprint(len(c.Body()))) })
	for encoding, want := range map[string]int{"": 200, "identity": 200, "gzip": 415, "br": 415, "deflate, gzip": 415} {
		req := httptest.NewRequest("POST", "/read", strings.NewReader("{}"))
		req.Header.Set("Content-Encoding", encoding)
		res, err := d.app.Test(req, -1)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != want {
			t.Errorf("%q: %d, want %d", encoding, res.StatusCode, want)
		}
	}
}

// The log names people, never what they prove themselves with.
func TestTheLogHoldsNoSecret(t *testing.T) {
	d := newDesk(t)
	var out bytes.Buffer
	d.server.log = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	b := d.browser()
	b.signIn(event.Organiser, "张")
	made := b.expect(201, "", "POST", "/api/v1/session/qr", `{"role":"referee"}`)
	b.expect(200, "", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"李"}`, made.body["code"]))
	if !strings.Contains(out.String(), "李") {
		t.Error("nobody was logged")
	}
	for _, secret := range []string{d.pins[event.Organiser], made.body["code"].(string), b.cookies[sessionCookie], b.cookies[deviceCookie]} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
}
