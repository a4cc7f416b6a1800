package contest

import (
	"slices"

	"kiosk/scoresheet/contest/matching"
)

// SwissAheadEntrants is the largest group whose later rounds are looked at.
const SwissAheadEntrants = 20

// SwissAhead says how later rounds were kept possible. Of few entrants, those
// who have not met yet can soon be a graph that has no pairing, though nobody
// has met half of the others: after three rounds of six, two threes who have to
// meet among themselves. So in a group of at most SwissAheadEntrants it is asked
// first how many rounds can be paired at all, this one included, up to the limit
// of the phase and whatever the results; and only pairings count after which the
// others of these rounds can still be paired, with byes for those without one.
// Of these the best is drawn.
//
// How many rounds are possible, and whether a pairing leaves them possible, is
// found by searching for that many disjoint pairings. A search that has not
// found them in a certain number of steps counts as none: the draw is the same
// everywhere, and never breaks a rule, but a round that is possible might be
// missed in a field made to measure.
type SwissAhead struct {
	// Rounds is how many rounds can be paired, this one included; 2 at least.
	Rounds int `json:"rounds"`
	// Plan are pairings of all of them but this one, which prove it. They are no
	// promise: later rounds are drawn by their points.
	Plan []PlannedRound `json:"plan"`
	// Better is how many better pairings were passed over because not all of the
	// rounds could be paired after them.
	Better int `json:"better,omitempty"`
	// GaveUp: so many were passed over that the search ended, and the best pairing
	// was drawn that fits a plan for the others.
	GaveUp bool `json:"gave_up,omitempty"`
}

// PlannedRound is a round as it could be paired.
type PlannedRound struct {
	Pairs [][2]EntrantID `json:"pairs"`
	Bye   EntrantID      `json:"bye,omitempty"`
}

// The bounds of the searches.
const (
	swissAheadSteps   = 100_000
	swissAheadBetter  = 1_000
	swissAheadPatient = 3_000_000
)

// swissAhead searches for rounds after this one.
type swissAhead struct {
	*swissField
	rounds int
	// patience is the number of steps that all searches together may take.
	patience int
}

// drawAhead draws so that later rounds stay possible. It is not done where the
// field is large, where no two rounds are possible any more, or where only one
// more round is wanted.
func (f *swissField) drawAhead() (done bool, err error) {
	if len(f.order) > SwissAheadEntrants {
		return false, nil
	}
	s := &swissAhead{swissField: f, patience: swissAheadPatient}
	plan := s.longest(f.stage.swissRounds() - len(f.stage.Rounds))
	if plan == nil {
		return false, nil
	}
	for _, bye := range f.resting() {
		if own, found := s.withBye(plan, bye); found {
			return true, s.best(bye, own)
		}
		f.record.PassedOver = append(f.record.PassedOver, PassedOver{Entrant: f.order[bye].ID})
	}
	return false, nil
}

// withBye is a plan in whose first round this one sits out, by the plan that
// there is or another one.
func (s *swissAhead) withBye(plan [][]int, bye int) ([][]int, bool) {
	if bye == noPlace {
		return plan, true
	}
	for i := range plan {
		if plan[i][bye] == len(s.order) {
			return slices.Concat(plan[i:], plan[:i]), true
		}
	}
	return s.factors(s.rounds, s.joined, [][2]int{{bye, len(s.order)}})
}

// longest finds how many rounds are possible, at most so many, and pairs them;
// nil for fewer than two.
func (s *swissAhead) longest(limit int) [][]int {
	for a := range s.whole() {
		opponents := 0
		for b := range s.whole() {
			if a != b && s.joined(a, b) {
				opponents++
			}
		}
		limit = min(limit, opponents)
	}
	for s.rounds = limit; s.rounds >= 2; s.rounds-- {
		if plan, found := s.factors(s.rounds, s.joined, nil); found {
			return plan
		}
	}
	return nil
}

