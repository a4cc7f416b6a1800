package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// backupClock is a clock that tests move.
type backupClock struct{ ns atomic.Int64 }

func (c *backupClock) now() time.Time      { return time.Unix(1_800_000_000, c.ns.Load()) }
func (c *backupClock) add(d time.Duration) { c.ns.Add(int64(d)) }

// keeper is the backups of a store, not running, and the folder that they go
// into.
type keeper struct {
	*Backups
	store  *Bolt
	clock  *backupClock
	folder string
}

func newKeeper(t *testing.T, plan BackupPlan) *keeper {
	t.Helper()
	k := &keeper{store: open(t, newPath(t)), clock: &backupClock{}, folder: plan.Folder}
	if k.folder == "" {
		k.folder = t.TempDir()
	}
	plan.Folder = k.folder
	if plan.Every == 0 {
		plan.Every = 10 * time.Minute
	}
	submit(t, k.store, creation("a"))
	k.Backups = NewBackups(k.store, plan, BackupOptions{Now: k.clock.now, Look: time.Millisecond, Again: time.Minute})
	return k
}

// look does what Run does at one look, and reports whether a backup was due.
func (k *keeper) look(t *testing.T) bool {
	t.Helper()
	due := k.due(false)
	if due {
		k.make(t.Context())
	}
	return due
}

func (k *keeper) written(t *testing.T) []string {
	t.Helper()
	files, err := os.ReadDir(k.folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name())
	}
	return names
}

func (k *keeper) good(t *testing.T) {
	t.Helper()
	state := k.State()
	if state.Trouble != nil || !state.Current || state.Running {
		t.Fatalf("state: %+v", state)
	}
	report, err := inspectWhole(state.Last.Path)
	if err != nil {
		t.Fatal(err)
	}
	if now, _ := k.store.State("a"); report.Events[0].Head != now.Head {
		t.Error("the backup stands elsewhere")
	}
}

func (k *keeper) change(t *testing.T, name string) {
	t.Helper()
	submit(t, k.store, rename("a", name, ""))
}

