package contest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// eventRun plays whole events of round robins and knockouts.
type eventRun struct {
	t        testing.TB
	phases   []scoresheet.Phase
	limits   map[string]int
	names    []string
	entrants []contest.Entrant
	lots     *rand.Rand
	untidy
	stages    []contest.Stage
	standings []contest.Standings
	gone      map[contest.EntrantID]bool
}

func (e *eventRun) play() {
	e.t.Helper()
	e.gone = map[contest.EntrantID]bool{}
	for _, phase := range e.phases {
		e.checkPlaces(false)
		groups, err := contest.Fill(contest.FillInput{
			Phase: phase, Entrants: e.entrants, Names: e.names, Standings: e.standings, Gone: e.gone, Seed: "fill",
		})
		if err != nil {
			e.t.Fatalf("%s of %d entrants: %v", phase.ID, len(e.entrants), err)
		}
		seen := map[contest.EntrantID]bool{}
		for _, group := range groups {
			for _, entrant := range group.Entrants {
				if seen[entrant.ID] || e.gone[entrant.ID] {
					e.t.Fatalf("%s: %s goes on twice or has left", phase.ID, entrant.ID)
				}
				seen[entrant.ID] = true
			}
		}
		if phase.Kind == scoresheet.RoundRobin {
			e.roundRobin(phase, groups)
		} else {
			e.knockout(phase, groups)
		}
		for _, entrant := range e.entrants {
			if e.leaves > 0 && e.lots.IntN(100) < e.leaves {
				e.gone[entrant.ID] = true
			}
		}
	}
	e.checkPlaces(true)
}

func (e *eventRun) knockout(phase scoresheet.Phase, groups []contest.Group) {
	e.t.Helper()
	k := &knockoutRun{t: e.t, lots: e.lots, untidy: e.untidy}
	k.stage = contest.Stage{Phase: phase, Limit: e.limits[phase.ID]}
	for _, group := range groups {
		k.stage.Groups = append(k.stage.Groups, inBracketOrder(e.t, phase, group))
	}
	e.standings = append(e.standings, k.play())
	e.stages = append(e.stages, k.stage)
	for _, w := range k.stage.Withdrawals {
		e.gone[w.Entrant] = true
	}
}

func (e *eventRun) roundRobin(phase scoresheet.Phase, groups []contest.Group) {
	e.t.Helper()
	draw, err := contest.DrawRoundRobin(contest.RoundRobinInput{Seed: phase.ID, Groups: groups})
	if err != nil {
		e.t.Fatal(err)
	}
	list := played(draw.Rounds, func(n int) int { return e.lots.IntN(n) })
	for _, group := range groups {
		in := contest.StandingsInput{Phase: phase.ID, Group: group.Name, Entrants: group.Entrants, Rounds: draw.Rounds, Begun: len(draw.Rounds),
			Results: list, Criteria: phase.Ranking, MatchPoints: collegePoints()}
		s, err := contest.Rank(in)
		if err != nil {
			e.t.Fatal(err)
		}
		for _, need := range s.LotsNeeded {
			in.Lots = append(in.Lots, contest.DrawLot("lots", need.Entrants))
		}
		if s, err = contest.Rank(in); err != nil {
			e.t.Fatal(err)
		}
		e.standings = append(e.standings, s)
	}
	e.stages = append(e.stages, contest.Stage{Phase: phase, Groups: groups, Rounds: draw.Rounds, Results: list})
}

// checkPlaces wants everybody to have one place, places that count, and nothing
// provisional at the end.
func (e *eventRun) checkPlaces(end bool) {
	e.t.Helper()
	places := contest.Places(e.entrants, e.phases, e.standings)
	seen := map[contest.EntrantID]bool{}
	for start := 0; start < len(places); {
		stop := start
		for stop < len(places) && places[stop].Place == places[start].Place {
			p := places[stop]
			seen[p.Entrant.ID] = true
			if end && p.Provisional {
				e.t.Fatalf("%s is provisional at the end", p.Entrant.ID)
			}
			stop++
		}
		for _, p := range places[start:stop] {
			if p.Place != start+1 || p.Sharing != stop-start {
				e.t.Fatalf("place %d shared by %d at %d to %d", p.Place, p.Sharing, start+1, stop)
			}
		}
		start = stop
	}
	if len(places) != len(e.entrants) || len(seen) != len(e.entrants) {
		e.t.Fatalf("%d places for %d entrants", len(places), len(e.entrants))
	}
}

