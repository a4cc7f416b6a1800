package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func (p paper) roundSheet(ctx context.Context) (print.Document, error) {
	round, err := p.round()
	if err != nil {
		return print.Document{}, err
	}
	in := print.RoundSheet{
		Event: p.Name, Phase: p.phaseName(round.Phase), Round: p.roundName(round), Results: true,
		Seed: seedOfRound(p.State, round), ChainHead: p.Head.Short(),
	}
	draw, _ := p.Draw(round.Phase)
	for _, group := range draw.Groups {
		if p.sel.Group != "" && group.Name != p.sel.Group {
			continue
		}
		section := p.roundSection(round, group.Name)
		section.Title = p.groupName(group.Name)
		if len(section.Pairings)+len(section.Byes) > 0 {
			in.Sections = append(in.Sections, section)
		}
	}
	if len(in.Sections) == 0 {
		return print.Document{}, nothing("print.empty")
	}
	return p.Printer.RoundSheet(ctx, p.with, in)
}

// roundSection are the matches and byes of a group in a round.
func (p paper) roundSection(round event.Round, group string) print.RoundSection {
	var section print.RoundSection
	for _, m := range p.RoundMatches(round.Number) {
		if m.Group == group {
			section.Pairings = append(section.Pairings, p.pairing(m))
		}
	}
	for _, bye := range round.Byes {
		if bye.Group == group {
			section.Byes = append(section.Byes, p.party(bye.Entrant))
		}
	}
	return section
}

func (p paper) pairing(m *event.Match) print.Pairing {
	pairing := print.Pairing{Table: tablesText(m.Tables()), A: p.party(m.Entrants.A), B: p.party(m.Entrants.B)}
	if m.Done() {
		result := p.sheetResult(m)
		pairing.Result = result.Final[0] + " : " + result.Final[1]
		if result.Final[0] == "" {
			pairing.Result = result.By
		}
	}
	return pairing
}

// drawSheet shows a whole phase: its schedule, or its rounds as they were drawn.
func (p paper) drawSheet(ctx context.Context) (print.Document, error) {
	draw, err := p.phase(everyKind...)
	if err != nil {
		return print.Document{}, err
	}
	in := print.RoundSheet{Event: p.Name, Draw: true, Phase: p.phaseName(draw.Phase), ChainHead: p.Head.Short()}
	if len(draw.Rounds) > 0 {
		in.Seed, in.Inputs, in.Sections = draw.Seed, p.inputs(draw), p.scheduled(draw)
	} else {
		in.Sections = p.drawnRounds(draw)
		if phase, _ := p.Rulebook.Phase(draw.Phase); phase.Draw == scoresheet.DrawOnce {
			in.Seed, in.Inputs = draw.Seed, p.inputs(draw)
		}
	}
	return p.Printer.RoundSheet(ctx, p.with, in)
}

// scheduled is the schedule that the draw of a phase holds.
func (p paper) scheduled(draw event.PhaseDraw) []print.RoundSection {
	terms, _ := p.Rulebook.Terms(draw.Phase, p.Settings)
	var sections []print.RoundSection
	for _, round := range draw.Rounds {
		section := print.RoundSection{Title: p.words.T("paper.round", map[string]any{"Round": round.Number})}
		for _, pair := range round.Pairings {
			section.Pairings = append(section.Pairings, print.Pairing{Table: tablesText(event.TablesFor(pair.Table, terms)), A: p.party(pair.Home), B: p.party(pair.Away)})
		}
		for _, bye := range round.Byes {
			section.Byes = append(section.Byes, p.party(bye))
		}
		sections = append(sections, section)
	}
	return sections
}

// drawnRounds are the rounds of a phase that is drawn round by round, each with
// its seed, and with the reasons for pairs that not just a lot has made.
func (p paper) drawnRounds(draw event.PhaseDraw) []print.RoundSection {
	var sections []print.RoundSection
	for _, round := range p.Rounds {
		if round.Phase != draw.Phase {
			continue
		}
		title := []string{p.roundName(round)}
		switch {
		case round.Playoff:
			title = append(title, p.words.T("rule.playoff", nil))
		case round.Paper:
			title = append(title, p.words.T("pairing.paper", nil))
		}
		if round.Seed != "" {
			title = append(title, p.words.T("print.seed", map[string]any{"Seed": round.Seed}))
		}
		section := print.RoundSection{Title: strings.Join(title, "　")}
		for _, m := range p.RoundMatches(round.Number) {
			pairing := print.Pairing{Table: tablesText(m.Tables()), A: p.party(m.Entrants.A), B: p.party(m.Entrants.B)}
			if !byLot(contest.Reason(m.Reason)) && !round.Playoff {
				pairing.Note = p.pairingWords(m)
			}
			section.Pairings = append(section.Pairings, pairing)
		}
		for _, bye := range round.Byes {
			section.Byes = append(section.Byes, p.party(bye.Entrant))
		}
		sections = append(sections, section)
	}
	return sections
}

// byLot reports whether nothing but a lot, or lots on paper, put two together.
func byLot(reason contest.Reason) bool {
	switch reason {
	case contest.ReasonLot, contest.ReasonSwissLot, contest.ReasonRepechage, contest.ReasonQualifying, event.ReasonPaper:
		return true
	}
	return false
}

