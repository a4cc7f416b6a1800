package event

import (
	"slices"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/judge"
)

// MatchState is how far a match has come.
type MatchState string

// The states of a match.
const (
	Drawn     MatchState = "drawn"
	Playing   MatchState = "playing"
	Over      MatchState = "over"
	SignedOff MatchState = "signed-off"
	Forfeited MatchState = "forfeited"
	Void      MatchState = "void"
)

// HandState is how far a hand has come.
type HandState string

// The states of a hand. Confirmed, Settled and Corrected hands are final.
const (
	Reported  HandState = "reported"
	Confirmed HandState = "confirmed"
	Disputed  HandState = "disputed"
	Settled   HandState = "settled"
	Corrected HandState = "corrected"
	Withdrawn HandState = "withdrawn"
)

// Final reports whether nobody is asked about the hand any more.
func (h HandState) Final() bool { return h == Confirmed || h == Settled || h == Corrected }

// Stamp is who did something, and when.
type Stamp struct {
	By Author    `json:"by"`
	At time.Time `json:"at"`
}

// Report is what one side says of a hand.
type Report struct {
	Hand scoresheet.Hand `json:"hand"`
	Stamp
	Late bool `json:"late,omitempty"`
}

// HandRecord is a hand of a match: what each side said of it, and what counts.
type HandRecord struct {
	State HandState
	// First is the side that reported it first; NoSide where staff wrote it.
	First   scoresheet.Side
	Reports scoresheet.PerSide[*Report]
	// Hand is the one that counts, unless the hand is disputed or withdrawn.
	Hand scoresheet.Hand
	// Late: it was reported after the bell, and counts only once it is final.
	Late bool
	// Objection is what the other side holds against it, without another
	// order of its own.
	Objection *Objection
	// Reason and Author are those of a referee's decision.
	Reason string
	Author Author
	// Changed is the number of the entry that last touched it.
	Changed int
}

// Objection is a side's "no" to a hand.
type Objection struct {
	Side   scoresheet.Side `json:"side"`
	Reason string          `json:"reason"`
}

// Counts reports whether the hand has a place on the sheet that is judged.
func (h *HandRecord) Counts() bool {
	if h.Late && !h.State.Final() {
		return false
	}
	return h.State == Reported || h.State.Final()
}

// GameRecord is a game of a match. Bell is when the clock rang, Stop whether
// it stops play at once (or lets the hand in play be finished, whose number is
// InPlay, 0 once it is known that there was none), Ended whether the clock has
// ended the game.
type GameRecord struct {
	Hands  []HandRecord
	Bell   time.Time
	Stop   bool
	InPlay int
	Ended  bool
}

// finish ends the game once the hand that was in play at the bell is told; in a
// team meeting, once all tables have told theirs.
func (m *Match) finish(p Place) {
	game := &m.Games[p.Game-1]
	switch {
	case game.Bell.IsZero():
	case m.IsMeeting() && m.allTold(p.Game, game.InPlay), !m.IsMeeting() && p.Number >= game.InPlay:
		game.Ended = true
	}
}

// takeBack takes the hand that was in play at the bell back: a side reports it
// again; staff say that it was not in play.
func (m *Match) takeBack(p Place, by scoresheet.Side) {
	g := &m.Games[p.Game-1]
	switch {
	case g.Bell.IsZero() || g.Stop || !m.sameSitting(p.Number, g.InPlay):
	case by == scoresheet.NoSide:
		g.InPlay = 0
	default:
		g.Ended = false
	}
}

// PenaltyRecord is a penalty as given.
type PenaltyRecord struct {
	ID      int
	Penalty scoresheet.Penalty
	// Extra: it was given in the extra hand of a level game.
	Extra bool
	Stamp
	Cancelled *Cancellation
}

// Cancellation is who took a penalty back, and why.
type Cancellation struct {
	Stamp
	Reason string `json:"reason"`
}

// Hold is the phone that speaks for a side in the current match.
type Hold struct {
	Device string
	Label  string
	Since  time.Time
}

