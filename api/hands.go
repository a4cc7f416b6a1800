package api

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// reportAnswer is what follows from a reported hand. Of the game's hands only
// the reported one stands there: the answer must not grow with the match.
type reportAnswer struct {
	State   string      `json:"state"`
	Outcome outcomeView `json:"outcome"`
	Next    *nextView   `json:"next"`
	Game    gameView    `json:"game"`
	Text    []string    `json:"text"`
}

func (s *Server) reportHand(c *fiber.Ctx) error {
	var body struct {
		Device  string          `json:"device"`
		Game    int             `json:"game"`
		Number  int             `json:"number"`
		Version int             `json:"version"`
		Hand    scoresheet.Hand `json:"hand"`
		DryRun  bool            `json:"dry_run"`
	}
	at, speaker, err := s.asks(c, &body, &body.Device)
	if err != nil {
		return err
	}
	if body.Game == 0 {
		body.Game = 1
	}
	w := s.words(c)
	cmd := event.ReportHand{Speaker: speaker, Place: event.Place{Game: body.Game, Number: body.Number}, Hand: body.Hand}
	if body.DryRun {
		return s.dryRun(c, at, cmd, w)
	}
	taken, err := s.inPace(at, cmd)
	if err != nil {
		return err
	}
	var r *reported
	err = s.submit(c, ask{
		event: at.Event, command: cmd, by: at.by, status: http.StatusCreated,
		answer: func(after *event.State, entries []event.Entry) (any, error) {
			taken(entries)
			m := after.Match(cmd.Match)
			hand, _ := m.Hand(cmd.Place)
			first := viewer{State: after}.reported(m, cmd, string(hand.State))
			r = &first
			return r, nil
		},
		replayed: func() { r = nil },
		show: func(state *event.State, kept []byte) (any, error) {
			if r == nil {
				// The report was sent before: what followed then still does.
				if err := json.Unmarshal(kept, &r); err != nil {
					return nil, fmt.Errorf("kept report: %w", err)
				}
			}
			return s.viewer(state, w).inWords(*r), nil
		},
	})
	return s.withPresent(err, at, w)
}

// dryRun shows what a report would do, by the same code that does it.
func (s *Server) dryRun(c *fiber.Ctx, at seatAt, cmd event.ReportHand, w words) error {
	decided, err := s.preview(at.state, cmd, at.by)
	if err != nil {
		return s.withPresent(err, at, w)
	}
	v := s.viewer(decided.State, w)
	return c.JSON(v.inWords(v.reported(decided.State.Match(cmd.Match), cmd, "dry-run")))
}

// reported is what follows from a report, without words: it is kept under the
// report's key, so that the same report always has the same answer.
type reported struct {
	State   string                  `json:"state"`
	Outcome outcomeView             `json:"outcome"`
	Next    *nextView               `json:"next,omitempty"`
	Due     *scoresheet.TributeDue  `json:"due,omitempty"`
	Game    gameView                `json:"game"`
	Match   scoresheet.MatchVerdict `json:"match"`
	// Change is what a squad of a team meeting does next but play.
	Change *changeView `json:"change,omitempty"`
}

func (v viewer) reported(m *event.Match, cmd event.ReportHand, state string) reported {
	p := cmd.Place
	r := reported{State: state, Game: v.gameHead(m, p.Game), Match: m.Verdict.Match}
	squad := m.SquadOf(p.Number)
	r.Next, r.Due = v.nextHand(m, squad)
	r.Change = v.change(m, p, cmd.Side)
	r.Game.Hands = append(r.Game.Hands, v.hand(m, p))
	verdict, ok := m.HandVerdict(p)
	if !ok {
		// A hand in dispute or after the bell does not count yet: say what it
		// would do.
		verdict, _ = m.Try(p, saidBy(m, cmd))
	}
	r.Outcome = outcome(verdict)
	return r
}

// saidBy is a reported hand as the record has it, with what is filled in there.
func saidBy(m *event.Match, cmd event.ReportHand) scoresheet.Hand {
	record, _ := m.Hand(cmd.Place)
	if report := record.Reports.Of(cmd.Side); report != nil {
		return report.Hand
	}
	return cmd.Hand
}

