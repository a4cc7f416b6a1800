package event_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// tester is what testing.T, testing.B and rapid.T have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

var books = sync.OnceValue(func() *config.Rulebooks {
	all, refused := config.BuiltIn().WithOwn(os.DirFS("testdata/rulebooks"))
	if refused != nil {
		panic(fmt.Sprint(refused))
	}
	return all
})

const college = "guandan-college"

var (
	organiser = event.Author{Role: event.Organiser, Name: "王"}
	chief     = event.Author{Role: event.Chief, Name: "李"}
	referee   = event.Author{Role: event.Referee, Name: "张"}
	kiosk     = event.Author{Role: event.Kiosk}
	public    = event.Author{Role: event.Public}
)

func phone(side scoresheet.Side) event.Author {
	return event.Author{Role: event.SideRole, Name: "1" + side.String(), Device: "phone-" + side.String()}
}

// hall is an event that is being played: its state, its journal and its clock.
type hall struct {
	tester
	state *event.State
	log   [][]byte
	now   time.Time
}

var opening = time.Date(2026, 5, 9, 9, 0, 0, 0, time.UTC)

func newHall(t tester, rulebook string, settings map[string]any) *hall {
	t.Helper()
	h := &hall{tester: t, now: opening}
	h.do(organiser, create(t, rulebook, settings))
	return h
}

func create(t tester, rulebook string, settings map[string]any) event.CreateEvent {
	t.Helper()
	entry, ok := books().Get(rulebook)
	if !ok {
		t.Fatalf("no rulebook %s", rulebook)
	}
	return event.CreateEvent{
		ID: "e1", EventName: "教职工掼蛋赛", Zone: "Asia/Shanghai", Dates: []string{"2026-05-09"},
		Rulebook: entry.Book, Text: "text", Hash: "hash", Settings: settings,
	}
}

// pairs are the entrants of n units, one pair in each of both groups.
func pairs(n int) []event.Entrant {
	var list []event.Entrant
	for _, group := range []string{"A", "B"} {
		for i := range n {
			list = append(list, event.Entrant{
				Number: fmt.Sprintf("%s%d", group, i+1), Unit: fmt.Sprintf("分会%d", i+1), Group: group,
				Players: []string{fmt.Sprintf("甲%s%d", group, i+1), fmt.Sprintf("乙%s%d", group, i+1)},
			})
		}
	}
	return list
}

// played is an event whose first round is drawn, with the clock running.
func played(t tester, rulebook string, settings map[string]any) *hall {
	t.Helper()
	h := drawn(t, rulebook, settings)
	minutes := 0
	if round, _ := h.state.CurrentRound(); round.Terms().Minutes > 0 {
		h.do(chief, event.SetClock{Do: "start", Minutes: minutes})
	}
	return h
}

// drawn is an event of four units whose first round is drawn; the phones of
// both sides of match 1 speak for it.
func drawn(t tester, rulebook string, settings map[string]any) *hall {
	t.Helper()
	h := newHall(t, rulebook, settings)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(4)})
	h.do(organiser, event.DrawRound{Seed: "20260509"})
	for _, side := range scoresheet.Sides {
		h.hold(1, side)
	}
	return h
}

func (h *hall) hold(match int, side scoresheet.Side) {
	h.Helper()
	h.do(phone(side), event.HoldSide{Speaker: speaker(match, side), Label: "华为"})
}

func speaker(match int, side scoresheet.Side) event.Speaker {
	return event.Speaker{Match: match, Side: side, Device: "phone-" + side.String()}
}

const (
	sideA = scoresheet.SideA
	sideB = scoresheet.SideB
)

func (h *hall) decide(by event.Author, cmd event.Command) (event.Decided, error) {
	return event.Decide(h.state, cmd, event.Env{Now: h.now, By: by})
}

// do has a command carried out.
func (h *hall) do(by event.Author, cmd event.Command) event.Decided {
	h.Helper()
	decided, err := h.decide(by, cmd)
	if err != nil {
		h.Fatalf("%s %+v: %v", cmd.Name(), cmd, explain(err))
	}
	h.take(decided)
	return decided
}

