package scoresheet

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// Terms are the settings of a rulebook for one phase of one event, after the
// organiser's changes: typed, and within their ranges. Names of settings are
// those of the exchange format; SettingNames lists them.
type Terms struct {
	// Scoring is ScoringLevels or ScoringPoints.
	Scoring string
	// Start is the level both sides begin at; ExtraLevel that of the extra hand
	// of a level game.
	Start, ExtraLevel Level
	// Upgrade is what the winner climbs (or scores, in a points game) when its
	// partner is second, third, last.
	Upgrade []int
	// Win is "pass" or "reach"; Pass "not-last" or "double-down".
	Win, Pass string
	// Drop is the level that a side falls to after FailLimit failed A; NoLevel
	// for none. FailCount is "total" or "in-a-row". AfterDrop is "usual", or
	// "three": the next first place brings exactly 3.
	Drop      Level
	FailLimit int
	FailCount string
	AfterDrop string
	// Minutes of a game, 0 where no clock ends it; Bell is "stop" or "finish".
	Minutes int
	Bell    string
	// Equal decides level games at the bell: "first-reached", "extra-hand",
	// "draw", "off-stage" or "on-stage"; in points games "extra-hand" or "draw".
	// EqualStart is for equal levels at which nobody climbed.
	Equal, EqualStart string
	// Hands of a points game, or those after which a level game ends as by the
	// bell, 0 for no such end; BestOf games in a match. PlayAll: all of them are
	// played, though one side has more than half before.
	Hands, BestOf int
	PlayAll       bool
	// MatchEqual decides a match whose games are level: "draw", "small-points"
	// (the sum of game points) or "extra-hand" (a further game of one hand);
	// MatchEqualThen, "draw" or "extra-hand", one whose small points are level
	// too.
	MatchEqual, MatchEqualThen string
	// Tribute is "usual" or "none". TributeEqual says whose card goes to the
	// first finisher when two are equal ("next", "previous", "own-next");
	// TributeEqualLeads who leads then ("next", "previous", of the first
	// finisher).
	Tribute, TributeEqual, TributeEqualLeads string
	// ReturnMax is the highest rank that may be given back; ReturnLevelCard
	// whether a level card counts by its natural rank there.
	ReturnMax       Level
	ReturnLevelCard bool
	// ReturnTo says to whom a card goes back after a double tribute: "giver",
	// whose card was taken, or "next", the next seat. NoLevelCardToPartner
	// forbids a level card to one's own partner even where ReturnLevelCard
	// allows one.
	ReturnTo             string
	NoLevelCardToPartner bool
	// ReturnFreeToOpponent lets any card go back to an opponent: what bounds a
	// returned card holds among partners only.
	ReturnFreeToOpponent bool
	// WildDefault is the reading of an undeclared full house, "low" or "high";
	// JokerPair whether two equal jokers may be its pair.
	WildDefault string
	JokerPair   bool
	// CountAt is the number of cards at or under which a player must tell;
	// 0 for no rule.
	CountAt int
	// FirstCardSeconds and PlaySeconds bound a play; 0 for no rule.
	FirstCardSeconds, PlaySeconds int
	// GoujiTerms are the settings that only Gouji has.
	GoujiTerms
	// ShuangshengTerms are the settings that only Shuangsheng has.
	ShuangshengTerms
	// LateMinutes is how many minutes after the start of its round a side that is
	// not there is late; 0 for no rule.
	LateMinutes int
	// Rounds is the number of rounds of the phase where the organiser may change
	// it, 0 where Phase.Rounds holds.
	Rounds int
	// Playoff is what RulePlayoff has the tied play: "hand" or "game".
	Playoff string
	// Among: level differences of three and more count only among the tied.
	DifferenceAmong bool
}

// The ways of scoring.
const (
	ScoringLevels = "levels"
	ScoringPoints = "points"
)

// noLevelWord is how a setting says that there is no level.
const noLevelWord = "none"

// SettingKind is what values a setting takes.
type SettingKind string

// The kinds of settings.
const (
	IntSetting   SettingKind = "int"
	WordSetting  SettingKind = "word"
	LevelSetting SettingKind = "level"
	FlagSetting  SettingKind = "flag"
	ListSetting  SettingKind = "list"
)

// SettingSpec is what the program knows of a setting.
type SettingSpec struct {
	Name string
	Kind SettingKind
	// Words are the values of a WordSetting that an engine understands, and
	// those of a LevelSetting that are no level.
	Words []string
	// Disciplines that have the setting; empty for all.
	Disciplines []Discipline

	set func(*Terms, any)
}

