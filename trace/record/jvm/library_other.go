//go:build !linux

package jvm

// unloadable returns an empty text, because the reason is unknown.
func unloadable(string) string { return "" }

// folders returns the VM's folders that may contain a library.
func (t target) folders() []string { return []string{t.folder()} }
