package contest

import (
	"maps"
	"sort"

	"kiosk/scoresheet"
)

// VerifyLadder proves the rounds of a challenge ladder, and the titles after
// each quarter. It shares no code with the drawer, and holds for rounds that
// were drawn on paper as well. It is silent, or gives every fault:
//
//	schedule.round           the rounds are not numbered 1, 2, 3 …
//	schedule.stranger        somebody plays or sits out who is not in the field
//	schedule.self            somebody meets itself
//	schedule.double          somebody is named twice in a round
//	schedule.table           a table number below 1
//	schedule.table-twice     two matches of a round at one table
//	ladder.left              somebody plays who has left
//	ladder.again             two meet a second time in a quarter
//	ladder.not-in            a challenger plays who was not registered, or is out
//	ladder.too-many          a holder is challenged while too many challengers are in
//	ladder.no-need           more challengers play off than have to, or two meet for nothing
//	ladder.way               somebody meets a holder whom it may not challenge
//	ladder.after             a round is drawn when the year is over
//	ladder.seats             a title has more holders than seats, or somebody has two
//	ladder.undeserved        somebody has a title that it neither claimed nor comes down to
//	ladder.passed-over       somebody with a claim has less, though others without one have a seat
//	ladder.kept              somebody keeps a title that it has lost
func VerifyLadder(stage Stage) error {
	v, err := newLadderVerifier(stage)
	if err != nil {
		return err
	}
	v.year()
	if len(v.faults) > 0 {
		return v.faults
	}
	return nil
}

// VerifyLadderRound proves one more round, as VerifyLadder does; it says
// nothing of the rounds before.
func VerifyLadderRound(stage Stage, round Round) error {
	before, err := newLadderVerifier(stage)
	if err != nil {
		return err
	}
	before.year()
	stage.Rounds = append(stage.Rounds[:len(stage.Rounds):len(stage.Rounds)], round)
	v, err := newLadderVerifier(stage)
	if err != nil {
		return err
	}
	v.year()
	if faults := v.faults[len(before.faults):]; len(faults) > 0 {
		return faults
	}
	return nil
}

// ladderVerifier counts a year anew, by names.
type ladderVerifier struct {
	stage Stage
	rules scoresheet.ChallengeRules
	after []map[EntrantID]string
	// changed: results were corrected since the quarter was closed, so that its
	// titles do not follow from them any more.
	changed []bool
	faults  scoresheet.Faults
	// byRound are the results of each round.
	byRound map[int][]*Result

	known map[EntrantID]Entrant
	title map[EntrantID]string
	away  map[EntrantID]int
	// lostTo are the challengers to whom each holder has lost since it took its
	// title; it is emptied when that changes.
	lostTo map[EntrantID]map[EntrantID]bool
	number int
	quarterCount
}

// quarterCount is what the verifier counts within a quarter.
type quarterCount struct {
	named   bool
	in      map[EntrantID]bool
	lost    map[EntrantID]bool
	stopped map[EntrantID]bool
	rounds  int
	holders bool
	met     map[[2]EntrantID]bool
	beat    map[EntrantID]map[EntrantID]string
}

