package event

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// phaseKind is how the phases of a kind are drawn, played and ranked.
type phaseKind struct {
	// field draws what a phase needs once, before its first round.
	field func(fieldInput) (phaseDrawn, error)
	// over says that no round is to come.
	over func(contest.Stage, PhaseDraw) (bool, error)
	// next draws the next round.
	next func(stage contest.Stage, draw PhaseDraw, seed string) (contest.Round, error)
	// rank ranks the groups of the phase.
	rank func(s *State, stage contest.Stage, draw PhaseDraw) ([]contest.Standings, error)
	// check proves a round that was drawn on paper.
	check func(contest.Stage, contest.Round) error
}

// kindOf is the kind, false for one that cannot be drawn.
func kindOf(kind scoresheet.PhaseKind) (phaseKind, bool) {
	switch kind {
	case scoresheet.RoundRobin:
		return phaseKind{field: roundRobinField, over: scheduleOver, next: scheduledRound, rank: rankGroups}, true
	case scoresheet.Knockout:
		return phaseKind{field: knockoutField, over: knockoutOver, next: knockoutRound, rank: rankKnockout, check: contest.VerifyKnockout}, true
	case scoresheet.Swiss:
		return phaseKind{field: swissField, over: swissOver, next: swissRound, rank: rankGroups, check: contest.VerifyPairs}, true
	case scoresheet.Ladder:
		return phaseKind{
			field: ladderField, over: ladderOver, next: ladderRound, rank: rankLadder, check: contest.VerifyLadderRound,
		}, true
	}
	return phaseKind{}, false
}

// kind is the kind of a phase that was drawn.
func kind(stage contest.Stage) phaseKind {
	k, _ := kindOf(stage.Phase.Kind)
	return k
}

// Drawable reports whether every phase of the rulebook can be drawn here. The
// tables of an event by another rulebook can be judged, but not paired.
func Drawable(rb *scoresheet.Rulebook) bool {
	for _, phase := range rb.Phases {
		if _, ok := kindOf(phase.Kind); !ok {
			return false
		}
	}
	return len(rb.Phases) > 0
}

// phaseOver reports whether the phase has no round to come.
func (s *State) phaseOver(draw PhaseDraw) (bool, error) {
	stage := s.contestStage(draw)
	return kind(stage).over(stage, draw)
}

// scheduled reports whether the draw of the phase holds its whole schedule.
func scheduled(draw PhaseDraw) bool { return len(draw.Rounds) > 0 }

// fieldInput is what the draw of a phase follows from.
type fieldInput struct {
	Phase  scoresheet.Phase
	Groups []contest.Group
	Seed   string
	// Later: the phase comes after another one.
	Later bool
	Paper *PaperDraw
}

func (in fieldInput) drawn(orders [][]contest.EntrantID, rounds []contest.Round) phaseDrawn {
	drawn := phaseDrawn{Phase: in.Phase.ID, Seed: in.Seed, Rounds: rounds}
	for i, group := range in.Groups {
		g := GroupDraw{Name: group.Name, Order: orders[i], Origins: group.Origins, Entrants: group.Entrants}
		for _, rule := range in.Phase.Groups {
			if rule.Name == group.Name {
				g.FirstPlace = rule.FirstPlace
			}
		}
		drawn.Groups = append(drawn.Groups, g)
	}
	return drawn
}

func roundRobinField(in fieldInput) (phaseDrawn, error) {
	orders, err := in.paperOrders()
	if err != nil {
		return phaseDrawn{}, err
	}
	draw, err := contest.DrawRoundRobin(contest.RoundRobinInput{Seed: in.Seed, SameUnitFirst: in.Later, Orders: orders, Groups: in.Groups})
	if err != nil {
		return phaseDrawn{}, err
	}
	return in.drawn(draw.Orders, draw.Rounds), nil
}

// knockoutField draws the order of a fixed bracket.
func knockoutField(in fieldInput) (phaseDrawn, error) {
	paper, err := in.paperOrders()
	if err != nil {
		return phaseDrawn{}, err
	}
	orders := paper
	for i, group := range in.Groups {
		if paper != nil {
			in.Groups[i] = ordered(group, paper[i])
			continue
		}
		if in.Groups[i], err = contest.BracketOrder(in.Phase, group, in.Seed); err != nil {
			return phaseDrawn{}, err
		}
		orders = append(orders, idsOf(in.Groups[i]))
	}
	return in.drawn(orders, nil), nil
}

// swissField is the field as it came: each round is drawn from its standing.
func swissField(in fieldInput) (phaseDrawn, error) {
	var orders [][]contest.EntrantID
	for _, group := range in.Groups {
		orders = append(orders, idsOf(group))
	}
	return in.drawn(orders, nil), nil
}

// paperOrders are the orders that lots on paper gave, nil without them.
func (in fieldInput) paperOrders() ([][]contest.EntrantID, error) {
	if in.Paper == nil || in.Paper.Orders == nil {
		return nil, nil
	}
	orders := make([][]contest.EntrantID, len(in.Groups))
	for i, group := range in.Groups {
		order, err := in.Paper.order(group)
		if err != nil {
			return nil, err
		}
		orders[i] = order
	}
	return orders, nil
}

func idsOf(group contest.Group) []contest.EntrantID {
	ids := make([]contest.EntrantID, len(group.Entrants))
	for i, entrant := range group.Entrants {
		ids[i] = entrant.ID
	}
	return ids
}

