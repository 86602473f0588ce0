package trace

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"memcity/trace/wire/jfr"
)

// sampled is an allocation that stands for many.
type sampled struct {
	at          int64 // since the start of the recording, ns
	bytes, size int64 // that it stands for; of one object, 0 if not known
	typ         TypeID
	site        SiteID
	thread      int32
}

// objects estimates how many objects a sample stands for.
func (s *sampled) objects() int64 {
	if s.size <= 0 {
		return 1
	}
	return max(1, (s.bytes+s.size/2)/s.size)
}

// lifeNames are the dictionaries of a [Life] in the making.
type lifeNames struct {
	types     []Type
	sites     []Site
	threads   []string
	typeIDs   map[string]TypeID
	siteIDs   map[string]SiteID
	threadIDs map[string]int32
}

func newLifeNames() lifeNames {
	return lifeNames{typeIDs: map[string]TypeID{}, siteIDs: map[string]SiteID{}, threadIDs: map[string]int32{}}
}

// typeOf returns the type of a name as the VM has it.
func (n *lifeNames) typeOf(raw string) TypeID {
	name := "?"
	if raw != "" {
		name = javaName(raw)
	}
	t, ok := n.typeIDs[name]
	if !ok {
		t = TypeID(len(n.types))
		n.typeIDs[name] = t
		n.types = append(n.types, Type{Name: name, Kind: kindOfName(raw), Super: NoType, Class: NoObject, Loader: NoObject})
	}
	return t
}

// kindOfName tells the kind of a type by its name as the VM has it.
func kindOfName(raw string) TypeKind {
	switch {
	case strings.HasPrefix(raw, "[[") || strings.HasPrefix(raw, "[L"):
		return ObjectArray
	case strings.HasPrefix(raw, "["):
		return PrimitiveArray
	case raw == classClass || raw == "java/lang/Class":
		return ClassObject
	}
	return Instance
}

func (n *lifeNames) thread(name string) int32 {
	if name == "" {
		return NoThread
	}
	t, ok := n.threadIDs[name]
	if !ok {
		t = int32(len(n.threads))
		n.threadIDs[name] = t
		n.threads = append(n.threads, name)
	}
	return t
}

func (n *lifeNames) site(raw []jfr.Frame) SiteID {
	frames := make([]Frame, len(raw))
	var key strings.Builder
	for i, f := range raw {
		frames[i] = Frame{Class: javaName(f.Class), Method: f.Method, Line: f.Line, Native: f.Native}
		key.WriteString(frames[i].String())
		key.WriteByte('\n')
	}
	s, ok := n.siteIDs[key.String()]
	if !ok {
		s = SiteID(len(n.sites))
		n.siteIDs[key.String()] = s
		n.sites = append(n.sites, Site{Frames: frames, Thread: NoThread})
	}
	return s
}

// allocated are the allocations of a recording in the order of their times, 40 bytes each.
type allocated struct {
	samples  []sampled
	types    []Type
	sites    []Site
	threads  []string
	interval int64
}

func newAllocated(samples []sampled, names *lifeNames) *allocated {
	slices.SortStableFunc(samples, func(a, b sampled) int { return cmp.Compare(a.at, b.at) })
	a := &allocated{samples: samples, types: names.types, sites: names.sites, threads: names.threads}
	total := float64(0)
	for i := range samples {
		total += float64(samples[i].bytes)
	}
	a.interval = max(1, int64(total/float64(len(samples))))
	return a
}

// setLife makes a the allocations of r; shift is added to their times.
func (r *Recording) setLife(a *allocated, shift time.Duration) {
	gcs := r.GCs
	r.Knows |= KnowsAllocations
	r.Life = &Life{Types: a.types, Sites: a.sites, Threads: a.threads, Interval: a.interval}
	r.Life.Allocations = func(ctx context.Context, visit func(Allocation)) error { return a.visit(ctx, gcs, shift, visit) }
}

// visit adds the samples up between the ends of two GCs.
func (a *allocated) visit(ctx context.Context, gcs []GC, shift time.Duration, visit func(Allocation)) error {
	type key struct {
		typ    TypeID
		site   SiteID
		thread int32
	}
	ended := uint32(0)
	for from, gc := 0, 0; from < len(a.samples); {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := time.Duration(a.samples[from].at) + shift
		for ; gc < len(gcs) && gcs[gc].End <= at; gc++ {
			ended = gcs[gc].Number
		}
		to := len(a.samples)
		until := ended
		if gc < len(gcs) {
			to = from + sortedUntil(a.samples[from:], int64(gcs[gc].End-shift))
			until = gcs[gc].Number
		}
		sums := map[key]*Allocation{}
		var rows []*Allocation
		for i := range a.samples[from:to] {
			s := &a.samples[from+i]
			k := key{s.typ, s.site, s.thread}
			row := sums[k]
			if row == nil {
				row = &Allocation{After: ended, Until: until, Type: s.typ, Site: s.site, Thread: s.thread, Estimated: true}
				sums[k] = row
				rows = append(rows, row)
			}
			row.Objects += s.objects()
			row.Bytes += s.bytes
		}
		slices.SortFunc(rows, func(a, b *Allocation) int {
			return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Thread, b.Thread))
		})
		for _, row := range rows {
			visit(*row)
		}
		from = to
	}
	return nil
}

// sortedUntil returns how many samples were before a time.
func sortedUntil(samples []sampled, end int64) int {
	n, _ := slices.BinarySearchFunc(samples, end, func(s sampled, end int64) int {
		if s.at < end {
			return -1
		}
		return 1
	})
	return n
}
