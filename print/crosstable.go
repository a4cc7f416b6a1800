package print

import (
	"context"
	"math"
	"slices"
	"strconv"
)

// CrossOutcome says how a match ended for the entrant of the row.
type CrossOutcome int

const (
	// CrossOpen is a match that has no result yet.
	CrossOpen CrossOutcome = iota
	// CrossWon, CrossDrawn and CrossLost are what their names say, walkovers included.
	CrossWon
	CrossDrawn
	CrossLost
	// CrossVoid is a match whose result does not count.
	CrossVoid
)

// key is the word for an outcome; one that is open has none.
func (o CrossOutcome) key() string {
	return [...]string{"", "print.cross.won", "print.cross.drawn", "print.cross.lost", "print.cross.void"}[o]
}

// CrossResult is a match as the entrant of the row sees it.
type CrossResult struct {
	Outcome CrossOutcome
	// Score is the result, own side first ("A:9"); Points what it gave. Either may be empty.
	Score, Points string
}

// CrossRow is an entrant with its place, as in the standings, and its results.
type CrossRow struct {
	StandingRow
	// Results are those against the entrants of the rows, in their order; the one against itself is not looked at. What is
	// missing at the end is open.
	Results []CrossResult
}

// CrossGroup is a group in which everybody meets everybody.
type CrossGroup struct {
	// Name may be empty where there is one group.
	Name string
	// TieBreaks are the titles of the columns after the points, in the order in which they decide.
	TieBreaks []string
	// Rows are the entrants in the order in which they stand below and beside each other.
	Rows []CrossRow
}

// CrossTable shows everybody's results against everybody.
type CrossTable struct {
	Event string
	// Phase and After ("after round 5") are in words; any may be empty.
	Phase, After string
	Groups       []CrossGroup
	// Provisional marks standings that later results can change.
	Provisional bool
	ChainHead   string
}

// CrossTable makes cross tables on landscape A4: a group of up to 24 on one page, several small groups below each other, and
// larger ones in parts.
func (p *Printer) CrossTable(ctx context.Context, with Setting, in CrossTable) (Document, error) {
	return p.make(ctx, with, "print.cross.title", func(l *layout) error { return l.crossTable(in) })
}

// Measures of cross tables, in millimetres.
const (
	crossMost    = 24 // rows or columns of entrants on a page
	crossHeading = 8.0
	crossNumber  = 10.0
	crossLabel   = 44.0 // the least width of names
	crossPoints  = 13.0
	crossRank    = 13.0
	crossTall    = 12.0 // the greatest height of a row
	crossWide    = 22.0 // the greatest width of a result
	crossNamed   = 13.0 // the width of a column from which its head has the name too
	crossBetween = 5.0  // two groups
	crossGap     = 2.0  // below a table
)

func (l *layout) crossTable(in CrossTable) error {
	head := listHead{event: in.Event, title: l.word("print.cross.title"), subtitle: joined("　", in.Phase, in.After)}
	if in.Provisional {
		head.tag = l.word("print.provisional")
	}
	pages := &sheet{layout: l, newPage: func() box { return l.widePage(head) }}
	qualified := false
	for _, g := range in.Groups {
		l.crossGroup(pages, g)
		qualified = qualified || slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.Qualified })
	}
	note := ""
	if qualified {
		note = l.word("print.qualified.note", "Mark", qualifiedMark)
	}
	l.wideFeet(joined(" · ", note, l.chain(in.ChainHead)))
	return nil
}

// span is a part of a list, from its first to before its end.
type span struct{ from, to int }

// evenly divides a number of things in parts of at most most, as even as can be.
func evenly(count, most int) []span {
	parts := (count + most - 1) / most
	out := make([]span, parts)
	for i := range out {
		out[i] = span{count * i / parts, count * (i + 1) / parts}
	}
	return out
}

// crossGroup sets a group: at once, or rows and columns in parts, each on a page of its own.
func (l *layout) crossGroup(pages *sheet, g CrossGroup) {
	spans := evenly(len(g.Rows), crossMost)
	for _, rows := range spans {
		for c, columns := range spans {
			part := crossPart{layout: l, group: g, rows: rows, columns: columns, last: c+1 == len(spans), divided: len(spans) > 1}
			part.put(pages)
		}
	}
	for _, reason := range l.crossReasons(g) {
		l.paragraph(pages, reason)
	}
}

