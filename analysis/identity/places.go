package identity

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"memcity/trace"
	"memcity/trace/poll"
)

// Limits for trusting places, determined from dumps of all HotSpot collectors. Sliding collectors keep the order of nearly all objects.
// Copying ones keep it over long stretches, except for objects that a thread accessed meanwhile.
const (
	window      = 256  // number of anchors compared with each other
	slack       = 16   // number of objects by which a stretch may grow
	trustLocal  = 0.9  // least share of pairs with unique content that stay with their neighbors
	trustGlobal = 0.98 // least share of these that are in one order
	trustDown   = 0.99 // least share of these that did not move up
	weighed     = 1 << 14
	wide        = 1 << 8 // number of objects between two anchors that may be separated if the order is not kept
)

// places contains recognized objects as anchors, which restrict the places of objects between them.
type places struct {
	xs, ys  []trace.ObjectID // anchors in the order of the earlier state
	local   bool             // true if neighbors remain neighbors
	ordered bool             // true if the order of all objects is kept

	from, to func(trace.ObjectID) uint64 // addresses in the two states; nil if unknown
	down     bool                        // true if nothing moves to a higher address, which means that the collector slides objects
}

// findPlaces finds the anchors. It undoes pairs with unique content that are away from their neighbors.
func (m *matcher) findPlaces() *places {
	p := &places{}
	p.xs, p.ys = m.pairsOf(evidence.anchors)
	good := windows(m.ctx, p.xs, p.ys)
	p.local = count(good) >= trustLocal*float64(len(good))
	if !p.local {
		return p
	}
	m.drop(p, good)
	good = rising(m.ctx, p.ys)
	p.ordered = count(good) >= trustGlobal*float64(len(good))
	if p.ordered {
		m.drop(p, good)
	}
	p.weigh(m.a.Heap.Address, m.b.Heap.Address)
	return p
}

// pairsOf returns the pairs with the selected evidence, in the order of the earlier state.
func (m *matcher) pairsOf(of func(evidence) bool) (xs, ys []trace.ObjectID) {
	n := 0
	for _, by := range m.by {
		if of(by) {
			n++
		}
	}
	xs, ys = make([]trace.ObjectID, 0, n), make([]trace.ObjectID, 0, n) // exact size, as growing would take more memory
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			break
		}
		if y != trace.NoObject && of(m.by[x]) {
			xs, ys = append(xs, trace.ObjectID(x)), append(ys, y)
		}
	}
	return xs, ys
}

// weigh determines whether objects only move to lower addresses.
func (p *places) weigh(from, to func(trace.ObjectID) uint64) {
	if from == nil || to == nil || len(p.xs) == 0 {
		return
	}
	n, down := 0, 0
	for i := 0; i < len(p.xs); i += 1 + len(p.xs)/weighed {
		n++
		if to(p.ys[i]) <= from(p.xs[i]) {
			down++
		}
	}
	p.from, p.to = from, to
	p.down = float64(down) >= trustDown*float64(n)
}

// drop undoes the anchors that are not good.
func (m *matcher) drop(p *places, good []bool) {
	n := 0
	for i, ok := range good {
		if poll.At(m.ctx, i) != nil {
			return
		}
		if !ok {
			m.undo(p.xs[i])
			continue
		}
		p.xs[n], p.ys[n] = p.xs[i], p.ys[i]
		n++
	}
	p.xs, p.ys = p.xs[:n], p.ys[:n]
}

func count(set []bool) (n float64) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

// windows marks objects that keep their order relative to most neighbors in at least one of the two windows that contain them.
func windows(ctx context.Context, xs, ys []trace.ObjectID) []bool {
	good := make([]bool, len(ys))
	for from := 0; from < len(ys); from += window / 2 {
		if poll.At(ctx, from) != nil {
			break
		}
		to := min(len(ys), from+window)
		for i, ok := range closing(xs[from:to], ys[from:to]) {
			good[from+i] = good[from+i] || ok && to-from > window/2
		}
	}
	return good
}

// closing marks a longest subsequence of pairs, sorted by xs, that is also sorted by ys and never moves apart. Between two of its ys there
// are at most as many objects as between their xs, as objects die and new ones are placed elsewhere.
func closing(xs, ys []trace.ObjectID) []bool {
	order := make([]int, len(ys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(ys[i], ys[j]) })
	died := make([]int64, len(ys)) // number of objects that died before this one, sorted by ys; if it rises along with ys, so do xs
	for k, i := range order {
		died[k] = int64(xs[i]) - int64(ys[i])
	}
	in := make([]bool, len(ys))
	for k, ok := range rising(context.Background(), died) {
		in[order[k]] = ok
	}
	return in
}

// follows reports whether x1 and x2, in this order, may be y1 and y2.
func follows(x1, x2, y1, y2 trace.ObjectID) bool {
	return y1 < y2 && uint64(y2-y1) <= uint64(x2-x1)+slack
}

// verdict is the verdict on the place of a pair.
type verdict uint8

const (
	unknown verdict = iota
	fits
	contradicts
)

// of judges the place of a pair by the anchors next to x. An object at the same address fits, which is common for large arrays.
func (p *places) of(x, y trace.ObjectID) verdict {
	if !p.local {
		return unknown
	}
	if p.from != nil && p.from(x) == p.to(y) {
		return fits
	}
	i, _ := slices.BinarySearch(p.xs, x)
	below, above := i > 0, i < len(p.xs)
	if below && above && follows(p.xs[i-1], p.xs[i], p.ys[i-1], p.ys[i]) {
		switch {
		case p.ys[i-1] < y && y < p.ys[i]:
			return fits
		case p.ordered || p.xs[i]-p.xs[i-1] <= wide || p.up(x, y):
			return contradicts
		}
		return unknown
	}
	if below && follows(p.xs[i-1], x, p.ys[i-1], y) || above && follows(x, p.xs[i], y, p.ys[i]) {
		return fits
	}
	// If the order is kept, no new object lies between the last anchor and the objects after it.
	if p.ordered && (below != above || below && (y < p.ys[i-1] || y > p.ys[i])) {
		return contradicts
	}
	if p.up(x, y) {
		return contradicts
	}
	return unknown
}

