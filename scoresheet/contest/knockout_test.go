package contest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// fieldOf is a group of n entrants e1, e2, …, each of its own unit but for every
// unitSize of them in a row.
func fieldOf(n, unitSize int) contest.Group {
	var group contest.Group
	for i := range n {
		e := contest.Entrant{ID: contest.EntrantID(fmt.Sprint("e", i+1)), Number: fmt.Sprint(i + 1)}
		if unitSize > 0 {
			e.Unit = fmt.Sprint("unit ", i/unitSize+1)
		}
		group.Entrants = append(group.Entrants, e)
	}
	return group
}

// untidy says how often in a hundred something happens.
type untidy struct {
	walkover, doubleForfeit, leaves int
	// hand swaps the opponents of two matches of a drawn round.
	hand int
	// kept turns a result of the round before round, after a draw.
	kept int
}

// knockoutRun plays a knockout to its end.
type knockoutRun struct {
	t     testing.TB
	stage contest.Stage
	lots  *rand.Rand
	untidy
	// home decides who wins, nil for a lot.
	home func(round, match int) bool
}

func (k *knockoutRun) chance(percent int) bool { return percent > 0 && k.lots.IntN(100) < percent }

// over asks whether a round is to come, and looks at the standings as they are.
func (k *knockoutRun) over() bool {
	k.t.Helper()
	over, err := contest.KnockoutOver(k.stage)
	if err != nil {
		k.t.Fatalf("%s: %v", k.name(), err)
	}
	if over || len(k.stage.Entrants()) < 40 {
		k.checkStandings(over)
	}
	return over
}

func (k *knockoutRun) name() string {
	p := k.stage.Phase
	return fmt.Sprintf("%s of %d until %d repechage %v third %v, round %d", p.Draw, len(k.stage.Groups[0].Entrants), p.Until,
		p.Repechage, p.ThirdPlace, len(k.stage.Rounds)+1)
}

// play plays all rounds and gives the final standings.
func (k *knockoutRun) play() contest.Standings {
	k.t.Helper()
	k.leave()
	for !k.over() {
		if len(k.stage.Rounds) > 20 {
			k.t.Fatalf("%s: does not end", k.name())
		}
		k.round()
	}
	s, err := contest.RankKnockout(k.stage)
	if err != nil {
		k.t.Fatal(err)
	}
	if !s.Complete {
		k.t.Fatalf("%s: over and not complete", k.name())
	}
	return s
}

func (k *knockoutRun) leave() {
	for _, e := range k.stage.Entrants() {
		if k.chance(k.leaves) {
			k.stage.Withdrawals = append(k.stage.Withdrawals, contest.Withdrawal{Entrant: e.ID, From: k.stage.Next()})
		}
	}
}

func (k *knockoutRun) draw() contest.Round {
	k.t.Helper()
	round, err := contest.DrawKnockout(k.stage, "seed")
	if err != nil {
		k.t.Fatalf("%s: %v", k.name(), err)
	}
	if err := contest.VerifyKnockout(k.stage, round); err != nil {
		k.t.Fatalf("%s: %v\n%+v", k.name(), err, round)
	}
	again, err := contest.DrawKnockout(k.stage, "seed")
	if err != nil || !reflect.DeepEqual(round, again) {
		k.t.Fatalf("%s: two draws of one seed", k.name())
	}
	k.checkNext(round)
	if len(round.Pairings) == 0 {
		k.t.Fatalf("%s: a round without a match: %+v", k.name(), round)
	}
	return round
}

