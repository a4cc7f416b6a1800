package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// mountStick mounts a small disk, as a USB stick is mounted. It needs rights
// that tests seldom have.
func mountStick(t *testing.T, folder string, kib int) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dk", kib)); err != nil {
		t.Skipf("cannot mount a disk here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
}

// TestRealStick: a disk that is pulled out leaves its folder behind, on the
// disk below, where no backup may go.
func TestRealStick(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "stick")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mountStick(t, folder, 4096)
	k := newKeeper(t, BackupPlan{Folder: folder})
	k.look(t)
	k.good(t)
	if k.State().SameDisk {
		t.Error("the stick passes for the laptop's disk")
	}
	if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
		t.Fatal(err)
	}
	k.change(t, "x")
	k.clock.add(11 * time.Minute)
	if k.look(t) || !errors.Is(k.State().Trouble, ErrBackupGone) {
		t.Errorf("pulled out: %+v", k.State())
	}
	if names := k.written(t); len(names) != 0 {
		t.Errorf("on the disk below: %v", names)
	}
	mountStick(t, folder, 4096)
	if !k.look(t) {
		t.Error("plugged in again, and nothing is made")
	}
	k.good(t)
}

// TestFullStick: older backups make room for the new one where that is enough,
// and stay where it is not.
func TestFullStick(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "stick")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mountStick(t, folder, 1500)
	k := newKeeper(t, BackupPlan{Folder: folder})
	for i := range 20 {
		k.change(t, fmt.Sprint(i))
		k.clock.add(11 * time.Minute)
		k.look(t)
	}
	k.good(t)
	few := len(k.written(t))
	if few < minKept || few > 19 {
		t.Errorf("%d backups", few)
	}
	if err := os.WriteFile(filepath.Join(folder, "film"), make([]byte, 420<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	before := k.written(t)
	k.change(t, "x")
	k.clock.add(11 * time.Minute)
	if k.look(t); !errors.Is(k.State().Trouble, ErrBackupFull) {
		t.Fatalf("%+v", k.State())
	}
	if len(k.written(t)) != len(before) {
		t.Errorf("of %v there are %v", before, k.written(t))
	}
	if err := os.Remove(filepath.Join(folder, "film")); err != nil {
		t.Fatal(err)
	}
	if k.clock.add(time.Minute); !k.look(t) {
		t.Error("not tried again")
	}
	k.good(t)
}