// crossReasons say below a table why those who are level stand as they do.
func (l *layout) crossReasons(g CrossGroup) []string {
	var out []string
	for i, row := range g.Rows {
		if row.Reason == "" {
			continue
		}
		name := row.Party.Name
		if name == "" {
			name = row.Party.title(l.separator())
		}
		out = append(out, l.word("print.cross.reason", "Rank", row.Rank, "Entrant", joined(" ", g.number(i), name), "Reason", row.Reason))
	}
	return out
}

// crossPageHigh is the room of a page below its head.
const crossPageHigh = a4Short - 2*wideMarginY - wideHead - wideFoot

// reasonsHigh is what the reasons take, or 0 where they would take too much from the table: then they go on on the next page.
func (p *crossPart) reasonsHigh() float64 {
	total := 0.0
	for _, reason := range p.crossReasons(p.group) {
		total += p.paragraphHigh(reason, a4Long-2*wideMarginX)
	}
	if p.divided || total > crossPageHigh/3 {
		return 0
	}
	return total
}

// number is what stands for an entrant in the head: its number, or its place in the table where not all have one.
func (g CrossGroup) number(i int) string {
	for _, row := range g.Rows {
		if row.Party.Number == "" {
			return strconv.Itoa(i + 1)
		}
	}
	return g.Rows[i].Party.Number
}

// counted reports whether the group has points.
func (g CrossGroup) counted() bool {
	return slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.Points != "" })
}

// crossPart is what of a cross table stands on one page.
type crossPart struct {
	*layout
	group         CrossGroup
	rows, columns span
	// last says that the part has the figures, divided that there are others.
	last, divided bool
	// label, cell and high are the widths of names and results and the height of rows; figures are the widths of the columns
	// after the results.
	label, cell, high, head float64
	figures                 []float64
}

func (p *crossPart) put(pages *sheet) {
	pages.begin()
	p.measure(pages.room.w)
	heading := 0.0
	if p.group.Name != "" || p.divided {
		heading = crossHeading
	}
	count := float64(p.rows.to - p.rows.from)
	reasons := p.reasonsHigh()
	p.high = min((crossPageHigh-heading-p.head-crossGap-reasons)/count, crossTall)
	need := heading + p.head + p.high*count + crossGap
	if pages.room.h < crossPageHigh-1e-6 {
		// Something stands above on the page.
		_, pages.room = pages.room.cutTop(min(crossBetween, pages.room.h))
	}
	if need+reasons > pages.room.h+1e-6 {
		pages.room = pages.newPage()
	}
	var at box
	at, pages.room = pages.room.cutTop(need)
	at.h -= crossGap
	if heading > 0 {
		var title box
		title, at = at.cutTop(heading)
		p.text("heading", box{title.x, title.y, title.w, title.h - 1.5}, style{size: 12, single: 8, bold: true, lines: 2, leading: 1.05}, p.title())
	}
	p.table(at)
}

func (p *crossPart) title() string {
	if !p.divided {
		return p.group.Name
	}
	return joined("　", p.group.Name, p.word("print.cross.part", "From", p.rows.from+1, "To", p.rows.to, "Against", p.columns.from+1, "Upto", p.columns.to))
}

// measure divides the width: figures get what they need, results an equal part each, and the names the rest.
func (p *crossPart) measure(w float64) {
	p.figures = nil
	if p.last {
		if p.group.counted() {
			p.figures = append(p.figures, crossPoints)
		}
		for n, title := range p.group.TieBreaks {
			p.figures = append(p.figures, p.figureWidth(n, title))
		}
		p.figures = append(p.figures, crossRank)
	}
	total := 0.0
	for _, f := range p.figures {
		total += f
	}
	if most := w * 0.4; total > most {
		for i := range p.figures {
			p.figures[i] *= most / total
		}
		total = most
	}
	count := float64(p.columns.to - p.columns.from)
	p.cell = min((w-total-crossNumber-crossLabel)/count, crossWide)
	p.label = min(w-total-crossNumber-p.cell*count, 2*crossLabel)
	p.head = 9
	if p.cell >= crossNamed {
		p.head = 15
	}
}

