package memtree

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"memcity/trace"
)

func TestTimeInName(t *testing.T) {
	for _, test := range []struct {
		name string
		want trace.Millis
		ok   bool
	}{
		{"5120.json", 5120, true}, {"heap_007_x.json", 7, true}, {"a.json", 0, false}, {"1-22.json", 22, true},
		{"99999999999999999999.json", 0, false}, {"", 0, false},
	} {
		if got, ok := timeInName(test.name); ok != test.ok || ok && got != test.want {
			t.Errorf("time in %q is %d (%v); expected %d", test.name, got, ok, test.want)
		}
	}
}

// TestMergeAgainstPaths compares merging with sums by path.
func TestMergeAgainstPaths(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		random := &trace.Tree{Names: trace.NewNames()}
		var grow func(parent int32, n int)
		grow = func(parent int32, n int) {
			at := len(random.Nodes)
			name := random.Names.ID(string(rune('a' + r.IntN(3))))
			random.Nodes = append(random.Nodes,
				trace.Node{Name: name, Place: trace.Place{Parent: parent}, Objects: r.Int64N(10), Bytes: r.Int64N(100)})
			for n--; n > 0; {
				part := 1 + r.IntN(n)
				grow(int32(at), part)
				n -= part
			}
			random.Nodes[at].End = int32(len(random.Nodes))
		}
		grow(-1, 1+r.IntN(40))
		sums := func(tree *trace.Tree) map[string][2]int64 {
			m := map[string][2]int64{}
			for i, n := range tree.Nodes {
				key := tree.Key(int32(i))
				m[key] = [2]int64{m[key][0] + n.Objects, m[key][1] + n.Bytes}
			}
			return m
		}
		want := sums(random)
		paths := make([]string, len(random.Nodes))
		for i := range random.Nodes {
			paths[i] = random.Key(int32(i))
		}
		merged, moved := mergeTwins(random)
		merged.Names = random.Names
		if got := sums(merged); !reflect.DeepEqual(got, want) || len(merged.Nodes) != len(want) {
			t.Fatalf("seed %d: got %v; expected %v", seed, got, want)
		}
		for i, to := range moved {
			if merged.Key(to) != paths[i] {
				t.Fatalf("seed %d: %s was moved to %s", seed, paths[i], merged.Key(to))
			}
		}
	}
}
