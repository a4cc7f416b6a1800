package event

import "kiosk/scoresheet/contest"

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
