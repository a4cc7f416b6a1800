package contest

import (
	"cmp"
	"slices"
	"strconv"

	"kiosk/scoresheet"
)

// StandingsInput is everything that the standings of a group follow from.
type StandingsInput struct {
	Phase, Group string
	Entrants     []Entrant
	// Rounds is the schedule as far as it is drawn. Pairings, byes and results
	// of entrants outside the group are passed over, so that the rounds and
	// results of a whole phase may be handed in.
	Rounds []Round
	// MoreRounds says that rounds are to come which are not drawn yet.
	MoreRounds bool
	// Begun is the number of the last round that has begun: byes up to it give
	// their points, and walkovers of those who have withdrawn count.
	Begun       int
	Results     []Result
	Withdrawals []Withdrawal
	// Criteria are the tie-breaks of the phase, in order.
	Criteria []scoresheet.Criterion
	// MatchPoints price byes, walkovers and double forfeits; nil where the
	// rulebook has no match points.
	MatchPoints *scoresheet.MatchPoints
	// Lots are all that were drawn and recorded, oldest first.
	Lots []Lot
	// Cuts are the ranks after which it matters for what comes next who stands
	// before and who behind: 2 where the first two go on. Play-offs are for
	// these alone; without cuts they are for every rank.
	Cuts []int
}

// Standings is the ranking of a group. Every entrant stands in exactly one row.
type Standings struct {
	Phase, Group string
	Criteria     []scoresheet.Criterion
	// Complete: every match of the group has a result, and every bye its points.
	Complete bool
	// Provisional: some result is not confirmed, and may still change.
	Provisional bool
	Rows        []Row
	// LotsNeeded are the ties that only a lot can break now, PlayoffsNeeded those
	// for which there is a play-off first.
	LotsNeeded     []LotNeeded
	PlayoffsNeeded []PlayoffNeeded
}

// LotNeeded is a set of entrants who are level in everything, where the
// rulebook has a lot drawn. It appears once the group is complete.
type LotNeeded struct {
	// Rank is the best of the ranks that the lot decides.
	Rank     int
	Entrants []EntrantID
	// Provisional: a result that is not confirmed may still undo the tie.
	Provisional bool
}

// Row is an entrant's place in the standings.
type Row struct {
	Entrant Entrant
	// Rank counts from 1; those who share one have the same, and as many ranks
	// after it are left out.
	Rank int
	// Sharing is how many have this rank, 1 if it is the entrant's alone.
	Sharing int
	// Provisional: the rank may still change, because a result that touches it is
	// missing or not confirmed, or because a lot or a play-off is to come. A rank
	// that no result can change any more is not, though others are.
	Provisional bool
	// Withdrawn: its results are struck out, and it stands after all others.
	Withdrawn bool
	Totals    Totals
	// Figures are the values under the criteria, in their order. A criterion
	// among the tied, an own match, a play-off or a lot has one only for those
	// whom it was asked for; of several the one that parted them last.
	Figures []Figure
	// Decisions are the criteria that moved this entrant apart from others, in
	// order; the last one gave it its rank.
	Decisions []*Decision
}

// DecidedBy is the criterion that gave the entrant its rank, nil for one who
// was never apart from anybody.
func (r Row) DecidedBy() *Decision {
	if len(r.Decisions) == 0 {
		return nil
	}
	return r.Decisions[len(r.Decisions)-1]
}

// Decision is a criterion that told apart entrants who were level until then.
type Decision struct {
	// Criterion is its index in Criteria, and Rule and Among what stands there.
	Criterion int
	Rule      scoresheet.Rule
	Among     bool
	// Rank is the best of the ranks that were at stake.
	Rank int
	// Level are those who were level, in the order in which they ended up, and
	// Figures what was compared, in the same order.
	Level   []EntrantID
	Figures []Figure
}

// Unit is what a figure counts.
type Unit string

// The units of figures. InPoints figures are in tenths, as scoresheet.Points.
const (
	InPoints  Unit = "points"
	InNumber  Unit = "number"
	InSeconds Unit = "seconds"
	InPlaces  Unit = "place"
)

