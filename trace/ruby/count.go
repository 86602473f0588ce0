package ruby

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/ruby"
)

// totals counts the objects of a dump and their shallow bytes.
func totals(ctx context.Context, f trace.File, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
	counts, warnings, err := countTypes(ctx, f, progress)
	for _, c := range counts {
		objects += c.Objects
		bytes += c.Bytes
	}
	return objects, bytes, warnings, err
}

// counter counts the objects of a dump by type.
type counter struct {
	*loader
	ids   []uint64
	types map[countedType]*trace.TypeCount
	last  countedType
	count *trace.TypeCount // of last
}

type countedType struct {
	name  uint32
	high  uint32 // upper half of the size; see package assemble
	owner bool   // classes and modules with variables
}

// countTypes counts the objects of a dump by type, without holding them. The results equal the counts of the heap state that load returns.
func countTypes(ctx context.Context, f trace.File, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	c := &counter{loader: newLoader(ctx, f), types: map[countedType]*trace.TypeCount{}}
	p := pass{file: f, progress: progress, passes: 2, defines: true}
	_, err := p.run(ctx, c.define)
	cut := false
	if err == nil {
		p.number, p.defines = 1, false
		cut, err = p.run(ctx, c.add)
	}
	if cut {
		c.faults.add(unfinished, 0, 1)
	}
	if err == nil && len(c.ids) == 0 {
		err = c.noObjects()
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, input.Error(err, f.Name)
	}
	slices.Sort(c.ids)
	if len(slices.Compact(c.ids)) < c.objects() { // the later objects are left out
		h, warnings, err := load(ctx, f, false, progress)
		if err != nil {
			return nil, nil, err
		}
		return h.CountTypes(), warnings, nil
	}
	return c.list(), c.faults.warnings(f.Base()), nil
}

// admitEvery is the number of objects after which more memory is asked for.
const admitEvery = 1 << 18

// add counts the object of a line.
func (c *counter) add(line int64, r *ruby.Record) error {
	c.faults.addLine(line, r)
	if r.Kind != ruby.Object && r.Kind != ruby.Class {
		return nil
	}
	if len(c.ids)%admitEvery == 0 {
		if err := trace.Admit(c.ctx, trace.Volume{Bytes: 16*int64(len(c.ids)) + c.memory()}); err != nil {
			return err
		}
	}
	c.ids = append(c.ids, r.Address)
	t := countedType{c.typeOfObject(r), uint32(sizeOf(r) >> 32), r.Kind == ruby.Class && c.classes.isOwner(r.Address)}
	if c.count == nil || c.last != t {
		if c.types[t] == nil {
			c.types[t] = &trace.TypeCount{Name: trace.ClipName(c.names.Text(t.name))}
			if t.owner {
				c.types[t].Kind = trace.ClassObject
			}
		}
		c.last, c.count = t, c.types[t]
	}
	c.count.Objects++
	c.count.Bytes += sizeOf(r)
	return nil
}

func (c *counter) objects() (n int) {
	for _, t := range c.types {
		n += int(t.Objects)
	}
	return n
}

// list returns the counts.
func (c *counter) list() (counts []trace.TypeCount) {
	for _, t := range c.types {
		counts = append(counts, *t)
	}
	slices.SortFunc(counts, func(a, b trace.TypeCount) int { return cmp.Compare(a.Kind, b.Kind) })
	return trace.OrderCounts(counts)
}
