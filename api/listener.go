package api

import (
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limits bound what clients may hold of the kiosk. A zero field is its default.
// They are wide for a hall: all its phones may come from one address.
type Limits struct {
	// Read is how long a whole request may take, Upload how long a list that
	// somebody who is signed in sends.
	Read, Upload time.Duration
	// Idle is how long a connection may wait for its next request.
	Idle time.Duration
	// Write is how long a client may take for each part of an answer. Streams
	// stay open, so there is no limit on a whole one.
	Write time.Duration
	// Connections are how many may be open, PerAddress from one address. The
	// laptop's own browser is always let in.
	Connections, PerAddress int
}

// ownConnections are kept for the laptop itself.
const ownConnections = 256

func (l Limits) withDefaults() Limits {
	for _, row := range []struct{ limit, usual *time.Duration }{
		{&l.Read, new(20 * time.Second)}, {&l.Upload, new(2 * time.Minute)}, {&l.Idle, new(75 * time.Second)}, {&l.Write, new(20 * time.Second)},
	} {
		if *row.limit == 0 {
			*row.limit = *row.usual
		}
	}
	if l.Connections == 0 {
		l.Connections = 16 << 10
	}
	if l.PerAddress == 0 {
		l.PerAddress = 4 << 10
	}
	return l
}

// guarded counts the connections of a listener and closes those beyond the limits.
// Nothing that a client does ends it: where the machine can open no more files,
// it waits.
type guarded struct {
	net.Listener
	limits Limits

	mu        sync.Mutex
	all       int
	byAddress map[netip.Addr]int
	closed    chan struct{}
	once      sync.Once
}

func guard(ln net.Listener, limits Limits) *guarded {
	return &guarded{Listener: ln, limits: limits, byAddress: map[netip.Addr]int{}, closed: make(chan struct{})}
}

// acceptAgain is how long the listener waits when it could not accept.
const acceptAgain = 50 * time.Millisecond

// Accept waits for a connection that is within the limits.
func (g *guarded) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		switch {
		case err != nil && (errors.Is(err, net.ErrClosed) || !g.wait()):
			return nil, net.ErrClosed
		case err != nil:
			// Too many open files, a connection that was gone at once: no reason
			// to stop serving a hall.
			continue
		}
		from := addressOf(conn)
		if from.IsLoopback() {
			return steady(conn, g.limits.Write, func() {}), nil
		}
		if g.enter(from) {
			return steady(conn, g.limits.Write, sync.OnceFunc(func() { g.leave(from) })), nil
		}
		_ = conn.Close()
	}
}

// wait is a pause; false if the listener was closed meanwhile.
func (g *guarded) wait() bool {
	pause := time.NewTimer(acceptAgain)
	defer pause.Stop()
	select {
	case <-g.closed:
		return false
	case <-pause.C:
		return true
	}
}

// Close ends the listener; connections that are open stay.
func (g *guarded) Close() error {
	g.once.Do(func() { close(g.closed) })
	return g.Listener.Close()
}

func addressOf(conn net.Conn) netip.Addr {
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

func (g *guarded) enter(from netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all >= g.limits.Connections || g.byAddress[from] >= g.limits.PerAddress {
		return false
	}
	g.all++
	g.byAddress[from]++
	return true
}

func (g *guarded) leave(from netip.Addr) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.byAddress[from]--; g.byAddress[from] <= 0 {
		delete(g.byAddress, from)
	}
}

// steady is the connection with patience for each part that is written. One that
// encrypts still says so. Gone is called when it is closed.
func steady(conn net.Conn, patience time.Duration, gone func()) net.Conn {
	if encrypted, ok := conn.(*tls.Conn); ok {
		return &encryptedConn{encrypted, patience, gone}
	}
	return &plainConn{conn, patience, gone}
}

type plainConn struct {
	net.Conn
	patience time.Duration
	gone     func()
}

// Write is the connection's, in parts that each must be taken in time.
func (c *plainConn) Write(p []byte) (int, error) { return writeInTime(c.Conn, p, c.patience) }

// Close is the connection's.
func (c *plainConn) Close() error { c.gone(); return c.Conn.Close() }

type encryptedConn struct {
	*tls.Conn
	patience time.Duration
	gone     func()
}

// Write is the connection's, in parts that each must be taken in time.
func (c *encryptedConn) Write(p []byte) (int, error) { return writeInTime(c.Conn, p, c.patience) }

// Close is the connection's.
func (c *encryptedConn) Close() error { c.gone(); return c.Conn.Close() }

// part is how much of an answer a client must take in time: a slow phone at the
// far end of a hall does that easily.
const part = 64 << 10

// writeInTime writes everything, or as much as the client takes: one that reads
// nothing holds no memory and no stream for longer than its patience.
func writeInTime(conn net.Conn, p []byte, patience time.Duration) (n int, err error) {
	for first := true; first || len(p) > 0; first = false {
		if err := conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
			return n, err
		}
		m, err := conn.Write(p[:min(len(p), part)])
		n, p = n+m, p[m:]
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
