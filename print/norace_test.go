//go:build !race

package print

// raced: the race detector is on, and times mean nothing.
const raced = false
