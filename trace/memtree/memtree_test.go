package memtree

import (
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
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

// TestPointerMapAgainstSums compares the compressed form of random rows, with entries for the same node, with sums by pair. Sums do not
// overflow.
func TestPointerMapAgainstSums(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		rows := make([][]entry, 1+r.IntN(5))
		want := map[[2]int32]int64{}
		for range r.IntN(20) {
			from, to, count := int32(r.IntN(len(rows))), int32(r.IntN(4)), 1+r.Int64N(9)
			if r.IntN(10) == 0 {
				count = math.MaxInt64
			}
			rows[from] = append(rows[from], entry{to, count})
			if want[[2]int32{from, to}] += count; want[[2]int32{from, to}] < 0 {
				want[[2]int32{from, to}] = math.MaxInt64
			}
		}
		m := pointerMapOf(rows)
		got := map[[2]int32]int64{}
		for n := range rows {
			to, counts := m.Row(int32(n))
			for i := range to {
				if i > 0 && to[i] <= to[i-1] {
					t.Fatalf("seed %d: row %d is not sorted: %v", seed, n, to)
				}
				got[[2]int32{int32(n), to[i]}] = counts[i]
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}

// TestLines compares the lines of offsets with the number of line breaks before them, within one read and across several.
func TestLines(t *testing.T) {
	text := strings.Repeat("a\n\nbc", 20_000) + "\n"
	for _, offset := range []int{0, 1, 2, 3, 4, 5, 64<<10 - 1, 64 << 10, 64<<10 + 1, len(text) - 1, len(text)} {
		want := 1 + strings.Count(text[:offset], "\n")
		if got := lineAt(strings.NewReader(text), int64(offset)); got != want {
			t.Errorf("byte %d is in line %d, want %d", offset, got, want)
		}
	}
}
