package event

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/benbjohnson/immutable"
	"github.com/ugorji/go/codec"

	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// A frozen state spares a start the reading of its entries. It is nothing but a
// copy: whoever keeps one keeps the entries too, and throws it away when it was
// frozen by another program (FrozenForm).
//
// It comes in pieces: the head with all that is no match, and the matches in
// sheaves of sheafSize. Most sheaves stay as they are from one state to a later
// one (SameSheaf), and need not be written again.

// stateVersion goes up whenever the same entries add up to another state, or
// the state is frozen otherwise. A test notices most of such changes.
const stateVersion = 1

// sheafSize is how many matches, by number, are frozen together: those of a
// round lie side by side and change at the same time.
const sheafSize = 32

// FrozenForm names the form that states are frozen in. It is another one
// whenever a type that is frozen has changed.
var FrozenForm = sync.OnceValue(func() string {
	var b bytes.Buffer
	spell(&b, reflect.TypeFor[frozen](), map[reflect.Type]bool{})
	spell(&b, reflect.TypeFor[Match](), map[reflect.Type]bool{})
	sum := sha256.Sum256(b.Bytes())
	return fmt.Sprintf("%d.%s", stateVersion, hex.EncodeToString(sum[:8]))
})

// spell writes down what a type is made of.
func spell(b *bytes.Buffer, t reflect.Type, met map[reflect.Type]bool) {
	fmt.Fprintf(b, "%s %s;", t, t.Kind())
	if met[t] {
		return
	}
	met[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		spell(b, t.Elem(), met)
	case reflect.Map:
		spell(b, t.Key(), met)
		spell(b, t.Elem(), met)
	case reflect.Struct:
		for i := range t.NumField() {
			if field := t.Field(i); field.IsExported() {
				fmt.Fprintf(b, "%s:", field.Name)
				spell(b, field.Type, met)
			}
		}
	}
}

// frozen is the head of a frozen state. The rulebook and settings are written
// as entries have them, so that they come back as from there.
type frozen struct {
	// State has the exported fields that are no settings.
	State    State
	Rulebook []byte
	Settings []byte
	// Rounds and Undone are the settings of the rounds.
	Rounds, Undone [][]byte
	UndoneRounds   []Round
	Calls          []Call
	Tables         map[int]int
	Generations    map[TablePlace]int
	Generation     int
	Revocations    int
	HighestTable   int
	Matches        int
}

// ice is how values are frozen: structs as lists of their exported fields, by
// no tag that they have for other purposes.
var ice = func() *codec.MsgpackHandle {
	h := &codec.MsgpackHandle{WriteExt: true}
	h.TypeInfos = codec.NewTypeInfos([]string{"frozen"})
	h.StructToArray = true
	h.Canonical = true
	h.ErrorIfNoArrayExpand = true
	return h
}()

func freeze(value any) ([]byte, error) {
	var b []byte
	err := codec.NewEncoderBytes(&b, ice).Encode(value)
	return b, err
}

func thaw(b []byte, value any) error { return codec.NewDecoderBytes(b, ice).Decode(value) }

// FreezeHead freezes all of the state that is no match.
func (s *State) FreezeHead() ([]byte, error) {
	f := frozen{
		State: *s, Calls: s.Calls(), Tables: s.tables, Generations: s.generations, Generation: s.generation,
		Revocations: s.revocations, HighestTable: s.highestTable, Matches: s.Matches(),
	}
	f.State.Rulebook, f.State.Settings = nil, nil
	var err error
	if f.Rulebook, err = json.Marshal(s.Rulebook); err != nil {
		return nil, err
	}
	if f.Settings, err = json.Marshal(s.Settings); err != nil {
		return nil, err
	}
	if f.State.Rounds, f.Rounds, err = freezeRounds(s.Rounds); err != nil {
		return nil, err
	}
	if f.UndoneRounds, f.Undone, err = freezeRounds(s.undone); err != nil {
		return nil, err
	}
	return freeze(&f)
}

