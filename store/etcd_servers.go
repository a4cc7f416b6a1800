package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// servers are those of a cluster, one of which is talked to at a time: a
// server that is frozen or behind a dead line then costs one attempt, and not
// one of every three.
type servers struct {
	address EtcdAddress
	// ctx is that of the clients.
	ctx context.Context

	mu      sync.Mutex
	clients []*clientv3.Client
	current int
	// left is closed when the current one is left.
	left chan struct{}
}

// newServers begins with any of the servers, so that kiosks spread over them.
func newServers(ctx context.Context, address EtcdAddress) *servers {
	n := len(address.Endpoints)
	return &servers{address: address, ctx: ctx, clients: make([]*clientv3.Client, n), current: rand.IntN(n), left: make(chan struct{})}
}

// talk is the server that is talked to.
type talk struct {
	*clientv3.Client
	number int
	// left is closed when another server is talked to.
	left <-chan struct{}
}

// get is the server that is talked to now. Where users are known it is asked to
// let the kiosk in first, which may fail.
func (s *servers) get() (talk, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := talk{number: s.current, left: s.left}
	if s.clients[s.current] == nil {
		client, err := s.dial(s.current)
		if err != nil {
			return t, err
		}
		s.clients[s.current] = client
	}
	t.Client = s.clients[s.current]
	return t, nil
}

func (s *servers) dial(n int) (*clientv3.Client, error) {
	security, err := s.address.security()
	if err != nil {
		return nil, err
	}
	password, err := s.address.password()
	if err != nil {
		return nil, err
	}
	return clientv3.New(clientv3.Config{
		Endpoints: s.address.endpoints()[n : n+1], TLS: security,
		Username: s.address.User, Password: password,
		DialTimeout: etcdAttempt, DialKeepAliveTime: etcdKeepAlive, DialKeepAliveTimeout: etcdKeepAliveTimeout,
		MaxUnaryRetries: 1, Context: s.ctx, Logger: zap.NewNop(),
		DialOptions: []grpc.DialOption{
			grpc.WithChainUnaryInterceptor(failFast),
			grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnecting, MinConnectTimeout: etcdAttempt}),
		},
	})
}

// reconnecting is how often a server that is gone is tried again.
var reconnecting = backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second}

// failFast lets a request to a server that is gone fail at once, where the
// client would wait for it to come back: another one may be there.
func failFast(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
	return invoke(ctx, method, request, reply, conn, append(slices.Clip(options), grpc.WaitForReady(false))...)
}

// leave goes on to the next server, unless somebody has already.
func (s *servers) leave(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number != s.current {
		return
	}
	s.current = (s.current + 1) % len(s.clients)
	close(s.left)
	s.left = make(chan struct{})
}

func (s *servers) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, client := range s.clients {
		if client != nil {
			errs = append(errs, client.Close())
		}
	}
	return errors.Join(errs...)
}
