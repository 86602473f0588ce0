package anttracks

import (
	"slices"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// references contains the recorded references of objects and GC roots. The VM records all of them with ParallelOld, some with G1 and none
// with CMS.
type references struct {
	// lists contains the references by slot. The references of an instance are in the order of [trace.Type.References]; see [references.ordered].
	lists    [][]target
	previous map[slot][]target // lists that the current GC replaced, of objects that it describes incompletely
	touched  []slot            // whose lists the current GC began
	began    map[slot]bool     // the same
	parts    map[place][]part  // of large arrays, by the place after the GC

	roots   []root // of the last GC of the whole heap
	young   []root // of the last minor GC, into the young generation
	pending []root // of the current GC of the whole heap
}

// target is a reference: an object with its generation, or an address until the GC has ended; 0 is null.
type target uint64

// part is a part of a large array: the references from one event on.
type part struct {
	targets []target
	full    bool // no more follow
}

// root is a GC root.
type root struct {
	kind uint64 // see rootKind; otherwise the address of a thread
	to   target
}

const (
	perEvent = 12
	partSize = 50 // elements of a large array that a thread handles together
)

func newReferences() *references {
	return &references{previous: map[slot][]target{}, began: map[slot]bool{}, parts: map[place][]part{}}
}

func (f *references) drop(s slot) {
	if int(s) < len(f.lists) {
		f.lists[s] = nil
	}
}

func (f *references) set(s slot, list []target) {
	if more := int(s) + 1 - len(f.lists); more > 0 {
		f.lists = append(f.lists, make([][]target, more)...)
	}
	f.lists[s] = list
}

func (f *references) of(s slot) []target {
	if int(s) >= len(f.lists) {
		return nil
	}
	return f.lists[s]
}

// referring applies an event with references. Its quad is the owner's address after the GC.
func (r *replay) referring(e *anttracks.Event) {
	var s slot
	var owner uint64
	at := 2
	switch e.Kind {
	case anttracks.MoveSlowRefs:
		owner, at = e.Quad(2), 4
		s = r.moveSlow(e, e.Quad(0), owner)
	case anttracks.MoveFastWideRef, anttracks.MoveFastRefs:
		from := uint64(0)
		if e.Kind == anttracks.MoveFastRefs {
			from, at = r.relative(e.Word(0)), 1
		} else {
			from = e.Quad(0)
		}
		if s = r.moveFast(e, from); s != 0 {
			owner = r.objects.address(r.to[s])
		}
	case anttracks.KeepAliveRefs:
		owner = e.Quad(0)
		s = r.moveTo(e, owner, owner)
	case anttracks.Roots:
		r.rootEvent(e)
		return
	default:
		owner = e.Quad(0)
		s = r.ownerAt(owner)
	}
	f := r.refs
	if f == nil {
		return
	}
	targets := r.targets(e, at, owner)
	switch {
	case e.Kind == anttracks.PartRefs:
		f.addPart(r.place(owner), targets)
	case s == 0:
		r.problems.add("references belong to unknown objects", e, owner)
	case f.began[s] && (e.Kind == anttracks.MoreRefs || e.Kind == anttracks.OldRefs):
		f.set(s, append(f.of(s), targets...))
	default:
		r.beginList(s, targets)
	}
}

// beginList replaces the references of an object. A full GC of G1 writes empty lists for arrays that are not empty; they keep the old ones.
func (r *replay) beginList(s slot, targets []target) {
	f, typ := r.refs, r.origins[r.origin[s]].typ
	r.lane.last = s
	if len(targets) == 0 && r.gc.typ == majorGC && r.types[typ].kind == trace.ObjectArray && r.isG1() {
		return
	}
	if !f.began[s] {
		f.began[s] = true
		f.touched = append(f.touched, s)
	}
	if r.special(typ) {
		f.previous[s] = f.of(s)
	}
	f.set(s, targets)
}

// isG1 reports whether the heap consists of regions. Other collectors have four spaces at most.
func (r *replay) isG1() bool { return len(r.spaces.byIndex) > 6 }

// ownerAt returns the object at an address after the GC: the last one that the thread moved, or one that stays.
func (r *replay) ownerAt(address uint64) slot {
	p := r.place(address)
	if last := r.lane.last; last != 0 && r.to[last] == p && p != 0 {
		return last
	}
	s := r.find(p)
	if s != 0 && r.to[s] != 0 && r.to[s] != p {
		return 0
	}
	return s
}

// address returns the address of a place.
func (o *objects) address(p place) uint64 { return o.base + wordBytes*uint64(p) }

// targets decodes the references of an event from a word on. Each has two bits of the payload: 0 no more, 1 a word with the difference to
// the one before in words, 2 an address, 3 null.
func (r *replay) targets(e *anttracks.Event, at int, owner uint64) []target {
	var list []target
	difference := int64(0) // in words
	for shift := 22; shift >= 0; shift -= 2 {
		switch e.Payload() >> shift & 3 {
		case 0:
			return list
		case 1:
			difference += int64(int32(e.Word(at)))
			at++
			list = append(list, r.target(owner-wordBytes*uint64(difference)))
		case 2:
			address := e.Quad(at)
			at += 2
			difference = int64((owner - address) / wordBytes)
			list = append(list, r.target(address))
		case 3:
			list = append(list, 0)
		}
	}
	return list
}

// target returns the object at an address. Minor GCs write addresses before the moves, others those after them.
func (r *replay) target(address uint64) target {
	if address == 0 {
		return 0
	}
	if r.gc.all() {
		return target(address)
	}
	return r.targetAt(address)
}

func (r *replay) targetAt(address uint64) target {
	s := r.find(r.place(address))
	if s == 0 {
		return 0
	}
	return target(r.identity(s))
}

// targetSlot returns the object of a target; 0 for null and for objects that are dead.
func (r *replay) targetSlot(t target) slot {
	s := slot(t)
	if t == 0 || int(s) >= len(r.at) || uint32(t>>32) != r.generation[s] || r.origin[s] == 0 {
		return 0
	}
	return s
}

// addPart adds references of a large array. They come in parts of 50, each in events of 12, from the last part to the first.
func (f *references) addPart(owner place, targets []target) {
	list := f.parts[owner]
	if n := len(list); n > 0 && !list[n-1].full {
		p := &list[n-1]
		p.targets = append(p.targets, targets...)
		p.full = len(targets) < perEvent || len(p.targets) >= partSize
	} else {
		list = append(list, part{targets, len(targets) < perEvent})
	}
	f.parts[owner] = list
}

// arrayParts joins the parts of large arrays before the objects are placed.
func (f *references) arrayParts(r *replay) {
	if len(f.parts) == 0 {
		return
	}
	moved := make(map[place]slot, len(f.parts))
	for _, s := range r.gc.moved {
		if _, ok := f.parts[r.to[s]]; ok {
			moved[r.to[s]] = s
		}
	}
	for owner, list := range f.parts {
		s, ok := moved[owner]
		if !ok {
			s = r.find(owner)
		}
		if s == 0 {
			continue
		}
		var all []target
		for _, p := range slices.Backward(list) {
			all = append(all, p.targets...)
		}
		f.set(s, all)
	}
	clear(f.parts)
}

// settle completes the lists of a GC that has ended.
func (f *references) settle(r *replay) {
	for _, s := range f.touched {
		if r.origin[s] == 0 {
			continue
		}
		list := f.of(s)
		if r.gc.all() {
			r.resolve(list)
		}
		f.set(s, r.ordered(s, list))
	}
	clear(f.began)
	clear(f.parts)
	clear(f.previous)
	f.touched = f.touched[:0]
	if len(f.pending) > 0 {
		for i := range f.pending {
			f.pending[i].to = r.targetAt(uint64(f.pending[i].to))
		}
		f.roots, f.pending = f.pending, f.roots[:0]
	}
}

// resolve replaces addresses by objects.
func (r *replay) resolve(list []target) {
	for i, t := range list {
		if t != 0 {
			list[i] = r.targetAt(uint64(t))
		}
	}
}

// specialFields are the fields of java.lang.ref.Reference that the garbage collector handles specially, in the order of a full GC.
var specialFields = []string{"referent", "next", "discovered"}

// special reports whether a type has [specialFields].
func (r *replay) special(typ int32) bool { return r.fields[typ].special != nil }

// fieldOrder is the order in which a full GC reports the fields of a type with references: superclasses first, in the order of declaration,
// but special fields last. A minor GC reports them in the reverse order.
type fieldOrder struct {
	plain   []int // places in Type.References
	special []int // of [specialFields]; nil unless the type is a subclass of java.lang.ref.Reference
}

// ownFields is the number of reference fields of java.lang.ref.Reference.
const ownFields = 4

func fieldOrders(types []trace.Type) []fieldOrder {
	orders := make([]fieldOrder, len(types))
	for i := range types {
		t, o := &types[i], &orders[i]
		special := isReferenceType(types, i)
		for k, name := range t.References {
			if !special || k >= ownFields || !slices.Contains(specialFields, name) { // Finalizer has another next
				o.plain = append(o.plain, k)
			}
		}
		for _, name := range specialFields {
			if k := slices.Index(t.References, name); special && k >= 0 {
				o.special = append(o.special, k)
			}
		}
	}
	return orders
}

// isReferenceType reports whether a type has the fields of java.lang.ref.Reference. The first field is the referent.
func isReferenceType(types []trace.Type, i int) bool {
	names := types[i].References
	return types[i].Kind == trace.Instance && len(names) >= ownFields && names[0] == "referent" &&
		slices.Contains(names[:ownFields], "discovered") && slices.Contains(names[:ownFields], "queue")
}

// ordered returns the references of an object in the order of [trace.Type.References], of a class object with its static fields last, or of
// an array by element. More references than fields come last.
func (r *replay) ordered(s slot, list []target) []target {
	typ := r.origins[r.origin[s]].typ
	minor := !r.gc.all()
	switch r.types[typ].kind {
	case trace.ObjectArray, trace.PrimitiveArray:
		return list
	case trace.ClassObject:
		if own := len(list) - len(r.staticNames(s)); minor && own > 0 {
			slices.Reverse(list[:own])
		}
		return list
	}
	if minor {
		slices.Reverse(list)
	}
	o := &r.fields[typ]
	if o.special == nil {
		return list
	}
	return r.orderedSpecial(s, o, list)
}

// orderedSpecial returns the references of a java.lang.ref.Reference in the order of its fields. A minor GC reports none of the special
// fields, so that they are as before, or referent and next, or all of them with next first (after the list was reversed).
func (r *replay) orderedSpecial(s slot, o *fieldOrder, list []target) []target {
	out := make([]target, len(o.plain)+len(o.special))
	n := spread(out, o.plain, list)
	list = list[n:]
	switch {
	case len(list) == 0:
		if previous := r.refs.previous[s]; len(previous) == len(out) {
			for _, k := range o.special {
				out[k] = previous[k]
			}
		}
	case r.gc.all():
		spread(out, o.special, list)
	default:
		slices.Reverse(list)
		order := []int{o.special[0], o.special[1]}
		if len(list) == 3 {
			order = []int{o.special[0], o.special[2], o.special[1]}
		}
		spread(out, order, list)
	}
	return out
}

// spread copies targets to the given places of out, and returns how many.
func spread(out []target, places []int, list []target) int {
	n := min(len(places), len(list))
	for i, k := range places[:n] {
		out[k] = list[i]
	}
	return n
}

// staticNames returns the names of the static fields of the class that a class object stands for.
func (r *replay) staticNames(s slot) []string {
	n := r.mirrors[s]
	if n == 0 || int(n) >= len(r.statics) {
		return nil
	}
	return r.statics[n]
}

// rootEvent adds GC roots. A GC of the whole heap reports all of them, a minor one only those into the young generation.
func (r *replay) rootEvent(e *anttracks.Event) {
	f := r.refs
	if f == nil || !r.gc.running {
		return
	}
	for _, t := range r.targets(e, 2, 0) {
		switch {
		case t == 0:
		case r.gc.all():
			f.pending = append(f.pending, root{e.Quad(0), t})
		default:
			f.young = append(f.young, root{e.Quad(0), t})
		}
	}
}

// Kinds of roots that mean the same in all GCs.
const (
	rootJNI      = 2
	rootThreads  = 3
	rootMonitors = 4
	rootWeak     = 11 // holds nothing
	lastRootKind = 13
)

func rootKind(kind uint64) trace.RootKind {
	switch kind {
	case rootJNI:
		return trace.RootJNIGlobal
	case rootThreads:
		return trace.RootLocal
	case rootMonitors:
		return trace.RootMonitor
	}
	if kind > lastRootKind { // the address of a thread
		return trace.RootLocal
	}
	return trace.RootVMInternal
}
