package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Peers is a Store that several kiosks share, which know of each other.
type Peers interface {
	Store
	// Self is a name for this kiosk that it has again after a restart: it
	// follows from the machine, the folder of copies and the port it serves.
	Self(port int) string
	// Announce tells the others of this kiosk, from now on and until Close; a
	// further call tells them what changed.
	Announce(Kiosk)
	// Kiosks are those that are known of, this one too, in the order of their
	// names. It waits for nobody.
	Kiosks() []Kiosk
	// Behind is how many entries others have written that have not come here
	// although they should have; 0 while all is well.
	Behind() int
	// CatchUp waits until all is here that others had written when it was called.
	// An error says that this cannot be told, or took too long.
	CatchUp(ctx context.Context) error
	// SecretsAt grows whenever a secret changes, here or elsewhere.
	SecretsAt() uint64
}

var _ Peers = (*Etcd)(nil)

// Kiosk is what a kiosk says of itself, and how it looks from here.
type Kiosk struct {
	// ID is its Self, Name what people call its machine, Address where phones
	// reach it: scheme, host and port.
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Version string    `json:"version"`
	Started time.Time `json:"started"`
	// Trouble is why it cannot write, as Why has it, empty when it can; Behind
	// how many entries it lacks.
	Trouble string `json:"trouble,omitempty"`
	Behind  int    `json:"behind,omitempty"`
	// Backup is the name of the newest backup that it made, Wrote the time that
	// its folder has for it, and Holds the revision that is in it.
	Backup string    `json:"backup,omitempty"`
	Wrote  time.Time `json:"wrote,omitzero"`
	Holds  uint64    `json:"holds,omitempty"`
	// Said is when it said so, by its own clock. Left says that it was the last
	// thing.
	Said time.Time `json:"said"`
	Left bool      `json:"left,omitempty"`

	// Gone is since when nothing was heard of it, zero for one that is there;
	// Ahead how far its clock is before this kiosk's. Both are this kiosk's view.
	Gone  time.Time     `json:"-"`
	Ahead time.Duration `json:"-"`
}

// Times of the kiosks' talk about each other.
const (
	// presence is how long a kiosk that is silent still counts as there: longer
	// than the cluster takes to choose a leader.
	presence = 10 * time.Second
	// presenceEvery is how often it says that it is there.
	presenceEvery = 3 * time.Second
	// cardEvery is how often it says all of it again, with the time.
	cardEvery = 20 * time.Second
	// goneFor is how long one that is gone is remembered.
	goneFor = 12 * time.Hour
)

// peers are the kiosks of a cluster as one of them knows them.
type peers struct {
	e *Etcd

	mu    sync.Mutex
	cards map[string]Kiosk
	// own is what this one says of itself; its ID is empty until it says
	// anything.
	own Kiosk
	// changed wakes up the announcing, leaving ends it, left is closed with it.
	changed, leaving, left chan struct{}
}

func newPeers(e *Etcd) *peers {
	return &peers{e: e, cards: map[string]Kiosk{}, changed: make(chan struct{}, 1), leaving: make(chan struct{}), left: make(chan struct{})}
}

