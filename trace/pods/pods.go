// Package pods is what a memory tree of a fleet knows of each of its pods: what is in the tree is the median over them.
package pods

import (
	"cmp"
	"fmt"
	"slices"
)

// Fleet has the pods that a tree is of.
type Fleet struct {
	Pods     []Pod           // the versions of a service in the order in which they are listed are from old to new
	Groups   map[int32]Group // by node of the tree; a node without one is known by its median alone
	Leaks    []Leak          // the worst first
	Unix     int64           // wall-clock time of the tree, in ms since 1970; 0 if it is not known
	Releases []Release       // in order of time
}

// Release is the first time that a version of a service was measured after another one of it.
type Release struct {
	Service, Version string
	Unix             int64 // in ms since 1970
}

// Pod is a program that ran, at one GC point of its recording.
type Pod struct {
	Service, Version, Name string
	Recording              string // path, as it was exported; empty if it is not known
	Point                  int64  // GC point of the recording, from 1; 0 if it is not known
}

// Group is what pods have of one group.
type Group struct {
	Of       int64    // pods that were measured; the smallest of them may have nothing
	Amounts  []Amount // of those that have some, ascending by pod
	Outliers []int32  // pods of these that are far above others of their version, ascending
}

// Amount is what one pod has.
type Amount struct {
	Pod            int32 // index into [Fleet.Pods]
	Objects, Bytes int64 // shallow
}

// OtherTypes names the group of what is too little of the heap of a pod to have a group of its own.
const OtherTypes = "(other types)"

// Leak is what piles up in a service, on some of its pods.
type Leak struct {
	Service, Type string // Type is that of what piles up
	Owner         string // who holds it
	Versions      string // that have it, joined by commas
	Since         string // the first of them; empty if their order is not known
	Sure          bool   // else it is too early to be sure
	Pods          int64  // that have it
	Judged        int64  // pods of these versions that could show it
	Earlier       int64  // pods of earlier versions that could show it; none of them has it

	// Numbers that are not always known; negative if they are not.
	PerHour float64 // median over the pods that have it, in bytes
	Chance  float64 // probability that all pods that have it are of these versions by chance
	Current bool    // the last version of some pod has it
}

// Largest returns the most that one pod has, of objects and of bytes, which need not be the same pod.
func (g *Group) Largest() (objects, bytes int64) {
	for i := range g.Amounts {
		objects, bytes = max(objects, g.Amounts[i].Objects), max(bytes, g.Amounts[i].Bytes)
	}
	return objects, bytes
}

// Amount returns what a pod has; ok is false of one that has nothing.
func (g *Group) Amount(pod int32) (a Amount, ok bool) {
	i, ok := slices.BinarySearchFunc(g.Amounts, pod, func(a Amount, pod int32) int { return cmp.Compare(a.Pod, pod) })
	if ok {
		a = g.Amounts[i]
	}
	return a, ok
}

// Check returns what is wrong with a fleet, in words; empty if nothing is.
func (f *Fleet) Check() string {
	nodes := make([]int32, 0, len(f.Groups))
	for n := range f.Groups {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes) // the same fault every time
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
