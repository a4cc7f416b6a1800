package contest_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

func swissMatchPoints() *scoresheet.MatchPoints {
	win := scoresheet.WholePoints(2)
	return &scoresheet.MatchPoints{Win: &win, Draw: scoresheet.WholePoints(1), Bye: win, Forfeit: win}
}

func swissStage(limit int, field ...contest.Entrant) contest.Stage {
	return contest.Stage{
		Phase: scoresheet.Phase{ID: "swiss", Kind: scoresheet.Swiss, Format: scoresheet.Format{Bye: scoresheet.ByeLowest},
			Ranking: []scoresheet.Criterion{{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleRunningTotals},
				{Rule: scoresheet.RuleWins}, {Rule: scoresheet.RuleLevelDifference}, {Rule: scoresheet.RuleLot}}},
		Limit: limit, Groups: []contest.Group{{Entrants: field}}, MatchPoints: swissMatchPoints(),
	}
}

// swissField are entrants 1, 2, 3 …, of so many units by turns.
func swissField(n, units int) []contest.Entrant {
	list := make([]contest.Entrant, n)
	for i := range list {
		list[i] = contest.Entrant{ID: contest.EntrantID(fmt.Sprintf("e%03d", i+1))}
		if units > 0 {
			list[i].Unit = fmt.Sprint("unit ", i%units)
		}
	}
	return list
}

// swissNext draws the next round, proves it, and puts it into the stage.
func swissNext(t interface {
	Helper()
	Fatalf(string, ...any)
}, stage *contest.Stage) contest.SwissDraw {
	t.Helper()
	draw, err := contest.DrawSwiss(*stage, fmt.Sprint("seed ", stage.Next()))
	if err != nil {
		t.Fatalf("round %d: %v", stage.Next(), err)
	}
	if err := contest.VerifySwiss(*stage, draw); err != nil {
		t.Fatalf("round %d: %v\n%+v", stage.Next(), err, draw)
	}
	stage.Rounds = append(stage.Rounds, draw.Round)
	return draw
}

// swissPlay gives the last round results.
func swissPlay(stage *contest.Stage, intn func(int) int) {
	round := stage.Rounds[len(stage.Rounds)-1]
	for _, p := range round.Pairings {
		r := contest.Result{Round: round.Number, Home: p.Home, Away: p.Away, Kind: contest.Played}
		switch kind := intn(16); kind {
		case 0:
			r.Kind, r.Winner = contest.Walkover, scoresheet.Sides[intn(2)]
		case 1:
			r.Kind = contest.DoubleForfeit
		case 2:
			r.Kind = contest.Void
		case 3:
			r.Points.A, r.Points.B = scoresheet.WholePoints(1), scoresheet.WholePoints(1)
		default:
			r.Winner = scoresheet.Sides[intn(2)]
			r.Points = r.Points.With(r.Winner, scoresheet.WholePoints(2))
			r.Difference = (1 + intn(5)) * map[scoresheet.Side]int{scoresheet.SideA: 1, scoresheet.SideB: -1}[r.Winner]
		}
		stage.Results = append(stage.Results, r)
	}
}

// homeWins has the home side of each pairing of the last round win.
func homeWins(stage *contest.Stage) {
	round := stage.Rounds[len(stage.Rounds)-1]
	for _, p := range round.Pairings {
		r := contest.Result{Round: round.Number, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideA, Difference: 1}
		r.Points.A = scoresheet.WholePoints(2)
		stage.Results = append(stage.Results, r)
	}
}

// Of few entrants everybody can meet everybody, and with byes sit out once. So
// many rounds are played, whatever the results.
func TestSwissPlaysEveryRoundThereIs(t *testing.T) {
	for n := 2; n <= contest.SwissAheadEntrants; n++ {
		for _, apart := range []bool{false, true} {
			random := rand.New(rand.NewPCG(uint64(n), 1))
			stage := swissStage(99, swissField(n, 3+n/6)...)
			stage.Phase.SameUnitApart = apart
			rounds := n - 1 + n%2
			for !contest.SwissOver(stage) {
				swissNext(t, &stage)
				swissPlay(&stage, random.IntN)
			}
			if len(stage.Rounds) != rounds {
				t.Errorf("%d entrants play %d rounds, %d are possible", n, len(stage.Rounds), rounds)
			}
		}
	}
}

func TestSwissEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(0, 60).Draw(t, "n")
		stage := swissStage(rapid.IntRange(0, 12).Draw(t, "limit"), swissField(n, rapid.IntRange(0, 12).Draw(t, "units"))...)
		stage.Phase.SameUnitApart = rapid.Bool().Draw(t, "apart")
		stage.Phase.Bye = rapid.SampledFrom([]string{"", scoresheet.ByeLot, scoresheet.ByeLowest}).Draw(t, "bye")
		stage.FirstTable = rapid.IntRange(0, 5).Draw(t, "table")
		if rapid.Bool().Draw(t, "no match points") {
			stage.MatchPoints = nil
		}
		if rapid.Bool().Draw(t, "two groups") {
			all := stage.Groups[0].Entrants
			at := random.IntN(n + 1)
			stage.Groups = []contest.Group{{Name: "A", Entrants: all[:at:at]}, {Name: "B", Entrants: all[at:]}}
		}
		for i := range rapid.IntRange(0, n/3).Draw(t, "seeded") {
			stage.Groups[0].Entrants = append(stage.Groups[0].Entrants, contest.Entrant{ID: contest.EntrantID(fmt.Sprint("s", i)), Seed: i + 1})
		}
		leave := rapid.SampledFrom([]int{0, 0, 1, 6}).Draw(t, "leave")
		for {
			if contest.SwissOver(stage) {
				_, err := contest.DrawSwiss(stage, "s")
				if got := codes(err); !slices.Equal(got, []string{"swiss.over"}) && !slices.Equal(got, []string{"swiss.few"}) {
					t.Fatalf("the phase is over, a draw says %v", err)
				}
				break
			}
			before := stage
			draw := swissNext(t, &stage)
			if err := contest.VerifyPairs(before, draw.Round); err != nil {
				t.Fatal(err)
			}
			checkSwissFair(t, stage)
			if len(stage.Rounds) == 3 {
				checkSwissOrderOfInput(t, before, draw, random)
			}
			swissPlay(&stage, random.IntN)
			disturb(&stage, leave, random)
		}
	})
}

// checkSwissFair proves the hard rules once more, over all rounds.
func checkSwissFair(t *rapid.T, stage contest.Stage) {
	met, byes := map[[2]contest.EntrantID]bool{}, map[contest.EntrantID]int{}
	for _, round := range stage.Rounds {
		for _, p := range round.Pairings {
			key := [2]contest.EntrantID{min(p.Home, p.Away), max(p.Home, p.Away)}
			if met[key] {
				t.Fatalf("%v meet again in round %d", key, round.Number)
			}
			met[key] = true
		}
		for _, entrant := range round.Byes {
			if byes[entrant]++; byes[entrant] > 1 {
				t.Fatalf("%s sits out again in round %d", entrant, round.Number)
			}
		}
	}
}

// disturb has some leave and some come late.
func disturb(stage *contest.Stage, leave int, random *rand.Rand) {
	for g := range stage.Groups {
		for _, entrant := range stage.Groups[g].Entrants {
			if random.IntN(40) < leave && !stage.Gone(entrant.ID, stage.Next()) {
				stage.Withdrawals = append(stage.Withdrawals, contest.Withdrawal{Entrant: entrant.ID, From: stage.Next(), Void: random.IntN(2) == 0})
			}
		}
		if random.IntN(4) == 0 {
			late := contest.Entrant{ID: contest.EntrantID(fmt.Sprintf("late%d-%d", g, stage.Next())), Unit: "unit 1"}
			stage.Groups[g].Entrants = append(slices.Clip(stage.Groups[g].Entrants), late)
		}
	}
}

func checkSwissOrderOfInput(t *rapid.T, stage contest.Stage, draw contest.SwissDraw, random *rand.Rand) {
	other := stage
	other.Results = slices.Clone(stage.Results)
	random.Shuffle(len(other.Results), func(i, j int) { other.Results[i], other.Results[j] = other.Results[j], other.Results[i] })
	for i := range other.Results {
		if random.IntN(2) == 0 {
			other.Results[i] = mirrored(other.Results[i])
		}
	}
	other.Groups = slices.Clone(stage.Groups)
	for g := range other.Groups {
		list := slices.Clone(other.Groups[g].Entrants)
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		other.Groups[g].Entrants = list
	}
	again, err := contest.DrawSwiss(other, draw.Seed)
	if err != nil || !reflect.DeepEqual(draw, again) {
		t.Fatalf("the order of what is handed in matters (%v):\n%+v\n%+v", err, draw, again)
	}
}

