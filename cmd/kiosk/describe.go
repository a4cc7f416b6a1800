package main

import (
	"fmt"
	"sort"
	"strings"

	"kiosk/config"
	"kiosk/scoresheet"
)

// description is a rulebook as a text for people.
type description struct {
	strings.Builder
	words *config.Words
	book  *scoresheet.Rulebook
}

func describe(words *config.Words, entry config.Entry) string {
	d := &description{words: words, book: entry.Book}
	d.line("%s  %s  [%s]", d.book.ID, d.in(d.book.Name), entry.ShortHash())
	d.line("%s", d.in(d.book.Summary))
	d.line("%s: %s %s", d.label("source", nil), d.book.Source.Document, d.book.Source.Title)
	d.articles()
	d.settings()
	d.incidents()
	d.bands()
	d.points()
	d.violations()
	d.entry()
	d.phases()
	d.awards()
	return d.String()
}

func (d *description) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *description) in(text scoresheet.Text) string { return text.In(d.words.Lang()) }

func (d *description) label(key string, args map[string]any) string {
	return d.words.T("rulebook.show."+key, args)
}

// origin is the mark of a default, or the article that says so.
func (d *description) origin(origin scoresheet.Origin, article string) string {
	if origin == scoresheet.FromDefault {
		return d.label("default", nil)
	}
	if clause := d.book.Clause(article); clause != "" {
		return d.words.T("fault.clause", map[string]any{"Clause": clause})
	}
	return ""
}

func (d *description) articles() {
	d.line("\n%s", d.label("articles", nil))
	for _, article := range d.book.Articles {
		d.line("  %s  %s%s", article.Number, d.in(article.Text), d.origin(article.Origin, ""))
	}
}

func (d *description) settings() {
	d.line("\n%s", d.label("settings", nil))
	for _, spec := range scoresheet.SettingSpecs() {
		setting, listed := d.book.Settings[spec.Name]
		if !listed {
			continue
		}
		d.line("  %s (%s): %s%s%s", d.words.SettingName(spec.Name), spec.Name,
			d.words.SettingValue(spec.Name, setting.Value), d.origin(setting.Origin, setting.Article), d.bounds(setting))
		phases := make([]string, 0, len(setting.Phases))
		for phase := range setting.Phases {
			phases = append(phases, phase)
		}
		sort.Strings(phases)
		for _, phase := range phases {
			d.line("    %s: %s", phase, d.words.SettingValue(spec.Name, setting.Phases[phase]))
		}
	}
}

// bounds is what an organiser may make of the setting.
func (d *description) bounds(setting scoresheet.Setting) string {
	switch {
	case setting.Fixed:
		return d.label("unchangeable", nil)
	case setting.Min != nil && setting.Max != nil:
		return d.label("range", map[string]any{"Min": *setting.Min, "Max": *setting.Max})
	}
	return ""
}

// bands are what the defenders' points do in a hand of Shuangsheng.
func (d *description) bands() {
	if len(d.book.Bands) == 0 {
		return
	}
	d.line("\n%s", d.label("bands", nil))
	for _, band := range d.book.Bands {
		to := -1
		if band.To != nil {
			to = *band.To
		}
		d.line("  %s%s", d.label("band", map[string]any{
			"From": band.From, "To": to, "Defenders": band.Stage == scoresheet.Defenders, "Climb": band.Climb,
		}), d.origin(band.Origin, band.Article))
	}
}

// list gathers details of a line, each by its label.
type list struct {
	*description
	parts []string
}

func (l *list) add(there bool, key string, args map[string]any) {
	if there {
		l.parts = append(l.parts, l.label(key, args))
	}
}

func (l *list) String() string { return strings.Join(l.parts, l.label("and", nil)) }

func number(n int) map[string]any { return map[string]any{"N": n} }

