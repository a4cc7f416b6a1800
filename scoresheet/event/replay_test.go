package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func replayOf(h *hall, n int) event.ReplayMatch {
	return event.ReplayMatch{Replay: event.Replay{Match: n}, Reason: "发错牌", Version: h.match(n).Version}
}

func TestReplaying(t *testing.T) {
	h := open(t, 4)
	h.hold(1, sideA)
	h.hold(1, sideB)
	h.refused(chief, replayOf(h, 1), "replay.nothing")
	h.both(1, 1, 1, 3)
	h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: sideA, Reason: "骂人"}})
	h.sheet(1, sideA)
	h.do(referee, event.SignOff{Match: 1, Version: h.match(1).Version})
	with := func(change func(*event.ReplayMatch)) event.ReplayMatch {
		cmd := replayOf(h, 1)
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.ReplayMatch
		code string
	}{
		{"no match", event.ReplayMatch{Replay: event.Replay{Match: 9}, Reason: "x"}, "match.unknown"},
		{"no reason", with(func(c *event.ReplayMatch) { c.Reason = "" }), "text.empty"},
		{"an old version", with(func(c *event.ReplayMatch) { c.Version = 1 }), "match.changed"},
		{"twice", with(func(c *event.ReplayMatch) { c.Also = []event.Replay{{Match: 1}} }), "replay.twice"},
		{"a choice that there is not", with(func(c *event.ReplayMatch) { c.Later = "burn" }), "later.unknown"},
		{"others in a round robin", with(func(c *event.ReplayMatch) {
			c.Entrants = &scoresheet.PerSide[contest.EntrantID]{A: "e1", B: "e2"}
		}), "replay.schedule"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(chief, row.cmd, row.code) })
	}
	before := *h.match(1)
	h.makes(chief, replayOf(h, 1), "match.replayed")
	h.wantState(event.Drawn)
	m := h.match(1)
	if m.Table != before.Table || m.Number != 1 || len(m.Games) > 0 || len(m.Penalties) > 0 || m.SignedOff != nil || m.Holds.A == nil || m.Holds.B == nil {
		t.Errorf("match %+v", m)
	}
	if len(m.Attempts) != 1 {
		t.Fatalf("attempts %+v", m.Attempts)
	}
	if a := m.Attempts[0]; a.State != event.SignedOff || a.Verdict.Winner != sideA || len(a.Games) != 1 || len(a.Penalties) != 1 || a.SignedOff == nil || a.Reason != "发错牌" || a.By.Name != "李" {
		t.Errorf("attempt %+v", a)
	}
	h.both(1, 1, 2, 4)
	h.wantLevels(1, "2:5")
	// The warning of the attempt counts over the event.
	due, err := h.state.DuePenalty(h.match(1), scoresheet.Penalty{Violation: "insult", Side: sideA})
	if err != nil || due.Repetition != 2 {
		t.Errorf("due %+v %v", due, err)
	}
	h.makes(chief, replayOf(h, 1), "match.replayed")
	if n := len(h.match(1).Attempts); n != 2 {
		t.Errorf("%d attempts", n)
	}
	h.survives()
}

// A penalty of an attempt is not mistaken for one of the match that is played
// again.
func TestAPenaltyOfAnAttempt(t *testing.T) {
	h := open(t, 4)
	a := h.match(1).Entrants.A
	out := func(reason string, actions ...string) event.GivePenalty {
		return event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "insult", Side: sideA, Actions: actions, Reason: reason}}
	}
	h.do(referee, out("动手", "disqualify"))
	h.do(chief, replayOf(h, 1))
	h.do(referee, out("骂人", "warn"))
	h.makes(referee, event.CancelPenalty{Match: 1, Penalty: 1, Reason: "听错"}, "penalty.cancelled")
	if h.left(a) == nil {
		t.Error("cancelling another penalty has reinstated it")
	}
	h.makes(chief, reinstate(a), "entrants.reinstated")
	h.survives()
}

// A forfeited match that is played again is forfeited no more.
func TestReplayingAForfeit(t *testing.T) {
	h := open(t, 4)
	h.do(referee, event.ForfeitMatch{Match: 1, Forfeit: scoresheet.ForfeitA, Reason: "没来"})
	h.makes(chief, replayOf(h, 1), "match.replayed")
	h.wantState(event.Drawn)
	if m := h.match(1); m.Forfeit != scoresheet.NoForfeit || m.Attempts[0].Forfeit != scoresheet.ForfeitA || m.Attempts[0].ForfeitReason != "没来" {
		t.Errorf("match %+v", m)
	}
	h.survives()
}

