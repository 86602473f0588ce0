package leak

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"

	"memcity/trace/poll"
)

// passedOn is the part of what a place retains from which on the places that it dominates are listed in its stead: they say more.
const passedOn = 0.5

// Largest divides the heap state that was added last among those who hold it, at most so many, those that retain most first. What
// retains less than so many bytes is left out. A place is divided among those that it dominates where these retain half of it
// at least and its own objects are few, as the root of a program and its collections are; entries of a container stay together. No two
// hold the same objects. The cost is linear in the places that are listed or divided, times what they dominate. When ctx ends, so does the
// search. It ends because a place is only divided into its descendants in the dominator tree.
func (d *Dominance) Largest(ctx context.Context, least int64, most int) []Suspect {
	a := accumulator{Dominance: d, least: max(least, 1), steps: poll.Count(ctx)}
	open := &largestFirst{d: d}
	a.divide(NoPlace, open)
	for open.Len() > 0 && len(a.found) < most && a.steps.Add(1) == nil {
		p := heap.Pop(open).(Place)
		if a.holders.Nodes[p].Objects[a.holders.Points-1] >= leastEntries || !a.divide(p, open) {
			a.noteLargest(p)
		}
	}
	slices.SortStableFunc(a.found, func(x, y Suspect) int { return cmp.Compare(y.Bytes[len(y.Bytes)-1], x.Bytes[len(x.Bytes)-1]) })
	return a.found
}

// divide adds those that a place dominates in its stead; it adds none, and returns false, if these are too little of it.
func (a *accumulator) divide(p Place, open *largestFirst) bool {
	var parts []Place
	bytes := int64(0)
	for _, c := range a.Dominated(p) { // largest first
		if a.Retained(c).Bytes < a.least {
			break
		}
		parts, bytes = append(parts, c), bytes+a.Retained(c).Bytes
	}
	if p != NoPlace && float64(bytes) < passedOn*float64(a.Retained(p).Bytes) {
		return false
	}
	for _, c := range parts {
		heap.Push(open, c)
	}
	return len(parts) > 0
}

// noteLargest notes a place with who holds it: on its path, if that comes from a static field and most of it is held there.
func (a *accumulator) noteLargest(p Place) {
	n := &a.holders.Nodes[p]
	switch parent := n.Parent; {
	case parent == NoPlace:
		a.note(p, nil)
	case a.Of(p) == parent, a.fromStatic(p) && 2*a.references(parent, p) > n.Objects[a.holders.Points-1]:
		a.note(parent, []Place{p})
	default:
		a.note(NoPlace, []Place{p})
	}
}

func (d *Dominance) fromStatic(p Place) bool {
	return strings.HasPrefix(d.holders.Nodes[d.holders.Path(p)[0]].Type, "static field ")
}

// references returns how many references lead from one place to another.
func (d *Dominance) references(from, to Place) int64 {
	for _, e := range d.Referrers(to) {
		if e.From == from {
			return e.References
		}
	}
	return 0
}

// largestFirst is a queue of places; of those that retain as much the first one made comes first.
type largestFirst struct {
	d    *Dominance
	list []Place
}

func (q *largestFirst) Len() int { return len(q.list) }
func (q *largestFirst) Less(i, j int) bool {
	x, y := q.list[i], q.list[j]
	return cmp.Or(cmp.Compare(q.d.Retained(y).Bytes, q.d.Retained(x).Bytes), cmp.Compare(x, y)) < 0
}
func (q *largestFirst) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }
func (q *largestFirst) Push(p any)    { q.list = append(q.list, p.(Place)) }
func (q *largestFirst) Pop() any {
	p := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return p
}
