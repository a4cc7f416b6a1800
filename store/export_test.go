package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"kiosk/scoresheet/event"
)

// exported is a store with an event of some entries, and the event's export.
func exported(t *testing.T) (*Bolt, []byte) {
	t.Helper()
	b := open(t, newPath(t))
	submit(t, b, creation("one"))
	for _, name := range []string{"甲 <b>&", "second", "third"} {
		submit(t, b, rename("one", name, "key-"+name))
	}
	if err := b.SetSecret(context.Background(), "table-key", []byte("hidden-from-all")); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := b.Export(&out, "one"); err != nil {
		t.Fatal(err)
	}
	return b, out.Bytes()
}

func TestExportComesBack(t *testing.T) {
	from, data := exported(t)
	if bytes.Contains(data, []byte("hidden")) || bytes.Contains(data, []byte("key-")) {
		t.Errorf("more than the journal is in the export: %s", data)
	}
	read, err := ReadExport(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	to := open(t, newPath(t))
	submit(t, to, creation("other"))
	if err := to.Import(context.Background(), read); err != nil {
		t.Fatal(err)
	}
	want, _ := from.State("one")
	for turn := range 2 {
		b := to
		if turn == 1 {
			b = reopen(t, to)
		}
		got, ok := b.State("one")
		if !ok || got.Head != want.Head || got.Name != "third" || len(b.Events()) != 2 {
			t.Errorf("imported: %+v", got)
		}
		var again bytes.Buffer
		if err := b.Export(&again, "one"); err != nil || !bytes.Equal(again.Bytes(), data) {
			t.Errorf("exported again: %v\n%s\n%s", err, again.Bytes(), data)
		}
		if err := b.Import(context.Background(), read); !errors.Is(err, ErrExists) {
			t.Errorf("imported twice: %v", err)
		}
	}
}

func TestImportedEventGoesOn(t *testing.T) {
	_, data := exported(t)
	read, err := ReadExport(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, newPath(t))
	if err := b.Import(context.Background(), read); err != nil {
		t.Fatal(err)
	}
	if receipt := submit(t, b, rename("one", "fourth", "key-second")); receipt.Replayed || receipt.State.Version != 5 {
		t.Errorf("%+v", receipt)
	}
}

func TestExportLaidOutAnew(t *testing.T) {
	_, data := exported(t)
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, data, "", "\t"); err != nil {
		t.Fatal(err)
	}
	if read, err := ReadExport(&pretty); err != nil || read.Report().Entries != 4 {
		t.Error(err)
	}
}

func TestExportThatIsNotWhole(t *testing.T) {
	_, data := exported(t)
	text := string(data)
	lines := strings.Split(text, "\n")
	without := func(line int) string {
		kept := append(append([]string(nil), lines[:line]...), lines[line+1:]...)
		return strings.Replace(strings.Join(kept, "\n"), "},\n]}", "}\n]}", 1)
	}
	for name, c := range map[string]struct {
		text  string
		want  error
		entry int
	}{
		"nothing":             {"", ErrForeign, 0},
		"no JSON":             {"编号,单位\n1,学院\n", ErrForeign, 0},
		"other JSON":          {`{"rulebook":"guandan-college","games":[]}`, ErrForeign, 0},
		"cut short":           {text[:len(text)/2], ErrDamaged, 0},
		"changed":             {strings.Replace(text, `{"name":"second"`, `{"name":"Second"`, 1), ErrDamaged, 4},
		"last changed":        {strings.Replace(text, `{"name":"third"`, `{"name":"Third"`, 1), ErrDamaged, 5},
		"one left out":        {without(2), ErrDamaged, 2},
		"last left out":       {without(4), ErrDamaged, 4},
		"first left out":      {without(1), ErrDamaged, 1},
		"entry twice":         {strings.Replace(text, lines[2], lines[2]+"\n"+lines[2], 1), ErrDamaged, 3},
		"another event":       {strings.Replace(text, `"event":"one"`, `"event":"two"`, 1), ErrDamaged, 1},
		"no event":            {strings.Replace(text, `"event":"one"`, `"event":"../one"`, 1), ErrDamaged, 0},
		"newer export":        {strings.Replace(text, `"version":1`, `"version":2`, 1), ErrNewer, 0},
		"newer entry":         {strings.Replace(text, `{"v":1,"n":2`, `{"v":9,"n":2`, 1), ErrNewer, 2},
		"unknown kind":        {strings.Replace(text, `"event.renamed"`, `"event.sung"`, 1), ErrDamaged, 2},
		"an entry of nothing": {strings.Replace(text, lines[2], "null,", 1), ErrDamaged, 2},
	} {
		read, err := ReadExport(strings.NewReader(c.text))
		var refused *Error
		if read != nil || !errors.Is(err, c.want) || !errors.As(err, &refused) || refused.Entry != c.entry {
			t.Errorf("%s: %v, want %v at entry %d", name, err, c.want, c.entry)
		}
	}
}

func TestExportOfWhatCannotBe(t *testing.T) {
	// A journal that fits its chain and says what no program would write.
	var journal []json.RawMessage
	var chain event.Chain
	for n, each := range []struct{ kind, data string }{
		{"event.created", `{"id":"one","name":"x","rulebook":{},"text":"","hash":""}`},
		{"hand.confirmed", `{"side":"A","hands":[{"game":7,"number":9}]}`},
	} {
		encoded, err := json.Marshal(map[string]any{
			"v": 1, "n": n + 1, "at": "2026-12-05T01:00:00Z", "by": map[string]string{"role": "organiser"},
			"kind": each.kind, "match": n, "data": json.RawMessage(each.data), "prev": chain.Head(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chain.Add(encoded); err != nil {
			t.Fatal(err)
		}
		journal = append(journal, encoded)
	}
	data, err := json.Marshal(map[string]any{"format": exportName, "version": 1, "event": "one", "entries": 2, "head": chain.Head(), "journal": journal})
	if err != nil {
		t.Fatal(err)
	}
	var refused *Error
	if _, err := ReadExport(bytes.NewReader(data)); !errors.As(err, &refused) || refused.Entry != 2 {
		t.Error(err)
	}
}

func TestExportOfNoEvent(t *testing.T) {
	b := open(t, newPath(t))
	var refusal *event.Refusal
	if err := b.Export(&bytes.Buffer{}, "none"); !errors.As(err, &refusal) || refusal.Code != "event.unknown" {
		t.Error(err)
	}
}

func FuzzReadExport(f *testing.F) {
	f.Add([]byte(`{"format":"kiosk-event","version":1,"event":"one","entries":1,"head":"","journal":[{"v":1,"n":1}]}`))
	f.Add([]byte(`{"format":"kiosk-event","journal":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := ReadExport(bytes.NewReader(data))
		if (read == nil) != (err != nil) {
			t.Error(read, err)
		}
	})
}
