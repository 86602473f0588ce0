package group_test

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

type objectSet map[trace.ObjectID]bool

// oracle groups by definition: a map from the path of a group to the set of its objects.
type oracle struct {
	heap      *trace.Heap
	reachable *bitset.BitSet
	groups    map[string]objectSet
	holds     map[trace.ObjectID]map[string]bool // groups that hold an object themselves, before any transformer
}

const separator = "\x00"

func (w *oracle) put(path string, o trace.ObjectID) {
	if w.groups[path] == nil {
		w.groups[path] = objectSet{}
	}
	w.groups[path][o] = true
}

// stretch groups the objects of a group by the classifiers of a chain up to a transformer. It then groups each of the last groups by the
// rest.
func (w *oracle) stretch(path string, objects objectSet, chain group.Chain, first bool) {
	to := slices.IndexFunc(chain, func(c *group.Classifier) bool { return c.Kind == group.Transforms })
	if to < 0 {
		to = len(chain)
	}
	ends := map[string]objectSet{}
	for o := range objects {
		w.put(path, o)
		at := path
		if w.reachable != nil && !w.reachable.Test(uint(o)) {
			at += separator + group.Unreachable
			w.put(at, o)
		}
		w.object(at, o, chain[:to], 0, ends, first)
	}
	if to == len(chain) {
		return
	}
	for end, set := range ends {
		if turned := w.turn(chain[to].Name, set); len(turned) > 0 {
			w.stretch(end+separator+chain[to].Role, turned, chain[to+1:], false)
		}
	}
}

func (w *oracle) object(path string, o trace.ObjectID, chain group.Chain, level int, ends map[string]objectSet, first bool) {
	hold := func() {
		if first {
			if w.holds[o] == nil {
				w.holds[o] = map[string]bool{}
			}
			w.holds[o][path] = true
		}
	}
	if len(chain) == level {
		hold()
		if ends[path] == nil {
			ends[path] = objectSet{}
		}
		ends[path][o] = true
		return
	}
	paths := oracles[chain[level].Name](w.heap, o)
	if chain[level].Name == "type" && slices.ContainsFunc(chain[:level], func(c *group.Classifier) bool { return c.Name == "packages" }) {
		name := paths[0][0]
		paths = one(name[strings.LastIndex(name, ".")+1:])
	}
	if len(paths) == 0 {
		hold()
	}
	for _, p := range paths {
		at := path
		for _, key := range p {
			at += separator + key
			w.put(at, o)
		}
		w.object(at, o, chain, level+1, ends, first)
	}
}

func (w *oracle) turn(name string, objects objectSet) objectSet {
	turned := objectSet{}
	for from := range w.heap.Len() {
		for _, to := range w.heap.References(trace.ObjectID(from)) {
			switch {
			case name == "points-to" && objects[trace.ObjectID(from)]:
				turned[to] = true
			case name == "pointed-from" && objects[to]:
				turned[trace.ObjectID(from)] = true
			}
		}
	}
	return turned
}

func one(key string) [][]string { return [][]string{{key}} }

