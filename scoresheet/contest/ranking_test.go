package contest_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// rankingCase is a worked example of testdata/ranking, which says how it is
// written.
type rankingCase struct {
	name string
	in   input
	want string
	// why are the decisions between an entrant and the one before it.
	why     map[contest.EntrantID]string
	needed  []string
	certain string
	missing bool
	// begun is the round given, 0 for all.
	begun int
}

func readRankings(t *testing.T, path string) []rankingCase {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []rankingCase
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		name, begins := strings.CutPrefix(line, "== ")
		switch {
		case begins:
			cases = append(cases, rankingCase{name: name, why: map[contest.EntrantID]string{}, certain: "*"})
		case line != "" && line[0] != '#':
			cases[len(cases)-1].read(t, line)
		}
	}
	return cases
}

// read takes one line of a case.
func (c *rankingCase) read(t *testing.T, line string) {
	t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	fields := strings.Fields(rest)
	switch word {
	case "rank":
		c.in.Criteria = append(c.in.Criteria, readCriterion(t, fields))
	case "match-points":
		c.in.MatchPoints = readMatchPoints(t, fields)
	case "entrants":
		c.in.Entrants = named(rest)
	case "playoff":
		home, away, _ := strings.Cut(fields[1], "-")
		c.in.Results = append(c.in.Results, contest.Result{
			Round: number(t, fields[0]), Home: contest.EntrantID(home), Away: contest.EntrantID(away),
			Kind: contest.Played, Winner: scoresheet.SideA, Playoff: true,
		})
	case "withdraw":
		c.in.Withdrawals = append(c.in.Withdrawals, contest.Withdrawal{
			Entrant: contest.EntrantID(fields[0]), From: number(t, fields[1]), Void: len(fields) > 2,
		})
	case "lot":
		lot := contest.Lot{}
		for _, id := range fields {
			lot.Order = append(lot.Order, contest.EntrantID(id))
		}
		c.in.Lots = append(c.in.Lots, lot)
	case "cuts":
		for _, cut := range fields {
			c.in.Cuts = append(c.in.Cuts, number(t, cut))
		}
	case "begun":
		c.begun = number(t, rest)
	case "more":
		c.in.MoreRounds = true
	case "want":
		c.want = rest
	case "why":
		id, reason, _ := strings.Cut(rest, " ")
		c.why[contest.EntrantID(id)] = reason
	case "lot-needed", "playoff-needed":
		c.needed = append(c.needed, line)
	case "certain":
		c.certain = rest
	case "missing":
		c.missing = true
	default:
		c.play(t, number(t, word), fields)
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%q is no number", text)
	}
	return n
}

