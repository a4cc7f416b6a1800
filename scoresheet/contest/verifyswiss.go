package contest

import (
	"cmp"
	"slices"
	"strconv"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest/matching"
)

// VerifyPairs sees that a round keeps the hard rules of a Swiss phase, however it
// was drawn: by hand, with paper lots, by machine. It is silent, or gives every
// fault:
//
//	swiss.round         the number of the round is not that of the next one, nor of one before
//	swiss.stranger      somebody plays or sits out who is in no group
//	swiss.gone          somebody plays or sits out who has left
//	swiss.self          somebody meets itself
//	swiss.double        somebody is named twice
//	swiss.group         two groups meet, or the group stands there wrongly
//	swiss.again         a pair has met before in this phase
//	swiss.idle          somebody neither plays nor sits out, though its group can be paired
//	swiss.byes          more sit out of a group than the one of an odd number
//	swiss.bye-twice     somebody sits out a second time
//	swiss.table         a table number below 1
//	swiss.table-twice   two matches at one table
//
// Rounds of the stage with the same number or a later one are passed over.
func VerifyPairs(stage Stage, round Round) error {
	return newSwissCheck(stage, round).err()
}

// VerifySwiss proves a draw without sharing code with the drawer. stage is what
// it was drawn from. Beside the faults of VerifyPairs it gives:
//
//	swiss.limit         the phase has no such round
//	swiss.record        the draw does not tell of the groups of the stage, in their order
//	swiss.lots          the lots are not those of the seed
//	swiss.order         the order is not by points, ranking and lots, or not of all who are there
//	swiss.points        the points of the order are wrong
//	swiss.bye           another one is due to sit out
//	swiss.blocked       a group does not play, and that it cannot is not proved
//	swiss.best          a better pairing exists, or that none does is not proved; fewest pairs of a unit included
//	swiss.ahead         the later rounds are not shown to be possible, or more of them are
//	swiss.sides         who was at home more often is at home again, or the lot says otherwise
//	swiss.table-order   the tables do not follow the order
//	swiss.basis         the figures of a pairing are wrong
//
// Points are added up anew. What they leave open is in the order of Rank.
func VerifySwiss(stage Stage, draw SwissDraw) error {
	c := newSwissCheck(stage, draw.Round)
	if len(c.faults) > 0 {
		return c.err()
	}
	if draw.Round.Number != len(stage.Rounds)+1 {
		c.add("swiss.round", "/round/number", "number", draw.Round.Number)
	}
	if limit := c.limit(); draw.Round.Number > limit {
		c.add("swiss.limit", "/round/number", "number", draw.Round.Number, "limit", limit)
	}
	if len(draw.Groups) != len(stage.Groups) {
		c.add("swiss.record", "/groups")
		return c.err()
	}
	for g, record := range draw.Groups {
		if record.Name != stage.Groups[g].Name {
			c.add("swiss.record", scoresheet.Pointer("groups", g))
			continue
		}
		check := swissGroupCheck{swissCheck: c, record: record, seed: draw.Seed, at: scoresheet.Pointer("groups", g)}
		check.group = stage.Groups[g]
		check.all()
	}
	c.tables()
	return c.err()
}

// swissCheck is a round that is checked.
type swissCheck struct {
	stage Stage
	round Round
	past  []Round
	// groupOf are those in the field, gone those who have left.
	groupOf map[EntrantID]int
	gone    map[EntrantID]bool
	met     map[[2]EntrantID]bool
	sat     map[EntrantID]bool
	// homes are times at home less times away.
	homes  map[EntrantID]int
	faults scoresheet.Faults
}