// oracles are classifiers by definition.
var oracles = map[string]func(h *trace.Heap, o trace.ObjectID) [][]string{
	"type": func(h *trace.Heap, o trace.ObjectID) [][]string { return one(h.Types[h.TypeOf.At(o)].Name) },
	"packages": func(h *trace.Heap, o trace.ObjectID) [][]string {
		name := h.Types[h.TypeOf.At(o)].Name
		if h.Types[h.TypeOf.At(o)].Kind == trace.PrimitiveArray {
			return one(group.PrimitiveArrays)
		}
		parts := strings.Split(name, ".")
		return [][]string{parts[:len(parts)-1]}
	},
	"overall": func(*trace.Heap, trace.ObjectID) [][]string { return one("Overall") },
	"kind": func(h *trace.Heap, o trace.ObjectID) [][]string {
		if h.Types[h.TypeOf.At(o)].Kind == trace.Instance {
			return one("Instance")
		}
		return one("Small array")
	},
	"array-length": func(h *trace.Heap, o trace.ObjectID) [][]string {
		if h.Types[h.TypeOf.At(o)].Kind == trace.Instance {
			return one(group.NoArray)
		}
		return one(counted(int(h.Extent.At(o)), "element"))
	},
	"size": func(h *trace.Heap, o trace.ObjectID) [][]string {
		if size := h.Size(o); size > 16 {
			to := 1 << bits.Len(uint(size-1))
			return one(fmt.Sprintf("%d to %d bytes", to/2+1, to))
		}
		return one("up to 16 bytes")
	},
	"in-degree": func(h *trace.Heap, o trace.ObjectID) [][]string {
		n := 0
		for _, to := range h.RefTo {
			if to == o {
				n++
			}
		}
		for _, r := range h.Roots {
			if r.Object == o {
				n++
			}
		}
		return one(counted(n, "reference"))
	},
	"out-degree": func(h *trace.Heap, o trace.ObjectID) [][]string {
		return one(counted(len(h.References(o)), "reference"))
	},
	"with-references": func(h *trace.Heap, o trace.ObjectID) [][]string { return goOn(len(h.References(o)) > 0) },
	"no-java": func(h *trace.Heap, o trace.ObjectID) [][]string {
		return goOn(!strings.HasPrefix(h.Types[h.TypeOf.At(o)].Name, "java."))
	},
	"test-many":   testMany,
	"test-paths":  testPaths,
	"test-deep":   testDeep,
	"test-filter": func(_ *trace.Heap, o trace.ObjectID) [][]string { return goOn(o%3 != 0) },
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func goOn(yes bool) [][]string {
	if yes {
		return [][]string{{}}
	}
	return nil
}

// testMany puts objects into up to three groups, and some into none.
func testMany(_ *trace.Heap, o trace.ObjectID) (paths [][]string) {
	for _, n := range []trace.ObjectID{2, 3, 5} {
		if o%n == 0 {
			paths = append(paths, []string{fmt.Sprintf("by %d", n)})
		}
	}
	return paths
}

// testDeep has nested groups that end at different depths, and objects in none.
func testDeep(_ *trace.Heap, o trace.ObjectID) [][]string {
	return [][]string{[]string{"a", "b", "c"}[:o%4]}
}

// testPaths has paths that share their beginning, and paths that are the beginning of others.
func testPaths(_ *trace.Heap, o trace.ObjectID) [][]string {
	all := [][]string{{"x"}, {"x", "y"}, {"x", "z"}, {"y"}, {}}
	return all[o%3 : 3+o%3]
}

// pathKeys returns keys for the paths of each object. Equal paths are one class.
func pathKeys(h *trace.Heap, paths func(o trace.ObjectID) [][]string) *group.Keys {
	var classes [][][]string
	ids, column := map[string]uint32{}, make([]uint32, h.Len())
	for o := range column {
		p := paths(trace.ObjectID(o))
		id, ok := ids[fmt.Sprintf("%q", p)]
		if !ok {
			id = uint32(len(classes))
			ids[fmt.Sprintf("%q", p)] = id
			classes = append(classes, p)
		}
		column[o] = id
	}
	return group.ColumnKeys(column, len(classes), func(class uint32) [][]string { return classes[class] })
}

// testRegistry has the classifiers of the oracle that are not built in.
func testRegistry(t testing.TB) *group.Registry {
	t.Helper()
	var more []*group.Classifier
	for _, name := range []string{"test-many", "test-deep", "test-paths"} {
		more = append(more, &group.Classifier{Name: name, Role: name, Cardinality: group.ManyPaths,
			Prepare: func(_ context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
				return pathKeys(s.Heap, func(o trace.ObjectID) [][]string { return oracles[name](s.Heap, o) }), nil
			}})
	}
	more = append(more, &group.Classifier{Name: "test-filter", Kind: group.Filters,
		Prepare: func(context.Context, *group.Subject, group.Chain) (*group.Keys, error) {
			return group.ObjectFilter(func(o trace.ObjectID) bool { return o%3 != 0 }), nil
		}})
	r, err := group.Builtin().With(more...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomChain names up to four classifiers. Every second chain has transformers in between.
func randomChain(rng *rand.Rand) string {
	names := make([]string, 0, len(oracles))
	for name := range oracles {
		names = append(names, name)
	}
	slices.Sort(names)
	part := func(n int) []string {
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		return slices.Clone(names[:n])
	}
	chain := part(1 + rng.IntN(4))
	for rng.IntN(2) == 0 && len(chain) < 8 {
		chain = append(chain, []string{"points-to", "pointed-from"}[rng.IntN(2)])
		chain = append(chain, part(rng.IntN(3))...)
	}
	return strings.Join(chain, ",")
}

// TestOracle compares groups, their objects and the holders of each object with the definition, for random chains on random heaps.
func TestOracle(t *testing.T) {
	r := testRegistry(t)
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 1))
		h := tracetest.RandomHeap(seed, 20+rng.IntN(60))
		var reachable *bitset.BitSet
		if seed%3 > 0 {
			reachable, _ = closure.Reachable(context.Background(), h)
		}
		by := randomChain(rng)
		chain, err := r.Parse(by)
		if err != nil {
			t.Fatal(err)
		}
		options := group.Options{Objects: true}
		if seed%4 == 0 {
			options.Filters, _ = r.Parse("test-filter,with-references")
		}
		g, err := group.New(context.Background(), subject(h, reachable), chain, options)
		if err != nil {
			t.Fatal(err)
		}
		w := oracle{heap: h, reachable: reachable, groups: map[string]objectSet{}, holds: map[trace.ObjectID]map[string]bool{}}
		w.stretch(group.RootName, w.kept(options.Filters), chain, true)
		t.Run(fmt.Sprintf("%d %s", seed, by), func(t *testing.T) {
			w.checkTree(t, g)
			w.checkLeaves(t, g)
			w.checkGroups(t, g)
			if len(options.Filters) == 0 {
				checkPointers(t, g, h)
			}
		})
	}
}

