package gouji

import (
	"slices"

	"kiosk/scoresheet"
)

// Rules are what a rulebook says of a hand.
type Rules struct {
	terms     *scoresheet.Terms
	incidents []scoresheet.IncidentRule
}

// RulesOf are the rules of a rulebook under the terms.
func RulesOf(book *scoresheet.Rulebook, terms *scoresheet.Terms) Rules {
	rules := Rules{terms: terms}
	for _, rule := range book.Incidents {
		if rule.Opening == "" || rule.Opening == terms.Opening {
			rules.incidents = append(rules.incidents, rule)
		}
	}
	return rules
}

// rule is the rule for a kind and result, nil if there is none.
func (r *Rules) rule(kind scoresheet.IncidentKind, result string) *scoresheet.IncidentRule {
	for i := range r.incidents {
		if r.incidents[i].Kind == kind && r.incidents[i].Result == result {
			return &r.incidents[i]
		}
	}
	return nil
}

// OnDefault reports whether the rule for an incident is, in part, the program's
// own choice where the source is silent.
func (r *Rules) OnDefault(incident *scoresheet.Incident) bool {
	rule := r.rule(scoresheet.IncidentKind(incident.Kind), incident.Result)
	return rule != nil && rule.OnDefault()
}

func (r *Rules) knows(kind scoresheet.IncidentKind) bool {
	return slices.ContainsFunc(r.incidents, func(rule scoresheet.IncidentRule) bool { return rule.Kind == kind })
}

// Sanctions are what penalties do to a hand, in order of time: seats placed
// last, and seats that count as closed.
type Sanctions struct {
	Last, Closed []scoresheet.Seat
}

// Result is what a hand does.
type Result struct {
	// Order is the finishing order after sanctions.
	Order Order
	// Points are what the sides record, by the parity of the seats.
	Points scoresheet.PerSide[scoresheet.Points]
}

// Read says what a hand scores under the sanctions (catalogue, section 4). The
// faults have pointers from the hand down; a hand with faults has no result.
func (r *Rules) Read(hand *scoresheet.Hand, sanctions Sanctions) (Result, []scoresheet.Fault) {
	order, faults := readOrder(hand.Finish)
	if len(hand.Incidents) > MostIncidents {
		return Result{}, append(faults, tooMany(len(hand.Incidents)))
	}
	reading := incidentReading{rules: r}
	reading.order, reading.ordered = order, faults == nil
	for i := range hand.Incidents {
		reading.read(i, &hand.Incidents[i])
	}
	reading.twiceClosed()
	faults = append(faults, reading.faults...)
	if reading.ordered {
		faults = append(faults, order.bottomFaults(reading.down, sanctions.Last)...)
	}
	if faults != nil {
		return Result{}, faults
	}
	for _, seat := range sanctions.Closed {
		reading.close(seat)
	}
	return r.score(order.after(reading.down, sanctions.Last), &reading), nil
}

// after is the order after seats were placed last by penalties, above those
// that were sent down by incidents. Seats that stand at the bottom already stay
// as they are written.
func (w written) after(down sent, last []scoresheet.Seat) Order {
	for _, seat := range last {
		down.add(seat)
	}
	for _, seat := range w.order[Seats-down.n:] {
		if !down.has(seat) {
			return w.order.moved(down).settled()
		}
	}
	return w.order.settled()
}

func (r *Rules) score(order Order, reading *incidentReading) Result {
	sum := reading.bonus
	for i, seat := range order {
		if i < len(r.terms.PlacePoints) {
			add(&sum, seat.Side(), r.terms.PlacePoints[i])
		}
	}
	if sweeper := order.Sweeper(); sweeper != scoresheet.NoSide && r.terms.Sweep != 0 {
		sum = sum.With(sweeper, r.terms.Sweep)
		if r.terms.SweepAlone {
			sum = sum.With(sweeper.Other(), 0)
		}
	}
	if r.terms.PositiveOnly {
		sum.A, sum.B = max(sum.A, 0), max(sum.B, 0)
	}
	points := scoresheet.PerSide[scoresheet.Points]{A: scoresheet.WholePoints(sum.A), B: scoresheet.WholePoints(sum.B)}
	return Result{Order: order, Points: points}
}

func add(sum *scoresheet.PerSide[int], side scoresheet.Side, n int) {
	*sum = sum.With(side, sum.Of(side)+n)
}

// Same reports whether two hands say the same: the same order as far as it
// matters, and the same incidents in any order, those that do nothing left out.
// A hand at fault is the same as none.
func (r *Rules) Same(a, b *scoresheet.Hand) bool {
	one, faults := r.Read(a, Sanctions{})
	if faults != nil {
		return false
	}
	other, faults := r.Read(b, Sanctions{})
	return faults == nil && one.Order == other.Order && one.Points == other.Points &&
		r.effective(a.Incidents, b.Incidents) && r.effective(b.Incidents, a.Incidents)
}

// effective reports whether every incident of a that does something is in b.
func (r *Rules) effective(a, b []scoresheet.Incident) bool {
	for i := range a {
		rule := r.rule(scoresheet.IncidentKind(a[i].Kind), a[i].Result)
		idle := rule.Gain == 0 && rule.Loss == 0 && !rule.Bottom && !rule.Closes
		if idle || r.inside(&a[i]) && !rule.Bottom && !rule.Closes {
			continue
		}
		if count(a, a[i]) != count(b, a[i]) {
			return false
		}
	}
	return true
}

func count(incidents []scoresheet.Incident, one scoresheet.Incident) int {
	n := 0
	for _, other := range incidents {
		if withoutMarks(other) == withoutMarks(one) {
			n++
		}
	}
	return n
}

func withoutMarks(i scoresheet.Incident) scoresheet.Incident {
	i.AfterSecond, i.AfterOut = false, false
	return i
}
