package trace

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"memcity/trace/scratch"
)

// Rows says where the references of each object begin. It takes a little more than two bytes an object: how far behind those of the first
// object of its block they begin.
type Rows struct {
	blocks  []rowBlock
	far     [][rowsBlock + 1]uint32 // the rows of blocks with too many references for two bytes
	objects int
}

// rowBlock has the rows of some objects that follow each other, and the end of the last one. One block has the end of all at its
// beginning.
type rowBlock struct {
	begin uint32                // or, if after[0] is not 0, the index in far
	after [rowsBlock + 1]uint16 // behind begin
}

// rowsBlock is how many objects a block has.
const rowsBlock = 64

// RowsOf returns rows that begin at these places, the last one being the end of all.
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

// At returns where the row of o begins, and the one before it ends. There is one more than objects.
func (r *Rows) At(o ObjectID) uint32 {
	b, i := &r.blocks[o/rowsBlock], o%rowsBlock
	if b.after[0] != 0 {
		return r.far[b.begin][i]
	}
	return b.begin + uint32(b.after[i])
}

// Row returns where the row of o begins and ends.
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

// List returns where all rows begin, and the last one ends, in a list of its own.
func (r Rows) List() []uint32 { return listed(r.objects+1, r.At) }

// References returns the objects that o refers to. The slice is the heap's.
func (h *Heap) References(o ObjectID) []ObjectID {
	b, i := &h.RefStart.blocks[o/rowsBlock], o%rowsBlock
	if b.after[0] != 0 {
		f := &h.RefStart.far[b.begin]
		return h.RefTo[f[i]:f[i+1]]
	}
	return h.RefTo[b.begin+uint32(b.after[i]) : b.begin+uint32(b.after[i+1])]
}

// ReadAhead brings types and references of some objects into the caches of the processor. These reads do not wait for each other, so that many
// are under way at a time, where one object after another waits for each: following references in an order that jumps takes half
// the time on large heaps. More than some hundred objects do not fit. The result means nothing: what is not used would not be read.
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

// RowCounts counts the references of objects, to make [Rows] of them in the same memory.
type RowCounts struct {
	blocks  []rowBlock // the counts are where the offsets will be
	objects int
	lock    sync.Mutex
	many    map[ObjectID]uint32 // MaxUint16 and more
}

// NewRowCounts returns counts of zero.
func NewRowCounts(objects int) *RowCounts {
	return &RowCounts{blocks: scratch.Make[rowBlock](objects/rowsBlock + 1), objects: objects, many: map[ObjectID]uint32{}}
}

// Set sets how many references o has. It may be called concurrently for different objects.
func (c *RowCounts) Set(o ObjectID, n uint32) {
	c.blocks[o/rowsBlock].after[o%rowsBlock] = uint16(min(n, math.MaxUint16))
	if n >= math.MaxUint16 {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.many[o] = n
	}
}

// At returns how many references o has. It may be called while those of other objects are set.
func (c *RowCounts) At(o ObjectID) uint32 {
	if n := c.blocks[o/rowsBlock].after[o%rowsBlock]; n < math.MaxUint16 {
		return uint32(n)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.many[o]
}

// Cut leaves the first n objects.
func (c *RowCounts) Cut(n int) {
	c.blocks, c.objects = c.blocks[:n/rowsBlock+1], n
	clear(c.blocks[n/rowsBlock].after[n%rowsBlock:])
}

// Rows returns the rows. The counts are gone then. The error is that there are too many references.
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

// Slots is a column with the slot of each reference: see [Heap]. Blocks of 64 references take one byte for each as long as all of their
// slots are below 255 or 65,535, else two, as those within long arrays.
type Slots struct {
	low   []uint8
	block []uint32 // where the references of a block are in wide, plus 1; 0 for low
	more  *wideSlots
}

type wideSlots struct {
	sync.Mutex
	count  uint32
	chunks []*[wideChunk]slotsBlock // so that more of them need no copy
}

type slotsBlock [slotsPerBlock]uint16

const (
	slotsPerBlock = 64
	wideChunk     = 256
	lastSlot      = 255 // in low: MaxUint16
)

// NewSlots returns a column of zeros. Memory is taken as they are set.
func NewSlots(references int) Slots {
	return Slots{scratch.Make[uint8](references), scratch.Make[uint32]((references + slotsPerBlock - 1) / slotsPerBlock), &wideSlots{}}
}

// SlotsOf returns a column with these slots.
func SlotsOf(list []uint16) Slots {
	c := NewSlots(len(list))
	c.Put(0, list)
	return c
}

// Len returns the number of references.
func (c *Slots) Len() int { return len(c.low) }

// At returns the slot of a reference. No other may be set meanwhile.
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

// at returns the block that [Slots.block] has as b.
func (w *wideSlots) at(b uint32) *slotsBlock { return &w.chunks[(b-1)/wideChunk][(b-1)%wideChunk] }

// List returns the slots of all references in a list of their own.
func (c Slots) List() []uint16 { return listed(c.Len(), c.At) }

// Put sets the slots of references from one on. It may be called concurrently for different ones.
func (c *Slots) Put(from int, slots []uint16) {
	for len(slots) > 0 {
		n := min(slotsPerBlock-from%slotsPerBlock, len(slots))
		c.put(from, slots[:n], n == slotsPerBlock)
		from, slots = from+n, slots[n:]
	}
}

// put sets slots of a block. Nobody else does meanwhile if they are all of the block.
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

// widen gives a block two bytes for each slot, with those that were set unless all of them will be. The caller holds more.
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

// Copy sets the slots of n references from one on to those of another column, or of later ones of this column.
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

// Release frees the column. It must not be used any more.
func (c *Slots) Release() {
	scratch.Release(&c.low)
	scratch.Release(&c.block)
}

// Cut leaves the first n references.
func (c *Slots) Cut(n int) { c.low = c.low[:n:n] }
