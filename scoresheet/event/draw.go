package event

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// DrawRound draws the next round: the next one of the phase that is being
// played, or the first of the next phase, whose groups are drawn with it. Seed
// is what lots are drawn from; it must be given, is shown, and is used only
// where something is drawn.
type DrawRound struct{ Seed string }

// Name is CmdDraw.
func (DrawRound) Name() CommandName { return CmdDraw }

// MaxSeed bounds a seed, in bytes.
const MaxSeed = 64

// phaseDrawn is the draw of a phase: its groups in drawn order and the whole
// schedule, so that no later program has to draw it again.
type phaseDrawn struct {
	eventChange
	Phase  string          `json:"phase"`
	Seed   string          `json:"seed"`
	Groups []GroupDraw     `json:"groups"`
	Rounds []contest.Round `json:"rounds"`
}

func (phaseDrawn) kind() Kind { return "phase.drawn" }

type roundDrawn struct {
	eventChange
	Number     int            `json:"number"`
	Phase      string         `json:"phase"`
	PhaseRound int            `json:"phase_round"`
	Matches    []drawnMatch   `json:"matches"`
	Byes       []Bye          `json:"byes,omitempty"`
	Settings   map[string]any `json:"settings,omitempty"`
}

type drawnMatch struct {
	Group  string            `json:"group,omitempty"`
	Table  int               `json:"table"`
	A      contest.EntrantID `json:"a"`
	B      contest.EntrantID `json:"b"`
	Reason string            `json:"reason,omitempty"`
}

func (roundDrawn) kind() Kind { return "round.drawn" }

type lotsDrawn struct {
	eventChange
	Phase string      `json:"phase"`
	Group string      `json:"group,omitempty"`
	Rank  int         `json:"rank"`
	Lot   contest.Lot `json:"lot"`
}

func (lotsDrawn) kind() Kind { return "lots.drawn" }

// NextRound says whether a round can be drawn now, and of which phase. The
// error is why not.
func (s *State) NextRound() (phase string, err error) {
	for _, round := range s.Rounds {
		if missing := s.missing(round); len(missing) > 0 {
			return round.Phase, conflict("draw.missing", "round", round.Number, "tables", missing)
		}
	}
	if draw, ok := s.playing(); ok {
		return draw.Phase, nil
	}
	if len(s.Draws) == len(s.Rulebook.Phases) {
		return "", conflict("draw.over")
	}
	next := s.Rulebook.Phases[len(s.Draws)]
	if next.Kind != contestKind {
		return next.ID, refuse("draw.kind", "kind", string(next.Kind))
	}
	if len(s.Draws) == 0 {
		return next.ID, s.ready()
	}
	return next.ID, nil
}

// contestKind is the kind of phase that can be drawn.
const contestKind = scoresheet.RoundRobin

// Drawable reports whether every phase of the rulebook can be drawn here. The
// tables of an event by another rulebook can be judged, but not paired.
func Drawable(rb *scoresheet.Rulebook) bool {
	for _, phase := range rb.Phases {
		if phase.Kind != contestKind {
			return false
		}
	}
	return len(rb.Phases) > 0
}

// missing are the tables of the round whose matches have no result yet.
func (s *State) missing(round Round) []int {
	var tables []int
	for n := round.First; n <= round.Last; n++ {
		if m := s.Match(n); !m.Done() {
			tables = append(tables, m.Table)
		}
	}
	return tables
}

// playing is the draw whose rounds are not all drawn.
func (s *State) playing() (PhaseDraw, bool) {
	if len(s.Draws) == 0 {
		return PhaseDraw{}, false
	}
	draw := s.Draws[len(s.Draws)-1]
	return draw, s.phaseRounds(draw.Phase) < len(draw.Rounds)
}

// phaseRounds is the number of rounds of the phase that were drawn.
func (s *State) phaseRounds(phase string) int {
	n := 0
	for _, round := range s.Rounds {
		if round.Phase == phase {
			n++
		}
	}
	return n
}

