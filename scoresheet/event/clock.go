package event

import (
	"maps"
	"slices"
	"time"

	"kiosk/scoresheet"
)

// ClockState is how a round's clock stands.
type ClockState string

// The states of a clock.
const (
	ClockIdle    ClockState = "idle"
	ClockRunning ClockState = "running"
	ClockPaused  ClockState = "paused"
	ClockOver    ClockState = "over"
)

// Clock is the clock of a round. While it runs, Ends is when it rings for
// tables without extra time; while it is paused, Left is what remains for them,
// below 0 where only tables with extra time still play. All times are the
// server's.
type Clock struct {
	State   ClockState
	Minutes int
	// Started is when it was started first, Pauses when it stood still since.
	Started time.Time
	Pauses  []Pause
	Ends    time.Time
	Left    time.Duration
	// Extra time by table.
	Extra map[int]time.Duration
	// Rung are the tables at which it has rung.
	Rung map[int]bool
	// Reminded are the reminders that were given: "half", "five".
	Reminded []Reminder
}

// Pause is a time in which a clock stood still; To is zero while it still does.
type Pause struct{ From, To time.Time }

// between is how much of the time between the two the clock did not stand still.
func (c Clock) between(from, to time.Time) time.Duration {
	sum := to.Sub(from)
	for _, pause := range c.Pauses {
		end := pause.To
		if end.IsZero() || end.After(to) {
			end = to
		}
		start := pause.From
		if start.Before(from) {
			start = from
		}
		sum -= max(0, end.Sub(start))
	}
	return max(0, sum)
}

// goOn ends the pause that the clock is in.
func (c *Clock) goOn(at time.Time) {
	if n := len(c.Pauses); n > 0 && c.Pauses[n-1].To.IsZero() {
		c.Pauses = slices.Clone(c.Pauses)
		c.Pauses[n-1].To = at
	}
}

// Reminder is a reminder before the bell.
type Reminder string

// The reminders: half of the time is over; five minutes are left.
const (
	HalfTime    Reminder = "half"
	FiveMinutes Reminder = "five"
)

// EndsAt is when the clock rings at a table, zero unless it runs.
func (c Clock) EndsAt(table int) time.Time {
	if c.State != ClockRunning {
		return time.Time{}
	}
	return c.Ends.Add(c.Extra[table])
}

// Remaining is what is left at a table at the given time, never below 0.
func (c Clock) Remaining(table int, now time.Time) time.Duration {
	switch {
	case c.Rung[table]:
		return 0
	case c.State == ClockRunning || c.State == ClockOver:
		return max(0, c.Ends.Add(c.Extra[table]).Sub(now))
	case c.State == ClockPaused:
		return max(0, c.Left+c.Extra[table])
	}
	return time.Duration(c.Minutes) * time.Minute
}

// SetClock starts, pauses, resumes, prolongs or stops the clock of a round
// (0: the current one). Minutes are the length for "start" and the extra time
// for "add", at one table if Table is given. "stop" rings at once.
type SetClock struct {
	Round   int
	Do      string
	Minutes int
	Table   int
}

// Name is CmdClock.
func (SetClock) Name() CommandName { return CmdClock }

type clockSet struct {
	eventChange
	Round   int       `json:"round"`
	Do      string    `json:"do"`
	Minutes int       `json:"minutes,omitempty"`
	Table   int       `json:"table,omitempty"`
	Ends    time.Time `json:"ends,omitzero"`
	LeftMS  int64     `json:"left_ms,omitempty"`
}

func (clockSet) kind() Kind { return "clock.set" }

// MaxClockMinutes bounds a clock, and what may be added at once.
const MaxClockMinutes = 600

