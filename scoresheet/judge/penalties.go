package judge

import (
	"slices"

	"kiosk/scoresheet"
)

// wholeGame and nowhere are the hands of penalties that name none: those of a
// game as a whole, and those of no game that was judged; atStart is that of
// penalties that take effect before a game's first hand.
const (
	wholeGame = -1
	nowhere   = -2
	atStart   = -3
)

// What a ladder's repetitions are counted by and over.
const (
	perSeat   = "seat"
	overGame  = "game"
	overEvent = "event"
)

// penalty is a penalty of the sheet while it is read.
type penalty struct {
	written   *scoresheet.Penalty
	violation scoresheet.Violation
	side      scoresheet.Side
	// game and hand are indexes; hand may be wholeGame, game nowhere.
	game, hand int
	repetition int
	due        []string
	// at fault: it has no effect; unknown: it is not even counted.
	atFault, unknown bool
	faults           []scoresheet.Fault
	settled          bool
}

// readPenalties reads who, where and for what, and counts repetitions in the
// order of the list, which is the order of time.
func (r *reading) readPenalties() []penalty {
	if len(r.sheet.Penalties) == 0 {
		return nil
	}
	penalties := make([]penalty, len(r.sheet.Penalties))
	for i := range penalties {
		penalties[i] = r.readPenalty(i)
		if !penalties[i].unknown {
			penalties[i].repetition = repetition(penalties[:i], &penalties[i])
		}
	}
	return penalties
}

func (r *reading) readPenalty(i int) penalty {
	written := &r.sheet.Penalties[i]
	p := penalty{written: written}
	p.game, p.hand = r.place(written)
	refuse := func(code, field string) penalty {
		p.unknown, p.atFault = true, true
		p.faults = []scoresheet.Fault{{
			Code: code,
			At:   scoresheet.Pointer("penalties", i, field),
			Args: map[string]any{"violation": written.Violation, "number": i + 1},
		}}
		return p
	}
	violation, known := r.book.Violation(written.Violation)
	if !known {
		return refuse("penalty.violation", "violation")
	}
	p.violation = violation
	if violation.AtStart && p.game >= 0 {
		p.hand = atStart
	}
	if field := r.wrongPlace(written, violation.Per); field != "" {
		return refuse("penalty.seat", field)
	}
	p.side = written.Side
	if written.Seat != 0 {
		p.side = r.sideOf(written)
	}
	return p
}

// place finds the game and hand; a sheet of one game need not name it, nor a
// game of one hand the hand.
func (r *reading) place(p *scoresheet.Penalty) (game, hand int) {
	game, hand = p.Game-1, p.Hand-1
	if p.Game == 0 {
		game = len(r.sheet.Games) - 1
	}
	if game < 0 {
		return nowhere, hand
	}
	if hand == wholeGame && r.terms.Hands == 1 && game < len(r.sheet.Games) && len(r.sheet.Games[game].Hands) == 1 {
		hand = 0
	}
	return game, hand
}

// sideOf is the side of the penalised seat, which may have changed with the
// sitting of the hand.
func (r *reading) sideOf(p *scoresheet.Penalty) scoresheet.Side {
	game, hand := r.place(p)
	switch {
	case game >= 0 && hand >= 0:
		return r.sheet.Games[game].Hands[hand].SideOf(p.Seat)
	case r.terms.Tables > 0:
		return p.Side
	}
	return p.Seat.Side()
}

// wrongPlace names the field that is no seat, side, game or hand of the sheet.
func (r *reading) wrongPlace(p *scoresheet.Penalty, per string) string {
	seats := r.book.Discipline.Seats()
	switch {
	case p.Seat != 0 && !p.Seat.Valid(seats):
		return "seat"
	case p.Seat == 0 && (p.Side == scoresheet.NoSide || per == perSeat):
		return "seat"
	case p.Game < 0 || p.Game > len(r.sheet.Games):
		return "game"
	case p.Hand == 0:
		return r.wrongSide(p)
	case p.Game == 0 && len(r.sheet.Games) > 1:
		return "game"
	case p.Hand < 0 || len(r.sheet.Games) == 0:
		return "hand"
	}
	game, hand := r.place(p)
	if hand >= len(r.sheet.Games[game].Hands) {
		return "hand"
	}
	return r.wrongSide(p)
}

// wrongSide names the side where it is not the seat's, and the hand where
// without it nobody can tell whose the seat is.
func (r *reading) wrongSide(p *scoresheet.Penalty) string {
	if p.Seat != 0 && r.sideOf(p) == scoresheet.NoSide {
		return "hand"
	}
	if p.Seat != 0 && p.Side != scoresheet.NoSide && p.Side != r.sideOf(p) {
		return "side"
	}
	return ""
}

// repetition counts the penalties before that the ladder counts as the same.
func repetition(before []penalty, p *penalty) int {
	count := 1
	if p.violation.Over == overEvent {
		count += max(p.written.Prior, 0)
	}
	for i := range before {
		if !before[i].unknown && sameLadder(&before[i], p) {
			count++
		}
	}
	return count
}

func sameLadder(a, b *penalty) bool {
	if a.violation.ID != b.violation.ID &&
		(a.violation.Together == "" || a.violation.Together != b.violation.Together) {
		return false
	}
	if b.violation.Over == overGame && a.game != b.game {
		return false
	}
	if b.violation.Per == perSeat {
		return a.written.Seat == b.written.Seat
	}
	return a.side == b.side
}