func newSwissCheck(stage Stage, round Round) *swissCheck {
	c := &swissCheck{
		stage: stage, round: round, groupOf: map[EntrantID]int{}, gone: map[EntrantID]bool{},
		met: map[[2]EntrantID]bool{}, sat: map[EntrantID]bool{}, homes: map[EntrantID]int{},
	}
	for g, group := range stage.Groups {
		for _, entrant := range group.Entrants {
			c.groupOf[entrant.ID] = g
		}
	}
	for _, w := range stage.Withdrawals {
		c.gone[w.Entrant] = c.gone[w.Entrant] || w.From <= round.Number
	}
	for _, earlier := range stage.Rounds {
		if earlier.Number < round.Number {
			c.remember(earlier)
		}
	}
	if round.Number < 1 || round.Number > len(stage.Rounds)+1 {
		c.add("swiss.round", "/number", "number", round.Number)
	}
	c.names()
	return c
}

func (c *swissCheck) remember(round Round) {
	c.past = append(c.past, round)
	for _, p := range round.Pairings {
		c.met[swissPair(p.Home, p.Away)] = true
		c.homes[p.Home]++
		c.homes[p.Away]--
	}
	for _, entrant := range round.Byes {
		c.sat[entrant] = true
	}
}

func swissPair(a, b EntrantID) [2]EntrantID { return [2]EntrantID{min(a, b), max(a, b)} }

func (c *swissCheck) add(code, at string, args ...any) {
	c.faults = append(c.faults, fault(code, at, args...))
}

func (c *swissCheck) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	return c.faults
}

// names looks at everybody whom the round names, and at those whom it does not.
func (c *swissCheck) names() {
	named, tables := map[EntrantID]bool{}, map[int]bool{}
	played, byes := map[int]bool{}, map[int]int{}
	for i, p := range c.round.Pairings {
		at := scoresheet.Pointer("pairings", i)
		c.pairing(at, p, named)
		played[c.groupOf[p.Home]] = true
		if p.Table < 1 {
			c.add("swiss.table", at+"/table", "table", p.Table)
		}
		if tables[p.Table] {
			c.add("swiss.table-twice", at+"/table", "table", p.Table)
		}
		tables[p.Table] = true
	}
	for i, entrant := range c.round.Byes {
		at := scoresheet.Pointer("byes", i)
		c.name(at, entrant, named)
		byes[c.groupOf[entrant]]++
		if c.sat[entrant] {
			c.add("swiss.bye-twice", at, "entrant", entrant)
		}
	}
	for g, group := range c.stage.Groups {
		c.rest(group, named, played[g], byes[g])
	}
}

func (c *swissCheck) pairing(at string, p Pairing, named map[EntrantID]bool) {
	c.name(at+"/home", p.Home, named)
	if p.Home == p.Away {
		c.add("swiss.self", at, "entrant", p.Home)
		return
	}
	c.name(at+"/away", p.Away, named)
	home, homeKnown := c.groupOf[p.Home]
	away, awayKnown := c.groupOf[p.Away]
	if homeKnown && awayKnown && (home != away || c.stage.Groups[home].Name != p.Group) {
		c.add("swiss.group", at, "home", p.Home, "away", p.Away, "group", p.Group)
	}
	if c.met[swissPair(p.Home, p.Away)] {
		c.add("swiss.again", at, "home", p.Home, "away", p.Away)
	}
}

func (c *swissCheck) name(at string, entrant EntrantID, named map[EntrantID]bool) {
	if _, known := c.groupOf[entrant]; !known {
		c.add("swiss.stranger", at, "entrant", entrant)
	}
	if c.gone[entrant] {
		c.add("swiss.gone", at, "entrant", entrant)
	}
	if named[entrant] {
		c.add("swiss.double", at, "entrant", entrant)
	}
	named[entrant] = true
}

// rest looks at those of a group whom the round does not name: all of them may
// be left out, if they cannot be paired.
func (c *swissCheck) rest(group Group, named map[EntrantID]bool, played bool, byes int) {
	var idle []EntrantID
	present := 0
	for _, entrant := range group.Entrants {
		if c.gone[entrant.ID] {
			continue
		}
		present++
		if !named[entrant.ID] {
			idle = append(idle, entrant.ID)
		}
	}
	if byes > present%2 || byes > 0 && !played {
		c.add("swiss.byes", "/byes", "group", group.Name, "byes", byes)
	}
	if len(idle) == 0 || len(idle) == present && !c.canPlay(group) {
		return
	}
	for _, entrant := range idle {
		c.add("swiss.idle", "", "entrant", entrant)
	}
}

