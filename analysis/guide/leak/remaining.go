package leak

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Remaining describes a heap state after a removal. [Dominance.HoldersRemaining] finds the containers that still hold given objects. It is
// the counterpart of [Dominance.HoldersOf] on single objects, for cases where places are too coarse.
type Remaining struct {
	Heap      *trace.Heap
	Places    []Place // by object
	Referrers *closure.Referrers
	Weak      *closure.Weak
	Gone      *bitset.BitSet    // objects that the removal frees
	Removal   []closure.Removal // removals made together; their kinds are places
}

// maxRemaining is the largest number of objects that [Dominance.HoldersRemaining] visits.
const maxRemaining = 1 << 21

// HoldersRemaining returns the containers that still hold the given objects, in the order of HoldersOf. From the objects, it follows the
// remaining references backward through places with about as many objects, and stops at places with few. The cost is linear in the
// references that it follows.
func (d *Dominance) HoldersRemaining(r *Remaining, objects []trace.ObjectID) []Holder {
	if len(objects) < leastPile {
		return nil
	}
	removed, each := newRemoved(r.Removal), int64(min(alongsideLeast, len(objects)))
	visited := bitset.New(uint(len(r.Places)))
	containers := map[Place]*Holder{}
	queue := slices.Clone(objects)
	for _, o := range queue {
		visited.Set(uint(o))
	}
	for i := 0; i < len(queue) && i < maxRemaining; i++ {
		o := queue[i]
		p := r.Places[o]
		if top := d.holders.Nodes[p].Parent; d.holders.Nodes[top].Parent == NoPlace {
			d.addContainer(containers, top, p)
		}
		for _, u := range r.Referrers.Of(o) {
			q := r.Places[u]
			switch {
			case q == NoPlace || visited.Test(uint(u)) || r.Gone.Test(uint(u)) || !r.leads(u, o, removed):
			case d.holders.Nodes[q].Objects[d.holders.Points-1]*each > int64(len(objects)):
				visited.Set(uint(u))
				queue = append(queue, u)
			default:
				d.addContainer(containers, q, p)
			}
		}
	}
	return d.ranked(containers)
}

// addContainer counts a reference from a container.
func (d *Dominance) addContainer(containers map[Place]*Holder, at, top Place) {
	h := containers[at]
	if h == nil {
		h = &Holder{Holding: d.holders.Holding(at), Pile: Pile{Container: at}}
		containers[at] = h
	}
	if h.References++; !slices.Contains(h.Tops, top) {
		h.Tops = append(h.Tops, top)
	}
}

// leads reports whether a reference from u to o keeps o alive and is not removed. At least one reference from u to o must exist.
func (r *Remaining) leads(u, o trace.ObjectID, removed *removedReferences) bool {
	if removed.from.has(r, u) && removed.to.has(r, o) {
		return false
	}
	special := r.Weak.Special[r.Heap.TypeOf.At(u)]
	if !special && !removed.starts[u] {
		return true
	}
	for i, to := range r.Heap.References(u) {
		if to == o && !removed.single[closure.Reference{From: u, Index: i}] && !(special && r.Weak.Reference(u, i)) {
			return true
		}
	}
	return false
}

// removedReferences contains the references that removals remove. It also treats a reference from one removal's From to another's To as
// removed.
type removedReferences struct {
	from, to removedEnds
	single   map[closure.Reference]bool
	starts   map[trace.ObjectID]bool // objects where single references start
}

// removedEnds contains objects, listed individually and by place.
type removedEnds struct {
	objects map[trace.ObjectID]bool
	places  []bool // by place, up to the last one
}

func (e *removedEnds) has(r *Remaining, o trace.ObjectID) bool {
	p := r.Places[o]
	return p != NoPlace && int(p) < len(e.places) && e.places[p] || len(e.objects) > 0 && e.objects[o]
}

func (e *removedEnds) add(objects []trace.ObjectID, places []int32) {
	for _, o := range objects {
		e.objects[o] = true
	}
	for _, p := range places {
		e.places = append(e.places, make([]bool, max(0, int(p)+1-len(e.places)))...)
		e.places[p] = true
	}
}

func newRemoved(removals []closure.Removal) *removedReferences {
	ends := func() removedEnds { return removedEnds{objects: map[trace.ObjectID]bool{}} }
	r := &removedReferences{ends(), ends(), map[closure.Reference]bool{}, map[trace.ObjectID]bool{}}
	for i := range removals {
		r.from.add(removals[i].From, removals[i].FromKinds)
		r.to.add(removals[i].To, removals[i].ToKinds)
		for _, x := range removals[i].References {
			r.single[x], r.starts[x.From] = true, true
		}
	}
	return r
}
