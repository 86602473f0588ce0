package trace

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"memcity/trace/wire/hprof"
)

// Columns that few dumps have: allocation sites, from the agent hprof of JDK 8 and before (HotSpot itself writes the same
// empty trace for every object), and spaces, from Android.

// serialRange is the range of the stack traces of objects by their serials. It begins as the empty one.
type serialRange struct{ low, top uint32 }

var noSerials = serialRange{low: math.MaxUint32}

func (s *serialRange) see(serial uint64) {
	s.low, s.top = min(s.low, uint32(serial)), max(s.top, uint32(serial))
}

func (s *serialRange) add(t serialRange) { s.low, s.top = min(s.low, t.low), max(s.top, t.top) }

// hprofSpaces is what a chunk or a dump says about spaces.
type hprofSpaces struct {
	names map[uint32]uint64 // ids of texts by the number of the space
	marks []spaceMark       // the last one of each chunk
}

type spaceMark struct {
	chunk int
	space uint32
}

func (s *hprofSpaces) see(chunk int, space uint32, name uint64) {
	if s.names == nil {
		s.names = map[uint32]uint64{}
	}
	s.names[space] = name
	mark := spaceMark{chunk, space}
	if n := len(s.marks); n > 0 && s.marks[n-1].chunk == chunk {
		s.marks[n-1] = mark
		return
	}
	s.marks = append(s.marks, mark)
}

func (s *hprofSpaces) add(t hprofSpaces) {
	if s.names == nil {
		s.names = t.names
	} else {
		maps.Copy(s.names, t.names)
	}
	s.marks = append(s.marks, t.marks...)
}

// hprofColumns fills the columns. A nil pointer has none of them to fill.
type hprofColumns struct {
	heap   *Heap
	sites  map[uint32]SiteID  // by the serial of the trace; nil if there are none
	spaces map[uint32]SpaceID // by the number of the space; nil if there are none
	marks  []spaceMark        // in order
	blanks []uint64           // one bit per object: a byte[] or char[] with nothing but zeros
	traces []uint32           // serials of the sites
}

func (l *hprofLoader) newColumns() *hprofColumns {
	c := &hprofColumns{heap: l.heap, blanks: make([]uint64, (l.heap.Len()+63)/64)}
	r := l.census.serials
	for serial, trace := range l.census.traces {
		if len(trace.frames) > 0 && r.low <= serial && serial <= r.top {
			c.traces = append(c.traces, serial)
		}
	}
	if len(c.traces) > 0 {
		slices.Sort(c.traces)
		c.sites = make(map[uint32]SiteID, len(c.traces))
		for i, serial := range c.traces {
			c.sites[serial] = SiteID(i)
		}
		l.heap.SiteOf = slices.Repeat([]SiteID{NoSite}, l.heap.Len())
	}
	numbers := slices.Sorted(maps.Keys(l.census.spaces.names))
	if len(numbers) > 0 {
		c.spaces = map[uint32]SpaceID{}
		c.marks = l.census.spaces.marks
		for _, n := range numbers[:min(len(numbers), int(NoSpace))] {
			c.spaces[n] = SpaceID(len(l.heap.Spaces))
			l.heap.Spaces = append(l.heap.Spaces, l.census.texts[l.census.spaces.names[n]])
		}
		l.heap.SpaceOf = slices.Repeat([]SpaceID{NoSpace}, l.heap.Len())
	}
	return c
}

// columnWriter fills the columns for one goroutine.
type columnWriter struct {
	*hprofColumns
	serial uint32 // that site is of
	site   SiteID
	space  SpaceID // that the objects that follow are in
}

// begin is called before the records of a chunk.
func (w *columnWriter) begin(chunk int) {
	w.serial, w.site = 0, NoSite
	if w.sites != nil {
		w.seek(0)
	}
	if w.spaces == nil {
		return
	}
	w.space = NoSpace
	i, _ := slices.BinarySearchFunc(w.marks, chunk, func(m spaceMark, chunk int) int { return cmp.Compare(m.chunk, chunk) })
	if i > 0 {
		w.enter(w.marks[i-1].space)
	}
}

func (w *columnWriter) enter(space uint32) {
	known := false
	if w.space, known = w.spaces[space]; !known {
		w.space = NoSpace
	}
}

func (w *columnWriter) seek(serial uint32) {
	site, known := w.sites[serial]
	if !known {
		site = NoSite
	}
	w.serial, w.site = serial, site
}

// object fills the columns of o.
func (w *columnWriter) object(o ObjectID, r *hprof.Record) {
	if w.sites != nil {
		if serial := uint32(r.Values[1]); serial != w.serial {
			w.seek(serial)
		}
		w.heap.SiteOf[o] = w.site
	}
	if w.spaces != nil {
		w.heap.SpaceOf[o] = w.space
	}
	if r.Kind != hprof.PrimitiveArray || len(r.Body) == 0 || r.Body[0] != 0 {
		return
	}
	if t := hprof.BasicType(r.Values[hprof.ArrayType]); (t == hprof.Byte || t == hprof.Char) && isBlank(r.Body) {
		atomic.OrUint64(&w.blanks[o/64], 1<<(o%64))
	}
}

// addSites describes the sites, unless no object has one. Threads are the threads of the heap by serial.
func (l *hprofLoader) addSites(c *hprofColumns, threads map[uint32]int32) {
	if !slices.ContainsFunc(l.heap.SiteOf, func(s SiteID) bool { return s != NoSite }) {
		l.heap.SiteOf = nil
		return
	}
	frames := l.frames()
	for _, serial := range c.traces {
		trace := l.census.traces[serial]
		thread, known := threads[trace.thread]
		if !known {
			thread = -1
		}
		l.heap.Sites = append(l.heap.Sites, Site{Frames: frames(trace), Thread: thread})
	}
}

// manyBlank reports whether so many strings are of zeros alone that they were blanked after the dump was made: more than
// one in a hundred. Programs hardly ever have a single one.
func manyBlank(blank, strings int) bool { return blank > 10+strings/100 }

// isBlanked reports whether the contents of arrays were blanked.
func (l *hprofLoader) isBlanked(c *hprofColumns) bool {
	h := l.heap
	isString := make([]bool, len(h.Types))
	for i := range isString {
		isString[i] = h.IsString(TypeID(i))
	}
	strings, blank := 0, 0
	for o, t := range h.TypeOf {
		if !isString[t] {
			continue
		}
		strings++
		if a := h.Referent(ObjectID(o), "value"); a != NoObject && c.blanks[a/64]>>(a%64)&1 != 0 {
			blank++
		}
	}
	return manyBlank(blank, strings)
}

// isBlank reports whether content is nothing but zeros.
func isBlank(content []byte) bool { return len(bytes.TrimLeft(content, "\x00")) == 0 }
