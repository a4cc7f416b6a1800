package main

import (
	"strconv"
	"strings"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/guandan"
)

// compareCommand tells whether the right play beats the left one.
type compareCommand struct {
	playedAt
	goujiSeats
	LeftAs  string `placeholder:"TYPE:RANK" help:"Guandan: what the left play was declared to be, such as tube:9. 掼蛋：左边声明的牌型。"`
	RightAs string `placeholder:"TYPE:RANK" help:"Guandan: what the right play was declared to be. 掼蛋：右边声明的牌型。"`
	Left    string `arg:"" help:"The play on the table. 桌上的牌。"`
	Right   string `arg:"" help:"The play that is laid on it. 后出的牌。"`
}

// comparison is the answer: the reading of each side, nil where none counts,
// and then no outcome either.
type comparison struct {
	Left           *guandan.Reading `json:"left"`
	Right          *guandan.Reading `json:"right"`
	RightBeatsLeft *bool            `json:"right_beats_left"`
	Why            string           `json:"why"`
}

// Help is what --help says besides.
func (compareCommand) Help() string {
	return `Examples 例:
  kiosk compare --rulebook guandan-college --level 10 SA S10
  kiosk compare --rulebook guandan-college --level 3 --left-as plate:8 "S7 D7 S8 D8 H3 H3" "S9 D9 S10 D10 H3 H3"
  kiosk compare --rulebook gouji-karamay "S7 H7 D7 small" "S8 H8 D8 big"
  kiosk compare --rulebook gouji-dian-shao-men-luo big "big big"
  kiosk compare --rulebook gouji-karamay --by 1 --against 6 --hand "SQ HQ small S3" "SK HK" "SA big"
  kiosk compare --rulebook shuangsheng-enterprise --level 4 --trump S "HA HA" "S5 S5"
  kiosk compare --rulebook shuangsheng-enterprise --level 4 --trump S --lead "HA HK HK" "S3 S6 S6" "S9 S9 SA"`
}

// Run writes the comparison as one line of JSON; exit 1 if a side is no play,
// must be declared, or cannot be what it was declared to be.
func (c *compareCommand) Run(s streams) error {
	book, err := c.book(s)
	if err != nil {
		return err
	}
	switch book.Discipline {
	case scoresheet.Guandan:
		return c.guandan(s, book)
	case scoresheet.Gouji:
		return c.gouji(s, book)
	case scoresheet.Shuangsheng:
		return c.shuangsheng(s, book)
	}
	return c.noPlays(s)
}

func (c *compareCommand) guandan(s streams, book *scoresheet.Rulebook) error {
	rules, err := c.rules(s, book)
	if err != nil {
		return err
	}
	left, err := c.claim(s, c.Left, c.LeftAs, rules)
	if err != nil {
		return err
	}
	right, err := c.claim(s, c.Right, c.RightAs, rules)
	if err != nil {
		return err
	}
	answer := c.compare(left, right)
	if err := writeLine(s, answer); err != nil {
		return err
	}
	if answer.RightBeatsLeft == nil {
		return exit(exitNoAnswer)
	}
	return nil
}

// claim is a play together with what it was declared to be, nil if it was not.
type claim struct {
	play     guandan.Play
	declared *guandan.Declaration
}

func (c *compareCommand) claim(s streams, text, as string, rules guandan.PlayRules) (claim, error) {
	play, err := c.play(s, text, rules)
	if err != nil || as == "" {
		return claim{play: play}, err
	}
	declared, err := guandan.ParseDeclaration(as)
	if err != nil {
		return claim{}, c.refuse(s, "play.declaration", map[string]any{"Text": strconv.Quote(as), "Types": typeNames()})
	}
	return claim{play, &declared}, nil
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

func (c *compareCommand) compare(left, right claim) comparison {
	answer := comparison{Left: left.reading(), Right: right.reading()}
	say := sayings{c.words()}
	switch {
	case answer.Left == nil:
		answer.Why = say.noReading("left", left)
	case answer.Right == nil:
		answer.Why = say.noReading("right", right)
	default:
		beats, why := guandan.Beats(*answer.Left, *answer.Right, c.Level)
		answer.RightBeatsLeft = &beats
		answer.Why = say.T(string(why), map[string]any{
			"Left": say.reading(*answer.Left), "Right": say.reading(*answer.Right), "Level": c.Level.String(),
		})
	}
	return answer
}

// sayings puts plays into words.
type sayings struct{ *config.Words }

func (s sayings) reading(r guandan.Reading) string {
	rank := r.Rank.String()
	if r.Rank.Joker() {
		rank = s.T("play.rank."+rank, nil)
	}
	return s.T("play."+r.Type.String(), map[string]any{"Rank": rank, "Size": r.Size})
}

// noReading says why no reading of a side counts.
func (s sayings) noReading(side string, of claim) string {
	args := map[string]any{"Side": s.T("play.side."+side, nil)}
	if len(of.play.Readings) == 0 {
		return s.T("compare.no-play", args)
	}
	names := make([]string, len(of.play.Readings))
	for i, r := range of.play.Readings {
		names[i] = s.reading(r)
	}
	args["Readings"] = strings.Join(names, s.T("play.or", nil))
	if of.declared == nil {
		return s.T("compare.undeclared", args)
	}
	args["Declared"] = of.declared.String()
	return s.T("compare.not-so", args)
}
