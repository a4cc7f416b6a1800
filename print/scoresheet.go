package print

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Form says what a scoresheet records of a hand.
type Form int

const (
	// FormLevels: finishing order, upgrade and level of both sides (Guandan).
	FormLevels Form = iota
	// FormPoints: finishing order, points and running total of both sides (Gouji, Guandan by points).
	FormPoints
	// FormTricks: the side on stage, points in tricks and bottom, upgrade and level of both sides (Shuangsheng).
	FormTricks
)

// Seat is a chair at a table and who sits there.
type Seat struct {
	// Number is the seat's, in playing order; 0 where somebody sits now here and now there.
	Number int
	// Name is the seat's in words (南); empty where seats have numbers only.
	Name string
	// Player is empty on a sheet where who sits where is written by hand.
	Player string
}

// SheetSide is one side of a match.
type SheetSide struct {
	// Name is the side's in words (南北); its letter is set beside it.
	Name  string
	Party Party
	Seats []Seat
}

// SheetHand is a hand that was reported. Whatever is empty stays blank on paper.
type SheetHand struct {
	// Table, Sitting and Odd are for a meeting at several tables: where and when the hand is played, and the letter of the
	// side on the odd seats. They stand on a blank sheet too.
	Table, Sitting, Odd string
	// Finish are seats in the order in which they finished.
	Finish []int
	// PlayedAt is the level of the hand (2 … A).
	PlayedAt string
	// OnStage is the letter of the side on stage (FormTricks).
	OnStage string
	// Tricks and Bottom are points (FormTricks).
	Tricks, Bottom string
	// Upgrade, Levels, Points and Totals are those of side A and side B, after the hand.
	Upgrade, Levels, Points, Totals [2]string
	// Remark says what else happened: tribute refused, extra hand, late.
	Remark string
}

// SheetGame is a game of a match.
type SheetGame struct {
	// Rows is the number of rows; a game with more hands has as many as hands.
	Rows  int
	Hands []SheetHand
}

// SheetPenalty is a penalty that was given.
type SheetPenalty struct{ Hand, Who, Violation, Action, Referee string }

// SheetResult is the result of a match. Whatever is empty stays blank on paper.
type SheetResult struct {
	// Final are the levels or points of side A and side B.
	Final [2]string
	// Winner is the name of the side or entrant that won; By how it was decided, in words.
	Winner, By string
	// MatchPoints are those of side A and side B.
	MatchPoints [2]string
}

// Scoresheet is the sheet of one match, blank or filled in.
type Scoresheet struct {
	Event string
	// Title is the sheet's name; empty for the usual one.
	Title string
	// Phase, Round, Table, Match and Start say what is played where and when, in words; any may be empty.
	Phase, Round, Table, Match, Start string
	// Sides are side A and side B.
	Sides [2]SheetSide
	Form  Form
	// Meeting: the hands are played at several tables.
	Meeting bool
	// Places are the rulebook's names of the places (头游 …), one for each seat (FormLevels, FormPoints).
	Places []string
	// Games are those of the match, at least one.
	Games     []SheetGame
	Penalties []SheetPenalty
	// PenaltyRows is the number of rows for penalties; more are made where more were given.
	PenaltyRows int
	Result      SheetResult
	// Signatures are what stands in the three places for signatures: side A, side B, referee. Empty ones are signed by hand.
	Signatures [3]string
	// URL opens the match; it becomes the QR code.
	URL string
	// Rulebook and RulebookHash name the rules that the match is played by.
	Rulebook, RulebookHash string
	// ChainHead are the 16 hex digits that the journal ends with; empty on a blank sheet.
	ChainHead string
}

// Scoresheets are the sheets of one file, in order.
type Scoresheets struct {
	Sheets []Scoresheet
	// TwoAPage puts two matches on an A4 page, to be cut in the middle.
	TwoAPage bool
}

// codeSide is the least side of a QR code on a sheet, in millimetres, without its quiet zone.
const codeSide = 25.0

// Scoresheets makes scoresheets: A4, one match a page or two. A match with more hands than a page holds goes on on the
// next, with the same head, code and signatures.
func (p *Printer) Scoresheets(ctx context.Context, with Setting, in Scoresheets) (Document, error) {
	return p.make(ctx, with, "print.scoresheet.title", func(l *layout) error { return l.scoresheets(in) })
}