// ready wants entrants, in groups that can be played, all of them checked in
// once anybody was.
func (s *State) ready() error {
	if len(s.Entrants) == 0 {
		return conflict("draw.no-entrants")
	}
	var unchecked []string
	checking := false
	for _, e := range s.Entrants {
		checking = checking || e.Presence != PresenceUnknown
		if e.Presence == PresenceUnknown {
			unchecked = append(unchecked, e.Name())
		}
	}
	if checking && len(unchecked) > 0 {
		return conflict("draw.unchecked", "entrants", unchecked)
	}
	groups, err := s.entryGroups()
	if err != nil {
		return err
	}
	for _, group := range groups {
		if n := len(group.Entrants); n < s.Rulebook.Entry.Min || n > s.Rulebook.Entry.Max {
			return conflict("draw.group-size", "group", group.Name, "count", n, "min", s.Rulebook.Entry.Min, "max", s.Rulebook.Entry.Max)
		}
	}
	return nil
}

// entryGroups are the groups of the first phase: those that the entries name,
// without the entrants who are missing.
func (s *State) entryGroups() ([]contest.Group, error) {
	var entrants []contest.Entrant
	for _, e := range s.Entrants {
		if e.Presence != Missing {
			entrants = append(entrants, e.Contestant())
		}
	}
	groups, err := contest.OwnGroups(entrants, s.Rulebook.Entry.Groups)
	if err != nil {
		return nil, err
	}
	return groups, nil
}

// Contestant is the entrant as contests see it.
func (e Entrant) Contestant() contest.Entrant {
	return contest.Entrant{ID: e.ID, Number: e.Number, Unit: e.Unit, Name: e.Name(), Group: e.Group, Seed: e.Seed}
}

func checkSeed(seed string) error {
	if seed == "" || len(seed) > MaxSeed || strings.ContainsFunc(seed, unseen) {
		return refuse("draw.seed", "limit", MaxSeed)
	}
	return nil
}

func (c DrawRound) decide(s *State, _ Env) ([]Change, error) {
	if err := checkSeed(c.Seed); err != nil {
		return nil, err
	}
	phase, err := s.NextRound()
	if err != nil {
		return nil, err
	}
	if draw, ok := s.playing(); ok {
		return []Change{s.roundOf(draw)}, nil
	}
	next, _ := s.Rulebook.Phase(phase)
	groups, changes, err := s.fill(next, c.Seed)
	if err != nil {
		return nil, err
	}
	drawn, err := drawPhase(next, groups, c.Seed, len(s.Draws) > 0)
	if err != nil {
		return nil, err
	}
	return append(changes, drawn, s.roundOf(PhaseDraw{Phase: drawn.Phase, Rounds: drawn.Rounds})), nil
}

// fill makes the groups of a phase; ties that only a lot can break are drawn
// from the seed.
func (s *State) fill(next scoresheet.Phase, seed string) ([]contest.Group, []Change, error) {
	if len(s.Draws) == 0 {
		groups, err := s.entryGroups()
		return groups, nil, err
	}
	before := s.Draws[len(s.Draws)-1].Phase
	changes, lots, err := s.neededLots(before, seed)
	if err != nil {
		return nil, nil, err
	}
	with := *s
	with.Lots = append(slices.Clone(s.Lots), lots...)
	var standings []contest.Standings
	for _, draw := range s.Draws {
		list, err := with.Standings(draw.Phase)
		if err != nil {
			return nil, nil, err
		}
		standings = append(standings, list...)
	}
	groups, err := contest.Fill(next, standings, nil)
	return groups, changes, err
}

func (s *State) neededLots(phase, seed string) ([]Change, []contest.Lot, error) {
	standings, err := s.Standings(phase)
	if err != nil {
		return nil, nil, err
	}
	var changes []Change
	var lots []contest.Lot
	for _, group := range standings {
		for _, needed := range group.LotsNeeded {
			lot := contest.DrawLot(seed, needed.Entrants)
			lots = append(lots, lot)
			changes = append(changes, lotsDrawn{Phase: phase, Group: group.Group, Rank: needed.Rank, Lot: lot})
		}
	}
	return changes, lots, nil
}

func drawPhase(phase scoresheet.Phase, groups []contest.Group, seed string, later bool) (phaseDrawn, error) {
	draw, err := contest.DrawRoundRobin(contest.RoundRobinInput{Seed: seed, SameUnitFirst: later, Groups: groups})
	if err != nil {
		return phaseDrawn{}, err
	}
	drawn := phaseDrawn{Phase: phase.ID, Seed: seed, Rounds: draw.Rounds}
	for i, group := range groups {
		g := GroupDraw{Name: group.Name, Order: draw.Orders[i], Origins: group.Origins, Entrants: group.Entrants}
		for _, rule := range phase.Groups {
			if rule.Name == group.Name {
				g.FirstPlace = rule.FirstPlace
			}
		}
		drawn.Groups = append(drawn.Groups, g)
	}
	return drawn, nil
}

