package plays

import (
	"errors"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/shuangsheng"
)

// noTrumps is how a question says that there is no trump suit.
const noTrumps = "NONE"

var trumpSuits = map[string]card.Suit{
	noTrumps: card.NoSuit, "无主": card.NoSuit, "無主": card.NoSuit,
	"S": card.Spade, "H": card.Heart, "C": card.Club, "D": card.Diamond,
	"♠": card.Spade, "♥": card.Heart, "♣": card.Club, "♦": card.Diamond,
}

// shuangshengTable is what a question about plays of Shuangsheng is answered
// with.
type shuangshengTable struct {
	Table
	shuangsheng.Trumps
	throwPoints int
	// lead is what was led, nil if it was not told.
	lead *shuangsheng.Play
	// held is what remains after the play, nil if it was not told.
	held   []card.Card
	others [][]card.Card
}

func (t Table) shuangsheng(q card.Question) (shuangshengTable, error) {
	terms, err := t.Book.Terms("")
	if err != nil {
		return shuangshengTable{}, err
	}
	if q.Level == scoresheet.NoLevel {
		return shuangshengTable{}, &Refusal{Field: "level", Code: "play.level"}
	}
	suit, ok := trumpSuits[strings.ToUpper(strings.TrimSuffix(q.Trump, "\ufe0f"))]
	if !ok {
		return shuangshengTable{}, &Refusal{Field: "trump", Code: "trick.trump-flag"}
	}
	table := shuangshengTable{
		Table: t, Trumps: shuangsheng.Trumps{Level: q.Level, Suit: suit, StandingTwo: terms.StandingTwo}, throwPoints: terms.ThrowPoints,
	}
	if table.held, err = t.hand(q); err != nil {
		return shuangshengTable{}, err
	}
	for _, text := range q.Others {
		hand, err := t.cards("others", text)
		if err != nil {
			return shuangshengTable{}, err
		}
		table.others = append(table.others, hand)
	}
	return table, table.readLead(q)
}

// readLead reads what was led, if it was told.
func (t *shuangshengTable) readLead(q card.Question) error {
	if q.Lead == "" {
		return nil
	}
	cards, err := t.cards("lead", q.Lead)
	if err != nil {
		return err
	}
	lead, err := t.Trumps.Read(cards)
	if err != nil {
		return &Refusal{Field: "lead", Code: "trick.lead-flag", Args: map[string]any{"Why": t.noPlay(err).Text}}
	}
	t.lead = &lead
	return nil
}

// noPlays are the reasons for which cards are no play, as keys of sentences.
var noPlays = map[error]string{
	shuangsheng.ErrNoCards: "trick.no-cards", shuangsheng.ErrTooMany: "trick.too-many",
	shuangsheng.ErrSeveral: "trick.several", shuangsheng.ErrNotInHand: "trick.not-in-hand",
}

func (t shuangshengTable) noPlay(err error) Reason {
	for known, key := range noPlays {
		if errors.Is(err, known) {
			return t.because(key, nil)
		}
	}
	return Reason{Text: err.Error()}
}

// shuangshengPlay is what cards are when they are led and, as far as the
// question tells enough, whether they may be laid.
type shuangshengPlay struct {
	Readings []shuangsheng.Play `json:"readings"`
	Default  *int               `json:"default"`
	Throw    *throwRuling       `json:"throw,omitempty"`
	Follow   *followRuling      `json:"follow,omitempty"`
	Why      string             `json:"why,omitempty"`
	legal    bool
	told     Told
}

func (p *shuangshengPlay) Settled() bool { return p.legal }

func (p *shuangshengPlay) Told() Told { return p.told }

func (p *shuangshengPlay) refuse(why Reason) { p.Why, p.told.Why, p.legal = why.Text, why, false }

type throwRuling struct {
	shuangsheng.Thrown
	Why string `json:"why"`
}

type followRuling struct {
	shuangsheng.Following
	Why string `json:"why"`
}

func (t Table) readShuangsheng(q card.Question) (Answer, error) {
	table, err := t.shuangsheng(q)
	if err != nil {
		return nil, err
	}
	cards, err := t.cards("left", q.Left)
	if err != nil {
		return nil, err
	}
	return table.read(cards), nil
}

// read tells what cards are, and whether they may be laid as far as is known.
func (t shuangshengTable) read(cards []card.Card) *shuangshengPlay {
	answer := &shuangshengPlay{Readings: []shuangsheng.Play{}, legal: true, told: Told{Readings: []Reading{}}}
	play, err := t.Trumps.Read(cards)
	if err != nil {
		answer.refuse(t.noPlay(err))
	} else {
		answer.Readings, answer.Default = []shuangsheng.Play{play}, new(int)
		answer.told.Readings, answer.told.Default = []Reading{t.reading(play)}, answer.Default
	}
	switch {
	case t.lead != nil && t.held != nil:
		t.follow(answer, cards)
	case err == nil && len(t.others) > 0:
		t.throw(answer, play)
	}
	return answer
}

