package judge

import "kiosk/scoresheet"

// game is a game in progress: of levels or of points.
type game interface {
	// stage is the side on stage; level what the next hand is played at.
	stage() scoresheet.Side
	level() scoresheet.Level
	// play counts a hand with its penalties.
	play(o outcome, e effects) scoresheet.HandVerdict
	// give counts what penalties of the game as a whole add or take.
	give(e effects)
	// bell ends the game by the clock, or makes an extra hand due.
	bell()
	// end decides the game, whatever it was before.
	end(winner scoresheet.Side, by scoresheet.DecidedBy)
	// isOver and wantsExtra are how far it has come.
	isOver() bool
	wantsExtra() bool
	next(due *scoresheet.TributeDue) *scoresheet.NextHand
	verdict() scoresheet.GameVerdict
}

// ending is how far a game has come and how it was decided.
type ending struct {
	over     bool
	extraDue bool
	winner   scoresheet.Side
	by       scoresheet.DecidedBy
}

func (e *ending) end(winner scoresheet.Side, by scoresheet.DecidedBy) {
	e.over, e.extraDue, e.winner, e.by = true, false, winner, by
}

func (e *ending) isOver() bool     { return e.over }
func (e *ending) wantsExtra() bool { return e.extraDue }

func (e *ending) verdict() scoresheet.GameVerdict {
	state := scoresheet.GamePlaying
	switch {
	case e.over:
		state = scoresheet.GameOver
	case e.extraDue:
		state = scoresheet.GameExtraHand
	}
	return scoresheet.GameVerdict{State: state, Winner: e.winner, By: e.by}
}

func (r *reading) newGame(index int) game {
	r.rests("scoring")
	if r.terms.Scoring == scoresheet.ScoringPoints {
		return &pointsGame{
			terms:  &r.terms,
			rests:  r.rests,
			length: r.handsOf(index),
			points: r.effectsOf(index, wholeGame, scoresheet.NoSide).points,
		}
	}
	return newLevelGame(&r.terms, r.rests)
}

// gameReading is one game of a sheet while it is read.
type gameReading struct {
	*reading
	game
	index   int
	written *scoresheet.Game
	claims  claimCheck
	hands   []scoresheet.HandVerdict
	// due is the tribute due before the next hand; last the index of the last
	// hand that counted, -1 before the first.
	due  *scoresheet.TributeDue
	last int
	// faulted: a hand had no effect, what depends on it is not checked.
	faulted bool
	// named is the side on stage that the first hand at fault named.
	named scoresheet.Side
	// late: a hand after the end was reported already.
	late bool
	// seated counts the hands at each table and sitting of a meeting at several.
	seated map[seating]int
	// rung: the clock has ended the game. noBell: it said so where the rulebook
	// has no clock.
	rung, noBell bool
}

// readGame judges a game of the sheet; false after it if a hand was at fault,
// so that nobody can say whether the game should be over.
func (r *reading) readGame(index int) (game, bool) {
	g := &gameReading{
		reading: r,
		game:    r.newGame(index),
		index:   index,
		written: &r.sheet.Games[index],
		last:    -1,
	}
	g.hands = make([]scoresheet.HandVerdict, 0, len(g.written.Hands))
	start := g.effectsOf(g.index, atStart, g.stage())
	g.give(start)
	g.noBell = g.written.End == scoresheet.EndedByClock && r.terms.Minutes == 0
	for i := range g.written.Hands {
		g.hands = append(g.hands, g.readHand(i))
	}
	g.finish()
	g.penalise(start)
	verdict := g.verdict()
	verdict.Hands = g.hands
	r.games = append(r.games, verdict)
	return g.game, !g.faulted
}

// finish rings the bell after the last hand and lets penalties of the game as
// a whole take effect.
func (g *gameReading) finish() {
	if g.noBell {
		g.fault(scoresheet.Fault{
			Code: "end.time",
			At:   scoresheet.Pointer("games", g.index, "end"),
			Args: map[string]any{"game": g.index + 1},
		})
	}
	if g.timed() {
		g.ring()
	} else {
		g.give(g.effectsOf(g.index, wholeGame, g.stage()))
	}
	g.penalise(g.effectsOf(g.index, wholeGame, g.stage()))
	if g.last >= 0 {
		g.hands[g.last].Next = g.next(g.due)
	}
}

func (g *gameReading) timed() bool {
	return g.written.End == scoresheet.EndedByClock && !g.noBell
}

// ring ends the game by the clock, once, after the hands before the bell.
func (g *gameReading) ring() {
	if g.rung {
		return
	}
	g.rung = true
	g.give(g.effectsOf(g.index, wholeGame, g.stage()))
	g.bell()
	if g.last >= 0 {
		g.hands[g.last].Next = g.next(g.due)
	}
}

