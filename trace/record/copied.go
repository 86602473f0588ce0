package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/lines"
	"memcity/trace/native"
	"memcity/trace/record/headroom"
	"memcity/trace/record/python"
	"memcity/trace/record/snapshot"
)

const (
	// copyObject is the assumed size of an object of Python in bytes, for the first forecast.
	copyObject = 60
	// copyMemory is the additional memory for each object in bytes: 250 in the copy of the program, and 150 in the recorder.
	copyMemory = 400
	// copyPause is the pause of a program that forks, per MB of its memory.
	copyPause = 20 * time.Microsecond
	// copyTime is the computing time for each object.
	copyTime = 6 * time.Microsecond
	// copyRest is the minimum time between two copies, as a multiple of the time that the first one took.
	copyRest = 3
	// lastGap is the time before the end of the program for which its last point is enough.
	lastGap = time.Second
	// residentMemory is the type in points without objects.
	residentMemory = "(resident memory)"
)

// copied records a program in Python. For each point, the program forks a copy of itself, which writes its objects.
type copied struct {
	snapshots
	conn   *python.Conn
	folder string // for dumps
	name   string // of the program

	resident int64 // memory of the program in bytes; 0 if unknown
	objects  int64 // at the previous point; 0 before the first
	before   int64 // resident memory at the previous point
	pause    time.Duration
	ended    time.Time // end of the previous point
}

// copyProgram begins to record the program behind a connection.
func (r *Recorder) copyProgram(conn *python.Conn, folder string) error {
	name, _ := python.Title(conn.Words)
	p := &copied{snapshots: newSnapshots(&r.o, conn.Done()), conn: conn, folder: folder, name: name}
	info := trace.WriterInfo{Program: name, Runtime: trace.CPython, VM: "Python " + conn.Version, Tool: r.o.Tool, Mode: r.o.Mode.String(),
		StartUnix: p.zero.UnixMilli(), Depth: r.o.Depth, Knows: trace.KnowsTimes}
	var err error
	if p.track, err = r.newTrack(FileStatus{Program: name, VM: info.VM, PID: conn.PID}, info); err != nil {
		return err
	}
	r.part("recording "+named(name, conn.PID), p.run)
	return nil
}

// run records until the program ends or the recording is stopped.
func (p *copied) run() {
	defer p.conn.Close()
	request, stop := p.r.untilStopping()
	defer stop()
	p.close(guard.While("recording "+named(p.name, p.conn.PID), func() error {
		if !p.await(p.conn.Ending(), p.used) {
			return nil
		}
		return cmp.Or(p.loop(request), p.lastMarks())
	}))
}

// used reads the resident memory of the program, which is the only size that costs it nothing.
func (p *copied) used() (bytes int64, ok bool) {
	p.resident, _ = headroom.Peak(p.conn.PID)
	return p.resident, p.resident > 0
}

