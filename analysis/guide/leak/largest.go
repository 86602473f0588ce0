package leak

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// passedOn is the least share of a place's retained size that its parts must retain to be listed instead of it, as they say more.
const passedOn = 0.5

// Largest returns the largest holders of the last heap state added, most retained bytes first. It returns at most the given number, each
// retaining at least the given number of bytes. No two hold the same object. A place is divided into the places that it dominates if these
// retain at least half of it and it has few objects, such as the root of a program. Entries of a container stay together. The cost is
// linear in the places listed or divided, times their children. If ctx is done, the search stops early. The search ends because a place is
// only divided into its descendants in the dominator tree.
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

// divide adds the places that p dominates. It adds none and returns false if they are too small a share of p.
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

// noteLargest notes a place with its holder. The parent is the holder if it dominates the place. It is also the holder if the path starts
// at a static field and the parent has most of the references. Otherwise note finds the holder.
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
	_, ok := trace.CutNamed(d.holders.Nodes[d.holders.Path(p)[0]].Type)
	return ok
}

// references returns the number of references from one place to another.
func (d *Dominance) references(from, to Place) int64 {
	for _, e := range d.Referrers(to) {
		if e.From == from {
			return e.References
		}
	}
	return 0
}

// largestFirst is a priority queue of places by retained bytes; of equal ones, the place created first comes first.
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
