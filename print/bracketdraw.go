package print

import "math"

// Measures of brackets, in millimetres.
const (
	bracketStrip   = 6.0 // a round's name
	bracketGap     = 2.5 // below the name
	bracketCaption = 3.6 // the words above a box
	bracketAir     = 2.4 // between two boxes, one above the other
	tallestSlot    = 15.0
	tallestBox     = 19.0
	tallestInner   = 23.0 // where the halves face each other and columns are narrow
	widestBox      = 62.0
	joinRoom       = 12.0 // beside a box that goes on on another page
	centreWidth    = 43.0 // of the final between the halves
	championHigh   = 27.0
)

// bracketLayout sets the pages of one bracket.
type bracketLayout struct {
	*layout
	in BracketSheet
	// captions keeps room above the boxes.
	captions bool
	// score is the width of the longest score, in millimetres.
	score float64
	// crowned and placed say that the champion and the matches for places have been set.
	crowned, placed bool
}

func (b *bracketLayout) caption() float64 {
	if b.captions {
		return bracketCaption
	}
	return 0
}

// open begins a page. part and parts are its number among those of a divided bracket.
func (b *bracketLayout) open(part, parts int) box {
	head := listHead{event: b.in.Event, title: b.word("print.bracket.title"), subtitle: joined("　", b.in.Phase, b.in.After)}
	if parts > 1 {
		head.subtitle = joined("　", head.subtitle, b.word("print.bracket.part", "Part", part, "Parts", parts))
	}
	if b.in.Provisional {
		head.tag = b.word("print.provisional")
	}
	return b.widePage(head)
}

// trees sets the trees of a bracket. last says that nothing follows: the champion stands at its end.
func (b *bracketLayout) trees(f *bracketForest, last bool) {
	parts := f.parts(len(b.pages) + 1)
	for i, part := range parts {
		body := b.open(i+1, len(parts))
		ends := last && i+1 == len(parts) && len(part.roots) == 1
		d := bracketPage{bracketLayout: b, names: f.names, ends: ends}
		if part.facing {
			d.facingHalves(part.roots[0], body)
		} else {
			groups, _ := bands(part.roots)
			d.bands(groups, body)
		}
	}
}

// bracketPage sets one page of trees.
type bracketPage struct {
	*bracketLayout
	names []string
	// ends says that the page ends in the final.
	ends bool
	// slot is the height of a place; top is where the first one begins.
	slot, top float64
	// tallest is the greatest height of a box, connect the room for lines between two columns.
	tallest, connect float64
	// frames are the boxes set so far.
	frames map[*knot]box
}

// columnSpan is the first and the last column of trees on a page.
func columnSpan(roots []*knot) (first, last int) {
	first = math.MaxInt
	for _, k := range roots {
		first, last = min(first, k.column-k.depth()+1), max(last, k.column)
	}
	return first, last
}

// joins reports whether a place in a column after the given one comes from another page.
func (k *knot) joins(after int) bool {
	for _, feed := range k.feeds {
		if feed != nil && (feed.page > 0 && k.column > after || feed.page == 0 && feed.joins(after)) {
			return true
		}
	}
	return false
}

// bands sets trees that grow to the right, in bands beside each other.
func (d *bracketPage) bands(groups [][]*knot, body box) {
	d.tallest, d.connect, d.frames = tallestBox, 8, map[*knot]box{}
	most, columns, left, right := 0, 0, 0.0, 0.0
	for _, group := range groups {
		slots := 0
		for _, k := range group {
			slots += k.slots()
			if k.next > 0 {
				right = joinRoom
			}
		}
		first, last := columnSpan(group)
		for _, k := range group {
			if k.joins(first - 1) {
				left = joinRoom
			}
			if k.joins(first) {
				d.connect = joinRoom
			}
		}
		most, columns = max(most, slots), max(columns, last-first+1)
	}
	crown := d.ends && d.in.Champion != nil
	if crown {
		columns++
	}
	strip, field := body.cutTop(bracketStrip + bracketGap)
	d.slot = min(field.h/float64(most), tallestSlot)
	d.top = field.y + (field.h-d.slot*float64(most))/2
	strip.y = d.top - bracketStrip - bracketGap
	band := body.w / float64(len(groups))
	step := min((band-left-right+d.connect)/float64(columns), widestBox+d.connect)
	wide := left + right + step*float64(columns) - d.connect
	for g, group := range groups {
		x := body.x + band*float64(g) + (band-wide)/2 + left
		d.band(group, box{x, strip.y, step - d.connect, bracketStrip}, step)
	}
	if !d.ends {
		return
	}
	root := groups[0][0]
	frame := d.frames[root]
	if crown {
		at := box{frame.x + step, frame.y + frame.h/2 - championHigh/2, frame.w, championHigh}
		d.rule(point{frame.right(), frame.y + frame.h/2}, point{at.x, frame.y + frame.h/2}, 0.5, black)
		d.champion(at)
		frame.x = at.x
	}
	d.places(box{frame.x, field.y, frame.w, field.h})
}

