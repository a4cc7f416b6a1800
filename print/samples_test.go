package print

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// sample makes a document of the tests.
type sample func(p *Printer, ctx context.Context, with Setting) (Document, error)

const phoneURL = "HTTP://192.168.100.105:8080/T/ABCDEFGHIJKLMNOPQRSTUVWXYZ"

var college = "XX大学教工会 2026 年“健康杯”掼蛋比赛"

func sampleSheet() Scoresheet {
	return Scoresheet{
		Event: college, Phase: "小组赛", Round: "第 3 轮", Table: "7", Match: "A-21", Start: "11月29日 09:30",
		Sides: [2]SheetSide{
			{Name: "南北", Party: Party{Number: "5", Name: "机械工程学院一队", Unit: "机械工程学院分工会"},
				Seats: []Seat{{1, "南", "张建国"}, {3, "北", "李秀英"}}},
			{Name: "东西", Party: Party{Number: "12", Name: "外国语学院一队", Unit: "外国语学院分工会"},
				Seats: []Seat{{2, "东", "阿卜杜拉·买买提"}, {4, "西", "欧阳娜娜"}}},
		},
		Form: FormLevels, Places: []string{"头游", "二游", "三游", "末游"}, Games: []SheetGame{{Rows: 14}}, PenaltyRows: 2,
		URL: "HTTP://192.168.100.105:8080/M/A-21", Rulebook: "guandan-college", RulebookHash: "3f9a6c1d20be4471",
	}
}

func filledSheet() Scoresheet {
	s := sampleSheet()
	s.Games[0].Hands = []SheetHand{
		{Finish: []int{1, 3}, PlayedAt: "2", Upgrade: [2]string{"3", ""}, Levels: [2]string{"5", "2"}},
		{Finish: []int{2, 1, 4, 3}, PlayedAt: "5", Upgrade: [2]string{"", "2"}, Levels: [2]string{"5", "4"}, Remark: "抗贡"},
		{Finish: []int{4, 1, 3, 2}, PlayedAt: "4", Upgrade: [2]string{"", "1"}, Levels: [2]string{"5", "5"}, Remark: "铃响后报，双方确认"},
	}
	s.Penalties = []SheetPenalty{{Hand: "2", Who: "座 2（东西）", Violation: "报牌张数有误", Action: "警告", Referee: "王志强"}}
	s.Result = SheetResult{Final: [2]string{"5", "5"}, Winner: "机械工程学院一队", By: "先到该级", MatchPoints: [2]string{"1", "0"}}
	s.Signatures = [3]string{"张建国", "欧阳娜娜", "王志强"}
	s.ChainHead = "9c41d07ae2b83f56"
	return s
}

func goujiSheet() Scoresheet {
	s := sampleSheet()
	s.Event, s.Rulebook = "2026 年够级团体赛", "gouji-karamay"
	s.Sides = [2]SheetSide{
		{Party: Party{Number: "3", Name: "青岛市南区代表队", Unit: "市南区总工会"}, Seats: []Seat{{1, "", "甲"}, {3, "", "乙"}, {5, "", "丙"}}},
		{Party: Party{Number: "4", Name: "克拉玛依代表队", Unit: "克拉玛依市总工会"}, Seats: []Seat{{2, "", ""}, {4, "", ""}, {6, "", ""}}},
	}
	s.Form, s.Places = FormPoints, []string{"头科", "二科", "三科", "四科", "二落", "大落"}
	s.Games = []SheetGame{{Rows: 6, Hands: []SheetHand{
		{Finish: []int{1, 3, 5, 2, 4, 6}, Points: [2]string{"3", "0"}, Totals: [2]string{"3", "0"}, Remark: "座 2 不开点"},
		{Finish: []int{2, 1, 4, 3, 6, 5}, Points: [2]string{"0.5", "12"}, Totals: [2]string{"3.5", "12"}}}},
		{Rows: 6}, {Rows: 6}}
	return s
}

func shuangshengSheet() Scoresheet {
	s := sampleSheet()
	s.Form, s.Places, s.Rulebook = FormTricks, nil, "shuangsheng-enterprise"
	s.Games = []SheetGame{{Rows: 10, Hands: []SheetHand{
		{OnStage: "A", PlayedAt: "2", Tricks: "75", Bottom: "20", Upgrade: [2]string{"", "1"}, Levels: [2]string{"2", "3"}}}}}
	return s
}

