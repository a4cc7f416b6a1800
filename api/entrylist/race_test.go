//go:build race

package entrylist_test

// raced: the race detector is on, and times mean nothing.
const raced = true
