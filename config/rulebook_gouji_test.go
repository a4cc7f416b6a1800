package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

func builtInText(t testing.TB, id string) string {
	t.Helper()
	entry, ok := BuiltIn().Get(id)
	if !ok {
		t.Fatal("no", id)
	}
	return entry.Text
}

// TestGoujiAsTheCatalogueSays compares the rulebooks of Gouji with the table of
// the catalogue, section 5.
func TestGoujiAsTheCatalogueSays(t *testing.T) {
	for id, want := range map[string]struct {
		places                 []int
		positive               bool
		sweep, hands, bestOf   int
		countAt, playSeconds   int
		players, certificates  int
		bare                   []int
		two, small, big, count bool
		incidents              string
	}{
		"gouji-challenge-cup": {
			places: []int{6, 5, 4, 3, 2, 1}, hands: 6, bestOf: 1, playSeconds: 30, players: 3, certificates: 3, bare: []int{3, 4},
			incidents: "closed 0/-1, stifle 1/0 bottom, burn success 0/0, burn failed 0/0 bottom, no-three 0/0 bottom",
		},
		"gouji-karamay": {
			places: []int{2, 1, 0, 0, -1, -2}, positive: true, hands: 6, bestOf: 3, players: 3, certificates: 3, bare: []int{3}, two: true, small: true,
			incidents: "closed 1/-1, stifle 1/-1 bottom, burn success 1/-1, burn relieved 0/0, burn countered 0/0, burn failed 0/0 bottom closes, no-three 0/0 bottom closes",
		},
		"gouji-arena": {
			places: []int{2, 1, 0, 0, -1, -2}, positive: true, hands: 4, bestOf: 3, players: 3, certificates: 8, bare: []int{3}, two: true, small: true,
			incidents: "closed 1/-1, stifle 1/-1 bottom, burn success 1/-1, burn relieved 0/0, burn countered 0/0, burn failed 0/0 bottom closes, no-three 0/0 bottom closes",
		},
		"gouji-two-tables": {
			places: []int{6, 5, 4, 3, 2, 1}, hands: 4, bestOf: 1, countAt: 10, playSeconds: 15, players: 6, certificates: 3,
			incidents: "burn success 0/0, burn relieved 0/0, burn countered 0/0, burn killed 0/0, burn failed 0/0",
		},
		"gouji-qingdao": {
			places: []int{4, 2, 0, 0, -2, -4}, positive: true, sweep: 8, hands: 1, bestOf: 3, countAt: 10, players: 3, certificates: 3, bare: []int{3},
			incidents: "burn success 0/0, burn relieved 0/0, burn countered 0/0, burn killed 0/0, burn failed 0/0 bottom",
		},
		"gouji-qingdao-12": {
			places: []int{4, 2, 0, 0, -2, -4}, positive: true, sweep: 12, hands: 4, bestOf: 1, countAt: 10, players: 3, certificates: 3, bare: []int{3},
			incidents: "burn success 0/0, burn relieved 0/0, burn countered 0/0, burn killed 0/0, burn failed 0/0 bottom",
		},
		"gouji-dian-shao-men-luo": {
			places: []int{5, 4, 3, 2, 1, 0}, hands: 6, bestOf: 1, players: 3, certificates: 3, bare: []int{3},
			incidents: "closed 1/0, closed 0/0, opened 1/0, stifle 1/0 bottom, burn success 1/0, burn relieved 0/0, burn countered 2/0, two-for-one 1/0",
		},
	} {
		entry, ok := BuiltIn().Get(id)
		if !ok {
			t.Errorf("no %s", id)
			continue
		}
		terms, err := entry.Book.Terms("")
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if !slices.Equal(terms.PlacePoints, want.places) || terms.PositiveOnly != want.positive || terms.Sweep != want.sweep ||
			terms.Hands != want.hands || terms.BestOf != want.bestOf || terms.CountAt != want.countAt || terms.PlaySeconds != want.playSeconds {
			t.Errorf("%s: %+v", id, terms)
		}
		if terms.Packs != 4 || !slices.Equal(terms.GoujiCounts, []int{5, 4, 3, 2, 2, 1}) || !slices.Equal(terms.BareRanks, want.bare) ||
			terms.OpenTwo != want.two || terms.OpenSmall != want.small || terms.OpenBig != want.big {
			t.Errorf("%s: plays %+v", id, terms.GoujiTerms)
		}
		if entry.Book.Entry.Players != want.players || entry.Book.Awards.Certificates != want.certificates {
			t.Errorf("%s: %+v %+v", id, entry.Book.Entry, entry.Book.Awards)
		}
		if got := incidentsOf(entry.Book); got != want.incidents {
			t.Errorf("%s knows %s", id, got)
		}
	}
}

