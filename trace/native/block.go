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
	more  []memcity.Entry // references that do not fit into the objects' rows
	first uint64          // index of the first object, as in the file
	rows  int
	bad   bool // the block is unusable

	maxReferences int64  // largest possible number of references of its objects
	at            uint64 // index of the first object in the heap
	reference     uint64 // index of the first reference in the heap
	kept          int64  // number of decoded references
}

// blockDecoder decodes blocks for one goroutine.
type blockDecoder struct {
	*loader
	table, rest memcity.Table
	to          []trace.ObjectID // space for the block's references in the heap
	slots       []uint16         // of the references
	n           int              // number of references of the block so far, including those without space
	used        []bool           // whether each thread, by number, allocated an object
	odd         oddValues
}

// block decodes b. Damage becomes a warning and sets b.bad. An error is a file system error.
func (w *blockDecoder) block(b *block) error {
	if b.bad {
		return nil
	}
	t := &w.table
	if err := memcity.ReadTableInto(w.content, b.entry, t); err != nil {
		return w.markDamaged(b, err)
	}
	at := trace.ObjectID(b.at)
	limit := uint64(len(w.names.types))
	for i, n := range t.Columns[objectsType].Numbers {
		if n >= limit {
			n = limit // the lost type
			w.odd.types++
		}
		w.heap.TypeOf.Set(at+trace.ObjectID(i), trace.TypeID(n))
	}
	for i, n := range t.Columns[objectsExtent].Numbers {
		w.heap.Extent.Set(at+trace.ObjectID(i), uint32(min(n, math.MaxUint32)))
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
		copy(column(w.loader, b, &w.heap.Identity, 0), c)
	}
	if c := t.Columns[objectsBirth].Numbers; len(c) > 0 {
		births := column(w.loader, b, &w.heap.BirthOf, trace.NoBirth)
		for i, n := range c {
			births[i] = birthOf(n)
		}
	}
}

// places decodes sites, threads, spaces and subsystems.
func (w *blockDecoder) places(b *block, t *memcity.Table) {
	if c := t.Columns[objectsSite].Numbers; len(c) > 0 {
		sites := column(w.loader, b, &w.heap.SiteOf, trace.NoSite)
		for i, n := range c {
			if n > uint64(len(w.names.sites)) {
				n = 0
				w.odd.sites++
			}
			sites[i] = trace.SiteID(n - 1) // wraps to NoSite
		}
	}
	if c := t.Columns[objectsThread].Numbers; len(c) > 0 {
		threads := column(w.loader, b, &w.heap.ThreadOf, trace.NoThread) // numbers as in the file, converted later
		for i, n := range c {
			if n > uint64(len(w.used)) {
				n = 0
				w.odd.threads++
			}
			if n > 0 {
				w.used[n-1] = true
			}
			threads[i] = int32(n) - 1
		}
	}
	if c := t.Columns[objectsSpace].Numbers; len(c) > 0 {
		spaces := column(w.loader, b, &w.heap.SpaceOf, trace.NoSpace)
		for i, n := range c {
			if n > uint64(len(w.names.spaces)) {
				n = 0
				w.odd.spaces++
			}
			spaces[i] = trace.SpaceID(n - 1) // wraps to NoSpace
		}
	}
	if c := t.Columns[objectsSubsystem].Numbers; len(c) > 0 {
		subsystems := column(w.loader, b, &w.heap.SubsystemOf, trace.UnknownSubsystem)
		for i, n := range c {
			if n < uint64(trace.Subsystems()) {
				subsystems[i] = trace.Subsystem(n)
			}
		}
	}
}

// references decodes the references of the objects of b.
func (w *blockDecoder) references(b *block, t *memcity.Table) error {
	c := &t.Columns[objectsReferences]
	w.to, w.n = w.heap.RefTo[b.reference:][:b.maxReferences], 0
	w.slots = slices.Grow(w.slots[:0], int(b.maxReferences))[:b.maxReferences]
	more := b.more
	from := c.Start[0]
	for i, end := range c.Start[1:] {
		before := w.n
		w.row(int64(b.first)+int64(i), c.Numbers[from:end], 0)
		from = end
		for len(more) > 0 && headOf(&more[0], referencesObject) == b.first+uint64(i) {
			if err := w.further(more[0]); err != nil {
				return err
			}
			more = more[1:]
		}
		w.counts.Set(trace.ObjectID(b.at)+trace.ObjectID(i), uint32(w.n-before))
	}
	w.heap.RefSlot.Put(int(b.reference), w.slots[:min(w.n, len(w.slots))])
	if b.kept = int64(w.n); b.kept > b.maxReferences {
		b.bad = true
		w.warn(fmt.Sprintf("offset %d: skipped a block of %d objects that has more than its declared %d references", b.entry.Offset, b.rows,
			b.maxReferences))
	}
	return nil
}

// row decodes references of one object. slot is the slot of the first one.
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
		if w.n < len(w.to) {
			w.to[w.n], w.slots[w.n] = trace.ObjectID(to), uint16(min(slot+uint64(i), math.MaxUint16))
		}
		w.n++
	}
}

// further decodes references that did not fit into an object's row.
func (w *blockDecoder) further(e memcity.Entry) error {
	err := memcity.ReadTableInto(w.content, e, &w.rest)
	var fault memcity.Fault
	switch {
	case err == nil:
		w.row(int64(headOf(&e, referencesObject)), w.rest.Columns[0].Numbers, min(headOf(&e, referencesSlot), math.MaxUint32))
		w.done.Add(e.Stored)
	case !errors.As(err, &fault):
		return err
	default:
		w.warn(fmt.Sprintf("%s; references of object %d are missing because of it", fault, headOf(&e, referencesObject)))
	}
	return nil
}

// column returns the part of a heap column for a block. If the column does not exist yet, it creates one filled with none.
func column[T any](l *loader, b *block, all *[]T, none T) []T {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *all == nil {
		*all = slices.Repeat([]T{none}, l.heap.Len())
	}
	return (*all)[b.at:][:b.rows]
}
