package contest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// cupOf reads a knockout of entrants of one letter: rounds of "a>b" (a has
// won), "a?b" (no result), "a=b" (a draw), "a!b" (both lost), "a~b" (a has won
// for now), "a" (a bye), "(a)" (through), "3:a>b" (for third place). Slots count
// as they stand, byes included.
func cupOf(phase scoresheet.Phase, entrants string, rounds ...string) contest.Stage {
	stage := contest.Stage{Phase: phase, Groups: []contest.Group{{Entrants: named(entrants)}}}
	for i, text := range rounds {
		round := contest.Round{Number: i + 1}
		for slot, word := range strings.Fields(text) {
			id := func(n int) contest.EntrantID { return contest.EntrantID(word[n : n+1]) }
			p := contest.Pairing{Slot: slot + 1, Table: len(round.Pairings) + 1, Reason: contest.ReasonLot}
			if strings.HasPrefix(word, "3:") {
				word, p.Slot, p.Reason = word[2:], 2, contest.ReasonThirdPlace
			}
			switch {
			case len(word) == 1:
				round.Byes = append(round.Byes, id(0))
				continue
			case word[0] == '(':
				round.Through = append(round.Through, id(1))
				continue
			}
			p.Home, p.Away = id(0), id(2)
			round.Pairings = append(round.Pairings, p)
			r := contest.Result{Round: i + 1, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideA, Provisional: word[1] == '~'}
			switch word[1] {
			case '?':
				continue
			case '=':
				r.Winner = scoresheet.NoSide
			case '!':
				r.Kind, r.Winner = contest.DoubleForfeit, scoresheet.NoSide
			}
			stage.Results = append(stage.Results, r)
		}
		stage.Rounds = append(stage.Rounds, round)
	}
	return stage
}

// leftCup has entrants leave before rounds: "a2" is a, before round 2.
func leftCup(stage contest.Stage, who ...string) contest.Stage {
	for _, w := range who {
		stage.Withdrawals = append(stage.Withdrawals, contest.Withdrawal{Entrant: contest.EntrantID(w[:1]), From: int(w[1] - '0')})
	}
	return stage
}

func TestRankKnockout(t *testing.T) {
	plain := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout}
	third := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, ThirdPlace: true}
	once := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "once", ThirdPlace: true}
	until := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Until: 2}
	eight := "a>b c>d e>f g>h"
	for name, c := range map[string]struct {
		stage contest.Stage
		want  string
		over  bool
	}{
		"nobody":                    {cupOf(plain, ""), "", true},
		"one":                       {cupOf(plain, "a"), "1 a", true},
		"before the first draw":     {cupOf(plain, "abc"), "1=? a, 1=? b, 1=? c", false},
		"the first round is played": {cupOf(plain, "abcdefgh", "a>b c>d e?f g?h"), "1=? a, 1=? c, 3=? e, 3=? f, 3=? g, 3=? h, 7=? b, 7=? d", false},
		"after the first round":     {cupOf(plain, "abcdefgh", eight), "1=? a, 1=? c, 1=? e, 1=? g, 5= b, 5= d, 5= f, 5= h", false},
		"played out":                {cupOf(plain, "abcdefgh", eight, "a>c e>g", "e>a"), "1 e, 2 a, 3= c, 3= g, 5= b, 5= d, 5= f, 5= h", true},
		"byes":                      {cupOf(plain, "abcde", "a>b c>d e", "a>e c", "c>a"), "1 c, 2 a, 3 e, 4= b, 4= d", true},
		"third place is to come":    {cupOf(third, "abcd", "a>b c>d"), "1=? a, 1=? c, 3=? b, 3=? d", false},
		"third place is played":     {cupOf(third, "abcd", "a>b c>d", "a>c 3:d?b"), "1 a, 2 c, 3=? b, 3=? d", false},
		"third place was played":    {cupOf(third, "abcd", "a>b c>d", "a>c 3:d>b"), "1 a, 2 c, 3 d, 4 b", true},
		"third place, both lost":    {cupOf(third, "abcd", "a>b c>d", "a>c 3:d!b"), "1 a, 2 c, 3= b, 3= d", true},
		"third without a match":     {cupOf(third, "abc", "a>b c", "a>c"), "1 a, 2 c, 3 b", true},
		"third had left before":     {leftCup(cupOf(third, "abcd", "a>b c>d", "a>c"), "d2"), "1 a, 2 c, 3 b, 4 d", true},
		"third left after the draw": {leftCup(cupOf(third, "abcd", "a>b c>d", "a>c 3:d?b"), "d2"), "1 a, 2 c, 3 b, 4 d", true},
		"a semi-final lost by both": {cupOf(third, "abcd", "a>b c!d"), "1 a, 2 b, 3= c, 3= d", true},
		"a finalist has left":       {leftCup(cupOf(plain, "abcd", "a>b c>d"), "c2"), "1 a, 2 c, 3= b, 3= d", true},
		"a finalist has left, third to come": {leftCup(cupOf(third, "abcd", "a>b c>d"), "c2"),
			"1? a, 2? c, 3=? b, 3=? d", false},
		"a finalist has left, third played": {leftCup(cupOf(third, "abcd", "a>b c>d", "a 3:b>d"), "c2"), "1 a, 2 c, 3 b, 4 d", true},
		"both finalists have left":          {leftCup(cupOf(plain, "abcd", "a>b c>d"), "a2", "c2"), "1= a, 1= c, 3= b, 3= d", true},
		"the final lost by both":            {cupOf(plain, "abcd", "a>b c>d", "a!c"), "1= a, 1= c, 3= b, 3= d", true},
		"the champion leaves afterwards":    {leftCup(cupOf(plain, "ab", "a>b"), "a2"), "1 a, 2 b", true},
		"somebody leaves between":           {leftCup(cupOf(plain, "abcdef", "a>b c>d e>f", "a>c", "a>c"), "e2"), "1 a, 2 c, 3 e, 4= b, 4= d, 4= f", true},
		"somebody never came":               {leftCup(cupOf(plain, "abcde", "a>b c>d", "a>c"), "e1"), "1 a, 2 c, 3= b, 3= d, 5 e", true},
		"all have left":                     {leftCup(cupOf(plain, "abc"), "a1", "b1", "c1"), "1= a, 1= b, 1= c", true},
		"gone without a result":             {leftCup(cupOf(plain, "ab", "a?b"), "b1"), "1 a, 2 b", true},
		"a draw":                            {cupOf(plain, "abcd", "a=b c>d"), "1? c, 2=? a, 2=? b, 4? d", false},
		"until two":                         {cupOf(until, "abcd", "a>b c>d"), "1= a, 1= c, 3= b, 3= d", true},
		"until two, and they are two":       {cupOf(until, "ab"), "1= a, 1= b", true},
		"for now":                           {cupOf(plain, "ab", "a~b"), "1? a, 2? b", true},
		// The first match was turned round after the second round was drawn, and
		// that was kept: a plays on, b is out.
		"a correction was kept": {cupOf(plain, "abcd", "b>a c>d", "a>c"), "1 a, 2 c, 3= b, 3= d", true},
		"empty slots": {leftCup(cupOf(once, "abcdefgh", "a!b c!d e>f g>h", "e>g 3:f>h"), "a2"),
			"1 e, 2 g, 3 f, 4 h, 5= a, 5= b, 5= c, 5= d", true},
	} {
		s, err := contest.RankKnockout(c.stage)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := knockoutRanks(s); got != c.want || s.Complete != c.over {
			t.Errorf("%s:\ngot  %s, complete %v\nwant %s", name, got, s.Complete, c.want)
		}
	}
}

