package contest

import (
	"sort"

	"kiosk/scoresheet"
)

// VerifyKnockout proves that a round may follow the stage's rounds in its
// knockout. It shares no code with the drawer and holds for a round drawn by
// hand as well; that units are apart is not asked. It is silent, or gives every
// fault:
//
//	knockout.round           the number is not the next one; Args number, due
//	knockout.unfinished      a match of the last round has no winner and no two losers; Args round, home, away
//	knockout.over            no round is to come
//	knockout.stranger        somebody is named who is not in the field
//	knockout.out             somebody is named who is out
//	knockout.gone            somebody is named who has left
//	knockout.double          somebody is named twice
//	knockout.self            somebody meets itself
//	knockout.idle            somebody who is in neither plays nor sits out nor is through
//	knockout.through         somebody is through, or is not, against the rule
//	knockout.matches         too few or too many matches; Args matches, due
//	knockout.bye             somebody sits out who has sat out more often than another who plays
//	knockout.bracket         two meet, or one sits out, against the bracket
//	knockout.slot            a slot that the bracket does not have there, or twice
//	knockout.tables          two meet who do not come from neighbouring tables
//	knockout.third           the match for third place is missing, or between others
//	knockout.table           a table number below 1
//	knockout.table-twice     two matches at one table
//
// All but the first three have Args entrant, or home and away.
func VerifyKnockout(stage Stage, round Round) error {
	v := &knockoutVerifier{stage: stage, field: map[EntrantID]bool{}, outcomes: map[verifiedMatch]Result{}}
	for _, entrant := range stage.Entrants() {
		v.field[entrant.ID] = true
		v.order = append(v.order, entrant.ID)
	}
	for _, r := range stage.Results {
		v.outcomes[verifiedMatch{r.Round, r.Home, r.Away}] = r
	}
	v.whoIsIn()
	v.whole(round)
	named := v.names(round)
	v.missing(round, named)
	v.shape(round)
	if len(v.faults) > 0 {
		return v.faults
	}
	return nil
}

type verifiedMatch struct {
	round      int
	home, away EntrantID
}

type knockoutVerifier struct {
	stage    Stage
	field    map[EntrantID]bool
	order    []EntrantID
	outcomes map[verifiedMatch]Result
	// through and playing are who is in and has not left, out the others of the
	// field; left are those who would be in.
	through, playing, left map[EntrantID]bool
	// wereIn counts those who left as well.
	wereIn int
	// losers are those of the last round who have not left.
	losers []EntrantID
	faults scoresheet.Faults
}

func (v *knockoutVerifier) add(code, at string, args ...any) {
	v.faults = append(v.faults, fault(code, at, args...))
}

// outcome is how a match ended: "" for both where it did not.
func (v *knockoutVerifier) outcome(round int, p Pairing) (winner, loser EntrantID, ended bool) {
	r, found := v.outcomes[verifiedMatch{round, p.Home, p.Away}]
	if !found {
		r, found = v.outcomes[verifiedMatch{round, p.Away, p.Home}]
	}
	if found && r.Kind == DoubleForfeit {
		return "", "", true
	}
	if found && r.Kind != Void && r.Winner == scoresheet.SideA {
		return r.Home, r.Away, true
	}
	if found && r.Kind != Void && r.Winner == scoresheet.SideB {
		return r.Away, r.Home, true
	}
	switch homeGone, awayGone := v.stage.Gone(p.Home, round), v.stage.Gone(p.Away, round); {
	case homeGone && awayGone:
		return "", "", true
	case homeGone:
		return p.Away, p.Home, true
	case awayGone:
		return p.Home, p.Away, true
	}
	return "", "", false
}

// forThirdPlace tells the match for third place of the round with the index.
func (v *knockoutVerifier) forThirdPlace(index int, p Pairing) bool {
	if p.Reason == "third-place" {
		return true
	}
	if !v.stage.Phase.ThirdPlace || index == 0 || len(v.stage.Rounds[index].Pairings) > 2 {
		return false
	}
	lost := 0
	before := v.stage.Rounds[index-1]
	for _, q := range before.Pairings {
		if _, loser, _ := v.outcome(before.Number, q); loser != "" && (loser == p.Home || loser == p.Away) {
			lost++
		}
	}
	return lost == 2
}