// TestEvaluated checks that a classifier can learn how many objects it has classified. Objects behind a transformer count once each.
func TestEvaluated(t *testing.T) {
	var evaluated []int64
	counting := &group.Classifier{Name: "test-counting", Role: "parity", Prepare: func(_ context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
		k := pathKeys(s.Heap, func(o trace.ObjectID) [][]string { return one(fmt.Sprint(o % 2)) })
		k.Evaluated = func(of func(class uint32) int64) { evaluated = append(evaluated, of(0), of(1)) }
		return k, nil
	}}
	r, err := testRegistry(t).With(counting)
	if err != nil {
		t.Fatal(err)
	}
	b := tracetest.NewHeap() // objects 0 and 1 refer to 2, 0 to 3 and 4, which is an A again
	a, other := b.Type("app.A", 16, "x", "y"), b.Type("app.B", 16)
	b.Objects(a, 2)
	b.Objects(other, 2)
	b.Object(a)
	b.Refer(0, "x", 2)
	b.Refer(0, "y", 4)
	b.Refer(1, "x", 2)
	b.Refer(1, "y", 3)
	h := b.Heap()
	for _, test := range []struct {
		by   string
		want []int64
	}{
		{"test-counting", []int64{3, 2}},
		{"type,test-counting", []int64{3, 2}},
		{"test-filter,test-counting", []int64{2, 1}},
		{"type,points-to,test-counting", []int64{2, 1}},
		{"test-counting,points-to,type", []int64{3, 2}},
		{"test-counting,points-to,test-counting", []int64{3, 2, 2, 1}},
	} {
		evaluated = nil
		chain, err := r.Parse(test.by)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := group.New(context.Background(), subject(h, nil), chain, group.Options{}); err != nil || !slices.Equal(evaluated, test.want) {
			t.Errorf("%s: %v, want %v; %v", test.by, evaluated, test.want, err)
		}
	}
}

func (w *oracle) kept(filters group.Chain) objectSet {
	kept := objectSet{}
	for o := range w.heap.Len() {
		o := trace.ObjectID(o)
		if !slices.ContainsFunc(filters, func(c *group.Classifier) bool { return len(oracles[c.Name](w.heap, o)) == 0 }) {
			kept[o] = true
		}
	}
	return kept
}

