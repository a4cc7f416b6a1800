package api

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// seatCards are for the players of the selected round at their tables; before
// the first draw, for everybody.
func (p paper) seatCards(ctx context.Context) (print.Document, error) {
	var cards []print.SeatCard
	switch {
	case p.sel.Match != 0:
		cards = p.seatCardsOf(p.Match(p.sel.Match))
	case len(p.Rounds) == 0:
		for _, e := range p.Entrants {
			if p.sel.Group == "" || p.sel.Group == e.Group {
				cards = append(cards, p.playersCards(e)...)
			}
		}
	default:
		round, err := p.round()
		if err != nil {
			return print.Document{}, err
		}
		for _, m := range p.RoundMatches(round.Number) {
			if p.sel.Group == "" || p.sel.Group == m.Group {
				cards = append(cards, p.seatCardsOf(m)...)
			}
		}
	}
	if len(cards) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.SeatCards(ctx, p.with, cards)
}

func (p paper) seatCard(e event.Entrant, player, place string) print.SeatCard {
	return print.SeatCard{Event: p.Name, Name: player, Unit: unitOf(e), Number: e.Number, Place: place}
}

func (p paper) playersCards(e event.Entrant) []print.SeatCard {
	if !p.sel.has(e.ID) {
		return nil
	}
	var cards []print.SeatCard
	for _, player := range e.Players {
		cards = append(cards, p.seatCard(e, player, ""))
	}
	return cards
}

// seatCardsOf are the cards of a match, side by side. Who sits on which seat is
// said as far as it is known; in a team meeting that is the first sitting.
func (p paper) seatCardsOf(m *event.Match) []print.SeatCard {
	var cards []print.SeatCard
	for _, post := range m.Posts() {
		e, _ := p.Entrant(m.Entrants.Of(post.Side))
		if !p.sel.has(e.ID) {
			continue
		}
		at := m.SeatOf(post, min(1, m.Sittings()))
		seats := m.Seats
		if m.IsMeeting() {
			seats = m.SeatsAt(event.Seating{Table: at.Table - m.Table + 1, Sitting: 1})
		}
		table := ""
		if at.Table > 0 {
			table = p.words.T("paper.table", map[string]any{"Table": at.Table}) + " · "
		}
		seated := map[string]string{}
		for _, seat := range at.Side.Seats(p.Rulebook.Discipline.Seats()) {
			if int(seat) <= len(seats) && seats[seat-1] != "" {
				seated[seats[seat-1]] = p.seat(seat)
			}
		}
		for _, player := range m.Squad(e.Players, post.Squad, p.Rulebook.Discipline.Seats()/2) {
			where := cmp.Or(seated[player], p.sideName(at.Side))
			cards = append(cards, p.seatCard(e, player, table+where))
		}
	}
	return cards
}

// Numbers of entrants that a blank entry form has room for.
const (
	entriesOfPairs = 12
	entriesOfTeams = 2
	// pairSize is the greatest number of players who share a row of the form.
	pairSize   = 4
	mostBlanks = 200
)

// entryForm is blank, by what the rulebook asks of entries.
func (p paper) entryForm(ctx context.Context) (print.Document, error) {
	rules := p.Rulebook.Entry
	in := print.EntryForm{
		Event: p.Name, Rulebook: p.in(p.Rulebook.Name), Entries: p.formEntries(), Fields: []string{p.words.T("print.entry.phone", nil)},
		RulebookID: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash),
	}
	if len(p.Dates) > 0 {
		in.Due = p.words.T("paper.entry.dates", map[string]any{"Dates": strings.Join(p.Dates, p.words.T("paper.and", nil))})
	}
	players := rules.Players
	if rules.Partners == scoresheet.PartnersByLot {
		players = 1
	}
	for n := range players {
		in.Players = append(in.Players, p.words.T("exchange.player", map[string]any{"Number": n + 1}))
	}
	if len(rules.Groups) > 0 {
		in.Fields = append([]string{p.words.T("exchange.group", nil)}, in.Fields...)
	}
	var conditions []string
	for _, line := range rulebookWhole(p.Rulebook, p.RulebookHash, p.Settings).Entry {
		conditions = append(conditions, p.in(line.Text))
	}
	in.Notes = []string{strings.Join(conditions, p.words.T("paper.also", nil))}
	return p.Printer.EntryForm(ctx, p.with, in)
}

// formEntries is how many entrants the form has room for: as asked, or as many
// as a unit may enter.
func (p paper) formEntries() int {
	rules := p.Rulebook.Entry
	switch {
	case p.sel.Entries > 0:
		return min(p.sel.Entries, mostBlanks)
	case rules.OnePerUnitAndGroup && len(rules.Groups) > 0:
		return len(rules.Groups)
	case rules.PerUnit > 0:
		return rules.PerUnit
	case rules.Players > pairSize:
		return entriesOfTeams
	}
	return entriesOfPairs
}

// blankPenalties is how many rows the record of penalties has to be filled in by
// hand: as a form, and after those that are there.
const (
	blankPenalties = 11
	morePenalties  = 3
)

// penaltyRecord lists the penalties of the event in the order in which they were
// given: also those that were taken back, and those of matches that were played
// again or whose round was.
func (p paper) penaltyRecord(ctx context.Context) (print.Document, error) {
	in := print.PenaltyRecord{Event: p.Name, Phase: p.phaseName(p.sel.Phase), Rulebook: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash), Rows: morePenalties, ChainHead: p.Head.Short()}
	if p.sel.Phase == "" {
		in.Phase = ""
	}
	if p.sel.Round > 0 {
		in.After = p.words.T("paper.round", map[string]any{"Round": p.sel.Round})
	}
	given := p.penaltiesGiven()
	for _, one := range given {
		in.Entries = append(in.Entries, p.penaltyEntry(one))
	}
	if len(in.Entries) == 0 {
		in.Rows = blankPenalties
	}
	return p.Printer.PenaltyRecord(ctx, p.with, in)
}

