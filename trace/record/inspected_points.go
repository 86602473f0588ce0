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
		return p.refuse(reason, text)
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

// refuse records that a snapshot was refused. Until there is a point with objects, it writes the size of the heap instead.
func (p *inspected) refuse(reason snapshot.Reason, text string) error {
	now := p.r.o.Now()
	p.due = now.Add(p.every)
	if p.refused != reason {
		p.refused = reason
		p.r.note(text + ". Until one is possible, only the size of the heap is recorded")
		if err := p.out.Report(now.Sub(p.zero), text); err != nil {
			return p.out.done(err)
		}
	}
	if p.costs.Known() {
		return nil
	}
	row := []trace.TypeCount{{Name: wholeHeap, Objects: 1, Bytes: p.usage.Used}}
	if err := p.out.done(p.out.Counts(native.PointInfo{Time: now.Sub(p.zero), GC: p.count}, row)); err != nil {
		return err
	}
	p.update(func(f *FileStatus) {
		f.Points++
		f.Objects, f.Bytes, f.Size = 0, p.usage.Used, p.out.size
	})
	return p.tidy(true)
}

// tolerate returns an error only if it ends the recording: an error of the file, or the last of several failed snapshots.
func (p *inspected) tolerate(err error) error {
	if err == nil {
		p.failures = 0
		return nil
	}
	if p.out.err != nil {
		return err
	}
	if closed(p.conn.Done()) {
		return nil // the program ended meanwhile
	}
	p.due = p.r.o.Now().Add(p.every)
	p.r.note(fmt.Sprintf("a GC point was skipped: %v", err))
	if p.failures++; p.failures == maxFailures {
		return err
	}
	return nil
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

// write writes a heap state.
func (p *inspected) write(info native.PointInfo, heap *trace.Heap, warnings []trace.Warning) error {
	var err error
	for _, w := range warnings {
		err = cmp.Or(err, p.out.Report(info.Time, w.Text))
	}
	single := p.r.o.Mode.single()
	counts := heap.CountTypes()
	if err == nil && single {
		err = p.out.State(info, heap)
	} else if err == nil {
		err = p.out.Counts(info, counts)
	}
	if err := p.out.done(err); err != nil {
		return err
	}
	if err := p.tidy(true); err != nil {
		return err
	}
	p.update(func(f *FileStatus) {
		f.Points++
		if single {
			f.Full++
		}
		f.Pauses.Add(info.Pause)
		f.Held = false
		f.Objects, f.Bytes, f.Size, f.Paused = int64(heap.Len()), 0, p.out.size, p.stood
		for _, c := range counts {
			f.Bytes += c.Bytes
		}
		p.enough(*f)
	})
	return nil
}

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
		return p.refuse(reason, text)
	}
	return p.tolerate(p.take(final))
}

// stop adds a stop of the program that began at the given time, and sets when the next one may begin.
func (p *inspected) stop(begin time.Time, d time.Duration, final bool) {
	if !final {
		p.stood += d
	}
	rest := begin.Add(d + p.r.o.rest(d))
	if p.due = begin.Add(p.every); rest.After(p.due) {
		p.due = rest
	}
}

func (p *inspected) hasPoint() bool {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	return p.r.status.Files[p.index].Points > 0
}
