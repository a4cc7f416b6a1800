package guandan

import (
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
)

// reading is what cards are at the level when nothing is declared.
func reading(tb testing.TB, cards string, level scoresheet.Level) Reading {
	tb.Helper()
	r, ok := ReadPlay(mustCards(tb, cards), level, PlayRules{JokerPair: true}).DefaultReading()
	if !ok {
		tb.Fatalf("%s has no default reading at %v", cards, level)
	}
	return r
}

func TestBeats(t *testing.T) {
	for _, c := range []struct {
		left, right string
		want        bool
		why         Why
	}{
		{"SA", "S10", true, HigherLevel},
		{"S10", "SA", false, LowerLevel},
		{"S10", "small", true, HigherRank},
		{"S9", "S10", true, HigherRank},
		{"S7 D7", "D7 C7", false, EqualPlays},
		{"S9 D9 C9", "S8 D8 C8", false, LowerRank},
		{"S9 D9 C9", "SK DK", false, OtherType},
		{"S3 D4 C5 S6 H7", "SA DA CA SK DK", false, OtherType},
		{"big", "S3 D3 C3 S3", true, BombsPlay},
		{"S3 D3 C3 S3", "big", false, NoBomb},
		{"S10 D10 C10 S10", "SQ DQ CQ SQ", false, LowerLevel},
		{"SA DA CA SA", "S3 D3 C3 S3 D3", true, HigherBomb},
		{"SA DA CA SA DA", "C3 C4 C5 C6 C7", true, HigherBomb},
		{"C10 CJ CQ CK CA", "S3 D3 C3 S3 D3 H3", true, HigherBomb},
		{"S3 D3 C3 S3 D3 H3", "C10 CJ CQ CK CA", false, LowerBomb},
		{"C3 C4 C5 C6 C7", "D3 D4 D5 D6 D7", false, EqualPlays},
		{"C6 C7 C8 C9 C10", "D7 D8 D9 D10 DJ", true, HigherRank},
		{"DK DQ DJ D10 D9", "S9 D10 CJ SQ HK", false, NoBomb},
		{"SA SA CA CA DA DA HA HA H10 H10", "small big small big", true, HigherBomb},
		{"small big small big", "SA SA CA CA DA DA HA HA H10 H10", false, LowerBomb},
	} {
		got, why := Beats(reading(t, c.left, 10), reading(t, c.right, 10), 10)
		if got != c.want || why != c.why {
			t.Errorf("%s / %s: %v, %s, want %v, %s", c.left, c.right, got, why, c.want, c.why)
		}
	}
}

// everyReading is every reading that two packs allow at the level.
func everyReading(level scoresheet.Level) []Reading {
	var all []Reading
	for rank := Rank2; rank <= BigJoker; rank++ {
		all = append(all, Reading{Single, 1, rank}, Reading{Pair, 2, rank})
		if rank.Joker() {
			continue
		}
		all = append(all, Reading{Triple, 3, rank}, Reading{FullHouse, 5, rank})
		for size := 4; size <= maxPlay && (size <= 8 || !rank.IsLevel(level)); size++ {
			all = append(all, Reading{Bomb, size, rank})
		}
		if rank >= 3 {
			all = append(all, Reading{Tube, 6, rank})
		}
		all = append(all, Reading{Plate, 6, rank})
		if rank >= 5 {
			all = append(all, Reading{Straight, 5, rank}, Reading{StraightFlush, 5, rank})
		}
	}
	return append(all, Reading{Type: FourJokers, Size: 4})
}

// TestBeatsIsAStrictPartialOrder: of any two plays at most one beats the other,
// and what beats a play beats all that it beats.
func TestBeatsIsAStrictPartialOrder(t *testing.T) {
	all := everyReading(scoresheet.LevelQ)
	beats := func(a, b Reading) bool { won, _ := Beats(a, b, scoresheet.LevelQ); return won }
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := rapid.SampledFrom(all).Draw(t, "a"), rapid.SampledFrom(all).Draw(t, "b"), rapid.SampledFrom(all).Draw(t, "c")
		if beats(a, a) || beats(a, b) && beats(b, a) {
			t.Fatalf("%v and %v beat each other", a, b)
		}
		if beats(a, b) && beats(b, c) && !beats(a, c) {
			t.Fatalf("%v < %v < %v, but not %v < %v", a, b, c, a, c)
		}
	})
}

// TestWhyAgreesWithTheOutcome: each reason belongs to one outcome, and each is
// given for some pair.
func TestWhyAgreesWithTheOutcome(t *testing.T) {
	won := map[Why]map[bool]bool{}
	all := everyReading(scoresheet.Level(7))
	for _, left := range all {
		for _, right := range all {
			outcome, why := Beats(left, right, 7)
			if won[why] == nil {
				won[why] = map[bool]bool{}
			}
			won[why][outcome] = true
		}
	}
	for _, why := range Whys() {
		if len(won[why]) != 1 {
			t.Errorf("%s stands for the outcomes %v", why, won[why])
		}
		delete(won, why)
	}
	if len(won) != 0 {
		t.Errorf("reasons that Whys leaves out: %v", won)
	}
}

func TestFourJokersBeatEverythingElse(t *testing.T) {
	jokers := Reading{Type: FourJokers, Size: 4}
	for _, r := range everyReading(2) {
		if won, _ := Beats(r, jokers, 2); won != (r != jokers) {
			t.Errorf("four jokers on %v: %v", r, won)
		}
	}
}

// BenchmarkCompareWithWildCards reads and compares two plays with two wild
// cards each; it may take 100 µs.
func BenchmarkCompareWithWildCards(b *testing.B) {
	left, right := mustCards(b, "S7 D7 S8 D8 H3 H3"), mustCards(b, "S4 S5 S6 H3 H3")
	rules := PlayRules{JokerPair: true}
	b.ReportAllocs()
	for b.Loop() {
		l, r := ReadPlay(left, 3, rules), ReadPlay(right, 3, rules)
		if won, _ := Beats(l.Readings[0], r.Readings[r.Default], 3); !won {
			b.Fatal("a straight flush beats a tube")
		}
	}
}
