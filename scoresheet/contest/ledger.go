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
	Difference, Climbed            int
	Games, Small                   scoresheet.Points
	// Largest is the highest points of a game that the entrant won.
	Largest scoresheet.Points
	// OpponentPoints is the sum of the points of all opponents met (对手分).
	OpponentPoints scoresheet.Points
	// RunningTotals is the sum over the rounds of the points gathered until
	// then, those of the first round left out (去首累进分和).
	RunningTotals scoresheet.Points
	// Seconds is the time that the matches won took; Timed is how many of them
	// were measured.
	Seconds, Timed int
}

// outcome is a match from the view of one entrant, who was on the side.
type outcome struct {
	result   *Result
	side     scoresheet.Side
	opponent int
	points   scoresheet.Points
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
	in       *StandingsInput
	index    map[EntrantID]int
	void     []bool
	outcomes [][]outcome
	byes     []int
	// gathered are the points by round, from the first round that counts.
	gathered    [][]scoresheet.Points
	first, last int
	totals      []Totals
	settled     map[meetingKey]bool
	// mark is the number of the last tie that each entrant was looked at in.
	mark   []int
	tie    int
	open   bool
	faults scoresheet.Faults
}

// meetingKey is a match: its round and its two entrants, lower number first.
type meetingKey struct{ round, a, b int32 }

func newLedger(in *StandingsInput) *ledger {
	n := len(in.Entrants)
	l := &ledger{
		in: in, index: make(map[EntrantID]int, n), void: make([]bool, n),
		outcomes: make([][]outcome, n), byes: make([]int, n), totals: make([]Totals, n),
		settled: make(map[meetingKey]bool, len(in.Results)), mark: make([]int, n),
	}
	for i, entrant := range in.Entrants {
		if _, twice := l.index[entrant.ID]; twice {
			l.faults = append(l.faults, fault("standings.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		l.index[entrant.ID] = i
	}
	for _, w := range in.Withdrawals {
		if i, ours := l.index[w.Entrant]; ours && w.Void {
			l.void[i] = true
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
		if result.flaw() == "" {
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
	l.open = l.open || r.Provisional
	l.book(home, away, r)
}

func keyOf(round, a, b int) meetingKey {
	return meetingKey{int32(round), int32(min(a, b)), int32(max(a, b))}
}

// book counts a result for both entrants.
func (l *ledger) book(home, away int, r *Result) {
	if r.Kind == Void {
		return
	}
	points := l.points(r)
	round := r.Round - l.first
	for _, side := range scoresheet.Sides {
		me, other := home, away
		if side == scoresheet.SideB {
			me, other = away, home
		}
		l.outcomes[me] = append(l.outcomes[me], outcome{result: r, side: side, opponent: other, points: points.Of(side)})
		l.gathered[me][round] += points.Of(side)
	}
}

// points are the match points of a result.
func (l *ledger) points(r *Result) scoresheet.PerSide[scoresheet.Points] {
	rule := l.in.MatchPoints
	switch {
	case r.Kind == Played:
		return r.Points
	case rule == nil:
		return scoresheet.PerSide[scoresheet.Points]{}
	}
	points := scoresheet.PerSide[scoresheet.Points]{A: rule.Absent, B: rule.Absent}
	return points.With(r.Winner, rule.Forfeit)
}

// follow goes through the schedule: who sits out gets its points once the
// round has begun, a match of somebody who has withdrawn is a walkover, and a
// match without a result leaves the group open.
func (l *ledger) follow() {
	if len(l.in.Rounds) == 0 && len(l.in.Entrants) > 1 || l.in.MoreRounds {
		l.open = true
	}
	left := map[int]int{}
	for _, w := range l.in.Withdrawals {
		if i, ours := l.index[w.Entrant]; ours {
			left[i] = w.From
		}
	}
	gone := func(i, round int) bool {
		from, withdrawn := left[i]
		return withdrawn && round >= from
	}
	for _, round := range l.in.Rounds {
		for _, entrant := range round.Byes {
			i, ours := l.index[entrant]
			if ours && round.Number <= l.in.Begun && !l.void[i] && !gone(i, round.Number) {
				l.sitOut(i, round.Number)
			}
		}
		for _, pairing := range round.Pairings {
			l.settle(round.Number, pairing, gone)
		}
	}
}

func (l *ledger) sitOut(i, round int) {
	l.byes[i]++
	if l.in.MatchPoints != nil {
		l.gathered[i][round-l.first] += l.in.MatchPoints.Bye
	}
}

func (l *ledger) settle(round int, p Pairing, gone func(i, round int) bool) {
	home, homeOurs := l.index[p.Home]
	away, awayOurs := l.index[p.Away]
	if !homeOurs || !awayOurs || l.void[home] || l.void[away] || l.settled[keyOf(round, home, away)] {
		return
	}
	homeGone, awayGone := gone(home, round), gone(away, round)
	if round > l.in.Begun || (!homeGone && !awayGone) {
		l.open = true
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
	all := func(outcome) bool { return true }
	for i := range l.totals {
		points := l.totals[i].Points
		l.totals[i] = l.over(i, all)
		l.totals[i].Points, l.totals[i].RunningTotals, l.totals[i].Byes = points, running[i], l.byes[i]
	}
}

// over sums the matches of an entrant that count.
func (l *ledger) over(i int, counts func(outcome) bool) Totals {
	var t Totals
	for _, o := range l.outcomes[i] {
		if !counts(o) {
			continue
		}
		t.add(o)
		t.OpponentPoints += l.totals[o.opponent].Points
	}
	return t
}

// add counts one match.
func (t *Totals) add(o outcome) {
	t.Played++
	t.Points += o.points
	t.Difference += o.difference()
	t.Climbed += o.result.Climbed.Of(o.side)
	t.Games += o.result.Games.Of(o.side)
	t.Small += o.result.Small.Of(o.side)
	switch {
	case o.won():
		t.Won++
		t.Largest = max(t.Largest, o.result.Largest.Of(o.side))
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

// among are the totals of each over its matches with the others, and whether
// all of them have met.
func (l *ledger) among(level []int) (totals []Totals, allMet bool) {
	l.tie++
	for _, entrant := range level {
		l.mark[entrant] = l.tie
	}
	tied := func(o outcome) bool { return l.mark[o.opponent] == l.tie }
	allMet = true
	totals = make([]Totals, len(level))
	for i, entrant := range level {
		totals[i] = l.over(entrant, tied)
		var met []int
		for _, o := range l.outcomes[entrant] {
			if !tied(o) {
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