// checkNext wants the field of a round to be what was drawn.
func (k *knockoutRun) checkNext(round contest.Round) {
	k.t.Helper()
	next, err := contest.KnockoutNext(k.stage)
	if err != nil {
		k.t.Fatalf("%s: %v", k.name(), err)
	}
	playing := slices.Clone(round.Byes)
	var third []contest.EntrantID
	for _, p := range round.Pairings {
		if p.Reason == contest.ReasonThirdPlace {
			third = append(third, p.Home, p.Away)
			continue
		}
		playing = append(playing, p.Home, p.Away)
	}
	same := func(a, b []contest.EntrantID) bool {
		return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
	}
	if !same(playing, next.Playing) || !same(third, next.Third) || !same(round.Through, next.Through) ||
		next.Matches != len(round.Pairings)-len(third)/2 {
		k.t.Fatalf("%s: %+v of %+v", k.name(), round, next)
	}
}

func (k *knockoutRun) round() {
	k.t.Helper()
	round := k.draw()
	if n := len(round.Pairings); n > 1 && k.chance(k.hand) {
		a, b := &round.Pairings[k.lots.IntN(n)], &round.Pairings[k.lots.IntN(n)]
		if a.Reason != contest.ReasonThirdPlace && b.Reason != contest.ReasonThirdPlace {
			a.Away, b.Away = b.Away, a.Away
		}
	}
	k.stage.Rounds = append(k.stage.Rounds, round)
	if last := len(k.stage.Results) - 1; last >= 0 && k.chance(k.kept) {
		k.stage.Results[last].Winner = k.stage.Results[last].Winner.Other()
	}
	if over, err := contest.KnockoutOver(k.stage); over || err != nil {
		k.t.Fatalf("%s: over %v %v before its results", k.name(), over, err)
	}
	if len(k.stage.Entrants()) < 40 {
		k.checkStandings(false)
	}
	if _, err := contest.DrawKnockout(k.stage, "seed"); firstCode(err) != "knockout.unfinished" {
		k.t.Fatalf("%s: drawn before its results: %v", k.name(), err)
	}
	for i, p := range round.Pairings {
		k.stage.Results = append(k.stage.Results, k.result(round.Number, i, p))
	}
	k.leave()
}

func (k *knockoutRun) result(number, match int, p contest.Pairing) contest.Result {
	r := contest.Result{Round: number, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideB}
	if k.home != nil {
		if k.home(number, match) {
			r.Winner = scoresheet.SideA
		}
		return r
	}
	if k.lots.IntN(2) == 0 {
		r.Winner = scoresheet.SideA
	}
	if k.lots.IntN(2) == 0 {
		r.Home, r.Away, r.Winner = r.Away, r.Home, r.Winner.Other()
	}
	switch {
	case k.chance(k.doubleForfeit):
		r.Kind, r.Winner = contest.DoubleForfeit, scoresheet.NoSide
	case k.chance(k.walkover):
		r.Kind = contest.Walkover
	}
	return r
}

// checkStandings wants everybody in one row, ranks that count, and reasons that
// part those of different ranks.
func (k *knockoutRun) checkStandings(over bool) {
	k.t.Helper()
	s, err := contest.RankKnockout(k.stage)
	if err != nil {
		k.t.Fatalf("%s: %v", k.name(), err)
	}
	if s.Complete != over {
		k.t.Fatalf("%s: complete %v, over %v", k.name(), s.Complete, over)
	}
	checkKnockoutRanks(k.t, k.name(), s, k.stage.Entrants())
	for i, row := range s.Rows {
		if over && row.Provisional {
			k.t.Fatalf("%s: %s is provisional at the end", k.name(), row.Entrant.ID)
		}
		if i > 0 && row.Rank != s.Rows[i-1].Rank {
			d := s.Between(i-1, i)
			if d == nil || d.Figures[slices.Index(d.Level, row.Entrant.ID)] == d.Figures[slices.Index(d.Level, s.Rows[i-1].Entrant.ID)] {
				k.t.Fatalf("%s: nothing parts %s and %s", k.name(), s.Rows[i-1].Entrant.ID, row.Entrant.ID)
			}
		}
	}
	if _, err := contest.BracketOf(k.stage); err != nil {
		k.t.Fatalf("%s: %v", k.name(), err)
	}
}

