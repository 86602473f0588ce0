package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"memcity/analysis/group"
	"memcity/city/exchange"
	"memcity/cmd/memcity/cli"
	"memcity/render/recording"
	"memcity/trace/guard"
	"memcity/trace/record"
)

// Recorder records programs for the window.
type Recorder struct{}

// Programs lists the running programs of Java and Node.js.
func (Recorder) Programs(ctx context.Context) ([]exchange.Program, error) {
	found, err := record.List(ctx)
	if err != nil {
		return nil, err
	}
	own := ""
	if u, err := user.Current(); err == nil {
		own = u.Username
	}
	list := make([]exchange.Program, len(found))
	for i, p := range found {
		list[i] = programOf(p, time.Now(), own)
	}
	return list, nil
}

// programOf returns a program as the window lists it. own is the name of the current user; empty if unknown.
func programOf(p record.Process, now time.Time, own string) exchange.Program {
	out := exchange.Program{PID: p.PID, Name: p.Name, Arguments: strings.TrimSpace(strings.TrimPrefix(p.Command, p.Name)),
		VM: strings.Replace(p.VM, " 64-Bit Server VM", "", 1), Running: -1, Problem: p.Refusal,
		User: own, Folder: p.Folder}
	if p.User != "" {
		out.User, out.Foreign = strings.TrimPrefix(p.User, "user "), true
	}
	if p.Started > 0 {
		out.Running = max(now.Sub(time.UnixMilli(p.Started)), 0)
	}
	return out
}

// Record starts a program or attaches to one.
func (Recorder) Record(ctx context.Context, grouping exchange.RecordRequest) (recording.Recording, error) {
	r := &windowRecording{name: "the program", budget: grouping.Budget}
	if r.started = grouping.PID == 0; r.started && len(grouping.Command) > 0 {
		r.name = filepath.Base(grouping.Command[0])
	}
	o := recordOptions(grouping)
	o.Stdout, o.Stderr = &r.output, &r.output
	if folder, inHome := outFolder(); o.Out == "" && inHome {
		o.Out = filepath.Join(folder, "recording-"+time.Now().Format("20060102-150405")+record.Extension)
	}
	// ctx ends only the start of the recording, not the recording.
	life, end := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, end)
	var err error
	if r.started {
		r.Recorder, err = record.Start(life, grouping.Command, o)
	} else {
		r.Recorder, err = record.Attach(life, grouping.PID, o)
	}
	if !stop() && err == nil {
		_ = r.End()
		err = context.Cause(ctx)
	}
	if err != nil {
		end()
		return nil, recordFault(err)
	}
	r.end = end
	return r, nil
}

// recordOptions converts the options of the window to those of package record.
func recordOptions(grouping exchange.RecordRequest) record.Options {
	o := record.Options{
		Mode: record.Mode(grouping.Mode), Depth: grouping.Depth, Budget: grouping.Budget, Every: max(grouping.Every, time.Millisecond),
		Out: grouping.Out, Dir: grouping.Folder, Tool: cli.ToolName(), Now: time.Now, IsOwn: group.DefaultDomain().Owns,
	}
	if grouping.Every == exchange.DefaultRecordOptions().With(grouping.Mode).Every {
		o.Every = 0 // the default of the program's runtime
	}
	return o
}

// Folder returns the folder of recordings without a file name.
func (Recorder) Folder() string {
	folder, _ := outFolder()
	return folder
}

