package print

import "math"

// certificateFrame draws the frame of a certificate on a page: a band of meanders (回纹) between two lines, corner
// blocks, a fine inner line with notched corners, and the four suits under the title.
func certificateFrame(page box) *backdrop {
	band := page.inset(9)
	inner := page.inset(21)
	stroke := func(p *path, width float64, c color) drawing {
		return drawing{path: p, color: c, width: width}
	}
	edges, fine := &path{}, &path{}
	edges.rect(band)
	fine.rect(band.inset(meanderWidth))
	return &backdrop{append([]drawing{
		stroke(edges, 1.1, gold),
		stroke(fine, 0.5, gold),
		stroke(meanderBand(band, meanderWidth), 0.55, gold),
		stroke(cornerBlocks(band, meanderWidth), 0.55, gold),
		stroke(notched(inner, 6), 0.45, red),
		stroke(notched(inner.inset(1.3), 6), 0.2, red),
	}, divider(point{page.x + page.w/2, 56})...)}
}

// meanderWidth is that of the band, in millimetres.
const meanderWidth = 8.0

// meanderBand runs keys along the four sides of a band, leaving its corners free. The keys are stretched a little so that
// a whole number of them fits.
func meanderBand(band box, width float64) *path {
	p := &path{}
	across := func(from, to point) {
		dx, dy := to.x-from.x, to.y-from.y
		length := math.Hypot(dx, dy)
		count := math.Round(length / width)
		ux, uy := dx/length, dy/length
		step := length / count
		// The key's own axes: along the side, and inwards (to the right of the way).
		at := func(i, a, b float64) point {
			along := (i + a) * step
			return point{from.x + ux*along - uy*b*width, from.y + uy*along + ux*b*width}
		}
		for i := range int(count) {
			key(p, func(a, b float64) point { return at(float64(i), a, b) })
		}
	}
	l, t, r, b := band.x, band.y, band.right(), band.bottom()
	w := width
	across(point{l + w, t}, point{r - w, t})
	across(point{r, t + w}, point{r, b - w})
	across(point{r - w, b}, point{l + w, b})
	across(point{l, b - w}, point{l, t + w})
	return p
}

// key adds one key of a meander: a square spiral in a cell whose sides run from 0 to 1.
func key(p *path, at func(a, b float64) point) {
	spiral := [][2]float64{{0.10, 0.86}, {0.10, 0.16}, {0.90, 0.16}, {0.90, 0.84}, {0.32, 0.84}, {0.32, 0.40}, {0.68, 0.40}, {0.68, 0.62}, {0.50, 0.62}}
	for i, s := range spiral {
		if i == 0 {
			p.moveTo(at(s[0], s[1]))
			continue
		}
		p.lineTo(at(s[0], s[1]))
	}
}

// cornerBlocks fills the corners of the band with squares in squares around a lozenge.
func cornerBlocks(band box, width float64) *path {
	p := &path{}
	for _, x := range []float64{band.x, band.right() - width} {
		for _, y := range []float64{band.y, band.bottom() - width} {
			block := box{x, y, width, width}
			p.rect(block)
			p.rect(block.inset(width * 0.14))
			m := point{x + width/2, y + width/2}
			r := width * 0.30
			p.polygon(point{m.x, m.y - r}, point{m.x + r, m.y}, point{m.x, m.y + r}, point{m.x - r, m.y})
			p.circle(m, width*0.1)
		}
	}
	return p
}

// notched is a rectangle whose corners are cut out by quarter circles.
func notched(b box, radius float64) *path {
	p := &path{}
	k := radius * kappa
	l, t, r, d := b.x, b.y, b.right(), b.bottom()
	p.moveTo(point{l + radius, t})
	p.lineTo(point{r - radius, t})
	p.curveTo(point{r - radius, t + k}, point{r - k, t + radius}, point{r, t + radius})
	p.lineTo(point{r, d - radius})
	p.curveTo(point{r - k, d - radius}, point{r - radius, d - k}, point{r - radius, d})
	p.lineTo(point{l + radius, d})
	p.curveTo(point{l + radius, d - k}, point{l + k, d - radius}, point{l, d - radius})
	p.lineTo(point{l, t + radius})
	p.curveTo(point{l + k, t + radius}, point{l + radius, t + k}, point{l + radius, t})
	p.close()
	return p
}

