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

// rankedRow is a row of standings on paper, and whose it is.
type rankedRow struct {
	print.StandingRow
	entrant contest.EntrantID
}

// rankedGroup is a group of a phase as it stands, on paper.
type rankedGroup struct {
	print.StandingGroup
	name        string
	provisional bool
	rows        []rankedRow
}

// ranked are the selected groups of a phase, with a column for each figure that
// somebody has, in the order in which they decide.
func (p paper) ranked(draw event.PhaseDraw) ([]rankedGroup, error) {
	views, err := p.standings(draw.Phase)
	if err != nil || len(views) == 0 {
		return nil, err
	}
	goOn, err := p.goOn(draw)
	if err != nil {
		return nil, err
	}
	var groups []rankedGroup
	for _, group := range views[0].Groups {
		if p.sel.Group == "" || p.sel.Group == group.Name {
			groups = append(groups, p.rankedGroup(draw.Phase, group, goOn))
		}
	}
	return groups, nil
}

func (p paper) rankedGroup(phase string, group standingsGroup, goOn map[contest.EntrantID]bool) rankedGroup {
	out := rankedGroup{StandingGroup: print.StandingGroup{Name: p.groupName(group.Name)}, name: group.Name, provisional: group.Provisional}
	columns := figureColumns(group)
	for _, rule := range columns {
		out.TieBreaks = append(out.TieBreaks, ruleName(rule).In(p.lang()))
	}
	remarks := p.remarks(phase)
	points := p.countsPoints(phase, group)
	for _, row := range group.Rows {
		line := print.StandingRow{Rank: row.Rank, Party: p.party(row.Entrant), Qualified: goOn[row.Entrant], Remark: remarks[row.Entrant]}
		if points {
			line.Points = row.Points
		}
		for _, rule := range columns {
			line.Values = append(line.Values, row.figure(rule))
		}
		level := row.Shared && !group.LotNeeded
		if why := row.DecidedBy; why != nil && why.Rule != scoresheet.RulePoints && !level {
			line.Reason = why.Text
		}
		out.Rows = append(out.Rows, line)
		out.rows = append(out.rows, rankedRow{line, row.Entrant})
	}
	return out
}

// figure is what the row has under a rule, "" for nothing.
func (r standingsRow) figure(rule scoresheet.Rule) string {
	for _, figure := range r.Figures {
		if figure.Rule == rule {
			return figure.Value
		}
	}
	return ""
}

// figureColumns are the rules after the points under which somebody has a
// figure. How far somebody came in a knockout is told in words.
func figureColumns(group standingsGroup) []scoresheet.Rule {
	var rules []scoresheet.Rule
	for _, row := range group.Rows {
		for _, figure := range row.Figures {
			if figure.Value != "" && figure.Rule != scoresheet.RulePoints && figure.Rule != scoresheet.RuleRoundReached && !slices.Contains(rules, figure.Rule) {
				rules = append(rules, figure.Rule)
			}
		}
	}
	return rules
}

// countsPoints reports whether points rank the group.
func (p paper) countsPoints(phase string, group standingsGroup) bool {
	rules, _ := p.Rulebook.Phase(phase)
	if rules.Kind == scoresheet.Ladder {
		return true
	}
	return slices.ContainsFunc(group.Rows, func(r standingsRow) bool { return r.figure(scoresheet.RulePoints) != "" })
}

// goOn are those who go on from a phase: once a later one is drawn those who
// are in it, before that those whose rank leads there for good. Nobody is
// marked where all go on.
func (p paper) goOn(draw event.PhaseDraw) (map[contest.EntrantID]bool, error) {
	standings, err := p.Standings(draw.Phase)
	if err != nil {
		return nil, err
	}
	on := map[contest.EntrantID]bool{}
	total := 0
	later := p.drawnAfter(draw.Phase)
	for _, group := range standings {
		for _, row := range group.Rows {
			total++
			switch {
			case later != nil:
				on[row.Entrant.ID] = later[row.Entrant.ID]
			case group.Final() && !row.Provisional:
				on[row.Entrant.ID] = p.leadsOn(draw.Phase, len(standings), row.Rank)
			}
		}
	}
	if later == nil {
		if err := p.stillIn(draw, on); err != nil {
			return nil, err
		}
	}
	count := 0
	for _, goes := range on {
		if goes {
			count++
		}
	}
	if count == total {
		return nil, nil
	}
	return on, nil
}

