package event_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// day is an event to which anything may happen. What happens is chosen by dice,
// all alike, from a seed: what rapid draws itself leans to the first few of
// many choices, and most of the day would never come. Rapid draws the seed and
// how much happens, and looks for the shortest day that goes wrong.
type day struct {
	*hall
	r    *rapid.T
	dice *rand.Rand
	// kept are states on the way, with what they showed then.
	kept []kept
}

type kept struct {
	state *event.State
	shown string
}

func (d *day) number(low, high int) int { return low + d.dice.IntN(high-low+1) }

func (d *day) chance(percent int) bool { return d.dice.IntN(100) < percent }

func pick[T any](d *day, from ...T) T { return from[d.dice.IntN(len(from))] }

// matchNumber is a match of the current round, or seldom any number.
func (d *day) matchNumber() int {
	round, ok := d.state.CurrentRound()
	if !ok || d.chance(3) {
		return d.number(-1, d.state.Matches()+1)
	}
	if d.chance(10) {
		return d.number(1, d.state.Matches())
	}
	for n := round.First; n <= round.Last; n++ {
		if m := d.match(n); (m.State == event.Drawn || m.State == event.Playing || m.State == event.Over) && d.chance(70) {
			return n
		}
	}
	return d.number(round.First, round.Last)
}

func (d *day) side() scoresheet.Side { return pick(d, sideA, sideB) }

// speaker is one of the phones around the table, mostly the one that the side
// has.
func (d *day) speaker(match int, side scoresheet.Side) event.Speaker {
	device := "phone-" + side.String()
	m := d.match(match)
	if m != nil && m.Holds.Of(side) == nil && d.chance(90) {
		hold := event.HoldSide{Speaker: speaker(match, side)}
		if decided, err := d.decide(phone(side), hold); err == nil {
			d.take(decided)
		}
	}
	if m = d.match(match); m != nil && m.Holds.Of(side) != nil {
		device = m.Holds.Of(side).Device
	}
	if d.chance(5) {
		device = pick(d, "phone-A", "phone-B", "phone-C", "")
	}
	return event.Speaker{Match: match, Side: side, Device: device}
}

func (d *day) hand() scoresheet.Hand {
	order := pick(d, []scoresheet.Seat{1, 3}, []scoresheet.Seat{2, 4}, []scoresheet.Seat{1, 2, 3}, []scoresheet.Seat{2, 1, 3, 4},
		[]scoresheet.Seat{3, 1, 4, 2}, []scoresheet.Seat{4, 3, 1}, []scoresheet.Seat{4, 2, 1, 3}, []scoresheet.Seat{1, 1})
	hand := scoresheet.Hand{Finish: order, Extra: d.chance(10)}
	if d.chance(5) {
		hand.Tribute = &scoresheet.Tribute{Refused: []scoresheet.Seat{pick(d, scoresheet.Seat(2), scoresheet.Seat(4))}}
	}
	if d.chance(3) {
		hand.Claim = &scoresheet.Claim{Levels: &scoresheet.PerSide[scoresheet.Level]{A: scoresheet.Level(d.number(2, 14))}}
	}
	return hand
}

// reported is what the side says of a hand: often what the other has said.
func (d *day) reported(m *event.Match, place event.Place, side scoresheet.Side) scoresheet.Hand {
	if m != nil && d.chance(60) {
		if record, ok := m.Hand(place); ok && record.Reports.Of(side.Other()) != nil {
			return record.Reports.Of(side.Other()).Hand
		}
		if due := m.Due(place); due != nil && due.Extra {
			return scoresheet.Hand{Finish: doubleA, Extra: true}
		}
	}
	return d.hand()
}

// place is the hand that is next, or waits, or seldom any.
func (d *day) place(m *event.Match) event.Place {
	if m == nil || d.chance(10) {
		return event.Place{Game: d.number(0, 3), Number: d.number(0, 4)}
	}
	if open := m.Open(); len(open) > 0 && d.chance(60) {
		return pick(d, open...)
	}
	return m.Next()
}

func (d *day) version(m *event.Match) int {
	if m == nil || d.chance(10) {
		return d.number(0, d.state.Version)
	}
	return m.Version
}

func (d *day) reason() string { return pick(d, "看了牌", "记错", "裁判长决定", "") }

func (d *day) handOrNone() *scoresheet.Hand {
	if d.chance(25) {
		return nil
	}
	return ptr(d.hand())
}

