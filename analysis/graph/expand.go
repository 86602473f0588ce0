package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// Expand adds the neighbors of a node. It also restores neighbors that were omitted or removed before. The cost is linear in the references
// of the graph, for each 64 of its nodes and edges. It returns an error if there is no such node, if the node stands for GC roots, or if
// ctx is done.
func (g *Graph) Expand(ctx context.Context, key string, d Direction) (*Graph, error) {
	n, err := g.find(key)
	if err != nil {
		return nil, err
	}
	if g.Nodes[n].IsRoot() {
		return nil, fmt.Errorf("node %q: GC roots cannot be expanded", key)
	}
	b := newBuilder(g)
	x := b.expansion(d)
	x.start(n)
	if d == PointedFrom {
		b.restoreRoots(g.Nodes[n].Objects)
	}
	if err := x.run(ctx); err != nil {
		return nil, err
	}
	b.keepLargest(x.first, b.options.New, func(w *work) int64 { return int64(len(w.Objects)) })
	return b.freeze(ctx)
}

// Remove removes a node, and the nodes that are then no longer connected to the selected objects. It returns an error if the node does not
// exist, if it is selected, or if ctx is done.
func (g *Graph) Remove(ctx context.Context, key string) (*Graph, error) {
	n, err := g.find(key)
	if err != nil {
		return nil, err
	}
	if g.Nodes[n].Selected {
		return nil, fmt.Errorf("node %q: the selected objects cannot be removed", key)
	}
	b := newBuilder(g)
	connected := g.connected(n)
	for i := range g.Nodes {
		if connected[i] {
			continue
		}
		if !g.Nodes[i].IsRoot() {
			b.drop(int32(i))
			continue
		}
		if b.removed == nil {
			b.removed = map[string]bool{}
		}
		b.removed[g.Nodes[i].Key] = true
	}
	return b.freeze(ctx)
}

