package contest

import (
	"sort"

	"kiosk/scoresheet"
)

// Verify proves that the rounds are single round robins of the groups, played
// side by side. It shares no code with the drawer and holds for a schedule
// made by hand as well. It is silent, or gives every fault:
//
//	schedule.round           the rounds are not numbered 1, 2, 3 …
//	schedule.stranger        somebody plays or sits out who is in no group
//	schedule.group           two groups meet, or the group stands there wrongly
//	schedule.self            somebody meets itself
//	schedule.double          somebody is named twice in a round
//	schedule.idle            somebody neither plays nor sits out while its group plays
//	schedule.again           a pair meets a second time
//	schedule.missing         a pair never meets
//	schedule.byes            somebody sits out not as often as it must: once in an odd group, never in an even one
//	schedule.sides           somebody is on one side more than once oftener than on the other
//	schedule.table           a table number below 1
//	schedule.table-twice     two matches of a round at one table
func Verify(rounds []Round, groups []Group) error {
	v := verifier{
		groupOf: map[EntrantID]int{}, homes: map[EntrantID]int{}, aways: map[EntrantID]int{},
		byes: map[EntrantID]int{}, met: map[[2]EntrantID]bool{}, groups: groups,
	}
	for g, group := range groups {
		for _, entrant := range group.Entrants {
			v.groupOf[entrant.ID] = g
		}
	}
	for i, round := range rounds {
		v.round(i, round)
	}
	for _, group := range groups {
		v.whole(group)
	}
	if len(v.faults) > 0 {
		return v.faults
	}
	return nil
}

type verifier struct {
	groups      []Group
	groupOf     map[EntrantID]int
	homes, byes map[EntrantID]int
	aways       map[EntrantID]int
	met         map[[2]EntrantID]bool
	faults      scoresheet.Faults
}

func (v *verifier) add(code, at string, args ...any) {
	v.faults = append(v.faults, fault(code, at, args...))
}

func (v *verifier) round(i int, round Round) {
	if round.Number != i+1 {
		v.add("schedule.round", scoresheet.Pointer(i, "number"), "number", round.Number)
	}
	named := map[EntrantID]bool{}
	tables := map[int]bool{}
	for p, pairing := range round.Pairings {
		at := scoresheet.Pointer(i, "pairings", p)
		v.pairing(at, pairing)
		v.name(at, pairing.Home, named)
		v.name(at, pairing.Away, named)
		if pairing.Table < 1 {
			v.add("schedule.table", at+"/table", "table", pairing.Table)
		}
		if tables[pairing.Table] {
			v.add("schedule.table-twice", at+"/table", "table", pairing.Table)
		}
		tables[pairing.Table] = true
	}
	for b, entrant := range round.Byes {
		v.name(scoresheet.Pointer(i, "byes", b), entrant, named)
		v.byes[entrant]++
	}
	v.idle(i, named)
}

func (v *verifier) name(at string, entrant EntrantID, named map[EntrantID]bool) {
	if _, known := v.groupOf[entrant]; !known {
		v.add("schedule.stranger", at, "entrant", entrant)
	}
	if named[entrant] {
		v.add("schedule.double", at, "entrant", entrant)
	}
	named[entrant] = true
}

func (v *verifier) pairing(at string, p Pairing) {
	if p.Home == p.Away {
		v.add("schedule.self", at, "entrant", p.Home)
		return
	}
	home, homeKnown := v.groupOf[p.Home]
	away, awayKnown := v.groupOf[p.Away]
	if homeKnown && awayKnown && (home != away || v.groups[home].Name != p.Group) {
		v.add("schedule.group", at, "home", p.Home, "away", p.Away, "group", p.Group)
	}
	pair := [2]EntrantID{min(p.Home, p.Away), max(p.Home, p.Away)}
	if v.met[pair] {
		v.add("schedule.again", at, "home", p.Home, "away", p.Away)
	}
	v.met[pair] = true
	v.homes[p.Home]++
	v.aways[p.Away]++
}

// idle finds those left out of a round in which others of their group are
// named.
func (v *verifier) idle(i int, named map[EntrantID]bool) {
	for _, group := range v.groups {
		var out []EntrantID
		for _, entrant := range group.Entrants {
			if !named[entrant.ID] {
				out = append(out, entrant.ID)
			}
		}
		if len(out) == len(group.Entrants) {
			continue
		}
		for _, entrant := range out {
			v.add("schedule.idle", scoresheet.Pointer(i), "entrant", entrant)
		}
	}
}

// whole looks at a group after the last round.
func (v *verifier) whole(group Group) {
	ids := make([]string, len(group.Entrants))
	for i, entrant := range group.Entrants {
		ids[i] = string(entrant.ID)
	}
	sort.Strings(ids)
	byes := 0
	if len(ids)%2 == 1 && len(ids) > 1 {
		byes = 1
	}
	for i, id := range ids {
		a := EntrantID(id)
		for _, other := range ids[i+1:] {
			if !v.met[[2]EntrantID{a, EntrantID(other)}] {
				v.add("schedule.missing", "", "home", a, "away", EntrantID(other), "group", group.Name)
			}
		}
		if v.byes[a] != byes {
			v.add("schedule.byes", "", "entrant", a, "byes", v.byes[a], "due", byes)
		}
		if d := v.homes[a] - v.aways[a]; d < -1 || d > 1 {
			v.add("schedule.sides", "", "entrant", a, "home", v.homes[a], "away", v.aways[a])
		}
	}
}