func (l *layout) scoresheets(in Scoresheets) error {
	kind := fullSheet
	if in.TwoAPage {
		kind = halfSheet
	}
	var at *page
	used := kind.perPage
	for _, sheet := range in.Sheets {
		parts := kind.parts(sheet)
		for i, part := range parts {
			if used == kind.perPage {
				at, used = l.addPage(a4Short, a4Long), 0
			}
			if used > 0 {
				l.cutLine(at)
			}
			area := box{0, 0, a4Short, a4Long}.rows(kind.perPage)[used]
			l.addPanel(at, area)
			part.number, part.count = i+1, len(parts)
			if err := l.sheetPart(part, area); err != nil {
				return fmt.Errorf("table %s: %w", sheet.Table, err)
			}
			used++
		}
	}
	return nil
}

// cutLine marks the middle of the page.
func (l *layout) cutLine(on *page) {
	l.addPanel(on, box{0, 0, on.w, on.h})
	p := &path{}
	p.line(point{6, on.h / 2}, point{on.w - 6, on.h / 2})
	l.panel.drawings = append(l.panel.drawings, drawing{path: p, color: line, width: 0.2, dashes: "[3 3] 0"})
}

// sheetKind are the measures of a scoresheet, in millimetres and points.
type sheetKind struct {
	perPage           int
	marginX, marginY  float64
	event, title      float64 // sizes
	eventRoom         float64
	strip             float64 // height of the strip with table and round
	bar, name, player float64 // heights in the sides' block
	nameSize          float64
	playerSize        float64
	playersPerLine    int
	codeBox           float64
	head              float64 // height of the table's head
	minRow, maxRow    float64
	cell              float64 // size
	penaltyRow        float64
	penalties         int     // rows of penalties on one page, at most
	result, sign      float64 // heights
	gap               float64
	foot              float64
	remarks           bool
}

var (
	fullSheet = sheetKind{perPage: 1, marginX: 13, marginY: 12, event: 19, title: 13, eventRoom: 20, strip: 15, bar: 7.5, name: 13,
		player: 7.5, nameSize: 14, playerSize: 11, playersPerLine: 1, codeBox: 36, head: 12, minRow: 5.6, maxRow: 9, cell: 11,
		penaltyRow: 6.5, penalties: 8, result: 17, sign: 19, gap: 3.5, foot: 6, remarks: true}
	halfSheet = sheetKind{perPage: 2, marginX: 12, marginY: 7, event: 12, title: 9, eventRoom: 9, strip: 9, bar: 5, name: 9.2,
		player: 4.6, nameSize: 10, playerSize: 8.5, playersPerLine: 1, codeBox: 34.5, head: 8, minRow: 4.6, maxRow: 7, cell: 8,
		penaltyRow: 4.6, penalties: 3, result: 9, sign: 11, gap: 1.6, foot: 3.6}
)

// sheetRow is a row of the table of hands: a hand of a game, or a game's title.
type sheetRow struct {
	game  int
	title bool
	// number counts hands from 1.
	number int
	hand   SheetHand
}

// sheetPart is what of a match stands on one page.
type sheetPart struct {
	// sheet has the penalties of this part only.
	sheet         Scoresheet
	kind          sheetKind
	rows          []sheetRow
	number, count int
}

// sheetRows lists all rows of a match; games have titles where there is more than one.
func sheetRows(s Scoresheet) []sheetRow {
	var out []sheetRow
	for g, game := range s.Games {
		if len(s.Games) > 1 {
			out = append(out, sheetRow{game: g + 1, title: true})
		}
		for i := range max(game.Rows, len(game.Hands)) {
			row := sheetRow{game: g + 1, number: i + 1}
			if i < len(game.Hands) {
				row.hand = game.Hands[i]
			}
			out = append(out, row)
		}
	}
	return out
}

