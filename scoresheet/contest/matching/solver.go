package matching

import "slices"

// Solve finds the matching of the goal in the graph of n vertices with these
// edges. Of several edges between the same two vertices the heaviest counts. The
// same graph in the same order always gives the same matching.
//
// Errors: ErrEdge, ErrLarge, and *NoPerfectError where the goal is Perfect and
// cannot be reached.
//
// The method: duals fall at all exposed vertices at once, and alternating trees
// of tight edges grow from them until two meet, which makes one pair more. What
// happens next, and when, stands in a heap of events; time is the sum of all
// that duals have fallen by since the last pair was made. A search takes
// O(m log m) for m edges, a matching at most n/2 searches.
func Solve(n int, edges []Edge, goal Goal) (Matching, error) {
	if err := check(n, edges); err != nil {
		return Matching{}, err
	}
	s := newSolver(n, edges, goal)
	s.start()
	for s.exposed() && s.search() {
	}
	if goal == Perfect && s.exposed() {
		return Matching{}, &NoPerfectError{Barrier: s.barrier}
	}
	return s.matching(), nil
}

func check(n int, edges []Edge) error {
	if n > MaxVertices {
		return ErrLarge
	}
	for _, e := range edges {
		if e.A == e.B || min(e.A, e.B) < 0 || max(e.A, e.B) >= n {
			return ErrEdge
		}
		if e.Weight.large() {
			return ErrLarge
		}
	}
	return nil
}

// mark is where a vertex or blossom stands in the search.
type mark uint8

const (
	unseen mark = iota
	// outer: at an even distance from the root of a tree; duals fall.
	outer
	// inner: at an odd distance; duals rise.
	inner
)

// link is a tight edge between two blossoms.
type link struct{ from, to int32 }

// edge holds twice the weight, as duals are in halves.
type edge struct {
	a, b   int32
	weight Weight
}

// node is a vertex, or a blossom of nodes.
type node struct {
	mark mark
	// entry is the edge by which a tree reached an inner node.
	entry link
	// parent is the blossom that holds this one, or none.
	parent int32
	// base is the vertex that is not matched inside.
	base int32
	// kids are the nodes of a blossom around its cycle, from that of the base on;
	// links[i] leads from kids[i] to the next.
	kids  []int32
	links []link
	// leaves are all vertices inside.
	leaves []int32
	// dual is that of the blossom. While a node is marked its dual, and those of
	// the vertices inside, are kept as they would be at time 0.
	dual Weight
	// seen is the last walk that came by.
	seen int
}

const none = -1

type solver struct {
	n     int
	goal  Goal
	edges []edge
	// around[first[v]:first[v+1]] are the edges of v.
	first, around []int32
	mates         []int32
	duals         []Weight
	// top is the outermost blossom of each vertex, or the vertex itself.
	top []int32
	// nodes are the vertices, then the blossoms; spare are numbers of blossoms
	// that are not in use.
	nodes   []node
	spare   []int32
	time    Weight
	events  events
	walk    int
	alone   int
	barrier []int
}

func newSolver(n int, edges []Edge, goal Goal) *solver {
	s := &solver{
		n: n, goal: goal, alone: n,
		edges: make([]edge, len(edges)), first: make([]int32, n+1), around: make([]int32, 2*len(edges)),
		mates: make([]int32, n), duals: make([]Weight, n), top: make([]int32, n), nodes: make([]node, n, n+n/2),
	}
	for i, e := range edges {
		s.edges[i] = edge{int32(e.A), int32(e.B), e.Weight.twice()}
		s.first[e.A]++
		s.first[e.B]++
	}
	for v := range n {
		s.first[v+1] += s.first[v]
	}
	for i := len(s.edges) - 1; i >= 0; i-- {
		for _, v := range []int32{s.edges[i].a, s.edges[i].b} {
			s.first[v]--
			s.around[s.first[v]] = int32(i)
		}
	}
	leaves := make([]int32, n)
	for v := range int32(n) {
		s.mates[v], s.top[v], leaves[v] = none, v, v
		s.nodes[v] = node{parent: none, base: v, leaves: leaves[v : v+1 : v+1]}
	}
	return s
}

