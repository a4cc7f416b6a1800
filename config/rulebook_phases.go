package config

import (
	"slices"

	"kiosk/scoresheet"
)

var phaseKinds = []string{
	string(scoresheet.RoundRobin), string(scoresheet.Knockout), string(scoresheet.Swiss), string(scoresheet.Ladder),
}

func (c *checker) phases() {
	if len(c.book.Phases) == 0 {
		c.add("phases", "phases")
	}
	seen := map[string]bool{}
	places := map[int]bool{}
	for i, phase := range c.book.Phases {
		place := at("phases[%d]", i)
		if !idForm.MatchString(phase.ID) {
			c.add(place+".id", "id")
		}
		if seen[phase.ID] {
			c.add(place+".id", "duplicate", "ID", phase.ID)
		}
		c.text(place+".name", phase.Name)
		c.origin(place, phase.Origin)
		c.article(place, phase.Article)
		if phase.Kind == "" {
			c.add(place+".kind", "missing")
		}
		c.word(place+".kind", string(phase.Kind), phaseKinds...)
		c.rounds(place, phase)
		c.format(place, phase, seen)
		if i > 0 && phase.From == "" && phase.Take == 0 && len(phase.Groups) == 0 {
			c.add(place+".from", "from-nowhere")
		}
		c.knockout(place, phase, i == 0)
		c.challenges(place, phase)
		c.groups(place, phase, seen, places)
		c.ranking(place, phase)
		seen[phase.ID] = true
	}
}

// knockout wants what belongs to a knockout to be in one.
func (c *checker) knockout(place string, phase scoresheet.Phase, first bool) {
	c.word(place+".draw", phase.Draw, scoresheet.DrawEachRound, scoresheet.DrawByTable, scoresheet.DrawOnce,
		scoresheet.DrawCross, scoresheet.DrawSeeded)
	if phase.Until < 0 || phase.Until == 1 {
		c.add(place+".until", "until")
	}
	if phase.Kind != scoresheet.Knockout && (phase.Draw != "" || phase.Until != 0 || phase.ThirdPlace) {
		c.add(place+".kind", "knockout-only")
	}
	anew := phase.Draw == "" || phase.Draw == scoresheet.DrawEachRound || phase.Draw == scoresheet.DrawByTable
	if phase.Exact && (phase.Kind != scoresheet.Knockout || phase.Until == 0 || !anew) {
		c.add(place+".exact", "exact")
	}
	if (phase.Draw == scoresheet.DrawCross || phase.Draw == scoresheet.DrawSeeded) && first {
		c.add(place+".draw", "draw-ranks")
	}
	if phase.Kind == scoresheet.Knockout && (len(phase.Groups) > 1 || first && len(c.book.Entry.Groups) > 1) {
		c.add(place+".groups", "knockout-groups")
	}
}

// challenges wants a challenge ladder, and nothing else, to have titles that
// can be challenged.
func (c *checker) challenges(place string, phase scoresheet.Phase) {
	rules := phase.Challenges
	if (phase.Kind == scoresheet.Ladder) != (rules != nil) {
		c.add(place+".challenges", "challenges")
	}
	if rules == nil {
		return
	}
	if rules.Challengers < 1 || rules.Losses < 1 || rules.Absences < 1 || rules.Quarters < 0 || rules.Honoured < 0 || len(rules.Titles) == 0 {
		c.add(place+".challenges", "challenge-numbers")
	}
	c.word(place+".challenges.losses_over", rules.LossesOver, scoresheet.LossesOfTitle, scoresheet.LossesOfQuarter)
	if _, known := c.book.Violation(rules.Absent); rules.Absent != "" && !known {
		c.add(place+".challenges.absent", "challenge-absent", "Violation", rules.Absent)
	}
	for i, title := range rules.Titles {
		at := at("%s.challenges.titles[%d]", place, i)
		c.text(at+".name", title.Name)
		if title.Holders < 1 || title.FirstPlace < 1 || title.Points < 0 || title.Own < 0 {
			c.add(at, "challenge-numbers")
		}
		highest := i == len(rules.Titles)-1
		if title.Beat > title.Holders || (title.Beat < 1) != highest {
			c.add(at, "challenge-beat")
		}
	}
}

