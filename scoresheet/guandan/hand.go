package guandan

import (
	"slices"

	"kiosk/scoresheet"
)

// Seats is the number of seats at a Guandan table.
const Seats = 4

// Order is a decided finishing order of a hand, first to last. Where the order
// of the last two does not matter, after a double-down, they stand in seat
// order: two orders that have the same effect are equal.
type Order [Seats]scoresheet.Seat

// ReadOrder reads a finishing order in its long or short form: two seats of
// one side are a whole double-down, three imply the fourth (catalogue, section
// 2). The faults have pointers from the hand down; an order with faults is no
// order.
func ReadOrder(finish []scoresheet.Seat) (Order, []scoresheet.Fault) {
	if faults := seatFaults(finish); faults != nil {
		return Order{}, faults
	}
	doubleDown := len(finish) >= 2 && finish[0].Side() == finish[1].Side()
	if !doubleDown && len(finish) < Seats-1 {
		return Order{}, []scoresheet.Fault{{
			Code: "finish.incomplete",
			At:   scoresheet.Pointer("finish"),
			Args: map[string]any{"given": len(finish), "seats": Seats},
		}}
	}
	var order Order
	n := copy(order[:], finish)
	if doubleDown {
		n = 2
	}
	for seat := scoresheet.Seat(1); seat <= Seats; seat++ {
		if !slices.Contains(order[:n], seat) {
			order[n] = seat
			n++
		}
	}
	return order, nil
}

func seatFaults(finish []scoresheet.Seat) []scoresheet.Fault {
	var faults []scoresheet.Fault
	var firstAt [Seats + 1]int
	for i, seat := range finish {
		if !seat.Valid(Seats) {
			faults = append(faults, scoresheet.Fault{
				Code: "finish.seat",
				At:   scoresheet.Pointer("finish", i),
				Args: map[string]any{"place": i + 1, "number": int(seat), "seats": Seats},
			})
			continue
		}
		if firstAt[seat] > 0 {
			faults = append(faults, scoresheet.Fault{
				Code: "finish.duplicate",
				At:   scoresheet.Pointer("finish", i),
				Args: map[string]any{"place": i + 1, "first": firstAt[seat], "seat": seat},
			})
			continue
		}
		firstAt[seat] = i + 1
	}
	return faults
}

// First is the seat that finished first (上游).
func (o Order) First() scoresheet.Seat { return o[0] }

// Last is the seat that finished last (下游).
func (o Order) Last() scoresheet.Seat { return o[Seats-1] }

// PlacedLast is the order after a penalty has placed the seat last: those who
// finished after it move up.
func (o Order) PlacedLast(seat scoresheet.Seat) Order {
	var moved Order
	n := 0
	for _, finished := range o {
		if finished != seat {
			moved[n] = finished
			n++
		}
	}
	for ; n < Seats; n++ {
		moved[n] = seat
	}
	return moved
}

// Winner is the side of the first finisher: only it climbs.
func (o Order) Winner() scoresheet.Side { return o[0].Side() }

// PartnerPlace is the place, 2 to 4, of the first finisher's partner.
func (o Order) PartnerPlace() int {
	return slices.Index(o[:], o[0].Opposite(Seats)) + 1
}

// DoubleDown reports whether one side finished first and second (双下).
func (o Order) DoubleDown() bool { return o.PartnerPlace() == 2 }

// Climb is what the order earns the winner by the table of what a partner in
// second, third and fourth place is worth; 0 where the table is too short.
func (o Order) Climb(table []int) int {
	if row := o.PartnerPlace() - 2; row < len(table) {
		return table[row]
	}
	return 0
}

// The conditions under which a side that plays its A passes it.
const (
	PassNotLast    = "not-last"
	PassDoubleDown = "double-down"
)

// Passes reports whether the order is good enough to pass A: the partner
// second, or where the condition is "not-last" second or third.
func (o Order) Passes(condition string) bool {
	if condition == PassDoubleDown {
		return o.DoubleDown()
	}
	return o.PartnerPlace() < Seats
}
