// Package forecast plays an event on paper: how long reports wait at the bell,
// how soon a hall is back after a restart, and what everything grows to, for
// any number of tables, on one laptop or on several kiosks before a cluster of
// etcd. It knows no clock and no file: times of the simulation are counted from
// its beginning, and the same venue, figures and seed give the same forecast.
//
// What is simulated is what queues: processors, the one writer of a kiosk, and
// the compare-and-swap for which kiosks race. Everything else is multiplied.
package forecast

import (
	"slices"
	"time"
)

// Venue is what the event is played with.
type Venue struct {
	// Tables play at the same time, Rounds one after the other, with so many
	// Hands a match. A table has two phones; a team meeting counts twice.
	Tables, Rounds, Hands int
	// Hand is how long a hand takes.
	Hand time.Duration
	// Watching are the pages besides the phones: halls, referees, onlookers.
	Watching int
	// Kiosks serve them, with so many Processors each. One kiosk keeps its
	// journals in its own file; several, or Cluster, in etcd.
	Kiosks, Processors int
	Cluster            bool
	// Events share the tables among them: kiosks race for the head of an event
	// that they share, and for no other. With at least as many events as kiosks
	// each kiosk has its own.
	Events int
}

// Measured are the figures of one machine that a forecast rests on. Each says
// which command gives it.
type Measured struct {
	// Request is how long a processor works for a report that is answered,
	// deciding included: go test -run '^$' -bench Reports ./api (processors
	// divided by reports a second).
	Request time.Duration
	// View is how long it works for a page that opens.
	View time.Duration
	// Sync is a synced transaction of the laptop's disk: the same benchmark.
	Sync time.Duration
	// Swap is how long a compare-and-swap at three servers takes alone, SwapWork
	// how long it keeps them from the next one, SwapReport what each report in it
	// adds, Batch how many it holds: go test -run '^$' -bench Etcd ./store.
	Swap, SwapWork, SwapReport time.Duration
	Batch                      int
	// Watch is the time from one kiosk's commit until the others know.
	Watch time.Duration
	// EntryBytes are what a report adds to the data file; ClusterBytes what it
	// adds to the database of etcd: kiosk load.
	EntryBytes, ClusterBytes int64
	// HandBytes are what a hand takes in memory, StreamBytes an open page:
	// go test -run '^$' -bench 'Opening|Listeners' ./api.
	HandBytes, StreamBytes int64
	// PushBytes go to a phone after a change of its table.
	PushBytes int64
}

// Forecast is what becomes of it.
type Forecast struct {
	// Hands are all of the event, Reports the requests that write.
	Hands, Reports int64
	// Second is how many reports come in a second while all play.
	Second float64
	// Bell is the end of a round at which all tables stop at once.
	Bell Burst
	// Back is how long after a restart of all kiosks the last page is served.
	Back time.Duration
	// Disk is the data file, or etcd's database, after the event.
	Disk int64
	// Memory is that of one kiosk.
	Memory int64
	// Air is what goes to the phones at the busiest second of the bell, in bits.
	Air int64
}

// Burst is a crowd of reports and how it was served.
type Burst struct {
	Reports int
	// Busiest is the most that came within one second.
	Busiest int
	// Middle, Late and Longest are how long half, all but one in a hundred, and
	// the last one of them waited for "saved".
	Middle, Late, Longest time.Duration
	// Raced is how many transactions were decided again because another kiosk
	// had moved the head.
	Raced int
}

// clustered reports whether the journals lie in etcd.
func (v Venue) clustered() bool { return v.Cluster || v.Kiosks > 1 }

// writes is how many requests of a hand write: one side reports, the other
// confirms. The end of a match is confirmed by both.
const (
	writesOfHand = 2
	writesOfEnd  = 2
	phones       = 2
)

