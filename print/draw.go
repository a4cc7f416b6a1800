package print

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf16"

	"github.com/jung-kurt/gofpdf"
)

const (
	fontFamily = "body"
	// boldStroke is the width of the line, in ems, that makes a bold out of the one weight that there is.
	boldStroke = 0.03
)

// draw writes a layout as PDF.
func draw(to io.Writer, l *layout, made time.Time) error {
	d := &drawer{
		pdf:       gofpdf.New("P", "mm", "A4", ""),
		metrics:   l.metrics,
		templates: make(map[*backdrop]gofpdf.Template),
	}
	d.begin(l.title, made)
	for _, p := range l.pages {
		if err := d.page(p); err != nil {
			return err
		}
	}
	return d.pdf.Output(to)
}

// drawer turns placed lines and paths into PDF operators.
type drawer struct {
	pdf     *gofpdf.Fpdf
	metrics *metrics
	height  float64
	// templates are the backdrops that the file has already.
	templates map[*backdrop]gofpdf.Template
}

func (d *drawer) begin(title string, made time.Time) {
	d.pdf.SetCreationDate(made.UTC())
	d.pdf.SetModificationDate(made.UTC())
	d.pdf.SetCatalogSort(true)
	d.pdf.SetProducer("kiosk", true)
	d.pdf.SetTitle(title, true)
	d.pdf.SetAutoPageBreak(false, 0)
	// The PDF writer writes into the font that it is given.
	d.pdf.AddUTF8FontFromBytes(fontFamily, "", bytes.Clone(d.metrics.face.data))
	d.pdf.SetFont(fontFamily, "", 10)
}

func (d *drawer) page(p *page) error {
	d.height = p.h
	// The size is given upright and turned by the orientation: gofpdf swaps the sides of a landscape page.
	if p.w > p.h {
		d.pdf.AddPageFormat("L", gofpdf.SizeType{Wd: p.h, Ht: p.w})
	} else {
		d.pdf.AddPageFormat("P", gofpdf.SizeType{Wd: p.w, Ht: p.h})
	}
	if p.backdrop != nil {
		d.backdrop(p)
	}
	for _, panel := range p.panels {
		if err := d.panel(panel); err != nil {
			return err
		}
	}
	return d.pdf.Error()
}

