package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// RankLadder ranks the year by the points of the ladder, then by what the
// phase's ranking lists after them. Those who are level share a rank, unless a
// lot was drawn among them; one is needed only where the rank decides who is
// honoured, which is where those who are level stand on both sides of
// ChallengeRules.Honoured. Matches of playing off count as played and won, and
// give no points. The standings are complete when the year is over and every
// match has a result.
//
// Faults: those of LadderOver, and those of Rank.
func RankLadder(stage Stage) (Standings, error) {
	l, err := newLadder(stage)
	if err != nil {
		return Standings{}, err
	}
	in := StandingsInput{
		Phase: stage.Phase.ID, Entrants: l.entrants, Rounds: stage.Rounds, MoreRounds: !l.over(), Begun: len(stage.Rounds),
		Results: l.priced(), Withdrawals: stage.Withdrawals, Lots: stage.Lots,
		Criteria: append([]scoresheet.Criterion{{Rule: scoresheet.RulePoints, Origin: scoresheet.FromSource}}, stage.Phase.Ranking...),
	}
	if len(stage.Groups) == 1 {
		in.Group = stage.Groups[0].Name
	}
	if in.Criteria[len(in.Criteria)-1].Rule != scoresheet.RuleLot {
		in.Criteria = append(in.Criteria, scoresheet.Criterion{Rule: scoresheet.RuleLot, Origin: scoresheet.FromDefault})
	}
	standings, err := Rank(in)
	if err != nil {
		return Standings{}, err
	}
	if l.over() && len(stage.Rounds) == 0 {
		standings.settleUnplayed()
	}
	standings.shareWithoutLots(l.rules.Honoured)
	return standings, nil
}

// priced are the results with the points of the ladder. What somebody won
// because the other had left is added as a result of its own.
func (l *ladder) priced() []Result {
	results := slices.Clone(l.stage.Results)
	have := make(map[ladderKey]int, len(results))
	for k, r := range results {
		if home, away, ours := l.pair(r.Home, r.Away); ours && !r.Playoff {
			have[ladderKey{r.Round, min(home, away), max(home, away)}] = k
		}
	}
	for _, m := range l.matches {
		a, b, _ := l.pair(m.Challenger, m.Holder)
		k, known := have[ladderKey{m.Round, min(a, b), max(a, b)}]
		switch {
		case known && results[k].Winner != scoresheet.NoSide:
			results[k].price(m)
		case !known && m.Winner != "":
			r := Result{Round: m.Round, Home: m.Challenger, Away: m.Holder, Winner: scoresheet.SideA}
			if m.Winner == m.Holder {
				r.Winner = scoresheet.SideB
			}
			r.price(m)
			results = append(results, r)
		}
	}
	return results
}

// pair finds two entrants.
func (l *ladder) pair(a, b EntrantID) (first, second int, ours bool) {
	first, aOurs := l.index[a]
	second, bOurs := l.index[b]
	return first, second, aOurs && bOurs
}

// price has the winner get the points of the match, however it won: a walkover
// is worth what a victory is.
func (r *Result) price(m LadderMatch) {
	r.Kind = Played
	r.Points = scoresheet.PerSide[scoresheet.Points]{}.With(r.Winner, m.Points)
}

// settleUnplayed has everybody share one rank after a year in which nobody met.
func (s *Standings) settleUnplayed() {
	s.Complete = true
	for i := range s.Rows {
		s.Rows[i].Provisional = false
	}
}

// shareWithoutLots leaves only the lots that decide who is honoured; others
// who are level share their rank for good.
func (s *Standings) shareWithoutLots(honoured int) {
	s.LotsNeeded = slices.DeleteFunc(s.LotsNeeded, func(lot LotNeeded) bool {
		if lot.Rank <= honoured && lot.Rank+len(lot.Entrants)-1 > honoured {
			return false
		}
		for i := range s.Rows {
			if slices.Contains(lot.Entrants, s.Rows[i].Entrant.ID) {
				s.Rows[i].Provisional = !s.Complete || s.Provisional
			}
		}
		return true
	})
}
