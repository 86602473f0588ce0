package perfetto

import (
	"context"
	"errors"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/perfetto"
)

// countedType identifies a type like package assemble.
type countedType struct {
	name uint32
	high uint32 // upper half of the size
	kind trace.TypeKind
}

// countTypes counts the objects of a dump by type, without holding them. The results equal the counts of the heap state that load returns.
func countTypes(ctx context.Context, d dump, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	l := newLoader(ctx, d, progress)
	types := map[countedType]*trace.TypeCount{}
	ids, err := l.countObjects(types)
	if err == nil && len(ids) == 0 {
		err = errNoObjects
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, input.Error(err, d.file.Name)
	}
	n := len(ids)
	slices.Sort(ids)
	if len(slices.Compact(ids)) < n { // the later objects are left out
		h, warnings, err := load(ctx, d, progress)
		if err != nil {
			return nil, nil, err
		}
		return h.CountTypes(), warnings, nil
	}
	var counts []trace.TypeCount
	for _, c := range types {
		counts = append(counts, *c)
	}
	return trace.OrderCounts(counts), l.warnings(), nil
}

var errNoObjects = errors.New("the heap graph has no objects")

// countObjects adds the objects of the dump to types, and returns their numbers.
func (l *loader) countObjects(types map[countedType]*trace.TypeCount) (ids []uint64, err error) {
	l.graph = perfetto.Graph{Type: l.addType, Field: l.addField}
	if err := l.pass(0); err != nil {
		return nil, err
	}
	if err := l.finishClasses(); err != nil {
		return nil, err
	}
	l.graph = perfetto.Graph{Object: func(o *perfetto.Object) {
		l.resolve(o)
		c := l.classes[o.Type]
		if c == nil {
			l.faults.noClass++
		}
		out := l.convert(o, c)
		t := countedType{out.Type, uint32(out.Size >> 32), trace.Instance}
		if c != nil && c.of != "" {
			t.kind = trace.ClassObject
		}
		if types[t] == nil {
			types[t] = &trace.TypeCount{Name: l.names.Text(t.name), Kind: t.kind}
		}
		types[t].Objects++
		types[t].Bytes += out.Size
		ids = append(ids, o.ID)
		l.bytes += numberBytes
	}}
	err = l.pass(1)
	return ids, err
}
