package graph

import (
	"memcity/analysis/closure"
	"memcity/trace"
)

// Types of the JDK with references that keep nothing alive though they are plain fields.
const (
	finalizerType   = "java.lang.ref.Finalizer"
	threadGroupType = "java.lang.ThreadGroup"
)

// Weak says which references of a heap state keep nothing alive: the referents of weak and phantom references; the list of
// objects with a finalize method, by which the runtime finds them until they wait for it in a queue; and the lists of a thread
// group, as threads are alive by themselves.
func Weak(h *trace.Heap) *closure.Weak { return weakOf(h, false) }

// WeakAndSoft is [Weak] with the referents of soft references, which go before memory runs out.
func WeakAndSoft(h *trace.Heap) *closure.Weak { return weakOf(h, true) }

func weakOf(h *trace.Heap, soft bool) *closure.Weak {
	rules := make([]weakRule, len(h.Types))
	special := make([]bool, len(h.Types))
	finalizers := trace.NoObject // the class
	for t := range h.Types {
		id := trace.TypeID(t)
		switch name := h.Types[t].Name; {
		case name == finalizerType:
			rules[t] = listOfFinalizers
			if finalizers = h.Types[t].Class; finalizers != trace.NoObject {
				special[h.TypeOf[finalizers]] = true
			}
		case name == threadGroupType:
			rules[t] = threadsOfGroup
		case IsWeak(h, id) || soft && IsSoft(h, id):
			rules[t] = referentOnly
		}
		special[t] = special[t] || rules[t] != nil
	}
	return &closure.Weak{Special: special, Reference: func(o trace.ObjectID, i int) bool {
		slot := h.RefSlot[int(h.RefStart[o])+i]
		if o == finalizers {
			return h.SlotName(o, slot) == "unfinalized"
		}
		rule := rules[h.TypeOf[o]]
		return rule != nil && rule(h, o, slot)
	}}
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

// IsUnfinalizedList reports whether a static field is the list of the objects with a finalize method; see [Weak].
func IsUnfinalizedList(class, field string) bool {
	return class == finalizerType && field == "unfinalized"
}
