package plays_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"kiosk/api/plays"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

func table(t *testing.T, book string, lang scoresheet.Lang) plays.Table {
	t.Helper()
	entry, ok := config.BuiltIn().Get(book)
	if !ok {
		t.Fatal("no rulebook", book)
	}
	return plays.Table{Book: entry.Book, Words: config.NewWords(lang)}
}

func ptr[T any](v T) *T { return &v }

// questions are asked of rulebooks of all three games.
var questions = []struct {
	book    string
	q       card.Question
	settled bool
	// beats is nil for one play, and where nothing can be said.
	beats *bool
	// why is the code of the reason, rulings the codes of what else follows.
	why, rulings string
}{
	{"guandan-college", card.Question{Left: "S9 D9 C9 H9", Level: 5}, true, nil, "", ""},
	{"guandan-college", card.Question{Left: "S9 D8", Level: 5}, false, nil, "play.none", ""},
	{"guandan-college", card.Question{Left: "S7 D7 S8 D8 H3 H3", Level: 3}, true, nil, "play.undeclared", ""},
	{"guandan-college", card.Question{Left: "SA", Right: "S10", Level: 10}, true, ptr(true), "compare.higher-level", ""},
	{"guandan-college", card.Question{Left: "S7 D7 S8 D8 H3 H3", Right: "SA", Level: 3}, false, nil, "compare.undeclared", ""},
	{"guandan-college", card.Question{Left: "S7 D7 S8 D8 H3 H3", LeftAs: "plate:9", Right: "SA", Level: 3}, false, nil, "compare.not-so", ""},
	{"gouji-karamay", card.Question{Left: "S10 H10 D10 C10 S2 small", Hand: ptr("SA small")}, true, nil, "", "gouji.joker opens.attached burn.possible"},
	{"gouji-karamay", card.Question{Left: "S10 H9"}, false, nil, "gouji.two-ranks", ""},
	{"gouji-karamay", card.Question{Left: "S7 H7 D7 small", Right: "S8 H8 D8 big"}, true, ptr(true), "compare.gouji.every-higher", ""},
	{"shuangsheng-enterprise", card.Question{Left: "HA HA", Right: "S5 S5", Level: 4, Trump: "S"}, true, ptr(true), "trick.ruff", ""},
	{"shuangsheng-enterprise", card.Question{Left: "S3 SK", Lead: "S7 S7", Hand: ptr("S9 S9 H3"), Level: 5, Trump: "none"}, false, nil, "", "follow.pair"},
	{"shuangsheng-enterprise", card.Question{Left: "HA SK", Level: 5, Trump: "C"}, false, nil, "trick.several", ""},
}

func TestQuestionsOfAllGames(t *testing.T) {
	for _, c := range questions {
		for _, lang := range scoresheet.Langs {
			on := table(t, c.book, lang)
			ask := on.Read
			if c.q.Right != "" {
				ask = on.Compare
			}
			answer, err := ask(c.q)
			if err != nil {
				t.Fatalf("%s %+v: %v", c.book, c.q, err)
			}
			told := answer.Told()
			var codes []string
			for _, ruling := range told.Rulings {
				codes = append(codes, ruling.Code)
				sentence(t, ruling.Text)
			}
			if answer.Settled() != c.settled || told.Why.Code != c.why || strings.Join(codes, " ") != c.rulings {
				t.Errorf("%s %+v: settled %v, %s, %v", c.book, c.q, answer.Settled(), told.Why.Code, codes)
			}
			if (told.Beats == nil) != (c.beats == nil) || told.Beats != nil && *told.Beats != *c.beats {
				t.Errorf("%s %+v: beats %v", c.book, c.q, told.Beats)
			}
			if c.why != "" {
				sentence(t, told.Why.Text)
			}
			for _, reading := range told.Readings {
				sentence(t, reading.Text)
			}
			if _, err := json.Marshal(answer); err != nil {
				t.Error(err)
			}
		}
	}
}

// sentence refuses a text that was not made: a key, or one with holes.
func sentence(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.Contains(text, "<no value>") || strings.Contains(text, "{{") || !strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || r > 0x2000 }) {
		t.Errorf("no sentence: %q", text)
	}
}

func TestQuestionsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		book  string
		q     card.Question
		field string
	}{
		{"guandan-college", card.Question{Left: "S3"}, "level"},
		{"guandan-college", card.Question{Left: "S3", Right: "S1", Level: 5}, "right"},
		{"guandan-college", card.Question{Left: "S3", Right: "S4", RightAs: "bomb", Level: 5}, "right_as"},
		{"gouji-karamay", card.Question{Left: "S3", Right: "S4", By: 7}, "by"},
		{"gouji-karamay", card.Question{Left: "S3", Hand: ptr("X")}, "hand"},
		{"gouji-karamay", card.Question{Left: "S3", PlayersLeft: 9}, "players_left"},
		{"shuangsheng-swiss", card.Question{Left: "S3", Level: 5, Trump: "X"}, "trump"},
		{"shuangsheng-swiss", card.Question{Left: "S3", Level: 5, Trump: "S", Lead: "HA SK"}, "lead"},
		{"shuangsheng-swiss", card.Question{Left: "S3", Level: 5, Trump: "S", Others: []string{"S3", "?"}}, "others"},
	} {
		on := table(t, c.book, scoresheet.En)
		ask := on.Read
		if c.q.Right != "" {
			ask = on.Compare
		}
		_, err := ask(c.q)
		var refused *plays.Refusal
		if !errors.As(err, &refused) || refused.Field != c.field || !on.Words.Has(refused.Code) {
			t.Errorf("%s %+v: %v, want the field %s refused", c.book, c.q, err, c.field)
		}
	}
}
