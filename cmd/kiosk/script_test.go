package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kiosk/config"
)

// TestMain lets the scripts run the program as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kiosk": main})
}

// TestScripts runs the scripts of testdata/script. "exits CODE ARGS…" is kiosk
// with the arguments, which must end with the code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: exits CODE ARGS…")
	}
	err := ts.Exec("kiosk", args[1:]...)
	code := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("kiosk: %v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit %d, want %s", code, args[0])
	}
}

// TestSharedCasesThroughTheProgram checks, in one stream of lines, all worked
// examples beside the checkout whose rulebook is built in.
func TestSharedCasesThroughTheProgram(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("no worked examples beside the checkout")
	}
	type sharedCase struct {
		Name, Command string
		Input         struct{ Rulebook string }
		Expect        struct {
			Valid  *bool
			Faults []struct{ Code, At string }
		}
	}
	books := config.BuiltIn()
	var cases []sharedCase
	var lines bytes.Buffer
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var raw []json.RawMessage
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatal(err)
		}
		for _, text := range raw {
			var c sharedCase
			var input struct{ Input json.RawMessage }
			if err := errors.Join(json.Unmarshal(text, &c), json.Unmarshal(text, &input)); err != nil {
				t.Fatal(err)
			}
			if _, known := books.Get(c.Input.Rulebook); known && c.Command == "check" {
				cases = append(cases, c)
				if err := json.Compact(&lines, input.Input); err != nil {
					t.Fatal(err)
				}
				lines.WriteByte('\n')
			}
		}
	}
	var out, told bytes.Buffer
	if code := run([]string{"check"}, streams{in: &lines, out: &out, err: &told}); code != exitFaults {
		t.Fatalf("exit %d: %s", code, told.String())
	}
	verdicts := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(verdicts) != len(cases) {
		t.Fatalf("%d verdicts for %d sheets", len(verdicts), len(cases))
	}
	for i, c := range cases {
		var got struct {
			Valid  bool
			Faults []struct{ Code, At, Message string }
		}
		if err := json.Unmarshal([]byte(verdicts[i]), &got); err != nil {
			t.Fatal(err)
		}
		if c.Expect.Valid != nil && *c.Expect.Valid != got.Valid {
			t.Errorf("%s: valid %v", c.Name, got.Valid)
		}
		var want, have []string
		for _, fault := range c.Expect.Faults {
			want = append(want, fault.Code+" "+fault.At)
		}
		for _, fault := range got.Faults {
			have = append(have, fault.Code+" "+fault.At)
			if fault.Message == "" {
				t.Errorf("%s: %s says nothing", c.Name, fault.Code)
			}
		}
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			t.Errorf("%s: %v, want %v", c.Name, have, want)
		}
	}
}
