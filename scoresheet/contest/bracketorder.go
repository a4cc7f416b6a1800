package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// BracketOrder puts the field of a knockout into the order in which it stands in
// the bracket, from top to bottom, byes left out; Stage.Groups then holds it in
// that order, and DrawKnockout draws the first round from it. It is what is
// drawn when a phase begins.
//
// DrawOnce: seeds (Entrant.Seed) stand apart as usual, 1 at the top and 2 at the
// bottom, the others by lot; byes fall to the seeds first. DrawCross: where two
// come from each of 2, 4, 8 … groups, the first of a group meets the second of
// its neighbour, and the two of a group stand in different halves; any other
// field stands as for DrawSeeded. DrawSeeded: in the order of the group, which
// is that of ranks, first against last; entrants who shared a rank are put in
// order by lot, and without ranks the order is that of seeds, then by lot. Those
// of one earlier group do not meet in the first round where that can be.
// SameUnitApart keeps units apart where that can be: in DrawOnce over the whole
// bracket, by ranks in the first round, in a cross not at all. A field for any other draw is given back
// as it is.
//
// Faults: "draw.seed", "draw.entrant-twice".
func BracketOrder(phase scoresheet.Phase, group Group, seed string) (Group, error) {
	var faults scoresheet.Faults
	if seed == "" {
		faults = append(faults, fault("draw.seed", "/seed"))
	}
	seen := map[EntrantID]bool{}
	for i, entrant := range group.Entrants {
		if seen[entrant.ID] {
			faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		seen[entrant.ID] = true
	}
	if len(faults) > 0 {
		return Group{}, faults
	}
	if !FixedBracket(phase) || len(group.Entrants) < 2 {
		return group, nil
	}
	b := newBracketDraw(phase, group, newUrn(seed, "bracket", phase.ID))
	if phase.Draw == scoresheet.DrawOnce {
		b.byLot()
	} else if phase.Draw != scoresheet.DrawCross || !b.cross() {
		b.byStrength()
	}
	return b.group(), nil
}

// entry is an entrant of a bracket with where it comes from: the number of the
// earlier group, -1 for none, and its place among those who come from there,
// from 1.
type entry struct {
	Entrant
	origin      Origin
	group, rank int
}

func entriesOf(group Group) []entry {
	entries := make([]entry, len(group.Entrants))
	come := map[Origin][]int{} // by earlier group, the rank left out
	var groups []Origin
	for i, entrant := range group.Entrants {
		entries[i] = entry{Entrant: entrant, group: -1, rank: i + 1}
		if len(group.Origins) != len(group.Entrants) {
			continue
		}
		entries[i].origin = group.Origins[i]
		from := Origin{Phase: entries[i].origin.Phase, Group: entries[i].origin.Group}
		if come[from] == nil {
			groups = append(groups, from)
		}
		come[from] = append(come[from], i)
	}
	for g, from := range groups {
		list := come[from]
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(entries[i].origin.Rank, entries[j].origin.Rank) })
		for k, i := range list {
			entries[i].group, entries[i].rank = g, k+1
		}
	}
	return entries
}

// bracketDraw fills the places of a bracket.
type bracketDraw struct {
	phase   scoresheet.Phase
	name    string
	entries []entry
	groups  int
	lots    urn
	// places hold the numbers of entries from top to bottom, -1 for byes and for
	// what is not filled yet; numbers are the places' numbers by strength.
	places, numbers []int
}

func newBracketDraw(phase scoresheet.Phase, group Group, lots urn) *bracketDraw {
	size := bracketSize(len(group.Entrants))
	b := &bracketDraw{
		phase: phase, name: group.Name, entries: entriesOf(group), lots: lots,
		places: slices.Repeat([]int{-1}, size), numbers: strengths(size),
	}
	for _, e := range b.entries {
		b.groups = max(b.groups, e.group+1)
	}
	return b
}

