package graph

import (
	"cmp"
	"context"
	"math"
	"slices"

	"memcity/trace"
)

// Path is a path from GC roots to selected objects.
type Path struct {
	Nodes   []int32 // indices of nodes: GC roots, holders, selected objects
	Edges   []int32 // indices of the edges between them
	Objects []int64 // by Nodes: number of objects on the path; for GC roots: number of roots
	Alive   int64   // selected objects that the path leads to, including objects in other nodes
	// Through is true if recursion leads the path through nodes that are not listed; Objects and Alive then count these as well.
	Through bool
}

// Penalties, in steps, for GC roots that are less useful to a reader than a variable.
const (
	threadPenalty = 1
	otherPenalty  = 2
)

// findStrongest sets Strongest to the path whose weakest edge keeps the most selected objects alive. If several paths are equal, it takes
// the shortest. Penalties for other GC roots make it prefer variables of the program.
//
// Two edges of a node may concern different objects, so the path may lead to fewer objects than its weakest edge. In that case
// findStrongest also walks down from the GC root. Each step goes to the node that leads to the most selected objects. That path replaces
// the first one if it leads to more. If the result is still less than half of the objects that the GC root keeps alive, the path may also
// pass through nodes that are not listed, if it then leads to more. This happens with recursion, for instance if selected objects refer to
// further selected objects.
func (c *counter) findStrongest(ctx context.Context) error {
	width := c.widths()
	var most int64
	for i := range c.Nodes {
		if c.Nodes[i].IsRoot() {
			most = max(most, width[i])
		}
	}
	if most == 0 {
		return nil
	}
	steps := c.steps(most)
	best, cost := int32(-1), math.MaxInt
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if n.IsRoot() && steps[i] > 0 && steps[i]+n.penalty() < cost {
			best, cost = int32(i), steps[i]+n.penalty()
		}
	}
	c.Strongest = c.follow(c.descend(best, most, steps), false)
	if c.Strongest.Alive == most {
		return nil
	}
	nodes, err := c.walk(ctx, best)
	if err != nil {
		return err
	}
	if nodes != nil {
		if p := c.follow(nodes, false); p.Alive > c.Strongest.Alive {
			c.Strongest = p
		}
	}
	if c.Strongest.Alive*2 < c.Nodes[best].Alive {
		if p := c.follow(c.Strongest.Nodes, true); p.Alive > c.Strongest.Alive {
			c.Strongest = p
		}
	}
	return nil
}

// descend returns a shortest path from a node to selected objects over edges that keep alive at least the given number of objects. It
// terminates because the number of remaining steps, found over the same edges, decreases by one at a time.
func (g *Graph) descend(at int32, alive int64, steps []int) []int32 {
	nodes := []int32{at}
	for steps[at] > 0 {
		var next *Edge
		for i := range g.Edges {
			e := &g.Edges[i]
			if e.From == at && e.Alive >= alive && steps[e.To] == steps[at]-1 && (next == nil || e.Alive > next.Alive) {
				next = e
			}
		}
		at = next.To
		nodes = append(nodes, at)
	}
	return nodes
}

// walk returns a path from a node of GC roots to selected objects. Each step goes to the referenced node that leads to the most selected
// objects without going back. It returns nil if there is no path without a cycle.
func (c *counter) walk(ctx context.Context, root int32) ([]int32, error) {
	w := c.walker()
	w.outside = c.view.numbers(c.Nodes[root].Objects)
	w.border = w.outside
	nodes := []int32{root}
	s := c.view.spreaderAround(len(c.Nodes))
	for at := root; !c.Nodes[at].Selected; nodes = append(nodes, at) {
		if len(nodes) > len(c.Nodes) { // the path would contain a cycle
			return nil, nil
		}
		at = -1
		for _, barred := range []uint64{math.MaxUint64, 0} {
			next, err := w.best(ctx, s, barred)
			if err != nil {
				return nil, err
			}
			if next >= 0 {
				at = next
				break
			}
		}
		if at < 0 {
			return nil, nil
		}
		w.enter(at)
	}
	return nodes, nil
}

// walker tracks the objects reachable within a growing set of nodes.
type walker struct {
	*counter
	on      []bool   // by node: true if in the set
	reached []bool   // by object number
	outside []uint32 // objects outside the set that reached objects refer to
	border  []uint32 // the part of them that the last node refers to
}

func (c *counter) walker() *walker {
	return &walker{counter: c, on: make([]bool, len(c.Nodes)), reached: make([]bool, c.view.Len())}
}

// enter adds a node to the set.
func (w *walker) enter(n int32) {
	w.on[n] = true
	var stack, rest []uint32
	visit := func(l uint32) {
		switch {
		case w.reached[l]:
		case w.on[w.view.of[l]]:
			w.reached[l] = true
			stack = append(stack, l)
		default:
			rest = append(rest, l)
		}
	}
	for _, l := range w.outside {
		visit(l)
	}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, t := range w.view.Row(l) {
			visit(t)
		}
	}
	slices.Sort(rest)
	w.outside = slices.Compact(rest)
	w.border = w.border[:0:0]
	for _, o := range w.Nodes[n].Objects {
		l := w.view.Number(o)
		for _, t := range w.view.Row(l) {
			if w.reached[l] && !w.on[w.view.of[t]] {
				w.border = append(w.border, t)
			}
		}
	}
}

