package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"

	"kiosk/api/plays"
	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// exitNoAnswer is for cards that are no play, and plays that cannot be
// compared.
const exitNoAnswer = 1

// playedAt is what both commands on plays of cards are told: the language,
// whose rules, and what the game in question needs to know besides.
type playedAt struct {
	language
	ownRulebooks
	Rulebook string           `required:"" placeholder:"ID" help:"Rulebook whose rules hold. 规则书的 id。"`
	Level    scoresheet.Level `placeholder:"LEVEL" help:"Guandan, Shuangsheng: level that is played, 2 to 10, J, Q, K or A. 掼蛋、双升：所打的级。"`
	goujiMoment
	shuangshengMoment
}

// goujiMoment are the flags that say when a Gouji set is played.
type goujiMoment struct {
	Hand        *string `placeholder:"CARDS" help:"Cards that remain in hand after the play. Gouji: then it is told whether a burn is possible; Shuangsheng, with --lead: whether it is a revoke. 出牌后手里还剩的牌。够级：判断能否烧牌；双升：加上 --lead 判断是否出错牌。"`
	PlayersLeft int     `placeholder:"N" help:"Gouji: players who still hold cards, 2 to 6. 够级：还有牌的人数。"`
	NoOpposite  bool    `help:"Gouji: the opposite is out. 够级：无头（对头已走）。"`
	AfterSecond bool    `help:"Gouji: the second finisher is out. 够级：二科已出。"`
	AfterOut    bool    `help:"Gouji: the opposite went out before this player opened. 够级：对头走时尚未开点。"`
}

// shuangshengMoment are the flags that say when cards of Shuangsheng are played.
type shuangshengMoment struct {
	Trump  string   `placeholder:"SUIT" help:"Shuangsheng: the trump suit S, H, C or D, or none. 双升：主花色，无主写 none。"`
	Lead   string   `placeholder:"CARDS" help:"Shuangsheng: what was led to the trick; with --hand a revoke is found. 双升：本圈首家出的牌；加上 --hand 判断是否出错牌。"`
	Others []string `sep:"none" placeholder:"CARDS" help:"Shuangsheng: the hand of another seat, once for each; then it is told whether a throw holds. 双升：另一家的手牌，每家写一次，用来判断甩牌。"`
}

// question is what the flags say; the plays are to be added.
func (p playedAt) question() card.Question {
	return card.Question{
		Level: p.Level, Trump: p.Trump, Lead: p.Lead, Hand: p.Hand, Others: p.Others,
		PlayersLeft: p.PlayersLeft, NoOpposite: p.NoOpposite, AfterSecond: p.AfterSecond, AfterOut: p.AfterOut,
	}
}

// refuse tells in one line what cannot be understood.
func (p playedAt) refuse(s streams, key string, args map[string]any) error {
	fmt.Fprintln(s.err, "kiosk:", p.words().T(key, args))
	return exit(exitUsage)
}

// answer writes the answer to a question as one line of JSON; exit 1 if it
// settles nothing.
func (p playedAt) answer(s streams, ask func(plays.Table) (plays.Answer, error)) error {
	entry, ok := p.load(p.words(), s).Get(p.Rulebook)
	if !ok {
		return p.refuse(s, "play.rulebook", map[string]any{"ID": strconv.Quote(p.Rulebook)})
	}
	answer, err := ask(plays.Table{Book: entry.Book, Words: p.words()})
	var refused *plays.Refusal
	switch {
	case errors.As(err, &refused):
		return p.refuse(s, refused.Code, refused.Args)
	case err != nil:
		return err
	}
	if err := writeLine(s, answer); err != nil {
		return err
	}
	if !answer.Settled() {
		return exit(exitNoAnswer)
	}
	return nil
}

// playCommand tells what cards are when they are played together.
type playCommand struct {
	playedAt
	Cards string `arg:"" help:"The cards, such as \"S3 H10 small\" or \"♠3 ♥10 小王\". 所出的牌。"`
}

// Help is what --help says besides.
func (playCommand) Help() string {
	return `Examples 例:
  kiosk play --rulebook guandan-college --level 5 "S9 D9 C9 H9"
  kiosk play --rulebook gouji-karamay "S10 H10 D10 C10 S2 small"
  kiosk play --rulebook gouji-challenge-cup --hand "S4 SK SK" --after-second "SA HA"
  kiosk play --rulebook gouji-karamay --hand "SK HK big S3" "SA HA small"
  kiosk play --rulebook shuangsheng-enterprise --level 4 --trump S "H3 H3 H5 H5"
  kiosk play --rulebook shuangsheng-enterprise --level 5 --trump C --others "HJ S3" --others "H3" --others "D8" "H9 H8 H8 H4 H4"
  kiosk play --rulebook shuangsheng-enterprise --level 5 --trump none --lead "S7 S7" --hand "S9 S9 H3" "S3 SK"`
}

// Run writes every reading of the cards as one line of JSON; exit 1 if there is
// none.
func (c *playCommand) Run(s streams) error {
	return c.answer(s, func(t plays.Table) (plays.Answer, error) {
		question := c.question()
		question.Left = c.Cards
		return t.Read(question)
	})
}

// writeLine writes a value as one line of JSON.
func writeLine(s streams, value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = s.out.Write(append(line, '\n'))
	return err
}
