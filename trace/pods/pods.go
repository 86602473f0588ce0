// Package pods contains the numbers of each pod for a memory tree of a fleet, whose own numbers are medians over the pods.
package pods

import (
	"cmp"
	"fmt"
	"slices"
)

// Fleet contains the pods of a tree.
type Fleet struct {
	Pods     []Pod           // the versions of a service are listed from old to new
	Groups   map[int32]Group // by node; a node without a group has only its median
	Leaks    []Leak          // worst first
	Unix     int64           // wall-clock time of the tree, in ms since 1970; 0 if unknown
	Releases []Release       // in order of time
}

// Release is the time at which a later version of a service was first measured.
type Release struct {
	Service, Version string
	Unix             int64 // in ms since 1970
}

// Pod is a running program at a GC point of its recording.
type Pod struct {
	Service, Version, Name string
	Recording              string // path at export; empty if unknown
	Point                  int64  // 1-based GC point of the recording; 0 if unknown
}

// Group contains the numbers of the pods for a group of objects.
type Group struct {
	Of       int64    // number of pods measured, including pods without objects of the group
	Amounts  []Amount // for pods with objects of the group, ascending by pod
	Outliers []int32  // pods far above others of their version, ascending
}

// Amount is the number of objects and bytes of a pod.
type Amount struct {
	Pod            int32 // index into [Fleet.Pods]
	Objects, Bytes int64 // shallow
}

// OtherTypes is the name of the group for types with too small a share of a pod's heap to get their own group.
const OtherTypes = "(other types)"

// Leak is a growing group of objects in a service, on some of its pods.
type Leak struct {
	Service, Type string // Type is the type of the objects
	Owner         string // holder of the objects
	Versions      string // affected versions, separated by commas
	Since         string // first affected version; empty if their order is unknown
	Sure          bool   // false if it is too early to be certain
	Probable      bool   // true for a probable leak, if sure
	Points        int64  // most GC points that a pod was judged by; 0 if unknown
	Pods          int64  // number of affected pods
	Judged        int64  // number of pods of these versions that could show the leak
	Earlier       int64  // number of unaffected pods of earlier versions that could show the leak

	// Numbers that may be missing; negative if they are.
	PerHour float64 // median over the affected pods, in bytes
	Chance  float64 // probability that by chance all affected pods have these versions
	Current bool    // the latest version of some pod is affected
}

// Largest returns the largest number of objects and of bytes of any pod. The two may belong to different pods.
func (g *Group) Largest() (objects, bytes int64) {
	for i := range g.Amounts {
		objects, bytes = max(objects, g.Amounts[i].Objects), max(bytes, g.Amounts[i].Bytes)
	}
	return objects, bytes
}

// Amount returns the numbers of a pod; ok is false if it has no objects of the group.
func (g *Group) Amount(pod int32) (a Amount, ok bool) {
	i, ok := slices.BinarySearchFunc(g.Amounts, pod, func(a Amount, pod int32) int { return cmp.Compare(a.Pod, pod) })
	if ok {
		a = g.Amounts[i]
	}
	return a, ok
}

// Check returns a description of the first fault in a fleet; empty if there is none.
func (f *Fleet) Check() string {
	nodes := make([]int32, 0, len(f.Groups))
	for n := range f.Groups {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes) // for a deterministic result
	for _, n := range nodes {
		g := f.Groups[n]
		if g.Of < int64(len(g.Amounts)) {
			return fmt.Sprintf("a node has numbers of %d pods of %d that were measured", len(g.Amounts), g.Of)
		}
		for i, a := range g.Amounts {
			switch {
			case int(a.Pod) >= len(f.Pods):
				return fmt.Sprintf("a node has numbers of pod %d; the fleet has %d, counted from 0", a.Pod, len(f.Pods))
			case i > 0 && a.Pod <= g.Amounts[i-1].Pod:
				return fmt.Sprintf("the pods of a node are not in ascending order: %d after %d", a.Pod, g.Amounts[i-1].Pod)
			}
		}
		for i, pod := range g.Outliers {
			if _, has := g.Amount(pod); !has || i > 0 && pod <= g.Outliers[i-1] {
				return fmt.Sprintf("the outliers of a node are not pods that have some of it, in ascending order: %d", pod)
			}
		}
	}
	return ""
}
