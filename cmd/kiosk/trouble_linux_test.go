package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"kiosk/store"
)

// running is a kiosk with a round that is drawn, and a phone at its first table.
func running(t *testing.T, args ...string) (p *process, data, phone string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "kiosk-data")
	p = launch(t, freeAddress(t), append([]string{"--data", data}, args...)...)
	p.signIn(p.pin())
	phone, _ = p.tokens(p.drawn(2), 1)
	p.hold(phone, "phone-a")
	return p, data, phone
}

// handsOf is how many hands the phone sees.
func (p *process) handsOf(phone string) int {
	p.Helper()
	match := p.get(phone)["match"].(map[string]any)
	games := match["games"].([]any)
	if len(games) == 0 {
		return 0
	}
	return len(games[0].(map[string]any)["hands"].([]any))
}

// whole checks the record of a kiosk that has ended, and counts its reports.
func whole(t *testing.T, data string, reports int) {
	t.Helper()
	report, err := store.Inspect(filepath.Join(data, dataFile))
	if err != nil || report.Err() != nil {
		t.Fatal(err, report.Err())
	}
	if got := report.Events[0].Kinds["hand.reported"]; got != reports {
		t.Errorf("%d reports in the record, want %d", got, reports)
	}
}

// TestFullDisk: with no byte left the kiosk goes on being read, says in the
// language of who asks what is wrong, takes nothing that it cannot keep, and
// comes back by itself when there is room.
func TestFullDisk(t *testing.T) {
	p, data, phone := running(t)
	p.want(http.StatusCreated, http.MethodPost, phone+"/hands", "one", hand("phone-a", 1, 1, 3))
	var before unix.Rlimit
	limit := func(next *unix.Rlimit) {
		t.Helper()
		if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, next, &before); err != nil {
			t.Fatal(err)
		}
	}
	limit(nil)
	room := before
	limit(&unix.Rlimit{Cur: 0, Max: room.Max})
	refused := p.want(http.StatusServiceUnavailable, http.MethodPost, phone+"/hands", "two", hand("phone-a", 2, 1, 3))
	if refused["code"] != "store.unwritable" || !strings.Contains(refused["detail"].(string), "現在不能寫入磁碟") {
		t.Errorf("refused: %v", refused)
	}
	if n := p.handsOf(phone); n != 1 {
		t.Errorf("%d hands are shown", n)
	}
	if status, _, err := p.ask(http.MethodGet, "/healthz", "", nil); err != nil || status != http.StatusServiceUnavailable {
		t.Errorf("health: %d, %v", status, err)
	}
	if trouble, _ := p.get("/api/v1/kiosk")["trouble"].(string); !strings.Contains(trouble, "磁碟滿了") {
		t.Errorf("the organiser is told %q", trouble)
	}
	limit(&room)
	wait(t, func() bool {
		status, _, err := p.ask(http.MethodGet, "/healthz", "", nil)
		return err == nil && status == http.StatusOK
	}, &p.err)
	if view := p.get("/api/v1/kiosk"); view["trouble"] != nil {
		t.Errorf("afterwards: %v", view["trouble"])
	}
	for range 2 {
		p.want(http.StatusCreated, http.MethodPost, phone+"/hands", "two", hand("phone-a", 2, 1, 3))
	}
	if n := p.handsOf(phone); n != 2 {
		t.Errorf("%d hands afterwards", n)
	}
	p.stop()
	whole(t, data, 2)
}

// TestSuspended: a kiosk that is suspended, as by a laptop that sleeps, answers
// afterwards what came meanwhile; what a phone gave up and sends again is there
// once.
func TestSuspended(t *testing.T) {
	p, data, phone := running(t)
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := p.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	patient := p.client
	p.client = &http.Client{Timeout: 200 * time.Millisecond}
	if _, _, err := p.ask(http.MethodPost, phone+"/hands", "one", hand("phone-a", 1, 1, 3)); err == nil {
		t.Error("a suspended kiosk answers")
	}
	p.client = patient
	answered := make(chan int, 1)
	go func() {
		status, _, err := p.ask(http.MethodPost, phone+"/hands", "one", hand("phone-a", 1, 1, 3))
		if err != nil {
			status = 0
		}
		answered <- status
	}()
	select {
	case status := <-answered:
		t.Errorf("a suspended kiosk answers: %d", status)
	case <-time.After(300 * time.Millisecond):
	}
	signal(syscall.SIGCONT)
	if status := <-answered; status != http.StatusCreated {
		t.Errorf("afterwards: %d", status)
	}
	p.want(http.StatusCreated, http.MethodPost, phone+"/hands", "one", hand("phone-a", 1, 1, 3))
	if n := p.handsOf(phone); n != 1 {
		t.Errorf("%d hands", n)
	}
	p.stop()
	whole(t, data, 1)
}

// writeProtect mounts a folder once more, for reading only. It needs rights that
// tests seldom have.
func writeProtect(t *testing.T, folder string) {
	t.Helper()
	if err := syscall.Mount(folder, folder, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("cannot write-protect a folder here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("cannot write-protect a folder here: %v", err)
	}
}

// TestWriteProtectedFolder: the kiosk does not start on it, and says which it
// is, with data in it and without.
func TestWriteProtectedFolder(t *testing.T) {
	with, without := t.TempDir(), t.TempDir()
	s, err := store.Open(filepath.Join(with, dataFile), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{with, without, filepath.Join(without, "new")} {
		if folder == with || folder == without {
			writeProtect(t, folder)
		}
		code, _, said := kioskSays("--data", folder, "--addr", "127.0.0.1:0", "--open-browser", "false", "--lang", "zh-Hans")
		if code != 1 || !strings.Contains(said, "不能读写（只读）") || !strings.Contains(said, folder) {
			t.Errorf("%s: exit %d: %s", folder, code, said)
		}
		if _, err := os.Stat(filepath.Join(without, dataFile)); err == nil {
			t.Error("a file was made all the same")
		}
	}
}
