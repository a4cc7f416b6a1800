package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
)

// follower takes in what is written to the cluster, by this kiosk or another,
// and has it ready for the writer, decoded and in order.
type follower struct {
	e *Etcd
	// at is how many entries of each event were taken in, answers how many
	// answers. Only the follower uses them.
	at map[event.ID]uint64
	// known is the newest revision that anything is known of which a backup
	// holds.
	known atomic.Int64
	// bell tells the writer that something is ready.
	bell chan struct{}

	mu sync.Mutex
	// seen is the revision up to which everything was taken in, moved is closed
	// when it moves on.
	seen  int64
	moved chan struct{}
	ready []tidings
	err   error
	// restart ends the watch, which is begun anew.
	restart chan struct{}
	// own are the revisions, still to come, of what this kiosk wrote itself.
	own map[int64]bool
}

// tidings are what one transaction brought.
type tidings struct {
	changes []change
	secrets []secret
	// made are the answers of commands that made events.
	made []keptAnswer
	// whole says that these are all secrets there are.
	whole bool
}

func newFollower(e *Etcd) *follower {
	return &follower{e: e, at: map[event.ID]uint64{}, own: map[int64]bool{}, bell: make(chan struct{}, 1), moved: make(chan struct{})}
}

// begin says up to where everything is in memory.
func (f *follower) begin(revision int64) {
	f.seen = revision
	f.known.Store(revision)
}

// run follows the cluster until the context ends. A watch that breaks is begun
// anew where it broke; one that is too old for the cluster's memory reads what
// it missed from the journals, which are never compacted away.
func (f *follower) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := f.watch(ctx)
		if errors.Is(err, rpctypes.ErrCompacted) {
			err = f.reload(ctx)
		}
		wait := etcdPause
		if err != nil && !passing(err) && ctx.Err() == nil {
			f.fail(err)
			wait = healthEvery
		}
		pause(ctx, wait)
	}
}

// watch takes in what comes until the server is left or says that it cannot go
// on.
func (f *follower) watch(ctx context.Context) error {
	server, err := f.e.servers.get()
	if err != nil {
		f.e.servers.leave(server.number)
		return err
	}
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(ctx))
	defer cancel()
	f.mu.Lock()
	from, restart := f.seen+1, make(chan struct{})
	f.restart = restart
	f.mu.Unlock()
	responses := server.Watch(ctx, f.e.keys.all(), clientv3.WithPrefix(), clientv3.WithRev(from))
	for {
		select {
		case <-server.left:
			return nil
		case <-restart:
			return nil
		case response, open := <-responses:
			if !open {
				return nil
			}
			if err := response.Err(); err != nil {
				if passing(err) {
					f.e.servers.leave(server.number)
				}
				return rpctypes.Error(err)
			}
			if err := f.take(ctx, response.Events); err != nil {
				return err
			}
		}
	}
}

// renew begins the watch anew, since something has not come that should have.
func (f *follower) renew() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.restart != nil {
		close(f.restart)
		f.restart = nil
	}
}

func (f *follower) revision() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen
}

// take takes in events, which are in order and hold each transaction whole.
func (f *follower) take(ctx context.Context, events []*clientv3.Event) error {
	for len(events) > 0 {
		revision := events[0].Kv.ModRevision
		n := slices.IndexFunc(events, func(e *clientv3.Event) bool { return e.Kv.ModRevision != revision })
		if n < 0 {
			n = len(events)
		}
		var t tidings
		if !f.isOwn(revision) || !f.pass(events[:n]) {
			var err error
			if t, err = f.sort(ctx, revision, events[:n]); err != nil {
				return err
			}
		}
		f.bring(revision, t)
		events = events[n:]
	}
	return nil
}

// wrote notes a revision that need not be read when it comes.
func (f *follower) wrote(revision int64) {
	f.reach(revision)
	f.mu.Lock()
	defer f.mu.Unlock()
	if revision > f.seen {
		f.own[revision] = true
	}
}

func (f *follower) isOwn(revision int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	own := f.own[revision]
	delete(f.own, revision)
	return own
}

// pass passes over what this kiosk wrote itself. It reports whether all of it
// followed on what is known.
func (f *follower) pass(events []*clientv3.Event) bool {
	ahead := map[event.ID]uint64{}
	for _, ev := range events {
		key := f.e.keys.read(string(ev.Kv.Key))
		if key.kind != etcdHead {
			continue
		}
		h, err := decodeHead(ev.Kv.Value)
		if err != nil || h.entries < f.at[key.event] {
			return false
		}
		ahead[key.event] = h.entries
	}
	maps.Copy(f.at, ahead)
	return true
}

