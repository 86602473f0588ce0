package structure

import (
	"context"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// ID is the number of a data structure in one heap state, from 0, in the order of the heads.
type ID uint32

// None stands for no data structure.
const None ID = math.MaxUint32

// Detection is the data structures of one heap state. It takes 25 bytes per data structure, 4 per member, and 3 bits per
// object. Read-only once made.
type Detection struct {
	Heap *trace.Heap

	// Heads are the heads, ascending, by ID.
	Heads []trace.ObjectID
	// Unfinished is how many data structures, the last ones, were left without members because so many share members that looking
	// for all would take too long.
	Unfinished int

	matched *matched
	members []trace.ObjectID // of each data structure its parts, then its leaves, then heads of others
	ends    []end            // by ID, where those end in members
	sizes   []trace.Amount   // by ID
	heads   *rank
	top     []bool // by ID
}

// end is where the members of a data structure end.
type end struct{ parts, leaves, heads uint32 }

// reportEvery is the number of data structures between two reports of progress.
const reportEvery = 1 << 14

// Detect finds the data structures of a heap state. From each head it follows the references as the descriptions say; the
// first of these applies to the target of a reference:
//
//   - the reference is followed or a leaf, and the target is a head: a data structure contained in this one
//   - it is followed, and the target's type has a description or is an array of references: a part
//   - it is followed, or a leaf: a leaf
//
// What can be a part and a leaf is a part. A member may be one of several data structures. The work is linear: it ends, see
// [Detection.Unfinished], when four times as many references were looked at as there are objects and references. An error is ctx's.
func Detect(ctx context.Context, h *trace.Heap, l *Library, progress trace.Progress) (*Detection, error) {
	d := &Detection{Heap: h, matched: match(h, l), heads: newRank(h.Len())}
	isHead := make([]bool, len(d.matched.types))
	for t := range isHead {
		isHead[t] = d.matched.types[t].head
	}
	for o := range h.Len() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if isHead[d.matched.typeOf(trace.ObjectID(o))] {
			d.Heads = append(d.Heads, trace.ObjectID(o))
			d.heads.set(uint32(o))
		}
	}
	d.heads.count()
	d.ends, d.sizes = make([]end, len(d.Heads)), make([]trace.Amount, len(d.Heads))
	f := finder{detection: d, matched: d.matched, seen: make([]uint32, h.Len()), steps: maxSteps * (h.Len() + len(h.RefTo) + minSteps)}
	for id := range d.Heads {
		if id%reportEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			progress.Report(int64(id), int64(len(d.Heads)), "searching for data structures")
		}
		if id == maxHeads || !f.find(ID(id)) {
			d.Unfinished = len(d.Heads) - id
			d.truncate(id)
			break
		}
	}
	d.members = slices.Clip(d.members)
	d.findTop()
	return d, ctx.Err()
}

// Bounds of the work, in references per object and reference of the heap state. Where no parts are shared, none is looked at
// twice. Small heaps may take more.
const (
	maxSteps = 4
	minSteps = 1 << 16
)

// maxHeads is how many data structures can be distinguished by the marks of a [finder].
const maxHeads = 1<<31 - 1

// truncate leaves the data structures from one on without members.
func (d *Detection) truncate(from int) {
	at := uint32(0)
	if from > 0 {
		at = d.ends[from-1].heads
	}
	d.members = d.members[:at]
	for id := from; id < len(d.Heads); id++ {
		d.ends[id] = end{at, at, at}
		d.sizes[id] = trace.Amount{Objects: 1, Bytes: d.Heap.Size(d.Heads[id])}
	}
}

// finder finds the members of one data structure after another. It takes 4 bytes per object.
type finder struct {
	detection *Detection
	matched   *matched
	seen      []uint32 // by object: twice the ID of the last data structure that it is in, plus 1 for leaf and 2 for part
	leaves    []trace.ObjectID
	nested    []trace.ObjectID
	steps     int // that are left
}

