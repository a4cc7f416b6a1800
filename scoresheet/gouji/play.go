package gouji

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// Set is what cards are when they are played together: cards of one rank with
// 2s and jokers attached (official rules, B1 and B2). The zero value is none.
type Set struct {
	// Rank is what the set is of: 3 to A, 2, or a joker where it is of jokers
	// alone, the small one if both are there.
	Rank card.Rank `json:"rank"`
	// Natural are the cards of the rank itself. Twos, Small and Big are the 2s
	// and jokers that are attached, and all jokers of a set of jokers.
	Natural int `json:"natural"`
	Twos    int `json:"twos"`
	Small   int `json:"small"`
	Big     int `json:"big"`
}

// Size is the number of cards.
func (s Set) Size() int { return s.Natural + s.Twos + s.Small + s.Big }

// Jokers is the number of jokers.
func (s Set) Jokers() int { return s.Small + s.Big }

// Why is the reason for a ruling on cards. Its text is one of the codes that
// words exist for.
type Why string

// The reasons why cards are no set.
const (
	NoCards    Why = "gouji.no-cards"
	TwoRanks   Why = "gouji.two-ranks"
	TooMany    Why = "gouji.too-many"
	NoAttached Why = "gouji.no-attached"
)

// PlayRules are what a rulebook says of plays of cards.
type PlayRules struct {
	terms  *scoresheet.Terms
	closed *scoresheet.IncidentRule
}

// PlayRulesOf are the rules of a rulebook on plays under the terms.
func PlayRulesOf(book *scoresheet.Rulebook, terms *scoresheet.Terms) PlayRules {
	rules := RulesOf(book, terms)
	return PlayRules{terms: terms, closed: rules.rule(scoresheet.Closed, "")}
}

// HasOpening reports whether the rulebook knows 开点.
func (r PlayRules) HasOpening() bool { return r.closed != nil }

// ReadSet says what the cards are together, or why they are no set.
func (r PlayRules) ReadSet(cards []card.Card) (Set, Why) {
	if len(cards) == 0 || slices.Contains(cards, card.Card{}) {
		return Set{}, NoCards
	}
	if r.overdrawn(cards) {
		return Set{}, TooMany
	}
	var set Set
	for _, c := range cards {
		switch rank := c.Rank(); {
		case rank == card.SmallJoker:
			set.Small++
		case rank == card.BigJoker:
			set.Big++
		case rank == card.Rank2:
			set.Twos++
		case set.Rank != card.NoRank && set.Rank != rank:
			return Set{}, TwoRanks
		default:
			set.Rank = rank
			set.Natural++
		}
	}
	set.settle()
	if r.bare(set.Rank) && set.Size() > set.Natural {
		return Set{}, NoAttached
	}
	return set, ""
}

// settle names the rank of a set without cards of 3 to A.
func (s *Set) settle() {
	switch {
	case s.Rank != card.NoRank:
	case s.Twos > 0:
		s.Rank, s.Natural, s.Twos = card.Rank2, s.Twos, 0
	case s.Small > 0:
		s.Rank = card.SmallJoker
	default:
		s.Rank = card.BigJoker
	}
}

// overdrawn reports whether a card is there more often than the packs have it.
func (r PlayRules) overdrawn(cards []card.Card) bool {
	held := map[card.Card]int{}
	for _, c := range cards {
		held[c]++
		if held[c] > r.terms.Packs {
			return true
		}
	}
	return false
}

// bare reports whether nothing may be attached to the rank.
func (r PlayRules) bare(rank card.Rank) bool { return slices.Contains(r.terms.BareRanks, int(rank)) }

// strength orders single cards: 3 … A, 2, small joker, big joker (official
// rules, B1).
func strength(rank card.Rank) int {
	switch {
	case rank == card.Rank2:
		return int(card.RankA) + 1
	case rank.Joker():
		return int(rank) + 1
	}
	return int(rank)
}

// cardsOf are the cards of a set, highest first; 2s count as what they are
// attached to.
func (r PlayRules) cardsOf(s Set) []card.Rank {
	if r.terms.MixedJokersSmall && s.Small > 0 {
		s.Small, s.Big = s.Small+s.Big, 0
	}
	cards := make([]card.Rank, 0, s.Size())
	for range s.Big {
		cards = append(cards, card.BigJoker)
	}
	for range s.Small {
		cards = append(cards, card.SmallJoker)
	}
	for range s.Natural + s.Twos {
		cards = append(cards, s.Rank)
	}
	return cards
}

// The reasons why the right set does or does not beat the left one on the table.
const (
	EveryHigher  Why = "compare.gouji.every-higher"
	NoneLower    Why = "compare.gouji.none-lower"
	NotHigher    Why = "compare.gouji.not-higher"
	EqualSets    Why = "compare.gouji.equal"
	OtherSize    Why = "compare.gouji.size"
	KilledTheBig Why = "compare.gouji.two-for-one"
)

// Comparison is what comes out when the right set is laid on the left one.
type Comparison struct {
	Beats bool
	Why   Why
	// Left and Right are the first cards that decide against it, highest first,
	// where NotHigher is the reason.
	Left, Right card.Rank
}

// Compare compares two sets card by card (official rules, B3).
func (r PlayRules) Compare(left, right Set) Comparison {
	on, laid := r.cardsOf(left), r.cardsOf(right)
	if r.killsBig(on, laid) {
		return Comparison{Beats: true, Why: KilledTheBig}
	}
	if len(on) != len(laid) {
		return Comparison{Why: OtherSize}
	}
	return r.cardByCard(on, laid)
}

func (r PlayRules) cardByCard(on, laid []card.Rank) Comparison {
	if slices.Equal(on, laid) {
		return Comparison{Why: EqualSets}
	}
	lenient := r.terms.CardByCard == scoresheet.NoCardLower
	for i := range on {
		by := strength(laid[i]) - strength(on[i])
		if by < 0 || (by == 0 && !lenient) {
			return Comparison{Why: NotHigher, Left: on[i], Right: laid[i]}
		}
	}
	if lenient {
		return Comparison{Beats: true, Why: NoneLower}
	}
	return Comparison{Beats: true, Why: EveryHigher}
}

// killsBig reports whether two big jokers lie on each big joker, and the rest
// beats the rest (大王二杀一).
func (r PlayRules) killsBig(on, laid []card.Rank) bool {
	bigs := countOf(on, card.BigJoker)
	if !r.terms.TwoForOne || bigs == 0 || countOf(laid, card.BigJoker) < 2*bigs {
		return false
	}
	rest, laidRest := on[bigs:], laid[2*bigs:]
	if len(rest) != len(laidRest) {
		return false
	}
	return len(rest) == 0 || r.cardByCard(rest, laidRest).Beats
}

func countOf(cards []card.Rank, rank card.Rank) int {
	n := 0
	for _, c := range cards {
		if c == rank {
			n++
		}
	}
	return n
}
