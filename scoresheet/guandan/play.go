package guandan

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kiosk/scoresheet"
)

// PlayType is the type of a play of cards. The zero value is no type.
// (guandan-college 第五条)
type PlayType uint8

// The types of plays. Single to Plate compare only within the type; each of the
// rest beats all of these.
const (
	NoPlay PlayType = iota
	Single
	Pair
	Triple
	FullHouse
	Straight
	Tube
	Plate
	Bomb
	StraightFlush
	FourJokers
)

var playTypeNames = [...]string{
	Single: "single", Pair: "pair", Triple: "triple", FullHouse: "full-house", Straight: "straight", Tube: "tube",
	Plate: "plate", Bomb: "bomb", StraightFlush: "straight-flush", FourJokers: "four-jokers",
}

// PlayTypes are all types of plays, in the order of their constants.
func PlayTypes() []PlayType {
	types := make([]PlayType, 0, len(playTypeNames)-1)
	for t := Single; t <= FourJokers; t++ {
		types = append(types, t)
	}
	return types
}

// String is the name of the type in the exchange format, "" for none.
func (t PlayType) String() string {
	if int(t) >= len(playTypeNames) {
		return ""
	}
	return playTypeNames[t]
}

// ParsePlayType reads the name of a type.
func ParsePlayType(text string) (PlayType, error) {
	for t := Single; t <= FourJokers; t++ {
		if playTypeNames[t] == text {
			return t, nil
		}
	}
	return NoPlay, fmt.Errorf("no such type of play: %s", strconv.Quote(text))
}

// MarshalText writes the name of the type.
func (t PlayType) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the name of a type.
func (t *PlayType) UnmarshalText(text []byte) error {
	parsed, err := ParsePlayType(string(text))
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// run reports whether plays of the type are runs, where level cards stand at
// their natural place.
func (t PlayType) run() bool {
	return t == Straight || t == Tube || t == Plate || t == StraightFlush
}

// Reading is one way to read a play: its type, the number of its cards, and
// the rank that decides when two of a type and size meet: the top card of a
// run, the triple of a full house, none for four jokers.
type Reading struct {
	Type PlayType `json:"type"`
	Size int      `json:"size"`
	Rank Rank     `json:"rank,omitzero"`
}

// Declaration is what a player says to have the play read so.
func (r Reading) Declaration() Declaration { return Declaration{Type: r.Type, Rank: r.Rank} }

// power orders the ranks of readings of one type.
func (r Reading) power(level scoresheet.Level) int {
	if r.Type.run() {
		return int(r.Rank)
	}
	return r.Rank.Power(level)
}

// Declaration is what a player says that a play is: a type and its deciding
// rank. The size follows from the cards.
type Declaration struct {
	Type PlayType
	Rank Rank
}

// String is the declaration as ParseDeclaration reads it: "bomb:9".
func (d Declaration) String() string {
	if d.Rank == NoRank {
		return d.Type.String()
	}
	return d.Type.String() + ":" + d.Rank.String()
}

// ParseDeclaration reads TYPE:RANK, and four-jokers alone.
func ParseDeclaration(text string) (Declaration, error) {
	name, rankText, ranked := strings.Cut(text, ":")
	t, err := ParsePlayType(name)
	if err != nil {
		return Declaration{}, err
	}
	if ranked == (t == FourJokers) {
		return Declaration{}, fmt.Errorf("a play is declared as TYPE:RANK, four jokers as %s alone, not %s", FourJokers, strconv.Quote(text))
	}
	if !ranked {
		return Declaration{Type: t}, nil
	}
	rank, err := ParseRank(rankText)
	if err != nil {
		return Declaration{}, fmt.Errorf("no such rank: %s", strconv.Quote(rankText))
	}
	return Declaration{Type: t, Rank: rank}, nil
}

// Undeclared is the Default of a play that is no play, or that its player must
// declare.
const Undeclared = -1

// Play is what cards that are played together can be: every legal reading in
// rising strength, none where the cards are no play.
type Play struct {
	Readings []Reading
	// Default is the index of the reading that counts when nothing was
	// declared, or Undeclared.
	Default int
}

// DefaultReading is the reading that counts when nothing was declared; false
// where there is none.
func (p Play) DefaultReading() (Reading, bool) {
	if p.Default < 0 || p.Default >= len(p.Readings) {
		return Reading{}, false
	}
	return p.Readings[p.Default], true
}

// Declared is the reading that the declaration names; false where the cards
// cannot be that.
func (p Play) Declared(d Declaration) (Reading, bool) {
	for _, r := range p.Readings {
		if r.Type == d.Type && r.Rank == d.Rank {
			return r, true
		}
	}
	return Reading{}, false
}

// MarshalJSON writes the play as the exchange format has it: the readings and
// the default's index, null for none.
func (p Play) MarshalJSON() ([]byte, error) {
	out := struct {
		Readings []Reading `json:"readings"`
		Default  *int      `json:"default"`
	}{Readings: p.Readings}
	if out.Readings == nil {
		out.Readings = []Reading{}
	}
	if _, ok := p.DefaultReading(); ok {
		out.Default = &p.Default
	}
	return json.Marshal(out)
}

// PlayRules are the settings of a rulebook that the reading of plays depends on.
type PlayRules struct {
	// HighTriple: of two possible triples in an undeclared full house the
	// higher one counts (setting wild_default "high"), otherwise the lower one.
	HighTriple bool
	// JokerPair: two equal jokers may be the pair of a full house (setting
	// joker_pair).
	JokerPair bool
}

// PlayRulesOf takes the rules from a rulebook's terms.
func PlayRulesOf(terms scoresheet.Terms) PlayRules {
	return PlayRules{HighTriple: terms.WildDefault == "high", JokerPair: terms.JokerPair}
}
