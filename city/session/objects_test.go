package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// reachedWithout marks the objects that are reachable from the GC roots without any reference of one object.
func reachedWithout(h *trace.Heap, without trace.ObjectID) map[trace.ObjectID]bool {
	reached := map[trace.ObjectID]bool{}
	var visit func(o trace.ObjectID)
	visit = func(o trace.ObjectID) {
		if reached[o] || o == without {
			return
		}
		reached[o] = true
		for _, to := range h.References(o) {
			visit(to)
		}
	}
	for _, r := range h.Roots {
		visit(r.Object)
	}
	return reached
}

// slotsBetween names the references from one object to another as in a list: three, and a sign for more.
func slotsBetween(h *trace.Heap, from, to trace.ObjectID) string {
	var names []string
	for i, x := range h.References(from) {
		if x == to {
			names = append(names, h.FieldAt(from, i))
		}
	}
	if len(names) > 3 {
		names = append(names[:3], "…")
	}
	return strings.Join(names, ", ")
}

// TestObjectsOfRandomHeaps compares the report on each object with a slow search: references in both directions, owners, retained size, and
// a path from a GC root.
func TestObjectsOfRandomHeaps(t *testing.T) {
	for seed := range uint64(3) {
		for _, knows := range []trace.Knowledge{trace.KnowsRoots, 0} {
			h := tracetest.RandomHeap(seed, 60)
			if knows == 0 {
				h.Roots = nil
			}
			r := heapsOf(h)
			r.Knows = trace.KnowsObjects | trace.KnowsReferences | knows
			o := recording.New(r, recording.Options{})
			for id := range trace.ObjectID(h.Len()) {
				r, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Heap: trees.HeapState{By: byType}, Object: uint32(id)}, nil)
				if err != nil {
					t.Fatal(err)
				}
				checkObject(t, fmt.Sprintf("seed %d, object %d", seed, id), h, id, r)
			}
		}
	}
}

func checkObject(t *testing.T, name string, h *trace.Heap, id trace.ObjectID, r *inspect.ObjectReport) {
	t.Helper()
	kind := &h.Types[h.TypeOf.At(id)]
	length := int64(-1)
	if kind.Element > 0 {
		length = int64(h.Extent.At(id))
	}
	if r.Object != uint32(id) || r.Type != kind.Name || r.Shallow != h.Size(id) || r.Length != length {
		t.Errorf("%s: %+v", name, r.ObjectLine)
	}
	var out, in []string
	for i, to := range h.References(id) {
		out = append(out, fmt.Sprint(h.FieldAt(id, i), " ", to))
	}
	references := 0
	for from := range trace.ObjectID(h.Len()) {
		if slots := slotsBetween(h, from, id); slots != "" {
			in = append(in, fmt.Sprint(slots, " ", from))
		}
		for _, to := range h.References(from) {
			if to == id {
				references++
			}
		}
	}
	if got := linesText(r.Out); got != strings.Join(out, "\n") || r.OutAll != int64(len(out)) {
		t.Errorf("%s: out\n%s\nwant\n%s", name, got, strings.Join(out, "\n"))
	}
	if got := linesText(r.In); got != strings.Join(in, "\n") || r.InAll != int64(references) {
		t.Errorf("%s: in\n%s\nwant\n%s", name, got, strings.Join(in, "\n"))
	}
	alive := reachedWithout(h, trace.NoObject)
	if !alive[id] {
		if r.Retains != (trees.Amount{}) && len(h.Roots) == 0 || r.Dominator != nil || len(r.Path)+len(r.Roots) > 0 || r.PathRoot != "" {
			t.Errorf("%s is garbage, and kept by %+v, %+v, %q", name, r.Dominator, r.Path, r.PathRoot)
		}
		return
	}
	rest, retained := reachedWithout(h, id), trees.Amount{}
	var dominators []trace.ObjectID
	for x := range trace.ObjectID(h.Len()) {
		if !alive[x] {
			continue
		}
		if !rest[x] {
			retained.Objects, retained.Bytes = retained.Objects+1, retained.Bytes+h.Size(x)
		}
		if x != id && !reachedWithout(h, x)[id] {
			dominators = append(dominators, x)
		}
	}
	if r.Retains != retained {
		t.Errorf("%s retains %+v, want %+v", name, r.Retains, retained)
	}
	switch {
	case len(dominators) == 0 && r.Dominator != nil, len(dominators) > 0 && r.Dominator == nil:
		t.Errorf("%s: dominator %+v of %v", name, r.Dominator, dominators)
	case len(dominators) > 0: // the closest is dominated by all others
		closest := trace.ObjectID(r.Dominator.Object)
		without := 0
		for _, x := range dominators {
			if x == closest || !reachedWithout(h, x)[closest] {
				without++
			}
		}
		if without != len(dominators) || !slices.Contains(dominators, closest) {
			t.Errorf("%s: dominator %d of %v", name, closest, dominators)
		}
	}
	checkPath(t, name, h, id, r)
}

