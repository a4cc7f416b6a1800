package card

import (
	"errors"
	"testing"

	"kiosk/scoresheet"
)

// pack is every card once, in the order of suits and ranks.
func pack() []Card {
	cards := make([]Card, 0, 54)
	for suit := Spade; suit <= Diamond; suit++ {
		for rank := Rank2; rank <= RankA; rank++ {
			cards = append(cards, Card{suit: suit, rank: rank})
		}
	}
	return append(cards, Card{rank: SmallJoker}, Card{rank: BigJoker})
}

func TestCardNotationRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for _, card := range pack() {
		text := card.String()
		if seen[text] {
			t.Errorf("%s names two cards", text)
		}
		seen[text] = true
		got, err := ParseCard(text)
		if err != nil || got != card {
			t.Errorf("ParseCard(%q) = %v, %v", text, got, err)
		}
		if made, ok := CardOf(card.Suit(), card.Rank()); !ok || made != card {
			t.Errorf("CardOf(%v, %v) = %v, %v", card.Suit(), card.Rank(), made, ok)
		}
	}
	if len(seen) != 54 {
		t.Errorf("%d names, want 54", len(seen))
	}
}

func TestParseCard(t *testing.T) {
	reads := map[string]string{
		"S3": "S3", "h10": "H10", "dA": "DA", "cq": "CQ", "♠3": "S3", "♥10": "H10", "♦k": "DK", "♣J": "CJ",
		"♥️7": "H7", "♡8": "H8", "♤A": "SA", "♧2": "C2", "♢9": "D9", "Ｓ３": "S3", "ｈ１０": "H10", "♥１０": "H10",
		"small": "small", "BIG": "big", "小王": "small", "大王": "big", "Ｂｉｇ": "big",
	}
	for text, want := range reads {
		card, err := ParseCard(text)
		if err != nil || card.String() != want {
			t.Errorf("ParseCard(%q) = %v, %v, want %s", text, card, err, want)
		}
	}
	for _, text := range []string{
		"", "S", "3", "S1", "S11", "S0", "S03", "HT", "t10", "X3", "S-3", "S 3", "10H", "SAA", "joker", "王", "大", "SS3", "S3,H4", "H１１", "s²", "\xff3",
	} {
		card, err := ParseCard(text)
		var refused *NotationError
		if !errors.As(err, &refused) || refused.Text != text || card != (Card{}) {
			t.Errorf("ParseCard(%q) = %v, %v, want a refusal that names it", text, card, err)
		}
	}
}

func TestParseCards(t *testing.T) {
	cards, err := ParseCards(" S3,h10，♥A、小王　big\tDQ ")
	if got, want := FormatCards(cards), "S3 H10 HA small big DQ"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if cards, err := ParseCards(" , "); err != nil || len(cards) != 0 {
		t.Errorf("no cards: got %v, %v", cards, err)
	}
	_, err = ParseCards("S3 S33 S4 S55")
	var refused *NotationError
	if !errors.As(err, &refused) || refused.Text != "S33" || refused.Place != 2 {
		t.Errorf("got %v, want a refusal of S33 at 2", err)
	}
}

func TestCardOfRefusesCardsThatAreNot(t *testing.T) {
	for _, c := range []struct {
		suit Suit
		rank Rank
	}{{NoSuit, 5}, {Heart, SmallJoker}, {Spade, 1}, {Spade, NoRank}, {Diamond + 1, 5}, {NoSuit, 17}} {
		if card, ok := CardOf(c.suit, c.rank); ok {
			t.Errorf("CardOf(%d, %d) = %v", c.suit, c.rank, card)
		}
	}
}

func TestPowerAtLevel(t *testing.T) {
	// guandan-college 第六条 3: at 10 the big joker, the small joker, 10, A, K … 2.
	order := []Rank{2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 10, SmallJoker, BigJoker}
	for i := 1; i < len(order); i++ {
		if order[i-1].Power(10) >= order[i].Power(10) {
			t.Errorf("%v is not below %v at 10", order[i-1], order[i])
		}
	}
}

func TestWildIsTheHeartOfTheLevel(t *testing.T) {
	for level := scoresheet.Level2; level <= scoresheet.LevelA; level++ {
		for _, card := range pack() {
			want := card.String() == "H"+level.String()
			if got := card.Wild(level); got != want {
				t.Errorf("%v wild at %v: %v", card, level, got)
			}
		}
	}
	if (Card{}).Wild(scoresheet.NoLevel) {
		t.Error("no card is wild at no level")
	}
}

func TestCardText(t *testing.T) {
	var card Card
	if err := card.UnmarshalText([]byte("♥q")); err != nil {
		t.Fatal(err)
	}
	if text, err := card.MarshalText(); err != nil || string(text) != "HQ" {
		t.Errorf("got %s, %v", text, err)
	}
	if err := card.UnmarshalText([]byte("nine")); err == nil || card.String() != "HQ" {
		t.Errorf("got %v, %v, want a refusal that leaves the card", card, err)
	}
}

func FuzzParseCards(f *testing.F) {
	for _, seed := range []string{"S3 H10 DA CQ", "small,big", "♠3　♥10、小王，大王", "Ｓ３", "♥️7", "T9", "", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cards, err := ParseCards(text)
		if err != nil {
			var refused *NotationError
			if !errors.As(err, &refused) || refused.Place < 1 || refused.Error() == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := ParseCards(FormatCards(cards))
		if err != nil || FormatCards(again) != FormatCards(cards) || len(again) != len(cards) {
			t.Fatalf("%q: %v, then %v, %v", text, cards, again, err)
		}
	})
}
