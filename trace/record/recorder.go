package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/record/jvm"
	"memcity/trace/record/runs"
)

// Recorder is a recording in progress. It is safe for concurrent use.
type Recorder struct {
	o       Options
	began   time.Time
	program *program // started program; nil after attaching

	run      *runs.Run // folder of the recording; nil for none
	listener *listener // for agents; nil in modes without them
	closers  []func()  // called at the end

	ctx      context.Context // ends all work of the recording
	cancel   context.CancelFunc
	stopping chan struct{} // closed when nothing more is to be recorded
	stopOnce sync.Once
	done     chan struct{} // closed when all files are complete
	tracks   sync.WaitGroup

	mu     sync.Mutex
	status Status
	all    []*track      // by file
	news   chan struct{} // closed and replaced when a request for a point was completed or a file ended
	ended  time.Time
}

func newRecorder(ctx context.Context, o Options) *Recorder {
	r := &Recorder{o: o, began: o.Now(), stopping: make(chan struct{}), done: make(chan struct{}), news: make(chan struct{})}
	// A recording that is stopped completes its current work.
	r.ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, r.requestStop)
	return r
}

// untilStopping returns a context that is done when the recording is being stopped. The caller must call the function to release it.
func (r *Recorder) untilStopping() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(r.ctx)
	guard.Go(func() error {
		select {
		case <-r.stopping:
			cancel()
		case <-ctx.Done():
		}
		return nil
	}, nil)
	return ctx, cancel
}

// Attach begins to record a running program. When ctx is done, the recording stops and the program keeps running.
func Attach(ctx context.Context, pid int, o Options) (*Recorder, error) {
	o, err := o.normal()
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, err
	}
	p, b, err := find(pid)
	if err != nil {
		return nil, err
	}
	if p.Refusal != "" {
		return nil, &Fault{Text: fmt.Sprintf("%s (process %d) cannot be recorded: %s", p.Name, pid, p.Refusal)}
	}
	r := newRecorder(ctx, o)
	r.enter()
	return r.attached(b.attach(ctx, r, p))
}

// attached begins the recording if there is no error.
func (r *Recorder) attached(err error) (*Recorder, error) {
	if err != nil {
		r.abandon()
		return nil, err
	}
	r.begin()
	guard.Go(r.finish, r.finished)
	return r, nil
}

// part runs a part of the recording in its own goroutine. The recording ends after all its parts. A panic ends the part and becomes an
// error of the recording.
func (r *Recorder) part(doing string, do func()) {
	r.tracks.Go(guard.Safe(func() { r.caught(doing, do) }))
}

// caught runs a part of the recording and turns a panic into an error of the recording.
func (r *Recorder) caught(doing string, do func()) {
	r.fail(guard.While(doing, func() error { do(); return nil }))
}

// begin sets the start time of the recording, which excludes finding or building an agent.
func (r *Recorder) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.began = r.o.Now()
}

// abandon cleans up a recording that has not begun.
func (r *Recorder) abandon() {
	r.requestStop()
	r.tracks.Wait()
	r.clean()
}

// atEnd adds a function to be called when the recording has ended.
func (r *Recorder) atEnd(do func()) { r.closers = append(r.closers, do) }

func (r *Recorder) clean() {
	r.cancel()
	for _, do := range slices.Backward(r.closers) {
		r.caught("ending the recording", do)
	}
}

// finish waits until all VMs have been recorded.
func (r *Recorder) finish() error {
	r.tracks.Wait()
	if r.program != nil {
		select {
		case <-r.program.done:
		case <-r.stopping:
		}
	}
	r.clean()
	at := r.o.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = at
	return nil
}

// finished marks the recording as ended and adds its error.
func (r *Recorder) finished(err error) {
	r.fail(err)
	r.mu.Lock()
	r.status.Ended = true
	r.mu.Unlock()
	close(r.done)
}

