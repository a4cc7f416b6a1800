package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget lets the system forget what a synced file holds, so that it is read
// back from the disk. Where it does not, the check is a weaker one.
func forget(file *os.File) {
	_ = unix.Fadvise(int(file.Fd()), 0, 0, unix.FADV_DONTNEED)
}
