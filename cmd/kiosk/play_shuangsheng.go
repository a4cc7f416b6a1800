package main

import (
	"errors"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/card"
	"kiosk/scoresheet/shuangsheng"
)

// shuangshengMoment are the flags that say when cards of Shuangsheng are played.
type shuangshengMoment struct {
	Trump  string   `placeholder:"SUIT" help:"Shuangsheng: the trump suit S, H, C or D, or none. 双升：主花色，无主写 none。"`
	Lead   string   `placeholder:"CARDS" help:"Shuangsheng: what was led to the trick; with --hand a revoke is found. 双升：本圈首家出的牌；加上 --hand 判断是否出错牌。"`
	Others []string `sep:"none" placeholder:"CARDS" help:"Shuangsheng: the hand of another seat, once for each; then it is told whether a throw holds. 双升：另一家的手牌，每家写一次，用来判断甩牌。"`
}

// noTrumps is how the flag says that there is no trump suit.
const noTrumps = "NONE"

var trumpSuits = map[string]card.Suit{
	noTrumps: card.NoSuit, "无主": card.NoSuit, "無主": card.NoSuit,
	"S": card.Spade, "H": card.Heart, "C": card.Club, "D": card.Diamond,
	"♠": card.Spade, "♥": card.Heart, "♣": card.Club, "♦": card.Diamond,
}

// shuangshengTable is what a command on plays of Shuangsheng works with.
type shuangshengTable struct {
	shuangsheng.Trumps
	throwPoints int
	say         sayings
	// lead is what was led, nil if it was not told.
	lead *shuangsheng.Play
	// hand is what remains after the play, nil if it was not told.
	hand   []card.Card
	others [][]card.Card
}

func (p playedAt) shuangshengTable(s streams, book *scoresheet.Rulebook) (shuangshengTable, error) {
	terms, err := book.Terms("")
	if err != nil {
		return shuangshengTable{}, err
	}
	if p.Level == scoresheet.NoLevel {
		return shuangshengTable{}, p.refuse(s, "play.level", nil)
	}
	suit, ok := trumpSuits[strings.ToUpper(strings.TrimSuffix(p.Trump, "\ufe0f"))]
	if !ok {
		return shuangshengTable{}, p.refuse(s, "trick.trump-flag", nil)
	}
	table := shuangshengTable{
		Trumps:      shuangsheng.Trumps{Level: p.Level, Suit: suit, StandingTwo: terms.StandingTwo},
		throwPoints: terms.ThrowPoints, say: sayings{p.words()},
	}
	if p.Hand != nil {
		hand, err := p.cards(s, *p.Hand)
		if err != nil {
			return shuangshengTable{}, err
		}
		table.hand = append([]card.Card{}, hand...)
	}
	for _, text := range p.Others {
		hand, err := p.cards(s, text)
		if err != nil {
			return shuangshengTable{}, err
		}
		table.others = append(table.others, hand)
	}
	return table, p.shuangshengLead(s, &table)
}

// shuangshengLead reads what was led, if it was told.
func (p playedAt) shuangshengLead(s streams, table *shuangshengTable) error {
	if p.Lead == "" {
		return nil
	}
	cards, err := p.cards(s, p.Lead)
	if err != nil {
		return err
	}
	lead, err := table.Read(cards)
	if err != nil {
		return p.refuse(s, "trick.lead-flag", map[string]any{"Why": table.noPlay(err)})
	}
	table.lead = &lead
	return nil
}

// noPlays are the reasons for which cards are no play, as keys of sentences.
var noPlays = map[error]string{
	shuangsheng.ErrNoCards: "trick.no-cards", shuangsheng.ErrTooMany: "trick.too-many",
	shuangsheng.ErrSeveral: "trick.several", shuangsheng.ErrNotInHand: "trick.not-in-hand",
}

func (t shuangshengTable) noPlay(err error) string {
	for known, key := range noPlays {
		if errors.Is(err, known) {
			return t.say.T(key, nil)
		}
	}
	return err.Error()
}

// shuangshengPlay is what cards are when they are led and, as far as the flags
// tell enough, whether they may be laid.
type shuangshengPlay struct {
	Readings []shuangsheng.Play `json:"readings"`
	Default  *int               `json:"default"`
	Throw    *throwRuling       `json:"throw,omitempty"`
	Follow   *followRuling      `json:"follow,omitempty"`
	Why      string             `json:"why,omitempty"`
}

type throwRuling struct {
	shuangsheng.Thrown
	Why string `json:"why"`
}

type followRuling struct {
	shuangsheng.Following
	Why string `json:"why"`
}

func (c *playCommand) shuangsheng(s streams, book *scoresheet.Rulebook) error {
	table, err := c.shuangshengTable(s, book)
	if err != nil {
		return err
	}
	cards, err := c.cards(s, c.Cards)
	if err != nil {
		return err
	}
	play, legal := table.play(cards)
	if err := writeLine(s, play); err != nil {
		return err
	}
	if !legal {
		return exit(exitNoAnswer)
	}
	return nil
}

