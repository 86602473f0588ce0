package closure

import (
	"cmp"
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
// paper that the package names, even where the source has them only as references of class objects. In return, no way
// from another root goes on through a static field: else whatever holds a class loader would hold all data of the program.
type Roots struct {
	Names []RootName // by RootID: distinct, ordered by kind, owner, and member

	graph *Graph
	holds []rootHold // ordered by object, then root; distinct

	classes []uint64            // bits by position: class objects, whose static fields are cut off
	cut     map[uint32][]uint32 // by position of such a class object: positions that it refers to otherwise
}

type rootHold struct {
	object trace.ObjectID
	root   RootID
}

// Roots collects the GC roots of the heap. The cost is linear in GC roots, classes and static fields.
func (g *Graph) Roots() *Roots {
	r := &Roots{graph: g, classes: make([]uint64, len(g.order)/64+1), cut: map[uint32][]uint32{}}
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
		add(g.heap.Roots[i].Object, rootName(g.heap, &g.heap.Roots[i]))
	}
	r.addStatics(add)
	r.sort()
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

// addStatics adds the static fields of the live class objects, and keeps what else these refer to.
func (r *Roots) addStatics(add func(trace.ObjectID, RootName)) {
	h := r.graph.heap
	if !r.graph.KnowsRoots() {
		return
	}
	for t := range h.Types {
		class := h.Types[t].Class
		if class == trace.NoObject || h.Types[h.TypeOf[class]].Kind != trace.ClassObject || !r.graph.IsLive(class) {
			continue
		}
		var others []uint32
		for i, to := range h.References(class) {
			field := h.SlotName(class, h.RefSlot[int(h.RefStart[class])+i])
			if strings.HasPrefix(field, "<") { // what the virtual machine holds: the loader, the super class
				others = append(others, r.graph.rank[to])
			} else {
				add(to, RootName{trace.RootStaticField, h.Types[t].Name, field})
			}
		}
		p := r.graph.rank[class]
		r.classes[p>>6] |= 1 << (p & 63)
		r.cut[p] = others
	}
}

// sort brings names and holds into their order.
func (r *Roots) sort() {
	order := make([]RootID, len(r.Names))
	for i := range order {
		order[i] = RootID(i)
	}
	slices.SortFunc(order, func(a, b RootID) int { return r.Names[a].compare(r.Names[b]) })
	names, now := make([]RootName, len(order)), make([]RootID, len(order))
	for i, old := range order {
		names[i], now[old] = r.Names[old], RootID(i)
	}
	r.Names = names
	for i := range r.holds {
		r.holds[i].root = now[r.holds[i].root]
	}
	slices.SortFunc(r.holds, func(a, b rootHold) int {
		return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.root, b.root))
	})
	r.holds = slices.Compact(r.holds)
}

func (n RootName) compare(other RootName) int {
	return cmp.Or(cmp.Compare(n.Kind, other.Kind), cmp.Compare(n.Owner, other.Owner), cmp.Compare(n.Member, other.Member))
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
