package phd

import (
	"context"

	"memcity/trace"
	"memcity/trace/internal/addresses"
	"memcity/trace/wire/phd"
)

// count counts the objects and shallow bytes of a dump by type, without storing references. The numbers equal the counts of the loaded heap.
// It reads the file twice, and takes about 16 bytes per object.
func count(ctx context.Context, d dump, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	l := &loader{dump: d, progress: progress, passes: 2, odd: map[oddKey]trace.TypeID{}}
	counts, err := l.count(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, l.warnings, ctx.Err()
	case err != nil:
		return nil, l.warnings, explain(d.file, err)
	}
	return counts, l.warnings, nil
}

func (l *loader) count(ctx context.Context) ([]trace.TypeCount, error) {
	if err := l.takeCensus(ctx); err != nil {
		return nil, err
	}
	all := len(l.census.addresses)
	l.index = addresses.NewIndex(l.census.addresses)
	l.types = newTypeTable(l.census)
	l.heap = &trace.Heap{Types: l.types.list, Align: align}
	var counts []trace.TypeCount // by type
	err := l.objects(ctx, func(_ *phd.Record, _ trace.ObjectID, t trace.TypeID, extent uint32) error {
		for len(counts) < len(l.heap.Types) {
			counts = append(counts, trace.TypeCount{})
		}
		counts[t].Objects++
		counts[t].Bytes += l.heap.Types[t].SizeOf(extent, align)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range counts {
		counts[i].Name, counts[i].Kind = l.heap.Types[i].Name, l.heap.Types[i].Kind
	}
	l.warnMissing(all - l.index.Len())
	return trace.OrderCounts(counts), nil
}
