package config

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/shuangsheng"
)

// shuangshengTerms looks at the settings of a phase of Shuangsheng together.
func (c *checker) shuangshengTerms(phase scoresheet.Phase, terms scoresheet.Terms) {
	c.needs("discipline", "scoring", "start", "win", "best_of", "standing_two", "bottom_multipliers", "throw_points")
	if c.sound("scoring") && terms.Scoring != scoresheet.ScoringLevels {
		c.add("settings.scoring", "shuangsheng-scoring")
	}
	if c.sound("best_of") && (terms.BestOf < 1 || terms.BestOf%2 == 0) {
		c.add("settings.best_of", "best-of")
	}
	c.multipliers(terms)
	if c.sound("throw_points") && (terms.ThrowPoints < 0 || terms.ThrowPoints%shuangsheng.PointUnit != 0) {
		c.add("settings.throw_points", "throw-points", "Unit", shuangsheng.PointUnit)
	}
	c.shuangshengEnd(terms)
	if phase.Kind == scoresheet.Knockout && (terms.Equal == "draw" || terms.EqualStart == "draw") {
		c.add("settings.equal", "draw-knockout", "Phase", phase.ID)
	}
}

// shuangshengEnd looks at how a game ends.
func (c *checker) shuangshengEnd(terms scoresheet.Terms) {
	if terms.Drop != scoresheet.NoLevel {
		c.needs("drop", "fail_limit", "fail_count")
		if terms.Drop >= scoresheet.LevelA {
			c.add("settings.drop", "drop")
		}
	}
	if terms.Minutes == 0 {
		return
	}
	c.needs("minutes", "bell", "equal", "equal_start", "extra_level")
}

// otherLadders looks at the ladders of a violation that depend on the stage and
// on who won the hand: only Shuangsheng has sides that declare and defend.
func (c *checker) otherLadders(place string, violation scoresheet.Violation) {
	for _, other := range []struct {
		key    string
		ladder [][]string
		plays  bool
	}{
		{".declarer_ladder", violation.DeclarerLadder, false},
		{".winner_ladder", violation.WinnerLadder, true},
		{".declarer_winner_ladder", violation.DeclarerWinnerLadder, true},
	} {
		if other.ladder == nil {
			continue
		}
		c.ladder(place+other.key, other.ladder)
		if other.plays && c.book.Discipline != scoresheet.Shuangsheng {
			c.add(place+other.key, "ladder-discipline")
		}
	}
}

// multipliers wants a number for every play that can take the last trick, none
// below the one before.
func (c *checker) multipliers(terms scoresheet.Terms) {
	if !c.sound("bottom_multipliers") {
		return
	}
	numbers := terms.BottomMultipliers
	if len(numbers) != shuangsheng.MostPairs+1 || numbers[0] < 1 || !slices.IsSorted(numbers) {
		c.add("settings.bottom_multipliers", "multipliers", "Want", shuangsheng.MostPairs+1)
	}
}

// bands wants the table of a Shuangsheng rulebook, and nobody else's, to have
// one row for every number of points: the declarers' rows first and falling,
// then the defenders' and rising.
func (c *checker) bands() {
	bands := c.book.Bands
	if c.book.Discipline != scoresheet.Shuangsheng {
		if len(bands) > 0 {
			c.add("bands[0]", "bands-discipline")
		}
		return
	}
	if len(bands) == 0 {
		c.add("bands", "bands-missing")
		return
	}
	for i, band := range bands {
		c.band(i, band)
	}
	for i := range bands[1:] {
		c.bandAfter(i+1, bands[i], bands[i+1])
	}
	for i := range bands {
		c.overlap(i)
	}
	if bands[0].From != 0 {
		c.add("bands[0].from", "bands-start")
	}
	if last := len(bands) - 1; bands[last].To != nil {
		c.add(at("bands[%d].to", last), "bands-end")
	}
	if !slices.ContainsFunc(bands, func(b scoresheet.Band) bool { return b.Stage == scoresheet.Defenders }) ||
		bands[0].Stage != scoresheet.Declarers {
		c.add("bands[0]", "bands-camps")
	}
}

// band looks at a row alone.
func (c *checker) band(i int, band scoresheet.Band) {
	place := at("bands[%d]", i)
	c.origin(place, band.Origin)
	c.article(place, band.Article)
	c.word(place+".stage", string(band.Stage), string(scoresheet.Declarers), string(scoresheet.Defenders))
	if band.Stage == "" {
		c.add(place+".stage", "missing")
	}
	if band.From < 0 || band.From%shuangsheng.PointUnit != 0 ||
		(band.To != nil && *band.To%shuangsheng.PointUnit != 0) {
		c.add(place+".from", "bands-unit", "Unit", shuangsheng.PointUnit)
	}
	if band.To != nil && *band.To < band.From {
		c.add(place+".to", "bands-order")
	}
	if band.To == nil && i < len(c.book.Bands)-1 {
		c.add(place+".to", "missing")
	}
	if band.Climb < 0 || band.Climb > int(scoresheet.LevelA-scoresheet.Level2) {
		c.add(place+".climb", "bands-climb")
	}
}

// bandAfter looks at a row and the one before it.
func (c *checker) bandAfter(i int, before, band scoresheet.Band) {
	place := at("bands[%d]", i)
	if before.To != nil && band.From > *before.To+shuangsheng.PointUnit {
		c.add(place+".from", "bands-gap", "From", *before.To+shuangsheng.PointUnit, "To", band.From-shuangsheng.PointUnit)
	}
	switch {
	case before.Stage == scoresheet.Defenders && band.Stage == scoresheet.Declarers:
		c.add(place+".stage", "bands-stage")
	case before.Stage != band.Stage:
	case band.Stage == scoresheet.Declarers && band.Climb > before.Climb,
		band.Stage == scoresheet.Defenders && band.Climb < before.Climb:
		c.add(place+".climb", "bands-slope")
	}
}

// overlap looks for an earlier row that has points of this one.
func (c *checker) overlap(i int) {
	band := c.book.Bands[i]
	for _, before := range c.book.Bands[:i] {
		if (band.To == nil || before.From <= *band.To) && (before.To == nil || band.From <= *before.To) {
			c.add(at("bands[%d].from", i), "bands-overlap", "From", max(band.From, before.From))
			return
		}
	}
}
