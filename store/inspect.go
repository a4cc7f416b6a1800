package store

import (
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// Report is what reading a whole file back found.
type Report struct {
	Path string
	Size int64
	// Torn says that one of the file's two header pages is not valid. That is
	// how a killed process may leave it, and then nothing answered is lost;
	// if the page was damaged later, the last transaction is.
	Torn bool
	// Events are in the order of making.
	Events []EventReport
	// Problems are those that belong to no event.
	Problems []error
}

// EventReport is what was found of an event.
type EventReport struct {
	ID event.ID
	// State is the state after the last entry that fits, nil if none does.
	State *event.State
	// Entries is the number of entries that fit, Head the hash of the last.
	Entries int
	Head    event.Hash
	// First and Last are the times of the first and the last that fit.
	First, Last time.Time
	// Kinds counts the entries by kind.
	Kinds map[event.Kind]int
	// Answers is the number of answers kept under keys.
	Answers int
	// Bad is the first thing that does not fit: an ErrDamaged or ErrNewer with
	// event and entry. It is nil when the journal is whole.
	Bad error
}

// Err is nil when everything is whole and readable by this program; otherwise
// it joins all that is not.
func (r Report) Err() error {
	problems := append([]error(nil), r.Problems...)
	for _, e := range r.Events {
		if e.Bad != nil {
			problems = append(problems, e.Bad)
		}
	}
	return errors.Join(problems...)
}

// maxProblems bounds how many faults of the tree of pages are reported.
const maxProblems = 20

// Inspect reads a whole file back without changing it: its pages, every entry
// of every event through its chain, and what lies beside. It does not stop at
// the first event that is damaged. The error says that the file cannot be read
// at all (ErrInUse, ErrForeign, ErrDamaged, or the file system's); whether what
// was read is whole says Report.Err.
func Inspect(path string) (Report, error) { return inspect(path, true) }

// readCopied is Inspect of a file that was just copied, and its Err: every page
// and every chain to its end, but no states, since the file that it was copied
// from has them. It takes half the time.
func readCopied(path string) (Report, error) {
	report, err := inspect(path, false)
	if err != nil {
		return report, err
	}
	return report, report.Err()
}

func inspect(path string, evolve bool) (Report, error) {
	report := Report{Path: path}
	info, err := os.Stat(path)
	if err != nil {
		return report, err
	}
	report.Size = info.Size()
	if report.Size == 0 {
		return report, ErrDamaged.at(path).because(errCut)
	}
	db, err := openToRead(path, Options{}.withDefaults().Timeout)
	if err != nil {
		return report, err
	}
	defer db.Close()
	if report.Torn, err = checkPages(path); err != nil {
		// bbolt cannot be let near such pages.
		report.Problems = append(report.Problems, err)
		return report, nil
	}
	err = db.View(func(tx *bbolt.Tx) error { return report.read(tx, evolve) })
	for i, problem := range report.Problems {
		report.Problems[i] = placed(problem, path)
	}
	return report, placed(err, path)
}

func (r *Report) read(tx *bbolt.Tx, evolve bool) error {
	found := 0
	for problem := range tx.Check() {
		if found++; found <= maxProblems {
			r.Problems = append(r.Problems, ErrDamaged.because(problem))
		}
	}
	if err := checkLayout(tx); err != nil {
		r.Problems = append(r.Problems, err)
		return nil
	}
	ids, err := readEvents(tx)
	if err != nil {
		r.Problems = append(r.Problems, err)
		ids = journalNames(tx)
	}
	for _, id := range ids {
		r.Events = append(r.Events, readJournal(tx, id, evolve))
	}
	keys, err := readKeys(tx.Bucket(bucketAnswers), 0)
	if err != nil {
		r.Problems = append(r.Problems, err)
	}
	secrets, err := readSecrets(tx)
	if err != nil {
		r.Problems = append(r.Problems, err)
	}
	if err := checkTally(tx, uint64(len(keys)), len(secrets)); err != nil {
		r.Problems = append(r.Problems, err)
	}
	return nil
}

// journalNames are the events that have a journal, for a file whose list of
// events is damaged.
func journalNames(tx *bbolt.Tx) []event.ID {
	var ids []event.ID
	_ = tx.Bucket(bucketJournal).ForEachBucket(func(name []byte) error {
		ids = append(ids, event.ID(name))
		return nil
	})
	return ids
}

// readJournal follows a journal to its end, or to the first entry that does
// not fit.
func readJournal(tx *bbolt.Tx, id event.ID, evolve bool) EventReport {
	r := EventReport{ID: id, Kinds: map[event.Kind]int{}}
	p, err := openParts(tx, id)
	if err != nil {
		r.Bad = err
		// The entries may be whole all the same.
		if p.entries == nil {
			return r
		}
	}
	if entry, err := r.follow(p.entries, evolve); err != nil {
		r.Bad = entryError(id, entry, err)
		return r
	}
	if r.Bad != nil {
		return r
	}
	reached := r.State
	if !evolve && r.Entries > 0 {
		reached = &event.State{Version: r.Entries, Head: r.Head}
	}
	if err := checkHead(p.head, reached); err != nil {
		r.Bad = entryError(id, r.Entries, err)
		return r
	}
	keys, err := readKeys(p.answers, 0)
	if err != nil {
		r.Bad = entryError(id, 0, err)
		return r
	}
	r.Answers = len(keys)
	if uint64(r.Answers) != p.head.answers {
		r.Bad = ErrDamaged.in(id, 0).because(fmt.Errorf("it has %d answers, its head says %d", r.Answers, p.head.answers))
	}
	return r
}

func (r *EventReport) follow(entries *bbolt.Bucket, evolve bool) (int, error) {
	var chain event.Chain
	cursor := entries.Cursor()
	for key, encoded := cursor.First(); key != nil; key, encoded = cursor.Next() {
		want := chain.Len() + 1
		if n, err := readNumber(key); err != nil || n != uint64(want) {
			return want, &event.ChainError{Entry: want, Why: "it is missing"}
		}
		e, err := chain.Add(encoded)
		if err != nil {
			return want, err
		}
		if evolve {
			state, err := event.Evolve(r.State, e, encoded)
			if err != nil {
				return want, err
			}
			r.State = state
		}
		if want == 1 {
			r.First = e.At
		}
		r.Entries, r.Head, r.Last = want, chain.Head(), e.At
		r.Kinds[e.Kind]++
	}
	return 0, nil
}
