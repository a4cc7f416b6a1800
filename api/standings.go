package api

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

type figureView struct {
	Rule  scoresheet.Rule `json:"rule"`
	Name  scoresheet.Text `json:"name"`
	Value string          `json:"value"`
}

type decidedBy struct {
	Rule scoresheet.Rule `json:"rule"`
	Text string          `json:"text"`
}

type standingsRow struct {
	Rank   int  `json:"rank"`
	Shared bool `json:"shared"`
	// Provisional: a result to come, or one that is not stood by yet, may still
	// change the rank.
	Provisional bool              `json:"provisional"`
	Entrant     contest.EntrantID `json:"entrant"`
	Name        string            `json:"name"`
	Unit        string            `json:"unit"`
	Players     []string          `json:"players"`
	Played      int               `json:"played"`
	Won         int               `json:"won"`
	Lost        int               `json:"lost"`
	Points      string            `json:"points"`
	Figures     []figureView      `json:"figures"`
	DecidedBy   *decidedBy        `json:"decided_by"`
}

type standingsGroup struct {
	Name        string         `json:"name"`
	Provisional bool           `json:"provisional"`
	LotNeeded   bool           `json:"lot_needed"`
	Rows        []standingsRow `json:"rows"`
}

type standingsView struct {
	Phase     string           `json:"phase"`
	PhaseName scoresheet.Text  `json:"phase_name"`
	Groups    []standingsGroup `json:"groups"`
	Final     bool             `json:"final"`
	Complete  bool             `json:"complete"`
}

// head is the view without its groups.
func (v standingsView) head() any {
	return struct {
		standingsView
		Groups *struct{} `json:"groups,omitempty"`
	}{standingsView: v}
}

// head is the group without its rows.
func (g standingsGroup) head() any {
	return struct {
		standingsGroup
		Rows *struct{} `json:"rows,omitempty"`
	}{standingsGroup: g}
}

func (s *Server) getStandings(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	views, err := s.viewer(state, s.words(c)).standings(c.Query("phase"))
	if err != nil {
		return err
	}
	return c.JSON(views)
}

// standings are the standings of a phase, or of all that were drawn; the
// newest comes first.
func (v viewer) standings(only string) ([]standingsView, error) {
	views := []standingsView{}
	for i := len(v.Draws) - 1; i >= 0; i-- {
		id := v.Draws[i].Phase
		if only != "" && only != id {
			continue
		}
		groups, err := v.Standings(id)
		if err != nil {
			return nil, err
		}
		phase, _ := v.Rulebook.Phase(id)
		unsigned := v.unsigned(id)
		view := standingsView{Phase: id, PhaseName: phase.Name, Complete: true, Final: i == len(v.Rulebook.Phases)-1, Groups: []standingsGroup{}}
		for _, group := range groups {
			view.Complete = view.Complete && group.Final()
			view.Groups = append(view.Groups, v.standingsGroup(group, unsigned[group.Group]))
		}
		views = append(views, view)
	}
	return views, nil
}

// standingsGroup is a group; unsigned says that a result in it is not yet stood by.
func (v viewer) standingsGroup(s contest.Standings, unsigned bool) standingsGroup {
	group := standingsGroup{Name: s.Group, Provisional: !s.Final() || unsigned, LotNeeded: len(s.LotsNeeded) > 0, Rows: make([]standingsRow, 0, len(s.Rows))}
	rounds := v.roundNames(s)
	for i, row := range s.Rows {
		entrant, _ := v.Entrant(row.Entrant.ID)
		view := standingsRow{
			Rank: row.Rank, Shared: row.Sharing > 1, Provisional: row.Provisional, Entrant: row.Entrant.ID, Name: entrant.Name(), Unit: entrant.Unit, Players: notNil(entrant.Players),
			Played: row.Totals.Played, Won: row.Totals.Won, Lost: row.Totals.Lost, Points: row.Totals.Points.String(),
			Figures: v.figures(s, row, rounds), DecidedBy: v.reason(s, i, rounds),
		}
		group.Rows = append(group.Rows, view)
	}
	return group
}

// unsigned are the groups of a phase with a result that is not yet stood by.
func (v viewer) unsigned(phase string) map[string]bool {
	groups := map[string]bool{}
	for n := 1; n <= v.Matches(); n++ {
		if m := v.Match(n); m.Phase == phase && m.Provisional() {
			groups[m.Group] = true
		}
	}
	return groups
}

func (v viewer) figures(s contest.Standings, row contest.Row, rounds roundNames) []figureView {
	views := []figureView{}
	if reached, known := figureOf(s, row, scoresheet.RuleRoundReached); known {
		views = append(views, figureView{Rule: scoresheet.RuleRoundReached, Name: ruleName(scoresheet.RuleRoundReached), Value: rounds[reached].text})
	}
	shown := map[scoresheet.Rule]bool{}
	for i, criterion := range s.Criteria {
		if i >= len(row.Figures) || criterion.Rule == scoresheet.RuleLot || shown[criterion.Rule] || knockoutRule(criterion.Rule) {
			continue
		}
		value := row.Figures[i].String()
		if criterion.Rule == scoresheet.RuleOwnMatch && value == "" {
			continue
		}
		shown[criterion.Rule] = true
		views = append(views, figureView{Rule: criterion.Rule, Name: ruleName(criterion.Rule), Value: value})
	}
	return views
}

