package event_test

import (
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func TestHolding(t *testing.T) {
	h := newHall(t, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(4)})
	h.do(organiser, event.DrawRound{Seed: "1"})
	take := func(side scoresheet.Side, device string, over bool) event.HoldSide {
		return event.HoldSide{Speaker: event.Speaker{Match: 1, Side: side, Device: device}, Label: device, TakeOver: over}
	}
	h.refused(phone(sideA), take(sideA, "", false), "device.missing")
	h.refused(phone(sideA), take(sideA, strings.Repeat("x", 65), false), "device.missing")
	h.makes(phone(sideA), take(sideA, "one", false), "side.held")
	h.makes(phone(sideA), take(sideA, "one", false))
	h.refused(phone(sideA), take(sideA, "two", false), "hold.other")
	h.refused(phone(sideB), take(sideB, "one", true), "hold.both-sides")
	h.makes(phone(sideA), take(sideA, "two", true), "side.held")
	if hold := h.match(1).Holds.A; hold == nil || hold.Device != "two" {
		t.Errorf("held by %+v", hold)
	}
	h.refused(phone(sideA), event.ReleaseSide{Speaker: event.Speaker{Match: 1, Side: sideA, Device: "one"}}, "hold.other")
	h.makes(phone(sideA), event.ReleaseSide{Speaker: event.Speaker{Match: 1, Side: sideA, Device: "two"}}, "side.released")
	h.makes(phone(sideB), take(sideB, "one", false), "side.held")
	h.survives()
}

// A phone that was taken over from in the middle of its report is told so, and
// its report is not taken.
func TestTakingOverInMidReport(t *testing.T) {
	h := played(t, college, nil)
	h.do(phone(sideA), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Device: "new"}, TakeOver: true})
	h.refused(phone(sideA), report(1, sideA, 1, 1, finish(1, 3)), "hold.other")
	if h.match(1).Next() != (event.Place{Game: 1, Number: 1}) {
		t.Error("the report was taken")
	}
}

func TestSeats(t *testing.T) {
	h := drawn(t, college, nil)
	entrant, _ := h.state.Entrant(h.match(1).Entrants.A)
	a, b := entrant.Players[0], entrant.Players[1]
	other, _ := h.state.Entrant(h.match(1).Entrants.B)
	take := func(seats map[scoresheet.Seat]string) event.TakeSeats {
		return event.TakeSeats{Speaker: speaker(1, sideA), Seats: seats}
	}
	for _, row := range []struct {
		name  string
		seats map[scoresheet.Seat]string
		code  string
	}{
		{"none", nil, "seats.incomplete"},
		{"one", map[scoresheet.Seat]string{1: a}, "seats.incomplete"},
		{"those of the other side", map[scoresheet.Seat]string{2: a, 4: b}, "seats.seat"},
		{"one that there is not", map[scoresheet.Seat]string{1: a, 7: b}, "seats.seat"},
		{"a stranger", map[scoresheet.Seat]string{1: a, 3: "路人"}, "seats.player"},
		{"a player of the other side", map[scoresheet.Seat]string{1: a, 3: other.Players[0]}, "seats.player"},
		{"one player twice", map[scoresheet.Seat]string{1: a, 3: a}, "seats.twice"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := h.fork(t)
			h.refused(phone(sideA), take(row.seats), row.code)
			h.refused(referee, event.MoveSeats{Match: 1, Side: sideA, Seats: row.seats, Reason: "看过"}, row.code)
		})
	}
	h.makes(phone(sideA), take(map[scoresheet.Seat]string{1: b, 3: a}), "side.seats")
	h.refused(referee, event.MoveSeats{Match: 1, Side: sideA, Seats: seatsOf(sideA, entrant.Players)}, "text.empty")
	h.refused(referee, event.MoveSeats{Match: 9, Side: sideA, Reason: "x"}, "match.unknown")
	h.makes(referee, event.MoveSeats{Match: 1, Side: sideA, Seats: seatsOf(sideA, entrant.Players), Reason: "坐反了"}, "side.seats")
	if seats := h.match(1).Seats; seats[0] != a || seats[2] != b || seats[1] != "" {
		t.Errorf("seats %q", seats)
	}
	h.survives()
}

