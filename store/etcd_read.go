package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
)

// Sizes of what is read at once, in keys: entries are small, answers may be
// large.
const (
	entryPage  = 4096
	answerPage = 256
	keyPage    = 20_000
)

// change is how far a journal of the cluster is ahead of what is known of it.
type change struct {
	event event.ID
	// made is when the event was made, by the cluster's count.
	made    int64
	head    head
	records []record
	answers []keptAnswer
}

// keptAnswer is an answer of the cluster; value is nil where only its key was
// read.
type keptAnswer struct {
	digest digest
	value  []byte
}

// stand is all that there is at one revision, but for the journals themselves.
type stand struct {
	revision int64
	changes  []change
	made     uint64
	answers  []keptAnswer
	secrets  map[string][]byte
}

// load brings memory up to the cluster, from nothing, and gives the revision
// at which everything was read.
func (e *Etcd) load(ctx context.Context) (int64, error) {
	for {
		bounded, cancel := context.WithTimeout(ctx, e.etcd.Patience)
		err := e.layOut(bounded)
		cancel()
		if err != nil {
			return 0, err
		}
		revision, err := e.loadOnce(ctx)
		if !errors.Is(rpctypes.Error(err), rpctypes.ErrCompacted) {
			return revision, err
		}
	}
}

// layOut checks the layout under the prefix, and begins it where there is none.
func (e *Etcd) layOut(ctx context.Context) error {
	got, err := e.get(ctx, etcdAttempt, e.keys.layout())
	if err != nil {
		return err
	}
	if len(got.Kvs) == 1 {
		return decodeEtcdLayout(got.Kvs[0].Value)
	}
	if got, err = e.get(ctx, etcdAttempt, e.keys.all(), clientv3.WithPrefix(), clientv3.WithLimit(1), clientv3.WithKeysOnly()); err != nil {
		return err
	}
	if len(got.Kvs) > 0 && string(got.Kvs[0].Key) != e.keys.layout() {
		return ErrForeign.because(fmt.Errorf("there are other keys under %s", e.keys.all()))
	}
	return e.again(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Txn(ctx).
			If(clientv3.Compare(clientv3.CreateRevision(e.keys.layout()), "=", 0)).
			Then(clientv3.OpPut(e.keys.layout(), string(seal(keyLayout, number(EtcdLayout))))).
			Commit()
		return err // Another kiosk may have begun it, with the same value.
	})
}

func (e *Etcd) loadOnce(ctx context.Context) (int64, error) {
	e.unread = nil
	s, err := e.stand(ctx)
	if err != nil {
		return 0, err
	}
	var added []*journal
	for _, c := range s.changes {
		j := &journal{id: c.event, made: c.made, answers: newAnswerBook()}
		if err := e.loadJournal(ctx, j, c.head, s.revision); err != nil {
			return 0, err
		}
		e.follower.at[c.event] = c.head.entries
		added = append(added, j)
	}
	for _, a := range s.answers {
		e.creations.add(a.digest)
	}
	if e.creations.count != s.made {
		return 0, ErrDamaged.because(fmt.Errorf("it has %d answers, not %d", e.creations.count, s.made))
	}
	if err := e.peers.load(ctx, s.revision); err != nil {
		return 0, err
	}
	e.secrets.replace(s.secrets)
	e.directory.Store((&directory{byID: map[event.ID]*journal{}}).with(added))
	return s.revision, nil
}

func (e *Etcd) loadJournal(ctx context.Context, j *journal, h head, revision int64) error {
	start, err := e.thawed(ctx, j.id, h, revision)
	switch {
	case ctx.Err() != nil || errors.Is(rpctypes.Error(err), rpctypes.ErrCompacted):
		return err
	case err != nil:
		e.passedOver(j.id, err)
	default:
		e.photos.last[j.id] = start
		e.unread = append(e.unread, unread{j.id, start.entries, start.hash})
	}
	state := start.state
	for chunk, err := range e.entries(ctx, j.id, version(state), revision) {
		if err != nil {
			return err
		}
		if state, err = followAll(state, chunk); err != nil {
			return entryError(j.id, int(version(state))+1, err)
		}
	}
	if err := checkHead(h, state); err != nil {
		return entryError(j.id, int(version(state)), err)
	}
	answers, err := e.answerKeys(ctx, j.id, revision)
	if err != nil {
		return err
	}
	if uint64(len(answers)) != h.answers {
		return ErrDamaged.in(j.id, 0).because(fmt.Errorf("it has %d answers, its head says %d", len(answers), h.answers))
	}
	for _, a := range answers {
		j.answers.add(a.digest)
	}
	j.state.Store(state)
	return nil
}

// followAll evolves a state through decoded records. On an error it gives the
// state before the record that does not fit.
func followAll(state *event.State, chunk []record) (*event.State, error) {
	for _, r := range chunk {
		next, err := follow(state, r)
		if err != nil {
			return state, err
		}
		state = next
	}
	return state, nil
}

