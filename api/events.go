package api

import (
	"encoding/base32"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

type eventSummary struct {
	ID           event.ID        `json:"id"`
	Name         string          `json:"name"`
	Rulebook     string          `json:"rulebook"`
	RulebookName scoresheet.Text `json:"rulebook_name"`
	State        event.Stage     `json:"state"`
	Entrants     int             `json:"entrants"`
	Rounds       int             `json:"rounds"`
	CreatedAt    time.Time       `json:"created_at"`
	Dates        []string        `json:"dates"`
}

type entrantView struct {
	ID      contest.EntrantID `json:"id"`
	Number  string            `json:"number"`
	Unit    string            `json:"unit"`
	Team    string            `json:"team"`
	Name    string            `json:"name"`
	Group   *string           `json:"group"`
	Players []string          `json:"players"`
	Seed    *int              `json:"seed"`
	Note    string            `json:"note"`
	Present event.Presence    `json:"present"`
	State   string            `json:"state"`
	// Drawn: it is in the first phase, which has been drawn.
	Drawn bool `json:"drawn"`
	// LeftReason is why it has left; Joined the round from which a late entry
	// plays, 0 for the first.
	LeftReason string `json:"left_reason"`
	Joined     int    `json:"joined"`
	// LeftRound is the first round that it does not play, LeftAt and LeftBy are
	// when and by whom that was said.
	LeftRound int               `json:"left_round,omitempty"`
	LeftAt    time.Time         `json:"left_at,omitzero"`
	LeftBy    string            `json:"left_by,omitempty"`
	Replaced  []replacementView `json:"replaced"`
}

type phaseView struct {
	ID     string               `json:"id"`
	Name   scoresheet.Text      `json:"name"`
	Kind   scoresheet.PhaseKind `json:"kind"`
	Groups []string             `json:"groups"`
}

type roundView struct {
	Number     int                 `json:"number"`
	Phase      string              `json:"phase"`
	GroupRound int                 `json:"group_round"`
	State      string              `json:"state"`
	Seed       string              `json:"seed"`
	Matches    int                 `json:"matches"`
	Done       int                 `json:"done"`
	Clock      clockView           `json:"clock"`
	Byes       []contest.EntrantID `json:"byes"`
}

type nextRoundView struct {
	Possible bool   `json:"possible"`
	Why      string `json:"why,omitempty"`
	Phase    string `json:"phase,omitempty"`
}

type eventView struct {
	ID           event.ID        `json:"id"`
	Name         string          `json:"name"`
	Issuer       string          `json:"issuer"`
	Rulebook     string          `json:"rulebook"`
	RulebookName scoresheet.Text `json:"rulebook_name"`
	State        event.Stage     `json:"state"`
	Entrants     []entrantView   `json:"entrants"`
	Rounds       []roundView     `json:"rounds"`
	CreatedAt    time.Time       `json:"created_at"`
	Dates        []string        `json:"dates"`
	Zone         string          `json:"zone,omitempty"`
	ServerTime   time.Time       `json:"server_time"`
	Settings     map[string]any  `json:"settings"`
	SettingList  []settingView   `json:"setting_list"`
	Phases       []phaseView     `json:"phases"`
	BaseURL      string          `json:"base_url"`
	ChainHead    string          `json:"chain_head"`
	Version      int             `json:"version"`
	NextRound    nextRoundView   `json:"next_round"`
	RulebookHash string          `json:"rulebook_hash"`
	Entry        entryView       `json:"entry"`
	Partners     []lotView       `json:"partners"`
}

func (s *Server) eventRoutes(r fiber.Router) {
	r.Get("/events", s.listEvents)
	r.Post("/events", s.makeEvent)
	e := r.Group("/events/:id")
	e.Get("/", s.getEvent)
	e.Put("/", s.putEvent)
	e.Get("/public", s.getPublic)
	e.Get("/rulebook", s.getEventRulebook)
	e.Post("/rulebook/play", s.askPlay)
	e.Post("/rulebook/compare", s.askCompare)
	e.Put("/entrants", s.putEntrants)
	e.Get("/entrants/template.csv", s.template("csv"))
	e.Get("/entrants/template.xlsx", s.template("xlsx"))
	e.Post("/entrants/:entrant/correct", s.correctEntrant)
	s.leavingRoutes(e)
	e.Post("/checkin", s.checkIn)
	e.Post("/rounds", s.drawRound)
	e.Post("/rounds/:n/sign-off", s.signOffRound)
	e.Post("/rounds/:n/undo", s.undoRound)
	e.Get("/rounds/next", s.getNextDraw)
	e.Get("/rounds/:n/draw", s.getDraw)
	e.Post("/lots", s.drawLots)
	e.Post("/clock", s.setClock)
	e.Get("/matches", s.listMatches)
	e.Get("/standings", s.getStandings)
	e.Get("/pictures", s.getPictures)
	s.ladderRoutes(e)
	e.Get("/places", s.getPlaces)
	e.Get("/tables", s.listTables)
	e.Post("/tables/revoke", s.revokeTables)
	e.Post("/tables/:table/revoke", s.revokeTable)
	e.Get("/queue", s.getQueue)
	e.Get("/journal", s.getJournal)
	e.Get("/stream", s.eventStream)
	s.documentRoutes(e)
}

// state is the event that a path names, in any case.
func (s *Server) state(c *fiber.Ctx) (*event.State, error) {
	state, ok := s.Store.State(readEventID(c.Params("id")))
	if !ok {
		return nil, s.unknown("event.unknown")
	}
	return state, nil
}

// entered is the event that a path names, for somebody who may.
func (s *Server) entered(c *fiber.Ctx, command event.CommandName) (*event.State, event.Author, error) {
	author, err := s.require(c, command)
	if err != nil {
		return nil, event.Author{}, err
	}
	state, err := s.state(c)
	return state, author, err
}

func (s *Server) listEvents(c *fiber.Ctx) error {
	summaries := []eventSummary{}
	for _, id := range s.Store.Events() {
		if state, ok := s.Store.State(id); ok {
			summaries = append(summaries, summary(state))
		}
	}
	slices.Reverse(summaries)
	return c.JSON(summaries)
}

func summary(state *event.State) eventSummary {
	return eventSummary{
		ID: state.ID, Name: state.Name, Rulebook: state.Rulebook.ID, RulebookName: state.Rulebook.Name, State: state.Stage(),
		Entrants: len(state.Entrants), Rounds: len(state.Rounds), CreatedAt: state.CreatedAt, Dates: notNil(state.Dates),
	}
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// maxDates bounds the days of an event.
const maxDates = 60

func (s *Server) makeEvent(c *fiber.Ctx) error {
	author, err := s.require(c, event.CmdCreate)
	if err != nil {
		return err
	}
	var body struct {
		Name     string         `json:"name"`
		Issuer   string         `json:"issuer"`
		Rulebook string         `json:"rulebook"`
		Settings map[string]any `json:"settings"`
		Dates    []string       `json:"dates"`
		Zone     string         `json:"zone"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	book, ok := s.Rulebooks.Get(body.Rulebook)
	if !ok {
		return newProblem(http.StatusUnprocessableEntity, "rulebook.unknown", "rulebook", excerpt(body.Rulebook))
	}
	if err := checkDates(body.Dates, body.Zone); err != nil {
		return err
	}
	id, err := s.newEventID()
	if err != nil {
		return err
	}
	cmd := event.CreateEvent{
		ID: id, EventName: strings.TrimSpace(body.Name), Issuer: strings.TrimSpace(body.Issuer), Zone: body.Zone, Dates: body.Dates,
		Rulebook: book.Book, Text: book.Text, Hash: book.Hash, Settings: body.Settings,
	}
	err = s.submit(c, ask{event: id, command: cmd, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			return map[string]any{"id": after.ID}, nil
		}})
	return byBook(err, book.Book)
}

func checkDates(dates []string, zone string) error {
	if len(dates) > maxDates {
		return newProblem(http.StatusUnprocessableEntity, "event.dates", "limit", maxDates)
	}
	for _, date := range dates {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			return newProblem(http.StatusUnprocessableEntity, "event.date", "date", excerpt(date))
		}
	}
	if _, err := time.LoadLocation(zone); err != nil {
		return newProblem(http.StatusUnprocessableEntity, "event.zone", "zone", excerpt(zone))
	}
	return nil
}

// newEventID is a short random name that no event has.
func (s *Server) newEventID() (event.ID, error) {
	for {
		raw := make([]byte, 5)
		if _, err := io.ReadFull(s.Random, raw); err != nil {
			return "", err
		}
		id := event.ID(strings.ToLower(base32.StdEncoding.EncodeToString(raw)))
		if _, taken := s.Store.State(id); !taken {
			return id, nil
		}
	}
}

func (s *Server) getEvent(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdQueue)
	if err != nil {
		return err
	}
	return c.JSON(s.eventView(s.viewer(state, s.words(c))))
}

func (s *Server) eventView(v viewer) eventView {
	view := eventView{
		ID: v.ID, Name: v.Name, Issuer: v.Issuer, Rulebook: v.Rulebook.ID, RulebookName: v.Rulebook.Name, State: v.Stage(),
		Entrants: entrantViews(v.State), Rounds: make([]roundView, 0, len(v.Rounds)),
		CreatedAt: v.CreatedAt, Dates: notNil(v.Dates), Zone: v.Zone, ServerTime: v.now.UTC(), Settings: v.Settings,
		SettingList: settingViews(v.Rulebook, v.Settings, v.words), Phases: phaseViews(v.Rulebook),
		BaseURL: s.baseURL(), ChainHead: v.Head.Short(), Version: v.Version, NextRound: v.nextRound(), RulebookHash: v.RulebookHash,
		Entry: v.entry(), Partners: v.lots(),
	}
	if view.Settings == nil {
		view.Settings = map[string]any{}
	}
	for _, round := range v.Rounds {
		view.Rounds = append(view.Rounds, v.round(round))
	}
	return view
}

func entrantOf(e event.Entrant, drawn bool) entrantView {
	view := entrantView{ID: e.ID, Number: e.Number, Unit: e.Unit, Team: e.Team, Name: e.Name(), Players: notNil(e.Players), Note: e.Note, Present: e.Presence, State: "in", Drawn: drawn, Joined: e.Joined, Replaced: replacementsOf(e)}
	if e.Left != nil {
		view.State, view.LeftReason, view.LeftRound = string(e.Left.Kind), e.Left.Reason, e.Left.Round
		view.LeftAt, view.LeftBy = e.Left.At.UTC(), e.Left.By.Name
	}
	if e.Group != "" {
		view.Group = &e.Group
	}
	if e.Seed != 0 {
		view.Seed = &e.Seed
	}
	if view.Present == "" {
		view.Present = event.PresenceUnknown
	}
	return view
}

func (v viewer) round(round event.Round) roundView {
	view := roundView{
		Number: round.Number, Phase: round.Phase, GroupRound: round.PhaseRound, State: "drawn", Seed: seedOfRound(v.State, round),
		Matches: round.Last - round.First + 1, Clock: v.clock(round.Clock, 0, round.Terms().Minutes), Byes: []contest.EntrantID{},
	}
	begun := round.Clock.State != event.ClockIdle
	for n := round.First; n <= round.Last; n++ {
		m := v.Match(n)
		if m.Done() {
			view.Done++
		}
		begun = begun || m.State != event.Drawn
	}
	switch {
	case view.Done == view.Matches:
		view.State = "over"
	case begun:
		view.State = "running"
	}
	for _, bye := range round.Byes {
		view.Byes = append(view.Byes, bye.Entrant)
	}
	if view.State == "over" && view.Clock.State == event.ClockIdle {
		// The round was played without the clock: nobody waits for it now.
		view.Clock.State, view.Clock.RemainingS = event.ClockOver, 0
	}
	return view
}

func (v viewer) nextRound() nextRoundView {
	phase, err := v.NextRound()
	if err != nil {
		p := asProblem(err)
		return nextRoundView{Why: v.words.T("problem."+p.code, p.args), Phase: phase}
	}
	return nextRoundView{Possible: true, Phase: phase}
}

func (s *Server) putEvent(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdRename)
	if err != nil {
		return err
	}
	var body struct {
		Name     *string        `json:"name"`
		Issuer   *string        `json:"issuer"`
		Dates    []string       `json:"dates"`
		Settings map[string]any `json:"settings"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if err := checkDates(body.Dates, ""); err != nil {
		return err
	}
	w := s.words(c)
	answer := func(after *event.State, _ []event.Entry) (any, error) { return s.eventView(s.viewer(after, w)), nil }
	var cmd event.Command = event.Rename{EventName: body.Name, Issuer: body.Issuer, Dates: body.Dates}
	if body.Settings != nil {
		cmd = event.ChangeSettings{Settings: body.Settings, Rename: event.Rename{EventName: body.Name, Issuer: body.Issuer, Dates: body.Dates}}
	}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK, answer: answer})
}

func (s *Server) correctEntrant(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdSpelling)
	if err != nil {
		return err
	}
	var body struct {
		Unit    *string  `json:"unit"`
		Team    *string  `json:"team"`
		Players []string `json:"players"`
		Number  *string  `json:"number"`
		Note    *string  `json:"note"`
		Reason  string   `json:"reason"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	id := contest.EntrantID(c.Params("entrant"))
	cmd := event.CorrectEntrant{Entrant: id, Unit: body.Unit, Team: body.Team, Number: body.Number, Note: body.Note, Players: body.Players, Reason: body.Reason}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			e, _ := after.Entrant(id)
			return entrantOf(e, drawnFirst(after)[id]), nil
		}})
}

func (s *Server) checkIn(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdCheckIn)
	if err != nil {
		return err
	}
	var body struct {
		Entrants []contest.EntrantID `json:"entrants"`
		Present  *bool               `json:"present"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	presence := event.PresenceUnknown
	if body.Present != nil {
		presence = event.Missing
		if *body.Present {
			presence = event.Present
		}
	}
	return s.submit(c, ask{event: state.ID, command: event.CheckIn{Entrants: body.Entrants, Presence: presence}, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			return map[string]any{"entrants": entrantViews(after)}, nil
		}})
}
