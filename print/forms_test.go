package print

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func sampleLots(count int) Lots {
	in := Lots{Event: college, Phase: "第一轮"}
	for i := range count {
		in.Lots = append(in.Lots, Lot{Text: fmt.Sprint(i + 1), Note: "A 组"})
	}
	return in
}

// letterLots has two slips for each letter and blank ones, as knockouts are drawn.
func letterLots(pairs, byes int) Lots {
	in := Lots{Event: college, Phase: "第一轮"}
	for i := range pairs {
		lot := Lot{Text: string(rune('A' + i))}
		in.Lots = append(in.Lots, lot, lot)
	}
	in.Lots = append(in.Lots, make([]Lot, byes)...)
	return in
}

func sampleSeatCards() []SeatCard {
	return []SeatCard{
		{Event: college, Name: "张建国", Unit: "机械工程学院分工会", Number: "5", Place: "7 桌 · 南"},
		{Event: college, Name: "阿卜杜拉·买买提", Unit: "外国语学院分工会", Place: "7 桌 · 东"},
		{Event: college, Name: "裁判长", Unit: "竞赛组"},
	}
}

func worstSeatCards() []SeatCard {
	var out []SeatCard
	for i, name := range []string{longName, longLatin, emojiName, rareName, longMixed, "甲", ""} {
		out = append(out, SeatCard{Event: longEvent, Name: name, Unit: longUnit, Number: "12345", Place: []string{longName, ""}[i%2]})
	}
	return out
}

func samplePenalties(entries, rows int) PenaltyRecord {
	in := PenaltyRecord{Event: college, Phase: "小组赛", After: "第 11 轮后", Rows: rows, Rulebook: "guandan-college", RulebookHash: "3f9a6c1d20be4471"}
	for i := range entries {
		in.ChainHead = "9c41d07ae2b83f56"
		in.Entries = append(in.Entries, PenaltyEntry{Time: "11月29日 10:12", Match: fmt.Sprintf("第 %d 轮 7 桌", i/4+1), Hand: fmt.Sprint(i%9 + 1), Entrant: party(i).Name, Who: "座 2（东）",
			Violation: "首张出牌超过 40 秒", Article: "第 12 条", Repetition: fmt.Sprint(i%3 + 1), Action: "警告", Referee: "王志强"})
		if i%5 == 2 {
			in.Entries[i].Cancelled, in.Entries[i].Note = true, "座位报错，裁判长撤销"
		}
	}
	return in
}

func worstPenalties() PenaltyRecord {
	in := samplePenalties(30, 3)
	in.Event, in.Phase, in.After = longEvent, longUnit, longUnit
	in.Signers = []string{longUnit, longName, longLatin, "甲"}
	for i := range in.Entries {
		in.Entries[i] = PenaltyEntry{Time: longName, Match: longUnit, Hand: "12345", Entrant: longName, Who: longLatin, Violation: longReason, Article: longUnit,
			Repetition: "12345", Action: longReason, Referee: longName, Note: longReason, Cancelled: i%2 == 0}
	}
	return in
}

func sampleAppeal() AppealRecord {
	s := sampleSheet()
	return AppealRecord{Event: college, Number: "第 2 号", Phase: s.Phase, Round: s.Round, Table: s.Table, Match: s.Match, Start: s.Start, Sides: s.Sides,
		Result: "5 : 5，机械工程学院一队胜（先到该级），场分 1 : 0", Due: "比赛结束后 30 分钟内书面提出", Rulebook: s.Rulebook, RulebookHash: s.RulebookHash, ChainHead: "9c41d07ae2b83f56"}
}

func worstAppeals() []AppealRecord {
	six := worstSheet(FormLevels, 6, 0, 0)
	a := AppealRecord{Event: longEvent, Number: longName, Phase: longUnit, Round: longUnit, Table: "12345", Match: "12345-12345", Start: longName, Sides: six.Sides,
		Result: longReason, Due: longReason, Rulebook: longLatin, RulebookHash: strings.Repeat("f", 64), ChainHead: "0123456789abcdef"}
	return []AppealRecord{a, {}}
}

func sampleEntry(players, fields, entries int) EntryForm {
	in := EntryForm{Event: college, Rulebook: "学院教职工掼蛋赛", Due: "11 月 20 日前交工会办公室", Entries: entries, RulebookID: "guandan-college", RulebookHash: "3f9a6c1d20be4471",
		Notes: []string{"每个分工会可报 1—2 对，每对 2 人，须为本校教职工。报名后不得更换人员。"}}
	for i := range players {
		in.Players = append(in.Players, "选手"+ChineseNumber(i+1))
	}
	in.Fields = []string{"电话", "性别", "职务"}[:fields]
	return in
}

