package contest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

func entrants(prefix string, n int) []contest.Entrant {
	list := make([]contest.Entrant, n)
	for i := range list {
		id := fmt.Sprintf("%s%d", prefix, i+1)
		list[i] = contest.Entrant{ID: contest.EntrantID(id), Number: id, Name: "pair " + id}
	}
	return list
}

func mustDraw(t interface{ Fatalf(string, ...any) }, in contest.RoundRobinInput) contest.RoundRobinDraw {
	draw, err := contest.DrawRoundRobin(in)
	if err != nil {
		t.Fatalf("draw: %v", err)
	}
	return draw
}

func codes(err error) []string {
	var faults scoresheet.Faults
	if !errors.As(err, &faults) {
		return nil
	}
	var list []string
	for _, f := range faults {
		list = append(list, f.Code)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestEveryGroupSizeIsProved(t *testing.T) {
	for n := 0; n <= contest.MaxGroup; n++ {
		for _, other := range []int{0, 1, 4, 7} {
			groups := []contest.Group{{Name: "A", Entrants: entrants("a", n)}, {Name: "B", Entrants: entrants("b", other)}}
			draw := mustDraw(t, contest.RoundRobinInput{Seed: "20261018", Groups: groups})
			if err := contest.VerifyDraw(draw.Rounds, groups); err != nil {
				t.Errorf("groups of %d and %d: %v", n, other, err)
			}
		}
	}
}

func TestTablesAreSpread(t *testing.T) {
	for n := 2; n <= contest.MaxGroup; n++ {
		draw := mustDraw(t, contest.RoundRobinInput{Seed: "s", FirstTable: 11,
			Groups: []contest.Group{{Entrants: entrants("", n)}}})
		visits := map[contest.EntrantID]map[int]int{}
		for _, e := range draw.Orders[0] {
			visits[e] = map[int]int{}
		}
		for _, round := range draw.Rounds {
			for i, p := range round.Pairings {
				if p.Table != 11+i {
					t.Fatalf("%d entrants, round %d: table %d stands at place %d", n, round.Number, p.Table, i)
				}
				visits[p.Home][p.Table]++
				visits[p.Away][p.Table]++
			}
		}
		limit := 2
		if n%2 == 0 && (n-1)%3 == 0 {
			limit = 4
		}
		for entrant, tables := range visits {
			for table, times := range tables {
				if times > limit {
					t.Errorf("%d entrants: %s is at table %d %d times", n, entrant, table, times)
				}
			}
		}
	}
}

func TestSidesChangeFromRoundToRound(t *testing.T) {
	for n := 2; n <= contest.MaxGroup; n++ {
		draw := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: []contest.Group{{Entrants: entrants("", n)}}})
		sides := map[contest.EntrantID][]bool{}
		for _, round := range draw.Rounds {
			for _, p := range round.Pairings {
				sides[p.Home] = append(sides[p.Home], true)
				sides[p.Away] = append(sides[p.Away], false)
			}
		}
		for entrant, list := range sides {
			repeated := 0
			for i := 1; i < len(list); i++ {
				if list[i] == list[i-1] {
					repeated++
				}
			}
			if repeated > 1 {
				t.Errorf("%d entrants: %s stays on its side %d times", n, entrant, repeated)
			}
		}
	}
}