// canPlay asks whether a group that was left out could have been paired. The
// record of a draw proves that it could not; for a round drawn by hand it is
// found out.
func (c *swissCheck) canPlay(group Group) bool {
	alone := c.stage
	alone.Groups, alone.Rounds, alone.Limit = []Group{group}, c.past, len(c.past)+1
	return !SwissOver(alone)
}

func (c *swissCheck) limit() int {
	if c.stage.Limit > 0 {
		return c.stage.Limit
	}
	if c.stage.Phase.Rounds > 0 {
		return c.stage.Phase.Rounds
	}
	rounds, largest := 0, 0
	for _, group := range c.stage.Groups {
		largest = max(largest, len(group.Entrants))
	}
	for winners := 1; winners < largest; winners *= 2 {
		rounds++
	}
	return rounds
}

// tables sees that tables are numbered through.
func (c *swissCheck) tables() {
	for i, p := range c.round.Pairings {
		if p.Table != max(c.stage.FirstTable, 1)+i {
			c.add("swiss.table-order", scoresheet.Pointer("round", "pairings", i, "table"), "table", p.Table)
		}
	}
}

// swissGroupCheck is a group of a draw that is checked.
type swissGroupCheck struct {
	*swissCheck
	group  Group
	record SwissGroup
	seed   string
	at     string
	// entrants and place are by the order of the record.
	entrants []Entrant
	place    map[EntrantID]int
	pairs    []Pairing
	bye      EntrantID
	// open are the pairs of places that may meet; the one after the last is the
	// bye, in an odd group.
	open [][]bool
}

func (c *swissGroupCheck) all() {
	if !c.present() {
		c.add("swiss.order", c.at+"/order")
		return
	}
	for _, p := range c.round.Pairings {
		if _, ours := c.place[p.Home]; ours {
			c.pairs = append(c.pairs, p)
		}
	}
	for _, entrant := range c.round.Byes {
		if _, ours := c.place[entrant]; ours {
			c.bye = entrant
		}
	}
	c.opened()
	c.lots()
	c.points()
	c.order()
	c.figures()
	if len(c.pairs) == 0 {
		c.blocked()
		return
	}
	c.sides()
	if c.rounds() {
		c.byes()
		c.best()
	}
}

// present reads the order, and reports whether it is of all who are there.
func (c *swissGroupCheck) present() bool {
	c.place = map[EntrantID]int{}
	here := map[EntrantID]Entrant{}
	for _, entrant := range c.group.Entrants {
		if !c.gone[entrant.ID] {
			here[entrant.ID] = entrant
		}
	}
	for i, id := range c.record.Order {
		entrant, known := here[id]
		if !known {
			return false
		}
		delete(here, id)
		c.place[id] = i
		c.entrants = append(c.entrants, entrant)
	}
	return len(here) == 0 && len(c.record.Points) == len(c.record.Order)
}

// lots draws the lots again.
func (c *swissGroupCheck) lots() {
	want := slices.Sorted(slices.Values(c.record.Order))
	shuffle(c.urn("order"), want)
	if !slices.Equal(want, c.record.Lots) {
		c.add("swiss.lots", c.at+"/lots")
	}
}

func (c *swissGroupCheck) urn(purpose string) urn {
	return newUrn(c.seed, "swiss", purpose, c.stage.Phase.ID, c.group.Name, strconv.Itoa(c.round.Number))
}

// points adds up the points of everybody.
func (c *swissGroupCheck) points() {
	sums := c.sums()
	for i, id := range c.record.Order {
		if c.record.Points[i] != sums[id] {
			c.add("swiss.points", c.at+scoresheet.Pointer("points", i), "entrant", id, "points", c.record.Points[i], "due", sums[id])
		}
	}
}

// swissMatch is a match of a round.
type swissMatch struct {
	round int
	pair  [2]EntrantID
}

