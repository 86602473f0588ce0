package graph

import (
	"memcity/analysis/closure"
	"memcity/trace"
)

// Weak says which references of a heap state keep nothing alive.
func Weak(h *trace.Heap) *closure.Weak {
	special := make([]bool, len(h.Types))
	for t := range special {
		special[t] = IsWeak(h, trace.TypeID(t))
	}
	return &closure.Weak{Special: special, Reference: func(o trace.ObjectID, i int) bool {
		return h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i]) == Referent
	}}
}
