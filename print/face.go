package print

import (
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// glyphScale is the em, in pixels, at which outlines are read: a thousandth of an em is far below what a printer shows.
const glyphScale = 1000

// face is a font as documents use it. It is read only and may serve several documents at a time.
type face struct {
	data []byte
	font *sfnt.Font
}

func newFace(data []byte) (*face, error) {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	return &face{data: data, font: parsed}, nil
}

// glyph is one character of the font.
type glyph struct {
	index sfnt.GlyphIndex
	// advance is in ems.
	advance float64
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

// glyph looks a character up; ok is false where the font has none.
func (m *metrics) glyph(r rune) (g glyph, ok bool) {
	g, seen := m.known[r]
	if !seen {
		g = m.lookUp(r)
		m.known[r] = g
	}
	return g, g.index != 0
}

func (m *metrics) lookUp(r rune) glyph {
	index, err := m.face.font.GlyphIndex(&m.buffer, r)
	if err != nil || index == 0 {
		return glyph{}
	}
	advance, err := m.face.font.GlyphAdvance(&m.buffer, index, fixed.I(glyphScale), font.HintingNone)
	if err != nil {
		return glyph{}
	}
	return glyph{index: index, advance: float64(advance) / 64 / glyphScale}
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
	segments, err := m.face.font.LoadGlyph(&m.buffer, g.index, fixed.I(glyphScale), nil)
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