// reason says why the row stands before or behind those it was level with.
func (v viewer) reason(s contest.Standings, i int, rounds roundNames) *decidedBy {
	decision := s.Rows[i].DecidedBy()
	if inKnockout(s) && (decision == nil || knockoutRule(decision.Rule)) {
		return v.knockoutReason(s, i, rounds)
	}
	if s.Rows[i].Sharing > 1 {
		text := "standings.level"
		if len(s.LotsNeeded) > 0 && s.Complete {
			text = "standings.lot-needed"
		}
		return &decidedBy{Rule: scoresheet.RuleLot, Text: v.words.T(text, nil)}
	}
	if decision == nil {
		return nil
	}
	if decision.Rule == scoresheet.RulePoints && len(decision.Level) == len(s.Rows) {
		return &decidedBy{Rule: decision.Rule, Text: v.words.T("standings.by-points", map[string]any{"Points": s.Rows[i].Totals.Points.String()})}
	}
	var others []string
	for k, id := range decision.Level {
		if !nearby(decision.Level, k, s.Rows[i].Entrant.ID) {
			if len(others) == 0 || others[len(others)-1] != leftOut {
				others = append(others, leftOut)
			}
			continue
		}
		entrant, _ := v.Entrant(id)
		figure := ""
		if k < len(decision.Figures) {
			figure = decision.Figures[k].String()
		}
		others = append(others, v.words.T("standings.figure", map[string]any{"Name": entrant.Name(), "Figure": figure}))
	}
	return &decidedBy{Rule: decision.Rule, Text: v.words.T("standings.by."+string(decision.Rule), map[string]any{
		"Level": strings.Join(others, v.words.T("standings.separator", nil)), "Count": len(decision.Level),
	})}
}

// leftOut stands for those of many who were level whom a reason does not name.
const leftOut = "…"

// nearby reports whether the reason of an entrant names the k-th of those who
// were level with it: all of a few, and of many those beside it.
func nearby(level []contest.EntrantID, k int, id contest.EntrantID) bool {
	const few, beside = 6, 2
	at := slices.Index(level, id)
	return len(level) <= few || k >= at-beside && k <= at+beside
}

// knockoutRule reports whether the rule ranks a knockout by its course alone.
func knockoutRule(rule scoresheet.Rule) bool {
	return rule == scoresheet.RuleRoundReached || rule == scoresheet.RuleLastMatch || rule == scoresheet.RuleThirdPlace
}

func inKnockout(s contest.Standings) bool {
	return len(s.Criteria) > 0 && s.Criteria[0].Rule == scoresheet.RuleRoundReached
}

// figureOf is what the row has under a rule of a knockout.
func figureOf(s contest.Standings, row contest.Row, rule scoresheet.Rule) (amount int64, known bool) {
	at := slices.IndexFunc(s.Criteria, func(c scoresheet.Criterion) bool { return c.Rule == rule })
	if at < 0 || at >= len(row.Figures) || !row.Figures[at].Known() {
		return 0, false
	}
	return row.Figures[at].Amount, true
}

// roundNames are the names of the rounds of a knockout, by their numbers within
// the phase; nil for other standings.
type roundNames map[int64]roundName

type roundName struct {
	text  string
	final bool
	// known: the bracket has it; otherwise it is drawn only when all know who
	// comes to it.
	known bool
}

func (v viewer) roundNames(s contest.Standings) roundNames {
	draw, ok := v.Draw(s.Phase)
	if !ok || !inKnockout(s) {
		return nil
	}
	bracket, err := contest.BracketOf(v.PhaseStage(draw))
	if err != nil {
		return nil
	}
	names := roundNames{}
	for at, column := range bracket.Columns {
		number := column.Round
		if number == 0 {
			number = at + 1
		}
		names[int64(number)] = roundName{v.roundName(column), column.Name == contest.RoundFinal, true}
	}
	for _, row := range s.Rows {
		if n, known := figureOf(s, row, scoresheet.RuleRoundReached); known && n > 0 && !names[n].known {
			names[n] = roundName{text: v.words.T("standings.knockout.next", nil)}
		}
	}
	return names
}

// knockoutReason says how far the entrant came.
func (v viewer) knockoutReason(s contest.Standings, i int, rounds roundNames) *decidedBy {
	row := s.Rows[i]
	reached, known := figureOf(s, row, scoresheet.RuleRoundReached)
	if !known || reached < 1 {
		return nil
	}
	rule, how := scoresheet.RuleRoundReached, "out"
	in, _ := figureOf(s, row, scoresheet.RuleLastMatch)
	third, played := figureOf(s, row, scoresheet.RuleThirdPlace)
	switch {
	case in == 1 && s.Complete && row.Sharing == 1:
		rule, how = scoresheet.RuleLastMatch, "champion"
	case in == 1 && s.Complete:
		how = "on"
	case in == 1 && !rounds[reached].known:
		how = "ahead"
	case in == 1:
		how = "in"
	case rounds[reached].final:
		how = "final"
	case played && third == 1:
		rule, how = scoresheet.RuleThirdPlace, "third"
	case played:
		rule, how = scoresheet.RuleThirdPlace, "fourth"
	}
	return &decidedBy{Rule: rule, Text: v.words.T("standings.knockout."+how, map[string]any{"Round": rounds[reached].text})}
}

