// Package matching finds the best way to make pairs: matchings of maximum
// weight in graphs of any shape, by Edmonds' blossom method in its primal-dual
// form, and proves them.
//
// All numbers are whole and exact. Every matching comes with a Certificate, the
// optimal solution of the dual problem; Certificate.Check proves with it that no
// matching is better, and shares no code with the solver.
//
// A few words of the field: a vertex is exposed if the matching leaves it alone;
// an edge is tight if the duals of its ends, and of the blossoms that hold both,
// make up its weight exactly; a blossom is an odd set of vertices in which all
// but one are matched with each other.
package matching