func (c *swissGroupCheck) sums() map[EntrantID]scoresheet.Points {
	sums := map[EntrantID]scoresheet.Points{}
	void, left := map[EntrantID]bool{}, map[EntrantID]int{}
	for _, w := range c.stage.Withdrawals {
		void[w.Entrant] = void[w.Entrant] || w.Void
		if from, before := left[w.Entrant]; !before || w.From < from {
			left[w.Entrant] = w.From
		}
	}
	away := func(id EntrantID, round int) bool { from, has := left[id]; return has && from <= round }
	had := map[swissMatch]bool{}
	count := func(r Result) {
		if void[r.Home] || void[r.Away] {
			return
		}
		home, guest := c.worth(r)
		sums[r.Home] += home
		sums[r.Away] += guest
	}
	for _, r := range c.stage.Results {
		if r.Playoff || r.Round >= c.round.Number {
			continue
		}
		had[swissMatch{r.Round, swissPair(r.Home, r.Away)}] = true
		count(r)
	}
	for _, round := range c.past {
		for _, p := range round.Pairings {
			homeGone, awayGone := away(p.Home, round.Number), away(p.Away, round.Number)
			if had[swissMatch{round.Number, swissPair(p.Home, p.Away)}] || !homeGone && !awayGone {
				continue
			}
			r := Result{Home: p.Home, Away: p.Away, Kind: Walkover, Winner: scoresheet.SideA}
			if homeGone {
				r.Winner = scoresheet.SideB
			}
			if homeGone && awayGone {
				r.Kind, r.Winner = DoubleForfeit, scoresheet.NoSide
			}
			count(r)
		}
		for _, id := range round.Byes {
			if c.stage.MatchPoints != nil && !void[id] && !away(id, round.Number) {
				sums[id] += c.stage.MatchPoints.Bye
			}
		}
	}
	return sums
}

// worth is what a result gives to both; a win is a point where the rulebook has
// no match points.
func (c *swissGroupCheck) worth(r Result) (home, away scoresheet.Points) {
	rule := c.stage.MatchPoints
	if rule == nil {
		rule = &scoresheet.MatchPoints{Forfeit: scoresheet.Point}
		if r.Kind == Played {
			r.Kind = Walkover
		}
	}
	switch {
	case r.Kind == Played:
		return r.Points.A, r.Points.B
	case r.Kind == Void:
		return 0, 0
	case r.Winner == scoresheet.SideA:
		return rule.Forfeit, rule.Absent
	case r.Winner == scoresheet.SideB:
		return rule.Absent, rule.Forfeit
	}
	return rule.Absent, rule.Absent
}

// order sees that nobody stands before a better one.
func (c *swissGroupCheck) order() {
	ranks, ok := c.ranks()
	if !ok {
		return
	}
	lot := map[EntrantID]int{}
	for i, id := range c.record.Lots {
		lot[id] = i
	}
	for i := 1; i < len(c.entrants); i++ {
		a, b := c.record.Order[i-1], c.record.Order[i]
		if cmp.Or(cmp.Compare(c.record.Points[i], c.record.Points[i-1]), cmp.Compare(ranks[a], ranks[b]), cmp.Compare(lot[a], lot[b])) > 0 {
			c.add("swiss.order", c.at+scoresheet.Pointer("order", i), "entrant", b, "before", a)
		}
	}
}

// ranks are the ranks of everybody, all the same before the first round.
func (c *swissGroupCheck) ranks() (map[EntrantID]int, bool) {
	ranks := map[EntrantID]int{}
	if len(c.past) == 0 {
		return ranks, true
	}
	s, err := Rank(StandingsInput{
		Phase: c.stage.Phase.ID, Group: c.group.Name, Entrants: c.group.Entrants, Rounds: c.past, MoreRounds: true,
		Begun: len(c.past), Results: c.stage.Results, Withdrawals: c.stage.Withdrawals,
		Criteria: c.stage.Phase.Ranking, MatchPoints: c.stage.MatchPoints, Lots: c.stage.Lots,
	})
	if err != nil {
		c.add("swiss.order", c.at+"/order")
		return nil, false
	}
	for _, row := range s.Rows {
		ranks[row.Entrant.ID] = row.Rank
	}
	return ranks, true
}

