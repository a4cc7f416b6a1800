package storetest

import (
	"io"
	"net"
	"sync"
	"testing"

	"kiosk/store"
)

// Line is the network between a kiosk and the cluster, which can be cut.
type Line struct {
	t       testing.TB
	forward []*forward

	mu sync.Mutex
	// cut is what does not come through.
	cut  map[direction]bool
	open map[net.Conn]struct{}
	over bool
	// mended is closed when the line is there again.
	mended chan struct{}
	done   sync.WaitGroup
}

type direction bool

const (
	there direction = true
	back  direction = false
)

type forward struct {
	ln net.Listener
	to string
}

// NewLine is a line to every server of an address.
func NewLine(t testing.TB, to store.EtcdAddress) *Line {
	t.Helper()
	l := &Line{t: t, cut: map[direction]bool{}, open: map[net.Conn]struct{}{}, mended: make(chan struct{})}
	for _, server := range to.Endpoints {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f := &forward{ln: ln, to: server}
		l.forward = append(l.forward, f)
		l.done.Go(func() { l.accept(f) })
	}
	t.Cleanup(l.end)
	return l
}

// Through is the address by way of the line.
func (l *Line) Through(to store.EtcdAddress) store.EtcdAddress {
	to.Endpoints = nil
	for _, f := range l.forward {
		to.Endpoints = append(to.Endpoints, f.ln.Addr().String())
	}
	return to
}

func (l *Line) accept(f *forward) {
	for {
		near, err := f.ln.Accept()
		if err != nil {
			return // The test is over.
		}
		far, err := net.Dial("tcp", f.to)
		if err != nil {
			_ = near.Close()
			continue
		}
		if !l.hold(near, far) {
			return
		}
		l.done.Go(func() { l.carry(there, near, far) })
		l.done.Go(func() { l.carry(back, far, near) })
	}
}

// hold notes a connection, unless the test is over.
func (l *Line) hold(near, far net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		l.hangUp(near, far)
		return false
	}
	l.open[near], l.open[far] = struct{}{}, struct{}{}
	return true
}

// carry brings bytes from one end to the other, and keeps them back while the
// line is cut, as a network does that loses them: nobody hears of it.
func (l *Line) carry(way direction, from, to net.Conn) {
	defer l.hangUp(from, to)
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			l.wait(way)
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return // io.EOF, or a line that was hung up.
		}
	}
}

func (l *Line) wait(way direction) {
	l.mu.Lock()
	cut, mended := l.cut[way], l.mended
	l.mu.Unlock()
	if cut {
		<-mended
	}
}

func (l *Line) hangUp(ends ...io.Closer) {
	for _, end := range ends {
		_ = end.Close() // The other direction may have closed it.
	}
}

// Cut cuts the line: nothing comes through, and nobody is told.
func (l *Line) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut[there], l.cut[back] = true, true
}

// CutBack lets the cluster hear the kiosk, and the kiosk hear nothing.
func (l *Line) CutBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut[back] = true
}

// HangUp breaks all connections. New ones can be made.
func (l *Line) HangUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.open {
		_ = conn.Close()
		delete(l.open, conn)
	}
}

// Mend mends it. What was on its way when it was cut arrives late.
func (l *Line) Mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.cut)
	close(l.mended)
	l.mended = make(chan struct{})
}

func (l *Line) end() {
	for _, f := range l.forward {
		_ = f.ln.Close()
	}
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.HangUp()
	l.Mend()
	l.done.Wait()
}
