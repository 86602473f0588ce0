//go:build !windows

package remote

import (
	"syscall"

	"memcity/trace/process"
)

// ownGroup puts a command into its own process group, so that it does not receive the terminal's signals.
func ownGroup(cmd *process.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// deaf returns a command line that runs words with the terminal's interrupt ignored.
func deaf(words []string) []string {
	return append([]string{"sh", "-c", `trap "" INT; exec "$@"`, "sh"}, words...)
}
