package api

import (
	"kiosk/scoresheet"
	"kiosk/scoresheet/gouji"
	"kiosk/scoresheet/shuangsheng"
)

// handForm is what a hand is made of beside a finishing order, so that pages
// can ask for it: the incidents that a Gouji rulebook knows, and how the points
// of a hand of Shuangsheng are told.
type handForm struct {
	Incidents []incidentForm `json:"incidents,omitempty"`
	Points    *pointsForm    `json:"points,omitempty"`
}

type incidentForm struct {
	Kind   scoresheet.IncidentKind `json:"kind"`
	Result string                  `json:"result,omitempty"`
	Fields []string                `json:"fields"`
	Apart  bool                    `json:"apart,omitempty"`
}

// pointsForm bounds what is told: points in tricks and bottom are multiples of
// the unit, Pairs are the most in the last play that the bottom is multiplied
// for, Cards the most that a failed throw loses.
type pointsForm struct {
	Unit       int `json:"unit"`
	Most       int `json:"most"`
	MostBottom int `json:"most_bottom"`
	Pairs      int `json:"pairs"`
	Cards      int `json:"cards"`
}

// handFormOf is nil where a finishing order is all.
func handFormOf(book *scoresheet.Rulebook, terms *scoresheet.Terms) *handForm {
	switch book.Discipline {
	case scoresheet.Gouji:
		rules := gouji.RulesOf(book, terms)
		form := &handForm{}
		for _, f := range rules.Forms() {
			form.Incidents = append(form.Incidents, incidentForm(f))
		}
		return form
	case scoresheet.Shuangsheng:
		return &handForm{Points: &pointsForm{
			Unit: shuangsheng.PointUnit, Most: shuangsheng.AllPoints, MostBottom: shuangsheng.MostBottom,
			Pairs: max(0, len(terms.BottomMultipliers)-1), Cards: shuangsheng.MaxCards,
		}}
	}
	return nil
}
