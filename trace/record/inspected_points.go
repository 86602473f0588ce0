package record

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/record/headroom"
	"memcity/trace/record/inspector"
	"memcity/trace/record/snapshot"
	"memcity/trace/v8"
)

// point takes a snapshot if one is due and the program can afford it. wanted is true if one was requested: then it need not be due.
func (p *inspected) point(request context.Context, wanted bool) error {
	now := p.r.o.Now()
	if request.Err() != nil || !wanted && now.Before(p.due) {
		return nil
	}
	if p.usage.Used == 0 {
		if wanted {
			p.answered(1, "the program did not report the size of its heap")
		}
		return nil
	}
	reason, text := p.check(request)
	if reason != snapshot.Allowed {
		if wanted {
			p.answered(1, text)
		}
		return p.refuse(reason, text, p.whole())
	}
	if due := p.payable(p.costs.Forecast(p.usage.Used)); !wanted && now.Before(due) {
		p.update(func(f *FileStatus) { f.Held = due.Sub(p.due) > patience && f.Points > 0 })
		return nil
	}
	err := p.take(false)
	if wanted {
		p.replied(err)
	}
	return p.tolerate(err)
}

// payable returns when a snapshot may begin within the budget. A short first stop may begin immediately: later ones are delayed until its time
// is within the budget too.
func (p *inspected) payable(f snapshot.Forecast) time.Time {
	if f.IsShort(firstStop) {
		return p.began
	}
	return snapshot.Due(p.began, p.stood, f.Pause, p.r.o.Budget)
}

// check returns whether a snapshot is allowed. If the heap is too large for one, garbage is collected first, at most once a minute and
// within the budget.
func (p *inspected) check(request context.Context) (snapshot.Reason, string) {
	allowed := func() (snapshot.Reason, string) {
		return p.costs.Forecast(p.usage.Used).Check(p.longest, headroom.Of(p.pid))
	}
	reason, text := allowed()
	now := p.r.o.Now()
	const likely = 200 * time.Millisecond // duration of a collection
	if reason == snapshot.Allowed || now.Sub(p.collected) < collectEvery ||
		now.Before(snapshot.Due(p.began, p.stood, max(likely, p.collecting), p.r.o.Budget)) {
		return reason, text
	}
	p.collected = now
	ctx, cancel := context.WithTimeout(request, snapshotLimit)
	defer cancel()
	if p.conn.CollectGarbage(ctx) != nil {
		return reason, text
	}
	p.collecting = p.r.o.Now().Sub(now)
	p.stood += p.collecting
	if p.look(request) != nil {
		return reason, text
	}
	return allowed()
}

// whole returns the row of a point without objects.
func (p *inspected) whole() trace.TypeCount {
	return trace.TypeCount{Name: wholeHeap, Objects: 1, Bytes: p.usage.Used}
}

// take takes a snapshot and writes it. final is true if the program has ended and waits for the recorder: then the snapshot stops nothing.
func (p *inspected) take(final bool) error {
	limit := snapshotLimit
	if final { // the program exits when it is complete
		limit = callLimit + 3*p.costs.Forecast(p.usage.Used).Pause
	}
	ctx, cancel := context.WithTimeout(p.r.ctx, limit)
	defer cancel()
	before, _ := headroom.Peak(p.pid)
	begin := p.r.o.Now()
	heap, warnings, taken, err := p.snapshot(ctx, final)
	p.stop(begin, taken.Stopped, final)
	if err != nil {
		return err
	}
	_, peak := headroom.Peak(p.pid)
	if err := cmp.Or(p.look(ctx), p.writeSamples(ctx)); err != nil {
		return err
	}
	if final {
		p.conn.Close() // lets the program exit
	}
	p.costs.Learn(p.usage.Used, int64(heap.Len()), taken.Stopped, peak-before)
	p.refused = snapshot.Allowed
	return p.write(native.PointInfo{Time: begin.Sub(p.zero), GC: p.count, Pause: taken.Stopped, Final: final}, heap, warnings)
}

// snapshot takes a snapshot and reads it.
func (p *inspected) snapshot(ctx context.Context, final bool) (heap *trace.Heap, warnings []trace.Warning, taken inspector.Taken, err error) {
	limit := snapshotSpare + snapshotPerNode*p.costs.Forecast(p.usage.Used).Nodes
	read := func(r io.Reader) (err error) {
		heap, warnings, err = v8.Read(ctx, "the heap snapshot", r, limit)
		return err
	}
	if final {
		taken, err = p.conn.LastSnapshot(ctx, p.r.o.Mode == Exact, read)
	} else {
		taken, err = p.conn.Snapshot(ctx, read)
	}
	if taken.Bytes > limit {
		err = fmt.Errorf("the heap snapshot has more than %d MB, which the size of the heap does not explain", limit/1_000_000)
	}
	return heap, warnings, taken, err
}

// Limits of a snapshot in bytes. A node has about 75 in a snapshot, texts included.
const (
	snapshotSpare   = 64 << 20
	snapshotPerNode = 300
)

// finish ends the recording while the program runs. A recording without points gets one first, if possible.
func (p *inspected) finish() error {
	ctx, cancel := context.WithTimeout(p.r.ctx, callLimit)
	defer cancel()
	err := p.look(ctx)
	if err == nil && !p.hasPoint() {
		err = p.last(ctx, false)
	}
	if err == nil {
		err = p.writeSamples(ctx)
	}
	if p.opened {
		if closing := p.conn.CloseInspector(ctx); closing != nil {
			p.r.note(fmt.Sprintf("the inspector of process %d is still open for programs on this machine: %v", p.pid, closing))
		}
	}
	return p.out.done(err)
}

// atExit ends the recording of a program that waits for the end of the connection before it exits.
func (p *inspected) atExit() error {
	ctx, cancel := context.WithTimeout(p.r.ctx, callLimit)
	defer cancel()
	err := p.look(ctx)
	if err == nil {
		err = p.last(ctx, true)
	}
	return p.out.done(err)
}

// last takes the last point, if the program can afford it.
func (p *inspected) last(ctx context.Context, final bool) error {
	if p.usage.Used == 0 {
		return nil
	}
	reason, text := p.check(ctx)
	if reason != snapshot.Allowed {
		return p.refuse(reason, text, p.whole())
	}
	return p.tolerate(p.take(final))
}
