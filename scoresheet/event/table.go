package event

import (
	"fmt"
	"maps"
	"slices"

	"kiosk/scoresheet"
)

// active is the match of the command, if its table may still speak.
func (s *State) active(number int) (*Match, error) {
	m := s.Match(number)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	switch m.State {
	case SignedOff, Forfeited, Void:
		return nil, conflict("match.closed", "state", string(m.State))
	}
	return m, nil
}

// Speaker is who speaks for a side of a match: the phone that holds it. In a
// team meeting it speaks for a squad of the side, whatever seats that has now; 0
// is the one that the phone holds.
type Speaker struct {
	Match  int
	Side   scoresheet.Side
	Squad  int
	Device string
}

// holding is the match, if the speaker's phone holds its side.
func (sp Speaker) holding(s *State) (*Match, error) {
	m, err := s.active(sp.Match)
	if err != nil {
		return nil, err
	}
	hold := m.Hold(m.post(sp))
	if hold == nil {
		return nil, conflict("hold.none")
	}
	if hold.Device != sp.Device {
		return nil, conflict("hold.other", "device", hold.Label)
	}
	return m, nil
}

// HoldSide makes a phone speak for a side in its match. A side that another
// phone holds is taken over only when TakeOver says so; both sides see it.
type HoldSide struct {
	Speaker
	Label    string
	TakeOver bool
}

// Name is CmdHold.
func (HoldSide) Name() CommandName { return CmdHold }

type sideHeld struct {
	inMatch
	Side   scoresheet.Side `json:"side"`
	Squad  int             `json:"squad,omitempty"`
	Device string          `json:"device"`
	Label  string          `json:"label,omitempty"`
	// Over is the phone that it was taken over from.
	Over string `json:"over,omitempty"`
}

func (sideHeld) kind() Kind { return "side.held" }

func (c HoldSide) decide(s *State, _ Env) ([]Change, error) {
	m, err := s.active(c.Match)
	if err != nil {
		return nil, err
	}
	if c.Device == "" || len(c.Device) > 64 {
		return nil, refuse("device.missing")
	}
	post := m.post(c.Speaker)
	if !slices.Contains(m.Posts(), post) {
		return nil, refuse("hold.nobody")
	}
	if held, ok := m.HeldBy(c.Device); ok && held.Side != post.Side {
		return nil, conflict("hold.both-sides")
	} else if ok && held != post {
		return nil, conflict("hold.both-squads")
	}
	change := sideHeld{inMatch: inMatch{m.Number}, Side: c.Side, Squad: post.Squad, Device: c.Device, Label: c.Label}
	hold := m.Hold(post)
	switch {
	case hold == nil:
	case hold.Device == c.Device:
		return nil, nil
	case !c.TakeOver:
		return nil, conflict("hold.other", "device", hold.Label)
	default:
		change.Over = hold.Label
	}
	return []Change{change}, nil
}

func (c sideHeld) evolve(next *State, e Entry) error {
	m, err := next.Match(e.Match).withHold(Post{c.Side, c.Squad}, &Hold{Device: c.Device, Label: c.Label, Since: e.At})
	if err != nil {
		return err
	}
	next.setMatch(m, e)
	return nil
}

// ReleaseSide gives a side up, so that another phone can speak for it.
type ReleaseSide struct{ Speaker }

// Name is CmdRelease.
func (ReleaseSide) Name() CommandName { return CmdRelease }

type sideReleased struct {
	inMatch
	Side  scoresheet.Side `json:"side"`
	Squad int             `json:"squad,omitempty"`
}

func (sideReleased) kind() Kind { return "side.released" }

func (c ReleaseSide) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	return []Change{sideReleased{inMatch{m.Number}, c.Side, m.post(c.Speaker).Squad}}, nil
}

func (c sideReleased) evolve(next *State, e Entry) error {
	m, err := next.Match(e.Match).withHold(Post{c.Side, c.Squad}, nil)
	if err != nil {
		return err
	}
	next.setMatch(m, e)
	return nil
}

// TakeSeats says which of the side's players sits on which of its seats; in a
// team meeting which of the squad's, where it sits in the present sitting.
type TakeSeats struct {
	Speaker
	Seats map[scoresheet.Seat]string
}

// Name is CmdSeats.
func (TakeSeats) Name() CommandName { return CmdSeats }

// MoveSeats is the same by a referee, with a reason. In a team meeting it names
// the table, counted from 1 within the meeting, and the sitting (0: the first
// table, the present sitting), and may seat any player of the team who does not
// sit at another table then.
type MoveSeats struct {
	Match int
	Side  scoresheet.Side
	Seating
	Seats  map[scoresheet.Seat]string
	Reason string
}

