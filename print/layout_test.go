package print

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Texts that are as bad as the limits on entries allow.
var (
	longName   = strings.Repeat("阿卜杜热合曼", 7)[:3*40]
	longLatin  = "Wolfeschlegelsteinhausenbergerdorffwelche"[:40]
	longUnit   = strings.Repeat("某某大学马克思主义学院附属第一分工会", 4)[:3*60]
	longMixed  = "Université de Technologie (Zhōngguó) 够级队 No.12345，“A”组"
	emojiName  = "李🀄️👨‍👩‍👧‍👦😀龍\u202e\u200b娜"
	rareName   = "𬱟𠮷𡃁䶮龘"
	longEvent  = strings.Repeat("全国高等院校教职工“健康杯”", 6) + "掼蛋比赛"
	longURL    = "HTTP://192.168.100.105:8080/T/ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	longReason = strings.Repeat("与第 3、5、7 队同分，四队之间胜负差 +12、+3、−4、−11；", 4)
)

func worstParty(n int) Party {
	names := []string{longName, longLatin, emojiName, rareName, longMixed, "", "甲"}
	p := Party{Number: "12345", Name: names[n%len(names)], Unit: longUnit, Players: []string{longName, longLatin}}
	if n%3 == 0 {
		p.Unit = longLatin + longLatin[:20]
	}
	return p
}

func worstSheet(form Form, seats, games, rows int) Scoresheet {
	s := Scoresheet{Event: longEvent, Phase: longUnit, Round: longUnit, Table: "12345", Match: "12345-12345", Start: longName,
		Form: form, PenaltyRows: 3, URL: longURL, Rulebook: longLatin, RulebookHash: strings.Repeat("f", 64), ChainHead: "0123456789abcdef",
		Result:     SheetResult{Final: [2]string{"12345.5", "-12345"}, Winner: longName, By: longUnit, MatchPoints: [2]string{"12345", "12345"}},
		Signatures: [3]string{longName, longLatin, emojiName}}
	for i := range s.Sides {
		s.Sides[i] = SheetSide{Name: longName, Party: worstParty(i + int(form))}
		for n := range seats / 2 {
			s.Sides[i].Seats = append(s.Sides[i].Seats, Seat{2*n + i + 1, "西北", []string{longName, emojiName, longLatin}[n%3]})
		}
	}
	for range seats {
		s.Places = append(s.Places, "第一名（头游）")
	}
	hand := SheetHand{Finish: []int{6, 5, 4, 3, 2, 1}[6-seats:], PlayedAt: "10", OnStage: "A", Tricks: "12345", Bottom: "12345",
		Upgrade: [2]string{"12345", "3"}, Levels: [2]string{"10", "10"}, Points: [2]string{"-12345.5", "12345"},
		Totals: [2]string{"12345", "12345"}, Remark: longReason}
	for range games {
		game := SheetGame{Rows: rows}
		for range rows {
			game.Hands = append(game.Hands, hand)
		}
		s.Games = append(s.Games, game)
	}
	for range 3 {
		s.Penalties = append(s.Penalties, SheetPenalty{"12345", longName, longReason, longReason, longLatin})
	}
	return s
}

