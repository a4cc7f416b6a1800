package judge_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/gouji"
	"kiosk/scoresheet/judge"
)

// goujiBooks are all rulebooks of Gouji at one table; goujiMeeting is the one
// at two.
var goujiBooks = []string{"gouji-challenge-cup", "gouji-karamay", "gouji-arena", "gouji-qingdao", "gouji-qingdao-12", "gouji-dian-shao-men-luo"}

const goujiMeeting = "gouji-two-tables"

func goujiOrder(t *rapid.T) []scoresheet.Seat {
	return rapid.Permutation([]scoresheet.Seat{1, 2, 3, 4, 5, 6}).Draw(t, "finish")
}

// goujiIncident is any incident, sensible or not.
func goujiIncident(t *rapid.T) scoresheet.Incident {
	seat := rapid.IntRange(0, 6)
	incident := scoresheet.Incident{
		Kind:        string(rapid.SampledFrom(scoresheet.IncidentKinds()).Draw(t, "kind")),
		AfterSecond: rapid.IntRange(0, 9).Draw(t, "after second") == 0,
	}
	switch scoresheet.IncidentKind(incident.Kind) {
	case scoresheet.Burn:
		incident.Result = rapid.SampledFrom(scoresheet.BurnResults()).Draw(t, "result")
		incident.By = scoresheet.Seat(seat.Draw(t, "by"))
		incident.Against = scoresheet.Seat(seat.Draw(t, "against"))
		if incident.Result == scoresheet.BurnCountered {
			incident.CounterBy = scoresheet.Seat(seat.Draw(t, "counter by"))
		}
	case scoresheet.TwoForOne:
		incident.By = scoresheet.Seat(seat.Draw(t, "by"))
	case scoresheet.Stifle:
		incident.Seat, incident.By = scoresheet.Seat(seat.Draw(t, "seat")), scoresheet.Seat(seat.Draw(t, "by"))
	default:
		incident.Seat = scoresheet.Seat(seat.Draw(t, "seat"))
	}
	return incident
}

// goujiGood is a hand with those of the drawn incidents that the rulebook takes.
func goujiGood(t *rapid.T, j *judge.Judge) scoresheet.Hand {
	hand := scoresheet.Hand{Finish: goujiOrder(t)}
	for range rapid.IntRange(0, 4).Draw(t, "incidents") {
		more := hand
		more.Incidents = append(slices.Clone(hand.Incidents), goujiIncident(t))
		if verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{more}}).Valid {
			hand = more
		}
	}
	return hand
}

func goujiGame(t *rapid.T, j *judge.Judge, most int) scoresheet.Game {
	n := min(rapid.IntRange(0, most).Draw(t, "hands"), j.Terms().Hands)
	game := scoresheet.Game{Hands: make([]scoresheet.Hand, n)}
	for i := range game.Hands {
		game.Hands[i] = goujiGood(t, j)
	}
	return game
}

func TestGoujiShortAndLongOrdersHaveOneVerdict(t *testing.T) {
	all := judges(t, goujiBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, goujiBooks)
		long := goujiGood(t, j)
		brief := long
		brief.Finish = long.Finish[:5]
		if long.Finish[0].Side() == long.Finish[1].Side() && long.Finish[1].Side() == long.Finish[2].Side() {
			brief.Finish = long.Finish[:3]
		}
		if !j.SameEffect(long, brief) {
			t.Fatal("no same effect", long, brief)
		}
		one := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{long}})
		other := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{brief}})
		other.Games[0].Hands[0].Finish = long.Finish
		if !reflect.DeepEqual(one, other) {
			t.Fatalf("long %+v\nshort %+v", one, other)
		}
	})
}

// goujiTurned seats everybody one seat on.
func goujiTurned(game scoresheet.Game) scoresheet.Game {
	on := func(seat *scoresheet.Seat) {
		if *seat != 0 {
			*seat = seat.Next(gouji.Seats)
		}
	}
	moved := scoresheet.Game{Hands: slices.Clone(game.Hands)}
	for i := range moved.Hands {
		hand := &moved.Hands[i]
		hand.Finish = slices.Clone(hand.Finish)
		for k := range hand.Finish {
			on(&hand.Finish[k])
		}
		hand.Incidents = slices.Clone(hand.Incidents)
		for k := range hand.Incidents {
			incident := &hand.Incidents[k]
			for _, seat := range []*scoresheet.Seat{&incident.Seat, &incident.By, &incident.Against, &incident.CounterBy} {
				on(seat)
			}
		}
	}
	return moved
}

func TestGoujiSwappingSidesSwapsTheVerdict(t *testing.T) {
	all := judges(t, goujiBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, goujiBooks)
		game := goujiGame(t, j, 4)
		a, b := verdict(j, game), verdict(j, goujiTurned(game))
		if !a.Valid || !b.Valid || a.Match.Winner != b.Match.Winner.Other() || !reflect.DeepEqual(a.Match.Points, swap(b.Match.Points)) {
			t.Fatalf("match %+v\nswapped %+v", a.Match, b.Match)
		}
		for i, hand := range a.Games[0].Hands {
			if !reflect.DeepEqual(hand.Points, swap(b.Games[0].Hands[i].Points)) {
				t.Fatalf("hand %d: %+v, swapped %+v", i, *hand.Points, *b.Games[0].Hands[i].Points)
			}
		}
	})
}