// What the seats did belongs to those who sat there; who did not come is still
// the same; and a signed result is open again.
func TestSwappingSides(t *testing.T) {
	h := played(t, college, nil)
	h.passA(1, 1, sideA)
	winner := h.match(1).Entrants.A
	h.do(referee, event.SignOff{Match: 1, Version: h.match(1).Version})
	h.refused(referee, event.SwapSides{Match: 9, Reason: "x"}, "match.unknown")
	h.refused(referee, event.SwapSides{Match: 1, Reason: "坐反了", Version: 1}, "match.changed")
	h.refused(referee, event.SwapSides{Match: 1, Version: h.match(1).Version}, "text.empty")
	h.makes(referee, event.SwapSides{Match: 1, Reason: "坐反了", Version: h.match(1).Version}, "sides.swapped")
	m := h.match(1)
	if m.Entrants.B != winner || m.Verdict.Match.Winner != sideA || m.Holds.A != nil {
		t.Errorf("after the swap: %+v", m)
	}
	if m.State != event.Over || m.SignedOff != nil {
		t.Errorf("a swapped match is %s, signed off %v", m.State, m.SignedOff)
	}
	absent := h.match(2).Entrants.A
	h.do(referee, event.ForfeitMatch{Match: 2, Forfeit: scoresheet.ForfeitA, Reason: "没来"})
	h.do(referee, event.SwapSides{Match: 2, Reason: "坐反了", Version: h.match(2).Version})
	if m := h.match(2); m.Entrants.B != absent || m.Forfeit != scoresheet.ForfeitB {
		t.Errorf("who came pays for who did not: %s forfeits, absent is %s of %+v", m.Forfeit, absent, m.Entrants)
	}
	h.survives()
}

func TestCalls(t *testing.T) {
	h := drawn(t, college, nil)
	call := event.CallReferee{Match: 1, Side: sideA, ReasonCode: "rule"}
	h.refused(phone(sideA), event.CallReferee{Match: 9, Side: sideA, ReasonCode: "rule"}, "match.unknown")
	h.refused(phone(sideA), event.CallReferee{Match: 1, Side: sideA, ReasonCode: "hungry"}, "call.reason")
	h.refused(phone(sideA), event.CallReferee{Match: 1, Side: sideA, ReasonCode: "other"}, "text.empty")
	h.makes(phone(sideA), call, "call.made")
	h.refused(phone(sideA), call, "call.waiting")
	h.makes(phone(sideB), event.CallReferee{Match: 1, Side: sideB, ReasonCode: "other", Reason: "灯坏了"}, "call.made")
	h.refused(referee, event.AnswerCall{Call: 3, State: event.CallDone}, "call.unknown")
	h.refused(referee, event.AnswerCall{Call: 1, State: event.CallWaiting}, "call.state")
	h.makes(referee, event.AnswerCall{Call: 1, State: event.CallOnTheWay}, "call.answered")
	h.refused(phone(sideA), call, "call.waiting")
	h.makes(referee, event.AnswerCall{Call: 1, State: event.CallDone}, "call.answered")
	h.refused(referee, event.AnswerCall{Call: 1, State: event.CallDone}, "call.done")
	h.refused(phone(sideA), event.CancelCall{Match: 1, Side: sideA, Call: 2}, "call.unknown")
	h.refused(phone(sideA), event.CancelCall{Match: 2, Side: sideB, Call: 2}, "call.unknown")
	h.makes(phone(sideB), event.CancelCall{Match: 1, Side: sideB, Call: 2}, "call.answered")
	h.refused(phone(sideB), event.CancelCall{Match: 1, Side: sideB, Call: 2}, "call.done")
	h.makes(phone(sideA), call, "call.made")
	if len(h.state.Calls()) != 3 {
		t.Errorf("calls %+v", h.state.Calls())
	}
	h.survives()
}

