package collect

import (
	"fmt"
	"testing"

	"memcity/trace"
)

// TestConstants checks that JNI locals of methods that are not native become roots only if no other root reaches the objects.
func TestConstants(t *testing.T) {
	b := &heapBuilder{collector: &collector{names: &names{
		methods: []*method{{name: "java"}, {name: "native", native: true}, nil},
		types:   []trace.Type{{}, {References: []string{"referent", "queue"}}}}},
		w: &walk{methods: []uint32{1, 2, 3}}}
	for _, c := range []struct {
		root root
		want bool
	}{{root{kind: rootJNILocal, local: 1}, true}, {root{kind: rootJNILocal, local: 2}, false}, {root{kind: rootJNILocal, local: 3}, false},
		{root{kind: rootJNILocal}, false}, {root{kind: rootJNILocal, local: 4}, false}, {root{kind: rootStackLocal, local: 1}, false}} {
		if got := b.isConstant(&c.root); got != c.want {
			t.Errorf("a root of kind %d in method %d is a constant: %v, want %v", c.root.kind, c.root.local, got, c.want)
		}
	}
	// 0 is a root and refers to 1, a weak reference with referent 2 and queue 3. 4 and 5 refer to each other.
	b.heap = &trace.Heap{Extent: trace.NewExtents(6), TypeOf: trace.TypesOf([]trace.TypeID{0, 1, 0, 0, 0, 0}),
		RefStart: trace.RowsOf([]uint32{0, 1, 3, 3, 3, 4, 5}), RefTo: []trace.ObjectID{1, 2, 3, 5, 4}, RefSlot: trace.SlotsOf([]uint16{0, 0, 1, 0, 0}),
		Roots: []trace.Root{{Kind: trace.RootJNIGlobal, Object: 0}}}
	b.addConstants([]trace.ObjectID{3, 1, 2, 5, 4, 0, 2})
	got := ""
	for _, r := range b.heap.Roots {
		got += fmt.Sprintf("%v %d; ", r.Kind, r.Object)
	}
	if want := "JNI global 0; VM internal 2; VM internal 5; "; got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
}
