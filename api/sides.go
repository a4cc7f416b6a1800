package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

type eventBrief struct {
	ID           event.ID              `json:"id"`
	Name         string                `json:"name"`
	Rulebook     string                `json:"rulebook"`
	RulebookName scoresheet.Text       `json:"rulebook_name"`
	Game         scoresheet.Discipline `json:"game"`
}

type handRef struct {
	Game   int `json:"game"`
	Number int `json:"number"`
}

type reasonView struct {
	Code string          `json:"code"`
	Name scoresheet.Text `json:"name"`
}

// sideView is the match now at a table, seen from one side and one phone.
type sideView struct {
	ServerTime  time.Time                           `json:"server_time"`
	Event       eventBrief                          `json:"event"`
	Table       int                                 `json:"table"`
	Side        scoresheet.Side                     `json:"side"`
	Seats       []scoresheet.Seat                   `json:"seats"`
	SeatNames   map[string]scoresheet.Text          `json:"seat_names"`
	PlaceNames  []scoresheet.Text                   `json:"place_names"`
	Published   bool                                `json:"published"`
	Hold        string                              `json:"hold"`
	Match       *matchView                          `json:"match"`
	Waiting     *string                             `json:"waiting"`
	Undo        *handRef                            `json:"undo"`
	Answer      *handRef                            `json:"answer"`
	SideNames   scoresheet.PerSide[scoresheet.Text] `json:"side_names"`
	CallReasons []reasonView                        `json:"call_reasons"`
	LangDefault scoresheet.Lang                     `json:"lang_default"`
	// HandForm is what a hand is told by beside its finishing order.
	HandForm *handForm `json:"hand_form,omitempty"`
	// Meeting is what a squad of a team meeting must know besides.
	Meeting *squadView `json:"meeting,omitempty"`
}

// seatAt is a request of a side: its place, its event, and the phone.
type seatAt struct {
	place
	state  *event.State
	device string
	by     event.Author
	// from is the address that it came from.
	from netip.Addr
}

// at finds what a /t/ request speaks for.
func (s *Server) at(c *fiber.Ctx, device string) (seatAt, error) {
	p, state, ok := s.placeOf(c.Params("token"))
	if !ok && s.catchUp(c.UserContext()) {
		p, state, ok = s.placeOf(c.Params("token"))
	}
	if !ok {
		return seatAt{}, s.unknown("token.unknown")
	}
	if device == "" {
		device = c.Get("X-Device")
	}
	if device == "" {
		device = c.Query("device")
	}
	if len(device) > 64 {
		return seatAt{}, newProblem(http.StatusUnprocessableEntity, "device.missing")
	}
	return seatAt{
		place: p, state: state, device: fingerprint(device),
		by:   event.Author{Role: event.SideRole, Name: strconv.Itoa(p.Table) + p.Side.String(), Device: deviceLabel(device)},
		from: addressFrom(c.Context().RemoteIP()),
	}, nil
}

// placeOf is the place that a token speaks for, and its event.
func (s *Server) placeOf(token string) (p place, state *event.State, ok bool) {
	if p, ok = s.codes.find(token); !ok {
		return p, nil, false
	}
	state, ok = s.Store.State(p.Event)
	return p, state, ok
}

// name is how entries name who speaks: the table, and the side; in a team meeting
// the table at which the squad began, so that it has one name throughout.
func (at seatAt) name() string {
	table, side := at.Table, at.Side
	if m := at.state.AtTable(at.Table); m != nil && m.IsMeeting() {
		post := at.post(m)
		table, side = m.SeatOf(post, 1).Table, post.Side
	}
	return strconv.Itoa(table) + side.String()
}

// fingerprint stands for a phone in the record, which is printed and exported:
// what the phone calls itself is its own secret.
func fingerprint(device string) string {
	if device == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("fingerprint " + device))
	return hex.EncodeToString(sum[:16])
}

// match is the match now at the table.
func (at seatAt) match() (*event.Match, error) {
	m := at.state.AtTable(at.Table)
	if m == nil {
		return nil, newProblem(http.StatusConflict, "table.no-match")
	}
	return m, nil
}

// post is who the request speaks for: whoever sits at its place now. A phone that
// speaks for a squad of a team meeting goes with it, whichever card of the
// meeting it has opened.
func (at seatAt) post(m *event.Match) event.Post {
	if held, ok := m.HeldBy(at.device); ok && m.IsMeeting() {
		return held
	}
	return m.PostAt(at.Table, at.Side)
}

// speaker is who speaks in a command. A client that names no phone speaks as
// the phone that holds the side, if it speaks from where that did.
func (s *Server) speaker(at seatAt) (event.Speaker, error) {
	m, err := at.match()
	if err != nil {
		return event.Speaker{}, err
	}
	post, device := at.post(m), at.device
	held := m.Hold(post)
	switch {
	case held == nil:
	case device == held.Device:
		s.speakers.spoke(phone{at.Event, device}, at.from)
	case device == "" && s.speakers.from(phone{at.Event, held.Device}, at.from):
		device = held.Device
	}
	return event.Speaker{Match: m.Number, Side: post.Side, Squad: post.Squad, Device: device}, nil
}