func TestReports(t *testing.T) {
	reported := func(h *hall) { h.say(sideA, 1, 1, 1, 3) }
	for _, row := range []struct {
		name   string
		before func(*hall)
		side   scoresheet.Side
		place  event.Place
		hand   scoresheet.Hand
		makes  []event.Kind
		state  event.HandState
		code   string
	}{
		{name: "the first", side: sideA, hand: finish(1, 3), makes: []event.Kind{"hand.reported"}, state: event.Reported},
		{name: "again by the same phone", before: reported, side: sideA, hand: finish(1, 3), state: event.Reported},
		{name: "corrected by its author", before: reported, side: sideA, hand: finish(1, 2, 3), makes: []event.Kind{"hand.reported"}, state: event.Reported},
		{name: "equal by the other side", before: reported, side: sideB, hand: finish(1, 3), makes: []event.Kind{"hand.confirmed"}, state: event.Confirmed},
		{name: "equal in effect", before: reported, side: sideB, hand: finish(1, 3, 4, 2), makes: []event.Kind{"hand.confirmed"}, state: event.Confirmed},
		{name: "different", before: reported, side: sideB, hand: finish(2, 4), makes: []event.Kind{"hand.reported"}, state: event.Disputed},
		{name: "the same climb, but another tribute", before: func(h *hall) { h.say(sideA, 1, 1, 1, 2, 3) }, side: sideB, hand: finish(1, 4, 3),
			makes: []event.Kind{"hand.reported"}, state: event.Disputed},
		{name: "a seat twice", side: sideA, hand: finish(1, 1), code: "finish.duplicate"},
		{name: "no such seat", side: sideA, hand: finish(1, 5), code: "finish.seat"},
		{name: "not decided", side: sideA, hand: finish(1, 2), code: "finish.incomplete"},
		{name: "empty", side: sideA, code: "finish.incomplete"},
		{name: "an extra hand before the bell", side: sideA, hand: scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}, Extra: true}, code: "hand.after-end"},
		{name: "a claim that does not follow", side: sideA, hand: scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}, Claim: &scoresheet.Claim{Winner: sideB}}, code: "claim.winner"},
		{name: "fields of another game", side: sideA, hand: scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}, Table: 2}, code: "hand.field"},
		{name: "one too far", side: sideA, place: event.Place{Game: 1, Number: 2}, hand: finish(1, 3), code: "hand.not-next"},
		{name: "in the next game", side: sideA, place: event.Place{Game: 2, Number: 1}, hand: finish(1, 3), code: "hand.not-next"},
		{name: "number 0", side: sideA, place: event.Place{Game: 1}, hand: finish(1, 3), code: "hand.not-next"},
		{name: "game -1", side: sideA, place: event.Place{Game: -1, Number: 1}, hand: finish(1, 3), code: "hand.not-next"},
		{name: "a closed number", before: func(h *hall) { h.both(1, 1, 1, 3) }, side: sideA, hand: finish(2, 4), code: "hand.closed"},
		{name: "after the match", before: func(h *hall) { h.passA(1, 1, sideA) }, side: sideA, place: event.Place{Game: 1, Number: 7}, hand: finish(1, 3), code: "hand.not-next"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := played(t, college, nil)
			if row.before != nil {
				row.before(h)
			}
			if row.place == (event.Place{}) {
				row.place = event.Place{Game: 1, Number: 1}
			}
			cmd := event.ReportHand{Speaker: speaker(1, row.side), Place: row.place, Hand: row.hand}
			if row.code != "" {
				h.refused(phone(row.side), cmd, row.code)
				return
			}
			h.makes(phone(row.side), cmd, row.makes...)
			h.wantHand(row.place.Game, row.place.Number, row.state)
			h.survives()
		})
	}
}

func TestAfterTheMatchThereIsNoHand(t *testing.T) {
	h := played(t, college, nil)
	last := h.passA(1, 1, sideA)
	h.refused(phone(sideA), report(1, sideA, 1, last+1, finish(1, 3)), "hand.after-end")
}