func checkKnockoutRanks(t testing.TB, name string, s contest.Standings, entrants []contest.Entrant) {
	t.Helper()
	seen := map[contest.EntrantID]bool{}
	for start := 0; start < len(s.Rows); {
		end := start
		for end < len(s.Rows) && s.Rows[end].Rank == s.Rows[start].Rank {
			seen[s.Rows[end].Entrant.ID] = true
			end++
		}
		for _, row := range s.Rows[start:end] {
			if row.Rank != start+1 || row.Sharing != end-start {
				t.Fatalf("%s: rank %d shared by %d at %d to %d", name, row.Rank, row.Sharing, start+1, end)
			}
		}
		start = end
	}
	if len(s.Rows) != len(entrants) || len(seen) != len(entrants) {
		t.Fatalf("%s: %d rows for %d entrants", name, len(s.Rows), len(entrants))
	}
}

func firstCode(err error) string {
	var faults scoresheet.Faults
	if errors.As(err, &faults) {
		return faults[0].Code
	}
	return ""
}

var drawWords = []string{"", "each-round", "by-table", "once", "cross", "seeded"}

func fieldSizes(t *testing.T) []int {
	list := []int{}
	for n := range 131 {
		list = append(list, n)
	}
	if !testing.Short() {
		list = append(list, 257, 512, 997, 1000)
	}
	return list
}

func inBracketOrder(t testing.TB, phase scoresheet.Phase, group contest.Group) contest.Group {
	t.Helper()
	order, err := contest.BracketOrder(phase, group, "order")
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// TestKnockoutTidy: without anything untidy a knockout has a winner after as
// many rounds as it needs, and everybody else has lost exactly once.
func TestKnockoutTidy(t *testing.T) {
	for _, draw := range drawWords[1:] {
		for _, n := range fieldSizes(t) {
			phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: draw, ThirdPlace: n%2 == 1}
			k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), 1))}
			k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{inBracketOrder(t, phase, fieldOf(n, 0))}}
			s := k.play()
			rounds := 0
			for left := n; left > 1; left = (left + 1) / 2 {
				rounds++
			}
			if len(k.stage.Rounds) != rounds {
				t.Fatalf("%s: %d rounds, want %d", k.name(), len(k.stage.Rounds), rounds)
			}
			losses := map[contest.EntrantID]int{}
			thirds, four := 0, false
			for _, round := range k.stage.Rounds {
				four = four || 2*len(round.Pairings)+len(round.Byes) == 4
				for _, p := range round.Pairings {
					if p.Reason == contest.ReasonThirdPlace {
						thirds++
					}
				}
			}
			for _, r := range k.stage.Results {
				losses[map[bool]contest.EntrantID{true: r.Away, false: r.Home}[r.Winner == scoresheet.SideA]]++
			}
			for i, row := range s.Rows {
				switch {
				case i == 0 && (row.Rank != 1 || row.Sharing != 1 || losses[row.Entrant.ID] != 0):
					t.Fatalf("%s: champion %+v", k.name(), row)
				case i == 1 && (row.Rank != 2 || row.Sharing != 1):
					t.Fatalf("%s: second %+v", k.name(), row)
				case (i == 2 || i == 3 && four) && phase.ThirdPlace && (row.Rank != i+1 || row.Sharing != 1):
					t.Fatalf("%s: %d. %+v", k.name(), i+1, row)
				case i > 0 && losses[row.Entrant.ID] == 0:
					t.Fatalf("%s: %s never lost", k.name(), row.Entrant.ID)
				}
			}
			if want := phase.ThirdPlace && four; (thirds == 1) != want || thirds > 1 {
				t.Fatalf("%s: %d matches for third place", k.name(), thirds)
			}
			checkByes(t, k)
		}
	}
}