func (d *day) violation() string {
	ids := []string{"whistling"}
	for _, v := range d.state.Rulebook.Violations {
		ids = append(ids, v.ID)
	}
	return pick(d, ids...)
}

// happening is something that somebody may do, so many times in a hundred.
type happening struct {
	weight int
	make   func(d *day) (event.Author, event.Command)
}

var staff = []event.Author{organiser, chief, referee}

var happenings = []happening{
	{40, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		who, place := d.speaker(n, side), d.place(d.match(n))
		return phone(side), event.ReportHand{Speaker: who, Place: place, Hand: d.reported(d.match(n), place, side)}
	}},
	{8, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		return phone(side), event.HoldSide{Speaker: d.speaker(n, side), Label: "华为", TakeOver: d.chance(50)}
	}},
	{12, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		return phone(side), event.Confirm{Speaker: d.speaker(n, side), Version: d.version(d.match(n))}
	}},
	{4, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		return phone(side), event.Object{Speaker: d.speaker(n, side), Reason: d.reason()}
	}},
	{4, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		return phone(side), event.Withdraw{Speaker: d.speaker(n, side)}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		return phone(side), event.ReleaseSide{Speaker: d.speaker(n, side)}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		n, side := d.matchNumber(), d.side()
		players := []string{"甲", "乙"}
		if m := d.match(n); m != nil {
			if e, ok := d.state.Entrant(m.Entrants.Of(side)); ok {
				players = e.Players
			}
		}
		return phone(side), event.TakeSeats{Speaker: d.speaker(n, side), Seats: seatsOf(side, players)}
	}},
	{4, func(d *day) (event.Author, event.Command) {
		n := d.matchNumber()
		return referee, event.Settle{Match: n, Place: d.place(d.match(n)), Hand: d.handOrNone(), Reason: d.reason(), Version: d.version(d.match(n))}
	}},
	{5, func(d *day) (event.Author, event.Command) {
		n := d.matchNumber()
		place := d.place(d.match(n))
		if m := d.match(n); m != nil && len(m.Games) > 0 && d.chance(60) {
			place.Game = d.number(1, len(m.Games))
			place.Number = d.number(1, len(m.Games[place.Game-1].Hands)+1)
		}
		return referee, event.Correct{Match: n, Place: place, Hand: d.handOrNone(), Reason: d.reason(), Version: d.version(d.match(n))}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		n := d.matchNumber()
		games := make([]scoresheet.Game, d.number(0, 3))
		for g := range games {
			for range d.number(0, 4) {
				games[g].Hands = append(games[g].Hands, d.hand())
			}
			if d.chance(60) {
				games[g].End = scoresheet.EndedByClock
			}
		}
		return referee, event.RecordSheet{Match: n, Games: games, Reason: d.reason(), Version: d.version(d.match(n))}
	}},
	{4, func(d *day) (event.Author, event.Command) {
		p := scoresheet.Penalty{Violation: d.violation(), Game: d.number(0, 2), Hand: d.number(0, 3), Reason: d.reason()}
		if d.chance(50) {
			p.Seat = scoresheet.Seat(d.number(1, 4))
		} else {
			p.Side = d.side()
		}
		if d.chance(10) {
			p.Actions = []string{pick(d, "warn", "lose-game", "lose-match", "opponents-up:3")}
		}
		return referee, event.GivePenalty{Match: d.matchNumber(), Penalty: p}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		return referee, event.CancelPenalty{Match: d.matchNumber(), Penalty: d.number(0, 3), Reason: d.reason()}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		forfeit := pick(d, scoresheet.NoForfeit, scoresheet.NoForfeit, scoresheet.ForfeitA, scoresheet.ForfeitB, scoresheet.ForfeitBoth, "nobody")
		return referee, event.ForfeitMatch{Match: d.matchNumber(), Forfeit: forfeit, Reason: d.reason()}
	}},
	{3, func(d *day) (event.Author, event.Command) {
		n := d.matchNumber()
		if m := d.match(n); m != nil && m.Provisional() && d.chance(60) {
			n = d.matchNumber()
		}
		return pick(d, staff...), event.SignOff{Match: n, Version: d.version(d.match(n))}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		return chief, event.SignOffRound{Round: d.number(0, len(d.state.Rounds)+1)}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		n := d.matchNumber()
		return referee, event.SwapSides{Match: n, Reason: d.reason(), Version: d.version(d.match(n))}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		side := d.side()
		return phone(side), event.CallReferee{Match: d.matchNumber(), Side: side, ReasonCode: pick(d, event.CallReasons...), Reason: d.reason()}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		return referee, event.AnswerCall{Call: d.number(0, len(d.state.Calls())+1), State: pick(d, event.CallOnTheWay, event.CallDone)}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		side := d.side()
		return phone(side), event.CancelCall{Match: d.matchNumber(), Side: side, Call: d.number(0, len(d.state.Calls())+1)}
	}},
	{6, func(d *day) (event.Author, event.Command) {
		return chief, event.SetClock{Do: pick(d, "start", "start", "pause", "resume", "add", "stop", "wind"), Minutes: d.number(0, 9), Table: d.number(0, 2)}
	}},
	{8, func(d *day) (event.Author, event.Command) {
		d.now = d.now.Add(time.Duration(d.number(-2, 25)) * time.Minute)
		return kiosk, event.Tick{}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		return chief, event.RevokeTable{TablePlace: event.TablePlace{Table: d.number(-1, 3), Side: pick(d, sideA, scoresheet.NoSide)}}
	}},
	{2, func(d *day) (event.Author, event.Command) {
		return organiser, event.DrawRound{Seed: pick(d, "1", "2", "")}
	}},
	{1, func(d *day) (event.Author, event.Command) { return chief, event.DrawLots{Seed: "lot"} }},
	{1, func(d *day) (event.Author, event.Command) {
		return organiser, event.ReadEntrants{Entrants: pairs(d.number(0, 3))}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		return referee, event.CheckIn{Entrants: []contest.EntrantID{"e1", "e4"}, Presence: pick(d, event.Present, event.Missing, "asleep")}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		id := contest.EntrantID(pick(d, "e1", "e2", "e99"))
		return chief, event.CorrectEntrant{Entrant: id, Unit: ptr("新"), Players: []string{pick(d, "丙", "丁"), "戊"}, Reason: d.reason()}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		return organiser, event.ChangeSettings{Settings: map[string]any{"minutes": d.number(4, 20), "bell": pick(d, "stop", "finish")}}
	}},
	{1, func(d *day) (event.Author, event.Command) {
		return pick(d, phone(sideA), public, kiosk), event.SignOff{Match: d.matchNumber()}
	}},
}

