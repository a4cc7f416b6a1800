package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
)

// transaction is a batch as the cluster is asked for it.
type transaction struct {
	// compares are what must not have moved.
	compares []clientv3.Cmp
	writes   []clientv3.Op
	// watched are the keys that are compared: when one of them has moved, the
	// batch was raced.
	watched []etcdMark
	// marks are what is there when the transaction was carried out, and then
	// only: keys that nobody writes twice.
	marks []etcdMark
}

// etcdMark is a key with the value that it has, nil for none.
type etcdMark struct {
	key   string
	value []byte
}

func (m etcdMark) unmoved() clientv3.Cmp {
	if m.value == nil {
		return clientv3.Compare(clientv3.CreateRevision(m.key), "=", 0)
	}
	return clientv3.Compare(clientv3.Value(m.key), "=", string(m.value))
}

func (x *transaction) watch(m etcdMark) {
	x.watched = append(x.watched, m)
	x.compares = append(x.compares, m.unmoved())
}

func (x *transaction) put(key string, value []byte) {
	x.writes = append(x.writes, clientv3.OpPut(key, string(value)))
}

// putOnce writes a key that nobody writes again.
func (x *transaction) putOnce(key string, value []byte) {
	x.put(key, value)
	x.marks = append(x.marks, etcdMark{key, value})
}

// transaction puts a batch into words for the cluster.
func (e *Etcd) transaction(t *batch) *transaction {
	x := &transaction{}
	for _, id := range sortedIDs(t.read) {
		m := etcdMark{key: e.keys.head(id)}
		if h := t.read[id]; h.entries > 0 {
			m.value = h.encode()
		}
		x.watch(m)
	}
	for _, d := range t.order {
		n := version(d.state) - uint64(len(d.encoded))
		for _, encoded := range d.encoded {
			n++
			x.putOnce(e.keys.entry(d.journal.id, n), encoded)
		}
		e.putAnswers(x, d.journal.id, &d.answers)
		x.put(e.keys.head(d.journal.id), d.head().encode())
	}
	if c := &t.creations; len(c.keys) > 0 {
		m := etcdMark{key: e.keys.tally()}
		if c.after > 0 {
			m.value = encodeMade(c.after)
		}
		x.watch(m)
		e.putAnswers(x, "", c)
		x.put(e.keys.tally(), encodeMade(c.total()))
	}
	e.putSecrets(x, t)
	return x
}

func sortedIDs(read map[event.ID]head) []event.ID {
	ids := make([]event.ID, 0, len(read))
	for id := range read {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func (e *Etcd) putAnswers(x *transaction, id event.ID, p *pendingAnswers) {
	for i, key := range p.keys {
		x.putOnce(e.keys.answer(id, key), numbered(p.after+uint64(i)+1, p.encoded[i]))
	}
}

// putSecrets writes the last change of each secret. What it was before is
// compared, so that it may be sent again.
func (e *Etcd) putSecrets(x *transaction, t *batch) {
	before := e.secrets.all()
	last := map[string]secret{}
	var names []string
	for _, s := range t.secrets {
		if _, known := last[s.name]; !known {
			names = append(names, s.name)
		}
		last[s.name] = s
	}
	for _, name := range names {
		m := etcdMark{key: e.keys.secret(name)}
		if value, ok := before[name]; ok {
			m.value = seal([]byte(name), value)
		}
		x.watch(m)
		if s := last[name]; s.deleted {
			x.writes = append(x.writes, clientv3.OpDelete(m.key))
		} else {
			x.put(m.key, seal([]byte(name), s.value))
		}
	}
}

// keep writes a batch, or finds out that it was raced. While it is open whether
// a transaction was carried out it is looked up, and sent again as it was only
// when nothing has moved: both cannot be carried out.
func (e *Etcd) keep(t *batch) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.ctx), e.etcd.Patience)
	defer cancel()
	x := e.transaction(t)
	open := false
	for {
		revision, moved, err := e.send(ctx, x)
		switch {
		case err == nil && !moved:
			e.landed(t, revision)
			return nil
		case err == nil && !open:
			return e.raced(ctx, revision)
		case err != nil && !passing(err):
			return e.wrong(err)
		}
		open = open || err != nil
		found, err := e.lookUp(ctx, x)
		switch {
		case err != nil:
			return e.wrong(err)
		case found.done:
			e.landed(t, found.revision)
			return nil
		case found.moved:
			return e.raced(ctx, found.revision)
		}
		if !pause(ctx, etcdPause) {
			return ErrUnreachable.at(e.path)
		}
	}
}

