package event_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// frozen freezes a state and thaws it.
func frozen(t tester, s *event.State) *event.State {
	t.Helper()
	head, err := s.FreezeHead()
	if err != nil {
		t.Fatalf("entry %d: %v", s.Version, err)
	}
	var sheaves [][]byte
	for n := range s.Sheaves() {
		b, err := s.FreezeSheaf(n)
		if err != nil {
			t.Fatalf("entry %d: %v", s.Version, err)
		}
		if err := event.CheckSheaf(b); err != nil {
			t.Fatalf("entry %d: %v", s.Version, err)
		}
		sheaves = append(sheaves, b)
	}
	thawed, err := event.Thaw(head, sheaves)
	if err != nil {
		t.Fatalf("entry %d: %v", s.Version, err)
	}
	return thawed
}

// keepsFrozen freezes and thaws the state of a journal after every entry, and
// has each thawed one go on for a while beside the one that never was.
func keepsFrozen(t tester, log [][]byte) {
	t.Helper()
	var s, thawed *event.State
	for i, encoded := range log {
		s = evolved(t, s, encoded)
		if thawed != nil {
			thawed = evolved(t, thawed, encoded)
			same(t, s, thawed)
		}
		again := frozen(t, s)
		same(t, s, again)
		if i%7 == 0 || thawed == nil {
			thawed = again
		}
	}
}

func same(t tester, want, got *event.State) {
	t.Helper()
	a, b := event.Lay(want), event.Lay(got)
	if reflect.DeepEqual(a, b) {
		return
	}
	for i := range a.Matches {
		if i < len(b.Matches) && !reflect.DeepEqual(a.Matches[i], b.Matches[i]) {
			t.Fatalf("after entry %d match %d\n%s", want.Version, i+1, unlike(*a.Matches[i], *b.Matches[i]))
		}
	}
	t.Fatalf("after entry %d\n%s", want.Version, unlike(a.State, b.State))
}

// unlike names the fields in which two structs differ.
func unlike[T any](a, b T) string {
	var out bytes.Buffer
	x, y := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	for i := range x.NumField() {
		f, g := readable(x.Field(i)), readable(y.Field(i))
		if !reflect.DeepEqual(f, g) {
			fmt.Fprintf(&out, "%s: %#v\nbut %#v\n", x.Type().Field(i).Name, f, g)
		}
	}
	return out.String()
}

func readable(v reflect.Value) any {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().Interface()
}

func TestFrozenStates(t *testing.T) {
	for _, name := range []string{"testdata/journal.1.jsonl", "testdata/journal.2.jsonl"} {
		t.Run(name, func(t *testing.T) { keepsFrozen(t, lines(t, name)) })
	}
	t.Run("every kind", func(t *testing.T) { keepsFrozen(t, everyKind(t).log) })
}

func lines(t *testing.T, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

// notFrozen are the fields that are not frozen as they are, with what becomes
// of them. A field that is new has to be frozen, or to be put here.
var notFrozen = map[string]string{
	"event.State.Rulebook":     "as JSON",
	"event.State.Settings":     "as JSON",
	"event.State.matches":      "in sheaves",
	"event.State.calls":        "frozen.Calls",
	"event.State.tables":       "frozen.Tables",
	"event.State.generations":  "frozen.Generations",
	"event.State.generation":   "frozen.Generation",
	"event.State.revocations":  "frozen.Revocations",
	"event.State.highestTable": "frozen.HighestTable",
	"event.State.undone":       "frozen.UndoneRounds",
	"event.Round.Settings":     "as JSON",
	"event.Round.judge":        "from rulebook and settings",
	"event.Round.terms":        "from rulebook and settings",
	"event.Match.Verdict":      "judged again",
	"event.Match.judge":        "its round's",
	"event.Match.terms":        "its round's",
}

// Whatever a state is made of can be frozen: no field that the encoder leaves
// out or takes for another.
func TestWhatStatesAreMadeOfCanBeFrozen(t *testing.T) {
	met := map[reflect.Type]bool{reflect.TypeFor[time.Time](): true}
	used := map[string]bool{}
	var walk func(reflect.Type, string)
	walk = func(typ reflect.Type, at string) {
		if met[typ] {
			return
		}
		met[typ] = true
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(typ.Elem(), at)
		case reflect.Map:
			walk(typ.Key(), at)
			walk(typ.Elem(), at)
		case reflect.Interface, reflect.Func, reflect.Chan:
			t.Errorf("%s: a %s cannot be frozen", at, typ)
		case reflect.Struct:
			for i := range typ.NumField() {
				field := typ.Field(i)
				name := typ.String() + "." + field.Name
				if _, other := notFrozen[name]; other {
					used[name] = true
					continue
				}
				if !field.IsExported() {
					t.Errorf("%s is not frozen", name)
					continue
				}
				// The names of embedded structs are those of their outer one.
				if found, ok := typ.FieldByName(field.Name); !ok || len(found.Index) != 1 {
					t.Errorf("%s is there twice", name)
				}
				if field.Anonymous {
					for j := range field.Type.NumField() {
						inner := field.Type.Field(j)
						if found, ok := typ.FieldByName(inner.Name); !inner.Anonymous && (!ok || len(found.Index) != 2) {
							t.Errorf("%s is hidden by %s", inner.Name, name)
						}
					}
				}
				walk(field.Type, name)
			}
		}
	}
	for _, typ := range event.FrozenTypes() {
		walk(typ, typ.String())
	}
	for name := range notFrozen {
		if !used[name] {
			t.Errorf("%s is no more", name)
		}
	}
}

