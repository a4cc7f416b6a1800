package contest

import "kiosk/scoresheet"

// MaxRounds bounds the numbers of rounds.
const MaxRounds = 1000

// ResultKind is how a match came to its result.
type ResultKind string

// The kinds of results.
const (
	// Played: the match was played, to its end or until a ruling ended it.
	Played ResultKind = "played"
	// Walkover: the winner was there, the other side was not (弃权).
	Walkover ResultKind = "walkover"
	// DoubleForfeit: neither side was there, or both lost; nobody wins.
	DoubleForfeit ResultKind = "double-forfeit"
	// Void: the match is struck out and counts for nobody.
	Void ResultKind = "void"
)

// Result is the outcome of a match, seen as home on side A and away on side B.
type Result struct {
	// Round is the round in which it was scheduled; of a play-off, which of the
	// play-offs it belongs to.
	Round      int
	Home, Away EntrantID
	Kind       ResultKind
	// Winner is the winning side, NoSide for a draw and for nobody.
	Winner scoresheet.Side
	// Points are the match points of a played match. What a walkover or a
	// double forfeit gives is the rulebook's word, and is not read from here.
	Points scoresheet.PerSide[scoresheet.Points]
	// Second is what the second table of match points gives for a played match,
	// and is not read of a walkover either.
	Second scoresheet.PerSide[scoresheet.Points]
	// Difference is the sum of level differences of the games, home minus away,
	// with a passed A counted as 15.
	Difference int
	// Climbed are the levels climbed, a passed A counted as one more.
	Climbed scoresheet.PerSide[int]
	// Games are the games won in points (half a point for a drawn game), Small
	// the sums of small points. Largest is the highest points of a game that the
	// side won, LargestMargin the highest margin of one.
	Games, Small, Largest, LargestMargin scoresheet.PerSide[scoresheet.Points]
	// Seconds is how long the match took, 0 if nobody measured.
	Seconds int
	// Provisional marks a result that may still change: not confirmed, under
	// appeal.
	Provisional bool
	// Playoff marks a play-off of entrants who are level: it counts for
	// scoresheet.RulePlayoff alone, where the winner counts and nothing else.
	Playoff bool
}

// ResultOf is the result of a scheduled match by the verdict on its
// scoresheet; start is the level that its games began at. What no scoresheet
// knows is left to the caller: Seconds, Provisional, Playoff, and walkovers.
// False while the match is not over.
func ResultOf(round int, p Pairing, v scoresheet.Verdict, start scoresheet.Level) (Result, bool) {
	if v.Match.State != scoresheet.MatchOver {
		return Result{}, false
	}
	r := Result{
		Round: round, Home: p.Home, Away: p.Away, Kind: Played,
		Winner: v.Match.Winner, Games: v.Match.Games, Difference: v.Match.Difference,
	}
	if v.Match.Points != nil {
		r.Points = *v.Match.Points
	}
	if v.Match.Second != nil {
		r.Second = *v.Match.Second
	}
	if v.Match.Small != nil {
		r.Small = *v.Match.Small
	}
	for _, game := range v.Games {
		r.addGame(game, start)
	}
	return r, true
}

func (r *Result) addGame(game scoresheet.GameVerdict, start scoresheet.Level) {
	for _, side := range scoresheet.Sides {
		if game.Levels != nil {
			climbed := int(game.Levels.Of(side)) - int(start)
			if game.Winner == side && game.By == scoresheet.ByPassedA {
				climbed = scoresheet.PassedA - int(start)
			}
			r.Climbed = r.Climbed.With(side, r.Climbed.Of(side)+climbed)
		}
		if game.Points != nil && game.Winner == side {
			score := game.Points.Of(side)
			margin := score - game.Points.Of(side.Other())
			r.Largest = r.Largest.With(side, max(r.Largest.Of(side), score))
			r.LargestMargin = r.LargestMargin.With(side, max(r.LargestMargin.Of(side), margin))
		}
	}
}

// flaw is the code of what makes the result impossible by itself, "" for
// nothing.
func (r Result) flaw() string {
	switch {
	case r.Round < 1 || r.Round > MaxRounds:
		return "result.round"
	case r.Home == r.Away:
		return "result.self"
	case r.Kind == Walkover && r.Winner == scoresheet.NoSide:
		return "result.winner"
	case (r.Kind == DoubleForfeit || r.Kind == Void) && r.Winner != scoresheet.NoSide:
		return "result.winner"
	case r.Kind != Played && r.Kind != Walkover && r.Kind != DoubleForfeit && r.Kind != Void:
		return "result.kind"
	}
	return ""
}

// Withdrawal is an entrant that leaves a phase.
type Withdrawal struct {
	Entrant EntrantID `json:"entrant"`
	// From is the first round that it does not play.
	From int `json:"from"`
	// Void strikes all its results of the phase out, for everybody; otherwise
	// they stand, and whoever was to meet it later wins by walkover.
	Void bool `json:"void,omitzero"`
}
