package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// said is what a command wrote, readable while it writes.
type said struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// kioskSays runs a command line to its end.
func kioskSays(args ...string) (code int, out, err string) {
	var stdout, stderr said
	code = run(args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	return code, stdout.String(), stderr.String()
}

func TestServeRefusesSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("kiosk.toml", []byte("data = \"x\"\nadress = \"y\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name string
		args []string
		want []string
	}{
		{"bare, a key that is unknown", nil, []string{"kiosk.toml:2", "adress", "没有"}},
		{"in English", []string{"--lang", "en"}, []string{"kiosk.toml:2", "adress", "there is no setting"}},
		{"a value too", []string{"serve", "--lang", "en", "--addr", "nowhere"}, []string{"kiosk.toml:2", "--addr", "nowhere", "HOST:PORT"}},
		{"a flag that is unknown", []string{"--adress=x"}, []string{"--adress"}},
		{"for the PIN too", []string{"pin", "--lang", "en"}, []string{"kiosk.toml:2"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, out, err := kioskSays(c.args...)
			if code != exitUsage || out != "" {
				t.Errorf("exit %d, said %q", code, out)
			}
			for _, want := range c.want {
				if !strings.Contains(err, want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
		})
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a data folder was made")
	}
}

func TestServeUntilInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself on Windows")
	}
	t.Chdir(t.TempDir())
	t.Setenv("KIOSK_OPEN_BROWSER", "false")
	var stdout, stderr said
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"--addr", "127.0.0.1:0", "--lang", "en", "--log", "error"}, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	}()
	local := regexp.MustCompile(`http://localhost:\d+/`)
	pin := regexp.MustCompile(`PIN: (\d{8})\b`)
	wait(t, func() bool { return local.MatchString(stdout.String()) && pin.MatchString(stdout.String()) }, &stderr)
	address := strings.Replace(local.FindString(stdout.String()), "localhost", "127.0.0.1", 1)
	wait(t, func() bool {
		res, err := http.Get(address + "healthz")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		_, err = io.Copy(io.Discard, res.Body)
		return err == nil && res.StatusCode == http.StatusOK
	}, &stderr)

	// While it runs, a new PIN is refused.
	if code, _, err := kioskSays("pin", "--lang", "en"); code != 1 || !strings.Contains(err, "is running") {
		t.Errorf("a new PIN: exit %d, %s", code, err)
	}

	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case code := <-ended:
		if code != 0 {
			t.Errorf("exit %d: %s", code, stderr.String())
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it does not end")
	}
}

func wait(t *testing.T, until func() bool, stderr *said) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !until(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", stderr.String())
		}
	}
}

func TestPINCommand(t *testing.T) {
	dir := t.TempDir()
	if code, out, err := kioskSays("pin", "--data", dir, "--lang", "en"); code != 1 || out != "" || !strings.Contains(err, "no data") {
		t.Errorf("without data: exit %d, %q, %q", code, out, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("files were made: %v, %v", files, err)
	}

	path := filepath.Join(dir, dataFile)
	old := withPINs(t, path, func(pins *api.PINs) string {
		pin, made, err := pins.EnsureOrganiser(t.Context())
		if err != nil || !made {
			t.Fatalf("%v, %v", made, err)
		}
		return pin
	})
	code, out, said := kioskSays("pin", "--data", dir, "--lang", "en")
	found := regexp.MustCompile(`\b\d{8}\b`).FindString(out)
	if code != 0 || found == "" || found == old {
		t.Fatalf("exit %d, %q, %q", code, out, said)
	}
	withPINs(t, path, func(pins *api.PINs) string {
		if pin, made, err := pins.EnsureOrganiser(t.Context()); made || pin != "" || err != nil {
			t.Errorf("the PIN is gone: %v, %v", made, err)
		}
		return ""
	})

	kept, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if code, _, said := kioskSays("pin", "--data", dir, "--lang", "en"); code != 1 || !strings.Contains(said, "running") {
		t.Errorf("while it runs: exit %d, %q", code, said)
	}
}

// withPINs opens the store for a moment.
func withPINs(t *testing.T, path string, do func(*api.PINs) string) string {
	t.Helper()
	kept, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	}()
	return do(api.NewPINs(kept, time.Now, rand.Reader))
}

func TestPINCommandEndsTheOrganisersSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), dataFile)
	kept, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sessions := map[string]string{
		"session/" + strings.Repeat("0a", 32): `{"role":"organiser","name":"x"}`,
		"session/" + strings.Repeat("0b", 32): `{"role":"referee","name":"y"}`,
	}
	for name, value := range sessions {
		if err := kept.SetSecret(context.Background(), name, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := resetPIN(t.Context(), store.Whereabouts{File: path}); err != nil {
		t.Fatal(err)
	}
	if kept, err = store.Open(path, store.Options{}); err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	left := kept.Secrets("session/")
	if len(left) != 1 || !strings.Contains(left[0], "0b") {
		t.Errorf("left: %v", left)
	}
	if value, ok := kept.Secret("pin/" + string(event.Organiser)); !ok || bytes.Contains(value, []byte("organiser")) {
		t.Errorf("PIN kept: %v", ok)
	}
}
