package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
)

// tellsNothing are marks of a sentence that was not made.
var tellsNothing = []string{"<no value>", "{{", "book.", "rule.", "rulebook.", "setting.", "action.", "incident."}

// checkTexts finds texts in three languages anywhere in an answer, and refuses
// those that are empty, keys, or have holes.
func checkTexts(t *testing.T, at string, value any) {
	t.Helper()
	switch v := value.(type) {
	case map[string]any:
		if hans, is := v["zh-Hans"].(string); is {
			for _, lang := range scoresheet.Langs {
				text, _ := v[string(lang)].(string)
				if text == "" && hans != "" {
					t.Errorf("%s has no text in %s", at, lang)
				}
				for _, mark := range tellsNothing {
					if strings.HasPrefix(text, mark) || strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
						t.Errorf("%s: %s", at, text)
					}
				}
			}
			return
		}
		for key, inner := range v {
			checkTexts(t, at+"/"+key, inner)
		}
	case []any:
		for _, inner := range v {
			checkTexts(t, at, inner)
		}
	}
}

func TestEveryRulebookIsToldWhole(t *testing.T) {
	k := newKiosk(t)
	entries, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		book := k.get("/api/v1/rulebooks/" + entry.Book.ID)
		checkTexts(t, entry.Book.ID, book)
		if len(book["articles"].([]any)) != len(entry.Book.Articles) || len(book["settings"].([]any)) != len(entry.Book.Settings) ||
			len(book["violations"].([]any)) != len(entry.Book.Violations) || book["hash"] != entry.Hash || book["event"] != nil {
			t.Errorf("%s: %v", entry.Book.ID, book)
		}
		numbers := map[string]bool{"": true}
		for _, article := range entry.Book.Articles {
			numbers[article.Number] = true
		}
		for _, section := range []string{"settings", "violations", "incidents", "bands", "entry", "match_points", "awards"} {
			for _, one := range book[section].([]any) {
				if clause, _ := one.(answer)["clause"].(string); !numbers[clause] {
					t.Errorf("%s: %s names %s, which is no article", entry.Book.ID, section, clause)
				}
			}
		}
	}
}

func TestTheCollegeRulebookInWords(t *testing.T) {
	book := newKiosk(t).get("/api/v1/rulebooks/guandan-college")
	texts := func(list any) string {
		var all []string
		for _, one := range list.([]any) {
			line := one.(answer)
			all = append(all, line["text"].(answer)["zh-Hans"].(string)+"|"+line["origin"].(string))
		}
		return strings.Join(all, "\n")
	}
	phase := book["phases"].([]any)[1].(answer)
	for want, got := range map[string]string{
		"过A获胜：2分|source\n时间到时领先：1分|source": texts(book["match_points"]),
		"弃权：到场一方2分，缺席一方0分|default":         texts(book["match_points"]),
		"前8名发奖状|source":                    texts(book["awards"]),
		"1-4组：“预赛”各组第1、2名，争第1名起的名次|source": texts(phase["lines"]),
		"相互胜负（两队相同时）|default":              texts(phase["ranking"]),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	violation := book["violations"].([]any)[2].(answer)
	steps := violation["ladders"].([]any)[0].(answer)["steps"].([]any)
	if len(steps) != 1 || violation["counted"].(answer)["en"] != "counted for each side over the match" {
		t.Errorf("%v", violation)
	}
}

func TestAnEventKeepsItsRulebook(t *testing.T) {
	k := newKiosk(t)
	id := k.post(http.StatusCreated, "/api/v1/events", answer{"name": "教工赛", "rulebook": "guandan-college", "settings": answer{"minutes": 30}})["id"].(string)
	book := k.get("/api/v1/events/" + id + "/rulebook")
	if event := book["event"].(answer); event["id"] != id || event["name"] != "教工赛" {
		t.Errorf("event %v", event)
	}
	changed := 0
	for _, one := range book["settings"].([]any) {
		setting := one.(answer)
		if setting["changed"] != true {
			continue
		}
		changed++
		if setting["name"] != "minutes" || setting["text"].(answer)["en"] != "30" || setting["default_text"].(answer)["en"] != "45" {
			t.Errorf("%v", setting)
		}
	}
	if changed != 1 {
		t.Errorf("%d settings are marked as changed, want 1", changed)
	}
	if code := k.want(http.StatusNotFound, request{method: http.MethodGet, path: "/api/v1/events/none/rulebook"})["code"]; code != "event.unknown" {
		t.Error(code)
	}
}

func TestArticlesOfAllRulebooks(t *testing.T) {
	k := newKiosk(t)
	_, body := k.send(request{method: http.MethodGet, path: "/api/v1/articles"})
	for _, want := range []string{`"rulebook":"guandan-college"`, `"number":"第四条"`, `"rulebook":"gouji-karamay"`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("%s is not among the articles", want)
		}
	}
}

