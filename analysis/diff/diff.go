package diff

import (
	"context"
	"errors"
	"iter"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/preorder"
)

// Change contains the objects of a group by what happened to them:
//
//	Before = Died + IndistinctBefore + Survived + MovedOut
//	After  = Born + IndistinctAfter + Survived + MovedIn
//
// The equations hold for bytes only if no object changes its size.
type Change struct {
	Died     trace.Amount // objects that no longer exist
	Survived trace.Amount // objects in the group at both GC points
	Born     trace.Amount // objects that did not exist before
	MovedOut trace.Amount // objects that are in other groups now
	MovedIn  trace.Amount // objects that were in other groups before

	// IndistinctBefore and IndistinctAfter are earlier and later objects that are not told apart. They may be the same objects. Or the
	// earlier ones died and the later ones were born. If the group has more objects of a class than the other GC point, the rest died or
	// was born.
	IndistinctBefore, IndistinctAfter trace.Amount
}

// Turnover returns the objects that died and were replaced: the smaller of Died and Born, for objects and bytes separately. Objects that
// moved between groups do not count.
func (c *Change) Turnover() trace.Amount {
	return trace.Amount{Objects: min(c.Died.Objects, c.Born.Objects), Bytes: min(c.Died.Bytes, c.Born.Bytes)}
}

// Node is a group at two GC points. Its numbers count each object of the whole group once.
type Node struct {
	Name, Role trace.NameID
	trace.Place
	Before, After trace.Amount
	// Change is nil if objects are not followed: without identity, and below transformers.
	Change *Change
}

// Tree contains the groups of two memory trees, in pre-order. Groups of the first tree keep their order. Groups that only the second has
// follow below their parent.
type Tree struct {
	Names *trace.Names
	Nodes preorder.Nodes[Node, *Node]

	// Followed is the way in which objects were recognized. Pairs is the number of certain and probable pairs.
	Followed identity.Source
	Pairs    identity.Counts
	Rate     float64 // see [identity.Matching.Rate]
}

// Name returns the last name of node i's path.
func (t *Tree) Name(i int32) string { return t.Names.Text(t.Nodes[i].Name) }

// Path returns the names from the root to node i; nil for -1.
func (t *Tree) Path(i int32) []string { return t.Nodes.Path(i, t.Name) }

// Children returns the children of node i, in order.
func (t *Tree) Children(i int32) iter.Seq[int32] { return t.Nodes.Children(i) }

// Vanished returns the groups with objects before and none after, without groups below them.
func (t *Tree) Vanished() []int32 {
	var out []int32
	t.Nodes.Walk(func(i int32) (below bool) {
		gone := t.Nodes[i].Before.Objects > 0 && t.Nodes[i].After.Objects == 0
		if gone {
			out = append(out, i)
		}
		return !gone
	})
	return out
}

// Trees compares two memory trees of one recording without following objects.
func Trees(before, after *trace.Tree) *Tree {
	return union(before, after).tree
}

// Groupings compares the groups of two heap states and follows objects by m. If probable is true, it also follows probable pairs; otherwise
// their objects are not told apart. Both groupings need [group.Options.Objects].
//
// The cost is one pass over the objects of each state, and some bytes for each combination of an object's earlier and later set of groups.
// It returns an error if ctx is done or if m belongs to other heap states.
func Groupings(ctx context.Context, before, after *group.Grouping, m *identity.Matching, probable bool) (*Tree, error) {
	if len(m.To) != before.Heap.Len() || m.Later != after.Heap.Len() {
		return nil, errors.New("matching: it was computed for other heap states")
	}
	u := union(before.Tree, after.Tree)
	if m.Source == identity.None {
		return u.tree, nil
	}
	u.tree.Followed, u.tree.Pairs, u.tree.Rate = m.Source, m.Pairs, m.Rate()
	for i := range u.before {
		u.follow(u.before[i], before.Transformed(int32(i)))
	}
	for i := range u.after {
		u.follow(u.after[i], after.Transformed(int32(i)))
	}
	c := counter{before: before.Heap, after: after.Heap, from: before.Groups(), to: after.Groups()}
	if err := c.count(ctx, m, probable); err != nil {
		return nil, err
	}
	c.spread(u)
	return u.tree, nil
}

// follow sets the change of a node to zero, unless the node's objects are not followed.
func (u *united) follow(node int32, transformed bool) {
	if n := &u.tree.Nodes[node]; !transformed && n.Change == nil {
		n.Change = &Change{}
	}
}

// counter counts objects by the sets of groups that contain them.
type counter struct {
	before, after *trace.Heap
	from, to      closure.Groups

	died, born map[int32]trace.Amount    // by set
	alive      map[[2]int32]trace.Amount // by set before and after; -1 for none

	unclear [2]map[classIn]trace.Amount // earlier and later objects that are not told apart
	members [2][]int64                  // number of objects in each class
}

// classIn identifies a class of objects that are not told apart within a set of groups or a group.
type classIn struct {
	in    int32
	class uint32
}