func freezeRounds(rounds []Round) ([]Round, [][]byte, error) {
	var settings [][]byte
	bare := slices.Clone(rounds)
	for i := range bare {
		b, err := json.Marshal(bare[i].Settings)
		if err != nil {
			return nil, nil, err
		}
		settings = append(settings, b)
		bare[i].Settings = nil
	}
	return bare, settings, nil
}

// Sheaves is how many sheaves the matches freeze into.
func (s *State) Sheaves() int { return (s.Matches() + sheafSize - 1) / sheafSize }

// SameSheaf reports whether the sheaf, counted from 0, of an earlier state is
// still the one of this state.
func (s *State) SameSheaf(before *State, sheaf int) bool {
	first, end := s.sheaf(sheaf)
	if _, endBefore := before.sheaf(sheaf); end != endBefore {
		return false
	}
	for i := first; i < end; i++ {
		if s.matches.Get(i) != before.matches.Get(i) {
			return false
		}
	}
	return true
}

// sheaf is from which match of the list to which the sheaf goes.
func (s *State) sheaf(n int) (first, end int) {
	return n * sheafSize, min((n+1)*sheafSize, s.Matches())
}

// FreezeSheaf freezes the matches of a sheaf, counted from 0.
func (s *State) FreezeSheaf(n int) ([]byte, error) {
	first, end := s.sheaf(n)
	var b []byte
	for i := first; i < end; i++ {
		m := *s.matches.Get(i).get()
		// The verdict is given again, which is cheaper than reading it.
		m.Verdict = scoresheet.Verdict{}
		one, err := freeze(&m)
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", m.Number, err)
		}
		b = append(binary.AppendUvarint(b, uint64(len(one))), one...)
	}
	return b, nil
}

// Thaw is the state that was frozen, by a program with the same FrozenForm. The
// sheaves belong to it from now on. A match is thawed when it is asked for
// first; CheckSheaf says beforehand whether all of them can be.
func Thaw(head []byte, sheaves [][]byte) (*State, error) {
	var f frozen
	if err := thaw(head, &f); err != nil {
		return nil, fmt.Errorf("head: %w", err)
	}
	s := f.State
	if err := errors.Join(json.Unmarshal(f.Rulebook, &s.Rulebook), json.Unmarshal(f.Settings, &s.Settings)); err != nil {
		return nil, fmt.Errorf("head: %w", err)
	}
	if s.Rulebook == nil {
		return nil, errors.New("head: no rulebook")
	}
	s.tables, s.generations, s.generation = f.Tables, f.Generations, f.Generation
	s.revocations, s.highestTable = f.Revocations, f.HighestTable
	s.calls = immutable.NewList(f.Calls...)
	s.undone = f.UndoneRounds
	benches := benches{}
	if err := errors.Join(benches.seat(&s, s.Rounds, f.Rounds), benches.seat(&s, s.undone, f.Undone)); err != nil {
		return nil, fmt.Errorf("rounds: %w", err)
	}
	var err error
	if s.matches, err = thawMatches(&s, f.Matches, sheaves); err != nil {
		return nil, err
	}
	return &s, nil
}

// benches are the judges of a state by phase and settings.
type benches map[[2]string]bench

type bench struct {
	judge *judge.Judge
	terms scoresheet.Terms
}

// seat gives rounds their settings, judges and terms.
func (b benches) seat(s *State, rounds []Round, settings [][]byte) error {
	if len(rounds) != len(settings) {
		return errors.New("their settings are missing")
	}
	for i := range rounds {
		r := &rounds[i]
		if err := json.Unmarshal(settings[i], &r.Settings); err != nil {
			return err
		}
		key := [2]string{r.Phase, string(settings[i])}
		at, known := b[key]
		if !known {
			var err error
			if at.judge, at.terms, err = newJudge(s.Rulebook, r.Phase, r.Settings); err != nil {
				return err
			}
			b[key] = at
		}
		r.judge, r.terms = at.judge, at.terms
	}
	return nil
}

