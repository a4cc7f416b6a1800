package print

import (
	"fmt"
	"io"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// glyphScale is the em, in pixels, at which outlines are read: a thousandth of an em is far below what a printer shows.
const glyphScale = 1000

// face is a font as documents use it, with the fonts that help out where it lacks a character. It is read only and may
// serve several documents at a time.
type face struct {
	data []byte
	// fonts begin with the font itself.
	fonts []*sfnt.Font
}

func newFace(data []byte, rare []io.ReaderAt) (*face, error) {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	f := &face{data: data, fonts: []*sfnt.Font{parsed}}
	for _, source := range rare {
		collection, err := sfnt.ParseCollectionReaderAt(source)
		if err != nil {
			return nil, fmt.Errorf("reading a font of rare characters: %w", err)
		}
		// The fonts of a collection have the same characters, in the styles of different places: the first will do.
		other, err := collection.Font(0)
		if err != nil {
			return nil, fmt.Errorf("reading a font of rare characters: %w", err)
		}
		f.fonts = append(f.fonts, other)
	}
	return f, nil
}

// glyph is one character of a font.
type glyph struct {
	font  *sfnt.Font
	index sfnt.GlyphIndex
	// advance is in ems.
	advance float64
	// drawn says that the PDF's font cannot show the character: it is drawn as an outline.
	drawn bool
}

// metrics measures text. It remembers what it looked up and belongs to one document.
type metrics struct {
	face   *face
	buffer sfnt.Buffer
	known  map[rune]glyph
}

func newMetrics(from *face) *metrics {
	return &metrics{face: from, known: make(map[rune]glyph)}
}

// glyph looks a character up; ok is false where no font has it.
func (m *metrics) glyph(r rune) (g glyph, ok bool) {
	g, seen := m.known[r]
	if !seen {
		g = m.lookUp(r)
		m.known[r] = g
	}
	return g, g.index != 0
}

func (m *metrics) lookUp(r rune) glyph {
	for i, from := range m.face.fonts {
		index, err := from.GlyphIndex(&m.buffer, r)
		if err != nil || index == 0 {
			continue
		}
		advance, err := from.GlyphAdvance(&m.buffer, index, fixed.I(glyphScale), font.HintingNone)
		if err != nil {
			continue
		}
		g := glyph{font: from, index: index, advance: float64(advance) / 64 / glyphScale, drawn: i > 0 || r > 0xFFFF}
		if g.drawn && !m.hasOutline(g) {
			continue
		}
		return g
	}
	return glyph{}
}

// hasOutline reports that a character can be drawn: fonts of pictures have none.
func (m *metrics) hasOutline(g glyph) bool {
	segments, err := g.font.LoadGlyph(&m.buffer, g.index, fixed.I(glyphScale), nil)
	return err == nil && len(segments) > 0
}

// width returns the length of a text in ems. A character that is missing has the width of the box that stands for it.
func (m *metrics) width(s string) float64 {
	total := 0.0
	for _, r := range s {
		g, ok := m.glyph(r)
		if !ok {
			g, _ = m.glyph(missingRune)
		}
		total += g.advance
	}
	return total
}

// resolve replaces the characters that the font lacks by the box, and returns them in the order of their appearance.
func (m *metrics) resolve(s string) (shown string, missing []rune) {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if _, ok := m.glyph(r); !ok && r != '\n' {
			missing = append(missing, r)
			r = missingRune
		}
		out = append(out, r)
	}
	return string(out), missing
}

// outline returns the drawing of a character at an origin on the baseline, with an em of size millimetres.
func (m *metrics) outline(r rune, x, baseline, size float64) (*path, error) {
	g, ok := m.glyph(r)
	if !ok {
		return nil, fmt.Errorf("no outline for %U", r)
	}
	segments, err := g.font.LoadGlyph(&m.buffer, g.index, fixed.I(glyphScale), nil)
	if err != nil {
		return nil, fmt.Errorf("reading the outline of %U: %w", r, err)
	}
	at := func(p fixed.Point26_6) point {
		scale := size / 64 / glyphScale
		return point{x + float64(p.X)*scale, baseline + float64(p.Y)*scale}
	}
	drawn := &path{}
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				drawn.close()
			}
			drawn.moveTo(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			drawn.lineTo(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			drawn.quadTo(at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			drawn.curveTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	drawn.close()
	return drawn, nil
}
