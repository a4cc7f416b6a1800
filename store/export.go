package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kiosk/scoresheet/event"
)

// ExportFormat is the version of the exports that this program writes: one JSON
// document with the head below and the journal, an entry a line, each as it is
// stored and hashed.
const ExportFormat = 1

// exportName says in an export what it is.
const exportName = "kiosk-event"

// MaxExport bounds an export that is read, in bytes: some ten times an event of
// 10,000 matches.
const MaxExport = 1 << 30

// exportHead is what stands before the journal. Entries and head show an export
// that was cut at its end, which the chain alone does not.
type exportHead struct {
	Format   string     `json:"format"`
	Version  int        `json:"version"`
	Event    event.ID   `json:"event"`
	Name     string     `json:"name"`
	Rulebook string     `json:"rulebook"`
	Entries  int        `json:"entries"`
	Head     event.Hash `json:"head"`
}

// Export writes an event as its journal, up to the state it has now. Nothing
// that belongs to the kiosk is in it: no key, no PIN, no session, no answer. An
// unknown event is the *event.Refusal of one.
func (b *Bolt) Export(w io.Writer, id event.ID) error { return export(w, b, id) }

// journals are where entries can be had as they are stored.
type journals interface {
	State(id event.ID) (*event.State, bool)
	encoded(id event.ID, after, limit int) ([][]byte, error)
}

func export(w io.Writer, from journals, id event.ID) error {
	state, ok := from.State(id)
	if !ok {
		return &event.Refusal{Code: "event.unknown"}
	}
	return writeExport(w, state, func(n int) ([][]byte, error) {
		encoded, err := from.encoded(id, n, min(MaxEntries, state.Version-n))
		if err == nil && len(encoded) == 0 {
			err = ErrDamaged.in(id, n+1)
		}
		return encoded, err
	})
}

// writeExport writes an event up to a state; more gives the entries after the
// first n, some of them at least.
func writeExport(w io.Writer, state *event.State, more func(n int) ([][]byte, error)) error {
	head, err := json.Marshal(exportHead{
		Format: exportName, Version: ExportFormat, Event: state.ID, Name: state.Name, Rulebook: state.Rulebook.ID,
		Entries: state.Version, Head: state.Head,
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s,\"journal\":[\n", bytes.TrimSuffix(head, []byte("}")))
	for n := 0; n < state.Version; {
		encoded, err := more(n)
		if err != nil {
			return err
		}
		for _, entry := range encoded {
			if n++; n > 1 {
				out.WriteString(",\n")
			}
			out.Write(entry)
		}
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// Exported is an event as it was read from an export, checked to the last
// entry.
type Exported struct {
	// State is the state after all entries.
	State   *event.State
	decided event.Decided
	// answers are those that come along when an event is moved, in order.
	answers []answer
}

// Write writes the event as ReadExport reads it.
func (x *Exported) Write(w io.Writer) error {
	return writeExport(w, x.State, func(n int) ([][]byte, error) { return x.decided.Encoded[n:], nil })
}

// Report is what the export holds, as Inspect tells it of a file.
func (x *Exported) Report() EventReport {
	r := EventReport{ID: x.State.ID, State: x.State, Entries: x.State.Version, Head: x.State.Head, Kinds: map[event.Kind]int{}}
	for _, e := range x.decided.Entries {
		r.Kinds[e.Kind]++
	}
	r.First, r.Last = x.decided.Entries[0].At, x.State.ChangedAt
	return r
}

// ReadExport reads what Export writes, and checks all of it. It gives
// ErrForeign for what is no export, ErrNewer for one of a newer program,
// ErrDamaged with the entry for one that is not as it was written, and ErrLimit
// for one that is too large.
func ReadExport(r io.Reader) (*Exported, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxExport+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxExport {
		return nil, ErrLimit
	}
	var read struct {
		exportHead
		Journal []json.RawMessage `json:"journal"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &read); err != nil {
		if bytes.Contains(data[:min(len(data), 64)], []byte(exportName)) {
			return nil, ErrDamaged.because(err)
		}
		return nil, ErrForeign.because(err)
	}
	switch {
	case read.Format != exportName:
		return nil, ErrForeign.because(fmt.Errorf("its format is %q", read.Format))
	case read.Version > ExportFormat:
		return nil, ErrNewer.because(fmt.Errorf("its version is %d, this program reads up to %d", read.Version, ExportFormat))
	case !validID(read.Event) || len(read.Journal) == 0:
		return nil, ErrDamaged.because(errors.New("it has no event"))
	}
	return followExport(read.exportHead, read.Journal)
}

// firstKind is the kind of the first entry of a journal, and of no other.
const firstKind event.Kind = "event.created"

func followExport(head exportHead, journal []json.RawMessage) (*Exported, error) {
	x := &Exported{}
	var chain event.Chain
	for i, raw := range journal {
		// Whoever looked at the file may have laid it out anew.
		var encoded bytes.Buffer
		if err := json.Compact(&encoded, raw); err != nil {
			return nil, ErrDamaged.in(head.Event, i+1).because(err)
		}
		entry, err := chain.Add(encoded.Bytes())
		if err == nil {
			err = x.add(entry, encoded.Bytes())
		}
		if err != nil {
			return nil, entryError(head.Event, i+1, err)
		}
	}
	x.State = x.decided.State
	switch {
	case x.State.ID != head.Event:
		return nil, ErrDamaged.in(head.Event, 1).because(fmt.Errorf("the journal is that of event %q", x.State.ID))
	case x.State.Version != head.Entries || x.State.Head != head.Head:
		return nil, entryError(head.Event, x.State.Version, &event.ChainError{
			Entry: x.State.Version + 1, Why: fmt.Sprintf("the journal has %d entries with the head %s, the export says %d and %s", x.State.Version, x.State.Head.Short(), head.Entries, head.Head.Short()),
		})
	}
	return x, nil
}

// add evolves the state by an entry that fits the chain. What it carries may be
// anything: a panic on it is an error like another.
func (x *Exported) add(entry event.Entry, encoded []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("entry %d carries what cannot be: %v", entry.N, p)
		}
	}()
	if (entry.Kind == firstKind) != (entry.N == 1) {
		return &event.ChainError{Entry: entry.N, Why: "an event is made by its first entry, and only once"}
	}
	state, err := event.Evolve(x.decided.State, entry, encoded)
	if err != nil {
		return err
	}
	x.decided.State = state
	x.decided.Entries = append(x.decided.Entries, entry)
	x.decided.Encoded = append(x.decided.Encoded, encoded)
	return nil
}

// Import adds an exported event with its journal as it is, under its own ID;
// one that is there already is ErrExists, and stays as it is. It is on disk
// when Import returns nil.
func (b *Bolt) Import(ctx context.Context, x *Exported) error {
	_, err := b.do(ctx, &job{adopted: x, done: make(chan outcome, 1)})
	return err
}

// adopt puts an exported event into the batch.
func (t *batch) adopt(x *Exported) error {
	d := t.draft(x.State.ID)
	if d.state != nil {
		return ErrExists.in(x.State.ID, 0)
	}
	t.accept(d, x.decided)
	for _, a := range x.answers {
		d.answers.add(digestOf(a.key), a, x.decided.Entries[a.first-1:a.first-1+a.count])
	}
	return nil
}
