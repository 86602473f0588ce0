package group

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/preorder"
)

// builder collects groups in order of appearance.
type builder struct {
	names *trace.Names
	tree  *preorder.Growing[trace.NameID]
	nodes []buildNode
	limit int   // maximum number of nodes
	keys  int64 // size of the keys of all nodes, in bytes
	*admission
	err error // reason why nothing more is added; nil for none

	sampled bool // true once the stage that may have estimates exists
}

type buildNode struct {
	role   trace.NameID
	stage  int32 // number of transformers above it
	turned bool  // true if it contains the transformed objects of its parent

	sampled bool   // true if its objects depend on samples
	key     uint32 // size of its key, in bytes
	total
}

func newBuilder(names *trace.Names, limit int, a *admission) *builder {
	return &builder{admission: a, names: names, tree: preorder.NewGrowing(names.ID(RootName)), nodes: make([]buildNode, 1), limit: limit}
}

// child returns the child of a node with the given name, and adds it if it is new. If no node can be added, it sets err and returns the
// parent.
func (b *builder) child(parent int32, name, role trace.NameID) int32 {
	if n := b.tree.Child(parent, name); n >= 0 {
		return n
	}
	if len(b.nodes) >= b.limit {
		b.err = tooMany(b.limit)
		return parent
	}
	key := b.nodes[parent].key + 1 + uint32(len(b.names.Text(name)))
	if err := b.want(len(b.nodes), b.keys+int64(key)); err != nil {
		b.err = err
		return parent
	}
	b.keys += int64(key)
	b.nodes = append(b.nodes, buildNode{role: role, stage: b.nodes[parent].stage, sampled: b.nodes[parent].sampled, key: key})
	return b.tree.Add(parent, name)
}

// has reports whether a node has a child with the given name.
func (b *builder) has(parent int32, name string) bool {
	return b.tree.Child(parent, b.names.ID(name)) >= 0
}

// sampledOf returns the given nodes that depend on samples.
func (b *builder) sampledOf(nodes []int32) (sampled []int32) {
	for _, n := range nodes {
		if b.nodes[n].sampled {
			sampled = append(sampled, n)
		}
	}
	return sampled
}

// finish returns the nodes in pre-order, the number of each, and the place of each number.
func (b *builder) finish() (tree []trace.Node, numbers, placeOf []int32) {
	places, numbers, placeOf := b.tree.Flatten()
	tree = make([]trace.Node, len(places))
	for i, n := range numbers {
		d := &b.nodes[n]
		tree[i] = trace.Node{Name: b.tree.Name(n), Role: d.role, Place: places[i], Objects: d.objects, Bytes: d.bytes}
	}
	return tree, numbers, placeOf
}

// placer finds the nodes that contain the objects of a cell.
type placer struct {
	builder *builder
	plan    *plan
	paths   []map[uint32][][]trace.NameID // by level and class
	roles   []trace.NameID                // by level
	lost    [2]trace.NameID               // name and role of the group of unreachable objects

	stamp int32
	seen  []seen // by node
	steps int

	nodes []int32 // nodes of the last cell
	bytes []int64 // bytes of the last cell in each of these
	ends  []int32 // the part of nodes where its objects end
	done  []int32 // the part of ends that was reached through all levels
}

// seen contains the stamps of the last cells that were in a node, that ended there, and that passed all levels.
type seen struct{ in, end, done int32 }

func newPlacer(b *builder, p *plan) *placer {
	l := &placer{builder: b, plan: p, lost: [2]trace.NameID{b.names.ID(Unreachable), b.names.ID(UnreachableRole)}}
	for _, level := range p.levels {
		l.paths = append(l.paths, map[uint32][][]trace.NameID{})
		l.roles = append(l.roles, b.names.ID(level.role))
	}
	return l
}

// place finds the nodes below top, itself included, that contain objects with the classes t, adds new ones, and adds the given total of the
// objects to each. Errors go to the builder's err.
func (l *placer) place(ctx context.Context, top int32, t *tuple, all total) {
	l.stamp++
	l.nodes, l.bytes, l.ends, l.done = l.nodes[:0], l.bytes[:0], l.ends[:0], l.done[:0]
	for i, level := range l.plan.levels {
		if level.drops && len(l.pathsOf(i, t)) == 0 {
			return
		}
	}
	l.enter(top, all.bytes)
	if t.lost {
		top = l.builder.child(top, l.lost[0], l.lost[1])
		l.enter(top, all.bytes)
	}
	l.descend(ctx, top, 0, t, all)
	for i, n := range l.nodes {
		l.builder.nodes[n].add(total{all.objects, l.bytes[i]})
	}
}

// at returns the stamps of node n.
func (l *placer) at(n int32) *seen {
	for len(l.seen) < len(l.builder.nodes) {
		l.seen = append(l.seen, seen{})
	}
	return &l.seen[n]
}

// enter records that the cell is in node n, with the given number of bytes.
func (l *placer) enter(n int32, bytes int64) {
	if s := l.at(n); s.in != l.stamp {
		s.in = l.stamp
		l.nodes, l.bytes = append(l.nodes, n), append(l.bytes, bytes)
	}
}

// stay records that the cell ends at node n.
func (l *placer) stay(n int32, done bool) {
	s := l.at(n)
	if s.end != l.stamp {
		s.end = l.stamp
		l.ends = append(l.ends, n)
	}
	if done && s.done != l.stamp {
		s.done = l.stamp
		l.done = append(l.done, n)
	}
}

func (l *placer) descend(ctx context.Context, n int32, level int, t *tuple, in total) {
	l.steps++
	if err := poll.At(ctx, l.steps); err != nil {
		l.builder.err = err
	}
	if l.builder.err != nil {
		return
	}
	if level == len(l.plan.levels) {
		l.stay(n, true)
		return
	}
	paths := l.pathsOf(level, t)
	if len(paths) == 0 {
		l.stay(n, false)
	}
	var shares []int64
	if of := l.plan.levels[level].keys.Shares; of != nil {
		shares = of(l.plan.class(level, t))
	}
	for i, path := range paths {
		at, in := n, in
		if shares != nil {
			in.bytes = in.objects * shares[i]
		}
		for _, name := range path {
			at = l.builder.child(at, name, l.roles[level])
			if l.plan.levels[level].keys.Sampling != nil {
				l.builder.nodes[at].sampled = true
			}
			l.enter(at, in.bytes)
		}
		l.descend(ctx, at, level+1, t, in)
	}
}

// pathsOf returns the paths of the class of t at a level.
func (l *placer) pathsOf(level int, t *tuple) [][]trace.NameID {
	class := l.plan.class(level, t)
	if paths, ok := l.paths[level][class]; ok {
		return paths
	}
	texts := l.plan.levels[level].keys.Paths(class)
	paths := make([][]trace.NameID, len(texts))
	for i, path := range texts {
		path = path[:min(len(path), MaxPath)]
		paths[i] = make([]trace.NameID, len(path))
		for j, name := range path {
			paths[i][j] = l.builder.names.ID(name)
		}
	}
	l.paths[level][class] = paths
	return paths
}
