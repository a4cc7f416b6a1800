package store

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"kiosk/scoresheet/event"
)

// batch is what one transaction will hold: the states as they evolve from
// command to command, and what has to be written. Nobody sees any of it before
// it is on disk. It is decided on top of the batch before it, which may still
// be on its way to the disk: if that one fails, this one is void as well.
type batch struct {
	desk *desk
	// before is the batch that is on its way, nil where all is written.
	before    *batch
	jobs      []*job
	outcomes  []outcome
	drafts    map[event.ID]*draft
	order     []*draft
	creations pendingAnswers
	secrets   []secret
	// read are the events that something was decided on, and where they stood
	// before, nil where no other kiosk changes them. An event that does not
	// exist has no head.
	read map[event.ID]head
	// room is what a transaction holds, used what these jobs need of it.
	room, used room
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

func newBatch(d *desk, before *batch) *batch {
	t := &batch{desk: d, before: before, drafts: map[event.ID]*draft{}, room: d.home.room(), creations: pendingAnswers{book: d.creations, after: d.creations.count}}
	if d.home.shared() {
		t.read = map[event.ID]head{}
	}
	if before != nil {
		t.creations.after = before.creations.total()
	}
	return t
}

// take decides a job, whose answer waits until the batch is on disk. It reports
// whether the batch had room for what follows from it.
func (t *batch) take(j *job) bool {
	out := t.decide(j)
	if out.err == errNoRoom {
		if len(t.jobs) > 0 {
			return false
		}
		out.err = ErrTooLarge.at(t.desk.path)
	}
	t.jobs = append(t.jobs, j)
	t.outcomes = append(t.outcomes, out)
	return true
}

// errNoRoom: what follows from a job does not fit into the transaction.
var errNoRoom = errors.New("no room in the transaction")

// add takes room for what a job writes, if there is enough.
func (t *batch) add(need room) bool {
	if used := t.used.plus(need); t.room.holds(used) {
		t.used = used
		return true
	}
	return false
}

// need is the room that what was decided takes, with the head of its event when
// it is the first of it in the batch.
func (t *batch) need(d *draft, decided event.Decided, creates, keyed bool, body int) room {
	var r room
	if _, known := t.drafts[d.journal.id]; !known {
		r = room{keys: 1, bytes: headRoom}
	}
	for _, encoded := range decided.Encoded {
		r.keys++
		r.bytes += len(encoded) + keyRoom
	}
	if keyed {
		r.keys++
		r.bytes += body + answerRoom
	}
	if keyed && creates {
		r.keys++ // Of how many answers the kiosk has.
		r.bytes += keyRoom
	}
	return r
}

// maxRead is how many events a batch is decided on at most, where that has to
// be checked.
const maxRead = 64

// What a transaction needs beside the values, in bytes: for the name of a key,
// for what stands around an answer, and for the head of an event.
const (
	keyRoom    = 160
	answerRoom = keyRoom + MaxKey + 128
	headRoom   = 2*keyRoom + 256
)

// reads notes where an event stands on which something is decided, unless it
// is one event too many.
func (t *batch) reads(d *draft) bool {
	if t.read == nil {
		return true
	}
	if _, known := t.read[d.journal.id]; known {
		return true
	}
	if len(t.read) >= maxRead {
		return false
	}
	t.read[d.journal.id] = d.head()
	return true
}

// head is where the event stands in the batch.
func (d *draft) head() head {
	if d.state == nil {
		return head{}
	}
	return head{entries: version(d.state), hash: d.state.Head, answers: d.answers.total()}
}

// uses says that something in the batch was decided on the event.
func (t *batch) uses(id event.ID) bool {
	_, read := t.read[id]
	_, drafted := t.drafts[id]
	return read || drafted
}

// idle says that there is nothing to write, and nothing to be checked.
func (t *batch) idle() bool { return !t.writes() && len(t.read) == 0 }

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
		if there, known := t.secret(j.secret.name); known && j.secret.once {
			return outcome{receipt: Receipt{Answer: there}}
		}
		// It is compared, and read when that fails.
		if !t.add(room{keys: 2, bytes: 2 * (keyRoom + MaxKey + len(j.secret.value))}) {
			return outcome{err: errNoRoom}
		}
		t.secrets = append(t.secrets, *j.secret)
		return outcome{receipt: Receipt{Answer: slices.Clone(j.secret.value)}}
	}
	if j.adopted != nil {
		return outcome{err: t.adopt(j.adopted)}
	}
	defer func() {
		if p := recover(); p != nil {
			t.desk.options.Logger.Error("a command failed", "event", j.submit.Event, "command", fmt.Sprintf("%T", j.submit.Command), "panic", p, "stack", string(debug.Stack()))
			out = outcome{err: ErrDefect.in(j.submit.Event, 0).because(fmt.Errorf("panic: %v", p))}
		}
	}()
	receipt, err := t.submit(j)
	return outcome{receipt: receipt, err: err}
}

// secret is the value under a name as the batch has it so far.
func (t *batch) secret(name string) ([]byte, bool) {
	for _, pending := range []*batch{t, t.before} {
		if pending == nil {
			continue
		}
		for _, s := range slices.Backward(pending.secrets) {
			if s.name == name {
				return slices.Clone(s.value), !s.deleted
			}
		}
	}
	return t.desk.secrets.get(name)
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
	if !t.reads(d) {
		return Receipt{}, errNoRoom
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
	if t.room != (room{}) && !t.add(t.need(d, decided, answers == &t.creations, req.Key != "", len(receipt.Answer))) {
		return Receipt{}, errNoRoom
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
	now := t.desk.options.Now()
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
	j, ok := t.desk.directory.Load().byID[id]
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
		if before, found, err = t.desk.home.stored(j, answers.book); err != nil || !found {
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
		t.desk.secrets.replace(t.desk.secrets.with(t.secrets))
	}
	if len(added) > 0 {
		t.desk.directory.Store(t.desk.directory.Load().with(added))
	}
}

// announce tells the subscribers.
func (t *batch) announce() {
	for _, d := range t.order {
		if len(d.entries) > 0 {
			t.desk.subs.publish(Commit{Event: d.journal.id, State: d.state, Entries: d.entries})
		}
	}
}
