package remote

import (
	"syscall"

	"memcity/trace/process"
)

// ownGroup keeps the console's signals away from a command.
func ownGroup(cmd *process.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// deaf returns the words: what they run gets the console's interrupts.
func deaf(words []string) []string { return words }
