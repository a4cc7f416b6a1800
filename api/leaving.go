package api

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// leavingRoutes are those by which entrants come late, leave and change.
func (s *Server) leavingRoutes(e fiber.Router) {
	e.Post("/entrants", s.addEntrant)
	e.Post("/entrants/:entrant/withdraw", s.leave(func(id contest.EntrantID, reason string) event.Command {
		return event.WithdrawEntrant{Entrant: id, Reason: reason}
	}))
	e.Post("/entrants/:entrant/disqualify", s.leave(func(id contest.EntrantID, reason string) event.Command {
		return event.DisqualifyEntrant{Entrant: id, Reason: reason}
	}))
	e.Post("/entrants/:entrant/reinstate", s.leave(func(id contest.EntrantID, reason string) event.Command {
		return event.ReinstateEntrant{Entrant: id, Reason: reason}
	}))
	e.Post("/entrants/:entrant/replace", s.replacePlayer)
	e.Post("/partners", s.drawPartners)
}

// leave has an entrant leave the event, or come back.
func (s *Server) leave(command func(contest.EntrantID, string) event.Command) fiber.Handler {
	return func(c *fiber.Ctx) error {
		state, author, err := s.entered(c, event.CmdLeave)
		if err != nil {
			return err
		}
		var body struct {
			Reason string `json:"reason"`
		}
		if err := decodeBody(c, &body); err != nil {
			return err
		}
		id := contest.EntrantID(c.Params("entrant"))
		return s.submit(c, ask{event: state.ID, command: command(id, strings.TrimSpace(body.Reason)), by: author, status: http.StatusOK, answer: entrantAnswer(state.ID, id)})
	}
}

// entrantAnswer is an entrant as it stands after a command, with the matches
// that stay forfeited although it came back.
func entrantAnswer(of event.ID, id contest.EntrantID) func(*event.State, []event.Entry) (any, error) {
	return func(after *event.State, entries []event.Entry) (any, error) {
		e, _ := after.Entrant(id)
		kept := []string{}
		for _, entry := range entries {
			numbers, _ := entry.Kept()
			for _, number := range numbers {
				kept = append(kept, matchID(of, number))
			}
		}
		return map[string]any{"entrant": entrantOf(e, drawnFirst(after)[id]), "kept": kept}, nil
	}
}

func (s *Server) replacePlayer(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdReplacePlayer)
	if err != nil {
		return err
	}
	var body struct {
		Out      string `json:"out"`
		In       string `json:"in"`
		Reason   string `json:"reason"`
		Override bool   `json:"override"`
		Namesake bool   `json:"namesake"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	id := contest.EntrantID(c.Params("entrant"))
	cmd := event.ReplacePlayer{
		Entrant: id, Out: body.Out, In: strings.TrimSpace(body.In), Reason: strings.TrimSpace(body.Reason), Override: body.Override, Namesake: body.Namesake,
	}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK, answer: entrantAnswer(state.ID, id)})
}

// addEntrant takes in an entrant after the list was read; with an id it is one
// of the list that was missing.
func (s *Server) addEntrant(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdAddEntrant)
	if err != nil {
		return err
	}
	var body struct {
		ID        contest.EntrantID `json:"id"`
		Number    string            `json:"number"`
		Unit      string            `json:"unit"`
		Team      string            `json:"team"`
		Group     string            `json:"group"`
		Players   []string          `json:"players"`
		Note      string            `json:"note"`
		Reason    string            `json:"reason"`
		Namesake  bool              `json:"namesake"`
		KeepDrawn bool              `json:"keep_drawn"`
		Seed      seedText          `json:"seed"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	seed, err := s.orNewSeed(body.Seed)
	if err != nil {
		return err
	}
	cmd := event.AddEntrant{
		Entrant: event.Entrant{
			ID: body.ID, Number: strings.TrimSpace(body.Number), Unit: strings.TrimSpace(body.Unit), Team: strings.TrimSpace(body.Team),
			Group: body.Group, Players: trimmed(body.Players), Note: body.Note,
		},
		Reason: strings.TrimSpace(body.Reason), Namesake: body.Namesake, KeepDrawn: body.KeepDrawn, Seed: seed,
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) { return s.eventView(s.viewer(after, w)), nil }})
}

func trimmed(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strings.TrimSpace(text)
	}
	return out
}

// drawPartners makes entrants of the persons who entered alone.
func (s *Server) drawPartners(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdPartners)
	if err != nil {
		return err
	}
	var body struct {
		Seed seedText `json:"seed"`
		// Together are persons who are partners already; NoLot leaves all others
		// alone.
		Together [][]contest.EntrantID `json:"together"`
		NoLot    bool                  `json:"no_lot"`
		Anew     bool                  `json:"anew"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	cmd := event.DrawPartners{Together: body.Together, Anew: body.Anew}
	if !body.NoLot {
		if cmd.Seed, err = s.orNewSeed(body.Seed); err != nil {
			return err
		}
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) { return s.eventView(s.viewer(after, w)), nil }})
}
