package print

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// roundOf names a round by the number of entrants in it.
func roundOf(entrants int) string {
	switch entrants {
	case 2:
		return "决赛"
	case 4:
		return "半决赛"
	}
	return fmt.Sprintf("1/%d 决赛", entrants/2)
}

// sampleBracket is a fixed bracket of 2^rounds places for the entrants given; the better number of two wins, and the first
// played rounds are over.
func sampleBracket(entrants, rounds, played int) BracketSheet {
	in := BracketSheet{Event: college, Phase: "第二阶段", After: "第 2 轮后", Champion: &BracketName{Kind: BracketOpen}, Seed: "7340512",
		ChainHead: "9c41d07ae2b83f56", Provisional: true}
	size := 1 << rounds
	seats := []int{1}
	for len(seats) < size {
		var wider []int
		for _, s := range seats {
			wider = append(wider, s, 2*len(seats)+1-s)
		}
		seats = wider
	}
	names := make([]BracketName, size)
	for i, s := range seats {
		p := party(s - 1)
		names[i] = BracketName{Number: p.Number, Text: p.Name, Unit: p.Unit}
		if s > entrants {
			names[i] = BracketName{Kind: BracketBye}
		}
	}
	for r := range rounds {
		column := BracketColumn{Name: roundOf(len(names))}
		var next []BracketName
		for i := 0; i < len(names); i += 2 {
			b := BracketBox{Top: names[i], Bottom: names[i+1]}
			if r > 0 {
				b.From = [2]int{i + 1, i + 2}
			}
			bye := b.Top.Kind == BracketBye || b.Bottom.Kind == BracketBye
			if !bye {
				b.Table = fmt.Sprint(i/2 + 1)
			}
			winner := BracketName{Kind: BracketOpen, Text: fmt.Sprintf("%s第 %d 场胜者", column.Name, i/2+1)}
			first := b.Bottom.Kind == BracketBye || b.Top.Kind == BracketEntrant && len(b.Top.Number)*100+int(b.Top.Number[0]) <= len(b.Bottom.Number)*100+int(b.Bottom.Number[len(b.Bottom.Number)-1])
			if r < played || bye {
				b.Top.Won, b.Bottom.Won = first, !first
				winner = b.Top
				if !first {
					winner = b.Bottom
				}
				winner.Won = false
				if !bye {
					b.Top.Score, b.Bottom.Score = "A", "9"
					if !first {
						b.Top.Score, b.Bottom.Score = "弃权", "2"
					}
				}
			}
			column.Boxes = append(column.Boxes, b)
			next = append(next, winner)
		}
		in.Columns, names = append(in.Columns, column), next
	}
	for i := range names {
		names[i].Score = ""
	}
	if rounds > 0 && played >= rounds {
		in.Champion = &names[0]
	}
	if rounds > 1 {
		in.Places = []BracketPlace{{"三、四名决赛", BracketBox{Top: BracketName{Kind: BracketOpen, Text: "半决赛第 1 场负者"}, Bottom: BracketName{Kind: BracketOpen, Text: "半决赛第 2 场负者"}}}}
	}
	return in
}

func redrawn(in BracketSheet) BracketSheet {
	for _, c := range in.Columns {
		for i := range c.Boxes {
			c.Boxes[i].From = [2]int{}
		}
	}
	return in
}

// worstBracket has the longest names that entries allow in every place.
func worstBracket(rounds int) BracketSheet {
	in := sampleBracket(1<<rounds, rounds, rounds)
	in.Event, in.Phase, in.After = longEvent, longUnit, longUnit
	n := 0
	worst := func(at *BracketName) {
		p := worstParty(n)
		at.Number, at.Text, at.Unit, at.Score = p.Number, joined("、", p.Name, p.Players[n%2]), p.Unit, "-12345.5"
		n++
	}
	for c := range in.Columns {
		in.Columns[c].Name = longName
		for i := range in.Columns[c].Boxes {
			b := &in.Columns[c].Boxes[i]
			b.Table, b.Note = "12345", longReason
			worst(&b.Top)
			worst(&b.Bottom)
		}
	}
	if in.Champion != nil {
		worst(in.Champion)
	}
	for i := range in.Places {
		in.Places[i].Name = longUnit
		worst(&in.Places[i].Box.Top)
		worst(&in.Places[i].Box.Bottom)
	}
	return in
}

