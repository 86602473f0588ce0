//go:build !unix

package process

// Shared reports whether any local user can put a file into a folder. It is false here: who may write is in access lists, which are not read.
func Shared(string) bool { return false }
