package leak_test

import (
	"slices"
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace/tracetest"
)

// TestStepsLeadBack checks that the steps of every place lead only to that place, and that its path consists of its parents.
func TestStepsLeadBack(t *testing.T) {
	for seed := range uint64(10) {
		s, _, _ := holders(t, tracetest.RandomHeap(seed, 300))
		for i := range s.Nodes {
			p := leak.Place(i)
			steps := s.Steps(p)
			if got := s.Find(steps); got != p {
				t.Fatalf("seed %d: the steps of place %d lead to %d", seed, p, got)
			}
			if got := s.Find(append(slices.Clone(steps), leak.Step{Field: "no such field", Type: "x"})); got != leak.NoPlace {
				t.Fatalf("seed %d: a step too far leads to %d", seed, got)
			}
			path := s.Path(p)
			if len(path) != len(steps) || path[len(path)-1] != p || s.Nodes[path[0]].Parent != leak.NoPlace {
				t.Fatalf("seed %d: the way of place %d is %v", seed, p, path)
			}
			for k, q := range path {
				if k > 0 && s.Nodes[q].Parent != path[k-1] {
					t.Fatalf("seed %d: place %d is no child of the one before it on the way %v", seed, q, path)
				}
				if steps[k].Type != s.Nodes[q].Type || steps[k].Field != s.Nodes[q].Field {
					t.Fatalf("seed %d: step %d to place %d is %+v", seed, k, p, steps[k])
				}
			}
			for q := range s.Nodes {
				if got, want := s.Within(p, leak.Place(q)), slices.Contains(path, leak.Place(q)); got != want {
					t.Fatalf("seed %d: %d within %d: %v", seed, p, q, got)
				}
			}
		}
	}
}
