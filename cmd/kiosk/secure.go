package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// certificate is the organiser's own, for encrypted connections. A nil one is
// none.
type certificate struct {
	pair tls.Certificate
}

// certificateError refuses a certificate. Its words are "serve.tls.<code>".
type certificateError struct {
	code string
	args map[string]any
	err  error
}

// Error is the code and the cause, for logs.
func (e *certificateError) Error() string { return fmt.Sprintf("certificate: %s: %v", e.code, e.err) }

// Unwrap is the cause.
func (e *certificateError) Unwrap() error { return e.err }

// readCertificate reads a certificate with its key, and refuses one that
// browsers would refuse at the given time. Without both files there is none.
func readCertificate(certFile, keyFile string, now time.Time) (*certificate, error) {
	if certFile == "" && keyFile == "" {
		return nil, nil
	}
	args := map[string]any{"Cert": certFile, "Key": keyFile}
	refuse := func(code string, err error) error { return &certificateError{code: code, args: args, err: err} }
	if certFile == "" || keyFile == "" {
		return nil, refuse("half", errors.New("certificate and key belong together"))
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		args["Path"], args["Why"] = path.Path, path.Err.Error()
		return nil, refuse("file", err)
	case err != nil:
		return nil, refuse("pair", err)
	}
	args["From"], args["Until"] = pair.Leaf.NotBefore.Local().Format(time.DateOnly), pair.Leaf.NotAfter.Local().Format(time.DateOnly)
	switch {
	case now.After(pair.Leaf.NotAfter):
		return nil, refuse("expired", errors.New("expired"))
	case now.Before(pair.Leaf.NotBefore):
		return nil, refuse("early", errors.New("not valid yet"))
	}
	return &certificate{pair: pair}, nil
}

// listen encrypts what comes in through a listener. Whoever comes without
// encryption, as with an address typed without https, is sent to the right one.
func (c *certificate) listen(ln net.Listener) net.Listener {
	return tls.NewListener(redirecting{ln}, &tls.Config{Certificates: []tls.Certificate{c.pair}, MinVersion: tls.VersionTLS12})
}

// mismatch is nil if the certificate is for the host of the address; else it
// says for what it is, and browsers will warn.
func (c *certificate) mismatch(address string) map[string]any {
	if c == nil {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil || c.pair.Leaf.VerifyHostname(parsed.Hostname()) == nil {
		return nil
	}
	return map[string]any{"Host": parsed.Hostname(), "Names": strings.Join(namesOf(c.pair.Leaf), ", ")}
}

func namesOf(leaf *x509.Certificate) []string {
	names := slices.Clone(leaf.DNSNames)
	for _, ip := range leaf.IPAddresses {
		names = append(names, ip.String())
	}
	return names
}

// redirecting is a listener below encryption.
type redirecting struct{ net.Listener }

// Accept waits for a connection, and reads nothing of it.
func (l redirecting) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &peeking{Conn: conn}, nil
}

// peeking looks at the first bytes that come in.
type peeking struct {
	net.Conn
	once sync.Once
	err  error
}

// handshake is the first byte of every encrypted connection.
const handshake = 0x16

var errPlain = errors.New("a request without encryption")

// Read is the connection's; a plain request is answered, and gives an error.
func (c *peeking) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.Conn.Read(p)
	c.once.Do(func() {
		if n == 0 || p[0] == handshake {
			return
		}
		c.err = errPlain
		head := append([]byte(nil), p[:n]...)
		for len(head) < maxPlainHead && !bytes.Contains(head, []byte("\r\n\r\n")) {
			more := make([]byte, maxPlainHead-len(head))
			m, err := c.Conn.Read(more)
			head = append(head, more[:m]...)
			if err != nil {
				break
			}
		}
		c.redirect(head)
	})
	if c.err != nil {
		return 0, c.err
	}
	return n, err
}

// maxPlainHead bounds what is read of a plain request, in bytes.
const maxPlainHead = 4 << 10

// redirect answers a plain request by the same address with https, if it looks
// like one.
func (c *peeking) redirect(head []byte) {
	lines := strings.Split(string(head), "\r\n")
	parts := strings.Split(lines[0], " ")
	host := ""
	for _, line := range lines[1:] {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "Host") {
			host = strings.TrimSpace(value)
		}
	}
	to, err := url.Parse("https://" + host)
	if err != nil || host == "" || to.Host != host || len(parts) != 3 || !strings.HasPrefix(parts[1], "/") {
		return
	}
	path, err := url.ParseRequestURI(parts[1])
	if err != nil {
		return
	}
	to.Path, to.RawQuery = path.Path, path.RawQuery
	_, _ = fmt.Fprintf(c.Conn, "HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to)
}
