package contest_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

type (
	criterion = scoresheet.Criterion
	input     = contest.StandingsInput
)

// college is the ranking of guandan-college (catalogue 3.5); among has level
// differences count only among the tied.
func college(among bool) []criterion {
	return []criterion{
		{Rule: scoresheet.RulePoints},
		{Rule: scoresheet.RuleOwnMatch, Tied: "two"},
		{Rule: scoresheet.RuleLevelDifference, Tied: "more", Among: among},
		{Rule: scoresheet.RuleOwnMatch, Tied: "two"},
		{Rule: scoresheet.RuleLot},
	}
}

func collegePoints() *scoresheet.MatchPoints {
	passed, ahead := scoresheet.WholePoints(2), scoresheet.WholePoints(1)
	return &scoresheet.MatchPoints{Passed: &passed, Ahead: &ahead, Forfeit: passed}
}

// named are entrants with one letter each.
func named(letters string) []contest.Entrant {
	var list []contest.Entrant
	for _, letter := range letters {
		list = append(list, contest.Entrant{ID: contest.EntrantID(letter), Number: string(letter)})
	}
	return list
}

// results reads lines such as "W-X 2:0 +5" (points and level difference of
// home), "P-Q absent B" (walkover), "P-Q none" and "P-Q void", each of them in
// the round given in front ("1 W-X 2:0 +5"). A trailing "?" is provisional.
func results(t testing.TB, lines ...string) []contest.Result {
	t.Helper()
	var list []contest.Result
	for _, line := range lines {
		list = append(list, readResult(t, line))
	}
	return list
}

func readResult(t testing.TB, line string) contest.Result {
	t.Helper()
	var r contest.Result
	line, r.Provisional = strings.CutSuffix(line, " ?")
	fields := strings.Fields(line)
	if len(fields) < 3 {
		t.Fatalf("result %q", line)
	}
	home, away, _ := strings.Cut(fields[1], "-")
	r.Home, r.Away, r.Kind = contest.EntrantID(home), contest.EntrantID(away), contest.Played
	if _, err := fmt.Sscan(fields[0], &r.Round); err != nil {
		t.Fatal(err)
	}
	switch fields[2] {
	case "void":
		r.Kind = contest.Void
	case "none":
		r.Kind = contest.DoubleForfeit
	case "absent":
		r.Kind, r.Winner = contest.Walkover, scoresheet.SideA
		if fields[3] == "A" {
			r.Winner = scoresheet.SideB
		}
	default:
		var a, b int
		if _, err := fmt.Sscanf(fields[2]+" "+fields[3], "%d:%d %d", &a, &b, &r.Difference); err != nil {
			t.Fatalf("result %q: %v", line, err)
		}
		r.Points = scoresheet.PerSide[scoresheet.Points]{A: scoresheet.WholePoints(a), B: scoresheet.WholePoints(b)}
		switch cmp.Compare(a, b) {
		case 1:
			r.Winner = scoresheet.SideA
		case -1:
			r.Winner = scoresheet.SideB
		}
	}
	return r
}

// scheduleOf is the schedule that the results were played by, and its last
// round.
func scheduleOf(list []contest.Result) ([]contest.Round, int) {
	var rounds []contest.Round
	for _, r := range list {
		for len(rounds) < r.Round {
			rounds = append(rounds, contest.Round{Number: len(rounds) + 1})
		}
		round := &rounds[r.Round-1]
		round.Pairings = append(round.Pairings, contest.Pairing{Home: r.Home, Away: r.Away})
	}
	return rounds, len(rounds)
}

func mustRank(t interface{ Fatalf(string, ...any) }, in input) contest.Standings {
	s, err := contest.Rank(in)
	if err != nil {
		t.Fatalf("rank: %v", err)
	}
	return s
}

// show writes the rows as "1 Y, 2= W, 2= Z".
func show(s contest.Standings) string {
	var parts []string
	for _, row := range s.Rows {
		mark := ""
		if row.Sharing > 1 {
			mark = "="
		}
		parts = append(parts, fmt.Sprintf("%d%s %s", row.Rank, mark, row.Entrant.ID))
	}
	return strings.Join(parts, ", ")
}

