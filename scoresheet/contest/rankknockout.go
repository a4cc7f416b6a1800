package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// RankKnockout ranks the field of a knockout as far as it is played: by the last
// round that an entrant came to (RuleRoundReached), by whether it is still in or
// went out there (RuleLastMatch), and, where third place is played for, by that
// match (RuleThirdPlace); those criteria head Standings.Criteria. Those who went
// out in one round share a rank, unless Phase.Ranking tells them apart by all
// that they have played in the phase. Those still in share the first rank: one
// champion in the end, or all who go on where the phase stops before.
//
// Who won its last match and left before the next round counts as out in that
// one; who left before the first comes last. Of two who were to meet for third
// place the one who had left is fourth, and who has lost a semi-final alone is
// third without a match. Nothing is struck out in a knockout, whatever
// Withdrawal.Void says.
//
// The standings are complete when no round is to come and nothing is missing. A
// row is provisional while its rank may still change: others of
// its round still play, it is still in, or may play for third place. A match
// without a winner keeps both in the rank of those who still play.
//
// Faults: those of Rank, and "draw.entrant-twice".
func RankKnockout(stage Stage) (Standings, error) {
	c, err := openCup(stage)
	if err != nil {
		return Standings{}, err
	}
	k := newKnockoutTable(c)
	played, err := Rank(StandingsInput{
		Phase: stage.Phase.ID, Group: c.group.Name, Entrants: c.group.Entrants,
		Rounds: stage.Rounds, Begun: len(stage.Rounds), Results: stage.Results,
		Criteria: figureCriteria(stage.Phase.Ranking), MatchPoints: stage.MatchPoints,
	})
	if err != nil {
		return Standings{}, err
	}
	return k.standings(played), nil
}

// figureCriteria are the criteria without lots, for their figures alone.
func figureCriteria(criteria []scoresheet.Criterion) []scoresheet.Criterion {
	return slices.DeleteFunc(slices.Clone(criteria), func(c scoresheet.Criterion) bool { return c.Rule == scoresheet.RuleLot })
}

// fate is how far an entrant came.
type fate struct {
	// reached is the number of the last round that it came to, 0 for none.
	reached int
	in      bool
	// third is how the match for third place ended for it, the zero value where
	// it has no part in it.
	third Figure
	open  bool
}

// fates are how far everybody came, by the place in the field; complete says
// that nothing is missing, provisional that a result of it is not confirmed.
func (c *cup) fates() (fates []fate, complete, provisional bool) {
	f := fateFinder{cup: c, fates: make([]fate, len(c.group.Entrants))}
	f.over = len(c.undecided()) == 0 && c.over()
	if last := c.last(); last != nil {
		f.running = slices.ContainsFunc(last.matches, func(m cupMatch) bool { return m.open() && !m.third })
	}
	if len(c.rounds) == 0 {
		for i, entrant := range c.group.Entrants {
			f.fates[i] = fate{in: !c.stage.Gone(entrant.ID, 1), open: !f.over}
		}
	}
	for n := range c.rounds {
		f.follow(n)
	}
	f.third()
	return f.fates, f.over, f.provisional
}

// fateFinder follows the rounds; what a later one says of somebody holds.
type fateFinder struct {
	cup   *cup
	fates []fate
	over  bool
	// running: a match of the last round, other than for third place, is open.
	running     bool
	provisional bool
}

func (f *fateFinder) set(id EntrantID, fate fate) {
	if i, ours := f.cup.at[id]; ours {
		f.fates[i] = fate
	}
}

func (f *fateFinder) follow(n int) {
	round := &f.cup.rounds[n]
	for _, id := range round.through {
		f.set(id, f.passed(n, id))
	}
	for _, id := range round.byes {
		if f.full(n) {
			f.set(id, fate{reached: round.number})
			continue
		}
		f.set(id, f.passed(n, id))
	}
	for i := range round.matches {
		m := &round.matches[i]
		f.provisional = f.provisional || m.provisional
		if !m.third {
			f.set(m.Home, f.played(n, m, m.Home))
			f.set(m.Away, f.played(n, m, m.Away))
		}
	}
}

