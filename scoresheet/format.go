package scoresheet

// Format is where the field of a phase comes from and how it is parted, where
// that is more than its Groups say. The zero value takes everybody who is still
// in, into one field.
type Format struct {
	// From is the earlier phase that the entrants come from as one field.
	// Empty in a first phase, and where Groups name those who come.
	From string `toml:"from,omitempty" json:"from,omitempty"`
	// Take is how many come from there in all, the best of each of its groups
	// alike; 0: all who are still in.
	Take int `toml:"take,omitempty" json:"take,omitempty"`
	// Pools is the number of groups that the field is parted into, 0 for none;
	// a field too small for two in each has fewer. PoolsBy says how: PoolsByLot
	// (the zero value too) or PoolsBySnake.
	Pools   int    `toml:"pools,omitempty" json:"pools,omitempty"`
	PoolsBy string `toml:"pools_by,omitempty" json:"pools_by,omitempty"`
	// Repechage gives those who lost a further chance: the winners of one round
	// are through, and those who lost or had a bye play each other until so
	// many are through as Phase.Until says.
	Repechage bool `toml:"repechage,omitempty" json:"repechage,omitempty"`
	// Exact has a knockout that is drawn each round stop with exactly so many as
	// Phase.Until says: the last round has only as many matches as leave them,
	// and the others rest.
	Exact bool `toml:"exact,omitempty" json:"exact,omitempty"`
	// Bye says who sits out where the number is odd: ByeLot (the zero value
	// too) or ByeLowest.
	Bye string `toml:"bye,omitempty" json:"bye,omitempty"`
	// SameUnitApart keeps entrants of one unit from meeting where it can be
	// helped.
	SameUnitApart bool `toml:"same_unit_apart,omitempty" json:"same_unit_apart,omitempty"`
	// UnreportedOut: both sides of a match that nobody has reported by the day
	// that the organiser names are out.
	UnreportedOut bool `toml:"unreported_out,omitempty" json:"unreported_out,omitempty"`
	// WithdrawalVoids: who withdraws has no results in the phase, for anybody;
	// otherwise what was played stands.
	WithdrawalVoids bool `toml:"withdrawal_voids,omitempty" json:"withdrawal_voids,omitempty"`
}

// How a field is parted into pools: by a lot, or by the ranks before, there and
// back.
const (
	PoolsByLot   = "lot"
	PoolsBySnake = "snake"
)

// How a knockout is drawn, Phase.Draw. DrawEachRound, the zero value too: anew
// each round. DrawByTable: the first round by lot, then the winner of the first
// table meets that of the second, and so on. The others are brackets that stand
// from the first round on. DrawOnce: by lot, seeds apart. DrawCross: the first of
// each group against the second of another. DrawSeeded: by the ranks before,
// first against last.
const (
	DrawEachRound = "each-round"
	DrawByTable   = "by-table"
	DrawOnce      = "once"
	DrawCross     = "cross"
	DrawSeeded    = "seeded"
)

// Who sits a round out, always among those who have had fewest byes: whom the
// lot names, or the lowest in the order.
const (
	ByeLot    = "lot"
	ByeLowest = "lowest"
)

// The ways to a partner, of EntryRules.Partners; empty: pairs are entered as
// pairs. PartnersByLot: persons enter, and a lot makes the pairs.
// PartnersEither: who enters without a partner draws one.
const (
	PartnersByLot  = "lot"
	PartnersEither = "either"
)
