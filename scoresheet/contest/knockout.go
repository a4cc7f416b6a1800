package contest

import (
	"cmp"
	"slices"
	"strconv"

	"kiosk/scoresheet"
)

// The reasons of pairings in a knockout.
const (
	// ReasonLot: drawn by lot, for this round or for the whole bracket.
	ReasonLot Reason = "lot"
	// ReasonTables: the winners of neighbouring tables meet.
	ReasonTables Reason = "tables"
	// ReasonBracket: the bracket, drawn before, has their two slots meet.
	ReasonBracket Reason = "bracket"
	// ReasonCross: the first of a group meets the second of another.
	ReasonCross Reason = "cross"
	// ReasonSeeded: by the ranks before, first against last; Basis has the ranks.
	ReasonSeeded Reason = "seeded"
	// ReasonRepechage: drawn by lot among those who have a further chance.
	ReasonRepechage Reason = "repechage"
	// ReasonThirdPlace: both lost their semi-finals.
	ReasonThirdPlace Reason = "third-place"
)

// DrawKnockout draws the next round of a knockout from the seed. Who is in
// follows from the last round as it was played: who won, sat out or was through.
// Those who have left (Stage.Gone) are not drawn; in a bracket who should have
// met them passes, which is a bye.
//
// Phase.Draw says how. Where each round is drawn anew, whoever is too many sits
// out by lot (Format.Bye) among those who have sat out fewest times, and
// SameUnitApart keeps as many pairs of one unit apart as can be. In a bracket the
// field stands in the order that BracketOrder gave it. With Phase.ThirdPlace the
// losers of the semi-finals meet in the round of the final, in slot 2.
//
// With Format.Repechage, once fewer than twice Until are in, the winners are
// through and the others play on until Until are; with Exact the last round has
// as many matches as leave exactly Until.
//
// Pairings stand in the order of slots and tables. It does not depend on the
// order of results, nor, where lots are drawn, on that of the field.
//
// Faults: "draw.seed", "draw.entrant-twice", "result.twice"; "knockout.over"
// where no round is to come; "knockout.unfinished" and "knockout.undecided" for
// a match of the last round without a result or without a winner, with Args
// round, home, away, table; "knockout.slots" where more have won by hand-made
// rounds than the bracket has slots for.
func DrawKnockout(stage Stage, seed string) (Round, error) {
	if seed == "" {
		return Round{}, scoresheet.Faults{fault("draw.seed", "/seed")}
	}
	c, err := openCup(stage)
	if err != nil {
		return Round{}, err
	}
	if faults := c.undecided(); len(faults) > 0 {
		return Round{}, faults
	}
	if c.over() {
		return Round{}, scoresheet.Faults{fault("knockout.over", "", "round", c.next())}
	}
	return c.draw(seed)
}

// KnockoutOver reports whether no round of the knockout is to come: it is down
// to Until, or to its winner, or has played Stage.Limit rounds, and every match
// has a winner or two losers. While a match of the last round has a result
// without a winner the error is the fault "knockout.undecided", as of
// DrawKnockout.
func KnockoutOver(stage Stage) (bool, error) {
	c, err := openCup(stage)
	if err != nil {
		return false, err
	}
	var undecided scoresheet.Faults
	open := c.undecided()
	for _, f := range open {
		if f.Code == "knockout.undecided" {
			undecided = append(undecided, f)
		}
	}
	if len(undecided) > 0 {
		return false, undecided
	}
	return len(open) == 0 && c.over(), nil
}

// FixedBracket reports whether one draw holds for all rounds of a knockout: its
// field stands in the order of BracketOrder, or of lots on paper.
func FixedBracket(phase scoresheet.Phase) bool {
	switch phase.Draw {
	case scoresheet.DrawOnce, scoresheet.DrawCross, scoresheet.DrawSeeded:
		return !phase.Repechage
	}
	return false
}

// KnockoutField is who the next round of a knockout is made of, each in the
// order of the field: what a draw by hand must name.
type KnockoutField struct {
	// Playing are those who play or sit out, Through those who rest because they
	// have what the phase is played for, and Third the two who meet for third
	// place, if any.
	Playing, Through, Third []EntrantID
	// Matches is how many matches those who play have; in a fixed bracket it is
	// what the slots give.
	Matches int
}

// KnockoutNext is who the next round is made of; nobody plays once the knockout
// is over. While matches of the last round have no winner, both sides are among
// those who play. The faults are "draw.entrant-twice" and "result.twice".
func KnockoutNext(stage Stage) (KnockoutField, error) {
	c, err := openCup(stage)
	if err != nil {
		return KnockoutField{}, err
	}
	if len(c.undecided()) == 0 && c.over() {
		return KnockoutField{}, nil
	}
	through, playing := c.left()
	if last := c.last(); last != nil {
		for _, m := range last.matches {
			if m.open() && !m.third {
				playing = append(playing, m.Home, m.Away)
			}
		}
	}
	field := KnockoutField{Playing: c.there(c.known(playing)), Through: c.there(through), Third: c.thirdPair()}
	switch {
	case len(field.Playing) < 2:
	case FixedBracket(stage.Phase):
		var round Round
		if err := c.drawSlots(&round, field.Playing); err == nil {
			field.Matches = len(round.Pairings)
		}
	default:
		field.Matches = c.matches(len(field.Playing), len(field.Through))
	}
	return field, nil
}

