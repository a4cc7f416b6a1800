package contest

import (
	"sort"

	"kiosk/scoresheet"
)

// Latecomer is an entrant that joined its group while rounds were being played.
type Latecomer struct {
	Entrant EntrantID `json:"entrant"`
	// From is the first round that it could play in.
	From int `json:"from"`
}

// Verify proves that the rounds are single round robins of the groups, played
// side by side, whoever made them: drawn, made by hand, or extended for
// latecomers, who are not missed before they joined. It shares no code with the
// drawer. It is silent, or gives every fault:
//
//	schedule.round           the rounds are not numbered 1, 2, 3 …
//	schedule.stranger        somebody plays or sits out who is in no group
//	schedule.early           somebody plays or sits out before it joined
//	schedule.group           two groups meet, or the group stands there wrongly
//	schedule.self            somebody meets itself
//	schedule.double          somebody is named twice in a round
//	schedule.idle            somebody neither plays nor sits out while its group plays
//	schedule.again           a pair meets a second time
//	schedule.missing         a pair never meets
//	schedule.byes            somebody sits out oftener or less often than its group has rounds beyond its matches
//	schedule.table           a table number below 1
//	schedule.table-twice     two matches of a round at one table
func Verify(rounds []Round, groups []Group, late ...Latecomer) error {
	v := verify(rounds, groups, late)
	if len(v.faults) > 0 {
		return v.faults
	}
	return nil
}

// VerifyDraw proves besides what a drawn schedule promises, and one made by
// hand need not keep:
//
//	schedule.long            a group takes more rounds than it must: one for each opponent, and one more in an odd group
//	schedule.sides           somebody is on one side more than once oftener than on the other
func VerifyDraw(rounds []Round, groups []Group) error {
	v := verify(rounds, groups, nil)
	for g, group := range groups {
		v.long(g, group)
		for _, entrant := range group.Entrants {
			if home, away := v.homes[entrant.ID], v.aways[entrant.ID]; home > away+1 || away > home+1 {
				v.add("schedule.sides", "", "entrant", entrant.ID, "home", home, "away", away)
			}
		}
	}
	if len(v.faults) > 0 {
		return v.faults
	}
	return nil
}

func verify(rounds []Round, groups []Group, late []Latecomer) *verifier {
	v := &verifier{
		groupOf: map[EntrantID]int{}, homes: map[EntrantID]int{}, aways: map[EntrantID]int{}, from: map[EntrantID]int{},
		byes: map[EntrantID]int{}, due: map[EntrantID]int{}, met: map[[2]EntrantID]bool{}, groups: groups, played: make([]int, len(groups)),
	}
	for g, group := range groups {
		for _, entrant := range group.Entrants {
			v.groupOf[entrant.ID] = g
			v.due[entrant.ID] = 1 - len(group.Entrants)
		}
	}
	for _, l := range late {
		v.from[l.Entrant] = l.From
	}
	for i, round := range rounds {
		v.round(i, round)
	}
	for _, group := range groups {
		v.whole(group)
	}
	return v
}

type verifier struct {
	groups  []Group
	groupOf map[EntrantID]int
	// from is the first round of a latecomer.
	from map[EntrantID]int
	// homes, aways and byes are how often somebody was on a side or sat out; due
	// is how often it has to sit out, played in how many rounds a group plays.
	homes, aways, byes, due map[EntrantID]int
	played                  []int
	met                     map[[2]EntrantID]bool
	faults                  scoresheet.Faults
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
		v.name(i, at, pairing.Home, named)
		v.name(i, at, pairing.Away, named)
		if pairing.Table < 1 {
			v.add("schedule.table", at+"/table", "table", pairing.Table)
		}
		if tables[pairing.Table] {
			v.add("schedule.table-twice", at+"/table", "table", pairing.Table)
		}
		tables[pairing.Table] = true
	}
	for b, entrant := range round.Byes {
		v.name(i, scoresheet.Pointer(i, "byes", b), entrant, named)
		v.byes[entrant]++
	}
	v.idle(i, named)
}

func (v *verifier) name(i int, at string, entrant EntrantID, named map[EntrantID]bool) {
	if _, known := v.groupOf[entrant]; !known {
		v.add("schedule.stranger", at, "entrant", entrant)
	}
	if i+1 < v.from[entrant] {
		v.add("schedule.early", at, "entrant", entrant, "from", v.from[entrant])
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
// named, and counts how often everybody has to sit out: in every round of the
// group beyond one for each opponent.
func (v *verifier) idle(i int, named map[EntrantID]bool) {
	for g, group := range v.groups {
		var out []EntrantID
		present := 0
		for _, entrant := range group.Entrants {
			switch {
			case named[entrant.ID]:
				present++
			case i+1 >= v.from[entrant.ID]:
				out = append(out, entrant.ID)
			}
		}
		if present == 0 {
			continue
		}
		v.played[g]++
		for _, entrant := range group.Entrants {
			if i+1 >= v.from[entrant.ID] {
				v.due[entrant.ID]++
			}
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
	for i, id := range ids {
		a := EntrantID(id)
		for _, other := range ids[i+1:] {
			if !v.met[[2]EntrantID{a, EntrantID(other)}] {
				v.add("schedule.missing", "", "home", a, "away", EntrantID(other), "group", group.Name)
			}
		}
		if v.byes[a] != v.due[a] {
			v.add("schedule.byes", "", "entrant", a, "byes", v.byes[a], "due", v.due[a])
		}
	}
}

// long finds a group that takes more rounds than it must.
func (v *verifier) long(g int, group Group) {
	must := len(group.Entrants) - 1 + len(group.Entrants)%2
	if len(group.Entrants) < 2 {
		must = 0
	}
	if v.played[g] > must {
		v.add("schedule.long", "", "group", group.Name, "rounds", v.played[g], "due", must)
	}
}
