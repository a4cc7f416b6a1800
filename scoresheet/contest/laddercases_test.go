package contest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

const holders8 = "K1 D2 D3 V4 V5 V6 V7 V8"

// More than five play off in as few pairs as leave five, whoever has had a bye
// playing first.
func TestPlayingOff(t *testing.T) {
	for _, row := range []struct {
		challengers int
		pairs       []int
	}{
		{5, nil}, {6, []int{1}}, {7, []int{2}}, {9, []int{4}}, {10, []int{5}}, {11, []int{5, 1}}, {20, []int{10, 5}}, {23, []int{11, 6, 1}},
	} {
		t.Run(fmt.Sprint(row.challengers), func(t *testing.T) {
			var others []string
			for i := range row.challengers {
				others = append(others, fmt.Sprintf("c%02d", i+1))
			}
			y := newYear(t, holders8, strings.Join(others, " "))
			byes := map[contest.EntrantID]int{}
			var got []int
			for y.view().Next == contest.StepQualify {
				round := y.draw()
				got = append(got, len(round.Pairings))
				for _, p := range round.Pairings {
					y.Results = append(y.Results, wins("")(round.Number, p))
					if p.Reason != contest.ReasonQualifying {
						t.Errorf("reason %s", p.Reason)
					}
				}
				for _, id := range round.Byes {
					if byes[id]++; byes[id] > 1 && len(round.Byes) < 2*len(round.Pairings) {
						t.Errorf("%s has its bye %d", id, byes[id])
					}
				}
			}
			if !slices.Equal(got, row.pairs) {
				t.Errorf("pairs %v, want %v", got, row.pairs)
			}
			if round := y.draw(); len(round.Pairings) != 5 || len(round.Byes) != 0 {
				t.Errorf("%d challenge, %d sit out", len(round.Pairings), len(round.Byes))
			}
		})
	}
}

// Each challenger meets each holder once, another one each round, and the
// first lot gives the order of the whole quarter.
func TestTheOrderTurns(t *testing.T) {
	for _, row := range []struct {
		placed, others string
		rounds         int
	}{
		{holders8, "A B C D E", 5}, {holders8, "A B", 5}, {"K1 D2 D3 V4 V5", "A B C D", 4}, {"K1 D2 D3 V4", "A B C", 3},
	} {
		y := newYear(t, row.placed, row.others)
		if rounds := y.playQuarter(wins("")); rounds != row.rounds {
			t.Errorf("%s v %s: %d rounds, want %d", row.others, row.placed, rounds, row.rounds)
		}
		turn := map[contest.EntrantID][]contest.EntrantID{}
		for _, round := range y.Rounds {
			for _, p := range round.Pairings {
				turn[p.Home] = append(turn[p.Home], p.Away)
			}
		}
		for _, id := range names(row.others) {
			met := slices.Clone(turn[id])
			slices.Sort(met)
			if want := names(row.placed)[3:]; !slices.Equal(met, want) {
				t.Errorf("%s meets %v, want %v", id, met, want)
			}
		}
		// The same first round and other seeds: the same turns.
		again := newYear(t, row.placed, row.others)
		again.Rounds, again.Results = y.Rounds[:1], y.Results[:len(y.Rounds[0].Pairings)]
		again.draws = 77
		again.playQuarter(wins(""))
		for k, round := range again.Rounds {
			if !slices.EqualFunc(round.Pairings, y.Rounds[k].Pairings, func(a, b contest.Pairing) bool { return a.Home == b.Home && a.Away == b.Away }) {
				t.Errorf("round %d depends on its own seed", k+1)
			}
		}
	}
}

// Where fewer hold a title no more need be beaten than there are, and a title
// that nobody holds is passed.
func TestFewerHolders(t *testing.T) {
	y := newYear(t, "K1 D2", "A B")
	y.playQuarter(wins("A: D2 K1; B: D2"))
	y.wantPoints("A 9, B 3, K1 6, D2 0")
	y.close()
	// A is chief and K1 comes down to the free seat; B has beaten all deputies
	// there were, and D2, who has lost to both, keeps no seat before it.
	y.wantTitles("A | K1 B | D2")
	y.wantMoves(1,
		"A >chief claimed [K1]",
		"B >deputy claimed [D2]",
		"K1 chief>deputy moved-down claim [A]",
		"D2 deputy>vanguard moved-down from-above [B K1]",
	)
}

