package api

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// picturesView are the phases of an event as pictures show them: knockouts as
// brackets, groups as cross tables; the newest phase comes first.
type picturesView struct {
	Brackets []bracketView `json:"brackets"`
	Crosses  []crossView   `json:"crosses"`
}

type bracketView struct {
	Phase     string          `json:"phase"`
	PhaseName scoresheet.Text `json:"phase_name"`
	// Fixed: winners go where the lines lead; otherwise each round is drawn
	// anew.
	Fixed    bool            `json:"fixed"`
	Columns  []bracketColumn `json:"columns"`
	Third    *bracketMatch   `json:"third"`
	Champion *bracketPlace   `json:"champion"`
	Over     bool            `json:"over"`
}

type bracketColumn struct {
	Round   int            `json:"round"`
	Name    string         `json:"name"`
	Matches []bracketMatch `json:"matches"`
}

type bracketMatch struct {
	Slot   int                  `json:"slot"`
	State  contest.BracketState `json:"state"`
	Table  int                  `json:"table"`
	Match  string               `json:"match"`
	Places []bracketPlace       `json:"places"`
	// Text says how it was decided where nobody played.
	Text string `json:"text"`
}

type bracketPlace struct {
	Kind    contest.BracketPlaceKind `json:"kind"`
	Entrant contest.EntrantID        `json:"entrant"`
	// Name is the entrant's, or the words for who will stand there.
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Seed  int    `json:"seed"`
	From  int    `json:"from"`
	Won   bool   `json:"won"`
	Score string `json:"score"`
}

type crossView struct {
	Phase     string          `json:"phase"`
	PhaseName scoresheet.Text `json:"phase_name"`
	Group     string          `json:"group"`
	Rows      []crossRow      `json:"rows"`
}

type crossRow struct {
	Entrant     contest.EntrantID `json:"entrant"`
	Number      string            `json:"number"`
	Name        string            `json:"name"`
	Rank        int               `json:"rank"`
	Provisional bool              `json:"provisional"`
	Points      string            `json:"points"`
	Cells       []crossCell       `json:"cells"`
}

// crossCell is what the entrant of the row did against that of the column.
type crossCell struct {
	// Outcome is self, none, won, lost, drawn, walkover, forfeited, void or
	// playing.
	Outcome string `json:"outcome"`
	Score   string `json:"score"`
	Match   string `json:"match"`
	Round   int    `json:"round"`
}

func (s *Server) getPictures(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	view, err := s.viewer(state, s.words(c)).pictures(c.Query("only"))
	if err != nil {
		return err
	}
	return zipped(c, view)
}

// pictures are the brackets, the crosses, or with "" both: a hall of many groups
// has large crosses, and its wall shows none.
func (v viewer) pictures(only string) (picturesView, error) {
	view := picturesView{Brackets: []bracketView{}, Crosses: []crossView{}}
	for i := len(v.Draws) - 1; i >= 0; i-- {
		draw := v.Draws[i]
		phase, _ := v.Rulebook.Phase(draw.Phase)
		switch {
		case phase.Kind == scoresheet.Knockout && only != "crosses":
			bracket, err := contest.BracketOf(v.PhaseStage(draw))
			if err != nil {
				return view, err
			}
			view.Brackets = append(view.Brackets, v.bracket(phase, bracket))
		case phase.Kind == scoresheet.RoundRobin && only != "brackets":
			crosses, err := v.crosses(phase)
			if err != nil {
				return view, err
			}
			view.Crosses = append(view.Crosses, crosses...)
		}
	}
	return view, nil
}

func (v viewer) bracket(phase scoresheet.Phase, b contest.Bracket) bracketView {
	view := bracketView{Phase: phase.ID, PhaseName: phase.Name, Fixed: b.Fixed, Columns: []bracketColumn{}, Over: b.Over}
	for _, column := range b.Columns {
		c := bracketColumn{Round: v.roundNumber(phase.ID, column.Round), Name: v.roundName(column), Matches: []bracketMatch{}}
		for _, m := range column.Matches {
			c.Matches = append(c.Matches, v.bracketMatch(phase.ID, column.Round, m))
		}
		view.Columns = append(view.Columns, c)
	}
	if b.Third != nil && len(b.Columns) > 0 {
		third := v.bracketMatch(phase.ID, b.Columns[len(b.Columns)-1].Round, *b.Third)
		view.Third = &third
	}
	if b.Over && len(b.In) == 1 {
		e, _ := v.Entrant(b.In[0])
		view.Champion = &bracketPlace{Kind: contest.PlaceTaken, Entrant: e.ID, Name: e.Name(), Unit: e.Unit, Won: true}
	}
	return view
}

// roundNumber is the number in the event of a round of a phase, 0 if it is not
// drawn.
func (v viewer) roundNumber(phase string, phaseRound int) int {
	for _, round := range v.Rounds {
		if round.Phase == phase && round.PhaseRound == phaseRound && !round.Playoff {
			return round.Number
		}
	}
	return 0
}

func (v viewer) roundName(c contest.BracketColumn) string {
	return v.words.T("bracket.round."+string(c.Name), map[string]any{"Fraction": c.Fraction, "Round": c.Round})
}