// parts divides the hands and penalties of a match over the pages that they need.
func (k sheetKind) parts(s Scoresheet) []sheetPart {
	s.PenaltyRows = min(s.PenaltyRows, k.penalties)
	penalties := slices.Collect(slices.Chunk(s.Penalties, k.penalties))
	if len(penalties) > 0 {
		s.PenaltyRows = max(s.PenaltyRows, len(penalties[0]))
	}
	s.Penalties = nil
	capacity := max(1, int((k.tableRoom(s)-k.head)/k.minRow)) * 2
	rows := slices.Collect(slices.Chunk(sheetRows(s), capacity))
	out := make([]sheetPart, max(1, len(rows), len(penalties)))
	for i := range out {
		out[i] = sheetPart{sheet: s, kind: k}
		if i < len(rows) {
			out[i].rows = rows[i]
		}
		if i < len(penalties) {
			out[i].sheet.Penalties = penalties[i]
		}
	}
	return out
}

// tableRoom is the height that is left for the table of hands.
func (k sheetKind) tableRoom(s Scoresheet) float64 {
	return a4Long/float64(k.perPage) - 2*k.marginY - k.topHeight(s) - k.bottomHeight(s) - 2*k.gap
}

func (k sheetKind) topHeight(s Scoresheet) float64 {
	if k.perPage == 2 {
		return max(k.eventRoom+k.strip+k.gap+k.sidesHeight(s), k.codeBox+4)
	}
	return max(k.eventRoom+k.strip, k.codeBox+4) + k.gap + k.sidesHeight(s)
}

func (k sheetKind) sidesHeight(s Scoresheet) float64 {
	seats := max(len(s.Sides[0].Seats), len(s.Sides[1].Seats), 1)
	return k.bar + k.name + float64(seats)*k.player
}

func (k sheetKind) bottomHeight(s Scoresheet) float64 {
	return k.penaltyHeight(s) + k.gap + k.result + k.gap + k.sign + k.foot
}

func (k sheetKind) penaltyHeight(s Scoresheet) float64 {
	rows := max(s.PenaltyRows, len(s.Penalties))
	if rows == 0 {
		return 0
	}
	return float64(rows+1)*k.penaltyRow + k.gap
}

func (l *layout) sheetPart(p sheetPart, area box) error {
	k := p.kind
	inner := box{area.x + k.marginX, area.y + k.marginY, area.w - 2*k.marginX, area.h - 2*k.marginY}
	top, inner := inner.cutTop(k.topHeight(p.sheet))
	bottom, middle := inner.cutBottom(k.bottomHeight(p.sheet))
	if err := l.sheetTop(p, top); err != nil {
		return err
	}
	used := l.sheetTable(p, box{middle.x, middle.y + k.gap, middle.w, middle.h - 2*k.gap})
	l.remarks(p, box{middle.x, used + k.gap, middle.w, middle.bottom() - used - 2*k.gap})
	l.sheetBottom(p, bottom)
	return nil
}

// sheetTop sets the event, the code, where the match is played, and the sides.
func (l *layout) sheetTop(p sheetPart, at box) error {
	k, s := p.kind, p.sheet
	codeArea, left := at.cutRight(k.codeBox)
	left.w -= 3
	codeArea.h = k.codeBox
	if err := l.qr(codeArea, s.URL, LevelM, codeSide); err != nil {
		return err
	}
	l.label(box{codeArea.x, codeArea.bottom(), codeArea.w, 4}, style{size: 7, lines: 1, align: alignCentre, color: soft},
		l.word("print.scoresheet.scan"))
	head, rest := left.cutTop(k.eventRoom)
	l.sheetTitle(p, head)
	if k.perPage == 1 {
		rest.y = at.y + max(k.eventRoom+k.strip, k.codeBox+4) - k.strip
	}
	strip, rest := rest.cutTop(k.strip)
	l.sheetStrip(p, strip)
	sides := box{left.x, rest.y + k.gap, left.w, k.sidesHeight(s)}
	if k.perPage == 1 {
		sides.w = at.w
	}
	for i, side := range sides.columns(1, 1) {
		side.w -= 1.5
		side.x += 1.5 * float64(i)
		l.sheetSide(p, i, side)
	}
	return nil
}

