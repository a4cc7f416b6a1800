package contest

import "kiosk/scoresheet"

// Stage is a phase as it stands: all that its next round and its ranking follow
// from, and nothing else.
type Stage struct {
	Phase scoresheet.Phase
	// Limit is the number of rounds that the phase has at most, 0 for as many as
	// it needs.
	Limit int
	// Groups are the field in drawn order; a phase without groups has one.
	Groups []Group
	// Rounds are the rounds drawn so far, as they were played: who really met,
	// whatever the draw had said.
	Rounds  []Round
	Results []Result
	// Withdrawals are those who have left, and from which round on.
	Withdrawals []Withdrawal
	// MatchPoints is nil where the rulebook has none.
	MatchPoints *scoresheet.MatchPoints
	// Lots are all that were drawn and recorded, oldest first.
	Lots []Lot
	// FirstTable is the number of the first table, 0 meaning 1.
	FirstTable int
	// Ladder is what else was decided on a challenge ladder.
	Ladder LadderRecord
}

// Gone reports whether the entrant has left before the round (counted within
// the phase, from 1).
func (s Stage) Gone(id EntrantID, round int) bool {
	for _, w := range s.Withdrawals {
		if w.Entrant == id && w.From <= round {
			return true
		}
	}
	return false
}

// Next is the number of the round that would be drawn next, from 1.
func (s Stage) Next() int { return len(s.Rounds) + 1 }

// Entrants are all of the field, group by group.
func (s Stage) Entrants() []Entrant {
	var entrants []Entrant
	for _, group := range s.Groups {
		entrants = append(entrants, group.Entrants...)
	}
	return entrants
}
