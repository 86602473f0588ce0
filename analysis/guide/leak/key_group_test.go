package leak

import (
	"testing"
)

func TestKindsOfNames(t *testing.T) {
	for _, test := range []struct {
		name                           string
		primitive, synthetic, internal bool
	}{
		{"byte[]", true, true, true},
		{"int[][]", false, true, true},
		{"byte", false, false, false},
		{"Byte[]", false, true, true},
		{"app.Order[]", false, true, true},
		{"app.Order", false, false, false},
		{"app.Shop$Order", false, false, true},
		{"app.Shop$$Lambda", false, true, true},
		{"$Proxy7", false, true, true},
		{"java.lang.Object", false, false, true},
		{"java.lang.String", false, false, false},
	} {
		if isPrimitiveArray(test.name) != test.primitive || synthetic(test.name) != test.synthetic || isInternal(test.name) != test.internal {
			t.Errorf("%s: %v %v %v", test.name, isPrimitiveArray(test.name), synthetic(test.name), isInternal(test.name))
		}
	}
}

// TestGrownAtItsLimit checks that growth counts from the lowest value, and that the least reported growth is inclusive.
func TestGrownAtItsLimit(t *testing.T) {
	f := finder{judge: Judge, least: 10}
	for _, test := range []struct {
		values []int64
		want   bool
	}{{[]int64{5, 15}, true}, {[]int64{5, 14}, false}, {[]int64{20, 5, 15}, true}, {[]int64{5, 30, 14}, false}} {
		if got := f.grown(test.values); got != test.want {
			t.Errorf("%v: %v", test.values, got)
		}
	}
	if got := since([]int64{3, 5, 9}, 1); got != 4 {
		t.Errorf("from 5 to 9 are %d", got)
	}
	if got := since([]int64{3, 5, 9}, 0); got != 6 {
		t.Errorf("from 3 to 9 are %d", got)
	}
	if got := since([]int64{3, 5, 9}, FromNothing); got != 9 {
		t.Errorf("from nothing to 9 are %d", got)
	}
}

// chain returns nested places below a GC root, with objects and bytes by GC point. The last place has its own type.
func chain(objects ...[]int64) *Holders {
	h := &Holders{Points: len(objects[0])}
	for i, n := range objects {
		bytes := make([]int64, len(n))
		for k := range n {
			bytes[k] = 1000 * n[k]
		}
		node := Node{Parent: Place(i - 1), Type: string(rune('A' + i)), Objects: n, Bytes: bytes, AllBytes: bytes}
		if i+1 < len(objects) {
			node.first = Place(i + 1)
		}
		h.Nodes = append(h.Nodes, node)
	}
	h.roots = []Place{0}
	h.Bytes = h.Nodes[0].AllBytes
	return h
}

// TestGroups checks the growth below a place, and that groups without growth are left out.
func TestGroups(t *testing.T) {
	h := chain([]int64{1, 1, 1}, []int64{2, 3, 5}, []int64{4, 4, 9})
	groups := h.Groups([]Place{0}, 0)
	if len(groups) != 2 || groups[0].Type != "C" || groups[1].Type != "B" {
		t.Fatalf("%+v", groups)
	}
	if g := groups[0]; g != (Group{"C", 9, 9000, 5, 5000}) {
		t.Errorf("%+v", g)
	}
	if g := groups[1]; g != (Group{"B", 5, 5000, 3, 3000}) {
		t.Errorf("%+v", g)
	}
	if got := h.Groups([]Place{0}, FromNothing); len(got) != 3 || got[2] != (Group{"A", 1, 1000, 1, 1000}) {
		t.Errorf("from nothing: %+v", got)
	}
	if got := h.Groups([]Place{1, 1}, 1); len(got) != 2 || got[0].Objects != 9 || got[1].GrowthObjects != 2 {
		t.Errorf("twice: %+v", got)
	}
	if got := h.Groups([]Place{1, 0, 2}, FromNothing); len(got) != 3 || got[0].Objects != 9 {
		t.Errorf("within each other: %+v", got)
	}
}
