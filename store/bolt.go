package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"kiosk/scoresheet/event"
)

// Options are the settings of a Bolt; the zero value is usable.
type Options struct {
	// Now is the clock that dates entries; time.Now if nil.
	Now func() time.Time
	// Timeout is how long Open waits for another process to let go of the
	// file; half a second if 0.
	Timeout time.Duration
	// Retry is how often a store that cannot write tries again by itself; a
	// second if 0.
	Retry time.Duration
	// Logger takes what an operator should know; nothing is logged if nil.
	Logger *slog.Logger

	// snapshotEvery is after how many entries tests want a snapshot, soon.
	snapshotEvery int
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = 500 * time.Millisecond
	}
	if o.Retry == 0 {
		o.Retry = time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Bolt is a Store in one bbolt file, which one process has at a time.
type Bolt struct {
	desk

	// db is replaced only by the writer, when the old one broke down.
	db atomic.Pointer[bbolt.DB]
	// write runs one synced transaction; tests put failures here.
	write func(func(*bbolt.Tx) error) error

	// photos takes snapshots until stop.
	photos *photographer
	stop   context.CancelFunc
	done   sync.WaitGroup
}

// Open opens the file, or makes it, and rebuilds the states from the journals.
// It gives ErrInUse when another process has the file, ErrNewer when a newer
// program wrote it, ErrForeign when it is no kiosk's data, ErrEmpty when it is
// there without a byte, and ErrDamaged, with event and entry where they are
// known, when it is not as it was written. A file that it refuses stays
// untouched.
func Open(path string, options Options) (*Bolt, error) {
	options = options.withDefaults()
	db, err := openFile(path, options)
	if err != nil {
		return nil, err
	}
	b := &Bolt{}
	b.prepare(b, path, options)
	b.photos = newPhotographer(&b.desk, b)
	b.db.Store(db)
	b.write = func(fn func(*bbolt.Tx) error) error { return b.db.Load().Update(fn) }
	if err := b.catchUp(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	removeLeftovers(path)
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	b.done.Go(func() { b.photos.run(ctx) })
	go b.run()
	return b, nil
}

// openFile checks the file before bbolt may write to it: bbolt itself ends the
// process when it meets a damaged page, and takes an empty file for a new one.
func openFile(path string, options Options) (_ *bbolt.DB, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := create(path); err != nil {
			return nil, err
		}
		defer func() {
			// An empty file that is left would be refused from now on.
			if err != nil && !errors.Is(err, ErrInUse) {
				err = errors.Join(err, os.Remove(path))
			}
		}()
	case err != nil:
		return nil, err
	case info.Size() == 0:
		return nil, ErrEmpty.at(path)
	default:
		if err := checkWhole(path, options); err != nil {
			return nil, err
		}
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:        options.Timeout,
		NoFreelistSync: true,
		FreelistType:   bbolt.FreelistMapType,
		NoStatistics:   true,
	})
	if err != nil {
		return nil, openError(path, err)
	}
	if err := prepare(db); err != nil {
		return nil, errors.Join(placed(err, path), db.Close())
	}
	return db, nil
}

// create makes the file, which must not be there: two programs that start at
// once must not both think that it is new.
func create(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return ErrInUse.at(path)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func checkWhole(path string, options Options) error {
	db, err := openToRead(path, options.Timeout)
	if err != nil {
		return err
	}
	defer db.Close()
	torn, err := checkPages(path)
	if err != nil {
		return err
	}
	if torn {
		options.Logger.Warn("one of the file's two header pages is not valid; the other is used", "path", path)
	}
	return placed(db.View(checkLayout), path)
}

// openToRead opens a file with a shared lock, which keeps writers out.
func openToRead(path string, timeout time.Duration) (*bbolt.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: timeout, ReadOnly: true, NoStatistics: true})
	if err != nil {
		return nil, openError(path, err)
	}
	return db, nil
}

func openError(path string, err error) error {
	var file *fs.PathError
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrInUse.at(path)
	case errors.As(err, &file):
		return err
	case errors.Is(err, bolterrors.ErrInvalid):
		return ErrForeign.at(path).because(err)
	}
	return ErrDamaged.at(path).because(err)
}

// placed puts the path into a store error that has none.
func placed(err error, path string) error {
	if e, ok := err.(*Error); ok && e.Path == "" {
		return e.at(path)
	}
	return err
}

// Entries reads a part of a journal.
func (b *Bolt) Entries(id event.ID, after, limit int) ([]event.Entry, error) {
	encoded, err := b.encoded(id, after, limit)
	if err != nil {
		return nil, err
	}
	return decodeAll(id, after, encoded)
}

// decodeAll decodes the entries after a number.
func decodeAll(id event.ID, after int, encoded [][]byte) ([]event.Entry, error) {
	if len(encoded) == 0 {
		return nil, nil
	}
	entries := make([]event.Entry, len(encoded))
	for i, bytes := range encoded {
		var err error
		if entries[i], err = event.DecodeEntry(bytes); err != nil {
			return nil, ErrDamaged.in(id, max(after, 0)+i+1).because(err)
		}
	}
	return entries, nil
}

// encoded are the entries as they are stored. The read transaction lasts no
// longer than it takes to copy the bytes.
func (b *Bolt) encoded(id event.ID, after, limit int) ([][]byte, error) {
	if limit <= 0 || limit > MaxEntries {
		limit = MaxEntries
	}
	state, ok := b.State(id)
	if !ok || after >= state.Version {
		return nil, nil
	}
	after = max(after, 0)
	var encoded [][]byte
	err := b.view(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketJournal).Bucket([]byte(id))
		if bucket == nil {
			return ErrDamaged.in(id, 0)
		}
		cursor := bucket.Bucket(bucketEntries).Cursor()
		// What is newer than the state is not committed for readers yet.
		for key, value := cursor.Seek(number(uint64(after + 1))); key != nil && len(encoded) < limit && after+len(encoded) < state.Version; key, value = cursor.Next() {
			encoded = append(encoded, slices.Clone(value))
		}
		return nil
	})
	return encoded, err
}

// view runs a read transaction. A file that is closed, or for the moment lost,
// gives what Writable says about it.
func (b *Bolt) view(fn func(tx *bbolt.Tx) error) error {
	err := b.db.Load().View(fn)
	if !isLost(err) {
		return err
	}
	if why := b.Writable(); why != nil {
		return why
	}
	return ErrUnwritable.at(b.path).because(err)
}

// revision grows with everything that is written; false while the file cannot
// be read.
func (b *Bolt) revision() (n uint64, ok bool) {
	err := b.view(func(tx *bbolt.Tx) error {
		n = uint64(tx.ID())
		return nil
	})
	return n, err == nil
}

func isLost(err error) bool {
	return errors.Is(err, bolterrors.ErrInvalidMapping) || errors.Is(err, bolterrors.ErrDatabaseNotOpen)
}

// Close finishes what was taken and closes the file. Further calls give the
// same result.
func (b *Bolt) Close() error {
	b.once.Do(func() {
		close(b.closing)
		<-b.stopped
		b.stop()
		b.done.Wait()
		b.photos.finish(context.Background())
		b.subs.close()
		b.closed = b.db.Load().Close()
	})
	return b.closed
}
