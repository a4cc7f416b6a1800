package event

import (
	"cmp"
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
type DrawRound struct {
	Seed string
	// Missing says what happens to each match that has no result, by its number;
	// as long as one is left out nothing is drawn.
	Missing map[int]Outcome
	// Paper is the round as lots on paper gave it, nil for one that the kiosk
	// draws. Nothing in it is drawn anew, but it is checked.
	Paper *PaperDraw
}

// Name is CmdDraw.
func (DrawRound) Name() CommandName { return CmdDraw }

// MaxSeed bounds a seed, in bytes.
const MaxSeed = 64

// phaseDrawn is the draw of a phase: its groups in drawn order, and the whole
// schedule where it does not depend on results, so that no later program has
// to draw it again.
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
	Number     int    `json:"number"`
	Phase      string `json:"phase"`
	PhaseRound int    `json:"phase_round"`
	// Seed is what this round was drawn from, empty where the draw of the phase
	// holds the schedule, and for lots on paper.
	Seed     string              `json:"seed,omitempty"`
	Paper    bool                `json:"paper,omitempty"`
	Playoff  bool                `json:"playoff,omitempty"`
	Matches  []drawnMatch        `json:"matches"`
	Byes     []Bye               `json:"byes,omitempty"`
	Through  []contest.EntrantID `json:"through,omitempty"`
	Settings map[string]any      `json:"settings,omitempty"`
}

