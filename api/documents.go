package api

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Selection says which part of an event a document is about. Zero values are
// the whole, or what is current.
type Selection struct {
	Round, Match int
	Group, Phase string
	// Entrants bounds lists and cards to some entrants.
	Entrants []contest.EntrantID
	// First bounds the certificates to the first n places.
	First int
	// Entries is the number of entrants that an entry form has room for.
	Entries int
	// TwoAPage puts two scoresheets on a page.
	TwoAPage bool
}

// has reports whether the entrant is selected.
func (s Selection) has(id contest.EntrantID) bool {
	return len(s.Entrants) == 0 || slices.Contains(s.Entrants, id)
}

// Documents makes the documents of events. It is used by the server and by
// the command line.
type Documents struct {
	Printer *print.Printer
	// BaseURL is the address that codes lead to.
	BaseURL string
	codes   *codes
}

// NewDocuments makes documents without a server, from a store that nobody else
// has. An empty base URL is the address that the organiser has chosen, or the
// laptop's best, at the port. The context is for keeping the key of the table
// codes, should there be none yet.
func NewDocuments(ctx context.Context, s store.Store, printer *print.Printer, baseURL string, port int, random io.Reader) (Documents, error) {
	made, err := newCodes(ctx, s, random)
	if err != nil {
		return Documents{}, err
	}
	venue := newVenue(s, time.Now, systemLinks, keptDoor(s, port), baseURL)
	return Documents{Printer: printer, BaseURL: venue.BaseURL(), codes: made}, nil
}

// documentPart is something that a document can be of.
type documentPart string

// The parts that a document can be asked for by.
const (
	byRound    documentPart = "round"
	byPhase    documentPart = "phase"
	byGroup    documentPart = "group"
	byMatch    documentPart = "match"
	byEntrants documentPart = "entrants"
	byFirst    documentPart = "first"
	byEntries  documentPart = "entries"
	byTwo      documentPart = "two"
)

// documentKind is a kind of document: what it is made by, and of what events.
type documentKind struct {
	name string
	make func(paper, context.Context) (print.Document, error)
	// parts are what it can be asked for by.
	parts []documentPart
	// kinds are those of the phases that it shows one of; a rulebook without such
	// a phase has no use for it. None: it is not of one phase.
	kinds []scoresheet.PhaseKind
	// ready is why there is nothing to print yet, nil where there is, or may be.
	ready func(paper) error
	// needs is what may be done only by those who see what it shows, "" for
	// anybody who prints.
	needs event.CommandName
}

// everyKind are the kinds of phases with results.
var everyKind = []scoresheet.PhaseKind{scoresheet.RoundRobin, scoresheet.Swiss, scoresheet.Knockout, scoresheet.Ladder}

