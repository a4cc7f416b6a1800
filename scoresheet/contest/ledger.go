package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// Totals are the sums of an entrant over its matches, walkovers included.
// Points and RunningTotals hold those of byes as well; nothing else does.
type Totals struct {
	Played, Won, Drawn, Lost, Byes int
	Points                         scoresheet.Points
	// Second adds up the second figure of the matches. A walkover gives the side
	// that is there what the second table gives the winner of a match without a
	// difference of levels, since it has none; the other side and a bye get
	// nothing.
	Second              scoresheet.Points
	Difference, Climbed int
	Games, Small        scoresheet.Points
	// Largest is the highest points of a game that the entrant won, whoever won
	// the match, and LargestMargin the highest margin.
	Largest, LargestMargin scoresheet.Points
	// OpponentPoints is the sum of the points of all opponents (对手分), those of
	// walkovers included.
	OpponentPoints scoresheet.Points
	// RunningTotals is the sum over the rounds of the points gathered until
	// then, those of the first round left out (去首累进分和). Rounds that the
	// entrant was not there for gave it nothing.
	RunningTotals scoresheet.Points
	// Seconds is the time that the matches won took; Timed is how many of them
	// were measured.
	Seconds, Timed int
}

// outcome is a match from the view of one entrant, who was on the side.
type outcome struct {
	result         *Result
	side           scoresheet.Side
	opponent       int
	points, second scoresheet.Points
}

func (o outcome) won() bool { return o.result.Winner == o.side }

func (o outcome) lost() bool {
	return o.result.Winner == o.side.Other() || o.result.Kind == DoubleForfeit
}

func (o outcome) difference() int {
	if o.side == scoresheet.SideB {
		return -o.result.Difference
	}
	return o.result.Difference
}

// ledger holds the matches of a group by entrant. Entrants are numbered as in
// the input.
type ledger struct {
	in    *StandingsInput
	index map[EntrantID]int
	void  []bool
	// left is the first round that an entrant does not play, 0 for one who stays.
	left     []int
	outcomes [][]outcome
	byes     []int
	// gathered are the points by round, from the first round that counts.
	gathered    [][]scoresheet.Points
	first, last int
	totals      []Totals
	settled     map[meetingKey]bool
	playoffs    []playoffGame
	// mark is the number of the last tie that each entrant was looked at in.
	mark []int
	tie  int
	// open: a result is missing, or a bye that gives something is to come;
	// unconfirmed: a result is provisional.
	open, unconfirmed bool
	stakes            []stake
	worst, best       scoresheet.Points
	faults            scoresheet.Faults
}

// meetingKey is a match: its two entrants, lower number first, its round and
// whether it is a play-off, in 26, 26, 11 and 1 bits.
type meetingKey uint64