// The rounds of a round robin rest on nothing but its draw, a later phase rests
// on all of it.
func TestReplayingWhatLaterRoundsRestOn(t *testing.T) {
	h := drawn(t, college, nil)
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	h.fork(t).makes(chief, replayOf(h, 1), "match.replayed")
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "3"})
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "4"})
	h.refused(chief, replayOf(h, 1), "later.rests")
	cmd := replayOf(h, 1)
	cmd.Later = event.LaterKeep
	h.makes(chief, cmd, "match.replayed")
	h.wantState(event.Drawn)
	h.refused(chief, replayOf(h, 1), "replay.nothing")
	h.survives()
}

func TestNoReplayOfAnUndoneMatch(t *testing.T) {
	h := open(t, 4)
	h.sheet(1, sideA)
	h.do(chief, event.UndoRound{Number: 1, Reason: "抽错", Begun: true})
	h.refused(chief, replayOf(h, 1), "match.closed")
}

// knocked is a knockout of five of which round 1 is drawn: e1 v e2, e3 v e4, and
// e5 has a bye.
func knocked(t tester) *hall {
	t.Helper()
	h := newHall(t, "guandan-five", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairsOf(6)})
	for _, row := range []struct{ kind, data string }{
		{"phase.drawn", `{"phase":"knockout","seed":"1","groups":[{"name":"","order":["e1","e2","e3","e4","e5"]}],"rounds":null}`},
		{"round.drawn", `{"number":1,"phase":"knockout","phase_round":1,"matches":[{"table":1,"a":"e1","b":"e2","slot":1,"reason":"lot"},{"table":2,"a":"e3","b":"e4","slot":2,"reason":"cross"}],"byes":[{"entrant":"e5"}]}`},
	} {
		entry := h.raw(row.data, row.kind)
		h.take(event.Decided{State: evolved(t, h.state, entry), Encoded: [][]byte{entry}})
	}
	return h
}

// A correction may show that others should have played: matches are played again
// by those, and a bye goes to who made way.
func TestReplayingWithOthers(t *testing.T) {
	h := knocked(t)
	h.do(chief, withdraw("e6"))
	two := func(a, b contest.EntrantID) *scoresheet.PerSide[contest.EntrantID] {
		return &scoresheet.PerSide[contest.EntrantID]{A: a, B: b}
	}
	with := func(replays ...event.Replay) event.ReplayMatch {
		return event.ReplayMatch{Replay: replays[0], Also: replays[1:], Reason: "更正上一轮", Version: h.state.Version}
	}
	for _, row := range []struct {
		name string
		cmd  event.ReplayMatch
		code string
	}{
		{"by nobody", with(event.Replay{Match: 1, Entrants: two("e1", "e9")}), "entrant.unknown"},
		{"by one who was not drawn", with(event.Replay{Match: 1, Entrants: two("e1", "e6")}), "entrant.unknown"},
		{"by one who plays elsewhere", with(event.Replay{Match: 1, Entrants: two("e1", "e3")}), "replay.plays-twice"},
		{"by one against itself", with(event.Replay{Match: 1, Entrants: two("e1", "e1")}), "replay.plays-twice"},
		{"of different rounds", with(event.Replay{Match: 1, Entrants: two("e1", "e3")}, event.Replay{Match: 7}), "match.unknown"},
	} {
		t.Run(row.name, func(t *testing.T) { h.fork(t).refused(chief, row.cmd, row.code) })
	}
	h.hold(1, sideA)
	crossed := h.fork(t)
	crossed.makes(chief, with(event.Replay{Match: 1, Entrants: two("e1", "e3")}, event.Replay{Match: 2, Entrants: two("e2", "e4")}), "match.replayed", "match.replayed")
	if m := crossed.match(2); m.Entrants != *two("e2", "e4") || m.Slot != 2 || m.State != event.Drawn || m.Attempts[0].Entrants != *two("e3", "e4") {
		t.Errorf("match %+v", m)
	}
	if crossed.match(1).Holds.A != nil {
		t.Error("a phone of others still speaks")
	}

	h.makes(chief, with(event.Replay{Match: 1, Entrants: two("e5", "e2")}), "match.replayed", "round.byes")
	round, _ := h.state.Round(1)
	if byes := round.Byes; len(byes) != 1 || byes[0].Entrant != "e1" {
		t.Errorf("byes %+v", byes)
	}
	if !slices.Equal([]contest.EntrantID{h.match(1).Entrants.A, h.match(1).Entrants.B}, []contest.EntrantID{"e5", "e2"}) {
		t.Errorf("entrants %+v", h.match(1).Entrants)
	}
	gone := h.fork(t)
	gone.do(chief, withdraw("e1"))
	gone.refused(chief, with(event.Replay{Match: 1, Entrants: two("e1", "e2")}), "entrant.gone")
	if again := replay(t, h.log); projectionOfRounds(t, again) != projectionOfRounds(t, h.state) {
		t.Error("replayed otherwise")
	}
}

// projectionOfRounds is what a state shows of its rounds and matches alone.
func projectionOfRounds(t tester, s *event.State) string {
	return encode(t, []any{s.Rounds, s.Draws, matchesOf(s), tablesOf(s), entrantsOf(s)})
}
