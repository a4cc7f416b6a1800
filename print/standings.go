package print

import (
	"context"
	"slices"
	"strconv"
)

// StandingRow is an entrant's place in a group.
type StandingRow struct {
	// Rank counts from 1; 0 stands for none (withdrawn, disqualified).
	Rank  int
	Party Party
	// Points are match points or whatever the rulebook ranks by first; the column is left out where nobody has any.
	Points string
	// Values are those of the tie-breaks, one for each of the group's TieBreaks.
	Values []string
	// Reason says why the entrant stands here and not a place lower or higher.
	Reason string
	// Remark says what else there is to say (a walkover, a withdrawal, a penalty).
	Remark string
	// Qualified marks those who go on.
	Qualified bool
}

// StandingGroup is a table of entrants, in the order of their ranks.
type StandingGroup struct {
	// Name may be empty where there is one group.
	Name string
	// Entrant and Points are the titles of these columns, where a table is of units or the rules call points otherwise; empty
	// is the usual one.
	Entrant, Points string
	// TieBreaks are the titles of the columns after the points, in the order in which they decide.
	TieBreaks []string
	Rows      []StandingRow
}

// Standings are the ranks of a phase.
type Standings struct {
	Event string
	// Phase and After ("after round 5") are in words; any may be empty.
	Phase, After string
	Groups       []StandingGroup
	// Provisional marks standings that later results can change.
	Provisional bool
	ChainHead   string
}

// Standings makes the standings, one group after the other, on as many pages as they need.
func (p *Printer) Standings(ctx context.Context, with Setting, in Standings) (Document, error) {
	return p.make(ctx, with, "print.standings.title", func(l *layout) error { return l.standings(in) })
}

// portraitTieBreaks is how many columns of tie-breaks an upright page has room for.
const portraitTieBreaks = 3

func (l *layout) standings(in Standings) error {
	compose := func(l *layout, density float64) { l.standingLists(in, density) }
	compose(l, l.density(compose))
	l.listFeet(joined(" · ", l.qualifiedNote(in.Groups), l.chain(in.ChainHead)))
	return nil
}

func (l *layout) standingLists(in Standings, density float64) {
	head := listHead{event: in.Event, title: l.word("print.standings.title"), subtitle: joined("　", in.Phase, in.After)}
	if in.Provisional {
		head.tag = l.word("print.provisional")
	}
	l.standingPages(head, in.Groups, density)
}

// standingPages sets groups one after the other, on upright pages if they are narrow enough.
func (l *layout) standingPages(head listHead, groups []StandingGroup, density float64) *sheet {
	w, h := a4Short, a4Long
	if slices.ContainsFunc(groups, StandingGroup.wide) {
		w, h = a4Long, a4Short
	}
	pages := l.listPages(head, w, h)
	for _, g := range groups {
		pages.put(l.standingTable(g, density))
	}
	return pages
}

// wide reports a group that an upright page has no room for: many figures, or both reasons and remarks.
func (g StandingGroup) wide() bool {
	has, columns := g.traits(), len(g.TieBreaks)
	if has.reasons && has.remarks {
		columns += 2
	}
	return columns > portraitTieBreaks
}

// qualifiedMark stands beside the rank of those who go on.
const qualifiedMark = "▲"

func (l *layout) standingTable(g StandingGroup, density float64) table {
	has := g.traits()
	t := table{size: 10, rowHeight: 8 * density, pad: 2 * density, columns: l.standingColumns(g, has)}
	if g.Name != "" {
		t.rows = append(t.rows, tableRow{heading: true, cells: []string{g.Name}, repeat: l.word("print.continued", "Title", g.Name)})
	}
	for i, row := range g.Rows {
		last := row.Qualified && (i+1 == len(g.Rows) || !g.Rows[i+1].Qualified)
		t.rows = append(t.rows, tableRow{cells: l.standingCells(g, has, row), closing: last})
	}
	return t
}

// standingTraits says which columns a group needs.
type standingTraits struct{ numbers, units, points, reasons, remarks bool }

func (g StandingGroup) traits() standingTraits {
	var t standingTraits
	for _, row := range g.Rows {
		t.numbers = t.numbers || row.Party.Number != ""
		t.units = t.units || row.Party.Unit != ""
		t.points = t.points || row.Points != ""
		t.reasons = t.reasons || row.Reason != ""
		t.remarks = t.remarks || row.Remark != ""
	}
	return t
}

func (l *layout) standingColumns(g StandingGroup, has standingTraits) []column {
	out := []column{{title: l.word("print.rank"), field: "rank", width: 13, align: alignCentre, bold: true}}
	if has.numbers {
		out = append(out, column{title: l.word("print.no"), field: "number", width: 11, align: alignCentre})
	}
	out = append(out, column{title: l.wordOr(g.Entrant, "print.entrant"), field: "entrant", width: 44, flexible: true})
	if has.units {
		out = append(out, column{title: l.word("print.unit"), field: "unit", width: 34, flexible: true})
	}
	if has.points {
		out = append(out, column{title: l.wordOr(g.Points, "print.standing.points"), field: "points", width: 14, align: alignCentre, bold: true})
	}
	for _, tieBreak := range g.TieBreaks {
		out = append(out, column{title: tieBreak, field: "tie-break", width: 17, align: alignCentre})
	}
	if has.reasons {
		out = append(out, column{title: l.word("print.reason"), field: "reason", width: 46, flexible: true})
	}
	if has.remarks {
		out = append(out, column{title: l.word("print.remark"), field: "remark", width: 24, flexible: true})
	}
	return out
}

func (l *layout) standingCells(g StandingGroup, has standingTraits, row StandingRow) []string {
	out := []string{rank(row)}
	if has.numbers {
		out = append(out, row.Party.Number)
	}
	out = append(out, row.Party.title(l.separator()))
	if has.units {
		out = append(out, row.Party.Unit)
	}
	if has.points {
		out = append(out, row.Points)
	}
	for n := range g.TieBreaks {
		value := ""
		if n < len(row.Values) {
			value = row.Values[n]
		}
		out = append(out, value)
	}
	if has.reasons {
		out = append(out, row.Reason)
	}
	if has.remarks {
		out = append(out, row.Remark)
	}
	return out
}

func rank(row StandingRow) string {
	if row.Rank == 0 {
		return "—"
	}
	if row.Qualified {
		return strconv.Itoa(row.Rank) + " " + qualifiedMark
	}
	return strconv.Itoa(row.Rank)
}
