package jvm

import (
	"os"
	"strings"
	"syscall"
)

// Flags of mounted file systems; see statfs(2).
const (
	mountedReadOnly = 0x1
	mountedNoExec   = 0x8
)

// unloadable returns why a library cannot be loaded from a folder; empty if it may be possible.
func unloadable(folder string) string {
	var system syscall.Statfs_t
	switch err := syscall.Statfs(folder, &system); {
	case err != nil:
		return err.Error()
	case system.Flags&mountedReadOnly != 0:
		return "read-only"
	case system.Flags&mountedNoExec != 0:
		return "mounted noexec"
	}
	return ""
}

// folders returns the VM's folders that may contain a library, as the VM sees them.
func (t target) folders() []string {
	environment, _ := os.ReadFile(proc(t.pid, "environ"))
	list := append([]string{tmp}, sharedFolders(func(name string) string {
		for variable := range strings.SplitSeq(string(environment), "\x00") {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		return ""
	})...)
	return append(list, t.workFolder(), "/var/tmp")
}
