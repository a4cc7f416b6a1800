package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// A challenge ladder (擂台赛) is played in quarters of a year. Holders of titles
// defend them, all others may challenge. What the source leaves open is read as
// follows; every step of it can be overruled by LadderGrant.
//
// Titles at the start follow from the places in the last championship, which
// are the entrants' seeds, or their ranks where the phase was filled from
// another. A place that nobody has leaves its title vacant: who beats all that
// hold a title needs to beat no more than there are, and the organiser may
// grant the vacant one. Somebody must hold some title.
//
// A quarter begins with the challengers: those who were registered, or all
// without a title who are there and have not given up. More than
// ChallengeRules.Challengers play off in drawn pairs until so many are left;
// only as many pairs are drawn as are needed, and the byes go by lot to those
// who have had the fewest. Then each challenger meets every holder of the lowest
// title once, each round another one: a lot gives the order, which turns from
// round to round. Who has beaten Title.Beat of them (all, where fewer hold it)
// meets every holder of the next title in the same way, and so on. A match
// counts in the quarter in which it is drawn.
//
// A holder may meet others of its title, and who has beaten Title.Own of them
// may go on to the next title as a challenger may; the organiser calls these
// matches (LadderAsk), each pair once a quarter.
//
// Points go to the winner of every match with a holder: those of the title
// that was challenged, also for a holder who wins and among holders. A
// walkover gives them too, a draw or a double forfeit does not.
//
// Titles change when the quarter is closed, not before: see LadderMove. Who has
// beaten all holders of a title has a claim to it. Claims are seated first,
// from the highest title down; where there are more than seats, by the points
// of the quarter, those of the year, the place in the championship, a lot; who
// finds no seat takes one of the next title down. A holder who has lost to
// ChallengeRules.Losses different challengers since it took its title, or has
// given up, has lost it. All other holders keep theirs while there are seats:
// first those who were moved down from above, then those who have lost to
// fewer challengers, then as for claims. Who finds no seat moves down one title;
// from the lowest, out. A title that nobody claims stays vacant. What closing
// has made of the titles stands: a result that is corrected afterwards changes
// points, and LadderQuarter.Now says what the titles would be.
//
// Who stays away ChallengeRules.Absences times over the year has given up: it
// plays out the round of challenges that it is in, goes no further, has no
// claim, loses its title when the quarter is closed, and is no challenger again
// unless it is registered by name, which forgets the absences.

// The reasons of pairings on a challenge ladder.
const (
	// ReasonQualifying: the lot put two challengers together, of whom one stays.
	ReasonQualifying Reason = "ladder-qualifying"
	// ReasonChallenge: a challenger meets a holder, in the order of the lot.
	ReasonChallenge Reason = "ladder-challenge"
	// ReasonPeers: two holders of one title meet, so that one may go on.
	ReasonPeers Reason = "ladder-peers"
	// ReasonHolderUp: a holder challenges one of a higher title.
	ReasonHolderUp Reason = "ladder-holder-up"
)

// LadderActKind is what an organiser decides on a challenge ladder.
type LadderActKind string

// The kinds of acts.
const (
	// LadderRegister: Entrants are the challengers of the quarter. Once a round
	// of it was drawn this can only leave some out, who then go no further but
	// keep what they have reached.
	LadderRegister LadderActKind = "register"
	// LadderAsk: the holder Entrant is to meet the holder Holder.
	LadderAsk LadderActKind = "ask"
	// LadderGrant: Entrant gets Title, or loses the one it has where Title is
	// empty, for Reason.
	LadderGrant LadderActKind = "grant"
	// LadderClose: the quarter is over and titles change. Seed is what lots among
	// level claims and seats are drawn from.
	LadderClose LadderActKind = "close"
)

