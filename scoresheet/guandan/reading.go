package guandan

import (
	"slices"

	"kiosk/scoresheet"
)

// The bounds of what can lie in one play.
const (
	copies  = 2  // of each card in two packs
	maxPlay = 10 // a bomb of all eight cards of a rank and both wild cards
	lowA    = 1  // where an A stands below 2, in runs
)

// shape is a type of run: how many ranks follow one another, with how many
// cards each.
type shape struct {
	play         PlayType
	length, each int
}

// runShapes by the order of the types.
var runShapes = [...]shape{
	{Straight, 5, 1},
	{Tube, 3, 2},
	{Plate, 2, 3},
}

// pile is what the readings of some cards depend on: how many natural cards of
// each rank, how many wild cards, and whether the natural ones are of one suit.
type pile struct {
	level scoresheet.Level
	size  int
	wild  int
	count [BigJoker + 1]int
	ranks []Rank // those with natural cards, rising
	flush bool
}

// gather counts the cards. False: no cards, more than any play has, more than two
// of one, or something among them that is no card.
func gather(cards []Card, level scoresheet.Level) (*pile, bool) {
	if len(cards) == 0 || len(cards) > maxPlay {
		return nil, false
	}
	p := &pile{level: level, size: len(cards), flush: true}
	var held [Diamond + 1][BigJoker + 1]int
	suit := NoSuit
	for _, card := range cards {
		if card == (Card{}) {
			return nil, false
		}
		held[card.Suit()][card.Rank()]++
		if held[card.Suit()][card.Rank()] > copies {
			return nil, false
		}
		if card.Wild(level) {
			p.wild++
			continue
		}
		if suit == NoSuit {
			suit = card.Suit()
		}
		p.flush = p.flush && card.Suit() == suit
		p.count[card.Rank()]++
	}
	for rank := Rank2; rank <= BigJoker; rank++ {
		if p.count[rank] > 0 {
			p.ranks = append(p.ranks, rank)
		}
	}
	return p, true
}

// ReadPlay is what the cards are when they are played together at the level.
// A wild card stands for any card but a joker, also for one that lies there
// twice already; without another card it is a card of the level. Of several
// readings a bomb or straight flush is the default before all else, of two full
// houses the one that the rules name, of two runs the higher; where two types
// are possible the player must declare one. At no level there are neither level
// cards nor wild ones. (guandan-college 第五条)
func ReadPlay(cards []Card, level scoresheet.Level, rules PlayRules) Play {
	p, ok := gather(cards, level)
	if !ok {
		return Play{Default: Undeclared}
	}
	var readings []Reading
	readings = p.appendFullHouses(readings, rules)
	readings = p.appendRuns(readings)
	readings = p.appendAlike(readings)
	readings = p.appendStraightFlushes(readings)
	if p.count[SmallJoker]+p.count[BigJoker] == 2*copies && p.size == 2*copies {
		readings = append(readings, Reading{Type: FourJokers, Size: p.size})
	}
	return Play{Readings: readings, Default: defaultOf(readings, rules)}
}

func defaultOf(readings []Reading, rules PlayRules) int {
	last := len(readings) - 1
	switch {
	case last < 0:
		return Undeclared
	case readings[last].Type >= Bomb:
		return last
	case readings[0].Type != readings[last].Type:
		return Undeclared
	case readings[0].Type == FullHouse && !rules.HighTriple:
		return 0
	}
	return last
}

// alikeTypes are the types of plays of one rank, by their size.
var alikeTypes = [...]PlayType{1: Single, 2: Pair, 3: Triple}

// appendAlike reads the cards as cards of one rank.
func (p *pile) appendAlike(readings []Reading) []Reading {
	if len(p.ranks) > 1 {
		return readings
	}
	rank := Rank(p.level)
	if len(p.ranks) == 1 {
		rank = p.ranks[0]
	}
	if rank.Joker() && p.wild > 0 {
		return readings
	}
	t := Bomb
	if p.size < len(alikeTypes) {
		t = alikeTypes[p.size]
	}
	return append(readings, Reading{Type: t, Size: p.size, Rank: rank})
}

// appendFullHouses reads the cards as a triple and a pair, the lower triple
// first.
func (p *pile) appendFullHouses(readings []Reading, rules PlayRules) []Reading {
	if p.size != 5 || len(p.ranks) > 2 {
		return readings
	}
	first := len(readings)
	for _, triple := range p.ranks {
		if p.fullHouse(triple, rules) {
			readings = append(readings, Reading{Type: FullHouse, Size: p.size, Rank: triple})
		}
	}
	slices.SortFunc(readings[first:], func(a, b Reading) int { return a.power(p.level) - b.power(p.level) })
	return readings
}

// fullHouse reports whether the cards are a triple of the rank and a pair of
// what else lies there, wild cards filling both.
func (p *pile) fullHouse(triple Rank, rules PlayRules) bool {
	if triple.Joker() || p.count[triple] > 3 {
		return false
	}
	for _, pair := range p.ranks {
		if pair == triple {
			continue
		}
		if pair.Joker() {
			return p.count[pair] == 2 && rules.JokerPair
		}
		return p.count[pair] <= 2
	}
	// Natural cards of one rank: the wild cards alone are the pair.
	return p.count[triple] == 3
}

// appendRuns reads the cards as runs. Five natural cards of one suit are a
// straight flush and no straight.
func (p *pile) appendRuns(readings []Reading) []Reading {
	for _, s := range runShapes {
		if s.play == Straight && p.flush && p.wild == 0 {
			continue
		}
		readings = p.appendRun(readings, s)
	}
	return readings
}

func (p *pile) appendStraightFlushes(readings []Reading) []Reading {
	if !p.flush {
		return readings
	}
	return p.appendRun(readings, shape{StraightFlush, 5, 1})
}

// appendRun tries the shape from an A below 2 up to one that ends with A.
func (p *pile) appendRun(readings []Reading, s shape) []Reading {
	if p.size != s.length*s.each || len(p.ranks) > s.length {
		return readings
	}
	for low := lowA; low+s.length-1 <= int(RankA); low++ {
		if p.fills(s, low) {
			readings = append(readings, Reading{Type: s.play, Size: p.size, Rank: Rank(low + s.length - 1)})
		}
	}
	return readings
}

// fills reports whether every natural card has a place in the run; then the
// wild cards are just as many as are missing.
func (p *pile) fills(s shape, low int) bool {
	placed := 0
	for place := low; place < low+s.length; place++ {
		rank := Rank(place)
		if place == lowA {
			rank = RankA
		}
		if p.count[rank] > s.each {
			return false
		}
		placed += p.count[rank]
	}
	return placed+p.wild == p.size
}