// TestGoujiSittingsSwapTheTeams: in a meeting the same order gives the other
// team its points in the other sitting, and nothing is lost.
func TestGoujiSittingsSwapTheTeams(t *testing.T) {
	j := judges(t, []string{goujiMeeting})[goujiMeeting]
	rapid.Check(t, func(t *rapid.T) {
		order := goujiOrder(t)
		first := scoresheet.Hand{Finish: order, Table: rapid.IntRange(1, 2).Draw(t, "table"), Sitting: 1}
		second := first
		second.Sitting = 2
		hands := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{first, second}}).Games[0].Hands
		if !reflect.DeepEqual(hands[0].Points, swap(hands[1].Points)) {
			t.Fatalf("%+v and %+v", hands[0].Points, hands[1].Points)
		}
		if sum := hands[0].Points.A + hands[0].Points.B; sum != scoresheet.WholePoints(21) {
			t.Fatal("the places give", sum)
		}
	})
}

// TestGoujiFaultsLeaveTheRest: whatever is written in a hand, what is refused
// has no effect and is as if it were not there.
func TestGoujiFaultsLeaveTheRest(t *testing.T) {
	all := judges(t, goujiBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, goujiBooks)
		good := goujiGame(t, j, 3)
		if len(good.Hands) == j.Terms().Hands {
			good.Hands = good.Hands[1:]
		}
		bad := scoresheet.Hand{Finish: goujiOrder(t)[:rapid.IntRange(0, 6).Draw(t, "given")]}
		for range rapid.IntRange(1, 3).Draw(t, "incidents") {
			bad.Incidents = append(bad.Incidents, goujiIncident(t))
		}
		alone := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{bad}})
		if alone.Valid {
			t.Skip("nothing is wrong with it")
		}
		at := rapid.IntRange(0, len(good.Hands)).Draw(t, "at")
		with := verdict(j, scoresheet.Game{Hands: slices.Insert(slices.Clone(good.Hands), at, bad)})
		without := verdict(j, good)
		game := with.Games[0]
		if game.Hands[at].Points != nil || with.Valid {
			t.Fatalf("a hand at fault gave %+v", game.Hands[at])
		}
		game.Hands = slices.Delete(slices.Clone(game.Hands), at, at+1)
		if !reflect.DeepEqual(game, without.Games[0]) || !reflect.DeepEqual(with.Match, without.Match) {
			t.Fatalf("with %+v\nwithout %+v", game, without.Games[0])
		}
	})
}

// TestGoujiPositiveOnly: where only positive sums are recorded nobody has less
// than nothing but by a penalty.
func TestGoujiPositiveOnly(t *testing.T) {
	all := judges(t, goujiBooks)
	rapid.Check(t, func(t *rapid.T) {
		j := drawJudge(t, all, goujiBooks)
		points := verdict(j, scoresheet.Game{Hands: []scoresheet.Hand{goujiGood(t, j)}}).Games[0].Hands[0].Points
		if j.Terms().PositiveOnly && (points.A < 0 || points.B < 0) {
			t.Fatalf("%+v", *points)
		}
	})
}

// numbers are the numbers and marks of a rulebook that bear on a score.
var numbers = regexp.MustCompile(`(?m)^(?:value|gain|loss|bottom|closes|win|draw|ladder|late|per|together) = .*$`)

// scoring settings are those whose value some vector must depend on.
var scoringSettings = regexp.MustCompile(`\[settings\.(place_points|positive_only|sweep|hands|best_of|equal|play_all|match_equal|match_equal_then|tables|sittings|opening)\]`)

// mutations change one number, or one mark, of a rulebook's own text at a time.
func mutations(text string) []string {
	own, parents, extends := strings.Cut(text, "\n#=== extends ===\n")
	var mutated []string
	for _, at := range numbers.FindAllStringIndex(own, -1) {
		line := own[at[0]:at[1]]
		before := own[:at[0]]
		table := before[strings.LastIndex(before, "\n[")+1:]
		if strings.HasPrefix(line, "value") && !scoringSettings.MatchString(table) {
			continue
		}
		for _, other := range mutate(line) {
			changed := before + other + own[at[1]:]
			if extends {
				changed += "\n#=== extends ===\n" + parents
			}
			mutated = append(mutated, changed)
		}
	}
	return mutated
}

var figure = regexp.MustCompile(`-?\d+(\.\d+)?`)