// Three have beaten the chief: the most points of the quarter decide, then
// those of the year, the place in the championship, a lot.
func TestSeveralClaims(t *testing.T) {
	all := "V4 V5 V6 V7 V8 D2 D3 K1"
	y := newYear(t, holders8, "A B C")
	y.playQuarter(wins("A: " + all + "; B: " + all + "; C: V4 V5 V6 D2 D3 K1"))
	y.wantPoints("A 17, B 17, C 15, K1 0")
	y.close()
	chief := y.view().Titles[0].Holders[0].Entrant
	if chief != "A" && chief != "B" {
		t.Errorf("%s is chief with fewer points", chief)
	}
	var got []string
	for _, m := range y.view().Closed[0].Moves {
		got = append(got, fmt.Sprintf("%s %s>%s %s %s", m.Entrant, m.From, m.To, m.Why, m.By))
	}
	other := "AB"[1-strings.Index("AB", string(chief)) : 2-strings.Index("AB", string(chief))]
	want := []string{
		string(chief) + " >chief claimed ",
		other + " >deputy passed-on lot",
		"C >deputy passed-on quarter-points",
		// All others have lost to three challengers.
		"K1 chief> lost ", "D2 deputy> lost ", "D3 deputy> lost ", "V4 vanguard> lost ", "V5 vanguard> lost ", "V6 vanguard> lost ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %q, want %q", got, want)
	}
	// The lot is drawn from the seed of closing, and from nothing else.
	chiefs := map[contest.EntrantID]bool{}
	for i := range 20 {
		y.Ladder.Acts[0].Seed = fmt.Sprint(i)
		first := y.view().Titles[0].Holders[0].Entrant
		if again := y.view().Titles[0].Holders[0].Entrant; again != first {
			t.Error("the same seed gives another lot")
		}
		chiefs[first] = true
	}
	if len(chiefs) != 2 {
		t.Errorf("twenty lots fall on %v", chiefs)
	}
}

// With more claims than seats in the lowest title some find none.
func TestMoreClaimsThanSeats(t *testing.T) {
	y := newYear(t, "K1", "A B C D E")
	for i, id := range names("V4 V5") {
		y.Groups[0].Entrants = append(y.Groups[0].Entrants, contest.Entrant{ID: id, Seed: 4 + i})
	}
	rules := *y.Phase.Challenges
	rules.Titles = slices.Clone(rules.Titles)
	rules.Titles[0].Holders = 2
	y.Phase.Challenges = &rules
	y.playQuarter(wins("A: V4 V5; B: V4 V5; C: V4 V5"))
	y.close()
	moves := map[contest.MoveReason]int{}
	for _, m := range y.view().Closed[0].Moves {
		moves[m.Why]++
	}
	if moves[contest.MoveClaimed] != 2 || moves[contest.MoveNoSeat] != 1 || moves[contest.MoveLost] != 2 {
		t.Errorf("moves %v", moves)
	}
	if err := contest.VerifyLadder(y.Stage); err != nil {
		t.Error(err)
	}
}

// The same challenger is counted once, over the quarters; where the rules say
// so, each quarter anew.
func TestLossesOverQuarters(t *testing.T) {
	for over, want := range map[string]string{
		scoresheet.LossesOfTitle: "K1 | D2 D3 | V5 V6 V7 V8", scoresheet.LossesOfQuarter: "K1 | D2 D3 | V4 V5 V6 V7 V8",
	} {
		y := newYear(t, holders8, "A B")
		y.Phase.Challenges.LossesOver = over
		for _, beaten := range []string{"A: V4; B: V4", "A: V4"} {
			y.playQuarter(wins(beaten))
			y.close()
			y.wantTitles("K1 | D2 D3 | V4 V5 V6 V7 V8")
		}
		y.Groups[0].Entrants = append(y.Groups[0].Entrants, contest.Entrant{ID: "C"})
		y.playQuarter(wins("C: V4"))
		y.close()
		y.wantTitles(want)
	}
}

