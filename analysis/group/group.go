package group

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/words"
)

// Names of groups that do not depend on the chain.
const (
	RootName    = "Heap"
	Unreachable = "Unreachable"

	UnreachableRole = "Reachability"
)

// Options contains the settings of a grouping.
type Options struct {
	// Filters exclude objects entirely: not even the root counts them. A filter in the chain only prunes: the group above it still holds
	// the objects that it rejects. Filters do not apply to the results of transformers.
	Filters Chain

	// Objects requests the groups of each object, at 4 bytes per object. Methods of [Grouping] that need them panic without it.
	Objects bool

	// Admit, unless nil, is called before memory for groups is allocated, with the number of groups and the total size of their keys in
	// bytes; see [trace.Tree.Key]. Both numbers grow from call to call. An error ends the grouping. It must be safe for concurrent use.
	Admit func(groups int, keys int64) error
}

// Grouping is a heap state grouped by a chain. It is safe for concurrent use.
type Grouping struct {
	Heap *trace.Heap
	Tree *trace.Tree

	mu     sync.Mutex // guards transformations and caches of the stages once the tree is built
	stages []*stage
	turned []int32  // by node: the transformer's node at or above it; -1 for none
	depth  []int32  // by node: index of its stage
	starts []uint32 // ends of the first stage's cells: those of cell c are ends[starts[c]:starts[c+1]]
	ends   []int32
}

// stage is the part of a chain up to a transformer or to the end.
type stage struct {
	cells  *cells
	placer *placer
	survey *survey        // nil if nothing is sampled
	seen   *bitset.BitSet // objects from a transformer, while the tree is built; nil if not needed

	transformer *Classifier // next transformer; nil for the last stage
	transform   Transform
}

// New groups the objects of a heap state by a chain. The order of nodes in the tree depends only on the heap and the chain.
//
// A transformer adds a node with its name below each innermost group before it. The node contains the objects that replace those of the
// group, each once, and the rest of the chain groups them. The groups above do not count these objects.
//
// The cost is that of the classifiers, a parallel pass over the objects, and one call of each transformer per group. New returns an error
// if ctx is done, if the heap lacks what a classifier needs, or if there would be more than [MaxGroups] groups.
func New(ctx context.Context, s *Subject, chain Chain, o Options) (*Grouping, error) {
	return newGrouping(ctx, s, chain, o, MaxGroups)
}

func newGrouping(ctx context.Context, s *Subject, chain Chain, o Options, limit int) (*Grouping, error) {
	if len(chain) == 0 {
		return nil, fmt.Errorf("grouping: expected at least one classifier")
	}
	for _, c := range []Chain{chain, o.Filters} {
		if why := c.Missing(s.Knows); why != "" {
			return nil, errors.New(why)
		}
	}
	if !o.Filters.only(Filters) {
		return nil, words.Errorf("filters %q: expected only filters", o.Filters)
	}
	b := newBuilder(s.Names, limit, &admission{admit: o.Admit})
	g := &Grouping{Heap: s.Heap}
	filters := o.Filters
	for rest := chain; ; {
		st, after, err := newStage(ctx, s, filters, rest, b, o.Objects || len(g.stages) > 0)
		if err != nil {
			return nil, err
		}
		g.stages = append(g.stages, st)
		if st.transformer == nil {
			break
		}
		rest, filters = after, nil
	}
	if err := g.build(ctx, b); err != nil {
		return nil, err
	}
	g.reportEvaluated()
	if len(g.stages) == 1 {
		g.stages[0].forget()
	}
	return g, nil
}

// reportEvaluated reports to classifiers that request it how many objects of each class they classified.
func (g *Grouping) reportEvaluated() {
	for i, st := range g.stages {
		totals := st.cells.totals
		if st.seen != nil {
			totals = make([]total, len(totals))
			for o := range st.seen.EachSet() {
				totals[st.cells.cell(trace.ObjectID(o))].objects++
			}
		} else if i > 0 {
			totals = nil // no object was transformed
		}
		for l, level := range st.cells.plan.levels {
			if level.keys.Evaluated != nil {
				evaluated := st.evaluated(l, totals)
				level.keys.Evaluated(func(class uint32) int64 { return evaluated[class] })
			}
		}
		st.seen = nil
	}
}