func newLadderVerifier(stage Stage) (*ladderVerifier, error) {
	view, err := LadderOf(stage)
	if err != nil {
		return nil, err
	}
	v := &ladderVerifier{
		stage: stage, rules: *stage.Phase.Challenges, known: map[EntrantID]Entrant{}, title: map[EntrantID]string{},
		away: map[EntrantID]int{}, lostTo: map[EntrantID]map[EntrantID]bool{}, number: 1, byRound: map[int][]*Result{},
	}
	for _, quarter := range view.Closed {
		after := map[EntrantID]string{}
		for t, holders := range quarter.After {
			if len(holders) > v.rules.Titles[t].Holders {
				v.add("ladder.seats", "", "title", v.rules.Titles[t].ID, "holders", holders)
			}
			for _, id := range holders {
				if _, twice := after[id]; twice {
					v.add("ladder.seats", "", "entrant", id)
				}
				after[id] = v.rules.Titles[t].ID
			}
		}
		v.after, v.changed = append(v.after, after), append(v.changed, quarter.Now != nil)
	}
	late := map[EntrantID]bool{}
	for _, id := range stage.Ladder.Late {
		late[id] = true
	}
	for _, group := range stage.Groups {
		for i, entrant := range group.Entrants {
			v.known[entrant.ID] = entrant
			place := entrant.Seed
			if len(group.Origins) == len(group.Entrants) {
				place = group.Origins[i].Rank
			}
			for _, title := range v.rules.Titles {
				if place > 0 && !late[entrant.ID] && place >= title.FirstPlace && place < title.FirstPlace+title.Holders {
					v.title[entrant.ID] = title.ID
				}
			}
		}
	}
	for i, r := range stage.Results {
		if !r.Playoff {
			v.byRound[r.Round] = append(v.byRound[r.Round], &stage.Results[i])
		}
	}
	v.newQuarter()
	return v, nil
}

func (v *ladderVerifier) newQuarter() {
	v.quarterCount = quarterCount{
		in: map[EntrantID]bool{}, lost: map[EntrantID]bool{}, stopped: map[EntrantID]bool{},
		met: map[[2]EntrantID]bool{}, beat: map[EntrantID]map[EntrantID]string{},
	}
}

func (v *ladderVerifier) add(code, at string, args ...any) {
	v.faults = append(v.faults, fault(code, at, args...))
}

// level is the number of a title from 1, the lowest; 0 for none.
func (v *ladderVerifier) level(id EntrantID) int {
	for t, title := range v.rules.Titles {
		if v.title[id] != "" && title.ID == v.title[id] {
			return t + 1
		}
	}
	return 0
}

func (v *ladderVerifier) year() {
	acts := v.stage.Ladder.Acts
	for k := 0; k <= len(v.stage.Rounds); k++ {
		for id := range v.title {
			if v.hasLeft(id, k+1) && (k == len(v.stage.Rounds) || !v.namedIn(v.stage.Rounds[k], id)) {
				delete(v.title, id)
			}
		}
		for len(acts) > 0 && (acts[0].After <= k || k == len(v.stage.Rounds)) {
			v.act(acts[0], k+1)
			acts = acts[1:]
		}
		if k < len(v.stage.Rounds) {
			v.round(k, v.stage.Rounds[k])
		}
	}
}

func (v *ladderVerifier) hasLeft(id EntrantID, round int) bool {
	for _, w := range v.stage.Withdrawals {
		if w.Entrant == id && max(w.From, 1) <= round {
			return true
		}
	}
	return false
}

func (v *ladderVerifier) namedIn(round Round, id EntrantID) bool {
	for _, p := range round.Pairings {
		if p.Home == id || p.Away == id {
			return true
		}
	}
	return false
}

func (v *ladderVerifier) act(act LadderAct, next int) {
	over := v.number > v.quarters()
	switch {
	case act.Kind == LadderGrant:
		v.grant(act, next)
	case over:
	case act.Kind == LadderRegister:
		v.register(act.Entrants)
	case act.Kind == LadderClose:
		v.close(next)
	}
}

func (v *ladderVerifier) quarters() int {
	if v.rules.Quarters > 0 {
		return v.rules.Quarters
	}
	return DefaultQuarters
}

func (v *ladderVerifier) gaveUp(id EntrantID) bool {
	return v.rules.Absences > 0 && v.away[id] >= v.rules.Absences
}

func (v *ladderVerifier) grant(act LadderAct, next int) {
	if _, known := v.known[act.Entrant]; !known || (act.Title != "" && v.hasLeft(act.Entrant, next)) {
		return
	}
	for _, title := range v.rules.Titles {
		if title.ID != act.Title {
			continue
		}
		if v.title[act.Entrant] != act.Title && v.count(act.Title) >= title.Holders {
			return
		}
		v.title[act.Entrant] = act.Title
		if v.gaveUp(act.Entrant) {
			v.away[act.Entrant] = 0
		}
	}
	if act.Title == "" {
		delete(v.title, act.Entrant)
	}
	delete(v.lostTo, act.Entrant)
}

