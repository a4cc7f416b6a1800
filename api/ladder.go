package api

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func (s *Server) ladderRoutes(e fiber.Router) {
	e.Get("/ladder", s.getLadder)
	e.Post("/ladder/challengers", s.registerChallengers)
	e.Post("/ladder/challenges", s.addChallenge)
	e.Post("/ladder/titles", s.grantTitle)
	e.Post("/ladder/close", s.closeQuarter)
	e.Post("/ladder/reopen", s.reopenQuarter)
}

// challengeView is a challenge ladder as it stands, with the names of all whom it
// speaks of.
type challengeView struct {
	Ladder contest.LadderView           `json:"ladder"`
	Names  map[contest.EntrantID]string `json:"names"`
	// Why are the sentences for the codes that the ladder uses.
	Why map[string]string `json:"why"`
}

func (v viewer) ladder() (challengeView, error) {
	stage, ok := v.LadderStage()
	if !ok {
		return challengeView{}, newProblem(http.StatusNotFound, "ladder.none")
	}
	ladder, err := contest.LadderOf(stage)
	if err != nil {
		return challengeView{}, err
	}
	filled(&ladder)
	view := challengeView{Ladder: ladder, Names: map[contest.EntrantID]string{}, Why: map[string]string{}}
	for _, e := range v.Entrants {
		view.Names[e.ID] = e.Name()
	}
	for _, challenger := range ladder.Challengers {
		view.Why[string(challenger.Why)] = v.words.T("ladder.why."+string(challenger.Why), nil)
	}
	return view, nil
}

// filled puts empty lists in place of those that are none.
func filled(l *contest.LadderView) {
	l.Challengers, l.Matches, l.Closed = notNil(l.Challengers), notNil(l.Matches), notNil(l.Closed)
	l.Moves, l.Outcome = notNil(l.Moves), notNil(l.Outcome)
	for t := range l.Titles {
		title := &l.Titles[t]
		title.Holders = notNil(title.Holders)
		for h := range title.Holders {
			holder := &title.Holders[h]
			holder.LostTo, holder.May = notNil(holder.LostTo), notNil(holder.May)
			holder.Scores = filledScores(holder.Scores)
		}
	}
	for c := range l.Challengers {
		l.Challengers[c].Scores = filledScores(l.Challengers[c].Scores)
	}
	for q := range l.Closed {
		quarter := &l.Closed[q]
		quarter.Moves = notNil(quarter.Moves)
		for _, titles := range [][][]contest.EntrantID{quarter.Before, quarter.After, quarter.Now} {
			for t := range titles {
				titles[t] = notNil(titles[t])
			}
		}
	}
}

func filledScores(scores []contest.LadderScore) []contest.LadderScore {
	for i := range scores {
		scores[i].Beaten, scores[i].Left = notNil(scores[i].Beaten), notNil(scores[i].Left)
	}
	return notNil(scores)
}

func (s *Server) getLadder(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	view, err := s.viewer(state, s.words(c)).ladder()
	if err != nil {
		return byBook(err, state.Rulebook)
	}
	return c.JSON(view)
}

// onLadder carries out a command on the ladder and answers with it.
func (s *Server) onLadder(c *fiber.Ctx, name event.CommandName, body any, command func() (event.Command, error)) error {
	state, author, err := s.entered(c, name)
	if err != nil {
		return err
	}
	if err := decodeBody(c, body); err != nil {
		return err
	}
	cmd, err := command()
	if err != nil {
		return err
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) { return s.viewer(after, w).ladder() }})
}

func (s *Server) registerChallengers(c *fiber.Ctx) error {
	var body struct {
		Entrants []contest.EntrantID `json:"entrants"`
	}
	return s.onLadder(c, event.CmdChallengers, &body, func() (event.Command, error) {
		return event.RegisterChallengers{Entrants: body.Entrants}, nil
	})
}

func (s *Server) addChallenge(c *fiber.Ctx) error {
	var body struct {
		Challenger contest.EntrantID `json:"challenger"`
		Holder     contest.EntrantID `json:"holder"`
	}
	return s.onLadder(c, event.CmdChallenge, &body, func() (event.Command, error) {
		return event.AddChallenge{Challenger: body.Challenger, Holder: body.Holder}, nil
	})
}

func (s *Server) grantTitle(c *fiber.Ctx) error {
	var body struct {
		Entrant contest.EntrantID `json:"entrant"`
		Title   string            `json:"title"`
		Reason  string            `json:"reason"`
	}
	return s.onLadder(c, event.CmdTitle, &body, func() (event.Command, error) {
		return event.GrantTitle{Entrant: body.Entrant, Title: body.Title, Reason: strings.TrimSpace(body.Reason)}, nil
	})
}

func (s *Server) closeQuarter(c *fiber.Ctx) error {
	var body struct {
		Seed   seedText `json:"seed"`
		Reason string   `json:"reason"`
	}
	return s.onLadder(c, event.CmdQuarter, &body, func() (event.Command, error) {
		seed, err := s.orNewSeed(body.Seed)
		return event.CloseQuarter{Seed: seed, Reason: strings.TrimSpace(body.Reason)}, err
	})
}

func (s *Server) reopenQuarter(c *fiber.Ctx) error {
	var body struct {
		Reason string `json:"reason"`
	}
	return s.onLadder(c, event.CmdQuarter, &body, func() (event.Command, error) {
		return event.ReopenQuarter{Reason: strings.TrimSpace(body.Reason)}, nil
	})
}