func (l *layout) sheetTitle(p sheetPart, at box) {
	k, s := p.kind, p.sheet
	title := s.Title
	if title == "" {
		title = l.word("print.scoresheet.title")
	}
	if p.count > 1 {
		title += " " + l.word("print.part", "Part", p.number, "Parts", p.count)
	}
	if k.perPage == 1 {
		event, below := at.cutTop(at.h - 8)
		l.text("event", event, style{size: k.event, single: k.event * 0.75, bold: true, lines: 2, leading: 1.15}, s.Event)
		l.text("title", below, style{size: k.title, lines: 1, color: soft, spacing: 0.1}, title)
		return
	}
	event, right := at.cutLeft(at.w * 0.7)
	l.text("event", event, style{size: k.event, bold: true, lines: 2, leading: 1.1}, s.Event)
	l.text("title", right, style{size: k.title, lines: 1, color: soft, align: alignRight}, title)
}

// sheetStrip is the row of boxes with table, round, match and time.
func (l *layout) sheetStrip(p sheetPart, at box) {
	s := p.sheet
	cells := []struct {
		key, value string
		weight     float64
		strong     bool
	}{
		{"table", s.Table, 1, true},
		{"round", joined(" · ", s.Phase, s.Round), 2, false},
		{"match", s.Match, 1.1, false},
		{"start", s.Start, 1.3, false},
	}
	weights := make([]float64, len(cells))
	for i, c := range cells {
		weights[i] = c.weight
	}
	l.frame(at, 0.35, black)
	for i, cell := range at.columns(weights...) {
		if i > 0 {
			l.rule(point{cell.x, cell.y}, point{cell.x, cell.bottom()}, 0.2, line)
		}
		caption, value := cell.inset(0.6).insetX(1).cutTop(at.h * 0.34)
		l.label(caption, style{size: min(7.5, at.h*0.62), lines: 1, color: soft}, l.word("print.strip."+cells[i].key))
		st := style{size: p.kind.playerSize, lines: 2, leading: 1.1, single: p.kind.playerSize * 0.75}
		if cells[i].strong {
			st = style{size: at.h * 1.3, lines: 1, bold: true, leading: 1.1}
		}
		l.text(cells[i].key, value, st, cells[i].value)
	}
}

// letters name the sides.
var letters = [2]string{"A", "B"}

// sheetSide is the block of one side: its letter, its entrant, and who sits where.
func (l *layout) sheetSide(p sheetPart, i int, at box) {
	k, side := p.kind, p.sheet.Sides[i]
	bar, rest := at.cutTop(k.bar)
	l.fillBox(bar, shade)
	l.rule(point{bar.x, bar.bottom()}, point{bar.right(), bar.bottom()}, 0.2, line)
	letter, more := bar.insetX(1.5).cutLeft(bar.w * 0.62)
	l.text("side", letter, style{size: k.bar * 1.75, bold: true, lines: 2, leading: 1.05}, l.sideName(i, side.Name))
	l.text("number", more, style{size: k.bar * 1.5, lines: 1, align: alignRight, color: soft}, l.number(side.Party.Number))
	name, rest := rest.cutTop(k.name)
	l.partyName(k, side.Party, name.insetX(1.5))
	for n, seat := range side.Seats {
		strip := box{rest.x, rest.y + float64(n)*k.player, rest.w, k.player}
		l.sheetSeat(k, seat, strip)
	}
	l.frame(at, 0.35, black)
}

func (l *layout) sideName(i int, name string) string {
	if name == "" {
		return l.word("print.side", "Side", letters[i])
	}
	return l.word("print.side.named", "Side", letters[i], "Name", name)
}

// partyName sets the team and below it its unit.
func (l *layout) partyName(k sheetKind, party Party, at box) {
	name := party.Name
	if name == "" {
		name = strings.Join(party.Players, l.separator())
	}
	if party.Unit == "" {
		l.text("entrant", at, style{size: k.nameSize, single: k.nameSize * 0.75, bold: true, lines: 2, leading: 1.15}, name)
		return
	}
	unitStyle := style{size: k.playerSize * 0.85, lines: 2, leading: 1.1, color: soft}
	above, below := at.cutTop(at.h * 0.56)
	l.text("entrant", above, style{size: k.nameSize, bold: true, lines: 2, leading: 1.1}, name)
	l.text("unit", below, unitStyle, party.Unit)
}

