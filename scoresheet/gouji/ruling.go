package gouji

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// Moment is when a set is played, as far as a ruling depends on it.
type Moment struct {
	// PlayersLeft is how many still hold cards; 0 is all six.
	PlayersLeft int
	// NoOpposite: the player's opposite is out (无头).
	NoOpposite bool
	// AfterSecond: the second finisher is out. AfterOut: the opposite went out
	// before the player opened.
	AfterSecond, AfterOut bool
}

// meleePlayers are so few that nothing is a 够级 any more (四人乱缠).
const meleePlayers = 4

// Ruling is an answer with its reason and what fills the places of its words.
type Ruling struct {
	Holds bool
	Why   Why
	// Have and Need are numbers of cards, where the reason has them.
	Have, Need int
}

// The reasons why a set is a 够级, or is none.
const (
	GoujiByCount Why = "gouji.count"
	GoujiByJoker Why = "gouji.joker"
	TooFew       Why = "gouji.too-few"
	LowRank      Why = "gouji.low-rank"
	JokerIsNone  Why = "gouji.joker-none"
	Melee        Why = "gouji.melee"
	NoHead       Why = "gouji.no-opposite"
)

// Gouji says whether a set is a 够级 by the rulebook's table (official rules,
// B2).
func (r PlayRules) Gouji(s Set, at Moment) Ruling {
	switch {
	case at.PlayersLeft > 0 && at.PlayersLeft <= meleePlayers:
		return Ruling{Why: Melee, Have: at.PlayersLeft}
	case at.NoOpposite:
		return Ruling{Why: NoHead}
	case s.Jokers() > 0 && r.terms.GoujiJoker:
		return Ruling{Holds: true, Why: GoujiByJoker}
	case s.Jokers() > 0:
		return Ruling{Why: JokerIsNone}
	}
	need := r.goujiCount(s.Rank)
	if need == 0 {
		return Ruling{Why: LowRank}
	}
	have := s.Natural
	if r.terms.GoujiTwos {
		have += s.Twos
	}
	if have < need {
		return Ruling{Why: TooFew, Have: have, Need: need}
	}
	return Ruling{Holds: true, Why: GoujiByCount, Have: have, Need: need}
}

// goujiCount is how many cards of the rank make a 够级, 0 for never.
func (r PlayRules) goujiCount(rank card.Rank) int {
	const lowest = card.Rank(10)
	row := int(rank) - int(lowest)
	if rank == card.Rank2 {
		row = int(card.RankA-lowest) + 1
	}
	if row < 0 || row >= len(r.terms.GoujiCounts) {
		return 0
	}
	return r.terms.GoujiCounts[row]
}

// The reasons why a set opens, or does not.
const (
	OpensPure     Why = "opens.pure"
	OpensAttached Why = "opens.attached"
	NotGouji      Why = "opens.no-gouji"
	TwoOpensNot   Why = "opens.two"
	SmallOpensNot Why = "opens.small"
	BigOpensNot   Why = "opens.big"
	OpensTooLate  Why = "opens.late"
	OppositeOut   Why = "opens.after-out"
	NoFour        Why = "opens.no-four"
)

// Opens says whether a set opens (开点; official rules, B5). The cards left in
// hand, if they are known, may have to hold a 4.
func (r PlayRules) Opens(s Set, at Moment, left []card.Card) Ruling {
	switch {
	case at.AfterSecond && r.late(scoresheet.AfterSecond):
		return Ruling{Why: OpensTooLate}
	case at.AfterOut && r.late(scoresheet.AfterOut):
		return Ruling{Why: OppositeOut}
	case !r.Gouji(s, at).Holds:
		return Ruling{Why: NotGouji}
	case s.Big > 0 && !r.terms.OpenBig:
		return Ruling{Why: BigOpensNot}
	case s.Small > 0 && !r.terms.OpenSmall:
		return Ruling{Why: SmallOpensNot}
	case (s.Twos > 0 || s.Rank == card.Rank2) && !r.terms.OpenTwo:
		return Ruling{Why: TwoOpensNot}
	case r.terms.OpenFour && left != nil && !slices.ContainsFunc(left, isFour):
		return Ruling{Why: NoFour}
	case s.Twos == 0 && s.Jokers() == 0 && s.Rank != card.Rank2:
		return Ruling{Holds: true, Why: OpensPure}
	}
	return Ruling{Holds: true, Why: OpensAttached}
}

