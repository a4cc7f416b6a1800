package print

import "math"

// column is a column of a table that runs over pages.
type column struct {
	title string
	// field names the cells in notes.
	field string
	// weight is its share of the width.
	weight float64
	align  align
	bold   bool
}

// table is a list over as many pages as it needs, with its head repeated on each.
type table struct {
	columns []column
	// size of the text, in points; rowHeight of a row of one line, in millimetres.
	size, rowHeight float64
	rows            []tableRow
}

// tableRow is a row of a table.
type tableRow struct {
	cells []string
	// heading makes the row a title over the rows that follow; it has one cell, and is kept together with the next row.
	heading bool
	// repeat is the text of a heading where it is repeated on a new page.
	repeat string
	// strong sets the row on a grey ground.
	strong bool
	// closing draws a heavy line under the row.
	closing bool
}

const (
	cellPad     = 1.2 // beside the text, in millimetres
	headHeight  = 8.0
	headingRoom = 9.0
	cellLeading = 1.2
	// cellShrink is how far a cell shrinks on one line before it is wrapped.
	cellShrink = 0.85
)

// sheet lays tables on pages. newPage begins a page and returns the room for the table.
type sheet struct {
	layout  *layout
	newPage func() box
	room    box
	open    bool
}

// put sets a table, beginning new pages where the room ends. The head of the table, and the heading that a row stands
// under, come again on each page.
func (s *sheet) put(t table) {
	if !s.open {
		s.room, s.open = s.newPage(), true
	}
	under := ""
	headed := false
	for i, row := range t.rows {
		if row.heading {
			under, headed = row.repeat, false
			if s.need(t, i) > s.room.h {
				s.room = s.newPage()
			}
			s.heading(row.cells[0])
			continue
		}
		need := s.height(t, row)
		if !headed {
			need += headHeight
		}
		if need > s.room.h {
			s.room, headed = s.newPage(), false
			if under != "" {
				s.heading(under)
			}
		}
		if !headed {
			s.head(t)
			headed = true
		}
		s.row(t, row)
	}
}

// need is the room that a heading takes together with the row after it.
func (s *sheet) need(t table, at int) float64 {
	need := headingRoom
	if at+1 < len(t.rows) && !t.rows[at+1].heading {
		need += headHeight + s.height(t, t.rows[at+1])
	}
	return need
}

func (s *sheet) heading(text string) {
	strip, rest := s.room.cutTop(headingRoom)
	s.room = rest
	s.layout.text("heading", box{strip.x, strip.y + 2, strip.w, strip.h - 3}, style{size: 12, bold: true, lines: 1}, text)
}

func (s *sheet) head(t table) {
	strip, rest := s.room.cutTop(headHeight)
	s.room = rest
	s.layout.fillBox(strip, shade)
	s.layout.rule(point{strip.x, strip.y}, point{strip.right(), strip.y}, 0.4, black)
	s.layout.rule(point{strip.x, strip.bottom()}, point{strip.right(), strip.bottom()}, 0.2, black)
	for i, cell := range strip.columns(t.weights()...) {
		c := t.columns[i]
		s.layout.label(cell.insetX(cellPad), style{size: t.size - 1, single: t.size - 2, bold: true, align: c.align, lines: 2,
			leading: 1.1}, c.title)
	}
}

func (t table) weights() []float64 {
	out := make([]float64, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.weight
	}
	return out
}

func (t table) cellStyle(c column) style {
	return style{size: t.size, single: t.size * cellShrink, align: c.align, bold: c.bold, leading: cellLeading}
}

// height is what a row takes: that of its fullest cell, which shrinks a little or is wrapped.
func (s *sheet) height(t table, row tableRow) float64 {
	if row.heading {
		return headingRoom
	}
	high := t.rowHeight
	for i, cell := range (box{w: s.room.w}).columns(t.weights()...) {
		st := t.cellStyle(t.columns[i])
		text, _ := s.layout.metrics.resolve(clean(row.cells[i], false))
		if s.layout.width(text, st, st.single) <= cell.w-2*cellPad {
			continue
		}
		lines, _ := s.layout.breakAt(text, cell.w-2*cellPad, st, st.size)
		high = math.Max(high, float64(len(lines))*cellLeading*st.size*mmPerPt+2)
	}
	// What is longer still shrinks, so that a row always fits on a page.
	return math.Min(high, rowLimit)
}

const rowLimit = 60

func (s *sheet) row(t table, row tableRow) {
	strip, rest := s.room.cutTop(s.height(t, row))
	s.room = rest
	if row.strong {
		s.layout.fillBox(strip, shade)
	}
	for i, cell := range strip.columns(t.weights()...) {
		c := t.columns[i]
		s.layout.text(c.field, box{cell.x + cellPad, cell.y + 0.5, cell.w - 2*cellPad, cell.h - 1}, t.cellStyle(c), row.cells[i])
	}
	width, ink := 0.15, hair
	if row.closing {
		width, ink = 0.4, black
	}
	s.layout.rule(point{strip.x, strip.bottom()}, point{strip.right(), strip.bottom()}, width, ink)
}
