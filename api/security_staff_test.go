package api

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// A referee's phone was stolen while it was signed in: one word of the organiser
// ends it, everywhere and for good, and the phone guesses like a stranger's.
func TestAStolenPhone(t *testing.T) {
	d := newDesk(t)
	organiser, stolen, tablet, other := d.browser(), d.browser(), d.browser(), d.browser()
	organiser.signIn(event.Organiser, "张")
	for _, b := range []*browser{stolen, tablet} {
		d.clock.pass(time.Minute)
		b.signIn(event.Referee, "李")
	}
	other.signIn(event.Chief, "王")
	session := stolen.cookies[sessionCookie]
	if !d.server.sessions.knows(stolen.cookies[deviceCookie]) {
		t.Fatal("the phone is not known")
	}

	// The thief can be ended one by one,
	open := organiser.expect(200, "", "GET", "/api/v1/staff", "").body["sessions"].([]any)
	organiser.expect(204, "", "DELETE", fmt.Sprint("/api/v1/staff/sessions/", open[1].(map[string]any)["id"]), "")
	stolen.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	tablet.expect(200, "", "GET", "/api/v1/session", "")
	if d.server.sessions.knows(stolen.cookies[deviceCookie]) || !d.server.sessions.knows(tablet.cookies[deviceCookie]) {
		t.Error("the wrong device is a stranger's now")
	}
	// with all of a role and its PIN,
	made := organiser.expect(201, "", "POST", "/api/v1/staff/pins", `{"role":"referee","end_sessions":true}`)
	tablet.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	other.expect(200, "", "GET", "/api/v1/session", "")
	stolen.expect(401, "pin.wrong", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"李"}`, d.pins[event.Referee]))
	tablet.expect(200, "", "POST", "/api/v1/session", fmt.Sprintf(`{"pin":%q,"name":"李"}`, made.body["pin"]))
	// or everybody but the organiser, and with them the codes that somebody may
	// have photographed and not used yet: those of the role,
	referees := organiser.expect(201, "", "POST", "/api/v1/session/qr", `{"role":"referee"}`).body["code"]
	chiefs := organiser.expect(201, "", "POST", "/api/v1/session/qr", `{"role":"chief"}`).body["code"]
	if got := organiser.expect(200, "", "DELETE", "/api/v1/staff/sessions?role=chief", ""); got.body["ended"] != 1.0 {
		t.Errorf("%v", got.body)
	}
	other.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	d.browser().expect(401, "link.spent", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"贼"}`, chiefs))
	d.browser().expect(200, "", "POST", "/api/v1/session/redeem", fmt.Sprintf(`{"code":%q,"name":"李"}`, referees))
	if got := organiser.expect(200, "", "DELETE", "/api/v1/staff/sessions", ""); got.body["ended"] != 2.0 {
		t.Errorf("%v", got.body)
	}
	tablet.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	organiser.expect(200, "", "GET", "/api/v1/session", "")
	organiser.expect(422, "role.unknown", "DELETE", "/api/v1/staff/sessions?role=side", "")

	// The same after a restart, and whatever else the thief has.
	again := quickSessions(d.server.Store, d.clock)
	if _, ok := again.find(ctx, session); ok || len(again.list()) != 1 || len(again.devices) != 1 {
		t.Errorf("after a restart: %d sessions, %d devices", len(again.list()), len(again.devices))
	}
}

// A session ends by itself: when it was not used for a week, and after a month
// whatever happens. A clock that is wrong makes it no longer.
func TestSessionsEndByThemselves(t *testing.T) {
	d := newDesk(t)
	b := d.browser()
	b.signIn(event.Referee, "李")
	d.clock.pass(sessionIdle + time.Second)
	b.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	b.signIn(event.Referee, "李")
	used := 0
	for start := d.clock.at; d.clock.at.Sub(start) <= sessionLife; d.clock.pass(sessionIdle / 2) {
		b.expect(200, "", "GET", "/api/v1/session", "")
		used++
	}
	b.expect(401, "unauthorized", "GET", "/api/v1/session", "")
	if used < 5 {
		t.Errorf("used %d times", used)
	}
}