// givenPenalty is a penalty with the match that it was given in.
type givenPenalty struct {
	event.PenaltyRecord
	match    *event.Match
	entrants scoresheet.PerSide[contest.EntrantID]
	// repetition is 0 where it does not count any more.
	repetition int
	// note says why it counts for nothing beside being cancelled.
	note string
}

func (p paper) penaltiesGiven() []givenPenalty {
	var list []givenPenalty
	for _, m := range p.allMatches() {
		if p.sel.Phase != "" && m.Phase != p.sel.Phase || p.sel.Round > 0 && m.Round != p.sel.Round || p.sel.Group != "" && m.Group != p.sel.Group {
			continue
		}
		for _, attempt := range m.Attempts {
			for _, record := range attempt.Penalties {
				list = append(list, givenPenalty{record, m, attempt.Entrants, 0, p.words.T("paper.replayed", nil)})
			}
		}
		note := ""
		if m.Undone {
			note = p.words.T("paper.undone", nil)
		}
		for i, view := range p.penalties(m) {
			list = append(list, givenPenalty{m.Penalties[i], m, m.Entrants, view.Repetition, note})
		}
	}
	list = slices.DeleteFunc(list, func(one givenPenalty) bool { return !p.sel.has(one.entrants.Of(penalised(one.match, one.Penalty))) })
	slices.SortStableFunc(list, func(a, b givenPenalty) int { return a.At.Compare(b.At) })
	return list
}

func (p paper) penaltyEntry(one givenPenalty) print.PenaltyEntry {
	violation, _ := p.Rulebook.Violation(one.Penalty.Violation)
	side := penalised(one.match, one.Penalty)
	e, _ := p.Entrant(one.entrants.Of(side))
	entry := print.PenaltyEntry{
		Time: p.moment(one.At), Match: p.where(one.match), Hand: handPlace(one.match, one.Penalty), Entrant: joinWords(e.Number, e.Name()), Who: p.sideName(side),
		Violation: violation.Name.In(p.lang()), Article: p.Rulebook.Clause(violation.Article), Action: actionNames(p.words, one.Penalty.Actions),
		Referee: one.By.Name, Note: joinWords(one.note, one.Penalty.Reason),
	}
	if one.Penalty.Seat != 0 {
		entry.Who = p.seat(one.Penalty.Seat)
	}
	if one.repetition > 0 {
		entry.Repetition = strconv.Itoa(one.repetition)
	}
	if one.Cancelled != nil {
		entry.Cancelled = true
		entry.Note = joinWords(entry.Note, one.Cancelled.Reason, p.words.T("paper.by", map[string]any{"Name": one.Cancelled.By.Name}))
	}
	return entry
}

// where says which match it is: its round and its table.
func (p paper) where(m *event.Match) string {
	table := ""
	if m.Table != 0 {
		table = p.words.T("paper.table", map[string]any{"Table": tablesText(m.Tables())})
	}
	return joinWords(p.words.T("paper.round", map[string]any{"Round": m.Round}), table)
}

// handPlace is the hand of a penalty, with its game where there are several.
func handPlace(m *event.Match, penalty scoresheet.Penalty) string {
	switch {
	case penalty.Hand == 0 && len(m.Games) > 1 && penalty.Game > 0:
		return strconv.Itoa(penalty.Game) + "-"
	case penalty.Hand == 0:
		return ""
	case len(m.Games) > 1:
		return strconv.Itoa(penalty.Game) + "-" + strconv.Itoa(penalty.Hand)
	}
	return strconv.Itoa(penalty.Hand)
}

// appealRecord is the form for an appeal: with what is known of the selected
// match, or blank.
func (p paper) appealRecord(ctx context.Context) (print.Document, error) {
	appeal := print.AppealRecord{Event: p.Name, Rulebook: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash)}
	if m := p.Match(p.sel.Match); m != nil {
		p.appealed(&appeal, m)
	} else {
		for i, side := range scoresheet.Sides {
			appeal.Sides[i] = print.SheetSide{Name: p.sideName(side), Seats: p.seatsOf(side, nil)}
		}
	}
	return p.Printer.AppealRecords(ctx, p.with, []print.AppealRecord{appeal})
}

func (p paper) appealed(appeal *print.AppealRecord, m *event.Match) {
	sheet := p.sheet(m)
	appeal.Phase, appeal.Round, appeal.Table, appeal.Match, appeal.Sides = sheet.Phase, sheet.Round, sheet.Table, sheet.Match, sheet.Sides
	appeal.Start, appeal.ChainHead = p.moment(m.Started), p.Head.Short()
	if !m.Done() {
		return
	}
	result := p.sheetResult(m)
	var parts []string
	for _, pair := range [][2]string{result.Final, result.MatchPoints} {
		if pair[0] != "" || pair[1] != "" {
			parts = append(parts, pair[0]+" : "+pair[1])
		}
	}
	if n := len(parts); n > 1 {
		parts[1] = p.words.T("print.match-points", nil) + " " + parts[1]
	}
	how := result.By
	if result.Winner != "" {
		how = p.words.T("paper.appeal.won", map[string]any{"Winner": result.Winner, "By": result.By})
	}
	appeal.Result = strings.Join(append(parts, how), p.words.T("standings.separator", nil))
}
