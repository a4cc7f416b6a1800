package contest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// arena is a ladder with the titles of the Gouji association of Karamay.
func arena() scoresheet.Phase {
	return scoresheet.Phase{
		ID: "challenge", Kind: scoresheet.Ladder,
		Challenges: &scoresheet.ChallengeRules{
			Challengers: 5, Quarters: 4, Losses: 3, Absences: 2, Honoured: 8,
			Titles: []scoresheet.Title{
				{ID: "vanguard", Holders: 5, FirstPlace: 4, Points: 1, Beat: 3, Own: 3},
				{ID: "deputy", Holders: 2, FirstPlace: 2, Points: 3, Beat: 2, Own: 1},
				{ID: "chief", Holders: 1, FirstPlace: 1, Points: 6},
			},
		},
	}
}

// year is a ladder that is being played.
type year struct {
	testing.TB
	contest.Stage
	draws int
}

// newYear has the named in the order of the last championship, then those
// without a place.
func newYear(t testing.TB, placed, others string) *year {
	y := &year{TB: t, Stage: contest.Stage{Phase: arena(), Groups: []contest.Group{{}}}}
	for i, id := range strings.Fields(placed) {
		y.Groups[0].Entrants = append(y.Groups[0].Entrants, contest.Entrant{ID: contest.EntrantID(id), Seed: i + 1})
	}
	for _, id := range strings.Fields(others) {
		y.Groups[0].Entrants = append(y.Groups[0].Entrants, contest.Entrant{ID: contest.EntrantID(id)})
	}
	return y
}

func names(list string) []contest.EntrantID {
	var ids []contest.EntrantID
	for _, id := range strings.Fields(list) {
		ids = append(ids, contest.EntrantID(id))
	}
	return ids
}

func (y *year) act(act contest.LadderAct) {
	act.After = len(y.Rounds)
	y.Ladder.Acts = append(y.Ladder.Acts, act)
}

func (y *year) register(list string) {
	y.act(contest.LadderAct{Kind: contest.LadderRegister, Entrants: names(list)})
}

func (y *year) ask(challenger, holder contest.EntrantID) {
	y.act(contest.LadderAct{Kind: contest.LadderAsk, Entrant: challenger, Holder: holder})
}

func (y *year) close() {
	y.act(contest.LadderAct{Kind: contest.LadderClose, Seed: fmt.Sprint("close ", len(y.Rounds))})
}

// verdict is the result of a pairing.
type verdict func(round int, p contest.Pairing) contest.Result

// wins reads who beats whom: "A: V4 V5; B: V4". Where neither is named the
// holder wins, who sits on side B; "A: V4!" is a walkover, "A= V4" a double
// forfeit.
func wins(text string) verdict {
	beats := map[[2]contest.EntrantID]contest.ResultKind{}
	for _, line := range strings.Split(text, ";") {
		winner, losers, ok := strings.Cut(line, ":")
		kind := contest.Played
		if !ok {
			winner, losers, _ = strings.Cut(line, "=")
			kind = contest.DoubleForfeit
		}
		for _, loser := range strings.Fields(losers) {
			name, walkover := strings.CutSuffix(loser, "!")
			how := kind
			if walkover {
				how = contest.Walkover
			}
			beats[[2]contest.EntrantID{contest.EntrantID(strings.TrimSpace(winner)), contest.EntrantID(name)}] = how
		}
	}
	return func(round int, p contest.Pairing) contest.Result {
		r := contest.Result{Round: round, Home: p.Home, Away: p.Away, Kind: contest.Played, Winner: scoresheet.SideB}
		if kind, ok := beats[[2]contest.EntrantID{p.Home, p.Away}]; ok {
			r.Kind, r.Winner = kind, scoresheet.SideA
		} else if kind, ok := beats[[2]contest.EntrantID{p.Away, p.Home}]; ok {
			r.Kind = kind
		}
		if r.Kind == contest.DoubleForfeit {
			r.Winner = scoresheet.NoSide
		}
		return r
	}
}

