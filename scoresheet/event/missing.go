package event

import (
	"maps"
	"slices"

	"kiosk/scoresheet"
)

// Outcome is what an organiser says of a match that has no result when the
// next round is drawn.
type Outcome string

// The outcomes of a match without a result.
const (
	// OutcomePostponed: it is played later and counts then. Not in a knockout.
	OutcomePostponed Outcome = "postponed"
	// OutcomeVoid: it counts for nobody. Not in a knockout.
	OutcomeVoid Outcome = "void"
	// OutcomeForfeitA and OutcomeForfeitB: that side has lost;
	// OutcomeForfeitBoth: both have.
	OutcomeForfeitA    Outcome = "forfeit-a"
	OutcomeForfeitB    Outcome = "forfeit-b"
	OutcomeForfeitBoth Outcome = "forfeit-both"
)

var outcomeForfeits = map[Outcome]scoresheet.Forfeit{
	OutcomeForfeitA: scoresheet.ForfeitA, OutcomeForfeitB: scoresheet.ForfeitB, OutcomeForfeitBoth: scoresheet.ForfeitBoth,
}

// matchSetAside is a match that is postponed, or struck out.
type matchSetAside struct {
	inMatch
	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
}

func (matchSetAside) kind() Kind { return "match.set-aside" }

func (c matchSetAside) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	if c.Outcome == OutcomePostponed {
		m.Postponed = true
		next.setMatch(m, e)
		return nil
	}
	m.State, m.ForfeitReason, m.Record = Void, c.Reason, e.N
	next.setMatch(m, e)
	return nil
}

// missingReason stands in the record of matches that were settled by the draw
// of the next round.
const missingReason = "draw.missing"

// settle gives the matches without a result what the organiser has said.
func (c DrawRound) settle(s *State) ([]Change, error) {
	var changes []Change
	missing := s.MissingResults()
	for _, number := range slices.Sorted(maps.Keys(c.Missing)) {
		if !slices.ContainsFunc(missing, func(m *Match) bool { return m.Number == number }) {
			return nil, conflict("draw.not-missing", "match", number)
		}
	}
	for _, m := range missing {
		outcome, said := c.Missing[m.Number]
		if !said {
			continue
		}
		change, err := s.outcome(m, outcome)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change)
	}
	return changes, nil
}

func (s *State) outcome(m *Match, outcome Outcome) (Change, error) {
	if forfeit, ok := outcomeForfeits[outcome]; ok {
		return matchForfeited{inMatch: inMatch{m.Number}, Forfeit: forfeit, Reason: missingReason}, nil
	}
	if outcome != OutcomePostponed && outcome != OutcomeVoid {
		return nil, refuse("draw.outcome", "outcome", string(outcome))
	}
	phase, _ := s.Rulebook.Phase(m.Phase)
	if phase.Kind == scoresheet.Knockout {
		return nil, refuse("draw.outcome-knockout", "table", m.Table)
	}
	return matchSetAside{inMatch: inMatch{m.Number}, Outcome: outcome, Reason: missingReason}, nil
}
