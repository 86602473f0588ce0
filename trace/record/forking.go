package record

import (
	"context"
	"fmt"
	"net"
	"os"

	"memcity/trace/process"
	"memcity/trace/record/forked"
	"memcity/trace/record/runs"
)

// forkedBackend records programs of a language that it starts.
type forkedBackend struct {
	*language
	listener *listener
	folder   string
}

// list returns nothing: no running program can be recorded.
func (*forkedBackend) list(context.Context) ([]Process, error) { return nil, nil }

// refusal explains why a running program cannot be recorded.
func (l *language) refusal() string {
	return fmt.Sprintf("memcity can record %s programs only if it starts them: memcity record -- %s", l.name, l.example)
}

func (b *forkedBackend) find(pid int) (Process, bool, error) {
	if !b.runs(pid) {
		return Process{}, false, nil
	}
	return Process{Runtime: b.runtime, PID: pid, Name: b.name, Command: b.command, VM: b.name, Refusal: b.refusal()}, true, nil
}

func (b *forkedBackend) attach(context.Context, *Recorder, Process) error {
	return &Fault{Text: b.refusal()}
}

// word returns the index of the word that starts the runtime or one of its scripts; -1 if there is none.
func (l *language) word(argv []string) int {
	return wordOf(argv, func(word string) bool { return l.isName(word) || l.isScript != nil && isScript(word, l.isScript) })
}

func (b *forkedBackend) starts(argv []string) bool { return forked.Supported && b.word(argv) >= 0 }

func (b *forkedBackend) prepare(_ context.Context, r *Recorder, cmd *process.Cmd) error {
	if err := r.o.checkSize(b.name); err != nil {
		return err
	}
	if err := b.prevents(cmd.Args, b.word(cmd.Args)); err != nil {
		return err
	}
	var err error
	if b.folder, err = process.Folder(); err != nil {
		return err
	}
	r.made(runs.Owner{Folders: []string{b.folder}})
	r.atEnd(func() { os.RemoveAll(b.folder) })
	if cmd.Env, err = b.language.prepare(&r.o, b.folder, cmd.Environ()); err != nil {
		return err
	}
	l, err := forked.Listen(b.folder)
	if err != nil {
		return fmt.Errorf("%s: programs cannot connect to it: %s", b.folder, plain(err))
	}
	r.atEnd(func() { l.Close() })
	b.listener = &listener{Listener: l}
	forked.Adopt(true)
	r.atEnd(func() { forked.Adopt(false) })
	return nil
}

// follow records each process that connects: the started program and its forks.
func (b *forkedBackend) follow(r *Recorder) {
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
		r.fail(&Fault{Text: fmt.Sprintf("the program ended before %s loaded the module of memcity, so nothing was recorded; %s", b.versions, b.failures)})
	}
}

// greet begins to record the program behind a connection. If it refuses the connection, it adds a note.
func (b *forkedBackend) greet(r *Recorder, conn net.Conn) {
	c, err := forked.Greet(conn)
	if err != nil {
		r.note("a connection was refused: " + err.Error())
		return
	}
	if err := r.copyProgram(b.language, c, dumped{c.PID, c.Version, c.Words}, b.folder); err != nil {
		c.Close()
		r.fail(err)
	}
}