// Refusals leave the answers of others alone.
func TestRefusalsPutNoAnswerOut(t *testing.T) {
	d := newDesk(t)
	code, _, _ := d.server.sessions.newLink(event.Referee)
	phone := d.browser()
	phone.header["Idempotency-Key"] = "THE-PHONES-KEY"
	body := fmt.Sprintf(`{"code":%q,"name":"李"}`, code)
	first := phone.expect(200, "", "POST", "/api/v1/session/redeem", body)
	guest := d.browser()
	for n := range maxRepeats + 1 {
		guest.header["Idempotency-Key"] = fmt.Sprintf("GUESTS-KEY-%06d", n)
		guest.expect(401, "link.spent", "POST", "/api/v1/session/redeem", `{"code":"x","name":"x"}`)
	}
	if again := phone.expect(200, "", "POST", "/api/v1/session/redeem", body); again.body["token"] != first.body["token"] {
		t.Error("another answer")
	}
}

// What goes wrong is logged by its route: paths hold codes.
func TestTheLogHoldsNoCodes(t *testing.T) {
	d := newDesk(t)
	var out bytes.Buffer
	d.server.log = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	d.app.Get("/api/v1/t/:token/broken", func(*fiber.Ctx) error { return errors.New("the cause") })
	d.app.Get("/s/:code", func(c *fiber.Ctx) error { d.server.panicked(c, "the cause"); return c.SendStatus(204) })
	b := d.browser()
	b.expect(500, "internal", "GET", "/api/v1/t/ABCDEFGHIJKLMNOPQRSTUVWXYZ/broken?device=PHONE-SECRET", "")
	b.expect(204, "", "GET", "/s/ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")
	if n := strings.Count(out.String(), "the cause"); n != 2 {
		t.Errorf("%d of 2 causes are logged", n)
	}
	if !strings.Contains(out.String(), "/api/v1/t/:token/broken") {
		t.Errorf("the route is not logged: %s", out.String())
	}
	for _, secret := range []string{"ABCDEFGHIJKLM", "PHONE-SECRET"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the log holds %s: %s", secret, out.String())
		}
	}
}

// Six letters that fall together at two tables open neither while both play, for
// they would open one that is not theirs.
func TestLettersThatFallTogether(t *testing.T) {
	d := newDesk(t)
	book, _ := config.BuiltIn().Get("guandan-college")
	by := event.Author{Role: event.Organiser, Name: "张"}
	submit := func(command event.Command) *event.State {
		t.Helper()
		receipt, err := d.server.Store.Submit(ctx, store.Request{Event: "e", Command: command, By: by})
		if err != nil {
			t.Fatal(err)
		}
		return receipt.State
	}
	submit(event.CreateEvent{ID: "e", EventName: "赛", Rulebook: book.Book, Text: book.Text, Hash: book.Hash})
	var entrants []event.Entrant
	for n := range 8 {
		group := string("AB"[n%2])
		entrants = append(entrants, event.Entrant{Number: fmt.Sprint(n + 1), Unit: fmt.Sprint("分会", n/2), Group: group, Players: []string{fmt.Sprint("甲", n), fmt.Sprint("乙", n)}})
	}
	submit(event.ReadEntrants{Entrants: entrants})
	submit(event.DrawRound{Seed: "1"})
	c, err := newCodes(ctx, d.server.Store, d.server.Random)
	if err != nil {
		t.Fatal(err)
	}
	first := place{"e", event.TablePlace{Table: 1, Side: scoresheet.SideA}}
	second := place{"e", event.TablePlace{Table: 2, Side: scoresheet.SideB}}
	if token, ok := c.typed(c.shortCode(first, 0)); !ok || token != c.token(first, 0) {
		t.Fatal("a code alone opens nothing")
	}
	together := *c.current()
	together.short = map[string][]place{"AAAAAA": {first, second}}
	c.index.Store(&together)
	if _, ok := c.typed("AAAAAA"); ok {
		t.Error("a table was opened by letters of two")
	}
	submit(event.ForfeitMatch{Match: d.server.match(t, 1), Forfeit: scoresheet.ForfeitB, Reason: "没有来"})
	if token, ok := c.typed("AAAAAA"); !ok || token != c.token(second, 0) {
		t.Error("the only table that plays is not opened")
	}
}

