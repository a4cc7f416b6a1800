package event_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// challenge is a year of challenges: e1 to e8 are those of the last
// championship, the others challenge.
func challenge(t tester, n int) *hall {
	t.Helper()
	h := newHall(t, "gouji-arena", nil)
	h.do(organiser, event.ReadEntrants{Entrants: arenaTeams(n)})
	return h
}

func arenaTeams(n int) []event.Entrant {
	var list []event.Entrant
	for i := range n {
		team := event.Entrant{Number: fmt.Sprint(i + 1), Team: fmt.Sprintf("%d队", i+1)}
		for k := range 3 {
			team.Players = append(team.Players, fmt.Sprintf("%d队%d", i+1, k+1))
		}
		if i < 8 {
			team.Seed = i + 1
		}
		list = append(list, team)
	}
	return list
}

// swept is a match of two games, four hands each, that the side wins.
func swept(side scoresheet.Side) []scoresheet.Game {
	seats := []scoresheet.Seat{1, 3, 5}
	if side == sideB {
		seats = []scoresheet.Seat{2, 4, 6}
	}
	game := scoresheet.Game{}
	for range 4 {
		game.Hands = append(game.Hands, finish(seats...))
	}
	return []scoresheet.Game{game, game}
}

// playRound has the first of each pair in the list win, the holders otherwise:
// "e9 e4, e9 e5". A name with "-" stays away.
func (h *hall) playRound(wins string) {
	h.Helper()
	round, _ := h.state.CurrentRound()
	for _, m := range h.state.RoundMatches(round.Number) {
		if m.Done() {
			continue
		}
		if away := m.Entrants.A; strings.Contains(wins, "-"+string(away)+",") {
			h.do(referee, event.ForfeitMatch{Match: m.Number, Forfeit: scoresheet.ForfeitA, Reason: "没来"})
			continue
		}
		winner := sideB
		if slices.Contains(strings.Split(wins, ", "), fmt.Sprintf("%s %s", m.Entrants.A, m.Entrants.B)) {
			winner = sideA
		}
		h.do(referee, event.RecordSheet{Match: m.Number, Games: swept(winner), Version: m.Version})
	}
}

func (h *hall) ladder() contest.LadderView {
	h.Helper()
	view, ok, err := h.state.LadderView("")
	if !ok || err != nil {
		h.Fatalf("no ladder is being played: %v", err)
	}
	return view
}

// playQuarter plays until nothing is left to draw.
func (h *hall) playQuarter(wins string) int {
	h.Helper()
	rounds := 0
	for h.ladder().Next != contest.StepClose {
		h.do(organiser, event.DrawRound{Seed: fmt.Sprint("q", len(h.state.Rounds))})
		h.playRound(wins)
		rounds++
	}
	return rounds
}

func (h *hall) wantTitles(want string) {
	h.Helper()
	var got []string
	for _, title := range h.ladder().Titles {
		var holders []string
		for _, holder := range title.Holders {
			holders = append(holders, string(holder.Entrant))
		}
		got = append(got, strings.Join(holders, " "))
	}
	if text := strings.Join(got, " | "); text != want {
		h.Errorf("titles %s, want %s", text, want)
	}
}

// survivesLadder wants the ladder to be the same after reading the journal
// again.
func (h *hall) survivesLadder() {
	h.Helper()
	h.survives()
	again := &hall{tester: h.tester, state: replay(h.tester, h.log)}
	if diff := difference(encode(h, h.ladder()), encode(h, again.ladder())); diff != "" {
		h.Errorf("the ladder is another one: %s", diff)
	}
}

const vanguards9 = "e9 e4, e9 e5, e9 e6, e9 e7, e9 e8"

