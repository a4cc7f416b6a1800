package event_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

func ptr[T any](v T) *T { return &v }

func TestCreating(t *testing.T) {
	with := func(change func(*event.CreateEvent)) event.CreateEvent {
		cmd := create(t, college, nil)
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.CreateEvent
		code string
	}{
		{"without a name", with(func(c *event.CreateEvent) { c.EventName = "" }), "text.empty"},
		{"with a name of spaces", with(func(c *event.CreateEvent) { c.EventName = " 　" }), "text.empty"},
		{"with a name too long", with(func(c *event.CreateEvent) { c.EventName = strings.Repeat("掼", event.MaxEventName+1) }), "text.too-long"},
		{"with a name that holds a NUL", with(func(c *event.CreateEvent) { c.EventName = "掼\x00蛋" }), "text.characters"},
		{"with a name that turns around", with(func(c *event.CreateEvent) { c.EventName = "\u202e掼蛋" }), "text.characters"},
		{"with an issuer that is no text", with(func(c *event.CreateEvent) { c.Issuer = "\xff" }), "text.characters"},
		{"with an unknown setting", with(func(c *event.CreateEvent) { c.Settings = map[string]any{"colour": "red"} }), "setting.unknown"},
		{"with a setting out of range", with(func(c *event.CreateEvent) { c.Settings = map[string]any{"minutes": 4} }), "setting.range"},
		{"with a fixed setting", with(func(c *event.CreateEvent) { c.Settings = map[string]any{"scoring": "points"} }), "setting.fixed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := &hall{tester: t, now: opening}
			h.refused(organiser, row.cmd, row.code)
		})
	}
	h := &hall{tester: t, now: opening}
	h.makes(organiser, with(func(c *event.CreateEvent) { c.EventName = strings.Repeat("掼", event.MaxEventName) }), "event.created")
	h.refused(organiser, create(t, college, nil), "event.exists")
	if h.state.Version != 1 || h.state.Stage() != event.StageEntries || !h.state.CreatedAt.Equal(opening) {
		t.Errorf("state %+v", h.state)
	}
	h.survives()
}

func TestRenamingAndSettings(t *testing.T) {
	h := newHall(t, college, map[string]any{"minutes": 40})
	h.makes(organiser, event.Rename{EventName: ptr("新名"), Dates: []string{"2026-05-10"}}, "event.renamed")
	h.makes(organiser, event.Rename{}, "event.renamed")
	if h.state.Name != "新名" || h.state.Dates[0] != "2026-05-10" {
		t.Errorf("%s %v", h.state.Name, h.state.Dates)
	}
	h.refused(organiser, event.Rename{EventName: ptr("")}, "text.empty")
	h.refused(organiser, event.ChangeSettings{Settings: map[string]any{"minutes": "long"}}, "setting.type")
	h.refused(organiser, event.ChangeSettings{Settings: map[string]any{"minutes": 50}, Rename: event.Rename{EventName: ptr("")}}, "text.empty")
	h.makes(organiser, event.ChangeSettings{Settings: map[string]any{"bell": "finish"}, Rename: event.Rename{EventName: ptr("又名")}}, "settings.changed", "event.renamed")
	if fmt.Sprint(h.state.Settings) != "map[bell:finish minutes:40]" {
		t.Errorf("settings %v", h.state.Settings)
	}
	h.survives()
}

func TestSettingsHoldFromTheNextRound(t *testing.T) {
	h := drawn(t, college, nil)
	h.do(organiser, event.ChangeSettings{Settings: map[string]any{"minutes": 30}})
	h.do(chief, event.SetClock{Do: "start"})
	if round, _ := h.state.CurrentRound(); round.Clock.Minutes != 45 {
		t.Errorf("the round that was drawn before has %d minutes", round.Clock.Minutes)
	}
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	h.do(chief, event.SetClock{Do: "start"})
	if round, _ := h.state.CurrentRound(); round.Clock.Minutes != 30 {
		t.Errorf("the next round has %d minutes", round.Clock.Minutes)
	}
	h.survives()
}