// draws are the indexes of happenings, each as often as its weight.
var draws = func() []int {
	var indexes []int
	for i, h := range happenings {
		for range h.weight {
			indexes = append(indexes, i)
		}
	}
	return indexes
}()

func newDay(r *rapid.T) *day {
	seed := rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(r, "seed")
	d := &day{hall: &hall{tester: r, now: opening}, r: r, dice: rand.New(rand.NewPCG(seed[0]^seed[1]<<7, seed[2]^seed[3]<<9))}
	book := pick(d, "test-league", "test-league", "test-points")
	settings := map[string]any{"best_of": pick(d, 1, 1, 3), "bell": pick(d, "stop", "finish")}
	if book != "test-points" {
		settings["start"] = pick(d, "2", "K", "A")
		settings["equal"] = pick(d, "first-reached", "extra-hand", "draw", "off-stage")
	}
	d.do(organiser, create(r, book, settings))
	d.do(organiser, event.ReadEntrants{Entrants: pairs(d.number(2, 3))})
	d.do(organiser, event.DrawRound{Seed: pick(d, "1", "2", "3")})
	for _, side := range scoresheet.Sides {
		d.hold(1, side)
	}
	return d
}

// step lets something happen, or nothing where it is refused.
func (d *day) step() {
	d.Helper()
	if round, ok := d.state.CurrentRound(); ok && d.chance(1) {
		d.endRound(round)
		return
	}
	by, cmd := happenings[pick(d, draws...)].make(d)
	before := d.state
	decided, err := d.decide(by, cmd)
	if err != nil {
		if code := codeOf(err); len(code) > 7 && code[:7] == "defect:" {
			d.Fatalf("%s %+v: %s", cmd.Name(), cmd, code)
		}
		if len(decided.Entries) > 0 || decided.State != nil || d.state != before {
			d.Fatalf("%s was refused and left something behind", cmd.Name())
		}
		return
	}
	if len(decided.Entries) == 0 && decided.State != before {
		d.Fatalf("%s: no entry, another state", cmd.Name())
	}
	d.take(decided)
	d.checkStep(before, cmd, decided)
}

