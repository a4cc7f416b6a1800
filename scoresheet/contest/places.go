package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// Place is where an entrant ends in the event.
type Place struct {
	Entrant Entrant
	// Place counts from 1; those who share one have the same.
	Place int
	// Sharing is how many have this place, 1 if it is the entrant's alone.
	Sharing int
	// Provisional: the place may still change.
	Provisional bool
	Reason      PlaceReason
	// Phase, Group and Rank are what the place comes from; empty for somebody
	// who never was in a group.
	Phase, Group string
	Rank         int
}

// PlaceReason says what a place follows from.
type PlaceReason string

// The reasons of places.
const (
	// PlaceFromFinal: the group, or the last phase, was played for these places.
	PlaceFromFinal PlaceReason = "final"
	// PlaceFromRank: no group for places was reached; the rank in the last
	// group counts, equal ranks of the groups of a phase share.
	PlaceFromRank PlaceReason = "rank"
	// PlaceWithdrawn: all results of the last phase that it came to are struck
	// out.
	PlaceWithdrawn PlaceReason = "withdrawn"
	// PlaceNotDrawn: entered, but never drawn into a group.
	PlaceNotDrawn PlaceReason = "not-drawn"
)

// Places ranks the whole event: every entrant has exactly one place, alone or
// shared. A group that is played for places gives its first place and those
// after it; where no group says so, the last phase is played for the first place
// on. The others follow after the last of these, who came to a later phase first,
// then by their rank there, equal ranks of one phase sharing a place; those whose
// results of it are struck out share a place behind; then, sharing the last
// place, those who were never drawn. A place is provisional while the rank that
// it comes from is, and while its entrant may still come to a later phase.
// Phases are all of the rulebook, in their order. The list is in the order of
// places, and of one place by the entrants' numbers.
func Places(entrants []Entrant, phases []scoresheet.Phase, standings []Standings) []Place {
	finder := newPlaceFinder(phases, standings)
	list := make([]placed, len(entrants))
	for i, entrant := range entrants {
		list[i] = finder.find(entrant)
	}
	slices.SortFunc(list, func(a, b placed) int {
		return cmp.Or(compareDepth(a, b), compareEntrants(a.Entrant, b.Entrant))
	})
	return number(list)
}

// placed is a place with what it is sorted by: the tier, then the depth in the
// event, then whether results are struck out, then the rank.
type placed struct {
	Place
	tier, depth int
	struck      bool
}

// The tiers of places, best first.
const (
	tierFinal = iota
	tierRank
	tierNotDrawn
)

func compareDepth(a, b placed) int {
	if a.tier != b.tier {
		return cmp.Compare(a.tier, b.tier)
	}
	switch {
	case a.tier == tierFinal:
		return cmp.Compare(a.Place.Place, b.Place.Place)
	case a.tier == tierNotDrawn:
		return 0
	case a.depth != b.depth:
		return cmp.Compare(b.depth, a.depth)
	case a.struck != b.struck:
		return boolOrder(a.struck)
	case a.struck:
		return 0
	}
	return cmp.Compare(a.Rank, b.Rank)
}

// number gives those outside the groups for places their places.
func number(list []placed) []Place {
	places := make([]Place, len(list))
	next := 1
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && compareDepth(list[start], list[end]) == 0 {
			end++
		}
		place := max(next, start+1)
		if list[start].tier == tierFinal {
			place = list[start].Place.Place
		}
		for i := start; i < end; i++ {
			places[i] = list[i].Place
			places[i].Place, places[i].Sharing = place, end-start
		}
		next = max(next, place+end-start)
		start = end
	}
	return places
}

// placeFinder knows the last row of everybody.
type placeFinder struct {
	last map[EntrantID]lastRow
	// open: some phase is still to be filled.
	open bool
}

type lastRow struct {
	Row
	phase, group      string
	depth, firstPlace int
	// mayGoOn: a phase that is still to be filled may take the entrant.
	mayGoOn bool
}

func newPlaceFinder(phases []scoresheet.Phase, standings []Standings) placeFinder {
	f := placeFinder{last: map[EntrantID]lastRow{}}
	byPhase := make([][]Standings, len(phases))
	for depth, phase := range phases {
		for _, s := range standings {
			if s.Phase == phase.ID {
				byPhase[depth] = append(byPhase[depth], s)
			}
		}
		f.open = f.open || byPhase[depth] == nil
	}
	for depth, phase := range phases {
		open := takers(phases, byPhase, depth)
		for _, s := range byPhase[depth] {
			in := map[EntrantID]bool{}
			for _, row := range stillIn(s, s.Rows) {
				in[row.Entrant.ID] = true
			}
			for _, row := range s.Rows {
				goesOn := slices.ContainsFunc(open, func(p scoresheet.Phase) bool {
					return len(p.Groups) > 0 || p.Take > 0 || in[row.Entrant.ID]
				})
				f.last[row.Entrant.ID] = lastRow{row, s.Phase, s.Group, depth, firstPlace(phases, phase, byPhase[depth], s.Group), goesOn}
			}
		}
	}
	return f
}

// takers are the phases still to be filled that take from the one at the depth.
func takers(phases []scoresheet.Phase, byPhase [][]Standings, depth int) []scoresheet.Phase {
	var open []scoresheet.Phase
	for later := depth + 1; later < len(phases); later++ {
		p := phases[later]
		takes := p.From == phases[depth].ID || p.From == "" && len(p.Groups) == 0 && later == depth+1 ||
			slices.ContainsFunc(p.Groups, func(g scoresheet.PhaseGroup) bool { return g.From == phases[depth].ID })
		if takes && byPhase[later] == nil {
			open = append(open, p)
		}
	}
	return open
}

// firstPlace is the place that the winner of a group has in the event, 0 if the
// group gives none.
func firstPlace(phases []scoresheet.Phase, phase scoresheet.Phase, groups []Standings, group string) int {
	for _, g := range phase.Groups {
		if g.Name == group && g.FirstPlace > 0 {
			return g.FirstPlace
		}
	}
	for _, p := range phases {
		if slices.ContainsFunc(p.Groups, func(g scoresheet.PhaseGroup) bool { return g.FirstPlace > 0 }) {
			return 0
		}
	}
	if phase.ID == phases[len(phases)-1].ID && len(groups) == 1 {
		return 1
	}
	return 0
}

func (f placeFinder) find(entrant Entrant) placed {
	row, known := f.last[entrant.ID]
	p := placed{
		Place: Place{
			Entrant: entrant, Phase: row.phase, Group: row.group, Rank: row.Rank,
			Provisional: row.Provisional || row.mayGoOn || !known && f.open, Reason: PlaceFromRank,
		},
		tier: tierRank, depth: row.depth, struck: row.Withdrawn,
	}
	switch {
	case !known:
		p.tier, p.Reason = tierNotDrawn, PlaceNotDrawn
	case row.firstPlace > 0:
		p.tier, p.Reason, p.Place.Place = tierFinal, PlaceFromFinal, row.firstPlace+row.Rank-1
	}
	if row.Withdrawn {
		p.Reason = PlaceWithdrawn
	}
	return p
}
