package event

import (
	"fmt"
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// AddEntrant takes in an entrant after the list was read: a new one, or, if the
// entrant has an id, one of the list that was missing when the draw was made. It
// plays from the next round on, in a first phase that is a Swiss, a round robin
// or a ladder; a knockout that is drawn has no place for it.
type AddEntrant struct {
	Entrant Entrant
	// Namesake: somebody of the same name as one of its players plays for
	// another entrant.
	Namesake bool
	// Seed is what its places in the schedule of a round robin are drawn from.
	Seed string
	// KeepDrawn leaves every match of a round robin in its round, though more
	// rounds may be needed then.
	KeepDrawn bool
	Reason    string
}

// Name is CmdAddEntrant.
func (AddEntrant) Name() CommandName { return CmdAddEntrant }

type entrantAdded struct {
	eventChange
	Entrant Entrant `json:"entrant"`
	// Joined is the round from which it plays; 0 before the first draw.
	Joined int `json:"joined,omitempty"`
	// Phase and Group are what it joins; empty before the first draw.
	Phase  string `json:"phase,omitempty"`
	Group  string `json:"group,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (entrantAdded) kind() Kind { return "entrants.added" }

// entry is the entrant as it was entered, without what became of it.
func (e Entrant) entry() Entrant {
	e.inEvent(Entrant{Presence: PresenceUnknown})
	return e
}

// inEvent gives the entrant what became of another one in the event.
func (e *Entrant) inEvent(of Entrant) {
	e.Presence, e.Joined, e.Left, e.Replaced = of.Presence, of.Joined, of.Left, of.Replaced
}

func (c AddEntrant) decide(s *State, _ Env) ([]Change, error) {
	added, err := c.added(s)
	if err != nil {
		return nil, err
	}
	if err := checkText("reason", c.Reason, MaxReason, len(s.Draws) > 0); err != nil {
		return nil, err
	}
	change := entrantAdded{Entrant: added, Reason: c.Reason}
	if len(s.Draws) == 0 {
		return []Change{change}, nil
	}
	draw, err := s.joinable()
	if err != nil {
		return nil, err
	}
	group, err := s.groupFor(draw, added)
	if err != nil {
		return nil, err
	}
	change.Joined, change.Phase, change.Group = len(s.Rounds)+1, draw.Phase, group
	extended, err := s.extended(draw, group, added, c.Seed, c.KeepDrawn)
	return append([]Change{change}, extended...), err
}

// added is the entrant, checked as at entry.
func (c AddEntrant) added(s *State) (Entrant, error) {
	e := c.Entrant.entry()
	if e.ID != "" {
		known, ok := s.Entrant(e.ID)
		if !ok {
			return Entrant{}, refuse("entrant.unknown", "entrant", string(e.ID))
		}
		if len(s.Draws) == 0 || s.Draws[0].has(e.ID) {
			return Entrant{}, conflict("add.there", "entrant", known.Name())
		}
		if known.Left != nil {
			return Entrant{}, conflict("entrant.gone", "entrant", known.Name())
		}
		if len(known.Players) != s.Rulebook.Entry.Players {
			return Entrant{}, refuse("entrant.players", "count", s.Rulebook.Entry.Players)
		}
		return known.entry(), nil
	}
	if len(s.Entrants) >= MaxEntrants {
		return Entrant{}, refuse("entrants.too-many", "limit", MaxEntrants)
	}
	e.ID = contest.EntrantID(fmt.Sprintf("e%d", s.nextEntrant()))
	return e, s.checkEntry(e, c.Namesake)
}

// checkEntry wants of a single entrant what a list of entrants must have.
func (s *State) checkEntry(e Entrant, namesake bool) error {
	for _, field := range []struct {
		name, value string
		limit       int
	}{{"unit", e.Unit, MaxUnit}, {"team", e.Team, MaxName}, {"number", e.Number, MaxName}, {"note", e.Note, MaxReason}, {"group", e.Group, MaxName}} {
		if err := checkText(field.name, field.value, field.limit, false); err != nil {
			return err
		}
	}
	rules := s.Rulebook.Entry
	single := rules.Partners != "" && len(s.Draws) == 0 && len(e.Players) == 1
	if len(e.Players) != rules.Players && !single {
		return refuse("entrant.players", "count", rules.Players)
	}
	for i, player := range e.Players {
		if err := s.checkPlayer(player, e.ID, namesake); err != nil {
			return err
		}
		if slices.Contains(e.Players[:i], player) {
			return refuse("entrant.player-twice", "player", player)
		}
	}
	if e.Seed < 0 || e.Seed > MaxEntrants {
		return refuse("add.seed", "limit", MaxEntrants)
	}
	if len(rules.Groups) > 0 && !slices.Contains(rules.Groups, e.Group) {
		return refuse("add.group", "groups", rules.Groups)
	}
	if err := s.standsApart(e); err != nil {
		return err
	}
	return s.checkUnit(e)
}

// checkUnit holds a unit to the number of entrants that it may have.
func (s *State) checkUnit(e Entrant) error {
	rules := s.Rulebook.Entry
	persons, inGroup := len(e.Players), 0
	for _, other := range s.Entrants {
		if e.Unit == "" || other.Unit != e.Unit || other.ID == e.ID {
			continue
		}
		persons += len(other.Players)
		if other.Group == e.Group {
			inGroup++
		}
	}
	if rules.PerUnit > 0 && persons > rules.PerUnit*rules.Players {
		return conflict("add.unit", "unit", e.Unit, "limit", rules.PerUnit)
	}
	if rules.OnePerUnitAndGroup && inGroup > 0 {
		return conflict("add.unit-group", "unit", e.Unit, "group", e.Group)
	}
	return nil
}

// joinable is the draw of the phase that a late entry can join.
func (s *State) joinable() (PhaseDraw, error) {
	draw := s.Draws[0]
	phase, _ := s.Rulebook.Phase(draw.Phase)
	switch {
	case len(s.Draws) > 1:
		return draw, conflict("add.phase")
	case phase.Kind == scoresheet.Knockout:
		return draw, conflict("add.knockout")
	}
	over, err := s.phaseOver(draw)
	if err == nil && over {
		err = conflict("add.over")
	}
	return draw, err
}

// groupFor is the group that a late entry joins: the one that it names where
// entries name groups, or else the one with the fewest entrants.
func (s *State) groupFor(draw PhaseDraw, e Entrant) (string, error) {
	if len(draw.Groups) == 0 {
		return "", conflict("add.over")
	}
	at, fewest := -1, 0
	for i, group := range draw.Groups {
		if len(s.Rulebook.Entry.Groups) > 0 && group.Name != e.Group {
			continue
		}
		staying := len(slices.DeleteFunc(slices.Clone(group.Order), s.gone))
		if at < 0 || staying < fewest {
			at, fewest = i, staying
		}
	}
	if at < 0 {
		return "", refuse("add.group", "groups", s.Rulebook.Entry.Groups)
	}
	group := draw.Groups[at]
	entry := s.Rulebook.Entry
	if n := len(group.Order) + 1; entry.Max > 0 && n > entry.Max {
		return "", conflict("draw.group-size", "group", group.Name, "count", n, "min", entry.Min, "max", entry.Max)
	}
	return group.Name, nil
}

// extended is the schedule of a round robin with one more entrant in a group;
// nothing where the rounds are not scheduled.
func (s *State) extended(draw PhaseDraw, group string, e Entrant, seed string, keepDrawn bool) ([]Change, error) {
	phase, _ := s.Rulebook.Phase(draw.Phase)
	if phase.Kind != scoresheet.RoundRobin {
		return nil, nil
	}
	if err := checkSeed(seed); err != nil {
		return nil, err
	}
	stage := s.contestStage(draw)
	begun := len(stage.Rounds)
	rounds := append(slices.Clone(stage.Rounds), draw.Rounds[min(begun, len(draw.Rounds)):]...)
	more, err := contest.ExtendRoundRobin(contest.LateEntryInput{
		Seed: seed, Groups: stage.Groups, Rounds: rounds, Begun: begun, Group: group, Newcomer: e.Contestant(), KeepDrawn: keepDrawn,
	})
	if err != nil {
		return nil, err
	}
	return []Change{scheduleChanged{Phase: draw.Phase, Rounds: more.Rounds}}, nil
}

func (c entrantAdded) evolve(next *State, _ Entry) error {
	added := c.Entrant.entry()
	if c.Joined > 0 {
		added.Joined, added.Presence = c.Joined, Present
	}
	next.Entrants = slices.Clone(next.Entrants)
	if i := slices.IndexFunc(next.Entrants, func(e Entrant) bool { return e.ID == added.ID }); i >= 0 {
		added.Replaced = next.Entrants[i].Replaced
		next.Entrants[i] = added
	} else {
		next.Entrants = append(next.Entrants, added)
	}
	if c.Phase == "" {
		return nil
	}
	return next.join(c.Phase, c.Group, added)
}

// join adds an entrant to a group of a phase that is drawn.
func (s *State) join(phase, group string, e Entrant) error {
	s.Draws = slices.Clone(s.Draws)
	for i := range s.Draws {
		if s.Draws[i].Phase != phase {
			continue
		}
		groups := slices.Clone(s.Draws[i].Groups)
		s.Draws[i].Groups = groups
		for g := range groups {
			if groups[g].Name != group {
				continue
			}
			groups[g].Order = append(slices.Clone(groups[g].Order), e.ID)
			groups[g].Entrants = append(slices.Clone(groups[g].Entrants), e.Contestant())
			return nil
		}
	}
	return fmt.Errorf("no group %s in phase %s", group, phase)
}
