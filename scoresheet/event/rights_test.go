package event_test

import (
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

var roles = []event.Role{event.Organiser, event.Chief, event.Referee, event.SideRole, event.Public, event.Kiosk}

// commands is one command of every name that Decide takes.
var commands = []event.Command{
	event.CreateEvent{}, event.Rename{}, event.ChangeSettings{}, event.ReadEntrants{}, event.CorrectEntrant{}, event.CheckIn{},
	event.DrawRound{}, event.UndoRound{}, event.RegisterChallengers{}, event.AddChallenge{}, event.GrantTitle{}, event.CloseQuarter{}, event.ReopenQuarter{}, event.DrawLots{}, event.SetClock{}, event.Tick{}, event.HoldSide{}, event.ReleaseSide{}, event.TakeSeats{},
	event.ReportHand{}, event.Confirm{}, event.Object{}, event.Withdraw{}, event.CallReferee{}, event.CancelCall{}, event.AnswerCall{},
	event.Settle{}, event.Correct{}, event.RecordSheet{}, event.MoveSeats{}, event.SwapSides{}, event.GivePenalty{}, event.CancelPenalty{}, event.NoteRuling{},
	event.ForfeitMatch{}, event.SignOff{}, event.SignOffRound{}, event.RevokeTable{},
	event.WithdrawEntrant{}, event.DisqualifyEntrant{}, event.ReinstateEntrant{}, event.AddEntrant{}, event.ReplacePlayer{}, event.DrawPartners{},
	event.ReplayMatch{}, event.Exchange{}, event.MoveTable{},
}

func TestEveryRoleAndCommand(t *testing.T) {
	h := drawn(t, college, nil)
	for _, role := range roles {
		for _, cmd := range commands {
			_, err := h.decide(event.Author{Role: role}, cmd)
			forbidden := err != nil && codeOf(err) == "forbidden"
			if may := slices.Contains(event.Rights()[cmd.Name()], role); forbidden == may {
				t.Errorf("%s %s: forbidden %v, in the table %v", role, cmd.Name(), forbidden, may)
			}
			if event.May(role, cmd.Name()) == forbidden {
				t.Errorf("%s %s: May says otherwise", role, cmd.Name())
			}
		}
	}
}

// The rights that the design keeps apart, written down once more: whoever
// changes the table has to change this too.
func TestEnteringAmendingAndOverridingAreApart(t *testing.T) {
	const (
		organiser, heads, staff, sides, kiosk, all = "organiser", "organiser chief", "organiser chief referee", "side", "kiosk", "organiser chief referee side public kiosk"
	)
	want := map[string][]event.CommandName{
		organiser: {event.CmdCreate, event.CmdRename, event.CmdSettings, event.CmdEntrants, event.CmdDraw, event.CmdKioskSetting, event.CmdStaff, event.CmdTableCodes},
		heads: {event.CmdSpelling, event.CmdUndo, event.CmdLots, event.CmdClock, event.CmdRevokeTable,
			event.CmdChallengers, event.CmdChallenge, event.CmdTitle, event.CmdQuarter,
			event.CmdLeave, event.CmdAddEntrant, event.CmdPartners, event.CmdReplay},
		staff: {event.CmdCheckIn, event.CmdAnswerCall, event.CmdSettle, event.CmdCorrect, event.CmdSheet, event.CmdMoveSeats, event.CmdPenalty,
			event.CmdCancelPen, event.CmdRuling, event.CmdForfeit, event.CmdSignOff, event.CmdPrint, event.CmdQueue, event.CmdJournal,
			event.CmdReplacePlayer, event.CmdExchange, event.CmdMoveTable},
		sides: {event.CmdHold, event.CmdRelease, event.CmdSeats, event.CmdReport, event.CmdConfirm, event.CmdObject, event.CmdWithdraw, event.CmdCall, event.CmdCancelCall},
		kiosk: {event.CmdBell},
		all:   {event.CmdRead},
	}
	known := 0
	for who, names := range want {
		for _, name := range names {
			known++
			got := ""
			for i, role := range event.Rights()[name] {
				if i > 0 {
					got += " "
				}
				got += string(role)
			}
			if got != who {
				t.Errorf("%s: %s, want %s", name, got, who)
			}
		}
	}
	if known != len(event.Rights()) {
		t.Errorf("%d commands in the table, %d known here", len(event.Rights()), known)
	}
	if event.May("stranger", event.CmdRead) || event.May(event.Organiser, "nothing") {
		t.Error("a role or a command that there is not has rights")
	}
}

// A caller cannot give itself rights by changing what Rights has handed out.
func TestRightsAreACopy(t *testing.T) {
	event.Rights()[event.CmdRead][0] = event.Public
	if !event.May(event.Organiser, event.CmdRead) {
		t.Error("the table was changed from outside")
	}
}

// Who may do nothing without an event gets a clear answer.
func TestNothingHappensBeforeTheEvent(t *testing.T) {
	h := &hall{tester: t, now: opening}
	for _, cmd := range commands {
		if cmd.Name() == event.CmdCreate {
			continue
		}
		h.refused(event.Author{Role: event.Rights()[cmd.Name()][0]}, cmd, "event.unknown")
	}
}

// Only a phone that holds the side speaks for it, and for no other match.
func TestOnlyTheHolderSpeaks(t *testing.T) {
	h := played(t, college, nil)
	says := func(sp event.Speaker) []event.Command {
		return []event.Command{
			event.ReportHand{Speaker: sp, Place: event.Place{Game: 1, Number: 1}, Hand: finish(1, 3)},
			event.Confirm{Speaker: sp}, event.Object{Speaker: sp, Reason: "不对"}, event.Withdraw{Speaker: sp}, event.ReleaseSide{Speaker: sp},
			event.TakeSeats{Speaker: sp, Seats: map[scoresheet.Seat]string{1: "a", 3: "b"}},
		}
	}
	for _, row := range []struct {
		name    string
		speaker event.Speaker
		code    string
	}{
		{"another phone", event.Speaker{Match: 1, Side: sideA, Device: "phone-C"}, "hold.other"},
		{"the phone of the other side", event.Speaker{Match: 1, Side: sideA, Device: "phone-B"}, "hold.other"},
		{"a match that nobody holds", event.Speaker{Match: 2, Side: sideA, Device: "phone-A"}, "hold.none"},
		{"no side", event.Speaker{Match: 1, Device: "phone-A"}, "hold.none"},
		{"no match", event.Speaker{Match: 99, Side: sideA, Device: "phone-A"}, "match.unknown"},
		{"a match below the first", event.Speaker{Match: -1, Side: sideA, Device: "phone-A"}, "match.unknown"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := h.fork(t)
			for _, cmd := range says(row.speaker) {
				h.refused(phone(sideA), cmd, row.code)
			}
		})
	}
}
