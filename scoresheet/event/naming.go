package event

import (
	"errors"
	"maps"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// inNames puts names in place of the ids of entrants in what contests refuse: ids
// mean nothing to people.
func (s *State) inNames(err error) error {
	var faults scoresheet.Faults
	if s == nil || !errors.As(err, &faults) {
		return err
	}
	told := make(scoresheet.Faults, len(faults))
	for i, fault := range faults {
		fault.Args = maps.Clone(fault.Args)
		for key, value := range fault.Args {
			switch v := value.(type) {
			case contest.EntrantID:
				fault.Args[key] = s.nameOf(v)
			case []contest.EntrantID:
				names := make([]string, len(v))
				for k, id := range v {
					names[k] = s.nameOf(id)
				}
				fault.Args[key] = names
			}
		}
		told[i] = fault
	}
	return told
}

// nameOf is the name of the entrant, its id where there is none.
func (s *State) nameOf(id contest.EntrantID) string {
	if e, ok := s.Entrant(id); ok {
		return e.Name()
	}
	return string(id)
}
