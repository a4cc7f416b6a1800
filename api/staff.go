package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"golang.org/x/text/width"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Cookies. A session's says who somebody is; a device's only tells devices
// apart, and stays when people sign out.
const (
	sessionCookie = "kiosk_session"
	deviceCookie  = "kiosk_device"
	deviceLife    = 365 * 24 * time.Hour
)

// kioskLang is the name of the secret that keeps the organiser's choice of
// language.
const kioskLang = "lang"

// person is a member of the staff who is signed in.
type person struct {
	role   event.Role
	name   string
	device string

	key sum
	// byCookie says that a browser sent the token by itself, so that the
	// request need not be what its user wanted.
	byCookie bool
}

// author is the person as entries name them.
func (p person) author() event.Author {
	return event.Author{Role: p.role, Name: p.name, Device: p.device}
}

// person is who is signed in, by bearer token or else by cookie. It proves who
// may read; what may change something is for require to say.
func (s *Server) person(c *fiber.Ctx) (person, bool) {
	token, byCookie := c.Cookies(sessionCookie), true
	if header := c.Get(fiber.HeaderAuthorization); header != "" {
		scheme, rest, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return person{}, false
		}
		token, byCookie = strings.TrimSpace(rest), false
	}
	found, ok := s.sessions.find(c.UserContext(), token)
	if !ok {
		return person{}, false
	}
	return person{role: found.Role, name: found.Name, device: found.Device, key: found.key, byCookie: byCookie}, true
}

// require is the author of a command that the one who asks may use: a person
// who is signed in or, where everybody may, the public. Otherwise the error is
// a *problem: 401, or 403 for one whose role may not, or whose browser may have
// been led here by another page.
func (s *Server) require(c *fiber.Ctx, command event.CommandName) (event.Author, error) {
	p, ok := s.person(c)
	if !ok && event.May(event.Public, command) {
		return event.Author{Role: event.Public}, nil
	}
	if !ok {
		return event.Author{}, newProblem(http.StatusUnauthorized, "unauthorized")
	}
	if !event.May(p.role, command) {
		return event.Author{}, newProblem(http.StatusForbidden, "forbidden", "role", string(p.role), "command", string(command))
	}
	if err := wanted(c, p); err != nil {
		return event.Author{}, err
	}
	return p.author(), nil
}

// wanted refuses a change that another page may have had a browser send: with
// a cookie the request must carry a header that only the kiosk's own pages can
// add, and come from the kiosk's own address.
func wanted(c *fiber.Ctx, p person) error {
	switch c.Method() {
	case fiber.MethodGet, fiber.MethodHead, fiber.MethodOptions:
		return nil
	}
	if p.byCookie && c.Get("X-Kiosk") != "1" {
		return newProblem(http.StatusForbidden, "csrf")
	}
	if p.byCookie {
		return sameOrigin(c)
	}
	return nil
}

// sameOrigin refuses what a page of another address sent. Programs that are no
// browsers send no origin.
func sameOrigin(c *fiber.Ctx) error {
	origin := c.Get(fiber.HeaderOrigin)
	if origin == "" {
		return nil
	}
	from, err := url.Parse(origin)
	if err != nil || from.Host == "" || !strings.EqualFold(from.Host, string(c.Context().Host())) {
		return newProblem(http.StatusForbidden, "csrf")
	}
	return nil
}

// visitor tells the device that asks, for the gate.
func (s *Server) visitor(c *fiber.Ctx) visitor {
	return s.visitorFrom(c.Context().RemoteIP(), c.Cookies(deviceCookie))
}

func (s *Server) visitorFrom(remote net.IP, device string) visitor {
	ip := addressFrom(remote)
	switch {
	case ip.IsLoopback():
		return visitor{key: "kiosk", trusted: true}
	case isDevice(device):
		return visitor{key: "device " + sumOf(device).String(), trusted: s.sessions.knows(device), address: ip.String()}
	}
	return visitor{key: "address " + ip.String(), address: ip.String()}
}

// addressFrom is the address that a request came from.
func addressFrom(remote net.IP) netip.Addr {
	ip, _ := netip.AddrFromSlice(remote)
	return ip.Unmap()
}

func isDevice(text string) bool {
	if len(text) != linkLength {
		return false
	}
	_, err := codeLetters.DecodeString(text)
	return err == nil
}

