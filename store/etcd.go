package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"kiosk/scoresheet/event"
)

// EtcdOptions are the settings of an Etcd; the zero value is usable.
type EtcdOptions struct {
	Options
	// Folder is where copies are made on their way to a backup; the system's
	// folder of temporary files if empty.
	Folder string
	// Patience is how long a request waits for a cluster that is choosing a new
	// leader before it gets an ErrUnwritable; eight seconds if 0.
	Patience time.Duration
}

func (o EtcdOptions) withDefaults() EtcdOptions {
	o.Options = o.Options.withDefaults()
	if o.Patience == 0 {
		o.Patience = 8 * time.Second
	}
	return o
}

// Times of the talk with the cluster.
const (
	// etcdAttempt is how long one server may take to answer before it is looked
	// up, at another one, what became of the request.
	etcdAttempt = 2 * time.Second
	// etcdPage is the same for a part of a journal.
	etcdPage = 15 * time.Second
	// etcdPause lies between two attempts.
	etcdPause = 50 * time.Millisecond
	// A server whose line is dead is left after the sum of the two. etcd takes
	// more frequent questions for an attack.
	etcdKeepAlive        = 6 * time.Second
	etcdKeepAliveTimeout = 3 * time.Second
)

// Etcd is a Store in an etcd cluster, where any number of kiosks serve the same
// events. Each follows what the others write and holds the same states.
//
// Where an event stands moves by compare-and-swap, in the transaction that
// holds the entries and the answers. A kiosk that was raced decides again on
// what is new. A transaction whose answer was lost is looked up by what it
// would have written, and sent again only as it was, so that it cannot be
// carried out twice.
type Etcd struct {
	desk
	etcd    EtcdOptions
	keys    etcdKeys
	servers *servers

	follower *follower
	peers    *peers
	recent   recentAnswers
	health   atomic.Pointer[etcdHealth]
	// photos takes snapshots; unread is what the start has left unread.
	photos *photographer
	unread []unread
	// mended is when the trouble began of which it is known that it is over.
	mended atomic.Pointer[time.Time]
	// fault is what came from the cluster and does not fit. After it nothing is
	// written.
	fault atomic.Pointer[error]
	// racedBy is what raced the last batch, races how often. Only keep uses them.
	racedBy int64
	races   int

	// ctx ends what goes on in the background.
	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup
}

// OpenEtcd joins the kiosks of a cluster and rebuilds the states from the
// journals under the prefix, which it begins where there are none. The context
// bounds the opening. It gives ErrAddress for an address that will not do,
// ErrUnreachable where no server answers or no majority is there, ErrRefused
// where the cluster does not let the kiosk in, ErrForeign, ErrNewer and
// ErrDamaged as Open does.
func OpenEtcd(ctx context.Context, address EtcdAddress, options EtcdOptions) (_ *Etcd, err error) {
	options = options.withDefaults()
	e := &Etcd{etcd: options, keys: etcdKeys(address.Prefix)}
	e.desk.prepare(e, address.String(), options.Options)
	if _, err := address.security(); err != nil {
		return nil, e.wrong(err)
	}
	if _, err := address.password(); err != nil {
		return nil, e.wrong(err)
	}
	e.ctx, e.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.servers = newServers(e.ctx, address)
	e.follower = newFollower(e)
	e.peers = newPeers(e)
	e.photos = newPhotographer(&e.desk, &etcdShelf{e: e, marked: map[event.ID]int64{}})
	revision, err := e.load(ctx)
	if err != nil {
		e.stop()
		return nil, errors.Join(e.wrong(err), ended(e.servers.close()))
	}
	e.follower.begin(revision)
	e.health.Store(&etcdHealth{})
	e.done.Go(func() { e.follower.run(e.ctx) })
	e.done.Go(func() { e.watchHealth(e.ctx) })
	e.done.Go(func() { e.photos.run(e.ctx) })
	e.done.Go(func() { e.check(e.ctx, e.unread) })
	go e.run()
	return e, nil
}

// Close finishes what was taken and leaves the cluster. Further calls give the
// same result.
func (e *Etcd) Close() error {
	e.once.Do(func() {
		close(e.closing)
		<-e.stopped
		e.peers.end()
		e.stop()
		e.done.Wait()
		e.subs.close()
		e.closed = ended(e.servers.close())
	})
	return e.closed
}

