package scripts

import (
	"regexp"
	"time"
)

// namedTime matches the times in the names of Node.js, Heap.20261201.105014.1234.0.001.heapsnapshot, and Chrome,
// Heap-20261201T105014.heapsnapshot.
var namedTime = regexp.MustCompile(`(\d{8})[.T](\d{6})`)

// TimeInName returns the time in the name of a file in ms, without a time zone; 0 if there is none.
func TimeInName(base string) int64 {
	m := namedTime.FindStringSubmatch(base)
	if m == nil {
		return 0
	}
	at, err := time.Parse("20060102150405", m[1]+m[2])
	if err != nil {
		return 0
	}
	return at.UnixMilli()
}
