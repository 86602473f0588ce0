package record

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/native"
	"memcity/trace/record/diagnostics"
	"memcity/trace/record/forked"
	"memcity/trace/record/headroom"
	"memcity/trace/record/snapshot"
)

const (
	// copyPause is the expected pause for the first fork, per MB of resident memory.
	copyPause = 20 * time.Microsecond
	// copyRest is the minimum time after a copy, as a multiple of the time that it took.
	copyRest = 3
	// lastGap is the time after a point during which a program that ends gets no further point.
	lastGap = time.Second
	// residentMemory is the name of the only type in points without objects.
	residentMemory = "(resident memory)"
)

// dumper takes the heap states of a program: package forked by a copy of the program, and package diagnostics by a stop.
type dumper interface {
	// Ending returns a channel that is closed when the program wants to end, and Done one that is closed when it has ended.
	Ending() <-chan struct{}
	Done() <-chan struct{}
	// Waits reports whether the program waits for its last heap state, until Release.
	Waits() bool
	Release()
	Close()
	// Dump writes a heap state of at most limit bytes to out, and returns how long the program was stopped. last is true if the program waits.
	Dump(ctx context.Context, out io.Writer, last bool, limit int64) (pause time.Duration, err error)
}

// dumped is a program that a dumper serves.
type dumped struct {
	pid     int
	version string   // of the runtime; empty if unknown
	words   []string // that started it
}

// language describes a runtime whose programs are recorded by a [dumper].
type language struct {
	runtime  trace.Runtime
	name     string // Python
	command  string // python
	example  string // command that starts a program
	versions string // Python 3.8 or later
	failures string // clause that names options that prevent Python or Ruby from loading the module

	object int64         // assumed size of an object in bytes, for the first forecast
	memory int64         // additional memory for each object in bytes, in the copy or the program, and in the recorder
	stops  time.Duration // pause of the program for each object, for the first forecast; 0 if a copy writes the objects
	time   time.Duration // computing time for each object
	waits  bool          // true if the program may have to write its last point without a copy
	silent bool          // true if no program announces its end

	isName   func(word string) bool
	isScript func(path, interpreter string) bool // see the function isScript
	// prevents returns an error if a command cannot be recorded. at is the index of the word that starts the runtime or its script.
	prevents func(argv []string, at int) error
	// title returns the name of a program, from the words that started it.
	title func(words []string) string
	// prepare writes the module into a folder and returns the environment that loads it.
	prepare func(o *Options, folder string, environment []string) ([]string, error)
	// runs reports whether a process runs the language.
	runs func(pid int) bool
	// suffix is the file name extension of a dump.
	suffix string
	open   func(context.Context, []trace.File, trace.Progress) (*trace.Recording, error)
	// with adds data about the program to the context for reading a dump. Nil for none.
	with func(context.Context) context.Context
}

// copied records a program whose heap states a dumper copies into a file.
type copied struct {
	snapshots
	of     *language
	conn   dumper
	pid    int
	folder string // for dumps
	name   string // of the program

	resident int64         // memory of the program in bytes; 0 if unknown
	objects  int64         // at the previous point; 0 before the first
	before   int64         // resident memory at the previous point, in bytes
	pause    time.Duration // for the previous point
	ended    time.Time     // end of the previous point
}

// copyProgram begins to record a program.
func (r *Recorder) copyProgram(of *language, conn dumper, program dumped, folder string) error {
	name := of.title(program.words)
	p := &copied{snapshots: newSnapshots(&r.o, conn.Done()), of: of, conn: conn, pid: program.pid, folder: folder, name: name}
	info := trace.WriterInfo{Program: name, Runtime: of.runtime, VM: strings.TrimSpace(of.name + " " + program.version), Tool: r.o.Tool, Mode: r.o.Mode.String(),
		StartUnix: p.zero.UnixMilli(), Depth: r.o.Depth, Knows: trace.KnowsTimes}
	var err error
	if p.track, err = r.newTrack(FileStatus{Program: name, VM: info.VM, PID: p.pid}, info); err != nil {
		return err
	}
	r.part("recording "+named(name, p.pid), p.run)
	return nil
}

// run records until the program ends or the recording is stopped.
func (p *copied) run() {
	defer p.conn.Close()
	request, stop := p.r.untilStopping()
	defer stop()
	p.close(guard.While("recording "+named(p.name, p.pid), func() error {
		if !p.await(p.conn.Ending(), p.used) {
			return nil
		}
		return cmp.Or(p.loop(request), p.lastMarks())
	}))
}

