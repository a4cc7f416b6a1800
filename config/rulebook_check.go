package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"

	"kiosk/scoresheet"
)

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// checker gathers everything in a rulebook that contradicts itself or the
// program.
type checker struct {
	file     string
	lines    lines
	book     *scoresheet.Rulebook
	problems Problems
}

// check tells every contradiction of a rulebook at once, in order of lines.
func check(file string, found lines, book *scoresheet.Rulebook) Problems {
	c := &checker{file: file, lines: found, book: book}
	c.head()
	c.names()
	c.articles()
	c.settings()
	c.terms()
	c.matchPoints()
	c.violations()
	c.lateness()
	c.incidents()
	c.bands()
	c.entry()
	c.phases()
	c.awards()
	sort.SliceStable(c.problems, func(i, j int) bool { return c.problems[i].Line < c.problems[j].Line })
	return c.problems
}

// maxProblems bounds how many problems of a file are told: nobody mends more in
// one go, and a file of nothing but problems must not take long.
const maxProblems = 200

// add tells a problem once, though several phases may have it.
func (c *checker) add(at, code string, args ...any) {
	if len(c.problems) >= maxProblems {
		return
	}
	problem := Problem{File: c.file, Line: c.lines.of(at), At: at, Code: code}
	for i := 0; i+1 < len(args); i += 2 {
		if problem.Args == nil {
			problem.Args = map[string]any{}
		}
		problem.Args[args[i].(string)] = args[i+1]
	}
	same := func(told Problem) bool { return reflect.DeepEqual(told, problem) }
	if !slices.ContainsFunc(c.problems, same) {
		c.problems = append(c.problems, problem)
	}
}

