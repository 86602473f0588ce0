package leak

import (
	"testing"
	"time"
)

// TestSlotsAtTheirLimits checks one case for each reason why a pile has no limit.
func TestSlotsAtTheirLimits(t *testing.T) {
	holder := func(objects ...int64) Node { return Node{Parent: 0, Objects: objects} }
	entry := func(objects ...int64) Node { return Node{Parent: 1, Field: "value", Objects: objects} }
	linked, element := entry(3, 8), Node{Parent: 1, Field: Element, Objects: []int64{3, 8}}
	linked.links = 1
	root := holder(16, 16)
	root.Parent = NoPlace
	for _, test := range []struct {
		name   string
		holder Node
		piles  []Node
		want   int64
	}{
		{"one for each of sixteen", holder(16, 16), []Node{entry(3, 8)}, 16},
		{"of fifteen", holder(15, 15), []Node{entry(3, 8)}, 0},
		{"all of them", holder(16, 16), []Node{entry(3, 16)}, 16},
		{"more than there is room for", holder(16, 16), []Node{entry(3, 17)}, 0},
		{"more than there was room for once", holder(16, 16), []Node{entry(17, 8)}, 0},
		{"holders that get more", holder(15, 16), []Node{entry(3, 8)}, 0},
		{"holders that get fewer", holder(17, 16), []Node{entry(3, 8)}, 0},
		{"holders that were more in between", holder(16, 17, 16), []Node{entry(3, 5, 8)}, 0},
		{"two piles", holder(16, 16), []Node{entry(3, 8), entry(3, 8)}, 0},
		{"elements of arrays", holder(16, 16), []Node{element}, 0},
		{"a chain", holder(16, 16), []Node{linked}, 0},
		{"what a GC root refers to", root, []Node{entry(3, 8)}, 0},
	} {
		f := finder{judge: Judge, Holders: &Holders{Points: len(test.holder.Objects), Nodes: append([]Node{{Parent: NoPlace}, test.holder}, test.piles...)}}
		var piles []Place
		for i := range test.piles {
			piles = append(piles, Place(2+i))
		}
		if got := f.slots(1, piles); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// TestPilesOfChainsAndEntries checks that the links of a chain belong to the holder of the first link, and other entries to their
// container. In a chain, most objects are links.
func TestPilesOfChainsAndEntries(t *testing.T) {
	grows, rests := []int64{10, 20, 30}, []int64{30, 30, 30}
	for _, test := range []struct {
		name           string
		chain, entries []int64
		links          uint32
		found          []Place // places that the owner refers to
	}{
		{"both", grows, grows, 16, []Place{2, 1}},
		{"only the chain", grows, rests, 16, []Place{2}},
		{"only the entries", rests, grows, 16, []Place{1}},
		{"neither", rests, rests, 16, nil},
		{"half of the objects are links", grows, rests, 15, []Place{1}},
	} {
		h := chain([]int64{1, 1, 1}, []int64{1, 1, 1}, test.chain, test.entries)
		h.Nodes[0].Type, h.Nodes[0].Parent = "static field app.Main.all", NoPlace
		h.Nodes[3].Parent = 1
		h.Nodes[2].links = test.links
		for i := range h.Nodes {
			h.Nodes[i].Own, h.Nodes[i].Field = true, "next"
		}
		f := finder{judge: Judge, Holders: h, times: make([]time.Duration, 3), least: 1}
		found := f.piles(1, []Place{2, 3})
		if found != (len(test.found) > 0) || len(f.found) != len(test.found) {
			t.Fatalf("%s: %v, %+v", test.name, found, f.found)
		}
		for i, s := range f.found {
			if s.At != test.found[i] {
				t.Errorf("%s: owner at %d, want %d", test.name, s.At, test.found[i])
			}
		}
	}
}

// TestPileOfLeastBytes checks that a pile must grow by the least bytes, and that both its objects and its bytes must keep growing.
func TestPileOfLeastBytes(t *testing.T) {
	for _, test := range []struct {
		objects, bytes []int64
		want           bool
	}{
		{[]int64{10, 20, 30}, []int64{100, 150, 200}, true},
		{[]int64{10, 20, 30}, []int64{100, 150, 199}, false},
		{[]int64{30, 30, 30}, []int64{100, 150, 200}, false},
		{[]int64{10, 20, 30}, []int64{900, 150, 200}, false},
	} {
		h := chain([]int64{1, 1, 1}, test.objects)
		h.Nodes[1].AllBytes = test.bytes
		f := finder{judge: Judge, Holders: h, times: make([]time.Duration, 3), least: 100}
		if got := f.pile(Holding{}, 0, []Place{1}); got != test.want || got != (len(f.found) > 0) {
			t.Errorf("%v, %v: %v", test.objects, test.bytes, got)
		}
	}
}

// TestReasons checks the reasons why a number does not keep growing.
func TestReasons(t *testing.T) {
	for _, test := range []struct {
		want   string
		values []int64
	}{
		{"one GC point cannot show growth", []int64{5}},
		{"it grows only a little", []int64{100, 119}},
		{"it was not growing at the last GC point", []int64{600, 500, 400}},
		{"it grew during only a small part of the GC points", []int64{5, 4, 3, 2, 10}},
		{"it was this large before and shrank again", []int64{10, 39, 10, 20, 30, 40}},
		{"it had already fluctuated by this much", []int64{30, 1, 20, 40, 50}},
		{"it grows only a little", []int64{1000, 1001, 1002}},
		{"it grew in a few steps and was level most of the time", []int64{3, 6, 6, 6, 6, 9}},
		{"it levels off, like a full cache or a finished startup", []int64{1, 2, 2}},
	} {
		if v := Judge(series(test.values...)); v.Lasts || v.Why != test.want {
			t.Errorf("%v: %q, want %q", test.values, v.Why, test.want)
		}
	}
}
