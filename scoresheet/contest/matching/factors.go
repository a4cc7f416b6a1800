package matching

import (
	"math/bits"
	"math/rand/v2"
)

// MaxFactored is the number of vertices of the largest graph that Factors looks
// at.
const MaxFactored = 32

// Verdict is what a search for factors came to.
type Verdict int

// The verdicts: there are none, that is sure; the search gave up; here they are.
const (
	Impossible Verdict = iota
	Undecided
	Found
)

// Factors looks for so many perfect matchings (factors of degree 1) of the graph
// that no two of them have an edge in common, and gives them as mates; the first
// of them contains the pairs that are given for it. It stops as Undecided after
// so many steps. The same question always gets the same answer.
//
// The method: matchings are taken away one after the other, by backtracking. Odd
// sets that few edges leave are found beforehand, and none of the matchings may
// use too many of these edges. Vertices are in an order that is changed at
// random, from a fixed seed, whenever a search takes long: orders that are bad
// for one graph are good for another.
func Factors(n, count int, joined func(a, b int) bool, first [][2]int, steps int) ([][]int, Verdict) {
	if n%2 == 1 || n > MaxFactored {
		return nil, Impossible
	}
	if n == 0 {
		return make([][]int, count), Found
	}
	order := make([]int, n)
	for v := range order {
		order[v] = v
	}
	random := rand.NewPCG(uint64(n), uint64(count))
	for try := 1; steps > 0; try++ {
		limit := min(steps, shortSearch*luby(try))
		steps -= limit
		f := newFactoring(order, joined, limit)
		if f.begin(count, first) {
			return f.mates(order), Found
		}
		if f.steps > 0 {
			return nil, Impossible
		}
		for i := n - 1; i > 0; i-- {
			j := int(random.Uint64() % uint64(i+1))
			order[i], order[j] = order[j], order[i]
		}
	}
	return nil, Undecided
}

// shortSearch is the number of steps of the shortest searches.
const shortSearch = 1000

// luby is 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: lengths of searches that are nearly
// as good as the best ones, whatever these are (Luby, Sinclair and Zuckerman).
func luby(i int) int {
	for {
		power := 1 << bits.Len(uint(i))
		if i == power-1 {
			return power / 2
		}
		i -= power/2 - 1
	}
}

// graph32 gives each vertex the set of those that it is joined with.
type graph32 [MaxFactored]uint32

func (g *graph32) cut(a, b int) {
	g[a] &^= 1 << b
	g[b] &^= 1 << a
}

type factoring struct {
	n     int
	place []int
	graph graph32
	steps int
	// factors are the matchings that were taken away so far, as pairs.
	factors [][][2]int
	// failed are states from which there is no way on.
	failed map[factorState]bool
}

// factorState is what is left of the graph, and the mate of the first vertex in
// the last matching. How many matchings are to follow needs not be said, as it
// follows from the number of edges.
type factorState struct {
	graph graph32
	last  int
}

func newFactoring(order []int, joined func(a, b int) bool, steps int) *factoring {
	f := &factoring{n: len(order), place: make([]int, len(order)), steps: steps, failed: map[factorState]bool{}}
	for i, a := range order {
		f.place[a] = i
		for j, b := range order[:i] {
			if joined(a, b) {
				f.graph[i] |= 1 << j
				f.graph[j] |= 1 << i
			}
		}
	}
	return f
}

func (f *factoring) mates(order []int) [][]int {
	list := make([][]int, len(f.factors))
	for i, pairs := range f.factors {
		list[i] = make([]int, f.n)
		for _, pair := range pairs {
			a, b := order[pair[0]], order[pair[1]]
			list[i][a], list[i][b] = b, a
		}
	}
	return list
}

func (f *factoring) all() uint32 { return uint32(1<<f.n - 1) }

// begin takes the first matching, which is not like the others, and then these.
func (f *factoring) begin(count int, first [][2]int) bool {
	if len(first) == 0 || count == 0 {
		return f.take(count, -1)
	}
	free := f.all()
	var pairs [][2]int
	for _, pair := range first {
		a, b := f.place[pair[0]], f.place[pair[1]]
		if f.graph[a]>>b&1 == 0 || free>>a&1 == 0 || free>>b&1 == 0 {
			return false
		}
		free &^= 1<<a | 1<<b
		pairs = append(pairs, [2]int{a, b})
	}
	search, possible := f.search(count)
	for _, pair := range pairs {
		possible = possible && search.leave(pair[0], pair[1], 1)
	}
	if !possible {
		return false
	}
	search.last = -1
	_, found := search.match(free, pairs)
	return found
}

