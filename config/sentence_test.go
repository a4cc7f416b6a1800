package config

import (
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"kiosk/scoresheet"
)

// TestSentencesAreFilledAsTemplatesAre fills every text of every language both
// ways, with each kind of argument and with none.
func TestSentencesAreFilledAsTemplatesAre(t *testing.T) {
	number := 7
	values := []any{"南北", 12, -3, scoresheet.Level(14), scoresheet.SideA, scoresheet.Points(15), 2.5, true, nil, []string{"a"}, &number}
	plain := 0
	for _, lang := range scoresheet.Langs {
		words := NewWords(lang)
		for key := range words.all.plain[lang] {
			plain++
			sentence := words.all.plain[lang][key]
			for i := range values {
				args := map[string]any{}
				for k, name := range sentence.names {
					args[name] = values[(i+k)%len(values)]
				}
				want, err := words.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: args})
				if err != nil {
					t.Fatalf("%s %s: %v", lang, key, err)
				}
				if got := words.T(key, args); got != want {
					t.Errorf("%s %s with %v:\n got %q\nwant %q", lang, key, args, got, want)
				}
				if len(sentence.names) == 0 {
					break
				}
			}
		}
		for key := range words.all.messages[lang] {
			want, err := words.localizer.Localize(&i18n.LocalizeConfig{MessageID: key})
			if got := words.T(key, nil); err == nil && got != want {
				t.Errorf("%s %s without arguments:\n got %q\nwant %q", lang, key, got, want)
			}
		}
	}
	if plain < 1000 {
		t.Errorf("only %d texts are plain", plain)
	}
}