// nameDevice gives a browser that has none a name to be told apart by.
func (s *Server) nameDevice(c *fiber.Ctx) {
	if isDevice(c.Cookies(deviceCookie)) {
		return
	}
	if device, err := s.sessions.newDevice(); err == nil {
		c.Cookie(cookie(c, deviceCookie, device, deviceLife))
	}
}

// cookie is one that scripts cannot read and other sites cannot send. On plain
// HTTP, which a hall has, it cannot be kept to encrypted connections.
func cookie(c *fiber.Ctx, name, value string, life time.Duration) *fiber.Cookie {
	return &fiber.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second),
		HTTPOnly: true, SameSite: fiber.CookieSameSiteStrictMode, Secure: c.Context().IsTLS(),
	}
}

func noCookie(c *fiber.Ctx, name string) *fiber.Cookie {
	gone := cookie(c, name, "", 0)
	gone.Expires = time.Unix(1, 0)
	return gone
}

// staffRoutes registers what concerns the kiosk and its staff.
func (s *Server) staffRoutes(r fiber.Router) {
	r.Get("/api/v1/kiosk", s.getKiosk)
	r.Put("/api/v1/kiosk", s.putKiosk)
	s.backupRoutes(r)
	r.Post("/api/v1/check", s.check)
	r.Post("/api/v1/codes", s.typeCode)
	r.Post("/api/v1/session", s.signIn)
	r.Get("/api/v1/session", s.getSession)
	r.Delete("/api/v1/session", s.signOut)
	r.Post("/api/v1/session/qr", s.makeSignInLink)
	r.Post("/api/v1/session/redeem", s.redeem)
	r.Get("/api/v1/staff", s.getStaff)
	r.Post("/api/v1/staff/pins", s.makePIN)
	r.Delete("/api/v1/staff/sessions", s.endSessions)
	r.Delete("/api/v1/staff/sessions/:session", s.endSession)
}

type personView struct {
	Role event.Role `json:"role"`
	Name string     `json:"name"`
}

type sessionView struct {
	personView
	Token string `json:"token"`
}

// signIn opens a session by PIN and name.
func (s *Server) signIn(c *fiber.Ctx) error {
	s.nameDevice(c)
	var body struct {
		PIN  string `json:"pin"`
		Name string `json:"name"`
	}
	name, err := s.enter(c, &body, &body.Name)
	if err != nil {
		return err
	}
	return s.repeats.once(c, func() (answer, error) {
		role, err := s.tryPIN(c, body.PIN)
		if err != nil {
			return answer{}, err
		}
		return s.letIn(c, role, name)
	})
}

// redeem opens a session by a one-time link. Its code cannot be guessed, so the
// gate is not asked.
func (s *Server) redeem(c *fiber.Ctx) error {
	s.nameDevice(c)
	var body struct {
		Code string `json:"code"`
		Name string `json:"name"`
	}
	name, err := s.enter(c, &body, &body.Name)
	if err != nil {
		return err
	}
	return s.repeats.once(c, func() (answer, error) {
		role, ok := s.sessions.redeem(body.Code)
		if !ok {
			return answer{}, newProblem(http.StatusUnauthorized, "link.spent")
		}
		return s.letIn(c, role, name)
	})
}

// enter reads the body of a request to sign in, and the name in it. Another
// page must not sign a browser in either.
func (s *Server) enter(c *fiber.Ctx, body any, name *string) (string, error) {
	if err := sameOrigin(c); err != nil {
		return "", err
	}
	if err := decodeBody(c, body); err != nil {
		return "", err
	}
	return cleanName(*name)
}

// turnWait is how long a try waits for the one before it.
const turnWait = 5 * time.Second

// tryPIN finds the role of a PIN, as often as the gate allows.
func (s *Server) tryPIN(c *fiber.Ctx, pin string) (event.Role, error) {
	who := s.visitor(c)
	if wait, ok := s.gate.pins.admit(who); !ok {
		return "", tooMany("pin.slow", wait)
	}
	ctx, cancel := context.WithTimeout(c.UserContext(), turnWait)
	defer cancel()
	role, ok, err := s.sessions.role(ctx, pin)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		s.gate.pins.passed(who)
		return "", tooMany("pin.slow", time.Second)
	case err != nil:
		s.gate.pins.passed(who)
		return "", err
	case !ok:
		return "", newProblem(http.StatusUnauthorized, "pin.wrong")
	}
	s.gate.pins.passed(who)
	return role, nil
}