// band sets the trees of one band; head is the strip over its first column.
func (d *bracketPage) band(group []*knot, head box, step float64) {
	first, last := columnSpan(group)
	for c := first; c <= last; c++ {
		d.roundName(box{head.x + step*float64(c-first), head.y, head.w, head.h}, d.names[c])
	}
	from := 0.0
	for _, root := range group {
		var boxes []placedKnot
		boxes, from = root.placed(from)
		for _, k := range boxes {
			x := head.x + step*float64(k.column-first)
			d.set(k, x, head.w, false)
		}
		d.onwards(root)
	}
}

// facingHalves sets the halves of a tree to the left and to the right of its final.
func (d *bracketPage) facingHalves(root *knot, body box) {
	d.tallest, d.connect, d.frames = tallestInner, 4, map[*knot]box{}
	halves := root.inner()
	first, _ := columnSpan(halves[:])
	columns := root.column - first
	strip, field := body.cutTop(bracketStrip + bracketGap)
	most := max(halves[0].slots(), halves[1].slots())
	d.slot = min(field.h/float64(most), tallestSlot)
	left, right := 0.0, 0.0
	if root.joins(first - 1) {
		left, right = joinRoom, joinRoom
	}
	if root.joins(first) {
		d.connect = joinRoom
	}
	side := (body.w - centreWidth - left - right) / 2
	weights := make([]float64, columns)
	for i := range weights {
		weights[i] = 1
	}
	// The first round has the names that are read for the first time.
	weights[0] = 1.4
	cells := box{body.x + left, strip.y, side, bracketStrip}.columns(weights...)
	var ends [2]float64
	for h, half := range halves {
		d.top = field.y + (field.h-d.slot*float64(half.slots()))/2
		boxes, _ := half.placed(0)
		for _, cell := range cells {
			cell.w -= d.connect
			d.roundName(d.mirrored(cell, body, h == 1), d.names[first+indexOf(cells, cell.x)])
		}
		for _, k := range boxes {
			cell := cells[k.column-first]
			cell.w -= d.connect
			at := d.mirrored(cell, body, h == 1)
			d.set(k, at.x, at.w, h == 1)
		}
		ends[h] = d.top + boxes[len(boxes)-1].y*d.slot
	}
	d.final(root, box{body.x + (body.w-centreWidth)/2, field.y, centreWidth, field.h}, (ends[0]+ends[1])/2)
}

func indexOf(cells []box, x float64) int {
	for i, cell := range cells {
		if cell.x == x {
			return i
		}
	}
	return 0
}

// mirrored is a cell of the left half, or the one that faces it.
func (d *bracketPage) mirrored(cell, body box, mirror bool) box {
	if mirror {
		cell.x = body.x + body.right() - cell.right()
	}
	return cell
}

// final sets the final between the halves, the champion over it and the matches for places below.
func (d *bracketPage) final(root *knot, at box, y float64) {
	high := d.caption() + tallestInner
	frame := box{at.x, y - high/2 + d.caption(), at.w, tallestInner}
	d.box(frame, root.box)
	d.frames[root] = frame
	for n, feed := range root.inner() {
		d.lead(feed, root, n, n == 1)
	}
	name := box{at.x, frame.y - d.caption() - bracketGap - bracketStrip, at.w, bracketStrip}
	d.roundName(name, d.names[root.column])
	d.onwards(root)
	if d.ends && d.in.Champion != nil {
		crown := box{at.x, max(at.y, name.y-10-championHigh), at.w, championHigh}
		d.rule(point{at.x + at.w/2, crown.bottom()}, point{at.x + at.w/2, name.y}, 0.5, black)
		d.champion(crown)
	}
	if d.ends {
		d.places(at)
	}
}

