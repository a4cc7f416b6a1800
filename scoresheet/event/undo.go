package event

import (
	"fmt"
	"slices"
)

// UndoRound takes the last round back, with the draw of its phase if it was
// the first of it. What was reported stays in the journal and counts for
// nobody. One that has begun goes only if Begun says so.
type UndoRound struct {
	Number int
	Reason string
	Begun  bool
}

// Name is CmdUndo.
func (UndoRound) Name() CommandName { return CmdUndo }

type roundUndone struct {
	eventChange
	Number int    `json:"number"`
	Reason string `json:"reason"`
}

func (roundUndone) kind() Kind { return "round.undone" }

func (c UndoRound) decide(s *State, _ Env) ([]Change, error) {
	round, ok := s.Round(c.Number)
	if !ok {
		return nil, refuse("round.unknown")
	}
	if c.Number != len(s.Rounds) {
		return nil, conflict("undo.not-last", "round", c.Number, "last", len(s.Rounds))
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	if s.hasBegun(round) && !c.Begun {
		return nil, conflict("undo.begun", "round", c.Number)
	}
	if err := s.ladderHolds(round); err != nil {
		return nil, err
	}
	return []Change{roundUndone{Number: c.Number, Reason: c.Reason}}, nil
}

// hasBegun reports whether anything of the round was played: its clock has
// run, or a table has told something.
func (s *State) hasBegun(round Round) bool {
	if round.Clock.State != ClockIdle {
		return true
	}
	for n := round.First; n <= round.Last; n++ {
		m := s.Match(n)
		if len(m.Games) > 0 || len(m.Penalties) > 0 || m.SignedOff != nil {
			return true
		}
	}
	return false
}

func (c roundUndone) evolve(next *State, e Entry) error {
	if c.Number != len(next.Rounds) || c.Number < 1 {
		return fmt.Errorf("round %d is not the last of %d", c.Number, len(next.Rounds))
	}
	round := next.Rounds[c.Number-1]
	for n := round.First; n <= round.Last; n++ {
		m := *next.Match(n)
		m.State, m.Undone, m.Record = Void, true, e.N
		m.letGo()
		next.setMatch(m, e)
	}
	next.undone = append(slices.Clip(next.undone), round)
	next.Rounds = next.Rounds[: c.Number-1 : c.Number-1]
	next.ladderUndone(round)
	next.returnBy(c.Number)
	next.dropDraws()
	next.sitDown()
	return nil
}

// dropDraws drops the draws after the phase of the last round: those phases
// have not been played.
func (s *State) dropDraws() {
	keep := 0
	if last, ok := s.CurrentRound(); ok {
		for i, draw := range s.Draws {
			if draw.Phase == last.Phase {
				keep = i + 1
			}
		}
	}
	s.Draws = s.Draws[:keep:keep]
}

// sitDown puts the matches of the last round at their tables.
func (s *State) sitDown() {
	s.tables = map[int]int{}
	for _, m := range s.RoundMatches(len(s.Rounds)) {
		s.sit(m)
	}
}
