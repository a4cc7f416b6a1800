package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// phaseLedger is what each round of a phase gave to everybody.
type phaseLedger struct {
	// order is the place of everybody in the drawn order of the field.
	order map[contest.EntrantID]int
	// rules are the figures beside the points that add up over rounds, or stand
	// for the opponents.
	rules []scoresheet.Rule
	// alone are the rows of each round by itself, upTo those of all rounds up to
	// it, by its number in the phase.
	alone, upTo map[int]map[contest.EntrantID]contest.Row
	final       map[contest.EntrantID]contest.Row
}

// noCardColumn are the rules whose figures are no sums of rounds.
var noCardColumn = []scoresheet.Rule{
	scoresheet.RulePoints, scoresheet.RuleOwnMatch, scoresheet.RulePlayoff, scoresheet.RuleLot,
	scoresheet.RuleRoundReached, scoresheet.RuleLastMatch, scoresheet.RuleThirdPlace,
}

// ledger ranks each round of a phase by itself, and up to it, so that no figure
// is counted here by other rules than in the standings.
func (v viewer) ledger(draw event.PhaseDraw) (phaseLedger, error) {
	stage := v.PhaseStage(draw)
	book := phaseLedger{order: map[contest.EntrantID]int{}, alone: map[int]map[contest.EntrantID]contest.Row{}, upTo: map[int]map[contest.EntrantID]contest.Row{}}
	for _, rule := range tieBreaks(v.Rulebook, draw.Phase) {
		if !slices.Contains(noCardColumn, rule) {
			book.rules = append(book.rules, rule)
		}
	}
	for _, e := range stage.Entrants() {
		book.order[e.ID] = len(book.order)
	}
	var err error
	for i, round := range stage.Rounds {
		if book.alone[round.Number], err = book.rank(stage, stage.Rounds[i:i+1]); err != nil {
			return book, err
		}
		if slices.Contains(book.rules, scoresheet.RuleRunningTotals) {
			if book.upTo[round.Number], err = book.rank(stage, stage.Rounds[:i+1]); err != nil {
				return book, err
			}
		}
	}
	book.final, err = book.rank(stage, stage.Rounds)
	return book, err
}

// rank ranks the phase as if it had these rounds alone.
func (b phaseLedger) rank(stage contest.Stage, rounds []contest.Round) (map[contest.EntrantID]contest.Row, error) {
	var criteria []scoresheet.Criterion
	for _, rule := range b.rules {
		criteria = append(criteria, scoresheet.Criterion{Rule: rule})
	}
	begun := 0
	for _, round := range rounds {
		begun = max(begun, round.Number)
	}
	var results []contest.Result
	for _, result := range stage.Results {
		of := func(r contest.Round) bool { return r.Number == result.Round }
		if !result.Playoff && slices.ContainsFunc(rounds, of) {
			results = append(results, result)
		}
	}
	rows := map[contest.EntrantID]contest.Row{}
	for _, group := range stage.Groups {
		standings, err := contest.Rank(contest.StandingsInput{
			Phase: stage.Phase.ID, Group: group.Name, Entrants: group.Entrants, Rounds: rounds, Begun: begun, Results: results,
			Withdrawals: stage.Withdrawals, Criteria: criteria, MatchPoints: stage.MatchPoints,
		})
		if err != nil {
			return nil, err
		}
		for _, row := range standings.Rows {
			rows[row.Entrant.ID] = row
		}
	}
	return rows, nil
}

// points are what the entrant got from a round of the phase.
func (b phaseLedger) points(id contest.EntrantID, round int) string {
	return b.alone[round][id].Totals.Points.String()
}

// figures are what a round gave under each rule. Running totals are what the
// points had come to by then; of an opponent it is the points so far.
func (b phaseLedger) figures(id, opponent contest.EntrantID, round int) []string {
	figures := make([]string, len(b.rules))
	for i, rule := range b.rules {
		row := b.alone[round][id]
		switch {
		case i >= len(row.Figures):
		case rule == scoresheet.RuleRunningTotals:
			now, before := b.upTo[round][id], b.upTo[round-1][id]
			figures[i] = (now.Totals.RunningTotals - before.Totals.RunningTotals).String()
		case rule == scoresheet.RuleOpponentPoints:
			if opponent != "" {
				figures[i] = b.final[opponent].Totals.Points.String()
			}
		default:
			figures[i] = row.Figures[i].String()
		}
	}
	return figures
}

