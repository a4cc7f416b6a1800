package print

import (
	"fmt"
	"strings"
	"testing"
)

// sampleCross is a group in which the better number won, or drew where the two are next to each other at the end.
func sampleCross(name string, entrants int) CrossGroup {
	g := CrossGroup{Name: name, TieBreaks: []string{"相互胜负", "胜负差"}}
	for i := range entrants {
		p := party(i)
		p.Players = nil
		row := CrossRow{StandingRow: StandingRow{Rank: i + 1, Party: p, Points: fmt.Sprint(2 * (entrants - 1 - i)), Values: []string{"—", fmt.Sprint(4*entrants - 8*i)}, Qualified: i < 2}}
		for j := range entrants {
			r := CrossResult{Outcome: CrossWon, Score: "A:9", Points: "2"}
			switch {
			case i > j:
				r = CrossResult{Outcome: CrossLost, Score: "9:A", Points: "0"}
			case i == 0 && j == 3:
				r.Score = "弃权"
			}
			if i+j == 2*entrants-3 {
				r = CrossResult{}
			}
			row.Results = append(row.Results, r)
		}
		g.Rows = append(g.Rows, row)
	}
	if entrants > 3 {
		g.Rows[2].Reason = "与第 4 名同为 19 分，相互比赛胜"
		g.Rows[0].Results[2] = CrossResult{Outcome: CrossDrawn, Score: "10:10", Points: "1"}
		g.Rows[2].Results[0] = CrossResult{Outcome: CrossDrawn, Score: "10:10", Points: "1"}
	}
	return g
}

func sampleCrossTable(sizes ...int) CrossTable {
	in := CrossTable{Event: college, Phase: "小组赛", After: "第 11 轮后", Provisional: true, ChainHead: "9c41d07ae2b83f56"}
	for i, n := range sizes {
		in.Groups = append(in.Groups, sampleCross(fmt.Sprintf("%c 组", 'A'+i), n))
	}
	return in
}

// worstCross is a group with the longest of everything.
func worstCross(entrants, breaks int) CrossTable {
	in := sampleCrossTable(entrants, entrants)
	in.Event, in.Phase, in.After = longEvent, longUnit, longUnit
	for g := range in.Groups {
		group := &in.Groups[g]
		group.Name, group.TieBreaks = longName, strings.Split(strings.Repeat("去首累进分和,", breaks), ",")[:breaks]
		for i := range group.Rows {
			row := &group.Rows[i]
			row.Party, row.Rank, row.Points, row.Reason = worstParty(i), 12345, "12345.5", longReason
			row.Values = strings.Split(strings.Repeat("-12345.5,", breaks), ",")[:breaks]
			for j := range row.Results {
				row.Results[j] = CrossResult{Outcome: CrossVoid, Score: "-12345.5:12345", Points: "-12345.5"}
			}
		}
	}
	return in
}

func TestCrossTables(t *testing.T) {
	p := testPrinter(t)
	cases := map[string]CrossTable{"groups": sampleCrossTable(4, 4, 4, 4, 5, 3, 1, 0)}
	for _, n := range []int{1, 2, 3, 11, 12, 13, 24, 25, 64} {
		cases[fmt.Sprintf("sample/%d", n)] = sampleCrossTable(n)
	}
	for _, n := range []int{1, 12, 24, 40} {
		for _, breaks := range []int{0, 6} {
			cases[fmt.Sprintf("worst/%d/%d", n, breaks)] = worstCross(n, breaks)
		}
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.cross.title")
			if err := l.crossTable(in); err != nil {
				t.Fatal(err)
			}
			checkLayout(t, l)
			checkRules(t, l)
			checkCross(t, l, in)
		})
	}
}

// checkCross holds that every result is there once.
func checkCross(tb testing.TB, l *layout, in CrossTable) {
	tb.Helper()
	want, got := 0, 0
	for _, g := range in.Groups {
		for i, row := range g.Rows {
			for j, r := range row.Results {
				if i != j && r.Score != "" {
					want++
				}
			}
		}
	}
	for _, p := range l.pages {
		for _, panel := range p.panels {
			for _, t := range panel.texts {
				if t.name == "result" && (strings.Contains(t.text, ":") || t.text == "弃权") {
					got++
				}
			}
		}
	}
	if got != want {
		tb.Errorf("%d results, want %d", got, want)
	}
}

func TestCrossTablePages(t *testing.T) {
	p := testPrinter(t)
	for entrants, want := range map[int]int{1: 1, 12: 1, 24: 1, 25: 4, 48: 4, 49: 9, 64: 9} {
		in := sampleCrossTable(entrants)
		for i := range in.Groups[0].Rows {
			in.Groups[0].Rows[i].Reason = ""
		}
		l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.cross.title")
		if err := l.crossTable(in); err != nil || len(l.pages) != want {
			t.Errorf("%d entrants on %d pages, want %d (%v)", entrants, len(l.pages), want, err)
		}
	}
}
