package native

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// block is a block of objects of a heap state.
type block struct {
	entry memcity.Entry
	more  []memcity.Entry // references that objects have beyond their rows
	first uint64          // index of the first object in the file
	rows  int
	bad   bool // nothing of it can be used

	at        uint64 // index of the first object in the heap
	reference uint64 // index of its first reference there

	types, extents []uint32
	counts         []uint32         // references by object
	to             []trace.ObjectID // indices in the file, until they are translated
	slots          []uint16
	identity       []uint64 // these are nil if the block does not have them
	births         []uint32
	sites          []trace.SiteID
	threads        []int32 // numbers in the file
	spaces         []trace.SpaceID
}

// blockColumns says which columns there are.
type blockColumns struct{ identity, births, sites, threads, spaces bool }

func (c *blockColumns) add(b *block) {
	c.identity = c.identity || b.identity != nil
	c.births = c.births || b.births != nil
	c.sites = c.sites || b.sites != nil
	c.threads = c.threads || b.threads != nil
	c.spaces = c.spaces || b.spaces != nil
}

// blockDecoder decodes blocks for one goroutine.
type blockDecoder struct {
	*loader
	table, rest memcity.Table
	to          []trace.ObjectID
	slots       []uint16
	used        []bool // threads by number
	odd         oddValues
}

// block decodes b. What is damaged is reported, and b is bad then; an error is one of the file system.
func (w *blockDecoder) block(b *block) error {
	if b.bad {
		return nil
	}
	t := &w.table
	if err := memcity.ReadTableInto(w.content, b.entry, t); err != nil {
		var fault memcity.Fault
		if !errors.As(err, &fault) {
			return err
		}
		b.bad = true
		w.warn(fault.String())
		return nil
	}
	b.types, b.extents = make([]uint32, b.rows), make([]uint32, b.rows)
	limit := uint64(len(w.names.types))
	for i, n := range t.Columns[objectsType].Numbers {
		if n >= limit {
			n = limit // the lost type
			w.odd.types++
		}
		b.types[i] = uint32(n)
	}
	for i, n := range t.Columns[objectsExtent].Numbers {
		b.extents[i] = uint32(min(n, math.MaxUint32))
	}
	w.lives(b, t)
	w.places(b, t)
	if err := w.references(b, t); err != nil {
		return err
	}
	w.progress.Report(w.done.Add(b.entry.Stored), w.total, "reading "+w.file.Base())
	return nil
}

// lives decodes identities and births.
func (w *blockDecoder) lives(b *block, t *memcity.Table) {
	if c := t.Columns[objectsIdentity].Numbers; len(c) > 0 {
		b.identity = slices.Clone(c)
	}
	if c := t.Columns[objectsBirth].Numbers; len(c) > 0 {
		b.births = make([]uint32, b.rows)
		for i, n := range c {
			b.births[i] = birthOf(n)
		}
	}
}

// places decodes sites, threads and spaces.
func (w *blockDecoder) places(b *block, t *memcity.Table) {
	if c := t.Columns[objectsSite].Numbers; len(c) > 0 {
		b.sites = make([]trace.SiteID, b.rows)
		for i, n := range c {
			if n > uint64(len(w.names.sites)) {
				n = 0
				w.odd.sites++
			}
			b.sites[i] = trace.SiteID(n - 1) // wraps to NoSite
		}
	}
	if c := t.Columns[objectsThread].Numbers; len(c) > 0 {
		b.threads = make([]int32, b.rows)
		for i, n := range c {
			if n > uint64(len(w.used)) {
				n = 0
				w.odd.threads++
			}
			if n > 0 {
				w.used[n-1] = true
			}
			b.threads[i] = int32(n) - 1
		}
	}
	if c := t.Columns[objectsSpace].Numbers; len(c) > 0 {
		b.spaces = make([]trace.SpaceID, b.rows)
		for i, n := range c {
			if n > uint64(len(w.names.spaces)) {
				n = 0
				w.odd.spaces++
			}
			b.spaces[i] = trace.SpaceID(n - 1) // wraps to NoSpace
		}
	}
}

