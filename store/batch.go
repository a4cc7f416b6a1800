package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// batch is what one transaction will hold: the states as they evolve from
// command to command, and what has to be written. Nobody sees any of it before
// it is on disk. It is decided on top of the batch before it, which may still
// be on its way to the disk: if that one fails, this one is void as well.
type batch struct {
	b *Bolt
	// before is the batch that is on its way, nil where all is written.
	before    *batch
	jobs      []*job
	outcomes  []outcome
	drafts    map[event.ID]*draft
	order     []*draft
	creations pendingAnswers
	secrets   []secret
}

// draft is one event in a batch.
type draft struct {
	journal *journal
	created bool
	state   *event.State
	entries []event.Entry
	encoded [][]byte
	answers pendingAnswers
}

// pendingAnswers are answers that are not written yet. The first of them comes
// after so many others as after says.
type pendingAnswers struct {
	book    *answerBook
	after   uint64
	keys    []digest
	encoded [][]byte
	byKey   map[digest]pendingAnswer
}

type pendingAnswer struct {
	answer  answer
	entries []event.Entry
}

func newBatch(b *Bolt, before *batch) *batch {
	t := &batch{b: b, before: before, drafts: map[event.ID]*draft{}, creations: pendingAnswers{book: b.creations, after: b.creations.count}}
	if before != nil {
		t.creations.after = before.creations.total()
	}
	return t
}

// take decides a job, whose answer waits until the batch is on disk.
func (t *batch) take(j *job) {
	t.jobs = append(t.jobs, j)
	t.outcomes = append(t.outcomes, t.decide(j))
}

// answer tells every sender what became of its job.
func (t *batch) answer() {
	for i, j := range t.jobs {
		j.done <- t.outcomes[i]
	}
}

// refuse tells every sender that nothing was written.
func (t *batch) refuse(err error) {
	for _, j := range t.jobs {
		j.done <- outcome{err: err}
	}
}

// decide says what becomes of a job if the transaction succeeds. A job that
// fails leaves no trace in the batch.
func (t *batch) decide(j *job) (out outcome) {
	if j.secret != nil {
		t.secrets = append(t.secrets, *j.secret)
		return outcome{}
	}
	if j.adopted != nil {
		return outcome{err: t.adopt(j.adopted)}
	}
	defer func() {
		if p := recover(); p != nil {
			t.b.options.Logger.Error("a command failed", "event", j.submit.Event, "command", fmt.Sprintf("%T", j.submit.Command), "panic", p, "stack", string(debug.Stack()))
			out = outcome{err: ErrDefect.in(j.submit.Event, 0).because(fmt.Errorf("panic: %v", p))}
		}
	}()
	receipt, err := t.submit(j)
	return outcome{receipt: receipt, err: err}
}

func (t *batch) submit(j *job) (Receipt, error) {
	req := j.submit
	d := t.draft(req.Event)
	answers := &t.creations
	if _, creates := req.Command.(event.CreateEvent); !creates {
		answers = &d.answers
	}
	if req.Key != "" {
		if receipt, found, err := t.replayed(j, answers); found || err != nil {
			return receipt, err
		}
	}
	decided, err := event.Decide(d.state, req.Command, event.Env{Now: t.now(d.state), By: req.By})
	if err != nil {
		return Receipt{}, err
	}
	if decided.State == nil || decided.State.ID != req.Event {
		return Receipt{}, ErrDefect.in(req.Event, 0).because(errors.New("the command made another event"))
	}
	receipt := Receipt{State: decided.State, Entries: decided.Entries}
	if req.Answer != nil {
		if receipt.Answer, err = req.Answer(decided.State, decided.Entries); err != nil {
			return Receipt{}, err
		}
		if len(receipt.Answer) > MaxAnswer {
			return Receipt{}, ErrLimit
		}
	}
	if req.Key == "" && len(decided.Entries) == 0 {
		return receipt, nil
	}
	first := version(d.state) + 1
	t.accept(d, decided)
	if req.Key != "" {
		answers.add(j.digest, answer{
			key: req.Key, fingerprint: j.print, event: req.Event,
			first: first, count: uint64(len(decided.Entries)),
			body: receipt.Answer,
		}, decided.Entries)
	}
	return receipt, nil
}

