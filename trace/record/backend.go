package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/process"
	"memcity/trace/record/jvm"
	"memcity/trace/record/node"
)

// Process is a running program that can be recorded, unless it has a Refusal.
type Process struct {
	Runtime trace.Runtime
	PID     int
	Name    string // main class, jar file or script
	Command string // Name followed by the program's arguments, shortened
	VM      string // OpenJDK 64-Bit Server VM 17.0.15+6; empty if unknown
	Version int    // Java version: 8, 11, 17; 0 if unknown, and for other runtimes
	Started int64  // in ms since 1970; 0 if unknown
	User    string // owner, if it is another user
	Folder  string // current folder, as the process sees it; empty if unknown

	// Elsewhere means that the process has its own file system, as in a container.
	Elsewhere bool
	// Refusal is why the process cannot be recorded; empty if it can.
	Refusal string
	// NoAgent is why no agent can be loaded although the JVM can be recorded without one; empty if there is no known reason.
	NoAgent string
}

// A backend records the programs of one runtime.
type backend interface {
	// list returns the running programs.
	list(ctx context.Context) ([]Process, error)
	// find returns the description of a running program. known is false if it has another runtime.
	find(pid int) (p Process, known bool, err error)
	// attach begins to record a running program.
	attach(ctx context.Context, r *Recorder, p Process) error
	// starts reports whether a command starts a program of the runtime.
	starts(argv []string) bool
	// prepare changes a command so that its programs can be recorded.
	prepare(ctx context.Context, r *Recorder, cmd *process.Cmd) error
	// follow records the programs of a command that has started, until they end. It runs as a part of the recording.
	follow(r *Recorder)
}

// backends returns all backends. The JVM is last: it accepts every command, because any program may start a JVM.
func backends() []backend {
	return []backend{&v8Backend{}, &forkedBackend{language: pythonLanguage}, &forkedBackend{language: rubyLanguage}, &dotnetBackend{}, &jvmBackend{}}
}

// backendOf returns the backend for a command.
func backendOf(argv []string) backend {
	all := backends()
	return all[slices.IndexFunc(all, func(b backend) bool { return b.starts(argv) })]
}

// List returns the visible programs that have a runtime that can be recorded, sorted by PID. Programs of other users are included, with a
// Refusal.
func List(ctx context.Context) ([]Process, error) {
	var all []Process
	var failed error
	for _, b := range backends() {
		list, err := b.list(ctx)
		failed = cmp.Or(failed, err)
		all = append(all, list...)
	}
	if len(all) == 0 && failed != nil {
		return nil, failed
	}
	slices.SortStableFunc(all, func(a, b Process) int { return cmp.Compare(a.PID, b.PID) })
	return all, nil
}

// Find returns the description of a running program.
func Find(pid int) (Process, error) {
	p, _, err := find(pid)
	return p, err
}

func find(pid int) (p Process, b backend, err error) {
	for _, b = range backends() {
		p, known, err := b.find(pid)
		if known || err != nil {
			return p, b, err
		}
	}
	return p, nil, fmt.Errorf("process %d: is not a HotSpot virtual machine, nor Node.js, Python, Ruby or .NET", pid)
}

// jvmBackend records Java virtual machines.
type jvmBackend struct{}

func (jvmBackend) list(ctx context.Context) ([]Process, error) {
	found, err := jvm.List(ctx)
	list := make([]Process, len(found))
	for i, p := range found {
		list[i] = fromJVM(p)
	}
	return list, err
}

func fromJVM(p jvm.Process) Process {
	return Process{Runtime: trace.JVM, PID: p.PID, Name: p.Name, Command: p.Command, VM: p.VM, Version: p.Version, Started: p.Started,
		User: p.User, Folder: p.Folder, Elsewhere: p.Elsewhere, Refusal: p.Refusal, NoAgent: p.NoAgent}
}

func (jvmBackend) find(pid int) (Process, bool, error) {
	p, err := jvm.Find(pid)
	if errors.Is(err, jvm.ErrNotJVM) {
		return Process{}, false, nil
	}
	return fromJVM(p), err == nil, err
}

func (jvmBackend) attach(ctx context.Context, r *Recorder, of Process) error {
	p, err := jvm.Find(of.PID)
	switch {
	case err != nil:
		return err
	case r.o.late():
		r.part("attaching", func() { r.attachLate(p) })
		return nil
	case r.o.Mode.Agent():
		return r.attachAgent(ctx, p)
	}
	return r.poll(p)
}

func (jvmBackend) starts([]string) bool { return true }

func (jvmBackend) prepare(ctx context.Context, r *Recorder, cmd *process.Cmd) error {
	if r.o.Mode.Agent() && !r.o.late() {
		return r.prepareAgent(ctx, cmd)
	}
	return nil
}

func (jvmBackend) follow(r *Recorder) {
	if r.listener != nil {
		r.acceptAll()
	} else {
		r.discover()
	}
}

// v8Backend records Node.js, and programs and pages behind other inspectors of V8.
type v8Backend struct {
	lines *debuggerLines // of the started program; nil if its output is not read
}

func (*v8Backend) list(ctx context.Context) ([]Process, error) {
	found, err := node.List(ctx)
	list := make([]Process, len(found))
	for i, p := range found {
		list[i] = fromNode(p)
	}
	return list, err
}

func fromNode(p node.Process) Process {
	return Process{Runtime: trace.V8, PID: p.PID, Name: p.Name, Command: p.Command, VM: "Node.js", Started: p.Started, User: p.User,
		Folder: p.Folder, Elsewhere: p.Elsewhere, Refusal: p.Refusal}
}

func (*v8Backend) find(pid int) (Process, bool, error) {
	p, err := node.Find(pid)
	if errors.Is(err, node.ErrNotNode) {
		return Process{}, false, nil
	}
	return fromNode(p), err == nil, err
}
