package matching_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet/contest/matching"
)

type (
	weight = matching.Weight
	edge   = matching.Edge
)

var goals = []matching.Goal{matching.MaximumWeight, matching.MaximumCardinality, matching.Perfect}

// table are the weights of edges that are listed, the heaviest of the same.
func table(edges []edge) matching.Weights {
	list := map[[2]int]weight{}
	for _, e := range edges {
		key := [2]int{min(e.A, e.B), max(e.A, e.B)}
		if w, known := list[key]; !known || w.Compare(e.Weight) < 0 {
			list[key] = e.Weight
		}
	}
	return func(a, b int) (weight, bool) {
		w, joined := list[[2]int{min(a, b), max(a, b)}]
		return w, joined
	}
}

// value is the number of pairs and their weight.
func value(mates []int, weights matching.Weights) (pairs int, sum weight) {
	for v, mate := range mates {
		if v < mate {
			w, _ := weights(v, mate)
			pairs, sum = pairs+1, sum.Plus(w)
		}
	}
	return pairs, sum
}

// brute tries all matchings. False: there is none of the goal.
func brute(n int, weights matching.Weights, goal matching.Goal) (pairs int, best weight, found bool) {
	used := make([]bool, n)
	var try func(v, pairs int, sum weight)
	try = func(v, count int, sum weight) {
		for v < n && used[v] {
			v++
		}
		if v == n {
			switch {
			case goal == matching.Perfect && 2*count < n:
			case !found,
				goal == matching.MaximumCardinality && count > pairs,
				(goal != matching.MaximumCardinality || count == pairs) && sum.Compare(best) > 0:
				pairs, best, found = count, sum, true
			}
			return
		}
		try(v+1, count, sum)
		used[v] = true
		for other := v + 1; other < n; other++ {
			if w, joined := weights(v, other); joined && !used[other] {
				used[other] = true
				try(v+1, count+1, sum.Plus(w))
				used[other] = false
			}
		}
		used[v] = false
	}
	try(0, 0, weight{})
	return pairs, best, found
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// solved solves, and proves what comes out.
func solved(t fataler, n int, edges []edge, goal matching.Goal) (matching.Matching, bool) {
	t.Helper()
	m, err := matching.Solve(n, edges, goal)
	return m, proved(t, n, m, err, table(edges), goal)
}

func proved(t fataler, n int, m matching.Matching, err error, weights matching.Weights, goal matching.Goal) bool {
	t.Helper()
	var blocked *matching.NoPerfectError
	if goal == matching.Perfect && errors.As(err, &blocked) {
		if !matching.Blocks(n, blocked.Barrier, weights) {
			t.Fatalf("the barrier %v does not prove that there is no perfect matching", blocked.Barrier)
		}
		return false
	}
	if err != nil {
		t.Fatalf("goal %d: %v", goal, err)
	}
	if err := m.Certificate.Check(m.Mates, weights, goal); err != nil {
		t.Fatalf("goal %d: %v\nmates %v\n%+v", goal, err, m.Mates, m.Certificate)
	}
	return true
}

func compareBrute(t fataler, n int, edges []edge) {
	t.Helper()
	for _, goal := range goals {
		m, found := solved(t, n, edges, goal)
		pairs, best, exists := brute(n, table(edges), goal)
		if found != exists {
			t.Fatalf("goal %d: found %v, exists %v", goal, found, exists)
		}
		if !found {
			continue
		}
		gotPairs, got := value(m.Mates, table(edges))
		if got != best || goal == matching.MaximumCardinality && gotPairs != pairs {
			t.Fatalf("goal %d: got %d pairs of %v, best %d of %v", goal, gotPairs, got, pairs, best)
		}
	}
}

// Graphs that force each thing that can happen to a blossom: to be used as it
// is, to lie in another, to change from the outer to the inner side, to be
// opened on the way round its cycle either way, and to be opened while others
// lie in it or it in them.
func TestBlossoms(t *testing.T) {
	for name, edges := range map[string][][3]int{
		"empty":                    {},
		"one edge":                 {{0, 1, 1}},
		"middle edge is heavier":   {{0, 1, 5}, {1, 2, 11}, {2, 3, 5}},
		"most edges are lighter":   {{0, 1, 2}, {1, 2, 5}, {2, 3, 2}},
		"negative weights":         {{0, 1, 2}, {0, 2, -2}, {1, 2, 1}, {1, 3, -1}, {2, 3, -6}},
		"all zero":                 {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 0, 0}},
		"blossom augments":         {{0, 1, 8}, {0, 2, 9}, {1, 2, 10}, {2, 3, 7}},
		"blossom with two arms":    {{0, 1, 8}, {0, 2, 9}, {1, 2, 10}, {2, 3, 7}, {0, 5, 5}, {3, 4, 6}},
		"blossom turns inner":      {{0, 1, 9}, {0, 2, 8}, {1, 2, 10}, {0, 3, 5}, {3, 4, 4}, {0, 5, 3}},
		"inner, entered elsewhere": {{0, 1, 9}, {0, 2, 8}, {1, 2, 10}, {0, 3, 5}, {3, 4, 3}, {2, 5, 4}},
		"nested":                   {{0, 1, 9}, {0, 2, 9}, {1, 2, 10}, {1, 3, 8}, {2, 4, 8}, {3, 4, 10}, {4, 5, 6}},
		"outer blossom in another": {{0, 1, 10}, {0, 6, 10}, {1, 2, 12}, {2, 3, 20}, {2, 4, 20}, {3, 4, 25}, {4, 5, 10}, {5, 6, 10}, {6, 7, 8}},
		"nested, then opened":      {{0, 1, 8}, {0, 2, 8}, {1, 2, 10}, {1, 3, 12}, {2, 4, 12}, {3, 4, 14}, {3, 5, 12}, {4, 6, 12}, {5, 6, 14}, {6, 7, 12}},
		"inner, opened":            {{0, 1, 23}, {0, 4, 22}, {0, 5, 15}, {1, 2, 25}, {2, 3, 22}, {3, 4, 25}, {3, 7, 14}, {4, 6, 13}},
		"nested, inner, opened":    {{0, 1, 19}, {0, 2, 20}, {0, 7, 8}, {1, 2, 25}, {1, 3, 18}, {2, 4, 18}, {3, 4, 13}, {3, 6, 7}, {4, 5, 7}},
		"opened to the left":       {{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 35}, {4, 6, 26}, {8, 9, 5}},
		"opened to the right":      {{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 26}, {4, 6, 40}, {8, 9, 5}},
		"opened, a kid is reached": {{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 28}, {4, 6, 26}, {8, 9, 5}},
		"nested, outer first":      {{0, 1, 45}, {0, 6, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 95}, {3, 5, 94}, {4, 5, 94}, {5, 6, 50}, {0, 7, 30}, {2, 10, 35}, {4, 8, 36}, {6, 9, 26}, {10, 11, 5}},
		"two components":           {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}, {4, 5, 1}},
		"two odd components":       {{0, 1, 3}, {1, 2, 4}, {0, 2, 5}, {3, 4, 5}, {4, 5, 1}, {3, 5, 2}},
		"a star":                   {{0, 1, 3}, {0, 2, 4}, {0, 3, 5}},
		"the same edge twice":      {{0, 1, 3}, {1, 0, 7}, {1, 2, 6}, {2, 3, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			var list []edge
			for _, e := range edges {
				list = append(list, edge{e[0], e[1], weight{int64(e[2])}})
				n = max(n, e[0]+1, e[1]+1)
			}
			compareBrute(t, n, list)
			compareBrute(t, n+1, list)
			for i := range list {
				list[i].Weight = weight{0, 3, list[i].Weight[0]}
				list[i].A, list[i].B = n-1-list[i].B, n-1-list[i].A
			}
			compareBrute(t, n, list)
		})
	}
}

