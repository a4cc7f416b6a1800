package print

import (
	"context"
	"slices"
	"strings"
)

// Bulletin is 成绩公告: the final ranks of an event or a phase, to be signed and put up.
type Bulletin struct {
	Event string
	// Number is that of the bulletin, Phase what it ranks, Venue where it was played; any may be empty.
	Number, Phase, Venue string
	Date                 Date
	// Groups are the tables: one, one for each group, or one of entrants and one of units. Their columns are those of the
	// rules in use; Reason says what decided a rank, Remark holds the status.
	Groups []StandingGroup
	// Notes stand below the tables, a paragraph each.
	Notes []string
	// Provisional marks ranks that can still change.
	Provisional bool
	// Signers are the offices that sign; none means the usual ones.
	Signers []string
	// Rulebook and RulebookHash name the rules; ChainHead are the 16 hex digits that the journal ended with.
	Rulebook, RulebookHash string
	ChainHead              string
}

// Bulletin makes the results bulletin, on as many pages as it needs. The places for signatures and the head of the record
// chain stand together below the last table.
func (p *Printer) Bulletin(ctx context.Context, with Setting, in Bulletin) (Document, error) {
	return p.make(ctx, with, "print.bulletin.title", func(l *layout) error { return l.bulletin(in) })
}

func (l *layout) bulletin(in Bulletin) error {
	if !slices.ContainsFunc(in.Groups, func(g StandingGroup) bool { return len(g.Rows) > 0 }) {
		return &Fault{Code: FaultEmpty}
	}
	compose := func(l *layout, density float64) { l.bulletinLists(in, density) }
	compose(l, l.density(compose))
	l.listFeet(joined(" · ", l.rules(in.Rulebook, in.RulebookHash), l.qualifiedNote(in.Groups), l.chain(in.ChainHead)))
	return nil
}

func (l *layout) bulletinLists(in Bulletin, density float64) {
	date := ""
	if !in.Date.IsZero() {
		date = l.date(in.Date)
	}
	head := listHead{event: in.Event, title: joined("　", l.word("print.bulletin.title"), in.Number), subtitle: joined("　", in.Phase, in.Venue, date)}
	if in.Provisional {
		head.tag = l.word("print.provisional")
	}
	pages := l.standingPages(head, in.Groups, density)
	_, pages.room = pages.room.cutTop(min(pages.room.h, 3))
	for _, note := range in.Notes {
		l.paragraph(pages, note)
	}
	signers := in.Signers
	if len(signers) == 0 {
		signers = []string{l.word("print.sign.chief"), l.word("print.sign.arranger"), l.word("print.sign.organiser")}
	}
	l.closing(pages, signers, in.ChainHead)
}

// qualifiedNote explains the mark of those who go on, if any do.
func (l *layout) qualifiedNote(groups []StandingGroup) string {
	if !slices.ContainsFunc(groups, func(g StandingGroup) bool {
		return slices.ContainsFunc(g.Rows, func(row StandingRow) bool { return row.Qualified })
	}) {
		return ""
	}
	return l.word("print.qualified.note", "Mark", qualifiedMark)
}

// rules names the rulebook of a document, or is empty.
func (l *layout) rules(id, hash string) string {
	if id == "" {
		return ""
	}
	return l.word("print.rulebook", "Rulebook", id, "Hash", hash)
}

const (
	signHigh      = 17.0 // a place for a signature
	signersPerRow = 3
	chainHigh     = 15.0
)

// closing ends a list that is signed: the places for signatures, and the head of the record chain that the list shows,
// large enough to be compared. It is kept together.
func (l *layout) closing(pages *sheet, signers []string, chainHead string) {
	pages.begin()
	rows := (len(signers) + signersPerRow - 1) / signersPerRow
	need := 3 + signHigh*float64(rows)
	if chainHead != "" {
		need += chainHigh + 3
	}
	if need > pages.room.h {
		pages.room = pages.newPage()
	}
	var at box
	at, pages.room = pages.room.cutTop(need)
	_, at = at.cutTop(3)
	if chainHead != "" {
		var chain box
		chain, at = at.cutTop(chainHigh)
		l.chainHead(chain, chainHead)
		_, at = at.cutTop(3)
	}
	for r, strip := range at.rows(max(rows, 1)) {
		for c, cell := range strip.columns(1, 1, 1) {
			if n := r*signersPerRow + c; n < len(signers) {
				l.signPlace(box{cell.x, cell.y, cell.w - 6, cell.h}, signers[n])
			}
		}
	}
}

// chainHead sets the head of the record chain in groups of four digits, with what it is for.
func (l *layout) chainHead(at box, head string) {
	l.frame(at, 0.3, black)
	caption, rest := at.inset(1).insetX(1.5).cutLeft(26)
	l.label(caption, style{size: 9, single: 8.5, lines: 2, bold: true, leading: 1.1}, l.word("print.chain.caption"))
	digits, note := rest.cutLeft(62)
	l.text("chain", digits, style{size: 15, lines: 1, bold: true, spacing: 0.04}, inFours(head))
	l.label(box{note.x + 3, note.y, note.w - 3, note.h}, style{size: 8, single: 7, color: soft, leading: 1.15}, l.word("print.chain.note"))
}

// inFours puts a space after every four characters.
func inFours(s string) string {
	var out strings.Builder
	for i, r := range []rune(s) {
		if i > 0 && i%4 == 0 {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// signPlace is a line to sign on with the office below it, and room for the date.
func (l *layout) signPlace(at box, office string) {
	y := at.bottom() - 5.5
	l.rule(point{at.x, y}, point{at.right(), y}, 0.3, black)
	below := box{at.x, y + 0.5, at.w, 5}
	date, title := below.cutRight(16)
	l.text("signature", title, style{size: 9, single: 6.5, lines: 2, color: soft, leading: 1.05}, office)
	l.label(date, style{size: 8, lines: 1, align: alignRight, color: soft}, l.word("print.sign.date"))
}
