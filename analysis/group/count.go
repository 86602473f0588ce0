package group

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

func tooMany(limit int) error {
	return fmt.Errorf("grouping: more than %d groups: use fewer or coarser classifiers, or a filter", limit)
}

type total struct{ objects, bytes int64 }

func (t *total) add(u total) {
	t.objects += u.objects
	t.bytes += u.bytes
}

// cells contains the distinct combinations of classes in a heap state. Their order depends only on the heap and the plan.
type cells struct {
	plan   *plan
	tuples []tuple     // by cell
	totals []total     // by cell
	of     []uint32    // cell by object; nil if not requested
	byType [2][]uint32 // cell by type, for reachable objects and others; nil if the plan has columns
}

// cell returns the cell of o.
func (c *cells) cell(o trace.ObjectID) uint32 {
	if c.of != nil {
		return c.of[o]
	}
	side := uint64(0)
	if c.plan.live != nil {
		side = c.plan.lost(int(o))
	}
	return c.byType[side][c.plan.heap.TypeOf.At(o)]
}

// count finds the cells of a plan. If keep is true, it stores the cell of each object. A plan without columns does not need that.
func count(ctx context.Context, p *plan, keep bool, a *admission) (*cells, error) {
	if len(p.columns) == 0 {
		return countTypes(ctx, p)
	}
	counters := make([]*counter, partsOf(p.heap.Len()))
	c := &cells{plan: p}
	if keep {
		c.of = make([]uint32, p.heap.Len())
	}
	inParts(p.heap.Len(), func(i int, r part) {
		counters[i] = newCounter(p)
		counters[i].run(ctx, r, c.of, a)
	})
	if err := cmp.Or(ctx.Err(), a.fault()); err != nil {
		return nil, err
	}
	for _, k := range counters {
		if len(k.cells.numbers) > MaxGroups {
			return nil, tooMany(MaxGroups)
		}
	}
	cellOf, err := c.merge(ctx, counters)
	if err != nil {
		return nil, err
	}
	if keep {
		inParts(p.heap.Len(), func(i int, r part) {
			_ = poll.Ranges(ctx, r.from, r.to, func(from, to int) {
				for o := from; o < to; o++ {
					c.of[o] = cellOf[i][c.of[o]]
				}
			})
		})
	}
	return c, cmp.Or(ctx.Err(), a.want(len(c.tuples), 0))
}

// counter counts the cells of a range of objects. It numbers cells in order of appearance or, if the plan is direct, by their plan numbers.
type counter struct {
	plan   *plan
	folds  []*serials // by column; nil for columns that are not folded
	cells  serials
	totals []total
	sizes  sizes
}

func newCounter(p *plan) *counter {
	c := &counter{plan: p, folds: make([]*serials, len(p.columns)), sizes: newSizes(p.heap), totals: make([]total, p.direct)}
	for i := range p.columns {
		if p.columns[i].fold {
			c.folds[i] = &serials{}
		}
	}
	return c
}

// run counts the objects of r. It writes their cells to of, unless it is nil.
func (c *counter) run(ctx context.Context, r part, of []uint32, a *admission) {
	var numbers [block]uint64
	var scratch [block]uint32
	for from := r.from; from < r.to; from += block {
		if poll.At(ctx, from) != nil || len(c.cells.numbers) > MaxGroups || a.want(len(c.cells.numbers), 0) != nil {
			return
		}
		n := min(block, r.to-from)
		c.plan.numbers(trace.ObjectID(from), numbers[:n], scratch[:n], c.folds)
		ids := scratch[:n]
		if c.plan.direct > 0 {
			for i, number := range numbers[:n] {
				ids[i] = uint32(number)
			}
		} else {
			c.serial(numbers[:n], ids)
		}
		c.sizes.add(c.totals, ids, from)
		if of != nil {
			copy(of[from:], ids)
		}
	}
}

func (c *counter) serial(numbers []uint64, ids []uint32) {
	for i, number := range numbers {
		ids[i] = c.cells.of(number)
	}
	for len(c.totals) < len(c.cells.numbers) {
		c.totals = append(c.totals, total{})
	}
}

// merge combines the counters, sorted by tuple. It returns, by counter, the cell for each of the counter's own numbers.
func (c *cells) merge(ctx context.Context, counters []*counter) ([][]uint32, error) {
	type entry struct {
		tuple   tuple
		total   total
		counter int
		id      int
	}
	var entries []entry
	steps := poll.Count(ctx)
	for i, k := range counters {
		for id, t := range k.totals {
			if err := steps.Add(1); err != nil {
				return nil, err
			}
			if t.objects == 0 {
				continue
			}
			number := uint64(id)
			if c.plan.direct == 0 {
				number = k.cells.numbers[id]
			}
			e := entry{*c.plan.newTuple(), t, i, id}
			c.plan.decode(number, k.folds, &e.tuple)
			entries = append(entries, e)
		}
	}
	if err := poll.Sort(ctx, entries, func(a, b entry) int {
		return cmp.Or(a.tuple.compare(&b.tuple), cmp.Compare(a.counter, b.counter))
	}); err != nil {
		return nil, err
	}
	cellOf := make([][]uint32, len(counters))
	for i, k := range counters {
		cellOf[i] = make([]uint32, len(k.totals))
	}
	for i := range entries {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		e := &entries[i]
		if i == 0 || entries[i-1].tuple.compare(&e.tuple) != 0 {
			c.tuples = append(c.tuples, e.tuple)
			c.totals = append(c.totals, total{})
		}
		last := len(c.totals) - 1
		c.totals[last].add(e.total)
		cellOf[e.counter][e.id] = uint32(last)
	}
	return cellOf, nil
}