// find adds the members of a data structure. It reports false if too many references were looked at.
func (f *finder) find(id ID) bool {
	d, h := f.detection, f.matched.heap
	head := d.Heads[id]
	leafMark, partMark := uint32(id)*2+1, uint32(id)*2+2
	begin := len(d.members)
	f.leaves, f.nested = f.leaves[:0], f.nested[:0]
	f.seen[head] = partMark
	f.expand(head, leafMark, partMark)
	for at := begin; at < len(d.members); at++ {
		if f.steps < 0 || len(d.members) > math.MaxUint32/2 {
			return false
		}
		f.expand(d.members[at], leafMark, partMark)
	}
	e := &d.ends[id]
	e.parts = uint32(len(d.members))
	for _, o := range f.leaves {
		if f.seen[o] == leafMark { // else it has become a part
			d.members = append(d.members, o)
		}
	}
	e.leaves = uint32(len(d.members))
	d.members = append(d.members, f.nested...)
	e.heads = uint32(len(d.members))
	size := trace.Amount{Objects: int64(len(d.members)-begin) + 1, Bytes: h.Size(head)}
	for _, o := range d.members[begin:] {
		size.Bytes += h.Size(o)
	}
	d.sizes[id] = size
	return true
}

// expand takes what a part refers to.
func (f *finder) expand(from trace.ObjectID, leafMark, partMark uint32) {
	m, d := f.matched, f.detection
	info := &m.types[m.typeOf(from)]
	if info.description == noDescription {
		return
	}
	row := m.table[int(info.description)*m.classes:]
	references := m.heap.References(from)
	f.steps -= len(references) + 1
	for _, to := range references {
		mark := f.seen[to]
		if mark == partMark {
			continue
		}
		t := &m.types[m.typeOf(to)]
		action := row[t.class]
		switch {
		case action == ignore:
		case t.head:
			f.seen[to] = partMark
			f.nested = append(f.nested, to)
		case action != takeLeaf && t.isPart(action):
			f.seen[to] = partMark
			d.members = append(d.members, to)
		case mark != leafMark:
			f.seen[to] = leafMark
			f.leaves = append(f.leaves, to)
		}
	}
}

// isPart reports whether what is followed is a part; else it is a leaf.
func (t *typeInfo) isPart(action uint8) bool {
	return t.description != noDescription || t.kind == trace.PrimitiveArray && action == follow
}

// Len returns the number of data structures.
func (d *Detection) Len() int { return len(d.Heads) }

// Of returns the data structure of which o is the head, None if it is no head.
func (d *Detection) Of(o trace.ObjectID) ID {
	if !d.heads.has(uint32(o)) {
		return None
	}
	return ID(d.heads.of(uint32(o)))
}

// Description returns the description of the head's type, or of the closest super type that has one.
func (d *Detection) Description(id ID) *Description {
	t := d.matched.typeOf(d.Heads[id])
	return d.matched.library.Descriptions[d.matched.types[t].description]
}

// begin is where the members of a data structure begin.
func (d *Detection) begin(id ID) uint32 {
	if id == 0 {
		return 0
	}
	return d.ends[id-1].heads
}

// Parts returns the internal parts, without the head. The slice is the detection's.
func (d *Detection) Parts(id ID) []trace.ObjectID { return d.members[d.begin(id):d.ends[id].parts] }

// Leaves returns the contents that are no data structures themselves. The slice is the detection's.
func (d *Detection) Leaves(id ID) []trace.ObjectID {
	return d.members[d.ends[id].parts:d.ends[id].leaves]
}

// Nested returns the heads of the data structures that this one contains directly. They are leaves of it as well. The slice is
// the detection's.
func (d *Detection) Nested(id ID) []trace.ObjectID {
	return d.members[d.ends[id].leaves:d.ends[id].heads]
}

// contents returns leaves and nested heads. The slice is the detection's.
func (d *Detection) contents(id ID) []trace.ObjectID {
	return d.members[d.ends[id].parts:d.ends[id].heads]
}

// Members returns parts, leaves and nested heads, in this order, without the own head. The slice is the detection's.
func (d *Detection) Members(id ID) []trace.ObjectID { return d.members[d.begin(id):d.ends[id].heads] }

// Size returns the size of the data structure closure: the head and all members.
func (d *Detection) Size(id ID) trace.Amount { return d.sizes[id] }

// IsTop reports whether no other data structure contains this one, directly or over others, unless it contains that one too.
func (d *Detection) IsTop(id ID) bool { return d.top[id] }
