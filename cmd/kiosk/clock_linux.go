package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot counts on while the laptop sleeps, and knows nothing of its clock.
func sinceBoot() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return time.Since(processStart)
	}
	return time.Duration(t.Nano())
}

var processStart = time.Now()