func (h *hall) take(decided event.Decided) {
	h.state = decided.State
	h.log = append(h.log, decided.Encoded...)
}

func explain(err error) string {
	var refusal *event.Refusal
	if errors.As(err, &refusal) {
		return fmt.Sprintf("%s %v", refusal.Code, refusal.Args)
	}
	return err.Error()
}

// refused has a command refused, with a code or the code of a fault.
func (h *hall) refused(by event.Author, cmd event.Command, code string) {
	h.Helper()
	before := h.state
	decided, err := h.decide(by, cmd)
	if err == nil {
		h.Errorf("%s %+v was had (%v), want %s", cmd.Name(), cmd, kinds(decided), code)
		return
	}
	if got := codeOf(err); got != code {
		h.Errorf("%s: refused as %s, want %s", cmd.Name(), explain(err), code)
	}
	if h.state != before || len(decided.Entries) > 0 {
		h.Errorf("%s: a refused command left something behind", cmd.Name())
	}
}

func codeOf(err error) string {
	var refusal *event.Refusal
	var faults scoresheet.Faults
	switch {
	case errors.As(err, &refusal):
		return refusal.Code
	case errors.As(err, &faults):
		return faults[0].Code
	}
	return "defect: " + err.Error()
}

func asRefusal(err error, into **event.Refusal) bool { return errors.As(err, into) }

func kinds(decided event.Decided) []event.Kind {
	made := []event.Kind{}
	for _, e := range decided.Entries {
		made = append(made, e.Kind)
	}
	return made
}

// makes has a command carried out that makes entries of these kinds.
func (h *hall) makes(by event.Author, cmd event.Command, want ...event.Kind) event.Decided {
	h.Helper()
	decided := h.do(by, cmd)
	if got := kinds(decided); !slices.Equal(got, want) {
		h.Errorf("%s made %v, want %v", cmd.Name(), got, want)
	}
	return decided
}

func finish(seats ...scoresheet.Seat) scoresheet.Hand { return scoresheet.Hand{Finish: seats} }

func report(match int, side scoresheet.Side, game, number int, hand scoresheet.Hand) event.ReportHand {
	return event.ReportHand{Speaker: speaker(match, side), Place: event.Place{Game: game, Number: number}, Hand: hand}
}

// say reports a hand of match 1.
func (h *hall) say(side scoresheet.Side, game, number int, seats ...scoresheet.Seat) {
	h.Helper()
	h.do(phone(side), report(1, side, game, number, finish(seats...)))
}

// both reports a hand of match 1 by one side and then the other.
func (h *hall) both(game, number int, seats ...scoresheet.Seat) {
	h.Helper()
	h.say(sideA, game, number, seats...)
	h.say(sideB, game, number, seats...)
}

func (h *hall) match(n int) *event.Match { return h.state.Match(n) }

func (h *hall) confirm(side scoresheet.Side) {
	h.Helper()
	h.do(phone(side), event.Confirm{Speaker: speaker(1, side), Version: h.match(1).Version})
}

// wantHand checks the state of a hand of match 1.
func (h *hall) wantHand(game, number int, want event.HandState) {
	h.Helper()
	hand, ok := h.match(1).Hand(event.Place{Game: game, Number: number})
	if !ok || hand.State != want {
		h.Errorf("hand %d of game %d is %q, want %q", number, game, hand.State, want)
	}
}

func (h *hall) wantState(want event.MatchState) {
	h.Helper()
	if got := h.match(1).State; got != want {
		h.Errorf("match is %s, want %s", got, want)
	}
}

func (h *hall) wantLevels(game int, want string) {
	h.Helper()
	levels := h.match(1).Verdict.Games[game-1].Levels
	if got := levels.A.String() + ":" + levels.B.String(); got != want {
		h.Errorf("levels %s, want %s", got, want)
	}
}