func words(name string, field func(*Terms) *string, values ...string) SettingSpec {
	return SettingSpec{Name: name, Kind: WordSetting, Words: values, set: func(t *Terms, v any) { *field(t) = v.(string) }}
}

func count(name string, field func(*Terms) *int) SettingSpec {
	return SettingSpec{Name: name, Kind: IntSetting, set: func(t *Terms, v any) { *field(t) = v.(int) }}
}

func level(name string, field func(*Terms) *Level) SettingSpec {
	return SettingSpec{Name: name, Kind: LevelSetting, set: func(t *Terms, v any) { *field(t) = v.(Level) }}
}

// levelOrNone is a level that may also be missing.
func levelOrNone(name string, field func(*Terms) *Level) SettingSpec {
	spec := level(name, field)
	spec.Words = []string{noLevelWord}
	return spec
}

func flag(name string, field func(*Terms) *bool) SettingSpec {
	return SettingSpec{Name: name, Kind: FlagSetting, set: func(t *Terms, v any) { *field(t) = v.(bool) }}
}

func list(name string, field func(*Terms) *[]int) SettingSpec {
	return SettingSpec{Name: name, Kind: ListSetting, set: func(t *Terms, v any) { *field(t) = v.([]int) }}
}

func only(spec SettingSpec, disciplines ...Discipline) SettingSpec {
	spec.Disciplines = disciplines
	return spec
}

// settingSpecs are all settings that some engine understands.
var settingSpecs = []SettingSpec{
	words("scoring", func(t *Terms) *string { return &t.Scoring }, ScoringLevels, ScoringPoints),
	level("start", func(t *Terms) *Level { return &t.Start }),
	level("extra_level", func(t *Terms) *Level { return &t.ExtraLevel }),
	list("upgrade", func(t *Terms) *[]int { return &t.Upgrade }),
	words("win", func(t *Terms) *string { return &t.Win }, "pass", "reach"),
	words("pass", func(t *Terms) *string { return &t.Pass }, "not-last", "double-down"),
	levelOrNone("drop", func(t *Terms) *Level { return &t.Drop }),
	count("fail_limit", func(t *Terms) *int { return &t.FailLimit }),
	words("fail_count", func(t *Terms) *string { return &t.FailCount }, "total", "in-a-row"),
	words("after_drop", func(t *Terms) *string { return &t.AfterDrop }, "usual", "three"),
	count("minutes", func(t *Terms) *int { return &t.Minutes }),
	words("bell", func(t *Terms) *string { return &t.Bell }, "stop", "finish"),
	words("equal", func(t *Terms) *string { return &t.Equal }, "first-reached", "extra-hand", "draw", "off-stage", "on-stage"),
	words("equal_start", func(t *Terms) *string { return &t.EqualStart }, "extra-hand", "draw", "off-stage", "on-stage"),
	count("hands", func(t *Terms) *int { return &t.Hands }),
	count("best_of", func(t *Terms) *int { return &t.BestOf }),
	only(words("tribute", func(t *Terms) *string { return &t.Tribute }, "usual", "none"), Guandan),
	only(words("tribute_equal", func(t *Terms) *string { return &t.TributeEqual }, "next", "previous", "own-next"), Guandan),
	only(words("tribute_equal_leads", func(t *Terms) *string { return &t.TributeEqualLeads }, "next", "previous"), Guandan),
	only(level("return_max", func(t *Terms) *Level { return &t.ReturnMax }), Guandan),
	only(flag("return_level_card", func(t *Terms) *bool { return &t.ReturnLevelCard }), Guandan),
	only(words("return_to", func(t *Terms) *string { return &t.ReturnTo }, "giver", "next"), Guandan),
	only(flag("no_level_card_to_partner", func(t *Terms) *bool { return &t.NoLevelCardToPartner }), Guandan),
	only(flag("return_free_to_opponent", func(t *Terms) *bool { return &t.ReturnFreeToOpponent }), Guandan),
	only(words("wild_default", func(t *Terms) *string { return &t.WildDefault }, "low", "high"), Guandan),
	only(flag("joker_pair", func(t *Terms) *bool { return &t.JokerPair }), Guandan),
	flag("play_all", func(t *Terms) *bool { return &t.PlayAll }),
	words("match_equal", func(t *Terms) *string { return &t.MatchEqual }, "draw", "small-points", "extra-hand"),
	words("match_equal_then", func(t *Terms) *string { return &t.MatchEqualThen }, "draw", "extra-hand"),
	count("count_at", func(t *Terms) *int { return &t.CountAt }),
	count("first_card_seconds", func(t *Terms) *int { return &t.FirstCardSeconds }),
	count("play_seconds", func(t *Terms) *int { return &t.PlaySeconds }),
	count("late_minutes", func(t *Terms) *int { return &t.LateMinutes }),
	count("rounds", func(t *Terms) *int { return &t.Rounds }),
	words("playoff", func(t *Terms) *string { return &t.Playoff }, "hand", "game"),
	flag("difference_among", func(t *Terms) *bool { return &t.DifferenceAmong }),
	only(words("largest_win", func(t *Terms) *string { return &t.LargestWin }, "score", "margin"), Gouji),
	only(list("place_points", func(t *Terms) *[]int { return &t.PlacePoints }), Gouji),
	only(flag("positive_only", func(t *Terms) *bool { return &t.PositiveOnly }), Gouji),
	only(count("sweep", func(t *Terms) *int { return &t.Sweep }), Gouji),
	only(flag("sweep_alone", func(t *Terms) *bool { return &t.SweepAlone }), Gouji),
	only(words("opening", func(t *Terms) *string { return &t.Opening }, OpeningOfOpposite, OpeningOfOwn), Gouji),
	only(count("tables", func(t *Terms) *int { return &t.Tables }), Gouji),
	only(count("sittings", func(t *Terms) *int { return &t.Sittings }), Gouji),
	only(count("packs", func(t *Terms) *int { return &t.Packs }), Gouji),
	only(list("gouji_counts", func(t *Terms) *[]int { return &t.GoujiCounts }), Gouji),
	only(flag("gouji_joker", func(t *Terms) *bool { return &t.GoujiJoker }), Gouji),
	only(flag("gouji_twos", func(t *Terms) *bool { return &t.GoujiTwos }), Gouji),
	only(list("bare_ranks", func(t *Terms) *[]int { return &t.BareRanks }), Gouji),
	only(words("card_by_card", func(t *Terms) *string { return &t.CardByCard }, EveryCardHigher, NoCardLower), Gouji),
	only(flag("mixed_jokers_small", func(t *Terms) *bool { return &t.MixedJokersSmall }), Gouji),
	only(flag("two_for_one", func(t *Terms) *bool { return &t.TwoForOne }), Gouji),
	only(flag("open_two", func(t *Terms) *bool { return &t.OpenTwo }), Gouji),
	only(flag("open_small", func(t *Terms) *bool { return &t.OpenSmall }), Gouji),
	only(flag("open_big", func(t *Terms) *bool { return &t.OpenBig }), Gouji),
	only(flag("open_four", func(t *Terms) *bool { return &t.OpenFour }), Gouji),
	only(words("burn_needs", func(t *Terms) *string { return &t.BurnNeeds }, BurnAllButLast, BurnEveryRank), Gouji),
	only(flag("standing_two", func(t *Terms) *bool { return &t.StandingTwo }), Shuangsheng),
	only(list("bottom_multipliers", func(t *Terms) *[]int { return &t.BottomMultipliers }), Shuangsheng),
	only(count("throw_points", func(t *Terms) *int { return &t.ThrowPoints }), Shuangsheng),
	only(count("bottom_seconds", func(t *Terms) *int { return &t.BottomSeconds }), Shuangsheng),
}

