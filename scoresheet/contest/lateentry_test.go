package contest_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet/contest"
)

func mustExtend(t interface{ Fatalf(string, ...any) }, in contest.LateEntryInput) contest.LateEntryDraw {
	draw, err := contest.ExtendRoundRobin(in)
	if err != nil {
		t.Fatalf("extend: %v", err)
	}
	return draw
}

// written writes rounds as "3: a1-a2@1 a3-a4@2 (a5)".
func written(rounds []contest.Round) []string {
	var lines []string
	for _, round := range rounds {
		line := fmt.Sprintf("%d:", round.Number)
		for _, p := range round.Pairings {
			line += fmt.Sprintf(" %s-%s@%d", p.Home, p.Away, p.Table)
		}
		if len(round.Byes) > 0 {
			line += fmt.Sprintf(" %v", round.Byes)
		}
		lines = append(lines, line)
	}
	return lines
}

// An odd group of three after its first round, in which a1 sat out: the
// newcomer takes the two byes that are left, and one round more makes up for
// the match with a1.
func TestALatecomerTakesByes(t *testing.T) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", 3)}}
	rounds := []contest.Round{
		{Number: 1, Pairings: []contest.Pairing{{Group: "A", Home: "a2", Away: "a3", Table: 1}}, Byes: []contest.EntrantID{"a1"}},
		{Number: 2, Pairings: []contest.Pairing{{Group: "A", Home: "a1", Away: "a2", Table: 1}}, Byes: []contest.EntrantID{"a3"}},
		{Number: 3, Pairings: []contest.Pairing{{Group: "A", Home: "a3", Away: "a1", Table: 1}}, Byes: []contest.EntrantID{"a2"}},
	}
	draw := mustExtend(t, contest.LateEntryInput{
		Seed: "s", Groups: groups, Rounds: rounds, Begun: 1, Group: "A", Newcomer: contest.Entrant{ID: "n"},
	})
	want := []string{"2: a1-a2@1 a3-n@2", "3: a3-a1@1 n-a2@2", "4: a1-n@1 [a2 a3]"}
	if got := written(draw.Rounds); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if r := draw.Rounds[0].Pairings[1].Reason; r != contest.ReasonLateEntry {
		t.Errorf("the newcomer is there by %q", r)
	}
}

// In an even group nobody rests: either every drawn match stays, and the
// newcomer's all come after them; or in each round one makes way, and is made
// up beside the newcomer's others.
func TestALatecomerInAnEvenGroup(t *testing.T) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", 6)}}
	drawn := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: groups}).Rounds
	in := contest.LateEntryInput{Seed: "s", Groups: groups, Rounds: drawn, Begun: 2, Group: "A", Newcomer: contest.Entrant{ID: "n"}}
	// 3 rounds are left, and 6 opponents to meet: 6 rounds at least.
	short := mustExtend(t, in)
	if len(short.Rounds) != 6 {
		t.Errorf("%d rounds from the third on:\n%s", len(short.Rounds), strings.Join(written(short.Rounds), "\n"))
	}
	moved := 0
	for _, round := range short.Rounds {
		for _, p := range round.Pairings {
			if p.Reason == contest.ReasonMakeUp {
				moved++
			}
		}
	}
	if moved != 3 {
		t.Errorf("%d matches were moved, want one for each round left", moved)
	}
	in.KeepDrawn = true
	long := mustExtend(t, in)
	if len(long.Rounds) != 3+6 {
		t.Errorf("%d rounds with every drawn match in its place", len(long.Rounds))
	}
	for i, round := range drawn[2:] {
		if !reflect.DeepEqual(round.Pairings, long.Rounds[i].Pairings) {
			t.Errorf("round %d changed", round.Number)
		}
	}
}

