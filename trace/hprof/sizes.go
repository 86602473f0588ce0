package hprof

import (
	"math"

	"memcity/trace"
)

// measure sets the sizes of all types and class objects from the gaps between all objects.
func (l *loader) measure() {
	for _, t := range l.types.list {
		t.gaps = noGaps
	}
	l.seeGaps()
	v := l.types.measure(l.reader.Header.IDSize, l.census.odd, int64(l.index.len()), l.mirrors)
	l.warnNumbered()
	l.heap.Align = v.align
	l.setStackSizes(&v)
	for _, m := range l.mirrors {
		l.heap.Extent.Set(m.object, uint32(min(v.mirrorSize(&m), math.MaxUint32)))
	}
}

// seeGaps adds the gaps between all objects, in address order.
func (l *loader) seeGaps() {
	var before *typeInfo
	var beforeID, length uint64
	mirrors := l.mirrors
	types, typeOf, extent := l.types.list, &l.heap.TypeOf, &l.heap.Extent
	l.index.each(func(o trace.ObjectID, id uint64) {
		if before != nil {
			switch gap := id - beforeID; before.kind {
			case trace.Instance:
				if before.hasStacks() {
					l.seeStack(before, o-1, int64(length), gap)
				} else {
					before.gaps.see(gap)
				}
			case trace.ClassObject:
				if len(mirrors) > 0 && mirrors[0].object == o-1 {
					mirrors[0].gap = gap
					mirrors = mirrors[1:]
				}
			default:
				before.gaps.seeArray(gap, length)
			}
		}
		before, beforeID, length = types[typeOf.At(o)], id, uint64(extent.At(o))
	})
	if before != nil && before.hasStacks() {
		l.seeStack(before, trace.ObjectID(l.index.len()-1), int64(length), 0)
	}
}

// measure sets the sizes of the types from their gaps. mirrors are all class objects.
func (ts *typeTable) measure(idSize int, odd uint64, objects int64, mirrors []mirror) vmLayout {
	v := detectLayout(idSize, odd, objects, ts.list)
	switch {
	case ts.native:
		v = bestLayout(nativeLayouts, odd, objects, ts.list)
	case isNumbered(odd):
		v = ts.ignoreGaps(mirrors)
	}
	real := ts.realSizes()
	sizes := newSizer(&v)
	for _, t := range ts.list {
		switch {
		case t.kind == trace.PrimitiveArray || t.kind == trace.ObjectArray:
			t.size, t.elementSize = v.arrayHeader(t.element), v.elementSize(t.element)
		case real && t.class != nil:
			t.size = v.aligned(int64(t.class.size))
		default:
			ts.chooseSize(t, sizes)
		}
	}
	v.mirror = ts.mirrorBase(&v, sizes, mirrors, real)
	return v
}

// isNumbered reports whether IDs are numbers instead of addresses, as in dumps of the agent that came with JDK 5 to 8. Objects of all VMs begin
// at multiples of 8. odd is the bitwise or of all IDs.
func isNumbered(odd uint64) bool { return odd&7 != 0 }

// ignoreGaps removes the gaps between IDs that are no addresses, and returns the usual layout: that of 64-bit HotSpot with compressed references.
func (ts *typeTable) ignoreGaps(mirrors []mirror) vmLayout {
	for _, t := range ts.list {
		t.gaps = noGaps
	}
	for i := range mirrors {
		mirrors[i].gap = 0
	}
	v := vmLayouts[0]
	v.align = 8
	return v
}

// warnNumbered warns of sizes that are computed without gaps between addresses.
func (l *loader) warnNumbered() {
	if !isNumbered(l.census.odd) {
		return
	}
	what := "sizes are computed from the fields"
	if l.types.realSizes() {
		what = "sizes of arrays are computed"
	}
	l.warn("object IDs are numbers, not addresses, so " + what + ", by the layout of 64-bit HotSpot with compressed references")
}

// realSizes reports whether the file contains real instance sizes, as native images and Android write them. HotSpot writes the sum of the
// fields, which is 0 for java.lang.Object.
func (ts *typeTable) realSizes() bool {
	t := ts.named("java.lang.Object")
	return t != nil && t.class != nil && t.class.size > 0
}

// maxPadding is the largest size in bytes that padding against false sharing and internal fields of the VM add to an instance: three cache
// lines of 128 bytes.
const maxPadding = 3 * 128

// chooseSize sets the size of an instance, after the sizes of its super classes. Subclasses inherit the difference between a class's size
// and the formula.
func (ts *typeTable) chooseSize(t *typeInfo, sizes *sizer) {
	var chain []*typeInfo
	for c := t; c != nil && c.size == 0; c = c.super {
		chain = append(chain, c)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		c := chain[i]
		formula := sizes.instance(c)
		expected := formula
		if c.super != nil {
			expected += c.super.excess
		}
		c.size = c.choose(expected, sizes.layout)
		c.excess = max(0, c.size-formula)
	}
}

// choose returns the size of an instance, given the size by the layout formula. A smaller gap means that the formula is wrong, since older
// VMs use another layout. A larger gap has two possible causes. Either the instances are few and none has a neighbor. Or they have internal
// fields of the VM, one or two words, or padding of at least a cache line of 128 bytes against false sharing. In the second case the gap
// occurs again, or hardly leaves room for another object. Other gaps may also recur, if a collector leaves holes between objects.
func (t *typeInfo) choose(formula int64, v *vmLayout) int64 {
	least := t.gaps.least
	if least == noGap || least > uint64(formula)+maxPadding {
		return formula
	}
	excess := int64(least) - formula
	again := t.gaps.hits > 1 && (excess <= 16 || excess >= 128)
	if excess <= v.align || again {
		return int64(least)
	}
	return formula
}

// mirrorBase returns the size of a class object without static fields.
func (ts *typeTable) mirrorBase(v *vmLayout, sizes *sizer, mirrors []mirror, real bool) int64 {
	if ts.class == nil {
		return 0
	}
	// Class and array class, two sizes, and three references are internal fields of the VM.
	formula, least := up(sizes.fields(ts.class).end+2*8+2*4+3*v.reference, 8), v.header
	if real && ts.class.class != nil {
		formula = int64(ts.class.class.size)
		least = formula
	}
	base := int64(math.MaxInt64)
	for i := range mirrors {
		if m := &mirrors[i]; m.gap > 0 && m.gap < 1<<31 {
			base = min(base, int64(m.gap)-m.staticBytes(v))
		}
	}
	if base < least || base > formula+maxPadding {
		return formula
	}
	return base
}

func (m *mirror) staticBytes(v *vmLayout) int64 { return up(m.statics+m.refs*v.reference, 8) }

// mirrorSize returns the size of a class object.
func (v *vmLayout) mirrorSize(m *mirror) int64 { return v.aligned(v.mirror + m.staticBytes(v)) }

// arrayBytes returns the total shallow size of the counted arrays.
func (t *typeInfo) arrayBytes(v *vmLayout) int64 {
	u := t.use
	total := u.elements * t.elementSize
	for r, n := range u.lengths {
		content := int64(r) * t.elementSize
		total += n * (v.aligned(t.size+content) - content)
	}
	return total
}
