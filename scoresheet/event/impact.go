package event

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// Impact is what a correction of an earlier result changes.
type Impact struct {
	Ranks    []RankShift    `json:"ranks,omitempty"`
	Pairings []PairingShift `json:"pairings,omitempty"`
	// Choices are what may become of the pairings, none where none is touched.
	Choices []Later `json:"choices,omitempty"`
}

// RankShift is a rank that changes. 0 is none.
type RankShift struct {
	Phase   string            `json:"phase"`
	Group   string            `json:"group,omitempty"`
	Entrant contest.EntrantID `json:"entrant"`
	From    int               `json:"from"`
	To      int               `json:"to"`
}

// PairingShift is a match of a later round that was drawn on the old result.
type PairingShift struct {
	Match int `json:"match"`
	Round int `json:"round"`
	Table int `json:"table"`
	// Begun: something of it was played already.
	Begun bool `json:"begun,omitempty"`
	// Out would not be there, and In would be in its place; both empty where the
	// same entrants stay but were paired by other figures.
	Out contest.EntrantID `json:"out,omitempty"`
	In  contest.EntrantID `json:"in,omitempty"`
}

// Later is what becomes of later rounds when an earlier result is corrected.
type Later string

// What may become of later rounds, beside LaterKeep: they stay as they were
// drawn and played.
const (
	// LaterRedraw: the rounds from the first one touched are taken back, and
	// drawn anew. What was played in them counts for nobody.
	LaterRedraw Later = "redraw"
	// LaterReplay: whoever should have gone on takes the place of the one who
	// did, and the match is played anew; rounds after it are taken back.
	LaterReplay Later = "replay"
)

// Following is a correction, together with what becomes of later rounds. A
// correction that touches none needs no Later.
type Following struct {
	Command
	Later  Later
	Reason string
}

// correctionFollowed records the choice.
type correctionFollowed struct {
	eventChange
	Later    Later          `json:"later"`
	Reason   string         `json:"reason,omitempty"`
	Ranks    []RankShift    `json:"ranks,omitempty"`
	Pairings []PairingShift `json:"pairings"`
}

func (correctionFollowed) kind() Kind { return "correction.followed" }

func (correctionFollowed) evolve(*State, Entry) error { return nil }

func (c Following) decide(s *State, env Env) ([]Change, error) {
	changes, err := c.Command.decide(s, env)
	if err != nil {
		return nil, err
	}
	after, err := s.with(changes, env)
	if err != nil {
		return nil, err
	}
	impact := ImpactOf(s, after)
	if len(impact.Pairings) == 0 {
		return changes, nil
	}
	if !slices.Contains(impact.Choices, c.Later) {
		return nil, chooseLater(impact)
	}
	followed := []Change{correctionFollowed{Later: c.Later, Reason: c.Reason, Ranks: impact.Ranks, Pairings: impact.Pairings}}
	if after, err = after.with(followed, env); err != nil {
		return nil, err
	}
	more, err := c.follow(after, impact, env)
	return append(append(changes, followed...), more...), err
}

func chooseLater(impact Impact) *Refusal {
	return conflict("later.choose", "count", len(impact.Pairings), "impact", impact)
}

// follow makes the changes that the choice asks for.
func (c Following) follow(after *State, impact Impact, env Env) ([]Change, error) {
	first := impact.firstRound()
	switch c.Later {
	case LaterRedraw:
		return c.takeBack(after, first), nil
	case LaterReplay:
		changes := c.takeBack(after, first+1)
		after, err := after.with(changes, env)
		if err != nil {
			return nil, err
		}
		replay, err := c.replay(after, impact).decide(after, env)
		return append(changes, replay...), err
	}
	return nil, nil
}

// firstRound is the first round that is touched.
func (i Impact) firstRound() int {
	return slices.MinFunc(i.Pairings, func(a, b PairingShift) int { return a.Round - b.Round }).Round
}