// worst are layouts of the worst cases.
func worst() map[string]func(*layout) error {
	cases := map[string]func(*layout) error{}
	for form, name := range map[Form]string{FormLevels: "levels", FormPoints: "points", FormTricks: "tricks"} {
		for _, seats := range []int{4, 6} {
			for _, shape := range [][2]int{{1, 1}, {1, 12}, {1, 45}, {3, 6}, {3, 30}, {5, 1}, {0, 0}} {
				for _, two := range []bool{false, true} {
					sheet := worstSheet(form, seats, shape[0], shape[1])
					cases[fmt.Sprintf("sheet/%s/seats=%d/games=%d/rows=%d/two=%v", name, seats, shape[0], shape[1], two)] = func(l *layout) error {
						return l.scoresheets(Scoresheets{Sheets: []Scoresheet{sheet, sheet, sheet}, TwoAPage: two})
					}
				}
			}
		}
	}
	for _, two := range []bool{false, true} {
		crowded := worstSheet(FormLevels, 4, 1, 10)
		for len(crowded.Penalties) < 20 {
			crowded.Penalties = append(crowded.Penalties, crowded.Penalties[0])
		}
		crowded.Sides[0].Seats = append(crowded.Sides[0].Seats, worstSheet(FormLevels, 6, 0, 0).Sides[0].Seats...)
		cases[fmt.Sprintf("sheet/crowded/two=%v", two)] = func(l *layout) error {
			if err := l.scoresheets(Scoresheets{Sheets: []Scoresheet{crowded}, TwoAPage: two}); err != nil {
				return err
			}
			given := 0
			for _, p := range l.pages {
				for _, panel := range p.panels {
					for _, t := range panel.texts {
						if t.name == "penalty" && t.text == "12345" {
							given++
						}
					}
				}
			}
			if given != len(crowded.Penalties) {
				return fmt.Errorf("%d penalties on paper of %d", given, len(crowded.Penalties))
			}
			return nil
		}
	}
	cases["cards"] = func(l *layout) error {
		for side := range 2 {
			for seats := range 4 {
				card := TableCard{Event: longEvent, Table: "12345", Side: side, SideName: longName, URL: longURL, Address: strings.ToLower(longURL), Code: "WWWWWW"}
				for n := range seats {
					card.Seats = append(card.Seats, Seat{2*n + side + 1, "西北", []string{longName, longLatin, emojiName}[n]})
				}
				if err := l.tableCard(card); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, draw := range []bool{false, true} {
		cases[fmt.Sprintf("round/draw=%v", draw)] = func(l *layout) error {
			in := RoundSheet{Draw: draw, Results: draw, Event: longEvent, Phase: longUnit, Round: longUnit, Start: longName, Seed: "18446744073709551615", Inputs: strings.Repeat(longReason, 30), ChainHead: "0123456789abcdef"}
			for g := range 3 {
				section := RoundSection{Title: longName, Byes: []Party{worstParty(g)}}
				for n := range 20 {
					section.Pairings = append(section.Pairings, Pairing{Table: "12345", A: worstParty(n), B: worstParty(n + 1), Note: longReason})
				}
				in.Sections = append(in.Sections, section)
			}
			return l.roundSheet(in)
		}
	}
	for breaks := range 7 {
		cases[fmt.Sprintf("standings/tie-breaks=%d", breaks)] = func(l *layout) error {
			in := Standings{Event: longEvent, Phase: longUnit, After: longUnit, Provisional: true, ChainHead: "0123456789abcdef"}
			for range 2 {
				group := StandingGroup{Name: longName, TieBreaks: strings.Split(strings.Repeat("去首累进分和,", breaks), ",")[:breaks]}
				for n := range 40 {
					row := StandingRow{Rank: 12345, Party: worstParty(n), Points: "12345.5", Reason: longReason, Qualified: n < 8}
					for range breaks {
						row.Values = append(row.Values, "-12345.5")
					}
					group.Rows = append(group.Rows, row)
				}
				in.Groups = append(in.Groups, group)
			}
			return l.standings(in)
		}
	}
	cases["certificates"] = func(l *layout) error {
		frame := certificateFrame(box{0, 0, a4Long, a4Short})
		for kind := range 3 {
			for n := range 7 {
				c := Certificate{Kind: CertificateKind(kind), Event: longEvent, Group: longUnit, Rank: 12345, Date: Date{2026, 12, 29}, Number: longLatin,
					ChainHead: "0123456789abcdef", Issuers: []string{longUnit, longUnit, "甲", longLatin}[:n%4+1]}
				for i := range n%6 + 1 {
					c.Names = append(c.Names, []string{longName, longLatin, emojiName, rareName, longMixed, "甲"}[(n+i)%6])
				}
				if n%2 == 0 {
					c.Prize, c.Unit = longUnit, longUnit
				}
				l.certificate(c, frame)
			}
		}
		return nil
	}
	return cases
}

// slack is what floats and the few thousandths that ink may stand over its line allow, in millimetres.
const slack = 0.01

func overlap(a, b box) bool {
	return a.x < b.right()-slack && b.x < a.right()-slack && a.y < b.bottom()-slack && b.y < a.bottom()-slack
}

func within(inner, outer box) bool {
	return inner.x >= outer.x-slack && inner.y >= outer.y-slack && inner.right() <= outer.right()+slack && inner.bottom() <= outer.bottom()+slack
}

// checkLayout holds the promises of the design: text never overlaps, never runs off its box or the page, never loses a
// character; codes keep their quiet zone; the room for the seal stays free.
func checkLayout(tb testing.TB, l *layout) {
	tb.Helper()
	for n, p := range l.pages {
		checkPage(tb, n+1, p)
	}
}

func checkPage(tb testing.TB, number int, p *page) {
	tb.Helper()
	printable := box{0, 0, p.w, p.h}.inset(5)
	type placed struct {
		textBox
		at box
	}
	var texts []placed
	for _, panel := range p.panels {
		for _, t := range panel.texts {
			checkText(tb, number, t)
			at := panel.onPage(t.at)
			if !within(at, printable) {
				tb.Errorf("page %d: %s %q leaves the page: %+v", number, t.name, t.text, at)
			}
			for _, other := range texts {
				if overlap(at, other.at) {
					tb.Errorf("page %d: %s %q overlaps %s %q: %+v %+v", number, t.name, t.text, other.name, other.text, at, other.at)
				}
			}
			texts = append(texts, placed{t, at})
		}
	}
	for _, panel := range p.panels {
		for _, c := range panel.codes {
			zone := panel.onPage(c.whole())
			if !within(zone, box{0, 0, p.w, p.h}) {
				tb.Errorf("page %d: the code leaves the page: %+v", number, zone)
			}
			for _, t := range texts {
				if overlap(zone, t.at) {
					tb.Errorf("page %d: %s %q stands in the quiet zone", number, t.name, t.text)
				}
			}
			for _, other := range p.panels {
				for _, d := range other.drawings {
					if overlap(zone, other.onPage(d.path.bounds())) {
						tb.Errorf("page %d: a drawing at %+v stands in the quiet zone %+v", number, d.path.bounds(), zone)
					}
				}
			}
		}
		for _, kept := range panel.kept {
			for _, t := range texts {
				if t.name != "issuer" && t.name != "date" && overlap(panel.onPage(kept.at), t.at) {
					tb.Errorf("page %d: %s %q stands in the room for the seal", number, t.name, t.text)
				}
			}
		}
	}
}

func checkText(tb testing.TB, number int, t textBox) {
	tb.Helper()
	var shown strings.Builder
	for i, line := range t.lines {
		shown.WriteString(line.text)
		em := line.size * mmPerPt
		if line.x < t.at.x-slack || line.x+line.width > t.at.right()+slack {
			tb.Errorf("page %d: %s %q is wider than its box: %.2f in %+v", number, t.name, line.text, line.width, t.at)
		}
		// The em box of Chinese characters: ink reaches a little over it in Latin letters only.
		if top, bottom := line.baseline-0.88*em, line.baseline+0.12*em; top < t.at.y-slack-0.06*em || bottom > t.at.bottom()+slack+0.06*em {
			tb.Errorf("page %d: %s %q is higher than its box: %.2f to %.2f in %+v", number, t.name, line.text, top, bottom, t.at)
		}
		if i > 0 && line.baseline-t.lines[i-1].baseline < 1.04*em {
			tb.Errorf("page %d: lines of %s %q touch", number, t.name, t.text)
		}
	}
	if got, want := withoutSpace(shown.String()), withoutSpace(t.text); got != want {
		tb.Errorf("page %d: %s lost characters: %q of %q", number, t.name, got, want)
	}
}

func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u3000' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// TestWorstCases lays out the worst cases. Entries that keep to their limits (a name of 40 characters, a unit of 60) are
// set in 5 points or more wherever they stand.
func TestWorstCases(t *testing.T) {
	p := testPrinter(t)
	for _, language := range []string{"zh-Hans", "en"} {
		for name, compose := range worst() {
			t.Run(language+"/"+name, func(t *testing.T) {
				l := newLayout(p.face, wordsOf(t, language), "print.scoresheet.title")
				if err := compose(l); err != nil {
					t.Fatal(err)
				}
				checkLayout(t, l)
				for _, note := range l.notes.list {
					entry := slices.Contains([]string{"entrant", "unit", "player", "name"}, note.Field)
					if entry && note.Code == NoteTiny {
						t.Errorf("%s %q at %.1f points", note.Field, note.Text, note.To)
					}
				}
			})
		}
	}
}

func TestFitAlwaysFits(t *testing.T) {
	p := testPrinter(t)
	rapid.Check(t, func(t *rapid.T) {
		l := newLayout(p.face, func(key string, _ map[string]any) string { return key }, "x")
		l.addPage(a4Short, a4Long)
		s := style{
			size: rapid.Float64Range(5, 60).Draw(t, "size"), lines: rapid.IntRange(0, 4).Draw(t, "lines"),
			align:   align(rapid.IntRange(0, 2).Draw(t, "align")),
			spacing: rapid.Float64Range(0, 0.4).Draw(t, "spacing"), breaks: rapid.Bool().Draw(t, "breaks"), even: rapid.Bool().Draw(t, "even"),
		}
		if s.align == alignLeft {
			s.indent = float64(rapid.IntRange(0, 2).Draw(t, "indent"))
		}
		if s.lines == 1 {
			s.breaks = false
		}
		at := box{20, 20, rapid.Float64Range(8, 150).Draw(t, "width"), rapid.Float64Range(4, 80).Draw(t, "height")}
		text := rapid.StringOfN(rapid.RuneFrom([]rune("中文字符，。（）“”abcXYZ 019-/\n　□")), 0, 120, -1).Draw(t, "text")
		l.text("name", at, s, text)
		for _, placed := range l.panel.texts {
			if s.lines > 0 && !s.breaks && placed.lines[0].size >= 5 && len(placed.lines) > s.lines {
				t.Fatalf("%d lines instead of %d", len(placed.lines), s.lines)
			}
			var failed recorder
			checkText(&failed, 1, placed)
			if failed.first != "" {
				t.Fatal(failed.first)
			}
		}
	})
}

// recorder keeps the first fault of a check inside a property.
type recorder struct {
	testing.TB
	first string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	if r.first == "" {
		r.first = fmt.Sprintf(format, args...)
	}
}

func TestTurnedPanel(t *testing.T) {
	p := &panel{area: box{0, 0, 210, 148.5}}
	p.turn()
	got, want := p.onPage(box{10, 20, 30, 40}), box{170, 88.5, 30, 40}
	if math.Abs(got.x-want.x)+math.Abs(got.y-want.y) > 1e-9 || got.w != want.w || got.h != want.h {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestShareOut(t *testing.T) {
	for _, c := range []struct {
		name                string
		room                float64
		needs, shares, want []float64
	}{
		{"room for all", 100, []float64{20, 40}, []float64{1, 1}, []float64{40, 60}},
		{"one needs more than its share", 100, []float64{20, 200}, []float64{1, 1}, []float64{20, 80}},
		{"all need more", 100, []float64{200, 200}, []float64{1, 3}, []float64{25, 75}},
		{"none", 100, nil, nil, []float64{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shareOut(c.room, c.needs, c.shares); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
