package scoresheet_test

import (
	"testing"

	"kiosk/scoresheet"
)

func TestParseAction(t *testing.T) {
	for text, want := range map[string]scoresheet.Action{
		"warn":            {Kind: scoresheet.ActionWarn},
		"points:-2":       {Kind: scoresheet.ActionPoints, Points: scoresheet.WholePoints(-2)},
		"points:-0.5":     {Kind: scoresheet.ActionPoints, Points: -5},
		"opponents-up:1":  {Kind: scoresheet.ActionOpponentsUp, Levels: 1},
		"note:10 off: ok": {Kind: scoresheet.ActionNote, Text: "10 off: ok"},
		"level-down:1":    {Kind: scoresheet.ActionLevelDown, Levels: 1},
		"lose-match":      {Kind: scoresheet.ActionLoseMatch},
	} {
		if got, err := scoresheet.ParseAction(text); err != nil || got != want {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "fine", "warn:1", "points", "points:2", "points:x", "opponents-up:0", "opponents-up:-1", "opponents-up:99", "level-down:0", "level-down", "note: ", "lose-match:"} {
		if action, err := scoresheet.ParseAction(text); err == nil {
			t.Errorf("%s is %+v", text, action)
		}
	}
}