func TestBackupWhenDue(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	if !k.look(t) {
		t.Fatal("the first is not made")
	}
	k.good(t)
	for range 3 {
		k.clock.add(time.Hour)
		if k.look(t) {
			t.Error("nothing changed, and a backup was made")
		}
	}
	k.change(t, "x")
	if k.State().Current {
		t.Error("a change is not seen")
	}
	if !k.look(t) {
		t.Error("an hour after the last, and none is made")
	}
	k.change(t, "y")
	if k.clock.add(9 * time.Minute); k.look(t) {
		t.Error("made too early")
	}
	if k.clock.add(2 * time.Minute); !k.look(t) {
		t.Error("not made in time")
	}
	k.good(t)
	// What belongs to no event counts too.
	if err := k.store.SetSecret(t.Context(), "pin", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if k.clock.add(11 * time.Minute); !k.look(t) {
		t.Error("a new PIN is in no backup")
	}
	if names := k.written(t); len(names) != 4 {
		t.Errorf("%d files: %v", len(names), names)
	}
	k.Finish(t.Context())
	if names := k.written(t); len(names) != 4 {
		t.Error("nothing changed, and a last one was made")
	}
	k.change(t, "z")
	k.Finish(t.Context())
	k.good(t)
	noLeftovers(t, k.store.path)
}

// TestBackupAfterStarting: what lies in the folder is known again, and the
// numbers go on even where the clock was set back.
func TestBackupAfterStarting(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	k.look(t)
	before := k.State().Last
	k.clock.add(-2 * time.Hour)
	k.Backups = NewBackups(k.store, BackupPlan{Folder: k.folder, Every: 10 * time.Minute}, BackupOptions{Now: k.clock.now})
	if last := k.State().Last; last.Path != before.Path || last.At.After(k.clock.now()) {
		t.Errorf("known again: %+v", last)
	}
	k.change(t, "x")
	if k.clock.add(11 * time.Minute); !k.look(t) {
		t.Fatal("none is made")
	}
	k.good(t)
	names := k.written(t)
	if len(names) != 2 || filepath.Base(k.State().Last.Path) != names[1] {
		t.Errorf("%v, last %s", names, k.State().Last.Path)
	}
	if path, broken, err := Newest(k.folder); err != nil || broken != nil || path != k.State().Last.Path {
		t.Errorf("newest: %s, %v, %v", path, broken, err)
	}
	// The newest that is whole is taken, and the other is named.
	if err := os.Truncate(k.State().Last.Path, 9000); err != nil {
		t.Fatal(err)
	}
	if path, broken, err := Newest(k.folder); err != nil || !slices.Equal(broken, names[1:]) || path != before.Path {
		t.Errorf("newest that is whole: %s, %v, %v", path, broken, err)
	}
	if _, _, err := Newest(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(k.folder, nameBackup("zzzzzz", 1, k.clock.now())), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Newest(k.folder); !errors.Is(err, ErrSeveral) {
		t.Errorf("two kiosks in a folder: %v", err)
	}
}

// broken lets some bytes through, then does what it was told.
type broken struct {
	to   io.Writer
	left int
	with func([]byte) (int, error)
}

func (w *broken) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left >= 0 {
		return w.to.Write(p)
	}
	return w.with(p)
}

// TestBackupTrouble: whatever goes wrong in the folder is said by its name,
// harms neither the data nor the older backups, and is over by itself.
func TestBackupTrouble(t *testing.T) {
	failing := func(err error) func(k *keeper, to io.Writer) func([]byte) (int, error) {
		return func(*keeper, io.Writer) func([]byte) (int, error) {
			return func([]byte) (int, error) { return 0, err }
		}
	}
	for name, c := range map[string]struct {
		with func(k *keeper, to io.Writer) func([]byte) (int, error)
		want *Error
	}{
		"full":       {failing(&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), ErrBackupFull},
		"read-only":  {failing(&os.PathError{Op: "write", Path: "x", Err: syscall.EROFS}), ErrBackupRefused},
		"forbidden":  {failing(os.ErrPermission), ErrBackupRefused},
		"bad sector": {failing(syscall.EIO), ErrBackupFailed},
		"pulled out": {func(k *keeper, _ io.Writer) func([]byte) (int, error) {
			return func([]byte) (int, error) { return 0, errors.Join(syscall.EIO, os.Rename(k.folder, k.folder+".away")) }
		}, ErrBackupGone},
		"forgetful": {func(_ *keeper, to io.Writer) func([]byte) (int, error) {
			return func(p []byte) (int, error) { return to.Write(make([]byte, len(p))) }
		}, ErrBackupWrong},
	} {
		t.Run(name, func(t *testing.T) {
			k := newKeeper(t, BackupPlan{Folder: filepath.Join(t.TempDir(), "stick")})
			if err := os.Mkdir(k.folder, 0o700); err != nil {
				t.Fatal(err)
			}
			k.look(t)
			before := k.State().Last
			k.change(t, "x")
			k.clock.add(11 * time.Minute)
			k.into = func(w io.Writer) io.Writer { return &broken{to: w, left: 10_000, with: c.with(k, w)} }
			if !k.look(t) {
				t.Fatal("none is due")
			}
			state := k.State()
			if !errors.Is(state.Trouble, c.want) || !state.Since.Equal(k.clock.now()) || state.Last != before || state.Current || state.Running {
				t.Fatalf("state: %+v", state)
			}
			if c.want != ErrBackupGone && len(k.written(t)) != 1 {
				t.Errorf("left behind: %v", k.written(t))
			}
			noLeftovers(t, k.store.path)
			k.change(t, "y") // The kiosk goes on.
			k.into = func(w io.Writer) io.Writer { return w }
			if k.look(t) {
				t.Error("tried again at once")
			}
			if c.want == ErrBackupGone {
				if err := os.Rename(k.folder+".away", k.folder); err != nil {
					t.Fatal(err)
				}
			} else {
				k.clock.add(time.Minute)
			}
			if !k.look(t) {
				t.Fatal("not tried again")
			}
			k.good(t)
		})
	}
}

// TestBackupFolderGone: the folder is missed before a backup is due, and
// nothing is made of its return when nothing was written meanwhile.
func TestBackupFolderGone(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	k.look(t)
	if err := os.Rename(k.folder, k.folder+".away"); err != nil {
		t.Fatal(err)
	}
	if k.look(t) || !errors.Is(k.State().Trouble, ErrBackupGone) {
		t.Errorf("gone: %+v", k.State())
	}
	// Asking does not make the folder.
	if k.due(true); k.State().Trouble == nil {
		t.Error("not missed any more")
	}
	k.make(t.Context())
	if _, err := os.Stat(k.folder); err == nil {
		t.Error("the folder was made on the disk below")
	}
	if err := os.Rename(k.folder+".away", k.folder); err != nil {
		t.Fatal(err)
	}
	k.look(t)
	k.good(t)
}

func TestBackupsThatStay(t *testing.T) {
	k := newKeeper(t, BackupPlan{Keep: 4, For: 365 * 24 * time.Hour})
	others := []string{"kiosk-aaaaaa-00001-20260101-000000.db", "kiosk-20260101-000000.db", "notes.txt"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(k.folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 7 {
		k.change(t, fmt.Sprint(i))
		k.clock.add(11 * time.Minute)
		k.look(t)
	}
	k.good(t)
	numbers := func() (found []int) {
		list, err := backupsIn(k.folder, string(must(k.store.Secret(secretSeries))))
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range list {
			found = append(found, each.number)
		}
		return found
	}
	if got := numbers(); !slices.Equal(got, []int{7, 6, 5, 4}) {
		t.Errorf("by count: %v", got)
	}
	for i, name := range k.written(t) {
		old := time.Unix(1_800_000_000, 0).Add(time.Duration(i)*time.Minute).AddDate(-2, 0, 0)
		if err := os.Chtimes(filepath.Join(k.folder, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	half := filepath.Join(k.folder, unfinished(string(must(k.store.Secret(secretSeries))))+"1")
	if err := os.WriteFile(half, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if old := time.Now().Add(-2 * halfWritten); os.Chtimes(half, old, old) != nil {
		t.Fatal("cannot date a file back")
	}
	k.change(t, "much later")
	k.clock.add(11 * time.Minute)
	k.look(t)
	if got := numbers(); !slices.Equal(got, []int{8, 7, 6}) {
		t.Errorf("by age: %v", got)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(k.folder, name)); err != nil {
			t.Errorf("%s, which is another's, is gone", name)
		}
	}
	if _, err := os.Stat(half); err == nil {
		t.Error("what was never finished still lies there")
	}
}

func must(value []byte, ok bool) []byte {
	if !ok {
		panic("no such secret")
	}
	return value
}

func TestBackupFolderChosen(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	k.Backups = NewBackups(k.store, BackupPlan{Every: time.Minute}, BackupOptions{Now: k.clock.now})
	own := filepath.Join(filepath.Dir(k.store.path), "backups")
	if state := k.State(); !state.Own || !state.SameDisk || state.Plan.Folder != own {
		t.Errorf("by itself: %+v", state)
	}
	k.look(t)
	if path := k.State().Last.Path; filepath.Dir(path) != own {
		t.Errorf("by itself it goes to %s", path)
	}
	file := filepath.Join(k.folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]*Error{
		"stick": ErrBackupPlace, filepath.Join(k.folder, "none"): ErrBackupGone, file: ErrBackupFailed,
	} {
		if err := k.Choose(t.Context(), folder); !errors.Is(err, want) {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if !k.State().Own {
		t.Error("a folder that was refused is used")
	}
	if err := k.Choose(t.Context(), k.folder+"/"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-k.asked:
		k.make(t.Context())
	default:
		t.Fatal("choosing a folder asks for no backup")
	}
	k.good(t)
	k.Backups = NewBackups(k.store, BackupPlan{}, BackupOptions{})
	if state := k.State(); state.Own || state.Plan.Folder != k.folder || state.Last.Path == "" {
		t.Errorf("after a restart: %+v", state)
	}
	if err := k.Choose(t.Context(), ""); err != nil || !k.State().Own {
		t.Errorf("back to the own folder: %v", err)
	}
	if err := os.RemoveAll(own); err != nil { // open looks for leftovers
		t.Fatal(err)
	}
}

// TestSlowStick: while a stick takes its time the kiosk writes on, its file
// does not grow for that, and no second backup is begun.
func TestSlowStick(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	begun, goOn := make(chan struct{}), make(chan struct{})
	var copies atomic.Int32
	k.into = func(w io.Writer) io.Writer {
		if copies.Add(1) == 1 {
			close(begun)
			<-goOn
		}
		return w
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { k.Run(ctx) })
	<-begun
	size := func() int64 {
		info, err := os.Stat(k.store.path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	for i := range 400 {
		k.Ask()
		if err := k.store.SetSecret(t.Context(), "again", fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	if grown := size() - before; grown > 256<<10 {
		t.Errorf("the file grew by %d bytes", grown)
	}
	if n := copies.Load(); n != 1 || !k.State().Running {
		t.Errorf("%d backups at once", n)
	}
	close(goOn)
	until(t, func() bool { return copies.Load() == 2 && k.State().Current && !k.State().Running })
	stop()
	wg.Wait()
	k.good(t)
}

// TestBackupInterrupted: the end of the program does not wait for a stick, and
// leaves nothing behind.
func TestBackupInterrupted(t *testing.T) {
	k := newKeeper(t, BackupPlan{})
	ctx, stop := context.WithCancel(t.Context())
	k.into = func(w io.Writer) io.Writer { stop(); return w }
	k.make(ctx)
	if state := k.State(); state.Trouble != nil || state.Running || state.Last.Path != "" {
		t.Errorf("%+v", state)
	}
	if names := k.written(t); len(names) != 0 {
		t.Errorf("left behind: %s", strings.Join(names, ", "))
	}
	noLeftovers(t, k.store.path)
}
