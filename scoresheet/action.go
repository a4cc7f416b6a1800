package scoresheet

import (
	"fmt"
	"strconv"
	"strings"
)

// ActionKind is what a penalty does (catalogue, section 7).
type ActionKind string

// The actions. ActionPoints, ActionOpponentsUp and ActionLevelDown carry a
// number, ActionNote a text. ActionLevelDown takes the offender's own side down,
// not below the level that the game starts at.
const (
	ActionWarn        ActionKind = "warn"
	ActionPoints      ActionKind = "points"
	ActionPlaceLast   ActionKind = "place-last"
	ActionVoidCards   ActionKind = "void-cards"
	ActionClosed      ActionKind = "closed"
	ActionPass        ActionKind = "pass"
	ActionLoseHand    ActionKind = "lose-hand"
	ActionOpponentsUp ActionKind = "opponents-up"
	ActionLevelDown   ActionKind = "level-down"
	ActionLoseGame    ActionKind = "lose-game"
	ActionLoseMatch   ActionKind = "lose-match"
	ActionDisqualify  ActionKind = "disqualify"
	ActionRedo        ActionKind = "redo"
	ActionNote        ActionKind = "note"
)

// Action is one action of a penalty as a ladder's step names it.
type Action struct {
	Kind ActionKind
	// Points are what ActionPoints takes off, below zero.
	Points Points
	// Levels are what ActionOpponentsUp gives the opponents, or ActionLevelDown
	// takes from the side, above zero.
	Levels int
	// Text is what ActionNote keeps.
	Text string
}

// ParseAction reads an action: a word, "points:-2", "opponents-up:1",
// "level-down:1" or "note:text".
func ParseAction(text string) (Action, error) {
	word, value, valued := strings.Cut(text, ":")
	action := Action{Kind: ActionKind(word)}
	wrong := fmt.Errorf("no such action: %s", strconv.Quote(text))
	switch action.Kind {
	case ActionWarn, ActionPlaceLast, ActionVoidCards, ActionClosed, ActionPass, ActionLoseHand,
		ActionLoseGame, ActionLoseMatch, ActionDisqualify, ActionRedo:
		if valued {
			return Action{}, wrong
		}
	case ActionPoints:
		points, err := ParsePoints(value)
		if err != nil || points >= 0 {
			return Action{}, wrong
		}
		action.Points = points
	case ActionOpponentsUp, ActionLevelDown:
		levels, err := strconv.Atoi(value)
		if err != nil || levels < 1 || levels > int(LevelA) {
			return Action{}, wrong
		}
		action.Levels = levels
	case ActionNote:
		if strings.TrimSpace(value) == "" {
			return Action{}, wrong
		}
		action.Text = value
	default:
		return Action{}, wrong
	}
	return action, nil
}