// bracketCases are brackets of all sizes, with short names and the longest.
func bracketCases() map[string]BracketSheet {
	out := map[string]BracketSheet{
		"nobody but a champion": {Champion: &BracketName{Text: longName, Unit: longUnit}},
		"one entrant":           sampleBracket(1, 1, 1),
		"stairs":                stairs(40),
		"several winners":       severalWinners(),
		"redrawn, then fixed":   redrawnThenFixed(),
		"many places":           manyPlaces(),
	}
	for rounds := 1; rounds <= 10; rounds++ {
		entrants := 1 << rounds
		out[fmt.Sprintf("fixed/%d", entrants)] = sampleBracket(entrants-entrants/5, rounds, rounds/2)
		out[fmt.Sprintf("redrawn/%d", entrants)] = redrawn(sampleBracket(entrants-entrants/5, rounds, rounds/2))
	}
	for _, rounds := range []int{1, 3, 4, 5, 6} {
		out[fmt.Sprintf("worst/%d", 1<<rounds)] = worstBracket(rounds)
	}
	for _, rounds := range []int{2, 5} {
		out[fmt.Sprintf("worst/redrawn/%d", 1<<rounds)] = redrawn(worstBracket(rounds))
	}
	return out
}

// stairs is a bracket in which each round has one newcomer.
func stairs(rounds int) BracketSheet {
	in := BracketSheet{Event: college, Champion: &BracketName{}}
	for r := range rounds {
		b := BracketBox{Top: BracketName{Text: party(r).Name}, Bottom: BracketName{Text: party(r + 1).Name}}
		if r > 0 {
			b.From = [2]int{0, 1}
		}
		in.Columns = append(in.Columns, BracketColumn{Name: fmt.Sprintf("第 %d 轮", r+1), Boxes: []BracketBox{b}})
	}
	return in
}

// severalWinners is a qualification over two rounds, from 88 entrants to 22, without a champion.
func severalWinners() BracketSheet {
	in := sampleBracket(128, 7, 1)
	in.Columns, in.Champion = in.Columns[:2], nil
	in.Columns[0].Boxes, in.Columns[1].Boxes = in.Columns[0].Boxes[:44], in.Columns[1].Boxes[:22]
	return in
}

// redrawnThenFixed has two rounds that are drawn anew, and then a bracket of eight.
func redrawnThenFixed() BracketSheet {
	in := sampleBracket(32, 5, 2)
	for c := range in.Columns[:3] {
		for i := range in.Columns[c].Boxes {
			in.Columns[c].Boxes[i].From = [2]int{}
		}
	}
	return in
}

// manyPlaces has more matches for places than stand below a final.
func manyPlaces() BracketSheet {
	in := sampleBracket(8, 3, 1)
	for range 4 {
		in.Places = append(in.Places, in.Places[0])
	}
	return in
}

func TestBracketLayouts(t *testing.T) {
	p := testPrinter(t)
	for name, in := range bracketCases() {
		t.Run(name, func(t *testing.T) {
			l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bracket.title")
			if err := l.bracket(in); err != nil {
				t.Fatal(err)
			}
			checkLayout(t, l)
			checkRules(t, l)
			checkBracket(t, l, in)
		})
	}
}

// checkRules holds that no line of a drawing runs through a text.
func checkRules(tb testing.TB, l *layout) {
	tb.Helper()
	for n, p := range l.pages {
		for _, panel := range p.panels {
			for _, d := range panel.drawings {
				if d.fill {
					continue
				}
				for _, part := range stretches(d.path) {
					for _, t := range panel.texts {
						if overlap(part, t.at.inset(0.05)) {
							tb.Errorf("page %d: a line at %+v runs through %s %q at %+v", n+1, part, t.name, t.text, t.at)
						}
					}
				}
			}
		}
	}
}

