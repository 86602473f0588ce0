// Package allowance finds how much memory this process may use: by its control groups, by the limits of its resources, by what
// the computer has free, and by what the user says. The smallest of them counts.
package allowance

import (
	"io/fs"
	"math"
	"runtime/debug"
	"runtime/metrics"
)

// Allowance is how much memory the process may use, all that it uses already included.
type Allowance struct {
	Bytes int64
	By    string // what says so, for people
}

// None is what there is where nothing limits it.
var None = Allowance{Bytes: math.MaxInt64, By: "no limit"}

// Limited reports whether there is a limit.
func (a Allowance) Limited() bool { return a.Bytes < math.MaxInt64 }

// Within returns the smaller one of a and bytes.
func (a Allowance) Within(bytes int64, by string) Allowance {
	if bytes < a.Bytes {
		return Allowance{max(bytes, 0), by}
	}
	return a
}

// Read finds it out.
func Read() Allowance {
	a := None
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		a = a.Within(limit, "GOMEMLIMIT")
	}
	return system(a, heldByGo())
}

// heldByGo is what the Go runtime of this process has of the system, in bytes.
func heldByGo() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// resource is a limit of a resource of the process, as of setrlimit.
type resource struct {
	name string // as shells and manuals call it
	most uint64
	used int64 // of it, by the process
	lost int64 // to threads that are still to come, each with a stack and an arena of the C library
}

// within returns what the resources leave. A part is always lost to reservations of allocators, which no table foresees.
func (a Allowance) within(held int64, resources []resource) Allowance {
	for _, r := range resources {
		if r.most < 1<<62 {
			room := max(0, int64(r.most)-r.used-r.lost)
			a = a.Within(held+room-room/8, r.name)
		}
	}
	return a
}

// onLinux returns what the files of a Linux system say; root is its root folder.
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