// Figure is a value under a criterion. The zero value is none.
type Figure struct {
	Amount int64
	Unit   Unit
}

// Known reports whether there is a value.
func (f Figure) Known() bool { return f.Unit != "" }

// String is the value in digits, "" for none.
func (f Figure) String() string {
	switch f.Unit {
	case "":
		return ""
	case InPoints:
		return scoresheet.Points(f.Amount).String()
	}
	return strconv.FormatInt(f.Amount, 10)
}

// Final reports whether every rank stands: the group is complete, every result
// is confirmed, and no lot or play-off is to come.
func (s Standings) Final() bool {
	return s.Complete && !s.Provisional && len(s.LotsNeeded) == 0 && len(s.PlayoffsNeeded) == 0
}

// Between is the decision that put the entrant of row i before that of a later
// row j; nil where they share a rank, where one has withdrawn, or where there
// are no such rows.
func (s Standings) Between(i, j int) *Decision {
	if i < 0 || j >= len(s.Rows) || i >= j {
		return nil
	}
	a, b := s.Rows[i].Decisions, s.Rows[j].Decisions
	var last *Decision
	for k := 0; k < len(a) && k < len(b) && a[k] == b[k]; k++ {
		last = a[k]
	}
	if s.Rows[i].Rank == s.Rows[j].Rank {
		return nil
	}
	return last
}

// byMargin is the word of the setting "largest_win" for Criterion.Margin.
const byMargin = "margin"

// Criteria are the tie-breaks of a phase under its settings: "difference_among"
// has level differences count only among those who are level, "largest_win" has
// the largest winning game count by its margin.
func Criteria(ranking []scoresheet.Criterion, terms scoresheet.Terms) []scoresheet.Criterion {
	criteria := slices.Clone(ranking)
	for i := range criteria {
		c := &criteria[i]
		c.Among = c.Among || (c.Rule == scoresheet.RuleLevelDifference && terms.DifferenceAmong)
		c.Margin = c.Margin || (c.Rule == scoresheet.RuleLargestWin && terms.LargestWin == byMargin)
	}
	return criteria
}

// Rank makes the standings of a group. Criteria are applied in order by
// splitting: each one that is meant for as many entrants as are level tells
// them apart, and those who are level still go on to the next one; none is
// asked again, but where a criterion says that it restarts. An own match, and
// whatever counts only among the tied, speaks once all of them have met each
// other. A lot that was drawn among all of the tied, or more, holds for good:
// the oldest one counts.
//
// A full rank is cheap (1,000 entrants over 12 rounds in a few milliseconds), so
// nothing of an earlier one is kept: what a result does not touch comes out the
// same.
//
// Faults: "standings.entrant-twice", "standings.rule"; "result.entrant" (an opponent from
// outside), "result.twice", "result.self", "result.winner", "result.kind",
// "result.round".
func Rank(in StandingsInput) (Standings, error) {
	l := newLedger(&in)
	if faults := append(unknownRules(in.Criteria), l.faults...); len(faults) > 0 {
		return Standings{}, faults
	}
	t := newTable(&in, l)
	t.rank()
	return t.standings(), nil
}

func unknownRules(criteria []scoresheet.Criterion) scoresheet.Faults {
	var faults scoresheet.Faults
	for i, criterion := range criteria {
		if _, asked := readers[criterion.Rule]; !asked && gaugeOf(criterion) == nil {
			faults = append(faults, fault("standings.rule", scoresheet.Pointer("criteria", i), "rule", criterion.Rule))
		}
	}
	return faults
}

// table sorts the entrants of a group.
type table struct {
	in     *StandingsInput
	ledger *ledger
	// order are the entrants by their number in the input, best first.
	order []int
	// asked are the figures of those who are being compared, sure those whose
	// rank no result can change; both, and all that follow, by number in the input.
	asked     []Figure
	sure      []bool
	figures   [][]Figure
	rows      []Row
	playedOff []int
	decisions []decided
	// lots are the places of each lot, read once one is needed.
	lots []map[EntrantID]int

	lotsNeeded     []LotNeeded
	playoffsNeeded []PlayoffNeeded
}