func TestEntrants(t *testing.T) {
	h := newHall(t, college, nil)
	h.refused(organiser, event.DrawRound{Seed: "1"}, "draw.no-entrants")
	h.refused(organiser, event.ReadEntrants{}, "entrants.none")
	h.refused(organiser, event.ReadEntrants{Entrants: make([]event.Entrant, event.MaxEntrants+1)}, "entrants.too-many")
	h.makes(organiser, event.ReadEntrants{Entrants: pairs(3)}, "entrants.read")
	h.do(organiser, event.CheckIn{Entrants: []contest.EntrantID{"e1"}, Presence: event.Present})
	h.makes(organiser, event.ReadEntrants{Entrants: pairs(4)}, "entrants.read")
	if len(h.state.Entrants) != 8 || h.state.Entrants[0].Presence != event.PresenceUnknown || h.state.Entrants[7].ID != "e8" {
		t.Errorf("entrants %+v", h.state.Entrants)
	}
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.refused(organiser, event.ReadEntrants{Entrants: pairs(4)}, "entrants.drawn")
	h.survives()
}

func TestCheckIn(t *testing.T) {
	h := newHall(t, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(3)})
	h.refused(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1"}, Presence: "asleep"}, "presence.unknown")
	h.refused(referee, event.CheckIn{Presence: event.Present}, "entrants.none")
	h.refused(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e9"}, Presence: event.Present}, "entrant.unknown")
	h.makes(referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e2"}, Presence: event.Present}, "entrants.checked-in")
	if h.state.Stage() != event.StageCheckIn {
		t.Errorf("stage %s", h.state.Stage())
	}
	h.refused(organiser, event.DrawRound{Seed: "1"}, "draw.unchecked")
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e3", "e4", "e5", "e6"}, Presence: event.Present})
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e5", "e6"}, Presence: event.Missing})
	h.refused(organiser, event.DrawRound{Seed: "1"}, "draw.group-size")
	h.do(referee, event.CheckIn{Entrants: []contest.EntrantID{"e6"}, Presence: event.Present})
	h.do(organiser, event.DrawRound{Seed: "1"})
	places, err := h.state.Places()
	if err != nil || len(places) != 6 || places[5].Entrant.ID != "e5" || places[5].Reason != contest.PlaceNotDrawn {
		t.Errorf("places %+v %v", places, err)
	}
	h.survives()
}

func TestSpelling(t *testing.T) {
	h := drawn(t, college, nil)
	m := h.match(1)
	before, _ := h.state.Entrant(m.Entrants.A)
	h.do(phone(sideA), event.TakeSeats{Speaker: speaker(1, sideA), Seats: seatsOf(sideA, before.Players)})
	taken := "A-taken"
	h.do(organiser, event.CorrectEntrant{Entrant: m.Entrants.B, Number: ptr(taken), Reason: "补编号"})
	fix := func(change func(*event.CorrectEntrant)) event.CorrectEntrant {
		cmd := event.CorrectEntrant{Entrant: before.ID, Reason: "写错字"}
		change(&cmd)
		return cmd
	}
	for _, row := range []struct {
		name string
		cmd  event.CorrectEntrant
		code string
	}{
		{"of nobody", fix(func(c *event.CorrectEntrant) { c.Entrant = "e99" }), "entrant.unknown"},
		{"without a reason", fix(func(c *event.CorrectEntrant) { c.Reason = "  " }), "text.empty"},
		{"with another's number", fix(func(c *event.CorrectEntrant) { c.Number = ptr(taken) }), "entrant.number-taken"},
		{"with a unit too long", fix(func(c *event.CorrectEntrant) { c.Unit = ptr(strings.Repeat("会", event.MaxUnit+1)) }), "text.too-long"},
		{"with one player of two", fix(func(c *event.CorrectEntrant) { c.Players = []string{"甲"} }), "entrant.players"},
		{"with a player twice", fix(func(c *event.CorrectEntrant) { c.Players = []string{"甲", "甲"} }), "entrant.player-twice"},
		{"with a player without a name", fix(func(c *event.CorrectEntrant) { c.Players = []string{"甲", ""} }), "text.empty"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := h.fork(t)
			h.refused(chief, row.cmd, row.code)
		})
	}
	h.makes(chief, fix(func(c *event.CorrectEntrant) {
		c.Unit, c.Players = ptr("新分会"), []string{before.Players[1], "𠮷野"}
	}), "entrants.corrected")
	after, _ := h.state.Entrant(before.ID)
	if after.Unit != "新分会" || after.Number != before.Number || after.Players[1] != "𠮷野" {
		t.Errorf("entrant %+v", after)
	}
	if got := h.match(1).Seats; got[0] != before.Players[1] || got[2] != "𠮷野" {
		t.Errorf("seats %v: each seat keeps its player under the new name", got)
	}
	h.survives()
}

func TestDrawing(t *testing.T) {
	h := newHall(t, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(4)})
	h.refused(organiser, event.DrawRound{}, "draw.seed")
	h.refused(organiser, event.DrawRound{Seed: strings.Repeat("x", event.MaxSeed+1)}, "draw.seed")
	h.refused(organiser, event.DrawRound{Seed: "7\u202e"}, "draw.seed")
	h.refused(chief, event.DrawLots{Seed: "1"}, "lots.phase")
	h.makes(organiser, event.DrawRound{Seed: "1"}, "phase.drawn", "round.drawn")
	if h.state.Stage() != event.StageDrawn || h.state.Matches() != 4 || h.state.HighestTable() != 4 {
		t.Errorf("%s, %d matches, %d tables", h.state.Stage(), h.state.Matches(), h.state.HighestTable())
	}
	h.refused(organiser, event.DrawRound{Seed: "1"}, "draw.missing")
	h.refused(chief, event.DrawLots{Seed: "1"}, "lots.none")
	h.settleRound(byNumber)
	h.makes(organiser, event.DrawRound{Seed: "2"}, "round.drawn")
	if m := h.state.AtTable(1); m == nil || m.Round != 2 {
		t.Errorf("at table 1 sits %+v", m)
	}
	if h.state.AtTable(9) != nil {
		t.Error("a table that there is not")
	}
	h.survives()
}

