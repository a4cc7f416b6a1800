package api

import (
	"net/http"
	"sync"
	"time"
)

// Guessing is made slow in three ways. A device that was wrong waits longer and
// longer. But whoever guesses can throw the cookie away and be a new device
// each time, so devices that nobody knows wait by their address too: longer than
// all strangers together, so that one guest who tries without end leaves turns
// for the others. And who guesses from many addresses shares one growing delay
// with all strangers. The last two are not felt by those who cannot be
// strangers: devices that were signed in before, and the kiosk itself. A guest
// who guesses all day can therefore make a stranger wait, who then signs in by QR
// code, but never a known referee.

// slowing says how much a wrong try costs.
type slowing struct {
	// free tries cost nothing; the one after them costs the first delay, and
	// each further one twice the delay before, up to the longest.
	free           int
	first, longest time.Duration
	// forget is the time after which one wrong try is forgotten.
	forget time.Duration
}

// The delays. With PINs of six digits the shared one leaves a guest less than
// one chance in a thousand in a day of guessing; a table's code opens one side
// for one match, is seen by both sides when used, and is typed by many people
// at once.
var (
	slowPINs  = slowing{free: 5, first: 10 * time.Second, longest: 10 * time.Minute, forget: 3 * time.Minute}
	slowFrom  = slowing{free: 12, first: time.Second, longest: 5 * time.Minute, forget: 10 * time.Minute}
	slowAll   = slowing{free: 12, first: time.Second, longest: time.Minute, forget: 2 * time.Minute}
	slowCodes = slowing{free: 10, first: 5 * time.Second, longest: 5 * time.Minute, forget: time.Minute}
	slowThere = slowing{free: 60, first: time.Second, longest: 30 * time.Second, forget: time.Minute}
	slowTyped = slowing{free: 60, first: time.Second, longest: 10 * time.Second, forget: 20 * time.Second}
)

// delay is what the over-th try beyond the free ones costs.
func (s slowing) delay(over int) time.Duration {
	delay := s.first
	for ; over > 1 && delay < s.longest; over-- {
		delay *= 2
	}
	return min(delay, s.longest)
}

// tries counts wrong tries. They are forgotten one by one.
type tries struct {
	count int
	// since is when the next one began to be forgotten.
	since time.Time
	until time.Time
}

// wait is how long a try at this time has to wait.
func (t *tries) wait(now time.Time, rule slowing) time.Duration {
	if old := int(now.Sub(t.since) / rule.forget); old > 0 {
		t.count = max(0, t.count-old)
		t.since = t.since.Add(time.Duration(old) * rule.forget)
	}
	// A clock that was set back must not lock anybody out.
	if t.until.Sub(now) > rule.longest {
		t.until = now.Add(rule.longest)
	}
	return t.until.Sub(now)
}

// charge counts a try as a wrong one. The count stops where the delay is
// longest, so that things are as before a while after the last try.
func (t *tries) charge(now time.Time, rule slowing) {
	if t.count == 0 || now.Before(t.since) {
		t.since = now
	}
	if t.count <= rule.free || rule.delay(t.count-rule.free) < rule.longest {
		t.count++
	}
	if t.count > rule.free {
		t.until = now.Add(rule.delay(t.count - rule.free))
	}
}

// refund takes the last charge back: the try was right. Wrong ones before it
// still count, or a right PIN between guesses would make guessing free. Nobody
// else was let in while the charge's delay ran, so the delay is the charge's
// own.
func (t *tries) refund() {
	t.count = max(0, t.count-1)
	t.until = time.Time{}
}

// visitor is who tries, as far as anybody can tell.
type visitor struct {
	// key names the device: a hash of its cookie, its remote address if it has
	// none, or the kiosk itself.
	key string
	// trusted visitors share no delay with strangers.
	trusted bool
	// address is where a stranger's tries come from; a whole hall may share it.
	address string
}