// connected reports, by node, whether it is connected to a selected node without passing through the given node.
func (g *Graph) connected(without int32) []bool {
	next := make([][]int32, len(g.Nodes))
	for _, e := range g.Edges {
		next[e.From] = append(next[e.From], e.To)
		next[e.To] = append(next[e.To], e.From)
	}
	seen := make([]bool, len(g.Nodes))
	var stack []int32
	visit := func(n int32) {
		if !seen[n] && n != without {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for i := range g.Nodes {
		if g.Nodes[i].Selected {
			visit(int32(i))
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range next[n] {
			visit(m)
		}
	}
	return seen
}

// keepLargest drops new nodes, starting at index first, until at most limit are left and the graph is within its node limit. It keeps the
// largest ones, and earlier ones if sizes are equal. Nodes that were split off from older ones do not count as new.
func (b *builder) keepLargest(first, limit int, size func(*work) int64) {
	var fresh []int32
	for i := first; i < len(b.nodes); i++ {
		if b.nodes[i] != nil && !b.nodes[i].parted {
			fresh = append(fresh, int32(i))
		}
	}
	limit = max(min(limit, b.options.Nodes-(b.count()-len(fresh))), 0)
	if len(fresh) <= limit {
		return
	}
	slices.SortStableFunc(fresh, func(i, j int32) int { return cmp.Compare(size(b.nodes[j]), size(b.nodes[i])) })
	for _, n := range fresh[limit:] {
		b.drop(n)
		b.cut++
	}
}

// count returns the number of nodes.
func (b *builder) count() (n int) {
	for _, w := range b.nodes {
		if w != nil {
			n++
		}
	}
	return n
}

// expansion follows references from a set of nodes in one direction.
type expansion struct {
	*builder
	direction Direction
	paths     bool               // true if recursion joins earlier nodes and no node is split, as for Paths
	together  map[groupKey]int32 // new nodes shared by all expanded ones; nil if not shared
	first     int                // index of the first new node
	queue     []trace.ObjectID
	from      map[int32]*origin // by node
	order     []int32           // keys of from, in order of appearance
}

// origin is the state of an expansion for one of its start nodes.
type origin struct {
	path    []bool // by node: true if on the path from the selected objects to this node, itself included; nil if outdated
	target  map[groupKey]int32
	last    groupKey
	lastTo  int32
	touched []trace.ObjectID // reached objects in nodes that it may split
}

// maxFresh is the maximum number of nodes that one step creates, before it keeps the largest.
const maxFresh = 1 << 14

func (b *builder) expansion(d Direction) *expansion {
	return &expansion{builder: b, direction: d, first: len(b.nodes), from: map[int32]*origin{}}
}

// start marks a node as expanded and queues its objects.
func (x *expansion) start(n int32) {
	w := x.nodes[n]
	if x.direction == PointedFrom {
		w.in = true
	} else {
		w.out = true
	}
	x.queue = append(x.queue, w.Objects...)
}

// run follows the references and splits nodes.
func (x *expansion) run(ctx context.Context) error {
	for i := 0; i < len(x.queue); i++ {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		o := x.queue[i]
		f := x.node.of(o)
		org := x.origin(f)
		if x.direction == PointsTo {
			for t := range x.source.targets(o) {
				x.meet(f, org, t)
			}
			continue
		}
		for p := range x.source.holders(o) {
			x.meet(f, org, p)
		}
	}
	x.queue = x.queue[:0]
	for _, f := range x.order {
		x.part(f, x.from[f].touched)
	}
	x.single()
	return nil
}

func (x *expansion) origin(f int32) *origin {
	org := x.from[f]
	if org == nil {
		org = &origin{target: map[groupKey]int32{}, lastTo: -2}
		x.from[f] = org
		x.order = append(x.order, f)
	}
	if org.path == nil {
		org.path = x.path(f)
	}
	return org
}

// path returns, by node, whether node f was reached through it. f itself is included.
func (b *builder) path(f int32) []bool {
	path := make([]bool, len(b.nodes))
	path[f] = true
	stack := []int32{f}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range b.nodes[n].parents {
			if !path[p] {
				path[p] = true
				stack = append(stack, p)
			}
		}
	}
	return path
}

// meet handles o, a neighbor of an object in node f.
func (x *expansion) meet(f int32, org *origin, o trace.ObjectID) {
	if m := x.node.of(o); m >= 0 {
		if x.paths {
			return
		}
		w := x.nodes[m]
		onPath := int(m) < len(org.path) && org.path[m]
		if !onPath && !w.Selected && !slices.Contains(w.parents, f) {
			org.touched = append(org.touched, o)
		}
		return
	}
	key := x.groupOf(o)
	if org.lastTo == -2 || key != org.last {
		org.last, org.lastTo = key, x.target(f, org, key)
	}
	if org.lastTo < 0 {
		return
	}
	x.put(o, org.lastTo)
	if int(org.lastTo) < len(org.path) && org.path[org.lastTo] {
		x.queue = append(x.queue, o)
	}
}

// target returns the node for new objects of a group that are neighbors of f: an earlier node if recursion joins it, a shared node, or a
// new one. It is -1 if there are too many new nodes.
func (x *expansion) target(f int32, org *origin, key groupKey) int32 {
	if n, ok := org.target[key]; ok {
		return n
	}
	n := int32(-1)
	if x.paths {
		n = x.back(org, key)
	}
	if m, ok := x.together[key]; ok {
		n = m
	}
	switch {
	case n >= 0:
		x.link(n, f)
	case len(x.nodes)-x.first >= maxFresh:
		x.cut++
	default:
		n = x.add(&work{Node: Node{
			Key: x.nodeKey(x.nodes[f].Key+x.direction.sign(), key), group: key, parents: []int32{f},
			Distance: x.nodes[f].Distance + x.direction.step(),
		}})
		if x.together != nil {
			x.together[key] = n
		}
	}
	org.target[key] = n
	return n
}

// link records that node n was also reached from f.
func (x *expansion) link(n, f int32) {
	if n == f || slices.Contains(x.nodes[n].parents, f) {
		return
	}
	x.nodes[n].parents = append(x.nodes[n].parents, f)
	for _, org := range x.from {
		if org != x.from[f] {
			org.path = nil
		}
	}
}

// back returns the last node on the path with the given key if there are at least [Options].Levels of them, else -1.
func (x *expansion) back(org *origin, key groupKey) int32 {
	found, last := 0, int32(-1)
	for n, on := range org.path {
		w := x.nodes[n]
		if !on || w.Selected || w.group != key {
			continue
		}
		found++
		if last < 0 || w.Distance >= x.nodes[last].Distance {
			last = int32(n)
		}
	}
	if found < x.options.Levels {
		return -1
	}
	return last
}

func (d Direction) sign() string {
	if d == PointsTo {
		return ">"
	}
	return "<"
}

func (d Direction) step() int {
	if d == PointsTo {
		return -1
	}
	return 1
}

// part moves the objects reached from f out of nodes that were reached only in part, into nodes of their own.
func (x *expansion) part(f int32, touched []trace.ObjectID) {
	slices.Sort(touched)
	touched = slices.Compact(touched)
	reached := map[int32][]trace.ObjectID{}
	var order []int32
	for _, o := range touched {
		m := x.node.of(o)
		if reached[m] == nil {
			order = append(order, m)
		}
		reached[m] = append(reached[m], o)
	}
	slices.Sort(order)
	for _, m := range order {
		w := x.nodes[m]
		old := int(m) < x.first || w.parted
		if len(reached[m]) == len(w.Objects) || old && x.count() >= x.options.Nodes {
			w.parents = append(w.parents, f)
			continue
		}
		part := &work{parted: old, judged: w.judged, Node: Node{
			Key: x.nodeKey(w.Key+"&"+x.nodes[f].Key+x.direction.sign(), w.group), group: w.group, Distance: w.Distance,
			in: w.in, out: w.out, parents: append(slices.Clone(w.parents), f), Objects: reached[m],
		}}
		n := x.add(part)
		for _, o := range part.Objects {
			x.node.set(o, n)
		}
		rest := make([]trace.ObjectID, 0, len(w.Objects)-len(part.Objects))
		for _, o := range w.Objects {
			if x.node.of(o) == m {
				rest = append(rest, o)
			}
		}
		w.Objects, w.own = rest, true
	}
}

// single replaces each small new group by one node per object.
func (x *expansion) single() {
	for i := x.first; i < len(x.nodes); i++ {
		w := x.nodes[i]
		if w == nil || w.group.single != trace.NoObject || len(w.Objects) > x.options.Singles {
			continue
		}
		slices.Sort(w.Objects)
		for _, o := range w.Objects {
			one := *w
			one.group.single = o
			one.Key, one.Objects, one.parents = x.nodeKey(w.Key, one.group), []trace.ObjectID{o}, slices.Clone(w.parents)
			x.node.set(o, x.add(&one))
		}
		x.replace(int32(i))
	}
}

// replace removes a node whose objects have all moved to other nodes.
func (x *expansion) replace(n int32) {
	delete(x.keys, x.nodes[n].Key)
	x.nodes[n] = nil
}
