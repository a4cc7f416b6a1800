package scoresheet

// GoujiTerms are the settings that only Gouji has: what a hand scores, and what
// plays of cards are.
type GoujiTerms struct {
	// PlacePoints are what places 1 to 6 are worth to a side.
	PlacePoints []int
	// PositiveOnly: a side whose sum in a hand is below zero records 0.
	PositiveOnly bool
	// Sweep is what a side with places 1, 2 and 3 records instead of its sum; 0
	// where the sum counts. SweepAlone: all other points of the hand are dropped.
	Sweep      int
	SweepAlone bool
	// Opening says whose opening scores: OpeningOfOpposite or OpeningOfOwn.
	Opening string
	// LargestWin says what the largest winning game is ranked by: its "score" or
	// its "margin".
	LargestWin string
	// Tables and Sittings of a meeting at several tables, 0 for a match at one.
	Tables, Sittings int
	// Packs are the packs in play: a card is there so many times.
	Packs int
	// GoujiCounts are how many 10s, Js, Qs, Ks, As and 2s make a 够级, 0 for
	// never. GoujiJoker: any set with a joker is one. GoujiTwos: 2s that are
	// attached count for the number.
	GoujiCounts           []int
	GoujiJoker, GoujiTwos bool
	// BareRanks are those that nothing may be attached to.
	BareRanks []int
	// CardByCard is EveryCardHigher or NoCardLower. MixedJokersSmall: a big joker
	// beside a small one in a set counts as small. TwoForOne: two big jokers beat
	// one.
	CardByCard       string
	MixedJokersSmall bool
	TwoForOne        bool
	// OpenTwo, OpenSmall and OpenBig: a 2, a small or a big joker, alone or on a
	// 够级, opens.
	// OpenFour: who opens must hold a 4.
	OpenTwo, OpenSmall, OpenBig, OpenFour bool
	// BurnNeeds is BurnAllButLast or BurnEveryRank.
	BurnNeeds string
}

// The words of the settings of Gouji.
const (
	// OpeningOfOpposite: keeping the opposite from opening scores.
	OpeningOfOpposite = "opposite"
	// OpeningOfOwn: each own opening scores.
	OpeningOfOwn = "own"
	// EveryCardHigher: sorted, every card must be higher than the one it meets.
	EveryCardHigher = "every-higher"
	// NoCardLower: none may be lower, and one must be higher.
	NoCardLower = "none-lower"
	// BurnAllButLast: a burn needs a joker for every set but the last.
	BurnAllButLast = "all-but-last"
	// BurnEveryRank: it needs one for every rank but the 3s, the 2s too.
	BurnEveryRank = "every-rank"
)

// IncidentKind is what an incident of a Gouji hand is (catalogue, section 4).
type IncidentKind string

// The kinds of incidents.
const (
	Closed    IncidentKind = "closed"
	Opened    IncidentKind = "opened"
	Stifle    IncidentKind = "stifle"
	Burn      IncidentKind = "burn"
	NoThree   IncidentKind = "no-three"
	TwoForOne IncidentKind = "two-for-one"
)

// IncidentKinds are all kinds of incidents.
func IncidentKinds() []IncidentKind {
	return []IncidentKind{Closed, Opened, Stifle, Burn, NoThree, TwoForOne}
}

// The results of a burn.
const (
	BurnSuccess   = "success"
	BurnRelieved  = "relieved"
	BurnCountered = "countered"
	BurnKilled    = "killed"
	BurnFailed    = "failed"
)

// BurnResults are all results of a burn.
func BurnResults() []string {
	return []string{BurnSuccess, BurnRelieved, BurnCountered, BurnKilled, BurnFailed}
}

// The marks of an incident after which it may no longer count.
const (
	AfterSecond = "after-second"
	AfterOut    = "after-out"
)

// IncidentRule is an incident that a Gouji rulebook knows: what it scores and
// what it does. An incident that has no rule does not exist in the rulebook.
//
// Each incident has an author, whose side gains, and most have a victim: the
// opposite and the seat that did not open; the stifler and the stifled; the
// burner and the burned; who countered and the burner. Of a failed burn and a
// missing 3 the seat itself is the victim and its opposite the author.
type IncidentRule struct {
	Kind IncidentKind `toml:"kind" json:"kind"`
	// Result is the result of a burn that the rule is for.
	Result string `toml:"result,omitempty" json:"result,omitempty"`
	// Opening, if there, is the value of the setting "opening" under which the
	// rule holds.
	Opening string `toml:"opening,omitempty" json:"opening,omitempty"`
	// Gain is what the author's side gets, Loss, zero or below, what the
	// victim's side gets. Inside one side neither counts.
	Gain int `toml:"gain,omitempty" json:"gain,omitempty"`
	Loss int `toml:"loss,omitempty" json:"loss,omitempty"`
	// Bottom: the victim is sent to the bottom. Closes: it counts as closed
	// besides.
	Bottom bool `toml:"bottom,omitempty" json:"bottom,omitempty"`
	Closes bool `toml:"closes,omitempty" json:"closes,omitempty"`
	// Late are the marks with which it no longer counts.
	Late   []string `toml:"late,omitempty" json:"late,omitempty"`
	Origin Origin   `toml:"origin" json:"origin"`
	// BottomOrigin is where Bottom comes from; empty: as Origin.
	BottomOrigin Origin `toml:"bottom_origin,omitempty" json:"bottom_origin,omitempty"`
	Article      string `toml:"article,omitempty" json:"article,omitempty"`
}

// OnDefault reports whether some of the rule is our choice where the source is
// silent.
func (r *IncidentRule) OnDefault() bool {
	return r.Origin == FromDefault || r.BottomOrigin == FromDefault
}
