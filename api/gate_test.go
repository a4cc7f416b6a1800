package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// fakeClock is a clock that stands still until it is moved.
type fakeClock struct{ at time.Time }

func newClock() *fakeClock { return &fakeClock{time.Date(2026, 12, 5, 8, 0, 0, 0, time.UTC)} }

func (c *fakeClock) now() time.Time       { return c.at }
func (c *fakeClock) pass(d time.Duration) { c.at = c.at.Add(d) }

// triesIn counts how many tries a visitor gets in a time, who tries again the
// moment it is allowed and is always wrong.
func triesIn(clock *fakeClock, l *limiter, span time.Duration, who func(n int) visitor) int {
	end, n := clock.at.Add(span), 0
	for clock.at.Before(end) {
		wait, ok := l.admit(who(n))
		if ok {
			n++
			continue
		}
		clock.pass(wait)
	}
	return n
}

func TestDelayGrowsForADevice(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowing{free: 2, first: time.Second, longest: 8 * time.Second, forget: time.Hour}, slowAll)
	known := visitor{key: "device", trusted: true}
	var waits []time.Duration
	for range 8 {
		wait, ok := l.admit(known)
		for !ok {
			waits = append(waits, wait)
			clock.pass(wait)
			wait, ok = l.admit(known)
		}
	}
	want := fmt.Sprint([]time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 8 * time.Second})
	if got := fmt.Sprint(waits); got != want {
		t.Errorf("waits %s, want %s", got, want)
	}
}

func TestATryTooEarlyCostsNothing(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowing{free: 0, first: 10 * time.Second, longest: time.Minute, forget: time.Hour}, slowAll)
	v := visitor{key: "device", trusted: true}
	if _, ok := l.admit(v); !ok {
		t.Fatal("the first try is refused")
	}
	for range 100 {
		if wait, ok := l.admit(v); ok || wait != 10*time.Second {
			t.Fatalf("admit gives %v, %v", wait, ok)
		}
	}
	clock.pass(10 * time.Second)
	if _, ok := l.admit(v); !ok {
		t.Error("a try in time is refused")
	}
}

// A guest who drops the cookie at each try is a new device each time, and
// still gets few tries: one in a thousand at a PIN of six digits in a day, with
// two roles that have one.
func TestStrangersShareADelay(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	n := triesIn(clock, l, 8*time.Hour, func(n int) visitor { return visitor{key: fmt.Sprint("device ", n)} })
	if n < slowAll.free || n > 500 {
		t.Errorf("%d tries in a day of play", n)
	}
}

func TestAGuestLocksNobodyOut(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	triesIn(clock, l, time.Hour, func(n int) visitor { return visitor{key: fmt.Sprint("device ", n)} })
	for _, v := range []visitor{{key: "referee's phone", trusted: true}, {key: "kiosk", trusted: true}} {
		if wait, ok := l.admit(v); !ok {
			t.Errorf("%s waits %v", v.key, wait)
		}
		l.passed(v)
	}
	l.admit(visitor{key: "guest"})
	wait, ok := l.admit(visitor{key: "new phone"})
	if ok || wait > slowAll.longest {
		t.Errorf("a stranger is told %v, %v", wait, ok)
	}
}

// A guest who tries the moment it is allowed, as a new device each time, does
// not take every turn of the strangers: from its one address it waits longer
// than they do.
func TestAGuestLeavesTurnsToStrangers(t *testing.T) {
	for _, c := range []struct {
		name   string
		gate   func(*gate) *limiter
		within time.Duration
	}{
		{"PINs", func(g *gate) *limiter { return g.pins }, slowAll.longest},
		{"typed codes", func(g *gate) *limiter { return g.typed }, slowTyped.longest},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock := newClock()
			l := c.gate(newGate(clock.now, nil))
			guest := func(n int) visitor { return visitor{key: fmt.Sprint("device ", n), address: "192.168.1.66"} }
			triesIn(clock, l, time.Hour, guest)
			// The guest goes on, and is always the first to ask.
			stranger := visitor{key: "new phone", address: "192.168.1.20"}
			for n, end := 0, clock.at.Add(c.within); ; n++ {
				l.admit(guest(1_000_000 + n))
				if _, ok := l.admit(stranger); ok {
					break
				}
				if clock.pass(100 * time.Millisecond); clock.at.After(end) {
					t.Fatalf("a stranger got no turn in %v", c.within)
				}
			}
			// And it has few tries itself.
			if n := triesIn(clock, l, 8*time.Hour, guest); c.name == "PINs" && n > 110 {
				t.Errorf("%d guesses at PINs in a day of play", n)
			}
		})
	}
}

