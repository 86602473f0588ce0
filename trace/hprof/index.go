package hprof

import (
	"math/bits"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"memcity/trace"
)

// objectIndex numbers objects in the order of their ids: the index of an id is its rank.
type objectIndex interface {
	find(id uint64) (trace.ObjectID, bool)
	id(trace.ObjectID) uint64
	next(id uint64) uint64 // the id after that of an object, 0 if there is none
	len() int
	// each calls visit for every object in order.
	each(visit func(o trace.ObjectID, id uint64))
}

// Ids are addresses, nearly always: multiples of 8 in a few dense regions. One bit for every 8 bytes of the regions,
// with a count next to every 64 bits, then costs 16 bytes for 512 bytes of heap, 1 to 2 bytes per object; it finds the
// index in one cache line, and it sorts on the way. A sorted list is the fallback for other ids.

const (
	pageShift = 20                       // bytes of address space per page, as a power of two
	pageWords = 1 << (pageShift - 3 - 6) // of 64 bits, one per 8 bytes
	pageBytes = pageWords * 8            // of memory, while the bits are collected
	maxPages  = 1 << 22                  // 4 TB between the lowest and the highest id
	pageMask  = 1<<pageShift - 1
)

type bitPage [pageWords]uint64

// bitCollector collects ids from several goroutines.
type bitCollector struct {
	mu     sync.Mutex
	pages  map[uint64]*bitPage
	limit  int    // of pages
	span   uint64 // of pages between the lowest and the highest id
	failed atomic.Bool
	closed atomic.Bool // no more ids are wanted
}

// close lets go of all ids; no index is made of them.
func (b *bitCollector) close() {
	b.closed.Store(true)
	b.failed.Store(true)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages, b.limit = nil, 0
}

// newBitCollector returns a collector for a file of size bytes. More memory than an eighth of the file, and some, is a
// sign that the ids are no addresses.
func newBitCollector(size int64) *bitCollector {
	return &bitCollector{
		pages: map[uint64]*bitPage{},
		limit: 64 + int(size/8/pageBytes),
		span:  min(maxPages, 1<<16+uint64(size)/16),
	}
}

func (b *bitCollector) page(n uint64) *bitPage {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pages[n]
	if p == nil && len(b.pages) < b.limit {
		p = new(bitPage)
		b.pages[n] = p
	}
	if p == nil {
		b.failed.Store(true)
		return new(bitPage)
	}
	return p
}

// bitWriter adds ids for one goroutine. Ids near each other share the atomic operation on their word.
type bitWriter struct {
	all    *bitCollector
	number uint64
	page   *bitPage
	word   uint32
	bits   uint64
	odd    uint64 // all ids, or-ed
}

func (w *bitWriter) add(id uint64) {
	w.odd |= id
	word := uint32(id&pageMask) >> 9
	if w.page == nil || id>>pageShift != w.number || word != w.word {
		w.flush()
		if w.page == nil || id>>pageShift != w.number {
			w.number = id >> pageShift
			w.page = w.all.page(w.number)
		}
		w.word = word
	}
	w.bits |= 1 << (id >> 3 & 63)
}

func (w *bitWriter) flush() {
	if w.bits != 0 {
		atomic.OrUint64(&w.page[w.word], w.bits)
		w.bits = 0
	}
}

// rankIndex is an objectIndex for addresses.
type rankIndex struct {
	base   uint64   // number of the first page
	pages  []uint32 // 1 + index of the page among those that are used, 0 for those that are not
	used   []uint64 // numbers of the used pages, ascending
	words  []rankWord
	length int
}

type rankWord struct {
	bits uint64
	rank uint32 // of the first bit
}

// index makes the index, nil if the ids do not suit it.
func (b *bitCollector) index() *rankIndex {
	if b.failed.Load() {
		return nil
	}
	ix := &rankIndex{}
	for n := range b.pages {
		ix.used = append(ix.used, n)
	}
	slices.Sort(ix.used)
	if len(ix.used) == 0 {
		return ix
	}
	ix.base = ix.used[0]
	span := ix.used[len(ix.used)-1] - ix.base + 1
	if span > b.span {
		return nil
	}
	ix.pages = make([]uint32, span)
	ix.words = make([]rankWord, len(ix.used)*pageWords)
	for i, n := range ix.used {
		ix.pages[n-ix.base] = uint32(i + 1)
		to := ix.words[i*pageWords:][:pageWords]
		for j, w := range b.pages[n] {
			to[j] = rankWord{w, uint32(ix.length)}
			ix.length += bits.OnesCount64(w)
		}
		delete(b.pages, n)
	}
	return ix
}

