package trace

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/wire/hprof"
)

// TypeCount tells how many objects of a type there are.
type TypeCount struct {
	Name    string // as in source; types of one name from several loaders are apart
	Kind    TypeKind
	Objects int64
	Bytes   int64 // shallow
}

// HPROFHistogram counts the objects and shallow bytes per type of a heap dump in one pass, without keeping objects.
// The largest types come first; types without objects are left out. Its numbers are those of the loaded heap, but where
// objects are not in the order of addresses in the file (ZGC, Shenandoah, parallel dumps) sizes of rare types may be
// larger. It takes about 3 bits per object and 20 MB.
func HPROFHistogram(ctx context.Context, f File, progress Progress) ([]TypeCount, []Warning, error) {
	content, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return nil, nil, &InputError{Source: f.Name, Offset: 0, Text: err.Error()}
	}
	l := &hprofLoader{name: f.Name, reader: r, progress: progress}
	if err := l.takeCensus(ctx); err != nil {
		return nil, l.warnings, l.explain(ctx, err)
	}
	l.types = newHprofTypes(l.census, r.Header.IDSize)
	return l.histogram(), l.warnings, nil
}

func (l *hprofLoader) histogram() []TypeCount {
	mirrors := l.mirrorGaps()
	v := l.types.measure(l.reader.Header.IDSize, l.census.odd, int64(l.index.len()), mirrors)
	var counts []TypeCount
	for _, t := range l.types.list {
		c := TypeCount{Name: t.name, Kind: t.kind, Objects: t.count}
		switch t.kind {
		case Instance:
			c.Bytes = t.count * t.size
		case ClassObject:
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
		if c.Objects > 0 {
			counts = append(counts, c)
		}
	}
	slices.SortStableFunc(counts, func(a, b TypeCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return counts
}

// mirrorGaps returns the class objects with the distances to the next object.
func (l *hprofLoader) mirrorGaps() []hprofMirror {
	rows := make([]hprofMirror, 0, len(l.types.mirror))
	seen := map[ObjectID]bool{}
	add := func(c *hprofClass) {
		row := l.classRow(c)
		if o := row.mirror.object; !seen[o] {
			seen[o] = true
			if int(o)+1 < l.index.len() {
				row.mirror.gap = l.index.id(o+1) - c.id
			}
			rows = append(rows, row.mirror)
		}
	}
	for i := range l.census.classes {
		add(&l.census.classes[i])
	}
	for _, load := range l.types.loads {
		add(&hprofClass{id: load.id})
	}
	return rows
}
