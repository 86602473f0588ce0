package collect

import (
	"math"

	"memcity/trace"
)

var rootKinds = map[byte]trace.RootKind{rootJNIGlobal: trace.RootJNIGlobal, rootSystem: trace.RootClass,
	rootMonitor: trace.RootMonitor, rootStackLocal: trace.RootLocal, rootJNILocal: trace.RootJNILocal,
	rootThread: trace.RootThread, rootKept: trace.RootVMInternal}

// roots adds the GC roots in walk order.
func (b *heapBuilder) roots() {
	h := b.heap
	var kept, constants []trace.ObjectID
	for _, r := range b.w.roots {
		o := b.object(r.slot)
		if o == trace.NoObject {
			continue
		}
		if r.kind == rootKept {
			kept = append(kept, o)
			continue
		}
		if b.isConstant(&r) {
			constants = append(constants, o)
			continue
		}
		kind, ok := rootKinds[r.kind]
		if !ok {
			kind = trace.RootVMInternal
		}
		out := trace.Root{Kind: kind, Object: o, Thread: -1, Frame: -1}
		owner := r.thread
		if kind == trace.RootThread {
			owner = r.slot
		}
		if t, ok := b.byOwner[owner]; ok && owner != 0 {
			out.Thread = t
			out.Frame = int32(b.frameOf(t, &r))
		}
		if kind == trace.RootClass {
			if number, ok := b.names.bySlot[r.slot]; ok {
				out.Detail = javaName(b.names.classes[number].signature)
			} else { // held by a constant of a system class
				out.Kind = trace.RootVMInternal
			}
		}
		h.Roots = append(h.Roots, out)
	}
	for _, s := range b.virtual { // as in heap dumps, virtual threads hold their local variables
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootThread, Object: b.object(s), Thread: b.byOwner[s], Frame: -1})
	}
	for _, o := range b.heads(kept) {
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootVMInternal, Object: o, Thread: -1, Frame: -1})
	}
	b.addConstants(constants)
}

// heads selects objects of kept, which are the objects that the walk did not reach from a root. All of kept must be reachable from the
// selected objects or from objects outside kept.
func (b *heapBuilder) heads(kept []trace.ObjectID) []trace.ObjectID {
	if len(kept) == 0 {
		return nil
	}
	h := b.heap
	const free, held, reached = 1, 2, 3 // held: another kept object refers to it
	state := make(map[trace.ObjectID]byte, len(kept))
	for _, o := range kept {
		state[o] = free
	}
	var stack []trace.ObjectID
	reach := func(o trace.ObjectID) {
		for stack = append(stack[:0], o); len(stack) > 0; {
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if s := state[o]; s == 0 || s == reached {
				continue
			}
			state[o] = reached
			stack = append(stack, h.References(o)...)
		}
	}
	var outside []trace.ObjectID // kept objects that other objects refer to
	for o := range trace.ObjectID(h.Len()) {
		inside := state[o] != 0
		for _, to := range h.References(o) {
			switch {
			case to == o || state[to] == 0:
			case inside:
				state[to] = held
			default:
				outside = append(outside, to)
			}
		}
	}
	for _, o := range outside {
		reach(o)
	}
	var heads []trace.ObjectID
	for _, left := range []byte{free, held} {
		for _, o := range kept {
			if state[o] == left {
				heads = append(heads, o)
				reach(o)
			}
		}
	}
	return heads
}

// places fills in sites and allocating threads. It adds threads that have ended to the heap.
func (b *heapBuilder) places() {
	h := b.heap
	sites := false
	for i, s := range b.w.seen {
		o := b.find(s)
		h.SiteOf[i] = b.names.site(o.chain)
		h.ThreadOf[i] = b.threadOf(o.thread)
		sites = sites || h.SiteOf[i] != trace.NoSite
	}
	if !sites {
		h.SiteOf, h.ThreadOf = nil, nil
	}
}

// threadOf returns the heap's thread for a name number +1; NoThread if unknown.
func (b *heapBuilder) threadOf(number uint32) int32 {
	if t, ok := b.byPlace[number]; ok {
		return t
	}
	n := b.names.thread(number)
	if n != trace.NoThread {
		name := b.names.threads[n]
		t, ok := b.byName[name]
		if !ok && len(b.heap.Threads) < math.MaxInt32 {
			t = int32(len(b.heap.Threads))
			b.byName[name] = t
			b.heap.Threads = append(b.heap.Threads, trace.Thread{Name: name, Object: trace.NoObject})
		}
		n = t
	}
	b.byPlace[number] = n
	return n
}
