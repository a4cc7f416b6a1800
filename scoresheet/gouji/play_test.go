package gouji_test

import (
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/gouji"
)

// tableRules are the values that most rulebooks take.
func tableRules(change func(*scoresheet.Terms)) gouji.PlayRules {
	terms := &scoresheet.Terms{GoujiTerms: scoresheet.GoujiTerms{
		Packs: 4, GoujiCounts: []int{5, 4, 3, 2, 2, 1}, GoujiJoker: true, GoujiTwos: true,
		BareRanks: []int{3}, CardByCard: scoresheet.EveryCardHigher, TwoForOne: true,
		OpenTwo: true, OpenSmall: true, BurnNeeds: scoresheet.BurnAllButLast,
	}}
	if change != nil {
		change(terms)
	}
	book := &scoresheet.Rulebook{Incidents: []scoresheet.IncidentRule{
		{Kind: scoresheet.Closed, Late: []string{scoresheet.AfterSecond, scoresheet.AfterOut}},
	}}
	return gouji.PlayRulesOf(book, terms)
}

func cards(t testing.TB, text string) []card.Card {
	t.Helper()
	read, err := card.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func set(t testing.TB, rules gouji.PlayRules, text string) gouji.Set {
	t.Helper()
	read, why := rules.ReadSet(cards(t, text))
	if why != "" {
		t.Fatal(text, why)
	}
	return read
}

func TestReadSet(t *testing.T) {
	for text, want := range map[string]struct {
		set gouji.Set
		why gouji.Why
	}{
		"S7":                        {gouji.Set{Rank: 7, Natural: 1}, ""},
		"S7 H7 H7 H7 H7":            {gouji.Set{Rank: 7, Natural: 5}, ""},
		"H7 H7 H7 H7 H7":            {gouji.Set{}, gouji.TooMany},
		"S7 S2 small big":           {gouji.Set{Rank: 7, Natural: 1, Twos: 1, Small: 1, Big: 1}, ""},
		"S2 H2":                     {gouji.Set{Rank: card.Rank2, Natural: 2}, ""},
		"S2 big":                    {gouji.Set{Rank: card.Rank2, Natural: 1, Big: 1}, ""},
		"small":                     {gouji.Set{Rank: card.SmallJoker, Small: 1}, ""},
		"big big":                   {gouji.Set{Rank: card.BigJoker, Big: 2}, ""},
		"big small":                 {gouji.Set{Rank: card.SmallJoker, Small: 1, Big: 1}, ""},
		"S3 H3":                     {gouji.Set{Rank: 3, Natural: 2}, ""},
		"S3 H2":                     {gouji.Set{}, gouji.NoAttached},
		"S3 big":                    {gouji.Set{}, gouji.NoAttached},
		"S7 S8":                     {gouji.Set{}, gouji.TwoRanks},
		"":                          {gouji.Set{}, gouji.NoCards},
		"big big big big big":       {gouji.Set{}, gouji.TooMany},
		"S4 H4 S2 small small big":  {gouji.Set{Rank: 4, Natural: 2, Twos: 1, Small: 2, Big: 1}, ""},
		"S10 S10 S10 S10 small big": {gouji.Set{Rank: 10, Natural: 4, Small: 1, Big: 1}, ""},
	} {
		read, why := tableRules(nil).ReadSet(cards(t, text))
		if read != want.set || why != want.why {
			t.Errorf("%q: %+v %q", text, read, why)
		}
	}
	if _, why := tableRules(nil).ReadSet([]card.Card{{}}); why != gouji.NoCards {
		t.Error("no card at all:", why)
	}
}

func TestCompare(t *testing.T) {
	lenient := func(t *scoresheet.Terms) { t.CardByCard = scoresheet.NoCardLower }
	mixed := func(t *scoresheet.Terms) { t.MixedJokersSmall = true }
	strict := func(t *scoresheet.Terms) { t.TwoForOne = false }
	for _, test := range []struct {
		left, right string
		change      func(*scoresheet.Terms)
		beats       bool
		why         gouji.Why
	}{
		{"S7", "S8", nil, true, gouji.EveryHigher},
		{"SA", "S2", nil, true, gouji.EveryHigher},
		{"S2", "SA", nil, false, gouji.NotHigher},
		{"S2", "small", nil, true, gouji.EveryHigher},
		{"small", "big", nil, true, gouji.EveryHigher},
		{"S7", "H7", nil, false, gouji.EqualSets},
		{"S7 H7", "S8", nil, false, gouji.OtherSize},
		// 2s count as what they are attached to.
		{"S7 S2", "S8 H8", nil, true, gouji.EveryHigher},
		{"S7 H7", "S8 S2", nil, true, gouji.EveryHigher},
		// Official rules, B3: a small joker does not beat a small joker.
		{"small S7 H7 D7 C7", "small S8 H8 D8 C8", nil, false, gouji.NotHigher},
		{"small S7 H7 D7 C7", "big S8 H8 D8 C8", nil, true, gouji.EveryHigher},
		{"big S7", "big S8", nil, false, gouji.NotHigher},
		{"small S7 H7", "S8 H8 D8", nil, false, gouji.NotHigher},
		{"small S7 H7", "big S7 D7", nil, false, gouji.NotHigher},
		{"small S7 H7 D7 C7", "small S8 H8 D8 C8", lenient, true, gouji.NoneLower},
		{"small S8", "small S7", lenient, false, gouji.NotHigher},
		{"big small S7", "big big S8", nil, false, gouji.NotHigher},
		{"big small S7", "big big S8", mixed, true, gouji.EveryHigher},
		// Two big jokers kill one.
		{"big", "big big", nil, true, gouji.KilledTheBig},
		{"big", "big big", strict, false, gouji.OtherSize},
		{"big", "big small", nil, false, gouji.OtherSize},
		{"big S7", "big big S8", nil, true, gouji.KilledTheBig},
		{"big S7", "big big S7", nil, false, gouji.OtherSize},
		{"big big", "big big big big", nil, true, gouji.KilledTheBig},
		{"big big", "big big big", nil, false, gouji.OtherSize},
		{"big small", "big big big", nil, true, gouji.KilledTheBig},
	} {
		rules := tableRules(test.change)
		got := rules.Compare(set(t, rules, test.left), set(t, rules, test.right))
		if got.Beats != test.beats || got.Why != test.why {
			t.Errorf("%s on %s: %+v", test.right, test.left, got)
		}
	}
	rules := tableRules(nil)
	got := rules.Compare(set(t, rules, "small S7"), set(t, rules, "small S8"))
	if got.Left != card.SmallJoker || got.Right != card.SmallJoker {
		t.Errorf("decided by %v and %v", got.Left, got.Right)
	}
}

func TestGouji(t *testing.T) {
	noJoker := func(t *scoresheet.Terms) { t.GoujiJoker = false }
	noTwos := func(t *scoresheet.Terms) { t.GoujiTwos = false }
	noSingle := func(t *scoresheet.Terms) { t.GoujiCounts = []int{5, 4, 3, 2, 2, 0} }
	for _, test := range []struct {
		cards  string
		at     gouji.Moment
		change func(*scoresheet.Terms)
		holds  bool
		why    gouji.Why
	}{
		{"S10 S10 S10 S10 H10", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"S10 S10 S10 S10", gouji.Moment{}, nil, false, gouji.TooFew},
		{"S10 H10 D10 C10 S2", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"S10 H10 D10 C10 S2", gouji.Moment{}, noTwos, false, gouji.TooFew},
		{"SJ HJ DJ CJ", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"SJ HJ DJ", gouji.Moment{}, nil, false, gouji.TooFew},
		{"SQ HQ DQ", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"SQ HQ", gouji.Moment{}, nil, false, gouji.TooFew},
		{"SK HK", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"SK", gouji.Moment{}, nil, false, gouji.TooFew},
		{"SA HA", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"SA", gouji.Moment{}, nil, false, gouji.TooFew},
		{"S2", gouji.Moment{}, nil, true, gouji.GoujiByCount},
		{"S2", gouji.Moment{}, noSingle, false, gouji.LowRank},
		{"S9 H9 D9 C9 S9", gouji.Moment{}, nil, false, gouji.LowRank},
		{"S9 small", gouji.Moment{}, nil, true, gouji.GoujiByJoker},
		{"small", gouji.Moment{}, nil, true, gouji.GoujiByJoker},
		{"SA HA small", gouji.Moment{}, noJoker, false, gouji.JokerIsNone},
		{"SA HA", gouji.Moment{PlayersLeft: 5}, nil, true, gouji.GoujiByCount},
		{"SA HA", gouji.Moment{PlayersLeft: 4}, nil, false, gouji.Melee},
		{"SA HA", gouji.Moment{NoOpposite: true}, nil, false, gouji.NoHead},
	} {
		rules := tableRules(test.change)
		if got := rules.Gouji(set(t, rules, test.cards), test.at); got.Holds != test.holds || got.Why != test.why {
			t.Errorf("%s: %+v", test.cards, got)
		}
	}
}

func TestOpens(t *testing.T) {
	pure := func(t *scoresheet.Terms) { t.OpenTwo, t.OpenSmall = false, false }
	big := func(t *scoresheet.Terms) { t.OpenBig = true }
	four := func(t *scoresheet.Terms) { t.OpenFour = true }
	for _, test := range []struct {
		cards, hand string
		at          gouji.Moment
		change      func(*scoresheet.Terms)
		holds       bool
		why         gouji.Why
	}{
		{"SA HA", "", gouji.Moment{}, nil, true, gouji.OpensPure},
		{"SA", "", gouji.Moment{}, nil, false, gouji.NotGouji},
		{"S2", "", gouji.Moment{}, nil, true, gouji.OpensAttached},
		{"S2", "", gouji.Moment{}, pure, false, gouji.TwoOpensNot},
		{"SA HA S2", "", gouji.Moment{}, nil, true, gouji.OpensAttached},
		{"SA HA S2", "", gouji.Moment{}, pure, false, gouji.TwoOpensNot},
		{"SA small", "", gouji.Moment{}, nil, true, gouji.OpensAttached},
		{"SA small", "", gouji.Moment{}, pure, false, gouji.SmallOpensNot},
		{"SA HA big", "", gouji.Moment{}, nil, false, gouji.BigOpensNot},
		{"SA HA big", "", gouji.Moment{}, big, true, gouji.OpensAttached},
		{"SA HA", "", gouji.Moment{AfterSecond: true}, nil, false, gouji.OpensTooLate},
		{"SA HA", "", gouji.Moment{AfterOut: true}, nil, false, gouji.OppositeOut},
		{"SA HA", "SK", gouji.Moment{}, four, false, gouji.NoFour},
		{"SA HA", "SK S4", gouji.Moment{}, four, true, gouji.OpensPure},
		{"SA HA", "SK", gouji.Moment{}, nil, true, gouji.OpensPure},
		{"SA HA", "", gouji.Moment{}, four, true, gouji.OpensPure},
	} {
		rules := tableRules(test.change)
		var hand []card.Card
		if test.hand != "" {
			hand = cards(t, test.hand)
		}
		if got := rules.Opens(set(t, rules, test.cards), test.at, hand); got.Holds != test.holds || got.Why != test.why {
			t.Errorf("%s: %+v", test.cards, got)
		}
	}
	if none := gouji.PlayRulesOf(&scoresheet.Rulebook{}, &scoresheet.Terms{}); none.HasOpening() {
		t.Error("a rulebook without closing has an opening")
	}
}

func TestBurn(t *testing.T) {
	every := func(t *scoresheet.Terms) { t.BurnNeeds = scoresheet.BurnEveryRank }
	bare := func(t *scoresheet.Terms) { t.BareRanks = []int{3, 4} }
	for _, test := range []struct {
		left, right, hand string
		of, by            scoresheet.Seat
		change            func(*scoresheet.Terms)
		holds             bool
		why               gouji.Why
	}{
		// One rank and the 3s remain: a joker for the rank, the 3s are last.
		{"SK HK", "SA small", "SQ HQ small S3", 6, 1, nil, true, gouji.BurnPossible},
		{"SK HK", "SA small", "SQ HQ S3", 6, 1, nil, false, gouji.BurnFewJokers},
		{"SK HK", "SA small", "SQ HQ", 6, 1, nil, true, gouji.BurnPossible},
		{"SK HK", "SA small", "SQ SJ S9 small big", 6, 1, nil, true, gouji.BurnPossible},
		{"SK HK", "SA small", "SQ SJ S9 S8 small big", 6, 1, nil, false, gouji.BurnFewJokers},
		// 2s go with any set.
		{"SK HK", "SA small", "SQ S2 H2 D2", 6, 1, nil, true, gouji.BurnPossible},
		{"SK HK", "SA small", "S2", 6, 1, nil, true, gouji.BurnPossible},
		{"SK HK", "SA small", "SQ S2 small S3", 6, 1, every, false, gouji.BurnFewJokers},
		{"SK HK", "SA small", "SQ S2 small big S3", 6, 1, every, true, gouji.BurnPossible},
		{"SK HK", "SA HA", "", 6, 1, nil, true, gouji.BurnEnds},
		{"SK HK", "SA HA", "SQ small", 6, 1, nil, false, gouji.BurnFirst},
		{"SK HK", "SA small", "S3 S4 small", 6, 1, bare, false, gouji.BurnBare},
		{"SK HK", "SA small", "S4 SQ small", 6, 1, bare, true, gouji.BurnPossible},
		{"SK HK", "SA small", "SQ", 4, 1, nil, false, gouji.BurnOpposite},
		{"SK", "small", "SQ", 6, 1, nil, false, gouji.BurnNoGouji},
		{"SK HK", "SJ small", "SQ", 6, 1, nil, false, gouji.BurnTooLow},
		{"SK HK", "SA small", "SA SA SA SA", 6, 1, nil, false, gouji.BurnTooMany},
		{"SK HK", "SA small", "SQ", 0, 0, nil, true, gouji.BurnPossible},
	} {
		rules := tableRules(test.change)
		got := rules.BurnOn(set(t, rules, test.left), set(t, rules, test.right), gouji.Moment{}, test.of, test.by, cards(t, test.right), cards(t, test.hand))
		if got.Holds != test.holds || got.Why != test.why {
			t.Errorf("%s on %s with %s: %+v", test.right, test.left, test.hand, got)
		}
	}
}

func drawSet(t *rapid.T, rules gouji.PlayRules) gouji.Set {
	var drawn []card.Card
	rank := card.Rank(rapid.IntRange(2, 14).Draw(t, "rank"))
	add := func(label string, most int, of func(suit card.Suit) (card.Card, bool)) {
		for i := range rapid.IntRange(0, most).Draw(t, label) {
			if c, ok := of(card.Suit(i%4) + card.Spade); ok {
				drawn = append(drawn, c)
			}
		}
	}
	add("natural", 8, func(suit card.Suit) (card.Card, bool) { return card.CardOf(suit, rank) })
	add("small", 2, func(card.Suit) (card.Card, bool) { return card.CardOf(card.NoSuit, card.SmallJoker) })
	add("big", 4, func(card.Suit) (card.Card, bool) { return card.CardOf(card.NoSuit, card.BigJoker) })
	read, why := rules.ReadSet(drawn)
	if why != "" {
		t.Skip(string(why))
	}
	return read
}

// TestNothingBeatsItsBeater: of two sets at most one beats the other, nothing
// beats itself, and the size is kept but where two big jokers kill one.
func TestNothingBeatsItsBeater(t *testing.T) {
	rules := tableRules(nil)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSet(t, rules), drawSet(t, rules)
		ab, ba := rules.Compare(a, b), rules.Compare(b, a)
		if ab.Beats && ba.Beats {
			t.Fatalf("%+v and %+v beat each other", a, b)
		}
		if rules.Compare(a, a).Beats {
			t.Fatalf("%+v beats itself", a)
		}
		if ab.Beats && ab.Why != gouji.KilledTheBig && a.Size() != b.Size() {
			t.Fatalf("%+v on %+v", b, a)
		}
	})
}