func points(t *testing.T, text string) scoresheet.Points {
	t.Helper()
	p, err := scoresheet.ParsePoints(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readCriterion(t *testing.T, fields []string) criterion {
	t.Helper()
	c := criterion{Rule: scoresheet.Rule(fields[0])}
	for _, scope := range fields[1:] {
		switch scope {
		case "two", "more":
			c.Tied = scope
		case "among":
			c.Among = true
		case "restart":
			c.Restart = true
		case "circle":
			c.Circle = true
		case "margin":
			c.Margin = true
		default:
			t.Fatalf("scope %q", scope)
		}
	}
	return c
}

func readMatchPoints(t *testing.T, fields []string) *scoresheet.MatchPoints {
	t.Helper()
	m := &scoresheet.MatchPoints{}
	for _, field := range fields {
		name, text, _ := strings.Cut(field, "=")
		p := points(t, text)
		switch name {
		case "win":
			m.Win = &p
		case "draw":
			m.Draw = p
		case "bye":
			m.Bye = p
		case "forfeit":
			m.Forfeit = p
		case "absent":
			m.Absent = p
		case "level":
			m.Second = []scoresheet.DifferenceRow{{Winner: p, Loser: p}, {Difference: 1, Winner: p + 10, Loser: p - 10}}
		default:
			t.Fatalf("match points %q", field)
		}
	}
	return m
}

// play adds a match or a bye to its round, and its result if it has one.
func (c *rankingCase) play(t *testing.T, number int, fields []string) {
	t.Helper()
	for len(c.in.Rounds) < number {
		c.in.Rounds = append(c.in.Rounds, contest.Round{Number: len(c.in.Rounds) + 1})
	}
	round := &c.in.Rounds[number-1]
	if fields[0] == "bye" {
		round.Byes = append(round.Byes, contest.EntrantID(fields[1]))
		return
	}
	home, away, _ := strings.Cut(fields[0], "-")
	r := contest.Result{Round: number, Home: contest.EntrantID(home), Away: contest.EntrantID(away), Kind: contest.Played}
	round.Pairings = append(round.Pairings, contest.Pairing{Home: r.Home, Away: r.Away})
	switch fields[1] {
	case "-":
		return
	case "void":
		r.Kind = contest.Void
	case "none":
		r.Kind = contest.DoubleForfeit
	case "absent":
		r.Kind, r.Winner = contest.Walkover, scoresheet.SideA
		if fields[2] == home {
			r.Winner = scoresheet.SideB
		}
	default:
		r.Points = bothPoints(t, fields[1])
		if r.Points.A > r.Points.B {
			r.Winner = scoresheet.SideA
		} else if r.Points.B > r.Points.A {
			r.Winner = scoresheet.SideB
		}
		for _, field := range fields[2:] {
			readFigure(t, &r, field)
		}
	}
	c.in.Results = append(c.in.Results, r)
}

func bothPoints(t *testing.T, text string) scoresheet.PerSide[scoresheet.Points] {
	t.Helper()
	a, b, _ := strings.Cut(text, ":")
	return scoresheet.PerSide[scoresheet.Points]{A: points(t, a), B: points(t, b)}
}

func readFigure(t *testing.T, r *contest.Result, field string) {
	t.Helper()
	name, text, _ := strings.Cut(field, "=")
	switch name {
	case "?":
		r.Provisional = true
	case "diff":
		r.Difference = number(t, text)
	case "climbed":
		a, b, _ := strings.Cut(text, ":")
		r.Climbed = scoresheet.PerSide[int]{A: number(t, a), B: number(t, b)}
	case "games":
		r.Games = bothPoints(t, text)
	case "small":
		r.Small = bothPoints(t, text)
	case "largest":
		r.Largest = bothPoints(t, text)
	case "margin":
		r.LargestMargin = bothPoints(t, text)
	case "second":
		r.Second = bothPoints(t, text)
	case "seconds":
		r.Seconds = number(t, text)
	default:
		t.Fatalf("figure %q", field)
	}
}

// needs writes what is still to be done, as the cases do.
func needs(s contest.Standings) []string {
	var list []string
	mark := map[bool]string{true: " ?"}
	for _, p := range s.PlayoffsNeeded {
		list = append(list, fmt.Sprintf("playoff-needed %d places=%d %s%s", p.Rank, p.Places, ids(p.Entrants), mark[p.Provisional]))
	}
	for _, l := range s.LotsNeeded {
		list = append(list, fmt.Sprintf("lot-needed %d %s%s", l.Rank, ids(l.Entrants), mark[l.Provisional]))
	}
	return list
}

func ids(list []contest.EntrantID) string {
	parts := make([]string, len(list))
	for i, id := range list {
		parts[i] = string(id)
	}
	return strings.Join(parts, " ")
}

// certain are those whose ranks no result can change: all but those who are
// marked, and wait for no lot and no play-off.
func certain(s contest.Standings) string {
	var parts []string
	for _, row := range s.Rows {
		if !row.Provisional {
			parts = append(parts, string(row.Entrant.ID))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func TestWorkedExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/ranking/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	shown := map[scoresheet.Rule]bool{}
	for _, file := range files {
		for _, c := range readRankings(t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+": "+c.name, func(t *testing.T) {
				c.in.Begun = len(c.in.Rounds)
				if c.begun > 0 {
					c.in.Begun = c.begun
				}
				s := mustRank(t, c.in)
				c.check(t, s)
				for _, row := range s.Rows {
					for _, d := range row.Decisions {
						shown[d.Rule] = true
					}
				}
			})
		}
	}
	for _, rule := range []scoresheet.Rule{
		scoresheet.RulePoints, scoresheet.RuleOwnMatch, scoresheet.RuleLevelDifference, scoresheet.RuleWins,
		scoresheet.RuleLevelsClimbed, scoresheet.RuleGamePoints, scoresheet.RuleSmallPoints, scoresheet.RuleOpponentPoints,
		scoresheet.RuleRunningTotals, scoresheet.RuleLargestWin, scoresheet.RuleTimeTaken, scoresheet.RuleSecond,
		scoresheet.RulePlayoff, scoresheet.RuleLot,
	} {
		if !shown[rule] {
			t.Errorf("no example is decided by %s", rule)
		}
	}
}

func (c *rankingCase) check(t *testing.T, s contest.Standings) {
	t.Helper()
	if got := show(s); got != c.want {
		t.Errorf("got %s, want %s", got, c.want)
	}
	for i, row := range s.Rows {
		want, told := c.why[row.Entrant.ID]
		if got := why(s.Between(i-1, i)); told && got != want {
			t.Errorf("%s stands there by %q, want %q", row.Entrant.ID, got, want)
		}
		delete(c.why, row.Entrant.ID)
	}
	if len(c.why) > 0 {
		t.Errorf("nobody is called %v", c.why)
	}
	if got := needs(s); !slices.Equal(got, c.needed) {
		t.Errorf("needed is %q, want %q", got, c.needed)
	}
	if s.Complete == c.missing {
		t.Errorf("complete: %v", s.Complete)
	}
	if got := certain(s); c.certain != "*" && got != c.certain {
		t.Errorf("certain are %q, want %q", got, c.certain)
	}
}

// anyCriteria are tie-breaks in any order and scope, with a lot at the end.
func anyCriteria(t *rapid.T) []criterion {
	rules := []scoresheet.Rule{
		scoresheet.RulePoints, scoresheet.RuleOwnMatch, scoresheet.RuleLevelDifference, scoresheet.RuleWins,
		scoresheet.RuleLevelsClimbed, scoresheet.RuleSmallPoints, scoresheet.RuleOpponentPoints,
		scoresheet.RuleRunningTotals, scoresheet.RuleLargestWin, scoresheet.RuleTimeTaken, scoresheet.RuleSecond, scoresheet.RulePlayoff,
	}
	var list []criterion
	if rapid.IntRange(0, 3).Draw(t, "points first") > 0 {
		list = append(list, criterion{Rule: scoresheet.RulePoints})
	}
	for range rapid.IntRange(0, 4).Draw(t, "criteria") {
		list = append(list, criterion{
			Rule: rapid.SampledFrom(rules).Draw(t, "rule"), Tied: rapid.SampledFrom([]string{"", "", "two", "more"}).Draw(t, "tied"),
			Among: rapid.Bool().Draw(t, "among"), Restart: rapid.Bool().Draw(t, "restart"),
			Circle: rapid.IntRange(0, 4).Draw(t, "circle") == 0, Margin: rapid.Bool().Draw(t, "margin"),
		})
	}
	return append(list, criterion{Rule: scoresheet.RuleLot})
}

// anyResult is any outcome of a match by the points of the tests.
func anyResult(t *rapid.T, round int, p contest.Pairing) contest.Result {
	r := contest.Result{Round: round, Home: p.Home, Away: p.Away, Kind: contest.Played}
	switch rapid.IntRange(0, 9).Draw(t, "outcome") {
	case 0:
		r.Kind, r.Winner = contest.Walkover, rapid.SampledFrom(scoresheet.Sides[:]).Draw(t, "winner")
	case 1:
		r.Kind = contest.DoubleForfeit
	case 2:
		r.Kind = contest.Void
	case 3:
		r.Points = scoresheet.PerSide[scoresheet.Points]{A: 10, B: 10}
	default:
		r.Winner = rapid.SampledFrom(scoresheet.Sides[:]).Draw(t, "winner")
		r.Points = r.Points.With(r.Winner, 20)
		r.Difference = rapid.IntRange(1, 3).Draw(t, "difference")
		if r.Winner == scoresheet.SideB {
			r.Difference = -r.Difference
		}
		r.Climbed = r.Climbed.With(r.Winner, rapid.IntRange(1, 3).Draw(t, "climbed"))
		r.Small = scoresheet.PerSide[scoresheet.Points]{A: 10, B: 10}.With(r.Winner, 30)
		r.Largest = r.Largest.With(r.Winner, 20)
		r.LargestMargin = r.LargestMargin.With(r.Winner, scoresheet.Points(rapid.IntRange(0, 3).Draw(t, "margin")))
		r.Second = scoresheet.PerSide[scoresheet.Points]{A: 120, B: 120}.With(r.Winner, 140)
		r.Seconds = rapid.IntRange(0, 2).Draw(t, "seconds")
	}
	return r
}

func testPoints() *scoresheet.MatchPoints {
	win := scoresheet.WholePoints(2)
	return &scoresheet.MatchPoints{
		Win: &win, Draw: 10, Bye: 20, Forfeit: 20, Absent: -10,
		Second: []scoresheet.DifferenceRow{{Winner: 130, Loser: 130}},
	}
}

// anyInput is a round robin that is played as far as it goes, with all that may
// befall it.
func anyInput(t *rapid.T) input {
	group := contest.Group{Entrants: entrants("", rapid.IntRange(0, 9).Draw(t, "n"))}
	rounds := mustDraw(t, contest.RoundRobinInput{Seed: "s", Groups: []contest.Group{group}}).Rounds
	in := input{Entrants: group.Entrants, Rounds: rounds, Criteria: anyCriteria(t), MatchPoints: testPoints()}
	in.Begun = rapid.IntRange(0, len(rounds)).Draw(t, "begun")
	whole := rapid.Bool().Draw(t, "whole")
	if whole {
		in.Begun = len(rounds)
	}
	for _, round := range rounds[:in.Begun] {
		for _, p := range round.Pairings {
			if whole || rapid.IntRange(0, 5).Draw(t, "result") > 0 {
				r := anyResult(t, round.Number, p)
				r.Provisional = rapid.IntRange(0, 7).Draw(t, "provisional") == 0
				in.Results = append(in.Results, r)
			}
		}
	}
	for _, e := range in.Entrants {
		if rapid.IntRange(0, 9).Draw(t, "leaves") == 0 {
			in.Withdrawals = append(in.Withdrawals, contest.Withdrawal{
				Entrant: e.ID, From: rapid.IntRange(1, len(rounds)+1).Draw(t, "from"), Void: rapid.Bool().Draw(t, "void"),
			})
		}
	}
	if len(in.Entrants) > 0 && rapid.Bool().Draw(t, "cuts") {
		in.Cuts = []int{rapid.IntRange(1, len(in.Entrants)).Draw(t, "cut")}
	}
	return in
}

// Whatever befalls a group: each entrant stands in one row, ranks follow each
// other, nothing depends on the order in which things are handed in, and lots
// and play-offs lead to its end.
func TestAnyRanking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyInput(t)
		for turn := 0; ; turn++ {
			s := mustRank(t, in)
			checkRanks(t, in, s)
			other := in
			other.Results = rapid.Permutation(in.Results).Draw(t, "results")
			other.Entrants = rapid.Permutation(in.Entrants).Draw(t, "entrants")
			other.Rounds = rapid.Permutation(in.Rounds).Draw(t, "rounds")
			other.Withdrawals = rapid.Permutation(in.Withdrawals).Draw(t, "withdrawals")
			for i := range other.Results {
				if rapid.Bool().Draw(t, "mirror") {
					other.Results[i] = turned(other.Results[i])
				}
			}
			if again := mustRank(t, other); !reflect.DeepEqual(s, again) {
				t.Fatalf("order matters:\n%+v\n%+v", s, again)
			}
			if !s.Complete || len(s.LotsNeeded)+len(s.PlayoffsNeeded) == 0 {
				if s.Complete {
					checkApart(t, s)
				}
				return
			}
			if turn > 2*len(in.Entrants) {
				t.Fatalf("after %d turns there is still %q to do", turn, needs(s))
			}
			in = carryOn(t, in, s, turn)
		}
	})
}

