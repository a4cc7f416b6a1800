package judge

import (
	"kiosk/scoresheet"
	"kiosk/scoresheet/guandan"
)

// guandanHands judges hands of Guandan.
type guandanHands struct{}

func newGuandanHands(*scoresheet.Rulebook, *scoresheet.Terms) discipline { return guandanHands{} }

func (guandanHands) foreign(hand *scoresheet.Hand) string {
	switch {
	case hand.Incidents != nil:
		return "events"
	case hand.Table != 0:
		return "table"
	case hand.Sitting != 0:
		return "sitting"
	case hand.OnStage != scoresheet.NoSide:
		return "on_stage"
	case hand.Tricks != nil:
		return "tricks"
	case hand.Bottom != nil:
		return "bottom"
	case hand.Throws != nil:
		return "throws"
	}
	return ""
}

func (guandanHands) read(hand *scoresheet.Hand, before position) (outcome, []scoresheet.Fault, bool) {
	order, faults := guandan.ReadOrder(hand.Finish)
	if faults != nil {
		return outcome{}, faults, false
	}
	for _, seat := range before.sanctions.last {
		order = order.PlacedLast(seat)
	}
	terms := before.terms
	before.rests("upgrade")
	before.rests("tribute")
	winner, climb := order.Winner(), order.Climb(terms.Upgrade)
	return outcome{
		winner:  winner,
		onStage: before.onStage,
		upgrade: scoresheet.PerSide[int]{}.With(winner, climb),
		points:  scoresheet.PerSide[scoresheet.Points]{}.With(winner, scoresheet.WholePoints(climb)),
		passes:  order.Passes(terms.Pass),
		due:     guandan.DueTribute(terms, order),
	}, nil, true
}

func (guandanHands) beside(hand *scoresheet.Hand, before position) []scoresheet.Fault {
	if hand.Tribute == nil {
		return nil
	}
	check := guandan.TributeCheck{Terms: before.terms, Due: before.due, Level: before.level, Rests: before.rests}
	return check.Faults(hand.Tribute)
}

func (guandanHands) same(a, b *scoresheet.Hand) bool {
	one, faults := guandan.ReadOrder(a.Finish)
	if faults != nil {
		return false
	}
	other, faults := guandan.ReadOrder(b.Finish)
	return faults == nil && one == other
}
