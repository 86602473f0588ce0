package closure

import (
	"context"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Weak selects the references that keep nothing alive.
type Weak struct {
	Special   []bool         // by type: true if its objects may have weak references
	Objects   *bitset.BitSet // further objects that may have weak references; nil for none
	Reference func(o trace.ObjectID, index int) bool
}

// isSpecial reports whether o, which has type t, may have weak references.
func (w *Weak) isSpecial(t trace.TypeID, o trace.ObjectID) bool {
	return w.Special[t] || w.Objects != nil && w.Objects.Test(uint(o))
}

// JDK types with plain fields that keep nothing alive.
const (
	finalizerType   = "java.lang.ref.Finalizer"
	threadGroupType = "java.lang.ThreadGroup"
)

// Referent is the field of a reference object that does not keep its target alive, see [IsWeak].
const Referent = "referent"

// WeakByType returns the references of a heap state that keep nothing alive because of the type that declares them:
//
//   - referents of weak and phantom references, and of soft references if soft is true
//   - the runtime's list of objects with a finalize method that are not queued for finalization yet
//   - the lists of a thread group, because threads are alive without it
//   - references in slots of [trace.Type.Weak]
//
// [Graph.Roots] follows the same rules and adds references that depend on the holders of an object; see [Roots].
func WeakByType(h *trace.Heap, soft bool) *Weak {
	rules := make([]weakRule, len(h.Types))
	special := make([]bool, len(h.Types))
	finalizers := trace.NoObject // class object of java.lang.ref.Finalizer
	for t := range h.Types {
		id := trace.TypeID(t)
		switch name := h.Types[t].Name; {
		case name == finalizerType:
			rules[t] = listOfFinalizers
			if finalizers = h.Types[t].Class; finalizers != trace.NoObject {
				special[h.TypeOf.At(finalizers)] = true
			}
		case name == threadGroupType:
			rules[t] = threadsOfGroup
		case IsWeak(h, id) || soft && IsSoft(h, id):
			rules[t] = referentOnly
		case len(h.Types[t].Weak) > 0:
			rules[t] = weakSlots
		}
		special[t] = special[t] || rules[t] != nil
	}
	return &Weak{Special: special, Reference: func(o trace.ObjectID, i int) bool {
		slot := h.Slot(o, i)
		if o == finalizers {
			return h.SlotName(o, slot) == "unfinalized"
		}
		rule := rules[h.TypeOf.At(o)]
		return rule != nil && rule(h, o, slot)
	}}
}

// WeakEdges returns the references that keep nothing alive, including soft ones, as indices into [trace.Heap.RefTo]. It also returns the
// objects that have them. The set is nil if there are none. It takes a bit per reference. It returns an error only if ctx is done.
func WeakEdges(ctx context.Context, h *trace.Heap) (edges *bitset.BitSet, from []trace.ObjectID, err error) {
	weak := WeakByType(h, true)
	if !slices.Contains(weak.Special, true) {
		return nil, nil, nil
	}
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return nil, nil, err
		}
		if !weak.Special[t] {
			continue
		}
		for i := range h.References(trace.ObjectID(o)) {
			if !weak.Reference(trace.ObjectID(o), i) {
				continue
			}
			if edges == nil {
				edges = bitset.New(uint(len(h.RefTo)))
			}
			edges.Set(uint(h.RefStart.At(o)) + uint(i))
			if len(from) == 0 || from[len(from)-1] != trace.ObjectID(o) {
				from = append(from, trace.ObjectID(o))
			}
		}
	}
	return edges, from, nil
}

// weakRule reports whether an object does not keep alive what it refers to in a slot.
type weakRule func(h *trace.Heap, o trace.ObjectID, slot uint16) bool

func referentOnly(h *trace.Heap, o trace.ObjectID, slot uint16) bool {
	return h.SlotName(o, slot) == Referent
}

func weakSlots(h *trace.Heap, o trace.ObjectID, slot uint16) bool {
	return h.Types[h.TypeOf.At(o)].IsWeak(slot)
}

// listOfFinalizers reports whether slot is one of the fields next and prev of java.lang.ref.Finalizer itself. Its superclass also has a
// field next, for the queue of pending objects, which does keep them alive. The class's own two fields are adjacent.
func listOfFinalizers(h *trace.Heap, o trace.ObjectID, slot uint16) bool {
	switch h.SlotName(o, slot) {
	case "prev":
		return true
	case "next":
		return h.SlotName(o, slot+1) == "prev" || slot > 0 && h.SlotName(o, slot-1) == "prev"
	}
	return false
}

func threadsOfGroup(h *trace.Heap, o trace.ObjectID, slot uint16) bool {
	switch h.SlotName(o, slot) {
	case "threads", "groups", "parent":
		return true
	}
	return false
}

// IsUnfinalizedList reports whether a static field is the list of objects with a finalize method; see [WeakByType].
func IsUnfinalizedList(class, field string) bool {
	return class == finalizerType && field == "unfinalized"
}

// IsStatic reports whether a slot of a class object is a static field. Other slots, such as <loader>, belong to the virtual machine.
func IsStatic(slot string) bool { return !strings.HasPrefix(slot, "<") }

// IsWeak reports whether t is or extends a JDK type whose referents are not kept alive. Soft references are not weak: they keep their
// referents until memory runs out.
func IsWeak(h *trace.Heap, t trace.TypeID) bool {
	return h.Extends(t, "java.lang.ref.WeakReference") || h.Extends(t, "java.lang.ref.PhantomReference")
}

// IsSoft reports whether t is or extends the JDK type whose referents are kept alive until memory runs out.
func IsSoft(h *trace.Heap, t trace.TypeID) bool { return h.Extends(t, "java.lang.ref.SoftReference") }