func (v viewer) bracketMatch(phase string, phaseRound int, m contest.BracketMatch) bracketMatch {
	view := bracketMatch{Slot: m.Slot, State: m.State, Table: m.Table, Places: []bracketPlace{}}
	played := v.playedBy(phase, phaseRound, m.Places[0].Entrant, m.Places[1].Entrant)
	if played != nil {
		view.Match = matchID(v.ID, played.Number)
		if played.State == event.Forfeited {
			view.Text = v.words.T("bracket.walkover", nil)
		}
	}
	if m.State == contest.BracketPassed && v.isThrough(phase, phaseRound, m.Winner) {
		view.Text = v.words.T("bracket.through", nil)
	}
	for _, p := range m.Places {
		place := bracketPlace{Kind: p.Kind, Entrant: p.Entrant, Seed: p.Seed, From: p.From, Won: p.Entrant != "" && p.Entrant == m.Winner}
		e, known := v.Entrant(p.Entrant)
		place.Name, place.Unit = e.Name(), e.Unit
		if !known {
			place.Name = v.words.T("bracket.place."+string(p.Kind), map[string]any{"From": p.From})
		}
		if played != nil && known {
			place.Score = scoreOf(played, played.SideOf(e.ID))
		}
		view.Places = append(view.Places, place)
	}
	return view
}

// isThrough reports whether the entrant goes on without playing the round.
func (v viewer) isThrough(phase string, phaseRound int, id contest.EntrantID) bool {
	round, ok := v.Round(v.roundNumber(phase, phaseRound))
	return ok && slices.Contains(round.Through, id)
}

// playedBy is the match of a round in which the two meet, nil if there is none.
func (v viewer) playedBy(phase string, phaseRound int, a, b contest.EntrantID) *event.Match {
	for _, m := range v.RoundMatches(v.roundNumber(phase, phaseRound)) {
		if m.SideOf(a) != scoresheet.NoSide && m.SideOf(b) != scoresheet.NoSide {
			return m
		}
	}
	return nil
}

// scoreOf is what a side has on its scoresheet: the games that it won, or, of
// a match of one game, its level or points. Empty where nobody played.
func scoreOf(m *event.Match, side scoresheet.Side) string {
	games := m.Verdict.Games
	switch {
	case m.State == event.Forfeited || m.State == event.Void || len(m.Games) == 0 || len(games) == 0:
		return ""
	case len(games) > 1:
		return m.Verdict.Match.Games.Of(side).String()
	case games[0].Levels != nil:
		if games[0].Winner == side && games[0].By == scoresheet.ByPassedA {
			return "A+"
		}
		return games[0].Levels.Of(side).String()
	case games[0].Points != nil:
		return games[0].Points.Of(side).String()
	}
	return ""
}

func (v viewer) crosses(phase scoresheet.Phase) ([]crossView, error) {
	standings, err := v.Standings(phase.ID)
	if err != nil {
		return nil, err
	}
	met := map[[2]contest.EntrantID]*event.Match{}
	for _, round := range v.Rounds {
		if round.Phase != phase.ID || round.Playoff {
			continue
		}
		for _, m := range v.RoundMatches(round.Number) {
			met[[2]contest.EntrantID{m.Entrants.A, m.Entrants.B}] = m
			met[[2]contest.EntrantID{m.Entrants.B, m.Entrants.A}] = m
		}
	}
	views := make([]crossView, 0, len(standings))
	for _, group := range standings {
		view := crossView{Phase: phase.ID, PhaseName: phase.Name, Group: group.Group, Rows: []crossRow{}}
		for _, row := range group.Rows {
			e, _ := v.Entrant(row.Entrant.ID)
			r := crossRow{Entrant: e.ID, Number: e.Number, Name: e.Name(), Rank: row.Rank, Provisional: row.Provisional, Points: row.Totals.Points.String(), Cells: []crossCell{}}
			for _, other := range group.Rows {
				r.Cells = append(r.Cells, v.crossCell(e.ID, other.Entrant.ID, met))
			}
			view.Rows = append(view.Rows, r)
		}
		views = append(views, view)
	}
	return views, nil
}

func (v viewer) crossCell(me, other contest.EntrantID, met map[[2]contest.EntrantID]*event.Match) crossCell {
	if me == other {
		return crossCell{Outcome: "self"}
	}
	m := met[[2]contest.EntrantID{me, other}]
	if m == nil {
		return crossCell{Outcome: "none"}
	}
	side := m.SideOf(me)
	cell := crossCell{Match: matchID(v.ID, m.Number), Round: m.Round, Outcome: outcomeOf(m, side)}
	if mine := scoreOf(m, side); mine != "" {
		cell.Score = mine + ":" + scoreOf(m, side.Other())
	}
	return cell
}

func outcomeOf(m *event.Match, side scoresheet.Side) string {
	switch {
	case m.State == event.Void:
		return "void"
	case !m.Done():
		return "playing"
	case m.State == event.Forfeited && (m.Forfeit == scoresheet.ForfeitBoth || m.Forfeit == scoresheet.Forfeit(side.String())):
		return "forfeited"
	case m.State == event.Forfeited:
		return "walkover"
	case m.Verdict.Match.Winner == scoresheet.NoSide:
		return "drawn"
	case m.Verdict.Match.Winner == side:
		return "won"
	}
	return "lost"
}
