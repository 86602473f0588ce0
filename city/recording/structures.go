package recording

import (
	"context"
	"errors"
	"sync"
	"weak"

	"memcity/analysis/graph"
	"memcity/analysis/identity"
	"memcity/analysis/structure"
	"memcity/city/memory"
	"memcity/city/view/structures"
	"memcity/trace"
)

// StructuresQuery selects what to report about data structures.
type StructuresQuery struct {
	Top       int            // maximum number of data structures; 0 for all
	Each      bool           // Top applies to each size kind, so that there may be up to four times as many
	Held      int            // number of data structures, from the first, with a report on their holders
	Contained bool           // include data structures contained in others
	Born      bool           // for growth: include structures whose head was born in between
	Contents  int            // maximum number of reported leaf groups per structure; 0 for none
	Unit      structure.Unit // for growth
	Strong    float64        // heap growth portion that counts as strong, in percent; 0 for the default
}

// Library returns the session's descriptions of data structures.
func (o *Recording) Library() *structure.Library {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.described == nil {
		o.described = structure.Merge()
	}
	return o.described
}

// Structures reports the largest data structures of one GC point, 0-based, and their holders. The error is ctx's, or says that the GC point
// has no single objects or could not be read.
func (o *Recording) Structures(ctx context.Context, point int, q StructuresQuery, progress trace.Progress) (*structures.Structures,
	error) {
	ctx, end := o.Memory.Begin(ctx, memory.Structures)
	defer end()
	if _, err := o.Load(ctx, point, Keeping, progress); err != nil {
		return nil, err
	}
	found, err := Remembered(o, "structures", []any{point, q}, func() (*structures.Structures, bool, error) {
		found, err := o.findStructures(ctx, point, q, progress)
		return found, true, err
	})
	if err == nil && found.List == nil {
		found.List = []structures.Structure{} // an index stores no empty lists
	}
	return found, err
}

func (o *Recording) findStructures(ctx context.Context, point int, q StructuresQuery, progress trace.Progress) (*structures.Structures, error) {
	h, s, err := o.structures(ctx, point, progress)
	if err != nil {
		return nil, err
	}
	out := &structures.Structures{Cut: s.Unfinished, Heap: structures.StructureSize(s.HeapSize()), List: []structures.Structure{}}
	if err := out.CountTypes(ctx, s, progress); err != nil {
		return nil, err
	}
	list, all, err := s.Largest(ctx, q.Top, q.Contained, progress)
	if err != nil {
		return nil, err
	}
	out.LeftOut = all - len(list)
	for i := range list {
		out.List = append(out.List, h.structure(s, &list[i]))
	}
	if q.Contents > 0 {
		if err := h.contents(ctx, s, list, out.List, q.Contents); err != nil {
			return nil, err
		}
	}
	held := out.List[:min(len(out.List), q.Held)]
	return out, h.findHolders(ctx, s, len(held), func(i int) *structures.Structure { return &held[i] }, progress)
}

// contents sets the largest groups of leaves of data structures.
func (h *HeapState) contents(ctx context.Context, s *structure.State, list []structure.Entry, out []structures.Structure, limit int) error {
	finder := structure.NewLeafFinder(nil, s.Detection)
	finder.Name = h.subject.SiteName
	for i := range list {
		leaves, err := finder.Groups(ctx, structure.None, list[i].ID, structure.Bytes)
		if err != nil {
			return err
		}
		found := &out[i]
		for _, l := range leaves[:min(len(leaves), limit)] {
			found.Contents = append(found.Contents, structures.LeafGroup{Type: l.Type, Site: l.Site, Sited: l.Sited, Now: structures.StructureSize(l.After), Estimate: l.Estimate})
		}
		found.Smaller = len(leaves) - len(found.Contents)
	}
	return nil
}

// findHolders sets the holders of each of n data structures. It runs last, when the memory of the other steps is free.
func (h *HeapState) findHolders(ctx context.Context, s *structure.State, n int, get func(int) *structures.Structure,
	progress trace.Progress) (err error) {
	if !s.KnowsRetained() {
		return nil
	}
	for i := range n {
		progress.Report(int64(i), int64(n), "finding owners of data structures")
		found := get(i)
		if found.HeldBy, err = h.HeldBy(ctx, trace.ObjectID(found.Object)); err != nil {
			return err
		}
	}
	return nil
}