func (d *drawer) panel(p *panel) error {
	if p.turned {
		across := strconv.FormatFloat((2*p.area.x+p.area.w)*perMM, 'f', 2, 64)
		up := strconv.FormatFloat((2*(d.height-p.area.y)-p.area.h)*perMM, 'f', 2, 64)
		d.pdf.RawWriteStr("q -1 0 0 -1 " + across + " " + up + " cm")
		defer d.pdf.RawWriteStr("Q")
	}
	for _, drawn := range p.drawings {
		d.drawing(drawn)
	}
	for _, c := range p.codes {
		d.code(c)
	}
	for _, t := range p.texts {
		for _, line := range t.lines {
			if err := d.line(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// backdrop puts the drawings that pages share into the file once, and refers to them.
func (d *drawer) backdrop(p *page) {
	t, known := d.templates[p.backdrop]
	if !known {
		t = d.pdf.CreateTemplateCustom(gofpdf.PointType{}, gofpdf.SizeType{Wd: p.w, Ht: p.h}, func(t *gofpdf.Tpl) {
			for _, drawn := range p.backdrop.drawings {
				t.RawWriteStr(operators(drawn, p.h))
			}
		})
		d.templates[p.backdrop] = t
	}
	// The writer measures the place from the top of the page as it was given to it, which was upright.
	given := max(p.w, p.h)
	d.pdf.UseTemplateScaled(t, gofpdf.PointType{Y: given - p.h}, gofpdf.SizeType{Wd: p.w, Ht: p.h})
}

func (d *drawer) drawing(drawn drawing) {
	d.pdf.RawWriteStr(operators(drawn, d.height))
}

// operators writes a drawing as PDF, for a page of the given height in millimetres.
func operators(drawn drawing, height float64) string {
	out := appendColor([]byte("q "), drawn.color)
	if drawn.fill {
		out = append(out, "rg\n"...)
		return string(append(drawn.path.appendTo(out, height), "f Q"...))
	}
	out = appendNumber(append(out, "RG "...), drawn.width*perMM)
	out = append(out, "w 0 J 0 j "...)
	if drawn.dashes != "" {
		out = append(out, drawn.dashes+" d "...)
	}
	return string(append(drawn.path.appendTo(out, height), "S Q"...))
}

func appendColor(out []byte, c color) []byte {
	for _, part := range []uint8{c.r, c.g, c.b} {
		out = append(strconv.AppendFloat(out, float64(part)/255, 'f', 3, 64), ' ')
	}
	return out
}

// code draws a QR code as black rectangles, neighbours in a row merged into one, on a white ground.
func (d *drawer) code(c code) {
	ground, modules := &path{}, &path{}
	ground.rect(c.whole())
	unit := c.at.w / float64(len(c.modules))
	for _, r := range runs(c.modules) {
		modules.rect(box{c.at.x + float64(r.column)*unit, c.at.y + float64(r.row)*unit, float64(r.length) * unit, unit})
	}
	d.drawing(drawing{path: ground, fill: true, color: white})
	d.drawing(drawing{path: modules, fill: true, color: black})
}

// line draws a line of text. Characters beyond the basic plane, or of another font, cannot be put in the PDF's font and are
// drawn as outlines.
func (d *drawer) line(l placedLine) error {
	em := l.size * mmPerPt
	d.pdf.SetFontSize(l.size)
	d.ink(l, em)
	x, start, text := l.x, 0, l.text
	for at, r := range text {
		g, _ := d.metrics.glyph(r)
		if !g.drawn {
			continue
		}
		x += d.plain(x, l, text[start:at])
		if err := d.rare(r, x, l, em); err != nil {
			return err
		}
		x += (g.advance + l.style.spacing) * em
		start = at + len(string(r))
	}
	d.plain(x, l, text[start:])
	d.pdf.RawWriteStr("0 Tr 0 Tc")
	return nil
}

// ink sets the colours, the weight and the spacing of a line.
func (d *drawer) ink(l placedLine, em float64) {
	c := l.style.color
	d.pdf.SetTextColor(int(c.r), int(c.g), int(c.b))
	out := appendColor(nil, c)
	out = append(out, "RG "...)
	if l.style.bold {
		out = appendNumber(out, boldStroke*em*perMM)
		out = append(out, "w 1 j 2 Tr "...)
	} else {
		out = append(out, "0 Tr "...)
	}
	out = appendNumber(out, l.style.spacing*l.size)
	out = append(out, "Tc"...)
	d.pdf.RawWriteStr(string(out))
}

// plain draws text of the basic plane and returns how far it reaches.
func (d *drawer) plain(x float64, l placedLine, text string) float64 {
	if text == "" {
		return 0
	}
	d.pdf.Text(x, l.baseline, text)
	count := 0.0
	for range text {
		count++
	}
	return (d.metrics.width(text) + l.style.spacing*count) * l.size * mmPerPt
}

// rare draws one character as an outline. An invisible space of the same width lies below and carries the character, so
// that it can be searched for and copied.
func (d *drawer) rare(r rune, x float64, l placedLine, em float64) error {
	drawn, err := d.metrics.outline(r, x, l.baseline, em)
	if err != nil {
		return err
	}
	d.pdf.RawWriteStr(fmt.Sprintf("/Span <</ActualText <FEFF%s>>> BDC 3 Tr", utf16Hex(r)))
	d.pdf.Text(x, l.baseline, "\u3000")
	d.pdf.RawWriteStr("EMC 0 Tr")
	d.drawing(drawing{path: drawn, fill: true, color: l.style.color})
	if l.style.bold {
		d.drawing(drawing{path: drawn, color: l.style.color, width: boldStroke * em})
		d.pdf.RawWriteStr("2 Tr")
	}
	return nil
}

func utf16Hex(r rune) string {
	out := ""
	for _, unit := range utf16.Encode([]rune{r}) {
		out += fmt.Sprintf("%04X", unit)
	}
	return out
}
