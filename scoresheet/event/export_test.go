package event

import (
	"reflect"

	"kiosk/scoresheet/contest"
)

// Withdrawals are those that contests are told of.
func (s *State) Withdrawals(phase string) []contest.Withdrawal { return s.withdrawals(phase) }

// Singles are the persons who have no partner yet.
func (s *State) Singles() []Entrant { return s.singles() }

// Seconds is the time that the match took.
func (s *State) Seconds(match int) int {
	m := s.Match(match)
	round, _ := s.Round(m.Round)
	return m.seconds(round)
}

// Laid is a state with all its matches thawed and in a plain list.
type Laid struct {
	State   State
	Matches []*Match
	Calls   []Call
}

// Lay lays a state out, so that it can be compared.
func Lay(s *State) Laid {
	laid := Laid{State: *s, Calls: s.Calls()}
	for n := 1; n <= s.Matches(); n++ {
		laid.Matches = append(laid.Matches, s.Match(n))
	}
	laid.State.matches, laid.State.calls = nil, nil
	return laid
}

// FrozenTypes are the types that states are frozen as.
func FrozenTypes() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[frozen](), reflect.TypeFor[Match]()}
}