// foundStructures contains the data structures of a heap state.
type foundStructures struct {
	library *structure.Library // library that they were found with
	state   *structure.State
}

// structures returns the data structures of a GC point. It caches them with the heap state.
func (o *Recording) structures(ctx context.Context, point int, progress trace.Progress) (*HeapState, *structure.State, error) {
	h, err := o.Load(ctx, point, Keeping, progress)
	if err != nil {
		return nil, nil, err
	}
	if !o.Now().Knows.Has(trace.KnowsReferences) {
		return nil, nil, errors.New("data structures: the recording has no references between objects; open a heap dump, or record the running program")
	}
	l := o.Library()
	h.structuring.Lock()
	defer h.structuring.Unlock()
	if h.structures.library != l {
		s, err := structure.NewState(ctx, h.subject, l, progress)
		if err != nil {
			return nil, nil, err
		}
		h.structures = foundStructures{l, s}
	}
	return h, h.structures.state, nil
}

// structure describes one data structure.
func (h *HeapState) structure(s *structure.State, e *structure.Entry) structures.Structure {
	head := s.Heads[e.ID]
	return structures.Structure{Type: s.Heap.Types[s.Heap.TypeOf.At(head)].Name, Object: uint32(head), Site: h.siteOf(head),
		Contained: !s.IsTop(e.ID),
		Parts:     len(s.Parts(e.ID)), Leaves: len(s.Leaves(e.ID)), Nested: len(s.Nested(e.ID)), Sizes: structures.NewSizes(&e.Sizes)}
}

// siteOf returns the allocation site of an object; empty if the input does not have it.
func (h *HeapState) siteOf(o trace.ObjectID) string {
	if h.heap.SiteOf == nil || int(h.heap.SiteOf[o]) >= len(h.heap.Sites) {
		return ""
	}
	return h.subject.SiteName(&h.heap.Sites[h.heap.SiteOf[o]])
}

// HeldBy returns the strongest path from a GC root to an object; empty if there is none.
func (h *HeapState) HeldBy(ctx context.Context, object trace.ObjectID) (words string, err error) {
	source, err := h.GraphSource(ctx)
	if err != nil {
		return "", err
	}
	g, err := graph.New(ctx, source, []trace.ObjectID{object}, graph.Options{})
	if err != nil {
		return "", err
	}
	if g, err = g.Paths(ctx, "", nil); err != nil {
		return "", err
	}
	return g.Words(), nil
}

// StructuresGrowth reports how the data structures of one GC point have grown at a later one. It reads both points. Errors are those of
// [Recording.Structures].
func (o *Recording) StructuresGrowth(ctx context.Context, from, to int, q StructuresQuery,
	progress trace.Progress) (*structures.Growth, error) {
	for _, point := range []int{from, to} {
		if _, err := o.Load(ctx, point, Keeping, progress); err != nil {
			return nil, err
		}
	}
	found, err := Remembered(o, "structures-growth", []any{from, to, q}, func() (*structures.Growth, bool, error) {
		found, err := o.findGrowth(ctx, from, to, q, progress)
		return found, true, err
	})
	if err == nil && found.List == nil {
		found.List = []structures.Grown{}
	}
	return found, err
}

