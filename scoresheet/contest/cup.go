package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// cup is a knockout as its rounds were really played. Who is still in follows
// from the last round that was drawn and from nothing before it: whoever is
// named there had been in, whatever a later correction made of the rounds
// before.
type cup struct {
	stage  Stage
	group  Group
	at     map[EntrantID]int // the place in the field, from 0
	rounds []cupRound
	// numbers by strength and entries are by the place in the field, and made
	// when they are needed.
	numbers []int
	entries []entry
}

type cupRound struct {
	number        int
	kind          roundKind
	matches       []cupMatch
	byes, through []EntrantID
}

// roundKind says what a round of a knockout does with those who lose.
type roundKind string

const (
	// plainRound: who loses is out.
	plainRound roundKind = "plain"
	// chanceRound: who wins is through, who loses or sits out has a further
	// chance.
	chanceRound roundKind = "chance"
	// repechageRound: those who are through rest, the others play for the places
	// that are left.
	repechageRound roundKind = "repechage"
)

type cupMatch struct {
	Pairing
	third         bool
	state         BracketState
	winner, loser EntrantID
	walkover      bool
	provisional   bool
}

// openCup reads a stage. The faults are "draw.entrant-twice", and "result.twice"
// for two results of one match.
func openCup(stage Stage) (*cup, error) {
	c := &cup{stage: stage, at: map[EntrantID]int{}}
	for _, group := range stage.Groups {
		if c.group.Name == "" {
			c.group.Name = group.Name
		}
		c.group.Entrants = append(c.group.Entrants, group.Entrants...)
		if len(group.Origins) == len(group.Entrants) {
			c.group.Origins = append(c.group.Origins, group.Origins...)
		}
	}
	if len(c.group.Origins) != len(c.group.Entrants) {
		c.group.Origins = nil
	}
	var faults scoresheet.Faults
	for i, entrant := range c.group.Entrants {
		if _, twice := c.at[entrant.ID]; twice {
			faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		c.at[entrant.ID] = i
	}
	results, twice := resultsByMatch(stage.Results)
	if faults = append(faults, twice...); len(faults) > 0 {
		return nil, faults
	}
	for _, round := range stage.Rounds {
		c.play(round, results)
	}
	return c, nil
}

// meetingOf is a match of a round, whoever is at home.
type meetingOf struct {
	round int
	a, b  EntrantID
}

func meetingBetween(round int, a, b EntrantID) meetingOf {
	return meetingOf{round, min(a, b), max(a, b)}
}

func resultsByMatch(results []Result) (map[meetingOf]*Result, scoresheet.Faults) {
	var faults scoresheet.Faults
	byMatch := make(map[meetingOf]*Result, len(results))
	for i := range results {
		r := &results[i]
		key := meetingBetween(r.Round, r.Home, r.Away)
		if byMatch[key] != nil {
			faults = append(faults, fault("result.twice", scoresheet.Pointer("results", i),
				"home", r.Home, "away", r.Away, "round", r.Round))
		}
		byMatch[key] = r
	}
	return byMatch, faults
}

func (c *cup) play(round Round, results map[meetingOf]*Result) {
	r := cupRound{number: round.Number, byes: round.Byes, through: round.Through}
	for _, p := range round.Pairings {
		m := cupMatch{Pairing: p, third: c.isThird(p, len(round.Pairings))}
		m.decide(results[meetingBetween(round.Number, p.Home, p.Away)],
			c.stage.Gone(p.Home, round.Number), c.stage.Gone(p.Away, round.Number))
		r.matches = append(r.matches, m)
	}
	r.kind = c.kindOf(2*len(round.Pairings)+len(round.Byes), len(round.Through))
	c.rounds = append(c.rounds, r)
}

// kindOf is the kind of a round in which so many play or sit out, while so many
// are through.
func (c *cup) kindOf(playing, through int) roundKind {
	switch until := c.stage.Phase.Until; {
	case !c.stage.Phase.Repechage:
		return plainRound
	case through > 0:
		return repechageRound
	case playing >= 2*until || playing <= until:
		return plainRound
	}
	return chanceRound
}

// isThird reports whether a pairing of the round that comes next, one of so many,
// is the match for third place: it says so, or both have lost the round before.
func (c *cup) isThird(p Pairing, pairings int) bool {
	if p.Reason == ReasonThirdPlace {
		return true
	}
	last := c.last()
	return last != nil && c.stage.Phase.ThirdPlace && pairings <= 2 && last.lost(p.Home) && last.lost(p.Away)
}

func (r *cupRound) lost(id EntrantID) bool {
	return slices.ContainsFunc(r.matches, func(m cupMatch) bool { return m.loser == id })
}

// decide finds the winner. Where there is no result that has one, who was there
// wins against who had left.
func (m *cupMatch) decide(r *Result, homeGone, awayGone bool) {
	if r != nil {
		m.provisional = r.Provisional
		m.walkover = r.Kind == Walkover
		switch {
		case r.Kind == DoubleForfeit:
			m.state = BracketBothOut
			return
		case r.Winner != scoresheet.NoSide && r.Kind != Void:
			m.win((r.Winner == scoresheet.SideA) == (r.Home == m.Home))
			return
		}
	}
	switch {
	case homeGone && awayGone:
		m.state = BracketBothOut
	case homeGone || awayGone:
		m.walkover = true
		m.win(awayGone)
	case r != nil:
		m.state = BracketUndecided
	default:
		m.state = BracketDrawn
	}
}

func (m *cupMatch) win(home bool) {
	m.state, m.winner, m.loser = BracketWon, m.Away, m.Home
	if home {
		m.winner, m.loser = m.Home, m.Away
	}
}

func (m *cupMatch) open() bool { return m.state == BracketDrawn || m.state == BracketUndecided }

func (c *cup) last() *cupRound {
	if len(c.rounds) == 0 {
		return nil
	}
	return &c.rounds[len(c.rounds)-1]
}

// next is the number of the round to be drawn.
func (c *cup) next() int { return c.stage.Next() }

// left are those who are in after the last round, those included who have left
// since: who is through for good, and who plays on. Both are in the order of
// the field. Whoever still plays is in neither.
func (c *cup) left() (through, playing []EntrantID) {
	last := c.last()
	if last == nil {
		return nil, c.known(idsOf(c.group.Entrants))
	}
	playing = append(playing, last.byes...)
	through = append(through, last.through...)
	for _, m := range last.matches {
		switch {
		case m.state != BracketWon || m.third:
		case last.kind == chanceRound:
			through = append(through, m.winner)
			playing = append(playing, m.loser)
		default:
			playing = append(playing, m.winner)
		}
	}
	return c.known(through), c.known(playing)
}

// known are those of the ids who are in the field, once each, in its order.
func (c *cup) known(ids []EntrantID) []EntrantID {
	var known []EntrantID
	for _, id := range ids {
		if _, ours := c.at[id]; ours {
			known = append(known, id)
		}
	}
	slices.SortFunc(known, func(a, b EntrantID) int { return c.at[a] - c.at[b] })
	return slices.Compact(known)
}

func idsOf(entrants []Entrant) []EntrantID {
	ids := make([]EntrantID, len(entrants))
	for i, entrant := range entrants {
		ids[i] = entrant.ID
	}
	return ids
}

// there are those of the ids who have not left before the next round.
func (c *cup) there(ids []EntrantID) []EntrantID {
	var there []EntrantID
	for _, id := range ids {
		if !c.stage.Gone(id, c.next()) {
			there = append(there, id)
		}
	}
	return there
}

// until is how many are left when the knockout ends.
func (c *cup) until() int { return max(c.stage.Phase.Until, 1) }

// settled reports whether the last round ends the knockout even if nobody had
// left: it brings the field down to its number, or is the last by the limit.
func (c *cup) settled() bool {
	if c.stage.Limit > 0 && len(c.rounds) >= c.stage.Limit {
		return true
	}
	last := c.last()
	if last == nil {
		return len(c.group.Entrants) <= c.until()
	}
	left := len(last.byes) + len(last.through)
	for _, m := range last.matches {
		switch {
		case m.third || m.state == BracketBothOut:
		case last.kind == chanceRound:
			left += 2
		default:
			left++
		}
	}
	return left <= c.until()
}

// over reports whether no round is to come. It wants every match to be decided.
func (c *cup) over() bool {
	switch {
	case c.stage.Limit > 0 && len(c.rounds) >= c.stage.Limit:
		return true
	case len(c.thirdPair()) == 2:
		return false
	}
	through, playing := c.left()
	through, playing = c.there(through), c.there(playing)
	return len(through)+len(playing) <= c.until() || len(through) >= c.until()
}

// semiFinal is the index of the round that brought more than two down to two at
// most, -1 for none yet: whoever lost it may play for third place.
func (c *cup) semiFinal() int {
	if !c.stage.Phase.ThirdPlace || c.until() > 1 {
		return -1
	}
	for i := range c.rounds {
		before, left := len(c.rounds[i].byes), len(c.rounds[i].byes)
		for _, m := range c.rounds[i].matches {
			switch {
			case m.third:
				continue
			case m.open():
				return -1
			case m.state == BracketWon:
				left++
			}
			before += 2
		}
		if before > 2 && left <= 2 {
			return i
		}
	}
	return -1
}

// forThird are those who lost the semi-finals and have not left since, -1 as
// the index where there were none yet.
func (c *cup) forThird() (semi int, losers []EntrantID) {
	semi = c.semiFinal()
	if semi < 0 {
		return semi, nil
	}
	for _, m := range c.rounds[semi].matches {
		if m.state == BracketWon && !c.stage.Gone(m.loser, c.rounds[semi].number+1) {
			losers = append(losers, m.loser)
		}
	}
	return semi, c.known(losers)
}

// thirdPair are the two who are to meet for third place in the round that comes
// next; nil if nobody is.
func (c *cup) thirdPair() []EntrantID {
	semi, losers := c.forThird()
	if semi != len(c.rounds)-1 || len(losers) != 2 {
		return nil
	}
	return losers
}

// third is the match for third place and its round, nil where none was drawn.
func (c *cup) third() (*cupMatch, int) {
	for i := range c.rounds {
		for j := range c.rounds[i].matches {
			if m := &c.rounds[i].matches[j]; m.third {
				return m, i
			}
		}
	}
	return nil, 0
}

// undecided are the faults of the last round's matches that have no winner.
func (c *cup) undecided() scoresheet.Faults {
	var faults scoresheet.Faults
	last := c.last()
	if last == nil {
		return nil
	}
	for i, m := range last.matches {
		code := map[BracketState]string{BracketDrawn: "knockout.unfinished", BracketUndecided: "knockout.undecided"}[m.state]
		if code != "" {
			faults = append(faults, fault(code, scoresheet.Pointer("rounds", len(c.rounds)-1, "pairings", i),
				"round", last.number, "home", m.Home, "away", m.Away, "table", m.Table))
		}
	}
	return faults
}

// byes is how often each has sat out, by the place in the field.
func (c *cup) byes() []int {
	byes := make([]int, len(c.group.Entrants))
	for _, round := range c.rounds {
		for _, id := range round.byes {
			if i, ours := c.at[id]; ours {
				byes[i]++
			}
		}
	}
	return byes
}