// totals are the figures of all rounds.
func (b phaseLedger) totals(id contest.EntrantID) []string {
	var figures []string
	for _, figure := range b.final[id].Figures {
		figures = append(figures, figure.String())
	}
	return figures
}

// scoreCards are the ways of entrants through the rounds of a phase (积分编排卡).
func (p paper) scoreCards(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(scoresheet.Swiss, scoresheet.RoundRobin)
	if err != nil {
		return print.Document{}, err
	}
	book, err := p.ledger(draw)
	if err != nil {
		return print.Document{}, err
	}
	stage := p.PhaseStage(draw)
	in := print.ScoreCards{Event: p.Name, Phase: p.phaseName(draw.Phase), Rounds: max(stage.Limit, len(draw.Rounds), len(stage.Rounds)), ChainHead: p.Head.Short()}
	for _, rule := range book.rules {
		in.Figures = append(in.Figures, ruleName(rule).In(p.lang()))
	}
	for _, group := range stage.Groups {
		if p.sel.Group != "" && p.sel.Group != group.Name {
			continue
		}
		for _, entrant := range group.Entrants {
			if p.sel.has(entrant.ID) {
				in.Cards = append(in.Cards, p.scoreCard(draw.Phase, entrant.ID, book))
			}
		}
	}
	if len(in.Cards) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	slices.SortStableFunc(in.Cards, func(a, b print.ScoreCard) int { return compareNumbers(a.Party.Number, b.Party.Number) })
	return p.Printer.ScoreCards(ctx, p.with, in)
}

func (p paper) scoreCard(phase string, id contest.EntrantID, book phaseLedger) print.ScoreCard {
	card := print.ScoreCard{Party: p.party(id), Points: book.final[id].Totals.Points.String(), Values: book.totals(id)}
	for _, round := range p.Rounds {
		if round.Phase == phase {
			card.Rows = append(card.Rows, p.scoreCardRow(round, id, book))
		}
	}
	return card
}

// scoreCardRow is a round of an entrant; one that it was not in stands empty.
func (p paper) scoreCardRow(round event.Round, id contest.EntrantID, book phaseLedger) print.ScoreCardRow {
	row := print.ScoreCardRow{Round: strconv.Itoa(round.PhaseRound)}
	if round.Playoff {
		row.Round = p.words.T("rule.playoff", nil)
	}
	if slices.ContainsFunc(round.Byes, func(b event.Bye) bool { return b.Entrant == id }) {
		row.Opponent, row.Points, row.Values = p.words.T("print.bye", nil), book.points(id, round.PhaseRound), book.figures(id, "", round.PhaseRound)
		return row
	}
	for _, m := range p.RoundMatches(round.Number) {
		side := m.SideOf(id)
		if side == scoresheet.NoSide {
			continue
		}
		opponent, _ := p.Entrant(m.Entrants.Of(side.Other()))
		row.Opponent, row.OpponentUnit = joinWords(opponent.Number, opponent.Name()), opponent.Unit
		if opponent.Name() == opponent.Unit {
			row.OpponentUnit = ""
		}
		row.Remark = p.matchRemark(m, side)
		if !m.Done() {
			return row
		}
		row.Score = p.score(m, id)
		if !round.Playoff && m.State != event.Void {
			row.Points, row.Values = book.points(id, round.PhaseRound), book.figures(id, opponent.ID, round.PhaseRound)
		}
		return row
	}
	e, _ := p.Entrant(id)
	switch {
	case e.Joined > round.Number:
		row.Remark = p.words.T("paper.not-in", nil)
	case e.Left != nil && e.Left.Round <= round.Number:
		row.Remark = p.words.T("paper."+string(e.Left.Kind), nil)
	}
	return row
}

// matchRemark says what was special about a match, as a side sees it.
func (p paper) matchRemark(m *event.Match, side scoresheet.Side) string {
	var parts []string
	add := func(key string) { parts = append(parts, p.words.T(key, nil)) }
	switch outcomeOf(m, side) {
	case "void":
		add("paper.void")
	case "walkover":
		add("paper.walkover")
	case "forfeited":
		add("by.forfeit")
	}
	if lostByPenalty(m, side) {
		add("paper.judged")
	}
	if m.Postponed && !m.Done() {
		add("paper.postponed")
	}
	if len(m.Attempts) > 0 {
		add("paper.replayed")
	}
	for _, record := range m.Penalties {
		if record.Cancelled == nil && penalised(m, record.Penalty) == side {
			add("paper.penalised")
			break
		}
	}
	return strings.Join(parts, p.words.T("paper.and", nil))
}
