package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

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

// blankGames is how many games a blank sheet has: all that the match may have, as
// long as they stand on one page.
func blankGames(terms scoresheet.Terms) int {
	if terms.BestOf > 3 {
		return 1
	}
	return terms.BestOf
}

// blankRows is how many rows for hands a game of a blank sheet has.
func blankRows(terms scoresheet.Terms) int {
	switch {
	case terms.Hands > 0:
		return terms.Hands + 1 // and an extra hand
	case blankGames(terms) > 1:
		return sheetRows / 2
	}
	return sheetRows
}

func (p paper) sheet(m *event.Match) print.Scoresheet {
	round, _ := p.Round(m.Round)
	sheet := print.Scoresheet{
		Event: p.Name, Phase: joinWords(p.phaseName(m.Phase), m.Group), Round: p.roundName(round), Table: tablesText(m.Tables()), Meeting: m.IsMeeting(),
		Match: strconv.Itoa(m.Number), URL: strings.ToUpper(p.BaseURL + "/m/" + matchID(p.ID, m.Number)),
		Form: print.FormLevels, PenaltyRows: 3, Rulebook: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash),
	}
	switch {
	case p.Rulebook.Discipline == scoresheet.Shuangsheng:
		sheet.Form = print.FormTricks
	case round.Terms().Scoring == scoresheet.ScoringPoints:
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
	for g := range max(1, len(m.Games), blankGames(round.Terms())) {
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

func (p paper) sheetGame(m *event.Match, number int) print.SheetGame {
	if m.IsMeeting() {
		return p.meetingGame(m, number)
	}
	round, _ := p.Round(m.Round)
	game := print.SheetGame{Rows: blankRows(round.Terms())}
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
	if record.Hand.OnStage != scoresheet.NoSide {
		hand.OnStage = record.Hand.OnStage.String()
	}
	if record.Hand.Tricks != nil {
		hand.Tricks = strconv.Itoa(*record.Hand.Tricks)
	}
	if record.Hand.Bottom != nil {
		hand.Bottom = strconv.Itoa(record.Hand.Bottom.Points)
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
	var remarks []string
	switch {
	case record.State == event.Corrected:
		remarks = append(remarks, p.words.T("paper.corrected", nil))
	case record.Hand.Extra:
		remarks = append(remarks, p.words.T("paper.extra", nil))
	case record.Late:
		remarks = append(remarks, p.words.T("paper.late", nil))
	}
	remarks = append(remarks, p.incidentMarks(record.Hand)...)
	return strings.Join(append(remarks, p.throwTexts(record.Hand)...), p.words.T("page.listcomma", nil))
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
