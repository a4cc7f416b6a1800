package storetest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/store"
)

// Secured is what a cluster is guarded by: certificates on both sides, in
// files, and a user who may use one prefix only.
type Secured struct {
	CA, Cert, Key          string
	User, Password, Prefix string
	server                 [2]string
}

// NewSecuredCluster starts one server that encrypts, wants a certificate, and
// lets the user do what it likes under the prefix, and nothing elsewhere.
func NewSecuredCluster(t testing.TB) (*Cluster, Secured) {
	t.Helper()
	folder := t.TempDir()
	s := Secured{CA: filepath.Join(folder, "ca.pem"), User: "kiosk", Password: "s3cret:p@ss/wörd", Prefix: "/final"}
	authority := newAuthority(t, s.CA)
	s.Cert, s.Key = authority.issue(t, folder, "kiosk-laptop")
	s.server[0], s.server[1] = authority.issue(t, folder, "server")
	c := newCluster(t, 1, &s)
	c.guard(s)
	return c, s
}

// Through is an address with what it takes to be let in; the password is not in
// it.
func (s Secured) Through(a store.EtcdAddress) store.EtcdAddress {
	a.CA, a.Cert, a.Key, a.TLS, a.User, a.Prefix = s.CA, s.Cert, s.Key, true, s.User, s.Prefix
	return a
}

// guard makes the user, and has the cluster ask for one.
func (c *Cluster) guard(s Secured) {
	c.t.Helper()
	client := c.Client()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	steps := []func() error{
		func() error { _, err := client.RoleAdd(ctx, "root"); return err },
		func() error { _, err := client.UserAdd(ctx, "root", "root-password"); return err },
		func() error { _, err := client.UserGrantRole(ctx, "root", "root"); return err },
		func() error { _, err := client.RoleAdd(ctx, "final"); return err },
		func() error {
			_, err := client.RoleGrantPermission(ctx, "final", s.Prefix+"/", clientv3.GetPrefixRangeEnd(s.Prefix+"/"), clientv3.PermissionType(clientv3.PermReadWrite))
			return err
		},
		func() error { _, err := client.UserAdd(ctx, s.User, s.Password); return err },
		func() error { _, err := client.UserGrantRole(ctx, s.User, "final"); return err },
		func() error { _, err := client.AuthEnable(ctx); return err },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			c.t.Fatal(err)
		}
	}
}

// security is how the tests' own client is let in, nil for plainly.
func (s *Secured) security(t testing.TB) *tls.Config {
	t.Helper()
	if s == nil {
		return nil
	}
	text, err := os.ReadFile(s.CA)
	if err != nil {
		t.Fatal(err)
	}
	own, err := tls.LoadX509KeyPair(s.Cert, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return &tls.Config{RootCAs: pool, Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12}
}

// authority issues certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t testing.TB, path string) authority {
	t.Helper()
	a := authority{key: newKey(t)}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	writePEM(t, path, "CERTIFICATE", der)
	return a
}

// issue makes a certificate for this machine that is good on both sides of a
// connection.
func (a authority) issue(t testing.TB, folder, name string) (cert, key string) {
	t.Helper()
	own := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &own.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(folder, name+".pem"), filepath.Join(folder, name+".key")
	writePEM(t, cert, "CERTIFICATE", der)
	writePEM(t, key, "EC PRIVATE KEY", secret)
	return cert, key
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func writePEM(t testing.TB, path, kind string, der []byte) {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}
