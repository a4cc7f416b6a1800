//go:build !linux && !darwin && !windows

package main

import "time"

// sinceBoot knows nothing of the laptop's clock.
func sinceBoot() time.Duration { return time.Since(processStart) }

var processStart = time.Now()
