package plays

import (
	"encoding/json"
	"strconv"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/guandan"
)

// guandanPlay is what cards of Guandan can be.
type guandanPlay struct {
	guandan.Play
	told Told
}

// MarshalJSON writes the readings and the default's index.
func (p guandanPlay) MarshalJSON() ([]byte, error) { return json.Marshal(p.Play) }

func (p guandanPlay) Settled() bool { return len(p.Readings) > 0 }

func (p guandanPlay) Told() Told { return p.told }

// guandanRules are the settings on plays, those of the rulebook's first phase;
// they hold at a level.
func (t Table) guandanRules(q card.Question) (guandan.PlayRules, error) {
	if q.Level == scoresheet.NoLevel {
		return guandan.PlayRules{}, &Refusal{Field: "level", Code: "play.level"}
	}
	terms, err := t.Book.Terms("")
	if err != nil {
		return guandan.PlayRules{}, err
	}
	return guandan.PlayRulesOf(terms), nil
}

func (t Table) readGuandan(q card.Question) (Answer, error) {
	rules, err := t.guandanRules(q)
	if err != nil {
		return nil, err
	}
	cards, err := t.cards("left", q.Left)
	if err != nil {
		return nil, err
	}
	play := guandan.ReadPlay(cards, q.Level, rules)
	told := Told{Readings: []Reading{}}
	for _, r := range play.Readings {
		told.Readings = append(told.Readings, t.guandanReading(r))
	}
	switch _, counts := play.DefaultReading(); {
	case counts:
		told.Default = &play.Default
	case len(play.Readings) > 0:
		told.Why = t.because("play.undeclared", nil)
	default:
		told.Why = t.because("play.none", nil)
	}
	return guandanPlay{play, told}, nil
}

func (t Table) guandanReading(r guandan.Reading) Reading {
	return Reading{Type: r.Type.String(), Size: r.Size, As: r.Declaration().String(), Text: t.reading(r)}
}

func (t Table) reading(r guandan.Reading) string {
	return t.say("play."+r.Type.String(), map[string]any{"Rank": t.rank(r.Rank), "Size": r.Size})
}

// guandanComparison is the reading of each side, nil where none counts, and
// then no outcome either.
type guandanComparison struct {
	Left           *guandan.Reading `json:"left"`
	Right          *guandan.Reading `json:"right"`
	RightBeatsLeft *bool            `json:"right_beats_left"`
	Why            string           `json:"why"`
	told           Told
}

func (c guandanComparison) Settled() bool { return c.RightBeatsLeft != nil }

func (c guandanComparison) Told() Told { return c.told }

// claim is a play together with what it was declared to be, nil if it was not.
type claim struct {
	play     guandan.Play
	declared *guandan.Declaration
}

func (t Table) claim(field string, cards []card.Card, as string, level scoresheet.Level, rules guandan.PlayRules) (claim, error) {
	c := claim{play: guandan.ReadPlay(cards, level, rules)}
	if as == "" {
		return c, nil
	}
	declared, err := guandan.ParseDeclaration(as)
	if err != nil {
		return claim{}, &Refusal{Field: field, Code: "play.declaration", Args: map[string]any{"Text": strconv.Quote(as), "Types": typeNames()}}
	}
	c.declared = &declared
	return c, nil
}

func typeNames() string {
	types := guandan.PlayTypes()
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.String()
	}
	return strings.Join(names, " ")
}

// reading is what counts: what was declared, or else the default; nil for
// neither.
func (c claim) reading() *guandan.Reading {
	reading, ok := c.play.DefaultReading()
	if c.declared != nil {
		reading, ok = c.play.Declared(*c.declared)
	}
	if !ok {
		return nil
	}
	return &reading
}

func (t Table) compareGuandan(q card.Question) (Answer, error) {
	rules, err := t.guandanRules(q)
	if err != nil {
		return nil, err
	}
	onTable, laid, err := t.both(q)
	if err != nil {
		return nil, err
	}
	left, err := t.claim("left_as", onTable, q.LeftAs, q.Level, rules)
	if err != nil {
		return nil, err
	}
	right, err := t.claim("right_as", laid, q.RightAs, q.Level, rules)
	if err != nil {
		return nil, err
	}
	answer := guandanComparison{Left: left.reading(), Right: right.reading()}
	switch {
	case answer.Left == nil:
		answer.told.Why = t.noReading("left", left)
	case answer.Right == nil:
		answer.told.Why = t.noReading("right", right)
	default:
		beats, why := guandan.Beats(*answer.Left, *answer.Right, q.Level)
		answer.RightBeatsLeft = &beats
		answer.told.Why = t.because(string(why), map[string]any{
			"Left": t.reading(*answer.Left), "Right": t.reading(*answer.Right), "Level": q.Level.String(),
		})
	}
	answer.Why, answer.told.Beats = answer.told.Why.Text, answer.RightBeatsLeft
	for _, side := range []struct {
		of   *guandan.Reading
		told **Reading
	}{{answer.Left, &answer.told.Left}, {answer.Right, &answer.told.Right}} {
		if side.of != nil {
			reading := t.guandanReading(*side.of)
			*side.told = &reading
		}
	}
	return answer, nil
}

// noReading says why no reading of a side counts.
func (t Table) noReading(side string, of claim) Reason {
	args := map[string]any{"Side": t.sideName(side)}
	if len(of.play.Readings) == 0 {
		return t.because("compare.no-play", args)
	}
	names := make([]string, len(of.play.Readings))
	for i, r := range of.play.Readings {
		names[i] = t.reading(r)
	}
	args["Readings"] = strings.Join(names, t.say("play.or", nil))
	if of.declared == nil {
		return t.because("compare.undeclared", args)
	}
	args["Declared"] = of.declared.String()
	return t.because("compare.not-so", args)
}