// replay has the matches of the first round that is touched played by those
// who should have come to it.
func (c Following) replay(after *State, impact Impact) ReplayMatch {
	entrants := map[int]scoresheet.PerSide[contest.EntrantID]{}
	var order []int
	for _, shift := range impact.Pairings {
		if shift.Round != impact.firstRound() {
			continue
		}
		m := after.Match(shift.Match)
		pair, seen := entrants[m.Number]
		if !seen {
			pair = m.Entrants
			order = append(order, m.Number)
		}
		entrants[m.Number] = pair.With(m.SideOf(shift.Out), shift.In)
	}
	again := make([]Replay, len(order))
	for i, number := range order {
		pair := entrants[number]
		again[i] = Replay{Match: number, Entrants: &pair}
	}
	return ReplayMatch{Replay: again[0], Also: again[1:], Reason: c.reason(), Later: LaterKeep, Version: after.Version}
}

// takeBack takes back all rounds from one on, the last one first.
func (c Following) takeBack(after *State, from int) []Change {
	var changes []Change
	for number := len(after.Rounds); number >= from; number-- {
		changes = append(changes, roundUndone{Number: number, Reason: c.reason()})
	}
	return changes
}

func (c Following) reason() string {
	if c.Reason != "" {
		return c.Reason
	}
	return "correction"
}

// ImpactOf compares two states: what the entries between them change of the
// ranks, and of pairings that were drawn before. It looks at nothing but
// results: states without a difference in results have none.
func ImpactOf(before, after *State) Impact {
	var impact Impact
	changed := changedResults(before, after)
	if len(changed) == 0 {
		return impact
	}
	for _, draw := range before.Draws {
		impact.Ranks = append(impact.Ranks, rankShifts(before, after, draw.Phase)...)
	}
	was := before.pairingShifts(changed)
	for _, shift := range after.pairingShifts(changed) {
		if !slices.Contains(was, shift) {
			impact.Pairings = append(impact.Pairings, shift)
		}
	}
	impact.Pairings = append(impact.Pairings, after.repriced(changed)...)
	impact.Choices = choices(after, impact.Pairings)
	return impact
}

// pairingShifts are the matches that were drawn on other results than those
// that stand.
func (s *State) pairingShifts(matches []*Match) []PairingShift {
	var shifts []PairingShift
	changed := make([]*Match, len(matches))
	for i, m := range matches {
		changed[i] = s.Match(m.Number) // as it is in this state
	}
	for i, draw := range s.Draws {
		shifts = append(shifts, s.fieldShifts(i, changed)...)
		shifts = append(shifts, s.roundShifts(draw, changed)...)
	}
	return shifts
}

// changedResults are the matches whose result differs.
func changedResults(before, after *State) []*Match {
	var changed []*Match
	for _, round := range before.Rounds {
		for n := round.First; n <= round.Last; n++ {
			was, is := before.Match(n), after.Match(n)
			if was == is || was.Record == is.Record && was.State == is.State {
				continue
			}
			if was.Done() != is.Done() || was.Done() && was.counted(round) != is.counted(round) {
				changed = append(changed, is)
			}
		}
	}
	return changed
}

// counted is the result of a match whether or not somebody stands by it yet.
func (m *Match) counted(round Round) contest.Result {
	r := m.result(round)
	r.Provisional = false
	return r
}

func rankShifts(before, after *State, phase string) []RankShift {
	was, errWas := before.Standings(phase)
	is, errIs := after.Standings(phase)
	if errWas != nil || errIs != nil {
		return nil
	}
	ranks := map[contest.EntrantID]int{}
	for _, group := range was {
		for _, row := range group.Rows {
			ranks[row.Entrant.ID] = row.Rank
		}
	}
	var shifts []RankShift
	for _, group := range is {
		for _, row := range group.Rows {
			if from := ranks[row.Entrant.ID]; from != row.Rank {
				shifts = append(shifts, RankShift{phase, group.Group, row.Entrant.ID, from, row.Rank})
			}
		}
	}
	return shifts
}

// standing is where entrants stand in a round: those of a group, or in the
// match for third place, apart from all others.
type standing map[contest.EntrantID]string

// thirdPlace is where the two stand who meet for third place.
const thirdPlace = string(contest.ReasonThirdPlace)

