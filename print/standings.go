package print

import (
	"context"
	"strconv"
)

// StandingRow is an entrant's place in a group.
type StandingRow struct {
	// Rank counts from 1; 0 stands for none (withdrawn, disqualified).
	Rank  int
	Party Party
	// Points are match points or whatever the rulebook ranks by first.
	Points string
	// Values are those of the tie-breaks, one for each of the group's TieBreaks.
	Values []string
	// Reason says why the entrant stands here and not a place lower or higher.
	Reason string
	// Qualified marks those who go on.
	Qualified bool
}

// StandingGroup is a table of entrants, in the order of their ranks.
type StandingGroup struct {
	// Name may be empty where there is one group.
	Name string
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
	w, h := a4Short, a4Long
	for _, g := range in.Groups {
		if len(g.TieBreaks) > portraitTieBreaks {
			w, h = a4Long, a4Short
		}
	}
	head := listHead{event: in.Event, title: l.word("print.standings.title"), subtitle: joined("　", in.Phase, in.After)}
	if in.Provisional {
		head.tag = l.word("print.provisional")
	}
	pages := l.listPages(head, w, h)
	qualified := false
	for _, g := range in.Groups {
		for _, row := range g.Rows {
			qualified = qualified || row.Qualified
		}
		pages.put(l.standingTable(g))
	}
	note := ""
	if qualified {
		note = l.word("print.qualified.note", "Mark", qualifiedMark)
	}
	l.listFeet(joined(" · ", note, l.chain(in.ChainHead)))
	return nil
}

// qualifiedMark stands beside the rank of those who go on.
const qualifiedMark = "▲"

func (l *layout) standingTable(g StandingGroup) table {
	numbers, units, reasons := false, false, false
	for _, row := range g.Rows {
		numbers = numbers || row.Party.Number != ""
		units = units || row.Party.Unit != ""
		reasons = reasons || row.Reason != ""
	}
	t := table{size: 10, rowHeight: 8}
	t.columns = []column{{title: l.word("print.rank"), field: "rank", width: 13, align: alignCentre, bold: true}}
	if numbers {
		t.columns = append(t.columns, column{title: l.word("print.no"), field: "number", width: 11, align: alignCentre})
	}
	t.columns = append(t.columns, column{title: l.word("print.entrant"), field: "entrant", width: 44, flexible: true})
	if units {
		t.columns = append(t.columns, column{title: l.word("print.unit"), field: "unit", width: 34, flexible: true})
	}
	t.columns = append(t.columns, column{title: l.word("print.standing.points"), field: "points", width: 14, align: alignCentre, bold: true})
	for _, tieBreak := range g.TieBreaks {
		t.columns = append(t.columns, column{title: tieBreak, field: "tie-break", width: 17, align: alignCentre})
	}
	if reasons {
		t.columns = append(t.columns, column{title: l.word("print.reason"), field: "reason", width: 46, flexible: true})
	}
	if g.Name != "" {
		t.rows = append(t.rows, tableRow{heading: true, cells: []string{g.Name}, repeat: l.word("print.continued", "Title", g.Name)})
	}
	for i, row := range g.Rows {
		cells := []string{rank(row)}
		if numbers {
			cells = append(cells, row.Party.Number)
		}
		cells = append(cells, row.Party.title(l.separator()))
		if units {
			cells = append(cells, row.Party.Unit)
		}
		cells = append(cells, row.Points)
		for n := range g.TieBreaks {
			value := ""
			if n < len(row.Values) {
				value = row.Values[n]
			}
			cells = append(cells, value)
		}
		if reasons {
			cells = append(cells, row.Reason)
		}
		last := row.Qualified && (i+1 == len(g.Rows) || !g.Rows[i+1].Qualified)
		t.rows = append(t.rows, tableRow{cells: cells, closing: last})
	}
	return t
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
