package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"go.etcd.io/bbolt"
)

// Backup writes a copy of everything. The file is copied to one beside it,
// which takes a read transaction no longer than the disk needs; that copy is
// checked, and streamed to w, however slow w is.
func (b *Bolt) Backup(w io.Writer) (int64, error) { return streamCopy(b, w) }

// Verify reads a copy of everything back, while writing goes on.
func (b *Bolt) Verify() (Report, error) { return inspectCopy(b, b.path) }

// copied is a home that can be copied as a whole: as a data file of its own,
// which belongs to whoever asked.
type copied interface {
	copy() (path string, err error)
}

// streamCopy makes a copy, checks it by reading it back, and writes it to w.
func streamCopy(home copied, w io.Writer) (n int64, err error) {
	path, err := home.copy()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.Remove(path)) }()
	if _, err := readCopied(path); err != nil {
		return 0, fmt.Errorf("check the copy: %w", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}

// inspectCopy makes a copy and reports on it under the home's own name.
func inspectCopy(home copied, name string) (report Report, err error) {
	path, err := home.copy()
	if err != nil {
		return Report{Path: name}, err
	}
	defer func() { err = errors.Join(err, os.Remove(path)) }()
	report, err = Inspect(path)
	report.Path = name
	return report, err
}

// copy makes a synced copy beside the file and gives its path. It leaves the
// file room to grow, or else gives ErrNoRoom.
func (b *Bolt) copy() (string, error) {
	folder := filepath.Dir(b.path)
	if info, err := os.Stat(b.path); err == nil {
		if free, known := freeSpace(folder); known && free < uint64(info.Size())+spare {
			return "", ErrNoRoom.at(folder)
		}
	}
	file, err := createCopy(b.path)
	if err != nil {
		return "", err
	}
	err = b.view(func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(file)
		return err
	})
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("copy %s: %w", b.path, err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}

func copyPrefix(path string) string { return "." + filepath.Base(path) + ".copy-" }

func createCopy(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), copyPrefix(path)+"*")
}

// removeLeftovers removes copies that a killed process left beside the file.
func removeLeftovers(path string) {
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, name := range names {
		if strings.HasPrefix(name.Name(), copyPrefix(path)) {
			_ = os.Remove(filepath.Join(filepath.Dir(path), name.Name()))
		}
	}
}

// BackupFile puts a backup at the path, in place of what is there: written
// beside it, read back and checked, and only then renamed. Whatever happens
// in the middle, what was at the path stays.
func BackupFile(s Store, path string) (report Report, err error) {
	file, err := createCopy(path)
	if err != nil {
		return Report{}, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(file.Name())))
		}
	}()
	_, err = s.Backup(file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return Report{}, err
	}
	if report, err = inspectWhole(file.Name()); err != nil {
		return report, err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return report, err
	}
	report.Path = path
	return report, syncFolder(filepath.Dir(path))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func inspectWhole(path string) (Report, error) {
	report, err := Inspect(path)
	if err != nil {
		return report, err
	}
	return report, report.Err()
}

// Restore puts a backup at the path. It is copied beside it and read back first:
// unless the copy is whole and of no newer program, nothing is touched. A file
// that is at the path already must not be in use (ErrInUse) and is kept under
// the name keep beside it, which must be free (ErrExists).
func Restore(backup, path, keep string) (Report, error) {
	kept := filepath.Join(filepath.Dir(path), keep)
	replaces, err := mayReplace(path, kept)
	if err != nil {
		return Report{}, err
	}
	fresh, report, err := copyChecked(backup, path)
	if err != nil {
		return report, err
	}
	if replaces {
		if err := os.Rename(path, kept); err != nil {
			return report, errors.Join(err, os.Remove(fresh))
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		if replaces {
			err = errors.Join(err, os.Rename(kept, path))
		}
		return report, errors.Join(err, os.Remove(fresh))
	}
	return report, syncFolder(filepath.Dir(path))
}

// mayReplace reports whether there is a file to be kept.
func mayReplace(path, kept string) (bool, error) {
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return false, err
	}
	if filepath.Base(kept) == filepath.Base(path) || filepath.Dir(kept) != filepath.Dir(path) {
		return false, ErrExists.at(kept)
	}
	if _, err := os.Stat(kept); err == nil {
		return false, ErrExists.at(kept)
	}
	db, err := openToRead(path, Options{}.withDefaults().Timeout)
	if errors.Is(err, ErrInUse) {
		return false, err
	}
	if err == nil {
		// A damaged file may be replaced: it is what restoring is for.
		return true, db.Close()
	}
	return true, nil
}

// copyChecked copies the backup beside the path and reads the copy back.
func copyChecked(backup, path string) (_ string, report Report, err error) {
	source, err := os.Open(backup)
	if err != nil {
		return "", report, err
	}
	defer source.Close()
	file, err := createCopy(path)
	if err != nil {
		return "", report, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = io.Copy(file, source)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", report, err
	}
	report, err = inspectWhole(file.Name())
	report.Path = backup
	if err != nil {
		return "", report, ofFile(err, file.Name(), backup)
	}
	if err = renewSnapshots(file.Name(), report); err != nil {
		return "", report, err
	}
	return file.Name(), report, nil
}

// ofFile says of an error about a copy that it is the original's.
func ofFile(err error, copied, original string) error {
	if e, ok := err.(*Error); ok && e.Path == copied {
		return e.at(original)
	}
	return err
}

// syncFolder makes a rename durable, where the system knows such a thing.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	return errors.Join(err, folder.Close())
}