func TestSwissWithFewOrNobody(t *testing.T) {
	for name, c := range map[string]struct {
		stage contest.Stage
		code  string
	}{
		"no group":  {contest.Stage{Limit: 3}, "swiss.few"},
		"nobody":    {swissStage(3), "swiss.few"},
		"one":       {swissStage(3, swissField(1, 0)...), "swiss.few"},
		"all gone":  {func() contest.Stage { s := swissStage(3, swissField(4, 0)...); leaveAll(&s, 4); return s }(), "swiss.few"},
		"all but 1": {func() contest.Stage { s := swissStage(3, swissField(4, 0)...); leaveAll(&s, 3); return s }(), "swiss.few"},
		"two in two groups": {func() contest.Stage {
			s := swissStage(3)
			s.Groups = []contest.Group{{Name: "A", Entrants: swissField(1, 0)}, {Name: "B", Entrants: entrants("x", 1)}}
			return s
		}(), "swiss.few"},
	} {
		if _, err := contest.DrawSwiss(c.stage, "s"); !slices.Equal(codes(err), []string{c.code}) || !contest.SwissOver(c.stage) {
			t.Errorf("%s: %v, over %v", name, err, contest.SwissOver(c.stage))
		}
	}
	twice := swissStage(3, append(swissField(2, 0), swissField(1, 0)...)...)
	if _, err := contest.DrawSwiss(twice, ""); !slices.Equal(codes(err), []string{"draw.entrant-twice", "draw.seed"}) {
		t.Errorf("got %v", err)
	}
	unknown := swissStage(3, swissField(4, 0)...)
	swissNext(t, &unknown)
	unknown.Phase.Ranking = []scoresheet.Criterion{{Rule: "beauty"}}
	if _, err := contest.DrawSwiss(unknown, "s"); !slices.Equal(codes(err), []string{"standings.rule"}) {
		t.Errorf("got %v", err)
	}
}

func leaveAll(stage *contest.Stage, n int) {
	for _, entrant := range stage.Groups[0].Entrants[:n] {
		stage.Withdrawals = append(stage.Withdrawals, contest.Withdrawal{Entrant: entrant.ID, From: 1})
	}
}

// Without a limit there are as many rounds as find a winner.
func TestSwissLimit(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 33: 6} {
		stage := swissStage(0, swissField(n, 0)...)
		for !contest.SwissOver(stage) {
			swissNext(t, &stage)
			homeWins(&stage)
		}
		if len(stage.Rounds) != want {
			t.Errorf("%d entrants: %d rounds, want %d", n, len(stage.Rounds), want)
		}
	}
	stage := swissStage(0, swissField(8, 0)...)
	stage.Phase.Rounds = 1
	swissNext(t, &stage)
	if _, err := contest.DrawSwiss(stage, "s"); !slices.Equal(codes(err), []string{"swiss.over"}) || !contest.SwissOver(stage) {
		t.Errorf("the rounds of the phase are drawn: %v", err)
	}
}

// One group has nobody left to play, the other goes on.
func TestSwissGroupsEndApart(t *testing.T) {
	stage := swissStage(5)
	stage.Groups = []contest.Group{{Name: "A", Entrants: entrants("a", 3)}, {Name: "B", Entrants: entrants("b", 6)}, {Name: "C", Entrants: entrants("c", 1)}}
	for !contest.SwissOver(stage) {
		swissNext(t, &stage)
		homeWins(&stage)
	}
	if len(stage.Rounds) != 5 {
		t.Fatalf("%d rounds", len(stage.Rounds))
	}
	for i, want := range []int{4, 4, 4, 3, 3} {
		round := stage.Rounds[i]
		if len(round.Pairings) != want || len(round.Byes) != want-3 {
			t.Errorf("round %d: %d pairings, byes %v", round.Number, len(round.Pairings), round.Byes)
		}
	}
}

// Nobody may sit out any more, though some have not met: over.
func TestSwissEndsWhenNobodyMaySitOut(t *testing.T) {
	stage := swissStage(9, entrants("", 3)...)
	stage.Rounds = []contest.Round{{Number: 1, Byes: []contest.EntrantID{"1"}}, {Number: 2, Byes: []contest.EntrantID{"2"}}, {Number: 3, Byes: []contest.EntrantID{"3"}}}
	if _, err := contest.DrawSwiss(stage, "s"); !slices.Equal(codes(err), []string{"swiss.over"}) || !contest.SwissOver(stage) {
		t.Errorf("got %v", err)
	}
}

