//go:build !linux

package main

import (
	"os/exec"
	"strconv"
	"strings"
)

// resident is the memory of a process that is in use, in bytes; 0 where nobody
// knows.
func resident(pid int) int64 {
	out, err := exec.Command("ps", "-o", "rss=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return 0
	}
	kib, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
