package contest

import (
	"cmp"
	"slices"
	"strconv"

	"kiosk/scoresheet"
)

// LadderStep is what comes next on a challenge ladder.
type LadderStep string

// The steps.
const (
	// StepQualify: challengers play off.
	StepQualify LadderStep = "qualify"
	// StepChallenge: challengers meet the holders of a title.
	StepChallenge LadderStep = "challenge"
	// StepHolders: only matches among holders are left.
	StepHolders LadderStep = "holders"
	// StepClose: nothing is left to play; the quarter is to be closed.
	StepClose LadderStep = "close"
	// StepWait: who goes on follows from results that are missing.
	StepWait LadderStep = "wait"
	// StepOver: the year is over.
	StepOver LadderStep = "over"
)

// ladderPlan is what can be drawn now.
type ladderPlan struct {
	step LadderStep
	// field are the challengers who play off.
	field []int
	// title is what attackers challenge, targets are its holders.
	title              int
	attackers, targets []int
	// own are matches among holders that were asked for.
	own [][2]int
}

// DrawLadder draws the next round of a challenge ladder from the seed: playing
// off, the next turn of challenges, or matches among holders; these are added to
// any round in which both are free. The order in which challengers meet the
// holders of a title is drawn once in a quarter and turns from then on, whatever
// the seed. Challengers sit on side A. Byes are those who have nobody to meet in
// the round while others like them do.
//
// Faults: those of LadderOver, "draw.seed", "ladder.missing" (results of playing
// off; Args home, away, round), "ladder.quarter-over" (Args quarter),
// "ladder.no-holders", "ladder.over".
func DrawLadder(stage Stage, seed string) (Round, error) {
	l, err := newLadder(stage)
	if err != nil {
		return Round{}, err
	}
	if seed == "" {
		return Round{}, scoresheet.Faults{fault("draw.seed", "/seed")}
	}
	plan := l.plan()
	if err := l.ready(plan); err != nil {
		return Round{}, err
	}
	round := Round{Number: stage.Next()}
	switch plan.step {
	case StepQualify:
		l.qualify(&round, plan, newUrn(seed, "ladder qualifying"))
	case StepChallenge:
		l.challenge(&round, plan, newUrn(seed, "ladder order", strconv.Itoa(len(l.closed)+1), l.titleID(plan.title)))
	}
	l.addOwn(&round, plan.own)
	for i := range round.Pairings {
		round.Pairings[i].Table = max(stage.FirstTable, 1) + i
	}
	return round, nil
}

// LadderOver reports whether the year is over: so many quarters were closed as
// it has.
//
// Faults: "ladder.rules" (a phase without rules of challenges),
// "draw.entrant-twice", "ladder.place-twice" (Args place, entrants).
func LadderOver(stage Stage) (bool, error) {
	l, err := newLadder(stage)
	if err != nil {
		return false, err
	}
	return l.over(), nil
}

// LadderReady says whether a round can be drawn: nil, or the faults that
// DrawLadder would give.
func LadderReady(stage Stage) error {
	l, err := newLadder(stage)
	if err != nil {
		return err
	}
	return l.ready(l.plan())
}

func (l *ladder) ready(plan ladderPlan) error {
	switch plan.step {
	case StepOver:
		return scoresheet.Faults{fault("ladder.over", "")}
	case StepWait:
		return l.waiting()
	case StepClose:
		return l.nothing()
	}
	return nil
}

// LadderAskable says whether a holder may challenge another one now; nil if it
// may. Faults besides those of LadderOver: "ladder.ask-titles" (they hold none,
// or the challenger a higher one), "ladder.ask-met" (they have met in this
// quarter), "ladder.ask-way" (it has not beaten enough of its own title),
// "ladder.ask-twice" (it was asked for), "ladder.over".
func LadderAskable(stage Stage, challenger, holder EntrantID) error {
	l, err := newLadder(stage)
	if err != nil {
		return err
	}
	a, b, known := l.pair(challenger, holder)
	code := "ladder.ask-titles"
	switch {
	case l.over():
		code = "ladder.over"
	case known && slices.ContainsFunc(l.asked, func(pair [2]int) bool { return duel(pair[0], pair[1]) == duel(a, b) }) && !l.met[duel(a, b)]:
		code = "ladder.ask-twice"
	case known:
		code = l.refusal(a, b)
	}
	if code == "" {
		return nil
	}
	return scoresheet.Faults{fault(code, "", "challenger", challenger, "holder", holder)}
}

// waiting are the matches of playing off in this quarter that have no result.
func (l *ladder) waiting() scoresheet.Faults {
	var faults scoresheet.Faults
	for _, m := range l.matches {
		if m.Pending && m.Kind == LadderQualifying && m.Quarter == len(l.closed)+1 {
			faults = append(faults, fault("ladder.missing", "", "home", m.Challenger, "away", m.Holder, "round", m.Round))
		}
	}
	return faults
}

