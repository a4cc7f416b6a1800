package event

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kiosk/scoresheet/contest"
)

// DrawPartners makes entrants of the persons who entered alone, before the first
// draw, in each group apart: those who are named together, and then, if there
// is a seed, all others by lot; whose lots are equal play together.
type DrawPartners struct {
	// Seed is what lots are drawn from, empty where only Together counts.
	Seed string
	// Together are persons who play together as lots on paper, or they
	// themselves, have it.
	Together [][]contest.EntrantID
	// Anew parts first those whom lots have put together before.
	Anew bool
}

// Name is CmdPartners.
func (DrawPartners) Name() CommandName { return CmdPartners }

// PartnerLot is an entrant that was made of persons.
type PartnerLot struct {
	// Lot is the number that all of them drew, from 1; they are numbered through.
	Lot     int               `json:"lot"`
	Entrant contest.EntrantID `json:"entrant"`
	// Persons are the entries that it was made of.
	Persons []Entrant `json:"persons"`
	// Seed is what was drawn from, empty for those who were named together.
	Seed string `json:"seed,omitempty"`
}

type partnersDrawn struct {
	eventChange
	Seed string `json:"seed,omitempty"`
	// Parted are entrants that lots had made before and that are no more.
	Parted []contest.EntrantID `json:"parted,omitempty"`
	Lots   []PartnerLot        `json:"lots"`
	// Entrants are what the lots made, lot by lot.
	Entrants []Entrant `json:"entrants"`
}

func (partnersDrawn) kind() Kind { return "partners.drawn" }

// singles are the persons who entered alone, will play, and have no partner yet.
func (s *State) singles() []Entrant {
	var singles []Entrant
	for _, e := range s.Entrants {
		if len(e.Players) < s.Rulebook.Entry.Players && e.Presence != Missing && e.Left == nil {
			singles = append(singles, e)
		}
	}
	return singles
}

func (c DrawPartners) decide(s *State, _ Env) ([]Change, error) {
	if s.Rulebook.Entry.Partners == "" {
		return nil, refuse("partners.pairs")
	}
	if len(s.Draws) > 0 {
		return nil, conflict("partners.drawn")
	}
	if c.Seed != "" || len(c.Together) == 0 {
		if err := checkSeed(c.Seed); err != nil {
			return nil, err
		}
	}
	change := partnersDrawn{Seed: c.Seed}
	before := s
	if c.Anew {
		parted := *s
		for _, lot := range s.Partners {
			change.Parted = append(change.Parted, lot.Entrant)
		}
		if err := parted.part(change.Parted); err != nil {
			return nil, err
		}
		before = &parted
	}
	singles := before.singles()
	if unchecked := before.unchecked(singles); len(unchecked) > 0 {
		return nil, conflict("draw.unchecked", "entrants", unchecked)
	}
	teams, err := c.teams(before, singles)
	if err != nil {
		return nil, err
	}
	if len(teams) == 0 {
		return nil, conflict("partners.none")
	}
	change.Lots, change.Entrants = before.partnered(teams, s.nextEntrant())
	return []Change{change}, nil
}

// unchecked are the names of those who are not checked in although others are.
func (s *State) unchecked(entrants []Entrant) []string {
	if !slices.ContainsFunc(s.Entrants, func(e Entrant) bool { return e.Presence != PresenceUnknown }) {
		return nil
	}
	var names []string
	for _, e := range entrants {
		if e.Presence == PresenceUnknown {
			names = append(names, e.Name())
		}
	}
	return names
}

// team are persons who play together.
type team struct {
	seed    string
	persons []Entrant
}

// teams are those who play together: first those who are named, then those whom
// the lots name, group by group.
func (c DrawPartners) teams(s *State, singles []Entrant) ([]team, error) {
	var teams []team
	for _, together := range c.Together {
		named, err := s.named(together, singles)
		if err != nil {
			return nil, err
		}
		teams = append(teams, team{persons: named})
		singles = slices.DeleteFunc(singles, func(e Entrant) bool { return slices.Contains(together, e.ID) })
	}
	if c.Seed == "" {
		return teams, nil
	}
	size := s.Rulebook.Entry.Players
	for _, group := range groupsOf(singles) {
		ids := make([]contest.EntrantID, len(group))
		names := make([]string, len(group))
		for i, e := range group {
			ids[i], names[i] = e.ID, e.Name()
		}
		if over := len(group) % size; over != 0 {
			shown := names[:min(len(names), oddShown)]
			return nil, conflict("partners.odd", "count", len(group), "over", over, "group", group[0].Group, "entrants", shown, "more", len(names)-len(shown))
		}
		for drawn := range slices.Chunk(contest.DrawLot(c.Seed, ids).Order, size) {
			t := team{seed: c.Seed}
			for _, id := range drawn {
				e, _ := s.Entrant(id)
				t.persons = append(t.persons, e)
			}
			teams = append(teams, t)
		}
	}
	return teams, nil
}

// named are the persons of a team that is made by hand.
func (s *State) named(ids []contest.EntrantID, singles []Entrant) ([]Entrant, error) {
	if size := s.Rulebook.Entry.Players; len(ids) != size {
		return nil, refuse("partners.size", "count", len(ids), "size", size)
	}
	var persons []Entrant
	for i, id := range ids {
		e, known := s.Entrant(id)
		if !known {
			return nil, refuse("entrant.unknown", "entrant", string(id))
		}
		single := slices.ContainsFunc(singles, func(e Entrant) bool { return e.ID == id })
		if !single || slices.Contains(ids[:i], id) {
			return nil, refuse("partners.not-single", "entrant", e.Name())
		}
		persons = append(persons, e)
		if e.Group != persons[0].Group {
			return nil, refuse("partners.groups", "entrant", e.Name())
		}
	}
	return persons, nil
}