// The same entrants and seed give the same draw, and the seed is on record.
func TestADrawCanBeRepeated(t *testing.T) {
	one, other := drawn(t, college, nil), drawn(t, college, nil)
	if one.state.Head != other.state.Head {
		t.Error("two draws from one seed differ")
	}
	if draw, ok := one.state.Draw("group"); !ok || draw.Seed != "20260509" {
		t.Errorf("draw %+v", draw)
	}
}

// A correction of an earlier round that leaves a match without a result keeps
// the next round from being drawn, whatever has been drawn since.
func TestAnEarlierRoundReopenedKeepsTheDrawWaiting(t *testing.T) {
	h := drawn(t, college, nil)
	h.passA(1, 1, sideA)
	h.settleRound(byNumber)
	h.do(organiser, event.DrawRound{Seed: "2"})
	h.settleRound(byNumber)
	m := h.match(1)
	h.do(referee, event.Correct{Match: 1, Place: event.Place{Game: 1, Number: 1}, Reason: "记错", Version: m.Version})
	h.wantState(event.Playing)
	h.refused(organiser, event.DrawRound{Seed: "3"}, "draw.missing")
	h.survives()
}

// playOn has every round to the end of the event drawn and settled.
func (h *hall) playOn() {
	h.Helper()
	for range 100 {
		if _, err := h.state.NextRound(); err != nil {
			return
		}
		h.do(organiser, event.DrawRound{Seed: "seed"})
		h.settleRound(byNumber)
	}
	h.Fatalf("the event does not end")
}

func TestEventsOfEverySizeComeToAnEnd(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 6, 9, 12} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			h := newHall(t, college, nil)
			h.do(organiser, event.ReadEntrants{Entrants: pairs(n)})
			h.playOn()
			if h.state.Stage() != event.StageOver {
				_, err := h.state.NextRound()
				t.Fatalf("stage %s, next %v", h.state.Stage(), explain(err))
			}
			h.refused(organiser, event.DrawRound{Seed: "1"}, "draw.over")
			places, err := h.state.Places()
			if err != nil {
				t.Fatal(err)
			}
			wantPlaces(t, h.state, places)
			h.survives()
		})
	}
}

