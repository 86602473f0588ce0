package native

import (
	"context"
	"errors"
	"math"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/memcity"
)

// lifeOf returns the births and deaths in files; nil if there are none. Each file keeps its own types, sites and threads; the dictionaries
// are concatenated.
func lifeOf(files []*traceFile) *trace.Life {
	l := &trace.Life{}
	var parts []lifePart
	var allocations, deaths bool
	for _, f := range files {
		if len(f.lives) == 0 {
			continue
		}
		part := lifePart{f, trace.TypeID(len(l.Types)), trace.SiteID(len(l.Sites)), int32(len(l.Threads))}
		parts = append(parts, part)
		types, _ := f.names.heapTypes()
		for _, t := range types {
			if t.Super != trace.NoType {
				t.Super += part.types
			}
			l.Types = append(l.Types, t)
		}
		l.Sites = append(l.Sites, f.names.sites...)
		l.Threads = append(l.Threads, f.names.threads...)
		l.Interval = max(l.Interval, f.interval)
		for _, e := range f.lives {
			allocations = allocations || e.Kind == memcity.Allocations
			deaths = deaths || e.Kind == memcity.Deaths
		}
	}
	if allocations {
		l.Allocations = func(ctx context.Context, visit func(trace.Allocation)) error {
			return eachLife(ctx, parts, memcity.Allocations, func(p *lifePart, t *memcity.Table) { p.allocations(t, visit) })
		}
	}
	if deaths {
		l.Deaths = func(ctx context.Context, visit func(trace.Death)) error {
			return eachLife(ctx, parts, memcity.Deaths, func(p *lifePart, t *memcity.Table) { p.deaths(t, visit) })
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return l
}

// lifePart is a file with the offsets of its dictionaries in the [trace.Life].
type lifePart struct {
	*traceFile
	types trace.TypeID
	sites trace.SiteID
	first int32 // of its threads
}

// eachLife reads the chunks of a kind. Damaged chunks are skipped and reported as an error after the others have been read.
func eachLife(ctx context.Context, parts []lifePart, kind memcity.Kind, table func(p *lifePart, t *memcity.Table)) error {
	t := &memcity.Table{}
	var damaged *trace.InputError
	for i := range parts {
		p := &parts[i]
		content, err := p.file.Open()
		if err != nil {
			return input.Error(err, p.file.Name)
		}
		defer content.Close()
		for _, e := range p.lives {
			if e.Kind != kind {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			err := memcity.ReadTableInto(content, e, t)
			var fault memcity.Fault
			switch {
			case err == nil:
				table(p, t)
			case !errors.As(err, &fault):
				return p.explain(err)
			case damaged == nil:
				damaged = &trace.InputError{Source: p.file.Name, Offset: fault.Offset, Text: fault.Text + "; everything else was read"}
			}
		}
	}
	if damaged != nil {
		return damaged
	}
	return nil
}

func (p *lifePart) allocations(t *memcity.Table, visit func(trace.Allocation)) {
	c := t.Columns
	a := trace.Allocation{After: gcNumberOf(t.Head[allocationsAfter]), Until: gcNumberOf(t.Head[allocationsUntil]),
		Estimated: t.Head[allocationsEstimated] != 0}
	for i := range t.Rows {
		if c[allocationsType].Numbers[i] >= uint64(len(p.names.types)) {
			continue
		}
		a.Type = p.types + trace.TypeID(c[allocationsType].Numbers[i])
		a.Site = p.site(&c[allocationsSite], i)
		a.Thread = p.thread(&c[allocationsThread], i)
		a.Objects, a.Bytes = size64(c[allocationsObjects].Numbers[i]), size64(c[allocationsBytes].Numbers[i])
		visit(a)
	}
}

func (p *lifePart) deaths(t *memcity.Table, visit func(trace.Death)) {
	c := t.Columns
	d := trace.Death{GC: gcNumberOf(t.Head[deathsGC])}
	for i := range t.Rows {
		if c[deathsType].Numbers[i] >= uint64(len(p.names.types)) {
			continue
		}
		d.Identity, d.Bytes = c[deathsIdentity].Numbers[i], size64(c[deathsBytes].Numbers[i])
		d.Type = p.types + trace.TypeID(c[deathsType].Numbers[i])
		d.Site, d.Thread = p.site(&c[deathsSite], i), p.thread(&c[deathsThread], i)
		d.Birth = birthOf(c[deathsBirth].Numbers[i])
		visit(d)
	}
}

func gcNumberOf(n uint64) uint32 { return uint32(min(n, math.MaxUint32-1)) }

// birthOf converts a birth, which is stored +1.
func birthOf(n uint64) uint32 {
	if n == 0 || n > math.MaxUint32 {
		return trace.NoBirth
	}
	return uint32(n - 1)
}

func (p *lifePart) site(c *memcity.Column, row int) trace.SiteID {
	if row >= len(c.Numbers) || c.Numbers[row] == 0 || c.Numbers[row] > uint64(len(p.names.sites)) {
		return trace.NoSite
	}
	return p.sites + trace.SiteID(c.Numbers[row]-1)
}

func (p *lifePart) thread(c *memcity.Column, row int) int32 {
	if row >= len(c.Numbers) || c.Numbers[row] == 0 || c.Numbers[row] > uint64(len(p.names.threads)) {
		return trace.NoThread
	}
	return p.first + int32(c.Numbers[row]-1)
}