func sampleCards() []TableCard {
	card := TableCard{Event: college, Table: "7", Side: 0, SideName: "南北", Seats: []Seat{{1, "南", ""}, {3, "北", ""}},
		URL: phoneURL, Address: "http://192.168.100.105:8080", Code: "K7QM2X"}
	other := card
	other.Side, other.SideName, other.Seats, other.Table = 1, "东西", []Seat{{2, "东", "阿卜杜拉·买买提"}, {4, "西", "欧阳娜娜"}}, "12"
	return []TableCard{card, other}
}

func party(n int) Party {
	units := []string{"机械工程学院", "外国语学院", "马克思主义学院", "图书馆", "后勤服务集团", "附属中学"}
	return Party{Number: fmt.Sprint(n), Name: fmt.Sprintf("%s%d队", units[n%6], n/6+1), Unit: units[n%6] + "分工会",
		Players: []string{"张建国", "李秀英"}}
}

func sampleRound() RoundSheet {
	in := RoundSheet{Event: college, Phase: "小组赛", Round: "第 3 轮", Start: "11月29日 09:30", Seed: "7340512", ChainHead: "9c41d07ae2b83f56"}
	for g := range 2 {
		section := RoundSection{Title: string(rune('A'+g)) + " 组", Byes: []Party{party(12 + g)}}
		for i := range 6 {
			section.Pairings = append(section.Pairings, Pairing{Table: fmt.Sprint(g*6 + i + 1), A: party(2 * i), B: party(2*i + 1)})
		}
		in.Sections = append(in.Sections, section)
	}
	return in
}

func sampleDraw() RoundSheet {
	in := RoundSheet{Event: college, Draw: true, Phase: "小组赛", Seed: "7340512", Results: true,
		Inputs: "A 组 12 对，按报名顺序：1 机械工程学院、2 外国语学院、3 马克思主义学院、4 图书馆、5 后勤服务集团、6 附属中学；圆圈轮转法，首轮 1 号固定。"}
	for r := range 11 {
		section := RoundSection{Title: fmt.Sprintf("第 %d 轮", r+1)}
		for i := range 6 {
			section.Pairings = append(section.Pairings, Pairing{Table: fmt.Sprint(i + 1), A: party((2*i + r) % 12), B: party((2*i + r + 1) % 12)})
		}
		in.Sections = append(in.Sections, section)
	}
	return in
}

func sampleStandings() Standings {
	in := Standings{Event: college, Phase: "小组赛", After: "第 11 轮后", Provisional: true, ChainHead: "9c41d07ae2b83f56"}
	for g := range 2 {
		group := StandingGroup{Name: string(rune('A'+g)) + " 组", TieBreaks: []string{"相互胜负", "胜负差"}}
		for i := range 12 {
			p := party(i)
			p.Players = nil
			row := StandingRow{Rank: i + 1, Party: p, Points: fmt.Sprint(20 - i), Values: []string{"—", fmt.Sprint(31 - 5*i)}, Qualified: i < 4}
			if i == 1 || i == 2 {
				row.Points, row.Values[0] = "19", []string{"胜", "负"}[i-1]
				row.Reason = "与另一对同为 19 分，两对相互比赛胜者列前"
			}
			group.Rows = append(group.Rows, row)
		}
		in.Groups = append(in.Groups, group)
	}
	return in
}

func sampleCertificates() []Certificate {
	base := Certificate{Kind: Honour, Names: []string{"张建国", "李秀英"}, Unit: "机械工程学院分工会", Event: college, Rank: 1,
		Issuers: []string{"XX大学工会委员会"}, Date: Date{2026, 11, 29}, Number: "GD-2026-001", ChainHead: "9c41d07ae2b83f56"}
	award := base
	award.Kind, award.Prize, award.Unit, award.Group, award.Names = Award, "优秀组织奖", "", "A 组", []string{"外国语学院分工会"}
	took := base
	took.Kind, took.Rank, took.Names = Participation, 0, []string{"阿卜杜拉·买买提·吐尔逊江", "欧阳𬱟"}
	took.Issuers = []string{"XX大学工会委员会", "XX大学体育运动委员会"}
	return []Certificate{base, award, took}
}

