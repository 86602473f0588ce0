package closure

import (
	"cmp"
	"math"
	"slices"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
)

// RootName describes GC roots that are the same to a reader: one static field, or one frame of one thread.
type RootName struct {
	Kind trace.RootKind
	// Owner is the class of a static field, or the name of the thread that a root belongs to. For other roots it is the source's
	// description, which may be empty.
	Owner string
	// Member is the static field or the frame; empty for other kinds and if unknown.
	Member string
}

// String returns a readable name, such as "static field com.example.shop.IdCache.idCache".
func (n RootName) String() string {
	text := n.Kind.String()
	if n.Owner != "" {
		text += " " + n.Owner
	}
	switch {
	case n.Member == "":
	case n.Kind.IsNamed():
		text = n.Kind.String() + " " + trace.Member(n.Owner, n.Member)
	default:
		text += ", " + n.Member
	}
	return text
}

// IsVariable reports whether source code names the root: it is a static field, a local variable, or a local variable of native code.
func (n RootName) IsVariable() bool {
	return n.Kind.IsNamed() || n.Kind == trace.RootLocal || n.Kind == trace.RootJNILocal
}

// RootID is an index into [Roots.Names].
type RootID int32

// Roots contains the GC roots and the objects that they hold.
//
// Static fields of live classes count as GC roots, even if the source lists them only as references of class objects (section 3.1 of the
// paper cited in the package comment). In return, paths from other roots do not continue through static fields. Otherwise any holder of a
// class loader would hold all data of the program. Classes whose loaders the program creates repeatedly are an exception, see
// [MadeLoaders]. Their static fields are ordinary references, held by each object of the class and by holders of the loader.
//
// Some references hold nothing: references listed by [WeakByType], references to a running thread, and soft references to objects that are
// also held otherwise. A running thread is alive without its holders, be they objects, static fields or its own frames. Objects that only
// soft references hold do not hold objects that are also held otherwise. A cache that is cleared before memory runs out therefore owns only
// the objects that would be freed with it.
type Roots struct {
	Names []RootName // by RootID: distinct, ordered by kind, owner and member

	graph *Graph
	holds []rootHold // distinct, ordered by object, then root

	classes rows.Marks // class objects whose static fields are GC roots
	made    []bool     // by type, see [MadeLoaders]
	running rows.Marks // running threads
	plain   bool       // true if no threads run and all GC roots of the heap hold something
	rows    heldRows   // references that hold something
	class   byType     // class objects that headers hold
	held    rows.Marks // objects that the GC roots hold
	strong  rows.Marks // objects held without soft references

	weak, soft *Weak // references that hold nothing because of their type; soft includes soft references
}

type rootHold struct {
	object trace.ObjectID
	root   RootID
}

// Roots returns the GC roots of the heap and the objects that they hold. The first call computes them with one traversal.
func (g *Graph) Roots() *Roots {
	g.rootsOnce.Do(func() { g.roots = g.newRoots() })
	return g.roots
}

func (g *Graph) newRoots() *Roots {
	r := &Roots{graph: g, classes: rows.NewMarks(len(g.order)), running: rows.NewMarks(len(g.order)), made: MadeLoaders(g.heap),
		plain: true}
	ids := map[RootName]RootID{}
	add := func(o trace.ObjectID, name RootName) {
		if r.ignores(o, name.Kind) {
			return
		}
		id, ok := ids[name]
		if !ok {
			id = RootID(len(r.Names))
			ids[name] = id
			r.Names = append(r.Names, name)
		}
		r.holds = append(r.holds, rootHold{o, id})
	}
	for i := range g.heap.Roots {
		if g.heap.Roots[i].Kind == trace.RootThread {
			r.running.Set(g.rank[g.heap.Roots[i].Object])
			r.plain = false
		}
	}
	for i := range g.heap.Roots {
		name := rootName(g.heap, &g.heap.Roots[i])
		if name.Kind == trace.RootStaticField && IsUnfinalizedList(name.Owner, name.Member) {
			r.plain = false
			continue
		}
		add(g.heap.Roots[i].Object, name)
	}
	r.addStatics(add)
	r.join()
	r.follow()
	return r
}

// ignores reports whether a root of o of this kind holds nothing, because o is a running thread.
func (r *Roots) ignores(o trace.ObjectID, kind trace.RootKind) bool {
	return kind != trace.RootThread && r.running.Has(r.graph.rank[o])
}

func rootName(h *trace.Heap, r *trace.Root) RootName {
	name := RootName{Kind: r.Kind, Owner: r.Detail}
	if r.Kind.IsNamed() {
		if of, member, ok := trace.SplitMember(r.Detail); ok {
			name.Owner, name.Member = of, member
		}
		return name
	}
	if r.Thread < 0 || int(r.Thread) >= len(h.Threads) {
		return name
	}
	thread := &h.Threads[r.Thread]
	name.Owner = thread.Name
	if r.Frame >= 0 && int(r.Frame) < len(thread.Frames) {
		name.Member = thread.Frames[r.Frame]
	}
	return name
}

// addStatics adds the static fields of live class objects.
func (r *Roots) addStatics(add func(trace.ObjectID, RootName)) {
	h := r.graph.heap
	if !r.graph.KnowsRoots() {
		return
	}
	for t := range h.Types {
		class := h.Types[t].Class
		if class == trace.NoObject || h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject || !r.graph.IsLive(class) || r.made != nil && r.made[t] {
			continue
		}
		for i, to := range h.References(class) {
			field := h.FieldAt(class, i)
			if IsStatic(field) && !IsUnfinalizedList(h.Types[t].Name, field) {
				add(to, RootName{h.NamedKind(), h.Types[t].Name, field})
			}
		}
		r.classes.Set(r.graph.rank[class])
	}
}

// orderHolds sorts the references from GC roots and removes duplicates.
func (r *Roots) orderHolds() {
	keys := make([]uint64, len(r.holds)) // integers sort faster
	for i, h := range r.holds {
		keys[i] = uint64(h.object)<<32 | uint64(h.root)
	}
	slices.Sort(keys)
	r.holds = r.holds[:0]
	for _, key := range slices.Compact(keys) {
		r.holds = append(r.holds, rootHold{trace.ObjectID(key >> 32), RootID(key & math.MaxUint32)})
	}
}

func (n RootName) compare(other RootName) int {
	return cmp.Or(cmp.Compare(n.Kind, other.Kind), cmp.Compare(n.Owner, other.Owner), cmp.Compare(n.Member, other.Member))
}

// IsDirect reports whether a GC root refers to o directly.
func (r *Roots) IsDirect(o trace.ObjectID) bool {
	_, found := slices.BinarySearchFunc(r.holds, o, func(h rootHold, o trace.ObjectID) int { return cmp.Compare(h.object, o) })
	return found
}

// Direct returns the GC roots that refer to o directly, ascending. Most objects have none.
func (r *Roots) Direct(o trace.ObjectID) []RootID {
	at, _ := slices.BinarySearchFunc(r.holds, o, func(h rootHold, o trace.ObjectID) int { return cmp.Compare(h.object, o) })
	var roots []RootID
	for ; at < len(r.holds) && r.holds[at].object == o; at++ {
		roots = append(roots, r.holds[at].root)
	}
	return roots
}
