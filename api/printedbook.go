package api

import (
	"context"

	"kiosk/print"
	"kiosk/scoresheet"
)

// rulebook prints the rulebook that the event keeps, with its settings.
func (p paper) rulebook(ctx context.Context) (print.Document, error) {
	view := rulebookWhole(p.Rulebook, p.RulebookHash, p.Settings)
	in := print.Rulebook{
		Event: p.Name, Name: p.in(view.Name), Summary: p.in(view.Summary),
		Source: p.words.T("paper.source", map[string]any{"Source": view.Source}), ID: view.ID, Hash: shortHash(view.Hash),
	}
	for _, article := range view.Articles {
		in.Articles = append(in.Articles, print.RuleArticle{Number: article.Number, Text: p.in(article.Text), Origin: p.ruleOrigin(article.Origin, "")})
	}
	for _, setting := range view.Settings {
		in.Settings = append(in.Settings, p.ruleSetting(setting))
	}
	for _, violation := range view.Violations {
		in.Penalties = append(in.Penalties, p.rulePenalties(violation)...)
	}
	in.Sections = append(in.Sections, p.ruleSection("incidents", view.Incidents), p.ruleSection("bands", view.Bands), p.ruleSection("entry", view.Entry))
	for _, phase := range view.Phases {
		in.Sections = append(in.Sections, print.RuleSection{
			Title: p.words.T("paper.phase", map[string]any{"Phase": p.in(phase.Name)}), Lines: p.ruleLines(phase.Lines),
		}, print.RuleSection{
			Title: p.words.T("paper.ranking", map[string]any{"Phase": p.in(phase.Name)}), Ordered: true, Lines: p.ruleLines(phase.Ranking),
		})
	}
	in.Sections = append(in.Sections, p.ruleSection("match-points", view.MatchPoints), p.ruleSection("awards", view.Awards))
	return p.Printer.Rulebook(ctx, p.with, in)
}

func (p paper) in(text scoresheet.Text) string { return text.In(p.lang()) }

// ruleOrigin is the article that says so, or the mark of a default.
func (p paper) ruleOrigin(origin scoresheet.Origin, clause string) string {
	if origin == scoresheet.FromDefault {
		return p.words.T("paper.default", nil)
	}
	return clause
}

func (p paper) ruleSetting(setting ruledSetting) print.RuleSetting {
	out := print.RuleSetting{Name: p.in(setting.Label), Value: p.in(setting.Text), Origin: p.ruleOrigin(setting.Origin, setting.Clause)}
	if setting.Changed {
		out.Changed = p.in(setting.DefaultText)
	}
	for _, other := range setting.Phases {
		out.Value += p.words.T("paper.other", map[string]any{"Phase": p.in(other.Phase), "Value": p.in(other.Text)})
	}
	return out
}

// rulePenalties is a violation, once for each of its ladders.
func (p paper) rulePenalties(violation violationView) []print.RulePenalty {
	origin := scoresheet.FromSource
	if violation.Default {
		origin = scoresheet.FromDefault
	}
	var out []print.RulePenalty
	for _, ladder := range violation.Ladders {
		penalty := print.RulePenalty{Name: p.in(violation.Name), Counted: p.in(violation.Counted), Origin: p.ruleOrigin(origin, violation.Clause)}
		if ladder.When != nil {
			penalty.Name += p.words.T("paper.when", map[string]any{"When": p.in(*ladder.When)})
		}
		for _, step := range ladder.Steps {
			penalty.Steps = append(penalty.Steps, p.in(step))
		}
		out = append(out, penalty)
	}
	return out
}

func (p paper) ruleSection(name string, lines []statement) print.RuleSection {
	return print.RuleSection{Title: p.words.T("paper.section."+name, nil), Lines: p.ruleLines(lines)}
}

func (p paper) ruleLines(lines []statement) []print.RuleLine {
	out := make([]print.RuleLine, 0, len(lines))
	for _, line := range lines {
		out = append(out, print.RuleLine{Text: p.in(line.Text), Origin: p.ruleOrigin(line.Origin, line.Clause)})
	}
	return out
}
