package event

import (
	"fmt"
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// LeaveKind is how an entrant has left.
type LeaveKind string

// The ways to leave.
const (
	Withdrew     LeaveKind = "withdrawn"
	Disqualified LeaveKind = "disqualified"
)

// Leave is an entrant's leaving the event.
type Leave struct {
	Kind   LeaveKind
	Reason string
	// Round is the first round of the event that it does not play.
	Round int
	// Penalty is the one that put it out, nil if none did.
	Penalty *PenaltyMark
	Stamp
}

// PenaltyMark tells a penalty of the event from all others: those of a match
// that is played again are numbered anew.
type PenaltyMark struct {
	Match int `json:"match"`
	// Attempt counts the times that the match was played before.
	Attempt int `json:"attempt,omitempty"`
	ID      int `json:"id"`
}

// WithdrawEntrant has an entrant leave the event. Its open match of the round
// that is being played is forfeited with it; what happens to its results is the
// rulebook's word (scoresheet.Format.WithdrawalVoids).
type WithdrawEntrant struct {
	Entrant contest.EntrantID
	Reason  string
}

// Name is CmdLeave.
func (WithdrawEntrant) Name() CommandName { return CmdLeave }

// DisqualifyEntrant puts an entrant out of the rest of the event.
type DisqualifyEntrant struct {
	Entrant contest.EntrantID
	Reason  string
}

// Name is CmdLeave.
func (DisqualifyEntrant) Name() CommandName { return CmdLeave }

// ReinstateEntrant takes an entrant's leaving back. Matches of the round that is
// being played are open again; what it has forfeited in rounds that are over
// stays, and Entry.Kept tells which matches these are.
type ReinstateEntrant struct {
	Entrant contest.EntrantID
	Reason  string
}

// Name is CmdLeave.
func (ReinstateEntrant) Name() CommandName { return CmdLeave }

type entrantLeft struct {
	eventChange
	Entrant contest.EntrantID `json:"entrant"`
	Leave   LeaveKind         `json:"leave"`
	Reason  string            `json:"reason"`
	Round   int               `json:"round"`
	Penalty *PenaltyMark      `json:"penalty,omitempty"`
}

func (entrantLeft) kind() Kind { return "entrants.left" }

type entrantReinstated struct {
	eventChange
	Entrant contest.EntrantID `json:"entrant"`
	Reason  string            `json:"reason"`
	// Kept are the matches that stay forfeited.
	Kept []int `json:"kept,omitempty"`
}

func (entrantReinstated) kind() Kind { return "entrants.reinstated" }

// Kept are the matches that stay forfeited although the entrant that left is
// back; false for an entry of another kind.
func (e Entry) Kept() ([]int, bool) {
	back, ok := e.change.(entrantReinstated)
	return back.Kept, ok
}

func (c WithdrawEntrant) decide(s *State, _ Env) ([]Change, error) {
	return s.leave(c.Entrant, Withdrew, c.Reason)
}

func (c DisqualifyEntrant) decide(s *State, _ Env) ([]Change, error) {
	return s.leave(c.Entrant, Disqualified, c.Reason)
}

func (s *State) leave(id contest.EntrantID, kind LeaveKind, reason string) ([]Change, error) {
	e, ok := s.Entrant(id)
	if !ok {
		return nil, refuse("entrant.unknown", "entrant", string(id))
	}
	if e.Left != nil {
		return nil, conflict("leave.already", "entrant", e.Name())
	}
	if err := checkText("reason", reason, MaxReason, true); err != nil {
		return nil, err
	}
	return s.leaving(id, kind, reason, nil), nil
}

// leaving is what follows when the entrant leaves: the round from which it does
// not play is the one in which it forfeits a match, or else the next one.
func (s *State) leaving(id contest.EntrantID, kind LeaveKind, reason string, penalty *PenaltyMark) []Change {
	left := entrantLeft{Entrant: id, Leave: kind, Reason: reason, Round: len(s.Rounds) + 1, Penalty: penalty}
	var forfeits []Change
	for _, m := range s.openMatches(id) {
		if m.Round == len(s.Rounds) {
			left.Round = m.Round
		}
		forfeit, leavers := forfeitOf(m.SideOf(id)), []contest.EntrantID{id}
		if other := m.Entrants.Of(m.SideOf(id).Other()); s.gone(other) {
			forfeit, leavers = scoresheet.ForfeitBoth, append(leavers, other)
		}
		forfeits = append(forfeits, matchForfeited{inMatch{m.Number}, forfeit, reason, leavers})
	}
	return append([]Change{left}, forfeits...)
}

// openMatches are the matches of the entrant that are being played: those of
// the last round, and those that were postponed.
func (s *State) openMatches(id contest.EntrantID) []*Match {
	var open []*Match
	for _, round := range s.Rounds {
		for n := round.First; n <= round.Last; n++ {
			m := s.Match(n)
			if m.SideOf(id) != scoresheet.NoSide && !m.Done() && (round.Number == len(s.Rounds) || m.Postponed) {
				open = append(open, m)
			}
		}
	}
	return open
}

func forfeitOf(side scoresheet.Side) scoresheet.Forfeit {
	switch side {
	case scoresheet.SideA:
		return scoresheet.ForfeitA
	case scoresheet.SideB:
		return scoresheet.ForfeitB
	}
	return scoresheet.NoForfeit
}

// gone reports whether the entrant has left the event.
func (s *State) gone(id contest.EntrantID) bool {
	e, ok := s.Entrant(id)
	return ok && e.Left != nil
}

// allGone are all who have left the event.
func (s *State) allGone() map[contest.EntrantID]bool {
	gone := map[contest.EntrantID]bool{}
	for _, e := range s.Entrants {
		if e.Left != nil {
			gone[e.ID] = true
		}
	}
	return gone
}

func (c entrantLeft) evolve(next *State, e Entry) error {
	if c.Round < 1 {
		return fmt.Errorf("it leaves before round 1")
	}
	return next.amend(c.Entrant, func(entrant *Entrant) {
		entrant.Left = &Leave{Kind: c.Leave, Reason: c.Reason, Round: c.Round, Penalty: c.Penalty, Stamp: Stamp{e.By, e.At}}
	})
}

// amend changes an entrant in a state under construction.
func (s *State) amend(id contest.EntrantID, change func(*Entrant)) error {
	s.Entrants = slices.Clone(s.Entrants)
	for i := range s.Entrants {
		if s.Entrants[i].ID == id {
			change(&s.Entrants[i])
			return nil
		}
	}
	return fmt.Errorf("no entrant %s", id)
}

func (c ReinstateEntrant) decide(s *State, _ Env) ([]Change, error) {
	e, ok := s.Entrant(c.Entrant)
	if !ok {
		return nil, refuse("entrant.unknown", "entrant", string(c.Entrant))
	}
	if e.Left == nil {
		return nil, conflict("reinstate.nothing", "entrant", e.Name())
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	return s.reinstating(c.Entrant, c.Reason, 0), nil
}

// reinstating is what follows when the entrant is back. The match of the penalty
// that put it out, if any, is always as it was before.
func (s *State) reinstating(id contest.EntrantID, reason string, penalised int) []Change {
	back := entrantReinstated{Entrant: id, Reason: reason}
	var lifted []Change
	for _, round := range s.Rounds {
		for n := round.First; n <= round.Last; n++ {
			m := s.Match(n)
			if m.Forfeit == scoresheet.NoForfeit || !slices.Contains(m.leavers(), id) {
				continue
			}
			if round.Number != len(s.Rounds) && n != penalised && !s.waits(m) {
				back.Kept = append(back.Kept, n)
				continue
			}
			lifted = append(lifted, s.lift(m, id, reason))
		}
	}
	return append([]Change{back}, lifted...)
}

// lift takes back what an entrant has forfeited in a match by leaving; the other
// side may have left too.
func (s *State) lift(m *Match, id contest.EntrantID, reason string) Change {
	lifted := matchForfeited{inMatch: inMatch{m.Number}, Reason: reason}
	for _, other := range m.leavers() {
		if other != id && s.gone(other) {
			lifted.Forfeit, lifted.Left = forfeitOf(m.SideOf(other)), []contest.EntrantID{other}
		}
	}
	return lifted
}

// leavers are the entrants by whose leaving the match is forfeited, while it was
// played or before it was drawn.
func (m *Match) leavers() []contest.EntrantID {
	if m.ForfeitReason != leftReason {
		return m.Leavers
	}
	var ids []contest.EntrantID
	for _, side := range scoresheet.Sides {
		if m.Forfeit == forfeitOf(side) || m.Forfeit == scoresheet.ForfeitBoth {
			ids = append(ids, m.Entrants.Of(side))
		}
	}
	return ids
}

func (c entrantReinstated) evolve(next *State, _ Entry) error {
	return next.amend(c.Entrant, func(entrant *Entrant) { entrant.Left = nil })
}

// withdrawals are the entrants of a phase that have left while it was played,
// with the first of its rounds that each does not play.
func (s *State) withdrawals(phase string) []contest.Withdrawal {
	draw, ok := s.Draw(phase)
	if !ok {
		return nil
	}
	rules, _ := s.Rulebook.Phase(phase)
	var list []contest.Withdrawal
	for _, e := range s.Entrants {
		if e.Left == nil || !draw.has(e.ID) {
			continue
		}
		if from, during := s.absentFrom(draw, rules, e.Left.Round); during {
			list = append(list, contest.Withdrawal{Entrant: e.ID, From: from, Void: rules.WithdrawalVoids})
		}
	}
	return list
}

// absentFrom is the first round of the phase that is not played by an entrant
// who has left from a round of the event on; false where it has played all of
// the phase.
func (s *State) absentFrom(draw PhaseDraw, rules scoresheet.Phase, left int) (from int, during bool) {
	played := 0
	for _, round := range s.Rounds {
		if round.Phase != draw.Phase || round.Playoff {
			continue
		}
		if round.Number >= left {
			return round.PhaseRound, true
		}
		played = round.PhaseRound
	}
	limit := s.roundLimit(rules)
	if scheduled(draw) {
		limit = len(draw.Rounds)
	}
	last := s.Draws[len(s.Draws)-1].Phase == draw.Phase
	return played + 1, last && (limit == 0 || played < limit)
}

// has reports whether the entrant was drawn into the phase.
func (d PhaseDraw) has(id contest.EntrantID) bool {
	return slices.ContainsFunc(d.Groups, func(g GroupDraw) bool { return slices.Contains(g.Order, id) })
}

// putsOut reports whether a penalty's actions put the side at fault out of the
// event.
func putsOut(p scoresheet.Penalty) bool {
	return slices.ContainsFunc(p.Actions, func(text string) bool {
		action, err := scoresheet.ParseAction(text)
		return err == nil && action.Kind == scoresheet.ActionDisqualify
	})
}

// disqualifying is what follows from a penalty, once it is given, for who is at
// fault: nothing, or the entrant leaves the event.
func (s *State) disqualifying(m *Match, given penaltyGiven, env Env) ([]Change, error) {
	id := m.Entrants.Of(offending(given.Penalty))
	if !putsOut(given.Penalty) || s.gone(id) {
		return nil, nil
	}
	after, err := s.with([]Change{given}, env)
	if err != nil {
		return nil, err
	}
	left := after.leaving(id, Disqualified, given.Penalty.Reason, &PenaltyMark{m.Number, len(m.Attempts), len(m.Penalties) + 1})
	if now := after.Match(m.Number); now.Done() && now.Forfeit == scoresheet.NoForfeit && now.Verdict.Match.Winner == scoresheet.NoSide {
		// Both have lost it, which is no draw.
		leavers := []contest.EntrantID{id}
		if other := m.Entrants.Of(offending(given.Penalty).Other()); s.gone(other) {
			leavers = append(leavers, other)
		}
		left = append(left, matchForfeited{inMatch{m.Number}, scoresheet.ForfeitBoth, given.Penalty.Reason, leavers})
	}
	return left, nil
}

// requalifying is what follows for an entrant when the penalty that put it out
// is cancelled.
func (s *State) requalifying(m *Match, cancelled penaltyCancelled, env Env) ([]Change, error) {
	mark := PenaltyMark{m.Number, len(m.Attempts), cancelled.Penalty}
	for _, e := range s.Entrants {
		if e.Left == nil || e.Left.Penalty == nil || *e.Left.Penalty != mark {
			continue
		}
		after, err := s.with([]Change{cancelled}, env)
		if err != nil {
			return nil, err
		}
		return after.reinstating(e.ID, cancelled.Reason, m.Number), nil
	}
	return nil, nil
}

// returnBy has those who left after a round that was taken back be away from
// that round on.
func (s *State) returnBy(round int) {
	s.Entrants = slices.Clone(s.Entrants)
	for i, e := range s.Entrants {
		if e.Left != nil && e.Left.Round > round {
			left := *e.Left
			left.Round = round
			s.Entrants[i].Left = &left
		}
		if e.Joined > round {
			s.Entrants[i].Joined = round
		}
	}
}
