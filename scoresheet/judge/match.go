package judge

import "kiosk/scoresheet"

const halfPoint = scoresheet.Point / 2

// match judges the games of the sheet and what they add up to.
func (r *reading) match() scoresheet.MatchVerdict {
	m := scoresheet.MatchVerdict{State: scoresheet.MatchPlaying}
	r.readGames(&m)
	r.unplayedPenalties()
	r.sumUp(&m)
	switch {
	case r.sheet.Forfeit != scoresheet.NoForfeit:
		r.forfeited(&m)
	case anySide(r.matchLost):
		m.State, m.Winner = scoresheet.MatchOver, gainer(r.matchLost)
		m.Points = r.penaltyPoints(m.Winner)
	default:
		winner, decided := r.outcome(&m)
		if !decided {
			break
		}
		m.State, m.Winner = scoresheet.MatchOver, winner
		m.Points = r.matchPoints(&m)
	}
	return m
}

// readGames judges game after game, as long as one is due.
func (r *reading) readGames(m *scoresheet.MatchVerdict) {
	sure := true
	for i := range r.sheet.Games {
		if _, decided := r.outcome(m); decided || anySide(r.matchLost) {
			r.gameFault("game.after-end", i)
			return
		}
		if i > 0 && sure && r.games[i-1].State != scoresheet.GameOver {
			r.gameFault("game.undecided", i)
			return
		}
		g, whole := r.readGame(i)
		sure = whole
		r.count(m, g.isOver(), &r.games[i])
	}
}

func (r *reading) gameFault(code string, game int) {
	r.fault(scoresheet.Fault{Code: code, At: scoresheet.Pointer("games", game), Args: map[string]any{"game": game + 1}})
}

// unplayedPenalties lets penalties that name no game count where no game was
// written: a match can be lost before its first hand.
func (r *reading) unplayedPenalties() {
	e := r.effectsOf(nowhere, wholeGame, scoresheet.NoSide)
	r.matchLost.A = r.matchLost.A || e.matchLost.A
	r.matchLost.B = r.matchLost.B || e.matchLost.B
}

func (r *reading) count(m *scoresheet.MatchVerdict, over bool, g *scoresheet.GameVerdict) {
	if !over {
		return
	}
	switch {
	case g.Winner != scoresheet.NoSide:
		m.Games = m.Games.With(g.Winner, m.Games.Of(g.Winner)+scoresheet.Point)
	case g.By != scoresheet.ByPenalty && g.By != scoresheet.ByForfeit:
		m.Games.A += halfPoint
		m.Games.B += halfPoint
	}
}

func (r *reading) bestOf() int { return max(r.terms.BestOf, 1) }

// handsOf is the number of hands of a points game: those beyond the match's own
// games are extra hands that decide it.
func (r *reading) handsOf(game int) int {
	if game >= r.bestOf() {
		return 1
	}
	return r.terms.Hands
}

// outcome is the winner of the match, and whether the games have decided it:
// one side has more than half of them, or all are over and a level match is
// settled as the rulebook says.
func (r *reading) outcome(m *scoresheet.MatchVerdict) (scoresheet.Side, bool) {
	over := 0
	for i := range r.games {
		if r.games[i].State == scoresheet.GameOver {
			over++
		}
	}
	if over == 0 {
		return scoresheet.NoSide, false
	}
	r.rests("best_of")
	winner := ahead(m.Games)
	if over < r.bestOf() {
		r.rests("play_all")
		return winner, !r.terms.PlayAll && m.Games.Of(winner) > scoresheet.WholePoints(r.bestOf())/2
	}
	if winner != scoresheet.NoSide {
		return winner, true
	}
	return r.levelMatch()
}

// The words of the settings that a level match goes by.
const (
	matchEqualSmall = "small-points"
	matchEqualExtra = "extra-hand"
)

// levelMatch settles a match whose games are level.
func (r *reading) levelMatch() (scoresheet.Side, bool) {
	r.rests("match_equal")
	then := r.terms.MatchEqual
	if then == matchEqualSmall {
		if winner := ahead(r.smallPoints()); winner != scoresheet.NoSide {
			return winner, true
		}
		r.rests("match_equal_then")
		then = r.terms.MatchEqualThen
	}
	return scoresheet.NoSide, then != matchEqualExtra
}

// smallPoints are the sums of game points.
func (r *reading) smallPoints() scoresheet.PerSide[scoresheet.Points] {
	var small scoresheet.PerSide[scoresheet.Points]
	for i := range r.games {
		if points := r.games[i].Points; points != nil {
			small.A += points.A
			small.B += points.B
		}
	}
	return small
}

func ahead(p scoresheet.PerSide[scoresheet.Points]) scoresheet.Side {
	switch {
	case p.A > p.B:
		return scoresheet.SideA
	case p.B > p.A:
		return scoresheet.SideB
	}
	return scoresheet.NoSide
}

// sumUp adds level differences, or small points, over the games that are over.
func (r *reading) sumUp(m *scoresheet.MatchVerdict) {
	points := false
	for i := range r.games {
		g := &r.games[i]
		points = points || g.Points != nil
		if g.Levels != nil && g.State == scoresheet.GameOver {
			m.Difference += finalLevel(g, scoresheet.SideA) - finalLevel(g, scoresheet.SideB)
		}
	}
	if points {
		small := r.smallPoints()
		m.Small = &small
	}
}

