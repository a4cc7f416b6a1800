package gouji

import (
	"slices"

	"kiosk/scoresheet"
)

// MostIncidents are in one hand at most: more than a table could bring about.
const MostIncidents = 24

func tooMany(number int) scoresheet.Fault {
	return scoresheet.Fault{
		Code: "event.duplicate", At: scoresheet.Pointer("events"),
		Args: map[string]any{"why": "many", "number": number, "most": MostIncidents},
	}
}

// field is a seat that an incident names.
type field struct {
	name string
	seat scoresheet.Seat
}

// fields are the seats that each kind of incident names.
var fields = map[scoresheet.IncidentKind][]string{
	scoresheet.Closed:    {"seat"},
	scoresheet.Opened:    {"seat"},
	scoresheet.NoThree:   {"seat"},
	scoresheet.Stifle:    {"seat", "by"},
	scoresheet.Burn:      {"by", "against"},
	scoresheet.TwoForOne: {"by"},
}

// incidentReading are the incidents of one hand while they are read.
type incidentReading struct {
	rules *Rules
	// order is the finishing order; ordered says that it is not at fault.
	order   written
	ordered bool
	down    sent
	bonus   scoresheet.PerSide[int]
	// closed, opened and stifled are seats from 1; written closings are kept
	// until it is known who counts as closed besides.
	closed, opened, stifled, implied [Seats + 1]bool
	closings                         []closing
	faults                           []scoresheet.Fault
}

// closing is a closed seat as it was written.
type closing struct {
	index int
	seat  scoresheet.Seat
}

// read takes one incident in; one at fault does nothing.
func (r *incidentReading) read(i int, incident *scoresheet.Incident) {
	kind := scoresheet.IncidentKind(incident.Kind)
	refuse := func(code, field string, args map[string]any) {
		at := scoresheet.Pointer("events", i)
		if field != "" {
			at = scoresheet.Pointer("events", i, field)
		}
		if args == nil {
			args = map[string]any{}
		}
		args["kind"], args["number"] = incident.Kind, i+1
		r.faults = append(r.faults, scoresheet.Fault{Code: code, At: at, Args: args})
	}
	if !r.rules.knows(kind) {
		refuse("event.kind", "kind", nil)
		return
	}
	rule := r.rules.rule(kind, incident.Result)
	if rule == nil {
		refuse("event.result", "result", map[string]any{"result": incident.Result})
		return
	}
	if wrong := wrongSeats(kind, incident); wrong != nil {
		for _, field := range wrong {
			refuse("event.seat", field, nil)
		}
		return
	}
	victim, at := victimOf(kind, incident)
	switch {
	case late(rule, incident):
		refuse("event.late", "", nil)
	case r.isOut(kind, incident, victim):
		refuse("event.out", at, map[string]any{"seat": victim})
	case r.twice(kind, victim):
		refuse("event.duplicate", "", map[string]any{"seat": victim})
	default:
		r.take(i, kind, incident, rule, victim)
	}
}

// wrongSeats are the fields whose seat is missing, none of the table's, or
// impossible there.
func wrongSeats(kind scoresheet.IncidentKind, incident *scoresheet.Incident) []string {
	named := [...]field{
		{"seat", incident.Seat}, {"by", incident.By}, {"against", incident.Against}, {"counter_by", incident.CounterBy},
	}
	var wrong []string
	for _, f := range named {
		wanted := slices.Contains(fields[kind], f.name) ||
			(f.name == "counter_by" && incident.Result == scoresheet.BurnCountered)
		if wanted != f.seat.Valid(Seats) || (!wanted && f.seat != 0) {
			wrong = append(wrong, f.name)
		}
	}
	if wrong != nil {
		return wrong
	}
	return impossible(kind, incident)
}

// impossible finds who would stifle, burn or counter oneself, or burn one's own
// opposite.
func impossible(kind scoresheet.IncidentKind, incident *scoresheet.Incident) []string {
	switch {
	case kind == scoresheet.Stifle && incident.By == incident.Seat:
		return []string{"by"}
	case kind != scoresheet.Burn:
		return nil
	case incident.By == incident.Against || apart(kind) && incident.By.Opposite(Seats) == incident.Against:
		return []string{"against"}
	case incident.CounterBy != 0 && (incident.CounterBy == incident.By || incident.CounterBy == incident.Against):
		return []string{"counter_by"}
	}
	return nil
}

// apart reports whether an incident of the kind is never between opposites: an
// opposite needs no burn, it just plays (catalogue, section 4).
func apart(kind scoresheet.IncidentKind) bool { return kind == scoresheet.Burn }