// Match is a match with all that its table has said. It is a value: changes
// make a new one. The fields are for reading.
type Match struct {
	// Number counts the matches of the event from 1.
	Number int
	Round  int
	Phase  string
	Group  string
	Table  int
	// Entrants say who sits on which side.
	Entrants scoresheet.PerSide[contest.EntrantID]
	Reason   string
	// Slot is its place in the round of a knockout, Basis what the pairing rests
	// on; see contest.Pairing.
	Slot  int
	Basis *contest.Basis
	// Postponed: it may be played after the next rounds were drawn.
	Postponed bool
	// Undone: its round was taken back; it counts for nobody.
	Undone bool
	State  MatchState
	// Version is the number of the entry that last touched the match.
	Version int
	// Record is the number of the entry that last changed what was played.
	Record int
	// Seats are the players by seat, from seat 1; "" where nobody said. In a team
	// meeting Seated has them, table by table and sitting by sitting: see SeatsAt.
	Seats  []string
	Seated [][]string
	Games  []GameRecord
	// Agreed: the side has confirmed the finished match.
	Agreed scoresheet.PerSide[bool]
	// Holds are the phones that speak for the sides; in a team meeting those of
	// the first squads, and SquadHolds those of the others, from the second on.
	Holds      scoresheet.PerSide[*Hold]
	SquadHolds []scoresheet.PerSide[*Hold]
	Penalties  []PenaltyRecord
	// Rulings are those on cards, oldest first.
	Rulings []RulingRecord
	Forfeit scoresheet.Forfeit
	// ForfeitReason is the referee's; Leavers are the entrants by whose leaving
	// the event it came about.
	ForfeitReason string
	Leavers       []contest.EntrantID
	// Attempts are how the match was played before it was to be played again,
	// oldest first.
	Attempts []Attempt
	// TimeTaken is the time that the match took as its sheet says, in seconds; 0
	// where that does not say.
	TimeTaken int
	SignedOff *Stamp
	// Started is when play began, Ended when the match was over.
	Started, Ended time.Time
	// Verdict is what the rulebook says of the match as it stands.
	Verdict scoresheet.Verdict

	judge *judge.Judge
	terms *scoresheet.Terms
}

// Done reports whether the match waits for nothing that a result needs.
func (m *Match) Done() bool {
	switch m.State {
	case Over, SignedOff, Forfeited, Void:
		return true
	}
	return false
}

// Provisional reports whether somebody still has to stand by the result.
func (m *Match) Provisional() bool {
	if m.State == SignedOff || m.State == Forfeited || m.State == Void {
		return false
	}
	return m.State != Over || !m.Agreed.A || !m.Agreed.B
}

// seen refuses a decision that rests on an older record of the match.
func (m *Match) seen(version int) error {
	if version < m.Record {
		return conflict("match.changed", "version", m.Version)
	}
	return nil
}

// SideOf is the side that the entrant sits on in this match.
func (m *Match) SideOf(id contest.EntrantID) scoresheet.Side {
	switch id {
	case m.Entrants.A:
		return scoresheet.SideA
	case m.Entrants.B:
		return scoresheet.SideB
	}
	return scoresheet.NoSide
}

// Place is a hand of a match: game and number, both from 1.
type Place struct {
	Game   int `json:"game"`
	Number int `json:"number"`
}

// Hand is the hand at the place.
func (m *Match) Hand(p Place) (HandRecord, bool) {
	if p.Game < 1 || p.Game > len(m.Games) {
		return HandRecord{}, false
	}
	hands := m.Games[p.Game-1].Hands
	if p.Number < 1 || p.Number > len(hands) {
		return HandRecord{}, false
	}
	return hands[p.Number-1], true
}

// Next is the place of the hand that would be reported next: after the last
// one of the game that is being played, or the first of the game after it. An
// earlier game that a correction has left undecided is played to its end first.
// In a team meeting it is the first that nobody has told; each squad has its own:
// see NextOf.
func (m *Match) Next() Place {
	game := m.playing()
	switch {
	case m.IsMeeting():
		return m.nextOfAll(game)
	case game > len(m.Games):
		return Place{game, 1}
	}
	return Place{game, lastStanding(m.Games[game-1].Hands) + 1}
}

// playing is the number of the game that is being played, or begins.
func (m *Match) playing() int {
	for game := 1; game <= len(m.Games); game++ {
		v, last := m.gameVerdict(game), game == len(m.Games)
		over := v != nil && v.State == scoresheet.GameOver && m.open(game) == nil
		if !over || (last && m.Verdict.Match.State == scoresheet.MatchOver) {
			return game
		}
	}
	return len(m.Games) + 1
}

