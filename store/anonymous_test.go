package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet/event"
)

// exportedFrom reads a journal, an entry a line.
func exportedFrom(t *testing.T, path string) *Exported {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	x := &Exported{}
	var chain event.Chain
	for _, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		entry, err := chain.Add(line)
		if err == nil {
			err = x.add(entry, line)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	x.State = x.decided.State
	return x
}

func plainAlias(kind Hidden, n int) string { return fmt.Sprintf("%s-%d", kind, n) }

// chinese is a text that the program did not write.
var chinese = regexp.MustCompile(`\p{Han}+|🂡`)

// TestAnonymousJournals: of journals with an entry of each kind nothing that
// people wrote is left, and they are read as before.
func TestAnonymousJournals(t *testing.T) {
	paths, err := filepath.Glob("../scoresheet/event/testdata/journal.*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			x := exportedFrom(t, path)
			hidden, err := x.Anonymous(plainAlias)
			if err != nil {
				t.Fatal(err)
			}
			if len(hidden.decided.Entries) != len(x.decided.Entries) || hidden.State.ID == x.State.ID {
				t.Errorf("%d entries of %d, event %s", len(hidden.decided.Entries), len(x.decided.Entries), hidden.State.ID)
			}
			groups := map[string]bool{}
			for _, e := range x.State.Entrants {
				groups[e.Group] = true
			}
			for i, e := range hidden.decided.Entries {
				encoded := string(hidden.decided.Encoded[i])
				if e.N == 1 {
					var created map[string]any
					if err := json.Unmarshal(e.Data, &created); err != nil {
						t.Fatal(err)
					}
					encoded = fmt.Sprint(created["name"], created["issuer"], e.By)
				}
				for _, found := range chinese.FindAllString(encoded, -1) {
					if !groups[found] {
						t.Errorf("entry %d (%s) still says %s", e.N, e.Kind, found)
					}
				}
				was := x.decided.Entries[i]
				if e.Kind != was.Kind || e.Match != was.Match || !e.At.Equal(was.At) || e.By.Role != was.By.Role || e.V != was.V {
					t.Errorf("entry %d is another: %+v", e.N, e)
				}
			}
			sameShape(t, x.State, hidden.State)

			var file bytes.Buffer
			if err := hidden.Write(&file); err != nil {
				t.Fatal(err)
			}
			again, err := ReadExport(&file)
			if err != nil || again.State.Head != hidden.State.Head {
				t.Errorf("read again: %v", err)
			}
			twice, err := x.Anonymous(plainAlias)
			if err != nil || twice.State.Head != hidden.State.Head {
				t.Errorf("a second time it is another: %v", err)
			}
		})
	}
}

// sameShape wants two states to differ in nothing but texts.
func sameShape(t *testing.T, was, is *event.State) {
	t.Helper()
	if was.Stage() != is.Stage() || len(was.Rounds) != len(is.Rounds) || was.Matches() != is.Matches() || len(was.Entrants) != len(is.Entrants) {
		t.Fatalf("stage %v, %d rounds, %d matches; before %v, %d, %d", is.Stage(), len(is.Rounds), is.Matches(), was.Stage(), len(was.Rounds), was.Matches())
	}
	for n := 1; n <= was.Matches(); n++ {
		a, b := was.Match(n), is.Match(n)
		if a.State != b.State || a.Entrants != b.Entrants || !reflect.DeepEqual(a.Verdict.Match, b.Verdict.Match) || len(a.Penalties) != len(b.Penalties) {
			t.Errorf("match %d: %v %+v, before %v %+v", n, b.State, b.Verdict.Match, a.State, a.Verdict.Match)
		}
	}
	units := map[string]string{}
	for i, e := range was.Entrants {
		other := is.Entrants[i]
		if e.ID != other.ID || e.Group != other.Group || e.Seed != other.Seed || len(e.Players) != len(other.Players) {
			t.Errorf("entrant %+v, before %+v", other, e)
		}
		if alias, known := units[e.Unit]; known && alias != other.Unit {
			t.Errorf("unit %s is %s and %s", e.Unit, alias, other.Unit)
		}
		units[e.Unit] = other.Unit
	}
}

func TestAnonymousNumbers(t *testing.T) {
	for name, c := range map[string]struct{ numbers, want []string }{
		"short ones stay":                {[]string{"A01", "9", ""}, []string{"A01", "9", ""}},
		"long ones keep their order":     {[]string{"20231234", "9", "A00017", "20231001"}, []string{"4", "1", "2", "3"}},
		"those that are equal are equal": {[]string{"20231", "20231"}, []string{"1", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := &anonymiser{alias: plainAlias, known: map[Hidden]map[string]string{}, shown: map[string]string{}, numbers: map[string]string{}, groups: map[string]bool{}}
			var got []string
			for _, number := range c.numbers {
				a.collect("entrants.read", map[string]any{"number": number})
			}
			a.rankNumbers()
			for _, number := range c.numbers {
				got = append(got, a.text("entrants.read", "number", number))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestReadIsTheExport: what Read gives is what ReadExport reads.
func TestReadIsTheExport(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	for i := range 5 {
		submit(t, b, rename("a", fmt.Sprint("name ", i), ""))
	}
	x, err := b.Read("a")
	if err != nil {
		t.Fatal(err)
	}
	var one, other strings.Builder
	if err := b.Export(&one, "a"); err != nil {
		t.Fatal(err)
	}
	if err := x.Write(&other); err != nil {
		t.Fatal(err)
	}
	if one.String() != other.String() {
		t.Error("they differ")
	}
	if _, err := b.Read("b"); err == nil {
		t.Error("an event that is not there")
	}
}
