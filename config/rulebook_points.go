package config

import (
	"fmt"

	"github.com/pelletier/go-toml/v2"

	"kiosk/scoresheet"
)

// writtenPoints are the match points of a text as they are written there. The
// TOML reader would put a whole number into scoresheet.Points as so many tenths.
type writtenPoints struct {
	MatchPoints *struct {
		Win     any          `toml:"win"`
		Passed  any          `toml:"passed"`
		Ahead   any          `toml:"ahead"`
		Draw    any          `toml:"draw"`
		Loss    any          `toml:"loss"`
		Bye     any          `toml:"bye"`
		Forfeit any          `toml:"forfeit"`
		Absent  any          `toml:"absent"`
		Table   []writtenRow `toml:"table"`
		Second  []writtenRow `toml:"second"`
	} `toml:"match_points"`
}

type writtenRow struct {
	Winner any `toml:"winner"`
	Loser  any `toml:"loser"`
}

// readPoints replaces the match points of a book by what its text says.
func readPoints(text string, book *scoresheet.Rulebook) error {
	var written writtenPoints
	if err := toml.Unmarshal([]byte(text), &written); err != nil {
		return err
	}
	from, to := written.MatchPoints, book.MatchPoints
	if from == nil || to == nil {
		return nil
	}
	type field struct {
		value any
		into  *scoresheet.Points
	}
	fields := []field{
		{from.Win, to.Win}, {from.Passed, to.Passed}, {from.Ahead, to.Ahead},
		{from.Draw, &to.Draw}, {from.Loss, &to.Loss}, {from.Bye, &to.Bye},
		{from.Forfeit, &to.Forfeit}, {from.Absent, &to.Absent},
	}
	for i, row := range from.Table {
		fields = append(fields, field{row.Winner, &to.Table[i].Winner}, field{row.Loser, &to.Table[i].Loser})
	}
	for i, row := range from.Second {
		fields = append(fields, field{row.Winner, &to.Second[i].Winner}, field{row.Loser, &to.Second[i].Loser})
	}
	for _, f := range fields {
		if f.value == nil {
			continue
		}
		points, err := scoresheet.ParsePoints(fmt.Sprint(f.value))
		if err != nil {
			return err
		}
		*f.into = points
	}
	return nil
}
