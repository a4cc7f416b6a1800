package print

import (
	"math"
	"slices"
	"strings"
)

// column is a column of a table that runs over pages.
type column struct {
	title string
	// field names the cells in notes.
	field string
	// width in millimetres; of a flexible column the share that it gets where not all texts have room on one line.
	width float64
	// flexible columns hold text: they are as wide as it needs, as far as there is room, and wrap it. The others hold
	// figures on one line. Columns of one field are equally wide.
	flexible bool
	align    align
	bold     bool
}

// table is a list over as many pages as it needs, with its head repeated on each.
type table struct {
	columns []column
	// size of the text, in points; rowHeight of a row of one line, in millimetres.
	size, rowHeight float64
	// pad is what a row of several lines has above and below them together, in millimetres.
	pad  float64
	rows []tableRow
	// ruled draws lines between the columns too, for tables that are written into.
	ruled bool
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
	cellShrink = noticeable
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
	s.begin()
	s.fit(&t)
	under, headed := "", false
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
		if i+2 == len(t.rows) || i+2 < len(t.rows) && t.rows[i+2].heading {
			// The last row of a list does not stand alone on a new page.
			need += s.height(t, t.rows[i+1])
		}
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

// begin opens the first page, if none is open.
func (s *sheet) begin() {
	if !s.open {
		s.room, s.open = s.newPage(), true
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
	s.between(t, strip)
	for i, cell := range strip.columns(t.widths()...) {
		c := t.columns[i]
		s.layout.label(cell.insetX(cellPad), style{size: t.size - 1, single: t.size - 2, bold: true, align: c.align, lines: 2,
			leading: 1.1}, c.title)
	}
}

// between draws the lines between and beside the columns of a row, where the table has them.
func (s *sheet) between(t table, strip box) {
	if !t.ruled {
		return
	}
	s.layout.rule(point{strip.x, strip.y}, point{strip.x, strip.bottom()}, 0.15, hair)
	for _, cell := range strip.columns(t.widths()...) {
		s.layout.rule(point{cell.right(), cell.y}, point{cell.right(), cell.bottom()}, 0.15, hair)
	}
}

func (t table) widths() []float64 {
	out := make([]float64, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.width
	}
	return out
}

// fit widens fixed columns whose figures need it, and gives the flexible ones what is left.
func (s *sheet) fit(t *table) {
	all := s.needs(*t)
	t.columns = slices.Clone(t.columns)
	widen(t.columns, all, s.room.w*fixedPart)
	room, needs, shares := s.room.w, []float64{}, []float64{}
	for i, c := range t.columns {
		if c.flexible {
			needs, shares = append(needs, all[i]), append(shares, c.width)
		} else {
			room -= c.width
		}
	}
	widths := shareOut(room, needs, shares)
	for i := range t.columns {
		if t.columns[i].flexible {
			t.columns[i].width, widths = widths[0], widths[1:]
		}
	}
}

// fixedPart is the part of the width up to which fixed columns are widened.
const fixedPart = 0.55

// widen gives fixed columns what they need, as far as together they stay within room.
func widen(columns []column, needs []float64, room float64) {
	extra := 0.0
	for i, c := range columns {
		if !c.flexible {
			room -= c.width
			extra += math.Max(0, needs[i]-c.width)
		}
	}
	if extra == 0 || room <= 0 {
		return
	}
	part := math.Min(1, room/extra)
	for i, c := range columns {
		if !c.flexible {
			columns[i].width += math.Max(0, needs[i]-c.width) * part
		}
	}
}

// shareOut divides room. Where it is enough for all needs, each gets what it needs and an even part of the rest. Otherwise
// nobody gets more than it needs, and those who need more than their share divide what is left by their shares.
func shareOut(room float64, needs, shares []float64) []float64 {
	out, settled := make([]float64, len(needs)), make([]bool, len(needs))
	for changed := true; changed; {
		changed = false
		total := 0.0
		for i, share := range shares {
			if !settled[i] {
				total += share
			}
		}
		left := room
		for i, share := range shares {
			if !settled[i] && needs[i] <= room*share/total {
				out[i], settled[i], changed = needs[i], true, true
				left -= needs[i]
			}
		}
		room = left
	}
	open, total := 0, 0.0
	for i, share := range shares {
		if !settled[i] {
			open, total = open+1, total+share
		}
	}
	for i, share := range shares {
		switch {
		case !settled[i]:
			out[i] = room * share / total
		case open == 0:
			out[i] += room / float64(len(needs))
		}
	}
	return out
}

// needs is the width at which every text of a column stands on one line.
func (s *sheet) needs(t table) []float64 {
	byField := make(map[string]float64)
	for i, c := range t.columns {
		need := 0.0
		if c.flexible {
			need = s.layout.width(clean(c.title, false), style{bold: true}, t.size-1)
		}
		for _, row := range t.rows {
			if row.heading {
				continue
			}
			for _, part := range strings.Split(clean(row.cells[i], true), "\n") {
				need = math.Max(need, s.layout.width(part, style{}, t.size))
			}
		}
		byField[c.field] = math.Max(byField[c.field], need+2*cellPad+0.1)
	}
	out := make([]float64, len(t.columns))
	for i, c := range t.columns {
		out[i] = byField[c.field]
	}
	return out
}

func (t table) cellStyle(c column) style {
	st := style{size: t.size, single: t.size * cellShrink, align: c.align, bold: c.bold, leading: cellLeading}
	if c.flexible {
		st.breaks, st.even = true, true
	} else {
		st.lines = 1
	}
	return st
}

// height is what a row takes: that of its fullest cell, which shrinks a little or is wrapped.
func (s *sheet) height(t table, row tableRow) float64 {
	if row.heading {
		return headingRoom
	}
	high := t.rowHeight
	for i, cell := range (box{w: s.room.w}).columns(t.widths()...) {
		st := t.cellStyle(t.columns[i])
		if st.lines == 1 {
			continue
		}
		text, _ := s.layout.metrics.resolve(clean(row.cells[i], true))
		lines := s.layout.breakAt(text, cell.w-2*cellPad, st)
		if len(lines) == 1 || !strings.Contains(text, "\n") && s.layout.width(text, st, st.single) <= cell.w-2*cellPad {
			continue
		}
		high = math.Max(high, float64(len(lines))*cellLeading*st.size*mmPerPt+t.pad)
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
	s.between(t, strip)
	for i, cell := range strip.columns(t.widths()...) {
		c := t.columns[i]
		s.layout.text(c.field, box{cell.x + cellPad, cell.y + 0.5, cell.w - 2*cellPad, cell.h - 1}, t.cellStyle(c), row.cells[i])
	}
	width, ink := 0.15, hair
	if row.closing {
		width, ink = 0.4, black
	}
	s.layout.rule(point{strip.x, strip.bottom()}, point{strip.right(), strip.bottom()}, width, ink)
}