func (g *gameReading) readHand(i int) scoresheet.HandVerdict {
	hand := &g.written.Hands[i]
	asWritten := scoresheet.HandVerdict{Finish: hand.Finish}
	if hand.Extra && g.timed() {
		g.ring()
	}
	if g.tooLate(hand) {
		g.reportLate(i)
		return asWritten
	}
	before := position{terms: &g.terms, onStage: g.stage(), level: g.level(), due: g.due, seated: g.seated, rests: g.rests}
	before.unchecked, before.named = g.faulted, g.named
	effects := g.effectsIn(g.index, i, g.situationIn(hand, before))
	before.sanctions, before.void = effects.sanctions, effects.void()
	outcome, faults, ok := g.discipline.read(hand, before)
	g.report(i, faults)
	if !g.faulted {
		g.report(i, g.discipline.beside(hand, before))
	}
	if !ok {
		if !g.faulted {
			g.named = hand.OnStage
		}
		g.leaveOut(i)
		g.penalise(effects)
		return asWritten
	}
	verdict := g.play(outcome, effects)
	verdict.Finish = hand.Finish
	g.due, g.last = outcome.due, i
	g.seat(hand)
	if effects.void() {
		g.due = nil
	}
	g.penalise(effects)
	if g.faulted {
		g.claims.forget()
	} else if hand.Claim != nil {
		g.report(i, g.claims.faults(hand.Claim, &verdict))
	}
	verdict.Next = g.next(g.due)
	return verdict
}

// situationIn is what the penalties of the hand depend on.
func (g *gameReading) situationIn(hand *scoresheet.Hand, before position) situation {
	if discipline, ok := g.discipline.(staged); ok {
		return discipline.situation(hand, before)
	}
	return situation{onStage: before.onStage}
}

// seat counts a hand of a meeting at several tables.
func (g *gameReading) seat(hand *scoresheet.Hand) {
	if g.terms.Tables == 0 {
		return
	}
	if g.seated == nil {
		g.seated = map[seating]int{}
	}
	g.seated[seating{hand.Table, hand.Sitting}]++
}

// tooLate reports whether the hand comes after the end, or is an extra hand
// where none is due. The extra hand of a level game says that it is one; that
// of a points game need not.
func (g *gameReading) tooLate(hand *scoresheet.Hand) bool {
	switch {
	case g.isOver():
		return true
	case g.rung || (g.wantsExtra() && g.terms.Scoring == scoresheet.ScoringLevels):
		return !hand.Extra
	}
	return hand.Extra && !g.wantsExtra()
}

// reportLate reports the first hand after the end. An extra hand that is not
// due after a slip in the game may well have been due without it: then the
// slip is the one fault.
func (g *gameReading) reportLate(i int) {
	extra := g.written.Hands[i].Extra
	if g.late || (extra && (g.faulted || g.noBell)) {
		return
	}
	g.late = true
	code := "over"
	if extra && !g.isOver() {
		code = "extra"
	}
	g.report(i, []scoresheet.Fault{{Code: "hand.after-end", Args: map[string]any{"why": code}}})
}

// leaveOut notes that a hand has no effect, and from where on nothing is
// checked that depends on it.
func (g *gameReading) leaveOut(i int) {
	if g.faulted {
		return
	}
	g.faulted = true
	if i+1 < len(g.written.Hands) {
		g.notices = append(g.notices, scoresheet.Notice{
			Code: "unchecked.after-fault",
			At:   scoresheet.Pointer("games", g.index, "hands", i+1),
			Args: map[string]any{"game": g.index + 1, "hand": i + 2},
		})
	}
}

// penalise ends the game for a side that loses it, or the match, by penalty.
func (g *gameReading) penalise(e effects) {
	if anySide(e.matchLost) {
		g.matchLost.A = g.matchLost.A || e.matchLost.A
		g.matchLost.B = g.matchLost.B || e.matchLost.B
		if !g.isOver() {
			g.end(gainer(e.matchLost), scoresheet.ByPenalty)
		}
	}
	if anySide(e.gameLost) {
		g.end(gainer(e.gameLost), scoresheet.ByPenalty)
	}
}

// report adds faults whose places are told from the hand down.
func (g *gameReading) report(i int, faults []scoresheet.Fault) {
	for _, f := range faults {
		f.At = scoresheet.Pointer("games", g.index, "hands", i) + f.At
		if f.Args == nil {
			f.Args = map[string]any{}
		}
		f.Args["game"], f.Args["hand"] = g.index+1, i+1
		g.fault(f)
	}
}