// endRound has staff end every match of the round.
func (d *day) endRound(round event.Round) {
	for n := round.First; n <= round.Last; n++ {
		end(d.hall, n)
	}
}

// end has a referee bring a match to its end; no match may resist.
func end(h *hall, n int) {
	h.Helper()
	for range 20 {
		m := h.match(n)
		if m.Done() {
			break
		}
		open := m.Open()
		if len(open) == 0 {
			break
		}
		hand, _ := m.Hand(open[0])
		settle := event.Settle{Match: n, Place: open[0], Hand: &hand.Hand, Reason: "裁决", Version: m.Version}
		if _, err := h.decide(referee, keeping(settle)); err != nil {
			settle.Hand = nil
		}
		h.do(referee, keeping(settle))
	}
	if m := h.match(n); !m.Done() {
		h.do(referee, keeping(event.RecordSheet{Match: n, Games: wholeSheet(h, m), Reason: "纸", Version: m.Version}))
	}
	m := h.match(n)
	if !m.Done() {
		h.Fatalf("match %d is stuck as %s: %+v", n, m.State, m.Verdict)
	}
	if m.State == event.Over {
		h.makes(referee, event.SignOff{Match: n, Version: m.Version}, "match.signed-off")
	}
}

// keeping is the command with later rounds kept that rest on what it changes.
func keeping(cmd event.Command) event.Following {
	return event.Following{Command: cmd, Later: event.LaterKeep, Reason: "照旧"}
}

// wholeSheet is a sheet that decides the match for side A, with what the
// penalties leave to be played.
func wholeSheet(h *hall, m *event.Match) []scoresheet.Game {
	h.Helper()
	round, _ := h.state.Round(m.Round)
	timed := round.Terms().Minutes > 0
	games := []scoresheet.Game{going()}
	for range 60 {
		v := h.state.JudgeSheet(m, games)
		if dropNotDue(games, v.Faults) {
			continue
		}
		// The game that is being played: an earlier one may be open again.
		at := len(v.Games) - 1
		last, state := &games[at], v.Games[at].State
		switch {
		case v.Match.State == scoresheet.MatchOver:
			return games
		case state == scoresheet.GameOver:
			games = append(games, going())
		case state == scoresheet.GameExtraHand:
			last.Hands = append(last.Hands, scoresheet.Hand{Finish: doubleA, Extra: timed})
		case timed && len(last.Hands) > 0:
			last.End = scoresheet.EndedByClock
		default:
			last.Hands = append(last.Hands, finish(1, 3))
		}
	}
	h.Fatalf("no sheet ends match %d: %+v", m.Number, m.Verdict)
	return nil
}

// dropNotDue takes a hand off the games that is not due any more: a penalty
// of a later game counts in the last one until that game is there, and may
// have made an extra hand due.
func dropNotDue(games []scoresheet.Game, faults []scoresheet.Fault) bool {
	for _, fault := range faults {
		var g, i int
		if _, err := fmt.Sscanf(fault.At, "/games/%d/hands/%d", &g, &i); err == nil && fault.Code == "hand.after-end" {
			games[g].Hands = slices.Delete(games[g].Hands, i, i+1)
			return true
		}
	}
	return false
}

// checkStep checks what one command has done.
func (d *day) checkStep(before *event.State, cmd event.Command, decided event.Decided) {
	d.Helper()
	if d.state.Version != before.Version+len(decided.Entries) || d.state.Version != len(d.log) {
		d.Fatalf("%s: version %d after %d and %d entries", cmd.Name(), d.state.Version, before.Version, len(decided.Entries))
	}
	touched := map[int]bool{}
	agreed := map[int][]event.Entry{}
	for _, e := range decided.Entries {
		touched[e.Match] = true
		switch e.Kind {
		case "hand.confirmed", "hand.settled", "sheet.recorded":
			agreed[e.Match] = append(agreed[e.Match], e)
		}
	}
	for n := 1; n <= before.Matches(); n++ {
		was, is := before.Match(n), d.match(n)
		if is.Version < was.Version || is.Record < was.Record || is.Record > is.Version || is.Version > d.state.Version {
			d.Fatalf("%s: match %d went from version %d to %d", cmd.Name(), n, was.Version, is.Version)
		}
		if touched[n] && is.Version != d.state.Version {
			d.Fatalf("%s: touched match %d has version %d of %d", cmd.Name(), n, is.Version, d.state.Version)
		}
		if is.SideOf(was.Entrants.A) == scoresheet.NoSide || is.SideOf(was.Entrants.B) == scoresheet.NoSide {
			d.Fatalf("%s: match %d has other entrants", cmd.Name(), n)
		}
		if is.State == event.SignedOff && is.Record != was.Record {
			d.Fatalf("%s: match %d changed and is still signed off", cmd.Name(), n)
		}
		d.checkAgreement(cmd, was, is, agreed[n])
	}
	if report, ok := cmd.(event.ReportHand); ok {
		if grown := records(d.match(report.Match)) - records(before.Match(report.Match)); grown > 1 {
			d.Fatalf("one report made %d hands", grown)
		}
	}
	if tick, ok := cmd.(event.Tick); ok {
		if due, running := d.state.DueAt(); running && !due.After(d.now) {
			d.Fatalf("%T left something due at %v", tick, due)
		}
	}
	d.checkMatches()
}

