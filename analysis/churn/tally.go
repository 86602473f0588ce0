package churn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"memcity/analysis/group"
	"memcity/trace"
)

// otherSites is the site of pairs beyond the maximum number of groups.
const otherSites = trace.NoSite - 1

// pair is a type with an allocation site.
type pair struct {
	kind trace.TypeID
	site trace.SiteID
}

// cell counts the deaths of a pair at an age.
type cell struct {
	known          Amount  // individually reported deaths
	objects, bytes float64 // estimated totals that the sampled part of known represents
	derived        Amount  // deaths computed from allocations
	weighted       bool
}

// tally counts the objects that died.
type tally struct {
	Source
	options Options
	report  *Report

	types   []trace.TypeID // by type of the life: the first type of the same name
	sites   []trace.SiteID // by site of the life: the first site with the same frames
	typeOf  map[string]trace.TypeID
	siteOf  map[string]trace.SiteID
	cells   [group.AgeClasses]map[pair]*cell
	count   int
	crowded bool

	births births
}

func newTally(s Source, o Options, r *Report) *tally {
	t := &tally{Source: s, options: o, report: r, typeOf: map[string]trace.TypeID{}, siteOf: map[string]trace.SiteID{}}
	t.types = make([]trace.TypeID, len(s.Life.Types))
	for i := range t.types {
		id, ok := t.typeOf[s.Life.Types[i].Name]
		if !ok {
			id = trace.TypeID(i)
			t.typeOf[s.Life.Types[i].Name] = id
		}
		t.types[i] = id
	}
	t.sites = make([]trace.SiteID, len(s.Life.Sites))
	for i := range t.sites {
		key := framesKey(s.Life.Sites[i].Frames)
		id, ok := t.siteOf[key]
		if !ok {
			id = trace.SiteID(i)
			t.siteOf[key] = id
		}
		t.sites[i] = id
	}
	for i := range t.cells {
		t.cells[i] = map[pair]*cell{}
	}
	return t
}

// framesKey returns a key that identifies a call chain.
func framesKey(frames []trace.Frame) string {
	key := make([]byte, 0, 64*len(frames))
	for _, f := range frames {
		key = fmt.Appendf(key, "%d:%s%d:%s%d:%s%d %t;", len(f.Class), f.Class, len(f.Method), f.Method, len(f.File), f.File, f.Line, f.Native)
	}
	return string(key)
}

func (t *tally) run(ctx context.Context, progress trace.Progress) error {
	life := t.Life
	if life.Deaths == nil {
		t.report.Basis = Allocated
		progress.Report(0, 1, "counting allocations")
		if err := t.read(ctx, func() error { return life.Allocations(ctx, t.addAllocation) }); err != nil {
			return err
		}
		return t.finish(ctx)
	}
	t.births.begin(t)
	progress.Report(0, 3, "counting deaths")
	if err := t.read(ctx, func() error { return life.Deaths(ctx, t.addDeath) }); err != nil {
		return err
	}
	if t.births.wanted {
		progress.Report(1, 3, "counting allocations")
		if err := t.read(ctx, func() error { return life.Allocations(ctx, t.births.addAllocation) }); err != nil {
			return err
		}
		progress.Report(2, 3, "analyzing survivors")
		if err := t.births.finish(ctx); err != nil {
			return err
		}
	}
	return t.finish(ctx)
}

// read makes a pass over the life and records damage in the input.
func (t *tally) read(ctx context.Context, pass func() error) error {
	err := pass()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var damage *trace.InputError
	if errors.As(err, &damage) {
		at := *damage
		at.Source = ""
		t.report.Damage = append(t.report.Damage, trace.Warning{Source: damage.Source, Text: at.Error()[len(": "):]})
		return nil
	}
	return err
}

// pair returns the pair for a type and a site of the life. ok is false for an invalid type.
func (t *tally) pair(kind trace.TypeID, site trace.SiteID) (p pair, ok bool) {
	if int64(kind) >= int64(len(t.types)) {
		return p, false
	}
	if int64(site) >= int64(len(t.sites)) || len(t.Life.Sites[site].Frames) == 0 {
		return pair{t.types[kind], trace.NoSite}, true
	}
	return pair{t.types[kind], t.sites[site]}, true
}

// cell returns the cell of a pair at an age.
func (t *tally) cell(class uint32, p pair) *cell {
	c := t.cells[class][p]
	if c == nil {
		if t.count >= t.options.MaxGroups && p.site < otherSites {
			t.crowded = true
			return t.cell(class, pair{p.kind, otherSites})
		}
		t.count++
		c = &cell{}
		t.cells[class][p] = c
	}
	return c
}

func (t *tally) addDeath(d trace.Death) {
	p, ok := t.pair(d.Type, d.Site)
	if !ok {
		return
	}
	size := Amount{Amount: trace.Amount{Objects: 1, Bytes: d.Bytes}}
	if t.births.wanted {
		t.births.addDeath(p, size, d.Birth, d.GC)
	}
	if d.GC < t.options.From || d.GC > t.options.To {
		return
	}
	age := uint32(math.MaxUint32)
	if d.Birth != trace.NoBirth {
		age = d.GC - min(d.GC, d.Birth+1)
	}
	c := t.cell(group.AgeClass(age), p)
	c.known.add(size)
	if t.Life.Interval > 0 && p.site != trace.NoSite {
		w := weight(d.Bytes, t.Life.Interval)
		c.objects += w
		c.bytes += float64(w * float64(d.Bytes)) // not fused with the sum, so that all machines agree
		c.weighted = true
		t.report.Samples++
	}
}

// weight returns the number of objects that a sampled one stands for. Samples are a Poisson process over the allocated bytes with a mean
// distance of interval. An object is therefore sampled with probability 1-exp(-size/interval).
func weight(size, interval int64) float64 {
	if size <= 0 || interval <= 0 {
		return 1
	}
	return 1 / -math.Expm1(-float64(size)/float64(interval))
}

// addAllocation counts an allocation if there are no deaths.
func (t *tally) addAllocation(a trace.Allocation) {
	p, ok := t.pair(a.Type, a.Site)
	if !ok {
		return
	}
	if size := within(a, t.options.From, t.options.To); size.Objects > 0 || size.Bytes > 0 {
		t.cell(group.AgeClasses-1, p).derived.add(size)
	}
}

// within returns the part of an allocation that preceded one of the GCs from to to, but not an earlier one. An allocation that spans
// several GCs is divided evenly.
func within(a trace.Allocation, from, to uint32) Amount {
	first := int64(a.After) + 1
	last := max(first, int64(a.Until))
	in := min(last, int64(to)) - max(first, int64(from)) + 1
	switch n := last - first + 1; {
	case in <= 0:
		return Amount{}
	case in < n:
		part := float64(in) / float64(n)
		return Amount{trace.Amount{Objects: int64(math.Round(part * float64(a.Objects))), Bytes: int64(math.Round(part * float64(a.Bytes)))},
			true}
	}
	return Amount{trace.Amount{Objects: a.Objects, Bytes: a.Bytes}, a.Estimated}
}
