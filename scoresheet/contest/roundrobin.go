package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// MaxGroup is the largest group that is drawn into a round robin.
const MaxGroup = 64

// RoundRobinInput is everything that a draw of round robins follows from.
type RoundRobinInput struct {
	// Seed is shown and stored; it must not be empty.
	Seed string `json:"seed"`
	// FirstTable is the number of the first table, 0 meaning 1.
	FirstTable int `json:"first_table,omitzero"`
	// SameUnitFirst has entrants of one unit meet in the first round as far as
	// that can be (custom, so that later results cannot be arranged); of three
	// or more of a unit, two by two.
	SameUnitFirst bool    `json:"same_unit_first,omitzero"`
	Groups        []Group `json:"groups"`
	// Orders are the numbers in the circle as lots on paper gave them, 1 first,
	// group by group; those of a group that has none here are drawn from the
	// seed. They stand as they are: nobody is moved for SameUnitFirst. Where every
	// group has its order, no seed is needed.
	Orders [][]EntrantID `json:"orders,omitempty"`
}

// RoundRobinDraw is a draw with what it follows from, so that anybody can
// repeat it and compare.
type RoundRobinDraw struct {
	Input RoundRobinInput `json:"input"`
	// Orders are the numbers in the circle, 1 first, group by group in the
	// order of the input.
	Orders [][]EntrantID `json:"orders"`
	Rounds []Round       `json:"rounds"`
}

// DrawRoundRobin draws each group into a single round robin by the circle
// method; the groups play their rounds side by side. The numbers in the circle
// are drawn by lot from the seed and the group's name, so that one group does
// not depend on another, nor on the order in which entrants are handed in.
//
// In each group every pair meets once, in an odd group everybody sits out
// once, and nobody is on one side more than once oftener than on the other.
// Tables are numbered through, group by group, and each round of a group is
// played at the same tables; nobody has a table oftener than twice, except
// where a group of 4, 10, 16, … (3k+1 and even) forces it: four times at most.
//
// Faults: "draw.seed", "draw.entrant-twice", "draw.too-many"; "draw.order" with
// Args group and entrant for an order on paper that names a stranger, or
// somebody twice, or not somebody.
func DrawRoundRobin(in RoundRobinInput) (RoundRobinDraw, error) {
	if err := in.check(); err != nil {
		return RoundRobinDraw{}, err
	}
	draw := RoundRobinDraw{Input: in, Orders: make([][]EntrantID, len(in.Groups))}
	table := max(in.FirstTable, 1)
	for i, group := range in.Groups {
		order := in.order(i)
		for _, entrant := range order {
			draw.Orders[i] = append(draw.Orders[i], entrant.ID)
		}
		for r := range circleRounds(len(order)) {
			if r == len(draw.Rounds) {
				draw.Rounds = append(draw.Rounds, Round{Number: r + 1})
			}
			draw.Rounds[r].play(group.Name, order, r, table, in.SameUnitFirst)
		}
		table += len(order) / 2
	}
	return draw, nil
}

func (in RoundRobinInput) check() error {
	faults := in.seedless()
	for g, group := range in.Groups {
		if len(group.Entrants) > MaxGroup {
			faults = append(faults, fault("draw.too-many", scoresheet.Pointer("groups", g),
				"group", group.Name, "max", MaxGroup, "entrants", len(group.Entrants)))
		}
	}
	faults = append(append(faults, in.doubles()...), in.misordered()...)
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// seedless wants a seed where anything is drawn from it.
func (in RoundRobinInput) seedless() scoresheet.Faults {
	for g := range in.Groups {
		if in.Seed == "" && in.written(g) == nil {
			return scoresheet.Faults{fault("draw.seed", "/seed")}
		}
	}
	if in.Seed == "" && len(in.Groups) == 0 {
		return scoresheet.Faults{fault("draw.seed", "/seed")}
	}
	return nil
}

func (in RoundRobinInput) doubles() scoresheet.Faults {
	var faults scoresheet.Faults
	seen := map[EntrantID]bool{}
	for g, group := range in.Groups {
		for i, entrant := range group.Entrants {
			if seen[entrant.ID] {
				faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("groups", g, "entrants", i),
					"entrant", entrant.ID))
			}
			seen[entrant.ID] = true
		}
	}
	return faults
}

// misordered finds orders on paper that are none of their group.
func (in RoundRobinInput) misordered() scoresheet.Faults {
	var faults scoresheet.Faults
	for g := range in.Orders {
		order := in.Orders[g]
		if order == nil {
			continue
		}
		var group Group
		if g < len(in.Groups) {
			group = in.Groups[g]
		}
		missing := map[EntrantID]bool{}
		for _, entrant := range group.Entrants {
			missing[entrant.ID] = true
		}
		for i, id := range order {
			if !missing[id] {
				faults = append(faults, fault("draw.order", scoresheet.Pointer("orders", g, i), "group", group.Name, "entrant", id))
			}
			delete(missing, id)
		}
		for _, entrant := range group.Entrants {
			if missing[entrant.ID] {
				faults = append(faults, fault("draw.order", scoresheet.Pointer("orders", g), "group", group.Name, "entrant", entrant.ID))
			}
		}
	}
	return faults
}

// written is the order of a group as it was drawn on paper, nil for none.
func (in RoundRobinInput) written(group int) []EntrantID {
	if group < len(in.Orders) {
		return in.Orders[group]
	}
	return nil
}

