package structure

import (
	"context"

	"memcity/analysis/group"
	"memcity/trace"
)

// SizedTree returns the tree of a grouping of the same heap state with data structure sizes in place of shallow sizes. The size of a group
// covers the heads, parts and leaves of data structures whose heads are in the group. It counts each object once and excludes the members
// of nested data structures. The cost is linear in the objects of all data structures times the levels of the tree. It returns an error
// only if ctx is done.
func (d *Detection) SizedTree(ctx context.Context, g *group.Grouping) (*trace.Tree, error) {
	s := sizer{closures: d.Closures(), detection: d, tree: &trace.Tree{Names: g.Tree.Names, Nodes: append([]trace.Node(nil), g.Tree.Nodes...)}}
	return s.tree, s.size(ctx, g)
}

// sizer sets the sizes of a tree's nodes.
type sizer struct {
	closures  *Closures
	detection *Detection
	tree      *trace.Tree
}

func (s *sizer) size(ctx context.Context, g *group.Grouping) error {
	heads := make([][]ID, len(s.tree.Nodes)) // by node
	for id, head := range s.detection.Heads {
		for _, node := range g.Leaves(head) {
			heads[node] = append(heads[node], ID(id))
		}
	}
	for node := len(heads) - 1; node >= 0; node-- { // children before parents
		if g.Transformed(int32(node)) {
			continue
		}
		if err := s.set(ctx, int32(node), heads[node]); err != nil {
			return err
		}
		if up := s.tree.Nodes[node].Parent; up >= 0 {
			heads[up] = append(heads[up], heads[node]...)
		}
		heads[node] = nil
	}
	return g.EachTurned(ctx, func(node int32, objects []trace.ObjectID) error {
		var ids []ID
		for _, o := range objects {
			if id := s.detection.Of(o); id != None {
				ids = append(ids, id)
			}
		}
		return s.set(ctx, node, ids)
	})
}

// set sets the size of a node to that of the given data structures.
func (s *sizer) set(ctx context.Context, node int32, ids []ID) error {
	objects, err := s.closures.Objects(ctx, ids, false)
	if err != nil {
		return err
	}
	n := &s.tree.Nodes[node]
	n.Objects, n.Bytes = int64(len(objects)), 0
	for _, o := range objects {
		n.Bytes += s.detection.Heap.Size(o)
	}
	return nil
}
