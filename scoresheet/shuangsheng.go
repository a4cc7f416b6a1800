package scoresheet

import (
	"fmt"
	"strconv"
)

// ShuangshengTerms are the settings that only Shuangsheng has.
type ShuangshengTerms struct {
	// StandingTwo: 2s are trumps at every level (2 作常主).
	StandingTwo bool
	// BottomMultipliers are what the bottom's points are multiplied by when the
	// defenders take the last trick: with a play without pairs, with one pair, two
	// pairs and so on.
	BottomMultipliers []int
	// ThrowPoints is what each beaten card of a failed throw gives the other side.
	ThrowPoints int
	// BottomSeconds bounds the burying of the bottom; 0 for no rule.
	BottomSeconds int
}

// Camp is one of the two sides as the stage divides them in a hand of
// Shuangsheng: who declares (庄家) and who defends (闲家).
type Camp string

// The camps.
const (
	Declarers Camp = "declarers"
	Defenders Camp = "defenders"
)

// Side is the side of the camp when the side given is on stage.
func (c Camp) Side(onStage Side) Side {
	if c == Defenders {
		return onStage.Other()
	}
	return onStage
}

// UnmarshalText reads "declarers" or "defenders"; anything else is an error.
func (c *Camp) UnmarshalText(text []byte) error {
	switch camp := Camp(text); camp {
	case Declarers, Defenders:
		*c = camp
		return nil
	}
	return fmt.Errorf("must be declarers or defenders, not %s", strconv.Quote(string(text)))
}

// LastPlay is what the last trick of a hand of Shuangsheng was taken with.
type LastPlay string

// The last plays: one without a pair, and one with pairs.
const (
	LastSingle LastPlay = "single"
	LastPairs  LastPlay = "pairs"
)

// UnmarshalText reads "single" or "pairs"; anything else is an error.
func (p *LastPlay) UnmarshalText(text []byte) error {
	switch play := LastPlay(text); play {
	case LastSingle, LastPairs:
		*p = play
		return nil
	}
	return fmt.Errorf("must be single or pairs, not %s", strconv.Quote(string(text)))
}

// Band is a row of the table of a Shuangsheng rulebook that says what the
// defenders' points in a hand do (catalogue, section 6).
type Band struct {
	// From and To are the points, both included; nil is "and more".
	From int  `toml:"from" json:"from"`
	To   *int `toml:"to,omitempty" json:"to,omitempty"`
	// Stage is the camp that keeps or takes the stage, Climb what it climbs.
	Stage   Camp   `toml:"stage" json:"stage"`
	Climb   int    `toml:"climb" json:"climb"`
	Origin  Origin `toml:"origin" json:"origin"`
	Article string `toml:"article,omitempty" json:"article,omitempty"`
}

// Holds reports whether the band is for the points.
func (b Band) Holds(points int) bool {
	return points >= b.From && (b.To == nil || points <= *b.To)
}
