// Package guandan knows Guandan: what a finishing order does to the levels of
// the two sides, which tribute is due, what cards are when they are played
// together, and which of two plays wins. Every answer depends on a rulebook's
// terms and on what is handed in, on nothing else.
package guandan

import "kiosk/scoresheet/card"

// The cards of the game are those of all three games; two packs are in play.
type (
	// Suit is the suit of a card.
	Suit = card.Suit
	// Rank is what a card counts as.
	Rank = card.Rank
	// Card is a card of the two packs.
	Card = card.Card
	// NotationError refuses a text that is no card.
	NotationError = card.NotationError
)

// The suits and ranks that the rules name.
const (
	NoSuit  = card.NoSuit
	Spade   = card.Spade
	Heart   = card.Heart
	Club    = card.Club
	Diamond = card.Diamond

	NoRank     = card.NoRank
	Rank2      = card.Rank2
	RankA      = card.RankA
	SmallJoker = card.SmallJoker
	BigJoker   = card.BigJoker
)

// ParseRank reads a rank as it is written.
func ParseRank(text string) (Rank, error) { return card.ParseRank(text) }

// ParseCard reads one card.
func ParseCard(text string) (Card, error) { return card.ParseCard(text) }

// ParseCards reads cards that stand in a row.
func ParseCards(text string) ([]Card, error) { return card.ParseCards(text) }

// FormatCards writes cards so that ParseCards reads them.
func FormatCards(cards []Card) string { return card.FormatCards(cards) }