func TestAQuarterInTheRecord(t *testing.T) {
	h := challenge(t, 11)
	h.wantTitles("e1 | e2 e3 | e4 e5 e6 e7 e8")
	if phase, err := h.state.NextRound(); phase != "challenge" || err != nil {
		t.Fatalf("%s, %v", phase, err)
	}
	h.refused(organiser, event.CloseQuarter{Seed: "1"}, "ladder.unfinished")
	// Three challengers meet five vanguards in five rounds; e9 beats all of them
	// and a deputy, which takes two rounds more.
	if rounds := h.playQuarter(vanguards9 + ", e9 e2"); rounds != 7 {
		t.Errorf("%d rounds", rounds)
	}
	h.refused(organiser, event.DrawRound{Seed: "x"}, "ladder.quarter-over")
	_, err := h.state.NextRound()
	if codeOf(err) != "ladder.quarter-over" {
		t.Errorf("next round: %v", err)
	}
	h.refused(organiser, event.CloseQuarter{}, "draw.seed")
	h.makes(chief, event.CloseQuarter{Seed: "1"}, "ladder.closed")
	// All vanguards lost to e9 alone and have two wins of this quarter: the last
	// of the championship makes room.
	h.wantTitles("e1 | e2 e3 | e4 e5 e6 e7 e9")
	if view, ok, err := h.state.LadderView("challenge"); !ok || err != nil || len(view.Closed) != 1 {
		t.Errorf("the phase by its name: %v, %v", ok, err)
	}
	if got := h.ladder().Quarter; got != 2 {
		t.Errorf("quarter %d", got)
	}
	standings, err := h.state.Standings("challenge")
	if err != nil || len(standings) != 1 || standings[0].Rows[0].Entrant.ID != "e9" || standings[0].Rows[0].Totals.Points != scoresheet.WholePoints(8) {
		t.Errorf("standings %+v, %v", standings, err)
	}
	h.refused(organiser, event.UndoRound{Number: 7, Reason: "错", Begun: true}, "ladder.closed")
	h.makes(organiser, event.ReopenQuarter{Reason: "按错了"}, "ladder.reopened")
	h.wantTitles("e1 | e2 e3 | e4 e5 e6 e7 e8")
	h.refused(organiser, event.ReopenQuarter{Reason: "再来"}, "ladder.reopen-none")
	h.do(organiser, event.UndoRound{Number: 7, Reason: "重抽", Begun: true})
	if got := h.ladder().Next; got != contest.StepChallenge {
		t.Errorf("after taking a round back: %s", got)
	}
	h.refused(organiser, event.CloseQuarter{Seed: "1"}, "ladder.unfinished")
	h.makes(organiser, event.CloseQuarter{Seed: "1", Reason: "副将出差"}, "ladder.closed")
	h.do(organiser, event.DrawRound{Seed: "q2"})
	h.refused(organiser, event.ReopenQuarter{Reason: "再来"}, "ladder.reopen-played")
	// A correction after closing leaves the titles, and says what they would be.
	for n := 1; n <= h.state.Matches(); n++ {
		if m := h.match(n); m.Entrants.A == "e9" && m.Entrants.B == "e8" {
			h.do(referee, event.RecordSheet{Match: n, Games: swept(sideB), Reason: "看错", Version: m.Version})
		}
	}
	h.wantTitles("e1 | e2 e3 | e4 e5 e6 e7 e9")
	if now := h.ladder().Closed[0].Now; len(now) != 3 || slices.Contains(now[0], "e9") {
		t.Errorf("titles by the corrected results: %v", now)
	}
	h.refused(organiser, event.CloseQuarter{Seed: "2", Reason: "算了"}, "ladder.unplayed")
	h.survivesLadder()
}