// send sends a transaction once. It gives the revision of what was written, or,
// where something had moved, of what moved.
func (e *Etcd) send(ctx context.Context, x *transaction) (revision int64, moved bool, err error) {
	looks := make([]clientv3.Op, len(x.watched))
	for i, m := range x.watched {
		looks[i] = clientv3.OpGet(m.key, clientv3.WithKeysOnly())
	}
	writes := x.writes
	if len(writes) == 0 {
		writes = looks[:1] // Without it a server would answer by itself, which may be behind.
	}
	var got *clientv3.TxnResponse
	err = e.attempt(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) (err error) {
		got, err = c.Txn(ctx).If(x.compares...).Then(writes...).Else(looks...).Commit()
		return err
	})
	if err != nil {
		return 0, false, err
	}
	if got.Succeeded {
		return got.Header.Revision, false, nil
	}
	return newestOf(got.Responses), true, nil
}

// newestOf is the newest revision of the keys that were looked at.
func newestOf(responses []*etcdserverpb.ResponseOp) int64 {
	var newest int64
	for _, response := range responses {
		for _, kv := range response.GetResponseRange().GetKvs() {
			newest = max(newest, kv.ModRevision)
		}
	}
	return newest
}

// lookedUp is what became of a transaction.
type lookedUp struct {
	// done: it was carried out. moved: it was not, and never will be.
	done, moved bool
	// revision is that of what was written.
	revision int64
}

// lookUp finds out what became of a transaction, at a majority.
func (e *Etcd) lookUp(ctx context.Context, x *transaction) (lookedUp, error) {
	looks := make([]clientv3.Op, len(x.watched))
	for i, m := range x.watched {
		looks[i] = clientv3.OpGet(m.key)
	}
	var got *clientv3.TxnResponse
	err := e.again(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) (err error) {
		got, err = c.Txn(ctx).Then(looks...).Commit()
		return err
	})
	if err != nil {
		return lookedUp{}, err
	}
	found := lookedUp{moved: x.moved(got.Responses), revision: newestOf(got.Responses)}
	if !found.moved {
		return found, nil
	}
	if len(x.marks) == 0 {
		found.done = x.wrote(got.Responses)
		return found, nil
	}
	found.done, err = e.marked(ctx, x, got.Header.Revision, &found.revision)
	return found, err
}

// moved reports whether a key is no longer as it was.
func (x *transaction) moved(responses []*etcdserverpb.ResponseOp) bool {
	for i, m := range x.watched {
		kvs := responses[i].GetResponseRange().GetKvs()
		switch {
		case m.value == nil && len(kvs) > 0, m.value != nil && (len(kvs) == 0 || !bytes.Equal(kvs[0].Value, m.value)):
			return true
		}
	}
	return false
}

// wrote reports whether the keys are as the transaction leaves them: for those
// that hold nothing but secrets, of which the last is the one that counts.
func (x *transaction) wrote(responses []*etcdserverpb.ResponseOp) bool {
	if len(x.writes) != len(x.watched) {
		return false
	}
	for i, op := range x.writes {
		kvs := responses[i].GetResponseRange().GetKvs()
		if op.IsDelete() != (len(kvs) == 0) || len(kvs) > 0 && !bytes.Equal(kvs[0].Value, op.ValueBytes()) {
			return false
		}
	}
	return true
}

