package config

import (
	"os"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

// TestFormatsThatContradict changes one thing of a format at a time and wants
// to be told that, and nothing else.
func TestFormatsThatContradict(t *testing.T) {
	for name, test := range map[string]struct{ book, old, new, want string }{
		"taken from nowhere":      {"guandan-nanshan-2026", "from = \"swiss\"\ntake = 32", "take = 32", "phases[1].take: take"},
		"one taken":               {"guandan-institute", "take = 8", "take = 1", "phases[1].take: take"},
		"from a later phase":      {"guandan-institute", `from = "group"`, `from = "final"`, "phases[1].from: from"},
		"one pool":                {"guandan-institute", "pools = 4", "pools = 1", "phases[0].pools: pools"},
		"pools of a knockout":     {"guandan-factory", `draw = "by-table"`, "draw = \"by-table\"\npools = 4", "phases[0].pools: pools"},
		"pools by force":          {"guandan-institute", `pools_by = "lot"`, `pools_by = "force"`, "phases[0].pools_by: word"},
		"a bye for the strongest": {"guandan-factory", `bye = "lot"`, `bye = "strongest"`, "phases[0].bye: word"},
		"repechage for nobody":    {"guandan-repechage", "until = 8\nrepechage = true", "repechage = true", "phases[1].repechage: repechage"},
		"exact of a bracket":      {"gouji-karamay", "draw = \"each-round\"\nuntil", "draw = \"once\"\nuntil", "phases[0].exact: exact"},
		"exact without until":     {"gouji-karamay", "until = 32\n", "", "phases[0].exact: exact"},
		"ranks of nobody":         {"guandan-factory", `draw = "by-table"`, `draw = "seeded"`, "phases[0].draw: draw-ranks"},
		"a cross of nobody":       {"guandan-factory", `draw = "by-table"`, `draw = "cross"`, "phases[0].draw: draw-ranks"},
		"two fields":              {"gouji-dian-shao-men-luo", "ranks = [1, 2], first_place = 1 },", "ranks = [1, 2], first_place = 1 },\n  { name = \"5-8\", from = \"group\", ranks = [3, 4], first_place = 5 },", "phases[1].groups: knockout-groups"},
		"two fields entered":      {"guandan-folk", "players = 2\n", "players = 2\ngroups = [\"A\", \"B\"]\n", "phases[0].groups: knockout-groups"},
		"from nowhere":            {"gouji-karamay", "from = \"qualification\"\n", "", "phases[1].from: from-nowhere"},
		"until and rounds":        {"guandan-repechage", "until = 4", "rounds = 1\nuntil = 4", "phases[2].until: until-rounds"},
		"third of four":           {"guandan-repechage", "until = 4", "until = 4\nthird_place = true", "phases[2].third_place: third-place"},
		"a Swiss without rounds":  {"guandan-nanshan-2026", "rounds = 4\n", "", "phases[0].rounds: rounds"},
		"rounds of a round robin": {"guandan-institute", "pools = 4", "pools = 4\nrounds = 3", "phases[0].rounds: rounds"},
		"rounds below 0":          {"guandan-nanshan-2026", "rounds = 4\n", "rounds = -4\n", "phases[0].rounds: rounds"},
		"partners":                {"guandan-six-hands", `partners = "lot"`, `partners = "love"`, "entry.partners: word"},
		"second table":            {"guandan-national-2017", "{ difference = 5, winner = 18, loser = 8 }", "{ difference = 4, winner = 18, loser = 8 }", "match_points.second[5]: table-rows"},
		"second for losers":       {"guandan-national-2017", "{ difference = 5, winner = 18, loser = 8 }", "{ difference = 5, winner = 8, loser = 18 }", "match_points.second[5]: points-order"},
		"no second table":         {"guandan-jiangsu", `{ rule = "wins", origin = "default" }`, `{ rule = "second-points", origin = "default" }`, "phases[0].ranking[2].rule: rule-needs"},
		"no playoff":              {"guandan-jiangsu", `{ rule = "wins", origin = "default" }`, `{ rule = "playoff", origin = "default" }`, "phases[0].ranking[2].rule: rule-needs"},
		"a circle of all":         {"gouji-two-tables", "among = true, circle = true", "circle = true", "phases[0].ranking[2].rule: rule-needs"},
		"restarted for all":       {"gouji-two-tables", "among = true, restart = true", "restart = true", "phases[0].ranking[1].rule: rule-needs"},
		"a margin of wins":        {"guandan-jiangsu", `{ rule = "wins", origin = "default" }`, `{ rule = "wins", margin = true, origin = "default" }`, "phases[0].ranking[2].rule: rule-needs"},
		"no clock to rank by":     {"guandan-community", "[settings.minutes]\nvalue = 60\norigin = \"source\"\narticle = \"winning\"\nmin = 5", "[settings.minutes]\nvalue = 0\norigin = \"source\"\narticle = \"winning\"\nmin = 0", "phases[1].ranking[1].rule: rule-needs"},
		"late without minutes":    {"guandan-jiangsu-social", "[settings.late_minutes]\nvalue = 10", "[settings.late_minutes]\nvalue = 0", "violations[0].late: late"},
		"minutes for nobody":      {"guandan-jiangsu-social", "late = true", "late = false", "settings.late_minutes: late"},
		"fixed by nothing":        {"guandan-factory", `fixed_players_article = "substitution"`, "", "entry.fixed_players: missing-article"},
		"fixed by no article":     {"guandan-factory", `fixed_players_article = "substitution"`, `fixed_players_article = "nowhere"`, "entry.fixed_players_article: article"},
		"levels off points":       {"guandan-six-hands", `ladder = [["lose-match"]]`, `ladder = [["level-down:1"]]`, "violations[0].ladder: action-levels"},
		"hands below 0":           {"guandan-jiangsu-social", "value = 9\norigin = \"source\"\narticle = \"time\"\nmin = 0", "value = -9\norigin = \"source\"\narticle = \"time\"\nmin = -9", "settings.hands: hands"},
	} {
		t.Run(name, func(t *testing.T) {
			entry, ok := BuiltIn().Get(test.book)
			if !ok || !strings.Contains(entry.Text, test.old) {
				t.Fatalf("%s has no %q", test.book, test.old)
			}
			text := strings.Replace(entry.Text, `id = "`+test.book+`"`, `id = "own"`, 1)
			_, problems := BuiltIn().Check("own.toml", []byte(strings.Replace(text, test.old, test.new, 1)))
			if len(problems) != 1 || !strings.Contains(problems.Error(), test.want) {
				t.Fatalf("want %s, got %v", test.want, problems)
			}
			for _, lang := range scoresheet.Langs {
				if words := NewWords(lang).Problem(problems[0]); strings.Contains(words, "rulebook.problem") || strings.Contains(words, "<no value>") {
					t.Error(words)
				}
			}
		})
	}
}

// TestFormatsAsTheCatalogueSays reads where the fields of the phases come from.
func TestFormatsAsTheCatalogueSays(t *testing.T) {
	books := BuiltIn()
	phases := func(id string) []scoresheet.Phase {
		entry, ok := books.Get(id)
		if !ok {
			t.Fatal("no", id)
		}
		return entry.Book.Phases
	}
	repechage := phases("guandan-repechage")
	if p := repechage[0]; p.Draw != "by-table" || p.Until != 15 {
		t.Errorf("%+v", p)
	}
	if p := repechage[1]; !p.Repechage || p.Until != 8 || p.From != "preliminary" || p.Draw != "each-round" {
		t.Errorf("%+v", p)
	}
	if p := repechage[3]; !p.ThirdPlace || p.From != "knockout" || p.Until != 0 {
		t.Errorf("%+v", p)
	}
	nanshan := phases("guandan-nanshan-2026")
	if p := nanshan[1]; p.Take != 32 || p.Pools != 8 || p.PoolsBy != scoresheet.PoolsBySnake {
		t.Errorf("%+v", p)
	}
	if p := nanshan[2]; p.Take != 16 || p.Draw != "seeded" || p.ThirdPlace {
		t.Errorf("%+v", p)
	}
	if p := phases("guandan-six-hands")[0]; !p.Arranged || !p.UnreportedOut || p.Rounds != 1 {
		t.Errorf("%+v", p)
	}
	for _, p := range phases("guandan-institute") {
		if !p.WithdrawalVoids || p.Kind != scoresheet.RoundRobin {
			t.Errorf("%+v", p)
		}
	}
	if p := phases("guandan-community")[1]; p.Ranking[1].Rule != scoresheet.RuleTimeTaken || p.From != "first" {
		t.Errorf("%+v", p)
	}
	if p := phases("guandan-class")[0]; p.Draw != "by-table" || !p.ThirdPlace {
		t.Errorf("%+v", p)
	}
	if p := phases("guandan-community")[0]; p.Kind != scoresheet.Knockout || p.Rounds != 0 || p.Until != 0 {
		t.Errorf("%+v", p)
	}
	if entry, _ := books.Get("guandan-community"); entry.Book.Settings["rounds"].Value != int64(1) {
		t.Errorf("%T %[1]v", entry.Book.Settings["rounds"].Value)
	}
	karamay := phases("gouji-karamay")
	if p := karamay[0]; p.Until != 32 || !p.Exact || !p.Arranged || karamay[1].From != "qualification" {
		t.Errorf("%+v", karamay)
	}
	for _, id := range []string{"gouji-qingdao", "gouji-qingdao-12"} {
		p := phases(id)
		if p[0].Pools != 4 || p[1].From != "group" || p[1].Take != 8 || p[1].Draw != "cross" {
			t.Errorf("%s: %+v", id, p)
		}
	}
	if r := phases("gouji-two-tables")[0].Ranking; !r[1].Among || !r[1].Restart || !r[2].Among || !r[2].Circle || r[2].Restart {
		t.Errorf("%+v", r)
	}
	rules := map[string]string{
		"guandan-jiangsu":        "points running-totals wins level-difference levels-climbed lot",
		"guandan-jiangsu-social": "points running-totals wins level-difference levels-climbed lot",
		"guandan-national-2017":  "points second-points level-difference levels-climbed lot",
		"guandan-nanshan-2026":   "points opponent-points wins levels-climbed lot",
		"guandan-office":         "levels-climbed playoff lot",
		"guandan-institute":      "points own-match level-difference lot",
	}
	for id, want := range rules {
		var got []string
		for _, criterion := range phases(id)[0].Ranking {
			got = append(got, string(criterion.Rule))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s ranks by %v", id, got)
		}
	}
}

// TestRulebooksSpeakOfThemselves: each is complete in what people read of it.
func TestRulebooksSpeakOfThemselves(t *testing.T) {
	entries, err := BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir("rulebooks")
	if err != nil || len(files) != len(entries) {
		t.Fatal(len(files), len(entries), err)
	}
	names := map[string]string{}
	for _, entry := range entries {
		book := entry.Book
		for _, lang := range scoresheet.Langs {
			if other, taken := names[book.Name.In(lang)+string(lang)]; taken {
				t.Errorf("%s and %s are both called %s", book.ID, other, book.Name.In(lang))
			}
			names[book.Name.In(lang)+string(lang)] = book.ID
		}
		if len(book.Articles) < 5 && book.Discipline == scoresheet.Guandan && book.ID != "guandan-five" {
			t.Errorf("%s has %d articles only", book.ID, len(book.Articles))
		}
		for name, setting := range book.Settings {
			if setting.Origin == scoresheet.FromSource && setting.Article == "" {
				t.Errorf("%s: %s comes from no article", book.ID, name)
			}
			if spec, _ := scoresheet.LookupSetting(name); spec.Kind == scoresheet.IntSetting && !setting.Fixed && (setting.Min == nil || setting.Max == nil) {
				t.Errorf("%s: %s has no range", book.ID, name)
			}
		}
		for _, violation := range book.Violations {
			if violation.Article == "" {
				t.Errorf("%s: %s comes from no article", book.ID, violation.ID)
			}
		}
	}
}
