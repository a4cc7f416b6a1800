package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// FillInput is everything that the field of a phase follows from.
type FillInput struct {
	Phase scoresheet.Phase
	// Entrants are all who may play, and Names the groups that their entries
	// name; only a first phase reads them.
	Entrants []Entrant
	Names    []string
	// Standings are those of all phases before, in the order of the phases; none
	// for a first phase.
	Standings []Standings
	// Gone are those who have left the event.
	Gone map[EntrantID]bool
	// Seed is what lots are drawn from: pools by lot, and places for which
	// equal ranks of several groups stand.
	Seed string
}

// Fill makes the field of a phase: of a first one the groups that entries name,
// or one, or its pools; of a later one its Groups, each from the ranks that it
// names, or what comes from Format.From (the phase before, where it says
// nothing) as one field or parted into pools. Nothing but the field is carried
// over.
//
// From a knockout come all who are still in, from any other phase everybody,
// where Format.Take is 0; else so many in all: the first of each group, then the
// second of each, and so on, and where not all of one rank have room, those whom
// a lot names. In the field better ranks come first, and of one rank the earlier
// phase's groups in the order of standings. Entrants who have left are passed
// over and those behind them move up; a smaller group sends those there are.
//
// Faults, with everything that is not ready:
//
//	phase.from        the phase names no earlier phase, or there are no standings of it; Args phase
//	phase.unfinished  a group is not complete; Args phase, group
//	phase.level       a rank is shared by some who go on and some who do not, or
//	                  who come to different groups, or, before a cross, by any who
//	                  go on; Args group, rank, entrants
//	draw.group        of OwnGroups
//	draw.seed, draw.entrant-twice  of Parted; draw.seed where a lot is to name those who go on
func Fill(in FillInput) ([]Group, error) {
	if len(in.Phase.Groups) > 0 {
		return in.byRanks()
	}
	if in.Phase.From == "" && len(in.Standings) == 0 {
		return in.first()
	}
	field, err := in.field()
	if err != nil {
		return nil, err
	}
	return in.parted(field)
}

func (in FillInput) first() ([]Group, error) {
	if in.Phase.Pools == 0 {
		return OwnGroups(in.Entrants, in.Names)
	}
	groups, err := OwnGroups(in.Entrants, nil)
	if err != nil {
		return nil, err
	}
	return in.parted(groups[0])
}

func (in FillInput) parted(field Group) ([]Group, error) {
	if in.Phase.Pools == 0 {
		return []Group{field}, nil
	}
	if in.Phase.PoolsBy == scoresheet.PoolsBySnake && sharedRanks(field) {
		if in.Seed == "" {
			return nil, scoresheet.Faults{fault("draw.seed", "/seed")}
		}
		field = orderShared(field, newUrn(in.Seed, "snake", in.Phase.ID))
	}
	return Parted(field, in.Phase.Format, in.Seed)
}

// sharedRanks reports whether two neighbours in the field shared a rank.
func sharedRanks(field Group) bool {
	for i := 1; i < len(field.Origins); i++ {
		if field.Origins[i] == field.Origins[i-1] {
			return true
		}
	}
	return false
}

// orderShared puts those who shared a rank into an order by lot.
func orderShared(field Group, lots urn) Group {
	ordered := Group{Name: field.Name, Entrants: slices.Clone(field.Entrants), Origins: field.Origins}
	for start := 0; start < len(field.Origins); {
		end := start + 1
		for end < len(field.Origins) && field.Origins[end] == field.Origins[start] {
			end++
		}
		level := ordered.Entrants[start:end]
		slices.SortFunc(level, func(a, b Entrant) int { return cmp.Compare(a.ID, b.ID) })
		shuffle(lots, level)
		start = end
	}
	return ordered
}

