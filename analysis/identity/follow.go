package identity

import (
	"memcity/trace"
)

// Limits of a field that leads from pairs to pairs.
const (
	stable     = 0.999
	stableSeen = 50 // pairs at least
)

// follower pairs what pairs refer to.
type follower struct {
	*matcher
	places *places
	first  []uint32 // by type of the earlier state, the number of its first field
	fields []field
	work   []trace.ObjectID // earlier objects of new pairs
	where  map[trace.ObjectID]int32
}

// field counts how often a field of two objects that are a pair leads to two that are one, or to others.
type field struct{ same, other uint32 }

func (f field) stable() bool {
	return f.same >= stableSeen && float64(f.same) >= stable*float64(f.same+f.other)
}

// follow pairs what equal fields of pairs, and equal places of arrays, refer to.
func (m *matcher) follow(p *places) {
	f := &follower{matcher: m, places: p, where: map[trace.ObjectID]int32{}}
	f.watch()
	m.a.refine(1)
	m.b.refine(1)
	for x, y := range m.a.pair {
		if y != trace.NoObject {
			f.from(trace.ObjectID(x), y)
		}
		for len(f.work) > 0 {
			x := f.work[len(f.work)-1]
			f.work = f.work[:len(f.work)-1]
			f.from(x, m.a.pair[x])
		}
	}
}

// watch counts how stable fields are.
func (f *follower) watch() {
	h := f.a.Heap
	f.first = make([]uint32, len(h.Types)+1)
	for i := range h.Types {
		f.first[i+1] = f.first[i] + uint32(len(h.Types[i].References))
	}
	f.fields = make([]field, f.first[len(h.Types)])
	for x, y := range f.a.pair {
		if y == trace.NoObject || !f.by[x].certain() || h.Types[h.TypeOf[x]].Kind != trace.Instance {
			continue
		}
		f.each(trace.ObjectID(x), y, func(slot uint16, tx, ty trace.ObjectID) {
			c := f.field(trace.ObjectID(x), slot)
			if c == nil || !f.anchored(tx, ty) {
				return
			}
			if f.a.pair[tx] == ty {
				c.same++
			} else {
				c.other++
			}
		})
	}
}

// anchored reports whether two objects are both recognised well.
func (f *follower) anchored(tx, ty trace.ObjectID) bool {
	by := f.b.pair[ty]
	return f.a.pair[tx] != trace.NoObject && f.by[tx].certain() && (by == trace.NoObject || f.by[by].certain())
}

func (f *follower) field(x trace.ObjectID, slot uint16) *field {
	t := f.a.Heap.TypeOf[x]
	if at := f.first[t] + uint32(slot); at < f.first[t+1] {
		return &f.fields[at]
	}
	return nil
}

// each calls visit with what the same slots of two objects refer to.
func (f *follower) each(x, y trace.ObjectID, visit func(slot uint16, tx, ty trace.ObjectID)) {
	a, b := f.a.Heap, f.b.Heap
	i, j := a.RefStart[x], b.RefStart[y]
	for i < a.RefStart[x+1] && j < b.RefStart[y+1] {
		switch p, q := a.RefSlot[i], b.RefSlot[j]; {
		case p < q:
			i++
		case p > q:
			j++
		default:
			visit(p, a.RefTo[i], b.RefTo[j])
			i, j = i+1, j+1
		}
	}
}

// from pairs what a pair refers to.
func (f *follower) from(x, y trace.ObjectID) {
	if f.a.Heap.Types[f.a.Heap.TypeOf[x]].Kind == trace.ObjectArray {
		f.row(f.a.Heap.References(x), f.b.Heap.References(y), f.by[x].certain())
		return
	}
	f.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
		if !f.free(tx, ty) {
			return
		}
		c := f.field(x, slot)
		f.propose(tx, ty, f.by[x].certain() && c != nil && c.stable())
	})
}

// free reports whether two objects may be a pair.
func (f *follower) free(tx, ty trace.ObjectID) bool {
	return f.a.pair[tx] == trace.NoObject && f.b.pair[ty] == trace.NoObject && f.sameShape(tx, ty)
}

// propose makes a pair of two objects that a reference leads to, as sure as it may be.
func (f *follower) propose(tx, ty trace.ObjectID, sure bool) {
	place := f.places.of(tx, ty)
	same := f.a.own[tx] == f.b.own[ty]
	by := guess
	switch {
	case place == contradicts:
		if !same {
			return
		}
	case place == fits, same && sure:
		by = led
	}
	f.join(tx, ty, by)
	f.work = append(f.work, tx)
}

// row pairs the elements of two arrays that are a pair: between elements that are recognised, if there are as many in both.
func (f *follower) row(xs, ys []trace.ObjectID, sure bool) {
	clear(f.where)
	open := false
	for j, y := range ys {
		if f.b.pair[y] != trace.NoObject {
			f.where[y] = int32(j)
		} else {
			open = true
		}
	}
	if !open {
		return
	}
	i0, j0 := 0, 0
	for i := 0; i <= len(xs); i++ {
		j := len(ys)
		if i < len(xs) {
			y := f.a.pair[xs[i]]
			if y == trace.NoObject {
				continue
			}
			at, ok := f.where[y]
			if !ok || int(at) < j0 {
				continue
			}
			j = int(at)
		}
		f.gap(xs[i0:i], ys[j0:j], sure)
		i0, j0 = i+1, j+1
	}
}

// gap pairs elements one by one.
func (f *follower) gap(xs, ys []trace.ObjectID, sure bool) {
	if len(xs) != len(ys) {
		return
	}
	for i, x := range xs {
		if f.free(x, ys[i]) {
			f.propose(x, ys[i], sure)
		}
	}
}