// rounds wants a number of rounds for a Swiss phase, said once, and none for
// what ends when all have met.
func (c *checker) rounds(place string, phase scoresheet.Phase) {
	set := 0
	if terms, ok := c.soundTerms(phase.ID); ok {
		set = terms.Rounds
	}
	swiss, knockout := phase.Kind == scoresheet.Swiss, phase.Kind == scoresheet.Knockout
	said := phase.Rounds > 0 || set > 0
	if phase.Rounds < 0 || (swiss && !said) || (said && !swiss && !knockout) {
		c.add(place+".rounds", "rounds")
	}
}

// format wants the field of a phase to come from a phase before, and what is
// said of it to belong to its kind.
func (c *checker) format(place string, phase scoresheet.Phase, before map[string]bool) {
	c.word(place+".bye", phase.Bye, scoresheet.ByeLot, scoresheet.ByeLowest)
	c.word(place+".pools_by", phase.PoolsBy, scoresheet.PoolsByLot, scoresheet.PoolsBySnake)
	if phase.From != "" && (!before[phase.From] || len(phase.Groups) > 0) {
		c.add(place+".from", "from", "Phase", phase.From)
	}
	if phase.Take != 0 && (phase.Take < 2 || phase.From == "") {
		c.add(place+".take", "take")
	}
	if phase.Pools != 0 && (phase.Pools < 2 || phase.Kind != scoresheet.RoundRobin || len(phase.Groups) > 0) {
		c.add(place+".pools", "pools")
	}
	if phase.Repechage && (phase.Kind != scoresheet.Knockout || phase.Until == 0) {
		c.add(place+".repechage", "repechage")
	}
	if phase.Until != 0 && phase.Rounds > 0 {
		c.add(place+".until", "until-rounds")
	}
	if phase.ThirdPlace && (phase.Until != 0 || phase.Rounds > 0) {
		c.add(place+".third_place", "third-place")
	}
}

// groups wants groups to be filled from phases before, no rank twice, and no
// place in the event twice.
func (c *checker) groups(place string, phase scoresheet.Phase, before map[string]bool, places map[int]bool) {
	var names []string
	taken := map[string][]int{}
	for i, group := range phase.Groups {
		at := at("%s.groups[%d]", place, i)
		if group.Name == "" || slices.Contains(names, group.Name) {
			c.add(at+".name", "duplicate", "ID", group.Name)
		}
		names = append(names, group.Name)
		if !before[group.From] {
			c.add(at+".from", "from", "Phase", group.From)
		}
		if len(group.Ranks) == 0 {
			c.add(at+".ranks", "ranks")
		}
		for j, rank := range group.Ranks {
			if rank < 1 || slices.Contains(group.Ranks[:j], rank) {
				c.add(at+".ranks", "ranks")
				continue
			}
			if slices.Contains(taken[group.From], rank) {
				c.add(at+".ranks", "rank-twice", "Phase", group.From, "Rank", rank)
			}
			taken[group.From] = append(taken[group.From], rank)
		}
		c.firstPlace(at, group, places)
	}
}

// firstPlace wants the places that a group gives to be nobody else's: as many
// as entrants come, one for each rank of each group before.
func (c *checker) firstPlace(at string, group scoresheet.PhaseGroup, places map[int]bool) {
	if group.FirstPlace == 0 {
		return
	}
	groups := 1
	if len(c.book.Phases) > 0 && group.From == c.book.Phases[0].ID {
		groups = max(len(c.book.Entry.Groups), 1)
	}
	overlap := group.FirstPlace < 0
	for place := group.FirstPlace; place < group.FirstPlace+groups*len(group.Ranks); place++ {
		overlap = overlap || places[place]
		places[place] = true
	}
	if overlap {
		c.add(at+".first_place", "first-place")
	}
}

