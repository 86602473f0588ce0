package closure_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// staticsAsRoots returns the heap with the static fields of live classes as GC roots instead of references.
func staticsAsRoots(h *trace.Heap) *trace.Heap {
	live, removal := liveWithout(h, nil), *h
	isClass := map[trace.ObjectID]bool{}
	for _, t := range h.Types {
		if c := t.Class; c != trace.NoObject && h.Types[h.TypeOf.At(c)].Kind == trace.ClassObject && live[c] {
			isClass[c] = true
		}
	}
	removal.Roots = slices.Clone(h.Roots)
	removal.RefTo = nil
	starts, slots := []uint32{0}, []uint16{}
	for o := range trace.ObjectID(h.Len()) {
		for i, to := range h.References(o) {
			slot := h.Slot(o, i)
			if isClass[o] && !strings.HasPrefix(h.SlotName(o, slot), "<") {
				removal.Roots = append(removal.Roots, trace.Root{Kind: trace.RootStaticField, Object: to, Thread: -1, Frame: -1})
				continue
			}
			removal.RefTo, slots = append(removal.RefTo, to), append(slots, slot)
		}
		starts = append(starts, uint32(len(removal.RefTo)))
	}
	removal.RefStart, removal.RefSlot = trace.RowsOf(starts), trace.SlotsOf(slots)
	return &removal
}

// rootOracle removes GC roots by their names and keeps the objects that they refer to.
func rootOracle(h *trace.Heap, r *closure.Roots) ownerOracle {
	held := make([][]trace.ObjectID, len(r.Names))
	for o := range trace.ObjectID(h.Len()) {
		for _, root := range r.Direct(o) {
			held[root] = append(held[root], o)
		}
	}
	h = staticsAsRoots(h)
	live := liveWithout(h, nil)
	return ownerOracle{
		groups: len(r.Names),
		dies: func(mask int) map[trace.ObjectID]bool {
			left := *h
			left.Roots = nil
			for root, objects := range held {
				for _, o := range objects {
					if mask>>root&1 == 0 {
						left.Roots = append(left.Roots, trace.Root{Object: o})
					}
				}
			}
			stays := liveWithout(&left, nil)
			dead := map[trace.ObjectID]bool{}
			for o := range live {
				dead[o] = !stays[o]
			}
			return onlyTrue(dead)
		},
		reaches: func(root int32) map[trace.ObjectID]bool {
			in := map[trace.ObjectID]bool{}
			for _, o := range held[root] {
				in[o] = true
			}
			return deepOf(h, in)
		},
	}
}

// TestRootOwnersByDefinition tries every set of up to eight GC roots, many of which refer to the same objects.
func TestRootOwnersByDefinition(t *testing.T) {
	several, shared := 0, 0
	for seed := range uint64(80) {
		h := randomHeap(seed)
		rng := rand.New(rand.NewPCG(seed, 5))
		targets := make([]trace.ObjectID, 3)
		for i := range targets {
			targets[i] = trace.ObjectID(rng.IntN(h.Len()))
		}
		h.Roots = nil
		for i := range 14 {
			o := trace.ObjectID(rng.IntN(h.Len()))
			if i%2 == 0 {
				o = targets[rng.IntN(len(targets))]
			}
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootInterned, Detail: string(rune('a' + rng.IntN(8))), Object: o, Thread: -1,
				Frame: -1})
		}
		target := randomTarget(h, seed, rng)
		share := 0.2 + 0.7*rng.Float64()
		r := graph(t, h).Roots()
		got := owners(t, r, closure.OwnersQuery{Roots: true, Target: target, Share: share, Objects: seed%3 == 0})
		checkOwners(t, seed, h, rootOracle(h, r), target, share, seed%3 == 0, got)
		if got.Proven && len(got.Smallest) > 1 {
			several++
		}
		shared += len(got.Pairs)
	}
	if several < 10 || shared < 20 {
		t.Errorf("only %d sets of several GC roots and %d pairs: the examples show too little", several, shared)
	}
}

