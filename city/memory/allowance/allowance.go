// Package allowance determines how much memory this process may use: the smallest limit of its control groups, its resource limits, the
// free memory of the computer, and the user's setting.
package allowance

import (
	"io/fs"
	"math"
	"runtime/debug"
	"runtime/metrics"
)

// Allowance is the amount of memory that the process may use, including memory already in use.
type Allowance struct {
	Bytes int64
	By    string // source of the limit, for display
}

// None is the allowance without a limit.
var None = Allowance{Bytes: math.MaxInt64, By: "no limit"}

// Limited reports whether there is a limit.
func (a Allowance) Limited() bool { return a.Bytes < math.MaxInt64 }

// Within returns the smaller of a and bytes.
func (a Allowance) Within(bytes int64, by string) Allowance {
	if bytes < a.Bytes {
		return Allowance{max(bytes, 0), by}
	}
	return a
}

// Read returns the allowance of this process.
func Read() Allowance {
	a := None
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		a = a.Within(limit, "GOMEMLIMIT")
	}
	return system(a, heldByGo())
}

// heldByGo returns the bytes that the Go runtime of this process holds from the system.
func heldByGo() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// resource is a resource limit of the process, as set by setrlimit.
type resource struct {
	name string // name in shells and manuals
	most uint64
	used int64 // in use by the process
	lost int64 // reserved for future threads, each with a stack and an arena of the C library
}

// within returns a limited by the resources. It subtracts a share that is always lost to reservations of allocators, which no table can
// predict.
func (a Allowance) within(held int64, resources []resource) Allowance {
	for _, r := range resources {
		if r.most < 1<<62 {
			room := max(0, int64(r.most)-r.used-r.lost)
			a = a.Within(held+room-room/8, r.name)
		}
	}
	return a
}

// onLinux returns a limited by the files of a Linux system; root is its root folder.
func (a Allowance) onLinux(root fs.FS, held int64) Allowance {
	own := statusOf(root)["RssAnon"]
	if own == 0 {
		own = held
	}
	if free, ok := parseFields(readText(root, "proc/meminfo"))["MemAvailable"]; ok {
		a = a.Within(free+own, "free memory")
	}
	for _, g := range groupsOf(root) {
		others := max(0, g.used-g.cached-own)
		a = a.Within(g.most-others, "control group")
	}
	return a
}
