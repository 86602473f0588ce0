package record

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"memcity/trace/guard"
	"memcity/trace/process"
	"memcity/trace/record/agent"
	"memcity/trace/record/collect"
	"memcity/trace/record/jvm"
	"memcity/trace/record/runs"
)

const (
	// greeting is the time limit for an agent to identify itself, and for a loaded agent to connect.
	greeting = 20 * time.Second
	// ending is the time limit for an agent to end the recording, including a heap walk in progress.
	ending = 30 * time.Second
	// latecomers is how long connections made before the end of the program are still accepted after it.
	latecomers = 300 * time.Millisecond
	// maxVMs is the largest number of VMs recorded at once.
	maxVMs = 100
)

// listener accepts connections from agents.
type listener struct {
	net.Listener
	address string // as the agent sees it
	token   string // secret that the agent must send
	file    string // path of the token file, as the agent sees it
	folder  string // contains the socket, the token and a copy of the agent
}

// listen opens a socket in a folder that only this user and the VM's user can open; on Windows a local TCP port. inside is the path of the
// folder as the VM sees it.
func listen(folder, inside string) (*listener, error) {
	l := &listener{token: rand.Text(), folder: folder}
	var err error
	if runtime.GOOS == "windows" {
		if l.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err == nil {
			l.address = l.Addr().String()
		}
	} else {
		path := filepath.Join(folder, "socket")
		if l.Listener, err = net.Listen("unix", path); err == nil {
			l.address = filepath.Join(inside, "socket")
			err = os.Chmod(path, 0o666) // other users cannot enter the folder
		}
	}
	if err == nil {
		l.file, err = l.writeToken(inside)
	}
	if err != nil {
		if l.Listener != nil {
			l.Listener.Close()
		}
		return nil, fmt.Errorf("%s: agents cannot connect to it: %s", folder, plain(err))
	}
	return l, nil
}

// writeToken writes the token into the folder, readable only by the folder's owner, and returns its path as the VM sees it. Passed as an
// argument, the token would be visible to all users.
func (l *listener) writeToken(inside string) (string, error) {
	const name = "token"
	path := filepath.Join(l.folder, name)
	if err := os.WriteFile(path, []byte(l.token), 0o600); err != nil {
		return "", err
	}
	return filepath.Join(inside, name), giveLike(path, l.folder)
}

// forget deletes the token once no further agent will read it.
func (l *listener) forget() { os.Remove(filepath.Join(l.folder, "token")) }

// until waits until ended or stopping is closed. After ended, it sets a deadline, so that connections made before are still accepted.
// Otherwise it closes the listener.
func (l *listener) until(ended, stopping <-chan struct{}, now func() time.Time) {
	select {
	case <-ended:
		if d, ok := l.Listener.(interface{ SetDeadline(time.Time) error }); ok && d.SetDeadline(now().Add(latecomers)) == nil {
			return
		}
	case <-stopping:
	}
	l.Close()
}

// options returns the option string for an agent. jar is the path returned by [Recorder.addJar].
func (l *listener) options(o *Options, jar string) string {
	reach := 0
	if o.IsOwn != nil {
		reach = agent.MaxReach
	}
	return agent.Args(agent.Options{Socket: l.address, TokenFile: l.file, Mode: o.Mode.String(), Depth: o.Depth, Reach: reach, Interval: o.Interval,
		Every: o.Every, Budget: o.Budget, MaxPause: o.MaxPause, Memory: o.AgentMemory,
		MaxObjects: o.MaxObjects, TagAll: o.TagAll, NoInternals: o.NoInternals, KeepGarbage: o.All,
		Collections: jar})
}

// noAgent returns a fault for a missing agent.
func noAgent(err error) error { return &Fault{Text: err.Error(), Dumps: true, Err: err} }

