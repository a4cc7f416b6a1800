package matching

import "slices"

// Near finds the matching of the goal among all edges of the weights, which are
// too many to hold: it solves the graph in which every vertex has only its k
// heaviest edges, lets the duals look for edges that they reject among all
// others, adds these, and solves again until none is rejected. The result is as
// exact as that of Solve, and so are the errors; its certificate holds for all
// edges. k below 1 means a usual number.
func Near(n, k int, weights Weights, goal Goal) (Matching, error) {
	if n > MaxVertices {
		return Matching{}, ErrLarge
	}
	if k < 1 {
		k = usualNear
	}
	g := nearGraph{n: n, weights: weights, has: make([]bool, n*n)}
	for v := range n {
		g.addBest(v, k, func(int) bool { return true })
	}
	for {
		m, err := Solve(n, g.edges, goal)
		blocked, isBlocked := err.(*NoPerfectError)
		if err != nil && !isBlocked {
			return m, err
		}
		before := len(g.edges)
		barrier := m.Certificate.Barrier
		if isBlocked {
			barrier = blocked.Barrier
		}
		if barrier != nil {
			g.addAcross(barrier, k)
		}
		if !isBlocked {
			g.addRejected(m.Certificate, k)
		}
		if len(g.edges) == before {
			return m, err
		}
	}
}

const usualNear = 8

type nearGraph struct {
	n       int
	weights Weights
	edges   []Edge
	// has[a*n+b], for a < b: the edge is among the edges.
	has []bool
}

// addBest adds the k heaviest of the edges of v to those wanted.
func (g *nearGraph) addBest(v, k int, wanted func(other int) bool) {
	best := make([]Edge, 0, k+1)
	for other := range g.n {
		if other == v || !wanted(other) {
			continue
		}
		weight, joined := g.weights(v, other)
		if !joined || len(best) == k && !less(best[k-1].Weight, weight) {
			continue
		}
		at := len(best)
		for at > 0 && less(best[at-1].Weight, weight) {
			at--
		}
		best = slices.Insert(best, at, Edge{min(v, other), max(v, other), weight})
		best = best[:min(len(best), k)]
	}
	for _, e := range best {
		g.add(e)
	}
}

func (g *nearGraph) add(e Edge) {
	if at := e.A*g.n + e.B; !g.has[at] {
		g.has[at] = true
		g.edges = append(g.edges, e)
	}
}

// addAcross adds edges between the pieces that are left without the barrier;
// only these can break it.
func (g *nearGraph) addAcross(barrier []int, k int) {
	piece := g.pieces(barrier)
	for v := range g.n {
		if piece[v] != none {
			g.addBest(v, k, func(other int) bool { return piece[other] != none && piece[other] != piece[v] })
		}
	}
}

func (g *nearGraph) pieces(barrier []int) []int {
	around := make([][]int, g.n)
	for _, e := range g.edges {
		around[e.A] = append(around[e.A], e.B)
		around[e.B] = append(around[e.B], e.A)
	}
	const unknown = -2
	piece := slices.Repeat([]int{unknown}, g.n)
	for _, v := range barrier {
		piece[v] = none
	}
	for root := range piece {
		if piece[root] != unknown {
			continue
		}
		piece[root] = root
		for todo := []int{root}; len(todo) > 0; {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, other := range around[v] {
				if piece[other] == unknown {
					piece[other] = root
					todo = append(todo, other)
				}
			}
		}
	}
	return piece
}

// addRejected adds, for each vertex, the k edges that the duals reject most.
func (g *nearGraph) addRejected(c Certificate, k int) {
	within := make([][]int, g.n)
	for b, blossom := range c.Blossoms {
		for _, v := range blossom.Members {
			within[v] = append(within[v], b)
		}
	}
	excess := make([]Weight, g.n)
	for v := range g.n {
		clear(excess)
		for _, b := range within[v] {
			for _, other := range c.Blossoms[b].Members {
				excess[other] = excess[other].Minus(c.Blossoms[b].Dual)
			}
		}
		weigh := g.weights
		rejected := nearGraph{n: g.n, has: g.has, weights: func(a, b int) (Weight, bool) {
			weight, joined := weigh(a, b)
			if !joined {
				return Weight{}, false
			}
			over := weight.twice().Minus(c.Duals[a]).Minus(c.Duals[b]).Plus(excess[b])
			return over, less(Weight{}, over)
		}}
		rejected.addBest(v, k, func(int) bool { return true })
		for _, e := range rejected.edges {
			e.Weight, _ = weigh(e.A, e.B)
			g.edges = append(g.edges, e)
		}
	}
}
