package forecast

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"time"
)

// chance draws what people take.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 0))} }

func (c chance) fraction() float64 { return c.Float64() }

// around is a time of which half are shorter than the median, and a few many
// times as long: thumbs, and people who talk first.
func (c chance) around(median time.Duration) time.Duration {
	const width = 0.6
	return time.Duration(float64(median) * math.Exp(width*c.NormFloat64()))
}

// work lets the processors of the kiosks work on the arrivals, first come first
// served.
func work(arrivals []*arrival, v Venue, each time.Duration) {
	free := make([][]time.Duration, v.Kiosks)
	for i := range free {
		free[i] = make([]time.Duration, v.Processors)
	}
	for _, a := range arrivals {
		processors := free[a.kiosk]
		first := 0
		for i := range processors {
			if processors[i] < processors[first] {
				first = i
			}
		}
		a.ready = max(a.at, processors[first]) + each
		processors[first] = a.ready
	}
	inOrder(arrivals, func(a *arrival) time.Duration { return a.ready })
}

// batchOnDisk is how many requests the writer takes at a time.
const batchOnDisk = 512

// sync writes what waits, all at once, and then what has come meanwhile.
func sync(arrivals []*arrival, m Measured) {
	free := time.Duration(0)
	for len(arrivals) > 0 {
		start := max(free, arrivals[0].ready)
		n := waiting(arrivals, start, batchOnDisk)
		free = start + m.Sync
		for _, a := range arrivals[:n] {
			a.saved = free
		}
		arrivals = arrivals[n:]
	}
}

// waiting is how many of the arrivals are ready, at most so many.
func waiting(arrivals []*arrival, at time.Duration, most int) int {
	n := 0
	for n < len(arrivals) && n < most && arrivals[n].ready <= at {
		n++
	}
	return n
}

// attempt is a kiosk's transaction on its way to the servers.
type attempt struct {
	kiosk int
	batch []*arrival
	// knows is up to when it knows what others have written, arrives when it
	// comes to the servers.
	knows, arrives time.Duration
}

// attempts are a heap by when they arrive.
type attempts []*attempt

func (h attempts) Len() int           { return len(h) }
func (h attempts) Less(i, j int) bool { return h[i].arrives < h[j].arrives }
func (h attempts) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *attempts) Push(x any)        { *h = append(*h, x.(*attempt)) }
func (h *attempts) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// moved is when the head of an event was last moved, and by whom.
type moved struct {
	at    time.Duration
	kiosk int
}

// race lets the writers of all kiosks move heads by compare-and-swap, and gives
// how many attempts found that another one had been faster. Of those that race,
// the first to land always gets through.
func race(arrivals []*arrival, v Venue, m Measured) int {
	queues := make([][]*arrival, v.Kiosks)
	for _, a := range arrivals {
		queues[a.kiosk] = append(queues[a.kiosk], a)
	}
	way := &attempts{}
	send := func(kiosk int, batch []*arrival, at time.Duration) {
		heap.Push(way, &attempt{kiosk: kiosk, batch: batch, knows: at - m.Watch, arrives: at + m.Swap/2})
	}
	next := func(kiosk int, free time.Duration) {
		if queue := queues[kiosk]; len(queue) > 0 {
			start := max(free, queue[0].ready)
			n := waiting(queue, start, m.Batch)
			queues[kiosk] = queue[n:]
			send(kiosk, queue[:n], start)
		}
	}
	for kiosk := range queues {
		next(kiosk, 0)
	}
	heads := make(map[int]moved, v.Events)
	// The servers carry out one transaction after the other, whoever sends it.
	free := time.Duration(0)
	raced := 0
	for way.Len() > 0 {
		a := heap.Pop(way).(*attempt)
		lands := max(a.arrives, free+m.SwapWork) + time.Duration(len(a.batch))*m.SwapReport
		free = lands
		answered := lands + m.Swap/2
		if a.lost(heads) {
			raced++
			send(a.kiosk, a.batch, answered+m.Watch)
			continue
		}
		for _, arrived := range a.batch {
			heads[arrived.event] = moved{lands, a.kiosk}
			arrived.saved = answered
		}
		next(a.kiosk, answered)
	}
	return raced
}

// lost reports whether another kiosk moved a head after what the attempt knows.
func (a *attempt) lost(heads map[int]moved) bool {
	for _, arrived := range a.batch {
		if head, ok := heads[arrived.event]; ok && head.kiosk != a.kiosk && head.at > a.knows {
			return true
		}
	}
	return false
}