func (s *Server) sideView(state *event.State, at seatAt, w words) sideView {
	return s.sideViewAt(state, at, w, s.Now())
}

func (s *Server) sideViewAt(state *event.State, at seatAt, w words, now time.Time) sideView {
	v := viewer{State: state, now: now, words: w}
	seats := state.Rulebook.Discipline.Seats()
	view := sideView{
		ServerTime: v.now.UTC(),
		Event:      brief(state), Table: at.Table, Side: at.Side, Seats: at.Side.Seats(seats),
		SeatNames: seatNames(state.Rulebook), PlaceNames: state.Rulebook.Places, Published: true, Hold: "free",
		SideNames: sideNames(state.Rulebook), CallReasons: s.callReasons, LangDefault: s.lang(),
	}
	m := state.AtTable(at.Table)
	if m == nil {
		view.Waiting = waiting(state)
		return view
	}
	post := at.post(m)
	seat := m.SeatOf(post, 0)
	view.Table, view.Side, view.Seats, view.Meeting = seat.Table, post.Side, seat.Side.Seats(seats), v.squad(m, post)
	mv := v.matchAs(m, post)
	view.Match = &mv
	if round, ok := state.Round(m.Round); ok {
		terms := round.Terms()
		view.HandForm = handFormOf(state.Rulebook, &terms)
	}
	if hold := m.Hold(post); hold != nil {
		view.Hold = "other"
		if hold.Device == at.device {
			view.Hold = "mine"
		}
	}
	if p, ok := m.WithdrawableBy(post); ok {
		view.Undo = &handRef{p.Game, p.Number}
	}
	if answers := m.AnswersOf(post); len(answers) > 0 {
		view.Answer = &handRef{answers[0].Game, answers[0].Number}
	}
	return view
}

func brief(state *event.State) eventBrief {
	rb := state.Rulebook
	return eventBrief{state.ID, state.Name, rb.ID, rb.Name, rb.Discipline}
}

func seatNames(rb *scoresheet.Rulebook) map[string]scoresheet.Text {
	names := make(map[string]scoresheet.Text, len(rb.SeatNames))
	for i, name := range rb.SeatNames {
		names[strconv.Itoa(i+1)] = name
	}
	return names
}

func sideNames(rb *scoresheet.Rulebook) scoresheet.PerSide[scoresheet.Text] {
	var names scoresheet.PerSide[scoresheet.Text]
	if len(rb.SideNames) == 2 {
		names.A, names.B = rb.SideNames[0], rb.SideNames[1]
	}
	return names
}

// waiting says why there is no match at a table.
func waiting(state *event.State) *string {
	why := "no-match"
	switch {
	case len(state.Rounds) == 0:
		why = "not-drawn"
	case state.Stage() == event.StageOver:
		why = "event-over"
	}
	return &why
}

func (s *Server) sideRoutes(r fiber.Router) {
	t := r.Group("/t/:token")
	t.Get("/", s.getSide)
	t.Get("/stream", s.sideStream)
	t.Post("/hold", s.holdSide)
	t.Post("/release", s.releaseSide)
	t.Post("/seats", s.takeSeats)
	t.Post("/hands", s.reportHand)
	t.Post("/confirm", s.confirm)
	t.Post("/object", s.object)
	t.Post("/withdraw", s.withdraw)
	t.Post("/calls", s.callReferee)
	t.Post("/calls/:call/cancel", s.cancelCall)
}

func (s *Server) getSide(c *fiber.Ctx) error {
	at, err := s.at(c, "")
	if err != nil {
		return err
	}
	return c.JSON(s.sideView(at.state, at, s.words(c)))
}

// moment is what is kept of an answer that shows the present: when it was
// given first, so that the same request has the same answer while nothing
// else happens.
type moment struct {
	At time.Time `json:"at"`
}

// sideShown is {"view": …}, or the view itself if bare.
func (s *Server) sideShown(at seatAt, w words, bare bool) func(*event.State, []byte) (any, error) {
	return func(state *event.State, kept []byte) (any, error) {
		var m moment
		if err := json.Unmarshal(kept, &m); err != nil {
			return nil, fmt.Errorf("kept answer: %w", err)
		}
		view := s.sideViewAt(state, at, w, m.At)
		if bare {
			return view, nil
		}
		return map[string]any{"view": view}, nil
	}
}

// say submits a command of a side; a refusal because things have moved on
// carries the present view.
func (s *Server) say(c *fiber.Ctx, at seatAt, status int, bare bool, cmd event.Command) error {
	w := s.words(c)
	taken, err := s.inPace(at, cmd)
	if err != nil {
		return err
	}
	err = s.submit(c, ask{
		event: at.Event, command: cmd, by: at.by, status: status, show: s.sideShown(at, w, bare),
		answer: func(_ *event.State, entries []event.Entry) (any, error) {
			taken(entries)
			return moment{s.Now().UTC()}, nil
		},
	})
	return s.withPresent(err, at, w)
}

