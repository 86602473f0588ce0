package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/histogram"
	"memcity/trace/hprof"
	"memcity/trace/native"
	"memcity/trace/record/jvm"
	"memcity/trace/record/runs"
)

const (
	// lookEvery is the interval between readings of the VM's counters. It is short so that few GCs happen in between. A reading takes about
	// 0.3 ms in memcity and no time in the VM.
	lookEvery = 20 * time.Millisecond
	// aliveEvery is the interval between checks that a VM without counters is still running.
	aliveEvery = 500 * time.Millisecond
	// maxFailures is the number of consecutive failed points after which the recording ends.
	maxFailures = 3
)

// poller records a VM by requesting dumps or histograms.
type poller struct {
	*track
	process jvm.Process
	watch   *jvm.Watch // nil if the VM has no counters
	gcs     gcWatch
	folder  jvm.Folder // contains dumps
	zero    time.Time  // of the recording
	began   time.Time  // start of recording this VM
	stood   time.Duration
	used    int64 // used heap in bytes; 0 if unknown
	dumps   int
	pending []trace.GC // not yet written
	written time.Time  // when GCs were last written
}

// poll begins to record a VM without an agent.
func (r *Recorder) poll(process jvm.Process) error {
	p := &poller{process: process, began: r.o.Now()}
	p.zero = p.began
	if process.Started > 0 {
		p.zero = time.UnixMilli(process.Started)
	}
	var err error
	if p.watch, err = jvm.NewWatch(process.PID); err != nil {
		r.note(err.Error() + "; garbage collections are not recorded")
		p.watch = nil
	}
	if r.o.Mode == Dumps {
		if p.folder, err = jvm.NewFolder(process.PID, r.o.Temp); err != nil {
			p.end()
			return err
		}
		if !r.o.KeepDumps {
			r.made(runs.Owner{Folders: []string{p.folder.Path}})
		}
	}
	info := trace.WriterInfo{Program: process.Name, VM: process.VM, Tool: r.o.Tool, Mode: r.o.Mode.String(),
		StartUnix: p.zero.UnixMilli(), Knows: trace.KnowsTimes}
	f := FileStatus{Program: process.Name, VM: process.VM, PID: process.PID}
	if p.track, err = r.newTrack(f, info); err != nil {
		p.end()
		return err
	}
	r.part("recording "+named(f.Program, f.PID), p.run)
	return nil
}

// end releases the resources of the poller.
func (p *poller) end() {
	if p.watch != nil {
		p.watch.Close()
	}
	if p.folder.Path != "" && (p.track == nil || !p.r.o.KeepDumps) {
		p.folder.Remove()
	}
}

// run records until the VM ends or the recording is stopped.
func (p *poller) run() {
	defer p.end()
	request, stop := p.r.untilStopping() // for requests to the VM, which may take long
	defer stop()
	p.close(guard.While("recording "+named(p.process.Name, p.process.PID), func() error {
		if err := p.loop(request); err != nil {
			return err
		}
		return cmp.Or(p.write(), p.lastMarks())
	}))
}

