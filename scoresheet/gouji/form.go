package gouji

import "kiosk/scoresheet"

// Form is how an incident that the rulebook knows is written down: its kind,
// the result if it is a burn, and the seats that it names by the fields of
// scoresheet.Incident, in the order in which people tell them.
type Form struct {
	Kind   scoresheet.IncidentKind
	Result string
	Fields []string
	// Apart: who did it and whom it befell do not sit opposite each other.
	Apart bool
}

// Forms are all incidents that the rulebook knows, in its order.
func (r *Rules) Forms() []Form {
	var forms []Form
	for _, rule := range r.incidents {
		form := Form{Kind: rule.Kind, Result: rule.Result, Fields: fields[rule.Kind], Apart: apart(rule.Kind)}
		if rule.Result == scoresheet.BurnCountered {
			form.Fields = append(append([]string{}, form.Fields...), "counter_by")
		}
		forms = append(forms, form)
	}
	return forms
}