// SettingSpecs are all settings that the program understands, in a fixed order.
func SettingSpecs() []SettingSpec { return slices.Clone(settingSpecs) }

// LookupSetting is what the program knows of the setting with the name.
func LookupSetting(name string) (SettingSpec, bool) {
	for _, spec := range settingSpecs {
		if spec.Name == name {
			return spec, true
		}
	}
	return SettingSpec{}, false
}

// SettingError refuses a setting by name: Code is "setting.unknown",
// "setting.type", "setting.range", "setting.fixed" or "setting.phase".
type SettingError struct {
	Name string
	Code string
	// Want says what would do, as data: a range "1…240" or the options.
	Want string
}

// Error names the setting and what is wrong with it.
func (e *SettingError) Error() string {
	if e.Want == "" {
		return fmt.Sprintf("setting %s: %s", e.Name, e.Code)
	}
	return fmt.Sprintf("setting %s: %s, want %s", e.Name, e.Code, e.Want)
}

// Terms resolves the settings for a phase ("" is the first one): the
// rulebook's values, then those for the phase, then the changes in order. The
// error is a *SettingError.
func (r *Rulebook) Terms(phase string, changes ...map[string]any) (Terms, error) {
	p, ok := r.Phase(phase)
	if !ok {
		return Terms{}, &SettingError{Name: "phase", Code: "setting.phase", Want: phase}
	}
	var t Terms
	for name, setting := range r.Settings {
		value := setting.Value
		if other, has := setting.Phases[p.ID]; has {
			value = other
		}
		if err := r.apply(&t, name, value, false); err != nil {
			return Terms{}, err
		}
	}
	for _, change := range changes {
		for _, name := range sortedKeys(change) {
			if err := r.apply(&t, name, change[name], true); err != nil {
				return Terms{}, err
			}
		}
	}
	return t, nil
}