func incidentsOf(book *scoresheet.Rulebook) string {
	told := make([]string, len(book.Incidents))
	for i, rule := range book.Incidents {
		told[i] = string(rule.Kind)
		if rule.Result != "" {
			told[i] += " " + rule.Result
		}
		told[i] += fmt.Sprintf(" %d/%d", rule.Gain, rule.Loss)
		if rule.Bottom {
			told[i] += " bottom"
		}
		if rule.Closes {
			told[i] += " closes"
		}
	}
	return strings.Join(told, ", ")
}

func TestArenaAsTheCatalogueSays(t *testing.T) {
	entry, _ := BuiltIn().Get("gouji-arena")
	phase, _ := entry.Book.Phase("challenge")
	rules := phase.Challenges
	if phase.Kind != scoresheet.Ladder || rules == nil || rules.Challengers != 5 || rules.Losses != 3 || rules.Absences != 2 || rules.Honoured != 8 {
		t.Fatalf("%+v", phase)
	}
	var told []string
	for _, title := range rules.Titles {
		told = append(told, fmt.Sprint(title.ID, " ", title.Holders, " from ", title.FirstPlace, " worth ", title.Points, " beat ", title.Beat, " own ", title.Own))
	}
	want := []string{"vanguard 5 from 4 worth 1 beat 3 own 3", "deputy 2 from 2 worth 3 beat 2 own 1", "chief 1 from 1 worth 6 beat 0 own 0"}
	if !slices.Equal(told, want) {
		t.Errorf("%q", told)
	}
}

