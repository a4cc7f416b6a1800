package print

import (
	"context"
	"math"
	"strings"
)

// CertificateKind says what a certificate is for.
type CertificateKind int

const (
	// Honour is 荣誉证书.
	Honour CertificateKind = iota
	// Award is 奖状.
	Award
	// Participation is 参赛证书; it names no prize.
	Participation
)

func (k CertificateKind) key() string {
	return [...]string{"honour", "award", "participation"}[k]
}

// Certificate is one certificate: for a player, a pair or a team.
type Certificate struct {
	Kind CertificateKind
	// Names are those honoured: players, or a team.
	Names []string
	// Unit is theirs; empty leaves it out.
	Unit string
	// Event is the competition, and Group the part of it that the prize was won in; Group may be empty.
	Event, Group string
	// Rank is the place; 0 for none. Prize, where given, stands instead of it (冠军, 一等奖).
	Rank  int
	Prize string
	// Issuers sign and seal it, one a line.
	Issuers []string
	Date    Date
	// Number is the certificate's; empty leaves it out.
	Number string
	// ChainHead are the 16 hex digits that the journal ended with; empty leaves it out.
	ChainHead string
}

// Certificates makes one landscape A4 page for each certificate, all in one file. Room of 42 mm for the seal is left
// around issuer and date.
func (p *Printer) Certificates(ctx context.Context, with Setting, list []Certificate) (Document, error) {
	return p.make(ctx, with, "print.certificate.document", func(l *layout) error {
		frame := certificateFrame(box{0, 0, a4Long, a4Short})
		for _, c := range list {
			l.certificate(c, frame)
		}
		return nil
	})
}

// sealSide is the room for a seal, in millimetres: official ones have at most 42.
const sealSide = 42.0

func (l *layout) certificate(c Certificate, frame *backdrop) {
	l.addPage(a4Long, a4Short).backdrop = frame
	centred := l.word("print.certificate.setting") == "centred"
	title := style{size: 50, bold: true, color: red, lines: 1, align: alignCentre, spacing: 0.35, leading: 1.1}
	if centred {
		title.size, title.spacing = 40, 0.02
	}
	l.label(box{40, 27, a4Long - 80, 25}, title, l.word("print.certificate."+c.Kind.key()+".title"))
	body := box{42, 60, a4Long - 84, 79}
	if centred {
		l.certificateCentred(c, body)
	} else {
		l.certificateLetter(c, body)
	}
	l.certificateSeal(c, box{170, 140, 86, 42})
	l.certificateNumber(c, box{42, 172, 100, 10})
}

func (l *layout) certificateWords(c Certificate) (names, text, prize, closing string) {
	key := "print.certificate." + c.Kind.key()
	args := []any{"Event", c.Event, "Group", c.Group}
	names = strings.Join(c.Names, l.word("print.certificate.and"))
	text = l.word(key+".body", args...)
	if c.Group != "" {
		text = l.word(key+".body.group", args...)
	}
	return names, text, l.prize(c), l.word(key + ".closing")
}

func (l *layout) prize(c Certificate) string {
	switch {
	case c.Kind == Participation:
		return ""
	case c.Prize != "":
		return c.Prize
	case c.Rank > 0:
		return l.word("print.certificate.rank", "Rank", c.Rank, "Numeral", ChineseNumber(c.Rank), "Ordinal", ordinal(c.Rank))
	}
	return ""
}

// stacked is a block of a certificate's text.
type stacked struct {
	name  string
	style style
	text  string
	// room is the height that it may take, gap the weight of the space before it.
	room, gap float64
	// inset narrows it on both sides.
	inset float64
}

const (
	// gapStep is the space that a gap of weight 1 takes where there is room.
	gapStep = 6.0
	// aboveMiddle is the part of the space left that stands above the text: what is read first sits a little high.
	aboveMiddle = 0.42
)