func newLedger(in *StandingsInput) *ledger {
	n := len(in.Entrants)
	l := &ledger{
		in: in, index: make(map[EntrantID]int, n), void: make([]bool, n), left: make([]int, n),
		outcomes: make([][]outcome, n), byes: make([]int, n), totals: make([]Totals, n),
		settled: make(map[meetingKey]bool, len(in.Results)), mark: make([]int, n), stakes: make([]stake, n),
	}
	l.worst, l.best = span(in.MatchPoints)
	for i, entrant := range in.Entrants {
		if _, twice := l.index[entrant.ID]; twice {
			l.faults = append(l.faults, fault("standings.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		l.index[entrant.ID] = i
	}
	for _, w := range in.Withdrawals {
		if i, ours := l.index[w.Entrant]; ours {
			l.withdraw(i, w)
		}
	}
	l.findRounds()
	for i := range in.Results {
		l.enter(i, &in.Results[i])
	}
	l.follow()
	l.sum()
	return l
}

// withdraw notes that an entrant leaves; of several times the first counts.
func (l *ledger) withdraw(i int, w Withdrawal) {
	from := max(w.From, 1)
	if l.left[i] == 0 || from < l.left[i] {
		l.left[i] = from
	}
	l.void[i] = l.void[i] || w.Void
}

func (l *ledger) gone(i, round int) bool { return l.left[i] > 0 && round >= l.left[i] }

// findRounds finds the first and the last round that points are counted in.
func (l *ledger) findRounds() {
	see := func(round int) {
		if l.first == 0 || round < l.first {
			l.first = round
		}
		l.last = max(l.last, round)
	}
	for _, round := range l.in.Rounds {
		if round.Number <= l.in.Begun {
			see(round.Number)
		}
	}
	for _, result := range l.in.Results {
		if !result.Playoff && result.flaw() == "" {
			see(result.Round)
		}
	}
	l.gathered = make([][]scoresheet.Points, len(l.in.Entrants))
	width := l.last - l.first + 1
	all := make([]scoresheet.Points, width*len(l.in.Entrants))
	outcomes := make([]outcome, width*len(l.in.Entrants))
	for i := range l.gathered {
		l.gathered[i] = all[i*width : (i+1)*width : (i+1)*width]
		l.outcomes[i] = outcomes[i*width : i*width : (i+1)*width]
	}
}

func (l *ledger) enter(i int, r *Result) {
	home, homeOurs := l.index[r.Home]
	away, awayOurs := l.index[r.Away]
	if !homeOurs && !awayOurs {
		return
	}
	code := r.flaw()
	key := keyOf(r.Round, home, away)
	if r.Playoff {
		key |= 1
	}
	switch {
	case !homeOurs || !awayOurs:
		code = "result.entrant"
	case code == "" && l.settled[key]:
		code = "result.twice"
	}
	if code != "" {
		l.faults = append(l.faults, fault(code, scoresheet.Pointer("results", i), "home", r.Home, "away", r.Away, "round", r.Round))
		return
	}
	l.settled[key] = true
	if l.void[home] || l.void[away] {
		return
	}
	l.unconfirmed = l.unconfirmed || r.Provisional
	if r.Playoff {
		l.playOff(home, away, r)
		return
	}
	l.book(home, away, r)
}

func keyOf(round, a, b int) meetingKey {
	return meetingKey(min(a, b)<<38 | max(a, b)<<12 | round<<1)
}

// book counts a result for both entrants.
func (l *ledger) book(home, away int, r *Result) {
	points, second := l.price(r)
	if r.Provisional {
		l.unsettle(home, points.A, r.Winner == scoresheet.SideA)
		l.unsettle(away, points.B, r.Winner == scoresheet.SideB)
	}
	if r.Kind == Void {
		return
	}
	round := r.Round - l.first
	for _, side := range scoresheet.Sides {
		me, other := home, away
		if side == scoresheet.SideB {
			me, other = away, home
		}
		l.outcomes[me] = append(l.outcomes[me], outcome{
			result: r, side: side, opponent: other, points: points.Of(side), second: second.Of(side),
		})
		l.gathered[me][round] += points.Of(side)
	}
}

// price is what a result gives: match points, and the second figure.
func (l *ledger) price(r *Result) (points, second scoresheet.PerSide[scoresheet.Points]) {
	rule := l.in.MatchPoints
	switch {
	case r.Kind == Played:
		return r.Points, r.Second
	case rule == nil || r.Kind == Void:
		return points, second
	}
	points = scoresheet.PerSide[scoresheet.Points]{A: rule.Absent, B: rule.Absent}
	for _, row := range rule.Second {
		if row.Difference == 0 {
			second = second.With(r.Winner, row.Winner)
		}
	}
	return points.With(r.Winner, rule.Forfeit), second
}

// follow goes through the schedule: who sits out gets its points once the
// round has begun, a match of somebody who has withdrawn is a walkover, and a
// match without a result leaves the group open.
func (l *ledger) follow() {
	if len(l.in.Rounds) == 0 && len(l.in.Entrants) > 1 || l.in.MoreRounds {
		l.open = true
	}
	for _, round := range l.in.Rounds {
		for _, entrant := range round.Byes {
			if i, ours := l.index[entrant]; ours && !l.void[i] && !l.gone(i, round.Number) {
				l.sitOut(i, round.Number)
			}
		}
		for _, pairing := range round.Pairings {
			l.settle(round.Number, pairing)
		}
	}
}

func (l *ledger) sitOut(i, round int) {
	var points scoresheet.Points
	if l.in.MatchPoints != nil {
		points = l.in.MatchPoints.Bye
	}
	if round > l.in.Begun {
		l.open = l.open || points != 0
		l.stakes[i].low += points
		l.stakes[i].high += points
		return
	}
	l.byes[i]++
	l.gathered[i][round-l.first] += points
}

func (l *ledger) settle(round int, p Pairing) {
	home, homeOurs := l.index[p.Home]
	away, awayOurs := l.index[p.Away]
	if !homeOurs || !awayOurs || l.void[home] || l.void[away] || l.settled[keyOf(round, home, away)] {
		return
	}
	homeGone, awayGone := l.gone(home, round), l.gone(away, round)
	if round > l.in.Begun || (!homeGone && !awayGone) {
		l.open = true
		l.await(home)
		l.await(away)
		return
	}
	r := &Result{Round: round, Home: p.Home, Away: p.Away, Kind: Walkover}
	switch {
	case homeGone && awayGone:
		r.Kind = DoubleForfeit
	case awayGone:
		r.Winner = scoresheet.SideA
	default:
		r.Winner = scoresheet.SideB
	}
	l.book(home, away, r)
}

// sum makes the totals of the whole group. Points come first: those of
// opponents are sums of them.
func (l *ledger) sum() {
	running := make([]scoresheet.Points, len(l.totals))
	for i := range l.totals {
		var points scoresheet.Points
		for round, gathered := range l.gathered[i] {
			points += gathered
			if round > 0 {
				running[i] += points - l.gathered[i][0]
			}
		}
		l.totals[i].Points = points
	}
	for i := range l.totals {
		points := l.totals[i].Points
		l.totals[i] = l.over(i, everybody)
		l.totals[i].Points, l.totals[i].RunningTotals, l.totals[i].Byes = points, running[i], l.byes[i]
	}
}

func everybody(int) bool { return true }

// over sums the matches of an entrant against the opponents that count.
func (l *ledger) over(i int, counts func(opponent int) bool) Totals {
	var t Totals
	for k := range l.outcomes[i] {
		o := &l.outcomes[i][k]
		if !counts(o.opponent) {
			continue
		}
		t.add(o)
		t.OpponentPoints += l.totals[o.opponent].Points
	}
	return t
}

// add counts one match.
func (t *Totals) add(o *outcome) {
	t.Played++
	t.Points += o.points
	t.Second += o.second
	t.Difference += o.difference()
	t.Climbed += o.result.Climbed.Of(o.side)
	t.Games += o.result.Games.Of(o.side)
	t.Small += o.result.Small.Of(o.side)
	t.Largest = max(t.Largest, o.result.Largest.Of(o.side))
	t.LargestMargin = max(t.LargestMargin, o.result.LargestMargin.Of(o.side))
	switch {
	case o.won():
		t.Won++
		if o.result.Seconds > 0 {
			t.Seconds += o.result.Seconds
			t.Timed++
		}
	case o.lost():
		t.Lost++
	default:
		t.Drawn++
	}
}

// marked marks those who are level, and tells who is one of them.
func (l *ledger) marked(level []int) func(entrant int) bool {
	l.tie++
	tie := l.tie
	for _, entrant := range level {
		l.mark[entrant] = tie
	}
	return func(entrant int) bool { return l.mark[entrant] == tie }
}

// among are the totals of each over its matches with the others, and whether
// all of them have met.
func (l *ledger) among(level []int) (totals []Totals, allMet bool) {
	tied := l.marked(level)
	allMet = true
	totals = make([]Totals, len(level))
	var met []int
	for i, entrant := range level {
		totals[i] = l.over(entrant, tied)
		met = met[:0]
		for _, o := range l.outcomes[entrant] {
			if !tied(o.opponent) {
				continue
			}
			if !slices.Contains(met, o.opponent) {
				met = append(met, o.opponent)
			}
			if o.result.Round > l.first {
				totals[i].RunningTotals += o.points * scoresheet.Points(l.last-o.result.Round+1)
			}
		}
		allMet = allMet && len(met) == len(level)-1
	}
	return totals, allMet
}

// circle reports whether the results among those who are level go in a circle:
// whoever one starts from, following wins leads to everybody, and so does
// following losses.
func (l *ledger) circle(level []int) bool {
	won := func(o *outcome) bool { return o.won() }
	lost := func(o *outcome) bool { return o.result.Winner == o.side.Other() }
	return l.reaches(level, won) && l.reaches(level, lost)
}

// reaches reports whether the steps from the first of them lead to all.
func (l *ledger) reaches(level []int, step func(*outcome) bool) bool {
	waiting := l.marked(level)
	queue := level[:1:1]
	l.mark[queue[0]] = 0
	for at := 0; at < len(queue); at++ {
		outcomes := l.outcomes[queue[at]]
		for k := range outcomes {
			if o := &outcomes[k]; waiting(o.opponent) && step(o) {
				l.mark[o.opponent] = 0
				queue = append(queue, o.opponent)
			}
		}
	}
	return len(queue) == len(level)
}
