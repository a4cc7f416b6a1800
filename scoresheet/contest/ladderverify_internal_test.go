package contest

import (
	"errors"
	"fmt"
	"testing"

	"kiosk/scoresheet"
)

// closedQuarter is a quarter in which A has beaten the only vanguard, and B has
// given up.
func closedQuarter() Stage {
	stage := Stage{Phase: scoresheet.Phase{ID: "challenge", Kind: scoresheet.Ladder, Challenges: &scoresheet.ChallengeRules{
		Challengers: 5, Losses: 1, Absences: 1,
		Titles: []scoresheet.Title{
			{ID: "vanguard", Holders: 1, FirstPlace: 2, Points: 1, Beat: 1}, {ID: "chief", Holders: 1, FirstPlace: 1, Points: 6},
		},
	}}}
	stage.Groups = []Group{{Entrants: []Entrant{{ID: "K", Seed: 1}, {ID: "V", Seed: 2}, {ID: "A"}, {ID: "B"}}}}
	meet := func(round int, home, away EntrantID, kind ResultKind, winner scoresheet.Side) {
		if round > len(stage.Rounds) {
			stage.Rounds = append(stage.Rounds, Round{Number: round})
		}
		r := &stage.Rounds[round-1]
		r.Pairings = append(r.Pairings, Pairing{Home: home, Away: away, Table: len(r.Pairings) + 1})
		stage.Results = append(stage.Results, Result{Round: round, Home: home, Away: away, Kind: kind, Winner: winner})
	}
	meet(1, "A", "V", Played, scoresheet.SideA)
	stage.Rounds[0].Byes = []EntrantID{"B"}
	meet(2, "B", "V", Walkover, scoresheet.SideB)
	meet(3, "A", "K", Played, scoresheet.SideB)
	stage.Ladder.Acts = []LadderAct{{Kind: LadderClose, After: 3, Seed: "x"}}
	return stage
}

// Titles after a quarter that do not follow from its results are found.
func TestTitlesThatAreRefused(t *testing.T) {
	for _, row := range []struct {
		name, code, vanguard, chief string
	}{
		{"as it should be", "", "A", "K"},
		{"kept by who lost it", "ladder.kept", "V", "K"},
		{"vacant, though there is a claim", "ladder.passed-over", "", "K"},
		{"for nothing", "ladder.undeserved", "B", "K"},
		{"too high", "ladder.undeserved", "V", "A"},
	} {
		t.Run(row.name, func(t *testing.T) {
			v, err := newLadderVerifier(closedQuarter())
			if err != nil {
				t.Fatal(err)
			}
			v.after[0] = map[EntrantID]string{EntrantID(row.chief): "chief"}
			if row.vanguard != "" {
				v.after[0][EntrantID(row.vanguard)] = "vanguard"
			}
			v.year()
			codes := map[string]bool{}
			for _, f := range v.faults {
				codes[f.Code] = true
			}
			if row.code == "" && len(v.faults) > 0 || row.code != "" && !codes[row.code] {
				t.Errorf("%v, want %s", v.faults, row.code)
			}
		})
	}
}

// The checker counts years and quarters by itself: DefaultQuarters where the
// rules name none.
func TestFourQuartersUnlessSaid(t *testing.T) {
	stage := closedQuarter()
	for range 3 {
		if over, err := LadderOver(stage); over || err != nil {
			t.Fatalf("over after %d quarters: %v", len(stage.Ladder.Acts), err)
		}
		stage.Ladder.Acts = append(stage.Ladder.Acts, LadderAct{Kind: LadderClose, After: 3, Seed: "x"})
	}
	if over, err := LadderOver(stage); !over || err != nil {
		t.Fatalf("not over: %v", err)
	}
	if err := VerifyLadder(stage); err != nil {
		t.Error(err)
	}
	stage.Rounds = append(stage.Rounds, Round{Number: 4, Pairings: []Pairing{{Home: "V", Away: "A", Table: 1}}})
	var faults scoresheet.Faults
	if err := VerifyLadder(stage); !errors.As(err, &faults) || faults[0].Code != "ladder.after" {
		t.Errorf("a round after the year: %v", err)
	}
	for _, call := range []func(Stage) error{
		func(s Stage) error { _, err := CloseLadder(s, "x"); return err },
		func(s Stage) error { _, err := DrawLadder(s, "x"); return err },
		func(s Stage) error { return LadderAskable(s, "K", "A") },
	} {
		if err := call(stage); fmt.Sprint(err) != "ladder.over" {
			t.Errorf("after the year: %v", err)
		}
	}
}