// TestOwnersOfOneObject checks two static fields and a local variable that refer to the same map. Another field holds a smaller map. The
// first map dies only without all three.
func TestOwnersOfOneObject(t *testing.T) {
	b := tracetest.NewHeap()
	mapType, value, class := b.Type("java.util.HashMap", 48, "table"), b.Type("app.V", 16), b.Type("app.Same", 16)
	table := b.ArrayType("java.util.HashMap$Node[]")
	fill := func(values int) trace.ObjectID {
		m, entries := b.Object(mapType), b.Array(table, values)
		b.Refer(m, "table", entries)
		for i := range values {
			b.Element(entries, i, b.Object(value))
		}
		return m
	}
	same := b.Class(class, 100, trace.NoObject)
	both, solo := fill(100), fill(30)
	b.Refer(same, "one", both)
	b.Refer(same, "two", both)
	b.Refer(same, "solo", solo)
	b.Root(same, trace.RootClass, "")
	b.Local(both, b.Thread("main", trace.NoObject, "app.Same.main(Same.java:7)"), 0)
	h := b.Heap()

	r := graph(t, h).Roots()
	id := func(text string) int32 {
		return int32(slices.IndexFunc(r.Names, func(n closure.RootName) bool { return n.String() == text }))
	}
	one, two, alone := id("static field app.Same.one"), id("static field app.Same.two"), id("static field app.Same.solo")
	local := id("local variable main, app.Same.main(Same.java:7)")
	got := owners(t, r, closure.OwnersQuery{Roots: true, Share: 0.95, Objects: true})
	by := map[int32]closure.Owner{}
	for _, o := range got.Owners {
		by[o.Group] = o
	}
	for _, n := range []int32{one, two, local} {
		if o := by[n]; n < 0 || o.Exclusive.Objects != 0 || o.Reaches.Objects < 102 {
			t.Errorf("%v retains %d and reaches %d; expected none and at least 102", r.Names[n], o.Exclusive.Objects, o.Reaches.Objects)
		}
	}
	if o := by[alone]; o.Exclusive.Objects < 32 || o.Exclusive.Objects > 33 {
		t.Errorf("the field of the small map retains %d", o.Exclusive.Objects)
	}
	if len(got.Pairs) != 0 {
		t.Errorf("pairs %v; expected none, as a third root refers to the map", got.Pairs)
	}
	want := []int32{one, two, alone, local}
	slices.Sort(want)
	if !slices.Equal(got.Smallest, want) || !got.Proven {
		t.Errorf("smallest set %v, proven %v; expected %v", got.Smallest, got.Proven, want)
	}

	h.Roots = h.Roots[:1] // without the local variable
	r = graph(t, h).Roots()
	one, two = id("static field app.Same.one"), id("static field app.Same.two")
	got = owners(t, r, closure.OwnersQuery{Roots: true})
	if len(got.Pairs) != 1 || got.Pairs[0].A != one || got.Pairs[0].B != two || got.Pairs[0].Shared != got.Pairs[0].Together ||
		got.Pairs[0].Shared.Objects < 102 {
		t.Errorf("pairs %v; expected the fields one and two with all of the map", got.Pairs)
	}
}

// TestOwnersKeepStaticFields removes what holds a class object. The static field stays a GC root, and the class object lives as long as an
// object of the class.
func TestOwnersKeepStaticFields(t *testing.T) {
	b := tracetest.NewHeap()
	loader, data := b.Type("app.Loader", 16, "classes"), b.Type("app.Data", 1000)
	used, unused := b.Type("app.Used", 16), b.Type("app.Unused", 16)
	list, object := b.Object(loader), b.Object(used)
	cache := b.Object(data)
	usedClass, unusedClass := b.Class(used, 100, list), b.Class(unused, 100, list)
	classes := b.Array(b.ArrayType("java.lang.Object[]"), 2)
	b.Refer(list, "classes", classes)
	b.Element(classes, 0, usedClass)
	b.Element(classes, 1, unusedClass)
	b.Refer(unusedClass, "cache", cache)
	b.Root(list, trace.RootInterned, "loader")
	b.Root(object, trace.RootInterned, "object")
	h := b.Heap()
	got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{Groups: closure.ObjectGroups(h, []trace.ObjectID{classes}), Objects: true})
	// The array, and the class object without objects of its class.
	if len(got.Owners) != 1 || got.Owners[0].Exclusive.Objects != 2 {
		t.Errorf("%v; expected one group that retains 2 objects", got.Owners)
	}
}
