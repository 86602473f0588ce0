package structure_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

func propose(t *testing.T, h *trace.Heap, l *structure.Library) map[string]structure.Proposal {
	t.Helper()
	list, err := structure.Propose(context.Background(), h, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	golden.Collect(t, golden.Text(list))
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