// fieldShifts are the first matches in a phase of those who would not have come
// to it, or who would have met others there.
func (s *State) fieldShifts(i int, changed []*Match) []PairingShift {
	round, ok := s.firstRoundOf(s.Draws[i].Phase)
	if i == 0 || !ok {
		return nil
	}
	draw := s.Draws[i]
	if open := s.openFeeders(i, changed); len(open) > 0 {
		return s.resting(round, open)
	}
	then := *s
	then.Draws = s.Draws[:i:i]
	rules, _ := s.Rulebook.Phase(draw.Phase)
	groups, _, err := then.fill(rules, draw.Seed)
	if err != nil {
		return nil
	}
	came, due := standing{}, standing{}
	var order []contest.EntrantID
	for _, group := range groups {
		for _, e := range group.Entrants {
			due[e.ID] = group.Name
			order = append(order, e.ID)
		}
	}
	for _, group := range draw.Groups {
		for _, id := range group.Order {
			came[id] = group.Name
		}
	}
	shifts := s.strangers(round, came, due, order)
	if len(shifts) == 0 {
		return s.otherwise(round, draw, groups)
	}
	return shifts
}

// firstRoundOf is the first round of a phase.
func (s *State) firstRoundOf(phase string) (Round, bool) {
	i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.Phase == phase })
	if i < 0 {
		return Round{}, false
	}
	return s.Rounds[i], true
}

// openFeeders are those whose way into a phase is open, since a match of an
// earlier one has no result any more: its entrants, and in a group all whose
// ranks may depend on it.
func (s *State) openFeeders(i int, changed []*Match) []contest.EntrantID {
	var open []contest.EntrantID
	for _, m := range changed {
		at := slices.IndexFunc(s.Draws[:i], func(d PhaseDraw) bool { return d.Phase == m.Phase })
		if at < 0 || m.Done() {
			continue
		}
		open = append(open, m.Entrants.A, m.Entrants.B)
		if rules, _ := s.Rulebook.Phase(m.Phase); rules.Kind == scoresheet.Knockout {
			continue
		}
		for _, group := range s.Draws[at].Groups {
			if group.Name == m.Group {
				open = append(open, group.Order...)
			}
		}
	}
	return open
}

// resting are the matches of a round that rest on what is open.
func (s *State) resting(round Round, open []contest.EntrantID) []PairingShift {
	var shifts []PairingShift
	for _, m := range s.RoundMatches(round.Number) {
		if slices.Contains(open, m.Entrants.A) || slices.Contains(open, m.Entrants.B) {
			shifts = append(shifts, m.touched())
		}
	}
	return shifts
}

// touched says of a match that it was drawn on what stands no more.
func (m *Match) touched() PairingShift {
	return PairingShift{Match: m.Number, Round: m.Round, Table: m.Table, Begun: len(m.Games) > 0}
}

// otherwise are the matches of the first round of a bracket whose pairs follow
// from ranks that are others now, though the same entrants come to it.
func (s *State) otherwise(round Round, draw PhaseDraw, groups []contest.Group) []PairingShift {
	stage := s.contestStage(draw)
	if stage.Phase.Kind != scoresheet.Knockout || round.Paper || (stage.Phase.Draw != scoresheet.DrawCross && stage.Phase.Draw != scoresheet.DrawSeeded) {
		return nil
	}
	stage.Rounds, stage.Groups = nil, nil
	for _, group := range groups {
		ordered, err := contest.BracketOrder(stage.Phase, group, draw.Seed)
		if err != nil {
			return nil
		}
		stage.Groups = append(stage.Groups, ordered)
	}
	due, err := contest.DrawKnockout(stage, cmp.Or(round.Seed, draw.Seed))
	if err != nil {
		return nil
	}
	var shifts []PairingShift
	for _, m := range s.RoundMatches(round.Number) {
		if meets(due, m.Entrants) < 0 {
			shifts = append(shifts, m.touched())
		}
	}
	return shifts
}