func TestQuietForgets(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	triesIn(clock, l, 8*time.Hour, func(n int) visitor { return visitor{key: fmt.Sprint("device ", n)} })
	clock.pass(time.Hour)
	for n := range slowAll.free {
		if wait, ok := l.admit(visitor{key: fmt.Sprint("phone ", n)}); !ok {
			t.Fatalf("try %d an hour later waits %v", n, wait)
		}
	}
}

// Right PINs between guesses do not make guessing free.
func TestARightPINForgivesNoGuesses(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	v := visitor{key: "device", trusted: true}
	end, guesses := clock.at.Add(time.Hour), 0
	for clock.at.Before(end) {
		wait, ok := l.admit(v)
		if !ok {
			clock.pass(wait)
			continue
		}
		guesses++
		if wait, ok = l.admit(v); !ok {
			clock.pass(wait)
			continue
		}
		l.passed(v)
	}
	if guesses > 60 {
		t.Errorf("%d guesses in an hour", guesses)
	}
}

func TestRightTriesCostNothing(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowCodes, slowTyped)
	for n := range 1000 {
		v := visitor{key: fmt.Sprint("phone ", n%64)}
		if wait, ok := l.admit(v); !ok {
			t.Fatalf("right try %d waits %v", n, wait)
		}
		l.passed(v)
	}
}

func TestManyTriesAtOnceAreCharged(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	admitted := 0
	for range 1000 {
		if _, ok := l.admit(visitor{key: "device", trusted: true}); ok {
			admitted++
		}
	}
	if admitted != slowPINs.free+1 {
		t.Errorf("%d tries admitted at one moment", admitted)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	clock := newClock()
	l := newLimiter(clock.now, slowPINs, slowAll)
	for n := range 3 * maxTriers {
		l.admit(visitor{key: fmt.Sprint(n), trusted: true})
		clock.pass(time.Millisecond)
	}
	if len(l.devices) > maxTriers {
		t.Errorf("%d devices remembered", len(l.devices))
	}
	if l.devices[fmt.Sprint(3*maxTriers-1)] == nil {
		t.Error("the newest device is not among them")
	}
}

// Whatever the clock does, nobody waits longer than the longest delay.
func TestNobodyWaitsForEver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := newClock()
		l := newLimiter(clock.now, slowPINs, slowAll)
		for range rapid.IntRange(1, 200).Draw(t, "tries") {
			clock.pass(time.Duration(rapid.Int64Range(-int64(2*time.Hour), int64(2*time.Hour)).Draw(t, "jump")))
			v := visitor{key: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "device"), trusted: rapid.Bool().Draw(t, "trusted")}
			wait, ok := l.admit(v)
			if ok != (wait <= 0) || wait > max(slowPINs.longest, slowAll.longest) {
				t.Fatalf("admit gives %v, %v", wait, ok)
			}
			if ok && rapid.Bool().Draw(t, "right") {
				l.passed(v)
			}
			for key, own := range l.devices {
				if own.count < 0 || own.count > 20 {
					t.Fatalf("%s has %d on it", key, own.count)
				}
			}
		}
		wait, ok := l.admit(visitor{key: "a"})
		if ok {
			return
		}
		clock.pass(wait)
		if wait, ok = l.admit(visitor{key: "a"}); !ok {
			t.Fatalf("told to wait %v more after waiting as told", wait)
		}
	})
}

func TestTooManyRoundsUp(t *testing.T) {
	for wait, want := range map[time.Duration]int{0: 1, time.Millisecond: 1, time.Second: 1, 1001 * time.Millisecond: 2} {
		if p := tooMany("pin.slow", wait); p.retrySec != want || p.status != http.StatusTooManyRequests {
			t.Errorf("%v: %d after %d s", wait, p.status, p.retrySec)
		}
	}
}
