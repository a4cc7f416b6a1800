package guandan

import (
	"slices"

	"kiosk/scoresheet"
)

// What the settings of tribute say.
const (
	tributeNone   = "none"
	equalPrevious = "previous"
	equalOwnNext  = "own-next"
	leadsPrevious = "previous"
	returnToNext  = "next"
)

// DueTribute is what is due before the hand that follows the order: the last
// finisher gives the first, after a double-down both losers give (catalogue,
// section 2). Nil where the rulebook has no tribute.
func DueTribute(terms *scoresheet.Terms, order Order) *scoresheet.TributeDue {
	if terms.Tribute == tributeNone || terms.Tribute == "" {
		return nil
	}
	first := order.First()
	// One piece of memory for all of it: every hand that is judged makes one.
	made := &struct {
		due   scoresheet.TributeDue
		seats [Seats]scoresheet.Seat
	}{due: scoresheet.TributeDue{RefusalLeads: first, ReturnMax: terms.ReturnMax}}
	due, seats := &made.due, made.seats[:]
	if !order.DoubleDown() {
		due.From = append(seats[:0:1], order.Last())
		due.To = append(seats[1:1:2], first)
		due.Leads = order.Last()
		return due
	}
	due.From = append(seats[:0:2], order.Winner().Other().Seats(Seats)...)
	due.To = append(seats[2:2:4], first, order[1])
	due.EqualGives = equalGiver(terms.TributeEqual, first)
	due.EqualLeads = first.Next(Seats)
	if terms.TributeEqualLeads == leadsPrevious {
		due.EqualLeads = first.Previous(Seats)
	}
	return due
}

// equalGiver is whose card the first finisher gets when both are equal.
func equalGiver(rule string, first scoresheet.Seat) scoresheet.Seat {
	if rule == equalPrevious || rule == equalOwnNext {
		return first.Previous(Seats)
	}
	return first.Next(Seats)
}

// TributeCheck is what the check of a tribute has to do with.
type TributeCheck struct {
	Terms *scoresheet.Terms
	// Due is what was due; nil before a game's first hand and where the
	// rulebook has none.
	Due *scoresheet.TributeDue
	// Level is the level of the hand that the tribute comes before.
	Level scoresheet.Level
	// Rests, if not nil, is told the settings that the outcome rested on.
	Rests func(setting string)
}

// Faults checks a tribute as it was written down. The faults have pointers
// from the hand down. What is not written is not checked: cards given without
// cards returned are no fault.
func (c TributeCheck) Faults(tribute *scoresheet.Tribute) []scoresheet.Fault {
	if c.Due == nil {
		return []scoresheet.Fault{{Code: "tribute.none", At: "/tribute"}}
	}
	if tribute.Refused != nil {
		return c.refusal(tribute)
	}
	if tribute.Gives == nil && tribute.Returns == nil {
		return nil
	}
	faults := c.gives(tribute.Gives)
	if len(faults) == 0 {
		faults = c.givesToRightSeat(tribute.Gives)
	}
	seatsStand := !slices.ContainsFunc(faults, func(f scoresheet.Fault) bool { return f.Code == "tribute.seat" })
	return append(faults, c.returns(tribute, seatsStand)...)
}

func refused(at string, due []scoresheet.Seat) []scoresheet.Fault {
	return []scoresheet.Fault{{Code: "tribute.refused", At: at, Args: map[string]any{"from": due}}}
}

// refusal checks that the big jokers are said to be with those who owe: both
// with the one, or with either or both of the two.
func (c TributeCheck) refusal(tribute *scoresheet.Tribute) []scoresheet.Fault {
	if tribute.Gives != nil || tribute.Returns != nil {
		return refused("/tribute/refused", c.Due.From)
	}
	if len(tribute.Refused) == 0 {
		return refused("/tribute/refused", c.Due.From)
	}
	for i, seat := range tribute.Refused {
		if !slices.Contains(c.Due.From, seat) || slices.Contains(tribute.Refused[:i], seat) {
			return refused("/tribute/refused", c.Due.From)
		}
	}
	return nil
}

func (c TributeCheck) seatFault(at string) scoresheet.Fault {
	return scoresheet.Fault{
		Code: "tribute.seat",
		At:   at,
		Args: map[string]any{"from": c.Due.From, "to": c.Due.To},
	}
}

// gives checks who gives, to whom, and that no card is wild or none at all.
func (c TributeCheck) gives(moves []scoresheet.CardMove) []scoresheet.Fault {
	if len(moves) == 0 {
		return []scoresheet.Fault{c.seatFault("/tribute/gives")}
	}
	var faults []scoresheet.Fault
	seatWrong := false
	for i, move := range moves {
		if at := c.wrongGive(moves[:i], move); !seatWrong && at != "" {
			seatWrong = true
			faults = append(faults, c.seatFault(scoresheet.Pointer("tribute", "gives", i, at)))
		}
		if fault, bad := c.giveCard(i, move.Card); bad {
			faults = append(faults, fault)
		}
	}
	if !seatWrong && len(moves) < len(c.Due.From) {
		faults = append(faults, c.seatFault("/tribute/gives"))
	}
	return faults
}