type drawnMatch struct {
	Group  string            `json:"group,omitempty"`
	Table  int               `json:"table"`
	A      contest.EntrantID `json:"a"`
	B      contest.EntrantID `json:"b"`
	Reason string            `json:"reason,omitempty"`
	Slot   int               `json:"slot,omitempty"`
	Basis  *contest.Basis    `json:"basis,omitempty"`
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
// error is why not: "draw.missing" where results are, "draw.over" when the
// last phase is played.
func (s *State) NextRound() (phase string, err error) {
	if missing := s.MissingResults(); len(missing) > 0 {
		return missing[0].Phase, conflict("draw.missing", "round", missing[0].Round, "tables", tablesOf(missing))
	}
	if len(s.Draws) > 0 {
		draw := s.Draws[len(s.Draws)-1]
		over, err := s.phaseOver(draw)
		if err == nil && !over {
			err = s.ladderReady()
		}
		if err != nil || !over {
			return draw.Phase, err
		}
	}
	if len(s.Draws) > 0 && s.playoffDue() {
		return s.Draws[len(s.Draws)-1].Phase, nil
	}
	if len(s.Draws) == len(s.Rulebook.Phases) {
		return "", conflict("draw.over")
	}
	next := s.Rulebook.Phases[len(s.Draws)]
	if len(s.Draws) == 0 {
		return next.ID, cmp.Or(s.ready(), s.ladderReady())
	}
	return next.ID, nil
}

// playoffDue reports whether somebody who is level at a cut of the last phase
// has to play once more.
func (s *State) playoffDue() bool {
	standings, err := s.Standings(s.Draws[len(s.Draws)-1].Phase)
	return err == nil && slices.ContainsFunc(standings, func(g contest.Standings) bool { return len(s.playoffsDue(g)) > 0 })
}

// MissingResults are the matches that the next draw waits for. Postponed
// matches of a phase that goes on are not among them.
func (s *State) MissingResults() []*Match {
	var missing []*Match
	for _, round := range s.Rounds {
		for n := round.First; n <= round.Last; n++ {
			if m := s.Match(n); !m.Done() && !s.waits(m) {
				missing = append(missing, m)
			}
		}
	}
	return missing
}

// waits reports whether the match was postponed and its phase has rounds to
// come.
func (s *State) waits(m *Match) bool {
	if !m.Postponed || len(s.Draws) == 0 || s.Draws[len(s.Draws)-1].Phase != m.Phase {
		return false
	}
	over, err := s.phaseOver(s.Draws[len(s.Draws)-1])
	return err == nil && !over
}

func tablesOf(matches []*Match) []int {
	tables := make([]int, len(matches))
	for i, m := range matches {
		tables[i] = m.Table
	}
	return tables
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

func namesOf(entrants []Entrant) []string {
	names := make([]string, len(entrants))
	for i, e := range entrants {
		names[i] = e.Name()
	}
	return names
}

// ready wants entrants, in groups that can be played, all of them checked in
// once anybody was.
func (s *State) ready() error {
	if len(s.Entrants) == 0 {
		return conflict("draw.no-entrants")
	}
	if singles := s.singles(); len(singles) > 0 {
		return conflict("draw.singles", "entrants", namesOf(singles))
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
	most := s.Rulebook.Entry.Max
	if most == 0 {
		most = MaxEntrants
	}
	for _, group := range groups {
		if n := len(group.Entrants); n < s.Rulebook.Entry.Min || n > most {
			return conflict("draw.group-size", "group", group.Name, "count", n, "min", s.Rulebook.Entry.Min, "max", most)
		}
	}
	return nil
}

// entryGroups are the groups of the first phase: those that the entries name,
// without the entrants who are missing.
func (s *State) entryGroups() ([]contest.Group, error) {
	return contest.OwnGroups(s.entered(), s.Rulebook.Entry.Groups)
}

// entered are those who can be drawn into the first phase.
func (s *State) entered() []contest.Entrant {
	var entrants []contest.Entrant
	for _, e := range s.Entrants {
		if e.Presence != Missing && e.Left == nil {
			entrants = append(entrants, e.Contestant())
		}
	}
	return entrants
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

func (c DrawRound) decide(s *State, env Env) ([]Change, error) {
	if err := checkSeed(c.Seed); err != nil {
		return nil, err
	}
	settled, err := c.settle(s)
	if err != nil {
		return nil, err
	}
	state, err := s.with(settled, env)
	if err != nil {
		return nil, err
	}
	drawn, err := c.draw(state, env)
	if len(settled) > 0 && isOver(err) {
		return settled, nil // what was missing has ended the event
	}
	return append(settled, drawn...), err
}

// draw draws phases until one of them has a round to play: a phase that
// everybody passes has none.
func (c DrawRound) draw(s *State, env Env) ([]Change, error) {
	if _, err := s.NextRound(); err != nil {
		return nil, err
	}
	var changes []Change
	for {
		more, round, err := c.step(s)
		if len(changes) > 0 && isOver(err) {
			return changes, nil // a last phase that needs no round
		}
		if err != nil {
			return nil, err
		}
		changes = append(changes, more...)
		if round {
			return changes, nil
		}
		if s, err = s.with(more, env); err != nil {
			return nil, err
		}
	}
}

// isOver reports whether the last phase is played.
func isOver(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Code == "draw.over"
}

// step draws the next round of the phase that is being played, or else the
// next phase.
func (c DrawRound) step(s *State) (changes []Change, round bool, err error) {
	if len(s.Draws) > 0 {
		draw := s.Draws[len(s.Draws)-1]
		over, err := s.phaseOver(draw)
		if err != nil {
			return nil, false, err
		}
		if !over {
			drawn, err := c.roundOf(s, draw)
			return append([]Change{drawn}, s.walkovers(drawn)...), true, err
		}
		if again, needed, err := c.playoff(s, draw); err != nil || needed {
			return []Change{again}, true, err
		}
	}
	if len(s.Draws) == len(s.Rulebook.Phases) {
		return nil, false, conflict("draw.over")
	}
	changes, err = c.phase(s, s.Rulebook.Phases[len(s.Draws)])
	return changes, false, err
}

// walkovers forfeit the matches of a schedule that somebody who has left was to
// play.
func (s *State) walkovers(drawn roundDrawn) []Change {
	var changes []Change
	for i, m := range drawn.Matches {
		forfeit := scoresheet.NoForfeit
		switch goneA, goneB := s.gone(m.A), s.gone(m.B); {
		case goneA && goneB:
			forfeit = scoresheet.ForfeitBoth
		case goneA:
			forfeit = scoresheet.ForfeitA
		case goneB:
			forfeit = scoresheet.ForfeitB
		}
		if forfeit != scoresheet.NoForfeit {
			changes = append(changes, matchForfeited{inMatch: inMatch{s.Matches() + i + 1}, Forfeit: forfeit, Reason: leftReason})
		}
	}
	return changes
}

// leftReason stands in the record of matches that somebody who had left was to
// play.
const leftReason = "entrant.left"

// with is the state after changes that are decided but not written yet.
func (s *State) with(changes []Change, env Env) (*State, error) {
	for _, change := range changes {
		entry, encoded, err := seal(s, change, env)
		if err != nil {
			return nil, err
		}
		if s, err = evolve(s, entry, HashOf(encoded)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// phase draws the field of a phase; ties that only a lot can break are drawn
// from the seed.
func (c DrawRound) phase(s *State, next scoresheet.Phase) ([]Change, error) {
	kind, ok := kindOf(next.Kind)
	if !ok {
		return nil, refuse("draw.kind", "kind", string(next.Kind))
	}
	groups, changes, err := s.fill(next, c.Seed)
	if err != nil {
		return nil, err
	}
	drawn, err := kind.field(fieldInput{Phase: next, Groups: groups, Seed: c.Seed, Later: len(s.Draws) > 0, Paper: c.Paper})
	return append(changes, drawn), err
}

// fill makes the groups of a phase; the changes are lots that it takes.
func (s *State) fill(next scoresheet.Phase, seed string) ([]contest.Group, []Change, error) {
	in := contest.FillInput{Phase: next, Entrants: s.entered(), Names: s.Rulebook.Entry.Groups, Gone: s.allGone(), Seed: seed}
	if len(s.Draws) == 0 {
		groups, err := contest.Fill(in)
		return groups, nil, err
	}
	changes, lots, err := s.neededLots(s.Draws[len(s.Draws)-1].Phase, seed)
	if err != nil {
		return nil, nil, err
	}
	with := *s
	with.Lots = append(slices.Clone(s.Lots), lots...)
	for _, draw := range s.Draws {
		list, err := with.Standings(draw.Phase)
		if err != nil {
			return nil, nil, err
		}
		in.Standings = append(in.Standings, list...)
	}
	groups, err := contest.Fill(in)
	return groups, changes, err
}

// roundOf draws the next round of a drawn phase.
func (c DrawRound) roundOf(s *State, draw PhaseDraw) (roundDrawn, error) {
	stage := s.contestStage(draw)
	var round contest.Round
	var err error
	byPairs := c.Paper != nil && !scheduled(draw) && !(c.Paper.onlyOrders() && s.Numbered(draw))
	if byPairs {
		round, err = c.Paper.round(stage)
	} else {
		round, err = kind(stage).next(stage, draw, c.Seed)
	}
	if err != nil {
		return roundDrawn{}, err
	}
	drawn := roundDrawn{
		Number: len(s.Rounds) + 1, Phase: draw.Phase, PhaseRound: stage.Next(), Settings: s.Settings,
		Through: round.Through, Paper: byPairs || stage.Next() == 1 && c.Paper.onlyOrders(),
	}
	if !scheduled(draw) && c.Paper == nil {
		drawn.Seed = c.Seed
	}
	for _, p := range round.Pairings {
		drawn.Matches = append(drawn.Matches, drawnMatch{
			Group: p.Group, Table: p.Table, A: p.Home, B: p.Away, Reason: string(p.Reason), Slot: p.Slot, Basis: p.Basis,
		})
	}
	for _, id := range round.Byes {
		drawn.Byes = append(drawn.Byes, Bye{Entrant: id, Group: draw.groupOf(id)})
	}
	return drawn, nil
}

func (d PhaseDraw) groupOf(id contest.EntrantID) string {
	for _, group := range d.Groups {
		if slices.Contains(group.Order, id) {
			return group.Name
		}
	}
	return ""
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
		Byes: c.Byes, Through: c.Through, Seed: c.Seed, Paper: c.Paper, Playoff: c.Playoff,
		Settings: c.Settings, Clock: Clock{State: ClockIdle}, judge: j, terms: terms,
	}
	next.Rounds = append(slices.Clone(next.Rounds), round)
	next.tables = make(map[int]int, len(c.Matches))
	for i, drawn := range c.Matches {
		m := Match{
			Number: first + i, Round: c.Number, Phase: c.Phase, Group: drawn.Group, Table: firstTable(drawn.Table, terms),
			Reason: drawn.Reason, Slot: drawn.Slot, Basis: drawn.Basis,
			Entrants: scoresheet.PerSide[contest.EntrantID]{A: drawn.A, B: drawn.B},
			State:    Drawn, Version: e.N, Record: e.N, judge: j, terms: &round.terms,
		}
		m = m.judged()
		next.matches = next.matches.Append(&m)
		next.sit(&m)
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
	stage := s.contestStage(draw)
	standings, err := kind(stage).rank(s, stage, draw)
	if err != nil {
		return nil, fmt.Errorf("standings of %s: %w", phase, err)
	}
	return standings, nil
}

// criteria are the tie-breaks of a phase as the organiser had set them when its
// last round was drawn: a later change is for rounds to come, not for ranks
// that are known.
func (s *State) criteria(phase scoresheet.Phase) []scoresheet.Criterion {
	var terms scoresheet.Terms
	for _, round := range s.Rounds {
		if round.Phase == phase.ID {
			terms = round.terms
		}
	}
	return contest.Criteria(phase.Ranking, terms)
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
	r.Round, r.Home, r.Away, r.Playoff = round.PhaseRound, pairing.Home, pairing.Away, round.Playoff
	r.Seconds, r.Provisional = m.seconds(round), m.Provisional()
	switch {
	case m.State == Void:
		return decided(r, contest.Void, scoresheet.NoSide)
	case m.Forfeit == scoresheet.ForfeitBoth:
		return decided(r, contest.DoubleForfeit, scoresheet.NoSide)
	case m.Forfeit == scoresheet.ForfeitA:
		return decided(r, contest.Walkover, scoresheet.SideB)
	case m.Forfeit == scoresheet.ForfeitB:
		return decided(r, contest.Walkover, scoresheet.SideA)
	}
	return r
}

// decided is the result of a match that was decided without being played.
func decided(r contest.Result, kind contest.ResultKind, winner scoresheet.Side) contest.Result {
	return contest.Result{Round: r.Round, Home: r.Home, Away: r.Away, Playoff: r.Playoff, Kind: kind, Winner: winner}
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
	if isOver(err) {
		return StageOver
	}
	if round.Number == 1 && len(s.MissingResults()) == round.Last-round.First+1 && round.Clock.State == ClockIdle && !s.begun(round) {
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