// now is the time of an entry: the clock's, but never before the entry that
// stands there last. Clocks are set back; a record is not.
func (t *batch) now(s *event.State) time.Time {
	now := t.b.options.Now()
	if s != nil && now.Before(s.ChangedAt) {
		return s.ChangedAt
	}
	return now
}

// draft is the event as the batch has it so far. It joins the batch only when
// something is accepted into it.
func (t *batch) draft(id event.ID) *draft {
	if d, ok := t.drafts[id]; ok {
		return d
	}
	if d, ok := t.ahead(id); ok {
		return &draft{journal: d.journal, state: d.state, answers: pendingAnswers{book: d.answers.book, after: d.answers.total()}}
	}
	j, ok := t.b.directory.Load().byID[id]
	if !ok {
		j = &journal{id: id, answers: newAnswerBook()}
	}
	return &draft{journal: j, created: !ok, state: j.state.Load(), answers: pendingAnswers{book: j.answers, after: j.answers.count}}
}

// ahead is the event as the batch on its way has it.
func (t *batch) ahead(id event.ID) (*draft, bool) {
	if t.before == nil {
		return nil, false
	}
	d, ok := t.before.drafts[id]
	return d, ok
}

func (t *batch) accept(d *draft, decided event.Decided) {
	d.state = decided.State
	d.entries = append(d.entries, decided.Entries...)
	d.encoded = append(d.encoded, decided.Encoded...)
	if _, ok := t.drafts[d.journal.id]; !ok {
		t.drafts[d.journal.id] = d
		t.order = append(t.order, d)
	}
}

// replayed answers a request whose key was there before, in this batch or on
// disk.
func (t *batch) replayed(j *job, answers *pendingAnswers) (receipt Receipt, found bool, err error) {
	before, found := answers.byKey[j.digest]
	if !found {
		before, found = t.aheadAnswer(j, answers)
	}
	if !found {
		if before, found, err = t.b.stored(j, answers.book); err != nil || !found {
			return Receipt{}, found, err
		}
	}
	if before.answer.fingerprint != j.print {
		return Receipt{}, true, ErrKeyReused.in(before.answer.event, 0)
	}
	state := t.draft(before.answer.event).state
	return Receipt{State: state, Entries: before.entries, Answer: before.answer.body, Replayed: true}, true, nil
}

// aheadAnswer is the answer under the job's key in the batch on its way.
func (t *batch) aheadAnswer(j *job, answers *pendingAnswers) (pendingAnswer, bool) {
	if t.before == nil {
		return pendingAnswer{}, false
	}
	if answers == &t.creations {
		before, found := t.before.creations.byKey[j.digest]
		return before, found
	}
	d, ok := t.before.drafts[j.submit.Event]
	if !ok {
		return pendingAnswer{}, false
	}
	before, found := d.answers.byKey[j.digest]
	return before, found
}

// total is how many answers there are once these are written.
func (p *pendingAnswers) total() uint64 { return p.after + uint64(len(p.keys)) }

func (p *pendingAnswers) add(key digest, a answer, entries []event.Entry) {
	if p.byKey == nil {
		p.byKey = map[digest]pendingAnswer{}
	}
	p.byKey[key] = pendingAnswer{answer: a, entries: entries}
	p.keys = append(p.keys, key)
	p.encoded = append(p.encoded, a.encode(p.total()))
}

// committed puts the answers into the book.
func (p *pendingAnswers) committed() {
	for _, key := range p.keys {
		p.book.add(key)
	}
}

func (t *batch) writes() bool {
	return len(t.order) > 0 || len(t.creations.encoded) > 0 || len(t.secrets) > 0
}

// write puts the batch into a transaction.
func (t *batch) write(tx *bbolt.Tx) error {
	journals := tx.Bucket(bucketJournal)
	for _, d := range t.order {
		if err := d.write(tx, journals); err != nil {
			return fmt.Errorf("event %s: %w", d.journal.id, err)
		}
	}
	if err := t.creations.write(tx.Bucket(bucketAnswers)); err != nil {
		return err
	}
	secrets := tx.Bucket(bucketSecrets)
	for _, s := range t.secrets {
		if err := s.write(secrets); err != nil {
			return err
		}
	}
	if len(t.creations.encoded) == 0 && len(t.secrets) == 0 {
		return nil
	}
	return tx.Bucket(bucketMeta).Put(keyTally, tally{
		answers: t.creations.total(),
		secrets: uint64(len(t.b.secrets.with(t.secrets))),
	}.encode())
}