// A match that was struck out may be played again; a drawn or a postponed one
// is no victory.
func TestMatchesWithoutAWinner(t *testing.T) {
	y := newYear(t, "K1 D2 D3 V4", "A")
	y.draw()
	y.Results = append(y.Results, contest.Result{Round: 1, Home: "A", Away: "V4", Kind: contest.Void})
	if round := y.draw(); round.Pairings[0].Away != "V4" {
		t.Errorf("after a match that was struck out: %+v", round)
	}
	if view := y.view(); view.Next != contest.StepClose || view.Challengers[0].Why != contest.LadderTooFew || !view.Matches[1].Pending {
		t.Errorf("while the match is postponed: %+v", view)
	}
	if s := y.standings(); s.Complete {
		t.Error("complete without the postponed match")
	}
	y.Results = append(y.Results, contest.Result{Round: 2, Home: "A", Away: "V4", Kind: contest.Played})
	y.wantPoints("A 0, V4 0")
	y.Results[1].Winner = scoresheet.SideA
	y.wantPoints("A 1, V4 0")
	if view := y.view(); view.Next != contest.StepChallenge || view.NextTitle != "deputy" || view.Challengers[0].Why != contest.LadderGoesOn || view.Challengers[0].May != "deputy" {
		t.Errorf("after the victory: %+v", view)
	}

	// Playing off: a draw leaves both in, a double forfeit neither, and without a
	// result nobody knows who goes on.
	y = newYear(t, holders8, "A B C D E F")
	p := y.draw().Pairings[0]
	if _, err := contest.DrawLadder(y.Stage, "x"); codeOf(err) != "ladder.missing" || y.view().Next != contest.StepWait {
		t.Errorf("without the result: %v", err)
	}
	y.Results = append(y.Results, contest.Result{Round: 1, Home: p.Home, Away: p.Away, Kind: contest.Played})
	if y.view().Next != contest.StepQualify {
		t.Errorf("after a draw: %s", y.view().Next)
	}
	y.Results[0].Kind = contest.DoubleForfeit
	if round := y.draw(); len(round.Pairings) != 4 {
		t.Errorf("after a double forfeit %d challenge", len(round.Pairings))
	}
}

// Acts that corrections have made senseless are told, not done.
func TestActsThatFitNoMore(t *testing.T) {
	y := newYear(t, holders8, "A B")
	y.act(contest.LadderAct{Kind: contest.LadderGrant, Entrant: "A", Title: "chief", Reason: "x"})
	y.act(contest.LadderAct{Kind: contest.LadderGrant, Entrant: "A", Title: "emperor", Reason: "x"})
	y.act(contest.LadderAct{Kind: contest.LadderAsk, Entrant: "A", Holder: "A"})
	for range 5 {
		y.close()
	}
	y.register("A")
	if undone := y.view().Undone; len(undone) != 5 {
		t.Errorf("undone %+v", undone)
	}
	y.wantTitles("K1 | D2 D3 | V4 V5 V6 V7 V8")
	if s := y.standings(); !s.Final() || s.Rows[9].Rank != 1 || s.Rows[9].Sharing != 10 {
		t.Errorf("after a year without a match: %+v", s)
	}
}