// formats are events as the rulebooks have them.
func formats() map[string][]scoresheet.Phase {
	ko := func(id, from, draw string, until, take int) scoresheet.Phase {
		return scoresheet.Phase{ID: id, Kind: scoresheet.Knockout, Draw: draw, Until: until, Format: scoresheet.Format{From: from, Take: take}}
	}
	groups := scoresheet.Phase{ID: "group", Kind: scoresheet.RoundRobin, Ranking: college(false),
		Format: scoresheet.Format{Pools: 4, PoolsBy: "lot", SameUnitApart: true}}
	all := scoresheet.Phase{ID: "all", Kind: scoresheet.RoundRobin, Ranking: college(false)}
	snake := groups
	snake.From, snake.Take, snake.Pools, snake.PoolsBy = "all", 32, 8, "snake"
	exact := ko("qualification", "", "each-round", 32, 0)
	exact.Exact = true
	final := ko("final", "group", "cross", 0, 0)
	final.ThirdPlace, final.From = true, ""
	final.Groups = []scoresheet.PhaseGroup{{Name: "1-4", From: "two", Ranks: []int{1, 2}, FirstPlace: 1}}
	eight := all
	eight.ID, eight.From, eight.Take = "eight", "group", 8
	return map[string][]scoresheet.Phase{
		"repechage":             repechagePhases(),
		"qualification":         {exact, ko("main", "qualification", "each-round", 0, 0)},
		"groups and cross":      {groups, ko("knockout", "group", "cross", 0, 8)},
		"snake and seeded":      {all, snake, ko("knockout", "group", "seeded", 0, 16)},
		"groups and eight":      {groups, eight},
		"two groups, crossing":  {{ID: "two", Kind: scoresheet.RoundRobin, Ranking: college(false)}, final},
		"one round, then all":   {ko("first", "", "each-round", 0, 0), ko("later", "first", "", 0, 0)},
		"two best into a final": {all, ko("final", "all", "", 0, 2)},
		"once":                  {ko("knockout", "", "once", 0, 0)},
		"by table":              {ko("knockout", "", "by-table", 0, 0)},
	}
}

// TestWholeEvents: from any number of entrants every format comes to a place for
// everybody.
func TestWholeEvents(t *testing.T) {
	for name, phases := range formats() {
		t.Run(name, func(t *testing.T) {
			for n := 0; n <= 130; n += 1 + n/16 {
				if phases[0].Kind == scoresheet.RoundRobin && phases[0].Pools == 0 && n > 60 {
					break
				}
				for _, u := range []untidy{{}, {walkover: 10, doubleForfeit: 8, leaves: 6}} {
					e := &eventRun{t: t, phases: phases, entrants: fieldOf(n, 2).Entrants, limits: map[string]int{"first": 1},
						lots: rand.New(rand.NewPCG(uint64(n), 7)), untidy: u}
					if phases[0].ID == "two" {
						e.names = []string{"A", "B"}
						for i := range e.entrants {
							e.entrants[i].Group = e.names[i%2]
						}
					}
					e.play()
				}
			}
		})
	}
}

