package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"memcity/trace/guard"
	"memcity/trace/process"
	"memcity/trace/record/jvm"
)

// program is a program that was started for recording.
type program struct {
	cmd  *process.Cmd
	done chan struct{} // closed when the program has ended
}

// Start starts a program and begins to record every VM in it. The program uses the standard streams of the options directly. When ctx is
// done, the recording stops and the program keeps running; [Recorder.WaitProgram] waits for its end.
//
// argv is a program and its arguments, as for exec. If the program is java, possibly preceded by words such as env or nice, the agent is
// added to its arguments. If it is Node.js, its inspector is opened, and the lines that the inspector prints are removed from the standard
// error unless that is a terminal. If it is Python or Ruby, it loads a module of memcity. .NET needs no change. Otherwise the agent is passed
// in JAVA_TOOL_OPTIONS, and every VM prints one line about that.
func Start(ctx context.Context, argv []string, o Options) (*Recorder, error) {
	o, err := o.normal()
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, err
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("command: expected a program to start")
	}
	r := newRecorder(ctx, o)
	r.enter()
	cmd := process.User(argv)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = o.Dir, o.Env, o.Stdin, o.Stdout, o.Stderr, outlive
	b := backendOf(argv)
	if err := b.prepare(ctx, r, cmd); err != nil {
		r.abandon()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		r.abandon()
		return nil, startFault(argv[0], err)
	}
	r.begin()
	r.program = &program{cmd, make(chan struct{})}
	guard.Go(func() error { r.awaitProgram(); return nil }, r.fail)
	r.part("recording the programs of the command", func() { b.follow(r) })
	guard.Go(r.finish, r.finished)
	return r, nil
}

// CheckProgram returns an error if the system finds no program of the given name, or path, to start.
func CheckProgram(name string) error {
	if _, err := process.FindForUser(name); err != nil {
		return startFault(name, err)
	}
	return nil
}

func startFault(name string, err error) error {
	text := plain(err)
	if errors.Is(err, process.ErrNotFound) {
		text = "the program is not on the PATH"
	}
	return fmt.Errorf("%s: cannot be started: %s", name, text)
}

// awaitProgram waits for the end of the program. It then stops the recording unless that ends within [outlive].
func (r *Recorder) awaitProgram() {
	r.caught("waiting for the program", r.noteExit)
	close(r.program.done)
	select {
	case <-time.After(outlive):
		r.requestStop()
	case <-r.done:
	}
}

// noteExit waits for the program and sets its exit status.
func (r *Recorder) noteExit() {
	err := r.program.cmd.Wait()
	status := 0
	if state := r.program.cmd.ProcessState; state != nil {
		status = exitStatus(state)
	}
	var exit *process.ExitError
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status.Exited, r.status.Exit = true, status
	if err != nil && !errors.As(err, &exit) {
		r.noteLocked("the program's output: " + err.Error())
	}
}

// outlive is how long a recording continues after its program has ended. VMs started by the program may still be ending. VMs that keep
// running, such as daemons, are not recorded further.
const outlive = 3 * time.Second

// exitStatus returns the exit status of a program as shells report it.
func exitStatus(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// WaitProgram waits for the end of the started program and returns its exit status, as in [Status]; 0 if no program was started.
func (r *Recorder) WaitProgram() int {
	if r.program == nil {
		return 0
	}
	<-r.program.done
	return r.Status().Exit
}

// Signal sends a signal to the started program. It returns an error if no program was started.
func (r *Recorder) Signal(s os.Signal) error {
	if r.program == nil {
		return errors.New("the program was not started by this recording")
	}
	return r.program.cmd.Process.Signal(s)
}

// discover finds the VMs of the program, to request points from them.
func (r *Recorder) discover() {
	const soon, later = 100 * time.Millisecond, time.Second
	wait := time.NewTimer(0)
	defer wait.Stop()
	known := map[int]bool{}
	starting := map[int]int{}
	for {
		select {
		case <-r.stopping:
			return
		case <-r.program.done:
			if len(known) == 0 {
				r.fail(errors.New("the program ended before a Java virtual machine was found in it"))
			}
			return
		case <-wait.C:
		}
		found, err := jvm.Descendants(r.ctx, r.program.cmd.Process.Pid)
		if err != nil {
			r.fail(err)
			return
		}
		for _, p := range found {
			if known[p.PID] {
				continue
			}
			const patience = 50 // attempts for a VM that may still be starting
			if starting[p.PID]++; p.Refusal != "" && starting[p.PID] < patience {
				continue
			}
			known[p.PID] = true
			if p.Refusal != "" {
				r.fail(&Fault{Text: fmt.Sprintf("%s (process %d) cannot be recorded: %s", p.Name, p.PID, p.Refusal)})
			} else if r.o.late() {
				r.part("attaching", func() { r.attachLate(p) })
			} else if err := r.poll(p); err != nil && jvm.Runs(p.PID) {
				r.fail(err)
			}
		}
		if len(known) == 0 || len(known) < len(starting) {
			wait.Reset(soon)
		} else {
			wait.Reset(later)
		}
	}
}

// wrappers are programs that run the command given as their last arguments.
var wrappers = []string{"chrt", "env", "exec", "ionice", "nice", "nohup", "numactl", "prlimit", "setsid", "stdbuf", "strace",
	"taskset", "time", "timeout", "unbuffer", "xvfb-run"}

// javaWord returns the index of the word that starts a VM; -1 if the command does not show it.
func javaWord(argv []string) int {
	return wordOf(argv, func(word string) bool {
		name := strings.TrimSuffix(filepath.Base(word), ".exe")
		return name == "java" || name == "javaw"
	})
}

// isScript reports whether a word of a command is a script that matches. interpreter is the program that its first line names; empty for none.
func isScript(word string, matches func(path, interpreter string) bool) bool {
	path, err := process.FindForUser(word)
	return err == nil && matches(path, process.Interpreter(path))
}

// wordOf returns the index of the first word that matches, after wrappers and their arguments; -1 if there is none.
func wordOf(argv []string, matches func(word string) bool) int {
	for i, word := range argv {
		if strings.Contains(word, "=") {
			continue // variable for env
		}
		name := strings.TrimSuffix(filepath.Base(word), ".exe")
		switch {
		case matches(word):
			return i
		case i == 0 && !slices.Contains(wrappers, name):
			return -1
		}
	}
	return -1
}