// furtherChance reports whether who loses this round plays on for the places
// that are left.
func (v *knockoutVerifier) furtherChance(playing, through int) bool {
	until := v.stage.Phase.Until
	return v.stage.Phase.Repechage && through == 0 && playing > until && playing < 2*until
}

// whoIsIn reads it from the last round.
func (v *knockoutVerifier) whoIsIn() {
	v.through, v.playing, v.left = map[EntrantID]bool{}, map[EntrantID]bool{}, map[EntrantID]bool{}
	enter := func(id EntrantID, list map[EntrantID]bool) {
		if !v.field[id] {
			return
		}
		v.wereIn++
		if v.stage.Gone(id, len(v.stage.Rounds)+1) {
			v.left[id] = true
			return
		}
		list[id] = true
	}
	index := len(v.stage.Rounds) - 1
	if index < 0 {
		for _, id := range v.order {
			enter(id, v.playing)
		}
		return
	}
	last := v.stage.Rounds[index]
	chance := v.furtherChance(2*len(last.Pairings)+len(last.Byes), len(last.Through))
	for _, id := range last.Through {
		enter(id, v.through)
	}
	for _, id := range last.Byes {
		enter(id, v.playing)
	}
	for i, p := range last.Pairings {
		winner, loser, ended := v.outcome(last.Number, p)
		if !ended {
			v.add("knockout.unfinished", scoresheet.Pointer("rounds", index, "pairings", i),
				"round", last.Number, "home", p.Home, "away", p.Away)
		}
		switch {
		case winner == "" || v.forThirdPlace(index, p):
		case chance:
			enter(winner, v.through)
			enter(loser, v.playing)
		default:
			enter(winner, v.playing)
			if !v.stage.Gone(loser, len(v.stage.Rounds)+1) {
				v.losers = append(v.losers, loser)
			}
		}
	}
}

func (v *knockoutVerifier) until() int {
	if v.stage.Phase.Until > 1 {
		return v.stage.Phase.Until
	}
	return 1
}

// thirdIsDue reports whether the losers of the last round meet for third place.
func (v *knockoutVerifier) thirdIsDue() bool {
	return v.stage.Phase.ThirdPlace && v.until() == 1 && v.wereIn <= 2 && len(v.losers) == 2
}

// whole looks at what the round is by itself.
func (v *knockoutVerifier) whole(round Round) {
	if due := len(v.stage.Rounds) + 1; round.Number != due {
		v.add("knockout.round", "/number", "number", round.Number, "due", due)
	}
	limit := v.stage.Limit > 0 && len(v.stage.Rounds) >= v.stage.Limit
	full := len(v.through)+len(v.playing) <= v.until() || len(v.through) >= v.until()
	if limit || full && !v.thirdIsDue() {
		v.add("knockout.over", "")
	}
	tables := map[int]bool{}
	for i, p := range round.Pairings {
		at := scoresheet.Pointer("pairings", i)
		if p.Table < 1 {
			v.add("knockout.table", at+"/table", "home", p.Home, "away", p.Away, "table", p.Table)
		}
		if tables[p.Table] {
			v.add("knockout.table-twice", at+"/table", "home", p.Home, "away", p.Away, "table", p.Table)
		}
		tables[p.Table] = true
	}
}

// names looks at everybody who is named and gives them.
func (v *knockoutVerifier) names(round Round) map[EntrantID]bool {
	named := map[EntrantID]bool{}
	name := func(at string, id EntrantID, third bool) {
		in := v.playing[id] || v.through[id]
		if third {
			in = v.lost(id)
		}
		switch {
		case !v.field[id]:
			v.add("knockout.stranger", at, "entrant", id)
		case v.left[id] || v.stage.Gone(id, round.Number):
			v.add("knockout.gone", at, "entrant", id)
		case !in:
			v.add("knockout.out", at, "entrant", id)
		}
		if named[id] {
			v.add("knockout.double", at, "entrant", id)
		}
		named[id] = true
	}
	thirds := 0
	for i, p := range round.Pairings {
		at := scoresheet.Pointer("pairings", i)
		third := v.isThird(p)
		if third {
			thirds++
		}
		if p.Home == p.Away {
			v.add("knockout.self", at, "entrant", p.Home)
			named[p.Home] = true
			continue
		}
		name(at, p.Home, third)
		name(at, p.Away, third)
		if third && (!v.thirdIsDue() || !v.lost(p.Home) || !v.lost(p.Away)) {
			v.add("knockout.third", at, "home", p.Home, "away", p.Away)
		}
		if !third && (v.through[p.Home] || v.through[p.Away]) {
			v.add("knockout.through", at, "home", p.Home, "away", p.Away)
		}
	}
	for i, id := range round.Byes {
		at := scoresheet.Pointer("byes", i)
		name(at, id, false)
		if v.through[id] {
			v.add("knockout.through", at, "entrant", id)
		}
	}
	for i, id := range round.Through {
		at := scoresheet.Pointer("through", i)
		name(at, id, false)
		if v.playing[id] {
			v.add("knockout.through", at, "entrant", id)
		}
	}
	if v.thirdIsDue() && thirds != 1 {
		v.add("knockout.third", "", "home", v.losers[0], "away", v.losers[1])
	}
	return named
}

