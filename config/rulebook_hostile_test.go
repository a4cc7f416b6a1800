package config

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"kiosk/scoresheet"
)

// A rulebook's file from somebody else may hold anything: it is refused in a
// sentence, at once, and keeps no other out.
func TestHostileRulebooks(t *testing.T) {
	const n = MaxRulebook / 4
	hostile := map[string]string{
		"arrays":  "a = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"tables":  "a = " + strings.Repeat("{a=", n),
		"keys":    strings.Repeat("a.", n) + "a = 1",
		"heads":   strings.Repeat("[[phases]]\n", n/4),
		"texts":   "id = \"" + strings.Repeat("x", n) + "\"",
		"itself":  "id = \"itself\"\nextends = \"itself\"",
		"numbers": "id = \"n\"\nextends = \"guandan-college\"\n[game]\nminutes = 99999999999999999999999",
		"markup":  "id = \"m\"\nextends = \"guandan-college\"\nname = \"<script>alert(1)</script>\"\nvoid = \"{{.}}\"",
		"bytes":   "\x00\xff\xfe" + strings.Repeat("\x00", n),
		"large":   strings.Repeat("#", MaxRulebook+1),
	}
	folder := fstest.MapFS{}
	for name, text := range hostile {
		folder[name+".toml"] = &fstest.MapFile{Data: []byte(text)}
		began := time.Now()
		_, problems := BuiltIn().Check(name+".toml", []byte(text))
		if len(problems) == 0 {
			t.Errorf("%s is taken", name)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: refused after %v", name, took)
		}
		for _, problem := range problems {
			for _, lang := range scoresheet.Langs {
				if said := NewWords(lang).Problem(problem); strings.Contains(said, "rulebook.problem.") || strings.Contains(said, "<no value>") {
					t.Errorf("%s in %s: %.200s", name, lang, said)
				}
			}
		}
	}
	folder["fine.toml"] = &fstest.MapFile{Data: []byte("id = \"fine\"\nversion = 1\nextends = \"guandan-college\"\nname = { zh-Hans = \"好\", zh-Hant = \"好\", en = \"Fine\" }\n")}
	all, problems := BuiltIn().WithOwn(folder)
	if _, ok := all.Get("fine"); !ok {
		t.Errorf("a fine rulebook among hostile ones is left out: %s", fmt.Sprint(problems)[:min(400, len(fmt.Sprint(problems)))])
	}
	if len(problems) < len(hostile) {
		t.Errorf("%d problems told of %d files", len(problems), len(hostile))
	}
}
