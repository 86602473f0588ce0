//go:build !linux

package python

// Adopt does nothing.
func Adopt(bool) {}

func reap(int) {}