func worstEntry(players int) EntryForm {
	in := sampleEntry(players, 3, 30)
	in.Event, in.Rulebook, in.Due = longEvent, longUnit, longUnit
	for i := range in.Players {
		in.Players[i] = longName
	}
	in.Fields = []string{longName, longLatin, "甲"}
	in.Notes = []string{strings.Repeat(longReason, 10), longReason}
	return in
}

func sampleLadder() LadderSheet {
	holder := func(n, lost int) Holder {
		return Holder{Party: party(n), Since: "2026 年第二季度", Record: fmt.Sprintf("守擂 %d 胜", n), Losses: lost, MostLosses: 3}
	}
	in := LadderSheet{Event: "XX 市够级擂台赛", Season: "2026 年度", After: "第三季度后", ChainHead: "9c41d07ae2b83f56",
		Titles: []HolderTitle{{"主将", []Holder{holder(1, 1)}}, {"副将", []Holder{holder(2, 0), holder(3, 2)}},
			{"先锋", []Holder{holder(4, 0), holder(5, 0), holder(6, 1), holder(7, 0), {}}}},
		Points: StandingGroup{TieBreaks: []string{"胜先锋", "胜副将", "胜主将"}},
		Notes:  []string{"胜先锋 1 分，胜副将 3 分，胜主将 6 分；擂主获胜同分。年终取前 8 名。"}}
	for i := range 12 {
		p := party(i + 1)
		p.Players = nil
		in.Points.Rows = append(in.Points.Rows, StandingRow{Rank: i + 1, Party: p, Points: fmt.Sprint(24 - 2*i), Values: []string{"3", "1", "0"}, Remark: []string{"主将", "副将", ""}[min(i, 2)]})
	}
	return in
}

func worstLadder() LadderSheet {
	in := sampleLadder()
	in.Event, in.Season, in.After = longEvent, longUnit, longUnit
	n := 0
	for len(in.Titles[1].Holders) < 13 {
		in.Titles[1].Holders = append(in.Titles[1].Holders, Holder{})
	}
	in.Titles = append(in.Titles, HolderTitle{Name: longName})
	for t := range in.Titles {
		in.Titles[t].Name = longUnit
		for i := range in.Titles[t].Holders {
			in.Titles[t].Holders[i] = Holder{Party: worstParty(n), Since: longName, Record: longName, Losses: 12345, MostLosses: 12345}
			n++
		}
	}
	for i := range in.Points.Rows {
		in.Points.Rows[i].Party, in.Points.Rows[i].Reason = worstParty(i), longReason
	}
	in.Notes = []string{longReason}
	return in
}

func sampleScoreCards(cards, rounds, played int) ScoreCards {
	in := ScoreCards{Event: college, Phase: "瑞士移位制", Points: "积分", Figures: []string{"去首累进分", "级差分"}, Rounds: rounds, ChainHead: "9c41d07ae2b83f56"}
	for i := range cards {
		c := ScoreCard{Party: party(i), Points: fmt.Sprint(2 * played), Values: []string{fmt.Sprint(played * (played - 1)), "+" + fmt.Sprint(3*played)}}
		for r := range played {
			row := ScoreCardRow{Round: fmt.Sprint(r + 1), Opponent: joined(" ", fmt.Sprint(i+r+1), party(i+r+1).Name), OpponentUnit: party(i + r + 1).Unit, Points: "2", Score: "A+:K", Values: []string{fmt.Sprint(2 * r), "+3"}}
			if r == 2 {
				row = ScoreCardRow{Round: "3", Opponent: "轮空", Points: "2", Values: []string{"4", ""}, Remark: "轮空"}
			}
			c.Rows = append(c.Rows, row)
		}
		in.Cards = append(in.Cards, c)
	}
	return in
}

func worstScoreCards(cards, rounds int) ScoreCards {
	in := sampleScoreCards(cards, rounds, rounds)
	in.Event, in.Phase, in.Points = longEvent, longUnit, "去首累进分和"
	in.Figures = []string{longName, "去首累进分", "级差分"}
	for i := range in.Cards {
		c := &in.Cards[i]
		c.Party, c.Points, c.Values = worstParty(i), "12345.5", []string{"-12345.5", "-12345.5", "-12345.5"}
		for r := range c.Rows {
			c.Rows[r] = ScoreCardRow{Round: "12345", Opponent: longName, OpponentUnit: longUnit, Points: "12345.5", Score: "-12345.5:12345", Values: c.Values, Remark: longReason}
		}
	}
	return in
}