// order is the numbers in the circle of a group.
func (in RoundRobinInput) order(g int) []Entrant {
	group, written := in.Groups[g], in.written(g)
	if written == nil {
		return drawOrder(in, group)
	}
	byLot := make([]Entrant, len(written))
	for _, entrant := range group.Entrants {
		byLot[slices.Index(written, entrant.ID)] = entrant
	}
	return byLot
}

// drawOrder draws the numbers in the circle.
func drawOrder(in RoundRobinInput, group Group) []Entrant {
	lots := newUrn(in.Seed, "circle", group.Name)
	order := slices.SortedFunc(slices.Values(group.Entrants), byID)
	shuffle(lots, order)
	if in.SameUnitFirst {
		return seatCouples(lots, order)
	}
	return order
}

func byID(a, b Entrant) int { return cmp.Compare(a.ID, b.ID) }

// seatCouples moves entrants of one unit to numbers that meet in the first
// round: couples are made in the order of the lots, get places by lot, and the
// others keep their order on the places that are left.
func seatCouples(lots urn, order []Entrant) []Entrant {
	couples, rest := couplesOfUnits(order)
	seats := firstRoundSeats(len(order))
	shuffle(lots, seats)
	seated := make([]Entrant, len(order))
	taken := make([]bool, len(order))
	for i, couple := range couples {
		for j, seat := range seats[i] {
			seated[seat], taken[seat] = couple[j], true
		}
	}
	for i := range seated {
		if !taken[i] {
			seated[i], rest = rest[0], rest[1:]
		}
	}
	return seated
}

func couplesOfUnits(order []Entrant) (couples [][2]Entrant, rest []Entrant) {
	waiting := map[string]int{}
	coupled := make([]bool, len(order))
	for i, entrant := range order {
		mate, found := waiting[entrant.Unit]
		switch {
		case entrant.Unit == "":
		case found:
			couples = append(couples, [2]Entrant{order[mate], entrant})
			coupled[mate], coupled[i] = true, true
			delete(waiting, entrant.Unit)
		default:
			waiting[entrant.Unit] = i
		}
	}
	for i, entrant := range order {
		if !coupled[i] {
			rest = append(rest, entrant)
		}
	}
	return couples, rest
}

func firstRoundSeats(n int) [][2]int {
	var seats [][2]int
	if n < 2 {
		return nil
	}
	for _, meeting := range circle(n, 0) {
		if meeting.table >= 0 {
			seats = append(seats, [2]int{meeting.home, meeting.away})
		}
	}
	return seats
}

// play adds the meetings of round r (from 0) of a group to the round.
func (round *Round) play(group string, order []Entrant, r, firstTable int, sameUnitFirst bool) {
	for _, meeting := range circle(len(order), r) {
		if meeting.table < 0 {
			round.Byes = append(round.Byes, order[meeting.home].ID)
			continue
		}
		home, away := order[meeting.home], order[meeting.away]
		reason := ReasonCircle
		if sameUnitFirst && r == 0 && home.Unit != "" && home.Unit == away.Unit {
			reason = ReasonSameUnit
		}
		round.Pairings = append(round.Pairings, Pairing{
			Group: group, Home: home.ID, Away: away.ID, Table: firstTable + meeting.table, Reason: reason,
		})
	}
	slices.SortFunc(round.Pairings, func(a, b Pairing) int { return a.Table - b.Table })
}

// circleRounds is the number of rounds that n entrants need.
func circleRounds(n int) int {
	switch {
	case n < 2:
		return 0
	case n%2 == 0:
		return n - 1
	}
	return n
}

// meeting is two places of the circle that meet; table counts from 0, and is
// -1 for home sitting out.
type meeting struct{ home, away, table int }

// circle is round r of the circle method for n places, both from 0.
//
// An odd number m of places stands in a circle; in an even group one more
// stands outside. In round r place r meets the one outside (or sits out), and
// r+k meets r-k, for k from 1 to (m-1)/2. The one whose distance k after r is
// odd is at home: everybody changes sides from round to round, but for one
// repetition; the one outside changes sides by turns.
//
// Meetings with the same k at one table give everybody each table twice. The
// one outside would stay at one table for ever, so in round r it changes
// tables with the meeting k = ±2r: where 3 does not divide m, each place is
// moved by this once from r = p/3 and once from r = -p, which keeps every
// table at two visits for everybody (a balanced tournament design).
func circle(n, r int) []meeting {
	m := n - 1 + n%2
	half := (m - 1) / 2
	var meetings []meeting
	if n%2 == 1 {
		meetings = append(meetings, meeting{home: r, table: -1})
	} else {
		meetings = append(meetings, outside(n, r, distance(2*r, m)))
	}
	for k := 1; k <= half; k++ {
		home, away := (r+k)%m, (r+m-k)%m
		if k%2 == 0 {
			home, away = away, home
		}
		table := k
		switch {
		case n%2 == 1:
			table = k - 1
		case k == distance(2*r, m):
			table = 0
		}
		meetings = append(meetings, meeting{home, away, table})
	}
	return meetings
}

func outside(n, r, table int) meeting {
	if r%2 == 0 {
		return meeting{n - 1, r, table}
	}
	return meeting{r, n - 1, table}
}

// distance is how far x is from 0 in a circle of m places, the shorter way.
func distance(x, m int) int {
	x %= m
	return min(x, m-x)
}