// What a ladder cannot be made of is refused.
func TestLaddersThatAreNone(t *testing.T) {
	for _, row := range []struct {
		name, code string
		change     func(*contest.Stage)
	}{
		{"no rules", "ladder.rules", func(s *contest.Stage) { s.Phase.Challenges = nil }},
		{"two champions", "ladder.place-twice", func(s *contest.Stage) { s.Groups[0].Entrants[1].Seed = 1 }},
		{"one entrant twice", "draw.entrant-twice", func(s *contest.Stage) { s.Groups[0].Entrants[1].ID = "K1" }},
		{"no holders", "ladder.no-holders", func(s *contest.Stage) { s.Groups[0].Entrants = s.Groups[0].Entrants[8:] }},
		{"nobody", "ladder.no-holders", func(s *contest.Stage) { s.Groups = nil }},
		{"late places", "ladder.no-holders", func(s *contest.Stage) { s.Ladder.Late = names(holders8) }},
	} {
		y := newYear(t, holders8, "A B")
		row.change(&y.Stage)
		if _, err := contest.DrawLadder(y.Stage, "x"); codeOf(err) != row.code {
			t.Errorf("%s: %v", row.name, err)
		}
		if err := contest.LadderReady(y.Stage); codeOf(err) != row.code {
			t.Errorf("%s: ready: %v", row.name, err)
		}
	}
	y := newYear(t, holders8, "A B")
	if _, err := contest.DrawLadder(y.Stage, ""); codeOf(err) != "draw.seed" {
		t.Errorf("no seed: %v", err)
	}
	// The ranks of an earlier phase are places in a championship too.
	y.Groups[0].Origins = make([]contest.Origin, 10)
	for i := range y.Groups[0].Origins {
		y.Groups[0].Origins[i] = contest.Origin{Phase: "cup", Rank: 10 - i}
	}
	y.wantTitles("B | V8 A | D3 V4 V5 V6 V7")
}

// The checker finds each thing that can be wrong with a round.
func TestRoundsThatAreRefused(t *testing.T) {
	const way = "A: V4 V5 V6; B: V4"
	challenged := func() *year { // the vanguards have been met
		y := newYear(t, holders8, "A B")
		for range 5 {
			round := y.draw()
			for _, p := range round.Pairings {
				y.Results = append(y.Results, wins(way)(round.Number, p))
			}
		}
		return y
	}
	fresh := func() *year { return newYear(t, holders8, "A B C") }
	crowd := func() *year { return newYear(t, holders8, "A B C D E F G") }
	for _, row := range []struct {
		name, code string
		year       func() *year
		round      string
		change     func(*year, *contest.Round)
	}{
		{name: "as it should be", year: challenged, round: "A-D2"},
		{name: "another number", code: "schedule.round", year: challenged, round: "A-D2", change: func(_ *year, r *contest.Round) { r.Number = 9 }},
		{name: "a stranger", code: "schedule.stranger", year: fresh, round: "A-X9"},
		{name: "against itself", code: "schedule.self", year: fresh, round: "A-A"},
		{name: "twice in a round", code: "schedule.double", year: fresh, round: "A-V4 A-V5"},
		{name: "a bye besides", code: "schedule.double", year: fresh, round: "A-V4", change: func(_ *year, r *contest.Round) { r.Byes = names("A") }},
		{name: "no table", code: "schedule.table", year: fresh, round: "A-V4", change: func(_ *year, r *contest.Round) { r.Pairings[0].Table = 0 }},
		{name: "one table for two", code: "schedule.table-twice", year: fresh, round: "A-V4 B-V5", change: func(_ *year, r *contest.Round) { r.Pairings[1].Table = 1 }},
		{name: "who has left", code: "ladder.left", year: fresh, round: "A-V4", change: func(y *year, _ *contest.Round) {
			y.Withdrawals = []contest.Withdrawal{{Entrant: "A", From: 0}}
			y.Rounds = append(y.Rounds, contest.Round{Number: 1})
		}},
		{name: "again", code: "ladder.again", year: challenged, round: "A-V4"},
		{name: "without beating three", code: "ladder.way", year: challenged, round: "B-D2"},
		{name: "over the deputies", code: "ladder.way", year: challenged, round: "A-K1"},
		{name: "too early", code: "ladder.way", year: fresh, round: "A-D2"},
		{name: "a vanguard too early", code: "ladder.way", year: fresh, round: "V4-D2"},
		{name: "peers", year: fresh, round: "V4-V5 A-V6"},
		{name: "not registered", code: "ladder.not-in", year: fresh, round: "A-V4 B-V5", change: func(y *year, _ *contest.Round) { y.register("A C") }},
		{name: "not any more", code: "ladder.not-in", year: challenged, round: "A-D2", change: func(y *year, _ *contest.Round) { y.register("B") }},
		{name: "nothing at stake", code: "ladder.no-need", year: challenged, round: "A-B"},
		{name: "too many play off", code: "ladder.no-need", year: crowd, round: "A-B C-D E-F", change: func(_ *year, r *contest.Round) { r.Byes = names("G") }},
		{name: "fewer play off than have to", year: crowd, round: "A-B", change: func(_ *year, r *contest.Round) { r.Byes = names("C D E F G") }},
		{name: "seven challenge", code: "ladder.too-many", year: crowd, round: "A-V4 B-V5 C-V6 D-V7 E-V8", change: func(_ *year, r *contest.Round) { r.Byes = names("F G") }},
		{name: "after the year", code: "ladder.after", year: fresh, round: "A-V4", change: func(y *year, _ *contest.Round) {
			for range 4 {
				y.close()
			}
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			y := row.year()
			round := contest.Round{Number: y.Next()}
			for i, pair := range strings.Fields(row.round) {
				home, away, _ := strings.Cut(pair, "-")
				round.Pairings = append(round.Pairings, contest.Pairing{Home: contest.EntrantID(home), Away: contest.EntrantID(away), Table: i + 1})
			}
			if row.change != nil {
				row.change(y, &round)
				if round.Number != 9 {
					round.Number = y.Next()
				}
			}
			err := contest.VerifyLadderRound(y.Stage, round)
			if row.code == "" && err != nil || row.code != "" && codeOf(err) != row.code {
				t.Errorf("%v, want %s", err, row.code)
			}
		})
	}
}

