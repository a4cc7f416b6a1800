package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// PlayoffNeeded is a set of entrants who are level where the rulebook has them
// play once more (多加一局).
type PlayoffNeeded struct {
	// Rank is the best of the ranks that are played for, and Places how many of
	// those who are level go on; 0 where the play-off is for every rank.
	Rank, Places int
	Entrants     []EntrantID
	// Provisional: a result that is not confirmed may still undo the tie.
	Provisional bool
}

// ReasonPlayoff: the two are level, and the rulebook has them play once more.
const ReasonPlayoff Reason = "playoff"

// DrawPlayoff draws by lot who meets in a play-off: an even number two by two,
// in one round; of an odd number everybody meets everybody, in as many rounds
// as that takes. Rank tells whether the results part them; if some are still
// level where it matters, PlayoffsNeeded names these, until all have met.
// Rounds count from 1, tables from the first one (0 meaning 1). Faults:
// "draw.seed", "draw.entrant-twice", "draw.too-many".
func DrawPlayoff(seed string, needed PlayoffNeeded, firstTable int) ([]Round, error) {
	group := Group{Entrants: make([]Entrant, len(needed.Entrants))}
	for i, id := range needed.Entrants {
		group.Entrants[i].ID = id
	}
	in := RoundRobinInput{Seed: seed, FirstTable: firstTable, Groups: []Group{group}}
	if len(group.Entrants)%2 == 0 {
		return drawCouples(in)
	}
	draw, err := DrawRoundRobin(in)
	if err != nil {
		return nil, err
	}
	for _, round := range draw.Rounds {
		for i := range round.Pairings {
			round.Pairings[i].Reason = ReasonPlayoff
		}
	}
	return draw.Rounds, nil
}

// drawCouples draws an even number two by two.
func drawCouples(in RoundRobinInput) ([]Round, error) {
	if faults := append(in.seedless(), in.doubles()...); len(faults) > 0 {
		return nil, faults
	}
	order := slices.SortedFunc(slices.Values(in.Groups[0].Entrants), byID)
	if len(order) == 0 {
		return nil, nil
	}
	shuffle(newUrn(in.Seed, "playoff"), order)
	round := Round{Number: 1}
	for i := 0; i < len(order); i += 2 {
		round.Pairings = append(round.Pairings, Pairing{
			Home: order[i].ID, Away: order[i+1].ID, Table: max(in.FirstTable, 1) + i/2, Reason: ReasonPlayoff,
		})
	}
	return []Round{round}, nil
}

// playoffGame is a play-off that has a result.
type playoffGame struct {
	round, home, away int
	winner            scoresheet.Side
}

func (g playoffGame) wonBy(i int) bool {
	return (g.winner == scoresheet.SideA && g.home == i) || (g.winner == scoresheet.SideB && g.away == i)
}

func (g playoffGame) of(i int) bool { return g.home == i || g.away == i }

// playOff notes a play-off.
func (l *ledger) playOff(home, away int, r *Result) {
	if r.Provisional {
		l.stakes[home].open, l.stakes[away].open = true, true
	}
	if r.Kind != Void {
		l.playoffs = append(l.playoffs, playoffGame{round: r.Round, home: home, away: away, winner: r.Winner})
	}
}

// cut is how many of those who are level go on, where that is some and not all
// of them, and whether it is so. Who has left is passed over, as it is when the
// next phase is filled. Without cuts every rank is played for.
func (t *table) cut(better int, level []int) (places int, between bool) {
	staying := func(list []int) int {
		n := 0
		for _, i := range list {
			if t.ledger.left[i] == 0 {
				n++
			}
		}
		return n
	}
	ahead, tied := staying(t.order[:better]), staying(level)
	if tied < 2 {
		return 0, false
	}
	if len(t.in.Cuts) == 0 {
		return 0, true
	}
	for _, cut := range slices.Sorted(slices.Values(t.in.Cuts)) {
		if cut > ahead && cut < ahead+tied {
			return cut - ahead, true
		}
	}
	return 0, false
}

// readPlayoff reads the play-offs of those who are level. They part them once
// all have met, by their wins; or once each has played in a round as often as
// each other, by the wins of that round. Who has left plays none. Where a
// play-off is still due it is noted, if nothing else is missing.
func (t *table) readPlayoff(better, c int, level []int) answer {
	places, between := t.cut(better, level)
	if !between {
		return silent
	}
	var playing []int
	for _, i := range level {
		if t.ledger.left[i] == 0 {
			playing = append(playing, i)
		}
	}
	tied := t.ledger.marked(playing)
	var games []playoffGame
	for _, game := range t.ledger.playoffs {
		if tied(game.home) && tied(game.away) {
			games = append(games, game)
		}
	}
	if allMet(games, playing) {
		t.countPlayoff(playing, games)
		return speaks
	}
	for _, round := range roundsAfter(games, t.playedOff[playing[0]]) {
		of := slices.DeleteFunc(slices.Clone(games), func(g playoffGame) bool { return g.round != round })
		if !alike(of, playing) {
			continue
		}
		for _, i := range playing {
			t.playedOff[i] = round
		}
		t.countPlayoff(playing, of)
		return speaks
	}
	if !t.ledger.open {
		ids := t.ids(playing)
		t.playoffsNeeded = append(t.playoffsNeeded, PlayoffNeeded{
			Rank: better + 1, Places: places, Entrants: ids, Provisional: t.unsure(level),
		})
		t.wait(level)
	}
	return waits
}

// countPlayoff has each of them compared by the games it won.
func (t *table) countPlayoff(playing []int, games []playoffGame) {
	for _, i := range playing {
		wins := 0
		for _, game := range games {
			if game.wonBy(i) {
				wins++
			}
		}
		t.asked[i] = Figure{int64(wins), InNumber}
	}
}

// allMet reports whether each of them has met each other.
func allMet(games []playoffGame, playing []int) bool {
	for k, a := range playing {
		for _, b := range playing[k+1:] {
			if !slices.ContainsFunc(games, func(g playoffGame) bool { return g.of(a) && g.of(b) }) {
				return false
			}
		}
	}
	return true
}

// alike reports whether each of them has played as often as each other.
func alike(games []playoffGame, playing []int) bool {
	played := func(i int) int {
		n := 0
		for _, game := range games {
			if game.of(i) {
				n++
			}
		}
		return n
	}
	first := played(playing[0])
	return first > 0 && !slices.ContainsFunc(playing, func(i int) bool { return played(i) != first })
}

func roundsAfter(games []playoffGame, round int) []int {
	var rounds []int
	for _, game := range games {
		if game.round > round && !slices.Contains(rounds, game.round) {
			rounds = append(rounds, game.round)
		}
	}
	slices.Sort(rounds)
	return rounds
}
