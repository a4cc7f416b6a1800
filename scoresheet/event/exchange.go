package event

import (
	"fmt"
	"maps"
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// MatchSide is a side of a match of the event.
type MatchSide struct {
	Match int
	Side  scoresheet.Side
}

// Exchange puts right that people sat at each other's places and played there:
// one side of each of two matches of a round, the matches as a whole, or the two
// sides of one match. What was played stays where it was played, and belongs to
// those who played it. Matches that were signed off are open again.
type Exchange struct {
	A, B MatchSide
	// Whole exchanges both sides of the matches, with their places in the draw.
	Whole  bool
	Reason string
	// Later is LaterKeep where later rounds rest on the matches.
	Later   string
	Version int
}

// Name is CmdExchange.
func (Exchange) Name() CommandName { return CmdExchange }

// matchReseated is a match that others have played than was drawn.
type matchReseated struct {
	inMatch
	drawnPlace
	// With is the other match of the exchange.
	With   int    `json:"with"`
	Reason string `json:"reason"`
}

// drawnPlace is what a match has from the draw, but for its table.
type drawnPlace struct {
	Entrants scoresheet.PerSide[contest.EntrantID] `json:"entrants"`
	Group    string                                `json:"group,omitempty"`
	Slot     int                                   `json:"slot,omitempty"`
	Pairing  string                                `json:"pairing,omitempty"`
	Basis    *contest.Basis                        `json:"basis,omitempty"`
}

func (m *Match) drawnPlace() drawnPlace {
	return drawnPlace{m.Entrants, m.Group, m.Slot, m.Reason, m.Basis}
}

func (matchReseated) kind() Kind { return "match.reseated" }

// scheduleChanged are rounds of a phase's schedule as they are now, in place of
// those with their numbers.
type scheduleChanged struct {
	eventChange
	Phase  string          `json:"phase"`
	Rounds []contest.Round `json:"rounds"`
}

func (scheduleChanged) kind() Kind { return "schedule.changed" }

func (c Exchange) decide(s *State, env Env) ([]Change, error) {
	if c.A.Match == c.B.Match {
		if c.Whole || c.A.Side == c.B.Side {
			return nil, refuse("exchange.same")
		}
		return SwapSides{Match: c.A.Match, Reason: c.Reason, Version: c.Version}.decide(s, env)
	}
	a, err := s.exchangeable(c.A.Match, c.Version)
	if err != nil {
		return nil, err
	}
	b, err := s.exchangeable(c.B.Match, c.Version)
	if err != nil {
		return nil, err
	}
	if a.Round != b.Round {
		return nil, refuse("exchange.rounds", "a", a.Table, "b", b.Table)
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	if err := s.alterable(a.Round, c.Later); err != nil {
		return nil, err
	}
	placeA, placeB := b.drawnPlace(), a.drawnPlace()
	var schedule []Change
	if !c.Whole {
		if placeA, placeB, err = c.sides(s, a, b); err != nil {
			return nil, err
		}
		if schedule, err = s.mended(a, b, placeA.Entrants, placeB.Entrants); err != nil {
			return nil, err
		}
	}
	return append([]Change{
		matchReseated{inMatch{a.Number}, placeA, b.Number, c.Reason},
		matchReseated{inMatch{b.Number}, placeB, a.Number, c.Reason},
	}, schedule...), nil
}

// exchangeable is the match, if what was played in it may turn out to be
// others'. What nobody has played belongs to nobody else.
func (s *State) exchangeable(number, version int) (*Match, error) {
	m := s.Match(number)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Void || m.State == Forfeited {
		return nil, conflict("exchange.closed", "table", m.Table)
	}
	return m, m.seen(version)
}

// sides are the places of both matches with one side of each exchanged.
func (c Exchange) sides(s *State, a, b *Match) (drawnPlace, drawnPlace, error) {
	placeA, placeB := a.drawnPlace(), b.drawnPlace()
	if c.A.Side == scoresheet.NoSide || c.B.Side == scoresheet.NoSide {
		return placeA, placeB, refuse("exchange.side")
	}
	phase, _ := s.Rulebook.Phase(a.Phase)
	if a.Group != b.Group && phase.Kind != scoresheet.Swiss && phase.Kind != scoresheet.Knockout {
		return placeA, placeB, refuse("exchange.groups", "a", a.Table, "b", b.Table)
	}
	placeA.Entrants = placeA.Entrants.With(c.A.Side, b.Entrants.Of(c.B.Side))
	placeB.Entrants = placeB.Entrants.With(c.B.Side, a.Entrants.Of(c.A.Side))
	return placeA, placeB, nil
}

// mended is the schedule of a round robin in which two matches were played with
// one side of each exchanged: those who have met so meet no more, and those who
// should have met do instead. That is possible where both meetings are scheduled
// for one round to come.
func (s *State) mended(a, b *Match, newA, newB scoresheet.PerSide[contest.EntrantID]) ([]Change, error) {
	if phase, _ := s.Rulebook.Phase(a.Phase); phase.Kind != scoresheet.RoundRobin {
		return nil, nil
	}
	draw, _ := s.Draw(a.Phase)
	round, _ := s.Round(a.Round)
	drawn := s.phaseRounds(draw.Phase)
	for _, later := range draw.Rounds[min(drawn, len(draw.Rounds)):] {
		i, j := meets(later, newA), meets(later, newB)
		if i < 0 || j < 0 {
			continue
		}
		now := clonedRound(draw.Rounds[round.PhaseRound-1])
		for _, change := range []struct {
			old, now scoresheet.PerSide[contest.EntrantID]
		}{{a.Entrants, newA}, {b.Entrants, newB}} {
			if k := meets(now, change.old); k >= 0 {
				now.Pairings[k].Home, now.Pairings[k].Away = change.now.A, change.now.B
			}
		}
		then := clonedRound(later)
		then.Pairings[i].Home, then.Pairings[i].Away = a.Entrants.A, a.Entrants.B
		then.Pairings[j].Home, then.Pairings[j].Away = b.Entrants.A, b.Entrants.B
		return []Change{scheduleChanged{Phase: draw.Phase, Rounds: []contest.Round{now, then}}}, nil
	}
	return nil, refuse("exchange.schedule", "a", a.Table, "b", b.Table)
}

func clonedRound(r contest.Round) contest.Round {
	r.Pairings = slices.Clone(r.Pairings)
	return r
}

// meets is the pairing of the round in which the two meet, -1 if none is.
func meets(r contest.Round, two scoresheet.PerSide[contest.EntrantID]) int {
	return slices.IndexFunc(r.Pairings, func(p contest.Pairing) bool {
		return (p.Home == two.A && p.Away == two.B) || (p.Home == two.B && p.Away == two.A)
	})
}

func (c matchReseated) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	before := m.Entrants
	m.Entrants, m.Group, m.Slot, m.Reason, m.Basis = c.Entrants, c.Group, c.Slot, c.Pairing, c.Basis
	if m.Entrants.A == m.Entrants.B {
		return fmt.Errorf("%s meets itself", m.Entrants.A)
	}
	for _, side := range scoresheet.Sides {
		if before.Of(side) == m.Entrants.Of(side) {
			continue
		}
		m.Holds, m.SquadHolds = m.Holds.With(side, nil), slices.Clone(m.SquadHolds)
		for i := range m.SquadHolds {
			m.SquadHolds[i] = m.SquadHolds[i].With(side, nil)
		}
		m = m.renamed(side, func(string) string { return "" })
	}
	m.reopen()
	next.setRecord(m, e)
	return nil
}

func (c scheduleChanged) evolve(next *State, _ Entry) error {
	next.Draws = slices.Clone(next.Draws)
	for i := range next.Draws {
		draw := &next.Draws[i]
		if draw.Phase != c.Phase {
			continue
		}
		draw.Rounds = slices.Clone(draw.Rounds)
		for _, round := range c.Rounds {
			switch {
			case round.Number >= 1 && round.Number <= len(draw.Rounds):
				draw.Rounds[round.Number-1] = round
			case round.Number == len(draw.Rounds)+1:
				draw.Rounds = append(draw.Rounds, round)
			default:
				return fmt.Errorf("round %d of %s after %d", round.Number, c.Phase, len(draw.Rounds))
			}
		}
		return nil
	}
	return fmt.Errorf("phase %s is not drawn", c.Phase)
}

// MoveTable says that a match plays at another table, which must be free: the
// codes of that table are for the match from now on.
type MoveTable struct {
	Match  int
	Table  int
	Reason string
}

// Name is CmdMoveTable.
func (MoveTable) Name() CommandName { return CmdMoveTable }

// MaxTable is the highest number of a table.
const MaxTable = 9999

type matchMoved struct {
	inMatch
	Table  int    `json:"table"`
	From   int    `json:"from"`
	Reason string `json:"reason"`
}

func (matchMoved) kind() Kind { return "match.moved" }

func (c MoveTable) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.Undone {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	if c.Table == m.Table {
		return nil, conflict("move.same", "table", c.Table)
	}
	moved := *m
	moved.Table = c.Table
	tables := moved.Tables()
	if c.Table < 1 || len(tables) == 0 || tables[len(tables)-1] > MaxTable {
		return nil, refuse("move.table", "limit", MaxTable)
	}
	for _, table := range tables {
		if !s.free(table, m) {
			return nil, conflict("move.taken", "table", table)
		}
	}
	return []Change{matchMoved{inMatch{m.Number}, c.Table, m.Table, c.Reason}}, nil
}

// free reports whether no other match sits at the table, now or in the match's
// round.
func (s *State) free(table int, m *Match) bool {
	if n, taken := s.tables[table]; taken && n != m.Number {
		return false
	}
	return !slices.ContainsFunc(s.RoundMatches(m.Round), func(other *Match) bool {
		return other.Number != m.Number && slices.Contains(other.Tables(), table)
	})
}

func (c matchMoved) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	if c.Table < 1 || c.Table > MaxTable {
		return fmt.Errorf("no table %d", c.Table)
	}
	from := m.Table
	next.tables = maps.Clone(next.tables)
	for _, table := range m.Tables() {
		if next.tables[table] == m.Number {
			delete(next.tables, table)
		}
	}
	m.Table = c.Table
	next.sit(&m)
	if round, ok := next.Round(m.Round); ok && m.Number >= round.First && m.Number <= round.Last {
		round.Clock = round.Clock.moved(from, c.Table)
		next.setRound(round)
	}
	next.setMatch(m, e)
	return nil
}

// moved is the clock with what it holds for one table held for another.
func (c Clock) moved(from, to int) Clock {
	if extra, ok := c.Extra[from]; ok {
		c.Extra = maps.Clone(c.Extra)
		delete(c.Extra, from)
		c.Extra[to] = extra
	}
	if c.Rung[from] {
		c.Rung = maps.Clone(c.Rung)
		delete(c.Rung, from)
		c.Rung[to] = true
	}
	return c
}