// prepareAgent changes the command so that its VMs load the agent.
func (r *Recorder) prepareAgent(ctx context.Context, cmd *process.Cmd) error {
	library, err := library(ctx, targetOf(cmd))
	if err != nil {
		return noAgent(err)
	}
	folder, err := jvm.NewOwnFolder(library)
	if err != nil {
		return noAgent(err)
	}
	r.made(runs.Owner{Folders: []string{folder.Path}})
	r.atEnd(func() { folder.Remove() })
	l, err := listen(folder.Path, folder.Inside)
	if err != nil {
		return err
	}
	r.atEnd(func() { l.Close() })
	jar, err := r.addJar(ctx, folder)
	if err != nil {
		return err
	}
	if why := noInstrument(cmd); jar != "" && why != "" {
		return &Fault{Text: why}
	}
	options := []string{"-agentpath:" + filepath.Join(folder.Inside, library.Name) + "=" + l.options(&r.o, jar)}
	if jar != "" {
		options = append(options, "-javaagent:"+jar+"="+r.o.collections())
	}
	if at := javaWord(cmd.Args); at >= 0 {
		cmd.Args = slices.Insert(cmd.Args, at+1, options...)
	} else {
		cmd.Env = withToolOption(cmd.Environ(), strings.Join(options, " "))
		r.note("each Java virtual machine that the command starts prints one line, \"Picked up JAVA_TOOL_OPTIONS\", because the command is not java itself")
	}
	r.listener = l
	return nil
}

// toolOptions is the environment variable with additional options for VMs.
const toolOptions = "JAVA_TOOL_OPTIONS"

// withToolOption appends an option to [toolOptions] in the environment.
func withToolOption(environment []string, option string) []string {
	old, _ := process.Variable(environment, toolOptions)
	return append(environment, toolOptions+"="+strings.TrimSpace(old+" "+option))
}

// acceptAll records every VM that connects, until the program ends or the recording is stopped.
func (r *Recorder) acceptAll() {
	guard.Go(func() error { r.listener.until(r.program.done, r.stopping, r.o.Now); return nil }, func(err error) {
		if err != nil {
			r.listener.Close()
			r.fail(err)
		}
	})
	var connected atomic.Bool
	free := make(chan struct{}, maxVMs)
	for {
		conn, err := r.listener.Accept()
		if err != nil {
			break
		}
		select {
		case free <- struct{}{}:
		default:
			conn.Close()
			r.note(fmt.Sprintf("more than %d virtual machines: the rest are not recorded", maxVMs))
			continue
		}
		r.part("recording a virtual machine", func() {
			defer func() { <-free }()
			defer conn.Close()
			t, stream, err := r.greet(r.listener, conn, 0)
			if err != nil {
				return
			}
			connected.Store(true)
			t.collect(stream)
		})
	}
	for range maxVMs { // waits until every connected VM has been greeted and has ended
		free <- struct{}{}
	}
	select {
	case <-r.program.done:
		if !connected.Load() && r.Status().Err == nil {
			r.fail(r.unseen())
		}
	case <-r.stopping:
	}
}

// unseen returns a fault that explains why no VM of the program was recorded.
func (r *Recorder) unseen() error {
	pid := r.program.cmd.Process.Pid
	if report := r.programReport(); javaWord(r.program.cmd.Args) >= 0 {
		if path, _ := report.Read(r.began); path != "" {
			return &Fault{Text: r.death(named("the program", pid), pid, report), Dumps: true}
		}
	}
	return &Fault{Text: "nothing was recorded, because no Java virtual machine with the agent was found in the program. For Node.js, Python or Ruby, start the " +
		"program without a shell; for a Go service, use memcity record --pprof URL", Dumps: r.Status().Exit != 0}
}

// greet identifies the VM behind a connection and begins its file. If pid is 0, it uses the process ID that the agent sent.
func (r *Recorder) greet(l *listener, conn net.Conn, pid int) (*track, *collect.Stream, error) {
	late := time.AfterFunc(greeting, func() { conn.Close() })
	stream, err := collect.Open(conn, l.token)
	late.Stop()
	if err != nil {
		conn.Close()
		r.note("a connection was refused: " + err.Error())
		return nil, nil, err
	}
	hello := stream.Hello()
	if pid == 0 {
		pid = hello.PID
	}
	info := hello.Info()
	info.Tool = r.o.Tool
	t, err := r.newTrack(FileStatus{Program: info.Program, VM: info.VM, PID: pid}, info)
	if err != nil {
		conn.Close()
		r.fail(err)
		return nil, nil, err
	}
	t.report = jvm.CrashReportOf(pid)
	return t, stream, nil
}

