package goheap

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/addresses"
	"memcity/trace/scratch"
	"memcity/trace/wire/goheap"
)

// words contains memory of the program in words, with a bit for each word that is a pointer. It grows by chunks.
type words struct {
	values  [][]uint64
	pointer [][]uint64
	n       uint64
	ptr     int // size of a pointer in bytes
	order   binary.ByteOrder
}

// chunkWords is the number of words of a chunk, a power of two.
const chunkWords = 1 << 20

// add appends contents and returns the number of the first word.
func (w *words) add(contents []byte, fields []uint64) (first uint64) {
	first = w.n
	for len(contents) >= w.ptr {
		if w.n%chunkWords == 0 {
			w.values = append(w.values, scratch.Make[uint64](chunkWords))
			w.pointer = append(w.pointer, make([]uint64, chunkWords/64))
		}
		v := uint64(0)
		if w.ptr == 8 {
			v = w.order.Uint64(contents)
		} else {
			v = uint64(w.order.Uint32(contents))
		}
		w.values[w.n/chunkWords][w.n%chunkWords] = v
		w.n++
		contents = contents[w.ptr:]
	}
	for _, offset := range fields {
		if at := offset / uint64(w.ptr); offset%uint64(w.ptr) == 0 && at < w.n-first {
			at += first
			w.pointer[at/chunkWords][at%chunkWords/64] |= 1 << (at % 64)
		}
	}
	return first
}

// at returns a word; 0 beyond the last one.
func (w *words) at(i uint64) uint64 {
	if i >= w.n {
		return 0
	}
	return w.values[i/chunkWords][i%chunkWords]
}

func (w *words) isPointer(i uint64) bool {
	return i < w.n && w.pointer[i/chunkWords][i%chunkWords/64]&(1<<(i%64)) != 0
}

func (w *words) release() {
	for i := range w.values {
		scratch.Release(&w.values[i])
	}
	w.values, w.pointer = nil, nil
}

// noWords is the first word of an object without pointers, whose contents are not kept.
const noWords = 1<<64 - 1

// object is an object of the dump.
type object struct {
	addr  uint64 // of the first byte that the program uses
	size  uint64 // in bytes, including a header
	first uint64 // number of its first word in use; noWords for an object without pointers
	head  bool   // the word before it is the address of its type
}

// used is the number of bytes that the program can use.
func (o *object) used(ptr int) uint64 {
	if o.head {
		return o.size - uint64(ptr)
	}
	return o.size
}

// segment is a part of the memory with package variables.
type segment struct {
	addr, size uint64
	first      uint64 // number of its first word
}

// Sizes of Go's allocator, in bytes.
const (
	pageSize    = 8 << 10
	bitmapSize  = pageSize / 64 // of the pointers in a page
	marksSize   = 128           // of the marks in a page, with the collector Green Tea
	smallSize   = 512           // largest object whose pointers the page describes
	headedSize  = 32 << 10      // largest object with a header
	smallestRun = 16            // smallest object in a page with marks
)

// version is the layout of memory in a version of Go.
type version struct {
	inPage bool // pages describe the pointers of small objects, and larger ones have a header
	marks  bool // pages contain marks
}

// versionOf returns the layout for a version such as "go1.26.1 X:nogreenteagc".
func versionOf(text string) (v version) {
	number, experiments, _ := strings.Cut(text, " ")
	minor := 0
	if rest, ok := strings.CutPrefix(number, "go1."); ok {
		for i := 0; i < len(rest) && i < 3 && rest[i] >= '0' && rest[i] <= '9'; i++ {
			minor = minor*10 + int(rest[i]-'0')
		}
	}
	if strings.HasPrefix(number, "devel") {
		minor = 26
	}
	v.inPage = minor >= 22
	v.marks = !strings.Contains(experiments, "nogreenteagc") && (minor >= 26 || strings.Contains(experiments, "greenteagc"))
	return v
}

// addObject stores an object.
func (m *memory) addObject(r *goheap.Record) {
	o := object{addr: r.Numbers[0], size: uint64(len(r.Contents)), first: noWords}
	if len(r.Fields) > 0 && len(r.Contents) >= m.words.ptr {
		o.first = m.words.add(r.Contents, r.Fields)
		ptr := uint64(m.words.ptr)
		if m.version.inPage && o.size > smallSize && o.size <= headedSize && !m.words.isPointer(o.first) && m.words.at(o.first) != 0 {
			o.head, o.addr, o.first = true, o.addr+ptr, o.first+1
		}
	}
	m.objects = append(m.objects, o)
}

// memory contains the objects and segments of a dump.
type memory struct {
	words     words
	version   version
	objects   []object // by address after place
	index     *addresses.Index
	data, bss segment
	stacks    []segment // frames, by address after place
}

// place sorts the objects. It returns how many were left out because another object has their address.
func (m *memory) place() (duplicates int) {
	slices.SortStableFunc(m.objects, func(a, b object) int { return cmp.Compare(a.addr, b.addr) })
	slices.SortFunc(m.stacks, func(a, b segment) int { return cmp.Compare(a.addr, b.addr) })
	m.dropTails()
	before := len(m.objects)
	m.objects = slices.CompactFunc(m.objects, func(a, b object) bool { return a.addr == b.addr })
	all := make([]uint64, len(m.objects))
	for i := range m.objects {
		all[i] = m.objects[i].addr
	}
	m.index = addresses.NewIndex(all)
	return before - len(m.objects)
}

// dropTails removes the bitmap and the marks of pages. Go writes these bytes as if they were objects.
func (m *memory) dropTails() {
	if !m.version.inPage {
		return
	}
	kept := m.objects[:0]
	for from := 0; from < len(m.objects); {
		page := m.objects[from].addr &^ (pageSize - 1)
		to := from + 1
		for to < len(m.objects) && m.objects[to].addr&^(pageSize-1) == page {
			to++
		}
		limit := m.limit(m.objects[from:to])
		for _, o := range m.objects[from:to] {
			if o.size > smallSize || o.addr-page+o.size <= limit {
				kept = append(kept, o)
			}
		}
		from = to
	}
	m.objects = kept
}

// limit returns the offset in a page at which its objects end, given those objects and what looks like some.
func (m *memory) limit(objects []object) uint64 {
	size := objects[0].size
	limit := uint64(pageSize)
	if m.version.marks && size >= smallestRun {
		limit -= marksSize
	}
	for i := range objects {
		if o := &objects[i]; o.first != noWords && o.addr%pageSize+size <= limit-bitmapSize {
			return limit - bitmapSize
		}
	}
	return limit
}

// find returns the object that contains an address; NoObject if there is none.
func (m *memory) find(addr uint64) trace.ObjectID {
	o := m.index.Below(addr)
	if o == trace.NoObject {
		return o
	}
	if x := &m.objects[o]; addr-x.addr < x.used(m.words.ptr) || addr == x.addr {
		return o
	}
	return trace.NoObject
}

// segmentAt returns the segment or frame that contains an address; nil for none.
func (m *memory) segmentAt(addr uint64) *segment {
	for _, s := range []*segment{&m.data, &m.bss} {
		if addr >= s.addr && addr-s.addr < s.size {
			return s
		}
	}
	i := sort.Search(len(m.stacks), func(i int) bool { return m.stacks[i].addr > addr }) - 1
	if i >= 0 && addr-m.stacks[i].addr < m.stacks[i].size {
		return &m.stacks[i]
	}
	return nil
}
