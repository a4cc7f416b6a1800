package print

import (
	"context"
	"slices"
	"strconv"
)

// RuleLine is a sentence of a rulebook. Origin says where it comes from, in
// words: an article, or that it is a default.
type RuleLine struct{ Text, Origin string }

// RuleArticle is an article of a rulebook.
type RuleArticle struct{ Number, Text, Origin string }

// RuleSetting is a setting with its value in words. Changed says what the
// rulebook itself has where an organiser has changed it, empty otherwise.
type RuleSetting struct{ Name, Value, Origin, Changed string }

// RulePenalty is something that is penalised: Steps are those of its ladder,
// Counted says over what they are counted.
type RulePenalty struct {
	Name, Counted, Origin string
	Steps                 []string
}

// RuleSection is a part of a rulebook that is neither of these.
type RuleSection struct {
	Title string
	// Ordered numbers the lines: they hold one after the other.
	Ordered bool
	Lines   []RuleLine
}

// Rulebook is a rulebook in words.
type Rulebook struct {
	// Event is the event whose copy it is; it may be empty.
	Event string
	Name  string
	// Summary says what it is, Source where it comes from.
	Summary, Source string
	// ID and Hash stand at the foot of each page.
	ID, Hash  string
	Articles  []RuleArticle
	Settings  []RuleSetting
	Penalties []RulePenalty
	Sections  []RuleSection
}

// Rulebook makes a rulebook to read and to put up, on as many pages as it needs.
func (p *Printer) Rulebook(ctx context.Context, with Setting, in Rulebook) (Document, error) {
	return p.make(ctx, with, "print.rulebook.title", func(l *layout) error { return l.rulebook(in) })
}

func (l *layout) rulebook(in Rulebook) error {
	compose := func(l *layout, density float64) { l.ruleLists(in, density) }
	compose(l, l.density(compose))
	l.listFeet(joined(" · ", in.ID, in.Hash))
	return nil
}

func (l *layout) ruleLists(in Rulebook, density float64) {
	pages := l.listPages(listHead{event: in.Event, title: in.Name, subtitle: l.word("print.rulebook.title")}, a4Short, a4Long)
	l.paragraph(pages, in.Summary)
	l.paragraph(pages, in.Source)
	for _, part := range []table{l.ruleArticles(in), l.ruleSettings(in), l.rulePenalties(in), l.ruleSections(in)} {
		if len(part.rows) > 1 {
			part.rowHeight, part.pad = part.rowHeight*density, part.pad*density
			pages.put(part)
		}
	}
}

// ruleTable begins a part of a rulebook, under its title where it has one.
func (l *layout) ruleTable(title string, columns ...column) table {
	t := table{size: 9.5, rowHeight: 7, pad: 2.4, columns: columns}
	if title != "" {
		t.rows = append(t.rows, l.ruleHeading(title))
	}
	return t
}

func (l *layout) ruleHeading(title string) tableRow {
	return tableRow{heading: true, cells: []string{title}, repeat: l.word("print.continued", "Title", title)}
}

// ruleArticles has a column for their origin only where one differs: nearly
// all are the source's.
func (l *layout) ruleArticles(in Rulebook) table {
	t := l.ruleTable(l.word("print.rulebook.articles"),
		column{title: l.word("print.rulebook.article"), field: "number", width: 22, flexible: true, bold: true},
		column{title: l.word("print.rulebook.text"), field: "body", width: 138, flexible: true})
	ours := slices.ContainsFunc(in.Articles, func(a RuleArticle) bool { return a.Origin != "" })
	if ours {
		t.columns = append(t.columns, column{title: l.word("print.rulebook.origin"), field: "label", width: 24, flexible: true})
	}
	for _, a := range in.Articles {
		cells := []string{a.Number, a.Text}
		if ours {
			cells = append(cells, a.Origin)
		}
		t.rows = append(t.rows, tableRow{cells: cells})
	}
	return t
}

func (l *layout) ruleSettings(in Rulebook) table {
	t := l.ruleTable(l.word("print.rulebook.settings"),
		column{title: l.word("print.rulebook.setting"), field: "name", width: 70, flexible: true},
		column{title: l.word("print.rulebook.value"), field: "body", width: 70, flexible: true, bold: true},
		column{title: l.word("print.rulebook.origin"), field: "label", width: 44, flexible: true})
	for _, s := range in.Settings {
		origin := s.Origin
		if s.Changed != "" {
			origin = l.word("print.rulebook.changed", "Value", s.Changed)
		}
		t.rows = append(t.rows, tableRow{cells: []string{s.Name, s.Value, origin}, strong: s.Changed != ""})
	}
	return t
}

func (l *layout) rulePenalties(in Rulebook) table {
	t := l.ruleTable(l.word("print.rulebook.penalties"),
		column{title: l.word("print.rulebook.violation"), field: "penalty", width: 44, flexible: true, bold: true},
		column{title: l.word("print.rulebook.steps"), field: "body", width: 54, flexible: true},
		column{title: l.word("print.rulebook.counted"), field: "remark", width: 66, flexible: true},
		column{title: l.word("print.rulebook.origin"), field: "label", width: 20, flexible: true})
	for _, p := range in.Penalties {
		t.rows = append(t.rows, tableRow{cells: []string{p.Name, numbered(p.Steps), p.Counted, p.Origin}})
	}
	return t
}

// numbered writes steps one after the other, with numbers where there are
// several.
func numbered(steps []string) string {
	if len(steps) == 1 {
		return steps[0]
	}
	text := ""
	for i, step := range steps {
		text = joined(" → ", text, strconv.Itoa(i+1)+" "+step)
	}
	return text
}

// ruleSections is one table for all of them, so that their columns are in line.
func (l *layout) ruleSections(in Rulebook) table {
	t := l.ruleTable("",
		column{title: l.word("print.rulebook.text"), field: "body", width: 140, flexible: true},
		column{title: l.word("print.rulebook.origin"), field: "label", width: 44, flexible: true})
	for _, section := range in.Sections {
		if len(section.Lines) > 0 {
			t.rows = append(t.rows, l.ruleHeading(section.Title))
		}
		for i, line := range section.Lines {
			text := line.Text
			if section.Ordered {
				text = strconv.Itoa(i+1) + ". " + text
			}
			t.rows = append(t.rows, tableRow{cells: []string{text, line.Origin}})
		}
	}
	return t
}
