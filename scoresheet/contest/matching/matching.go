package matching

import (
	"errors"
	"fmt"
)

// Weight is what an edge is worth: figures of falling importance, compared one
// after the other as words in a dictionary are. Weights that need one number
// only leave the others 0. Weights add up figure by figure, so that nothing
// needs to be scaled and the greatest of the less important figures never
// outweighs the least of a more important one.
type Weight [3]int64

// MaxFigure bounds the figures of weights, and MaxVertices the vertices, so that
// no sum of the solver leaves 64 bits.
const (
	MaxFigure   = 1 << 44
	MaxVertices = 1 << 14
)

// Compare is negative, zero or positive as w is less than, equal to or greater
// than v.
func (w Weight) Compare(v Weight) int {
	switch {
	case w == v:
		return 0
	case less(w, v):
		return -1
	}
	return 1
}

// Plus is the sum of both.
func (w Weight) Plus(v Weight) Weight { return Weight{w[0] + v[0], w[1] + v[1], w[2] + v[2]} }

// Minus is the difference of both.
func (w Weight) Minus(v Weight) Weight { return Weight{w[0] - v[0], w[1] - v[1], w[2] - v[2]} }

func (w Weight) half() Weight { return Weight{w[0] >> 1, w[1] >> 1, w[2] >> 1} }

func (w Weight) twice() Weight { return Weight{w[0] << 1, w[1] << 1, w[2] << 1} }

func (w Weight) large() bool {
	for _, figure := range w {
		if figure > MaxFigure || figure < -MaxFigure {
			return true
		}
	}
	return false
}

func less(a, b Weight) bool {
	if a[0] != b[0] {
		return a[0] < b[0]
	}
	if a[1] != b[1] {
		return a[1] < b[1]
	}
	return a[2] < b[2]
}

// Edge joins two vertices, which are numbered from 0.
type Edge struct {
	A, B   int
	Weight Weight
}

// Weights gives the weight of the edge between two vertices, the same both ways
// round, and whether there is one. It is never asked for a vertex and itself.
type Weights func(a, b int) (Weight, bool)

// Goal is which matching is looked for.
type Goal int

// The goals. MaximumWeight may leave any vertex alone; MaximumCardinality is the
// heaviest among the matchings of most edges; Perfect is the heaviest of those
// that leave nobody alone.
const (
	MaximumWeight Goal = iota
	MaximumCardinality
	Perfect
)

// Alone is the mate of an exposed vertex.
const Alone = -1

// Matching is a matching and its proof.
type Matching struct {
	// Mates gives each vertex its mate, or Alone.
	Mates       []int
	Certificate Certificate
}

// Certificate is the optimal dual solution that belongs to a matching.
type Certificate struct {
	// Duals are the duals of the vertices, in halves: twice the weight of an edge
	// is at most the sum over its ends and over the blossoms that hold both.
	Duals []Weight `json:"duals"`
	// Blossoms are the odd sets whose dual is positive.
	Blossoms []Blossom `json:"blossoms,omitempty"`
	// Barrier, without which more odd pieces are left of the graph than it has
	// vertices, proves that so many vertices must stay alone (Tutte and Berge).
	// Only a matching of maximum cardinality that leaves somebody alone has one.
	Barrier []int `json:"barrier,omitempty"`
}

// Blossom is an odd set of vertices with its dual, in halves as those of
// vertices.
type Blossom struct {
	Members []int  `json:"members"`
	Dual    Weight `json:"dual"`
}

// NoPerfectError says that a graph has no perfect matching.
type NoPerfectError struct {
	// Barrier proves it; see Certificate.
	Barrier []int
}

// Error names the size of the barrier.
func (e *NoPerfectError) Error() string {
	return fmt.Sprintf("matching: no perfect matching, by a barrier of %d vertices", len(e.Barrier))
}

// The errors of graphs that are none: an end that is no vertex, or an edge from
// a vertex to itself; weights or numbers of vertices beyond the bounds.
var (
	ErrEdge  = errors.New("matching: an edge must join two vertices of the graph")
	ErrLarge = errors.New("matching: the graph or a weight is too large")
)