// checkByes wants byes to be as few as can be, and none in a bracket after its
// first round.
func checkByes(t *testing.T, k *knockoutRun) {
	fixed := slices.Contains([]string{"once", "cross", "seeded"}, k.stage.Phase.Draw)
	for i, round := range k.stage.Rounds {
		if fixed && i > 0 && len(round.Byes) > 0 || !fixed && len(round.Byes) > 1 {
			t.Fatalf("%s: byes %v", k.name(), round.Byes)
		}
	}
}

// untidySizes are small ones, and some about powers of two.
var untidySizes = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 24, 31, 32, 33, 37, 48, 63, 64, 65, 96, 127, 128, 129}

// TestKnockoutUntidy: whatever happens, it ends, everybody has a rank, the
// checker finds nothing, and whoever is ahead has come further.
func TestKnockoutUntidy(t *testing.T) {
	for name, u := range map[string]untidy{
		"walkovers":       {walkover: 30},
		"double forfeits": {doubleForfeit: 25},
		"withdrawals":     {leaves: 12},
		"all at once":     {walkover: 10, doubleForfeit: 10, leaves: 8},
		"mostly nobody":   {doubleForfeit: 80, leaves: 40},
		"kept":            {kept: 60, leaves: 3},
	} {
		t.Run(name, func(t *testing.T) {
			for _, draw := range drawWords[1:] {
				for _, n := range untidySizes {
					for _, until := range []int{0, []int{2, 4, 8, 32}[n%4]} {
						phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: draw, Until: until, ThirdPlace: until == 0}
						phase.Exact = n%3 == 0 && until > 0 && slices.Contains(drawWords[:3], draw)
						phase.SameUnitApart = n%2 == 0
						k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), uint64(until))), untidy: u}
						k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{inBracketOrder(t, phase, fieldOf(n, 3))}}
						s := k.play()
						if u.doubleForfeit == 0 && u.leaves == 0 && n > 0 {
							if in := s.Rows[0].Sharing; in > max(until, 1) || in != max(until, 1) && phase.Exact && n >= until {
								t.Fatalf("%s: %d are still in", k.name(), in)
							}
						}
					}
				}
			}
		})
	}
}

// TestKnockoutByHand: rounds in which opponents were changed go on as they were
// played.
func TestKnockoutByHand(t *testing.T) {
	for i, draw := range drawWords {
		for n := 2 + i%2; n < 70; n += 2 {
			phase := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: draw, ThirdPlace: true}
			k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), 3)), untidy: untidy{hand: 50, leaves: 2}}
			k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{inBracketOrder(t, phase, fieldOf(n, 0))}}
			k.play()
		}
	}
}

// TestLimit: a phase of so many rounds ends after them, or before when it is
// played out.
func TestLimit(t *testing.T) {
	for n := range 70 {
		for limit := 1; limit < 4; limit++ {
			phase := scoresheet.Phase{ID: "first", Kind: scoresheet.Knockout, Draw: "each-round"}
			k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), 4))}
			k.stage = contest.Stage{Phase: phase, Limit: limit, Groups: []contest.Group{fieldOf(n, 0)}}
			s := k.play()
			left, rounds := n, 0
			for ; rounds < limit && left > 1; rounds++ {
				left = (left + 1) / 2
			}
			if len(k.stage.Rounds) != rounds || n > 0 && s.Rows[0].Sharing != left {
				t.Fatalf("%d entrants, %d rounds: %d rounds and %d left", n, limit, len(k.stage.Rounds), s.Rows[0].Sharing)
			}
		}
	}
}

