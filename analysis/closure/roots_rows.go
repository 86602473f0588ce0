package closure

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/internal/rows"
	"memcity/analysis/closure/passes"
	"memcity/trace"
)

// row returns the positions of the objects that the object at p holds.
func (r *Roots) row(p uint32) []uint32 {
	return r.rows.of(r.graph, p)
}

// passes returns the holding references as rows, including those from headers to the given class objects. A nil class omits headers.
func (r *Roots) passes(class byType) *passes.Rows {
	rows := &passes.Rows{Start: r.graph.start, To: r.graph.to, Other: r.rows.special, Row: r.rows.shortened}
	if class != nil {
		var row []uint32
		rows.Other, rows.Row = nil, func(p uint32) []uint32 {
			if row = append(row[:0], r.row(p)...); class.of(r.graph, p) != none {
				row = append(row, class.of(r.graph, p))
			}
			return row
		}
	}
	return rows
}

// hiddenClass returns the position of the class object that only headers hold, for the object at p; none if there is none.
func (r *Roots) hiddenClass(p uint32) uint32 { return r.class.of(r.graph, p) }

// eachHeld yields the objects that the object at p holds, and the class object if only headers hold it.
func (r *Roots) eachHeld(p uint32, yield func(to uint32)) {
	for _, to := range r.row(p) {
		yield(to)
	}
	if c := r.hiddenClass(p); c != none {
		yield(c)
	}
}

// Holds reports whether reference i of o keeps its target alive, see [Roots]. i is an index into [trace.Heap.References].
func (r *Roots) Holds(o trace.ObjectID, i int) bool {
	p := r.graph.rank[o]
	return !r.rows.special.Has(p) || r.holdsAt(p, i) && !r.isStaticAt(p, i)
}

// HeldClass returns the class object that the header of o holds if its class is in [MadeLoaders], else NoObject. Other classes are alive
// without a holder.
func (r *Roots) HeldClass(o trace.ObjectID) trace.ObjectID {
	if r.made == nil {
		return trace.NoObject
	}
	if t := r.graph.heap.TypeOf.At(o); r.made[t] {
		return r.graph.heap.Types[t].Class
	}
	return trace.NoObject
}

// Held reports whether a GC root holds o, directly or over other objects.
func (r *Roots) Held(o trace.ObjectID) bool { return r.held.Has(r.graph.rank[o]) }

// isStaticAt reports whether reference i of the object at p is a static field that counts as a GC root.
func (r *Roots) isStaticAt(p uint32, i int) bool {
	if !r.classes.Has(p) {
		return false
	}
	o := r.graph.order[p]
	return IsStatic(r.graph.heap.FieldAt(o, i))
}

// holdsAt is like [Roots.Holds], but treats static fields as ordinary references.
func (r *Roots) holdsAt(p uint32, i int) bool {
	g := r.graph
	o, to := g.order[p], g.row(p)[i]
	switch {
	case r.weak.Special[g.heap.TypeOf.At(o)] && r.weak.Reference(o, i), r.running.Has(to):
		return false
	case !r.strong.Has(to):
		return true
	case p >= g.live && !r.strong.Has(p):
		return false
	}
	return !r.soft.Special[g.heap.TypeOf.At(o)] || !r.soft.Reference(o, i)
}

// Weak returns the references that hold nothing, for [Graph.WhatIf]. It agrees with [Roots.Holds], but treats static fields as ordinary
// references.
func (r *Roots) Weak() *Weak {
	special := bitset.New(uint(len(r.graph.order)))
	for p := range r.rows.special.All() {
		special.Set(uint(r.graph.order[p]))
	}
	return &Weak{Special: r.weak.Special, Objects: special, Reference: func(o trace.ObjectID, i int) bool {
		return !r.holdsAt(r.graph.rank[o], i)
	}}
}

// follow finds the objects that the GC roots hold, first without soft references, and the references that hold nothing. The cost is one
// traversal.
func (r *Roots) follow() {
	g, h := r.graph, r.graph.heap
	n := len(g.order)
	r.weak, r.soft = WeakByType(h, false), WeakByType(h, true)
	r.rows.special, r.held = rows.NewMarks(n), rows.NewMarks(n)
	w := heldWalk{Roots: r, header: make([]uint32, len(h.Types)), seen: make([]bool, len(h.Types)),
		plain: !slices.Contains(r.soft.Special, true)}
	for t := range w.header {
		w.header[t] = none
		if class := h.Types[t].Class; class != trace.NoObject {
			w.unseen++
			if r.made != nil && r.made[t] {
				w.header[t] = g.rank[class]
			}
		}
	}
	if w.plain && w.unseen == 0 && r.plain {
		w.holdAll()
	}
	for _, hold := range r.holds {
		w.visit(g.rank[hold.object])
	}
	w.run()
	r.strong = append(rows.Marks(nil), r.held...)
	for _, p := range w.softly { // objects with soft references, whose referents may not be held yet
		w.pass(p, true)
	}
	w.soft = true
	w.run()
	r.addSpecial()
	r.rows.keep(g, func(p uint32, i int) bool { return r.holdsAt(p, i) && !r.isStaticAt(p, i) })
	r.keepClasses(w.header)
}

