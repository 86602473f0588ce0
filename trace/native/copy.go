package native

import (
	"cmp"
	"context"
	"errors"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/usage"
)

// Copy writes the heap states of a recording with its garbage collections, births, deaths, notes and warnings. It holds one heap state in
// memory at a time. Unreadable GC points become warnings, which are returned, if at least one is readable. A recording of ready-made trees
// is an error; see [Copyable].
func (w *Writer) Copy(ctx context.Context, r *trace.Recording, progress trace.Progress) ([]trace.Warning, error) {
	if why := Copyable(r); why != "" {
		return nil, &trace.InputError{Source: r.Name, Offset: -1, Text: why}
	}
	reported := r.Warnings
	w.runtime(r.Runtime)
	w.report(0, reported)
	if err := cmp.Or(w.GCs(r.GCs), w.Marks(r.Marks)); err != nil {
		return nil, err
	}
	var first error
	good := 0
	for i := range r.Points {
		p := &r.Points[i]
		const part = 1000
		warnings, err := w.copyPoint(ctx, p, func(done, total int64, what string) {
			progress.Report(part*int64(i)+part*done/max(1, total), part*int64(len(r.Points)), what)
		})
		w.report(time.Duration(p.Time)*time.Millisecond, warnings)
		reported = append(reported[:len(reported):len(reported)], warnings...)
		switch {
		case w.err != nil:
			return reported, w.err
		case ctx.Err() != nil:
			return reported, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return reported, err
		case err == nil:
			good++
		default:
			first = cmp.Or(first, err)
			left := []trace.Warning{{Source: p.Source, Text: "skipped: " + input.Error(err, p.Source).Text}}
			w.report(time.Duration(p.Time)*time.Millisecond, left)
			reported = append(reported, left...)
		}
	}
	if good == 0 {
		return reported, first
	}
	warnings, err := w.copyLife(ctx, r.Life)
	reported = append(reported, warnings...)
	if err == nil {
		warnings, err = w.copyUsage(ctx, r.Usage)
	}
	return append(reported, warnings...), cmp.Or(err, w.Notes(r.Notes))
}

// Copyable returns why a recording cannot be written as a native trace; empty if it can.
func Copyable(r *trace.Recording) string {
	for i := range r.Points {
		if r.Points[i].Tree != nil {
			return "it has ready-made memory trees, but a trace needs single objects"
		}
	}
	return ""
}

func (w *Writer) report(at time.Duration, warnings []trace.Warning) {
	for _, warning := range warnings {
		w.Report(at, warning.String())
	}
}

// copyPoint writes a GC point. An error that is not w.err concerns only the point.
func (w *Writer) copyPoint(ctx context.Context, p *trace.Point, progress trace.Progress) ([]trace.Warning, error) {
	info := PointInfo{Time: time.Duration(p.Time) * time.Millisecond, GC: p.GC, Final: p.Final}
	if p.Load == nil {
		return nil, w.Counts(info, p.Counts)
	}
	h, warnings, err := p.Load(ctx, progress)
	if err != nil {
		return warnings, err
	}
	if err := ctx.Err(); err != nil {
		return warnings, err
	}
	return warnings, w.State(info, h)
}

// copyLife writes births and deaths. Damaged parts become warnings.
func (w *Writer) copyLife(ctx context.Context, l *trace.Life) (reported []trace.Warning, err error) {
	if l == nil {
		return nil, nil
	}
	finish := func(err error) error { return w.warnOrFail(err, &reported) }
	if l.Allocations != nil {
		b := batch[trace.Allocation]{write: func(rows []trace.Allocation) { w.Allocations(l.Types, l.Sites, l.Threads, rows) }}
		err = finish(b.all(ctx, l.Allocations))
	}
	if l.Deaths != nil && err == nil {
		b := batch[trace.Death]{write: func(rows []trace.Death) { w.Deaths(l.Types, l.Sites, l.Threads, rows) }}
		err = finish(b.all(ctx, l.Deaths))
	}
	return reported, err
}

// warnOrFail converts an error about damaged input to a warning. It returns any other error, or the Writer's.
func (w *Writer) warnOrFail(err error, reported *[]trace.Warning) error {
	var damaged *trace.InputError
	if errors.As(err, &damaged) {
		warning := trace.Warning{Source: trace.File{Name: damaged.Source}.Base(), Text: damaged.Text}
		w.report(0, []trace.Warning{warning})
		*reported, err = append(*reported, warning), nil
	}
	return cmp.Or(err, w.err)
}

// copyUsage writes operations on collections. Damaged parts become a warning.
func (w *Writer) copyUsage(ctx context.Context, u *trace.Usage) (reported []trace.Warning, err error) {
	if u == nil {
		return nil, nil
	}
	b := batch[usage.Event]{write: func(rows []usage.Event) { w.Uses(u.Aggregated, rows) }}
	err = b.all(ctx, func(ctx context.Context, each func(usage.Event)) error {
		return u.Events(ctx, func(e *usage.Event) { each(*e) })
	})
	return reported, w.warnOrFail(err, &reported)
}

// batch collects rows and writes many at a time.
type batch[T any] struct {
	rows  []T
	write func(rows []T)
}

func (b *batch[T]) all(ctx context.Context, each func(context.Context, func(T)) error) error {
	err := each(ctx, func(row T) {
		if b.rows = append(b.rows, row); len(b.rows) == chunkRows {
			b.write(b.rows)
			b.rows = b.rows[:0]
		}
	})
	b.write(b.rows)
	return err
}

// CopyInfo returns the description of a recording to be copied, for [NewWriter].
func CopyInfo(r *trace.Recording) trace.WriterInfo {
	info := trace.WriterInfo{Source: r.Format}
	if r.Recorded != nil {
		info = *r.Recorded
	}
	info.StartUnix, info.Knows = r.StartUnix, r.Knows&(trace.KnowsTimes|trace.KnowsFields|trace.KnowsReferences)
	return info
}