// isThird tells the match for third place of the round that is looked at.
func (v *knockoutVerifier) isThird(p Pairing) bool {
	if p.Reason == "third-place" {
		return true
	}
	if !v.thirdIsDue() {
		return false
	}
	return (p.Home == v.losers[0] && p.Away == v.losers[1]) || (p.Home == v.losers[1] && p.Away == v.losers[0])
}

// lost reports whether somebody lost the last round and has not left since.
func (v *knockoutVerifier) lost(id EntrantID) bool {
	for _, loser := range v.losers {
		if loser == id {
			return true
		}
	}
	return false
}

func (v *knockoutVerifier) missing(round Round, named map[EntrantID]bool) {
	for _, id := range v.order {
		if (v.playing[id] || v.through[id]) && !named[id] {
			v.add("knockout.idle", "", "entrant", id)
		}
	}
}

// shape looks at who meets whom.
func (v *knockoutVerifier) shape(round Round) {
	var pairs []Pairing
	for _, p := range round.Pairings {
		if !v.isThird(p) {
			pairs = append(pairs, p)
		}
	}
	draw := v.stage.Phase.Draw
	if !v.stage.Phase.Repechage && (draw == "once" || draw == "cross" || draw == "seeded") {
		v.bracket(pairs, round.Byes)
		return
	}
	due := len(v.playing) / 2
	places := v.until() - len(v.through)
	exact := v.stage.Phase.Exact || v.stage.Phase.Repechage && len(v.through) > 0
	if exact && len(v.playing) <= 2*places {
		due = len(v.playing) - places
	}
	if len(v.playing) > 1 && len(pairs) != due {
		v.add("knockout.matches", "", "matches", len(pairs), "due", due)
	}
	v.fairByes(pairs, round.Byes)
	if draw == "by-table" && !v.stage.Phase.Repechage && len(v.stage.Rounds) > 0 {
		v.neighbours(pairs)
	}
}

func (v *knockoutVerifier) fairByes(pairs []Pairing, byes []EntrantID) {
	had := map[EntrantID]int{}
	for _, round := range v.stage.Rounds {
		for _, id := range round.Byes {
			had[id]++
		}
	}
	fewest := -1
	for _, p := range pairs {
		for _, id := range []EntrantID{p.Home, p.Away} {
			if fewest < 0 || had[id] < fewest {
				fewest = had[id]
			}
		}
	}
	for i, id := range byes {
		if fewest >= 0 && had[id] > fewest {
			v.add("knockout.bye", scoresheet.Pointer("byes", i), "entrant", id, "byes", had[id], "fewest", fewest)
		}
	}
}

// neighbours wants those who won at tables to be paired in the order of these,
// whoever sits out now left out; those who sat out before come after them.
func (v *knockoutVerifier) neighbours(pairs []Pairing) {
	last := v.stage.Rounds[len(v.stage.Rounds)-1]
	table := map[EntrantID]int{}
	for _, p := range last.Pairings {
		if winner, _, _ := v.outcome(last.Number, p); winner != "" {
			table[winner] = p.Table
		}
	}
	var tables []int
	for _, p := range pairs {
		for _, id := range []EntrantID{p.Home, p.Away} {
			if t, won := table[id]; won {
				tables = append(tables, t)
			}
		}
	}
	sort.Ints(tables)
	place := map[int]int{}
	for i, t := range tables {
		place[t] = i
	}
	for i, p := range pairs {
		home, homeWon := table[p.Home]
		away, awayWon := table[p.Away]
		right := !homeWon && !awayWon
		if homeWon && awayWon {
			right = place[home]/2 == place[away]/2
		} else if homeWon != awayWon {
			at := place[home]
			if awayWon {
				at = place[away]
			}
			right = at == len(tables)-1 && len(tables)%2 == 1
		}
		if !right {
			v.add("knockout.tables", scoresheet.Pointer("pairings", i), "home", p.Home, "away", p.Away)
		}
	}
}