func (v *ladderVerifier) count(title string) int {
	n := 0
	for _, t := range v.title {
		if t == title {
			n++
		}
	}
	return n
}

func (v *ladderVerifier) register(ids []EntrantID) {
	if v.rounds == 0 {
		v.named, v.in = true, map[EntrantID]bool{}
	} else {
		v.stopped = maps.Clone(v.in)
	}
	for _, id := range ids {
		_, known := v.known[id]
		switch {
		case v.rounds > 0:
			delete(v.stopped, id)
		case known && v.level(id) == 0:
			v.in[id] = true
			if v.gaveUp(id) {
				v.away[id] = 0
			}
		}
	}
}

func (v *ladderVerifier) round(k int, round Round) {
	if round.Number != k+1 {
		v.add("schedule.round", scoresheet.Pointer(k, "number"), "number", round.Number)
	}
	if v.number > v.quarters() {
		v.add("ladder.after", scoresheet.Pointer(k), "quarters", v.quarters())
		return
	}
	v.rounds++
	if v.rounds == 1 && !v.named {
		for id := range v.known {
			sitsOut := false
			for _, bye := range round.Byes {
				sitsOut = sitsOut || bye == id
			}
			if v.level(id) == 0 && (sitsOut || v.namedIn(round, id)) {
				v.in[id] = true
			}
		}
	}
	v.names(k, round)
	v.qualifying(k, round)
	for p, pairing := range round.Pairings {
		v.pairing(scoresheet.Pointer(k, "pairings", p), round.Number, pairing)
	}
	for _, pairing := range round.Pairings {
		v.result(round.Number, pairing)
	}
}

// names looks at who is named in a round, and at its tables.
func (v *ladderVerifier) names(k int, round Round) {
	named, tables := map[EntrantID]bool{}, map[int]bool{}
	name := func(at string, id EntrantID) {
		if _, known := v.known[id]; !known {
			v.add("schedule.stranger", at, "entrant", id)
		}
		if named[id] {
			v.add("schedule.double", at, "entrant", id)
		}
		named[id] = true
		if v.hasLeft(id, round.Number-1) {
			v.add("ladder.left", at, "entrant", id)
		}
	}
	for p, pairing := range round.Pairings {
		at := scoresheet.Pointer(k, "pairings", p)
		if pairing.Home == pairing.Away {
			v.add("schedule.self", at, "entrant", pairing.Home)
			continue
		}
		name(at, pairing.Home)
		name(at, pairing.Away)
		if pairing.Table < 1 {
			v.add("schedule.table", at+"/table", "table", pairing.Table)
		}
		if tables[pairing.Table] {
			v.add("schedule.table-twice", at+"/table", "table", pairing.Table)
		}
		tables[pairing.Table] = true
	}
	for b, id := range round.Byes {
		name(scoresheet.Pointer(k, "byes", b), id)
	}
}

// stillIn counts the challengers who are in.
func (v *ladderVerifier) stillIn(round int) int {
	n := 0
	for id := range v.in {
		if v.level(id) == 0 && !v.lost[id] && !v.stopped[id] && !v.hasLeft(id, round) {
			n++
		}
	}
	return n
}