// figures looks at the basis of pairings, and at their order.
func (c *swissGroupCheck) figures() {
	last := -1
	for i, p := range c.pairs {
		at := scoresheet.Pointer("round", "pairings", i)
		home, away := c.place[p.Home], c.place[p.Away]
		want := &Basis{c.record.Points[home], c.record.Points[away], home + 1, away + 1}
		if len(c.past) == 0 {
			want = nil
		}
		if (want == nil) != (p.Basis == nil) || want != nil && *want != *p.Basis {
			c.add("swiss.basis", at, "home", p.Home, "away", p.Away)
		}
		if best := min(home, away); best < last {
			c.add("swiss.table-order", at, "home", p.Home, "away", p.Away)
		} else {
			last = best
		}
	}
}

// sides draws the lots of the sides again.
func (c *swissGroupCheck) sides() {
	lots := c.urn("sides")
	for i, p := range c.pairs {
		d := c.homes[p.Home] - c.homes[p.Away]
		if d == 0 {
			betterAway := lots.below(2) == 1
			if betterAway != (c.place[p.Away] < c.place[p.Home]) {
				d = 1
			}
		}
		if d > 0 {
			c.add("swiss.sides", scoresheet.Pointer("round", "pairings", i), "home", p.Home, "away", p.Away)
		}
	}
}

// opened notes who may meet whom, and who may sit out.
func (c *swissGroupCheck) opened() {
	n := len(c.entrants)
	c.open = make([][]bool, n+n%2)
	for a := range c.open {
		c.open[a] = make([]bool, n+n%2)
	}
	for a, id := range c.record.Order {
		for b, other := range c.record.Order[:a] {
			c.open[a][b] = !c.met[swissPair(id, other)]
			c.open[b][a] = c.open[a][b]
		}
		if n%2 == 1 {
			c.open[a][n] = !c.sat[id]
			c.open[n][a] = c.open[a][n]
		}
	}
}

// value is what a pair is worth, as DrawSwiss lists it; the best is 0.
func (c *swissGroupCheck) value(a, b int) (matching.Weight, bool) {
	var w matching.Weight
	one, other := c.entrants[a], c.entrants[b]
	if c.stage.Phase.SameUnitApart && one.Unit != "" && one.Unit == other.Unit {
		w[0]--
	}
	if len(c.past) > 0 {
		d := int64(c.record.Points[a]) - int64(c.record.Points[b])
		w[1] -= d * d
	} else if one.Seed > 0 && other.Seed > 0 {
		w[1]--
	}
	w[2] -= int64((a - b) * (a - b))
	return w, c.open[a][b]
}

// blocked looks at a group that does not play.
func (c *swissGroupCheck) blocked() {
	n := len(c.entrants)
	if n < 2 {
		return
	}
	unweighed := func(a, b int) (matching.Weight, bool) { return matching.Weight{}, c.open[a][b] }
	if !c.record.Blocked || !matching.Blocks(n+n%2, c.record.Barrier, unweighed) {
		c.add("swiss.blocked", c.at)
	}
}

// byes sees that nobody was due to sit out before the one who does.
func (c *swissGroupCheck) byes() {
	if c.bye == "" {
		return
	}
	due := slices.Clone(c.record.Order)
	slices.Reverse(due)
	if c.stage.Phase.Bye != scoresheet.ByeLowest {
		slices.Sort(due)
	}
	due = slices.DeleteFunc(due, func(id EntrantID) bool { return c.sat[id] })
	if c.stage.Phase.Bye != scoresheet.ByeLowest {
		shuffle(c.urn("bye"), due)
		if !slices.Equal(due, c.record.ByeLots) {
			c.add("swiss.lots", c.at+"/bye_lots")
			return
		}
	}
	for i, id := range due {
		if id == c.bye {
			return
		}
		if i >= len(c.record.PassedOver) || c.record.PassedOver[i].Entrant != id || !c.neededFor(c.record.PassedOver[i]) {
			c.add("swiss.bye", c.at+"/passed_over", "entrant", c.bye, "due", id)
			return
		}
	}
}