// A round in which all is known: eight, after a first round in which 1, 3, 5 and
// 7 won by 4, 3, 2 and 1 against 2, 4, 6 and 8.
func afterOneRound() contest.Stage {
	stage := swissStage(3, entrants("", 8)...)
	round := contest.Round{Number: 1}
	for i := 1; i < 8; i += 2 {
		home, away := contest.EntrantID(fmt.Sprint(i)), contest.EntrantID(fmt.Sprint(i+1))
		round.Pairings = append(round.Pairings, contest.Pairing{Home: home, Away: away, Table: (i + 1) / 2})
		r := contest.Result{Round: 1, Home: home, Away: away, Kind: contest.Played, Winner: scoresheet.SideA, Difference: (9 - i) / 2}
		r.Points.A = scoresheet.WholePoints(2)
		stage.Results = append(stage.Results, r)
	}
	stage.Rounds = []contest.Round{round}
	return stage
}

func showSwiss(round contest.Round) []string {
	var list []string
	for _, p := range round.Pairings {
		a, b := min(p.Home, p.Away), max(p.Home, p.Away)
		list = append(list, fmt.Sprintf("%d:%s-%s %s", p.Table, a, b, p.Reason))
	}
	for _, entrant := range round.Byes {
		list = append(list, "bye "+string(entrant))
	}
	return list
}

// The order is 1 3 5 7, then 8 6 4 2 by the differences -1 to -4.
func TestSwissWorkedExamples(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*contest.Stage)
		want   []string
	}{
		"neighbours meet": {func(*contest.Stage) {}, []string{"1:1-3 swiss-level", "2:5-7 swiss-level", "3:6-8 swiss-level", "4:2-4 swiss-level"}},
		"who has met does not meet again": {func(s *contest.Stage) {
			// 8 and 6 met in another round without a result, and so did 4 and 2.
			s.Rounds = append(s.Rounds, contest.Round{Number: 2, Pairings: []contest.Pairing{{Home: "8", Away: "6"}, {Home: "4", Away: "2"}}})
			s.Limit = 3
		}, []string{"1:1-3 swiss-level", "2:5-7 swiss-level", "3:4-8 swiss-rematch-avoided", "4:2-6 swiss-rematch-avoided"}},
		"units are kept apart": {func(s *contest.Stage) {
			s.Phase.SameUnitApart = true
			s.Groups[0].Entrants[0].Unit, s.Groups[0].Entrants[2].Unit = "north", "north"
		}, []string{"1:1-5 swiss-unit-apart", "2:3-7 swiss-level", "3:6-8 swiss-level", "4:2-4 swiss-level"}},
		"units meet where the rules do not mind": {func(s *contest.Stage) {
			s.Groups[0].Entrants[0].Unit, s.Groups[0].Entrants[2].Unit = "north", "north"
		}, []string{"1:1-3 swiss-level", "2:5-7 swiss-level", "3:6-8 swiss-level", "4:2-4 swiss-level"}},
		"one unit only": {func(s *contest.Stage) {
			s.Phase.SameUnitApart = true
			for i := range s.Groups[0].Entrants {
				s.Groups[0].Entrants[i].Unit = "north"
			}
		}, []string{"1:1-3 swiss-same-unit", "2:5-7 swiss-same-unit", "3:6-8 swiss-same-unit", "4:2-4 swiss-same-unit"}},
		"one has left: the last sits out, and one floats": {func(s *contest.Stage) {
			s.Withdrawals = []contest.Withdrawal{{Entrant: "7", From: 2}}
		}, []string{"1:1-3 swiss-level", "2:5-8 swiss-float", "3:4-6 swiss-level", "bye 2"}},
		"who sat out does not again": {func(s *contest.Stage) {
			s.Withdrawals = []contest.Withdrawal{{Entrant: "5", From: 2}}
			s.Rounds[0].Byes = []contest.EntrantID{"2"}
			s.Rounds[0].Pairings = s.Rounds[0].Pairings[1:]
			s.Results = s.Results[1:]
		}, []string{"1:3-7 swiss-level", "2:1-2 swiss-float", "3:6-8 swiss-level", "bye 4"}},
		"a late one stands last": {func(s *contest.Stage) {
			s.Groups[0].Entrants = append(s.Groups[0].Entrants, contest.Entrant{ID: "9"})
			s.Withdrawals = []contest.Withdrawal{{Entrant: "5", From: 2}}
		}, []string{"1:1-3 swiss-level", "2:7-9 swiss-float", "3:6-8 swiss-level", "4:2-4 swiss-level"}},
	} {
		t.Run(name, func(t *testing.T) {
			stage := afterOneRound()
			c.change(&stage)
			draw, err := contest.DrawSwiss(stage, "seed")
			if err != nil {
				t.Fatal(err)
			}
			if err := contest.VerifySwiss(stage, draw); err != nil {
				t.Error(err)
			}
			if got := showSwiss(draw.Round); !slices.Equal(got, c.want) {
				t.Errorf("got\n%q\nwant\n%q\norder %v points %v", got, c.want, draw.Groups[0].Order, draw.Groups[0].Points)
			}
		})
	}
}

