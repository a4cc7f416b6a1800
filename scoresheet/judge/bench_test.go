package judge_test

import (
	"slices"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// BenchmarkThirtyHands is a whole match of thirty hands; it must take less
// than 50 µs. Gouji has its own, BenchmarkGoujiThirtyHands.
//
//	go test -run '^$' -bench ThirtyHands ./scoresheet/judge
func BenchmarkThirtyHands(b *testing.B) {
	eighty := 80
	for _, test := range []struct {
		book  string
		hands []scoresheet.Hand
	}{
		// Sides that win by turns never pass A.
		{"guandan-college", []scoresheet.Hand{{Finish: []scoresheet.Seat{1, 2, 4, 3}}, {Finish: []scoresheet.Seat{2, 1, 3, 4}}}},
		{"shuangsheng-enterprise", []scoresheet.Hand{{Tricks: &eighty}, {Tricks: &eighty}}},
	} {
		b.Run(test.book, func(b *testing.B) {
			entry, ok := config.BuiltIn().Get(test.book)
			if !ok {
				b.Fatal("no such rulebook")
			}
			j, err := judge.New(entry.Book, "")
			if err != nil {
				b.Fatal(err)
			}
			hands := slices.Repeat(test.hands, 15)
			if entry.Book.Discipline == scoresheet.Shuangsheng {
				hands[0].OnStage = scoresheet.SideA
			}
			sheet := scoresheet.Sheet{Games: []scoresheet.Game{{Hands: hands}}}
			b.ReportAllocs()
			for b.Loop() {
				if verdict := j.Verdict(sheet); !verdict.Valid || len(verdict.Games[0].Hands) != 30 {
					b.Fatalf("%+v", verdict.Faults)
				}
			}
		})
	}
}
