package trace

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"memcity/trace/scratch"
)

// Rows contains the start of each object's references. It takes little more than two bytes per object: the offset from the first reference
// of its block.
type Rows struct {
	blocks  []rowBlock
	far     [][rowsBlock + 1]uint32 // rows of blocks with too many references for 16-bit offsets
	objects int
}

// rowBlock contains the rows of consecutive objects, and the end of the last row. One extra block starts with the end of all rows.
type rowBlock struct {
	begin uint32                // first reference of the block; index into far if after[0] is not 0
	after [rowsBlock + 1]uint16 // offset from begin
}

// rowsBlock is the number of objects per block.
const rowsBlock = 64

// RowsOf returns rows that begin at the given starts; the last start is the end of all rows.
func RowsOf(starts []uint32) Rows {
	c := NewRowCounts(len(starts) - 1)
	for o := range len(starts) - 1 {
		c.Set(ObjectID(o), starts[o+1]-starts[o])
	}
	rows, err := c.Rows()
	if err != nil {
		panic(err)
	}
	return rows
}

// At returns the start of the row of o, which is the end of the row before it. o may be the number of objects.
func (r *Rows) At(o ObjectID) uint32 {
	b, i := &r.blocks[o/rowsBlock], o%rowsBlock
	if b.after[0] != 0 {
		return r.far[b.begin][i]
	}
	return b.begin + uint32(b.after[i])
}

// Row returns the start and the end of the row of o.
func (r *Rows) Row(o ObjectID) (from, to uint32) {
	b, i := &r.blocks[o/rowsBlock], o%rowsBlock
	if b.after[0] != 0 {
		f := &r.far[b.begin]
		return f[i], f[i+1]
	}
	return b.begin + uint32(b.after[i]), b.begin + uint32(b.after[i+1])
}

// Len returns the number of objects.
func (r *Rows) Len() int { return r.objects }

// List returns a copy of all starts, followed by the end of the last row.
func (r Rows) List() []uint32 { return listed(r.objects+1, r.At) }

// References returns the objects that o refers to. The slice belongs to h.
func (h *Heap) References(o ObjectID) []ObjectID {
	b, i := &h.RefStart.blocks[o/rowsBlock], o%rowsBlock
	if b.after[0] != 0 {
		f := &h.RefStart.far[b.begin]
		return h.RefTo[f[i]:f[i+1]]
	}
	return h.RefTo[b.begin+uint32(b.after[i]) : b.begin+uint32(b.after[i+1])]
}

// ReadAhead loads types and references of the given objects into the CPU caches. Its reads are independent of each other, so that many are
// in flight at once. This halves the time for following references in random order on large heaps. The caches hold no more than a few
// hundred objects. The result has no meaning; it keeps the compiler from removing the reads.
func (h *Heap) ReadAhead(objects []ObjectID) (read uint32) {
	for _, o := range objects {
		read ^= h.RefStart.At(o) ^ uint32(h.TypeOf.At(o))
	}
	for _, o := range objects {
		if from, to := h.RefStart.Row(o); from < to {
			read ^= uint32(h.RefTo[from]) ^ uint32(h.RefSlot.At(from))
		}
	}
	return read
}

// RowCounts contains the number of references of each object. [RowCounts.Rows] turns it into [Rows] in the same memory.
type RowCounts struct {
	blocks  []rowBlock // counts, stored where the offsets will be
	objects int
	lock    sync.Mutex
	many    map[ObjectID]uint32 // counts of MaxUint16 and more
}

// NewRowCounts returns counts that are all zero.
func NewRowCounts(objects int) *RowCounts {
	return &RowCounts{blocks: scratch.Make[rowBlock](objects/rowsBlock + 1), objects: objects, many: map[ObjectID]uint32{}}
}

// Set sets the number of references of o. Concurrent calls for different objects are safe.
func (c *RowCounts) Set(o ObjectID, n uint32) {
	c.blocks[o/rowsBlock].after[o%rowsBlock] = uint16(min(n, math.MaxUint16))
	if n >= math.MaxUint16 {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.many[o] = n
	}
}

