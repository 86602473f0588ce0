package collect

import (
	"fmt"
	"time"

	"memcity/trace"
	"memcity/trace/native"
)

// walk is a heap state being received.
type walk struct {
	number uint32
	info   native.PointInfo
	counts bool

	seen     []uint32 // slots
	seenTo   uint64   // end of the slots reported so far
	runs     []run
	keys, to []uint32 // of references
	roots    []root
	methods  []uint32 // method number +1 of each place in roots; 0 if unknown
	stacks   []stack
	types    []trace.TypeCount

	lastObject, lastTarget int64
	referrer               uint32
	lastKey                int64
}

// run is the start of one object's references in keys; they end at the next run.
type run struct{ from, start uint32 }

type root struct {
	kind         byte
	slot, thread uint32
	depth        uint32 // +1
	local        uint32 // index into the walk's methods, +1
	index        uint32 // bytecode index, +1
}

type stack struct {
	thread uint32 // slot
	name   string
	places []place
}

func (c *collector) takeWalk(m *message) {
	if m.kind == wireStacks { // stacks arrive before their walk
		c.takeStacks(m)
		return
	}
	if m.kind == wireWalk {
		c.beginWalk(m)
		return
	}
	w := c.walk
	if w == nil {
		m.fail("there is no walk")
		return
	}
	switch m.kind {
	case wireObjects:
		c.takeObjects(w, m)
	case wireReferences:
		w.takeReferences(m)
	case wireRoots:
		for m.more() {
			w.roots = append(w.roots, root{kind: byte(m.below(256)), slot: m.slot(), thread: m.slot(), depth: m.below(1 << 31),
				local: m.below(maxLocals + 1), index: m.below(1 << 31)})
		}
	case wireLocalMethods:
		w.takeLocalMethods(m)
	case wireSeen:
		c.takeSeen(w, m)
	case wireRetyped:
		for m.more() {
			s, class := m.slot(), m.below(maxNumber)
			if o := c.find(s); o != nil {
				o.class = class
			}
		}
	case wireCounts:
		c.takeCounts(w, m)
	case wireWalkEnd:
		c.endWalk(w, m)
	}
}

func (c *collector) takeStacks(m *message) {
	if c.walk == nil || c.walk.number != 0 {
		c.walk = &walk{}
	}
	w := c.walk
	for m.more() && len(w.stacks) < 1<<20 {
		w.stacks = append(w.stacks, stack{thread: m.slot(), name: m.text(), places: readPlaces(m)})
	}
}

func (c *collector) beginWalk(m *message) {
	w := &walk{}
	if c.walk != nil && c.walk.number == 0 {
		w = c.walk // it contains the stacks
	}
	w.number = m.below(1 << 32)
	w.info.GC, w.info.Time = m.below(1<<32), micros(m.number())
	w.counts = m.number() != 0
	if m.more() { // absent from older agents
		w.info.Final = m.number() != 0
	}
	w.lastKey = -1
	if w.number == 0 {
		m.fail("a walk has the number 0")
	}
	c.walk = w
}

// takeObjects reads objects that no walk has reported before.
func (c *collector) takeObjects(w *walk, m *message) {
	for m.more() {
		w.lastObject += m.signed()
		class, extent := m.below(maxNumber), m.below(1<<32)
		birth, chain, thread := m.below(1<<32), m.below(maxNumber), m.below(maxNumber)
		if w.lastObject < 0 || w.lastObject >= maxSlot {
			m.fail(fmt.Sprintf("there is no slot %d", w.lastObject))
		}
		if m.err != nil {
			return
		}
		o := c.begin(uint32(w.lastObject))
		o.class, o.extent, o.walked = class, extent, true
		if o.birth == 0 { // samples are more accurate
			o.birth = birth
		}
		if chain != 0 {
			o.chain = chain
		}
		if thread != 0 {
			o.thread = thread
		}
	}
}