// start gives duals to begin with. Where vertices may stay alone all duals must
// be the same; for a perfect matching each may be as low as its edges allow, and
// what is tight then is matched at once.
func (s *solver) start() {
	if s.goal == Perfect {
		s.startLow()
		return
	}
	var highest Weight
	for i, e := range s.edges {
		if half := e.weight.half(); less(highest, half) || (i == 0 && s.goal == MaximumCardinality) {
			highest = half
		}
	}
	for v := range s.duals {
		s.duals[v] = highest
	}
}

// startLow keeps all duals even: then whatever the search halves is even.
func (s *solver) startLow() {
	for v := range s.duals {
		for i, e := range s.edgesOf(v) {
			half := s.edges[e].weight.half()
			for f := range half {
				half[f] += half[f] & 1
			}
			if i == 0 || less(s.duals[v], half) {
				s.duals[v] = half
			}
		}
	}
	for v := range int32(s.n) {
		if s.mates[v] != none {
			continue
		}
		mate := int32(none)
		for i, e := range s.edgesOf(int(v)) {
			other := s.other(e, v)
			need := s.edges[e].weight.Minus(s.duals[other])
			switch {
			case i == 0 || less(s.duals[v], need):
				s.duals[v], mate = need, other
			case need == s.duals[v] && s.mates[mate] != none:
				mate = other
			}
		}
		if mate != none && s.mates[mate] == none {
			s.match(v, mate)
			s.alone -= 2
		}
	}
}

func (s *solver) edgesOf(v int) []int32 { return s.around[s.first[v]:s.first[v+1]] }

func (s *solver) other(e, v int32) int32 { return s.edges[e].a ^ s.edges[e].b ^ v }

func (s *solver) match(a, b int32) { s.mates[a], s.mates[b] = b, a }

func (s *solver) exposed() bool { return s.alone > 0 }

// search grows trees from all exposed vertices until it has matched two more.
// False means that it cannot, or that it would not be worth it: the end.
func (s *solver) search() bool {
	s.time, s.events = Weight{}, s.events[:0]
	var worthless Weight
	for v := range int32(s.n) {
		if s.mates[v] == none {
			worthless = s.duals[v]
		}
	}
	for v := range int32(s.n) {
		if s.mates[v] == none {
			s.reach(s.top[v])
		}
	}
	for {
		e, any := s.events.pop()
		if s.goal == MaximumWeight && (!any || !less(e.at, worthless)) {
			s.time = worthless
			s.rest()
			return false
		}
		if !any {
			s.findBarrier()
			s.rest()
			return false
		}
		s.time = e.at
		if e.edge == none {
			s.ripen(e.blossom)
		} else if s.tighten(e.edge) {
			s.rest()
			return true
		}
	}
}

// tighten looks at an edge that may have become tight, and reports whether it
// closed a path between two exposed vertices.
func (s *solver) tighten(e int32) bool {
	a, b := s.edges[e].a, s.edges[e].b
	if s.nodes[s.top[a]].mark != outer {
		a, b = b, a
	}
	from, to := s.top[a], s.top[b]
	if from == to || s.nodes[from].mark != outer || s.nodes[to].mark == inner || s.slack(e) != (Weight{}) {
		return false
	}
	if s.nodes[to].mark == unseen {
		s.grow(link{a, b})
		return false
	}
	if meet := s.meet(from, to); meet != none {
		s.shrink(link{a, b}, meet)
		return false
	}
	s.augment(a, b)
	s.augment(b, a)
	s.alone -= 2
	return true
}

