package print

import "context"

// Pairing is a match of a round sheet.
type Pairing struct {
	// Table is where it is played; empty where that is not known yet.
	Table string
	// A and B are the two sides' entrants.
	A, B Party
	// Result is filled in once it is known; empty leaves room to write.
	Result string
	// Note says why the pair was made, or what is special about it.
	Note string
}

// RoundSection is a part of a round sheet: a group, or one round of several.
type RoundSection struct {
	// Title may be empty where there is one section.
	Title    string
	Pairings []Pairing
	// Byes sit out in this section.
	Byes []Party
}

// RoundSheet says who plays whom where; as a draw sheet it says besides how the draw was made.
type RoundSheet struct {
	Event string
	// Draw makes it a draw sheet.
	Draw bool
	// Phase, Round and Start are in words; any may be empty.
	Phase, Round, Start string
	Sections            []RoundSection
	// Results adds a column for results.
	Results bool
	// Seed is that of the draw, and Inputs say what it was made from; printed so that the draw can be repeated.
	Seed, Inputs string
	ChainHead    string
}

// RoundSheet makes a round sheet or draw sheet, on as many pages as it needs.
func (p *Printer) RoundSheet(ctx context.Context, with Setting, in RoundSheet) (Document, error) {
	return p.make(ctx, with, in.titleKey(), func(l *layout) error { return l.roundSheet(in) })
}

func (r RoundSheet) titleKey() string {
	if r.Draw {
		return "print.draw.title"
	}
	return "print.round.title"
}

func (l *layout) roundSheet(in RoundSheet) error {
	compose := func(l *layout, density float64) { l.roundLists(in, density) }
	compose(l, l.density(compose))
	seed := ""
	if in.Seed != "" {
		seed = l.word("print.seed", "Seed", in.Seed)
	}
	l.listFeet(joined(" · ", seed, l.chain(in.ChainHead)))
	return nil
}

func (l *layout) roundLists(in RoundSheet, density float64) {
	head := listHead{event: in.Event, title: l.word(in.titleKey()), subtitle: joined("　", in.Phase, in.Round, in.Start)}
	pages := l.listPages(head, a4Short, a4Long)
	columns := l.roundColumns(in)
	list := table{columns: columns, size: 10, rowHeight: 8.5 * density, pad: 2 * density}
	for _, section := range in.Sections {
		list.rows = append(list.rows, l.sectionRows(in, section)...)
	}
	if in.Inputs != "" {
		l.paragraph(pages, l.word("print.inputs", "Inputs", in.Inputs))
	}
	pages.put(list)
}

// traits says which columns a round sheet needs.
type traits struct{ tables, numbers, units, notes bool }

func (r RoundSheet) traits() traits {
	var t traits
	for _, section := range r.Sections {
		for _, p := range section.Pairings {
			t.tables = t.tables || p.Table != ""
			t.numbers = t.numbers || p.A.Number != "" || p.B.Number != ""
			t.units = t.units || p.A.Unit != "" || p.B.Unit != ""
			t.notes = t.notes || p.Note != ""
		}
		for _, bye := range section.Byes {
			t.numbers = t.numbers || bye.Number != ""
			t.units = t.units || bye.Unit != ""
		}
	}
	return t
}

func (l *layout) roundColumns(in RoundSheet) []column {
	has := in.traits()
	var out []column
	if has.tables {
		out = append(out, column{title: l.word("print.strip.table"), field: "table", width: 12, align: alignCentre, bold: true})
	}
	out = append(out, l.partyColumns(has, letters[0])...)
	if in.Results {
		out = append(out, column{title: l.word("print.result"), field: "result", width: 20, align: alignCentre, bold: true})
	} else {
		out = append(out, column{field: "label", width: 9, align: alignCentre})
	}
	out = append(out, l.partyColumns(has, letters[1])...)
	if has.notes {
		out = append(out, column{title: l.word("print.remark"), field: "remark", width: 32, flexible: true})
	}
	return out
}

func (l *layout) partyColumns(has traits, letter string) []column {
	var out []column
	if has.numbers {
		out = append(out, column{title: l.word("print.no"), field: "number", width: 11, align: alignCentre})
	}
	out = append(out, column{title: l.word("print.side", "Side", letter), field: "entrant", width: 42, flexible: true})
	if has.units {
		out = append(out, column{title: l.word("print.unit"), field: "unit", width: 30, flexible: true})
	}
	return out
}

func (l *layout) sectionRows(in RoundSheet, section RoundSection) []tableRow {
	has := in.traits()
	var out []tableRow
	if section.Title != "" {
		out = append(out, tableRow{heading: true, cells: []string{section.Title}, repeat: l.word("print.continued", "Title", section.Title)})
	}
	for _, p := range section.Pairings {
		var cells []string
		if has.tables {
			cells = append(cells, p.Table)
		}
		cells = append(cells, l.partyCells(has, p.A)...)
		between := p.Result
		if !in.Results {
			between = l.word("print.versus")
		}
		cells = append(append(cells, between), l.partyCells(has, p.B)...)
		if has.notes {
			cells = append(cells, p.Note)
		}
		out = append(out, tableRow{cells: cells})
	}
	for _, bye := range section.Byes {
		var cells []string
		if has.tables {
			cells = append(cells, "—")
		}
		cells = append(append(cells, l.partyCells(has, bye)...), "")
		cells = append(cells, l.partyCells(has, Party{Name: l.word("print.bye")})...)
		if has.notes {
			cells = append(cells, "")
		}
		out = append(out, tableRow{cells: cells, strong: true})
	}
	return out
}

func (l *layout) partyCells(has traits, p Party) []string {
	var out []string
	if has.numbers {
		out = append(out, p.Number)
	}
	out = append(out, p.title(l.separator()))
	if has.units {
		out = append(out, p.Unit)
	}
	return out
}