// Of makes the forecast. The venue's numbers must be positive; Watching may be 0.
func Of(v Venue, m Measured, seed uint64) Forecast {
	matches := int64(v.Tables) * int64(v.Rounds)
	f := Forecast{
		Hands:   matches * int64(v.Hands),
		Reports: matches * int64(v.Hands*writesOfHand+writesOfEnd),
		Second:  float64(v.Tables) * writesOfHand / v.Hand.Seconds(),
		Bell:    bell(v, m, seed),
		Back:    back(v, m, seed),
	}
	f.Disk = f.Reports * m.EntryBytes
	if v.clustered() {
		f.Disk = f.Reports * m.ClusterBytes
	}
	pages := int64(v.Tables*phones + v.Watching)
	f.Memory = f.Hands*m.HandBytes + (pages+int64(v.Kiosks)-1)/int64(v.Kiosks)*m.StreamBytes
	f.Air = int64(f.Bell.Busiest) * phones * m.PushBytes * 8
	return f
}

// arrival is a request that comes to a kiosk.
type arrival struct {
	at    time.Duration
	kiosk int
	event int
	// ready is when the kiosk's processors are done with it, saved when it is
	// answered.
	ready, saved time.Duration
}

// bell lets all tables report their last hand as soon as their thumbs allow.
func bell(v Venue, m Measured, seed uint64) Burst {
	arrivals := make([]*arrival, 0, v.Tables*(writesOfHand+writesOfEnd))
	chance := newChance(seed)
	for table := range v.Tables {
		at := time.Duration(0)
		for _, median := range steps {
			at += chance.around(median)
			// A kiosk has the tables of its own events where there are enough of
			// them; otherwise phones reach whichever kiosk they reach.
			event := table % v.Events
			kiosk := event % v.Kiosks
			if v.Events < v.Kiosks {
				kiosk = table % v.Kiosks
			}
			arrivals = append(arrivals, &arrival{at: at, kiosk: kiosk, event: event})
		}
	}
	inOrder(arrivals, func(a *arrival) time.Duration { return a.at })
	work(arrivals, v, m.Request)
	raced := 0
	if v.clustered() {
		raced = race(arrivals, v, m)
	} else {
		sync(arrivals, m)
	}
	return measure(arrivals, raced)
}

// steps are the times that people take at the end of a match, one after the
// other: to report the last hand, to confirm it, and to confirm the match on
// either side.
var steps = []time.Duration{25 * time.Second, 12 * time.Second, 8 * time.Second, 8 * time.Second}

func inOrder(arrivals []*arrival, of func(*arrival) time.Duration) {
	slices.SortStableFunc(arrivals, func(a, b *arrival) int { return int(of(a) - of(b)) })
}

func measure(arrivals []*arrival, raced int) Burst {
	waits := make([]time.Duration, len(arrivals))
	for i, a := range arrivals {
		waits[i] = a.saved - a.at
	}
	slices.Sort(waits)
	return Burst{
		Reports: len(arrivals), Busiest: busiest(arrivals),
		Middle: waits[len(waits)/2], Late: waits[(len(waits)-1)*99/100], Longest: waits[len(waits)-1], Raced: raced,
	}
}

// busiest is the most arrivals within one second; they are in order.
func busiest(arrivals []*arrival) int {
	most, first := 0, 0
	for last := range arrivals {
		for arrivals[last].at-arrivals[first].at >= time.Second {
			first++
		}
		most = max(most, last-first+1)
	}
	return most
}

// spread is how far a page's attempts to come back lie apart, the longest that
// the pages wait between two.
const spread = 15 * time.Second

// back lets all pages come back to kiosks that have just started.
func back(v Venue, m Measured, seed uint64) time.Duration {
	chance := newChance(seed)
	arrivals := make([]*arrival, v.Tables*phones+v.Watching)
	for i := range arrivals {
		arrivals[i] = &arrival{at: time.Duration(chance.fraction() * float64(spread)), kiosk: i % v.Kiosks}
	}
	inOrder(arrivals, func(a *arrival) time.Duration { return a.at })
	work(arrivals, v, m.View)
	last := time.Duration(0)
	for _, a := range arrivals {
		last = max(last, a.ready)
	}
	return last
}
