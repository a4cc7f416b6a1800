package main

import (
	"kiosk/api/plays"
	"kiosk/scoresheet"
)

// goujiSeats are the flags that say who burns whom.
type goujiSeats struct {
	By      scoresheet.Seat `placeholder:"SEAT" help:"Gouji: seat of the right play. 够级：右边的牌是几号出的。"`
	Against scoresheet.Seat `placeholder:"SEAT" help:"Gouji: seat of the left play. 够级：左边的牌是几号出的。"`
}

// compareCommand tells whether the right play beats the left one.
type compareCommand struct {
	playedAt
	goujiSeats
	LeftAs  string `placeholder:"TYPE:RANK" help:"Guandan: what the left play was declared to be, such as tube:9. 掼蛋：左边声明的牌型。"`
	RightAs string `placeholder:"TYPE:RANK" help:"Guandan: what the right play was declared to be. 掼蛋：右边声明的牌型。"`
	Left    string `arg:"" help:"The play on the table. 桌上的牌。"`
	Right   string `arg:"" help:"The play that is laid on it. 后出的牌。"`
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
	return c.answer(s, func(t plays.Table) (plays.Answer, error) {
		question := c.question()
		question.Left, question.LeftAs, question.Right, question.RightAs = c.Left, c.LeftAs, c.Right, c.RightAs
		question.By, question.Against = c.By, c.Against
		return t.Compare(question)
	})
}