// ring lets the time go by until the clock rings everywhere.
func (h *hall) ring() {
	h.Helper()
	for {
		due, ok := h.state.DueAt()
		if !ok {
			return
		}
		if due.After(h.now) {
			h.now = due
		}
		h.do(kiosk, event.Tick{})
	}
}

// passA lets one side of match 1 go from 2 to beyond A in a game, from the
// given hand on.
func (h *hall) passA(game, from int, side scoresheet.Side) int {
	h.Helper()
	order := []scoresheet.Seat{1, 3}
	if side == sideB {
		order = []scoresheet.Seat{2, 4}
	}
	for n := from; ; n++ {
		h.both(game, n, order...)
		if games := h.match(1).Verdict.Games; games[game-1].State == scoresheet.GameOver {
			return n
		}
	}
}

// settled puts a result into every open match of the current round, typed by
// staff: side A, or B where the number says so, wins at time.
func (h *hall) settleRound(winner func(*event.Match) scoresheet.Side) {
	h.Helper()
	round, _ := h.state.CurrentRound()
	for n := round.First; n <= round.Last; n++ {
		m := h.match(n)
		if m.Done() {
			continue
		}
		order := []scoresheet.Seat{1, 3}
		if winner(m) == sideB {
			order = []scoresheet.Seat{2, 4}
		}
		var games []scoresheet.Game
		for range bestOf(h.state, m)/2 + 1 {
			games = append(games, scoresheet.Game{Hands: []scoresheet.Hand{finish(order...)}, End: scoresheet.EndedByClock})
		}
		h.do(referee, event.RecordSheet{Match: n, Games: games, Version: m.Version, Reason: "纸质记分表"})
	}
}

func byNumber(m *event.Match) scoresheet.Side {
	if m.Entrants.A < m.Entrants.B {
		return sideA
	}
	return sideB
}

// projection is everything that a state shows, as JSON.
func projection(t tester, s *event.State) string {
	t.Helper()
	if s == nil {
		return "null"
	}
	shown := map[string]any{
		"state": s, "matches": matchesOf(s), "calls": s.Calls(), "stage": s.Stage(), "generations": s.Generations(),
		"entrants": entrantsOf(s), "tables": tablesOf(s), "highest": s.HighestTable(), "standings": standingsOf(t, s), "views": viewsOf(s),
	}
	due, running := s.DueAt()
	shown["due"], shown["running"] = due, running
	places, err := s.Places()
	shown["places"], shown["places-error"] = places, fmt.Sprint(err)
	next, err := s.NextRound()
	shown["next"], shown["next-error"] = next, codeAndArgs(err)
	data, err := json.Marshal(shown)
	if err != nil {
		t.Fatalf("project: %v", err)
	}
	return string(data)
}

func codeAndArgs(err error) string {
	if err == nil {
		return ""
	}
	return explain(err)
}

// entrantsOf is what became of the entrants, which their entries do not hold.
func entrantsOf(s *event.State) []any {
	var list []any
	for _, e := range s.Entrants {
		list = append(list, []any{e.ID, e.Presence, e.Joined, e.Left, e.Replaced, e.PlayersIn(1)})
	}
	return list
}

func matchesOf(s *event.State) []*event.Match {
	var list []*event.Match
	for n := 1; n <= s.Matches(); n++ {
		list = append(list, s.Match(n))
	}
	return list
}

func tablesOf(s *event.State) []any {
	var list []any
	for table := 1; table <= s.HighestTable(); table++ {
		var match int
		if m := s.AtTable(table); m != nil {
			match = m.Number
		}
		list = append(list, []int{table, match,
			s.Generation(event.TablePlace{Table: table, Side: sideA}), s.Generation(event.TablePlace{Table: table, Side: sideB})})
	}
	return list
}

func standingsOf(t tester, s *event.State) []contest.Standings {
	t.Helper()
	var list []contest.Standings
	for _, draw := range s.Draws {
		standings, err := s.Standings(draw.Phase)
		if err != nil {
			t.Fatalf("standings: %v", err)
		}
		list = append(list, standings...)
	}
	return list
}

