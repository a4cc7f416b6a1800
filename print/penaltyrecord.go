package print

import (
	"context"
	"strconv"
)

// PenaltyEntry is a penalty as the record of an event keeps it.
type PenaltyEntry struct {
	// Time, Match ("第 3 轮 5 桌") and Hand say when and where; any may be empty.
	Time, Match, Hand string
	// Entrant is whose it is, Who the seat, side or player.
	Entrant, Who string
	// Violation is what happened, Article where the rules say so, Repetition the how manieth it was, Action what it cost.
	Violation, Article, Repetition, Action string
	Referee                                string
	// Note says what else the record keeps (why a step was left out, why it was cancelled).
	Note string
	// Cancelled marks one that was taken back.
	Cancelled bool
}

// PenaltyRecord is the list of the penalties of an event, or the form for it.
type PenaltyRecord struct {
	Event string
	// Phase and After are in words; any may be empty.
	Phase, After string
	Entries      []PenaltyEntry
	// Rows is how many empty rows follow, to be filled in by hand.
	Rows int
	// Signers are the offices that sign; none means the usual one.
	Signers                []string
	Rulebook, RulebookHash string
	// ChainHead are the 16 hex digits that the journal ended with; empty on a blank form.
	ChainHead string
}

// PenaltyRecord makes the record of penalties on landscape A4, on as many pages as it needs. Without entries it is a form.
func (p *Printer) PenaltyRecord(ctx context.Context, with Setting, in PenaltyRecord) (Document, error) {
	return p.make(ctx, with, "print.penalties.title", func(l *layout) error { return l.penaltyRecord(in) })
}

func (l *layout) penaltyRecord(in PenaltyRecord) error {
	if len(in.Entries)+in.Rows == 0 {
		return &Fault{Code: FaultEmpty}
	}
	compose := func(l *layout, density float64) { l.penaltyPages(in, density) }
	compose(l, l.density(compose))
	l.listFeet(joined(" · ", l.rules(in.Rulebook, in.RulebookHash), l.chain(in.ChainHead)))
	return nil
}

func (l *layout) penaltyPages(in PenaltyRecord, density float64) {
	head := listHead{event: in.Event, title: l.word("print.penalties.title"), subtitle: joined("　", in.Phase, in.After)}
	pages := l.listPages(head, a4Long, a4Short)
	list := table{size: 9, rowHeight: 9 * density, pad: 2.4 * density, ruled: true, columns: l.penaltyColumns(in)}
	for i, e := range in.Entries {
		list.rows = append(list.rows, tableRow{cells: l.penaltyCells(i+1, e), strong: e.Cancelled})
	}
	for range in.Rows {
		list.rows = append(list.rows, tableRow{cells: make([]string, len(list.columns))})
	}
	pages.put(list)
	signers := in.Signers
	if len(signers) == 0 {
		signers = []string{l.word("print.sign.chief")}
	}
	l.closing(pages, signers, in.ChainHead)
}

func (l *layout) penaltyColumns(in PenaltyRecord) []column {
	out := []column{
		{title: l.word("print.penalties.no"), field: "number", width: 10, align: alignCentre},
		{title: l.word("print.strip.start"), field: "start", width: 22, flexible: true},
		{title: l.word("print.penalties.match"), field: "match", width: 24, flexible: true},
		{title: l.word("print.penalty.hand"), field: "hand", width: 10, align: alignCentre},
		{title: l.word("print.entrant"), field: "entrant", width: 34, flexible: true},
		{title: l.word("print.penalty.who"), field: "side", width: 24, flexible: true},
		{title: l.word("print.penalty.violation"), field: "penalty", width: 42, flexible: true},
		{title: l.word("print.penalties.repetition"), field: "number", width: 10, align: alignCentre},
		{title: l.word("print.penalty.action"), field: "penalty", width: 34, flexible: true},
		{title: l.word("print.penalty.referee"), field: "signature", width: 22, flexible: true},
		{title: l.word("print.remark"), field: "remark", width: 28, flexible: true},
	}
	if len(in.Entries) > 0 {
		return out
	}
	// A form has room to write by the shares: nothing in it asks for more.
	for i := range out {
		out[i].flexible = false
	}
	return widened(out, a4Long-2*listMarginX)
}

func (l *layout) penaltyCells(number int, e PenaltyEntry) []string {
	note := e.Note
	if e.Cancelled {
		note = joined("\n", l.word("print.penalties.cancelled"), e.Note)
	}
	return []string{strconv.Itoa(number), e.Time, e.Match, e.Hand, e.Entrant, e.Who, joined("\n", e.Violation, e.Article), e.Repetition, e.Action, e.Referee, note}
}
