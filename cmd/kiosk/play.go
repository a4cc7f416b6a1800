package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/guandan"
)

// exitNoAnswer is for cards that are no play, and plays that cannot be
// compared.
const exitNoAnswer = 1

// playedAt is what both commands on plays of cards are told: the language,
// whose rules, and what the game in question needs to know besides.
type playedAt struct {
	language
	ownRulebooks
	goujiMoment
	shuangshengMoment
	Rulebook string           `required:"" placeholder:"ID" help:"Rulebook whose rules hold. 规则书的 id。"`
	Level    scoresheet.Level `placeholder:"LEVEL" help:"Guandan, Shuangsheng: level that is played, 2 to 10, J, Q, K or A. 掼蛋、双升：所打的级。"`
}

// refuse tells in one line what cannot be understood.
func (p playedAt) refuse(s streams, key string, args map[string]any) error {
	fmt.Fprintln(s.err, "kiosk:", p.words().T(key, args))
	return exit(exitUsage)
}

// book is the rulebook whose rules hold.
func (p playedAt) book(s streams) (*scoresheet.Rulebook, error) {
	entry, ok := p.load(p.words(), s).Get(p.Rulebook)
	if !ok {
		return nil, p.refuse(s, "play.rulebook", map[string]any{"ID": strconv.Quote(p.Rulebook)})
	}
	return entry.Book, nil
}

// noPlays refuses a rulebook of a game whose plays are not read.
func (p playedAt) noPlays(s streams) error {
	return p.refuse(s, "play.discipline", map[string]any{"ID": strconv.Quote(p.Rulebook)})
}

// rules are the settings on plays of a Guandan rulebook, those of its first
// phase; they hold at a level.
func (p playedAt) rules(s streams, book *scoresheet.Rulebook) (guandan.PlayRules, error) {
	if p.Level == scoresheet.NoLevel {
		return guandan.PlayRules{}, p.refuse(s, "play.level", nil)
	}
	terms, err := book.Terms("")
	if err != nil {
		return guandan.PlayRules{}, err
	}
	return guandan.PlayRulesOf(terms), nil
}

// cards reads cards; of notation that is none the first bad card is named.
func (p playedAt) cards(s streams, text string) ([]card.Card, error) {
	cards, err := card.ParseCards(text)
	var refused *card.NotationError
	if errors.As(err, &refused) {
		return nil, p.refuse(s, refused.Code(), map[string]any{"Card": strconv.Quote(refused.Text), "Place": refused.Place})
	}
	return cards, err
}

// play reads cards and what they can be.
func (p playedAt) play(s streams, text string, rules guandan.PlayRules) (guandan.Play, error) {
	cards, err := p.cards(s, text)
	if err != nil {
		return guandan.Play{}, err
	}
	return guandan.ReadPlay(cards, p.Level, rules), nil
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

func (c *playCommand) guandan(s streams, book *scoresheet.Rulebook) error {
	rules, err := c.rules(s, book)
	if err != nil {
		return err
	}
	play, err := c.play(s, c.Cards, rules)
	if err != nil {
		return err
	}
	if err := writeLine(s, play); err != nil {
		return err
	}
	if len(play.Readings) == 0 {
		return exit(exitNoAnswer)
	}
	return nil
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
