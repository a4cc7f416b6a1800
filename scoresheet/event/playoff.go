package event

import (
	"slices"

	"kiosk/scoresheet/contest"
)

// playoff is the round in which those who are level at a cut of the phase play
// once more; false where nobody has to.
func (c DrawRound) playoff(s *State, draw PhaseDraw) (roundDrawn, bool, error) {
	standings, err := s.Standings(draw.Phase)
	if err != nil {
		return roundDrawn{}, false, err
	}
	drawn := roundDrawn{
		Number: len(s.Rounds) + 1, Phase: draw.Phase, PhaseRound: s.phaseRounds(draw.Phase) + 1, Seed: c.Seed, Playoff: true, Settings: s.Settings,
	}
	table := 1
	for _, group := range standings {
		for _, needed := range s.playoffsDue(group) {
			round, seed, err := s.playoffRound(draw.Phase, needed, c.Seed, table)
			if err != nil {
				return roundDrawn{}, false, err
			}
			drawn.Seed = seed
			table += len(round.Pairings)
			for _, p := range round.Pairings {
				drawn.Matches = append(drawn.Matches, drawnMatch{Group: group.Group, Table: p.Table, A: p.Home, B: p.Away, Reason: string(p.Reason)})
			}
			for _, id := range round.Byes {
				drawn.Byes = append(drawn.Byes, Bye{Entrant: id, Group: group.Group})
			}
		}
	}
	return drawn, len(drawn.Matches) > 0, nil
}

// playoffsDue are the play-offs of a group, of those who are still there.
func (s *State) playoffsDue(group contest.Standings) []contest.PlayoffNeeded {
	var due []contest.PlayoffNeeded
	for _, needed := range group.PlayoffsNeeded {
		needed.Entrants = slices.DeleteFunc(slices.Clone(needed.Entrants), s.gone)
		if len(needed.Entrants) > 1 {
			due = append(due, needed)
		}
	}
	return due
}

// playoffRound is the next round of a play-off. One of several rounds goes on
// by the seed that it was begun with.
func (s *State) playoffRound(phase string, needed contest.PlayoffNeeded, seed string, table int) (contest.Round, string, error) {
	begun := 0
	for _, round := range s.Rounds {
		if !round.Playoff || round.Phase != phase || !s.plays(round, needed.Entrants) {
			continue
		}
		if begun == 0 {
			seed = round.Seed
		}
		begun++
	}
	rounds, err := contest.DrawPlayoff(seed, needed, table)
	if err != nil || len(rounds) == 0 {
		return contest.Round{}, seed, err
	}
	return rounds[begun%len(rounds)], seed, nil
}

// plays reports whether the round is of all of these, and of nobody else in
// their matches.
func (s *State) plays(round Round, entrants []contest.EntrantID) bool {
	found := 0
	for _, id := range present(s.contestRound(round)) {
		if slices.Contains(entrants, id) {
			found++
		}
	}
	return found == len(entrants)
}

// present are all who are named in a round.
func present(round contest.Round) []contest.EntrantID {
	ids := slices.Concat(round.Byes, round.Through)
	for _, p := range round.Pairings {
		ids = append(ids, p.Home, p.Away)
	}
	return ids
}
