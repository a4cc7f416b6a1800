package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

func enterpriseText(t testing.TB) string {
	t.Helper()
	entry, ok := BuiltIn().Get("shuangsheng-enterprise")
	if !ok {
		t.Fatal("no shuangsheng-enterprise")
	}
	return strings.Replace(entry.Text, `id = "shuangsheng-enterprise"`, `id = "own"`, 1)
}

func TestShuangshengAsTheCatalogueSays(t *testing.T) {
	for id, want := range map[string]struct{ minutes, bottom, play int }{
		"shuangsheng-enterprise": {40, 40, 20},
		"shuangsheng-swiss":      {90, 60, 30},
	} {
		entry, ok := BuiltIn().Get(id)
		if !ok {
			t.Fatal("no", id)
		}
		terms, err := entry.Book.Terms("")
		if err != nil {
			t.Fatal(err)
		}
		if terms.Minutes != want.minutes || terms.BottomSeconds != want.bottom || terms.PlaySeconds != want.play || terms.StandingTwo ||
			terms.Start != scoresheet.Level2 || terms.Equal != "on-stage" || terms.EqualStart != "on-stage" || terms.ThrowPoints != 10 || terms.BestOf != 1 {
			t.Errorf("%s: %+v", id, terms)
		}
		for n, number := range terms.BottomMultipliers {
			if number != 2<<n {
				t.Errorf("%s: the bottom counts %d times with %d pairs", id, number, n)
			}
		}
		for _, start := range []string{"2", "3"} {
			if _, err := entry.Book.Terms("", map[string]any{"start": start, "standing_two": true}); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		if _, err := entry.Book.Terms("", map[string]any{"start": "4"}); err == nil {
			t.Errorf("%s starts at 4", id)
		}
		for _, code := range []string{"points.range", "points.multiple", "stage.wrong", "claim.levels", "end.time", "hand.after-end", "penalty.step"} {
			if entry.Book.FaultClause(code) == "" {
				t.Errorf("%s: no article for %s", id, code)
			}
		}
	}
	swiss, _ := BuiltIn().Get("shuangsheng-swiss")
	if points := swiss.Book.MatchPoints; *points.Win != scoresheet.WholePoints(2) || points.Draw != scoresheet.WholePoints(1) || points.Loss != 0 {
		t.Errorf("%+v", points)
	}
	if swiss.Book.Phases[0].Kind != scoresheet.Swiss || swiss.Book.Phases[0].Rounds != 8 {
		t.Errorf("%+v", swiss.Book.Phases)
	}
}

func TestBandsThatContradictThemselves(t *testing.T) {
	for name, test := range map[string]struct {
		change []string
		want   []string
	}{
		"overlap":         {[]string{"from = 40\nto = 75", "from = 35\nto = 75"}, []string{"bands-overlap"}},
		"gap":             {[]string{"from = 40\nto = 75", "from = 45\nto = 75"}, []string{"bands-gap"}},
		"swallowed":       {[]string{"from = 80\nto = 115", "from = 80\nto = 200"}, []string{"bands-overlap", "bands-overlap", "bands-overlap"}},
		"no zero":         {[]string{"from = 0\nto = 0\n", "from = 5\nto = 5\n"}, []string{"bands-overlap", "bands-start"}},
		"no end":          {[]string{"from = 200\n", "from = 200\nto = 300\n"}, []string{"bands-end"}},
		"open in between": {[]string{"from = 160\nto = 195", "from = 160"}, []string{"bands-overlap", "missing"}},
		"backwards":       {[]string{"from = 5\nto = 35", "from = 35\nto = 5"}, []string{"bands-gap", "bands-gap", "bands-order"}},
		"unit":            {[]string{"from = 5\nto = 35", "from = 3\nto = 35"}, []string{"bands-unit"}},
		"camps swapped":   {[]string{"stage = \"defenders\"\nclimb = 0", "stage = \"declarers\"\nclimb = 0"}, nil},
		"stage back":      {[]string{"stage = \"defenders\"\nclimb = 2", "stage = \"declarers\"\nclimb = 0"}, []string{"bands-stage"}},
		"nobody defends":  {[]string{"stage = \"defenders\"", "stage = \"declarers\""}, []string{"bands-camps", "bands-slope", "bands-slope", "bands-slope"}},
		"worse for more":  {[]string{"stage = \"defenders\"\nclimb = 3", "stage = \"defenders\"\nclimb = 1"}, []string{"bands-slope"}},
		"better for more": {[]string{"stage = \"declarers\"\nclimb = 1", "stage = \"declarers\"\nclimb = 3"}, []string{"bands-slope"}},
		"too far":         {[]string{"stage = \"defenders\"\nclimb = 3", "stage = \"defenders\"\nclimb = 13"}, []string{"bands-climb"}},
		"multipliers":     {[]string{"[2, 4, 8,", "[2, 8, 4,"}, []string{"multipliers"}},
		"few multipliers": {[]string{", 8192]", "]"}, []string{"multipliers"}},
		"points":          {[]string{"value = \"levels\"", "value = \"points\""}, []string{"shuangsheng-scoring"}},
		"throw":           {[]string{"value = 10\norigin", "value = 7\norigin"}, []string{"throw-points"}},
		"draw":            {[]string{"[settings.equal]\nvalue = \"on-stage\"", "[settings.equal]\nvalue = \"draw\""}, []string{"draw-knockout"}},
		"empty ladder":    {[]string{"declarer_winner_ladder = [[\"lose-hand\"]]", "declarer_winner_ladder = []"}, []string{"ladder"}},
		"empty step":      {[]string{"winner_ladder = [[\"lose-hand\", \"opponents-up:1\"]]", "winner_ladder = [[]]"}, []string{"ladder-step"}},
		"three at once": {[]string{"from = 40\nto = 75", "from = 35\nto = 75", ", 8192]", "]", "value = 10\norigin", "value = -5\norigin", "min = 0\nmax = 50", "min = -10\nmax = 50"},
			[]string{"bands-overlap", "multipliers", "throw-points"}},
	} {
		text := strings.NewReplacer(test.change...).Replace(enterpriseText(t))
		_, problems := BuiltIn().Check("own.toml", []byte(text))
		var codes []string
		for _, problem := range problems {
			codes = append(codes, problem.Code)
			if NewWords(scoresheet.En).Problem(problem) == "" || problem.Line < 2 {
				t.Errorf("%s: %+v", name, problem)
			}
		}
		slices.Sort(codes)
		if !slices.Equal(codes, test.want) {
			t.Errorf("%s: %v, want %v", name, codes, test.want)
		}
	}
}

func TestBandsBelongToShuangsheng(t *testing.T) {
	text := collegeText(t) + "\n[[bands]]\nfrom = 0\nstage = \"defenders\"\nclimb = 1\norigin = \"source\"\n"
	text = strings.Replace(text, `id = "guandan-college"`, `id = "own"`, 1)
	_, problems := BuiltIn().Check("own.toml", []byte(text))
	if len(problems) != 1 || problems[0].Code != "bands-discipline" {
		t.Error(problems)
	}
	none := enterpriseText(t)
	for strings.Contains(none, "[[bands]]") {
		from := strings.Index(none, "[[bands]]")
		to := from + 9 + strings.Index(none[from+9:], "[[")
		none = none[:from] + none[to:]
	}
	_, problems = BuiltIn().Check("own.toml", []byte(none))
	if len(problems) != 1 || problems[0].Code != "bands-missing" {
		t.Error(problems)
	}
}

func TestEveryProblemOfShuangshengHasWords(t *testing.T) {
	for _, lang := range scoresheet.Langs {
		words := NewWords(lang)
		for _, code := range []string{
			"shuangsheng-scoring", "multipliers", "throw-points", "ladder-discipline",
			"bands-discipline", "bands-missing", "bands-start", "bands-end", "bands-camps", "bands-unit", "bands-order",
			"bands-climb", "bands-gap", "bands-overlap", "bands-stage", "bands-slope",
		} {
			if !words.Has("rulebook.problem." + code) {
				t.Errorf("%s has no words for %s", lang, code)
			}
		}
		for _, why := range []string{"missing", "together", "bottom", "last", "play", "single", "pairs", "side", "cards", "throws", "band"} {
			if !words.Has(fmt.Sprint("fault.points.range.", why)) {
				t.Errorf("%s has no words for points.range because of %s", lang, why)
			}
		}
	}
}
