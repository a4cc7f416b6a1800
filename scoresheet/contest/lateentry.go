package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// The reasons of pairings in a schedule that was extended.
const (
	// ReasonLateEntry: one of them joined the group late.
	ReasonLateEntry Reason = "late-entry"
	// ReasonMakeUp: the match made way for that of a latecomer, and is made up.
	ReasonMakeUp Reason = "make-up"
)

// LateEntryInput is everything that the schedule for an entrant follows from
// who joins a round robin that is being played.
type LateEntryInput struct {
	// Seed is shown and stored; it must not be empty.
	Seed string `json:"seed"`
	// Groups are those of the phase, without the newcomer, and Rounds its whole
	// schedule: as played up to the round Begun, as drawn after it.
	Groups []Group `json:"groups"`
	Rounds []Round `json:"rounds"`
	Begun  int     `json:"begun"`
	// Group is the name of the group that the newcomer joins.
	Group    string  `json:"group"`
	Newcomer Entrant `json:"newcomer"`
	// KeepDrawn leaves every drawn match in its round, at the price of more
	// rounds where the group is even.
	KeepDrawn bool `json:"keep_drawn,omitzero"`
}

// LateEntryDraw is the schedule with a latecomer, and what it follows from.
type LateEntryDraw struct {
	Input LateEntryInput `json:"input"`
	// Rounds are those from the next round on, of all groups.
	Rounds []Round `json:"rounds"`
}

// ExtendRoundRobin finds matches for an entrant that joins a group while it
// plays. Rounds that have begun stay as they are. In the others the newcomer
// meets who would sit out. Where that is not enough it takes the place of
// somebody in the last rounds, one match in each, and the match that makes way
// is made up beside the newcomer's missing ones, in as few rounds more as were
// found; with KeepDrawn no match makes way. Everybody meets everybody once,
// sides stay as even as they were, and who does not play while its group does
// sits out and is named so.
//
// Faults: "draw.seed", "draw.group" (there is none of that name),
// "draw.entrant-twice" (the newcomer is in a group already), "draw.too-many",
// "draw.begun" (more rounds have begun than there are, or they are not numbered
// 1, 2, 3 …; Args begun, rounds).
func ExtendRoundRobin(in LateEntryInput) (LateEntryDraw, error) {
	if faults := in.check(); len(faults) > 0 {
		return LateEntryDraw{}, faults
	}
	e := newExtension(in)
	for more := e.fewest(); ; more++ {
		for range extensionTries {
			if plan, found := e.try(more); found {
				return LateEntryDraw{Input: in, Rounds: e.rounds(plan)}, nil
			}
		}
	}
}

// extensionTries is how often a number of further rounds is tried by lot before
// one more is taken. With enough of them the first try succeeds.
const extensionTries = 100

func (in LateEntryInput) check() scoresheet.Faults {
	var faults scoresheet.Faults
	if in.Seed == "" {
		faults = append(faults, fault("draw.seed", "/seed"))
	}
	g := in.group()
	if g < 0 {
		faults = append(faults, fault("draw.group", "/group", "group", in.Group, "entrant", in.Newcomer.ID))
	} else if n := len(in.Groups[g].Entrants) + 1; n > MaxGroup {
		faults = append(faults, fault("draw.too-many", "/group", "group", in.Group, "max", MaxGroup, "entrants", n))
	}
	for _, group := range in.Groups {
		if slices.ContainsFunc(group.Entrants, func(e Entrant) bool { return e.ID == in.Newcomer.ID }) {
			faults = append(faults, fault("draw.entrant-twice", "/newcomer", "entrant", in.Newcomer.ID))
		}
	}
	numbered := true
	for i, round := range in.Rounds {
		numbered = numbered && round.Number == i+1
	}
	if in.Begun < 0 || in.Begun > len(in.Rounds) || !numbered {
		faults = append(faults, fault("draw.begun", "/begun", "begun", in.Begun, "rounds", len(in.Rounds)))
	}
	return faults
}

func (in LateEntryInput) group() int {
	return slices.IndexFunc(in.Groups, func(g Group) bool { return g.Name == in.Group })
}

// extension is a group that a newcomer joins. Entrants are numbered as in the
// group, the newcomer last; rounds from the next one on.
type extension struct {
	in    LateEntryInput
	lots  urn
	group Group
	index map[EntrantID]int
	// newcomer is its number, and how many the others are.
	newcomer int
	// drawn are the matches of the group by round, which are all still to begin.
	drawn [][]groupMatch
	// taken is whom the newcomer meets in a drawn round who would rest, or -1.
	taken []int
	// crowded are the rounds in which it could play only in somebody's place.
	crowded []int
}

// groupMatch is a match of the group: who is at home, who is away, at which
// table, 0 for one that has none yet.
type groupMatch struct {
	home, away, table int
	reason            Reason
}