// divider is a line with the four suits in its middle.
func divider(at point) []drawing {
	const size, gap, arm = 4.2, 7.0, 46.0
	lines, reds, golds := &path{}, &path{}, &path{}
	for _, way := range []float64{-1, 1} {
		from, to := at.x+way*(2*gap+1), at.x+way*(2*gap+1+arm)
		lines.line(point{from, at.y}, point{to, at.y})
		golds.polygon(point{to, at.y}, point{to + way*1.5, at.y - 1}, point{to + way*3, at.y}, point{to + way*1.5, at.y + 1})
	}
	suits := []struct {
		draw func(*path, point, float64)
		on   *path
	}{{spade, golds}, {heart, reds}, {club, golds}, {diamond, reds}}
	for i, suit := range suits {
		suit.draw(suit.on, point{at.x + (float64(i)-1.5)*gap, at.y}, size)
	}
	return []drawing{
		{path: lines, color: gold, width: 0.4},
		{path: golds, color: gold, fill: true},
		{path: reds, color: red, fill: true},
	}
}

// in maps a cell of -1 … 1 around a centre to the page.
func in(centre point, size float64) func(x, y float64) point {
	return func(x, y float64) point { return point{centre.x + x*size/2, centre.y + y*size/2} }
}

func diamond(p *path, centre point, size float64) {
	at := in(centre, size)
	p.moveTo(at(0, -1.05))
	p.curveTo(at(0.2, -0.6), at(0.5, -0.25), at(0.82, 0))
	p.curveTo(at(0.5, 0.25), at(0.2, 0.6), at(0, 1.05))
	p.curveTo(at(-0.2, 0.6), at(-0.5, 0.25), at(-0.82, 0))
	p.curveTo(at(-0.5, -0.25), at(-0.2, -0.6), at(0, -1.05))
	p.close()
}

func heart(p *path, centre point, size float64) {
	at := in(centre, size)
	p.moveTo(at(0, 1))
	p.curveTo(at(-0.3, 0.5), at(-1, 0.2), at(-1, -0.4))
	p.curveTo(at(-1, -0.95), at(-0.25, -1.1), at(0, -0.45))
	p.curveTo(at(0.25, -1.1), at(1, -0.95), at(1, -0.4))
	p.curveTo(at(1, 0.2), at(0.3, 0.5), at(0, 1))
	p.close()
}

func spade(p *path, centre point, size float64) {
	at := in(centre, size)
	p.moveTo(at(0, -1))
	p.curveTo(at(0.3, -0.5), at(1, -0.25), at(1, 0.28))
	p.curveTo(at(1, 0.75), at(0.4, 0.85), at(0.12, 0.45))
	stem(p, at)
	p.curveTo(at(-0.4, 0.85), at(-1, 0.75), at(-1, 0.28))
	p.curveTo(at(-1, -0.25), at(-0.3, -0.5), at(0, -1))
	p.close()
}

func club(p *path, centre point, size float64) {
	at := in(centre, size)
	for _, leaf := range [][2]float64{{0, -0.5}, {-0.52, 0.2}, {0.52, 0.2}} {
		p.circle(at(leaf[0], leaf[1]), size*0.235)
	}
	p.moveTo(at(0.12, 0))
	stem(p, at)
	p.lineTo(at(-0.12, 0))
	p.close()
}

// stem is the foot of a spade or club, drawn from its right to its left.
func stem(p *path, at func(x, y float64) point) {
	p.lineTo(at(0.12, 0.45))
	p.curveTo(at(0.14, 0.75), at(0.25, 0.95), at(0.4, 1))
	p.lineTo(at(-0.4, 1))
	p.curveTo(at(-0.25, 0.95), at(-0.14, 0.75), at(-0.12, 0.45))
}
