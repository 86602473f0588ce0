package structure

import (
	"context"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// ID is the 0-based number of a data structure in one heap state, in order of heads.
type ID uint32

// None stands for no data structure.
const None ID = math.MaxUint32

// Detection contains the data structures of one heap state. It takes 25 bytes per data structure, 4 per member, and 3 bits per object. It
// is read-only once built.
type Detection struct {
	Heap *trace.Heap

	// Heads contains the heads by ID, ascending.
	Heads []trace.ObjectID
	// Unfinished is the number of data structures that have no members because the search took too long. They are the last ones. This
	// happens if too many share members.
	Unfinished int

	matched *matched
	members []trace.ObjectID // by data structure: parts, then leaves, then nested heads
	ends    []end            // ends of these in members, by ID
	sizes   []trace.Amount   // by ID
	heads   *rank
	top     []bool // by ID: true if top-level
}

// end contains the ends of a data structure's parts, leaves and nested heads in members.
type end struct{ parts, leaves, heads uint32 }

// reportEvery is the number of data structures between two progress reports.
const reportEvery = 1 << 14

// Detect finds the data structures of a heap state. From each head it follows references as the descriptions define. The first matching
// rule applies to the target of a reference:
//
//   - The reference is followed or a leaf, and the target is a head: it is a nested data structure.
//   - The reference is followed, and the target's type has a description or is an array of references: it is a part.
//   - The reference is followed or a leaf: it is a leaf.
//
// An object that qualifies as part and as leaf is a part. An object may be a member of several data structures. The cost is linear in
// objects and references. Detect gives up when it has followed four times as many references as there are objects and references, see
// [Detection.Unfinished]. It returns an error only if ctx is done.
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
			progress.Report(int64(id), int64(len(d.Heads)), "finding data structures")
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

// Limits of the work, in references per object and reference of the heap state. No reference is followed twice unless parts are shared.
// Small heaps may take more.
const (
	maxSteps = 4
	minSteps = 1 << 16
)

// maxHeads is the maximum number of data structures that the marks of a [finder] can distinguish.
const maxHeads = 1<<31 - 1

// truncate removes the members of all data structures with index from or higher.
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

// finder finds the members of data structures. It takes 4 bytes per object.
type finder struct {
	detection *Detection
	matched   *matched
	seen      []uint32 // by object: twice the ID of the last data structure that contains it, plus 1 for leaf and 2 for part
	leaves    []trace.ObjectID
	nested    []trace.ObjectID
	steps     int // remaining steps
}

// find adds the members of a data structure. It returns false if it has followed too many references.
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

// expand classifies the objects that a part refers to.
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

// isPart reports whether the target of a followed reference is a part rather than a leaf.
func (t *typeInfo) isPart(action uint8) bool {
	return t.description != noDescription || t.kind == trace.PrimitiveArray && action == follow
}

// Len returns the number of data structures.
func (d *Detection) Len() int { return len(d.Heads) }

// Of returns the data structure with head o; None if o is not a head.
func (d *Detection) Of(o trace.ObjectID) ID {
	if !d.heads.has(uint32(o)) {
		return None
	}
	return ID(d.heads.of(uint32(o)))
}

// Description returns the description of the head's type, or of its closest supertype that has one.
func (d *Detection) Description(id ID) *Description {
	t := d.matched.typeOf(d.Heads[id])
	return d.matched.library.Descriptions[d.matched.types[t].description]
}

// begin returns the index of the first member of a data structure.
func (d *Detection) begin(id ID) uint32 {
	if id == 0 {
		return 0
	}
	return d.ends[id-1].heads
}

// Parts returns the internal parts, without the head. d owns the slice.
func (d *Detection) Parts(id ID) []trace.ObjectID { return d.members[d.begin(id):d.ends[id].parts] }

// Leaves returns the contents that are not data structures themselves. d owns the slice.
func (d *Detection) Leaves(id ID) []trace.ObjectID {
	return d.members[d.ends[id].parts:d.ends[id].leaves]
}

// Nested returns the heads of the data structures that this one contains directly. They are leaves of it as well. d owns the slice.
func (d *Detection) Nested(id ID) []trace.ObjectID {
	return d.members[d.ends[id].leaves:d.ends[id].heads]
}

// contents returns leaves and nested heads. d owns the slice.
func (d *Detection) contents(id ID) []trace.ObjectID {
	return d.members[d.ends[id].parts:d.ends[id].heads]
}

// Members returns parts, leaves and nested heads, in this order, without the data structure's own head. d owns the slice.
func (d *Detection) Members(id ID) []trace.ObjectID { return d.members[d.begin(id):d.ends[id].heads] }

// Size returns the size of the data structure closure: the head and all members.
func (d *Detection) Size(id ID) trace.Amount { return d.sizes[id] }

// IsTop reports whether the data structure is top-level. No other one contains it, directly or over others, except those that it contains
// itself.
func (d *Detection) IsTop(id ID) bool { return d.top[id] }