func (o *Recording) findGrowth(ctx context.Context, from, to int, q StructuresQuery, progress trace.Progress) (*structures.Growth, error) {
	earlier, before, err := o.structures(ctx, from, progress)
	if err != nil {
		return nil, err
	}
	h, after, err := o.structures(ctx, to, progress)
	if err != nil {
		return nil, err
	}
	same, err := o.Match(ctx, earlier, h, progress)
	if err != nil {
		return nil, err
	}
	follow := func(object trace.ObjectID) trace.ObjectID { return same.Of(object, false) }
	c, err := structure.Compare(ctx, before, after, follow,
		structure.CompareOptions{Unit: q.Unit, Strong: q.Strong, Contained: q.Contained, Born: q.Born, Class: same.ClassOf}, progress)
	if err != nil {
		return nil, err
	}
	found := c.Strongest(q.Top, q.Each)
	out := &structures.Growth{HeapBefore: structures.StructureSize(c.HeapBefore), HeapAfter: structures.StructureSize(c.HeapAfter),
		Identity: same.Source.String(), Rate: same.Rate(), Alive: c.Alive, Gone: c.Gone, New: c.New, Contained: c.Contained, Indistinct: c.Indistinct,
		Unsized: c.Unsized, List: make([]structures.Grown, 0, len(found)), LeftOut: len(c.List) - len(found)}
	finder := structure.NewLeafFinder(before.Detection, after.Detection)
	finder.Name = h.subject.SiteName
	for i, at := range found {
		g := &c.List[at]
		one := structures.NewGrown(c, g)
		if one.Born = g.IsBorn(); !one.Born {
			one.Was = uint32(before.Heads[g.Before.ID])
		}
		one.Structure = h.structure(after, &g.After)
		if one.Contents, one.Smaller, err = contentsGrowth(ctx, finder, g, q); err != nil {
			return nil, err
		}
		out.List = append(out.List, one)
		if q.Contents > 0 {
			progress.Report(int64(i+1), int64(len(found)), "grouping the contents of data structures")
		}
	}
	held := out.List[:min(len(out.List), q.Held)]
	return out, h.findHolders(ctx, after, len(held), func(i int) *structures.Structure { return &held[i].Structure }, progress)
}

// matchedObjects contains the matching objects of two heap states, and does not keep the states in memory.
type matchedObjects struct {
	mu            sync.Mutex
	before, after weak.Pointer[HeapState]
	same          *identity.Matching
}

// Match pairs the same objects of two heap states. It caches the result.
func (o *Recording) Match(ctx context.Context, before, after *HeapState, progress trace.Progress) (*identity.Matching, error) {
	kept := &o.matched
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.same != nil && kept.before == weak.Make(before) && kept.after == weak.Make(after) {
		return kept.same, nil
	}
	same, err := before.matchIn(ctx, after, progress)
	if err == nil {
		kept.before, kept.after, kept.same = weak.Make(before), weak.Make(after), same
	}
	return same, err
}

// contentsGrowth describes the groups of leaves that grew most, and returns the number of the others.
func contentsGrowth(ctx context.Context, finder *structure.LeafFinder, g *structure.Growth,
	q StructuresQuery) (found []structures.LeafGroup, smaller int, err error) {
	if q.Contents == 0 {
		return nil, 0, nil
	}
	leaves, err := finder.Groups(ctx, g.Before.ID, g.After.ID, q.Unit)
	if err != nil {
		return nil, 0, err
	}
	for _, l := range leaves[:min(len(leaves), q.Contents)] {
		was := structures.StructureSize(l.Before)
		found = append(found, structures.LeafGroup{Type: l.Type, Site: l.Site, Sited: l.Sited, Before: &was, Now: structures.StructureSize(l.After), Estimate: l.Estimate})
	}
	return found, len(leaves) - len(found), nil
}

// ExplainStructures reports the effect of structure descriptions at a GC point. Errors are those of [Recording.Structures].
func (o *Recording) ExplainStructures(ctx context.Context, point int, l *structure.Library,
	progress trace.Progress) ([]structure.Explained, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Structures)
	defer end()
	h, err := o.Load(ctx, point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	return structure.Explain(h.heap, l), nil
}

// ProposedStructures returns proposed descriptions for types of a GC point that have none, up to the requested number. Errors are those of
// [Recording.Structures].
func (o *Recording) ProposedStructures(ctx context.Context, point int, q StructuresQuery,
	progress trace.Progress) ([]structures.Proposed, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Structures)
	defer end()
	h, err := o.Load(ctx, point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	found, err := Remembered(o, "proposed", point, func() ([]structure.Proposal, bool, error) {
		found, err := structure.Propose(ctx, h.heap, o.Library(), progress)
		return found, true, err
	})
	if err != nil {
		return nil, err
	}
	list := []structures.Proposed{}
	for _, p := range found {
		if q.Top > 0 && len(list) == q.Top {
			break
		}
		list = append(list, structures.Proposed(p))
	}
	return list, nil
}