// roundOf is the next round of a drawn phase.
func (s *State) roundOf(draw PhaseDraw) roundDrawn {
	k := s.phaseRounds(draw.Phase)
	round := draw.Rounds[k]
	drawn := roundDrawn{Number: len(s.Rounds) + 1, Phase: draw.Phase, PhaseRound: k + 1, Settings: s.Settings}
	for _, p := range round.Pairings {
		drawn.Matches = append(drawn.Matches, drawnMatch{Group: p.Group, Table: p.Table, A: p.Home, B: p.Away, Reason: string(p.Reason)})
	}
	for _, id := range round.Byes {
		drawn.Byes = append(drawn.Byes, Bye{Entrant: id, Group: draw.groupOf(id)})
	}
	return drawn
}

func (d PhaseDraw) groupOf(id contest.EntrantID) string {
	for _, group := range d.Groups {
		if slices.Contains(group.Order, id) {
			return group.Name
		}
	}
	return ""
}

func (c phaseDrawn) evolve(next *State, _ Entry) error {
	next.Draws = append(slices.Clone(next.Draws), PhaseDraw{Phase: c.Phase, Seed: c.Seed, Groups: c.Groups, Rounds: c.Rounds})
	return nil
}

func (c lotsDrawn) evolve(next *State, _ Entry) error {
	next.Lots = append(slices.Clone(next.Lots), c.Lot)
	return nil
}

func (c roundDrawn) evolve(next *State, e Entry) error {
	if c.Number != len(next.Rounds)+1 {
		return fmt.Errorf("round %d after %d rounds", c.Number, len(next.Rounds))
	}
	j, terms, err := newJudge(next.Rulebook, c.Phase, c.Settings)
	if err != nil {
		return fmt.Errorf("settings of round %d: %w", c.Number, err)
	}
	first := next.Matches() + 1
	round := Round{
		Number: c.Number, Phase: c.Phase, PhaseRound: c.PhaseRound, First: first, Last: first + len(c.Matches) - 1,
		Byes: c.Byes, Settings: c.Settings, Clock: Clock{State: ClockIdle}, judge: j, terms: terms,
	}
	next.Rounds = append(slices.Clone(next.Rounds), round)
	next.tables = make(map[int]int, len(c.Matches))
	for i, drawn := range c.Matches {
		m := Match{
			Number: first + i, Round: c.Number, Phase: c.Phase, Group: drawn.Group, Table: drawn.Table, Reason: drawn.Reason,
			Entrants: scoresheet.PerSide[contest.EntrantID]{A: drawn.A, B: drawn.B},
			State:    Drawn, Version: e.N, Record: e.N, judge: j, terms: &round.terms,
		}
		m = m.judged()
		next.matches = next.matches.Append(&m)
		next.tables[m.Table] = m.Number
		next.highestTable = max(next.highestTable, m.Table)
	}
	return nil
}

// DrawLots draws the lots that the standings of a phase still need ("" is the
// phase that is being played).
type DrawLots struct{ Phase, Seed string }

// Name is CmdLots.
func (DrawLots) Name() CommandName { return CmdLots }

func (c DrawLots) decide(s *State, _ Env) ([]Change, error) {
	if err := checkSeed(c.Seed); err != nil {
		return nil, err
	}
	if c.Phase == "" && len(s.Draws) > 0 {
		c.Phase = s.Draws[len(s.Draws)-1].Phase
	}
	if _, ok := s.Draw(c.Phase); !ok {
		return nil, conflict("lots.phase")
	}
	changes, _, err := s.neededLots(c.Phase, c.Seed)
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 {
		return nil, conflict("lots.none")
	}
	return changes, nil
}

