package guandan

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// mustCards reads cards that a test wrote.
func mustCards(tb testing.TB, text string) []Card {
	tb.Helper()
	cards, err := ParseCards(text)
	if err != nil {
		tb.Fatal(err)
	}
	return cards
}

// bruteReadings are the readings of the cards by putting every card that there
// is in the place of each wild one; the types are written down here a second
// time, in another way.
func bruteReadings(cards []Card, level scoresheet.Level, rules PlayRules) map[Reading]bool {
	found := map[Reading]bool{}
	held := map[Card]int{}
	var natural []Card
	for _, card := range cards {
		if held[card]++; held[card] > 2 {
			return found
		}
		if !card.Wild(level) {
			natural = append(natural, card)
		}
	}
	wild := len(cards) - len(natural)
	if len(natural) == 0 {
		bruteNatural(cards, false, rules, found)
		return found
	}
	substitute(natural, wild, func(full []Card) { bruteNatural(full, wild > 0, rules, found) })
	return found
}

func substitute(cards []Card, wild int, with func([]Card)) {
	if wild == 0 {
		with(cards)
		return
	}
	for _, card := range pack() {
		if !card.Rank().Joker() {
			substitute(append(slices.Clip(slices.Clone(cards)), card), wild-1, with)
		}
	}
}

// bruteNatural adds what the cards are when each is what it shows.
func bruteNatural(cards []Card, hadWild bool, rules PlayRules, found map[Reading]bool) {
	n := len(cards)
	ranks := make([]int, n)
	flush := n == 5
	for i, card := range cards {
		ranks[i] = int(card.Rank())
		flush = flush && card.Suit() == cards[0].Suit()
	}
	slices.Sort(ranks)
	add := func(t PlayType, rank int) { found[Reading{Type: t, Size: n, Rank: Rank(rank)}] = true }

	if n == 4 && fmt.Sprint(ranks) == "[15 15 16 16]" {
		add(FourJokers, 0)
	}
	if n > 0 && n <= 10 && ranks[0] == ranks[n-1] {
		add([]PlayType{Single, Pair, Triple, Bomb, Bomb, Bomb, Bomb, Bomb, Bomb, Bomb}[n-1], ranks[0])
	}
	if n == 5 {
		bruteFullHouse(ranks, rules, add)
	}
	for _, s := range []struct {
		t            PlayType
		length, each int
	}{{Straight, 5, 1}, {Tube, 3, 2}, {Plate, 2, 3}} {
		top := bruteTop(ranks, s.length, s.each)
		if top == 0 {
			continue
		}
		isFlush := s.t == Straight && flush
		if isFlush {
			add(StraightFlush, top)
		}
		if !isFlush || hadWild {
			add(s.t, top)
		}
	}
}

func bruteFullHouse(ranks []int, rules PlayRules, add func(PlayType, int)) {
	for _, split := range []int{2, 3} {
		low, high := ranks[:split], ranks[split:]
		if low[0] != low[split-1] || high[0] != high[len(high)-1] || low[0] == high[0] {
			continue
		}
		triple, pair := low[0], high[0]
		if split == 2 {
			triple, pair = pair, triple
		}
		if triple <= 14 && (pair <= 14 || rules.JokerPair) {
			add(FullHouse, triple)
		}
	}
}

// bruteTop is the top card if the sorted ranks are the run, 0 if not.
func bruteTop(ranks []int, length, each int) int {
	for top := length; top <= 14; top++ {
		var want []int
		for rank := top - length + 1; rank <= top; rank++ {
			for range each {
				want = append(want, (rank+12)%13+1)
			}
		}
		for i := range want {
			if want[i] == 1 {
				want[i] = 14
			}
		}
		slices.Sort(want)
		if slices.Equal(want, ranks) {
			return top
		}
	}
	return 0
}

// drawCards draws hands that are plays more often than chance would make them:
// cards of few neighbouring ranks, with wild cards among them.
func drawCards(t *rapid.T, level scoresheet.Level) []Card {
	size := rapid.IntRange(1, 7).Draw(t, "size")
	low := rapid.IntRange(2, 14).Draw(t, "low")
	spread := rapid.IntRange(0, 5).Draw(t, "spread")
	oneSuit := rapid.Bool().Draw(t, "one suit")
	cards := make([]Card, size)
	for i := range cards {
		kind := rapid.IntRange(0, 11).Draw(t, "kind")
		rank := Rank((low-2+rapid.IntRange(0, spread).Draw(t, "step"))%13 + 2)
		suit := Suit(rapid.IntRange(1, 4).Draw(t, "suit"))
		switch {
		case kind == 0:
			cards[i] = cardOf(NoSuit, Rank(rapid.IntRange(15, 16).Draw(t, "joker")))
		case kind < 4:
			cards[i] = cardOf(Heart, Rank(level))
		case oneSuit:
			cards[i] = cardOf(Spade, rank)
		default:
			cards[i] = cardOf(suit, rank)
		}
	}
	return cards
}

func drawLevel(t *rapid.T) scoresheet.Level {
	return scoresheet.Level(rapid.IntRange(2, 14).Draw(t, "level"))
}

func TestReadingsAreThoseOfEverySubstitution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		level := drawLevel(t)
		cards := drawCards(t, level)
		rules := PlayRules{HighTriple: rapid.Bool().Draw(t, "high"), JokerPair: rapid.Bool().Draw(t, "jokers")}
		play := ReadPlay(cards, level, rules)
		want := bruteReadings(cards, level, rules)
		got := map[Reading]bool{}
		for _, r := range play.Readings {
			got[r] = true
		}
		if len(got) != len(play.Readings) || !maps.Equal(got, want) {
			t.Fatalf("%s at %v: got %v, want %v", FormatCards(cards), level, play.Readings, want)
		}
		checkOrder(t, play, level)
		checkDefault(t, play, rules)
	})
}

