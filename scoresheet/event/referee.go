package event

import (
	"fmt"
	"slices"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// Settle is a referee's decision on a hand that the sides do not agree on, or
// that came after the bell. A nil hand says that it was not played in time and
// does not count.
type Settle struct {
	Match int
	Place
	Hand    *scoresheet.Hand
	Reason  string
	Version int
}

// Name is CmdSettle.
func (Settle) Name() CommandName { return CmdSettle }

// Correct replaces a hand of the record, or adds the next one. A nil hand
// takes it off the record. A match that was signed off is open again until it
// is signed off anew.
type Correct struct {
	Match int
	Place
	Hand    *scoresheet.Hand
	Reason  string
	Version int
}

// Name is CmdCorrect.
func (Correct) Name() CommandName { return CmdCorrect }

type handSettled struct {
	inMatch
	Place
	Hand   scoresheet.Hand  `json:"hand"`
	State  HandState        `json:"state"`
	Reason string           `json:"reason"`
	Before *scoresheet.Hand `json:"before,omitempty"`
}

func (handSettled) kind() Kind { return "hand.settled" }

func (c Settle) decide(s *State, _ Env) ([]Change, error) {
	m, err := s.active(c.Match)
	if err != nil {
		return nil, err
	}
	if err := m.ruling(c.Version, c.Reason); err != nil {
		return nil, err
	}
	hand, ok := m.Hand(c.Place)
	if !ok || (hand.State != Disputed && hand.State != Reported) {
		return nil, conflict("settle.nothing", "number", c.Number)
	}
	return m.rule(c.Place, c.Hand, Settled, c.Reason)
}

func (c Correct) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Forfeited || m.State == Void {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := m.ruling(c.Version, c.Reason); err != nil {
		return nil, err
	}
	if m.unplayed(c.Place) && !m.correctable(c.Place) {
		return nil, conflict("hand.not-next", "number", c.Number, "next", m.Next().Number)
	}
	return m.rule(c.Place, c.Hand, Corrected, c.Reason)
}

// ruling checks what every decision of a referee needs: that it rests on the
// record as it is, and a reason.
func (m *Match) ruling(version int, reason string) error {
	if err := m.seen(version); err != nil {
		return err
	}
	return checkText("reason", reason, MaxReason, true)
}

func (m *Match) rule(p Place, hand *scoresheet.Hand, state HandState, reason string) ([]Change, error) {
	before, exists := m.Hand(p)
	exists = exists && before.told()
	switch {
	case hand == nil && !exists:
		return nil, conflict("settle.nothing", "number", p.Number)
	case hand == nil:
		return []Change{handWithdrawn{inMatch: inMatch{m.Number}, Place: p, Reason: reason}}, nil
	}
	if err := m.admit(*hand); err != nil {
		return nil, err
	}
	placed, err := m.seated(p, *hand)
	if err != nil {
		return nil, err
	}
	if _, err := m.Try(p, placed); err != nil {
		return nil, err
	}
	change := handSettled{inMatch: inMatch{m.Number}, Place: p, Hand: recorded(placed), State: state, Reason: reason}
	if exists {
		change.Before = &before.Hand
	}
	return []Change{change}, nil
}

func (c handSettled) evolve(next *State, e Entry) error {
	m := next.Match(e.Match).edit(c.Place, func(h *HandRecord) {
		h.Hand, h.State, h.Reason, h.Author, h.Changed = c.Hand, c.State, c.Reason, e.By, e.N
	})
	m.finish(c.Place)
	m.reopen()
	if m.Started.IsZero() {
		m.Started = e.At
	}
	next.setRecord(m, e)
	return nil
}

// reopen takes back what rested on the record before it changed.
func (m *Match) reopen() {
	m.Agreed, m.SignedOff = scoresheet.PerSide[bool]{}, nil
	if m.State == SignedOff {
		m.State = Over
	}
}

// RecordSheet takes a whole sheet, typed from paper, in place of what the
// match has. A reason is needed where it replaces something.
type RecordSheet struct {
	Match int
	Games []scoresheet.Game
	// Seconds is the time that the match took, 0 where the sheet does not say.
	Seconds int
	Reason  string
	Version int
}

// Name is CmdSheet.
func (RecordSheet) Name() CommandName { return CmdSheet }

type sheetRecorded struct {
	inMatch
	Games   []scoresheet.Game `json:"games"`
	Seconds int               `json:"seconds,omitempty"`
	Reason  string            `json:"reason,omitempty"`
	Before  []scoresheet.Game `json:"before,omitempty"`
}

func (sheetRecorded) kind() Kind { return "sheet.recorded" }

func (c RecordSheet) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Forfeited || m.State == Void {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := m.seen(c.Version); err != nil {
		return nil, err
	}
	for _, game := range c.Games {
		if err := m.admit(game.Hands...); err != nil {
			return nil, err
		}
	}
	games, orders := m.arrangedGames(c.Games)
	replaces := m.contradicted(games)
	if err := checkText("reason", c.Reason, MaxReason, replaces); err != nil {
		return nil, err
	}
	if c.Seconds < 0 || c.Seconds > MaxSeconds {
		return nil, refuse("sheet.seconds", "limit", MaxSeconds)
	}
	change := sheetRecorded{inMatch: inMatch{m.Number}, Games: recordedGames(games), Seconds: c.Seconds, Reason: c.Reason}
	if replaces {
		change.Before = m.Sheet().Games
	}
	trial := m.withGames(games, Entry{})
	trial.detach(trial.unplayed)
	var faults scoresheet.Faults
	for _, fault := range m.judge.Verdict(trial.Sheet()).Faults {
		if strings.HasPrefix(fault.At, "/games") {
			faults = append(faults, asGiven(fault, orders))
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return []Change{change}, nil
}

// JudgeSheet is what the rulebook would say of the match with these games in
// place of its own.
func (s *State) JudgeSheet(m *Match, games []scoresheet.Game) scoresheet.Verdict {
	games, orders := m.arrangedGames(games)
	trial := m.withGames(games, Entry{})
	trial.detach(trial.unplayed)
	verdict := m.judge.Verdict(trial.Sheet())
	for i := range verdict.Faults {
		verdict.Faults[i] = asGiven(verdict.Faults[i], orders)
	}
	for i := range min(len(verdict.Games), len(orders)) {
		verdict.Games[i].Hands = handsAsGiven(verdict.Games[i].Hands, orders[i])
	}
	return verdict
}

// recordedGames are the games as the record keeps them.
func recordedGames(games []scoresheet.Game) []scoresheet.Game {
	kept := make([]scoresheet.Game, len(games))
	for g, game := range games {
		kept[g] = scoresheet.Game{Hands: make([]scoresheet.Hand, len(game.Hands)), End: game.End}
		for i, hand := range game.Hands {
			kept[g].Hands[i] = recorded(hand)
		}
	}
	return kept
}

// contradicted reports whether games say something else than the match's record
// does, leave out what it says, or settle what is in dispute. To go on where the
// record ends is no contradiction.
func (m *Match) contradicted(games []scoresheet.Game) bool {
	if _, disputed := m.Dispute(); disputed {
		return true
	}
	for g, kept := range m.Sheet().Games {
		if g >= len(games) {
			if len(kept.Hands) > 0 || kept.End != "" {
				return true
			}
			continue
		}
		told := games[g]
		if kept.End != "" && kept.End != told.End {
			return true
		}
		for i := range kept.Hands {
			again := toldAgain(kept.Hands, i, told.Hands)
			if again == nil || !m.judge.SameEffect(kept.Hands[i], *again) {
				return true
			}
		}
	}
	return false
}

// toldAgain is the hand among those told that stands where the i-th of the kept
// ones stands, nil if none does. In a team meeting that is within its table and
// sitting.
func toldAgain(kept []scoresheet.Hand, i int, told []scoresheet.Hand) *scoresheet.Hand {
	seating := func(h scoresheet.Hand) [2]int { return [2]int{h.Table, h.Sitting} }
	nth := 0
	for _, before := range kept[:i] {
		if seating(before) == seating(kept[i]) {
			nth++
		}
	}
	for k := range told {
		if seating(told[k]) != seating(kept[i]) {
			continue
		}
		if nth == 0 {
			return &told[k]
		}
		nth--
	}
	return nil
}

// withGames is the match with settled hands in place of all that it had.
func (m *Match) withGames(games []scoresheet.Game, e Entry) Match {
	next := *m
	next.Games = make([]GameRecord, len(games))
	for g, game := range games {
		record := GameRecord{Hands: make([]HandRecord, len(game.Hands)), Ended: game.End == scoresheet.EndedByClock}
		if g < len(m.Games) {
			record.Bell, record.Stop, record.InPlay = m.Games[g].Bell, m.Games[g].Stop, m.Games[g].InPlay
		}
		for i, hand := range game.Hands {
			record.Hands[i] = HandRecord{State: Settled, Hand: hand, Author: e.By, Changed: e.N}
		}
		record.Hands = m.numbered(record.Hands)
		next.Games[g] = record
	}
	return next
}

func (c sheetRecorded) evolve(next *State, e Entry) error {
	m := next.Match(e.Match).withGames(c.Games, e)
	m.detach(m.unplayed)
	m.reopen()
	if c.Seconds > 0 {
		m.TimeTaken = c.Seconds
	}
	if m.Started.IsZero() {
		m.Started = e.At
	}
	next.setRecord(m, e)
	return nil
}

// GivePenalty gives a penalty of the rulebook. Without actions it is the step
// that is due by the record; other actions need a reason.
type GivePenalty struct {
	Match   int
	Penalty scoresheet.Penalty
}

// Name is CmdPenalty.
func (GivePenalty) Name() CommandName { return CmdPenalty }

type penaltyGiven struct {
	inMatch
	Penalty scoresheet.Penalty `json:"penalty"`
}

func (penaltyGiven) kind() Kind { return "penalty.given" }

func (c GivePenalty) decide(s *State, env Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Void {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := checkText("reason", c.Penalty.Reason, MaxReason, false); err != nil {
		return nil, err
	}
	verdict, err := s.DuePenalty(m, c.Penalty)
	if err != nil {
		return nil, err
	}
	given := m.inGame(c.Penalty)
	given.Prior = s.prior(m, given)
	if len(given.Actions) == 0 {
		given.Actions = verdict.Due
	}
	penalty := penaltyGiven{inMatch{m.Number}, given}
	left, err := s.disqualifying(m, penalty, env)
	return append([]Change{penalty}, left...), err
}

// DuePenalty is the step that is due for a penalty in the match by the record
// so far. The error is scoresheet.Faults, placed in the penalty.
func (s *State) DuePenalty(m *Match, p scoresheet.Penalty) (scoresheet.PenaltyVerdict, error) {
	p = m.inGame(p)
	p.Prior = s.prior(m, p)
	sheet, written := m.Sheet(), p
	if m.playable(Place{p.Game, p.Hand}) {
		written = m.penaltyOnSheet(PenaltyRecord{Penalty: p, Extra: m.extraAt(Place{p.Game, p.Hand})})
	} else if p.Hand > 0 && p.Game > 0 && p.Game <= len(sheet.Games) {
		written.Hand = len(sheet.Games[p.Game-1].Hands) + 1 // no such hand
	}
	sheet.Penalties = append(slices.Clone(sheet.Penalties), written)
	last := len(sheet.Penalties) - 1
	verdict := m.judge.Verdict(sheet)
	place := scoresheet.Pointer("penalties", last)
	var faults scoresheet.Faults
	for _, fault := range verdict.Faults {
		if rest, ok := strings.CutPrefix(fault.At, place); ok {
			fault.At = rest
			faults = append(faults, fault)
		}
	}
	if len(faults) > 0 {
		return scoresheet.PenaltyVerdict{}, faults
	}
	if last >= len(verdict.Penalties) {
		return scoresheet.PenaltyVerdict{}, fmt.Errorf("penalty %s has no verdict", p.Violation)
	}
	due := verdict.Penalties[last]
	due.Hand = p.Hand
	return due, nil
}

// inGame is the penalty with the game that it is given in: the last one, where
// it names none. The game must not change when the next one begins.
func (m *Match) inGame(p scoresheet.Penalty) scoresheet.Penalty {
	if p.Game == 0 {
		p.Game = max(len(m.Games), 1)
	}
	if p.Seat != 0 && p.Hand > 0 && m.SeatingOf(p.Hand) != (Seating{}) && p.Side == scoresheet.NoSide {
		// The sides change seats, so that the seat alone would not say whose it is
		// as long as the hand does not count.
		p.Side = m.sideOfSeat(p.Seat, p.Hand)
	}
	return p
}

// playable reports whether the hand was reported, or is the one being played.
func (m *Match) playable(p Place) bool {
	if !m.unplayed(p) {
		return true
	}
	return p == m.Next() || (m.IsMeeting() && m.takesNow(p))
}

// correctable reports whether a hand that nobody has told of can be written: it
// is being played, or was taken back.
func (m *Match) correctable(p Place) bool {
	if hand, ok := m.Hand(p); ok && hand.State == Withdrawn {
		return true
	}
	return m.playable(p)
}

// prior counts the repetitions of a violation in other matches, where the
// rulebook counts over the whole event.
func (s *State) prior(m *Match, p scoresheet.Penalty) int {
	violation, ok := s.Rulebook.Violation(p.Violation)
	if !ok || violation.Over != "event" {
		return 0
	}
	offender := m.Entrants.Of(offending(p))
	n := 0
	count := func(entrants scoresheet.PerSide[contest.EntrantID], penalties []PenaltyRecord) {
		for _, record := range penalties {
			v, _ := s.Rulebook.Violation(record.Penalty.Violation)
			same := v.ID == violation.ID || (v.Together != "" && v.Together == violation.Together)
			if record.Cancelled == nil && same && entrants.Of(offending(record.Penalty)) == offender {
				n++
			}
		}
	}
	for i := 1; i <= s.Matches(); i++ {
		other := s.Match(i)
		if other.Number != m.Number {
			count(other.Entrants, other.Penalties)
		}
		for _, attempt := range other.Attempts {
			count(attempt.Entrants, attempt.Penalties)
		}
	}
	return n
}

func offending(p scoresheet.Penalty) scoresheet.Side {
	if p.Seat != 0 && p.Side == scoresheet.NoSide {
		return p.Seat.Side()
	}
	return p.Side
}

func (c penaltyGiven) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Penalties = append(slices.Clone(m.Penalties), PenaltyRecord{
		ID: len(m.Penalties) + 1, Penalty: c.Penalty, Extra: m.extraAt(Place{c.Penalty.Game, c.Penalty.Hand}), Stamp: Stamp{e.By, e.At},
	})
	m.reopen()
	next.setRecord(m, e)
	return nil
}

// CancelPenalty takes a penalty back, with a reason; it stays on the record.
type CancelPenalty struct {
	Match, Penalty int
	Reason         string
}

// Name is CmdCancelPen.
func (CancelPenalty) Name() CommandName { return CmdCancelPen }

type penaltyCancelled struct {
	inMatch
	Penalty int    `json:"penalty"`
	Reason  string `json:"reason"`
}

func (penaltyCancelled) kind() Kind { return "penalty.cancelled" }

func (c CancelPenalty) decide(s *State, env Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil || c.Penalty < 1 || c.Penalty > len(m.Penalties) {
		return nil, refuse("penalty.unknown")
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	if m.Penalties[c.Penalty-1].Cancelled != nil {
		return nil, conflict("penalty.cancelled")
	}
	cancelled := penaltyCancelled{inMatch{m.Number}, c.Penalty, c.Reason}
	back, err := s.requalifying(m, cancelled, env)
	return append([]Change{cancelled}, back...), err
}

func (c penaltyCancelled) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	if c.Penalty < 1 || c.Penalty > len(m.Penalties) {
		return fmt.Errorf("no penalty %d", c.Penalty)
	}
	m.Penalties = slices.Clone(m.Penalties)
	m.Penalties[c.Penalty-1].Cancelled = &Cancellation{Stamp: Stamp{e.By, e.At}, Reason: c.Reason}
	m.reopen()
	next.setRecord(m, e)
	return nil
}

// ForfeitMatch says that a side, or both, does not play; NoForfeit takes that
// back.
type ForfeitMatch struct {
	Match   int
	Forfeit scoresheet.Forfeit
	Reason  string
}

// Name is CmdForfeit.
func (ForfeitMatch) Name() CommandName { return CmdForfeit }

type matchForfeited struct {
	inMatch
	Forfeit scoresheet.Forfeit `json:"forfeit"`
	Reason  string             `json:"reason"`
	// Left are the entrants by whose leaving the event it came about.
	Left []contest.EntrantID `json:"left,omitempty"`
}

func (matchForfeited) kind() Kind { return "match.forfeited" }

func (c ForfeitMatch) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Void || m.State == SignedOff {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if m.Forfeit == c.Forfeit {
		return nil, conflict("forfeit.same")
	}
	switch c.Forfeit {
	case scoresheet.NoForfeit, scoresheet.ForfeitA, scoresheet.ForfeitB, scoresheet.ForfeitBoth:
	default:
		return nil, refuse("forfeit.side")
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	return []Change{matchForfeited{inMatch: inMatch{m.Number}, Forfeit: c.Forfeit, Reason: c.Reason}}, nil
}

func (c matchForfeited) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Forfeit, m.ForfeitReason, m.Leavers = c.Forfeit, c.Reason, c.Left
	next.setRecord(m, e)
	return nil
}

// SignOff ends a match: its result stands. Version is the one that the
// referee has seen.
type SignOff struct{ Match, Version int }

// Name is CmdSignOff.
func (SignOff) Name() CommandName { return CmdSignOff }

type matchSignedOff struct{ inMatch }

func (matchSignedOff) kind() Kind { return "match.signed-off" }

func (c SignOff) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == SignedOff {
		return nil, nil
	}
	if m.State != Over {
		return nil, conflict("sign-off.not-over", "state", string(m.State))
	}
	if err := m.seen(c.Version); err != nil {
		return nil, err
	}
	return []Change{matchSignedOff{inMatch{m.Number}}}, nil
}

func (c matchSignedOff) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.State, m.SignedOff = SignedOff, &Stamp{e.By, e.At}
	next.setMatch(m, e)
	return nil
}

// SignOffRound signs off all matches of a round that both sides have agreed
// to; the others are left.
type SignOffRound struct{ Round int }

// Name is CmdSignOff.
func (SignOffRound) Name() CommandName { return CmdSignOff }

func (c SignOffRound) decide(s *State, _ Env) ([]Change, error) {
	if _, ok := s.Round(c.Round); !ok {
		return nil, refuse("round.unknown")
	}
	var changes []Change
	for _, m := range s.RoundMatches(c.Round) {
		if m.State == Over && !m.Provisional() {
			changes = append(changes, matchSignedOff{inMatch{m.Number}})
		}
	}
	return changes, nil
}
