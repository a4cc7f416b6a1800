package config

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kiosk/scoresheet"
)

// localeFiles are flat files of words, one for each topic and language:
// topic.lang.json.
//
//go:embed locales/*.json
var localeFiles embed.FS

// tags are the languages as go-i18n and Accept-Language know them, in the order
// of scoresheet.Langs.
var tags = []language.Tag{language.MustParse("zh-Hans"), language.MustParse("zh-Hant"), language.MustParse("en")}

// locales are all words of all languages.
type locales struct {
	bundle   *i18n.Bundle
	messages map[scoresheet.Lang]map[string]string
	// plain are the messages that need no template.
	plain map[scoresheet.Lang]map[string]sentence
}

// embedded reads the words once; they are part of the program, so that a file
// that cannot be read is a fault of the program.
var embedded = sync.OnceValue(func() *locales {
	read, err := readLocales(localeFiles)
	if err != nil {
		panic(err)
	}
	return read
})

func readLocales(files embed.FS) (*locales, error) {
	read := &locales{bundle: i18n.NewBundle(tags[0]), messages: map[scoresheet.Lang]map[string]string{}, plain: map[scoresheet.Lang]map[string]sentence{}}
	for _, lang := range scoresheet.Langs {
		read.messages[lang], read.plain[lang] = map[string]string{}, map[string]sentence{}
	}
	entries, err := files.ReadDir("locales")
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, entry := range entries {
		errs = append(errs, read.add(files, entry.Name()))
	}
	return read, errors.Join(errs...)
}

func (l *locales) add(files embed.FS, name string) error {
	topic := strings.SplitN(name, ".", 3)
	if len(topic) != 3 || l.messages[scoresheet.Lang(topic[1])] == nil {
		return fmt.Errorf("locales/%s: the name must be topic.lang.json", name)
	}
	data, err := files.ReadFile(path.Join("locales", name))
	if err != nil {
		return err
	}
	var words map[string]string
	if err := json.Unmarshal(data, &words); err != nil {
		return fmt.Errorf("locales/%s: %w", name, err)
	}
	lang := scoresheet.Lang(topic[1])
	for key, text := range words {
		if _, twice := l.messages[lang][key]; twice {
			return fmt.Errorf("locales/%s: %s stands in another file too", name, key)
		}
		l.messages[lang][key] = text
		if plain, ok := plainSentence(text); ok {
			l.plain[lang][key] = plain
		}
		if err := l.bundle.AddMessages(language.MustParse(topic[1]), &i18n.Message{ID: key, Other: text}); err != nil {
			return fmt.Errorf("locales/%s: %s: %w", name, key, err)
		}
	}
	return nil
}

// Words turns keys and codes into sentences of one language. They may be used
// from many goroutines at once.
type Words struct {
	lang      scoresheet.Lang
	localizer *i18n.Localizer
	all       *locales
}

// NewWords are the words of the language, simplified Chinese for one that is
// not known.
func NewWords(lang scoresheet.Lang) *Words {
	all := everyWords()
	if words, ok := all[lang]; ok {
		return words
	}
	return all[scoresheet.ZhHans]
}

// everyWords makes the words of each language once: they never change.
var everyWords = sync.OnceValue(func() map[scoresheet.Lang]*Words {
	all, words := embedded(), map[scoresheet.Lang]*Words{}
	for _, lang := range scoresheet.Langs {
		words[lang] = &Words{lang: lang, localizer: i18n.NewLocalizer(all.bundle, string(lang)), all: all}
	}
	return words
})

// WordsFor are the words of the language that was chosen or, if none of ours
// was, that an Accept-Language header likes best, or else of the fallback.
func WordsFor(chosen, accept string, fallback scoresheet.Lang) *Words {
	if lang, ok := MatchLang(chosen); ok {
		return NewWords(lang)
	}
	if lang, ok := MatchLang(accept); ok {
		return NewWords(lang)
	}
	return NewWords(fallback)
}

// MatchLang finds the language that an Accept-Language header, or a single
// language tag, likes best; false if it likes none of ours.
func MatchLang(accept string) (scoresheet.Lang, bool) {
	if accept == "" {
		return "", false
	}
	if slices.Contains(scoresheet.Langs, scoresheet.Lang(accept)) {
		return scoresheet.Lang(accept), true
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return "", false
	}
	_, index, confidence := matcher().Match(wanted...)
	if confidence == language.No {
		return "", false
	}
	return scoresheet.Langs[index], true
}

var matcher = sync.OnceValue(func() language.Matcher { return language.NewMatcher(tags) })

// Lang is the language of the words.
func (w *Words) Lang() scoresheet.Lang { return w.lang }

// T is the text of the key with its places filled from args. A key that the
// language does not have is looked for in simplified Chinese, and is its own
// text if nobody has it.
func (w *Words) T(key string, args map[string]any) string {
	if plain, ok := w.all.plain[w.lang][key]; ok {
		if text, ok := plain.fill(args); ok {
			return text
		}
	}
	text, err := w.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: args})
	if err != nil && text == "" {
		return key
	}
	return text
}

// Has reports whether the language has the key.
func (w *Words) Has(key string) bool {
	_, ok := w.all.messages[w.lang][key]
	return ok
}

// Messages are all texts of a language by key, with their places unfilled, for
// the pages. The map is the caller's.
func Messages(lang scoresheet.Lang) map[string]string {
	return NewWords(lang).Messages()
}

// Messages are all texts of the language by key, with their places unfilled.
// The map is the caller's.
func (w *Words) Messages() map[string]string { return maps.Clone(w.all.messages[w.lang]) }
