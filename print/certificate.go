package print

import (
	"context"
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

func (l *layout) certificate(c Certificate, frame []drawing) {
	l.addPage(a4Long, a4Short)
	l.panel.drawings = append(l.panel.drawings, frame...)
	centred := l.word("print.certificate.setting") == "centred"
	l.label(box{40, 27, a4Long - 80, 25}, style{size: 50, bold: true, color: red, lines: 1, align: alignCentre, spacing: 0.35, leading: 1.1},
		l.word("print.certificate."+c.Kind.key()+".title"))
	body := box{42, 62, a4Long - 84, 78}
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

// certificateLetter is set as a Chinese letter: the names in front, then the text, indented.
func (l *layout) certificateLetter(c Certificate, at box) {
	names, text, prize, closing := l.certificateWords(c)
	if prize == "" {
		at = box{at.x, at.y + 7, at.w, at.h}
	}
	if c.Unit != "" {
		var unit box
		unit, at = at.cutTop(9)
		l.text("unit", unit, style{size: 17, lines: 2, leading: 1.1}, c.Unit)
	} else {
		_, at = at.cutTop(5)
	}
	who, at := at.cutTop(18)
	l.text("name", who, style{size: 30, single: 20, bold: true, lines: 2, leading: 1.15}, l.word("print.certificate.to", "Names", names))
	_, at = at.cutTop(2)
	part, at := at.cutTop(21)
	if prize == "" {
		part.h += 8
		at = box{at.x, at.y + 8, at.w, at.h - 8}
	}
	l.text("body", part, style{size: 20, lines: 3, indent: 2, leading: 1.4, top: true}, text)
	if prize != "" {
		var strip box
		strip, at = at.cutTop(17)
		l.text("prize", strip, style{size: 36, single: 18, bold: true, color: red, lines: 2, align: alignCentre, spacing: 0.15, leading: 1.1}, prize)
	}
	l.label(box{at.x, at.y, 124, min(at.h, 11)}, style{size: 20, lines: 1, indent: 2}, closing)
}

// certificateCentred is set as certificates in Latin script are: everything in the middle.
func (l *layout) certificateCentred(c Certificate, at box) {
	names, text, prize, closing := l.certificateWords(c)
	middle := style{align: alignCentre}
	with := func(size float64, lines int, bold bool, c color) style {
		s := middle
		s.size, s.lines, s.bold, s.color, s.leading = size, lines, bold, c, 1.2
		return s
	}
	opening, at := at.cutTop(9)
	l.label(opening, with(14, 1, false, soft), l.word("print.certificate.opening"))
	who, at := at.cutTop(17)
	l.text("name", who, with(30, 2, true, black), l.word("print.certificate.to", "Names", names))
	unit, at := at.cutTop(9)
	l.text("unit", unit, with(15, 2, false, black), c.Unit)
	part, at := at.cutTop(17)
	l.text("body", part, with(17, 2, false, black), text)
	if prize != "" {
		var strip box
		strip, at = at.cutTop(17)
		l.text("prize", strip, with(32, 2, true, red), prize)
	}
	l.label(box{at.x + 40, at.y, at.w - 80, min(at.h, 9)}, with(14, 1, false, soft), closing)
}

// certificateSeal sets issuers and date, and keeps the room around them free for the seal that is stamped over them.
func (l *layout) certificateSeal(c Certificate, at box) {
	l.keep("seal", box{at.x + (at.w-sealSide)/2, at.y, sealSide, sealSide})
	issuers, date := box{at.x, at.y + 8, at.w, 20}, box{at.x, at.y + 29, at.w, 9}
	l.text("issuer", issuers, style{size: 18, single: 13, lines: 4, align: alignCentre, leading: 1.2, breaks: true}, strings.Join(c.Issuers, "\n"))
	if c.Date.IsZero() {
		return
	}
	l.label(date, style{size: 17, lines: 1, align: alignCentre}, l.date(c.Date))
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
