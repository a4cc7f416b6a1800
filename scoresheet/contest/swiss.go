package contest

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest/matching"
)

// The reasons of pairings of a Swiss phase. Who stands between two of them means
// in the order that was paired; the first that holds is given.
const (
	// ReasonSwissSameUnit: both are of one unit, which could not be helped.
	ReasonSwissSameUnit Reason = "swiss-same-unit"
	// ReasonSwissUnitApart: somebody of the unit of one of them stands between
	// them, and was passed over for that.
	ReasonSwissUnitApart Reason = "swiss-unit-apart"
	// ReasonSwissLot: the lot of the first round has them stand together.
	ReasonSwissLot Reason = "swiss-lot"
	// ReasonSwissRematch: somebody whom one of them has met stands between them,
	// and was passed over for that.
	ReasonSwissRematch Reason = "swiss-rematch-avoided"
	// ReasonSwissFloat: they have different points, because it does not come out
	// even among those who have the same.
	ReasonSwissFloat Reason = "swiss-float"
	// ReasonSwissLevel: they have the same points and stand together.
	ReasonSwissLevel Reason = "swiss-level"
)

// SwissDraw is a round of a Swiss phase with what it follows from, so that
// anybody can repeat it and prove it (VerifySwiss).
type SwissDraw struct {
	Seed   string       `json:"seed"`
	Round  Round        `json:"round"`
	Groups []SwissGroup `json:"groups"`
}

// SwissGroup is what the pairings of a group follow from.
type SwissGroup struct {
	Name string `json:"name,omitempty"`
	// Order are those who are there, best first: by points, then by the ranking of
	// the phase, then by lot; in the first round by lot alone. Places in it count
	// from 1.
	Order []EntrantID `json:"order"`
	// Points are those of each, in the same order; wins, as whole points, where
	// the rulebook has no match points.
	Points []scoresheet.Points `json:"points"`
	// Lots is the order by lot of those who are there.
	Lots []EntrantID `json:"lots"`
	// ByeLots is the order in which a lot asks those who may sit out, where the
	// bye goes by lot; otherwise it goes by Order, from the last on.
	ByeLots []EntrantID `json:"bye_lots,omitempty"`
	// PassedOver were asked to sit out before the one who does.
	PassedOver []PassedOver `json:"passed_over,omitempty"`
	// Blocked: the group has no pairing without a rematch any more and does not
	// play. Barrier proves it, by places in Order from 0; where the number is odd,
	// the bye is one place more.
	Blocked bool  `json:"blocked,omitempty"`
	Barrier []int `json:"barrier,omitempty"`
	// Ahead is how the later rounds were kept possible, nil where nothing was
	// looked at.
	Ahead *SwissAhead `json:"ahead,omitempty"`
	// Proof proves that no pairing is better, by places in Order from 0 without
	// the one who sits out. It is empty where better ones had to be passed over to
	// keep later rounds possible.
	Proof matching.Certificate `json:"proof"`
}

// PassedOver is somebody who would have sat out, if the others could have been
// paired then.
type PassedOver struct {
	Entrant EntrantID `json:"entrant"`
	// Barrier proves that they could not, by places in Order from 0 without the
	// entrant; empty where they could, but fewer rounds would have been possible
	// then.
	Barrier []int `json:"barrier,omitempty"`
}

// SwissOver reports whether the phase has no further round: all rounds of its
// limit are drawn, fewer than two are there in each group, or no group has a
// pairing without a rematch and a second bye any more.
//
// The limit is Stage.Limit, or else Phase.Rounds; without either, as many rounds
// as find one winner in the largest group: the logarithm to base 2, rounded up.
func SwissOver(stage Stage) bool {
	if len(stage.Rounds) >= stage.swissRounds() {
		return true
	}
	for _, group := range stage.Groups {
		f := newSwissField(&stage, group, stage.swissPresent(group))
		if f.pairable() {
			return false
		}
	}
	return true
}

