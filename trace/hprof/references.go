package hprof

import (
	"fmt"
	"math"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/scratch"
)

// refPart contains the references of a chunk's objects, object after object.
type refPart struct {
	runs  []objectRun
	to    []trace.ObjectID
	slots []uint16
}

// objectRun is a run of consecutive objects.
type objectRun struct {
	first trace.ObjectID
	count uint32
}

func (r objectRun) end() uint64 { return uint64(r.first) + uint64(r.count) }

// addRun appends a run, or extends the last one if run continues it.
func addRun(runs []objectRun, run objectRun) []objectRun {
	if n := len(runs); n > 0 && runs[n-1].end() == uint64(run.first) {
		runs[n-1].count += run.count
		return runs
	}
	return append(runs, run)
}

// refRows builds the rows of references. Rows are stored in file order, which for nearly all dumps is object order, so that they are
// already in place. Class objects are described elsewhere in the file; their rows are inserted in between. If the file has another order,
// the rows are moved at the end.
//
// Memory is reserved for the largest possible number of references; the unused part takes only address space.
type refRows struct {
	heap   *trace.Heap
	counts *trace.RowCounts
	to     []trace.ObjectID
	slots  trace.Slots
	used   int
	runs   []objectRun // objects whose rows exist, in row order

	classes refPart // class objects whose rows have not been inserted yet
}

// newRefRows returns rows for a heap with at most the given number of references, plus the references of its class objects.
func newRefRows(h *trace.Heap, counts *trace.RowCounts, classes refPart, most int64) *refRows {
	most = min(most+int64(len(classes.to)), math.MaxUint32)
	return &refRows{heap: h, counts: counts, to: scratch.Make[trace.ObjectID](int(most)), slots: trace.NewSlots(int(most)), classes: classes}
}

// mostReferences returns an upper bound of the number of references, including dangling ones.
func (l *loader) mostReferences() int64 {
	most := l.census.elements
	for _, t := range l.types.list {
		if t.use != nil && t.kind != trace.ObjectArray {
			most += min(t.use.instances*int64(len(t.refs)), t.use.values/int64(l.reader.Header.IDSize))
		}
	}
	return most
}

// add adds the rows of a chunk. Chunks must be added in file order.
func (r *refRows) add(p *refPart) error {
	to, slots := p.to, p.slots
	for _, run := range p.runs {
		if err := r.addClasses(uint64(run.first)); err != nil {
			return err
		}
		n := r.count(run)
		if n > len(to) {
			return errChanged
		}
		if err := r.append(run, to[:n], slots[:n]); err != nil {
			return err
		}
		to, slots = to[n:], slots[n:]
	}
	return nil
}

// addClasses adds the rows of the class objects before an object.
func (r *refRows) addClasses(below uint64) error {
	c := &r.classes
	for len(c.runs) > 0 && uint64(c.runs[0].first) < below {
		run := &c.runs[0]
		part := objectRun{run.first, uint32(min(run.end(), below) - uint64(run.first))}
		n := r.count(part)
		if err := r.append(part, c.to[:n], c.slots[:n]); err != nil {
			return err
		}
		c.to, c.slots = c.to[n:], c.slots[n:]
		run.first, run.count = run.first+trace.ObjectID(part.count), run.count-part.count
		if run.count == 0 {
			c.runs = c.runs[1:]
		}
	}
	return nil
}

// count returns the total number of references of the objects in a run.
func (r *refRows) count(run objectRun) int {
	n := 0
	for o := range run.count {
		n += int(r.counts.At(run.first + trace.ObjectID(o)))
	}
	return n
}

// errChanged reports that the second pass found more than the first.
var errChanged = fmt.Errorf("the file changed while it was being read")

func (r *refRows) append(run objectRun, to []trace.ObjectID, slots []uint16) error {
	if len(to) > len(r.to)-r.used {
		if len(r.to) == math.MaxUint32 {
			return fmt.Errorf("the heap has more than %d references", uint32(math.MaxUint32))
		}
		return errChanged
	}
	copy(r.to[r.used:], to)
	r.slots.Put(r.used, slots)
	r.used += len(to)
	r.runs = addRun(r.runs, run)
	return nil
}

// finish moves the rows into the heap.
func (r *refRows) finish() error {
	if err := r.addClasses(math.MaxUint64); err != nil {
		return err
	}
	h := r.heap
	var err error
	if h.RefStart, err = r.counts.Rows(); err != nil {
		return err
	}
	if total := h.RefStart.At(trace.ObjectID(h.RefStart.Len())); uint64(total) != uint64(r.used) {
		return errChanged
	}
	r.slots.Cut(r.used)
	h.RefTo, h.RefSlot = r.to[:r.used:r.used], r.slots
	if r.ordered() {
		return nil
	}
	return r.sort()
}

// ordered reports whether the rows are in object order.
func (r *refRows) ordered() bool {
	for i := range r.runs[min(1, len(r.runs)):] {
		if uint64(r.runs[i+1].first) < r.runs[i].end() {
			return false
		}
	}
	return true
}

// sort copies the rows into object order, in newly allocated memory.
func (r *refRows) sort() error {
	h := r.heap
	from, slots := h.RefTo, h.RefSlot
	h.RefTo, h.RefSlot = scratch.Make[trace.ObjectID](len(from)), trace.NewSlots(slots.Len())
	const step = 4096
	starts := make([]uint64, 0, len(r.runs)/step+1) // start in from, for each step of runs
	at := uint64(0)
	for i, run := range r.runs {
		if i%step == 0 {
			starts = append(starts, at)
		}
		at += uint64(h.RefStart.At(trace.ObjectID(run.end())) - h.RefStart.At(run.first))
	}
	defer slots.Release()
	defer scratch.Release(&from)
	return parallel.Each(len(starts), func(_, i int) error {
		at := starts[i]
		for _, run := range r.runs[i*step : min((i+1)*step, len(r.runs))] {
			a, b := h.RefStart.At(run.first), h.RefStart.At(trace.ObjectID(run.end()))
			n := uint64(b - a)
			copy(h.RefTo[a:b], from[at:at+n])
			h.RefSlot.Copy(int(a), &slots, int(at), int(n))
			at += n
		}
		return nil
	})
}
