package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// drawBody is how a round is asked for.
type drawBody struct {
	Seed seedText `json:"seed"`
	// Missing says by match what happens to those that have no result.
	Missing map[string]event.Outcome `json:"missing"`
	// Pairs and Byes, or Orders, are what lots on paper gave.
	Pairs  []paperPair                    `json:"pairs"`
	Byes   []contest.EntrantID            `json:"byes"`
	Orders map[string][]contest.EntrantID `json:"orders"`
}

type paperPair struct {
	Home  contest.EntrantID `json:"home"`
	Away  contest.EntrantID `json:"away"`
	Group string            `json:"group"`
	Table int               `json:"table"`
}

// command reads the draw that is asked for. A seed is made where none is
// given.
func (s *Server) drawCommand(c *fiber.Ctx, state *event.State) (event.DrawRound, error) {
	var body drawBody
	if err := decodeBody(c, &body); err != nil {
		return event.DrawRound{}, err
	}
	seed, err := s.orNewSeed(body.Seed)
	cmd := event.DrawRound{Seed: seed, Missing: map[int]event.Outcome{}, Paper: body.paper()}
	for id, outcome := range body.Missing {
		of, number, ok := parseMatchID(id)
		if !ok || of != state.ID {
			return cmd, newProblem(http.StatusNotFound, "match.unknown")
		}
		cmd.Missing[number] = outcome
	}
	return cmd, err
}

func (b drawBody) paper() *event.PaperDraw {
	if b.Pairs == nil && b.Byes == nil && b.Orders == nil {
		return nil
	}
	paper := &event.PaperDraw{Byes: b.Byes, Orders: b.Orders}
	for _, pair := range b.Pairs {
		paper.Pairs = append(paper.Pairs, event.PaperPair{Home: pair.Home, Away: pair.Away, Group: pair.Group, Table: pair.Table})
	}
	return paper
}

func (s *Server) drawRound(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdDraw)
	if err != nil {
		return err
	}
	cmd, err := s.drawCommand(c, state)
	if err != nil {
		return err
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			round, _ := after.CurrentRound()
			byes := make([]contest.EntrantID, 0, len(round.Byes))
			for _, bye := range round.Byes {
				byes = append(byes, bye.Entrant)
			}
			return map[string]any{"round": round.Number, "seed": seedOfRound(after, round), "matches": s.matchViews(after, round.Number, w), "byes": byes}, nil
		}})
}

// seedOfRound is what the round was drawn from: its own seed, or that of the
// schedule; none for lots on paper.
func seedOfRound(state *event.State, round event.Round) string {
	if round.Seed != "" || byPaper(state, round) {
		return round.Seed
	}
	draw, _ := state.Draw(round.Phase)
	return draw.Seed
}

// byPaper reports whether lots on paper gave the round: its pairs, or the
// numbers from which the pairs of its phase follow.
func byPaper(state *event.State, round event.Round) bool {
	if round.Paper || round.Seed != "" {
		return round.Paper
	}
	first := slices.IndexFunc(state.Rounds, func(r event.Round) bool { return r.Phase == round.Phase })
	return first >= 0 && state.Rounds[first].Paper
}

