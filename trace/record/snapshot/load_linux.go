package snapshot

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Load returns the mean number of runnable threads per core in the last minute; 0 if unknown.
func Load() float64 {
	data, _ := os.ReadFile("/proc/loadavg")
	minute, _, _ := strings.Cut(string(data), " ")
	n, err := strconv.ParseFloat(minute, 64)
	if err != nil {
		return 0
	}
	return n / float64(runtime.NumCPU())
}