// why writes the decision between a row and the one above it as
// "level-difference W 2, X -2, Z -3".
func why(d *contest.Decision) string {
	if d == nil {
		return ""
	}
	var parts []string
	for i, entrant := range d.Level {
		parts = append(parts, fmt.Sprintf("%s %s", entrant, d.Figures[i]))
	}
	return string(d.Rule) + " " + strings.Join(parts, ", ")
}

// Done by hand. W, X and Z have 2 points each and Y has 3 in the first three;
// the level differences stand in the cases.
var (
	threeLevel = []string{
		"1 W-X 2:0 +5", "2 W-Y 0:1 -2", "3 W-Z 0:1 -1",
		"3 X-Y 2:0 +6", "2 X-Z 0:1 -3", "1 Y-Z 2:0 +7",
	}
	twoOfThreeLevel = append(slices.Clone(threeLevel[:5]), "1 Y-Z 2:0 +2")
	circleOfThree   = []string{"1 P-Q 1:0 +1", "2 Q-R 1:0 +1", "3 R-P 1:0 +1"}
)

func TestRankByHand(t *testing.T) {
	type expect struct {
		order string
		// reasons are those between each row and the next.
		reasons []string
		lots    []contest.LotNeeded
	}
	for name, c := range map[string]struct {
		entrants string
		results  []string
		among    bool
		lots     []contest.Lot
		want     expect
	}{
		"two level: their own match, whatever the differences": {
			entrants: "PQR", results: []string{"1 P-Q 0:1 -1", "2 P-R 2:0 +10", "3 Q-R 1:0 +1"},
			want: expect{"1 Q, 2 P, 3 R", []string{"own-match Q 1, P 0", "points Q 2, P 2, R 0"}, nil},
		},
		"three level: differences +2, -2, -3": {
			entrants: "WXYZ", results: threeLevel,
			want: expect{"1 Y, 2 W, 3 X, 4 Z", []string{
				"points Y 3, W 2, X 2, Z 2", "level-difference W 2, X -2, Z -3", "level-difference W 2, X -2, Z -3",
			}, nil},
		},
		"three level, +2, +2, -2: then the own match of two": {
			entrants: "WXYZ", results: twoOfThreeLevel,
			want: expect{"1 Y, 2 Z, 3 W, 4 X", []string{
				"points Y 3, Z 2, W 2, X 2", "own-match Z 1, W 0", "level-difference Z 2, W 2, X -2",
			}, nil},
		},
		"among the tied only: +4, +4, -8, then the own match": {
			entrants: "WXYZ", results: threeLevel, among: true,
			want: expect{"1 Y, 2 Z, 3 W, 4 X", []string{
				"points Y 3, Z 2, W 2, X 2", "own-match Z 1, W 0", "level-difference Z 4, W 4, X -8",
			}, nil},
		},
		"a circle with equal differences needs a lot": {
			entrants: "PQR", results: circleOfThree,
			want: expect{"1= P, 1= Q, 1= R", []string{"", ""},
				[]contest.LotNeeded{{Rank: 1, Entrants: []contest.EntrantID{"P", "Q", "R"}}}},
		},
		"the lot is drawn": {
			entrants: "PQR", results: circleOfThree,
			lots: []contest.Lot{{Order: []contest.EntrantID{"Q", "R", "P"}}},
			want: expect{"1 Q, 2 R, 3 P", []string{"lot Q 1, R 2, P 3", "lot Q 1, R 2, P 3"}, nil},
		},
		"of two lots the older one holds": {
			entrants: "PQR", results: circleOfThree,
			lots: []contest.Lot{{Order: []contest.EntrantID{"Q", "P"}}, {Order: []contest.EntrantID{"R", "Q", "P"}}, {Order: []contest.EntrantID{"P", "Q", "R"}}},
			want: expect{"1 R, 2 Q, 3 P", []string{"lot R 1, Q 2, P 3", "lot R 1, Q 2, P 3"}, nil},
		},
		"both forfeited their own match: a lot between the two": {
			entrants: "PQR", results: []string{"1 P-Q none", "2 P-R 1:0 +3", "3 Q-R 1:0 +9"},
			want: expect{"1= P, 1= Q, 3 R", []string{"", "points P 1, Q 1, R 0"},
				[]contest.LotNeeded{{Rank: 1, Entrants: []contest.EntrantID{"P", "Q"}}}},
		},
		"a lot among three serves two of them": {
			entrants: "PQR", results: []string{"1 P-Q none", "2 P-R 1:0 +3", "3 Q-R 1:0 +9"},
			lots: []contest.Lot{{Order: []contest.EntrantID{"R", "Q", "P"}}},
			want: expect{"1 Q, 2 P, 3 R", []string{"lot Q 2, P 3", "points Q 1, P 1, R 0"}, nil},
		},
		"a walkover is a win of 2 points": {
			entrants: "PQR", results: []string{"1 P-Q absent B", "2 P-R 0:1 -1", "3 Q-R 1:0 +2"},
			want: expect{"1 P, 2 Q, 3 R", []string{"points P 2, Q 1, R 1", "own-match Q 1, R 0"}, nil},
		},
		"a void match parts nobody": {
			entrants: "PQR", results: []string{"1 P-Q void", "2 P-R 1:0 +3", "3 Q-R 1:0 +9"},
			want: expect{"1= P, 1= Q, 3 R", []string{"", "points P 1, Q 1, R 0"},
				[]contest.LotNeeded{{Rank: 1, Entrants: []contest.EntrantID{"P", "Q"}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := input{Entrants: named(c.entrants), Results: results(t, c.results...), Criteria: college(c.among),
				MatchPoints: collegePoints(), Lots: c.lots}
			in.Rounds, in.Begun = scheduleOf(in.Results)
			s := mustRank(t, in)
			var reasons []string
			for i := range s.Rows[1:] {
				reasons = append(reasons, why(s.Between(i, i+1)))
			}
			got := expect{show(s), reasons, s.LotsNeeded}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
			if s.Final() != (len(c.want.lots) == 0) || !s.Complete {
				t.Errorf("complete %v, final %v", s.Complete, s.Final())
			}
			for _, row := range s.Rows {
				if waits := len(s.LotsNeeded) > 0 && row.Sharing > 1; row.Provisional != waits {
					t.Errorf("%s provisional: %v", row.Entrant.ID, row.Provisional)
				}
			}
		})
	}
}

func TestNothingStandsInForALot(t *testing.T) {
	in := input{Entrants: named("PQR"), Results: results(t, circleOfThree...), MatchPoints: collegePoints(),
		Criteria: []criterion{{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleLot, Tied: "more"}, {Rule: scoresheet.RuleTimeTaken}}}
	in.Rounds, in.Begun = scheduleOf(in.Results)
	for i := range in.Results {
		in.Results[i].Seconds = 600 * (i + 1)
	}
	if s := mustRank(t, in); show(s) != "1= P, 1= Q, 1= R" || len(s.LotsNeeded) != 1 {
		t.Errorf("before the lot: %s, needs %v", show(s), s.LotsNeeded)
	}
	in.Criteria[1].Tied = "two"
	if s := mustRank(t, in); show(s) != "1 P, 2 Q, 3 R" || len(s.LotsNeeded) != 0 {
		t.Errorf("a lot for two: %s, needs %v", show(s), s.LotsNeeded)
	}
}

func TestDecidedBy(t *testing.T) {
	in := input{Entrants: named("WXYZ"), Results: results(t, twoOfThreeLevel...), Criteria: college(false), MatchPoints: collegePoints()}
	in.Rounds, in.Begun = scheduleOf(in.Results)
	s := mustRank(t, in)
	for i, want := range []string{
		"points Y 3, Z 2, W 2, X 2", "own-match Z 1, W 0", "own-match Z 1, W 0", "level-difference Z 2, W 2, X -2",
	} {
		if got := why(s.Rows[i].DecidedBy()); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
	if d := s.Rows[1].DecidedBy(); d.Criterion != 3 || d.Rank != 2 {
		t.Errorf("Z was put first by criterion %d for rank %d", d.Criterion, d.Rank)
	}
	if got, want := why(s.Between(1, 3)), "level-difference Z 2, W 2, X -2"; got != want {
		t.Errorf("Z before X by %s, want %s", got, want)
	}
	var figures []string
	for _, f := range s.Rows[1].Figures {
		figures = append(figures, f.String())
	}
	if want := []string{"2", "", "2", "1", ""}; !slices.Equal(figures, want) {
		t.Errorf("figures of Z %q, want %q", figures, want)
	}
}

func TestByes(t *testing.T) {
	points := collegePoints()
	points.Bye = scoresheet.WholePoints(2)
	in := input{Entrants: named("PQR"), MatchPoints: points, Criteria: append(college(false)[:1:1], criterion{Rule: scoresheet.RuleWins}),
		Rounds: []contest.Round{
			{Number: 1, Pairings: []contest.Pairing{{Home: "P", Away: "Q"}}, Byes: []contest.EntrantID{"R"}},
			{Number: 2, Pairings: []contest.Pairing{{Home: "Q", Away: "R"}}, Byes: []contest.EntrantID{"P"}},
		},
		Results: results(t, "1 P-Q 2:0 +4"), Begun: 1}
	s := mustRank(t, in)
	if got, want := show(s), "1 P, 2 R, 3 Q"; got != want {
		t.Errorf("%s, want %s: a bye is no win", got, want)
	}
	r := s.Rows[1].Totals
	if r.Points != points.Bye || r.Byes != 1 || r.Played != 0 || r.Won != 0 || r.Difference != 0 || r.OpponentPoints != 0 {
		t.Errorf("totals of a bye %+v", r)
	}
	if s.Complete || !s.Rows[0].Provisional {
		t.Error("a group with a round to come is provisional")
	}
	if got := s.Rows[0].Totals.Byes; got != 0 {
		t.Errorf("a bye of a round that has not begun counts %d times", got)
	}
}

func TestWithdrawal(t *testing.T) {
	rounds := []contest.Round{
		{Number: 1, Pairings: []contest.Pairing{{Home: "P", Away: "Q"}, {Home: "R", Away: "S"}}},
		{Number: 2, Pairings: []contest.Pairing{{Home: "Q", Away: "R"}, {Home: "S", Away: "P"}}},
		{Number: 3, Pairings: []contest.Pairing{{Home: "P", Away: "R"}, {Home: "S", Away: "Q"}}},
	}
	played := []string{"1 P-Q 2:0 +4", "1 R-S 0:2 -8", "2 Q-R 1:0 +1", "3 P-R 0:1 -2"}
	for name, c := range map[string]struct {
		withdrawal contest.Withdrawal
		begun      int
		want       string
		complete   bool
	}{
		// S 2; P 2 + 2 by walkover; Q 1 + 2; R 1.
		"results kept":          {contest.Withdrawal{Entrant: "S", From: 2}, 3, "1 P 4, 2 Q 3, 3 S 2, 4 R 1", true},
		"the third round waits": {contest.Withdrawal{Entrant: "S", From: 2}, 2, "1 P 4, 2 S 2, 3 Q 1, 4 R 1", false},
		"an older match waits":  {contest.Withdrawal{Entrant: "S", From: 3}, 3, "1 Q 3, 2 P 2, 2 S 2, 4 R 1", false},
		// P 2, Q 1, R 1, Q beat R.
		"results void": {contest.Withdrawal{Entrant: "S", From: 2, Void: true}, 3, "1 P 2, 2 Q 1, 3 R 1, 4 S 0", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := mustRank(t, input{Entrants: named("PQRS"), Rounds: rounds, Begun: c.begun, Results: results(t, played...),
				Withdrawals: []contest.Withdrawal{c.withdrawal}, Criteria: college(false), MatchPoints: collegePoints()})
			var rows []string
			for _, row := range s.Rows {
				rows = append(rows, fmt.Sprintf("%d %s %s", row.Rank, row.Entrant.ID, row.Totals.Points))
			}
			if got := strings.Join(rows, ", "); got != c.want || s.Complete != c.complete {
				t.Errorf("%s, complete %v; want %s, complete %v", got, s.Complete, c.want, c.complete)
			}
			if last := s.Rows[3]; c.withdrawal.Void && (!last.Withdrawn || last.Totals.Played != 0) {
				t.Errorf("the last row is %+v", last)
			}
		})
	}
	all := []contest.Withdrawal{{Entrant: "P", Void: true}, {Entrant: "Q", Void: true}, {Entrant: "R", Void: true}, {Entrant: "S", Void: true}}
	s := mustRank(t, input{Entrants: named("PQRS"), Rounds: rounds, Withdrawals: all, Criteria: college(false)})
	if got, want := show(s), "1= P, 1= Q, 1= R, 1= S"; got != want || !s.Complete {
		t.Errorf("all withdrawn: %s, complete %v", got, s.Complete)
	}
}

func TestProvisional(t *testing.T) {
	in := input{Entrants: named("PQR"), Results: results(t, circleOfThree...), Criteria: college(false), MatchPoints: collegePoints()}
	in.Rounds, in.Begun = scheduleOf(in.Results)
	in.Results[2].Provisional = true
	s := mustRank(t, in)
	if !s.Complete || !s.Provisional || s.Final() || !s.Rows[0].Provisional {
		t.Errorf("with a provisional result: %+v", s)
	}
	if len(s.LotsNeeded) != 1 || !s.LotsNeeded[0].Provisional {
		t.Errorf("a lot that may yet be in vain: %v", s.LotsNeeded)
	}
	// P and Q have met, R nobody: two level by points do not wait for R.
	in.Results = results(t, "1 P-Q 1:0 +1")
	if s := mustRank(t, in); show(s) != "1 P, 2= Q, 2= R" || s.Final() {
		t.Errorf("after one match: %s", show(s))
	}
	if s := mustRank(t, input{Entrants: named("PQ"), Criteria: college(false)}); s.Complete {
		t.Error("a group without a schedule is complete")
	}
	if s := mustRank(t, input{Entrants: named("P"), Criteria: college(false)}); !s.Final() || show(s) != "1 P" {
		t.Error("a group of one is not final")
	}
	if s := mustRank(t, input{Criteria: college(false)}); !s.Final() || len(s.Rows) != 0 {
		t.Error("an empty group is not final")
	}
}

func TestCriteriaUnderSettings(t *testing.T) {
	ranking := []criterion{{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleLevelDifference, Tied: "more"}, {Rule: scoresheet.RuleLargestWin}}
	if got := contest.Criteria(ranking, scoresheet.Terms{}); !slices.Equal(got, ranking) {
		t.Errorf("without settings: %v", got)
	}
	var terms scoresheet.Terms
	terms.DifferenceAmong, terms.LargestWin = true, "margin"
	got := contest.Criteria(ranking, terms)
	if got[0] != ranking[0] || !got[1].Among || got[1].Margin || !got[2].Margin || got[2].Among || ranking[1].Among || ranking[2].Margin {
		t.Errorf("with settings: %v of %v", got, ranking)
	}
}

func TestRankRefuses(t *testing.T) {
	good := func() contest.Result { return readResult(t, "1 P-Q 2:0 +1") }
	for want, spoil := range map[string]func(*input){
		"standings.entrant-twice": func(in *input) { in.Entrants = named("PQP") },
		"standings.rule":          func(in *input) { in.Criteria = []criterion{{Rule: "beauty"}} },
		"result.entrant":          func(in *input) { in.Results[0].Away = "Z" },
		"result.self":             func(in *input) { in.Results[0].Away = "P" },
		"result.kind":             func(in *input) { in.Results[0].Kind = "" },
		"result.round":            func(in *input) { in.Results[0].Round = 0 },
		"result.winner":           func(in *input) { in.Results[0].Kind = contest.DoubleForfeit },
		"result.twice": func(in *input) {
			again := good()
			again.Home, again.Away = again.Away, again.Home
			in.Results = append(in.Results, again)
		},
	} {
		in := input{Entrants: named("PQR"), Results: []contest.Result{good()}, Criteria: college(false)}
		if _, err := contest.Rank(in); err != nil {
			t.Fatal(err)
		}
		spoil(&in)
		if _, err := contest.Rank(in); !slices.Equal(codes(err), []string{want}) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestResultOf(t *testing.T) {
	levels := func(a, b scoresheet.Level) *scoresheet.PerSide[scoresheet.Level] {
		return &scoresheet.PerSide[scoresheet.Level]{A: a, B: b}
	}
	points := &scoresheet.PerSide[scoresheet.Points]{A: scoresheet.WholePoints(2)}
	v := scoresheet.Verdict{
		Games: []scoresheet.GameVerdict{{Winner: scoresheet.SideA, By: scoresheet.ByPassedA, Levels: levels(scoresheet.LevelA, 9)}},
		Match: scoresheet.MatchVerdict{State: scoresheet.MatchOver, Winner: scoresheet.SideA, Points: points, Difference: 6},
	}
	pairing := contest.Pairing{Home: "P", Away: "Q"}
	r, over := contest.ResultOf(3, pairing, v, scoresheet.Level2)
	want := contest.Result{Round: 3, Home: "P", Away: "Q", Kind: contest.Played, Winner: scoresheet.SideA,
		Points: *points, Difference: 6, Climbed: scoresheet.PerSide[int]{A: 13, B: 7}}
	if !over || r != want {
		t.Errorf("got %+v, want %+v", r, want)
	}
	second := scoresheet.PerSide[scoresheet.Points]{A: 190, B: 70}
	v.Match.Second, want.Second = &second, second
	if r, _ := contest.ResultOf(3, pairing, v, scoresheet.Level2); r != want {
		t.Errorf("with a second figure: got %+v, want %+v", r, want)
	}
	v.Match.State = scoresheet.MatchPlaying
	if _, over := contest.ResultOf(3, pairing, v, scoresheet.Level2); over {
		t.Error("a match that is played has a result")
	}
	score := func(a, b int) *scoresheet.PerSide[scoresheet.Points] {
		return &scoresheet.PerSide[scoresheet.Points]{A: scoresheet.WholePoints(a), B: scoresheet.WholePoints(b)}
	}
	v = scoresheet.Verdict{
		Games: []scoresheet.GameVerdict{
			{Winner: scoresheet.SideA, Points: score(6, 0)}, {Winner: scoresheet.SideB, Points: score(2, 8)}, {Winner: scoresheet.SideA, Points: score(4, 2)},
		},
		Match: scoresheet.MatchVerdict{State: scoresheet.MatchOver, Winner: scoresheet.SideA, Games: *score(2, 1), Small: score(12, 10)},
	}
	r, _ = contest.ResultOf(1, pairing, v, scoresheet.NoLevel)
	if r.Largest != *score(6, 8) || r.LargestMargin != *score(6, 6) || r.Small != *score(12, 10) || r.Games != *score(2, 1) || r.Climbed != (scoresheet.PerSide[int]{}) {
		t.Errorf("points match %+v", r)
	}
}

// played draws a random result for each pairing of the rounds.
func played(rounds []contest.Round, intn func(n int) int) []contest.Result {
	var list []contest.Result
	for _, round := range rounds {
		for _, p := range round.Pairings {
			r := contest.Result{Round: round.Number, Home: p.Home, Away: p.Away, Kind: contest.Played}
			switch kind := intn(12); kind {
			case 0:
				r.Kind, r.Winner = contest.Walkover, scoresheet.Sides[intn(2)]
			case 1:
				r.Kind = contest.DoubleForfeit
			case 2:
				r.Kind = contest.Void
			default:
				r.Winner = scoresheet.Sides[intn(2)]
				r.Points = r.Points.With(r.Winner, scoresheet.WholePoints(1+kind%2))
				r.Difference = 1 + intn(3)
				if r.Winner == scoresheet.SideB {
					r.Difference = -r.Difference
				}
			}
			list = append(list, r)
		}
	}
	return list
}

func mirrored(r contest.Result) contest.Result {
	r.Home, r.Away, r.Winner, r.Difference = r.Away, r.Home, r.Winner.Other(), -r.Difference
	r.Points.A, r.Points.B = r.Points.B, r.Points.A
	return r
}

func TestRankProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		among := rapid.Bool().Draw(t, "among")
		group := contest.Group{Entrants: entrants("", n)}
		draw := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: []contest.Group{group}})
		intn := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		in := input{Entrants: group.Entrants, Rounds: draw.Rounds, Begun: len(draw.Rounds),
			Results: played(draw.Rounds, intn), Criteria: college(among), MatchPoints: collegePoints()}
		if rapid.Bool().Draw(t, "unfinished") && len(in.Results) > 0 {
			in.Results = in.Results[:intn(len(in.Results))]
		}
		s := mustRank(t, in)

		other := in
		other.Results = rapid.Permutation(in.Results).Draw(t, "results")
		other.Entrants = rapid.Permutation(in.Entrants).Draw(t, "entrants")
		for i := range other.Results {
			if rapid.Bool().Draw(t, "mirror") {
				other.Results[i] = mirrored(other.Results[i])
			}
		}
		if again := mustRank(t, other); !reflect.DeepEqual(s, again) {
			t.Fatalf("order matters:\n%+v\n%+v", s, again)
		}
		checkRows(t, in, s)
		checkOracle(t, in, s)

		for _, need := range s.LotsNeeded {
			in.Lots = append(in.Lots, contest.DrawLot("lot", need.Entrants))
		}
		if s.Complete {
			done := mustRank(t, in)
			checkRows(t, in, done)
			if !done.Final() {
				t.Fatalf("after the lots %v still needs %v", in.Lots, done.LotsNeeded)
			}
			for i, row := range done.Rows {
				if row.Rank != i+1 || row.Sharing != 1 || row.Provisional {
					t.Fatalf("final row %d is %+v", i, row)
				}
			}
		}
	})
}

