package dotnet

import (
	"cmp"
	"errors"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/gcdump"
	"memcity/trace/wire/nettrace"
)

// Texts of roots that are not variables.
const (
	stackRoot     = "stack of a thread"
	finalizerRoot = "finalizers"
	strongHandle  = "strong handle"
	pinnedHandle  = "pinned handle"
	countedHandle = "reference-counted handle" // of native code
	otherHandle   = "other handle"
)

// rootOf returns the root of an event; ok is false if it keeps nothing alive.
func rootOf(r nettrace.Root) (to root, ok bool) {
	to = root{object: r.Object, kind: trace.RootVMInternal, detail: otherHandle}
	switch {
	case r.Flags&nettrace.RootWeak != 0 || r.Object == 0:
		return to, false
	case r.Kind == nettrace.RootStack:
		to.kind, to.detail = trace.RootNativeStack, stackRoot
	case r.Kind == nettrace.RootFinalizer:
		to.kind, to.detail = trace.RootFinalizing, finalizerRoot
	case r.Flags&nettrace.RootRefCounted != 0:
		to.detail = countedHandle
	case r.Flags&nettrace.RootPinned != 0:
		to.detail = pinnedHandle
	case r.Kind == nettrace.RootHandle:
		to.detail = strongHandle
	}
	return to, true
}

// addRoots adds the roots to the heap: first the static fields, and then others. Values that a static field holds get no root on the stack.
// A root on the stack exists only while a function uses the field.
func (l *loader) addRoots(h *trace.Heap) {
	for _, f := range l.statics {
		o := l.containing(h, f.object)
		if o == trace.NoObject {
			continue
		}
		name := fieldName(f.name)
		if f.class != "" {
			name = trace.Member(f.class, name)
		}
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootVariable, Object: o, Thread: -1, Frame: -1, Detail: trace.ClipName(name)})
	}
	for _, r := range l.roots {
		o := l.containing(h, r.object)
		if o == trace.NoObject || r.kind == trace.RootNativeStack && l.fields[r.object] {
			continue
		}
		h.Roots = append(h.Roots, trace.Root{Kind: r.kind, Object: o, Thread: -1, Frame: -1, Detail: r.detail})
	}
}

// containing returns the object at an address or around it; NoObject if there is none.
func (l *loader) containing(h *trace.Heap, address uint64) trace.ObjectID {
	ids := l.builder.IDs()
	i, found := slices.BinarySearchFunc(ids, address, func(id, a uint64) int { return cmp.Compare(id, a) })
	if found {
		return trace.ObjectID(i)
	}
	if i == 0 || address-ids[i-1] >= uint64(h.Size(trace.ObjectID(i-1))) {
		return trace.NoObject
	}
	return trace.ObjectID(i - 1)
}

// position returns the place and text of a fault in a file.
func position(err error) (at int64, text string, ok bool) {
	var t *nettrace.Fault
	if errors.As(err, &t) {
		return t.Offset, t.Text, true
	}
	var g *gcdump.Fault
	if errors.As(err, &g) {
		return g.Offset, g.Text, true
	}
	return -1, "", false
}
