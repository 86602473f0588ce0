package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/diff"
	"memcity/trace"
)

// leaves returns a tree with a group for each path, such as "a#b", that has the given number of objects of 8 bytes. Inner groups have the
// sums.
func leaves(names *trace.Names, counts map[string]int64) *trace.Tree {
	var paths []string
	for path := range counts {
		for at := range path {
			if path[at] == '#' {
				paths = append(paths, path[:at])
			}
		}
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int { return slices.Compare(strings.Split(a, "#"), strings.Split(b, "#")) })
	paths = slices.Compact(paths)
	t := &trace.Tree{Names: names, Nodes: []trace.Node{{Name: names.ID("Heap"), Place: trace.Place{Parent: -1}}}}
	at := map[string]int32{"": 0}
	for _, path := range paths {
		parent, name := "", path
		if i := strings.LastIndexByte(path, '#'); i >= 0 {
			parent, name = path[:i], path[i+1:]
		}
		at[path] = int32(len(t.Nodes))
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID("Type"), Place: trace.Place{Parent: at[parent]}})
	}
	for path, n := range counts {
		for i := at[path]; i >= 0; i = t.Nodes[i].Parent {
			t.Nodes[i].Objects += n
			t.Nodes[i].Bytes += 8 * n
		}
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		t.Nodes[i].End = max(t.Nodes[i].End, int32(i)+1)
		if p := t.Nodes[i].Parent; p >= 0 {
			t.Nodes[p].End = max(t.Nodes[p].End, t.Nodes[i].End)
		}
	}
	return t
}

// TestVanished checks which groups are reported as gone: the topmost with objects before and none after. A group that is 0 at both points is
// not.
func TestVanished(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after map[string]int64
		want          string
	}{
		{"one of two", map[string]int64{"a": 1, "b": 1}, map[string]int64{"b": 1}, "Heap#a"},
		{"0 is the same as missing", map[string]int64{"a": 1, "b": 1}, map[string]int64{"a": 0, "b": 1}, "Heap#a"},
		{"0 at both points", map[string]int64{"a": 0, "b": 1}, map[string]int64{"a": 0, "b": 1}, ""},
		{"0 and missing", map[string]int64{"a": 0, "b": 1}, map[string]int64{"b": 1}, ""},
		{"new", map[string]int64{"b": 1}, map[string]int64{"a": 2, "b": 1}, ""},
		{"only the topmost", map[string]int64{"a#x": 1, "a#y": 2, "b": 1}, map[string]int64{"b": 1}, "Heap#a"},
		{"below one that stays", map[string]int64{"a#x": 1, "a#y": 2}, map[string]int64{"a#y": 1}, "Heap#a#x"},
		{"below one that was 0", map[string]int64{"a#x": 0, "b": 1}, map[string]int64{"b": 1}, ""},
		{"two", map[string]int64{"a#x": 1, "b#x": 1, "c": 1}, map[string]int64{"a#y": 1, "c": 9}, "Heap#a#x Heap#b"},
		{"all", map[string]int64{"a": 1}, map[string]int64{"a": 0}, "Heap"},
		{"nothing at both points", map[string]int64{"a": 0}, map[string]int64{"a": 0}, ""},
	} {
		names := trace.NewNames()
		tree := diff.Trees(leaves(names, test.before), leaves(names, test.after))
		var got []string
		for _, i := range tree.Vanished() {
			got = append(got, strings.Join(tree.Path(i), "#"))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %q, want %q\n%s", test.name, text, test.want, pathsOf(tree))
		}
	}
}

// pathsOf returns the amounts of a tree, one group per line. It walks by Children.
func pathsOf(t *diff.Tree) string {
	var w strings.Builder
	var walk func(i int32, path string)
	walk = func(i int32, path string) {
		n := &t.Nodes[i]
		path = strings.TrimPrefix(path+"#"+t.Name(i), "#")
		fmt.Fprintf(&w, "%s %d->%d, %d->%d bytes, %s\n", path, n.Before.Objects, n.After.Objects, n.Before.Bytes, n.After.Bytes, t.Names.Text(n.Role))
		for c := range t.Children(i) {
			walk(c, path)
		}
	}
	walk(0, "")
	return w.String()
}

// TestUnionAgainstPaths compares the union of random trees with sums by path. The trees share a dictionary, or have one each.
func TestUnionAgainstPaths(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		random := func() map[string]int64 {
			counts := map[string]int64{}
			for range r.IntN(12) {
				path := string(rune('a' + r.IntN(4)))
				for range r.IntN(3) {
					path += "#" + string(rune('a'+r.IntN(3)))
				}
				counts[path] = r.Int64N(4)
			}
			return counts
		}
		first, second := random(), random()
		a := trace.NewNames()
		b := a
		if r.IntN(2) == 0 {
			b = trace.NewNames()
			b.ID("shift")
		}
		before, after := leaves(a, first), leaves(b, second)
		tree := diff.Trees(before, after)
		type ends struct{ before, after trace.Amount }
		want := map[string]ends{}
		for i := range before.Nodes {
			want[before.Key(int32(i))] = ends{before: before.Nodes[i].Amount()}
		}
		for i := range after.Nodes {
			e := want[after.Key(int32(i))]
			e.after = after.Nodes[i].Amount()
			want[after.Key(int32(i))] = e
		}
		if len(tree.Nodes) != len(want) {
			t.Fatalf("seed %d: %d groups, want %d", seed, len(tree.Nodes), len(want))
		}
		for i := range tree.Nodes {
			n := &tree.Nodes[i]
			path := strings.Join(tree.Path(int32(i)), "#")
			if e, ok := want[path]; !ok || n.Before != e.before || n.After != e.after || n.Change != nil {
				t.Fatalf("seed %d: %s is %+v, want %+v", seed, path, n, e)
			}
			if role := tree.Names.Text(n.Role); i > 0 && role != "Type" {
				t.Fatalf("seed %d: %s has role %q", seed, path, role)
			}
		}
		if got := strings.Count(pathsOf(tree), "\n"); got != len(want) {
			t.Fatalf("seed %d: %d of %d groups are children", seed, got, len(want))
		}
	}
}
