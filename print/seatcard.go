package print

import "context"

// SeatCard is 席卡: a card that is folded and stands in front of a player, with the same on both faces.
type SeatCard struct {
	Event string
	// Name is who sits there.
	Name string
	// Unit, Number and Place ("3 桌 · 南") may be empty.
	Unit, Number, Place string
}

// SeatCards makes two cards on each A4 page, to be cut apart and folded in the middle.
func (p *Printer) SeatCards(ctx context.Context, with Setting, cards []SeatCard) (Document, error) {
	return p.make(ctx, with, "print.seatcard.title", func(l *layout) error {
		l.seatCards(cards)
		return nil
	})
}

func (l *layout) seatCards(cards []SeatCard) {
	var at *page
	for i, card := range cards {
		if i%2 == 0 {
			at = l.addPage(a4Short, a4Long)
			l.cutLine(at)
		}
		area := box{0, 0, a4Short, a4Long}.rows(2)[i%2]
		l.addPanel(at, area)
		l.foldMark(area.w, area.y+area.h/2)
		for n, face := range area.rows(2) {
			panel := l.addPanel(at, face)
			if n == 0 {
				panel.turn()
			}
			l.seatFace(card, face)
		}
	}
}

func (l *layout) seatFace(card SeatCard, face box) {
	inner := box{face.x + 14, face.y + 7, face.w - 28, face.h - 13}
	head, rest := inner.cutTop(8)
	number, event := head.cutRight(40)
	l.text("event", event, style{size: 11, single: 7, lines: 2, color: soft, leading: 1.05}, card.Event)
	l.text("number", number, style{size: 15, lines: 1, align: alignRight}, l.number(card.Number))
	foot, name := rest.cutBottom(12)
	l.text("name", box{name.x, name.y + 1, name.w, name.h - 2}, style{size: 80, single: 30, fine: 24, lines: 3, bold: true, align: alignCentre, spacing: 0.08, leading: 1.1}, card.Name)
	l.rule(point{foot.x, foot.y}, point{foot.right(), foot.y}, 0.6, gold)
	foot = box{foot.x, foot.y + 1.5, foot.w, foot.h - 1.5}
	under := style{size: 20, single: 11, fine: 9, lines: 2, align: alignCentre, leading: 1.05}
	if card.Place == "" {
		l.text("unit", foot, under, card.Unit)
		return
	}
	place, unit := foot.cutRight(foot.w * 0.34)
	under.align = alignLeft
	l.text("unit", unit, under, card.Unit)
	under.align = alignRight
	l.text("table", place.insetX(1), under, card.Place)
}

// foldMark marks a fold across a page of the width given.
func (l *layout) foldMark(w, y float64) {
	for _, x := range []float64{5, w - 15} {
		l.rule(point{x, y}, point{x + 10, y}, 0.2, line)
	}
	l.label(box{w/2 - 30, y - 2, 60, 4}, style{size: 6.5, lines: 1, align: alignCentre, color: hair}, l.word("print.card.fold"))
}
