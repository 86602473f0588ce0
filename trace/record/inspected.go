package record

import (
	"cmp"
	"context"
	"fmt"
	"syscall"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/record/inspector"
	"memcity/trace/record/node"
	"memcity/trace/record/snapshot"
)

const (
	// usageEvery is the interval between readings of the heap's size and of the collections. A reading takes 1 to 3 ms in the program.
	usageEvery = time.Second
	// sampleEvery is the longest period for which samples of allocations are collected in the program, which keeps them in memory.
	sampleEvery = 10 * time.Second
	// firstPoint is when the first point may be taken, so that the program has loaded its modules.
	firstPoint = time.Second
	// firstStop is the longest predicted stop of a first point that is taken before the budget allows it.
	firstStop = time.Second
	// callLimit is the time limit for a request that takes no time in the program, which may be busy.
	callLimit = 10 * time.Second
	// collectEvery is the minimum time between two requests to collect garbage.
	collectEvery = time.Minute
	// snapshotLimit is the time limit for a snapshot.
	snapshotLimit = 10 * time.Minute
)

// wholeHeap is the type in points without objects.
const wholeHeap = "(whole heap)"

// inspected records a program through its inspector.
type inspected struct {
	snapshots
	conn     *inspector.Conn
	version  inspector.Version
	pid      int           // 0 if unknown
	name     string        // of the program
	opened   bool          // true if the inspector was opened for this recording, which closes it
	ending   chan struct{} // receives a value when the program is about to exit
	interval int64         // mean number of bytes between two samples; 0 without sampling

	gcs   inspector.GCs
	usage inspector.Usage
	costs snapshot.Costs

	collected  time.Time     // when garbage was last collected to make a snapshot possible
	collecting time.Duration // duration of that collection

	samples sampling
}

// run records until the program ends or the recording is stopped.
func (p *inspected) run() {
	defer p.conn.Close()
	request, stop := p.r.untilStopping() // for requests that may wait for a busy program
	defer stop()
	p.close(guard.While("recording "+named(p.version.Name(), p.pid), func() error {
		if !p.await(p.ending, func() (int64, bool) { return p.used(request) }) {
			return nil
		}
		return cmp.Or(p.loop(request), p.lastMarks())
	}))
}

// used returns the size of the heap. ok is false if the program does not respond.
func (p *inspected) used(request context.Context) (bytes int64, ok bool) {
	ctx, cancel := context.WithTimeout(request, callLimit)
	defer cancel()
	usage, err := p.conn.HeapUsage(ctx)
	return usage.Used, err == nil
}

// loop records until the end, and takes a last point if possible.
func (p *inspected) loop(request context.Context) error {
	look := time.NewTicker(usageEvery)
	defer look.Stop()
	p.due = p.began.Add(firstPoint)
	p.costs.Load = snapshot.Load()
	for wanted := false; ; {
		if err := p.look(request); err != nil {
			return err
		}
		if err := p.point(request, wanted); err != nil {
			return err
		}
		wanted = false
		select {
		case <-p.r.stopping:
			return p.finish()
		case <-p.ending:
			return p.atExit()
		case <-p.conn.Done():
			p.lost()
			return p.out.done(nil)
		case <-p.track.point:
			p.sending()
			wanted = true
		case m := <-p.marks:
			if err := p.out.done(p.out.Marks([]trace.Mark{m})); err != nil {
				return err
			}
		case <-look.C:
		}
	}
}

// look reads the size of the heap and the collections since the last look. It returns no error if the program is busy or has ended.
func (p *inspected) look(request context.Context) error {
	ctx, cancel := context.WithTimeout(request, callLimit)
	defer cancel()
	usage, err := p.conn.HeapUsage(ctx)
	if err != nil {
		return nil
	}
	p.usage = usage
	gcs, _ := p.gcs.Collect(ctx, p.conn) // those found before an error are valid
	if err := p.writeGCs(gcs); err != nil {
		return err
	}
	now := p.r.o.Now()
	if now.Sub(p.samples.since) >= sampleEvery {
		if err := p.writeSamples(ctx); err != nil {
			return err
		}
	}
	p.update(func(f *FileStatus) {
		f.GCs, f.Size = int(p.count), p.out.size
		f.setPaused(p.stood, now.Sub(p.began))
	})
	return nil
}

// writeGCs writes collections to the file.
func (p *inspected) writeGCs(found []inspector.GC) error {
	if len(found) == 0 {
		return nil
	}
	gcs := make([]trace.GC, len(found))
	for i, g := range found {
		p.count++
		gcs[i] = trace.GC{Number: p.count, Start: max(0, g.Start.Sub(p.zero)), End: max(0, g.End.Sub(p.zero)), Pause: g.End.Sub(g.Start),
			Cause: g.Cause, Kind: "minor", Before: g.Before, After: g.After, Capacity: p.usage.Total}
		if g.Major {
			gcs[i].Kind = "major"
		}
	}
	return p.out.done(p.out.GCs(gcs))
}

// lost adds a note about a connection that ended before the program announced its end.
func (p *inspected) lost() {
	who := named(p.name, p.pid)
	if closed(p.r.stopping) {
		return
	}
	if p.pid != 0 && !p.r.ends(p.pid, node.Runs) {
		p.r.note(who + ": closed its inspector, or it was closed; the program continues, and is not recorded further")
		return
	}
	p.r.noteEnd(who, p.pid)
}

// noteEnd adds a note about a program that ended before it announced its end.
func (r *Recorder) noteEnd(who string, pid int) {
	text := who + ": ended without notice"
	if r.program != nil && r.program.cmd.Process.Pid == pid {
		if exit := r.Status().Exit; exit > 128 {
			text = fmt.Sprintf("%s: was ended by signal %d (%v)", who, exit-128, syscall.Signal(exit-128))
		}
	}
	r.note(text + ", so its last moments are not recorded")
}