// draw draws the next round and proves it.
func (y *year) draw() contest.Round {
	y.Helper()
	y.draws++
	round, err := contest.DrawLadder(y.Stage, fmt.Sprint("seed ", y.draws))
	if err != nil {
		y.Fatalf("round %d: %v", y.Next(), err)
	}
	if err := contest.VerifyLadderRound(y.Stage, round); err != nil {
		y.Fatalf("round %d is refused: %v\n%+v", y.Next(), err, round)
	}
	y.Rounds = append(y.Rounds, round)
	return round
}

func (y *year) view() contest.LadderView {
	y.Helper()
	view, err := contest.LadderOf(y.Stage)
	if err != nil {
		y.Fatal(err)
	}
	return view
}

// playQuarter plays until nothing is left, and returns the number of rounds.
func (y *year) playQuarter(result verdict) int {
	y.Helper()
	rounds := 0
	for y.view().Next != contest.StepClose {
		round := y.draw()
		for _, p := range round.Pairings {
			y.Results = append(y.Results, result(round.Number, p))
		}
		rounds++
	}
	return rounds
}

// wantTitles checks who holds what: "K1 | D2 D3 | V4 V5", highest first.
func (y *year) wantTitles(want string) {
	y.Helper()
	var got []string
	for _, title := range y.view().Titles {
		var holders []string
		for _, holder := range title.Holders {
			holders = append(holders, string(holder.Entrant))
		}
		got = append(got, strings.Join(holders, " "))
	}
	if text := strings.Join(got, " | "); text != want {
		y.Errorf("titles %s, want %s", text, want)
	}
}