func TestQuestionsAboutCards(t *testing.T) {
	k := newKiosk(t)
	ask := func(book, what string, body answer) answer {
		t.Helper()
		return k.post(http.StatusOK, "/api/v1/rulebooks/"+book+"/"+what, body)
	}
	play := ask("guandan-college", "play", answer{"cards": "S7 D7 S8 D8 H3 H3", "level": "3"})
	if readings := play["readings"].([]any); len(readings) != 3 || play["default"] != nil || play["why"].(answer)["code"] != "play.undeclared" ||
		readings[0].(answer)["as"] != "tube:8" || readings[0].(answer)["text"] != "三连对（到8）" {
		t.Errorf("%v", play)
	}
	if play := ask("guandan-college", "play", answer{"cards": "S7 D8", "level": "3"}); play["why"].(answer)["code"] != "play.none" {
		t.Errorf("%v", play)
	}
	beats := ask("guandan-college", "compare", answer{"left": "SA", "right": "S10", "level": "10"})
	if beats["right_beats_left"] != true || beats["why"].(answer)["clause"] != "第六条" || beats["right"].(answer)["clause"] != "第五条" {
		t.Errorf("%v", beats)
	}
	chosen := ask("guandan-college", "compare", answer{"left": "S7 D7 C7 S8 D8", "right": "SK DK S6 D6 H3", "right_as": "full-house:K", "level": "3"})
	if chosen["right_beats_left"] != true {
		t.Errorf("%v", chosen)
	}
	gouji := ask("gouji-karamay", "play", answer{"cards": "S10 H10 D10 C10 S2 small", "hand": "SA small"})
	if rulings := gouji["rulings"].([]any); len(rulings) != 3 || rulings[0].(answer)["kind"] != "gouji" || rulings[0].(answer)["holds"] != true {
		t.Errorf("%v", gouji)
	}
	kept := k.post(http.StatusOK, "/api/v1/events/"+k.college(1)+"/rulebook/compare", answer{"left": "SA", "right": "S10", "level": "10"})
	if kept["right_beats_left"] != true {
		t.Errorf("%v", kept)
	}
	k.post(http.StatusNotFound, "/api/v1/events/none/rulebook/play", answer{"cards": "SA", "level": "10"})
	trick := ask("shuangsheng-enterprise", "compare", answer{"left": "HA HA", "right": "S5 S5", "level": "4", "trump": "S"})
	if trick["right_beats_left"] != true || trick["why"].(answer)["code"] != "trick.ruff" {
		t.Errorf("%v", trick)
	}
}

func TestQuestionsThatCannotBeUnderstood(t *testing.T) {
	k := newKiosk(t)
	for name, c := range map[string]struct {
		path string
		body answer
		at   string
	}{
		"no card":         {"guandan-college/play", answer{"cards": "S1", "level": "3"}, "/left"},
		"no level":        {"guandan-college/play", answer{"cards": "S3"}, "/level"},
		"no declaration":  {"guandan-college/compare", answer{"left": "S3", "right": "S4", "right_as": "tub:9", "level": "3"}, "/right_as"},
		"no trump":        {"shuangsheng-swiss/play", answer{"cards": "S3", "level": "3"}, "/trump"},
		"too few players": {"gouji-karamay/play", answer{"cards": "S3", "players_left": 1}, "/players_left"},
	} {
		t.Run(name, func(t *testing.T) {
			got := k.post(http.StatusUnprocessableEntity, "/api/v1/rulebooks/"+c.path, c.body)
			fault := got["faults"].([]any)[0].(answer)
			if fault["at"] != c.at || fault["message"] == "" || strings.Contains(fault["message"].(string), "--") {
				t.Errorf("%v", got)
			}
		})
	}
	if code := k.post(http.StatusNotFound, "/api/v1/rulebooks/none/play", answer{"cards": "S3"})["code"]; code != "rulebook.unknown" {
		t.Error(code)
	}
	if code := k.post(http.StatusUnprocessableEntity, "/api/v1/rulebooks/guandan-college/play", answer{"card": "S3"})["code"]; code != "body" {
		t.Error(code)
	}
}

func TestARulingIsSharedWithTheTable(t *testing.T) {
	k := newKiosk(t)
	id := k.college(2)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", answer{"seed": "1"})
	match := id + "-1"
	body := answer{"left": "SA", "right": "S2", "level": "2"}
	shared := k.post(http.StatusCreated, "/api/v1/matches/"+match+"/rulings", body)["match"].(answer)
	ruling := shared["rulings"].([]any)[0].(answer)
	if ruling["right_beats_left"] != true || ruling["author"] != "王组织" || ruling["clause"] != "第六条" || !strings.HasPrefix(ruling["text"].(string), "压得住") {
		t.Errorf("%v", ruling)
	}
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/rulings", answer{"left": "S7 D7 S8 D8 H3 H3", "left_as": "plate:8", "level": "3"})
	_, english := k.send(request{method: http.MethodGet, path: "/api/v1/matches/" + url.PathEscape(match), lang: "en"})
	for _, want := range []string{"It beats: 2 is the level", "It is a plate up to 8."} {
		if !strings.Contains(string(english), want) {
			t.Errorf("%q is not in %s", want, english)
		}
	}
	journal := k.get("/api/v1/events/" + id + "/journal")["entries"].([]any)
	last := journal[len(journal)-1].(answer)
	if last["kind"] != "ruling.noted" || !strings.Contains(last["text"].(string), "钢板") {
		t.Errorf("%v", last)
	}
	if got := k.post(http.StatusUnprocessableEntity, "/api/v1/matches/"+match+"/rulings", answer{"left": "S1", "level": "2"}); got["faults"] == nil {
		t.Errorf("%v", got)
	}
	if status, _ := k.send(request{method: http.MethodPost, path: "/api/v1/matches/" + match + "/rulings", body: body, token: "-"}); status != http.StatusUnauthorized {
		t.Error(status)
	}
}
