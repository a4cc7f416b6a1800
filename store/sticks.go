package store

import (
	"path/filepath"
	"slices"
)

// Sticks are the disks beside the laptop's own that are plugged in now, as far
// as the system shows them as folders.
func Sticks() []string {
	var found []string
	for _, pattern := range stickFolders() {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			continue
		}
		for _, path := range paths {
			if isStick(path) {
				found = append(found, path)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