// Standings are the standings of a phase, group by group. The error is
// scoresheet.Faults for a record that cannot be ranked.
func (s *State) Standings(phase string) ([]contest.Standings, error) {
	draw, ok := s.Draw(phase)
	if !ok {
		return nil, nil
	}
	rules, _ := s.Rulebook.Phase(phase)
	begun := s.phaseRounds(phase)
	results := s.results(phase)
	standings := make([]contest.Standings, 0, len(draw.Groups))
	for _, group := range draw.Groups {
		ranked, err := contest.Rank(contest.StandingsInput{
			Phase: phase, Group: group.Name, Entrants: s.contestants(group), Rounds: draw.Rounds, Begun: begun,
			Results: results, Criteria: s.criteria(rules), MatchPoints: s.Rulebook.MatchPoints, Lots: s.Lots,
		})
		if err != nil {
			return nil, fmt.Errorf("standings of %s %s: %w", phase, group.Name, err)
		}
		standings = append(standings, ranked)
	}
	return standings, nil
}

// criteria are the tie-breaks of a phase as the organiser had set them when its
// last round was drawn: a later change is for rounds to come, not for ranks
// that are known.
func (s *State) criteria(phase scoresheet.Phase) []scoresheet.Criterion {
	criteria := slices.Clone(phase.Ranking)
	var terms scoresheet.Terms
	for _, round := range s.Rounds {
		if round.Phase == phase.ID {
			terms = round.terms
		}
	}
	for i := range criteria {
		if criteria[i].Rule == scoresheet.RuleLevelDifference && terms.DifferenceAmong {
			criteria[i].Among = true
		}
	}
	return criteria
}

func (s *State) contestants(group GroupDraw) []contest.Entrant {
	entrants := make([]contest.Entrant, 0, len(group.Order))
	for _, id := range group.Order {
		if e, ok := s.Entrant(id); ok {
			entrants = append(entrants, e.Contestant())
		}
	}
	return entrants
}

// results are the results of the matches of a phase that have one.
func (s *State) results(phase string) []contest.Result {
	var results []contest.Result
	for _, round := range s.Rounds {
		if round.Phase != phase {
			continue
		}
		for n := round.First; n <= round.Last; n++ {
			if m := s.Match(n); m.Done() {
				results = append(results, m.result(round))
			}
		}
	}
	return results
}

func (m *Match) result(round Round) contest.Result {
	pairing := contest.Pairing{Group: m.Group, Home: m.Entrants.A, Away: m.Entrants.B, Table: m.Table}
	r, _ := contest.ResultOf(round.PhaseRound, pairing, m.Verdict, round.terms.Start)
	r.Round, r.Home, r.Away = round.PhaseRound, pairing.Home, pairing.Away
	switch {
	case m.State == Void:
		return contest.Result{Round: r.Round, Home: r.Home, Away: r.Away, Kind: contest.Void}
	case m.Forfeit == scoresheet.ForfeitBoth:
		return contest.Result{Round: r.Round, Home: r.Home, Away: r.Away, Kind: contest.DoubleForfeit}
	case m.Forfeit == scoresheet.ForfeitA:
		return contest.Result{Round: r.Round, Home: r.Home, Away: r.Away, Kind: contest.Walkover, Winner: scoresheet.SideB}
	case m.Forfeit == scoresheet.ForfeitB:
		return contest.Result{Round: r.Round, Home: r.Home, Away: r.Away, Kind: contest.Walkover, Winner: scoresheet.SideA}
	}
	return r
}

// Places are the places of the event as far as they are known.
func (s *State) Places() ([]contest.Place, error) {
	var standings []contest.Standings
	for _, draw := range s.Draws {
		list, err := s.Standings(draw.Phase)
		if err != nil {
			return nil, err
		}
		standings = append(standings, list...)
	}
	entrants := make([]contest.Entrant, len(s.Entrants))
	for i, e := range s.Entrants {
		entrants[i] = e.Contestant()
	}
	return contest.Places(entrants, s.Rulebook.Phases, standings), nil
}

// Stage is where the event stands.
func (s *State) Stage() Stage {
	if len(s.Rounds) == 0 {
		for _, e := range s.Entrants {
			if e.Presence != PresenceUnknown {
				return StageCheckIn
			}
		}
		return StageEntries
	}
	round, _ := s.CurrentRound()
	_, err := s.NextRound()
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Code == "draw.over" {
		return StageOver
	}
	if round.Number == 1 && len(s.missing(round)) == round.Last-round.First+1 && round.Clock.State == ClockIdle && !s.begun(round) {
		return StageDrawn
	}
	return StageRunning
}

func (s *State) begun(round Round) bool {
	for n := round.First; n <= round.Last; n++ {
		if s.Match(n).State != Drawn {
			return true
		}
	}
	return false
}