// checkRows proves that each entrant has one rank, and that every two who do
// not share one were told apart by a figure.
func checkRows(t *rapid.T, in input, s contest.Standings) {
	seen := map[contest.EntrantID]bool{}
	for i, row := range s.Rows {
		seen[row.Entrant.ID] = true
		first := slices.IndexFunc(s.Rows, func(r contest.Row) bool { return r.Rank == row.Rank })
		if row.Rank != first+1 || i >= first+row.Sharing {
			t.Fatalf("row %d has rank %d shared by %d", i, row.Rank, row.Sharing)
		}
		for j := i + 1; j < len(s.Rows); j++ {
			d := s.Between(i, j)
			if s.Rows[j].Rank == row.Rank {
				if d != nil {
					t.Fatalf("%s parts two who share a rank", why(d))
				}
				continue
			}
			a, b := slices.Index(d.Level, row.Entrant.ID), slices.Index(d.Level, s.Rows[j].Entrant.ID)
			better := d.Figures[a].Amount > d.Figures[b].Amount
			if d.Rule == scoresheet.RuleLot {
				better = d.Figures[a].Amount < d.Figures[b].Amount
			}
			if !better {
				t.Fatalf("%s put %s before %s", why(d), row.Entrant.ID, s.Rows[j].Entrant.ID)
			}
		}
	}
	if len(seen) != len(in.Entrants) || len(s.Rows) != len(in.Entrants) {
		t.Fatalf("%d rows for %d entrants", len(s.Rows), len(in.Entrants))
	}
}