// Who may challenge whom, among holders.
func TestChallengesAmongHolders(t *testing.T) {
	y := newYear(t, holders8, "A")
	askable := func(challenger, holder contest.EntrantID) string {
		err := contest.LadderAskable(y.Stage, challenger, holder)
		if err == nil {
			return ""
		}
		return codeOf(err)
	}
	for _, row := range [][3]string{
		{"D2", "D3", ""}, {"D2", "K1", "ladder.ask-way"}, {"K1", "D2", "ladder.ask-titles"}, {"A", "V4", "ladder.ask-titles"}, {"V4", "X", "ladder.ask-titles"},
	} {
		if got := askable(contest.EntrantID(row[0]), contest.EntrantID(row[1])); got != row[2] {
			t.Errorf("%s v %s: %q, want %q", row[0], row[1], got, row[2])
		}
	}
	y.ask("D2", "D3")
	if got := askable("D3", "D2"); got != "ladder.ask-twice" {
		t.Errorf("twice: %q", got)
	}
	// The deputies are free in the first round already.
	round := y.draw()
	if last := round.Pairings[len(round.Pairings)-1]; last.Reason != contest.ReasonPeers || last.Home != "D2" {
		t.Errorf("round %+v", round)
	}
	for _, p := range round.Pairings {
		y.Results = append(y.Results, wins("D2: D3")(1, p))
	}
	if got := askable("D2", "K1"); got != "" {
		t.Errorf("D2 beat D3: %q", got)
	}
	y.ask("D2", "K1")
	y.playQuarter(wins("D2: D3 K1"))
	if got := y.view().Titles[1].Holders[0]; got.Claim != "chief" || got.Points != scoresheet.WholePoints(9) {
		t.Errorf("D2: %+v", got)
	}
	y.close()
	// The chief lost to a holder and not to a challenger: the two change places.
	y.wantTitles("D2 | K1 D3 | V4 V5 V6 V7 V8")
	if err := contest.VerifyLadder(y.Stage); err != nil {
		t.Error(err)
	}
}