// documentKinds are all documents, in the order in which they are offered.
var documentKinds = []documentKind{
	{name: "scoresheets", make: paper.scoresheets, parts: []documentPart{byRound, byGroup, byMatch, byTwo}, ready: paper.drawnReady},
	{name: "table-cards", make: paper.tableCards, ready: paper.drawnReady, needs: event.CmdTableCodes},
	{name: "seat-cards", make: paper.seatCards, parts: []documentPart{byRound, byGroup, byMatch, byEntrants}, ready: paper.entrantsReady},
	{name: "entry-form", make: paper.entryForm, parts: []documentPart{byEntries}},
	{name: "lots", make: paper.lots, ready: paper.lotsReady},
	{name: "draw-sheet", make: paper.drawSheet, parts: []documentPart{byPhase}, kinds: everyKind, ready: paper.drawnReady},
	{name: "round-sheet", make: paper.roundSheet, parts: []documentPart{byRound, byGroup}, ready: paper.drawnReady},
	{name: "bracket", make: paper.bracketSheet, parts: []documentPart{byPhase}, kinds: []scoresheet.PhaseKind{scoresheet.Knockout}},
	{name: "cross-table", make: paper.crossTable, parts: []documentPart{byPhase, byGroup}, kinds: []scoresheet.PhaseKind{scoresheet.RoundRobin}},
	{name: "score-cards", make: paper.scoreCards, parts: []documentPart{byPhase, byGroup, byEntrants}, kinds: []scoresheet.PhaseKind{scoresheet.Swiss, scoresheet.RoundRobin}},
	{name: "ladder", make: paper.ladderSheet, parts: []documentPart{byPhase}, kinds: []scoresheet.PhaseKind{scoresheet.Ladder}},
	{name: "standings", make: paper.standingsSheet, parts: []documentPart{byPhase, byGroup}, kinds: everyKind},
	{name: "bulletin", make: paper.bulletin, parts: []documentPart{byPhase, byGroup}, kinds: everyKind, ready: paper.drawnReady},
	{name: "penalty-record", make: paper.penaltyRecord, parts: []documentPart{byPhase, byRound, byGroup, byEntrants}, kinds: everyKind, ready: paper.entrantsReady},
	{name: "appeal-record", make: paper.appealRecord, parts: []documentPart{byMatch}},
	{name: "certificates", make: paper.certificates, parts: []documentPart{byFirst, byEntrants}, ready: paper.placesReady},
	{name: "participation", make: paper.participation, parts: []documentPart{byGroup, byEntrants}, ready: paper.entrantsReady},
	{name: "rulebook", make: paper.rulebook},
}

// DocumentNames are the documents by the names of their files.
var DocumentNames = documentNames()

func documentNames() []string {
	names := make([]string, len(documentKinds))
	for i, kind := range documentKinds {
		names[i] = kind.name
	}
	return names
}

func documentNamed(name string) (documentKind, bool) {
	at := slices.Index(DocumentNames, name)
	if at < 0 {
		return documentKind{}, false
	}
	return documentKinds[at], true
}

// fits reports whether a rulebook has anything that the document shows.
func (k documentKind) fits(rb *scoresheet.Rulebook) bool {
	return len(k.kinds) == 0 || slices.ContainsFunc(rb.Phases, func(phase scoresheet.Phase) bool { return slices.Contains(k.kinds, phase.Kind) })
}

// drawnOf are the draws of the phases of some kinds, oldest first.
func drawnOf(state *event.State, kinds ...scoresheet.PhaseKind) []event.PhaseDraw {
	var draws []event.PhaseDraw
	for _, draw := range state.Draws {
		if phase, _ := state.Rulebook.Phase(draw.Phase); slices.Contains(kinds, phase.Kind) {
			draws = append(draws, draw)
		}
	}
	return draws
}

// why is why the document cannot be printed yet, nil where it can.
func (k documentKind) why(p paper) error {
	if k.ready != nil {
		return k.ready(p)
	}
	if len(k.kinds) > 0 && len(drawnOf(p.State, k.kinds...)) == 0 {
		return nothing("print.no-round")
	}
	return nil
}

// paper makes the documents of one state.
type paper struct {
	Documents
	viewer
	sel  Selection
	with print.Setting
}

func (d Documents) paper(state *event.State, now time.Time, w words, sel Selection) paper {
	return paper{Documents: d, viewer: viewer{State: state, now: now, words: w}, sel: sel, with: print.Setting{Words: w.T, Made: state.ChangedAt}}
}

// Make makes a document. The error is a problem for a document that does not
// exist or has nothing to show.
func (d Documents) Make(ctx context.Context, name string, state *event.State, now time.Time, w words, sel Selection) (print.Document, error) {
	if d.Printer == nil {
		return print.Document{}, newProblem(http.StatusServiceUnavailable, "print.font")
	}
	kind, ok := documentNamed(name)
	if !ok {
		return print.Document{}, newProblem(http.StatusNotFound, "print.unknown", "document", name)
	}
	return kind.make(d.paper(state, now, w, sel), ctx)
}

