package api

import (
	"cmp"
	"context"
	"slices"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// bracketSheet is a knockout as it stands. Lines lead from match to match only
// where winners go on along them.
func (p paper) bracketSheet(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(scoresheet.Knockout)
	if err != nil {
		return print.Document{}, err
	}
	stage := p.PhaseStage(draw)
	bracket, err := contest.BracketOf(stage)
	if err != nil {
		return print.Document{}, err
	}
	in := print.BracketSheet{
		Event: p.Name, Phase: p.phaseName(draw.Phase), After: p.after(draw.Phase),
		Provisional: p.unsigned(draw.Phase)[bracket.Group], ChainHead: p.Head.Short(),
	}
	if bracket.Fixed {
		in.Seed = draw.Seed
	}
	for i, column := range bracket.Columns {
		out := print.BracketColumn{Name: p.viewer.roundName(column)}
		through := p.throughIn(draw.Phase, column.Round)
		for _, m := range column.Matches {
			box := p.bracketBox(draw.Phase, column.Round, m, through)
			if bracket.Fixed && i > 0 {
				box.From = [2]int{m.Places[0].From, m.Places[1].From}
			}
			out.Boxes = append(out.Boxes, box)
		}
		in.Columns = append(in.Columns, out)
	}
	straighten(in.Columns)
	if bracket.Third != nil && len(bracket.Columns) > 0 {
		last := bracket.Columns[len(bracket.Columns)-1]
		in.Places = append(in.Places, print.BracketPlace{
			Name: p.words.T("paper.bracket.third", nil), Box: p.bracketBox(draw.Phase, last.Round, *bracket.Third, nil),
		})
	}
	in.Champion = p.champion(stage, bracket)
	return p.Printer.Bracket(ctx, p.with, in)
}

// champion is who has won, an open name as long as that is not known, nil where
// the knockout does not lead to one.
func (p paper) champion(stage contest.Stage, bracket contest.Bracket) *print.BracketName {
	switch {
	case stage.Phase.Until > 1 || stage.Limit > 0:
		return nil
	case bracket.Over && len(bracket.In) == 1:
		name := p.bracketName(bracket.In[0])
		name.Won = true
		return &name
	case bracket.Fixed && !bracket.Over:
		return &print.BracketName{Kind: print.BracketOpen}
	}
	return nil
}

// throughIn are those who rest in a round because they have what it is played
// for.
func (p paper) throughIn(phase string, phaseRound int) []contest.EntrantID {
	round, _ := p.Round(p.roundNumber(phase, phaseRound))
	return round.Through
}

func (p paper) bracketName(id contest.EntrantID) print.BracketName {
	e, _ := p.Entrant(id)
	return print.BracketName{Number: e.Number, Text: e.Name(), Unit: e.Unit}
}

func (p paper) bracketBox(phase string, phaseRound int, m contest.BracketMatch, through []contest.EntrantID) print.BracketBox {
	var box print.BracketBox
	played := p.playedBy(phase, phaseRound, m.Places[0].Entrant, m.Places[1].Entrant)
	if played != nil {
		box.Table = tablesText(played.Tables())
	}
	names := [2]*print.BracketName{&box.Top, &box.Bottom}
	for i, place := range m.Places {
		*names[i] = p.bracketPlace(place, m, played)
		if place.Kind == contest.PlaceBye && slices.Contains(through, m.Winner) {
			*names[i] = print.BracketName{Kind: print.BracketOpen, Text: p.words.T("paper.bracket.through", nil)}
		}
	}
	return box
}

func (p paper) bracketPlace(place contest.BracketPlace, m contest.BracketMatch, played *event.Match) print.BracketName {
	switch place.Kind {
	case contest.PlaceBye:
		return print.BracketName{Kind: print.BracketBye}
	case contest.PlaceTaken:
		name := p.bracketName(place.Entrant)
		name.Won = place.Entrant == m.Winner
		name.Score = p.bracketScore(place, played)
		return name
	case contest.PlaceOfWinner:
		// The line says who it will be.
		return print.BracketName{Kind: print.BracketOpen}
	}
	return print.BracketName{Kind: print.BracketOpen, Text: p.words.T("paper.bracket."+string(place.Kind), map[string]any{"From": place.From})}
}

// bracketScore is what stands beside a name: the result, or why there is none.
func (p paper) bracketScore(place contest.BracketPlace, played *event.Match) string {
	switch {
	case played == nil && place.Gone:
		return p.words.T("paper.withdrawn", nil)
	case played == nil:
		return ""
	case forfeits(played, place.Entrant):
		return p.words.T("by.forfeit", nil)
	}
	return scoreOf(played, played.SideOf(place.Entrant))
}

// forfeits reports whether the entrant has lost the match without its being
// played.
func forfeits(m *event.Match, id contest.EntrantID) bool {
	side := m.SideOf(id)
	return m.State == event.Forfeited && side != scoresheet.NoSide && (m.Forfeit == scoresheet.ForfeitBoth || m.Forfeit == scoresheet.Forfeit(side.String()))
}

// straighten takes out lines that cannot be drawn: from a box that is not there,
// or two from one. Rounds that were drawn by hand may lead so.
func straighten(columns []print.BracketColumn) {
	for c := 1; c < len(columns); c++ {
		used := map[int]bool{}
		for b := range columns[c].Boxes {
			from := &columns[c].Boxes[b].From
			for i, n := range from {
				if n < 1 || n > len(columns[c-1].Boxes) || used[n] {
					from[i] = 0
				}
				used[n] = true
			}
		}
	}
}

// crossTable shows the groups of a phase, everybody against everybody.
func (p paper) crossTable(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(scoresheet.RoundRobin)
	if err != nil {
		return print.Document{}, err
	}
	groups, err := p.ranked(draw)
	if err != nil {
		return print.Document{}, err
	}
	book, err := p.ledger(draw)
	if err != nil {
		return print.Document{}, err
	}
	in := print.CrossTable{Event: p.Name, Phase: p.phaseName(draw.Phase), After: p.after(draw.Phase), ChainHead: p.Head.Short()}
	met := p.met(draw.Phase)
	for _, group := range groups {
		in.Provisional = in.Provisional || group.provisional
		in.Groups = append(in.Groups, p.crossGroup(group, met, book))
	}
	if len(in.Groups) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.CrossTable(ctx, p.with, in)
}

// pairKey are two entrants, one as the other sees it.
type pairKey struct{ me, other contest.EntrantID }

// met are the matches of a phase by who met whom, play-offs left out.
func (v viewer) met(phase string) map[pairKey]*event.Match {
	met := map[pairKey]*event.Match{}
	for _, round := range v.Rounds {
		if round.Phase != phase || round.Playoff {
			continue
		}
		for _, m := range v.RoundMatches(round.Number) {
			met[pairKey{m.Entrants.A, m.Entrants.B}] = m
			met[pairKey{m.Entrants.B, m.Entrants.A}] = m
		}
	}
	return met
}

// crossGroup has a group's entrants in the order of their numbers.
func (p paper) crossGroup(group rankedGroup, met map[pairKey]*event.Match, book phaseLedger) print.CrossGroup {
	out := print.CrossGroup{Name: group.StandingGroup.Name, TieBreaks: group.TieBreaks}
	points := slices.ContainsFunc(group.rows, func(r rankedRow) bool { return r.Points != "" })
	said := ""
	rows := slices.Clone(group.rows)
	slices.SortFunc(rows, func(a, b rankedRow) int {
		return cmp.Or(compareNumbers(a.Party.Number, b.Party.Number), cmp.Compare(book.order[a.entrant], book.order[b.entrant]))
	})
	for _, row := range rows {
		line := print.CrossRow{StandingRow: row.StandingRow}
		// What decided among several is told once.
		if line.Reason == said {
			line.Reason = ""
		} else {
			said = line.Reason
		}
		for _, other := range rows {
			result := p.crossResult(row.entrant, other.entrant, met, book)
			if !points {
				result.Points = ""
			}
			line.Results = append(line.Results, result)
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

func (p paper) crossResult(me, other contest.EntrantID, met map[pairKey]*event.Match, book phaseLedger) print.CrossResult {
	m := met[pairKey{me, other}]
	if m == nil || !m.Done() {
		return print.CrossResult{}
	}
	round, _ := p.Round(m.Round)
	gave := book.points(me, round.PhaseRound)
	switch outcomeOf(m, m.SideOf(me)) {
	case "void":
		return print.CrossResult{Outcome: print.CrossVoid}
	case "won":
		return print.CrossResult{Outcome: print.CrossWon, Score: p.score(m, me), Points: gave}
	case "lost":
		return print.CrossResult{Outcome: print.CrossLost, Score: p.score(m, me), Points: gave}
	case "drawn":
		return print.CrossResult{Outcome: print.CrossDrawn, Score: p.score(m, me), Points: gave}
	case "walkover":
		return print.CrossResult{Outcome: print.CrossWon, Score: p.words.T("paper.walkover", nil), Points: gave}
	}
	return print.CrossResult{Outcome: print.CrossLost, Score: p.words.T("by.forfeit", nil), Points: gave}
}

// score is the result of a match as the entrant sees it, its own side first:
// "A+:K". Empty where nobody played.
func (v viewer) score(m *event.Match, me contest.EntrantID) string {
	side := m.SideOf(me)
	mine, theirs := scoreOf(m, side), scoreOf(m, side.Other())
	if mine == "" && theirs == "" {
		return ""
	}
	return mine + ":" + theirs
}
