package trace

import (
	"fmt"
	"math"
	"sync"
)

// Rows says where the references of each object begin. It takes two bytes an object: how far behind those of the first object of its block
// they begin; what is 65,535 or more, which is rare, is kept elsewhere.
type Rows struct {
	after []uint16 // of each object, and of one behind the last
	block []uint32 // where the rows of each block begin
	far   map[ObjectID]uint32
}

// rowsBlock is how many objects a block has, as a power of two.
const rowsBlock = 6

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
	if a := r.after[o]; a < math.MaxUint16 {
		return r.block[o>>rowsBlock] + uint32(a)
	}
	return r.far[o]
}

// Len returns the number of objects.
func (r *Rows) Len() int { return max(0, len(r.after)-1) }

// List returns where all rows begin, and the last one ends, in a list of its own.
func (r Rows) List() []uint32 { return listed(len(r.after), r.At) }

// RowCounts counts the references of objects, to make [Rows] of them in the same memory.
type RowCounts struct {
	low  []uint16 // MaxUint16 is for what high has
	lock sync.Mutex
	high map[ObjectID]uint32
}

// NewRowCounts returns counts of zero.
func NewRowCounts(objects int) *RowCounts {
	return &RowCounts{low: make([]uint16, objects+1), high: map[ObjectID]uint32{}}
}

// Set sets how many references o has. It may be called concurrently for different objects.
func (c *RowCounts) Set(o ObjectID, n uint32) {
	if n < math.MaxUint16 {
		c.low[o] = uint16(n)
		return
	}
	c.low[o] = math.MaxUint16
	c.lock.Lock()
	defer c.lock.Unlock()
	c.high[o] = n
}

// At returns how many references o has. It may be called while those of other objects are set.
func (c *RowCounts) At(o ObjectID) uint32 {
	if n := c.low[o]; n < math.MaxUint16 {
		return uint32(n)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.high[o]
}

// Cut leaves the first n objects.
func (c *RowCounts) Cut(n int) { c.low = c.low[: n+1 : n+1] }

// Rows returns the rows. The counts are gone then. The error is that there are too many references.
func (c *RowCounts) Rows() (Rows, error) {
	r := Rows{after: c.low, block: make([]uint32, (len(c.low)-1)>>rowsBlock+1), far: map[ObjectID]uint32{}}
	total := uint64(0)
	last := ObjectID(len(c.low) - 1)
	c.low[last] = 0
	for o := range last + 1 {
		n := uint64(c.low[o])
		if n == math.MaxUint16 {
			n = uint64(c.high[o])
		}
		if o&(1<<rowsBlock-1) == 0 {
			r.block[o>>rowsBlock] = uint32(total)
		}
		if after := total - uint64(r.block[o>>rowsBlock]); after < math.MaxUint16 {
			r.after[o] = uint16(after)
		} else {
			r.after[o] = math.MaxUint16
			r.far[o] = uint32(total)
		}
		if total += n; total > math.MaxUint32 {
			return Rows{}, fmt.Errorf("the heap has more than %d references", uint32(math.MaxUint32))
		}
	}
	return r, nil
}

// Slots is a column with the slot of each reference: see [Heap]. It takes one byte a reference for those below 254, and 65,535; of
// others, which are within long arrays, two more for each of the 64 references around them.
type Slots struct {
	low   []uint8
	block []uint32 // by 64 references: one more than the index in wide, 0 if there is none
	more  *moreSlots
}

type moreSlots struct {
	sync.Mutex
	wide [][slotsBlock]uint16
}

const (
	slotsBlock = 64
	lastSlot   = 254 // in low: MaxUint16
	wideSlot   = 255 // in low: see wide
)

// NewSlots returns a column of zeros.
func NewSlots(references int) Slots {
	return Slots{make([]uint8, references), make([]uint32, (references+slotsBlock-1)/slotsBlock), &moreSlots{}}
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
	if v := c.low[reference]; v < lastSlot {
		return uint16(v)
	}
	return c.high(int(reference))
}

func (c *Slots) high(reference int) uint16 {
	if c.low[reference] == lastSlot {
		return math.MaxUint16
	}
	return c.more.wide[c.block[reference/slotsBlock]-1][reference%slotsBlock]
}

// List returns the slots of all references in a list of their own.
func (c Slots) List() []uint16 { return listed(c.Len(), c.At) }

// Put sets the slots of references from one on. It may be called concurrently for different ones.
func (c *Slots) Put(from int, slots []uint16) {
	low := c.low[from:][:len(slots)]
	for i, slot := range slots {
		switch {
		case slot < lastSlot:
			low[i] = uint8(slot)
		case slot == math.MaxUint16:
			low[i] = lastSlot
		default:
			low[i] = wideSlot
			c.putWide(from+i, slot)
		}
	}
}

// Copy sets the slots of n references from one on to those of another column.
func (c *Slots) Copy(to int, source *Slots, from, n int) {
	for i := range n {
		if v := source.low[from+i]; v != wideSlot {
			c.low[to+i] = v
			continue
		}
		c.low[to+i] = wideSlot
		c.putWide(to+i, source.high(from+i))
	}
}

func (c *Slots) putWide(reference int, slot uint16) {
	c.more.Lock()
	defer c.more.Unlock()
	b := &c.block[reference/slotsBlock]
	if *b == 0 {
		c.more.wide = append(c.more.wide, [slotsBlock]uint16{})
		*b = uint32(len(c.more.wide))
	}
	c.more.wide[*b-1][reference%slotsBlock] = slot
}

// Cut leaves the first n references.
func (c *Slots) Cut(n int) { c.low = c.low[:n:n] }