// inputs are the numbers that the lots gave, from which the schedule or the
// bracket follows.
func (p paper) inputs(draw event.PhaseDraw) string {
	var groups []string
	for _, group := range draw.Groups {
		names := make([]string, len(group.Order))
		for i, id := range group.Order {
			e, _ := p.Entrant(id)
			names[i] = strconv.Itoa(i+1) + " " + e.Name()
		}
		groups = append(groups, joinWords(p.groupName(group.Name), strings.Join(names, p.words.T("follow.and", nil))))
	}
	return strings.Join(groups, "; ")
}

// trialSeed is what a draw is tried with to see how many lots it takes.
const trialSeed = "lots"

func (p paper) lotsReady() error {
	_, err := p.slips()
	return err
}

// lots are slips for the next draw on paper.
func (p paper) lots(ctx context.Context) (print.Document, error) {
	in, err := p.slips()
	if err != nil {
		return print.Document{}, err
	}
	in.Event = p.Name
	return p.Printer.Lots(ctx, p.with, in)
}

// slips are what is drawn next: partners, numbers within groups or a bracket, or
// the pairs of a round.
func (p paper) slips() (print.Lots, error) {
	if len(p.Draws) == 0 && p.Rulebook.Entry.Partners != "" {
		if lots := p.partnerSlips(); len(lots) > 0 {
			return print.Lots{Phase: p.words.T("paper.lots.partners", nil), Lots: lots}, nil
		}
	}
	field, err := p.NextField(trialSeed)
	if err != nil {
		return print.Lots{}, err
	}
	after, err := p.trial()
	if err != nil {
		return print.Lots{}, err
	}
	round, _ := after.CurrentRound()
	in := print.Lots{Phase: joinWords(field.Phase.Name.In(p.lang()), p.roundName(round))}
	switch field.Lots {
	case event.PaperOrders:
		draw, _ := after.Draw(field.Phase.ID)
		if field.Phase.Draw != scoresheet.DrawCross && field.Phase.Draw != scoresheet.DrawSeeded {
			in.Lots = p.numberSlips(draw, round)
		}
	case event.PaperPairs:
		in.Lots = p.pairSlips(after, round)
	}
	if len(in.Lots) == 0 {
		return print.Lots{}, nothing("print.no-lots")
	}
	return in, nil
}

// trial is the event after its next draw, made as if those who have no result
// yet had one: how many lots there are does not depend on who wins.
func (p paper) trial() (*event.State, error) {
	cmd := event.DrawRound{Seed: trialSeed, Missing: map[int]event.Outcome{}}
	for _, m := range p.MissingResults() {
		cmd.Missing[m.Number] = event.OutcomeForfeitB
	}
	decided, err := event.Decide(p.State, cmd, event.Env{Now: p.ChangedAt, By: event.Author{Role: event.Organiser}})
	return decided.State, err
}

// partnerSlips has each number as often as an entrant has players, in each group
// apart, for those who entered alone.
func (p paper) partnerSlips() []print.Lot {
	size := p.Rulebook.Entry.Players
	alone := map[string]int{}
	var groups []string
	for _, e := range p.Entrants {
		if len(e.Players) >= size || e.Presence == event.Missing || e.Left != nil {
			continue
		}
		if alone[e.Group]++; alone[e.Group] == 1 {
			groups = append(groups, e.Group)
		}
	}
	slices.Sort(groups)
	var lots []print.Lot
	number := 0
	for _, group := range groups {
		for range alone[group] / size {
			number++
			for range size {
				lots = append(lots, print.Lot{Text: strconv.Itoa(number), Note: p.groupName(group)})
			}
		}
	}
	return lots
}

// numberSlips has a number for everybody in each group. In a bracket it says who
// begins with a bye: that is a matter of the number.
func (p paper) numberSlips(draw event.PhaseDraw, round event.Round) []print.Lot {
	var lots []print.Lot
	for _, group := range draw.Groups {
		for i, id := range group.Order {
			lot := print.Lot{Text: strconv.Itoa(i + 1), Note: p.groupName(group.Name)}
			bye := slices.ContainsFunc(round.Byes, func(b event.Bye) bool { return b.Entrant == id })
			if len(draw.Rounds) == 0 && bye {
				lot.Note = joinWords(lot.Note, p.words.T("paper.lots.bye", nil))
			}
			lots = append(lots, lot)
		}
	}
	return lots
}

// pairSlips has the number of each table twice, for those who meet there, and a
// blank one for each who sits out. A round that does not rest on lots has none.
func (p paper) pairSlips(after *event.State, round event.Round) []print.Lot {
	var lots []print.Lot
	for _, m := range after.RoundMatches(round.Number) {
		switch reason := contest.Reason(m.Reason); {
		case reason == contest.ReasonThirdPlace:
			continue
		case round.PhaseRound > 1 && !byLot(reason):
			return nil
		}
		table := tablesText(m.Tables())
		lot := print.Lot{Text: table, Note: p.words.T("paper.lots.table", map[string]any{"Table": table})}
		lots = append(lots, lot, lot)
	}
	return append(lots, make([]print.Lot, len(round.Byes))...)
}
