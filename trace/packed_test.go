package trace_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// shapes returns heap states with all features of columns.
func shapes() map[string]*trace.Heap {
	all := map[string]*trace.Heap{}
	for seed := range uint64(20) {
		all["random "+string(rune('a'+seed))] = tracetest.RandomHeap(seed, 500)
	}
	all["large"] = large()
	return all
}

// large returns a heap with a row, extents and slots that need more than two bytes.
func large() *trace.Heap {
	types := make([]trace.TypeID, 300)
	extents := make([]uint32, len(types))
	starts := make([]uint32, len(types)+1)
	var to []trace.ObjectID
	var slots []uint16
	for o := range types {
		extents[o] = uint32(o) * 1000
		if o == 7 || o == 200 {
			for i := range 70_000 {
				to, slots = append(to, trace.ObjectID(i%len(types))), append(slots, uint16(min(i, 65535)))
			}
		}
		starts[o+1] = uint32(len(to))
	}
	return &trace.Heap{Types: []trace.Type{{Name: "java.lang.Object[]", Kind: trace.ObjectArray, Super: trace.NoType, Class: trace.NoObject,
		Loader: trace.NoObject, Base: 16, Element: 4}}, TypeOf: trace.TypesOf(types), Extent: tracetest.Extents(extents),
		RefStart: trace.RowsOf(starts), RefTo: to, RefSlot: trace.SlotsOf(slots), Align: 8, StaticNames: map[trace.ObjectID][]string{}}
}

// manyTypes returns a heap with more types than two bytes can number.
func manyTypes() *trace.Heap {
	h := large()
	for range 1 << 16 {
		h.Types = append(h.Types, h.Types[0])
	}
	list := h.TypeOf.List()
	list[5] = 1 << 16
	h.TypeOf = trace.TypesOf(list)
	all := make([]uint32, len(list)) // most extents are large
	for i := range all {
		all[i] = 1 << 20
	}
	h.Extent = tracetest.Extents(all)
	return h
}

// TestPacked checks that a heap state is unchanged after packing and unpacking.
func TestPacked(t *testing.T) {
	all := shapes()
	all["many types"] = manyTypes()
	for name, h := range all {
		p, columns := h.Pack()
		got, err := p.Unpack(columns)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		limit := *h
		limit.Address, limit.Values = nil, nil
		if golden.Text(got) != golden.Text(&limit) {
			t.Errorf("%s: another heap state", name)
		}
		if !slices.Equal(got.Extent.List(), h.Extent.List()) || !slices.Equal(got.RefStart.List(), h.RefStart.List()) ||
			!slices.Equal(got.RefSlot.List(), h.RefSlot.List()) || !slices.Equal(got.TypeOf.List(), h.TypeOf.List()) {
			t.Errorf("%s: other columns", name)
		}
	}
}

// TestPackedDamage checks that unpacking damaged columns gives an error, or a heap state without references out of range.
func TestPackedDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sound := 0
	for name, h := range shapes() {
		p, columns := h.Pack()
		for range 300 {
			damaged := make([][]byte, len(columns))
			for i, c := range columns {
				damaged[i] = slices.Clone(c)
			}
			damage(rng, damaged)
			got, err := p.Unpack(damaged)
			if err != nil {
				continue
			}
			sound++
			got.Address = func(o trace.ObjectID) uint64 { return uint64(o) + 1 }
			tracetest.Check(t, got)
			if t.Failed() {
				t.Fatal(name)
			}
			for o := range trace.ObjectID(got.Len()) {
				got.Size(o)
			}
		}
	}
	if sound == 0 {
		t.Error("all damage was found")
	}
}

func damage(rng *rand.Rand, columns [][]byte) {
	i := rng.IntN(len(columns))
	c := columns[i]
	switch {
	case rng.IntN(4) == 0:
		columns[i] = c[:rng.IntN(len(c)+1)]
	case rng.IntN(4) == 0:
		columns[i] = append(c, index.Bytes([]uint64{rng.Uint64()})...)
	case len(c) > 0:
		for range 1 + rng.IntN(3) {
			c[rng.IntN(len(c))] = byte(rng.Uint32() >> rng.IntN(8))
		}
	}
}
