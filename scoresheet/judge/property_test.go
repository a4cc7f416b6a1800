package judge_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// levelBooks are rulebooks of levels with every way to pass A, drop and end.
var levelBooks = []string{"guandan-college", "test-five", "test-national-day", "test-repechage", "test-factory", "test-community", "test-on-stage", "test-institute", "guandan-five", "guandan-repechage", "guandan-factory", "guandan-community", "guandan-national-2017", "guandan-jiangsu-social"}

func judges(t testing.TB, ids []string) map[string]*judge.Judge {
	t.Helper()
	books := rulebooks(t)
	made := map[string]*judge.Judge{}
	for _, id := range ids {
		entry, ok := books.Get(id)
		if !ok {
			t.Fatal("no rulebook", id)
		}
		j, err := judge.New(entry.Book, "")
		if err != nil {
			t.Fatal(err)
		}
		made[id] = j
	}
	return made
}

func permutation(t *rapid.T) []scoresheet.Seat {
	return rapid.Permutation([]scoresheet.Seat{1, 2, 3, 4}).Draw(t, "finish")
}

func hands(t *rapid.T, most int) []scoresheet.Hand {
	n := rapid.IntRange(0, most).Draw(t, "hands")
	drawn := make([]scoresheet.Hand, n)
	for i := range drawn {
		drawn[i].Finish = permutation(t)
	}
	return drawn
}

// game is a game whose hands after its end are left out.
func game(t *rapid.T, j *judge.Judge, most int) scoresheet.Game {
	drawn := scoresheet.Game{Hands: hands(t, most)}
	if j.Terms().Minutes > 0 && rapid.Bool().Draw(t, "bell") {
		drawn.End = scoresheet.EndedByClock
	}
	for len(drawn.Hands) > 0 && !verdict(j, drawn).Valid {
		drawn.Hands = drawn.Hands[:len(drawn.Hands)-1]
	}
	return drawn
}

func verdict(j *judge.Judge, games ...scoresheet.Game) scoresheet.Verdict {
	return j.Verdict(scoresheet.Sheet{Games: games})
}

func drawJudge(t *rapid.T, all map[string]*judge.Judge, ids []string) *judge.Judge {
	return all[rapid.SampledFrom(ids).Draw(t, "rulebook")]
}

// short is the shortest form of an order.
func short(finish []scoresheet.Seat) []scoresheet.Seat {
	if finish[0].Side() == finish[1].Side() {
		return finish[:2]
	}
	return finish[:3]
}

func TestShortAndLongOrdersHaveOneVerdict(t *testing.T) {
	all := judges(t, levelBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, levelBooks)
		long := game(t, j, 12)
		brief := scoresheet.Game{End: long.End, Hands: slices.Clone(long.Hands)}
		for i := range brief.Hands {
			brief.Hands[i].Finish = short(brief.Hands[i].Finish)
			if !j.SameEffect(brief.Hands[i], long.Hands[i]) {
				t.Fatal("no same effect", brief.Hands[i], long.Hands[i])
			}
		}
		one, other := verdict(j, long), verdict(j, brief)
		for i := range other.Games[0].Hands {
			other.Games[0].Hands[i].Finish = one.Games[0].Hands[i].Finish
		}
		if !reflect.DeepEqual(one, other) {
			t.Fatalf("long %+v\nshort %+v", one, other)
		}
	})
}

// turned seats everybody one seat on, so that A plays what B played.
func turned(g scoresheet.Game) scoresheet.Game {
	moved := scoresheet.Game{End: g.End, Hands: slices.Clone(g.Hands)}
	for i := range moved.Hands {
		moved.Hands[i].Finish = slices.Clone(moved.Hands[i].Finish)
		for k, seat := range moved.Hands[i].Finish {
			moved.Hands[i].Finish[k] = seat.Next(4)
		}
	}
	return moved
}

func swap[T any](p *scoresheet.PerSide[T]) *scoresheet.PerSide[T] {
	if p == nil {
		return nil
	}
	return &scoresheet.PerSide[T]{A: p.B, B: p.A}
}

func TestSwappingSidesSwapsTheVerdict(t *testing.T) {
	ids := append(slices.Clone(levelBooks), "test-six-hands")
	all := judges(t, ids)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, ids)
		drawn := game(t, j, 12)
		a, b := verdict(j, drawn), verdict(j, turned(drawn))
		if a.Match.Winner != b.Match.Winner.Other() || a.Match.State != b.Match.State ||
			a.Match.Difference != -b.Match.Difference || !reflect.DeepEqual(a.Match.Points, swap(b.Match.Points)) {
			t.Fatalf("match %+v\nswapped %+v", a.Match, b.Match)
		}
		g, s := a.Games[0], b.Games[0]
		if g.Winner != s.Winner.Other() || g.By != s.By || g.State != s.State ||
			!reflect.DeepEqual(g.Levels, swap(s.Levels)) || !reflect.DeepEqual(g.Points, swap(s.Points)) {
			t.Fatalf("game %+v\nswapped %+v", g, s)
		}
		for i := range g.Hands {
			one, other := g.Hands[i], s.Hands[i]
			if one.Winner != other.Winner.Other() || one.PlayedAt != other.PlayedAt || one.OnStage != other.OnStage.Other() ||
				!reflect.DeepEqual(one.Upgrade, swap(other.Upgrade)) {
				t.Fatalf("hand %d %+v\nswapped %+v", i, one, other)
			}
		}
	})
}

