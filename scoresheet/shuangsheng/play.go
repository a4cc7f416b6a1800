package shuangsheng

import (
	"cmp"
	"errors"
	"slices"

	"kiosk/scoresheet/card"
)

// MaxCards is what a seat holds, the bottom aside.
const MaxCards = 25

// packs is how often each card is there.
const packs = 2

// Type is the shape of a play or of a part of a throw.
type Type string

// The types. A tractor (拖拉机) is two pairs and more in a row, a throw (甩牌)
// several parts of one suit led together.
const (
	Single  Type = "single"
	Pair    Type = "pair"
	Tractor Type = "tractor"
	Throw   Type = "throw"
)

// Types are all types of plays.
func Types() []Type { return []Type{Single, Pair, Tractor, Throw} }

// Part is a single, a pair or a tractor.
type Part struct {
	Type Type `json:"type"`
	// Top is the card that decides.
	Top card.Card `json:"top"`
	// Pairs is the number of pairs, 0 of a single.
	Pairs int `json:"pairs,omitzero"`
	// Cards stand in falling order.
	Cards []card.Card `json:"cards"`

	order int
}

// Play is cards of one group as they may be led.
type Play struct {
	Type Type `json:"type"`
	// Size is the number of cards; Pairs that of pairs in all parts.
	Size  int `json:"size"`
	Pairs int `json:"pairs,omitzero"`
	// Suit is the group that must be followed.
	Suit Group `json:"suit"`
	// Rank and Top are of the card that decides: that of the part with the most
	// pairs.
	Rank card.Rank `json:"rank"`
	Top  card.Card `json:"top"`
	// Parts are those of a throw, the longest first; nil for other plays.
	Parts []Part `json:"parts,omitempty"`

	parts []Part
}

// The reasons why cards are no play.
var (
	ErrNoCards   = errors.New("no cards")
	ErrTooMany   = errors.New("a card stands there more often than it is in play, or there are more cards than a hand has")
	ErrSeveral   = errors.New("cards of several suits cannot be led together")
	ErrNotInHand = errors.New("not all cards are in the hand")
)

// Read is what the cards are when they are led: the longest tractors first, then
// pairs, then singles. The error is ErrNoCards, ErrTooMany or ErrSeveral.
func (t Trumps) Read(cards []card.Card) (Play, error) {
	if len(cards) == 0 {
		return Play{}, ErrNoCards
	}
	if len(cards) > MaxCards || !Possible(cards) {
		return Play{}, ErrTooMany
	}
	group, one := t.oneGroup(cards)
	if !one {
		return Play{}, ErrSeveral
	}
	parts := t.parts(cards)
	play := Play{
		Type: parts[0].Type, Size: len(cards), Suit: group,
		Rank: parts[0].Top.Rank(), Top: parts[0].Top, parts: parts,
	}
	for _, part := range parts {
		play.Pairs += part.Pairs
	}
	if len(parts) > 1 {
		play.Type, play.Parts = Throw, parts
	}
	return play, nil
}

// Possible reports whether two packs have all the cards together.
func Possible(hands ...[]card.Card) bool {
	seen := map[card.Card]int{}
	for _, hand := range hands {
		for _, c := range hand {
			if seen[c]++; seen[c] > packs {
				return false
			}
		}
	}
	return true
}

func (t Trumps) oneGroup(cards []card.Card) (Group, bool) {
	group := t.GroupOf(cards[0])
	for _, c := range cards[1:] {
		if t.GroupOf(c) != group {
			return 0, false
		}
	}
	return group, true
}

// in are the cards of a hand that belong to the group.
func (t Trumps) in(group Group, hand []card.Card) []card.Card {
	var cards []card.Card
	for _, c := range hand {
		if t.GroupOf(c) == group {
			cards = append(cards, c)
		}
	}
	return cards
}

// stock is cards of one group by their order, pairs apart from singles.
type stock struct {
	pairs   [][]card.Card
	singles [][]card.Card
}

func (t Trumps) stock(cards []card.Card) stock {
	var s stock
	count := map[card.Card]int{}
	for _, c := range cards {
		count[c]++
		for order := t.order(c); len(s.pairs) <= order; {
			s.pairs = append(s.pairs, nil)
			s.singles = append(s.singles, nil)
		}
	}
	// In the order of the cards, so that equal input has equal outcome.
	for _, c := range cards {
		order := t.order(c)
		switch count[c] {
		case packs:
			s.pairs[order] = append(s.pairs[order], c)
		case 1:
			s.singles[order] = append(s.singles[order], c)
		}
		delete(count, c)
	}
	return s
}

func (s stock) countPairs() int {
	n := 0
	for _, at := range s.pairs {
		n += len(at)
	}
	return n
}

// run is the number of pairs in a row from an order down.
func (s stock) run(top int) int {
	n := 0
	for ; top >= 0 && top < len(s.pairs) && len(s.pairs[top]) > 0; top-- {
		n++
	}
	return n
}

// longest is the highest of the longest rows of pairs.
func (s stock) longest() (top, length int) {
	for order := len(s.pairs) - 1; order >= 0; order-- {
		if n := s.run(order); n > length {
			top, length = order, n
		}
	}
	return top, length
}

// take takes a row of pairs out; put puts it back.
func (s stock) take(top, length int) Part {
	part := Part{Type: Tractor, Pairs: length, order: top}
	if length == 1 {
		part.Type = Pair
	}
	for order := top; order > top-length; order-- {
		c := s.pairs[order][0]
		s.pairs[order] = s.pairs[order][1:]
		part.Cards = append(part.Cards, c, c)
	}
	part.Top = part.Cards[0]
	return part
}

func (s stock) put(part Part) {
	for i := 0; i < len(part.Cards); i += packs {
		order := part.order - i/packs
		s.pairs[order] = append([]card.Card{part.Cards[i]}, s.pairs[order]...)
	}
}

func (t Trumps) parts(cards []card.Card) []Part {
	s := t.stock(cards)
	var parts []Part
	for {
		top, length := s.longest()
		if length == 0 {
			break
		}
		parts = append(parts, s.take(top, length))
	}
	for order := len(s.singles) - 1; order >= 0; order-- {
		for _, c := range s.singles[order] {
			parts = append(parts, Part{Type: Single, Top: c, Cards: []card.Card{c}, order: order})
		}
	}
	slices.SortStableFunc(parts, func(a, b Part) int {
		return cmp.Or(b.Pairs-a.Pairs, b.order-a.order)
	})
	return parts
}
