package print

import "context"

// Holder is an entrant who holds a title.
type Holder struct {
	// Party is the entrant; a zero one is a title that nobody holds.
	Party Party
	// Since says when and how it was won, Record how it was defended; either may be empty.
	Since, Record string
	// Losses and MostLosses are how many challengers it has lost to and with how many it loses the title; 0 and 0 leave it out.
	Losses, MostLosses int
}

// HolderTitle is a title of a challenge ladder, with all who hold it; one without holders is vacant.
type HolderTitle struct {
	Name    string
	Holders []Holder
}

// LadderSheet is a challenge ladder as it stands: the titles with their holders, and the points of the year.
type LadderSheet struct {
	Event string
	// Season and After ("after the third quarter") are in words; any may be empty.
	Season, After string
	// Titles are in order, the highest first.
	Titles []HolderTitle
	// Points are those of the year, with what they come from in the columns of tie-breaks; a group without rows leaves them out.
	Points      StandingGroup
	Provisional bool
	// Notes stand at the end, a paragraph each.
	Notes     []string
	ChainHead string
}

// Ladder makes the sheet of titles and holders, and the points of the year below, on as many A4 pages as it needs.
func (p *Printer) Ladder(ctx context.Context, with Setting, in LadderSheet) (Document, error) {
	return p.make(ctx, with, "print.ladder.title", func(l *layout) error { return l.ladder(in) })
}

// Measures of the ladder, in millimetres.
const (
	holdersPerRow = 5
	holderHigh    = 29.0
	holderGap     = 3.0
	holderWide    = 72.0 // the greatest width
	titleHigh     = 8.0
)

func (l *layout) ladder(in LadderSheet) error {
	if len(in.Titles)+len(in.Points.Rows) == 0 {
		return &Fault{Code: FaultEmpty}
	}
	compose := func(l *layout, density float64) { l.ladderPages(in, density) }
	compose(l, l.density(compose))
	l.listFeet(joined(" · ", l.qualifiedNote([]StandingGroup{in.Points}), l.chain(in.ChainHead)))
	return nil
}

func (l *layout) ladderPages(in LadderSheet, density float64) {
	head := listHead{event: in.Event, title: l.word("print.ladder.title"), subtitle: joined("　", in.Season, in.After)}
	if in.Provisional {
		head.tag = l.word("print.provisional")
	}
	pages := l.listPages(head, a4Short, a4Long)
	pages.begin()
	for i, title := range in.Titles {
		l.holders(pages, title, i == 0)
	}
	if len(in.Points.Rows) > 0 {
		points := in.Points
		if points.Name == "" {
			points.Name = l.word("print.ladder.points")
		}
		pages.put(l.standingTable(points, density))
	}
	_, pages.room = pages.room.cutTop(min(pages.room.h, 3))
	for _, note := range in.Notes {
		l.paragraph(pages, note)
	}
}

// holders sets a title over its holders, side by side. The highest has a crown.
func (l *layout) holders(pages *sheet, title HolderTitle, highest bool) {
	if len(title.Holders) == 0 {
		title.Holders = make([]Holder, 1)
	}
	rows := evenly(len(title.Holders), holdersPerRow)
	if titleHigh+holderHigh > pages.room.h {
		pages.room = pages.newPage()
	}
	var strip box
	strip, pages.room = pages.room.cutTop(titleHigh)
	l.holderTitle(strip, title.Name)
	for _, part := range rows {
		row := title.Holders[part.from:part.to]
		if holderHigh > pages.room.h {
			pages.room = pages.newPage()
			strip, pages.room = pages.room.cutTop(titleHigh)
			l.holderTitle(strip, l.word("print.continued", "Title", title.Name))
		}
		strip, pages.room = pages.room.cutTop(holderHigh)
		wide := min((strip.w+holderGap)/float64(len(row))-holderGap, holderWide)
		x := strip.x + (strip.w-(wide+holderGap)*float64(len(row))+holderGap)/2
		for i, holder := range row {
			l.holder(box{x + (wide+holderGap)*float64(i), strip.y, wide, strip.h - holderGap}, holder, highest)
		}
	}
	_, pages.room = pages.room.cutTop(min(pages.room.h, 3))
}

// holderTitle sets a title between two lines.
func (l *layout) holderTitle(at box, name string) {
	st := style{size: 13, single: 8, bold: true, lines: 1, align: alignCentre, spacing: 0.1}
	wide := min(l.width(clean(name, false), st, st.size)+6, at.w*0.8)
	middle := box{at.x + (at.w-wide)/2, at.y, wide, at.h - 2}
	l.text("heading", middle, st, name)
	y := middle.y + middle.h/2
	l.rule(point{at.x, y}, point{middle.x, y}, 0.4, gold)
	l.rule(point{middle.right(), y}, point{at.right(), y}, 0.4, gold)
}

// holder is the box of one who holds a title.
func (l *layout) holder(at box, h Holder, highest bool) {
	frame := &path{}
	frame.roundRect(at, 2)
	if highest {
		l.stroke(frame, 1, gold)
	} else {
		l.stroke(frame, 0.4, black)
	}
	inner := at.inset(1.5)
	foot, rest := inner.cutBottom(9)
	name, unit := rest.cutTop(rest.h * 0.64)
	big := style{size: 12.5, single: 9, fine: 8, bold: true, align: alignCentre, leading: 1.06, even: true}
	if h.Party.IsZero() {
		big.bold, big.color = false, soft
		l.label(inner, big, l.word("print.ladder.vacant"))
		return
	}
	l.text("entrant", name, big, joined(" ", h.Party.Number, h.Party.plain(l.separator())))
	l.text("unit", unit, style{size: 8.5, single: 6.5, fine: 6, color: soft, align: alignCentre, leading: 1.05}, h.Party.Unit)
	l.rule(point{foot.x, foot.y}, point{foot.right(), foot.y}, 0.15, line)
	lost := ""
	if h.MostLosses > 0 {
		lost = l.word("print.ladder.losses", "Losses", h.Losses, "Most", h.MostLosses)
	}
	foot = box{foot.x, foot.y + 0.5, foot.w, foot.h - 0.5}
	l.text("remark", foot, style{size: 8, single: 6.5, fine: 6, align: alignCentre, leading: 1.05, breaks: true}, joined("\n", h.Since, joined(" · ", h.Record, lost)))
}

// plain is the party's name on one line.
func (p Party) plain(separator string) string {
	if p.Name != "" {
		return p.Name
	}
	return p.title(separator)
}
