package event

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/benbjohnson/immutable"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/judge"
)

// Limits on what comes from outside.
const (
	MaxEventName = 80
	MaxReason    = 300
	MaxName      = 40
	MaxUnit      = 60
	MaxEntrants  = 2000
)

// CreateEvent makes an event. The rulebook is frozen into it: Text is the file
// that it was read from, Hash that file's hash.
type CreateEvent struct {
	ID        ID
	EventName string
	// Issuer is who signs certificates (主办单位); it may be empty.
	Issuer   string
	Zone     string
	Dates    []string
	Rulebook *scoresheet.Rulebook
	Text     string
	Hash     string
	Settings map[string]any
}

// Name is CmdCreate.
func (CreateEvent) Name() CommandName { return CmdCreate }

type created struct {
	eventChange
	ID       ID                   `json:"id"`
	Name     string               `json:"name"`
	Issuer   string               `json:"issuer,omitempty"`
	Zone     string               `json:"zone,omitempty"`
	Dates    []string             `json:"dates,omitempty"`
	Rulebook *scoresheet.Rulebook `json:"rulebook"`
	Text     string               `json:"text"`
	Hash     string               `json:"hash"`
	Settings map[string]any       `json:"settings,omitempty"`
}

func (created) kind() Kind { return "event.created" }

func (c CreateEvent) decide(s *State, _ Env) ([]Change, error) {
	if s != nil {
		return nil, conflict("event.exists")
	}
	if err := checkText("name", c.EventName, MaxEventName, true); err != nil {
		return nil, err
	}
	if err := checkText("issuer", c.Issuer, MaxUnit, false); err != nil {
		return nil, err
	}
	if err := checkSettings(c.Rulebook, c.Settings); err != nil {
		return nil, err
	}
	return []Change{created{ID: c.ID, Name: c.EventName, Issuer: c.Issuer, Zone: c.Zone, Dates: c.Dates, Rulebook: c.Rulebook, Text: c.Text, Hash: c.Hash, Settings: c.Settings}}, nil
}

func checkText(field, text string, limit int, required bool) error {
	if required && strings.TrimSpace(text) == "" {
		return refuse("text.empty", "field", field)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unseen) {
		return refuse("text.characters", "field", field)
	}
	if utf8.RuneCountInString(text) > limit {
		return refuse("text.too-long", "field", field, "limit", limit)
	}
	return nil
}

