package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func (s *Server) matchRoutes(r fiber.Router) {
	r.Post("/calls/:call/answer", s.answerCall)
	m := r.Group("/matches/:match")
	m.Get("/", s.getMatch)
	m.Post("/settle", s.only(event.CmdSettle), s.settle)
	m.Post("/corrections", s.only(event.CmdCorrect), s.correct)
	m.Post("/seats", s.only(event.CmdMoveSeats), s.fixSeats)
	m.Post("/penalties", s.givePenalty)
	m.Post("/penalties/:pid/cancel", s.only(event.CmdCancelPen), s.cancelPenalty)
	m.Post("/rulings", s.only(event.CmdRuling), s.noteRuling)
	m.Post("/forfeit", s.only(event.CmdForfeit), s.forfeit)
	m.Post("/sign-off", s.only(event.CmdSignOff), s.signOff)
	m.Post("/sheet", s.typeSheet)
	s.mendingRoutes(m)
}

// only lets those through who may use the command, before anybody reads what
// they sent.
func (s *Server) only(command event.CommandName) fiber.Handler {
	return func(c *fiber.Ctx) error {
		if _, err := s.require(c, command); err != nil {
			return err
		}
		return c.Next()
	}
}

// matchAt is the match that a path names, with its event.
func (s *Server) matchAt(c *fiber.Ctx) (*event.State, *event.Match, error) {
	id, number, ok := parseMatchID(c.Params("match"))
	state, known := s.Store.State(id)
	if !ok || !known {
		return nil, nil, newProblem(http.StatusNotFound, "match.unknown")
	}
	m := state.Match(number)
	if m == nil {
		return nil, nil, newProblem(http.StatusNotFound, "match.unknown")
	}
	return state, m, nil
}

func (s *Server) getMatch(c *fiber.Ctx) error {
	state, m, err := s.matchAt(c)
	if err != nil {
		return err
	}
	return c.JSON(s.forAsker(c, s.viewer(state, s.words(c)).match(m)))
}

// ruling answers a referee: the match as it is, or would be, and what changes.
type ruling struct {
	Match  matchView  `json:"match"`
	Text   []string   `json:"text"`
	Impact impactView `json:"impact"`
}

// rulingBody is what every ruling may say beside what it rules.
type rulingBody struct {
	Reason string `json:"reason"`
	// Later is what becomes of rounds that rest on what is changed.
	Later event.Later `json:"later"`
	// DryRun shows what would change.
	DryRun bool `json:"dry_run"`
}

// following is the command with what becomes of later rounds: it is refused
// where it touches any and nothing is said of them.
func (b rulingBody) following(cmd event.Command) event.Command {
	switch cmd.(type) {
	case event.ReplayMatch, event.Exchange:
		// They keep later rounds of themselves, and would not ask.
	default:
		if b.Later == "" {
			return cmd
		}
	}
	return event.Following{Command: cmd, Later: b.Later, Reason: b.Reason}
}

// preview is what the command would make of the event, with later rounds as
// they are.
func (b rulingBody) preview(cmd event.Command) event.Command {
	return event.Following{Command: cmd, Later: event.LaterKeep}
}

// rule carries out a referee's command, or shows what it would do.
func (s *Server) rule(c *fiber.Ctx, command event.CommandName, how rulingBody, make func(*event.State, *event.Match) event.Command) error {
	author, err := s.require(c, command)
	if err != nil {
		return err
	}
	state, m, err := s.matchAt(c)
	if err != nil {
		return err
	}
	w, cmd := s.words(c), make(state, m)
	if how.DryRun {
		decided, err := s.preview(state, how.preview(cmd), author)
		if err != nil {
			return s.withMatch(err, state.ID, m.Number, w)
		}
		return c.JSON(s.ruled(state, decided.State, m.Number, w))
	}
	err = s.submit(c, ask{event: state.ID, command: how.following(cmd), by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			return s.ruled(state, after, m.Number, w), nil
		}})
	return s.withMatch(err, state.ID, m.Number, w)
}