// The lots of this draw must never change: records of past events point to
// them.
func TestDrawStaysTheSame(t *testing.T) {
	draw := mustDraw(t, contest.RoundRobinInput{Seed: "20261018-0930", Groups: []contest.Group{
		{Name: "A", Entrants: entrants("a", 5)}, {Name: "B", Entrants: entrants("b", 4)}}})
	var got []string
	for _, order := range draw.Orders {
		got = append(got, fmt.Sprint(order))
	}
	for _, round := range draw.Rounds {
		line := ""
		for _, p := range round.Pairings {
			line += fmt.Sprintf("%d:%s-%s ", p.Table, p.Home, p.Away)
		}
		got = append(got, line+fmt.Sprint(round.Byes))
	}
	want := []string{
		"[a1 a5 a4 a3 a2]",
		"[b2 b3 b1 b4]",
		"1:a5-a2 2:a3-a4 3:b4-b2 4:b3-b1 [a1]",
		"1:a4-a1 2:a2-a3 3:b1-b2 4:b3-b4 [a5]",
		"1:a3-a5 2:a1-a2 3:b2-b3 4:b4-b1 [a4]",
		"1:a2-a4 2:a5-a1 [a3]",
		"1:a1-a3 2:a4-a5 [a2]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	lot := contest.DrawLot("20261018-0930", []contest.EntrantID{"a4", "a1", "a3"})
	if got, want := fmt.Sprint(lot.Order), "[a3 a1 a4]"; got != want {
		t.Errorf("lot %s, want %s", got, want)
	}
}

// A record of the draw is enough to repeat it.
func TestDrawIsRepeatedFromItsRecord(t *testing.T) {
	list := entrants("a", 7)
	list[2].Unit, list[5].Unit = "u", "u"
	draw := mustDraw(t, contest.RoundRobinInput{Seed: "掼蛋 2026", FirstTable: 3, SameUnitFirst: true,
		Groups: []contest.Group{{Name: "A", Entrants: list}}})
	record, err := json.Marshal(draw)
	if err != nil {
		t.Fatal(err)
	}
	var read contest.RoundRobinDraw
	if err := json.Unmarshal(record, &read); err != nil {
		t.Fatal(err)
	}
	if again := mustDraw(t, read.Input); !reflect.DeepEqual(again, draw) {
		t.Errorf("the draw from its record is %+v, want %+v", again, draw)
	}
}

func TestDrawDependsOnWhoEntersOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		seed := rapid.StringMatching(`[0-9a-z]{1,12}`).Draw(t, "seed")
		a := entrants("a", n)
		in := contest.RoundRobinInput{Seed: seed, Groups: []contest.Group{{Name: "A", Entrants: a}}}
		alone := mustDraw(t, in)
		if again := mustDraw(t, in); !reflect.DeepEqual(alone, again) {
			t.Fatalf("two draws from one seed differ")
		}
		in.Groups = []contest.Group{{Name: "A", Entrants: rapid.Permutation(a).Draw(t, "order")}, {Name: "B", Entrants: entrants("b", 3)}}
		beside := mustDraw(t, in)
		if !slices.Equal(alone.Orders[0], beside.Orders[0]) {
			t.Fatalf("the order of A changed from %v to %v", alone.Orders[0], beside.Orders[0])
		}
	})
}

func TestEveryOrderIsDrawnAlike(t *testing.T) {
	counts := map[string]int{}
	const draws = 6000
	for i := range draws {
		counts[fmt.Sprint(contest.DrawLot(fmt.Sprint(i), []contest.EntrantID{"x", "y", "z"}).Order)]++
	}
	if len(counts) != 6 {
		t.Fatalf("%d orders of three, want 6", len(counts))
	}
	for order, n := range counts {
		if n < draws/6-150 || n > draws/6+150 { // five standard deviations
			t.Errorf("%s drawn %d times of %d", order, n, draws)
		}
	}
}

func TestOneUnitMeetsInTheFirstRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		list := entrants("", n)
		for i := range list {
			list[i].Unit = rapid.SampledFrom([]string{"", "u", "v", "w", "x"}).Draw(t, "unit")
		}
		groups := []contest.Group{{Name: "1–4", Entrants: list}}
		draw := mustDraw(t, contest.RoundRobinInput{Seed: "s", SameUnitFirst: true, Groups: groups})
		if err := contest.VerifyDraw(draw.Rounds, groups); err != nil {
			t.Fatal(err)
		}
		units, due := map[contest.EntrantID]string{}, 0
		members := map[string]int{}
		for _, e := range list {
			units[e.ID] = e.Unit
			members[e.Unit]++
		}
		for unit, k := range members {
			if unit != "" {
				due += k / 2
			}
		}
		got := 0
		for _, p := range draw.Rounds[0].Pairings {
			same := units[p.Home] != "" && units[p.Home] == units[p.Away]
			if same != (p.Reason == contest.ReasonSameUnit) {
				t.Fatalf("%v has reason %q", p, p.Reason)
			}
			if same {
				got++
			}
		}
		if got < due {
			t.Fatalf("%d meetings of one unit in the first round, want %d", got, due)
		}
	})
}

func TestOwnGroups(t *testing.T) {
	list := []contest.Entrant{{ID: "4", Number: "10", Group: "B"}, {ID: "3", Number: "9", Group: "B"}, {ID: "1", Number: "1", Group: "A"}}
	groups, err := contest.OwnGroups(list, []string{"A", "B"})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 2 || groups[0].Name != "A" || len(groups[0].Entrants) != 1 || groups[1].Entrants[0].ID != "3" {
		t.Errorf("groups %+v", groups)
	}
	if _, err := contest.OwnGroups(list, []string{"A", "C"}); !slices.Equal(codes(err), []string{"draw.group"}) {
		t.Errorf("an unknown group gives %v", err)
	}
	whole, err := contest.OwnGroups(list, nil)
	if err != nil || len(whole) != 1 || len(whole[0].Entrants) != 3 || whole[0].Entrants[1].Number != "9" {
		t.Errorf("without groups: %+v, %v", whole, err)
	}
}

