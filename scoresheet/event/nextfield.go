package event

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// PaperLots says what lots on paper can give for a round.
type PaperLots string

// What lots on paper can give.
const (
	// PaperPairs: who meets whom.
	PaperPairs PaperLots = "pairs"
	// PaperOrders: the number of everybody in its group; the pairs follow.
	PaperOrders PaperLots = "orders"
	// PaperNothing: the round is settled already, or is a play-off.
	PaperNothing PaperLots = "none"
)

// NextField is who can be drawn into the next round.
type NextField struct {
	Phase scoresheet.Phase
	// Round counts within the phase, from 1.
	Round   int
	Playoff bool
	Lots    PaperLots
	// Groups hold who is in, by numbers as the entries have them. As long as
	// results are missing both sides of their matches are among them.
	Groups []contest.Group
	// Third are the two among them who lost semi-finals and meet for third place,
	// Through those who go on without this round, and are in no group.
	Third, Through []contest.EntrantID
	// Matches is how many matches a round of a knockout has, 0 where that is not
	// settled.
	Matches int
}

// NextField says who can be drawn into the next round. The seed stands for the
// lots that name who goes on; a draw from the same seed has the same field.
// The error is why it cannot be said yet: those of NextRound, except that
// missing results of a round which others follow in its phase are none.
func (s *State) NextField(seed string) (NextField, error) {
	if len(s.Draws) > 0 {
		draw := s.Draws[len(s.Draws)-1]
		over, err := s.phaseOver(draw)
		if err != nil {
			return NextField{}, err
		}
		if !over {
			return s.runningField(draw)
		}
		if s.playoffDue() {
			phase, _ := s.Rulebook.Phase(draw.Phase)
			return NextField{Phase: phase, Round: s.phaseRounds(draw.Phase) + 1, Playoff: true, Lots: PaperNothing}, nil
		}
	}
	if _, err := s.NextRound(); err != nil {
		return NextField{}, err
	}
	return s.beginningField(seed)
}

// runningField is the field of the next round of a phase that goes on.
func (s *State) runningField(draw PhaseDraw) (NextField, error) {
	stage := s.contestStage(draw)
	field := NextField{Phase: stage.Phase, Round: stage.Next(), Lots: PaperPairs}
	if scheduled(draw) {
		field.Lots = PaperNothing
		return field, nil
	}
	in := map[contest.EntrantID]bool{}
	for _, e := range stage.Entrants() {
		in[e.ID] = !stage.Gone(e.ID, stage.Next())
	}
	if stage.Phase.Kind == scoresheet.Knockout {
		if err := field.knockout(stage, in); err != nil {
			return NextField{}, err
		}
	}
	for _, group := range stage.Groups {
		field.Groups = append(field.Groups, byNumber(group, in))
	}
	return field, nil
}

// knockout leaves those in who play, or meet for third place.
func (f *NextField) knockout(stage contest.Stage, in map[contest.EntrantID]bool) error {
	next, err := contest.KnockoutNext(stage)
	if err != nil {
		return err
	}
	f.Third, f.Through, f.Matches = next.Third, next.Through, next.Matches
	if len(next.Third) == 2 {
		f.Matches++
	}
	for id := range in {
		in[id] = in[id] && (slices.Contains(next.Playing, id) || slices.Contains(next.Third, id))
	}
	return nil
}

// beginningField is the field of the next phase that has a round to play.
func (s *State) beginningField(seed string) (NextField, error) {
	for len(s.Draws) < len(s.Rulebook.Phases) {
		next := s.Rulebook.Phases[len(s.Draws)]
		groups, _, err := s.fill(next, seed)
		if err != nil {
			return NextField{}, err
		}
		changes, err := DrawRound{Seed: seed}.phase(s, next)
		if err != nil {
			return NextField{}, err
		}
		after, err := s.with(changes, Env{Now: s.ChangedAt})
		if err != nil {
			return NextField{}, err
		}
		draw := after.Draws[len(after.Draws)-1]
		over, err := after.phaseOver(draw)
		if err != nil {
			return NextField{}, err
		}
		if over {
			s = after
			continue
		}
		if !after.Numbered(draw) {
			return after.runningField(draw)
		}
		field := NextField{Phase: next, Round: 1, Lots: PaperOrders}
		for _, group := range groups {
			field.Groups = append(field.Groups, byNumber(group, nil))
		}
		return field, nil
	}
	return NextField{}, conflict("draw.over")
}

// Numbered reports whether everybody has drawn a number, from which the pairs
// of the phase follow: by a schedule, or by the places of a bracket.
func (s *State) Numbered(draw PhaseDraw) bool {
	if scheduled(draw) {
		return true
	}
	stage := s.contestStage(draw)
	if stage.Phase.Kind != scoresheet.Knockout {
		return false
	}
	bracket, err := contest.BracketOf(stage)
	return err == nil && bracket.Fixed
}

// byNumber is the group in the order of its entrants' numbers, of those who are
// in; nil means everybody.
func byNumber(group contest.Group, in map[contest.EntrantID]bool) contest.Group {
	out := contest.Group{Name: group.Name}
	sorted, err := contest.OwnGroups(group.Entrants, nil)
	if err != nil {
		return group // without names of groups nothing is refused
	}
	for _, e := range sorted[0].Entrants {
		if in != nil && !in[e.ID] {
			continue
		}
		out.Entrants = append(out.Entrants, e)
		if at := slices.Index(idsOf(group), e.ID); at < len(group.Origins) {
			out.Origins = append(out.Origins, group.Origins[at])
		}
	}
	return out
}

// OutcomesOf are the outcomes that may be said of a match without a result, in
// a phase of the kind.
func OutcomesOf(kind scoresheet.PhaseKind) []Outcome {
	forfeits := []Outcome{OutcomeForfeitA, OutcomeForfeitB, OutcomeForfeitBoth}
	if kind == scoresheet.Knockout {
		return forfeits
	}
	return append([]Outcome{OutcomePostponed, OutcomeVoid}, forfeits...)
}
