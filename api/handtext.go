package api

import (
	"strconv"
	"strings"

	"kiosk/scoresheet"
)

// handText says a hand in one line: its finishing order as far as it has one,
// and what else it was told by. The words are those of the pages.
func (v viewer) handText(hand scoresheet.Hand) string {
	var parts []string
	if len(hand.Finish) > 0 {
		names := make([]string, len(hand.Finish))
		for i, seat := range hand.Finish {
			names[i] = v.seat(seat)
		}
		parts = append(parts, strings.Join(names, "›"))
	}
	parts = append(parts, v.incidentTexts(hand)...)
	if hand.OnStage != scoresheet.NoSide {
		parts = append(parts, v.words.T("page.stage.on", map[string]any{"Side": v.sideName(hand.OnStage)}))
	}
	if hand.Tricks != nil {
		parts = append(parts, v.words.T("page.stage.tricks.line", map[string]any{"N": *hand.Tricks}))
	}
	if bottom := v.bottomText(hand.Bottom); bottom != "" {
		parts = append(parts, bottom)
	}
	return strings.Join(append(parts, v.throwTexts(hand)...), " · ")
}

// incidentTexts are the incidents of a Gouji hand, in order of time, with the
// names of the seats.
func (v viewer) incidentTexts(hand scoresheet.Hand) []string {
	return v.incidents(hand, "page.incident.", v.seat, func(incident scoresheet.Incident) string {
		kind := v.words.T("incident."+incident.Kind, nil)
		if incident.Result == "" {
			return kind
		}
		return v.words.T("page.incident.what", map[string]any{"Kind": kind, "Result": v.words.T("incident.result."+incident.Result, nil)})
	})
}

// incidentMarks are the same, as short as a column on paper wants them: with the
// numbers of the seats.
func (v viewer) incidentMarks(hand scoresheet.Hand) []string {
	number := func(seat scoresheet.Seat) string { return strconv.Itoa(int(seat)) }
	return v.incidents(hand, "paper.incident.", number, func(incident scoresheet.Incident) string {
		if incident.Result != "" {
			return v.words.T("incident.result."+incident.Result, nil)
		}
		return v.words.T("incident."+incident.Kind, nil)
	})
}

func (v viewer) incidents(hand scoresheet.Hand, key string, name func(scoresheet.Seat) string, what func(scoresheet.Incident) string) []string {
	var texts []string
	for _, incident := range hand.Incidents {
		form, to := "one", max(incident.Seat, incident.Against)
		switch {
		case incident.CounterBy != 0:
			form = "countered"
		case incident.By != 0 && to != 0:
			form = "by"
		default:
			to = max(incident.By, to)
		}
		texts = append(texts, v.words.T(key+form, map[string]any{
			"What": what(incident), "By": name(incident.By), "Seat": name(to), "Counter": name(incident.CounterBy),
		}))
	}
	return texts
}

// bottomText is what the defenders made of the bottom, "" where they did not
// take it.
func (v viewer) bottomText(bottom *scoresheet.Bottom) string {
	if bottom == nil || bottom.Last != scoresheet.Defenders {
		return ""
	}
	play := v.words.T("page.stage.single", nil)
	if bottom.Pairs > 0 {
		play = v.words.T("page.stage.pairs", map[string]any{"N": bottom.Pairs})
	}
	return v.words.T("page.stage.bottom.line", map[string]any{"N": bottom.Points, "Play": play})
}

func (v viewer) throwTexts(hand scoresheet.Hand) []string {
	var texts []string
	for _, throw := range hand.Throws {
		texts = append(texts, v.words.T("page.stage.throw.line", map[string]any{"Side": v.sideName(throw.Side), "N": throw.Cards}))
	}
	return texts
}
