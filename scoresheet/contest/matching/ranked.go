package matching

import (
	"iter"
	"slices"
)

// Ranked gives all perfect matchings of the graph as mates, the heaviest first,
// and never one twice. Each costs about n/2 solutions of the whole graph, which
// suits small ones.
//
// The method: what is left to look at is a set of parts, each of which has some
// pairs that are given and some that are barred, and of each the best matching
// is known. The best of all is given out, and its part falls into smaller ones:
// those with the first so many of its pairs, but without the next (Murty).
func Ranked(n int, weights Weights) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		r := ranking{n: n, weights: weights}
		r.add(nil, nil)
		for len(r.parts) > 0 {
			best := r.takeBest()
			if !yield(slices.Clone(best.mates)) {
				return
			}
			given := best.given
			for a, b := range best.mates {
				if a > b || slices.Contains(best.given, [2]int{a, b}) {
					continue
				}
				pair := [2]int{a, b}
				r.add(given, append(slices.Clip(best.barred), pair))
				given = append(slices.Clip(given), pair)
			}
		}
	}
}

type ranking struct {
	n       int
	weights Weights
	parts   []part
}

type part struct {
	given, barred [][2]int
	mates         []int
	sum           Weight
}

func (r *ranking) takeBest() part {
	best := 0
	for i := range r.parts {
		if less(r.parts[best].sum, r.parts[i].sum) {
			best = i
		}
	}
	taken := r.parts[best]
	r.parts = slices.Delete(r.parts, best, best+1)
	return taken
}

// add adds the part, unless nothing is in it.
func (r *ranking) add(given, barred [][2]int) {
	p := part{given: given, barred: barred}
	taken := make([]bool, r.n)
	for _, pair := range given {
		taken[pair[0]], taken[pair[1]] = true, true
	}
	var free []int
	for v := range r.n {
		if !taken[v] {
			free = append(free, v)
		}
	}
	var edges []Edge
	for i, a := range free {
		for j := i + 1; j < len(free); j++ {
			pair := [2]int{a, free[j]}
			if weight, joined := r.weights(a, free[j]); joined && !slices.Contains(barred, pair) {
				edges = append(edges, Edge{i, j, weight})
			}
		}
	}
	m, err := Solve(len(free), edges, Perfect)
	if err != nil {
		return
	}
	p.mates = make([]int, r.n)
	for i, mate := range m.Mates {
		p.mates[free[i]] = free[mate]
	}
	for _, pair := range given {
		p.mates[pair[0]], p.mates[pair[1]] = pair[1], pair[0]
	}
	for a, b := range p.mates {
		if a < b {
			weight, _ := r.weights(a, b)
			p.sum = p.sum.Plus(weight)
		}
	}
	r.parts = append(r.parts, p)
}
