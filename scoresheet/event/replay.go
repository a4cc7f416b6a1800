package event

import (
	"slices"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// LaterKeep says of a change to a round that later ones rest on that these are
// kept as they are.
const LaterKeep = "keep"

// ReplayMatch has a match played again, at its number, its table and its place
// in the draw. What was played stays on record as an attempt, and counts no
// more. A match that later rounds rest on is only played again if Later is
// LaterKeep.
type ReplayMatch struct {
	Replay
	// Also are other matches of the round that are played again with it: those
	// between which entrants change places.
	Also    []Replay
	Reason  string
	Later   string
	Version int
}

// Replay is a match to be played again, by other entrants if they are given:
// those who should have played it. Who had a bye changes places with who now
// plays in its stead.
type Replay struct {
	Match    int
	Entrants *scoresheet.PerSide[contest.EntrantID]
}

// Name is CmdReplay.
func (ReplayMatch) Name() CommandName { return CmdReplay }

// Attempt is how a match was played before it was to be played again.
type Attempt struct {
	Entrants scoresheet.PerSide[contest.EntrantID]
	// State is that in which it was left, Verdict what the rulebook said of it.
	State         MatchState
	Verdict       scoresheet.MatchVerdict
	Seats         []string
	Seated        [][]string
	Games         []GameRecord
	Penalties     []PenaltyRecord
	Rulings       []RulingRecord
	Forfeit       scoresheet.Forfeit
	ForfeitReason string
	SignedOff     *Stamp
	Started       time.Time
	Ended         time.Time
	TimeTaken     int
	// Reason is why it is played again, as Stamp says.
	Reason string
	Stamp
}

type matchReplayed struct {
	inMatch
	Reason   string                                 `json:"reason"`
	Entrants *scoresheet.PerSide[contest.EntrantID] `json:"entrants,omitempty"`
	// Later is LaterKeep where later rounds rest on the match.
	Later string `json:"later,omitempty"`
}

func (matchReplayed) kind() Kind { return "match.replayed" }

// byesChanged are the byes of a round whose pairings were changed.
type byesChanged struct {
	eventChange
	Round int   `json:"round"`
	Byes  []Bye `json:"byes"`
}

func (byesChanged) kind() Kind { return "round.byes" }

func (c byesChanged) roundNumber() int { return c.Round }

func (c ReplayMatch) decide(s *State, _ Env) ([]Change, error) {
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	replays := append([]Replay{c.Replay}, c.Also...)
	if len(replays) > MaxEntrants {
		return nil, refuse("replay.twice", "match", c.Match)
	}
	var changes []Change
	for i, replay := range replays {
		m, err := s.replayable(replay, c.Version)
		if err != nil {
			return nil, err
		}
		if m.Round != s.Match(c.Match).Round {
			return nil, refuse("replay.rounds", "match", m.Number)
		}
		if slices.ContainsFunc(replays[:i], func(r Replay) bool { return r.Match == replay.Match }) {
			return nil, refuse("replay.twice", "match", m.Number)
		}
		changes = append(changes, matchReplayed{inMatch{m.Number}, c.Reason, replay.Entrants, c.Later})
	}
	round := s.Match(c.Match).Round
	if err := s.alterable(round, c.Later); err != nil {
		return nil, err
	}
	byes, err := s.reseat(round, replays)
	if err != nil {
		return nil, err
	}
	if byes != nil {
		changes = append(changes, byesChanged{Round: round, Byes: byes})
	}
	return changes, nil
}

// replayable is the match of a replay, if it can be played again.
func (s *State) replayable(r Replay, version int) (*Match, error) {
	m := s.Match(r.Match)
	if m == nil {
		return nil, refuse("match.unknown")
	}
	if m.Undone {
		return nil, conflict("match.closed", "state", string(m.State))
	}
	if err := m.seen(version); err != nil {
		return nil, err
	}
	if r.Entrants == nil && m.blank() {
		return nil, conflict("replay.nothing", "table", m.Table)
	}
	if r.Entrants == nil {
		return m, nil
	}
	if phase, _ := s.Rulebook.Phase(m.Phase); phase.Kind == scoresheet.RoundRobin {
		return nil, refuse("replay.schedule")
	}
	draw, _ := s.Draw(m.Phase)
	for _, side := range scoresheet.Sides {
		id := r.Entrants.Of(side)
		switch e, ok := s.Entrant(id); {
		case !ok || !draw.has(id):
			return nil, refuse("entrant.unknown", "entrant", string(id))
		case e.Left != nil:
			return nil, conflict("entrant.gone", "entrant", e.Name())
		}
	}
	return m, nil
}

// blank reports whether nothing was told of the match yet.
func (m *Match) blank() bool {
	return len(m.Games) == 0 && len(m.Penalties) == 0 && m.Forfeit == scoresheet.NoForfeit && m.State != Void
}

// alterable refuses a change to a round that later ones rest on, unless they are
// to be kept. The rounds of a round robin rest on nothing but its draw.
func (s *State) alterable(number int, later string) error {
	if later != "" && later != LaterKeep {
		return refuse("later.unknown", "later", later)
	}
	round, _ := s.Round(number)
	phase, _ := s.Rulebook.Phase(round.Phase)
	for _, after := range s.Rounds[min(number, len(s.Rounds)):] {
		rests := after.Phase != round.Phase || phase.Kind != scoresheet.RoundRobin
		if rests && later != LaterKeep {
			return conflict("later.rests", "round", number, "later", after.Number)
		}
	}
	return nil
}

// reseat checks that after the replays nobody plays twice in the round, and
// gives its byes if they change.
func (s *State) reseat(number int, replays []Replay) ([]Bye, error) {
	round, _ := s.Round(number)
	plays := map[contest.EntrantID]int{}
	var before, after []contest.EntrantID
	for _, m := range s.RoundMatches(number) {
		entrants := m.Entrants
		if i := slices.IndexFunc(replays, func(r Replay) bool { return r.Match == m.Number && r.Entrants != nil }); i >= 0 {
			entrants = *replays[i].Entrants
		}
		for _, side := range scoresheet.Sides {
			id := entrants.Of(side)
			if table, twice := plays[id]; twice {
				e, _ := s.Entrant(id)
				return nil, refuse("replay.plays-twice", "entrant", e.Name(), "table", table)
			}
			plays[id] = m.Table
			before, after = append(before, m.Entrants.Of(side)), append(after, id)
		}
	}
	var out []contest.EntrantID
	for _, id := range before {
		if !slices.Contains(after, id) {
			out = append(out, id)
		}
	}
	var byes []Bye
	changed := false
	for _, bye := range round.Byes {
		if _, now := plays[bye.Entrant]; now {
			changed = true
			if len(out) == 0 {
				continue
			}
			bye.Entrant, out = out[0], out[1:]
		}
		byes = append(byes, bye)
	}
	if !changed {
		return nil, nil
	}
	return append([]Bye{}, byes...), nil
}

func (c matchReplayed) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Attempts = append(slices.Clone(m.Attempts), Attempt{
		Entrants: m.Entrants, State: m.State, Verdict: m.Verdict.Match, Seats: m.Seats, Seated: m.Seated, Games: m.Games, Penalties: m.Penalties,
		Rulings: m.Rulings, Forfeit: m.Forfeit, ForfeitReason: m.ForfeitReason, SignedOff: m.SignedOff,
		Started: m.Started, Ended: m.Ended, TimeTaken: m.TimeTaken, Reason: c.Reason, Stamp: Stamp{e.By, e.At},
	})
	if c.Entrants != nil && *c.Entrants != m.Entrants {
		m.Entrants = *c.Entrants
		m.letGo()
		m.Seats, m.Seated = nil, nil
	}
	m.Games, m.Penalties, m.Rulings = nil, nil, nil
	m.Forfeit, m.ForfeitReason, m.Leavers = scoresheet.NoForfeit, "", nil
	m.Started, m.Ended, m.TimeTaken = time.Time{}, time.Time{}, 0
	m.reopen()
	m.State = Drawn
	next.setRecord(m, e)
	return nil
}

func (c byesChanged) evolve(next *State, _ Entry) error {
	round, _ := next.Round(c.Round)
	round.Byes = c.Byes
	next.setRound(round)
	return nil
}
