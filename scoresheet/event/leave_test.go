package event_test

import (
	"fmt"
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// pairsOf are n pairs of as many units, in no group.
func pairsOf(n int) []event.Entrant {
	list := make([]event.Entrant, n)
	for i := range list {
		list[i] = event.Entrant{
			Number: fmt.Sprint(i + 1), Unit: fmt.Sprintf("单位%d", i+1),
			Players: []string{fmt.Sprintf("甲%d", i+1), fmt.Sprintf("乙%d", i+1)},
		}
	}
	return list
}

// open is an event of n pairs in one group whose first round is drawn.
func open(t tester, n int) *hall {
	t.Helper()
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(n)})
	h.do(organiser, event.DrawRound{Seed: "7"})
	return h
}

func withdraw(id contest.EntrantID) event.WithdrawEntrant {
	return event.WithdrawEntrant{Entrant: id, Reason: "身体不适"}
}

func reinstate(id contest.EntrantID) event.ReinstateEntrant {
	return event.ReinstateEntrant{Entrant: id, Reason: "回来了"}
}

// sheet has staff type a sheet that the side wins.
func (h *hall) sheet(n int, winner scoresheet.Side) {
	h.Helper()
	order := doubleA
	if winner == sideB {
		order = doubleB
	}
	h.do(referee, event.RecordSheet{Match: n, Games: []scoresheet.Game{ended(order)}, Version: h.match(n).Version, Reason: "纸质记分表"})
}

func (h *hall) left(id contest.EntrantID) *event.Leave {
	e, _ := h.state.Entrant(id)
	return e.Left
}

func (h *hall) wantWithdrawals(phase string, want ...contest.Withdrawal) {
	h.Helper()
	if got := h.state.Withdrawals(phase); !slices.Equal(got, want) {
		h.Errorf("withdrawals of %s are %+v, want %+v", phase, got, want)
	}
}

func TestLeaving(t *testing.T) {
	h := open(t, 4)
	m := h.match(1)
	for _, row := range []struct {
		name string
		cmd  event.Command
		code string
	}{
		{"nobody", withdraw("e9"), "entrant.unknown"},
		{"without a reason", event.WithdrawEntrant{Entrant: "e1"}, "text.empty"},
		{"put out without a reason", event.DisqualifyEntrant{Entrant: "e1", Reason: " "}, "text.empty"},
		{"back without having left", reinstate("e1"), "reinstate.nothing"},
		{"nobody back", reinstate("e9"), "entrant.unknown"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(chief, row.cmd, row.code) })
	}
	h.makes(chief, withdraw(m.Entrants.B), "entrants.left", "match.forfeited")
	h.wantState(event.Forfeited)
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitB || m.Verdict.Match.Winner != sideA || m.ForfeitReason != "身体不适" {
		t.Errorf("forfeit %s, won by %s: %s", m.Forfeit, m.Verdict.Match.Winner, m.ForfeitReason)
	}
	left := h.left(m.Entrants.B)
	if left == nil || left.Kind != event.Withdrew || left.Round != 1 || left.By.Name != "李" {
		t.Errorf("left %+v", left)
	}
	h.refused(chief, withdraw(m.Entrants.B), "leave.already")
	h.refused(chief, reinstate(m.Entrants.A), "reinstate.nothing")
	h.refused(chief, event.ReinstateEntrant{Entrant: m.Entrants.B}, "text.empty")
	h.wantWithdrawals("group", contest.Withdrawal{Entrant: m.Entrants.B, From: 1, Void: true})
	h.wantWithdrawals("nowhere")
	h.survives()
}

// Who has played its match leaves from the next round on, and keeps its result.
func TestLeavingAfterTheMatch(t *testing.T) {
	h := open(t, 4)
	h.sheet(1, sideA)
	gone := h.match(1).Entrants.A
	h.makes(chief, event.DisqualifyEntrant{Entrant: gone, Reason: "作弊"}, "entrants.left")
	if left := h.left(gone); left.Round != 2 || left.Kind != event.Disqualified {
		t.Errorf("left %+v", left)
	}
	h.wantState(event.Over)
	h.wantWithdrawals("group", contest.Withdrawal{Entrant: gone, From: 2, Void: true})
	h.survives()
}

