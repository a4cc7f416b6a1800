package main

import (
	"time"

	"golang.org/x/sys/windows"
)

// sinceBoot counts on while the laptop sleeps, and knows nothing of its clock.
func sinceBoot() time.Duration { return windows.DurationSinceBoot() }
