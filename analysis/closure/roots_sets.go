package closure

import (
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
)

// RootSets contains a set of GC roots for each object. Objects share sets, because distinct sets are few.
type RootSets struct {
	Sets [][]RootID // distinct, each ascending; the first is empty
	of   []uint32   // index into Sets by object
}

// Index returns the index into Sets for o; 0 if it has no GC roots.
func (s *RootSets) Index(o trace.ObjectID) int { return int(s.of[o]) }

// Of returns the GC roots of o, ascending. s owns the slice.
func (s *RootSets) Of(o trace.ObjectID) []RootID { return s.Sets[s.of[o]] }

// maxSetEntries limits the memory for distinct sets of GC roots to 256 MB. Recorded heaps need far less.
const maxSetEntries = 1 << 26

// rootInterner numbers sets of GC roots.
type rootInterner struct {
	sets    [][]RootID
	ids     map[string]uint32
	joined  map[[2]uint32]uint32
	entries int
	key     []byte
}

func newRootInterner() *rootInterner {
	in := &rootInterner{ids: map[string]uint32{}, joined: map[[2]uint32]uint32{}}
	in.id(nil)
	return in
}

// id returns the number of a set, which must be ascending.
func (in *rootInterner) id(set []RootID) uint32 {
	in.key = appendIDs(in.key[:0], set)
	if id, ok := in.ids[string(in.key)]; ok {
		return id
	}
	id := uint32(len(in.sets))
	in.ids[string(in.key)] = id
	in.sets = append(in.sets, slices.Clone(set))
	in.entries += len(set)
	return id
}

// join returns the number of the union of two sets.
func (in *rootInterner) join(a, b uint32) uint32 {
	if a == b {
		return a
	}
	pair := [2]uint32{min(a, b), max(a, b)}
	if id, ok := in.joined[pair]; ok {
		return id
	}
	all := slices.Concat(in.sets[a], in.sets[b])
	slices.Sort(all)
	id := in.id(slices.Compact(all))
	in.joined[pair] = id
	return id
}

// check returns an error if there are too many sets or ctx is done.
func (in *rootInterner) check(ctx context.Context) error {
	if in.entries > maxSetEntries || len(in.joined) > maxSetEntries/8 {
		return tooManySets(len(in.sets))
	}
	return ctx.Err()
}

func tooManySets(n int) error {
	return fmt.Errorf("GC roots: more than %d different combinations of them hold the objects", n)
}

// Closest contains the closest GC roots of each object, and a shortest path to it.
type Closest struct {
	RootSets
	graph  *Graph
	parent []uint32 // by position: previous object on a shortest path; none for directly held and unreached objects
}

// Closest finds the closest GC roots of each object, including ties. It ignores roots that keep rejects; a nil keep accepts all. The cost
// is one breadth-first traversal. It takes 12 bytes per object. It returns an error if ctx is done or if there are too many combinations of
// closest GC roots.
func (r *Roots) Closest(ctx context.Context, keep func(RootName) bool) (*Closest, error) {
	g := r.graph
	n := len(g.order)
	b := breadthFirst{roots: r, in: newRootInterner(), done: rows.NewMarks(n), set: make([]uint32, n), parent: make([]uint32, n)}
	for p := range b.parent {
		b.parent[p] = none
	}
	for b.begin(keep); len(b.front) > 0; b.front, b.next = b.next, b.front {
		for i, p := range b.front {
			if err := poll.At(ctx, i); err != nil {
				return nil, err
			}
			b.done.Set(p)
		}
		b.next = b.next[:0]
		for i, p := range b.front {
			if i%poll.Every == 0 {
				if err := b.in.check(ctx); err != nil {
					return nil, err
				}
			}
			b.reach(p, r.row(p))
			if c := r.hiddenClass(p); c != none {
				b.reach(p, []uint32{c})
			}
		}
	}
	c := &Closest{RootSets{b.in.sets, make([]uint32, n)}, g, b.parent}
	if err := inParts(ctx, n, func(from, to int) {
		for p, o := range g.order[from:to] {
			c.of[o] = b.set[from+p]
		}
	}); err != nil {
		return nil, err
	}
	return c, b.in.check(ctx)
}

type breadthFirst struct {
	roots       *Roots
	in          *rootInterner
	done        rows.Marks // objects at most as far from a GC root as those in front
	set         []uint32   // set number by position; 0 if not reached
	parent      []uint32
	front, next []uint32
}

// begin reaches the objects that accepted roots refer to directly.
func (b *breadthFirst) begin(keep func(RootName) bool) {
	alone := make([]uint32, len(b.roots.Names)) // by root: number of the set with only this root; 0 if not numbered yet
	for _, h := range b.roots.holds {
		if keep != nil && !keep(b.roots.Names[h.root]) {
			continue
		}
		if alone[h.root] == 0 {
			alone[h.root] = b.in.id([]RootID{h.root})
		}
		p := b.roots.graph.rank[h.object]
		if b.set[p] == 0 {
			b.set[p] = alone[h.root]
			b.front = append(b.front, p)
			continue
		}
		b.set[p] = b.in.join(b.set[p], alone[h.root])
	}
}

// reach adds the roots of an object in front to the objects in its row, except those that are at most as far from a root.
func (b *breadthFirst) reach(from uint32, row []uint32) {
	set := b.set[from]
	for _, to := range row {
		if b.done.Has(to) {
			continue
		}
		switch b.set[to] {
		case set:
		case 0:
			b.parent[to], b.set[to] = from, set
			b.next = append(b.next, to)
		default:
			b.set[to] = b.in.join(b.set[to], set)
		}
	}
}

// Path returns a shortest path to o. One of the closest GC roots holds the first object, each object refers to the next, and the last is o.
// It returns nil if no GC root reaches o. It terminates because each step leads closer to the GC roots.
func (c *Closest) Path(o trace.ObjectID) []trace.ObjectID {
	if c.Index(o) == 0 {
		return nil
	}
	var path []trace.ObjectID
	for p := c.graph.rank[o]; p != none; p = c.parent[p] {
		path = append(path, c.graph.order[p])
	}
	slices.Reverse(path)
	return path
}

// Before returns the object before o on the path of [Closest.Path]; NoObject if a GC root holds o directly or none reaches it. The
// remaining path is that of the returned object.
func (c *Closest) Before(o trace.ObjectID) trace.ObjectID {
	p := c.parent[c.graph.rank[o]]
	if p == none {
		return trace.NoObject
	}
	return c.graph.order[p]
}