// Name is CmdMoveSeats.
func (MoveSeats) Name() CommandName { return CmdMoveSeats }

type seatsTaken struct {
	inMatch
	Side scoresheet.Side `json:"side"`
	Seating
	Seats  map[scoresheet.Seat]string `json:"seats"`
	Reason string                     `json:"reason,omitempty"`
}

func (seatsTaken) kind() Kind { return "side.seats" }

func (c TakeSeats) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	post := m.post(c.Speaker)
	at := m.SeatingNow(post)
	entrant, _ := s.Entrant(m.Entrants.Of(c.Side))
	squad := m.Squad(entrant.Players, post.Squad, s.Rulebook.Discipline.Seats()/2)
	if err := s.checkSeats(m, post.Side, at, squad, c.Seats); err != nil {
		return nil, err
	}
	return []Change{seatsTaken{inMatch: inMatch{m.Number}, Side: c.Side, Seating: at, Seats: c.Seats}}, nil
}

func (c MoveSeats) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	at, err := m.seatingFor(c.Seating)
	if err != nil {
		return nil, err
	}
	entrant, _ := s.Entrant(m.Entrants.Of(c.Side))
	if err := s.checkSeats(m, c.Side, at, entrant.everybody(), c.Seats); err != nil {
		return nil, err
	}
	return []Change{seatsTaken{inMatch{m.Number}, c.Side, at, c.Seats, c.Reason}}, nil
}

// checkSeats wants each seat of the side once, with one of the players, who sits
// nowhere else.
func (s *State) checkSeats(m *Match, side scoresheet.Side, at Seating, players []string, seats map[scoresheet.Seat]string) error {
	own := SideAt(side, at.Sitting).Seats(s.Rulebook.Discipline.Seats())
	if len(seats) != len(own) {
		return refuse("seats.incomplete", "count", len(own))
	}
	var named []string
	for _, seat := range own {
		name, ok := seats[seat]
		switch {
		case !ok:
			return refuse("seats.seat", "seat", int(seat))
		case !slices.Contains(players, name):
			return refuse("seats.player", "player", name)
		case slices.Contains(named, name) || m.elsewhere(at, side, name):
			return refuse("seats.twice", "player", name)
		}
		named = append(named, name)
	}
	return nil
}

func (c seatsTaken) evolve(next *State, e Entry) error {
	m, err := next.Match(e.Match).withSeats(c.Seating, c.Seats, next.Rulebook.Discipline.Seats())
	if err != nil {
		return err
	}
	next.setMatch(m, e)
	return nil
}

// SwapSides says that the entrants of a match sat on each other's seats from
// its beginning: what the seats did belongs to those who sat there. Who did not
// come at all stays who did not come. A match that was signed off is open again.
type SwapSides struct {
	Match   int
	Reason  string
	Version int
}

// Name is CmdMoveSeats.
func (SwapSides) Name() CommandName { return CmdMoveSeats }

type sidesSwapped struct {
	inMatch
	Reason string `json:"reason"`
}

func (sidesSwapped) kind() Kind { return "sides.swapped" }

func (c SwapSides) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if err := m.seen(c.Version); err != nil {
		return nil, err
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	return []Change{sidesSwapped{inMatch{m.Number}, c.Reason}}, nil
}

func (c sidesSwapped) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Entrants.A, m.Entrants.B = m.Entrants.B, m.Entrants.A
	m.letGo()
	m.Seats, m.Seated = nil, nil
	switch m.Forfeit {
	case scoresheet.ForfeitA:
		m.Forfeit = scoresheet.ForfeitB
	case scoresheet.ForfeitB:
		m.Forfeit = scoresheet.ForfeitA
	}
	m.reopen()
	next.setRecord(m, e)
	return nil
}

// CallReferee asks a referee to the table.
// In a team meeting it is a squad that calls, to the table where it sits.
type CallReferee struct {
	Match              int
	Side               scoresheet.Side
	Squad              int
	ReasonCode, Reason string
}

// Name is CmdCall.
func (CallReferee) Name() CommandName { return CmdCall }

// CallReasons are the reasons that a side can choose from.
var CallReasons = []string{"dispute", "penalty", "rule", "cards", "time", "substitute", "other"}