// letIn opens a session. The browser's former one ends, and a device that was
// unknown gets a new name that is known from now on, which nobody can have put
// there before.
func (s *Server) letIn(c *fiber.Ctx, role event.Role, name string) (answer, error) {
	ctx := c.UserContext()
	former, hasFormer := s.person(c)
	device := c.Cookies(deviceCookie)
	var cookies []*fiber.Cookie
	if !isDevice(device) || !s.sessions.knows(device) {
		fresh, err := s.sessions.newDevice()
		if err != nil {
			return answer{}, err
		}
		device = fresh
		cookies = append(cookies, cookie(c, deviceCookie, device, deviceLife))
		if err := s.sessions.introduce(ctx, device); err != nil {
			s.log.Warn("device not kept", slog.Any("error", err))
		}
	}
	token, opened, err := s.sessions.signIn(ctx, role, name, device)
	if err != nil {
		return answer{}, err
	}
	if hasFormer && former.byCookie {
		if err := s.sessions.end(ctx, former.key); err != nil {
			s.log.Warn("session not ended on disk", slog.Any("error", err))
		}
	}
	s.log.Info("signed in", slog.String("role", string(role)), slog.String("name", name), slog.String("device", opened.Device))
	return answer{
		status:  http.StatusOK,
		body:    sessionView{personView{role, name}, token},
		cookies: append(cookies, cookie(c, sessionCookie, token, sessionLife)),
	}, nil
}

func (s *Server) getSession(c *fiber.Ctx) error {
	s.nameDevice(c)
	p, ok := s.person(c)
	if !ok {
		return newProblem(http.StatusUnauthorized, "unauthorized")
	}
	return c.JSON(personView{p.role, p.name})
}

func (s *Server) signOut(c *fiber.Ctx) error {
	p, ok := s.person(c)
	if !ok {
		return newProblem(http.StatusUnauthorized, "unauthorized")
	}
	if err := wanted(c, p); err != nil {
		return err
	}
	c.Cookie(noCookie(c, sessionCookie))
	if err := s.sessions.end(c.UserContext(), p.key); err != nil {
		return err
	}
	return c.SendStatus(http.StatusNoContent)
}

type linkView struct {
	URL       string    `json:"url"`
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expires_at"`
}

type roleBody struct {
	Role event.Role `json:"role"`
}

// makeSignInLink makes a code for a referee to scan. There is none for the
// organiser: it would be a key to everything, on a screen that a hall can see.
func (s *Server) makeSignInLink(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdStaff); err != nil {
		return err
	}
	var body roleBody
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Role != event.Chief && body.Role != event.Referee {
		return newProblem(http.StatusUnprocessableEntity, "role.link")
	}
	return s.repeats.once(c, func() (answer, error) {
		code, expires, err := s.sessions.newLink(body.Role)
		if err != nil {
			return answer{}, err
		}
		view := linkView{URL: s.venue.BaseURL() + "/s/" + code, Code: code, ExpiresAt: expires}
		return answer{status: http.StatusCreated, body: view}, nil
	})
}

type pinView struct {
	Role  event.Role `json:"role"`
	SetAt *time.Time `json:"set_at"`
}

type staffSessionView struct {
	ID      string     `json:"id"`
	Role    event.Role `json:"role"`
	Name    string     `json:"name"`
	Since   time.Time  `json:"since"`
	Current bool       `json:"current"`
}

type staffView struct {
	PINs     []pinView          `json:"pins"`
	Sessions []staffSessionView `json:"sessions"`
}

func (s *Server) getStaff(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdStaff); err != nil {
		return err
	}
	me, _ := s.person(c)
	view := staffView{Sessions: []staffSessionView{}}
	for _, row := range staffRoles {
		pin := pinView{Role: row.role}
		if at, ok := s.sessions.setAt(row.role); ok {
			pin.SetAt = &at
		}
		view.PINs = append(view.PINs, pin)
	}
	for _, open := range s.sessions.list() {
		view.Sessions = append(view.Sessions, staffSessionView{
			ID: open.key.id(), Role: open.Role, Name: open.Name, Since: open.Since, Current: open.key == me.key,
		})
	}
	return c.JSON(view)
}