// match is the number of the match at a table.
func (s *Server) match(t *testing.T, table int) int {
	t.Helper()
	state, _ := s.Store.State("e")
	return state.AtTable(table).Number
}

// Streams are bounded for each who listens, and for the public in all. A flood
// puts out its own, never a side's or the staff's.
func TestStreamsAreBounded(t *testing.T) {
	guest, hall := netip.MustParseAddr("192.168.1.66"), netip.MustParseAddr("192.168.1.1")
	isOpen := func(l *listener) bool {
		select {
		case <-l.left:
			return false
		default:
			return true
		}
	}
	all := newListeners(3, 10)
	side := all.join("e 1A", guest, false)
	referee := all.join("session x", hall, false)
	page := all.join("", hall, true)
	var flood []*listener
	for range 100 {
		flood = append(flood, all.join("", guest, true))
	}
	if !isOpen(side) || !isOpen(referee) || !isOpen(page) {
		t.Error("a flood puts others out")
	}
	left := 0
	for _, one := range flood {
		if isOpen(one) {
			left++
		}
	}
	if left != 9 || all.count != 10 {
		t.Errorf("%d of the flood are open, %d in all", left, all.count)
	}
	// One who listens again and again keeps the newest.
	var mine []*listener
	for range 5 {
		mine = append(mine, all.join("e 1A", guest, false))
	}
	if isOpen(side) || isOpen(mine[0]) || isOpen(mine[1]) || !isOpen(mine[2]) || !isOpen(mine[4]) {
		t.Error("not the oldest made room")
	}
	for _, one := range append(append(flood, mine...), side, referee, page) {
		all.leave(one)
		all.leave(one)
	}
	if all.count != 0 || len(all.open) != 0 || len(all.byAddress) != 0 {
		t.Errorf("left behind: %d, %v, %v", all.count, all.open, all.byAddress)
	}
}

func TestSpeakersAreBounded(t *testing.T) {
	s := newSpeakers()
	here, there := netip.MustParseAddr("192.168.1.20"), netip.MustParseAddr("192.168.1.66")
	mine := phone{"e", "a"}
	if s.from(mine, here) {
		t.Error("a phone that never spoke spoke from there")
	}
	s.spoke(mine, here)
	if !s.from(mine, here) || s.from(mine, there) || s.from(phone{"f", "a"}, here) || !s.from(mine, netip.MustParseAddr("127.0.0.1")) {
		t.Error("the wrong address")
	}
	for n := range 3 * maxSpeakers {
		s.spoke(phone{"e", fmt.Sprint(n)}, there)
	}
	if len(s.last) > maxSpeakers {
		t.Errorf("%d are remembered", len(s.last))
	}
}

func TestPace(t *testing.T) {
	clock := newClock()
	p := newPace(clock.now)
	at := place{"e", event.TablePlace{Table: 1, Side: scoresheet.SideA}}
	other := place{"e", event.TablePlace{Table: 1, Side: scoresheet.SideB}}
	for range paceFree {
		if p.wait(at, 1) != 0 {
			t.Fatal("told to wait too early")
		}
		p.charge(at, 1)
	}
	if wait := p.wait(at, 1); wait != paceEvery {
		t.Errorf("wait %v", wait)
	}
	if p.wait(other, 1) != 0 || p.wait(at, 2) != 0 {
		t.Error("another side, or the next match, waits")
	}
	clock.pass(paceEvery)
	if p.wait(at, 1) != 0 {
		t.Error("still waiting")
	}
	clock.pass(-time.Hour)
	if wait := p.wait(at, 1); wait > paceEvery {
		t.Errorf("after the clock was set back: %v", wait)
	}
	for n := range 3 * maxPaces {
		p.charge(place{event.ID(fmt.Sprint(n)), at.TablePlace}, 1)
	}
	if len(p.spent) > maxPaces {
		t.Errorf("%d are counted", len(p.spent))
	}
}
