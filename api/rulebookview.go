package api

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// statement is a sentence that the data of a rulebook says, with where it comes
// from.
type statement struct {
	Text   scoresheet.Text   `json:"text"`
	Origin scoresheet.Origin `json:"origin"`
	Clause string            `json:"clause,omitempty"`
}

type articleView struct {
	ID     string            `json:"id"`
	Number string            `json:"number"`
	Text   scoresheet.Text   `json:"text"`
	Origin scoresheet.Origin `json:"origin"`
}

// ladderView are the steps of a penalty in words; When says for whom, where
// there are several.
type ladderView struct {
	When  *scoresheet.Text  `json:"when"`
	Steps []scoresheet.Text `json:"steps"`
}

type violationView struct {
	ID      string          `json:"id"`
	Name    scoresheet.Text `json:"name"`
	Clause  string          `json:"clause"`
	Ladder  [][]string      `json:"ladder"`
	Ladders []ladderView    `json:"ladders"`
	// Counted says whose repetitions are counted, and over what.
	Counted scoresheet.Text `json:"counted"`
	Scope   string          `json:"scope"`
	Default bool            `json:"default"`
}

// ruledSetting is a setting with its values in words.
type ruledSetting struct {
	settingView
	Text        scoresheet.Text `json:"text"`
	DefaultText scoresheet.Text `json:"default_text"`
	Changed     bool            `json:"changed"`
	// Phases are other values that the rulebook has for phases.
	Phases []phaseValue `json:"phases"`
}

type phaseValue struct {
	Phase scoresheet.Text `json:"phase"`
	Text  scoresheet.Text `json:"text"`
}

type ruledPhase struct {
	phaseView
	Lines   []statement `json:"lines"`
	Ranking []statement `json:"ranking"`
}

type rulebookView struct {
	rulebookSummary
	Hash     string         `json:"hash"`
	Articles []articleView  `json:"articles"`
	Settings []ruledSetting `json:"settings"`
	// Incidents and Bands are what Gouji and Shuangsheng have besides.
	Incidents   []statement                         `json:"incidents"`
	Bands       []statement                         `json:"bands"`
	Violations  []violationView                     `json:"violations"`
	Entry       []statement                         `json:"entry"`
	Phases      []ruledPhase                        `json:"phases"`
	MatchPoints []statement                         `json:"match_points"`
	Awards      []statement                         `json:"awards"`
	SeatNames   map[string]scoresheet.Text          `json:"seat_names"`
	SideNames   scoresheet.PerSide[scoresheet.Text] `json:"side_names"`
	PlaceNames  []scoresheet.Text                   `json:"place_names"`
	PlayTime    *playTime                           `json:"play_time"`
	// HandForm is what pages ask for beside a finishing order.
	HandForm *handForm `json:"hand_form,omitempty"`
	// Event is the event whose values these are, if it is one's.
	Event *ruledEvent `json:"event"`
}

type ruledEvent struct {
	ID   event.ID `json:"id"`
	Name string   `json:"name"`
}

// inEveryLanguage makes a text of three.
func inEveryLanguage(say func(words) string) scoresheet.Text {
	return scoresheet.Text{
		ZhHans: say(config.NewWords(scoresheet.ZhHans)),
		ZhHant: say(config.NewWords(scoresheet.ZhHant)),
		En:     say(config.NewWords(scoresheet.En)),
	}
}

// teller puts the data of a rulebook into sentences.
type teller struct{ *scoresheet.Rulebook }

// rulebookWhole is a rulebook with everything that it says; changes are those
// of an event's organiser.
func rulebookWhole(rb *scoresheet.Rulebook, hash string, changes map[string]any) rulebookView {
	t := teller{rb}
	view := rulebookView{
		rulebookSummary: rulebookBrief(rb), Hash: hash, Articles: []articleView{}, Violations: []violationView{},
		Settings: t.settings(changes), Incidents: t.incidents(), Bands: t.bands(), Entry: t.entry(), Phases: t.phases(),
		MatchPoints: t.matchPoints(), Awards: t.awards(),
		SeatNames: seatNames(rb), SideNames: sideNames(rb), PlaceNames: rb.Places,
	}
	for _, article := range rb.Articles {
		view.Articles = append(view.Articles, articleView{article.ID, article.Number, article.Text, article.Origin})
	}
	for _, violation := range rb.Violations {
		view.Violations = append(view.Violations, t.violation(violation))
	}
	if terms, err := rb.Terms("", changes); err == nil {
		view.HandForm = handFormOf(rb, &terms)
		if terms.PlaySeconds > 0 {
			view.PlayTime = &playTime{terms.FirstCardSeconds, terms.PlaySeconds}
		}
	}
	return view
}