// dual is the dual of a vertex now.
func (s *solver) dual(v int32) Weight {
	switch s.nodes[s.top[v]].mark {
	case outer:
		return s.duals[v].Minus(s.time)
	case inner:
		return s.duals[v].Plus(s.time)
	}
	return s.duals[v]
}

// slack is by how much an edge between two outermost nodes is not tight now.
func (s *solver) slack(e int32) Weight {
	return s.dual(s.edges[e].a).Plus(s.dual(s.edges[e].b)).Minus(s.edges[e].weight)
}

// setMark marks an outermost node and moves its duals to or from time 0.
func (s *solver) setMark(b int32, m mark) {
	x := &s.nodes[b]
	if x.mark == m {
		return
	}
	by := s.time
	if x.mark == outer || m == inner {
		by = Weight{}.Minus(s.time)
	}
	if x.mark != unseen && m != unseen {
		by = by.twice() // straight from inner to outer
	}
	for _, v := range x.leaves {
		s.duals[v] = s.duals[v].Plus(by)
	}
	if len(x.kids) > 0 {
		x.dual = x.dual.Minus(by.twice())
	}
	x.mark = m
}

// reach makes a node outer.
func (s *solver) reach(b int32) {
	s.setMark(b, outer)
	s.scan(s.nodes[b].leaves)
}

// scan writes down when the edges of new outer vertices become tight.
func (s *solver) scan(leaves []int32) {
	for _, v := range leaves {
		for _, e := range s.edgesOf(int(v)) {
			to := s.top[s.other(e, v)]
			if to == s.top[v] {
				continue
			}
			sum := s.duals[s.edges[e].a].Plus(s.duals[s.edges[e].b]).Minus(s.edges[e].weight)
			switch s.nodes[to].mark {
			case outer:
				s.events.push(event{at: sum.half(), edge: e})
			case unseen:
				s.events.push(event{at: sum, edge: e})
			}
		}
	}
}

// scanFreed does so for vertices that no tree holds any more.
func (s *solver) scanFreed(leaves []int32) {
	for _, v := range leaves {
		for _, e := range s.edgesOf(int(v)) {
			if s.nodes[s.top[s.other(e, v)]].mark == outer {
				sum := s.duals[s.edges[e].a].Plus(s.duals[s.edges[e].b]).Minus(s.edges[e].weight)
				s.events.push(event{at: sum, edge: e})
			}
		}
	}
}

// grow takes the node at the end of a tight edge, and its mate, into the tree.
func (s *solver) grow(by link) {
	b := s.top[by.to]
	s.enter(b, by)
	s.reach(s.top[s.mates[s.nodes[b].base]])
}

// enter makes a node inner.
func (s *solver) enter(b int32, by link) {
	s.setMark(b, inner)
	x := &s.nodes[b]
	x.entry = by
	if len(x.kids) > 0 {
		s.events.push(event{at: x.dual.half(), edge: none, blossom: b})
	}
}

// above is the outer node above an outer node and the inner one between them,
// or none at a root.
func (s *solver) above(b int32) (between, up int32) {
	mate := s.mates[s.nodes[b].base]
	if mate == none {
		return none, none
	}
	between = s.top[mate]
	return between, s.top[s.nodes[between].entry.from]
}

// meet is the outer node in which the ways from two others to their roots meet,
// or none.
func (s *solver) meet(a, b int32) int32 {
	s.walk++
	for a != none || b != none {
		if a != none {
			if s.nodes[a].seen == s.walk {
				return a
			}
			s.nodes[a].seen = s.walk
			_, a = s.above(a)
		}
		a, b = b, a
	}
	return none
}

