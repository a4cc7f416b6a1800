package event

import (
	"slices"
	"time"

	"kiosk/scoresheet"
)

// LateTable is a match of which a side, or both, was not seen so long after its
// round had begun that the rulebook has something to say; a referee says it.
type LateTable struct {
	Match, Table int
	// Missing are the sides that nobody was seen of.
	Missing []scoresheet.Side
	// Since is when the round's clock was started, Late how long it has run.
	Since time.Time
	Late  time.Duration
	// Article is the number of the rulebook's article, Violation what a side that
	// is late can be penalised for.
	Article, Violation string
	// Forfeit is what is proposed; NoForfeit where Penalties are.
	Forfeit scoresheet.Forfeit
	// Penalties are those that are due and were not given yet, where being late
	// costs less than the match.
	Penalties []scoresheet.Penalty
}

// LateTables are the matches of the round that is being played in which somebody
// is late by the setting "late_minutes". A side is seen when a phone speaks for
// it, when it has reported or said who sits where, or when staff have written
// down a hand.
func (s *State) LateTables(now time.Time) []LateTable {
	round, ok := s.CurrentRound()
	if !ok || round.Clock.State == ClockIdle || round.terms.LateMinutes == 0 || round.Clock.Started.IsZero() {
		return nil
	}
	allowed := time.Duration(round.terms.LateMinutes) * time.Minute
	late := round.Clock.between(round.Clock.Started, now)
	if late < allowed {
		return nil
	}
	given, _ := s.lateViolation()
	var list []LateTable
	for n := round.First; n <= round.Last; n++ {
		m := s.Match(n)
		missing := m.unseen()
		if m.Done() || len(missing) == 0 {
			continue
		}
		table := LateTable{
			Match: n, Table: m.Table, Missing: missing, Since: round.Clock.Started, Late: late,
			Article: s.Rulebook.Clause(s.Rulebook.Settings["late_minutes"].Article), Violation: given.ID,
		}
		if !losesMatch(given) {
			table.Penalties = m.latePenalties(given.ID, missing, int((late+allowed-1)/allowed))
		} else if table.Forfeit = forfeitOf(missing[0]); len(missing) == 2 {
			table.Forfeit = scoresheet.ForfeitBoth
		}
		if table.Forfeit != scoresheet.NoForfeit || len(table.Penalties) > 0 {
			list = append(list, table)
		}
	}
	return list
}

// lateViolation is what a side is penalised for that is late.
func (s *State) lateViolation() (scoresheet.Violation, bool) {
	i := slices.IndexFunc(s.Rulebook.Violations, func(v scoresheet.Violation) bool { return v.Late })
	if i < 0 {
		return scoresheet.Violation{}, false
	}
	return s.Rulebook.Violations[i], true
}

// losesMatch reports whether the violation costs the match at once.
func losesMatch(v scoresheet.Violation) bool {
	return len(v.Ladder) == 0 || slices.ContainsFunc(v.Ladder[0], func(text string) bool {
		action, err := scoresheet.ParseAction(text)
		return err == nil && (action.Kind == scoresheet.ActionLoseMatch || action.Kind == scoresheet.ActionDisqualify)
	})
}

// latePenalties are the penalties that the sides still lack of so many.
func (m *Match) latePenalties(violation string, missing []scoresheet.Side, due int) []scoresheet.Penalty {
	var penalties []scoresheet.Penalty
	for _, side := range missing {
		given := 0
		for _, record := range m.Penalties {
			if record.Cancelled == nil && record.Penalty.Violation == violation && offending(record.Penalty) == side {
				given++
			}
		}
		for range due - given {
			penalties = append(penalties, scoresheet.Penalty{Violation: violation, Side: side, Game: 1})
		}
	}
	return penalties
}

// unseen are the sides of which nobody was seen at the tables.
func (m *Match) unseen() []scoresheet.Side {
	var unseen []scoresheet.Side
	for _, side := range scoresheet.Sides {
		if !m.seenOf(side) {
			unseen = append(unseen, side)
		}
	}
	return unseen
}

func (m *Match) seenOf(side scoresheet.Side) bool {
	for _, post := range m.Posts() {
		if post.Side == side && m.Hold(post) != nil {
			return true
		}
	}
	for _, game := range m.Games {
		for _, hand := range game.Hands {
			if hand.told() && (hand.First == scoresheet.NoSide || hand.Reports.Of(side) != nil || hand.State.Final()) {
				return true
			}
		}
	}
	seated := false
	m.renamed(side, func(name string) string {
		seated = seated || name != ""
		return name
	})
	return seated
}

// MaxSeconds bounds the time that a match takes, in seconds: a day.
const MaxSeconds = 24 * 60 * 60

// seconds is how long the match took: as its sheet says, or else from its
// beginning to its end without the times in which the round's clock stood still.
// It is 0 where nobody measured: for a match that was not played to its end, or
// whose last hand was written down by staff.
func (m *Match) seconds(round Round) int {
	switch {
	case m.State != Over && m.State != SignedOff:
		return 0
	case m.TimeTaken > 0:
		return m.TimeTaken
	case m.Started.IsZero() || m.Ended.IsZero() || !m.toldByTable():
		return 0
	}
	return int(round.Clock.between(m.Started, m.Ended) / time.Second)
}

// toldByTable reports whether a side has told of the last hand that counts.
func (m *Match) toldByTable() bool {
	for _, game := range slices.Backward(m.Games) {
		for _, hand := range slices.Backward(game.Hands) {
			if hand.Counts() {
				return hand.First != scoresheet.NoSide
			}
		}
	}
	return false
}