// formCases are the documents that are cut, folded, written on or put up, ordinary and at their worst.
func formCases() map[string]func(*layout) error {
	cases := map[string]func(*layout) error{}
	lots := func(in Lots) func(*layout) error { return func(l *layout) error { return l.lots(in) } }
	cases["lots/512"] = lots(sampleLots(512))
	cases["lots/letters"] = lots(letterLots(20, 4))
	cases["lots/worst"] = lots(Lots{Event: longEvent, Phase: longUnit, Lots: []Lot{{longName, longUnit}, {longLatin, longLatin}, {"", longUnit}, {"66669999", ""}, {emojiName, emojiName}}})
	for name, cards := range map[string][]SeatCard{"sample": sampleSeatCards(), "worst": worstSeatCards()} {
		cases["seat-cards/"+name] = func(l *layout) error { l.seatCards(cards); return nil }
	}
	for name, in := range map[string]PenaltyRecord{"sample": samplePenalties(12, 0), "form": samplePenalties(0, 16), "one": samplePenalties(1, 0), "worst": worstPenalties()} {
		cases["penalties/"+name] = func(l *layout) error { return l.penaltyRecord(in) }
	}
	cases["appeals"] = func(l *layout) error {
		for _, a := range append(worstAppeals(), sampleAppeal()) {
			l.appealRecord(a)
		}
		return nil
	}
	for name, in := range map[string]EntryForm{"pairs": sampleEntry(2, 1, 12), "one": sampleEntry(2, 0, 1), "wide": sampleEntry(3, 2, 20), "teams": sampleEntry(8, 1, 3), "large teams": sampleEntry(40, 3, 2),
		"worst pairs": worstEntry(2), "worst teams": worstEntry(12)} {
		cases["entry/"+name] = func(l *layout) error { return l.entryForm(in) }
	}
	for name, in := range map[string]LadderSheet{"sample": sampleLadder(), "worst": worstLadder(), "titles": {Titles: sampleLadder().Titles}, "points": {Points: sampleLadder().Points}} {
		cases["ladder/"+name] = func(l *layout) error { return l.ladder(in) }
	}
	for name, in := range map[string]ScoreCards{"sample": sampleScoreCards(7, 8, 4), "512": sampleScoreCards(512, 5, 5), "no rounds": sampleScoreCards(2, 0, 0), "one": sampleScoreCards(1, 11, 11),
		"worst": worstScoreCards(7, 9), "long": worstScoreCards(2, 90)} {
		cases["score-cards/"+name] = func(l *layout) error { l.scoreCards(in); return nil }
	}
	return cases
}

func TestForms(t *testing.T) {
	p := testPrinter(t)
	for _, language := range []string{"zh-Hans", "en"} {
		for name, compose := range formCases() {
			t.Run(language+"/"+name, func(t *testing.T) {
				l := newLayout(p.face, wordsOf(t, language), "print.lot.title")
				if err := compose(l); err != nil {
					t.Fatal(err)
				}
				checkLayout(t, l)
				checkRules(t, l)
			})
		}
	}
}

func TestFormPages(t *testing.T) {
	p := testPrinter(t)
	cases := formCases()
	for name, want := range map[string]int{"lots/512": 22, "lots/letters": 2, "seat-cards/sample": 2, "penalties/form": 1, "penalties/one": 1, "appeals": 3, "entry/pairs": 1, "entry/one": 1,
		"entry/teams": 2, "ladder/sample": 1, "score-cards/512": 128, "score-cards/sample": 3, "score-cards/one": 1, "score-cards/long": 6} {
		l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.lot.title")
		if err := cases[name](l); err != nil || len(l.pages) != want {
			t.Errorf("%s: %d pages, want %d (%v)", name, len(l.pages), want, err)
		}
	}
}

func TestNothingToPrint(t *testing.T) {
	p, ctx, with := testPrinter(t), context.Background(), setting(t, "zh-Hans")
	for name, print := range map[string]func() (Document, error){
		"bracket":     func() (Document, error) { return p.Bracket(ctx, with, BracketSheet{}) },
		"cross table": func() (Document, error) { return p.CrossTable(ctx, with, CrossTable{Groups: []CrossGroup{{}}}) },
		"bulletin":    func() (Document, error) { return p.Bulletin(ctx, with, Bulletin{Groups: []StandingGroup{{}}}) },
		"lots":        func() (Document, error) { return p.Lots(ctx, with, Lots{}) },
		"seat cards":  func() (Document, error) { return p.SeatCards(ctx, with, nil) },
		"penalties":   func() (Document, error) { return p.PenaltyRecord(ctx, with, PenaltyRecord{}) },
		"appeals":     func() (Document, error) { return p.AppealRecords(ctx, with, nil) },
		"entry form":  func() (Document, error) { return p.EntryForm(ctx, with, EntryForm{Entries: 3}) },
		"ladder":      func() (Document, error) { return p.Ladder(ctx, with, LadderSheet{}) },
		"score cards": func() (Document, error) { return p.ScoreCards(ctx, with, ScoreCards{}) },
	} {
		_, err := print()
		var fault *Fault
		if !errors.As(err, &fault) || fault.Code != FaultEmpty {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestTurnsIntoOther(t *testing.T) {
	for text, want := range map[string]bool{"6": true, "9": true, "8": false, "69": false, "68": true, "16": true, "11": false, "12": false, "A": false, "18": true, "101": false} {
		if turnsIntoOther(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