func records(m *event.Match) int {
	n := 0
	for _, game := range m.Games {
		n += len(game.Hands)
	}
	return n
}

// checkAgreement: a hand becomes final by the other side than the one whose
// word counts, or by staff.
func (d *day) checkAgreement(cmd event.Command, was, is *event.Match, by []event.Entry) {
	for g, game := range is.Games {
		for i, hand := range game.Hands {
			place := event.Place{Game: g + 1, Number: i + 1}
			old, _ := was.Hand(place)
			if !hand.State.Final() || old.State.Final() {
				continue
			}
			if len(by) == 0 {
				d.Fatalf("%s made %v of match %d %s with nobody's word", cmd.Name(), place, is.Number, hand.State)
			}
			if hand.State != event.Confirmed {
				continue
			}
			speaker := speakerOf(cmd)
			other := old.Reports.Of(speaker.Side.Other())
			if other == nil || !slices.Equal(other.Hand.Finish, hand.Hand.Finish) {
				d.Fatalf("%s by %s confirmed %v of match %d: %+v, was %+v", cmd.Name(), speaker.Side, place, is.Number, hand, old)
			}
		}
	}
}

func speakerOf(cmd event.Command) event.Speaker {
	switch c := cmd.(type) {
	case event.ReportHand:
		return c.Speaker
	case event.Confirm:
		return c.Speaker
	}
	return event.Speaker{}
}

// checkMatches checks what always holds.
func (d *day) checkMatches() {
	d.Helper()
	for n := 1; n <= d.state.Matches(); n++ {
		m := d.match(n)
		if m.Number != n || m.Entrants.A == m.Entrants.B {
			d.Fatalf("match %d: %+v", n, m)
		}
		if m.Undone {
			continue
		}
		if m.Done() && m.State != event.SignedOff && m.Ended.IsZero() {
			d.Fatalf("match %d is %s and has no end", n, m.State)
		}
		if over := m.Verdict.Match.State == scoresheet.MatchOver; m.Done() && !over {
			d.Fatalf("match %d is %s and not decided", n, m.State)
		}
		if m.State == event.Over && len(m.Open()) > 0 {
			d.Fatalf("match %d is over with open hands", n)
		}
		if len(m.Verdict.Penalties) != len(m.Sheet().Penalties) {
			d.Fatalf("match %d: a penalty has vanished: %+v", n, m.Sheet().Penalties)
		}
		if holds := m.Holds; holds.A != nil && holds.B != nil && holds.A.Device == holds.B.Device {
			d.Fatalf("match %d: one phone holds both sides", n)
		}
	}
}

// checkGoesOn: while a match is being played, nothing waits and its record is
// in order, the sides can report the next hand.
func (d *day) checkGoesOn() {
	d.Helper()
	for n := 1; n <= d.state.Matches(); n++ {
		m := d.match(n)
		if m.Done() || len(m.Open()) > 0 || !m.Verdict.Valid || m.Verdict.Match.State == scoresheet.MatchOver {
			continue
		}
		h := d.fork(d.r)
		h.do(phone(sideA), event.HoldSide{Speaker: event.Speaker{Match: n, Side: sideA, Device: "fresh"}, TakeOver: true})
		cmd := event.ReportHand{Speaker: event.Speaker{Match: n, Side: sideA, Device: "fresh"}, Place: m.Next(), Hand: finish(1, 3)}
		if _, err := h.decide(phone(sideA), cmd); err == nil {
			continue
		}
		cmd.Hand.Extra = true
		if _, err := h.decide(phone(sideA), cmd); err != nil {
			d.Fatalf("match %d at %v cannot go on: %s: %+v", n, m.Next(), explain(err), m)
		}
	}
}

