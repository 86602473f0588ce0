package structure_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func propose(t *testing.T, h *trace.Heap, l *structure.Library) map[string]structure.Proposal {
	t.Helper()
	list, err := structure.Propose(context.Background(), h, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	byText := map[string]structure.Proposal{}
	for i, p := range list {
		if i > 0 && p.Bytes > list[i-1].Bytes {
			t.Error("not in order of bytes")
		}
		if p.Heads == 0 || p.Why == "" {
			t.Errorf("%+v", p)
		}
		parse(t, p.Text)
		byText[strings.TrimSpace(p.Text)] = p
	}
	return byText
}

// TestProposeJDK finds the collections of the JDK without any description.
func TestProposeJDK(t *testing.T) {
	h := openHeap(t, "testdata/jdk17.tar.zst", 0)
	got := propose(t, h, structure.Merge())
	for _, want := range []string{
		"DS java.util.HashSet { java.util.HashMap; }",
		"DS java.util.HashMap { java.util.HashMap$Node[]; }\njava.util.HashMap$Node { java.util.HashMap$Node; (*); }",
		"DS java.util.LinkedList { java.util.LinkedList$Node; }\njava.util.LinkedList$Node { java.util.LinkedList$Node; (*); }",
		"DS java.util.TreeMap { java.util.TreeMap$Entry; }\njava.util.TreeMap$Entry { java.util.TreeMap$Entry; (*); }",
		"DS java.util.ArrayList { java.lang.Object[]; }",
		"DS java.util.ArrayDeque { java.lang.Object[]; }",
	} {
		if p, ok := got[want]; !ok || p.Parts+p.Leaves == 0 {
			t.Errorf("not proposed: %s, %+v", want, p)
		}
	}
	for text := range propose(t, h, bundled(t)) {
		if strings.Contains(text, "DS java.util.HashMap ") || strings.Contains(text, "DS java.util.HashSet ") {
			t.Errorf("what is described is proposed: %s", text)
		}
	}
}

// TestPropose checks a list and a wrapper of the program itself. Contents that refer to each other are no backbone.
func TestPropose(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next", "value")
	person := b.Type("app.Person", 24, "spouse")
	list := b.Object(b.Type("app.Chain", 16, "first"))
	wrapper := b.Object(b.Type("app.Wrapper", 16, "chain"))
	known := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	array := b.Array(b.ArrayType("java.lang.Object[]"), 20)
	b.Refer(wrapper, "chain", list)
	b.Refer(known, "elementData", array)
	nodes, persons := b.Objects(node, 20), b.Objects(person, 20)
	b.Refer(list, "first", nodes)
	for i := range trace.ObjectID(20) {
		if i < 19 {
			b.Refer(nodes+i, "next", nodes+i+1)
		}
		b.Refer(nodes+i, "value", persons+i)
		b.Refer(persons+i, "spouse", persons+(i^1))
		b.Element(array, int(i), persons+i)
	}
	got := propose(t, b.Heap(), bundled(t))
	chain := got["DS app.Chain { app.Node; }\napp.Node { app.Node; (*); }"]
	if chain.Heads != 1 || chain.Parts != 20 || chain.Leaves != 20 || chain.Bytes != 16+20*24 {
		t.Errorf("the chain: %+v", chain)
	}
	if p := got["DS app.Wrapper { app.Chain; }"]; p.Heads != 1 || p.Leaves != 1 {
		t.Errorf("the wrapper: %+v", p)
	}
	if len(got) != 2 {
		t.Errorf("proposed %v", got)
	}
}

// chains is a heap with nodes that may be a backbone.
type chains struct {
	nodes    int // of type app.Node
	linked   int // nodes that refer to another node
	contents int // nodes that an ArrayList contains
	arrays   int // lists with an array, besides the chain
	shared   int // of these arrays, how many have a second referrer
}

func (c chains) heap() *trace.Heap {
	b := tracetest.NewHeap()
	node, chain := b.Type("app.Node", 24, "next"), b.Type("app.Chain", 16, "first")
	list, other := b.Type("app.List", 16, "array"), b.Type("app.Other", 16, "array", "again")
	objects := b.ArrayType("java.lang.Object[]")
	known := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	first := b.Objects(node, c.nodes)
	b.Refer(b.Object(chain), "first", first)
	for i := range trace.ObjectID(c.linked) {
		b.Refer(first+i, "next", first+i+1)
	}
	array := b.Array(objects, 20)
	b.Refer(known, "elementData", array)
	for i := range c.contents {
		b.Element(array, i, first+trace.ObjectID(i))
	}
	for i := range c.arrays {
		a := b.Array(objects, 1)
		b.Refer(b.Object(list), "array", a)
		if i < c.shared {
			b.Refer(b.Object(other), "array", a)
		}
	}
	return b.Heap()
}

// TestProposeThresholds checks types on both sides of each threshold. A backbone has at least 8 objects, at least half of them refer to each
// other, and at most a tenth are contents of other data structures. At least half of a head's arrays have no other referrer.
func TestProposeThresholds(t *testing.T) {
	for _, test := range []struct {
		name        string
		heap        chains
		chain, list bool
	}{
		{"eight nodes", chains{nodes: 8, linked: 7}, true, false},
		{"seven nodes", chains{nodes: 7, linked: 6}, false, false},
		{"half of the nodes", chains{nodes: 10, linked: 5}, true, false},
		{"less than half of the nodes", chains{nodes: 10, linked: 4}, false, false},
		{"half of an odd number, rounded up", chains{nodes: 11, linked: 6}, true, false},
		{"half of an odd number, rounded down", chains{nodes: 11, linked: 5}, false, false},
		{"no links", chains{nodes: 20}, false, false},
		{"a tenth are contents", chains{nodes: 20, linked: 19, contents: 2}, true, false},
		{"more than a tenth are contents", chains{nodes: 20, linked: 19, contents: 3}, false, false},
		{"half of the arrays are shared", chains{nodes: 8, arrays: 4, shared: 2}, false, true},
		{"more than half of the arrays are shared", chains{nodes: 8, arrays: 4, shared: 3}, false, false},
		{"one array", chains{nodes: 8, arrays: 1}, false, true},
	} {
		got := propose(t, test.heap.heap(), bundled(t))
		_, chain := got["DS app.Chain { app.Node; }\napp.Node { app.Node; (*); }"]
		_, list := got["DS app.List { java.lang.Object[]; }"]
		if chain != test.chain || list != test.list {
			t.Errorf("%s: chain %v, list %v; want %v, %v\n%v", test.name, chain, list, test.chain, test.list, got)
		}
	}
}

// TestMaxProposals checks that only the largest proposals are kept.
func TestMaxProposals(t *testing.T) {
	b := tracetest.NewHeap()
	objects := b.ArrayType("java.lang.Object[]")
	const types = structure.MaxProposals + 5
	for i := range types {
		list := b.Type(fmt.Sprintf("app.List%03d", i), int64(16+8*i), "array")
		b.Refer(b.Object(list), "array", b.Array(objects, 1))
	}
	got := propose(t, b.Heap(), bundled(t))
	_, least := got["DS app.List004 { java.lang.Object[]; }"]
	_, kept := got["DS app.List005 { java.lang.Object[]; }"]
	if len(got) != structure.MaxProposals || least || !kept {
		t.Errorf("%d proposals, the fifth smallest %v, the sixth %v", len(got), least, kept)
	}
}

// TestProposeSubtypes checks nodes of a type and a subtype that refer only to each other: they are one backbone, of the supertype.
func TestProposeSubtypes(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next")
	special := b.Subtype(node, "app.SpecialNode", 32)
	b.Type("app.Chain", 16, "first")
	nodes := []trace.ObjectID{}
	for i := range 20 {
		nodes = append(nodes, b.Object([]trace.TypeID{node, special}[i%2]))
		if i > 0 {
			b.Refer(nodes[i-1], "next", nodes[i])
		}
	}
	for _, first := range []int{0, 1} { // a chain begins with either type
		chain := b.Object(special + 1)
		b.Refer(chain, "first", nodes[first])
	}
	got := propose(t, b.Heap(), bundled(t))
	found := false
	for text, p := range got {
		found = found || strings.HasPrefix(text, "DS app.Chain {") && strings.Contains(text, "app.Node; (*); }") && p.Heads == 2 && p.Parts >= 20 &&
			!strings.Contains(text, "\napp.SpecialNode {")
	}
	if !found || len(got) != 1 {
		t.Errorf("proposed %+v", got)
	}
}