func TestWhoChallenges(t *testing.T) {
	h := challenge(t, 14)
	h.refused(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9", "e99"}}, "entrant.unknown")
	h.refused(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e4"}}, "ladder.holder")
	h.makes(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9", "e10"}}, "ladder.registered")
	// Another list is another field: what was decided of the old one is gone.
	h.do(organiser, event.ReadEntrants{Entrants: arenaTeams(14)})
	if got := len(h.ladder().Challengers); got != 6 {
		t.Errorf("%d challengers after another list", got)
	}
	h.do(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9", "e10"}})
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.refused(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9", "e11"}}, "ladder.late")
	h.playRound(vanguards9)
	// e10 is left out: only e9 goes on.
	h.do(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9"}})
	h.do(organiser, event.DrawRound{Seed: "2"})
	round, _ := h.state.CurrentRound()
	if matches := h.state.RoundMatches(round.Number); len(matches) != 1 || matches[0].Entrants.A != "e9" {
		t.Errorf("%d matches", len(matches))
	}
	for _, c := range h.ladder().Challengers {
		if c.Entrant == "e10" && c.Why != contest.LadderStopped {
			t.Errorf("e10: %s", c.Why)
		}
	}
	// Who left challenges nobody, and keeps no title.
	h.playRound(vanguards9)
	h.do(organiser, event.WithdrawEntrant{Entrant: "e9", Reason: "解散"})
	h.do(organiser, event.WithdrawEntrant{Entrant: "e1", Reason: "解散"})
	h.wantTitles(" | e2 e3 | e4 e5 e6 e7 e8")
	h.refused(organiser, event.GrantTitle{Entrant: "e9", Title: "chief", Reason: "补缺"}, "ladder.left")
	h.do(organiser, event.CloseQuarter{Seed: "1"})
	h.refused(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9"}}, "ladder.left")
	h.survivesLadder()
}

func TestTitlesByHand(t *testing.T) {
	h := challenge(t, 10)
	h.refused(organiser, event.GrantTitle{Entrant: "e9", Title: "vanguard"}, "text.empty")
	h.refused(organiser, event.GrantTitle{Entrant: "e9", Title: "vanguard", Reason: "补缺"}, "ladder.full")
	h.refused(organiser, event.GrantTitle{Entrant: "e9", Title: "emperor", Reason: "补缺"}, "ladder.title")
	h.refused(organiser, event.GrantTitle{Entrant: "e4", Title: "vanguard", Reason: "补缺"}, "ladder.same")
	h.refused(organiser, event.GrantTitle{Entrant: "e99", Title: "vanguard", Reason: "补缺"}, "entrant.unknown")
	h.makes(chief, event.GrantTitle{Entrant: "e4", Reason: "解散"}, "ladder.granted")
	h.do(chief, event.GrantTitle{Entrant: "e9", Title: "vanguard", Reason: "补缺"})
	h.wantTitles("e1 | e2 e3 | e5 e6 e7 e8 e9")
	h.refused(referee, event.GrantTitle{Entrant: "e4", Title: "chief", Reason: "补缺"}, "forbidden")

	// A vanguard meets three others and goes on to a deputy.
	h.refused(organiser, event.AddChallenge{Challenger: "e5", Holder: "e2"}, "ladder.ask-way")
	h.refused(organiser, event.AddChallenge{Challenger: "e2", Holder: "e5"}, "ladder.ask-titles")
	h.refused(organiser, event.AddChallenge{Challenger: "e4", Holder: "e5"}, "ladder.ask-titles")
	h.refused(organiser, event.AddChallenge{Challenger: "e4", Holder: "e98"}, "entrant.unknown")
	for _, holder := range []contest.EntrantID{"e6", "e7", "e8"} {
		h.makes(organiser, event.AddChallenge{Challenger: "e5", Holder: holder}, "ladder.challenge")
	}
	h.refused(organiser, event.AddChallenge{Challenger: "e6", Holder: "e5"}, "ladder.ask-twice")
	h.playQuarter("e5 e6, e5 e7, e5 e8")
	h.refused(organiser, event.AddChallenge{Challenger: "e6", Holder: "e5"}, "ladder.ask-met")
	h.do(organiser, event.AddChallenge{Challenger: "e5", Holder: "e2"})
	h.do(organiser, event.AddChallenge{Challenger: "e5", Holder: "e3"})
	h.playQuarter("e5 e2, e5 e3")
	h.do(organiser, event.CloseQuarter{Seed: "1"})
	h.wantTitles("e1 | e2 e5 | e3 e6 e7 e8 e9")
	var decisions []string
	for _, d := range h.state.Ladder {
		decisions = append(decisions, string(d.Kind))
		if d.By.Name == "" || d.At.IsZero() || d.Phase != "challenge" {
			t.Errorf("nobody stands by %+v", d)
		}
	}
	if got := strings.Join(decisions, " "); got != "grant grant ask ask ask ask ask close" {
		t.Errorf("decisions %s", got)
	}
	h.survivesLadder()
}

// Two absences over the year are giving up: one that the referee noted, and
// one that cost the match.
func TestStayingAwayTwice(t *testing.T) {
	h := challenge(t, 10)
	h.do(organiser, event.DrawRound{Seed: "1"})
	var missed *event.Match
	for _, m := range h.state.RoundMatches(1) {
		if m.Entrants.A == "e9" {
			missed = m
		}
	}
	h.do(referee, event.GivePenalty{Match: missed.Number, Penalty: scoresheet.Penalty{Violation: "absent", Side: sideA, Game: 1}})
	absences := func() int {
		for _, c := range h.ladder().Challengers {
			if c.Entrant == "e9" {
				return c.Absences
			}
		}
		return -1
	}
	if got := absences(); got != 1 {
		t.Fatalf("%d absences", got)
	}
	h.do(referee, event.CancelPenalty{Match: missed.Number, Penalty: 1, Reason: "请过假"})
	if got := absences(); got != 0 {
		t.Fatalf("%d absences after cancelling", got)
	}
	h.do(referee, event.GivePenalty{Match: missed.Number, Penalty: scoresheet.Penalty{Violation: "absent", Side: sideA, Game: 1}})
	h.playRound(vanguards9)
	h.playQuarter("-e9, " + vanguards9)
	for _, c := range h.ladder().Challengers {
		if c.Entrant == "e9" && (c.Why != contest.LadderGaveUp || c.Claim != "" || c.May != "") {
			t.Errorf("e9 %+v", c)
		}
	}
	h.do(organiser, event.CloseQuarter{Seed: "1"})
	challengers := func() (ids []contest.EntrantID) {
		for _, c := range h.ladder().Challengers {
			ids = append(ids, c.Entrant)
		}
		return ids
	}
	if got := challengers(); !slices.Equal(got, []contest.EntrantID{"e10"}) {
		t.Errorf("challengers of the next quarter %v", got)
	}
	// Who is not there is no challenger either, but by name.
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e10"}, Presence: event.Missing})
	if got := challengers(); len(got) != 0 {
		t.Errorf("nobody is there, and %v", got)
	}
	h.do(organiser, event.RegisterChallengers{Entrants: []contest.EntrantID{"e9", "e10"}})
	if got := challengers(); !slices.Equal(got, []contest.EntrantID{"e9", "e10"}) || absences() != 0 {
		t.Errorf("registered %v, %d absences", got, absences())
	}
	h.survivesLadder()
}

func TestAYearInTheRecord(t *testing.T) {
	h := challenge(t, 16)
	for quarter := 1; quarter <= 4; quarter++ {
		// Eight challengers play off until five are left.
		h.do(organiser, event.DrawRound{Seed: fmt.Sprint("quarter ", quarter)})
		round, _ := h.state.CurrentRound()
		if got := len(h.state.RoundMatches(round.Number)); got != 3 || len(round.Byes) != 2 {
			t.Fatalf("quarter %d: %d matches, %d byes", quarter, got, len(round.Byes))
		}
		h.playRound("")
		h.playQuarter("")
		h.do(organiser, event.CloseQuarter{Seed: fmt.Sprint(quarter)})
	}
	if got := h.state.Stage(); got != event.StageOver {
		t.Errorf("the event is %s", got)
	}
	for _, cmd := range []event.Command{
		event.DrawRound{Seed: "x"},
	} {
		h.refused(organiser, cmd, "draw.over")
	}
	for _, cmd := range []event.Command{
		event.CloseQuarter{Seed: "x"}, event.RegisterChallengers{}, event.AddChallenge{Challenger: "e4", Holder: "e5"},
	} {
		h.refused(organiser, cmd, "ladder.over")
	}
	// Nobody beat a holder: a vanguard has 20 wins, and nobody came further. All
	// five vanguards share the first place.
	standings, err := h.state.Standings("challenge")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range standings[0].Rows[:5] {
		if row.Rank != 1 || row.Sharing != 5 || row.Totals.Points != scoresheet.WholePoints(20) {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	// Eleven with no point stand on both sides of the eighth place.
	if lots := standings[0].LotsNeeded; len(lots) != 1 || lots[0].Rank != 6 || len(lots[0].Entrants) != 11 {
		t.Errorf("lots %+v", lots)
	}
	for n := 1; n <= h.state.Matches(); n++ {
		if m := h.match(n); m.State == event.Over {
			h.do(referee, event.SignOff{Match: n, Version: m.Version})
		}
	}
	h.do(chief, event.DrawLots{Seed: "lot"})
	if standings, _ = h.state.Standings("challenge"); !standings[0].Final() {
		t.Errorf("not final after the lot: %+v", standings[0].LotsNeeded)
	}
	h.survivesLadder()
}

// A round that was drawn on paper is held to the rules of the ladder.
func TestChallengesOnPaper(t *testing.T) {
	h := challenge(t, 10)
	paper := func(pairs ...string) event.DrawRound {
		draw := event.DrawRound{Seed: "paper", Paper: &event.PaperDraw{}}
		for _, pair := range pairs {
			home, away, _ := strings.Cut(pair, " ")
			draw.Paper.Pairs = append(draw.Paper.Pairs, event.PaperPair{Home: contest.EntrantID(home), Away: contest.EntrantID(away)})
		}
		return draw
	}
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.playRound(vanguards9)
	h.refused(organiser, paper("e9 e2"), "ladder.way")
	h.refused(organiser, paper("e9 e10"), "ladder.no-need")
	h.refused(organiser, paper("e9 e9"), "schedule.self")
	left := map[contest.EntrantID]contest.EntrantID{}
	for _, c := range h.ladder().Challengers {
		left[c.Entrant] = c.Scores[0].Left[0]
		if len(c.Scores[0].Left) != 4 {
			t.Fatalf("%s has met %+v", c.Entrant, c.Scores[0])
		}
	}
	h.do(organiser, paper(fmt.Sprintf("e9 %s", left["e9"])))
	if m := h.match(h.state.Matches()); m.Entrants.A != "e9" || m.Reason != string(event.ReasonPaper) {
		t.Errorf("match %+v", m)
	}
	h.playRound(vanguards9)
	h.playQuarter(vanguards9)
	h.do(organiser, event.CloseQuarter{Seed: "1"})
	h.wantTitles("e1 | e2 e3 | e4 e5 e6 e7 e9")
}

// Another contest has no ladder.
func TestNoLadder(t *testing.T) {
	h := drawn(t, college, nil)
	for _, cmd := range []event.Command{
		event.RegisterChallengers{}, event.AddChallenge{}, event.GrantTitle{Entrant: "e1", Reason: "x"}, event.CloseQuarter{Seed: "x"}, event.ReopenQuarter{Reason: "x"},
	} {
		h.refused(organiser, cmd, "ladder.none")
	}
	for _, phase := range []string{"", "groups", "nothing"} {
		if _, ok, err := h.state.LadderView(phase); ok || err != nil {
			t.Errorf("%q is no ladder: %v", phase, err)
		}
	}
	empty := challenge(t, 4)
	empty.do(organiser, event.GrantTitle{Entrant: "e1", Reason: "x"})
	data, err := json.Marshal(empty.ladder())
	if err != nil || !strings.Contains(string(data), `"vacant":1`) {
		t.Errorf("%s, %v", data, err)
	}
}
