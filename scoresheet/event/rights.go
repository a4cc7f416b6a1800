package event

import "slices"

// CommandName names a command in the table of rights.
type CommandName string

// The commands.
const (
	CmdCreate        CommandName = "event.create"
	CmdRename        CommandName = "event.rename"
	CmdSettings      CommandName = "event.settings"
	CmdEntrants      CommandName = "entrants.read"
	CmdSpelling      CommandName = "entrants.correct"
	CmdCheckIn       CommandName = "entrants.check-in"
	CmdLeave         CommandName = "entrants.leave"
	CmdAddEntrant    CommandName = "entrants.add"
	CmdReplacePlayer CommandName = "entrants.replace-player"
	CmdPartners      CommandName = "partners.draw"
	CmdReplay        CommandName = "match.replay"
	CmdExchange      CommandName = "match.exchange"
	CmdMoveTable     CommandName = "match.move"
	CmdDraw          CommandName = "round.draw"
	CmdUndo          CommandName = "round.undo"
	CmdChallengers   CommandName = "ladder.register"
	CmdChallenge     CommandName = "ladder.challenge"
	CmdTitle         CommandName = "ladder.grant"
	CmdQuarter       CommandName = "ladder.close"
	CmdLots          CommandName = "lots.draw"
	CmdClock         CommandName = "clock.set"
	CmdBell          CommandName = "clock.tick"
	CmdHold          CommandName = "side.hold"
	CmdRelease       CommandName = "side.release"
	CmdSeats         CommandName = "side.seats"
	CmdReport        CommandName = "hand.report"
	CmdConfirm       CommandName = "hand.confirm"
	CmdObject        CommandName = "hand.object"
	CmdWithdraw      CommandName = "hand.withdraw"
	CmdCall          CommandName = "call.make"
	CmdCancelCall    CommandName = "call.cancel"
	CmdAnswerCall    CommandName = "call.answer"
	CmdSettle        CommandName = "hand.settle"
	CmdCorrect       CommandName = "hand.correct"
	CmdSheet         CommandName = "sheet.record"
	CmdMoveSeats     CommandName = "seats.correct"
	CmdPenalty       CommandName = "penalty.give"
	CmdCancelPen     CommandName = "penalty.cancel"
	CmdRuling        CommandName = "ruling.note"
	CmdForfeit       CommandName = "match.forfeit"
	CmdSignOff       CommandName = "match.sign-off"
	CmdRevokeTable   CommandName = "table.revoke"
	CmdKioskSetting  CommandName = "kiosk.settings"
	CmdStaff         CommandName = "kiosk.staff"
	CmdPrint         CommandName = "print"
	CmdTableCodes    CommandName = "table.codes"
	CmdQueue         CommandName = "queue.read"
	CmdJournal       CommandName = "journal.read"
	CmdRead          CommandName = "event.read"
)

var (
	organiserOnly = []Role{Organiser}
	heads         = []Role{Organiser, Chief}
	staff         = []Role{Organiser, Chief, Referee}
	sides         = []Role{SideRole}
	everybody     = []Role{Organiser, Chief, Referee, SideRole, Public, Kiosk}
)

// rights is the one table of who may do what. Entering (sides, staff with a
// sheet), amending (referees) and overriding (chief, organiser) are apart.
var rights = []struct {
	Command CommandName
	Roles   []Role
}{
	{CmdCreate, organiserOnly},
	{CmdRename, organiserOnly},
	{CmdSettings, organiserOnly},
	{CmdEntrants, organiserOnly},
	{CmdSpelling, heads},
	{CmdCheckIn, staff},
	{CmdLeave, heads},
	{CmdAddEntrant, heads},
	{CmdReplacePlayer, staff},
	{CmdPartners, heads},
	{CmdReplay, heads},
	{CmdExchange, staff},
	{CmdMoveTable, staff},
	{CmdDraw, organiserOnly},
	{CmdUndo, heads},
	{CmdChallengers, heads},
	{CmdChallenge, heads},
	{CmdTitle, heads},
	{CmdQuarter, heads},
	{CmdLots, heads},
	{CmdClock, heads},
	{CmdBell, []Role{Kiosk}},
	{CmdHold, sides},
	{CmdRelease, sides},
	{CmdSeats, sides},
	{CmdReport, sides},
	{CmdConfirm, sides},
	{CmdObject, sides},
	{CmdWithdraw, sides},
	{CmdCall, sides},
	{CmdCancelCall, sides},
	{CmdAnswerCall, staff},
	{CmdSettle, staff},
	{CmdCorrect, staff},
	{CmdSheet, staff},
	{CmdMoveSeats, staff},
	{CmdPenalty, staff},
	{CmdCancelPen, staff},
	{CmdRuling, staff},
	{CmdForfeit, staff},
	{CmdSignOff, staff},
	{CmdRevokeTable, heads},
	{CmdKioskSetting, organiserOnly},
	{CmdStaff, organiserOnly},
	{CmdPrint, staff},
	{CmdTableCodes, organiserOnly},
	{CmdQueue, staff},
	{CmdJournal, staff},
	{CmdRead, everybody},
}

// May reports whether the role may use the command.
func May(role Role, command CommandName) bool {
	for _, row := range rights {
		if row.Command == command {
			return slices.Contains(row.Roles, role)
		}
	}
	return false
}

// Rights is the table of who may do what, for pages and documentation.
func Rights() map[CommandName][]Role {
	table := make(map[CommandName][]Role, len(rights))
	for _, row := range rights {
		table[row.Command] = slices.Clone(row.Roles)
	}
	return table
}
