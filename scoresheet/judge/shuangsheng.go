package judge

import (
	"kiosk/scoresheet"
	"kiosk/scoresheet/shuangsheng"
)

// shuangshengHands judges hands of Shuangsheng.
type shuangshengHands struct{ rules shuangsheng.Rules }

func newShuangshengHands(book *scoresheet.Rulebook, terms *scoresheet.Terms) discipline {
	return shuangshengHands{shuangsheng.RulesOf(book, terms)}
}

func (shuangshengHands) foreign(hand *scoresheet.Hand) string {
	switch {
	case hand.Finish != nil:
		return "finish"
	case hand.Tribute != nil:
		return "tribute"
	case hand.Incidents != nil:
		return "events"
	case hand.Table != 0:
		return "table"
	case hand.Sitting != 0:
		return "sitting"
	}
	return ""
}

func (s shuangshengHands) read(hand *scoresheet.Hand, before position) (outcome, []scoresheet.Fault, bool) {
	onStage, faults := stageOf(hand, before)
	if before.void && hand.Tricks == nil {
		// A hand that a penalty ended has no points to count.
		return outcome{onStage: onStage, winner: onStage}, faults, onStage != scoresheet.NoSide && faults == nil
	}
	result, wrong := s.rules.Read(hand, onStage)
	if faults = append(faults, wrong...); faults != nil || onStage == scoresheet.NoSide {
		return outcome{}, faults, false
	}
	before.rests("bands")
	if hand.Bottom != nil && hand.Bottom.Last == scoresheet.Defenders {
		before.rests("bottom_multipliers")
	}
	if len(hand.Throws) > 0 {
		before.rests("throw_points")
	}
	winner := result.Stage.Side(onStage)
	return outcome{
		winner:  winner,
		onStage: onStage,
		upgrade: scoresheet.PerSide[int]{}.With(winner, result.Climb),
		passes:  winner == onStage,
	}, nil, true
}

// stageOf is the side on stage in the hand: the one that follows from the hands
// before, or else the one that the hand names, as a game's first hand must.
func stageOf(hand *scoresheet.Hand, before position) (scoresheet.Side, []scoresheet.Fault) {
	wrong := func(why string) []scoresheet.Fault {
		return []scoresheet.Fault{{
			Code: "stage.wrong", At: "/on_stage",
			Args: map[string]any{"why": why, "claimed": hand.OnStage, "follows": before.onStage},
		}}
	}
	switch {
	case before.onStage != scoresheet.NoSide:
		if hand.OnStage == scoresheet.NoSide || hand.OnStage == before.onStage || before.unchecked {
			return before.onStage, nil
		}
		return scoresheet.NoSide, wrong("follows")
	case hand.OnStage != scoresheet.NoSide:
		return hand.OnStage, nil
	case before.unchecked:
		// The game's first hand is at fault; who was on stage in it may still be
		// known.
		return before.named, nil
	}
	return scoresheet.NoSide, wrong("missing")
}

// situation is who is on stage in the hand, and who has won it by the cards.
func (s shuangshengHands) situation(hand *scoresheet.Hand, before position) situation {
	onStage, faults := stageOf(hand, before)
	if faults != nil {
		return situation{}
	}
	result, faults := s.rules.Read(hand, onStage)
	if faults != nil {
		return situation{onStage: onStage}
	}
	return situation{onStage: onStage, winner: result.Stage.Side(onStage)}
}

func (shuangshengHands) beside(*scoresheet.Hand, position) []scoresheet.Fault { return nil }

func (s shuangshengHands) same(a, b *scoresheet.Hand) bool {
	if a.OnStage != scoresheet.NoSide && b.OnStage != scoresheet.NoSide && a.OnStage != b.OnStage {
		return false
	}
	for _, onStage := range scoresheet.Sides {
		if other := onStage.Other(); a.OnStage == other || b.OnStage == other {
			continue
		}
		one, faultsOfOne := s.rules.Read(a, onStage)
		two, faultsOfTwo := s.rules.Read(b, onStage)
		if faultsOfOne != nil || faultsOfTwo != nil || one.Stage != two.Stage || one.Climb != two.Climb {
			return false
		}
	}
	return true
}
