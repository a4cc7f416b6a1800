package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kiosk/scoresheet"
)

func TestBuiltInRulebooks(t *testing.T) {
	entries, err := BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 0 {
		t.Fatal("no rulebooks")
	}
	for _, entry := range entries {
		if len(entry.Hash) != 64 || len(entry.ShortHash()) != 16 {
			t.Errorf("%s: hash %s", entry.Book.ID, entry.Hash)
		}
		for _, phase := range entry.Book.Phases {
			if _, err := entry.Book.Terms(phase.ID); err != nil {
				t.Errorf("%s: %v", entry.Book.ID, err)
			}
		}
	}
}

func TestCollegeAsTheCatalogueSays(t *testing.T) {
	book := college(t)
	terms, err := book.Terms("group")
	if err != nil {
		t.Fatal(err)
	}
	if terms.Minutes != 45 || terms.Drop != scoresheet.Level2 || terms.Equal != "first-reached" || terms.EqualStart != "extra-hand" ||
		terms.FirstCardSeconds != 40 || terms.PlaySeconds != 20 || terms.CountAt != 6 || terms.WildDefault != "low" ||
		terms.TributeEqual != "next" || terms.TributeEqualLeads != "previous" {
		t.Errorf("terms %+v", terms)
	}
	points := book.MatchPoints
	if *points.Passed != scoresheet.WholePoints(2) || *points.Ahead != scoresheet.WholePoints(1) || points.Loss != 0 || points.Bye != 0 {
		t.Errorf("match points %+v", points)
	}
	var defaults []string
	for name, setting := range book.Settings {
		if setting.Origin == scoresheet.FromDefault {
			defaults = append(defaults, name)
		}
	}
	slices.Sort(defaults)
	want := []string{"bell", "difference_among", "equal_start", "extra_level", "joker_pair", "return_level_card"}
	if !slices.Equal(defaults, want) {
		t.Errorf("defaults %v, want %v", defaults, want)
	}
	if book.FaultClause("finish.duplicate") != "第四条" || book.FaultClause("tribute.card") != "第七条" || book.FaultClause("penalty.step") != "" {
		t.Error("clauses")
	}
}

func collegeText(t testing.TB) string {
	t.Helper()
	entry, ok := BuiltIn().Get("guandan-college")
	if !ok {
		t.Fatal("no guandan-college")
	}
	return entry.Text
}

func TestFrozenTextReadsTheSame(t *testing.T) {
	entry, _ := BuiltIn().Get("guandan-college")
	again, err := Frozen(entry.Text)
	if err != nil || again.Hash != entry.Hash || again.Book.ID != entry.Book.ID {
		t.Fatal(again.Hash, err)
	}
	if _, err := Frozen("id ="); err == nil {
		t.Error("broken text was read")
	}
}

const child = `id = "my-college"
version = 2
extends = "guandan-college"
[settings.minutes]
value = 30
`

func TestExtends(t *testing.T) {
	entry, problems := BuiltIn().Check("my-college.toml", []byte(child))
	if problems != nil {
		t.Fatal(problems)
	}
	minutes := entry.Book.Settings["minutes"]
	if fmt.Sprint(minutes.Value) != "30" || minutes.Article != "winning" || *minutes.Max != 240 {
		t.Errorf("minutes %+v", minutes)
	}
	if entry.Book.ID != "my-college" || entry.Book.Version != 2 || len(entry.Book.Articles) != len(college(t).Articles) {
		t.Errorf("book %+v", entry.Book)
	}
	if *entry.Book.MatchPoints.Passed != scoresheet.WholePoints(2) {
		t.Errorf("match points %+v", entry.Book.MatchPoints)
	}
	again, err := Frozen(entry.Text)
	if err != nil || again.Hash != entry.Hash || fmt.Sprint(again.Book.Settings["minutes"].Value) != "30" {
		t.Errorf("frozen %v %v", again.Hash, err)
	}
}

func TestOwnFiles(t *testing.T) {
	folder := fstest.MapFS{
		"a-grandchild.toml": {Data: []byte("id = \"grandchild\"\nversion = 1\nextends = \"my-college\"\n")},
		"my-college.toml":   {Data: []byte(child)},
		"shadow.toml":       {Data: []byte(collegeText(t))},
		"loop-a.toml":       {Data: []byte("id = \"loop-a\"\nextends = \"loop-b\"\n")},
		"loop-b.toml":       {Data: []byte("id = \"loop-b\"\nextends = \"loop-a\"\n")},
		"orphan.toml":       {Data: []byte("id = \"orphan\"\nextends = \"nobody\"\n")},
		"twice.toml":        {Data: []byte(strings.Replace(child, "30", "31", 1))},
		"notes.txt":         {Data: []byte("not a rulebook")},
	}
	books, refused := BuiltIn().WithOwn(folder)
	for _, id := range []string{"my-college", "grandchild", "guandan-college"} {
		if _, ok := books.Get(id); !ok {
			t.Errorf("%s is not there", id)
		}
	}
	if entry, _ := books.Get("guandan-college"); entry.File != "" {
		t.Error("an own file shadows a built-in rulebook")
	}
	if entry, _ := books.Get("my-college"); fmt.Sprint(entry.Book.Settings["minutes"].Value) != "30" {
		t.Error("the second file with an id took the place of the first")
	}
	got := map[string]string{}
	for _, problem := range refused {
		got[problem.File] = problem.Code
	}
	want := map[string]string{"shadow.toml": "shadow", "loop-a.toml": "extends-cycle", "loop-b.toml": "extends-cycle", "orphan.toml": "extends", "twice.toml": "shadow"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("refused %v, want %v", got, want)
	}
	if entries, err := books.List(); err != nil || entries[len(entries)-1].File == "" {
		t.Errorf("list %v %v", entries, err)
	}
}

