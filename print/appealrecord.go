package print

import "context"

// AppealRecord is the form on which an appeal against a match is written down and decided. What the kiosk knows of the match
// is filled in.
type AppealRecord struct {
	Event string
	// Number is that of the appeal; it may be empty.
	Number string
	// Phase, Round, Table, Match and Start say which match it is; any may be empty.
	Phase, Round, Table, Match, Start string
	Sides                             [2]SheetSide
	// Result is that of the match in words; empty leaves room.
	Result string
	// Due says how long an appeal may be made, in words; it may be empty.
	Due                    string
	Rulebook, RulebookHash string
	// ChainHead are the 16 hex digits that the journal ended with when the form was printed.
	ChainHead string
}

// AppealRecords makes one A4 page for each appeal.
func (p *Printer) AppealRecords(ctx context.Context, with Setting, list []AppealRecord) (Document, error) {
	return p.make(ctx, with, "print.appeal.title", func(l *layout) error {
		for _, a := range list {
			l.appealRecord(a)
		}
		return nil
	})
}

// writeLine is the distance of the lines to write on, in millimetres.
const writeLine = 8.5

func (l *layout) appealRecord(a AppealRecord) {
	p := l.addPage(a4Short, a4Long)
	inner := box{listMarginX, listMarginY, p.w - 2*listMarginX, p.h - 2*listMarginY}
	head, inner := inner.cutTop(listHead0 - 2)
	l.listHead(listHead{event: a.Event, title: joined("　", l.word("print.appeal.title"), a.Number), subtitle: a.Due}, head)
	inner = l.appealMatch(a, inner)
	foot, inner := inner.cutBottom(5)
	l.text("rulebook", foot, style{size: 7, single: 5, lines: 2, color: soft, leading: 1.05}, joined(" · ", l.rules(a.Rulebook, a.RulebookHash), l.chain(a.ChainHead)))
	sign, inner := inner.cutBottom(signHigh + 1)
	for i, cell := range sign.columns(1, 1, 1) {
		l.signPlace(box{cell.x, cell.y, cell.w - 6, cell.h - 2}, l.word([]string{"print.appeal.sign", "print.sign.referee.table", "print.sign.chief"}[i]))
	}
	if a.ChainHead != "" {
		var chain box
		chain, inner = inner.cutBottom(chainHigh)
		l.chainHead(chain, a.ChainHead)
		inner.h -= 3
	}
	l.appealParts(inner)
}

// appealMatch sets which match it is, who played, and how it ended. It returns what is left.
func (l *layout) appealMatch(a AppealRecord, at box) box {
	kind := fullSheet
	kind.strip, kind.name, kind.player = 13, 12, 6.5
	sheet := sheetPart{kind: kind, sheet: Scoresheet{Phase: a.Phase, Round: a.Round, Table: a.Table, Match: a.Match, Start: a.Start, Sides: a.Sides}}
	strip, at := at.cutTop(kind.strip)
	l.sheetStrip(sheet, strip)
	_, at = at.cutTop(2.5)
	sides, at := at.cutTop(kind.sidesHeight(sheet.sheet))
	for i, side := range sides.columns(1, 1) {
		side.w -= 1.5
		side.x += 1.5 * float64(i)
		l.sheetSide(sheet, i, side)
	}
	result, at := at.cutTop(9)
	caption, value := box{result.x, result.y + 2, result.w, result.h - 2}.cutLeft(24)
	l.label(caption, style{size: 10, bold: true, lines: 1}, l.word("print.result"))
	l.text("result", value, style{size: 10.5, single: 7.5, lines: 2, leading: 1.05}, a.Result)
	if a.Result == "" {
		l.rule(point{value.x, value.bottom() - 0.5}, point{value.right(), value.bottom() - 0.5}, 0.25, black)
	}
	_, at = at.cutTop(2.5)
	return at
}

// appealPart is a part of the form: what is asked, choices to tick, and how much of the room it gets.
type appealPart struct {
	key     string
	choices []string
	weight  float64
	// lines asks for what stands in one line instead: who, when.
	blanks []string
}

// appealParts are filled in by hand: who appeals, why, by which article, what the referee says, and what is decided.
func (l *layout) appealParts(at box) {
	parts := []appealPart{
		{key: "print.appeal.by", choices: []string{l.word("print.side", "Side", letters[0]), l.word("print.side", "Side", letters[1])}, weight: 1.6, blanks: []string{"print.appeal.person", "print.appeal.time"}},
		{key: "print.appeal.grounds", weight: 3.6},
		{key: "print.appeal.article", weight: 1.5},
		{key: "print.appeal.statement", weight: 2.7},
		{key: "print.appeal.ruling", choices: []string{l.word("print.appeal.upheld"), l.word("print.appeal.changed"), l.word("print.appeal.replay"), l.word("print.appeal.refused")}, weight: 3},
	}
	total := 0.0
	for _, p := range parts {
		total += p.weight
	}
	y, high := at.y, at.h-1
	for _, p := range parts {
		cell := box{at.x, y, at.w, high * p.weight / total}
		l.appealPart(p, box{cell.x, cell.y, cell.w, cell.h - 2})
		y = cell.bottom()
	}
}

func (l *layout) appealPart(p appealPart, at box) {
	l.frame(at, 0.3, black)
	head, room := at.insetX(2).cutTop(7.5)
	title, choices := head.cutLeft(head.w * 0.28)
	l.label(title, style{size: 10, bold: true, lines: 1}, l.word(p.key))
	if len(p.choices) > 0 {
		weights := make([]float64, len(p.choices))
		for i := range weights {
			weights[i] = 1
		}
		for i, cell := range choices.columns(weights...) {
			l.choice(cell, p.choices[i])
		}
	}
	if len(p.blanks) > 0 {
		for i, cell := range room.columns(1, 1) {
			l.blank(box{cell.x, cell.y, cell.w - 4, cell.h - 2}, l.word(p.blanks[i]))
		}
		return
	}
	// The frame is the last line.
	for i, line := range room.rows(max(1, int(room.h/writeLine))) {
		if i > 0 {
			l.rule(point{line.x, line.y}, point{line.right(), line.y}, 0.15, hair)
		}
	}
}

// choice is a square to tick, with what it means.
func (l *layout) choice(at box, text string) {
	const side = 3.6
	square := box{at.x, at.y + (at.h-side)/2, side, side}
	l.frame(square, 0.35, black)
	l.label(box{square.right() + 1.5, at.y, at.w - side - 3, at.h}, style{size: 10, single: 7, lines: 1}, text)
}
