package print

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// plainRuler gives each character one em, and Latin ones a half.
func plainRuler() ruler {
	return ruler{advance: func(s string) float64 {
		total := 0.0
		for _, r := range s {
			if r < 0x2E80 {
				total += 0.5
			} else {
				total++
			}
		}
		return total
	}}
}

func breakText(s string, width float64) ([]string, breaking) {
	r := plainRuler()
	return r.breakLines(r.paragraphs(s), width, 0)
}

func TestBreakLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      float64
		want       []string
	}{
		{"Chinese breaks anywhere", "机械工程学院", 4, []string{"机械工程", "学院"}},
		{"a comma never begins a line", "机械工程，学院", 4, []string{"机械工", "程，学院"}},
		{"a bracket never ends a line", "机械工（程学院", 4, []string{"机械工", "（程学院"}},
		{"a full stop stays with a quotation mark", "他说“好。”走了", 4, []string{"他说", "“好。”走", "了"}},
		{"after a comma a line may end, whatever follows", "胜负差、−11、+4", 6, []string{"胜负差、", "−11、+4"}},
		{"the dot of a name never begins a line", "阿卜杜拉·买买提", 4, []string{"阿卜杜", "拉·买买", "提"}},
		{"Latin words stay whole", "赢了 Guandan 比赛", 4, []string{"赢了", "Guandan", "比赛"}},
		{"between Chinese and Latin a line may end", "参加Guandan比赛", 4, []string{"参加", "Guandan", "比赛"}},
		{"numbers stay whole", "第12345号桌", 3, []string{"第", "12345", "号桌"}},
		{"a word too long is cut", "Guandanwettbewerb", 4, []string{"Guandanw", "ettbewer", "b"}},
		{"a given line break", "甲\n乙丙", 9, []string{"甲", "乙丙"}},
		{"an empty text is one empty line", "", 9, []string{""}},
		{"spaces at a line's end go", "甲乙  丙丁", 2, []string{"甲乙", "丙丁"}},
		{"one character a line", "甲乙", 0.1, []string{"甲", "乙"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := breakText(c.text, c.width); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestBreakLinesIndent(t *testing.T) {
	r := plainRuler()
	got, _ := r.breakLines(r.paragraphs("机械工程学院"), 4, 2)
	if want := []string{"机械", "工程学院"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBreakLinesProperties: nothing is lost, nothing is too wide, punctuation stays in its place.
func TestBreakLinesProperties(t *testing.T) {
	alphabet := rapid.RuneFrom([]rune("机械工程学院掼蛋，。、；：？！）》”（《“·—…abcdeXYZ0123 -/'&\u3000éǚ\u0301𬱟\n"))
	rapid.Check(t, func(t *rapid.T) {
		text := clean(rapid.StringOfN(alphabet, 0, 200, -1).Draw(t, "text"), true)
		checkBroken(t, text, rapid.Float64Range(0.2, 40).Draw(t, "width"))
	})
}

func FuzzBreakLines(f *testing.F) {
	f.Add("机械工程学院，Guandan 2026。", 4.0)
	f.Add("👨‍👩‍👧‍👦e\u0301\u202e", 0.5)
	f.Fuzz(func(t *testing.T, text string, width float64) {
		if width > 0 && width < 1e6 && len(text) < 2000 {
			checkBroken(t, clean(text, true), width)
		}
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkBroken(t failer, text string, width float64) {
	t.Helper()
	lines, how := breakText(text, width)
	if got, want := withoutSpace(strings.Join(lines, "")), withoutSpace(text); got != want {
		t.Fatalf("lost characters: %q of %q", got, want)
	}
	r := plainRuler()
	for i, line := range lines {
		if trimEnd(line) != line {
			t.Fatalf("line %q ends in a space", line)
		}
		// A line of one character, with the marks on it, may be wider: there is nothing to break.
		if r.advance(line) > width+1e-5 && clusterCount(line) > 1 {
			t.Fatalf("line %q is %.1f wide, not %.1f", line, r.advance(line), width)
		}
		first, _ := firstRune(line)
		began := i > 0 && !strings.Contains(text, "\n"+line) && !strings.Contains(text, " "+line) && !strings.Contains(text, "\u3000"+line)
		if how == whole && began && strings.ContainsRune(noStart, first) {
			t.Fatalf("line %q begins with %c", line, first)
		}
	}
}

func clusterCount(s string) int {
	r := plainRuler()
	head, rest := r.cutWord(s, 0)
	count := 1
	for rest != "" && head != "" {
		head, rest = r.cutWord(rest, 0)
		count++
	}
	return count
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "张三", "张三"},
		{"spaces around and between", "  张\t三 \u00a0 李四  ", "张 三 李四"},
		{"ideographic space stays", "张三\u3000李四", "张三\u3000李四"},
		{"invalid UTF-8", "张\xff\xfe三", "张\ufffd三"},
		{"controls", "张\x00\x07三\x1b", "张三"},
		{"direction marks", "张\u202e三\u2066李\u200f", "张三李"},
		{"zero width", "张\u200b\u200d三\ufeff", "张三"},
		{"variation selectors", "葛\U000E0100飾\ufe0f", "葛飾"},
		{"accents are composed", "e\u0301u\u0308\u030c", "éǚ"},
		{"compatibility ideographs stay", "\uf92c", "\uf92c"},
		{"noncharacters", "a\uffff\ufdd0b", "ab"},
		{"a line break is a space", "张\n三", "张 三"},
		{"beyond the basic plane", "𬱟𠮷😀", "𬱟𠮷😀"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := clean(c.in, false); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := clean(" a \n b ", true); withoutSpace(got) != "ab" || strings.Count(got, "\n") != 1 {
		t.Errorf("a kept line break: got %q", got)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("张\xff\x00三\u202e\ufe0f")
	f.Fuzz(func(t *testing.T, in string) {
		got := clean(in, false)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, invisible) || strings.ContainsAny(got, "\n\r\t") {
			t.Fatalf("%q became %q", in, got)
		}
		if again := clean(got, false); again != got {
			t.Fatalf("cleaning again changes %q to %q", got, again)
		}
	})
}
