package print

import (
	"context"
	"slices"
)

// ScoreCardRow is a round of an entrant.
type ScoreCardRow struct {
	// Round is its number, Opponent who it was (a number, a name, or a bye in words), OpponentUnit where that one is from.
	Round, Opponent, OpponentUnit string
	// Points are what the round gave, Score is the result, own side first ("A+:K").
	Points, Score string
	// Values are one for each of the cards' figures.
	Values []string
	// Remark says what was special.
	Remark string
}

// ScoreCard is 积分编排卡: an entrant's way through the rounds.
type ScoreCard struct {
	Party Party
	Rows  []ScoreCardRow
	// Points and Values are the totals.
	Points string
	Values []string
}

// ScoreCards are the cards of one phase.
type ScoreCards struct {
	Event string
	// Phase is in words; it may be empty.
	Phase string
	// Points is the title of the column of points as the rules call them; empty is the usual one.
	Points string
	// Figures are the titles of the columns after the score (去首累进分, 级差分).
	Figures []string
	// Rounds is how many rows each card has at least: those of the rounds to come stay open.
	Rounds    int
	Cards     []ScoreCard
	ChainHead string
}

// Measures of the cards, in millimetres.
const (
	cardMarginX    = 12.0
	cardMarginY    = 5.5
	cardHead       = 12.0
	cardColumns    = 8.0
	cardRow        = 6.5
	tallestCardRow = 8.5
	cardFoot       = 4.0
	mostCardRows   = 36
	mostCardsHigh  = a4Long
)

// ScoreCards makes the cards, as many on an A4 page as there is room for, with lines to cut along. A card with more rounds than
// a page holds goes on on the next.
func (p *Printer) ScoreCards(ctx context.Context, with Setting, in ScoreCards) (Document, error) {
	return p.make(ctx, with, "print.scorecard.title", func(l *layout) error {
		l.scoreCards(in)
		return nil
	})
}

func (l *layout) scoreCards(in ScoreCards) {
	rows := in.Rounds
	for _, c := range in.Cards {
		rows = max(rows, len(c.Rows))
	}
	rows = min(max(rows, 1), mostCardRows)
	high := cardHead + cardColumns + cardRow*float64(rows+1) + cardFoot + 2*cardMarginY
	perPage := max(1, int(mostCardsHigh/high))
	var at *page
	used := perPage
	for _, card := range in.Cards {
		for part := 0; part == 0 || part*rows < len(card.Rows); part++ {
			if used == perPage {
				at, used = l.addPage(a4Short, a4Long), 0
				for n := 1; n < perPage; n++ {
					y := a4Long * float64(n) / float64(perPage)
					l.cutAlong(point{6, y}, point{a4Short - 6, y})
				}
			}
			area := box{0, 0, a4Short, a4Long}.rows(perPage)[used]
			l.addPanel(at, area)
			inner := box{area.x + cardMarginX, area.y + cardMarginY, area.w - 2*cardMarginX, area.h - 2*cardMarginY}
			if used == 0 {
				// Printers do not reach the edge.
				inner.y, inner.h = inner.y+1.5, inner.h-1.5
			}
			c := scoreCardPart{layout: l, in: in, card: card, rows: card.Rows[min(part*rows, len(card.Rows)):min((part+1)*rows, len(card.Rows))], count: rows,
				continued: part > 0, last: (part+1)*rows >= len(card.Rows)}
			c.put(inner)
			used++
		}
	}
}

// scoreCardPart is what of a card stands in one place.
type scoreCardPart struct {
	*layout
	in              ScoreCards
	card            ScoreCard
	rows            []ScoreCardRow
	count           int
	continued, last bool
}

// cardColumn is a column of the card.
type cardColumn struct {
	title, field string
	weight       float64
	value        func(ScoreCardRow) string
	total        string
	left, strong bool
}

func (c *scoreCardPart) columns() []cardColumn {
	out := []cardColumn{
		{title: c.word("print.scorecard.round"), field: "round", weight: 11, value: func(r ScoreCardRow) string { return r.Round }, total: c.word("print.scorecard.total")},
		{title: c.word("print.scorecard.opponent"), field: "entrant", weight: 42, left: true, value: func(r ScoreCardRow) string { return r.Opponent }},
		{title: c.wordOr(c.in.Points, "print.standing.points"), field: "points", weight: 13, strong: true, value: func(r ScoreCardRow) string { return r.Points }, total: c.card.Points},
		{title: c.word("print.scorecard.score"), field: "result", weight: 18, value: func(r ScoreCardRow) string { return r.Score }},
	}
	for n, figure := range c.in.Figures {
		total := ""
		if n < len(c.card.Values) {
			total = c.card.Values[n]
		}
		out = append(out, cardColumn{title: figure, field: "tie-break", weight: 17, total: total, value: func(r ScoreCardRow) string {
			if n < len(r.Values) {
				return r.Values[n]
			}
			return ""
		}})
	}
	out = append(out, cardColumn{title: c.word("print.remark"), field: "remark", weight: 22, left: true, value: func(r ScoreCardRow) string { return r.Remark }})
	units := func(card ScoreCard) bool {
		return slices.ContainsFunc(card.Rows, func(r ScoreCardRow) bool { return r.OpponentUnit != "" })
	}
	if slices.ContainsFunc(c.in.Cards, units) {
		out = append(out, cardColumn{title: c.word("print.scorecard.unit"), field: "unit", weight: 36, left: true, value: func(r ScoreCardRow) string { return r.OpponentUnit }})
	}
	return out
}

