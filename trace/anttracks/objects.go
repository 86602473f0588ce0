package anttracks

import (
	"fmt"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// A slot is a row of [objects]. It stays the same when the object moves. 0 is none.
type slot uint32

const (
	wordBytes = 8
	// reach is the size in bytes of the address range that places can represent on each side of the first space.
	reach = 16 << 30
)

// A place is an address in words after [objects.base]. 0 is none.
type place uint32

// origin is what objects with the same type, allocation site, thread and allocating subsystem have in common. 0 marks free slots.
type origin uint32

// originKey identifies an origin.
type originKey struct {
	typ    int32  // index into Symbols.Types
	site   uint32 // index into Symbols.Sites plus 1; 0 for unknown sites
	thread int32  // number of the thread; trace.NoThread if unknown
	filler bool   // not an object of the program; see isFiller

	subsystem trace.Subsystem
}

// objects contains the objects of a heap in columns. A live object takes 28 bytes and 5 to 8 in the index, without references.
type objects struct {
	base       uint64 // address of place 0
	at         []place
	to         []place // where the current GC moved it; 0 for nowhere
	origin     []origin
	extent     []uint32 // elements of an array, bytes of a class object, otherwise 0
	birth      []uint32 // GCs that had ended; trace.NoBirth if unknown
	generation []uint32 // objects that had this slot before; identity is slot and generation
	free       []slot
	live       int

	origins  []originKey
	originOf map[originKey]origin
	index    index
}

// subsystemOf returns the subsystem that writes an event. A sync event at the start of a file repeats an allocation without its subsystem.
func subsystemOf(k anttracks.Kind) trace.Subsystem {
	switch {
	case k == anttracks.AllocVM:
		return trace.ByVM
	case k > anttracks.AllocVM && k <= anttracks.AllocFast:
		return trace.ByInterpreter
	case k >= anttracks.AllocC1Slow && k < anttracks.AllocC2Slow:
		return trace.ByC1
	case k >= anttracks.AllocC2Slow && k <= anttracks.AllocC2FastType:
		return trace.ByC2
	}
	return trace.UnknownSubsystem
}

func newObjects() *objects {
	o := &objects{originOf: map[originKey]origin{}, origins: make([]originKey, 1)}
	o.grow()
	return o
}

func (o *objects) grow() slot {
	o.at, o.to, o.origin, o.extent = pushed(o.at, 0), pushed(o.to, 0), pushed(o.origin, 0), pushed(o.extent, 0)
	o.birth, o.generation = pushed(o.birth, 0), pushed(o.generation, 0)
	return slot(len(o.at) - 1)
}

// pushed appends a value. A full list grows by an eighth, where append grows it by a quarter: a live object takes at most 40 bytes, see
// TestMemory.
func pushed[T any](list []T, v T) []T {
	if n := len(list); n == cap(list) {
		list = append(make([]T, 0, n+max(n/8, 1<<10)), list...)
	}
	return append(list, v)
}

// place returns the place of an address; 0 if it is out of reach or not aligned.
func (o *objects) place(address uint64) place {
	if o.base == 0 {
		o.setBase(address)
	}
	words := (address - o.base) / wordBytes
	if address%wordBytes != 0 || words >= 1<<32 {
		return 0
	}
	return place(words)
}

// setBase makes addresses around the given one representable.
func (o *objects) setBase(address uint64) {
	o.base = wordBytes // so that no address is at place 0
	if address > reach {
		o.base = (address - reach) &^ (wordBytes - 1)
	}
}

// originFor returns the number of an origin.
func (o *objects) originFor(k originKey) origin {
	n, ok := o.originOf[k]
	if !ok {
		n = origin(len(o.origins))
		o.origins = append(o.origins, k)
		o.originOf[k] = n
	}
	return n
}

// find returns the object at a place before the current GC; 0 for none.
func (o *objects) find(p place) slot { return o.index.find(o.at, p) }

// add adds an object that is at no place yet.
func (o *objects) add(n origin, extent, birth uint32) slot {
	var s slot
	if k := len(o.free); k > 0 {
		s = o.free[k-1]
		o.free = o.free[:k-1]
	} else {
		s = o.grow()
	}
	o.origin[s], o.extent[s], o.birth[s] = n, extent, birth
	o.live++
	return s
}

// put sets the place of an object that has none.
func (o *objects) put(s slot, p place) {
	o.at[s] = p
	o.index.insert(o.at, s)
}

// lift takes an object from its place.
func (o *objects) lift(s slot) {
	if o.at[s] != 0 {
		o.index.remove(o.at, s)
		o.at[s] = 0
	}
}

// remove removes an object.
func (o *objects) remove(s slot) {
	o.lift(s)
	o.origin[s], o.to[s] = 0, 0
	o.generation[s]++
	o.free = append(o.free, s)
	o.live--
}

// identity returns a number that no other object of the trace has.
func (o *objects) identity(s slot) uint64 { return uint64(o.generation[s])<<32 | uint64(s) }

// index finds objects by place. It is a hash table with open addressing (Knuth: The Art of Computer Programming, volume 3, section 6.4,
// algorithms L and R). Between half and three quarters of it are used, if it is large.
type index struct {
	slots []slot // 0 is empty
	count int
}

// home returns the preferred position of a place: the upper part of its hash times the size.
func (x *index) home(p place) uint32 {
	hash := uint64(uint32((uint64(p) * 0x9E3779B97F4A7C15) >> 32))
	return uint32(hash * uint64(len(x.slots)) >> 32)
}

// next returns the position after i.
func (x *index) next(i uint32) uint32 {
	if i++; i == uint32(len(x.slots)) {
		return 0
	}
	return i
}

func (x *index) find(at []place, p place) slot {
	if p == 0 || len(x.slots) == 0 {
		return 0
	}
	for i := x.home(p); x.slots[i] != 0; i = x.next(i) {
		if at[x.slots[i]] == p {
			return x.slots[i]
		}
	}
	return 0
}

// insert adds an object, whose place must not be in the index.
func (x *index) insert(at []place, s slot) {
	if x.count*4 >= len(x.slots)*3 {
		x.resize(at, max(1<<10, len(x.slots)+len(x.slots)/2))
	}
	x.store(at, s)
	x.count++
}

func (x *index) store(at []place, s slot) {
	i := x.home(at[s])
	for x.slots[i] != 0 {
		i = x.next(i)
	}
	x.slots[i] = s
}

func (x *index) resize(at []place, size int) {
	old := x.slots
	x.slots = make([]slot, size)
	for _, s := range old {
		if s != 0 {
			x.store(at, s)
		}
	}
}

// remove removes an object and closes the gap that it leaves.
func (x *index) remove(at []place, s slot) {
	i := x.home(at[s])
	for x.slots[i] != s {
		if x.slots[i] == 0 {
			return
		}
		i = x.next(i)
	}
	for j := x.next(i); x.slots[j] != 0; j = x.next(j) {
		if x.steps(x.home(at[x.slots[j]]), j) >= x.steps(i, j) {
			x.slots[i] = x.slots[j]
			i = j
		}
	}
	x.slots[i] = 0
	x.count--
}

// steps returns how many positions j is after i.
func (x *index) steps(i, j uint32) uint32 {
	if j < i {
		j += uint32(len(x.slots))
	}
	return j - i
}

// reset empties the index.
func (x *index) reset() {
	clear(x.slots)
	x.count = 0
}

// problems counts events that contradict the heap, by kind.
type problems struct {
	order []string
	count map[string]int64
	first map[string]string
}

func (p *problems) add(what string, e *anttracks.Event, address uint64) {
	if p.count[what] > 0 {
		p.count[what]++
		return
	}
	p.note(what, fmt.Sprintf("event \"%s\", address %#x", e.Kind, address))
}

// note counts a problem. first says where the first one is.
func (p *problems) note(what, first string) {
	if p.count == nil {
		p.count, p.first = map[string]int64{}, map[string]string{}
	}
	if p.count[what] == 0 {
		p.order = append(p.order, what)
		p.first[what] = first
	}
	p.count[what]++
}
