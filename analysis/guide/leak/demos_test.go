package leak_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/golden"
)

// TestDemos: what grows, what piles up and who holds it in recordings of programs with known faults.
func TestDemos(t *testing.T) {
	var w strings.Builder
	for _, demo := range []string{"chat", "gate", "plugins", "editor"} {
		rec, err := open.Paths(t.Context(), []string{"../../../assets/demos/" + demo + ".tar.zst"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var heaps []*trace.Heap
		for i := range rec.Points {
			if i%2 == 0 && i+1 < len(rec.Points) {
				continue // half of them show as much
			}
			h, _, err := rec.Points[i].Load(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			heaps = append(heaps, h)
		}
		fmt.Fprintf(&w, "== %s, %d heap states\n", demo, len(heaps))
		describe(t, &w, heaps)
	}
	golden.File(t, "demos.txt", w.String())
}

func describe(t *testing.T, w *strings.Builder, heaps []*trace.Heap) {
	s, places, times := holders(t, heaps...)
	last := heaps[len(heaps)-1]
	reachable, err := closure.Reachable(context.Background(), last)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.NewDominance(context.Background(), last, reachable, places)
	if err != nil {
		t.Fatal(err)
	}
	path := func(p leak.Place) string { return golden.Text(s.Steps(p)) }
	suspect := func(x *leak.Suspect) {
		fmt.Fprintf(w, "%s at %s: chain %v\n", x.Owner, path(x.At), x.IsChain())
		if x.From >= 0 {
			fmt.Fprintf(w, "  grew by %d objects, %d bytes\n", x.GrowthObjects(), x.GrowthBytes())
		}
		fmt.Fprintf(w, "  objects %v bytes %v from %d\n", x.Objects, x.Bytes, x.From)
		tops := x.Tops()
		fmt.Fprintf(w, "  groups %s\n", golden.Text(s.Groups(tops, max(0, x.From))))
		fmt.Fprintf(w, "  top %s\n  beside %d, holders %d\n", golden.Text(d.TopOf(tops)), len(d.Alongside(tops)), len(d.HoldersOf(tops, nil)))
		for _, p := range tops[:min(3, len(tops))] {
			h := s.Holding(p)
			fmt.Fprintf(w, "  %s: retained %v, dominated %d, by %s, where %s, internal %v, thread local %v\n", path(p), d.Retained(p),
				len(d.Dominated(p)), path(d.Of(p)),
				h.Where(), s.IsInternal(p), s.IsThreadLocal(p))
			for _, e := range d.Referrers(p) {
				fmt.Fprintf(w, "    referrer %s\n", golden.Text(e))
			}
		}
	}
	suspects := s.Suspects(times)
	fmt.Fprintf(w, "%d suspects\n", len(suspects))
	for i := range suspects[:min(6, len(suspects))] {
		suspect(&suspects[i])
	}
	piles := d.Accumulations(20000)
	fmt.Fprintf(w, "%d piles\n", len(piles))
	for i := range piles[:min(6, len(piles))] {
		suspect(&piles[i])
	}
	for _, least := range []int{2, 5} {
		fmt.Fprintf(w, "threads of at least %d: %s\n", least, golden.Text(s.ThreadGroups(last, least)))
		fmt.Fprintf(w, "loaded again at least %d: %s\n", least, golden.Text(leak.FindLoadedAgain(last, reachable, least)))
	}
}
