package graph

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"memcity/trace"
)

// builder derives a graph from another one.
type builder struct {
	*Graph
	nodes []*work      // nil for removed nodes
	node  *nodeNumbers // node of each object in the graph
	met   int          // number of objects put into nodes, including dropped ones
	keys  map[string]bool
	cut   int
}

// work is a node under construction.
type work struct {
	Node
	own    bool // true if Objects is not shared with another graph
	parted bool // true if split off from a node that existed before the step
	judged bool // true if judge has decided whether the search for GC roots continues from it
}

func newBuilder(g *Graph) *builder {
	next := &Graph{Selected: g.Selected, source: g.source, options: g.options, removed: maps.Clone(g.removed)}
	b := &builder{Graph: next, node: newNodeNumbers(g.source.heap.Len()), keys: map[string]bool{}}
	for i := range g.Nodes {
		n := g.Nodes[i]
		if n.IsRoot() {
			break
		}
		n.parents = slices.Clone(n.parents)
		b.keys[n.Key] = true
		b.nodes = append(b.nodes, &work{Node: n})
		for _, o := range n.Objects {
			b.node.set(o, int32(i))
		}
		b.met += len(n.Objects)
	}
	return b
}

// add appends a node and makes its key unique.
func (b *builder) add(w *work) int32 {
	w.own = true
	w.Name, w.Type, w.typeName = b.groupName(w.group), w.group.typ, b.source.heap.Types[w.group.typ].Name
	for key, i := w.Key, 2; b.keys[w.Key]; i++ {
		w.Key = fmt.Sprintf("%s.%d", key, i)
	}
	b.keys[w.Key] = true
	b.nodes = append(b.nodes, w)
	return int32(len(b.nodes) - 1)
}

// put adds an object to a node. It must not be in the graph yet.
func (b *builder) put(o trace.ObjectID, n int32) {
	w := b.nodes[n]
	if !w.own {
		w.Objects, w.own = slices.Clone(w.Objects), true
	}
	w.Objects = append(w.Objects, o)
	b.node.set(o, n)
	b.met++
}

// drop removes a node and its objects.
func (b *builder) drop(n int32) {
	for _, o := range b.nodes[n].Objects {
		b.node.set(o, -1)
	}
	b.nodes[n] = nil
}

func (b *builder) groupOf(o trace.ObjectID) groupKey {
	key := groupKey{b.source.alike[b.source.heap.TypeOf.At(o)], trace.NoSite, trace.NoObject}
	if b.options.Sites {
		key.site = b.source.placeOf(o)
	}
	return key
}

func (b *builder) groupName(key groupKey) string {
	name := b.source.heap.Types[key.typ].Name
	if key.site != trace.NoSite {
		name += " of " + b.source.heap.Sites[key.site].Frames[0].Name()
	}
	if key.single == trace.NoObject {
		return name
	}
	if address := b.source.heap.Address; address != nil {
		return fmt.Sprintf("%s at 0x%x", name, address(key.single))
	}
	return fmt.Sprintf("%s %d", name, key.single)
}

// nodeKey returns a key for a node from its origin and its group. The key does not depend on numbers of objects or nodes, which differ
// between heap states.
func (b *builder) nodeKey(origin string, key groupKey) string {
	name := b.groupName(key)
	if origin == "" {
		return name
	}
	sum := fnv.New64a()
	sum.Write([]byte(origin))
	return fmt.Sprintf("%s~%08x", name, uint32(sum.Sum64()^sum.Sum64()>>32))
}

// farFirst returns the remaining nodes, those farthest from the selected objects first. It sets now to -1 for all nodes.
func (b *builder) farFirst(now []int32) (order []int) {
	for i, w := range b.nodes {
		now[i] = -1
		if w != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.nodes[j].Distance, b.nodes[i].Distance) })
	return order
}

// freeze builds the graph from the remaining nodes.
func (b *builder) freeze(ctx context.Context) (*Graph, error) {
	now := make([]int32, len(b.nodes))
	var left []*work
	for _, i := range b.farFirst(now) {
		w := b.nodes[i]
		left = append(left, w)
		now[i] = int32(len(b.Nodes))
		if w.own {
			slices.Sort(w.Objects)
		}
		b.Nodes = append(b.Nodes, w.Node)
	}
	for i := range b.Nodes {
		n := &b.Nodes[i]
		n.parents = slices.DeleteFunc(n.parents, func(p int32) bool { return now[p] < 0 })
		for k, p := range n.parents {
			n.parents[k] = now[p]
		}
		n.Bytes = 0
		for _, o := range n.Objects {
			n.Bytes += b.source.heap.Size(o)
			b.node.set(o, int32(i))
		}
	}
	b.Cut, b.nodes = b.cut, left
	v, err := b.view(ctx, true)
	if err != nil {
		return nil, err
	}
	c := &counter{Graph: b.Graph, view: v}
	c.selected = v.numbers(b.selectedObjects())
	if err := c.fill(ctx); err != nil {
		return nil, err
	}
	return b.Graph, nil
}
