package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// In a bracket the field stands at places 1 to P, the least power of two that
// holds it. At level 0 each place is a slot of its own; slots 2k-1 and 2k of a
// level meet in slot k of the next one. A round is played at the first level at
// which two of those who are left meet; levels at which all would pass are not
// rounds.

// bracketSize is P for so many entrants.
func bracketSize(n int) int {
	size := 1
	for size < n {
		size *= 2
	}
	return size
}

// strengths are the numbers that the places of a bracket have by strength, 1 the
// strongest, from top to bottom: first against last, and those who would meet
// late as strong as can be. For 8: 1-8, 5-4, 3-6, 7-2.
func strengths(size int) []int {
	list := []int{1}
	for len(list) < size {
		sum := 2*len(list) + 1
		next := make([]int, 0, 2*len(list))
		for i, s := range list {
			if i%2 == 0 {
				next = append(next, s, sum-s)
			} else {
				next = append(next, sum-s, s)
			}
		}
		list = next
	}
	return list
}

// takenPlaces are the places, from 0, that n entrants stand at: all but those of
// the weakest numbers, which are byes and so fall to the strongest.
func takenPlaces(n int) []int {
	var places []int
	for place, strength := range strengths(bracketSize(n)) {
		if strength <= n {
			places = append(places, place)
		}
	}
	return places
}

// slots is who has come to which slot of a bracket at a level.
type slots struct {
	size, level int
	of          map[EntrantID]int // from 1
}

func (s slots) count() int { return s.size >> s.level }

// ahead is the slot that an entrant comes to at a later level.
func (s slots) ahead(id EntrantID, level int) int { return (s.of[id]-1)>>(level-s.level) + 1 }

// slotsAfter follows the bracket through the rounds drawn so far, as they were
// played: a match counts for the slot that it was drawn in, whoever played it.
func (c *cup) slotsAfter() slots {
	s := c.firstSlots()
	for i := range c.rounds {
		s = s.after(&c.rounds[i], s.levelOf(&c.rounds[i]))
	}
	return s
}

func (c *cup) firstSlots() slots {
	s := slots{size: bracketSize(len(c.group.Entrants)), of: map[EntrantID]int{}}
	for i, place := range takenPlaces(len(c.group.Entrants)) {
		s.of[c.group.Entrants[i].ID] = place + 1
	}
	return s
}

// levelOf is the level that a round was played at: the first one at which two
// of those who were left come together, whoever met whom then.
func (s slots) levelOf(r *cupRound) int {
	named := slices.Clone(r.byes)
	for _, m := range r.matches {
		if !m.third {
			named = append(named, m.Home, m.Away)
		}
	}
	for level := s.level + 1; s.size>>level > 0; level++ {
		taken := make(map[int]bool, len(named))
		for _, id := range named {
			slot := s.ahead(id, level)
			if taken[slot] {
				return level
			}
			taken[slot] = true
		}
	}
	return s.level + 1
}

// after is who has come to which slot by a round at the level.
func (s slots) after(r *cupRound, level int) slots {
	next := slots{size: s.size, level: level, of: map[EntrantID]int{}}
	if next.count() == 0 {
		return s
	}
	for _, id := range r.byes {
		next.of[id] = s.ahead(id, level)
	}
	for _, m := range r.matches {
		if m.third {
			continue
		}
		slot := m.Slot
		if slot < 1 || slot > next.count() {
			slot = s.ahead(m.Home, level)
		}
		for _, id := range []EntrantID{m.Home, m.Away} {
			next.of[id] = slot
		}
	}
	return next
}

// lay puts those who are left into the slots of the level, one each. Whoever
// would be the second in a slot, which only rounds made by hand bring about,
// takes the nearest empty one. False if there are more of them than slots.
func (s slots) lay(ids []EntrantID) ([]EntrantID, bool) {
	laid := make([]EntrantID, s.count())
	if len(ids) > len(laid) {
		return nil, false
	}
	var late []EntrantID
	for _, id := range ids {
		slot := min(max(s.of[id], 1), len(laid))
		if laid[slot-1] != "" {
			late = append(late, id)
			continue
		}
		laid[slot-1] = id
	}
	for _, id := range late {
		from := min(max(s.of[id], 1), len(laid)) - 1
		for d := 1; d < len(laid); d++ {
			slot := slices.IndexFunc([]int{from - d, from + d}, func(i int) bool { return i >= 0 && i < len(laid) && laid[i] == "" })
			if slot >= 0 {
				laid[[]int{from - d, from + d}[slot]] = id
				break
			}
		}
	}
	return laid, true
}

// drawSlots makes the next round of a bracket of those who are left.
func (c *cup) drawSlots(round *Round, left []EntrantID) error {
	s := c.slotsAfter()
	laid, fits := s.lay(left)
	if !fits {
		return scoresheet.Faults{fault("knockout.slots", "", "round", round.Number, "slots", s.count(), "entrants", left)}
	}
	for len(round.Pairings) == 0 && len(laid) > 1 {
		round.Byes = nil
		next := make([]EntrantID, len(laid)/2)
		for k := range next {
			home, away := laid[2*k], laid[2*k+1]
			switch {
			case home != "" && away != "":
				round.Pairings = append(round.Pairings, c.pairSlots(home, away, k+1))
			case home != "" || away != "":
				next[k] = max(home, away)
				round.Byes = append(round.Byes, next[k])
			}
		}
		laid = next
	}
	return nil
}

// pairSlots is a pairing of a bracket with what it follows from.
func (c *cup) pairSlots(home, away EntrantID, slot int) Pairing {
	p := Pairing{Home: home, Away: away, Slot: slot, Reason: ReasonBracket}
	switch {
	case len(c.rounds) > 0:
	case c.stage.Phase.Draw == scoresheet.DrawOnce:
		p.Reason = ReasonLot
	case c.crosses(home, away):
		p.Reason = ReasonCross
	default:
		p.Reason = ReasonSeeded
		p.Basis = &Basis{HomeRank: c.strengthOf(home), AwayRank: c.strengthOf(away)}
	}
	return p
}

// strengthOf is the number by strength of the place where somebody stands.
func (c *cup) strengthOf(id EntrantID) int {
	if c.numbers == nil {
		all := strengths(bracketSize(len(c.group.Entrants)))
		for _, place := range takenPlaces(len(c.group.Entrants)) {
			c.numbers = append(c.numbers, all[place])
		}
	}
	return c.numbers[c.at[id]]
}

// crosses reports whether one of them came first and the other second, of two
// groups, and the draw is a cross.
func (c *cup) crosses(a, b EntrantID) bool {
	if c.stage.Phase.Draw != scoresheet.DrawCross || c.group.Origins == nil {
		return false
	}
	if c.entries == nil {
		c.entries = entriesOf(c.group)
	}
	x, y := c.entries[c.at[a]], c.entries[c.at[b]]
	return x.group != y.group && x.rank+y.rank == 3
}
