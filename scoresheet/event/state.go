package event

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/benbjohnson/immutable"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/judge"
)

// State is what the entries of an event add up to. It is never changed: every
// entry makes a new one, which shares what stayed the same. The fields are for
// reading.
type State struct {
	ID        ID
	Name      string
	Issuer    string
	Zone      string
	Dates     []string
	CreatedAt time.Time
	ChangedAt time.Time
	// Version is the number of the last entry, Head its hash.
	Version int
	Head    Hash

	// Rulebook is frozen: its text and hash are those of the day the event was
	// made.
	Rulebook     *scoresheet.Rulebook
	RulebookHash string
	RulebookText string
	// Settings are the organiser's changes; a round keeps those that held when
	// it was drawn.
	Settings map[string]any

	Entrants []Entrant
	// Draws are the draws of the phases so far, in order.
	Draws  []PhaseDraw
	Rounds []Round
	Lots   []contest.Lot
	// Ladder is what was decided by hand on challenge ladders, oldest first.
	Ladder []LadderDecision
	// Partners are the lots that made pairs of persons, in drawn order.
	Partners []PartnerLot

	// matches are in order; some may still be frozen.
	matches *immutable.List[slot]
	calls   *immutable.List[Call]
	// tables says which match sits at a table now.
	tables map[int]int
	// generations of the codes by place; generation is added to each.
	generations map[TablePlace]int
	generation  int
	revocations int
	// highestTable of all rounds so far.
	highestTable int
	// undone are rounds that were taken back; their matches are still there.
	undone []Round
}

// Presence is what the check-in knows of an entrant.
type Presence string

// What a check-in knows.
const (
	PresenceUnknown Presence = "unknown"
	Present         Presence = "present"
	Missing         Presence = "missing"
)

// Entrant is a pair or a team of the event.
type Entrant struct {
	ID       contest.EntrantID `json:"id"`
	Number   string            `json:"number,omitempty"`
	Unit     string            `json:"unit,omitempty"`
	Team     string            `json:"team,omitempty"`
	Group    string            `json:"group,omitempty"`
	Players  []string          `json:"players"`
	Seed     int               `json:"seed,omitempty"`
	Note     string            `json:"note,omitempty"`
	Presence Presence          `json:"-"`
	// Joined is the round of the event from which a late entry plays, 0 for one
	// that was there from the beginning.
	Joined int `json:"-"`
	// Left says how it has left the event, nil as long as it has not.
	Left *Leave `json:"-"`
	// Replaced are the players that others took the place of, oldest first.
	Replaced []Replacement `json:"-"`
}

// Name is what the entrant is called on pages and paper: its team's name, or
// its unit (with its group, where a unit has one in each), or its players. A
// person who entered alone is called by name.
func (e Entrant) Name() string {
	switch {
	case e.Team != "":
		return e.Team
	case len(e.Players) == 1:
		return e.Players[0]
	case e.Unit != "" && e.Group != "":
		return e.Unit + " " + e.Group
	case e.Unit != "":
		return e.Unit
	}
	name := ""
	for i, player := range e.Players {
		if i > 0 {
			name += " / "
		}
		name += player
	}
	return name
}

// PhaseDraw is how a phase was drawn: the seed, the groups in drawn order, and
// the schedule.
type PhaseDraw struct {
	Phase  string
	Seed   string
	Groups []GroupDraw
	// Rounds is the whole schedule.
	Rounds []contest.Round
}

// GroupDraw is a group with its entrants in drawn order.
type GroupDraw struct {
	Name  string              `json:"name"`
	Order []contest.EntrantID `json:"order"`
	// Entrants are what the draw was made of, in the order of the lists, and
	// Origins where they came from.
	Entrants []contest.Entrant `json:"entrants,omitempty"`
	Origins  []contest.Origin  `json:"origins,omitempty"`
	// FirstPlace is the place in the event of the group's winner, 0 if none.
	FirstPlace int `json:"first_place,omitempty"`
}

// Round is a round of the event. Number counts over all phases from 1.
type Round struct {
	Number     int
	Phase      string
	PhaseRound int
	// First and Last are the numbers of its matches.
	First, Last int
	Byes        []Bye
	// Through are those who rest because they have what the phase is played for.
	Through []contest.EntrantID
	// Seed is what the round was drawn from, empty where the draw of its phase
	// holds the schedule, and where the lots were drawn on Paper.
	Seed  string
	Paper bool
	// Playoff: those who are level at a cut play once more.
	Playoff  bool
	Settings map[string]any
	Clock    Clock

	judge *judge.Judge
	terms scoresheet.Terms
}

// Terms are the settings that hold in the round.
func (r Round) Terms() scoresheet.Terms { return r.terms }

// Bye is an entrant that sits out.
type Bye struct {
	Entrant contest.EntrantID `json:"entrant"`
	Group   string            `json:"group,omitempty"`
}

// CallState is how far a call has come.
type CallState string