// makePIN makes a new PIN for a role. It is told this once. Where the old one is
// in wrong hands, the sessions that it opened end with it, but for the asker's.
func (s *Server) makePIN(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdStaff); err != nil {
		return err
	}
	var body struct {
		roleBody
		EndSessions bool `json:"end_sessions"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if _, ok := pinDigits(body.Role); !ok {
		return newProblem(http.StatusUnprocessableEntity, "role.unknown")
	}
	return s.repeats.once(c, func() (answer, error) {
		pin, err := s.sessions.Reset(c.UserContext(), body.Role)
		if err != nil {
			return answer{}, err
		}
		if body.EndSessions {
			if _, err := s.endOthers(c, body.Role); err != nil {
				return answer{}, err
			}
		}
		return answer{status: http.StatusCreated, body: map[string]string{"role": string(body.Role), "pin": pin}}, nil
	})
}

// endSession ends one session, and makes its device a stranger's.
func (s *Server) endSession(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdStaff); err != nil {
		return err
	}
	id := c.Params("session")
	ended, err := s.sessions.endFor(c.UserContext(), func(open session) bool { return open.key.id() == id })
	switch {
	case err != nil:
		return err
	case ended == 0:
		return newProblem(http.StatusNotFound, "session.unknown")
	}
	return c.SendStatus(http.StatusNoContent)
}

// endSessions ends every session but the asker's own, or those of one role.
func (s *Server) endSessions(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdStaff); err != nil {
		return err
	}
	role := event.Role(c.Query("role"))
	if _, ok := pinDigits(role); role != "" && !ok {
		return newProblem(http.StatusUnprocessableEntity, "role.unknown")
	}
	ended, err := s.endOthers(c, role)
	if err != nil {
		return err
	}
	return c.JSON(map[string]int{"ended": ended})
}

// endOthers ends the sessions of a role, "" for all, but the asker's own, and
// voids the codes for signing in that were made and not used: whoever has
// photographed one is not to be the next.
func (s *Server) endOthers(c *fiber.Ctx, role event.Role) (int, error) {
	me, _ := s.person(c)
	s.sessions.voidLinks(role)
	return s.sessions.endFor(c.UserContext(), func(open session) bool {
		return open.key != me.key && (role == "" || open.Role == role)
	})
}

type addressView struct {
	URL       string `json:"url"`
	Interface string `json:"interface"`
	Score     int    `json:"score"`
	Chosen    bool   `json:"chosen"`
	Warning   string `json:"warning,omitempty"`
}

type seenView struct {
	At     time.Time `json:"at"`
	Device string    `json:"device"`
}

type checkView struct {
	URL  string     `json:"url"`
	Seen []seenView `json:"seen"`
}

type kioskView struct {
	Name       string          `json:"name"`
	Lang       scoresheet.Lang `json:"lang"`
	Addresses  []addressView   `json:"addresses"`
	PublicURL  string          `json:"public_url"`
	StartedAt  time.Time       `json:"started_at"`
	Version    string          `json:"version"`
	ServerTime time.Time       `json:"server_time"`
	SignedIn   *personView     `json:"signed_in"`
	Check      checkView       `json:"check"`
	Backup     *backupView     `json:"backup"`
	// Trouble says why nothing can be written at the moment.
	Trouble string `json:"trouble,omitempty"`
	// Kiosks are all that share the store, for staff; none where there is one.
	Kiosks []peerView `json:"kiosks"`
}

// getKiosk tells what the kiosk is. Its addresses, and who reached it, are for
// those who may print them.
func (s *Server) getKiosk(c *fiber.Ctx) error {
	s.nameDevice(c)
	return c.JSON(s.kioskView(c))
}

func (s *Server) kioskView(c *fiber.Ctx) kioskView {
	base := s.venue.BaseURL()
	view := kioskView{
		Name: kioskName(), Lang: s.lang(), Addresses: []addressView{}, Version: s.Version,
		StartedAt: s.started.UTC().Truncate(time.Millisecond), ServerTime: s.Now().UTC().Truncate(time.Millisecond),
		Check: checkView{URL: base + "/check", Seen: []seenView{}}, Kiosks: []peerView{},
	}
	p, ok := s.person(c)
	if !ok {
		return view
	}
	view.SignedIn = &personView{p.role, p.name}
	view.Kiosks = s.peerViews(s.words(c))
	if !event.May(p.role, event.CmdPrint) {
		return view
	}
	view.PublicURL = base
	view.Backup = s.backupView(s.words(c))
	if err := s.Store.Writable(); err != nil {
		view.Trouble = s.words(c).T("trouble."+store.Why(err), nil)
	}
	view.Addresses = s.addressViews(s.words(c))
	for _, phone := range s.venue.phones() {
		view.Check.Seen = append(view.Check.Seen, seenView{At: phone.at, Device: phone.device})
	}
	return view
}

func (s *Server) addressViews(w words) []addressView {
	views := []addressView{}
	for _, a := range s.venue.addresses() {
		view := addressView{URL: a.url, Interface: a.on, Score: a.score, Chosen: a.chosen}
		if a.warning != "" {
			view.Warning = w.T("address."+a.warning, map[string]any{"url": a.url, "was": s.venue.lost()})
		}
		views = append(views, view)
	}
	return views
}

// kioskName is what the laptop is called, by which a phone can tell two kiosks
// apart.
func kioskName() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "kiosk"
	}
	return name
}

// putKiosk chooses the address of the codes, or the language.
func (s *Server) putKiosk(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdKioskSetting); err != nil {
		return err
	}
	var body struct {
		PublicURL *string          `json:"public_url"`
		Lang      *scoresheet.Lang `json:"lang"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Lang != nil {
		if err := s.chooseLang(c.UserContext(), *body.Lang); err != nil {
			return err
		}
	}
	if body.PublicURL != nil {
		if err := s.venue.choose(c.UserContext(), *body.PublicURL); err != nil {
			return err
		}
	}
	return c.JSON(s.kioskView(c))
}