func (b *bracketDraw) group() Group {
	group := Group{Name: b.name}
	for _, i := range b.places {
		if i < 0 {
			continue
		}
		group.Entrants = append(group.Entrants, b.entries[i].Entrant)
		if b.entries[i].group >= 0 {
			group.Origins = append(group.Origins, b.entries[i].origin)
		}
	}
	return group
}

// byeAt reports whether nobody stands at the place.
func (b *bracketDraw) byeAt(place int) bool { return b.numbers[place] > len(b.entries) }

// shuffled are the numbers of all entries by lot, whatever order they came in.
func (b *bracketDraw) shuffled() []int {
	order := make([]int, len(b.entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(b.entries[i].ID, b.entries[j].ID) })
	shuffle(b.lots, order)
	return order
}

// byLot places seeds by their strength and all others by lot.
func (b *bracketDraw) byLot() {
	order := b.shuffled()
	seeds := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return b.entries[i].Seed <= 0 })
	slices.SortStableFunc(seeds, func(i, j int) int { return compareSeeds(b.entries[i].Entrant, b.entries[j].Entrant) })
	for n, i := range seeds {
		b.places[slices.Index(b.numbers, n+1)] = i
	}
	rest := slices.DeleteFunc(order, func(i int) bool { return b.entries[i].Seed > 0 })
	if b.phase.SameUnitApart {
		b.spread(0, len(b.places), rest)
		b.repair(func(i int) bool { return b.entries[i].Seed <= 0 })
		return
	}
	for place := range b.places {
		if b.places[place] < 0 && !b.byeAt(place) {
			b.places[place], rest = rest[0], rest[1:]
		}
	}
}

// half is one half of a stretch of the bracket while it is filled: the places
// left, how many of each unit it has, and who comes there.
type half struct {
	low, high, free int
	units           map[string]int
	entries         []int
}

func (b *bracketDraw) halfOf(low, high int) *half {
	h := &half{low: low, high: high, units: map[string]int{}}
	for place := low; place < high; place++ {
		switch {
		case b.places[place] >= 0:
			h.units[b.entries[b.places[place]].Unit]++
		case !b.byeAt(place):
			h.free++
		}
	}
	return h
}

// spread shares entries out over a stretch of the bracket, so that each half has
// about as many of each unit as the other, and each half of a half.
func (b *bracketDraw) spread(low, high int, entries []int) {
	if high-low == 1 {
		if len(entries) == 1 {
			b.places[low] = entries[0]
		}
		return
	}
	top, bottom := b.halfOf(low, (low+high)/2), b.halfOf((low+high)/2, high)
	for _, i := range byUnits(b.entries, entries) {
		unit := b.entries[i].Unit
		h := b.choose(top, bottom, unit)
		h.entries = append(h.entries, i)
		h.free--
		h.units[unit]++
	}
	b.spread(top.low, top.high, top.entries)
	b.spread(bottom.low, bottom.high, bottom.entries)
}

// choose is the half for one of the unit: that with fewer of it, then that with
// more places left, then by lot.
func (b *bracketDraw) choose(top, bottom *half, unit string) *half {
	order := cmp.Compare(top.units[unit], bottom.units[unit])
	if unit == "" {
		order = 0
	}
	order = cmp.Or(order, cmp.Compare(bottom.free, top.free))
	switch {
	case top.free == 0:
		return bottom
	case bottom.free == 0 || order < 0:
		return top
	case order > 0 || b.lots.below(2) == 1:
		return bottom
	}
	return top
}

// cross places the first of each group against the second of its neighbour, the
// two of a group in different halves; false if the field has another shape.
func (b *bracketDraw) cross() bool {
	if b.groups < 2 || 2*b.groups != len(b.places) || len(b.entries) != len(b.places) {
		return false
	}
	first, second := make([]int, b.groups), make([]int, b.groups)
	for i, e := range b.entries {
		switch e.rank {
		case 1:
			first[e.group] = i
		case 2:
			second[e.group] = i
		default:
			return false
		}
	}
	half := len(b.places) / 2
	for g := 0; g < b.groups; g += 2 {
		b.places[g], b.places[g+1] = first[g], second[g+1]
		b.places[half+g], b.places[half+g+1] = first[g+1], second[g]
	}
	return true
}

