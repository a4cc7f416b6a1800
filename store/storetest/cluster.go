package storetest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"kiosk/store"
)

// Cluster is an etcd cluster on this machine, of real servers, each a process
// of its own.
type Cluster struct {
	t       testing.TB
	program string
	servers []*server
	// secured is nil where the cluster lets everybody in.
	secured *Secured
}

type server struct {
	name         string
	client, peer string
	folder       string
	command      *exec.Cmd
}

// UseNewer has the clusters of a test be those of the newer etcd that `make
// tools` builds, to which the variable ETCD_NEWER leads; without it the test is
// skipped.
func UseNewer(t *testing.T) {
	t.Helper()
	newer := os.Getenv("ETCD_NEWER")
	if _, err := exec.LookPath(newer); err != nil {
		t.Skip("$ETCD_NEWER is no program; make test sets it to bin/etcd")
	}
	t.Setenv("ETCD_PROGRAM", newer)
}

// NewCluster starts so many servers, which end with the test. The test is
// skipped where there is no etcd: Debian's package is etcd-server; the variable
// ETCD_PROGRAM names another program.
func NewCluster(t testing.TB, size int) *Cluster {
	t.Helper()
	return newCluster(t, size, nil)
}

func newCluster(t testing.TB, size int, secured *Secured) *Cluster {
	t.Helper()
	program := os.Getenv("ETCD_PROGRAM")
	if program == "" {
		program = "etcd"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		t.Skip("there is no etcd on this machine (on Debian: apt-get install etcd-server)")
	}
	c := &Cluster{t: t, program: program, secured: secured}
	t.Cleanup(c.stop)
	for attempt := 1; ; attempt++ {
		c.plan(size)
		if err := c.startAll(); err == nil {
			return c
		} else if attempt == 3 {
			t.Fatal(err) // Twice somebody else may have taken a port.
		}
		c.stop()
	}
}

func (c *Cluster) plan(size int) {
	c.servers = nil
	free := freeAddresses(c.t, 2*size)
	for i := range size {
		c.servers = append(c.servers, &server{
			name: fmt.Sprintf("server%d", i), client: free[2*i], peer: free[2*i+1], folder: c.t.TempDir(),
		})
	}
}

// freeAddresses are different ones that nobody listens on: each is held until all
// are found, since a port that was let go may be given again at once.
func freeAddresses(t testing.TB, n int) []string {
	t.Helper()
	addresses := make([]string, n)
	for i := range addresses {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer ln.Close()
		addresses[i] = ln.Addr().String()
	}
	return addresses
}

func (c *Cluster) startAll() error {
	for i := range c.servers {
		if err := c.start(i); err != nil {
			return err
		}
	}
	for i := range c.servers {
		if err := c.await(i); err != nil {
			return err
		}
	}
	return c.together()
}

// together finds out that all servers are there, and no stranger in the place of
// one of them.
func (c *Cluster) together() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	members := map[uint64]bool{}
	clusters := map[uint64]bool{}
	for i, s := range c.servers {
		client, err := c.dial(i)
		if err != nil {
			return err
		}
		status, err := client.Status(ctx, c.scheme()+s.client)
		_ = client.Close() // Nothing waits for it.
		if err != nil {
			return err
		}
		members[status.Header.MemberId], clusters[status.Header.ClusterId] = true, true
	}
	if len(members) != len(c.servers) || len(clusters) != 1 {
		return fmt.Errorf("%d of %d servers, in %d clusters", len(members), len(c.servers), len(clusters))
	}
	return nil
}

