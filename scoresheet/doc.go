// Package scoresheet is the vocabulary of a team-card tournament: seats,
// sides, levels, points, the scoresheet that a table hands in, the verdict
// that a rulebook gives on it, and the rulebook itself as data.
//
// The package and those below it know no file, clock, random source, network
// or language. What they need of these is handed in by the caller, so that the
// same input always has the same outcome:
//
//	card                          the cards, and how they are written down
//	guandan, gouji, shuangsheng   what one hand does, and what a play of cards is
//	judge                         games and matches: a sheet in, a verdict out
//	contest                       draws, schedules, standings
//	event                         the record of an event: commands, entries, state
//
// Faults carry a code, a place and the article of the rulebook; words in a
// person's language are found at the edge of the program.
package scoresheet
