package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"kiosk/scoresheet/event"
)

// BackupPlan says where backups go, how often they are made, and which stay.
type BackupPlan struct {
	// Folder is where they go. Empty is the folder "backups" beside the data
	// file, until somebody names one.
	Folder string
	// Every is the longest time that anything written waits for a backup; 0
	// leaves it to the ends of rounds.
	Every time.Duration
	// Keep is how many stay, For how long each stays; 0 is no limit. A few of
	// the newest stay whatever the limits say.
	Keep int
	For  time.Duration
}

// BackupOptions are what Backups need beside the plan; the zero value is
// usable.
type BackupOptions struct {
	// Now is the clock; time.Now if nil.
	Now func() time.Time
	// Look is how often it is looked whether a backup is due; a second if 0.
	Look time.Duration
	// Again is how long after a failure the next attempt is made; a minute if
	// 0. A folder that was gone is used as soon as it is back.
	Again time.Duration
	// Turn is how long a kiosk of several lets each one before it go first, so
	// that those which share a folder make one backup of a round, and not one
	// each; five seconds if 0.
	Turn time.Duration
	// Logger takes what an operator should know; nothing is logged if nil.
	Logger *slog.Logger
}

// BackupState is how the backups of a kiosk stand.
type BackupState struct {
	Plan BackupPlan
	// Own says that nobody has named a folder.
	Own bool
	// SameDisk says that the backups lie on the disk of the data, and are lost
	// with it.
	SameDisk bool
	// Running says that one is being made.
	Running bool
	// Last is the newest backup that is known to be good; its Path is empty
	// when there is none.
	Last BackupDone
	// Current says that Last holds all that was written.
	Current bool
	// Trouble is why no backup can be made, an *Error, and Since when; nil when
	// the last attempt went well.
	Trouble error
	Since   time.Time
}

// BackupDone is a backup that was read back and found whole.
type BackupDone struct {
	Path string
	At   time.Time
	Size int64
	// Took is how long copying and reading back took, 0 for a backup that was
	// there at the start.
	Took time.Duration
}

// The secrets of backups: the name of the data's series, and the folder that
// was named at the kiosk.
const (
	secretSeries = "backup/series"
	secretFolder = "backup/folder"
)

// Backups makes the backups of a store: after every round, and when something
// has waited long enough, but never when nothing was written. Run does it, in
// the goroutine that calls it, so that there are never two at once; the other
// methods may be called from anywhere.
type Backups struct {
	store   Kept
	options BackupOptions
	asked   chan struct{}
	// into is where the bytes of a backup go through; tests pull out sticks
	// here.
	into func(io.Writer) io.Writer

	mu    sync.Mutex
	state BackupState
	// mounted says that another disk began at the folder.
	mounted bool
	// revision is what Last holds; known is false for one that was made before
	// the start.
	revision uint64
	known    bool
	// owed says that a backup was tried and failed, retry when the next attempt
	// may be made.
	owed  bool
	retry time.Time

	// Only the goroutine that makes backups uses what follows.
	rounds map[event.ID]progress
	ended  bool
	// waiting is since when a backup is due, and somebody else's turn.
	waiting time.Time
}

// progress is how far an event is.
type progress struct{ version, rounds int }

