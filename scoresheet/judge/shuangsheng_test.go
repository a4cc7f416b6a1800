package judge_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
	"kiosk/scoresheet/shuangsheng"
)

var shuangshengBooks = []string{"shuangsheng-enterprise", "shuangsheng-swiss"}

func shuangshengHand(t *rapid.T, onStage scoresheet.Side) scoresheet.Hand {
	tricks := 5 * rapid.IntRange(0, 24).Draw(t, "tricks")
	hand := scoresheet.Hand{OnStage: onStage, Tricks: &tricks}
	if rapid.Bool().Draw(t, "bottom") {
		hand.Bottom = &scoresheet.Bottom{
			Points: 5 * rapid.IntRange(0, 16).Draw(t, "bottom points"),
			Last:   rapid.SampledFrom([]scoresheet.Camp{scoresheet.Declarers, scoresheet.Defenders}).Draw(t, "last"),
			Play:   scoresheet.LastSingle,
		}
		if hand.Bottom.Pairs = rapid.IntRange(0, 12).Draw(t, "pairs"); hand.Bottom.Pairs > 0 {
			hand.Bottom.Play = scoresheet.LastPairs
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "throws") {
		hand.Throws = append(hand.Throws, scoresheet.Throw{
			Side:  rapid.SampledFrom(scoresheet.Sides[:]).Draw(t, "thrower"),
			Cards: rapid.IntRange(1, 6).Draw(t, "beaten"),
		})
	}
	return hand
}

// shuangshengGame is a valid game whose first hand names the stage.
func shuangshengGame(t *rapid.T, j *judge.Judge) scoresheet.Game {
	stage := rapid.SampledFrom(scoresheet.Sides[:]).Draw(t, "stage")
	drawn := scoresheet.Game{Hands: []scoresheet.Hand{shuangshengHand(t, stage)}}
	for range rapid.IntRange(0, 9).Draw(t, "more hands") {
		drawn.Hands = append(drawn.Hands, shuangshengHand(t, scoresheet.NoSide))
	}
	if rapid.Bool().Draw(t, "bell") {
		drawn.End = scoresheet.EndedByClock
	}
	for len(drawn.Hands) > 1 && !verdict(j, drawn).Valid {
		drawn.Hands = drawn.Hands[:len(drawn.Hands)-1]
	}
	return drawn
}

func drawShuangsheng(t *rapid.T, all map[string]*judge.Judge) *judge.Judge {
	return drawJudge(t, all, shuangshengBooks)
}

func TestShuangshengLowersNobodyAndMovesTheStage(t *testing.T) {
	all := judges(t, shuangshengBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawShuangsheng(t, all)
		drawn := shuangshengGame(t, j)
		got := verdict(j, drawn)
		if !got.Valid {
			t.Fatal(got.Faults)
		}
		before := scoresheet.PerSide[scoresheet.Level]{A: j.Terms().Start, B: j.Terms().Start}
		stage := drawn.Hands[0].OnStage
		for i, hand := range got.Games[0].Hands {
			if hand.PlayedAt != before.Of(stage) {
				t.Fatalf("hand %d was played at %v", i, hand.PlayedAt)
			}
			for _, side := range scoresheet.Sides {
				if hand.Levels.Of(side) < before.Of(side) || (side != hand.Winner && hand.Levels.Of(side) != before.Of(side)) {
					t.Fatalf("hand %d: %+v after %+v", i, hand.Levels, before)
				}
			}
			if up := hand.Upgrade.Of(hand.Winner); up > 3 || hand.Upgrade.Of(hand.Winner.Other()) != 0 || hand.OnStage != hand.Winner {
				t.Fatalf("hand %d: %+v", i, hand)
			}
			if hand.Winner == stage && hand.Upgrade.Of(stage) == 0 {
				t.Fatalf("hand %d: the declarers held without a climb", i)
			}
			before, stage = *hand.Levels, hand.OnStage
		}
	})
}

func TestMorePointsAreNeverWorseForTheDefenders(t *testing.T) {
	all := judges(t, shuangshengBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawShuangsheng(t, all)
		worth := func(tricks int) int {
			hand := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{{OnStage: scoresheet.SideA, Tricks: &tricks}}}).Games[0].Hands[0]
			if hand.Winner == scoresheet.SideB {
				return 1 + hand.Upgrade.B
			}
			return -hand.Upgrade.A
		}
		less := 5 * rapid.IntRange(0, 39).Draw(t, "points")
		if worth(less) > worth(less+5) {
			t.Fatalf("%d points are better than %d", less, less+5)
		}
	})
}

func TestSwappingSidesOfShuangshengSwapsTheVerdict(t *testing.T) {
	all := judges(t, shuangshengBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawShuangsheng(t, all)
		drawn := shuangshengGame(t, j)
		swapped := scoresheet.Game{End: drawn.End, Hands: slices.Clone(drawn.Hands)}
		for i := range swapped.Hands {
			swapped.Hands[i].OnStage = swapped.Hands[i].OnStage.Other()
			swapped.Hands[i].Throws = slices.Clone(swapped.Hands[i].Throws)
			for k := range swapped.Hands[i].Throws {
				swapped.Hands[i].Throws[k].Side = swapped.Hands[i].Throws[k].Side.Other()
			}
		}
		a, b := verdict(j, drawn), verdict(j, swapped)
		one, other := a.Games[0], b.Games[0]
		if one.Winner != other.Winner.Other() || one.By != other.By || !reflect.DeepEqual(one.Levels, swap(other.Levels)) ||
			!reflect.DeepEqual(a.Match.Points, swap(b.Match.Points)) {
			t.Fatalf("%+v\nswapped %+v", one, other)
		}
	})
}

