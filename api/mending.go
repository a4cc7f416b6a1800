package api

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// mendingRoutes are those by which a referee puts right what went wrong at the
// tables.
func (s *Server) mendingRoutes(m fiber.Router) {
	m.Post("/replay", s.only(event.CmdReplay), s.replayMatch)
	m.Post("/exchange", s.only(event.CmdExchange), s.exchange)
	m.Post("/table", s.only(event.CmdMoveTable), s.moveTable)
}

func (s *Server) replayMatch(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Version *int `json:"version"`
		// Entrants, if given, play it instead of those who have.
		Entrants *struct {
			A contest.EntrantID `json:"a"`
			B contest.EntrantID `json:"b"`
		} `json:"entrants"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	return s.rule(c, event.CmdReplay, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		replay := event.Replay{Match: m.Number}
		if body.Entrants != nil {
			replay.Entrants = &scoresheet.PerSide[contest.EntrantID]{A: body.Entrants.A, B: body.Entrants.B}
		}
		return event.ReplayMatch{Replay: replay, Reason: strings.TrimSpace(body.Reason), Later: event.LaterKeep, Version: seenBy(m, body.Version)}
	})
}

// exchange puts right that people sat at each other's places: the whole
// matches, or one side of each.
func (s *Server) exchange(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Version  *int            `json:"version"`
		With     string          `json:"with"`
		Side     scoresheet.Side `json:"side"`
		WithSide scoresheet.Side `json:"with_side"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	of, with, ok := parseMatchID(body.With)
	if !ok {
		return newProblem(http.StatusNotFound, "match.unknown")
	}
	whole := body.Side == scoresheet.NoSide && body.WithSide == scoresheet.NoSide
	return s.rule(c, event.CmdExchange, body.rulingBody, func(state *event.State, m *event.Match) event.Command {
		if of != state.ID {
			with = 0
		}
		return event.Exchange{
			A: event.MatchSide{Match: m.Number, Side: body.Side}, B: event.MatchSide{Match: with, Side: body.WithSide}, Whole: whole,
			Reason: strings.TrimSpace(body.Reason), Later: event.LaterKeep, Version: max(seenBy(m, body.Version), recordOf(state, with)),
		}
	})
}

// recordOf is the record of the match as it is, 0 if there is none.
func recordOf(state *event.State, number int) int {
	if m := state.Match(number); m != nil {
		return m.Record
	}
	return 0
}

func (s *Server) moveTable(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Table int `json:"table"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	return s.rule(c, event.CmdMoveTable, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		return event.MoveTable{Match: m.Number, Table: body.Table, Reason: strings.TrimSpace(body.Reason)}
	})
}
