package api

import (
	"errors"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/api/plays"
	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/event"
)

// readingView is one way to read cards. As is what a player says to have them
// read so.
type readingView struct {
	Type   string `json:"type"`
	Size   int    `json:"size"`
	As     string `json:"as,omitempty"`
	Text   string `json:"text"`
	Clause string `json:"clause,omitempty"`
}

// whyView is a sentence with the article that it rests on.
type whyView struct {
	Code   string `json:"code"`
	Text   string `json:"text"`
	Clause string `json:"clause,omitempty"`
}

// cardAnswer is an answer about cards: readings of one play, or what comes out
// between two.
type cardAnswer struct {
	Readings []readingView    `json:"readings"`
	Default  *int             `json:"default"`
	Left     *readingView     `json:"left"`
	Right    *readingView     `json:"right"`
	Beats    *bool            `json:"right_beats_left"`
	Why      *whyView         `json:"why"`
	Rulings  []cardRulingPart `json:"rulings"`
}

type cardRulingPart struct {
	Kind  string `json:"kind"`
	Holds bool   `json:"holds"`
	whyView
}

// askPlay tells what cards are. Nothing is kept.
func (s *Server) askPlay(c *fiber.Ctx) error {
	var body struct {
		Cards string `json:"cards"`
		card.Question
	}
	return s.askCards(c, &body, func(t plays.Table) (plays.Answer, error) {
		if body.Cards != "" {
			body.Left = body.Cards
		}
		return t.Read(body.Question)
	})
}

// askCompare tells which of two plays wins. Nothing is kept.
func (s *Server) askCompare(c *fiber.Ctx) error {
	var body card.Question
	return s.askCards(c, &body, func(t plays.Table) (plays.Answer, error) { return t.Compare(body) })
}

func (s *Server) askCards(c *fiber.Ctx, body any, ask func(plays.Table) (plays.Answer, error)) error {
	book, err := s.rulebookAt(c)
	if err != nil {
		return err
	}
	if err := decodeBody(c, body); err != nil {
		return err
	}
	t := plays.Table{Book: book, Words: s.words(c)}
	answer, err := ask(t)
	if err != nil {
		return unasked(t, err)
	}
	return c.JSON(cardWords(t, answer.Told()))
}

// rulebookAt is the rulebook that a path names: one of the kiosk's, or the one
// that an event keeps.
func (s *Server) rulebookAt(c *fiber.Ctx) (*scoresheet.Rulebook, error) {
	if c.Params("id") != "" {
		state, err := s.state(c)
		if err != nil {
			return nil, err
		}
		return state.Rulebook, nil
	}
	entry, ok := s.Rulebooks.Get(c.Params("rulebook"))
	if !ok {
		return nil, newProblem(http.StatusNotFound, "rulebook.unknown", "rulebook", c.Params("rulebook"))
	}
	return entry.Book, nil
}

// unasked refuses a question that cannot be understood as a fault in its field.
func unasked(t plays.Table, err error) error {
	var refused *plays.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	key := refused.Code
	if page := "asked." + key; t.Words.Has(page) {
		key = page
	}
	fault := scoresheet.Fault{Code: refused.Code, At: scoresheet.Pointer(refused.Field), Message: t.Words.T(key, refused.Args)}
	return &problem{status: http.StatusUnprocessableEntity, code: "faults", told: []scoresheet.Fault{fault}}
}

func cardWords(t plays.Table, told plays.Told) cardAnswer {
	view := cardAnswer{Default: told.Default, Beats: told.Beats, Rulings: []cardRulingPart{}, Readings: []readingView{}}
	for _, reading := range told.Readings {
		view.Readings = append(view.Readings, readingWords(t, reading))
	}
	for _, side := range []struct {
		told *plays.Reading
		view **readingView
	}{{told.Left, &view.Left}, {told.Right, &view.Right}} {
		if side.told != nil {
			reading := readingWords(t, *side.told)
			*side.view = &reading
		}
	}
	if told.Why.Text != "" {
		why := reasonWords(t, told.Why)
		view.Why = &why
	}
	for _, ruling := range told.Rulings {
		view.Rulings = append(view.Rulings, cardRulingPart{ruling.Kind, ruling.Holds, reasonWords(t, ruling.Reason)})
	}
	return view
}

