package event_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

const twoTables = "gouji-two-tables"

// teams are n teams of six.
func teams(n int) []event.Entrant {
	var list []event.Entrant
	for i := range n {
		team := event.Entrant{Number: fmt.Sprint(i + 1), Team: fmt.Sprintf("%d队", i+1)}
		for k := range 6 {
			team.Players = append(team.Players, fmt.Sprintf("%d队%d", i+1, k+1))
		}
		list = append(list, team)
	}
	return list
}

// meeting is an event of n teams whose first round is drawn; four phones speak
// in its first match.
func meeting(t tester, rulebook string, n int) *hall {
	t.Helper()
	h := newHall(t, rulebook, nil)
	h.do(organiser, event.ReadEntrants{Entrants: teams(n)})
	h.do(organiser, event.DrawRound{Seed: "20260509"})
	for _, post := range h.match(1).Posts() {
		h.do(captain(post), event.HoldSide{Speaker: speaks(post), Label: label(post)})
	}
	return h
}

func label(post event.Post) string { return fmt.Sprintf("%s%d", post.Side, post.Squad) }

func captain(post event.Post) event.Author {
	return event.Author{Role: event.SideRole, Name: label(post), Device: label(post)}
}

func speaks(post event.Post) event.Speaker {
	return event.Speaker{Match: 1, Side: post.Side, Squad: post.Squad, Device: "phone-" + label(post)}
}

func squad(side scoresheet.Side, number int) event.Post { return event.Post{Side: side, Squad: number} }

// Orders of six that give side A's seats 11, the odd ones 15, and the even ones.
var (
	mixed = []scoresheet.Seat{1, 4, 3, 2, 6, 5}
	odd   = []scoresheet.Seat{1, 3, 5}
	even  = []scoresheet.Seat{2, 4, 6}
)

func tells(post event.Post, number int, order []scoresheet.Seat) event.ReportHand {
	return event.ReportHand{Speaker: speaks(post), Place: at(1, number), Hand: finish(order...)}
}

// tell has both sides of a squad tell a hand.
func (h *hall) tell(number int, order []scoresheet.Seat) {
	h.Helper()
	for _, side := range scoresheet.Sides {
		post := squad(side, h.match(1).SquadOf(number))
		h.do(captain(post), tells(post, number, order))
	}
}

func (h *hall) wantSitting(want int) {
	h.Helper()
	if _, sitting := h.match(1).Sitting(); sitting != want {
		h.Errorf("sitting %d, want %d", sitting, want)
	}
}

// wantNext checks what a squad tells next: a hand, or nothing yet.
func (h *hall) wantNext(squad, number int, now bool) {
	h.Helper()
	if next, ok := h.match(1).NextOf(squad); ok != now || (now && next != at(1, number)) {
		h.Errorf("squad %d: next %v %v, want %d %v", squad, next, ok, number, now)
	}
}

func TestAMeetingSitsAtTwoTables(t *testing.T) {
	h := meeting(t, twoTables, 5)
	for table, match := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2} {
		if m := h.state.AtTable(table); m == nil || m.Number != match {
			t.Errorf("table %d: %+v", table, m)
		}
	}
	if h.state.HighestTable() != 4 || h.state.AtTable(5) != nil {
		t.Errorf("highest table %d", h.state.HighestTable())
	}
	if got := h.match(2).Tables(); !slices.Equal(got, []int{3, 4}) {
		t.Errorf("tables %v", got)
	}
	m := h.match(1)
	want := map[int][3]int{1: {1, 1, 1}, 2: {2, 1, 2}, 3: {1, 2, 2}, 4: {2, 2, 1}}
	for number, row := range want {
		at := m.SeatingOf(number)
		if got := [3]int{at.Table, at.Sitting, m.SquadOf(number)}; got != row {
			t.Errorf("hand %d: %v, want %v", number, got, row)
		}
	}
	for _, number := range []int{-1, 0, 5} {
		if at := m.SeatingOf(number); at != (event.Seating{}) || m.SquadOf(number) != 0 {
			t.Errorf("hand %d: %v", number, at)
		}
	}
	h.survives()
}

