package rehearsal

import (
	"math/rand/v2"
	"slices"

	"kiosk/scoresheet"
)

// dealer makes the hands that come about at a table.
type dealer struct {
	discipline scoresheet.Discipline
	random     *rand.Rand
}

// deal is a hand as it may come. Strong, if it is a side, wins it as clearly as
// can be; seats are those of the sides now, onStage who declares, if that is
// known.
func (d dealer) deal(strong scoresheet.Side, seats scoresheet.PerSide[[]scoresheet.Seat], onStage scoresheet.Side) scoresheet.Hand {
	if d.discipline == scoresheet.Shuangsheng {
		return d.tricks(strong, onStage)
	}
	order := slices.Concat(seats.A, seats.B)
	d.shuffle(order)
	if strong != scoresheet.NoSide {
		first, last := slices.Clone(seats.Of(strong)), slices.Clone(seats.Of(strong.Other()))
		d.shuffle(first)
		d.shuffle(last)
		order = slices.Concat(first, last)
	}
	return scoresheet.Hand{Finish: order}
}

func (d dealer) shuffle(seats []scoresheet.Seat) {
	d.random.Shuffle(len(seats), func(i, k int) { seats[i], seats[k] = seats[k], seats[i] })
}

// allTricks are the points in the tricks of a hand of Shuangsheng.
const allTricks = 200

// tricks is a hand of Shuangsheng. Who declares the first one is up to the
// table.
func (d dealer) tricks(strong, onStage scoresheet.Side) scoresheet.Hand {
	var hand scoresheet.Hand
	if onStage == scoresheet.NoSide {
		onStage = scoresheet.Sides[d.random.IntN(2)]
		if strong != scoresheet.NoSide {
			onStage = strong
		}
		hand.OnStage = onStage
	}
	points := 5 * d.random.IntN(allTricks/5+1)
	switch strong {
	case scoresheet.NoSide:
	case onStage:
		points = 0
	default:
		points = allTricks
	}
	hand.Tricks = &points
	return hand
}
