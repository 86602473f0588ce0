//go:build !unix

package forked

import (
	"context"
	"errors"
	"io"
	"net"
	"time"
)

// Supported reports whether programs that fork copies can be recorded on this system.
const Supported = false

var errSystem = errors.New("programs that fork copies cannot be recorded on this system")

// Listen returns an error.
func Listen(string) (net.Listener, error) { return nil, errSystem }

// Conn is a connection to a program.
type Conn struct {
	PID     int
	Version string
	Words   []string
}

// Greet returns an error.
func Greet(net.Conn) (*Conn, error) { return nil, errSystem }

// Release does nothing.
func (*Conn) Release() {}

// Ending returns nil.
func (*Conn) Ending() <-chan struct{} { return nil }

// Waits returns false.
func (*Conn) Waits() bool { return false }

// Done returns nil.
func (*Conn) Done() <-chan struct{} { return nil }

// Close does nothing.
func (*Conn) Close() {}

// Dump returns an error.
func (*Conn) Dump(context.Context, io.Writer, bool, int64) (time.Duration, error) {
	return 0, errSystem
}