// withMatch adds the match as it is to a refusal because things have moved on.
func (s *Server) withMatch(err error, id event.ID, number int, w words) error {
	if err == nil {
		return nil
	}
	p := asProblem(err)
	state, ok := s.Store.State(id)
	if p.status != http.StatusConflict || !ok {
		return err
	}
	told := *p
	told.present = s.viewer(state, w).match(state.Match(number))
	if impact, ok := p.args["impact"].(event.Impact); ok {
		told.present = s.viewer(state, w).impact(impact)
	}
	return &told
}

// ruled says what lies between two states for a match: its result, and what
// that changes of ranks and of matches that were drawn on it.
func (s *Server) ruled(before, after *event.State, number int, w words) ruling {
	v := s.viewer(after, w)
	was, now := before.Match(number), after.Match(number)
	r := ruling{Match: v.match(now), Text: []string{}, Impact: v.impact(event.ImpactOf(before, after))}
	r.Text = append(r.Text, v.resultChange(was, now)...)
	for _, fault := range now.Verdict.Faults {
		r.Text = append(r.Text, v.words.Fault(v.Rulebook, fault))
	}
	return r
}

func (v viewer) resultChange(was, now *event.Match) []string {
	before, after := v.resultText(was), v.resultText(now)
	if before == after {
		return nil
	}
	return []string{v.words.T("ruling.result", map[string]any{"Before": before, "After": after})}
}

func (v viewer) resultText(m *event.Match) string {
	if !m.Done() {
		if n := len(m.Verdict.Games); n > 0 && m.Verdict.Games[n-1].Levels != nil {
			levels := m.Verdict.Games[n-1].Levels
			return v.words.T("ruling.levels", map[string]any{"A": levels.A.String(), "B": levels.B.String()})
		}
		return v.words.T("ruling.open", nil)
	}
	args := map[string]any{"Side": v.sideName(m.Verdict.Match.Winner), "Levels": ""}
	if n := len(m.Verdict.Games); n > 0 && m.Verdict.Games[n-1].Levels != nil {
		args["Levels"] = m.Verdict.Games[n-1].Levels.A.String() + ":" + m.Verdict.Games[n-1].Levels.B.String()
	}
	if m.Verdict.Match.Winner == scoresheet.NoSide {
		return v.words.T("ruling.drawn", args)
	}
	return v.words.T("ruling.won", args)
}

// impactView is what a correction changes beyond its match.
type impactView struct {
	Ranks    []rankShift    `json:"ranks"`
	Pairings []pairingShift `json:"pairings"`
	Choices  []event.Later  `json:"choices"`
}

type rankShift struct {
	Phase   string            `json:"phase"`
	Group   string            `json:"group"`
	Entrant contest.EntrantID `json:"entrant"`
	Name    string            `json:"name"`
	From    int               `json:"from"`
	To      int               `json:"to"`
}

type pairingShift struct {
	Match string            `json:"match"`
	Round int               `json:"round"`
	Table int               `json:"table"`
	Begun bool              `json:"begun"`
	Out   contest.EntrantID `json:"out"`
	In    contest.EntrantID `json:"in"`
	Text  string            `json:"text"`
}

func (v viewer) impact(i event.Impact) impactView {
	view := impactView{Ranks: []rankShift{}, Pairings: []pairingShift{}, Choices: notNil(i.Choices)}
	for _, shift := range i.Ranks {
		view.Ranks = append(view.Ranks, rankShift{shift.Phase, shift.Group, shift.Entrant, v.entrantName(shift.Entrant), shift.From, shift.To})
	}
	for _, shift := range i.Pairings {
		text := "ruling.pairing"
		if shift.Out != "" {
			text = "ruling.stranger"
		}
		view.Pairings = append(view.Pairings, pairingShift{
			Match: matchID(v.ID, shift.Match), Round: shift.Round, Table: shift.Table, Begun: shift.Begun, Out: shift.Out, In: shift.In,
			Text: v.words.T(text, map[string]any{
				"Round": shift.Round, "Table": shift.Table, "Begun": shift.Begun, "Out": v.entrantName(shift.Out), "In": v.entrantName(shift.In),
			}),
		})
	}
	return view
}

