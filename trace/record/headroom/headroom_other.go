//go:build !linux

package headroom

// Of returns [Unknown].
func Of(pid int) Headroom { return Unknown }

// Peak returns 0.
func Peak(pid int) (resident, peak int64) { return 0, 0 }
