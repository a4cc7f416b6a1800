package shuangsheng

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

func cardsOf(t testing.TB, text string) []card.Card {
	t.Helper()
	cards, err := card.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

var (
	fourSpades = Trumps{Level: 4, Suit: card.Spade}
	noTrumps   = Trumps{Level: 4}
	twosStand  = Trumps{Level: 4, Suit: card.Spade, StandingTwo: true}
)

func TestTrumpsFromTheTop(t *testing.T) {
	for name, test := range map[string]struct {
		trumps Trumps
		want   string
	}{
		"four spades":      {fourSpades, "big small S4 H4 SA SK SQ SJ S10 S9 S8 S7 S6 S5 S3 S2"},
		"two stands":       {twosStand, "big small S4 H4 S2 H2 SA SK SQ SJ S10 S9 S8 S7 S6 S5 S3"},
		"no trumps":        {noTrumps, "big small H4"},
		"no trumps, twos":  {Trumps{Level: 4, StandingTwo: true}, "big small H4 H2"},
		"level of twos":    {Trumps{Level: 2, Suit: card.Heart, StandingTwo: true}, "big small H2 S2 HA HK HQ HJ H10 H9 H8 H7 H6 H5 H4 H3"},
		"level of aces":    {Trumps{Level: scoresheet.LevelA, Suit: card.Club}, "big small CA SA CK CQ CJ C10 C9 C8 C7 C6 C5 C4 C3 C2"},
		"side suit":        {fourSpades, "HA HK HQ HJ H10 H9 H8 H7 H6 H5 H3 H2"},
		"side suit, twos":  {twosStand, "DA DK DQ DJ D10 D9 D8 D7 D6 D5 D3"},
		"side suit at ace": {Trumps{Level: scoresheet.LevelA, Suit: card.Club}, "HK HQ HJ H10 H9 H8 H7 H6 H5 H4 H3 H2"},
	} {
		falling := cardsOf(t, test.want)
		for i, c := range falling {
			if got := test.trumps.order(c); got != len(falling)-1-i {
				t.Errorf("%s: %v has order %d, want %d", name, c, got, len(falling)-1-i)
			}
			if test.trumps.GroupOf(c) != test.trumps.GroupOf(falling[0]) {
				t.Errorf("%s: %v is of another group", name, c)
			}
		}
	}
}

func TestShapes(t *testing.T) {
	for _, test := range []struct {
		trumps Trumps
		cards  string
		kind   Type
		pairs  int
		top    string
	}{
		{fourSpades, "H7", Single, 0, "H7"},
		{fourSpades, "H7 H7", Pair, 1, "H7"},
		{fourSpades, "H3 H5 H3 H5", Tractor, 2, "H5"},
		{fourSpades, "SA SA H4 H4", Tractor, 2, "H4"},
		{fourSpades, "H4 H4 S4 S4", Tractor, 2, "S4"},
		{fourSpades, "S4 S4 small small big big", Tractor, 3, "big"},
		{fourSpades, "H4 H4 D4 D4", Throw, 2, "H4"},
		{fourSpades, "SK SK SA SA D4 D4 S4 S4 H4 H4", Throw, 5, "S4"},
		{fourSpades, "H3 H3 H6 H6", Throw, 2, "H6"},
		{fourSpades, "HA HK HK", Throw, 1, "HK"},
		{fourSpades, "H2 H2 H3 H3 HK HK HA HA", Throw, 4, "HA"},
		{noTrumps, "H4 H4 small small", Tractor, 2, "small"},
		{noTrumps, "S3 S3 S5 S5", Tractor, 2, "S5"},
		{twosStand, "SA SA H2 H2 S2 S2 H4 H4", Tractor, 4, "H4"},
	} {
		play, err := test.trumps.Read(cardsOf(t, test.cards))
		if err != nil {
			t.Errorf("%s: %v", test.cards, err)
			continue
		}
		if play.Type != test.kind || play.Pairs != test.pairs || play.Top.String() != test.top {
			t.Errorf("%s: %+v, want %v of %d pairs up to %s", test.cards, play, test.kind, test.pairs, test.top)
		}
	}
	for text, want := range map[string]error{
		"": ErrNoCards, "H7 H7 H7": ErrTooMany, "H7 D7": ErrSeveral, "H4 H5": ErrSeveral, "H3 S3": ErrSeveral,
		"S2 S2 S3 S3 S5 S5 S6 S6 S7 S7 S8 S8 S9 S9 S10 S10 SJ SJ SQ SQ SK SK SA SA S4 S4": ErrTooMany,
	} {
		if _, err := fourSpades.Read(cardsOf(t, text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func TestTricks(t *testing.T) {
	for _, test := range []struct {
		lead, left, right string
		outcome           Outcome
		why               Why
	}{
		{"H7", "H7", "H8", Beats, WhyHigher},
		{"H7", "H7", "H3", Stands, WhyLower},
		{"H7", "H7", "H7", Stands, WhyEqual},
		{"H7", "H7", "D8", Stands, WhySuit},
		{"H7", "H7", "S2", Beats, WhyRuff},
		{"H7", "S2", "HA", Stands, WhyRuffed},
		{"H7", "D8", "H3", Beats, WhyDiscard},
		{"H4", "H4", "D4", Stands, WhyEqual},
		{"H4", "H4", "S4", Beats, WhyHigher},
		{"SA", "SA", "D4", Beats, WhyHigher},
		{"S4", "S4", "small", Beats, WhyHigher},
		{"H7 H7", "H7 H7", "H8 H9", Stands, WhyShape},
		{"H7 H7", "H7 H7", "S2 S3", Stands, WhyShape},
		{"H7 H7", "H7 H7", "small S2", Stands, WhyShape},
		{"H7 H7", "H7 H7", "S2 S2", Beats, WhyRuff},
		{"H7 H7", "S2 S2", "S3 S3", Beats, WhyHigher},
		{"H7 H7 H8 H8", "H7 H7 H8 H8", "S2 S2 S5 S5", Stands, WhyShape},
		{"H7 H7 H8 H8", "H7 H7 H8 H8", "S3 S3 S5 S5", Beats, WhyRuff},
		{"H7 H7 H8 H8", "H7 H7 H8 H8", "H8 H8 H9 H9", Beats, WhyHigher},
		{"H7 H7 H8 H8", "H7 H7 H8 H8", "HK HK HJ HJ", Stands, WhyShape},
		{"H7 H7 H8 H8", "H7 H7 H8 H8", "HK HK H5 H6", Stands, WhyShape},
		{"HA HK", "HA HK", "S2 S3", Beats, WhyRuff},
		{"HA HK", "S2 S9", "S5 S8", Stands, WhyLower},
		{"HA HK", "S2 S9", "S2 SJ", Beats, WhyHigher},
		{"HA HK HK", "S6 S6 SA", "S9 S9 S2", Beats, WhyHigher},
		{"HA HK HK", "S6 S6 SA", "small big S4", Stands, WhyShape},
		{"HA HK", "HA HK", "HQ HA", Stands, WhyEqual},
		{"HQ HK", "HQ HK", "H2 HA", Undecided, WhyThrow},
		{"HK HK HQ HQ HA", "HK HK HQ HQ HA", "S2 S2 S3 S3 S9", Beats, WhyRuff},
		{"HK HK HQ HQ HA", "S2 S2 S3 S3 S9", "SK SK S9 S9 SA", Stands, WhyShape},
		{"HK HK HQ HQ H8 H8", "S2 S2 S3 S3 SA SA", "S7 S7 S8 S8 S9 S9", Beats, WhyHigher},
		{"HK HK HQ HQ HJ HJ", "HK HK HQ HQ HJ HJ", "S2 S2 S3 S3 SA SA", Stands, WhyShape},
	} {
		lead, err := fourSpades.Read(cardsOf(t, test.lead))
		if err != nil {
			t.Fatal(test.lead, err)
		}
		outcome, why := fourSpades.Compare(lead, cardsOf(t, test.left), cardsOf(t, test.right))
		if outcome != test.outcome || why != test.why {
			t.Errorf("%s led, %s on %s: %v %s, want %v %s", test.lead, test.right, test.left, outcome, why, test.outcome, test.why)
		}
	}
}

func TestThrows(t *testing.T) {
	five := Trumps{Level: 5, Suit: card.Club}
	for _, test := range []struct {
		throw  string
		others []string
		beaten int
		must   string
	}{
		{"H9 H8 H8 H4 H4", []string{"HJ", "S3", "D3"}, 1, "H9"},
		{"H9 H8 H8 H4 H4", []string{"HQ HQ"}, 5, "H4 H4"},
		{"H9 H8 H8 H4 H4", []string{"H7 H7"}, 2, "H4 H4"},
		{"H9 H8 H8 H4 H4", []string{"C7 C7 big"}, 0, "H8 H8 H4 H4 H9"},
		{"HA HK", []string{"HA"}, 1, "HK"},
		{"HA HK", []string{"HK"}, 0, "HA HK"},
		{"H6 H6 H7 H7 HA", []string{"H9 H9 H10 H10"}, 4, "H7 H7 H6 H6"},
		{"H6 H6 H7 H7 HA", []string{"HK HK"}, 0, "H7 H7 H6 H6 HA"},
		{"H6 H6 H7 H7 HA", []string{"H8 H8 H9 H9 H10 H10"}, 4, "H7 H7 H6 H6"},
		{"HK", []string{"HA"}, 0, "HK"},
		{"big C5", []string{"big"}, 1, "C5"},
		{"C5 H5", []string{"D5 S5"}, 0, "C5 H5"},
	} {
		lead, err := five.Read(cardsOf(t, test.throw))
		if err != nil {
			t.Fatal(test.throw, err)
		}
		var others [][]card.Card
		for _, hand := range test.others {
			others = append(others, cardsOf(t, hand))
		}
		ruling, err := five.CheckThrow(lead, others, 10)
		if err != nil || ruling.Held != (test.beaten == 0) || ruling.BeatenCards != test.beaten || ruling.Points != 10*test.beaten ||
			card.FormatCards(ruling.MustPlay) != test.must {
			t.Errorf("%s against %v: %+v %v", test.throw, test.others, ruling, err)
		}
	}
	lead, _ := five.Read(cardsOf(t, "HA HA HK"))
	if _, err := five.CheckThrow(lead, [][]card.Card{cardsOf(t, "HA")}, 10); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
}

func TestFollowing(t *testing.T) {
	for _, test := range []struct {
		lead, hand, play string
		duty             Duty
		owed, given      int
	}{
		{"H7", "H8 D2", "D2", DutySuit, 1, 0},
		{"H7", "H4 D2", "D2", DutyNone, 0, 0},
		{"H7", "H8 D2", "H8", DutyNone, 0, 0},
		{"H7", "S2 D2", "S2", DutyNone, 0, 0},
		{"H7 H7", "H8 D2 D3", "D2 D3", DutySuit, 1, 0},
		{"H7 H7", "H8 D2 D3", "H8 D3", DutyNone, 0, 0},
		{"H7 H7", "H8 H9 H9", "H8 H9", DutyPair, 1, 0},
		{"H7 H7", "H8 H9 H9", "H9 H9", DutyNone, 0, 0},
		{"H7 H7", "H8 H9 D9 D9", "H8 H9", DutyNone, 0, 0},
		{"H7 H7", "H8", "H8", DutyCount, 2, 1},
		{"S7", "big D4 D5", "D5", DutySuit, 1, 0},
		{"H7 H7 H8 H8", "HJ HJ HQ HQ HK HK H2 H2", "HK HK H2 H2", DutyTractor, 1, 0},
		{"H7 H7 H8 H8", "HJ HJ HQ HQ H2 H2", "HJ HJ HQ HQ", DutyNone, 0, 0},
		{"H7 H7 H8 H8", "HJ HJ HK HK H2 H3", "HJ HJ H2 H3", DutyPair, 2, 1},
		{"H7 H7 H8 H8", "HJ HJ HK H2 H3 H5", "HK H2 H3 H5", DutyPair, 1, 0},
		{"H7 H7 H8 H8 H9 H9", "HJ HJ HQ HQ HA HA H2 H2", "HA HA H2 H2 HJ HJ", DutyNone, 0, 0},
		{"HA HA HK", "HJ HJ H2 H3", "H2 H3 HJ", DutyPair, 1, 0},
	} {
		lead, err := fourSpades.Read(cardsOf(t, test.lead))
		if err != nil {
			t.Fatal(test.lead, err)
		}
		got, err := fourSpades.Follow(lead, cardsOf(t, test.hand), cardsOf(t, test.play))
		if err != nil || got.Duty != test.duty || got.Legal != (test.duty == DutyNone) || got.Owed != test.owed || got.Given != test.given {
			t.Errorf("%s led, %s of %s: %+v %v", test.lead, test.play, test.hand, got, err)
		}
	}
	lead, _ := fourSpades.Read(cardsOf(t, "H7"))
	if _, err := fourSpades.Follow(lead, cardsOf(t, "H8"), cardsOf(t, "H9")); !errors.Is(err, ErrNotInHand) {
		t.Error(err)
	}
	if _, err := fourSpades.Follow(lead, cardsOf(t, "H8 H8 H8"), cardsOf(t, "H8")); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
}

// pack is both packs.
func pack() []card.Card {
	var cards []card.Card
	for rank := card.Rank2; rank <= card.BigJoker; rank++ {
		for suit := card.NoSuit; suit <= card.Diamond; suit++ {
			if c, ok := card.CardOf(suit, rank); ok {
				cards = append(cards, c, c)
			}
		}
	}
	return cards
}

func drawTrumps(t *rapid.T) Trumps {
	return Trumps{
		Level:       scoresheet.Level(rapid.IntRange(2, 14).Draw(t, "level")),
		Suit:        card.Suit(rapid.IntRange(0, 4).Draw(t, "suit")),
		StandingTwo: rapid.Bool().Draw(t, "twos"),
	}
}

// drawLead is cards of one group out of a shuffled pack.
func drawLead(t *rapid.T, trumps Trumps) []card.Card {
	group := Group(rapid.IntRange(0, 4).Draw(t, "group"))
	cards := trumps.in(group, rapid.Permutation(pack()).Draw(t, "pack"))
	if len(cards) == 0 {
		return nil
	}
	return cards[:rapid.IntRange(1, min(len(cards), 12)).Draw(t, "size")]
}

func TestPartsAreTheCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trumps := drawTrumps(t)
		cards := drawLead(t, trumps)
		play, err := trumps.Read(cards)
		if len(cards) == 0 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var again []card.Card
		for i, part := range play.parts {
			again = append(again, part.Cards...)
			if part.Pairs > 0 && len(part.Cards) != 2*part.Pairs || part.Pairs == 0 && len(part.Cards) != 1 {
				t.Fatalf("part %+v", part)
			}
			if i > 0 && part.Pairs > play.parts[i-1].Pairs {
				t.Fatal("a longer part behind a shorter one")
			}
		}
		if !slices.Equal(sorted(again), sorted(cards)) {
			t.Fatalf("parts %v of %v", again, cards)
		}
		if shuffled, err := trumps.Read(rapid.Permutation(cards).Draw(t, "again")); err != nil || shuffled.Type != play.Type || shuffled.Pairs != play.Pairs {
			t.Fatalf("the order of the cards matters: %+v %+v", play, shuffled)
		}
	})
}

func sorted(cards []card.Card) []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	slices.Sort(names)
	return names
}

func TestOfTwoPlaysAtMostOneTakesTheTrick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trumps := drawTrumps(t)
		cards := drawLead(t, trumps)
		lead, err := trumps.Read(cards)
		if err != nil {
			return
		}
		deck := rapid.Permutation(pack()).Draw(t, "others")
		left, right := deck[:lead.Size], deck[lead.Size:2*lead.Size]
		if one, _ := trumps.Compare(lead, left, right); one == Beats {
			if other, _ := trumps.Compare(lead, right, left); other == Beats {
				t.Fatalf("%v and %v beat each other on %v", left, right, cards)
			}
		}
		if same, _ := trumps.Compare(lead, left, left); same != Stands {
			t.Fatalf("%v beats itself", left)
		}
	})
}

