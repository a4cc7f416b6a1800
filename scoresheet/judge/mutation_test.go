package judge_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// facts are what a rulebook's source or the catalogue says and no verdict
// shows, by pointers into the rulebook as JSON: ranges, the format, seconds.
func facts(t testing.TB, id string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "facts", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var known map[string]any
	if err := json.Unmarshal(data, &known); err != nil {
		t.Fatal(id, err)
	}
	return known
}

// wrongFact is the first pointer at which the rulebook is not as the facts say.
func wrongFact(t testing.TB, book *scoresheet.Rulebook, known map[string]any) string {
	t.Helper()
	data, err := json.Marshal(book)
	if err != nil {
		t.Fatal(err)
	}
	var whole any
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	for pointer, want := range known {
		if got := follow(whole, pointer); !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("%s is %v, want %v", pointer, got, want)
		}
	}
	return ""
}

func follow(value any, pointer string) any {
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch held := value.(type) {
		case map[string]any:
			value = held[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(held) {
				return nil
			}
			value = held[i]
		default:
			return nil
		}
	}
	return value
}

// provenBooks are the rulebooks that have facts: of them every number is proven.
func provenBooks(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/facts/*.json")
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	ids := make([]string, len(paths))
	for i, path := range paths {
		ids[i] = strings.TrimSuffix(filepath.Base(path), ".json")
	}
	return ids
}

func TestFacts(t *testing.T) {
	for _, id := range provenBooks(t) {
		entry, ok := config.BuiltIn().Get(id)
		if !ok {
			t.Fatal("no rulebook", id)
		}
		if wrong := wrongFact(t, entry.Book, facts(t, id)); wrong != "" {
			t.Errorf("%s: %s", id, wrong)
		}
	}
}

// proof is all that holds a rulebook to what it should say.
type proof struct {
	sheets  []scoresheet.Sheet
	expects []map[string]any
	facts   map[string]any
}

func proofOf(t testing.TB, id string) proof {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "vectors", id, "*.json"))
	if err != nil || len(paths) < 12 {
		t.Fatal(id, len(paths), err)
	}
	p := proof{facts: facts(t, id)}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var v vector
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(path, err)
		}
		sheet, err := scoresheet.DecodeSheet(v.Input)
		if err != nil {
			t.Fatal(path, err)
		}
		p.sheets, p.expects = append(p.sheets, sheet), append(p.expects, v.Expect)
	}
	return p
}

// notices reports whether a rulebook of this text is refused, judges a vector
// otherwise, or contradicts a fact.
func (p proof) notices(t testing.TB, text string) bool {
	entry, err := config.Frozen(text)
	if err != nil {
		return true
	}
	for i := range p.sheets {
		if !p.fits(t, entry.Book, i) {
			return true
		}
	}
	return wrongFact(t, entry.Book, p.facts) != ""
}

func (p proof) fits(t testing.TB, book *scoresheet.Rulebook, i int) bool {
	j, err := judge.For(book, &p.sheets[i])
	if err != nil {
		return false
	}
	data, err := json.Marshal(j.Verdict(p.sheets[i]))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range p.expects[i] {
		if key == "faults" {
			if !slices.Equal(codesAt(want), codesAt(got[key])) {
				return false
			}
			continue
		}
		if missing(want, got[key], "") != "" {
			return false
		}
	}
	return true
}

var (
	// wordLine is a line that holds words, names or references, not numbers.
	wordLine = regexp.MustCompile(`^\s*(#|\[|$|(id|name|number|version|discipline|extends|origin|article|title|document|faults|zh-Hans|zh-Hant|en|kind|from) =|\{ zh-)`)
	// words within a line of numbers.
	innerWords = regexp.MustCompile(`\b(name|from|article) = "[^"]*"`)
	numeral    = regexp.MustCompile(`-?\d+(\.\d+)?`)
	levelValue = regexp.MustCompile(`= "(10|[2-9JQK])"`)
)

// extendsMark parts, in a frozen text, a rulebook's own text from the one that
// it extends, whose numbers are proven there.
const extendsMark = "\n#=== extends ===\n"

// mutants are the texts that differ from one by a number, or a level, that is
// one higher.
func mutants(text string) (changed []string, places []string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if wordLine.MatchString(line) {
			continue
		}
		change := func(from, to int, other string) {
			mutant := slices.Clone(lines)
			mutant[i] = line[:from] + other + line[to:]
			changed = append(changed, strings.Join(mutant, "\n"))
			places = append(places, fmt.Sprintf("line %d: %s -> %s", i+1, line, mutant[i]))
		}
		if at := levelValue.FindStringSubmatchIndex(line); at != nil {
			level, err := scoresheet.ParseLevel(line[at[2]:at[3]])
			if err == nil {
				change(at[2], at[3], level.Up(1).String())
			}
			continue
		}
		masked := innerWords.ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat("_", len(s)) })
		for _, at := range numeral.FindAllStringIndex(masked, -1) {
			number, err := strconv.ParseFloat(line[at[0]:at[1]], 64)
			if err == nil {
				change(at[0], at[1], strconv.FormatFloat(number+1, 'g', -1, 64))
			}
		}
	}
	return changed, places
}

// TestEveryNumberIsProven changes each number of a rulebook, one at a time,
// and wants the vectors, the checks of rulebooks or the facts to notice.
func TestEveryNumberIsProven(t *testing.T) {
	for _, id := range provenBooks(t) {
		t.Run(id, func(t *testing.T) {
			entry, ok := config.BuiltIn().Get(id)
			if !ok {
				t.Fatal("no rulebook")
			}
			p := proofOf(t, id)
			if p.notices(t, entry.Text) {
				t.Fatal("the rulebook itself does not stand")
			}
			own, beneath, extends := strings.Cut(entry.Text, extendsMark)
			changed, places := mutants(own)
			if len(changed) == 0 {
				t.Fatal("no numbers")
			}
			for i, text := range changed {
				if extends {
					text += extendsMark + beneath
				}
				if !p.notices(t, text) {
					t.Errorf("nothing notices %s", places[i])
				}
			}
		})
	}
}
