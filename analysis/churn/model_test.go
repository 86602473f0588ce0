package churn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"memcity/analysis/group"
	"memcity/trace"
)

// object is an object that a model of a program allocated.
type object struct {
	kind         trace.TypeID
	site         trace.SiteID
	bytes        int64
	birth, death uint32 // number of GCs that had ended; number of the GC, 0 if it lives on
}

// program is a model of a program, with everything that it ever allocated.
type program struct {
	types   []trace.Type
	sites   []trace.Site
	objects []object
	gcs     uint32
}

func frame(class, method string, line int32) trace.Frame {
	return trace.Frame{Class: class, Method: method, File: class[strings.LastIndex(class, ".")+1:] + ".java", Line: line}
}

// randomProgram allocates objects of a few types at a few sites. Most die at their first GC.
func randomProgram(r *rand.Rand, n int) *program {
	p := &program{gcs: 3 + r.Uint32N(20)}
	for i := range 5 {
		p.types = append(p.types, trace.Type{Name: fmt.Sprintf("app.T%d", i%4), Base: int64(16 + 8*i), Super: trace.NoType,
			Class: trace.NoObject, Loader: trace.NoObject}) // two types have one name
	}
	for i := range 6 {
		frames := []trace.Frame{frame("java.util.List", "add", int32(i%3)+1), frame("java.util.Set", "add", 1)}
		if i > 2 {
			frames = append(frames, frame("app.Main", "run", int32(i)))
		}
		p.sites = append(p.sites, trace.Site{Frames: frames, Thread: -1})
	}
	p.sites = append(p.sites, p.sites[4]) // the same chain twice
	for range n {
		o := object{kind: trace.TypeID(r.IntN(len(p.types))), site: trace.SiteID(r.IntN(len(p.sites))), birth: r.Uint32N(p.gcs)}
		o.bytes = p.types[o.kind].Base
		switch r.IntN(10) {
		case 0: // lives on
		case 1, 2:
			o.death = o.birth + 1 + r.Uint32N(6)
		default:
			o.death = o.birth + 1
		}
		if o.death > p.gcs {
			o.death = 0
		}
		p.objects = append(p.objects, o)
	}
	return p
}

// gcEvents returns the GCs of the program, one per second. Each makes the heap 1000 bytes smaller.
func (p *program) gcEvents() (gcs []trace.GC) {
	for i := range p.gcs {
		at := seconds(int(i + 1))
		gcs = append(gcs, trace.GC{Number: i + 1, Start: at, End: at, Before: 5000, After: 4000})
	}
	return gcs
}

func (p *program) id(i int) uint64 { return uint64(i) + 1 }

// deaths reports the deaths of the objects that keep accepts, in order of time.
func (p *program) deaths(keep func(o object) bool) func(context.Context, func(trace.Death)) error {
	return func(ctx context.Context, visit func(trace.Death)) error {
		for gc := uint32(1); gc <= p.gcs; gc++ {
			for i, o := range p.objects {
				if o.death == gc && keep(o) {
					visit(trace.Death{Identity: p.id(i), Type: o.kind, Bytes: o.bytes, Site: o.site, Thread: trace.NoThread, Birth: o.birth, GC: gc})
				}
			}
		}
		return ctx.Err()
	}
}

// allocations reports all allocations. Those between two GCs are summed by type and site.
func (p *program) allocations(estimated bool) func(context.Context, func(trace.Allocation)) error {
	type key struct {
		birth uint32
		kind  trace.TypeID
		site  trace.SiteID
	}
	return func(ctx context.Context, visit func(trace.Allocation)) error {
		sums := map[key]Amount{}
		for _, o := range p.objects {
			k := key{o.birth, o.kind, o.site}
			a := sums[k]
			a.add(Amount{Amount: trace.Amount{Objects: 1, Bytes: o.bytes}})
			sums[k] = a
		}
		for birth := range p.gcs {
			for kind := range p.types {
				for site := range p.sites {
					k := key{birth, trace.TypeID(kind), trace.SiteID(site)}
					if a, ok := sums[k]; ok {
						visit(trace.Allocation{After: birth, Until: birth + 1, Type: k.kind, Site: k.site, Thread: trace.NoThread,
							Objects: a.Objects, Bytes: a.Bytes, Estimated: estimated})
					}
				}
			}
		}
		return ctx.Err()
	}
}

// heap returns the objects alive after a GC. Its types and sites are numbered in a different order from the program's.
func (p *program) heap(gcs uint32, sites func(o object) bool) *trace.Heap {
	h := &trace.Heap{Align: 8, GCs: gcs}
	var types []trace.TypeID
	for _, k := range slices.Backward(p.types) {
		h.Types = append(h.Types, k)
	}
	for _, s := range slices.Backward(p.sites) {
		h.Sites = append(h.Sites, s)
	}
	for _, o := range p.objects {
		if o.birth >= gcs || o.death != 0 && o.death <= gcs {
			continue
		}
		site := trace.NoSite
		if sites(o) {
			site = trace.SiteID(len(p.sites)-1) - o.site
		}
		types = append(types, trace.TypeID(len(p.types)-1)-o.kind)
		h.BirthOf = append(h.BirthOf, o.birth)
		h.SiteOf = append(h.SiteOf, site)
	}
	h.TypeOf, h.Extent, h.RefStart = trace.TypesOf(types), trace.NewExtents(len(types)), trace.RowsOf(make([]uint32, len(types)+1))
	return h
}

// life returns a life with the program's dictionaries.
func (p *program) life() *trace.Life { return &trace.Life{Types: p.types, Sites: p.sites} }

// dead counts by brute force what died in a window, by the path in the report's tree. The last level is missing if sites is false.
func (p *program) dead(from, to uint32, sites bool) map[string]Amount {
	out := map[string]Amount{}
	for _, o := range p.objects {
		if o.death < from || o.death > to || o.death == 0 {
			continue
		}
		path := []string{"Garbage", ageText(o.death - o.birth - 1), p.types[o.kind].Name}
		if sites {
			frames := p.sites[o.site].Frames
			path = append(path, frames[0].String(), group.HiddenSites)
			if len(frames) > 2 {
				path = append(path, frames[2].String())
			}
		}
		for n := range path {
			key := strings.Join(path[:n+1], " > ")
			a := out[key]
			a.add(Amount{Amount: trace.Amount{Objects: 1, Bytes: o.bytes}})
			out[key] = a
		}
	}
	return out
}

func ageText(age uint32) string {
	switch {
	case age == 1:
		return "1 GC survived"
	case age < 4:
		return fmt.Sprintf("%d GCs survived", age)
	case age < 8:
		return "4 to 7 GCs survived"
	}
	return "?"
}

// counted returns the amounts of a report's tree by path, down to a given level.
func counted(r *Report, levels int) map[string]Amount {
	out := map[string]Amount{}
	for i := range r.Tree.Nodes {
		n := &r.Tree.Nodes[i]
		if path := r.Tree.Path(int32(i)); len(path) <= levels && n.Objects > 0 {
			out[strings.Join(path, " > ")] = Amount{Amount: trace.Amount{Objects: n.Objects, Bytes: n.Bytes}}
		}
	}
	return out
}

// chance returns the probability that an object is sampled.
func chance(size, interval int64) float64 { return 1 - math.Exp(-float64(size)/float64(interval)) }

// eachOf reports the deaths of a list.
func eachOf(deaths []trace.Death) func(context.Context, func(trace.Death)) error {
	return func(ctx context.Context, visit func(trace.Death)) error {
		for i := range deaths {
			visit(deaths[i])
		}
		return ctx.Err()
	}
}