// up reports whether a pair moved to a higher address, which contradicts sliding.
func (p *places) up(x, y trace.ObjectID) bool { return p.down && p.to(y) > p.from(x) }

// rising marks a longest nondecreasing subsequence (Schensted: Longest increasing and decreasing subsequences, 1961).
func rising[N cmp.Ordered](ctx context.Context, ys []N) []bool {
	var ends []int32 // by length minus one: end of the subsequence of this length with the smallest end
	before := make([]int32, len(ys))
	in := make([]bool, len(ys))
	for i, y := range ys {
		if poll.At(ctx, i) != nil {
			return in
		}
		k := len(ends)
		if k > 0 && ys[ends[k-1]] > y {
			k = sort.Search(k, func(at int) bool { return ys[ends[at]] > y })
		}
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, int32(i))
		} else {
			ends[k] = int32(i)
		}
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			in[i] = true
		}
	}
	return in
}

// fill pairs the objects between adjacent pairs if only one assignment is possible. The later objects must be a subset of the earlier ones,
// in the same order.
func (m *matcher) fill() {
	if !m.places.local {
		return
	}
	var xs, ys []trace.ObjectID
	x1, y1 := trace.NoObject, trace.NoObject
	for x, y2 := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			return
		}
		x2 := trace.ObjectID(x)
		if y2 == trace.NoObject {
			continue
		}
		if x1 != trace.NoObject && y1+1 < y2 && x1+1 < x2 && y2-y1 <= x2-x1 {
			xs, ys = m.a.between(xs[:0], x1, x2), m.b.between(ys[:0], y1, y2)
			m.embed(xs, ys)
		}
		x1, y1 = x2, y2
	}
	m.rest()
}

// known returns the objects of ys with the type and length of an object in xs. It reuses ys.
func (m *matcher) known(xs, ys []trace.ObjectID) []trace.ObjectID {
	shapes := map[[2]uint64]bool{}
	for _, x := range xs {
		shapes[[2]uint64{m.a.types[m.a.Heap.TypeOf.At(x)], uint64(m.a.Heap.Extent.At(x))}] = true
	}
	keep := ys[:0]
	for _, y := range ys {
		if shapes[[2]uint64{m.b.types[m.b.Heap.TypeOf.At(y)], uint64(m.b.Heap.Extent.At(y))}] {
			keep = append(keep, y)
		}
	}
	return keep
}

// between appends the objects without a pair between two objects.
func (s *side) between(into []trace.ObjectID, from, to trace.ObjectID) []trace.ObjectID {
	for o := from + 1; o < to; o++ {
		if s.pair[o] == trace.NoObject {
			into = append(into, o)
		}
	}
	return into
}

// maxChanged is the largest gap in which objects with changed content are matched.
const maxChanged = 64

// embed pairs ys with objects of xs in the same order, if the assignment is unique. Objects must have the same content or, if that is
// impossible, the same type and length. If necessary, embed skips objects without such a counterpart, as collectors fill gaps with arrays.
func (m *matcher) embed(xs, ys []trace.ObjectID) {
	content := func(x, y trace.ObjectID) bool {
		return (m.a.own[x] == m.b.own[y] || len(xs) <= maxChanged && m.became(xs, x, y)) && !m.conflict(x, y)
	}
	shape := func(x, y trace.ObjectID) bool { return m.sameShape(x, y) && !m.conflict(x, y) }
	if len(ys) == 0 {
		return
	}
	found := embedding(xs, ys, content)
	if found == nil {
		if ys = m.known(xs, ys); len(ys) == 0 {
			return
		}
		if found = embedding(xs, ys, content); found == nil {
			found = embedding(xs, ys, shape)
		}
	}
	for j, i := range found {
		if i >= 0 {
			m.join(xs[i], ys[j], placed)
		}
	}
}

// embedding returns, for each of ys, the index of its only possible counterpart in xs; -1 if there are several. It returns nil if ys is not
// a subsequence of xs.
func embedding(xs, ys []trace.ObjectID, same func(x, y trace.ObjectID) bool) []int {
	first := make([]int, len(ys))
	i := 0
	for j, y := range ys {
		for i < len(xs) && !same(xs[i], y) {
			i++
		}
		if i == len(xs) {
			return nil
		}
		first[j] = i
		i++
	}
	i = len(xs) - 1
	for j := len(ys) - 1; j >= 0; j-- {
		for !same(xs[i], ys[j]) {
			i--
		}
		if i != first[j] {
			first[j] = -1
		}
		i--
	}
	return first
}

// became reports whether y may be x with changed content: it has the shape of x, and no object in xs has its content.
func (m *matcher) became(xs []trace.ObjectID, x, y trace.ObjectID) bool {
	if !m.sameShape(x, y) {
		return false
	}
	for _, o := range xs {
		if m.a.own[o] == m.b.own[y] {
			return false
		}
	}
	return true
}

// sameShape reports whether two objects have the same type and length, which never change.
func (m *matcher) sameShape(x, y trace.ObjectID) bool {
	return m.a.types[m.a.Heap.TypeOf.At(x)] == m.b.types[m.b.Heap.TypeOf.At(y)] && m.a.Heap.Extent.At(x) == m.b.Heap.Extent.At(y)
}
