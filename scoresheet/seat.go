package scoresheet

import (
	"fmt"
	"strconv"
)

// Discipline is one of the three card games.
type Discipline string

// The disciplines.
const (
	Guandan     Discipline = "guandan"
	Gouji       Discipline = "gouji"
	Shuangsheng Discipline = "shuangsheng"
)

// Seats is the number of seats at a table: six for Gouji, four otherwise.
func (d Discipline) Seats() int {
	if d == Gouji {
		return 6
	}
	return 4
}

// Valid reports whether d is one of the disciplines.
func (d Discipline) Valid() bool {
	return d == Guandan || d == Gouji || d == Shuangsheng
}

// Seat is a place at a table, 1 to 4 or 1 to 6 in playing order,
// counter-clockwise. A seat that came from outside may be any number until
// Valid has said otherwise.
type Seat int

// Valid reports whether a table of n seats has the seat.
func (s Seat) Valid(n int) bool { return s >= 1 && int(s) <= n }

// Side is the side that the seat belongs to: odd seats are A, even seats B.
func (s Seat) Side() Side {
	if s%2 == 1 {
		return SideA
	}
	return SideB
}

// Next is the seat that plays after s at a table of n seats (下家).
func (s Seat) Next(n int) Seat { return s%Seat(n) + 1 }

// Previous is the seat that plays before s at a table of n seats (上家).
func (s Seat) Previous(n int) Seat { return (s+Seat(n)-2)%Seat(n) + 1 }

// Opposite is the seat across the table of n seats: the partner in Guandan
// and Shuangsheng, the opponent called 对头 in Gouji.
func (s Seat) Opposite(n int) Seat { return (s+Seat(n/2)-1)%Seat(n) + 1 }

// Side is one of the two sides at a table. The zero value is no side. Who sits
// there is said for each match; results belong to entrants, never to sides.
type Side uint8

// The sides. NoSide is an undecided winner or a stage that nobody holds.
const (
	NoSide Side = iota
	SideA
	SideB
)

// Sides are both sides in their fixed order.
var Sides = [2]Side{SideA, SideB}

// Other is the opposing side; NoSide has none.
func (s Side) Other() Side {
	switch s {
	case SideA:
		return SideB
	case SideB:
		return SideA
	}
	return NoSide
}

// Seats are the seats of the side at a table of n seats, in playing order.
func (s Side) Seats(n int) []Seat {
	var seats []Seat
	for seat := Seat(1); int(seat) <= n; seat++ {
		if seat.Side() == s {
			seats = append(seats, seat)
		}
	}
	return seats
}

// String is "A", "B" or "".
func (s Side) String() string {
	switch s {
	case SideA:
		return "A"
	case SideB:
		return "B"
	}
	return ""
}

// MarshalText writes "A", "B" or "".
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads "A" or "B"; "" is no side, anything else an error.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "A":
		*s = SideA
	case "B":
		*s = SideB
	case "":
		*s = NoSide
	default:
		return fmt.Errorf("side must be A or B, not %s", strconv.Quote(string(text)))
	}
	return nil
}

// PerSide holds one value for each side.
type PerSide[T any] struct {
	A T `json:"A"`
	B T `json:"B"`
}

// Of is the value of the side; NoSide has the zero value.
func (p PerSide[T]) Of(s Side) T {
	switch s {
	case SideA:
		return p.A
	case SideB:
		return p.B
	}
	var zero T
	return zero
}

// With is p with the value of the side replaced; NoSide changes nothing.
func (p PerSide[T]) With(s Side, v T) PerSide[T] {
	switch s {
	case SideA:
		p.A = v
	case SideB:
		p.B = v
	}
	return p
}