func (s *Server) documentRoutes(e fiber.Router) {
	e.Get("/documents", s.listDocuments)
	e.Get("/print/:document.pdf", s.printDocument)
	e.Get("/print/:document/notes", s.printNotes)
	e.Get("/export/event.json", s.exportEvent)
	e.Get("/export/:what.:format", s.exportTable)
}

func (s *Server) documents() Documents {
	return Documents{Printer: s.Printer, BaseURL: s.baseURL(), codes: s.codes}
}

// selection reads what part of the event a request asks for.
func selection(c *fiber.Ctx, state *event.State) (Selection, error) {
	sel := Selection{
		Round: c.QueryInt("round"), Group: c.Query("group"), Phase: c.Query("phase"), First: c.QueryInt("first"),
		Entries: c.QueryInt("entries"), TwoAPage: c.Query("two") == "1",
	}
	if id := c.Query("match"); id != "" {
		eventID, number, ok := parseMatchID(id)
		if !ok || eventID != state.ID || state.Match(number) == nil {
			return sel, newProblem(http.StatusNotFound, "match.unknown")
		}
		sel.Match = number
	}
	for _, id := range strings.FieldsFunc(c.Query("entrants"), func(r rune) bool { return r == ',' }) {
		if _, ok := state.Entrant(contest.EntrantID(id)); !ok {
			return sel, newProblem(http.StatusNotFound, "entrant.unknown", "entrant", id)
		}
		sel.Entrants = append(sel.Entrants, contest.EntrantID(id))
	}
	return sel, nil
}

// printed makes the document that a request names.
func (s *Server) printed(c *fiber.Ctx) (print.Document, string, error) {
	state, _, err := s.entered(c, event.CmdPrint)
	if err != nil {
		return print.Document{}, "", err
	}
	sel, err := selection(c, state)
	if err != nil {
		return print.Document{}, "", err
	}
	name := c.Params("document")
	if kind, ok := documentNamed(name); ok && kind.needs != "" {
		if _, err := s.require(c, kind.needs); err != nil {
			return print.Document{}, "", err
		}
	}
	document, err := s.documents().Make(c.UserContext(), name, state, s.Now(), s.words(c), sel)
	return document, name, err
}

func (s *Server) printDocument(c *fiber.Ctx) error {
	document, name, err := s.printed(c)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/pdf")
	c.Set(fiber.HeaderContentDisposition, `inline; filename="`+name+`.pdf"`)
	return c.Send(document.PDF)
}

func (s *Server) printNotes(c *fiber.Ctx) error {
	document, _, err := s.printed(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	notes := make([]map[string]any, 0, len(document.Notes))
	for _, note := range document.Notes {
		notes = append(notes, map[string]any{"code": note.Code, "text": note.In(w.T)})
	}
	return c.JSON(map[string]any{"pages": document.Pages, "notes": notes})
}

// documentView is a document that an event may have printed.
type documentView struct {
	Name string `json:"name"`
	// Ready: there is something to print; Why says why not.
	Ready bool   `json:"ready"`
	Why   string `json:"why"`
	// Parts are what it can be asked for by.
	Parts []documentPart `json:"parts"`
	// Phases are the drawn ones that it can show.
	Phases []string `json:"phases"`
}

// listDocuments gives the documents that fit the rulebook of the event.
func (s *Server) listDocuments(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdPrint)
	if err != nil {
		return err
	}
	p := s.documents().paper(state, s.Now(), s.words(c), Selection{})
	views := []documentView{}
	for _, kind := range documentKinds {
		if !kind.fits(state.Rulebook) || kind.needs != "" && !event.May(author.Role, kind.needs) {
			continue
		}
		view := documentView{Name: kind.name, Parts: notNil(kind.parts), Phases: []string{}}
		for _, draw := range drawnOf(state, kind.kinds...) {
			view.Phases = append(view.Phases, draw.Phase)
		}
		why := kind.why(p)
		if view.Ready = why == nil; !view.Ready {
			view.Why = p.sentence(why)
		}
		views = append(views, view)
	}
	return c.JSON(views)
}