// qualifying looks at playing off: as many as have to, and before any holder
// is challenged.
func (v *ladderVerifier) qualifying(k int, round Round) {
	left := v.stillIn(round.Number)
	pairs, challenged := 0, false
	for _, p := range round.Pairings {
		low, high := min(v.level(p.Home), v.level(p.Away)), max(v.level(p.Home), v.level(p.Away))
		if high == 0 {
			pairs++
		}
		challenged = challenged || low == 0 && high > 0
	}
	at := scoresheet.Pointer(k)
	if pairs > 0 && (v.holders || left-pairs < v.rules.Challengers) {
		v.add("ladder.no-need", at, "challengers", left, "max", v.rules.Challengers, "pairs", pairs)
	}
	if challenged && !v.holders && left > v.rules.Challengers {
		v.add("ladder.too-many", at, "challengers", left, "max", v.rules.Challengers)
	}
	v.holders = v.holders || challenged
}

func (v *ladderVerifier) pairing(at string, round int, p Pairing) {
	if p.Home == p.Away {
		return
	}
	if v.met[ordered(p)] {
		v.add("ladder.again", at, "home", p.Home, "away", p.Away)
	}
	low, high := p.Home, p.Away
	if v.level(low) > v.level(high) {
		low, high = high, low
	}
	for _, id := range []EntrantID{low, high} {
		if _, known := v.known[id]; known && v.level(id) == 0 && (!v.in[id] || v.lost[id] || v.stopped[id]) {
			v.add("ladder.not-in", at, "entrant", id)
		}
	}
	if v.level(high) > 0 && !v.open(low, v.level(high)) {
		v.add("ladder.way", at, "challenger", low, "holder", high, "title", v.title[high])
	}
}

func ordered(p Pairing) [2]EntrantID { return [2]EntrantID{min(p.Home, p.Away), max(p.Home, p.Away)} }

// open reports whether the way to the holders of a title (from 1) is open.
func (v *ladderVerifier) open(id EntrantID, title int) bool {
	own := max(v.level(id), 1)
	if title > own && v.gaveUp(id) {
		return false
	}
	for t := own; t < title; t++ {
		rule := v.rules.Titles[t-1]
		due := rule.Beat
		if v.level(id) == t {
			due = rule.Own
		}
		others := v.count(rule.ID)
		if v.level(id) == t {
			others--
		}
		beaten := 0
		for _, as := range v.beat[id] {
			if as == rule.ID {
				beaten++
			}
		}
		if beaten < min(due, others) {
			return false
		}
	}
	return true
}

// result counts who has beaten whom, and who stayed away.
func (v *ladderVerifier) result(round int, p Pairing) {
	var found *Result
	for _, r := range v.byRound[round] {
		if (r.Home == p.Home && r.Away == p.Away) || (r.Home == p.Away && r.Away == p.Home) {
			found = r
		}
	}
	winner, void := v.outcome(round, p, found)
	for _, id := range []EntrantID{p.Home, p.Away} {
		times := 0
		for _, absence := range v.stage.Ladder.Absences {
			if absence.Entrant == id && absence.Round == round {
				times += max(absence.Times, 1)
			}
		}
		stayedAway := found != nil && (found.Kind == DoubleForfeit || found.Kind == Walkover && v.winnerOf(*found) != id)
		if stayedAway && times == 0 {
			times = 1
		}
		v.away[id] += times
	}
	if void {
		return
	}
	v.met[ordered(p)] = true
	if v.level(p.Home) == 0 && v.level(p.Away) == 0 {
		bothOut := winner == "" && (found != nil && found.Kind == DoubleForfeit || found == nil && v.hasLeft(p.Home, round) && v.hasLeft(p.Away, round))
		for _, id := range []EntrantID{p.Home, p.Away} {
			if !v.holders && (bothOut || winner != "" && winner != id) {
				v.lost[id] = true
			}
		}
		return
	}
	if winner == "" {
		return
	}
	loser := p.Home
	if winner == p.Home {
		loser = p.Away
	}
	if v.level(loser) < v.level(winner) || v.level(loser) == 0 {
		return
	}
	if v.beat[winner] == nil {
		v.beat[winner] = map[EntrantID]string{}
	}
	v.beat[winner][loser] = v.title[loser]
	if v.level(winner) == 0 {
		if v.lostTo[loser] == nil {
			v.lostTo[loser] = map[EntrantID]bool{}
		}
		v.lostTo[loser][winner] = true
	}
}