// TestAThrowThatHoldsIsBeatenInItsSuitByNobody: what holds against a hand is
// higher than whatever of its suit the hand can lay.
func TestAThrowThatHoldsIsBeatenInItsSuitByNobody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trumps := drawTrumps(t)
		cards := drawLead(t, trumps)
		lead, err := trumps.Read(cards)
		if err != nil || lead.Type != Throw {
			return
		}
		rest := pack()
		for _, c := range cards {
			rest = slices.Delete(rest, slices.Index(rest, c), slices.Index(rest, c)+1)
		}
		hand := rapid.Permutation(rest).Draw(t, "hand")[:25]
		ruling, err := trumps.CheckThrow(lead, [][]card.Card{hand}, 10)
		if err != nil {
			t.Fatal(err)
		}
		if ruling.Held != (len(ruling.Beaten) == 0) || ruling.Held == (len(ruling.MustPlay) < lead.Size) {
			t.Fatalf("%+v", ruling)
		}
		inSuit := trumps.in(lead.Suit, hand)
		if !ruling.Held || len(inSuit) < lead.Size {
			return
		}
		if outcome, _ := trumps.Compare(lead, cards, inSuit[:lead.Size]); outcome != Stands {
			t.Fatalf("%v holds and %v beats it", cards, inSuit[:lead.Size])
		}
	})
}