func (c *checker) ranking(place string, phase scoresheet.Phase) {
	ranked := phase.Kind == scoresheet.RoundRobin || phase.Kind == scoresheet.Swiss
	n := len(phase.Ranking)
	if ranked && (n == 0 || phase.Ranking[n-1].Rule != scoresheet.RuleLot) {
		c.add(place+".ranking", "ranking")
	}
	for i, criterion := range phase.Ranking {
		at := at("%s.ranking[%d]", place, i)
		c.origin(at, criterion.Origin)
		c.article(at, criterion.Article)
		c.word(at+".tied", criterion.Tied, "two", "more")
		if criterion.Rule == scoresheet.RuleLot && i < n-1 {
			c.add(at+".rule", "ranking")
		}
		c.scope(at, criterion)
		need, known := ruleNeeds[criterion.Rule]
		if !known {
			c.add(at+".rule", "rule", "Rule", string(criterion.Rule))
			continue
		}
		if need != "" && !c.has(need, phase) {
			c.add(at+".rule", "rule-needs", "Rule", string(criterion.Rule), "Needs", string(need))
		}
	}
}

// scope wants what is said of a tie-break to mean something for it: a circle and
// a restart are of the matches among those who are level, a margin is of a
// winning game.
func (c *checker) scope(at string, criterion scoresheet.Criterion) {
	among := criterion.Among || criterion.Rule == scoresheet.RuleOwnMatch
	if (criterion.Circle || criterion.Restart) && !among {
		c.add(at+".rule", "rule-needs", "Rule", string(criterion.Rule), "Needs", string(needsAmong))
	}
	if criterion.Margin && criterion.Rule != scoresheet.RuleLargestWin {
		c.add(at+".rule", "rule-needs", "Rule", string(criterion.Rule), "Needs", string(needsGame))
	}
}

// need is what a format must have for a tie-break to mean something.
type need string

const (
	needsMatchPoints    need = "match-points"
	needsLevels         need = "levels"
	needsPoints         need = "points"
	needsEverybodyMeets need = "everybody-meets"
	needsSwiss          need = "swiss"
	needsClock          need = "clock"
	needsSecond         need = "second"
	needsPlayoff        need = "playoff"
	needsAmong          need = "among"
	needsGame           need = "game"
)

var ruleNeeds = map[scoresheet.Rule]need{
	scoresheet.RulePoints:          needsMatchPoints,
	scoresheet.RuleOwnMatch:        needsEverybodyMeets,
	scoresheet.RuleLevelDifference: needsLevels,
	scoresheet.RuleWins:            "",
	scoresheet.RuleLevelsClimbed:   needsLevels,
	scoresheet.RuleGamePoints:      "",
	scoresheet.RuleSmallPoints:     needsPoints,
	scoresheet.RuleOpponentPoints:  needsSwiss,
	scoresheet.RuleRunningTotals:   needsMatchPoints,
	scoresheet.RuleLargestWin:      needsPoints,
	scoresheet.RuleTimeTaken:       needsClock,
	scoresheet.RuleSecond:          needsSecond,
	scoresheet.RulePlayoff:         needsPlayoff,
	scoresheet.RuleLot:             "",
}

func (c *checker) has(need need, phase scoresheet.Phase) bool {
	switch need {
	case needsMatchPoints:
		return c.book.MatchPoints != nil
	case needsLevels:
		return c.scoring() == scoresheet.ScoringLevels
	case needsPoints:
		return c.scoring() == scoresheet.ScoringPoints
	case needsEverybodyMeets:
		return phase.Kind == scoresheet.RoundRobin
	case needsSwiss:
		return phase.Kind == scoresheet.Swiss
	case needsClock:
		terms, ok := c.soundTerms(phase.ID)
		return ok && terms.Minutes > 0
	case needsSecond:
		return c.book.MatchPoints != nil && c.book.MatchPoints.Second != nil
	case needsPlayoff:
		_, listed := c.book.Settings["playoff"]
		return listed
	}
	return true
}
