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

// Names of the groups that are there whatever the chain is.
const (
	RootName    = "Heap"
	Unreachable = "Unreachable"

	UnreachableRole = "Reachability"
)

// Options says what is grouped and what is kept.
type Options struct {
	// Filters leave out what one of them refuses: not even the root counts it. A filter in the chain prunes: the group
	// above it still holds what it refuses. Objects that a transformer goes on with do not go through Filters.
	Filters Chain

	// Objects requests which object is in which group, at 4 bytes per object. Without, the methods of [Grouping] that
	// need it may not be called.
	Objects bool

	// Admit, unless nil, is called before groups take memory, with the number of groups and the bytes of their keys; see
	// [trace.Tree.Key]. Both numbers grow from call to call. An error ends the grouping. Calls may come from several goroutines.
	Admit func(groups int, keys int64) error
}

// Grouping is a heap state grouped by a chain. It may be used from several goroutines.
type Grouping struct {
	Heap *trace.Heap
	Tree *trace.Tree

	mu     sync.Mutex // guards the stages' transformations and caches once the tree is made
	stages []*stage
	turned []int32  // by node: the transformer's node it is under, or is; -1 if none
	depth  []int32  // by node: index of its stage
	starts []uint32 // ends of the first stage's cells: those of cell c are ends[starts[c]:starts[c+1]]
	ends   []int32
}

// stage is the part of a chain up to a transformer or the chain's end.
type stage struct {
	cells  *cells
	placer *placer
	survey *survey        // nil if nothing is sampled
	seen   *bitset.BitSet // objects that came through a transformer, while the tree is made; nil if nobody needs them

	transformer *Classifier // what follows; nil for the last stage
	transform   Transform
}

// New groups the objects of a heap state by a chain. The tree's nodes are in an order that depends on the heap and the
// chain only.
//
// Below each last group before a transformer there is one of the transformer's name. It has the objects that the group's
// turn into, each once, and is grouped by the rest of the chain. These objects are not counted into the groups above.
//
// Cost is what the classifiers cost, and one pass over the objects, in parallel; for a transformer, one call for each
// group. An error is ctx's, says what the heap lacks for a classifier, or that there would be more than [MaxGroups].
func New(ctx context.Context, s *Subject, chain Chain, o Options) (*Grouping, error) {
	return newGrouping(ctx, s, chain, o, MaxGroups)
}

func newGrouping(ctx context.Context, s *Subject, chain Chain, o Options, limit int) (*Grouping, error) {
	if len(chain) == 0 {
		return nil, fmt.Errorf("grouping: no classifier")
	}
	for _, c := range []Chain{chain, o.Filters} {
		if why := c.Missing(s.Knows); why != "" {
			return nil, errors.New(why)
		}
	}
	if !o.Filters.only(Filters) {
		return nil, words.Errorf("filters %q: all of them must be filters", o.Filters)
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

// reportEvaluated reports those classifiers that need to know how many objects of each class they classified.
func (g *Grouping) reportEvaluated() {
	for i, st := range g.stages {
		totals := st.cells.totals
		if st.seen != nil {
			totals = make([]total, len(totals))
			for o := range st.seen.EachSet() {
				totals[st.cells.cell(trace.ObjectID(o))].objects++
			}
		} else if i > 0 {
			totals = nil // no group above has objects that turn into others
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

// evaluated counts the objects of the cells that reach a level, by their class there.
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

// countsEvaluations reports whether a classifier of the stage needs to know what it classified.
func (st *stage) countsEvaluations() bool {
	return slices.ContainsFunc(st.cells.plan.levels, func(l level) bool { return l.keys.Evaluated != nil })
}

// forget lets go of what only the groups below transformers need.
func (st *stage) forget() {
	st.placer, st.cells.tuples = nil, nil
	st.cells.plan = &plan{heap: st.cells.plan.heap, live: st.cells.plan.live}
}

// only reports whether all classifiers of the chain are of a kind.
func (c Chain) only(kind Kind) bool {
	return !slices.ContainsFunc(c, func(k *Classifier) bool { return k.Kind != kind })
}

// newStage makes the classifiers of a chain ready, up to the first transformer, and finds the cells. It returns what
// comes behind the transformer.
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
	sampled := !b.sampled && p.isSampled() // groups below transformers are too various for one estimate
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

// maxEnds bounds the memory for which cell is in which groups to 512 MB. Only objects that are in very many groups each
// get there.
const maxEnds = 1 << 27

// build makes the tree.
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
		first.placer.place(ctx, 0, &first.cells.tuples[c])
		if first.survey != nil && first.survey.group != nil && first.survey.donor[c] {
			sampled[uint32(c)] = b.sampledOf(first.placer.nodes)
		}
		for _, n := range first.placer.nodes {
			b.nodes[n].add(first.cells.totals[c])
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

// Leaves returns the nodes that hold object o itself: leaves, and inner nodes in no child of which it is. None if a
// filter left it out. The groups below transformers are not among them. The slice is the grouping's.
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

// Objects returns the set of the objects of node n. Cost is one pass over the objects; for nodes below a transformer
// also the transformation of the group above.
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

// Transformed reports whether node n's objects are others than those of the groups above, in which it does not count.
func (g *Grouping) Transformed(n int32) bool { return g.turned[n] >= 0 }

// Groups says for closures which nodes every object is in: group i is node i. Groups below transformers have no objects
// there; see [Grouping.EachTurned] for these. It needs Options.Objects.
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
