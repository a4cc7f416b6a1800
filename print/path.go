package print

import (
	"math"
	"strconv"
)

// point is a place on a page, in millimetres from its upper left corner.
type point struct{ x, y float64 }

// path is a line drawing in millimetres.
type path struct{ steps []step }

type step struct {
	op     byte // m, l, c or h, as PDF calls them
	points [3]point
}

func (p *path) moveTo(a point)        { p.steps = append(p.steps, step{'m', [3]point{a}}) }
func (p *path) lineTo(a point)        { p.steps = append(p.steps, step{'l', [3]point{a}}) }
func (p *path) curveTo(a, b, c point) { p.steps = append(p.steps, step{'c', [3]point{a, b, c}}) }
func (p *path) close()                { p.steps = append(p.steps, step{op: 'h'}) }

// quadTo adds a quadratic curve as the cubic one that it equals.
func (p *path) quadTo(control, end point) {
	from := p.current()
	third := func(a point) point {
		return point{a.x + (control.x-a.x)*2/3, a.y + (control.y-a.y)*2/3}
	}
	p.curveTo(third(from), third(end), end)
}

// current is where the last step ended.
func (p *path) current() point {
	for i := len(p.steps) - 1; i >= 0; i-- {
		switch s := p.steps[i]; s.op {
		case 'm', 'l':
			return s.points[0]
		case 'c':
			return s.points[2]
		}
	}
	return point{}
}

func (p *path) rect(b box) {
	p.polygon(point{b.x, b.y}, point{b.x + b.w, b.y}, point{b.x + b.w, b.y + b.h}, point{b.x, b.y + b.h})
}

func (p *path) polygon(corners ...point) {
	p.line(corners...)
	p.close()
}

func (p *path) line(through ...point) {
	for i, a := range through {
		if i == 0 {
			p.moveTo(a)
			continue
		}
		p.lineTo(a)
	}
}

// roundRect adds a rectangle with round corners.
func (p *path) roundRect(b box, radius float64) {
	r := math.Min(radius, math.Min(b.w, b.h)/2)
	k := r * (1 - kappa)
	right, bottom := b.x+b.w, b.y+b.h
	p.moveTo(point{b.x + r, b.y})
	p.lineTo(point{right - r, b.y})
	p.curveTo(point{right - k, b.y}, point{right, b.y + k}, point{right, b.y + r})
	p.lineTo(point{right, bottom - r})
	p.curveTo(point{right, bottom - k}, point{right - k, bottom}, point{right - r, bottom})
	p.lineTo(point{b.x + r, bottom})
	p.curveTo(point{b.x + k, bottom}, point{b.x, bottom - k}, point{b.x, bottom - r})
	p.lineTo(point{b.x, b.y + r})
	p.curveTo(point{b.x, b.y + k}, point{b.x + k, b.y}, point{b.x + r, b.y})
	p.close()
}

func (p *path) circle(centre point, radius float64) {
	p.roundRect(box{centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, radius)
}

// kappa makes four cubic curves the best circle.
const kappa = 0.5522847498

// bounds is the smallest box around the points of the path, control points included.
func (p *path) bounds() box {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p.steps {
		for _, a := range s.points[:s.arguments()] {
			lo = point{math.Min(lo.x, a.x), math.Min(lo.y, a.y)}
			hi = point{math.Max(hi.x, a.x), math.Max(hi.y, a.y)}
		}
	}
	if lo.x > hi.x {
		return box{}
	}
	return box{lo.x, lo.y, hi.x - lo.x, hi.y - lo.y}
}

func (s step) arguments() int {
	switch s.op {
	case 'm', 'l':
		return 1
	case 'c':
		return 3
	}
	return 0
}

// perMM is the number of PDF points in a millimetre.
const perMM = 72 / 25.4

// appendTo writes the path as PDF operators, in points, on a page of the given height in millimetres.
func (p *path) appendTo(out []byte, height float64) []byte {
	for _, s := range p.steps {
		for _, a := range s.points[:s.arguments()] {
			out = appendNumber(out, a.x*perMM)
			out = appendNumber(out, (height-a.y)*perMM)
		}
		out = append(out, s.op, '\n')
	}
	return out
}

func appendNumber(out []byte, value float64) []byte {
	// Rounding first keeps "-0.00" out, which some readers refuse.
	rounded := math.Round(value*100) / 100
	if rounded == 0 {
		rounded = 0
	}
	return append(strconv.AppendFloat(out, rounded, 'f', -1, 64), ' ')
}