func TestDrawRefuses(t *testing.T) {
	twice := []contest.Group{{Name: "A", Entrants: entrants("a", 3)}, {Name: "B", Entrants: entrants("a", 1)}}
	for name, c := range map[string]struct {
		in   contest.RoundRobinInput
		want string
	}{
		"no seed":         {contest.RoundRobinInput{Groups: twice[:1]}, "draw.seed"},
		"entrant twice":   {contest.RoundRobinInput{Seed: "s", Groups: twice}, "draw.entrant-twice"},
		"too many":        {contest.RoundRobinInput{Seed: "s", Groups: []contest.Group{{Entrants: entrants("", 65)}}}, "draw.too-many"},
		"one group twice": {contest.RoundRobinInput{Seed: "s", Groups: []contest.Group{twice[0], twice[0]}}, "draw.entrant-twice"},
	} {
		if _, err := contest.DrawRoundRobin(c.in); !slices.Contains(codes(err), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestVerifyFindsEveryFlaw(t *testing.T) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", 5)}, {Name: "B", Entrants: entrants("b", 4)}}
	for name, c := range map[string]struct {
		spoil func([]contest.Round) []contest.Round
		want  string
	}{
		"a round left out":  {func(r []contest.Round) []contest.Round { return r[:4] }, "schedule.missing"},
		"a round twice":     {func(r []contest.Round) []contest.Round { return append(r, r[0]) }, "schedule.again"},
		"wrong number":      {func(r []contest.Round) []contest.Round { r[1].Number = 7; return r }, "schedule.round"},
		"a bye forgotten":   {func(r []contest.Round) []contest.Round { r[0].Byes = nil; return r }, "schedule.idle"},
		"bye of a player":   {func(r []contest.Round) []contest.Round { r[0].Byes[0] = r[0].Pairings[0].Home; return r }, "schedule.double"},
		"byes not fair":     {func(r []contest.Round) []contest.Round { r[0].Byes[0] = r[1].Byes[0]; return r }, "schedule.byes"},
		"itself":            {func(r []contest.Round) []contest.Round { p := &r[0].Pairings[0]; p.Away = p.Home; return r }, "schedule.self"},
		"a stranger":        {func(r []contest.Round) []contest.Round { r[0].Pairings[0].Away = "z"; return r }, "schedule.stranger"},
		"across groups":     {func(r []contest.Round) []contest.Round { r[0].Pairings[0].Away = "b1"; return r }, "schedule.group"},
		"one table twice":   {func(r []contest.Round) []contest.Round { r[0].Pairings[1].Table = 1; return r }, "schedule.table-twice"},
		"table 0":           {func(r []contest.Round) []contest.Round { r[0].Pairings[1].Table = 0; return r }, "schedule.table"},
		"always on side A":  {alwaysHome, "schedule.sides"},
		"a round too many":  {roundTooMany, "schedule.long"},
		"no rounds at all":  {func([]contest.Round) []contest.Round { return nil }, "schedule.missing"},
		"group named wrong": {func(r []contest.Round) []contest.Round { r[0].Pairings[0].Group = "B"; return r }, "schedule.group"},
	} {
		t.Run(name, func(t *testing.T) {
			draw := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: groups})
			if err := contest.VerifyDraw(draw.Rounds, groups); err != nil {
				t.Fatal(err)
			}
			spoilt := c.spoil(draw.Rounds)
			if got := codes(contest.VerifyDraw(spoilt, groups)); !slices.Contains(got, c.want) {
				t.Errorf("faults %v, want %s among them", got, c.want)
			}
			promise := c.want == "schedule.sides" || c.want == "schedule.long"
			if got := codes(contest.Verify(spoilt, groups)); slices.Contains(got, c.want) == promise {
				t.Errorf("of a schedule made by hand: faults %v", got)
			}
		})
	}
}

// roundTooMany has one match of the second group wait for a round of its own.
func roundTooMany(rounds []contest.Round) []contest.Round {
	last := &rounds[2]
	k := slices.IndexFunc(last.Pairings, func(p contest.Pairing) bool { return p.Group == "B" })
	p := last.Pairings[k]
	last.Pairings = slices.Delete(last.Pairings, k, k+1)
	last.Byes = append(last.Byes, p.Home, p.Away)
	rounds[3].Pairings = append(rounds[3].Pairings, p)
	for _, id := range []contest.EntrantID{"b1", "b2", "b3", "b4"} {
		if id != p.Home && id != p.Away {
			rounds[3].Byes = append(rounds[3].Byes, id)
		}
	}
	return rounds
}

func alwaysHome(rounds []contest.Round) []contest.Round {
	for i := range rounds {
		for j := range rounds[i].Pairings {
			if p := &rounds[i].Pairings[j]; p.Away == "a1" {
				p.Home, p.Away = p.Away, p.Home
			}
		}
	}
	return rounds
}

