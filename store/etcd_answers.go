package store

import (
	"sync"

	"kiosk/scoresheet/event"
)

// maxRecent is how many answers stay in memory, and maxRecentBytes how much
// they may be together.
const (
	maxRecent      = 8192
	maxRecentBytes = 32 << 20
)

// recentAnswers are the last answers, of this kiosk and of the others: a phone
// whose kiosk died asks another one for what it did not hear.
type recentAnswers struct {
	mu    sync.Mutex
	byKey map[scopedDigest]pendingAnswer
	order []scopedDigest
	bytes int
}

type scopedDigest struct {
	scope  event.ID
	digest digest
}

// put takes in an answer of the cluster. Its entries are read when it is asked
// for.
func (r *recentAnswers) put(scope event.ID, a keptAnswer) {
	if a.value == nil {
		return
	}
	if _, known := r.find(scope, a.digest); known {
		return
	}
	if _, read, err := readNumbered(a.value); err == nil {
		r.keep(scope, a.digest, pendingAnswer{answer: read})
	}
}

func (r *recentAnswers) find(scope event.ID, d digest) (pendingAnswer, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, ok := r.byKey[scopedDigest{scope, d}]
	return a, ok
}

func (r *recentAnswers) keep(scope event.ID, d digest, a pendingAnswer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byKey == nil {
		r.byKey = map[scopedDigest]pendingAnswer{}
	}
	key := scopedDigest{scope, d}
	if before, known := r.byKey[key]; known {
		r.bytes -= len(before.answer.body)
	} else {
		r.order = append(r.order, key)
	}
	r.byKey[key] = a
	r.bytes += len(a.answer.body)
	for len(r.order) > maxRecent || r.bytes > maxRecentBytes && len(r.order) > 1 {
		r.bytes -= len(r.byKey[r.order[0]].answer.body)
		delete(r.byKey, r.order[0])
		r.order = r.order[1:]
	}
}
