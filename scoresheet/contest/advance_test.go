package contest_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// collegePhases are the phases of guandan-college (catalogue 3.5).
func collegePhases() []scoresheet.Phase {
	return []scoresheet.Phase{
		{ID: "groups", Kind: scoresheet.RoundRobin, Ranking: college(false)},
		{ID: "final", Kind: scoresheet.RoundRobin, Ranking: college(false), Groups: []scoresheet.PhaseGroup{
			{Name: "1-4", From: "groups", Ranks: []int{1, 2}, FirstPlace: 1},
			{Name: "5-8", From: "groups", Ranks: []int{3, 4}, FirstPlace: 5},
		}},
	}
}

// ranked are standings of a group in the given order; "P=Q" share a rank.
func ranked(phase, group string, complete bool, order ...string) contest.Standings {
	s := contest.Standings{Phase: phase, Group: group, Complete: complete}
	for _, level := range order {
		names := strings.Split(level, "=")
		rank := len(s.Rows) + 1
		for _, name := range names {
			s.Rows = append(s.Rows, contest.Row{Entrant: contest.Entrant{ID: contest.EntrantID(name), Number: name},
				Rank: rank, Sharing: len(names), Provisional: !complete})
		}
	}
	return s
}

func TestFill(t *testing.T) {
	final := collegePhases()[1]
	for name, c := range map[string]struct {
		standings []contest.Standings
		gone      map[contest.EntrantID]bool
		want      string
		fault     string
		args      map[string]any
	}{
		"four of each": {standings: []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c", "d", "e=f"), ranked("groups", "B", true, "u", "v", "w", "x", "y")},
			want: "1-4: a(A1) u(B1) b(A2) v(B2); 5-8: c(A3) w(B3) d(A4) x(B4)"},
		"smaller groups: those there are": {standings: []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c"), ranked("groups", "B", true, "u")},
			want: "1-4: a(A1) u(B1) b(A2); 5-8: c(A3)"},
		"somebody has left: those behind move up": {standings: []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c", "d", "e"), ranked("groups", "B", true, "u", "v", "w", "x", "y")},
			gone: map[contest.EntrantID]bool{"b": true},
			want: "1-4: a(A1) u(B1) c(A3) v(B2); 5-8: d(A4) w(B3) e(A5) x(B4)"},
		"a shared rank outside the finals does no harm": {standings: []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c", "d", "e=f=g")},
			want: "1-4: a(A1) b(A2); 5-8: c(A3) d(A4)"},
		"a shared rank that goes on": {standings: []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c", "d=e", "f")},
			fault: "phase.level", args: map[string]any{"group": "A", "rank": 4, "entrants": []contest.EntrantID{"d", "e"}}},
		"unfinished": {standings: []contest.Standings{ranked("groups", "A", true, "a"), ranked("groups", "B", false, "u")},
			fault: "phase.unfinished", args: map[string]any{"phase": "groups", "group": "B"}},
		"no earlier phase": {standings: []contest.Standings{ranked("other", "A", true, "a")},
			fault: "phase.from", args: map[string]any{"phase": "groups"}},
	} {
		t.Run(name, func(t *testing.T) {
			groups, err := contest.Fill(contest.FillInput{Phase: final, Standings: c.standings, Gone: c.gone})
			if c.fault != "" {
				var faults scoresheet.Faults
				if !errors.As(err, &faults) || faults[0].Code != c.fault || !reflect.DeepEqual(faults[0].Args, c.args) {
					t.Fatalf("got %#v, want %s %v", err, c.fault, c.args)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := showGroups(groups); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func showGroups(groups []contest.Group) string {
	var parts []string
	for _, group := range groups {
		part := group.Name + ":"
		for i, e := range group.Entrants {
			part += fmt.Sprintf(" %s(%s%d)", e.ID, group.Origins[i].Group, group.Origins[i].Rank)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

func showPlaces(places []contest.Place) string {
	var parts []string
	for _, p := range places {
		mark := ""
		if p.Sharing > 1 {
			mark = "="
		}
		if p.Provisional {
			mark += "?"
		}
		parts = append(parts, fmt.Sprintf("%d%s %s %s", p.Place, mark, p.Entrant.ID, p.Reason))
	}
	return strings.Join(parts, ", ")
}

func TestPlaces(t *testing.T) {
	a := ranked("groups", "A", true, "a", "b", "c", "d", "e", "f")
	b := ranked("groups", "B", true, "u", "v", "w", "x", "y")
	b.Rows[4].Withdrawn = true
	for name, c := range map[string]struct {
		entrants  string
		standings []contest.Standings
		want      string
	}{
		"the whole event": {"abcdefuvwxyz", []contest.Standings{a, b,
			ranked("final", "1-4", true, "v", "a", "b=u"), ranked("final", "5-8", true, "x", "c", "d", "w")},
			"1 v final, 2 a final, 3= b final, 3= u final, 5 x final, 6 c final, 7 d final, 8 w final, " +
				"9 e rank, 10 f rank, 11 y withdrawn, 12 z not-drawn"},
		"the last final is being played": {"abcdefuvwxy", []contest.Standings{a, b,
			ranked("final", "1-4", true, "v", "a", "b", "u"), ranked("final", "5-8", false, "x", "c=d=w")},
			"1 v final, 2 a final, 3 b final, 4 u final, 5? x final, 6=? c final, 6=? d final, 6=? w final, " +
				"9 e rank, 10 f rank, 11 y withdrawn"},
		"before the finals": {"abuv", []contest.Standings{ranked("groups", "A", true, "a", "b"), ranked("groups", "B", true, "u", "v")},
			"1=? a rank, 1=? u rank, 3=? b rank, 3=? v rank"},
		"the second final is short": {"abcuvw", []contest.Standings{
			ranked("groups", "A", true, "a", "b", "c"), ranked("groups", "B", true, "u", "v"),
			ranked("final", "1-4", true, "a", "b", "u", "v"), ranked("final", "5-8", true, "c")},
			"1 a final, 2 b final, 3 u final, 4 v final, 5 c final, 6 w not-drawn"},
		"nobody": {"", nil, ""},
	} {
		if got := showPlaces(contest.Places(named(c.entrants), collegePhases(), c.standings)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// play draws groups into rounds, plays them, and breaks the last ties by lot.
func play(t *rapid.T, phase scoresheet.Phase, groups []contest.Group, withdrawals []contest.Withdrawal) []contest.Standings {
	draw := mustDraw(t, contest.RoundRobinInput{Seed: phase.ID, SameUnitFirst: true, Groups: groups})
	if err := contest.Verify(draw.Rounds, groups); err != nil {
		t.Fatal(err)
	}
	list := played(draw.Rounds, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "result") })
	var all []contest.Standings
	for _, group := range groups {
		in := input{Phase: phase.ID, Group: group.Name, Entrants: group.Entrants, Rounds: draw.Rounds, Begun: len(draw.Rounds),
			Results: list, Withdrawals: withdrawals, Criteria: phase.Ranking, MatchPoints: collegePoints()}
		for _, need := range mustRank(t, in).LotsNeeded {
			in.Lots = append(in.Lots, contest.DrawLot("lots", need.Entrants))
		}
		all = append(all, mustRank(t, in))
	}
	return all
}

func TestWholeCollegeEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []contest.Entrant
		for _, name := range []string{"A", "B"} {
			for i := range rapid.IntRange(1, 9).Draw(t, name) {
				id := fmt.Sprintf("%s%d", name, i+1)
				all = append(all, contest.Entrant{ID: contest.EntrantID(id), Number: id, Unit: fmt.Sprint("branch ", i+1), Group: name})
			}
		}
		groups, err := contest.OwnGroups(all, []string{"A", "B"})
		if err != nil {
			t.Fatal(err)
		}
		var withdrawals []contest.Withdrawal
		gone := map[contest.EntrantID]bool{}
		for _, e := range all {
			if rapid.IntRange(0, 9).Draw(t, "stays") == 0 {
				withdrawals = append(withdrawals, contest.Withdrawal{Entrant: e.ID, From: 1, Void: rapid.Bool().Draw(t, "void")})
				gone[e.ID] = true
			}
		}
		phases := collegePhases()
		standings := play(t, phases[0], groups, withdrawals)
		finals, err := contest.Fill(contest.FillInput{Phase: phases[1], Standings: standings, Gone: gone})
		if err != nil {
			t.Fatal(err)
		}
		finalists := len(finals[0].Entrants) + len(finals[1].Entrants)
		standings = append(standings, play(t, phases[1], finals, nil)...)
		checkPlaces(t, all, contest.Places(all, phases, standings), finalists)
	})
}

// checkPlaces proves that everybody has one place, that finalists have theirs
// alone and before all others, and that places count everybody before them.
func checkPlaces(t *rapid.T, all []contest.Entrant, places []contest.Place, finalists int) {
	seen := map[contest.EntrantID]bool{}
	for i, p := range places {
		seen[p.Entrant.ID] = true
		if p.Provisional {
			t.Fatalf("%s is provisional at the end", p.Entrant.ID)
		}
		if final := p.Reason == contest.PlaceFromFinal; final != (i < finalists) || (final && p.Sharing != 1) {
			t.Fatalf("%d. is %+v with %d finalists", i, p, finalists)
		}
		sharing := 0
		for _, other := range places {
			if other.Place == p.Place {
				sharing++
			}
		}
		if sharing != p.Sharing || p.Place < i+1-sharing+1 {
			t.Fatalf("place %d, shared by %d, stands at %d of %s", p.Place, p.Sharing, i, showPlaces(places))
		}
	}
	if len(places) != len(all) || len(seen) != len(all) {
		t.Fatalf("%d places for %d entrants", len(places), len(all))
	}
	if !slices.IsSortedFunc(places, func(a, b contest.Place) int { return a.Place - b.Place }) {
		t.Fatalf("not in order: %s", showPlaces(places))
	}
}