func (v *ladderVerifier) winnerOf(r Result) EntrantID {
	switch r.Winner {
	case scoresheet.SideA:
		return r.Home
	case scoresheet.SideB:
		return r.Away
	}
	return ""
}

func (v *ladderVerifier) outcome(round int, p Pairing, found *Result) (winner EntrantID, void bool) {
	for _, w := range v.stage.Withdrawals {
		if w.Void && (w.Entrant == p.Home || w.Entrant == p.Away) {
			return "", true
		}
	}
	switch {
	case found != nil:
		return v.winnerOf(*found), found.Kind == Void
	case v.hasLeft(p.Home, round) && !v.hasLeft(p.Away, round):
		return p.Away, false
	case v.hasLeft(p.Away, round) && !v.hasLeft(p.Home, round):
		return p.Home, false
	}
	return "", false
}

// close proves the titles after the quarter, and goes on with them.
func (v *ladderVerifier) close(next int) {
	after := v.after[v.number-1]
	if !v.changed[v.number-1] {
		v.deserved(after, next)
	}
	for id, title := range v.title {
		if after[id] != title || v.rules.LossesOver == scoresheet.LossesOfQuarter {
			delete(v.lostTo, id)
		}
	}
	v.title = maps.Clone(after)
	v.number++
	v.newQuarter()
}

// deserved proves that the titles after the quarter follow from its results.
func (v *ladderVerifier) deserved(after map[EntrantID]string, next int) {
	level := func(title string) int {
		for t := range v.rules.Titles {
			if v.rules.Titles[t].ID == title {
				return t + 1
			}
		}
		return 0
	}
	claims := map[EntrantID]int{}
	for id := range v.known {
		claims[id] = v.claim(id, next)
	}
	for _, id := range v.sorted() {
		got, had := level(after[id]), v.level(id)
		lost := v.gaveUp(id) || (v.rules.Losses > 0 && len(v.lostTo[id]) >= v.rules.Losses)
		at := scoresheet.Pointer("quarters", v.number)
		switch {
		case got > max(claims[id], had):
			v.add("ladder.undeserved", at, "entrant", id, "title", after[id])
		case claims[id] == 0 && lost && got > 0:
			v.add("ladder.kept", at, "entrant", id, "title", after[id])
		case claims[id] > got:
			v.seatsOf(at, id, claims[id], got, after, claims)
		}
	}
}

// seatsOf wants the seats between what somebody claimed and what it got to be
// full, with claims alone.
func (v *ladderVerifier) seatsOf(at string, id EntrantID, claimed, got int, after map[EntrantID]string, claims map[EntrantID]int) {
	for t := got + 1; t <= claimed; t++ {
		rule := v.rules.Titles[t-1]
		seated := 0
		for other, title := range after {
			if title == rule.ID && claims[other] > 0 {
				seated++
			}
		}
		if seated < rule.Holders {
			v.add("ladder.passed-over", at, "entrant", id, "title", rule.ID)
		}
	}
}

func (v *ladderVerifier) sorted() []EntrantID {
	ids := make([]EntrantID, 0, len(v.known))
	for id := range v.known {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(a, b int) bool { return ids[a] < ids[b] })
	return ids
}

// claim is the title (from 1) all of whose holders somebody has beaten, 0 for
// none.
func (v *ladderVerifier) claim(id EntrantID, next int) int {
	if v.gaveUp(id) || v.hasLeft(id, next) {
		return 0
	}
	best := 0
	for t := v.level(id) + 1; t <= len(v.rules.Titles); t++ {
		all, some := true, false
		for other, title := range v.title {
			if title == v.rules.Titles[t-1].ID && other != id {
				some = true
				all = all && v.beat[id][other] == title
			}
		}
		if all && some && v.open(id, t) {
			best = t
		}
	}
	return best
}
