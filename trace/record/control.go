package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/record/metrics"
	"memcity/trace/record/runs"
)

// MaxMark is the largest length of a mark's text in bytes.
const MaxMark = 1000

// enter creates the folder in which the recording receives requests, and cleans up after killed recordings. If the folder cannot be
// created, it adds a note and the recording continues.
func (r *Recorder) enter() {
	for _, left := range runs.Clean() {
		for _, path := range left.Files {
			os.Remove(path + anew)
			if unfinished(path) {
				r.note(fmt.Sprintf("an earlier recording (process %d) was killed. To open %s up to its last complete GC point, run memcity %s", left.PID, path, path))
			}
		}
	}
	run, err := runs.New(r.began.UnixMilli())
	if err != nil {
		r.note(fmt.Sprintf("%s: cannot create a folder in it (%s), so the recording does not accept marks or requests", os.TempDir(), plain(err)))
		return
	}
	r.run = run
	r.atEnd(func() { run.Close() })
	if err := run.Serve(r.handle); err != nil {
		r.note("the recording does not accept marks or requests: " + plain(err))
	}
}

// unfinished reports whether path is a trace without an end.
func unfinished(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return !native.Finished(f)
}

// made saves paths that the recording created, so that they can be found and cleaned up.
func (r *Recorder) made(what runs.Owner) {
	if r.run == nil {
		return
	}
	if err := r.run.Add(what); err != nil {
		r.note("a recording that is killed may leave files behind: " + plain(err))
	}
}

// handle executes a request from another process.
func (r *Recorder) handle(q runs.Request) (any, error) {
	switch q.Do {
	case "mark":
		return nil, r.Mark(q.Text)
	case "point":
		if q.Within > 0 {
			return nil, r.PointWithin(time.Duration(q.Within) * time.Millisecond)
		}
		return nil, r.Point()
	case "status":
		report := r.Report()
		return &report, nil
	case "stop":
		r.requestStop()
		return nil, nil
	}
	return nil, fmt.Errorf("%q: this version of the recorder does not know the request", q.Do)
}

// Mark adds a mark to all files at the current time, such as "load test begins". It returns once the files contain the mark. While a heap
// state is being written, it returns once the mark is queued after it.
func (r *Recorder) Mark(text string) error {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	switch {
	case text == "":
		return errors.New("the mark has no text")
	case len(text) > MaxMark:
		for text = text[:MaxMark]; !utf8.ValidString(text); {
			text = text[:len(text)-1]
		}
	}
	now := r.o.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	marked := false
	for i, t := range r.all {
		if r.status.Files[i].Ended {
			continue
		}
		select {
		case t.marks <- trace.Mark{Time: trace.Millis(max(0, now.Sub(t.zero).Milliseconds())), Text: text}:
			r.status.Files[i].Marks++
			marked = true
		default:
			return errors.New("too many marks are waiting to be written")
		}
	}
	if !marked {
		return errors.New("no program is being recorded")
	}
	return nil
}

// waitingMarks is the largest number of marks that can be queued while a heap state is being written.
const waitingMarks = 1000

// Report returns the recorder's metrics.
func (r *Recorder) Report() metrics.Report {
	s := r.Status()
	report := metrics.Report{PID: os.Getpid(), Seconds: s.For.Seconds(), Waiting: s.Waiting, Ended: s.Ended, Files: []metrics.File{}}
	if s.Err != nil {
		report.Error = s.Err.Error()
	}
	for _, f := range s.Files {
		report.Files = append(report.Files, metrics.File{Path: f.Path, Program: f.Program, PID: f.PID, Ended: f.Ended, Points: f.Points,
			FullPoints: f.Full, GCs: f.GCs, Objects: f.Objects, HeapBytes: f.Bytes, FileBytes: f.Size, Dropped: f.Dropped, Marks: f.Marks,
			PointsRemoved: f.Removed, Paused: f.Paused.Seconds(), WorstPause: f.Pauses.Worst.Seconds(),
			P99Pause: f.Pauses.P99().Seconds(), Share: f.Overhead, Budget: float64(r.o.Budget) / 100})
	}
	return report
}

// Marked is the suffix of files for marks: each line added to FILE.mark while FILE is being written becomes a mark.
const Marked = ".mark"

// markFile reads lines that are added to a file. The zero value begins at the start of the file.
type markFile struct {
	path string
	read int64
}

// lines returns complete new lines. If the file has become shorter, it is read from its start.
func (m *markFile) lines() []string {
	info, err := os.Lstat(m.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.read = 0
		return nil
	case err != nil || !info.Mode().IsRegular() || info.Size() == m.read:
		return nil
	case info.Size() < m.read:
		m.read = 0
	}
	f, err := os.Open(m.path)
	if err != nil {
		return nil
	}
	defer f.Close()
	const most = 64 << 10 // bytes per call
	data := make([]byte, min(info.Size()-m.read, most))
	n, _ := f.ReadAt(data, m.read)
	end := strings.LastIndexByte(string(data[:n]), '\n') + 1
	if end == 0 && n == most {
		end = n
	}
	m.read += int64(end)
	return strings.FieldsFunc(string(data[:end]), func(r rune) bool { return r == '\n' })
}

// markEvery is the interval between checks of the file for marks.
const markEvery = 500 * time.Millisecond

// followMarks turns lines that are added to FILE.mark into marks until the recording ends.
func (r *Recorder) followMarks(path string) {
	m := markFile{path: path + Marked}
	if info, err := os.Stat(m.path); err == nil {
		m.read = info.Size() // skips lines of an earlier recording
	}
	tick := time.NewTicker(markEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.done:
			return
		case <-tick.C:
		}
		for _, line := range m.lines() {
			if strings.TrimSpace(line) != "" {
				if err := r.Mark(line); err != nil {
					r.note(fmt.Sprintf("a mark from %s was not saved: %v", m.path, err))
				}
			}
		}
	}
}
