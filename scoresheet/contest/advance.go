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
