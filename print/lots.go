package print

import (
	"context"
	"strings"
)

// Lot is a slip to be drawn.
type Lot struct {
	// Text is what stands on it, a number or a letter. An empty one is the blank lot: whoever draws it has a bye.
	Text string
	// Note stands below (the group that it leads to); it may be empty.
	Note string
}

// Lots are the slips of one draw.
type Lots struct {
	Event string
	// Phase is what is drawn for; it may be empty.
	Phase string
	Lots  []Lot
}

const (
	lotColumns = 3
	lotRows    = 8
	lotMargin  = 12.0
)

// Lots makes slips to draw lots with, 24 on an A4 page, with lines to cut along. Figures that are others upside down (6, 9,
// 68) are underlined.
func (p *Printer) Lots(ctx context.Context, with Setting, in Lots) (Document, error) {
	return p.make(ctx, with, "print.lot.title", func(l *layout) error { return l.lots(in) })
}

func (l *layout) lots(in Lots) error {
	for start := 0; start < len(in.Lots); start += lotColumns * lotRows {
		p := l.addPage(a4Short, a4Long)
		area := box{lotMargin, lotMargin, p.w - 2*lotMargin, p.h - 2*lotMargin}
		l.cutGrid(area)
		for n, lot := range in.Lots[start:min(start+lotColumns*lotRows, len(in.Lots))] {
			strip := area.rows(lotRows)[n/lotColumns]
			l.lot(in, lot, strip.columns(1, 1, 1)[n%lotColumns])
		}
	}
	return nil
}

// cutGrid draws the lines between and around the slips. They run into the margins, where the scissors begin.
func (l *layout) cutGrid(area box) {
	const beyond = 5.0
	for c := range lotColumns + 1 {
		x := area.x + area.w*float64(c)/lotColumns
		l.cutAlong(point{x, area.y - beyond}, point{x, area.bottom() + beyond})
	}
	for r := range lotRows + 1 {
		y := area.y + area.h*float64(r)/lotRows
		l.cutAlong(point{area.x - beyond, y}, point{area.right() + beyond, y})
	}
}

// cutAlong draws a dashed line to cut along.
func (l *layout) cutAlong(from, to point) {
	p := &path{}
	p.line(from, to)
	l.panel.drawings = append(l.panel.drawings, drawing{path: p, color: line, width: 0.2, dashes: "[3 3] 0"})
}

func (l *layout) lot(in Lots, lot Lot, at box) {
	inner := at.inset(2)
	top, rest := inner.cutTop(4)
	bottom, middle := rest.cutBottom(5)
	l.text("event", top, style{size: 6.5, single: 5, lines: 1, fine: 5, color: soft, align: alignCentre}, joined("　", in.Event, in.Phase))
	l.text("subtitle", bottom, style{size: 9, single: 6, lines: 2, fine: 6, align: alignCentre, leading: 1.05}, lot.Note)
	if strings.TrimSpace(lot.Text) == "" {
		l.label(middle, style{size: 12, lines: 1, color: soft, align: alignCentre}, l.word("print.lot.blank"))
		return
	}
	big := style{size: 54, single: 24, lines: 2, fine: 20, bold: true, align: alignCentre, leading: 1.06}
	if !turnsIntoOther(lot.Text) {
		l.text("number", middle, big, lot.Text)
		return
	}
	line, number := middle.cutBottom(1.6)
	big.lines = 1
	l.text("number", number, big, lot.Text)
	wide := min(l.width(clean(lot.Text, false), big, big.size), middle.w)
	l.fillBox(box{line.x + (line.w-wide)/2, line.y + 0.3, wide, 1}, black)
}

// turnsIntoOther reports a text of figures that is another one upside down.
func turnsIntoOther(text string) bool {
	turned := map[rune]rune{'0': '0', '1': '1', '6': '9', '8': '8', '9': '6'}
	text = strings.TrimSpace(text)
	other := ""
	for _, r := range text {
		t, ok := turned[r]
		if !ok {
			return false
		}
		other = string(t) + other
	}
	return other != text
}