// lang is the language of those who ask for none: the one that the program was
// started with, or else the organiser's choice, or else simplified Chinese.
func (s *Server) lang() scoresheet.Lang {
	if s.Lang != "" {
		return s.Lang
	}
	kept, _ := s.Store.Secret(kioskLang)
	if lang := scoresheet.Lang(kept); slices.Contains(scoresheet.Langs, lang) {
		return lang
	}
	return scoresheet.ZhHans
}

func (s *Server) chooseLang(ctx context.Context, lang scoresheet.Lang) error {
	if !slices.Contains(scoresheet.Langs, lang) {
		return newProblem(http.StatusUnprocessableEntity, "lang.unknown")
	}
	if s.Lang != "" && s.Lang != lang {
		return newProblem(http.StatusConflict, "lang.fixed")
	}
	return s.Store.SetSecret(ctx, kioskLang, []byte(lang))
}

// maxDevice is the length of a phone's own name.
const maxDevice = 64

// check notes that a phone reaches the kiosk.
func (s *Server) check(c *fiber.Ctx) error {
	var body struct {
		Device string `json:"device"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Device == "" || len(body.Device) > maxDevice {
		return newProblem(http.StatusBadRequest, "device.missing")
	}
	at := s.venue.saw(deviceLabel(body.Device))
	return c.JSON(map[string]any{"name": kioskName(), "at": at})
}

// cardLetters is how many letters a table card has for typing.
const cardLetters = 6

// typeCode finds the token that the letters of a table card stand for.
func (s *Server) typeCode(c *fiber.Ctx) error {
	s.nameDevice(c)
	var body struct {
		Code   string `json:"code"`
		Device string `json:"device"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	code := cleanCode(body.Code)
	if len(code) != cardLetters {
		return newProblem(http.StatusNotFound, "code.unknown")
	}
	who := s.visitor(c)
	if wait, ok := s.gate.typed.admit(who); !ok {
		return tooMany("code.slow", wait)
	}
	token, ok := s.gate.resolve(code)
	if !ok {
		return newProblem(http.StatusNotFound, "code.unknown")
	}
	s.gate.typed.passed(who)
	return c.JSON(map[string]string{"token": token})
}

// cleanCode forgives small letters, full-width ones, and spaces and hyphens.
func cleanCode(code string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(width.Narrow.String(strings.TrimSpace(code))))
}
