package config

import (
	"slices"
	"strings"

	"kiosk/scoresheet"
)

// goujiCounts are the ranks that a table of 够级 has numbers for: 10 to A and 2.
const goujiCounts = 6

// goujiTerms looks at the settings of a phase of Gouji together.
func (c *checker) goujiTerms(phase scoresheet.Phase, terms scoresheet.Terms) {
	c.needs("discipline", "scoring", "place_points", "positive_only", "best_of", "packs", "gouji_counts", "card_by_card", "burn_needs")
	if c.sound("scoring") && terms.Scoring != scoresheet.ScoringPoints {
		c.add("settings.scoring", "gouji-scoring")
		return
	}
	c.pointsTerms(terms)
	c.placePoints(terms)
	c.meeting(terms)
	c.plays(terms)
	if c.sound("best_of") && (terms.BestOf < 1 || terms.BestOf%2 == 0) {
		c.add("settings.best_of", "best-of")
	}
	if terms.MatchEqual == "small-points" {
		c.needs("match_equal", "match_equal_then")
	}
	if phase.Kind == scoresheet.Knockout && terms.Equal == "draw" && drawnMatch(terms) {
		c.add("settings.equal", "draw-knockout", "Phase", phase.ID)
	}
}

// drawnMatch reports whether a match whose games are level can stay so.
func drawnMatch(terms scoresheet.Terms) bool {
	switch terms.MatchEqual {
	case "extra-hand":
		return false
	case "small-points":
		return terms.MatchEqualThen != "extra-hand"
	}
	return true
}

func (c *checker) placePoints(terms scoresheet.Terms) {
	seats := c.book.Discipline.Seats()
	switch {
	case !c.sound("place_points"):
	case len(terms.PlacePoints) != seats:
		c.add("settings.place_points", "place-points", "Want", seats, "Have", len(terms.PlacePoints))
	case !slices.IsSortedFunc(terms.PlacePoints, func(a, b int) int { return b - a }):
		c.add("settings.place_points", "place-points-order")
	}
	if terms.Sweep < 0 || (terms.SweepAlone && terms.Sweep == 0) {
		c.add("settings.sweep", "sweep")
	}
}

// meeting wants the hands of a meeting at several tables to divide among them.
func (c *checker) meeting(terms scoresheet.Terms) {
	if terms.Tables == 0 && terms.Sittings == 0 {
		return
	}
	places := terms.Tables * terms.Sittings
	if terms.Tables < 2 || terms.Sittings < 1 || terms.Hands%max(places, 1) != 0 || terms.Equal == "extra-hand" {
		c.add("settings.tables", "tables")
	}
}

func (c *checker) plays(terms scoresheet.Terms) {
	if c.sound("packs") && terms.Packs < 1 {
		c.add("settings.packs", "packs")
	}
	if c.sound("gouji_counts") && (len(terms.GoujiCounts) != goujiCounts || slices.Min(terms.GoujiCounts) < 0) {
		c.add("settings.gouji_counts", "gouji-counts", "Want", goujiCounts)
	}
	for _, rank := range terms.BareRanks {
		if rank < int(scoresheet.Level3) || rank > int(scoresheet.LevelA) {
			c.add("settings.bare_ranks", "bare-ranks")
		}
	}
}

func (c *checker) hasIncident(kind scoresheet.IncidentKind) bool {
	return slices.ContainsFunc(c.book.Incidents, func(rule scoresheet.IncidentRule) bool { return rule.Kind == kind })
}

// incidents wants every rule for an incident to be for one that exists, once,
// and to do only what can be done.
func (c *checker) incidents() {
	if len(c.book.Incidents) > 0 && c.book.Discipline != scoresheet.Gouji {
		c.add("incidents", "incident-discipline")
		return
	}
	type key struct {
		kind            scoresheet.IncidentKind
		result, opening string
	}
	seen := map[key]bool{}
	for i, rule := range c.book.Incidents {
		place := at("incidents[%d]", i)
		c.origin(place, rule.Origin)
		if rule.BottomOrigin != "" {
			c.origin(place+".bottom", rule.BottomOrigin)
		}
		c.article(place, rule.Article)
		if !slices.Contains(scoresheet.IncidentKinds(), rule.Kind) {
			c.add(place+".kind", "incident-kind", "Kind", string(rule.Kind))
			continue
		}
		this := key{rule.Kind, rule.Result, rule.Opening}
		if seen[this] || (rule.Opening != "" && seen[key{rule.Kind, rule.Result, ""}]) {
			c.add(place+".kind", "incident-twice", "Kind", string(rule.Kind))
		}
		seen[this] = true
		c.incident(place, rule)
	}
}

func (c *checker) incident(place string, rule scoresheet.IncidentRule) {
	results := scoresheet.BurnResults()
	if (rule.Kind == scoresheet.Burn) != slices.Contains(results, rule.Result) || (rule.Kind != scoresheet.Burn && rule.Result != "") {
		c.add(place+".result", "incident-result", "Want", strings.Join(results, ", "))
	}
	if rule.Gain < 0 || rule.Loss > 0 {
		c.add(place, "incident-score")
	}
	nobody := rule.Kind == scoresheet.TwoForOne || rule.Kind == scoresheet.Opened
	if nobody && (rule.Bottom || rule.Closes) {
		c.add(place, "incident-nobody", "Kind", string(rule.Kind))
	}
	if rule.Closes && !c.hasIncident(scoresheet.Closed) {
		c.add(place+".closes", "incident-closes")
	}
	for _, mark := range rule.Late {
		c.word(place+".late", mark, scoresheet.AfterSecond, scoresheet.AfterOut)
	}
	if rule.Opening == "" {
		return
	}
	setting, listed := c.book.Settings["opening"]
	spec, _ := scoresheet.LookupSetting("opening")
	if !listed || setting.Admits(spec, rule.Opening) != nil {
		c.add(place+".opening", "incident-opening")
	}
}
