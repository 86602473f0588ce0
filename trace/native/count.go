package native

import (
	"cmp"
	"context"
	"errors"
	"math"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/wire/memcity"
)

// count counts the objects of each type, with the same result as counting the loaded heap.
func (l *loader) count(ctx context.Context) ([]trace.TypeCount, error) {
	l.plan()
	if err := l.countObjects(); err != nil {
		return nil, err
	}
	if err := trace.Admit(ctx, l.volume(l.said())); err != nil {
		return nil, err
	}
	types, _ := l.names.heapTypes()
	lost := len(types)
	types = append(types, lostType(lost))
	types[lost].Name = "(lost type)"
	workers := make([]typeCounter, parallel.Parts(len(l.all), 1))
	for i := range workers {
		workers[i] = typeCounter{loader: l, types: types, align: cmp.Or(l.align, 8), counts: make([]trace.Amount, len(types))}
	}
	if err := parallel.Each(len(l.all), func(worker, at int) error {
		return cmp.Or(ctx.Err(), workers[worker].block(l.all[at]))
	}); err != nil {
		return nil, err
	}
	rows := uint64(0)
	for _, b := range l.all {
		if !b.bad {
			rows += uint64(b.rows)
		}
	}
	l.orderWarnings()
	l.reportMissing(rows)
	counts := make([]trace.TypeCount, len(types))
	for i := range types {
		counts[i].Name, counts[i].Kind = types[i].Name, types[i].Kind
		for w := range workers {
			counts[i].Objects += workers[w].counts[i].Objects
			counts[i].Bytes += workers[w].counts[i].Bytes
		}
	}
	l.odd.types = counts[lost].Objects
	l.reportOdd()
	return trace.OrderCounts(counts), nil
}

// typeCounter counts objects for one goroutine.
type typeCounter struct {
	*loader
	types  []trace.Type
	align  int64
	table  memcity.Table
	counts []trace.Amount // by type; the last is the lost type
}

// block counts the objects of a block. Damage becomes a warning and sets b.bad. An error is a file system error.
func (c *typeCounter) block(b *block) error {
	if b.bad {
		return nil
	}
	if err := memcity.ReadColumnsInto(c.content, b.entry, &c.table, objectsType, objectsExtent); err != nil {
		return c.markDamaged(b, err)
	}
	extents := c.table.Columns[objectsExtent].Numbers
	for i, n := range c.table.Columns[objectsType].Numbers {
		n = min(n, uint64(len(c.types)-1))
		c.counts[n].Objects++
		c.counts[n].Bytes += c.types[n].SizeOf(uint32(min(extents[i], math.MaxUint32)), c.align)
	}
	c.progress.Report(c.done.Add(b.entry.Stored), c.total, "reading "+c.file.Base())
	return nil
}

// markDamaged converts the error of a damaged block to a warning and sets b.bad. It returns other errors.
func (l *loader) markDamaged(b *block, err error) error {
	var fault memcity.Fault
	if !errors.As(err, &fault) {
		return err
	}
	b.bad = true
	l.warn(fault.String())
	return nil
}
