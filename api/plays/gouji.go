package plays

import (
	"strconv"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/gouji"
)

// goujiSet is a set as it is told: type and size as of every play, then what it
// is made of.
type goujiSet struct {
	Type string `json:"type"`
	Size int    `json:"size"`
	gouji.Set
}

func told(set gouji.Set) *goujiSet { return &goujiSet{Type: "set", Size: set.Size(), Set: set} }

// ruling is an answer with its reason in words.
type ruling struct {
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
	code  string
}

// goujiPlay is what a play of Gouji is.
type goujiPlay struct {
	Readings []*goujiSet `json:"readings"`
	Default  *int        `json:"default"`
	// Gouji, Opens and Burn are nil where the cards are no set, where the
	// rulebook knows no opening, and where no hand was told.
	Gouji *ruling `json:"gouji,omitempty"`
	Opens *ruling `json:"opens,omitempty"`
	Burn  *ruling `json:"burn,omitempty"`
	Why   string  `json:"why,omitempty"`
	told  Told
}

func (p goujiPlay) Settled() bool { return p.Default != nil }

func (p goujiPlay) Told() Told { return p.told }

// goujiTable is what a question about plays of Gouji is answered with.
type goujiTable struct {
	Table
	rules gouji.PlayRules
	at    gouji.Moment
	// held are the cards that remain, nil if they were not told.
	held []card.Card
}

func (t Table) gouji(q card.Question) (goujiTable, error) {
	terms, err := t.Book.Terms("")
	if err != nil {
		return goujiTable{}, err
	}
	if q.PlayersLeft != 0 && (q.PlayersLeft < 2 || q.PlayersLeft > gouji.Seats) {
		return goujiTable{}, &Refusal{Field: "players_left", Code: "gouji.players-left", Args: map[string]any{"Seats": gouji.Seats}}
	}
	held, err := t.hand(q)
	return goujiTable{
		Table: t, rules: gouji.PlayRulesOf(t.Book, &terms), held: held,
		at: gouji.Moment{PlayersLeft: q.PlayersLeft, NoOpposite: q.NoOpposite, AfterSecond: q.AfterSecond, AfterOut: q.AfterOut},
	}, err
}

func (t goujiTable) ruling(r gouji.Ruling) *ruling {
	return &ruling{Holds: r.Holds, code: string(r.Why), Why: t.say(string(r.Why), map[string]any{"Have": r.Have, "Need": r.Need})}
}

func (t goujiTable) reading(set gouji.Set) Reading {
	return Reading{Type: "set", Size: set.Size(), Text: t.set(set)}
}

func (t Table) readGouji(q card.Question) (Answer, error) {
	table, err := t.gouji(q)
	if err != nil {
		return nil, err
	}
	cards, err := t.cards("left", q.Left)
	if err != nil {
		return nil, err
	}
	return table.read(cards), nil
}

func (t goujiTable) read(cards []card.Card) goujiPlay {
	set, why := t.rules.ReadSet(cards)
	if why != "" {
		reason := t.because(string(why), nil)
		return goujiPlay{Readings: []*goujiSet{}, Why: reason.Text, told: Told{Readings: []Reading{}, Why: reason}}
	}
	play := goujiPlay{Readings: []*goujiSet{told(set)}, Default: new(int), Gouji: t.ruling(t.rules.Gouji(set, t.at))}
	if t.rules.HasOpening() {
		play.Opens = t.ruling(t.rules.Opens(set, t.at, t.held))
	}
	if t.held != nil {
		play.Burn = t.ruling(t.rules.Burn(set, cards, t.held))
	}
	play.told = Told{Readings: []Reading{t.reading(set)}, Default: play.Default}
	play.told.add("gouji", play.Gouji)
	play.told.add("opens", play.Opens)
	play.told.add("burn", play.Burn)
	return play
}

// add takes a ruling into the answer, if there is one.
func (t *Told) add(kind string, r *ruling) {
	if r != nil {
		t.Rulings = append(t.Rulings, Ruling{kind, r.Holds, Reason{r.code, r.Why}})
	}
}

// goujiComparison is what comes out between two plays of Gouji.
type goujiComparison struct {
	Left           *goujiSet `json:"left"`
	Right          *goujiSet `json:"right"`
	RightBeatsLeft *bool     `json:"right_beats_left"`
	Why            string    `json:"why"`
	// Burn says whether the right play can begin a burn; nil where no hand was
	// told.
	Burn *ruling `json:"burn,omitempty"`
	told Told
}

func (c goujiComparison) Settled() bool { return c.RightBeatsLeft != nil }

func (c goujiComparison) Told() Told { return c.told }

func (t Table) compareGouji(q card.Question) (Answer, error) {
	table, err := t.gouji(q)
	if err != nil {
		return nil, err
	}
	for _, at := range []struct {
		field string
		seat  scoresheet.Seat
	}{{"by", q.By}, {"against", q.Against}} {
		if at.seat != 0 && !at.seat.Valid(gouji.Seats) {
			return nil, &Refusal{Field: at.field, Code: "gouji.seat", Args: map[string]any{"Seat": strconv.Itoa(int(at.seat)), "Seats": gouji.Seats}}
		}
	}
	left, right, err := t.both(q)
	if err != nil {
		return nil, err
	}
	return table.compare(q, left, right), nil
}

func (t goujiTable) compare(q card.Question, left, right []card.Card) goujiComparison {
	var answer goujiComparison
	on, noLeft := t.rules.ReadSet(left)
	laid, noRight := t.rules.ReadSet(right)
	if noLeft == "" {
		reading := t.reading(on)
		answer.Left, answer.told.Left = told(on), &reading
	}
	if noRight == "" {
		reading := t.reading(laid)
		answer.Right, answer.told.Right = told(laid), &reading
	}
	switch {
	case noLeft != "":
		answer.told.Why = t.noSet("left", noLeft)
	case noRight != "":
		answer.told.Why = t.noSet("right", noRight)
	default:
		result := t.rules.Compare(on, laid)
		answer.RightBeatsLeft, answer.told.Beats = &result.Beats, &result.Beats
		answer.told.Why = t.because(string(result.Why), map[string]any{
			"Left": t.set(on), "Right": t.set(laid), "LeftCard": t.rank(result.Left), "RightCard": t.rank(result.Right),
			"LeftSize": on.Size(), "RightSize": laid.Size(),
		})
		if t.held != nil {
			answer.Burn = t.ruling(t.rules.BurnOn(on, laid, t.at, q.Against, q.By, right, t.held))
			answer.told.add("burn", answer.Burn)
		}
	}
	answer.Why = answer.told.Why.Text
	return answer
}

func (t goujiTable) noSet(side string, why gouji.Why) Reason {
	return t.because("compare.gouji.no-set", map[string]any{"Side": t.sideName(side), "Reason": t.say(string(why), nil)})
}

// set is a set in words: its cards of the rank, then what is attached.
func (t goujiTable) set(set gouji.Set) string {
	return t.say("gouji.set", map[string]any{
		"Rank": set.Rank.String(), "Natural": set.Natural, "Twos": set.Twos, "Small": set.Small, "Big": set.Big,
	})
}
