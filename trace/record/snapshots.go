package record

import (
	"cmp"
	"fmt"
	"time"

	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/record/condition"
	"memcity/trace/record/snapshot"
)

// snapshots contains the common parts of recorders that stop or copy the program for each GC point.
type snapshots struct {
	*track
	zero, began time.Time
	every       time.Duration   // minimum time between two points
	longest     time.Duration   // longest pause allowed
	gone        <-chan struct{} // closed when the program has ended
	count       uint32          // number of collections so far

	stood    time.Duration // total time that the program was stopped, excluding its last point before it exits
	due      time.Time     // earliest time of the next point
	refused  snapshot.Reason
	taken    bool // true after the first point with objects
	failures int  // consecutive failed points
}

// newSnapshots returns the common parts for the given options, without a track. gone is closed when the program has ended.
func newSnapshots(o *Options, gone <-chan struct{}) snapshots {
	s := snapshots{every: o.Every, longest: o.MaxPause, gone: gone, began: o.Now()}
	s.zero = s.began
	if !o.hasEvery {
		s.every = DefaultSnapshotEvery
	}
	if !o.hasMaxPause {
		s.longest = DefaultSnapshotPause
	}
	return s
}

// await waits until the recording is due to begin. used returns the size of the heap. await returns false if the program ended or the recording
// was stopped first.
func (p *snapshots) await(ending <-chan struct{}, used func() (bytes int64, ok bool)) bool {
	r := p.r
	if !r.o.late() {
		return true
	}
	r.setWaiting(r.o.waitingFor())
	defer r.setWaiting("")
	look := time.NewTicker(conditionEvery)
	defer look.Stop()
	for {
		select {
		case <-r.stopping:
			return false
		case <-p.gone:
			return false
		case <-ending:
			return false
		case <-look.C:
		}
		bytes, ok := used()
		now := r.o.Now()
		if ok && now.Sub(p.began) >= r.o.StartAfter && r.o.When.Holds(condition.Reading{HeapUsed: bytes, GCShare: -1}) {
			p.began = now
			r.begin()
			return true
		}
	}
}

// refuse records that a snapshot was refused. Until there is a point with objects, it writes a point with the given row instead, which
// contains the size of the whole heap.
func (p *snapshots) refuse(reason snapshot.Reason, text string, whole trace.TypeCount) error {
	now := p.r.o.Now()
	p.due = now.Add(p.every)
	if p.refused != reason {
		p.refused = reason
		p.r.note(text + ". Until one is possible, only the size of the heap is recorded")
		if err := p.out.Report(now.Sub(p.zero), text); err != nil {
			return p.out.done(err)
		}
	}
	if p.taken {
		return nil
	}
	if err := p.out.done(p.out.Counts(native.PointInfo{Time: now.Sub(p.zero), GC: p.count}, []trace.TypeCount{whole})); err != nil {
		return err
	}
	p.update(func(f *FileStatus) {
		f.Points++
		f.Objects, f.Bytes, f.Size = 0, whole.Bytes, p.out.size
	})
	return p.tidy(true)
}

// tolerate returns an error only if it ends the recording: an error of the file, or the last of [maxFailures] failed snapshots in a row.
func (p *snapshots) tolerate(err error) error {
	if err == nil {
		p.failures = 0
		return nil
	}
	if p.out.err != nil {
		return err
	}
	if closed(p.gone) {
		return nil // the program ended meanwhile
	}
	p.due = p.r.o.Now().Add(p.every)
	p.r.note(fmt.Sprintf("a GC point was skipped: %v", err))
	if p.failures++; p.failures == maxFailures {
		return err
	}
	return nil
}

// write writes a heap state.
func (p *snapshots) write(info native.PointInfo, heap *trace.Heap, warnings []trace.Warning) error {
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
	p.taken = true
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

// stop adds a stop of the program that began at the given time and lasted d, and sets when the next one may begin. final is true for the last
// point of a program that exits.
func (p *snapshots) stop(begin time.Time, d time.Duration, final bool) {
	if !final {
		p.stood += d
	}
	rest := begin.Add(d + p.r.o.rest(d))
	if p.due = begin.Add(p.every); rest.After(p.due) {
		p.due = rest
	}
}

// hasPoint reports whether the file has a point.
func (p *snapshots) hasPoint() bool {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	return p.r.status.Files[p.index].Points > 0
}