// stack sets blocks below each other, with what room they leave shared between them. The rooms together must not be
// higher than the box.
func (l *layout) stack(at box, blocks []stacked) {
	heights := make([]float64, len(blocks))
	free, gaps := at.h, 0.0
	for i, b := range blocks {
		heights[i] = l.height(box{at.x, at.y, at.w - 2*b.inset, b.room}, b.style, b.text)
		free -= heights[i]
		if heights[i] > 0 {
			gaps += b.gap
		}
	}
	step := math.Min(gapStep, free/math.Max(gaps, 1))
	y := at.y + (free-step*gaps)*aboveMiddle
	for i, b := range blocks {
		if heights[i] == 0 {
			continue
		}
		y += b.gap * step
		// The room is given whole for the fit to be that which was measured; the lines stand at its top.
		b.style.top = true
		l.textIn(b.name, box{at.x + b.inset, y, at.w - 2*b.inset, b.room}, heights[i], b.style, b.text)
		y += heights[i]
	}
}

// certificateLetter is set as a Chinese letter: the names in front, then the text, indented.
func (l *layout) certificateLetter(c Certificate, at box) {
	names, text, prize, closing := l.certificateWords(c)
	l.stack(at, []stacked{
		{"unit", style{size: 17, lines: 2, leading: 1.2}, c.Unit, 9, 0, 0},
		{"name", style{size: 30, single: 20, bold: true, lines: 3, leading: 1.2}, l.word("print.certificate.to", "Names", names), 19, 0.3, 0},
		{"body", style{size: 20, lines: 3, indent: 2, leading: 1.4}, text, 24, 0.6, 0},
		{"prize", style{size: 38, single: 18, bold: true, color: red, lines: 2, align: alignCentre, spacing: 0.15, leading: 1.15}, prize, 16, 0.9, 0},
		{"label", style{size: 20, lines: 1, indent: 2, leading: 1.3, quiet: true}, closing, 10, 0.9, 0},
	})
}

// certificateCentred is set as certificates in Latin script are: everything in the middle.
func (l *layout) certificateCentred(c Certificate, at box) {
	names, text, prize, closing := l.certificateWords(c)
	l.stack(at, []stacked{
		{"label", style{size: 14, lines: 1, color: soft, align: alignCentre, quiet: true}, l.word("print.certificate.opening"), 7, 0, 0},
		{"name", style{size: 32, single: 20, lines: 3, bold: true, align: alignCentre, leading: 1.2}, l.word("print.certificate.to", "Names", names), 19, 0.8, 0},
		{"unit", style{size: 15, lines: 2, align: alignCentre, leading: 1.2}, c.Unit, 9, 0.4, 0},
		{"body", style{size: 17, single: 15.5, lines: 3, align: alignCentre, leading: 1.35}, text, 21, 0.8, 8},
		{"prize", style{size: 34, single: 18, lines: 2, bold: true, color: red, align: alignCentre, leading: 1.15}, prize, 15, 0.8, 0},
		{"label", style{size: 14, lines: 1, color: soft, align: alignCentre, quiet: true}, closing, 7, 0.8, 0},
	})
}

// certificateSeal sets issuers and date, and keeps the room around them free for the seal that is stamped over them.
func (l *layout) certificateSeal(c Certificate, at box) {
	l.keep("seal", box{at.x + (at.w-sealSide)/2, at.y, sealSide, sealSide})
	issuers, date := box{at.x, at.y + 8, at.w, 20}, box{at.x, at.y + 29, at.w, 9}
	l.text("issuer", issuers, style{size: 18, single: 13, align: alignCentre, leading: 1.2, breaks: true}, strings.Join(c.Issuers, "\n"))
	if c.Date.IsZero() {
		return
	}
	l.text("date", date, style{size: 17, lines: 1, align: alignCentre}, l.date(c.Date))
}

func (l *layout) date(d Date) string {
	return l.word("print.date", "Year", d.Year, "Month", l.word("print.month."+month(d.Month)), "Day", d.Day, "Chinese", ChineseDate(d))
}

func (l *layout) certificateNumber(c Certificate, at box) {
	number := ""
	if c.Number != "" {
		number = l.word("print.certificate.number", "Number", c.Number)
	}
	small := style{size: 9, lines: 1, color: soft}
	l.text("number", box{at.x, at.y, at.w, at.h / 2}, small, number)
	small.size = 7.5
	l.text("chain", box{at.x, at.y + at.h/2, at.w, at.h / 2}, small, l.chain(c.ChainHead))
}
