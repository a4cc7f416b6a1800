package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"

	"kiosk/scoresheet"
	"kiosk/scoresheet/guandan"
)

// exitNoAnswer is for cards that are no play, and plays that cannot be
// compared.
const exitNoAnswer = 1

// playedAt is what both commands on plays of cards are told: the language,
// whose rules, which level.
type playedAt struct {
	language
	ownRulebooks
	Rulebook string           `required:"" placeholder:"ID" help:"Rulebook whose rules hold. 规则书的 id。"`
	Level    scoresheet.Level `required:"" placeholder:"LEVEL" help:"Level that is played: 2 to 10, J, Q, K or A. 所打的级。"`
}

// refuse tells in one line what cannot be understood.
func (p playedAt) refuse(s streams, key string, args map[string]any) error {
	fmt.Fprintln(s.err, "kiosk:", p.words().T(key, args))
	return exit(exitUsage)
}

// rules are the rulebook's settings on plays, those of its first phase.
func (p playedAt) rules(s streams) (guandan.PlayRules, error) {
	entry, ok := p.load(p.words(), s).Get(p.Rulebook)
	if !ok {
		return guandan.PlayRules{}, p.refuse(s, "play.rulebook", map[string]any{"ID": strconv.Quote(p.Rulebook)})
	}
	if entry.Book.Discipline != scoresheet.Guandan {
		return guandan.PlayRules{}, p.refuse(s, "play.discipline", map[string]any{"ID": strconv.Quote(p.Rulebook)})
	}
	terms, err := entry.Book.Terms("")
	if err != nil {
		return guandan.PlayRules{}, err
	}
	return guandan.PlayRulesOf(terms), nil
}

// play reads cards and what they can be; of notation that is none the first bad
// card is named.
func (p playedAt) play(s streams, text string, rules guandan.PlayRules) (guandan.Play, error) {
	cards, err := guandan.ParseCards(text)
	var refused *guandan.NotationError
	if errors.As(err, &refused) {
		return guandan.Play{}, p.refuse(s, refused.Code(), map[string]any{"Card": strconv.Quote(refused.Text), "Place": refused.Place})
	}
	return guandan.ReadPlay(cards, p.Level, rules), err
}

// playCommand tells what cards are when they are played together.
type playCommand struct {
	playedAt
	Cards string `arg:"" help:"The cards, such as \"S3 H10 small\" or \"♠3 ♥10 小王\". 所出的牌。"`
}

// Run writes every reading of the cards as one line of JSON; exit 1 if there is
// none.
func (c *playCommand) Run(s streams) error {
	rules, err := c.rules(s)
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
