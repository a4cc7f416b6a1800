package store

import (
	"errors"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// freeSpace is how many bytes can be written in the folder; false if the
// system does not tell.
func freeSpace(folder string) (uint64, bool) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, false
	}
	return free, true
}

// sameDisk reports whether two paths lie on one disk, as far as that can be
// told.
func sameDisk(a, b string) bool {
	one, err := filepath.Abs(a)
	if err != nil {
		return false
	}
	other, err := filepath.Abs(b)
	return err == nil && strings.EqualFold(filepath.VolumeName(one), filepath.VolumeName(other))
}

// isMount is for systems whose disks are folders of each other.
func isMount(string) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func isProtected(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }

// stickFolders are the drives of the letters that are in use.
func stickFolders() []string {
	letters, err := windows.GetLogicalDrives()
	if err != nil {
		return nil
	}
	var drives []string
	for i := range 26 {
		if letters&(1<<i) != 0 {
			drives = append(drives, string(rune('A'+i))+`:\`)
		}
	}
	return drives
}

// isStick asks for the kind of the drive only: looking into one of a network
// may take long.
func isStick(path string) bool {
	name, err := windows.UTF16PtrFromString(path)
	return err == nil && windows.GetDriveType(name) == windows.DRIVE_REMOVABLE
}
