package store

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet/event"
)

// Fixtures are data as a program of each format wrote it. They are made once,
// by
//
//	go test ./store -run TestFixture -fixture
//
// with the program that first has the format, and never again: every later one
// must open them.
var makeFixture = flag.Bool("fixture", false, "write the data of the present format, which must not be there yet")

// fixtureName names data by the versions of the formats that are in it.
func fixtureName() string {
	return fmt.Sprintf("testdata/layout-%d-entries-%d-export-%d", Layout, event.Format, ExportFormat)
}

// fixtureFacts are what the data hold.
type fixtureFacts struct {
	Heads   map[event.ID]event.Hash `json:"heads"`
	Entries map[event.ID]int        `json:"entries"`
	Secrets map[string]string       `json:"secrets"`
	// Answers are those that were given under keys, for renamings of event a.
	Answers map[string]string `json:"answers"`
}

// journalEvent is the event of the journal with an entry of each kind.
const journalEvent = "../scoresheet/event/testdata/journal.1.jsonl"

func writeFixture(t *testing.T) {
	clock := &backupClock{}
	path := newPath(t)
	b, err := Open(path, Options{Now: clock.now})
	if err != nil {
		t.Fatal(err)
	}
	x := exportedFrom(t, journalEvent)
	if err := b.Import(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	facts := fixtureFacts{Heads: map[event.ID]event.Hash{}, Entries: map[event.ID]int{}, Secrets: map[string]string{"table-key": "0123456789abcdef", "pin/organiser": "x"}, Answers: map[string]string{}}
	req := creation("a")
	req.Key = "create-a"
	submit(t, b, req)
	for i := range 40 {
		clock.add(time.Second)
		name, key := fmt.Sprintf("掼蛋 %d", i), fmt.Sprintf("key-%05d", i)
		facts.Answers[key] = string(submit(t, b, rename("a", name, key)).Answer)
	}
	for name, value := range facts.Secrets {
		if err := b.SetSecret(t.Context(), name, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range b.Events() {
		state, _ := b.State(id)
		facts.Heads[id], facts.Entries[id] = state.Head, state.Version
	}
	var export bytes.Buffer
	if err := b.Export(&export, x.State.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(facts, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for suffix, data := range map[string][]byte{".db.gz": packed(t, read(t, path)), ".export.gz": packed(t, export.Bytes()), ".json": append(text, '\n')} {
		file, err := os.OpenFile(fixtureName()+suffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func packed(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestFixtures: data of every format opens in this program, whole, with what was
// in it, and goes on.
func TestFixtures(t *testing.T) {
	if *makeFixture {
		writeFixture(t)
	}
	paths, err := filepath.Glob("testdata/*.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	present := false
	for _, path := range paths {
		base := strings.TrimSuffix(path, ".db.gz")
		present = present || base == fixtureName()
		t.Run(filepath.Base(base), func(t *testing.T) {
			var facts fixtureFacts
			if err := json.Unmarshal(read(t, base+".json"), &facts); err != nil {
				t.Fatal(err)
			}
			file := newPath(t)
			if err := os.WriteFile(file, unpacked(t, path), 0o600); err != nil {
				t.Fatal(err)
			}
			openFixture(t, file, facts)
			x, err := ReadExport(bytes.NewReader(unpacked(t, base+".export.gz")))
			if err != nil {
				t.Fatal(err)
			}
			if x.State.Head != facts.Heads[x.State.ID] {
				t.Errorf("the export stands elsewhere")
			}
		})
	}
	if !present {
		t.Errorf("there are no data of the present formats: make %s", fixtureName())
	}
}

func openFixture(t *testing.T, path string, facts fixtureFacts) {
	t.Helper()
	report, err := inspectWhole(path)
	if err != nil || len(report.Events) != len(facts.Heads) {
		t.Fatalf("%d events, %v", len(report.Events), err)
	}
	b := open(t, path)
	for id, head := range facts.Heads {
		if state, ok := b.State(id); !ok || state.Head != head || state.Version != facts.Entries[id] {
			t.Errorf("event %s: %v", id, ok)
		}
	}
	for name, want := range facts.Secrets {
		if value, ok := b.Secret(name); !ok || string(value) != want {
			t.Errorf("secret %s is %q", name, value)
		}
	}
	for i := range len(facts.Answers) {
		key := fmt.Sprintf("key-%05d", i)
		if got := submit(t, b, rename("a", fmt.Sprintf("掼蛋 %d", i), key)); !got.Replayed || string(got.Answer) != facts.Answers[key] {
			t.Errorf("%s: %q, %v", key, got.Answer, got.Replayed)
		}
	}
	submit(t, b, rename("a", "下一个", ""))
	b = reopen(t, b)
	if state, _ := b.State("a"); state.Version != facts.Entries["a"]+1 {
		t.Errorf("version %d afterwards", state.Version)
	}
	if err := b.Export(io.Discard, "a"); err != nil {
		t.Error(err)
	}
}

// TestDowngrade: what a newer program wrote is refused before anything of it is
// touched, in whichever format it is newer.
func TestDowngrade(t *testing.T) {
	path := filled(t)
	b, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var export bytes.Buffer
	if err := errors.Join(b.Export(&export, "a"), b.Close()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, with string }{
		{fmt.Sprintf(`"version":%d`, ExportFormat), fmt.Sprintf(`"version":%d`, ExportFormat+1)},
		{fmt.Sprintf(`{"v":%d,"n":100,`, event.Format), fmt.Sprintf(`{"v":%d,"n":100,`, event.Format+1)},
	} {
		newer := strings.Replace(export.String(), c.old, c.with, 1)
		if newer == export.String() {
			t.Fatalf("the export has no %s", c.old)
		}
		if _, err := ReadExport(strings.NewReader(newer)); !errors.Is(err, ErrNewer) {
			t.Errorf("%s: %v", c.with, err)
		}
	}
}