// Who was at home sits away now; of two who were, the lot decides.
func TestSwissSidesAndBasis(t *testing.T) {
	stage := afterOneRound()
	stage.Withdrawals = []contest.Withdrawal{{Entrant: "7", From: 2}, {Entrant: "2", From: 2}}
	draw := swissNext(t, &stage)
	p := draw.Round.Pairings[1] // 5 was at home, and meets 8, who was away
	want := contest.Basis{HomePoints: 0, AwayPoints: scoresheet.WholePoints(2), HomeRank: 4, AwayRank: 3}
	if p.Home != "8" || p.Away != "5" || p.Basis == nil || *p.Basis != want {
		t.Errorf("got %+v, basis %+v", p, p.Basis)
	}
	homes := map[contest.EntrantID]bool{}
	for i := range 40 {
		other := afterOneRound()
		draw, err := contest.DrawSwiss(other, fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		homes[draw.Round.Pairings[0].Home] = true
	}
	if len(homes) != 2 {
		t.Errorf("in 40 draws only %v were at home", homes)
	}
}

// In the first round seeds and units are kept apart, and everything else is lot:
// each may meet each.
func TestSwissFirstRound(t *testing.T) {
	opponents := map[contest.EntrantID]bool{}
	for i := range 60 {
		field := swissField(8, 0)
		field[0].Seed, field[1].Seed, field[2].Seed, field[3].Seed = 1, 2, 3, 4
		field[0].Unit, field[7].Unit = "north", "north"
		stage := swissStage(3, field...)
		stage.Phase.SameUnitApart = true
		draw, err := contest.DrawSwiss(stage, fmt.Sprint("seed ", i))
		if err != nil {
			t.Fatal(err)
		}
		if err := contest.VerifySwiss(stage, draw); err != nil {
			t.Fatal(err)
		}
		for _, p := range draw.Round.Pairings {
			a, b := min(p.Home, p.Away), max(p.Home, p.Away)
			if a <= "e004" && b <= "e004" || b > "e004" && a > "e004" {
				t.Fatalf("seeds meet: %v", showSwiss(draw.Round))
			}
			if p.Basis != nil || p.Reason != contest.ReasonSwissLot && p.Reason != contest.ReasonSwissUnitApart {
				t.Fatalf("%+v", p)
			}
			if a == "e001" {
				opponents[b] = true
			}
		}
	}
	if len(opponents) != 3 || opponents["e008"] {
		t.Errorf("in 60 draws seed 1 met only %v", opponents)
	}
}

// The bye by lot goes to everybody alike.
func TestSwissByeByLot(t *testing.T) {
	rested := map[contest.EntrantID]bool{}
	for i := range 60 {
		stage := swissStage(3, swissField(5, 0)...)
		stage.Phase.Bye = scoresheet.ByeLot
		draw, err := contest.DrawSwiss(stage, fmt.Sprint("seed ", i))
		if err != nil {
			t.Fatal(err)
		}
		rested[draw.Round.Byes[0]] = true
	}
	if len(rested) != 5 {
		t.Errorf("in 60 draws only %v sat out", rested)
	}
}

// After two rounds of six, the neighbours 1-4, 2-5 and 3-6 must not all meet in
// the third: two threes would be left, and nobody could go on.
func TestSwissLooksAhead(t *testing.T) {
	stage := swissStage(5, entrants("", 6)...)
	pairs := func(number int, list ...string) {
		round := contest.Round{Number: number}
		for _, p := range list {
			round.Pairings = append(round.Pairings, contest.Pairing{Home: contest.EntrantID(p[:1]), Away: contest.EntrantID(p[1:]), Table: 1})
		}
		stage.Rounds = append(stage.Rounds, round)
	}
	pairs(1, "15", "24", "36")
	pairs(2, "16", "25", "34")
	// 1 4, 2 6 and 3 5 level on 6, 4 and 2 points.
	for entrant, points := range map[string]int{"1": 3, "4": 3, "2": 2, "6": 2, "3": 1, "5": 1} {
		stage.Results = append(stage.Results, contest.Result{})
		r := &stage.Results[len(stage.Results)-1]
		*r = contest.Result{Round: 1, Kind: contest.Played}
		for _, p := range stage.Rounds[0].Pairings {
			if string(p.Home) == entrant {
				r.Home, r.Away = p.Home, p.Away
				r.Points.A = scoresheet.WholePoints(points)
			}
		}
		if r.Home == "" {
			stage.Results = stage.Results[:len(stage.Results)-1]
		}
	}
	for _, p := range stage.Rounds[1].Pairings {
		r := contest.Result{Round: 2, Home: p.Home, Away: p.Away, Kind: contest.Played}
		r.Points.B = scoresheet.WholePoints(map[contest.EntrantID]int{"4": 3, "6": 2, "5": 1}[p.Away])
		stage.Results = append(stage.Results, r)
	}
	draw := swissNext(t, &stage)
	ahead := draw.Groups[0].Ahead
	if ahead == nil || ahead.Rounds != 3 || len(ahead.Plan) != 2 || ahead.Better != 1 || ahead.GaveUp {
		t.Fatalf("%+v\n%v", ahead, showSwiss(draw.Round))
	}
	stage.Limit = 3
	stage.Rounds = stage.Rounds[:2]
	if last := swissNext(t, &stage); last.Groups[0].Ahead != nil || reflect.DeepEqual(showSwiss(last.Round), showSwiss(draw.Round)) {
		t.Errorf("the last round is drawn as if another followed: %v", showSwiss(last.Round))
	}
}

// Two units of nine who would rather meet each other all the time must not: nine
// have no pairing among themselves. So many better pairings are passed over then
// that a plan is followed; still every round is played that there is.
func TestSwissOfTwoUnits(t *testing.T) {
	stage := swissStage(99, swissField(18, 2)...)
	stage.Phase.SameUnitApart = true
	random := rand.New(rand.NewPCG(18, 7))
	planned := false
	for !contest.SwissOver(stage) {
		draw := swissNext(t, &stage)
		if ahead := draw.Groups[0].Ahead; ahead != nil {
			planned = planned || ahead.GaveUp
		}
		swissPlay(&stage, random.IntN)
	}
	if len(stage.Rounds) != 17 || !planned {
		t.Errorf("%d rounds, planned %v", len(stage.Rounds), planned)
	}
}

// Records of past events point to these draws: they must never change.
func TestSwissDrawStaysTheSame(t *testing.T) {
	stage := swissStage(5, swissField(7, 3)...)
	stage.Phase.SameUnitApart = true
	var got []string
	for range 3 {
		draw := swissNext(t, &stage)
		line := ""
		for _, p := range draw.Round.Pairings {
			line += fmt.Sprintf("%d:%s-%s ", p.Table, p.Home, p.Away)
		}
		got = append(got, line+fmt.Sprint(draw.Round.Byes))
		homeWins(&stage)
	}
	want := []string{
		"1:e005-e001 2:e003-e004 3:e007-e002 [e006]",
		"1:e005-e003 2:e006-e007 3:e002-e001 [e004]",
		"1:e006-e005 2:e004-e002 3:e007-e003 [e001]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// largeSwiss is a round of 1,000 pairs of 60 units after five rounds.
func largeSwiss(n int) contest.Stage {
	stage := swissStage(8, swissField(n, 60)...)
	stage.Phase.SameUnitApart = true
	random := rand.New(rand.NewPCG(5, 8))
	for stage.Next() < 6 {
		draw, err := contest.DrawSwiss(stage, fmt.Sprint("seed ", stage.Next()))
		if err != nil {
			panic(err)
		}
		stage.Rounds = append(stage.Rounds, draw.Round)
		swissPlay(&stage, random.IntN)
	}
	return stage
}

func BenchmarkSwiss(b *testing.B) {
	for _, n := range []int{20, 200, 1000} {
		stage := largeSwiss(n)
		b.Run(fmt.Sprintf("draw/%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := contest.DrawSwiss(stage, "seed"); err != nil {
					b.Fatal(err)
				}
			}
		})
		draw, err := contest.DrawSwiss(stage, "seed")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("verify/%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := contest.VerifySwiss(stage, draw); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("over/%d", n), func(b *testing.B) {
			for b.Loop() {
				if contest.SwissOver(stage) {
					b.Fatal("over")
				}
			}
		})
	}
}