func (v viewer) entrantName(id contest.EntrantID) string {
	e, _ := v.Entrant(id)
	return e.Name()
}

// seenBy is the version that a ruling rests on: the one it names, or, where it
// names none, the match as it is.
func seenBy(m *event.Match, version *int) int {
	if version == nil {
		return m.Record
	}
	return *version
}

// placeOf is a hand's place; a game that is not named is the first.
func placeOf(game, number int) event.Place { return event.Place{Game: max(game, 1), Number: number} }

func (s *Server) settle(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Game    int              `json:"game"`
		Number  int              `json:"number"`
		Hand    *scoresheet.Hand `json:"hand"`
		Late    string           `json:"late"`
		Version *int             `json:"version"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Hand == nil && body.Late == "" {
		return newProblem(http.StatusUnprocessableEntity, "settle.hand")
	}
	place := placeOf(body.Game, body.Number)
	return s.rule(c, event.CmdSettle, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		hand := body.Hand
		if record, ok := m.Hand(place); ok && hand == nil && body.Late == "counts" {
			hand = &record.Hand
		}
		return event.Settle{Match: m.Number, Place: place, Hand: hand, Reason: body.Reason, Version: seenBy(m, body.Version)}
	})
}

func (s *Server) correct(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Game    int              `json:"game"`
		Number  int              `json:"number"`
		Hand    *scoresheet.Hand `json:"hand"`
		Version *int             `json:"version"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	return s.rule(c, event.CmdCorrect, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		return event.Correct{Match: m.Number, Place: placeOf(body.Game, body.Number), Hand: body.Hand, Reason: body.Reason, Version: seenBy(m, body.Version)}
	})
}

func (s *Server) fixSeats(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Swap  bool                       `json:"swap"`
		Seats map[scoresheet.Seat]string `json:"seats"`
		// Of a team meeting: the table, and the sitting.
		Table   int `json:"table"`
		Sitting int `json:"sitting"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	return s.rule(c, event.CmdMoveSeats, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		if body.Swap {
			return event.SwapSides{Match: m.Number, Reason: body.Reason, Version: m.Record}
		}
		at := seatingAt(m, body.Table, body.Sitting)
		side := scoresheet.SideA
		for seat := range body.Seats {
			side = event.SideAt(seat.Side(), at.Sitting)
		}
		return event.MoveSeats{Match: m.Number, Side: side, Seating: at, Seats: body.Seats, Reason: body.Reason}
	})
}

type penaltyAnswer struct {
	Due        []string   `json:"due"`
	Repetition int        `json:"repetition"`
	Clause     string     `json:"clause"`
	Actions    []string   `json:"actions"`
	Text       []string   `json:"text"`
	Match      *matchView `json:"match,omitempty"`
	// Changes are sentences of what it changes, beside Impact.
	Changes []string   `json:"changes"`
	Impact  impactView `json:"impact"`
}

func (s *Server) givePenalty(c *fiber.Ctx) error {
	author, err := s.require(c, event.CmdPenalty)
	if err != nil {
		return err
	}
	var body struct {
		rulingBody
		Violation string          `json:"violation"`
		Seat      scoresheet.Seat `json:"seat"`
		Side      scoresheet.Side `json:"side"`
		Game      int             `json:"game"`
		Hand      int             `json:"hand"`
		Actions   []string        `json:"actions"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	state, m, err := s.matchAt(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	penalty := scoresheet.Penalty{Violation: body.Violation, Seat: body.Seat, Side: body.Side, Game: body.Game, Hand: body.Hand, Actions: body.Actions, Reason: body.Reason}
	if body.DryRun {
		// The step that is due is shown whatever actions are being thought of.
		bare := penalty
		bare.Actions = nil
		due, err := state.DuePenalty(m, bare)
		if err != nil {
			return byBook(err, state.Rulebook)
		}
		answer := s.penaltyAnswer(state, due, body.Actions, nil, w)
		if penalty.Reason == "" {
			penalty.Reason = "-"
		}
		s.foresee(&answer, state, m.Number, body.preview(event.GivePenalty{Match: m.Number, Penalty: penalty}), author, w)
		return c.JSON(answer)
	}
	err = s.submit(c, ask{event: state.ID, command: body.following(event.GivePenalty{Match: m.Number, Penalty: penalty}), by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			now := after.Match(m.Number)
			given := now.Verdict.Penalties[len(now.Verdict.Penalties)-1]
			view := s.viewer(after, w).match(now)
			answer := s.penaltyAnswer(after, given, given.Actions, &view, w)
			answer.Impact = s.viewer(after, w).impact(event.ImpactOf(state, after))
			return answer, nil
		}})
	return s.withMatch(err, state.ID, m.Number, w)
}