func TestAStageThatFollowsMayBeWrittenDown(t *testing.T) {
	all := judges(t, shuangshengBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawShuangsheng(t, all)
		plain := shuangshengGame(t, j)
		want := verdict(j, plain)
		written := scoresheet.Game{End: plain.End, Hands: slices.Clone(plain.Hands)}
		for i := 1; i < len(written.Hands); i++ {
			written.Hands[i].OnStage = want.Games[0].Hands[i-1].OnStage
			if !j.SameEffect(written.Hands[i], plain.Hands[i]) {
				t.Fatalf("hand %d has another effect with the stage written down", i)
			}
		}
		if got := verdict(j, written); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\n%+v", got, want)
		}
	})
}

func TestAShuangshengHandAtFaultIsAsIfItWereNotThere(t *testing.T) {
	all := judges(t, shuangshengBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawShuangsheng(t, all)
		good := shuangshengGame(t, j)
		if verdict(j, good).Games[0].State == scoresheet.GameOver && good.End == "" {
			good.Hands = good.Hands[:len(good.Hands)-1]
		}
		at := rapid.IntRange(0, len(good.Hands)).Draw(t, "at")
		tricks := rapid.SampledFrom([]int{-5, 3, 201, 205}).Draw(t, "bad")
		bad := scoresheet.Hand{OnStage: scoresheet.SideA, Tricks: &tricks}
		with := scoresheet.Game{End: good.End, Hands: slices.Insert(slices.Clone(good.Hands), at, bad)}
		one, other := verdict(j, good), verdict(j, with)
		if other.Valid {
			t.Fatal("no fault")
		}
		g := other.Games[0]
		g.Hands = slices.Delete(slices.Clone(g.Hands), at, at+1)
		if !reflect.DeepEqual(one.Games[0], g) || !reflect.DeepEqual(one.Match, other.Match) {
			t.Fatalf("without %+v\nwith %+v", one.Games[0], g)
		}
	})
}

func TestForRefusesFieldsOfOtherGames(t *testing.T) {
	entry, ok := rulebooks(t).Get("shuangsheng-enterprise")
	if !ok {
		t.Fatal("no rulebook")
	}
	for key, hand := range map[string]scoresheet.Hand{
		"finish": {Finish: []scoresheet.Seat{1, 3}}, "tribute": {Tribute: &scoresheet.Tribute{}},
		"events": {Incidents: []scoresheet.Incident{}}, "table": {Table: 1}, "sitting": {Sitting: 1},
	} {
		_, err := judge.For(entry.Book, &scoresheet.Sheet{Games: []scoresheet.Game{{Hands: []scoresheet.Hand{hand}}}})
		if refused, ok := err.(*scoresheet.SheetError); !ok || refused.Code != scoresheet.SheetKey || refused.At != "/games/0/hands/0/"+key {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestWordsOfTheBottomAreKnown(t *testing.T) {
	for _, test := range []struct{ bottom, at string }{
		{`{"points": 5, "last": "dealers", "play": "single"}`, "/games/0/hands/0/bottom/last"},
		{`{"points": 5, "last": "defenders", "play": "tractor"}`, "/games/0/hands/0/bottom/play"},
	} {
		sheet := `{"rulebook": "shuangsheng-enterprise", "games": [{"hands": [{"on_stage": "A", "tricks": 40, "bottom": ` + test.bottom + `}]}]}`
		_, err := scoresheet.DecodeSheet([]byte(sheet))
		if refused, ok := err.(*scoresheet.SheetError); !ok || refused.Code != scoresheet.SheetType || refused.At != test.at {
			t.Errorf("%s: %v", test.bottom, err)
		}
	}
}

func FuzzShuangshengSheets(f *testing.F) {
	f.Add([]byte(`{"rulebook":"shuangsheng-enterprise","games":[{"hands":[{"on_stage":"A","tricks":60,"bottom":{"points":10,"last":"defenders","play":"pairs","pairs":2},"throws":[{"side":"B","cards":2}]},{"tricks":85,"claim":{"levels":{"A":"3","B":"2"}}}],"end":"time"}],"penalties":[{"game":1,"hand":1,"violation":"card-count","seat":2}]}`))
	f.Add([]byte(`{"rulebook":"shuangsheng-swiss","settings":{"start":"3","best_of":3},"games":[{"hands":[{"tricks":42},{"on_stage":"B","tricks":0}]},{"hands":[]}],"penalties":[{"violation":"take-back","side":"A"}]}`))
	books := rulebooks(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := verdictOf(books, data)
		if err != nil {
			return
		}
		if got.Valid != (len(got.Faults) == 0) {
			t.Fatalf("valid %v with faults %v", got.Valid, got.Faults)
		}
		for _, fault := range got.Faults {
			if !slices.Contains(scoresheet.FaultCodes(), fault.Code) {
				t.Fatalf("no such fault: %s", fault.Code)
			}
		}
	})
}

func TestThrowsOfAHandAreBounded(t *testing.T) {
	all := judges(t, shuangshengBooks)
	tricks := 80
	for number, want := range map[int]bool{shuangsheng.MostThrows: true, shuangsheng.MostThrows + 1: false, 1000: false} {
		throws := slices.Repeat([]scoresheet.Throw{{Side: scoresheet.SideB, Cards: 2}}, number)
		hand := scoresheet.Hand{OnStage: scoresheet.SideA, Tricks: &tricks, Throws: throws}
		for _, j := range all {
			v := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{hand}})
			if v.Valid != want {
				t.Errorf("%d throws: %v", number, v.Faults)
			}
		}
	}
}
