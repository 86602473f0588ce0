package tracetest

import (
	"reflect"
	"testing"

	"memcity/trace"
)

func TestHeapBuilder(t *testing.T) {
	b := NewHeap()
	node := b.Type("app.Node", 24, "next", "value")
	list := b.ArrayType("app.Node[]")
	first, second := b.Object(node), b.Object(node)
	array := b.Array(list, 3)
	class := b.Class(node, 112, trace.NoObject)
	b.Refer(first, "value", array)
	b.Refer(first, "next", second)
	b.Element(array, 2, first)
	b.Refer(class, "all", array)
	b.Root(class, trace.RootClass, "app.Node")
	h := b.Heap()

	if got, want := h.References(first), []trace.ObjectID{second, array}; !reflect.DeepEqual(got, want) {
		t.Errorf("references of first are %v, want %v in the order of the slots", got, want)
	}
	if got := h.SlotName(array, h.RefSlot.At(h.RefStart.At(array))); got != "[2]" {
		t.Errorf("slot of array is %s, want [2]", got)
	}
	if got := h.SlotName(class, 0); got != "all" {
		t.Errorf("slot of class is %s, want all", got)
	}
	for o, want := range map[trace.ObjectID]int64{first: 24, array: 32, class: 112} {
		if got := h.Size(o); got != want {
			t.Errorf("size of %d is %d, want %d", o, got, want)
		}
	}
	b.Refer(second, "next", first)
	if len(h.References(second)) != 0 {
		t.Error("a heap changed after it was built")
	}
}

func TestRandomHeap(t *testing.T) {
	a, again, other := RandomHeap(1, 5000), RandomHeap(1, 5000), RandomHeap(2, 5000)
	if !reflect.DeepEqual(a, again) {
		t.Error("same seed, different heaps")
	}
	if reflect.DeepEqual(a.RefTo, other.RefTo) {
		t.Error("different seeds, same heap")
	}
	if a.Len() != 5000 || len(a.RefTo) < 5000 || len(a.RefTo) > 20000 {
		t.Errorf("%d objects and %d references", a.Len(), len(a.RefTo))
	}
	reached := make([]bool, a.Len())
	var stack []trace.ObjectID
	for _, r := range a.Roots {
		stack = append(stack, r.Object)
	}
	count := 0
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if reached[o] {
			continue
		}
		reached[o] = true
		count++
		stack = append(stack, a.References(o)...)
	}
	if count < 100 || count == a.Len() {
		t.Errorf("%d of %d objects are reachable", count, a.Len())
	}
	if RandomHeap(1, 0).Len() != 0 || RandomHeap(1, 1).Len() != 1 {
		t.Error("small heaps have a wrong size")
	}
}