func TestAMatchAtOneTableIsNoMeeting(t *testing.T) {
	h := drawn(t, college, nil)
	m := h.match(2)
	if m.IsMeeting() || !slices.Equal(m.Tables(), []int{m.Table}) || m.SeatingOf(1) != (event.Seating{}) || m.Waits(0) {
		t.Errorf("tables %v", m.Tables())
	}
	if m.PostAt(m.Table, sideB) != (event.Post{Side: sideB}) || m.SeatOf(event.Post{Side: sideB}, 0) != (event.TablePlace{Table: m.Table, Side: sideB}) {
		t.Errorf("post %v", m.PostAt(m.Table, sideB))
	}
	if next, ok := m.NextOf(0); !ok || next != m.Next() {
		t.Errorf("next %v", next)
	}
	h.refused(phone(sideA), event.HoldSide{Speaker: event.Speaker{Match: 2, Device: "x"}}, "hold.nobody")
}

// The whole meeting of the catalogue's example: the points stay with the teams
// whatever seats they have.
func TestAWholeMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	h.tell(1, odd)
	h.wantNext(1, 0, false)
	h.wantNext(2, 2, true)
	if !h.match(1).Waits(1) || h.match(1).Waits(2) {
		t.Error("the first squads do not wait, or the second do")
	}
	h.wantSitting(1)
	h.tell(2, even)
	h.wantSitting(2)
	h.wantNext(1, 4, true)
	h.wantNext(2, 3, true)
	h.tell(3, even) // side A has the even seats now
	h.tell(4, mixed)
	h.wantState(event.Over)
	m := h.match(1)
	if points := m.Verdict.Games[0].Points; points.A != scoresheet.WholePoints(15+6+15+10) || points.B != scoresheet.WholePoints(6+15+6+11) {
		t.Errorf("points %v", points)
	}
	if v := m.Verdict.Match; v.Winner != sideA || v.Points.A != scoresheet.WholePoints(3) || v.Points.B != 0 {
		t.Errorf("match %+v", v)
	}
	for i, hand := range m.Sheet().Games[0].Hands {
		if at := m.SeatingOf(i + 1); hand.Table != at.Table || hand.Sitting != at.Sitting {
			t.Errorf("hand %d on the sheet: table %d, sitting %d", i+1, hand.Table, hand.Sitting)
		}
	}
	if m.Waits(1) || m.Waits(2) {
		t.Error("somebody waits after the end")
	}
	h.do(captain(squad(sideA, 1)), event.Confirm{Speaker: speaks(squad(sideA, 1)), Version: m.Version})
	h.do(captain(squad(sideB, 2)), event.Confirm{Speaker: speaks(squad(sideB, 2)), Version: h.match(1).Version})
	h.do(referee, event.SignOff{Match: 1, Version: h.match(1).Version})
	standings, err := h.state.Standings("group")
	if err != nil || standings[0].Rows[0].Entrant.ID != m.Entrants.A {
		t.Errorf("standings %+v, %v", standings, err)
	}
	h.survives()
}

// Whichever table tells its hand first, the sheet and the verdict are the same.
func TestTheOrderOfTablesDoesNotMatter(t *testing.T) {
	orders := map[int][]scoresheet.Seat{1: odd, 2: mixed, 3: {6, 1, 2, 3, 5, 4}, 4: even}
	var want string
	for _, first := range [][]int{{1, 2}, {2, 1}} {
		for _, second := range [][]int{{3, 4}, {4, 3}} {
			h := meeting(t, twoTables, 2)
			for _, number := range slices.Concat(first, second) {
				h.tell(number, orders[number])
			}
			m := h.match(1)
			data, err := json.Marshal(map[string]any{"sheet": m.Sheet(), "verdict": m.Verdict})
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = string(data)
			}
			if string(data) != want || m.State != event.Over {
				t.Errorf("%v %v: %s, want %s", first, second, data, want)
			}
			h.survives()
		}
	}
}

func TestWhoMayTellAHandOfAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, a2 := squad(sideA, 1), squad(sideA, 2)
	h.refused(captain(a1), tells(a1, 2, odd), "hand.other-squad")
	h.refused(captain(a1), tells(a1, 4, odd), "hand.not-next")
	h.refused(captain(a1), tells(a1, 5, odd), "hand.not-next")
	wrong := tells(a1, 1, odd)
	wrong.Hand.Table, wrong.Hand.Sitting = 2, 1
	h.refused(captain(a1), wrong, "hand.other-table")
	h.do(captain(a1), tells(a1, 1, odd))
	h.refused(captain(a1), tells(a1, 4, odd), "hand.waits")
	h.refused(captain(a2), tells(a2, 3, odd), "hand.not-next")
	stranger := tells(a2, 2, odd)
	stranger.Device = "phone-A1"
	h.refused(captain(a2), stranger, "hold.other")
	// A phone that names no squad speaks for the one that it holds.
	unnamed := tells(a2, 2, odd)
	unnamed.Squad = 0
	h.do(captain(a2), unnamed)
	if hand, _ := h.match(1).Hand(at(1, 2)); hand.Hand.Table != 2 || hand.Hand.Sitting != 1 || hand.First != sideA {
		t.Errorf("hand %+v", hand)
	}
	h.survives()
}

// A hand that nobody has answered goes with its squads to the next table.
func TestAnswersGoWithTheSquad(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, b1, a2, b2 := squad(sideA, 1), squad(sideB, 1), squad(sideA, 2), squad(sideB, 2)
	h.do(captain(a1), tells(a1, 1, odd))
	h.do(captain(b2), tells(b2, 2, even))
	h.wantSitting(2)
	m := h.match(1)
	if got := m.AnswersOf(b1); !slices.Equal(got, []event.Place{at(1, 1)}) {
		t.Errorf("answers of B1: %v", got)
	}
	if got := m.AnswersOf(a2); !slices.Equal(got, []event.Place{at(1, 2)}) {
		t.Errorf("answers of A2: %v", got)
	}
	if len(m.AnswersOf(a1))+len(m.AnswersOf(b2)) != 0 || len(m.Answerable(sideB)) != 1 {
		t.Errorf("answers %v %v", m.AnswersOf(a1), m.AnswersOf(b2))
	}
	// Telling the next hand agrees to what the squad was told, and to no more.
	h.makes(captain(b1), tells(b1, 4, mixed), "hand.confirmed", "hand.reported")
	h.wantHand(1, 1, event.Confirmed)
	h.wantHand(1, 2, event.Reported)
	h.refused(captain(b1), event.Confirm{Speaker: speaks(b1), Version: h.match(1).Version}, "confirm.own")
	h.do(captain(a2), event.Confirm{Speaker: speaks(a2), Version: h.match(1).Version})
	h.wantHand(1, 2, event.Confirmed)
	h.wantHand(1, 4, event.Reported)
	h.survives()
}

// Confirming rests on the hands of one's own squad: the other table does not
// disturb.
func TestTheOtherTableDoesNotDisturb(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, b1, a2 := squad(sideA, 1), squad(sideB, 1), squad(sideA, 2)
	h.do(captain(a1), tells(a1, 1, odd))
	seen := h.match(1).Version
	h.do(captain(a2), tells(a2, 2, odd))
	h.do(captain(b1), event.Confirm{Speaker: speaks(b1), Version: seen})
	h.wantHand(1, 1, event.Confirmed)
	h.wantHand(1, 2, event.Reported)
}

func TestADisputeAtOneTable(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, b1, a2 := squad(sideA, 1), squad(sideB, 1), squad(sideA, 2)
	h.do(captain(a1), tells(a1, 1, odd))
	h.do(captain(b1), tells(b1, 1, even))
	h.wantHand(1, 1, event.Disputed)
	h.tell(2, mixed) // the other table goes on
	h.wantSitting(1) // but nobody changes tables before the referee was there
	h.refused(captain(a2), tells(a2, 3, odd), "hand.waits")
	h.refused(captain(a1), tells(a1, 4, odd), "hand.waits")
	hand := finish(even...)
	h.do(referee, settle(h, at(1, 1), &hand))
	if hand, _ := h.match(1).Hand(at(1, 1)); hand.Hand.Table != 1 || hand.Hand.Sitting != 1 {
		t.Errorf("settled as %+v", hand.Hand)
	}
	h.wantSitting(2)
	h.tell(4, odd)
	h.tell(3, odd)
	h.wantState(event.Over)
	h.survives()
}

