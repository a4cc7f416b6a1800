package api

import (
	"context"
	"strings"
	"time"

	"kiosk/print"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// day is the last day of the event, or the day of its last entry.
func (p paper) day() print.Date {
	at := p.local(p.ChangedAt)
	if n := len(p.Dates); n > 0 {
		if last, err := time.Parse(time.DateOnly, p.Dates[n-1]); err == nil {
			at = last
		}
	}
	return print.Date{Year: at.Year(), Month: int(at.Month()), Day: at.Day()}
}

// honoured are the entrants of the places that the rulebook honours, or the
// first n, whoever shares them. Places that may still change are none, and
// nobody is honoured who was put out of the event.
func (p paper) honoured() ([]contest.Place, error) {
	places, err := p.Places()
	if err != nil {
		return nil, err
	}
	n := p.Rulebook.Awards.Certificates
	if p.sel.First > 0 {
		n = p.sel.First
	}
	var list []contest.Place
	for _, at := range places {
		e, _ := p.Entrant(at.Entrant.ID)
		out := e.Left != nil && e.Left.Kind == event.Disqualified
		if at.Place <= n && !at.Provisional && !out && p.sel.has(e.ID) {
			list = append(list, at)
		}
	}
	return list, nil
}

func (p paper) placesReady() error {
	list, err := p.honoured()
	if err == nil && len(list) == 0 {
		err = nothing("print.no-places")
	}
	return err
}

func (p paper) certificates(ctx context.Context) (print.Document, error) {
	places, err := p.honoured()
	if err != nil {
		return print.Document{}, err
	}
	var list []print.Certificate
	for _, at := range places {
		e, _ := p.Entrant(at.Entrant.ID)
		list = append(list, print.Certificate{Kind: print.Award, Names: e.Players, Unit: unitOf(e), Event: p.Name, Rank: at.Place, Issuers: p.issuers(), Date: p.day(), ChainHead: p.Head.Short()})
	}
	if len(list) == 0 {
		return print.Document{}, nothing("print.no-places")
	}
	return p.Printer.Certificates(ctx, p.with, list)
}

// issuers are who signs: one a line, as the organiser wrote them.
func (p paper) issuers() []string {
	return strings.FieldsFunc(p.Issuer, func(r rune) bool { return r == '\n' || r == '、' || r == ';' || r == '；' })
}

func unitOf(e event.Entrant) string {
	if e.Team != "" {
		return joinWords(e.Unit, e.Team)
	}
	return e.Unit
}

func (p paper) participation(ctx context.Context) (print.Document, error) {
	var list []print.Certificate
	for _, e := range p.Entrants {
		if e.Presence == event.Missing || (p.sel.Group != "" && e.Group != p.sel.Group) || !p.sel.has(e.ID) {
			continue
		}
		list = append(list, print.Certificate{Kind: print.Participation, Names: e.Players, Unit: unitOf(e), Event: p.Name, Issuers: p.issuers(), Date: p.day()})
	}
	if len(list) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.Certificates(ctx, p.with, list)
}