func (l *layout) sheetSeat(k sheetKind, seat Seat, at box) {
	l.rule(point{at.x, at.y}, point{at.right(), at.y}, 0.15, hair)
	mark, name := at.cutLeft(k.player * 2.6)
	number := ""
	if seat.Number > 0 {
		number = strconv.Itoa(seat.Number)
	}
	l.label(mark.insetX(1.5), style{size: k.playerSize, lines: 1, color: soft}, joined(" ", number, seat.Name))
	l.rule(point{name.x, name.y}, point{name.x, name.bottom()}, 0.15, hair)
	l.text("player", name.insetX(1.5), style{size: k.playerSize, lines: 2, leading: 1.05}, seat.Player)
}

// sheetColumn is a column of the table of hands.
type sheetColumn struct {
	title, group string
	weight       float64
	value        func(sheetRow) string
	strong       bool
	// text columns hold words, the others figures.
	text bool
}

// sheetColumns lists the columns of a form. remarks is the weight of that column; 0 leaves it out.
func (l *layout) sheetColumns(s Scoresheet, remarks float64) []sheetColumn {
	cols := []sheetColumn{{title: l.word("print.hand"), weight: 0.8, value: func(r sheetRow) string { return strconv.Itoa(r.number) }}}
	if s.Meeting {
		cols = append(cols,
			sheetColumn{title: l.word("print.where.table"), weight: 1, strong: true, value: func(r sheetRow) string { return r.hand.Table }},
			sheetColumn{title: l.word("print.where.sitting"), weight: 1, value: func(r sheetRow) string { return r.hand.Sitting }},
			sheetColumn{title: l.word("print.where.odd"), weight: 1.2, value: func(r sheetRow) string { return r.hand.Odd }})
	}
	switch s.Form {
	case FormLevels:
		cols = append(cols, sheetColumn{title: l.word("print.played-at"), weight: 1, value: func(r sheetRow) string { return r.hand.PlayedAt }})
		cols = append(cols, l.placeColumns(s)...)
		cols = append(cols, pair(l.word("print.upgrade"), 1, false, func(h SheetHand) [2]string { return h.Upgrade })...)
		cols = append(cols, pair(l.word("print.levels"), 1, true, func(h SheetHand) [2]string { return h.Levels })...)
	case FormPoints:
		cols = append(cols, l.placeColumns(s)...)
		cols = append(cols, pair(l.word("print.points"), 1.2, false, func(h SheetHand) [2]string { return h.Points })...)
		cols = append(cols, pair(l.word("print.totals"), 1.2, true, func(h SheetHand) [2]string { return h.Totals })...)
	case FormTricks:
		cols = append(cols,
			sheetColumn{title: l.word("print.on-stage"), weight: 1.1, value: func(r sheetRow) string { return r.hand.OnStage }},
			sheetColumn{title: l.word("print.played-at"), weight: 1.1, value: func(r sheetRow) string { return r.hand.PlayedAt }},
			sheetColumn{title: l.word("print.tricks"), weight: 1.4, value: func(r sheetRow) string { return r.hand.Tricks }},
			sheetColumn{title: l.word("print.bottom"), weight: 1.4, value: func(r sheetRow) string { return r.hand.Bottom }})
		cols = append(cols, pair(l.word("print.upgrade"), 1.1, false, func(h SheetHand) [2]string { return h.Upgrade })...)
		cols = append(cols, pair(l.word("print.levels"), 1.1, true, func(h SheetHand) [2]string { return h.Levels })...)
	}
	if remarks > 0 {
		cols = append(cols, sheetColumn{title: l.word("print.remark"), weight: remarks, text: true, value: func(r sheetRow) string { return r.hand.Remark }})
	}
	return cols
}

func (l *layout) placeColumns(s Scoresheet) []sheetColumn {
	cols := make([]sheetColumn, len(s.Places))
	for i, place := range s.Places {
		cols[i] = sheetColumn{title: place, group: l.word("print.order"), weight: 1.2, value: func(r sheetRow) string {
			if i >= len(r.hand.Finish) {
				return ""
			}
			return strconv.Itoa(r.hand.Finish[i])
		}}
	}
	return cols
}