func sampleRulebook() Rulebook {
	in := Rulebook{Event: college, Name: "学院教职工掼蛋赛", Summary: "两人一队，分A、B两组单循环。每局45分钟，从2打到A。", Source: "出处：002 比赛通知",
		ID: "guandan-college", Hash: "3f9a6c1d20be4471"}
	text := "按出完牌的先后定上游、二游、三游、下游，上游一方升级：双下升3级，对家三游升2级，对家下游升1级。"
	for i := range 24 {
		in.Articles = append(in.Articles, RuleArticle{Number: fmt.Sprintf("第%d条", i+1), Text: strings.Repeat(text, i%4+1)})
	}
	in.Articles[3].Origin = "默认"
	for i := range 30 {
		in.Settings = append(in.Settings, RuleSetting{Name: fmt.Sprintf("第%d项设置", i+1), Value: fmt.Sprint(i), Origin: "第四条"})
	}
	in.Settings[10].Changed = "45"
	in.Penalties = []RulePenalty{
		{Name: "出牌超时", Steps: []string{"警告"}, Counted: "按一方、本场累计", Origin: "默认"},
		{Name: "说规则以外的话", Steps: []string{"警告", "扣2分", "取消资格"}, Counted: "按队、本局累计，与“看他人的牌”合并计算", Origin: "三、7—8"},
	}
	in.Sections = []RuleSection{
		{Title: "赛制：预赛", Ordered: true, Lines: []RuleLine{{"单循环", "通知二、1"}, {"两队同分看彼此交手的胜者", "默认"}}},
		{Title: "没有内容的部分"},
		{Title: "场分", Lines: []RuleLine{{"过A获胜：2分", "通知二、1"}}},
	}
	return in
}

// samples are all documents of the tests, by the names of their golden files.
var samples = map[string]sample{
	"scoresheet-blank":  sheetSample(false, sampleSheet()),
	"scoresheet-filled": sheetSample(false, filledSheet(), goujiSheet(), shuangshengSheet()),
	"scoresheet-two":    sheetSample(true, filledSheet(), goujiSheet(), shuangshengSheet()),
	"table-cards": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.TableCards(ctx, with, sampleCards())
	},
	"round-sheet": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.RoundSheet(ctx, with, sampleRound())
	},
	"draw-sheet": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.RoundSheet(ctx, with, sampleDraw())
	},
	"standings": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Standings(ctx, with, sampleStandings())
	},
	"bracket":         bracketSample(sampleBracket(29, 5, 2)),
	"bracket-parts":   bracketSample(sampleBracket(50, 6, 2)),
	"bracket-redrawn": bracketSample(redrawn(sampleBracket(16, 4, 4))),
	"cross-table": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.CrossTable(ctx, with, sampleCrossTable(12, 4))
	},
	"bulletin": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Bulletin(ctx, with, sampleBulletin(20))
	},
	"lots": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Lots(ctx, with, letterLots(10, 2))
	},
	"seat-cards": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.SeatCards(ctx, with, sampleSeatCards())
	},
	"penalty-record": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.PenaltyRecord(ctx, with, samplePenalties(12, 0))
	},
	"appeal-record": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.AppealRecords(ctx, with, []AppealRecord{sampleAppeal()})
	},
	"entry-form": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.EntryForm(ctx, with, sampleEntry(2, 1, 12))
	},
	"entry-form-teams": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.EntryForm(ctx, with, sampleEntry(8, 1, 2))
	},
	"ladder": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Ladder(ctx, with, sampleLadder())
	},
	"score-cards": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.ScoreCards(ctx, with, sampleScoreCards(7, 8, 4))
	},
	"rulebook": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Rulebook(ctx, with, sampleRulebook())
	},
	"certificates": func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Certificates(ctx, with, sampleCertificates())
	},
}

func sheetSample(two bool, sheets ...Scoresheet) sample {
	return func(p *Printer, ctx context.Context, with Setting) (Document, error) {
		return p.Scoresheets(ctx, with, Scoresheets{Sheets: sheets, TwoAPage: two})
	}
}

func bracketSample(in BracketSheet) sample {
	return func(p *Printer, ctx context.Context, with Setting) (Document, error) { return p.Bracket(ctx, with, in) }
}

// madeSample makes a sample, failing the test on an error.
func madeSample(tb testing.TB, p *Printer, name, language string) Document {
	tb.Helper()
	d, err := samples[name](p, context.Background(), setting(tb, language))
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return d
}
