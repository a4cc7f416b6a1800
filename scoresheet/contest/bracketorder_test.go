package contest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// firstRound draws the first round of a bracket, "a-b" for a match and "a" for a
// bye, from top to bottom.
func firstRound(t *testing.T, phase scoresheet.Phase, group contest.Group) string {
	t.Helper()
	stage := contest.Stage{Phase: phase, Groups: []contest.Group{group}}
	b, err := contest.BracketOf(stage)
	if err != nil {
		t.Fatal(err)
	}
	round, err := contest.DrawKnockout(stage, "seed")
	if err != nil {
		t.Fatal(err)
	}
	if err := contest.VerifyKnockout(stage, round); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, m := range b.Columns[0].Matches {
		var names []string
		for _, place := range m.Places {
			if place.Entrant != "" {
				names = append(names, string(place.Entrant))
			}
		}
		parts = append(parts, strings.Join(names, "-"))
	}
	return strings.Join(parts, " ")
}

// come are so many of each group, rank by rank, as Fill has them: A1, B1, …, A2.
func come(groups, each int) contest.Group {
	var group contest.Group
	for rank := 1; rank <= each; rank++ {
		for g := range groups {
			name := string(rune('A' + g))
			id := fmt.Sprintf("%s%d", name, rank)
			group.Entrants = append(group.Entrants, contest.Entrant{ID: contest.EntrantID(id), Number: id})
			group.Origins = append(group.Origins, contest.Origin{Phase: "group", Group: name, Rank: rank})
		}
	}
	return group
}

func TestCrossAndSeeded(t *testing.T) {
	three := come(2, 2) // A2 is not there
	three.Entrants, three.Origins = slices.Delete(three.Entrants, 2, 3), slices.Delete(three.Origins, 2, 3)
	withSeeds := fieldOf(6, 0)
	for i := range withSeeds.Entrants {
		withSeeds.Entrants[i].Seed = 6 - i
	}
	moved := come(2, 3) // A1 has left: A2 B1 A3 B2 are there
	moved.Entrants = []contest.Entrant{moved.Entrants[2], moved.Entrants[1], moved.Entrants[4], moved.Entrants[3]}
	moved.Origins = []contest.Origin{moved.Origins[2], moved.Origins[1], moved.Origins[4], moved.Origins[3]}
	for name, c := range map[string]struct {
		draw  string
		group contest.Group
		want  string
	}{
		"cross of two groups":   {"cross", come(2, 2), "A1-B2 B1-A2"},
		"cross of four groups":  {"cross", come(4, 2), "A1-B2 C1-D2 B1-A2 D1-C2"},
		"cross of eight groups": {"cross", come(8, 2), "A1-B2 C1-D2 E1-F2 G1-H2 B1-A2 D1-C2 F1-E2 H1-G2"},
		"those behind move up":  {"cross", moved, "A2-B2 B1-A3"},
		// Three of each of two: A1 and B1 have byes.
		"cross of another shape": {"cross", come(2, 3), "A1 A3-B2 A2-B3 B1"},
		// B1 and B2 would meet: A1 gives up its bye to B1.
		"cross of three": {"cross", three, "B1 B2-A1"},
		"one group":      {"cross", come(1, 4), "A1-A4 A3-A2"},
		// As the Nanshan event: 1-16, 8-9, 5-12, 4-13, 3-14, 6-11, 7-10, 2-15.
		"seeded of eight groups": {"seeded", come(8, 2), "A1-H2 A2-H1 E1-D2 E2-D1 C1-F2 C2-F1 G1-B2 G2-B1"},
		// C1 would meet C2, who changes with B2.
		"seeded of three groups": {"seeded", come(3, 2), "A1 C2-A2 C1-B2 B1"},
		"seeded by seeds":        {"seeded", withSeeds, "e6 e2-e3 e4-e1 e5"},
		"once by seeds":          {"once", withSeeds, "e6 e2-e3 e4-e1 e5"},
	} {
		phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: c.draw}
		if got := firstRound(t, phase, inBracketOrder(t, phase, c.group)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestOwnGroupApart: nobody meets one of its own group in the first round,
// whatever the shape, where no group is more than half of those who play.
func TestOwnGroupApart(t *testing.T) {
	for groups := 2; groups < 12; groups++ {
		for each := 1; each < 8; each++ {
			for _, draw := range []string{"cross", "seeded"} {
				phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: draw}
				group := inBracketOrder(t, phase, come(groups, each))
				if groups*each < 2 {
					continue
				}
				for _, match := range strings.Fields(firstRound(t, phase, group)) {
					a, b, meet := strings.Cut(match, "-")
					if meet && a[0] == b[0] {
						t.Errorf("%s of %d groups, %d each: %s", draw, groups, each, match)
					}
				}
			}
		}
	}
}

// TestSeedsApart: the first two seeds are in different halves, the first four in
// different quarters and so on; byes fall to seeds first and never meet.
func TestSeedsApart(t *testing.T) {
	for n := 2; n < 70; n++ {
		for _, apart := range []bool{false, true} {
			field := fieldOf(n, 3)
			for i := range min(8, n) {
				field.Entrants[n-1-i].Seed = i + 1
			}
			phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: "once", Format: scoresheet.Format{SameUnitApart: apart}}
			b, err := contest.BracketOf(contest.Stage{Phase: phase, Groups: []contest.Group{inBracketOrder(t, phase, field)}})
			if err != nil {
				t.Fatal(err)
			}
			places := map[int]int{} // by seed
			byes := 0
			for i, m := range b.Columns[0].Matches {
				kinds := []contest.BracketPlaceKind{m.Places[0].Kind, m.Places[1].Kind}
				if kinds[0] == contest.PlaceBye && kinds[1] == contest.PlaceBye {
					t.Fatalf("%d entrants: byes meet", n)
				}
				for p, place := range m.Places {
					if place.Seed > 0 {
						places[place.Seed] = 2*i + p
						if kinds[1-p] == contest.PlaceBye {
							byes++
						}
					}
				}
			}
			size := 2 * len(b.Columns[0].Matches)
			if want := min(size-n, 8); byes != want {
				t.Fatalf("%d entrants: %d seeds have byes, want %d", n, byes, want)
			}
			for seeds := 2; seeds <= min(8, n); seeds *= 2 {
				parts := map[int]bool{}
				for s := 1; s <= seeds; s++ {
					parts[places[s]*seeds/size] = true
				}
				if len(parts) != seeds {
					t.Fatalf("%d entrants: %d seeds at %v", n, seeds, places)
				}
			}
		}
	}
}