// stand reads all but the journals, at one revision.
func (e *Etcd) stand(ctx context.Context) (stand, error) {
	bounded, cancel := context.WithTimeout(ctx, e.etcd.Patience)
	first, err := e.get(bounded, etcdAttempt, e.keys.tally())
	cancel()
	if err != nil {
		return stand{}, err
	}
	s := stand{revision: first.Header.Revision, secrets: map[string][]byte{}}
	if len(first.Kvs) == 1 {
		if s.made, err = decodeMade(first.Kvs[0].Value); err != nil {
			return s, ErrDamaged.because(err)
		}
	}
	for kvs, err := range e.pages(ctx, e.keys.heads(), clientv3.GetPrefixRangeEnd(e.keys.heads()), s.revision, entryPage) {
		if err != nil {
			return s, err
		}
		for _, kv := range kvs {
			id := e.keys.read(string(kv.Key)).event
			h, err := decodeHead(kv.Value)
			if err != nil {
				return s, ErrDamaged.in(id, 0).because(err)
			}
			s.changes = append(s.changes, change{event: id, made: kv.CreateRevision, head: h})
		}
	}
	for kvs, err := range e.pages(ctx, e.keys.secrets(), clientv3.GetPrefixRangeEnd(e.keys.secrets()), s.revision, answerPage) {
		if err != nil {
			return s, err
		}
		for _, kv := range kvs {
			name := e.keys.read(string(kv.Key)).name
			value, err := unseal([]byte(name), kv.Value)
			if err != nil {
				return s, ErrDamaged.because(fmt.Errorf("secret %q: %w", name, err))
			}
			s.secrets[name] = value
		}
	}
	s.answers, err = e.answerKeys(ctx, "", s.revision)
	return s, err
}

// entries are the entries of an event with numbers above after, decoded, in
// parts.
func (e *Etcd) entries(ctx context.Context, id event.ID, after uint64, revision int64) iter.Seq2[[]record, error] {
	return func(yield func([]record, error) bool) {
		from, end := e.keys.entry(id, after+1), clientv3.GetPrefixRangeEnd(e.keys.entries(id))
		for kvs, err := range e.pages(ctx, from, end, revision, entryPage) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e.records(kvs), nil) {
				return
			}
		}
	}
}

// records decodes entries. A key that is none of an entry is one that does not
// fit.
func (e *Etcd) records(kvs []*mvccpb.KeyValue) []record {
	chunk := make([]record, len(kvs))
	for i, kv := range kvs {
		chunk[i] = record{key: number(e.keys.read(string(kv.Key)).n), encoded: kv.Value}
	}
	decode(chunk)
	return chunk
}

// answerKeys are the answers of an event, or of the kiosk, without what they
// are.
func (e *Etcd) answerKeys(ctx context.Context, id event.ID, revision int64) ([]keptAnswer, error) {
	var found []keptAnswer
	for kvs, err := range e.pages(ctx, e.keys.answers(id), clientv3.GetPrefixRangeEnd(e.keys.answers(id)), revision, keyPage, clientv3.WithKeysOnly()) {
		if err != nil {
			return nil, err
		}
		for _, kv := range kvs {
			key := e.keys.read(string(kv.Key))
			if key.kind != etcdAnswer {
				return nil, ErrDamaged.in(id, 0).because(fmt.Errorf("%s is no key of an answer", kv.Key))
			}
			found = append(found, keptAnswer{digest: key.digest})
		}
	}
	return found, nil
}

// getAt reads keys as they were at a revision that the options name. Any server
// that has come so far may tell, also while the cluster is choosing a leader;
// otherwise the majority is asked.
func (e *Etcd) getAt(ctx context.Context, key string, options ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	got, err := e.get(ctx, etcdPage, key, append(slices.Clip(options), clientv3.WithSerializable())...)
	if !errors.Is(rpctypes.Error(err), rpctypes.ErrFutureRev) {
		return got, err
	}
	return e.get(ctx, etcdPage, key, options...)
}

// pages reads a range at a revision in parts, the next of which is on its way
// while one is worked on.
func (e *Etcd) pages(ctx context.Context, from, end string, revision int64, size int64, options ...clientv3.OpOption) iter.Seq2[[]*mvccpb.KeyValue, error] {
	type page struct {
		kvs []*mvccpb.KeyValue
		err error
	}
	options = append(slices.Clip(options), clientv3.WithRange(end), clientv3.WithRev(revision), clientv3.WithLimit(size))
	return func(yield func([]*mvccpb.KeyValue, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		pages := make(chan page, 1)
		defer func() {
			cancel()
			for range pages { // It ends when the reader has.
			}
		}()
		go func() {
			defer close(pages)
			for {
				attempt, cancel := context.WithTimeout(ctx, 2*etcdPage)
				got, err := e.getAt(attempt, from, options...)
				cancel()
				p := page{err: err}
				if err == nil {
					p.kvs = got.Kvs
				}
				select {
				case pages <- p:
				case <-ctx.Done():
					return
				}
				if err != nil || !got.More || len(got.Kvs) == 0 {
					return
				}
				from = string(got.Kvs[len(got.Kvs)-1].Key) + "\x00"
			}
		}()
		for p := range pages {
			if !yield(p.kvs, p.err) || p.err != nil {
				return
			}
		}
	}
}
