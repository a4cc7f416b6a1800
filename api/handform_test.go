package api_test

import (
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// Pages ask for what the rulebook knows, and for nothing else: every incident
// that they are told of is one that the judge takes, with the seats it names.
func TestPagesAskForWhatTheRulebookKnows(t *testing.T) {
	k := newKiosk(t)
	books, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range books {
		t.Run(entry.Book.ID, func(t *testing.T) {
			form := field(k.get("/api/v1/rulebooks/"+entry.Book.ID), "hand_form")
			switch entry.Book.Discipline {
			case scoresheet.Gouji:
				incidents, _ := field(form, "incidents").([]any)
				if len(incidents) == 0 || field(form, "points") != nil {
					t.Fatalf("form %v", form)
				}
				for _, incident := range incidents {
					wantKnown(t, entry.Book, incident)
				}
			case scoresheet.Shuangsheng:
				if field(form, "incidents") != nil || field(form, "points", "unit") != 5.0 || field(form, "points", "most") != 200.0 {
					t.Errorf("form %v", form)
				}
			default:
				if form != nil {
					t.Errorf("form %v of a game of orders", form)
				}
			}
		})
	}
}

// wantKnown has a sheet with the incident judged: whatever else may be wrong
// with it, its kind, its result and its seats are not.
func wantKnown(t *testing.T, book *scoresheet.Rulebook, form any) {
	t.Helper()
	// Nobody burns or stifles the own opposite, and none of these is among the
	// first two.
	seats := map[string]scoresheet.Seat{"seat": 6, "by": 5, "against": 4, "counter_by": 3}
	var incident scoresheet.Incident
	incident.Kind, _ = field(form, "kind").(string)
	incident.Result, _ = field(form, "result").(string)
	for _, name := range field(form, "fields").([]any) {
		*map[string]*scoresheet.Seat{"seat": &incident.Seat, "by": &incident.By, "against": &incident.Against, "counter_by": &incident.CounterBy}[name.(string)] = seats[name.(string)]
	}
	j, err := judge.New(book, "")
	if err != nil {
		t.Fatal(err)
	}
	hand := scoresheet.Hand{Finish: []scoresheet.Seat{1, 2, 3, 4, 5, 6}, Incidents: []scoresheet.Incident{incident}}
	if j.Terms().Tables > 1 {
		hand.Table, hand.Sitting = 1, 1
	}
	for _, fault := range j.Verdict(scoresheet.Sheet{Games: []scoresheet.Game{{Hands: []scoresheet.Hand{hand}}}}).Faults {
		if strings.HasPrefix(fault.Code, "event.") || strings.HasPrefix(fault.Code, "sheet.") {
			t.Errorf("%+v: %+v", incident, fault)
		}
	}
}