// line is a sentence whose places are filled alike in every language.
func (t teller) line(origin scoresheet.Origin, article, key string, args map[string]any) statement {
	return t.lineOf(origin, article, func(w words) string { return w.T("book."+key, args) })
}

func (t teller) lineOf(origin scoresheet.Origin, article string, say func(words) string) statement {
	return statement{Text: inEveryLanguage(say), Origin: origin, Clause: t.Clause(article)}
}

func (t teller) settings(changes map[string]any) []ruledSetting {
	views := []ruledSetting{}
	for _, view := range settingViews(t.Rulebook, changes, nil) {
		told := func(value any) scoresheet.Text {
			return inEveryLanguage(func(w words) string { return w.SettingValue(view.Name, value) })
		}
		ruled := ruledSetting{settingView: view, Text: told(view.Value), DefaultText: told(view.Default), Phases: []phaseValue{}}
		ruled.Changed = ruled.Text != ruled.DefaultText
		for _, phase := range t.Rulebook.Phases {
			if value, has := t.Rulebook.Settings[view.Name].Phases[phase.ID]; has {
				ruled.Phases = append(ruled.Phases, phaseValue{phase.Name, told(value)})
			}
		}
		views = append(views, ruled)
	}
	return views
}

func (t teller) violation(v scoresheet.Violation) violationView {
	over, per := cmp.Or(v.Over, "match"), cmp.Or(v.Per, "side")
	view := violationView{
		ID: v.ID, Name: v.Name, Clause: t.Clause(v.Article), Ladder: v.Ladder, Scope: over, Default: v.Origin == scoresheet.FromDefault,
		Counted: inEveryLanguage(func(w words) string {
			counted := w.T("book.counted", map[string]any{"Per": w.T("book.per."+per, nil), "Over": w.T("book.over."+over, nil)})
			if v.Together != "" {
				counted += w.T("book.counted.together", map[string]any{"Names": strings.Join(t.together(w, v), w.T("book.and", nil))})
			}
			return counted
		}),
	}
	several := len(v.DeclarerLadder)+len(v.WinnerLadder)+len(v.DeclarerWinnerLadder) > 0
	for _, ladder := range []struct {
		when  string
		steps [][]string
	}{
		{"usual", v.Ladder}, {"declarers", v.DeclarerLadder}, {"winners", v.WinnerLadder}, {"declarer-winners", v.DeclarerWinnerLadder},
	} {
		if len(ladder.steps) == 0 {
			continue
		}
		told := ladderView{Steps: []scoresheet.Text{}}
		if several {
			when := textOf("book.ladder." + ladder.when)
			told.When = &when
		}
		for _, step := range ladder.steps {
			told.Steps = append(told.Steps, inEveryLanguage(func(w words) string { return actionNames(w, step) }))
		}
		view.Ladders = append(view.Ladders, told)
	}
	return view
}

// together are the names of the violations that are counted with one.
func (t teller) together(w words, v scoresheet.Violation) []string {
	var names []string
	for _, other := range t.Violations {
		if other.ID != v.ID && other.Together == v.Together {
			names = append(names, other.Name.In(w.Lang()))
		}
	}
	return names
}

func (t teller) incidents() []statement {
	lines := []statement{}
	for _, rule := range t.Incidents {
		origin := rule.Origin
		if rule.OnDefault() {
			origin = scoresheet.FromDefault
		}
		lines = append(lines, t.lineOf(origin, rule.Article, func(w words) string {
			return w.T("book.incident", map[string]any{"Name": t.incidentName(w, rule), "What": t.incidentWords(w, rule)})
		}))
	}
	return lines
}

func (t teller) incidentName(w words, rule scoresheet.IncidentRule) string {
	name := w.T("incident."+string(rule.Kind), nil)
	if rule.Result != "" {
		name += w.T("book.incident.result", map[string]any{"Result": w.T("incident.result."+rule.Result, nil)})
	}
	if rule.Opening != "" {
		name += w.T("book.incident.result", map[string]any{"Result": w.SettingValue("opening", rule.Opening)})
	}
	return name
}

