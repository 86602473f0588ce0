package record

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/dotnet"
	"memcity/trace/process"
	"memcity/trace/record/diagnostics"
	"memcity/trace/record/runs"
)

// dotnetLanguage describes .NET, whose runtime stops the program for each point and writes the objects itself. Costs were measured with .NET
// Core 3.1 and 2 to 3 million objects: for each object 0.22 to 0.28 µs, 42 bytes of memory in the program for events, and 80 in the recorder.
var dotnetLanguage = &language{runtime: trace.DotNet, name: ".NET", command: "dotnet", example: "dotnet app.dll", versions: ".NET Core 3.1 or later",
	object: 50, memory: 200, stops: 500 * time.Nanosecond, time: 3 * time.Microsecond, silent: true, isName: diagnostics.IsName, title: diagnostics.Title,
	runs: func(pid int) bool { _, ok := diagnostics.Find(pid); return ok }, suffix: ".nettrace", open: dotnet.OpenTraces}

// dotnetBackend records programs on .NET through their diagnostics sockets.
type dotnetBackend struct {
	folder string // for traces
}

func (*dotnetBackend) list(context.Context) ([]Process, error) {
	var list []Process
	for _, s := range diagnostics.List() {
		if !diagnostics.IsTool(s.Words()) {
			list = append(list, fromSocket(s))
		}
	}
	return list, nil
}

func fromSocket(s diagnostics.Socket) Process {
	words := s.Words()
	p := Process{Runtime: trace.DotNet, PID: s.PID, Name: diagnostics.Title(words), VM: strings.TrimSpace(dotnetLanguage.name + " " + s.Version())}
	p.Command = p.Name
	if s.Foreign() {
		p.User = "another user"
		if os.Geteuid() != 0 {
			p.Refusal = "it belongs to another user; run memcity as that user or as root"
		}
	}
	return p
}

func (*dotnetBackend) find(pid int) (Process, bool, error) {
	s, ok := diagnostics.Find(pid)
	if !ok {
		return Process{}, false, nil
	}
	return fromSocket(s), true, nil
}

func (b *dotnetBackend) attach(_ context.Context, r *Recorder, p Process) error {
	s, ok := diagnostics.Find(p.PID)
	if !ok {
		return &Fault{Text: fmt.Sprintf("process %d has no diagnostics socket; it has ended, or the variable DOTNET_EnableDiagnostics is 0", p.PID)}
	}
	if err := b.makeFolder(r); err != nil {
		return err
	}
	return b.record(r, s)
}

// makeFolder creates the folder for traces.
func (b *dotnetBackend) makeFolder(r *Recorder) (err error) {
	if err := r.o.checkSize(dotnetLanguage.name); err != nil {
		return err
	}
	if b.folder, err = process.Folder(); err != nil {
		return err
	}
	r.made(runs.Owner{Folders: []string{b.folder}})
	r.atEnd(func() { os.RemoveAll(b.folder) })
	return nil
}

// record begins to record the program with a socket.
func (b *dotnetBackend) record(r *Recorder, s diagnostics.Socket) error {
	of := *dotnetLanguage
	assemblies := dotnet.NewAssemblies(s.Assemblies)
	of.with = func(ctx context.Context) context.Context { return dotnet.WithAssemblies(ctx, assemblies) }
	c := diagnostics.Open(s)
	err := r.copyProgram(&of, c, dumped{s.PID, s.Version(), s.Words()}, b.folder)
	if err != nil {
		c.Close()
	}
	return err
}

func (*dotnetBackend) starts(argv []string) bool {
	return diagnostics.Supported && dotnetLanguage.word(argv) >= 0
}

// disabling are variables that turn the diagnostics socket off if they are 0.
var disabling = []string{"DOTNET_EnableDiagnostics", "COMPlus_EnableDiagnostics", "DOTNET_EnableDiagnostics_IPC"}

func (b *dotnetBackend) prepare(_ context.Context, r *Recorder, cmd *process.Cmd) error {
	environment := cmd.Environ()
	for _, name := range disabling {
		if value, _ := process.Variable(environment, name); value == "0" {
			return &Fault{Text: name + " is 0, so .NET cannot be recorded; unset it"}
		}
	}
	return b.makeFolder(r)
}

// follow records each process below the started program that opens a diagnostics socket, except tools of the SDK.
func (b *dotnetBackend) follow(r *Recorder) {
	known := map[int]bool{}
	look := time.NewTicker(inspectorLook)
	defer look.Stop()
	for recorded := 0; ; {
		select {
		case <-r.stopping:
			return
		case <-r.program.done:
			if s := r.Status(); len(s.Files) == 0 && s.Err == nil {
				r.fail(&Fault{Text: "the program ended before .NET opened its diagnostics socket, so nothing was recorded"})
			}
			return
		case <-look.C:
		}
		for _, s := range diagnostics.List() {
			if known[s.PID] || !s.IsBelow(r.program.cmd.Process.Pid) {
				continue
			}
			known[s.PID] = true
			if diagnostics.IsTool(s.Words()) {
				continue
			}
			if recorded++; recorded > maxVMs {
				r.note(fmt.Sprintf("more than %d programs: the rest are not recorded", maxVMs))
				return
			}
			if err := b.record(r, s); err != nil {
				r.fail(err)
			}
		}
	}
}
