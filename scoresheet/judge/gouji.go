package judge

import (
	"kiosk/scoresheet"
	"kiosk/scoresheet/gouji"
)

// goujiHands judges hands of Gouji.
type goujiHands struct {
	rules gouji.Rules
	terms *scoresheet.Terms
}

func newGoujiHands(book *scoresheet.Rulebook, terms *scoresheet.Terms) discipline {
	return &goujiHands{gouji.RulesOf(book, terms), terms}
}

func (g *goujiHands) foreign(hand *scoresheet.Hand) string {
	switch {
	case hand.Tribute != nil:
		return "tribute"
	case hand.Table != 0 && g.terms.Tables == 0:
		return "table"
	case hand.Sitting != 0 && g.terms.Tables == 0:
		return "sitting"
	case hand.OnStage != scoresheet.NoSide:
		return "on_stage"
	case hand.Tricks != nil:
		return "tricks"
	case hand.Bottom != nil:
		return "bottom"
	case hand.Throws != nil:
		return "throws"
	}
	return ""
}

func (g *goujiHands) read(hand *scoresheet.Hand, before position) (outcome, []scoresheet.Fault, bool) {
	faults := g.seatingFaults(hand, before.seated)
	result, wrong := g.rules.Read(hand, gouji.Sanctions{Last: before.sanctions.last, Closed: before.sanctions.closed})
	if faults = append(faults, wrong...); faults != nil {
		return outcome{}, faults, false
	}
	g.rests(hand, &result, before.rests)
	points := result.Points
	if hand.SideOf(1) != scoresheet.SideA {
		points.A, points.B = points.B, points.A
	}
	return outcome{winner: ahead(points), points: points}, nil, true
}

// rests notes the settings and incidents that a result rests on.
func (g *goujiHands) rests(hand *scoresheet.Hand, result *gouji.Result, rests func(string)) {
	rests("place_points")
	rests("positive_only")
	if result.Order.Sweeper() != scoresheet.NoSide {
		rests("sweep")
		if g.terms.Sweep != 0 {
			rests("sweep_alone")
		}
	}
	for i := range hand.Incidents {
		incident := &hand.Incidents[i]
		kind := scoresheet.IncidentKind(incident.Kind)
		if kind == scoresheet.Closed || kind == scoresheet.Opened {
			rests("opening")
		}
		if g.rules.OnDefault(incident) {
			rests(incidentSetting(kind))
		}
	}
}

// incidentSettings are the names under which it is told that the rule for a
// kind of incident is the program's own choice.
var incidentSettings = func() map[scoresheet.IncidentKind]string {
	names := map[scoresheet.IncidentKind]string{}
	for _, kind := range scoresheet.IncidentKinds() {
		names[kind] = "incident." + string(kind)
	}
	return names
}()

func incidentSetting(kind scoresheet.IncidentKind) string { return incidentSettings[kind] }

// seatingFaults want the table and the sitting of a meeting at several tables,
// and no more hands there than belong to it (catalogue, section 5.1).
func (g *goujiHands) seatingFaults(hand *scoresheet.Hand, seated map[seating]int) []scoresheet.Fault {
	if g.terms.Tables == 0 {
		return nil
	}
	var faults []scoresheet.Fault
	wrong := func(field, why string) {
		faults = append(faults, scoresheet.Fault{
			Code: "hand.table",
			At:   scoresheet.Pointer(field),
			Args: map[string]any{
				"why": why, "table": hand.Table, "sitting": hand.Sitting,
				"tables": g.terms.Tables, "sittings": g.terms.Sittings,
			},
		})
	}
	if hand.Table < 1 || hand.Table > g.terms.Tables {
		wrong("table", "table")
	}
	if hand.Sitting < 1 || hand.Sitting > g.terms.Sittings {
		wrong("sitting", "sitting")
	}
	if faults == nil && seated[seating{hand.Table, hand.Sitting}] >= g.terms.Hands/(g.terms.Tables*g.terms.Sittings) {
		wrong("table", "twice")
	}
	return faults
}

func (*goujiHands) beside(*scoresheet.Hand, position) []scoresheet.Fault { return nil }

func (g *goujiHands) same(a, b *scoresheet.Hand) bool {
	return a.Table == b.Table && a.Sitting == b.Sitting && g.rules.Same(a, b)
}