func (m groupMatch) of(i int) bool { return m.home == i || m.away == i }

// extensionPlan are the matches of the group by round.
type extensionPlan [][]groupMatch

func (p extensionPlan) free(round, i int) bool {
	return !slices.ContainsFunc(p[round], func(m groupMatch) bool { return m.of(i) })
}

func newExtension(in LateEntryInput) *extension {
	e := &extension{
		in: in, lots: newUrn(in.Seed, "late-entry", in.Group, string(in.Newcomer.ID)),
		group: in.Groups[in.group()], index: map[EntrantID]int{},
	}
	e.newcomer = len(e.group.Entrants)
	for i, entrant := range e.group.Entrants {
		e.index[entrant.ID] = i
	}
	for _, round := range in.Rounds[in.Begun:] {
		e.drawn = append(e.drawn, e.matches(round))
	}
	e.take()
	return e
}

// matches are those of the group in a round.
func (e *extension) matches(round Round) []groupMatch {
	var matches []groupMatch
	for _, p := range round.Pairings {
		home, homeOurs := e.index[p.Home]
		away, awayOurs := e.index[p.Away]
		if homeOurs && awayOurs {
			matches = append(matches, groupMatch{home: home, away: away, table: p.Table, reason: p.Reason})
		}
	}
	return matches
}

// take has the newcomer meet as many as can be of those who rest in drawn
// rounds.
func (e *extension) take() {
	plan := extensionPlan(e.drawn)
	e.taken = couple(len(e.drawn), e.newcomer, func(round, i int) bool { return plan.free(round, i) })
	for round, matches := range e.drawn {
		if e.taken[round] < 0 && len(matches) > 0 && !e.in.KeepDrawn {
			e.crowded = append(e.crowded, round)
		}
	}
}

// missing is how many the newcomer meets in no drawn round yet.
func (e *extension) missing() int {
	missing := e.newcomer
	for _, opponent := range e.taken {
		if opponent >= 0 {
			missing--
		}
	}
	return missing
}

// fewest is the least number of further rounds that could do.
func (e *extension) fewest() int { return max(0, e.missing()-len(e.crowded)) }

// try looks for a schedule with so many further rounds.
func (e *extension) try(more int) (extensionPlan, bool) {
	plan := make(extensionPlan, len(e.drawn)+more)
	unmet := make([]bool, e.newcomer)
	for i := range unmet {
		unmet[i] = true
	}
	for round, matches := range e.drawn {
		plan[round] = slices.Clone(matches)
		if opponent := e.taken[round]; opponent >= 0 {
			plan[round] = append(plan[round], groupMatch{home: opponent, away: e.newcomer, reason: ReasonLateEntry})
			unmet[opponent] = false
		}
	}
	moved := e.makeWay(plan, unmet, max(0, e.missing()-more))
	return plan, e.makeUp(plan, moved) && e.meet(plan, unmet)
}

// makeWay has the newcomer play in so many of the last rounds in somebody's
// place, and takes the matches out that make way: those of entrants who have
// had to the least, among these by lot.
func (e *extension) makeWay(plan extensionPlan, unmet []bool, places int) []groupMatch {
	var moved []groupMatch
	times := make([]int, e.newcomer)
	for _, round := range e.crowded[len(e.crowded)-min(places, len(e.crowded)):] {
		best, at, opponent := 0, -1, -1
		order := make([]int, len(plan[round]))
		for i := range order {
			order[i] = i
		}
		shuffle(e.lots, order)
		for _, k := range order {
			m := plan[round][k]
			for _, i := range []int{m.home, m.away} {
				if cost := times[m.home] + times[m.away]; unmet[i] && (at < 0 || cost < best) {
					best, at, opponent = cost, k, i
				}
			}
		}
		if at < 0 {
			continue
		}
		m := plan[round][at]
		plan[round][at] = groupMatch{home: opponent, away: e.newcomer, table: m.table, reason: ReasonLateEntry}
		unmet[opponent] = false
		times[m.home]++
		times[m.away]++
		moved = append(moved, groupMatch{home: m.home, away: m.away, reason: ReasonMakeUp})
	}
	return moved
}