func TestLatecomersMeetEverybody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := []contest.Group{
			{Name: "A", Entrants: entrants("a", rapid.IntRange(0, 13).Draw(t, "a"))},
			{Name: "B", Entrants: entrants("b", rapid.IntRange(0, 9).Draw(t, "b"))},
		}
		rounds := mustDraw(t, contest.RoundRobinInput{Seed: "s", FirstTable: 5, Groups: groups}).Rounds
		var late []contest.Latecomer
		begun := 0
		for i := range rapid.IntRange(1, 3).Draw(t, "latecomers") {
			begun = rapid.IntRange(begun, len(rounds)).Draw(t, "begun")
			g := rapid.IntRange(0, 1).Draw(t, "group")
			in := contest.LateEntryInput{
				Seed: fmt.Sprint("s", i), Groups: groups, Rounds: rounds, Begun: begun, Group: groups[g].Name,
				Newcomer:  contest.Entrant{ID: contest.EntrantID(fmt.Sprint("n", i))},
				KeepDrawn: rapid.Bool().Draw(t, "keep"),
			}
			draw := mustExtend(t, in)
			if again := mustExtend(t, in); !reflect.DeepEqual(draw, again) {
				t.Fatal("the same seed extends differently")
			}
			checkKept(t, in, draw)
			checkLength(t, in, draw)
			late = append(late, contest.Latecomer{Entrant: in.Newcomer.ID, From: begun + 1})
			groups = slices.Clone(groups)
			groups[g].Entrants = append(slices.Clone(groups[g].Entrants), in.Newcomer)
			rounds = append(slices.Clone(rounds[:begun]), draw.Rounds...)
			if err := contest.Verify(rounds, groups, late...); err != nil {
				t.Fatalf("%v\n%s", err, strings.Join(written(rounds), "\n"))
			}
			checkSides(t, rounds)
		}
	})
}

// checkKept proves that other groups play on as drawn, and so does the group
// itself where that was asked for.
func checkKept(t *rapid.T, in contest.LateEntryInput, draw contest.LateEntryDraw) {
	for i, before := range in.Rounds[in.Begun:] {
		after := draw.Rounds[i]
		for _, p := range before.Pairings {
			if (p.Group != in.Group || in.KeepDrawn) && !slices.Contains(after.Pairings, p) {
				t.Fatalf("round %d lost %v", before.Number, p)
			}
		}
	}
}

// checkLength proves that a schedule takes one round more at most than anybody
// could do with: one for each match of the newcomer, and as many as hold all
// matches.
func checkLength(t *rapid.T, in contest.LateEntryInput, draw contest.LateEntryDraw) {
	n := 0
	for _, group := range in.Groups {
		if group.Name == in.Group {
			n = len(group.Entrants)
		}
	}
	matches := n
	for _, round := range in.Rounds[in.Begun:] {
		for _, p := range round.Pairings {
			if p.Group == in.Group {
				matches++
			}
		}
	}
	if n == 0 || in.KeepDrawn {
		return
	}
	atOnce := (n + 1) / 2
	must := max(n, (matches+atOnce-1)/atOnce, len(in.Rounds)-in.Begun)
	if len(draw.Rounds) > must+1 {
		t.Fatalf("%d of a group of %d with %d matches left: %d rounds, %d could do", in.Begun, n, matches, len(draw.Rounds), must)
	}
}

func checkSides(t *rapid.T, rounds []contest.Round) {
	more := map[contest.EntrantID]int{}
	for _, round := range rounds {
		for _, p := range round.Pairings {
			more[p.Home]++
			more[p.Away]--
		}
	}
	for entrant, d := range more {
		if d < -1 || d > 1 {
			t.Fatalf("%s is %d times oftener at home than away:\n%s", entrant, d, strings.Join(written(rounds), "\n"))
		}
	}
}

func TestExtendRefuses(t *testing.T) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", 4)}, {Name: "B", Entrants: entrants("b", contest.MaxGroup)}}
	rounds := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: groups}).Rounds
	for want, spoil := range map[string]func(*contest.LateEntryInput){
		"draw.seed":          func(in *contest.LateEntryInput) { in.Seed = "" },
		"draw.group":         func(in *contest.LateEntryInput) { in.Group = "C" },
		"draw.entrant-twice": func(in *contest.LateEntryInput) { in.Newcomer.ID = "b3" },
		"draw.too-many":      func(in *contest.LateEntryInput) { in.Group = "B" },
		"draw.begun":         func(in *contest.LateEntryInput) { in.Begun = len(rounds) + 1 },
	} {
		in := contest.LateEntryInput{Seed: "s", Groups: groups, Rounds: rounds, Begun: 1, Group: "A", Newcomer: contest.Entrant{ID: "n"}}
		mustExtend(t, in)
		spoil(&in)
		if _, err := contest.ExtendRoundRobin(in); !slices.Equal(codes(err), []string{want}) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The largest group takes no more than a moment.
func BenchmarkExtendRoundRobin(b *testing.B) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", contest.MaxGroup-2)}}
	rounds := mustDraw(b, contest.RoundRobinInput{Seed: "s", Groups: groups}).Rounds
	for _, begun := range []int{1, 30} {
		b.Run(fmt.Sprint("after ", begun), func(b *testing.B) {
			for b.Loop() {
				in := contest.LateEntryInput{Seed: "s", Groups: groups, Rounds: rounds, Begun: begun, Group: "A", Newcomer: contest.Entrant{ID: "n"}}
				if _, err := contest.ExtendRoundRobin(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
