package store

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
)

// etcdScheme begins the address of a cluster.
const etcdScheme = "etcd://"

// IsEtcd tells the address of a cluster from the path of a file.
func IsEtcd(address string) bool { return strings.HasPrefix(address, etcdScheme) }

// EtcdAddress says where a cluster is, which of its keys are the kiosk's, and
// how to be let in.
type EtcdAddress struct {
	// Endpoints are the servers, HOST:PORT.
	Endpoints []string
	// Prefix begins every key, without a slash at its end.
	Prefix string
	// User and Password are etcd's own, empty for none.
	User, Password string
	// PasswordFile is a file with the password in it, read at every connection
	// to a server; empty for none.
	PasswordFile string
	// TLS says to encrypt; the files are PEM. CA is who vouches for the servers,
	// empty for whom the system trusts; Cert and Key are the kiosk's own.
	TLS           bool
	CA, Cert, Key string
	// ServerName is the name in the servers' certificates where it is not their
	// host's.
	ServerName string
}

// ParseEtcd reads
//
//	etcd://[USER:PASSWORD@]HOST:PORT[,HOST:PORT…][/PREFIX][?tls=true&ca=FILE&cert=FILE&key=FILE&server-name=NAME&password-file=FILE]
//
// The prefix is /kiosk where none is given, the port 2379. A CA or a
// certificate means TLS. Letters that mean something in an address are written
// as %XX. The error is an ErrAddress.
func ParseEtcd(text string) (EtcdAddress, error) {
	a, err := parseEtcd(text)
	if err != nil {
		return EtcdAddress{}, ErrAddress.at(withoutPassword(text)).because(err)
	}
	return a, nil
}

// defaultEtcdPort is where etcd serves its clients.
const defaultEtcdPort = "2379"

func parseEtcd(text string) (a EtcdAddress, err error) {
	rest, ok := strings.CutPrefix(text, etcdScheme)
	if !ok {
		return a, errors.New("it does not begin with " + etcdScheme)
	}
	rest, query, _ := strings.Cut(rest, "?")
	hosts, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(hosts, '@'); at >= 0 {
		user, password, _ := strings.Cut(hosts[:at], ":")
		hosts = hosts[at+1:]
		if a.User, err = url.PathUnescape(user); err != nil {
			return a, err
		}
		if a.Password, err = url.PathUnescape(password); err != nil {
			return a, err
		}
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), defaultEtcdPort)
		}
		if name, _, err := net.SplitHostPort(host); err != nil || name == "" {
			return a, fmt.Errorf("%q is no server", host)
		}
		a.Endpoints = append(a.Endpoints, host)
	}
	if path, err = url.PathUnescape(path); err != nil {
		return a, err
	}
	a.Prefix = "/" + strings.Trim(path, "/")
	if a.Prefix == "/" {
		a.Prefix = "/kiosk"
	}
	return a, a.options(query)
}

func (a *EtcdAddress) options(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	for name, to := range map[string]*string{"ca": &a.CA, "cert": &a.Cert, "key": &a.Key, "server-name": &a.ServerName, "password-file": &a.PasswordFile} {
		*to = values.Get(name)
		values.Del(name)
	}
	a.TLS = a.CA != "" || a.Cert != ""
	switch values.Get("tls") {
	case "true", "1":
		a.TLS = true
	case "", "false", "0":
		if a.TLS && values.Has("tls") {
			return errors.New("a certificate without TLS")
		}
	default:
		return fmt.Errorf("tls cannot be %q", values.Get("tls"))
	}
	values.Del("tls")
	for name := range values {
		return fmt.Errorf("there is no option %q", name)
	}
	if a.PasswordFile != "" && (a.User == "" || a.Password != "") {
		return errors.New("a password in a file needs a user, and no other password")
	}
	if (a.Cert == "") != (a.Key == "") {
		return errors.New("a certificate needs its key, and a key its certificate")
	}
	return nil
}

// String is the address without user, password and options, for people.
func (a EtcdAddress) String() string {
	return etcdScheme + strings.Join(a.Endpoints, ",") + a.Prefix
}

// withoutPassword is an address that could not be read, without what must not
// be seen.
func withoutPassword(text string) string {
	rest, _, _ := strings.Cut(strings.TrimPrefix(text, etcdScheme), "?")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	return etcdScheme + rest
}

// maxPasswordFile bounds a file with a password, in bytes.
const maxPasswordFile = 4 << 10

// password is that of the user, from the file where one is named.
func (a EtcdAddress) password() (string, error) {
	if a.PasswordFile == "" {
		return a.Password, nil
	}
	text, err := os.ReadFile(a.PasswordFile)
	if err != nil {
		return "", err
	}
	password := strings.TrimRight(string(text), "\r\n")
	if password == "" || len(text) > maxPasswordFile || strings.ContainsAny(password, "\r\n") {
		return "", ErrAddress.at(a.PasswordFile).because(errors.New("it is not one line with a password"))
	}
	return password, nil
}

// security is how the connection is encrypted, nil for plainly. The error
// joins an *fs.PathError or what is wrong with the file.
func (a EtcdAddress) security() (*tls.Config, error) {
	if !a.TLS {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: a.ServerName}
	if a.CA != "" {
		pem, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, ErrAddress.at(a.CA).because(errors.New("there is no certificate in it"))
		}
	}
	if a.Cert != "" {
		own, err := tls.LoadX509KeyPair(a.Cert, a.Key)
		if err != nil {
			return nil, ErrAddress.at(a.Cert).because(err)
		}
		c.Certificates = []tls.Certificate{own}
	}
	return c, nil
}

// endpoints are the servers as the client wants them.
func (a EtcdAddress) endpoints() []string {
	scheme := "http://"
	if a.TLS {
		scheme = "https://"
	}
	all := slices.Clone(a.Endpoints)
	for i := range all {
		all[i] = scheme + all[i]
	}
	return all
}
