package graph

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"memcity/trace"
	"memcity/trace/poll"
)

// maxFields is the maximum number of entries listed for an edge. The last one sums up the rest.
const maxFields = 16

// Names that replace several fields.
const (
	Elements    = "[elements]"
	Header      = "<class>" // object header, which refers to the class
	OtherFields = "other fields"
)

// counter computes the numbers of a graph.
type counter struct {
	*Graph
	view     *view
	selected []uint32 // numbers of the selected objects

	tally  []edgeTally // by node: references from the current node
	used   []int32     // nodes with references in tally
	seen   []int32     // by number of an object: last node counted as referring to it, plus one
	fields map[fieldKey]*int64
	recent []recentField // by slot of the current node's objects
}

type edgeTally struct {
	references, from, to int64
	last                 int32 // last object counted as referring: index in the current node, plus one
}

type fieldKey struct {
	to   int32
	name string
}

// recentField is the most recent counter of a slot. count is nil if there is none.
type recentField struct {
	of    *trace.Type
	to    int32
	count *int64
}

// fill computes all numbers in the required order.
func (c *counter) fill(ctx context.Context) error {
	if err := c.edges(ctx); err != nil {
		return err
	}
	if err := c.nodesAlive(ctx, 0); err != nil {
		return err
	}
	roots := len(c.Nodes)
	if err := c.addRoots(ctx); err != nil {
		return err
	}
	if err := c.nodesAlive(ctx, roots); err != nil {
		return err
	}
	c.flagNeighbors()
	if err := c.edgesAlive(ctx); err != nil {
		return err
	}
	return c.findStrongest(ctx)
}

// edges counts the references between nodes in one pass over the references.
func (c *counter) edges(ctx context.Context) error {
	c.tally = make([]edgeTally, len(c.Nodes))
	c.seen = make([]int32, c.view.Len())
	for n := range c.Nodes {
		c.fields = map[fieldKey]*int64{}
		clear(c.recent)
		for i, o := range c.Nodes[n].Objects {
			if err := poll.At(ctx, i); err != nil {
				return err
			}
			c.count(int32(n), int32(i), o)
		}
		c.flush(int32(n))
	}
	return nil
}

// count counts the references of o, which is object i of node n.
func (c *counter) count(n, i int32, o trace.ObjectID) {
	h := c.source.heap
	all := c.source.holdsAll(o)
	for k, t := range h.References(o) {
		if c.view.node.of(t) >= 0 && (all || c.source.follows(o, k)) {
			*c.field(o, c.refer(n, i, t), h.Slot(o, k))++
		}
	}
	if class := c.source.roots.HeldClass(o); class != trace.NoObject && c.view.node.of(class) >= 0 {
		*c.named(fieldKey{c.refer(n, i, class), Header})++
	}
}

// refer counts a reference from object i of node n to another object, and returns the latter's node.
func (c *counter) refer(n, i int32, to trace.ObjectID) int32 {
	m, l, own := c.view.node.of(to), c.view.Number(to), i+1
	e := &c.tally[m]
	if e.references == 0 {
		c.used = append(c.used, m)
	}
	e.references++
	if e.last != own {
		e.last = own
		e.from++
	}
	if c.seen[l] != n+1 {
		c.seen[l] = n + 1
		e.to++
	}
	return m
}

func (c *counter) named(key fieldKey) *int64 {
	if c.fields[key] == nil {
		c.fields[key] = new(int64)
	}
	return c.fields[key]
}

// field returns the counter for references from a slot of o to node m.
func (c *counter) field(o trace.ObjectID, m int32, slot uint16) *int64 {
	of := &c.source.heap.Types[c.source.heap.TypeOf.At(o)]
	element := of.IsElement(slot)
	if element {
		slot = uint16(min(len(of.References), math.MaxUint16))
	}
	if int(slot) >= len(c.recent) {
		c.recent = append(c.recent, make([]recentField, int(slot)+1-len(c.recent))...)
	}
	recent := &c.recent[slot]
	if recent.count != nil && recent.to == m && recent.of == of && of.Kind != trace.ClassObject {
		return recent.count
	}
	name := Elements
	if !element {
		name = c.source.heap.SlotName(o, slot)
	}
	count := c.named(fieldKey{m, name})
	*recent = recentField{of, m, count}
	return count
}

// flush creates the edges of node n from the counts.
func (c *counter) flush(n int32) {
	slices.Sort(c.used)
	first := len(c.Edges)
	at := map[int32]int{}
	for _, m := range c.used {
		t := &c.tally[m]
		at[m] = len(c.Edges)
		c.Edges = append(c.Edges, Edge{From: n, To: m, References: t.references, FromObjects: t.from, ToObjects: t.to})
		*t = edgeTally{}
	}
	c.used = c.used[:0]
	for key, count := range c.fields {
		e := &c.Edges[at[key.to]]
		e.Fields = append(e.Fields, Field{key.name, *count})
	}
	for i := first; i < len(c.Edges); i++ {
		c.Edges[i].Fields = sortFields(c.Edges[i].Fields)
	}
}

