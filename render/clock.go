package render

import "time"

// clock returns a function that returns the time since now.
func clock() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
