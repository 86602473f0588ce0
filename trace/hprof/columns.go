package hprof

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	tracepkg "memcity/trace"
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

// spaceTable is what a chunk or a dump says about spaces.
type spaceTable struct {
	names map[uint32]uint64 // ids of texts by the number of the space
	marks []spaceMark       // the last one of each chunk
}

type spaceMark struct {
	chunk int
	space uint32
}

func (s *spaceTable) see(chunk int, space uint32, name uint64) {
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

func (s *spaceTable) add(t spaceTable) {
	if s.names == nil {
		s.names = t.names
	} else {
		maps.Copy(s.names, t.names)
	}
	s.marks = append(s.marks, t.marks...)
}

// columns fills the columns. A nil pointer has none of them to fill.
type columns struct {
	heap   *tracepkg.Heap
	sites  map[uint32]tracepkg.SiteID  // by the serial of the trace; nil if there are none
	spaces map[uint32]tracepkg.SpaceID // by the number of the space; nil if there are none
	marks  []spaceMark                 // in order
	blanks []uint64                    // one bit per object: a byte[] or char[] with nothing but zeros
	traces []uint32                    // serials of the sites
}

func (l *loader) newColumns() *columns {
	c := &columns{heap: l.heap, blanks: make([]uint64, (l.heap.Len()+63)/64)}
	r := l.census.serials
	for serial, trace := range l.census.traces {
		if len(trace.frames) > 0 && r.low <= serial && serial <= r.top {
			c.traces = append(c.traces, serial)
		}
	}
	if len(c.traces) > 0 {
		slices.Sort(c.traces)
		c.sites = make(map[uint32]tracepkg.SiteID, len(c.traces))
		for i, serial := range c.traces {
			c.sites[serial] = tracepkg.SiteID(i)
		}
		l.heap.SiteOf = slices.Repeat([]tracepkg.SiteID{tracepkg.NoSite}, l.heap.Len())
	}
	numbers := slices.Sorted(maps.Keys(l.census.spaces.names))
	if len(numbers) > 0 {
		c.spaces = map[uint32]tracepkg.SpaceID{}
		c.marks = l.census.spaces.marks
		for _, n := range numbers[:min(len(numbers), int(tracepkg.NoSpace))] {
			c.spaces[n] = tracepkg.SpaceID(len(l.heap.Spaces))
			l.heap.Spaces = append(l.heap.Spaces, l.census.texts[l.census.spaces.names[n]])
		}
		l.heap.SpaceOf = slices.Repeat([]tracepkg.SpaceID{tracepkg.NoSpace}, l.heap.Len())
	}
	return c
}

// columnWriter fills the columns for one goroutine.
type columnWriter struct {
	*columns
	serial uint32 // that site is of
	site   tracepkg.SiteID
	space  tracepkg.SpaceID // that the objects that follow are in
}

// begin is called before the records of a chunk.
func (w *columnWriter) begin(chunk int) {
	w.serial, w.site = 0, tracepkg.NoSite
	if w.sites != nil {
		w.seek(0)
	}
	if w.spaces == nil {
		return
	}
	w.space = tracepkg.NoSpace
	i, _ := slices.BinarySearchFunc(w.marks, chunk, func(m spaceMark, chunk int) int { return cmp.Compare(m.chunk, chunk) })
	if i > 0 {
		w.enter(w.marks[i-1].space)
	}
}

func (w *columnWriter) enter(space uint32) {
	known := false
	if w.space, known = w.spaces[space]; !known {
		w.space = tracepkg.NoSpace
	}
}

func (w *columnWriter) seek(serial uint32) {
	site, known := w.sites[serial]
	if !known {
		site = tracepkg.NoSite
	}
	w.serial, w.site = serial, site
}

// object fills the columns of o.
func (w *columnWriter) object(o tracepkg.ObjectID, r *hprof.Record) {
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
func (l *loader) addSites(c *columns, threads map[uint32]int32) {
	if !slices.ContainsFunc(l.heap.SiteOf, func(s tracepkg.SiteID) bool { return s != tracepkg.NoSite }) {
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
		l.heap.Sites = append(l.heap.Sites, tracepkg.Site{Frames: frames(trace), Thread: thread})
	}
}

// manyBlank reports whether so many strings are of zeros alone that they were blanked after the dump was made: more than
// one in a hundred. Programs hardly ever have a single one.
func manyBlank(blank, strings int) bool { return blank > 10+strings/100 }

// isBlanked reports whether the contents of arrays were blanked.
func (l *loader) isBlanked(c *columns) bool {
	h := l.heap
	isString := make([]bool, len(h.Types))
	for i := range isString {
		isString[i] = h.IsString(tracepkg.TypeID(i))
	}
	strings, blank := 0, 0
	for o, t := range h.TypeOf.All() {
		if !isString[t] {
			continue
		}
		strings++
		if a := h.Referent(tracepkg.ObjectID(o), "value"); a != tracepkg.NoObject && c.blanks[a/64]>>(a%64)&1 != 0 {
			blank++
		}
	}
	return manyBlank(blank, strings)
}

// isBlank reports whether content is nothing but zeros.
func isBlank(content []byte) bool { return len(bytes.TrimLeft(content, "\x00")) == 0 }
