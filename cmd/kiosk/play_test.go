package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/gouji"
	"kiosk/scoresheet/guandan"
)

// TestPlayScripts runs the scripts of play and compare. Their one command is
// "exits CODE ARGS…": kiosk with the arguments, which must end with the code.
func TestPlayScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/plays",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) == 0 {
					ts.Fatalf("usage: exits CODE ARGS…")
				}
				code := run(args[1:], streams{in: strings.NewReader(""), out: ts.Stdout(), err: ts.Stderr()})
				if strconv.Itoa(code) != args[0] {
					ts.Fatalf("exit %d, want %s", code, args[0])
				}
			},
		},
	})
}

// playCase is a worked example of the exchange format.
type playCase struct {
	Name    string         `json:"name"`
	Command string         `json:"command"`
	Args    []string       `json:"args"`
	Expect  map[string]any `json:"expect"`
}

// TestPlayCases runs the worked examples that lie beside the checkout, if they
// do.
func TestPlayCases(t *testing.T) {
	data, err := os.ReadFile("../../../shared/cases/plays.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no worked examples beside the checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	var cases []playCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no worked examples")
	}
	for _, c := range cases {
		t.Run(c.Name, c.check)
	}
}

func (c playCase) check(t *testing.T) {
	var out, told bytes.Buffer
	code := run(append([]string{c.Command}, c.Args...), streams{in: strings.NewReader(""), out: &out, err: &told})
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%s: %v, %s", out.String(), err, told.String())
	}
	for key, want := range c.Expect {
		if !reflect.DeepEqual(got[key], want) {
			t.Errorf("%s: got %v, want %v", key, got[key], want)
		}
	}
	readings, _ := got["readings"].([]any)
	answered := len(readings) > 0 || got["right_beats_left"] != nil
	if want := map[bool]int{true: 0, false: exitNoAnswer}[answered]; code != want {
		t.Errorf("exit %d, want %d", code, want)
	}
}

func TestEveryPlayHasWords(t *testing.T) {
	keys := []string{
		"play.rank.small", "play.rank.big", "play.side.left", "play.side.right", "play.or", "play.rulebook", "play.discipline",
		"play.declaration", "compare.no-play", "compare.undeclared", "compare.not-so", (&guandan.NotationError{}).Code(),
	}
	for _, why := range guandan.Whys() {
		keys = append(keys, string(why))
	}
	for _, why := range gouji.Whys() {
		keys = append(keys, string(why))
	}
	keys = append(keys, "play.level", "gouji.set", "gouji.seat", "gouji.players-left", "compare.gouji.no-set")
	for _, playType := range guandan.PlayTypes() {
		keys = append(keys, "play."+playType.String())
	}
	for _, lang := range scoresheet.Langs {
		for _, key := range keys {
			if !config.NewWords(lang).Has(key) {
				t.Errorf("%s has no words for %s", lang, key)
			}
		}
	}
}