// TestMoreJokersBurnNoWorse: a joker more in hand never makes a burn impossible.
func TestMoreJokersBurnNoWorse(t *testing.T) {
	rules := tableRules(nil)
	first := cards(t, "SA small")
	opening := set(t, rules, "SA small")
	rapid.Check(t, func(t *rapid.T) {
		var hand []card.Card
		for rank := card.Rank(2); rank <= card.RankA; rank++ {
			if c, ok := card.CardOf(card.Heart, rank); ok && rapid.Bool().Draw(t, rank.String()) {
				hand = append(hand, c)
			}
		}
		joker, _ := card.CardOf(card.NoSuit, card.BigJoker)
		for range rapid.IntRange(0, 3).Draw(t, "jokers") {
			hand = append(hand, joker)
		}
		if rules.Burn(opening, first, hand).Holds && !rules.Burn(opening, first, append(hand, joker)).Holds {
			t.Fatalf("%s burns, with a joker more it does not", card.FormatCards(hand))
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	rules := tableRules(nil)
	left, right := set(b, rules, "small S7 H7 D7 C7 S2 H2"), set(b, rules, "big S8 H8 D8 C8 S2 H2")
	b.ReportAllocs()
	for b.Loop() {
		if !rules.Compare(left, right).Beats {
			b.Fatal("it beats")
		}
	}
}