// inPace refuses what brings the match no further when a side says too much of
// it: anything but a confirmation, and a report of what it reported before. What
// it returns counts the entries that were made of it; a request that is sent
// again makes none.
func (s *Server) inPace(at seatAt, cmd event.Command) (taken func([]event.Entry), err error) {
	m := at.state.AtTable(at.Table)
	if m == nil || brings(m, cmd) {
		return func([]event.Entry) {}, nil
	}
	if wait := s.pace.wait(at.place, m.Number); wait > 0 {
		return nil, tooMany("side.slow", wait)
	}
	return func(entries []event.Entry) {
		if len(entries) > 0 {
			s.pace.charge(at.place, m.Number)
		}
	}, nil
}

// brings reports whether a side's command can bring its match further.
func brings(m *event.Match, cmd event.Command) bool {
	switch cmd := cmd.(type) {
	case event.Confirm:
		return true
	case event.ReportHand:
		hand, _ := m.Hand(cmd.Place)
		return hand.Reports.Of(cmd.Side) == nil
	}
	return false
}

func (s *Server) withPresent(err error, at seatAt, w words) error {
	if err == nil {
		return nil
	}
	p := asProblem(err)
	if p.status != http.StatusConflict {
		return err
	}
	if state, ok := s.Store.State(at.Event); ok {
		told := *p
		told.present = s.sideView(state, at, w)
		return &told
	}
	return err
}

func (s *Server) holdSide(c *fiber.Ctx) error {
	var body struct {
		Device   string `json:"device"`
		TakeOver bool   `json:"take_over"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	err = s.say(c, at, http.StatusOK, true, event.HoldSide{Speaker: speaker, Label: at.by.Device, TakeOver: body.TakeOver})
	if err == nil {
		s.speakers.spoke(phone{at.Event, at.device}, at.from)
	}
	return err
}

// asks reads the body of a side's request and finds who speaks.
func (s *Server) asks(c *fiber.Ctx, body any, device *string) (seatAt, event.Speaker, error) {
	if err := decodeBody(c, body); err != nil {
		return seatAt{}, event.Speaker{}, err
	}
	at, err := s.at(c, *device)
	if err != nil {
		return seatAt{}, event.Speaker{}, err
	}
	speaker, err := s.speaker(at)
	if err == nil {
		at.by.Name = at.name()
	}
	return at, speaker, s.withPresent(err, at, s.words(c))
}

func (s *Server) releaseSide(c *fiber.Ctx) error {
	var body struct {
		Device string `json:"device"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	return s.say(c, at, http.StatusOK, true, event.ReleaseSide{Speaker: speaker})
}

func (s *Server) takeSeats(c *fiber.Ctx) error {
	var body struct {
		Device string                     `json:"device"`
		Seats  map[scoresheet.Seat]string `json:"seats"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	return s.say(c, at, http.StatusOK, true, event.TakeSeats{Speaker: speaker, Seats: body.Seats})
}

func (s *Server) confirm(c *fiber.Ctx) error {
	var body struct {
		Device  string `json:"device"`
		Version int    `json:"version"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	return s.say(c, at, http.StatusCreated, false, event.Confirm{Speaker: speaker, Version: body.Version})
}

func (s *Server) object(c *fiber.Ctx) error {
	var body struct {
		Device string `json:"device"`
		Reason string `json:"reason"`
		Game   int    `json:"game"`
		Number int    `json:"number"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	return s.say(c, at, http.StatusCreated, false, event.Object{Speaker: speaker, Place: event.Place{Game: body.Game, Number: body.Number}, Reason: body.Reason})
}

func (s *Server) withdraw(c *fiber.Ctx) error {
	var body struct {
		Device string `json:"device"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	return s.say(c, at, http.StatusCreated, false, event.Withdraw{Speaker: speaker})
}

func (s *Server) callReferee(c *fiber.Ctx) error {
	var body struct {
		Device     string `json:"device"`
		ReasonCode string `json:"reason_code"`
		Reason     string `json:"reason"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	if body.ReasonCode == "" {
		body.ReasonCode = "other"
	}
	return s.say(c, at, http.StatusCreated, false, event.CallReferee{Match: speaker.Match, Side: speaker.Side, Squad: speaker.Squad, ReasonCode: body.ReasonCode, Reason: body.Reason})
}

func (s *Server) cancelCall(c *fiber.Ctx) error {
	var body struct {
		Device string `json:"device"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	id, number, ok := parseMatchID(c.Params("call"))
	if !ok || id != at.Event {
		return newProblem(http.StatusNotFound, "call.unknown")
	}
	return s.say(c, at, http.StatusCreated, false, event.CancelCall{Match: speaker.Match, Side: speaker.Side, Call: number})
}
