package event_test

import "testing"

func TestARoundSurvives(t *testing.T) {
	for _, id := range []string{college, "test-league", "test-points"} {
		t.Run(id, func(t *testing.T) {
			h := played(t, id, nil)
			h.both(1, 1, 1, 3)
			h.survives()
		})
	}
}