func TestLeavingBeforeTheDraw(t *testing.T) {
	h := newHall(t, "test-open", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(4)})
	h.makes(chief, withdraw("e2"), "entrants.left")
	if h.left("e2").Round != 1 {
		t.Errorf("left %+v", h.left("e2"))
	}
	h.wantWithdrawals("group")
	h.makes(chief, reinstate("e2"), "entrants.reinstated")
	h.survives()
}

// Both sides of a match may leave: the one that is reinstated has its match
// lost no more, the other still has.
func TestBothLeave(t *testing.T) {
	h := open(t, 4)
	a, b := h.match(1).Entrants.A, h.match(1).Entrants.B
	h.do(chief, withdraw(a))
	// The referee has it played all the same.
	h.do(referee, event.ForfeitMatch{Match: 1, Reason: "先打"})
	h.makes(chief, withdraw(b), "entrants.left", "match.forfeited")
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitBoth || m.Verdict.Match.Winner != scoresheet.NoSide {
		t.Errorf("forfeit %s", m.Forfeit)
	}
	h.makes(chief, reinstate(a), "entrants.reinstated", "match.forfeited")
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitB {
		t.Errorf("forfeit %s", m.Forfeit)
	}
	h.makes(chief, reinstate(b), "entrants.reinstated", "match.forfeited")
	h.wantState(event.Drawn)
	h.survives()
}

// A walkover that the other side has won already stays won when it leaves later.
func TestLeavingAfterAWalkover(t *testing.T) {
	h := open(t, 4)
	a, b := h.match(1).Entrants.A, h.match(1).Entrants.B
	h.do(chief, withdraw(a))
	h.makes(chief, withdraw(b), "entrants.left")
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitA || h.left(b).Round != 2 {
		t.Errorf("forfeit %s, left from round %d", m.Forfeit, h.left(b).Round)
	}
	h.survives()
}

// Reinstating lifts what is still being played, and tells what is not.
func TestReinstating(t *testing.T) {
	h := open(t, 4)
	a := h.match(1).Entrants.A
	h.do(chief, withdraw(a))
	now := h.fork(t)
	now.makes(chief, reinstate(a), "entrants.reinstated", "match.forfeited")
	now.wantState(event.Drawn)
	if now.left(a) != nil || len(now.match(1).Leavers) > 0 {
		t.Errorf("left %+v, leavers %v", now.left(a), now.match(1).Leavers)
	}
	now.survives()

	h.sheet(2, sideA)
	h.do(organiser, event.DrawRound{Seed: "2"})
	decided := h.do(chief, reinstate(a))
	kept, ok := decided.Entries[0].Kept()
	if !ok || !slices.Contains(kept, 1) {
		t.Errorf("kept %v %v", kept, ok)
	}
	h.wantState(event.Forfeited)
	if _, ok := decided.Entries[len(decided.Entries)-1].Kept(); ok && len(decided.Entries) > 1 {
		t.Error("an entry of another kind keeps matches")
	}
	h.survives()
}

// The schedule of a round robin names those who have left: the matches of the
// round that is being played are open again for who comes back.
func TestReinstatingIntoASchedule(t *testing.T) {
	h := open(t, 6)
	a, b := h.match(1).Entrants.A, h.match(1).Entrants.B
	h.do(chief, withdraw(a))
	h.do(chief, withdraw(b))
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	of := func(id contest.EntrantID) *event.Match {
		for _, m := range h.state.RoundMatches(len(h.state.Rounds)) {
			if m.SideOf(id) != scoresheet.NoSide {
				return m
			}
		}
		t.Fatalf("%s does not play", id)
		return nil
	}
	if of(a).State != event.Forfeited || of(b).State != event.Forfeited {
		t.Fatalf("%s and %s", of(a).State, of(b).State)
	}
	decided := h.makes(chief, reinstate(a), "entrants.reinstated", "match.forfeited")
	if kept, _ := decided.Entries[0].Kept(); !slices.Equal(kept, []int{1}) || of(a).State != event.Drawn || of(b).State != event.Forfeited {
		t.Errorf("kept %v, %s, %s", kept, of(a).State, of(b).State)
	}
	h.survives()
}

