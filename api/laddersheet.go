package api

import (
	"context"
	"slices"
	"strconv"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// ladderSheet shows a challenge ladder as it stands: who holds which title, and
// the points of the year with where they come from.
func (p paper) ladderSheet(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(scoresheet.Ladder)
	if err != nil {
		return print.Document{}, err
	}
	ladder, err := contest.LadderOf(p.PhaseStage(draw))
	if err != nil {
		return print.Document{}, err
	}
	groups, err := p.ranked(draw)
	if err != nil {
		return print.Document{}, err
	}
	in := print.LadderSheet{
		Event: p.Name, After: p.after(draw.Phase), ChainHead: p.Head.Short(),
		Season: p.words.T("paper.ladder.season", map[string]any{"Quarter": ladder.Quarter, "Quarters": ladder.Quarters}),
	}
	over := ladder.Next == contest.StepOver
	if over {
		in.Season = p.words.T("paper.ladder.year", nil)
	}
	for _, title := range ladder.Titles {
		in.Titles = append(in.Titles, p.holders(ladder, title, over))
	}
	for _, group := range groups {
		in.Provisional = in.Provisional || over && group.provisional
		in.Points = p.ladderPoints(ladder, group)
	}
	if !over {
		in.Notes = p.ladderNotes(ladder)
	}
	return p.Printer.Ladder(ctx, p.with, in)
}

// holders are those who hold a title, and the seats that nobody has. Once the
// year is over nobody can lose it any more.
func (p paper) holders(ladder contest.LadderView, title contest.LadderTitle, over bool) print.HolderTitle {
	out := print.HolderTitle{Name: p.in(title.Title.Name)}
	for _, holder := range title.Holders {
		h := print.Holder{Party: p.listed(holder.Entrant), Since: p.heldSince(ladder, holder.Entrant, title.Title.ID), Record: p.defended(ladder, holder.Entrant, title.Title.ID)}
		if !over {
			h.Losses, h.MostLosses = len(holder.LostTo), holder.Losses
		}
		out.Holders = append(out.Holders, h)
	}
	return print.HolderTitle{Name: out.Name, Holders: append(out.Holders, make([]print.Holder, title.Vacant)...)}
}

// heldSince says since when an entrant has the title that it holds.
func (p paper) heldSince(ladder contest.LadderView, id contest.EntrantID, title string) string {
	since := p.words.T("paper.ladder.championship", nil)
	note := func(quarter int, moves []contest.LadderMove) {
		for _, move := range moves {
			if move.Entrant == id && move.To == title {
				since = p.words.T("paper.ladder.since", map[string]any{"Quarter": quarter})
			}
		}
	}
	for _, quarter := range ladder.Closed {
		note(quarter.Number, quarter.Moves)
	}
	note(ladder.Quarter, ladder.Moves)
	return since
}

// defended is how often an entrant has kept and lost challenges of its title
// over the year.
func (p paper) defended(ladder contest.LadderView, id contest.EntrantID, title string) string {
	won, lost := 0, 0
	for _, m := range ladder.Matches {
		switch {
		case m.Holder != id || m.Title != title || m.Void || m.Pending:
		case m.Winner == id:
			won++
		case m.Winner == m.Challenger:
			lost++
		}
	}
	if won+lost == 0 {
		return ""
	}
	return p.words.T("paper.ladder.defended", map[string]any{"Won": won, "Lost": lost})
}

// ladderPoints are the points of the year, with how many holders of each title
// were beaten.
func (p paper) ladderPoints(ladder contest.LadderView, group rankedGroup) print.StandingGroup {
	out := group.StandingGroup
	out.TieBreaks, out.Rows = nil, nil
	for _, title := range slices.Backward(ladder.Titles) {
		out.TieBreaks = append(out.TieBreaks, p.words.T("paper.ladder.beaten", map[string]any{"Title": p.in(title.Title.Name)}))
	}
	for _, row := range group.rows {
		line := row.StandingRow
		line.Party, line.Values, line.Qualified = p.listed(row.entrant), nil, false
		for _, title := range slices.Backward(ladder.Titles) {
			beaten := 0
			for _, m := range ladder.Matches {
				if m.Winner == row.entrant && m.Title == title.Title.ID && !m.Void {
					beaten++
				}
			}
			line.Values = append(line.Values, strconv.Itoa(beaten))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// ladderNotes say what would become of titles if the quarter ended now.
func (p paper) ladderNotes(ladder contest.LadderView) []string {
	names := map[string]string{"": p.words.T("paper.ladder.none", nil)}
	for _, title := range ladder.Titles {
		names[title.Title.ID] = p.in(title.Title.Name)
	}
	var notes []string
	for _, move := range ladder.Outcome {
		e, _ := p.Entrant(move.Entrant)
		notes = append(notes, p.words.T("paper.ladder.outcome", map[string]any{"Entrant": e.Name(), "From": names[move.From], "To": names[move.To]}))
	}
	return notes
}
