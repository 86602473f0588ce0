package trace

// Reached is a set of reachable objects of a heap. Weak references count like others. Use [NewReached].
type Reached struct {
	heap  *Heap
	bits  []uint64 // one for each object
	types []bool   // whether the class object was reached, since each object's header refers to it
	stack []ObjectID
}

// NewReached returns the objects that are reachable from the GC roots. The cost is linear in objects and references.
func NewReached(h *Heap) *Reached {
	r := &Reached{heap: h, bits: make([]uint64, (h.Len()+63)/64), types: make([]bool, len(h.Types))}
	for i := range h.Roots {
		r.From(h.Roots[i].Object)
	}
	return r
}

// Has reports whether an object is in the set.
func (r *Reached) Has(o ObjectID) bool { return r.bits[o/64]>>(o%64)&1 != 0 }

// Missing returns the shallow bytes of the objects that are not in the set. The cost is linear in the objects.
func (r *Reached) Missing() (bytes int64) {
	for o := range ObjectID(r.heap.Len()) {
		if !r.Has(o) {
			bytes += r.heap.Size(o)
		}
	}
	return bytes
}

// Root adds a GC root that the input lacks, of an object, to the heap. It does not change the set.
func (r *Reached) Root(o ObjectID) {
	r.heap.Roots = append(r.heap.Roots, Root{Kind: RootUnknown, Object: o, Thread: -1, Frame: -1, Detail: LeftOut})
}

// From adds an object and everything reachable from it.
func (r *Reached) From(o ObjectID) {
	h := r.heap
	for r.push(o); len(r.stack) > 0; {
		o := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		for _, to := range h.References(o) {
			r.push(to)
		}
		if t := h.TypeOf.At(o); !r.types[t] {
			r.types[t] = true
			if class := h.Types[t].Class; class != NoObject {
				r.push(class)
			}
		}
	}
}

func (r *Reached) push(o ObjectID) {
	if !r.Has(o) {
		r.bits[o/64] |= 1 << (o % 64)
		r.stack = append(r.stack, o)
	}
}

// Heads returns objects from which all missing objects are reachable, and adds these to the set: first the missing objects that no other
// missing object refers to, then one object of each remaining cycle. The cost is linear in objects and references.
func (r *Reached) Heads() (heads []ObjectID) {
	h := r.heap
	held := make([]uint64, len(r.bits)) // one bit for each object that another missing object refers to
	for o := range ObjectID(h.Len()) {
		if r.Has(o) {
			continue
		}
		for _, to := range h.References(o) {
			if to != o {
				held[to/64] |= 1 << (to % 64)
			}
		}
	}
	for _, circles := range []bool{false, true} {
		for o := range ObjectID(h.Len()) {
			if !r.Has(o) && (circles || held[o/64]>>(o%64)&1 == 0) {
				heads = append(heads, o)
				r.From(o)
			}
		}
	}
	return heads
}