func (w *oracle) checkTree(t *testing.T, g *group.Grouping) {
	seen := map[string]bool{}
	for i := range g.Tree.Nodes {
		n := &g.Tree.Nodes[i]
		path := strings.Join(g.Tree.Path(int32(i)), separator)
		want := w.groups[path]
		if want == nil && i == 0 {
			want = objectSet{}
		}
		if want == nil || seen[path] {
			t.Fatalf("group %q should not be", path)
		}
		seen[path] = true
		bytes := int64(0)
		for o := range want {
			bytes += w.heap.Size(o)
		}
		if n.Objects != int64(len(want)) || n.Bytes != bytes {
			t.Fatalf("%q: %d objects, %d bytes, want %d, %d", path, n.Objects, n.Bytes, len(want), bytes)
		}
		set, err := g.Objects(context.Background(), int32(i))
		if err != nil {
			t.Fatal(err)
		}
		got := objectSet{}
		for o := range set.EachSet() {
			got[trace.ObjectID(o)] = true
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q has the objects %v, want %v", path, got, want)
		}
		if turned := strings.Contains(path, separator+"Point"); g.Transformed(int32(i)) != turned {
			t.Fatalf("%q: transformed is %v", path, !turned)
		}
	}
	for path := range w.groups {
		if !seen[path] {
			t.Fatalf("group %q is missing", path)
		}
	}
}

func (w *oracle) checkLeaves(t *testing.T, g *group.Grouping) {
	for o := range w.heap.Len() {
		got := map[string]bool{}
		for _, n := range g.Leaves(trace.ObjectID(o)) {
			got[strings.Join(g.Tree.Path(n), separator)] = true
		}
		if want := w.holds[trace.ObjectID(o)]; len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("object %d is held by %v, want %v", o, got, want)
		}
	}
}

// checkGroups checks the groups for closures.
func (w *oracle) checkGroups(t *testing.T, g *group.Grouping) {
	w.checkTurned(t, g)
	groups := g.Groups()
	for o := range w.heap.Len() {
		o := trace.ObjectID(o)
		got := map[string]bool{}
		if at := groups.Of(o); at >= 0 {
			if !slices.IsSorted(groups.Sets[at]) {
				t.Fatalf("groups of object %d: %v", o, groups.Sets[at])
			}
			for _, n := range groups.Sets[at] {
				got[strings.Join(g.Tree.Path(n), separator)] = true
			}
		}
		for i := range g.Tree.Nodes {
			path := strings.Join(g.Tree.Path(int32(i)), separator)
			if want := w.groups[path][o] && !g.Transformed(int32(i)); got[path] != want {
				t.Fatalf("object %d is in %q: %v, want %v", o, path, got[path], want)
			}
		}
	}
}

// checkTurned checks the walk over the groups below transformers.
func (w *oracle) checkTurned(t *testing.T, g *group.Grouping) {
	seen := map[int32]bool{}
	err := g.EachTurned(t.Context(), func(node int32, objects []trace.ObjectID) error {
		path := strings.Join(g.Tree.Path(node), separator)
		in := map[trace.ObjectID]bool{}
		for _, o := range objects {
			in[o] = true
		}
		if seen[node] || !g.Transformed(node) || len(in) != len(objects) || !maps.Equal(in, w.groups[path]) {
			t.Fatalf("%q: %d objects, reported before: %v; want %d", path, len(objects), seen[node], len(w.groups[path]))
		}
		seen[node] = true
		return nil
	})
	for n := range g.Tree.Nodes {
		if n := int32(n); seen[n] != g.Transformed(n) {
			t.Fatalf("%q: reported %v, transformed %v", strings.Join(g.Tree.Path(n), separator), seen[n], g.Transformed(n))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestProcessors checks that a tree, and the places of objects in it, do not depend on the number of processors.
func TestProcessors(t *testing.T) {
	if testing.Short() {
		t.Skip("large heap, with one processor and with four")
	}
	h := tracetest.RandomHeap(7, 270_000)
	r := testRegistry(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, by := range []string{"type,test-paths,size", "array-length,type,out-degree,in-degree", "test-filter,test-many,kind"} {
		chain, err := r.Parse(by)
		if err != nil {
			t.Fatal(err)
		}
		var trees [2]*group.Grouping
		for i, n := range []int{1, 4} {
			runtime.GOMAXPROCS(n)
			if trees[i], err = group.New(context.Background(), subject(h, nil), chain, group.Options{Objects: true}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(trees[0].Tree.Nodes, trees[1].Tree.Nodes) {
			t.Errorf("%s: trees differ", by)
		}
		for o := range h.Len() {
			if !slices.Equal(trees[0].Leaves(trace.ObjectID(o)), trees[1].Leaves(trace.ObjectID(o))) {
				t.Fatalf("%s: object %d is elsewhere", by, o)
			}
		}
	}
}