// DrawSwiss draws the next round of a Swiss phase, each group for itself. It
// depends on who the entrants are and what they have done, not on the order in
// which entrants and results are handed in.
//
// Hard rules: nobody meets an opponent of this phase again, nor sits out twice;
// who has left is left out. In an odd group one sits out: the last in the order
// who has not yet (Phase.Bye lowest), or whom the lot names, of those without
// whom the others can be paired. Then, one after the other:
//
//  1. The fewest pairs of one unit, where Phase.SameUnitApart says so.
//  2. The least sum of squared differences of points. In the first round, where
//     all are level, the fewest pairs of two who are seeded.
//  3. The least sum of squared differences of places in the order.
//
// The pairing is the best that exists in this sense (maximum-weight matching).
// With few entrants the later rounds come first: see SwissAhead. Home is who was
// at home less often, as against away; the lot decides between equals. Tables
// are numbered through, group by group, the pair of the best first. Results that
// are missing are taken for none; whether to wait for them is the caller's
// business.
//
// Faults: "draw.seed", "draw.entrant-twice"; "swiss.few" where no group has two
// who are there; "swiss.over" where the phase has no further round, with Args
// rounds (drawn) and limit; and those of Rank.
func DrawSwiss(stage Stage, seed string) (SwissDraw, error) {
	if err := stage.checkSwiss(seed); err != nil {
		return SwissDraw{}, err
	}
	over := fault("swiss.over", "", "rounds", len(stage.Rounds), "limit", stage.swissRounds())
	if len(stage.Rounds) >= stage.swissRounds() {
		return SwissDraw{}, scoresheet.Faults{over}
	}
	draw := SwissDraw{Seed: seed, Round: Round{Number: stage.Next()}}
	table := max(stage.FirstTable, 1)
	for _, group := range stage.Groups {
		f, err := orderSwiss(&stage, seed, group)
		if err != nil {
			return SwissDraw{}, err
		}
		if err := f.draw(); err != nil {
			return SwissDraw{}, err
		}
		for _, pairing := range f.pairings() {
			pairing.Table = table
			table++
			draw.Round.Pairings = append(draw.Round.Pairings, pairing)
		}
		if f.bye != noPlace {
			draw.Round.Byes = append(draw.Round.Byes, f.order[f.bye].ID)
		}
		draw.Groups = append(draw.Groups, f.record)
	}
	if len(draw.Round.Pairings) == 0 {
		return SwissDraw{}, scoresheet.Faults{over}
	}
	return draw, nil
}