// ordered is the group in the order, origins alongside.
func ordered(group contest.Group, order []contest.EntrantID) contest.Group {
	out := contest.Group{Name: group.Name}
	for _, id := range order {
		at := slices.IndexFunc(group.Entrants, func(e contest.Entrant) bool { return e.ID == id })
		out.Entrants = append(out.Entrants, group.Entrants[at])
		if at < len(group.Origins) {
			out.Origins = append(out.Origins, group.Origins[at])
		}
	}
	return out
}

func knockoutOver(stage contest.Stage, _ PhaseDraw) (bool, error) { return contest.KnockoutOver(stage) }

func knockoutRound(stage contest.Stage, _ PhaseDraw, seed string) (contest.Round, error) {
	return contest.DrawKnockout(stage, seed)
}

func rankKnockout(_ *State, stage contest.Stage, _ PhaseDraw) ([]contest.Standings, error) {
	standings, err := contest.RankKnockout(stage)
	return []contest.Standings{standings}, err
}

func swissOver(stage contest.Stage, _ PhaseDraw) (bool, error) { return contest.SwissOver(stage), nil }

func swissRound(stage contest.Stage, _ PhaseDraw, seed string) (contest.Round, error) {
	draw, err := contest.DrawSwiss(stage, seed)
	return draw.Round, err
}

func scheduleOver(stage contest.Stage, draw PhaseDraw) (bool, error) {
	return len(stage.Rounds) >= len(draw.Rounds), nil
}

// scheduledRound is the next round of the schedule.
func scheduledRound(stage contest.Stage, draw PhaseDraw, _ string) (contest.Round, error) {
	return draw.Rounds[len(stage.Rounds)], nil
}

// rankGroups ranks groups by the tie-breaks of the phase.
func rankGroups(s *State, stage contest.Stage, draw PhaseDraw) ([]contest.Standings, error) {
	schedule := stage.Rounds
	if len(schedule) < len(draw.Rounds) {
		schedule = append(schedule[:len(schedule):len(schedule)], draw.Rounds[len(schedule):]...)
	}
	over, err := kind(stage).over(stage, draw)
	if err != nil {
		return nil, err
	}
	standings := make([]contest.Standings, 0, len(stage.Groups))
	for _, group := range stage.Groups {
		ranked, err := contest.Rank(contest.StandingsInput{
			Phase: draw.Phase, Group: group.Name, Entrants: group.Entrants, Rounds: schedule, Begun: len(stage.Rounds),
			MoreRounds: !over && !scheduled(draw), Results: stage.Results, Withdrawals: stage.Withdrawals,
			Criteria: s.criteria(stage.Phase), MatchPoints: stage.MatchPoints, Lots: stage.Lots, Cuts: s.cuts(draw.Phase, len(stage.Groups)),
		})
		if err != nil {
			return nil, err
		}
		standings = append(standings, ranked)
	}
	return standings, nil
}

// PhaseStage is a drawn phase as contests see it.
func (s *State) PhaseStage(draw PhaseDraw) contest.Stage { return s.contestStage(draw) }

// contestStage is a drawn phase as contests see it: the field as it is
// spelled now, and the rounds as they were played.
func (s *State) contestStage(draw PhaseDraw) contest.Stage {
	rules, _ := s.Rulebook.Phase(draw.Phase)
	stage := contest.Stage{
		Phase: rules, Limit: s.roundLimit(rules), Results: s.results(draw.Phase), MatchPoints: s.Rulebook.MatchPoints, Lots: s.Lots,
		Withdrawals: s.withdrawals(draw.Phase), Ladder: s.ladderRecord(rules),
	}
	for _, group := range draw.Groups {
		stage.Groups = append(stage.Groups, contest.Group{Name: group.Name, Entrants: s.contestants(group), Origins: group.Origins})
	}
	for _, round := range s.Rounds {
		if round.Phase == draw.Phase && !round.Playoff {
			stage.Rounds = append(stage.Rounds, s.contestRound(round))
		}
	}
	return stage
}

// roundLimit is how many rounds the phase has at most, by the rulebook or by
// the organiser's setting; 0 for as many as it needs.
func (s *State) roundLimit(phase scoresheet.Phase) int {
	if phase.Rounds > 0 {
		return phase.Rounds
	}
	terms, err := s.Rulebook.Terms(phase.ID, s.Settings)
	if err != nil {
		return 0
	}
	return terms.Rounds
}

// contestRound is a round as it was played.
func (s *State) contestRound(round Round) contest.Round {
	r := contest.Round{Number: round.PhaseRound, Through: round.Through, Pairings: make([]contest.Pairing, 0, round.Last-round.First+1)}
	for n := round.First; n <= round.Last; n++ {
		m := s.Match(n)
		r.Pairings = append(r.Pairings, contest.Pairing{
			Group: m.Group, Home: m.Entrants.A, Away: m.Entrants.B, Table: m.Table,
			Reason: contest.Reason(m.Reason), Slot: m.Slot, Basis: m.Basis,
		})
	}
	for _, bye := range round.Byes {
		r.Byes = append(r.Byes, bye.Entrant)
	}
	return r
}

// cuts are the ranks in each group of a phase after which it matters for the
// next one who stands before and who behind; none where nobody goes on.
func (s *State) cuts(phase string, groups int) []int {
	at := slices.IndexFunc(s.Rulebook.Phases, func(p scoresheet.Phase) bool { return p.ID == phase })
	if at < 0 || at+1 >= len(s.Rulebook.Phases) {
		return nil
	}
	next := s.Rulebook.Phases[at+1]
	if next.Take > 0 && groups > 0 {
		return []int{(next.Take + groups - 1) / groups}
	}
	var cuts []int
	for _, group := range next.Groups {
		if group.From == phase && len(group.Ranks) > 0 {
			cuts = append(cuts, slices.Max(group.Ranks))
		}
	}
	return cuts
}