// What a writer thinks that follows is checked once and not kept: half a claim
// could not be read again, and a whole one would be wrong after a correction.
func TestClaimsAreCheckedAndNotKept(t *testing.T) {
	h := played(t, college, nil)
	five, two := scoresheet.Level(5), scoresheet.Level2
	half := scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}, Claim: &scoresheet.Claim{Levels: &scoresheet.PerSide[scoresheet.Level]{A: five}}}
	whole := scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}, Claim: &scoresheet.Claim{Levels: &scoresheet.PerSide[scoresheet.Level]{A: five, B: two}}}
	h.do(phone(sideA), report(1, sideA, 1, 1, half))
	h.do(phone(sideB), report(1, sideB, 1, 1, whole))
	h.wantHand(1, 1, event.Confirmed)
	h.do(referee, event.Correct{Match: 1, Place: event.Place{Game: 1, Number: 1}, Hand: &scoresheet.Hand{Finish: []scoresheet.Seat{2, 4}}, Reason: "记错", Version: h.match(1).Version})
	h.do(referee, event.RecordSheet{Match: 1, Games: []scoresheet.Game{{Hands: []scoresheet.Hand{half}}}, Reason: "纸", Version: h.match(1).Version})
	if faults := h.match(1).Verdict.Faults; len(faults) > 0 {
		t.Errorf("faults %v", faults)
	}
	h.survives()
}

// A report that a caller changes afterwards does not change the record.
func TestTheRecordDoesNotShareWhatItWasGiven(t *testing.T) {
	h := played(t, college, nil)
	hand := finish(1, 3)
	h.do(phone(sideA), report(1, sideA, 1, 1, hand))
	hand.Finish[0], hand.Finish[1] = 2, 4
	h.survives()
}

func TestTheSameSideTwiceIsNoAgreement(t *testing.T) {
	h := played(t, college, nil)
	h.say(sideA, 1, 1, 1, 3)
	for range 3 {
		h.say(sideA, 1, 1, 1, 3, 2, 4)
		h.refused(phone(sideA), event.Confirm{Speaker: speaker(1, sideA), Version: h.match(1).Version}, "confirm.own")
	}
	h.wantHand(1, 1, event.Reported)
	h.say(sideA, 1, 2, 1, 3)
	h.wantHand(1, 1, event.Reported)
	h.say(sideB, 1, 3, 1, 3)
	h.wantHand(1, 1, event.Confirmed)
	h.wantHand(1, 2, event.Confirmed)
	h.wantHand(1, 3, event.Reported)
}

// Saying the same again, in whatever words, is no answer to an objection.
func TestAnObjectionCannotBeTalkedOver(t *testing.T) {
	for _, again := range [][]scoresheet.Seat{{1, 3}, {1, 3, 2, 4}} {
		h := played(t, college, nil)
		h.say(sideA, 1, 1, 1, 3)
		h.do(phone(sideB), event.Object{Speaker: speaker(1, sideB), Reason: "不对"})
		h.makes(phone(sideA), report(1, sideA, 1, 1, finish(again...)))
		h.wantHand(1, 1, event.Disputed)
		h.refused(phone(sideA), report(1, sideA, 1, 2, finish(1, 3)), "hand.disputed")
		h.makes(phone(sideA), report(1, sideA, 1, 1, finish(1, 2, 3)), "hand.reported")
		h.wantHand(1, 1, event.Reported)
		h.survives()
	}
}

func TestConfirming(t *testing.T) {
	h := played(t, college, nil)
	confirm := func(side scoresheet.Side, version int) event.Confirm {
		return event.Confirm{Speaker: speaker(1, side), Version: version}
	}
	h.refused(phone(sideB), confirm(sideB, h.match(1).Version), "confirm.nothing")
	h.say(sideA, 1, 1, 1, 3)
	seen := h.match(1).Version
	h.refused(phone(sideA), confirm(sideA, seen), "confirm.own")
	h.do(phone(sideA), event.Withdraw{Speaker: speaker(1, sideA)})
	h.say(sideA, 1, 1, 2, 4)
	h.refused(phone(sideB), confirm(sideB, seen), "match.changed")
	h.say(sideA, 1, 2, 2, 4)
	h.refused(phone(sideB), confirm(sideB, h.match(1).Version-1), "match.changed")
	h.makes(phone(sideB), confirm(sideB, h.match(1).Version), "hand.confirmed")
	h.wantHand(1, 1, event.Confirmed)
	h.wantHand(1, 2, event.Confirmed)
	h.survives()
}

