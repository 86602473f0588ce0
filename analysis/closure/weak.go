package closure

import (
	"context"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Weak are references that keep nothing alive.
type Weak struct {
	Special   []bool         // by type: some references of its objects are weak
	Objects   *bitset.BitSet // further objects of which some references are; nil for none
	Reference func(o trace.ObjectID, index int) bool
}

// isSpecial reports whether some references of o, which is of type t, may be weak.
func (w *Weak) isSpecial(t trace.TypeID, o trace.ObjectID) bool {
	return w.Special[t] || w.Objects != nil && w.Objects.Test(uint(o))
}

// Types of the JDK with references that keep nothing alive though they are plain fields.
const (
	finalizerType   = "java.lang.ref.Finalizer"
	threadGroupType = "java.lang.ThreadGroup"
)

// Referent is the field of a reference object that does not keep its target alive, see [IsWeak].
const Referent = "referent"

// WeakByType says which references of a heap state keep nothing alive because of the type that they are a field of: the
// referents of weak and phantom references, and of soft ones if requested; the list of objects with a finalize method, by which
// the runtime finds them until they wait for it in a queue; and the lists of a thread group, as threads are alive by themselves.
// [Graph.Roots] goes by the same rules, and adds those that depend on who holds an object; see [Roots].
func WeakByType(h *trace.Heap, soft bool) *Weak {
	rules := make([]weakRule, len(h.Types))
	special := make([]bool, len(h.Types))
	finalizers := trace.NoObject // the class
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

// weakEdges returns the references that keep nothing alive, soft ones among them, by index into [trace.Heap.RefTo], nil if there are
// none; and the objects that have them. It takes a bit for each reference. An error is ctx's.
func weakEdges(ctx context.Context, h *trace.Heap) (edges *bitset.BitSet, from []trace.ObjectID, err error) {
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

// weakRule reports whether what an object refers to in a slot is not kept alive by it.
type weakRule func(h *trace.Heap, o trace.ObjectID, slot uint16) bool

func referentOnly(h *trace.Heap, o trace.ObjectID, slot uint16) bool {
	return h.SlotName(o, slot) == Referent
}

// listOfFinalizers is true for the fields next and prev of the class itself. Its super class, whose queue of objects that wait
// does keep them alive, has a field next as well: the own ones come one after the other.
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

// IsUnfinalizedList reports whether a static field is the list of the objects with a finalize method; see [WeakByType].
func IsUnfinalizedList(class, field string) bool {
	return class == finalizerType && field == "unfinalized"
}

// IsStatic distinguishes static fields from what the virtual machine keeps in a class object, such as <loader>.
func IsStatic(slot string) bool { return !strings.HasPrefix(slot, "<") }

// IsWeak reports whether t is one of the types of the JDK whose referents are not kept alive, or extends one. Soft
// references do keep them, until memory runs out.
func IsWeak(h *trace.Heap, t trace.TypeID) bool {
	return h.Extends(t, "java.lang.ref.WeakReference") || h.Extends(t, "java.lang.ref.PhantomReference")
}

// IsSoft reports whether t is the type of the JDK whose referents are kept alive until memory runs out, or extends it.
func IsSoft(h *trace.Heap, t trace.TypeID) bool { return h.Extends(t, "java.lang.ref.SoftReference") }