func pair(group string, weight float64, strong bool, of func(SheetHand) [2]string) []sheetColumn {
	cols := make([]sheetColumn, 2)
	for i := range cols {
		cols[i] = sheetColumn{title: letters[i], group: group, weight: weight, strong: strong,
			value: func(r sheetRow) string { return of(r.hand)[i] }}
	}
	return cols
}

// sheetTable sets the rows of hands, in two halves side by side where one column of rows would be too tight. It returns
// where it ends.
func (l *layout) sheetTable(p sheetPart, at box) float64 {
	k := p.kind
	columns := l.sheetColumns(p.sheet, wideRemarks)
	halves := [][]sheetRow{p.rows}
	height := (at.h - k.head) / float64(max(1, len(p.rows)))
	if height < k.minRow {
		columns = l.sheetColumns(p.sheet, narrowRemarks(p.rows))
		halves = inHalves(p.rows, int((at.h-k.head)/k.minRow))
		height = (at.h - k.head) / float64(max(len(halves[0]), len(halves[1])))
	}
	height = min(height, k.maxRow)
	end := at.y
	weights := make([]float64, len(halves))
	for i := range weights {
		weights[i] = 1
	}
	for i, part := range at.columns(weights...) {
		if len(halves) == 2 {
			part.w -= 1.5
			part.x += 1.5 * float64(i)
		}
		part.h = k.head + height*float64(len(halves[i]))
		l.sheetGrid(k, columns, halves[i], part, height)
		end = max(end, part.bottom())
	}
	return end
}

const wideRemarks = 3.0

// narrowRemarks is the weight of the column of remarks in half a table: none, unless there are remarks to print, and more
// for those that would not be read in a narrow one.
func narrowRemarks(rows []sheetRow) float64 {
	const fewLetters = 6
	weight := 0.0
	for _, row := range rows {
		switch n := utf8.RuneCountInString(row.hand.Remark); {
		case n > fewLetters:
			return 5
		case n > 0:
			weight = 2
		}
	}
	return weight
}

// inHalves divides rows in two columns of at most most rows: between two games, if that can be, and in the middle
// otherwise.
func inHalves(rows []sheetRow, most int) [][]sheetRow {
	half := (len(rows) + 1) / 2
	best := half
	for at, row := range rows {
		if !row.title || at == 0 || max(at, len(rows)-at) > most {
			continue
		}
		if best == half && !rows[half%len(rows)].title || abs(at-half) < abs(best-half) {
			best = at
		}
	}
	return [][]sheetRow{rows[:best], rows[best:]}
}

func abs(n int) int { return max(n, -n) }

func (l *layout) sheetGrid(k sheetKind, columns []sheetColumn, rows []sheetRow, at box, height float64) {
	weights := make([]float64, len(columns))
	for i, c := range columns {
		weights[i] = c.weight
	}
	head, body := at.cutTop(k.head)
	l.fillBox(head, shade)
	l.gridHead(k, columns, head.columns(weights...))
	for i, row := range rows {
		strip := box{body.x, body.y + float64(i)*height, body.w, height}
		if row.title {
			l.fillBox(strip, shade)
		}
		l.rule(point{strip.x, strip.y}, point{strip.right(), strip.y}, 0.15, line)
		if row.title {
			l.label(strip.insetX(1.5), style{size: k.cell, bold: true, lines: 1}, l.word("print.game", "Game", row.game))
			continue
		}
		for c, cell := range strip.columns(weights...) {
			l.gridCell(k, columns[c], row, cell, c == 0)
		}
	}
	l.gridLines(columns, rows, at, k.head, height, weights)
	l.frame(at, 0.35, black)
}

func (l *layout) gridCell(k sheetKind, c sheetColumn, row sheetRow, at box, first bool) {
	st := style{size: min(k.cell, at.h/(1.25*mmPerPt)), align: alignCentre, lines: 1, bold: c.strong}
	field := "hand"
	switch {
	case first:
		st.color, st.quiet = soft, true
	case c.text:
		st.align, st.lines, st.size, st.leading = alignLeft, 2, k.cell*0.75, 1.1
		field = "remark"
	}
	l.text(field, at.insetX(0.6), st, c.value(row))
}

