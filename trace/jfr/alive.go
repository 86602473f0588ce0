package jfr

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// samplePoints creates a GC point for each moment. It skips samples that may be garbage: those allocated after the start of the last GC
// and, if the JDK searched for paths, those without a path to a GC root.
func (r *reader) samplePoints(rec *trace.Recording, since func(int64) time.Duration) {
	slices.SortStableFunc(r.live, func(a, b *moment) int { return cmp.Compare(a.at, b.at) })
	for _, m := range r.live {
		warn := func(text string) trace.Warning {
			return trace.Warning{Source: m.source, Text: fmt.Sprintf("object samples at %.1f s: %s", since(m.at).Seconds(), text)}
		}
		var warnings []trace.Warning
		if text := m.skipGarbage(r.lastGC(m.at)); text != "" {
			warnings = append(warnings, warn(text))
		}
		if len(m.samples) == 0 {
			rec.Warnings = append(rec.Warnings, warnings...)
			continue
		}
		rec.Points = append(rec.Points, r.samplePoint(rec, m, trace.Millis(since(m.at).Milliseconds()), append(warnings, warn(m.text()))))
		rec.Knows |= trace.KnowsObjects | trace.KnowsSites | trace.KnowsThreads | trace.KnowsAges
		if m.hasPaths() {
			rec.Knows |= trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots
		}
		if rec.Recorded == nil {
			rec.Recorded = &trace.WriterInfo{}
		}
		rec.Recorded.Mode, rec.Recorded.Interval = trace.ModeSamples, trace.OfSamples
	}
}

// samplePoint returns the GC point of a moment. Its heap state is built on request: numbers and times of GCs change if other inputs are
// joined.
func (r *reader) samplePoint(rec *trace.Recording, m *moment, at trace.Millis, warnings []trace.Warning) trace.Point {
	state := func() *trace.Heap { return r.heapState(m, rec.GCs, rec.StartUnix*int64(time.Millisecond)) }
	return trace.Point{Time: at, Source: m.source,
		Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
			h := state()
			if err := trace.Admit(ctx, h.Volume()); err != nil {
				return nil, nil, err
			}
			return h, warnings, ctx.Err()
		},
		Totals: func(ctx context.Context, _ trace.Progress) (objects, bytes int64, _ []trace.Warning, err error) {
			h := state()
			for o := range h.Len() {
				bytes += h.Size(trace.ObjectID(o))
			}
			return int64(h.Len()), bytes, warnings, ctx.Err()
		}}
}

// lastGC returns the start of the last GC that ended before a time, in ns since 1970; [math.MaxInt64] if there is none. Recordings by
// async-profiler have no events for GCs, but for the heap after them.
func (r *reader) lastGC(before int64) int64 {
	last, found := int64(0), false
	for _, g := range r.gcs {
		start, end := g.start, g.end
		if start == 0 {
			start, end = g.summed, g.summed
		}
		if start != 0 && end <= before && (!found || start > last) {
			last, found = start, true
		}
	}
	if !found {
		return math.MaxInt64
	}
	return last
}

// skipGarbage removes samples that may be garbage and returns text with their number; empty for none. lastGC is the start of the last GC, or
// [math.MaxInt64] if that is unknown.
func (m *moment) skipGarbage(lastGC int64) (text string) {
	all := len(m.samples)
	m.samples = slices.DeleteFunc(m.samples, func(s liveSample) bool { return s.allocated >= lastGC })
	young := all - len(m.samples)
	defer m.compact()
	pathless := 0
	if m.hasPaths() {
		left := len(m.samples)
		m.samples = slices.DeleteFunc(m.samples, func(s liveSample) bool { return s.root < 0 })
		pathless = left - len(m.samples)
	}
	if young > 0 {
		text = fmt.Sprintf("%s skipped, because no GC has run since their allocation, so they may be garbage", input.Plural(young, "sample", "samples"))
	}
	if pathless > 0 {
		if text != "" {
			text += "; "
		}
		text += fmt.Sprintf("%s skipped, because no path to a GC root was found, so they may be garbage", input.Plural(pathless, "sample", "samples"))
	}
	if lastGC == math.MaxInt64 && all > 0 {
		text = "the recording has no GC before them, so any of them may be garbage"
	}
	return text
}

// compact removes the objects that no sample needs.
func (m *moment) compact() {
	const unused = -1
	numbers, kept := make([]int32, len(m.objects)), []int32{}
	for i := range numbers {
		numbers[i] = unused
	}
	for i := range m.samples {
		for o := m.samples[i].object; o >= 0 && numbers[o] == unused; o = m.objects[o].referrer {
			numbers[o] = int32(len(kept))
			kept = append(kept, o)
		}
		m.samples[i].object = numbers[m.samples[i].object]
	}
	objects := make([]object, len(kept))
	for i, o := range kept {
		objects[i] = m.objects[o]
		if r := objects[i].referrer; r >= 0 {
			objects[i].referrer = numbers[r]
		}
	}
	m.objects, m.numbers, m.addresses, m.rooted = objects, nil, nil, nil
}

// hasPaths reports whether the JDK searched for paths to GC roots and found some.
func (m *moment) hasPaths() bool { return len(m.roots) > 0 }

// text describes the GC point of a moment.
func (m *moment) text() string {
	text := input.Plural(len(m.samples), "sampled object", "sampled objects")
	if m.hasPaths() {
		text += " and the objects on their paths"
	}
	return text + ", not the whole heap; how many objects a sample stands for is not recorded"
}