// anyGraph draws a graph with few different weights, so that ties and blossoms
// abound, or with many.
func anyGraph(t *rapid.T, smallest, largest int) (int, []edge) {
	n := rapid.IntRange(smallest, largest).Draw(t, "n")
	density := rapid.IntRange(1, 10).Draw(t, "density")
	spread := rapid.SampledFrom([]int{0, 1, 3, 20, 1000}).Draw(t, "spread")
	figures := rapid.IntRange(1, 3).Draw(t, "figures")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	var edges []edge
	for a := range n {
		for b := a + 1; b < n; b++ {
			if random.IntN(10) >= density {
				continue
			}
			e := edge{A: a, B: b}
			for f := range figures {
				e.Weight[f] = int64(random.IntN(2*spread+1) - spread*random.IntN(2))
			}
			edges = append(edges, e)
		}
	}
	random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return n, edges
}

func TestSolveAgainstAllMatchings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := anyGraph(t, 0, 10)
		compareBrute(t, n, edges)
	})
}

func TestSolveAgainstItsDual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := anyGraph(t, 11, 70)
		for _, goal := range goals {
			m, found := solved(t, n, edges, goal)
			again, _ := matching.Solve(n, edges, goal)
			if found && !slices.Equal(m.Mates, again.Mates) {
				t.Fatalf("goal %d: the same graph was matched in two ways", goal)
			}
		}
	})
}

func TestNearIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := anyGraph(t, 0, 40)
		weights := table(edges)
		k := rapid.IntRange(0, 4).Draw(t, "k")
		for _, goal := range goals {
			whole, found := solved(t, n, edges, goal)
			m, err := matching.Near(n, k, weights, goal)
			if proved(t, n, m, err, weights, goal) != found {
				t.Fatalf("goal %d: near neighbours found it is %v, all edges %v", goal, !found, found)
			}
			pairs, sum := value(whole.Mates, weights)
			if nearPairs, nearSum := value(m.Mates, weights); found && (nearSum != sum || goal == matching.MaximumCardinality && nearPairs != pairs) {
				t.Fatalf("goal %d: %v of near neighbours, %v of all edges", goal, nearSum, sum)
			}
		}
	})
}

func TestSolveRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		n     int
		edges []edge
		want  error
	}{
		"an edge to itself":      {2, []edge{{A: 1, B: 1}}, matching.ErrEdge},
		"an end that is none":    {2, []edge{{A: 0, B: 2}}, matching.ErrEdge},
		"a negative end":         {2, []edge{{A: -1, B: 0}}, matching.ErrEdge},
		"a weight that is large": {2, []edge{{0, 1, weight{0, 0, -matching.MaxFigure - 1}}}, matching.ErrLarge},
		"too many vertices":      {matching.MaxVertices + 1, nil, matching.ErrLarge},
	} {
		if _, err := matching.Solve(c.n, c.edges, matching.MaximumWeight); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

// The checker sees every way in which a proof can be wrong.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	edges := []edge{{0, 1, weight{8}}, {0, 2, weight{9}}, {1, 2, weight{10}}, {2, 3, weight{7}}, {0, 5, weight{5}}, {3, 4, weight{6}}}
	path := []edge{{0, 1, weight{2}}, {1, 2, weight{5}}, {2, 3, weight{2}}}
	star := []edge{{0, 1, weight{3}}, {0, 2, weight{4}}, {0, 3, weight{5}}}
	for name, c := range map[string]struct {
		n     int
		edges []edge
		goal  matching.Goal
		spoil func(m *matching.Matching)
		want  error
	}{
		"one-sided mate":    {6, edges, matching.Perfect, func(m *matching.Matching) { m.Mates[0] = matching.Alone }, matching.ErrMates},
		"mate out of range": {6, edges, matching.Perfect, func(m *matching.Matching) { m.Mates[0] = 9 }, matching.ErrMates},
		"no such edge": {4, path, matching.Perfect, func(m *matching.Matching) {
			m.Mates = []int{2, 3, 0, 1}
		}, matching.ErrMates},
		"a worse matching": {4, path, matching.MaximumWeight, func(m *matching.Matching) {
			m.Mates = []int{1, 0, 3, 2}
		}, matching.ErrSlack},
		"a heavier but smaller one": {4, path, matching.MaximumCardinality, func(m *matching.Matching) {
			best, _ := matching.Solve(4, path, matching.MaximumWeight)
			*m = best
		}, matching.ErrAlone},
		"a dual too low":      {6, edges, matching.Perfect, func(m *matching.Matching) { m.Certificate.Duals[5][0]-- }, matching.ErrRejected},
		"a dual too high":     {6, edges, matching.Perfect, func(m *matching.Matching) { m.Certificate.Duals[5][2]++ }, matching.ErrSlack},
		"a dual is missing":   {6, edges, matching.Perfect, func(m *matching.Matching) { m.Certificate.Duals = m.Certificate.Duals[1:] }, matching.ErrDuals},
		"a dual that is huge": {6, edges, matching.Perfect, func(m *matching.Matching) { m.Certificate.Duals[0][1] = 1 << 62 }, matching.ErrDuals},
		"a blossom is even": {6, edges, matching.Perfect, func(m *matching.Matching) {
			m.Certificate.Blossoms = []matching.Blossom{{Members: []int{0, 1}, Dual: weight{1}}}
		}, matching.ErrDuals},
		"a blossom without a dual": {6, edges, matching.Perfect, func(m *matching.Matching) {
			m.Certificate.Blossoms = []matching.Blossom{{Members: []int{0, 1, 2}}}
		}, matching.ErrDuals},
		"a blossom that is not full": {6, edges, matching.Perfect, func(m *matching.Matching) {
			m.Certificate.Blossoms = append(m.Certificate.Blossoms, matching.Blossom{Members: []int{0, 1, 3}, Dual: weight{1}})
		}, matching.ErrSlack},
		"a blossom out of order": {6, edges, matching.Perfect, func(m *matching.Matching) {
			m.Certificate.Blossoms = []matching.Blossom{{Members: []int{0, 3, 1}, Dual: weight{1}}}
		}, matching.ErrDuals},
		"somebody alone":       {6, edges, matching.Perfect, func(m *matching.Matching) { m.Mates[0], m.Mates[5] = -1, -1 }, matching.ErrAlone},
		"a barrier is missing": {4, star, matching.MaximumCardinality, func(m *matching.Matching) { m.Certificate.Barrier = nil }, matching.ErrAlone},
		"a barrier twice":      {4, star, matching.MaximumCardinality, func(m *matching.Matching) { m.Certificate.Barrier = []int{0, 0} }, matching.ErrAlone},
		"a negative dual": {2, nil, matching.MaximumWeight, func(m *matching.Matching) {
			m.Certificate.Duals[0] = weight{-1}
		}, matching.ErrDuals},
		"an exposed vertex with a dual": {2, nil, matching.MaximumWeight, func(m *matching.Matching) {
			m.Certificate.Duals[0] = weight{1}
		}, matching.ErrSlack},
	} {
		m, err := matching.Solve(c.n, c.edges, c.goal)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := m.Certificate.Check(m.Mates, table(c.edges), c.goal); err != nil {
			t.Errorf("%s, before: %v", name, err)
		}
		c.spoil(&m)
		if err := m.Certificate.Check(m.Mates, table(c.edges), c.goal); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if matching.Blocks(4, []int{0}, table(path)) || matching.Blocks(4, []int{7}, table(star)) {
		t.Error("a barrier proves what is not so")
	}
}

// round is the graph of a late round: vertices in order, in classes of equal
// points, some pairs gone, some of one unit.
func round(n int, seed uint64) matching.Weights {
	random := rand.New(rand.NewPCG(seed, 2))
	points, unit := make([]int64, n), make([]int, n)
	for v := range n {
		points[v], unit[v] = int64(10*(random.IntN(4)+random.IntN(4)+random.IntN(4))), random.IntN(1+n/10)
	}
	slices.Sort(points)
	met := make([]bool, n*n)
	for range 5 * n {
		a := random.IntN(n)
		b := min(n-1, max(0, a+random.IntN(41)-20))
		met[a*n+b], met[b*n+a] = true, true
	}
	return func(a, b int) (weight, bool) {
		if met[a*n+b] {
			return weight{}, false
		}
		var w weight
		if unit[a] == unit[b] {
			w[0] = -1
		}
		d, place := points[a]-points[b], int64(a-b)
		w[1], w[2] = -d*d, -place*place
		return w, true
	}
}

func TestNearOnALargeRound(t *testing.T) {
	for _, n := range []int{200, 501} {
		weights := round(n, 3)
		goal := matching.Perfect
		if n%2 == 1 {
			goal = matching.MaximumCardinality
		}
		m, err := matching.Near(n, 0, weights, goal)
		if !proved(t, n, m, err, weights, goal) {
			t.Errorf("%d: no perfect matching", n)
		}
	}
}

func BenchmarkNear(b *testing.B) {
	for _, n := range []int{100, 1000} {
		for _, goal := range goals {
			b.Run(fmt.Sprintf("n=%d/goal=%d", n, goal), func(b *testing.B) {
				weights := round(n, 3)
				for b.Loop() {
					if _, err := matching.Near(n, 0, weights, goal); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	weights := round(1000, 3)
	m, err := matching.Near(1000, 0, weights, matching.Perfect)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if err := m.Certificate.Check(m.Mates, weights, matching.Perfect); err != nil {
				b.Fatal(err)
			}
		}
	})
}