func readingWords(t plays.Table, r plays.Reading) readingView {
	return readingView{r.Type, r.Size, r.As, r.Text, t.Book.FaultClause("play." + r.Type)}
}

func reasonWords(t plays.Table, why plays.Reason) whyView {
	return whyView{why.Code, why.Text, t.Book.FaultClause(why.Code)}
}

// askedOf answers a question of the record, or one that is to become one.
func askedOf(t plays.Table, q card.Question) (plays.Told, error) {
	ask := t.Read
	if q.Right != "" {
		ask = t.Compare
	}
	answer, err := ask(q)
	if err != nil {
		return plays.Told{}, err
	}
	return answer.Told(), nil
}

// noteRuling puts a ruling on cards on the record of a match. What the rulebook
// answers is found here, not taken from the page.
func (s *Server) noteRuling(c *fiber.Ctx) error {
	var body struct {
		Game   int `json:"game"`
		Number int `json:"number"`
		card.Question
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	author, err := s.require(c, event.CmdRuling)
	if err != nil {
		return err
	}
	state, m, err := s.matchAt(c)
	if err != nil {
		return err
	}
	w := s.words(c)
	t := plays.Table{Book: state.Rulebook, Words: w}
	told, err := askedOf(t, body.Question)
	if err != nil {
		return unasked(t, err)
	}
	ruling := event.CardRuling{Place: event.Place{Game: body.Game, Number: body.Number}, Question: body.Question, Beats: told.Beats, Codes: codesOf(told)}
	return s.submit(c, ask{event: state.ID, command: event.NoteRuling{Match: m.Number, Ruling: ruling}, by: author, status: http.StatusCreated,
		answer: func(after *event.State, _ []event.Entry) (any, error) {
			return map[string]any{"match": s.viewer(after, w).match(after.Match(m.Number))}, nil
		}})
}

// codesOf are the codes of an answer: what counts, and why.
func codesOf(told plays.Told) []string {
	var codes []string
	if told.Default != nil && len(told.Readings) > *told.Default {
		codes = append(codes, "play."+told.Readings[*told.Default].Type)
	}
	if told.Why.Code != "" {
		codes = append(codes, told.Why.Code)
	}
	for _, ruling := range told.Rulings {
		codes = append(codes, ruling.Code)
	}
	return codes
}

// cardRulingView is a ruling on cards as the match sheet shows it.
type cardRulingView struct {
	Game   int       `json:"game"`
	Number int       `json:"number"`
	Left   string    `json:"left"`
	Right  string    `json:"right,omitempty"`
	Level  string    `json:"level,omitempty"`
	Beats  *bool     `json:"right_beats_left"`
	Text   string    `json:"text"`
	Clause string    `json:"clause,omitempty"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

func (v viewer) cardRulings(m *event.Match) []cardRulingView {
	views := make([]cardRulingView, 0, len(m.Rulings))
	for _, record := range m.Rulings {
		text, clause := v.cardRuling(record.CardRuling)
		views = append(views, cardRulingView{
			Game: record.Game, Number: record.Number, Left: record.Left, Right: record.Right, Level: record.Level.String(),
			Beats: record.Beats, Text: text, Clause: clause, Author: record.By.Name, At: record.At,
		})
	}
	return views
}

// cardRuling is a noted ruling in words, with the article.
func (v viewer) cardRuling(r event.CardRuling) (text, clause string) {
	t := plays.Table{Book: v.Rulebook, Words: v.words}
	told, err := askedOf(t, r.Question)
	if err != nil {
		return unreadable(r), ""
	}
	var sentences []string
	as := r.LeftAs
	for i, reading := range told.Readings {
		if reading.As == as && as != "" || as == "" && told.Default != nil && *told.Default == i {
			sentences = append(sentences, v.words.T("ruling.is", map[string]any{"Play": reading.Text}))
			clause = t.Book.FaultClause("play." + reading.Type)
		}
	}
	if told.Why.Text != "" && len(sentences) == 0 {
		sentences = append(sentences, told.Why.Text)
		clause = t.Book.FaultClause(told.Why.Code)
	}
	for _, ruling := range told.Rulings {
		sentences = append(sentences, ruling.Text)
	}
	return joinWords(sentences...), clause
}

// unreadable is a ruling that this program cannot answer any more: its cards
// and codes as they are.
func unreadable(r event.CardRuling) string {
	return joinWords(append([]string{r.Left, r.Right}, r.Codes...)...)
}