// nothing refuses a document that would be empty.
func nothing(why string) error { return newProblem(http.StatusConflict, why) }

func (p paper) drawnReady() error {
	if len(p.Rounds) == 0 {
		return nothing("print.no-round")
	}
	return nil
}

func (p paper) entrantsReady() error {
	if len(p.Entrants) == 0 {
		return nothing("print.no-entrants")
	}
	return nil
}

// round is the selected round, or the current one.
func (p paper) round() (event.Round, error) {
	round, ok := p.Round(p.sel.Round)
	if p.sel.Round == 0 {
		round, ok = p.CurrentRound()
	}
	if !ok {
		return event.Round{}, nothing("print.no-round")
	}
	return round, nil
}

// phase is the draw of the selected phase, or of the newest of the kinds.
func (p paper) phase(kinds ...scoresheet.PhaseKind) (event.PhaseDraw, error) {
	draws := drawnOf(p.State, kinds...)
	for _, draw := range draws {
		if draw.Phase == p.sel.Phase {
			return draw, nil
		}
	}
	if len(draws) == 0 || p.sel.Phase != "" {
		return event.PhaseDraw{}, nothing("print.no-round")
	}
	return draws[len(draws)-1], nil
}

func (p paper) lang() scoresheet.Lang { return p.words.Lang() }

func (p paper) phaseName(id string) string {
	phase, _ := p.Rulebook.Phase(id)
	return phase.Name.In(p.lang())
}

func (p paper) roundName(round event.Round) string {
	return p.words.T("paper.round", map[string]any{"Round": round.Number})
}

// after says after which round a phase stands as it does, "" before its first.
func (p paper) after(phase string) string {
	after := ""
	for _, round := range p.Rounds {
		if round.Phase == phase {
			after = p.words.T("paper.after", map[string]any{"Round": round.Number})
		}
	}
	return after
}

func (p paper) groupName(name string) string {
	if name == "" {
		return ""
	}
	return p.words.T("paper.group", map[string]any{"Group": groupMark(name)})
}

// groupMark is a group's name without the word for a group, which sentences
// have: "一组" is group 一.
func groupMark(name string) string {
	if mark := strings.TrimSuffix(strings.TrimSuffix(name, "组"), "組"); mark != "" {
		return mark
	}
	return name
}

func (p paper) party(id contest.EntrantID) print.Party {
	e, _ := p.Entrant(id)
	name := e.Name()
	if e.Team == "" && e.Unit == "" {
		name = ""
	}
	return print.Party{Number: e.Number, Name: name, Unit: e.Unit, Players: e.Players}
}

// listed is the entrant as lists show it that have no room for players.
func (p paper) listed(id contest.EntrantID) print.Party {
	party := p.party(id)
	if party.Name != "" {
		party.Players = nil
	}
	return party
}

func (p paper) seatsOf(side scoresheet.Side, players []string) []print.Seat {
	var seats []print.Seat
	for _, seat := range side.Seats(p.Rulebook.Discipline.Seats()) {
		s := print.Seat{Number: int(seat), Name: p.seat(seat)}
		if int(seat) <= len(players) {
			s.Player = players[seat-1]
		}
		seats = append(seats, s)
	}
	return seats
}

// local is a time in the event's zone, or else in the laptop's.
func (v viewer) local(at time.Time) time.Time {
	if zone, err := time.LoadLocation(v.Zone); err == nil && v.Zone != "" {
		return at.In(zone)
	}
	return at.Local()
}

// moment is a time of the day as records show it, "" for none.
func (p paper) moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return p.local(at).Format("01-02 15:04")
}

// compareNumbers orders entrants' numbers: shorter ones first, so that 9 stands
// before 10.
func compareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func shortHash(hash string) string { return hash[:min(16, len(hash))] }

func joinWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}
