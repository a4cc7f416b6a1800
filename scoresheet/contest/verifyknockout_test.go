package contest_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// TestVerifyKnockout wants each thing that a round can get wrong to be found.
func TestVerifyKnockout(t *testing.T) {
	anew := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout}
	third := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, ThirdPlace: true}
	once := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "once"}
	tables := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "by-table"}
	exact := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Until: 4, Format: scoresheet.Format{Exact: true}}
	repechage := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Until: 8, Format: scoresheet.Format{Repechage: true}}
	eight := "a>b c>d e>f g>h"
	ten := "a>b c>d e>f g>h i>j"
	for name, c := range map[string]struct {
		stage contest.Stage
		round string
		want  string
	}{
		"right":                        {cupOf(anew, "abcdefgh", eight), "g?a c?e", ""},
		"right with a bye":             {cupOf(anew, "abcde", "a>b c>d e"), "a?e c", ""},
		"right in a bracket":           {cupOf(once, "abcdefgh", eight), "a?c e?g", ""},
		"right by tables":              {cupOf(tables, "abcdefghij", ten), "a?c g?i e", ""},
		"right by tables after a bye":  {cupOf(tables, "abcde", "a>b c>d e"), "c?e a", ""},
		"right for third place":        {cupOf(third, "abcd", "a>b c>d"), "a?c 3:d?b", ""},
		"right in a repechage":         {cupOf(repechage, "abcdefghij", ten), "(a) (c) (e) (g) (i) b?d f?h j", ""},
		"right down to four":           {cupOf(exact, "abcde"), "a?b c d e", ""},
		"unfinished":                   {cupOf(anew, "abcd", "a>b c?d"), "a?c", "knockout.unfinished knockout.over knockout.out"},
		"over":                         {cupOf(anew, "abcd", "a>b c>d", "a>c"), "a?c", "knockout.over knockout.out"},
		"over by the limit":            {limitedCup(cupOf(anew, "abcd", "a>b c>d"), 1), "a?c", "knockout.over"},
		"a stranger":                   {cupOf(anew, "abcd", "a>b c>d"), "a?z c", "knockout.stranger"},
		"somebody who is out":          {cupOf(anew, "abcd", "a>b c>d"), "a?b c", "knockout.out"},
		"somebody who has left":        {leftCup(cupOf(anew, "abcdefgh", eight), "g2"), "a?c e?g", "knockout.gone knockout.matches"},
		"somebody twice":               {cupOf(anew, "abcdefgh", eight), "a?c a?e g", "knockout.double"},
		"itself":                       {cupOf(anew, "abcd", "a>b c>d"), "a?a c", "knockout.self"},
		"idle":                         {cupOf(anew, "abcdefgh", eight), "a?c", "knockout.idle knockout.idle knockout.matches"},
		"too few matches":              {cupOf(anew, "abcdefgh", eight), "a?c e g", "knockout.matches"},
		"a second bye":                 {cupOf(anew, "abcde", "a>b c>d e"), "a?c e", "knockout.bye"},
		"against the bracket":          {cupOf(once, "abcdefgh", eight), "a?e c?g", "knockout.bracket knockout.bracket"},
		"a bye against the bracket":    {cupOf(once, "abcdefgh", eight), "a c e?g", "knockout.bracket knockout.bracket knockout.slot"},
		"against the tables":           {cupOf(tables, "abcdefgh", eight), "a?e c?g", "knockout.tables knockout.tables"},
		"no third place":               {cupOf(third, "abcd", "a>b c>d"), "a?c", "knockout.third"},
		"third place by others":        {cupOf(third, "abcd", "a>b c>d"), "a?d 3:b?c", "knockout.out knockout.out knockout.third"},
		"third place too early":        {cupOf(third, "abcdefgh", eight), "a?c 3:b?d e?g", "knockout.third"},
		"through, and not":             {cupOf(anew, "abcdefgh", eight), "(a) c?e g", "knockout.through knockout.matches"},
		"drawn though through":         {cupOf(repechage, "abcdefghij", ten), "(c) (e) (g) (i) b?d f?h j?a", "knockout.through knockout.matches"},
		"a bye though through":         {cupOf(repechage, "abcdefghij", ten), "(c) (e) (g) (i) b?d f?h j a", "knockout.through"},
		"too many matches":             {cupOf(exact, "abcde"), "a?b c?d e", "knockout.matches"},
		"too many matches in the last": {cupOf(repechage, "abcdefghi", "a>b c>d e>f g>h i"), "(a) (c) (e) (g) b?d f?h i", "knockout.matches knockout.bye"},
	} {
		round := cupOf(anew, "", c.round).Rounds[0]
		round.Number = c.stage.Next()
		if got := strings.Join(codesOfFaults(contest.VerifyKnockout(c.stage, round)), " "); !sameFaultCodes(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func limitedCup(stage contest.Stage, limit int) contest.Stage {
	stage.Limit = limit
	return stage
}

func codesOfFaults(err error) []string {
	var faults scoresheet.Faults
	errors.As(err, &faults)
	var list []string
	for _, f := range faults {
		list = append(list, f.Code)
	}
	return list
}

// sameFaultCodes compares without order, and each code once.
func sameFaultCodes(a, b string) bool {
	set := func(s string) []string {
		list := strings.Fields(s)
		slices.Sort(list)
		return slices.Compact(list)
	}
	return slices.Equal(set(a), set(b))
}

// TestVerifyKnockoutTables looks at what the letters above do not write.
func TestVerifyKnockoutTables(t *testing.T) {
	phase := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "once"}
	stage := cupOf(phase, "abcdefgh", "a>b c>d e>f g>h")
	right := func() contest.Round {
		round := cupOf(phase, "", "a?c e?g").Rounds[0]
		round.Number = 2
		return round
	}
	for name, c := range map[string]struct {
		change func(*contest.Round)
		want   string
	}{
		"as it is":     {func(*contest.Round) {}, ""},
		"without slot": {func(r *contest.Round) { r.Pairings[0].Slot, r.Pairings[1].Slot = 0, 0 }, ""},
		"number":       {func(r *contest.Round) { r.Number = 3 }, "knockout.round"},
		"table 0":      {func(r *contest.Round) { r.Pairings[0].Table = 0 }, "knockout.table"},
		"table twice":  {func(r *contest.Round) { r.Pairings[1].Table = 1 }, "knockout.table-twice"},
		"slots":        {func(r *contest.Round) { r.Pairings[0].Slot, r.Pairings[1].Slot = 2, 1 }, "knockout.slot knockout.slot"},
	} {
		round := right()
		c.change(&round)
		if got := strings.Join(codesOfFaults(contest.VerifyKnockout(stage, round)), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