func (c *scoreCardPart) put(at box) {
	head, rest := at.cutTop(cardHead)
	c.head(head)
	high := min((rest.h-cardColumns-cardFoot)/float64(c.count+1), tallestCardRow)
	body := box{rest.x, rest.y, rest.w, cardColumns + high*float64(c.count+1)}
	c.table(body, high)
	foot := box{rest.x, body.bottom() + 0.6, rest.w, cardFoot - 0.8}
	left, right := foot.cutLeft(foot.w * 0.7)
	small := style{size: 6.5, single: 5, lines: 1, color: soft}
	c.text("foot", left, small, joined("　", c.in.Event, c.in.Phase))
	small.align = alignRight
	c.text("chain", right, small, c.chain(c.in.ChainHead))
}

// head sets the entrant's number, name and unit, and what the card is.
func (c *scoreCardPart) head(at box) {
	title, rest := at.cutRight(38)
	name := c.word("print.scorecard.title")
	if c.continued {
		name = c.word("print.continued", "Title", name)
	}
	c.label(title, style{size: 11, lines: 2, color: soft, align: alignRight, leading: 1.1}, name)
	rest.h -= 1
	if c.card.Party.Number != "" {
		var number box
		number, rest = rest.cutLeft(22)
		number.w -= 2
		c.frame(box{number.x, number.y + 0.5, number.w, number.h - 1}, 0.5, black)
		c.text("number", number.inset(1), style{size: 18, lines: 1, bold: true, align: alignCentre, leading: 1.05}, c.card.Party.Number)
	}
	rest.w -= 3
	party, unit := rest, box{}
	if c.card.Party.Unit != "" {
		party, unit = rest.cutTop(rest.h * 0.58)
	}
	text := joined("　", c.card.Party.Name, joinedNames(c.card.Party, c.separator()))
	c.text("entrant", party, style{size: 13, single: 8, fine: 7, bold: true, lines: 2, leading: 1.05}, text)
	c.text("unit", unit, style{size: 9, single: 6, fine: 6, color: soft, lines: 2, leading: 1.05}, c.card.Party.Unit)
}

// joinedNames are the players, if they are not the party's name already.
func joinedNames(p Party, separator string) string {
	players := Party{Players: p.Players}.title(separator)
	if players == p.Name {
		return ""
	}
	return players
}

func (c *scoreCardPart) table(at box, high float64) {
	columns := c.columns()
	weights := make([]float64, len(columns))
	for i, col := range columns {
		weights[i] = col.weight
	}
	head, body := at.cutTop(cardColumns)
	c.fillBox(head, shade)
	for i, cell := range head.columns(weights...) {
		c.label(cell.insetX(0.6), style{size: 8.5, single: 7.2, bold: true, lines: 2, align: alignCentre, leading: 1.05}, columns[i].title)
	}
	for r := range c.count + 1 {
		strip := box{body.x, body.y + high*float64(r), body.w, high}
		c.rule(point{strip.x, strip.y}, point{strip.right(), strip.y}, 0.15, line)
		c.row(columns, strip.columns(weights...), r)
	}
	for _, cell := range at.columns(weights...)[1:] {
		c.rule(point{cell.x, at.y}, point{cell.x, at.bottom()}, 0.15, line)
	}
	total := body.bottom() - high
	c.rule(point{at.x, total}, point{at.right(), total}, 0.4, black)
	c.frame(at, 0.4, black)
}

// row sets a round, or the totals in the last row.
func (c *scoreCardPart) row(columns []cardColumn, cells []box, r int) {
	for i, col := range columns {
		st := style{size: 9.5, lines: 1, align: alignCentre, bold: col.strong || r == c.count, leading: 1.05}
		if col.left {
			st.align, st.lines, st.single, st.fine = alignLeft, 2, 7, 6.5
		}
		text := ""
		switch {
		case r == c.count && c.last:
			text = col.total
		case r < len(c.rows):
			text = col.value(c.rows[r])
		}
		c.text(col.field, cells[i].insetX(0.9), st, text)
	}
}
