// Package plays answers questions about plays of cards in words: what cards
// are, and which of two plays wins, by a rulebook of any of the three games.
package plays

import (
	"errors"
	"strconv"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
)

// Table is where a question is asked: whose rules hold, and in which language
// the answer is.
type Table struct {
	Book  *scoresheet.Rulebook
	Words *config.Words
}

// Answer is what comes out of a question. As JSON it is what the commands play
// and compare write.
type Answer interface {
	// Settled is false where there is no answer: the cards are no play, must be
	// declared, may not be laid, or cannot be compared.
	Settled() bool
	// Told is the answer in one shape for all games.
	Told() Told
}

// Told is an answer in words.
type Told struct {
	// Readings are what the cards can be, Default the index of the one that
	// counts when nothing is declared; both only where one play was asked about.
	Readings []Reading
	Default  *int
	// Left and Right are what two plays count as; nil where nothing counts.
	Left, Right *Reading
	// Beats says whether the right play beats the left one; nil where that
	// cannot be said.
	Beats *bool
	// Why is the reason, empty where one play is a play and nothing more is to
	// be said.
	Why Reason
	// Rulings are what else follows.
	Rulings []Ruling
}

// Reading is one way to read cards.
type Reading struct {
	Type string
	Size int
	// As declares the reading; empty where nothing is ever declared.
	As string
	// Text is the reading in words.
	Text string
}

// Reason is a sentence with the code that it comes from, which the rulebook's
// articles are looked up by.
type Reason struct{ Code, Text string }

// Ruling is an answer on something that depends on more than the cards
// themselves. Kind is "gouji", "opens", "burn", "throw" or "follow".
type Ruling struct {
	Kind  string
	Holds bool
	Reason
}

// Refusal is a question that cannot be understood.
type Refusal struct {
	// Field is the field of the question, by its name in JSON.
	Field string
	// Code is the key of a sentence, Args fill it.
	Code string
	Args map[string]any
}

// Error is the code.
func (r *Refusal) Error() string { return r.Code }

// Read tells what the left cards are. The error is a *Refusal.
func (t Table) Read(q card.Question) (Answer, error) {
	switch t.Book.Discipline {
	case scoresheet.Guandan:
		return t.readGuandan(q)
	case scoresheet.Gouji:
		return t.readGouji(q)
	case scoresheet.Shuangsheng:
		return t.readShuangsheng(q)
	}
	return nil, &Refusal{Code: "play.discipline", Args: map[string]any{"ID": strconv.Quote(t.Book.ID)}}
}

// Compare tells whether the right play beats the left one. The error is a
// *Refusal.
func (t Table) Compare(q card.Question) (Answer, error) {
	switch t.Book.Discipline {
	case scoresheet.Guandan:
		return t.compareGuandan(q)
	case scoresheet.Gouji:
		return t.compareGouji(q)
	case scoresheet.Shuangsheng:
		return t.compareShuangsheng(q)
	}
	return nil, &Refusal{Code: "play.discipline", Args: map[string]any{"ID": strconv.Quote(t.Book.ID)}}
}

// cards reads cards; of notation that is none the first bad card is named.
func (t Table) cards(field, text string) ([]card.Card, error) {
	cards, err := card.ParseCards(text)
	var refused *card.NotationError
	if errors.As(err, &refused) {
		return nil, &Refusal{Field: field, Code: refused.Code(), Args: map[string]any{"Card": strconv.Quote(refused.Text), "Place": refused.Place}}
	}
	return cards, err
}

// hand reads the cards that remain: nil if nobody told, never nil if somebody
// did.
func (t Table) hand(q card.Question) ([]card.Card, error) {
	if q.Hand == nil {
		return nil, nil
	}
	cards, err := t.cards("hand", *q.Hand)
	return append([]card.Card{}, cards...), err
}

// both reads both plays.
func (t Table) both(q card.Question) (left, right []card.Card, err error) {
	if left, err = t.cards("left", q.Left); err != nil {
		return nil, nil, err
	}
	right, err = t.cards("right", q.Right)
	return left, right, err
}

func (t Table) say(key string, args map[string]any) string { return t.Words.T(key, args) }

// because is a reason with its sentence.
func (t Table) because(key string, args map[string]any) Reason { return Reason{key, t.say(key, args)} }

// rank is a rank as people call it.
func (t Table) rank(rank card.Rank) string {
	if rank.Joker() {
		return t.say("play.rank."+rank.String(), nil)
	}
	return rank.String()
}

func (t Table) sideName(side string) string { return t.say("play.side."+side, nil) }
