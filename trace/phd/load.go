package phd

import (
	"context"
	"fmt"
	"math"

	"memcity/trace"
	"memcity/trace/internal/addresses"
	"memcity/trace/poll"
	"memcity/trace/scratch"
	"memcity/trace/wire/javacore"
	"memcity/trace/wire/phd"
)

// loader builds a heap state.
type loader struct {
	dump     dump
	progress trace.Progress
	passes   int64 // number of passes over the file
	done     int64 // bytes read by earlier passes

	census   *census
	index    *addresses.Index
	types    *typeTable
	heap     *trace.Heap
	odd      map[oddKey]trace.TypeID
	inexact  int64 // arrays whose size is that of the layout instead of that in the file
	dangling int64
	core     *javacore.Dump // nil for none
	warnings []trace.Warning
}

// load reads the heap state of a dump.
func load(ctx context.Context, d dump, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := &loader{dump: d, progress: progress, passes: 2, odd: map[oddKey]trace.TypeID{}}
	err := l.load(ctx)
	if ctx.Err() != nil {
		return nil, l.warnings, ctx.Err()
	}
	if err != nil {
		return nil, l.warnings, explain(d.file, err)
	}
	return l.heap, l.warnings, nil
}

func (l *loader) load(ctx context.Context) error {
	if err := l.takeCensus(ctx); err != nil {
		return err
	}
	c := l.census
	if err := trace.Admit(ctx, c.volume()); err != nil {
		return err
	}
	l.index = addresses.NewIndex(c.addresses)
	l.types = newTypeTable(c)
	n := l.index.Len()
	l.heap = &trace.Heap{Types: l.types.list, TypeOf: trace.NewTypes(n, len(l.types.list)+maxOdd), Extent: trace.NewExtents(n),
		Align: align, Address: l.index.Address}
	if err := l.readCore(ctx); err != nil {
		return err
	}
	if err := l.readObjects(ctx); err != nil {
		return err
	}
	l.linkClasses()
	l.addSlots()
	l.warnMissing(len(c.addresses) - n)
	l.addRoots()
	return nil
}

// takeCensus reads the file for the first time.
func (l *loader) takeCensus(ctx context.Context) error {
	r, err := openReader(ctx, l.dump.file)
	if err != nil {
		return err
	}
	defer r.content.Close()
	if l.census, err = takeCensus(r, l.report); err != nil {
		return err
	}
	l.done += l.dump.file.Size
	if len(l.census.addresses) > 0 {
		return nil
	}
	if l.census.fault != nil {
		return l.census.fault
	}
	return fmt.Errorf("the heap dump has no objects")
}

func (l *loader) report(stored int64) {
	l.progress.Report(l.done+stored, l.passes*l.dump.file.Size, "reading "+l.dump.file.Base())
}

func (l *loader) warn(text string) {
	l.warnings = append(l.warnings, trace.Warning{Source: l.dump.file.Base(), Text: text})
}

// readCore reads the javacore, if there is one. It returns an error only if ctx is done.
func (l *loader) readCore(ctx context.Context) error {
	if len(l.dump.cores) == 0 {
		return nil
	}
	f := l.dump.cores[0]
	core, err := readCore(ctx, f)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.warnings = append(l.warnings, trace.Warning{Source: f.Base(), Text: explain(f, err).Text + "; threads are missing"})
		return nil
	}
	l.core = core
	return nil
}

// rows are the references in file order.
type rows struct {
	objects []trace.ObjectID
	to      []trace.ObjectID
	used    int
}

// errChanged reports that the second pass found other objects than the first.
var errChanged = fmt.Errorf("the file changed while it was being read")

// readObjects reads the file for the second time and fills the columns.
func (l *loader) readObjects(ctx context.Context) error {
	if l.census.references > math.MaxUint32 {
		return fmt.Errorf("the heap has more than %d references", uint32(math.MaxUint32))
	}
	read := &rows{objects: scratch.Make[trace.ObjectID](l.index.Len()), to: scratch.Make[trace.ObjectID](int(l.census.references))}
	defer scratch.Release(&read.objects)
	defer scratch.Release(&read.to)
	counts, n := trace.NewRowCounts(l.index.Len()), 0
	err := l.objects(ctx, func(rec *phd.Record, o trace.ObjectID, t trace.TypeID, extent uint32) error {
		l.heap.TypeOf.Set(o, t)
		l.heap.Extent.Set(o, extent)
		before := read.used
		for _, to := range rec.References {
			if read.used == len(read.to) {
				return errChanged
			}
			if to := l.index.Find(to); to != trace.NoObject {
				read.to[read.used] = to
				read.used++
			} else {
				l.dangling++
			}
		}
		counts.Set(o, uint32(read.used-before))
		read.objects[n] = o
		n++
		return nil
	})
	if err != nil {
		return err
	}
	return l.place(ctx, read, counts)
}

// objects reads the file for the second time, and calls visit with the record, type and extent of each object. Of records with one address,
// the first is the object.
func (l *loader) objects(ctx context.Context, visit func(rec *phd.Record, o trace.ObjectID, t trace.TypeID, extent uint32) error) error {
	r, err := openReader(ctx, l.dump.file)
	if err != nil {
		return err
	}
	defer r.content.Close()
	taken, n := addresses.NewSet(l.index.Len()), 0
	_, err = r.each(func(rec *phd.Record) error {
		if n%admitEvery == 0 {
			l.report(r.Stored())
		}
		o, t := l.index.Find(rec.Address), l.types.of(rec)
		if o == trace.NoObject || t == trace.NoType {
			return errChanged
		}
		if !taken.Add(o) {
			return nil
		}
		n++
		t, extent := l.sized(t, rec)
		return visit(rec, o, t, extent)
	})
	if err == nil && n != l.index.Len() {
		err = errChanged
	}
	return err
}

// place moves the references from file order to object order.
func (l *loader) place(ctx context.Context, read *rows, counts *trace.RowCounts) error {
	h := l.heap
	var err error
	if h.RefStart, err = counts.Rows(); err != nil {
		return err
	}
	h.RefTo = scratch.Make[trace.ObjectID](read.used)
	at := 0
	for i, o := range read.objects {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		from, to := h.RefStart.Row(o)
		at += copy(h.RefTo[from:to], read.to[at:])
	}
	return nil
}

// warnMissing adds warnings about missing data.
func (l *loader) warnMissing(twice int) {
	if f := l.census.fault; f != nil {
		l.warn(f.Error() + "; only the objects before it are shown")
		l.warnings[len(l.warnings)-1].Lost = true
	}
	if l.types.unnamed > 0 {
		l.warn(fmt.Sprintf("%d classes have no name, because their records are missing; a heap dump ends with them. "+
			"The sizes of their objects are estimates from the distances between objects", l.types.unnamed))
	}
	if twice > 0 {
		l.warn(fmt.Sprintf("%d objects were skipped, because their addresses are duplicates", twice))
	}
	if l.inexact > 0 {
		l.warn(fmt.Sprintf("%d arrays have unusual sizes; their sizes are computed from their lengths", l.inexact))
	}
	if l.dangling > 100+l.census.references/100 {
		l.warn(fmt.Sprintf("%d references lead to objects that are not in the file", l.dangling))
	}
}