// set draws a box of a tree, with the lines that lead to it. turned is for the right half: its lines come from the right.
func (d *bracketPage) set(k placedKnot, x, w float64, turned bool) {
	room := 2*min(k.y-k.from, k.to-k.y)*d.slot - d.caption() - bracketAir
	high := min(room, d.tallest)
	frame := box{x, d.top + k.y*d.slot + d.caption()/2 - high/2, w, high}
	d.frames[k.knot] = frame
	d.box(frame, k.box)
	for n, feed := range k.feeds {
		switch {
		case feed == nil:
		case feed.page > 0:
			d.comes(frame, n, feed.page, turned)
		default:
			d.lead(feed, k.knot, n, turned)
		}
	}
}

// place is the middle of one of the two places of a box.
func place(frame box, n int) float64 { return frame.y + frame.h*(0.25+0.5*float64(n)) }

// lead draws the line from a box to a place of the next.
func (d *bracketPage) lead(from, to *knot, n int, turned bool) {
	a, b := d.frames[from], d.frames[to]
	start, end := point{a.right(), a.y + a.h/2}, point{b.x, place(b, n)}
	if turned {
		start.x, end.x = a.x, b.right()
	}
	middle := (start.x + end.x) / 2
	width, ink := 0.25, line
	if from.box.Top.Won || from.box.Bottom.Won {
		width, ink = 0.5, black
	}
	p := &path{}
	p.line(start, point{middle, start.y}, point{middle, end.y}, end)
	d.stroke(p, width, ink)
}

// comes says from which page a place comes.
func (d *bracketPage) comes(frame box, n, page int, turned bool) {
	y := place(frame, n)
	at := box{frame.x - joinRoom, y - 4.2, joinRoom - 1.5, 3.6}
	tip, tail := frame.x, frame.x-joinRoom+1
	if turned {
		at.x, tip, tail = frame.right()+1.5, frame.right(), frame.right()+joinRoom-1
	}
	d.arrow(point{tail, y}, tip)
	d.label(at, style{size: 7, lines: 1, align: alignCentre, color: soft}, d.word("print.bracket.page", "Page", page))
}

// onwards says to which page the winner goes on.
func (d *bracketPage) onwards(root *knot) {
	if root.next == 0 {
		return
	}
	frame := d.frames[root]
	y := frame.y + frame.h/2
	d.arrow(point{frame.right(), y}, frame.right()+joinRoom-1)
	d.label(box{frame.right() + 0.5, y - 4.2, joinRoom - 1.5, 3.6}, style{size: 7, lines: 1, align: alignCentre, color: soft},
		d.word("print.bracket.page", "Page", root.next))
}

// arrow draws a line along a row, with its head at x.
func (d *bracketPage) arrow(from point, x float64) {
	d.rule(from, point{x, from.y}, 0.35, black)
	back := x - math.Copysign(1.8, x-from.x)
	p := &path{}
	p.polygon(point{x, from.y}, point{back, from.y - 0.8}, point{back, from.y + 0.8})
	d.fill(p, black)
}

func (b *bracketLayout) roundName(at box, name string) {
	b.fillBox(at, shade)
	b.text("heading", at.insetX(1), style{size: 9.5, single: 6.5, bold: true, lines: 2, align: alignCentre, leading: 1.05}, name)
}

// box draws a match: its words above, then the two places with the winner on a grey ground, in bold, behind a bar.
func (b *bracketLayout) box(frame box, m BracketBox) {
	table := ""
	if m.Table != "" {
		table = b.word("print.bracket.table", "Table", m.Table)
	}
	if b.captions {
		b.text("remark", box{frame.x, frame.y - bracketCaption, frame.w, bracketCaption - 0.2}, style{size: 6.5, lines: 1, color: soft},
			joined(" · ", table, m.Note))
	}
	score := b.scoreWidth(frame.w)
	for n, name := range []BracketName{m.Top, m.Bottom} {
		b.name(frame.rows(2)[n], name, score)
	}
	b.rule(point{frame.x, frame.y + frame.h/2}, point{frame.right(), frame.y + frame.h/2}, 0.15, line)
	b.rule(point{frame.right() - score, frame.y}, point{frame.right() - score, frame.bottom()}, 0.15, line)
	b.frame(frame, 0.35, black)
}

// scoreWidth is that of the column of results in a box.
func (b *bracketLayout) scoreWidth(w float64) float64 {
	return min(max(b.score, w*0.15), w*0.26)
}

const (
	nameBar     = 1.1 // beside a winner
	largestName = 10.5
	scoreSize   = 9.0
	// bracketFine is the size of names, in points, down to which they are fitted without a word.
	bracketFine = 7.0
	unitPart    = 0.78 // the size of the unit, as a part of the name's
)

