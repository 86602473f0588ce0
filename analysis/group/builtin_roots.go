package group

import (
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/poll"
)

// Names of the groups of objects that no GC root holds.
const (
	NoDirectRoot = "(not directly referenced by a GC root)"
	NoRoot       = "(not reachable from a GC root)"
)

// Deeper is the name of the group of objects whose path from a GC root exceeds maxPath.
const Deeper = "(deeper)"

// rootClassifiers returns the classifiers by GC roots. Their groups are nested: the kind of the root, its owner, and its field or frame, as
// far as known (Utilizing Object Reference Graphs and Garbage Collection Roots to Detect Memory Leaks in Offline Memory Monitoring, section
// 4.3, DOI 10.1145/3237009.3237023).
func rootClassifiers() []*Classifier {
	const needs = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots
	const example = "static field > app.Shop > cache"
	return []*Classifier{
		{
			Name: "roots-direct", Graph: true, Role: "GC Roots: Direct", Cardinality: ManyPaths, Needs: needs,
			Description: "The GC roots that refer to the object directly.",
			Example:     example,
			Prepare:     prepareDirect,
		},
		{
			Name: "roots-closest", Graph: true, Role: "GC Roots: Closest", Cardinality: ManyPaths, Needs: needs,
			Description: "The closest GC roots: those with the fewest references between them and the object.",
			Example:     example,
			Prepare: prepareRootSets(func(ctx context.Context, roots *closure.Roots) (*closure.RootSets, error) {
				closest, err := roots.Closest(ctx, nil)
				if err != nil {
					return nil, err
				}
				return &closest.RootSets, nil
			}),
		},
		{
			Name: "roots-indirect", Graph: true, Role: "GC Roots: Indirect", Cardinality: ManyPaths, Needs: needs,
			Description: "All GC roots from which the object can be reached, which means all roots that keep it alive.",
			Example:     example,
			Prepare: prepareRootSets(func(ctx context.Context, roots *closure.Roots) (*closure.RootSets, error) {
				return roots.Indirect(ctx, nil, nil)
			}),
		},
		{
			Name: "roots-path", Graph: true, Role: "GC Roots: Path", Cardinality: ManyPaths, Needs: needs,
			Description: "The closest GC root, and up to 252 types on a shortest path from it to the object.",
			Example:     example + " > java.util.HashMap > java.util.HashMap$Node[]",
			Prepare:     prepareRootPath,
		},
	}
}

// prepareRootSets returns a Prepare function for a classifier by sets of GC roots.
func prepareRootSets(find func(context.Context, *closure.Roots) (*closure.RootSets, error)) func(context.Context, *Subject,
	Chain) (*Keys, error) {
	return func(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
		roots, err := s.gcRoots(ctx)
		if err != nil {
			return nil, err
		}
		sets, err := find(ctx, roots)
		if err != nil {
			return nil, err
		}
		return rootKeys(s.Heap, roots, sets), nil
	}
}

// rootPath returns the path of groups for a GC root.
func rootPath(r closure.RootName) []string {
	path := []string{r.Kind.String()}
	if r.Owner != "" {
		path = append(path, r.Owner)
	}
	if r.Member != "" {
		path = append(path, r.Member)
	}
	return path
}

func rootPaths(roots *closure.Roots, set []closure.RootID) [][]string {
	paths := make([][]string, len(set))
	for i, r := range set {
		paths[i] = rootPath(roots.Names[r])
	}
	return paths
}

// rootKeys returns keys for the sets of GC roots of all objects.
func rootKeys(h *trace.Heap, roots *closure.Roots, sets *closure.RootSets) *Keys {
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = uint32(sets.Index(from + trace.ObjectID(i)))
		}
	}
	paths := func(class uint32) [][]string {
		if class == 0 {
			return [][]string{{NoRoot}}
		}
		return rootPaths(roots, sets.Sets[class])
	}
	return &Keys{Count: uint64(len(sets.Sets)), Of: of, Paths: paths}
}