// Stop ends the recording and waits until its files are complete. The program keeps running.
func (r *Recorder) Stop() error {
	r.requestStop()
	return r.Wait()
}

func (r *Recorder) requestStop() { r.stopOnce.Do(func() { close(r.stopping) }) }

// Wait waits until the recording has ended, because it was stopped or because the program ended. It returns why nothing was recorded, or
// why the recording ended early.
func (r *Recorder) Wait() error {
	<-r.done
	return r.Status().Err
}

// Done returns a channel that is closed when the recording has ended.
func (r *Recorder) Done() <-chan struct{} { return r.done }

// Path returns the path of the first file; empty before it exists.
func (r *Recorder) Path() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.status.Files) == 0 {
		return ""
	}
	return r.status.Files[0].Path
}

// Status returns the current state of the recording.
func (r *Recorder) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.status.clone()
	at := r.ended
	if at.IsZero() {
		at = r.o.Now()
	}
	s.For = at.Sub(r.began)
	return s
}

// track is the recording of one VM into one file.
type track struct {
	r      *Recorder
	index  int // 0-based index of the file in the status
	out    *output
	point  chan struct{}    // requests a point
	asked  requests         // for points; guarded by the recorder's mutex
	marks  chan trace.Mark  // queued for writing
	zero   time.Time        // of the file
	report *jvm.CrashReport // crash report of an agent's VM; nil without an agent
}

// newTrack begins a file.
func (r *Recorder) newTrack(f FileStatus, info trace.WriterInfo) (*track, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &track{r: r, index: len(r.status.Files), point: make(chan struct{}, 1), marks: make(chan trace.Mark, waitingMarks),
		zero: time.UnixMilli(info.StartUnix)}
	out, err := r.o.create(t.index, info, r.o.Now())
	if err != nil {
		return nil, err
	}
	t.out = out
	if r.o.RotateAfter > 0 || r.o.RotateBytes > 0 {
		out.Before = t.rotate
	}
	f.Path, f.Size = out.path, out.size
	r.status.Files = append(r.status.Files, f)
	r.all = append(r.all, t)
	if r.run != nil {
		if err := r.run.Add(runs.Owner{Programs: []int{f.PID}, Files: []string{f.Path}}); err != nil {
			r.noteLocked("other processes cannot find the recording: " + plain(err))
		}
	}
	guard.Go(func() error { r.followMarks(f.Path); return nil }, r.fail)
	return t, nil
}

// update changes the reported status of the file.
func (t *track) update(change func(f *FileStatus)) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	change(&t.r.status.Files[t.index])
}

// close completes the file. err is why the recording of this VM ended early; nil if it was complete.
func (t *track) close(err error) {
	if closed := guard.While("closing "+t.out.path, t.out.close); err == nil {
		err = closed
	}
	t.update(func(f *FileStatus) {
		f.Ended, f.Lost = true, errors.Is(t.out.err, errLost)
		f.Size = max(t.out.size, f.Size)
		t.r.wake()
	})
	if t.out.moved {
		t.r.note(t.out.path + ": was moved or renamed while it was written; it is complete in its new location")
	}
	t.r.fail(err)
}

// fail records an error. The first one becomes the recording's error; later ones become notes.
func (r *Recorder) fail(err error) {
	if err == nil {
		return
	}
	guard.Report(os.Stderr, "", err)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.status.Err == nil {
		r.status.Err = err
		return
	}
	r.noteLocked(err.Error())
}

// maxNotes is the largest number of notes.
const maxNotes = 100

// noteLocked adds a note for people unless it exists already. The caller holds mu.
func (r *Recorder) noteLocked(text string) {
	if !slices.Contains(r.status.Notes, text) && len(r.status.Notes) < maxNotes {
		r.status.Notes = append(r.status.Notes, text)
	}
}

// note calls [Recorder.noteLocked] with mu held.
func (r *Recorder) note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteLocked(text)
}
