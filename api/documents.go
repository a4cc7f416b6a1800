package api

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
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
	// First bounds the certificates to the first n places.
	First int
	// TwoAPage puts two scoresheets on a page.
	TwoAPage bool
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

// DocumentNames are the documents by the names of their files.
var DocumentNames = []string{"scoresheets", "table-cards", "round-sheet", "draw-sheet", "standings", "certificates", "participation", "rulebook"}

type paper struct {
	Documents
	viewer
	sel  Selection
	with print.Setting
}

// Make makes a document. The error is a problem for a document that does not
// exist or has nothing to show.
func (d Documents) Make(ctx context.Context, name string, state *event.State, now time.Time, w words, sel Selection) (print.Document, error) {
	if d.Printer == nil {
		return print.Document{}, newProblem(http.StatusServiceUnavailable, "print.font")
	}
	p := paper{Documents: d, viewer: viewer{State: state, now: now, words: w}, sel: sel,
		with: print.Setting{Words: w.T, Made: state.ChangedAt}}
	makers := map[string]func(context.Context) (print.Document, error){
		"scoresheets": p.scoresheets, "table-cards": p.tableCards, "round-sheet": p.roundSheet, "draw-sheet": p.drawSheet,
		"standings": p.standingsSheet, "certificates": p.certificates, "participation": p.participation,
		"rulebook": p.rulebook,
	}
	maker, ok := makers[name]
	if !ok {
		return print.Document{}, newProblem(http.StatusNotFound, "print.unknown", "document", name)
	}
	return maker(ctx)
}

func (s *Server) documents() Documents {
	return Documents{Printer: s.Printer, BaseURL: s.baseURL(), codes: s.codes}
}

