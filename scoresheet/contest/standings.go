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
}

// Standings is the ranking of a group. Every entrant stands in exactly one row.
type Standings struct {
	Phase, Group string
	Criteria     []scoresheet.Criterion
	// Complete: every match of the group has a result that is not provisional.
	Complete bool
	Rows     []Row
	// LotsNeeded are the ties that only a lot can break now.
	LotsNeeded []LotNeeded
}

// LotNeeded is a set of entrants who are level in everything, where the
// rulebook has a lot drawn. It appears once the group is complete.
type LotNeeded struct {
	// Rank is the best of the ranks that the lot decides.
	Rank     int
	Entrants []EntrantID
}

// Row is an entrant's place in the standings.
type Row struct {
	Entrant Entrant
	// Rank counts from 1; those who share one have the same, and as many ranks
	// after it are left out.
	Rank int
	// Sharing is how many have this rank, 1 if it is the entrant's alone.
	Sharing int
	// Provisional: the rank may still change, because the group is not complete
	// or a lot is to be drawn.
	Provisional bool
	// Withdrawn: its results are struck out, and it stands after all others.
	Withdrawn bool
	Totals    Totals
	// Figures are the values under the criteria, in their order. A criterion
	// among the tied, an own match or a lot has one only for those whom it was
	// asked for.
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

// Final reports whether every rank stands: the group is complete and no lot is
// to be drawn.
func (s Standings) Final() bool { return s.Complete && len(s.LotsNeeded) == 0 }

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

// Rank makes the standings of a group. Criteria are applied in order by
// splitting: each one that is meant for as many entrants as are level tells
// them apart, and those who are level still go on to the next one; none is
// asked again. An own match, and whatever counts only among the tied, speaks
// once all of them have met each other. A lot that was drawn among all of the
// tied, or more, holds for good: the oldest one counts.
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
		_, known := gauges[criterion.Rule]
		if !known && criterion.Rule != scoresheet.RuleOwnMatch && criterion.Rule != scoresheet.RuleLot {
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
	// figures, rows and decisions are by number in the input.
	figures    [][]Figure
	rows       []Row
	decisions  []decided
	lotsNeeded []LotNeeded
}

// decided is a decision and the stretch of the order that it was about.
type decided struct {
	*Decision
	level []int
}

func newTable(in *StandingsInput, l *ledger) *table {
	n := len(in.Entrants)
	t := &table{in: in, ledger: l, order: make([]int, n), figures: make([][]Figure, n), rows: make([]Row, n)}
	width := len(in.Criteria)
	all := make([]Figure, n*width)
	for i, entrant := range in.Entrants {
		t.order[i] = i
		t.figures[i] = all[i*width : (i+1)*width : (i+1)*width]
		for c, criterion := range in.Criteria {
			if gauge, has := gauges[criterion.Rule]; has && !criterion.Among {
				t.figures[i][c] = gauge(l.totals[i])
			}
		}
		t.rows[i] = Row{Entrant: entrant, Totals: l.totals[i], Withdrawn: l.void[i], Figures: t.figures[i]}
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
		criterion := t.in.Criteria[c]
		if !meantFor(criterion, len(level)) {
			continue
		}
		if !t.ask(better, c, level) {
			if criterion.Rule == scoresheet.RuleLot {
				break // nothing after a lot may part them before it is drawn
			}
			continue
		}
		low := lowFirst(criterion.Rule)
		compare := func(a, b int) int { return compareFigures(t.figures[a][c], t.figures[b][c], low) }
		slices.SortStableFunc(level, compare)
		if compare(level[0], level[len(level)-1]) == 0 {
			continue
		}
		decision := &Decision{Criterion: c, Rule: criterion.Rule, Among: criterion.Among, Rank: better + 1}
		t.decisions = append(t.decisions, decided{decision, level})
		path := append(slices.Clip(decisions), decision)
		for start := 0; start < len(level); {
			end := start + 1
			for end < len(level) && compare(level[start], level[end]) == 0 {
				end++
			}
			t.split(better+start, level[start:end], c+1, path)
			start = end
		}
		return
	}
	t.share(better, level, decisions)
}

// share gives one rank to all of them.
func (t *table) share(better int, level []int, decisions []*Decision) {
	for _, i := range level {
		row := &t.rows[i]
		row.Rank, row.Sharing, row.Decisions = better+1, len(level), decisions
		row.Provisional = row.Provisional || t.ledger.open
	}
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

// ask reads the figures of those who are level under a criterion, and reports
// whether it speaks for them.
func (t *table) ask(better, c int, level []int) bool {
	criterion := t.in.Criteria[c]
	switch {
	case criterion.Rule == scoresheet.RuleLot:
		return t.readLot(better, c, level)
	case criterion.Rule == scoresheet.RuleOwnMatch:
		return t.readAmong(c, level, t.ownMatch(len(level)))
	case criterion.Among:
		return t.readAmong(c, level, gauges[criterion.Rule])
	}
	return true
}

// ownMatch is what own matches are compared by: between two who won, among
// more the points, or the wins where the rulebook has no match points.
func (t *table) ownMatch(tied int) gauge {
	if tied == 2 || t.in.MatchPoints == nil {
		return gauges[scoresheet.RuleWins]
	}
	return gauges[scoresheet.RulePoints]
}

func (t *table) readAmong(c int, level []int, read gauge) bool {
	totals, allMet := t.ledger.among(level)
	if !allMet {
		return false
	}
	for i, entrant := range level {
		t.figures[entrant][c] = read(totals[i])
	}
	return true
}

// readLot reads the places of the oldest lot among all who are level. Without
// one it notes that a lot is needed, once nothing else can part them any more.
func (t *table) readLot(better, c int, level []int) bool {
	ids := t.ids(level)
	for _, lot := range t.in.Lots {
		if !lot.covers(ids) {
			continue
		}
		for i, entrant := range level {
			t.figures[entrant][c] = Figure{int64(slices.Index(lot.Order, ids[i])) + 1, InPlaces}
		}
		return true
	}
	if !t.ledger.open {
		t.lotsNeeded = append(t.lotsNeeded, LotNeeded{Rank: better + 1, Entrants: ids})
		for _, i := range level {
			t.rows[i].Provisional = true
		}
	}
	return false
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
		d.Figures = make([]Figure, len(d.level))
		for i, entrant := range d.level {
			d.Figures[i] = t.figures[entrant][d.Criterion]
		}
	}
	s := Standings{
		Phase: t.in.Phase, Group: t.in.Group, Criteria: slices.Clone(t.in.Criteria),
		Complete: !t.ledger.open, Rows: make([]Row, len(t.order)), LotsNeeded: t.lotsNeeded,
	}
	for i, entrant := range t.order {
		s.Rows[i] = t.rows[entrant]
	}
	return s
}

// gauge is the figure that a rule reads from totals.
type gauge func(Totals) Figure

func inPoints(of func(Totals) scoresheet.Points) gauge {
	return func(t Totals) Figure { return Figure{int64(of(t)), InPoints} }
}

func inNumber(of func(Totals) int) gauge {
	return func(t Totals) Figure { return Figure{int64(of(t)), InNumber} }
}

// secondsOfWins has no figure for who has won no measured match.
func secondsOfWins(t Totals) Figure {
	if t.Timed == 0 {
		return Figure{}
	}
	return Figure{int64(t.Seconds), InSeconds}
}

var gauges = map[scoresheet.Rule]gauge{
	scoresheet.RulePoints:          inPoints(func(t Totals) scoresheet.Points { return t.Points }),
	scoresheet.RuleLevelDifference: inNumber(func(t Totals) int { return t.Difference }),
	scoresheet.RuleWins:            inNumber(func(t Totals) int { return t.Won }),
	scoresheet.RuleLevelsClimbed:   inNumber(func(t Totals) int { return t.Climbed }),
	scoresheet.RuleGamePoints:      inPoints(func(t Totals) scoresheet.Points { return t.Games }),
	scoresheet.RuleSmallPoints:     inPoints(func(t Totals) scoresheet.Points { return t.Small }),
	scoresheet.RuleOpponentPoints:  inPoints(func(t Totals) scoresheet.Points { return t.OpponentPoints }),
	scoresheet.RuleRunningTotals:   inPoints(func(t Totals) scoresheet.Points { return t.RunningTotals }),
	scoresheet.RuleLargestWin:      inPoints(func(t Totals) scoresheet.Points { return t.Largest }),
	scoresheet.RuleTimeTaken:       secondsOfWins,
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
