package native

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/wire/memcity"
)

// countReferences sets the largest possible number of references of each block. Older files do not store it, so their references are read
// an additional time.
func (l *loader) countReferences(ctx context.Context) error {
	tables := make([]memcity.Table, parallel.Parts(len(l.all), 1))
	err := parallel.Each(len(l.all), func(worker, at int) error {
		b := l.all[at]
		if b.bad {
			return nil
		}
		if headOf(&b.entry, objectsReferenced) > 0 {
			return nil
		}
		return cmp.Or(ctx.Err(), l.countIn(b, &tables[worker]))
	})
	if err != nil {
		return err
	}
	for _, b := range l.all {
		if !b.bad {
			l.most += b.maxReferences
		}
	}
	if l.most > l.believable() {
		return l.unbelievable(l.most, "references")
	}
	return nil
}

// believe sets the number of references stated by a block, if any. The number is rejected if it exceeds the uncompressed size in bytes,
// since each reference takes at least a byte.
func (l *loader) believe(b *block) {
	said := headOf(&b.entry, objectsReferenced)
	if said == 0 || b.bad {
		return
	}
	said--
	room := b.entry.Raw
	for i := range b.more {
		room += b.more[i].Raw
	}
	if said > uint64(room) {
		b.bad = true
		l.warn(fmt.Sprintf("offset %d: skipped a block of %d bytes with an impossible number of references, %d", b.entry.Offset, room, said))
		return
	}
	b.maxReferences = int64(said)
}

// countIn counts the references of a block. A damaged chunk counts as empty; the damage is reported when the rest is decoded. An error is a
// file system error.
func (l *loader) countIn(b *block, t *memcity.Table) error {
	count := func(e memcity.Entry, column int) error {
		err := memcity.ReadColumnsInto(l.content, e, t, column)
		if fault := (memcity.Fault{}); errors.As(err, &fault) {
			return nil
		}
		for _, v := range t.Columns[column].Numbers {
			if v >= refFirst {
				b.maxReferences++
			}
		}
		return err
	}
	if err := count(b.entry, objectsReferences); err != nil {
		return err
	}
	for _, e := range b.more {
		if err := count(e, 0); err != nil {
			return err
		}
	}
	return nil
}

// reserve allocates the columns that all states have and assigns each block its place.
func (l *loader) reserve() error {
	at, references := uint64(0), uint64(0)
	for _, b := range l.all {
		if b.bad {
			continue
		}
		b.at, b.reference = at, references
		at += uint64(b.rows)
		references += uint64(b.maxReferences)
	}
	switch {
	case at > math.MaxUint32-1:
		return fmt.Errorf("the heap has %d objects, more than %d", at, uint32(math.MaxUint32-1))
	case references > math.MaxUint32:
		return fmt.Errorf("the heap has %d references, more than %d", references, uint32(math.MaxUint32))
	}
	l.heap = &trace.Heap{TypeOf: trace.NewTypes(int(at), len(l.names.types)+1), Extent: trace.NewExtents(int(at)),
		RefTo: make([]trace.ObjectID, references), RefSlot: trace.NewSlots(int(references))}
	l.counts = trace.NewRowCounts(int(at))
	return nil
}

// settle determines which objects of the file exist, and closes the gaps of missing ones.
func (l *loader) settle(ctx context.Context) error {
	at, full := uint64(0), true
	for _, b := range l.all {
		if !b.bad {
			l.good = append(l.good, b)
			at += uint64(b.rows)
			full = full && b.kept == b.maxReferences
		}
	}
	l.reportMissing(at)
	if l.whole = at == l.limit; !l.whole || !full {
		if err := l.closeGaps(ctx); err != nil {
			return err
		}
	}
	var err error
	l.heap.RefStart, err = l.counts.Rows()
	return err
}

// reportMissing adds a warning about missing objects. at is the number of existing ones.
func (l *loader) reportMissing(at uint64) {
	missing := max(int64(l.limit), l.state.objects) - int64(at)
	switch {
	case missing > 0 && !l.ended:
		l.warnLost(fmt.Sprintf("the GC point is truncated: %d of %d objects are missing", missing, int64(at)+missing))
	case missing > 0:
		l.warnLost(fmt.Sprintf("%d of %d objects and the references to them are missing", missing, int64(at)+missing))
	case !l.ended:
		l.warnLost("the GC point is truncated, so GC roots may be missing")
	}
}

// closeGaps moves the blocks together, converts indices in the file to indices in the heap, and removes references to missing objects.
func (l *loader) closeGaps(ctx context.Context) error {
	h := l.heap
	reserved := make([]uint64, len(l.good)) // previous places of the blocks
	at := uint64(0)
	for i, b := range l.good {
		reserved[i], b.at = b.at, at
		at += uint64(b.rows)
	}
	kept := uint64(0)
	for i, b := range l.good {
		if err := ctx.Err(); err != nil {
			return err
		}
		from, n := reserved[i], uint64(b.rows)
		h.TypeOf.Move(trace.ObjectID(b.at), trace.ObjectID(from), b.rows)
		h.Extent.Move(trace.ObjectID(b.at), trace.ObjectID(from), b.rows)
		move(h.Identity, b.at, from, n)
		move(h.BirthOf, b.at, from, n)
		move(h.SiteOf, b.at, from, n)
		move(h.ThreadOf, b.at, from, n)
		move(h.SpaceOf, b.at, from, n)
		move(h.SubsystemOf, b.at, from, n)
		k := b.reference
		b.reference = kept
		for o := range n {
			start := kept
			for end := k + uint64(l.counts.At(trace.ObjectID(from+o))); k < end; k++ {
				if to := l.find(uint64(h.RefTo[k])); to != trace.NoObject {
					h.RefTo[kept] = to
					h.RefSlot.Copy(int(kept), &h.RefSlot, int(k), 1)
					kept++
				}
			}
			l.counts.Set(trace.ObjectID(b.at+o), uint32(kept-start))
		}
	}
	h.TypeOf.Cut(int(at))
	h.Extent.Cut(int(at))
	l.counts.Cut(int(at))
	h.RefTo = h.RefTo[:kept:kept]
	h.RefSlot.Cut(int(kept))
	cut(&h.Identity, at)
	cut(&h.BirthOf, at)
	cut(&h.SiteOf, at)
	cut(&h.ThreadOf, at)
	cut(&h.SpaceOf, at)
	cut(&h.SubsystemOf, at)
	return nil
}

// move moves n values of a column, unless the column is nil.
func move[T any](column []T, to, from, n uint64) {
	if column != nil && to != from {
		copy(column[to:to+n], column[from:from+n])
	}
}

// cut truncates a column to n values, unless the column is nil.
func cut[T any](column *[]T, n uint64) {
	if *column != nil {
		*column = (*column)[:n:n]
	}
}