// linesText writes fields and objects, one per line.
func linesText(lines []inspect.ObjectLine) string {
	var texts []string
	for _, l := range lines {
		texts = append(texts, fmt.Sprint(l.Field, " ", l.Object))
	}
	return strings.Join(texts, "\n")
}

// checkPath: a path begins at an object that a GC root refers to, follows references, and is shortest.
func checkPath(t *testing.T, name string, h *trace.Heap, id trace.ObjectID, r *inspect.ObjectReport) {
	t.Helper()
	distance, roots := map[trace.ObjectID]int{}, []string{}
	var queue []trace.ObjectID
	for _, root := range h.Roots {
		if root.Object == id {
			roots = append(roots, "static field "+root.Detail)
		}
		if distance[root.Object] == 0 {
			distance[root.Object] = 1
			queue = append(queue, root.Object)
		}
	}
	for len(queue) > 0 {
		o := queue[0]
		queue = queue[1:]
		for _, to := range h.References(o) {
			if distance[to] == 0 {
				distance[to] = distance[o] + 1
				queue = append(queue, to)
			}
		}
	}
	if slices.Sort(r.Roots); !slices.Equal(r.Roots, roots) && len(r.Roots)+len(roots) > 0 {
		t.Errorf("%s: GC roots %q, want %q", name, r.Roots, roots)
	}
	if len(r.Path) != distance[id] {
		t.Errorf("%s: a path of %d objects, want %d", name, len(r.Path), distance[id])
		return
	}
	for i, step := range r.Path {
		o := trace.ObjectID(step.Object)
		if i == 0 {
			if step.Field != "" || distance[o] != 1 || !slices.ContainsFunc(h.Roots, func(x trace.Root) bool {
				return x.Object == o && "static field "+x.Detail == r.PathRoot
			}) {
				t.Errorf("%s: the path begins at %+v, held by %q", name, step, r.PathRoot)
			}
			continue
		}
		if want := slotsBetween(h, trace.ObjectID(r.Path[i-1].Object), o); want == "" || step.Field != want {
			t.Errorf("%s: step %d by %q, want %q", name, i, step.Field, want)
		}
	}
	if trace.ObjectID(r.Path[len(r.Path)-1].Object) != id {
		t.Errorf("%s: a path to %d", name, r.Path[len(r.Path)-1].Object)
	}
}

// TestManyReferences: if there are more references than are listed, the report has their number. Of several references from one object, it
// names three.
func TestManyReferences(t *testing.T) {
	for _, n := range []int{1, 3, 4, 2000, 2001} {
		b := tracetest.NewHeap()
		value := b.Object(b.Type("app.Value", 16))
		array := b.Array(b.ArrayType("app.Value[]"), n)
		b.Root(array, trace.RootStaticField, "app.Main.all")
		for i := range n {
			b.Element(array, i, value)
		}
		o := recording.New(heapsOf(b.Heap()), recording.Options{})
		for object, want := range map[trace.ObjectID]int{value: 1, array: min(n, 2000)} {
			r, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Heap: trees.HeapState{By: byType}, Object: uint32(object)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			lines, all := r.In, r.InAll
			if object == array {
				lines, all = r.Out, r.OutAll
			}
			if len(lines) != want || all != int64(n) {
				t.Errorf("%d references: %d lines of %d", n, len(lines), all)
			}
			names := map[int]string{1: "[0]", 3: "[0], [1], [2]", 4: "[0], [1], [2], …"}[min(n, 4)]
			if object == value && lines[0].Field != names {
				t.Errorf("%d references: by %q, want %q", n, lines[0].Field, names)
			}
		}
		const none = "object 2: the heap state has only 2 objects, counted from 0"
		if _, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Object: 2}, nil); errorText(err) != none {
			t.Errorf("no such object: %v", err)
		}
	}
}
