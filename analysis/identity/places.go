package identity

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"memcity/trace"
	"memcity/trace/poll"
)

// Limits of how far places can be trusted, found on dumps of all collectors of HotSpot. Those that slide objects together
// keep the order of nearly all; those that copy keep it over long stretches, but for objects that a thread touched meanwhile.
const (
	window      = 256  // anchors that are compared with each other
	slack       = 16   // objects by which a stretch may have grown
	trustLocal  = 0.9  // of the pairs of unique content are where their neighbours are
	trustGlobal = 0.98 // of these are in one order
	trustDown   = 0.99 // did not move up
	weighed     = 1 << 14
	wide        = 1 << 8 // objects between two anchors that may have been torn apart where not all is in order
)

// places says where objects may be that lie between recognised ones.
type places struct {
	xs, ys  []trace.ObjectID // anchors in the order of the earlier state
	local   bool             // neighbours remain neighbours
	ordered bool             // all is in the order of before

	from, to func(trace.ObjectID) uint64 // addresses in the two states; nil if not known
	down     bool                        // nothing moves to a higher one: the collector slides objects together
}

// findPlaces finds the anchors. Pairs of unique content that are elsewhere than their neighbours are undone.
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

// pairsOf lists the pairs of some evidence, in the order of the earlier state.
func (m *matcher) pairsOf(of func(evidence) bool) (xs, ys []trace.ObjectID) {
	n := 0
	for _, by := range m.by {
		if of(by) {
			n++
		}
	}
	xs, ys = make([]trace.ObjectID, 0, n), make([]trace.ObjectID, 0, n) // which take more where they grow
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

// weigh finds out whether objects move to lower addresses only.
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

// windows marks what lies with most of its neighbours as before: in one of two windows that it is in.
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

// closing marks a longest part of pairs in the order of xs whose ys are in order as well, and where never more objects lie
// between two of ys than between their xs: objects die, and new ones come elsewhere.
func closing(xs, ys []trace.ObjectID) []bool {
	order := make([]int, len(ys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(ys[i], ys[j]) })
	died := make([]int64, len(ys)) // objects before, in the order of ys; if both rise, xs do
	for k, i := range order {
		died[k] = int64(xs[i]) - int64(ys[i])
	}
	in := make([]bool, len(ys))
	for k, ok := range rising(context.Background(), died) {
		in[order[k]] = ok
	}
	return in
}

// follows reports whether what were x1 and, behind it, x2, can have become y1 and y2.
func follows(x1, x2, y1, y2 trace.ObjectID) bool {
	return y1 < y2 && uint64(y2-y1) <= uint64(x2-x1)+slack
}

// verdict says what the place of a pair reports.
type verdict uint8

const (
	unknown verdict = iota
	fits
	contradicts
)

// of judges the place of a pair by the anchors next to x. What did not move, as large arrays often do not, is where it was.
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
	// Where all is in order, nothing that is new comes between the last anchor and what lay behind it.
	if p.ordered && (below != above || below && (y < p.ys[i-1] || y > p.ys[i])) {
		return contradicts
	}
	if p.up(x, y) {
		return contradicts
	}
	return unknown
}

// up reports whether a pair moved to a higher address, which pairs do not.
func (p *places) up(x, y trace.ObjectID) bool { return p.down && p.to(y) > p.from(x) }

// rising marks a longest part of a sequence that does not fall (Schensted: Longest increasing and decreasing subsequences,
// 1961).
func rising[N cmp.Ordered](ctx context.Context, ys []N) []bool {
	var ends []int32 // by length less one, the end of the part of this length with the least end
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

// fill pairs the objects between neighbouring pairs where there is only one way to do it: those of the later state are some of
// those of the earlier one, in the same order.
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

// known keeps those of ys that have one of the same type and length among xs.
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

// between appends the objects without a pair between two.
func (s *side) between(into []trace.ObjectID, from, to trace.ObjectID) []trace.ObjectID {
	for o := from + 1; o < to; o++ {
		if s.pair[o] == trace.NoObject {
			into = append(into, o)
		}
	}
	return into
}

// mostChanged is the size of gaps up to which objects are sought whose content changed.
const mostChanged = 64

// embed pairs ys with some of xs in the same order, as far as the first possible ones are the last possible ones: those of the
// same content or, if that cannot be, of the same type and length. What has none of these is left out if it must be: collectors
// fill holes with arrays.
func (m *matcher) embed(xs, ys []trace.ObjectID) {
	content := func(x, y trace.ObjectID) bool {
		return (m.a.own[x] == m.b.own[y] || len(xs) <= mostChanged && m.became(xs, x, y)) && !m.conflict(x, y)
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

// embedding returns for each of ys the index of the only one of xs that it can be, -1 if there are several; nil if ys are not
// among xs in the same order.
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

// became reports whether y may be x with another content: it is none of xs as it was.
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

// sameShape reports whether two objects are of the same type and length, which never change.
func (m *matcher) sameShape(x, y trace.ObjectID) bool {
	return m.a.types[m.a.Heap.TypeOf.At(x)] == m.b.types[m.b.Heap.TypeOf.At(y)] && m.a.Heap.Extent.At(x) == m.b.Heap.Extent.At(y)
}
