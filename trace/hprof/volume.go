package hprof

import (
	"context"
	"fmt"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/hprof"
)

// In heap dumps of real programs, 55 to 70 % of the reference fields are set. The estimate for types with too few samples uses 2/3.
// References in arrays are counted exactly.
const (
	filledPlaces  = 2
	countedPlaces = 3
	minSampled    = 16 // instances
)

// references estimates how many reference fields of a type's instances are set.
func (l *loader) references(t *typeInfo) int64 {
	places := t.use.instances * int64(len(t.refs))
	samples := t.use.samples
	if len(samples) < minSampled {
		return places / countedPlaces * filledPlaces
	}
	idSize, filled := l.reader.Header.IDSize, int64(0)
	for _, body := range samples {
		for _, r := range t.refs {
			if end := int(r.offset) + idSize; end <= len(body) && hprof.CountIDs(body[r.offset:end], idSize) > 0 {
				filled++
			}
		}
	}
	return int64(float64(t.use.instances) * float64(filled) / float64(len(samples)))
}

// volume returns the volume counted by the census.
func (l *loader) volume() trace.Volume {
	references := l.census.elements
	for _, t := range l.types.list {
		if t.use == nil {
			continue
		}
		references += l.references(t)
	}
	c, more := l.census, int64(0)
	if _, sorted := l.index.(sortedIndex); sorted {
		more = l.sortedBytes()
	}
	return trace.Volume{Objects: c.objects + int64(len(c.classes)), References: references,
		Classes: int64(max(len(c.classes), len(c.loads))), Rows: int64(len(c.roots) + len(c.starts)), Bytes: more, ByType: true}
}

// count takes the census and creates the types, if there is enough memory.
func (l *loader) count(ctx context.Context) error {
	for {
		if err := l.takeCensus(ctx); err != nil {
			return err
		}
		l.types = newTypeTable(l.census, l.reader.Header.IDSize)
		if err := trace.Admit(ctx, l.volume()); err != nil {
			return err
		}
		if !l.refused {
			l.warnCut()
			return nil
		}
		l.refused = false // memory became available in the meantime
	}
}

// warnCut adds a warning if chains of super classes were cut.
func (l *loader) warnCut() {
	if l.types.cut > 0 {
		l.warn(fmt.Sprintf("super classes: %s cut, because a chain has more than %d classes or is a cycle; fields of the omitted classes "+
			"are not read", input.Plural(l.types.cut, "chain is", "chains are"), maxSupers))
	}
}

// loadedBytes is the memory of a loaded object and its references, minus the memory to count it.
const loadedBytes = 40

// sortedBytes returns the memory for the IDs if they are not addresses.
func (l *loader) sortedBytes() int64 {
	const perID = 8
	return perID * (l.census.objects + int64(len(l.census.classes)+len(l.census.loads)))
}

// admitEvery is the number of objects between memory checks.
const admitEvery = 4 << 20

// admitting returns the progress function of the census. It reports progress, and closes the index of IDs if there is too little memory.
// Counting continues even then, since a refusal reports the totals.
func (l *loader) admitting(ctx context.Context, bits *bitCollector) func(done, objects int64) {
	next := int64(admitEvery)
	return func(done, objects int64) {
		l.report(done)
		if objects < next || l.refused {
			return
		}
		next = objects + admitEvery
		if trace.Admit(ctx, trace.Volume{Objects: objects}) != nil {
			l.refused = true
			bits.close()
		}
	}
}
