package main

import (
	"strconv"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/gouji"
)

// goujiMoment are the flags that say when a Gouji set is played.
type goujiMoment struct {
	Hand        *string `placeholder:"CARDS" help:"Cards that remain in hand after the play. Gouji: then it is told whether a burn is possible; Shuangsheng, with --lead: whether it is a revoke. 出牌后手里还剩的牌。够级：判断能否烧牌；双升：加上 --lead 判断是否出错牌。"`
	PlayersLeft int     `placeholder:"N" help:"Gouji: players who still hold cards, 2 to 6. 够级：还有牌的人数。"`
	NoOpposite  bool    `help:"Gouji: the opposite is out. 够级：无头（对头已走）。"`
	AfterSecond bool    `help:"Gouji: the second finisher is out. 够级：二科已出。"`
	AfterOut    bool    `help:"Gouji: the opposite went out before this player opened. 够级：对头走时尚未开点。"`
}

// goujiSeats are the flags that say who burns whom.
type goujiSeats struct {
	By      scoresheet.Seat `placeholder:"SEAT" help:"Gouji: seat of the right play. 够级：右边的牌是几号出的。"`
	Against scoresheet.Seat `placeholder:"SEAT" help:"Gouji: seat of the left play. 够级：左边的牌是几号出的。"`
}

func (m goujiMoment) moment() gouji.Moment {
	return gouji.Moment{PlayersLeft: m.PlayersLeft, NoOpposite: m.NoOpposite, AfterSecond: m.AfterSecond, AfterOut: m.AfterOut}
}

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
}

// goujiTable is what a command on plays of Gouji works with.
type goujiTable struct {
	rules gouji.PlayRules
	say   sayings
	at    gouji.Moment
	// hand are the cards that remain, nil if they were not told.
	hand []card.Card
}

func (p playedAt) goujiTable(s streams, book *scoresheet.Rulebook) (goujiTable, error) {
	terms, err := book.Terms("")
	if err != nil {
		return goujiTable{}, err
	}
	if p.PlayersLeft != 0 && (p.PlayersLeft < 2 || p.PlayersLeft > gouji.Seats) {
		return goujiTable{}, p.refuse(s, "gouji.players-left", map[string]any{"Seats": gouji.Seats})
	}
	table := goujiTable{rules: gouji.PlayRulesOf(book, &terms), say: sayings{p.words()}, at: p.moment()}
	if p.Hand == nil {
		return table, nil
	}
	hand, err := p.cards(s, *p.Hand)
	if err != nil {
		return goujiTable{}, err
	}
	table.hand = append([]card.Card{}, hand...)
	return table, nil
}

func (t goujiTable) ruling(r gouji.Ruling) *ruling {
	return &ruling{Holds: r.Holds, Why: t.say.T(string(r.Why), map[string]any{"Have": r.Have, "Need": r.Need})}
}

func (c *playCommand) gouji(s streams, book *scoresheet.Rulebook) error {
	table, err := c.goujiTable(s, book)
	if err != nil {
		return err
	}
	cards, err := c.cards(s, c.Cards)
	if err != nil {
		return err
	}
	play := table.play(cards)
	if err := writeLine(s, play); err != nil {
		return err
	}
	if play.Default == nil {
		return exit(exitNoAnswer)
	}
	return nil
}

func (t goujiTable) play(cards []card.Card) goujiPlay {
	set, why := t.rules.ReadSet(cards)
	if why != "" {
		return goujiPlay{Readings: []*goujiSet{}, Why: t.say.T(string(why), nil)}
	}
	play := goujiPlay{Readings: []*goujiSet{told(set)}, Default: new(int), Gouji: t.ruling(t.rules.Gouji(set, t.at))}
	if t.rules.HasOpening() {
		play.Opens = t.ruling(t.rules.Opens(set, t.at, t.hand))
	}
	if t.hand != nil {
		play.Burn = t.ruling(t.rules.Burn(set, cards, t.hand))
	}
	return play
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
}

func (c *compareCommand) gouji(s streams, book *scoresheet.Rulebook) error {
	table, err := c.goujiTable(s, book)
	if err != nil {
		return err
	}
	for _, seat := range []scoresheet.Seat{c.By, c.Against} {
		if seat != 0 && !seat.Valid(gouji.Seats) {
			return c.refuse(s, "gouji.seat", map[string]any{"Seat": strconv.Itoa(int(seat)), "Seats": gouji.Seats})
		}
	}
	left, err := c.cards(s, c.Left)
	if err != nil {
		return err
	}
	right, err := c.cards(s, c.Right)
	if err != nil {
		return err
	}
	answer := c.compareGouji(table, left, right)
	if err := writeLine(s, answer); err != nil {
		return err
	}
	if answer.RightBeatsLeft == nil {
		return exit(exitNoAnswer)
	}
	return nil
}

func (c *compareCommand) compareGouji(t goujiTable, left, right []card.Card) goujiComparison {
	var answer goujiComparison
	on, noLeft := t.rules.ReadSet(left)
	laid, noRight := t.rules.ReadSet(right)
	if noLeft == "" {
		answer.Left = told(on)
	}
	if noRight == "" {
		answer.Right = told(laid)
	}
	switch {
	case noLeft != "":
		answer.Why = t.noSet("left", noLeft)
		return answer
	case noRight != "":
		answer.Why = t.noSet("right", noRight)
		return answer
	}
	result := t.rules.Compare(on, laid)
	answer.RightBeatsLeft = &result.Beats
	answer.Why = t.say.T(string(result.Why), map[string]any{
		"Left": t.say.set(on), "Right": t.say.set(laid),
		"LeftCard": t.say.rank(result.Left), "RightCard": t.say.rank(result.Right),
		"LeftSize": on.Size(), "RightSize": laid.Size(),
	})
	if t.hand != nil {
		answer.Burn = t.ruling(t.rules.BurnOn(on, laid, t.at, c.Against, c.By, right, t.hand))
	}
	return answer
}

func (t goujiTable) noSet(side string, why gouji.Why) string {
	return t.say.T("compare.gouji.no-set", map[string]any{
		"Side": t.say.T("play.side."+side, nil), "Reason": t.say.T(string(why), nil),
	})
}

func (s sayings) rank(rank card.Rank) string {
	if rank.Joker() {
		return s.T("play.rank."+rank.String(), nil)
	}
	return rank.String()
}

// set is a set in words: its cards of the rank, then what is attached.
func (s sayings) set(set gouji.Set) string {
	return s.T("gouji.set", map[string]any{
		"Rank": set.Rank.String(), "Natural": set.Natural, "Twos": set.Twos, "Small": set.Small, "Big": set.Big,
	})
}