func (r PlayRules) late(mark string) bool {
	return r.closed != nil && slices.Contains(r.closed.Late, mark)
}

func isFour(c card.Card) bool { return c.Rank() == 4 }

// The reasons why a burn is possible, or is not.
const (
	BurnPossible  Why = "burn.possible"
	BurnEnds      Why = "burn.ends"
	BurnNoGouji   Why = "burn.no-gouji"
	BurnTooLow    Why = "burn.too-low"
	BurnOpposite  Why = "burn.opposite"
	BurnFirst     Why = "burn.first"
	BurnFewJokers Why = "burn.few-jokers"
	BurnBare      Why = "burn.bare"
	BurnTooMany   Why = "burn.too-many"
)

// Burn says whether who lays down the first set of a burn can play on to the
// end with a joker in every set but the last (official rules, B6). Left are the
// cards that then remain in hand.
func (r PlayRules) Burn(first Set, played, left []card.Card) Ruling {
	if r.overdrawn(slices.Concat(played, left)) {
		return Ruling{Why: BurnTooMany}
	}
	if len(left) == 0 {
		return Ruling{Holds: true, Why: BurnEnds}
	}
	if first.Jokers() == 0 {
		return Ruling{Why: BurnFirst}
	}
	jokers, need, bare := r.burnCount(left)
	switch {
	case bare > 1:
		return Ruling{Why: BurnBare, Have: bare}
	case jokers < need:
		return Ruling{Why: BurnFewJokers, Have: jokers, Need: need}
	}
	return Ruling{Holds: true, Why: BurnPossible, Have: jokers, Need: need}
}

// burnCount counts the jokers in hand, how many a burn needs, and the ranks that
// no joker can be attached to: only the last set may be of one.
func (r PlayRules) burnCount(left []card.Card) (jokers, need, bare int) {
	var held [card.BigJoker + 1]bool
	for _, c := range left {
		if c.Rank().Joker() {
			jokers++
		}
		held[c.Rank()] = true
	}
	ranks := 0
	for rank := card.Rank(3); rank <= card.RankA; rank++ {
		if held[rank] {
			ranks++
			if r.bare(rank) {
				bare++
			}
		}
	}
	if r.terms.BurnNeeds != scoresheet.BurnEveryRank {
		return jokers, max(ranks-1, 0), bare
	}
	if held[3] {
		ranks--
	}
	if held[card.Rank2] {
		ranks++
	}
	return jokers, ranks, bare
}

// BurnOn says whether the right set, laid on the left one, can begin a burn.
// Of and by are the seats of both, 0 where they are not known: one's opposite
// is not burned, one just plays.
func (r PlayRules) BurnOn(left, right Set, at Moment, of, by scoresheet.Seat, played, hand []card.Card) Ruling {
	switch {
	case of != 0 && by != 0 && of.Opposite(Seats) == by:
		return Ruling{Why: BurnOpposite}
	case !r.Gouji(left, at).Holds:
		return Ruling{Why: BurnNoGouji}
	case !r.Compare(left, right).Beats:
		return Ruling{Why: BurnTooLow}
	}
	return r.Burn(right, played, hand)
}

// Whys are all reasons, so that words can be checked for each.
func Whys() []Why {
	return []Why{
		NoCards, TwoRanks, TooMany, NoAttached,
		EveryHigher, NoneLower, NotHigher, EqualSets, OtherSize, KilledTheBig,
		GoujiByCount, GoujiByJoker, TooFew, LowRank, JokerIsNone, Melee, NoHead,
		OpensPure, OpensAttached, NotGouji, TwoOpensNot, SmallOpensNot, BigOpensNot, OpensTooLate, OppositeOut, NoFour,
		BurnPossible, BurnEnds, BurnNoGouji, BurnTooLow, BurnOpposite, BurnFirst, BurnFewJokers, BurnBare, BurnTooMany,
	}
}
