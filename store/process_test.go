package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The test binary started again with childMode in its environment is a kiosk
// of its own on the file childPath.
const (
	childMode = "KIOSK_STORE_TEST_CHILD"
	childPath = "KIOSK_STORE_TEST_PATH"
)

var childModes = map[string]func(path string) error{
	"second": func(path string) error { _, err := Open(path, Options{}); return err },
	"load":   childLoad,
}

var background = context.Background()

func TestMain(m *testing.M) {
	path := os.Getenv(childPath)
	var err error
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	default:
		err = childModes[os.Getenv(childMode)](path)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// child is a running one; its output comes line by line.
type child struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func runChild(t *testing.T, mode, path string) *child {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), childMode+"="+mode, childPath+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return &child{cmd: cmd, lines: bufio.NewScanner(out)}
}

// finish waits for a child that must succeed.
func (c *child) finish(t *testing.T) {
	t.Helper()
	var out []string
	for c.lines.Scan() {
		out = append(out, c.lines.Text())
	}
	if err := c.cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, strings.Join(out, "\n"))
	}
	t.Log(strings.Join(out, "\n"))
}

func TestSecondProcess(t *testing.T) {
	b := open(t, newPath(t))
	submit(t, b, creation("a"))
	start := time.Now()
	c := runChild(t, "second", b.path)
	said, err := io.ReadAll(readLines(c.lines))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err == nil {
		t.Error("the second process got the file")
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if want := ErrInUse.at(b.path).Error(); !strings.Contains(string(said), want) {
		t.Errorf("it said %q, not %q", said, want)
	}
	// Nor can it be looked into or replaced from outside.
	if _, err := Inspect(b.path); !errors.Is(err, ErrInUse) {
		t.Errorf("inspect: %v", err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, err := BackupFile(b, backup); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(backup, b.path, "kept.db"); !errors.Is(err, ErrInUse) {
		t.Errorf("restore: %v", err)
	}
	submit(t, b, rename("a", "x", ""))
}

func readLines(lines *bufio.Scanner) io.Reader {
	r, w := io.Pipe()
	go func() {
		for lines.Scan() {
			fmt.Fprintln(w, lines.Text())
		}
		w.Close()
	}()
	return r
}

// childLoad submits without end, and says what was acknowledged.
func childLoad(path string) error {
	b, err := Open(path, Options{})
	if err != nil {
		return err
	}
	if _, ok := b.State("a"); !ok {
		if _, err := b.Submit(background, creation("a")); err != nil {
			return err
		}
	}
	run := os.Getpid()
	var wg sync.WaitGroup
	failures := make(chan error, 16)
	for g := range 16 {
		wg.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("%d-%d-%d", run, g, i)
				receipt, err := b.Submit(background, rename("a", name, "key-"+name))
				if err != nil {
					failures <- err
					return
				}
				// One write a line: a killed process leaves no half one but the last.
				fmt.Fprintf(os.Stdout, "%s %d\n", name, receipt.State.Version)
			}
		})
	}
	err = <-failures
	wg.Wait()
	return err
}

// TestKilledUnderLoad: whatever a killed process acknowledged is there once.
func TestKilledUnderLoad(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a killed process leaves no pipe to read the rest from")
	}
	kills := 12
	if testing.Short() {
		kills = 3
	}
	path := newPath(t)
	acknowledged := map[string]string{}
	for kill := range kills {
		c := runChild(t, "load", path)
		alive := 1 + rand.IntN(800)
		for n := 0; c.lines.Scan(); n++ {
			name, version, ok := strings.Cut(c.lines.Text(), " ")
			if !ok {
				break
			}
			acknowledged[name] = version
			if n == alive {
				if err := c.cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := c.cmd.Wait(); c.cmd.ProcessState.Exited() {
			t.Fatalf("the child ended by itself: %v", err)
		}
		b := open(t, path)
		found := names(t, b, "a")
		for name, n := range found {
			if n != 1 {
				t.Errorf("kill %d: %s is there %d times", kill, name, n)
			}
		}
		for name, version := range acknowledged {
			if found[name] != 1 {
				t.Errorf("kill %d: %s was acknowledged and is lost", kill, name)
			}
			if name[0]%2 == 0 { // Half of them are sent again.
				receipt := submit(t, b, rename("a", name, "key-"+name))
				if want := fmt.Sprintf("%s at %s with 1", name, version); !receipt.Replayed || string(receipt.Answer) != want {
					t.Errorf("kill %d: sent again: %q, %v, want %q", kill, receipt.Answer, receipt.Replayed, want)
				}
			}
		}
		closeWhole(t, b)
	}
	t.Logf("%d kills, %d acknowledged", kills, len(acknowledged))
}