// loop records until the end, and takes a last point if possible.
func (p *copied) loop(request context.Context) error {
	look := time.NewTicker(usageEvery)
	defer look.Stop()
	p.due = p.began.Add(firstPoint)
	for wanted := false; ; {
		if err := p.point(request, wanted); err != nil {
			return err
		}
		wanted = false
		select {
		case <-p.r.stopping:
			return p.finish()
		case <-p.conn.Ending():
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
		p.look()
	}
}

// look updates the reported status.
func (p *copied) look() {
	now := p.r.o.Now()
	p.update(func(f *FileStatus) {
		f.Size, f.Paused = p.out.size, p.stood
		f.Overhead = min(1, p.stood.Seconds()/max(now.Sub(p.began).Seconds(), 1e-3))
	})
}

// forecast predicts the costs of the next point from the resident memory.
func (p *copied) forecast() snapshot.Forecast {
	f := snapshot.Forecast{Nodes: p.resident / copyObject, Pause: time.Duration(p.resident>>20) * copyPause}
	if p.objects > 0 && p.before > 0 {
		growth := max(1, float64(p.resident)/float64(p.before))
		f.Nodes = int64(float64(p.objects) * growth)
		f.Pause = time.Duration(float64(p.pause) * growth * 1.25)
	}
	f.Memory = p.resident + f.Nodes*copyMemory
	return f
}

// point takes a point if one is due and the program can afford it. wanted is true if one was requested: then it need not be due.
func (p *copied) point(request context.Context, wanted bool) error {
	now := p.r.o.Now()
	if request.Err() != nil || !wanted && now.Before(p.due) {
		return nil
	}
	p.used()
	f := p.forecast()
	if reason, text := p.check(f); reason != snapshot.Allowed {
		if wanted {
			p.answered(1, text)
		}
		return p.refuse(reason, text, p.whole())
	}
	if !wanted && p.taken && now.Before(snapshot.Due(p.began, p.stood, f.Pause, p.r.o.Budget)) {
		return nil
	}
	ctx, cancel := context.WithTimeout(p.r.ctx, snapshotLimit)
	defer cancel()
	defer context.AfterFunc(request, guard.Safe(func() {
		if p.taken && !p.r.programEnded() { // the copy of a program that has ended is its last point
			cancel()
		}
	}))()
	err := p.take(ctx, false)
	if errors.Is(err, context.Canceled) && request.Err() != nil {
		return nil // the end of the file is the reply
	}
	if wanted {
		p.replied(err)
	}
	return p.tolerate(err)
}

// check returns whether a point is allowed.
func (p *copied) check(f snapshot.Forecast) (snapshot.Reason, string) {
	return f.Check(p.longest, headroom.Of(p.conn.PID))
}

// programEnded reports whether the started program has ended.
func (r *Recorder) programEnded() bool { return r.program != nil && closed(r.program.done) }

// whole returns the row of a point without objects.
func (p *copied) whole() trace.TypeCount {
	return trace.TypeCount{Name: residentMemory, Objects: 1, Bytes: p.resident}
}

// take takes a point and writes it. last is the point of a program that waits for its end.
func (p *copied) take(ctx context.Context, last bool) error {
	path := filepath.Join(p.folder, fmt.Sprintf("%d.objects.jsonl.gz", p.conn.PID))
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	defer file.Close()
	begin := p.r.o.Now()
	pause, err := p.conn.Dump(ctx, file, last, snapshotSpare+p.resident)
	p.ended = p.r.o.Now()
	p.stop(begin, pause, last)
	if rest := p.ended.Add(copyRest * p.ended.Sub(begin)); rest.After(p.due) {
		p.due = rest
	}
	if err != nil {
		return err
	}
	heap, warnings, err := readDump(ctx, path)
	if err != nil {
		return err
	}
	p.objects, p.before, p.pause = int64(heap.Len()), p.resident, pause
	p.refused = snapshot.Allowed
	return p.write(native.PointInfo{Time: begin.Sub(p.zero), Pause: pause, Final: last}, heap, warnings)
}

// readDump reads the objects in a file.
func readDump(ctx context.Context, path string) (*trace.Heap, []trace.Warning, error) {
	file, err := trace.DiskFile(path)
	if err != nil {
		return nil, nil, err
	}
	rec, err := lines.Open(ctx, []trace.File{file}, nil)
	if err != nil {
		return nil, nil, err
	}
	heap, warnings, err := rec.Points[0].Load(ctx, nil)
	return heap, append(rec.Warnings, warnings...), err
}

// finish ends the recording while the program runs. A recording without points gets one first, if possible.
func (p *copied) finish() error {
	if p.hasPoint() {
		return p.out.done(nil)
	}
	return p.last(false)
}

// atExit ends the recording of a program that waits for its last point.
func (p *copied) atExit() error {
	defer p.conn.Release()
	if !p.conn.Waits() || p.taken && p.r.o.Now().Sub(p.ended) < lastGap {
		return p.out.done(nil)
	}
	return p.last(true)
}

// last takes the last point, if the program can afford it. A program that ends may have to write it without a copy, so it stands still.
func (p *copied) last(final bool) error {
	p.used()
	f := p.forecast()
	if final {
		f.Pause = max(f.Pause, time.Duration(f.Nodes)*copyTime)
	}
	if reason, text := p.check(f); reason != snapshot.Allowed {
		return p.refuse(reason, text, p.whole())
	}
	ctx, cancel := context.WithTimeout(p.r.ctx, callLimit+3*time.Duration(f.Nodes)*copyTime)
	defer cancel()
	err := p.take(ctx, final)
	if errors.Is(err, python.ErrEnded) {
		return p.out.done(nil)
	}
	return cmp.Or(p.tolerate(err), p.out.done(nil))
}

// lost adds a note about a program that ended before it announced its end.
func (p *copied) lost() {
	if !closed(p.r.stopping) && !closed(p.conn.Ending()) && p.r.ends(p.conn.PID, python.Runs) {
		p.r.noteEnd(named(p.name, p.conn.PID), p.conn.PID)
	}
}