// evaluated returns the number of objects that reach a level, by their class there.
func (st *stage) evaluated(level int, totals []total) map[uint32]int64 {
	evaluated := map[uint32]int64{}
	for c, t := range totals {
		at := &st.cells.tuples[c]
		stopped := false
		for before := range level {
			stopped = stopped || len(st.placer.pathsOf(before, at)) == 0
		}
		if !stopped {
			evaluated[st.cells.plan.class(level, at)] += t.objects
		}
	}
	return evaluated
}

// countsEvaluations reports whether a classifier of the stage requests the number of objects that it classified.
func (st *stage) countsEvaluations() bool {
	return slices.ContainsFunc(st.cells.plan.levels, func(l level) bool { return l.keys.Evaluated != nil })
}

// forget releases what only groups below transformers need.
func (st *stage) forget() {
	st.placer, st.cells.tuples = nil, nil
	st.cells.plan = &plan{heap: st.cells.plan.heap, live: st.cells.plan.live}
}

// only reports whether all classifiers of the chain are of the given kind.
func (c Chain) only(kind Kind) bool {
	return !slices.ContainsFunc(c, func(k *Classifier) bool { return k.Kind != kind })
}

// newStage prepares the classifiers of a chain up to the first transformer and finds the cells. It returns the classifiers after the
// transformer.
func newStage(ctx context.Context, s *Subject, filters, chain Chain, b *builder, keep bool) (*stage, Chain, error) {
	st := &stage{}
	var levels []level
	add := func(c *Classifier, above Chain, drops bool) error {
		keys, err := c.Prepare(ctx, s, above)
		if err == nil {
			levels = append(levels, level{keys: keys, role: c.Role, drops: drops})
		}
		return err
	}
	for _, c := range filters {
		if err := add(c, nil, true); err != nil {
			return nil, nil, err
		}
	}
	var rest Chain
	for i, c := range chain {
		if c.Kind == Transforms {
			t, err := c.Transform(ctx, s)
			if err != nil {
				return nil, nil, err
			}
			st.transformer, st.transform, rest, keep = c, t, chain[i+1:], true
			break
		}
		if err := add(c, chain[:i], false); err != nil {
			return nil, nil, err
		}
	}
	p := newPlan(s.Heap, s.Reachable, levels)
	var err error
	sampled := !b.sampled && p.isSampled() // groups below transformers are too diverse for one estimate
	b.sampled = true
	if st.cells, err = count(ctx, p, keep || sampled, b.admission); err != nil {
		return nil, nil, err
	}
	if sampled {
		if st.survey, err = newSurvey(ctx, st.cells); err != nil {
			return nil, nil, err
		}
		if !keep {
			st.cells.of = nil
		}
	}
	st.placer = newPlacer(b, p)
	return st, rest, nil
}

// maxEnds limits the memory for the groups of cells to 512 MB. Only objects with a very large number of groups each reach it.
const maxEnds = 1 << 27