// A forfeit that a referee gave is no consequence of leaving.
func TestARefereesForfeitStays(t *testing.T) {
	h := open(t, 4)
	a := h.match(1).Entrants.A
	h.do(referee, event.ForfeitMatch{Match: 1, Forfeit: scoresheet.ForfeitA, Reason: "没来"})
	h.makes(chief, withdraw(a), "entrants.left")
	h.makes(chief, reinstate(a), "entrants.reinstated")
	h.wantState(event.Forfeited)
	h.survives()
}

// A round that is taken back takes nobody back into the event.
func TestUndoingARoundKeepsWhoLeftAway(t *testing.T) {
	h := open(t, 4)
	h.sheet(1, sideA)
	h.sheet(2, sideA)
	h.do(organiser, event.DrawRound{Seed: "2"})
	a := h.match(3).Entrants.A
	h.sheet(3, sideA)
	h.do(chief, withdraw(a))
	if h.left(a).Round != 3 {
		t.Fatalf("left from round %d", h.left(a).Round)
	}
	h.do(chief, event.UndoRound{Number: 2, Reason: "抽错", Begun: true})
	h.wantWithdrawals("group", contest.Withdrawal{Entrant: a, From: 2, Void: true})
	h.survives()
}

// Who was on the list before a draw that was taken back is told apart from those
// of a list that is read anew.
func TestAListReadAfterADrawWasTakenBack(t *testing.T) {
	h := open(t, 4)
	h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: sideA, Reason: "骂人"}})
	h.do(chief, event.UndoRound{Number: 1, Reason: "名单错", Begun: true})
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(3)})
	if got := []contest.EntrantID{h.state.Entrants[0].ID, h.state.Entrants[2].ID}; got[0] != "e5" || got[1] != "e7" {
		t.Errorf("the new list has the ids %v", got)
	}
	h.do(organiser, event.DrawRound{Seed: "8"})
	m := h.match(3)
	if due, err := h.state.DuePenalty(m, scoresheet.Penalty{Violation: "insult", Side: sideA}); err != nil || due.Repetition != 1 {
		t.Errorf("due %+v %v", due, err)
	}
	h.survives()
}

// A phase that is over is not left any more: what was played in it stands.
func TestLeavingAfterAPhase(t *testing.T) {
	h := drawn(t, college, nil)
	for range 3 {
		h.settleRound(byNumber)
		if _, err := h.state.NextRound(); err != nil {
			t.Fatal(explain(err))
		}
		h.do(organiser, event.DrawRound{Seed: "s"})
	}
	round, _ := h.state.CurrentRound()
	if round.Phase != "final" {
		t.Fatalf("round %d is of %s", round.Number, round.Phase)
	}
	m := h.match(round.First)
	h.do(chief, withdraw(m.Entrants.A))
	h.wantWithdrawals("group")
	h.wantWithdrawals("final", contest.Withdrawal{Entrant: m.Entrants.A, From: 1})
	h.survives()
}

