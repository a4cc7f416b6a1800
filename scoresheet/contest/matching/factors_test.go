package matching_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet/contest/matching"
)

const patience = 200_000

// checkFactors proves that the factors are so many matchings of the graph,
// disjoint, with the first pairs in the first.
func checkFactors(t fataler, n, count int, joined func(a, b int) bool, first [][2]int, factors [][]int) {
	t.Helper()
	if len(factors) != count {
		t.Fatalf("%d factors, want %d", len(factors), count)
	}
	used := map[[2]int]bool{}
	for _, mates := range factors {
		for a, b := range mates {
			if b < 0 || b >= n || mates[b] != a || a == b || !joined(a, b) || used[[2]int{a, b}] {
				t.Fatalf("%d and %d cannot be a pair in %v", a, b, factors)
			}
			used[[2]int{a, b}] = true
		}
	}
	for _, pair := range first {
		if factors[0][pair[0]] != pair[1] {
			t.Fatalf("the first factor %v lacks %v", factors[0], pair)
		}
	}
}

func TestFactorsOfKnownGraphs(t *testing.T) {
	complete := func(a, b int) bool { return true }
	petersen := func(a, b int) bool {
		a, b = min(a, b), max(a, b)
		switch {
		case b < 5:
			return b-a == 1 || b-a == 4
		case a < 5:
			return b == a+5
		}
		return b-a == 2 || b-a == 3
	}
	// Two complete graphs of 9, joined by three edges: at most three factors.
	bridged := func(a, b int) bool { return (a < 9) == (b < 9) || a%9 == b%9 && a%9 < 3 }
	lopsided := func(a, b int) bool { return (a < 9) != (b < 9) }
	for name, c := range map[string]struct {
		n, count int
		joined   func(a, b int) bool
		first    [][2]int
		want     matching.Verdict
	}{
		"nobody":                         {0, 3, complete, nil, matching.Found},
		"none of anything":               {6, 0, complete, nil, matching.Found},
		"two":                            {2, 1, complete, nil, matching.Found},
		"two, once more":                 {2, 2, complete, nil, matching.Impossible},
		"an odd number":                  {7, 1, complete, nil, matching.Impossible},
		"beyond the largest":             {34, 1, complete, nil, matching.Impossible},
		"all rounds of 6":                {6, 5, complete, [][2]int{{0, 5}}, matching.Found},
		"all rounds of 8":                {8, 7, complete, [][2]int{{0, 5}, {1, 2}}, matching.Found},
		"all rounds of 20":               {20, 19, complete, nil, matching.Found},
		"all rounds of 18":               {18, 17, complete, [][2]int{{17, 3}}, matching.Found},
		"one factor of Petersen's graph": {10, 1, petersen, nil, matching.Found},
		"two factors of Petersen's":      {10, 2, petersen, nil, matching.Impossible},
		"bridges are used":               {18, 3, bridged, nil, matching.Found},
		"not all bridges at once":        {18, 2, bridged, [][2]int{{0, 9}, {1, 10}, {2, 11}}, matching.Impossible},
		"two sides of unequal size":      {20, 1, lopsided, nil, matching.Impossible},
		"a pair that is none":            {18, 1, bridged, [][2]int{{0, 10}}, matching.Impossible},
	} {
		t.Run(name, func(t *testing.T) {
			factors, verdict := matching.Factors(c.n, c.count, c.joined, c.first, patience)
			if verdict != c.want {
				t.Fatalf("verdict %d, want %d", verdict, c.want)
			}
			if verdict == matching.Found {
				checkFactors(t, c.n, c.count, c.joined, c.first, factors)
			}
		})
	}
	if _, verdict := matching.Factors(20, 1, lopsided, nil, 10); verdict != matching.Undecided {
		t.Errorf("10 steps gave verdict %d", verdict)
	}
}

// hasFactors tries everything: so many disjoint perfect matchings, of which the
// first has the pair.
func hasFactors(n, count int, joined [][]bool, first [2]int) bool {
	if count == 0 {
		return true
	}
	used := make([]bool, n)
	use := func(a, b int, is bool) {
		used[a], used[b] = is, is
		joined[a][b], joined[b][a] = !is, !is
	}
	var match func() bool
	match = func() bool {
		a := slices.Index(used, false)
		if a < 0 {
			before := used
			used = make([]bool, n)
			defer func() { used = before }()
			return hasFactors(n, count-1, joined, [2]int{})
		}
		for b := a + 1; b < n; b++ {
			if used[b] || !joined[a][b] {
				continue
			}
			use(a, b, true)
			found := match()
			used[a], used[b], joined[a][b], joined[b][a] = false, false, true, true
			if found {
				return true
			}
		}
		return false
	}
	if first == [2]int{} {
		return match()
	}
	if !joined[first[0]][first[1]] {
		return false
	}
	use(first[0], first[1], true)
	found := match()
	a, b := first[0], first[1]
	used[a], used[b], joined[a][b], joined[b][a] = false, false, true, true
	return found
}

func TestFactorsAgainstAllOfThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(1, 4).Draw(t, "half")
		density := rapid.IntRange(4, 10).Draw(t, "density")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		joined := make([][]bool, n)
		for a := range joined {
			joined[a] = make([]bool, n)
			for b := range a {
				joined[a][b] = random.IntN(10) < density
				joined[b][a] = joined[a][b]
			}
		}
		is := func(a, b int) bool { return joined[a][b] }
		for count := range min(n, 5) {
			for _, first := range [][2]int{{}, {0, n - 1}, {n / 2, n/2 - 1}} {
				var pairs [][2]int
				if first != [2]int{} {
					pairs = [][2]int{first}
				}
				factors, verdict := matching.Factors(n, count, is, pairs, patience)
				has := hasFactors(n, count, joined, first)
				if (verdict == matching.Found) != has || verdict == matching.Undecided {
					t.Fatalf("%d factors with %v: verdict %d, there are %v", count, pairs, verdict, has)
				}
				if verdict == matching.Found && count > 0 {
					checkFactors(t, n, count, is, pairs, factors)
				}
			}
		}
	})
}

func TestRankedGivesAllInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := anyGraph(t, 0, 8)
		weights := table(edges)
		var want []weight
		used := make([]bool, n)
		var try func(v int, sum weight)
		try = func(v int, sum weight) {
			for v < n && used[v] {
				v++
			}
			if v == n {
				want = append(want, sum)
				return
			}
			used[v] = true
			for other := v + 1; other < n; other++ {
				if w, joined := weights(v, other); joined && !used[other] {
					used[other] = true
					try(v+1, sum.Plus(w))
					used[other] = false
				}
			}
			used[v] = false
		}
		try(0, weight{})
		slices.SortFunc(want, func(a, b weight) int { return b.Compare(a) })
		var got []weight
		seen := [][]int{}
		for mates := range matching.Ranked(n, weights) {
			_, sum := value(mates, weights)
			got = append(got, sum)
			if slices.ContainsFunc(seen, func(m []int) bool { return slices.Equal(m, mates) }) {
				t.Fatalf("%v comes twice", mates)
			}
			seen = append(seen, mates)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
	for range matching.Ranked(4, func(a, b int) (weight, bool) { return weight{}, true }) {
		break
	}
}

func BenchmarkFactorsOf20(b *testing.B) {
	for b.Loop() {
		if _, verdict := matching.Factors(20, 19, func(a, b int) bool { return true }, nil, patience); verdict != matching.Found {
			b.Fatal("not found")
		}
	}
}
