package structure_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// TestDemos checks the data structures of recorded programs, how they grew, and which descriptions are proposed.
func TestDemos(t *testing.T) {
	ctx := context.Background()
	l := bundled(t)
	var w strings.Builder
	for _, demo := range []string{"chat", "orders"} {
		path := "../../assets/demos/" + demo + ".tar.zst"
		first, last := openHeap(t, path, 0), openHeap(t, path, 2)
		before, after := state(t, first, l), state(t, last, l)
		fmt.Fprintf(&w, "== %s: %d and %d data structures, heap %v\n", demo, before.Len(), after.Len(), after.HeapSize())
		for _, contained := range []bool{false, true} {
			entries, all, err := after.Largest(ctx, 8, contained, nil)
			fmt.Fprintf(&w, "%d of %d, %v\n", len(entries), all, err)
			for _, e := range entries {
				fmt.Fprintf(&w, "  %s\n", golden.Text(e))
			}
		}
		kinds := map[string]trace.Amount{}
		for id := range structure.ID(after.Len()) {
			name := fmt.Sprint(golden.Text(after.Description(id).Type), " top ", after.IsTop(id), " live ", after.IsLive(id))
			a := kinds[name]
			a.Add(trace.Amount{Objects: int64(len(after.Parts(id)) + 100*len(after.Leaves(id)) + 10000*len(after.Nested(id))),
				Bytes: after.Size(id).Bytes})
			kinds[name] = a
		}
		fmt.Fprintln(&w, golden.Text(kinds))
		follow := func(o trace.ObjectID) trace.ObjectID {
			if int(o) < min(first.Len(), last.Len()) && first.Types[first.TypeOf.At(o)].Name == last.Types[last.TypeOf.At(o)].Name {
				return o
			}
			return trace.NoObject
		}
		for _, o := range []structure.CompareOptions{{}, {Unit: structure.Objects, Strong: 2, Contained: true}} {
			c, err := structure.Compare(ctx, before, after, follow, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&w, "grown %v\n", c.Grown())
			for _, i := range c.Strongest(5, true) {
				fmt.Fprintf(&w, "  %d %s\n", i, golden.Text(c.List[i]))
			}
		}
		proposed, err := structure.Propose(ctx, last, l, nil)
		fmt.Fprintf(&w, "%d proposals, %v\n", len(proposed), err)
		for _, p := range proposed[:min(8, len(proposed))] {
			fmt.Fprintf(&w, "  %s\n", golden.Text(p))
		}
		for _, x := range structure.Explain(last, l)[:20] {
			fmt.Fprintf(&w, "  %s\n", golden.Text(x))
		}
	}
	golden.File(t, "demos.txt", w.String())
}