// references decodes the references of the objects of b.
func (w *blockDecoder) references(b *block, t *memcity.Table) error {
	b.counts = make([]uint32, b.rows)
	c := &t.Columns[objectsReferences]
	w.to, w.slots = w.to[:0], w.slots[:0]
	more := b.more
	if err := w.hold(len(c.Numbers)); err != nil {
		return err
	}
	from := c.Start[0]
	for i, end := range c.Start[1:] {
		before := len(w.to)
		w.row(int64(b.first)+int64(i), c.Numbers[from:end], 0)
		from = end
		for len(more) > 0 && headOf(&more[0], referencesObject) == b.first+uint64(i) {
			if err := w.further(more[0]); err != nil {
				return err
			}
			more = more[1:]
		}
		b.counts[i] = uint32(len(w.to) - before)
	}
	if len(w.to) > chunkSlots { // copying them would take as much again
		b.to, b.slots, w.to, w.slots = w.to, w.slots, nil, nil
	} else {
		b.to, b.slots = slices.Clone(w.to), slices.Clone(w.slots)
	}
	return nil
}

// row decodes references of one object, the first one being of a slot.
func (w *blockDecoder) row(own int64, values []uint64, slot uint64) {
	for i, v := range values {
		if v < refFirst {
			continue
		}
		to := uint64(own + unzigzag(v-refFirst))
		if to >= w.limit {
			w.odd.references++
			continue
		}
		w.to = append(w.to, trace.ObjectID(to))
		w.slots = append(w.slots, uint16(min(slot+uint64(i), math.MaxUint16)))
	}
}

// further decodes references that did not fit into the row of an object.
func (w *blockDecoder) further(e memcity.Entry) error {
	err := memcity.ReadTableInto(w.content, e, &w.rest)
	var fault memcity.Fault
	switch {
	case err == nil:
		before := len(w.to)
		w.row(int64(headOf(&e, referencesObject)), w.rest.Columns[0].Numbers, min(headOf(&e, referencesSlot), math.MaxUint32))
		w.done.Add(e.Stored)
		return w.hold(len(w.to) - before)
	case !errors.As(err, &fault):
		return err
	default:
		w.warn(fmt.Sprintf("%s; object %d lacks references for it", fault, headOf(&e, referencesObject)))
	}
	return nil
}

// translate makes indices of the heap of the indices in the file, and leaves out references to objects that are missing.
func (b *block) translate(l *loader) {
	from, kept := 0, 0
	for i, n := range b.counts {
		left := uint32(0)
		for k := from; k < from+int(n); k++ {
			if to := l.find(uint64(b.to[k])); to != trace.NoObject {
				b.to[kept], b.slots[kept] = to, b.slots[k]
				kept++
				left++
			}
		}
		b.counts[i] = left
		from += int(n)
	}
	b.to, b.slots = b.to[:kept], b.slots[:kept]
}

// copyTo copies the block into the columns of h and lets go of its own.
func (b *block) copyTo(h *trace.Heap, stacks []int32) {
	at, end := b.at, b.at+uint64(b.rows)
	types, extents, starts := h.TypeOf[at:end], h.Extent[at:end], h.RefStart[at+1:end+1]
	reference := uint32(b.reference)
	for i := range types {
		types[i], extents[i] = trace.TypeID(b.types[i]), b.extents[i]
		reference += b.counts[i]
		starts[i] = reference
	}
	copy(h.RefTo[b.reference:], b.to)
	copy(h.RefSlot[b.reference:], b.slots)
	if b.identity != nil {
		copy(h.Identity[at:end], b.identity)
	}
	if b.births != nil {
		copy(h.BirthOf[at:end], b.births)
	}
	if b.sites != nil {
		copy(h.SiteOf[at:end], b.sites)
	}
	for i, number := range b.threads {
		if number >= 0 {
			h.ThreadOf[at:end][i] = stacks[number]
		}
	}
	if b.spaces != nil {
		copy(h.SpaceOf[at:end], b.spaces)
	}
	b.types, b.extents, b.counts, b.to, b.slots = nil, nil, nil, nil, nil
	b.identity, b.births, b.sites, b.threads, b.spaces = nil, nil, nil, nil, nil
}
