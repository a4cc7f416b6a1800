package event

import (
	"slices"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// PaperDraw is what was drawn with lots on paper.
type PaperDraw struct {
	// Pairs and Byes are the next round, in the order of tables; who is named in
	// neither is not in the round.
	Pairs []PaperPair
	Byes  []contest.EntrantID
	// Orders are the numbers that the entrants of each group drew, 1 first, for
	// a phase whose schedule follows from them, or the order of a fixed bracket.
	Orders map[string][]contest.EntrantID
}

// PaperPair is two entrants who meet.
type PaperPair struct {
	Home, Away contest.EntrantID
	Group      string
	// Table is 0 for the next one.
	Table int
}

// ReasonPaper: the lots on paper put them together.
const ReasonPaper contest.Reason = "paper"

// round is the round that the lots gave, once it is proved.
func (p *PaperDraw) round(stage contest.Stage) (contest.Round, error) {
	round := contest.Round{Number: stage.Next(), Byes: p.Byes}
	if stage.Phase.Kind == scoresheet.Knockout {
		field, err := contest.KnockoutNext(stage)
		if err != nil {
			return contest.Round{}, err
		}
		round.Through = field.Through
	}
	for i, pair := range p.Pairs {
		table := pair.Table
		if table == 0 {
			table = i + 1
		}
		round.Pairings = append(round.Pairings, contest.Pairing{
			Group: pair.Group, Home: pair.Home, Away: pair.Away, Table: table, Reason: ReasonPaper,
		})
	}
	check := kind(stage).check
	if check == nil {
		return contest.Round{}, refuse("draw.paper-schedule")
	}
	return round, check(stage, round)
}

// onlyOrders reports whether the lots gave numbers, from which the pairs follow.
func (p *PaperDraw) onlyOrders() bool { return p != nil && p.Orders != nil && len(p.Pairs) == 0 }

// order is the order of a group as the lots gave it: everybody once.
func (p *PaperDraw) order(group contest.Group) ([]contest.EntrantID, error) {
	order := p.Orders[group.Name]
	var faults scoresheet.Faults
	for i, id := range order {
		known := slices.ContainsFunc(group.Entrants, func(e contest.Entrant) bool { return e.ID == id })
		if !known || slices.Index(order, id) != i {
			faults = append(faults, flaw("draw.paper-order", scoresheet.Pointer("orders", group.Name, i), "entrant", id, "group", group.Name))
		}
	}
	if len(order) != len(group.Entrants) {
		faults = append(faults, flaw("draw.paper-missing", scoresheet.Pointer("orders", group.Name),
			"group", group.Name, "count", len(order), "due", len(group.Entrants)))
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return order, nil
}

// flaw is a fault from a code, a place, and names and values by turns.
func flaw(code, at string, args ...any) scoresheet.Fault {
	return scoresheet.Fault{Code: code, At: at, Args: pairs(args)}
}