func TestAPenaltyPutsOut(t *testing.T) {
	insult := func(n int, side scoresheet.Side) event.GivePenalty {
		return event.GivePenalty{Match: n, Penalty: scoresheet.Penalty{Violation: "insult", Side: side, Reason: "骂人"}}
	}
	h := open(t, 4)
	a := h.match(1).Entrants.A
	h.hold(1, sideA)
	h.hold(1, sideB)
	h.makes(referee, insult(1, sideA), "penalty.given")
	h.both(1, 1, 1, 3)
	h.makes(referee, insult(1, sideA), "penalty.given", "entrants.left")
	h.wantState(event.Over)
	if left := h.left(a); left == nil || left.Penalty == nil || *left.Penalty != (event.PenaltyMark{Match: 1, ID: 2}) || left.Round != 2 {
		t.Fatalf("left %+v", left)
	}
	if h.match(1).Verdict.Match.Winner != sideB {
		t.Error("who is put out has not lost the match")
	}
	h.makes(referee, insult(1, sideA), "penalty.given")
	h.makes(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "认错人"}, "penalty.cancelled")
	if h.left(a) == nil {
		t.Error("another penalty was cancelled")
	}
	h.do(referee, event.CancelPenalty{Match: 1, Penalty: 3, Reason: "认错人"})
	h.makes(referee, event.CancelPenalty{Match: 1, Penalty: 2, Reason: "认错人"}, "penalty.cancelled", "entrants.reinstated")
	h.wantState(event.Playing)
	h.wantLevels(1, "5:2")
	if h.left(a) != nil {
		t.Errorf("left %+v", h.left(a))
	}
	h.survives()
}

// Of two who are put out in one match neither has won, and it is no draw.
func TestPenaltiesPutBothOut(t *testing.T) {
	out := func(side scoresheet.Side) event.GivePenalty {
		return event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: side, Actions: []string{"disqualify"}, Reason: "互殴"}}
	}
	h := open(t, 4)
	a, b := h.match(1).Entrants.A, h.match(1).Entrants.B
	h.makes(referee, out(sideA), "penalty.given", "entrants.left")
	h.makes(referee, out(sideB), "penalty.given", "entrants.left", "match.forfeited")
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitBoth || !slices.Equal(m.Leavers, []contest.EntrantID{b, a}) {
		t.Errorf("forfeit %s by %v", m.Forfeit, m.Leavers)
	}
	h.makes(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "自卫"}, "penalty.cancelled", "entrants.reinstated", "match.forfeited")
	if m := h.match(1); m.Forfeit != scoresheet.ForfeitB || m.Verdict.Match.Winner != sideA || h.left(a) != nil || h.left(b) == nil {
		t.Errorf("forfeit %s, won by %s", m.Forfeit, m.Verdict.Match.Winner)
	}
	h.survives()
}

// A penalty in an earlier match puts out too: the match of now is forfeited, and
// open again when the penalty is cancelled.
func TestAPenaltyOfAnEarlierRoundPutsOut(t *testing.T) {
	h := open(t, 4)
	h.sheet(1, sideA)
	h.sheet(2, sideA)
	h.do(organiser, event.DrawRound{Seed: "2"})
	a := h.match(1).Entrants.A
	cmd := event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: sideA, Actions: []string{"disqualify"}, Reason: "事后查明"}}
	h.makes(chief, cmd, "penalty.given", "entrants.left", "match.forfeited")
	var now *event.Match
	for _, m := range h.state.RoundMatches(2) {
		if m.SideOf(a) != scoresheet.NoSide {
			now = m
		}
	}
	if now.State != event.Forfeited || h.left(a).Round != 2 {
		t.Errorf("%s, left from round %d", now.State, h.left(a).Round)
	}
	h.makes(chief, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "查错了"}, "penalty.cancelled", "entrants.reinstated", "match.forfeited")
	if m := h.match(now.Number); m.State != event.Drawn {
		t.Errorf("the match is %s", m.State)
	}
	h.survives()
}

// While a hand waits for an answer, the match of who is put out is forfeited;
// when the penalty is cancelled the hand waits again, even after the round.
func TestAPenaltyPutsOutWhileAHandWaits(t *testing.T) {
	h := open(t, 4)
	h.hold(1, sideA)
	h.hold(1, sideB)
	h.say(sideA, 1, 1, 1, 3)
	cmd := event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: sideB, Actions: []string{"disqualify"}, Reason: "动手"}}
	h.makes(referee, cmd, "penalty.given", "entrants.left", "match.forfeited")
	h.wantState(event.Forfeited)
	h.sheet(2, sideA)
	h.do(organiser, event.DrawRound{Seed: "2"})
	h.do(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "认错人"})
	h.wantState(event.Playing)
	h.wantHand(1, 1, event.Reported)
	h.survives()
}
