package record

import (
	"context"
	"fmt"
	"net"
	"os"

	"memcity/trace"
	"memcity/trace/process"
	"memcity/trace/record/python"
	"memcity/trace/record/runs"
)

// pythonBackend records programs in Python that it starts.
type pythonBackend struct {
	listener *listener
	folder   string
}

// list returns nothing: no running program can be recorded.
func (*pythonBackend) list(context.Context) ([]Process, error) { return nil, nil }

// errPython explains why a running program cannot be recorded.
const errPython = "programs in Python can only be recorded from their start: memcity record -- python app.py"

func (*pythonBackend) find(pid int) (Process, bool, error) {
	if !python.Runs(pid) {
		return Process{}, false, nil
	}
	return Process{Runtime: trace.CPython, PID: pid, Name: "Python", Command: "python", VM: "Python", Refusal: errPython}, true, nil
}

func (*pythonBackend) attach(context.Context, *Recorder, Process) error {
	return &Fault{Text: errPython}
}

// pythonWord returns the index of the word that starts Python; -1 if there is none.
func pythonWord(argv []string) int {
	return wordOf(argv, func(word string) bool {
		if python.IsName(word) {
			return true
		}
		path, err := process.FindForUser(word)
		return err == nil && python.IsName(process.Interpreter(path))
	})
}

func (*pythonBackend) starts(argv []string) bool { return python.Supported && pythonWord(argv) >= 0 }

func (b *pythonBackend) prepare(_ context.Context, r *Recorder, cmd *process.Cmd) error {
	if err := r.o.checkSize("Python"); err != nil {
		return err
	}
	at := pythonWord(cmd.Args)
	if option := python.Prevents(cmd.Args[at+1:]); option != "" && python.IsName(cmd.Args[at]) {
		return &Fault{Text: fmt.Sprintf("Python ignores the module of memcity with the option %s; start the program without it", option)}
	}
	var err error
	if b.folder, err = process.Folder(); err != nil {
		return err
	}
	r.made(runs.Owner{Folders: []string{b.folder}})
	r.atEnd(func() { os.RemoveAll(b.folder) })
	depth := 0
	if r.o.Mode == Exact {
		depth = r.o.Depth
	}
	if err := python.Prepare(b.folder, depth); err != nil {
		return err
	}
	l, err := python.Listen(b.folder)
	if err != nil {
		return fmt.Errorf("%s: programs cannot connect to it: %s", b.folder, plain(err))
	}
	r.atEnd(func() { l.Close() })
	b.listener = &listener{Listener: l}
	python.Adopt(true)
	r.atEnd(func() { python.Adopt(false) })
	cmd.Env = python.Environment(cmd.Environ(), b.folder)
	return nil
}

// follow records each process that connects: the started program and its forks.
func (b *pythonBackend) follow(r *Recorder) {
	r.part("waiting for the end of the program", func() { b.listener.until(r.program.done, r.stopping, r.o.Now) })
	for recorded := 0; ; recorded++ {
		conn, err := b.listener.Accept()
		if err != nil {
			break
		}
		if recorded >= maxVMs {
			r.note(fmt.Sprintf("more than %d programs: the rest are not recorded", maxVMs))
			conn.Close()
			continue
		}
		b.greet(r, conn)
	}
	if s := r.Status(); closed(r.program.done) && len(s.Files) == 0 && s.Err == nil {
		r.fail(&Fault{Text: "the program ended before Python 3.8 or later loaded the module of memcity, so nothing was recorded; the options -E, -I and -S prevent it"})
	}
}

func (b *pythonBackend) greet(r *Recorder, conn net.Conn) {
	c, err := python.Greet(conn)
	if err != nil {
		r.note("a connection was refused: " + err.Error())
		return
	}
	if err := r.copyProgram(c, b.folder); err != nil {
		c.Close()
		r.fail(err)
	}
}