// roundShifts are the matches of the later rounds of a knockout that were drawn
// on results that have changed.
func (s *State) roundShifts(draw PhaseDraw, changed []*Match) []PairingShift {
	stage := s.contestStage(draw)
	if stage.Phase.Kind != scoresheet.Knockout {
		return nil
	}
	var shifts []PairingShift
	for _, round := range s.Rounds {
		if round.Phase != draw.Phase || round.PhaseRound == 1 || round.Playoff {
			continue
		}
		if open := openBefore(round, changed); len(open) > 0 {
			shifts = append(shifts, s.resting(round, open)...)
			continue
		}
		then := stage
		then.Rounds = stage.Rounds[:round.PhaseRound-1]
		if due, err := contest.DrawKnockout(then, cmp.Or(round.Seed, draw.Seed)); err == nil {
			came, _ := standingIn(s.contestRound(round))
			should, order := standingIn(due)
			shifts = append(shifts, s.strangers(round, came, should, order)...)
		}
	}
	return shifts
}

// openBefore are the entrants of matches of the phase before a round that have
// no result any more.
func openBefore(round Round, changed []*Match) []contest.EntrantID {
	var open []contest.EntrantID
	for _, m := range changed {
		if m.Phase == round.Phase && m.Round < round.Number && !m.Done() {
			open = append(open, m.Entrants.A, m.Entrants.B)
		}
	}
	return open
}

// standingIn is where everybody stands in a round of a knockout, in order.
func standingIn(round contest.Round) (standing, []contest.EntrantID) {
	places, order := standing{}, present(round)
	for _, id := range order {
		places[id] = ""
	}
	for _, p := range round.Pairings {
		if p.Reason == contest.ReasonThirdPlace {
			places[p.Home], places[p.Away] = thirdPlace, thirdPlace
		}
	}
	return places, order
}

// strangers are the matches of those who came to a round and would not have, or
// would stand elsewhere in it, each with one of those who would be in their
// place. Order is that in which these are named.
func (s *State) strangers(round Round, came, due standing, order []contest.EntrantID) []PairingShift {
	missing := map[string][]contest.EntrantID{}
	for _, id := range order {
		if where, here := came[id]; (!here || where != due[id]) && !s.gone(id) {
			missing[due[id]] = append(missing[due[id]], id)
		}
	}
	var shifts []PairingShift
	for _, m := range s.RoundMatches(round.Number) {
		for _, side := range scoresheet.Sides {
			id := m.Entrants.Of(side)
			where, here := came[id]
			if should, still := due[id]; !here || (still && should == where) {
				continue
			}
			shift := m.touched()
			shift.Out = id
			if list := missing[where]; len(list) > 0 {
				shift.In, missing[where] = list[0], list[1:]
			}
			shifts = append(shifts, shift)
		}
	}
	return shifts
}

// repriced are the matches of later rounds of a Swiss whose entrants had other
// points when they were drawn.
func (s *State) repriced(changed []*Match) []PairingShift {
	var shifts []PairingShift
	for _, round := range s.Rounds {
		rules, _ := s.Rulebook.Phase(round.Phase)
		if rules.Kind != scoresheet.Swiss || round.PhaseRound == 1 || round.Playoff {
			continue
		}
		for _, m := range s.RoundMatches(round.Number) {
			touched := slices.ContainsFunc(changed, func(c *Match) bool {
				return c.Phase == round.Phase && c.Round < round.Number && !c.Postponed &&
					(c.SideOf(m.Entrants.A) != scoresheet.NoSide || c.SideOf(m.Entrants.B) != scoresheet.NoSide)
			})
			if touched {
				shifts = append(shifts, m.touched())
			}
		}
	}
	return shifts
}

// choices are what may become of the pairings. A place can be handed over
// within a knockout whose field stays; elsewhere the draw rests on all results.
func choices(s *State, shifts []PairingShift) []Later {
	if len(shifts) == 0 {
		return nil
	}
	list := []Later{LaterKeep, LaterRedraw}
	first := Impact{Pairings: shifts}.firstRound()
	round, _ := s.Round(first)
	rules, _ := s.Rulebook.Phase(round.Phase)
	if rules.Kind != scoresheet.Knockout || round.PhaseRound == 1 {
		return list
	}
	for _, shift := range shifts {
		if shift.Round == first && shift.In == "" {
			return list
		}
	}
	return append(list, LaterReplay)
}
