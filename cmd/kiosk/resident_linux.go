package main

import (
	"bufio"
	"fmt"
	"os"
)

// resident is the memory of a process that is in use, in bytes; 0 where nobody
// knows.
func resident(pid int) int64 {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kib int64
		if _, err := fmt.Sscanf(lines.Text(), "VmRSS: %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	return 0
}