// wrongGive names the field of a move that is wrong in itself: not one who
// owes or is owed, or one who gave or got already.
func (c TributeCheck) wrongGive(before []scoresheet.CardMove, move scoresheet.CardMove) string {
	if !slices.Contains(c.Due.From, move.From) ||
		slices.ContainsFunc(before, func(m scoresheet.CardMove) bool { return m.From == move.From }) {
		return "from"
	}
	if !slices.Contains(c.Due.To, move.To) ||
		slices.ContainsFunc(before, func(m scoresheet.CardMove) bool { return m.To == move.To }) {
		return "to"
	}
	return ""
}

func cardFault(at, why, card string) scoresheet.Fault {
	return scoresheet.Fault{Code: "tribute.card", At: at, Args: map[string]any{"why": why, "card": card}}
}

func (c TributeCheck) giveCard(i int, text string) (scoresheet.Fault, bool) {
	at := func() string { return scoresheet.Pointer("tribute", "gives", i, "card") }
	card, err := ParseCard(text)
	switch {
	case err != nil:
		return cardFault(at(), "notation", text), true
	case card.Wild(c.Level):
		return cardFault(at(), "wild", text), true
	}
	return scoresheet.Fault{}, false
}

// givesToRightSeat checks a double tribute that is otherwise in order: two big
// jokers had to be refused, the higher card goes to the first finisher, and of
// two equal ones the one that the rulebook says.
func (c TributeCheck) givesToRightSeat(moves []scoresheet.CardMove) []scoresheet.Fault {
	if len(c.Due.From) < 2 {
		return nil
	}
	var power [2]int
	for i := range power {
		card, _ := ParseCard(moves[i].Card)
		power[i] = card.Rank().Power(c.Level)
	}
	if power[0] == power[1] && power[0] == BigJoker.Power(c.Level) {
		return refused("/tribute/gives", c.Due.From)
	}
	higher := 0
	if power[1] > power[0] {
		higher = 1
	}
	if power[0] == power[1] {
		c.rest("tribute_equal")
		higher = slices.IndexFunc(moves, func(m scoresheet.CardMove) bool { return m.From == c.Due.EqualGives })
	}
	if moves[higher].To != c.Due.To[0] {
		return []scoresheet.Fault{c.seatFault("/tribute/gives/0/to")}
	}
	return nil
}

// returns checks who gives back, to whom and what. After a wrong seat, here or
// among the gives, the seats are not checked: they follow from it.
func (c TributeCheck) returns(tribute *scoresheet.Tribute, seatsStand bool) []scoresheet.Fault {
	moves := tribute.Returns
	if moves == nil {
		return nil
	}
	var faults []scoresheet.Fault
	seatWrong := false
	for i, move := range moves {
		if at := c.wrongReturn(tribute.Gives, moves[:i], move); seatsStand && !seatWrong && at != "" {
			seatWrong = true
			faults = append(faults, c.seatFault(scoresheet.Pointer("tribute", "returns", i, at)))
		}
		if fault, bad := c.returnCard(i, move); bad {
			faults = append(faults, fault)
		}
	}
	if seatsStand && !seatWrong && len(moves) < len(c.Due.To) {
		faults = append(faults, c.seatFault("/tribute/returns"))
	}
	return faults
}

func (c TributeCheck) wrongReturn(gives, before []scoresheet.CardMove, move scoresheet.CardMove) string {
	if !slices.Contains(c.Due.To, move.From) ||
		slices.ContainsFunc(before, func(m scoresheet.CardMove) bool { return m.From == move.From }) {
		return "from"
	}
	if move.To != c.returnsTo(gives, move.From) {
		return "to"
	}
	return ""
}

// returnsTo is to whom the seat gives a card back.
func (c TributeCheck) returnsTo(gives []scoresheet.CardMove, from scoresheet.Seat) scoresheet.Seat {
	if len(c.Due.From) == 2 && c.Terms.ReturnTo == returnToNext {
		c.rest("return_to")
		return from.Next(Seats)
	}
	for _, give := range gives {
		if give.To == from {
			return give.From
		}
	}
	return 0
}

func (c TributeCheck) returnCard(i int, move scoresheet.CardMove) (scoresheet.Fault, bool) {
	at := func() string { return scoresheet.Pointer("tribute", "returns", i, "card") }
	card, err := ParseCard(move.Card)
	if err != nil {
		return cardFault(at(), "notation", move.Card), true
	}
	if c.Terms.ReturnFreeToOpponent && move.From.Side() != move.To.Side() {
		return scoresheet.Fault{}, false
	}
	rank := card.Rank()
	if rank.Joker() {
		return cardFault(at(), "joker", move.Card), true
	}
	if rank > Rank(c.Terms.ReturnMax) {
		c.rest("return_max")
		fault := cardFault(at(), "high", move.Card)
		fault.Args["max"] = c.Terms.ReturnMax
		return fault, true
	}
	if !rank.IsLevel(c.Level) {
		return scoresheet.Fault{}, false
	}
	c.rest("return_level_card")
	if !c.Terms.ReturnLevelCard {
		return cardFault(at(), "level", move.Card), true
	}
	if c.Terms.NoLevelCardToPartner && move.From.Side() == move.To.Side() {
		return cardFault(at(), "partner", move.Card), true
	}
	return scoresheet.Fault{}, false
}

func (c TributeCheck) rest(setting string) {
	if c.Rests != nil {
		c.Rests(setting)
	}
}