// printed makes the document that a request names.
func (s *Server) printed(c *fiber.Ctx) (print.Document, string, error) {
	state, _, err := s.entered(c, event.CmdPrint)
	if err != nil {
		return print.Document{}, "", err
	}
	sel := Selection{Round: c.QueryInt("round"), Group: c.Query("group"), Phase: c.Query("phase"), First: c.QueryInt("first"), TwoAPage: c.Query("two") == "1"}
	if id := c.Query("match"); id != "" {
		eventID, number, ok := parseMatchID(id)
		if !ok || eventID != state.ID || state.Match(number) == nil {
			return print.Document{}, "", newProblem(http.StatusNotFound, "match.unknown")
		}
		sel.Match = number
	}
	name := c.Params("document")
	if name == "table-cards" {
		if _, err := s.require(c, event.CmdTableCodes); err != nil {
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

// nothing refuses a document that would be empty.
func nothing(why string) error { return newProblem(http.StatusConflict, why) }

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

func (p paper) lang() scoresheet.Lang { return p.words.Lang() }

func (p paper) phaseName(id string) string {
	phase, _ := p.Rulebook.Phase(id)
	return phase.Name.In(p.lang())
}

func (p paper) roundName(round event.Round) string {
	return p.words.T("paper.round", map[string]any{"Round": round.Number})
}

func (p paper) party(id contest.EntrantID) print.Party {
	e, _ := p.Entrant(id)
	name := e.Name()
	if e.Team == "" && e.Unit == "" {
		name = ""
	}
	return print.Party{Number: e.Number, Name: name, Unit: e.Unit, Players: e.Players}
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

func (p paper) scoresheets(ctx context.Context) (print.Document, error) {
	var matches []*event.Match
	if p.sel.Match != 0 {
		matches = append(matches, p.Match(p.sel.Match))
	} else {
		round, err := p.round()
		if err != nil {
			return print.Document{}, err
		}
		matches = p.RoundMatches(round.Number)
	}
	in := print.Scoresheets{TwoAPage: p.sel.TwoAPage}
	for _, m := range matches {
		if p.sel.Group == "" || m.Group == p.sel.Group {
			in.Sheets = append(in.Sheets, p.sheet(m))
		}
	}
	if len(in.Sheets) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.Scoresheets(ctx, p.with, in)
}

// sheetRows is how many rows for hands a blank sheet has.
const sheetRows = 14

func (p paper) sheet(m *event.Match) print.Scoresheet {
	round, _ := p.Round(m.Round)
	sheet := print.Scoresheet{
		Event: p.Name, Phase: joinWords(p.phaseName(m.Phase), m.Group), Round: p.roundName(round), Table: tablesText(m.Tables()), Meeting: m.IsMeeting(),
		Match: strconv.Itoa(m.Number), URL: strings.ToUpper(p.BaseURL + "/m/" + matchID(p.ID, m.Number)),
		Form: print.FormLevels, PenaltyRows: 3, Rulebook: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash),
	}
	if round.Terms().Scoring == scoresheet.ScoringPoints {
		sheet.Form = print.FormPoints
	}
	for _, place := range p.Rulebook.Places {
		sheet.Places = append(sheet.Places, place.In(p.lang()))
	}
	for i, side := range scoresheet.Sides {
		sheet.Sides[i] = print.SheetSide{Name: p.sideName(side), Party: p.party(m.Entrants.Of(side)), Seats: p.seatsOf(side, m.Seats)}
		if m.IsMeeting() {
			sheet.Sides[i].Seats = p.squadsOf(m, side)
		}
	}
	for g := range max(1, len(m.Games)) {
		sheet.Games = append(sheet.Games, p.sheetGame(m, g+1))
	}
	for _, record := range m.Penalties {
		sheet.Penalties = append(sheet.Penalties, p.sheetPenalty(record))
	}
	if m.Done() {
		sheet.Result, sheet.ChainHead = p.sheetResult(m), p.Head.Short()
	}
	return sheet
}

func shortHash(hash string) string { return hash[:min(16, len(hash))] }

func joinWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

func (p paper) sheetGame(m *event.Match, number int) print.SheetGame {
	if m.IsMeeting() {
		return p.meetingGame(m, number)
	}
	game := print.SheetGame{Rows: sheetRows}
	if number > len(m.Games) {
		return game
	}
	for i, record := range m.Games[number-1].Hands {
		if verdict, ok := m.HandVerdict(event.Place{Game: number, Number: i + 1}); ok {
			game.Hands = append(game.Hands, p.sheetHand(record, verdict))
		}
	}
	return game
}

// sheetHand is a hand that counts.
func (p paper) sheetHand(record event.HandRecord, verdict scoresheet.HandVerdict) print.SheetHand {
	hand := print.SheetHand{PlayedAt: verdict.PlayedAt.String(), Remark: p.remark(record)}
	for _, seat := range record.Hand.Finish {
		hand.Finish = append(hand.Finish, int(seat))
	}
	for k, side := range scoresheet.Sides {
		if verdict.Upgrade != nil && verdict.Upgrade.Of(side) > 0 {
			hand.Upgrade[k] = "+" + strconv.Itoa(verdict.Upgrade.Of(side))
		}
		if verdict.Levels != nil {
			hand.Levels[k] = verdict.Levels.Of(side).String()
		}
		if verdict.Points != nil {
			hand.Points[k] = verdict.Points.Of(side).String()
		}
	}
	return hand
}

func (p paper) remark(record event.HandRecord) string {
	switch {
	case record.State == event.Corrected:
		return p.words.T("paper.corrected", nil)
	case record.Hand.Extra:
		return p.words.T("paper.extra", nil)
	case record.Late:
		return p.words.T("paper.late", nil)
	}
	return ""
}

func (p paper) sheetPenalty(record event.PenaltyRecord) print.SheetPenalty {
	violation, _ := p.Rulebook.Violation(record.Penalty.Violation)
	who := p.sideName(record.Penalty.Side)
	if record.Penalty.Seat != 0 {
		who = p.seat(record.Penalty.Seat)
	}
	action := actionNames(p.words, record.Penalty.Actions)
	if record.Cancelled != nil {
		action = p.words.T("paper.cancelled", nil)
	}
	hand := ""
	if record.Penalty.Hand > 0 {
		hand = strconv.Itoa(record.Penalty.Hand)
	}
	return print.SheetPenalty{Hand: hand, Who: who, Violation: violation.Name.In(p.lang()), Action: action, Referee: record.By.Name}
}

func (p paper) sheetResult(m *event.Match) print.SheetResult {
	verdict := m.Verdict.Match
	r := print.SheetResult{By: p.words.T("paper.drawn", nil)}
	if verdict.Winner != scoresheet.NoSide {
		r.Winner = p.party(m.Entrants.Of(verdict.Winner)).Name
	}
	by := string(scoresheet.ByForfeit)
	if n := len(m.Verdict.Games); n > 0 && m.Forfeit == scoresheet.NoForfeit {
		game := m.Verdict.Games[n-1]
		by = string(game.By)
		if game.Levels != nil {
			r.Final = [2]string{game.Levels.A.String(), game.Levels.B.String()}
		}
		if game.Points != nil {
			r.Final = [2]string{game.Points.A.String(), game.Points.B.String()}
		}
	}
	if by != "" {
		r.By = p.words.T("by."+by, nil)
	}
	if verdict.Points != nil {
		r.MatchPoints = [2]string{verdict.Points.A.String(), verdict.Points.B.String()}
	}
	return r
}

func (p paper) tableCards(ctx context.Context) (print.Document, error) {
	if p.HighestTable() == 0 || p.codes == nil {
		return print.Document{}, nothing("print.no-round")
	}
	var cards []print.TableCard
	for table := 1; table <= p.HighestTable(); table++ {
		if p.sel.Match != 0 && !slices.Contains(p.Match(p.sel.Match).Tables(), table) {
			continue
		}
		for i, side := range scoresheet.Sides {
			at := place{p.ID, event.TablePlace{Table: table, Side: side}}
			generation := p.Generation(at.TablePlace)
			card := print.TableCard{
				Event: p.Name, Table: strconv.Itoa(table), Side: i, SideName: p.sideName(side), Seats: p.seatsOf(side, nil),
				URL:     strings.ToUpper(p.BaseURL + "/t/" + p.codes.token(at, generation)),
				Address: p.BaseURL + "/t", Code: p.codes.shortCode(at, generation),
			}
			if m := p.Match(p.Matches()); m.IsMeeting() {
				p.meetingCard(&card, m, side)
			}
			cards = append(cards, card)
		}
	}
	return p.Printer.TableCards(ctx, p.with, cards)
}

func (p paper) roundSheet(ctx context.Context) (print.Document, error) {
	round, err := p.round()
	if err != nil {
		return print.Document{}, err
	}
	in := print.RoundSheet{Event: p.Name, Phase: p.phaseName(round.Phase), Round: p.roundName(round), Results: true, ChainHead: p.Head.Short()}
	draw, _ := p.Draw(round.Phase)
	in.Seed = draw.Seed
	for _, group := range draw.Groups {
		if p.sel.Group != "" && group.Name != p.sel.Group {
			continue
		}
		section := print.RoundSection{Title: p.groupName(group.Name)}
		for _, m := range p.RoundMatches(round.Number) {
			if m.Group == group.Name {
				section.Pairings = append(section.Pairings, p.pairing(m))
			}
		}
		for _, bye := range round.Byes {
			if bye.Group == group.Name {
				section.Byes = append(section.Byes, p.party(bye.Entrant))
			}
		}
		if len(section.Pairings)+len(section.Byes) > 0 {
			in.Sections = append(in.Sections, section)
		}
	}
	return p.Printer.RoundSheet(ctx, p.with, in)
}

func (p paper) groupName(name string) string {
	if name == "" {
		return ""
	}
	return p.words.T("paper.group", map[string]any{"Group": name})
}

func (p paper) pairing(m *event.Match) print.Pairing {
	pairing := print.Pairing{Table: tablesText(m.Tables()), A: p.party(m.Entrants.A), B: p.party(m.Entrants.B)}
	if m.Done() {
		result := p.sheetResult(m)
		pairing.Result = result.Final[0] + " : " + result.Final[1]
		if result.Final[0] == "" {
			pairing.Result = result.By
		}
	}
	return pairing
}

// drawSheet shows a whole phase: every round as it was drawn.
func (p paper) drawSheet(ctx context.Context) (print.Document, error) {
	if len(p.Draws) == 0 {
		return print.Document{}, nothing("print.no-round")
	}
	draw := p.Draws[len(p.Draws)-1]
	if chosen, ok := p.Draw(p.sel.Phase); ok {
		draw = chosen
	}
	terms, _ := p.Rulebook.Terms(draw.Phase, p.Settings)
	in := print.RoundSheet{Event: p.Name, Draw: true, Phase: p.phaseName(draw.Phase), Seed: draw.Seed, Inputs: p.inputs(draw), ChainHead: p.Head.Short()}
	for _, round := range draw.Rounds {
		section := print.RoundSection{Title: p.words.T("paper.round", map[string]any{"Round": round.Number})}
		for _, pair := range round.Pairings {
			section.Pairings = append(section.Pairings, print.Pairing{Table: tablesText(event.TablesFor(pair.Table, terms)), A: p.party(pair.Home), B: p.party(pair.Away)})
		}
		for _, bye := range round.Byes {
			section.Byes = append(section.Byes, p.party(bye))
		}
		in.Sections = append(in.Sections, section)
	}
	return p.Printer.RoundSheet(ctx, p.with, in)
}

// inputs are the numbers that the lots gave, from which the circle follows.
func (p paper) inputs(draw event.PhaseDraw) string {
	var groups []string
	for _, group := range draw.Groups {
		names := make([]string, len(group.Order))
		for i, id := range group.Order {
			e, _ := p.Entrant(id)
			names[i] = strconv.Itoa(i+1) + " " + e.Name()
		}
		groups = append(groups, joinWords(p.groupName(group.Name), strings.Join(names, p.words.T("follow.and", nil))))
	}
	return strings.Join(groups, "; ")
}

func (p paper) standingsSheet(ctx context.Context) (print.Document, error) {
	phase := p.sel.Phase
	if phase == "" && len(p.Draws) > 0 {
		phase = p.Draws[len(p.Draws)-1].Phase
	}
	views, err := p.standings(phase)
	if err != nil {
		return print.Document{}, err
	}
	if len(views) == 0 {
		return print.Document{}, nothing("print.no-round")
	}
	in := print.Standings{Event: p.Name, Phase: p.phaseName(phase), ChainHead: p.Head.Short()}
	for _, round := range p.Rounds {
		if round.Phase == phase {
			in.After = p.words.T("paper.after", map[string]any{"Round": round.Number})
		}
	}
	for _, group := range views[0].Groups {
		if p.sel.Group != "" && p.sel.Group != group.Name {
			continue
		}
		in.Provisional = in.Provisional || group.Provisional
		in.Groups = append(in.Groups, p.standingGroup(phase, group))
	}
	return p.Printer.Standings(ctx, p.with, in)
}

func (p paper) standingGroup(phase string, group standingsGroup) print.StandingGroup {
	out := print.StandingGroup{Name: p.groupName(group.Name)}
	for _, criterion := range tieBreaks(p.Rulebook, phase) {
		out.TieBreaks = append(out.TieBreaks, ruleName(criterion).In(p.lang()))
	}
	for _, row := range group.Rows {
		line := print.StandingRow{Rank: row.Rank, Party: p.party(row.Entrant), Points: row.Points, Qualified: p.goesOn(phase, row.Rank) && !group.Provisional}
		for _, rule := range tieBreaks(p.Rulebook, phase) {
			value := ""
			for _, figure := range row.Figures {
				if figure.Rule == rule {
					value = figure.Value
				}
			}
			line.Values = append(line.Values, value)
		}
		if row.DecidedBy != nil {
			line.Reason = row.DecidedBy.Text
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// tieBreaks are the columns after the points, each once.
func tieBreaks(rb *scoresheet.Rulebook, id string) []scoresheet.Rule {
	phase, _ := rb.Phase(id)
	var rules []scoresheet.Rule
	for _, criterion := range phase.Ranking {
		if criterion.Rule != scoresheet.RulePoints && criterion.Rule != scoresheet.RuleLot && !slices.Contains(rules, criterion.Rule) {
			rules = append(rules, criterion.Rule)
		}
	}
	return rules
}

// goesOn reports whether the rank leads into a later phase.
func (p paper) goesOn(phase string, rank int) bool {
	for _, later := range p.Rulebook.Phases {
		for _, group := range later.Groups {
			if group.From == phase && slices.Contains(group.Ranks, rank) {
				return true
			}
		}
	}
	return false
}

// day is the last day of the event, or the day of its last entry.
func (p paper) day() print.Date {
	at := p.ChangedAt
	if zone, err := time.LoadLocation(p.Zone); err == nil && p.Zone != "" {
		at = at.In(zone)
	} else {
		at = at.Local()
	}
	if n := len(p.Dates); n > 0 {
		if last, err := time.Parse(time.DateOnly, p.Dates[n-1]); err == nil {
			at = last
		}
	}
	return print.Date{Year: at.Year(), Month: int(at.Month()), Day: at.Day()}
}

// certificates are those of the places that the rulebook honours, or the first
// n. Places that may still change get none.
func (p paper) certificates(ctx context.Context) (print.Document, error) {
	places, err := p.Places()
	if err != nil {
		return print.Document{}, err
	}
	n := p.Rulebook.Awards.Certificates
	if p.sel.First > 0 {
		n = p.sel.First
	}
	var list []print.Certificate
	for _, at := range places {
		if at.Place > n || at.Provisional {
			continue
		}
		e, _ := p.Entrant(at.Entrant.ID)
		list = append(list, print.Certificate{Kind: print.Award, Names: e.Players, Unit: unitOf(e), Event: p.Name, Rank: at.Place, Issuers: p.issuers(), Date: p.day(), ChainHead: p.Head.Short()})
	}
	if len(list) == 0 {
		return print.Document{}, nothing("print.no-places")
	}
	return p.Printer.Certificates(ctx, p.with, list)
}

// issuers are who signs: one a line, as the organiser wrote them.
func (p paper) issuers() []string {
	return strings.FieldsFunc(p.Issuer, func(r rune) bool { return r == '\n' || r == '、' || r == ';' || r == '；' })
}

func unitOf(e event.Entrant) string {
	if e.Team != "" {
		return joinWords(e.Unit, e.Team)
	}
	return e.Unit
}

func (p paper) participation(ctx context.Context) (print.Document, error) {
	var list []print.Certificate
	for _, e := range p.Entrants {
		if e.Presence == event.Missing || (p.sel.Group != "" && e.Group != p.sel.Group) {
			continue
		}
		list = append(list, print.Certificate{Kind: print.Participation, Names: e.Players, Unit: unitOf(e), Event: p.Name, Issuers: p.issuers(), Date: p.day()})
	}
	if len(list) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.Certificates(ctx, p.with, list)
}