// A result that is corrected after its quarter was closed changes points; the
// titles stand, and the ladder says what they would be.
func TestCorrectionsAfterClosing(t *testing.T) {
	y := newYear(t, holders8, "A B")
	y.playQuarter(wins("A: V4 V5 V6 V7 V8"))
	closing, err := contest.CloseLadder(y.Stage, "x")
	if err != nil {
		t.Fatal(err)
	}
	y.Ladder.Acts = append(y.Ladder.Acts, closing)
	y.wantTitles("K1 | D2 D3 | V4 V5 V6 V7 A")
	y.playQuarter(wins("B: V4"))
	y.wantPoints("A 7, B 1, V8 1")
	for i, r := range y.Results {
		if r.Home == "A" && r.Away == "V8" && r.Winner == scoresheet.SideA {
			y.Results[i].Winner = scoresheet.SideB
			break
		}
	}
	y.wantTitles("K1 | D2 D3 | V4 V5 V6 V7 A")
	y.wantPoints("A 6, B 1, V8 2")
	quarter := y.view().Closed[0]
	if got := fmt.Sprint(quarter.Now); got != "[[V4 V5 V6 V7 V8] [D2 D3] [K1]]" {
		t.Errorf("now %s", got)
	}
	if err := contest.VerifyLadder(y.Stage); err != nil {
		t.Error(err)
	}
	// What the record says is held to the seats of each title.
	y.Ladder.Acts[0].Outcome = &contest.LadderOutcome{Titles: [][]contest.EntrantID{names("A B C V4 V5 V6 V7"), names("D2 D3 V8"), names("K1 X"), names("V8")}}
	y.wantTitles("K1 | D2 D3 | V4 V5 A B")
}

// Who leaves while a round is played loses its matches in it, its title and its
// challenges; the points of the other side count.
func TestLeavingTheLadder(t *testing.T) {
	y := newYear(t, "K1 D2 D3 V4 V5", "A B C")
	round := y.draw()
	for _, p := range round.Pairings {
		if p.Away == "V5" {
			y.Results = append(y.Results, wins("A: V5; B: V5; C: V5")(1, p))
			y.Withdrawals = append(y.Withdrawals, contest.Withdrawal{Entrant: p.Home, From: 2})
		}
	}
	y.Withdrawals = append(y.Withdrawals, contest.Withdrawal{Entrant: "V4", From: 1}, contest.Withdrawal{Entrant: "V4", From: 1})
	view := y.view()
	if got := view.Titles[2]; len(got.Holders) != 1 || got.Vacant != 4 || view.Moves[0].Why != contest.MoveWithdrawn {
		t.Errorf("vanguards %+v after %+v", got, view.Moves)
	}
	gone := y.Withdrawals[0].Entrant
	for _, m := range view.Matches {
		if m.Holder == "V4" && (m.Winner != m.Challenger || m.Points != scoresheet.WholePoints(1)) {
			t.Errorf("against who has left: %+v", m)
		}
		if m.Holder == "V4" {
			y.wantPoints(string(m.Challenger) + " 1, V4 0")
		}
	}
	for _, c := range view.Challengers {
		if (c.Entrant == gone) != (c.Why == contest.LadderLeft) {
			t.Errorf("%s: %s", c.Entrant, c.Why)
		}
	}
	// The two who are left meet V5, who is the only vanguard now.
	y.playQuarter(wins(""))
	for _, round := range y.Rounds[1:] {
		for _, p := range round.Pairings {
			if p.Home == gone || p.Away == "V4" {
				t.Errorf("round %d: %s v %s", round.Number, p.Home, p.Away)
			}
		}
	}
	// Results that are struck out count for nobody.
	y.Withdrawals[0].Void = true
	y.wantPoints("V5 2")
	if s := y.standings(); !s.Rows[len(s.Rows)-1].Withdrawn {
		t.Errorf("standings %+v", s.Rows)
	}
}

// Who gave up and gets a title by hand begins anew.
func TestGivenUpAndBackByHand(t *testing.T) {
	y := newYear(t, "K1 D2 D3 V4", "A B")
	for range 2 {
		y.playQuarter(wins("V4: A!"))
		y.close()
	}
	y.wantTitles("K1 | D2 D3 | V4")
	if got := y.view().Challengers; len(got) != 1 || got[0].Entrant != "B" {
		t.Errorf("challengers %+v", got)
	}
	y.act(contest.LadderAct{Kind: contest.LadderGrant, Entrant: "A", Title: "vanguard", Reason: "x"})
	y.wantTitles("K1 | D2 D3 | V4 A")
	for _, holder := range y.view().Titles[2].Holders {
		if holder.Absences != 0 || holder.GaveUp || holder.Losing {
			t.Errorf("%+v", holder)
		}
	}
	if err := contest.VerifyLadder(y.Stage); err != nil {
		t.Error(err)
	}
}
