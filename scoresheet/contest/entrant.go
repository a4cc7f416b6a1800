package contest

import (
	"cmp"
	"slices"

	"kiosk/scoresheet"
)

// EntrantID tells the entrants of an event apart for good.
type EntrantID string

// Entrant is a pair or a team, as far as contests look at it.
type Entrant struct {
	ID EntrantID `json:"id"`
	// Number is the competitor's number (编号), as it is shown.
	Number string `json:"number,omitempty"`
	// Unit is the branch or club that it plays for.
	Unit string `json:"unit,omitempty"`
	Name string `json:"name,omitempty"`
	// Group is the group that the entry names itself, "" for none.
	Group string `json:"group,omitempty"`
	// Seed is the seeding, 1 the strongest; 0 for none.
	Seed int `json:"seed,omitzero"`
}

// compareEntrants orders by number, shorter numbers first so that 9 stands
// before 10, then by id.
func compareEntrants(a, b Entrant) int {
	return cmp.Or(
		cmp.Compare(len(a.Number), len(b.Number)),
		cmp.Compare(a.Number, b.Number),
		cmp.Compare(a.ID, b.ID),
	)
}

// Group is a set of entrants who play each other.
type Group struct {
	Name     string    `json:"name"`
	Entrants []Entrant `json:"entrants"`
	// Origins say where each entrant comes from, in the order of Entrants;
	// empty in a first phase.
	Origins []Origin `json:"origins,omitempty"`
}

// Origin is the rank in an earlier phase by which an entrant came to a group.
type Origin struct {
	Phase string `json:"phase"`
	Group string `json:"group"`
	Rank  int    `json:"rank"`
}

// OwnGroups sorts the entrants into the groups that they name, in the order of
// names, each group by the entrants' numbers. Without names all are one group
// called "". An entrant whose group is not among names is the fault
// "draw.group" with Args group and entrant.
func OwnGroups(entrants []Entrant, names []string) ([]Group, error) {
	if len(names) == 0 {
		return []Group{{Entrants: slices.SortedFunc(slices.Values(entrants), compareEntrants)}}, nil
	}
	groups := make([]Group, len(names))
	for i, name := range names {
		groups[i].Name = name
	}
	var faults scoresheet.Faults
	for i, entrant := range entrants {
		g := slices.Index(names, entrant.Group)
		if g < 0 {
			faults = append(faults, fault("draw.group", scoresheet.Pointer("entrants", i, "group"),
				"group", entrant.Group, "entrant", entrant.ID))
			continue
		}
		groups[g].Entrants = append(groups[g].Entrants, entrant)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	for i := range groups {
		slices.SortFunc(groups[i].Entrants, compareEntrants)
	}
	return groups, nil
}

// Pairing is two entrants who meet at a table.
type Pairing struct {
	Group string `json:"group,omitempty"`
	// Home sits on side A, Away on side B.
	Home EntrantID `json:"home"`
	Away EntrantID `json:"away"`
	// Table counts from 1.
	Table  int    `json:"table"`
	Reason Reason `json:"reason"`
	// Slot is the place of the match in its round of a knockout, from 1: the
	// winners of slots 2k-1 and 2k meet in slot k of the next round of a fixed
	// bracket. 0 where the phase has no slots.
	Slot int `json:"slot,omitzero"`
	// Basis are the figures that the pairing rests on, nil where it rests on a
	// lot or the schedule alone.
	Basis *Basis `json:"basis,omitempty"`
}

// Basis is how two entrants stood when they were paired.
type Basis struct {
	HomePoints scoresheet.Points `json:"home_points"`
	AwayPoints scoresheet.Points `json:"away_points"`
	// HomeRank and AwayRank are places in the order that was paired, from 1.
	HomeRank int `json:"home_rank"`
	AwayRank int `json:"away_rank"`
}

// Reason says why two entrants were paired.
type Reason string

// The reasons of pairings.
const (
	// ReasonCircle: the circle method has these two numbers meet in this round.
	ReasonCircle Reason = "circle"
	// ReasonSameUnit: both belong to one unit, whose entrants meet in the first
	// round.
	ReasonSameUnit Reason = "same-unit-first"
)

// Round is a round of a phase, over all its groups.
type Round struct {
	// Number counts from 1 within the phase.
	Number   int       `json:"number"`
	Pairings []Pairing `json:"pairings"`
	// Byes are those who sit out while their group plays.
	Byes []EntrantID `json:"byes,omitempty"`
	// Through are those who have what the phase is played for and rest, which is
	// no bye: the winners before a repechage.
	Through []EntrantID `json:"through,omitempty"`
}

// fault builds a fault from a code, a place, and names and values of its
// arguments by turns.
func fault(code, at string, args ...any) scoresheet.Fault {
	f := scoresheet.Fault{Code: code, At: at, Args: make(map[string]any, len(args)/2)}
	for i := 0; i+1 < len(args); i += 2 {
		f.Args[args[i].(string)] = args[i+1]
	}
	return f
}
