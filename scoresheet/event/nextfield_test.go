package event_test

import (
	"fmt"
	"slices"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// The field of the next draw is who is drawn, round after round to the end, and
// what the kiosk draws may be typed as if lots on paper had given it.
func TestTheNextFieldIsWhoIsDrawn(t *testing.T) {
	all := slices.Clone(formats)
	for _, book := range []string{"guandan-national-day", "test-cross", "test-league"} {
		all = append(all, struct {
			book     string
			entrants int
		}{book, 12})
	}
	for _, format := range all {
		t.Run(fmt.Sprint(format.book, format.entrants), func(t *testing.T) {
			h := newHall(t, format.book, nil)
			entrants := pairsOf(format.entrants)
			if len(h.state.Rulebook.Entry.Groups) > 0 {
				entrants = pairs(format.entrants / 2)
			}
			h.do(organiser, event.ReadEntrants{Entrants: entrants})
			for range 40 {
				field, err := h.state.NextField("seed")
				if err != nil {
					if h.state.Stage() != event.StageOver {
						t.Fatalf("no field: %v", codeAndArgs(err))
					}
					return
				}
				before := h.state
				h.do(organiser, event.DrawRound{Seed: "seed"})
				wantField(t, field, h.state)
				wantPaper(t, field, before, h.state)
				h.endAll()
			}
			t.Fatal("the event never ends")
		})
	}
}

// wantField compares a field with the round that was drawn from it.
func wantField(t *testing.T, field event.NextField, after *event.State) {
	t.Helper()
	round, _ := after.CurrentRound()
	if round.Phase != field.Phase.ID || round.PhaseRound != field.Round || round.Playoff != field.Playoff {
		t.Fatalf("round %d of %s, want %d of %s", round.PhaseRound, round.Phase, field.Round, field.Phase.ID)
	}
	draw, _ := after.Draw(round.Phase)
	var due, drawn []contest.EntrantID
	for _, group := range field.Groups {
		for _, e := range group.Entrants {
			due = append(due, e.ID)
		}
	}
	switch field.Lots {
	case event.PaperNothing:
		return
	case event.PaperOrders:
		for _, group := range draw.Groups {
			drawn = append(drawn, group.Order...)
		}
	case event.PaperPairs:
		drawn = named(after, round)
		if matches := round.Last - round.First + 1; field.Matches != 0 && field.Matches != matches {
			t.Errorf("%d matches are due, %d drawn", field.Matches, matches)
		}
	}
	slices.Sort(due)
	slices.Sort(drawn)
	if !slices.Equal(due, drawn) {
		t.Errorf("round %d names %v, the field is %v", round.Number, drawn, due)
	}
	if !slices.Equal(round.Through, field.Through) {
		t.Errorf("%v are through, the field says %v", round.Through, field.Through)
	}
}

// named are all who play or sit out in a round.
func named(s *event.State, round event.Round) []contest.EntrantID {
	var ids []contest.EntrantID
	for _, m := range s.RoundMatches(round.Number) {
		ids = append(ids, m.Entrants.A, m.Entrants.B)
	}
	for _, bye := range round.Byes {
		ids = append(ids, bye.Entrant)
	}
	return ids
}

// wantPaper has the round that was drawn typed as lots on paper.
func wantPaper(t *testing.T, field event.NextField, before, after *event.State) {
	t.Helper()
	round, _ := after.CurrentRound()
	paper := &event.PaperDraw{}
	switch field.Lots {
	case event.PaperNothing:
		return
	case event.PaperOrders:
		draw, _ := after.Draw(round.Phase)
		paper.Orders = map[string][]contest.EntrantID{}
		for _, group := range draw.Groups {
			paper.Orders[group.Name] = group.Order
		}
	case event.PaperPairs:
		for _, m := range after.RoundMatches(round.Number) {
			paper.Pairs = append(paper.Pairs, event.PaperPair{Home: m.Entrants.A, Away: m.Entrants.B, Group: m.Group, Table: m.Table})
		}
		for _, bye := range round.Byes {
			paper.Byes = append(paper.Byes, bye.Entrant)
		}
	}
	decided, err := event.Decide(before, event.DrawRound{Seed: "seed", Paper: paper}, event.Env{Now: before.ChangedAt, By: organiser})
	if err != nil {
		t.Fatalf("round %d of %s by paper: %v", round.Number, round.Phase, codeAndArgs(err))
	}
	typed, _ := decided.State.CurrentRound()
	if got, want := named(decided.State, typed), named(after, round); !slices.Equal(got, want) {
		t.Errorf("round %d by paper names %v, want %v", round.Number, got, want)
	}
}

// As long as a result is missing both of its sides may still be in; who comes
// to the next phase is not known before.
func TestTheNextFieldWhileResultsAreMissing(t *testing.T) {
	h := begun(t, "guandan-five", 8)
	field, err := h.state.NextField("1")
	if err != nil || len(field.Groups[0].Entrants) != 8 {
		t.Fatalf("%v: %v", field.Groups, err)
	}
	end(h, 1)
	if field, _ = h.state.NextField("1"); len(field.Groups[0].Entrants) != 7 {
		t.Errorf("%d in the field, want seven", len(field.Groups[0].Entrants))
	}
	single := begun(t, "guandan-office", 4)
	if _, err := single.state.NextField("1"); codeOf(err) != "draw.missing" {
		t.Errorf("the field of the final is known before the round is played: %v", err)
	}
}

func TestOutcomesThatFitAPhase(t *testing.T) {
	if got := event.OutcomesOf(scoresheet.Knockout); len(got) != 3 || slices.Contains(got, event.OutcomePostponed) || slices.Contains(got, event.OutcomeVoid) {
		t.Errorf("a knockout has %v", got)
	}
	if got := event.OutcomesOf(scoresheet.Swiss); len(got) != 5 {
		t.Errorf("a Swiss has %v", got)
	}
}