// lastMarks writes the marks still queued at the end of the recording.
func (t *track) lastMarks() error {
	for {
		select {
		case m := <-t.marks:
			if err := t.out.Marks([]trace.Mark{m}); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

func (p *poller) loop(request context.Context) error {
	every := lookEvery
	if p.watch == nil {
		every = aliveEvery
	}
	look := time.NewTicker(every)
	defer look.Stop()
	due, failures := p.began, 0
	for wanted := false; ; {
		gcs, err := p.look()
		if errors.Is(err, jvm.ErrEnded) {
			return nil
		}
		if err == nil {
			err = p.take(gcs)
		}
		if err != nil {
			return err
		}
		if now := p.r.o.Now(); wanted || !now.Before(due) {
			wanted = false
			due, err = p.next(request, now)
			if request.Err() == nil { // otherwise the end of the file is the reply
				p.replied(err)
			}
			switch {
			case request.Err() != nil:
				return nil
			case errors.Is(err, jvm.ErrEnded) || err != nil && !jvm.Runs(p.process.PID):
				return nil
			case err == nil:
				failures = 0
			case p.out.err != nil || errors.Is(err, errNoSpace):
				return err
			default:
				p.r.note(fmt.Sprintf("a GC point was skipped: %v", err))
				if failures++; failures == maxFailures {
					return err
				}
			}
		}
		select {
		case <-request.Done():
			return nil
		case <-p.point:
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

// look returns GCs that have ended, and an error if the VM has ended.
func (p *poller) look() ([]trace.GC, error) {
	if p.watch == nil {
		if !jvm.Runs(p.process.PID) {
			return nil, jvm.ErrEnded
		}
		return nil, nil
	}
	c, err := p.watch.Read()
	if err != nil {
		return nil, err
	}
	if used, _ := heapUse(c); used > 0 {
		p.used = used
	}
	return p.gcs.look(c), nil
}

// GCs are written in batches to save chunks, but soon enough for readers of the growing file.
const (
	gcsTogether = 256
	gcsEvery    = time.Second
)

// take queues GCs and writes the queue if it is due.
func (p *poller) take(gcs []trace.GC) error {
	p.pending = append(p.pending, gcs...)
	now := p.r.o.Now()
	if len(p.pending) >= gcsTogether || now.Sub(p.written) >= gcsEvery {
		p.written = now
		if err := p.write(); err != nil {
			return err
		}
	}
	p.update(func(f *FileStatus) {
		f.GCs += len(gcs)
		f.Size = p.out.size
		f.setPaused(p.stood, now.Sub(p.began))
	})
	return nil
}

// write writes the queued GCs to the file.
func (p *poller) write() error {
	if len(p.pending) == 0 {
		return nil
	}
	err := p.out.done(p.out.GCs(p.pending))
	p.pending = p.pending[:0]
	return err
}

// next makes a GC point and returns when the next one is due: at least Every after begin, and late enough for the budget.
func (p *poller) next(request context.Context, begin time.Time) (due time.Time, err error) {
	var add func(info native.PointInfo) (objects, bytes int64, err error)
	if p.r.o.Mode == Dumps {
		add, err = p.dump(request)
	} else {
		add, err = p.histogram(request)
	}
	end := p.r.o.Now()
	pause := end.Sub(begin)
	p.stood += pause
	due = begin.Add(p.r.o.Every)
	held := false
	if rest := end.Add(p.r.o.rest(pause)); rest.After(due) {
		held = rest.Sub(due) > patience
		due = rest
	}
	if err != nil {
		return due, err
	}
	gcs, err := p.look()
	if err != nil && !errors.Is(err, jvm.ErrEnded) {
		return due, err
	}
	if err = p.take(gcs); err == nil {
		err = p.write()
	}
	if err != nil {
		return due, err
	}
	objects, bytes, err := add(native.PointInfo{Time: begin.Sub(p.zero), GC: p.gcs.count, Pause: pause})
	if err := p.out.done(err); err != nil {
		return due, err
	}
	if err := p.tidy(true); err != nil {
		return due, err
	}
	p.update(func(f *FileStatus) {
		f.Points++
		if p.r.o.Mode == Dumps {
			f.Full++
		}
		f.Pauses.Add(pause)
		f.Held = held
		f.Objects, f.Bytes, f.Size = objects, bytes, p.out.size
		p.enough(*f)
	})
	return due, nil
}

// histogram requests a class histogram and returns a function that writes it.
func (p *poller) histogram(request context.Context) (func(native.PointInfo) (objects, bytes int64, err error), error) {
	words := []string{"GC.class_histogram"}
	if p.r.o.All {
		words = append(words, "-all")
	}
	text, err := jvm.Command(request, p.process.PID, words...)
	if err != nil {
		return nil, err
	}
	read, err := histogram.Read(bytes.NewReader(text))
	if err == nil && len(read) != 1 {
		err = errors.New("the VM's response is not a class histogram")
	}
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", p.process.PID, err)
	}
	return func(info native.PointInfo) (objects, bytes int64, err error) {
		for _, c := range read[0] {
			objects += c.Objects
			bytes += c.Bytes
		}
		return objects, bytes, p.out.Counts(info, read[0])
	}, nil
}

// errNoSpace reports that a dump was not requested because of too little disk space.
var errNoSpace = errors.New("not enough space for a heap dump")

// dump requests a heap dump and returns a function that writes it, which takes longer than the dump.
func (p *poller) dump(request context.Context) (func(native.PointInfo) (objects, bytes int64, err error), error) {
	p.dumps++
	name := fmt.Sprintf("dump-%04d.hprof", p.dumps)
	path := filepath.Join(p.folder.Path, name)
	inside := filepath.Join(p.folder.Inside, name)
	const spare = 64 << 20
	if free, need := freeSpace(p.folder.Path), p.used+p.used/4+spare; free >= 0 && free < need {
		return nil, fmt.Errorf("%s: %w: %d MB are free, about %d MB are needed; name another folder with --temp",
			filepath.Dir(p.folder.Path), errNoSpace, free/1_000_000, need/1_000_000)
	}
	words := []string{"GC.heap_dump", inside}
	if p.r.o.All {
		words = []string{"GC.heap_dump", "-all", inside}
	}
	text, err := jvm.Command(request, p.process.PID, words...)
	if err == nil && !bytes.Contains(text, []byte("file created")) {
		err = fmt.Errorf("process %d: the VM wrote no heap dump: %s", p.process.PID, strings.Join(strings.Fields(string(text)), " "))
	}
	if err != nil {
		os.Remove(path)
		return nil, err
	}
	return func(info native.PointInfo) (objects, bytes int64, err error) { return p.convert(path, info) }, nil
}

// convert adds a heap dump to the file.
func (p *poller) convert(path string, info native.PointInfo) (objects, bytes int64, err error) {
	if !p.r.o.KeepDumps {
		defer os.Remove(path)
	}
	file, err := trace.DiskFile(path)
	if err != nil {
		return 0, 0, err
	}
	rec, err := hprof.Open(p.r.ctx, []trace.File{file}, nil)
	if err != nil {
		return 0, 0, err
	}
	if at := time.UnixMilli(rec.StartUnix).Sub(p.zero); at > info.Time && at <= info.Time+info.Pause {
		info.Time = at
	}
	heap, warnings, err := rec.Points[0].Load(p.r.ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	for _, w := range append(rec.Warnings, warnings...) {
		if err := p.out.Report(info.Time, w.Text); err != nil {
			return 0, 0, err
		}
	}
	for o := range heap.Len() {
		bytes += heap.Size(trace.ObjectID(o))
	}
	return int64(heap.Len()), bytes, p.out.State(info, heap)
}