// An objection that comes after the change of tables does not send anybody back,
// and keeps only those from going on whose hand it is.
func TestAnObjectionAfterTheChange(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, b1 := squad(sideA, 1), squad(sideB, 1)
	h.do(captain(a1), tells(a1, 1, odd))
	h.tell(2, mixed)
	h.tell(3, odd)
	h.do(captain(b1), event.Object{Speaker: speaks(b1), Reason: "第三名是我"})
	h.wantHand(1, 1, event.Disputed)
	h.wantSitting(2)
	h.refused(captain(a1), tells(a1, 4, odd), "hand.disputed")
	h.do(captain(b1), event.Confirm{Speaker: speaks(b1), Version: h.match(1).Version})
	h.tell(4, odd)
	h.wantState(event.Over)
	h.survives()
}

func TestTakingBackInAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, b1, a2, b2 := squad(sideA, 1), squad(sideB, 1), squad(sideA, 2), squad(sideB, 2)
	h.do(captain(a1), tells(a1, 1, odd))
	h.do(captain(b2), tells(b2, 2, odd))
	h.refused(captain(b1), event.Withdraw{Speaker: speaks(b1)}, "withdraw.nothing")
	h.refused(captain(a2), event.Withdraw{Speaker: speaks(a2)}, "withdraw.nothing")
	h.wantSitting(2)
	h.do(captain(a1), event.Withdraw{Speaker: speaks(a1)})
	h.wantSitting(1)
	h.wantNext(1, 1, true)
	h.do(captain(a1), tells(a1, 1, mixed))
	h.do(captain(b2), tells(b2, 3, even))
	// The others have gone on: what was told before the change stands.
	h.refused(captain(a1), event.Withdraw{Speaker: speaks(a1)}, "withdraw.nothing")
	h.do(captain(b2), event.Withdraw{Speaker: speaks(b2)})
	h.do(captain(a1), event.Withdraw{Speaker: speaks(a1)})
	h.survives()
}

func TestPhonesOfAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	m := h.match(1)
	a1, b1, a2, b2 := squad(sideA, 1), squad(sideB, 1), squad(sideA, 2), squad(sideB, 2)
	for post, want := range map[event.Post]event.TablePlace{a1: {Table: 1, Side: sideA}, b1: {Table: 1, Side: sideB}, a2: {Table: 2, Side: sideA}, b2: {Table: 2, Side: sideB}} {
		if m.SeatOf(post, 0) != want || m.PostAt(want.Table, want.Side) != post {
			t.Errorf("%v sits at %v, and there is %v", post, m.SeatOf(post, 0), m.PostAt(want.Table, want.Side))
		}
		if held, ok := m.HeldBy("phone-" + label(post)); !ok || held != post || m.Hold(post).Label != label(post) {
			t.Errorf("held %v %v", held, ok)
		}
	}
	if _, ok := m.HeldBy(""); ok {
		t.Error("no phone holds something")
	}
	h.refused(captain(a2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Squad: 2, Device: "phone-A1"}, TakeOver: true}, "hold.both-squads")
	h.refused(captain(b2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideB, Squad: 2, Device: "phone-A1"}, TakeOver: true}, "hold.both-sides")
	h.refused(captain(b2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideB, Squad: 3, Device: "x"}, TakeOver: true}, "hold.nobody")
	h.refused(captain(a2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Squad: 2, Device: "x"}}, "hold.other")
	h.do(captain(a2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Squad: 2, Device: "x"}, TakeOver: true})
	h.makes(captain(a2), event.HoldSide{Speaker: event.Speaker{Match: 1, Side: sideA, Squad: 2, Device: "x"}})
	h.refused(captain(a2), tells(a2, 2, odd), "hold.other")
	h.do(captain(a2), event.ReleaseSide{Speaker: event.Speaker{Match: 1, Side: sideA, Squad: 2, Device: "x"}})
	h.do(captain(a2), event.HoldSide{Speaker: speaks(a2)})
	h.tell(1, odd)
	h.tell(2, odd)
	// The teams have changed tables and seats, and the cards speak for others.
	m = h.match(1)
	for post, want := range map[event.Post]event.TablePlace{a1: {Table: 2, Side: sideB}, b1: {Table: 2, Side: sideA}, a2: {Table: 1, Side: sideB}, b2: {Table: 1, Side: sideA}} {
		if m.SeatOf(post, 0) != want || m.PostAt(want.Table, want.Side) != post {
			t.Errorf("%v sits at %v, and there is %v", post, m.SeatOf(post, 0), m.PostAt(want.Table, want.Side))
		}
	}
	h.do(referee, event.SwapSides{Match: 1, Reason: "两队坐反了", Version: m.Version})
	for _, post := range m.Posts() {
		if h.match(1).Hold(post) != nil {
			t.Errorf("%v is held after the swap", post)
		}
	}
	h.survives()
}

func TestSeatsOfAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	a1, a2 := squad(sideA, 1), squad(sideA, 2)
	a, _ := h.state.Entrant(h.match(1).Entrants.A)
	seats := func(side scoresheet.Side, players ...string) map[scoresheet.Seat]string {
		chosen := map[scoresheet.Seat]string{}
		for i, seat := range side.Seats(6) {
			chosen[seat] = players[i]
		}
		return chosen
	}
	first := seats(sideA, a.Players[2], a.Players[0], a.Players[1])
	h.refused(captain(a1), event.TakeSeats{Speaker: speaks(a1), Seats: seats(sideA, a.Players[3], a.Players[4], a.Players[5])}, "seats.player")
	h.refused(captain(a1), event.TakeSeats{Speaker: speaks(a1), Seats: seats(sideB, a.Players[0], a.Players[1], a.Players[2])}, "seats.seat")
	h.do(captain(a1), event.TakeSeats{Speaker: speaks(a1), Seats: first})
	h.do(captain(a2), event.TakeSeats{Speaker: speaks(a2), Seats: seats(sideA, a.Players[3:6]...)})
	move := event.MoveSeats{Match: 1, Side: sideA, Seating: event.Seating{Table: 2, Sitting: 1}, Reason: "换了人", Seats: seats(sideA, a.Players[0], a.Players[4], a.Players[5])}
	h.refused(referee, move, "seats.twice")
	h.tell(1, odd)
	h.tell(2, odd)
	h.do(captain(a1), event.TakeSeats{Speaker: speaks(a1), Seats: seats(sideB, a.Players[0:3]...)})
	m := h.match(1)
	if got := m.SeatsAt(event.Seating{Table: 1, Sitting: 1}); got[0] != a.Players[2] || got[1] != "" {
		t.Errorf("first sitting: %v", got)
	}
	if got := m.SeatsAt(event.Seating{Table: 2, Sitting: 2}); got[1] != a.Players[0] || got[5] != a.Players[2] {
		t.Errorf("second sitting: %v", got)
	}
	if m.SeatsAt(event.Seating{Table: 1, Sitting: 2}) != nil || m.SeatsAt(event.Seating{Table: 9, Sitting: 9}) != nil {
		t.Error("seats that nobody has taken")
	}
	// A referee may put any player of the team there, who then sits nowhere else.
	h.do(referee, event.MoveSeats{Match: 1, Side: sideA, Reason: "两组互换", Seats: seats(sideB, a.Players[3], a.Players[4], a.Players[5])})
	if got := h.match(1).SeatsAt(event.Seating{Table: 1, Sitting: 2}); got[1] != a.Players[3] {
		t.Errorf("moved: %v", got)
	}
	h.refused(referee, event.MoveSeats{Match: 1, Side: sideA, Seating: event.Seating{Table: 3}, Reason: "x", Seats: first}, "seats.table")
	// A name that is put right is put right on its seats, and on no seat of the
	// other team.
	players := slices.Clone(a.Players)
	players[0] = "新名字"
	h.do(chief, event.CorrectEntrant{Entrant: a.ID, Players: players, Reason: "写错字"})
	m = h.match(1)
	if m.SeatsAt(event.Seating{Table: 1, Sitting: 1})[2] != "新名字" || m.SeatsAt(event.Seating{Table: 2, Sitting: 2})[1] != "新名字" {
		t.Errorf("seats %v", m.Seated)
	}
	h.survives()
}

func TestARefereeInAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	hand := finish(mixed...)
	h.refused(referee, correct(h, at(1, 3), &hand), "hand.not-next")
	h.do(referee, correct(h, at(1, 2), &hand))
	h.wantHand(1, 2, event.Corrected)
	wrong := hand
	wrong.Table, wrong.Sitting = 1, 2
	h.refused(referee, correct(h, at(1, 2), &wrong), "hand.other-table")
	h.tell(1, odd)
	h.tell(3, odd)
	// A hand that is taken off the record is played again by those whose it was.
	h.do(referee, correct(h, at(1, 1), nil))
	h.wantSitting(2)
	h.wantNext(1, 1, true)
	h.wantNext(2, 5, false)
	h.tell(1, even)
	h.tell(4, even)
	h.wantState(event.Over)
	h.survives()
}

// A sheet from paper names tables and sittings in any order, or has all hands in
// turn.
func TestASheetOfAMeeting(t *testing.T) {
	seated := func(table, sitting int, order []scoresheet.Seat) scoresheet.Hand {
		return scoresheet.Hand{Finish: order, Table: table, Sitting: sitting}
	}
	inTurn := []scoresheet.Hand{finish(odd...), finish(even...), finish(mixed...), finish(even...)}
	shuffled := []scoresheet.Hand{seated(2, 2, even), seated(1, 2, mixed), seated(2, 1, even), seated(1, 1, odd)}
	var want string
	for _, hands := range [][]scoresheet.Hand{inTurn, shuffled} {
		h := meeting(t, twoTables, 2)
		games := []scoresheet.Game{{Hands: hands}}
		if v := h.state.JudgeSheet(h.match(1), games); !v.Valid || !slices.Equal(v.Games[0].Hands[0].Finish, hands[0].Finish) {
			t.Errorf("verdict %+v", v)
		}
		h.do(referee, sheet(h, games...))
		h.wantState(event.Over)
		data, err := json.Marshal(h.match(1).Sheet())
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(data)
		}
		if string(data) != want {
			t.Errorf("sheet %s, want %s", data, want)
		}
		h.survives()
	}
	h := meeting(t, twoTables, 2)
	h.do(referee, sheet(h, scoresheet.Game{Hands: []scoresheet.Hand{seated(2, 1, odd)}}))
	h.wantNext(1, 1, true)
	h.wantNext(2, 3, false)
	games := []scoresheet.Game{{Hands: []scoresheet.Hand{seated(2, 1, odd), seated(1, 1, []scoresheet.Seat{1, 1}), seated(2, 1, odd), seated(3, 1, odd)}}}
	places := map[string]bool{}
	for _, fault := range h.state.JudgeSheet(h.match(1), games).Faults {
		places[fault.Code+fault.At] = true
	}
	for _, want := range []string{"finish.duplicate/games/0/hands/1/finish/1", "hand.table/games/0/hands/2/table", "hand.table/games/0/hands/3/table"} {
		if !places[want] {
			t.Errorf("faults %v, want %s", places, want)
		}
	}
	if v := h.state.JudgeSheet(h.match(1), nil); !v.Valid {
		t.Errorf("an empty sheet: %+v", v)
	}
}

