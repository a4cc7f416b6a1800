package shuangsheng

import "kiosk/scoresheet/card"

// Why says why one play takes the trick from another or does not, as a key of a
// sentence.
type Why string

// The reasons. Those of an Undecided comparison say why there is none.
const (
	WhyHigher  Why = "trick.higher"
	WhyLower   Why = "trick.lower"
	WhyEqual   Why = "trick.equal"
	WhyRuff    Why = "trick.ruff"
	WhyRuffed  Why = "trick.ruffed"
	WhyShape   Why = "trick.shape"
	WhySuit    Why = "trick.suit"
	WhyDiscard Why = "trick.discard"
	WhyThrow   Why = "trick.throw"
)

// Whys are all reasons.
func Whys() []Why {
	return []Why{WhyHigher, WhyLower, WhyEqual, WhyRuff, WhyRuffed, WhyShape, WhySuit, WhyDiscard, WhyThrow}
}

// Outcome of a comparison.
type Outcome uint8

// The outcomes. Undecided: the throw that was led is beaten in its own suit, so
// that it could not stand as it was led.
const (
	Stands Outcome = iota
	Beats
	Undecided
)

// strength is how far a play goes for a trick.
type strength uint8

const (
	discards strength = iota
	follows
	ruffs
)

// Compare tells whether right takes the trick from left where lead was led; left
// is lead itself or what a later seat laid on it. Both have as many cards as the
// lead. A ruff needs the shape of the lead in trumps, and with several parts the
// highest of its longest part decides. (shuangsheng-enterprise 三)
func (t Trumps) Compare(lead Play, left, right []card.Card) (Outcome, Why) {
	leftStrength, leftTop := t.strength(lead, left)
	rightStrength, rightTop := t.strength(lead, right)
	switch {
	case rightStrength == discards:
		return Stands, t.whyNot(lead, right)
	case leftStrength == discards:
		return Beats, WhyDiscard
	case rightStrength > leftStrength:
		return Beats, WhyRuff
	case rightStrength < leftStrength:
		return Stands, WhyRuffed
	case rightTop == leftTop:
		return Stands, WhyEqual
	case rightTop < leftTop:
		return Stands, WhyLower
	case rightStrength == follows && lead.Type == Throw:
		return Undecided, WhyThrow
	}
	return Beats, WhyHigher
}

// strength is what a play is to the lead, and the order of the card that
// decides.
func (t Trumps) strength(lead Play, cards []card.Card) (strength, int) {
	if len(cards) != lead.Size {
		return discards, 0
	}
	group, one := t.oneGroup(cards)
	if !one || (group != lead.Suit && group != Trump) {
		return discards, 0
	}
	top, fits := t.fit(lead.parts, cards)
	switch {
	case !fits:
		return discards, 0
	case group == lead.Suit:
		return follows, top
	}
	return ruffs, top
}

func (t Trumps) whyNot(lead Play, right []card.Card) Why {
	group, one := t.oneGroup(right)
	if one && (group == lead.Suit || group == Trump) {
		return WhyShape
	}
	return WhySuit
}

// fit lays the cards of one group out in the shape of the parts, which stand
// with the longest first. It tells how high the first part can be.
func (t Trumps) fit(parts []Part, cards []card.Card) (top int, fits bool) {
	s := t.stock(cards)
	if parts[0].Type == Single {
		for _, c := range cards {
			top = max(top, t.order(c))
		}
		return top, true
	}
	return s.fit(parts, len(s.pairs)-1)
}

// fit tries every row of pairs up to an order for the first part, the highest
// first. Of parts that are equally long the later ones stand no higher, so that
// none is tried in two orders.
func (s stock) fit(parts []Part, highest int) (top int, fits bool) {
	if len(parts) == 0 || parts[0].Pairs == 0 {
		return 0, true
	}
	if s.countPairs() < countPairs(parts) {
		return 0, false
	}
	need := parts[0].Pairs
	for order := highest; order >= 0; order-- {
		if s.run(order) < need {
			continue
		}
		rest := len(s.pairs) - 1
		if len(parts) > 1 && parts[1].Pairs == need {
			rest = order
		}
		row := s.take(order, need)
		_, fits := s.fit(parts[1:], rest)
		s.put(row)
		if fits {
			return order, true
		}
		if need == 1 {
			return 0, false
		}
	}
	return 0, false
}

func countPairs(parts []Part) int {
	n := 0
	for _, part := range parts {
		n += part.Pairs
	}
	return n
}