// shrink makes a blossom of the cycle that a tight edge closes in a tree.
func (s *solver) shrink(by link, meet int32) {
	downKids, downLinks := s.way(s.top[by.from], meet)
	upKids, upLinks := s.way(s.top[by.to], meet)
	slices.Reverse(downKids)
	slices.Reverse(downLinks)
	x := node{parent: none, base: s.nodes[meet].base, mark: outer}
	x.kids = append(append(append(x.kids, meet), downKids...), upKids...)
	for _, l := range downLinks {
		x.links = append(x.links, link{l.to, l.from})
	}
	x.links = append(append(x.links, by), upLinks...)
	b := s.newNode()
	var reached []int32
	for _, kid := range x.kids {
		k := &s.nodes[kid]
		if k.mark == inner {
			s.setMark(kid, outer)
			reached = append(reached, k.leaves...)
		}
		if len(k.kids) > 0 {
			k.dual = k.dual.Plus(s.time.twice())
		}
		k.mark, k.parent = unseen, b
		x.leaves = append(x.leaves, k.leaves...)
	}
	for _, v := range x.leaves {
		s.top[v] = b
	}
	x.dual = Weight{}.Minus(s.time.twice())
	s.nodes[b] = x
	s.scan(reached)
}

// way lists the nodes from an outer node up to, but without, the one where the
// cycle closes, and the links that lead up from each.
func (s *solver) way(b, meet int32) (kids []int32, links []link) {
	for b != meet {
		base := s.nodes[b].base
		between, up := s.above(b)
		entry := s.nodes[between].entry
		kids = append(kids, b, between)
		links = append(links, link{base, s.mates[base]}, link{entry.to, entry.from})
		b = up
	}
	return kids, links
}

func (s *solver) newNode() int32 {
	if last := len(s.spare) - 1; last >= 0 {
		b := s.spare[last]
		s.spare = s.spare[:last]
		return b
	}
	s.nodes = append(s.nodes, node{})
	return int32(len(s.nodes) - 1)
}

// augment matches v, in an outer node, with its new mate, and changes what is
// matched along the way to the root.
func (s *solver) augment(v, mate int32) {
	for {
		between, _ := s.above(s.top[v])
		s.rebase(s.top[v], v)
		s.mates[v] = mate
		if between == none {
			return
		}
		entry := s.nodes[between].entry
		s.rebase(between, entry.to)
		s.mates[entry.to] = entry.from
		v, mate = entry.from, entry.to
	}
}

// rebase matches the vertices of a node so that v is the one that is left for a
// mate outside.
func (s *solver) rebase(b, v int32) {
	x := &s.nodes[b]
	if len(x.kids) == 0 || x.base == v {
		return
	}
	at := slices.Index(x.kids, s.kid(b, v))
	s.rebase(x.kids[at], v)
	s.rematch(x, at)
	x.kids = slices.Concat(x.kids[at:], x.kids[:at])
	x.links = slices.Concat(x.links[at:], x.links[:at])
	x.base = v
}

// rematch matches the kids of a blossom along the even way from one of them to
// the first, beginning with the second and third on the way.
func (s *solver) rematch(x *node, at int) {
	last := len(x.kids)
	if at%2 == 1 {
		for i := at + 1; i < last; i += 2 {
			s.matchKids(x.kids[i], x.kids[(i+1)%last], x.links[i])
		}
		return
	}
	for i := at - 2; i >= 0; i -= 2 {
		s.matchKids(x.kids[i], x.kids[i+1], x.links[i])
	}
}

func (s *solver) matchKids(a, b int32, l link) {
	s.rebase(a, l.from)
	s.rebase(b, l.to)
	s.match(l.from, l.to)
}

// kid is the kid of a blossom that holds the vertex.
func (s *solver) kid(b, v int32) int32 {
	for s.nodes[v].parent != b {
		v = s.nodes[v].parent
	}
	return v
}