// checkOracle compares with the college ranking written down a second time, in
// plain words: sets of those who are level, in order.
func checkOracle(t *rapid.T, in input, s contest.Standings) {
	points, difference := map[contest.EntrantID]int{}, func(e contest.EntrantID, among []contest.EntrantID) int {
		sum := 0
		for _, r := range in.Results {
			switch {
			case r.Home == e && slices.Contains(among, r.Away):
				sum += r.Difference
			case r.Away == e && slices.Contains(among, r.Home):
				sum -= r.Difference
			}
		}
		return sum
	}
	winner, met := map[string]contest.EntrantID{}, map[string]bool{}
	for _, r := range in.Results {
		who := map[scoresheet.Side]contest.EntrantID{scoresheet.SideA: r.Home, scoresheet.SideB: r.Away}[r.Winner]
		for _, key := range []string{string(r.Home + "/" + r.Away), string(r.Away + "/" + r.Home)} {
			winner[key], met[key] = who, r.Kind != contest.Void
		}
		switch r.Kind {
		case contest.Played:
			points[r.Home] += int(r.Points.A)
			points[r.Away] += int(r.Points.B)
		case contest.Walkover:
			points[who] += 20
		}
	}
	var everybody []contest.EntrantID
	for _, e := range in.Entrants {
		everybody = append(everybody, e.ID)
	}
	ownMatch := func(level []contest.EntrantID) [][]contest.EntrantID {
		if len(level) == 2 {
			switch winner[string(level[0]+"/"+level[1])] {
			case level[0]:
				return [][]contest.EntrantID{{level[0]}, {level[1]}}
			case level[1]:
				return [][]contest.EntrantID{{level[1]}, {level[0]}}
			}
		}
		return [][]contest.EntrantID{level}
	}
	var want [][]contest.EntrantID
	for _, level := range classes(everybody, func(e contest.EntrantID) int { return points[e] }) {
		if len(level) < 3 {
			want = append(want, ownMatch(level)...)
			continue
		}
		against := everybody
		if in.Criteria[2].Among {
			against = level
			whole := true
			for i, a := range level {
				for _, b := range level[i+1:] {
					whole = whole && met[string(a+"/"+b)]
				}
			}
			if !whole {
				want = append(want, level)
				continue
			}
		}
		for _, still := range classes(level, func(e contest.EntrantID) int { return difference(e, against) }) {
			want = append(want, ownMatch(still)...)
		}
	}
	var got [][]contest.EntrantID
	for _, row := range s.Rows {
		if len(got) == 0 || s.Rows[len(slices.Concat(got...))-1].Rank != row.Rank {
			got = append(got, nil)
		}
		got[len(got)-1] = append(got[len(got)-1], row.Entrant.ID)
	}
	for _, list := range [][][]contest.EntrantID{got, want} {
		for _, level := range list {
			slices.Sort(level)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func classes(level []contest.EntrantID, figure func(contest.EntrantID) int) [][]contest.EntrantID {
	by := map[int][]contest.EntrantID{}
	var figures []int
	for _, e := range level {
		f := figure(e)
		if by[f] == nil {
			figures = append(figures, f)
		}
		by[f] = append(by[f], e)
	}
	slices.Sort(figures)
	slices.Reverse(figures)
	var list [][]contest.EntrantID
	for _, f := range figures {
		list = append(list, by[f])
	}
	return list
}

// swissInput is 1,000 sides after 12 rounds, paired at random.
func swissInput(criteria []criterion) input {
	random := rand.New(rand.NewPCG(1, 2))
	in := input{Entrants: entrants("", 1000), Criteria: criteria, MatchPoints: collegePoints(), Begun: 12}
	order := make([]contest.EntrantID, len(in.Entrants))
	for i, e := range in.Entrants {
		order[i] = e.ID
	}
	for number := 1; number <= 12; number++ {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		round := contest.Round{Number: number}
		for i := 0; i < len(order); i += 2 {
			round.Pairings = append(round.Pairings, contest.Pairing{Home: order[i], Away: order[i+1]})
		}
		in.Rounds = append(in.Rounds, round)
	}
	in.Results = played(in.Rounds, random.IntN)
	return in
}

// What a full rank costs: 1,000 sides after 12 rounds by rankings of several
// rulebooks, and with nothing that parts anybody but a lot.
func BenchmarkRank(b *testing.B) {
	jiangsu := []criterion{
		{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleRunningTotals}, {Rule: scoresheet.RuleWins},
		{Rule: scoresheet.RuleLevelDifference}, {Rule: scoresheet.RuleLevelsClimbed}, {Rule: scoresheet.RuleLot},
	}
	nanshan := []criterion{
		{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleOpponentPoints}, {Rule: scoresheet.RuleWins},
		{Rule: scoresheet.RuleLevelsClimbed}, {Rule: scoresheet.RuleLot},
	}
	twoTables := []criterion{
		{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RulePoints, Among: true, Restart: true},
		{Rule: scoresheet.RuleSmallPoints, Tied: "more", Among: true, Circle: true}, {Rule: scoresheet.RuleLot},
	}
	inputs := map[string]input{
		"jiangsu": swissInput(jiangsu), "nanshan": swissInput(nanshan), "college": swissInput(college(false)),
		"among": swissInput(college(true)), "two tables": swissInput(twoTables),
	}
	level := swissInput(college(true))
	level.Results = nil
	inputs["all level, waiting"] = level
	for i, round := range level.Rounds {
		for _, p := range round.Pairings {
			level.Results = append(level.Results, contest.Result{Round: i + 1, Home: p.Home, Away: p.Away, Kind: contest.Played})
		}
	}
	inputs["all level"] = level
	order := make([]contest.EntrantID, len(level.Entrants))
	for i, e := range level.Entrants {
		order[i] = e.ID
	}
	level.Lots = []contest.Lot{contest.DrawLot("s", order)}
	inputs["all level, by lot"] = level
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		in := inputs[name]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := contest.Rank(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