// foresee adds what the penalty would change to what is due; nothing where it
// cannot be given, which giving it tells.
func (s *Server) foresee(answer *penaltyAnswer, state *event.State, number int, cmd event.Command, author event.Author, w words) {
	answer.Impact = s.viewer(state, w).impact(event.Impact{})
	decided, err := s.preview(state, cmd, author)
	if err != nil {
		return
	}
	foreseen := s.ruled(state, decided.State, number, w)
	answer.Changes, answer.Impact = foreseen.Text, foreseen.Impact
}

func (s *Server) penaltyAnswer(state *event.State, p scoresheet.PenaltyVerdict, actions []string, m *matchView, w words) penaltyAnswer {
	violation, _ := state.Rulebook.Violation(p.Violation)
	answer := penaltyAnswer{Due: notNil(p.Due), Repetition: p.Repetition, Clause: state.Rulebook.Clause(violation.Article), Actions: actions, Text: []string{}, Changes: []string{}, Match: m}
	if len(answer.Actions) == 0 {
		answer.Actions = answer.Due
	}
	answer.Text = append(answer.Text, w.T("ruling.penalty", map[string]any{
		"Violation": violation.Name.In(w.Lang()), "Repetition": p.Repetition, "Due": actionNames(w, p.Due),
	}))
	return answer
}

func (s *Server) cancelPenalty(c *fiber.Ctx) error {
	var body struct {
		rulingBody
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	id, err := c.ParamsInt("pid")
	if err != nil {
		return newProblem(http.StatusNotFound, "penalty.unknown")
	}
	return s.rule(c, event.CmdCancelPen, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		return event.CancelPenalty{Match: m.Number, Penalty: id, Reason: body.Reason}
	})
}