func (t teller) incidentWords(w words, rule scoresheet.IncidentRule) string {
	var parts []string
	add := func(is bool, key string, n int) {
		if is {
			parts = append(parts, w.T("book.incident."+key, map[string]any{"N": n}))
		}
	}
	add(rule.Gain != 0, "gain", rule.Gain)
	add(rule.Loss != 0, "loss", rule.Loss)
	add(rule.Bottom, "bottom", 0)
	add(rule.Closes, "closes", 0)
	for _, mark := range rule.Late {
		add(true, "late."+mark, 0)
	}
	add(len(parts) == 0, "nothing", 0)
	return strings.Join(parts, w.T("book.and", nil))
}

func (t teller) bands() []statement {
	lines := []statement{}
	for _, band := range t.Bands {
		args := map[string]any{"From": band.From, "To": "", "Climb": band.Climb}
		if band.To != nil {
			args["To"] = strconv.Itoa(*band.To)
		}
		lines = append(lines, t.line(band.Origin, band.Article, "band."+string(band.Stage), args))
	}
	return lines
}

func (t teller) matchPoints() []statement {
	lines := []statement{}
	mp := t.MatchPoints
	if mp == nil {
		return lines
	}
	add := func(origin scoresheet.Origin, key string, points ...scoresheet.Points) {
		args := map[string]any{"Points": points[0].String(), "Other": ""}
		if len(points) > 1 {
			args["Other"] = points[1].String()
		}
		lines = append(lines, t.line(origin, mp.Article, "points."+key, args))
	}
	for _, one := range []struct {
		key    string
		points *scoresheet.Points
	}{{"win", mp.Win}, {"passed", mp.Passed}, {"ahead", mp.Ahead}} {
		if one.points != nil {
			add(mp.Origin, one.key, *one.points)
		}
	}
	if len(mp.Table) == 0 {
		add(mp.Origin, "draw", mp.Draw)
		add(mp.Origin, "loss", mp.Loss)
	}
	for _, row := range mp.Table {
		lines = append(lines, t.difference(mp, "difference", row))
	}
	for _, row := range mp.Second {
		lines = append(lines, t.difference(mp, "second", row))
	}
	add(mp.Origin, "bye", mp.Bye)
	add(cmp.Or(mp.ForfeitOrigin, mp.Origin), "forfeit", mp.Forfeit, mp.Absent)
	return lines
}

func (t teller) difference(mp *scoresheet.MatchPoints, key string, row scoresheet.DifferenceRow) statement {
	return t.line(mp.Origin, mp.Article, "points."+key, map[string]any{
		"Difference": row.Difference, "Points": row.Winner.String(), "Other": row.Loser.String(),
	})
}

func (t teller) entry() []statement {
	e, lines := t.Entry, []statement{}
	add := func(is bool, key string, args map[string]any) {
		if is {
			lines = append(lines, t.line(scoresheet.FromSource, e.Article, "entry."+key, args))
		}
	}
	add(e.Players > 0, "players", map[string]any{"N": e.Players})
	add(len(e.Groups) > 0, "groups", map[string]any{"Names": strings.Join(e.Groups, " ")})
	add(e.OnePerUnitAndGroup, "one-per-group", nil)
	add(e.PerUnit > 0, "per-unit", map[string]any{"N": e.PerUnit})
	add(e.UnitRequired, "unit", nil)
	add(e.Partners != "", "partners."+e.Partners, nil)
	add(e.Max > 0, "range", map[string]any{"Min": e.Min, "Max": e.Max})
	add(e.Max == 0 && e.Min > 0, "min", map[string]any{"Min": e.Min})
	return lines
}

func (t teller) awards() []statement {
	a, lines := t.Awards, []statement{}
	if a.Certificates > 0 {
		lines = append(lines, t.line(a.Origin, a.Article, "awards.certificates", map[string]any{"N": a.Certificates}))
	}
	if a.Participation {
		lines = append(lines, t.line(a.Origin, a.Article, "awards.participation", nil))
	}
	return lines
}