func TestParted(t *testing.T) {
	for n := range 70 {
		for pools := 2; pools < 12; pools++ {
			for _, by := range []string{"", "lot", "snake"} {
				for unit := range 4 {
					format := scoresheet.Format{Pools: pools, PoolsBy: by, SameUnitApart: true}
					field := fieldOf(n, unit)
					groups, err := contest.Parted(field, format, "seed")
					if err != nil {
						t.Fatal(err)
					}
					want := min(pools, max(n/2, 1))
					if len(groups) != want {
						t.Fatalf("%d entrants in %d pools: %d groups, want %d", n, pools, len(groups), want)
					}
					least, most, seen := n, 0, 0
					for g, group := range groups {
						least, most, seen = min(least, len(group.Entrants)), max(most, len(group.Entrants)), seen+len(group.Entrants)
						units := map[string]int{}
						for _, e := range group.Entrants {
							units[e.Unit]++
							if e.Unit != "" && units[e.Unit] > 1 && unit <= len(groups) {
								t.Fatalf("%d entrants of %d a unit in %d pools by %q: two of %s in %s", n, unit, pools, by, e.Unit, group.Name)
							}
						}
						if group.Name != string(rune('A'+g)) {
							t.Fatal(group.Name)
						}
					}
					if seen != n || n > 0 && most-least > 1 {
						t.Fatalf("%d of %d entrants in groups of %d to %d", seen, n, least, most)
					}
				}
			}
		}
	}
}

func TestPartedBySnakeAndSeeds(t *testing.T) {
	show := func(groups []contest.Group) string {
		var s string
		for _, group := range groups {
			s += group.Name + ":"
			for _, e := range group.Entrants {
				s += " " + e.Number
			}
			s += "; "
		}
		return s
	}
	snake, err := contest.Parted(fieldOf(10, 0), scoresheet.Format{Pools: 4, PoolsBy: "snake"}, "")
	if got := show(snake); err != nil || got != "A: 1 8 9; B: 2 7 10; C: 3 6; D: 4 5; " {
		t.Error(got, err)
	}
	// 1 and 8 are of one unit: 8 changes places with 7, its neighbour.
	field := fieldOf(8, 0)
	field.Entrants[0].Unit, field.Entrants[7].Unit = "u", "u"
	snake, err = contest.Parted(field, scoresheet.Format{Pools: 4, PoolsBy: "snake", SameUnitApart: true}, "")
	if got := show(snake); err != nil || got != "A: 1 7; B: 2 8; C: 3 6; D: 4 5; " {
		t.Error(got, err)
	}
	if _, err := contest.Parted(field, scoresheet.Format{Pools: 4}, ""); firstCode(err) != "draw.seed" {
		t.Error(err)
	}
	for seed := range 20 {
		field := fieldOf(16, 0)
		for i := range 4 {
			field.Entrants[3*i].Seed = i + 1
		}
		groups, err := contest.Parted(field, scoresheet.Format{Pools: 4}, fmt.Sprint(seed))
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range groups {
			seeds := 0
			for _, e := range group.Entrants {
				if e.Seed > 0 {
					seeds++
				}
			}
			if seeds != 1 {
				t.Fatalf("%d seeds in %s", seeds, group.Name)
			}
		}
		slices.Reverse(field.Entrants)
		again, err := contest.Parted(field, scoresheet.Format{Pools: 4}, fmt.Sprint(seed))
		if err != nil {
			t.Fatal(err)
		}
		for g := range groups {
			for _, e := range groups[g].Entrants {
				if !slices.Contains(again[g].Entrants, e) {
					t.Fatal("the order of entries changes the groups")
				}
			}
		}
	}
}