func (c *cup) draw(seed string) (Round, error) {
	round := Round{Number: c.next()}
	through, playing := c.left()
	through, playing = c.there(through), c.there(playing)
	var err error
	switch {
	case len(through)+len(playing) <= c.until(): // the match for third place alone
		round.Byes = append(through, playing...)
	case FixedBracket(c.stage.Phase):
		err = c.drawSlots(&round, append(through, playing...))
	default:
		round.Through = through
		c.drawAnew(&round, playing, seed)
	}
	if err != nil {
		return Round{}, err
	}
	if losers := c.thirdPair(); len(losers) == 2 {
		round.Pairings = append(round.Pairings, Pairing{Home: losers[0], Away: losers[1], Slot: 2, Reason: ReasonThirdPlace})
	}
	table := max(c.stage.FirstTable, 1)
	for i := range round.Pairings {
		round.Pairings[i].Group, round.Pairings[i].Table = c.group.Name, table+i
	}
	return round, nil
}

// matches is how many matches a round has in which so many play, while others
// are through.
func (c *cup) matches(playing, through int) int {
	places := c.until() - through
	exact := c.stage.Phase.Exact || c.kindOf(playing, through) == repechageRound
	if exact && playing <= 2*places {
		return playing - places
	}
	return playing / 2
}

// drawAnew draws a round that follows from no bracket.
func (c *cup) drawAnew(round *Round, playing []EntrantID, seed string) {
	lots := newUrn(seed, "knockout", c.stage.Phase.ID, strconv.Itoa(round.Number))
	order := slices.Sorted(slices.Values(playing))
	shuffle(lots, order)
	through := len(round.Through)
	matches := c.matches(len(order), through)
	round.Byes, order = c.sitOut(order, len(order)-2*matches)
	reason := ReasonLot
	switch {
	case c.kindOf(len(playing), through) == repechageRound:
		reason = ReasonRepechage
	case c.stage.Phase.Draw == scoresheet.DrawByTable && len(c.rounds) > 0 && !c.stage.Phase.Repechage:
		reason = ReasonTables
		c.sortByTable(order)
	}
	if c.stage.Phase.SameUnitApart && reason != ReasonTables {
		c.keepApart(order)
	}
	for i := 0; i+1 < len(order); i += 2 {
		round.Pairings = append(round.Pairings, Pairing{Home: order[i], Away: order[i+1], Slot: i/2 + 1, Reason: reason})
	}
}

// sitOut takes so many out of the order who sit out: those with fewest byes, and
// among them the first in the order, or the last in the field.
func (c *cup) sitOut(order []EntrantID, n int) (byes, rest []EntrantID) {
	had := c.byes()
	candidates := slices.Clone(order)
	slices.SortStableFunc(candidates, func(a, b EntrantID) int {
		i, j := c.at[a], c.at[b]
		if had[i] == had[j] && c.stage.Phase.Bye == scoresheet.ByeLowest {
			return cmp.Compare(j, i)
		}
		return cmp.Compare(had[i], had[j])
	})
	byes = slices.Clone(candidates[:n])
	for _, id := range order {
		if !slices.Contains(byes, id) {
			rest = append(rest, id)
		}
	}
	return byes, rest
}

// sortByTable puts the order into that of the tables of the last round; those
// who sat out follow in the order that they have.
func (c *cup) sortByTable(order []EntrantID) {
	tables := map[EntrantID]int{}
	last := 0
	for _, m := range c.last().matches {
		tables[m.winner] = m.Table
		last = max(last, m.Table)
	}
	table := func(id EntrantID) int {
		if t, played := tables[id]; played {
			return t
		}
		return last + 1
	}
	slices.SortStableFunc(order, func(a, b EntrantID) int { return cmp.Compare(table(a), table(b)) })
}

// keepApart changes partners between the pairs of an order, two by two, until no
// change parts a pair of one unit any more. Then no order has fewer of them:
// where the pairs (a, b) of one unit and (c, d) cannot be changed, c or d is of
// that unit, for every such pair, so that the unit has more than half of all.
func (c *cup) keepApart(order []EntrantID) {
	unit := func(i int) string { return c.group.Entrants[c.at[order[i]]].Unit }
	for i := 0; i+1 < len(order); i += 2 {
		own := unit(i)
		if own == "" || own != unit(i+1) {
			continue
		}
		for step := 2; step < len(order); step += 2 {
			j := (i + step) % len(order)
			if unit(j) != own && unit(j+1) != own {
				order[i+1], order[j] = order[j], order[i+1]
				break
			}
		}
	}
}