// wantMoves checks the changes of titles of a closed quarter.
func (y *year) wantMoves(quarter int, want ...string) {
	y.Helper()
	var got []string
	for _, m := range y.view().Closed[quarter-1].Moves {
		text := fmt.Sprintf("%s %s>%s %s %s %v", m.Entrant, m.From, m.To, m.Why, m.By, m.Against)
		got = append(got, strings.Join(strings.Fields(text), " "))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		y.Errorf("moves of quarter %d:\n%s\nwant\n%s", quarter, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (y *year) standings() contest.Standings {
	y.Helper()
	s, err := contest.RankLadder(y.Stage)
	if err != nil {
		y.Fatal(err)
	}
	return s
}

// wantPoints checks the points of the year: "A 11, B 6".
func (y *year) wantPoints(want string) {
	y.Helper()
	got := map[string]string{}
	for _, row := range y.standings().Rows {
		got[string(row.Entrant.ID)] = row.Totals.Points.String()
	}
	for _, pair := range strings.Split(want, ",") {
		id, points, _ := strings.Cut(strings.TrimSpace(pair), " ")
		if got[id] != points {
			y.Errorf("%s has %s points, want %s", id, got[id], points)
		}
	}
}

// A whole year, worked out by hand.
//
// Points: a win against a vanguard is 1, a deputy 3, the chief 6, for either side.
func TestAYearOfTheLadder(t *testing.T) {
	y := newYear(t, "K1 D2 D3 V4 V5 V6 V7 V8", "A B C E")
	y.wantTitles("K1 | D2 D3 | V4 V5 V6 V7 V8")

	// Quarter 1. A beats all vanguards (5) and both deputies (6) and loses to the
	// chief: a deputy. B beats three vanguards (3) and one deputy (3). C beats
	// two, E one: no further. V4 has lost to four challengers, V5 to three: both
	// lose the title. D2 has lost to A and B, D3 to A alone: D2 makes room.
	rounds := y.playQuarter(wins("A: V4 V5 V6 V7 V8 D2 D3; B: V4 V5 V6 D2; C: V4 V5; E: V4"))
	if rounds != 5+2+1 {
		t.Errorf("quarter 1 took %d rounds", rounds)
	}
	y.wantPoints("A 11, B 6, C 2, E 1, V4 0, V5 1, V6 2, V7 3, V8 3, D2 0, D3 3, K1 6")
	y.close()
	y.wantTitles("K1 | D3 A | D2 V6 V7 V8")
	y.wantMoves(1,
		"A >deputy claimed [D2 D3]",
		"D2 deputy>vanguard moved-down losses [A D3]",
		"V4 vanguard> lost [A B C E]",
		"V5 vanguard> lost [A B C]",
	)

	// Quarter 2. The organiser gives C the vacant title. B beats all vanguards
	// (5) and D3 (3), and loses to A: a vanguard. V7 beats three other vanguards
	// (3), both deputies (6), and loses to the chief: a deputy. D3 has lost to A
	// and B, A to no challenger: D3 makes room. Vanguards: B by its claim, D3
	// from above, D2 and C lost to B alone; V6 and V8 lost to A and B and have 3
	// points each of this quarter, V8 has 6 of the year and V6 has 5: V6 is out.
	y.act(contest.LadderAct{Kind: contest.LadderGrant, Entrant: "C", Title: "vanguard", Reason: "积分最多"})
	for _, holder := range names("V6 V8 C A D3 K1") {
		y.ask("V7", holder)
	}
	y.playQuarter(wins("B: D2 V6 V7 V8 C D3; V7: V6 V8 C A D3"))
	y.wantPoints("A 14, B 14, C 5, E 1, V4 0, V5 1, V6 5, V7 15, V8 6, D2 3, D3 3, K1 12")
	y.close()
	y.wantTitles("K1 | V7 A | D2 D3 V8 B C")
	y.wantMoves(2,
		"C >vanguard granted []",
		"V7 vanguard>deputy claimed [D3 A]",
		"B >vanguard claimed [D2 V6 V7 V8 C]",
		"D3 deputy>vanguard moved-down losses [V7 A]",
		"V6 vanguard> out year-points [B D3 C D2 V8]",
	)

	// Quarter 3. D2 never comes: its challengers get a point each, and it has
	// given up. V6 beats D2, B and C (3), both deputies (6), and the chief (6). K1
	// moves down, and A with fewer points of the year than V7 does too.
	y.playQuarter(wins("E: D2!; V4: D2!; V5: D2!; V6: D2! B C V7 A K1"))
	y.wantPoints("A 14, B 17, C 8, E 2, V4 1, V5 2, V6 20, V7 15, V8 10, D2 3, D3 7, K1 12")
	y.close()
	y.wantTitles("V6 | K1 V7 | D3 V8 A B C")
	y.wantMoves(3,
		"V6 >chief claimed [K1]",
		"K1 chief>deputy moved-down claim [V6]",
		"A deputy>vanguard moved-down year-points [K1 V7]",
		"D2 vanguard> gave-up []",
	)

	// Quarter 4. Who gave up is no challenger. Nobody comes to B against V5.
	if got := y.view().Challengers; len(got) != 3 {
		t.Errorf("challengers %+v", got)
	}
	y.playQuarter(wins("V5= B"))
	if s := y.standings(); s.Complete || s.Final() {
		t.Error("the year is ranked for good before it is over")
	}
	y.close()
	y.wantTitles("V6 | K1 V7 | D3 V8 A B C")
	if over, err := contest.LadderOver(y.Stage); !over || err != nil {
		t.Errorf("over %v, %v", over, err)
	}
	if _, err := contest.DrawLadder(y.Stage, "x"); codeOf(err) != "ladder.over" {
		t.Errorf("a round after the year: %v", err)
	}
	if err := contest.VerifyLadder(y.Stage); err != nil {
		t.Error(err)
	}

	s := y.standings()
	var got []string
	for _, row := range s.Rows {
		got = append(got, fmt.Sprintf("%d %s %s", row.Rank, row.Entrant.ID, row.Figures[0]))
	}
	want := "1 V6 20, 2 B 19, 3 A 17, 4 V7 15, 5 V8 13, 6 K1 12, 7 C 11, 8 D3 10, 9 D2 3, 10 E 2, 10 V5 2, 12 V4 1"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("the year: %s\nwant      %s", text, want)
	}
	if !s.Final() || s.Rows[0].Provisional || s.Rows[9].Sharing != 2 || s.Rows[0].DecidedBy().Rule != scoresheet.RulePoints {
		t.Errorf("standings %+v", s)
	}
}

func codeOf(err error) string {
	var faults scoresheet.Faults
	if errors.As(err, &faults) && len(faults) > 0 {
		return faults[0].Code
	}
	return fmt.Sprint(err)
}