// decided is a decision and the stretch of the order that it was about.
type decided struct {
	*Decision
	level []int
}

// answer is what a criterion has to say of those who are level.
type answer int

const (
	// silent: nothing; the next criterion is asked.
	silent answer = iota
	// speaks: their figures are to be compared.
	speaks
	// waits: it will speak later, and nothing after it may part them before.
	waits
)

// readers are the rules that more is asked of than a figure of totals.
var readers = map[scoresheet.Rule]func(t *table, better, c int, level []int) answer{
	scoresheet.RuleOwnMatch: (*table).readOwnMatch,
	scoresheet.RulePlayoff:  (*table).readPlayoff,
	scoresheet.RuleLot:      (*table).readLot,
}

func newTable(in *StandingsInput, l *ledger) *table {
	n := len(in.Entrants)
	t := &table{
		in: in, ledger: l, order: make([]int, n), asked: make([]Figure, n), sure: l.certain(),
		figures: make([][]Figure, n), rows: make([]Row, n), playedOff: make([]int, n),
	}
	width := len(in.Criteria)
	all := make([]Figure, n*width)
	for i, entrant := range in.Entrants {
		t.order[i] = i
		t.figures[i] = all[i*width : (i+1)*width : (i+1)*width]
		t.rows[i] = Row{Entrant: entrant, Totals: l.totals[i], Withdrawn: l.void[i], Provisional: !t.sure[i], Figures: t.figures[i]}
	}
	for c, criterion := range in.Criteria {
		read := gaugeOf(criterion)
		if read == nil || criterion.Among {
			continue
		}
		for i := range in.Entrants {
			t.figures[i][c] = read(&l.totals[i])
		}
	}
	return t
}

func (t *table) rank() {
	slices.SortFunc(t.order, func(a, b int) int {
		if t.ledger.void[a] != t.ledger.void[b] {
			return boolOrder(t.ledger.void[a])
		}
		return compareEntrants(t.in.Entrants[a], t.in.Entrants[b])
	})
	playing := len(t.order)
	for playing > 0 && t.ledger.void[t.order[playing-1]] {
		playing--
	}
	t.split(0, t.order[:playing], 0, nil)
	t.share(playing, t.order[playing:], nil)
}

func boolOrder(after bool) int {
	if after {
		return 1
	}
	return -1
}

// split ranks a stretch of the order, which starts after so many better ones,
// by the criteria from one on.
func (t *table) split(better int, level []int, from int, decisions []*Decision) {
	for c := from; c < len(t.in.Criteria) && len(level) > 1; c++ {
		if !meantFor(t.in.Criteria[c], len(level)) {
			continue
		}
		answer := t.ask(better, c, level)
		if answer == waits {
			break
		}
		if answer == speaks && t.part(better, c, level, decisions) {
			return
		}
	}
	t.share(better, level, decisions)
}

// part sorts those who are level by what was asked. If that parts them, it goes
// on with each set of those who are level still.
func (t *table) part(better, c int, level []int, decisions []*Decision) bool {
	criterion := t.in.Criteria[c]
	low := lowFirst(criterion.Rule)
	compare := func(a, b int) int { return compareFigures(t.asked[a], t.asked[b], low) }
	slices.SortStableFunc(level, compare)
	parted := compare(level[0], level[len(level)-1]) != 0
	figures := make([]Figure, len(level))
	for k, i := range level {
		figures[k] = t.asked[i]
		if parted || !t.figures[i][c].Known() {
			t.figures[i][c] = t.asked[i]
		}
	}
	if !parted {
		return false
	}
	decision := &Decision{Criterion: c, Rule: criterion.Rule, Among: criterion.Among, Rank: better + 1, Figures: figures}
	t.decisions = append(t.decisions, decided{decision, level})
	path := append(slices.Clip(decisions), decision)
	next := t.after(c)
	for start := 0; start < len(level); {
		end := start + 1
		for end < len(level) && compareFigures(figures[start], figures[end], low) == 0 {
			end++
		}
		t.split(better+start, level[start:end], next, path)
		start = end
	}
	return true
}

