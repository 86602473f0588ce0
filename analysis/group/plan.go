package group

import (
	"math"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// plan says how the classes of an object, one of each level, become one number. The classes of all levels that depend
// on the type alone are joined to one, the joint class, beforehand, so that they cost one look-up together.
//
//	number = ((reachable or not · joint classes + joint class) · classes of column 0 + its class) · …
//
// Where the product would not fit 64 bits, the number so far is replaced by a serial number of 32 bits first.
type plan struct {
	heap   *trace.Heap
	live   []uint64 // bits of the objects that GC roots keep alive, a word for every 64 objects; nil if all are
	levels []level

	typeClass      []uint32   // joint class by type
	typeClassTuple [][]uint32 // classes of the levels by type, by joint class
	columns        []column   // levels that do not depend on the type alone
	direct         uint64     // if not 0, all numbers are below it, and few enough for a table
}

// level is a classifier of the plan.
type level struct {
	keys  *Keys
	role  string
	drops bool // objects that it stops are in no group at all
	place int  // index into the joint tuple, or into the columns
}

type column struct {
	of    func(from trace.ObjectID, out []uint32)
	count uint64
	fold  bool // the number so far is replaced by a serial number before this column
}

// directLimit is the number of different numbers up to which a table is faster than hashing: 20 bytes each stay within
// the second-level cache.
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

// join numbers the different tuples of classes by type, in order of the types.
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

// numbers writes the numbers of the objects from, from+1, … to out, with folds taking in what is folded.
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

// first writes the numbers before any column.
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

// lost returns 1 if no GC root keeps o alive, else 0. There must be live.
func (p *plan) lost(o int) uint64 { return ^p.live[o>>6] >> (o & 63) & 1 }

// tuple is the classes that a number stands for.
type tuple struct {
	lost      bool
	typeClass uint32
	columns   []uint32
}

// decode takes a number apart.
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

// serials gives numbers serial numbers in order of appearance.
type serials struct {
	slots   []serialSlot
	numbers []uint64
}

type serialSlot struct {
	number uint64
	id     uint32 // plus one; 0 is free
}

// of returns the serial number of n, the next one if n is new.
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

// slot returns where n is or belongs.
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