// follow rules on a play that was laid on a lead. Cards of several suits may
// well follow, though they cannot be led.
func (t shuangshengTable) follow(answer *shuangshengPlay, cards []card.Card) {
	if len(cards) == 0 {
		answer.legal = false
		return
	}
	following, err := t.Follow(*t.lead, append(append([]card.Card{}, t.held...), cards...), cards)
	if err != nil {
		answer.refuse(t.noPlay(err))
		return
	}
	why := t.because(string(following.Duty), map[string]any{
		"Owed": following.Owed, "Given": following.Given, "Suit": t.suit(t.lead.Suit), "Lead": t.name(*t.lead),
	})
	answer.Why, answer.told.Why, answer.legal = "", Reason{}, following.Legal
	answer.Follow = &followRuling{following, why.Text}
	answer.told.Rulings = append(answer.told.Rulings, Ruling{"follow", following.Legal, why})
}

func (t shuangshengTable) throw(answer *shuangshengPlay, play shuangsheng.Play) {
	thrown, err := t.CheckThrow(play, t.others, t.throwPoints)
	if err != nil {
		answer.refuse(t.noPlay(err))
		return
	}
	key := "throw.held"
	if !thrown.Held {
		key = "throw.failed"
	}
	why := t.because(key, map[string]any{"Cards": thrown.BeatenCards, "Points": thrown.Points, "Must": t.cardNames(thrown.MustPlay)})
	answer.Throw, answer.legal = &throwRuling{thrown, why.Text}, thrown.Held
	answer.told.Rulings = append(answer.told.Rulings, Ruling{"throw", thrown.Held, why})
}

// shuangshengComparison is what comes out between two plays of one trick. Left
// and Right are nil where the cards could not be led together.
type shuangshengComparison struct {
	Left           *shuangsheng.Play `json:"left"`
	Right          *shuangsheng.Play `json:"right"`
	RightBeatsLeft *bool             `json:"right_beats_left"`
	Why            string            `json:"why"`
	told           Told
}

func (c shuangshengComparison) Settled() bool { return c.RightBeatsLeft != nil }

func (c shuangshengComparison) Told() Told { return c.told }

func (t Table) compareShuangsheng(q card.Question) (Answer, error) {
	table, err := t.shuangsheng(q)
	if err != nil {
		return nil, err
	}
	left, right, err := t.both(q)
	if err != nil {
		return nil, err
	}
	return table.compare(left, right), nil
}

func (t shuangshengTable) compare(left, right []card.Card) shuangshengComparison {
	var answer shuangshengComparison
	if play, err := t.Trumps.Read(left); err == nil {
		reading := t.reading(play)
		answer.Left, answer.told.Left = &play, &reading
	}
	if play, err := t.Trumps.Read(right); err == nil {
		reading := t.reading(play)
		answer.Right, answer.told.Right = &play, &reading
	}
	answer.told.Why, answer.told.Beats = t.taken(answer, left, right)
	answer.Why, answer.RightBeatsLeft = answer.told.Why.Text, answer.told.Beats
	return answer
}

// taken says whether the right play takes the trick, nil if that cannot be
// said, and why.
func (t shuangshengTable) taken(answer shuangshengComparison, left, right []card.Card) (Reason, *bool) {
	lead := t.lead
	if lead == nil {
		lead = answer.Left
	}
	switch {
	case lead == nil:
		_, err := t.Trumps.Read(left)
		return t.because("trick.no-lead", map[string]any{"Why": t.noPlay(err).Text}), nil
	case !shuangsheng.Possible(left, right):
		return t.because("trick.no-lead", map[string]any{"Why": t.noPlay(shuangsheng.ErrTooMany).Text}), nil
	case len(left) != lead.Size || len(right) != lead.Size:
		return t.because("trick.count", map[string]any{"Size": lead.Size}), nil
	}
	outcome, why := t.Trumps.Compare(*lead, left, right)
	reason := t.because(string(why), map[string]any{
		"Left": t.nameOr(answer.Left, left), "Right": t.nameOr(answer.Right, right), "Lead": t.name(*lead), "Suit": t.suit(lead.Suit),
	})
	if outcome == shuangsheng.Undecided {
		return reason, nil
	}
	beats := outcome == shuangsheng.Beats
	return reason, &beats
}

func (t shuangshengTable) reading(play shuangsheng.Play) Reading {
	return Reading{Type: string(play.Type), Size: play.Size, Text: t.name(play)}
}

func (t shuangshengTable) suit(group shuangsheng.Group) string {
	return t.say("trick.suit-name."+group.String(), nil)
}

// name is a play in words.
func (t shuangshengTable) name(play shuangsheng.Play) string {
	return t.say("trick.play."+string(play.Type), map[string]any{
		"Top": t.cardName(play.Top), "Pairs": play.Pairs, "Size": play.Size, "Suit": t.suit(play.Suit),
	})
}

// nameOr names the cards one by one where they are no single, pair or tractor:
// laid on a lead, several parts are no throw.
func (t shuangshengTable) nameOr(play *shuangsheng.Play, cards []card.Card) string {
	if play == nil || play.Type == shuangsheng.Throw {
		return t.cardNames(cards)
	}
	return t.name(*play)
}

var suitSigns = map[card.Suit]string{card.Spade: "♠", card.Heart: "♥", card.Club: "♣", card.Diamond: "♦"}

func (t shuangshengTable) cardName(c card.Card) string {
	if c.Rank().Joker() {
		return t.rank(c.Rank())
	}
	return suitSigns[c.Suit()] + c.Rank().String()
}

func (t shuangshengTable) cardNames(cards []card.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = t.cardName(c)
	}
	return strings.Join(names, " ")
}