// carryOn draws the lots and plays the play-offs that are needed.
func carryOn(t *rapid.T, in input, s contest.Standings, turn int) input {
	for _, need := range s.LotsNeeded {
		in.Lots = append(slices.Clone(in.Lots), contest.DrawLot("lot", need.Entrants))
	}
	for _, need := range s.PlayoffsNeeded {
		rounds, err := contest.DrawPlayoff("playoff", need, 0)
		if err != nil || len(rounds) == 0 {
			t.Fatalf("play-off of %v: %v", need, err)
		}
		in.Results = slices.Clone(in.Results)
		for _, round := range rounds {
			for _, p := range round.Pairings {
				in.Results = append(in.Results, contest.Result{
					Round: turn*20 + round.Number, Home: p.Home, Away: p.Away, Kind: contest.Played, Playoff: true,
					Winner: rapid.SampledFrom(scoresheet.Sides[:]).Draw(t, "winner of a play-off"),
				})
			}
		}
	}
	return in
}

func turned(r contest.Result) contest.Result {
	r = mirrored(r)
	r.Climbed.A, r.Climbed.B = r.Climbed.B, r.Climbed.A
	for _, p := range []*scoresheet.PerSide[scoresheet.Points]{&r.Games, &r.Small, &r.Largest, &r.LargestMargin, &r.Second} {
		p.A, p.B = p.B, p.A
	}
	return r
}