// neededFor reports whether the others cannot be paired without the entrant, or
// not for as many rounds.
func (c *swissGroupCheck) neededFor(p PassedOver) bool {
	places := c.playing(p.Entrant)
	if c.record.Ahead == nil {
		return matching.Blocks(len(places), p.Barrier, func(a, b int) (matching.Weight, bool) {
			return matching.Weight{}, c.open[places[a]][places[b]]
		})
	}
	s := c.search()
	s.take(c.place[p.Entrant], len(c.entrants))
	return !s.found(c.record.Ahead.Rounds)
}

// playing are the places of all but one.
func (c *swissGroupCheck) playing(without EntrantID) []int {
	var places []int
	for i, id := range c.record.Order {
		if id != without {
			places = append(places, i)
		}
	}
	return places
}

// best sees that no pairing is better than the one drawn.
func (c *swissGroupCheck) best() {
	places := c.playing(c.bye)
	number := map[EntrantID]int{}
	for i, place := range places {
		number[c.record.Order[place]] = i
	}
	mates := make([]int, len(places))
	for _, p := range c.pairs {
		mates[number[p.Home]], mates[number[p.Away]] = number[p.Away], number[p.Home]
	}
	among := func(a, b int) (matching.Weight, bool) { return c.value(places[a], places[b]) }
	ahead := c.record.Ahead
	if ahead == nil || ahead.Better == 0 && !ahead.GaveUp {
		if err := c.record.Proof.Check(mates, among, matching.Perfect); err != nil {
			c.add("swiss.best", c.at+"/proof", "why", err.Error())
		}
		return
	}
	if !ahead.GaveUp {
		c.better(places, mates, among)
	}
}

// better looks for a better pairing among all, for one that was passed over
// after which as many rounds would have been possible.
func (c *swissGroupCheck) better(places, mates []int, among matching.Weights) {
	var drawn matching.Weight
	for a, b := range mates {
		if a < b {
			w, _ := among(a, b)
			drawn = swissSum(drawn, w)
		}
	}
	looked := 0
	swissBetter(len(places), among, drawn, func(pairs [][2]int) bool {
		s := c.search()
		for _, pair := range pairs {
			s.take(places[pair[0]], places[pair[1]])
		}
		if c.bye != "" {
			s.take(c.place[c.bye], len(c.entrants))
		}
		if s.found(c.record.Ahead.Rounds) {
			c.add("swiss.best", c.at+"/ahead")
			return false
		}
		looked++
		return looked < 2000
	})
}