// checkEnds: a referee can end every match, and take back what was forfeited.
func (d *day) checkEnds() {
	d.Helper()
	h := d.fork(d.r)
	for n := 1; n <= h.state.Matches(); n++ {
		if h.match(n).State == event.Forfeited {
			h.do(referee, keeping(event.ForfeitMatch{Match: n, Reason: "来了"}))
		}
		end(h, n)
	}
	if _, err := h.state.NextRound(); err != nil && codeOf(err) != "draw.over" {
		d.Fatalf("all is done and no round can be drawn: %s", explain(err))
	}
	h.survives()
}

// checkSums: in every group, wins, losses and matches add up.
func (d *day) checkSums() {
	d.Helper()
	for _, draw := range d.state.Draws {
		standings, err := d.state.Standings(draw.Phase)
		if err != nil {
			d.Fatalf("standings: %v", err)
		}
		for _, group := range standings {
			d.checkGroup(draw.Phase, group)
		}
	}
	places, err := d.state.Places()
	if err != nil {
		d.Fatalf("places: %v", err)
	}
	wantPlaces(d.r, d.state, places)
}

func (d *day) checkGroup(phase string, group contest.Standings) {
	d.Helper()
	done := map[contest.EntrantID]int{}
	wins := map[contest.EntrantID]int{}
	for n := 1; n <= d.state.Matches(); n++ {
		m := d.match(n)
		if m.Phase != phase || m.Group != group.Group || !m.Done() {
			continue
		}
		done[m.Entrants.A]++
		done[m.Entrants.B]++
		if w := m.Verdict.Match.Winner; w != scoresheet.NoSide {
			wins[m.Entrants.Of(w)]++
		}
	}
	var won, lost, drawn, difference int
	for _, row := range group.Rows {
		t := row.Totals
		if t.Played != done[row.Entrant.ID] || t.Won != wins[row.Entrant.ID] || t.Won+t.Drawn+t.Lost != t.Played {
			d.Fatalf("%s of %s: %+v, has played %d and won %d", row.Entrant.ID, group.Group, t, done[row.Entrant.ID], wins[row.Entrant.ID])
		}
		won, lost, drawn, difference = won+t.Won, lost+t.Lost, drawn+t.Drawn, difference+t.Difference
	}
	if lost < won || drawn%2 != 0 || difference != 0 {
		d.Fatalf("group %s: %d won, %d lost, %d drawn, differences add up to %d", group.Group, won, lost, drawn, difference)
	}
}

func (d *day) keep() {
	d.kept = append(d.kept, kept{d.state, projection(d.r, d.state)})
}

func TestAnyDay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d := newDay(r)
		for range rapid.IntRange(1, 120).Draw(r, "steps") {
			if d.chance(4) {
				d.keep()
			}
			d.step()
		}
		d.checkGoesOn()
		d.checkSums()
		d.checkEnds()
		d.survives()
		for _, k := range d.kept {
			if diff := difference(k.shown, projection(r, k.state)); diff != "" {
				r.Fatalf("a state of before has changed: %s", diff)
			}
		}
	})
}

// A whole event in which anything happens comes to its end, with the matches
// that a round robin has.
func TestAnyDayComesToAnEnd(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d := newDay(r)
		for range 40 {
			for range d.number(0, 6) {
				d.step()
			}
			for n := 1; n <= d.state.Matches(); n++ {
				end(d.hall, n)
			}
			if _, err := d.state.NextRound(); err != nil {
				break
			}
			d.do(organiser, event.DrawRound{Seed: "next"})
		}
		if d.state.Stage() != event.StageOver {
			r.Fatalf("the event is %s", d.state.Stage())
		}
		d.checkSums()
		for _, draw := range d.state.Draws {
			groups := make([]contest.Group, len(draw.Groups))
			for i, g := range draw.Groups {
				groups[i] = contest.Group{Name: g.Name, Entrants: g.Entrants}
			}
			if err := contest.Verify(draw.Rounds, groups); err != nil {
				r.Fatalf("schedule of %s: %v", draw.Phase, err)
			}
		}
		d.survives()
	})
}