type placeView struct {
	Place       int               `json:"place"`
	Shared      bool              `json:"shared"`
	Entrant     contest.EntrantID `json:"entrant"`
	Name        string            `json:"name"`
	Unit        string            `json:"unit"`
	Players     []string          `json:"players"`
	Provisional bool              `json:"provisional"`
	Reason      string            `json:"reason"`
}

// getPlaces gives the places of the whole event as far as they are known.
func (s *Server) getPlaces(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	views, err := s.viewer(state, s.words(c)).places()
	if err != nil {
		return err
	}
	return c.JSON(views)
}

func (v viewer) places() ([]placeView, error) {
	places, err := v.Places()
	if err != nil {
		return nil, err
	}
	views := make([]placeView, 0, len(places))
	for _, p := range places {
		entrant, _ := v.Entrant(p.Entrant.ID)
		phase, _ := v.Rulebook.Phase(p.Phase)
		views = append(views, placeView{
			Place: p.Place, Shared: p.Sharing > 1, Entrant: entrant.ID, Name: entrant.Name(), Unit: entrant.Unit, Players: notNil(entrant.Players),
			Provisional: p.Provisional,
			Reason: v.words.T("place."+string(p.Reason), map[string]any{
				"Phase": phase.Name.In(v.words.Lang()), "Group": groupMark(p.Group), "Rank": p.Rank,
			}),
		})
	}
	return views, nil
}

type publicSide struct {
	Entrant contest.EntrantID `json:"entrant"`
	Name    string            `json:"name"`
	Unit    string            `json:"unit"`
	Players []string          `json:"players"`
}

type publicMatch struct {
	ID           string                                 `json:"id"`
	Phase        string                                 `json:"phase"`
	Round        int                                    `json:"round"`
	Group        *string                                `json:"group"`
	Table        *int                                   `json:"table"`
	Tables       []int                                  `json:"tables,omitempty"`
	Number       int                                    `json:"number"`
	State        event.MatchState                       `json:"state"`
	Sides        scoresheet.PerSide[publicSide]         `json:"sides"`
	Open         openView                               `json:"open"`
	Levels       *scoresheet.PerSide[scoresheet.Level]  `json:"levels,omitempty"`
	Points       *scoresheet.PerSide[scoresheet.Points] `json:"points,omitempty"`
	OnStage      scoresheet.Side                        `json:"on_stage,omitzero"`
	Result       *resultView                            `json:"result"`
	ExtraMinutes int                                    `json:"extra_minutes"`
}

// publicRound is a round without its matches.
type publicRound struct {
	Number    int             `json:"number"`
	Phase     string          `json:"phase"`
	PhaseName scoresheet.Text `json:"phase_name"`
	State     string          `json:"state"`
	Clock     clockView       `json:"clock"`
	Byes      []publicSide    `json:"byes"`
}

func (v viewer) publicRound(round event.Round) publicRound {
	phase, _ := v.Rulebook.Phase(round.Phase)
	base := v.round(round)
	view := publicRound{Number: round.Number, Phase: round.Phase, PhaseName: phase.Name, State: base.State, Clock: base.Clock, Byes: []publicSide{}}
	for _, bye := range round.Byes {
		view.Byes = append(view.Byes, v.publicSide(bye.Entrant))
	}
	return view
}

func (v viewer) publicSide(id contest.EntrantID) publicSide {
	e, _ := v.Entrant(id)
	return publicSide{Entrant: e.ID, Name: e.Name(), Unit: e.Unit, Players: notNil(e.Players)}
}

func (v viewer) publicMatch(m *event.Match, round event.Round) publicMatch {
	view := publicMatch{
		ID: matchID(v.ID, m.Number), Phase: m.Phase, Round: m.Round, Number: m.Number, State: m.State,
		Sides:  scoresheet.PerSide[publicSide]{A: v.publicSide(m.Entrants.A), B: v.publicSide(m.Entrants.B)},
		Open:   v.open(m, 0),
		Result: result(m), ExtraMinutes: v.clock(round.Clock, m.Table, 0).ExtraMinutes,
	}
	if m.Group != "" {
		view.Group = &m.Group
	}
	if m.Table != 0 {
		view.Table = &m.Table
	}
	if m.IsMeeting() {
		view.Tables = m.Tables()
	}
	if n := len(m.Verdict.Games); n > 0 {
		game := m.Verdict.Games[n-1]
		view.Levels, view.Points, view.OnStage = game.Levels, game.Points, game.OnStage
	}
	return view
}

// ruleName is what a tie-break is called in every language.
func ruleName(rule scoresheet.Rule) scoresheet.Text { return textOf("rule." + string(rule)) }