func (c *counter) count(ctx context.Context, m *identity.Matching, probable bool) error {
	c.died, c.born, c.alive = map[int32]trace.Amount{}, map[int32]trace.Amount{}, map[[2]int32]trace.Amount{}
	earlier, later, classes := m.Indistinct(probable)
	c.unclear = [2]map[classIn]trace.Amount{{}, {}}
	c.members = [2][]int64{earlier.Count(classes), later.Count(classes)}
	old := make([]bool, m.Later)
	died, alive := run[int32]{into: c.died}, run[[2]int32]{into: c.alive}
	unclearBefore, unclearAfter := run[classIn]{into: c.unclear[0]}, run[classIn]{into: c.unclear[1]}
	for o := range m.To {
		if err := poll.At(ctx, o); err != nil {
			return err
		}
		x := trace.ObjectID(o)
		set := c.from.Of(x)
		y := m.Of(x, probable)
		if y == trace.NoObject {
			if class, ok := earlier.ClassOf(x); ok {
				unclearBefore.add(classIn{set, class}, c.before.Size(x))
			} else {
				died.add(set, c.before.Size(x))
			}
			continue
		}
		old[y] = true
		alive.add([2]int32{set, c.to.Of(y)}, c.after.Size(y))
	}
	died.end()
	alive.end()
	unclearBefore.end()
	born := run[int32]{into: c.born}
	for o, is := range old {
		if err := poll.At(ctx, o); err != nil {
			return err
		}
		if is {
			continue
		}
		y := trace.ObjectID(o)
		if class, ok := later.ClassOf(y); ok {
			unclearAfter.add(classIn{c.to.Of(y), class}, c.after.Size(y))
		} else {
			born.add(c.to.Of(y), c.after.Size(y))
		}
	}
	born.end()
	unclearAfter.end()
	return nil
}

// run adds up amounts. Adjacent objects often have the same key, so it updates the map only when the key changes.
type run[K comparable] struct {
	into map[K]trace.Amount
	key  K
	sum  trace.Amount
}

func (r *run[K]) add(key K, bytes int64) {
	if key != r.key {
		r.end()
		r.key = key
	}
	r.sum.Add(trace.Amount{Objects: 1, Bytes: bytes})
}

func (r *run[K]) end() {
	if r.sum.Objects > 0 {
		a := r.into[r.key]
		a.Add(r.sum)
		r.into[r.key], r.sum = a, trace.Amount{}
	}
}

// of returns the nodes of a set of groups; nil for -1.
func (u *united) of(g closure.Groups, set int32, nodes []int32) []int32 {
	if set < 0 {
		return nil
	}
	out := make([]int32, len(g.Sets[set]))
	for i, n := range g.Sets[set] {
		out[i] = nodes[n]
	}
	return out
}

// spread adds the counts of each set to its groups.
func (c *counter) spread(u *united) {
	for set, a := range c.died {
		for _, n := range u.of(c.from, set, u.before) {
			u.tree.Nodes[n].Change.Died.Add(a)
		}
	}
	for set, a := range c.born {
		for _, n := range u.of(c.to, set, u.after) {
			u.tree.Nodes[n].Change.Born.Add(a)
		}
	}
	for sets, a := range c.alive {
		was := u.of(c.from, sets[0], u.before)
		is := map[int32]bool{}
		for _, n := range u.of(c.to, sets[1], u.after) {
			is[n] = true
		}
		for _, n := range was {
			if change := u.tree.Nodes[n].Change; is[n] {
				change.Survived.Add(a)
				delete(is, n)
			} else {
				change.MovedOut.Add(a)
			}
		}
		for n := range is {
			u.tree.Nodes[n].Change.MovedIn.Add(a)
		}
	}
	spreadUnclear(u.byNode(c.unclear[0], c.from, u.before), c.members[1], func(n int32, unclear, rest trace.Amount) {
		u.tree.Nodes[n].Change.IndistinctBefore.Add(unclear)
		u.tree.Nodes[n].Change.Died.Add(rest)
	})
	spreadUnclear(u.byNode(c.unclear[1], c.to, u.after), c.members[0], func(n int32, unclear, rest trace.Amount) {
		u.tree.Nodes[n].Change.IndistinctAfter.Add(unclear)
		u.tree.Nodes[n].Change.Born.Add(rest)
	})
}

// byNode returns the objects of each class by group, given the objects by set of groups.
func (u *united) byNode(bySet map[classIn]trace.Amount, g closure.Groups, nodes []int32) map[classIn]trace.Amount {
	out := map[classIn]trace.Amount{}
	for key, a := range bySet {
		for _, n := range u.of(g, key.in, nodes) {
			sum := out[classIn{n, key.class}]
			sum.Add(a)
			out[classIn{n, key.class}] = sum
		}
	}
	return out
}

// spreadUnclear divides the objects of each class in each group into as many as the other GC point has of the class, and the rest. All
// objects of a class must have the same size.
func spreadUnclear(byNode map[classIn]trace.Amount, others []int64, add func(n int32, unclear, rest trace.Amount)) {
	for key, a := range byNode {
		objects := min(a.Objects, others[key.class])
		unclear := trace.Amount{Objects: objects, Bytes: a.Bytes / a.Objects * objects}
		if objects == a.Objects {
			unclear = a
		}
		add(key.in, unclear, a.Minus(unclear))
	}
}