func (s Stage) checkSwiss(seed string) error {
	var faults scoresheet.Faults
	if seed == "" {
		faults = append(faults, fault("draw.seed", "/seed"))
	}
	seen, few := map[EntrantID]bool{}, true
	for g, group := range s.Groups {
		for i, entrant := range group.Entrants {
			if seen[entrant.ID] {
				faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("groups", g, "entrants", i), "entrant", entrant.ID))
			}
			seen[entrant.ID] = true
		}
		few = few && len(s.swissPresent(group)) < 2
	}
	if few {
		faults = append(faults, fault("swiss.few", ""))
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// swissRounds is the number of rounds of the phase.
func (s Stage) swissRounds() int {
	if limit := cmp.Or(s.Limit, s.Phase.Rounds); limit > 0 {
		return limit
	}
	rounds := 0
	for _, group := range s.Groups {
		if n := len(group.Entrants); n > 1 {
			rounds = max(rounds, bits.Len(uint(n-1)))
		}
	}
	return rounds
}

// swissPresent are those of the group who are there in the next round, by id.
func (s Stage) swissPresent(group Group) []Entrant {
	gone := map[EntrantID]bool{}
	for _, w := range s.Withdrawals {
		if w.From <= s.Next() {
			gone[w.Entrant] = true
		}
	}
	var present []Entrant
	for _, entrant := range group.Entrants {
		if !gone[entrant.ID] {
			present = append(present, entrant)
		}
	}
	slices.SortFunc(present, func(a, b Entrant) int { return cmp.Compare(a.ID, b.ID) })
	return present
}

// noPlace stands for nobody's place in an order.
const noPlace = -1

// swissField is a group that is being paired. Places in the order count from 0.
type swissField struct {
	stage  *Stage
	group  Group
	seed   string
	first  bool
	order  []Entrant
	points []scoresheet.Points
	// unit numbers the units that are to be kept apart, from 1; 0 is none.
	unit []int
	// met[a*len(order)+b]: a and b have met.
	met []bool
	// satOut and balance (times at home less times away) are by place.
	satOut  []bool
	balance []int
	record  SwissGroup
	mates   []int
	bye     int
}

// newSwissField is a field in some order, without points.
func newSwissField(stage *Stage, group Group, order []Entrant) *swissField {
	n := len(order)
	f := &swissField{
		stage: stage, group: group, order: order, bye: noPlace, first: stage.Next() == 1, unit: make([]int, n),
		points: make([]scoresheet.Points, n), met: make([]bool, n*n), satOut: make([]bool, n), balance: make([]int, n),
	}
	place, units := make(map[EntrantID]int, n), map[string]int{"": 0}
	for i, entrant := range order {
		place[entrant.ID] = i
		if _, known := units[entrant.Unit]; !known {
			units[entrant.Unit] = len(units)
		}
		if stage.Phase.SameUnitApart {
			f.unit[i] = units[entrant.Unit]
		}
	}
	for _, round := range stage.Rounds {
		for _, pairing := range round.Pairings {
			home, homeHere := place[pairing.Home]
			away, awayHere := place[pairing.Away]
			if homeHere {
				f.balance[home]++
			}
			if awayHere {
				f.balance[away]--
			}
			if homeHere && awayHere {
				f.met[home*n+away], f.met[away*n+home] = true, true
			}
		}
		for _, entrant := range round.Byes {
			if i, here := place[entrant]; here {
				f.satOut[i] = true
			}
		}
	}
	return f
}

// orderSwiss puts those who are there into the order that is paired.
func orderSwiss(stage *Stage, seed string, group Group) (*swissField, error) {
	present := stage.swissPresent(group)
	shuffle(swissUrn(stage, seed, "order", group), present)
	lots := swissIDs(present)
	points := map[EntrantID]scoresheet.Points{}
	if stage.Next() > 1 {
		rows, err := swissRows(stage, group)
		if err != nil {
			return nil, err
		}
		ranks := map[EntrantID]int{}
		for _, row := range rows {
			ranks[row.Entrant.ID] = row.Rank
			points[row.Entrant.ID] = swissPoints(stage, row.Totals)
		}
		slices.SortStableFunc(present, func(a, b Entrant) int {
			return cmp.Or(cmp.Compare(points[b.ID], points[a.ID]), cmp.Compare(ranks[a.ID], ranks[b.ID]))
		})
	}
	f := newSwissField(stage, group, present)
	f.seed = seed
	for i, entrant := range present {
		f.points[i] = points[entrant.ID]
	}
	f.record = SwissGroup{Name: group.Name, Order: swissIDs(present), Points: f.points, Lots: lots}
	return f, nil
}

func swissUrn(stage *Stage, seed, purpose string, group Group) urn {
	return newUrn(seed, "swiss", purpose, stage.Phase.ID, group.Name, strconv.Itoa(stage.Next()))
}

func swissRows(stage *Stage, group Group) ([]Row, error) {
	standings, err := Rank(StandingsInput{
		Phase: stage.Phase.ID, Group: group.Name, Entrants: group.Entrants, Rounds: stage.Rounds, MoreRounds: true,
		Begun: len(stage.Rounds), Results: stage.Results, Withdrawals: stage.Withdrawals,
		Criteria: stage.Phase.Ranking, MatchPoints: stage.MatchPoints, Lots: stage.Lots,
	})
	if err != nil {
		return nil, fmt.Errorf("order of a Swiss round: %w", err)
	}
	return standings.Rows, nil
}

func swissPoints(stage *Stage, totals Totals) scoresheet.Points {
	if stage.MatchPoints == nil {
		return scoresheet.WholePoints(totals.Won)
	}
	return totals.Points
}

func swissIDs(entrants []Entrant) []EntrantID {
	ids := make([]EntrantID, len(entrants))
	for i, entrant := range entrants {
		ids[i] = entrant.ID
	}
	return ids
}

func (f *swissField) odd() bool { return len(f.order)%2 == 1 }

// joined reports whether two places may be paired. The place after the last is
// the bye, in an odd field.
func (f *swissField) joined(a, b int) bool {
	n := len(f.order)
	if a, b = min(a, b), max(a, b); b == n {
		return !f.satOut[a]
	}
	return !f.met[a*n+b]
}

// whole is the number of places, with that of the bye.
func (f *swissField) whole() int { return len(f.order) + len(f.order)%2 }

// pairable reports whether the field has a pairing.
func (f *swissField) pairable() bool {
	if len(f.order) < 2 {
		return false
	}
	if f.plenty() {
		return true
	}
	_, err := matching.Near(f.whole(), 0, f.anyPairing, matching.Perfect)
	return err == nil
}

// plenty reports that a pairing exists because so many opponents are left: where
// everybody has half of the others, rounded up, there is one (Dirac).
func (f *swissField) plenty() bool {
	mayRest := false
	for a := range f.order {
		mayRest = mayRest || !f.satOut[a]
		left := 0
		for b := range f.order {
			if a != b && f.joined(a, b) {
				left++
			}
		}
		if 2*left < len(f.order)+len(f.order)%2 {
			return false
		}
	}
	return mayRest || !f.odd()
}

func (f *swissField) anyPairing(a, b int) (matching.Weight, bool) {
	d := int64(a - b)
	return matching.Weight{0, 0, -d * d}, f.joined(a, b)
}

// weights are what pairs of places are worth: nothing is best.
func (f *swissField) weights(a, b int) (matching.Weight, bool) {
	if !f.joined(a, b) {
		return matching.Weight{}, false
	}
	var cost matching.Weight
	if f.sameUnit(a, b) {
		cost[0] = -1
	}
	points := int64(f.points[a] - f.points[b])
	cost[1] = -points * points
	if f.first && f.order[a].Seed > 0 && f.order[b].Seed > 0 {
		cost[1] = -1
	}
	places := int64(a - b)
	cost[2] = -places * places
	return cost, true
}

// sameUnit reports whether two places should not meet because of their unit.
func (f *swissField) sameUnit(a, b int) bool { return f.unit[a] > 0 && f.unit[a] == f.unit[b] }

// draw finds who sits out and the mates of the others.
func (f *swissField) draw() error {
	if len(f.order) < 2 {
		return nil
	}
	done, err := f.drawAhead()
	if done || err != nil {
		return err
	}
	f.record.PassedOver = nil
	for _, bye := range f.resting() {
		places := f.without(bye)
		m, err := matching.Near(len(places), 0, f.among(places), matching.Perfect)
		if blocked, is := err.(*matching.NoPerfectError); is {
			if bye != noPlace {
				f.record.PassedOver = append(f.record.PassedOver, PassedOver{f.order[bye].ID, blocked.Barrier})
				continue
			}
			break
		}
		if err != nil {
			return fmt.Errorf("pairs of a Swiss round: %w", err)
		}
		f.settle(bye, places, m.Mates)
		f.record.Proof = m.Certificate
		return nil
	}
	return f.block()
}

// block records why there is no pairing.
func (f *swissField) block() error {
	_, err := matching.Near(f.whole(), 0, f.anyPairing, matching.Perfect)
	blocked, is := err.(*matching.NoPerfectError)
	if !is {
		return fmt.Errorf("pairs of a Swiss round: %w", err)
	}
	f.record.Blocked, f.record.Barrier, f.record.PassedOver = true, blocked.Barrier, nil
	return nil
}

// resting are the places that may sit out, in the order in which they are asked;
// only nobody, in an even field.
func (f *swissField) resting() []int {
	if !f.odd() {
		return []int{noPlace}
	}
	var places []int
	for i := len(f.order) - 1; i >= 0; i-- {
		if !f.satOut[i] {
			places = append(places, i)
		}
	}
	if f.stage.Phase.Bye == scoresheet.ByeLowest {
		return places
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Compare(f.order[a].ID, f.order[b].ID) })
	shuffle(swissUrn(f.stage, f.seed, "bye", f.group), places)
	f.record.ByeLots = nil
	for _, i := range places {
		f.record.ByeLots = append(f.record.ByeLots, f.order[i].ID)
	}
	return places
}

