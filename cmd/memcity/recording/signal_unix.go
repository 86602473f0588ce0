//go:build !windows

package recording

import (
	"os"
	"syscall"
)

// pointSignal requests a GC point.
var pointSignal = []os.Signal{syscall.SIGUSR1}