// TestExact: down to 32, as the qualification of gouji-karamay.
func TestExact(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 34, 63, 64, 65, 66, 67, 96, 127, 128, 129, 130, 131, 255, 256, 257, 300} {
		phase := scoresheet.Phase{ID: "qualification", Kind: scoresheet.Knockout, Until: 32, Format: scoresheet.Format{Exact: true}}
		k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), 5))}
		k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{fieldOf(n, 0)}}
		s := k.play()
		if n > 0 && s.Rows[0].Sharing != min(n, 32) {
			t.Fatalf("of %d, %d go on", n, s.Rows[0].Sharing)
		}
		if n <= 32 && len(k.stage.Rounds) > 0 {
			t.Fatalf("%d rounds for %d", len(k.stage.Rounds), n)
		}
		for i, round := range k.stage.Rounds {
			last := i == len(k.stage.Rounds)-1
			if named := 2*len(round.Pairings) + len(round.Byes); !last && (named <= 64 || len(round.Byes) > 1) ||
				last && len(round.Pairings) != named-32 {
				t.Fatalf("of %d, round %d has %d matches and %d rest", n, i+1, len(round.Pairings), len(round.Byes))
			}
		}
	}
}

func TestDrawKnockoutRefuses(t *testing.T) {
	phase := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout}
	stage := contest.Stage{Phase: phase, Groups: []contest.Group{fieldOf(4, 0)}}
	first, err := contest.DrawKnockout(stage, "s")
	if err != nil {
		t.Fatal(err)
	}
	p, q := first.Pairings[0], first.Pairings[1]
	won := contest.Result{Round: 1, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideA}
	played := stage
	played.Rounds = []contest.Round{first}
	with := func(results ...contest.Result) contest.Stage {
		s := played
		s.Results = append([]contest.Result{won}, results...)
		return s
	}
	drawn := contest.Result{Round: 1, Home: q.Home, Away: q.Away, Kind: contest.Played}
	void := contest.Result{Round: 1, Home: q.Home, Away: q.Away, Kind: contest.Void}
	twice := stage
	twice.Groups = []contest.Group{{Entrants: []contest.Entrant{{ID: "a"}, {ID: "a"}}}}
	named := map[string]any{"round": 1, "home": q.Home, "away": q.Away, "table": 2}
	for name, c := range map[string]struct {
		stage      contest.Stage
		seed, code string
		args       map[string]any
	}{
		"no seed":             {stage, "", "draw.seed", map[string]any{}},
		"somebody twice":      {twice, "s", "draw.entrant-twice", map[string]any{"entrant": contest.EntrantID("a")}},
		"a result is missing": {with(), "s", "knockout.unfinished", named},
		"a draw":              {with(drawn), "s", "knockout.undecided", named},
		"a void match":        {with(void), "s", "knockout.undecided", named},
		"two results":         {with(won), "s", "result.twice", map[string]any{"round": 1, "home": p.Home, "away": p.Away}},
		"one entrant":         {contest.Stage{Phase: phase, Groups: []contest.Group{fieldOf(1, 0)}}, "s", "knockout.over", map[string]any{"round": 1}},
		"nobody":              {contest.Stage{Phase: phase}, "s", "knockout.over", map[string]any{"round": 1}},
	} {
		_, err := contest.DrawKnockout(c.stage, c.seed)
		var faults scoresheet.Faults
		if !errors.As(err, &faults) || faults[0].Code != c.code || !reflect.DeepEqual(faults[0].Args, c.args) {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if over, err := contest.KnockoutOver(with(drawn)); over || firstCode(err) != "knockout.undecided" {
		t.Errorf("a draw: over %v %v", over, err)
	}
	s, err := contest.RankKnockout(with(drawn))
	if err != nil || s.Complete || knockoutRanks(s) != fmt.Sprintf("1? %s, 2=? %s, 2=? %s, 4? %s", p.Home, min(q.Home, q.Away), max(q.Home, q.Away), p.Away) {
		t.Errorf("a draw: %v %s", err, knockoutRanks(s))
	}
}

// knockoutRanks are the ranks, "=" for shared and "?" for provisional.
func knockoutRanks(s contest.Standings) string {
	var parts []string
	for _, row := range s.Rows {
		mark := ""
		if row.Sharing > 1 {
			mark = "="
		}
		if row.Provisional {
			mark += "?"
		}
		parts = append(parts, fmt.Sprintf("%d%s %s", row.Rank, mark, row.Entrant.ID))
	}
	return strings.Join(parts, ", ")
}

// shown is a round in ids: "a-b" in the order of tables, then byes.
func shown(round contest.Round) string {
	var parts []string
	for _, p := range round.Pairings {
		parts = append(parts, fmt.Sprintf("%d:%s-%s", p.Table, p.Home, p.Away))
	}
	for _, id := range round.Byes {
		parts = append(parts, string(id))
	}
	return strings.Join(parts, " ")
}

// TestDrawsArePinned: the same seed gives the same draw in every version.
func TestDrawsArePinned(t *testing.T) {
	anew := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout}
	stage := contest.Stage{Phase: anew, Groups: []contest.Group{fieldOf(9, 0)}, FirstTable: 11}
	round, err := contest.DrawKnockout(stage, "2024")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(round); got != pinnedRound {
		t.Errorf("drawn %s", got)
	}
	slices.Reverse(stage.Groups[0].Entrants)
	if again, err := contest.DrawKnockout(stage, "2024"); err != nil || shown(again) != pinnedRound {
		t.Errorf("drawn %s from another order", shown(again))
	}
	once := scoresheet.Phase{ID: "knockout", Kind: scoresheet.Knockout, Draw: "once", Format: scoresheet.Format{SameUnitApart: true}}
	for _, field := range []contest.Group{fieldOf(7, 2), reversed(fieldOf(7, 2))} {
		order, err := contest.BracketOrder(once, field, "2024")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(idsOf(order.Entrants)); got != pinnedOrder {
			t.Errorf("order %s", got)
		}
		pools, err := contest.Parted(field, scoresheet.Format{Pools: 2, SameUnitApart: true}, "2024")
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, pool := range pools {
			ids := idsOf(pool.Entrants)
			slices.Sort(ids)
			got = append(got, fmt.Sprint(ids))
		}
		if strings.Join(got, " ") != pinnedPools {
			t.Errorf("pools %s", got)
		}
	}
}