func (s *Server) forfeit(c *fiber.Ctx) error {
	var body struct {
		rulingBody
		Side string `json:"side"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	side := scoresheet.Forfeit(body.Side)
	if body.Side == "none" {
		side = scoresheet.NoForfeit
	}
	return s.rule(c, event.CmdForfeit, body.rulingBody, func(_ *event.State, m *event.Match) event.Command {
		return event.ForfeitMatch{Match: m.Number, Forfeit: side, Reason: body.Reason}
	})
}

func (s *Server) signOff(c *fiber.Ctx) error {
	var body struct {
		Version *int `json:"version"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	return s.rule(c, event.CmdSignOff, rulingBody{}, func(_ *event.State, m *event.Match) event.Command {
		return event.SignOff{Match: m.Number, Version: seenBy(m, body.Version)}
	})
}

// sheetAnswer is a sheet as the rulebook judges it, with what it changes beyond
// its match.
type sheetAnswer struct {
	Verdict scoresheet.Verdict `json:"verdict"`
	Match   matchView          `json:"match"`
	Impact  impactView         `json:"impact"`
}

func (s *Server) typeSheet(c *fiber.Ctx) error {
	author, err := s.require(c, event.CmdSheet)
	if err != nil {
		return err
	}
	var body struct {
		rulingBody
		Games   []scoresheet.Game `json:"games"`
		Version *int              `json:"version"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	state, m, err := s.matchAt(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	cmd := event.RecordSheet{Match: m.Number, Games: body.Games, Reason: body.Reason, Version: seenBy(m, body.Version)}
	if body.DryRun {
		verdict := state.JudgeSheet(m, body.Games)
		w.Explain(state.Rulebook, &verdict)
		answer := sheetAnswer{Verdict: verdict, Match: s.viewer(state, w).match(m), Impact: s.viewer(state, w).impact(event.Impact{})}
		if m.Round == len(state.Rounds) {
			return c.JSON(answer)
		}
		// A sheet that is not complete, or has faults, changes nothing yet.
		if decided, err := s.preview(state, body.preview(cmd), author); err == nil {
			answer.Impact = s.viewer(decided.State, w).impact(event.ImpactOf(state, decided.State))
		}
		return c.JSON(answer)
	}
	err = s.submit(c, ask{event: state.ID, command: body.following(cmd), by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			now := after.Match(m.Number)
			verdict := now.Verdict
			w.Explain(after.Rulebook, &verdict)
			v := s.viewer(after, w)
			return sheetAnswer{Verdict: verdict, Match: v.match(now), Impact: v.impact(event.ImpactOf(state, after))}, nil
		}})
	return s.withMatch(err, state.ID, m.Number, w)
}

func (s *Server) answerCall(c *fiber.Ctx) error {
	author, err := s.require(c, event.CmdAnswerCall)
	if err != nil {
		return err
	}
	var body struct {
		State event.CallState `json:"state"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	id, number, ok := parseMatchID(c.Params("call"))
	if !ok {
		return newProblem(http.StatusNotFound, "call.unknown")
	}
	w := s.words(c)
	return s.submit(c, ask{event: id, command: event.AnswerCall{Call: number, State: body.State}, by: author, status: http.StatusOK,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			call, _ := after.Call(number)
			return s.viewer(after, w).call(call), nil
		}})
}

func (s *Server) signOffRound(c *fiber.Ctx) error {
	state, author, err := s.entered(c, event.CmdSignOff)
	if err != nil {
		return err
	}
	round, err := c.ParamsInt("n")
	if err != nil {
		return newProblem(http.StatusNotFound, "round.unknown")
	}
	w := s.words(c)
	return s.submit(c, ask{event: state.ID, command: event.SignOffRound{Round: round}, by: author, status: http.StatusOK,
		answer: func(after *event.State, entries []event.Entry) (any, error) {
			signed := []string{}
			for _, e := range entries {
				signed = append(signed, matchID(after.ID, e.Match))
			}
			return map[string]any{"signed": signed, "left": s.viewer(after, w).left(round)}, nil
		}})
}

// left are the matches of a round that nobody could sign off yet, and why.
func (v viewer) left(round int) []map[string]any {
	left := []map[string]any{}
	for _, m := range v.RoundMatches(round) {
		if m.State == event.SignedOff || m.State == event.Forfeited || m.State == event.Void {
			continue
		}
		why := "left.playing"
		if m.State == event.Over {
			why = "left.not-agreed"
		}
		left = append(left, map[string]any{"match": matchID(v.ID, m.Number), "table": m.Table, "text": v.words.T(why, map[string]any{"Table": m.Table})})
	}
	return left
}

type queueItem struct {
	Kind  string          `json:"kind"`
	Table *int            `json:"table"`
	Match string          `json:"match"`
	Since time.Time       `json:"since"`
	Side  scoresheet.Side `json:"side,omitzero"`
	Call  *callView       `json:"call,omitempty"`
	Hand  *handView       `json:"hand,omitempty"`
	Text  string          `json:"text"`
	// Forfeit and Penalties are what the rulebook has for a side that is late.
	Forfeit   scoresheet.Forfeit   `json:"forfeit,omitempty"`
	Penalties []scoresheet.Penalty `json:"penalties,omitempty"`
}

// answerTime is how long a side may take to answer a report before its table
// stands in the queue.
const answerTime = 2 * time.Minute

// getQueue gives what needs a referee, longest waiting first.
func (s *Server) getQueue(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdQueue)
	if err != nil {
		return err
	}
	return c.JSON(s.viewer(state, s.words(c)).queue())
}