func mutate(line string) []string {
	var others []string
	for _, at := range figure.FindAllStringIndex(line, -1) {
		n, err := strconv.ParseFloat(line[at[0]:at[1]], 64)
		if err != nil {
			continue
		}
		others = append(others, line[:at[0]]+fmt.Sprint(n+1)+line[at[1]:])
	}
	switch {
	case strings.HasSuffix(line, "= true"):
		others = append(others, strings.Replace(line, "true", "false", 1))
	case strings.HasSuffix(line, "= false"):
		others = append(others, strings.Replace(line, "false", "true", 1))
	}
	return others
}

// TestGoujiNumbersMatter: no number of a rulebook that bears on a score can
// change without a vector or a check that tells.
func TestGoujiNumbersMatter(t *testing.T) {
	books := config.BuiltIn()
	for _, id := range append([]string{goujiMeeting}, goujiBooks...) {
		t.Run(id, func(t *testing.T) {
			entry, _ := books.Get(id)
			vectors := vectorsOf(t, id)
			mutated := mutations(entry.Text)
			if len(mutated) < 5 {
				t.Fatal(len(mutated), "mutations")
			}
			for _, text := range mutated {
				changed, err := config.Frozen(text)
				if err != nil {
					continue
				}
				if !slices.ContainsFunc(vectors, func(v vector) bool { return !v.holds(changed.Book) }) {
					t.Errorf("nothing tells that %s", difference(entry.Text, text))
				}
			}
		})
	}
}

func vectorsOf(t *testing.T, id string) []vector {
	t.Helper()
	paths, err := filepath.Glob("testdata/vectors/" + id + "/*.json")
	if err != nil || len(paths) < 12 {
		t.Fatal(len(paths), err)
	}
	vectors := make([]vector, len(paths))
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &vectors[i]); err != nil {
			t.Fatal(path, err)
		}
	}
	return vectors
}

// holds reports whether the vector comes out as expected under the rulebook.
func (v vector) holds(book *scoresheet.Rulebook) bool {
	sheet, err := scoresheet.DecodeSheet(v.Input)
	if err != nil {
		return false
	}
	j, err := judge.For(book, &sheet)
	if err != nil {
		return false
	}
	data, err := json.Marshal(j.Verdict(sheet))
	var got map[string]any
	if err != nil || json.Unmarshal(data, &got) != nil {
		return false
	}
	for key, want := range v.Expect {
		if key == "faults" && !slices.Equal(codesAt(want), codesAt(got[key])) {
			return false
		}
		if key != "faults" && missing(want, got[key], "") != "" {
			return false
		}
	}
	return true
}

// difference is the first line in which two texts differ.
func difference(one, other string) string {
	lines, others := strings.Split(one, "\n"), strings.Split(other, "\n")
	for i := range lines {
		if lines[i] != others[i] {
			return fmt.Sprintf("line %d, %q, became %q", i+1, lines[i], others[i])
		}
	}
	return "nothing differs"
}

// FuzzGoujiSheet: whatever is handed in, it is no scoresheet or it has one
// verdict, with faults that are known and placed, and none if it is valid.
func FuzzGoujiSheet(f *testing.F) {
	paths, err := filepath.Glob("testdata/vectors/gouji-*/*.json")
	if err != nil || len(paths) == 0 {
		f.Fatal(len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var v vector
		if err := json.Unmarshal(data, &v); err != nil {
			f.Fatal(path, err)
		}
		f.Add([]byte(v.Input))
	}
	books := config.BuiltIn()
	codes := scoresheet.FaultCodes()
	f.Fuzz(func(t *testing.T, data []byte) {
		verdict, err := verdictOf(books, data)
		if err != nil {
			return
		}
		if verdict.Valid != (len(verdict.Faults) == 0) {
			t.Fatalf("valid %v with %v", verdict.Valid, verdict.Faults)
		}
		for _, fault := range verdict.Faults {
			if !slices.Contains(codes, fault.Code) || !strings.HasPrefix(fault.At, "/") {
				t.Fatalf("fault %+v", fault)
			}
		}
		again, err := verdictOf(books, data)
		if err != nil || !reflect.DeepEqual(verdict, again) {
			t.Fatalf("%+v\nand again %+v", verdict, again)
		}
	})
}

func BenchmarkGoujiThirtyHands(b *testing.B) {
	entry, _ := config.BuiltIn().Get("gouji-karamay")
	j, err := judge.New(entry.Book, "", map[string]any{"hands": 10})
	if err != nil {
		b.Fatal(err)
	}
	hand := scoresheet.Hand{
		Finish: []scoresheet.Seat{1, 3, 2, 5, 4, 6},
		Incidents: []scoresheet.Incident{
			{Kind: "burn", By: 6, Against: 1, Result: "failed"},
			{Kind: "stifle", Seat: 4, By: 1},
		},
	}
	game := scoresheet.Game{Hands: slices.Repeat([]scoresheet.Hand{hand}, 10)}
	sheet := scoresheet.Sheet{Games: []scoresheet.Game{game, goujiTurned(game), game}}
	b.ReportAllocs()
	for b.Loop() {
		if !j.Verdict(sheet).Valid {
			b.Fatal("not valid")
		}
	}
}
