package event

import (
	"slices"
	"unicode/utf8"

	"kiosk/scoresheet/card"
)

// MaxCards bounds each of the texts of a question about cards, in characters:
// two hands of Gouji have room.
const MaxCards = 600

// CardRuling is what a referee was asked about cards at a table, and what the
// rulebook answers.
type CardRuling struct {
	// Place is the hand that was being played.
	Place
	card.Question
	// Beats says whether the right play beats the left one; nil where one play
	// was asked about, or where that cannot be said.
	Beats *bool `json:"beats,omitempty"`
	// Codes are the reasons of the answer, as words exist for them.
	Codes []string `json:"codes"`
}

// NoteRuling puts a ruling on cards on the record of a match. It changes
// nothing that is judged.
type NoteRuling struct {
	Match  int
	Ruling CardRuling
}

// Name is CmdRuling.
func (NoteRuling) Name() CommandName { return CmdRuling }

// RulingRecord is a ruling on cards as it was noted.
type RulingRecord struct {
	CardRuling
	Stamp
}

type rulingNoted struct {
	inMatch
	Ruling CardRuling `json:"ruling"`
}

func (rulingNoted) kind() Kind { return "ruling.noted" }

// CardRuling is the ruling that an entry notes; false for an entry of another
// kind.
func (e Entry) CardRuling() (CardRuling, bool) {
	noted, ok := e.change.(rulingNoted)
	return noted.Ruling, ok
}

func (c NoteRuling) decide(s *State, _ Env) ([]Change, error) {
	m := s.Match(c.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.State == Void {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := c.Ruling.fits(); err != nil {
		return nil, err
	}
	ruling := c.Ruling
	if !m.reaches(ruling.Place) {
		ruling.Place = m.Next()
	}
	return []Change{rulingNoted{inMatch{m.Number}, ruling}}, nil
}

// fits refuses a ruling on no cards, without an answer, or without measure.
func (r CardRuling) fits() error {
	if err := checkText("left", r.Left, MaxCards, true); err != nil {
		return err
	}
	texts := append(slices.Clone(r.Others), r.Right, r.LeftAs, r.RightAs, r.Trump, r.Lead)
	if r.Hand != nil {
		texts = append(texts, *r.Hand)
	}
	for _, text := range append(texts, r.Codes...) {
		if utf8.RuneCountInString(text) > MaxCards {
			return refuse("text.too-long", "field", "cards", "limit", MaxCards)
		}
	}
	if len(texts) > 16 || len(r.Codes) == 0 || len(r.Codes) > 16 {
		return refuse("ruling.empty")
	}
	return nil
}

func (c rulingNoted) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Rulings = append(slices.Clone(m.Rulings), RulingRecord{CardRuling: c.Ruling, Stamp: Stamp{e.By, e.At}})
	next.setMatch(m, e)
	return nil
}