// The states of a call.
const (
	CallWaiting  CallState = "waiting"
	CallOnTheWay CallState = "on-the-way"
	CallDone     CallState = "done"
)

// Call is a side's call for the referee.
type Call struct {
	// ID counts the calls of the event from 1.
	ID    int
	Match int
	Side  scoresheet.Side
	// Squad is the one that called in a team meeting; Table is where.
	Squad      int
	Table      int
	ReasonCode string
	Reason     string
	State      CallState
	Made       Stamp
	Answered   *Stamp
}

// Matches is the number of matches drawn so far.
func (s *State) Matches() int {
	if s.matches == nil {
		return 0
	}
	return s.matches.Len()
}

// Match is the match with the number, nil if there is none.
func (s *State) Match(number int) *Match {
	if number < 1 || number > s.Matches() {
		return nil
	}
	return s.matches.Get(number - 1).get()
}

// AtTable is the match that sits at the table now, nil if none does.
func (s *State) AtTable(table int) *Match { return s.Match(s.tables[table]) }

// HighestTable is the highest table number that any round has used.
func (s *State) HighestTable() int { return s.highestTable }

// Generations counts the revocations of codes.
func (s *State) Generations() int { return s.revocations }

// Calls are all calls in order.
func (s *State) Calls() []Call {
	if s.calls == nil {
		return nil
	}
	calls := make([]Call, 0, s.calls.Len())
	for it := s.calls.Iterator(); !it.Done(); {
		_, call := it.Next()
		calls = append(calls, call)
	}
	return calls
}

// Call is the call with the id.
func (s *State) Call(id int) (Call, bool) {
	if s.calls == nil || id < 1 || id > s.calls.Len() {
		return Call{}, false
	}
	return s.calls.Get(id - 1), true
}

// TablePlace is a side of a table, whatever match sits there.
type TablePlace struct {
	Table int             `json:"table"`
	Side  scoresheet.Side `json:"side"`
}

// Generation is the generation of the codes of a place: codes of an earlier
// one are no longer valid.
func (s *State) Generation(p TablePlace) int { return s.generation + s.generations[p] }

// Entrant is the entrant with the id.
func (s *State) Entrant(id contest.EntrantID) (Entrant, bool) {
	if i := s.entrantAt(id); i >= 0 {
		return s.Entrants[i], true
	}
	return Entrant{}, false
}

// entrantAt is where an entrant stands in the list, -1 if it does not. Ids are
// given in the order of the list, e1 first, so most stand where theirs says;
// lists where some were left out or put in are gone through.
func (s *State) entrantAt(id contest.EntrantID) int {
	if digits, ok := strings.CutPrefix(string(id), "e"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= len(s.Entrants) && s.Entrants[n-1].ID == id {
			return n - 1
		}
	}
	return slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.ID == id })
}

// Round is the round with the number.
func (s *State) Round(number int) (Round, bool) {
	if number < 1 || number > len(s.Rounds) {
		return Round{}, false
	}
	return s.Rounds[number-1], true
}

// CurrentRound is the last round drawn; false before the first draw.
func (s *State) CurrentRound() (Round, bool) { return s.Round(len(s.Rounds)) }

// RoundMatches are the matches of a round, by table.
func (s *State) RoundMatches(number int) []*Match {
	round, ok := s.Round(number)
	if !ok {
		return nil
	}
	matches := make([]*Match, 0, round.Last-round.First+1)
	for n := round.First; n <= round.Last; n++ {
		matches = append(matches, s.Match(n))
	}
	return matches
}

// Draw is the draw of a phase.
func (s *State) Draw(phase string) (PhaseDraw, bool) {
	for _, draw := range s.Draws {
		if draw.Phase == phase {
			return draw, true
		}
	}
	return PhaseDraw{}, false
}

// setMatch replaces a match in a state under construction.
func (s *State) setMatch(m Match, e Entry) {
	m.Version = e.N
	s.matches = s.matches.Set(m.Number-1, &m)
}

// setRecord replaces a match whose record changed: it is judged anew.
func (s *State) setRecord(m Match, e Entry) {
	s.setJudged(m, m.judge.Verdict(m.Sheet()), e)
}

// setJudged is setRecord where the verdict on the match's sheet is known.
func (s *State) setJudged(m Match, verdict scoresheet.Verdict, e Entry) {
	m.Record = e.N
	m.Verdict = verdict
	m = m.ruled()
	switch {
	case !m.Done():
		m.Ended = time.Time{}
	case m.Ended.IsZero():
		m.Ended = e.At
	}
	s.setMatch(m, e)
}

func (s *State) setRound(r Round) {
	rounds := append([]Round(nil), s.Rounds...)
	rounds[r.Number-1] = r
	s.Rounds = rounds
}

// Stage is where an event stands, as its list shows it.
type Stage string

// The stages of an event.
const (
	StageEntries Stage = "entries"
	StageCheckIn Stage = "check-in"
	StageDrawn   Stage = "drawn"
	StageRunning Stage = "running"
	StageOver    Stage = "over"
)
