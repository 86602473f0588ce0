package collect

import (
	"slices"

	"memcity/trace"
)

// HotSpot reports the constants of compiled code, such as values of static final fields, as JNI locals of the frame that runs the code
// (jvmtiTagMap.cpp, "follow oops from compiled nmethod"). They appear and disappear with the compiler. Compiled code holds them weakly, and
// a field or the VM itself holds them as well. Only native methods have real JNI locals.

// isConstant reports whether a root is a constant of compiled code.
func (b *heapBuilder) isConstant(r *root) bool {
	if r.kind != rootJNILocal {
		return false
	}
	method := b.w.method(r)
	return method != 0 && int(method) <= len(b.names.methods) && b.names.methods[method-1] != nil && !b.names.methods[method-1].native
}

// addConstants adds the given constants of compiled code as roots if no other root reaches them, because something in the VM must hold
// them. If there are any constants, the cost is linear in the size of the heap.
func (b *heapBuilder) addConstants(constants []trace.ObjectID) {
	if len(constants) == 0 {
		return
	}
	s := search{heap: b.heap, reached: make([]uint64, (b.heap.Len()+63)/64), weak: make([]int, len(b.names.types))}
	for t := range b.names.types {
		s.weak[t] = slices.Index(b.names.types[t].References, "referent")
	}
	for i := range b.heap.Roots {
		s.from(b.heap.Roots[i].Object)
	}
	for _, o := range constants {
		if !s.has(o) {
			b.heap.Roots = append(b.heap.Roots, trace.Root{Kind: trace.RootVMInternal, Object: o, Thread: -1, Frame: -1})
			s.from(o)
		}
	}
}

// search is a set of reachable objects.
type search struct {
	heap    *trace.Heap
	reached []uint64 // one bit for each object
	weak    []int    // slot of the referent by type; -1 for none
	stack   []trace.ObjectID
}

func (s *search) has(o trace.ObjectID) bool { return s.reached[o/64]>>(o%64)&1 != 0 }

// from adds an object and everything reachable from it. It does not follow the referents of weak, soft and phantom references.
func (s *search) from(o trace.ObjectID) {
	h := s.heap
	for s.stack = append(s.stack, o); len(s.stack) > 0; {
		o := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.has(o) {
			continue
		}
		s.reached[o/64] |= 1 << (o % 64)
		weak := s.weak[h.TypeOf.At(o)]
		for i, to := range h.References(o) {
			if !s.has(to) && (weak < 0 || int(h.Slot(o, i)) != weak) {
				s.stack = append(s.stack, to)
			}
		}
	}
}
