package group

import (
	"math"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// plan defines how the classes of an object, one per level, are combined into one number. Classes that depend only on the type are combined
// beforehand into a joint class, which costs a single lookup.
//
//	number = ((unreachable · joint classes + joint class) · classes of column 0 + its class) · …
//
// If the product does not fit into 64 bits, the number so far is first replaced by a 32-bit serial number.
type plan struct {
	heap   *trace.Heap
	live   []uint64 // bits of the objects that GC roots keep alive; nil if all are alive
	levels []level

	typeClass      []uint32   // joint class by type
	typeClassTuple [][]uint32 // by joint class: classes of the levels that depend only on types
	columns        []column   // levels that do not depend only on types
	direct         uint64     // upper bound of all numbers if a table is small enough, else 0
}

// level is a classifier of the plan.
type level struct {
	keys  *Keys
	role  string
	drops bool // true if objects that it stops are in no group at all
	place int  // index in the joint tuple or in columns
}

type column struct {
	of    func(from trace.ObjectID, out []uint32)
	count uint64
	fold  bool // true if the number so far is replaced by a serial number first
}

// directLimit is the number of combinations up to which a table is faster than hashing. At 20 bytes each, it fits into the second-level
// cache.
const directLimit = 1 << 16

func newPlan(h *trace.Heap, reachable *bitset.BitSet, levels []level) *plan {
	p := &plan{heap: h, levels: levels}
	if reachable != nil {
		words := (h.Len() + 63) / 64
		p.live = append(make([]uint64, 0, words), reachable.Words()...)
		p.live = append(p.live, make([]uint64, max(0, words-len(p.live)))...)
	}
	p.join()
	width := uint64(len(p.typeClassTuple))
	if p.live != nil {
		width *= 2
	}
	folded := false
	for i := range levels {
		l := &levels[i]
		if l.keys.ByType != nil {
			continue
		}
		l.place = len(p.columns)
		c := column{of: l.keys.Of, count: max(1, l.keys.Count)}
		over, product := bits.Mul64(width, c.count)
		if over != 0 {
			c.fold, folded = true, true
			product = min(c.count, math.MaxUint32) << 32 // with 1<<32 classes, no further column fits either
		}
		width = product
		p.columns = append(p.columns, c)
	}
	if !folded && width <= directLimit {
		p.direct = width
	}
	return p
}

// join numbers the distinct tuples of classes by type, in order of types.
func (p *plan) join() {
	var by []*Keys
	for i := range p.levels {
		if l := &p.levels[i]; l.keys.ByType != nil {
			l.place = len(by)
			by = append(by, l.keys)
		}
	}
	p.typeClass = make([]uint32, len(p.heap.Types))
	ids := map[string]uint32{}
	for t := range p.typeClass {
		tuple := make([]uint32, len(by))
		var text []byte
		for i, k := range by {
			tuple[i] = k.ByType[t]
			text = appendLength(text, int(tuple[i]))
		}
		id, ok := ids[string(text)]
		if !ok {
			id = uint32(len(p.typeClassTuple))
			ids[string(text)] = id
			p.typeClassTuple = append(p.typeClassTuple, tuple)
		}
		p.typeClass[t] = id
	}
}

// numbers writes the numbers of consecutive objects, starting at from, to out. It adds folded numbers to folds.
func (p *plan) numbers(from trace.ObjectID, out []uint64, scratch []uint32, folds []*serials) {
	p.first(from, out)
	scratch = scratch[:len(out)]
	for i := range p.columns {
		c := &p.columns[i]
		if c.fold {
			for j, n := range out {
				out[j] = uint64(folds[i].of(n))
			}
		}
		c.of(from, scratch)
		for j, class := range scratch {
			out[j] = out[j]*c.count + uint64(class)
		}
	}
}

// first writes the numbers before the first column.
func (p *plan) first(from trace.ObjectID, out []uint64) {
	if narrow, wide := p.heap.TypeOf.Lists(int(from), int(from)+len(out)); wide == nil {
		typeClasses(narrow, p.typeClass, out)
	} else {
		typeClasses(wide, p.typeClass, out)
	}
	if p.live == nil {
		return
	}
	classes := uint64(len(p.typeClassTuple))
	for i := range out {
		out[i] += classes * p.lost(int(from)+i)
	}
}

func typeClasses[T number](types []T, classes []uint32, out []uint64) {
	for i, t := range types {
		out[i] = uint64(classes[t])
	}
}

// lost returns 1 if no GC root keeps o alive, else 0. live must not be nil.
func (p *plan) lost(o int) uint64 { return ^p.live[o>>6] >> (o & 63) & 1 }

// tuple contains the classes that a number stands for.
type tuple struct {
	lost      bool
	typeClass uint32
	columns   []uint32
}

// decode splits a number into its classes.
func (p *plan) decode(n uint64, folds []*serials, t *tuple) {
	t.columns = t.columns[:len(p.columns)]
	for i := len(p.columns) - 1; i >= 0; i-- {
		c := &p.columns[i]
		t.columns[i] = uint32(n % c.count)
		n /= c.count
		if c.fold {
			n = folds[i].numbers[n]
		}
	}
	lost := uint64(len(p.typeClassTuple))
	t.lost = n >= lost
	t.typeClass = uint32(n % lost)
}

func (p *plan) newTuple() *tuple { return &tuple{columns: make([]uint32, len(p.columns))} }

// class returns the class of level l in t.
func (p *plan) class(l int, t *tuple) uint32 {
	if k := &p.levels[l]; k.keys.ByType == nil {
		return t.columns[k.place]
	}
	return p.typeClassTuple[t.typeClass][p.levels[l].place]
}

// serials assigns serial numbers in order of appearance.
type serials struct {
	slots   []serialSlot
	numbers []uint64
}

type serialSlot struct {
	number uint64
	id     uint32 // serial number plus one; 0 for a free slot
}

// of returns the serial number of n, and adds n if it is new.
func (s *serials) of(n uint64) uint32 {
	if len(s.numbers)*4 >= len(s.slots)*3 {
		s.grow()
	}
	slot := s.slot(n)
	if slot.id == 0 {
		s.numbers = append(s.numbers, n)
		*slot = serialSlot{n, uint32(len(s.numbers))}
	}
	return slot.id - 1
}

// slot returns the slot of n, or the free slot for it.
func (s *serials) slot(n uint64) *serialSlot {
	mask := uint64(len(s.slots) - 1)
	i := n * 0x9e3779b97f4a7c15
	for i ^= i >> 32; ; i++ {
		if slot := &s.slots[i&mask]; slot.number == n && slot.id != 0 || slot.id == 0 {
			return slot
		}
	}
}

func (s *serials) grow() {
	s.slots = make([]serialSlot, max(256, 2*len(s.slots)))
	for id, n := range s.numbers {
		*s.slot(n) = serialSlot{n, uint32(id) + 1}
	}
}