// last reports whether no round has been drawn after the one with the index.
func (f *fateFinder) last(n int) bool { return n == len(f.cup.rounds)-1 }

// full reports whether those who are through have filled all places, so that
// the others are out.
func (f *fateFinder) full(n int) bool {
	return f.last(n) && f.over && len(f.cup.rounds[n].through) >= f.cup.until()
}

// played is what a match makes of one of the two.
func (f *fateFinder) played(n int, m *cupMatch, id EntrantID) fate {
	round := &f.cup.rounds[n]
	switch {
	case m.open() && f.last(n):
		return fate{reached: round.number, in: true, open: true}
	case m.state == BracketWon && !f.full(n) && (id == m.winner || round.kind == chanceRound):
		passed := f.passed(n, id)
		passed.open = passed.open || m.provisional
		return passed
	}
	return fate{reached: round.number, open: m.provisional || f.last(n) && f.running}
}

// passed is the fate of somebody who came through a round, as long as no later
// one names it.
func (f *fateFinder) passed(n int, id EntrantID) fate {
	round := f.cup.rounds[n].number
	switch left := f.cup.stage.Gone(id, round+1); {
	case f.last(n) && f.cup.settled():
		return fate{reached: round, in: true}
	case left:
		return fate{reached: round + 1, open: f.last(n) && !f.over}
	case f.last(n):
		return fate{reached: round + 1, in: true, open: !f.over}
	}
	return fate{reached: round} // a correction came too late for it
}

// third tells those apart who lost a semi-final.
func (f *fateFinder) third() {
	semi, losers := f.cup.forThird()
	if semi < 0 {
		return
	}
	won, lost := Figure{1, InNumber}, Figure{0, InNumber}
	m, _ := f.cup.third()
	switch {
	case m != nil && m.state == BracketWon:
		f.setThird(m.winner, won, m.provisional)
		f.setThird(m.loser, lost, m.provisional)
	case m != nil && m.state == BracketBothOut:
		f.setThird(m.Home, lost, m.provisional)
		f.setThird(m.Away, lost, m.provisional)
	case len(losers) == 1:
		f.setThird(losers[0], won, false)
	case !f.over:
		for i := range f.fates {
			f.fates[i].open = f.fates[i].open || f.fates[i].reached == f.cup.rounds[semi].number && !f.fates[i].in
		}
	}
}

func (f *fateFinder) setThird(id EntrantID, figure Figure, provisional bool) {
	if i, ours := f.cup.at[id]; ours {
		f.fates[i].third = figure
		f.fates[i].open = f.fates[i].open || provisional
	}
}

// knockoutTable ranks fates.
type knockoutTable struct {
	criteria []scoresheet.Criterion
	// head is the number of criteria that come before the phase's own.
	head     int
	entrants []Entrant
	fates    []fate
	// complete: nothing is missing; provisional: a result is not confirmed.
	complete, provisional bool
	lots                  []Lot
	needed                []LotNeeded
	rows                  []Row
}

func newKnockoutTable(c *cup) *knockoutTable {
	k := &knockoutTable{entrants: c.group.Entrants, lots: c.stage.Lots}
	k.fates, k.complete, k.provisional = c.fates()
	phase := c.stage.Phase
	rules := []scoresheet.Rule{scoresheet.RuleRoundReached, scoresheet.RuleLastMatch}
	if phase.ThirdPlace {
		rules = append(rules, scoresheet.RuleThirdPlace)
	}
	for _, rule := range rules {
		k.criteria = append(k.criteria, scoresheet.Criterion{Rule: rule, Origin: phase.Origin, Article: phase.Article})
	}
	k.head = len(k.criteria)
	k.criteria = append(k.criteria, phase.Ranking...)
	return k
}