// viewsOf is what is worked out for a match beside its fields.
func viewsOf(s *event.State) []any {
	var list []any
	for _, m := range matchesOf(s) {
		undoA, okA := m.Withdrawable(sideA)
		undoB, okB := m.Withdrawable(sideB)
		view := map[string]any{
			"sheet": m.Sheet(), "next": m.Next(), "due": m.Due(m.Next()), "open": m.Open(), "done": m.Done(), "provisional": m.Provisional(),
			"answers": []any{m.Answerable(sideA), m.Answerable(sideB)}, "undo": []any{undoA, okA, undoB, okB},
		}
		for g, game := range m.Games {
			for i := range game.Hands {
				verdict, ok := m.HandVerdict(event.Place{Game: g + 1, Number: i + 1})
				view[fmt.Sprintf("hand %d/%d", g+1, i+1)] = []any{verdict, ok}
			}
		}
		list = append(list, view)
	}
	return list
}

// raw is an entry with the data that follows the journal as it stands.
func (h *hall) raw(data string, kind string) []byte {
	return fmt.Appendf(nil, `{"v":1,"n":%d,"at":"%s","by":{"role":"organiser"},"kind":"%s","data":%s,"prev":"%s"}`,
		h.state.Version+1, h.now.Format(time.RFC3339), kind, data, h.state.Head)
}

func encode(t tester, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	return string(data)
}

// replay is the state that encoded entries add up to, read from nothing.
func replay(t tester, log [][]byte) *event.State {
	t.Helper()
	var chain event.Chain
	var s, thawed *event.State
	for i, encoded := range log {
		e, err := chain.Add(encoded)
		if err != nil {
			t.Fatalf("replay: %v: %s", err, encoded)
		}
		if again, err := e.Encode(); err != nil || string(again) != string(encoded) {
			t.Fatalf("entry %d reads as another: %v\n%s\n%s", e.N, err, encoded, again)
		}
		if s, err = event.Evolve(s, e, encoded); err != nil {
			t.Fatalf("replay: %v", err)
		}
		// One that was frozen on the way goes on to the same.
		if thawed != nil {
			thawed = evolved(t, thawed, encoded)
		}
		if (i+1)%max(len(log)/3, 1) == 0 {
			if thawed != nil {
				same(t, s, thawed)
			}
			thawed = frozen(t, s)
			same(t, s, frozen(t, s))
		}
	}
	if s != nil && (chain.Head() != s.Head || chain.Len() != s.Version) {
		t.Fatalf("the chain ends at %d %s, the state at %d %s", chain.Len(), chain.Head(), s.Version, s.Head)
	}
	return s
}

// survives checks that the journal alone gives the same state.
func (h *hall) survives() {
	h.Helper()
	if diff := difference(projection(h.tester, h.state), projection(h.tester, replay(h.tester, h.log))); diff != "" {
		h.Errorf("replayed otherwise: %s", diff)
	}
}

// difference shows where two texts part.
func difference(a, b string) string {
	if a == b {
		return ""
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-120):min(len(s), i+160)] }
	return strings.ToValidUTF8("…"+cut(a)+"…\nand\n…"+cut(b)+"…", "?")
}

var _ tester = (*testing.T)(nil)

func seatsOf(side scoresheet.Side, players []string) map[scoresheet.Seat]string {
	seats := map[scoresheet.Seat]string{}
	for i, seat := range side.Seats(4) {
		seats[seat] = players[i]
	}
	return seats
}

// fork is the same event, to go on with otherwise.
func (h *hall) fork(t tester) *hall {
	return &hall{tester: t, state: h.state, log: slices.Clone(h.log), now: h.now}
}

// bestOf is how many games a match has at most.
func bestOf(s *event.State, m *event.Match) int {
	round, _ := s.Round(m.Round)
	return max(round.Terms().BestOf, 1)
}