// used updates the resident memory of the program, the only size that can be read without stopping it. ok is false if it is unknown.
func (p *copied) used() (bytes int64, ok bool) {
	p.resident, _ = headroom.Peak(p.pid)
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
		f.Size = p.out.size
		f.setPaused(p.stood, now.Sub(p.began))
	})
}

// forecast predicts the costs of the next point from the resident memory.
func (p *copied) forecast() snapshot.Forecast {
	f := snapshot.Forecast{Nodes: p.resident / p.of.object, Pause: time.Duration(p.resident>>20) * copyPause}
	f.Pause += time.Duration(f.Nodes) * p.of.stops
	if p.objects > 0 && p.before > 0 {
		growth := max(1, float64(p.resident)/float64(p.before))
		f.Nodes = int64(float64(p.objects) * growth)
		f.Pause = time.Duration(float64(p.pause) * growth * snapshot.Margin)
	}
	f.Memory = f.Nodes * p.of.memory
	if p.of.stops == 0 {
		f.Memory += p.resident // of the copy
	}
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

// check returns why a point must not be taken, and a message with the numbers.
func (p *copied) check(f snapshot.Forecast) (snapshot.Reason, string) {
	return f.Check(p.longest, headroom.Of(p.pid))
}

// programEnded reports whether the started program has ended.
func (r *Recorder) programEnded() bool { return r.program != nil && closed(r.program.done) }

// whole returns the row of a point without objects.
func (p *copied) whole() trace.TypeCount {
	return trace.TypeCount{Name: residentMemory, Objects: 1, Bytes: p.resident}
}

// take takes a point and writes it. last is true if the program waits for this point before it ends.
func (p *copied) take(ctx context.Context, last bool) error {
	path := filepath.Join(p.folder, strconv.Itoa(p.pid)+p.of.suffix)
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
	gcs, heap, warnings, err := p.readDump(ctx, path)
	if err != nil {
		return err
	}
	p.objects, p.before, p.pause = int64(heap.Len()), p.resident, pause
	p.refused = snapshot.Allowed
	return p.write(native.PointInfo{Time: begin.Sub(p.zero), GC: gcs, Pause: pause, Final: last}, heap, warnings)
}

// readDump reads the objects in a file. gcs is the number of GCs before the newest allocation with a site.
func (p *copied) readDump(ctx context.Context, path string) (gcs uint32, heap *trace.Heap, warnings []trace.Warning, err error) {
	file, err := trace.DiskFile(path)
	if err != nil {
		return 0, nil, nil, err
	}
	if p.of.with != nil {
		ctx = p.of.with(ctx)
	}
	rec, err := p.of.open(ctx, []trace.File{file}, nil)
	if err != nil {
		return 0, nil, nil, err
	}
	heap, warnings, err = rec.Points[0].Load(ctx, nil)
	for _, w := range warnings {
		if w.Lost {
			err = cmp.Or(err, errors.New(w.Text))
		}
	}
	return rec.Points[0].GC, heap, append(rec.Warnings, warnings...), err
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

// last takes the last point, if the program can afford it.
func (p *copied) last(final bool) error {
	p.used()
	f := p.forecast()
	if final && p.of.waits {
		f.Pause = max(f.Pause, time.Duration(f.Nodes)*p.of.time)
	}
	if reason, text := p.check(f); reason != snapshot.Allowed {
		return p.refuse(reason, text, p.whole())
	}
	ctx, cancel := context.WithTimeout(p.r.ctx, callLimit+3*time.Duration(f.Nodes)*p.of.time)
	defer cancel()
	err := p.take(ctx, final)
	if errors.Is(err, forked.ErrEnded) || errors.Is(err, diagnostics.ErrEnded) {
		return p.out.done(nil)
	}
	return cmp.Or(p.tolerate(err), p.out.done(nil))
}

// lost adds a note about a program that ended before it announced its end.
func (p *copied) lost() {
	if closed(p.r.stopping) || closed(p.conn.Ending()) || !p.r.ends(p.pid, p.of.runs) {
		return
	}
	if !p.of.silent || p.r.Status().Exit > 128 {
		p.r.noteEnd(named(p.name, p.pid), p.pid)
	}
}
