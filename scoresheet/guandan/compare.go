package guandan

import "kiosk/scoresheet"

// Why is the reason that a play does or does not beat another. Its text is one
// of the codes that words exist for.
type Why string

// The reasons, each seen from the right play, which is laid on the left one.
const (
	// HigherRank and LowerRank: the same type and size, the rank decides.
	HigherRank Why = "compare.higher"
	LowerRank  Why = "compare.lower"
	// HigherLevel and LowerLevel: the same, and it decides because one of them
	// is of level cards.
	HigherLevel Why = "compare.higher-level"
	LowerLevel  Why = "compare.lower-level"
	// EqualPlays: equal is not higher, the first one stands.
	EqualPlays Why = "compare.equal"
	// OtherType: two types that do not compare.
	OtherType Why = "compare.type"
	// BombsPlay: a bomb, a straight flush or four jokers on an ordinary play.
	BombsPlay Why = "compare.bomb"
	// NoBomb: an ordinary play on one of these.
	NoBomb Why = "compare.no-bomb"
	// HigherBomb and LowerBomb: both are of these, and stand apart in the order
	// of bombs.
	HigherBomb Why = "compare.higher-bomb"
	LowerBomb  Why = "compare.lower-bomb"
)

// Whys are all reasons, so that words can be checked for each.
func Whys() []Why {
	return []Why{HigherRank, LowerRank, HigherLevel, LowerLevel, EqualPlays, OtherType, BombsPlay, NoBomb, HigherBomb, LowerBomb}
}

// bombTier is the place of the reading in the order of bombs: four jokers,
// bombs of 10 to 6, straight flush, bombs of 5 and 4; 0 for every other play.
// (guandan-college 第六条 1)
func (r Reading) bombTier() int {
	const beforeFlush = 5 // a straight flush stands between bombs of 5 and 6
	switch r.Type {
	case FourJokers:
		return 2*maxPlay + 1
	case StraightFlush:
		return 2*beforeFlush + 1
	case Bomb:
		return 2 * r.Size
	}
	return 0
}

// Beats reports whether the right play beats the left one that lies on the
// table, both at the level, and why. Wild cards change nothing in a play's
// strength. (guandan-college 第六条)
func Beats(left, right Reading, level scoresheet.Level) (bool, Why) {
	leftTier, rightTier := left.bombTier(), right.bombTier()
	switch {
	case rightTier > 0 && leftTier == 0:
		return true, BombsPlay
	case rightTier == 0 && leftTier > 0:
		return false, NoBomb
	case rightTier > leftTier:
		return true, HigherBomb
	case rightTier < leftTier:
		return false, LowerBomb
	case left.Type != right.Type || left.Size != right.Size:
		return false, OtherType
	}
	return beatsByRank(left, right, level)
}

func beatsByRank(left, right Reading, level scoresheet.Level) (bool, Why) {
	by := right.power(level) - left.power(level)
	natural := int(right.Rank) - int(left.Rank)
	switch {
	case by == 0:
		return false, EqualPlays
	case by > 0 && natural < 0:
		return true, HigherLevel
	case by > 0:
		return true, HigherRank
	case natural > 0:
		return false, LowerLevel
	}
	return false, LowerRank
}