// figures are those of an entrant: its fate, then what it has played.
func (k *knockoutTable) figures(i int, played []Figure) []Figure {
	figures := make([]Figure, len(k.criteria))
	f := k.fates[i]
	if f.reached > 0 {
		figures[0] = Figure{int64(f.reached), InNumber}
	}
	figures[1] = Figure{0, InNumber}
	if f.in {
		figures[1].Amount = 1
	}
	if k.head == 3 {
		figures[2] = f.third
	}
	for c := k.head; c < len(k.criteria); c++ {
		if k.criteria[c].Rule != scoresheet.RuleLot {
			figures[c], played = played[0], played[1:]
		}
	}
	return figures
}

func (k *knockoutTable) standings(played Standings) Standings {
	k.rows = make([]Row, len(k.entrants))
	at := make(map[EntrantID]Row, len(played.Rows))
	for _, row := range played.Rows {
		at[row.Entrant.ID] = row
	}
	order := make([]int, len(k.entrants))
	for i, entrant := range k.entrants {
		order[i] = i
		row := at[entrant.ID]
		k.rows[i] = Row{Entrant: entrant, Totals: row.Totals, Figures: k.figures(i, row.Figures), Provisional: k.fates[i].open}
	}
	slices.SortFunc(order, func(i, j int) int { return compareEntrants(k.entrants[i], k.entrants[j]) })
	k.split(0, order, 0, nil)
	s := Standings{
		Phase: played.Phase, Group: played.Group, Criteria: k.criteria, Complete: k.complete, Provisional: k.provisional,
		Rows: make([]Row, len(order)), LotsNeeded: k.needed,
	}
	for n, i := range order {
		s.Rows[n] = k.rows[i]
	}
	return s
}

// split ranks a stretch of the order, which starts after so many better ones,
// by the criteria from one on.
func (k *knockoutTable) split(better int, level []int, from int, decisions []*Decision) {
	for c := from; c < len(k.criteria) && len(level) > 1; c++ {
		criterion := k.criteria[c]
		if c >= k.head && k.fates[level[0]].in || !meantFor(criterion, len(level)) {
			continue
		}
		if criterion.Rule == scoresheet.RuleLot && !k.readLot(better, c, level) {
			break
		}
		compare := func(i, j int) int {
			return compareFigures(k.rows[i].Figures[c], k.rows[j].Figures[c], lowFirst(criterion.Rule))
		}
		slices.SortStableFunc(level, compare)
		if compare(level[0], level[len(level)-1]) == 0 {
			continue
		}
		decision := &Decision{Criterion: c, Rule: criterion.Rule, Among: criterion.Among, Rank: better + 1}
		path := append(slices.Clip(decisions), decision)
		for start := 0; start < len(level); {
			end := start + 1
			for end < len(level) && compare(level[start], level[end]) == 0 {
				end++
			}
			k.split(better+start, level[start:end], c+1, path)
			start = end
		}
		for _, i := range level {
			decision.Level = append(decision.Level, k.entrants[i].ID)
			decision.Figures = append(decision.Figures, k.rows[i].Figures[c])
		}
		return
	}
	for _, i := range level {
		k.rows[i].Rank, k.rows[i].Sharing, k.rows[i].Decisions = better+1, len(level), decisions
	}
}

// readLot reads the places of the oldest lot among all who are level; without
// one it notes that a lot is needed once nothing else may part them.
func (k *knockoutTable) readLot(better, c int, level []int) bool {
	var ids []EntrantID
	for _, i := range level {
		ids = append(ids, k.entrants[i].ID)
	}
	for _, lot := range k.lots {
		if lot.covers(ids) {
			for n, i := range level {
				k.rows[i].Figures[c] = Figure{int64(slices.Index(lot.Order, ids[n])) + 1, InPlaces}
			}
			return true
		}
	}
	if k.complete {
		k.needed = append(k.needed, LotNeeded{Rank: better + 1, Entrants: ids})
		for _, i := range level {
			k.rows[i].Provisional = true
		}
	}
	return false
}
