package print

import (
	"cmp"
	"fmt"
	"slices"
)

// knot is a box in the tree of a bracket.
type knot struct {
	column, index int
	box           BracketBox
	// feeds are the boxes that its two places come from, or nil.
	feeds [2]*knot
	// taken says that a later box comes from it.
	taken bool
	// page is where the part of the bracket ends that leads to this box, counted from 1, if it has a page of its own; next is
	// the page that it goes on to.
	page, next int
}

// bracketForest are the trees of a bracket: one where it leads to one winner, several where it leads to several.
type bracketForest struct {
	names []string
	roots []*knot
}

func newBracketForest(columns []BracketColumn) (*bracketForest, error) {
	f := &bracketForest{}
	var before, all []*knot
	for c, column := range columns {
		f.names = append(f.names, column.Name)
		here := make([]*knot, len(column.Boxes))
		for i, b := range column.Boxes {
			here[i] = &knot{column: c, index: i, box: b}
			for n, from := range b.From {
				if from == 0 {
					continue
				}
				if from < 0 || from > len(before) || before[from-1].taken {
					return nil, fmt.Errorf("round %q, match %d: comes from match %d of the round before, which is not free", column.Name, i+1, from)
				}
				here[i].feeds[n] = before[from-1]
				before[from-1].taken = true
			}
		}
		all, before = append(all, here...), here
	}
	for _, k := range all {
		if !k.taken {
			f.roots = append(f.roots, k)
		}
	}
	// From top to bottom, as their first boxes stand in their columns.
	slices.SortStableFunc(f.roots, func(a, b *knot) int {
		x, y := a.first(), b.first()
		return cmp.Compare(float64(x.index)/float64(len(columns[x.column].Boxes)), float64(y.index)/float64(len(columns[y.column].Boxes)))
	})
	return f, nil
}

// first is the uppermost box of the tree in its earliest round on that way.
func (k *knot) first() *knot {
	for _, feed := range k.feeds {
		if feed != nil {
			return feed.first()
		}
	}
	return k
}

// inner are the boxes that lines lead from on the same page; those with a page of their own are not.
func (k *knot) inner() [2]*knot {
	out := k.feeds
	for i, feed := range out {
		if feed != nil && feed.page > 0 {
			out[i] = nil
		}
	}
	return out
}

// slots is how many places the tree begins with, and depth over how many rounds it goes, on one page.
func (k *knot) slots() int {
	total := 0
	for _, feed := range k.inner() {
		if feed == nil {
			total++
			continue
		}
		total += feed.slots()
	}
	return total
}

func (k *knot) depth() int {
	deepest := 0
	for _, feed := range k.inner() {
		if feed != nil {
			deepest = max(deepest, feed.depth())
		}
	}
	return deepest + 1
}

const (
	// bandSlots is how many places stand below each other, and bandDepth how many rounds beside each other.
	bandSlots = 16
	bandDepth = 5
	// halfDepth is how many rounds stand on each side of the final.
	halfDepth = 4
	// pageColumns is how many columns of boxes a page has where it shows several trees.
	pageColumns = 5
)

// bracketPart is what of a bracket stands on one page.
type bracketPart struct {
	roots []*knot
	// facing puts the halves of the one tree on both sides of the final.
	facing bool
}

// small reports a tree that one band of a page holds.
func (k *knot) small() bool { return k.slots() <= bandSlots && k.depth() <= bandDepth }

// facing reports a tree whose halves can face each other.
func (k *knot) facing() bool {
	for _, feed := range k.inner() {
		if feed == nil || feed.slots() > bandSlots || feed.depth() > halfDepth {
			return false
		}
	}
	return k.slots() > bandSlots
}

// bands divides trees into bands that stand beside each other on a page, evenly; ok is false where they do not fit.
func bands(roots []*knot) (out [][]*knot, ok bool) {
	total := 0
	for _, k := range roots {
		if !k.small() {
			return nil, false
		}
		total += k.slots()
	}
	// Trees of different rounds stand in different columns of a band.
	first, last := columnSpan(roots)
	most := max(1, pageColumns/(last-first+1))
	if len(roots) == 1 {
		return [][]*knot{roots}, true
	}
	for limit := (total + most - 1) / most; limit <= bandSlots; limit++ {
		if out = fillBands(roots, limit); len(out) <= most {
			return out, true
		}
	}
	return nil, false
}

func fillBands(roots []*knot, limit int) [][]*knot {
	var out [][]*knot
	used := 0
	for _, k := range roots {
		if len(out) == 0 || used+k.slots() > limit {
			out, used = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], k)
		used += k.slots()
	}
	return out
}

// parts divides the trees over pages, of which the first has the number given. What is too much for a page is cut: the
// largest parts that a page holds stand before the one that they lead to.
func (f *bracketForest) parts(page int) []bracketPart {
	var out []bracketPart
	roots := f.roots
	for len(roots) > 0 {
		if len(roots) == 1 && roots[0].facing() {
			return f.joined(append(out, bracketPart{roots: roots, facing: true}), page)
		}
		if _, ok := bands(roots); ok {
			return f.joined(append(out, bracketPart{roots: roots}), page)
		}
		var cut []*knot
		for _, k := range roots {
			cut = append(cut, k.largest()...)
		}
		for _, part := range packed(cut) {
			out = append(out, bracketPart{roots: part})
			for _, k := range part {
				k.page = page + len(out) - 1
			}
		}
		roots = slices.DeleteFunc(slices.Clone(roots), func(k *knot) bool { return k.page > 0 })
	}
	return f.joined(out, page)
}

// largest are the largest trees in this one that a band holds, from top to bottom.
func (k *knot) largest() []*knot {
	if k.small() {
		return []*knot{k}
	}
	var out []*knot
	for _, feed := range k.inner() {
		if feed != nil {
			out = append(out, feed.largest()...)
		}
	}
	return out
}

// packed puts trees that follow each other on as few pages as hold them.
func packed(trees []*knot) [][]*knot {
	var out [][]*knot
	for _, k := range trees {
		if last := len(out) - 1; last >= 0 {
			if _, ok := bands(append(slices.Clone(out[last]), k)); ok {
				out[last] = append(out[last], k)
				continue
			}
		}
		out = append(out, []*knot{k})
	}
	return out
}

// joined tells the trees on pages of their own which page they go on to.
func (f *bracketForest) joined(parts []bracketPart, page int) []bracketPart {
	for i, part := range parts {
		for _, root := range part.roots {
			root.join(page + i)
		}
	}
	return parts
}

func (k *knot) join(page int) {
	for _, feed := range k.feeds {
		switch {
		case feed == nil:
		case feed.page > 0:
			feed.next = page
		default:
			feed.join(page)
		}
	}
}

// placedKnot is a box with its height in a band: y is its middle, from and to are the ends of the places that lead to it,
// all counted in places from the top of the band.
type placedKnot struct {
	*knot
	from, to, y float64
}

// placed gives each box of a tree that begins at the given place its height, the tree's own box last. Each stays within the
// places that lead to it, so that boxes of one column never touch.
func (k *knot) placed(from float64) (boxes []placedKnot, end float64) {
	var middles [2]float64
	end = from
	for i, feed := range k.inner() {
		if feed == nil {
			middles[i] = end + 0.5
			end++
			continue
		}
		var under []placedKnot
		under, end = feed.placed(end)
		middles[i] = under[len(under)-1].y
		boxes = append(boxes, under...)
	}
	return append(boxes, placedKnot{k, from, end, (middles[0] + middles[1]) / 2}), end
}
