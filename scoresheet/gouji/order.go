// Package gouji knows Gouji: what a finishing order and the incidents of a hand
// score, who is sent to the bottom, what cards are when they are played
// together, and which of two plays wins. Every answer depends on a rulebook's
// values and on what is handed in, on nothing else.
package gouji

import (
	"slices"

	"kiosk/scoresheet"
)

// Seats is the number of seats at a Gouji table; three make a side.
const (
	Seats     = 6
	sideSeats = Seats / 2
)

// Order is a decided finishing order of a hand, first to last. Where the order
// of the last three does not matter, after a sweep, they stand in seat order.
type Order [Seats]scoresheet.Seat

// written is a finishing order as it was written: the seats that are implied
// stand behind those that are given.
type written struct {
	order Order
	given int
}

// ReadOrder reads a finishing order in its long or short form: five seats imply
// the sixth, and three of one side are a whole sweep (catalogue, section 4). The
// faults have pointers from the hand down; an order with faults is no order.
func ReadOrder(finish []scoresheet.Seat) (Order, []scoresheet.Fault) {
	w, faults := readOrder(finish)
	if faults != nil {
		return Order{}, faults
	}
	return w.order.settled(), nil
}

func readOrder(finish []scoresheet.Seat) (written, []scoresheet.Fault) {
	if faults := seatFaults(finish); faults != nil {
		return written{}, faults
	}
	if len(finish) < Seats-1 && !sweeps(finish) {
		return written{}, []scoresheet.Fault{{
			Code: "finish.incomplete",
			At:   "/finish",
			Args: map[string]any{"why": "gouji", "given": len(finish), "seats": Seats},
		}}
	}
	var w written
	w.given = copy(w.order[:], finish)
	n := w.given
	for seat := scoresheet.Seat(1); seat <= Seats; seat++ {
		if !slices.Contains(w.order[:n], seat) {
			w.order[n] = seat
			n++
		}
	}
	return w, nil
}

func seatFaults(finish []scoresheet.Seat) []scoresheet.Fault {
	var faults []scoresheet.Fault
	var firstAt [Seats + 1]int
	for i, seat := range finish {
		switch {
		case !seat.Valid(Seats):
			faults = append(faults, scoresheet.Fault{
				Code: "finish.seat",
				At:   scoresheet.Pointer("finish", i),
				Args: map[string]any{"place": i + 1, "number": int(seat), "seats": Seats},
			})
		case firstAt[seat] > 0:
			faults = append(faults, scoresheet.Fault{
				Code: "finish.duplicate",
				At:   scoresheet.Pointer("finish", i),
				Args: map[string]any{"place": i + 1, "first": firstAt[seat], "seat": seat},
			})
		default:
			firstAt[seat] = i + 1
		}
	}
	return faults
}

func sweeps(finish []scoresheet.Seat) bool {
	return len(finish) >= sideSeats &&
		finish[0].Side() == finish[1].Side() && finish[1].Side() == finish[2].Side()
}

// Sweeper is the side that has places 1, 2 and 3 (串三户), NoSide if none has.
func (o Order) Sweeper() scoresheet.Side {
	if sweeps(o[:]) {
		return o[0].Side()
	}
	return scoresheet.NoSide
}

// settled puts the seats whose order does not matter into seat order.
func (o Order) settled() Order {
	if o.Sweeper() != scoresheet.NoSide {
		slices.Sort(o[sideSeats:])
	}
	return o
}

// Place is the place of the seat, 1 to 6.
func (o Order) Place(seat scoresheet.Seat) int { return slices.Index(o[:], seat) + 1 }

// sent are the seats that are sent to the bottom, in order of time: the first
// is last, the second fifth, and so on.
type sent struct {
	seats [Seats]scoresheet.Seat
	n     int
}

// add sends a seat down, unless it was before.
func (s *sent) add(seat scoresheet.Seat) {
	if !s.has(seat) {
		s.seats[s.n] = seat
		s.n++
	}
}

func (s *sent) has(seat scoresheet.Seat) bool { return slices.Contains(s.seats[:s.n], seat) }

// place is where a seat that was sent down belongs, 0 for one that was not.
func (s *sent) place(seat scoresheet.Seat) int {
	for i, there := range s.seats[:s.n] {
		if there == seat {
			return Seats - i
		}
	}
	return 0
}

// moved is the order with the seats at their places at the bottom, the others
// moving up.
func (o Order) moved(down sent) Order {
	var moved Order
	n := 0
	for _, seat := range o {
		if place := down.place(seat); place > 0 {
			moved[place-1] = seat
			continue
		}
		moved[n] = seat
		n++
	}
	return moved
}

// bottomFaults are the seats that were sent down and do not stand where they
// belong among those that no penalty placed last. Seats that are only implied
// stand where they should if they can.
func (w written) bottomFaults(down sent, placedLast []scoresheet.Seat) []scoresheet.Fault {
	if down.n == 0 {
		return nil
	}
	apart := 0
	for seat := scoresheet.Seat(1); seat <= Seats; seat++ {
		if !down.has(seat) && slices.Contains(placedLast, seat) {
			apart++
		}
	}
	var faults []scoresheet.Fault
	place := 0
	for i, seat := range w.order {
		belongs := down.place(seat)
		if belongs == 0 && slices.Contains(placedLast, seat) {
			continue
		}
		place++
		if belongs == 0 || belongs-apart == place || w.mayStand(i, belongs) {
			continue
		}
		at := "/finish"
		if i < w.given {
			at = scoresheet.Pointer("finish", i)
		}
		faults = append(faults, scoresheet.Fault{
			Code: "finish.bottom",
			At:   at,
			Args: map[string]any{"seat": seat, "place": belongs},
		})
	}
	return faults
}

// mayStand reports whether the seat at the index is one of several that are
// implied, so that it may stand at the place.
func (w written) mayStand(i, place int) bool {
	return i >= w.given && w.given < Seats-1 && place > w.given
}
