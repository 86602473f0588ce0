package hprof

import (
	"math"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// HotSpot heap dumps do not contain object sizes. But the distance from an object to the next one in address order is never less than its
// size. Among the instances of a class there is nearly always one with a direct neighbor, so the smallest distance is the size. The
// distances also show which layout the VM used: headers, references of 4 or 8 bytes, alignment. The layout gives the sizes of arrays and of
// objects without a neighbor.

// gaps contains the smallest distances after the objects of a class.
type gaps struct {
	least uint64 // in bytes; noGap for none
	hits  uint32 // number of times the least distance occurred
	// slack[i] is the smallest distance after an array minus 1<<i bytes per element. For the true element size, this is the size of the
	// array header.
	slack [4]int64
}

const noGap = math.MaxUint64

var noGaps = gaps{least: noGap, slack: [4]int64{math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64}}

// see adds a distance after an object.
func (g *gaps) see(gap uint64) {
	if gap > g.least {
		return
	}
	if gap < g.least {
		g.least, g.hits = gap, 0
	}
	g.hits++
}

// seeArray adds a distance after an array with length elements.
func (g *gaps) seeArray(gap, length uint64) {
	g.see(gap)
	if gap < math.MaxInt64 {
		g.slack[0] = min(g.slack[0], int64(gap-length))
		g.slack[1] = min(g.slack[1], int64(gap-2*length))
		g.slack[2] = min(g.slack[2], int64(gap-4*length))
		g.slack[3] = min(g.slack[3], int64(gap-8*length))
	}
}

func (g *gaps) add(h gaps) {
	switch {
	case h.least < g.least:
		g.least, g.hits = h.least, h.hits
	case h.least == g.least:
		g.hits += h.hits
	}
	for i, s := range h.slack {
		g.slack[i] = min(g.slack[i], s)
	}
}

// vmLayout is the object layout of a VM. All sizes are in bytes.
type vmLayout struct {
	header    int64 // of an instance
	reference int64
	array     int64 // header of an array whose elements have up to 4 bytes
	array8    int64 // header of an array whose elements have 8 bytes
	refArray  int64 // header of a reference array
	align     int64
	mirror    int64 // class object without static fields
}

// vmLayouts are the layouts of HotSpot, the usual one first. They differ in the sizes of the mark word, the class pointer and references.
// With uncompressed class pointers, arrays of small elements in JDK 23 and later start at 20.
var vmLayouts = []vmLayout{
	{header: 12, reference: 4, array: 16, array8: 16, refArray: 16},
	{header: 12, reference: 8, array: 16, array8: 16, refArray: 16},
	{header: 16, reference: 8, array: 24, array8: 24, refArray: 24},
	{header: 16, reference: 8, array: 20, array8: 24, refArray: 24},
	{header: 16, reference: 4, array: 24, array8: 24, refArray: 24},
	{header: 8, reference: 4, array: 12, array8: 16, refArray: 12},
	{header: 8, reference: 8, array: 12, array8: 16, refArray: 16},
	{header: 16, reference: 8, array: 16, array8: 16, refArray: 16},
	{header: 8, reference: 8, array: 16, array8: 16, refArray: 16},
}

// nativeLayouts are the layouts of native images: the size of the header and of references depends on the collector and its options, and an
// array may have an identity hash code.
var nativeLayouts = []vmLayout{
	{header: 8, reference: 4, array: 12, array8: 16, refArray: 12},
	{header: 8, reference: 4, array: 16, array8: 16, refArray: 16},
	{header: 4, reference: 4, array: 8, array8: 8, refArray: 8},
	{header: 8, reference: 8, array: 16, array8: 16, refArray: 16},
	{header: 8, reference: 8, array: 12, array8: 16, refArray: 16},
}

// vmLayout32 is the layout of VMs with 4-byte IDs, including Android.
var vmLayout32 = vmLayout{header: 8, reference: 4, array: 12, array8: 16, refArray: 12}

func (l *vmLayout) arrayHeader(t hprof.BasicType) int64 {
	switch t {
	case hprof.Double, hprof.Long:
		return l.array8
	case hprof.Object:
		return l.refArray
	}
	return l.array
}

// elementSize returns the size in memory of a field or element of type t.
func (l *vmLayout) elementSize(t hprof.BasicType) int64 {
	return int64(t.Size(int(l.reference)))
}

func (l *vmLayout) aligned(size int64) int64 { return (size + l.align - 1) &^ (l.align - 1) }

// detectLayout returns the layout of HotSpot or Android that explains the gaps best.
func detectLayout(idSize int, odd uint64, objects int64, types []*typeInfo) vmLayout {
	candidates := vmLayouts
	if idSize == 4 {
		candidates = []vmLayout{vmLayout32}
	}
	return bestLayout(candidates, odd, objects, types)
}

// bestLayout returns the candidate that explains the gaps best. Each array type and class votes with the weight of its number of objects. A
// layout that requires more bytes than a gap has gets a penalty.
func bestLayout(candidates []vmLayout, odd uint64, objects int64, types []*typeInfo) vmLayout {
	align := int64(8)
	// In a large heap, some object is at an odd multiple of the alignment.
	if low := odd & -odd; objects >= 1000 && low > 8 {
		align = int64(min(low, 256))
	}
	var best vmLayout
	bestScore := math.Inf(-1)
	for _, l := range candidates {
		l.align = align
		score := 0.0
		sizes := newSizer(&l)
		for _, t := range types {
			score += t.agrees(&l, sizes) * math.Sqrt(float64(t.count))
		}
		if score > bestScore {
			best, bestScore = l, score
		}
	}
	return best
}

// agrees returns 1 if the layout predicts exactly the gap found for t. It returns less if the gap was larger, and a negative number if it
// was smaller.
func (t *typeInfo) agrees(l *vmLayout, sizes *sizer) float64 {
	if t.count == 0 || t.gaps.least == noGap {
		return 0
	}
	if t.kind == trace.Instance {
		limit := sizes.instance(t)
		return agreement(int64(t.gaps.least), limit)
	}
	if t.kind == trace.ClassObject {
		return 0
	}
	slack := t.gaps.slack[log2(l.elementSize(t.element))]
	return agreement(slack, l.arrayHeader(t.element))
}

func agreement(seen, limit int64) float64 {
	switch {
	case seen < limit:
		return -4
	case seen == limit:
		return 1
	}
	return 0
}

func log2(size int64) int {
	n := 0
	for ; size > 1; size >>= 1 {
		n++
	}
	return n
}

// sizer computes instance sizes by the rules of HotSpot since JDK 15 (FieldLayoutBuilder). Fields of a class follow those of its super
// class, larger primitives first, references last. Each field is put into the smallest hole of the super classes that it fits into,
// otherwise at the end.
type sizer struct {
	layout *vmLayout
}

// knownLayout caches the layout that a sizer computed for a type. It is stored in the type because a table would take more memory.
type knownLayout struct {
	by *sizer // nil if not computed
	fieldLayout
}

type fieldLayout struct {
	end   int64
	holes []hole
}

type hole struct{ at, size int64 }

func newSizer(l *vmLayout) *sizer { return &sizer{layout: l} }

// instance returns the size of an instance of t in bytes.
func (s *sizer) instance(t *typeInfo) int64 { return s.layout.aligned(s.fields(t).end) }

func (s *sizer) fields(t *typeInfo) fieldLayout {
	// The loop avoids recursion, because the file determines the length of the chain of super classes.
	var chain []*typeInfo
	f := fieldLayout{end: s.layout.header}
	for c := t; c != nil; c = c.super {
		if c.known.by == s {
			f = c.known.fieldLayout
			break
		}
		chain = append(chain, c)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		f = s.extend(f, chain[i])
		chain[i].known = knownLayout{s, f}
	}
	return f
}

// fieldOrder is the order in which field types are placed.
var fieldOrder = [...]hprof.BasicType{hprof.Long, hprof.Double, hprof.Int, hprof.Float, hprof.Short, hprof.Char, hprof.Byte,
	hprof.Boolean, hprof.Object}

func (s *sizer) extend(f fieldLayout, t *typeInfo) fieldLayout {
	if t.class == nil || len(t.class.Fields) == 0 {
		return f
	}
	f.holes = append([]hole(nil), f.holes...)
	var counts [hprof.Long + 1]int
	for _, field := range t.class.Fields {
		counts[field.Type]++
	}
	for _, kind := range fieldOrder {
		size := s.layout.elementSize(kind)
		for range counts[kind] {
			f.place(size)
		}
	}
	return f
}

// place puts a value of size bytes, aligned to its size, into the smallest hole that it fits into, or at the end.
func (f *fieldLayout) place(size int64) {
	best := -1
	for i, h := range f.holes {
		if up(h.at, size)+size <= h.at+h.size && (best < 0 || h.size < f.holes[best].size) {
			best = i
		}
	}
	if best < 0 {
		at := up(f.end, size)
		if at > f.end {
			f.holes = append(f.holes, hole{f.end, at - f.end})
		}
		f.end = at + size
		return
	}
	h := f.holes[best]
	at := up(h.at, size)
	f.holes = append(f.holes[:best], f.holes[best+1:]...)
	if at > h.at {
		f.holes = append(f.holes, hole{h.at, at - h.at})
	}
	if rest := h.at + h.size - at - size; rest > 0 {
		f.holes = append(f.holes, hole{at + size, rest})
	}
}

func up(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }
