package guided

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/index"
)

// errTooManyOut is returned for too many removals.
var errTooManyOut = fmt.Errorf("the what-if: expected at most %d groups and references", whatif.MaxRemovals)

// WhatIf computes the objects of a GC point that the removals of q would free: in total, by each removal alone, and by group. Weakly
// reachable objects count as freed already, with and without the removals. A removal that is missing at this GC point frees nothing, and
// the result says so. The newest results are cached. The error is ctx's, or says that the recording permits no removals, that there are
// more than [whatif.MaxRemovals], or that the GC point could not be read.
func WhatIf(ctx context.Context, o *recording.Recording, q whatif.Query, progress trace.Progress) (*whatif.Result, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Sizes)
	defer end()
	if why := o.WhyNoRemovals(); why != "" {
		return nil, errors.New("what would be freed: " + why)
	}
	if q.Removals.Len() > whatif.MaxRemovals {
		return nil, errTooManyOut
	}
	q.Heap.By.SizeKind = trees.Shallow
	if w := o.WhatIfs.Get(q); w != nil {
		return w, nil
	}
	point, by, removals := q.Heap.Point, q.Heap.By, q.Removals.Slice()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	var x *index.Index // removals of the guide are the same at the next opening
	var key any
	if !slices.ContainsFunc(removals, func(c whatif.Removal) bool { return c.Kind != whatif.CutGuide }) {
		x, key = o.Index(q)
	}
	w := &remover{Recording: o, HeapState: h, point: point, progress: progress}
	found, err := index.Value(x, "without", key, func() (out whatif.Result, keep bool, err error) {
		freed, err := w.remove(ctx, removals, &out)
		if err == nil {
			out.Groups, err = w.group(ctx, by, freed)
		}
		return out, true, err
	})
	if err != nil {
		return nil, err
	}
	found.Query = q
	if err := w.place(ctx, by, &found); err != nil {
		return nil, err
	}
	o.WhatIfs.Put(q, &found)
	return &found, nil
}

// remover applies removals to one heap state.
type remover struct {
	*recording.Recording
	*recording.HeapState
	point    int
	progress trace.Progress
}

// remove sets the amounts freed in total and by each removal, and returns the freed objects.
func (w *remover) remove(ctx context.Context, removals []whatif.Removal, out *whatif.Result) (*bitset.BitSet, error) {
	references, err := w.Subject().ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	if !references.KnowsRoots() {
		return nil, recording.ErrNoRoots
	}
	var cuts []closure.Removal
	for i, c := range removals {
		w.progress.Report(int64(i), int64(len(removals)), "finding removed groups")
		cut, err := w.cut(ctx, c)
		var missing missingError
		switch {
		case errors.As(err, &missing):
			out.Each = append(out.Each, whatif.RemovalResult{Text: c.Text, Missing: err.Error()})
		case err != nil:
			return nil, err
		default:
			out.Each = append(out.Each, whatif.RemovalResult{Text: c.Text})
		}
		if c.Kind == whatif.CutGuide && c.Text == "" {
			if s, ok := w.Suggestions(c.Window); ok {
				out.Each[i].Text = s.Text(c.Finding, c.Cut)
			}
		}
		cuts = append(cuts, cut)
	}
	w.progress.Report(0, 0, "computing what would be freed")
	roots, err := w.Roots(ctx)
	if err != nil {
		return nil, err
	}
	weak := roots.Weak()
	alone, err := references.WhatIf(ctx, cuts, nil, weak)
	if err != nil {
		return nil, err
	}
	for i, f := range alone {
		out.Each[i].Amount = f.Amount
	}
	freed, err := references.FreedBy(ctx, cuts, weak)
	if err != nil {
		return nil, err
	}
	for o := range w.Heap().Len() {
		if !references.IsLive(trace.ObjectID(o)) {
			continue
		}
		size := w.Heap().Size(trace.ObjectID(o))
		out.Heap.Objects, out.Heap.Bytes = out.Heap.Objects+1, out.Heap.Bytes+size
		if freed.Test(uint(o)) {
			out.Freed.Objects, out.Freed.Bytes = out.Freed.Objects+1, out.Freed.Bytes+size
		}
	}
	return freed, nil
}

// group counts the freed objects by node of a grouping's tree.
func (w *remover) group(ctx context.Context, by trees.Grouping, freed *bitset.BitSet) ([]trees.Amount, error) {
	g, err := w.Recording.GroupHeap(ctx, w.HeapState, by)
	if err != nil {
		return nil, err
	}
	w.progress.Report(0, 0, "counting what would be freed")
	return freedByNode(ctx, g, freed)
}

// place converts the amounts from the tree's groups to the groups of the series.
func (w *remover) place(ctx context.Context, by trees.Grouping, out *whatif.Result) (err error) {
	if out.Series, err = w.Series(ctx, by, w.progress, nil); err != nil {
		return err
	}
	at := out.Series.PointOf(w.point)
	if at < 0 {
		return recording.ErrLeftOut
	}
	counts := out.Groups
	out.Groups = make([]trees.Amount, len(out.Series.Nodes))
	for n, a := range counts {
		out.Groups[out.Series.NodeOf(at, int32(n))] = a
	}
	return nil
}

// freedByNode counts the objects of a set by node of a grouping. Each node counts an object once.
func freedByNode(ctx context.Context, g *group.Grouping, freed *bitset.BitSet) ([]trees.Amount, error) {
	counts := make([]trees.Amount, len(g.Tree.Nodes))
	groups := g.Groups()
	sets := make([]trees.Amount, len(groups.Sets)) // by set of nodes
	for i, ok := freed.NextSet(0); ok; i, ok = freed.NextSet(i + 1) {
		if set := groups.Of(trace.ObjectID(i)); set >= 0 {
			sets[set].Objects++
			sets[set].Bytes += g.Heap.Size(trace.ObjectID(i))
		}
	}
	for set, amount := range sets {
		for _, n := range groups.Sets[set] {
			counts[n].Objects += amount.Objects
			counts[n].Bytes += amount.Bytes
		}
	}
	err := g.EachTurned(ctx, func(node int32, objects []trace.ObjectID) error {
		for _, o := range objects {
			if freed.Test(uint(o)) {
				counts[node].Objects++
				counts[node].Bytes += g.Heap.Size(o)
			}
		}
		return ctx.Err()
	})
	return counts, err
}

// missingError is the reason that a removal has no effect at a GC point.
type missingError struct{ text string }

func (e missingError) Error() string { return e.text }