// TestFillTakes: how many come from where.
func TestFillTakes(t *testing.T) {
	a := ranked("group", "A", true, "a", "b", "c", "d")
	b := ranked("group", "B", true, "u", "v", "w")
	c := ranked("group", "C", true, "x")
	level := ranked("group", "A", true, "a", "b=c", "d")
	knockout := knockoutStandings(t)
	for name, test := range map[string]struct {
		take, pools int
		by          string
		from        []contest.Standings
		gone        map[contest.EntrantID]bool
		seed, want  string
		fault       string
	}{
		"two of each":                       {take: 4, from: []contest.Standings{a, b}, want: ": a(A1) u(B1) b(A2) v(B2)"},
		"a small group sends those it has":  {take: 6, from: []contest.Standings{a, b, c}, want: ": a(A1) u(B1) x(C1) b(A2) v(B2)", fault: "draw.seed"},
		"the last by lot":                   {take: 6, from: []contest.Standings{a, b, c}, seed: "1", want: ": a(A1) u(B1) x(C1) b(A2) v(B2) w(B3)"},
		"more than there are":               {take: 20, from: []contest.Standings{b, c}, want: ": u(B1) x(C1) v(B2) w(B3)"},
		"everybody":                         {from: []contest.Standings{b, c}, want: ": u(B1) x(C1) v(B2) w(B3)"},
		"somebody has left":                 {take: 4, from: []contest.Standings{a, b}, gone: map[contest.EntrantID]bool{"a": true}, want: ": b(A2) u(B1) c(A3) v(B2)"},
		"a shared rank that all go on from": {take: 3, from: []contest.Standings{level}, want: ": a(A1) b(A2) c(A2)"},
		"a shared rank at the cut":          {take: 2, from: []contest.Standings{level}, fault: "phase.level"},
		"still in of a knockout":            {from: []contest.Standings{knockout}, want: knockoutIn(knockout)},
		"unfinished":                        {take: 2, from: []contest.Standings{ranked("group", "A", false, "a", "b")}, fault: "phase.unfinished"},
		"of another phase":                  {take: 2, from: []contest.Standings{ranked("other", "A", true, "a", "b")}, fault: "phase.from"},
		"pools by the snake":                {take: 4, pools: 2, by: "snake", from: []contest.Standings{a}, want: "A: a(A1) d(A4); B: b(A2) c(A3)"},
		"a shared rank on the snake":        {pools: 2, by: "snake", from: []contest.Standings{level}, fault: "draw.seed"},
	} {
		phase := scoresheet.Phase{ID: "next", Kind: scoresheet.RoundRobin, Format: scoresheet.Format{From: "group", Take: test.take, Pools: test.pools, PoolsBy: test.by}}
		groups, err := contest.Fill(contest.FillInput{Phase: phase, Standings: test.from, Gone: test.gone, Seed: test.seed})
		switch {
		case test.fault != "":
			if firstCode(err) != test.fault {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case showGroups(groups) != test.want:
			t.Errorf("%s: %s, want %s", name, showGroups(groups), test.want)
		}
	}
	cross := scoresheet.Phase{ID: "next", Kind: scoresheet.Knockout, Draw: "cross", Format: scoresheet.Format{From: "group", Take: 3}}
	if _, err := contest.Fill(contest.FillInput{Phase: cross, Standings: []contest.Standings{level}}); firstCode(err) != "phase.level" {
		t.Errorf("a shared rank before a cross: %v", err)
	}
}

// knockoutStandings are those of 8 after one of two rounds, which are all.
func knockoutStandings(t *testing.T) contest.Standings {
	k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(8, 8))}
	k.stage = contest.Stage{Phase: scoresheet.Phase{ID: "group", Kind: scoresheet.Knockout, Until: 4}, Groups: []contest.Group{fieldOf(8, 0)}}
	return k.play()
}

func knockoutIn(s contest.Standings) string {
	want := ":"
	for _, row := range s.Rows[:4] {
		want += fmt.Sprintf(" %s(1)", row.Entrant.ID)
	}
	return want
}

// TestFillAfterDoubleForfeits: who went out last shares the first rank where
// nobody is left, and does not go on.
func TestFillAfterDoubleForfeits(t *testing.T) {
	k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(8, 8)), untidy: untidy{doubleForfeit: 100}}
	k.stage = contest.Stage{Phase: scoresheet.Phase{ID: "first", Kind: scoresheet.Knockout, Until: 4}, Groups: []contest.Group{fieldOf(8, 0)}}
	s := k.play()
	if s.Rows[0].Rank != 1 || s.Rows[0].Sharing != 8 {
		t.Errorf("%s", knockoutRanks(s))
	}
	groups, err := contest.Fill(contest.FillInput{Phase: scoresheet.Phase{ID: "next", Format: scoresheet.Format{From: "first"}}, Standings: []contest.Standings{s}})
	if err != nil || len(groups) != 1 || len(groups[0].Entrants) != 0 {
		t.Errorf("%+v %v", groups, err)
	}
}
