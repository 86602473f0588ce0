package collect

import (
	"fmt"
	"slices"
	"testing"

	"memcity/trace"
)

// TestNearest checks the frame of a method near a depth, at both ends and with ties.
func TestNearest(t *testing.T) {
	frames := []place{{1, 0}, {2, 0}, {1, 0}, {3, 0}, {2, 0}}
	for _, c := range []struct {
		method      uint32
		depth, want int
	}{{1, 0, 0}, {1, 1, 0}, {1, 2, 2}, {1, 4, 2}, {2, 2, 1}, {2, 3, 4}, {3, 0, 3}, {3, 100, 3}, {2, 4, 4}, {4, 2, -1}} {
		if got := nearest(frames, c.method, c.depth); got != c.want {
			t.Errorf("method %d at depth %d is in frame %d, want %d", c.method, c.depth, got, c.want)
		}
	}
	if got := nearest(nil, 1, 3); got != -1 {
		t.Errorf("a stack without frames has frame %d", got)
	}
}

// TestVirtualThreads checks that virtual threads are found by their local variables, and get their frames.
func TestVirtualThreads(t *testing.T) {
	const carrier, virtual, gone = 7, 1 << 10, 1<<10 + 1
	c := &collector{names: &names{methods: []*method{{class: "app.Main", name: "await", native: true}, {class: "app.Main", name: "run"}}}}
	o := c.begin(virtual)
	o.index = 1
	local := func(kind byte, thread, depth, place uint32) root {
		return root{kind: kind, slot: virtual, thread: thread, depth: depth, local: place}
	}
	b := &heapBuilder{collector: c, heap: &trace.Heap{}, byName: map[string]int32{}, byOwner: map[uint32]int32{},
		w: &walk{methods: []uint32{1, 2}, stacks: []stack{{thread: carrier, name: "main"}}, roots: []root{local(rootStackLocal, virtual, 9, 2), local(rootJNILocal, virtual, 2, 1),
			local(rootStackLocal, gone, 1, 1), local(rootMonitor, gone, 1, 1), local(rootStackLocal, 0, 1, 1)}}}
	b.threads()
	if len(b.heap.Threads) != 2 || !slices.Equal(b.virtual, []uint32{virtual}) {
		t.Fatalf("threads %+v, virtual %v", b.heap.Threads, b.virtual)
	}
	if got := b.heap.Threads[1]; got.Name != trace.UnnamedVirtual || got.Object != 0 || fmt.Sprint(got.Frames) != "[app.Main.await(Native Method) app.Main.run(Unknown Source)]" {
		t.Errorf("virtual thread %+v", got)
	}
	b.roots()
	threads := 0
	for _, r := range b.heap.Roots {
		if r.Kind == trace.RootThread && r.Thread == 1 && r.Object == 0 {
			threads++
		}
	}
	if threads != 1 {
		t.Errorf("roots %+v", b.heap.Roots)
	}
}

// TestCorrectFrames checks that methods found by the walk but missing from the stack get one frame each.
func TestCorrectFrames(t *testing.T) {
	const thread = 7
	local := func(depth, local uint32) root {
		return root{kind: rootStackLocal, slot: 9, thread: thread, depth: depth, local: local}
	}
	w := &walk{methods: []uint32{11, 12, 13, 0}, roots: []root{local(1, 2), local(1, 2), local(2, 1), local(40, 3), local(3, 4),
		{kind: rootJNIGlobal, slot: 9}, local(0, 3), {kind: rootStackLocal, slot: 9, thread: 8, depth: 1, local: 3}, local(1, 5)}}
	b := &heapBuilder{w: w, byOwner: map[uint32]int32{thread: 0}, frames: [][]place{{{11, 1}, {10, 1}}}}
	b.correctFrames()
	var got []uint32
	for _, p := range b.frames[0] {
		got = append(got, p.method)
	}
	if want := []uint32{12, 11, 10, 13}; !slices.Equal(got, want) {
		t.Errorf("frames of the methods %v, want %v", got, want)
	}
	var at []string
	for i := range w.roots {
		at = append(at, fmt.Sprint(b.frameOf(0, &w.roots[i])))
	}
	if want := []string{"0", "0", "1", "3", "-1", "-1", "-1", "3", "-1"}; !slices.Equal(at, want) {
		t.Errorf("roots are in the frames %v, want %v", at, want)
	}
}