// CheckSettings tells every change that the rulebook does not allow.
func (r *Rulebook) CheckSettings(changes map[string]any) []*SettingError {
	var errs []*SettingError
	for _, name := range sortedKeys(changes) {
		var t Terms
		if err := r.apply(&t, name, changes[name], true); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func (r *Rulebook) apply(t *Terms, name string, value any, change bool) *SettingError {
	spec, known := LookupSetting(name)
	setting, listed := r.Settings[name]
	if !known || !listed {
		return &SettingError{Name: name, Code: "setting.unknown"}
	}
	if change && setting.Fixed {
		return &SettingError{Name: name, Code: "setting.fixed"}
	}
	typed, err := spec.Parse(value)
	if err != nil {
		return err
	}
	if err := setting.admit(spec, typed); err != nil {
		return err
	}
	spec.set(t, typed)
	return nil
}

// Parse brings a value from TOML or JSON into the setting's own type: int,
// string, Level, bool or []int. The level "none" is NoLevel.
func (s SettingSpec) Parse(value any) (any, *SettingError) {
	wrong := &SettingError{Name: s.Name, Code: "setting.type", Want: string(s.Kind)}
	switch s.Kind {
	case IntSetting:
		if n, ok := wholeNumber(value); ok {
			return n, nil
		}
	case FlagSetting:
		if b, ok := value.(bool); ok {
			return b, nil
		}
	case WordSetting:
		if w, ok := value.(string); ok {
			if !slices.Contains(s.Words, w) {
				return nil, &SettingError{Name: s.Name, Code: "setting.range", Want: fmt.Sprint(s.Words)}
			}
			return w, nil
		}
	case LevelSetting:
		return s.parseLevel(value)
	case ListSetting:
		if numbers, ok := wholeNumbers(value); ok {
			return numbers, nil
		}
	}
	return nil, wrong
}

func (s SettingSpec) parseLevel(value any) (any, *SettingError) {
	text, ok := value.(string)
	if n, isNumber := wholeNumber(value); !ok && isNumber {
		text, ok = fmt.Sprint(n), true
	}
	if ok && text == noLevelWord && slices.Contains(s.Words, noLevelWord) {
		return NoLevel, nil
	}
	level, err := ParseLevel(text)
	if !ok || err != nil {
		return nil, &SettingError{Name: s.Name, Code: "setting.type", Want: string(LevelSetting)}
	}
	return level, nil
}

func wholeNumber(value any) (int, bool) {
	switch n := value.(type) {
	case int:
		return n, true
	case int64:
		return int(n), n >= math.MinInt32 && n <= math.MaxInt32
	case float64:
		return int(n), n == math.Trunc(n) && math.Abs(n) <= math.MaxInt32
	}
	return 0, false
}

func wholeNumbers(value any) ([]int, bool) {
	if numbers, ok := value.([]int); ok {
		return numbers, true
	}
	items, ok := value.([]any)
	if !ok {
		return nil, false
	}
	numbers := make([]int, len(items))
	for i, item := range items {
		if numbers[i], ok = wholeNumber(item); !ok {
			return nil, false
		}
	}
	return numbers, true
}

// Admits tells whether the setting, with its range and options, takes a value
// from TOML or JSON; nil if it does.
func (s Setting) Admits(spec SettingSpec, value any) *SettingError {
	typed, err := spec.Parse(value)
	if err != nil {
		return err
	}
	return s.admit(spec, typed)
}

func (s Setting) admit(spec SettingSpec, typed any) *SettingError {
	if n, ok := typed.(int); ok {
		low, high := math.MinInt32, math.MaxInt32
		if s.Min != nil {
			low = *s.Min
		}
		if s.Max != nil {
			high = *s.Max
		}
		if n < low || n > high {
			return &SettingError{Name: spec.Name, Code: "setting.range", Want: fmt.Sprintf("%d…%d", low, high)}
		}
		return nil
	}
	if len(s.Options) == 0 {
		return nil
	}
	word := fmt.Sprint(typed)
	if level, ok := typed.(Level); ok && level == NoLevel {
		word = noLevelWord
	}
	if !slices.Contains(s.Options, word) {
		return &SettingError{Name: spec.Name, Code: "setting.range", Want: fmt.Sprint(s.Options)}
	}
	return nil
}