// nothing says why nothing can be drawn though the year is not over.
func (l *ladder) nothing() error {
	if !l.held() {
		return scoresheet.Faults{fault("ladder.no-holders", "")}
	}
	return scoresheet.Faults{fault("ladder.quarter-over", "", "quarter", len(l.closed)+1)}
}

// held reports whether anybody holds a title.
func (l *ladder) held() bool {
	return slices.ContainsFunc(l.title, func(t int) bool { return t != noTitle })
}

// plan says what can be drawn now.
func (l *ladder) plan() ladderPlan {
	if l.over() {
		return ladderPlan{step: StepOver}
	}
	plan := ladderPlan{step: StepClose, field: l.challenging(), own: l.ownDue()}
	if !l.held() {
		return plan
	}
	if !l.began && len(plan.field) > l.rules.Challengers {
		plan.step = StepQualify
		if len(l.waiting()) > 0 {
			plan.step = StepWait
		}
		return plan
	}
	for t := range l.rules.Titles {
		attackers := slices.DeleteFunc(slices.Clone(plan.field), func(i int) bool { return !l.may(i, t) })
		targets := l.targets(-1, t)
		if l.anyUnmet(attackers, targets) {
			plan.step, plan.title, plan.attackers, plan.targets = StepChallenge, t, attackers, targets
			return plan
		}
	}
	if len(plan.own) > 0 {
		plan.step = StepHolders
	}
	return plan
}

// challenging are the challengers who are still in, in the order of ids.
func (l *ladder) challenging() []int {
	challengers := l.challengers
	if l.first == 0 && !l.registered {
		challengers = l.everybodyElse()
	}
	var list []int
	for _, i := range challengers {
		if l.title[i] == noTitle && !l.out[i] && !l.stopped[i] && !l.gone(i, l.now) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(l.entrants[a].ID, l.entrants[b].ID) })
	return list
}

// everybodyElse are the challengers of a quarter for which nobody was
// registered.
func (l *ladder) everybodyElse() []int {
	var list []int
	for i, entrant := range l.entrants {
		if l.title[i] == noTitle && !l.gaveUp(i) && !l.gone(i, l.now) && !slices.Contains(l.stage.Ladder.Away, entrant.ID) {
			list = append(list, i)
		}
	}
	return list
}

// targets are the holders of a title, but for the entrant itself.
func (l *ladder) targets(i, title int) []int {
	return slices.DeleteFunc(l.holders(title), func(holder int) bool { return holder == i })
}

// wonAgainst is how many of the targets the entrant has beaten in this quarter
// as holders of the title.
func (l *ladder) wonAgainst(i, title int, targets []int) int {
	n := 0
	for _, target := range targets {
		if slices.Contains(l.beaten[i], ladderBeat{target, title}) {
			n++
		}
	}
	return n
}

// won is how many the entrant has beaten in this quarter as holders of the
// title, whether or not they hold it still.
func (l *ladder) won(i, title int) int {
	var holders []int
	for _, beat := range l.beaten[i] {
		if beat.title == title && !slices.Contains(holders, beat.holder) {
			holders = append(holders, beat.holder)
		}
	}
	return len(holders)
}

// need is how many holders of the title the entrant must beat to go on to the
// next: no more than there are.
func (l *ladder) need(i, title int) int {
	need := l.rules.Titles[title].Beat
	if l.title[i] == title {
		need = l.rules.Titles[title].Own
	}
	return min(need, len(l.targets(i, title)))
}

// reached reports whether the way to the title was open to the entrant: it has
// beaten enough holders of each lower one, from its own on.
func (l *ladder) reached(i, title int) bool {
	for t := max(l.title[i], 0); t < title; t++ {
		if l.won(i, t) < l.need(i, t) {
			return false
		}
	}
	return true
}

// may reports whether the entrant may challenge holders of the title now. A
// holder may always meet others of its own.
func (l *ladder) may(i, title int) bool {
	lowest := max(l.title[i], 0)
	return title == lowest || title > lowest && !l.gaveUp(i) && l.reached(i, title)
}

func (l *ladder) anyUnmet(attackers, targets []int) bool {
	for _, a := range attackers {
		for _, t := range targets {
			if !l.met[duel(a, t)] {
				return true
			}
		}
	}
	return false
}

// ownDue are the matches among holders that were asked for, may be played and
// were not drawn.
func (l *ladder) ownDue() [][2]int {
	var due [][2]int
	for _, pair := range l.asked {
		twice := slices.ContainsFunc(due, func(other [2]int) bool { return duel(other[0], other[1]) == duel(pair[0], pair[1]) })
		if twice || l.met[duel(pair[0], pair[1])] || l.gone(pair[0], l.now) || l.gone(pair[1], l.now) || l.refusal(pair[0], pair[1]) != "" {
			continue
		}
		due = append(due, pair)
	}
	return due
}