// stretches are the straight parts of a path, each as a box as thin as the slack of overlap allows.
func stretches(p *path) []box {
	var out []box
	for i, s := range p.steps {
		if s.op != 'l' || p.steps[i-1].op == 'c' {
			continue
		}
		a, b := p.steps[i-1].points[0], s.points[0]
		thin := 3 * slack
		out = append(out, box{min(a.x, b.x) - thin/2, min(a.y, b.y) - thin/2, max(a.x, b.x) - min(a.x, b.x) + thin, max(a.y, b.y) - min(a.y, b.y) + thin})
	}
	return out
}

// checkBracket holds that every name of a bracket is there as often as it stands in the input, and that as many lines or
// pairs of page numbers lead on as the boxes say.
func checkBracket(tb testing.TB, l *layout, in BracketSheet) {
	tb.Helper()
	want, got := map[string]int{}, map[string]int{}
	joints := 0
	note := func(n BracketName) {
		text := n.Text
		if n.Kind == BracketEntrant {
			text = joined(" ", n.Number, n.Text)
		}
		shown, _ := l.metrics.resolve(clean(text, false))
		if n.Kind != BracketBye && shown != "" {
			want[shown]++
		}
	}
	in.all(func(m BracketBox) {
		note(m.Top)
		note(m.Bottom)
		for _, from := range m.From {
			if from > 0 {
				joints++
			}
		}
	})
	if in.Champion != nil {
		note(*in.Champion)
	}
	lines, pages := 0, 0
	for _, p := range l.pages {
		for _, panel := range p.panels {
			for _, t := range panel.texts {
				if t.name == "entrant" {
					got[t.text]++
				}
				if strings.HasPrefix(t.text, "第") && strings.HasSuffix(t.text, "页") && t.at.w < 12 {
					pages++
				}
			}
			for _, d := range panel.drawings {
				if !d.fill && len(d.path.steps) == 4 && d.path.steps[0].op == 'm' {
					lines++
				}
			}
		}
	}
	for text, n := range want {
		if got[text] != n {
			tb.Errorf("%q is there %d times, should be %d", text, got[text], n)
		}
	}
	if lines+pages/2 != joints || pages%2 != 0 {
		tb.Errorf("%d lines and %d page numbers for %d joints", lines, pages, joints)
	}
}

func TestBracketPages(t *testing.T) {
	p := testPrinter(t)
	for entrants, want := range map[int]int{2: 1, 4: 1, 8: 1, 16: 1, 32: 1, 64: 5, 128: 9, 256: 17, 512: 33, 1024: 69} {
		rounds := 0
		for 1<<rounds < entrants {
			rounds++
		}
		l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bracket.title")
		if err := l.bracket(sampleBracket(entrants, rounds, 0)); err != nil {
			t.Fatal(err)
		}
		if len(l.pages) != want {
			t.Errorf("%d entrants on %d pages, want %d", entrants, len(l.pages), want)
		}
	}
}

// TestBracketNames: names as long as entries allow stay readable where a bracket has 16 places or fewer on a page.
func TestBracketNames(t *testing.T) {
	p := testPrinter(t)
	for _, rounds := range []int{1, 2, 3, 4, 6} {
		in := sampleBracket(1<<rounds, rounds, rounds)
		for c := range in.Columns {
			for i := range in.Columns[c].Boxes {
				b := &in.Columns[c].Boxes[i]
				b.Top.Text, b.Bottom.Text, b.Top.Unit = longName, longLatin, longUnit[:3*18]
			}
		}
		l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bracket.title")
		if err := l.bracket(in); err != nil {
			t.Fatal(err)
		}
		for _, note := range l.notes.list {
			if note.Code == NoteTiny {
				t.Errorf("%d rounds: %+v", rounds, note)
			}
		}
	}
}

