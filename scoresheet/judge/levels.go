package judge

import "kiosk/scoresheet"

// The words of the settings that a game of levels goes by.
const (
	winReach         = "reach"
	failInARow       = "in-a-row"
	afterDropThree   = "three"
	equalFirst       = "first-reached"
	equalExtraHand   = "extra-hand"
	equalOffStage    = "off-stage"
	equalOnStage     = "on-stage"
	settingEqual     = "equal"
	settingEqualZero = "equal_start"
)

// levelGame is a game in which the sides climb from the start level to A
// (catalogue, section 2).
type levelGame struct {
	ending
	terms   *scoresheet.Terms
	rests   func(setting string)
	levels  scoresheet.PerSide[scoresheet.Level]
	onStage scoresheet.Side
	// fails counts the hands in which a side played its A and did not pass.
	fails scoresheet.PerSide[int]
	// dropped marks a side whose next first place is worth what AfterDrop says.
	dropped scoresheet.PerSide[bool]
	// changes counts the changes of levels; reached is the change that brought
	// a side to its level, 0 while it is still at the start.
	changes int
	reached scoresheet.PerSide[int]
	// hands counts those that had an effect.
	hands int
}

func newLevelGame(terms *scoresheet.Terms, rests func(string)) *levelGame {
	return &levelGame{
		terms:  terms,
		rests:  rests,
		levels: scoresheet.PerSide[scoresheet.Level]{A: terms.Start, B: terms.Start},
	}
}

func (g *levelGame) stage() scoresheet.Side { return g.onStage }

// level is what the next hand is played at: the extra level, the level of the
// side on stage, or at first the level that both start at.
func (g *levelGame) level() scoresheet.Level { return g.levelOn(g.onStage) }

func (g *levelGame) levelOn(stage scoresheet.Side) scoresheet.Level {
	switch {
	case g.extraDue:
		return g.terms.ExtraLevel
	case stage == scoresheet.NoSide:
		return g.terms.Start
	}
	return g.levels.Of(stage)
}

func (g *levelGame) play(o outcome, e effects) scoresheet.HandVerdict {
	if g.extraDue {
		return g.playExtra(o, e)
	}
	g.rests("start")
	verdict := scoresheet.HandVerdict{Winner: o.winner, PlayedAt: g.levelOn(o.onStage), Upgrade: &o.upgrade}
	if e.void() {
		verdict.Winner, verdict.Upgrade = gainer(e.handLost), &scoresheet.PerSide[int]{}
	}
	g.hands++
	playsA := o.onStage != scoresheet.NoSide && g.levels.Of(o.onStage) == scoresheet.LevelA
	if playsA && !e.void() && g.passes(o) {
		g.onStage = o.winner
		g.end(o.winner, scoresheet.ByPassedA)
		return g.after(verdict)
	}
	if playsA && !(e.void() && !e.handLost.Of(o.onStage)) {
		g.fail(o.onStage, verdict.Winner == o.onStage)
	}
	if !e.void() {
		g.win(o.winner, o.upgrade.Of(o.winner), playsA && o.winner == o.onStage)
	}
	if verdict.Winner != scoresheet.NoSide {
		g.onStage = verdict.Winner
	}
	g.give(e)
	if g.terms.Hands > 0 && g.hands >= g.terms.Hands {
		g.rests("hands")
		g.stop(scoresheet.ByHandsLevel)
	}
	return g.after(verdict)
}

func (g *levelGame) passes(o outcome) bool {
	if g.terms.Win == winReach || o.winner != o.onStage {
		return false
	}
	g.rests("win")
	g.rests("pass")
	return o.passes
}

// fail counts a hand that was played at the side's A and did not pass; after
// the last one allowed the side drops.
func (g *levelGame) fail(side scoresheet.Side, kept bool) {
	g.rests("drop")
	if g.terms.Drop == scoresheet.NoLevel {
		return
	}
	g.rests("fail_limit")
	fails := g.fails.Of(side) + 1
	if fails >= g.terms.FailLimit {
		g.fails = g.fails.With(side, 0)
		g.dropped = g.dropped.With(side, g.terms.AfterDrop == afterDropThree)
		g.stand(side, g.terms.Drop)
		return
	}
	if !kept {
		g.rests("fail_count")
		if g.terms.FailCount == failInARow {
			fails = 0
		}
	}
	g.fails = g.fails.With(side, fails)
}

