package event_test

import (
	"fmt"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// large is an event with so many matches in its first round. The rulebook's
// bound on the size of a group is lifted: only the number of matches matters
// here, so the round is drawn by hand.
func large(b *testing.B, matches int) *hall {
	b.Helper()
	h := newHall(b, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(2)})
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.settleRound(byNumber)
	const drawn = `{"table":%d,"a":"e1","b":"e2"}`
	data := []byte(fmt.Sprintf(`{"v":1,"n":%d,"at":"2026-05-09T09:00:00Z","by":{"role":"organiser"},"kind":"round.drawn","data":{"number":2,"phase":"group","phase_round":2,"matches":[`, h.state.Version+1))
	for n := range matches {
		if n > 0 {
			data = append(data, ',')
		}
		data = fmt.Appendf(data, drawn, n+1)
	}
	data = append(data, fmt.Sprintf(`]},"prev":"%s"}`, h.state.Head)...)
	h.state = evolved(b, h.state, data)
	h.log = append(h.log, data)
	return h
}

// BenchmarkReport decides on one report of a hand; it must cost the same in an
// event of any size.
func BenchmarkReport(b *testing.B) {
	for _, matches := range []int{10, 100, 10_000} {
		b.Run(fmt.Sprintf("%d matches", matches), func(b *testing.B) {
			h := large(b, matches)
			n := h.state.Matches() / 2
			h.hold(n, sideA)
			h.hold(n, sideB)
			for number := range 4 {
				order := doubleA
				if number%2 == 1 {
					order = doubleB
				}
				h.do(phone(sideA), report(n, sideA, 1, number+1, finish(order...)))
				h.do(phone(sideB), report(n, sideB, 1, number+1, finish(order...)))
			}
			cmd, env := report(n, sideA, 1, 5, finish(1, 3)), event.Env{Now: h.now, By: phone(sideA)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := event.Decide(h.state, cmd, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// journal is a journal of so many entries, most of them reports and
// confirmations of hands.
func journal(b *testing.B, entries int) [][]byte {
	b.Helper()
	h := large(b, entries/12)
	round, _ := h.state.CurrentRound()
	for n := round.First; len(h.log) < entries; n++ {
		if n > round.Last {
			b.Fatal("too few matches")
		}
		h.hold(n, sideA)
		h.hold(n, sideB)
		for number := range 6 {
			order := []scoresheet.Seat{1, 2, 4}
			if number%2 == 1 {
				order = []scoresheet.Seat{2, 1, 3}
			}
			h.do(phone(sideA), report(n, sideA, 1, number+1, finish(order...)))
			h.do(phone(sideB), report(n, sideB, 1, number+1, finish(order...)))
		}
	}
	return h.log[:entries]
}

// BenchmarkReplay reads a journal of 100,000 entries as a kiosk does when it
// starts: decoded, its chain checked, added up.
func BenchmarkReplay(b *testing.B) {
	log := journal(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		var chain event.Chain
		var s *event.State
		for _, encoded := range log {
			e, err := chain.Add(encoded)
			if err != nil {
				b.Fatal(err)
			}
			if s, err = event.Evolve(s, e, encoded); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(log)), "ns/entry")
}

// BenchmarkBell rings at 10,000 tables at once.
func BenchmarkBell(b *testing.B) {
	h := large(b, 10_000)
	h.do(chief, event.SetClock{Do: "start"})
	h.now = h.clock().Ends
	b.ReportAllocs()
	for b.Loop() {
		if _, err := event.Decide(h.state, event.Tick{}, event.Env{Now: h.now, By: kiosk}); err != nil {
			b.Fatal(err)
		}
	}
}