// makeUp puts the matches that made way into the first rounds in which both are
// free and their group plays, or a further one.
func (e *extension) makeUp(plan extensionPlan, moved []groupMatch) bool {
	shuffle(e.lots, moved)
	for _, m := range moved {
		found := false
		for round := 0; round < len(plan) && !found; round++ {
			if found = plan.free(round, m.home) && plan.free(round, m.away); found {
				plan[round] = append(plan[round], m)
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// meet has the newcomer meet all whom it has not.
func (e *extension) meet(plan extensionPlan, unmet []bool) bool {
	var missing []int
	for i := range unmet {
		if unmet[i] {
			missing = append(missing, i)
		}
	}
	shuffle(e.lots, missing)
	rounds := couple(len(missing), len(plan), func(k, round int) bool {
		return plan.free(round, e.newcomer) && plan.free(round, missing[k])
	})
	for k, round := range rounds {
		if round < 0 {
			return false
		}
		plan[round] = append(plan[round], groupMatch{home: missing[k], away: e.newcomer, reason: ReasonLateEntry})
	}
	return true
}

// couple gives as many of the left as can be a right one each that fits, or -1
// (augmenting paths).
func couple(left, right int, fits func(l, r int) bool) []int {
	of := make([]int, right)
	for r := range of {
		of[r] = -1
	}
	var find func(l int, seen []bool) bool
	find = func(l int, seen []bool) bool {
		for r := range right {
			if seen[r] || !fits(l, r) {
				continue
			}
			seen[r] = true
			if of[r] < 0 || find(of[r], seen) {
				of[r] = l
				return true
			}
		}
		return false
	}
	for l := range left {
		find(l, make([]bool, right))
	}
	rightOf := make([]int, left)
	for l := range rightOf {
		rightOf[l] = slices.Index(of, l)
	}
	return rightOf
}

// rounds writes the plan into the rounds of the phase.
func (e *extension) rounds(plan extensionPlan) []Round {
	e.chooseSides(plan)
	var rounds []Round
	for k, matches := range plan {
		round := Round{Number: e.in.Begun + k + 1}
		var drawn Round
		if at := e.in.Begun + k; at < len(e.in.Rounds) {
			drawn = e.in.Rounds[at]
		}
		round.Through = drawn.Through
		tables := map[int]bool{}
		for _, p := range drawn.Pairings {
			if _, ours := e.index[p.Home]; !ours {
				round.Pairings = append(round.Pairings, p)
				tables[p.Table] = true
			}
		}
		for _, m := range matches {
			tables[m.table] = true
		}
		for _, m := range matches {
			if m.table == 0 {
				m.table = e.freeTable(tables)
			}
			round.Pairings = append(round.Pairings, Pairing{
				Group: e.group.Name, Home: e.id(m.home), Away: e.id(m.away), Table: m.table, Reason: m.reason,
			})
		}
		slices.SortStableFunc(round.Pairings, func(a, b Pairing) int { return cmp.Compare(a.Table, b.Table) })
		round.Byes = e.byes(drawn, plan, k)
		rounds = append(rounds, round)
	}
	return rounds
}

// freeTable takes the lowest table from the first of the phase on.
func (e *extension) freeTable(taken map[int]bool) int {
	table := 0
	for _, round := range e.in.Rounds {
		for _, p := range round.Pairings {
			if table == 0 || p.Table < table {
				table = p.Table
			}
		}
	}
	for table = max(table, 1); taken[table]; {
		table++
	}
	taken[table] = true
	return table
}

// byes are those of the other groups, and all who rest while the group plays.
func (e *extension) byes(drawn Round, plan extensionPlan, k int) []EntrantID {
	var byes []EntrantID
	for _, id := range drawn.Byes {
		if _, ours := e.index[id]; !ours {
			byes = append(byes, id)
		}
	}
	if len(plan[k]) == 0 {
		return byes
	}
	for i := range e.newcomer + 1 {
		if plan.free(k, i) {
			byes = append(byes, e.id(i))
		}
	}
	return byes
}

func (e *extension) id(i int) EntrantID {
	if i == e.newcomer {
		return e.in.Newcomer.ID
	}
	return e.group.Entrants[i].ID
}

// chooseSides has the opponents of the newcomer sit on the side that they sat
// on less often; those who sat on both alike even the newcomer's own sides out.
func (e *extension) chooseSides(plan extensionPlan) {
	more := make([]int, e.newcomer+1) // how much oftener at home than away
	count := func(m groupMatch) {
		more[m.home]++
		more[m.away]--
	}
	for _, round := range e.in.Rounds[:e.in.Begun] {
		for _, m := range e.matches(round) {
			count(m)
		}
	}
	var own []*groupMatch
	for _, matches := range plan {
		for k := range matches {
			if matches[k].of(e.newcomer) {
				own = append(own, &matches[k])
			} else {
				count(matches[k])
			}
		}
	}
	slices.SortStableFunc(own, func(a, b *groupMatch) int {
		return cmp.Compare(min(1, more[b.home]*more[b.home]), min(1, more[a.home]*more[a.home]))
	})
	for _, m := range own {
		if more[m.home] > 0 || (more[m.home] == 0 && more[e.newcomer] < 0) {
			m.home, m.away = m.away, m.home
		}
		count(*m)
	}
}