// effectsOf are the effects of the penalties of a hand, or of a game as a
// whole. Who is on stage may decide which ladder holds.
func (r *reading) effectsOf(game, hand int, onStage scoresheet.Side) effects {
	return r.effectsIn(game, hand, situation{onStage: onStage})
}

func (r *reading) effectsIn(game, hand int, in situation) effects {
	var e effects
	for i := range r.penalties {
		p := &r.penalties[i]
		if p.unknown || p.game != game || p.hand != hand {
			continue
		}
		r.settle(i, in)
		if !p.atFault {
			e.add(p)
		}
	}
	return e
}

// settle finds the step that was due and compares it with what was done.
func (r *reading) settle(i int, in situation) {
	p := &r.penalties[i]
	if p.settled {
		return
	}
	p.settled = true
	ladder := p.ladder(in)
	p.due = []string{}
	if len(ladder) > 0 {
		p.due = ladder[min(p.repetition, len(ladder))-1]
	}
	if p.violation.Origin == scoresheet.FromDefault {
		r.restsOnDefault(p.violation.ID, p.due)
	}
	if p.written.Actions != nil && !sameActions(p.written.Actions, p.due) && p.written.Reason == "" {
		p.refuse(scoresheet.Fault{
			Code:   "penalty.step",
			At:     scoresheet.Pointer("penalties", i, "actions"),
			Clause: r.book.Clause(p.violation.Article),
			Args: map[string]any{
				"violation": p.violation.ID, "number": i + 1, "repetition": p.repetition,
				"due": p.due, "actions": p.written.Actions,
			},
		})
		return
	}
	if field := p.nobodyThere(); field != "" {
		p.refuse(scoresheet.Fault{
			Code: "penalty.seat",
			At:   scoresheet.Pointer("penalties", i, field),
			Args: map[string]any{"violation": p.violation.ID, "number": i + 1},
		})
	}
}

func (p *penalty) refuse(f scoresheet.Fault) {
	p.atFault = true
	p.faults = append(p.faults, f)
}

// actions are what is done: what the referee wrote, or else what is due.
func (p *penalty) actions() []string {
	if p.written.Actions != nil {
		return p.written.Actions
	}
	return p.due
}

// nobodyThere names the field that is missing where an action is for one seat
// in one hand: it places the seat last, or closes it.
func (p *penalty) nobodyThere() string {
	for _, text := range p.actions() {
		action, err := scoresheet.ParseAction(text)
		switch {
		case err != nil || (action.Kind != scoresheet.ActionPlaceLast && action.Kind != scoresheet.ActionClosed):
			continue
		case p.written.Seat == 0:
			return "seat"
		case p.hand < 0:
			return "hand"
		}
	}
	return ""
}

// ladder is the one that holds for the side at fault: the most particular one
// that the violation has.
func (p *penalty) ladder(in situation) [][]string {
	v := &p.violation
	declares, won := in.onStage != scoresheet.NoSide && p.side == in.onStage, in.winner != scoresheet.NoSide && p.side == in.winner
	switch {
	case declares && won && v.DeclarerWinnerLadder != nil:
		return v.DeclarerWinnerLadder
	case declares && v.DeclarerLadder != nil:
		return v.DeclarerLadder
	case won && v.WinnerLadder != nil:
		return v.WinnerLadder
	}
	return v.Ladder
}

func sameActions(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// add counts what a penalty does. Actions that no engine knows, which only a
// referee with a reason can give, do nothing.
func (e *effects) add(p *penalty) {
	for _, text := range p.actions() {
		action, err := scoresheet.ParseAction(text)
		if err != nil {
			continue
		}
		other := p.side.Other()
		switch action.Kind {
		case scoresheet.ActionPoints:
			e.points = e.points.With(p.side, e.points.Of(p.side)+action.Points)
		case scoresheet.ActionOpponentsUp:
			e.up = e.up.With(other, e.up.Of(other)+action.Levels)
		case scoresheet.ActionLevelDown:
			e.down = e.down.With(p.side, e.down.Of(p.side)+action.Levels)
		case scoresheet.ActionPlaceLast:
			e.sanctions.last = append(e.sanctions.last, p.written.Seat)
		case scoresheet.ActionClosed:
			e.sanctions.closed = append(e.sanctions.closed, p.written.Seat)
		case scoresheet.ActionLoseHand:
			e.handLost = e.handLost.With(p.side, true)
		case scoresheet.ActionLoseGame:
			e.gameLost = e.gameLost.With(p.side, true)
		case scoresheet.ActionLoseMatch, scoresheet.ActionDisqualify:
			e.matchLost = e.matchLost.With(p.side, true)
		}
	}
}

// penaltyVerdicts reports the faults of the penalties, in their order, and
// gives every penalty that the rulebook knows with the step that was due.
func (r *reading) penaltyVerdicts() []scoresheet.PenaltyVerdict {
	var verdicts []scoresheet.PenaltyVerdict
	for i := range r.penalties {
		p := &r.penalties[i]
		if !p.unknown {
			r.settle(i, situation{})
			verdicts = append(verdicts, p.verdict(r.book))
		}
		for _, f := range p.faults {
			r.fault(f)
		}
	}
	return verdicts
}

func (p *penalty) verdict(book *scoresheet.Rulebook) scoresheet.PenaltyVerdict {
	w := p.written
	return scoresheet.PenaltyVerdict{
		Game: w.Game, Hand: w.Hand,
		Violation: w.Violation, Seat: w.Seat, Side: w.Side,
		Repetition: p.repetition, Due: p.due,
		Actions: w.Actions, Reason: w.Reason,
		Clause: book.Clause(p.violation.Article),
	}
}