// outFolder returns the current folder or, if that is the root folder or not writable, the home folder; empty if there is none. A window
// that was not started from a terminal often has such a current folder.
func outFolder() (folder string, inHome bool) {
	here, err := os.Getwd()
	if err == nil && filepath.Dir(here) != here {
		if probe, err := os.CreateTemp(here, ".memcity-*"); err == nil {
			probe.Close()
			os.Remove(probe.Name())
			return here, false
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", false
	}
	return home, true
}

// recordFault converts an error of package record for the window.
func recordFault(err error) error {
	var fault *record.Fault
	if errors.As(err, &fault) {
		return &exchange.RecordFault{Text: fault.Text, Dumps: fault.Dumps}
	}
	return err
}

// windowRecording is a recording made by the window.
type windowRecording struct {
	*record.Recorder
	name    string // until the program's name is known
	started bool   // true if the window started the program
	budget  int    // in percent
	output  lastLines
	end     context.CancelFunc
}

// Status returns the progress of the recording. With several programs it describes the first one that has GC points.
func (r *windowRecording) Status() exchange.RecordStatus {
	s := r.Recorder.Status()
	out := exchange.RecordStatus{Program: r.name, Started: r.started, For: s.For, Overhead: -1, Warnings: s.Notes,
		Ended: s.Ended, Exited: s.Exited, Exit: s.Exit, Output: r.output.lines()}
	if s.Err != nil {
		out.Err = recordFault(s.Err)
	}
	at := 0
	for i, f := range s.Files {
		if f.Points > 0 {
			at = i
			break
		}
	}
	if at >= len(s.Files) {
		return out
	}
	f := s.Files[at]
	out.PID, out.Points, out.GCs, out.Objects, out.Size = f.PID, f.Points, f.GCs, f.Objects, f.Size
	if f.Program != "" {
		out.Program = f.Program
	}
	if out.File = f.Path; f.Points > 0 {
		out.Overhead = f.Overhead
	}
	if f.Held && !f.Ended {
		out.Held = r.budget
	}
	if path, err := filepath.Abs(f.Path); err == nil {
		out.File = path
	}
	if n := len(s.Files); n > 1 {
		out.Warnings = append([]string{fmt.Sprintf("%d programs are being recorded, each to its own file; the window shows %s", n,
			filepath.Base(f.Path))}, out.Warnings...)
	}
	return out
}

// Stop ends the recording. The status contains any error.
func (r *windowRecording) Stop() error {
	_ = r.Recorder.Stop()
	return nil
}

// farewell is how long a program may take to end before it is killed.
const farewell = 3 * time.Second

// End ends the recording and, if the window started it, the program.
func (r *windowRecording) End() error {
	err := r.Recorder.Stop()
	if r.end != nil {
		defer r.end()
	}
	if !r.started || r.Recorder.Status().Exited {
		return err
	}
	ended := make(chan struct{})
	guard.Go(func() error { r.WaitProgram(); return nil }, func(error) { close(ended) })
	if runtime.GOOS == "windows" || r.Signal(syscall.SIGTERM) != nil {
		_ = r.Signal(os.Kill)
	}
	select {
	case <-ended:
	case <-time.After(farewell):
		_ = r.Signal(os.Kill)
		<-ended
	}
	return err
}

// Limits of the stored output of a program.
const (
	maxOutputLines = 200
	maxOutputLine  = 500 // in bytes
)

// lastLines is a writer that keeps the last lines.
type lastLines struct {
	mu   sync.Mutex
	kept []string
	line []byte // the last, incomplete line
	long bool   // true if the line exceeds maxOutputLine
}

// Write stores output. It never fails.
func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for rest := p; len(rest) > 0; {
		line, after, ended := nextLine(rest)
		room := maxOutputLine - len(l.line)
		l.long = l.long || len(line) > room
		l.line = append(l.line, line[:min(len(line), room)]...)
		if rest = after; ended {
			l.kept = append(l.kept, l.last())
			l.line, l.long = l.line[:0], false
		}
	}
	if n := len(l.kept); n > 2*maxOutputLines {
		l.kept = append([]string(nil), l.kept[n-maxOutputLines:]...)
	}
	return len(p), nil
}

// nextLine splits p after the first line.
func nextLine(p []byte) (line, after []byte, ended bool) {
	for i, b := range p {
		if b == '\n' {
			return p[:i], p[i+1:], true
		}
	}
	return p, nil, false
}

// last returns the last line.
func (l *lastLines) last() string {
	s := strings.ToValidUTF8(strings.TrimSuffix(string(l.line), "\r"), "�")
	if l.long {
		s += "…"
	}
	return s
}

// lines returns the last lines, oldest first.
func (l *lastLines) lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.kept
	if len(l.line) > 0 {
		list = append(list[:len(list):len(list)], l.last())
	}
	return append([]string(nil), list[max(len(list)-maxOutputLines, 0):]...)
}
