package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// stake is by how much the points and the wins of an entrant may still change
// through results that are missing or provisional, and byes to come.
type stake struct {
	low, high         scoresheet.Points
	lowWins, highWins int
	// open: a match of the entrant is missing or provisional.
	open bool
}

// span are the fewest and the most points that a match can give to a side.
func span(rule *scoresheet.MatchPoints) (fewest, most scoresheet.Points) {
	if rule == nil {
		return 0, 0
	}
	see := func(points ...scoresheet.Points) {
		fewest, most = min(fewest, slices.Min(points)), max(most, slices.Max(points))
	}
	see(rule.Draw, rule.Loss, rule.Forfeit, rule.Absent)
	for _, points := range []*scoresheet.Points{rule.Win, rule.Passed, rule.Ahead} {
		if points != nil {
			see(*points)
		}
	}
	for _, row := range rule.Table {
		see(row.Winner, row.Loser)
	}
	return fewest, most
}

// await notes a match that has no result.
func (l *ledger) await(i int) {
	s := &l.stakes[i]
	s.open = true
	s.low += l.worst
	s.high += l.best
	s.highWins++
}

// unsettle notes a result that may still become any other.
func (l *ledger) unsettle(i int, points scoresheet.Points, won bool) {
	s := &l.stakes[i]
	s.open = true
	s.low += l.worst - points
	s.high += l.best - points
	if won {
		s.lowWins--
	} else {
		s.highWins++
	}
}

// reach is what an entrant may have under the first criterion from now to the
// end, the present figure among it; open, if that is more than one thing or a
// result is out.
type reach struct {
	entrant   int
	low, high int64
	open      bool
}

// certain finds whose rank no missing or provisional result can change any
// more, by number in the input. It looks at the first criterion: those whose
// points, or wins, cannot meet with anybody's are certain of their rank; those
// who are level there are too if none of them waits for a result and nothing
// that tells them apart depends on the matches of others. All others, and all
// where the first criterion has no bounds or rounds are still to be drawn, may
// yet change. It errs on the side of caution.
func (l *ledger) certain() []bool {
	certain := make([]bool, len(l.totals))
	if !l.open && !l.unconfirmed {
		for i := range certain {
			certain[i] = true
		}
		return certain
	}
	copy(certain, l.void) // they stand after all others, whatever these do
	reaches, bounded := l.reach()
	if !bounded {
		return certain
	}
	alone := l.standAlone()
	for start := 0; start < len(reaches); {
		end, high, open := start+1, reaches[start].high, reaches[start].open
		for end < len(reaches) && reaches[end].low <= high {
			high = max(high, reaches[end].high)
			open = open || reaches[end].open
			end++
		}
		sure := end-start == 1 || (!open && alone)
		for _, r := range reaches[start:end] {
			certain[r.entrant] = sure
		}
		start = end
	}
	return certain
}

// reach are the bounds of all who play, lowest first; false if there are none.
func (l *ledger) reach() ([]reach, bool) {
	if len(l.in.Criteria) == 0 || len(l.in.Rounds) == 0 || l.in.MoreRounds {
		return nil, false
	}
	first := l.in.Criteria[0]
	byPoints := first.Rule == scoresheet.RulePoints && l.in.MatchPoints != nil
	if first.Among || first.Circle || first.Tied != "" || (!byPoints && first.Rule != scoresheet.RuleWins) {
		return nil, false
	}
	var list []reach
	for i, s := range l.stakes {
		if l.void[i] {
			continue
		}
		now, low, high := int64(l.totals[i].Won), int64(s.lowWins), int64(s.highWins)
		if byPoints {
			now, low, high = int64(l.totals[i].Points), int64(s.low), int64(s.high)
		}
		list = append(list, reach{
			entrant: i, low: now + min(low, 0), high: now + max(high, 0), open: s.open || low != 0 || high != 0,
		})
	}
	slices.SortFunc(list, func(a, b reach) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.entrant, b.entrant))
	})
	return list, true
}

// standAlone reports whether no criterion looks at what others, or later
// rounds, add.
func (l *ledger) standAlone() bool {
	return !slices.ContainsFunc(l.in.Criteria, func(c scoresheet.Criterion) bool {
		return c.Rule == scoresheet.RuleOpponentPoints || c.Rule == scoresheet.RuleRunningTotals
	})
}
