package closure

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"memcity/trace"
)

// RootName describes GC roots that are alike to a reader: the same static field, the same frame of the same thread.
type RootName struct {
	Kind trace.RootKind
	// Owner is the class of a static field, the thread of a local variable, a thread or whatever else a thread holds,
	// or what the source says about the root; it may be empty.
	Owner string
	// Member is the static field or the frame; empty for other kinds or if it is not known.
	Member string
}

// String returns the name for people, such as "static field com.example.shop.IdCache.idCache".
func (n RootName) String() string {
	text := n.Kind.String()
	if n.Owner != "" {
		text += " " + n.Owner
	}
	switch {
	case n.Member == "":
	case n.Kind == trace.RootStaticField:
		text += "." + n.Member
	default:
		text += ", " + n.Member
	}
	return text
}

// IsVariable reports whether the root is one that source code names: a static field, a local variable, or a local
// variable of native code.
func (n RootName) IsVariable() bool {
	return n.Kind == trace.RootStaticField || n.Kind == trace.RootLocal || n.Kind == trace.RootJNILocal
}

// RootID is an index into [Roots.Names].
type RootID int32

// Roots says which GC roots hold which objects. Static fields of live classes count as GC roots, as in section 3.1 of the
// paper that the package names, even where the source has them only as references of class objects. In return, no path from another root
// goes on through a static field: else whatever holds a class loader would hold all data of the program.
// Classes of loaders that the program makes again and again are the exception, see [MadeLoaders]: their static fields are
// references, which every object of the class holds, and whatever holds the loader.
//
// Some references hold nothing. Those that [WeakByType] lists; those to a thread that runs, which is alive by itself, whether
// from objects, static fields or its own frames; and a soft reference to what is held otherwise. What only soft references hold
// holds nothing that is held otherwise, so that a cache that gives way before memory runs out owns no more than what would go
// with it.
type Roots struct {
	Names []RootName // by RootID: distinct, ordered by kind, owner, and member

	graph *Graph
	holds []rootHold // ordered by object, then root; distinct

	classes marks    // class objects whose static fields are GC roots
	made    []bool   // by type: see [MadeLoaders]
	running marks    // threads that run
	plain   bool     // there are none, and all GC roots of the heap hold something
	rows    heldRows // what objects hold
	class   byType   // class object that the header holds
	held    marks    // what the GC roots hold
	strong  marks    // without soft references

	weak, soft *Weak // by type, without and with soft references
}

type rootHold struct {
	object trace.ObjectID
	root   RootID
}

// Roots collects the GC roots of the heap, and what they hold. They are made at the first call and kept. The cost is one
// traversal.
func (g *Graph) Roots() *Roots {
	g.rootsOnce.Do(func() { g.roots = g.newRoots() })
	return g.roots
}

func (g *Graph) newRoots() *Roots {
	r := &Roots{graph: g, classes: newMarks(len(g.order)), running: newMarks(len(g.order)), made: MadeLoaders(g.heap),
		plain: true}
	ids := map[RootName]RootID{}
	add := func(o trace.ObjectID, name RootName) {
		id, ok := ids[name]
		if !ok {
			id = RootID(len(r.Names))
			ids[name] = id
			r.Names = append(r.Names, name)
		}
		r.holds = append(r.holds, rootHold{o, id})
	}
	for i := range g.heap.Roots {
		name := rootName(g.heap, &g.heap.Roots[i])
		if name.Kind == trace.RootThread {
			r.running.set(g.rank[g.heap.Roots[i].Object])
			r.plain = false
		}
		if name.Kind == trace.RootStaticField && IsUnfinalizedList(name.Owner, name.Member) {
			r.plain = false
			continue
		}
		add(g.heap.Roots[i].Object, name)
	}
	r.addStatics(add)
	r.holds = slices.DeleteFunc(r.holds, func(h rootHold) bool {
		return r.Names[h.root].Kind != trace.RootThread && r.running.has(r.graph.rank[h.object])
	})
	r.join()
	r.follow()
	return r
}

func rootName(h *trace.Heap, r *trace.Root) RootName {
	name := RootName{Kind: r.Kind, Owner: r.Detail}
	if r.Kind == trace.RootStaticField {
		if dot := strings.LastIndexByte(r.Detail, '.'); dot > 0 {
			name.Owner, name.Member = r.Detail[:dot], r.Detail[dot+1:]
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

// addStatics adds the static fields of the live class objects that hold something.
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
				add(to, RootName{trace.RootStaticField, h.Types[t].Name, field})
			}
		}
		r.classes.set(r.graph.rank[class])
	}
}

// orderHolds sorts the references from GC roots and removes duplicates.
func (r *Roots) orderHolds() {
	keys := make([]uint64, len(r.holds)) // numbers are sorted faster
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

// IsDirect reports whether a GC root refers to o itself.
func (r *Roots) IsDirect(o trace.ObjectID) bool {
	_, found := slices.BinarySearchFunc(r.holds, o, func(h rootHold, o trace.ObjectID) int { return cmp.Compare(h.object, o) })
	return found
}

// Direct returns the GC roots that refer to o itself, ascending; none for most objects.
func (r *Roots) Direct(o trace.ObjectID) []RootID {
	at, _ := slices.BinarySearchFunc(r.holds, o, func(h rootHold, o trace.ObjectID) int { return cmp.Compare(h.object, o) })
	var roots []RootID
	for ; at < len(r.holds) && r.holds[at].object == o; at++ {
		roots = append(roots, r.holds[at].root)
	}
	return roots
}
