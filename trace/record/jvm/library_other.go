//go:build !linux

package jvm

// unloadable is not known.
func unloadable(string) string { return "" }

// folders lists the VM's folders in which a library for it may be.
func (t target) folders() []string { return []string{t.folder()} }
