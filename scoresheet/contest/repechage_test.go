package contest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// repechagePhases are the phases of guandan-repechage (catalogue 3.2).
func repechagePhases() []scoresheet.Phase {
	return []scoresheet.Phase{
		{ID: "preliminary", Kind: scoresheet.Knockout, Draw: "by-table", Until: 15},
		{ID: "repechage", Kind: scoresheet.Knockout, Draw: "each-round", Until: 8, Format: scoresheet.Format{From: "preliminary", Repechage: true}},
		{ID: "knockout", Kind: scoresheet.Knockout, Draw: "each-round", Until: 4, Format: scoresheet.Format{From: "repechage"}},
		{ID: "final", Kind: scoresheet.Knockout, Draw: "each-round", ThirdPlace: true, Format: scoresheet.Format{From: "knockout"}},
	}
}

func repechageStage(m int) contest.Stage {
	return contest.Stage{Phase: repechagePhases()[1], Groups: []contest.Group{fieldOf(m, 0)}}
}

// matchesOf are the matches of each round.
func matchesOf(stage contest.Stage) string {
	var parts []string
	for _, r := range stage.Rounds {
		part := fmt.Sprint(len(r.Pairings))
		if len(r.Byes) > 0 {
			part += fmt.Sprintf("+%d", len(r.Byes))
		}
		if len(r.Through) > 0 {
			part += fmt.Sprintf(" (%d through)", len(r.Through))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// TestRepechageOfEveryNumber plays every number to 15 with every result.
func TestRepechageOfEveryNumber(t *testing.T) {
	want := map[int]string{
		9:  "4+1, 1+3 (4 through)",
		10: "5, 2+1 (5 through)",
		11: "5+1, 3 (5 through)",
		12: "6, 3 (6 through), 1+1 (6 through)",
		13: "6+1, 3+1 (6 through), 2 (6 through)",
		14: "7, 3+1 (7 through), 2 (7 through), 1 (7 through)",
		15: "7+1, 4 (7 through), 2 (7 through), 1 (7 through)",
	}
	for m := range 16 {
		everyResult(t, repechageStage(m), func(stage contest.Stage) {
			if got := matchesOf(stage); got != want[m] {
				t.Fatalf("%d: %s, want %s", m, got, want[m])
			}
			s, err := contest.RankKnockout(stage)
			if err != nil {
				t.Fatal(err)
			}
			if m > 0 && (s.Rows[0].Sharing != min(m, 8) || !s.Complete) {
				t.Fatalf("of %d, %d are through: %s", m, s.Rows[0].Sharing, knockoutRanks(s))
			}
			losses := map[contest.EntrantID]int{}
			for _, r := range stage.Results {
				if r.Winner == scoresheet.SideA {
					losses[r.Away]++
				} else {
					losses[r.Home]++
				}
			}
			for _, row := range s.Rows {
				if l := losses[row.Entrant.ID]; l > 2 || row.Rank == 1 && l > 1 {
					t.Fatalf("of %d, %s has lost %d times and is %d.", m, row.Entrant.ID, l, row.Rank)
				}
			}
		})
	}
}

// everyResult draws round by round and goes on with each way in which a round
// can end, until the stage is over.
func everyResult(t *testing.T, stage contest.Stage, over func(contest.Stage)) {
	t.Helper()
	if mustOver(t, stage) {
		over(stage)
		return
	}
	round, err := contest.DrawKnockout(stage, "seed")
	if err != nil {
		t.Fatal(err)
	}
	if err := contest.VerifyKnockout(stage, round); err != nil {
		t.Fatal(err)
	}
	for pattern := range 1 << len(round.Pairings) {
		next := stage
		next.Rounds = append(slices.Clip(stage.Rounds), round)
		next.Results = slices.Clip(stage.Results)
		for i, p := range round.Pairings {
			winner := scoresheet.SideA
			if pattern>>i&1 == 1 {
				winner = scoresheet.SideB
			}
			next.Results = append(next.Results, contest.Result{
				Round: round.Number, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: winner})
		}
		everyResult(t, next, over)
	}
}

func mustOver(t testing.TB, stage contest.Stage) bool {
	t.Helper()
	over, err := contest.KnockoutOver(stage)
	if err != nil {
		t.Fatal(err)
	}
	return over
}

// TestRepechageUntidy: who does not come, and who leaves, makes room for others.
func TestRepechageUntidy(t *testing.T) {
	for m := range 40 {
		for seed := range uint64(8) {
			k := &knockoutRun{t: t, stage: repechageStage(m), lots: rand.New(rand.NewPCG(seed, uint64(m))),
				untidy: untidy{walkover: 10, doubleForfeit: 12, leaves: 5}}
			s := k.play()
			if m == 0 {
				continue
			}
			staying := 0
			for _, row := range s.Rows {
				if !k.stage.Gone(row.Entrant.ID, k.stage.Next()) && row.Figures[1].Amount == 1 {
					staying++
				}
			}
			if staying > 8 {
				t.Fatalf("%s: %d are through", k.name(), staying)
			}
		}
	}
}

// TestRepechageOf44 is the example of the catalogue, from the first draw to the
// last place.
func TestRepechageOf44(t *testing.T) {
	e := &eventRun{t: t, phases: repechagePhases(), entrants: fieldOf(44, 0).Entrants, lots: rand.New(rand.NewPCG(44, 44))}
	e.play()
	for i, want := range []string{"22, 11", "5+1, 3 (5 through)", "4", "2, 2"} {
		if got := matchesOf(e.stages[i]); got != want {
			t.Errorf("%s: %s, want %s", e.phases[i].ID, got, want)
		}
	}
	second := e.stages[0].Rounds[1]
	for i, p := range second.Pairings {
		first := e.stages[0].Rounds[0].Pairings
		from := slices.Concat(members(first[2*i]), members(first[2*i+1]))
		if p.Reason != contest.ReasonTables || !slices.Contains(from, p.Home) || !slices.Contains(from, p.Away) {
			t.Errorf("match %d: %+v comes from %v", i+1, p, from)
		}
	}
	for _, p := range e.stages[1].Rounds[1].Pairings {
		if p.Reason != contest.ReasonRepechage {
			t.Errorf("%+v", p)
		}
	}
	var counts []string
	places := contest.Places(e.entrants, e.phases, e.standings)
	for i, p := range places {
		if i == 0 || places[i-1].Place != p.Place {
			counts = append(counts, fmt.Sprintf("%d×%d", p.Place, p.Sharing))
		}
	}
	if got := strings.Join(counts, " "); got != "1×1 2×1 3×1 4×1 5×4 9×3 12×11 23×22" {
		t.Errorf("places %s", got)
	}
}

func members(p contest.Pairing) []contest.EntrantID { return []contest.EntrantID{p.Home, p.Away} }
