package hprof

import (
	"math"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// A heap dump of HotSpot does not say how large objects are. But the distance from an object to the next one in the
// order of addresses is never less than its size, and among the instances of a class there is nearly always one with
// a direct neighbour, so the smallest distance is the size. The same distances say which layout the virtual machine
// used (headers, references of 4 or 8 bytes, alignment), and that gives sizes for arrays and for what has no neighbour.

// gaps are the smallest distances seen after the objects of one class.
type gaps struct {
	least uint64 // in bytes; noGap if none was seen
	hits  uint32 // how often the least was seen
	// slack[i] is the smallest distance after an array minus 1<<i bytes for each element: for the element's true size,
	// the array's header.
	slack [4]int64
}

const noGap = math.MaxUint64

var noGaps = gaps{least: noGap, slack: [4]int64{math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64}}

// see takes a distance after an object.
func (g *gaps) see(gap uint64) {
	if gap > g.least {
		return
	}
	if gap < g.least {
		g.least, g.hits = gap, 0
	}
	g.hits++
}

// seeArray takes a distance after an array with length elements.
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

// vmLayout is how a virtual machine lays objects out. All numbers are bytes.
type vmLayout struct {
	header    int64 // of an instance
	reference int64
	array     int64 // header of an array with elements of up to 4 bytes
	array8    int64 // header of an array with elements of 8 bytes
	refArray  int64 // header of an array of references
	align     int64
	mirror    int64 // a class object without its static fields
}

// vmLayouts are the layouts of HotSpot, the usual one first: by size of the header's parts (mark word and class
// pointer) and of references. With full class pointers JDK 23 and later let small elements begin at 20.
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

// vmLayout32 is that of virtual machines with ids of 4 bytes, Android's included.
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

// elementSize returns the bytes that a field or an element of type t takes in memory.
func (l *vmLayout) elementSize(t hprof.BasicType) int64 {
	return int64(t.Size(int(l.reference)))
}

func (l *vmLayout) aligned(size int64) int64 { return (size + l.align - 1) &^ (l.align - 1) }

// detectLayout finds the layout that explains the gaps best. Each array type and class has a say, as loud as it has
// objects; a layout that needs more bytes than were seen loses by that.
func detectLayout(idSize int, odd uint64, objects int64, types []*typeInfo) vmLayout {
	candidates := vmLayouts
	if idSize == 4 {
		candidates = []vmLayout{vmLayout32}
	}
	align := int64(8)
	// In a large heap some object lies at an odd multiple of the alignment.
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

// agrees returns 1 if the layout gives just the distance that was seen for t, less if it was larger, and a negative
// number if it was too small.
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

// sizer computes sizes of instances as HotSpot lays them out since JDK 15 (FieldLayoutBuilder): fields of a class after
// those of its super class, larger primitive values first, references last, each in the smallest hole of the super
// classes that it fits into, else at the end.
type sizer struct {
	layout *vmLayout
}

// knownLayout is where a sizer put the fields of a type. It lies at the type, since a table would take more.
type knownLayout struct {
	by *sizer // nil for none
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
	// The chain of super classes is walked without recursion: it is as long as the file wants it.
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

// fieldOrder is the order in which types of fields are placed.
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

// place puts a value of size bytes, aligned to its size, into the smallest hole it fits into, or at the end.
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