// addSpecial marks further objects that may hold less than they refer to: live objects that are not held without soft references, and
// unreachable objects with weak references.
func (r *Roots) addSpecial() {
	g := r.graph
	for p := g.live; int(p) < len(g.order); p++ {
		if p&63 == 0 && r.strong[p>>6] == ^uint64(0) {
			p += 63
		} else if !r.strong.Has(p) {
			r.rows.special.Set(p)
		}
	}
	if !slices.Contains(r.weak.Special, true) {
		return
	}
	for p, o := range g.order[:g.live] {
		if r.weak.Special[g.heap.TypeOf.At(o)] {
			r.rows.special.Set(uint32(p))
		}
	}
}

// heldWalk is one traversal over holding references.
type heldWalk struct {
	*Roots
	stack  []uint32
	all    []uint32 // types of visited objects that have class objects
	softly []uint32 // objects with soft references
	soft   bool     // true if soft references are followed
	header []uint32 // by type: class object that headers hold; none if it needs no header
	seen   []bool   // by type: true if an object was visited
	unseen int      // number of unvisited types with class objects
	plain  bool     // true if all references of all types hold
}

// holdAll marks all live objects as held. It is for heap states where every reference and every GC root holds its target.
func (w *heldWalk) holdAll() {
	for p := w.graph.live; int(p) < len(w.graph.order); p++ {
		w.held.Set(p)
	}
}

func (w *heldWalk) visit(p uint32) {
	if w.held.Has(p) {
		return
	}
	w.held.Set(p)
	w.stack = append(w.stack, p)
	if w.unseen > 0 {
		w.see(w.graph.typeOf(p))
	}
}

// see registers the first object of a type, whose header may hold the class object.
func (w *heldWalk) see(t trace.TypeID) {
	if w.seen[t] || w.graph.heap.Types[t].Class == trace.NoObject {
		return
	}
	w.seen[t] = true
	w.unseen--
	w.all = append(w.all, uint32(t))
	if c := w.header[t]; c != none {
		w.visit(c)
	}
}

// run follows references from the visited objects. It then visits class objects that only headers hold, and continues from these.
func (w *heldWalk) run() {
	for at := 0; ; at++ {
		for len(w.stack) > 0 {
			p := w.stack[len(w.stack)-1]
			w.stack = w.stack[:len(w.stack)-1]
			w.pass(p, w.soft)
		}
		if at >= len(w.all) {
			return
		}
		t := w.all[at]
		if class := w.graph.rank[w.graph.heap.Types[t].Class]; !w.held.Has(class) {
			w.header[t] = class
			w.visit(w.header[t])
		}
	}
}

// pass visits the objects that the object at p holds.
func (w *heldWalk) pass(p uint32, soft bool) {
	class := w.classes.Has(p)
	weak, isSoft := false, false
	if !w.plain {
		t := w.graph.typeOf(p)
		weak = w.weak.Special[t]
		isSoft = w.Roots.soft.Special[t] && !weak
	}
	if class || weak || isSoft {
		w.passSpecial(p, weak, isSoft, soft)
		return
	}
	for _, to := range w.graph.row(p) {
		if w.running.Has(to) {
			w.rows.special.Set(p)
		} else {
			w.visit(to)
		}
	}
}

// passSpecial is pass for objects with references that may hold nothing: class objects, and objects of types with weak or soft references.
func (w *heldWalk) passSpecial(p uint32, weak, isSoft, soft bool) {
	w.rows.special.Set(p)
	if isSoft && !soft {
		w.softly = append(w.softly, p)
	}
	o := w.graph.order[p]
	for i, to := range w.graph.row(p) {
		switch {
		case w.running.Has(to):
		case w.isStaticAt(p, i), weak && w.weak.Reference(o, i), isSoft && !soft && w.Roots.soft.Reference(o, i):
		default:
			w.visit(to)
		}
	}
}

// keepClasses stores the class objects that only headers hold, by type.
func (r *Roots) keepClasses(header []uint32) {
	if slices.ContainsFunc(header, func(c uint32) bool { return c != none }) {
		r.class = header
	}
}