// sort puts in order what one transaction wrote.
func (f *follower) sort(ctx context.Context, revision int64, events []*clientv3.Event) (tidings, error) {
	var t tidings
	entries := map[event.ID][]*mvccpb.KeyValue{}
	answers := map[event.ID][]keptAnswer{}
	for _, ev := range events {
		key := f.e.keys.read(string(ev.Kv.Key))
		gone := ev.Type == clientv3.EventTypeDelete
		switch key.kind {
		case etcdKiosk:
			f.e.peers.take(key.name, ev)
		case etcdSecret:
			s, err := readSecret(key.name, ev.Kv.Value, gone)
			if err != nil {
				return t, err
			}
			t.secrets = append(t.secrets, s)
		case etcdHead, etcdEntry, etcdAnswer:
			if gone && (key.event == "" || f.at[key.event] > 0) {
				return t, ErrDamaged.at(f.e.path).in(key.event, int(key.n)).because(fmt.Errorf("%s was deleted", ev.Kv.Key))
			}
			switch {
			case gone: // What is left of an event that never arrived.
			case key.kind == etcdEntry:
				entries[key.event] = append(entries[key.event], ev.Kv)
			case key.kind == etcdAnswer:
				answers[key.event] = append(answers[key.event], keptAnswer{digest: key.digest, value: ev.Kv.Value})
			default:
				h, err := decodeHead(ev.Kv.Value)
				if err != nil {
					return t, ErrDamaged.at(f.e.path).in(key.event, 0).because(err)
				}
				t.changes = append(t.changes, change{event: key.event, made: ev.Kv.CreateRevision, head: h})
			}
		}
	}
	t.made = answers[""]
	for i := range t.changes {
		c := &t.changes[i]
		if err := f.fill(ctx, c, entries[c.event], answers[c.event], revision); err != nil {
			return t, err
		}
	}
	return t, nil
}

func readSecret(name string, sealed []byte, gone bool) (secret, error) {
	if gone {
		return secret{name: name, deleted: true}, nil
	}
	value, err := unseal([]byte(name), sealed)
	if err != nil {
		return secret{}, ErrDamaged.because(fmt.Errorf("secret %q: %w", name, err))
	}
	return secret{name: name, value: value}, nil
}

// fill puts into a change what belongs to it: from the transaction, or, where
// the head came after what it stands for, as with an event that was moved
// here, from the journal.
func (f *follower) fill(ctx context.Context, c *change, entries []*mvccpb.KeyValue, answers []keptAnswer, revision int64) error {
	at := f.at[c.event]
	if c.head.entries <= at && len(entries) == 0 && c.head.entries > 0 {
		c.answers = answers
		return nil
	}
	slices.SortFunc(entries, func(a, b *mvccpb.KeyValue) int { return cmp.Compare(string(a.Key), string(b.Key)) })
	c.records, c.answers = f.e.records(entries), answers
	if at+uint64(len(entries)) != c.head.entries {
		c.records = nil
		for chunk, err := range f.e.entries(ctx, c.event, at, revision) {
			if err != nil {
				return err
			}
			c.records = append(c.records, chunk...)
		}
		var err error
		if c.answers, err = f.e.answerKeys(ctx, c.event, revision); err != nil {
			return err
		}
	}
	f.at[c.event] = c.head.entries
	return nil
}

// reload reads what was missed.
func (f *follower) reload(ctx context.Context) error {
	s, err := f.e.stand(ctx)
	if err != nil {
		return err
	}
	t := tidings{made: s.answers, whole: true}
	for name, value := range s.secrets {
		t.secrets = append(t.secrets, secret{name: name, value: value})
	}
	for i := range s.changes {
		c := &s.changes[i]
		if c.head.entries < f.at[c.event] {
			return ErrDamaged.at(f.e.path).in(c.event, int(c.head.entries)+1).because(errors.New("entries that were there are gone"))
		}
		for chunk, err := range f.e.entries(ctx, c.event, f.at[c.event], s.revision) {
			if err != nil {
				return err
			}
			c.records = append(c.records, chunk...)
		}
		if c.answers, err = f.e.answerKeys(ctx, c.event, s.revision); err != nil {
			return err
		}
		f.at[c.event] = c.head.entries
		t.changes = append(t.changes, *c)
	}
	if err := f.e.peers.load(ctx, s.revision); err != nil {
		return err
	}
	f.e.options.Logger.Info("read anew what was missed", "path", f.e.path, "revision", s.revision)
	f.bring(s.revision, t)
	return nil
}