// name sets one place of a box: the entrant, below it the unit, and the score in a cell of its own.
func (b *bracketLayout) name(at box, n BracketName, score float64) {
	if n.Won {
		b.fillBox(at, shade)
		b.fillBox(box{at.x, at.y, nameBar, at.h}, black)
	}
	cell, left := at.cutRight(score)
	b.text("result", cell.inset(0.4), style{size: min(11, at.h*1.7), lines: 1, bold: n.Won, align: alignCentre, leading: 1.05}, n.Score)
	inner := box{left.x + nameBar + 0.7, left.y + 0.3, left.w - nameBar - 1.2, left.h - 0.6}
	size := min(largestName, inner.h*0.53/(1.1*mmPerPt))
	switch n.Kind {
	case BracketBye:
		b.label(inner, style{size: size, lines: 1, color: soft}, b.word("print.bye"))
	case BracketOpen:
		b.text("entrant", inner, style{size: size * 0.9, single: size * 0.7, fine: bracketFine * unitPart, lines: 2, color: soft, even: true, leading: 1.08}, n.Text)
	default:
		b.entrant(inner, n, size, alignLeft)
	}
}

// entrant divides the height between name and unit by what each needs.
func (b *bracketLayout) entrant(at box, n BracketName, size float64, from align) {
	named := style{size: size, single: size * 0.8, fine: bracketFine, bold: n.Won, even: true, align: from, leading: 1.08}
	text := joined(" ", n.Number, n.Text)
	if n.Unit == "" {
		named.size = size * 1.15
		b.text("entrant", at, b.unbroken(at, named, text), text)
		return
	}
	under := style{size: size * unitPart, single: size * unitPart * 0.8, fine: bracketFine * unitPart, color: soft, even: true, align: from, leading: 1.08}
	name, unit := b.divided(at, named, under, text, n.Unit)
	b.text("entrant", name, b.unbroken(name, named, text), text)
	b.text("unit", unit, b.unbroken(unit, under, n.Unit), n.Unit)
}

// divided is a box cut in two so that two texts, one below the other, are as large as can be.
func (b *bracketLayout) divided(at box, above, below style, first, second string) (upper, lower box) {
	best := 0.0
	for _, part := range []float64{0.57, 0.54, 0.51, 0.48, 0.45, 0.42, 0.6, 0.63} {
		up, down := at.cutTop(at.h * part)
		one, two := b.fittedSize(up, above, first), b.fittedSize(down, below, second)
		// What stands below may be a little smaller.
		if least := min(one, two*1.12); least > best {
			best, upper, lower = least, up, down
		}
		if one >= above.size*noticeable && two >= below.size*noticeable {
			break
		}
	}
	return upper, lower
}

// fittedSize is the size at which a text fits into a box.
func (b *bracketLayout) fittedSize(at box, s style, text string) float64 {
	shown, _ := b.metrics.resolve(clean(text, false))
	if shown == "" {
		return s.size
	}
	_, size := b.fit(shown, at, b.unbroken(at, s, text))
	return size
}

// unbroken is a style that keeps a text on one line where breaking it makes it no larger.
func (b *bracketLayout) unbroken(at box, s style, text string) style {
	shown, _ := b.metrics.resolve(clean(text, false))
	if shown == "" {
		return s
	}
	one := s
	one.lines = 1
	_, broken := b.fit(shown, at, s)
	if _, whole := b.fit(shown, at, one); whole >= broken {
		return one
	}
	return s
}

// champion sets the box of the winner, with a crown.
func (b *bracketLayout) champion(at box) {
	b.crowned = true
	p := &path{}
	p.roundRect(at, 2.5)
	b.fill(p, white)
	b.stroke(p, 1.1, gold)
	inside := &path{}
	inside.roundRect(at.inset(1.2), 1.6)
	b.stroke(inside, 0.3, gold)
	b.crown(point{at.x + at.w/2, at.y + 4.6})
	title, rest := box{at.x + 3, at.y + 6.6, at.w - 6, at.h - 8.2}.cutTop(5)
	b.label(title, style{size: 10, lines: 1, bold: true, color: gold, align: alignCentre, spacing: 0.2}, b.word("print.bracket.champion"))
	n := *b.in.Champion
	if n.Kind == BracketBye || n.Number+n.Text == "" {
		return
	}
	n.Won = n.Kind == BracketEntrant
	b.entrant(rest, n, 12, alignCentre)
}

