package contest_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// chance is what a year is made up from.
type chance struct{ *rand.Rand }

func (c chance) one(in int) bool { return c.IntN(in) == 0 }

// ladder is a ladder of any size, with titles that somebody may be missing for.
func (c chance) ladder(entrants int) contest.Stage {
	phase := arena()
	rules := *phase.Challenges
	rules.LossesOver = []string{"", scoresheet.LossesOfTitle, scoresheet.LossesOfQuarter}[c.IntN(3)]
	phase.Challenges = &rules
	stage := contest.Stage{Phase: phase, Groups: []contest.Group{{}}, FirstTable: c.IntN(4)}
	for i := range entrants {
		entrant := contest.Entrant{ID: contest.EntrantID(fmt.Sprintf("e%d", i+1)), Number: fmt.Sprint(i + 1)}
		if i < 8 && !c.one(6) {
			entrant.Seed = i + 1
		}
		stage.Groups[0].Entrants = append(stage.Groups[0].Entrants, entrant)
	}
	return stage
}

func (c chance) entrant(stage contest.Stage) contest.EntrantID {
	entrants := stage.Entrants()
	return entrants[c.IntN(len(entrants))].ID
}

// result is any result that a match can have; postponed ones have none.
func (c chance) result(round int, p contest.Pairing) (contest.Result, bool) {
	r := contest.Result{Round: round, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideB}
	switch kind := c.IntN(20); {
	case kind < 10:
		r.Winner = scoresheet.SideA
	case kind == 16:
		r.Kind, r.Winner = contest.Walkover, scoresheet.SideA
	case kind == 17:
		r.Kind, r.Winner = contest.DoubleForfeit, scoresheet.NoSide
	case kind == 18:
		r.Kind, r.Winner = contest.Void, scoresheet.NoSide
	case kind == 19:
		return r, p.Reason == contest.ReasonQualifying
	}
	return r, true
}

// act is something that an organiser may decide, sensible or not.
func (c chance) act(stage contest.Stage) contest.LadderAct {
	act := contest.LadderAct{After: len(stage.Rounds)}
	switch c.IntN(6) {
	case 0:
		act.Kind, act.Entrant, act.Reason = contest.LadderGrant, c.entrant(stage), "x"
		act.Title = []string{"", "vanguard", "deputy", "chief"}[c.IntN(4)]
	case 1:
		act.Kind = contest.LadderRegister
		for _, entrant := range stage.Entrants() {
			if c.one(2) {
				act.Entrants = append(act.Entrants, entrant.ID)
			}
		}
	default:
		act.Kind, act.Entrant, act.Holder = contest.LadderAsk, c.entrant(stage), c.entrant(stage)
	}
	return act
}

func checkTitles(t *rapid.T, view contest.LadderView) {
	seen := map[contest.EntrantID]bool{}
	for _, title := range view.Titles {
		if len(title.Holders) > title.Title.Holders || title.Vacant != title.Title.Holders-len(title.Holders) {
			t.Fatalf("%d hold %s, %d vacant", len(title.Holders), title.Title.ID, title.Vacant)
		}
		for _, holder := range title.Holders {
			if seen[holder.Entrant] {
				t.Fatalf("%s holds two titles", holder.Entrant)
			}
			seen[holder.Entrant] = true
		}
	}
}