func (v viewer) queue() []queueItem {
	items := []queueItem{}
	for _, call := range v.Calls() {
		if m := v.Match(call.Match); call.State != event.CallDone && m != nil {
			view := v.call(call)
			items = append(items, v.item("call", m, call.Made.At, call.Side, queueItem{Call: &view, Table: view.Table, Text: v.callText(call)}))
		}
	}
	for _, round := range v.Rounds {
		for n := round.First; n <= round.Last; n++ {
			items = append(items, v.needs(v.Match(n))...)
		}
	}
	for _, late := range v.LateTables(v.now) {
		items = append(items, v.absent(late))
	}
	slices.SortStableFunc(items, func(a, b queueItem) int { return a.Since.Compare(b.Since) })
	return items
}

// absent proposes what the rulebook has for sides that have not been seen.
func (v viewer) absent(late event.LateTable) queueItem {
	m := v.Match(late.Match)
	args := map[string]any{"Minutes": int(late.Late.Minutes()), "Clause": late.Article, "Names": "", "Forfeit": late.Forfeit != scoresheet.NoForfeit, "Penalties": len(late.Penalties)}
	for i, side := range late.Missing {
		if i > 0 {
			args["Names"] = args["Names"].(string) + v.words.T("list.comma", nil)
		}
		args["Names"] = args["Names"].(string) + v.entrantName(m.Entrants.Of(side))
	}
	side := scoresheet.NoSide
	if len(late.Missing) == 1 {
		side = late.Missing[0]
	}
	return v.item("absent", m, late.Since, side, queueItem{Text: v.words.T("queue.absent", args), Forfeit: late.Forfeit, Penalties: late.Penalties})
}

func (v viewer) callText(call event.Call) string {
	if call.Reason != "" {
		return call.Reason
	}
	return v.words.T("call."+call.ReasonCode, nil)
}

func (v viewer) item(kind string, m *event.Match, since time.Time, side scoresheet.Side, item queueItem) queueItem {
	item.Kind, item.Match, item.Since, item.Side = kind, matchID(v.ID, m.Number), since.UTC(), side
	if item.Hand != nil && item.Hand.Table != 0 {
		item.Table = &item.Hand.Table
	}
	if m.Table != 0 && item.Table == nil {
		table := m.Table
		item.Table = &table
	}
	if item.Text == "" {
		item.Text = v.words.T("queue."+kind, nil)
	}
	return item
}

// needs are the hands of a match that wait for a referee, or for a side for
// too long.
func (v viewer) needs(m *event.Match) []queueItem {
	var items []queueItem
	for _, p := range m.Open() {
		record, _ := m.Hand(p)
		view := v.hand(m, p)
		since := reportedAt(record)
		switch {
		case record.State == event.Disputed:
			items = append(items, v.item("dispute", m, since, record.First, queueItem{Hand: &view}))
		case record.Late:
			items = append(items, v.item("late", m, since, record.First, queueItem{Hand: &view}))
		case v.now.Sub(since) >= answerTime:
			items = append(items, v.item("overdue", m, since, record.First.Other(), queueItem{Hand: &view}))
		}
	}
	if m.State == event.Over && m.Provisional() && len(items) == 0 {
		items = append(items, v.item("agree", m, m.Ended, scoresheet.NoSide, queueItem{}))
	}
	return items
}

// reportedAt is when the hand was last reported.
func reportedAt(record event.HandRecord) time.Time {
	var at time.Time
	for _, side := range scoresheet.Sides {
		if report := record.Reports.Of(side); report != nil && report.At.After(at) {
			at = report.At
		}
	}
	return at
}

type journalEntry struct {
	N      int           `json:"n"`
	At     time.Time     `json:"at"`
	Kind   event.Kind    `json:"kind"`
	Author journalAuthor `json:"author"`
	Match  string        `json:"match,omitempty"`
	Text   string        `json:"text"`
	Data   any           `json:"data"`
}

type journalAuthor struct {
	Role   event.Role `json:"role"`
	Name   string     `json:"name"`
	Device string     `json:"device,omitempty"`
}

