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

// Columns that few dumps have: allocation sites and spaces. Allocation sites come from the hprof agent of JDK 8 and earlier; HotSpot itself
// writes the same empty trace for every object. Spaces come from Android.

// serialRange is the range of serial numbers of the objects' stack traces. It is initially empty; see [noSerials].
type serialRange struct{ low, top uint32 }

var noSerials = serialRange{low: math.MaxUint32}

func (s *serialRange) see(serial uint64) {
	s.low, s.top = min(s.low, uint32(serial)), max(s.top, uint32(serial))
}

func (s *serialRange) add(t serialRange) { s.low, s.top = min(s.low, t.low), max(s.top, t.top) }

// spaceTable contains the spaces of a chunk or dump.
type spaceTable struct {
	names map[uint32]uint64 // text IDs by space number
	marks []spaceMark       // last mark of each chunk
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

// columns fills the columns. A nil pointer means that there are none to fill.
type columns struct {
	heap   *tracepkg.Heap
	sites  map[uint32]tracepkg.SiteID  // by trace serial; nil if there are none
	spaces map[uint32]tracepkg.SpaceID // by space number; nil if there are none
	marks  []spaceMark                 // in file order
	blanks []uint64                    // one bit per object: set for a byte[] or char[] of zeros
	traces []uint32                    // trace serials of the sites
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
	serial uint32 // serial of site
	site   tracepkg.SiteID
	space  tracepkg.SpaceID // space of the objects that follow
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

// addSites adds the sites to the heap, unless no object has one. threads maps serials to threads of the heap.
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

// manyBlank reports whether the dump was blanked: more than one in a hundred strings consist of zeros. Programs hardly ever have a single
// one.
func manyBlank(blank, strings int) bool { return blank > 10+strings/100 }

// isBlanked reports whether array contents were blanked.
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

// isBlank reports whether content consists of zeros.
func isBlank(content []byte) bool { return len(bytes.TrimLeft(content, "\x00")) == 0 }
