package shuangsheng

import "kiosk/scoresheet/card"

// Thrown is a ruling on a throw against what the other seats hold.
type Thrown struct {
	// Held: nobody can beat any part of it in its own suit.
	Held bool `json:"held"`
	// Beaten are the parts that somebody can beat, the longest first.
	Beaten []Part `json:"beaten"`
	// BeatenCards is how many cards they have; Points is what the other side
	// gains for them.
	BeatenCards int `json:"beaten_cards"`
	Points      int `json:"points"`
	// MustPlay is what has to be led instead: the smallest beaten part. The
	// whole throw if it holds.
	MustPlay []card.Card `json:"must_play"`
}

// CheckThrow tells whether the play, led, holds against the hands of the other
// seats, the partner's too, at so many points for a beaten card. A part is
// beaten by a higher one of its type and length. ErrTooMany where the cards
// together are more than two packs have. (shuangsheng-enterprise 二、2 (5))
func (t Trumps) CheckThrow(lead Play, others [][]card.Card, pointsPerCard int) (Thrown, error) {
	var led []card.Card
	for _, part := range lead.parts {
		led = append(led, part.Cards...)
	}
	if !Possible(append([][]card.Card{led}, others...)...) {
		return Thrown{}, ErrTooMany
	}
	ruling := Thrown{Held: true, Beaten: []Part{}, MustPlay: led}
	if lead.Type != Throw {
		return ruling, nil
	}
	smallest := -1
	for _, part := range lead.parts {
		if !t.beaten(part, lead.Suit, others) {
			continue
		}
		ruling.Held = false
		ruling.Beaten = append(ruling.Beaten, part)
		ruling.BeatenCards += len(part.Cards)
		if smallest < 0 || part.order <= smallest {
			smallest, ruling.MustPlay = part.order, part.Cards
		}
	}
	ruling.Points = ruling.BeatenCards * pointsPerCard
	return ruling, nil
}

func (t Trumps) beaten(part Part, suit Group, others [][]card.Card) bool {
	for _, hand := range others {
		held := t.in(suit, hand)
		if part.Type == Single {
			for _, c := range held {
				if t.order(c) > part.order {
					return true
				}
			}
			continue
		}
		s := t.stock(held)
		for order := part.order + 1; order < len(s.pairs); order++ {
			if s.run(order) >= part.Pairs {
				return true
			}
		}
	}
	return false
}
