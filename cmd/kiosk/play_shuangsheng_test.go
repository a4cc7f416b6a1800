package main

import (
	"bytes"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/shuangsheng"
)

func TestEveryRulingOfShuangshengHasWords(t *testing.T) {
	keys := []string{
		"trick.count", "trick.no-lead", "trick.trump-flag", "trick.lead-flag", "throw.held", "throw.failed",
		"trick.no-cards", "trick.too-many", "trick.several", "trick.not-in-hand",
		"trick.no-cards", "trick.too-many", "trick.several", "trick.not-in-hand",
		"trick.suit-name.trump", "trick.suit-name.S", "trick.suit-name.H", "trick.suit-name.C", "trick.suit-name.D",
	}
	for _, why := range shuangsheng.Whys() {
		keys = append(keys, string(why))
	}
	for _, duty := range shuangsheng.Duties() {
		keys = append(keys, string(duty))
	}
	for _, playType := range shuangsheng.Types() {
		keys = append(keys, "trick.play."+string(playType))
	}
	for _, lang := range scoresheet.Langs {
		for _, key := range keys {
			if !config.NewWords(lang).Has(key) {
				t.Errorf("%s has no words for %s", lang, key)
			}
		}
	}
}

func TestHelpShowsExamplesOfShuangsheng(t *testing.T) {
	for _, command := range []string{"play", "compare"} {
		var out, told bytes.Buffer
		if code := run([]string{command, "--help"}, streams{in: strings.NewReader(""), out: &out, err: &told}); code != 0 {
			t.Fatal(code, told.String())
		}
		for _, want := range []string{"--trump", "--lead", "shuangsheng-enterprise"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s --help does not show %s", command, want)
			}
		}
	}
}