// Something else at the table, a call or a hold, does not spoil a confirmation.
func TestConfirmingRestsOnTheHandsAlone(t *testing.T) {
	h := played(t, college, nil)
	h.say(sideA, 1, 1, 1, 3)
	seen := h.match(1).Version
	h.do(phone(sideA), event.CallReferee{Match: 1, Side: sideA, ReasonCode: "time"})
	h.makes(phone(sideB), event.Confirm{Speaker: speaker(1, sideB), Version: seen}, "hand.confirmed")
}

func TestADispute(t *testing.T) {
	dispute := func(t *testing.T) *hall {
		h := played(t, college, nil)
		h.say(sideA, 1, 1, 1, 3)
		h.say(sideB, 1, 1, 2, 4)
		h.wantHand(1, 1, event.Disputed)
		return h
	}
	t.Run("each side may give in", func(t *testing.T) {
		h := dispute(t)
		fork := h.fork(t)
		h.confirm(sideA)
		h.wantLevels(1, "2:5")
		fork.confirm(sideB)
		fork.wantLevels(1, "5:2")
		h.survives()
		fork.survives()
	})
	t.Run("by reporting what the other says", func(t *testing.T) {
		h := dispute(t)
		h.say(sideA, 1, 1, 2, 4)
		h.wantHand(1, 1, event.Confirmed)
		h.wantLevels(1, "2:5")
	})
	t.Run("or stick to it", func(t *testing.T) {
		h := dispute(t)
		h.makes(phone(sideA), report(1, sideA, 1, 1, finish(1, 3)))
		h.makes(phone(sideA), report(1, sideA, 1, 1, finish(1, 2, 3)), "hand.reported")
		h.wantHand(1, 1, event.Disputed)
	})
	t.Run("nobody takes it back or goes on", func(t *testing.T) {
		h := dispute(t)
		for _, side := range scoresheet.Sides {
			h.refused(phone(side), event.Withdraw{Speaker: speaker(1, side)}, "withdraw.nothing")
			h.refused(phone(side), event.Object{Speaker: speaker(1, side), Reason: "x"}, "object.nothing")
			h.refused(phone(side), report(1, side, 1, 2, finish(1, 3)), "hand.disputed")
		}
	})
	t.Run("the bell in the middle of it", func(t *testing.T) {
		h := dispute(t)
		h.ring()
		h.wantState(event.Playing)
		h.do(referee, event.Settle{Match: 1, Place: event.Place{Game: 1, Number: 1}, Hand: ptr(finish(2, 4)), Reason: "看了牌", Version: h.match(1).Version})
		h.wantState(event.Over)
		if m := h.match(1); m.Verdict.Match.Winner != sideB || m.Verdict.Games[0].By != scoresheet.ByTimeLevel {
			t.Errorf("verdict %+v", m.Verdict.Match)
		}
		h.survives()
	})
	t.Run("over a hand before one that waits", func(t *testing.T) {
		h := played(t, college, nil)
		h.say(sideA, 1, 1, 1, 3)
		h.say(sideA, 1, 2, 1, 3)
		h.do(phone(sideB), event.Object{Speaker: speaker(1, sideB), Reason: "第一副不对"})
		h.wantHand(1, 1, event.Disputed)
		h.do(referee, event.Settle{Match: 1, Place: event.Place{Game: 1, Number: 1}, Hand: ptr(finish(2, 4)), Reason: "看了牌", Version: h.match(1).Version})
		h.wantLevels(1, "5:5")
		h.confirm(sideB)
		h.wantHand(1, 2, event.Confirmed)
		h.survives()
	})
}