// lastStanding is the number of the last hand that was not taken back: a
// number that was taken back is played, and reported, again.
func lastStanding(hands []HandRecord) int {
	n := len(hands)
	for n > 0 && hands[n-1].State == Withdrawn {
		n--
	}
	return n
}

// Open are the hands that wait for an answer or a decision, oldest first.
func (m *Match) Open() []Place {
	var places []Place
	for g := range m.Games {
		places = append(places, m.open(g+1)...)
	}
	return places
}

func (m *Match) open(game int) []Place {
	var places []Place
	hands := m.Games[game-1].Hands
	for i := range hands {
		if state := hands[i].State; state == Reported || state == Disputed {
			places = append(places, Place{game, i + 1})
		}
	}
	return places
}

// Dispute is the first hand in dispute.
func (m *Match) Dispute() (Place, bool) {
	for _, p := range m.Open() {
		if hand, _ := m.Hand(p); hand.State == Disputed {
			return p, true
		}
	}
	return Place{}, false
}

func (m *Match) gameVerdict(game int) *scoresheet.GameVerdict {
	if game < 1 || game > len(m.Verdict.Games) {
		return nil
	}
	return &m.Verdict.Games[game-1]
}

// Sheet is the match as a scoresheet: the hands that count, and the penalties
// that were not cancelled.
func (m *Match) Sheet() scoresheet.Sheet { return m.sheetWith(Place{}, nil) }

// sheetWith is the sheet as if the hand stood at the place and counted; nil for
// none. The place is on the sheet, or a next one.
func (m *Match) sheetWith(p Place, trial *scoresheet.Hand) scoresheet.Sheet {
	sheet := scoresheet.Sheet{Phase: m.Phase, Forfeit: m.Forfeit, Games: make([]scoresheet.Game, 0, len(m.Games)+1)}
	for i := range m.Games {
		game := &m.Games[i]
		g := scoresheet.Game{Hands: make([]scoresheet.Hand, 0, len(game.Hands)+1)}
		for k := range game.Hands {
			switch hand := &game.Hands[k]; {
			case trial != nil && p == Place{i + 1, k + 1}:
				g.Hands = append(g.Hands, *trial)
			case hand.Counts():
				g.Hands = append(g.Hands, hand.Hand)
			}
		}
		if trial != nil && p.Game == i+1 && p.Number > len(game.Hands) {
			g.Hands = append(g.Hands, *trial)
		}
		if game.Ended {
			g.End = scoresheet.EndedByClock
		}
		sheet.Games = append(sheet.Games, g)
	}
	if trial != nil && p.Game > len(m.Games) {
		sheet.Games = append(sheet.Games, scoresheet.Game{Hands: []scoresheet.Hand{*trial}})
	}
	if len(sheet.Games) == 0 {
		// The first game is on, whether or not a hand was reported: a penalty
		// may be given in it.
		sheet.Games = []scoresheet.Game{{Hands: []scoresheet.Hand{}}}
	}
	for _, p := range m.Penalties {
		if p.Cancelled == nil {
			sheet.Penalties = append(sheet.Penalties, m.penaltyOnSheet(p))
		}
	}
	return sheet
}

// penaltyOnSheet is a penalty as the sheet has it, which numbers only the hands
// that count. As long as its hand does not count it is one of the game: it
// must not vanish with the hand. So is one of a hand whose number an extra hand
// has taken: it may be why that is due.
func (m *Match) penaltyOnSheet(record PenaltyRecord) scoresheet.Penalty {
	p := record.Penalty
	if p.Hand == 0 {
		return p
	}
	place := Place{p.Game, p.Hand}
	if hand, ok := m.Hand(place); !ok || !hand.Counts() || hand.Hand.Extra != record.Extra {
		p.Hand = 0
		return p
	}
	p.Hand = m.onSheet(place) + 1
	return p
}

// detach makes penalties of hands that are gone penalties of their game, for
// good: the next hand that takes the number is another one.
func (m *Match) detach(gone func(Place) bool) {
	m.Penalties = slices.Clone(m.Penalties)
	for i := range m.Penalties {
		p := &m.Penalties[i].Penalty
		if last := max(len(m.Games), 1); p.Game > last {
			p.Game, p.Hand = last, 0
		}
		if p.Hand > 0 && gone(Place{p.Game, p.Hand}) {
			p.Hand = 0
		}
	}
}