// finalLevel is a side's level as differences count it: one above A if it
// passed A.
func finalLevel(g *scoresheet.GameVerdict, side scoresheet.Side) int {
	if g.By == scoresheet.ByPassedA && g.Winner == side {
		return scoresheet.PassedA
	}
	return int(g.Levels.Of(side))
}

// forfeited decides the match for the side that is there; a game that was
// being played ends with it.
func (r *reading) forfeited(m *scoresheet.MatchVerdict) {
	m.State = scoresheet.MatchOver
	switch r.sheet.Forfeit {
	case scoresheet.ForfeitA:
		m.Winner = scoresheet.SideB
	case scoresheet.ForfeitB:
		m.Winner = scoresheet.SideA
	}
	if n := len(r.games); n > 0 && r.games[n-1].State != scoresheet.GameOver {
		g := &r.games[n-1]
		g.State, g.Winner, g.By = scoresheet.GameOver, m.Winner, scoresheet.ByForfeit
		withoutNext(g.Hands)
		r.count(m, true, g)
		if g.Levels != nil {
			m.Difference += finalLevel(g, scoresheet.SideA) - finalLevel(g, scoresheet.SideB)
		}
	}
	book := r.book.MatchPoints
	if book == nil {
		return
	}
	r.restsOnForfeit()
	points := scoresheet.PerSide[scoresheet.Points]{A: book.Absent, B: book.Absent}.With(m.Winner, book.Forfeit)
	m.Points = &points
}

// withoutNext takes away what would have been played after the last hand that
// counted.
func withoutNext(hands []scoresheet.HandVerdict) {
	for i := len(hands) - 1; i >= 0; i-- {
		if hands[i].Next != nil {
			hands[i].Next = nil
			return
		}
	}
}

// penaltyPoints are for a match that a penalty decided: the other side has
// what a walkover gives, the offender, who was there, what a loser has.
func (r *reading) penaltyPoints(winner scoresheet.Side) *scoresheet.PerSide[scoresheet.Points] {
	book := r.book.MatchPoints
	if book == nil {
		return nil
	}
	r.restsOnForfeit()
	points := scoresheet.PerSide[scoresheet.Points]{A: book.Loss, B: book.Loss}.With(winner, book.Forfeit)
	return &points
}

func (r *reading) restsOnForfeit() {
	book := r.book.MatchPoints
	origin := book.ForfeitOrigin
	if origin == "" {
		origin = book.Origin
	}
	if origin == scoresheet.FromDefault {
		r.restsOnDefault("forfeit", book.Forfeit)
	}
}

// matchPoints are what a match that its games decided gives.
func (r *reading) matchPoints(m *scoresheet.MatchVerdict) *scoresheet.PerSide[scoresheet.Points] {
	book := r.book.MatchPoints
	if book == nil {
		return nil
	}
	last := &r.games[len(r.games)-1]
	if last.By == scoresheet.ByPenalty && m.Winner != scoresheet.NoSide {
		if book.Second != nil {
			// As in a walkover: the difference of a match that nobody played.
			second := scoresheet.PerSide[scoresheet.Points]{}.With(m.Winner, nearestRow(book.Second, 0).Winner)
			m.Second = &second
		}
		return r.penaltyPoints(m.Winner)
	}
	if book.Origin == scoresheet.FromDefault {
		r.restsOnDefault("match_points", nil)
	}
	if book.Second != nil {
		second := byDifference(book.Second, m)
		m.Second = &second
	}
	var points scoresheet.PerSide[scoresheet.Points]
	switch {
	case book.Table != nil:
		points = byDifference(book.Table, m)
	case m.Winner == scoresheet.NoSide:
		points = scoresheet.PerSide[scoresheet.Points]{A: book.Draw, B: book.Draw}
	default:
		points = points.With(m.Winner, winPoints(book, last)).With(m.Winner.Other(), book.Loss)
	}
	return &points
}

func winPoints(book *scoresheet.MatchPoints, last *scoresheet.GameVerdict) scoresheet.Points {
	passed := last.By == scoresheet.ByPassedA || last.By == scoresheet.ByReachedA
	switch {
	case passed && book.Passed != nil:
		return *book.Passed
	case !passed && book.Ahead != nil:
		return *book.Ahead
	case book.Win != nil:
		return *book.Win
	}
	return 0
}

// byDifference looks up the level difference; one beyond the table counts as
// its last row, and a winner behind in levels, by an extra hand or a penalty,
// as level.
func byDifference(table []scoresheet.DifferenceRow, m *scoresheet.MatchVerdict) scoresheet.PerSide[scoresheet.Points] {
	winner, difference := m.Winner, m.Difference
	if winner == scoresheet.SideB {
		difference = -difference
	}
	if winner == scoresheet.NoSide {
		winner, difference = scoresheet.SideA, 0
	}
	row := nearestRow(table, max(difference, 0))
	return scoresheet.PerSide[scoresheet.Points]{}.With(winner, row.Winner).With(winner.Other(), row.Loser)
}

// nearestRow is the row of the largest difference up to the one asked for.
func nearestRow(table []scoresheet.DifferenceRow, difference int) scoresheet.DifferenceRow {
	var best scoresheet.DifferenceRow
	found := false
	for _, row := range table {
		if row.Difference <= difference && (!found || row.Difference > best.Difference) {
			best, found = row, true
		}
	}
	return best
}
