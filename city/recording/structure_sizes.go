package recording

import (
	"context"

	"memcity/analysis/group"
	"memcity/analysis/structure"
	"memcity/city/trees"
	"memcity/trace"
)

// sizedTree returns the tree of a grouping with sizes of the given kind in place of the shallow ones.
func (o *Recording) sizedTree(ctx context.Context, h *HeapState, g *group.Grouping, m trees.SizeKind) (*trace.Tree, error) {
	if m != trees.Structural {
		return measured(ctx, h, g, m)
	}
	d, err := h.Detection(ctx, o.Library())
	if err != nil {
		return nil, err
	}
	return d.SizedTree(ctx, g)
}

// Detection returns the data structures of the heap state. It caches them.
func (h *HeapState) Detection(ctx context.Context, l *structure.Library) (*structure.Detection, error) {
	h.structuring.Lock()
	known := h.structures
	h.structuring.Unlock()
	if known.library == l {
		return known.state.Detection, nil
	}
	return structure.Detect(ctx, h.heap, l, nil)
}