func (t *tuple) compare(u *tuple) int {
	if t.lost != u.lost {
		if u.lost {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(t.typeClass, u.typeClass), slices.Compare(t.columns, u.columns))
}

// countTypes counts by type. It is for plans without columns.
func countTypes(ctx context.Context, p *plan) (*cells, error) {
	sums := make([][2][]total, partsOf(p.heap.Len()))
	inParts(p.heap.Len(), func(i int, r part) { sums[i] = p.countRange(ctx, r) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &cells{plan: p}
	for side := range 2 {
		cell := make([]uint32, len(p.typeClassTuple))
		totals := make([]total, len(p.typeClassTuple))
		for _, s := range sums {
			for t, sum := range s[side] {
				totals[p.typeClass[t]].add(sum)
			}
		}
		for typeClass, sum := range totals {
			if sum.objects == 0 {
				continue
			}
			cell[typeClass] = uint32(len(c.totals))
			c.tuples = append(c.tuples, tuple{lost: side == 1, typeClass: uint32(typeClass)})
			c.totals = append(c.totals, sum)
		}
		c.byType[side] = make([]uint32, len(p.typeClass))
		for t, typeClass := range p.typeClass {
			c.byType[side][t] = cell[typeClass]
		}
	}
	return c, nil
}

// countRange counts objects by type, reachable ones and others separately.
func (p *plan) countRange(ctx context.Context, r part) (sums [2][]total) {
	h := p.heap
	for side := range sums {
		sums[side] = make([]total, len(h.Types))
	}
	sizes := newSizes(h)
	for from := r.from; from < r.to; from += block {
		if poll.At(ctx, from) != nil {
			return sums
		}
		to := min(from+block, r.to)
		if p.live == nil {
			sizes.sum(sums[0], from, to)
		} else {
			p.sumSides(&sums, &sizes, from, to)
		}
	}
	return sums
}

// sumSides adds the objects of a range to totals by reachability and type. to is exclusive.
func (p *plan) sumSides(sums *[2][]total, sizes *sizes, from, to int) {
	if narrow, wide := p.heap.TypeOf.Lists(from, to); wide == nil {
		addSides(p, sums, sizes, narrow, from)
	} else {
		addSides(p, sums, sizes, wide, from)
	}
}

func addSides[T number](p *plan, sums *[2][]total, sizes *sizes, types []T, from int) {
	low := p.heap.Extent.Low(from, from+len(types))[:len(types)]
	for i, t := range types {
		sum := &sums[p.lost(from+i)&1][t]
		sum.objects++
		sum.bytes += sizes.shapes[t].size(sizes.extent(low[i], from+i))
	}
}

// extent returns the extent of object o. low is its entry in [trace.Extents.Low].
func (s *sizes) extent(low uint16, o int) uint32 {
	if low < trace.HighExtent {
		return uint32(low)
	}
	return s.heap.Extent.At(trace.ObjectID(o))
}

// sum adds the objects of a range to totals by type. to is exclusive.
func (s *sizes) sum(totals []total, from, to int) {
	if narrow, wide := s.heap.TypeOf.Lists(from, to); wide == nil {
		addSizes(s, totals, narrow, narrow, from)
	} else {
		addSizes(s, totals, wide, wide, from)
	}
}

// add adds consecutive objects, starting at from, to the totals with the given ids.
func (s *sizes) add(totals []total, ids []uint32, from int) {
	if narrow, wide := s.heap.TypeOf.Lists(from, from+len(ids)); wide == nil {
		addSizes(s, totals, ids, narrow, from)
	} else {
		addSizes(s, totals, ids, wide, from)
	}
}

// number is a type in either list of [trace.Types], or the index of a total.
type number interface{ ~uint16 | ~uint32 }

func addSizes[N, T number](s *sizes, totals []total, ids []N, types []T, from int) {
	types = types[:len(ids)]
	low := s.heap.Extent.Low(from, from+len(ids))[:len(ids)]
	for i, id := range ids {
		t := &totals[id]
		t.objects++
		t.bytes += s.shapes[types[i]].size(s.extent(low[i], from+i))
	}
}

// sizes computes sizes of objects without branches.
type sizes struct {
	heap   *trace.Heap
	shapes []shape // by type
}

// shape contains the parameters of [trace.Heap.Size], in one form for all kinds of types.
type shape struct {
	base    int64 // including mask
	element int64
	mask    int64 // alignment minus one
}

func newSizes(h *trace.Heap) sizes {
	s := sizes{h, make([]shape, len(h.Types))}
	for i := range h.Types {
		switch t := &h.Types[i]; {
		case t.Kind == trace.Instance && t.Element == 0:
			s.shapes[i] = shape{base: t.Base}
		case t.Kind == trace.ClassObject:
			s.shapes[i] = shape{element: 1}
		default:
			s.shapes[i] = shape{t.Base + h.Align - 1, t.Element, h.Align - 1}
		}
	}
	return s
}

func (s *shape) size(extent uint32) int64 {
	return (s.base + int64(extent)*s.element) &^ s.mask
}

func (s *sizes) of(o trace.ObjectID) int64 {
	return s.shapes[s.heap.TypeOf.At(o)].size(s.heap.Extent.At(o))
}
