package event

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Command is something that somebody asks for. Its methods are not for
// callers: use Decide.
type Command interface {
	// Name is the name of the command in the table of rights.
	Name() CommandName
	decide(s *State, env Env) ([]Change, error)
}

// Env is what a command needs beside the state: the time, and who asks.
type Env struct {
	Now time.Time
	By  Author
}

// Decided are the changes that follow from a command, and the entries made of
// them. State is the state after them.
type Decided struct {
	Entries []Entry
	Encoded [][]byte
	State   *State
}

// Decide says what follows from a command. It changes nothing: the state stays
// as it was, and what follows is in Decided. A nil state is an event that does
// not exist yet. The error is a *Refusal or scoresheet.Faults when the command
// cannot be had; any other error is a defect.
func Decide(s *State, cmd Command, env Env) (Decided, error) {
	if !May(env.By.Role, cmd.Name()) {
		return Decided{}, refuse("forbidden", "role", string(env.By.Role), "command", string(cmd.Name()))
	}
	if _, creates := cmd.(CreateEvent); s == nil && !creates {
		return Decided{}, refuse("event.unknown")
	}
	changes, err := cmd.decide(s, env)
	if err != nil {
		return Decided{}, s.inNames(err)
	}
	out := Decided{State: s}
	for _, change := range changes {
		entry, encoded, err := seal(out.State, change, env)
		if err != nil {
			return Decided{}, err
		}
		if out.State, err = evolve(out.State, entry, HashOf(encoded)); err != nil {
			return Decided{}, err
		}
		out.Entries = append(out.Entries, entry)
		out.Encoded = append(out.Encoded, encoded)
	}
	// A table that plays an earlier match again, and the bell, are not asked:
	// whoever had it played again has said what becomes of later rounds.
	if slices.Contains(staff, env.By.Role) && !saysLater(cmd) && s.rest(out.Entries) {
		if impact := ImpactOf(s, out.State); len(impact.Pairings) > 0 {
			return Decided{}, chooseLater(impact)
		}
	}
	return out, nil
}

// saysLater reports whether the command says what becomes of later rounds.
func saysLater(cmd Command) bool {
	switch c := cmd.(type) {
	case Following:
		return true
	case ReplayMatch:
		return c.Later == LaterKeep
	case Exchange:
		return c.Later == LaterKeep
	}
	return false
}

// rest reports whether an entry is about a match of a round that later ones
// rest on.
func (s *State) rest(entries []Entry) bool {
	return s != nil && slices.ContainsFunc(entries, func(e Entry) bool {
		m := s.Match(e.Match)
		return m != nil && m.Round < len(s.Rounds)
	})
}

// seal makes the entry of a change: numbered, dated, chained.
func seal(s *State, change Change, env Env) (Entry, []byte, error) {
	data, err := data(change)
	if err != nil {
		return Entry{}, nil, fmt.Errorf("encode %s: %w", change.kind(), err)
	}
	e := Entry{V: Format, N: 1, At: env.Now.UTC().Truncate(time.Millisecond), By: env.By, Kind: change.kind(), Match: change.match(), Data: data, change: change}
	if s != nil {
		e.N, e.Prev = s.Version+1, s.Head
	}
	encoded, err := e.Encode()
	return e, encoded, err
}

// Evolve adds a decoded entry to a state; encoded is what it was decoded from.
// A nil state takes the first entry. The old state stays valid.
func Evolve(s *State, e Entry, encoded []byte) (*State, error) {
	return evolve(s, e, HashOf(encoded))
}

func evolve(s *State, e Entry, hash Hash) (*State, error) {
	var next State
	if s != nil {
		next = *s
	}
	if err := fits(s, e); err != nil {
		return nil, fmt.Errorf("entry %d (%s): %w", e.N, e.Kind, err)
	}
	if err := e.change.evolve(&next, e); err != nil {
		return nil, fmt.Errorf("entry %d (%s): %w", e.N, e.Kind, err)
	}
	next.Version, next.Head, next.ChangedAt = e.N, hash, e.At
	return &next, nil
}

// fits tells of an entry that no command can have made: the record is damaged.
func fits(s *State, e Entry) error {
	if _, creates := e.change.(created); e.change == nil || creates != (s == nil) {
		return errors.New("it is out of place")
	}
	if _, ok := e.change.(interface{ ofMatch() }); ok && s.Match(e.Match) == nil {
		return fmt.Errorf("there is no match %d", e.Match)
	}
	if c, ok := e.change.(interface{ places() []Place }); ok {
		for _, p := range c.places() {
			if !s.Match(e.Match).reaches(p) {
				return fmt.Errorf("match %d has no hand %d in game %d", e.Match, p.Number, p.Game)
			}
		}
	}
	if c, ok := e.change.(interface{ roundNumber() int }); ok {
		if _, known := s.Round(c.roundNumber()); !known {
			return fmt.Errorf("there is no round %d", c.roundNumber())
		}
	}
	return nil
}

// reaches reports whether the match has the hand, or can have it next in its
// game; the hands of a team meeting have their numbers before they are played.
func (m *Match) reaches(p Place) bool {
	if p.Game < 1 || p.Number < 1 || p.Game > len(m.Games)+1 {
		return false
	}
	if m.IsMeeting() {
		return p.Number <= m.perGame()
	}
	if p.Game > len(m.Games) {
		return p.Number == 1
	}
	return p.Number <= len(m.Games[p.Game-1].Hands)+1
}

func (inMatch) ofMatch() {}

func (p Place) places() []Place { return []Place{p} }

func (c handsConfirmed) places() []Place { return c.Hands }

func (c clockSet) roundNumber() int { return c.Round }

func (c bellRung) roundNumber() int { return c.Round }

func (c reminded) roundNumber() int { return c.Round }

// Refusal is a command that cannot be had: a code that the edge turns into a
// sentence. Present says whether it clashes with what happened meanwhile
// (HTTP 409) rather than being wrong in itself.
type Refusal struct {
	Code     string
	Conflict bool
	Args     map[string]any
}

// Error is the code.
func (r *Refusal) Error() string { return r.Code }

func refuse(code string, args ...any) *Refusal { return &Refusal{Code: code, Args: pairs(args)} }

func conflict(code string, args ...any) *Refusal {
	return &Refusal{Code: code, Conflict: true, Args: pairs(args)}
}

func pairs(args []any) map[string]any {
	m := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		m[args[i].(string)] = args[i+1]
	}
	return m
}
