package store_test

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kiosk/store"
	"kiosk/store/storetest"
)

// TestEtcdGuarded: a cluster that encrypts and knows users lets in who may come
// in, to what is theirs; to others it says what is wrong, without secrets.
func TestEtcdGuarded(t *testing.T) {
	cluster, guard := storetest.NewSecuredCluster(t)
	address := guard.Through(cluster.Address(""))
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte(guard.Password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	options := store.EtcdOptions{Folder: t.TempDir(), Patience: 2 * time.Second}

	inFile := address
	inFile.PasswordFile = file
	s, err := store.OpenEtcd(t.Context(), inFile, options)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Submit(t, s, storetest.Creation("a", ""))
	storetest.Submit(t, s, storetest.Rename("a", "x", ""))
	if err := s.Writable(); err != nil {
		t.Error(err)
	}

	text := "etcd://" + guard.User + ":" + url.QueryEscape(guard.Password) + "@" + strings.Join(address.Endpoints, ",") + guard.Prefix +
		"?ca=" + url.QueryEscape(guard.CA) + "&cert=" + url.QueryEscape(guard.Cert) + "&key=" + url.QueryEscape(guard.Key)
	parsed, err := store.ParseEtcd(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := store.OpenEtcd(t.Context(), parsed, options)
	if err != nil {
		t.Fatal(err)
	}
	if state, ok := again.State("a"); !ok || state.Version != 2 {
		t.Error("the event is not there")
	}
	if strings.Contains(again.Path(), guard.Password) || strings.Contains(again.Path(), guard.User+"@") {
		t.Errorf("the path is %s", again.Path())
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}

	cases := map[string]struct {
		change func(*store.EtcdAddress)
		want   error
	}{
		"wrong password":    {func(a *store.EtcdAddress) { a.Password = "another" }, store.ErrRefused},
		"nobody's name":     {func(a *store.EtcdAddress) { a.User, a.Password = "nobody", "x" }, store.ErrRefused},
		"another prefix":    {func(a *store.EtcdAddress) { a.Password, a.Prefix = guard.Password, "/other" }, store.ErrRefused},
		"no certificate":    {func(a *store.EtcdAddress) { a.Password, a.Cert, a.Key = guard.Password, "", "" }, store.ErrUnreachable},
		"unknown authority": {func(a *store.EtcdAddress) { a.Password, a.CA = guard.Password, "" }, store.ErrUnreachable},
		"not encrypted":     {func(a *store.EtcdAddress) { a.TLS, a.CA, a.Cert, a.Key = false, "", "", "" }, store.ErrUnreachable},
		"no such file":      {func(a *store.EtcdAddress) { a.PasswordFile = file + "s" }, fs.ErrNotExist},
		"a key as password": {func(a *store.EtcdAddress) { a.PasswordFile = guard.Key }, store.ErrAddress},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			other := address
			c.change(&other)
			s, err := store.OpenEtcd(t.Context(), other, options)
			if err == nil {
				t.Fatal("it was let in", s.Close())
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if strings.Contains(err.Error(), guard.Password) {
				t.Errorf("the password is in %v", err)
			}
		})
	}
}
