package trace

// Reached marks objects that references lead to, weak references included. Use [NewReached].
type Reached struct {
	heap  *Heap
	bits  []uint64 // one for each object
	types []bool   // whose class was reached: the header of each object refers to it
	stack []ObjectID
}

// NewReached returns the objects that the GC roots of a heap lead to. The cost is linear in objects and references.
func NewReached(h *Heap) *Reached {
	r := &Reached{heap: h, bits: make([]uint64, (h.Len()+63)/64), types: make([]bool, len(h.Types))}
	for i := range h.Roots {
		r.From(h.Roots[i].Object)
	}
	return r
}

// Has reports whether an object was reached.
func (r *Reached) Has(o ObjectID) bool { return r.bits[o/64]>>(o%64)&1 != 0 }

// From adds an object and all that references lead to from it.
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

// Heads adds all objects of the heap, and returns those from which references lead to all others that were not reached before: objects
// that none of them refers to, then one for each remaining circle. The cost is linear in objects and references.
func (r *Reached) Heads() (heads []ObjectID) {
	h := r.heap
	held := make([]uint64, len(r.bits)) // by others that were not reached
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