// after is the criterion that those begin with who are level still after one
// has parted them: the next one; the first that looks at the matches among the
// level where it restarts; itself for a play-off, which those play again.
func (t *table) after(c int) int {
	criterion := t.in.Criteria[c]
	switch {
	case criterion.Rule == scoresheet.RulePlayoff:
		return c
	case !criterion.Restart:
		return c + 1
	}
	first := slices.IndexFunc(t.in.Criteria[:c], func(c scoresheet.Criterion) bool {
		return c.Among || c.Rule == scoresheet.RuleOwnMatch
	})
	if first < 0 {
		return c
	}
	return first
}

// share gives one rank to all of them.
func (t *table) share(better int, level []int, decisions []*Decision) {
	for _, i := range level {
		row := &t.rows[i]
		row.Rank, row.Sharing, row.Decisions = better+1, len(level), decisions
	}
}

// wait marks those who wait for a lot or a play-off.
func (t *table) wait(level []int) {
	for _, i := range level {
		t.rows[i].Provisional = true
	}
}

// unsure reports whether a result may still change who is level here.
func (t *table) unsure(level []int) bool {
	return slices.ContainsFunc(level, func(i int) bool { return !t.sure[i] })
}

// meantFor reports whether the criterion speaks for so many who are level.
func meantFor(criterion scoresheet.Criterion, level int) bool {
	switch criterion.Tied {
	case "two":
		return level == 2
	case "more":
		return level > 2
	}
	return true
}

// ask reads the figures of those who are level under a criterion.
func (t *table) ask(better, c int, level []int) answer {
	criterion := t.in.Criteria[c]
	if criterion.Circle && !t.ledger.circle(level) {
		return silent
	}
	if read, asks := readers[criterion.Rule]; asks {
		for _, i := range level {
			t.asked[i] = Figure{}
		}
		return read(t, better, c, level)
	}
	if criterion.Among {
		return t.readAmong(level, gaugeOf(criterion))
	}
	for _, i := range level {
		t.asked[i] = t.figures[i][c]
	}
	return speaks
}

// readOwnMatch compares own matches: between two who won, among more the
// points, or the wins where the rulebook has no match points.
func (t *table) readOwnMatch(_, _ int, level []int) answer {
	rule := scoresheet.RulePoints
	if len(level) == 2 || t.in.MatchPoints == nil {
		rule = scoresheet.RuleWins
	}
	return t.readAmong(level, gauges[rule])
}

func (t *table) readAmong(level []int, read gauge) answer {
	totals, allMet := t.ledger.among(level)
	if !allMet {
		return silent
	}
	for k, i := range level {
		t.asked[i] = read(&totals[k])
	}
	return speaks
}

// readLot reads the places of the oldest lot among all who are level. Without
// one it notes that a lot is needed, once nothing else can part them any more.
func (t *table) readLot(better, _ int, level []int) answer {
	ids := t.ids(level)
	for _, places := range t.lotPlaces() {
		among := func(id EntrantID) bool { return places[id] > 0 }
		if len(places) < len(ids) || !all(ids, among) {
			continue
		}
		for k, i := range level {
			t.asked[i] = Figure{int64(places[ids[k]]), InPlaces}
		}
		return speaks
	}
	if !t.ledger.open {
		t.lotsNeeded = append(t.lotsNeeded, LotNeeded{Rank: better + 1, Entrants: ids, Provisional: t.unsure(level)})
		t.wait(level)
	}
	return waits
}

// lotPlaces are the places that each lot gave, oldest first.
func (t *table) lotPlaces() []map[EntrantID]int {
	if t.lots == nil {
		for _, lot := range t.in.Lots {
			t.lots = append(t.lots, lot.places())
		}
	}
	return t.lots
}