// Self names this kiosk.
func (e *Etcd) Self(port int) string {
	folder, err := filepath.Abs(e.etcd.Folder)
	if err != nil {
		folder = e.etcd.Folder
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", machine(), folder, port))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// machine is the name of the machine.
func machine() string {
	host, err := os.Hostname()
	if err != nil {
		return "?"
	}
	return host
}

// Announce tells the others of this kiosk.
func (e *Etcd) Announce(k Kiosk) {
	p := e.peers
	k.Name = cmp.Or(k.Name, machine())
	p.mu.Lock()
	first := p.own.ID == ""
	k.Backup, k.Wrote, k.Holds = p.own.Backup, p.own.Wrote, p.own.Holds
	p.own = k
	p.mu.Unlock()
	if first {
		e.done.Go(func() { p.announce(e.ctx) })
	}
	p.wake()
}

func (p *peers) wake() {
	select {
	case p.changed <- struct{}{}:
	default: // It is awake.
	}
}

// Kiosks are those that are known of.
func (e *Etcd) Kiosks() []Kiosk {
	p := e.peers
	now := e.options.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []Kiosk
	for id, k := range p.cards {
		if !k.Gone.IsZero() && now.Sub(k.Gone) > goneFor {
			delete(p.cards, id)
			continue
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Kiosk) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return all
}

// Behind is how many entries have not come here.
func (e *Etcd) Behind() int { return e.health.Load().behind }

// catchUpLook is how often CatchUp looks again.
const catchUpLook = 10 * time.Millisecond

// CatchUp waits until all is here that others had written when it was called.
func (e *Etcd) CatchUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, etcdAttempt)
	defer cancel()
	for {
		_, missing, err := e.ask(ctx)
		if err != nil || missing == 0 {
			return err
		}
		if !pause(ctx, catchUpLook) {
			return ErrBehind.at(e.path).because(ctx.Err())
		}
	}
}

// SecretsAt grows whenever a secret changes.
func (e *Etcd) SecretsAt() uint64 { return e.secrets.changed.Load() }

// before is how many kiosks that are there come before this one by their names.
func (e *Etcd) before() int {
	p := e.peers
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for id, k := range p.cards {
		if k.Gone.IsZero() && id < p.own.ID {
			n++
		}
	}
	return n
}

// othersBackups are the kiosks that have made a backup.
func (e *Etcd) othersBackups() []Kiosk {
	p := e.peers
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []Kiosk
	for id, k := range p.cards {
		if id != p.own.ID && k.Backup != "" {
			all = append(all, k)
		}
	}
	return all
}

// backedUp tells the others of a backup.
func (e *Etcd) backedUp(name string, wrote time.Time, holds uint64) {
	p := e.peers
	p.mu.Lock()
	p.own.Backup, p.own.Wrote, p.own.Holds = name, wrote.UTC(), holds
	said := p.own.ID != ""
	p.mu.Unlock()
	if said {
		p.wake()
	}
}

// card is what this kiosk says now.
func (p *peers) card() Kiosk {
	p.mu.Lock()
	k := p.own
	p.mu.Unlock()
	if err := p.e.Writable(); err != nil {
		k.Trouble, k.Behind = Why(err), p.e.Behind()
	}
	return k
}

// announce keeps this kiosk's card in the cluster, under a lease: it goes away
// by itself when the kiosk does.
func (p *peers) announce(ctx context.Context) {
	defer close(p.left)
	var (
		lease clientv3.LeaseID
		told  Kiosk
		at    time.Time
	)
	for {
		k := p.card()
		var err error
		if lease == 0 {
			lease, err = p.lease(ctx)
			told = Kiosk{}
		} else {
			err = p.stay(ctx, lease)
		}
		if errors.Is(rpctypes.Error(err), rpctypes.ErrLeaseNotFound) {
			lease = 0
			continue
		}
		if err == nil && (k != told || time.Since(at) >= cardEvery) && p.tell(ctx, lease, k) == nil {
			told, at = k, time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-p.leaving:
			p.leave(lease, k)
			return
		case <-p.changed:
		case <-time.After(presenceEvery):
		}
	}
}

func (p *peers) lease(ctx context.Context) (id clientv3.LeaseID, err error) {
	err = p.e.attempt(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		got, err := c.Grant(ctx, int64(presence/time.Second))
		if err == nil {
			id = got.ID
		}
		return err
	})
	return id, err
}

func (p *peers) stay(ctx context.Context, lease clientv3.LeaseID) error {
	return p.e.attempt(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.KeepAliveOnce(ctx, lease)
		return err
	})
}

func (p *peers) tell(ctx context.Context, lease clientv3.LeaseID, k Kiosk) error {
	k.Said = p.e.options.Now().UTC()
	value, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return p.e.attempt(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Put(ctx, p.e.keys.kiosk(k.ID), string(value), clientv3.WithLease(lease))
		return err
	})
}

// leave says goodbye, so that nobody takes the kiosk for one that died.
func (p *peers) leave(lease clientv3.LeaseID, k Kiosk) {
	ctx, cancel := context.WithTimeout(p.e.ctx, time.Second)
	defer cancel()
	k.Left = true
	if lease == 0 || p.tell(ctx, lease, k) != nil {
		return // Its lease runs out.
	}
	_ = p.e.attempt(ctx, etcdAttempt, func(ctx context.Context, c *clientv3.Client) error {
		_, err := c.Revoke(ctx, lease)
		return err
	})
}

// end says goodbye, if anything was said.
func (p *peers) end() {
	p.mu.Lock()
	said := p.own.ID != ""
	p.mu.Unlock()
	close(p.leaving)
	if said {
		<-p.left
	}
}

// load reads the cards that there are at a revision; those that are known and
// not there are gone.
func (p *peers) load(ctx context.Context, revision int64) error {
	there := map[string]bool{}
	for kvs, err := range p.e.pages(ctx, p.e.keys.kiosks(), clientv3.GetPrefixRangeEnd(p.e.keys.kiosks()), revision, entryPage) {
		if err != nil {
			return err
		}
		for _, kv := range kvs {
			id := p.e.keys.read(string(kv.Key)).name
			there[id] = true
			p.put(id, kv.Value, false)
		}
	}
	p.mu.Lock()
	var gone []string
	for id := range p.cards {
		if !there[id] {
			gone = append(gone, id)
		}
	}
	p.mu.Unlock()
	for _, id := range gone {
		p.gone(id)
	}
	return nil
}

// take takes in an event about a card. One that cannot be read is passed over:
// cards decide nothing.
func (p *peers) take(id string, ev *clientv3.Event) {
	if ev.Type == clientv3.EventTypeDelete {
		p.gone(id)
		return
	}
	p.put(id, ev.Kv.Value, true)
}

// put notes a card. A fresh one tells how far the clocks are apart.
func (p *peers) put(id string, value []byte, fresh bool) {
	var k Kiosk
	if err := json.Unmarshal(value, &k); err != nil || k.ID != id {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	k.Ahead = p.cards[id].Ahead
	if fresh {
		k.Ahead = k.Said.Sub(p.e.options.Now())
	}
	p.cards[id] = k
}

func (p *peers) gone(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, known := p.cards[id]
	switch {
	case !known:
	case k.Left:
		delete(p.cards, id)
	case k.Gone.IsZero():
		k.Gone = p.e.options.Now()
		p.cards[id] = k
	}
}
