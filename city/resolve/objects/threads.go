package objects

import (
	"context"

	"memcity/analysis/threads"
	"memcity/city/memory"
	"memcity/city/recording"
	threadsview "memcity/city/view/threads"
	"memcity/trace"
)

// Threads reports the memory that each thread holds at a GC point, see [threads.Find]. Input without GC roots gives [recording.ErrNoRoots].
func Threads(ctx context.Context, o *recording.Recording, point int, progress trace.Progress) (*threads.Report, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Owners)
	defer end()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if len(h.Heap().Roots) == 0 {
		return nil, recording.ErrNoRoots
	}
	if err := prepareValues(ctx, h.Heap(), progress); err != nil {
		return nil, err
	}
	roots, err := h.Roots(ctx)
	if err != nil {
		return nil, err
	}
	progress.Report(0, 0, "finding the memory of each thread")
	return threads.Find(ctx, h.Heap(), roots)
}

// ThreadsReport resolves the query of the threads view, see [Threads].
func ThreadsReport(ctx context.Context, o *recording.Recording, q threadsview.Query, progress trace.Progress) (*threadsview.Report, error) {
	found, err := Threads(ctx, o, q.Point, progress)
	if err != nil {
		return nil, err
	}
	return threadsview.NewReport(q, found), nil
}