func (p *crossPart) figureWidth(n int, title string) float64 {
	need := p.width(clean(title, false), style{}, 8)/2 + 3
	for _, row := range p.group.Rows {
		if n < len(row.Values) {
			need = max(need, p.width(clean(row.Values[n], false), style{}, 10)+2)
		}
	}
	return min(max(need, 12), 26)
}

// table sets the head and the rows.
func (p *crossPart) table(at box) {
	count := p.columns.to - p.columns.from
	at.w = crossNumber + p.label + p.cell*float64(count)
	for _, f := range p.figures {
		at.w += f
	}
	head, body := at.cutTop(p.head)
	p.fillBox(head, shade)
	p.headRow(head)
	for i := p.rows.from; i < p.rows.to; i++ {
		strip := box{body.x, body.y + p.high*float64(i-p.rows.from), body.w, p.high}
		p.row(i, strip)
		p.rule(point{strip.x, strip.y}, point{strip.right(), strip.y}, 0.15, line)
	}
	p.lines(at)
	p.layout.frame(at, 0.4, black)
}

// lines draws the lines between the columns, stronger ones around the results.
func (p *crossPart) lines(at box) {
	x := at.x + crossNumber
	p.rule(point{x, at.y}, point{x, at.bottom()}, 0.15, hair)
	x += p.label
	count := p.columns.to - p.columns.from
	for n := range count + 1 {
		if n == count && p.figures == nil {
			break
		}
		width, ink := 0.15, line
		if n == 0 || n == count {
			width, ink = 0.35, black
		}
		p.rule(point{x + p.cell*float64(n), at.y}, point{x + p.cell*float64(n), at.bottom()}, width, ink)
	}
	x += p.cell * float64(count)
	for n, f := range p.figures {
		x += f
		if n+1 < len(p.figures) {
			p.rule(point{x, at.y}, point{x, at.bottom()}, 0.15, line)
		}
	}
}

func (p *crossPart) headRow(at box) {
	number, rest := at.cutLeft(crossNumber)
	title := style{size: 9, single: 7, bold: true, lines: 2, align: alignCentre, leading: 1.05}
	p.columnTitle(number, title, p.word("print.no"))
	name, rest := rest.cutLeft(p.label)
	title.align = alignLeft
	p.columnTitle(box{name.x + 0.8, name.y, name.w - 0.8, name.h}, title, p.word("print.entrant"))
	for j := p.columns.from; j < p.columns.to; j++ {
		cell := box{rest.x + p.cell*float64(j-p.columns.from), rest.y, p.cell, rest.h}
		p.against(j, cell)
	}
	if p.figures == nil {
		return
	}
	title.align, title.size, title.single = alignCentre, 8, 7.4
	x := rest.x + p.cell*float64(p.columns.to-p.columns.from)
	titles := p.group.TieBreaks
	if p.group.counted() {
		titles = append([]string{p.word("print.standing.points")}, titles...)
	}
	for n, f := range p.figures {
		cell := box{x, rest.y, f, rest.h}
		x += f
		if n+1 == len(p.figures) {
			p.columnTitle(cell, title, p.word("print.rank"))
			continue
		}
		p.columnTitle(cell, title, titles[n])
	}
}

// columnTitle sets a title of a column beside its lines.
func (p *crossPart) columnTitle(at box, s style, text string) {
	p.layout.label(at.insetX(0.5), s, text)
}

// against sets the head of a column: the number of the entrant, and its name where the column is wide enough.
func (p *crossPart) against(j int, at box) {
	party := p.group.Rows[j].Party
	number, name := at.insetX(0.4), box{}
	if p.cell >= crossNamed {
		number, name = number.cutTop(5)
	}
	p.text("number", number, style{size: 9, lines: 1, bold: true, align: alignCentre, fine: 5}, p.group.number(j))
	if p.cell < crossNamed {
		return
	}
	text := party.Name
	if text == "" {
		text = party.title(p.separator())
	}
	p.text("entrant", box{name.x, name.y, name.w, name.h - 0.5}, style{size: 7, single: 6, fine: 5, align: alignCentre, leading: 1.05}, text)
}

