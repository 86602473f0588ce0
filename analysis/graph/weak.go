package graph

import (
	"memcity/analysis/closure"
	"memcity/trace"
)

// Referent is the field of a reference object that does not keep its target alive.
const Referent = closure.Referent

// Weak is [closure.WeakByType] with soft references that hold.
func Weak(h *trace.Heap) *closure.Weak { return closure.WeakByType(h, false) }

// WeakAndSoft is [Weak] with the referents of soft references, which go before memory runs out.
func WeakAndSoft(h *trace.Heap) *closure.Weak { return closure.WeakByType(h, true) }
