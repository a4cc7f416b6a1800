package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// bracketPainter makes the picture of a knockout.
type bracketPainter struct {
	cup     *cup
	bracket Bracket
	// columnOf is the column of a round of the cup, by its index.
	columnOf map[int]int
	// places are where the field stands in a fixed bracket.
	places []int
}

// column is an empty column with its name: for so many matches in a round that
// leads to a final, or for the round with the index, -1 for one to come.
func (b *bracketPainter) column(matches, index int) BracketColumn {
	column := BracketColumn{Name: RoundFraction, Fraction: matches, Matches: []BracketMatch{}}
	phase := b.cup.stage.Phase
	switch {
	case index >= 0 && b.cup.rounds[index].kind == repechageRound:
		column.Name, column.Fraction = RoundRepechage, 0
	case phase.Until > 1 || b.cup.stage.Limit > 0:
		column.Name, column.Fraction = RoundNumbered, 0
	case matches == 1:
		column.Name, column.Fraction = RoundFinal, 0
	case matches == 2:
		column.Name, column.Fraction = RoundSemiFinal, 0
	}
	if index >= 0 {
		column.Round = b.cup.rounds[index].number
	}
	if b.columnOf == nil {
		b.columnOf = map[int]int{}
	}
	b.columnOf[index] = len(b.bracket.Columns)
	return column
}

// taken is the place of an entrant in a round, and where it comes from.
func (b *bracketPainter) taken(id EntrantID, round, from int) BracketPlace {
	place := BracketPlace{Kind: PlaceTaken, Entrant: id, From: from, Gone: b.cup.stage.Gone(id, round)}
	i, ours := b.cup.at[id]
	switch draw := b.cup.stage.Phase.Draw; {
	case !ours:
	case draw == scoresheet.DrawSeeded && b.bracket.Fixed:
		place.Seed = b.cup.strengthOf(id)
	default:
		place.Seed = b.cup.group.Entrants[i].Seed
	}
	return place
}

// match is a match of the cup with its places.
func (m *cupMatch) match(places [2]BracketPlace) BracketMatch {
	return BracketMatch{
		Slot: m.Slot, Places: places, State: m.state, Winner: m.winner, Table: m.Table, Reason: m.Reason, Walkover: m.walkover,
	}
}

// paintSlots paints a fixed bracket, level by level.
func (b *bracketPainter) paintSlots() {
	c := b.cup
	s := c.firstSlots()
	b.places = takenPlaces(len(c.group.Entrants))
	for index := range c.rounds {
		level := s.levelOf(&c.rounds[index])
		for s.level+1 < level {
			b.paintLevel(&s, -1, c.rounds[index].number)
		}
		if s.count() == 1 {
			break // rounds by hand have outgrown the bracket
		}
		b.paintLevel(&s, index, c.rounds[index].number)
	}
	for s.count() > 1 && s.count() > c.until() && (c.stage.Limit == 0 || len(b.bracket.Columns) < c.stage.Limit) {
		b.paintLevel(&s, -1, c.next())
	}
}

// paintLevel paints the level after that of the slots, as the round with the
// index played it, or -1 as far as it is known, and follows it.
func (b *bracketPainter) paintLevel(s *slots, index, round int) {
	count := s.size >> (s.level + 1)
	column := b.column(count, index)
	for slot := 1; slot <= count; slot++ {
		m := BracketMatch{Slot: slot, State: BracketToCome}
		for i := range m.Places {
			m.Places[i] = b.fed(*s, 2*slot-1+i, round)
		}
		column.Matches = append(column.Matches, m)
	}
	if index >= 0 {
		b.fill(&column, *s, &b.cup.rounds[index])
		*s = s.after(&b.cup.rounds[index], s.level+1)
	} else {
		for i := range column.Matches {
			column.Matches[i].pass()
		}
		*s = s.passed()
	}
	b.bracket.Columns = append(b.bracket.Columns, column)
}

// passed are the slots at the next level, which has no round of its own.
func (s slots) passed() slots {
	next := slots{size: s.size, level: s.level + 1, of: make(map[EntrantID]int, len(s.of))}
	for id := range s.of {
		next.of[id] = s.ahead(id, next.level)
	}
	return next
}

