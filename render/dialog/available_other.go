//go:build !unix || darwin

package dialog

// available returns how to ask; the system always can.
func available() asker { return library{} }
