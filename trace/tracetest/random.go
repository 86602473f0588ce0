package tracetest

import (
	"fmt"
	"math/rand/v2"

	"memcity/trace"
)

// RandomHeap builds a heap with the given number of objects from a seed. The same arguments give the same heap. It has instances of eight
// types with up to four fields, object and primitive arrays, chains, cycles and shared objects. With probability near one, it has
// unreachable objects. Objects have about two references on average. The cost is linear in the objects.
func RandomHeap(seed uint64, objects int) *trace.Heap {
	rng := rand.New(rand.NewPCG(seed, 0x6d656d63697479))
	b := NewHeap()
	types := randomTypes(b)
	for range objects {
		t := types[rng.IntN(len(types))]
		if b.heap.Types[t].Kind == trace.Instance {
			b.Object(t)
		} else {
			b.Array(t, rng.IntN(9))
		}
	}
	for o := range trace.ObjectID(objects) {
		randomReferences(b, rng, o, objects)
	}
	if objects > 0 {
		for i := range 1 + objects/200 {
			b.Root(trace.ObjectID(rng.IntN(objects)), trace.RootStaticField, fmt.Sprintf("app.Main.f%d", i))
		}
	}
	return b.Heap()
}

func randomTypes(b *HeapBuilder) []trace.TypeID {
	fields := []string{"a", "b", "c", "d"}
	var types []trace.TypeID
	for i := range 8 {
		types = append(types, b.Type(fmt.Sprintf("app.p%d.T%d", i/3, i), int64(16+8*(i%5)), fields[:i%5]...))
	}
	return append(types, b.ArrayType("java.lang.Object[]"), b.PrimitiveType("byte[]", 1))
}

// randomReferences fills about three of four slots of o. Most references are to nearby objects, which creates chains and small cycles; some
// are to distant ones.
func randomReferences(b *HeapBuilder, rng *rand.Rand, o trace.ObjectID, objects int) {
	t := &b.heap.Types[b.types[o]]
	slots := len(t.References)
	if t.Kind == trace.ObjectArray {
		slots = int(b.extents[o])
	}
	for s := range slots {
		var to int
		switch rng.IntN(8) {
		case 0, 1:
			continue
		case 2:
			to = rng.IntN(objects)
		default:
			to = (int(o) + rng.IntN(16) - 4 + objects) % objects
			to = max(to, 0)
		}
		if t.Kind == trace.ObjectArray {
			b.Element(o, s, trace.ObjectID(to))
		} else {
			b.Refer(o, t.References[s], trace.ObjectID(to))
		}
	}
}