// journalPage is how many entries are read at once.
const journalPage = 500

func (s *Server) getJournal(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdJournal)
	if err != nil {
		return err
	}
	limit := min(max(c.QueryInt("limit", journalPage), 1), journalPage)
	entries, err := s.Store.Entries(state.ID, c.QueryInt("after"), limit)
	if err != nil {
		return err
	}
	v := s.viewer(state, s.words(c))
	views := make([]journalEntry, 0, len(entries))
	for _, e := range entries {
		views = append(views, v.journalEntry(e))
	}
	return c.JSON(map[string]any{"entries": views})
}

func (v viewer) journalEntry(e event.Entry) journalEntry {
	view := journalEntry{N: e.N, At: e.At, Kind: e.Kind, Author: journalAuthor{e.By.Role, e.By.Name, e.By.Device}, Data: e.Data}
	args := map[string]any{"Who": v.authorName(e.By), "Table": "", "Round": ""}
	if m := v.Match(e.Match); m != nil {
		view.Match = matchID(v.ID, e.Match)
		args["Table"], args["Round"] = tablesText(m.Tables()), strconv.Itoa(m.Round)
	}
	v.addFacts(args, e.Data)
	if number, ok := args["Number"].(float64); ok && view.Match != "" {
		if m := v.Match(e.Match); m.IsMeeting() {
			args["Table"] = m.TableOf(int(number))
		}
	}
	if ruling, ok := e.CardRuling(); ok {
		args["Ruling"], _ = v.cardRuling(ruling)
	}
	view.Text = v.words.T("journal."+string(e.Kind), args)
	return view
}

func (v viewer) authorName(by event.Author) string {
	if by.Role == event.Kiosk {
		return v.words.T("role.kiosk", nil)
	}
	return v.words.T("role."+string(by.Role), nil) + " " + by.Name
}

// actionNames puts the actions of a penalty into words.
func actionNames(w words, actions []string) string {
	names := make([]string, len(actions))
	for i, action := range actions {
		names[i] = w.Action(action)
	}
	return strings.Join(names, w.T("follow.and", nil))
}

// addFacts gives a sentence of the journal what the entry says: its fields,
// named with a capital, and the order of a hand.
func (v viewer) addFacts(args map[string]any, data json.RawMessage) {
	var facts map[string]any
	if json.Unmarshal(data, &facts) != nil {
		return
	}
	for key, value := range facts {
		switch known := value.(type) {
		case string:
			args[strings.ToUpper(key[:1])+key[1:]] = v.said(key, known)
		case float64, bool:
			args[strings.ToUpper(key[:1])+key[1:]] = known
		case []any:
			args[strings.ToUpper(key[:1])+key[1:]+"Count"] = len(known)
		}
	}
	if side, ok := facts["side"].(string); ok {
		args["SideName"] = v.sideName(sideOf(side))
	}
	if _, has := facts["hand"]; has {
		var told struct{ Hand scoresheet.Hand }
		if json.Unmarshal(data, &told) == nil {
			args["Finish"] = v.handText(told.Hand)
		}
	}
	if id := entrantIn(facts); id != "" {
		if e, ok := v.Entrant(id); ok {
			args["Entrant"] = e.Name()
		}
	}
}

// entrantIn is the entrant that an entry is about, "" if it is about none.
func entrantIn(facts map[string]any) contest.EntrantID {
	id, _ := facts["entrant"].(string)
	if entered, ok := facts["entrant"].(map[string]any); ok {
		id, _ = entered["id"].(string)
	}
	return contest.EntrantID(id)
}

func sideOf(text string) scoresheet.Side {
	var side scoresheet.Side
	if side.UnmarshalText([]byte(text)) != nil {
		return scoresheet.NoSide
	}
	return side
}

// said puts a code of an entry into words, where there are any.
func (v viewer) said(key, value string) string {
	if word := "journal." + key + "." + value; v.words.Has(word) {
		return v.words.T(word, nil)
	}
	return value
}