// checkOrder: no reading is beaten by one before it.
func checkOrder(t *rapid.T, play Play, level scoresheet.Level) {
	for i := range play.Readings {
		for j := range i {
			if beats, why := Beats(play.Readings[i], play.Readings[j], level); beats {
				t.Fatalf("%v stands before %v, but %s", play.Readings[j], play.Readings[i], why)
			}
		}
	}
}

// checkDefault: a bomb where there is one, else the only type, else none.
func checkDefault(t *rapid.T, play Play, rules PlayRules) {
	types := map[PlayType]bool{}
	bomb := false
	for _, r := range play.Readings {
		types[r.Type] = true
		bomb = bomb || r.Type >= Bomb
	}
	reading, ok := play.DefaultReading()
	if want := len(types) == 1 || bomb; ok != want {
		t.Fatalf("default %v, %v of %v", reading, ok, play.Readings)
	}
	if !ok {
		return
	}
	want := len(play.Readings) - 1
	if reading.Type == FullHouse && !rules.HighTriple {
		want = 0
	}
	if play.Default != want || bomb != (reading.Type >= Bomb) {
		t.Fatalf("default %v of %v with %+v", reading, play.Readings, rules)
	}
}

func TestReadingsDoNotDependOnOrderOrChangeTheCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		level := drawLevel(t)
		cards := drawCards(t, level)
		before := slices.Clone(cards)
		turned := rapid.Permutation(cards).Draw(t, "turned")
		rules := PlayRules{JokerPair: true}
		first, second := ReadPlay(cards, level, rules), ReadPlay(turned, level, rules)
		if fmt.Sprint(first) != fmt.Sprint(second) || !slices.Equal(cards, before) {
			t.Fatalf("%v: %v, %v: %v", cards, first, turned, second)
		}
	})
}

// TestLongBombs goes where the drawn hands are too short to come.
func TestLongBombs(t *testing.T) {
	all := "S5 S5 C5 C5 D5 D5 H5 H5"
	for _, c := range []struct {
		cards string
		level scoresheet.Level
		size  int
	}{{all, 9, 8}, {all + " H9", 9, 9}, {all + " H9 H9", 9, 10}, {all, 5, 8}} {
		play := ReadPlay(mustCards(t, c.cards), c.level, PlayRules{})
		if want := []Reading{{Bomb, c.size, 5}}; !slices.Equal(play.Readings, want) || play.Default != 0 {
			t.Errorf("%s: got %+v, want %v", c.cards, play, want)
		}
	}
	for _, cards := range []string{all + " S9", all + " H9 H9 H9", all + " H9 H9 S5", "S5 S5 S5 D5"} {
		if play := ReadPlay(mustCards(t, cards), 9, PlayRules{}); len(play.Readings) != 0 || play.Default != Undeclared {
			t.Errorf("%s: got %+v, want no play", cards, play)
		}
	}
}

func TestNoCardsAreNoPlay(t *testing.T) {
	for _, cards := range [][]Card{nil, {}, {{}}, {cardOf(Spade, 5), {}}} {
		if play := ReadPlay(cards, 2, PlayRules{}); len(play.Readings) != 0 || play.Default != Undeclared {
			t.Errorf("%v: got %+v", cards, play)
		}
	}
}

func TestPlayJSON(t *testing.T) {
	for cards, want := range map[string]string{
		"S9 D9 C9 H9 S9":          `{"readings":[{"type":"bomb","size":5,"rank":"9"}],"default":0}`,
		"small small big big":     `{"readings":[{"type":"four-jokers","size":4}],"default":0}`,
		"small small":             `{"readings":[{"type":"pair","size":2,"rank":"small"}],"default":0}`,
		"S3 S5":                   `{"readings":[],"default":null}`,
		"S7 D7 S8 D8 H2 H2":       `{"readings":[{"type":"tube","size":6,"rank":"8"},{"type":"tube","size":6,"rank":"9"},{"type":"plate","size":6,"rank":"8"}],"default":null}`,
		"S10 DJ CQ HK SA":         `{"readings":[{"type":"straight","size":5,"rank":"A"}],"default":0}`,
		"S3 S4 S5 H2 S7":          `{"readings":[{"type":"straight","size":5,"rank":"7"},{"type":"straight-flush","size":5,"rank":"7"}],"default":1}`,
		"S3 D3 C3 S3 D3 C3 H3 S4": `{"readings":[],"default":null}`,
	} {
		got, err := json.Marshal(ReadPlay(mustCards(t, cards), 2, PlayRules{}))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v, want %s", cards, got, err, want)
		}
	}
}

// cardOf is the card of the suit and rank, which must be one.
func cardOf(suit Suit, rank Rank) Card {
	made, ok := card.CardOf(suit, rank)
	if !ok {
		panic("no such card")
	}
	return made
}

// pack is every card once, in the order of suits and ranks.
func pack() []Card {
	cards := make([]Card, 0, 54)
	for suit := Spade; suit <= Diamond; suit++ {
		for rank := Rank2; rank <= RankA; rank++ {
			cards = append(cards, cardOf(suit, rank))
		}
	}
	return append(cards, cardOf(NoSuit, SmallJoker), cardOf(NoSuit, BigJoker))
}