func at(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func (c *checker) head() {
	if !idForm.MatchString(c.book.ID) {
		c.add("id", "id")
	}
	if c.book.Version < 1 {
		c.add("version", "version")
	}
	if !c.book.Discipline.Valid() {
		c.add("discipline", "discipline")
	}
	if c.book.Source.Document == "" {
		c.add("source.document", "missing")
	}
	if c.book.Source.Title == "" {
		c.add("source.title", "missing")
	}
}

// text wants a text in every language.
func (c *checker) text(at string, text scoresheet.Text) {
	var missing []string
	for lang, words := range map[scoresheet.Lang]string{scoresheet.ZhHans: text.ZhHans, scoresheet.ZhHant: text.ZhHant, scoresheet.En: text.En} {
		if strings.TrimSpace(words) == "" {
			missing = append(missing, string(lang))
		}
	}
	if missing != nil {
		slices.Sort(missing)
		c.add(at, "text", "Langs", strings.Join(missing, ", "))
	}
}

func (c *checker) origin(at string, origin scoresheet.Origin) {
	if origin != scoresheet.FromSource && origin != scoresheet.FromDefault {
		c.add(at+".origin", "origin")
	}
}

// article wants an article that exists, or none.
func (c *checker) article(at, id string) { c.cites(at+".article", id) }

func (c *checker) cites(at, id string) {
	if id == "" || slices.ContainsFunc(c.book.Articles, func(a scoresheet.Article) bool { return a.ID == id }) {
		return
	}
	c.add(at, "article", "Article", id)
}

func (c *checker) names() {
	c.text("name", c.book.Name)
	c.text("summary", c.book.Summary)
	if !c.book.Discipline.Valid() {
		return
	}
	seats := c.book.Discipline.Seats()
	places := seats
	if c.book.Discipline == scoresheet.Shuangsheng {
		places = 0
	}
	c.texts("places", c.book.Places, places)
	c.texts("side_names", c.book.SideNames, len(scoresheet.Sides))
	c.texts("seat_names", c.book.SeatNames, seats)
}

func (c *checker) texts(key string, texts []scoresheet.Text, want int) {
	if len(texts) != want {
		c.add(key, "count", "Want", want, "Have", len(texts))
	}
	for i, text := range texts {
		c.text(at("%s[%d]", key, i), text)
	}
}

func (c *checker) articles() {
	seen, cited := map[string]bool{}, map[string]bool{}
	for i, article := range c.book.Articles {
		place := at("articles[%d]", i)
		if article.ID == "" {
			c.add(place+".id", "missing")
		}
		if seen[article.ID] {
			c.add(place+".id", "duplicate", "ID", article.ID)
		}
		seen[article.ID] = true
		c.origin(place, article.Origin)
		c.text(place+".text", article.Text)
		for _, code := range article.Faults {
			if !knownFault(code) {
				c.add(place+".faults", "fault-code", "Code", code)
			}
			if cited[code] {
				c.add(place+".faults", "fault-twice", "Code", code)
			}
			cited[code] = true
		}
	}
}

func knownFault(code string) bool {
	for _, family := range scoresheet.RulingFamilies() {
		if code == family || (strings.HasPrefix(code, family) && NewWords(scoresheet.ZhHans).Has(strings.TrimSuffix(code, "."))) {
			return true
		}
	}
	return slices.ContainsFunc(scoresheet.FaultCodes(), func(known string) bool {
		return known == code || (strings.HasSuffix(code, ".") && strings.HasPrefix(known, code))
	})
}

func (c *checker) settings() {
	for _, name := range sortedNames(c.book.Settings) {
		place := "settings." + name
		setting := c.book.Settings[name]
		c.origin(place, setting.Origin)
		c.article(place, setting.Article)
		spec, known := scoresheet.LookupSetting(name)
		if !known {
			c.add(place, "setting.unknown", "Name", name)
			continue
		}
		if spec.Disciplines != nil && !slices.Contains(spec.Disciplines, c.book.Discipline) {
			c.add(place, "setting.discipline", "Name", name)
		}
		c.values(place, spec, setting)
	}
}

// values wants every value of a setting to be of its kind and in its range.
func (c *checker) values(place string, spec scoresheet.SettingSpec, setting scoresheet.Setting) {
	if setting.Min != nil && setting.Max != nil && *setting.Min > *setting.Max {
		c.add(place+".min", "range-order")
	}
	for _, option := range setting.Options {
		if _, err := spec.Parse(option); err != nil {
			c.add(place+".options", err.Code, "Want", err.Want)
		}
	}
	if setting.Value == nil {
		c.add(place+".value", "missing")
		return
	}
	if err := setting.Admits(spec, setting.Value); err != nil {
		c.add(place+".value", err.Code, "Want", err.Want)
	}
	for _, phase := range sortedNames(setting.Phases) {
		at := place + ".phases." + phase
		if _, ok := c.book.Phase(phase); !ok || phase == "" {
			c.add(at, "setting.phase", "Phase", phase)
		}
		if err := setting.Admits(spec, setting.Phases[phase]); err != nil {
			c.add(at, err.Code, "Want", err.Want)
		}
	}
}

func sortedNames[T any](m map[string]T) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// terms looks at the settings of every phase together.
func (c *checker) terms() {
	check, ok := map[scoresheet.Discipline]func(scoresheet.Phase, scoresheet.Terms){
		scoresheet.Guandan:     c.phaseTerms,
		scoresheet.Gouji:       c.goujiTerms,
		scoresheet.Shuangsheng: c.shuangshengTerms,
	}[c.book.Discipline]
	if !ok {
		return
	}
	for _, phase := range c.book.Phases {
		if terms, ok := c.soundTerms(phase.ID); ok {
			check(phase, terms)
		}
	}
}

// soundTerms are the terms of a phase without the settings that are wrong in
// themselves, so that one of them does not hide the rest.
func (c *checker) soundTerms(phase string) (scoresheet.Terms, bool) {
	sound := *c.book
	sound.Settings = map[string]scoresheet.Setting{}
	for name, setting := range c.book.Settings {
		spec, known := scoresheet.LookupSetting(name)
		value := setting.Value
		if other, has := setting.Phases[phase]; has {
			value = other
		}
		if known && setting.Admits(spec, value) == nil {
			sound.Settings[name] = setting
		}
	}
	terms, err := sound.Terms(phase)
	return terms, err == nil
}

// sound reports whether the setting is there, and in itself as it should be.
func (c *checker) sound(name string) bool {
	setting, listed := c.book.Settings[name]
	spec, known := scoresheet.LookupSetting(name)
	return listed && known && setting.Admits(spec, setting.Value) == nil
}

func (c *checker) needs(why string, names ...string) {
	for _, name := range names {
		if _, ok := c.book.Settings[name]; !ok {
			c.add("settings."+name, "setting.needed", "Why", why)
		}
	}
}

func (c *checker) phaseTerms(phase scoresheet.Phase, terms scoresheet.Terms) {
	c.needs("discipline", "scoring", "start", "upgrade", "best_of", "tribute")
	if c.sound("best_of") && (terms.BestOf < 1 || terms.BestOf%2 == 0) {
		c.add("settings.best_of", "best-of")
	}
	if c.sound("upgrade") && wrongTable(terms.Upgrade) {
		c.add("settings.upgrade", "upgrade", "Want", 3)
	}
	if terms.Tribute == "usual" {
		c.needs("tribute", "tribute_equal", "tribute_equal_leads", "return_max", "return_level_card")
	}
	if terms.Scoring == scoresheet.ScoringPoints {
		c.pointsTerms(terms)
	} else {
		c.levelTerms(terms)
	}
	if phase.Kind == scoresheet.Knockout && (terms.Equal == "draw" || terms.EqualStart == "draw") {
		c.add("settings.equal", "draw-knockout", "Phase", phase.ID)
	}
}

// wrongTable reports whether a table of climbs is none for partners in second,
// third and fourth place.
func wrongTable(table []int) bool {
	return len(table) != 3 || slices.Min(table) < 0 ||
		!slices.IsSortedFunc(table, func(a, b int) int { return b - a })
}

func (c *checker) pointsTerms(terms scoresheet.Terms) {
	c.needs("scoring", "hands", "equal")
	if c.sound("hands") && terms.Hands < 1 {
		c.add("settings.hands", "hands")
	}
	if !slices.Contains([]string{"", "extra-hand", "draw"}, terms.Equal) {
		c.add("settings.equal", "equal-points")
	}
}

func (c *checker) levelTerms(terms scoresheet.Terms) {
	c.needs("scoring", "win")
	if terms.Hands < 0 {
		c.add("settings.hands", "hands")
	}
	if terms.Win == "pass" {
		c.needs("win", "pass")
	}
	if terms.Drop != scoresheet.NoLevel {
		c.needs("drop", "fail_limit", "fail_count")
		if terms.Drop >= scoresheet.LevelA {
			c.add("settings.drop", "drop")
		}
		if c.sound("fail_limit") && terms.FailLimit < 1 {
			c.add("settings.fail_limit", "fail-limit")
		}
	}
	if terms.Minutes == 0 && terms.Hands == 0 {
		return
	}
	if terms.Minutes > 0 {
		c.needs("minutes", "bell")
	}
	c.needs("minutes", "equal")
	if terms.Equal == "first-reached" || terms.Equal == "off-stage" || terms.Equal == "on-stage" {
		c.needs("equal", "equal_start")
	}
	if terms.Equal == "extra-hand" || terms.EqualStart == "extra-hand" {
		c.needs("equal", "extra_level")
	}
}

func (c *checker) scoring() string {
	scoring, _ := c.book.Settings["scoring"].Value.(string)
	return scoring
}

func (c *checker) matchPoints() {
	points := c.book.MatchPoints
	if points == nil {
		return
	}
	c.origin("match_points", points.Origin)
	if points.ForfeitOrigin != "" {
		c.origin("match_points.forfeit_origin", points.ForfeitOrigin)
	}
	c.article("match_points", points.Article)
	refined := points.Passed != nil && points.Ahead != nil
	halfRefined := (points.Passed != nil) != (points.Ahead != nil)
	usesWin := points.Win != nil || refined
	if halfRefined || usesWin == (points.Table != nil) {
		c.add("match_points", "points-form")
	}
	c.table("match_points.table", points.Table)
	c.table("match_points.second", points.Second)
	for _, best := range []*scoresheet.Points{points.Win, points.Passed, points.Ahead} {
		if best != nil && (points.Loss > *best || points.Draw > *best) {
			c.add("match_points", "points-order")
			break
		}
	}
}

// table wants a table by level difference to rise from a difference of 0.
func (c *checker) table(place string, rows []scoresheet.DifferenceRow) {
	if rows != nil && c.scoring() != scoresheet.ScoringLevels {
		c.add(place, "table-levels")
	}
	for i, row := range rows {
		at := at("%s[%d]", place, i)
		if (i == 0 && row.Difference != 0) || (i > 0 && row.Difference <= rows[i-1].Difference) {
			c.add(at, "table-rows")
		}
		if row.Loser > row.Winner {
			c.add(at, "points-order")
		}
	}
}

func (c *checker) violations() {
	seen := map[string]bool{}
	for i, violation := range c.book.Violations {
		place := at("violations[%d]", i)
		if !idForm.MatchString(violation.ID) {
			c.add(place+".id", "id")
		}
		if seen[violation.ID] {
			c.add(place+".id", "duplicate", "ID", violation.ID)
		}
		seen[violation.ID] = true
		c.text(place+".name", violation.Name)
		c.origin(place, violation.Origin)
		c.article(place, violation.Article)
		c.word(place+".per", violation.Per, "side", "seat", "team")
		c.word(place+".over", violation.Over, "match", "game", "event")
		c.ladder(place+".ladder", violation.Ladder)
		c.otherLadders(place, violation)
	}
}

// lateness wants a number of minutes and what is given for them, or neither.
func (c *checker) lateness() {
	minutes, _ := c.book.Settings["late_minutes"].Value.(int64)
	given := 0
	for i, violation := range c.book.Violations {
		if !violation.Late {
			continue
		}
		if given++; given > 1 || minutes == 0 {
			c.add(at("violations[%d].late", i), "late")
		}
	}
	if minutes > 0 && given == 0 {
		c.add("settings.late_minutes", "late")
	}
}

// word wants one of the words, or nothing.
func (c *checker) word(at, word string, words ...string) {
	if word != "" && !slices.Contains(words, word) {
		c.add(at, "word", "Want", strings.Join(words, ", "))
	}
}

func (c *checker) ladder(place string, ladder [][]string) {
	if len(ladder) == 0 {
		c.add(place, "ladder")
	}
	for i, step := range ladder {
		if len(step) == 0 {
			c.add(place, "ladder-step", "Step", i+1)
		}
		for _, text := range step {
			action, err := scoresheet.ParseAction(text)
			switch {
			case err != nil:
				c.add(place, "action", "Action", text)
			case action.Kind == scoresheet.ActionPoints && c.scoring() == scoresheet.ScoringLevels:
				c.add(place, "action-points", "Action", text)
			case action.Kind == scoresheet.ActionLevelDown && c.scoring() != scoresheet.ScoringLevels:
				c.add(place, "action-levels", "Action", text)
			case action.Kind == scoresheet.ActionClosed && !c.hasIncident(scoresheet.Closed):
				c.add(place, "action-closed", "Action", text)
			}
		}
	}
}

func (c *checker) entry() {
	entry := c.book.Entry
	c.article("entry", entry.Article)
	c.cites("entry.fixed_players_article", entry.FixedPlayersArticle)
	if entry.FixedPlayers && entry.FixedPlayersArticle == "" {
		c.add("entry.fixed_players", "missing-article")
	}
	side := c.book.Discipline.Seats() / 2
	if entry.Players != side && (c.book.Discipline != scoresheet.Gouji || entry.Players != 2*side) {
		c.add("entry.players", "players", "Want", side)
	}
	if entry.Min < 2 || (entry.Max != 0 && entry.Max < entry.Min) {
		c.add("entry.min", "entry-range")
	}
	c.word("entry.partners", entry.Partners, scoresheet.PartnersByLot, scoresheet.PartnersEither)
	for i, group := range entry.Groups {
		if group == "" || slices.Contains(entry.Groups[:i], group) {
			c.add("entry.groups", "duplicate", "ID", group)
		}
	}
}

func (c *checker) awards() {
	c.origin("awards", c.book.Awards.Origin)
	c.article("awards", c.book.Awards.Article)
	if c.book.Awards.Certificates < 0 {
		c.add("awards.certificates", "certificates")
	}
}
