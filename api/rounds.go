package api

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// newSeed is a seed of eight digits, short enough to be read aloud.
func (s *Server) newSeed() (string, error) {
	raw := make([]byte, 8)
	if _, err := io.ReadFull(s.Random, raw); err != nil {
		return "", err
	}
	return strconv.FormatUint(10_000_000+binary.BigEndian.Uint64(raw)%90_000_000, 10), nil
}

// seedText is a seed as it is written: a text, or a number in digits.
type seedText string

// UnmarshalJSON reads a string or a whole number.
func (t *seedText) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*t = seedText(text)
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(data, &number); err != nil {
		return err
	}
	*t = seedText(number.String())
	return nil
}

// seedOf is the seed that somebody gave, or a new one.
func (s *Server) seedOf(c *fiber.Ctx) (string, error) {
	var body struct {
		Seed seedText `json:"seed"`
	}
	if err := decodeBody(c, &body); err != nil {
		return "", err
	}
	return s.orNewSeed(body.Seed)
}

// orNewSeed is the seed, or a new one where there is none.
func (s *Server) orNewSeed(given seedText) (string, error) {
	if seed := strings.TrimSpace(string(given)); seed != "" {
		return seed, nil
	}
	return s.newSeed()
}

func (s *Server) drawLots(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdLots)
	if err != nil {
		return err
	}
	seed, err := s.seedOf(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: event.DrawLots{Seed: seed}, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			views, err := s.viewer(after, w).standings("")
			return map[string]any{"seed": seed, "standings": views}, err
		}})
}

func (s *Server) matchViews(state *event.State, round int, w words) []matchView {
	v := s.viewer(state, w)
	matches := state.RoundMatches(round)
	views := make([]matchView, 0, len(matches))
	for _, m := range matches {
		views = append(views, v.match(m))
	}
	return views
}

// listMatches gives the matches of a round; without one, of the current one.
func (s *Server) listMatches(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	round := c.QueryInt("round")
	if current, ok := state.CurrentRound(); ok && round == 0 {
		round = current.Number
	}
	views := s.matchViews(state, round, s.words(c))
	for i := range views {
		views[i] = s.forAsker(c, views[i])
	}
	return c.JSON(views)
}

func (s *Server) setClock(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdClock)
	if err != nil {
		return err
	}
	var body struct {
		Do      string `json:"do"`
		Minutes int    `json:"minutes"`
		Table   int    `json:"table"`
		Round   int    `json:"round"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	w := s.words(c)
	cmd := event.SetClock{Round: body.Round, Do: body.Do, Minutes: body.Minutes, Table: body.Table}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			round, ok := after.Round(body.Round)
			if !ok {
				round, _ = after.CurrentRound()
			}
			table := body.Table
			if m := after.AtTable(table); m != nil {
				table = m.Table
			}
			return s.viewer(after, w).clock(round.Clock, table, round.Terms().Minutes), nil
		}})
}

type tableView struct {
	Table int                           `json:"table"`
	Match *matchView                    `json:"match"`
	Links scoresheet.PerSide[string]    `json:"links"`
	Codes scoresheet.PerSide[string]    `json:"codes"`
	Held  scoresheet.PerSide[*holdView] `json:"held"`
}

func (s *Server) tableView(v viewer, table int) tableView {
	view := tableView{Table: table}
	for _, side := range scoresheet.Sides {
		p := place{v.ID, event.TablePlace{Table: table, Side: side}}
		generation := v.Generation(p.TablePlace)
		view.Links = view.Links.With(side, s.baseURL()+"/t/"+s.codes.token(p, generation))
		view.Codes = view.Codes.With(side, s.codes.shortCode(p, generation))
	}
	if m := v.AtTable(table); m != nil {
		mv := v.match(m)
		view.Match = &mv
		for _, side := range scoresheet.Sides {
			view.Held = view.Held.With(side, hold(m.Hold(m.PostAt(table, side))))
		}
	}
	return view
}

// listTables gives every table with its codes; only for organisers.
func (s *Server) listTables(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdTableCodes)
	if err != nil {
		return err
	}
	v := s.viewer(state, s.words(c))
	views := make([]tableView, 0, state.HighestTable())
	for table := 1; table <= state.HighestTable(); table++ {
		views = append(views, s.tableView(v, table))
	}
	return c.JSON(views)
}

func (s *Server) revokeTable(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdRevokeTable)
	if err != nil {
		return err
	}
	var body struct {
		Side scoresheet.Side `json:"side"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	table, err := c.ParamsInt("table")
	if err != nil || table < 1 || table > state.HighestTable() || body.Side == scoresheet.NoSide {
		return newProblem(http.StatusNotFound, "table.unknown")
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: event.RevokeTable{TablePlace: event.TablePlace{Table: table, Side: body.Side}}, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			view := s.tableView(s.viewer(after, w), table)
			if !event.May(author.Role, event.CmdTableCodes) {
				view.Links, view.Codes = scoresheet.PerSide[string]{}, scoresheet.PerSide[string]{}
			}
			return view, nil
		}})
}

// revokeTables makes all codes of an event worthless: whoever had one of them,
// or a picture of all cards, has nothing. New cards must be printed.
func (s *Server) revokeTables(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdRevokeTable)
	if err != nil {
		return err
	}
	if err := decodeBody(c, &struct{}{}); err != nil {
		return err
	}
	return s.submit(c, ask{event: state.ID, command: event.RevokeTable{}, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			return map[string]int{"tables": after.HighestTable()}, nil
		}})
}
