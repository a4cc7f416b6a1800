package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"kiosk/api/entrylist"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// listOptions are what a rulebook wants of a list of entrants.
func listOptions(rb *scoresheet.Rulebook) entrylist.Options {
	return entrylist.Options{
		PlayersPerEntry: rb.Entry.Players, Groups: rb.Entry.Groups,
		OnePairPerUnitAndGroup: rb.Entry.OnePerUnitAndGroup, UnitRequired: rb.Entry.UnitRequired,
		Alone: entrylist.Alone(rb.Entry.Partners), PerUnit: rb.Entry.PerUnit,
		MaxRows: event.MaxEntrants,
	}
}

// putEntrants reads a list of entrants, all or nothing; ?check=1 only says
// what it would read.
func (s *Server) putEntrants(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdEntrants)
	if err != nil {
		return err
	}
	options := listOptions(state.Rulebook)
	options.ContentType = c.Get(fiber.HeaderContentType)
	options.FileName = c.Query("name")
	w := s.words(c)
	list, problems := entrylist.Read(append([]byte(nil), c.Body()...), options)
	if len(problems) > 0 && c.QueryBool("check") {
		return c.JSON(map[string]any{"entrants": []entrantView{}, "problems": rowProblems(w, problems)})
	}
	if len(problems) > 0 {
		p := newProblem(http.StatusUnprocessableEntity, "entrants.refused", "count", len(problems))
		p.rows = rowProblems(w, problems)
		return p
	}
	entrants := make([]event.Entrant, len(list.Entries))
	for i, e := range list.Entries {
		entrants[i] = event.Entrant{Number: e.Number, Unit: e.Unit, Team: e.Team, Group: e.Group, Players: e.Players, Seed: e.Seed, Note: e.Note}
	}
	cmd := event.ReadEntrants{Entrants: entrants}
	answer := func(after *event.State, _ []event.Entry) (any, error) {
		return map[string]any{"entrants": entrantViews(after), "problems": []rowProblem{}}, nil
	}
	if c.QueryBool("check") {
		decided, err := s.preview(state, cmd, author)
		if err != nil {
			return err
		}
		body, err := answer(decided.State, nil)
		if err != nil {
			return err
		}
		return c.JSON(body)
	}
	return s.submit(c, ask{event: state.ID, command: cmd, by: author, status: http.StatusOK, answer: answer})
}

func rowProblems(w words, problems []entrylist.Problem) []rowProblem {
	rows := make([]rowProblem, len(problems))
	for i, p := range problems {
		rows[i] = rowProblem{Row: p.Row, Column: p.Column, Code: p.Code, Message: w.T(p.Code, p.Words(string(w.Lang())))}
	}
	return rows
}

// template is a list to fill in.
func (s *Server) template(format string) fiber.Handler {
	types := map[string]string{"csv": "text/csv; charset=utf-8", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
	return func(c *fiber.Ctx) error {
		state, _, err := s.entered(c, event.CmdEntrants)
		if err != nil {
			return err
		}
		data, err := entrylist.Template(format, string(s.words(c).Lang()), listOptions(state.Rulebook))
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, types[format])
		c.Attachment("entrants." + format)
		return c.Send(data)
	}
}
