package scoresheet

import (
	"fmt"
	"strconv"
)

// Level is a level that a side plays: 2 to 10, then J = 11, Q = 12, K = 13 and
// A = 14. The zero value is no level.
type Level uint8

// The levels that rules name.
const (
	NoLevel Level = 0
	Level2  Level = 2
	Level3  Level = 3
	LevelJ  Level = 11
	LevelQ  Level = 12
	LevelK  Level = 13
	LevelA  Level = 14
)

// PassedA is what a side that passed A counts as where levels are subtracted:
// one above A (26-point table, official rules A3).
const PassedA = 15

var levelNames = [...]string{2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}

// Valid reports whether l is a level from 2 to A.
func (l Level) Valid() bool { return l >= Level2 && l <= LevelA }

// Up is the level n steps higher, A at most.
func (l Level) Up(n int) Level {
	if int(l)+n > int(LevelA) {
		return LevelA
	}
	return l + Level(n)
}

// String is the level as players write it ("10", "J", "A"), "" for none.
func (l Level) String() string {
	if !l.Valid() {
		return ""
	}
	return levelNames[l]
}

// ParseLevel reads a level as players write it.
func ParseLevel(text string) (Level, error) {
	for l := Level2; l <= LevelA; l++ {
		if levelNames[l] == text {
			return l, nil
		}
	}
	return NoLevel, fmt.Errorf("level must be 2 to 10, J, Q, K or A, not %s", strconv.Quote(text))
}

// MarshalText writes the level as players write it.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText writes; "" is no level.
func (l *Level) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*l = NoLevel
		return nil
	}
	level, err := ParseLevel(string(text))
	if err != nil {
		return err
	}
	*l = level
	return nil
}