func (d *description) points() {
	points := d.book.MatchPoints
	if points == nil {
		return
	}
	shown := &list{description: d}
	some := func(key string, value *scoresheet.Points) {
		if value != nil {
			shown.add(true, "points."+key, map[string]any{"Points": value})
		}
	}
	some("win", points.Win)
	some("passed", points.Passed)
	some("ahead", points.Ahead)
	if points.Table == nil {
		some("draw", &points.Draw)
		some("loss", &points.Loss)
	}
	some("bye", &points.Bye)
	shown.add(true, "points.forfeit", map[string]any{"Points": points.Forfeit, "Absent": points.Absent})
	d.line("\n%s%s", d.label("points", nil), d.origin(points.Origin, points.Article))
	d.line("  %s", shown)
	d.table("points.table", points.Table)
	d.table("points.second", points.Second)
}

func (d *description) table(key string, rows []scoresheet.DifferenceRow) {
	if rows == nil {
		return
	}
	shown := &list{description: d}
	for _, row := range rows {
		shown.add(true, "points.row", map[string]any{"Difference": row.Difference, "Winner": row.Winner, "Loser": row.Loser})
	}
	d.line("  %s%s%s", d.label(key, nil), d.label("colon", nil), shown)
}

func (d *description) ladder(steps [][]string) string {
	shown := make([]string, len(steps))
	for i, step := range steps {
		actions := make([]string, len(step))
		for j, action := range step {
			actions[j] = d.words.Action(action)
		}
		shown[i] = strings.Join(actions, " + ")
	}
	return strings.Join(shown, d.label("then", nil))
}

func (d *description) violations() {
	if len(d.book.Violations) == 0 {
		return
	}
	d.line("\n%s", d.label("violations", nil))
	for _, violation := range d.book.Violations {
		counted := &list{description: d}
		counted.add(violation.Per == "seat" || violation.Per == "team", "count.per."+violation.Per, nil)
		counted.add(violation.Over == "game" || violation.Over == "event", "count.over."+violation.Over, nil)
		counted.add(violation.Together != "", "count.together", nil)
		counted.add(violation.AtStart, "count.start", nil)
		counted.add(violation.DeclarerLadder != nil, "count.declarers", map[string]any{"Ladder": d.ladder(violation.DeclarerLadder)})
		counted.add(violation.WinnerLadder != nil, "count.winners", map[string]any{"Ladder": d.ladder(violation.WinnerLadder)})
		counted.add(violation.DeclarerWinnerLadder != nil, "count.winning-declarers", map[string]any{"Ladder": d.ladder(violation.DeclarerWinnerLadder)})
		how := ""
		if len(counted.parts) > 0 {
			how = d.label("and", nil) + counted.String()
		}
		d.line("  %s (%s): %s%s%s", d.in(violation.Name), violation.ID,
			d.ladder(violation.Ladder), how, d.origin(violation.Origin, violation.Article))
	}
}

func (d *description) incidents() {
	if len(d.book.Incidents) == 0 {
		return
	}
	d.line("\n%s", d.label("incidents", nil))
	for _, rule := range d.book.Incidents {
		name := d.words.T("incident."+string(rule.Kind), nil)
		if rule.Result != "" {
			name += " (" + d.words.T("incident.result."+rule.Result, nil) + ")"
		}
		if rule.Opening != "" {
			name += " (" + d.words.SettingValue("opening", rule.Opening) + ")"
		}
		effect := d.label("incident", map[string]any{"Gain": rule.Gain, "Loss": rule.Loss, "Bottom": rule.Bottom, "Closes": rule.Closes})
		d.line("  %s: %s%s", name, effect, d.origin(rule.Origin, rule.Article))
	}
}

func (d *description) entry() {
	entry := d.book.Entry
	shown := &list{description: d}
	shown.add(true, "entry.players", number(entry.Players))
	shown.add(entry.Max > 0, "entry.number", map[string]any{"Min": entry.Min, "Max": entry.Max})
	shown.add(entry.Max == 0, "entry.from", map[string]any{"Min": entry.Min})
	shown.add(len(entry.Groups) > 0, "entry.groups", map[string]any{"Groups": strings.Join(entry.Groups, " ")})
	shown.add(entry.OnePerUnitAndGroup, "entry.each-group", nil)
	shown.add(entry.PerUnit > 0, "entry.per-unit", number(entry.PerUnit))
	shown.add(entry.Partners != "", "entry.partners."+entry.Partners, nil)
	d.line("\n%s\n  %s%s", d.label("entry", nil), shown, d.origin("", entry.Article))
}

