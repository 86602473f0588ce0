package trace

import (
	"errors"
	"slices"

	"memcity/trace/parallel"
)

// errPacked reports an index out of range in a packed heap state.
var errPacked = errors.New("numbers of a packed heap state lead outside of it")

// checkRange is the number of items checked in one piece of work.
const checkRange = 1 << 20

// check returns an error if any index in the heap state is out of range.
func (h *Heap) check() error {
	if !h.checkFew() {
		return errPacked
	}
	for _, column := range []func() error{
		func() error { return below(h.TypeOf.narrow, len(h.Types)) },
		func() error { return below(h.TypeOf.wide, len(h.Types)) },
		func() error { return below(h.RefTo, h.Len()) },
		func() error { return below(h.RefSlot.block, int(h.RefSlot.more.count)+1) },
		func() error { return below(h.SiteOf, len(h.Sites), NoSite) },
		func() error { return below(h.SpaceOf, len(h.Spaces), NoSpace) },
		h.RefStart.check,
	} {
		if err := column(); err != nil {
			return err
		}
	}
	if end := h.RefStart.At(ObjectID(h.Len())); int(end) != len(h.RefTo) {
		return errPacked
	}
	return nil
}

// checkFew reports whether the indices of types, threads and other short lists are in range.
func (h *Heap) checkFew() bool {
	n := h.Len()
	there := func(o ObjectID) bool { return o == NoObject || int(o) < n }
	for i := range h.Types {
		t := &h.Types[i]
		if !there(t.Class) || !there(t.Loader) || t.Super != NoType && int(t.Super) >= len(h.Types) {
			return false
		}
	}
	for i := range h.Threads {
		if !there(h.Threads[i].Object) {
			return false
		}
	}
	for i := range h.Roots {
		r := &h.Roots[i]
		if int64(r.Object) >= int64(n) || int(r.Thread) >= len(h.Threads) ||
			r.Frame >= 0 && (r.Thread < 0 || int(r.Frame) >= len(h.Threads[r.Thread].Frames)) {
			return false
		}
	}
	for o := range h.StaticNames {
		if int(o) >= n {
			return false
		}
	}
	return h.Align > 0 && h.Align&(h.Align-1) == 0 && (h.Extent.high.all == nil || len(h.Extent.high.all) == n)
}

// below returns errPacked unless all items of a column are less than bound or listed in but. The cost is linear in the items, on all CPUs.
func below[T ~uint8 | ~uint16 | ~uint32](column []T, bound int, but ...T) error {
	return parallel.Ranges(len(column), checkRange, func(_, from, to int) error {
		for _, item := range column[from:to] {
			if int(item) >= bound && !slices.Contains(but, item) {
				return errPacked
			}
		}
		return nil
	})
}

// check returns errPacked unless the first row begins at 0 and each other row begins where the previous one ends.
func (r *Rows) check() error {
	known := func(i int) bool { return r.blocks[i].after[0] == 0 || int(r.blocks[i].begin) < len(r.far) }
	return parallel.Ranges(len(r.blocks), checkRange/rowsBlock, func(_, from, to int) error {
		end := uint32(0)
		if from > 0 {
			if !known(from - 1) {
				return errPacked
			}
			_, end = r.Row(ObjectID(from*rowsBlock - 1))
		}
		for i := from; i < to; i++ {
			if !known(i) {
				return errPacked
			}
			for o := ObjectID(i * rowsBlock); int(o) < (i+1)*rowsBlock; o++ {
				start, after := r.Row(o)
				if start != end || after < start {
					return errPacked
				}
				end = after
			}
		}
		return nil
	})
}
