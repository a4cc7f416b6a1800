// Package contest draws lots and rounds, ranks groups, fills the next phase
// and places everybody at the end of an event.
//
// It is pure: a draw follows from its seed and its inputs alone and comes out
// the same on every machine and with every version of Go; standings follow
// from results and recorded lots, in whatever order these arrive. All figures
// are whole numbers.
//
// What is refused is refused as scoresheet.Faults, with these codes:
//
//	draw.seed, draw.group, draw.entrant-twice, draw.too-many,
//	draw.order, draw.begun                                     a draw is asked for wrongly
//	schedule.…                                                 Verify found a schedule that is no round robin
//	standings.entrant-twice, standings.rule                    standings are asked for wrongly
//	result.…                                                   a result cannot be counted
//	knockout.…                                                 a knockout cannot be drawn yet or any more, or is drawn wrongly
//	ladder.…                                                   a challenge ladder cannot be drawn or closed, or is drawn wrongly
//	phase.from, phase.unfinished, phase.level                  a phase cannot be filled yet
package contest