func (d *description) phases() {
	d.line("\n%s", d.label("phases", nil))
	for _, phase := range d.book.Phases {
		d.line("  %s (%s): %s%s", d.in(phase.Name), phase.ID, d.label("kind."+string(phase.Kind), nil),
			d.origin(phase.Origin, phase.Article))
		if details := d.format(phase); len(details.parts) > 0 {
			d.line("    %s", details)
		}
		if len(phase.Ranking) > 0 {
			d.line("    %s%s%s", d.label("phase.ranking", nil), d.label("colon", nil), d.ranking(phase))
		}
	}
}

func (d *description) phaseName(id string) string {
	phase, _ := d.book.Phase(id)
	return d.in(phase.Name)
}

// format is how the phase is filled, drawn and left.
func (d *description) format(phase scoresheet.Phase) *list {
	shown := &list{description: d}
	rounds := phase.Rounds
	if terms, err := d.book.Terms(phase.ID); err == nil && rounds == 0 {
		rounds = terms.Rounds
	}
	shown.add(rounds > 0, "phase.rounds", number(rounds))
	if phase.From != "" {
		from := map[string]any{"N": phase.Take, "Phase": d.phaseName(phase.From)}
		shown.add(phase.Take == 0, "phase.from", from)
		shown.add(phase.Take > 0, "phase.take", from)
	}
	for _, group := range phase.Groups {
		ranks := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(group.Ranks)), ", "), "[]")
		shown.add(true, "phase.group", map[string]any{"Name": group.Name, "Ranks": ranks, "Phase": d.phaseName(group.From)})
	}
	shown.add(phase.Pools > 0 && phase.PoolsBy != scoresheet.PoolsBySnake, "phase.pools.lot", number(phase.Pools))
	shown.add(phase.Pools > 0 && phase.PoolsBy == scoresheet.PoolsBySnake, "phase.pools.snake", number(phase.Pools))
	shown.add(phase.Draw != "", "phase.draw."+phase.Draw, nil)
	shown.add(phase.Until > 0, "phase.until", number(phase.Until))
	shown.add(phase.Repechage, "phase.repechage", nil)
	shown.add(phase.ThirdPlace, "phase.third", nil)
	shown.add(phase.Bye != "", "phase.bye."+phase.Bye, nil)
	shown.add(phase.Arranged, "phase.arranged", nil)
	shown.add(phase.UnreportedOut, "phase.unreported", nil)
	shown.add(phase.SameUnitApart, "phase.apart", nil)
	shown.add(phase.WithdrawalVoids, "phase.void", nil)
	return shown
}

func (d *description) ranking(phase scoresheet.Phase) string {
	rules := make([]string, len(phase.Ranking))
	for i, criterion := range phase.Ranking {
		rules[i] = d.words.T("rule."+string(criterion.Rule), nil)
		if criterion.Tied != "" {
			rules[i] += " (" + d.label("phase.tied."+criterion.Tied, nil) + ")"
		}
		if criterion.Origin == scoresheet.FromDefault {
			rules[i] += d.label("default", nil)
		}
	}
	return strings.Join(rules, d.label("then", nil))
}

func (d *description) awards() {
	awards := d.book.Awards
	shown := &list{description: d}
	shown.add(awards.Certificates > 0, "awards.certificates", number(awards.Certificates))
	shown.add(awards.Participation, "awards.participation", nil)
	if len(shown.parts) > 0 {
		d.line("\n%s\n  %s%s", d.label("awards", nil), shown, d.origin(awards.Origin, awards.Article))
	}
}