// unseen reports characters that cannot be seen: controls other than those
// between lines and words, and those that turn around what stands beside them.
func unseen(r rune) bool {
	switch r {
	case '\n', '\r', '\t':
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

func checkSettings(rb *scoresheet.Rulebook, settings map[string]any) error {
	errs := rb.CheckSettings(settings)
	if len(errs) == 0 {
		return nil
	}
	faults := make(scoresheet.Faults, len(errs))
	for i, err := range errs {
		faults[i] = scoresheet.Fault{Code: err.Code, At: scoresheet.Pointer("settings", err.Name), Args: map[string]any{"Name": err.Name, "Want": err.Want}}
	}
	return faults
}

func (c created) evolve(next *State, e Entry) error {
	next.ID, next.Name, next.Issuer, next.Zone, next.Dates = c.ID, c.Name, c.Issuer, c.Zone, c.Dates
	next.Rulebook, next.RulebookText, next.RulebookHash = c.Rulebook, c.Text, c.Hash
	next.Settings, next.CreatedAt = c.Settings, e.At
	next.matches = immutable.NewList[slot]()
	next.calls = immutable.NewList[Call]()
	if next.Rulebook == nil {
		return fmt.Errorf("event %s has no rulebook", c.ID)
	}
	return nil
}

// Rename gives an event another name, issuer or other dates; nil leaves them.
type Rename struct {
	EventName *string
	Issuer    *string
	Dates     []string
}

// Name is CmdRename.
func (Rename) Name() CommandName { return CmdRename }

type renamed struct {
	eventChange
	Name   string   `json:"name"`
	Issuer string   `json:"issuer,omitempty"`
	Dates  []string `json:"dates,omitempty"`
}

func (renamed) kind() Kind { return "event.renamed" }

func (c Rename) decide(s *State, _ Env) ([]Change, error) {
	change := renamed{Name: s.Name, Issuer: s.Issuer, Dates: s.Dates}
	if c.EventName != nil {
		if err := checkText("name", *c.EventName, MaxEventName, true); err != nil {
			return nil, err
		}
		change.Name = *c.EventName
	}
	if c.Issuer != nil {
		if err := checkText("issuer", *c.Issuer, MaxUnit, false); err != nil {
			return nil, err
		}
		change.Issuer = *c.Issuer
	}
	if c.Dates != nil {
		change.Dates = c.Dates
	}
	return []Change{change}, nil
}

func (c renamed) evolve(next *State, _ Entry) error {
	next.Name, next.Issuer, next.Dates = c.Name, c.Issuer, c.Dates
	return nil
}

// ChangeSettings changes settings of the rulebook, and the name and dates
// besides. Settings take effect from the next round.
type ChangeSettings struct {
	Settings map[string]any
	Rename
}

// Name is CmdSettings.
func (ChangeSettings) Name() CommandName { return CmdSettings }

type settingsChanged struct {
	eventChange
	Settings map[string]any `json:"settings"`
}

func (settingsChanged) kind() Kind { return "settings.changed" }

func (c ChangeSettings) decide(s *State, env Env) ([]Change, error) {
	if err := checkSettings(s.Rulebook, c.Settings); err != nil {
		return nil, err
	}
	merged := maps.Clone(s.Settings)
	if merged == nil {
		merged = map[string]any{}
	}
	maps.Copy(merged, c.Settings)
	changes := []Change{settingsChanged{Settings: merged}}
	if c.EventName == nil && c.Issuer == nil && c.Dates == nil {
		return changes, nil
	}
	renamed, err := c.Rename.decide(s, env)
	return append(changes, renamed...), err
}

func (c settingsChanged) evolve(next *State, _ Entry) error {
	next.Settings = c.Settings
	return nil
}

// ReadEntrants takes a list of entrants in place of the one before. The edge
// has checked the rows; it cannot be had once a draw was made.
type ReadEntrants struct{ Entrants []Entrant }

// Name is CmdEntrants.
func (ReadEntrants) Name() CommandName { return CmdEntrants }

type entrantsRead struct {
	eventChange
	Entrants []Entrant `json:"entrants"`
}

func (entrantsRead) kind() Kind { return "entrants.read" }

func (c ReadEntrants) decide(s *State, _ Env) ([]Change, error) {
	if len(s.Draws) > 0 {
		return nil, conflict("entrants.drawn")
	}
	if len(c.Entrants) == 0 {
		return nil, refuse("entrants.none")
	}
	if len(c.Entrants) > MaxEntrants {
		return nil, refuse("entrants.too-many", "limit", MaxEntrants)
	}
	entrants, first := slices.Clone(c.Entrants), 1
	if s.Matches() > 0 {
		// A draw was taken back, and its matches name those of the list before.
		first = s.nextEntrant()
	}
	for i := range entrants {
		entrants[i].ID = contest.EntrantID(fmt.Sprintf("e%d", first+i))
	}
	return []Change{entrantsRead{Entrants: entrants}}, nil
}

func (c entrantsRead) evolve(next *State, _ Entry) error {
	next.Entrants, next.Partners, next.Ladder = slices.Clone(c.Entrants), nil, nil
	for i := range next.Entrants {
		next.Entrants[i] = next.Entrants[i].entry()
	}
	return nil
}

// CorrectEntrant corrects how an entrant is spelled; who it is does not
// change. Nil fields stay.
type CorrectEntrant struct {
	Entrant                  contest.EntrantID
	Unit, Team, Number, Note *string
	Players                  []string
	Reason                   string
}

// Name is CmdSpelling.
func (CorrectEntrant) Name() CommandName { return CmdSpelling }

type entrantCorrected struct {
	eventChange
	Entrant Entrant `json:"entrant"`
	Before  Entrant `json:"before"`
	Reason  string  `json:"reason"`
}

func (entrantCorrected) kind() Kind { return "entrants.corrected" }

func (c CorrectEntrant) decide(s *State, _ Env) ([]Change, error) {
	before, ok := s.Entrant(c.Entrant)
	if !ok {
		return nil, refuse("entrant.unknown", "entrant", string(c.Entrant))
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	after := before
	for _, field := range []struct {
		name  string
		value *string
		into  *string
		limit int
	}{{"unit", c.Unit, &after.Unit, MaxUnit}, {"team", c.Team, &after.Team, MaxName}, {"number", c.Number, &after.Number, MaxName}, {"note", c.Note, &after.Note, MaxReason}} {
		if field.value == nil {
			continue
		}
		if err := checkText(field.name, *field.value, field.limit, false); err != nil {
			return nil, err
		}
		*field.into = *field.value
	}
	if c.Players != nil {
		if err := checkPlayers(before, c.Players); err != nil {
			return nil, err
		}
		after.Players = c.Players
	}
	if err := s.standsApart(after); err != nil {
		return nil, err
	}
	return []Change{entrantCorrected{Entrant: after, Before: before, Reason: c.Reason}}, nil
}

// standsApart wants of a corrected entrant what its list had to have: a unit
// where the rulebook asks for one, and a number of its own in its group.
func (s *State) standsApart(e Entrant) error {
	if s.Rulebook.Entry.UnitRequired && e.Unit == "" {
		return refuse("text.empty", "field", "unit")
	}
	for _, other := range s.Entrants {
		if e.Number != "" && other.ID != e.ID && other.Number == e.Number && other.Group == e.Group {
			return refuse("entrant.number-taken", "number", e.Number, "entrant", other.Name())
		}
	}
	return nil
}

func checkPlayers(before Entrant, players []string) error {
	if len(players) != len(before.Players) {
		return refuse("entrant.players", "count", len(before.Players))
	}
	for i, player := range players {
		if err := checkText("player", player, MaxName, true); err != nil {
			return err
		}
		if slices.Contains(players[:i], player) {
			return refuse("entrant.player-twice", "player", player)
		}
	}
	return nil
}

func (c entrantCorrected) evolve(next *State, _ Entry) error {
	next.Entrants = slices.Clone(next.Entrants)
	for i, e := range next.Entrants {
		if e.ID == c.Entrant.ID {
			next.Entrants[i] = c.Entrant
			next.Entrants[i].inEvent(e)
			respell(next, e, c.Entrant)
			return nil
		}
	}
	return fmt.Errorf("no entrant %s", c.Entrant.ID)
}

// respell brings the names on the seats of the entrant's matches up to date.
func respell(next *State, before, after Entrant) {
	for n := 1; n <= next.Matches(); n++ {
		m := next.Match(n)
		if m.SideOf(before.ID) == scoresheet.NoSide || (m.Seats == nil && m.Seated == nil) {
			continue
		}
		changed := m.renamed(m.SideOf(before.ID), func(name string) string {
			if k := slices.Index(before.Players, name); k >= 0 && k < len(after.Players) {
				return after.Players[k]
			}
			return name
		})
		next.matches = next.matches.Set(n-1, &changed)
	}
}

// CheckIn says who is there, or missing, before the draw.
type CheckIn struct {
	Entrants []contest.EntrantID
	Presence Presence
}

// Name is CmdCheckIn.
func (CheckIn) Name() CommandName { return CmdCheckIn }

type checkedIn struct {
	eventChange
	Entrants []contest.EntrantID `json:"entrants"`
	Presence Presence            `json:"presence"`
}

func (checkedIn) kind() Kind { return "entrants.checked-in" }

func (c CheckIn) decide(s *State, _ Env) ([]Change, error) {
	if !slices.Contains([]Presence{Present, Missing, PresenceUnknown}, c.Presence) {
		return nil, refuse("presence.unknown")
	}
	if len(c.Entrants) == 0 {
		return nil, refuse("entrants.none")
	}
	for _, id := range c.Entrants {
		if _, ok := s.Entrant(id); !ok {
			return nil, refuse("entrant.unknown", "entrant", string(id))
		}
	}
	return []Change{checkedIn{Entrants: c.Entrants, Presence: c.Presence}}, nil
}

func (c checkedIn) evolve(next *State, _ Entry) error {
	next.Entrants = slices.Clone(next.Entrants)
	for i, e := range next.Entrants {
		if slices.Contains(c.Entrants, e.ID) {
			next.Entrants[i].Presence = c.Presence
		}
	}
	return nil
}

// newJudge builds the judge of a phase with the settings of a round.
func newJudge(rb *scoresheet.Rulebook, phase string, settings map[string]any) (*judge.Judge, scoresheet.Terms, error) {
	terms, err := rb.Terms(phase, settings)
	if err != nil {
		return nil, scoresheet.Terms{}, err
	}
	j, err := judge.New(rb, phase, settings)
	return j, terms, err
}