// refusal is why a holder may not challenge another one, "" if it may.
func (l *ladder) refusal(challenger, holder int) string {
	low, high := l.title[challenger], l.title[holder]
	switch {
	case challenger == holder || low == noTitle || high == noTitle || low > high:
		return "ladder.ask-titles"
	case l.met[duel(challenger, holder)]:
		return "ladder.ask-met"
	case !l.may(challenger, high):
		return "ladder.ask-way"
	}
	return ""
}

// qualify pairs as many challengers as have to go, by lot. Byes go to those who
// have had the fewest.
func (l *ladder) qualify(round *Round, plan ladderPlan, lots urn) {
	order := plan.field
	shuffle(lots, order)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.byes[a], l.byes[b]) })
	pairs := min(len(order)/2, len(order)-l.rules.Challengers)
	free := len(order) - 2*pairs
	round.Byes = l.ids(order[:free])
	order = order[free:]
	shuffle(lots, order)
	for k := 0; k+1 < len(order); k += 2 {
		round.Pairings = append(round.Pairings, Pairing{
			Home: l.entrants[order[k]].ID, Away: l.entrants[order[k+1]].ID, Reason: ReasonQualifying,
		})
	}
}

// emptyPlace stands in the turns where somebody was who plays no more.
const emptyPlace = -1

// challenge pairs the next turn. With m the greater of the two numbers, the
// challenger in place i meets in turn s the holder in place i+s (modulo m):
// each pair belongs to one turn, and nobody plays twice in it. Pairs that are
// left from earlier turns come first; whoever is free then, in any later turn,
// may be added.
func (l *ladder) challenge(round *Round, plan ladderPlan, lots urn) {
	attackers, targets := l.orders(plan, lots)
	m := max(len(attackers), len(targets))
	facing := make([]int, len(targets))
	for j := range facing {
		facing[j] = emptyPlace
	}
	for s := range m {
		for i, attacker := range attackers {
			j := (i + s) % m
			if j >= len(targets) || attacker == emptyPlace || targets[j] == emptyPlace || facing[j] != emptyPlace ||
				slices.Contains(facing, attacker) || l.met[duel(attacker, targets[j])] {
				continue
			}
			facing[j] = attacker
		}
	}
	for j, attacker := range facing {
		if attacker != emptyPlace {
			round.Pairings = append(round.Pairings, Pairing{
				Home: l.entrants[attacker].ID, Away: l.entrants[targets[j]].ID, Reason: ReasonChallenge,
			})
		}
	}
	for _, i := range slices.Concat(attackers, targets) {
		if i != emptyPlace && !round.plays(l.entrants[i].ID) {
			round.Byes = append(round.Byes, l.entrants[i].ID)
		}
	}
}

// orders are the places of challengers and holders in the turns: drawn for the
// first turn of the quarter, and read from its round afterwards. Who came later
// stands at the end.
func (l *ladder) orders(plan ladderPlan, lots urn) (attackers, targets []int) {
	slices.SortFunc(plan.targets, func(a, b int) int { return cmp.Compare(l.entrants[a].ID, l.entrants[b].ID) })
	begun := l.firstOf[plan.title]
	if begun == nil {
		shuffle(lots, plan.attackers)
		shuffle(lots, plan.targets)
		return plan.attackers, plan.targets
	}
	for _, m := range l.matches {
		if m.Round == begun.Number && m.Kind == LadderChallenge && m.Title == l.titleID(plan.title) {
			attackers, targets = append(attackers, l.index[m.Challenger]), append(targets, l.index[m.Holder])
		}
	}
	for _, id := range begun.Byes {
		i, ours := l.index[id]
		if ours && slices.Contains(plan.attackers, i) {
			attackers = append(attackers, i)
		}
		if ours && slices.Contains(plan.targets, i) {
			targets = append(targets, i)
		}
	}
	return inPlaces(attackers, plan.attackers), inPlaces(targets, plan.targets)
}

// inPlaces are the places, without those who play no more, and with those who
// have none at the end.
func inPlaces(places, playing []int) []int {
	list := slices.Clone(places)
	for k, i := range list {
		if !slices.Contains(playing, i) {
			list[k] = emptyPlace
		}
	}
	for _, i := range playing {
		if !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// addOwn adds matches among holders who are free in the round.
func (l *ladder) addOwn(round *Round, own [][2]int) {
	for _, pair := range own {
		challenger, holder := l.entrants[pair[0]].ID, l.entrants[pair[1]].ID
		if round.plays(challenger) || round.plays(holder) {
			continue
		}
		reason := ReasonHolderUp
		if l.title[pair[0]] == l.title[pair[1]] {
			reason = ReasonPeers
		}
		round.Pairings = append(round.Pairings, Pairing{Home: challenger, Away: holder, Reason: reason})
		round.Byes = slices.DeleteFunc(round.Byes, func(id EntrantID) bool { return id == challenger || id == holder })
	}
}
