package matching

import (
	"errors"
	"fmt"
	"math"
)

// The reasons why a matching is not proved.
var (
	// ErrMates: the mates are no matching of the graph.
	ErrMates = errors.New("matching: the mates are no matching")
	// ErrDuals: a dual is missing, too large or of the wrong sign, or a blossom is
	// no odd set.
	ErrDuals = errors.New("matching: the duals are impossible")
	// ErrRejected: an edge is worth more than the duals allow, so that the
	// matching may not be the best.
	ErrRejected = errors.New("matching: the duals reject an edge")
	// ErrSlack: a pair is worth less than its duals say, a blossom is not full, or
	// an exposed vertex has a dual.
	ErrSlack = errors.New("matching: the duals promise more than there is")
	// ErrAlone: more could be matched, or that they could not is not proved.
	ErrAlone = errors.New("matching: vertices are alone without need")
)

// Check proves that the mates are a matching of the goal in the graph of the
// weights, with as many vertices as there are mates; silence is the proof.
//
// Twice the weight of any matching is at most the sum of the duals that it
// meets: each vertex once, and each blossom half its size, rounded down, times.
// Check sees that no edge breaks this, and that the mates reach it. For n
// vertices it looks at n² edges.
//
// Errors: ErrMates, ErrDuals, ErrRejected, ErrSlack, ErrAlone, wrapped with the
// vertices that show it.
func (c Certificate) Check(mates []int, weights Weights, goal Goal) error {
	p := proof{Certificate: c, mates: mates, weights: weights}
	for _, step := range []func() error{p.pairs, p.signs, p.edges, p.full, func() error { return p.alone(goal) }} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Blocks proves with a barrier that n vertices have no perfect matching; false
// is no proof of the opposite.
func Blocks(n int, barrier []int, weights Weights) bool {
	odd, ok := oddPieces(n, barrier, weights)
	return ok && odd > len(barrier)
}

type proof struct {
	Certificate
	mates   []int
	weights Weights
}

func (p proof) pairs() error {
	n := len(p.mates)
	for v, mate := range p.mates {
		if mate == Alone {
			continue
		}
		if mate < 0 || mate >= n || mate == v || p.mates[mate] != v {
			return fmt.Errorf("%w: %d with %d", ErrMates, v, mate)
		}
		if _, joined := p.weights(v, mate); !joined {
			return fmt.Errorf("%w: no edge from %d to %d", ErrMates, v, mate)
		}
	}
	return nil
}

// signs sees besides that no sum of the other steps can leave 64 bits.
func (p proof) signs() error {
	if len(p.Duals) != len(p.mates) {
		return fmt.Errorf("%w: %d for %d vertices", ErrDuals, len(p.Duals), len(p.mates))
	}
	bound := int64(math.MaxInt64) / int64(len(p.Blossoms)+8)
	for v, dual := range p.Duals {
		if beyond(dual, bound) {
			return fmt.Errorf("%w: of vertex %d", ErrDuals, v)
		}
	}
	for b, blossom := range p.Blossoms {
		if beyond(blossom.Dual, bound) || sign(blossom.Dual) <= 0 {
			return fmt.Errorf("%w: of blossom %d", ErrDuals, b)
		}
		if !oddSet(blossom.Members, len(p.mates)) {
			return fmt.Errorf("%w: blossom %d is no odd set", ErrDuals, b)
		}
	}
	return nil
}

func beyond(w Weight, bound int64) bool {
	for _, figure := range w {
		if figure > bound || figure < -bound {
			return true
		}
	}
	return false
}

// sign is that of the first figure that is not 0.
func sign(w Weight) int {
	for _, figure := range w {
		switch {
		case figure > 0:
			return 1
		case figure < 0:
			return -1
		}
	}
	return 0
}

// oddSet reports whether the members are three, five, seven … of n vertices, in
// ascending order.
func oddSet(members []int, n int) bool {
	for i, v := range members {
		if v < 0 || v >= n || i > 0 && v <= members[i-1] {
			return false
		}
	}
	return len(members) >= 3 && len(members)%2 == 1
}

// edges looks at every edge: none may be rejected, and those of the matching
// must be tight.
func (p proof) edges() error {
	n := len(p.mates)
	holding := make([][]int, n)
	for b, blossom := range p.Blossoms {
		for _, v := range blossom.Members {
			holding[v] = append(holding[v], b)
		}
	}
	shared := make([]Weight, n)
	bound := int64(math.MaxInt64) / 8
	for v := range n {
		clear(shared)
		for _, b := range holding[v] {
			for _, other := range p.Blossoms[b].Members {
				for f, figure := range p.Blossoms[b].Dual {
					shared[other][f] += figure
				}
			}
		}
		for other := v + 1; other < n; other++ {
			weight, joined := p.weights(v, other)
			if !joined {
				continue
			}
			if beyond(weight, bound) {
				return fmt.Errorf("%w: the weight of %d and %d", ErrDuals, v, other)
			}
			var slack Weight
			for f := range slack {
				slack[f] = p.Duals[v][f] + p.Duals[other][f] + shared[other][f] - 2*weight[f]
			}
			switch {
			case sign(slack) < 0:
				return fmt.Errorf("%w: from %d to %d", ErrRejected, v, other)
			case sign(slack) > 0 && p.mates[v] == other:
				return fmt.Errorf("%w: %d and %d", ErrSlack, v, other)
			}
		}
	}
	return nil
}

// full sees that every blossom is matched inside but for one vertex.
func (p proof) full() error {
	inside := make([]int, len(p.mates))
	for b, blossom := range p.Blossoms {
		for _, v := range blossom.Members {
			inside[v] = b + 1
		}
		matched := 0
		for _, v := range blossom.Members {
			if mate := p.mates[v]; mate != Alone && inside[mate] == b+1 {
				matched++
			}
		}
		if matched != len(blossom.Members)-1 {
			return fmt.Errorf("%w: blossom %d", ErrSlack, b)
		}
	}
	return nil
}

// alone looks at the exposed vertices. For a matching of maximum weight they
// have no dual, and nobody's is negative. For one of most edges they have the
// least of all duals: to add the same to every edge, which changes nothing among
// matchings of as many edges, makes that the case before.
func (p proof) alone(goal Goal) error {
	var least Weight
	if goal == MaximumCardinality {
		for v, dual := range p.Duals {
			if v == 0 || sign(difference(dual, least)) < 0 {
				least = dual
			}
		}
	}
	exposed := 0
	for v, mate := range p.mates {
		if goal == MaximumWeight && sign(p.Duals[v]) < 0 {
			return fmt.Errorf("%w: of vertex %d", ErrDuals, v)
		}
		if mate != Alone {
			continue
		}
		exposed++
		if goal == Perfect {
			return fmt.Errorf("%w: %d", ErrAlone, v)
		}
		if p.Duals[v] != least {
			return fmt.Errorf("%w: exposed %d", ErrSlack, v)
		}
	}
	if goal != MaximumCardinality || exposed <= len(p.mates)%2 {
		return nil
	}
	if odd, ok := oddPieces(len(p.mates), p.Barrier, p.weights); !ok || exposed > odd-len(p.Barrier) {
		return fmt.Errorf("%w: %d of them", ErrAlone, exposed)
	}
	return nil
}

func difference(a, b Weight) Weight {
	for f := range a {
		a[f] -= b[f]
	}
	return a
}

// oddPieces counts the pieces with an odd number of vertices that the graph
// falls into without the barrier: each of them can be matched inside only but
// for one vertex, and those need as many of the barrier.
func oddPieces(n int, barrier []int, weights Weights) (int, bool) {
	seen := make([]bool, n)
	for _, v := range barrier {
		if v < 0 || v >= n || seen[v] {
			return 0, false
		}
		seen[v] = true
	}
	odd := 0
	for root := range n {
		if seen[root] {
			continue
		}
		seen[root] = true
		piece := []int{root}
		for at := 0; at < len(piece); at++ {
			for other := range n {
				if seen[other] {
					continue
				}
				if _, joined := weights(piece[at], other); joined {
					seen[other] = true
					piece = append(piece, other)
				}
			}
		}
		odd += len(piece) % 2
	}
	return odd, true
}