// oddShown is how many are named of those one of whom must be left out.
const oddShown = 12

// groupsOf parts entrants by the group that they name, in the order in which
// groups come first.
func groupsOf(entrants []Entrant) [][]Entrant {
	var names []string
	var groups [][]Entrant
	for _, e := range entrants {
		i := slices.Index(names, e.Group)
		if i < 0 {
			i = len(names)
			names, groups = append(names, e.Group), append(groups, nil)
		}
		groups[i] = append(groups[i], e)
	}
	return groups
}

// partnered are the lots of the teams, and the entrants that they make, whose
// ids are numbered from next.
func (s *State) partnered(teams []team, next int) ([]PartnerLot, []Entrant) {
	lots := make([]PartnerLot, len(teams))
	entrants := make([]Entrant, len(teams))
	for i, t := range teams {
		lot := len(s.Partners) + i + 1
		e := s.united(t.persons, lot)
		e.ID = contest.EntrantID(fmt.Sprintf("e%d", next+i))
		lots[i] = PartnerLot{Lot: lot, Entrant: e.ID, Seed: t.seed}
		for _, person := range t.persons {
			person.inEvent(Entrant{})
			lots[i].Persons = append(lots[i].Persons, person)
		}
		entrants[i] = e
	}
	return lots, entrants
}

// united is the entrant that persons make: of their unit if they have one, under
// their names, with the lot as its number where that is free.
func (s *State) united(persons []Entrant, lot int) Entrant {
	e := Entrant{Group: persons[0].Group, Number: strconv.Itoa(lot)}
	for _, other := range s.Entrants {
		if other.Number == e.Number && other.Group == e.Group && !slices.ContainsFunc(persons, func(p Entrant) bool { return p.ID == other.ID }) {
			e.Number = ""
		}
	}
	var units []string
	for _, person := range persons {
		e.Players = append(e.Players, person.Players...)
		if person.Unit != "" && !slices.Contains(units, person.Unit) {
			units = append(units, person.Unit)
		}
		if person.Seed > 0 && (e.Seed == 0 || person.Seed < e.Seed) {
			e.Seed = person.Seed
		}
	}
	if len(units) == 1 {
		e.Unit = units[0]
	} else {
		e.Unit = shortened(strings.Join(units, " / "), MaxUnit)
	}
	if e.Unit != "" {
		e.Team = shortened(Entrant{Players: e.Players}.Name(), MaxName)
	}
	return e
}

// shortened is the text with so many characters at most.
func shortened(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}

// nextEntrant is the number of the first id that no entrant of the event has had.
func (s *State) nextEntrant() int {
	next := 1
	see := func(id contest.EntrantID) {
		if n, err := strconv.Atoi(strings.TrimPrefix(string(id), "e")); err == nil {
			next = max(next, n+1)
		}
	}
	for _, e := range s.Entrants {
		see(e.ID)
	}
	for _, lot := range s.Partners {
		see(lot.Entrant)
		for _, person := range lot.Persons {
			see(person.ID)
		}
	}
	return next
}

// part puts the persons of entrants that lots have made back in their places.
func (s *State) part(ids []contest.EntrantID) error {
	var entrants []Entrant
	parted := 0
	for _, e := range s.Entrants {
		i := slices.IndexFunc(s.Partners, func(lot PartnerLot) bool { return lot.Entrant == e.ID })
		if i < 0 || !slices.Contains(ids, e.ID) {
			entrants = append(entrants, e)
			continue
		}
		parted++
		for _, person := range s.Partners[i].Persons {
			person.Presence = e.Presence
			entrants = append(entrants, person)
		}
	}
	if parted != len(ids) {
		return fmt.Errorf("of %d entrants to be parted %d are there", len(ids), parted)
	}
	s.Entrants = entrants
	s.Partners = slices.DeleteFunc(slices.Clone(s.Partners), func(lot PartnerLot) bool { return slices.Contains(ids, lot.Entrant) })
	return nil
}

func (c partnersDrawn) evolve(next *State, _ Entry) error {
	if len(c.Parted) > 0 {
		if err := next.part(c.Parted); err != nil {
			return err
		}
	}
	if len(c.Lots) != len(c.Entrants) {
		return fmt.Errorf("%d lots for %d entrants", len(c.Lots), len(c.Entrants))
	}
	entrants := slices.Clone(next.Entrants)
	for i, lot := range c.Lots {
		made := c.Entrants[i]
		made.Presence = Present
		for _, person := range lot.Persons {
			at := slices.IndexFunc(entrants, func(e Entrant) bool { return e.ID == person.ID })
			if at < 0 {
				return fmt.Errorf("no entrant %s", person.ID)
			}
			if entrants[at].Presence != Present {
				made.Presence = PresenceUnknown
			}
			entrants = slices.Delete(entrants, at, at+1)
		}
		entrants = append(entrants, made)
	}
	next.Entrants = entrants
	next.Partners = append(slices.Clone(next.Partners), c.Lots...)
	return nil
}
