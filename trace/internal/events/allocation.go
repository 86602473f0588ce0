package events

import (
	"cmp"
	"context"
	"slices"
	"time"

	"memcity/trace"
)

// Sample is a sampled allocation that represents many.
type Sample struct {
	At     int64 // since the start of the recording, in ns
	Bytes  int64 // bytes that it represents
	Size   int64 // size of one object in bytes; 0 if unknown
	Type   trace.TypeID
	Site   trace.SiteID
	Thread int32
}

// objects estimates the number of objects that a sample represents.
func (s *Sample) objects() int64 {
	if s.Size <= 0 {
		return 1
	}
	return max(1, (s.Bytes+s.Size/2)/s.Size)
}

// allocationSeries contains the allocations of a recording in order of time. It takes 40 bytes per sample.
type allocationSeries struct {
	samples  []Sample
	types    []trace.Type
	sites    []trace.Site
	threads  []string
	interval int64
}

// AddAllocations sets the allocations of r, a recording of a log, to the given samples and their dictionaries. There must be at least one
// sample. It sorts samples and retains all slices.
func (r *Run) AddAllocations(samples []Sample, types []trace.Type, sites []trace.Site, threads []string) {
	slices.SortStableFunc(samples, func(a, b Sample) int { return cmp.Compare(a.At, b.At) })
	a := &allocationSeries{samples: samples, types: types, sites: sites, threads: threads}
	total := float64(0)
	for i := range samples {
		total += float64(samples[i].Bytes)
	}
	a.interval = max(1, int64(total/float64(len(samples))))
	r.allocated = a
	setLife(r.Recording, a, 0)
}

// setLife sets the allocations of r to a. shift is added to their times.
func setLife(r *trace.Recording, a *allocationSeries, shift time.Duration) {
	gcs := r.GCs
	r.Knows |= trace.KnowsAllocations
	r.Life = &trace.Life{Types: a.types, Sites: a.sites, Threads: a.threads, Interval: a.interval}
	r.Life.Allocations = func(ctx context.Context, visit func(trace.Allocation)) error { return a.visit(ctx, gcs, shift, visit) }
}

// visit adds up the samples between the ends of two GCs and calls visit with the sums.
func (a *allocationSeries) visit(ctx context.Context, gcs []trace.GC, shift time.Duration, visit func(trace.Allocation)) error {
	type key struct {
		typ    trace.TypeID
		site   trace.SiteID
		thread int32
	}
	ended := uint32(0)
	for from, gc := 0, 0; from < len(a.samples); {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := time.Duration(a.samples[from].At) + shift
		for ; gc < len(gcs) && gcs[gc].End <= at; gc++ {
			ended = gcs[gc].Number
		}
		to := len(a.samples)
		until := ended
		if gc < len(gcs) {
			to = from + sortedUntil(a.samples[from:], int64(gcs[gc].End-shift))
			until = gcs[gc].Number
		}
		sums := map[key]*trace.Allocation{}
		var rows []*trace.Allocation
		for i := range a.samples[from:to] {
			s := &a.samples[from+i]
			k := key{s.Type, s.Site, s.Thread}
			row := sums[k]
			if row == nil {
				row = &trace.Allocation{After: ended, Until: until, Type: s.Type, Site: s.Site, Thread: s.Thread, Estimated: true}
				sums[k] = row
				rows = append(rows, row)
			}
			row.Objects += s.objects()
			row.Bytes += s.Bytes
		}
		slices.SortFunc(rows, func(a, b *trace.Allocation) int {
			return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Thread, b.Thread))
		})
		for _, row := range rows {
			visit(*row)
		}
		from = to
	}
	return nil
}

// sortedUntil returns the number of samples before a time.
func sortedUntil(samples []Sample, end int64) int {
	n, _ := slices.BinarySearchFunc(samples, end, func(s Sample, end int64) int {
		if s.At < end {
			return -1
		}
		return 1
	})
	return n
}