// checkRanks proves one row for each, and ranks without gaps.
func checkRanks(t *rapid.T, in input, s contest.Standings) {
	seen := map[contest.EntrantID]bool{}
	for start := 0; start < len(s.Rows); {
		sharing := s.Rows[start].Sharing
		for i := start; i < start+sharing; i++ {
			row := s.Rows[i]
			if row.Rank != start+1 || row.Sharing != sharing {
				t.Fatalf("row %d has rank %d, shared by %d", i, row.Rank, row.Sharing)
			}
			seen[row.Entrant.ID] = true
		}
		start += sharing
	}
	if len(seen) != len(in.Entrants) || len(s.Rows) != len(in.Entrants) {
		t.Fatalf("%d rows of %d for %d entrants", len(s.Rows), len(seen), len(in.Entrants))
	}
}

// checkApart proves that nobody shares a rank once all is done, but those who
// are struck out.
func checkApart(t *rapid.T, s contest.Standings) {
	for _, row := range s.Rows {
		if row.Sharing > 1 && !row.Withdrawn {
			t.Fatalf("%s shares rank %d", row.Entrant.ID, row.Rank)
		}
	}
}

// Whose rank is said to be certain keeps it, however the missing and the
// provisional results turn out.
func TestCertainRanksStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyInput(t)
		before := mustRank(t, in)
		after := in
		after.Begun = len(in.Rounds)
		after.Results = nil
		known := map[string]contest.Result{}
		for _, r := range in.Results {
			known[fmt.Sprint(r.Round, r.Home, r.Away)] = r
		}
		for _, round := range in.Rounds {
			for _, p := range round.Pairings {
				r, has := known[fmt.Sprint(round.Number, p.Home, p.Away)]
				if !has && (left(in, p.Home, round.Number) || left(in, p.Away, round.Number)) {
					continue // a walkover without a result of its own
				}
				if !has || r.Provisional {
					r = anyResult(t, round.Number, p)
				}
				after.Results = append(after.Results, r)
			}
		}
		end := mustRank(t, after)
		for _, row := range before.Rows {
			k := slices.IndexFunc(end.Rows, func(r contest.Row) bool { return r.Entrant.ID == row.Entrant.ID })
			if !row.Provisional && (end.Rows[k].Rank != row.Rank || end.Rows[k].Sharing != row.Sharing) {
				t.Fatalf("%s was certain of rank %d and has %d:\n%s\n%s", row.Entrant.ID, row.Rank, end.Rows[k].Rank, show(before), show(end))
			}
		}
	})
}