// marked reports whether everything is there that only this transaction wrote.
func (e *Etcd) marked(ctx context.Context, x *transaction, at int64, revision *int64) (bool, error) {
	looks := make([]clientv3.Op, len(x.marks))
	for i, m := range x.marks {
		looks[i] = clientv3.OpGet(m.key, clientv3.WithRev(at))
	}
	var got *clientv3.TxnResponse
	err := e.again(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) (err error) {
		got, err = c.Txn(ctx).Then(looks...).Commit()
		return err
	})
	if err != nil {
		return false, err
	}
	for i, m := range x.marks {
		kvs := got.Responses[i].GetResponseRange().GetKvs()
		if len(kvs) == 0 || !bytes.Equal(kvs[0].Value, m.value) {
			return false, nil
		}
	}
	*revision = newestOf(got.Responses)
	return true, nil
}

// maxRaces is how often a batch may be raced by one and the same transaction,
// which came here before the batch was decided again.
const maxRaces = 100

// raced waits until what was written first has come here, so that it can be
// decided on.
func (e *Etcd) raced(ctx context.Context, revision int64) error {
	if err := e.follower.wait(ctx, revision); err != nil {
		return err
	}
	if e.racedBy != revision {
		e.racedBy, e.races = revision, 0
	}
	if e.races++; e.races > maxRaces {
		return ErrDamaged.at(e.path).because(fmt.Errorf("where the events stand at revision %d is not what came here", revision))
	}
	return errRaced
}

// landed notes what only the cluster knows of a batch that was written.
func (e *Etcd) landed(t *batch, revision int64) {
	if t.writes() {
		e.follower.wrote(revision)
	}
	for _, d := range t.order {
		if d.created {
			d.journal.made = revision
		}
		e.remember(d.journal.id, &d.answers)
	}
	e.remember("", &t.creations)
}

func (e *Etcd) remember(id event.ID, p *pendingAnswers) {
	for _, key := range p.keys {
		e.recent.keep(id, key, p.byKey[key])
	}
}

// errGone: an answer that was there is not there.
var errGone = errors.New("an answer is gone")

// stored finds the answer that is kept under a request's key. Those of the last
// minutes, which are asked for again when a line breaks, are in memory.
func (e *Etcd) stored(j *job, book *answerBook) (pendingAnswer, bool, error) {
	if _, ok := book.index[j.digest]; !ok {
		return pendingAnswer{}, false, nil
	}
	scope := j.submit.Event
	if book == e.creations {
		scope = ""
	}
	if found, ok := e.recent.find(scope, j.digest); ok && found.entries != nil {
		return found, true, nil
	}
	ctx, cancel := context.WithTimeout(e.ctx, etcdAttempt)
	defer cancel()
	found, err := e.recall(ctx, scope, j.digest)
	if err != nil {
		return pendingAnswer{}, false, e.notRecalled(j.submit.Event, err)
	}
	e.recent.keep(scope, j.digest, found)
	return found, true, nil
}

func (e *Etcd) notRecalled(id event.ID, err error) error {
	if passing(err) {
		return ErrUnwritable.at(e.path).because(e.wrong(err))
	}
	return ErrDamaged.at(e.path).in(id, 0).because(err)
}

// recall reads an answer with the entries that belong to it.
func (e *Etcd) recall(ctx context.Context, scope event.ID, d digest) (pendingAnswer, error) {
	a, known := e.recent.find(scope, d)
	if !known {
		got, err := e.get(ctx, etcdAttempt, e.keys.answer(scope, d))
		if err != nil {
			return a, err
		}
		if len(got.Kvs) == 0 {
			return a, errGone
		}
		if _, a.answer, err = readNumbered(got.Kvs[0].Value); err != nil {
			return a, err
		}
	}
	a.entries = []event.Entry{}
	if a.answer.count == 0 {
		return a, nil
	}
	id, first := a.answer.event, a.answer.first
	got, err := e.get(ctx, etcdAttempt, e.keys.entry(id, first), clientv3.WithRange(e.keys.entry(id, first+a.answer.count)))
	if err != nil {
		return a, err
	}
	if uint64(len(got.Kvs)) != a.answer.count {
		return a, fmt.Errorf("entries %d to %d: %w", first, first+a.answer.count-1, errGone)
	}
	for i, kv := range got.Kvs {
		entry, err := event.DecodeEntry(kv.Value)
		if err != nil {
			return a, entryError(id, int(first)+i, err)
		}
		a.entries = append(a.entries, entry)
	}
	return a, nil
}
