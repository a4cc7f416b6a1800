package judge

import "kiosk/scoresheet"

// pointsGame is a game of a number of hands, each of which gives points.
type pointsGame struct {
	ending
	terms *scoresheet.Terms
	rests func(setting string)
	// length is the number of hands without extra ones.
	length int
	points scoresheet.PerSide[scoresheet.Points]
	hands  int
}

func (g *pointsGame) stage() scoresheet.Side { return scoresheet.NoSide }

// level is the one level that every hand of a points game is played at.
func (g *pointsGame) level() scoresheet.Level { return g.terms.Start }

func (g *pointsGame) play(o outcome, e effects) scoresheet.HandVerdict {
	verdict := scoresheet.HandVerdict{Winner: o.winner}
	points := o.points
	if e.void() {
		verdict.Winner = gainer(e.handLost)
		points = scoresheet.PerSide[scoresheet.Points]{
			A: scoresheet.WholePoints(e.up.A),
			B: scoresheet.WholePoints(e.up.B),
		}
	}
	points.A += e.points.A
	points.B += e.points.B
	verdict.Points = &points
	g.points.A += points.A
	g.points.B += points.B
	g.hands++
	g.rests("hands")
	if g.hands >= g.length || g.extraDue {
		g.decide()
	}
	return verdict
}

// decide compares the points after the last hand, or after an extra one.
func (g *pointsGame) decide() {
	by := scoresheet.ByPoints
	if g.extraDue {
		by = scoresheet.ByExtraHand
	}
	switch {
	case g.points.A > g.points.B:
		g.end(scoresheet.SideA, by)
	case g.points.B > g.points.A:
		g.end(scoresheet.SideB, by)
	default:
		g.rests(settingEqual)
		if g.terms.Equal != equalExtraHand {
			g.end(scoresheet.NoSide, scoresheet.ByPoints)
			return
		}
		g.extraDue = true
	}
}

// give has nothing to do: what penalties of the game as a whole take off, it
// began with, so that they count when it is decided.
func (g *pointsGame) give(effects) {}

func (g *pointsGame) bell() {
	if !g.over && !g.extraDue {
		g.decide()
	}
}

func (g *pointsGame) next(*scoresheet.TributeDue) *scoresheet.NextHand { return nil }

func (g *pointsGame) verdict() scoresheet.GameVerdict {
	points := g.points
	verdict := g.ending.verdict()
	verdict.Points = &points
	return verdict
}