// best returns the node on the border that leads to the most selected objects; -1 if there is none. Queries in barred must not enter the
// set again.
func (w *walker) best(ctx context.Context, s *spreader, barred uint64) (int32, error) {
	s.clear()
	for n, on := range w.on {
		if on {
			s.barred[n] = barred
		}
	}
	var nodes []int32
	bit := make([]int, len(w.Nodes)) // by node: its query plus one
	for _, l := range w.border {
		n := w.view.of[l]
		if bit[n] == 0 && len(nodes) < 64 {
			nodes = append(nodes, n)
			bit[n] = len(nodes)
		}
		if bit[n] > 0 {
			s.seed(l, 1<<(bit[n]-1))
		}
	}
	if err := s.run(ctx); err != nil {
		return 0, err
	}
	counts := s.counts(w.selected)
	best, most := int32(-1), int64(0)
	for i, n := range nodes {
		if counts[i] > most || counts[i] == most && best >= 0 && w.nearer(n, best, most) {
			best, most = n, counts[i]
		}
	}
	return best, nil
}

// nearer reports whether a is fewer steps from selected objects than b, over edges that keep alive at least the given number of objects.
// Ties go to the lower node.
func (w *walker) nearer(a, b int32, alive int64) bool {
	steps := w.steps(alive)
	if steps[a] < 0 || steps[b] < 0 || steps[a] == steps[b] {
		return steps[b] < 0 && steps[a] >= 0 || steps[a] == steps[b] && a < b
	}
	return steps[a] < steps[b]
}

func (n *Node) penalty() int {
	switch {
	case n.Root.IsVariable() && n.Roots == 1:
		return 0
	case n.Root.Kind == trace.RootThread && n.Roots == 1:
		return threadPenalty
	}
	return otherPenalty
}

// widths returns, for each node, the width of the best path to selected objects. The width of a path is the number of objects that its
// weakest edge keeps alive.
func (g *Graph) widths() []int64 {
	width := make([]int64, len(g.Nodes))
	var queue []int32
	for i := range g.Nodes {
		if g.Nodes[i].Selected {
			width[i] = math.MaxInt64
			queue = append(queue, int32(i))
		}
	}
	in := g.incoming()
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, i := range in[n] {
			e := &g.Edges[i]
			if w := min(e.Alive, width[n]); w > width[e.From] {
				width[e.From] = w
				queue = append(queue, e.From)
			}
		}
	}
	return width
}

// steps returns, for each node, the number of edges to the selected objects, over edges that keep alive at least the given number of
// objects. It is -1 if there is no path.
func (g *Graph) steps(alive int64) []int {
	steps := make([]int, len(g.Nodes))
	var queue []int32
	for i := range g.Nodes {
		steps[i] = -1
		if g.Nodes[i].Selected {
			steps[i] = 0
			queue = append(queue, int32(i))
		}
	}
	in := g.incoming()
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range in[queue[0]] {
			if e := &g.Edges[i]; e.Alive >= alive && steps[e.From] < 0 {
				steps[e.From] = steps[e.To] + 1
				queue = append(queue, e.From)
			}
		}
	}
	return steps
}

// incoming returns the indices of the incoming edges of each node.
func (g *Graph) incoming() [][]int32 {
	in := make([][]int32, len(g.Nodes))
	for i, e := range g.Edges {
		in[e.To] = append(in[e.To], int32(i))
	}
	return in
}

// follow returns the path over the given nodes. It counts their objects that can be reached from the GC roots and that lead to selected
// objects. Both must hold within the given and the selected nodes or, if anywhere is true, within the whole graph.
func (c *counter) follow(nodes []int32, anywhere bool) *Path {
	w := c.walker()
	root := &c.Nodes[nodes[0]]
	w.outside = c.view.numbers(root.Objects)
	for _, n := range nodes[1:] {
		w.on[n] = true
	}
	for n := range w.on {
		w.on[n] = w.on[n] || anywhere || c.Nodes[n].Selected
	}
	last := nodes[len(nodes)-1]
	w.enter(last)
	var leads []trace.ObjectID
	count := make([]int64, len(c.Nodes))
	take := func(o trace.ObjectID) {
		if l := c.view.Number(o); w.reached[l] {
			w.reached[l] = false
			count[c.view.of[l]]++
			leads = append(leads, o)
		}
	}
	for _, o := range c.selectedObjects() {
		take(o)
	}
	alive := int64(len(leads))
	for at := 0; at < len(leads); at++ {
		for r := range c.source.holders(leads[at]) {
			if c.view.node.of(r) >= 0 {
				take(r)
			}
		}
	}
	count[nodes[0]] = int64(root.Roots)
	p := &Path{Nodes: nodes, Objects: make([]int64, len(nodes)), Alive: alive, Through: anywhere}
	for i, n := range nodes {
		p.Objects[i] = count[n]
		if i > 0 {
			e, _ := slices.BinarySearchFunc(c.Edges, Edge{From: nodes[i-1], To: n}, func(a, b Edge) int {
				return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
			})
			p.Edges = append(p.Edges, int32(e))
		}
	}
	return p
}

// OnPath reports whether the strongest path contains an edge.
func (g *Graph) OnPath(edge int) bool {
	return g.Strongest != nil && slices.Contains(g.Strongest.Edges, int32(edge))
}
