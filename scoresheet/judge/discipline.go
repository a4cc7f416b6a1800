package judge

import "kiosk/scoresheet"

// discipline is what a judge must know of a card game: what one hand does. It
// is told the terms, keeps no state, and gives pointers from the hand down.
type discipline interface {
	// foreign is the key of a field that a hand of the discipline does not
	// have, "" if all are its own.
	foreign(hand *scoresheet.Hand) string
	// read says what a hand does. Without an outcome the hand has no effect.
	read(hand *scoresheet.Hand, before position) (outcome, []scoresheet.Fault, bool)
	// beside checks what a hand tells beside its result and what no result
	// depends on: the tribute.
	beside(hand *scoresheet.Hand, before position) []scoresheet.Fault
	// same reports whether two hands have the same effect.
	same(a, b *scoresheet.Hand) bool
}

// disciplines make what judges the hands of a rulebook under its terms.
var disciplines = map[scoresheet.Discipline]func(*scoresheet.Rulebook, *scoresheet.Terms) discipline{
	scoresheet.Guandan:     newGuandanHands,
	scoresheet.Gouji:       newGoujiHands,
	scoresheet.Shuangsheng: newShuangshengHands,
}

// staged is a discipline in which the hand itself tells what a penalty in it
// depends on.
type staged interface {
	situation(hand *scoresheet.Hand, before position) situation
}

// situation is what decides which ladder of a violation holds: the side on
// stage, and the side that won the hand by the cards; NoSide where there is none.
type situation struct{ onStage, winner scoresheet.Side }

// position is where a game stands before a hand.
type position struct {
	terms *scoresheet.Terms
	// onStage is the side whose level is played, NoSide before a first hand.
	onStage scoresheet.Side
	// level is what the hand is played at.
	level scoresheet.Level
	// due is the tribute that is due, nil if none is.
	due *scoresheet.TributeDue
	// sanctions are what penalties do to seats in the hand.
	sanctions sanctions
	// seated are how many hands counted at a table in a sitting, nil where there
	// is one table only.
	seated map[seating]int
	// void: a penalty takes the hand, so that its cards do not count.
	void bool
	// unchecked: a hand before is at fault. named is the side on stage that the
	// first such hand named in a game in which none has counted yet.
	unchecked bool
	named     scoresheet.Side
	// rests notes the settings that an outcome rests on.
	rests func(setting string)
}

// outcome is what a hand does.
type outcome struct {
	// winner is the side of the first finisher, or who takes the stage.
	winner scoresheet.Side
	// onStage is the side that was on stage in the hand.
	onStage scoresheet.Side
	// upgrade is what the table gives; points are what a points game records.
	upgrade scoresheet.PerSide[int]
	points  scoresheet.PerSide[scoresheet.Points]
	// passes says that the hand is good enough to pass A, if A is played.
	passes bool
	// due is the tribute that follows.
	due *scoresheet.TributeDue
}

// effects are what the penalties of a hand, or of a game as a whole, do.
type effects struct {
	// up are levels given to a side by penalties against the other, down those
	// taken from a side by its own.
	up, down scoresheet.PerSide[int]
	// points are added to a side's points; they are below zero.
	points scoresheet.PerSide[scoresheet.Points]
	// sanctions are for seats.
	sanctions sanctions
	// handLost, gameLost and matchLost are the sides that lose it.
	handLost, gameLost, matchLost scoresheet.PerSide[bool]
}

// sanctions are what penalties do to seats, in order of time.
type sanctions struct {
	// last are placed last; closed count as closed.
	last, closed []scoresheet.Seat
}

// seating is a table in a sitting of a meeting at several tables.
type seating struct{ table, sitting int }

// void reports whether what the hand gave does not count.
func (e effects) void() bool { return e.handLost.A || e.handLost.B }

// gainer is the side that alone did not lose, NoSide if both or neither did.
func gainer(lost scoresheet.PerSide[bool]) scoresheet.Side {
	switch {
	case lost.A && !lost.B:
		return scoresheet.SideB
	case lost.B && !lost.A:
		return scoresheet.SideA
	}
	return scoresheet.NoSide
}

func anySide(flags scoresheet.PerSide[bool]) bool { return flags.A || flags.B }