func sortFields(fields []Field) []Field {
	slices.SortFunc(fields, func(a, b Field) int {
		return cmp.Or(cmp.Compare(b.References, a.References), cmp.Compare(a.Name, b.Name))
	})
	if len(fields) <= maxFields {
		return fields
	}
	rest := Field{Name: OtherFields}
	for _, f := range fields[maxFields-1:] {
		rest.References += f.References
	}
	return append(slices.Clip(fields[:maxFields-1]), rest)
}

// flagNeighbors sets the flags for nodes that have neighbors outside the graph.
func (c *counter) flagNeighbors() {
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if n.IsRoot() {
			break
		}
		n.CanIn = slices.ContainsFunc(n.Objects, func(o trace.ObjectID) bool { return c.heldFromOutside(n, o) })
		n.CanOut = slices.ContainsFunc(n.Objects, func(o trace.ObjectID) bool {
			for t := range c.source.targets(o) {
				if c.view.node.of(t) < 0 {
					return true
				}
			}
			return false
		})
	}
}

func (c *counter) heldFromOutside(n *Node, o trace.ObjectID) bool {
	for p := range c.source.holders(o) {
		if c.view.node.of(p) < 0 {
			return true
		}
	}
	if n.in && len(c.removed) == 0 {
		return false
	}
	for _, r := range c.rootsOf(o) {
		if name := c.source.roots.Names[r]; !n.in || c.removed[rootKey(name)] || c.removed[kindKey(name.Kind)] {
			return true
		}
	}
	return false
}

// nodesAlive counts the objects that each node from index first keeps alive.
func (c *counter) nodesAlive(ctx context.Context, first int) error {
	s := c.view.spreader()
	for ; first < len(c.Nodes); first += 64 {
		part := c.Nodes[first:min(first+64, len(c.Nodes))]
		s.clear()
		for i := range part {
			for _, o := range part[i].Objects {
				s.seed(c.view.Number(o), 1<<i)
			}
		}
		if err := s.run(ctx); err != nil {
			return err
		}
		counts := s.counts(c.selected)
		for i := range part {
			part[i].Alive = counts[i]
		}
	}
	return nil
}

// edgesAlive counts the objects that each edge keeps alive.
func (c *counter) edgesAlive(ctx context.Context) error {
	s := c.view.spreaderAround(len(c.Nodes))
	for first := 0; first < len(c.Edges); first += 64 {
		part := c.Edges[first:min(first+64, len(c.Edges))]
		s.clear()
		c.seedEdges(s, part)
		if err := s.run(ctx); err != nil {
			return err
		}
		counts := s.counts(c.selected)
		for i := range part {
			part[i].Alive = counts[i]
		}
	}
	return nil
}

func (g *Graph) selectedObjects() []trace.ObjectID {
	selected := make([]trace.ObjectID, 0, g.Selected)
	for i := range g.Nodes {
		if g.Nodes[i].Selected {
			selected = append(selected, g.Nodes[i].Objects...)
		}
	}
	return selected
}

// seedEdges starts a query for each of up to 64 edges, at the target objects of the edge.
func (c *counter) seedEdges(s *spreader, edges []Edge) {
	query := make([]uint64, len(c.Nodes)) // query bit by target node
	for i := 0; i < len(edges); {
		from := edges[i].From
		clear(query)
		for ; i < len(edges) && edges[i].From == from; i++ {
			query[edges[i].To] = 1 << i
			if edges[i].To != from {
				s.barred[from] |= 1 << i
			}
		}
		n := &c.Nodes[from]
		for _, o := range n.Objects {
			l := c.view.Number(o)
			if n.IsRoot() {
				s.seed(l, query[c.view.of[l]])
				continue
			}
			for _, t := range c.view.Row(l) {
				s.seed(t, query[c.view.of[t]])
			}
		}
	}
}

// MainField returns the field with most references, or "" if there are no fields. more is the number of other fields, such as "+2". It is
// "+16…" if there are at least 16, and "" if there are none.
func (e *Edge) MainField() (name, more string) {
	if len(e.Fields) == 0 {
		return "", ""
	}
	if n := len(e.Fields) - 1; n > 0 {
		if more = "+" + strconv.Itoa(n); e.Fields[n].Name == OtherFields { // stands for two or more
			more = "+" + strconv.Itoa(n+1) + "…"
		}
	}
	return e.Fields[0].Name, more
}