// play tells what cards are, and whether they may be laid as far as is known.
func (t shuangshengTable) play(cards []card.Card) (shuangshengPlay, bool) {
	answer := shuangshengPlay{Readings: []shuangsheng.Play{}}
	read, err := t.Read(cards)
	if err != nil {
		answer.Why = t.noPlay(err)
	} else {
		answer.Readings, answer.Default = []shuangsheng.Play{read}, new(int)
	}
	if t.lead != nil && t.hand != nil {
		return answer, t.follow(&answer, cards)
	}
	if err != nil || len(t.others) == 0 {
		return answer, err == nil
	}
	return answer, t.throw(&answer, read)
}

// follow rules on a play that was laid on a lead. Cards of several suits may
// well follow, though they cannot be led.
func (t shuangshengTable) follow(answer *shuangshengPlay, cards []card.Card) bool {
	if len(cards) == 0 {
		return false
	}
	following, err := t.Follow(*t.lead, append(append([]card.Card{}, t.hand...), cards...), cards)
	if err != nil {
		answer.Why = t.noPlay(err)
		return false
	}
	answer.Why = ""
	answer.Follow = &followRuling{following, t.say.T(string(following.Duty), map[string]any{
		"Owed": following.Owed, "Given": following.Given, "Suit": t.suit(t.lead.Suit), "Lead": t.told(*t.lead),
	})}
	return following.Legal
}

func (t shuangshengTable) throw(answer *shuangshengPlay, read shuangsheng.Play) bool {
	thrown, err := t.CheckThrow(read, t.others, t.throwPoints)
	if err != nil {
		answer.Why = t.noPlay(err)
		return false
	}
	key := "throw.held"
	if !thrown.Held {
		key = "throw.failed"
	}
	answer.Throw = &throwRuling{thrown, t.say.T(key, map[string]any{
		"Cards": thrown.BeatenCards, "Points": thrown.Points, "Must": t.cardNames(thrown.MustPlay),
	})}
	return thrown.Held
}

// shuangshengComparison is what comes out between two plays of one trick. Left
// and Right are nil where the cards could not be led together.
type shuangshengComparison struct {
	Left           *shuangsheng.Play `json:"left"`
	Right          *shuangsheng.Play `json:"right"`
	RightBeatsLeft *bool             `json:"right_beats_left"`
	Why            string            `json:"why"`
}

func (c *compareCommand) shuangsheng(s streams, book *scoresheet.Rulebook) error {
	table, err := c.shuangshengTable(s, book)
	if err != nil {
		return err
	}
	left, err := c.cards(s, c.Left)
	if err != nil {
		return err
	}
	right, err := c.cards(s, c.Right)
	if err != nil {
		return err
	}
	answer := table.compare(left, right)
	if err := writeLine(s, answer); err != nil {
		return err
	}
	if answer.RightBeatsLeft == nil {
		return exit(exitNoAnswer)
	}
	return nil
}

func (t shuangshengTable) compare(left, right []card.Card) shuangshengComparison {
	var answer shuangshengComparison
	if play, err := t.Read(left); err == nil {
		answer.Left = &play
	}
	if play, err := t.Read(right); err == nil {
		answer.Right = &play
	}
	lead := t.lead
	if lead == nil {
		lead = answer.Left
	}
	switch {
	case lead == nil:
		_, err := t.Read(left)
		answer.Why = t.say.T("trick.no-lead", map[string]any{"Why": t.noPlay(err)})
	case !shuangsheng.Possible(left, right):
		answer.Why = t.say.T("trick.no-lead", map[string]any{"Why": t.noPlay(shuangsheng.ErrTooMany)})
	case len(left) != lead.Size || len(right) != lead.Size:
		answer.Why = t.say.T("trick.count", map[string]any{"Size": lead.Size})
	default:
		outcome, why := t.Compare(*lead, left, right)
		if outcome != shuangsheng.Undecided {
			beats := outcome == shuangsheng.Beats
			answer.RightBeatsLeft = &beats
		}
		answer.Why = t.say.T(string(why), map[string]any{
			"Left": t.toldOr(answer.Left, left), "Right": t.toldOr(answer.Right, right),
			"Lead": t.told(*lead), "Suit": t.suit(lead.Suit),
		})
	}
	return answer
}

func (t shuangshengTable) suit(group shuangsheng.Group) string {
	return t.say.T("trick.suit-name."+group.String(), nil)
}

// told is a play in words.
func (t shuangshengTable) told(play shuangsheng.Play) string {
	return t.say.T("trick.play."+string(play.Type), map[string]any{
		"Top": t.cardName(play.Top), "Pairs": play.Pairs, "Size": play.Size, "Suit": t.suit(play.Suit),
	})
}

// toldOr names the cards one by one where they are no single, pair or tractor:
// laid on a lead, several parts are no throw.
func (t shuangshengTable) toldOr(play *shuangsheng.Play, cards []card.Card) string {
	if play == nil || play.Type == shuangsheng.Throw {
		return t.cardNames(cards)
	}
	return t.told(*play)
}

var suitSigns = map[card.Suit]string{card.Spade: "♠", card.Heart: "♥", card.Club: "♣", card.Diamond: "♦"}

func (t shuangshengTable) cardName(c card.Card) string {
	if c.Rank().Joker() {
		return t.say.T("play.rank."+c.Rank().String(), nil)
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
