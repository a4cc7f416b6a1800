package print

import (
	"context"
	"fmt"
)

// TableCard is the card of one side of a table: an A4 page that is folded in the middle and stands like a tent, the same
// on both faces, so that both players across the table can scan it.
type TableCard struct {
	Event string
	// Table is the table's number.
	Table string
	// Side is 0 for side A and 1 for side B; SideName is it in words (南北).
	Side     int
	SideName string
	// Mark stands in the place of the side's letter, where who sits there changes and the seats are all that stays.
	Mark string
	// Seats are the side's.
	Seats []Seat
	// Sittings say in words who sits there when, a line each; they stand in the place of the seats.
	Sittings []string
	// URL is the side's link; it becomes the QR code, in level Q. Written in capitals it makes a smaller code.
	URL string
	// Address is what to type where scanning does not work, without the token.
	Address string
	// Code is the short code to type there; empty leaves it out.
	Code string
}

// cardCodeSide is the least side of the QR code on a table card, in millimetres, without its quiet zone.
const cardCodeSide = 60.0

// TableCards makes one page for each card.
func (p *Printer) TableCards(ctx context.Context, with Setting, cards []TableCard) (Document, error) {
	return p.make(ctx, with, "print.card.title", func(l *layout) error {
		for _, card := range cards {
			if err := l.tableCard(card); err != nil {
				return fmt.Errorf("table %s, side %s: %w", card.Table, card.letter(), err)
			}
		}
		return nil
	})
}

func (c TableCard) letter() string { return letters[c.Side&1] }

func (c TableCard) mark() string {
	if c.Mark != "" {
		return c.Mark
	}
	return c.letter()
}

// ground is the side's colour; the letter says the same to those who do not see it.
func (c TableCard) ground() color {
	return [2]color{tealA, amberB}[c.Side&1]
}

func (l *layout) tableCard(card TableCard) error {
	p := l.addPage(a4Short, a4Long)
	faces := box{0, 0, p.w, p.h}.rows(2)
	l.foldLine(p)
	for i, face := range faces {
		panel := l.addPanel(p, face)
		if i == 0 {
			panel.turn()
		}
		if err := l.cardFace(card, face); err != nil {
			return err
		}
	}
	return nil
}

// foldLine marks the fold at the edges of the page only, and says what it is.
func (l *layout) foldLine(p *page) {
	l.foldMark(p.w, p.h/2)
}

func (l *layout) cardFace(card TableCard, face box) error {
	inner := box{face.x + 12, face.y + 10, face.w - 24, face.h - 20}
	band, inner := inner.cutTop(21)
	l.cardBand(card, band)
	foot, middle := inner.cutBottom(20)
	codeArea, right := middle.cutLeft(88)
	if err := l.qr(codeArea, card.URL, LevelQ, cardCodeSide); err != nil {
		return err
	}
	right = box{right.x + 5, right.y + 4, right.w - 5, right.h - 6}
	l.cardRight(card, right)
	l.cardFoot(card, foot)
	return nil
}

// cardBand is the coloured band with the side and the event.
func (l *layout) cardBand(card TableCard, at box) {
	ground := &path{}
	ground.roundRect(at, 3)
	l.fill(ground, card.ground())
	letter, rest := at.insetX(5).cutLeft(20)
	l.label(letter, style{size: 46, bold: true, color: white, lines: 1, align: alignCentre, leading: 1}, card.mark())
	side, event := rest.cutLeft(78)
	name := card.SideName
	if name == "" {
		name = l.word("print.side", "Side", card.letter())
	}
	l.text("side", side.insetX(2), style{size: 26, bold: true, color: white, lines: 2, leading: 1.1}, name)
	l.text("event", event.insetX(1), style{size: 12, single: 9, color: white, lines: 3, align: alignRight, leading: 1.15}, card.Event)
}

// cardRight sets the number of the table, the seats, and what to do.
func (l *layout) cardRight(card TableCard, at box) {
	table, rest := at.cutTop(44)
	caption, number := table.cutTop(7)
	l.label(caption, style{size: 13, lines: 1, color: soft}, l.word("print.strip.table"))
	l.text("table", number, style{size: 104, bold: true, lines: 1, leading: 1}, card.Table)
	l.rule(point{rest.x, rest.y}, point{rest.right(), rest.y}, 0.3, line)
	count := max(len(card.Seats), 1)
	if len(card.Sittings) > 0 {
		count = len(card.Sittings)
	}
	seats, rest := rest.cutTop(float64(count)*7.5 + 2)
	for i, strip := range (box{seats.x, seats.y + 1, seats.w, seats.h - 2}).rows(count) {
		switch {
		case i < len(card.Sittings):
			l.text("sitting", strip, style{size: 13, single: 10, bold: true, lines: 2, leading: 1.05}, card.Sittings[i])
		case i < len(card.Seats):
			l.cardSeat(card.Seats[i], strip)
		}
	}
	l.rule(point{rest.x, rest.y}, point{rest.right(), rest.y}, 0.3, line)
	l.label(box{rest.x, rest.y + 1.5, rest.w, rest.h - 1.5}, style{size: 12, leading: 1.35, lines: 3, breaks: true, top: true}, l.word("print.card.scan"))
}

func (l *layout) cardSeat(seat Seat, at box) {
	if seat.Player != "" {
		var player box
		at, player = at.cutLeft(at.w * 0.42)
		l.text("player", player, style{size: 13, lines: 2, leading: 1.05}, seat.Player)
	}
	l.label(at, style{size: 15, bold: true, lines: 1}, l.word("print.card.seat", "Seat", joined(" ", fmt.Sprint(seat.Number), seat.Name)))
}

// cardFoot says how to get in without scanning.
func (l *layout) cardFoot(card TableCard, at box) {
	ground := &path{}
	ground.roundRect(at, 2)
	l.fill(ground, shade)
	at = box{at.x + 4, at.y + 1.5, at.w - 8, at.h - 3}
	hint, way := at.cutTop(at.h * 0.42)
	l.label(hint, style{size: 11, lines: 1}, l.word("print.card.wechat"))
	address, code := way, box{}
	if card.Code != "" {
		code, address = way.cutRight(62)
	}
	caption, value := address.cutLeft(24)
	l.label(caption, style{size: 9, lines: 1, color: soft}, l.word("print.card.address"))
	l.text("address", value.insetX(1), style{size: 14, bold: true, lines: 2, leading: 1.05}, card.Address)
	if card.Code == "" {
		return
	}
	caption, value = code.cutLeft(18)
	l.label(caption, style{size: 9, lines: 1, color: soft}, l.word("print.card.code"))
	l.text("code", value, style{size: 20, bold: true, lines: 1, spacing: 0.18, leading: 1.05}, card.Code)
}