const (
	pinnedRound = "11:e3-e8 12:e9-e6 13:e5-e2 14:e1-e4 e7"
	pinnedOrder = "[e5 e3 e2 e6 e4 e1 e7]"
	pinnedPools = "[e2 e4 e6] [e1 e3 e5 e7]"
)

func reversed(group contest.Group) contest.Group {
	slices.Reverse(group.Entrants)
	return group
}

func idsOf(entrants []contest.Entrant) []contest.EntrantID {
	var ids []contest.EntrantID
	for _, e := range entrants {
		ids = append(ids, e.ID)
	}
	return ids
}

// TestByeOfTheLowest: the last of the field who has had fewest byes sits out.
func TestByeOfTheLowest(t *testing.T) {
	phase := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Format: scoresheet.Format{Bye: scoresheet.ByeLowest}}
	k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(1, 1)), home: func(int, int) bool { return true }}
	k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{fieldOf(9, 0)}}
	k.play()
	var byes []string
	for _, round := range k.stage.Rounds {
		byes = append(byes, fmt.Sprint(round.Byes))
	}
	if byes[0] != "[e9]" || strings.Contains(strings.Join(byes[1:], ""), "e9") {
		t.Error(byes)
	}
}

// TestResultsInAnyOrder: the order of results changes nothing.
func TestResultsInAnyOrder(t *testing.T) {
	k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(3, 1)), untidy: untidy{walkover: 20, doubleForfeit: 5}}
	k.stage = contest.Stage{Phase: scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, ThirdPlace: true}, Groups: []contest.Group{fieldOf(40, 0)}}
	before := k.play()
	slices.Reverse(k.stage.Results)
	after, err := contest.RankKnockout(k.stage)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("%v\n%s\n%s", err, knockoutRanks(before), knockoutRanks(after))
	}
}