// crown draws a small crown whose foot is at a point.
func (b *bracketLayout) crown(foot point) {
	p := &path{}
	at := func(x, y float64) point { return point{foot.x + x, foot.y + y} }
	p.polygon(at(-3, 1.6), at(-3.6, -1.4), at(-1.6, -0.1), at(0, -2.4), at(1.6, -0.1), at(3.6, -1.4), at(3, 1.6))
	for _, x := range []float64{-3.6, 0, 3.6} {
		y := -1.7
		if x == 0 {
			y = -2.7
		}
		p.circle(at(x, y), 0.5)
	}
	b.fill(p, gold)
}

// mostPlaces is how many matches for places stand beside the final.
const mostPlaces = 2

// places sets the matches for places at the foot of a column, where there is room below the final.
func (b *bracketLayout) places(column box) {
	if len(b.in.Places) > mostPlaces {
		return
	}
	b.placed = true
	high := bracketStrip + b.caption() + 1 + tallestBox
	y := column.bottom() - (high+4)*float64(len(b.in.Places)) + 4
	for _, p := range b.in.Places {
		b.roundName(box{column.x, y, column.w, bracketStrip}, p.Name)
		b.box(box{column.x, y + bracketStrip + b.caption() + 1, column.w, tallestBox}, p.Box)
		y += high + 4
	}
}

// bracketBlock is a round, or a match for a place, that stands by itself.
type bracketBlock struct {
	name  string
	boxes []BracketBox
}

// placeBlocks are the matches for places that no page of trees has.
func (b *bracketLayout) placeBlocks() []bracketBlock {
	if b.placed {
		return nil
	}
	out := make([]bracketBlock, len(b.in.Places))
	for i, p := range b.in.Places {
		out[i] = bracketBlock{p.Name, []BracketBox{p.Box}}
	}
	return out
}

// flowColumn is a column of rounds that no lines join; the champion has one for himself.
type flowColumn struct {
	name     string
	boxes    []BracketBox
	champion bool
}

// flowColumns is how many columns a page has, at most.
const flowColumns = 8

// flow sets rounds without lines as columns, of the boxes' greatest height that needs the fewest pages. The champion, if no
// page has him yet, comes where last says that nothing follows.
func (b *bracketLayout) flow(blocks []bracketBlock, last bool) {
	crown := last && !b.crowned && b.in.Champion != nil
	if len(blocks) == 0 && !crown {
		return
	}
	var columns []flowColumn
	pages, pitch := math.MaxInt, 0.0
	room := a4Short - 2*wideMarginY - wideHead - wideFoot - bracketStrip - bracketGap
	for perColumn := 8; perColumn <= 12; perColumn++ {
		tried := flowed(blocks, perColumn, crown, len(b.in.Places))
		if need := (len(tried) + flowColumns - 1) / flowColumns; need < pages {
			columns, pages, pitch = tried, need, room/float64(perColumn)
		}
	}
	for n := range pages {
		part := columns[n*flowColumns : min((n+1)*flowColumns, len(columns))]
		b.flowPage(part, b.open(n+1, pages), min(flowColumns, len(columns)), pitch)
	}
}

func flowed(blocks []bracketBlock, perColumn int, crown bool, places int) []flowColumn {
	var out []flowColumn
	rounds := len(blocks)
	if crown {
		rounds = max(0, rounds-places)
	}
	for i, block := range blocks {
		if crown && i == rounds {
			out = append(out, flowColumn{champion: true})
		}
		for start := 0; start < len(block.boxes); start += perColumn {
			out = append(out, flowColumn{name: block.name, boxes: block.boxes[start:min(start+perColumn, len(block.boxes))]})
		}
	}
	if crown && rounds == len(blocks) {
		out = append(out, flowColumn{champion: true})
	}
	return out
}

func (b *bracketLayout) flowPage(columns []flowColumn, body box, count int, pitch float64) {
	const between = 5.0
	step := min((body.w+between)/float64(count), widestBox+between)
	x := body.x + (body.w-step*float64(count)+between)/2
	high := min(pitch-b.caption()-bracketAir, tallestBox)
	for i, c := range columns {
		at := box{x + step*float64(i), body.y, step - between, body.h}
		strip, field := at.cutTop(bracketStrip)
		if c.champion {
			b.champion(box{at.x, field.y + bracketGap, at.w, championHigh})
			continue
		}
		b.roundName(strip, c.name)
		for n, m := range c.boxes {
			b.box(box{at.x, field.y + bracketGap + pitch*float64(n) + b.caption(), at.w, high}, m)
		}
	}
}