// gridHead sets the titles of columns, and above those that belong together the title of the group.
func (l *layout) gridHead(k sheetKind, columns []sheetColumn, cells []box) {
	st := style{size: k.cell * 0.82, lines: 2, align: alignCentre, leading: 1.05}
	for i := 0; i < len(columns); {
		end := i + 1
		for end < len(columns) && columns[i].group != "" && columns[end].group == columns[i].group {
			end++
		}
		if columns[i].group == "" {
			l.label(cells[i].insetX(0.4), st, columns[i].title)
			i = end
			continue
		}
		over := box{cells[i].x, cells[i].y, cells[end-1].right() - cells[i].x, cells[i].h / 2}
		l.label(over.insetX(0.4), st, columns[i].group)
		l.rule(point{over.x, over.bottom()}, point{over.right(), over.bottom()}, 0.15, line)
		for ; i < end; i++ {
			_, under := cells[i].cutTop(cells[i].h / 2)
			l.label(under.insetX(0.3), st, columns[i].title)
		}
	}
}

// gridLines draws the lines between columns: strong ones between groups, none through the title of a game.
func (l *layout) gridLines(columns []sheetColumn, rows []sheetRow, at box, head, height float64, weights []float64) {
	for i, cell := range at.columns(weights...) {
		if i == 0 {
			continue
		}
		width, ink, top := 0.35, black, at.y
		if columns[i].group != "" && columns[i].group == columns[i-1].group {
			width, ink, top = 0.15, line, at.y+head/2
		}
		from := top
		for r, row := range rows {
			y := at.y + head + float64(r)*height
			if row.title {
				l.rule(point{cell.x, from}, point{cell.x, y}, width, ink)
				from = y + height
			}
		}
		l.rule(point{cell.x, from}, point{cell.x, at.bottom()}, width, ink)
	}
}

// remarks gives what room is left to notes by hand.
func (l *layout) remarks(p sheetPart, at box) {
	if !p.kind.remarks || at.h < 14 {
		return
	}
	l.frame(at, 0.2, line)
	l.label(box{at.x + 1.5, at.y + 1, at.w - 3, 5}, style{size: 8, lines: 1, color: soft}, l.word("print.remarks"))
}

// sheetBottom sets penalties, the result, the signatures and the foot.
func (l *layout) sheetBottom(p sheetPart, at box) {
	k, s := p.kind, p.sheet
	if high := k.penaltyHeight(s); high > 0 {
		var penalties box
		penalties, at = at.cutTop(high)
		penalties.h -= k.gap
		l.penalties(p, penalties)
	}
	result, rest := at.cutTop(k.result)
	l.sheetResult(p, result)
	_, rest = rest.cutTop(k.gap)
	sign, rest := rest.cutTop(k.sign)
	l.signatures(p, sign)
	rest.y, rest.h = rest.bottom()-k.foot, k.foot
	l.sheetFoot(s, rest)
}

func (l *layout) penalties(p sheetPart, at box) {
	k := p.kind
	count := max(p.sheet.PenaltyRows, len(p.sheet.Penalties))
	keys := []string{"print.penalty.hand", "print.penalty.who", "print.penalty.violation", "print.penalty.action", "print.penalty.referee"}
	weights := []float64{0.8, 1.6, 3.2, 3, 1.8}
	for r, strip := range at.rows(count + 1) {
		if r == 0 {
			l.fillBox(strip.inset(0.1), shade)
		} else {
			l.rule(point{strip.x, strip.y}, point{strip.right(), strip.y}, 0.15, line)
		}
		var values []string
		if r > 0 && r <= len(p.sheet.Penalties) {
			g := p.sheet.Penalties[r-1]
			values = []string{g.Hand, g.Who, g.Violation, g.Action, g.Referee}
		}
		for c, cell := range strip.columns(weights...) {
			if c > 0 && r == 0 {
				l.rule(point{cell.x, at.y}, point{cell.x, at.bottom()}, 0.15, line)
			}
			cell = cell.insetX(1)
			if r == 0 {
				l.label(cell, style{size: k.cell * 0.82, lines: 1, align: alignCentre}, l.word(keys[c]))
			} else if values != nil {
				l.text("penalty", cell, style{size: k.cell * 0.85, lines: 2, leading: 1.05}, values[c])
			}
		}
	}
	l.frame(at, 0.35, black)
}

