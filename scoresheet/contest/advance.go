package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// Fill makes the groups of a phase from the standings of earlier phases by
// rank; nothing else is carried over. Entrants who are gone (withdrawn or
// disqualified) are passed over and those behind them move up; a smaller group
// sends those there are. In each new group the better ranks come first, and of
// one rank the earlier phase's groups in the order of standings.
//
// Faults, with every group that is not ready:
//
//	phase.from        the phase names no earlier phase, or there are no standings of it; Args phase
//	phase.unfinished  a group is not complete; Args phase, group
//	phase.level       a rank that goes on is shared; Args group, rank, entrants
func Fill(phase scoresheet.Phase, standings []Standings, gone map[EntrantID]bool) ([]Group, error) {
	var faults scoresheet.Faults
	groups := make([]Group, len(phase.Groups))
	for g, rule := range phase.Groups {
		groups[g].Name = rule.Name
		at := scoresheet.Pointer("groups", g)
		from := standingsOf(standings, rule.From)
		if len(from) == 0 {
			faults = append(faults, fault("phase.from", at, "phase", rule.From))
		}
		for _, s := range from {
			faults = append(faults, unready(s, rule.Ranks, gone, at)...)
		}
		for _, rank := range slices.Sorted(slices.Values(rule.Ranks)) {
			for _, s := range from {
				groups[g].take(s, rank, gone)
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return groups, nil
}

func standingsOf(standings []Standings, phase string) []Standings {
	var list []Standings
	for _, s := range standings {
		if phase != "" && s.Phase == phase {
			list = append(list, s)
		}
	}
	return list
}

// take adds whoever stands at the rank once those who are gone are left out.
func (g *Group) take(s Standings, rank int, gone map[EntrantID]bool) {
	rows := staying(s, gone)
	if rank < 1 || rank > len(rows) {
		return
	}
	row := rows[rank-1]
	g.Entrants = append(g.Entrants, row.Entrant)
	g.Origins = append(g.Origins, Origin{Phase: s.Phase, Group: s.Group, Rank: row.Rank})
}

func staying(s Standings, gone map[EntrantID]bool) []Row {
	var rows []Row
	for _, row := range s.Rows {
		if !row.Withdrawn && !gone[row.Entrant.ID] {
			rows = append(rows, row)
		}
	}
	return rows
}

// unready finds what keeps the ranks of a group from going on.
func unready(s Standings, ranks []int, gone map[EntrantID]bool, at string) scoresheet.Faults {
	if !s.Complete {
		return scoresheet.Faults{fault("phase.unfinished", at, "phase", s.Phase, "group", s.Group)}
	}
	var faults scoresheet.Faults
	rows := staying(s, gone)
	for start := 0; start < len(rows); {
		end := start + 1
		var level []EntrantID
		wanted := slices.Contains(ranks, end)
		for end < len(rows) && rows[end].Rank == rows[start].Rank {
			end++
			wanted = wanted || slices.Contains(ranks, end)
		}
		for _, row := range rows[start:end] {
			level = append(level, row.Entrant.ID)
		}
		if wanted && len(level) > 1 {
			faults = append(faults, fault("phase.level", at,
				"group", s.Group, "rank", rows[start].Rank, "entrants", level))
		}
		start = end
	}
	return faults
}

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
	// PlaceFromFinal: the group was played for these places.
	PlaceFromFinal PlaceReason = "final"
	// PlaceFromRank: no group for places was reached; the rank in the last
	// group counts, equal ranks of the groups of a phase share.
	PlaceFromRank PlaceReason = "rank"
	// PlaceWithdrawn: all results struck out.
	PlaceWithdrawn PlaceReason = "withdrawn"
	// PlaceNotDrawn: entered, but never drawn into a group.
	PlaceNotDrawn PlaceReason = "not-drawn"
)

// Places ranks the whole event: every entrant has exactly one place, alone or
// shared. A group that is played for places gives its first place and those
// after it; the others follow after the last of these, who came further first,
// then by their rank in the group, equal ranks of one phase sharing a place;
// then, sharing one place, those whose results are struck out; then, sharing
// the last place, those who were never drawn.
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
// event, then the rank.
type placed struct {
	Place
	tier, depth int
}

// The tiers of places, best first.
const (
	tierFinal = iota
	tierRank
	tierWithdrawn
	tierNotDrawn
)

func compareDepth(a, b placed) int {
	if a.tier != b.tier {
		return cmp.Compare(a.tier, b.tier)
	}
	switch a.tier {
	case tierFinal:
		return cmp.Compare(a.Place.Place, b.Place.Place)
	case tierRank:
		return cmp.Or(cmp.Compare(b.depth, a.depth), cmp.Compare(a.Rank, b.Rank))
	}
	return 0
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
	// open: some phase is still to be filled, so that anybody not placed by a
	// final may yet go on.
	open bool
}

type lastRow struct {
	Row
	phase, group      string
	depth, firstPlace int
}

func newPlaceFinder(phases []scoresheet.Phase, standings []Standings) placeFinder {
	f := placeFinder{last: map[EntrantID]lastRow{}}
	for depth, phase := range phases {
		filled := false
		for _, s := range standings {
			if s.Phase != phase.ID {
				continue
			}
			filled = true
			for _, row := range s.Rows {
				f.last[row.Entrant.ID] = lastRow{row, s.Phase, s.Group, depth, firstPlace(phase, s.Group)}
			}
		}
		f.open = f.open || !filled
	}
	return f
}

func firstPlace(phase scoresheet.Phase, group string) int {
	for _, g := range phase.Groups {
		if g.Name == group {
			return g.FirstPlace
		}
	}
	return 0
}

func (f placeFinder) find(entrant Entrant) placed {
	row, known := f.last[entrant.ID]
	p := placed{
		Place: Place{Entrant: entrant, Phase: row.phase, Group: row.group, Rank: row.Rank, Provisional: row.Provisional || f.open},
		depth: row.depth,
	}
	switch {
	case !known:
		p.tier, p.Reason = tierNotDrawn, PlaceNotDrawn
	case row.firstPlace > 0:
		p.tier, p.Reason, p.Place.Place = tierFinal, PlaceFromFinal, row.firstPlace+row.Rank-1
		p.Provisional = row.Provisional
	case row.Withdrawn:
		p.tier, p.Reason = tierWithdrawn, PlaceWithdrawn
	default:
		p.tier, p.Reason = tierRank, PlaceFromRank
	}
	return p
}
