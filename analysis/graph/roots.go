package graph

import (
	"cmp"
	"context"
	"math"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/words"
)

// rootGroup is the future content of a node of GC roots.
type rootGroup struct {
	names   []closure.RootID
	objects []trace.ObjectID // objects that the roots refer to, once per name
	bound   int64            // upper bound of alive
	alive   int64            // number of selected objects that it keeps alive; 0 if not traced
}

// maxTraced is the maximum number of GC root names that are traced, in batches of 64. More names with a high bound are rare. One case is
// interned strings, if strings are selected.
const maxTraced = 1024

// addRoots adds nodes for the GC roots that refer to expanded nodes. Each kind gets one node for each name that keeps most alive, and one
// for the others.
func (c *counter) addRoots(ctx context.Context) error {
	byName := map[closure.RootID]*rootGroup{}
	var names []closure.RootID
	for i := range c.Nodes {
		if !c.Nodes[i].in {
			continue
		}
		for _, o := range c.Nodes[i].Objects {
			for _, r := range c.rootsOf(o) {
				g := byName[r]
				if g == nil {
					g = &rootGroup{names: []closure.RootID{r}}
					byName[r] = g
					names = append(names, r)
				}
				g.objects = append(g.objects, o)
				g.bound += c.Nodes[i].Alive
			}
		}
	}
	slices.SortFunc(names, func(a, b closure.RootID) int {
		return cmp.Or(cmp.Compare(byName[b].bound, byName[a].bound), cmp.Compare(a, b))
	})
	if err := c.traceNames(ctx, names, byName); err != nil {
		return err
	}
	all := c.source.roots.Names
	slices.SortFunc(names, func(a, b closure.RootID) int {
		return cmp.Or(cmp.Compare(all[a].Kind, all[b].Kind), cmp.Compare(byName[b].alive, byName[a].alive), cmp.Compare(a, b))
	})
	for len(names) > 0 {
		kind := all[names[0]].Kind
		n := 1
		for n < len(names) && all[names[n]].Kind == kind {
			n++
		}
		c.addKind(kind, names[:n], byName)
		names = names[n:]
	}
	return nil
}

// share returns the minimum number of selected objects that is of interest.
func (c *counter) share() int64 { return int64(math.Ceil(c.options.Share * float64(c.Selected))) }

// traceNames counts the objects that GC roots keep alive, in the given order. It stops at the first root whose bound is of no interest.
func (c *counter) traceNames(ctx context.Context, names []closure.RootID, byName map[closure.RootID]*rootGroup) error {
	names = names[:min(len(names), maxTraced)]
	if end := slices.IndexFunc(names, func(r closure.RootID) bool { return byName[r].bound < c.share() }); end >= 0 {
		names = names[:end]
	}
	s := c.view.spreader()
	for len(names) > 0 {
		part := names[:min(64, len(names))]
		names = names[len(part):]
		s.clear()
		for i, r := range part {
			for _, o := range byName[r].objects {
				s.seed(c.view.Number(o), 1<<i)
			}
		}
		if err := s.run(ctx); err != nil {
			return err
		}
		counts := s.counts(c.selected)
		for i, r := range part {
			byName[r].alive = counts[i]
		}
	}
	return nil
}

// addKind adds the nodes of one kind. names must be sorted, those that keep most alive first.
func (c *counter) addKind(kind trace.RootKind, names []closure.RootID, byName map[closure.RootID]*rootGroup) {
	shown := 1
	for shown < min(len(names), c.options.Roots) && byName[names[shown]].alive >= c.share() {
		shown++
	}
	if shown == len(names)-1 { // a single name needs no group
		shown++
	}
	for _, r := range names[:shown] {
		name := c.source.roots.Names[r]
		c.addRoot(Node{Key: rootKey(name), Name: name.String(), Root: name}, byName[r])
	}
	if shown == len(names) {
		return
	}
	rest := &rootGroup{}
	for _, r := range names[shown:] {
		rest.names = append(rest.names, r)
		rest.objects = append(rest.objects, byName[r].objects...)
	}
	name := closure.RootName{Kind: kind}
	c.addRoot(Node{Key: kindKey(kind), Name: words.Count(int64(len(rest.names))) + " other " + kind.String(), Root: name}, rest)
}

func rootKey(name closure.RootName) string                 { return "root " + name.String() }
func kindKey(kind trace.RootKind) string                   { return "other roots " + kind.String() }
func (g *Graph) rootsOf(o trace.ObjectID) []closure.RootID { return g.source.roots.Direct(o) }

// addRoot adds a node of GC roots and its edges.
func (c *counter) addRoot(n Node, group *rootGroup) {
	if c.removed[n.Key] {
		return
	}
	n.Type, n.Roots = trace.NoType, len(group.names)
	n.group.single = trace.NoObject
	slices.Sort(group.objects)
	at := int32(len(c.Nodes))
	first := len(c.Edges)
	edge := map[int32]int{}
	for i, o := range group.objects {
		m := c.view.node.of(o)
		e, ok := edge[m]
		if !ok {
			e = len(c.Edges)
			edge[m] = e
			c.Edges = append(c.Edges, Edge{From: at, To: m})
		}
		c.Edges[e].References++
		if i == 0 || group.objects[i-1] != o {
			c.Edges[e].ToObjects++
		}
	}
	c.countNames(group, edge)
	slices.SortFunc(c.Edges[first:], func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
	n.Objects = slices.Compact(group.objects)
	for _, o := range n.Objects {
		n.Bytes += c.source.heap.Size(o)
	}
	c.Nodes = append(c.Nodes, n)
}

// countNames counts, for each edge of a group of GC roots, the names that refer to its target.
func (c *counter) countNames(group *rootGroup, edge map[int32]int) {
	wanted := map[closure.RootID]bool{}
	for _, r := range group.names {
		wanted[r] = true
	}
	type pair struct {
		name closure.RootID
		edge int
	}
	seen := map[pair]bool{}
	for i, o := range group.objects {
		if i > 0 && group.objects[i-1] == o {
			continue
		}
		e := edge[c.view.node.of(o)]
		for _, r := range c.rootsOf(o) {
			if p := (pair{r, e}); wanted[r] && !seen[p] {
				seen[p] = true
				c.Edges[e].FromObjects++
			}
		}
	}
}

// restoreRoots undoes the removal of nodes of GC roots that refer to the given objects.
func (b *builder) restoreRoots(objects []trace.ObjectID) {
	if len(b.removed) == 0 {
		return
	}
	for _, o := range objects {
		for _, r := range b.rootsOf(o) {
			name := b.source.roots.Names[r]
			delete(b.removed, rootKey(name))
			delete(b.removed, kindKey(name.Kind))
		}
	}
}