// without are the places that play.
func (f *swissField) without(bye int) []int {
	var places []int
	for i := range f.order {
		if i != bye {
			places = append(places, i)
		}
	}
	return places
}

// among are the weights by number in the list of places.
func (f *swissField) among(places []int) matching.Weights {
	return func(a, b int) (matching.Weight, bool) { return f.weights(places[a], places[b]) }
}

func (f *swissField) settle(bye int, places, mates []int) {
	f.bye = bye
	f.mates = slices.Repeat([]int{noPlace}, len(f.order))
	for i, mate := range mates {
		f.mates[places[i]] = places[mate]
	}
}

// pairings are the pairs by the better of their places.
func (f *swissField) pairings() []Pairing {
	lots := swissUrn(f.stage, f.seed, "sides", f.group)
	var list []Pairing
	for a, b := range f.mates {
		if b <= a {
			continue
		}
		home, away := a, b
		if f.balance[a] > f.balance[b] || f.balance[a] == f.balance[b] && lots.below(2) == 1 {
			home, away = b, a
		}
		p := Pairing{Group: f.group.Name, Home: f.order[home].ID, Away: f.order[away].ID, Reason: f.reason(a, b)}
		if !f.first {
			p.Basis = &Basis{HomePoints: f.points[home], AwayPoints: f.points[away], HomeRank: home + 1, AwayRank: away + 1}
		}
		list = append(list, p)
	}
	return list
}

func (f *swissField) reason(a, b int) Reason {
	unit, met := false, false
	for c := a + 1; c < b; c++ {
		if c == f.bye {
			continue
		}
		unit = unit || f.sameUnit(a, c) || f.sameUnit(c, b)
		met = met || !f.joined(a, c) || !f.joined(c, b)
	}
	switch {
	case f.sameUnit(a, b):
		return ReasonSwissSameUnit
	case unit:
		return ReasonSwissUnitApart
	case f.first:
		return ReasonSwissLot
	case met:
		return ReasonSwissRematch
	case f.points[a] != f.points[b]:
		return ReasonSwissFloat
	}
	return ReasonSwissLevel
}