// extraAt reports whether the hand at the place is, or would be, an extra one.
func (m *Match) extraAt(p Place) bool {
	if hand, ok := m.Hand(p); ok && hand.told() {
		return hand.Hand.Extra
	}
	due := m.Due(p)
	return p == m.Next() && due != nil && due.Extra
}

// unplayed reports whether nobody has told of the hand.
func (m *Match) unplayed(p Place) bool {
	hand, ok := m.Hand(p)
	return !ok || !hand.told()
}

// penalised reports whether a penalty was given in the hand.
func (m *Match) penalised(place Place) bool {
	return slices.ContainsFunc(m.Penalties, func(p PenaltyRecord) bool {
		return p.Cancelled == nil && place == Place{p.Penalty.Game, p.Penalty.Hand}
	})
}

// onSheet is the index that a hand has on the sheet: among those that count.
func (m *Match) onSheet(p Place) int {
	index := 0
	hands := m.Games[p.Game-1].Hands
	hands = hands[:min(p.Number-1, len(hands))]
	for i := range hands {
		if hands[i].Counts() {
			index++
		}
	}
	return index
}

// HandVerdict is the outcome of the hand at the place, if it counts.
func (m *Match) HandVerdict(p Place) (scoresheet.HandVerdict, bool) {
	game := m.gameVerdict(p.Game)
	hand, ok := m.Hand(p)
	if game == nil || !ok || !hand.Counts() {
		return scoresheet.HandVerdict{}, false
	}
	index := m.onSheet(p)
	if index >= len(game.Hands) {
		return scoresheet.HandVerdict{}, false
	}
	return game.Hands[index], true
}

// Due is what the rulebook says of the hand at the place, from the hands
// before it: level, tribute, whether it is an extra hand. Nil where nothing is
// said, as before a game's first hand.
func (m *Match) Due(p Place) *scoresheet.NextHand {
	game := m.gameVerdict(p.Game)
	if game == nil {
		return nil
	}
	if game.State == scoresheet.GameExtraHand && len(game.Hands) == 0 {
		return &scoresheet.NextHand{Level: m.terms.ExtraLevel, Extra: true}
	}
	for i := len(game.Hands) - 1; i >= 0; i-- {
		if game.Hands[i].Next != nil {
			return game.Hands[i].Next
		}
	}
	return nil
}

// judged is the match with its verdict and state brought up to what its hands
// add up to.
func (m Match) judged() Match {
	m.Verdict = m.judge.Verdict(m.Sheet())
	return m.ruled()
}

// ruled is judged where the verdict is there already.
func (m Match) ruled() Match {
	for m.stopped() {
		m.Verdict = m.judge.Verdict(m.Sheet())
	}
	if m.State == SignedOff || m.State == Void {
		return m
	}
	switch {
	case m.Forfeit != scoresheet.NoForfeit:
		m.State = Forfeited
	case m.Verdict.Match.State == scoresheet.MatchOver && len(m.Open()) == 0:
		m.State = Over
	case len(m.Games) > 0 || !m.Started.IsZero():
		m.State = Playing
	default:
		m.State = Drawn
	}
	return m
}

// stopped ends the first game whose bell has stopped play before it was over.
func (m *Match) stopped() bool {
	for i, game := range m.Games {
		v := m.gameVerdict(i + 1)
		if !game.Stop || game.Ended || v == nil || v.State == scoresheet.GameOver {
			continue
		}
		m.Games = slices.Clone(m.Games)
		m.Games[i].Ended = true
		return true
	}
	return false
}

// edit is a copy of the match whose hand at the place may be changed; the
// place is made if it is a next one.
func (m *Match) edit(p Place, change func(*HandRecord)) Match {
	next := *m
	next.Games = slices.Clone(m.Games)
	if p.Game == len(next.Games)+1 {
		next.Games = append(next.Games, GameRecord{})
	}
	game := &next.Games[p.Game-1]
	hands := make([]HandRecord, max(len(game.Hands), p.Number))
	copy(hands, game.Hands)
	game.Hands = hands
	change(&game.Hands[p.Number-1])
	return next
}