func (s *swissAhead) factors(count int, joined func(a, b int) bool, first [][2]int) ([][]int, bool) {
	steps := min(swissAheadSteps, s.patience)
	if steps <= 0 {
		return nil, false
	}
	factors, verdict := matching.Factors(s.whole(), count, joined, first, steps)
	if verdict == matching.Undecided {
		s.patience -= steps
	}
	return factors, verdict == matching.Found
}

// best takes the best pairing with this bye after which the other rounds are
// possible; the plan has one.
func (s *swissAhead) best(bye int, plan [][]int) error {
	places := s.without(bye)
	weights := s.among(places)
	m, err := matching.Near(len(places), 0, weights, matching.Perfect)
	if err != nil {
		return err
	}
	if s.take(bye, places, m.Mates) {
		s.record.Proof = m.Certificate
		return nil
	}
	var passed []matching.Weight
	for mates := range matching.Ranked(len(places), weights) {
		if s.take(bye, places, mates) {
			break
		}
		passed = append(passed, swissWorth(mates, weights))
		if len(passed) >= swissAheadBetter || s.patience <= 0 {
			s.takePlan(bye, places, plan)
			break
		}
	}
	drawn := swissWorth(s.mates, s.weights)
	for _, weight := range passed {
		if weight.Compare(drawn) > 0 {
			s.record.Ahead.Better++
		}
	}
	if s.record.Ahead.Better == 0 {
		s.record.Proof = m.Certificate
	}
	return nil
}

func swissWorth(mates []int, weights matching.Weights) matching.Weight {
	var sum matching.Weight
	for a, b := range mates {
		if a < b {
			weight, _ := weights(a, b)
			sum = sum.Plus(weight)
		}
	}
	return sum
}

// take settles on a pairing if the other rounds are possible after it.
func (s *swissAhead) take(bye int, places, mates []int) bool {
	n := len(s.order)
	now := slices.Repeat([]int{noPlace}, s.whole())
	for i, mate := range mates {
		now[places[i]] = places[mate]
	}
	if bye != noPlace {
		now[bye], now[n] = n, bye
	}
	later := func(a, b int) bool { return now[a] != b && s.joined(a, b) }
	rest, found := s.factors(s.rounds-1, later, nil)
	if !found {
		return false
	}
	s.settle(bye, places, mates)
	s.record.Ahead = s.ahead(rest)
	return true
}

// takePlan settles on the best pairing that leaves all rounds of the plan but
// one as they are: but the first, where somebody sits out.
func (s *swissAhead) takePlan(bye int, places []int, plan [][]int) {
	var best []int
	var rest [][]int
	for i := range plan {
		if bye != noPlace && i > 0 {
			break
		}
		others := slices.Delete(slices.Clone(plan), i, i+1)
		weights := s.among(places)
		m, err := matching.Near(len(places), 0, func(a, b int) (matching.Weight, bool) {
			weight, joined := weights(a, b)
			planned := slices.ContainsFunc(others, func(mates []int) bool { return mates[places[a]] == places[b] })
			return weight, joined && !planned
		}, matching.Perfect)
		if err == nil && (best == nil || swissWorth(m.Mates, weights).Compare(swissWorth(best, weights)) > 0) {
			best, rest = m.Mates, others
		}
	}
	s.settle(bye, places, best)
	s.record.Ahead = s.ahead(rest)
	s.record.Ahead.GaveUp = true
}

func (s *swissAhead) ahead(rest [][]int) *SwissAhead {
	ahead := &SwissAhead{Rounds: s.rounds}
	for _, mates := range rest {
		var round PlannedRound
		for a, b := range mates {
			switch {
			case b == len(s.order):
				round.Bye = s.order[a].ID
			case a < b:
				round.Pairs = append(round.Pairs, [2]EntrantID{s.order[a].ID, s.order[b].ID})
			}
		}
		ahead.Plan = append(ahead.Plan, round)
	}
	return ahead
}