// drawnAfter are the entrants of the phases that were drawn after one, nil if
// none was.
func (p paper) drawnAfter(phase string) map[contest.EntrantID]bool {
	at := slices.IndexFunc(p.Draws, func(d event.PhaseDraw) bool { return d.Phase == phase })
	if at < 0 || at+1 == len(p.Draws) {
		return nil
	}
	in := map[contest.EntrantID]bool{}
	for _, draw := range p.Draws[at+1:] {
		for _, group := range draw.Groups {
			for _, id := range group.Order {
				in[id] = true
			}
		}
	}
	return in
}

// leadsOn reports whether the rulebook has the rank of a phase go on.
func (p paper) leadsOn(phase string, groups, rank int) bool {
	for i, later := range p.Rulebook.Phases {
		for _, group := range later.Groups {
			if group.From == phase && slices.Contains(group.Ranks, rank) {
				return true
			}
		}
		from := later.From == phase || later.From == "" && i > 0 && p.Rulebook.Phases[i-1].ID == phase
		if from && len(later.Groups) == 0 && later.Take > 0 && rank*groups <= later.Take {
			return true
		}
	}
	return false
}

// stillIn adds those who are in at the end of a knockout that another phase
// follows.
func (p paper) stillIn(draw event.PhaseDraw, on map[contest.EntrantID]bool) error {
	phase, _ := p.Rulebook.Phase(draw.Phase)
	if phase.Kind != scoresheet.Knockout || phase.ID == p.Rulebook.Phases[len(p.Rulebook.Phases)-1].ID {
		return nil
	}
	bracket, err := contest.BracketOf(p.PhaseStage(draw))
	if err != nil || !bracket.Over {
		return err
	}
	for _, id := range bracket.In {
		on[id] = true
	}
	return nil
}