func (t teller) phases() []ruledPhase {
	views := []ruledPhase{}
	for i, view := range phaseViews(t.Rulebook) {
		phase := t.Rulebook.Phases[i]
		ruled := ruledPhase{phaseView: view, Lines: t.format(phase), Ranking: []statement{}}
		for _, criterion := range phase.Ranking {
			ruled.Ranking = append(ruled.Ranking, t.criterion(criterion))
		}
		views = append(views, ruled)
	}
	return views
}

// format says how a phase is played, each thing that it says in a sentence.
func (t teller) format(p scoresheet.Phase) []statement {
	lines := []statement{t.lineOf(p.Origin, p.Article, func(w words) string { return w.T("rulebook.show.kind."+string(p.Kind), nil) })}
	add := func(is bool, key string, args map[string]any) {
		if is {
			lines = append(lines, t.line(p.Origin, p.Article, "phase."+key, args))
		}
	}
	add(p.Rounds > 0, "rounds", map[string]any{"N": p.Rounds})
	if p.From != "" {
		lines = append(lines, t.lineOf(p.Origin, p.Article, func(w words) string {
			return w.T("book.phase.from", map[string]any{"Phase": t.phaseName(w, p.From), "Take": p.Take})
		}))
	}
	add(p.Pools > 0, "pools."+cmp.Or(p.PoolsBy, scoresheet.PoolsByLot), map[string]any{"N": p.Pools})
	add(p.Kind == scoresheet.Knockout, "draw."+cmp.Or(p.Draw, "each-round"), nil)
	add(p.Until > 0, "until", map[string]any{"N": p.Until})
	add(p.ThirdPlace, "third", nil)
	add(p.Repechage, "repechage", nil)
	add(p.Bye != "", "bye."+p.Bye, nil)
	add(p.SameUnitApart, "apart", nil)
	add(p.Arranged, "arranged", nil)
	add(p.UnreportedOut, "unreported", nil)
	add(p.WithdrawalVoids, "voids", nil)
	for _, group := range p.Groups {
		lines = append(lines, t.lineOf(p.Origin, p.Article, func(w words) string { return t.group(w, group) }))
	}
	if c := p.Challenges; c != nil {
		add(true, "challenges", map[string]any{"Challengers": c.Challengers, "Losses": c.Losses, "Absences": c.Absences})
		for _, title := range c.Titles {
			lines = append(lines, t.lineOf(p.Origin, p.Article, func(w words) string {
				return w.T("book.phase.title", map[string]any{
					"Title": title.Name.In(w.Lang()), "Holders": title.Holders, "Points": title.Points, "Beat": title.Beat, "Own": title.Own,
				})
			}))
		}
		add(c.Honoured > 0, "honoured", map[string]any{"N": c.Honoured})
	}
	return lines
}

func (t teller) phaseName(w words, id string) string {
	phase, _ := t.Phase(id)
	return phase.Name.In(w.Lang())
}

// group says where those who play in a group come from, and for what.
func (t teller) group(w words, g scoresheet.PhaseGroup) string {
	ranks := make([]string, len(g.Ranks))
	for i, rank := range g.Ranks {
		ranks[i] = strconv.Itoa(rank)
	}
	return w.T("book.phase.group", map[string]any{
		"Name": g.Name, "Phase": t.phaseName(w, g.From), "Ranks": strings.Join(ranks, w.T("book.and", nil)), "FirstPlace": g.FirstPlace,
	})
}

func (t teller) criterion(c scoresheet.Criterion) statement {
	return t.lineOf(c.Origin, c.Article, func(w words) string {
		return w.T("book.ranking", map[string]any{"Rule": w.T("rule."+string(c.Rule), nil), "Tied": c.Tied, "Among": c.Among, "Circle": c.Circle, "Margin": c.Margin, "Restart": c.Restart})
	})
}

// articleHit is an article among those of all rulebooks.
type articleHit struct {
	Rulebook string `json:"rulebook"`
	articleView
}

// allArticles are the articles of all rulebooks, to be searched.
func allArticles(entries []config.Entry) []articleHit {
	hits := []articleHit{}
	for _, entry := range entries {
		for _, article := range entry.Book.Articles {
			hits = append(hits, articleHit{entry.Book.ID, articleView{article.ID, article.Number, article.Text, article.Origin}})
		}
	}
	slices.SortStableFunc(hits, func(a, b articleHit) int { return cmp.Compare(a.Rulebook, b.Rulebook) })
	return hits
}