// byRanks fills the groups that the phase names.
func (in FillInput) byRanks() ([]Group, error) {
	var faults scoresheet.Faults
	groups := make([]Group, len(in.Phase.Groups))
	for g, rule := range in.Phase.Groups {
		groups[g].Name = rule.Name
		at := scoresheet.Pointer("groups", g)
		from, missing := in.standingsOf(rule.From, at)
		faults = append(faults, missing...)
		for _, s := range from {
			rows := staying(s, in.Gone)
			faults = append(faults, in.level(s, rows, at, func(index int) bool { return slices.Contains(rule.Ranks, index+1) })...)
		}
		for _, rank := range slices.Sorted(slices.Values(rule.Ranks)) {
			for _, s := range from {
				groups[g].take(s, staying(s, in.Gone), rank)
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return groups, nil
}

// standingsOf are the standings of a phase, and why they cannot be used.
func (in FillInput) standingsOf(phase, at string) ([]Standings, scoresheet.Faults) {
	var list []Standings
	var faults scoresheet.Faults
	for _, s := range in.Standings {
		if phase == "" || s.Phase != phase {
			continue
		}
		list = append(list, s)
		if !s.Complete {
			faults = append(faults, fault("phase.unfinished", at, "phase", s.Phase, "group", s.Group))
		}
	}
	if len(list) == 0 {
		faults = append(faults, fault("phase.from", at, "phase", phase))
	}
	return list, faults
}

// field is what comes from the phase before as one.
func (in FillInput) field() (Group, error) {
	from := in.Phase.From
	if from == "" {
		from = in.Standings[len(in.Standings)-1].Phase
	}
	list, faults := in.standingsOf(from, "/from")
	if len(faults) > 0 {
		return Group{}, faults
	}
	rows := make([][]Row, len(list))
	for g, s := range list {
		rows[g] = staying(s, in.Gone)
		if in.Phase.Take == 0 {
			rows[g] = stillIn(s, rows[g])
		}
	}
	counts, err := in.share(rows)
	if err != nil {
		return Group{}, err
	}
	var field Group
	for rank := 1; rank <= slices.Max(counts); rank++ {
		for g, s := range list {
			if rank <= counts[g] {
				field.take(s, rows[g], rank)
			}
		}
	}
	for g, s := range list {
		faults = append(faults, in.level(s, rows[g], "/from", func(index int) bool { return index < counts[g] })...)
	}
	if len(faults) > 0 {
		return Group{}, faults
	}
	return field, nil
}

// share is how many come from each group: as many ranks of all as there is room
// for, then by lot.
func (in FillInput) share(rows [][]Row) ([]int, error) {
	counts := make([]int, len(rows))
	if in.Phase.Take == 0 {
		for g := range rows {
			counts[g] = len(rows[g])
		}
		return counts, nil
	}
	for room := in.Phase.Take; room > 0; {
		var more []int
		for g := range rows {
			if counts[g] < len(rows[g]) {
				more = append(more, g)
			}
		}
		if len(more) == 0 {
			break
		}
		if len(more) > room {
			if in.Seed == "" {
				return nil, scoresheet.Faults{fault("draw.seed", "/seed")}
			}
			shuffle(newUrn(in.Seed, "room", in.Phase.ID), more)
			more = more[:room]
		}
		for _, g := range more {
			counts[g]++
		}
		room -= len(more)
	}
	return counts, nil
}

// stillIn are those of the rows who have not gone out, where the phase was a
// knockout; otherwise all.
func stillIn(s Standings, rows []Row) []Row {
	last := slices.IndexFunc(s.Criteria, func(c scoresheet.Criterion) bool { return c.Rule == scoresheet.RuleLastMatch })
	if last < 0 || len(s.Rows) == 0 {
		return rows
	}
	best := s.Rows[0].Rank
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Rank != best || r.Figures[last].Amount == 0 })
}

// take adds whoever stands at the rank among those who stay.
func (g *Group) take(s Standings, rows []Row, rank int) {
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

// level finds the ranks that are shared by somebody who is wanted, by the index
// in the rows, and do not let all of them go the same way.
func (in FillInput) level(s Standings, rows []Row, at string, wanted func(index int) bool) scoresheet.Faults {
	if !s.Complete {
		return nil
	}
	var faults scoresheet.Faults
	for start := 0; start < len(rows); {
		end, count := start, 0
		var level []EntrantID
		for ; end < len(rows) && rows[end].Rank == rows[start].Rank; end++ {
			level = append(level, rows[end].Entrant.ID)
			if wanted(end) {
				count++
			}
		}
		apart := count < len(level) || in.Phase.Draw == scoresheet.DrawCross
		if len(level) > 1 && count > 0 && apart {
			faults = append(faults, fault("phase.level", at, "group", s.Group, "rank", rows[start].Rank, "entrants", level))
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