func TestAnOrderLowersNobodyButADroppedSide(t *testing.T) {
	all := judges(t, levelBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, levelBooks)
		drawn := game(t, j, 25)
		terms := j.Terms()
		before := scoresheet.PerSide[scoresheet.Level]{A: terms.Start, B: terms.Start}
		for i, hand := range verdict(j, drawn).Games[0].Hands {
			for _, side := range scoresheet.Sides {
				from, to := before.Of(side), hand.Levels.Of(side)
				if to < from && (from != scoresheet.LevelA || to != terms.Drop) {
					t.Fatalf("hand %d: %v fell from %v to %v", i, side, from, to)
				}
				if side != hand.Winner && to > from {
					t.Fatalf("hand %d: %v climbed without winning", i, side)
				}
			}
			if up := hand.Upgrade.Of(hand.Winner); up < 1 || hand.Upgrade.Of(hand.Winner.Other()) != 0 {
				t.Fatalf("hand %d: upgrade %+v", i, *hand.Upgrade)
			}
			if hand.OnStage != hand.Winner {
				t.Fatalf("hand %d: %v won, %v on stage", i, hand.Winner, hand.OnStage)
			}
			before = *hand.Levels
		}
	})
}

func TestAHandAtFaultIsAsIfItWereNotThere(t *testing.T) {
	all := judges(t, levelBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, levelBooks)
		good := game(t, j, 10)
		if j.Verdict(scoresheet.Sheet{Games: []scoresheet.Game{good}}).Games[0].State == scoresheet.GameOver && good.End == "" {
			good.Hands = good.Hands[:len(good.Hands)-1]
		}
		at := rapid.IntRange(0, len(good.Hands)).Draw(t, "at")
		bad := scoresheet.Hand{Finish: rapid.SampledFrom([][]scoresheet.Seat{{1, 1}, {1, 2}, {5}, nil, {2, 1, 2, 3}}).Draw(t, "bad")}
		with := scoresheet.Game{End: good.End, Hands: slices.Insert(slices.Clone(good.Hands), at, bad)}
		one, other := verdict(j, good), verdict(j, with)
		if other.Valid || len(other.Faults) == 0 {
			t.Fatal("no fault")
		}
		g := other.Games[0]
		if !reflect.DeepEqual(g.Hands[at], scoresheet.HandVerdict{Finish: bad.Finish}) {
			t.Fatalf("of a hand at fault stands %+v", g.Hands[at])
		}
		g.Hands = slices.Delete(slices.Clone(g.Hands), at, at+1)
		if !reflect.DeepEqual(one.Games[0], g) || !reflect.DeepEqual(one.Match, other.Match) {
			t.Fatalf("without %+v\nwith %+v", one.Games[0], g)
		}
	})
}

// TestTributeNeverTouchesLevels: what is written of a tribute makes
// faults and nothing else.
func TestTributeNeverTouchesLevels(t *testing.T) {
	all := judges(t, levelBooks)
	seat := rapid.Custom(func(t *rapid.T) scoresheet.Seat { return scoresheet.Seat(rapid.IntRange(-1, 6).Draw(t, "seat")) })
	move := rapid.Custom(func(t *rapid.T) scoresheet.CardMove {
		return scoresheet.CardMove{
			From: seat.Draw(t, "from"), To: seat.Draw(t, "to"),
			Card: rapid.SampledFrom([]string{"SA", "H5", "big", "small", "D7", "CJ", "", "?"}).Draw(t, "card"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, levelBooks)
		plain := game(t, j, 8)
		with := scoresheet.Game{End: plain.End, Hands: slices.Clone(plain.Hands)}
		for i := range with.Hands {
			with.Hands[i].Tribute = &scoresheet.Tribute{
				Refused: rapid.SliceOfN(seat, 0, 3).Draw(t, "refused"),
				Gives:   rapid.SliceOfN(move, 0, 3).Draw(t, "gives"),
				Returns: rapid.SliceOfN(move, 0, 3).Draw(t, "returns"),
			}
			if rapid.Bool().Draw(t, "not refused") {
				with.Hands[i].Tribute.Refused = nil
			}
		}
		one, other := verdict(j, plain), verdict(j, with)
		if !reflect.DeepEqual(one.Games, other.Games) {
			t.Fatal("the tribute changed the game")
		}
	})
}

func BenchmarkVerdictTenHands(b *testing.B) {
	j := judges(b, levelBooks[:1])["guandan-college"]
	var played scoresheet.Game
	for _, finish := range [][]scoresheet.Seat{{1, 3}, {2, 1, 4, 3}, {1, 2, 4, 3}, {2, 4}, {1, 2, 3, 4}, {3, 1}, {4, 1, 3, 2}, {2, 1, 3, 4}, {3, 2, 1, 4}, {2, 3, 4, 1}} {
		played.Hands = append(played.Hands, scoresheet.Hand{Finish: finish})
	}
	played.End = scoresheet.EndedByClock
	sheet := scoresheet.Sheet{Games: []scoresheet.Game{played}}
	b.ReportAllocs()
	for b.Loop() {
		if !j.Verdict(sheet).Valid {
			b.Fatal("not valid")
		}
	}
}
