package structure

import (
	"context"

	"memcity/analysis/group"
	"memcity/trace"
)

// SizedTree returns the tree of a grouping of the same heap state with data structure sizes in place of the shallow ones: of the
// objects that belong to the data structures whose heads are in the group, heads, parts and leaves, each counted once; none of those
// that are contained in them. It takes time in proportion to the objects of all data structures times the levels of the tree.
// The error is ctx's.
func (d *Detection) SizedTree(ctx context.Context, g *group.Grouping) (*trace.Tree, error) {
	s := sizer{closures: d.Closures(), detection: d, tree: &trace.Tree{Names: g.Tree.Names, Nodes: append([]trace.Node(nil), g.Tree.Nodes...)}}
	return s.tree, s.size(ctx, g)
}

// sizer gives the nodes of a tree the data structure sizes of their groups.
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
	for node := len(heads) - 1; node >= 0; node-- { // what is below comes first
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

// set gives a node the size of some data structures.
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