func TestObjecting(t *testing.T) {
	h := played(t, college, nil)
	object := event.Object{Speaker: speaker(1, sideB), Reason: "三游是我"}
	h.refused(phone(sideB), object, "object.nothing")
	h.say(sideA, 1, 1, 1, 3)
	h.refused(phone(sideA), event.Object{Speaker: speaker(1, sideA), Reason: "x"}, "object.nothing")
	h.refused(phone(sideB), event.Object{Speaker: speaker(1, sideB)}, "text.empty")
	h.refused(phone(sideB), event.Object{Speaker: speaker(1, sideB), Reason: strings.Repeat("x", event.MaxReason+1)}, "text.too-long")
	h.refused(phone(sideB), event.Object{Speaker: speaker(1, sideB), Place: event.Place{Game: 1, Number: 2}, Reason: "x"}, "object.nothing")
	h.makes(phone(sideB), object, "hand.objected")
	h.refused(phone(sideB), object, "object.nothing")
	if hand, _ := h.match(1).Hand(event.Place{Game: 1, Number: 1}); hand.Objection == nil || hand.Objection.Reason != "三游是我" || hand.Counts() {
		t.Errorf("hand %+v", hand)
	}
	h.confirm(sideB)
	h.wantHand(1, 1, event.Confirmed)
	h.survives()
}

func TestTakingBack(t *testing.T) {
	h := played(t, college, nil)
	back := func(side scoresheet.Side) event.Withdraw { return event.Withdraw{Speaker: speaker(1, side)} }
	h.refused(phone(sideA), back(sideA), "withdraw.nothing")
	h.say(sideA, 1, 1, 1, 3)
	h.say(sideA, 1, 2, 1, 3)
	h.refused(phone(sideB), back(sideB), "withdraw.nothing")
	h.makes(phone(sideA), back(sideA), "hand.withdrawn")
	h.makes(phone(sideA), back(sideA), "hand.withdrawn")
	if next := h.match(1).Next(); next != (event.Place{Game: 1, Number: 1}) {
		t.Errorf("next %v", next)
	}
	h.wantLevels(1, "2:2")
	h.both(1, 1, 2, 4)
	h.refused(phone(sideA), back(sideA), "withdraw.nothing")
	h.wantLevels(1, "2:5")
	h.survives()
}

func TestBothAgreeToTheMatch(t *testing.T) {
	h := played(t, college, nil)
	h.passA(1, 1, sideA)
	h.wantState(event.Over)
	if !h.match(1).Provisional() {
		t.Error("nobody has agreed yet")
	}
	confirm := func(side scoresheet.Side) event.Confirm {
		return event.Confirm{Speaker: speaker(1, side), Version: h.match(1).Version}
	}
	h.refused(phone(sideA), event.Confirm{Speaker: speaker(1, sideA), Version: 3}, "match.changed")
	h.makes(phone(sideA), confirm(sideA), "match.agreed")
	h.makes(phone(sideA), confirm(sideA))
	if !h.match(1).Provisional() {
		t.Error("one side alone has agreed")
	}
	h.makes(phone(sideB), confirm(sideB), "match.agreed")
	if h.match(1).Provisional() {
		t.Error("both have agreed")
	}
	h.survives()
}

// Two phones at once: each report finds what the other has left.
func TestTwoPhonesAtOnce(t *testing.T) {
	h := played(t, college, nil)
	h.say(sideA, 1, 1, 1, 3)
	seen := h.match(1).Version
	// B confirms the first hand while A takes it back and says another.
	h.do(phone(sideA), report(1, sideA, 1, 1, finish(1, 2, 3)))
	h.refused(phone(sideB), event.Confirm{Speaker: speaker(1, sideB), Version: seen}, "match.changed")
	// Both go on to the second hand at once.
	h.say(sideB, 1, 2, 1, 3)
	h.say(sideA, 1, 2, 1, 3)
	h.wantHand(1, 1, event.Confirmed)
	h.wantHand(1, 2, event.Confirmed)
	h.survives()
}

// The day's last line: results come from the clock of the server, also when it
// jumps back.
func TestTheClockJumpsBack(t *testing.T) {
	h := played(t, college, nil)
	h.both(1, 1, 1, 3)
	h.now = h.now.Add(-time.Hour)
	h.both(1, 2, 1, 3)
	h.ring()
	h.wantState(event.Over)
	h.survives()
}