// bring hands tidings to the writer.
func (f *follower) bring(revision int64, t tidings) {
	f.mu.Lock()
	f.ready = append(f.ready, t)
	f.seen = revision
	f.err = nil
	close(f.moved)
	f.moved = make(chan struct{})
	f.mu.Unlock()
	if t.whole || len(t.changes)+len(t.secrets)+len(t.made) > 0 {
		f.reach(revision)
	}
	f.ring()
}

// reach notes that a revision is known of.
func (f *follower) reach(revision int64) {
	for {
		known := f.known.Load()
		if known >= revision || f.known.CompareAndSwap(known, revision) {
			return
		}
	}
}

func (f *follower) ring() {
	select {
	case f.bell <- struct{}{}:
	default: // It rings already.
	}
}

// fail hands over that what is in the cluster cannot be followed.
func (f *follower) fail(err error) {
	f.mu.Lock()
	known := f.err != nil && f.err.Error() == err.Error()
	f.err = err
	f.mu.Unlock()
	if !known {
		f.e.options.Logger.Error("cannot follow the cluster", "path", f.e.path, "err", err)
		f.ring()
	}
}

// broken is why the cluster cannot be followed, nil when it can.
func (f *follower) broken() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// followWithin is how soon it has come here what was written.
const followWithin = time.Second

// wait waits until everything up to a revision was taken in.
func (f *follower) wait(ctx context.Context, revision int64) error {
	for {
		f.mu.Lock()
		seen, moved := f.seen, f.moved
		f.mu.Unlock()
		if seen >= revision {
			return nil
		}
		select {
		case <-moved:
		case <-time.After(followWithin):
			f.renew()
		case <-ctx.Done():
			return ErrBehind.at(f.e.path).because(fmt.Errorf("revision %d has not come, only %d", revision, seen))
		}
	}
}

// news tells that something came.
func (e *Etcd) news() <-chan struct{} { return e.follower.bell }

// follow brings memory up to what came, and gives the events that changed.
// What this kiosk itself wrote is there already.
func (e *Etcd) follow() ([]event.ID, error) {
	f := e.follower
	f.mu.Lock()
	ready, err := f.ready, f.err
	f.ready = nil
	f.mu.Unlock()
	var changed []event.ID
	for _, t := range ready {
		moved, err := e.apply(t)
		if err != nil {
			e.fault.Store(&err)
			return changed, err
		}
		changed = append(changed, moved...)
	}
	if fault := e.fault.Load(); err == nil && fault != nil && e.trouble.Load() == nil {
		err = *fault // It was found in what had not been read at the start.
	}
	return changed, err
}

func (e *Etcd) apply(t tidings) ([]event.ID, error) {
	for _, a := range t.made {
		e.creations.learn(a.digest)
		e.recent.put("", a)
	}
	var (
		added   []*journal
		changed []event.ID
		commits []Commit
	)
	for _, c := range t.changes {
		j, ok := e.directory.Load().byID[c.event]
		if !ok {
			j = &journal{id: c.event, made: c.made, answers: newAnswerBook()}
			added = append(added, j)
		}
		commit, err := e.advance(j, c)
		if err != nil {
			return changed, err
		}
		if commit.State != nil {
			changed = append(changed, c.event)
		}
		if len(commit.Entries) > 0 {
			commits = append(commits, commit)
		}
	}
	if len(added) > 0 {
		e.directory.Store(e.directory.Load().with(added))
	}
	e.learnSecrets(t)
	for _, c := range commits {
		e.subs.publish(c)
	}
	return changed, nil
}

// advance evolves a journal by what is new to it.
func (e *Etcd) advance(j *journal, c change) (Commit, error) {
	before := j.state.Load()
	state := before
	var entries []event.Entry
	for _, r := range c.records {
		if n, err := readNumber(r.key); err == nil && n <= version(state) && n > 0 {
			continue
		}
		next, err := follow(state, r)
		if err != nil {
			return Commit{}, placed(entryError(j.id, int(version(state))+1, err), e.path)
		}
		state = next
		entries = append(entries, r.entry)
	}
	learned := 0
	for _, a := range c.answers {
		if j.answers.learn(a.digest) {
			learned++
		}
		e.recent.put(j.id, a)
	}
	if version(state) > c.head.entries || version(state) == c.head.entries && j.answers.count > c.head.answers {
		return Commit{}, nil // An older transaction of this kiosk itself.
	}
	if err := checkHead(c.head, state); err != nil {
		return Commit{}, placed(entryError(j.id, int(version(state)), err), e.path)
	}
	if j.answers.count != c.head.answers {
		return Commit{}, ErrDamaged.at(e.path).in(j.id, 0).because(fmt.Errorf("it has %d answers, its head says %d", j.answers.count, c.head.answers))
	}
	if len(entries) == 0 && learned == 0 {
		return Commit{}, nil
	}
	j.state.Store(state)
	return Commit{Event: j.id, State: state, Entries: entries}, nil
}