func (s *Server) undoRound(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdUndo)
	if err != nil {
		return err
	}
	var body struct {
		Reason string `json:"reason"`
		Begun  bool   `json:"begun"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	number, err := c.ParamsInt("n")
	if err != nil {
		return newProblem(http.StatusNotFound, "round.unknown")
	}
	w := s.words(c)
	cmd := event.UndoRound{Number: number, Reason: strings.TrimSpace(body.Reason), Begun: body.Begun}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) { return s.eventView(s.viewer(after, w)), nil }})
}

// drawView is how a round came about, lot by lot.
type drawView struct {
	Round     int             `json:"round"`
	Phase     string          `json:"phase"`
	PhaseName scoresheet.Text `json:"phase_name"`
	// PhaseRound counts within the phase.
	PhaseRound int        `json:"phase_round"`
	Seed       string     `json:"seed"`
	Paper      bool       `json:"paper"`
	Playoff    bool       `json:"playoff"`
	Pairs      []drawPair `json:"pairs"`
	Byes       []drawSide `json:"byes"`
	Through    []drawSide `json:"through"`
	// Groups are the numbers that were drawn where the phase began with this
	// round.
	Groups []drawGroup `json:"groups"`
}

type drawPair struct {
	Match string   `json:"match"`
	Table int      `json:"table"`
	Group string   `json:"group"`
	A     drawSide `json:"a"`
	B     drawSide `json:"b"`
	// Reason is a code, Why the sentence.
	Reason string `json:"reason"`
	Why    string `json:"why"`
}

type drawSide struct {
	Entrant contest.EntrantID `json:"entrant"`
	Number  string            `json:"number"`
	Name    string            `json:"name"`
	Unit    string            `json:"unit"`
	// From is the rank by which it came here, "" for none.
	From string `json:"from"`
}

type drawGroup struct {
	Name  string     `json:"name"`
	Order []drawSide `json:"order"`
}

func (s *Server) getDraw(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	number, err := c.ParamsInt("n")
	if err != nil {
		return newProblem(http.StatusNotFound, "round.unknown")
	}
	round, ok := state.Round(number)
	if !ok {
		return newProblem(http.StatusNotFound, "round.unknown")
	}
	return c.JSON(s.viewer(state, s.words(c)).draw(round))
}

func (v viewer) draw(round event.Round) drawView {
	phase, _ := v.Rulebook.Phase(round.Phase)
	draw, _ := v.Draw(round.Phase)
	view := drawView{
		Round: round.Number, Phase: round.Phase, PhaseName: phase.Name, PhaseRound: round.PhaseRound, Seed: seedOfRound(v.State, round),
		Paper: byPaper(v.State, round), Playoff: round.Playoff, Pairs: []drawPair{}, Byes: []drawSide{}, Through: []drawSide{}, Groups: []drawGroup{},
	}
	for _, m := range v.RoundMatches(round.Number) {
		view.Pairs = append(view.Pairs, drawPair{
			Match: matchID(v.ID, m.Number), Table: m.Table, Group: m.Group, A: v.drawn(draw, m.Entrants.A), B: v.drawn(draw, m.Entrants.B),
			Reason: m.Reason, Why: v.pairingWords(m),
		})
	}
	for _, bye := range round.Byes {
		view.Byes = append(view.Byes, v.drawn(draw, bye.Entrant))
	}
	for _, id := range round.Through {
		view.Through = append(view.Through, v.drawn(draw, id))
	}
	if round.PhaseRound > 1 || !v.Numbered(draw) {
		return view
	}
	for _, group := range draw.Groups {
		g := drawGroup{Name: group.Name, Order: make([]drawSide, 0, len(group.Order))}
		for _, id := range group.Order {
			g.Order = append(g.Order, v.drawn(draw, id))
		}
		view.Groups = append(view.Groups, g)
	}
	return view
}

func (v viewer) drawn(draw event.PhaseDraw, id contest.EntrantID) drawSide {
	e, _ := v.Entrant(id)
	side := drawSide{Entrant: id, Number: e.Number, Name: e.Name(), Unit: e.Unit}
	for _, group := range draw.Groups {
		for i, entrant := range group.Entrants {
			if entrant.ID == id && i < len(group.Origins) {
				origin := group.Origins[i]
				side.From = v.words.T("pairing.from", map[string]any{"Group": groupMark(origin.Group), "Rank": origin.Rank})
			}
		}
	}
	return side
}

// pairingWords say why the two were paired.
func (v viewer) pairingWords(m *event.Match) string {
	if m.Reason == "" {
		return ""
	}
	args := map[string]any{"Slot": m.Slot, "First": 2*m.Slot - 1, "Second": 2 * m.Slot}
	if m.Basis != nil {
		args["PointsA"], args["PointsB"] = m.Basis.HomePoints.String(), m.Basis.AwayPoints.String()
		args["RankA"], args["RankB"] = m.Basis.HomeRank, m.Basis.AwayRank
	}
	return v.words.T("pairing."+m.Reason, args)
}
