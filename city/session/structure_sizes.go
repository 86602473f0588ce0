package session

import (
	"context"

	"memcity/analysis/group"
	"memcity/analysis/structure"
	"memcity/city/trees"
	"memcity/trace"
)

// sizedTree returns the tree of a grouping with the numbers of a measure in place of the shallow ones.
func (o *Recording) sizedTree(ctx context.Context, h *heapState, g *group.Grouping, m trees.Measure) (*trace.Tree, error) {
	if m != trees.Structural {
		return measured(ctx, h, g, m)
	}
	d, err := h.detection(ctx, o.library())
	if err != nil {
		return nil, err
	}
	s := structureSizer{closures: d.Closures(), detection: d,
		tree: &trace.Tree{Names: g.Tree.Names, Nodes: append([]trace.Node(nil), g.Tree.Nodes...)}}
	return s.tree, s.size(ctx, g)
}

// detection finds the data structures of the heap state, unless they are known already.
func (h *heapState) detection(ctx context.Context, l *structure.Library) (*structure.Detection, error) {
	h.structuring.Lock()
	known := h.structures
	h.structuring.Unlock()
	if known.library == l {
		return known.state.Detection, nil
	}
	return structure.Detect(ctx, h.heap, l, nil)
}

// structureSizer gives the nodes of a tree the data structure sizes of their groups: the objects that belong to the data
// structures whose heads are in the group, heads, parts and leaves, each counted once; none of those that are contained in
// them. It takes time in proportion to the objects of all data structures times the levels of the tree.
type structureSizer struct {
	closures  *structure.Closures
	detection *structure.Detection
	tree      *trace.Tree
}

func (s *structureSizer) size(ctx context.Context, g *group.Grouping) error {
	heads := make([][]structure.ID, len(s.tree.Nodes)) // by node
	for id, head := range s.detection.Heads {
		for _, node := range g.Leaves(head) {
			heads[node] = append(heads[node], structure.ID(id))
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
		var ids []structure.ID
		for _, o := range objects {
			if id := s.detection.Of(o); id != structure.None {
				ids = append(ids, id)
			}
		}
		return s.set(ctx, node, ids)
	})
}

// set gives a node the size of some data structures.
func (s *structureSizer) set(ctx context.Context, node int32, ids []structure.ID) error {
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
