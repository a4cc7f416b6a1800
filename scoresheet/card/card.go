// Package card knows the cards that all three games are played with: suits,
// ranks, jokers, and how they are written down. What cards are worth in a game
// is that game's to say.
package card

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"kiosk/scoresheet"
)

// Suit is the suit of a card. Jokers have none, the zero value.
type Suit uint8

// The suits. Suits never compare; they tell cards apart, make a straight flush
// and say which level cards are wild.
const (
	NoSuit Suit = iota
	Spade
	Heart
	Club
	Diamond
)

const suitLetters = " SHCD"

// Rank is what a card counts as: 2 to 10, then J = 11, Q = 12, K = 13 and
// A = 14 as for levels, and the two jokers. The zero value is no rank.
type Rank uint8

// The ranks that rules name.
const (
	NoRank     Rank = 0
	Rank2      Rank = 2
	RankA      Rank = 14
	SmallJoker Rank = 15
	BigJoker   Rank = 16
)

const (
	smallName = "small"
	bigName   = "big"
)

// Joker reports whether the rank is one of the jokers.
func (r Rank) Joker() bool { return r == SmallJoker || r == BigJoker }

// IsLevel reports whether cards of the rank are level cards at the level.
func (r Rank) IsLevel(level scoresheet.Level) bool {
	return level.Valid() && r == Rank(level)
}

// Power orders the ranks at a level outside of runs: 2 … A, level cards, small
// joker, big joker. In runs level cards stand at their natural place, so ranks
// compare as they are. (guandan-college 第六条)
func (r Rank) Power(level scoresheet.Level) int {
	switch {
	case r.Joker():
		return int(r) + 1
	case r.IsLevel(level):
		return int(SmallJoker)
	}
	return int(r)
}

// String is the rank as players write it ("10", "A", "small"), "" for none.
func (r Rank) String() string {
	switch r {
	case SmallJoker:
		return smallName
	case BigJoker:
		return bigName
	}
	return scoresheet.Level(r).String()
}

// ParseRank reads a rank as String writes it, in either case; the jokers also
// as 小王 and 大王, and full-width signs. The error is a *NotationError.
func ParseRank(text string) (Rank, error) {
	if rank, ok := readRank(fold(text)); ok {
		return rank, nil
	}
	return NoRank, &NotationError{Text: text}
}

// MarshalText writes the rank as players write it.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Rank) UnmarshalText(text []byte) error {
	rank, err := ParseRank(string(text))
	if err != nil {
		return err
	}
	*r = rank
	return nil
}

// Card is a card of the two packs: a suit and a rank, or a joker. The zero
// value is no card; every other one that the package hands out is a card that
// exists. Cards are comparable, and two of each are in play.
type Card struct {
	suit Suit
	rank Rank
}

// CardOf is the card of the suit and rank; false where there is none. Jokers
// have NoSuit.
func CardOf(suit Suit, rank Rank) (Card, bool) {
	if rank.Joker() {
		return Card{rank: rank}, suit == NoSuit
	}
	if rank < Rank2 || rank > RankA || suit < Spade || suit > Diamond {
		return Card{}, false
	}
	return Card{suit: suit, rank: rank}, true
}

// Suit is the suit of the card, NoSuit for a joker.
func (c Card) Suit() Suit { return c.suit }

// Rank is the rank of the card.
func (c Card) Rank() Rank { return c.rank }

// Wild reports whether the card is wild at the level: the heart of the level
// (逢人配), which stands for any card but a joker.
func (c Card) Wild(level scoresheet.Level) bool {
	return c.suit == Heart && c.rank.IsLevel(level)
}

// String is the card in the notation of the exchange format: "S3", "H10",
// "small"; "" for no card.
func (c Card) String() string {
	if c == (Card{}) {
		return ""
	}
	if c.suit == NoSuit {
		return c.rank.String()
	}
	return suitLetters[c.suit:c.suit+1] + c.rank.String()
}

// MarshalText writes the card in the notation of the exchange format.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what ParseCard reads.
func (c *Card) UnmarshalText(text []byte) error {
	card, err := ParseCard(string(text))
	if err != nil {
		return err
	}
	*c = card
	return nil
}

// NotationError refuses a text that is no card, or no rank.
type NotationError struct {
	// Text is what stands there, as it came.
	Text string
	// Place is where it stands among the cards, from 1; 0 for a text alone.
	Place int
}

// Code is the fault code of the refusal.
func (e *NotationError) Code() string { return "card.notation" }

// Error names the text and, among several cards, its place.
func (e *NotationError) Error() string {
	if e.Place == 0 {
		return "no such card: " + strconv.Quote(e.Text)
	}
	return fmt.Sprintf("no such card: %s, number %d", strconv.Quote(e.Text), e.Place)
}

// ParseCard reads one card: a suit (S H C D, or ♠ ♥ ♣ ♦) and a rank (2 to 10, J
// Q K A), or a joker (small, big, 小王, 大王). Lower case and full-width signs
// will do. The error is a *NotationError.
func ParseCard(text string) (Card, error) {
	if card, ok := readCard(fold(text)); ok {
		return card, nil
	}
	return Card{}, &NotationError{Text: text}
}

// ParseCards reads cards that spaces or commas of any width stand between. An
// empty text is no cards. The error is a *NotationError with the place of the
// first that is none.
func ParseCards(text string) ([]Card, error) {
	words := strings.FieldsFunc(text, separates)
	cards := make([]Card, len(words))
	for i, word := range words {
		card, err := ParseCard(word)
		if err != nil {
			return nil, &NotationError{Text: word, Place: i + 1}
		}
		cards[i] = card
	}
	return cards, nil
}

// FormatCards writes cards so that ParseCards reads them.
func FormatCards(cards []Card) string {
	words := make([]string, len(cards))
	for i, card := range cards {
		words[i] = card.String()
	}
	return strings.Join(words, " ")
}

func separates(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\u00a0', '\u3000', ',', '，', '、', '､':
		return true
	}
	return false
}

// fold brings full-width signs, lower case and the mark that phones put behind
// a suit into the form that the tables know.
func fold(text string) string {
	return strings.ToUpper(strings.ReplaceAll(width.Fold.String(text), "\ufe0f", ""))
}

var suitSigns = map[string]Suit{
	"S": Spade, "H": Heart, "C": Club, "D": Diamond,
	"♠": Spade, "♥": Heart, "♣": Club, "♦": Diamond,
	"♤": Spade, "♡": Heart, "♧": Club, "♢": Diamond,
}

var jokerNames = map[string]Rank{
	"SMALL": SmallJoker, "小王": SmallJoker,
	"BIG": BigJoker, "大王": BigJoker,
}

func readRank(folded string) (Rank, bool) {
	if joker, ok := jokerNames[folded]; ok {
		return joker, true
	}
	level, err := scoresheet.ParseLevel(folded)
	return Rank(level), err == nil
}

func readCard(folded string) (Card, bool) {
	if joker, ok := jokerNames[folded]; ok {
		return Card{rank: joker}, true
	}
	for sign, suit := range suitSigns {
		if rest, ok := strings.CutPrefix(folded, sign); ok {
			level, err := scoresheet.ParseLevel(rest)
			return Card{suit: suit, rank: Rank(level)}, err == nil
		}
	}
	return Card{}, false
}