func swissSum(a, b matching.Weight) matching.Weight {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

// swissBetter gives every perfect matching of up to 20 vertices that is worth
// more, until told to stop. The best that each set of vertices can do is
// computed first, from the smaller sets up.
func swissBetter(n int, among matching.Weights, than matching.Weight, look func(pairs [][2]int) bool) {
	type outcome struct {
		sum      matching.Weight
		possible bool
	}
	edges := make([][]outcome, n)
	for a := range edges {
		edges[a] = make([]outcome, n)
		for b := a + 1; b < n; b++ {
			edges[a][b].sum, edges[a][b].possible = among(a, b)
		}
	}
	best := make([]outcome, 1<<n)
	best[0].possible = true
	lowest := func(set int) int {
		v := 0
		for set>>v&1 == 0 {
			v++
		}
		return v
	}
	for set := 1; set < len(best); set++ {
		a := lowest(set)
		for b := a + 1; b < n; b++ {
			rest := &best[set&^(1<<a|1<<b)]
			if set>>b&1 == 0 || !edges[a][b].possible || !rest.possible {
				continue
			}
			if sum := swissSum(rest.sum, edges[a][b].sum); !best[set].possible || sum.Compare(best[set].sum) > 0 {
				best[set] = outcome{sum, true}
			}
		}
	}
	var walk func(set int, pairs [][2]int, sum matching.Weight) bool
	walk = func(set int, pairs [][2]int, sum matching.Weight) bool {
		if !best[set].possible || swissSum(sum, best[set].sum).Compare(than) <= 0 {
			return true
		}
		if set == 0 {
			return look(pairs)
		}
		a := lowest(set)
		for b := a + 1; b < n; b++ {
			if e := edges[a][b]; set>>b&1 == 1 && e.possible {
				if !walk(set&^(1<<a|1<<b), append(pairs, [2]int{a, b}), swissSum(sum, e.sum)) {
					return false
				}
			}
		}
		return true
	}
	walk(1<<n-1, nil, matching.Weight{})
}

// rounds looks at the plan for later rounds, and for a longer one.
func (c *swissGroupCheck) rounds() bool {
	ahead, few := c.record.Ahead, len(c.entrants) <= SwissAheadEntrants
	possible, shown := 1, true
	if ahead != nil {
		possible = ahead.Rounds
		shown = few && possible >= 2 && c.plan(ahead.Plan, possible-1)
	}
	if !shown || few && possible < c.limit()-len(c.past) && c.search().found(possible+1) {
		c.add("swiss.ahead", c.at+"/ahead", "rounds", possible)
		return false
	}
	return true
}

// plan reports whether the plan pairs everybody for so many rounds after this
// one, without a rematch or a second bye.
func (c *swissGroupCheck) plan(plan []PlannedRound, rounds int) bool {
	met, sat := map[[2]EntrantID]bool{}, map[EntrantID]bool{c.bye: true}
	for _, p := range c.pairs {
		met[swissPair(p.Home, p.Away)] = true
	}
	for _, round := range plan {
		named := map[EntrantID]bool{}
		for _, pair := range round.Pairs {
			key := swissPair(pair[0], pair[1])
			if c.met[key] || met[key] {
				return false
			}
			met[key] = true
			named[pair[0]], named[pair[1]] = true, true
		}
		if (round.Bye != "") != (len(c.entrants)%2 == 1) || round.Bye != "" && (c.sat[round.Bye] || sat[round.Bye]) {
			return false
		}
		if round.Bye != "" {
			named[round.Bye], sat[round.Bye] = true, true
		}
		for _, id := range c.record.Order {
			if !named[id] {
				return false
			}
		}
		if len(named) != len(c.entrants) || 2*len(round.Pairs) != len(c.entrants)-len(c.entrants)%2 {
			return false
		}
	}
	return len(plan) == rounds
}

// swissSearch looks for rounds that can follow each other, by plain
// backtracking, as far as its steps go.
type swissSearch struct {
	open  [][]bool
	taken []bool
	steps int
}

func (c *swissGroupCheck) search() *swissSearch {
	s := &swissSearch{open: make([][]bool, len(c.open)), taken: make([]bool, len(c.open)), steps: 2000}
	for a := range s.open {
		s.open[a] = slices.Clone(c.open[a])
	}
	return s
}

// take makes a pair of the first round.
func (s *swissSearch) take(a, b int) {
	s.taken[a], s.taken[b] = true, true
	s.open[a][b], s.open[b][a] = false, false
}

// found reports whether so many rounds were found, the first of them with the
// pairs that were taken. False where the steps did not suffice.
func (s *swissSearch) found(rounds int) bool {
	if rounds == 0 {
		return true
	}
	if s.steps--; s.steps < 0 {
		return false
	}
	a := slices.Index(s.taken, false)
	if a < 0 {
		s.taken = make([]bool, len(s.open))
		if s.found(rounds - 1) {
			return true
		}
		for i := range s.taken {
			s.taken[i] = true
		}
		return false
	}
	for b := range s.open {
		if s.taken[b] || !s.open[a][b] {
			continue
		}
		s.take(a, b)
		if s.found(rounds) {
			return true
		}
		s.taken[a], s.taken[b], s.open[a][b], s.open[b][a] = false, false, true, true
	}
	return false
}
