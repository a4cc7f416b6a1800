package matching

import "math/bits"

// oddCut is a set of an odd number of vertices. Every perfect matching uses at
// least one of the edges that leave it, so that none may use more of them than
// leave one for each that is to follow.
type oddCut struct {
	set   uint32
	edges int
}

// oddCuts are the odd sets of a cut tree (Gomory and Hu, in Gusfield's way); one
// that the fewest edges leave is among them (Padberg and Rao).
func (g *graph32) oddCuts(n int) []oddCut {
	var parent [MaxFactored]int
	for v := 1; v < n; v++ {
		to := parent[v]
		side := g.minimumCut(n, v, to)
		for other := range n {
			if other != v && side>>other&1 == 1 && parent[other] == to {
				parent[other] = v
			}
		}
		if side>>parent[to]&1 == 1 {
			parent[v], parent[to] = parent[to], v
		}
	}
	var cuts []oddCut
	for v := 1; v < n; v++ {
		set := below(n, &parent, v)
		if size := bits.OnesCount32(set); size%2 == 1 && size > 1 && size < n-1 {
			cuts = append(cuts, oddCut{set, g.leaving(set)})
		}
	}
	return cuts
}

// below is the set of vertices under one in the tree, with it; 0 is the root.
func below(n int, parent *[MaxFactored]int, v int) uint32 {
	set := uint32(1) << v
	for other := range n {
		at := other
		for steps := 0; at != 0 && at != v && steps < n; steps++ {
			at = parent[at]
		}
		if at == v {
			set |= 1 << other
		}
	}
	return set
}

// leaving counts the edges from the set to the others.
func (g *graph32) leaving(set uint32) int {
	count := 0
	for rest := set; rest != 0; rest &= rest - 1 {
		count += bits.OnesCount32(g[bits.TrailingZeros32(rest)] &^ set)
	}
	return count
}

// minimumCut is the side of a smallest cut between two vertices on which the
// first one lies: what it reaches once no more flow goes through.
func (g *graph32) minimumCut(n, from, to int) uint32 {
	var flow graph32
	for {
		var by [MaxFactored]int8
		seen, todo := uint32(1)<<from, uint32(1)<<from
		for todo != 0 && seen>>to&1 == 0 {
			v := bits.TrailingZeros32(todo)
			todo &^= 1 << v
			next := g[v] &^ flow[v] &^ seen
			for rest := next; rest != 0; rest &= rest - 1 {
				by[bits.TrailingZeros32(rest)] = int8(v)
			}
			seen |= next
			todo |= next
		}
		if seen>>to&1 == 0 {
			return seen
		}
		for v := to; v != from; v = int(by[v]) {
			before := int(by[v])
			if flow[v]>>before&1 == 1 {
				flow[v] &^= 1 << before
			} else {
				flow[before] |= 1 << v
			}
		}
	}
}
