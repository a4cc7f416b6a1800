package main

import (
	"path/filepath"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

// TestSteadyClock: the kiosk's time goes on by what has passed, also while the
// laptop sleeps, whatever its clock is set to meanwhile.
func TestSteadyClock(t *testing.T) {
	passed := time.Hour // since the laptop was started
	start := time.Date(2026, 12, 5, 2, 0, 0, 0, time.UTC)
	clock := newSteadyClock(start, func() time.Duration { return passed })
	for _, step := range []time.Duration{0, time.Millisecond, 45 * time.Minute, 8 * time.Hour} {
		passed += step
		if want := start.Add(passed - time.Hour); !clock.now().Equal(want) {
			t.Errorf("after %v it is %v, want %v", passed, clock.now(), want)
		}
	}
	before := sinceBoot()
	if before <= 0 || sinceBoot() < before {
		t.Error("the time since the start of the laptop does not go on")
	}
	steady := newSteadyClock(time.Now(), sinceBoot)
	if off := time.Until(steady.now()).Abs(); off > time.Second {
		t.Errorf("it is off by %v", off)
	}
}

// TestClockBehindTheRecord: a laptop whose clock was set back between two starts
// counts on from the last entry.
func TestClockBehindTheRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), dataFile)
	if err := makeDemo(t.Context(), path, config.BuiltIn(), config.NewWords(scoresheet.En), demoDay); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	state, _ := s.State(demoID)
	still := func() time.Duration { return 0 }
	clock := newSteadyClock(state.ChangedAt.Add(-time.Hour), still)
	if behind := clock.catchUp(s); behind != time.Hour || !clock.now().Equal(state.ChangedAt) {
		t.Errorf("behind by %v, it is %v", behind, clock.now())
	}
	if behind := newSteadyClock(state.ChangedAt.Add(time.Hour), still).catchUp(s); behind != 0 {
		t.Errorf("a clock that is right is behind by %v", behind)
	}
}
