//go:build !linux && !darwin && !windows

package allowance

// system knows of no limit: the user says one where it matters.
func system(a Allowance, _ int64) Allowance { return a }