func TestGetUnknown(t *testing.T) {
	for _, id := range []string{"", "nobody", "../locales/faults", `..\x`} {
		if _, ok := BuiltIn().Get(id); ok {
			t.Errorf("%q is there", id)
		}
	}
}

// TestContradictions changes one thing of the college rulebook at a time and
// wants to be told that, its line, and nothing else.
func TestContradictions(t *testing.T) {
	text := strings.Replace(collegeText(t), `id = "guandan-college"`, `id = "own"`, 1)
	for name, test := range map[string]struct{ old, new, want string }{
		"syntax":              {"version = 1", "version =", "syntax"},
		"unknown key":         {"version = 1", "version = 1\nauthor = \"me\"", "author: unknown-key"},
		"unknown key in text": {`en = "first" }`, `en = "first", fr = "premier" }`, "unknown-key"},
		"wrong type":          {"version = 1", `version = "1"`, "syntax"},
		"id":                  {`id = "own"`, `id = "Own Rules"`, "id: id"},
		"version":             {"version = 1", "version = 0", "version: version"},
		"discipline":          {`discipline = "guandan"`, `discipline = "poker"`, "discipline: discipline"},
		"document":            {`document = "002"`, `document = ""`, "source.document: missing"},
		"translation":         {`zh-Hant = "學院教職工掼蛋賽", en = "College staff Guandan"`, `zh-Hant = ""`, "name: text"},
		"places":              {`  { zh-Hans = "三游", zh-Hant = "三游", en = "third" },` + "\n", "", "places: count"},
		"seat names":          {`  { zh-Hans = "西", zh-Hant = "西", en = "West" },` + "\n", "", "seat_names: count"},
		"article":             {`article = "climbing"`, `article = "nowhere"`, "settings.upgrade.article: article"},
		"article twice":       {`id = "groups"` + "\n", `id = "entry"` + "\n", "articles[1].id: duplicate"},
		"fault code":          {`faults = ["tribute."]`, `faults = ["tributes."]`, "articles[11].faults: fault-code"},
		"fault code twice":    {`faults = ["tribute."]`, `faults = ["claim."]`, "articles[11].faults: fault-twice"},
		"origin":              {"origin = \"default\"\n\n[settings.upgrade]", "origin = \"ours\"\n\n[settings.upgrade]", "settings.extra_level.origin: origin"},
		"setting":             {"[settings.bell]", "[settings.whistle]", "settings.whistle: setting.unknown"},
		"setting word":        {`value = "not-last"`, `value = "maybe"`, "settings.pass.value: setting.range"},
		"setting type":        {"value = 45", `value = "45"`, "settings.minutes.value: setting.type"},
		"setting range":       {"value = 45", "value = 999", "settings.minutes.value: setting.range"},
		"range":               {"min = 5\nmax = 240", "min = 50\nmax = 40", "settings.minutes.min: range-order"},
		"phase of a setting":  {"[settings.bell]", "[settings.minutes.phases]\nsemis = 60\n\n[settings.bell]", "settings.minutes.phases.semis: setting.phase"},
		"drop":                {"[settings.drop]\nvalue = \"2\"", "[settings.drop]\nvalue = \"A\"", "settings.drop: drop"},
		"upgrade":             {"value = [3, 2, 1]", "value = [3, 2]", "settings.upgrade: upgrade"},
		"fail limit":          {"[settings.fail_limit]\nvalue = 3\norigin = \"source\"\narticle = \"climbing\"\nmin = 1", "[settings.fail_limit]\nvalue = 0\norigin = \"source\"\narticle = \"climbing\"\nmin = 0", "settings.fail_limit: fail-limit"},
		"best of":             {"[settings.best_of]\nvalue = 1", "[settings.best_of]\nvalue = 2", "settings.best_of: best-of"},
		"equal start":         {"[settings.equal_start]\nvalue = \"extra-hand\"\norigin = \"default\"\n", "", "settings.equal_start: setting.needed"},
		"points game":         {"[settings.scoring]\nvalue = \"levels\"", "[settings.scoring]\nvalue = \"points\"", "settings.hands: setting.needed"},
		"match points":        {"passed = 2\nahead = 1", "passed = 2", "match_points: points-form"},
		"loser's points":      {"loss = 0", "loss = 3", "match_points: points-order"},
		"ladder":              {"ladder = [[\"lose-match\"]]", "ladder = []", "violations[2].ladder: ladder"},
		"ladder step":         {"ladder = [[\"lose-match\"]]", "ladder = [[\"warn\"], []]", "violations[2].ladder: ladder-step"},
		"action":              {"ladder = [[\"lose-match\"]]", "ladder = [[\"shout\"]]", "violations[2].ladder: action"},
		"points off levels":   {"ladder = [[\"lose-match\"]]", "ladder = [[\"points:-1\"]]", "violations[2].ladder: action-points"},
		"violation twice":     {"id = \"count-wrong\"", "id = \"slow-play\"", "violations[1].id: duplicate"},
		"players":             {"players = 2", "players = 3", "entry.players: players"},
		"entrants":            {"min = 2\nmax = 64", "min = 65\nmax = 64", "entry.min: entry-range"},
		"kind":                {"id = \"group\"\nname = { zh-Hans = \"预赛\", zh-Hant = \"預賽\", en = \"Group phase\" }\nkind = \"round-robin\"", "id = \"group\"\nname = { zh-Hans = \"预赛\", zh-Hant = \"預賽\", en = \"Group phase\" }\nkind = \"swiss\"", "phases[0].rounds: rounds"},
		"from":                {`name = "1-4", from = "group"`, `name = "1-4", from = "final"`, "phases[1].groups[0].from: from"},
		"ranks":               {"ranks = [1, 2]", "ranks = [1, 1]", "phases[1].groups[0].ranks: ranks"},
		"rank in two groups":  {"ranks = [1, 2]", "ranks = [1, 3]", "phases[1].groups[1].ranks: rank-twice"},
		"places overlap":      {"first_place = 5", "first_place = 4", "phases[1].groups[1].first_place: first-place"},
		"no lot":              {"  { rule = \"lot\", origin = \"source\", article = \"groups\" },\n", "", "phases[0].ranking: ranking"},
		"tie-break":           {`{ rule = "points", origin = "source", article = "groups" }`, `{ rule = "beauty", origin = "source", article = "groups" }`, "phases[0].ranking[0].rule: rule"},
		"tie-break needs":     {`{ rule = "points", origin = "source", article = "groups" }`, `{ rule = "opponent-points", origin = "source", article = "groups" }`, "phases[0].ranking[0].rule: rule-needs"},
		"certificates":        {"certificates = 8", "certificates = -1", "awards.certificates: certificates"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(text, test.old) {
				t.Fatalf("the text has no %q", test.old)
			}
			changed := strings.Replace(text, test.old, test.new, 1)
			_, problems := BuiltIn().Check("own.toml", []byte(changed))
			if problems == nil {
				t.Fatal("nothing was told")
			}
			if got := problems.Error(); !strings.Contains(got+"\n", test.want+"\n") {
				t.Errorf("want %s, got\n%s", test.want, got)
			}
			for _, problem := range problems {
				sentence := NewWords(scoresheet.En).Problem(problem)
				if strings.Contains(sentence, "rulebook.problem") || strings.Contains(sentence, "<no value>") || problem.Line < 1 {
					t.Errorf("%d: %s", problem.Line, sentence)
				}
			}
		})
	}
}