// TestGoujiContradictions changes one thing of a rulebook of Gouji at a time
// and wants to be told that.
func TestGoujiContradictions(t *testing.T) {
	for name, test := range map[string]struct{ book, old, new, want string }{
		"places for five":      {"karamay", "value = [2, 1, 0, 0, -1, -2]", "value = [2, 1, 0, -1, -2]", "settings.place_points: place-points"},
		"places that rise":     {"karamay", "value = [2, 1, 0, 0, -1, -2]", "value = [2, 1, 0, 3, -1, -2]", "settings.place_points: place-points-order"},
		"no places":            {"karamay", "[settings.place_points]\nvalue = [2, 1, 0, 0, -1, -2]\norigin = \"source\"\narticle = \"places\"\n", "", "settings.place_points: setting.needed"},
		"levels":               {"karamay", "value = \"points\"", "value = \"levels\"", "settings.scoring: gouji-scoring"},
		"kind":                 {"karamay", "kind = \"stifle\"", "kind = \"strangle\"", "incidents[1].kind: incident-kind"},
		"result":               {"karamay", "result = \"success\"", "result = \"won\"", "incidents[2].result: incident-result"},
		"no result":            {"karamay", "result = \"success\"\n", "", "incidents[2].result: incident-result"},
		"result of a stifle":   {"karamay", "kind = \"stifle\"\n", "kind = \"stifle\"\nresult = \"success\"\n", "incidents[1].result: incident-result"},
		"twice":                {"karamay", "result = \"relieved\"", "result = \"success\"", "incidents[3].kind: incident-twice"},
		"gain below nothing":   {"karamay", "gain = 1", "gain = -1", "incidents[0]: incident-score"},
		"loss above nothing":   {"karamay", "loss = -1", "loss = 1", "incidents[0]: incident-score"},
		"late":                 {"challenge-cup", "late = [\"after-second\"]", "late = [\"after-lunch\"]", "incidents[0].late: word"},
		"nobody down":          {"dian-shao-men-luo", "kind = \"two-for-one\"\n", "kind = \"two-for-one\"\nbottom = true\n", "incidents[7]: incident-nobody"},
		"closes nothing":       {"karamay", "kind = \"closed\"", "kind = \"two-for-one\"", "incidents[5].closes: incident-closes"},
		"opening":              {"dian-shao-men-luo", "opening = \"own\"", "opening = \"mine\"", "incidents[1].opening: incident-opening"},
		"article of an event":  {"karamay", "kind = \"stifle\"\ngain = 1\nloss = -1\nbottom = true\norigin = \"source\"\nbottom_origin = \"default\"\narticle = \"incidents\"", "kind = \"stifle\"\norigin = \"source\"\narticle = \"nowhere\"", "incidents[1].article: article"},
		"closed by penalty":    {"qingdao", "ladder = [[\"place-last\", \"void-cards\"]]", "ladder = [[\"closed\"]]", "violations[1].ladder: action-closed"},
		"sweep":                {"qingdao", "[settings.sweep]\nvalue = 8\norigin = \"source\"\narticle = \"scoring\"\nmin = 0", "[settings.sweep]\nvalue = -8\norigin = \"source\"\narticle = \"scoring\"\nmin = -9", "settings.sweep: sweep"},
		"alone for nothing":    {"karamay", "[settings.sweep_alone]\nvalue = false", "[settings.sweep_alone]\nvalue = true", "settings.sweep: sweep"},
		"one table":            {"two-tables", "[settings.tables]\nvalue = 2", "[settings.tables]\nvalue = 1", "settings.tables: tables"},
		"hands by tables":      {"two-tables", "[settings.hands]\nvalue = 4", "[settings.hands]\nvalue = 5", "settings.tables: tables"},
		"no sitting":           {"two-tables", "[settings.sittings]\nvalue = 2", "[settings.sittings]\nvalue = 0", "settings.tables: tables"},
		"extra at two tables":  {"two-tables", "[settings.equal]\nvalue = \"draw\"\norigin = \"source\"\narticle = \"scoring\"\noptions = [\"draw\"]", "[settings.equal]\nvalue = \"extra-hand\"\norigin = \"default\"", "settings.tables: tables"},
		"drawn knockout":       {"challenge-cup", "[settings.equal]\nvalue = \"extra-hand\"\norigin = \"default\"\noptions = [\"extra-hand\"]", "[settings.equal]\nvalue = \"draw\"\norigin = \"default\"", "settings.equal: draw-knockout"},
		"drawn small points":   {"qingdao", "[settings.match_equal_then]\nvalue = \"extra-hand\"\norigin = \"default\"\noptions = [\"extra-hand\"]", "[settings.match_equal_then]\nvalue = \"draw\"\norigin = \"default\"", "settings.equal: draw-knockout"},
		"then what":            {"qingdao", "[settings.match_equal_then]\nvalue = \"extra-hand\"\norigin = \"default\"\noptions = [\"extra-hand\"]\n", "", "settings.match_equal_then: setting.needed"},
		"even games":           {"karamay", "[settings.best_of]\nvalue = 3", "[settings.best_of]\nvalue = 2", "settings.best_of: best-of"},
		"no hands":             {"karamay", "[settings.hands]\nvalue = 6\norigin = \"source\"\narticle = \"scoring\"\nmin = 1", "[settings.hands]\nvalue = 0\norigin = \"source\"\narticle = \"scoring\"\nmin = 0", "settings.hands: hands"},
		"gouji table":          {"karamay", "value = [5, 4, 3, 2, 2, 1]", "value = [5, 4, 3]", "settings.gouji_counts: gouji-counts"},
		"bare rank":            {"karamay", "[settings.bare_ranks]\nvalue = [3]", "[settings.bare_ranks]\nvalue = [2]", "settings.bare_ranks: bare-ranks"},
		"no pack":              {"karamay", "[settings.packs]\nvalue = 4\norigin = \"default\"\nmin = 1", "[settings.packs]\nvalue = 0\norigin = \"default\"\nmin = 0", "settings.packs: packs"},
		"players":              {"karamay", "players = 3", "players = 4", "entry.players: players"},
		"draw of a knockout":   {"karamay", "draw = \"each-round\"", "draw = \"never\"", "phases[0].draw: word"},
		"until one":            {"karamay", "until = 32", "until = 1", "phases[0].until: until"},
		"third place":          {"two-tables", "kind = \"round-robin\"\n", "kind = \"round-robin\"\nthird_place = true\n", "phases[0].kind: knockout-only"},
		"no challenges":        {"karamay", "kind = \"knockout\"\ndraw = \"each-round\"\nuntil = 32", "kind = \"ladder\"", "phases[0].challenges: challenges"},
		"challenge to nobody":  {"arena", "holders = 5", "holders = 0", "phases[0].challenges.titles[0]: challenge-numbers"},
		"beat too many":        {"arena", "beat = 3", "beat = 6", "phases[0].challenges.titles[0]: challenge-beat"},
		"beat above the chief": {"arena", "points = 6\n", "points = 6\nbeat = 1\n", "phases[0].challenges.titles[2]: challenge-beat"},
		"losses over a day":    {"arena", "losses_over = \"title\"", "losses_over = \"day\"", "phases[0].challenges.losses_over: word"},
		"absence of nothing":   {"arena", "absent = \"absent\"", "absent = \"asleep\"", "phases[0].challenges.absent: challenge-absent"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(builtInText(t, "gouji-"+test.book), `id = "gouji-`, `id = "own-`, 1)
			if own, _, extends := strings.Cut(text, "\n"+extendsMark+"\n"); extends {
				text = own
			}
			if !strings.Contains(text, test.old) {
				t.Fatalf("the text has no %q", test.old)
			}
			_, problems := BuiltIn().Check("own.toml", []byte(strings.Replace(text, test.old, test.new, 1)))
			if problems == nil {
				t.Fatal("nothing was told")
			}
			if got := problems.Error(); !strings.Contains(got+"\n", test.want+"\n") {
				t.Errorf("want %s, got\n%s", test.want, got)
			}
			for _, problem := range problems {
				for _, lang := range scoresheet.Langs {
					sentence := NewWords(lang).Problem(problem)
					if strings.Contains(sentence, "rulebook.problem") || strings.Contains(sentence, "<no value>") || problem.Line < 1 {
						t.Errorf("%d: %s", problem.Line, sentence)
					}
				}
			}
		})
	}
}