func all(ids []EntrantID, is func(EntrantID) bool) bool {
	return !slices.ContainsFunc(ids, func(id EntrantID) bool { return !is(id) })
}

func (t *table) ids(level []int) []EntrantID {
	ids := make([]EntrantID, len(level))
	for i, entrant := range level {
		ids[i] = t.in.Entrants[entrant].ID
	}
	return ids
}

func (t *table) standings() Standings {
	for _, d := range t.decisions {
		d.Level = t.ids(d.level)
	}
	s := Standings{
		Phase: t.in.Phase, Group: t.in.Group, Criteria: slices.Clone(t.in.Criteria),
		Complete: !t.ledger.open, Provisional: t.ledger.unconfirmed,
		Rows: make([]Row, len(t.order)), LotsNeeded: t.lotsNeeded, PlayoffsNeeded: t.playoffsNeeded,
	}
	for i, entrant := range t.order {
		s.Rows[i] = t.rows[entrant]
	}
	return s
}

// gauge is the figure that a rule reads from totals.
type gauge func(*Totals) Figure

func inPoints(of func(*Totals) scoresheet.Points) gauge {
	return func(t *Totals) Figure { return Figure{int64(of(t)), InPoints} }
}

func inNumber(of func(*Totals) int) gauge {
	return func(t *Totals) Figure { return Figure{int64(of(t)), InNumber} }
}

// secondsOfWins has no figure for who has not won, or has won a match that
// nobody measured: a walkover takes no time, and is no fast win.
func secondsOfWins(t *Totals) Figure {
	if t.Timed == 0 || t.Timed < t.Won {
		return Figure{}
	}
	return Figure{int64(t.Seconds), InSeconds}
}

var gauges = map[scoresheet.Rule]gauge{
	scoresheet.RulePoints:          inPoints(func(t *Totals) scoresheet.Points { return t.Points }),
	scoresheet.RuleSecond:          inPoints(func(t *Totals) scoresheet.Points { return t.Second }),
	scoresheet.RuleLevelDifference: inNumber(func(t *Totals) int { return t.Difference }),
	scoresheet.RuleWins:            inNumber(func(t *Totals) int { return t.Won }),
	scoresheet.RuleLevelsClimbed:   inNumber(func(t *Totals) int { return t.Climbed }),
	scoresheet.RuleGamePoints:      inPoints(func(t *Totals) scoresheet.Points { return t.Games }),
	scoresheet.RuleSmallPoints:     inPoints(func(t *Totals) scoresheet.Points { return t.Small }),
	scoresheet.RuleOpponentPoints:  inPoints(func(t *Totals) scoresheet.Points { return t.OpponentPoints }),
	scoresheet.RuleRunningTotals:   inPoints(func(t *Totals) scoresheet.Points { return t.RunningTotals }),
	scoresheet.RuleLargestWin:      inPoints(func(t *Totals) scoresheet.Points { return t.Largest }),
	scoresheet.RuleTimeTaken:       secondsOfWins,
}

var largestMargin = inPoints(func(t *Totals) scoresheet.Points { return t.LargestMargin })

// gaugeOf is what a criterion reads from totals, nil for one that asks more.
func gaugeOf(criterion scoresheet.Criterion) gauge {
	if criterion.Rule == scoresheet.RuleLargestWin && criterion.Margin {
		return largestMargin
	}
	return gauges[criterion.Rule]
}

// lowFirst reports whether the lower figure is better under the rule.
func lowFirst(rule scoresheet.Rule) bool {
	return rule == scoresheet.RuleTimeTaken || rule == scoresheet.RuleLot
}

// compareFigures puts the better figure first, and one that is there before
// one that is not.
func compareFigures(a, b Figure, low bool) int {
	switch {
	case !a.Known() && !b.Known():
		return 0
	case !a.Known():
		return 1
	case !b.Known():
		return -1
	case low:
		return cmp.Compare(a.Amount, b.Amount)
	}
	return cmp.Compare(b.Amount, a.Amount)
}
