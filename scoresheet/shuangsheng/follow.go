package shuangsheng

import "kiosk/scoresheet/card"

// Duty is what a play owes to the lead, as a key of a sentence.
type Duty string

// The duties. A seat that can fulfil one and does not has revoked (出错牌).
const (
	// DutyNone: the play is in order.
	DutyNone Duty = "follow.fine"
	// DutyCount: as many cards as were led.
	DutyCount Duty = "follow.count"
	// DutySuit: cards of the suit that was led, as long as there are any.
	DutySuit Duty = "follow.suit"
	// DutyPair: pairs of it to pairs.
	DutyPair Duty = "follow.pair"
	// DutyTractor: tractors of it to tractors of the same length.
	DutyTractor Duty = "follow.tractor"
)

// Duties are all duties.
func Duties() []Duty { return []Duty{DutyNone, DutyCount, DutySuit, DutyPair, DutyTractor} }

// Following is a ruling on whether a play follows.
type Following struct {
	// Legal: nothing was owed that the hand could have given.
	Legal bool `json:"legal"`
	// Duty is what was not done; DutyNone if all was.
	Duty Duty `json:"duty"`
	// Owed and Given count cards of the suit for DutySuit and DutyCount, pairs
	// for DutyPair, tractors for DutyTractor.
	Owed  int `json:"owed"`
	Given int `json:"given"`
}

// Follow checks a play against the hand that it came from, which still has the
// cards of the play: suit before pairs before tractors. ErrNotInHand where the
// hand does not have them, ErrTooMany where two packs do not.
// (shuangsheng-enterprise 八、1)
func (t Trumps) Follow(lead Play, hand, cards []card.Card) (Following, error) {
	if !Possible(hand) {
		return Following{}, ErrTooMany
	}
	if !contains(hand, cards) {
		return Following{}, ErrNotInHand
	}
	if len(cards) != lead.Size {
		return Following{Duty: DutyCount, Owed: lead.Size, Given: len(cards)}, nil
	}
	held, given := t.in(lead.Suit, hand), t.in(lead.Suit, cards)
	if owed := min(len(held), lead.Size); len(given) < owed {
		return Following{Duty: DutySuit, Owed: owed, Given: len(given)}, nil
	}
	heldStock, givenStock := t.stock(held), t.stock(given)
	if owed, n := min(heldStock.countPairs(), lead.Pairs), givenStock.countPairs(); n < owed {
		return Following{Duty: DutyPair, Owed: owed, Given: n}, nil
	}
	if owed, n := heldStock.tractors(lead.parts), givenStock.tractors(lead.parts); n < owed {
		return Following{Duty: DutyTractor, Owed: owed, Given: n}, nil
	}
	return Following{Legal: true, Duty: DutyNone}, nil
}

func contains(hand, cards []card.Card) bool {
	left := map[card.Card]int{}
	for _, c := range hand {
		left[c]++
	}
	for _, c := range cards {
		if left[c]--; left[c] < 0 {
			return false
		}
	}
	return true
}

// tractors is how many tractors of a lead the stock can answer with ones of the
// same length at once.
func (s stock) tractors(lead []Part) int {
	var long []Part
	for _, part := range lead {
		if part.Type == Tractor {
			long = append(long, part)
		}
	}
	return s.most(long)
}

// most leaves out as few of the parts as it must.
func (s stock) most(parts []Part) int {
	for without := 0; without < len(parts); without++ {
		if s.some(parts, without) {
			return len(parts) - without
		}
	}
	return 0
}

// some reports whether all parts but a number of them fit together.
func (s stock) some(parts []Part, without int) bool {
	if without == 0 {
		_, fits := s.fit(parts, len(s.pairs)-1)
		return fits
	}
	for i := range parts {
		rest := append(append([]Part{}, parts[:i]...), parts[i+1:]...)
		if s.some(rest, without-1) {
			return true
		}
	}
	return false
}
