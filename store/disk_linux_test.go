package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"kiosk/scoresheet/event"
)

// TestFileMayNotGrow: the system itself refuses to write, with the limit on
// the size of files. The test runs in a process of its own.
func TestFileMayNotGrow(t *testing.T) {
	runChild(t, "full", newPath(t)).finish(t)
}

func init() { childModes["full"] = childFull }

func childFull(path string) error {
	b, err := Open(path, Options{Retry: 5 * time.Millisecond})
	if err != nil {
		return err
	}
	if _, err := b.Submit(background, creation("a")); err != nil {
		return err
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	limit := before
	limit.Cur = uint64(info.Size()) + 64<<10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	acknowledged := 0
	big := func(n int) Request {
		req := rename("a", fmt.Sprint(n), fmt.Sprintf("key-%05d", n))
		req.Answer = func(*event.State, []event.Entry) ([]byte, error) { return make([]byte, 4000), nil }
		return req
	}
	for {
		_, err := b.Submit(background, big(acknowledged))
		if errors.Is(err, ErrUnwritable) {
			break
		}
		if err != nil || acknowledged > 1000 {
			return fmt.Errorf("after %d: %w", acknowledged, err)
		}
		acknowledged++
	}
	if state, _ := b.State("a"); state.Version != acknowledged+1 {
		return fmt.Errorf("version %d after %d acknowledged", state.Version, acknowledged)
	}
	if _, err := b.Submit(background, big(acknowledged)); !errors.Is(err, ErrUnwritable) {
		return fmt.Errorf("still full: %w", err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	for b.Writable() != nil {
		time.Sleep(time.Millisecond)
	}
	receipt, err := b.Submit(background, big(acknowledged))
	if err != nil || receipt.Replayed || receipt.State.Version != acknowledged+2 {
		return fmt.Errorf("with room again: %+v, %w", receipt, err)
	}
	if err := b.Close(); err != nil {
		return err
	}
	report, err := inspectWhole(path)
	if err != nil {
		return err
	}
	if report.Events[0].Entries != acknowledged+2 {
		return fmt.Errorf("%d entries after %d acknowledged", report.Events[0].Entries, acknowledged)
	}
	fmt.Printf("%d acknowledged before the limit\n", acknowledged)
	return nil
}
