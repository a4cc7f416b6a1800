package event

import (
	"fmt"
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// LadderDecision is something that was decided by hand on a challenge ladder.
type LadderDecision struct {
	Phase string
	contest.LadderAct
	Stamp
}

// RegisterChallengers says who challenges in the quarter, in place of everybody
// without a title who is there. Once a round of the quarter was drawn it can
// only leave some out: they go no further, and keep what they have reached.
type RegisterChallengers struct{ Entrants []contest.EntrantID }

// Name is CmdChallengers.
func (RegisterChallengers) Name() CommandName { return CmdChallengers }

// AddChallenge has a holder of a title meet another one, of its own title or of
// one that it may challenge. The match is put into the next round in which both
// are free.
type AddChallenge struct{ Challenger, Holder contest.EntrantID }

// Name is CmdChallenge.
func (AddChallenge) Name() CommandName { return CmdChallenge }

// GrantTitle gives an entrant a title, or takes the one that it has where Title
// is empty. It is how an organiser decides what the rules leave open.
type GrantTitle struct {
	Entrant contest.EntrantID
	Title   string
	Reason  string
}

// Name is CmdTitle.
func (GrantTitle) Name() CommandName { return CmdTitle }

// CloseQuarter ends a quarter of a challenge ladder: titles change hands. Lots
// among those who are level are drawn from Seed. Every match that was drawn
// must have a result; one that could still be drawn is left out only for a
// Reason.
type CloseQuarter struct{ Seed, Reason string }

// Name is CmdQuarter.
func (CloseQuarter) Name() CommandName { return CmdQuarter }

// ReopenQuarter takes the closing of a quarter back, and what was decided on
// the ladder since, as long as no round of the next one was drawn.
type ReopenQuarter struct{ Reason string }

// Name is CmdQuarter.
func (ReopenQuarter) Name() CommandName { return CmdQuarter }

// ladderActed is what the entries of decisions carry.
type ladderActed struct {
	eventChange
	Phase string            `json:"phase"`
	Act   contest.LadderAct `json:"act"`
}

func (c ladderActed) evolve(next *State, e Entry) error {
	next.Ladder = append(slices.Clip(next.Ladder), LadderDecision{Phase: c.Phase, LadderAct: c.Act, Stamp: Stamp{e.By, e.At}})
	return nil
}

type (
	challengersRegistered struct{ ladderActed }
	challengeAdded        struct{ ladderActed }
	titleGranted          struct{ ladderActed }
	quarterClosed         struct{ ladderActed }
)

func (challengersRegistered) kind() Kind { return "ladder.registered" }
func (challengeAdded) kind() Kind        { return "ladder.challenge" }
func (titleGranted) kind() Kind          { return "ladder.granted" }
func (quarterClosed) kind() Kind         { return "ladder.closed" }

type quarterReopened struct {
	eventChange
	Phase  string `json:"phase"`
	Reason string `json:"reason"`
}

func (quarterReopened) kind() Kind { return "ladder.reopened" }

func (c quarterReopened) evolve(next *State, _ Entry) error {
	closed := next.lastClosed(c.Phase)
	if closed < 0 {
		return fmt.Errorf("no quarter of %s was closed", c.Phase)
	}
	next.Ladder = next.Ladder[:closed:closed]
	return nil
}

// lastClosed is the index of the last closing of a quarter among the decisions
// on the ladder, -1 if there is none.
func (s *State) lastClosed(phase string) int {
	for i := len(s.Ladder) - 1; i >= 0; i-- {
		if s.Ladder[i].Phase == phase && s.Ladder[i].Kind == contest.LadderClose {
			return i
		}
	}
	return -1
}

// LadderStage is the challenge ladder that is being played, or would be drawn
// next, as contests see it; false if there is none.
func (s *State) LadderStage() (contest.Stage, bool) {
	if len(s.Draws) > 0 {
		draw := s.Draws[len(s.Draws)-1]
		phase, _ := s.Rulebook.Phase(draw.Phase)
		if phase.Kind != scoresheet.Ladder {
			return contest.Stage{}, false
		}
		return s.contestStage(draw), true
	}
	phase, ok := s.Rulebook.Phase("")
	groups, err := s.entryGroups()
	if !ok || err != nil || phase.Kind != scoresheet.Ladder {
		return contest.Stage{}, false
	}
	return contest.Stage{Phase: phase, Groups: groups, Ladder: s.ladderRecord(phase)}, true
}

// LadderView is a challenge ladder of the event as it stands, for people to
// read: that of the phase, or ("") the one that is being played or would be
// drawn next. False if there is none; the error is scoresheet.Faults for a
// ladder that cannot be made of its entrants.
func (s *State) LadderView(phase string) (view contest.LadderView, ok bool, err error) {
	stage, ok := s.LadderStage()
	if phase != "" && stage.Phase.ID != phase {
		stage, ok = s.ladderOf(phase)
	}
	if !ok {
		return contest.LadderView{}, false, nil
	}
	view, err = contest.LadderOf(stage)
	return view, true, err
}

// ladderOf is a ladder that was drawn, whether or not it is being played.
func (s *State) ladderOf(phase string) (contest.Stage, bool) {
	draw, drawn := s.Draw(phase)
	rules, known := s.Rulebook.Phase(phase)
	if !drawn || !known || rules.Kind != scoresheet.Ladder {
		return contest.Stage{}, false
	}
	return s.contestStage(draw), true
}

// ladderRecord is what happened on a challenge ladder beside rounds and
// results. Of another phase it is empty.
func (s *State) ladderRecord(phase scoresheet.Phase) contest.LadderRecord {
	var record contest.LadderRecord
	if phase.Challenges == nil {
		return record
	}
	for _, decision := range s.Ladder {
		if decision.Phase == phase.ID {
			record.Acts = append(record.Acts, decision.LadderAct)
		}
	}
	for _, e := range s.Entrants {
		if e.Presence == Missing {
			record.Away = append(record.Away, e.ID)
		}
		if e.Joined > 0 {
			record.Late = append(record.Late, e.ID)
		}
	}
	record.Absences = s.absences(phase)
	return record
}

// absences are those that referees noted as the violation that the rules name.
func (s *State) absences(phase scoresheet.Phase) []contest.LadderAbsence {
	var absences []contest.LadderAbsence
	if phase.Challenges.Absent == "" {
		return nil
	}
	for _, round := range s.Rounds {
		if round.Phase != phase.ID || round.Playoff {
			continue
		}
		for _, m := range s.RoundMatches(round.Number) {
			for _, side := range scoresheet.Sides {
				if times := m.noted(phase.Challenges.Absent, side); times > 0 {
					absences = append(absences, contest.LadderAbsence{Entrant: m.Entrants.Of(side), Round: round.PhaseRound, Times: times})
				}
			}
		}
	}
	return absences
}

// noted is how often a violation of a side stands in the record of the match.
func (m *Match) noted(violation string, side scoresheet.Side) int {
	n := 0
	for _, record := range m.Penalties {
		by := record.Penalty.Side
		if record.Penalty.Seat != 0 {
			by = record.Penalty.Seat.Side()
		}
		if record.Cancelled == nil && record.Penalty.Violation == violation && by == side {
			n++
		}
	}
	return n
}

// ladderReady says why no round of the ladder that is being played can be
// drawn; nil if one can, and where there is no ladder.
func (s *State) ladderReady() error {
	stage, ok := s.LadderStage()
	if !ok {
		return nil
	}
	return s.later(contest.LadderReady(stage))
}

// act is a decision on the ladder that is being played, with its place in the
// record.
func (s *State) act(act contest.LadderAct) (contest.Stage, ladderActed, error) {
	stage, ok := s.LadderStage()
	if !ok {
		return stage, ladderActed{}, conflict("ladder.none")
	}
	act.After = len(stage.Rounds)
	return stage, ladderActed{Phase: stage.Phase.ID, Act: act}, nil
}

func (s *State) inField(stage contest.Stage, id contest.EntrantID) error {
	if !slices.ContainsFunc(stage.Entrants(), func(e contest.Entrant) bool { return e.ID == id }) {
		return refuse("entrant.unknown", "entrant", string(id))
	}
	return nil
}

func (c RegisterChallengers) decide(s *State, _ Env) ([]Change, error) {
	stage, change, err := s.act(contest.LadderAct{Kind: contest.LadderRegister, Entrants: c.Entrants})
	if err != nil {
		return nil, err
	}
	view, err := contest.LadderOf(stage)
	if err != nil {
		return nil, err
	}
	if view.Next == contest.StepOver {
		return nil, conflict("ladder.over")
	}
	for _, id := range c.Entrants {
		if err := s.mayChallenge(stage, view, id); err != nil {
			return nil, err
		}
	}
	return []Change{challengersRegistered{change}}, nil
}

// mayChallenge refuses a challenger who has a title or has left, and one who
// comes when the quarter has begun.
func (s *State) mayChallenge(stage contest.Stage, view contest.LadderView, id contest.EntrantID) error {
	if err := s.inField(stage, id); err != nil {
		return err
	}
	e, _ := s.Entrant(id)
	if stage.Gone(id, stage.Next()) {
		return conflict("ladder.left", "entrant", e.Name())
	}
	if _, holds := titleOf(view, id); holds {
		return conflict("ladder.holder", "entrant", e.Name())
	}
	begun := slices.ContainsFunc(view.Matches, func(m contest.LadderMatch) bool { return m.Quarter == view.Quarter })
	if begun && !slices.ContainsFunc(view.Challengers, func(c contest.LadderChallenger) bool { return c.Entrant == id }) {
		return conflict("ladder.late", "entrant", e.Name())
	}
	return nil
}

// titleOf is the title that an entrant holds.
func titleOf(view contest.LadderView, id contest.EntrantID) (scoresheet.Title, bool) {
	for _, title := range view.Titles {
		if slices.ContainsFunc(title.Holders, func(h contest.LadderHolder) bool { return h.Entrant == id }) {
			return title.Title, true
		}
	}
	return scoresheet.Title{}, false
}

func (c AddChallenge) decide(s *State, _ Env) ([]Change, error) {
	stage, change, err := s.act(contest.LadderAct{Kind: contest.LadderAsk, Entrant: c.Challenger, Holder: c.Holder})
	if err != nil {
		return nil, err
	}
	for _, id := range []contest.EntrantID{c.Challenger, c.Holder} {
		if err := s.inField(stage, id); err != nil {
			return nil, err
		}
	}
	if err := contest.LadderAskable(stage, c.Challenger, c.Holder); err != nil {
		return nil, s.later(err)
	}
	return []Change{challengeAdded{change}}, nil
}

// later turns the faults of a ladder into a refusal that tells to come back
// later, with the names of entrants in place of ids.
func (s *State) later(err error) error {
	faults, ok := err.(scoresheet.Faults)
	if !ok || len(faults) == 0 {
		return err
	}
	args := make([]any, 0, 2*len(faults[0].Args))
	for name, value := range faults[0].Args {
		if id, isEntrant := value.(contest.EntrantID); isEntrant {
			e, _ := s.Entrant(id)
			value = e.Name()
		}
		args = append(args, name, value)
	}
	return conflict(faults[0].Code, args...)
}

func (c GrantTitle) decide(s *State, _ Env) ([]Change, error) {
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	stage, change, err := s.act(contest.LadderAct{Kind: contest.LadderGrant, Entrant: c.Entrant, Title: c.Title, Reason: c.Reason})
	if err != nil {
		return nil, err
	}
	if err := s.inField(stage, c.Entrant); err != nil {
		return nil, err
	}
	view, err := contest.LadderOf(stage)
	if err != nil {
		return nil, err
	}
	has, _ := titleOf(view, c.Entrant)
	e, _ := s.Entrant(c.Entrant)
	if has.ID == c.Title {
		return nil, conflict("ladder.same", "entrant", e.Name())
	}
	if c.Title == "" {
		return []Change{titleGranted{change}}, nil
	}
	if stage.Gone(c.Entrant, stage.Next()) {
		return nil, conflict("ladder.left", "entrant", e.Name())
	}
	for _, title := range view.Titles {
		if title.Title.ID != c.Title {
			continue
		}
		if title.Vacant == 0 {
			return nil, conflict("ladder.full", "holders", title.Title.Holders)
		}
		return []Change{titleGranted{change}}, nil
	}
	return nil, refuse("ladder.title", "title", c.Title)
}

func (c CloseQuarter) decide(s *State, _ Env) ([]Change, error) {
	if err := checkSeed(c.Seed); err != nil {
		return nil, err
	}
	if err := checkText("reason", c.Reason, MaxReason, false); err != nil {
		return nil, err
	}
	stage, change, err := s.act(contest.LadderAct{Kind: contest.LadderClose})
	if err != nil {
		return nil, err
	}
	view, err := contest.LadderOf(stage)
	if err != nil {
		return nil, err
	}
	if view.Next == contest.StepOver {
		return nil, conflict("ladder.over")
	}
	if open := s.unplayed(stage); len(open) > 0 {
		return nil, conflict("ladder.unplayed", "tables", tablesOf(open))
	}
	if view.Next != contest.StepClose && c.Reason == "" {
		return nil, conflict("ladder.unfinished", "quarter", view.Quarter)
	}
	if change.Act, err = contest.CloseLadder(stage, c.Seed); err != nil {
		return nil, err
	}
	change.Act.Reason = c.Reason
	return []Change{quarterClosed{change}}, nil
}

// unplayed are the matches of a phase that have no result.
func (s *State) unplayed(stage contest.Stage) []*Match {
	var open []*Match
	for _, round := range s.Rounds {
		if round.Phase != stage.Phase.ID {
			continue
		}
		for _, m := range s.RoundMatches(round.Number) {
			if !m.Done() {
				open = append(open, m)
			}
		}
	}
	return open
}

func (c ReopenQuarter) decide(s *State, _ Env) ([]Change, error) {
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	stage, ok := s.LadderStage()
	if !ok {
		return nil, conflict("ladder.none")
	}
	closed := s.lastClosed(stage.Phase.ID)
	if closed < 0 {
		return nil, conflict("ladder.reopen-none")
	}
	if s.Ladder[closed].After < len(stage.Rounds) {
		return nil, conflict("ladder.reopen-played")
	}
	return []Change{quarterReopened{Phase: stage.Phase.ID, Reason: c.Reason}}, nil
}

// ladderHolds refuses to take a round back that a quarter was closed with.
func (s *State) ladderHolds(round Round) error {
	if closed := s.lastClosed(round.Phase); closed >= 0 && s.Ladder[closed].After >= round.PhaseRound {
		return conflict("ladder.closed", "round", round.Number)
	}
	return nil
}

// ladderUndone brings what was decided after a round that is taken back to
// before it.
func (s *State) ladderUndone(round Round) {
	s.Ladder = slices.Clone(s.Ladder)
	for i := range s.Ladder {
		if s.Ladder[i].Phase == round.Phase {
			s.Ladder[i].After = min(s.Ladder[i].After, round.PhaseRound-1)
		}
	}
}

// ladderField draws nothing: who meets whom follows quarter by quarter.
func ladderField(in fieldInput) (phaseDrawn, error) {
	orders := make([][]contest.EntrantID, len(in.Groups))
	for i, group := range in.Groups {
		for _, entrant := range group.Entrants {
			orders[i] = append(orders[i], entrant.ID)
		}
	}
	return in.drawn(orders, nil), nil
}

func ladderOver(stage contest.Stage, _ PhaseDraw) (bool, error) { return contest.LadderOver(stage) }

func ladderRound(stage contest.Stage, _ PhaseDraw, seed string) (contest.Round, error) {
	return contest.DrawLadder(stage, seed)
}

func rankLadder(s *State, stage contest.Stage, _ PhaseDraw) ([]contest.Standings, error) {
	stage.Phase.Ranking = s.criteria(stage.Phase)
	standings, err := contest.RankLadder(stage)
	return []contest.Standings{standings}, err
}