// stretch is a run of places of the bracket, from low on.
type stretch struct{ low, size int }

// grown is the stretch of the size that a smaller one lies in.
func (s stretch) grown(size int) stretch { return stretch{s.low / size * size, size} }

// bracket wants everybody to meet who is alone with one other in the smallest
// stretches of the bracket where anybody is.
func (v *knockoutVerifier) bracket(pairs []Pairing, byes []EntrantID) {
	spans, size, total := v.spans()
	taken := map[stretch]int{}
	for id := range v.playing {
		taken[spans[id].grown(size)]++
	}
	for _, n := range taken {
		if n > 1 {
			return // rounds by hand have left the bracket
		}
	}
	crowd := map[stretch][]EntrantID{}
	for meet := false; !meet && size < total; {
		size *= 2
		crowd = map[stretch][]EntrantID{}
		for _, id := range v.order {
			if v.playing[id] {
				s := spans[id].grown(size)
				crowd[s] = append(crowd[s], id)
				meet = meet || len(crowd[s]) > 1
			}
		}
	}
	used := map[int]bool{}
	for i, p := range pairs {
		at := scoresheet.Pointer("pairings", i)
		s := spans[p.Home].grown(size)
		if s != spans[p.Away].grown(size) || !v.playing[p.Home] || !v.playing[p.Away] {
			v.add("knockout.bracket", at, "home", p.Home, "away", p.Away)
			continue
		}
		if p.Slot != 0 && (used[p.Slot] || p.Slot != s.low/size+1) {
			v.add("knockout.slot", at+"/slot", "home", p.Home, "away", p.Away, "slot", p.Slot)
		}
		used[p.Slot] = true
	}
	for i, id := range byes {
		if len(crowd[spans[id].grown(size)]) > 1 {
			v.add("knockout.bracket", scoresheet.Pointer("byes", i), "entrant", id)
		}
	}
}

// spans follow the bracket through the rounds: where everybody stands who was
// named last, the size of these stretches, and that of the whole.
func (v *knockoutVerifier) spans() (spans map[EntrantID]stretch, size, total int) {
	total = 1
	for total < len(v.order) {
		total *= 2
	}
	spans = map[EntrantID]stretch{}
	next := 0
	for place := 0; place < total; place++ {
		if strengthAt(place, total) <= len(v.order) {
			spans[v.order[next]] = stretch{place, 1}
			next++
		}
	}
	size = 1
	for index, round := range v.stage.Rounds {
		size = v.roundSize(index, round, spans, size, total)
		for _, id := range round.Byes {
			spans[id] = spans[id].grown(size)
		}
		for _, p := range round.Pairings {
			if v.forThirdPlace(index, p) {
				continue
			}
			s := spans[p.Home].grown(size)
			if p.Slot > 0 && p.Slot*size <= total {
				s = stretch{(p.Slot - 1) * size, size}
			}
			spans[p.Home], spans[p.Away] = s, s
		}
	}
	return spans, size, total
}

// roundSize is the size of the stretches that a round was played for.
func (v *knockoutVerifier) roundSize(index int, round Round, spans map[EntrantID]stretch, before, total int) int {
	for size := 2 * before; size <= total; size *= 2 {
		people := map[stretch]int{}
		for _, id := range round.Byes {
			people[spans[id].grown(size)]++
		}
		for _, p := range round.Pairings {
			if !v.forThirdPlace(index, p) {
				people[spans[p.Home].grown(size)]++
				people[spans[p.Away].grown(size)]++
			}
		}
		for _, n := range people {
			if n > 1 {
				return size
			}
		}
	}
	if 2*before > total {
		return before
	}
	return 2 * before
}

// strengthAt is the number by strength of a place: its pair has the number of
// the place above it and what is missing to the whole, the stronger outside.
func strengthAt(place, size int) int {
	if size == 1 {
		return 1
	}
	above := strengthAt(place/2, size/2)
	if place%2 == place/2%2 {
		return above
	}
	return size + 1 - above
}
