package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

type settingOption struct {
	Value any             `json:"value"`
	Label scoresheet.Text `json:"label"`
}

type settingView struct {
	Name    string            `json:"name"`
	Kind    string            `json:"kind"`
	Value   any               `json:"value"`
	Default any               `json:"default"`
	Origin  scoresheet.Origin `json:"origin"`
	Clause  string            `json:"clause,omitempty"`
	Min     *int              `json:"min,omitempty"`
	Max     *int              `json:"max,omitempty"`
	Options []settingOption   `json:"options,omitempty"`
	Label   scoresheet.Text   `json:"label"`
	Fixed   bool              `json:"fixed"`
}

type rulebookSummary struct {
	ID      string                `json:"id"`
	Name    scoresheet.Text       `json:"name"`
	Game    scoresheet.Discipline `json:"game"`
	Source  string                `json:"source"`
	Summary scoresheet.Text       `json:"summary"`
	// Drawable: the kiosk can draw all of its phases.
	Drawable bool `json:"drawable"`
}

type playTime struct {
	FirstS int `json:"first_s"`
	NextS  int `json:"next_s"`
}

func (s *Server) listRulebooks(c *fiber.Ctx) error {
	entries, err := s.Rulebooks.List()
	if err != nil {
		return err
	}
	views := make([]rulebookSummary, 0, len(entries))
	for _, entry := range entries {
		views = append(views, rulebookBrief(entry.Book))
	}
	return c.JSON(views)
}

func rulebookBrief(rb *scoresheet.Rulebook) rulebookSummary {
	return rulebookSummary{rb.ID, rb.Name, rb.Discipline, joinWords(rb.Source.Document, rb.Source.Title), rb.Summary, event.Drawable(rb)}
}

func (s *Server) getRulebook(c *fiber.Ctx) error {
	entry, ok := s.Rulebooks.Get(c.Params("rulebook"))
	if !ok {
		return newProblem(http.StatusNotFound, "rulebook.unknown", "rulebook", c.Params("rulebook"))
	}
	return c.JSON(rulebookWhole(entry.Book, entry.Hash, nil))
}

// getEventRulebook is the rulebook that an event keeps, with the settings that
// its organiser has changed.
func (s *Server) getEventRulebook(c *fiber.Ctx) error {
	state, err := s.state(c)
	if err != nil {
		return err
	}
	view := rulebookWhole(state.Rulebook, state.RulebookHash, state.Settings)
	view.Event = &ruledEvent{state.ID, state.Name}
	return c.JSON(view)
}

func (s *Server) listArticles(c *fiber.Ctx) error {
	entries, err := s.Rulebooks.List()
	if err != nil {
		return err
	}
	return c.JSON(allArticles(entries))
}

func phaseViews(rb *scoresheet.Rulebook) []phaseView {
	views := make([]phaseView, 0, len(rb.Phases))
	for i, phase := range rb.Phases {
		view := phaseView{ID: phase.ID, Name: phase.Name, Kind: phase.Kind, Groups: []string{}}
		for _, group := range phase.Groups {
			view.Groups = append(view.Groups, group.Name)
		}
		if i == 0 && len(phase.Groups) == 0 {
			view.Groups = append(view.Groups, rb.Entry.Groups...)
		}
		views = append(views, view)
	}
	return views
}

// settingKinds are the kinds of settings as pages call them.
var settingKinds = map[scoresheet.SettingKind]string{
	scoresheet.IntSetting: "integer", scoresheet.WordSetting: "choice", scoresheet.LevelSetting: "level",
	scoresheet.FlagSetting: "boolean", scoresheet.ListSetting: "text",
}

// settingViews are the settings of a rulebook in a fixed order, with an
// event's changes.
func settingViews(rb *scoresheet.Rulebook, changes map[string]any, _ words) []settingView {
	views := []settingView{}
	for _, spec := range scoresheet.SettingSpecs() {
		setting, ok := rb.Settings[spec.Name]
		if !ok {
			continue
		}
		view := settingView{
			Name: spec.Name, Kind: settingKinds[spec.Kind], Value: setting.Value, Default: setting.Value, Origin: setting.Origin,
			Clause: rb.Clause(setting.Article), Min: setting.Min, Max: setting.Max, Label: textOf("setting.name." + spec.Name), Fixed: setting.Fixed,
		}
		if changed, has := changes[spec.Name]; has {
			view.Value = changed
		}
		view.Options = settingOptions(spec, setting)
		views = append(views, view)
	}
	return views
}

func settingOptions(spec scoresheet.SettingSpec, setting scoresheet.Setting) []settingOption {
	values := setting.Options
	if len(values) == 0 && spec.Kind == scoresheet.WordSetting {
		values = spec.Words
	}
	options := make([]settingOption, 0, len(values))
	for _, value := range values {
		options = append(options, settingOption{value, scoresheet.Text{
			ZhHans: config.NewWords(scoresheet.ZhHans).SettingValue(spec.Name, value),
			ZhHant: config.NewWords(scoresheet.ZhHant).SettingValue(spec.Name, value),
			En:     config.NewWords(scoresheet.En).SettingValue(spec.Name, value),
		}})
	}
	return options
}

func (s *Server) getLocale(c *fiber.Ctx) error {
	lang := scoresheet.Lang(c.Params("lang"))
	for _, known := range scoresheet.Langs {
		if known == lang {
			c.Set(fiber.HeaderCacheControl, "no-cache")
			return c.JSON(config.Messages(lang))
		}
	}
	return newProblem(http.StatusNotFound, "lang.unknown")
}