// ended is an error but for that of a client whose context has ended.
func ended(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Writable is nil when a command can be written. The cause in an ErrUnwritable
// is ErrUnreachable where no majority of the cluster answers: states can be
// read as they were last seen; and ErrBehind where others have written what
// has not come here.
func (e *Etcd) Writable() error {
	if err := e.desk.Writable(); err != nil {
		return err
	}
	if h := e.health.Load(); h.err != nil {
		return ErrUnwritable.at(e.path).because(h.err)
	}
	return nil
}

// room: etcd takes 128 operations and 1.5 MiB, and something of the latter is
// for what stands around.
func (e *Etcd) room() room { return room{keys: 128, bytes: 3<<19 - 64<<10} }

func (e *Etcd) shared() bool { return true }

// wrong names what the client's error means.
func (e *Etcd) wrong(err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return placed(err, e.path)
	}
	switch etcdCode(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		return ErrRefused.at(e.path).because(err)
	case codes.InvalidArgument:
		if errors.Is(rpctypes.Error(err), rpctypes.ErrAuthFailed) {
			return ErrRefused.at(e.path).because(err)
		}
	case codes.ResourceExhausted:
		if isFullCluster(err) {
			return ErrClusterFull.at(e.path).because(err)
		}
	case codes.Unavailable, codes.DeadlineExceeded:
		return ErrUnreachable.at(e.path).because(err)
	}
	return err
}

func etcdCode(err error) codes.Code {
	var (
		own   *Error
		known rpctypes.EtcdError
	)
	switch {
	case errors.As(err, &own):
		return codes.DataLoss // It is none of the talk, but of what was said.
	case errors.Is(err, context.DeadlineExceeded):
		return codes.DeadlineExceeded
	case errors.As(rpctypes.Error(err), &known):
		return known.Code()
	}
	return status.Code(err)
}

func isFullCluster(err error) bool { return errors.Is(rpctypes.Error(err), rpctypes.ErrNoSpace) }

// passing says that a request may succeed a little later, and that it is open
// whether it was carried out.
func passing(err error) bool {
	switch etcdCode(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.Aborted, codes.Unknown, codes.Internal:
		return true
	case codes.ResourceExhausted:
		return errors.Is(rpctypes.Error(err), rpctypes.ErrTooManyRequests)
	}
	return false
}

// get reads keys.
func (e *Etcd) get(ctx context.Context, each time.Duration, key string, options ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	var got *clientv3.GetResponse
	err := e.again(ctx, each, func(ctx context.Context, c *clientv3.Client) (err error) {
		got, err = c.Get(ctx, key, options...)
		return err
	})
	return got, err
}

// again repeats what may be repeated, at one server after the other, until it
// succeeds, fails for good, or the context ends.
func (e *Etcd) again(ctx context.Context, each time.Duration, do func(context.Context, *clientv3.Client) error) error {
	for {
		err := e.attempt(ctx, each, do)
		if err == nil || !passing(err) {
			return err
		}
		if !pause(ctx, etcdPause) {
			return fmt.Errorf("%w, %w", context.Cause(ctx), err)
		}
	}
}

// attempt does something at the server that is talked to, and leaves it when it
// does not answer.
func (e *Etcd) attempt(ctx context.Context, each time.Duration, do func(context.Context, *clientv3.Client) error) error {
	server, err := e.servers.get()
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, each)
		defer cancel()
		err = do(ctx, server.Client)
	}
	if err != nil && passing(err) && ctx.Err() == nil {
		e.servers.leave(server.number)
	}
	return err
}

// pause waits, and reports whether the context goes on.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// Entries reads a part of a journal.
func (e *Etcd) Entries(id event.ID, after, limit int) ([]event.Entry, error) {
	encoded, err := e.encoded(id, after, limit)
	if err != nil {
		return nil, err
	}
	return decodeAll(id, after, encoded)
}

// encoded are the entries as they are stored. A server that is cut off from the
// others may tell what it has, so that reading goes on; what it lacks, the
// others are asked.
func (e *Etcd) encoded(id event.ID, after, limit int) ([][]byte, error) {
	if limit <= 0 || limit > MaxEntries {
		limit = MaxEntries
	}
	state, ok := e.State(id)
	if !ok || after >= state.Version {
		return nil, nil
	}
	after = max(after, 0)
	want := min(limit, state.Version-after)
	ctx, cancel := context.WithTimeout(e.ctx, e.etcd.Patience)
	defer cancel()
	from, to := e.keys.entry(id, uint64(after+1)), e.keys.entry(id, uint64(after+want+1))
	for _, options := range [][]clientv3.OpOption{{clientv3.WithSerializable()}, nil} {
		got, err := e.get(ctx, etcdPage, from, append(options, clientv3.WithRange(to))...)
		if err != nil {
			return nil, e.wrong(err)
		}
		if len(got.Kvs) == want {
			encoded := make([][]byte, want)
			for i, kv := range got.Kvs {
				encoded[i] = kv.Value
			}
			return encoded, nil
		}
	}
	return nil, ErrDamaged.at(e.path).in(id, after+1).because(errors.New("entries are missing"))
}