func (p *crossPart) row(i int, at box) {
	row := p.group.Rows[i]
	number, rest := at.cutLeft(crossNumber)
	p.text("number", number.insetX(0.5), style{size: min(10, p.high*1.8), lines: 1, align: alignCentre}, p.group.number(i))
	name, rest := rest.cutLeft(p.label)
	p.name(box{name.x + 1.2, name.y + 0.25, name.w - 1.8, name.h - 0.5}, row.Party)
	for j := p.columns.from; j < p.columns.to; j++ {
		cell := box{rest.x + p.cell*float64(j-p.columns.from), rest.y, p.cell, rest.h}
		if i == j {
			p.own(cell)
			continue
		}
		if j < len(row.Results) {
			p.result(cell, row.Results[j])
		}
	}
	if p.figures == nil {
		return
	}
	p.rowFigures(row, box{rest.x + p.cell*float64(p.columns.to-p.columns.from), rest.y, 0, rest.h})
}

// rowFigures sets the points, the figures that decide, and the rank.
func (p *crossPart) rowFigures(row CrossRow, at box) {
	st := style{size: min(10, p.high*1.8), lines: 1, align: alignCentre}
	values := row.Values
	if p.group.counted() {
		values = append([]string{row.Points}, values...)
	}
	for n, f := range p.figures {
		cell := box{at.x, at.y, f, at.h}.insetX(0.5)
		at.x += f
		one := st
		switch {
		case n == 0 && p.group.counted():
			one.bold = true
			p.text("points", cell, one, row.Points)
		case n+1 == len(p.figures):
			one.bold = true
			p.text("rank", cell, one, rank(row.StandingRow))
		case n < len(values):
			p.text("tie-break", cell, one, values[n])
		}
	}
}

// name sets an entrant, and below it its unit.
func (p *crossPart) name(at box, party Party) {
	title := party.Name
	if title == "" {
		title = party.title(p.separator())
	}
	size := min(9.5, at.h*2.3)
	if party.Unit == "" {
		p.text("entrant", at, style{size: size, single: size * 0.75, fine: 6, bold: true, leading: 1.05}, title)
		return
	}
	name, unit := at.cutTop(at.h * 0.57)
	over, under := min(size, name.h*2.6), min(7.5, unit.h*2.6)
	p.text("entrant", name, style{size: over, single: over * 0.75, fine: 5.5, bold: true, leading: 1.05}, title)
	p.text("unit", unit, style{size: under, single: under * 0.75, fine: 5, color: soft, leading: 1.05}, party.Unit)
}

// own marks the pairing with oneself.
func (p *crossPart) own(at box) {
	p.fillBox(at, hair)
	p.rule(point{at.x, at.y}, point{at.right(), at.bottom()}, 0.3, line)
}

// result sets a match: the score above, below it whether it was won and what it gave.
func (p *crossPart) result(at box, r CrossResult) {
	mark := ""
	if key := r.Outcome.key(); key != "" {
		mark = p.word(key)
	}
	below := joined(" ", mark, r.Points)
	at = box{at.x + 0.3, at.y + 0.3, at.w - 0.6, at.h - 0.6}
	st := style{align: alignCentre, bold: r.Outcome == CrossWon, leading: 1.05, lines: 2, fine: 5}
	if r.Outcome == CrossVoid {
		st.color = soft
	}
	if r.Score == "" || below == "" {
		st.size = min(10, at.h*1.6)
		p.text("result", at, st, r.Score+below)
		return
	}
	score, rest := at.cutTop(at.h * 0.54)
	st.size = math.Min(11, score.h*2.4)
	st.single = st.size * 0.5
	p.text("result", score, st, r.Score)
	st.size = math.Min(8, rest.h*2.4)
	st.single = st.size * 0.5
	p.text("result", rest, st, below)
}