// frozenSum is what the golden journals add up to, by the form that states are
// frozen in. When it changes without a change of a type, the same entries add
// up to another state: raise stateVersion, so that no snapshot of the former
// program is taken for one of this.
var frozenSum = [2]string{"1.bf03bf400c20eff1", "55839640ad45e9b8ca02f09f3a1b943de393cd8db878140c7628b2763ea66561"}

func TestTheSameEntriesAddUpToTheSame(t *testing.T) {
	sum := sha256.New()
	for _, name := range []string{"testdata/journal.1.jsonl", "testdata/journal.2.jsonl"} {
		var s *event.State
		for _, encoded := range lines(t, name) {
			s = evolved(t, s, encoded)
		}
		head, err := s.FreezeHead()
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(head)
		for n := range s.Sheaves() {
			b, err := s.FreezeSheaf(n)
			if err != nil {
				t.Fatal(err)
			}
			sum.Write(b)
		}
	}
	if got := [2]string{event.FrozenForm(), hex.EncodeToString(sum.Sum(nil))}; got != frozenSum {
		if got[0] == frozenSum[0] {
			t.Error("raise stateVersion")
		}
		t.Errorf("frozenSum is %q", got)
	}
}

func TestFrozenThingsThatAreDamaged(t *testing.T) {
	h := everyKind(t)
	head, err := h.state.FreezeHead()
	if err != nil {
		t.Fatal(err)
	}
	sheaf, err := h.state.FreezeSheaf(0)
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]struct {
		head    []byte
		sheaves [][]byte
	}{
		"no head":           {nil, [][]byte{sheaf}},
		"half a head":       {head[:len(head)/2], [][]byte{sheaf}},
		"no sheaf":          {head, nil},
		"a sheaf too many":  {head, [][]byte{sheaf, sheaf}},
		"half a sheaf":      {head, [][]byte{sheaf[:len(sheaf)/2]}},
		"more than a sheaf": {head, [][]byte{append(bytes.Clone(sheaf), 0)}},
	} {
		if _, err := event.Thaw(at.head, at.sheaves); err == nil {
			t.Errorf("%s was thawed", name)
		}
	}
	if event.CheckSheaf(sheaf[:len(sheaf)-1]) == nil {
		t.Error("a sheaf cut short is right")
	}
}

func TestSheavesThatStay(t *testing.T) {
	h := newHall(t, "test-league", nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(40)})
	h.do(organiser, event.DrawRound{Seed: "1"})
	before := h.state
	last := before.Matches()
	h.hold(last, sideA)
	if n := before.Sheaves(); n != 2 || !h.state.SameSheaf(before, 0) || h.state.SameSheaf(before, 1) {
		t.Errorf("of %d sheaves the first stayed: %t, the last: %t", n, h.state.SameSheaf(before, 0), h.state.SameSheaf(before, 1))
	}
	thawed := frozen(t, h.state)
	thawed.Match(1)
	if next := evolved(t, thawed, entryOf(t, h, func() { h.hold(last, sideB) })); !next.SameSheaf(thawed, 0) || next.SameSheaf(thawed, 1) {
		t.Error("thawing made another sheaf, or a change did not")
	}
}

// entryOf is the entry that something adds to a journal.
func entryOf(t *testing.T, h *hall, do func()) []byte {
	t.Helper()
	n := len(h.log)
	do()
	if len(h.log) != n+1 {
		t.Fatalf("%d entries", len(h.log)-n)
	}
	return h.log[n]
}

// Many readers come upon a frozen match at once.
func TestThawingAtOnce(t *testing.T) {
	s := replay(t, everyKind(t).log)
	thawed := frozen(t, s)
	found := make([][]*event.Match, 8)
	var wg sync.WaitGroup
	for i := range found {
		wg.Go(func() { found[i] = event.Lay(thawed).Matches })
	}
	wg.Wait()
	for _, matches := range found {
		if !slices.Equal(matches, found[0]) {
			t.Fatal("one match was thawed twice")
		}
	}
	same(t, s, thawed)
}

func BenchmarkThaw(b *testing.B) {
	h := newHall(b, college, nil)
	h.do(organiser, event.ReadEntrants{Entrants: pairs(2)})
	h.do(organiser, event.DrawRound{Seed: "1"})
	h.hold(1, sideA)
	h.hold(1, sideB)
	for number := range 7 {
		order := []scoresheet.Seat{1, 2, 4}
		if number%2 == 1 {
			order = []scoresheet.Seat{2, 1, 3}
		}
		for _, side := range scoresheet.Sides {
			h.do(phone(side), report(1, side, 1, number+1, finish(order...)))
		}
	}
	sheaf, err := h.state.FreezeSheaf(0)
	if err != nil {
		b.Fatal(err)
	}
	head, err := h.state.FreezeHead()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(sheaf)), "bytes/match")
	for b.Loop() {
		s, err := event.Thaw(head, [][]byte{sheaf})
		if err != nil {
			b.Fatal(err)
		}
		s.Match(1)
	}
}
