package hprof

import (
	"context"
	"runtime"
	"sync"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// Histogram counts the objects and shallow bytes of a heap dump by type, without storing objects. The numbers equal the counts of the
// loaded heap. The largest types come first; types without objects are left out. It reads the file once, or twice if objects are not in
// address order, as with ZGC, Shenandoah and parallel dumps. It takes one to two bytes per object, plus 4 MB per core and 8 MB.
func Histogram(ctx context.Context, f trace.File, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	l, content, err := newLoader(f, progress, 1)
	if err != nil {
		return nil, nil, err
	}
	defer content.Close()
	if err := l.count(ctx); err != nil {
		return nil, l.warnings, l.explain(ctx, err)
	}
	if l.twice() > 0 { // which object of an ID counts depends on the file order
		v := l.volume()
		v.Bytes += loadedBytes * v.Objects
		if err := trace.Admit(ctx, v); err != nil {
			return nil, l.warnings, l.explain(ctx, err)
		}
		heap, warnings, err := Load(ctx, f, progress)
		if err != nil {
			return nil, warnings, err
		}
		return heap.CountTypes(), warnings, nil
	}
	if l.census.descents > l.census.objects/1000 {
		if err := l.readGaps(ctx); err != nil {
			return nil, l.warnings, l.explain(ctx, err)
		}
	}
	counts, err := l.histogram(ctx)
	if err != nil {
		return nil, l.warnings, l.explain(ctx, err)
	}
	return counts, l.warnings, nil
}

// readGaps rereads the file for the distance from each object to the next one in address order.
func (l *loader) readGaps(ctx context.Context) error {
	for _, t := range l.types.list {
		t.gaps = noGaps
	}
	l.passes++
	var mu sync.Mutex
	_, err := l.reader.Scan(ctx, runtime.GOMAXPROCS(0), func(_ int, c *hprof.Chunk) error {
		found := map[*typeInfo]*gaps{}
		l.chunkGaps(c, found)
		mu.Lock()
		defer mu.Unlock()
		for t, g := range found {
			t.gaps.add(*g)
		}
		l.report(c.Stored)
		return nil
	})
	return err
}

func (l *loader) chunkGaps(c *hprof.Chunk, found map[*typeInfo]*gaps) {
	of := func(t *typeInfo) *gaps {
		g := found[t]
		if g == nil {
			g = new(gaps)
			*g = noGaps
			found[t] = g
		}
		return g
	}
	var r hprof.Record
	for c.Next(&r) {
		t := l.types.of(&r)
		if t == nil {
			continue
		}
		next := l.index.next(r.Values[0])
		switch {
		case next == 0:
		case r.Kind == hprof.Instance:
			of(t).see(next - r.Values[0])
		default:
			of(t).seeArray(next-r.Values[0], r.Values[hprof.ArrayLength])
		}
	}
}

func (l *loader) histogram(ctx context.Context) ([]trace.TypeCount, error) {
	mirrors := l.mirrorGaps()
	v := l.types.measure(l.reader.Header.IDSize, l.census.odd, int64(l.index.len()), mirrors)
	l.warnNumbered()
	stacks, err := l.sumStacks(ctx, &v)
	if err != nil {
		return nil, err
	}
	var counts []trace.TypeCount
	for _, t := range l.types.list {
		c := trace.TypeCount{Name: t.name, Kind: t.kind, Objects: t.count}
		switch t.kind {
		case trace.Instance:
			if c.Bytes = t.count * t.size; t.hasStacks() {
				c.Bytes = stacks[t]
			}
		case trace.ClassObject:
			c.Objects += int64(len(mirrors))
			c.Bytes = t.count * v.aligned(v.mirror)
			for i := range mirrors {
				c.Bytes += v.mirrorSize(&mirrors[i])
			}
		default:
			if t.use != nil {
				c.Bytes = t.arrayBytes(&v)
			}
		}
		counts = append(counts, c)
	}
	return trace.OrderCounts(counts), nil
}

// mirrorGaps returns the class objects with the distances to the next object.
func (l *loader) mirrorGaps() []mirror {
	rows := make([]mirror, 0, len(l.types.mirror))
	seen := map[trace.ObjectID]bool{}
	add := func(c *classDecl) {
		row := l.classRow(c)
		if o := row.mirror.object; !seen[o] {
			seen[o] = true
			if next := l.index.next(c.id); next != 0 {
				row.mirror.gap = next - c.id
			}
			rows = append(rows, row.mirror)
		}
	}
	for i := range l.census.classes {
		add(&l.census.classes[i])
	}
	for _, load := range l.types.loads {
		add(&classDecl{id: load.id})
	}
	return rows
}
