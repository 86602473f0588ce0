package hprof

import (
	"math/bits"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"memcity/trace"
)

// objectIndex numbers objects by ascending ID: the index of an ID is its rank.
type objectIndex interface {
	find(id uint64) (trace.ObjectID, bool)
	id(trace.ObjectID) uint64
	next(id uint64) uint64 // next larger ID; 0 for the last
	len() int
	// each calls visit for every object in order.
	each(visit func(o trace.ObjectID, id uint64))
}

// IDs are nearly always addresses: multiples of 8 in a few dense regions. One bit per 8 bytes of these regions, with a count after every 64
// bits, takes 16 bytes per 512 bytes of heap, or 1 to 2 bytes per object. It finds an index with one cache line and sorts as a side effect.
// For other IDs, a sorted list is the fallback.

const (
	pageShift = 20                       // log2 of the bytes of address space per page
	pageWords = 1 << (pageShift - 3 - 6) // 64-bit words per page, one bit per 8 bytes
	pageBytes = pageWords * 8            // memory per page while bits are collected
	maxPages  = 1 << 22                  // 4 TB between the lowest and the highest ID
	pageMask  = 1<<pageShift - 1
)

type bitPage [pageWords]uint64

// bitCollector collects IDs from several goroutines.
type bitCollector struct {
	mu     sync.Mutex
	pages  map[uint64]*bitPage
	limit  int    // in pages
	span   uint64 // largest distance between the lowest and the highest ID, in pages
	failed atomic.Bool
	closed atomic.Bool // no more IDs are needed
}

// close discards all IDs; no index can then be built.
func (b *bitCollector) close() {
	b.closed.Store(true)
	b.failed.Store(true)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages, b.limit = nil, 0
}

// newBitCollector returns a collector for a file of size bytes. It fails if it takes more than about an eighth of the file size in memory,
// because the IDs are then not addresses.
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

// bitWriter adds IDs for one goroutine. Nearby IDs share an atomic operation on their word.
type bitWriter struct {
	all    *bitCollector
	number uint64
	page   *bitPage
	word   uint32
	bits   uint64
	odd    uint64 // bitwise or of all IDs of objects
}

func (w *bitWriter) add(id uint64) {
	w.odd |= id
	w.addClass(id)
}

// addClass adds the ID of a class. Its low bits may be a tag; see tags.go.
func (w *bitWriter) addClass(id uint64) {
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
	pages  []uint32 // 1 + index of the page in used; 0 for unused pages
	used   []uint64 // numbers of used pages, ascending
	words  []rankWord
	length int
}

type rankWord struct {
	bits uint64
	rank uint32 // rank of the first bit
}

// index builds the index; nil if the IDs are unsuitable.
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
	// o is in the last word whose rank is at most o. A word without bits has the same rank as the next.
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

// sortedIndex is an objectIndex for any IDs.
type sortedIndex []uint64

// newSortedIndex sorts ids and removes duplicates.
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

// claims records which objects have been seen. It is not safe for concurrent use.
type claims struct{ seen []bool }

func newClaims(n int) *claims { return &claims{make([]bool, n)} }

// take marks o as taken and reports whether it was new. A nil claims returns true.
func (c *claims) take(o trace.ObjectID) bool {
	if c == nil {
		return true
	}
	first := !c.seen[o]
	c.seen[o] = true
	return first
}
