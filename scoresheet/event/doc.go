// Package event is the record of an event: what people ask for (commands),
// what happened (entries), and what the entries add up to (the state).
//
// Two pure functions carry it. Decide looks at a state and a command and says
// which changes follow, or why not. Evolve adds one entry to a state and gives
// the next state; states are values that share what did not change, so a
// reader may keep one for as long as it likes. Nothing here knows a clock, a
// random source or a file: the time, the author and seeds travel with the
// command.
//
// Entries are chained: each carries the hash of the one before it, so that an
// edited or cut record shows (see Chain).
package event