// limiter slows the tries at one kind of secret. It may be used from many
// goroutines at once, and never waits.
type limiter struct {
	now func() time.Time
	// device, from and inAll are for one device, for the strangers of one
	// address, and for all strangers.
	device, from, inAll slowing

	mu        sync.Mutex
	devices   map[string]*tries
	addresses map[string]*tries
	all       tries
}

// maxTriers bounds how many devices, and how many addresses, a limiter
// remembers. Strangers come in only as fast as the shared delay lets them.
const maxTriers = 2048

// newLimiter makes a limiter without a delay for addresses.
func newLimiter(now func() time.Time, device, inAll slowing) *limiter {
	return &limiter{now: now, device: device, inAll: inAll, devices: map[string]*tries{}, addresses: map[string]*tries{}}
}

// withAddresses adds the delay for the strangers of one address.
func (l *limiter) withAddresses(from slowing) *limiter {
	l.from = from
	return l
}

// lane is one count that a visitor's tries stand on.
type lane struct {
	*tries
	rule slowing
	// memory and key are where it is kept; nil is the one of all.
	memory map[string]*tries
	key    string
}

// lanes are all that the visitor's tries count on. What is not remembered yet is
// kept when it is charged.
func (l *limiter) lanes(v visitor) []lane {
	lanes := []lane{laneIn(l.devices, v.key, l.device)}
	if v.trusted {
		return lanes
	}
	if v.address != "" && l.from != (slowing{}) {
		lanes = append(lanes, laneIn(l.addresses, v.address, l.from))
	}
	return append(lanes, lane{tries: &l.all, rule: l.inAll})
}

func laneIn(memory map[string]*tries, key string, rule slowing) lane {
	kept := memory[key]
	if kept == nil {
		kept = &tries{}
	}
	return lane{kept, rule, memory, key}
}

// admit lets a visitor try, or says how long to wait. The try is charged at
// once, so that many tries at the same moment are not all free; passed takes
// the charge back. A try that is not admitted costs nothing.
func (l *limiter) admit(v visitor) (time.Duration, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, lanes := l.now(), l.lanes(v)
	var wait time.Duration
	for _, lane := range lanes {
		wait = max(wait, lane.wait(now, lane.rule))
	}
	if wait > 0 {
		return wait, false
	}
	for _, lane := range lanes {
		lane.remember(now)
		lane.charge(now, lane.rule)
	}
	return 0, true
}

// passed says that the visitor's admitted try was right, or was no try after
// all.
func (l *limiter) passed(v visitor) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lane := range l.lanes(v) {
		lane.refund()
	}
}

// remember keeps what is counted, in place of one that has nothing on it or else
// of the one that was wrong longest ago.
func (l lane) remember(now time.Time) {
	if l.memory == nil {
		return
	}
	if _, known := l.memory[l.key]; !known && len(l.memory) >= maxTriers {
		l.forget(now)
	}
	l.memory[l.key] = l.tries
}

func (l lane) forget(now time.Time) {
	oldest := ""
	for key, t := range l.memory {
		if t.wait(now, l.rule) <= 0 && t.count == 0 {
			delete(l.memory, key)
			continue
		}
		if oldest == "" || t.since.Before(l.memory[oldest].since) {
			oldest = key
		}
	}
	if len(l.memory) >= maxTriers {
		delete(l.memory, oldest)
	}
}

// gate holds what slows guessing.
type gate struct {
	pins  *limiter
	typed *limiter
	// resolve finds the token of a table's six letters.
	resolve func(code string) (token string, ok bool)
}

// newGate makes a gate by the clock. resolve finds the token that the six
// letters of a table card stand for; it gets capitals only.
func newGate(now func() time.Time, resolve func(code string) (token string, ok bool)) *gate {
	return &gate{
		pins:    newLimiter(now, slowPINs, slowAll).withAddresses(slowFrom),
		typed:   newLimiter(now, slowCodes, slowTyped).withAddresses(slowThere),
		resolve: resolve,
	}
}

// tooMany refuses a try that came too early.
func tooMany(code string, wait time.Duration) *problem {
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	p := newProblem(http.StatusTooManyRequests, code, "seconds", seconds)
	p.retrySec = seconds
	return p
}