type callMade struct {
	inMatch
	Side       scoresheet.Side `json:"side"`
	Squad      int             `json:"squad,omitempty"`
	Table      int             `json:"table,omitempty"`
	ReasonCode string          `json:"reason_code"`
	Reason     string          `json:"reason,omitempty"`
}

func (callMade) kind() Kind { return "call.made" }

func (c CallReferee) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if !slices.Contains(CallReasons, c.ReasonCode) {
		return nil, refuse("call.reason")
	}
	if err := checkText("reason", c.Reason, MaxReason, c.ReasonCode == "other"); err != nil {
		return nil, err
	}
	for _, call := range s.Calls() {
		if call.Match == c.Match && call.Side == c.Side && call.Squad == c.Squad && call.State != CallDone {
			return nil, conflict("call.waiting")
		}
	}
	made := callMade{inMatch: inMatch{m.Number}, Side: c.Side, Squad: c.Squad, ReasonCode: c.ReasonCode, Reason: c.Reason}
	if made.Squad > 0 {
		made.Table = m.SeatOf(Post{c.Side, c.Squad}, 0).Table
	}
	return []Change{made}, nil
}

func (c callMade) evolve(next *State, e Entry) error {
	table := c.Table
	if table == 0 {
		table = next.Match(e.Match).Table
	}
	next.calls = next.calls.Append(Call{
		ID: next.calls.Len() + 1, Match: e.Match, Side: c.Side, Squad: c.Squad, Table: table, ReasonCode: c.ReasonCode, Reason: c.Reason,
		State: CallWaiting, Made: Stamp{e.By, e.At},
	})
	next.setMatch(*next.Match(e.Match), e)
	return nil
}

// AnswerCall says that a referee is on the way, or has been there.
type AnswerCall struct {
	Call  int
	State CallState
}

// Name is CmdAnswerCall.
func (AnswerCall) Name() CommandName { return CmdAnswerCall }

// CancelCall takes a call back by the side that made it.
type CancelCall struct {
	Match int
	Side  scoresheet.Side
	Call  int
}

// Name is CmdCancelCall.
func (CancelCall) Name() CommandName { return CmdCancelCall }

type callAnswered struct {
	inMatch
	Call  int       `json:"call"`
	State CallState `json:"state"`
}

func (callAnswered) kind() Kind { return "call.answered" }

func (c AnswerCall) decide(s *State, _ Env) ([]Change, error) {
	call, ok := s.Call(c.Call)
	if !ok {
		return nil, refuse("call.unknown")
	}
	if c.State != CallOnTheWay && c.State != CallDone {
		return nil, refuse("call.state")
	}
	if call.State == CallDone {
		return nil, conflict("call.done")
	}
	return []Change{callAnswered{inMatch{call.Match}, c.Call, c.State}}, nil
}

func (c CancelCall) decide(s *State, _ Env) ([]Change, error) {
	call, ok := s.Call(c.Call)
	if !ok || call.Match != c.Match || call.Side != c.Side {
		return nil, refuse("call.unknown")
	}
	if call.State == CallDone {
		return nil, conflict("call.done")
	}
	return []Change{callAnswered{inMatch{call.Match}, c.Call, CallDone}}, nil
}

func (c callAnswered) evolve(next *State, e Entry) error {
	call, ok := next.Call(c.Call)
	if !ok {
		return fmt.Errorf("no call %d", c.Call)
	}
	call.State, call.Answered = c.State, &Stamp{e.By, e.At}
	next.calls = next.calls.Set(c.Call-1, call)
	next.setMatch(*next.Match(e.Match), e)
	return nil
}

// RevokeTable makes the code of a place, or of all (the zero place),
// worthless; a new card must be printed.
type RevokeTable struct{ TablePlace }

// Name is CmdRevokeTable.
func (RevokeTable) Name() CommandName { return CmdRevokeTable }

type tableRevoked struct {
	eventChange
	TablePlace
}

func (tableRevoked) kind() Kind { return "table.revoked" }

func (c RevokeTable) decide(_ *State, _ Env) ([]Change, error) {
	if c.Table < 0 || (c.Table > 0) != (c.Side != scoresheet.NoSide) {
		return nil, refuse("table.unknown")
	}
	return []Change{tableRevoked{TablePlace: c.TablePlace}}, nil
}

func (c tableRevoked) evolve(next *State, _ Entry) error {
	next.revocations++
	if c.TablePlace == (TablePlace{}) {
		next.generation++
		return nil
	}
	generations := maps.Clone(next.generations)
	if generations == nil {
		generations = map[TablePlace]int{}
	}
	generations[c.TablePlace]++
	next.generations = generations
	return nil
}
