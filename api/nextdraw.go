package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// nextDrawView is what has to be known to draw the next round, by the kiosk or
// with lots on paper.
type nextDrawView struct {
	// Missing are the matches that have no result, and what may be said of each.
	Missing []missingMatch `json:"missing"`
	// Field is who can be drawn, null where that cannot be said yet; Why says why.
	Field *nextField `json:"field"`
	Why   string     `json:"why"`
}

type missingMatch struct {
	Match    string          `json:"match"`
	Round    int             `json:"round"`
	Table    int             `json:"table"`
	Group    string          `json:"group"`
	A        drawSide        `json:"a"`
	B        drawSide        `json:"b"`
	Outcomes []event.Outcome `json:"outcomes"`
}

type nextField struct {
	Phase      string          `json:"phase"`
	PhaseName  scoresheet.Text `json:"phase_name"`
	PhaseRound int             `json:"phase_round"`
	Playoff    bool            `json:"playoff"`
	// Lots is what lots on paper can give.
	Lots event.PaperLots `json:"lots"`
	// Matches is how many matches a round of a knockout has, 0 where that is not
	// settled.
	Matches int `json:"matches"`
	// Seed is what named the field, where lots had to.
	Seed    string      `json:"seed"`
	Groups  []drawGroup `json:"groups"`
	Third   []drawSide  `json:"third"`
	Through []drawSide  `json:"through"`
}

// getNextDraw says what the next draw needs. With ?seed= the field is that of a
// draw from this seed; without one a seed is made.
func (s *Server) getNextDraw(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdDraw)
	if err != nil {
		return err
	}
	seed, err := s.orNewSeed(seedText(c.Query("seed")))
	if err != nil {
		return err
	}
	return c.JSON(s.viewer(state, s.words(c)).nextDraw(seed))
}

func (v viewer) nextDraw(seed string) nextDrawView {
	view := nextDrawView{Missing: []missingMatch{}}
	for _, m := range v.MissingResults() {
		draw, _ := v.Draw(m.Phase)
		phase, _ := v.Rulebook.Phase(m.Phase)
		view.Missing = append(view.Missing, missingMatch{
			Match: matchID(v.ID, m.Number), Round: m.Round, Table: m.Table, Group: m.Group,
			A: v.drawn(draw, m.Entrants.A), B: v.drawn(draw, m.Entrants.B), Outcomes: event.OutcomesOf(phase.Kind),
		})
	}
	field, err := v.NextField(seed)
	if err != nil {
		view.Why = v.sentence(err)
		return view
	}
	view.Field = &nextField{
		Phase: field.Phase.ID, PhaseName: field.Phase.Name, PhaseRound: field.Round, Playoff: field.Playoff, Lots: field.Lots, Matches: field.Matches, Seed: seed,
		Groups: make([]drawGroup, 0, len(field.Groups)), Third: v.sidesOf(field.Third), Through: v.sidesOf(field.Through),
	}
	for _, group := range field.Groups {
		view.Field.Groups = append(view.Field.Groups, v.drawGroup(group))
	}
	return view
}

// sentence is all that an error has to say.
func (v viewer) sentence(err error) string {
	p := asProblem(withNames(err, v.State))
	if len(p.faults) == 0 {
		return v.words.T("problem."+p.code, p.args)
	}
	sentences := make([]string, 0, len(p.faults))
	for _, fault := range explain(v.words, v.Rulebook, p.faults) {
		sentences = append(sentences, fault.Message)
	}
	return strings.Join(slices.Compact(sentences), " ")
}

func (v viewer) drawGroup(group contest.Group) drawGroup {
	draw := event.PhaseDraw{Groups: []event.GroupDraw{{Entrants: group.Entrants, Origins: group.Origins}}}
	view := drawGroup{Name: group.Name, Order: make([]drawSide, 0, len(group.Entrants))}
	for _, e := range group.Entrants {
		view.Order = append(view.Order, v.drawn(draw, e.ID))
	}
	return view
}

func (v viewer) sidesOf(ids []contest.EntrantID) []drawSide {
	sides := make([]drawSide, 0, len(ids))
	for _, id := range ids {
		sides = append(sides, v.drawn(event.PhaseDraw{}, id))
	}
	return sides
}

// withNames puts the names of entrants for their ids in what an error tells of.
func withNames(err error, state *event.State) error {
	var faults scoresheet.Faults
	if !errors.As(err, &faults) {
		return err
	}
	told := make(scoresheet.Faults, len(faults))
	for i, fault := range faults {
		args := make(map[string]any, len(fault.Args))
		for key, value := range fault.Args {
			args[key] = nameFor(value, state)
		}
		fault.Args = args
		told[i] = fault
	}
	return told
}

// nameFor is the name of an entrant, or the value as it is.
func nameFor(value any, state *event.State) any {
	switch id := value.(type) {
	case contest.EntrantID:
		if e, ok := state.Entrant(id); ok {
			return e.Name()
		}
		return string(id)
	case []contest.EntrantID:
		names := make([]string, 0, len(id))
		for _, one := range id {
			names = append(names, nameFor(one, state).(string))
		}
		return strings.Join(names, " / ")
	}
	return value
}