func (c SetClock) decide(s *State, env Env) ([]Change, error) {
	round, ok := s.Round(c.Round)
	if c.Round == 0 {
		round, ok = s.CurrentRound()
	}
	if !ok {
		return nil, conflict("clock.no-round")
	}
	if c.Minutes < 0 || c.Minutes > MaxClockMinutes {
		return nil, refuse("clock.minutes", "limit", MaxClockMinutes)
	}
	clock, now := round.Clock, env.Now.UTC().Truncate(time.Millisecond)
	change := clockSet{Round: round.Number, Do: c.Do, Minutes: c.Minutes, Table: c.Table}
	wrong := conflict("clock.state", "state", string(clock.State), "do", c.Do)
	switch c.Do {
	case "start":
		again := clock.State == ClockOver && round.terms.BestOf > 1
		if clock.State != ClockIdle && !again {
			return nil, wrong
		}
		if change.Minutes == 0 {
			change.Minutes = round.terms.Minutes
		}
		if change.Minutes == 0 {
			return nil, refuse("clock.none")
		}
		change.Ends = now.Add(time.Duration(change.Minutes) * time.Minute)
	case "pause":
		if clock.State != ClockRunning {
			return nil, wrong
		}
		change.LeftMS = clock.Ends.Sub(now).Milliseconds()
	case "resume":
		if clock.State != ClockPaused {
			return nil, wrong
		}
		change.Ends = now.Add(clock.Left)
	case "add":
		if clock.State != ClockRunning && clock.State != ClockPaused || c.Minutes == 0 {
			return nil, wrong
		}
		if c.Table != 0 {
			// All tables of a match have one time: that of its first.
			m := s.roundTable(round, c.Table)
			if m == nil {
				return nil, refuse("table.unknown")
			}
			c.Table, change.Table = m.Table, m.Table
		}
		if c.Table != 0 && clock.Rung[c.Table] {
			return nil, conflict("clock.rung", "table", c.Table)
		}
	case "stop":
		if clock.State != ClockRunning && clock.State != ClockPaused {
			return nil, wrong
		}
		return []Change{change, bellRung{Round: round.Number, Tables: s.ringable(round, nil)}}, nil
	default:
		return nil, refuse("clock.do")
	}
	return []Change{change}, nil
}

// roundTable is the match of the round at the table.
func (s *State) roundTable(round Round, table int) *Match {
	for n := round.First; n <= round.Last; n++ {
		if m := s.Match(n); slices.Contains(m.Tables(), table) {
			return m
		}
	}
	return nil
}

// ringable are the tables of the round at which the clock has not rung, and,
// if due is given, is due.
func (s *State) ringable(round Round, due func(table int) bool) []int {
	var tables []int
	for n := round.First; n <= round.Last; n++ {
		table := s.Match(n).Table
		if !round.Clock.Rung[table] && (due == nil || due(table)) {
			tables = append(tables, table)
		}
	}
	return tables
}

func (c clockSet) evolve(next *State, e Entry) error {
	round, _ := next.Round(c.Round)
	clock := round.Clock
	switch c.Do {
	case "start":
		before := clock
		clock = Clock{State: ClockRunning, Minutes: c.Minutes, Ends: c.Ends, Started: before.Started, Pauses: before.Pauses}
		if clock.Started.IsZero() {
			clock.Started = e.At
		}
		next.startMatches(round, e)
	case "pause":
		clock.State, clock.Left = ClockPaused, time.Duration(c.LeftMS)*time.Millisecond
		clock.Pauses = append(slices.Clone(clock.Pauses), Pause{From: e.At})
	case "resume":
		clock.State, clock.Ends = ClockRunning, c.Ends
		clock.goOn(e.At)
	case "add":
		clock = clock.prolonged(c.Table, time.Duration(c.Minutes)*time.Minute)
	case "stop":
		clock.State, clock.Ends, clock.Extra = ClockOver, e.At, nil
		clock.goOn(e.At)
	}
	round.Clock = clock
	next.setRound(round)
	return nil
}

func (c Clock) prolonged(table int, extra time.Duration) Clock {
	if table == 0 {
		c.Ends, c.Left = c.Ends.Add(extra), c.Left+extra
		return c
	}
	c.Extra = maps.Clone(c.Extra)
	if c.Extra == nil {
		c.Extra = map[int]time.Duration{}
	}
	c.Extra[table] += extra
	return c
}

// startMatches marks the matches of a round as being played.
func (s *State) startMatches(round Round, e Entry) {
	for n := round.First; n <= round.Last; n++ {
		m := *s.Match(n)
		if m.Started.IsZero() && m.State == Drawn {
			m.Started, m.State = e.At, Playing
			s.setMatch(m, e)
		}
	}
}

// Tick lets the clock do what is due: reminders, and the bell at tables whose
// time is over. Only the kiosk itself sends it. Nothing follows where nothing
// is due, so it may come as often as it likes.
type Tick struct{}

// Name is CmdBell.
func (Tick) Name() CommandName { return CmdBell }

type bellRung struct {
	eventChange
	Round  int   `json:"round"`
	Tables []int `json:"tables"`
}

func (bellRung) kind() Kind { return "clock.rung" }

type reminded struct {
	eventChange
	Round    int      `json:"round"`
	Reminder Reminder `json:"reminder"`
}

