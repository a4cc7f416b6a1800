package judge_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// vector is a worked example in the format of the shared cases.
type vector struct {
	Name    string          `json:"name"`
	Command string          `json:"command"`
	Input   json.RawMessage `json:"input"`
	Expect  map[string]any  `json:"expect"`
}

// rulebooks are those built in and those of the tests, which try what the
// engines can do beyond the rulebooks that there are.
func rulebooks(t testing.TB) *config.Rulebooks {
	t.Helper()
	books, refused := config.BuiltIn().WithOwn(os.DirFS("testdata/rulebooks"))
	if refused != nil {
		t.Fatal(refused)
	}
	return books
}

func verdictOf(books *config.Rulebooks, data []byte) (scoresheet.Verdict, error) {
	sheet, err := scoresheet.DecodeSheet(data)
	if err != nil {
		return scoresheet.Verdict{}, err
	}
	entry, ok := books.Get(sheet.Rulebook)
	if !ok {
		return scoresheet.Verdict{}, fmt.Errorf("no rulebook %s", sheet.Rulebook)
	}
	j, err := judge.For(entry.Book, &sheet)
	if err != nil {
		return scoresheet.Verdict{}, err
	}
	return j.Verdict(sheet), nil
}

func TestVectors(t *testing.T) {
	books := rulebooks(t)
	paths, err := filepath.Glob("testdata/vectors/*/*.json")
	if err != nil || len(paths) < 150 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var v vector
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(path, err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), "testdata/vectors/"), ".json")
		t.Run(name, func(t *testing.T) { v.run(t, books) })
	}
}

// TestSharedCases runs the cases that lie beside the checkout, as far as their
// rulebooks are built in. Without the folder there is nothing to run.
func TestSharedCases(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("no shared cases beside the checkout")
	}
	books := config.BuiltIn()
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var cases []vector
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(path, err)
		}
		for _, v := range cases {
			if v.Command != "check" || !v.known(books) {
				continue
			}
			t.Run(v.Name, func(t *testing.T) { v.run(t, books) })
		}
	}
}

func (v vector) known(books *config.Rulebooks) bool {
	var input struct{ Rulebook string }
	if err := json.Unmarshal(v.Input, &input); err != nil {
		return false
	}
	_, ok := books.Get(input.Rulebook)
	return ok
}

func (v vector) run(t *testing.T, books *config.Rulebooks) {
	verdict, err := verdictOf(books, v.Input)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(verdict)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	expect := v.Expect
	if want, ok := expect["faults"]; ok {
		if !slices.Equal(codesAt(want), codesAt(got["faults"])) {
			t.Errorf("%s: faults\nwant %v\ngot  %v", v.Name, codesAt(want), codesAt(got["faults"]))
		}
	}
	for key, want := range expect {
		if key == "faults" {
			continue
		}
		if place := missing(want, got[key], "/"+key); place != "" {
			var text bytes.Buffer
			if err := json.Indent(&text, data, "", " "); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s: %s is not as expected\n%s", v.Name, place, text.String())
		}
	}
}

func codesAt(faults any) []string {
	list, _ := faults.([]any)
	codes := make([]string, len(list))
	for i, item := range list {
		fault := item.(map[string]any)
		codes[i] = fmt.Sprint(fault["code"], " ", fault["at"])
	}
	slices.Sort(codes)
	return codes
}

// missing is the first place at which what is wanted is not in what there is:
// every key of an object, every item of a list.
func missing(want, got any, place string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return place
		}
		for key, value := range w {
			there, has := g[key]
			if !has {
				return place + "/" + key
			}
			if at := missing(value, there, place+"/"+key); at != "" {
				return at
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return place
		}
		for i := range w {
			if at := missing(w[i], g[i], fmt.Sprintf("%s/%d", place, i)); at != "" {
				return at
			}
		}
		return ""
	}
	if !reflect.DeepEqual(want, got) {
		return place
	}
	return ""
}