// build builds the tree.
func (g *Grouping) build(ctx context.Context, b *builder) error {
	first := g.stages[0]
	t := turner{grouping: g, builder: b}
	g.starts = make([]uint32, 1, len(first.cells.tuples)+1)
	done, sampled := pairs{}, map[uint32][]int32{}
	for c := range first.cells.tuples {
		if first.cells.totals[c].objects == 0 { // all of its objects stand for others
			g.starts = append(g.starts, uint32(len(g.ends)))
			continue
		}
		first.placer.place(ctx, 0, &first.cells.tuples[c], first.cells.totals[c])
		if first.survey != nil && first.survey.group != nil && first.survey.donor[c] {
			sampled[uint32(c)] = b.sampledOf(first.placer.nodes)
		}
		g.ends = append(g.ends, first.placer.ends...)
		g.starts = append(g.starts, uint32(len(g.ends)))
		if first.transform != nil {
			done.add(uint32(c), first.placer.done)
		}
		if len(g.ends) > maxEnds {
			b.err = tooMany(b.limit)
		}
		if b.err != nil {
			return b.err
		}
	}
	if first.transform != nil {
		if err := t.turnAll(ctx, &done); err != nil {
			return err
		}
	}
	nodes, numbers, place := b.finish()
	g.Tree = &trace.Tree{Names: b.names, Nodes: nodes}
	if first.survey != nil {
		g.Tree.Estimates = map[int32]trace.Estimate{}
		for n, e := range first.survey.estimates(sampled, b.nodes) {
			g.Tree.Estimates[place[n]] = e
		}
		first.survey = nil
	}
	for i, n := range g.ends {
		g.ends[i] = place[n]
	}
	g.turned, g.depth = make([]int32, len(nodes)), make([]int32, len(nodes))
	for i, n := range numbers {
		at, from := int32(i), &b.nodes[n]
		g.depth[at], g.turned[at] = from.stage, -1
		if from.turned {
			g.turned[at] = at
		} else if up := nodes[at].Parent; up >= 0 {
			g.turned[at] = g.turned[up]
		}
	}
	return nil
}

// Leaves returns the nodes that hold object o directly: leaves, and inner nodes without a child that contains it. It returns none for
// filtered objects. It omits groups below transformers. g owns the slice.
func (g *Grouping) Leaves(o trace.ObjectID) []int32 {
	g.needObjects("Leaves")
	c := g.stages[0].cells.cell(o)
	return g.ends[g.starts[c]:g.starts[c+1]]
}

func (g *Grouping) needObjects(what string) {
	if c := g.stages[0].cells; c.of == nil && c.byType[0] == nil {
		panic("group: " + what + " of a grouping without Options.Objects")
	}
}

// Objects returns the objects of node n. The cost is one pass over the objects. For nodes below a transformer, it includes the
// transformation of the group above.
func (g *Grouping) Objects(ctx context.Context, n int32) (*bitset.BitSet, error) {
	g.needObjects("Objects")
	if t := g.turned[n]; t >= 0 {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.turnedObjects(ctx, n, t)
	}
	c := g.stages[0].cells
	in := make([]bool, len(g.starts)-1)
	for i := range in {
		for _, end := range g.ends[g.starts[i]:g.starts[i+1]] {
			in[i] = in[i] || g.Tree.Nodes.Within(end, n)
		}
	}
	set := bitset.New(uint(g.Heap.Len()))
	for o := range g.Heap.Len() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if in[c.cell(trace.ObjectID(o))] {
			set.Set(uint(o))
		}
	}
	return set, nil
}

// Transformed reports whether node n is at or below a transformer. Its objects then differ from those of the groups above, which do not
// count it.
func (g *Grouping) Transformed(n int32) bool { return g.turned[n] >= 0 }

// Groups returns the nodes as groups for package closure: group i is node i. Groups below transformers are empty; use [Grouping.EachTurned]
// for these. It requires Options.Objects.
func (g *Grouping) Groups() closure.Groups {
	g.needObjects("Groups")
	groups := closure.Groups{Count: len(g.Tree.Nodes), Sets: make([][]int32, len(g.starts)-1)}
	for c := range groups.Sets {
		var set []int32
		for _, n := range g.ends[g.starts[c]:g.starts[c+1]] {
			set = slices.AppendSeq(set, g.Tree.Nodes.Up(n))
		}
		slices.Sort(set)
		groups.Sets[c] = slices.Compact(set)
	}
	cells := g.stages[0].cells
	groups.Of = func(o trace.ObjectID) int32 { return int32(cells.cell(o)) }
	return groups
}