// victimOf is the seat that the incident befell, 0 if nobody, and the field that
// names it.
func victimOf(kind scoresheet.IncidentKind, incident *scoresheet.Incident) (scoresheet.Seat, string) {
	switch kind {
	case scoresheet.Closed, scoresheet.Opened, scoresheet.Stifle, scoresheet.NoThree:
		return incident.Seat, "seat"
	case scoresheet.Burn:
		switch incident.Result {
		case scoresheet.BurnFailed, scoresheet.BurnCountered:
			return incident.By, "by"
		}
		return incident.Against, "against"
	}
	return 0, ""
}

// authorOf is the seat whose side gains.
func authorOf(kind scoresheet.IncidentKind, incident *scoresheet.Incident) scoresheet.Seat {
	switch {
	case kind == scoresheet.Closed || kind == scoresheet.NoThree:
		return incident.Seat.Opposite(Seats)
	case kind == scoresheet.Opened:
		return incident.Seat
	case incident.Result == scoresheet.BurnFailed:
		return incident.By.Opposite(Seats)
	case incident.Result == scoresheet.BurnCountered:
		return incident.CounterBy
	}
	return incident.By
}

// inside reports whether the incident is between seats of one side, where it
// scores nothing.
func (r *Rules) inside(incident *scoresheet.Incident) bool {
	kind := scoresheet.IncidentKind(incident.Kind)
	if kind == scoresheet.Opened || kind == scoresheet.TwoForOne {
		return false
	}
	if kind == scoresheet.Burn && incident.By.Side() == incident.Against.Side() {
		return true
	}
	victim, _ := victimOf(kind, incident)
	return authorOf(kind, incident).Side() == victim.Side()
}

func late(rule *scoresheet.IncidentRule, incident *scoresheet.Incident) bool {
	return (incident.AfterSecond && slices.Contains(rule.Late, scoresheet.AfterSecond)) ||
		(incident.AfterOut && slices.Contains(rule.Late, scoresheet.AfterOut))
}

// isOut reports whether the first or second finisher would have been stifled,
// have failed a burn or had no 3.
func (r *incidentReading) isOut(kind scoresheet.IncidentKind, incident *scoresheet.Incident, victim scoresheet.Seat) bool {
	grave := kind == scoresheet.Stifle || kind == scoresheet.NoThree || incident.Result == scoresheet.BurnFailed
	return grave && r.ordered && slices.Contains(r.order.order[:2], victim)
}

// twice reports whether the same seat was stifled, closed or opened before, or
// both closed and opened.
func (r *incidentReading) twice(kind scoresheet.IncidentKind, seat scoresheet.Seat) bool {
	switch kind {
	case scoresheet.Stifle:
		return r.stifled[seat]
	case scoresheet.Closed, scoresheet.Opened:
		return r.closed[seat] || r.opened[seat]
	}
	return false
}

func (r *incidentReading) take(i int, kind scoresheet.IncidentKind, incident *scoresheet.Incident, rule *scoresheet.IncidentRule, victim scoresheet.Seat) {
	if rule.Bottom {
		r.down.add(victim)
	}
	if rule.Closes {
		r.implied[victim] = true
		r.close(victim)
	}
	switch kind {
	case scoresheet.Closed:
		r.closings = append(r.closings, closing{i, victim})
		r.close(victim)
		return
	case scoresheet.Stifle:
		r.stifled[victim] = true
	case scoresheet.Opened:
		r.opened[victim] = true
	}
	if r.rules.inside(incident) {
		return
	}
	author := authorOf(kind, incident).Side()
	add(&r.bonus, author, rule.Gain)
	add(&r.bonus, author.Other(), rule.Loss)
}

// close counts a seat as closed, once, by the rulebook's rule for it.
func (r *incidentReading) close(seat scoresheet.Seat) {
	rule := r.rules.rule(scoresheet.Closed, "")
	if r.closed[seat] || rule == nil {
		return
	}
	r.closed[seat] = true
	add(&r.bonus, seat.Side().Other(), rule.Gain)
	add(&r.bonus, seat.Side(), rule.Loss)
}

// twiceClosed refuses a closing of a seat that a failed burn or a missing 3
// counts as closed already, whichever was written first.
func (r *incidentReading) twiceClosed() {
	for _, written := range r.closings {
		if r.implied[written.seat] {
			r.faults = append(r.faults, scoresheet.Fault{
				Code: "event.duplicate",
				At:   scoresheet.Pointer("events", written.index),
				Args: map[string]any{"seat": written.seat, "kind": string(scoresheet.Closed), "number": written.index + 1},
			})
		}
	}
}
