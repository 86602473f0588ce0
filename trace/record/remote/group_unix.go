//go:build !windows

package remote

import (
	"syscall"

	"memcity/trace/process"
)

// ownGroup keeps the terminal's signals away from a command.
func ownGroup(cmd *process.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// deaf returns words that run others with the terminal's interrupt ignored.
func deaf(words []string) []string {
	return append([]string{"sh", "-c", `trap "" INT; exec "$@"`, "sh"}, words...)
}