func TestBracketFaults(t *testing.T) {
	p := testPrinter(t)
	twice, none, first := sampleBracket(4, 2, 0), sampleBracket(4, 2, 0), sampleBracket(4, 2, 0)
	twice.Columns[1].Boxes[0].From = [2]int{1, 1}
	none.Columns[1].Boxes[0].From = [2]int{1, 3}
	first.Columns[0].Boxes[1].From = [2]int{1, 0}
	for name, c := range map[string]struct {
		in   BracketSheet
		code string
	}{"twice": {twice, FaultFailed}, "none": {none, FaultFailed}, "before the first": {first, FaultFailed},
		"nothing": {BracketSheet{Columns: []BracketColumn{{Name: "决赛"}}}, FaultEmpty}} {
		_, err := p.Bracket(context.Background(), setting(t, "zh-Hans"), c.in)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Code != c.code {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
}

// TestAnyBracket draws brackets of any shape: rounds of any size, places that lines lead to or not, in any order.
func TestAnyBracket(t *testing.T) {
	p := testPrinter(t)
	words := wordsOf(t, "zh-Hans")
	rapid.Check(t, func(t *rapid.T) {
		in := BracketSheet{Event: college, Champion: &BracketName{Kind: BracketOpen}}
		var free []int
		for c := range rapid.IntRange(1, 7).Draw(t, "columns") {
			column := BracketColumn{Name: fmt.Sprintf("第 %d 轮", c+1)}
			if len(free) > 1 {
				free = rapid.Permutation(free).Draw(t, "order")
			}
			for i := range rapid.IntRange(0, 24).Draw(t, "boxes") {
				b := BracketBox{Top: BracketName{Text: fmt.Sprintf("甲 %d-%d", c, i), Unit: "一分会"}, Bottom: BracketName{Text: fmt.Sprintf("乙 %d-%d", c, i)}}
				for n := range b.From {
					if len(free) > 0 && rapid.Bool().Draw(t, "joined") {
						b.From[n], free = free[0], free[1:]
					}
				}
				column.Boxes = append(column.Boxes, b)
			}
			free = nil
			for i := range column.Boxes {
				free = append(free, i+1)
			}
			in.Columns = append(in.Columns, column)
		}
		l := newLayout(p.face, words, "print.bracket.title")
		if err := l.bracket(in); err != nil {
			t.Fatal(err)
		}
		var failed recorder
		checkLayout(&failed, l)
		checkRules(&failed, l)
		checkBracket(&failed, l, in)
		if failed.first != "" {
			t.Fatal(failed.first)
		}
	})
}

// TestBracketOf512 reads a large bracket out of the file: every entrant is there, and so are all pages.
func TestBracketOf512(t *testing.T) {
	p := testPrinter(t)
	d, err := p.Bracket(context.Background(), setting(t, "zh-Hans"), sampleBracket(512, 9, 0))
	if err != nil {
		t.Fatal(err)
	}
	file := saved(t, d)
	if info := tool(t, "pdfinfo", file); d.Pages != 33 || !strings.Contains(info, "Pages:           33") {
		t.Errorf("%d pages: %s", d.Pages, info)
	}
	text := strings.Join(strings.Fields(tool(t, "pdftotext", file, "-")), "")
	for n := range 512 {
		if who := party(n); !strings.Contains(text, who.Number+who.Name) {
			t.Errorf("%s %s is missing", who.Number, who.Name)
		}
	}
}

// TestWinnerStandsOut: who has won is told from who has not by weight and by a bar, not by colour alone.
func TestWinnerStandsOut(t *testing.T) {
	p := testPrinter(t)
	l := newLayout(p.face, wordsOf(t, "zh-Hans"), "print.bracket.title")
	in := BracketSheet{Columns: []BracketColumn{{Name: "决赛", Boxes: []BracketBox{{Top: BracketName{Text: "甲", Score: "2"}, Bottom: BracketName{Text: "乙", Score: "3", Won: true}}}}}}
	if err := l.bracket(in); err != nil {
		t.Fatal(err)
	}
	bold := map[string]bool{}
	bars := 0
	for _, text := range l.pages[0].panels[0].texts {
		bold[text.text] = text.lines[0].style.bold
	}
	for _, d := range l.pages[0].panels[0].drawings {
		if d.fill && d.color == black && math.Abs(d.path.bounds().w-nameBar) < 1e-9 {
			bars++
		}
	}
	if bold["甲"] || bold["2"] || !bold["乙"] || !bold["3"] || bars != 1 {
		t.Errorf("bold: %v, %d bars", bold, bars)
	}
}
