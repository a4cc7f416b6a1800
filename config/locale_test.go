package config

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"kiosk/scoresheet"
)

var filledPlace = regexp.MustCompile(`\.([A-Za-z]\w*)`)

// filledPlaces are the places of a text that are filled in, sorted.
func filledPlaces(text string) []string {
	var found []string
	for _, action := range regexp.MustCompile(`\{\{.*?\}\}`).FindAllString(text, -1) {
		for _, match := range filledPlace.FindAllStringSubmatch(action, -1) {
			if !slices.Contains(found, match[1]) {
				found = append(found, match[1])
			}
		}
	}
	slices.Sort(found)
	return found
}

// ownPlaces are texts for which each language takes what it needs of what is
// there: dates and ranks are written with other figures.
var ownPlaces = map[string]bool{"print.certificate.rank": true, "print.date": true}

func TestEveryKeyIsInEveryLanguageWithTheSamePlaces(t *testing.T) {
	first := Messages(scoresheet.Langs[0])
	if len(first) < 100 {
		t.Fatal(len(first), "messages")
	}
	for _, lang := range scoresheet.Langs[1:] {
		other := Messages(lang)
		for key, text := range first {
			if there, ok := other[key]; !ok || there == "" {
				t.Errorf("%s: %s is missing", lang, key)
			} else if !ownPlaces[key] && !slices.Equal(filledPlaces(text), filledPlaces(there)) {
				t.Errorf("%s: %s has places %v, want %v", lang, key, filledPlaces(there), filledPlaces(text))
			}
		}
		for key := range other {
			if _, ok := first[key]; !ok {
				t.Errorf("%s: %s is in %s only", scoresheet.Langs[0], key, lang)
			}
		}
	}
}

func TestEveryCodeHasWords(t *testing.T) {
	words := NewWords(scoresheet.ZhHans)
	for _, code := range scoresheet.FaultCodes() {
		if !words.Has("fault." + code) {
			t.Errorf("fault %s has no words", code)
		}
	}
	for _, code := range scoresheet.SheetCodes() {
		if !words.Has("refused." + code) {
			t.Errorf("refusal %s has no words", code)
		}
	}
	for _, spec := range scoresheet.SettingSpecs() {
		if !words.Has("setting.name." + spec.Name) {
			t.Errorf("setting %s has no name", spec.Name)
		}
		for _, word := range spec.Words {
			if !words.Has("setting.word." + spec.Name + "." + word) {
				t.Errorf("setting %s: %s has no words", spec.Name, word)
			}
		}
	}
}

func college(t testing.TB) *scoresheet.Rulebook {
	t.Helper()
	entry, ok := BuiltIn().Get("guandan-college")
	if !ok {
		t.Fatal("no guandan-college")
	}
	return entry.Book
}

func TestFaultsAreSentences(t *testing.T) {
	book := college(t)
	fault := scoresheet.Fault{
		Code: "finish.duplicate", Clause: "第四条",
		Args: map[string]any{"place": 2, "first": 1, "seat": scoresheet.Seat(1), "game": 1, "hand": 3},
	}
	for lang, want := range map[scoresheet.Lang]string{
		scoresheet.ZhHans: "第2名写了1号（南）两次（第1名已写过）：每个座位只能出现一次（第四条）",
		scoresheet.ZhHant: "第2名寫了1號（南）兩次（第1名已寫過）：每個座位只能出現一次（第四条）",
		scoresheet.En:     "Place 2 names seat 1 (South) again (place 1 has it already): each seat stands in the order once (第四条)",
	} {
		if got := NewWords(lang).Fault(book, fault); got != want {
			t.Errorf("%s: %s", lang, got)
		}
	}
	claim := scoresheet.Fault{Code: "claim.levels", Args: map[string]any{
		"claimed": scoresheet.PerSide[scoresheet.Level]{A: 5, B: 2},
		"follows": &scoresheet.PerSide[scoresheet.Level]{A: 4, B: 2},
	}}
	want := "所写级数为南北 5、东西 2，按名次应为南北 4、东西 2：请改正级数或名次"
	if got := NewWords(scoresheet.ZhHans).Fault(book, claim); got != want {
		t.Error(got)
	}
	step := scoresheet.Fault{Code: "penalty.step", Args: map[string]any{
		"number": 1, "violation": "count-wrong", "repetition": 2,
		"due": []string{"warn"}, "actions": []string{"points:-2", "lose-match"},
	}}
	want = "Penalty 1, wrong count told, or none, time 2: warning is due, -2 points in the hand, match lost is written. Correct it or give a reason"
	if got := NewWords(scoresheet.En).Fault(book, step); got != want {
		t.Error(got)
	}
}