func left(in input, id contest.EntrantID, round int) bool {
	return slices.ContainsFunc(in.Withdrawals, func(w contest.Withdrawal) bool { return w.Entrant == id && w.From <= round })
}

// A result changes what it must and nothing else: the figures of the two who
// met, those that rest on theirs, and the order of the others only with regard
// to these two.
func TestAResultChangesOnlyWhatItMust(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyInput(t)
		in.Criteria = []criterion{
			{Rule: scoresheet.RulePoints}, {Rule: scoresheet.RuleSecond}, {Rule: scoresheet.RuleLevelDifference}, {Rule: scoresheet.RuleLot},
		}
		if len(in.Results) == 0 {
			return
		}
		before := mustRank(t, in)
		k := rapid.IntRange(0, len(in.Results)-1).Draw(t, "corrected")
		old := in.Results[k]
		in.Results = slices.Clone(in.Results)
		in.Results[k] = anyResult(t, old.Round, contest.Pairing{Home: old.Home, Away: old.Away})
		after := mustRank(t, in)
		others := func(s contest.Standings) (rows []contest.Row, order []string) {
			for _, row := range s.Rows {
				if row.Entrant.ID != old.Home && row.Entrant.ID != old.Away {
					row.Totals.OpponentPoints = 0
					rows = append(rows, contest.Row{Entrant: row.Entrant, Withdrawn: row.Withdrawn, Totals: row.Totals})
					order = append(order, string(row.Entrant.ID))
				}
			}
			return rows, order
		}
		rows, order := others(before)
		rowsNow, orderNow := others(after)
		if !slices.Equal(order, orderNow) || !reflect.DeepEqual(rows, rowsNow) {
			t.Fatalf("%v to %v\n%v\n%v", old, in.Results[k], rows, rowsNow)
		}
	})
}
