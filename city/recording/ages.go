package recording

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"memcity/analysis/age"
	"memcity/analysis/group"
	"memcity/analysis/identity"
	"memcity/city/memory"
	"memcity/city/state"
	"memcity/city/view/ages"
	"memcity/trace"
)

// errNotFollowed is returned if the recording has no object ages.
var errNotFollowed = errors.New("ages: this recording does not track objects between GC points")

// Ages reports the ages of the objects at a GC point, by group. If the recording has no births, Ages follows the objects from the first GC
// point, or from the nearest earlier point whose ages are cached.
func (o *Recording) Ages(ctx context.Context, q ages.Query, progress trace.Progress) (*ages.Report, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Diff)
	defer end()
	if why := o.withoutAges(); why != "" {
		return nil, errors.New("ages: " + why)
	}
	g, err := o.Groups(ctx, q.By, q.Point, progress)
	if err != nil {
		return nil, err
	}
	h, err := o.Load(ctx, q.Point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	column, err := o.agesAt(ctx, q.Point, h, q.Probable, progress)
	if err != nil {
		return nil, err
	}
	counts, err := column.Count(ctx, g)
	if err != nil {
		return nil, err
	}
	return &ages.Report{Query: q, Tree: g.Tree, Groups: counts, Births: column.Births, Followed: column.Followed, Points: column.Points}, nil
}

// withoutAges returns what the recording lacks to compute ages; empty if nothing.
func (o *Recording) withoutAges() string {
	r := o.Now()
	switch {
	case CountsOnly(r):
		return "needs single objects, which class histograms do not have"
	case !r.Knows.Has(trace.KnowsObjects):
		return state.NoObjectsForAges
	case !r.Knows.Has(trace.KnowsAges) && len(r.Points) < 2:
		return "needs a second GC point or ages of objects; open a recording of a running program"
	}
	return ""
}

// Groupable returns the recording's knowledge of objects that classifiers can use. It includes ages if objects can be followed.
func (o *Recording) Groupable() trace.Knowledge {
	knows := o.Now().Knows
	if o.withoutAges() == "" {
		knows |= trace.KnowsAges
	}
	return knows
}

// survived returns a function for classifiers that reports how many GC points, or GCs, an object at the given point has survived.
func (o *Recording) survived(point int, h *HeapState) func(context.Context) (func(trace.ObjectID) (int, bool), error) {
	return func(ctx context.Context) (func(trace.ObjectID) (int, bool), error) {
		column, err := o.agesAt(ctx, point, h, false, nil)
		if err != nil {
			return nil, err
		}
		return func(object trace.ObjectID) (int, bool) {
			a := column.Of[object]
			if a.Indistinct() {
				return group.Indistinct, false
			}
			return a.Survived(), !a.Before()
		}, nil
	}
}

// agesAt returns the ages of the objects in the heap state at a GC point.
func (o *Recording) agesAt(ctx context.Context, point int, h *HeapState, probable bool, progress trace.Progress) (*age.Column, error) {
	if r := o.Now(); r.Knows.Has(trace.KnowsAges) {
		return age.Born(h.heap, gcsUntil(r, point)), nil
	}
	kept := &o.ages
	kept.following.Lock()
	defer kept.following.Unlock()
	at, column := kept.nearest(point, probable, func(point int) bool {
		_, err := o.Point(point)
		return err == nil
	})
	var last *HeapState // the heap state of column
	for next := at + 1; next <= point; next++ {
		progress.Report(int64(next-at-1), int64(point-at), fmt.Sprintf("tracking objects up to GC point %d", next+1))
		heap, err := h, error(nil)
		if next < point {
			heap, err = o.Load(ctx, next, Once, nil)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // the GC point is missing from all views
			continue
		case column == nil:
			column = age.First(heap.heap.Len())
		default:
			if column, err = o.follow(ctx, column, last, at, heap, probable); err != nil {
				return nil, err
			}
		}
		at, last = next, heap
		kept.put(next, probable, column, o.Options.Budget/agesShare)
	}
	return column, nil
}

// gcsUntil returns the GC numbers of the points up to the given one, limited to points of the same file.
func gcsUntil(r *trace.Recording, point int) []uint32 {
	var gcs []uint32
	for _, p := range r.Points[:point+1] {
		if p.Source == r.Points[point].Source {
			gcs = append(gcs, p.GC)
		}
	}
	return gcs
}

// follow returns the ages at the heap state next, computed from column, the ages at GC point at. If last, the heap state of that point, is
// nil, follow loads it.
func (o *Recording) follow(ctx context.Context, column *age.Column, last *HeapState, at int, next *HeapState,
	probable bool) (*age.Column, error) {
	if last == nil {
		var err error
		if last, err = o.Load(ctx, at, Once, nil); err != nil {
			return nil, err
		}
	}
	m, err := last.matchIn(ctx, next, nil)
	if err != nil {
		return nil, err
	}
	if m.Source == identity.None && last.heap.Len() > 0 && next.heap.Len() > 0 {
		return nil, errNotFollowed
	}
	return column.Next(m, probable)
}

// agesShare is the ratio between the memory for heap states and the additional memory for cached ages. Ages take a fiftieth of the memory
// of their heap state.
const agesShare = 8

// keptAges caches ages by GC point, two bytes per object. The most recently used are last.
type keptAges struct {
	following sync.Mutex // one query at a time; guards the rest
	columns   []keptColumn
}

type keptColumn struct {
	point    int
	probable bool
	ages     *age.Column
}

// nearest returns the cached ages of the last GC point up to the given one, and that point; -1 and nil if there are none. It drops points
// that are no longer there.
func (k *keptAges) nearest(point int, probable bool, there func(point int) bool) (int, *age.Column) {
	k.columns = slices.DeleteFunc(k.columns, func(c keptColumn) bool { return !there(c.point) })
	best := -1
	for i, c := range k.columns {
		if c.probable == probable && c.point <= point && (best < 0 || c.point > k.columns[best].point) {
			best = i
		}
	}
	if best < 0 {
		return -1, nil
	}
	c := k.columns[best]
	k.columns = append(slices.Delete(k.columns, best, best+1), c)
	return c.point, c.ages
}

// put caches ages and evicts the least recently used until the others take at most budget bytes.
func (k *keptAges) put(point int, probable bool, ages *age.Column, budget int64) {
	k.columns = append(k.columns, keptColumn{point, probable, ages})
	sum := int64(0)
	for _, c := range k.columns {
		sum += 2 * int64(len(c.ages.Of))
	}
	for len(k.columns) > 1 && sum > budget {
		sum -= 2 * int64(len(k.columns[0].ages.Of))
		k.columns = slices.Delete(k.columns, 0, 1)
	}
}
