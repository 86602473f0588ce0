//go:build !linux

package node

import (
	"context"
	"errors"
	"os"
	"syscall"
)

// errSystem reports that running programs are not found on this system.
var errSystem = errors.New("running Node.js programs are only found on Linux; start it with --inspect and attach to http://127.0.0.1:9229")

// Supported reports whether running programs are found on this system.
const Supported = false

// List returns no programs.
func List(context.Context) ([]Process, error) { return nil, nil }

// Find returns [ErrNotNode].
func Find(pid int) (Process, error) { return Process{}, about(pid, ErrNotNode) }

// Runs reports whether a process exists.
func Runs(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}

// Ports returns an error.
func Ports(pid int) ([]Port, error) { return nil, about(pid, errSystem) }

// IsInspected returns false.
func IsInspected(int) bool { return false }

// Owner returns 0.
func Owner(string) int { return 0 }

// OwnerAmong returns 0.
func OwnerAmong([]int, string) int { return 0 }

// Descendants returns none.
func Descendants(int) []int { return nil }

// Signal returns an error.
func Signal(pid int) error { return about(pid, errSystem) }
