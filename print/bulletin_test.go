package print

import (
	"fmt"
	"strings"
	"testing"
)

// sampleBulletin has the columns of a Swiss as the national software prints them, and a table of units.
func sampleBulletin(entrants int) Bulletin {
	in := Bulletin{Event: college, Number: "第 3 号", Phase: "瑞士移位制 5 轮", Venue: "工会活动中心", Date: Date{2026, 11, 29},
		Rulebook: "guandan-jiangsu-social", RulebookHash: "3f9a6c1d20be4471", ChainHead: "9c41d07ae2b83f56",
		Notes: []string{"名次依据：总积分、去首累进分和、胜轮次、级差分、升级数，全部相同时抽签。"}}
	g := StandingGroup{Name: "个人名次", Points: "总积分", TieBreaks: []string{"去首累进分和", "胜轮次", "级差分", "升级数"}}
	for i := range entrants {
		row := StandingRow{Rank: i + 1, Party: party(i), Points: fmt.Sprint(10 - 10*i/max(1, entrants)), Values: []string{fmt.Sprint(20 - i%20), fmt.Sprint(5 - i%5), fmt.Sprint(31 - i), fmt.Sprint(44 - i%30)}, Remark: "正常"}
		switch {
		case i%7 == 3:
			row.Reason = fmt.Sprintf("与第 %d 名总积分同为 8 分，去首累进分和 17 比 15", i+2)
		case i == entrants-1:
			row.Rank, row.Remark = 0, "弃赛"
		}
		g.Rows = append(g.Rows, row)
	}
	units := StandingGroup{Name: "团体名次", Entrant: "单位", Points: "总积分", TieBreaks: g.TieBreaks}
	for i := range min(entrants, 6) {
		units.Rows = append(units.Rows, StandingRow{Rank: i + 1, Party: Party{Name: party(i).Unit}, Points: fmt.Sprint(30 - i), Values: g.Rows[i].Values})
	}
	in.Groups = []StandingGroup{g, units}
	return in
}

func worstBulletin(entrants int) Bulletin {
	in := sampleBulletin(entrants)
	in.Event, in.Number, in.Phase, in.Venue = longEvent, longName, longUnit, longUnit
	in.Notes = []string{strings.Repeat(longReason, 20), longReason}
	in.Signers = []string{longUnit, longName, longLatin, emojiName, "甲"}
	for g := range in.Groups {
		in.Groups[g].Name, in.Groups[g].Points = longName, "去首累进分和"
		for i := range in.Groups[g].Rows {
			row := &in.Groups[g].Rows[i]
			row.Party, row.Rank, row.Points, row.Reason, row.Remark = worstParty(i), 12345, "12345.5", longReason, longReason
			row.Values = []string{"-12345.5", "-12345.5", "-12345.5", "-12345.5"}
		}
	}
	return in
}

func TestBulletins(t *testing.T) {
	p := testPrinter(t)
	cases := map[string]Bulletin{}
	for _, n := range []int{1, 2, 20, 60} {
		cases[fmt.Sprintf("sample/%d", n)] = sampleBulletin(n)
		cases[fmt.Sprintf("worst/%d", n)] = worstBulletin(n)
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bulletin.title")
			if err := l.bulletin(in); err != nil {
				t.Fatal(err)
			}
			checkLayout(t, l)
			checkRules(t, l)
			heads := 0
			for _, page := range l.pages {
				for _, panel := range page.panels {
					for _, text := range panel.texts {
						if text.text == "9c41 d07a e2b8 3f56" {
							heads++
						}
					}
				}
			}
			if heads != 1 {
				t.Errorf("the head of the chain is there %d times", heads)
			}
		})
	}
}

func TestBulletinPages(t *testing.T) {
	p := testPrinter(t)
	for entrants, want := range map[int]int{1: 1, 3: 1, 10: 2, 512: 41} {
		l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bulletin.title")
		if err := l.bulletin(sampleBulletin(entrants)); err != nil || len(l.pages) != want {
			t.Errorf("%d entrants on %d pages, want %d (%v)", entrants, len(l.pages), want, err)
		}
	}
}
