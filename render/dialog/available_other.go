//go:build !unix || darwin

package dialog

// available returns how to prompt; the system always can.
func available() program { return library{} }
