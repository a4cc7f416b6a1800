package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestThirdParty compares THIRD_PARTY.md with the modules that are linked.
func TestThirdParty(t *testing.T) {
	text, err := os.ReadFile("../../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if len(cells) == 4 && strings.HasPrefix(cells[0], "| ") {
			listed[strings.TrimPrefix(cells[0], "| ")+" "+cells[1]] = true
		}
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" {
			linked[line] = true
		}
	}
	if len(linked) == 0 {
		t.Fatal("no modules are linked")
	}
	for module := range linked {
		if !listed[module] {
			t.Errorf("THIRD_PARTY.md does not list %s", module)
		}
	}
	for module := range listed {
		if path, _, _ := strings.Cut(module, " "); strings.Contains(path, ".") && strings.Contains(path, "/") && !strings.HasPrefix(path, "@") && !linked[module] {
			t.Errorf("THIRD_PARTY.md lists %s, which is not linked", module)
		}
	}
}