// fed is what a place holds that is fed from the slot of the level.
func (b *bracketPainter) fed(s slots, slot, round int) BracketPlace {
	if s.level == 0 {
		if i, found := slices.BinarySearch(b.places, slot-1); found {
			return b.taken(b.cup.group.Entrants[i].ID, round, 0)
		}
		return BracketPlace{Kind: PlaceBye}
	}
	before := b.bracket.Columns[len(b.bracket.Columns)-1].Matches[slot-1]
	switch {
	case before.Winner != "":
		return b.taken(before.Winner, round, slot)
	case before.State == BracketBothOut || before.State == BracketEmpty:
		return BracketPlace{Kind: PlaceEmpty, From: slot}
	}
	return BracketPlace{Kind: PlaceOfWinner, From: slot}
}

// there reports whether somebody stands at the place and has not left.
func (p BracketPlace) there() bool { return p.Kind == PlaceTaken && !p.Gone }

// pass lets somebody through who has nobody to meet, as far as that is known.
func (m *BracketMatch) pass() {
	top, bottom := m.Places[0], m.Places[1]
	switch {
	case top.Kind == PlaceOfWinner || bottom.Kind == PlaceOfWinner || top.there() && bottom.there():
	case top.there():
		m.State, m.Winner = BracketPassed, top.Entrant
	case bottom.there():
		m.State, m.Winner = BracketPassed, bottom.Entrant
	default:
		m.State = BracketEmpty
	}
}

// fill puts the matches of a round into its column.
func (b *bracketPainter) fill(column *BracketColumn, s slots, round *cupRound) {
	level := s.level + 1
	for i := range round.matches {
		m := &round.matches[i]
		if m.third {
			continue
		}
		slot := m.Slot
		if slot < 1 || slot > len(column.Matches) {
			slot = s.ahead(m.Home, level)
		}
		slot = min(max(slot, 1), len(column.Matches))
		home, away := b.taken(m.Home, round.number, b.fedFrom(s, m.Home)), b.taken(m.Away, round.number, b.fedFrom(s, m.Away))
		painted := m.match([2]BracketPlace{home, away})
		if s.of[m.Home]%2 == 0 && s.of[m.Home] > 0 || s.of[m.Away] == 2*slot-1 {
			painted.Places = [2]BracketPlace{away, home}
		}
		painted.Slot = slot
		column.Matches[slot-1] = painted
	}
	for i := range column.Matches {
		m := &column.Matches[i]
		if m.State != BracketToCome {
			continue
		}
		m.State = BracketEmpty
		for _, place := range m.Places {
			if slices.Contains(round.byes, place.Entrant) && place.Kind == PlaceTaken {
				m.State, m.Winner = BracketPassed, place.Entrant
			}
		}
	}
}

// fedFrom is the slot of the column before that an entrant comes from.
func (b *bracketPainter) fedFrom(s slots, id EntrantID) int {
	if s.level == 0 {
		return 0
	}
	return s.of[id]
}

// paintRounds paints rounds that were drawn anew: the last one in the order of
// its tables, those before so that lines do not cross.
func (b *bracketPainter) paintRounds() {
	c := b.cup
	lists := make([][]BracketMatch, len(c.rounds))
	for index := range c.rounds {
		lists[index] = b.roundMatches(&c.rounds[index])
	}
	for index := len(lists) - 2; index >= 0; index-- {
		lists[index] = ahead(lists[index], lists[index+1])
	}
	for index, list := range lists {
		column := b.column(bracketSize(len(list)*2-countAlone(list))/2, index)
		for i := range list {
			list[i].Slot = i + 1
			for p := range list[i].Places {
				if index > 0 {
					list[i].Places[p].From = 1 + slices.IndexFunc(lists[index-1], func(m BracketMatch) bool {
						return m.holds(list[i].Places[p].Entrant)
					})
				}
			}
		}
		column.Matches = list
		b.bracket.Columns = append(b.bracket.Columns, column)
	}
}