// search prepares the search for the first of so many matchings; false if they
// are impossible.
func (f *factoring) search(count int) (*factorSearch, bool) {
	if !f.possible(count) {
		return nil, false
	}
	s := &factorSearch{factoring: f, count: count, dead: map[uint32]bool{}}
	if f.roomy(count) {
		return s, true
	}
	f.steps -= costOfCuts
	for _, cut := range f.graph.oddCuts(f.n) {
		if cut.edges < count {
			return nil, false
		}
		size := bits.OnesCount32(cut.set)
		if most := cut.edges - count + 1; most < min(size, f.n-size) {
			s.cuts = append(s.cuts, cut.set)
			s.left = append(s.left, most)
		}
	}
	return s, true
}

// costOfCuts is how many steps it counts to look for odd cuts.
const costOfCuts = 200

// roomy reports that no odd cut can be too small: s vertices of degree d and
// more have s(d-s+1) edges to others at least.
func (f *factoring) roomy(count int) bool {
	degree := f.n
	for v := range f.n {
		degree = min(degree, bits.OnesCount32(f.graph[v]))
	}
	for size := 3; size <= f.n/2; size += 2 {
		if size*(degree-size+1) < count+size-1 {
			return false
		}
	}
	return true
}

// take takes so many more matchings away. As their order does not matter, the
// mates of the first vertex ascend; last is its mate before.
func (f *factoring) take(count, last int) bool {
	if count == 0 {
		return true
	}
	before := factorState{f.graph, last}
	if f.failed[before] {
		return false
	}
	search, possible := f.search(count)
	if !possible {
		f.failed[before] = true
		return false
	}
	for mates := f.graph[0] >> (last + 1) << (last + 1); bits.OnesCount32(mates) >= count; mates &= mates - 1 {
		mate := bits.TrailingZeros32(mates)
		search.last = mate
		if search.leave(0, mate, 1) {
			if _, found := search.match(f.all()&^(1|1<<mate), [][2]int{{0, mate}}); found {
				return true
			}
		}
		search.leave(0, mate, -1)
	}
	if f.steps > 0 {
		f.failed[before] = true
	}
	return false
}

// possible reports whether nothing that is easy to see forbids so many
// matchings: every vertex needs so many edges, and every piece an even number
// of vertices.
func (f *factoring) possible(count int) bool {
	rest := f.all()
	for rest != 0 {
		piece, todo := uint32(0), rest&-rest
		for todo != 0 {
			v := bits.TrailingZeros32(todo)
			if bits.OnesCount32(f.graph[v]) < count {
				return false
			}
			piece |= 1 << v
			todo = (todo | f.graph[v]) &^ piece
		}
		if bits.OnesCount32(piece)%2 == 1 {
			return false
		}
		rest &^= piece
	}
	return true
}

// factorSearch looks for one matching after which count-1 more can be taken.
type factorSearch struct {
	*factoring
	count, last int
	// cuts are odd sets, and left how many of the edges that leave them may still
	// be used.
	cuts []uint32
	left []int
	// dead are sets of vertices that have no perfect matching.
	dead map[uint32]bool
}

// leave uses an edge, or gives it back, and reports whether it may be used.
func (s *factorSearch) leave(a, b, times int) bool {
	may := true
	for i, set := range s.cuts {
		if (set>>a^set>>b)&1 == 1 {
			s.left[i] -= times
			may = may && s.left[i] >= 0
		}
	}
	return may
}

// match matches the free vertices beside the pairs. It reports whether that was
// possible at all, and whether the search is at its end with all matchings.
func (s *factorSearch) match(free uint32, pairs [][2]int) (possible, found bool) {
	if free == 0 {
		return true, s.accept(pairs)
	}
	if s.steps--; s.steps <= 0 || s.dead[free] {
		return s.steps <= 0, false
	}
	a := s.tightest(free)
	for mates := s.graph[a] & free; mates != 0; mates &= mates - 1 {
		b := bits.TrailingZeros32(mates)
		can, done := true, false
		if s.leave(a, b, 1) {
			can, done = s.match(free&^(1<<a|1<<b), append(pairs, [2]int{a, b}))
		}
		s.leave(a, b, -1)
		possible = possible || can
		if done || s.steps <= 0 {
			return true, done
		}
	}
	if !possible {
		s.dead[free] = true
	}
	return possible, false
}

// tightest is the free vertex with the fewest free neighbours.
func (s *factorSearch) tightest(free uint32) int {
	best, fewest := 0, MaxFactored+1
	for rest := free; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros32(rest)
		if degree := bits.OnesCount32(s.graph[v] & free); degree < fewest {
			best, fewest = v, degree
		}
	}
	return best
}

func (s *factorSearch) accept(pairs [][2]int) bool {
	before := s.graph
	for _, pair := range pairs {
		s.graph.cut(pair[0], pair[1])
	}
	s.factors = append(s.factors, append([][2]int(nil), pairs...))
	if s.take(s.count-1, s.last) {
		return true
	}
	s.factors = s.factors[:len(s.factors)-1]
	s.graph = before
	return false
}