// With one table four entrants play six rounds, and nothing is wrong with that.
func TestVerifyTakesWhatIsMadeByHand(t *testing.T) {
	groups := []contest.Group{{Entrants: named("PQRS")}}
	var rounds []contest.Round
	for i, line := range []string{"PQ", "RS", "PR", "QS", "PS", "QR"} {
		round := contest.Round{Number: i + 1, Pairings: []contest.Pairing{{
			Home: contest.EntrantID(line[:1]), Away: contest.EntrantID(line[1:]), Table: 1,
		}}}
		for _, e := range groups[0].Entrants {
			if id := string(e.ID); line[:1] != id && line[1:] != id {
				round.Byes = append(round.Byes, e.ID)
			}
		}
		rounds = append(rounds, round)
	}
	if err := contest.Verify(rounds, groups); err != nil {
		t.Error(err)
	}
	if got := codes(contest.VerifyDraw(rounds, groups)); !slices.Equal(got, []string{"schedule.long", "schedule.sides"}) {
		t.Errorf("as a draw: %v", got)
	}
	rounds[5].Pairings[0].Away = "S"
	rounds[5].Byes = []contest.EntrantID{"P", "R"}
	if got := codes(contest.Verify(rounds, groups)); !slices.Equal(got, []string{"schedule.again", "schedule.byes", "schedule.missing"}) {
		t.Errorf("with a mistake: %v", got)
	}
}

func TestVerifyKnowsLatecomers(t *testing.T) {
	groups := []contest.Group{{Entrants: named("PQR")}}
	rounds := []contest.Round{
		{Number: 1, Pairings: []contest.Pairing{{Home: "P", Away: "Q", Table: 1}}},
		{Number: 2, Pairings: []contest.Pairing{{Home: "R", Away: "P", Table: 1}}, Byes: []contest.EntrantID{"Q"}},
		{Number: 3, Pairings: []contest.Pairing{{Home: "Q", Away: "R", Table: 1}}, Byes: []contest.EntrantID{"P"}},
	}
	if err := contest.Verify(rounds, groups, contest.Latecomer{Entrant: "R", From: 2}); err != nil {
		t.Error(err)
	}
	if got := codes(contest.Verify(rounds, groups)); !slices.Equal(got, []string{"schedule.byes", "schedule.idle"}) {
		t.Errorf("R was there from the start: %v", got)
	}
	if got := codes(contest.Verify(rounds, groups, contest.Latecomer{Entrant: "R", From: 3})); !slices.Contains(got, "schedule.early") {
		t.Errorf("R joined later still: %v", got)
	}
}

// Lots on paper: the numbers in the circle are typed in.
func TestNumbersDrawnOnPaper(t *testing.T) {
	groups := []contest.Group{{Name: "A", Entrants: entrants("a", 4)}, {Name: "B", Entrants: entrants("b", 3)}}
	paper := [][]contest.EntrantID{{"a3", "a1", "a4", "a2"}, {"b2", "b3", "b1"}}
	draw := mustDraw(t, contest.RoundRobinInput{Groups: groups, Orders: paper})
	if !reflect.DeepEqual(draw.Orders, paper) {
		t.Errorf("orders %v", draw.Orders)
	}
	if err := contest.VerifyDraw(draw.Rounds, groups); err != nil {
		t.Error(err)
	}
	// In the first round number 4 meets number 1, and 2 meets 3 (circle method).
	if p := draw.Rounds[0].Pairings; p[0].Home != "a2" || p[0].Away != "a3" || p[1].Home != "a1" || p[1].Away != "a4" {
		t.Errorf("the first round is %v", p)
	}
	// One group on paper, the other by the seed as if both were.
	mixed := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: groups, Orders: paper[:1]})
	alone := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: groups[1:]})
	if !slices.Equal(mixed.Orders[0], paper[0]) || !slices.Equal(mixed.Orders[1], alone.Orders[0]) {
		t.Errorf("orders %v, want %v and %v", mixed.Orders, paper[0], alone.Orders[0])
	}
	for name, wrong := range map[string][][]contest.EntrantID{
		"a stranger":  {{"a3", "a1", "a4", "b1"}, paper[1]},
		"twice":       {{"a3", "a1", "a3", "a2"}, paper[1]},
		"too few":     {{"a3", "a1", "a4"}, paper[1]},
		"too many":    {{"a3", "a1", "a4", "a2", "a2"}, paper[1]},
		"empty":       {{}, paper[1]},
		"third group": {paper[0], paper[1], {"a1"}},
	} {
		if _, err := contest.DrawRoundRobin(contest.RoundRobinInput{Groups: groups, Orders: wrong}); !slices.Equal(codes(err), []string{"draw.order"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := contest.DrawRoundRobin(contest.RoundRobinInput{Groups: groups, Orders: paper[:1]}); !slices.Equal(codes(err), []string{"draw.seed"}) {
		t.Errorf("a group without order and seed: %v", err)
	}
}