// win lets the winner climb, unless it played its own A, from which only
// passing leads on.
func (g *levelGame) win(side scoresheet.Side, climb int, playedOwnA bool) {
	if playedOwnA {
		return
	}
	if g.dropped.Of(side) {
		g.dropped = g.dropped.With(side, false)
		g.rests("after_drop")
		if g.levels.Of(side) < scoresheet.Level3 {
			g.stand(side, scoresheet.Level3)
			return
		}
	}
	g.climb(side, climb)
}

func (g *levelGame) climb(side scoresheet.Side, n int) {
	if n > 0 {
		g.stand(side, g.levels.Of(side).Up(n))
	}
}

// stand puts a side on a level, and ends the game where reaching A does.
func (g *levelGame) stand(side scoresheet.Side, level scoresheet.Level) {
	if g.levels.Of(side) == level {
		return
	}
	g.changes++
	g.levels = g.levels.With(side, level)
	g.reached = g.reached.With(side, g.changes)
	if level != scoresheet.LevelA {
		return
	}
	g.rests("win")
	if g.terms.Win == winReach && !g.over {
		g.end(side, scoresheet.ByReachedA)
	}
}

// give applies what penalties add to the levels.
func (g *levelGame) give(e effects) {
	for _, side := range scoresheet.Sides {
		if !g.over {
			g.climb(side, e.up.Of(side))
		}
		if down := e.down.Of(side); !g.over && down > 0 {
			g.stand(side, max(g.levels.Of(side)-scoresheet.Level(down), min(g.terms.Start, g.levels.Of(side))))
		}
	}
}

// playExtra plays the extra hand: its winner wins the game, levels stay.
func (g *levelGame) playExtra(o outcome, e effects) scoresheet.HandVerdict {
	g.rests("extra_level")
	verdict := scoresheet.HandVerdict{Winner: o.winner, PlayedAt: g.terms.ExtraLevel, Upgrade: &o.upgrade}
	if e.void() {
		verdict.Winner, verdict.Upgrade = gainer(e.handLost), &scoresheet.PerSide[int]{}
	}
	if verdict.Winner != scoresheet.NoSide {
		g.onStage = verdict.Winner
		g.end(verdict.Winner, scoresheet.ByExtraHand)
	}
	return g.after(verdict)
}

func (g *levelGame) after(verdict scoresheet.HandVerdict) scoresheet.HandVerdict {
	levels := g.levels
	verdict.Levels, verdict.OnStage = &levels, g.onStage
	return verdict
}

func (g *levelGame) bell() { g.stop(scoresheet.ByTimeLevel) }

// stop ends the game before A is passed, by the clock or after its last hand:
// the higher level wins, and where both are level the rulebook's rule decides.
func (g *levelGame) stop(by scoresheet.DecidedBy) {
	if g.over || g.extraDue {
		return
	}
	switch {
	case g.levels.A > g.levels.B:
		g.end(scoresheet.SideA, by)
		return
	case g.levels.B > g.levels.A:
		g.end(scoresheet.SideB, by)
		return
	}
	switch rule := g.equalRule(); {
	case rule == equalExtraHand, rule == equalOnStage && g.unstaged():
		g.rests("extra_level")
		g.extraDue = true
	case rule == equalFirst && g.reached.A != g.reached.B:
		g.end(g.firstThere(), scoresheet.ByTimeFirstReached)
	case rule == equalOffStage && g.onStage != scoresheet.NoSide:
		g.end(g.onStage.Other(), scoresheet.ByTimeOffStage)
	case rule == equalOnStage && g.onStage != scoresheet.NoSide:
		g.end(g.onStage, scoresheet.ByTimeOnStage)
	default:
		g.end(scoresheet.NoSide, by)
	}
}

func (g *levelGame) equalRule() string {
	if g.changes == 0 && g.terms.EqualStart != "" {
		g.rests(settingEqualZero)
		return g.terms.EqualStart
	}
	g.rests(settingEqual)
	return g.terms.Equal
}

// unstaged reports whether nobody is on stage yet whom the bell could make the
// winner, so that the one hand that then is played decides.
func (g *levelGame) unstaged() bool {
	return g.onStage == scoresheet.NoSide && g.terms.ExtraLevel.Valid()
}

func (g *levelGame) firstThere() scoresheet.Side {
	if g.reached.A < g.reached.B {
		return scoresheet.SideA
	}
	return scoresheet.SideB
}

func (g *levelGame) next(due *scoresheet.TributeDue) *scoresheet.NextHand {
	if g.over {
		return nil
	}
	return &scoresheet.NextHand{Level: g.level(), Tribute: due, Extra: g.extraDue}
}

func (g *levelGame) verdict() scoresheet.GameVerdict {
	levels := g.levels
	verdict := g.ending.verdict()
	verdict.Levels, verdict.OnStage = &levels, g.onStage
	return verdict
}