// A penalty for a seat is for the team that sits there in that sitting.
func TestAPenaltyInAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	give := func(seat scoresheet.Seat, hand int) {
		t.Helper()
		h.do(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "looking", Seat: seat, Game: 1, Hand: hand}})
	}
	h.refused(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "looking", Seat: 1}}, "penalty.seat")
	h.refused(referee, event.GivePenalty{Match: 1, Penalty: scoresheet.Penalty{Violation: "looking", Seat: 1, Game: 1, Hand: 3}}, "penalty.seat")
	h.tell(2, odd)
	give(1, 1) // a hand that is being played, side A
	h.tell(1, odd)
	give(1, 3) // the odd seats are side B's now
	give(2, 4) // and the even ones side A's, for the second time
	h.tell(3, odd)
	h.tell(4, odd)
	m := h.match(1)
	for i, want := range []struct {
		side       scoresheet.Side
		repetition int
	}{{sideA, 1}, {sideB, 1}, {sideA, 2}} {
		if p := m.Penalties[i].Penalty; p.Side != want.side || m.Verdict.Penalties[i].Repetition != want.repetition {
			t.Errorf("penalty %d: %+v, %+v, want %+v", i+1, p, m.Verdict.Penalties[i], want)
		}
	}
	if points := m.Verdict.Games[0].Points; points.A != scoresheet.WholePoints(15+15+6+6-3) || points.B != scoresheet.WholePoints(6+6+15+15-1) {
		t.Errorf("points %+v", points)
	}
	h.survives()
}

func TestCallsFromTheTablesOfAMeeting(t *testing.T) {
	h := meeting(t, twoTables, 2)
	call := func(post event.Post) event.CallReferee {
		return event.CallReferee{Match: 1, Side: post.Side, Squad: post.Squad, ReasonCode: "rule"}
	}
	a1, a2 := squad(sideA, 1), squad(sideA, 2)
	h.do(captain(a1), call(a1))
	h.do(captain(a2), call(a2))
	h.refused(captain(a2), call(a2), "call.waiting")
	h.tell(1, odd)
	h.tell(2, odd)
	h.do(referee, event.AnswerCall{Call: 1, State: event.CallDone})
	h.do(captain(a1), call(a1))
	var tables []int
	for _, call := range h.state.Calls() {
		tables = append(tables, call.Table)
	}
	if !slices.Equal(tables, []int{1, 2, 2}) {
		t.Errorf("calls from tables %v", tables)
	}
	h.survives()
}

// Both tables of a meeting have one clock.
func TestTheClockOfAMeeting(t *testing.T) {
	h := meeting(t, "test-meeting", 4)
	h.do(chief, clock("start", 0, 0))
	h.do(chief, clock("add", 5, 2))
	h.refused(chief, clock("add", 5, 5), "table.unknown")
	if left := h.clock().Remaining(1, h.now); left != 35*time.Minute {
		t.Errorf("%v are left", left)
	}
	h.tell(2, odd)
	h.after(30)
	h.wantState(event.Playing)
	h.after(5)
	m := h.match(1)
	if m.State != event.Over || m.Verdict.Match.Winner != sideA || !m.Games[0].Ended {
		t.Errorf("after the bell %s, %+v", m.State, m.Verdict.Match)
	}
	// A hand that may have been over in time counts once the other side says so.
	a1, b1 := squad(sideA, 1), squad(sideB, 1)
	h.do(captain(a1), tells(a1, 1, even))
	if hand, _ := h.match(1).Hand(at(1, 1)); !hand.Late || hand.State != event.Reported {
		t.Errorf("hand %+v", hand)
	}
	h.do(captain(b1), tells(b1, 1, even))
	if m := h.match(1); m.Verdict.Match.Winner != scoresheet.NoSide || m.State != event.Over {
		t.Errorf("%s, %+v", m.State, m.Verdict.Match)
	}
	h.survives()
}

// A bell that lets the hands in play be finished waits for both tables.
func TestTheBellWaitsForBothTables(t *testing.T) {
	h := newHall(t, "test-meeting", map[string]any{"bell": "finish"})
	h.do(organiser, event.ReadEntrants{Entrants: teams(2)})
	h.do(organiser, event.DrawRound{Seed: "1"})
	for _, post := range h.match(1).Posts() {
		h.do(captain(post), event.HoldSide{Speaker: speaks(post)})
	}
	h.do(chief, clock("start", 0, 0))
	h.after(30)
	h.tell(2, odd)
	h.wantState(event.Playing)
	a1 := squad(sideA, 1)
	h.do(captain(a1), tells(a1, 1, even))
	if !h.match(1).Games[0].Ended {
		t.Error("the game goes on")
	}
	h.do(captain(a1), event.Withdraw{Speaker: speaks(a1)})
	if h.match(1).Games[0].Ended {
		t.Error("the game is over without the hand")
	}
	h.tell(1, odd)
	if m := h.match(1); m.State != event.Over || m.Verdict.Match.Winner != sideA || len(m.Open()) > 0 {
		t.Errorf("%s, %+v", m.State, m.Verdict.Match)
	}
	h.survives()
}

