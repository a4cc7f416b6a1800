package store

import (
	"cmp"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A backup is called kiosk-SERIES-NUMBER-TIME.db. The series is the data's own,
// so that two kiosks can share a stick and neither removes what is the other's;
// the number tells which is newest even when the laptop's clock does not.
var backupName = regexp.MustCompile(`^kiosk-([a-z2-7]{6})-(\d{5,9})-(\d{8}-\d{6})\.db$`)

// backupStamp is how times stand in names of backups, as the laptop's clock
// shows them.
const backupStamp = "20060102-150405"

// kept is a backup that lies in a folder.
type kept struct {
	name   string
	series string
	number int
	at     time.Time
	size   int64
}

func nameBackup(series string, number int, at time.Time) string {
	return fmt.Sprintf("kiosk-%s-%05d-%s.db", series, number, at.Local().Format(backupStamp))
}

// newSeries is a name that no other kiosk has.
func newSeries() string {
	raw := make([]byte, 4)
	_, _ = rand.Read(raw) // it never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(raw))[:6]
}

// backupsIn lists the backups in a folder, the newest of each series first. An
// empty series means all of them.
func backupsIn(folder, series string) ([]kept, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []kept
	for _, file := range files {
		parts := backupName.FindStringSubmatch(file.Name())
		if parts == nil || (series != "" && parts[1] != series) {
			continue
		}
		number, err := strconv.Atoi(parts[2])
		if err != nil {
			continue
		}
		info, err := file.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // it went away since, or is none
		}
		found = append(found, kept{name: file.Name(), series: parts[1], number: number, at: info.ModTime(), size: info.Size()})
	}
	slices.SortFunc(found, func(a, b kept) int {
		return cmp.Or(cmp.Compare(a.series, b.series), cmp.Compare(b.number, a.number), cmp.Compare(b.name, a.name))
	})
	return found, nil
}

// Newest is the newest backup in the folder that is whole, and the names of the
// newer ones that are not. It gives fs.ErrNotExist when there is none, and
// ErrSeveral when there are backups of several kiosks: then somebody has to
// choose.
func Newest(folder string) (path string, broken []string, err error) {
	found, err := backupsIn(folder, "")
	if err != nil {
		return "", nil, err
	}
	if len(found) > 0 && found[0].series != found[len(found)-1].series {
		return "", nil, ErrSeveral.at(folder)
	}
	for _, each := range found {
		path := filepath.Join(folder, each.name)
		if _, err := readCopied(path); err == nil {
			return path, broken, nil
		}
		broken = append(broken, each.name)
	}
	return "", broken, &fs.PathError{Op: "restore", Path: folder, Err: fs.ErrNotExist}
}

// minKept is how many backups stay however old they are, and however full the
// disk is.
const minKept = 3

// surplus are the backups, newest first, that the plan does not keep.
func (p BackupPlan) surplus(found []kept, now time.Time) []kept {
	var out []kept
	for i, each := range found {
		old := p.For > 0 && now.Sub(each.at) > p.For
		many := p.Keep > 0 && i >= p.Keep
		if i >= minKept && (old || many) {
			out = append(out, each)
		}
	}
	return out
}

// removeBackups removes what it can; what it cannot will be tried again.
func removeBackups(folder string, list []kept) {
	for _, each := range list {
		_ = os.Remove(filepath.Join(folder, each.name))
	}
}

// spare is what stays free on a disk after a copy, in bytes: the data file must
// be able to grow.
const spare = 16 << 20

// makeRoom lets the oldest backups go when a new one of this size would not
// find room, but only if that helps, and never the last ones.
func makeRoom(folder, series string, size int64) error {
	free, known := freeSpace(folder)
	need := uint64(size) + 1<<20
	if !known || free >= need {
		return nil
	}
	found, err := backupsIn(folder, series)
	if err != nil {
		return err
	}
	at := len(found)
	for ; at > minKept && free < need; at-- {
		free += uint64(found[at-1].size)
	}
	if free < need {
		return ErrBackupFull.at(folder)
	}
	removeBackups(folder, found[at:])
	return nil
}

// halfWritten is how old a copy without its name must be to be left by a stick
// that was pulled out, and not to be written just now.
const halfWritten = time.Hour

// removeHalfWritten removes what is left of backups that were never finished.
func removeHalfWritten(folder, series string) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), unfinished(series)) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > halfWritten {
			_ = os.Remove(filepath.Join(folder, file.Name()))
		}
	}
}

func unfinished(series string) string { return ".kiosk-" + series + ".part-" }
