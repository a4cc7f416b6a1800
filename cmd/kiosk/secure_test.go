package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// makeCertificate writes a certificate for this machine and its key.
func makeCertificate(t *testing.T, from, until time.Time) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hall"}, NotBefore: from, NotAfter: until,
		DNSNames: []string{"hall.test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "hall.pem"), filepath.Join(dir, "hall.key")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(parsed)
	return cert, key, pool
}

// TestCertificatesThatAreRefused: each with what to do, and without a kiosk that
// goes on unencrypted.
func TestCertificatesThatAreRefused(t *testing.T) {
	day := 24 * time.Hour
	cert, key, _ := makeCertificate(t, time.Now().Add(-day), time.Now().Add(day))
	_, other, _ := makeCertificate(t, time.Now().Add(-day), time.Now().Add(day))
	old, oldKey, _ := makeCertificate(t, time.Now().Add(-9*day), time.Now().Add(-2*day))
	young, youngKey, _ := makeCertificate(t, time.Now().Add(2*day), time.Now().Add(9*day))
	for name, c := range map[string]struct {
		cert, key string
		want      []string
	}{
		"half":            {cert, "", []string{"belong together", "--tls-key"}},
		"not there":       {cert, key + "s", []string{key + "s", "cannot be read"}},
		"of another":      {cert, other, []string{"no pair"}},
		"the wrong way":   {key, cert, []string{"no pair"}},
		"expired":         {old, oldKey, []string{"expired on " + time.Now().Add(-2*day).Format(time.DateOnly)}},
		"not valid yet":   {young, youngKey, []string{"valid from " + time.Now().Add(2*day).Format(time.DateOnly)}},
		"no certificates": {"secure_test.go", "secure.go", []string{"no pair"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := []string{"--data", t.TempDir(), "--addr", "127.0.0.1:0", "--open-browser", "false", "--lang", "en", "--tls-cert", c.cert}
			if c.key != "" {
				args = append(args, "--tls-key", c.key)
			}
			code, _, said := kioskSays(args...)
			if code != 1 || strings.Count(said, "kiosk:") != 1 {
				t.Errorf("exit %d: %s", code, said)
			}
			for _, want := range c.want {
				if !strings.Contains(said, want) {
					t.Errorf("%q lacks %q", said, want)
				}
			}
		})
	}
}

func TestEncryptedKiosk(t *testing.T) {
	cert, key, pool := makeCertificate(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	addr := freeAddress(t)
	browser := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	p := launchFor(t, "https://", addr, browser, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--public-url", addr)
	pin := p.pin()
	if said := p.out.String(); !strings.Contains(said, "https://"+addr+"/") || strings.Contains(said, "http://") || strings.Contains(said, "browsers will warn") {
		t.Errorf("it says %s", said)
	}
	res, err := browser.Post(p.address+"/api/v1/session", "application/json", strings.NewReader(`{"pin":"`+pin+`","name":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if len(res.Cookies()) == 0 {
		t.Error("no cookie")
	}
	for _, cookie := range res.Cookies() {
		if !cookie.Secure || !cookie.HttpOnly {
			t.Errorf("cookie %s may go over plain connections", cookie.Name)
		}
	}
	p.signIn(pin)
	id := p.drawn(2)
	_, data, err := p.ask(http.MethodGet, "/api/v1/events/"+id+"/tables", "", nil)
	var tables []struct{ Links map[string]string }
	if err != nil || json.Unmarshal(data, &tables) != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if link := tables[0].Links["A"]; !strings.HasPrefix(strings.ToLower(link), "https://"+addr+"/t/") {
		t.Errorf("a code leads to %s", link)
	}

	// An address that was typed without https leads to the right one.
	plain := &http.Client{Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	moved, err := plain.Get("http://" + addr + "/t/ABC?x=1")
	if err != nil {
		t.Fatal(err)
	}
	defer moved.Body.Close()
	if moved.StatusCode != http.StatusTemporaryRedirect || moved.Header.Get("Location") != "https://"+addr+"/t/ABC?x=1" || len(moved.Cookies()) > 0 {
		t.Errorf("unencrypted: status %d, %v", moved.StatusCode, moved.Header)
	}
	for _, noise := range []string{"hello\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET http://evil/ HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET /\r\nX HTTP/1.1\r\nHost: a\r\n\r\n"} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		_, err = conn.Write([]byte(noise))
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(conn); err == nil && strings.Contains(string(answer), "200") {
			t.Errorf("%q is answered: %s", noise, answer)
		}
		_ = conn.Close()
	}
	p.get("/healthz")
	p.stop()

	// A certificate for another name is used, and said.
	other := launchFor(t, "https://", addr, browser, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--public-url", "https://10.1.2.3:8443")
	wait(t, func() bool {
		return strings.Contains(other.out.String(), "the certificate is for hall.test, 127.0.0.1, but codes lead to 10.1.2.3")
	}, &other.err)
	other.stop()
}