// At returns the number of references of o. It is safe to call while counts of other objects are set.
func (c *RowCounts) At(o ObjectID) uint32 {
	if n := c.blocks[o/rowsBlock].after[o%rowsBlock]; n < math.MaxUint16 {
		return uint32(n)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.many[o]
}

// Cut keeps the first n objects and drops the rest.
func (c *RowCounts) Cut(n int) {
	c.blocks, c.objects = c.blocks[:n/rowsBlock+1], n
	clear(c.blocks[n/rowsBlock].after[n%rowsBlock:])
}

// Rows turns the counts into rows; c must not be used afterwards. It returns an error if there are too many references.
func (c *RowCounts) Rows() (Rows, error) {
	r, total := Rows{blocks: c.blocks, objects: c.objects}, uint64(0)
	for i := range c.blocks {
		b := &c.blocks[i]
		var starts [rowsBlock + 1]uint32
		for j := range starts {
			starts[j] = uint32(total)
			if j < rowsBlock {
				n := uint64(b.after[j])
				if n == math.MaxUint16 {
					n = uint64(c.many[ObjectID(i*rowsBlock+j)])
				}
				total += n
			}
		}
		if total > math.MaxUint32 {
			return Rows{}, fmt.Errorf("the heap has more than %d references", uint32(math.MaxUint32))
		}
		if b.begin = starts[0]; starts[rowsBlock]-starts[0] > math.MaxUint16 {
			b.begin, b.after[0] = uint32(len(r.far)), math.MaxUint16
			r.far = append(r.far, starts)
			continue
		}
		for j, start := range starts {
			b.after[j] = uint16(start - b.begin)
		}
	}
	c.blocks = nil
	return r, nil
}

// Slots is a column with the slot of each reference; see [Heap]. A block of 64 references takes one byte per reference if each of its slots
// is less than 255 or is 65,535. Otherwise it takes two, as in long arrays.
type Slots struct {
	low   []uint8
	block []uint32 // 1-based index of the block in more; 0 if its slots are in low
	more  *wideSlots
}

type wideSlots struct {
	sync.Mutex
	count  uint32
	chunks []*[wideChunk]slotsBlock // in chunks, so that growing does not copy
}

type slotsBlock [slotsPerBlock]uint16

const (
	slotsPerBlock = 64
	wideChunk     = 256
	lastSlot      = 255 // represents MaxUint16 in low
)

// NewSlots returns a column of zeros. Its memory is allocated as slots are set.
func NewSlots(references int) Slots {
	return Slots{scratch.Make[uint8](references), scratch.Make[uint32]((references + slotsPerBlock - 1) / slotsPerBlock), &wideSlots{}}
}

// SlotsOf returns a column that contains list.
func SlotsOf(list []uint16) Slots {
	c := NewSlots(len(list))
	c.Put(0, list)
	return c
}

// Len returns the number of references.
func (c *Slots) Len() int { return len(c.low) }

// At returns the slot of a reference. It is not safe to call while any slot is being set.
func (c *Slots) At(reference uint32) uint16 {
	if c.block[reference/slotsPerBlock] == 0 {
		if v := c.low[reference]; v < lastSlot {
			return uint16(v)
		}
	}
	return c.high(reference)
}

func (c *Slots) high(reference uint32) uint16 {
	if b := c.block[reference/slotsPerBlock]; b != 0 {
		return c.more.at(b)[reference%slotsPerBlock]
	}
	return math.MaxUint16
}

// at returns the block with the given 1-based number, as in [Slots.block].
func (w *wideSlots) at(b uint32) *slotsBlock { return &w.chunks[(b-1)/wideChunk][(b-1)%wideChunk] }

// List returns a copy of the slots of all references.
func (c Slots) List() []uint16 { return listed(c.Len(), c.At) }

// Put sets the slots of consecutive references, starting at from. Concurrent calls for different references are safe.
func (c *Slots) Put(from int, slots []uint16) {
	for len(slots) > 0 {
		n := min(slotsPerBlock-from%slotsPerBlock, len(slots))
		c.put(from, slots[:n], n == slotsPerBlock)
		from, slots = from+n, slots[n:]
	}
}

// put sets slots within one block. If all is true, they are the whole block, and no other goroutine may set it meanwhile.
func (c *Slots) put(from int, slots []uint16, all bool) {
	wide := slices.ContainsFunc(slots, func(slot uint16) bool { return slot >= lastSlot && slot < math.MaxUint16 })
	if wide || !all {
		c.more.Lock()
		defer c.more.Unlock()
	}
	b := &c.block[from/slotsPerBlock]
	if wide && *b == 0 {
		c.widen(from/slotsPerBlock, all)
	}
	if *b != 0 {
		copy(c.more.at(*b)[from%slotsPerBlock:], slots)
		return
	}
	low := c.low[from:][:len(slots)]
	for i, slot := range slots {
		low[i] = uint8(min(slot, lastSlot))
	}
}

// widen gives a block two bytes per slot. It copies the existing slots unless all will be overwritten. The caller holds c.more.
func (c *Slots) widen(block int, all bool) {
	w := c.more
	if w.count%wideChunk == 0 {
		w.chunks = append(w.chunks, new([wideChunk]slotsBlock))
	}
	w.count++
	wide := w.at(w.count)
	if !all {
		first := block * slotsPerBlock
		for i := range min(slotsPerBlock, len(c.low)-first) {
			wide[i] = c.At(uint32(first + i))
		}
	}
	c.block[block] = w.count
}

// Copy copies n slots from source, starting at from, to c, starting at to. source may be c if from is greater than to.
func (c *Slots) Copy(to int, source *Slots, from, n int) {
	var slots slotsBlock
	for n > 0 {
		k := min(n, slotsPerBlock)
		for i := range k {
			slots[i] = source.At(uint32(from + i))
		}
		c.Put(to, slots[:k])
		to, from, n = to+k, from+k, n-k
	}
}

// Release frees the memory of the column, which must not be used afterwards.
func (c *Slots) Release() {
	scratch.Release(&c.low)
	scratch.Release(&c.block)
}

// Cut keeps the first n references and drops the rest.
func (c *Slots) Cut(n int) { c.low = c.low[:n:n] }
