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

// program is one that was started to be recorded.
type program struct {
	cmd  *process.Cmd
	done chan struct{} // closed when it has ended
}

// Start starts a program and begins to record every VM in it. The program gets the standard streams of the options as they
// are. When ctx ends the recording stops and the program goes on; [Recorder.WaitProgram] waits for its end.
//
// The command is one for a shell's exec: a program and its arguments. If it is java, also behind words like env or nice, the
// agent is one more argument of it. To any other the agent is handed in the variable JAVA_TOOL_OPTIONS, and every VM that
// finds it prints one line about that.
func Start(ctx context.Context, argv []string, o Options) (*Recorder, error) {
	o, err := o.normal()
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, err
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("command: there is no program to start")
	}
	r := newRecorder(ctx, o)
	r.enter()
	cmd := process.User(argv)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = o.Dir, o.Env, o.Stdin, o.Stdout, o.Stderr, outlive
	if o.Mode.Agent() && !o.late() {
		if err := r.prepareAgent(ctx, cmd); err != nil {
			r.abandon()
			return nil, err
		}
	}
	if err := cmd.Start(); err != nil {
		r.abandon()
		return nil, startFault(argv[0], err)
	}
	r.begin()
	r.program = &program{cmd, make(chan struct{})}
	guard.Go(func() error { r.awaitProgram(); return nil }, r.fail)
	if o.Mode.Agent() && !o.late() {
		r.part("waiting for virtual machines", r.acceptAll)
	} else {
		r.part("looking for virtual machines", r.discover)
	}
	guard.Go(r.finish, r.finished)
	return r, nil
}

func startFault(name string, err error) error {
	text := plain(err)
	if errors.Is(err, process.ErrNotFound) {
		text = "there is no such program on the PATH"
	}
	return fmt.Errorf("%s: cannot be started: %s", name, text)
}

// awaitProgram waits for the end of the program, and ends the recording after it.
func (r *Recorder) awaitProgram() {
	r.caught("waiting for the program", r.noteExit)
	close(r.program.done)
	select {
	case <-time.After(outlive):
		r.requestStop()
	case <-r.done:
	}
}

// noteExit waits for the program and notes how it ended.
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

// outlive is how much longer than its program a recording goes on: VMs that it started may be at their end too, or be made
// to stay, which are recorded no further.
const outlive = 3 * time.Second

// exitStatus is a program's status as shells have it.
func exitStatus(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// WaitProgram waits for the end of the program that was started and returns its status, as in [Status].
func (r *Recorder) WaitProgram() int {
	if r.program == nil {
		return 0
	}
	<-r.program.done
	return r.Status().Exit
}

// Signal sends a signal to the program that was started.
func (r *Recorder) Signal(s os.Signal) error {
	if r.program == nil {
		return errors.New("the program was not started by this recording")
	}
	return r.program.cmd.Process.Signal(s)
}

// discover finds the VMs of the program, to request points.
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
			const patience = 50 // looks at one that may still be starting
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

// wrappers are programs that run the command in their last arguments.
var wrappers = []string{"chrt", "env", "exec", "ionice", "nice", "nohup", "numactl", "prlimit", "setsid", "stdbuf", "strace",
	"taskset", "time", "timeout", "unbuffer", "xvfb-run"}

// javaWord is the index of the word that starts a VM, -1 if it is not seen in the command.
func javaWord(argv []string) int {
	for i, word := range argv {
		if strings.Contains(word, "=") {
			continue // a variable for env
		}
		name := strings.TrimSuffix(filepath.Base(word), ".exe")
		switch {
		case name == "java" || name == "javaw":
			return i
		case i == 0 && !slices.Contains(wrappers, name):
			return -1
		}
	}
	return -1
}
