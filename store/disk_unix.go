//go:build linux || darwin

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// freeSpace is how many bytes can be written in the folder; false if the
// system does not tell.
func freeSpace(folder string) (uint64, bool) {
	var found unix.Statfs_t
	if err := unix.Statfs(folder, &found); err != nil {
		return 0, false
	}
	return found.Bavail * uint64(found.Bsize), true
}

func device(path string) (uint64, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(stat.Dev), true
}

// sameDisk reports whether two paths lie on one disk, as far as that can be
// told.
func sameDisk(a, b string) bool {
	one, ok := device(a)
	other, known := device(b)
	return ok && known && one == other
}

// isMount reports whether another disk begins at the folder. When that disk is
// gone the folder may still be there, as an empty one of the disk below.
func isMount(folder string) bool {
	return !sameDisk(folder, filepath.Dir(folder))
}

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

func isProtected(err error) bool { return errors.Is(err, syscall.EROFS) }

// stickFolders are where systems show disks that are plugged in.
func stickFolders() []string {
	return []string{"/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*"}
}

func isStick(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() && isMount(path)
}