func (w *walk) takeReferences(m *message) {
	for m.more() {
		op := m.number()
		if op == 0 {
			w.referrer = m.slot()
			w.lastKey = -1
			w.runs = append(w.runs, run{w.referrer, uint32(len(w.keys))})
			continue
		}
		difference := int64((op-1)>>1) ^ -int64((op-1)&1)
		w.lastKey += difference + 1
		w.lastTarget += m.signed()
		if m.err == nil && (len(w.runs) == 0 || w.lastKey < 0 || w.lastKey > 1<<32-1 || w.lastTarget < 0 || w.lastTarget >= maxSlot) {
			m.fail(fmt.Sprintf("reference %d to slot %d is impossible", w.lastKey, w.lastTarget))
		}
		if m.err != nil {
			return
		}
		w.keys = append(w.keys, uint32(w.lastKey))
		w.to = append(w.to, uint32(w.lastTarget))
	}
	if len(w.keys) > 1<<32-1<<20 {
		m.fail("there are too many references")
	}
}

// takeLocalMethods reads the methods of the places in roots.
func (w *walk) takeLocalMethods(m *message) {
	for m.more() {
		at, method := m.below(maxLocals+1), m.below(maxNumber)
		if m.err != nil || at == 0 {
			m.fail("a method of local variables has no place")
			return
		}
		if n := int(at); n > len(w.methods) {
			w.methods = append(w.methods, make([]uint32, n-len(w.methods))...)
		}
		w.methods[at-1] = method
	}
}

// method returns the method number of a root, +1; 0 if unknown.
func (w *walk) method(r *root) uint32 {
	if r.local == 0 || int(r.local) > len(w.methods) {
		return 0
	}
	return w.methods[r.local-1]
}

// takeSeen reads the slots that the walk reached. Unknown slots are left out.
func (c *collector) takeSeen(w *walk, m *message) {
	for m.more() {
		from := w.seenTo + m.number()
		to := from + m.number()
		if m.err == nil && (from >= maxSlot || to > maxSlot || to <= from) {
			m.fail(fmt.Sprintf("there are no slots %d to %d", from, to))
		}
		if m.err != nil {
			return
		}
		w.seenTo = to
		for s := from; s < min(to, uint64(len(c.slots))<<slotPage); s++ {
			if page := c.slots[s>>slotPage]; page == nil {
				s |= 1<<slotPage - 1
			} else if page[s&(1<<slotPage-1)].walked {
				w.seen = append(w.seen, uint32(s))
			}
		}
	}
}

func (c *collector) takeCounts(w *walk, m *message) {
	for m.more() {
		class, objects, bytes := m.below(maxNumber), m.size(), m.size()
		k := c.names.class(class)
		if k == nil || isOwnClass(k) {
			continue
		}
		var t trace.Type
		c.names.layOut(&t, k)
		w.types = append(w.types, trace.TypeCount{Name: javaName(k.signature), Kind: t.Kind, Objects: objects, Bytes: bytes})
	}
}

func (c *collector) endWalk(w *walk, m *message) {
	number, pause, objects, whole := m.below(1<<32), micros(m.number()), m.size(), m.number() != 0
	if m.err == nil && number != w.number {
		m.fail(fmt.Sprintf("walk %d ends while walk %d is running", number, w.number))
	}
	if m.err != nil {
		return
	}
	c.walk = nil
	c.placeUses()
	w.info.Pause = pause
	c.stats.PausedByWalks += pause
	if !whole {
		c.remark(w.info.Time, fmt.Sprintf("the heap state after GC %d is missing, because the heap walk did not finish", w.info.GC))
		return
	}
	if w.counts {
		c.writeCounts(w)
	} else {
		c.writeHeap(w, objects)
	}
}

func (c *collector) writeCounts(w *walk) {
	c.stats.Points++
	c.stats.Objects, c.stats.Bytes = 0, 0
	for _, t := range w.types {
		c.stats.Objects += t.Objects
		c.stats.Bytes += t.Bytes
	}
	c.note(c.out.Counts(w.info, w.types))
	c.report(w.info.Time + w.info.Pause)
}

func (c *collector) writeHeap(w *walk, objects int64) {
	objects -= c.leaveOwnOut(w)
	h := c.buildHeap(w)
	if lost := objects - int64(h.Len()); lost > 0 {
		c.remark(w.info.Time, fmt.Sprintf("%d objects of the heap state are missing", lost))
	}
	c.note(c.out.State(w.info, h))
	c.stats.Points++
	c.stats.Full++
	c.stats.Objects, c.stats.Bytes = int64(h.Len()), 0
	for o := range h.Len() {
		c.stats.Bytes += h.Size(trace.ObjectID(o))
	}
	c.report(w.info.Time + time.Duration(w.info.Pause))
}