func (d *draft) write(tx *bbolt.Tx, journals *bbolt.Bucket) error {
	bucket := journals.Bucket([]byte(d.journal.id))
	if d.created {
		var err error
		if bucket, err = createJournal(tx, journals, d.journal.id); err != nil {
			return err
		}
	}
	n := version(d.state) - uint64(len(d.encoded))
	if err := appendTo(bucket.Bucket(bucketEntries), n, d.encoded); err != nil {
		return err
	}
	if err := d.answers.write(bucket.Bucket(bucketAnswers)); err != nil {
		return err
	}
	h := head{entries: version(d.state), hash: d.state.Head, answers: d.answers.total()}
	return bucket.Put(keyHead, h.encode())
}

func createJournal(tx *bbolt.Tx, journals *bbolt.Bucket, id event.ID) (*bbolt.Bucket, error) {
	events := tx.Bucket(bucketEvents)
	var n uint64
	if last, _ := events.Cursor().Last(); last != nil {
		var err error
		if n, err = readNumber(last); err != nil {
			return nil, err
		}
	}
	key := number(n + 1)
	if err := events.Put(key, seal(key, []byte(id))); err != nil {
		return nil, err
	}
	bucket, err := journals.CreateBucket([]byte(id))
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{bucketEntries, bucketAnswers} {
		if _, err := bucket.CreateBucket(name); err != nil {
			return nil, err
		}
	}
	return bucket, nil
}

func (p *pendingAnswers) write(bucket *bbolt.Bucket) error {
	return appendTo(bucket, p.after, p.encoded)
}

// appendTo puts values after the first n of a bucket.
func appendTo(bucket *bbolt.Bucket, n uint64, values [][]byte) error {
	bucket.FillPercent = appendFill
	key := make([]byte, 8) // bbolt copies it.
	for _, value := range values {
		n++
		binary.BigEndian.PutUint64(key, n)
		if err := bucket.Put(key, value); err != nil {
			return err
		}
	}
	return nil
}

// publish makes what is on disk the newest that readers see.
func (t *batch) publish() {
	var added []*journal
	for _, d := range t.order {
		d.answers.committed()
		d.journal.state.Store(d.state)
		if d.created {
			added = append(added, d.journal)
		}
	}
	t.creations.committed()
	if len(t.secrets) > 0 {
		t.b.secrets.replace(t.b.secrets.with(t.secrets))
	}
	if len(added) > 0 {
		t.b.directory.Store(t.b.directory.Load().with(added))
	}
}

// announce tells the subscribers.
func (t *batch) announce() {
	for _, d := range t.order {
		if len(d.entries) > 0 {
			t.b.subs.publish(Commit{Event: d.journal.id, State: d.state, Entries: d.entries})
		}
	}
}

// stored finds the answer that is on disk under a request's key.
func (b *Bolt) stored(j *job, book *answerBook) (pendingAnswer, bool, error) {
	n, ok := book.index[j.digest]
	if !ok {
		return pendingAnswer{}, false, nil
	}
	id := j.submit.Event
	var (
		found   answer
		encoded [][]byte
	)
	err := b.view(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketAnswers)
		if book != b.creations {
			bucket = tx.Bucket(bucketJournal).Bucket([]byte(id)).Bucket(bucketAnswers)
		}
		var err error
		if found, err = decodeAnswer(number(n), slices.Clone(bucket.Get(number(n)))); err != nil {
			return err
		}
		entries := tx.Bucket(bucketJournal).Bucket([]byte(found.event)).Bucket(bucketEntries)
		for i := range found.count {
			encoded = append(encoded, slices.Clone(entries.Get(number(found.first+i))))
		}
		return nil
	})
	if err != nil {
		return pendingAnswer{}, false, ErrDamaged.at(b.path).in(id, 0).because(err)
	}
	entries := make([]event.Entry, len(encoded))
	for i, bytes := range encoded {
		if entries[i], err = event.DecodeEntry(bytes); err != nil {
			return pendingAnswer{}, false, entryError(found.event, int(found.first)+i, err)
		}
	}
	return pendingAnswer{answer: found, entries: entries}, true, nil
}