func FuzzPlays(f *testing.F) {
	f.Add("H3 H3 H5 H5", "H9 H9 H10 H10", "S2 S2 S3 S3", uint8(4), uint8(1), false)
	f.Add("HA HK HK", "small big S4", "♠2 小王", uint8(14), uint8(0), true)
	f.Fuzz(func(t *testing.T, leadText, handText, playText string, level, suit uint8, twos bool) {
		trumps := Trumps{Level: scoresheet.Level(2 + level%13), Suit: card.Suit(suit % 5), StandingTwo: twos}
		cards, err := card.ParseCards(leadText)
		if err != nil {
			return
		}
		lead, err := trumps.Read(cards)
		if err != nil {
			return
		}
		hand, err := card.ParseCards(handText)
		if err != nil {
			return
		}
		play, err := card.ParseCards(playText)
		if err != nil {
			return
		}
		if len(play) == lead.Size && len(hand) == lead.Size {
			trumps.Compare(lead, hand, play)
		}
		if following, err := trumps.Follow(lead, hand, play); err == nil && following.Legal != (following.Duty == DutyNone) {
			t.Fatalf("%+v", following)
		}
		if ruling, err := trumps.CheckThrow(lead, [][]card.Card{hand, play}, 10); err == nil && ruling.Held != (ruling.BeatenCards == 0) {
			t.Fatalf("%+v", ruling)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	cards := func(text string) []card.Card { return cardsOf(b, text) }
	lead, err := fourSpades.Read(cards("HK HK HQ HQ H8 H8"))
	if err != nil {
		b.Fatal(err)
	}
	left, right := cards("S2 S2 S3 S3 SA SA"), cards("S7 S7 S8 S8 S9 S9")
	b.ReportAllocs()
	for b.Loop() {
		if outcome, _ := fourSpades.Compare(lead, left, right); outcome != Beats {
			b.Fatal(outcome)
		}
	}
}