// thawMatches are the matches, still frozen, each with the round that it was
// drawn in.
func thawMatches(s *State, matches int, sheaves [][]byte) (*immutable.List[slot], error) {
	if len(sheaves) != (matches+sheafSize-1)/sheafSize {
		return nil, fmt.Errorf("%d matches in %d sheaves", matches, len(sheaves))
	}
	rounds := make([]*Round, matches)
	for _, list := range [][]Round{s.undone, s.Rounds} {
		for i := range list {
			for n := list[i].First; n >= 1 && n <= min(list[i].Last, matches); n++ {
				rounds[n-1] = &list[i]
			}
		}
	}
	list := immutable.NewListBuilder[slot]()
	cells := make([]frozenMatch, matches)
	for n, b := range sheaves {
		for i := n * sheafSize; i < min((n+1)*sheafSize, matches); i++ {
			size, width := binary.Uvarint(b)
			if width <= 0 || size > uint64(len(b)-width) || rounds[i] == nil {
				return nil, fmt.Errorf("match %d is not there", i+1)
			}
			cells[i].blob, cells[i].round = b[width:width+int(size)], rounds[i]
			b = b[width+int(size):]
			list.Append(&cells[i])
		}
		if len(b) > 0 {
			return nil, fmt.Errorf("sheaf %d is too long", n)
		}
	}
	return list.List(), nil
}

// slot is a place in the list of matches: the match itself, or one that is
// thawed when it is asked for.
type slot interface{ get() *Match }

func (m *Match) get() *Match { return m }

// frozenMatch is a match that was frozen.
type frozenMatch struct {
	match atomic.Pointer[Match]
	once  sync.Mutex
	blob  []byte
	round *Round
}

// get thaws the match, unless that was done.
func (f *frozenMatch) get() *Match {
	if m := f.match.Load(); m != nil {
		return m
	}
	f.once.Lock()
	defer f.once.Unlock()
	if m := f.match.Load(); m != nil {
		return m
	}
	m, err := thawMatch(f.blob, f.round)
	if err != nil {
		// Whoever kept it has checked that it thaws.
		panic(fmt.Sprintf("a frozen match: %v", err))
	}
	f.match.Store(m)
	f.blob, f.round = nil, nil
	return m
}

func thawMatch(blob []byte, round *Round) (*Match, error) {
	m := new(Match)
	if err := thaw(blob, m); err != nil {
		return nil, err
	}
	m.judge, m.terms = round.judge, &round.terms
	m.Verdict = m.judge.Verdict(m.Sheet())
	return m, nil
}

// CheckSheaf reports whether a frozen sheaf thaws to what it was frozen from,
// as far as can be told without the state: frozen again it is the same.
func CheckSheaf(b []byte) error {
	for len(b) > 0 {
		size, width := binary.Uvarint(b)
		if width <= 0 || size > uint64(len(b)-width) {
			return errors.New("a match is cut short")
		}
		blob := b[width : width+int(size)]
		b = b[width+int(size):]
		var m Match
		if err := thaw(blob, &m); err != nil {
			return err
		}
		again, err := freeze(&m)
		if err != nil {
			return err
		}
		if !bytes.Equal(again, blob) {
			return fmt.Errorf("match %d freezes to something else", m.Number)
		}
	}
	return nil
}

// CheckHead is CheckSheaf for the head of a frozen state.
func CheckHead(b []byte) error {
	var f frozen
	if err := thaw(b, &f); err != nil {
		return err
	}
	again, err := freeze(&f)
	if err != nil {
		return err
	}
	if !bytes.Equal(again, b) {
		return errors.New("the head freezes to something else")
	}
	return nil
}