func (c *Cluster) start(i int) error {
	s := c.servers[i]
	peers := make([]string, len(c.servers))
	for i, s := range c.servers {
		peers[i] = s.name + "=http://" + s.peer
	}
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close() // The process has its own.
	s.command = exec.Command(c.program, "--name", s.name, "--data-dir", filepath.Join(s.folder, "data"),
		"--listen-client-urls", c.scheme()+s.client, "--advertise-client-urls", c.scheme()+s.client,
		"--listen-peer-urls", "http://"+s.peer, "--initial-advertise-peer-urls", "http://"+s.peer,
		"--initial-cluster", strings.Join(peers, ","), "--initial-cluster-token", c.servers[0].peer, "--initial-cluster-state", "new",
		"--logger", "zap", "--log-level", "error")
	if g := c.secured; g != nil {
		s.command.Args = append(s.command.Args, "--client-cert-auth", "--trusted-ca-file", g.CA, "--cert-file", g.server[0], "--key-file", g.server[1])
	}
	s.command.Stdout, s.command.Stderr = log, log
	return s.command.Start()
}

// await waits until a server is one of a majority with a leader.
func (c *Cluster) await(i int) error {
	deadline := time.Now().Add(30 * time.Second)
	for !c.Ready(i) {
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(c.servers[i].folder, "log"))
			return fmt.Errorf("etcd did not start:\n%s", log)
		}
	}
	return nil
}

func (c *Cluster) dial(i int) (*clientv3.Client, error) {
	return c.newClient(c.servers[i : i+1])
}

func (c *Cluster) newClient(to []*server) (*clientv3.Client, error) {
	endpoints := make([]string, len(to))
	for i, s := range to {
		endpoints[i] = c.scheme() + s.client
	}
	return clientv3.New(clientv3.Config{Endpoints: endpoints, TLS: c.secured.security(c.t), Logger: zap.NewNop()})
}

func (c *Cluster) scheme() string {
	if c.secured != nil {
		return "https://"
	}
	return "http://"
}

// Address is the cluster with a prefix.
func (c *Cluster) Address(prefix string) store.EtcdAddress {
	a := store.EtcdAddress{Prefix: prefix}
	for _, s := range c.servers {
		a.Endpoints = append(a.Endpoints, s.client)
	}
	return a
}

// Client talks to the cluster; it is closed with the test.
func (c *Cluster) Client() *clientv3.Client {
	c.t.Helper()
	client, err := c.newClient(c.servers)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = client.Close() })
	return client
}

// Leader is the number of the server that leads.
func (c *Cluster) Leader() int {
	c.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for time.Now().Before(deadline) {
		for i, s := range c.servers {
			if s.command != nil && c.leads(i) {
				return i
			}
		}
	}
	c.t.Fatal("nobody leads")
	return 0
}

func (c *Cluster) leads(i int) bool {
	client, err := c.dial(i)
	if err != nil {
		return false
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	status, err := client.Status(ctx, c.servers[i].client)
	return err == nil && status.Leader == status.Header.MemberId
}

// Ready tells whether a server is one of a majority.
func (c *Cluster) Ready(i int) bool {
	client, err := c.dial(i)
	if err != nil {
		return false
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err = client.Get(ctx, "ready")
	return err == nil
}

// Follower is the number of a server that does not lead.
func (c *Cluster) Follower() int { return (c.Leader() + 1) % len(c.servers) }

// Kill ends a server as a power cut does.
func (c *Cluster) Kill(i int) {
	c.t.Helper()
	s := c.servers[i]
	if err := s.command.Process.Kill(); err != nil {
		c.t.Fatal(err)
	}
	_ = s.command.Wait() // It was killed, as its state says.
	s.command = nil
}

// Revive starts a server that was killed, with what it has on disk. It need
// not find a majority.
func (c *Cluster) Revive(i int) {
	c.t.Helper()
	if err := c.start(i); err != nil {
		c.t.Fatal(err)
	}
}

func (c *Cluster) stop() {
	for _, s := range c.servers {
		if s.command == nil || s.command.Process == nil {
			continue
		}
		if err := s.command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			c.t.Error(err)
		}
		_ = s.command.Wait() // It was killed, as its state says.
		s.command = nil
	}
}
