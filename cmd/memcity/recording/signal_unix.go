//go:build !windows

package recording

import (
	"os"
	"syscall"
)

// pointSignal is the signal that requests a GC point.
var pointSignal = []os.Signal{syscall.SIGUSR1}