// NewBackups prepares the backups of a store. A folder in the plan counts
// before one that was named at the kiosk earlier.
func NewBackups(s Kept, plan BackupPlan, options BackupOptions) *Backups {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Look == 0 {
		options.Look = time.Second
	}
	if options.Again == 0 {
		options.Again = time.Minute
	}
	if options.Turn == 0 {
		options.Turn = 5 * time.Second
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	k := &Backups{store: s, options: options, asked: make(chan struct{}, 1), into: func(w io.Writer) io.Writer { return w }, rounds: map[event.ID]progress{}}
	if kept, ok := s.Secret(s.own(secretFolder)); ok && plan.Folder == "" {
		plan.Folder = string(kept)
	}
	k.state.Plan = plan
	k.settle(plan.Folder)
	return k
}

// settle makes the folder the one in use, and looks for what is in it.
func (k *Backups) settle(folder string) {
	own := folder == ""
	if own {
		folder = filepath.Join(k.store.folder(), "backups")
	}
	var last BackupDone
	if series, ok := k.store.Secret(secretSeries); ok {
		if found, err := backupsIn(folder, string(series)); err == nil && len(found) > 0 {
			last = BackupDone{Path: filepath.Join(folder, found[0].name), At: earlier(found[0].at, k.options.Now()), Size: found[0].size}
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.state = BackupState{Plan: k.state.Plan, Own: own, Last: last, Running: k.state.Running}
	k.state.Plan.Folder = folder
	k.mounted, k.known, k.owed, k.retry = false, false, false, time.Time{}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// State is how the backups stand now.
func (k *Backups) State() BackupState {
	revision, ok := k.store.revision()
	k.mu.Lock()
	defer k.mu.Unlock()
	state := k.state
	state.Current = ok && k.known && revision == k.revision
	state.SameDisk = !k.store.shared() && (state.Own || sameDisk(state.Plan.Folder, k.store.folder()))
	return state
}

// Ask asks for a backup now, whether or not one is due.
func (k *Backups) Ask() {
	select {
	case k.asked <- struct{}{}:
	default: // It is asked for already.
	}
}

// Choose names the folder, and asks for a backup into it; empty goes back to
// the data folder's own. It is kept for the next start. The error is an *Error
// that says why the folder will not do, or the store's.
func (k *Backups) Choose(ctx context.Context, folder string) error {
	if folder != "" {
		if !filepath.IsAbs(folder) {
			return ErrBackupPlace.at(folder)
		}
		folder = filepath.Clean(folder)
		if err := tryFolder(folder); err != nil {
			return backupError(folder, err)
		}
	}
	if err := k.store.SetSecret(ctx, k.store.own(secretFolder), []byte(folder)); err != nil {
		return err
	}
	k.settle(folder)
	k.Ask()
	return nil
}

// tryFolder finds out whether files can be made in the folder.
func tryFolder(folder string) error {
	file, err := os.CreateTemp(folder, ".kiosk-try-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString("kiosk")
	return errors.Join(err, file.Close(), os.Remove(file.Name()))
}

// Run makes backups until the context ends.
func (k *Backups) Run(ctx context.Context) {
	tick := time.NewTicker(k.options.Look)
	defer tick.Stop()
	for {
		asked := false
		select {
		case <-ctx.Done():
			return
		case <-k.asked:
			asked = true
		case <-tick.C:
		}
		if k.due(asked) && (asked || !k.adopt()) {
			k.make(ctx)
		}
	}
}

// Finish makes a last backup if something was written since the one before and
// the folder is there. It is for the end, when Run has returned and nothing
// more will be written.
func (k *Backups) Finish(ctx context.Context) {
	if k.reachable() && len(k.store.Events()) > 0 && !k.State().Current && !k.adopt() {
		k.make(ctx)
	}
}

// due looks whether a backup has to be made now.
func (k *Backups) due(asked bool) bool {
	k.watchRounds()
	if !k.reachable() && !asked {
		return false
	}
	revision, ok := k.store.revision()
	if asked || !ok || len(k.store.Events()) == 0 {
		return asked && ok
	}
	now := k.options.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	changed := !k.known || revision != k.revision
	if k.state.Trouble != nil {
		if !changed && !k.owed {
			k.state.Trouble = nil // The folder is back, and nothing was missed.
			return false
		}
		return !now.Before(k.retry)
	}
	waited := k.state.Plan.Every > 0 && now.Sub(k.state.Last.At) >= k.state.Plan.Every
	return k.turn(now, changed && (k.ended || waited || k.state.Last.Path == ""))
}

// turn puts a backup off that is due, while other kiosks may be making it. In its
// own folder a kiosk waits for nobody. The lock is held.
func (k *Backups) turn(now time.Time, due bool) bool {
	if !due || k.state.Own {
		k.waiting = time.Time{}
		return due
	}
	if k.waiting.IsZero() {
		k.waiting = now
	}
	return now.Sub(k.waiting) >= time.Duration(k.store.before())*k.options.Turn
}

// adopt takes over a backup that another kiosk has made in the same folder, and
// that holds everything. It reports whether there was one.
func (k *Backups) adopt() bool {
	revision, ok := k.store.revision()
	k.mu.Lock()
	folder := k.state.Plan.Folder
	k.mu.Unlock()
	for _, other := range k.store.othersBackups() {
		if !ok || other.Holds < revision {
			continue
		}
		path := filepath.Join(folder, filepath.Base(other.Backup))
		// Two folders may have a file of one name, but not of one moment.
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || !info.ModTime().Equal(other.Wrote) {
			continue
		}
		k.ended, k.waiting = false, time.Time{}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.state.Last = BackupDone{Path: path, At: earlier(info.ModTime(), k.options.Now()), Size: info.Size()}
		k.state.Trouble, k.revision, k.known, k.mounted, k.owed = nil, other.Holds, true, isMount(folder), false
		return true
	}
	return false
}

// watchRounds notes when all matches of a round are over.
func (k *Backups) watchRounds() {
	for _, id := range k.store.Events() {
		state, ok := k.store.State(id)
		before, known := k.rounds[id]
		if !ok || before.version == state.Version {
			continue
		}
		now := progress{version: state.Version, rounds: roundsOver(state)}
		k.ended = k.ended || known && now.rounds > before.rounds
		k.rounds[id] = now
	}
}

// roundsOver is how many rounds of an event have no match that is still played.
func roundsOver(state *event.State) int {
	over := 0
	for _, round := range state.Rounds {
		done := true
		for n := round.First; n <= round.Last && done; n++ {
			done = state.Match(n).Done()
		}
		if done {
			over++
		}
	}
	return over
}

// reachable looks whether the folder is there, and notes when it is not, and
// when it is back.
func (k *Backups) reachable() bool {
	k.mu.Lock()
	folder, own, mounted, trouble := k.state.Plan.Folder, k.state.Own, k.mounted, k.state.Trouble
	k.mu.Unlock()
	if own {
		return true
	}
	info, err := os.Stat(folder)
	switch {
	case err != nil:
	case !info.IsDir():
		err = &fs.PathError{Op: "backup", Path: folder, Err: fs.ErrNotExist}
	case mounted && !isMount(folder):
		err = &fs.PathError{Op: "backup", Path: folder, Err: fs.ErrNotExist}
	}
	gone := errors.Is(trouble, ErrBackupGone)
	if err != nil && !gone {
		k.failed(folder, backupError(folder, err), 0)
	}
	if err == nil && gone {
		k.mu.Lock()
		k.retry = time.Time{}
		k.mu.Unlock()
	}
	return err == nil
}

// make makes a backup and notes what came of it.
func (k *Backups) make(ctx context.Context) {
	k.mu.Lock()
	folder, own := k.state.Plan.Folder, k.state.Own
	k.state.Running = true
	k.mu.Unlock()
	began := k.options.Now()
	done, revision, err := k.write(ctx, folder, own)
	if err != nil {
		k.mu.Lock()
		k.owed = true
		k.mu.Unlock()
		k.failed(folder, err, k.options.Again)
		return
	}
	done.At = began
	done.Took = k.options.Now().Sub(began)
	k.options.Logger.Info("backed up", "file", done.Path, "bytes", done.Size, "took", done.Took)
	if info, err := os.Stat(done.Path); err == nil {
		k.store.backedUp(filepath.Base(done.Path), info.ModTime(), revision)
	}
	k.ended, k.waiting = false, time.Time{}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.state.Running = false
	if k.state.Plan.Folder != folder {
		return // Another was named meanwhile, and it asked for one of its own.
	}
	k.state.Last, k.state.Trouble = done, nil
	k.revision, k.known, k.mounted, k.owed = revision, true, isMount(folder), false
}

func (k *Backups) failed(folder string, err error, wait time.Duration) {
	now := k.options.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.state.Running = false
	if k.state.Plan.Folder != folder || errors.Is(err, context.Canceled) {
		return
	}
	if k.state.Trouble == nil {
		k.state.Since = now
	}
	if k.state.Trouble == nil || !errors.Is(err, k.state.Trouble) {
		k.options.Logger.Error("cannot back up", "folder", folder, "err", err)
	}
	k.state.Trouble, k.retry = err, now.Add(wait)
}

// write makes the copy beside the data file, which takes a read transaction no
// longer than that disk needs, and brings it into the folder.
func (k *Backups) write(ctx context.Context, folder string, own bool) (BackupDone, uint64, error) {
	if own {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return BackupDone{}, 0, backupError(folder, err)
		}
	}
	series, err := k.series(ctx)
	if err != nil {
		return BackupDone{}, 0, err
	}
	found, err := backupsIn(folder, series)
	if err != nil {
		return BackupDone{}, 0, backupError(folder, err)
	}
	number := 1
	if len(found) > 0 {
		number = found[0].number + 1
	}
	revision, _ := k.store.revision()
	local, err := k.store.copy()
	if err != nil {
		return BackupDone{}, 0, copyError(k.store.Path(), err)
	}
	defer func() { _ = ignoreMissing(os.Remove(local)) }() // The next start removes it.
	now := k.options.Now()
	path := filepath.Join(folder, nameBackup(series, number, now))
	size, err := k.bring(ctx, local, path, series)
	if err != nil {
		return BackupDone{}, 0, err
	}
	if found, err = backupsIn(folder, series); err == nil {
		k.mu.Lock()
		plan := k.state.Plan
		k.mu.Unlock()
		removeBackups(folder, plan.surplus(found, now))
	}
	removeHalfWritten(folder, series)
	return BackupDone{Path: path, Size: size}, revision, nil
}

// series is the name of the data's backups.
func (k *Backups) series(ctx context.Context) (string, error) {
	if kept, ok := k.store.Secret(secretSeries); ok {
		return string(kept), nil
	}
	series := newSeries()
	return series, k.store.SetSecret(ctx, secretSeries, []byte(series))
}

// bring copies a file into the folder under a name of its own, reads it back to
// the last entry of every chain, and only then gives it its name.
func (k *Backups) bring(ctx context.Context, local, path, series string) (size int64, err error) {
	folder := filepath.Dir(path)
	info, err := os.Stat(local)
	if err != nil {
		return 0, copyError(local, err)
	}
	if err := makeRoom(folder, series, info.Size()); err != nil {
		return 0, backupError(folder, err)
	}
	file, err := os.CreateTemp(folder, unfinished(series)+"*")
	if err != nil {
		return 0, backupError(folder, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // With the stick it is gone anyway.
		}
	}()
	err = copyInto(ctx, k.into(file), local)
	if err == nil {
		err = file.Sync()
	}
	forget(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return 0, backupError(folder, err)
	}
	report, err := readCopied(file.Name())
	if err != nil {
		return 0, readBackError(local, folder, err)
	}
	if err = errors.Join(os.Rename(file.Name(), path), syncFolder(folder)); err != nil {
		return 0, backupError(folder, err)
	}
	return report.Size, nil
}

// copyInto copies a file until the context ends.
func copyInto(ctx context.Context, to io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return copyError(path, err)
	}
	defer file.Close()
	_, err = io.Copy(to, untilDone{ctx, file})
	return err
}

type untilDone struct {
	ctx  context.Context
	from io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// readBackError tells a stick that does not keep what is written on it from
// data that are not whole themselves.
func readBackError(local, folder string, err error) error {
	if _, own := readCopied(local); own != nil {
		return own
	}
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrForeign) || errors.Is(err, ErrNewer) {
		return ErrBackupWrong.at(folder).because(err)
	}
	return backupError(folder, err)
}

// copyError is why the data file could not be copied beside itself.
func copyError(path string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	if isFull(err) {
		return ErrNoRoom.at(filepath.Dir(path)).because(err)
	}
	return ErrBackupSource.at(path).because(err)
}

// backupError is what went wrong in the folder of the backups.
func backupError(folder string, err error) error {
	var known *Error
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return ErrBackupGone.at(folder).because(err)
	case isFull(err):
		return ErrBackupFull.at(folder).because(err)
	case errors.Is(err, fs.ErrPermission), isProtected(err):
		return ErrBackupRefused.at(folder).because(err)
	}
	if _, missing := os.Stat(folder); missing != nil {
		return ErrBackupGone.at(folder).because(err)
	}
	return ErrBackupFailed.at(folder).because(err)
}
