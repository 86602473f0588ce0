package structure_test

import (
	"context"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// loaded is a program whose loader knows its class. The static fields of the class hold a list that shares its boxes with an array. old has
// a reference to the loader, and registry is a data structure with a class as a part.
type loaded struct {
	*tracetest.HeapBuilder
	list, old, registry trace.ObjectID
}

func newLoaded(linked int) *loaded {
	b := tracetest.NewHeap()
	p := &loaded{HeapBuilder: b}
	loader := b.Object(b.Subtype(b.Type("java.lang.ClassLoader", 16), "app.Loader", 16, "class"))
	statics := b.Class(b.Type("app.Program", 16), 96, trace.NoObject)
	b.Refer(loader, "class", statics)
	listType, arrayType := b.Type("List", 24, "elements"), b.ArrayType("Object[]")
	box, link := b.Type("Box", 16, "payload"), b.Type("Link", 16, "next")
	p.list = b.Object(listType)
	elements, boxes, one := b.Array(arrayType, 4), b.Array(arrayType, 4), b.Object(box)
	b.Refer(p.list, "elements", elements)
	b.Element(elements, 0, one)
	b.Element(boxes, 0, one)
	p.old = b.Object(b.Type("Old", 16, "loader"))
	b.Refer(p.old, "loader", loader)
	p.registry = b.Object(b.Type("Registry", 16, "class"))
	b.Refer(p.registry, "class", statics)
	b.Refer(statics, "list", p.list)
	b.Refer(statics, "boxes", boxes)
	b.Refer(statics, "old", p.old)
	b.Refer(statics, "registry", p.registry)
	b.Root(loader, trace.RootJNIGlobal, "")
	last, field := one, "payload"
	for range linked {
		next := b.Object(link)
		b.Refer(last, field, next)
		last, field = next, "next"
	}
	return p
}

// TestReachable checks that classes are not reached through their loader, unless a description makes a class a part. Data structures with
// shared growing data come first, and those without a part in the growth last.
func TestReachable(t *testing.T) {
	a, b := newLoaded(2), newLoaded(60)
	l := library(t, "DS List { Object[]; } DS Old { (app.Loader); } DS Registry { java.lang.Class<app.Program>; } java.lang.Class<app.Program> { (*); }")
	before, after := state(t, a.Heap(), l), state(t, b.Heap(), l)
	same := func(o trace.ObjectID) trace.ObjectID { return o }
	c, err := structure.Compare(context.Background(), before, after, same, structure.CompareOptions{Contained: true}, nil)
	if err != nil || len(c.List) != 3 {
		t.Fatal(c, err)
	}
	all := trace.Amount{Objects: int64(after.Heap.Len())}
	for o := range after.Heap.Len() {
		all.Bytes += after.Heap.Size(trace.ObjectID(o))
	}
	want := map[trace.ObjectID]trace.Amount{
		b.list:     {Objects: 3 + 60, Bytes: 24 + after.Heap.Size(b.list+1) + 16 + 60*16},
		b.old:      {Objects: 2, Bytes: 32},
		b.registry: {Objects: all.Objects, Bytes: all.Bytes},
	}
	for i := range c.List {
		g := &c.List[i]
		head := after.Heads[g.After.ID]
		if g.After.Reachable != want[head] {
			t.Errorf("%s reaches %v, want %v", after.Heap.Types[after.Heap.TypeOf.At(head)].Name, g.After.Reachable, want[head])
		}
		if (head == b.old) != (g.Pattern == structure.NonGrowth) || (head == b.old) != (i == 2) {
			t.Errorf("%d: %s, %v", i, after.Heap.Types[after.Heap.TypeOf.At(head)].Name, g.Pattern)
		}
	}
}