// TestUnitsSpread: in a bracket drawn once two of one unit are in different
// halves, four in different quarters; in a redraw no two meet where that can be.
func TestUnitsSpread(t *testing.T) {
	phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: "once", Format: scoresheet.Format{SameUnitApart: true}}
	for _, n := range []int{4, 8, 16, 32, 64, 128} {
		for _, unit := range []int{2, 4} {
			if n/unit < 2 {
				continue
			}
			group := inBracketOrder(t, phase, fieldOf(n, unit))
			parts := map[string]bool{}
			for i, e := range group.Entrants {
				part := fmt.Sprint(e.Unit, i*unit/n)
				if parts[part] {
					t.Errorf("%d entrants: two of %s in one part", n, e.Unit)
				}
				parts[part] = true
			}
		}
	}
	for n := range 60 {
		for big := range n + 1 {
			field := fieldOf(n, 1)
			for i := range big {
				field.Entrants[i].Unit = "big"
			}
			stage := contest.Stage{Groups: []contest.Group{field},
				Phase: scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Format: scoresheet.Format{SameUnitApart: true}}}
			if n < 2 {
				continue
			}
			round, err := contest.DrawKnockout(stage, fmt.Sprint(big))
			if err != nil {
				t.Fatal(err)
			}
			inBig, together := 0, 0
			for _, p := range round.Pairings {
				both := 0
				for _, id := range members(p) {
					if slices.Index(field.Entrants, contest.Entrant{ID: id, Number: string(id)[1:], Unit: "big"}) >= 0 {
						both++
					}
				}
				inBig += both
				if both == 2 {
					together++
				}
			}
			if want := max(0, inBig-len(round.Pairings)); together != want {
				t.Fatalf("%d of one unit in %d matches: %d meet, want %d", inBig, len(round.Pairings), together, want)
			}
		}
	}
}

// TestBracketOrderIsFair: by lot everybody stands everywhere, and byes fall to
// everybody alike.
func TestBracketOrderIsFair(t *testing.T) {
	phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: "once"}
	field := fieldOf(6, 0)
	const draws = 1200
	first := map[contest.EntrantID]int{}
	for seed := range draws {
		group, err := contest.BracketOrder(phase, field, fmt.Sprint(seed))
		if err != nil {
			t.Fatal(err)
		}
		first[group.Entrants[0].ID]++ // the place with a bye
	}
	for id, n := range first {
		if n < draws/6-60 || n > draws/6+60 {
			t.Errorf("%s is first %d times of %d", id, n, draws)
		}
	}
	if len(first) != 6 {
		t.Errorf("%v", first)
	}
}

func TestBracketOrderRefuses(t *testing.T) {
	phase := scoresheet.Phase{ID: "knockout", Draw: "once"}
	if _, err := contest.BracketOrder(phase, fieldOf(3, 0), ""); firstCode(err) != "draw.seed" {
		t.Error(err)
	}
	twice := contest.Group{Entrants: []contest.Entrant{{ID: "a"}, {ID: "a"}}}
	if _, err := contest.BracketOrder(phase, twice, "s"); firstCode(err) != "draw.entrant-twice" {
		t.Error(err)
	}
}
