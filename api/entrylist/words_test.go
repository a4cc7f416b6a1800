package entrylist_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kiosk/api/entrylist"
)

var langs = []string{"zh-Hans", "zh-Hant", "en"}

func localeFile(lang string) string {
	return filepath.Join("..", "..", "config", "locales", "entrants."+lang+".json")
}

// codes reads the codes of the problems from their declaration, so that none is
// forgotten here.
func codes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "problem.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		if value, err := strconv.Unquote(lit.Value); err == nil && strings.HasPrefix(value, "entrants.") {
			found = append(found, value)
		}
		return true
	})
	slices.Sort(found)
	return found
}

func TestEveryCodeHasWords(t *testing.T) {
	want := codes(t)
	if len(want) < 40 {
		t.Fatalf("only %d codes found", len(want))
	}
	place := regexp.MustCompile(`\.[A-Z][A-Za-z]+`)
	places := map[string][]string{}
	for _, lang := range langs {
		data, err := os.ReadFile(localeFile(lang))
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]string
		if err := json.Unmarshal(data, &messages); err != nil {
			t.Fatal(err)
		}
		var got []string
		for id, text := range messages {
			got = append(got, id)
			used := place.FindAllString(text, -1)
			slices.Sort(used)
			used = slices.Compact(used)
			if before, ok := places[id]; ok && !slices.Equal(used, before) {
				t.Errorf("%s %s: places %v, in another language %v", lang, id, used, before)
			}
			places[id] = used
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has words for\n%v\nwant\n%v", lang, got, want)
		}
	}
}

// wrong are lists that have, together, every problem there is.
func wrong(t *testing.T) map[string][]byte {
	long := strings.Repeat("长", 201)
	header := "编号,单位,队名,组别,选手1,选手2,选手3,种子,备注\n"
	several := workbook(t, [][]any{{"选手1", "选手2"}, {"张三", "李四"}}, nil)
	return map[string][]byte{
		"empty": nil,
		"large": make([]byte, entrylist.DefaultMaxBytes+1),
		"bomb":  repacked(t, several, map[string][]byte{"xl/worksheets/sheet1.xml": make([]byte, 20<<20)}),
		"rows":  []byte(pairs(entrylist.DefaultMaxRows + 1)),
		"columns": repacked(t, several, map[string][]byte{"xl/worksheets/sheet1.xml": []byte(
			`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c r="XFD1" t="str"><v>x</v></c></row></sheetData></worksheet>`)}),
		"page":     []byte("<html>"),
		"old":      []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		"broken":   several[:500],
		"sheets":   twoLists(t),
		"json":     []byte("["),
		"shape":    []byte("{}"),
		"type":     []byte(`[{"unit": true}]`),
		"headless": []byte("张三,李四\n"),
		"nobody":   []byte("单位,组别,选手1,选手2\n"),
		"many":     []byte(header + strings.Repeat("a\"\n", entrylist.MaxProblems+1)),
		"columns2": []byte("手机,选手1,选手一,选手2\n1,张三,,李四\n"),
		"split":    []byte("单位　组别　选手1　选手2　备注\n机电　A　张　三　李四\n"),
		"cells": []byte(header +
			long + "," + long + "," + long + ",A," + long + ",李四,,," + long + "\n" +
			"1,,,,张三,\xff,王五,x,,多余\n" +
			"1,机电,,A,张甲、张乙,#N/A,,1,\n" +
			"1,机电,,A,李甲,,,1,\n" +
			",外语,,C,李甲,李乙,,,\n" +
			",外语,,,李乙,李甲,,,\n" +
			",外语,,B,,,,,\n" +
			",农学,,B,李甲,李丙,,,示例\n"),
	}
}

func twoLists(t *testing.T) []byte {
	header := []any{"选手1", "选手2"}
	book := newBook(t)
	fill(t, book, "甲", header, []any{"张三", "李四"})
	fill(t, book, "乙", header, []any{"王五", "赵六"})
	file, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestEveryProblemMakesASentence puts every code into words, with nothing
// missing from its places.
func TestEveryProblemMakesASentence(t *testing.T) {
	bundle := i18n.NewBundle(language.SimplifiedChinese)
	for _, lang := range langs {
		if _, err := bundle.LoadMessageFile(localeFile(lang)); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	read := func(name string, data []byte, opts entrylist.Options) {
		_, problems := entrylist.Read(data, opts)
		for _, p := range problems {
			if seen[p.Code] {
				continue
			}
			seen[p.Code] = true
			for _, lang := range langs {
				text, err := i18n.NewLocalizer(bundle, lang).Localize(&i18n.LocalizeConfig{MessageID: p.Code, TemplateData: p.Words(lang)})
				if err != nil || strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
					t.Errorf("%s %s %s: %q %v", name, p.Code, lang, text, err)
				}
				if p.Row > 0 && !strings.Contains(text, strconv.Itoa(p.Row)) {
					t.Errorf("%s does not name the row: %q", p.Code, text)
				}
			}
		}
	}
	for name, data := range wrong(t) {
		read(name, data, college)
		read(name+", no rules", data, entrylist.Options{})
	}
	read("group", []byte("组别,选手1,选手2\n"+strings.Repeat("长", 21)+",张三,李四\n"), entrylist.Options{})
	read("unit", []byte("单位,选手1,选手2\n机电,张三,李四\n机电,王五,赵六\n"), entrylist.Options{PerUnit: 1})
	for _, code := range codes(t) {
		if !seen[code] {
			t.Errorf("no list has the problem %s", code)
		}
	}
}

func TestWords(t *testing.T) {
	_, problems := entrylist.Read([]byte("单位,组别,队员一,Partner\n机电,C,张三,\n"), college)
	if got := brief(problems); !slices.Equal(got, []string{"2 group group-unknown", "2 player2 missing-partner"}) {
		t.Fatal(got)
	}
	for lang, want := range map[string][3]string{
		"zh-Hans": {"组别", "A、B", "Partner"},
		"en":      {"组别", "A, B", "Partner"},
		"":        {"组别", "A、B", "Partner"},
	} {
		group, partner := problems[0].Words(lang), problems[1].Words(lang)
		if got := [3]string{group["Column"].(string), group["Groups"].(string), partner["Column"].(string)}; got != want {
			t.Errorf("%s: %v, want %v", lang, got, want)
		}
	}
	_, problems = entrylist.Read([]byte(`[{"player1": "张三"}]`), entrylist.Options{})
	for lang, want := range map[string]string{"zh-Hans": "选手2", "zh-Hant": "選手2", "en": "player2"} {
		if got := problems[0].Words(lang)["Column"]; got != want {
			t.Errorf("%s: column %v, want %v", lang, got, want)
		}
	}
}