// collect writes the data from the agent until the VM ends or the recording is stopped.
func (t *track) collect(stream *collect.Stream) {
	ctx, cancel := context.WithCancel(t.r.ctx)
	defer cancel()
	defer t.report.Close()
	guard.Go(func() error { t.steer(ctx, cancel, stream); return nil }, func(err error) {
		if err != nil {
			t.r.fail(err)
			cancel()
		}
	})
	stream.Marks, stream.IsOwn = t.marks, t.r.o.IsOwn
	points, single, answered, notes, last, late := 0, 0, 0, 0, "", delay{every: t.r.o.Every}
	paused := time.Duration(0)
	cut := false
	var full error
	reported := func(s collect.Stats) {
		cut = s.Cut
		more := s.Points > points
		if more && full == nil {
			full = t.out.done(nil)
		}
		if full == nil {
			full = t.tidy(more)
		}
		if full != nil {
			cancel() // a full disk or a deleted file makes further writing useless
		}
		points, single, notes, last = s.Points, s.Full, s.Notes, s.LastNote
		now := t.r.o.Now()
		late.update(now, s.Points, s.GCs, s.PausedByWalks)
		t.update(func(f *FileStatus) {
			f.Points, f.GCs, f.Objects, f.Bytes, f.Size = s.Points, s.GCs, s.Objects, s.Bytes, t.out.size
			f.Full, f.Dropped = s.Full, s.Dropped
			f.Held = late.waits(now)
			if more {
				f.Pauses.Add(s.PausedByWalks - paused)
				paused = s.PausedByWalks
				t.enough(*f)
			}
			f.Paused = s.Paused
			if s.Time > 0 {
				f.Overhead = min(1, s.Paused.Seconds()/s.Time.Seconds())
			}
		})
		if n := s.Answered - answered; n > 0 {
			answered = s.Answered
			t.answered(n, refusal(s))
		}
	}
	hello := stream.Hello()
	err := guard.While("recording "+named(hello.Program, hello.PID), func() error { return stream.Record(ctx, t.out.Writer, reported) })
	switch {
	case t.out.err != nil:
		err = nil // t.close reports the error
	case errors.Is(err, context.Canceled):
		err = errors.New("the agent did not end the recording in time; its last GC point may be missing")
	}
	switch {
	case notes > 0 && points == 0, // a trace without points cannot be opened
		notes > 0 && single == 0 && t.r.o.Mode.single() && !cut: // the last note explains it
		t.r.note("the agent reports: " + last)
	case notes > 0:
		t.r.note(fmt.Sprintf("%s has notes about the recording: memcity info shows them", t.out.path))
	}
	if cut && err == nil && !closed(t.r.stopping) {
		t.ended()
	}
	t.close(err)
}

// refusal returns why the agent made no point when one was requested; empty if it made one.
func refusal(s collect.Stats) string {
	switch {
	case !s.Refused:
		return ""
	case s.LastNote != "":
		return "the agent did not take one; its latest note is: " + s.LastNote
	}
	return "the agent did not take one"
}

// ended adds a note about a connection that ended without notice from the agent.
func (t *track) ended() {
	t.r.mu.Lock()
	f := t.r.status.Files[t.index]
	t.r.mu.Unlock()
	who := named(f.Program, f.PID)
	if t.r.gone(f.PID) {
		t.r.note(t.r.death(who, f.PID, t.report))
	} else {
		t.r.note("the connection to the agent in " + who + " was lost; the program continues")
	}
}

