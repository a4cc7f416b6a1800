package entrylist_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kiosk/api/entrylist"
)

func TestTemplate(t *testing.T) {
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		for _, format := range []string{"csv", "xlsx"} {
			for players := 1; players <= entrylist.MaxPlayers; players++ {
				opts := college
				opts.PlayersPerEntry = players
				data, err := entrylist.Template(format, lang, opts)
				if err != nil {
					t.Fatal(err)
				}
				list := mustRead(t, data, opts)
				if len(list.Entries) != 0 || list.Examples != 2 {
					t.Errorf("%s %s for %d: %d entries, %d examples", format, lang, players, len(list.Entries), list.Examples)
				}
			}
		}
	}
}

func TestTemplateHeadings(t *testing.T) {
	for lang, want := range map[string]string{
		"zh-Hans": "编号,单位,队名,组别,选手1,选手2,种子,备注",
		"zh-Hant": "編號,單位,隊名,組別,選手1,選手2,種子,備註",
		"en":      "number,unit,team,group,player1,player2,seed,note",
	} {
		data, err := entrylist.Template("csv", lang, college)
		if err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(string(data), "\ufeff")
		if header, _, _ := strings.Cut(text, "\r\n"); !marked || header != want {
			t.Errorf("%s: byte order mark %v, headings %q", lang, marked, header)
		}
	}
}

// TestTemplateForPersons: where each enters alone there is one column of names,
// where they may, one example row has no partner. Both are left out again.
func TestTemplateForPersons(t *testing.T) {
	for alone, want := range map[entrylist.Alone][2]string{
		entrylist.EachAlone:  {"编号,单位,队名,组别,选手1,种子,备注", "2,外国语学院,,B,王五,,示例"},
		entrylist.MayBeAlone: {"编号,单位,队名,组别,选手1,选手2,种子,备注", "2,外国语学院,,B,王五,,,示例"},
	} {
		opts := entrylist.Options{Alone: alone}
		data, err := entrylist.Template("csv", "zh-Hans", opts)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\r\n")
		if lines[0] != want[0] || lines[2] != want[1] {
			t.Errorf("%s: %q", alone, lines)
		}
		list := mustRead(t, append(data, "3,机电,,A,陈明\r\n"...), opts)
		if list.Examples != 2 || len(list.Entries) != 1 || len(list.Entries[0].Players) != 1 {
			t.Errorf("%s: %+v", alone, list)
		}
	}
}

// TestTemplateFilledIn is what an organiser does: rows below the examples, or
// over them.
func TestTemplateFilledIn(t *testing.T) {
	t.Run("below", func(t *testing.T) {
		data, err := entrylist.Template("csv", "zh-Hans", college)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, "01,机电,,A,陈明,林芳,,\r\n"...)
		wantEntries(t, mustRead(t, data, college), "4|01|机电||A|陈明+林芳|0|")
	})
	t.Run("in the workbook", func(t *testing.T) {
		data, err := entrylist.Template("xlsx", "zh-Hans", college)
		if err != nil {
			t.Fatal(err)
		}
		book, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer book.Close()
		if err := book.SetSheetRow(book.GetSheetName(0), "A4", &[]any{"01", "机电", "", "B组", "陈明", "林芳", 3}); err != nil {
			t.Fatal(err)
		}
		file, err := book.WriteToBuffer()
		if err != nil {
			t.Fatal(err)
		}
		wantEntries(t, mustRead(t, file.Bytes(), college), "4|01|机电||B|陈明+林芳|3|")
	})
	t.Run("over an example, note left", func(t *testing.T) {
		data, err := entrylist.Template("csv", "zh-Hans", college)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.Replace(data, []byte("张三,李四"), []byte("陈明,林芳"), 1)
		wantProblems(t, data, college, "2 note example-note")
	})
	t.Run("over an example, note cleared", func(t *testing.T) {
		data, err := entrylist.Template("csv", "zh-Hans", college)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.Replace(data, []byte("张三,李四,1,示例"), []byte("张三,李四,1,"), 1)
		wantEntries(t, mustRead(t, data, college), "2|1|计算机学院||A|张三+李四|1|")
	})
}

func TestTemplateRefuses(t *testing.T) {
	if _, err := entrylist.Template("ods", "en", college); !errors.Is(err, entrylist.ErrFormat) {
		t.Errorf("format: %v", err)
	}
	if _, err := entrylist.Template("csv", "fr", college); !errors.Is(err, entrylist.ErrLanguage) {
		t.Errorf("language: %v", err)
	}
}

func TestTemplateIsInert(t *testing.T) {
	data, err := entrylist.Template("csv", "en", entrylist.Options{Groups: []string{"=1+1", "B"}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), ",'=1+1,") {
		t.Errorf("a formula stands in the template: %q", data)
	}
}

func TestInert(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n": "'\n",
		" =1": "' =1", "＝1": "'＝1", "\u200b=1": "'\u200b=1",
		"": "", "张三": "张三", "a=b": "a=b", "1-2": "1-2", "'x": "'x", "😀": "😀",
	} {
		if got := entrylist.Inert(text); got != want {
			t.Errorf("Inert(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestInertComesBack: what was made safe on the way out is read as it was.
func TestInertComesBack(t *testing.T) {
	for _, name := range []string{"=cmd|' /C calc'!A0", "-1-", "@王五", "+86", "普通"} {
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		if err := w.WriteAll([][]string{{"选手1", "选手2"}, {entrylist.Inert(name), "李四"}}); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, file.Bytes(), entrylist.Options{}).Entries[0].Players[0]; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(name, " ", "") {
			t.Errorf("%q came back as %q", name, got)
		}
	}
}