func prepareDirect(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	roots, err := s.gcRoots(ctx)
	if err != nil {
		return nil, err
	}
	d := direct{roots: roots, column: make([]uint32, s.Heap.Len())}
	d.builder.class([][]string{{NoDirectRoot}})
	for i := range s.Heap.Roots {
		d.see(s.Heap.Roots[i].Object)
	}
	for i := range s.Heap.Types {
		if c := s.Heap.Types[i].Class; c != trace.NoObject {
			for _, o := range s.Heap.References(c) { // includes static fields
				d.see(o)
			}
		}
	}
	return ColumnKeys(d.column, len(d.builder.paths), d.builder.of), nil
}

// direct collects the classes of objects that GC roots refer to.
type direct struct {
	roots   *closure.Roots
	builder pathBuilder
	column  []uint32
}

func (d *direct) see(o trace.ObjectID) {
	if o == trace.NoObject || d.column[o] != 0 {
		return
	}
	if set := d.roots.Direct(o); len(set) > 0 {
		d.column[o] = d.builder.class(rootPaths(d.roots, set))
	}
}

// prepareRootPath groups each object by the types on a shortest path from a GC root, its own included. Equal paths share a class: they are
// one node in a tree of paths.
func prepareRootPath(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	roots, err := s.gcRoots(ctx)
	if err != nil {
		return nil, err
	}
	closest, err := roots.Closest(ctx, nil)
	if err != nil {
		return nil, err
	}
	w := pathTree{heap: s.Heap, roots: roots, closest: closest, column: make([]uint32, s.Heap.Len()),
		nodes: []pathNode{{}}, ids: map[pathNode]uint32{}}
	for o := range s.Heap.Len() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		w.find(trace.ObjectID(o))
	}
	return ColumnKeys(w.column, len(w.nodes), w.paths), nil
}

// pathTree is a tree of paths from GC roots, by type.
type pathTree struct {
	heap    *trace.Heap
	roots   *closure.Roots
	closest *closure.Closest
	column  []uint32 // path by object; 0 if it has none or is not known yet
	nodes   []pathNode
	ids     map[pathNode]uint32
	stack   []trace.ObjectID
}

type pathNode struct {
	before uint32 // path to the previous object; 0 for the first object
	set    uint32 // index of the set of closest GC roots; only for the first object
	depth  uint32 // number of objects on the path; maxPath+1 for longer paths, whose last type is ignored
	typ    trace.TypeID
}

// maxPath is the maximum number of objects on a path. The groups of the root precede them, and [Deeper] may follow.
const maxPath = MaxPath - 4

// find computes the paths of o and its predecessors. It terminates because each predecessor is one step closer to the GC roots.
func (w *pathTree) find(o trace.ObjectID) {
	for w.column[o] == 0 && w.closest.Index(o) != 0 {
		w.stack = append(w.stack, o)
		before := w.closest.Before(o)
		if before == trace.NoObject {
			break
		}
		o = before
	}
	for ; len(w.stack) > 0; w.stack = w.stack[:len(w.stack)-1] {
		at := w.stack[len(w.stack)-1]
		step := pathNode{typ: w.heap.TypeOf.At(at), depth: 1}
		if before := w.closest.Before(at); before != trace.NoObject {
			step.before = w.column[before]
			step.depth = w.nodes[step.before].depth + 1
		} else {
			step.set = uint32(w.closest.Index(at))
		}
		w.column[at] = w.id(step)
	}
}

func (w *pathTree) id(step pathNode) uint32 {
	switch {
	case step.depth > maxPath+1:
		return step.before
	case step.depth > maxPath:
		step.typ = 0
	}
	id, ok := w.ids[step]
	if !ok {
		id = uint32(len(w.nodes))
		w.ids[step] = id
		w.nodes = append(w.nodes, step)
	}
	return id
}

// paths returns one path for each of the closest GC roots of the path's first object.
func (w *pathTree) paths(class uint32) [][]string {
	if class == 0 {
		return [][]string{{NoRoot}}
	}
	var types []string
	step := w.nodes[class]
	if step.depth > maxPath {
		types = append(types, Deeper)
		step = w.nodes[step.before]
	}
	for ; step.before != 0; step = w.nodes[step.before] {
		types = append(types, w.heap.Types[step.typ].Name)
	}
	types = append(types, w.heap.Types[step.typ].Name)
	slices.Reverse(types)
	paths := rootPaths(w.roots, w.closest.Sets[step.set])
	for i := range paths {
		paths[i] = append(paths[i], types...)
	}
	return paths
}
