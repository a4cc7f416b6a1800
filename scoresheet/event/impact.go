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
		if !slices.Contains(was, shift) || shift.Out == "" {
			impact.Pairings = append(impact.Pairings, shift)
		}
	}
	impact.Choices = choices(after, impact.Pairings)
	return impact
}

// pairingShifts are the matches that were drawn on other results than those
// that stand.
func (s *State) pairingShifts(changed []*Match) []PairingShift {
	var shifts []PairingShift
	for i, draw := range s.Draws {
		shifts = append(shifts, s.fieldShifts(i)...)
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

// fieldShifts are the first matches in the phase of those who would not have
// come to it.
func (s *State) fieldShifts(i int) []PairingShift {
	if i == 0 {
		return nil
	}
	draw := s.Draws[i]
	then := *s
	then.Draws = s.Draws[:i:i]
	rules, _ := s.Rulebook.Phase(draw.Phase)
	groups, _, err := then.fill(rules, draw.Seed)
	if err != nil {
		return nil
	}
	var due, came []contest.EntrantID
	for _, group := range groups {
		for _, e := range group.Entrants {
			due = append(due, e.ID)
		}
	}
	for _, group := range draw.Groups {
		came = append(came, group.Order...)
	}
	for _, round := range s.Rounds {
		if round.Phase == draw.Phase {
			return s.strangers(round, came, due)
		}
	}
	return nil
}

// roundShifts are the matches of the later rounds of a phase that were drawn
// on results that have changed.
func (s *State) roundShifts(draw PhaseDraw, changed []*Match) []PairingShift {
	stage := s.contestStage(draw)
	var shifts []PairingShift
	for _, round := range s.Rounds {
		if round.Phase != draw.Phase || round.PhaseRound == 1 || round.Playoff {
			continue
		}
		switch stage.Phase.Kind {
		case scoresheet.Knockout:
			then := stage
			then.Rounds = stage.Rounds[:round.PhaseRound-1]
			if due, err := contest.DrawKnockout(then, cmp.Or(round.Seed, draw.Seed)); err == nil {
				shifts = append(shifts, s.strangers(round, present(s.contestRound(round)), present(due))...)
			}
		case scoresheet.Swiss:
			shifts = append(shifts, s.repriced(round, changed)...)
		}
	}
	return shifts
}

// strangers are the matches of those who came to a round and would not have,
// each with one of those who would have.
func (s *State) strangers(round Round, came, due []contest.EntrantID) []PairingShift {
	var missing []contest.EntrantID
	for _, id := range due {
		if !slices.Contains(came, id) && !s.gone(id) {
			missing = append(missing, id)
		}
	}
	var shifts []PairingShift
	for n := round.First; n <= round.Last; n++ {
		m := s.Match(n)
		for _, side := range scoresheet.Sides {
			id := m.Entrants.Of(side)
			if !slices.Contains(came, id) || slices.Contains(due, id) {
				continue
			}
			shift := PairingShift{Match: n, Round: round.Number, Table: m.Table, Begun: len(m.Games) > 0, Out: id}
			if len(missing) > 0 {
				shift.In, missing = missing[0], missing[1:]
			}
			shifts = append(shifts, shift)
		}
	}
	return shifts
}

// repriced are the matches of a later round whose entrants had other points
// when it was drawn.
func (s *State) repriced(round Round, changed []*Match) []PairingShift {
	var shifts []PairingShift
	for n := round.First; n <= round.Last; n++ {
		m := s.Match(n)
		touched := slices.ContainsFunc(changed, func(c *Match) bool {
			return c.Phase == round.Phase && c.Round < round.Number && !c.Postponed &&
				(c.SideOf(m.Entrants.A) != scoresheet.NoSide || c.SideOf(m.Entrants.B) != scoresheet.NoSide)
		})
		if touched {
			shifts = append(shifts, PairingShift{Match: n, Round: round.Number, Table: m.Table, Begun: len(m.Games) > 0})
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