// steer passes requests to the agent. A recording that is stopped before its first point gets one first.
func (t *track) steer(ctx context.Context, cancel context.CancelFunc, stream *collect.Stream) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.point:
			t.sending()
			if stream.Point(!t.r.o.All) != nil {
				return // the agent has ended
			}
		case <-t.r.stopping:
			if stream.Stop() == nil {
				select {
				case <-ctx.Done():
				case <-time.After(ending):
				}
			}
			cancel()
			return
		}
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// recordedAlready is the status that an agent reports in a VM with another agent: JNI_EEXIST.
const recordedAlready = -5

// attachAgent loads the agent into a running VM and begins to record it.
func (r *Recorder) attachAgent(ctx context.Context, p jvm.Process) error {
	if p.NoAgent != "" {
		return &Fault{Text: fmt.Sprintf("%s (process %d) cannot be recorded by an agent: %s", p.Name, p.PID, p.NoAgent), Dumps: true}
	}
	target, err := agent.TargetOfProcess(p.PID)
	if err != nil {
		target = agent.Here()
	}
	library, err := library(ctx, target)
	if err != nil {
		return noAgent(err)
	}
	folder, err := jvm.NewLibraryFolder(p.PID, library)
	switch {
	case errors.Is(err, jvm.ErrTaken):
		return recordedFault(p, err)
	case err != nil:
		return noAgent(err)
	}
	r.made(runs.Owner{Folders: []string{folder.Path}})
	r.atEnd(func() { folder.Remove() })
	l, err := listen(folder.Path, folder.Inside)
	if err != nil {
		return err
	}
	r.atEnd(func() { l.Close() })
	jar, err := r.addJar(ctx, folder)
	if err != nil {
		return err
	}
	path := filepath.Join(folder.Inside, library.Name)
	report := jvm.CrashReportOf(p.PID)
	defer report.Close()
	var status *jvm.StatusError
	switch err := jvm.LoadAgent(ctx, p.PID, path, l.options(&r.o, jar)); {
	case errors.As(err, &status) && status.Status == recordedAlready:
		return recordedFault(p, err)
	case errors.Is(err, jvm.ErrNoAgent):
		return noAgent(err)
	case err != nil:
		return r.lost(p, report, err)
	}
	if p.Version >= 21 {
		r.note(fmt.Sprintf("Java %d prints a warning about the loaded agent on the program's standard error", p.Version))
	}
	os.Remove(filepath.Join(folder.Path, library.Name)) // already loaded; on Windows this fails, and the folder is deleted later
	conn, err := r.acceptOne(l)
	l.forget()
	if err != nil {
		return r.lost(p, report, &Fault{Text: fmt.Sprintf("%s (process %d): the agent was loaded but did not connect", p.Name, p.PID), Dumps: true,
			Err: err})
	}
	t, stream, err := r.greet(l, conn, p.PID)
	if err != nil {
		return r.lost(p, report, err)
	}
	r.part("recording "+named(p.Name, p.PID), func() { t.collect(stream) })
	if jar != "" {
		if err := jvm.LoadJavaAgent(ctx, p.PID, jar, r.o.collections()); err != nil {
			r.note("collections are not recorded: " + err.Error())
		}
	}
	return nil
}

func recordedFault(p jvm.Process, err error) error {
	return &Fault{Text: fmt.Sprintf("%s (process %d) is already being recorded by an agent; there can be one at a time", p.Name, p.PID),
		Dumps: true, Err: err}
}

// lost returns err, or a fault with the cause of death if the VM has ended.
func (r *Recorder) lost(p jvm.Process, report *jvm.CrashReport, err error) error {
	if r.ctx.Err() != nil || !r.gone(p.PID) {
		return err
	}
	return &Fault{Text: "while the agent was loaded " + r.death(named(p.Name, p.PID), p.PID, report), Err: err}
}

// acceptOne waits for the loaded agent to connect.
func (r *Recorder) acceptOne(l *listener) (net.Conn, error) {
	late := time.AfterFunc(greeting, func() { l.Close() })
	defer late.Stop()
	defer context.AfterFunc(r.ctx, func() { l.Close() })()
	return l.Accept()
}