func TestProblemsNameTheirLine(t *testing.T) {
	text := strings.Replace(collegeText(t), `id = "guandan-college"`, `id = "own"`, 1)
	text = strings.Replace(text, "[settings.bell]\nvalue = \"stop\"", "[settings.bell]\nvalue = \"stopp\"", 1)
	text = strings.Replace(text, "ladder = [[\"lose-match\"]]", "ladder = []", 1)
	_, problems := BuiltIn().Check("own.toml", []byte(text))
	if len(problems) != 2 {
		t.Fatal(problems)
	}
	lines := strings.Split(text, "\n")
	for i, want := range []string{`value = "stopp"`, "ladder = []"} {
		if line := problems[i].Line; lines[line-1] != want {
			t.Errorf("line %d is %q, want %q", line, lines[line-1], want)
		}
	}
}

// FuzzCheck: whatever an organiser's file holds, it is read or refused with
// problems that name a line, and what was read can be frozen.
func FuzzCheck(f *testing.F) {
	f.Add(collegeText(f))
	f.Add(child)
	f.Add("id = \"x\"\n[[phases.groups]]\n[settings]\nminutes = 3\n")
	f.Add("[match_points]\ntable = [{winner = 1.55}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		entry, problems := BuiltIn().Check("fuzz.toml", []byte(text))
		for _, problem := range problems {
			if problem.Line < 1 || problem.Code == "" {
				t.Fatalf("%+v", problem)
			}
		}
		if problems != nil {
			return
		}
		again, err := Frozen(entry.Text)
		var told Problems
		if errors.As(err, &told) || again.Hash != entry.Hash {
			t.Fatalf("frozen %v", err)
		}
	})
}

func BenchmarkReadRulebook(b *testing.B) {
	for b.Loop() {
		if _, ok := BuiltIn().Get("guandan-college"); !ok {
			b.Fatal("no guandan-college")
		}
	}
}