func (p paper) standingsSheet(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(everyKind...)
	if err != nil {
		return print.Document{}, err
	}
	groups, err := p.ranked(draw)
	if err != nil {
		return print.Document{}, err
	}
	if len(groups) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	in := print.Standings{Event: p.Name, Phase: p.phaseName(draw.Phase), After: p.after(draw.Phase), ChainHead: p.Head.Short()}
	for _, group := range groups {
		in.Provisional = in.Provisional || group.provisional
		in.Groups = append(in.Groups, group.StandingGroup)
	}
	return p.Printer.Standings(ctx, p.with, in)
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

// bulletin is what is signed and put up: the ranks of the selected phase, or the
// places of the event where several phases make them.
func (p paper) bulletin(ctx context.Context) (print.Document, error) {
	in := print.Bulletin{
		Event: p.Name, Date: p.day(), Rulebook: p.Rulebook.ID, RulebookHash: shortHash(p.RulebookHash), ChainHead: p.Head.Short(),
	}
	var err error
	if p.sel.Phase == "" && p.sel.Group == "" && len(p.Draws) > 1 {
		in.Groups, in.Provisional, err = p.finalPlaces()
	} else {
		err = p.phaseBulletin(&in)
	}
	if err != nil {
		return print.Document{}, err
	}
	if len(in.Groups) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.Bulletin(ctx, p.with, in)
}

func (p paper) phaseBulletin(in *print.Bulletin) error {
	draw, err := p.phase(everyKind...)
	if err != nil {
		return err
	}
	groups, err := p.ranked(draw)
	for _, group := range groups {
		in.Provisional = in.Provisional || group.provisional
		in.Groups = append(in.Groups, group.StandingGroup)
	}
	in.Phase = p.phaseName(draw.Phase)
	return err
}

// finalPlaces are the places of the event, with the phase that gave each.
func (p paper) finalPlaces() ([]print.StandingGroup, bool, error) {
	places, err := p.places()
	if err != nil {
		return nil, false, err
	}
	group, provisional, remarks := print.StandingGroup{}, false, p.remarks("")
	for _, place := range places {
		provisional = provisional || place.Provisional
		group.Rows = append(group.Rows, print.StandingRow{Rank: place.Place, Party: p.party(place.Entrant), Reason: place.Reason, Remark: remarks[place.Entrant]})
	}
	return []print.StandingGroup{group}, provisional, nil
}

// remarks say what is special about entrants (备注): in a phase, or in the whole
// event where it is "".
func (p paper) remarks(phase string) map[contest.EntrantID]string {
	var byes, lost, judged, replayed tally
	for _, round := range p.Rounds {
		if phase != "" && round.Phase != phase {
			continue
		}
		for _, m := range p.RoundMatches(round.Number) {
			for _, side := range scoresheet.Sides {
				id := m.Entrants.Of(side)
				switch {
				case forfeits(m, id):
					lost.add(id, round.Number)
				case lostByPenalty(m, side):
					judged.add(id, round.Number)
				}
				if len(m.Attempts) > 0 {
					replayed.add(id, round.Number)
				}
			}
		}
		if restsByTurns(p.Rulebook, round.Phase) {
			continue
		}
		for _, bye := range round.Byes {
			byes.add(bye.Entrant, round.Number)
		}
	}
	penalties := p.penaltyCounts(phase)
	remarks := map[contest.EntrantID]string{}
	for _, e := range p.Entrants {
		parts := p.leftRemark(e)
		for _, one := range []struct {
			key string
			in  tally
		}{{"forfeit", lost}, {"penalty", judged}, {"bye", byes}, {"replayed", replayed}} {
			if rounds := one.in[e.ID]; len(rounds) > 0 {
				parts = append(parts, p.words.T("paper.remark."+one.key, map[string]any{"Rounds": p.numberList(rounds)}))
			}
		}
		if n := penalties[e.ID]; n > 0 {
			parts = append(parts, p.words.T("paper.remark.penalties", map[string]any{"Count": n}))
		}
		remarks[e.ID] = strings.Join(parts, p.words.T("standings.separator", nil))
	}
	return remarks
}

// restsByTurns reports whether a bye is nothing special in a phase, since
// everybody or whoever is free has one.
func restsByTurns(rb *scoresheet.Rulebook, phase string) bool {
	rules, _ := rb.Phase(phase)
	return rules.Kind == scoresheet.RoundRobin || rules.Kind == scoresheet.Ladder
}

// leftRemark says that an entrant has left, came late, or plays with others.
func (p paper) leftRemark(e event.Entrant) []string {
	var parts []string
	if e.Left != nil {
		parts = append(parts, p.words.T("paper.remark."+string(e.Left.Kind), map[string]any{"Round": e.Left.Round}))
	}
	if e.Joined > 0 {
		parts = append(parts, p.words.T("paper.remark.joined", map[string]any{"Round": e.Joined}))
	}
	for _, r := range e.Replaced {
		parts = append(parts, p.words.T("paper.remark.replaced", map[string]any{"Round": r.Round, "Out": r.Out, "In": r.In}))
	}
	return parts
}

// tally is in which rounds something happened to whom.
type tally map[contest.EntrantID][]int

func (t *tally) add(id contest.EntrantID, round int) {
	if *t == nil {
		*t = tally{}
	}
	if !slices.Contains((*t)[id], round) {
		(*t)[id] = append((*t)[id], round)
	}
}

func (p paper) numberList(numbers []int) string {
	list := make([]string, len(numbers))
	for i, n := range numbers {
		list[i] = strconv.Itoa(n)
	}
	return strings.Join(list, p.words.T("paper.and", nil))
}

// lostByPenalty reports whether the side has lost a match that was played by a
// referee's ruling (判负).
func lostByPenalty(m *event.Match, side scoresheet.Side) bool {
	if !m.Done() || m.State == event.Void || m.State == event.Forfeited || m.Verdict.Match.Winner != side.Other() {
		return false
	}
	n := len(m.Verdict.Games)
	return n > 0 && m.Verdict.Games[n-1].By == scoresheet.ByPenalty
}

// penaltyCounts are the penalties that stand, by who got them.
func (p paper) penaltyCounts(phase string) map[contest.EntrantID]int {
	counts := map[contest.EntrantID]int{}
	for _, m := range p.allMatches() {
		if m.Undone || phase != "" && m.Phase != phase {
			continue
		}
		for _, record := range m.Penalties {
			if record.Cancelled == nil {
				counts[m.Entrants.Of(penalised(m, record.Penalty))]++
			}
		}
	}
	return counts
}

// penalised is the side that a penalty is for; in a team meeting the sides
// change seats with the sitting.
func penalised(m *event.Match, penalty scoresheet.Penalty) scoresheet.Side {
	if penalty.Side == scoresheet.NoSide && penalty.Seat != 0 {
		return event.SideAt(penalty.Seat.Side(), m.SeatingOf(penalty.Hand).Sitting)
	}
	return penalty.Side
}

// allMatches are all matches of the event, those of rounds that were taken back
// too.
func (p paper) allMatches() []*event.Match {
	matches := make([]*event.Match, 0, p.Matches())
	for n := 1; n <= p.Matches(); n++ {
		matches = append(matches, p.Match(n))
	}
	return matches
}