// byStrength places the field by its order, then changes places where those of
// one group would meet at once: of the weaker half, and of others only where
// that does not help.
func (b *bracketDraw) byStrength() {
	order := b.inOrder()
	for n, i := range order {
		b.places[slices.Index(b.numbers, n+1)] = i
	}
	weaker := map[int]bool{}
	for _, i := range order[(len(order)+1)/2:] {
		weaker[i] = true
	}
	b.repair(func(i int) bool { return weaker[i] })
	b.repair(func(int) bool { return true })
}

// inOrder is the order by strength: that of the field, but by lot where a rank
// was shared.
func (b *bracketDraw) inOrder() []int {
	lots := b.shuffled()
	drawn := make([]int, len(lots))
	for n, i := range lots {
		drawn[i] = n
	}
	order := make([]int, len(b.entries))
	for i := range order {
		order[i] = i
	}
	if b.groups == 0 {
		slices.SortFunc(order, func(i, j int) int {
			return cmp.Or(compareSeeds(b.entries[i].Entrant, b.entries[j].Entrant), cmp.Compare(drawn[i], drawn[j]))
		})
		return order
	}
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && b.entries[end].origin == b.entries[start].origin {
			end++
		}
		slices.SortFunc(order[start:end], func(i, j int) int { return cmp.Compare(drawn[i], drawn[j]) })
		start = end
	}
	return order
}

// compareSeeds puts seeds in order, and before all others.
func compareSeeds(a, b Entrant) int {
	switch {
	case a.Seed > 0 && b.Seed > 0:
		return cmp.Compare(a.Seed, b.Seed)
	case a.Seed > 0:
		return -1
	case b.Seed > 0:
		return 1
	}
	return 0
}

// clash reports whether two should not meet in the first round.
func (b *bracketDraw) clash(i, j int) bool {
	if i < 0 || j < 0 {
		return false
	}
	x, y := b.entries[i], b.entries[j]
	return b.groups > 1 && x.group >= 0 && x.group == y.group || b.phase.SameUnitApart && x.Unit != "" && x.Unit == y.Unit
}

// repair changes places among those who may move until nobody who should not
// meets in the first round, as far as a change of two helps: the change of those
// whose ranks before, and then whose places by strength, are nearest, and of two
// such the one that moves the weaker.
func (b *bracketDraw) repair(mayMove func(i int) bool) {
	for top := 0; top < len(b.places); top += 2 {
		if !b.clash(b.places[top], b.places[top+1]) {
			continue
		}
		weaker := top
		if b.numbers[top+1] > b.numbers[top] {
			weaker = top + 1
		}
		from, to := -1, -1
		for _, place := range []int{weaker, weaker ^ 1} {
			for other := range b.places {
				if b.helps(place, other, mayMove) && (to < 0 || b.distance(place, other) < b.distance(from, to)) {
					from, to = place, other
				}
			}
		}
		if to >= 0 {
			b.places[from], b.places[to] = b.places[to], b.places[from]
		}
	}
}

// helps reports whether two may change places, and nobody who should not meets
// by it.
func (b *bracketDraw) helps(place, other int, mayMove func(i int) bool) bool {
	i, j := b.places[place], b.places[other]
	return j >= 0 && other != place^1 && mayMove(i) && mayMove(j) &&
		!b.clash(j, b.places[place^1]) && !b.clash(i, b.places[other^1])
}

func (b *bracketDraw) distance(place, other int) int {
	rank := b.entries[b.places[place]].rank - b.entries[b.places[other]].rank
	strength := b.numbers[place] - b.numbers[other]
	return max(rank, -rank)*len(b.places) + max(strength, -strength)
}