// learn adds an answer that somebody else gave, and reports whether it was
// new.
func (b *answerBook) learn(key digest) bool {
	if _, known := b.index[key]; known {
		return false
	}
	b.add(key)
	return true
}

// learnSecrets takes over the secrets that others changed.
func (e *Etcd) learnSecrets(t tidings) {
	if !t.whole && len(t.secrets) == 0 {
		return
	}
	changes := t.secrets
	if t.whole {
		there := map[string]bool{}
		for _, s := range t.secrets {
			there[s.name] = true
		}
		for name := range e.secrets.all() {
			if !there[name] {
				changes = append(changes, secret{name: name, deleted: true})
			}
		}
	}
	e.secrets.replace(e.secrets.with(changes))
}

// etcdHealth is how the talk with the cluster goes.
type etcdHealth struct {
	// err is why nothing can be written, nil when it can.
	err error
	// behind is how many entries are missing that should have come.
	behind int
}

// healthEvery is how often the cluster is asked, in vain or not.
const healthEvery = time.Second

// watchHealth asks the cluster again and again whether a majority is there, and
// whether everything that it has came here.
func (e *Etcd) watchHealth(ctx context.Context) {
	var late int64
	for pause(ctx, healthEvery) {
		newest, missing, err := e.ask(ctx)
		seen := e.follower.revision()
		behind := 0
		if err == nil && late > seen {
			behind = missing
			e.follower.renew()
			err = ErrBehind.at(e.path).because(fmt.Errorf("revision %d has not come, only %d", late, seen))
		}
		late = 0
		if newest > seen {
			late = newest // By the next time it should have come.
		}
		if ctx.Err() == nil {
			e.health.Store(&etcdHealth{err: err, behind: behind})
		}
	}
}

// ask asks a majority where the events stand, and gives the revision of the
// newest of them, and how many entries are not here. While there is trouble it
// also finds out whether it is over.
func (e *Etcd) ask(ctx context.Context) (newest int64, missing int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*etcdAttempt)
	defer cancel()
	shown := e.directory.Load()
	versions := map[event.ID]int{}
	for id, j := range shown.byID {
		versions[id] = j.state.Load().Version
	}
	got, err := e.get(ctx, etcdAttempt/2, e.keys.heads(), clientv3.WithPrefix())
	if err != nil {
		return 0, 0, e.wrong(err)
	}
	for _, kv := range got.Kvs {
		id := e.keys.read(string(kv.Key)).event
		h, err := decodeHead(kv.Value)
		if err != nil {
			return 0, 0, ErrDamaged.at(e.path).in(id, 0).because(err)
		}
		if h.entries < uint64(versions[id]) {
			return 0, 0, ErrDamaged.at(e.path).in(id, int(h.entries)+1).because(errors.New("the cluster has less than this kiosk has seen of it"))
		}
		missing += int(h.entries) - versions[id]
		delete(versions, id)
		newest = max(newest, kv.ModRevision)
	}
	for id := range versions {
		return 0, 0, ErrDamaged.at(e.path).in(id, 0).because(errors.New("the event is gone from the cluster"))
	}
	return newest, missing, e.mend(ctx)
}

// mend finds out whether it can be written again, while it could not.
func (e *Etcd) mend(ctx context.Context) error {
	t := e.trouble.Load()
	if t == nil {
		return nil
	}
	err := e.again(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Put(ctx, e.keys.probe(), "")
		return err
	})
	if err == nil {
		e.mended.Store(&t.since)
	}
	return e.wrong(err)
}

// resume tells whether it was found out that it can be written again. Memory
// follows the cluster anyhow.
func (e *Etcd) resume() error {
	if err := e.fault.Load(); err != nil {
		return *err
	}
	if err := e.follower.broken(); err != nil {
		return err
	}
	if h := e.health.Load(); h.err != nil {
		return h.err
	}
	t := e.trouble.Load()
	if since := e.mended.Load(); since == nil || !since.Equal(t.since) {
		return t.err
	}
	return nil
}
