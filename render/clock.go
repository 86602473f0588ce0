package render

import "time"

// clock returns a function that reports the time elapsed since the call of clock.
func clock() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
