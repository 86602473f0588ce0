package pprof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// Names of the numbers of live objects and bytes, best first.
var (
	objectTypes = []string{"inuse_objects", "objects"}
	sizeTypes   = []string{"inuse_space", "space", "bytes", "inuse_bytes"}
)

// heapTypes returns the indices of the live objects, -1 for none, and of their bytes in the values of a sample.
func heapTypes(p *profile.Profile) (objects, bytes int, err error) {
	if objects, bytes = find(p, objectTypes), find(p, sizeTypes); bytes >= 0 {
		return objects, bytes, nil
	}
	var names []string
	for _, t := range p.SampleType {
		names = append(names, t.Type)
	}
	const advice = "a heap profile is needed, such as http://HOST:PORT/debug/pprof/heap"
	if kind := kindOf(names); kind != "" {
		return 0, 0, fmt.Errorf("it is %s profile, without memory in use; %s", kind, advice)
	}
	return 0, 0, fmt.Errorf("the profile has %s, but no memory in use; %s", strings.Join(names, ", "), advice)
}

func find(p *profile.Profile, names []string) int {
	for _, name := range names {
		if i := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == name }); i >= 0 {
			return i
		}
	}
	return -1
}

// kindOf returns the kind, with its article, of a profile that does not describe the heap; empty if unknown.
func kindOf(names []string) string {
	for _, k := range []struct{ name, kind string }{{"goroutine", "a goroutine"}, {"threadcreate", "a thread creation"}, {"contentions", "a lock contention"},
		{"delay", "a lock contention"}, {"cpu", "a CPU"}, {"alloc_space", "an allocation"}, {"thread", "a thread"}} {
		if slices.Contains(names, k.name) {
			return k.kind
		}
	}
	return ""
}
