// Package shuangsheng knows Shuangsheng: what a hand's points do to the stage
// and the levels, which cards are trumps and in which order, what cards are when
// they are led together, who takes a trick, whether a throw holds, and whether
// somebody revoked. Every answer depends on a rulebook's terms and on what is
// handed in, on nothing else.
package shuangsheng

import (
	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// Group is what must be followed: one of the side suits, or the trumps. It is
// the suit's own value, and card.NoSuit for trumps.
type Group card.Suit

// Trump is the group of all trumps.
const Trump = Group(card.NoSuit)

const trumpName = "trump"

var groupNames = [...]string{
	card.NoSuit: trumpName, card.Spade: "S", card.Heart: "H", card.Club: "C", card.Diamond: "D",
}

// String is the suit's letter, or "trump".
func (g Group) String() string { return groupNames[g] }

// MarshalText writes what String says.
func (g Group) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Trumps says which cards are trumps and how cards rank in a hand. The order is
// the one of shuangsheng-enterprise, 二、2 (4): 大王, 小王, the level card of the
// trump suit, the other level cards, then the trump suit from A down. Of equal
// cards the first played is higher.
type Trumps struct {
	// Level is what the hand is played at.
	Level scoresheet.Level
	// Suit is the trump suit, card.NoSuit in a hand without one (无主).
	Suit card.Suit
	// StandingTwo: 2s are trumps at every level (2 作常主).
	StandingTwo bool
}

// standsTwo reports whether 2s are trumps beside the level cards.
func (t Trumps) standsTwo() bool { return t.StandingTwo && t.Level != scoresheet.Level2 }

// always reports whether cards of the rank are trumps in every suit.
func (t Trumps) always(rank card.Rank) bool {
	return rank.IsLevel(t.Level) || (t.standsTwo() && rank == card.Rank2)
}

// GroupOf is the group that the card belongs to.
func (t Trumps) GroupOf(c card.Card) Group {
	if c.Rank().Joker() || t.always(c.Rank()) || c.Suit() == t.Suit {
		return Trump
	}
	return Group(c.Suit())
}

// order ranks the cards of one group so that neighbours, of which tractors are
// made, differ by one: the ranks on both sides of the level are neighbours.
func (t Trumps) order(c card.Card) int {
	if !c.Rank().Joker() && !t.always(c.Rank()) {
		return t.plain(c.Rank())
	}
	next := 0
	if t.Suit != card.NoSuit {
		next = t.plain(card.RankA + 1)
	}
	if t.standsTwo() {
		if c.Rank() == card.Rank2 {
			return next + t.inTrumpSuit(c)
		}
		next += t.kinds()
	}
	if c.Rank().IsLevel(t.Level) {
		return next + t.inTrumpSuit(c)
	}
	next += t.kinds()
	if c.Rank() == card.BigJoker {
		next++
	}
	return next
}

// plain is the number of ranks below that are no trumps of their own.
func (t Trumps) plain(rank card.Rank) int {
	n := int(rank) - int(card.Rank2)
	for below := card.Rank2; below < rank && below <= card.RankA; below++ {
		if t.always(below) {
			n--
		}
	}
	return n
}

// kinds is how many places the cards of one rank take that are always trumps:
// with a trump suit those of the suit stand above the others.
func (t Trumps) kinds() int {
	if t.Suit == card.NoSuit {
		return 1
	}
	return 2
}

func (t Trumps) inTrumpSuit(c card.Card) int {
	if t.Suit != card.NoSuit && c.Suit() == t.Suit {
		return 1
	}
	return 0
}
