//go:build !linux && !darwin && !windows

package store

func freeSpace(string) (uint64, bool) { return 0, false }

func sameDisk(string, string) bool { return false }

func isMount(string) bool { return false }

func isFull(error) bool { return false }

func isProtected(error) bool { return false }

func stickFolders() []string { return nil }

func isStick(string) bool { return false }