// LadderAct is something that an organiser decided on a challenge ladder.
type LadderAct struct {
	Kind LadderActKind `json:"kind"`
	// After is the number of rounds of the phase that were drawn before.
	After    int         `json:"after"`
	Entrants []EntrantID `json:"entrants,omitempty"`
	Entrant  EntrantID   `json:"entrant,omitempty"`
	Holder   EntrantID   `json:"holder,omitempty"`
	Title    string      `json:"title,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Seed     string      `json:"seed,omitempty"`
	// Outcome is who held which title when the quarter was closed. It stands,
	// whatever is corrected later; nil has the titles follow from the results as
	// they are.
	Outcome *LadderOutcome `json:"outcome,omitempty"`
}

// LadderOutcome is what closing a quarter has made of the titles.
type LadderOutcome struct {
	// Titles are the holders of each title, in the order of the rules.
	Titles [][]EntrantID `json:"titles"`
	Moves  []LadderMove  `json:"moves,omitempty"`
}

// LadderAbsence is that somebody stayed away from a match of the round, as the
// referees noted it; Times where it was more than once. A match that was
// forfeited is an absence without being noted.
type LadderAbsence struct {
	Entrant EntrantID
	Round   int
	Times   int
}

// LadderRecord is what happened on a challenge ladder beside rounds and
// results.
type LadderRecord struct {
	// Acts are in the order in which they were decided.
	Acts []LadderAct
	// Away are those who are not there now; they are no challengers unless they
	// are registered by name. Late are those who joined when rounds were drawn:
	// their places in the championship give no title.
	Away, Late []EntrantID
	Absences   []LadderAbsence
}

// LadderMatchKind is what a match on the ladder is, by the titles that the two
// held when it was drawn.
type LadderMatchKind string

// The kinds of matches.
const (
	// LadderQualifying: two challengers, before any of the quarter met a holder.
	LadderQualifying LadderMatchKind = "qualifying"
	// LadderChallenge: a challenger and a holder.
	LadderChallenge LadderMatchKind = "challenge"
	// LadderPeers: two holders of one title.
	LadderPeers LadderMatchKind = "peers"
	// LadderHolderUp: a holder and one of a higher title.
	LadderHolderUp LadderMatchKind = "holder-up"
	// LadderFriendly: two without a title, when nothing is at stake between them.
	LadderFriendly LadderMatchKind = "friendly"
)

// LadderMatch is a match on the ladder as it counts.
type LadderMatch struct {
	Quarter int             `json:"quarter"`
	Round   int             `json:"round"`
	Kind    LadderMatchKind `json:"kind"`
	// Challenger is the one of lower title, or the first one named; Holder the
	// other.
	Challenger EntrantID `json:"challenger"`
	Holder     EntrantID `json:"holder"`
	// Title is the one that is challenged, "" for none.
	Title string `json:"title,omitempty"`
	// Winner is empty while there is no result, and where nobody won.
	Winner EntrantID `json:"winner,omitempty"`
	// Points are what the winner gets.
	Points scoresheet.Points `json:"points"`
	// Void: the match was struck out, and may be played again.
	Void bool `json:"void,omitempty"`
	// Pending: there is no result yet.
	Pending bool `json:"pending,omitempty"`
}

// DefaultQuarters is how often a ladder is played in a year whose rules do not
// say.
const DefaultQuarters = 4

// noTitle stands for the title of who holds none.
const noTitle = -1

// ladder is a challenge ladder as it stands, replayed from its record.
// Entrants and titles are numbered as they stand in field and rules.
type ladder struct {
	stage    *Stage
	rules    *scoresheet.ChallengeRules
	entrants []Entrant
	index    map[EntrantID]int
	// place is the place in the last championship, 0 for none.
	place   []int
	results map[ladderKey]*Result
	// leaves is the first round that the entrant does not play, 0 if it stays:
	// of several times the first counts. void strikes out what it has played.
	leaves []int
	void   []bool
	noted  map[ladderSeat]int

	// now is the number of the next round, as far as the record was replayed.
	now   int
	title []int
	// lostTo are the challengers to whom a holder has lost since it took its
	// title.
	lostTo   [][]int
	absences []int
	points   []scoresheet.Points
	// byes are those of the quarter's playing off.
	byes []int
	ladderQuarter
	matches []LadderMatch
	closed  []LadderQuarter
	refused []LadderAct
}

// ladderKey is a match: its round and its two entrants, lower number first.
type ladderKey struct{ round, a, b int }

// ladderSeat is an entrant in a round.
type ladderSeat struct{ round, entrant int }

// ladderQuarter is what is counted within a quarter.
type ladderQuarter struct {
	// first and last are numbers of its rounds, 0 before the first one.
	first, last int
	before      []int
	// registered: the challengers were named, and not taken from the first round.
	registered  bool
	challengers []int
	// out are those who lost a match of playing off, stopped those who were left
	// out by the organiser, began says that a challenger met a holder.
	out, stopped []bool
	began        bool
	// firstOf is the round in which challengers first met holders of each title.
	firstOf []*Round
	beaten  [][]ladderBeat
	met     map[[2]int]bool
	asked   [][2]int
	gained  []scoresheet.Points
	moves   []LadderMove
}

// ladderBeat is a holder who was beaten, and the title it held then.
type ladderBeat struct{ holder, title int }

// newLadder replays the record of a stage.
//
// Faults: see LadderOver.
func newLadder(stage Stage) (*ladder, error) {
	l := &ladder{stage: &stage, rules: stage.Phase.Challenges, entrants: stage.Entrants()}
	if l.rules == nil || len(l.rules.Titles) == 0 || l.rules.Challengers < 1 {
		return nil, scoresheet.Faults{fault("ladder.rules", "", "phase", stage.Phase.ID)}
	}
	n := len(l.entrants)
	l.index = make(map[EntrantID]int, n)
	l.leaves, l.void, l.title, l.absences = make([]int, n), make([]bool, n), make([]int, n), make([]int, n)
	l.lostTo, l.points = make([][]int, n), make([]scoresheet.Points, n)
	var faults scoresheet.Faults
	for i, entrant := range l.entrants {
		if _, twice := l.index[entrant.ID]; twice {
			faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		l.index[entrant.ID], l.title[i] = i, noTitle
	}
	if len(faults) == 0 {
		faults = l.crown()
	}
	if len(faults) > 0 {
		return nil, faults
	}
	l.read()
	l.begin()
	l.replay()
	return l, nil
}

// crown gives the titles that follow from the last championship.
func (l *ladder) crown() scoresheet.Faults {
	l.place = l.places()
	var faults scoresheet.Faults
	by := map[int]EntrantID{}
	for i, place := range l.place {
		title := l.titleOfPlace(place)
		if title == noTitle || slices.Contains(l.stage.Ladder.Late, l.entrants[i].ID) {
			continue
		}
		if other, twice := by[place]; twice {
			faults = append(faults, fault("ladder.place-twice", scoresheet.Pointer("entrants", i, "seed"),
				"place", place, "entrants", []EntrantID{other, l.entrants[i].ID}))
		}
		by[place], l.title[i] = l.entrants[i].ID, title
	}
	return faults
}

// places are the places in the last championship: the rank that an entrant
// came with, or else its seed.
func (l *ladder) places() []int {
	var places []int
	for _, group := range l.stage.Groups {
		for i, entrant := range group.Entrants {
			place := entrant.Seed
			if len(group.Origins) == len(group.Entrants) {
				place = group.Origins[i].Rank
			}
			places = append(places, place)
		}
	}
	return places
}

func (l *ladder) titleOfPlace(place int) int {
	for t, title := range l.rules.Titles {
		if place >= max(title.FirstPlace, 1) && place < title.FirstPlace+title.Holders {
			return t
		}
	}
	return noTitle
}

// read sorts results, withdrawals and absences so that they can be found.
func (l *ladder) read() {
	for _, w := range l.stage.Withdrawals {
		if i, ours := l.index[w.Entrant]; ours {
			if from := max(w.From, 1); l.leaves[i] == 0 || from < l.leaves[i] {
				l.leaves[i] = from
			}
			l.void[i] = l.void[i] || w.Void
		}
	}
	l.results = make(map[ladderKey]*Result, len(l.stage.Results))
	for i := range l.stage.Results {
		r := &l.stage.Results[i]
		home, homeOurs := l.index[r.Home]
		away, awayOurs := l.index[r.Away]
		if homeOurs && awayOurs && !r.Playoff && r.flaw() == "" {
			l.results[ladderKey{r.Round, min(home, away), max(home, away)}] = r
		}
	}
	l.noted = make(map[ladderSeat]int, len(l.stage.Ladder.Absences))
	for _, a := range l.stage.Ladder.Absences {
		if i, ours := l.index[a.Entrant]; ours {
			l.noted[ladderSeat{a.Round, i}] += max(a.Times, 1)
		}
	}
}

// begin starts a quarter.
func (l *ladder) begin() {
	n := len(l.entrants)
	l.ladderQuarter = ladderQuarter{
		before: slices.Clone(l.title), out: make([]bool, n), stopped: make([]bool, n), beaten: make([][]ladderBeat, n),
		firstOf: make([]*Round, len(l.rules.Titles)), met: map[[2]int]bool{}, gained: make([]scoresheet.Points, n),
	}
	l.byes = make([]int, n)
}

// replay goes through rounds and acts in the order in which they happened.
func (l *ladder) replay() {
	acts := l.stage.Ladder.Acts
	for k := 0; ; k++ {
		last := k == len(l.stage.Rounds)
		var round *Round
		if !last {
			round = &l.stage.Rounds[k]
		}
		l.now = k + 1
		l.leave(round)
		for len(acts) > 0 && (acts[0].After <= k || last) {
			l.act(acts[0])
			acts = acts[1:]
		}
		if last {
			return
		}
		l.play(round)
	}
}

// gone reports whether the entrant does not play the round any more.
func (l *ladder) gone(i, round int) bool { return l.leaves[i] > 0 && l.leaves[i] <= round }

// leave takes the titles of those who have left before the round; who is
// paired in it still holds one there.
func (l *ladder) leave(round *Round) {
	for i, title := range l.title {
		if title == noTitle || !l.gone(i, l.now) || round.plays(l.entrants[i].ID) {
			continue
		}
		l.title[i] = noTitle
		l.moves = append(l.moves, LadderMove{Entrant: l.entrants[i].ID, From: l.rules.Titles[title].ID, Why: MoveWithdrawn})
	}
}

// plays reports whether the entrant is paired in the round.
func (r *Round) plays(id EntrantID) bool {
	return r != nil && slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return p.Home == id || p.Away == id })
}

// quarters is how many a year has.
func (l *ladder) quarters() int {
	if l.rules.Quarters < 1 {
		return DefaultQuarters
	}
	return l.rules.Quarters
}

func (l *ladder) over() bool { return len(l.closed) >= l.quarters() }

// act does what the organiser has decided. What does not fit any more, since a
// result was corrected after it, is left undone and remembered.
func (l *ladder) act(act LadderAct) {
	done := false
	switch act.Kind {
	case LadderRegister:
		done = l.register(act.Entrants)
	case LadderAsk:
		done = l.ask(act)
	case LadderGrant:
		done = l.grant(act)
	case LadderClose:
		done = !l.over()
		if done {
			l.close(act)
		}
	}
	if !done {
		l.refused = append(l.refused, act)
	}
}

func (l *ladder) register(ids []EntrantID) bool {
	if l.over() {
		return false
	}
	var named []int
	for i, entrant := range l.entrants {
		if slices.Contains(ids, entrant.ID) && l.title[i] == noTitle {
			named = append(named, i)
		}
	}
	if l.first > 0 {
		for _, i := range l.challengers {
			l.stopped[i] = !slices.Contains(named, i)
		}
		return true
	}
	for _, i := range named {
		if l.gaveUp(i) {
			l.absences[i] = 0
		}
	}
	l.registered, l.challengers = true, named
	return true
}

func (l *ladder) ask(act LadderAct) bool {
	a, known := l.index[act.Entrant]
	b, both := l.index[act.Holder]
	if !known || !both || a == b || l.over() {
		return false
	}
	l.asked = append(l.asked, [2]int{a, b})
	return true
}

func (l *ladder) grant(act LadderAct) bool {
	i, known := l.index[act.Entrant]
	title := l.titleOf(act.Title)
	if !known || (act.Title != "" && (title == noTitle || l.gone(i, l.now))) {
		return false
	}
	if title != noTitle && title != l.title[i] && len(l.holders(title)) >= l.rules.Titles[title].Holders {
		return false
	}
	l.moves = append(l.moves, LadderMove{
		Entrant: act.Entrant, From: l.titleID(l.title[i]), To: act.Title, Why: MoveGranted, Reason: act.Reason,
	})
	l.title[i], l.lostTo[i] = title, nil
	if title != noTitle && l.gaveUp(i) {
		l.absences[i] = 0
	}
	return true
}

// titleOf is the number of the title with the id, noTitle for none.
func (l *ladder) titleOf(id string) int {
	return slices.IndexFunc(l.rules.Titles, func(t scoresheet.Title) bool { return t.ID == id })
}

func (l *ladder) titleID(title int) string {
	if title == noTitle {
		return ""
	}
	return l.rules.Titles[title].ID
}

// holders are those who hold the title, in the order of the field.
func (l *ladder) holders(title int) []int {
	var holders []int
	for i, t := range l.title {
		if t == title {
			holders = append(holders, i)
		}
	}
	return holders
}

func (l *ladder) gaveUp(i int) bool {
	return l.rules.Absences > 0 && l.absences[i] >= l.rules.Absences
}

// play counts a round.
func (l *ladder) play(round *Round) {
	if l.over() {
		return
	}
	if l.first == 0 {
		l.first = round.Number
		if !l.registered {
			l.challengers = l.withoutTitle(round)
		}
	}
	l.last = round.Number
	var met []LadderMatch
	for _, p := range round.Pairings {
		if m, ok := l.meeting(round.Number, p); ok {
			met = append(met, m)
		}
	}
	for _, m := range met {
		l.count(round, m)
	}
	for _, m := range met {
		l.began = l.began || m.Kind == LadderChallenge
	}
	if !l.began {
		for _, id := range round.Byes {
			if i, ours := l.index[id]; ours && l.title[i] == noTitle {
				l.byes[i]++
			}
		}
	}
	l.countAbsences(round)
	l.matches = append(l.matches, met...)
}

// withoutTitle are those named in the round who hold no title.
func (l *ladder) withoutTitle(round *Round) []int {
	var list []int
	for i, entrant := range l.entrants {
		if l.title[i] == noTitle && (round.plays(entrant.ID) || slices.Contains(round.Byes, entrant.ID)) {
			list = append(list, i)
		}
	}
	return list
}

// meeting is what a pairing is on the ladder, with its result. False for one
// of strangers.
func (l *ladder) meeting(round int, p Pairing) (LadderMatch, bool) {
	home, homeOurs := l.index[p.Home]
	away, awayOurs := l.index[p.Away]
	if !homeOurs || !awayOurs || home == away {
		return LadderMatch{}, false
	}
	m := LadderMatch{Quarter: len(l.closed) + 1, Round: round, Challenger: p.Home, Holder: p.Away}
	low, high := l.title[home], l.title[away]
	if low > high {
		low, high = high, low
		m.Challenger, m.Holder = p.Away, p.Home
	}
	switch {
	case high == noTitle && l.began:
		m.Kind = LadderFriendly
	case high == noTitle:
		m.Kind = LadderQualifying
	case low == noTitle:
		m.Kind = LadderChallenge
	case low == high:
		m.Kind = LadderPeers
	default:
		m.Kind = LadderHolderUp
	}
	m.Title = l.titleID(high)
	l.decide(&m, home, away)
	if m.Winner != "" && high != noTitle {
		m.Points = scoresheet.WholePoints(l.rules.Titles[high].Points)
	}
	return m, true
}

// decide finds the winner of a match. A match without a result is won by the
// one who is still there, where the other has left.
func (l *ladder) decide(m *LadderMatch, home, away int) {
	if l.void[home] || l.void[away] {
		m.Void = true
		return
	}
	r := l.results[ladderKey{m.Round, min(home, away), max(home, away)}]
	homeGone, awayGone := l.gone(home, m.Round), l.gone(away, m.Round)
	switch {
	case r != nil && r.Kind == Void:
		m.Void = true
	case r != nil && r.Winner == scoresheet.SideA:
		m.Winner = r.Home
	case r != nil && r.Winner == scoresheet.SideB:
		m.Winner = r.Away
	case r != nil || (homeGone && awayGone):
	case homeGone:
		m.Winner = l.entrants[away].ID
	case awayGone:
		m.Winner = l.entrants[home].ID
	default:
		m.Pending = true
	}
}

// count counts a match for its quarter and for the year.
func (l *ladder) count(round *Round, m LadderMatch) {
	challenger, holder := l.index[m.Challenger], l.index[m.Holder]
	title := l.titleOf(m.Title)
	if m.Kind == LadderChallenge {
		if !slices.Contains(l.challengers, challenger) {
			l.challengers = append(l.challengers, challenger)
		}
		if l.firstOf[title] == nil {
			l.firstOf[title] = round
		}
	}
	if m.Void {
		return
	}
	l.met[duel(challenger, holder)] = true
	if m.Kind == LadderQualifying {
		l.countQualifying(m, challenger, holder)
		return
	}
	if m.Winner == "" || m.Kind == LadderFriendly {
		return
	}
	winner, loser := l.index[m.Winner], challenger
	if winner == challenger {
		loser = holder
	}
	l.points[winner] += m.Points
	l.gained[winner] += m.Points
	if l.title[loser] >= l.title[winner] {
		l.beaten[winner] = append(l.beaten[winner], ladderBeat{loser, l.title[loser]})
	}
	if m.Kind == LadderChallenge && winner == challenger && !slices.Contains(l.lostTo[holder], challenger) {
		l.lostTo[holder] = append(l.lostTo[holder], challenger)
	}
}

// countQualifying puts out who has lost; where nobody won, whether both stay
// in or are out depends on whether they were there.
func (l *ladder) countQualifying(m LadderMatch, a, b int) {
	both := m.Winner == "" && !m.Pending && !l.drawn(m, a, b)
	for _, i := range []int{a, b} {
		if both || (m.Winner != "" && m.Winner != l.entrants[i].ID) {
			l.out[i] = true
		}
	}
}

// drawn reports whether the match was played and nobody won.
func (l *ladder) drawn(m LadderMatch, a, b int) bool {
	r := l.results[ladderKey{m.Round, min(a, b), max(a, b)}]
	return r != nil && r.Kind == Played
}

func duel(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// countAbsences counts who stayed away in the round: as it was noted, and once
// at least for who forfeited.
func (l *ladder) countAbsences(round *Round) {
	for _, p := range round.Pairings {
		home, homeOurs := l.index[p.Home]
		away, awayOurs := l.index[p.Away]
		if !homeOurs || !awayOurs || home == away {
			continue
		}
		r := l.results[ladderKey{round.Number, min(home, away), max(home, away)}]
		for _, i := range []int{home, away} {
			times := l.noted[ladderSeat{round.Number, i}]
			if r != nil && r.forfeitedBy(l.entrants[i].ID) {
				times = max(times, 1)
			}
			l.absences[i] += times
		}
	}
}

// forfeitedBy reports whether the entrant did not come to the match.
func (r *Result) forfeitedBy(id EntrantID) bool {
	switch r.Kind {
	case DoubleForfeit:
		return true
	case Walkover:
		return (r.Winner == scoresheet.SideA) != (r.Home == id)
	}
	return false
}