// ripen opens an inner blossom once its dual is used up. The kids on the even
// way from where the tree came in to the base stay in the tree.
func (s *solver) ripen(b int32) {
	x := s.nodes[b]
	if x.parent != none || x.mark != inner || len(x.kids) == 0 || x.dual != s.time.twice() {
		return
	}
	s.open(b)
	at := slices.Index(x.kids, s.top[x.entry.to])
	entry, last := x.entry, len(x.kids)
	var outers []int32
	for at != 0 {
		s.enter(x.kids[at], entry)
		if at%2 == 1 {
			l := x.links[at+1]
			outers = append(outers, x.kids[at+1])
			at, entry = (at+2)%last, l
		} else {
			l := x.links[at-2]
			outers = append(outers, x.kids[at-1])
			at, entry = at-2, link{l.to, l.from}
		}
	}
	s.enter(x.kids[0], entry)
	for _, kid := range outers {
		s.setMark(kid, outer)
	}
	for _, kid := range outers {
		s.scan(s.nodes[kid].leaves)
	}
	for _, kid := range x.kids {
		if s.nodes[kid].mark == unseen {
			s.scanFreed(s.nodes[kid].leaves)
		}
	}
}

// open dissolves an outermost blossom into its kids, none of them marked.
func (s *solver) open(b int32) {
	s.setMark(b, unseen)
	x := s.nodes[b]
	for _, kid := range x.kids {
		k := &s.nodes[kid]
		k.parent, k.mark = none, unseen
		for _, v := range k.leaves {
			s.top[v] = kid
		}
	}
	s.nodes[b] = node{parent: none}
	s.spare = append(s.spare, b)
}

// rest takes all marks away and opens blossoms without a dual.
func (s *solver) rest() {
	for v := range s.top {
		s.setMark(s.top[v], unseen)
	}
	for b := int32(len(s.nodes) - 1); b >= int32(s.n); b-- {
		s.openIdle(b)
	}
}

func (s *solver) openIdle(b int32) {
	x := s.nodes[b]
	if len(x.kids) == 0 || x.parent != none || x.dual != (Weight{}) {
		return
	}
	s.open(b)
	for _, kid := range x.kids {
		s.openIdle(kid)
	}
}

// findBarrier notes the inner vertices of trees that cannot grow any more: no
// edge leads from an outer node to anything but these.
func (s *solver) findBarrier() {
	s.barrier = []int{}
	for v, top := range s.top {
		if s.nodes[top].mark == inner {
			s.barrier = append(s.barrier, v)
		}
	}
}

func (s *solver) matching() Matching {
	m := Matching{Mates: make([]int, s.n), Certificate: Certificate{Duals: s.duals, Barrier: s.barrier}}
	for v, mate := range s.mates {
		m.Mates[v] = int(mate)
	}
	for _, x := range s.nodes[s.n:] {
		if len(x.kids) == 0 || x.dual == (Weight{}) {
			continue
		}
		members := make([]int, len(x.leaves))
		for i, v := range x.leaves {
			members[i] = int(v)
		}
		slices.Sort(members)
		m.Certificate.Blossoms = append(m.Certificate.Blossoms, Blossom{members, x.dual})
	}
	slices.SortFunc(m.Certificate.Blossoms, func(a, b Blossom) int { return slices.Compare(a.Members, b.Members) })
	return m
}

// event is an edge that becomes tight, or a blossom whose dual is used up, if
// nothing comes between.
type event struct {
	at            Weight
	edge, blossom int32
}

// events is a heap, the soonest first.
type events []event

func (h *events) push(e event) {
	*h = append(*h, e)
	list := *h
	i := len(list) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !less(e.at, list[up].at) {
			break
		}
		list[i], i = list[up], up
	}
	list[i] = e
}

func (h *events) pop() (event, bool) {
	list := *h
	if len(list) == 0 {
		return event{}, false
	}
	first, e := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*h = list
	i := 0
	for len(list) > 0 {
		down := 2*i + 1
		if down >= len(list) {
			break
		}
		if down+1 < len(list) && less(list[down+1].at, list[down].at) {
			down++
		}
		if !less(list[down].at, e.at) {
			break
		}
		list[i], i = list[down], down
	}
	if len(list) > 0 {
		list[i] = e
	}
	return first, true
}
