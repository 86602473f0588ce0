// Package headroom reports how much memory a process can still allocate before the system ends it or refuses memory.
package headroom

// Headroom is the memory that a process can still allocate.
type Headroom struct {
	Bytes int64  // negative if unknown
	By    string // what limits it, such as "the cgroup's limit of 512 MB"; empty if unknown
}

// Unknown is the headroom on systems where it cannot be determined.
var Unknown = Headroom{Bytes: -1}

// least returns the smaller of two headrooms.
func least(a, b Headroom) Headroom {
	if a.Bytes < 0 || b.Bytes >= 0 && b.Bytes < a.Bytes {
		return b
	}
	return a
}
