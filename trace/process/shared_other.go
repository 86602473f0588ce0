//go:build !unix

package process

// Shared reports whether any local user can put a file into a folder. It always returns false on this system, because access lists are not
// read.
func Shared(string) bool { return false }