// A round of meetings is taken back with all their tables, and phones.
func TestTakingARoundOfMeetingsBack(t *testing.T) {
	h := meeting(t, twoTables, 3)
	h.do(organiser, event.UndoRound{Number: 1, Reason: "少了一队", Begun: true})
	if h.state.AtTable(1) != nil || h.state.AtTable(2) != nil {
		t.Error("somebody still sits there")
	}
	for _, post := range h.match(1).Posts() {
		if h.match(1).Hold(post) != nil {
			t.Errorf("%v is held", post)
		}
	}
	h.do(organiser, event.DrawRound{Seed: "2"})
	if m := h.state.AtTable(2); m == nil || m.Number != 2 {
		t.Errorf("table 2: %+v", m)
	}
	h.survives()
}

// Whatever four phones and a referee do, nothing breaks, no hand stands where it
// does not belong, and the meeting can be brought to an end.
func TestAnyMeeting(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		h := meeting(r, twoTables, 2)
		orders := [][]scoresheet.Seat{odd, even, mixed, {6, 5, 4, 3, 2, 1}, {1, 1}}
		for range rapid.IntRange(0, 25).Draw(r, "steps") {
			m := h.match(1)
			post := rapid.SampledFrom(m.Posts()).Draw(r, "post")
			order := rapid.SampledFrom(orders).Draw(r, "order")
			number := rapid.IntRange(0, 6).Draw(r, "number")
			if next, ok := m.NextOf(post.Squad); ok && rapid.IntRange(0, 3).Draw(r, "next") > 0 {
				number = next.Number
			}
			hand := finish(order...)
			cmd := rapid.SampledFrom([]event.Command{
				tells(post, number, order), tells(post, number, order), tells(post, number, order),
				event.Confirm{Speaker: speaks(post), Version: m.Version}, event.Withdraw{Speaker: speaks(post)},
				event.Object{Speaker: speaks(post), Reason: "不对"}, correct(h, at(1, number), &hand), correct(h, at(1, number), nil), settle(h, at(1, number), &hand),
			}).Draw(r, "command")
			by := captain(post)
			if !event.May(event.SideRole, cmd.Name()) {
				by = referee
			}
			if decided, err := h.decide(by, cmd); err == nil {
				h.take(decided)
			}
			h.checkMeeting()
		}
		h.survives()
		h.bringToAnEnd()
	})
}

func (h *hall) checkMeeting() {
	h.Helper()
	m := h.match(1)
	for i := range m.Games {
		for k, hand := range m.Games[i].Hands {
			at := m.SeatingOf(k + 1)
			if hand.State != "" && hand.State != event.Withdrawn && (hand.Hand.Table != at.Table || hand.Hand.Sitting != at.Sitting) {
				h.Fatalf("hand %d: %+v", k+1, hand)
			}
		}
	}
	if !m.Verdict.Valid {
		h.Fatalf("verdict %+v", m.Verdict)
	}
	if m.Done() || len(m.Open()) > 0 {
		return
	}
	free := 0
	for _, squad := range []int{1, 2} {
		if _, ok := m.NextOf(squad); ok {
			free++
		}
	}
	if free == 0 {
		h.Fatalf("nobody can go on: %+v", m.Games)
	}
}

// bringToAnEnd settles what is open and tells what is left.
func (h *hall) bringToAnEnd() {
	h.Helper()
	for range 20 {
		m := h.match(1)
		if m.State == event.Over {
			return
		}
		if open := m.Open(); len(open) > 0 {
			hand := finish(mixed...)
			h.do(referee, settle(h, open[0], &hand))
			continue
		}
		for _, squad := range []int{1, 2} {
			if next, ok := h.match(1).NextOf(squad); ok {
				h.tell(next.Number, odd)
				break
			}
		}
	}
	h.Fatalf("no end: %+v", h.match(1).Games)
}