func (b *bracketPainter) roundMatches(round *cupRound) []BracketMatch {
	list := []BracketMatch{}
	for i := range round.matches {
		if m := &round.matches[i]; !m.third {
			list = append(list, m.match([2]BracketPlace{b.taken(m.Home, round.number, 0), b.taken(m.Away, round.number, 0)}))
		}
	}
	for _, id := range slices.Concat(round.byes, round.through) {
		list = append(list, BracketMatch{
			Places: [2]BracketPlace{b.taken(id, round.number, 0), {Kind: PlaceBye}}, State: BracketPassed, Winner: id,
		})
	}
	return list
}

func (m BracketMatch) holds(id EntrantID) bool {
	return id != "" && (m.Places[0].Entrant == id || m.Places[1].Entrant == id)
}

func countAlone(list []BracketMatch) int {
	alone := 0
	for _, m := range list {
		if m.State == BracketPassed {
			alone++
		}
	}
	return alone
}

// ahead puts matches into the order in which the next round has their winners.
func ahead(list, next []BracketMatch) []BracketMatch {
	ordered := make([]BracketMatch, 0, len(list))
	used := make([]bool, len(list))
	at := make(map[EntrantID]int, 2*len(list))
	for i, m := range list {
		for _, place := range m.Places {
			if place.Entrant != "" {
				at[place.Entrant] = i
			}
		}
	}
	for _, m := range next {
		for _, place := range m.Places {
			if i, named := at[place.Entrant]; named && !used[i] {
				ordered, used[i] = append(ordered, list[i]), true
			}
		}
	}
	for i, m := range list {
		if !used[i] {
			ordered = append(ordered, m)
		}
	}
	return ordered
}

// paintThird paints the match for third place as far as it is known.
func (b *bracketPainter) paintThird() {
	c := b.cup
	if !c.stage.Phase.ThirdPlace {
		return
	}
	if m, index := c.third(); m != nil {
		number := c.rounds[index].number
		painted := m.match([2]BracketPlace{b.taken(m.Home, number, b.semiSlot(m.Home)), b.taken(m.Away, number, b.semiSlot(m.Away))})
		b.bracket.Third = &painted
		return
	}
	semi, losers := c.forThird()
	match := BracketMatch{Slot: 2, State: BracketToCome, Reason: ReasonThirdPlace}
	switch {
	case semi >= 0 && len(losers) > 0:
		for i := range match.Places {
			match.Places[i] = BracketPlace{Kind: PlaceEmpty}
			if i < len(losers) {
				match.Places[i] = b.taken(losers[i], c.next(), b.semiSlot(losers[i]))
			}
		}
		if len(losers) == 1 {
			match.State, match.Winner = BracketPassed, losers[0]
		}
	case semi < 0 && !b.bracket.Over:
		if !b.thirdToCome(&match) {
			return
		}
	default:
		return
	}
	b.bracket.Third = &match
}

// thirdToCome fills the places of the match for third place of a fixed bracket
// whose semi-finals are not over; false where it cannot come to one.
func (b *bracketPainter) thirdToCome(match *BracketMatch) bool {
	column := len(b.bracket.Columns) - 2
	if !b.bracket.Fixed || column < 0 || b.bracket.Columns[column].Name != RoundSemiFinal {
		return false
	}
	for i, m := range b.bracket.Columns[column].Matches {
		switch m.State {
		case BracketToCome, BracketDrawn, BracketUndecided:
			match.Places[i] = BracketPlace{Kind: PlaceOfLoser, From: i + 1}
		case BracketWon:
			match.Places[i] = b.taken(m.loser(), b.cup.next(), i+1)
		default:
			return false
		}
	}
	return true
}

func (m BracketMatch) loser() EntrantID {
	if m.Places[0].Entrant == m.Winner {
		return m.Places[1].Entrant
	}
	return m.Places[0].Entrant
}

// semiSlot is the slot of the semi-final that an entrant has lost, 0 for none.
func (b *bracketPainter) semiSlot(id EntrantID) int {
	column, painted := b.columnOf[b.cup.semiFinal()]
	if !painted || b.cup.semiFinal() < 0 {
		return 0
	}
	return 1 + slices.IndexFunc(b.bracket.Columns[column].Matches, func(m BracketMatch) bool { return m.holds(id) })
}