// sheetResult is the strip with final levels or points, winner, and match points.
func (l *layout) sheetResult(p sheetPart, at box) {
	k, r := p.kind, p.sheet.Result
	cells := at.columns(1, 2.4, 3, 2.4)
	for _, cell := range cells[1:] {
		l.rule(point{cell.x, cell.y}, point{cell.x, cell.bottom()}, 0.2, line)
	}
	l.fillBox(cells[0], shade)
	l.label(cells[0].insetX(1), style{size: k.cell * 1.1, bold: true, lines: 2, align: alignCentre}, l.word("print.result"))
	final := l.word("print.final.levels")
	if p.sheet.Form == FormPoints {
		final = l.word("print.final.points")
	}
	l.versus(k, cells[1], final, r.Final)
	winner := r.Winner
	if r.By != "" {
		winner = joined(" · ", r.Winner, r.By)
	}
	caption, value := l.captioned(k, cells[2])
	l.label(caption, style{size: k.cell * 0.7, lines: 1, color: soft}, l.word("print.winner"))
	l.text("winner", value, style{size: k.cell * 1.1, bold: true, lines: 2, leading: 1.1}, winner)
	l.versus(k, cells[3], l.word("print.match-points"), r.MatchPoints)
	l.frame(at, 0.5, black)
}

// captioned divides a cell into its caption and its value.
func (l *layout) captioned(_ sheetKind, at box) (caption, value box) {
	return at.inset(0.7).insetX(0.8).cutTop(at.h * 0.3)
}

// versus sets two figures with a colon between, each on a line to write on while it is open.
func (l *layout) versus(k sheetKind, at box, title string, figures [2]string) {
	caption, value := l.captioned(k, at)
	l.label(caption, style{size: k.cell * 0.7, lines: 1, color: soft}, title)
	parts := value.columns(0.5, 1.4, 0.5, 1.4, 0.5)
	big := style{size: k.cell * 1.35, bold: true, lines: 1, align: alignCentre}
	small := style{size: k.cell * 0.9, lines: 1, align: alignCentre, color: soft}
	l.label(parts[0], small, letters[0])
	l.label(parts[2], small, "：")
	l.label(parts[4], small, letters[1])
	for i, part := range []box{parts[1], parts[3]} {
		l.text("result", part, big, figures[i])
		if figures[i] == "" {
			l.rule(point{part.x, part.bottom() - 0.8}, point{part.right(), part.bottom() - 0.8}, 0.2, black)
		}
	}
}

func (l *layout) signatures(p sheetPart, at box) {
	k := p.kind
	titles := []string{l.word("print.sign.side", "Side", letters[0]), l.word("print.sign.side", "Side", letters[1]), l.word("print.sign.referee")}
	for i, cell := range at.columns(1, 1, 1) {
		cell = box{cell.x + 2*float64(i), cell.y, cell.w - 4, cell.h}
		caption, room := cell.cutTop(k.sign * 0.34)
		l.label(caption, style{size: k.cell * 0.8, lines: 1, color: soft}, titles[i])
		l.rule(point{room.x, room.bottom() - 1}, point{room.right(), room.bottom() - 1}, 0.25, black)
		l.text("signature", box{room.x, room.y, room.w, room.h - 1.5}, style{size: k.cell, lines: 2, leading: 1.1}, p.sheet.Signatures[i])
	}
}

// sheetFoot names the rules and the state of the record that the sheet shows.
func (l *layout) sheetFoot(s Scoresheet, at box) {
	rules := ""
	if s.Rulebook != "" {
		rules = l.word("print.rulebook", "Rulebook", s.Rulebook, "Hash", s.RulebookHash)
	}
	left, right := at.cutLeft(at.w * 0.62)
	small := style{size: 7, single: 5, lines: 2, color: soft, leading: 1.05}
	l.text("rulebook", left, small, rules)
	small.align = alignRight
	l.text("chain", right, small, l.chain(s.ChainHead))
}

func (l *layout) chain(head string) string {
	if head == "" {
		return ""
	}
	return l.word("print.chain", "Head", head)
}