func (ix *rankIndex) len() int { return ix.length }

func (ix *rankIndex) find(id uint64) (trace.ObjectID, bool) {
	p := id>>pageShift - ix.base
	if p >= uint64(len(ix.pages)) || id&7 != 0 {
		return 0, false
	}
	at := ix.pages[p]
	if at == 0 {
		return 0, false
	}
	w := &ix.words[uint64(at-1)*pageWords+(id&pageMask)>>9]
	bit := id >> 3 & 63
	if w.bits>>bit&1 == 0 {
		return 0, false
	}
	return trace.ObjectID(w.rank + uint32(bits.OnesCount64(w.bits&(1<<bit-1)))), true
}

func (ix *rankIndex) id(o trace.ObjectID) uint64 {
	if int(o) >= ix.length {
		return 0
	}
	// The last word whose rank is not above o has it: words without bits have the rank of the next.
	i := sort.Search(len(ix.words), func(i int) bool { return ix.words[i].rank > uint32(o) }) - 1
	w := ix.words[i]
	for range uint32(o) - w.rank {
		w.bits &= w.bits - 1
	}
	return ix.address(i, bits.TrailingZeros64(w.bits))
}

func (ix *rankIndex) next(id uint64) uint64 {
	p := id>>pageShift - ix.base
	if p >= uint64(len(ix.pages)) || ix.pages[p] == 0 {
		return 0
	}
	i := int(ix.pages[p]-1)*pageWords + int(id&pageMask)>>9
	w := ix.words[i].bits &^ (2<<(id>>3&63) - 1)
	for w == 0 {
		if i++; i == len(ix.words) {
			return 0
		}
		w = ix.words[i].bits
	}
	return ix.address(i, bits.TrailingZeros64(w))
}

func (ix *rankIndex) address(word, bit int) uint64 {
	return ix.used[word/pageWords]<<pageShift | uint64(word%pageWords)<<9 | uint64(bit)<<3
}

func (ix *rankIndex) each(visit func(o trace.ObjectID, id uint64)) {
	for i, w := range ix.words {
		o := trace.ObjectID(w.rank)
		for ; w.bits != 0; w.bits &= w.bits - 1 {
			visit(o, ix.address(i, bits.TrailingZeros64(w.bits)))
			o++
		}
	}
}

// sortedIndex is an objectIndex for any ids.
type sortedIndex []uint64

// newSortedIndex sorts ids and leaves out those that occur more than once.
func newSortedIndex(ids []uint64) sortedIndex {
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (ix sortedIndex) len() int { return len(ix) }
func (ix sortedIndex) id(o trace.ObjectID) uint64 {
	if int(o) >= len(ix) {
		return 0
	}
	return ix[o]
}

func (ix sortedIndex) next(id uint64) uint64 {
	i, found := slices.BinarySearch(ix, id)
	if !found || i+1 == len(ix) {
		return 0
	}
	return ix[i+1]
}

func (ix sortedIndex) find(id uint64) (trace.ObjectID, bool) {
	i, found := slices.BinarySearch(ix, id)
	return trace.ObjectID(i), found
}

func (ix sortedIndex) each(visit func(o trace.ObjectID, id uint64)) {
	for i, id := range ix {
		visit(trace.ObjectID(i), id)
	}
}

// claims remembers which objects were seen. It is for one goroutine.
type claims struct{ seen []bool }

func newClaims(n int) *claims { return &claims{make([]bool, n)} }

// take reports whether o was not taken before. A nil claims lets everything through.
func (c *claims) take(o trace.ObjectID) bool {
	if c == nil {
		return true
	}
	first := !c.seen[o]
	c.seen[o] = true
	return first
}