func (reminded) kind() Kind { return "clock.reminded" }

// DueAt is when a clock next has something to do; false if none runs.
func (s *State) DueAt() (time.Time, bool) {
	var due time.Time
	for _, round := range s.Rounds {
		for _, at := range round.Clock.dueTimes(s, round) {
			if due.IsZero() || at.Before(due) {
				due = at
			}
		}
	}
	return due, !due.IsZero()
}

func (c Clock) dueTimes(s *State, round Round) []time.Time {
	if c.State != ClockRunning {
		return nil
	}
	var times []time.Time
	for _, reminder := range c.pending() {
		times = append(times, c.remindAt(reminder))
	}
	for _, table := range s.ringable(round, nil) {
		times = append(times, c.Ends.Add(c.Extra[table]))
	}
	return times
}

// pending are the reminders that are still to come.
func (c Clock) pending() []Reminder {
	var reminders []Reminder
	if c.State != ClockRunning {
		return nil
	}
	for _, reminder := range []Reminder{HalfTime, FiveMinutes} {
		fits := reminder == HalfTime || c.Minutes > 5
		if fits && !slices.Contains(c.Reminded, reminder) {
			reminders = append(reminders, reminder)
		}
	}
	return reminders
}

func (c Clock) remindAt(reminder Reminder) time.Time {
	if reminder == HalfTime {
		return c.Ends.Add(-time.Duration(c.Minutes) * time.Minute / 2)
	}
	return c.Ends.Add(-5 * time.Minute)
}

func (c Tick) decide(s *State, env Env) ([]Change, error) {
	var changes []Change
	for _, round := range s.Rounds {
		clock := round.Clock
		for _, reminder := range clock.pending() {
			if !env.Now.Before(clock.remindAt(reminder)) {
				changes = append(changes, reminded{Round: round.Number, Reminder: reminder})
			}
		}
		if clock.State != ClockRunning {
			continue
		}
		due := s.ringable(round, func(table int) bool { return !env.Now.Before(clock.Ends.Add(clock.Extra[table])) })
		if len(due) > 0 {
			changes = append(changes, bellRung{Round: round.Number, Tables: due})
		}
	}
	return changes, nil
}

func (c reminded) evolve(next *State, _ Entry) error {
	round, _ := next.Round(c.Round)
	round.Clock.Reminded = append(slices.Clone(round.Clock.Reminded), c.Reminder)
	next.setRound(round)
	return nil
}

func (c bellRung) evolve(next *State, e Entry) error {
	round, _ := next.Round(c.Round)
	rung := maps.Clone(round.Clock.Rung)
	if rung == nil {
		rung = map[int]bool{}
	}
	for _, table := range c.Tables {
		rung[table] = true
	}
	for n := round.First; n <= round.Last; n++ {
		if m := next.Match(n); rung[m.Table] && !round.Clock.Rung[m.Table] {
			next.ring(*m, round.terms, e)
		}
	}
	round.Clock.Rung = rung
	if len(next.ringable(round, nil)) == 0 {
		round.Clock.State = ClockOver
	}
	next.setRound(round)
	return nil
}

// ring ends the game that is being played at a table, or lets its hand be
// finished. The bell of a match that is over is noted all the same: a
// correction may open it again. Where the rulebook ends nothing by the clock,
// the clock is only to be looked at.
func (s *State) ring(m Match, terms scoresheet.Terms, e Entry) {
	done := m.Done()
	if terms.Minutes == 0 || (done && len(m.Games) == 0) {
		return
	}
	m.Games = slices.Clone(m.Games)
	if next := m.Next(); next.Game > len(m.Games) && !done && (len(m.Games) == 0 || !m.Games[len(m.Games)-1].Bell.IsZero()) {
		// The first game, or one for which the clock was started anew, in which
		// nobody has reported a hand.
		m.Games = append(m.Games, GameRecord{})
	}
	game := &m.Games[len(m.Games)-1]
	if !game.Bell.IsZero() {
		return
	}
	game.Bell, game.Stop, game.InPlay = e.At, terms.Bell != "finish", lastStanding(game.Hands)+1
	if m.IsMeeting() {
		_, sitting := m.Sitting()
		game.InPlay = sitting * m.perSitting()
	}
	if done {
		s.setMatch(m, e)
		return
	}
	if game.Stop {
		// The hand that was being played is not finished any more.
		m.detach(m.unplayed)
	}
	s.setRecord(m, e)
}
