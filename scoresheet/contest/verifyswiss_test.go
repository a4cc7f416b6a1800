package contest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/contest/matching"
)

func TestVerifyPairsNamesEachFault(t *testing.T) {
	for name, c := range map[string]struct {
		round func(*contest.Round)
		want  []string
	}{
		"nothing is wrong": {func(*contest.Round) {}, nil},
		"tables need not be in order": {func(r *contest.Round) {
			r.Pairings[0].Table, r.Pairings[2].Table = 3, 1
		}, nil},
		"another number":     {func(r *contest.Round) { r.Number = 3 }, []string{"swiss.round"}},
		"no number":          {func(r *contest.Round) { r.Number = 0 }, []string{"swiss.byes", "swiss.idle", "swiss.round"}},
		"a stranger":         {func(r *contest.Round) { r.Pairings[0].Home = "x" }, []string{"swiss.idle", "swiss.stranger"}},
		"one who has left":   {func(r *contest.Round) { r.Pairings[0].Home = "5" }, []string{"swiss.gone", "swiss.idle"}},
		"against itself":     {func(r *contest.Round) { r.Pairings[0].Away = "1" }, []string{"swiss.idle", "swiss.self"}},
		"named twice":        {func(r *contest.Round) { r.Pairings[0].Away = "7" }, []string{"swiss.double", "swiss.idle"}},
		"plays and sits out": {func(r *contest.Round) { r.Byes[0] = "7" }, []string{"swiss.double", "swiss.idle"}},
		"wrong group":        {func(r *contest.Round) { r.Pairings[0].Group = "A" }, []string{"swiss.group"}},
		"met before": {func(r *contest.Round) {
			r.Pairings[0].Away, r.Byes[0] = "2", "3"
		}, []string{"swiss.again"}},
		"left out": {func(r *contest.Round) { r.Byes = nil }, []string{"swiss.idle"}},
		"too many sit out": {func(r *contest.Round) {
			r.Byes = append(r.Byes, "1", "3")
			r.Pairings = r.Pairings[1:]
		}, []string{"swiss.byes"}},
		"nobody plays": {func(r *contest.Round) {
			r.Pairings, r.Byes = nil, nil
		}, []string{"swiss.idle"}},
		"only a bye":            {func(r *contest.Round) { r.Pairings = nil }, []string{"swiss.byes", "swiss.idle"}},
		"sits out again":        {func(r *contest.Round) { r.Pairings[2].Away, r.Byes[0] = "2", "4" }, []string{"swiss.bye-twice"}},
		"no table":              {func(r *contest.Round) { r.Pairings[0].Table = 0 }, []string{"swiss.table"}},
		"two at a table":        {func(r *contest.Round) { r.Pairings[0].Table = 2 }, []string{"swiss.table-twice"}},
		"a round that was once": {func(r *contest.Round) { r.Number = 1 }, []string{"swiss.byes", "swiss.idle"}},
	} {
		t.Run(name, func(t *testing.T) {
			stage := afterOneRound()
			stage.Withdrawals = []contest.Withdrawal{{Entrant: "5", From: 2}}
			stage.Rounds[0].Byes = []contest.EntrantID{"4"}
			round := contest.Round{Number: 2, Byes: []contest.EntrantID{"2"}, Pairings: []contest.Pairing{
				{Home: "1", Away: "3", Table: 1}, {Home: "7", Away: "6", Table: 2}, {Home: "8", Away: "4", Table: 3}}}
			c.round(&round)
			if got := codes(contest.VerifyPairs(stage, round)); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	stage := swissStage(3)
	stage.Groups = []contest.Group{{Name: "A", Entrants: entrants("a", 2)}, {Name: "B", Entrants: entrants("b", 2)}, {Name: "C", Entrants: entrants("c", 1)}}
	across := contest.Round{Number: 1, Pairings: []contest.Pairing{{Group: "A", Home: "a1", Away: "b1", Table: 1}, {Group: "B", Home: "b2", Away: "a2", Table: 2}}}
	if got := codes(contest.VerifyPairs(stage, across)); !slices.Equal(got, []string{"swiss.group"}) {
		t.Errorf("across groups: %v", got)
	}
	half := contest.Round{Number: 1, Pairings: []contest.Pairing{{Group: "A", Home: "a1", Away: "a2", Table: 1}}}
	if got := codes(contest.VerifyPairs(stage, half)); !slices.Equal(got, []string{"swiss.idle"}) {
		t.Errorf("a group that could play was left out: %v", got)
	}
	stage.Rounds = []contest.Round{{Number: 1, Pairings: []contest.Pairing{{Group: "B", Home: "b1", Away: "b2", Table: 1}}}}
	half.Number = 2
	if err := contest.VerifyPairs(stage, half); err != nil {
		t.Errorf("a group that has nobody left to meet may rest: %v", err)
	}
}

// swapAway has two pairings change their away sides, figures included.
func swapAway(d *contest.SwissDraw, i, j int) {
	a, b := &d.Round.Pairings[i], &d.Round.Pairings[j]
	a.Away, b.Away = b.Away, a.Away
	if a.Basis != nil {
		one, other := *a.Basis, *b.Basis
		one.AwayPoints, other.AwayPoints = other.AwayPoints, one.AwayPoints
		one.AwayRank, other.AwayRank = other.AwayRank, one.AwayRank
		a.Basis, b.Basis = &one, &other
	}
}

func TestVerifySwissNamesEachFault(t *testing.T) {
	first := func(d *contest.SwissDraw) *contest.SwissGroup { return &d.Groups[0] }
	for name, c := range map[string]struct {
		n     int
		bye   string
		spoil func(*contest.SwissDraw)
		want  string
	}{
		"a second time":            {24, "", func(d *contest.SwissDraw) { d.Round.Number = 2 }, "swiss.again"},
		"no groups":                {24, "", func(d *contest.SwissDraw) { d.Groups = nil }, "swiss.record"},
		"another group":            {24, "", func(d *contest.SwissDraw) { first(d).Name = "B" }, "swiss.record"},
		"somebody is not in order": {24, "", func(d *contest.SwissDraw) { first(d).Order = first(d).Order[1:] }, "swiss.order"},
		"somebody twice in order":  {24, "", func(d *contest.SwissDraw) { first(d).Order[0] = first(d).Order[1] }, "swiss.order"},
		"a worse one before":       {24, "", func(d *contest.SwissDraw) { o := first(d).Order; o[3], o[20] = o[20], o[3] }, "swiss.order"},
		"points as they please":    {24, "", func(d *contest.SwissDraw) { first(d).Points[0] += 10 }, "swiss.points"},
		"another seed":             {24, "", func(d *contest.SwissDraw) { d.Seed = "my own" }, "swiss.lots"},
		"another lot":              {24, "", func(d *contest.SwissDraw) { l := first(d).Lots; l[0], l[1] = l[1], l[0] }, "swiss.lots"},
		"another bye":              {25, scoresheet.ByeLowest, func(d *contest.SwissDraw) { takeBye(d) }, "swiss.bye"},
		"another bye by lot":       {25, scoresheet.ByeLot, func(d *contest.SwissDraw) { takeBye(d) }, "swiss.bye"},
		"a bye lot of one's own": {25, scoresheet.ByeLot, func(d *contest.SwissDraw) {
			l := first(d).ByeLots
			l[0], l[1] = l[1], l[0]
		}, "swiss.lots"},
		"passed over without a proof": {25, scoresheet.ByeLowest, func(d *contest.SwissDraw) {
			last := d.Round.Byes[0]
			takeBye(d)
			first(d).PassedOver = []contest.PassedOver{{Entrant: last, Barrier: []int{0, 1}}}
		}, "swiss.bye"},
		"a worse pairing": {24, "", func(d *contest.SwissDraw) { swapAway(d, 4, 5) }, "swiss.best"},
		"no proof":        {24, "", func(d *contest.SwissDraw) { first(d).Proof = matching.Certificate{} }, "swiss.best"},
		"a look ahead":    {24, "", func(d *contest.SwissDraw) { first(d).Ahead = &contest.SwissAhead{Rounds: 2, Better: 1} }, "swiss.ahead"},
		"no look ahead":   {12, "", func(d *contest.SwissDraw) { first(d).Ahead = nil }, "swiss.ahead"},
		"fewer rounds":    {12, "", func(d *contest.SwissDraw) { a := first(d).Ahead; a.Rounds--; a.Plan = a.Plan[1:] }, "swiss.ahead"},
		"a plan that repeats": {12, "", func(d *contest.SwissDraw) {
			first(d).Ahead.Plan[1] = first(d).Ahead.Plan[0]
		}, "swiss.ahead"},
		"a plan that repeats a bye": {11, "", func(d *contest.SwissDraw) {
			first(d).Ahead.Plan[0].Bye = d.Round.Byes[0]
		}, "swiss.ahead"},
		"a plan without somebody": {12, "", func(d *contest.SwissDraw) {
			first(d).Ahead.Plan[0].Pairs = first(d).Ahead.Plan[0].Pairs[1:]
		}, "swiss.ahead"},
		"passed over for nothing": {12, "", func(d *contest.SwissDraw) {
			planned := first(d).Ahead.Plan[0].Pairs
			for i := range planned {
				p := &d.Round.Pairings[i]
				played := [2]contest.EntrantID{p.Home, p.Away}
				p.Home, p.Away, planned[i] = planned[i][0], planned[i][1], played
			}
			first(d).Ahead.Better = 1
		}, "swiss.best"},
		"home again": {24, "", func(d *contest.SwissDraw) {
			for i := range d.Round.Pairings {
				p := &d.Round.Pairings[i]
				b := *p.Basis
				p.Home, p.Away = p.Away, p.Home
				p.Basis = &contest.Basis{HomePoints: b.AwayPoints, AwayPoints: b.HomePoints, HomeRank: b.AwayRank, AwayRank: b.HomeRank}
			}
		}, "swiss.sides"},
		"a table too far":   {24, "", func(d *contest.SwissDraw) { d.Round.Pairings[11].Table = 13 }, "swiss.table-order"},
		"the best last":     {24, "", func(d *contest.SwissDraw) { slices.Reverse(d.Round.Pairings) }, "swiss.table-order"},
		"figures are wrong": {24, "", func(d *contest.SwissDraw) { d.Round.Pairings[2].Basis.HomeRank++ }, "swiss.basis"},
		"figures are gone":  {24, "", func(d *contest.SwissDraw) { d.Round.Pairings[2].Basis = nil }, "swiss.basis"},
	} {
		t.Run(name, func(t *testing.T) {
			stage := swissStage(5, swissField(c.n, 5)...)
			stage.Phase.Bye, stage.Phase.SameUnitApart = c.bye, true
			random := rand.New(rand.NewPCG(1, 1))
			for range 2 {
				swissNext(t, &stage)
				swissPlay(&stage, random.IntN)
			}
			draw, err := contest.DrawSwiss(stage, "seed")
			if err != nil {
				t.Fatal(err)
			}
			c.spoil(&draw)
			if c.want == "swiss.again" {
				draw.Round = stage.Rounds[1]
				draw.Round.Number = 3
			}
			if got := codes(contest.VerifySwiss(stage, draw)); !slices.Contains(got, c.want) {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

// takeBye has the home side of the third pairing sit out instead.
func takeBye(d *contest.SwissDraw) {
	p := &d.Round.Pairings[2]
	d.Round.Byes[0], p.Home = p.Home, d.Round.Byes[0]
}

func TestVerifySwissBeyondTheLimit(t *testing.T) {
	stage := swissStage(2, swissField(8, 0)...)
	swissNext(t, &stage)
	swissPlay(&stage, func(int) int { return 0 })
	draw, err := contest.DrawSwiss(stage, "seed")
	if err != nil {
		t.Fatal(err)
	}
	stage.Limit = 1
	if got := codes(contest.VerifySwiss(stage, draw)); !slices.Equal(got, []string{"swiss.limit"}) {
		t.Errorf("got %v", got)
	}
	stage.Limit = 2
	stage.Rounds = append(stage.Rounds, draw.Round)
	if got := codes(contest.VerifySwiss(stage, draw)); !slices.Contains(got, "swiss.round") {
		t.Errorf("got %v", got)
	}
}

// A group is said to have nobody left to meet, though it has.
func TestVerifySwissGroupThatRests(t *testing.T) {
	stage := swissStage(5)
	stage.Groups = []contest.Group{{Name: "A", Entrants: entrants("a", 4)}, {Name: "B", Entrants: entrants("b", 3)}}
	for range 3 {
		swissNext(t, &stage)
		homeWins(&stage)
	}
	stage.Groups[0].Entrants = append(stage.Groups[0].Entrants, entrants("late", 4)...)
	draw, err := contest.DrawSwiss(stage, "seed")
	if err != nil {
		t.Fatal(err)
	}
	if err := contest.VerifySwiss(stage, draw); err != nil || !draw.Groups[1].Blocked {
		t.Fatalf("%v, blocked %v", err, draw.Groups[1].Blocked)
	}
	draw.Groups[1].Barrier = []int{0, 1}
	if got := codes(contest.VerifySwiss(stage, draw)); !slices.Equal(got, []string{"swiss.blocked"}) {
		t.Errorf("got %v", got)
	}
}

// The last in the order is the only one whom another can still meet, and so does
// not sit out; that is proved, in a large field and in a small one.
func TestSwissByePassesOverWhoIsNeeded(t *testing.T) {
	for _, n := range []int{5, 25} {
		for _, limit := range []int{2, 3} {
			field := swissField(n, 0)
			stage := swissStage(limit, field...)
			late := field[n-1].ID
			// The first has met everybody but the last one, in one large round.
			round := contest.Round{Number: 1}
			for _, other := range field[1 : n-1] {
				round.Pairings = append(round.Pairings, contest.Pairing{Home: field[0].ID, Away: other.ID, Table: 1})
				r := contest.Result{Round: 1, Home: field[0].ID, Away: other.ID, Kind: contest.Played}
				r.Points.A, r.Points.B = scoresheet.WholePoints(1), scoresheet.WholePoints(2)
				stage.Results = append(stage.Results, r)
			}
			stage.Rounds = []contest.Round{round}
			draw := swissNext(t, &stage)
			passed := draw.Groups[0].PassedOver
			if limit == 2 && (len(passed) != 1 || passed[0].Entrant != late || draw.Round.Byes[0] == late) {
				t.Errorf("%d entrants: %+v sat out %v", n, passed, draw.Round.Byes)
			}
			met := slices.ContainsFunc(draw.Round.Pairings, func(p contest.Pairing) bool {
				return p.Home == late && p.Away == field[0].ID || p.Away == late && p.Home == field[0].ID
			})
			if !met && draw.Round.Byes[0] != field[0].ID {
				t.Errorf("%d entrants: %v", n, showSwiss(draw.Round))
			}
		}
	}
}

// A draw is proved from its record as well.
func TestSwissRecord(t *testing.T) {
	for _, n := range []int{9, 12, 31} {
		stage := swissStage(4, swissField(n, 4)...)
		stage.Phase.SameUnitApart = true
		for range 3 {
			draw, err := contest.DrawSwiss(stage, "seed")
			if err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(draw)
			if err != nil {
				t.Fatal(err)
			}
			var read contest.SwissDraw
			if err := json.Unmarshal(data, &read); err != nil {
				t.Fatal(err)
			}
			if err := contest.VerifySwiss(stage, read); err != nil {
				t.Errorf("%d entrants, round %d: %v", n, stage.Next(), err)
			}
			stage.Rounds = append(stage.Rounds, draw.Round)
			homeWins(&stage)
		}
	}
}

// Whatever a phase ranks by, its rounds can be drawn, with lots that were drawn
// before and after a play-off.
func TestSwissByEveryRule(t *testing.T) {
	for _, rule := range []scoresheet.Rule{
		scoresheet.RulePoints, scoresheet.RuleOwnMatch, scoresheet.RuleLevelDifference, scoresheet.RuleWins, scoresheet.RuleLevelsClimbed,
		scoresheet.RuleGamePoints, scoresheet.RuleSmallPoints, scoresheet.RuleOpponentPoints, scoresheet.RuleRunningTotals,
		scoresheet.RuleLargestWin, scoresheet.RuleTimeTaken, scoresheet.RuleSecond, scoresheet.RulePlayoff,
	} {
		random := rand.New(rand.NewPCG(4, 4))
		stage := swissStage(4, swissField(11, 0)...)
		stage.Phase.Ranking = []scoresheet.Criterion{{Rule: rule}, {Rule: scoresheet.RuleLot}}
		for range 4 {
			draw := swissNext(t, &stage)
			swissPlay(&stage, random.IntN)
			stage.Lots = append(stage.Lots, contest.DrawLot(fmt.Sprint("lot ", stage.Next()), draw.Groups[0].Order))
		}
	}
}
