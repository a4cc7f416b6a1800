package store

import (
	"testing"
	"time"
)

// calmHome is a home whose disk takes no time.
type calmHome struct{ home }

func (calmHome) room() room          { return room{} }
func (calmHome) shared() bool        { return false }
func (calmHome) keep(t *batch) error { return nil }

// TestABatchWaitsForThoseWhoComeAgain: after many were answered at once a few do
// not leave without the others, for a while; who comes alone leaves at once.
func TestABatchWaitsForThoseWhoComeAgain(t *testing.T) {
	start := func(answered int, waiting int) *writer {
		d := &desk{home: calmHome{}, creations: newAnswerBook(), queue: make(chan *job)}
		w := &writer{desk: d, landed: make(chan error, 1), patience: time.NewTimer(time.Hour)}
		w.open = newBatch(d, nil)
		for range waiting {
			w.open.jobs = append(w.open.jobs, &job{})
		}
		w.open.secrets = []secret{{name: "a"}}
		w.expect(answered, 4*time.Millisecond)
		w.launch()
		return w
	}
	for _, alone := range []int{0, 1, 2, 3} {
		if w := start(alone, 1); w.flight == nil {
			t.Errorf("after %d were answered one waits", alone)
		}
	}
	if w := start(64, 32); w.flight == nil {
		t.Error("half of those who were answered are back, and wait")
	}
	w := start(64, 31)
	if w.flight != nil {
		t.Fatal("a small batch left at once")
	}
	<-w.patience.C
	w.company = 0
	if w.launch(); w.flight == nil {
		t.Error("a small batch waits for ever")
	}
}