// TestKnockoutReasons: what parts the first four, in figures.
func TestKnockoutReasons(t *testing.T) {
	third := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, ThirdPlace: true, Origin: scoresheet.FromSource, Article: "knockout"}
	s, err := contest.RankKnockout(cupOf(third, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g", "e>a 3:g>c"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range 4 {
		d := s.Between(i, i+1)
		got = append(got, fmt.Sprint(d.Rule, " ", d.Rank, " ", d.Level, " ", d.Figures))
	}
	want := []string{
		"last-match 1 [e a] [1 0]",
		"round-reached 1 [e a g c b d f h] [3 3 2 2 1 1 1 1]",
		"third-place 3 [g c] [1 0]",
		"round-reached 1 [e a g c b d f h] [3 3 2 2 1 1 1 1]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if c := s.Criteria[0]; c.Origin != scoresheet.FromSource || c.Article != "knockout" || len(s.Criteria) != 3 {
		t.Errorf("%+v", s.Criteria)
	}
	if d := s.Between(4, 5); d != nil || s.Rows[4].Sharing != 4 {
		t.Errorf("%+v", d)
	}
}

// TestKnockoutTieBreaks: a rulebook may tell those apart who went out in one
// round, by all that they have played in the phase, and by lot in the end.
func TestKnockoutTieBreaks(t *testing.T) {
	phase := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Until: 2, Ranking: []scoresheet.Criterion{
		{Rule: scoresheet.RuleLevelDifference}, {Rule: scoresheet.RuleLot}}}
	stage := cupOf(phase, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g")
	for i, difference := range []int{5, 1, 3, 3, 2, 4} {
		stage.Results[i].Difference = difference
	}
	// b −5, d −1, f −3, h −3; c 1 − 2 = −1, g 3 − 4 = −1.
	s, err := contest.RankKnockout(stage)
	if err != nil {
		t.Fatal(err)
	}
	if got := knockoutRanks(s); got != "1= a, 1= e, 3=? c, 3=? g, 5 d, 6=? f, 6=? h, 8 b" {
		t.Error(got)
	}
	var needed []string
	for _, need := range s.LotsNeeded {
		needed = append(needed, fmt.Sprint(need.Rank, need.Entrants))
	}
	if got := strings.Join(needed, " "); got != "3 [c g] 6 [f h]" {
		t.Error(got)
	}
	stage.Lots = []contest.Lot{{Order: []contest.EntrantID{"h", "g", "f", "c"}}}
	if s, err = contest.RankKnockout(stage); err != nil {
		t.Fatal(err)
	}
	if got := knockoutRanks(s); got != "1= a, 1= e, 3 g, 4 c, 5 d, 6 h, 7 f, 8 b" || len(s.LotsNeeded) > 0 {
		t.Error(got, s.LotsNeeded)
	}
	if d := s.Between(2, 3); d.Rule != scoresheet.RuleLot || fmt.Sprint(d.Level, d.Figures) != "[g c] [2 4]" {
		t.Errorf("%+v", d)
	}
}