// wantPlaces: every entrant has exactly one place, and the places add up.
func wantPlaces(t tester, s *event.State, places []contest.Place) {
	t.Helper()
	seen := map[contest.EntrantID]bool{}
	for i, p := range places {
		if seen[p.Entrant.ID] {
			t.Fatalf("%s has two places", p.Entrant.ID)
		}
		seen[p.Entrant.ID] = true
		if p.Place > i+1 || p.Place < i+2-p.Sharing {
			t.Fatalf("place %d, shared by %d, stands as number %d: %+v", p.Place, p.Sharing, i+1, places)
		}
	}
	if len(seen) != len(s.Entrants) {
		t.Fatalf("%d of %d entrants have a place", len(seen), len(s.Entrants))
	}
}

// A lot that the finals need is drawn with them and recorded; a lot is drawn
// once.
func TestLots(t *testing.T) {
	h := newHall(t, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(3)})
	for range 3 {
		h.do(organiser, event.DrawRound{Seed: "s"})
		round, _ := h.state.CurrentRound()
		for n := round.First; n <= round.Last; n++ {
			// Everybody loses: nobody is ahead in anything.
			h.do(referee, event.ForfeitMatch{Match: n, Forfeit: "both", Reason: "都没来"})
		}
	}
	fork := h.fork(t)
	h.makes(chief, event.DrawLots{Seed: "lot"}, "lots.drawn", "lots.drawn")
	h.refused(chief, event.DrawLots{Seed: "lot"}, "lots.none")
	h.makes(organiser, event.DrawRound{Seed: "final"}, "phase.drawn", "round.drawn")
	fork.makes(organiser, event.DrawRound{Seed: "final"}, "lots.drawn", "lots.drawn", "phase.drawn", "round.drawn")
	h.survives()
	fork.survives()
}

// What ranks a group is what was set when its last round was drawn: nobody
// chooses a tie-break once the results are known.
func TestTieBreaksCannotBeChosenAfterwards(t *testing.T) {
	h := drawn(t, college, nil)
	h.settleRound(byNumber)
	before := projectionOfStandings(t, h.state)
	h.do(organiser, event.ChangeSettings{Settings: map[string]any{"difference_among": true}})
	if got := projectionOfStandings(t, h.state); got != before {
		t.Errorf("standings changed with a setting:\n%s\n%s", before, got)
	}
	h.do(organiser, event.DrawRound{Seed: "2"})
	standings, err := h.state.Standings("group")
	if err != nil || !standings[0].Criteria[2].Among {
		t.Errorf("the setting does not hold from the next round on: %+v %v", standings[0].Criteria, err)
	}
}

func projectionOfStandings(t tester, s *event.State) string {
	return fmt.Sprintf("%+v", standingsOf(t, s)[0].Criteria)
}

func TestRevoking(t *testing.T) {
	h := drawn(t, college, nil)
	at := func(table int) event.TablePlace { return event.TablePlace{Table: table, Side: sideB} }
	h.refused(chief, event.RevokeTable{TablePlace: event.TablePlace{Table: 1}}, "table.unknown")
	h.refused(chief, event.RevokeTable{TablePlace: event.TablePlace{Side: sideA}}, "table.unknown")
	h.refused(chief, event.RevokeTable{TablePlace: event.TablePlace{Table: -1, Side: sideA}}, "table.unknown")
	old := h.state
	h.makes(chief, event.RevokeTable{TablePlace: at(1)}, "table.revoked")
	h.makes(chief, event.RevokeTable{}, "table.revoked")
	if h.state.Generation(at(1)) != 2 || h.state.Generation(at(2)) != 1 || h.state.Generations() != 2 || old.Generation(at(1)) != 0 {
		t.Errorf("generations %d %d %d", h.state.Generation(at(1)), h.state.Generation(at(2)), h.state.Generations())
	}
	h.survives()
}

func TestTimesAreKeptToTheMillisecondInUTC(t *testing.T) {
	h := &hall{tester: t, now: time.Date(2026, 5, 9, 9, 0, 0, 123456789, time.FixedZone("CST", 8*3600))}
	h.do(organiser, create(t, college, nil))
	if want := time.Date(2026, 5, 9, 1, 0, 0, 123000000, time.UTC); h.state.CreatedAt != want {
		t.Errorf("created at %v, want %v", h.state.CreatedAt, want)
	}
	h.survives()
}