// TestGoujiTellsEverythingAtOnce: a rulebook with many contradictions is
// refused with all of them.
func TestGoujiTellsEverythingAtOnce(t *testing.T) {
	text := strings.Replace(builtInText(t, "gouji-karamay"), `id = "gouji-karamay"`, `id = "own"`, 1)
	for old, other := range map[string]string{
		"value = [2, 1, 0, 0, -1, -2]":                             "value = [2, 1]",
		"kind = \"stifle\"":                                        "kind = \"strangle\"",
		"value = [5, 4, 3, 2, 2, 1]":                               "value = [1]",
		"ladder = [[\"warn\"], [\"points:-2\"], [\"disqualify\"]]": "ladder = []",
		"until = 32": "until = -1",
	} {
		text = strings.Replace(text, old, other, 1)
	}
	_, problems := BuiltIn().Check("own.toml", []byte(text))
	var codes []string
	for _, problem := range problems {
		codes = append(codes, problem.Code)
	}
	for _, want := range []string{"place-points", "incident-kind", "gouji-counts", "ladder", "until"} {
		if !slices.Contains(codes, want) {
			t.Errorf("%s was not told: %v", want, codes)
		}
	}
}

func TestGoujiFaultsAreSentences(t *testing.T) {
	entry, _ := BuiltIn().Get("gouji-karamay")
	fault := scoresheet.Fault{Code: "event.kind", Clause: "二、2", Args: map[string]any{"kind": "two-for-one"}}
	if got, want := NewWords(scoresheet.ZhHans).Fault(entry.Book, fault), "本规则没有“大王二杀一”这种事件：请删去或改正（二、2）"; got != want {
		t.Error(got)
	}
	fault = scoresheet.Fault{Code: "hand.table", Args: map[string]any{"why": "twice", "table": 1, "sitting": 2, "tables": 2, "sittings": 2}}
	if got, want := NewWords(scoresheet.En).Fault(entry.Book, fault), "Table 1 has played in sitting 2 already: correct the table or the sitting, or remove the hand"; got != want {
		t.Error(got)
	}
	for _, kind := range scoresheet.IncidentKinds() {
		for _, lang := range scoresheet.Langs {
			if words := NewWords(lang); !words.Has("incident."+string(kind)) || !words.Has("setting.name.incident."+string(kind)) {
				t.Errorf("%s has no words for %s", lang, kind)
			}
		}
	}
	for _, result := range scoresheet.BurnResults() {
		if !NewWords(scoresheet.ZhHans).Has("incident.result." + result) {
			t.Errorf("no words for %s", result)
		}
	}
}