func TestNoticesAreSentences(t *testing.T) {
	book, words := college(t), NewWords(scoresheet.ZhHans)
	for want, notice := range map[string]scoresheet.Notice{
		"规则未写明“双方都未升级时”，按默认“加赛一副”处理":               {Code: "default.equal_start", Args: map[string]any{"setting": "equal_start", "value": "extra-hand"}},
		"规则未写明“报牌数有误或不报”如何处罚，按默认：警告":               {Code: "default.count-wrong", Args: map[string]any{"setting": "count-wrong", "value": []string{"warn"}}},
		"规则未写明“弃权或判负的场分”，按默认“2”处理":                 {Code: "default.forfeit", Args: map[string]any{"setting": "forfeit", "value": scoresheet.WholePoints(2)}},
		"规则未写明“级牌可按原点数还”，按默认“否”处理":                 {Code: "default.return_level_card", Args: map[string]any{"setting": "return_level_card", "value": false}},
		"第1局前面有一副写错，从第3副起没有核对所写级数、升级、得分和进贡：改正后再核对": {Code: "unchecked.after-fault", Args: map[string]any{"game": 1, "hand": 3}},
	} {
		if got := words.Notice(book, notice); got != want {
			t.Errorf("%s: %s", notice.Code, got)
		}
	}
}

// TestNoSentenceHasAHole renders every fault that the college vectors bring up,
// in every language.
func TestNoSentenceHasAHole(t *testing.T) {
	book := college(t)
	args := map[string]any{
		"place": 1, "first": 1, "number": 1, "seats": 4, "given": 1, "seat": scoresheet.Seat(1), "kind": "burn", "result": "won",
		"claimed": scoresheet.SideA, "follows": scoresheet.SideB, "game": 1, "hand": 1, "from": []scoresheet.Seat{1}, "to": []scoresheet.Seat{2},
		"card": "SA", "max": scoresheet.Level(10), "violation": "count-wrong", "repetition": 1, "due": []string{"warn"}, "actions": []string{},
	}
	for _, lang := range scoresheet.Langs {
		for _, code := range scoresheet.FaultCodes() {
			text := NewWords(lang).Fault(book, scoresheet.Fault{Code: code, Args: args})
			if strings.Contains(text, "<no value>") || strings.Contains(text, "{{") || text == "fault."+code {
				t.Errorf("%s: %s: %s", lang, code, text)
			}
		}
	}
}

func TestMatchLang(t *testing.T) {
	for accept, want := range map[string]scoresheet.Lang{
		"zh-CN,zh;q=0.9,en;q=0.8": scoresheet.ZhHans,
		"zh-TW,zh;q=0.9":          scoresheet.ZhHant,
		"zh-HK":                   scoresheet.ZhHant,
		"zh-Hant":                 scoresheet.ZhHant,
		"zh":                      scoresheet.ZhHans,
		"en-GB,en;q=0.9":          scoresheet.En,
		"fr-FR,en;q=0.3":          scoresheet.En,
		"fr":                      "",
		"":                        "",
		";;;":                     "",
	} {
		if got, ok := MatchLang(accept); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", accept, got, ok, want)
		}
	}
	if lang := WordsFor("", "fr", scoresheet.En).Lang(); lang != scoresheet.En {
		t.Error(lang)
	}
	if lang := WordsFor("zh-Hant", "en", scoresheet.ZhHans).Lang(); lang != scoresheet.ZhHant {
		t.Error(lang)
	}
	if lang := NewWords("xx").Lang(); lang != scoresheet.ZhHans {
		t.Error(lang)
	}
}

func TestUnknownKeysAreTheirOwnText(t *testing.T) {
	if text := NewWords(scoresheet.En).T("no.such.key", nil); text != "no.such.key" {
		t.Error(text)
	}
}

func TestLocaleFilesAreFlat(t *testing.T) {
	entries, err := localeFiles.ReadDir("locales")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := localeFiles.ReadFile("locales/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &map[string]string{}); err != nil {
			t.Errorf("%s: %v", entry.Name(), err)
		}
	}
}

func TestWordsFromManyGoroutines(t *testing.T) {
	words := NewWords(scoresheet.ZhHans)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if text := words.Action("points:-2"); text != "本副-2分" {
					t.Error(text)
				}
			}
		})
	}
	wait.Wait()
}
