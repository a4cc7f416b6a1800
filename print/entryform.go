package print

import (
	"context"
	"strconv"
)

// EntryForm is 报名表: the blank form on which a unit enters its pairs or teams.
type EntryForm struct {
	Event string
	// Rulebook is the name of the rules; Due says until when and where the form is handed in. Both may be empty.
	Rulebook, Due string
	// Players are the titles of the players of one entrant, in order (选手一、选手二, or 队长、队员…).
	Players []string
	// Fields are what is asked of an entrant, or of each player of a team, beside the names (电话).
	Fields []string
	// Entries is how many entrants the form has room for.
	Entries int
	// Notes are the conditions, a paragraph each.
	Notes []string
	// RulebookID and RulebookHash name the rules at the foot.
	RulebookID, RulebookHash string
}

const (
	// rowPlayers is the greatest number of players who stand in one row; larger teams have a list each.
	rowPlayers = 4
	// entryRow is the height of a row to write in, in millimetres.
	entryRow = 10.5
)

// EntryForm makes the form: one row for each pair or small team, or a list for each team of more than four. A form without
// players or entries is empty.
func (p *Printer) EntryForm(ctx context.Context, with Setting, in EntryForm) (Document, error) {
	return p.make(ctx, with, "print.entry.title", func(l *layout) error { return l.entryForm(in) })
}

func (l *layout) entryForm(in EntryForm) error {
	if len(in.Players) == 0 || in.Entries <= 0 {
		return &Fault{Code: FaultEmpty}
	}
	w, h := a4Short, a4Long
	if len(in.Players) <= rowPlayers && len(in.Players)+len(in.Fields) > 3 {
		w, h = a4Long, a4Short
	}
	pages := l.listPages(listHead{event: in.Event, title: l.word("print.entry.title"), subtitle: joined("　", in.Rulebook, in.Due)}, w, h)
	pages.begin()
	l.entryUnit(pages)
	for _, note := range in.Notes {
		l.paragraph(pages, note)
	}
	if len(in.Players) <= rowPlayers {
		pages.put(l.entryRows(in, pages.room.w))
	} else {
		for n := range in.Entries {
			l.entryTeam(pages, in, n+1)
		}
	}
	l.entryClosing(pages)
	l.listFeet(l.rules(in.RulebookID, in.RulebookHash))
	return nil
}

// entryUnit are the lines for the unit and who answers for it.
func (l *layout) entryUnit(pages *sheet) {
	strip, rest := pages.room.cutTop(12)
	pages.room = rest
	cells := strip.columns(2.2, 1.2, 1.6)
	for i, key := range []string{"print.entry.unit", "print.entry.leader", "print.entry.phone"} {
		l.blank(box{cells[i].x, cells[i].y, cells[i].w - 5, cells[i].h - 3}, l.word(key))
	}
}

// blank is a caption with a line to write on.
func (l *layout) blank(at box, caption string) {
	st := style{size: 10, single: 7, lines: 1}
	wide := min(l.width(clean(caption, false), st, st.size)+2, at.w*0.6)
	title, room := at.cutLeft(wide)
	l.label(box{title.x, title.bottom() - 6, title.w, 6}, st, caption)
	l.rule(point{room.x, room.bottom() - 0.5}, point{room.right(), room.bottom() - 0.5}, 0.25, black)
}

// entryRows is the table with a row for each entrant.
func (l *layout) entryRows(in EntryForm, w float64) table {
	columns := []column{
		{title: l.word("print.penalties.no"), field: "number", width: 9, align: alignCentre},
		{title: l.word("print.entry.team"), field: "label", width: 34},
		{title: l.word("print.no"), field: "label", width: 15},
	}
	for _, player := range in.Players {
		columns = append(columns, column{title: player, field: "label", width: 30})
	}
	for _, field := range in.Fields {
		columns = append(columns, column{title: field, field: "label", width: 26})
	}
	columns = append(columns, column{title: l.word("print.entry.sign"), field: "label", width: 28})
	t := table{size: 10, rowHeight: entryRow, ruled: true, columns: widened(columns, w)}
	for n := range in.Entries {
		cells := make([]string, len(columns))
		cells[0] = strconv.Itoa(n + 1)
		t.rows = append(t.rows, tableRow{cells: cells})
	}
	return t
}

// widened are columns that together are as wide as given, by their shares.
func widened(columns []column, w float64) []column {
	total := 0.0
	for _, c := range columns {
		total += c.width
	}
	for i := range columns {
		columns[i].width *= w / total
	}
	return columns
}

// entryTeam is the list of one team: its name and number, and a row for each player. It is kept on one page where it fits.
func (l *layout) entryTeam(pages *sheet, in EntryForm, number int) {
	columns := []column{
		{title: l.word("print.penalties.no"), field: "number", width: 9, align: alignCentre},
		{title: l.word("print.entry.role"), field: "name", width: 30},
		{title: l.word("print.entry.name"), field: "label", width: 40},
	}
	for _, field := range in.Fields {
		columns = append(columns, column{title: field, field: "label", width: 30})
	}
	columns = append(columns, column{title: l.word("print.entry.sign"), field: "label", width: 40})
	t := table{size: 10, rowHeight: entryRow * dense, ruled: true, columns: widened(columns, pages.room.w)}
	for i, player := range in.Players {
		cells := make([]string, len(columns))
		cells[0], cells[1] = strconv.Itoa(i+1), player
		t.rows = append(t.rows, tableRow{cells: cells})
	}
	if need := 12 + headHeight + t.rowHeight*float64(len(t.rows)) + 4; need > pages.room.h {
		pages.room = pages.newPage()
	}
	strip, rest := pages.room.cutTop(12)
	pages.room = rest
	cells := strip.columns(0.5, 2, 1)
	l.label(box{cells[0].x, cells[0].bottom() - 9, cells[0].w, 6}, style{size: 12, bold: true, lines: 1}, l.word("print.entry.team.number", "Number", number))
	l.blank(box{cells[1].x, cells[1].y, cells[1].w - 5, cells[1].h - 3}, l.word("print.entry.team"))
	l.blank(box{cells[2].x, cells[2].y, cells[2].w, cells[2].h - 3}, l.word("print.no"))
	pages.put(t)
	_, pages.room = pages.room.cutTop(min(4, pages.room.h))
}

// entryClosing is what the unit confirms and signs.
func (l *layout) entryClosing(pages *sheet) {
	_, pages.room = pages.room.cutTop(min(4, pages.room.h))
	declaration := l.word("print.entry.declaration")
	if need := l.paragraphHigh(declaration, pages.room.w) + 3 + signHigh; need > pages.room.h {
		pages.room = pages.newPage()
	}
	l.paragraph(pages, declaration)
	l.closing(pages, []string{l.word("print.entry.leader"), l.word("print.entry.seal"), l.word("print.entry.taken")}, "")
}
