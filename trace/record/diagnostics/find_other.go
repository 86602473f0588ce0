//go:build !linux

package diagnostics

import (
	"errors"
	"net"
)

// Supported reports whether programs are found on this system.
const Supported = false

// List returns nothing.
func List() []Socket { return nil }

// Find returns false.
func Find(int) (s Socket, ok bool) { return s, false }

// Foreign returns false.
func (Socket) Foreign() bool { return false }

// IsBelow returns false.
func (Socket) IsBelow(int) bool { return false }

// Runs returns false.
func (Socket) Runs() bool { return false }

// Words returns nil.
func (Socket) Words() []string { return nil }

// Version returns nothing.
func (Socket) Version() string { return "" }

// Assemblies returns nil.
func (Socket) Assemblies() []string { return nil }

func (Socket) check(*net.UnixConn) error {
	return errors.New("programs on .NET cannot be recorded on this system")
}
