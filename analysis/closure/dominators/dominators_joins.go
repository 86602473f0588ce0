package dominators

import (
	"context"
	"slices"

	"memcity/analysis/closure/internal/dfs"
	"memcity/analysis/closure/internal/rows"
	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// arrange builds the dominator tree of the visited objects from their immediate dominators, which are by number.
//
// Siblings are in reverse post-order of the walk. All holders of an object therefore come before it, except in cycles with more than one
// entry.
func arrange(ctx context.Context, w *dfs.Walker, dominator []uint32) (*Tree, error) {
	numbers, err := reversePostOrder(ctx, w.Parent)
	if err != nil {
		return nil, err
	}
	a := arranger{heap: w.Heap, edges: w.SideEdges, dominator: dominator}
	if err := a.findJoins(ctx, w.Parent); err != nil {
		return nil, err
	}
	scratch.Release(&w.Parent)
	w.SideEdges = nil
	dfs.Collect(w.Heap)
	if err := a.findPlaces(ctx, numbers); err != nil {
		return nil, err
	}
	dfs.Collect(w.Heap)
	for v, p := range a.place {
		numbers[p] = uint32(v)
	}
	var tree retained.Tree
	if tree.Joins, err = a.joins(ctx, numbers); err != nil {
		return nil, err
	}
	dfs.Collect(w.Heap)
	defer scratch.Release(&a.place)
	defer scratch.Release(&w.Vertex)
	defer scratch.Release(&dominator)
	tree.Order, tree.Up = scratch.Make[trace.ObjectID](len(numbers)-1), numbers[1:]
	for p, v := range tree.Up {
		if err := poll.At(ctx, p); err != nil {
			return nil, err
		}
		tree.Order[p] = w.Vertex[v]
		tree.Up[p] = a.place[dominator[v]] - 1 // none for children of the root
	}
	return &Tree{w.Heap, tree}, nil
}

// reversePostOrder returns the numbers of a spanning tree in reverse post-order.
func reversePostOrder(ctx context.Context, parent []uint32) ([]uint32, error) {
	n := len(parent)
	below, at := scratch.Make[uint32](n), scratch.Make[uint32](n)
	defer scratch.Release(&at)
	for v := n - 1; v > 0; v-- {
		if err := poll.At(ctx, v); err != nil {
			return nil, err
		}
		at[v] = below[parent[v]] + 1 // after the subtrees of siblings visited later
		below[parent[v]] += below[v] + 1
	}
	for v := 1; v < n; v++ {
		at[v] += at[parent[v]]
	}
	order := below
	for v, p := range at {
		order[p] = uint32(v)
	}
	return order, ctx.Err()
}

// places returns, by number, the place of each object in a pre-order of the dominator tree, and the place after the last object that it
// dominates. Siblings keep the given order.
func places(ctx context.Context, order, dominator []uint32) (place, end []uint32, err error) {
	n := len(order)
	place, end = scratch.Make[uint32](n), scratch.Make[uint32](n)
	for i := n - 1; i > 0; i-- {
		if err := poll.At(ctx, i); err != nil {
			return nil, nil, err
		}
		v := order[i]
		end[dominator[v]] += end[v] + 1
	}
	end[0] = 1
	for i := 1; i < n; i++ {
		if err := poll.At(ctx, i); err != nil {
			return nil, nil, err
		}
		v := order[i]
		size, next := end[v]+1, &end[dominator[v]]
		place[v] = *next
		*next += size
		end[v] = place[v] + 1
	}
	return place, end, nil
}

// arranger computes the places and the joins of a walk. A join is an object whose dominator does not hold it directly.
type arranger struct {
	heap      *trace.Heap
	edges     *dfs.SideEdges
	dominator []uint32
	place     []uint32 // place in the tree, by number

	rows    rows.Sparse // joins, as sparse rows by number
	joined  []joinInfo  // by join, in ascending order of numbers
	holding int         // total number of holders of joins
}

// joinInfo contains the parent of a join in the spanning tree and the place after the last object that the join dominates.
type joinInfo struct{ parent, end uint32 }

// findJoins finds the joins.
func (a *arranger) findJoins(ctx context.Context, parent []uint32) error {
	isJoin := rows.NewMarks(len(parent))
	for v := uint32(1); v < uint32(len(parent)); v++ {
		if err := poll.At(ctx, int(v)); err != nil {
			return err
		}
		by := a.dominator[v]
		if parent[v] == by {
			continue
		}
		if row := a.edges.Row(v); !slices.Contains(row, by) {
			isJoin.Set(v)
			a.joined = append(a.joined, joinInfo{parent: parent[v]})
			a.holding += 1 + len(row)
		}
	}
	a.rows = rows.NewSparse(isJoin, len(parent))
	return ctx.Err()
}

// findPlaces computes the places of all objects. Siblings keep the given order.
func (a *arranger) findPlaces(ctx context.Context, order []uint32) error {
	place, end, err := places(ctx, order, a.dominator)
	if err != nil {
		return err
	}
	defer scratch.Release(&end)
	a.place = place
	join := 0
	for v := range a.rows.Words.All() {
		a.joined[join].end = end[v]
		join++
	}
	return nil
}

// joins returns the joins. The given numbers are by place. The root has the first place and is not in the tree.
func (a *arranger) joins(ctx context.Context, numbers []uint32) (retained.Joins, error) {
	count := len(a.joined)
	at, start := scratch.Make[uint32](count)[:0], make([]uint32, 1, count+1)
	from := scratch.Make[uint32](a.holding)[:0]
	for p, v := range numbers {
		if err := poll.At(ctx, p); err != nil {
			return retained.Joins{}, err
		}
		if a.rows.Has(v) {
			at = append(at, uint32(p)-1)
			from = a.addHolders(from, uint32(p), v)
			start = append(start, uint32(len(from)))
		}
	}
	a.edges.Release()
	a.edges, a.joined = nil, nil
	dfs.Collect(a.heap)
	defer scratch.Release(&from)
	return retained.NewJoins(ctx, len(numbers)-1, at, start, from)
}

// addHolders appends the holders of the object with number v and place p. Objects that it dominates are not holders.
func (a *arranger) addHolders(from []uint32, p, v uint32) []uint32 {
	row, joined := a.edges.Row(v), a.joined[a.rows.Index(v)]
	if at := a.place[joined.parent]; at < p {
		from = append(from, at-1)
	}
	for _, u := range row {
		if at := a.place[u]; at < p || at >= joined.end {
			from = append(from, at-1)
		}
	}
	return from
}