// Whatever happens in a year, each round is right, titles stay what they are,
// every quarter ends, and points add up to those of the matches. (Results that
// were struck out later may have opened ways that nobody had then.)
func TestAnyYear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "entrants")
		c := chance{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "chance"), 0))}
		stage := c.ladder(n)
		rounds := 0
		for quarter := 1; quarter <= 4; {
			if n > 0 && c.one(10) {
				stage.Ladder.Acts = append(stage.Ladder.Acts, c.act(stage))
			}
			if n > 0 && c.one(40) {
				stage.Withdrawals = append(stage.Withdrawals, contest.Withdrawal{Entrant: c.entrant(stage), From: stage.Next(), Void: c.one(4)})
			}
			view := c.view(t, stage)
			checkTitles(t, view)
			if view.Quarter != quarter {
				t.Fatalf("quarter %d, want %d", view.Quarter, quarter)
			}
			if view.Next == contest.StepClose {
				if _, err := contest.DrawLadder(stage, "x"); codeOf(err) != "ladder.quarter-over" && codeOf(err) != "ladder.no-holders" {
					t.Fatalf("nothing is left, and a round: %v", err)
				}
				closing, err := contest.CloseLadder(stage, "x")
				if err != nil {
					t.Fatal(err)
				}
				stage.Ladder.Acts = append(stage.Ladder.Acts, closing)
				quarter, rounds = quarter+1, 0
				continue
			}
			if rounds++; rounds > 100 {
				t.Fatalf("a quarter that does not end: %s %s", view.Next, view.NextTitle)
			}
			seed := fmt.Sprint(c.IntN(1000))
			round, err := contest.DrawLadder(stage, seed)
			if err != nil {
				t.Fatal(err)
			}
			if c.one(4) {
				if again, _ := contest.DrawLadder(c.shuffled(stage), seed); !reflect.DeepEqual(round, again) {
					t.Fatalf("the same draw gives\n%+v\n%+v", round, again)
				}
			}
			if len(round.Pairings) == 0 {
				t.Fatal("a round without a match")
			}
			if c.one(4) {
				if err := contest.VerifyLadderRound(stage, round); err != nil {
					t.Fatalf("%v\n%+v", err, round)
				}
			}
			stage.Rounds = append(stage.Rounds, round)
			for _, p := range round.Pairings {
				if r, played := c.result(round.Number, p); played {
					stage.Results = append(stage.Results, r)
				}
			}
		}
		if over, err := contest.LadderOver(stage); !over || err != nil {
			t.Fatalf("after four quarters: %v, %v", over, err)
		}
		strikesOut := slices.ContainsFunc(stage.Withdrawals, func(w contest.Withdrawal) bool { return w.Void })
		if err := contest.VerifyLadder(stage); err != nil && !strikesOut {
			t.Fatal(err)
		}
		for _, m := range c.view(t, stage).Matches {
			if m.Pending {
				r := contest.Result{Round: m.Round, Home: m.Challenger, Away: m.Holder, Kind: contest.Played, Winner: scoresheet.SideB}
				stage.Results = append(stage.Results, r)
			}
		}
		checkYear(t, stage)
	})
}

func (chance) view(t *rapid.T, stage contest.Stage) contest.LadderView {
	view, err := contest.LadderOf(stage)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

// shuffled is the same stage with results in another order.
func (c chance) shuffled(stage contest.Stage) contest.Stage {
	stage.Results = slices.Clone(stage.Results)
	c.Shuffle(len(stage.Results), func(i, j int) { stage.Results[i], stage.Results[j] = stage.Results[j], stage.Results[i] })
	return stage
}

// checkYear wants one rank for everybody, by points, which are those of the
// matches.
func checkYear(t *rapid.T, stage contest.Stage) {
	standings, err := contest.RankLadder(stage)
	if err != nil {
		t.Fatal(err)
	}
	view := chance{}.view(t, stage)
	points := map[contest.EntrantID]scoresheet.Points{}
	for _, m := range view.Matches {
		if m.Winner != "" {
			points[m.Winner] += m.Points
		}
	}
	if len(standings.Rows) != len(stage.Entrants()) {
		t.Fatalf("%d ranks for %d", len(standings.Rows), len(stage.Entrants()))
	}
	for i, row := range standings.Rows {
		if !row.Withdrawn && row.Totals.Points != points[row.Entrant.ID] {
			t.Fatalf("%s has %s points, its matches give %s", row.Entrant.ID, row.Totals.Points, points[row.Entrant.ID])
		}
		if i > 0 && !row.Withdrawn && (row.Totals.Points > standings.Rows[i-1].Totals.Points || row.Rank < standings.Rows[i-1].Rank) {
			t.Fatalf("rank %d before rank %d", standings.Rows[i-1].Rank, row.Rank)
		}
	}
	for _, lot := range standings.LotsNeeded {
		if lot.Rank > 8 || lot.Rank+len(lot.Entrants)-1 <= 8 {
			t.Fatalf("a lot that decides nothing: %+v", lot)
		}
		stage.Lots = append(stage.Lots, contest.DrawLot("y", lot.Entrants))
	}
	again, err := contest.RankLadder(stage)
	if err != nil || len(again.LotsNeeded) > 0 {
		t.Fatalf("after the lots: %+v, %v", again.LotsNeeded, err)
	}
	honoured := slices.IndexFunc(again.Rows, func(r contest.Row) bool { return r.Rank > 8 })
	if honoured > 8 {
		t.Fatalf("%d are honoured", honoured)
	}
}