// inWords is the answer to a report.
func (v viewer) inWords(r reported) reportAnswer {
	if r.Next != nil && r.Due != nil {
		v.tribute(r.Next, *r.Due)
	}
	return reportAnswer{State: r.State, Outcome: r.Outcome, Next: r.Next, Game: r.Game, Text: v.follows(r)}
}

// follows says in sentences what a hand does: the climb, the new levels, what
// is played next and who gives tribute to whom.
func (v viewer) follows(r reported) []string {
	text, hand := v.climb(r.Outcome), r.Game.Hands[0]
	switch {
	case hand.Late && !hand.State.Final():
		return append(text, v.words.T("follow.late", nil))
	case hand.State == event.Disputed:
		return append(text, v.words.T("follow.disputed", nil))
	}
	if r.Game.State == scoresheet.GameOver {
		text = append(text, v.gameOver(r.Game))
		if r.Match.State == scoresheet.MatchOver {
			return append(text, v.matchOver(r.Match))
		}
	}
	if r.Next != nil {
		text = append(text, v.nextText(r.Next)...)
	}
	return append(text, v.changeText(r.Change)...)
}

func (v viewer) climb(verdict outcomeView) []string {
	side := verdict.Winner
	if side == scoresheet.NoSide {
		return []string{}
	}
	if verdict.Levels == nil || verdict.Upgrade == nil {
		if verdict.Points != nil {
			return []string{v.words.T("follow.points", map[string]any{"A": v.sideName(scoresheet.SideA), "B": v.sideName(scoresheet.SideB),
				"PointsA": verdict.Points.A.String(), "PointsB": verdict.Points.B.String()})}
		}
		return []string{}
	}
	key := "follow.climb"
	if verdict.OnStage != scoresheet.NoSide && verdict.Upgrade.Of(side) == 0 {
		key = "follow.stage"
	} else if verdict.Levels.Of(side) == scoresheet.LevelA && verdict.PlayedAt == scoresheet.LevelA {
		key = "follow.at-a"
	}
	text := []string{v.words.T(key, map[string]any{
		"Side": v.sideName(side), "Up": verdict.Upgrade.Of(side), "Level": verdict.Levels.Of(side).String(), "First": v.placeName(1),
	})}
	return append(text, v.words.T("follow.levels", map[string]any{
		"A": v.sideName(scoresheet.SideA), "B": v.sideName(scoresheet.SideB),
		"LevelA": verdict.Levels.A.String(), "LevelB": verdict.Levels.B.String(),
	}))
}

func (v viewer) gameOver(game gameView) string {
	if game.Winner == scoresheet.NoSide {
		return v.words.T("follow.game-drawn", nil)
	}
	return v.words.T("follow.game-over", map[string]any{"Side": v.sideName(game.Winner), "By": v.words.T("by."+string(game.By), nil)})
}

func (v viewer) matchOver(match scoresheet.MatchVerdict) string {
	if match.Winner == scoresheet.NoSide {
		return v.words.T("follow.match-drawn", nil)
	}
	args := map[string]any{"Side": v.sideName(match.Winner), "PointsA": "", "PointsB": ""}
	if match.Points == nil {
		return v.words.T("follow.match-over", args)
	}
	args["PointsA"], args["PointsB"] = match.Points.A.String(), match.Points.B.String()
	return v.words.T("follow.match-over-points", args)
}

// stageName is the side that declares, nothing where the game has none.
func (v viewer) stageName(side scoresheet.Side) string {
	if side == scoresheet.NoSide {
		return ""
	}
	return v.sideName(side)
}

func (v viewer) nextText(next *nextView) []string {
	var text []string
	switch {
	case next.Extra:
		text = append(text, v.words.T("follow.extra", map[string]any{"Level": next.Level.String()}))
	case next.Level != scoresheet.NoLevel:
		text = append(text, v.words.T("follow.next", map[string]any{"Level": next.Level.String(), "Stage": v.stageName(next.OnStage)}))
	}
	if next.TributeText != "" {
		text = append(text, next.TributeText)
	}
	if next.LeadsText != "" {
		text = append(text, next.LeadsText)
	}
	return text
}
